/* Matrix-chain multiplication: n matrices are multiplied in the order in which they stand, and only the brackets are
 * free. Which brackets need the fewest multiplications of numbers?
 *
 *     A1      A2      A3             instance  dims ["30", "35", "15", "5"]: matrix i has dims[i − 1] rows and
 *   30×35   35×15   15×5                       dims[i] columns
 *   p0   p1     p2    p3             max_frames  calls that the plain recursion may have, if another number was asked
 */
#include "problem.h"

#include "kit/items.h"
#include "kit/max_frames.h"
#include "kit/memory_limit.h"
#include "matrix_chain/matrix_chain.h"

enum { TIES_LISTED = 1000 }; /* cells of an answer */

static const problem_option own_options[] = {
    MAX_FRAMES_OPTION,
    {.name = NULL},
};

/* ---- reading ---- */

static bool is_positive(str integer) {
    return integer.len && integer.ptr[0] != '-' && !str_is(integer, "0");
}

static bool take_dimension(items *s, datum *dims) {
    size_t at = s->at, number = dims->count + 1;
    str text = items_take_integer(s, str_format(s->a, "dimension %zu", number).ptr);
    if (!text.len || !items_ended(s, "a dimension"))
        return false;
    if (!is_positive(text))
        return error_at(s->e, s->where, at, s->at - at, "a dimension is at least 1: dimension %zu cannot be %.*s",
                        number, STR_ARG(text));
    datum_add(s->a, dims, datum_text(s->a, text));
    return true;
}

static datum *matrix_parse(const problem_input *in, arena *a, error *e) {
    items s = items_of(in->text, a, e);
    datum *instance = datum_map(a), *dims = datum_put(a, instance, "dims", datum_list(a));
    while (items_more(&s))
        if (!take_dimension(&s, dims))
            return NULL;
    if (!error_set(e) && dims->count < 2)
        items_fail_end(&s, "dimension %zu is missing: n matrices have n + 1 dimensions, so there are at least 2",
                       dims->count + 1);
    return error_set(e) || !max_frames_read(in->options, instance, a, e) ? NULL : instance;
}

static bool matrix_valid(const datum *instance, error *e) {
    const datum *dims = datum_get(instance, "dims");
    if (error_set(e))
        return false;
    if (!dims || dims->kind != DATUM_LIST || dims->count < 2)
        return error_plain(e, STATUS_INPUT,
                           "the instance is no chain of matrices: \"dims\" must be a list of at least 2 integers");
    for (size_t k = 0; k < dims->count; k++) {
        const datum *dim = dims->items[k];
        number *value = dim->kind == DATUM_TEXT || dim->kind == DATUM_INTEGER
                            ? number_from_canonical(e->arena, datum_as_text(dim))
                            : NULL;
        if (!value || !number_is_integer(value) || number_sign(value) <= 0)
            return error_plain(e, STATUS_INPUT,
                               "the instance is no chain of matrices: dimension %zu is no positive integer as a text",
                               k + 1);
    }
    return max_frames_valid(instance, e);
}

/* ---- solving ---- */

static str too_long(size_t n, arena *a) {
    return str_format(a, "a chain of %zu matrices is too long", n);
}

static bool fits(size_t n, size_t bytes, const char *what, const char *advice, error *e) {
    return memory_allow(bytes, too_long(n, e->arena), what, advice, e);
}

static datum *dims_of(const matrix_chain *c, arena *a) {
    datum *dims = datum_list(a);
    for (size_t k = 0; k <= c->n; k++)
        datum_add(a, dims, datum_text(a, c->dims[k]));
    return dims;
}

static datum *tie_of(matrix_table *t, size_t i, size_t j, arena *a) {
    datum *tie = datum_map(a);
    datum_put(a, tie, "i", datum_integer(a, (int64_t)i + 1));
    datum_put(a, tie, "j", datum_integer(a, (int64_t)j + 1));
    datum *splits = datum_put(a, tie, "k", datum_list(a));
    for (size_t k = matrix_split(t, i, j); k < j; k++)
        if (matrix_is_best(t, i, j, k))
            datum_add(a, splits, datum_integer(a, (int64_t)k + 1));
    return tie;
}

/* The cells in which several splits are best, by length: all are counted, the first ones listed. */
static void put_ties(matrix_table *t, datum *answer, arena *a) {
    size_t n = t->chain.n, count = 0;
    datum *ties = datum_list(a);
    for (size_t length = 3; length <= n; length++)
        for (size_t i = 0, j = length - 1; j < n; i++, j++)
            if (matrix_ties(t, i, j) > 1 && count++ < TIES_LISTED)
                datum_add(a, ties, tie_of(t, i, j, a));
    datum_put(a, answer, "tied_cells", datum_text(a, str_format(a, "%zu", count)));
    datum_put(a, answer, "ties", ties);
}

static bool few_tries(size_t n, error *e) {
    enum { MOST_TRIES = 500 /* millions */ };
    size_t tries = size_times(size_times(n, n), n) / 6;
    return tries_allow(tries, MOST_TRIES, too_long(n, e->arena), e);
}

static datum *answer_of(matrix_table *t, arena *a) {
    size_t n = t->chain.n;
    fmpz *count = number_integers(a, 1);
    split_tree tree = matrix_tree_of(t, a);
    datum *answer = datum_map(a);
    datum_put(a, answer, "problem", datum_text(a, STR("matrix-chain")));
    datum_put(a, answer, "dims", dims_of(&t->chain, a));
    datum_put(a, answer, "cost", number_datum(matrix_cost(t, 0, n - 1), a));
    datum_put(a, answer, "order", datum_text(a, matrix_tree_text(&tree, a)));
    matrix_count_best(t, count, a);
    datum_put(a, answer, "best_orders", number_datum(count, a));
    matrix_count_orders(n, count);
    datum_put(a, answer, "orders", number_datum(count, a));
    put_ties(t, answer, a);
    return answer;
}

static datum *matrix_solve(const datum *instance, trace *trace, arena *a, error *e) {
    if (!matrix_valid(instance, e))
        return NULL;
    matrix_chain chain = matrix_chain_of(instance, a);
    uint64_t max_frames = max_frames_of(instance);
    if (!few_tries(chain.n, e) || !fits(chain.n, matrix_table_bytes(&chain), "its table", "", e))
        return NULL;
    trace_size size = matrix_record_size(chain.n, max_frames);
    if (trace && !trace_allow(&size, trace, too_long(chain.n, a), e))
        return NULL;
    matrix_table *t = matrix_table_new(&chain, a);
    matrix_table_fill(t);
    if (trace && !matrix_record(t, max_frames, trace, e))
        return NULL;
    datum *answer = answer_of(t, a);
    if (trace)
        trace_add(trace, EVENT_ANSWER)->answer = answer;
    return answer;
}

/* ---- the rest ---- */

static datum *matrix_at_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    matrix_chain chain;
    if (error_set(e) || !matrix_random(wishes, seed, &chain, a, e))
        return NULL;
    datum *instance = datum_map(a);
    datum_put(a, instance, "dims", dims_of(&chain, a));
    return max_frames_read(wishes, instance, a, e) ? instance : NULL;
}

/* "30, 35, 15, 5" */
static str matrix_write(const datum *instance, arena *a) {
    matrix_chain c = matrix_chain_of(instance, a);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k <= c.n; k++) {
        strbuf_add_c(&b, k ? ", " : "");
        strbuf_add(&b, number_shown(c.dims[k], a));
    }
    return strbuf_text(&b);
}

static datum *matrix_check(const datum *instance, str answer, arena *a, error *e) {
    if (!matrix_valid(instance, e))
        return NULL;
    matrix_chain chain = matrix_chain_of(instance, a);
    if (!few_tries(chain.n, e) || !fits(chain.n, matrix_table_bytes(&chain), "its table", "", e))
        return NULL;
    return matrix_mark(&chain, answer, a, e);
}

static const problem_sample samples[] = {
    {"the textbook's chain", "30 35 15 5 10 20 25"},
    {"one matrix: nothing to multiply", "5 7"},
    {"two matrices: one order", "2 3 4"},
    {"every order costs the same", "2 2 2 2 2"},
    {"a recursion too large to be traced", "10 100 5 50 --max-calls 5"},
    {"costs too long for a cell", "123456789012345 1 98765432109876 2"},
    {"seven matrices", "3 7 2 9 4 8 5 6"},
    {.what = NULL},
};

const problem matrix_chain_problem = {
    .name = "matrix-chain",
    .title = "Matrix-chain multiplication",
    .summary = "the brackets that make a product of matrices cheapest",
    .usage = "P0 P1 … PN   N + 1 dimensions: matrix i has P(i-1) rows and P(i) columns",
    .wishes = matrix_random_help,
    .options = own_options,
    .samples = samples,
    .parse = matrix_parse,
    .valid = matrix_valid,
    .solve = matrix_solve,
    .random = matrix_at_random,
    .write = matrix_write,
    .check = matrix_check,
};
