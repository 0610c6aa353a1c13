/* The handouts as wholes: as many pages as a lecture has room for, no page left half empty, themes that say what the
 * program does anyway. */
#define _GNU_SOURCE
#include "shell.h"
#include "theme.h"
#include "yaml.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Where the last word of each page ends, as a share of the page's height, head and foot left aside. */
static size_t read_pages(str html, double *ends, size_t most) {
    size_t pages = 0;
    double height = 842;
    for (size_t at = 0; (at = str_find(html, STR("<"), at)) != SIZE_MAX; at++) {
        str rest = str_slice(html, at, html.len);
        double x0, y0, x1, y1;
        if (str_starts(rest, "<page ") && pages < most)
            ends[pages++] = 0;
        else if (pages &&
                 sscanf(rest.ptr, "<word xMin=\"%lf\" yMin=\"%lf\" xMax=\"%lf\" yMax=\"%lf\"", &x0, &y0, &x1, &y1) == 4)
            if (y1 < 0.93 * height && y1 / height > ends[pages - 1])
                ends[pages - 1] = y1 / height;
    }
    return pages;
}

static void pages_within_their_limits(void **state) {
    (void)state;
    static const struct {
        const char *instance;
        size_t most;
    } cases[] = {
        {"1 t 5", 1},
        {"2 t 3 x -4", 4},
        {"3 t 2 x 3 t 1", 7},
        {"4 t -7 t 4 x 2 x 5", 9},
        {"4 t -1 x 2 t -3 x 1", 9},
        {"5 t 3 t -2 x 2 t -1 x 1", 12},
        {"8 t 1 x 2 t 3 x -4 t 5 x -6 t 7 x -8", 12},
    };
    static const char *const langs[] = {"en", "zh"};
    enum { MOST = 40 };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(cases) * COUNT(langs); k++) {
        const char *instance = cases[k / 2].instance, *lang = langs[k % 2];
        double ends[MOST];
        shell_expect(
            &s, 0,
            str_format(s.arena, "$H polygon %s -l %s -q -o p.pdf && pdftotext -bbox p.pdf -", instance, lang).ptr);
        size_t pages = read_pages(s.out, ends, MOST);
        if (pages < 1 || pages > cases[k / 2].most)
            fail_msg("%s, %s: %zu pages", instance, lang, pages);
        for (size_t p = 0; p + 1 < pages; p++)
            if (ends[p] < 0.6)
                fail_msg("%s, %s: page %zu ends at %d %%", instance, lang, p + 1, (int)(100 * ends[p]));
    }
    shell_free(&s);
}

static theme with_file(const char *lang, const char *path, arena *a) {
    error e = error_in(a);
    source where = {str_of(path), STR("")};
    theme t = theme_default(str_of(lang));
    assert_true(input_read(a, where.name, &where.text, &e));
    datum *values = yaml_to_datum(&where, 0, where.text.len, a, &e);
    if (!values || !theme_overlay(&t, values, &where, &e))
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return t;
}

static void default_theme_changes_nothing(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    static const char *const langs[] = {"en", "zh"};
    for (size_t k = 0; k < COUNT(langs); k++) {
        theme plain = theme_default(str_of(langs[k]));
        theme named = with_file(langs[k], TEST_SOURCE_DIR "/templates/themes/default.yaml", a);
        assert_memory_equal(&plain.color, &named.color, sizeof plain.color);
        assert_memory_equal(&plain.type, &named.type, sizeof plain.type);
        assert_memory_equal(&plain.stroke, &named.stroke, sizeof plain.stroke);
        assert_memory_equal(&plain.space, &named.space, sizeof plain.space);
        assert_ptr_equal(plain.fonts, named.fonts);
    }
    theme large = with_file("en", TEST_SOURCE_DIR "/templates/themes/large.yaml", a);
    assert_true(large.type.body > theme_default(STR("en")).type.body);
    theme ink = with_file("en", TEST_SOURCE_DIR "/templates/themes/ink.yaml", a);
    const color *colors = (const color *)(const void *)&ink.color;
    for (size_t k = 0; k < sizeof ink.color / sizeof *colors; k++)
        assert_true(colors[k].r == colors[k].g && colors[k].g == colors[k].b);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_within_their_limits),
        cmocka_unit_test(default_theme_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
