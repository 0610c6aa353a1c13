/* The same figure through libharu and through cairo, both as PDF and drawn by one rasteriser at 150 dpi, looks the
 * same. */
#include "figures.h"
#include "raster.h"
#include "render.h"

#include <stdio.h>

static void every_kind_looks_as_with_cairo(void **state) {
    (void)state;
    static const char *const instances[] = {
        ioi,
        "6 x 5 x -4 t 2 x -2 t 4 x -3",
        "5 x 123456789012 t -999999999999 x 7 x 400000000003 t 0",
    };
    arena *a = arena_new(NULL);
    str folder = raster_folder(a, "parity");
    size_t drawn = 0, alike = 0;
    for (size_t i = 0; i < sizeof instances / sizeof *instances; i++) {
        const story *s = story_of(a, instances[i]);
        for (const figure_kind *const *kind = figure_kinds; *kind; kind++)
            for (size_t lang = 0; lang < 2; lang++) {
                if (!(*kind)->draws(&s->runs[0]))
                    continue;
                size_t step = (*kind)->counts == STEP_CELL ? s->runs[0].step_count - 1 : 0;
                const figure *f =
                    figure_of(a, s, (wish){.kind = (*kind)->name, .step = step, .width = 483, .lang = lang});
                for (size_t part = 0; part < f->count; part++) {
                    char what[200];
                    snprintf(what, sizeof what, "%s of %s, part %zu, language %zu", (*kind)->name, instances[i],
                             part + 1, lang);
                    alike += raster_alike(a, folder, f->parts[part], what);
                    drawn++;
                }
            }
    }
    assert_int_equal(alike, drawn);
    assert_true(drawn >= 42); /* seven kinds, three polygons, two languages */
    reference_forget();
    arena_free(a);
}

/* Nodes of several shapes, dashed and double lines, heavy edges, marks between pieces. */
static void trees_look_as_with_cairo(void **state) {
    (void)state;
    static const wish wishes[] = {{.kind = "calls", .params = "root=win"},
                                  {.kind = "calls", .width = 300, .height = 300, .params = "unfold=yes", .lang = 1},
                                  {.kind = "calls", .run = "memo"},
                                  {.kind = "calls", .step = 17}};
    arena *a = arena_new(NULL);
    str folder = raster_folder(a, "parity-trees");
    const story *s = story_of_problem(a, "cards", "1 8 10 6 3");
    for (size_t k = 0; k < sizeof wishes / sizeof *wishes; k++) {
        const figure *f = figure_of(a, s, wishes[k]);
        for (size_t part = 0; part < f->count; part++)
            assert_true(raster_alike(a, folder, f->parts[part], "calls"));
    }
    reference_forget();
    arena_free(a);
}

/* Bent arrows broken round their labels, brackets below names, lines with marks, dots and heads. */
static void card_figures_look_as_with_cairo(void **state) {
    (void)state;
    static const wish wishes[] = {
        {.kind = "subproblems", .width = 483, .params = "root=win"},
        {.kind = "unfold", .width = 483, .lang = 1},
        {.kind = "play", .width = 483},
        {.kind = "growth", .width = 483, .lang = 1},
        {.kind = "tables", .run = "table", .step = 15, .width = 483, .params = "reads=yes"},
    };
    arena *a = arena_new(NULL);
    str folder = raster_folder(a, "parity-cards");
    const story *s = story_of_problem(a, "cards", "1 8 10 6 3");
    const story *chain = story_of_problem(a, "matrix-chain", "30 35 15 5 10");
    for (size_t k = 0; k < sizeof wishes / sizeof *wishes; k++) {
        const figure *f = figure_of(a, s, wishes[k]);
        for (size_t part = 0; part < f->count; part++)
            assert_true(raster_alike(a, folder, f->parts[part], wishes[k].kind));
    }
    const figure *bent = figure_of(a, chain, (wish){.kind = "subproblems"});
    assert_true(raster_alike(a, folder, bent->parts[0], "subproblems of a matrix chain"));
    reference_forget();
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_looks_as_with_cairo),
                                       cmocka_unit_test(trees_look_as_with_cairo),
                                       cmocka_unit_test(card_figures_look_as_with_cairo)};
    return cmocka_run_group_tests(tests, open_looks, close_looks);
}
