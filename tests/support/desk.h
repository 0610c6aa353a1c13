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

static int clear(void **state) {
    desk *d = *state;
    arena_free(d->arena);
    test_free(d);
    return 0;
}

#endif
