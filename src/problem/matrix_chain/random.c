/* Wishes are of two kinds: keys with a value (n, min, max), which say how a chain is drawn, and properties, each a test
 * that the chain drawn must pass; chains are drawn until one passes all. Most properties say that a well-known shortcut
 * leads to a wrong cost there, so that an exercise punishes the shortcut it is meant for. */
#include "matrix_chain/random.h"

#include "kit/random.h"
#include "kit/wishes.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_MATRICES = 5000, MOST_TESTED = 300 };

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

typedef struct draw {
    matrix_table *t;
    fmpz *number;
    arena *a;
} draw;

static bool fails(const draw *d, matrix_shortcut shortcut) {
    matrix_shortcut_cost(d->t, shortcut, d->number, d->a);
    return !fmpz_equal(d->number, matrix_cost(d->t, 0, d->t->chain.n - 1));
}

static bool first_fails(const draw *d) {
    return fails(d, SHORTCUT_FIRST);
}

static bool last_fails(const draw *d) {
    return fails(d, SHORTCUT_LAST);
}

static bool largest_fails(const draw *d) {
    return fails(d, SHORTCUT_LARGEST);
}

static bool left_fails(const draw *d) {
    return fails(d, SHORTCUT_LEFT);
}

static bool index_fails(const draw *d) {
    return fails(d, SHORTCUT_INDEX);
}

static bool all_fail(const draw *d) {
    return first_fails(d) && last_fails(d) && largest_fails(d) && left_fails(d);
}

static bool has_one_best(const draw *d) {
    matrix_count_best(d->t, d->number, d->a);
    return fmpz_is_one(d->number);
}

static bool has_several_best(const draw *d) {
    return !has_one_best(d);
}

static const struct property {
    const char *name;
    bool (*holds)(const draw *d);
} properties[] = {
    {"unique", has_one_best},   {"ties", has_several_best}, {"first", first_fails}, {"last", last_fails},
    {"largest", largest_fails}, {"left", left_fails},       {"greedy", all_fail},   {"index", index_fails},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* ---- wishes ---- */

typedef struct plan {
    int64_t n, least, most;
    bool asked[PROPERTIES]; /* by row of properties */
} plan;

static bool read_property(const datum *wish, plan *p, error *e) {
    for (size_t k = 0; k < PROPERTIES; k++)
        if (str_is(wish->key, properties[k].name)) {
            p->asked[k] = true;
            return wish_alone(wish, e);
        }
    return wish_unknown(wish, "a chain of matrices", matrix_random_help, e);
}

static bool read_wish(const datum *wish, plan *p, error *e) {
    const int64_t far = INT64_C(1000000000000000);
    if (str_is(wish->key, "max-frames")) /* an option of the problem, not of the chain */
        return true;
    if (str_is(wish->key, "n"))
        return wish_integer(wish, 1, MOST_MATRICES, &p->n, e);
    if (str_is(wish->key, "min"))
        return wish_integer(wish, 1, far, &p->least, e);
    if (str_is(wish->key, "max"))
        return wish_integer(wish, 1, far, &p->most, e);
    return read_property(wish, p, e);
}

static bool read_wishes(const datum *wishes, plan *p, error *e) {
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (!read_wish(wishes->items[k], p, e))
            return false;
    return wish_range(p->least, p->most, e);
}

/* ---- drawing ---- */

static void draw_chain(matrix_chain *c, const plan *p, random_source *r, arena *a) {
    for (size_t k = 0; k <= c->n; k++)
        c->dims[k] = str_format(a, "%" PRId64, random_between(r, p->least, p->most));
}

static bool has_properties(const draw *d, const plan *p) {
    matrix_table_fill(d->t);
    for (size_t k = 0; k < PROPERTIES; k++)
        if (p->asked[k] && !properties[k].holds(d))
            return false;
    return true;
}

/* A table takes n³ / 6 splits. */
static size_t draws_for(size_t n) {
    return wish_draws(n * n * n / 6);
}

bool matrix_random(const datum *wishes, uint64_t seed, matrix_chain *c, arena *a, error *e) {
    plan p = {.n = 4, .least = 1, .most = 9};
    if (!read_wishes(wishes, &p, e))
        return false;
    random_source r = random_from_seed(seed);
    *c = (matrix_chain){.n = (size_t)p.n, .dims = ARENA_ARRAY(a, str, (size_t)p.n + 1)};
    draw_chain(c, &p, &r, a);
    if (!wish_any(p.asked, PROPERTIES))
        return true;
    if (c->n > MOST_TESTED)
        return error_plain(e, STATUS_USAGE, "--random: properties are tested for at most %d matrices", MOST_TESTED);
    draw d = {matrix_table_new(c, a), number_integers(a, 1), a};
    for (size_t k = draws_for(c->n); k; k--) {
        matrix_table_load(d.t, c, a);
        if (has_properties(&d, &p))
            return true;
        draw_chain(c, &p, &r, a);
    }
    return error_plain(e, STATUS_INPUT, "--random: none of %zu chains drawn has all these properties", draws_for(c->n));
}
