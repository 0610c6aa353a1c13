#include "tables/neighbours.h"

#include "visible.h"

#include <stdio.h>

/* From which neighbour in `t` the candidate of the cell (row, col) comes. */
static way_in neighbours_way(const story_table *t, const story_candidate *c, int64_t row, int64_t col) {
    way_in way = FROM_NOWHERE;
    for (size_t k = 0; c && k < c->read_count; k++) {
        const story_read *read = &c->reads[k];
        int64_t up = row - read->row, left = col - read->col;
        if (read->table != t || up < 0 || up > 1 || left < 0 || left > 1 || up + left == 0)
            continue;
        way = up && left ? FROM_DIAGONAL : up ? FROM_ABOVE : FROM_LEFT;
    }
    return way;
}

/* Where nothing was tried and there are base values alone, it is the table of an empty text. Other values that no
 * candidate gave are counts, not a recurrence. */
static bool has_neighbours(const story_run *r, const story_table *t) {
    bool tried = false, counted = false;
    for (size_t k = 0; k < r->step_count; k++) {
        const story_step *s = &r->steps[k];
        const story_fact *fact = story_fact_of(s, t);
        if (!fact)
            continue;
        counted = counted || (fact->why.len && !str_is(fact->why, "base"));
        tried = tried || s->candidate_count;
        for (size_t c = 0; c < s->candidate_count; c++)
            if (neighbours_way(t, &s->candidates[c], s->row, s->col) != FROM_NOWHERE)
                return true;
    }
    return !tried && !counted;
}

const story_table *neighbours_table(const story_run *r) {
    for (size_t k = 0; k < r->table_count; k++) {
        const story_table *t = &r->tables[k];
        /* A table without letters, such as that of a matrix chain, has neighbours too, but they are not the idea. */
        if (t->shape == TABLE_FULL && !t->texts && t->cell_count && t->row_labels.count && t->col_labels.count &&
            has_neighbours(r, t))
            return t;
    }
    return NULL;
}

static str label_at(const story_texts *labels, int64_t place) {
    return place >= 0 && (size_t)place < labels->count ? labels->items[place] : STR("");
}

static bool letters_match(const story_table *t, int64_t row, int64_t col) {
    str one = label_at(&t->row_labels, row - t->row_first), other = label_at(&t->col_labels, col - t->col_first);
    return one.len && str_equal(one, other);
}

neighbours_cell neighbours_cell_at(const story_table *t, int64_t row, int64_t col) {
    neighbours_cell cell = {.kept = FROM_NOWHERE};
    const story_step *s = story_step_of_cell(t, row, col);
    const story_fact *fact = s ? story_fact_of(s, t) : NULL;
    if (!fact)
        return cell;
    for (size_t k = 0; k < fact->chosen.count; k++) {
        way_in way = neighbours_way(t, story_candidate_labelled(s, t, fact->chosen.items[k]), row, col);
        cell.best |= way < WAYS_IN ? 1u << way : 0;
    }
    cell.kept = neighbours_way(t, fact->kept, row, col);
    cell.match = str_is(fact->why, "match") || letters_match(t, row, col);
    return cell;
}

/* Where the trace does not tell the candidates of a cell, the label alone has to say it. */
static way_in way_of_label(str label) {
    static const char *const labels[WAYS_IN] = {[FROM_DIAGONAL] = "D", [FROM_ABOVE] = "U", [FROM_LEFT] = "L"};
    way_in way = FROM_DIAGONAL;
    while (way < WAYS_IN && !str_is(label, labels[way]))
        way++;
    return way;
}

neighbours_steps neighbours_way_back(const story_table *t, const story_moment *m, arena *a) {
    const story_run *run = t->run;
    size_t done = m->step && m->step->kind == STEP_BACK ? m->step->number : run->back_count;
    neighbours_steps steps = {.items = ARENA_ARRAY(a, neighbours_step, run->back_count)};
    for (size_t k = 0; k < run->back_count && k < done; k++) {
        const story_back *b = &run->backs[k];
        if (b->table->shape == TABLE_SETS || !story_cell_at(t, b->row, b->col))
            continue;
        way_in way = neighbours_way(t, b->candidate, b->row, b->col);
        way = way == FROM_NOWHERE ? way_of_label(b->take) : way;
        neighbours_cell cell = neighbours_cell_at(t, b->row, b->col);
        steps.items[steps.count++] = (neighbours_step){b->row, b->col, way, way == FROM_DIAGONAL && cell.match};
    }
    return steps;
}

str neighbours_letter(const story_texts *labels, size_t place, arena *a) {
    return visible_text(label_at(labels, (int64_t)place), a);
}

bool neighbours_letters_are_indices(const story_texts *labels, int64_t first) {
    for (size_t k = 0; k < labels->count; k++) {
        int64_t index = first + (int64_t)k;
        char text[24];
        snprintf(text, sizeof text, "%lld", (long long)index);
        if (labels->items[k].len && !str_is(labels->items[k], text))
            return false;
    }
    return true;
}
