/* The state at a moment. Steps are numbered, and a cell keeps all its settings in order, so the value at a moment is
 * the last setting whose step is not later. */
#include "story.h"

#include "expr.h"

size_t story_last_step(const story_moment *m) {
    if (m->step && m->step->kind == STEP_CELL)
        return m->step->number;
    if (m->phase)
        return m->phase->first + m->phase->count;
    const story_run *r = m->run ? m->run : m->story ? story_main_run(m->story) : NULL;
    return r ? r->step_count : 0;
}

str story_way_shown(const story_way *w, arena *a) {
    const story_candidate *c = w->candidate;
    if (!c || !w->expr.len)
        return STR("");
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    source where = {STR("an expression"), w->expr};
    error fault = error_in(scratch);
    const expr *x = expr_read(&where, 0, w->expr.len, scratch, &fault);
    str shown = x ? str_copy(a, expr_shown(x, c->terms, c->term_count, scratch)) : STR("");
    arena_back(scratch, start);
    return shown;
}

const story_cell *story_cell_at(const story_table *t, int64_t row, int64_t col) {
    if (t->shape == TABLE_SETS || row < t->row_first || row > t->row_last || col < t->col_first || col > t->col_last)
        return NULL;
    if (t->shape == TABLE_UPPER && col - t->col_first < row - t->row_first)
        return NULL;
    size_t cols = (size_t)(t->col_last - t->col_first + 1);
    return &t->cells[(size_t)(row - t->row_first) * cols + (size_t)(col - t->col_first)];
}

str story_value_at(const story_table *t, int64_t row, int64_t col, const story_moment *m) {
    const story_cell *c = story_cell_at(t, row, col);
    if (!c)
        return STR("");
    if (m->run && m->run != t->run)
        return c->value;
    size_t last = story_last_step(m);
    for (size_t k = c->setting_count; k; k--)
        if (c->settings[k - 1].step->number <= last)
            return c->settings[k - 1].value;
    return STR("");
}

const story_table *story_table_named(const story_run *r, str id) {
    for (size_t k = 0; k < r->table_count; k++)
        if (str_equal(r->tables[k].id, id))
            return &r->tables[k];
    return NULL;
}

const story_run *story_run_named(const story *s, str id) {
    for (size_t k = 0; k < s->run_count; k++)
        if (str_equal(s->runs[k].id, id))
            return &s->runs[k];
    return NULL;
}

const story_fact *story_fact_of(const story_step *s, const story_table *t) {
    for (size_t k = 0; k < s->fact_count; k++)
        if (s->facts[k].table == t)
            return &s->facts[k];
    return NULL;
}

const story_step *story_step_of_cell(const story_table *t, int64_t row, int64_t col) {
    const story_cell *c = story_cell_at(t, row, col);
    return c ? c->step : NULL;
}

const story_candidate *story_candidate_labelled(const story_step *s, const story_table *t, str label) {
    for (size_t k = 0; k < s->candidate_count; k++) {
        const story_candidate *c = &s->candidates[k];
        if (str_equal(c->label, label) && (!c->table || !t || c->table == t))
            return c;
    }
    return NULL;
}

static bool has_steps_of_any_kind(const story_run *r) {
    return r->step_count || r->frame_step_count || r->put_step_count || r->move_step_count || r->back_step_count;
}

const story_run *story_main_run(const story *s) {
    for (size_t k = 0; k < s->run_count; k++)
        if (s->runs[k].step_count)
            return &s->runs[k];
    for (size_t k = 0; k < s->run_count; k++)
        if (has_steps_of_any_kind(&s->runs[k]))
            return &s->runs[k];
    return &s->runs[0];
}
