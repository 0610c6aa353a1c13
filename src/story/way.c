/* A way back for traces that tell none: from the cell that the answer names, else from the one set last, along the
 * reads of the candidate that is kept.
 *
 *   answer {"table":"best","at":[4,7]} ─▶ best[4,7] take ─▶ best[3,3] leave ─▶ best[2,3] … ─▶ a cell that tried nothing
 */
#include "way.h"

#include "index.h"

static const story_table *table_named(const story_run *r, str id) {
    for (size_t k = 0; k < r->table_count; k++)
        if (str_equal(r->tables[k].id, id))
            return &r->tables[k];
    return NULL;
}

static const story_cell *cell_at(const story_table *t, int64_t row, int64_t col) {
    bool inside = row >= t->row_first && row <= t->row_last && col >= t->col_first && col <= t->col_last;
    if (t->shape == TABLE_SETS || !inside)
        return NULL;
    return &t->cells[(size_t)(row - t->row_first) * (size_t)(t->col_last - t->col_first + 1) +
                     (size_t)(col - t->col_first)];
}

typedef struct place {
    const story_table *table;
    int64_t row, col;
} place;

typedef struct places {
    place *items;
    size_t count, capacity;
} places;

static const story_fact *fact_of(const story_cell *cell, const story_table *t) {
    for (size_t k = 0; cell && cell->step && k < cell->step->fact_count; k++)
        if (cell->step->facts[k].table == t)
            return &cell->step->facts[k];
    return NULL;
}

/* "at": [row, column], or one number where the table has one row. */
static bool place_of_answer(const story_run *r, const datum *answer, place *p) {
    const datum *at = datum_get(answer, "at");
    p->table = table_named(r, datum_as_text(datum_get(answer, "table")));
    if (!p->table || !at || at->kind != DATUM_LIST || !at->count || at->count > 2)
        return false;
    for (size_t k = 0; k < at->count; k++)
        if (at->items[k]->kind != DATUM_INTEGER)
            return false;
    p->row = at->count == 2 ? at->items[0]->integer : p->table->row_first;
    p->col = at->items[at->count - 1]->integer;
    return cell_at(p->table, p->row, p->col) != NULL;
}

/* Of the cell set last in the first table of its step; false if it chose nothing. */
static bool place_set_last(const story_run *r, place *p) {
    const story_step *last = r->step_count ? &r->steps[r->step_count - 1] : NULL;
    const story_fact *f = last && last->fact_count ? last->facts : NULL;
    if (!f || !f->kept || !f->table || f->table->shape == TABLE_SETS)
        return false;
    *p = (place){f->table, last->row, last->col};
    return true;
}

void story_derive_way(story_run *r, const datum *answer, arena *a) {
    enum { MOST = 10000 };
    place from;
    places open = {0};
    if (!(answer && place_of_answer(r, answer, &from)) && !place_set_last(r, &from))
        return;
    *ARENA_PUSH(a, &open, items, count, capacity) = from;
    size_t capacity = 0;
    while (open.count && r->back_count < MOST) {
        place p = open.items[--open.count];
        const story_cell *cell = cell_at(p.table, p.row, p.col);
        const story_fact *f = fact_of(cell, p.table);
        if (!f || !f->kept)
            continue;
        r->backs = arena_grow(a, r->backs, &capacity, r->back_count + 1, sizeof *r->backs);
        r->backs[r->back_count] = (story_back){.number = r->back_count + 1,
                                               .table = p.table,
                                               .row = p.row,
                                               .col = p.col,
                                               .take = f->kept->label,
                                               .candidate = f->kept,
                                               .way = f->way};
        r->back_count++;
        for (size_t k = f->kept->read_count; k--;) {
            const story_read *read = &f->kept->reads[k];
            if (read->table && read->table->shape != TABLE_SETS)
                *ARENA_PUSH(a, &open, items, count, capacity) = (place){read->table, read->row, read->col};
        }
    }
    r->way_is_derived = r->back_count > 0;
    r->back_steps = ARENA_ARRAY(a, story_step, r->back_count);
    for (size_t k = 0; k < r->back_count; k++)
        r->back_steps[r->back_step_count++] =
            (story_step){.kind = STEP_BACK, .number = k + 1, .back = &r->backs[k], .run = r};
}
