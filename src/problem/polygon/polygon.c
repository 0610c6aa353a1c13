/* The polygon game of IOI 1998: a ring of n numbers joined by n edges, each a sum or a product. One edge is removed,
 * then edges are picked in turn; each joins its two neighbours to one number. Which play ends with the largest?
 *
 *        1          edge i stands before vertex i; in the instance
 *    v1 ── vn       edges    [op of edge 1, op of edge 2, …]
 *   2│      │n      vertices [v1, v2, …]
 *    v2 ── …
 *        3
 */
#include "problem.h"

#include "kit/items.h"
#include "kit/memory_limit.h"
#include "polygon/polygon.h"

static const problem_option own_options[] = {
    {.name = "values", .value = "V1,V2,…", .help = "the vertices, without a file; goes with --ops", .instance = true},
    {.name = "ops",
     .value = "O1,O2,…",
     .help = "the operators: O1 joins V1 and V2, the last one the last value and V1",
     .instance = true},
    {.name = NULL},
};

/* ---- reading ---- */

/* '+' or '*' for what labels an edge, else 0. */
static char label_of(char sign) {
    return sign == 't' || sign == 'T' || sign == '+' ? '+' : sign == '*' ? '*' : 0;
}

static datum *new_instance(arena *a) {
    datum *instance = datum_map(a);
    datum_put(a, instance, "n", datum_integer(a, 0));
    datum_put(a, instance, "edges", datum_list(a));
    datum_put(a, instance, "vertices", datum_list(a));
    return instance;
}

/* Takes the label that stands here. */
static bool take_label(items *s, datum *edges, const char *format, size_t number) {
    char label = label_of(items_peek(s));
    if (!label) {
        str what = str_format(s->a, format, number);
        return items_fail_here(s, "expected %.*s, + or t for a sum, × or x for a product", STR_ARG(what));
    }
    items_take_sign(s);
    datum_add(s->a, edges, datum_text(s->a, label == '+' ? STR("+") : STR("*")));
    return true;
}

static bool take_vertex(items *s, datum *vertices, size_t number) {
    str text = items_take_integer(s, str_format(s->a, "vertex %zu", number).ptr);
    if (!text.len)
        return false;
    datum_add(s->a, vertices, datum_text(s->a, text));
    return true;
}

/* The number of vertices, as text too; one beyond counting becomes SIZE_MAX, since so many cannot follow. */
static bool take_count(items *s, size_t *n, str *announced) {
    if (!items_more(s))
        return items_fail_end(s, "the number of vertices is missing");
    size_t at = s->at;
    str text = items_take_integer(s, "the number of vertices");
    if (!text.len)
        return false;
    if (text.ptr[0] == '-' || text.ptr[0] == '0')
        return error_at(s->e, s->where, at, s->at - at, "expected at least 1 vertex, got '%.*s'", STR_ARG(text));
    *announced = text;
    for (size_t k = 0; k < text.len; k++)
        *n = text.len > 18 ? SIZE_MAX : *n * 10 + (size_t)(text.ptr[k] - '0');
    return true;
}

/* "4  t -7 t 4 x 2 x 5": edge 1, vertex 1, edge 2, vertex 2, … */
static datum *parse_ring(const source *text, arena *a, error *e) {
    items s = items_of(text, a, e);
    datum *instance = new_instance(a);
    datum *edges = instance->items[1], *vertices = instance->items[2];
    size_t n = 0, k = 0;
    str announced = {0};
    if (!take_count(&s, &n, &announced))
        return NULL;
    for (; items_more(&s); k++) {
        if (k == n) {
            items_fail_here(&s, "expected the end after vertex %zu", n);
            return NULL;
        }
        if (!take_label(&s, edges, "the label of edge %zu", k + 1))
            return NULL;
        if (!items_more(&s))
            items_fail_end(&s, "vertex %zu is missing", k + 1);
        else
            take_vertex(&s, vertices, k + 1);
        if (error_set(e))
            return NULL;
    }
    if (error_set(e))
        return NULL;
    if (k < n) {
        items_fail_end(&s, "edge %zu and vertex %zu are missing: the number of vertices is %.*s", k + 1, k + 1,
                       STR_ARG(announced));
        return NULL;
    }
    datum_put(a, instance, "n", datum_integer(a, (int64_t)n));
    return instance;
}

static datum *parse_values(const source *where, datum *vertices, arena *a, error *e) {
    items s = items_of(where, a, e);
    while (items_more(&s))
        if (!take_vertex(&s, vertices, vertices->count + 1) || !items_ended(&s, "a value"))
            return NULL;
    if (!vertices->count)
        items_fail_end(&s, "a value is missing");
    return error_set(e) ? NULL : vertices;
}

/* ops[k] joins value k and value k + 1: it is edge k + 1; the last joins the last value and the first: edge 1. */
static datum *parse_ops(const source *where, size_t n, datum *edges, arena *a, error *e) {
    items s = items_of(where, a, e);
    datum *ops = datum_list(a);
    while (items_more(&s)) {
        if (ops->count == n) {
            items_fail_here(&s, "%zu value%s take%s %zu operator%s: expected the end", n, n == 1 ? "" : "s",
                            n == 1 ? "s" : "", n, n == 1 ? "" : "s");
            return NULL;
        }
        if (!take_label(&s, ops, "operator %zu", ops->count + 1))
            return NULL;
    }
    if (ops->count < n)
        items_fail_end(&s, "operator %zu is missing: there are %zu values", ops->count + 1, n);
    if (error_set(e))
        return NULL;
    for (size_t k = 0; k < n; k++)
        datum_add(a, edges, ops->items[(k + n - 1) % n]);
    return edges;
}

static datum *parse_options(const datum *values, const datum *ops, arena *a, error *e) {
    datum *instance = new_instance(a);
    const source in_values = {STR("--values"), datum_as_text(values)}, in_ops = {STR("--ops"), datum_as_text(ops)};
    if (!parse_values(&in_values, instance->items[2], a, e))
        return NULL;
    size_t n = instance->items[2]->count;
    datum_put(a, instance, "n", datum_integer(a, (int64_t)n));
    return parse_ops(&in_ops, n, instance->items[1], a, e) ? instance : NULL;
}

static datum *polygon_parse(const problem_input *in, arena *a, error *e) {
    const datum *values = datum_get(in->options, "values"), *ops = datum_get(in->options, "ops");
    if (error_set(e))
        return NULL;
    if (!values && !ops)
        return parse_ring(in->text, a, e);
    if (str_trim(in->text->text).len)
        error_plain(e, STATUS_USAGE, "the polygon stands in the arguments and in --values and --ops: one of them only");
    else if (!values || !ops)
        error_plain(e, STATUS_USAGE, "--values and --ops belong together: %s is missing",
                    values ? "--ops" : "--values");
    return error_set(e) ? NULL : parse_options(values, ops, a, e);
}

/* ---- what it must be ---- */

static bool valid_lists(const datum *edges, const datum *vertices, size_t n, error *e) {
    if (!edges || edges->kind != DATUM_LIST || edges->count != n)
        return error_plain(e, STATUS_INPUT, "the instance is no polygon: \"edges\" must be a list of n labels");
    if (!vertices || vertices->kind != DATUM_LIST || vertices->count != n)
        return error_plain(e, STATUS_INPUT, "the instance is no polygon: \"vertices\" must be a list of n integers");
    for (size_t k = 0; k < n; k++) {
        const datum *edge = edges->items[k], *vertex = vertices->items[k];
        if (edge->kind != DATUM_TEXT || !(str_is(edge->text, "+") || str_is(edge->text, "*")))
            return error_plain(e, STATUS_INPUT, "the instance is no polygon: edge %zu is neither \"+\" nor \"*\"",
                               k + 1);
        number *value = vertex->kind == DATUM_TEXT || vertex->kind == DATUM_INTEGER
                            ? number_from_canonical(e->arena, datum_as_text(vertex))
                            : NULL;
        if (!value || !number_is_integer(value))
            return error_plain(e, STATUS_INPUT, "the instance is no polygon: vertex %zu is no integer as a text",
                               k + 1);
    }
    return true;
}

static bool polygon_valid(const datum *instance, error *e) {
    const datum *n = datum_get(instance, "n");
    if (error_set(e))
        return false;
    if (!n || n->kind != DATUM_INTEGER || n->integer < 1)
        return error_plain(e, STATUS_INPUT, "the instance is no polygon: \"n\" must be an integer from 1");
    return valid_lists(datum_get(instance, "edges"), datum_get(instance, "vertices"), (size_t)n->integer, e);
}

/* ---- solving ---- */

static str too_large(size_t n, arena *a) {
    return str_format(a, "a polygon of %zu vertices is too large", n);
}

static bool fits(size_t n, size_t bytes, const char *what, const char *advice, error *e) {
    return memory_allow(bytes, too_large(n, e->arena), what, advice, e);
}

static bool few_tries(size_t n, error *e) {
    enum { MOST_TRIES = 50 /* millions */ };
    return tries_allow(size_times(size_times(n, n), n) / 2, MOST_TRIES, too_large(n, e->arena), e);
}

/* What each first edge can reach. */
static datum *per_edge(const polygon_table *c, arena *a) {
    datum *list = datum_list(a);
    for (size_t i = 0; i < c->game.n; i++) {
        datum *edge = datum_add(a, list, datum_map(a));
        datum_put(a, edge, "edge", datum_integer(a, (int64_t)i + 1));
        datum_put(a, edge, "min", number_datum(polygon_value(c, POLYGON_LEAST, i, c->game.n), a));
        datum_put(a, edge, "max", number_datum(polygon_value(c, POLYGON_MOST, i, c->game.n), a));
    }
    return list;
}

static datum *best_edges(const polygon_table *c, size_t best, arena *a) {
    datum *list = datum_list(a);
    for (size_t i = 0; i < c->game.n; i++)
        if (fmpz_equal(polygon_value(c, POLYGON_MOST, i, c->game.n), polygon_value(c, POLYGON_MOST, best, c->game.n)))
            datum_add(a, list, datum_integer(a, (int64_t)i + 1));
    return list;
}

static datum *polygon_solve(const datum *instance, trace *t, arena *a, error *e) {
    if (!polygon_valid(instance, e))
        return NULL;
    polygon_game game = polygon_game_of(instance, a);
    if (!few_tries(game.n, e) || !fits(game.n, polygon_table_bytes(&game), "its tables", "", e))
        return NULL;
    trace_size size = polygon_record_size(&game);
    if (t && !trace_allow(&size, t, too_large(game.n, a), e))
        return NULL;
    polygon_table *c = polygon_table_new(&game, a);
    if (t)
        polygon_record_tables(c, t);
    else
        polygon_table_fill(c);
    size_t best = polygon_best_edge(c);
    split_tree tree = polygon_tree_of(c, best, a);
    datum *answer = datum_map(a);
    datum_put(a, answer, "problem", datum_text(a, STR("polygon")));
    datum_put(a, answer, "n", datum_integer(a, (int64_t)game.n));
    datum_put(a, answer, "max", number_datum(polygon_value(c, POLYGON_MOST, best, game.n), a));
    datum_put(a, answer, "best_edges", best_edges(c, best, a));
    datum_put(a, answer, "per_edge", per_edge(c, a));
    datum_put(a, answer, "expression", datum_text(a, polygon_tree_expression(&tree, c, a)));
    if (t) {
        polygon_record_play(c, &tree, best, t);
        trace_add(t, EVENT_ANSWER)->answer = answer;
    }
    return answer;
}

/* ---- the rest ---- */

static datum *polygon_instance_at_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    polygon_game g;
    if (error_set(e) || !polygon_random(wishes, seed, &g, a, e))
        return NULL;
    datum *instance = new_instance(a);
    datum_put(a, instance, "n", datum_integer(a, (int64_t)g.n));
    for (size_t i = 0; i < g.n; i++) {
        datum_add(a, instance->items[1], datum_text(a, g.times[i] ? STR("*") : STR("+")));
        datum_add(a, instance->items[2], datum_text(a, g.vertices[i]));
    }
    return instance;
}

/* The ring opened before vertex 1, its first edge at the end: "−7 + 4 × 2 × 5 +". */
static str polygon_write(const datum *instance, arena *a) {
    polygon_game g = polygon_game_of(instance, a);
    strbuf b = strbuf_in(a);
    for (size_t i = 0; i < g.n; i++) {
        strbuf_add(&b, i ? number_shown_operand(g.vertices[i], a) : number_shown(g.vertices[i], a));
        strbuf_add_c(&b, g.times[(i + 1) % g.n] ? " ×" : " +");
        strbuf_add_c(&b, i + 1 < g.n ? " " : "");
    }
    return strbuf_text(&b);
}

static datum *polygon_check(const datum *instance, str answer, arena *a, error *e) {
    if (!polygon_valid(instance, e))
        return NULL;
    polygon_game game = polygon_game_of(instance, a);
    if (!few_tries(game.n, e) || !fits(game.n, polygon_table_bytes(&game), "its tables", "", e))
        return NULL;
    return polygon_mark(instance, answer, a, e);
}

static const problem_sample samples[] = {
    {"the sample of the olympiad", "4 t -7 t 4 x 2 x 5"},
    {"one vertex: nothing to merge", "1 t 5"},
    {"two vertices, both edges equally good", "2 t 3 x 3"},
    {"zeros and ones of every sign: many ties", "5 x -1 t 0 x 1 t -2 x 0"},
    {"values and operators apart", "--values=-7,4,2 --ops=+,×,×"},
    {"values too long for a cell", "3 x -123456789012345678 x 98765432109876543210 t 7"},
    {"seven vertices: long chains are told in rows", "7 t 2 x -3 x 4 t -1 x 5 t 6 x -2"},
    {.what = NULL},
};

const problem polygon_problem = {
    .name = "polygon",
    .title = "The polygon game",
    .summary = "remove one edge of a ring of numbers, merge along the others, end with the largest number",
    .usage = "N t V1 x V2 …   N vertices; label of edge 1, vertex 1, label of edge 2, vertex 2, …\n"
             "                labels: t or + for a sum, x or × or * for a product; edge i stands before vertex i\n"
             "--values=V1,V2,… --ops=O1,O2,…   O1 joins V1 and V2, …, the last one joins the last value and V1",
    .wishes = polygon_random_help,
    .options = own_options,
    .samples = samples,
    .parse = polygon_parse,
    .valid = polygon_valid,
    .solve = polygon_solve,
    .random = polygon_instance_at_random,
    .write = polygon_write,
    .check = polygon_check,
};
