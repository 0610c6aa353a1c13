/* A memo of sets: as a lattice with the number of values in each set, or, with level=N or full=yes, written out. */
#include "number.h"
#include "sets/sets.h"

static bool sets_draw(const story_run *r) {
    return memo_table(r) != NULL;
}

/* What a put adds: "8 ÷ 3 = 8/3". */
static void put_facts(drawing *d, const memo *m) {
    const story_step *put = m->put;
    str expr = put && put->node && put->node->op.len ? story_node_shown(put->node, d->a) : STR("");
    drawing_fact(d, "set", m->current ? memo_set_name(m->current, d->a) : STR(""));
    drawing_fact(d, "result", put ? number_shown(put->facts[0].value, d->a) : STR(""));
    drawing_fact(d, "expression", expr);
    drawing_fact_bool(d, "dup", put && put->dup);
}

static void facts(drawing *d, const memo *m, int64_t level) {
    size_t results = 0, values = 0;
    for (size_t k = 0; k < m->count; k++) {
        results += m->sets[k].result_count;
        values += m->sets[k].value_count;
    }
    const memo_set *whole = m->count ? &m->sets[m->count - 1] : NULL;
    drawing_fact(d, "value", m->classes.count ? number_shown(m->classes.items[0].node->value, d->a) : STR(""));
    drawing_fact(d, "whole", whole ? memo_set_name(whole, d->a) : STR(""));
    drawing_fact_integer(d, "set_count", (int64_t)m->count);
    drawing_fact_integer(d, "result_count", (int64_t)results);
    drawing_fact_integer(d, "value_count", (int64_t)values);
    drawing_fact_integer(d, "level", level);
    put_facts(d, m);
}

static figure *sets_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    int64_t level = drawing_param_integer(d, "level", 0), solution = drawing_param_integer(d, "solution", 1);
    memo *m = memo_at(q->moment, (size_t)solution, d->a);
    bool full = drawing_param_switch(d, "full") || level > 0;
    if (level > 0 && (size_t)level > m->largest)
        error_plain(q->error, figure_param_status(q), "figure set-lattice: level %lld of %zu", (long long)level,
                    m->largest);
    size_t classes = m->classes.count;
    if (solution < 1 || (solution > 1 && (size_t)solution > classes))
        error_plain(q->error, figure_param_status(q), "figure set-lattice: solution %lld of %zu", (long long)solution,
                    classes);
    if (error_set(q->error))
        return NULL;
    facts(d, m, full ? level : 0);
    drawing_fact_bool(d, "full", full);
    if (full)
        memo_tables_draw(d, m, (size_t)level, q->width, q->height);
    else
        lattice_draw(d, m, q->width, q->height);
    return drawing_end(d, "set-lattice");
}

static const figure_param sets_params[] = {
    {.name = "level"}, {.name = "full", .is_switch = true}, {.name = "solution"}, {0}};

const figure_kind set_lattice_figure = {
    .name = "set-lattice",
    .old_name = "sets",
    .summary = "a memo of sets: the lattice, or the values of each set",
    .counts = STEP_PUT,
    .at_end = true,
    .params = sets_params,
    .draws = sets_draw,
    .build = sets_build,
};
