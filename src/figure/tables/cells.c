#include "tables/cells.h"

#include "number.h"

static const datum *place_datum(const drawing *d, int64_t row, int64_t col) {
    datum *at = datum_map(d->a);
    datum_put(d->a, at, "row", datum_integer(d->a, row));
    datum_put(d->a, at, "col", datum_integer(d->a, col));
    return at;
}

static str cell_phrase(drawing *d, const story_table *t, int64_t row, int64_t col, bool plain) {
    if (d->plain_cells == t)
        return story_cell_name(t, row, col, d->a);
    str key = str_format(d->a, "table.%.*s.cell", STR_ARG(t->id));
    if (!drawing_knows(d, key.ptr)) {
        d->plain_cells = t;
        return story_cell_name(t, row, col, d->a);
    }
    const datum *at = place_datum(d, row, col);
    return plain ? drawing_say_plain(d, key.ptr, at) : drawing_say(d, key.ptr, at);
}

str cell_name(drawing *d, const story_table *t, int64_t row, int64_t col) {
    return cell_phrase(d, t, row, col, false);
}

str cell_name_plain(drawing *d, const story_table *t, int64_t row, int64_t col) {
    return cell_phrase(d, t, row, col, true);
}

bool cell_name_alone(drawing *d, const story_table *t, int64_t row, int64_t col, str *name) {
    str key = str_format(d->a, "table.%.*s.cell", STR_ARG(t->id));
    *name = drawing_knows(d, key.ptr) ? STR("") : story_cell_name(t, row, col, d->a);
    return name->len || drawing_say_alone(d, key.ptr, place_datum(d, row, col), name);
}

static str table_phrase(drawing *d, const story_table *t, const char *what, str otherwise) {
    str key = str_format(d->a, "table.%.*s.%s", STR_ARG(t->id), what);
    if (drawing_knows(d, key.ptr))
        return drawing_say(d, key.ptr, NULL);
    strbuf b = strbuf_in(d->a);
    strbuf_add_c(&b, "");
    mustache_escape_markdown(&b, otherwise.len ? otherwise : t->id, STR(""));
    return strbuf_text(&b);
}

str table_title(drawing *d, const story_table *t) {
    return table_phrase(d, t, "title", t->title);
}

str table_short(drawing *d, const story_table *t) {
    return table_phrase(d, t, "short", t->id);
}

str candidate_tag(const drawing *d, const story_candidate *c) {
    size_t equals = str_find(c->label, STR("="), 0);
    if (equals != SIZE_MAX)
        return str_slice(c->label, equals + 1, c->label.len);
    if (c->label.len > 0 && c->label.len <= 2)
        return c->label;
    return str_format(d->a, "%zu", c->number);
}

bool candidate_counts(const story_candidate *c, const story_fact *fact) {
    return !c->table || c->table == fact->table;
}

str candidate_value(const drawing *d, const story_candidate *c, const story_fact *fact) {
    if (!candidate_counts(c, fact) || c->way_count == 0)
        return STR("");
    str best = c->ways[0].value;
    int sign = str_is(fact->why, "min") ? -1 : str_is(fact->why, "max") ? 1 : 0;
    for (size_t k = 1; k < c->way_count && sign; k++) {
        const number *one = number_from_canonical(d->a, c->ways[k].value), *other = number_from_canonical(d->a, best);
        if (one && other && number_compare(one, other) * sign > 0)
            best = c->ways[k].value;
    }
    return best;
}

bool candidate_chosen(const story_candidate *c, const story_fact *fact) {
    for (size_t k = 0; k < fact->chosen.count && candidate_counts(c, fact); k++)
        if (str_equal(fact->chosen.items[k], c->label))
            return true;
    return false;
}

/* ---- states ---- */

static cell_look *look_of(table_look *look, int64_t row, int64_t col) {
    const story_table *t = look->table;
    if (row < t->row_first || row > t->row_last || col < t->col_first || col > t->col_last)
        return NULL;
    return &look->cells[(size_t)(row - t->row_first) * look->cols + (size_t)(col - t->col_first)];
}

static bool expr_names(str expr, str name) {
    for (size_t at = str_find(expr, name, 0); at != SIZE_MAX; at = str_find(expr, name, at + 1)) {
        char before = at ? expr.ptr[at - 1] : ' ', after = at + name.len < expr.len ? expr.ptr[at + name.len] : ' ';
        bool word_before = (before | 32) >= 'a' && (before | 32) <= 'z';
        bool word_after = ((after | 32) >= 'a' && (after | 32) <= 'z') || (after >= '0' && after <= '9');
        if (!word_before && !word_after)
            return true;
    }
    return false;
}

/* The read of the fact's own table at the place of read `k`, if it has the same value: where smallest and largest value
 * agree, each table is said to come from itself. Else `k`. */
static size_t read_at_home(const story_candidate *c, size_t k, const story_fact *fact) {
    const story_read *read = &c->reads[k];
    for (size_t other = 0; other < c->read_count && read->table && read->table != fact->table; other++) {
        const story_read *twin = &c->reads[other];
        if (twin->table == fact->table && twin->row == read->row && twin->col == read->col &&
            str_equal(twin->value, read->value))
            return other;
    }
    return k;
}

/* Whether read `k` went into the value kept: into the way kept, if the trace says which. */
static bool read_is_kept(const story_candidate *c, size_t k, const story_fact *fact) {
    if (fact->kept != c)
        return false;
    if (!fact->way || c->term_count != c->read_count)
        return true;
    for (size_t t = 0; t < c->term_count; t++)
        if (expr_names(fact->way->expr, c->terms[t].name) && read_at_home(c, t, fact) == k)
            return true;
    return false;
}

static void add_tag(const drawing *d, cell_look *cell, str tag) {
    if (cell->tag.len == 0)
        cell->tag = tag;
    else if (!str_ends(cell->tag, str_to_c(d->a, tag)))
        cell->tag = str_format(d->a, "%.*s,%.*s", STR_ARG(cell->tag), STR_ARG(tag));
}

static void mark_reads(drawing *d, table_look *look, const story_step *step, const story_candidate *c, bool tagged) {
    for (size_t k = 0; k < c->read_count; k++) {
        const story_read *read = &c->reads[k];
        cell_look *cell = read->table == look->table ? look_of(look, read->row, read->col) : NULL;
        if (!cell || cell->state == STATE_CURRENT)
            continue;
        bool kept = false;
        for (size_t f = 0; f < step->fact_count; f++)
            kept = kept || read_is_kept(c, k, &step->facts[f]);
        if (kept)
            cell->state = STATE_CHOSEN;
        else if (cell->state != STATE_CHOSEN)
            cell->state = STATE_READ;
        if (tagged)
            add_tag(d, cell, candidate_tag(d, c));
    }
}

bool fact_is_asked(const drawing *d, const story_fact *fact) {
    str into = drawing_param(d, "into");
    return into.len == 0 || (fact->table && str_equal(fact->table->id, into));
}

/* Whether it counts for a table whose work is shown. */
static bool candidate_is_asked(const drawing *d, const story_step *step, const story_candidate *c) {
    for (size_t f = 0; f < step->fact_count; f++)
        if (fact_is_asked(d, &step->facts[f]) && candidate_counts(c, &step->facts[f]))
            return true;
    return step->fact_count == 0;
}

static void mark_step(drawing *d, table_look *look, const story_moment *m) {
    const story_step *step = m->step;
    if (!step || step->kind != STEP_CELL)
        return;
    for (size_t f = 0; f < step->fact_count; f++) {
        bool here = step->facts[f].table == look->table && fact_is_asked(d, &step->facts[f]);
        cell_look *cell = here ? look_of(look, step->row, step->col) : NULL;
        if (cell)
            cell->state = STATE_CURRENT;
    }
    bool tagged = step->candidate_count > 1 && !m->candidate && !drawing_param_switch(d, "reads");
    for (size_t k = 0; k < step->candidate_count; k++)
        if ((!m->candidate || m->candidate == &step->candidates[k]) &&
            candidate_is_asked(d, step, &step->candidates[k]))
            mark_reads(d, look, step, &step->candidates[k], tagged);
}

/* Whether only cells up to the diagonal are ever set: those above it belong to no subproblem. */
static bool is_lower(const story_table *t) {
    int64_t rows = t->row_last - t->row_first, cols = t->col_last - t->col_first;
    bool lower = t->shape == TABLE_FULL && rows == cols && rows > 0;
    for (int64_t r = 0; lower && r <= rows; r++)
        for (int64_t c = 0; lower && c <= cols; c++) {
            const story_cell *cell = story_cell_at(t, t->row_first + r, t->col_first + c);
            lower = cell && (c > r) == !cell->setting_count;
        }
    return lower;
}

table_look table_look_at(drawing *d, const story_table *t, const story_moment *m) {
    table_look look = {
        .table = t, .rows = (size_t)(t->row_last - t->row_first + 1), .cols = (size_t)(t->col_last - t->col_first + 1)};
    look.cells = ARENA_ARRAY(d->a, cell_look, look.rows * look.cols);
    bool lower = is_lower(t);
    for (size_t r = 0; r < look.rows; r++)
        for (size_t c = 0; c < look.cols; c++) {
            cell_look *cell = &look.cells[r * look.cols + c];
            cell->outside =
                (t->shape == TABLE_UPPER && c < r) || (lower && c > r); /* the diagonal begins in the first cell */
            cell->value = story_value_at(t, t->row_first + (int64_t)r, t->col_first + (int64_t)c, m);
            cell->state = cell->value.len || cell->outside ? STATE_PLAIN : STATE_UNSET;
        }
    mark_step(d, &look, m);
    return look;
}
