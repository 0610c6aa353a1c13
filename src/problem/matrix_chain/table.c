/* Costs stand in a square of FLINT integers, each twice, mirrored at the diagonal: row i then holds the costs of the
 * left parts of (i, j), and row j those of its right parts, so that the loop over the splits walks along two rows.
 *
 *           j = 0     1       2                n-1
 *   i = 0    0      (0,1)   (0,2)      …
 *       1  (0,1)      0     (1,2)      …
 *       2  (0,2)    (1,2)     0        …       (i, j) is at [i * n + j] and at [j * n + i]
 *       …
 *
 * Splits and ties stand above the diagonal only. */
#include "matrix_chain/matrix_chain.h"

#include "kit/memory_limit.h"

enum { OUTER, CANDIDATE, PARTS }; /* matrix_table.work */

matrix_chain matrix_chain_of(const datum *instance, arena *a) {
    const datum *dims = datum_get(instance, "dims");
    matrix_chain c = {.n = dims->count - 1};
    c.dims = ARENA_ARRAY(a, str, dims->count);
    for (size_t k = 0; k < dims->count; k++)
        c.dims[k] = datum_as_text(dims->items[k]);
    return c;
}

size_t matrix_table_bytes(const matrix_chain *c) {
    enum { INLINE_BITS = 62 }; /* of FLINT */
    size_t digits = SIZE_MAX, cells = size_times(c->n, c->n);
    for (size_t k = 0; k <= c->n; k++)
        digits = c->dims[k].len < digits ? c->dims[k].len : digits;
    size_t bytes = size_times(cells, sizeof(fmpz) + 2 * sizeof(uint32_t));
    size_t bits = size_times(digits - 1, 99) / 10; /* a cost is no less than a product of three; 10 digits hold 33.2 */
    return bits <= INLINE_BITS ? bytes : size_plus(bytes, size_times(cells - c->n, bits / 8) / 2);
}

matrix_table *matrix_table_new(const matrix_chain *c, arena *a) {
    matrix_table *t = ARENA_NEW(a, matrix_table);
    t->dims = number_integers(a, c->n + 1);
    t->costs = number_integers(a, c->n * c->n);
    t->splits = ARENA_ARRAY(a, uint32_t, c->n * c->n);
    t->ties = ARENA_ARRAY(a, uint32_t, c->n * c->n);
    t->work = number_integers(a, PARTS);
    matrix_table_load(t, c, a);
    return t;
}

void matrix_table_load(matrix_table *t, const matrix_chain *c, arena *a) {
    t->chain = *c;
    for (size_t k = 0; k <= c->n; k++)
        fmpz_set_str(&t->dims[k], str_to_c(a, c->dims[k]), 10);
}

void matrix_table_fill(matrix_table *t) {
    size_t n = t->chain.n;
    fmpz *outer = &t->work[OUTER], *candidate = &t->work[CANDIDATE];
    for (size_t length = 1; length <= n; length++) {
        for (size_t i = 0, j = length - 1; j < n; i++, j++) {
            const fmpz *left = &t->costs[i * n], *right = &t->costs[j * n];
            fmpz *cost = &t->costs[i * n + j];
            uint32_t split = 0, ties = 0;
            fmpz_mul(outer, &t->dims[i], &t->dims[j + 1]);
            for (size_t k = i; k < j; k++) {
                fmpz_add(candidate, &left[k], &right[k + 1]);
                fmpz_addmul(candidate, outer, &t->dims[k + 1]);
                int order = k == i ? -1 : fmpz_cmp(candidate, cost);
                ties += order == 0;
                if (order < 0) {
                    fmpz_set(cost, candidate);
                    split = (uint32_t)k;
                    ties = 1;
                }
            }
            t->splits[i * n + j] = split;
            t->ties[i * n + j] = ties;
            if (i == j)
                fmpz_zero(cost);
            else
                fmpz_set(&t->costs[j * n + i], cost);
        }
    }
}

const fmpz *matrix_cost(const matrix_table *t, size_t i, size_t j) {
    return &t->costs[i * t->chain.n + j];
}

size_t matrix_split(const matrix_table *t, size_t i, size_t j) {
    return t->splits[i * t->chain.n + j];
}

size_t matrix_ties(const matrix_table *t, size_t i, size_t j) {
    return t->ties[i * t->chain.n + j];
}

void matrix_cost_at(const matrix_table *t, fmpz_t result, size_t i, size_t j, size_t k) {
    fmpz_mul(result, &t->dims[i], &t->dims[k + 1]);
    fmpz_mul(result, result, &t->dims[j + 1]);
    fmpz_add(result, result, matrix_cost(t, i, k));
    fmpz_add(result, result, matrix_cost(t, k + 1, j));
}

bool matrix_is_best(matrix_table *t, size_t i, size_t j, size_t k) {
    matrix_cost_at(t, &t->work[CANDIDATE], i, j, k);
    return fmpz_equal(&t->work[CANDIDATE], matrix_cost(t, i, j));
}

/* ---- counting ---- */

/* Calls `visit` for each best split of the chain. Where there is one only, no cost is worked out again. */
static void each_best(matrix_table *t, size_t i, size_t j, void (*visit)(void *user, size_t i, size_t j, size_t k),
                      void *user) {
    size_t ties = matrix_ties(t, i, j);
    for (size_t k = matrix_split(t, i, j); k < j && ties; k++)
        if (k == matrix_split(t, i, j) || matrix_is_best(t, i, j, k)) {
            visit(user, i, j, k);
            ties--;
        }
}

typedef struct best_count {
    size_t n;
    bool *met;    /* some best order passes the chain */
    fmpz *counts; /* how many best orders the chain itself has */
} best_count;

static void meet_parts(void *user, size_t i, size_t j, size_t k) {
    best_count *b = user;
    b->met[i * b->n + k] = b->met[(k + 1) * b->n + j] = true;
}

static void count_parts(void *user, size_t i, size_t j, size_t k) {
    best_count *b = user;
    fmpz_addmul(&b->counts[i * b->n + j], &b->counts[i * b->n + k], &b->counts[(k + 1) * b->n + j]);
}

void matrix_count_best(matrix_table *t, fmpz_t count, arena *a) {
    size_t n = t->chain.n;
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    best_count b = {.n = n, .met = ARENA_ARRAY(scratch, bool, n *n), .counts = number_integers(scratch, n * n)};
    b.met[n - 1] = true;
    for (size_t length = n; length > 1; length--)
        for (size_t i = 0, j = length - 1; j < n; i++, j++)
            if (b.met[i * n + j])
                each_best(t, i, j, meet_parts, &b);
    for (size_t i = 0; i < n; i++)
        fmpz_one(&b.counts[i * n + i]);
    for (size_t length = 2; length <= n; length++)
        for (size_t i = 0, j = length - 1; j < n; i++, j++)
            if (b.met[i * n + j])
                each_best(t, i, j, count_parts, &b);
    fmpz_set(count, &b.counts[n - 1]);
    arena_back(scratch, start);
}

void matrix_count_orders(size_t n, fmpz_t count) {
    fmpz_bin_uiui(count, 2 * (n - 1), n - 1);
    fmpz_divexact_ui(count, count, n);
}

/* ---- the way back ---- */

static void cut(void *user, split_node *node, split_node *left, split_node *right) {
    if (node->i == node->j)
        return;
    node->split = matrix_split(user, node->i, node->j) + 1;
    *left = (split_node){.i = node->i, .j = node->split - 1};
    *right = (split_node){.i = node->split, .j = node->j};
}

split_tree matrix_tree_of(matrix_table *t, arena *a) {
    return split_tree_of((split_node){.i = 0, .j = t->chain.n - 1}, t->chain.n, cut, t, a);
}

static void say_matrix(const void *user, const split_node *node, strbuf *b) {
    (void)user;
    if (!node->split)
        strbuf_addf(b, "A%zu", node->i + 1);
}

str matrix_tree_text(const split_tree *t, arena *a) {
    return split_tree_text(t, true, say_matrix, NULL, a);
}
