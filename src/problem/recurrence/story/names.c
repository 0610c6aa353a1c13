/* Names of recurrences for templates, a table for each kind of object; docs/problems/recurrence.md explains them. */
#include "extension.h"

#include "recurrence/story/facts.h"
#include "sheet_value.h"

#include <inttypes.h>

enum { WRITTEN_LEVELS = 6, WRITTEN_DIGITS = 40 }; /* a sum with more is not written out */

#define AS(v, type) ((const type *)(v)->object)

static view_value value_view(str value, arena *a) {
    return value.len ? view_value_of_datum(sheet_value(value, a), a) : view_bool(false);
}

static bool facts_of(const view *v, recurrence_facts *r, arena *a) {
    return recurrence_facts_of(v->object, r, a);
}

/* A name whose value needs nothing but the facts. */
#define NAME(name, value)                                                                                              \
    static view_value root_##name(const view *v, arena *a) {                                                           \
        recurrence_facts r;                                                                                            \
        return facts_of(v, &r, a) ? (value) : view_missing();                                                          \
    }

static str shown(int64_t value, arena *a) {
    return number_shown(str_format(a, "%" PRId64, value), a);
}

static view_value case_is(const recurrence_facts *r, const char *name) {
    return view_bool(str_is(r->case_name, name));
}

NAME(a, view_text(shown(r.a, a)))
NAME(b, view_text(shown(r.b, a)))
NAME(f, view_text(r.f))
NAME(n, value_view(r.n, a))
NAME(power, view_integer(a, r.power))
NAME(depth, view_integer(a, (int64_t)r.depth))
NAME(level_count, view_integer(a, (int64_t)r.depth + 1))
NAME(parts_term, view_text(recurrence_parts_term(&r, a)))
NAME(right_side, view_text(recurrence_right_side(&r, a)))
NAME(has_log, view_bool(r.log))
NAME(leaf_cost, view_text(r.log ? STR("0") : number_shown(r.factor, a)))
NAME(one_part, view_bool(r.a == 1))
NAME(one_level, view_bool(r.depth == 0))
NAME(is_leaves, case_is(&r, "1"))
NAME(is_even, case_is(&r, "2"))
NAME(is_root, case_is(&r, "3"))
NAME(is_between, case_is(&r, "2 extended"))
NAME(critical, view_text(recurrence_power_tex(r.critical, a)))
NAME(critical_exponent, view_text(str_starts(r.critical, "log_") ? STR("") : r.critical))
NAME(critical_decimal, view_text(recurrence_decimal(&r, a)))
NAME(theta, view_text(recurrence_theta(&r, a)))
NAME(power_text, view_text(recurrence_power_tex(str_format(a, "%" PRId64, r.power), a)))
NAME(shrinking, value_view(recurrence_shrinking(&r, a), a))
NAME(ratio, value_view(recurrence_ratio(&r, a), a))
NAME(closed_form, view_text(recurrence_closed_form(&r, a)))

static str answer_text(const view *v, const char *key) {
    return datum_as_text(datum_get(AS(v, story)->answer, key));
}

static view_value root_total(const view *v, arena *a) {
    return value_view(answer_text(v, "total"), a);
}

static view_value root_node_total(const view *v, arena *a) {
    return value_view(answer_text(v, "nodes"), a);
}

static view_value root_leaf_count(const view *v, arena *a) {
    return value_view(answer_text(v, "leaves"), a);
}

static view_value root_mirror(const view *v, arena *a) {
    recurrence_facts r, mirror;
    if (!facts_of(v, &r, a))
        return view_missing();
    if (!recurrence_mirror(&r, &mirror, a))
        return view_bool(false);
    datum *d = datum_map(a);
    datum_put(a, d, "right_side", datum_text(a, recurrence_right_side(&mirror, a)));
    return view_value_of_datum(d, a);
}

/* ---- levels ---- */

static const story_table *table_of(const story_run *r) {
    return story_table_named(r, STR("levels"));
}

/* The columns of the table of levels. */
enum { NODES, SIZE, EACH, COST };

static str cell_text(const story_table *t, int64_t level, int64_t column) {
    const story_cell *c = t ? story_cell_at(t, level, column) : NULL;
    return c ? c->value : STR("");
}

/* "1 \times 8 + 4 \times 4" or "8 + 16": all levels, if they are few and short. */
static str sum_tex(const story *s, bool products, arena *a) {
    const story_run *run = story_main_run(s);
    const story_table *t = table_of(run);
    strbuf b = strbuf_in(a);
    size_t digits = 0;
    for (int64_t k = 0; t && k <= t->row_last; k++) {
        str nodes = cell_text(t, k, NODES), each = cell_text(t, k, EACH), cost = cell_text(t, k, COST);
        digits += products ? nodes.len + each.len + 1 : cost.len;
        if (k >= WRITTEN_LEVELS || digits > WRITTEN_DIGITS || !cost.len)
            return STR("");
        strbuf_add_c(&b, k ? " + " : "");
        if (products)
            strbuf_addf(&b, "%.*s \\times %.*s", STR_ARG(number_shown(nodes, a)), STR_ARG(number_shown(each, a)));
        else
            strbuf_add(&b, number_shown(cost, a));
    }
    return strbuf_text(&b);
}

static view_value root_products(const view *v, arena *a) {
    return view_text(sum_tex(v->object, true, a));
}

static view_value root_costs(const view *v, arena *a) {
    return view_text(sum_tex(v->object, false, a));
}

/* How the costs of the levels go on: 1 if all grow, 0 if all stay, -1 if all shrink, 2 otherwise. */
static int trend_of(const story *s, arena *a) {
    const story_table *t = table_of(story_main_run(s));
    int trend = 3; /* nothing is known yet */
    for (int64_t k = 1; t && k <= t->row_last; k++) {
        const number *above = number_from_canonical(a, cell_text(t, k - 1, COST));
        const number *here = number_from_canonical(a, cell_text(t, k, COST));
        if (!above || !here)
            return 2;
        int sign = number_compare(here, above);
        sign = sign > 0 ? 1 : sign < 0 ? -1 : 0;
        if (trend != 3 && trend != sign)
            return 2;
        trend = sign;
    }
    return trend == 3 ? 2 : trend;
}

static view_value root_grows(const view *v, arena *a) {
    return view_bool(trend_of(v->object, a) == 1);
}

static view_value root_stays(const view *v, arena *a) {
    return view_bool(trend_of(v->object, a) == 0);
}

static view_value root_shrinks(const view *v, arena *a) {
    return view_bool(trend_of(v->object, a) == -1);
}

/* The calls of a program that knows sizes only, where they were traced; and of one that hands parts out. */
static view_value run_view(const view *v, const char *id) {
    const story_run *r = story_run_named(v->object, str_of(id));
    return r && r->frame_count ? view_of_object(story_view_run(r)) : view_bool(false);
}

/* As many levels as a graph in the text has room for. */
enum { DRAWN_DEPTH = 3 };

static view_value root_size_calls(const view *v, arena *a) {
    recurrence_facts r;
    if (!facts_of(v, &r, a))
        return view_missing();
    return r.a > 1 && r.depth <= DRAWN_DEPTH ? run_view(v, "calls") : view_bool(false);
}

static view_value root_sort_calls(const view *v, arena *a) {
    recurrence_facts r;
    if (!facts_of(v, &r, a))
        return view_missing();
    bool merge_sort = r.a == 2 && r.b == 2 && str_is(r.f, "n");
    return merge_sort && r.depth <= DRAWN_DEPTH ? run_view(v, "parts") : view_bool(false);
}

static const view_name root_names[] = {
    {"a", root_a},
    {"b", root_b},
    {"f", root_f},
    {"n", root_n},
    {"power", root_power},
    {"depth", root_depth},
    {"level_count", root_level_count},
    {"parts_term", root_parts_term},
    {"right_side", root_right_side},
    {"has_log", root_has_log},
    {"leaf_cost", root_leaf_cost},
    {"one_part", root_one_part},
    {"one_level", root_one_level},
    {"is_leaves", root_is_leaves},
    {"is_even", root_is_even},
    {"is_root", root_is_root},
    {"is_between", root_is_between},
    {"critical", root_critical},
    {"critical_exponent", root_critical_exponent},
    {"critical_decimal", root_critical_decimal},
    {"theta", root_theta},
    {"power_text", root_power_text},
    {"shrinking", root_shrinking},
    {"ratio", root_ratio},
    {"closed_form", root_closed_form},
    {"total", root_total},
    {"node_total", root_node_total},
    {"leaf_count", root_leaf_count},
    {"mirror", root_mirror},
    {"products", root_products},
    {"costs", root_costs},
    {"grows", root_grows},
    {"stays", root_stays},
    {"shrinks", root_shrinks},
    {"size_calls", root_size_calls},
    {"sort_calls", root_sort_calls},
    {NULL, NULL},
};

/* ---- phases ---- */

static view_value of_level(const view *v, int64_t column, arena *a) {
    const story_phase *p = v->object;
    return str_is(p->by, "level") ? value_view(cell_text(table_of(p->run), p->value, column), a) : view_missing();
}

static view_value phase_nodes(const view *v, arena *a) {
    return of_level(v, NODES, a);
}

static view_value phase_size(const view *v, arena *a) {
    return of_level(v, SIZE, a);
}

static view_value phase_each(const view *v, arena *a) {
    return of_level(v, EACH, a);
}

static view_value phase_cost(const view *v, arena *a) {
    return of_level(v, COST, a);
}

static view_value phase_of_root(const view *v, arena *a) {
    (void)a;
    return view_bool(AS(v, story_phase)->value == 0);
}

static view_value phase_of_leaves(const view *v, arena *a) {
    (void)a;
    const story_phase *p = v->object;
    const story_table *t = table_of(p->run);
    return t ? view_bool(p->value == t->row_last) : view_missing();
}

static const view_name phase_names[] = {
    {"nodes", phase_nodes},     {"size", phase_size},         {"each", phase_each}, {"cost", phase_cost},
    {"is_root", phase_of_root}, {"is_leaf", phase_of_leaves}, {NULL, NULL},
};

const story_extension recurrence_names = {
    .name = "recurrence",
    .own[OWN_ROOT].rows = root_names,
    .own[OWN_PHASE].rows = phase_names,
};
