#include "trees/cost_nodes.h"

#include "number.h"

static const char *const columns[] = {"nodes", "size", "each", "cost"};
enum { COLUMNS = sizeof columns / sizeof *columns, COST = 3 };

/* Where the columns stand in a table, from its first; false if one is missing. */
static bool find_columns(const story_table *t, int64_t *where) {
    for (size_t c = 0; c < COLUMNS; c++) {
        size_t k = 0;
        while (k < t->col_labels.count && !str_is(t->col_labels.items[k], columns[c]))
            k++;
        if (k == t->col_labels.count)
            return false;
        where[c] = t->col_first + (int64_t)k;
    }
    return true;
}

const story_table *levels_table(const story_run *r) {
    int64_t where[COLUMNS];
    for (size_t k = 0; k < r->table_count; k++)
        if (r->tables[k].shape == TABLE_FULL && r->tables[k].row_first <= r->tables[k].row_last &&
            find_columns(&r->tables[k], where))
            return &r->tables[k];
    return NULL;
}

bool levels_step(const story_step *step) {
    int64_t where[COLUMNS];
    for (size_t k = 0; k < step->fact_count; k++) {
        const story_table *t = step->facts[k].table;
        if (t && (str_is(t->id, "total") || (find_columns(t, where) && step->col == where[COST])))
            return true;
    }
    return false;
}

static bool is_done(const story_table *t, int64_t row, int64_t col, size_t last) {
    const story_step *step = story_step_of_cell(t, row, col);
    return step && step->number <= last;
}

static level_look level_at(const story_table *t, const int64_t *where, int64_t row, const story_moment *m) {
    level_look l = {.number = row};
    l.expanded = is_done(t, row, where[COST], story_last_step(m));
    l.current =
        l.expanded && m->step && m->step->kind == STEP_CELL && m->step->row == row && story_fact_of(m->step, t) != NULL;
    str *const texts[COLUMNS] = {&l.nodes, &l.size, &l.each, &l.cost};
    for (size_t c = 0; c < COLUMNS; c++)
        *texts[c] = story_value_at(t, row, where[c], m);
    if (!l.expanded) {
        /* The level to come is known by its calls: how many, and of which size. */
        const story_cell *nodes = story_cell_at(t, row, where[0]), *size = story_cell_at(t, row, where[1]);
        l.nodes = nodes->value;
        l.size = size->value;
    }
    return l;
}

levels_look levels_look_at(drawing *d) {
    const story_moment *m = d->q->moment;
    levels_look look = {.table = levels_table(m->run)};
    int64_t where[COLUMNS] = {0};
    if (!look.table || !find_columns(look.table, where))
        return look;
    look.count = (size_t)(look.table->row_last - look.table->row_first + 1);
    look.levels = ARENA_ARRAY(d->a, level_look, look.count);
    for (size_t k = 0; k < look.count; k++)
        look.levels[k] = level_at(look.table, where, look.table->row_first + (int64_t)k, m);
    while (look.expanded < look.count && look.levels[look.expanded].expanded)
        look.expanded++;
    const story_table *total = story_table_named(m->run, STR("total"));
    if (total && total->cell_count) {
        look.summed = is_done(total, total->row_first, total->col_first, story_last_step(m));
        look.total = story_value_at(total, total->row_first, total->col_first, m);
    }
    return look;
}

size_t level_count(str value, size_t most) {
    size_t count = 0;
    for (size_t k = 0; k < value.len; k++) {
        if (value.ptr[k] < '0' || value.ptr[k] > '9' || count > most)
            return SIZE_MAX;
        count = count * 10 + (size_t)(value.ptr[k] - '0');
    }
    return value.len && count >= 1 && count <= most ? count : SIZE_MAX;
}

double level_share(const drawing *d, str part, str whole) {
    enum { STEPS = 10000 }; /* finer than any printer */
    const number *x = number_from_canonical(d->a, part), *y = number_from_canonical(d->a, whole);
    if (!x || !y || number_sign(x) <= 0 || number_sign(y) <= 0)
        return 0;
    number *share = number_from_integer(d->a, STEPS);
    fmpq_mul(share->q, share->q, x->q);
    fmpq_div(share->q, share->q, y->q);
    fmpz *whole_steps = fmpq_numref(share->q);
    fmpz_fdiv_q(whole_steps, whole_steps, fmpq_denref(share->q));
    fmpz_one(fmpq_denref(share->q));
    return fmpz_cmp_si(whole_steps, STEPS) > 0 ? 1 : (double)fmpz_get_si(whole_steps) / STEPS;
}
