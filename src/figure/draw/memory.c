#include "draw/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 24 << 20 }; /* bytes */

figure_memory *figure_memory_new(memory_budget *budget) {
    arena *a = arena_new(budget);
    figure_memory *m = calloc(1, sizeof *m);
    if (!m)
        budget_exhausted(budget, sizeof *m);
    m->arena = a;
    return m;
}

void figure_memory_free(figure_memory *m) {
    if (!m)
        return;
    arena_free(m->arena);
    free(m);
}

/* Themes are copied whole, with what is between their members; where that differs, nothing is shared. */
static bool same_theme(const theme *x, const theme *y) {
    return memcmp(x, y, sizeof *x) == 0; /* NOLINT(bugprone-suspicious-memory-comparison) */
}

static bool serves(const figure_memory *m, const figure_request *q) {
    return m->begun && m->story == q->moment->story && m->fonts == q->fonts && m->phrases == q->phrases &&
           m->params == q->params && str_equal(m->lang, q->lang) && same_theme(&m->theme, q->theme) &&
           arena_used(m->arena) < MOST_KEPT;
}

void figure_memory_for(figure_memory *m, const figure_request *q) {
    if (serves(m, q))
        return;
    arena *a = m->arena;
    arena_back(a, (arena_mark){0});
    *m = (figure_memory){.arena = a,
                         .grid_count = m->grid_count,
                         .story = q->moment->story,
                         .fonts = q->fonts,
                         .phrases = q->phrases,
                         .params = q->params,
                         .lang = str_copy(a, q->lang),
                         .begun = true};
    memcpy(&m->theme, q->theme, sizeof m->theme); /* with what lies between its members, so that it can be compared */
    m->pieces = ARENA_ARRAY(a, struct kept_piece *, MEMORY_BUCKETS);
}
