/* The polygon game's own names. Its instance holds vertex and edge lists, both from 1:
 *
 *   edge 1 ─ vertex 1 ─ edge 2 ─ vertex 2 ─ … ─ edge n ─ vertex n ─ (edge 1)
 *
 * so a chain of j vertices from vertex i has the edges i+1 … i+j−1 inside. */
#include "polygon.h"

#include "expr.h"
#include "extension.h"
#include "number.h"

static const datum *list_of(const datum *instance, const char *name) {
    const datum *d = datum_get(instance, name);
    return d && d->kind == DATUM_LIST ? d : NULL;
}

static bool edge_of(const datum *d, bool *times) {
    str text = datum_as_text(d);
    *times = str_is(text, "x") || str_is(text, "*") || str_is(text, "×");
    return *times || str_is(text, "t") || str_is(text, "+");
}

bool polygon_ring_of(const story *s, polygon_ring *ring, arena *a) {
    const datum *vertices = list_of(s->instance, "vertices"), *edges = list_of(s->instance, "edges");
    if (!str_is(s->problem, "polygon") || !vertices || !edges || vertices->count != edges->count || !edges->count)
        return false;
    ring->n = vertices->count;
    ring->values = ARENA_ARRAY(a, str, ring->n);
    ring->times = ARENA_ARRAY(a, bool, ring->n);
    for (size_t k = 0; k < ring->n; k++) {
        ring->values[k] = datum_as_text(vertices->items[k]);
        if (!edge_of(edges->items[k], &ring->times[k]))
            return false;
    }
    return true;
}

size_t polygon_index(const polygon_ring *r, int64_t i) {
    int64_t n = (int64_t)r->n, k = (i - 1) % n;
    return (size_t)(k < 0 ? k + n : k) + 1;
}

str polygon_chain_text(const polygon_ring *r, size_t i, size_t length, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < length; k++) {
        size_t vertex = polygon_index(r, (int64_t)(i + k));
        if (k)
            strbuf_add_c(&b, r->times[vertex - 1] ? " × " : " + ");
        strbuf_add(&b, number_shown(r->values[vertex - 1], a));
    }
    return strbuf_text(&b);
}

static bool one_of(str name, const char *const *names) {
    while (*names && !str_is(name, *names))
        names++;
    return *names != NULL;
}

static view_value number_value(size_t value, arena *a) {
    return view_integer(a, (int64_t)value);
}

static view_value sign_of(bool times) {
    return view_text(times ? STR("×") : STR("+"));
}

/* ---- the whole ---- */

static const char *const root_names[] = {"n",          "ring_text", "vertices",   "edges", "max",
                                         "best_edges", "per_edge",  "expression", NULL};

static view_value vertices_of(const polygon_ring *r, arena *a) {
    datum *list = datum_list(a);
    for (size_t k = 0; k < r->n; k++) {
        datum *vertex = datum_add(a, list, datum_map(a));
        datum_put(a, vertex, "number", datum_integer(a, (int64_t)k + 1));
        datum_put(a, vertex, "value", datum_text(a, number_shown(r->values[k], a)));
    }
    return view_value_of_datum(list, a);
}

static datum *edge_datum(const polygon_ring *r, size_t edge, arena *a) {
    datum *d = datum_map(a);
    datum_put(a, d, "number", datum_integer(a, (int64_t)edge));
    datum_put(a, d, "edge", datum_integer(a, (int64_t)edge));
    datum_put(a, d, "sign", datum_text(a, r->times[edge - 1] ? STR("×") : STR("+")));
    datum_put(a, d, "times", datum_bool(a, r->times[edge - 1]));
    return d;
}

static view_value edges_of(const polygon_ring *r, arena *a) {
    datum *list = datum_list(a);
    for (size_t k = 0; k < r->n; k++)
        datum_add(a, list, edge_datum(r, k + 1, a));
    return view_value_of_datum(list, a);
}

static view_value best_edges_of(const polygon_ring *r, const datum *answer, arena *a) {
    datum *list = datum_list(a);
    const datum *best = datum_get(answer, "best_edges");
    for (size_t k = 0; best && k < best->count; k++)
        datum_add(a, list, edge_datum(r, polygon_index(r, best->items[k]->integer), a));
    return view_value_of_datum(list, a);
}

/* Each edge with what is reached when it goes first. */
static view_value per_edge_of(const polygon_ring *r, const datum *answer, arena *a) {
    datum *list = datum_list(a);
    const datum *per_edge = datum_get(answer, "per_edge");
    str best = datum_as_text(datum_get(answer, "max"));
    for (size_t k = 0; per_edge && k < per_edge->count && k < r->n; k++) {
        str low = datum_as_text(datum_get(per_edge->items[k], "min"));
        str high = datum_as_text(datum_get(per_edge->items[k], "max"));
        datum *d = datum_add(a, list, edge_datum(r, k + 1, a));
        datum_put(a, d, "min", datum_text(a, number_shown(low, a)));
        datum_put(a, d, "max", datum_text(a, number_shown(high, a)));
        datum_put(a, d, "best", datum_bool(a, str_equal(high, best)));
    }
    return view_value_of_datum(list, a);
}

static view_value expression_of(const story *s, arena *a) {
    str text = datum_as_text(datum_get(s->answer, "expression"));
    source where = {STR("the answer's expression"), text};
    error fault = error_in(a);
    expr *x = expr_read(&where, 0, text.len, a, &fault);
    return view_text(x ? expr_shown(x, NULL, 0, a) : text);
}

static view_value root_lookup(const story *s, str name, arena *a) {
    polygon_ring r;
    if (!one_of(name, root_names) || !polygon_ring_of(s, &r, a))
        return view_missing();
    if (str_is(name, "n"))
        return number_value(r.n, a);
    if (str_is(name, "ring_text"))
        return view_text(polygon_chain_text(&r, 1, r.n, a));
    if (str_is(name, "vertices"))
        return vertices_of(&r, a);
    if (str_is(name, "edges"))
        return edges_of(&r, a);
    if (!s->answer)
        return view_missing();
    if (str_is(name, "max"))
        return story_view_number(datum_as_text(datum_get(s->answer, "max")), a);
    if (str_is(name, "best_edges"))
        return best_edges_of(&r, s->answer, a);
    if (str_is(name, "per_edge"))
        return per_edge_of(&r, s->answer, a);
    return expression_of(s, a);
}

/* ---- steps ---- */

static const char *const step_names[] = {"chain", "wraps", NULL};

static view_value step_lookup(const story_step *s, str name, arena *a) {
    polygon_ring r;
    if (!one_of(name, step_names) || s->kind != STEP_CELL || !polygon_ring_of(s->run->story, &r, a))
        return view_missing();
    if (str_is(name, "wraps"))
        return view_bool(s->row + s->col - 1 > (int64_t)r.n);
    return view_text(polygon_chain_text(&r, (size_t)s->row, (size_t)s->col, a));
}

/* ---- splits ---- */

static const char *const candidate_names[] = {"edge",     "sign",     "times",     "left_chain", "right_chain",
                                              "left_row", "left_col", "right_row", "right_col",  NULL};

/* s of the label "s=2"; 0 if it has another form. */
static int64_t split_of(const story_candidate *c) {
    int64_t s = 0;
    if (!str_starts(c->label, "s="))
        return 0;
    for (size_t k = 2; k < c->label.len && s < INT32_MAX; k++) {
        char digit = c->label.ptr[k];
        if (digit < '0' || digit > '9')
            return 0;
        s = s * 10 + (digit - '0');
    }
    return s;
}

static view_value candidate_lookup(const story_candidate *c, str name, arena *a) {
    polygon_ring r;
    int64_t s = one_of(name, candidate_names) ? split_of(c) : 0;
    if (!s || !c->step || s >= c->step->col || !polygon_ring_of(c->step->run->story, &r, a))
        return view_missing();
    size_t i = polygon_index(&r, c->step->row), j = (size_t)c->step->col;
    size_t edge = polygon_index(&r, c->step->row + s);
    if (str_is(name, "edge") || str_is(name, "right_row"))
        return number_value(edge, a);
    if (str_is(name, "sign"))
        return sign_of(r.times[edge - 1]);
    if (str_is(name, "times"))
        return view_bool(r.times[edge - 1]);
    if (str_is(name, "left_chain"))
        return view_text(polygon_chain_text(&r, i, (size_t)s, a));
    if (str_is(name, "right_chain"))
        return view_text(polygon_chain_text(&r, edge, j - (size_t)s, a));
    if (str_is(name, "left_row"))
        return number_value(i, a);
    return number_value(str_is(name, "left_col") ? (size_t)s : j - (size_t)s, a);
}

const story_extension polygon_extension = {
    .problem = "polygon",
    .root = root_lookup,
    .step = step_lookup,
    .candidate = candidate_lookup,
    .root_names = root_names,
    .step_names = step_names,
    .candidate_names = candidate_names,
};
