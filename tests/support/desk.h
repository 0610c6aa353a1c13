/* What a test needs to set type: an arena, the fonts of both languages, and an empty scene. */
#ifndef HANDTRACE_TEST_DESK_H
#define HANDTRACE_TEST_DESK_H

#include "theme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct desk {
    arena *arena;
    error error;
    theme theme;
    fonts *fonts;
    scene *scene;
} desk;

static int lay(void **state) {
    desk *d = test_calloc(1, sizeof *d);
    d->arena = arena_new(NULL);
    d->error = error_in(d->arena);
    d->theme = theme_default(STR("zh"));
    d->fonts = fonts_open(d->arena, d->theme.fonts, &d->error);
    d->scene = scene_new(d->arena);
    *state = d;
    return d->fonts ? 0 : -1;
}

/* Without a font for mathematics: CMU, as the theme "cmu" has it. */
static inline int lay_cmu(void **state) {
    static const char *const files[][3] = {
        {"roman", "cmunrm.ttf", "FreeSerif.ttf"},        {"bold", "cmunbx.ttf", "FreeSerifBold.ttf"},
        {"italic", "cmunti.ttf", "FreeSerifItalic.ttf"}, {"bold-italic", "cmunbi.ttf", "FreeSerifBoldItalic.ttf"},
        {"sans", "cmunss.ttf", "DejaVuSans.ttf"},        {"mono", "cmuntt.ttf", "DejaVuSansMono.ttf"}};
    if (lay(state) != 0)
        return -1;
    desk *d = *state;
    datum *lists = datum_map(d->arena);
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        datum *list = datum_put(d->arena, lists, files[k][0], datum_list(d->arena));
        for (size_t n = 1; n < 3; n++)
            datum_add(d->arena, list, datum_text(d->arena, str_of(files[k][n])));
        datum_add(d->arena, list, datum_text(d->arena, STR("LXGWWenKai-Regular.ttf")));
    }
    datum_put(d->arena, lists, "math", datum_text(d->arena, STR("none")));
    datum_put(d->arena, lists, "marks", datum_text(d->arena, STR("full")));
    d->fonts = fonts_open(d->arena, lists, &d->error);
    return d->fonts && !fonts_math(d->fonts)->known ? 0 : -1;
}

static int clear(void **state) {
    desk *d = *state;
    arena_free(d->arena);
    test_free(d);
    return 0;
}

#endif
