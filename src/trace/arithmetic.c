/* Whether a candidate's expressions give what its line says: `rest+7` with rest = 1 is 8, and no other value is read.
 * ∞ and truth values are calculated with as recurrences do: min and max of truth values are and, or. */
#include "expr.h"
#include "trace_reader.h"

typedef enum state { NUMBER, PLUS_INF, MINUS_INF, FALSE, TRUE, UNKNOWN } state;

typedef struct result {
    state state;
    number *n;
} result;

static result result_of(str text, arena *a) {
    static const char *const words[] = {[PLUS_INF] = "inf", [MINUS_INF] = "-inf", [FALSE] = "false", [TRUE] = "true"};
    for (state s = PLUS_INF; s <= TRUE; s++)
        if (str_is(text, words[s]))
            return (result){s, NULL};
    number *n = number_from_text(a, text);
    return (result){n ? NUMBER : UNKNOWN, n};
}

static bool is_truth(result x) {
    return x.state == FALSE || x.state == TRUE;
}

static bool is_infinite(result x) {
    return x.state == PLUS_INF || x.state == MINUS_INF;
}

static int sign(result x) {
    return x.state == PLUS_INF ? 1 : x.state == MINUS_INF ? -1 : number_sign(x.n);
}

static result negative(result x, arena *a) {
    if (is_infinite(x))
        return (result){x.state == PLUS_INF ? MINUS_INF : PLUS_INF, NULL};
    number *n = number_new(a);
    fmpq_neg(n->q, x.n->q);
    return (result){NUMBER, n};
}

static int compare(result x, result y) {
    if (x.state == NUMBER && y.state == NUMBER)
        return number_compare(x.n, y.n);
    static const int rank[] = {[NUMBER] = 0, [PLUS_INF] = 1, [MINUS_INF] = -1, [FALSE] = -1, [TRUE] = 1};
    return rank[x.state] - rank[y.state];
}

/* x + y, or x − y. */
static result sum(result x, result y, bool minus, arena *a) {
    if (minus && is_infinite(y))
        y = negative(y, a);
    if (is_infinite(x) && is_infinite(y))
        return x.state == y.state ? x : (result){UNKNOWN, NULL};
    if (is_infinite(x) || is_infinite(y))
        return is_infinite(x) ? x : y;
    number *n = number_new(a);
    if (minus)
        fmpq_sub(n->q, x.n->q, y.n->q);
    else
        fmpq_add(n->q, x.n->q, y.n->q);
    return (result){NUMBER, n};
}

static result product(result x, result y, bool divided, arena *a) {
    int signs = sign(x) * sign(y);
    if (divided && (is_infinite(y) || sign(y) == 0))
        return (result){UNKNOWN, NULL};
    if (is_infinite(x) || is_infinite(y))
        return (result){signs > 0 ? PLUS_INF : signs < 0 ? MINUS_INF : UNKNOWN, NULL};
    number *n = number_new(a);
    if (divided)
        fmpq_div(n->q, x.n->q, y.n->q);
    else
        fmpq_mul(n->q, x.n->q, y.n->q);
    return (result){NUMBER, n};
}

static result extreme(const result *parts, size_t count, int order) {
    result best = parts[0];
    for (size_t k = 1; k < count; k++) {
        if (is_truth(parts[k]) != is_truth(best))
            return (result){UNKNOWN, NULL};
        if (compare(parts[k], best) * order > 0)
            best = parts[k];
    }
    return best;
}

static result combine(const expr *x, const result *parts, arena *a) {
    for (size_t k = 0; k < x->count; k++)
        if (parts[k].state == UNKNOWN)
            return (result){UNKNOWN, NULL};
    if (x->kind == EXPR_MAX || x->kind == EXPR_MIN)
        return extreme(parts, x->count, x->kind == EXPR_MAX ? 1 : -1);
    for (size_t k = 0; k < x->count; k++)
        if (is_truth(parts[k]))
            return (result){UNKNOWN, NULL};
    switch (x->kind) {
    case EXPR_ADD:
        return sum(parts[0], parts[1], false, a);
    case EXPR_SUBTRACT:
        return sum(parts[0], parts[1], true, a);
    case EXPR_MULTIPLY:
        return product(parts[0], parts[1], false, a);
    case EXPR_DIVIDE:
        return product(parts[0], parts[1], true, a);
    default:
        return negative(parts[0], a);
    }
}

/* A leaf; *missing: the name that no term has. */
static result leaf(const expr *x, const event *e, str *missing, arena *a) {
    if (x->kind == EXPR_NUMBER)
        return result_of(x->text, a);
    for (size_t k = 0; k < e->term_count; k++)
        if (str_equal(e->terms[k].name, x->text))
            return result_of(e->terms[k].value, a);
    result word = result_of(x->text, a); /* inf, true, false */
    if (word.state == UNKNOWN)
        *missing = x->text;
    return word;
}

static result evaluate(const expr *x, const event *e, str *missing, arena *a) {
    expr_nodes nodes = expr_nodes_of(x, a);
    result *stack = ARENA_ARRAY(a, result, nodes.count + 1);
    size_t top = 0;
    for (size_t k = 0; k < nodes.count; k++) {
        const expr *node = nodes.items[k];
        top -= node->count;
        result r = node->count ? combine(node, stack + top, a) : leaf(node, e, missing, a);
        stack[top++] = r;
    }
    return stack[0];
}

static str text_of(result r, arena *a) {
    static const char *const words[] = {
        [PLUS_INF] = "inf", [MINUS_INF] = "-inf", [FALSE] = "false", [TRUE] = "true", [UNKNOWN] = "no value"};
    return r.state == NUMBER ? number_text(r.n, a) : str_of(words[r.state]);
}

static bool way_fits(trace_reader *r, const trace_way *w, arena *scratch) {
    enum { MOST_EXPRESSION = 10000 }; /* what is longer is refused where the story is made */
    const event *e = r->event;
    if (w->expr.len > MOST_EXPRESSION)
        return true;
    const char *field = e->has_ways ? "ways" : "value";
    source where = {STR("an expression"), w->expr};
    error fault = error_in(scratch);
    const expr *x = expr_read(&where, 0, w->expr.len, scratch, &fault);
    str missing = STR("");
    result is = x ? evaluate(x, e, &missing, scratch) : (result){UNKNOWN, NULL};
    if (!x || (missing.len && !e->term_count)) /* without terms nothing can be said */
        return true;
    if (missing.len)
        return READER_FAIL(r, e->has_ways ? "ways" : "expr", "%.*s names %.*s, which is none of its terms",
                           STR_ARG(w->expr), STR_ARG(missing));
    str value = text_of(is, scratch);
    return str_equal(value, w->value) ||
           READER_FAIL(r, field, "%.*s gives %.*s, got %.*s", STR_ARG(w->expr), STR_ARG(value), STR_ARG(w->value));
}

bool reader_arithmetic(trace_reader *r) {
    const event *e = r->event;
    arena *scratch = arena_scratch(r->a);
    bool fits = true;
    for (size_t k = 0; fits && k < e->way_count; k++)
        if (e->ways[k].expr.len && e->ways[k].value.len) {
            arena_mark start = arena_here(scratch);
            fits = way_fits(r, &e->ways[k], scratch);
            arena_back(scratch, start);
        }
    return fits;
}
