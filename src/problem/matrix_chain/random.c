/* Wishes are of two kinds: keys with a value (n, min, max), which say how a chain is drawn, and properties, each a test
 * that the chain drawn must pass; chains are drawn until one passes all. Most properties say that a well-known shortcut
 * leads to a wrong cost there, so that an exercise punishes the shortcut it is meant for. */
#include "kit/draws.h"
#include "matrix_chain/matrix_chain.h"

#include <inttypes.h>
#include <string.h>

const char matrix_random_help[] = "n=N        matrices, 4 unless said\n"
                                  "min=A      smallest dimension, 1 unless said\n"
                                  "max=B      largest dimension, 9 unless said\n"
                                  "unique     there is only one best order\n"
                                  "ties       there are several best orders\n"
                                  "first      making the cheapest product first costs more than the best order\n"
                                  "last       splitting where the last product is cheapest does\n"
                                  "largest    removing the largest inner dimension first does\n"
                                  "left       multiplying from left to right does\n"
                                  "greedy     all four of them do\n"
                                  "index      the recurrence with p_i in place of p_(i-1) gives another cost\n";

/* ---- the shortcuts ---- */

/* Adds the cost of the product at inner dimension `at` of the row of dimensions that is left, and removes it. */
static void remove_inner(const matrix_table *t, size_t *row, size_t *count, size_t at, fmpz *sum, fmpz *work) {
    fmpz_mul(work, &t->dims[row[at - 1]], &t->dims[row[at]]);
    fmpz_addmul(sum, work, &t->dims[row[at + 1]]);
    memmove(&row[at], &row[at + 1], (*count - at - 1) * sizeof *row);
    --*count;
}

static size_t cheapest_inner(const matrix_table *t, const size_t *row, size_t count, fmpz *best, fmpz *work) {
    size_t at = 1;
    for (size_t k = 1; k + 1 < count; k++) {
        fmpz_mul(work, &t->dims[row[k - 1]], &t->dims[row[k]]);
        fmpz_mul(work, work, &t->dims[row[k + 1]]);
        if (k == 1 || fmpz_cmp(work, best) < 0) {
            fmpz_swap(work, best);
            at = k;
        }
    }
    return at;
}

static size_t largest_inner(const matrix_table *t, const size_t *row, size_t count) {
    size_t at = 1;
    for (size_t k = 2; k + 1 < count; k++)
        at = fmpz_cmp(&t->dims[row[k]], &t->dims[row[at]]) > 0 ? k : at;
    return at;
}

/* Products made one after the other: a row of dimensions from which inner ones are removed. */
static void remove_all(const matrix_table *t, matrix_shortcut shortcut, fmpz *cost, fmpz *work, arena *a) {
    size_t count = t->chain.n + 1, *row = ARENA_ARRAY(a, size_t, count);
    for (size_t k = 0; k < count; k++)
        row[k] = k;
    while (count > 2) {
        size_t at = shortcut == SHORTCUT_FIRST     ? cheapest_inner(t, row, count, &work[0], &work[1])
                    : shortcut == SHORTCUT_LARGEST ? largest_inner(t, row, count)
                                                   : 1;
        remove_inner(t, row, &count, at, cost, &work[0]);
    }
}

/* rows × inner × columns is cheapest where the inner dimension is smallest. */
static void split_cheapest(const matrix_table *t, fmpz *cost, fmpz *work, arena *a) {
    struct {
        size_t i, j;
    } *stack = arena_array(a, t->chain.n + 1, sizeof *stack);
    size_t depth = 1;
    stack[0].j = t->chain.n - 1;
    while (depth) {
        size_t i = stack[--depth].i, j = stack[depth].j, best = i;
        if (i == j)
            continue;
        for (size_t k = i; k < j; k++)
            best = fmpz_cmp(&t->dims[k + 1], &t->dims[best + 1]) < 0 ? k : best;
        fmpz_mul(work, &t->dims[i], &t->dims[best + 1]);
        fmpz_addmul(cost, work, &t->dims[j + 1]);
        stack[depth].i = i;
        stack[depth++].j = best;
        stack[depth].i = best + 1;
        stack[depth++].j = j;
    }
}

static void fill_shifted(const matrix_table *t, fmpz *cost, fmpz *work, arena *a) {
    size_t n = t->chain.n;
    fmpz *costs = number_integers(a, n * n);
    for (size_t length = 2; length <= n; length++)
        for (size_t i = 0, j = length - 1; j < n; i++, j++)
            for (size_t k = i; k < j; k++) {
                fmpz_mul(work, &t->dims[i + 1], &t->dims[k + 1]);
                fmpz_mul(work, work, &t->dims[j + 1]);
                fmpz_add(work, work, &costs[i * n + k]);
                fmpz_add(work, work, &costs[(k + 1) * n + j]);
                if (k == i || fmpz_cmp(work, &costs[i * n + j]) < 0)
                    fmpz_set(&costs[i * n + j], work);
            }
    fmpz_set(cost, &costs[n - 1]);
}

void matrix_shortcut_cost(const matrix_table *t, matrix_shortcut shortcut, fmpz_t cost, arena *a) {
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    fmpz *work = number_integers(scratch, 2);
    fmpz_zero(cost);
    if (shortcut == SHORTCUT_LAST)
        split_cheapest(t, cost, work, scratch);
    else if (shortcut == SHORTCUT_INDEX)
        fill_shifted(t, cost, work, scratch);
    else
        remove_all(t, shortcut, cost, work, scratch);
    arena_back(scratch, start);
}

/* ---- properties ---- */

typedef struct drawn {
    matrix_chain *chain;
    draw_wishes wishes;
    matrix_table *t; /* of the chain, filled; made for the first test */
    fmpz *number;
    arena *a;
} drawn;

static bool fails(void *user, int shortcut) {
    const drawn *d = user;
    matrix_shortcut_cost(d->t, shortcut, d->number, d->a);
    return !fmpz_equal(d->number, matrix_cost(d->t, 0, d->t->chain.n - 1));
}

/* The first `count` shortcuts. */
static bool all_fail(void *user, int count) {
    for (int shortcut = 0; shortcut < count; shortcut++)
        if (!fails(user, shortcut))
            return false;
    return true;
}

static bool one_is_best(void *user, int wanted) {
    const drawn *d = user;
    matrix_count_best(d->t, d->number, d->a);
    return fmpz_is_one(d->number) == wanted;
}

static const property properties[] = {
    {"unique", one_is_best, 1},
    {"ties", one_is_best, 0},
    {"first", fails, SHORTCUT_FIRST},
    {"last", fails, SHORTCUT_LAST},
    {"largest", fails, SHORTCUT_LARGEST},
    {"left", fails, SHORTCUT_LEFT},
    {"greedy", all_fail, SHORTCUT_INDEX},
    {"index", fails, SHORTCUT_INDEX},
    {NULL, NULL, 0},
};

/* ---- drawing ---- */

static bool is_own(void *user, const datum *wish, error *e) {
    (void)user, (void)e;
    return str_is(wish->key, "max-calls"); /* an option of the problem, not of the chain */
}

static void draw_chain(void *user, random_source *r) {
    drawn *d = user;
    for (size_t k = 0; k <= d->chain->n; k++)
        d->chain->dims[k] = str_format(d->a, "%" PRId64, random_between(r, d->wishes.least, d->wishes.most));
}

static void begin(void *user) {
    drawn *d = user;
    if (d->t)
        matrix_table_load(d->t, d->chain, d->a);
    else
        d->t = matrix_table_new(d->chain, d->a);
    matrix_table_fill(d->t);
}

static const draws chains = {.one = "a chain of matrices",
                             .many = "chains",
                             .parts = "matrices",
                             .help = matrix_random_help,
                             .most = 5000,
                             .most_tested = 300,
                             .smallest = 1,
                             .properties = properties,
                             .own = is_own,
                             .draw = draw_chain,
                             .begin = begin};

bool matrix_random(const datum *wishes, uint64_t seed, matrix_chain *c, arena *a, error *e) {
    drawn d = {.chain = c, .wishes = {.n = 4, .least = 1, .most = 9}, .number = number_integers(a, 1), .a = a};
    if (!draws_read(&chains, wishes, &d.wishes, &d, e))
        return false;
    size_t n = (size_t)d.wishes.n;
    *c = (matrix_chain){.n = n, .dims = ARENA_ARRAY(a, str, n + 1)};
    return draws_make(&chains, &d.wishes, n * n * n / 6, seed, &d, e); /* so many splits a table takes */
}
