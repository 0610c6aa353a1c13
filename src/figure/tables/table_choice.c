#include "tables/table_choice.h"

bool table_is_asked(const drawing *d, const story_table *t) {
    str only = drawing_param(d, "only");
    return only.len == 0 || drawing_list_has(only, t->id);
}

const char *corner_phrase(const drawing *d) {
    const story_step *step = d->q->moment->step;
    bool back = drawing_param_switch(d, "back") || (step && step->kind == STEP_BACK);
    return back ? "legend.order" : "legend.tag";
}

story_moment tables_moment(drawing *d) {
    story_moment m = *d->q->moment;
    int64_t upto = drawing_param_integer(d, "upto", -1);
    for (size_t k = 0; upto >= 0 && k < m.run->phase_count; k++)
        if (m.run->phases[k].value <= upto) {
            m.phase = &m.run->phases[k];
            m.step = NULL;
            m.candidate = NULL;
        }
    return m;
}

/* A step back in a table of choices stands for the value beside it too. */
static bool is_marked(const story_back *back, const story_table *t) {
    if (back->table == t || !back->table || !back->table->choices)
        return back->table == t;
    const story_step *step = story_step_of_cell(back->table, back->row, back->col);
    return step && story_fact_of(step, t);
}

static cell_look *look_of(table_look *look, int64_t row, int64_t col) {
    const story_table *t = look->table;
    if (row < t->row_first || row > t->row_last || col < t->col_first || col > t->col_last)
        return NULL;
    return &look->cells[(size_t)(row - t->row_first) * look->cols + (size_t)(col - t->col_first)];
}

/* The way goes on to a cell where nothing is chosen any more: it ends there. */
static void mark_ends(table_look *look, const story_back *back) {
    const story_candidate *c = back->candidate;
    for (size_t k = 0; c && k < c->read_count; k++) {
        const story_read *read = &c->reads[k];
        cell_look *cell = read->table == look->table ? look_of(look, read->row, read->col) : NULL;
        const story_step *step = cell ? story_step_of_cell(look->table, read->row, read->col) : NULL;
        if (step && !step->candidate_count && cell->state != STATE_BACK)
            cell->state = STATE_BACK;
    }
}

static void mark_way_back(drawing *d, table_look *look) {
    const story_run *run = d->q->moment->run;
    const story_step *step = d->q->moment->step;
    size_t done = step && step->kind == STEP_BACK ? step->number : run->back_count;
    for (size_t k = 0; k < run->back_count && k < done; k++) {
        const story_back *back = &run->backs[k];
        const story_table *t = look->table;
        cell_look *cell = is_marked(back, t) ? look_of(look, back->row, back->col) : NULL;
        if (d->q->moment->story->is_recurrence || run->way_is_derived)
            mark_ends(look, back);
        if (!cell)
            continue;
        cell->state = STATE_BACK;
        cell->tag = str_format(d->a, "%zu", back->number);
    }
}

table_look table_look_asked(drawing *d, const story_table *t, const story_moment *m) {
    bool back = drawing_param_switch(d, "back") || (m->step && m->step->kind == STEP_BACK);
    if (!back)
        return table_look_at(d, t, m);
    /* What the last cell used is of no interest on the way back, and its digits would mean something else. */
    story_moment end = *m;
    end.step = NULL;
    end.candidate = NULL;
    table_look look = table_look_at(d, t, &end);
    mark_way_back(d, &look);
    return look;
}

grid_block table_rows_asked(drawing *d, const char *figure, const story_table *t) {
    grid_block all = {0, (size_t)(t->row_last - t->row_first + 1)};
    int64_t ends[2];
    if (!drawing_param_range(d, "rows", ends))
        return all;
    int64_t from = ends[0] < t->row_first ? t->row_first : ends[0];
    int64_t to = ends[1] > t->row_last ? t->row_last : ends[1];
    if (from > to) {
        error_plain(d->q->error, figure_param_status(d->q), "figure %s: rows=%.*s names no row from %lld to %lld",
                    figure, STR_ARG(drawing_param(d, "rows")), (long long)t->row_first, (long long)t->row_last);
        return all;
    }
    return (grid_block){(size_t)(from - t->row_first), (size_t)(to - from + 1)};
}
