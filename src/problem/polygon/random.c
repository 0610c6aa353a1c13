/* Wishes are of two kinds: keys with a value (n, min, max, ops), which say how a polygon is drawn, and properties, each
 * a test that the polygon drawn must pass; polygons are drawn until one passes all. Most properties say that a
 * well-known mistake gives another answer there, so that an exercise punishes the mistake it is meant for. */
#include "polygon/random.h"

#include "kit/random.h"
#include "kit/wishes.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_VERTICES = 10000, MOST_TESTED = 300 };

const char polygon_random_help[] = "n=N          vertices, 4 unless said\n"
                                   "min=A        smallest vertex, -9 unless said\n"
                                   "max=B        largest vertex, 9 unless said\n"
                                   "ops=both     labels of the edges: both, + or *\n"
                                   "unique       there is only one best first edge\n"
                                   "tie          there are several, but not all are best\n"
                                   "negative     the best value is below 0\n"
                                   "minima       keeping only the largest value of each chain gives a wrong answer\n"
                                   "precedence   multiplying before adding does\n"
                                   "greedy       always merging to the largest next number does\n"
                                   "wrap         using only chains that do not pass the end does\n";

typedef struct plan {
    int64_t n, least, most;
    str ops;
    bool asked[8]; /* by row of properties */
} plan;

typedef struct draw {
    chains *c;       /* of the game drawn, filled */
    chains *mistake; /* for tables filled by a wrong rule */
    fmpz *row;       /* n numbers to work with, and two more */
    size_t *edges;   /* n edges to work with */
    const fmpz *best;
} draw;

/* ---- properties ---- */

static size_t best_count(const draw *d) {
    size_t count = 0, n = d->c->game.n;
    for (size_t i = 0; i < n; i++)
        count += fmpz_equal(chain_value(d->c, CHAIN_MOST, i, n), d->best) != 0;
    return count;
}

static bool has_one_best(const draw *d) {
    return best_count(d) == 1;
}

static bool has_some_best(const draw *d) {
    return best_count(d) > 1 && best_count(d) < d->c->game.n;
}

static bool is_negative(const draw *d) {
    return fmpz_sgn(d->best) < 0;
}

static bool needs_wrap(const draw *d) {
    return !fmpz_equal(chain_value(d->c, CHAIN_MOST, 0, d->c->game.n), d->best);
}

/* The largest value of a chain from the largest values of its parts alone. */
static void fill_from_largest(chains *c, size_t i, size_t j) {
    fmpz *cell = &c->most[i * c->game.n + j - 1], *candidate = c->parts;
    for (size_t s = 1; s < j; s++) {
        chain_combine(c, candidate, (chain_way){CHAIN_MOST, CHAIN_MOST}, i, j, s);
        if (s == 1 || fmpz_cmp(candidate, cell) > 0)
            fmpz_set(cell, candidate);
    }
}

static bool needs_minima(const draw *d) {
    chains *c = d->mistake;
    size_t n = c->game.n;
    for (size_t i = 0; i < n; i++)
        fmpz_set(&c->most[i * n], &c->values[i]);
    for (size_t j = 2; j <= n; j++)
        for (size_t i = 0; i < n; i++)
            fill_from_largest(c, i, j);
    return !fmpz_equal(chain_value(c, CHAIN_MOST, chains_best(c), n), d->best);
}

/* The ring opened at edge `first`, × before +: a sum of products. */
static void usual_value(const draw *d, size_t first, fmpz *sum, fmpz *run) {
    const polygon_game *g = &d->c->game;
    fmpz_zero(sum);
    fmpz_set(run, &d->c->values[first]);
    for (size_t k = 1; k < g->n; k++) {
        size_t i = (first + k) % g->n;
        if (g->times[i])
            fmpz_mul(run, run, &d->c->values[i]);
        else {
            fmpz_add(sum, sum, run);
            fmpz_set(run, &d->c->values[i]);
        }
    }
    fmpz_add(sum, sum, run);
}

static bool needs_brackets(const draw *d) {
    size_t n = d->c->game.n;
    fmpz *sum = &d->row[n], *run = &d->row[n + 1];
    for (size_t first = 0; first < n; first++) {
        usual_value(d, first, sum, run);
        if (fmpz_equal(sum, d->best))
            return false;
    }
    return true;
}

static void merge_at(const polygon_game *g, size_t edge, const fmpz *left, const fmpz *right, fmpz *result) {
    if (g->times[edge])
        fmpz_mul(result, left, right);
    else
        fmpz_add(result, left, right);
}

/* The ring opened at edge `first`, merged each time where the largest number arises, the first such place in a tie. The
 * value is left in row[0]. */
static void greedy_value(const draw *d, size_t first) {
    const polygon_game *g = &d->c->game;
    size_t count = g->n, *edges = d->edges;
    fmpz *row = d->row, *best = &row[g->n], *tried = &row[g->n + 1];
    for (size_t k = 0; k < count; k++) {
        edges[k] = (first + k) % g->n;
        fmpz_set(&row[k], &d->c->values[edges[k]]);
    }
    for (; count > 1; count--) {
        size_t at = 0;
        for (size_t k = 1; k < count; k++) {
            merge_at(g, edges[k], &row[k - 1], &row[k], tried);
            if (!at || fmpz_cmp(tried, best) > 0) {
                at = k;
                fmpz_swap(best, tried);
            }
        }
        fmpz_swap(&row[at - 1], best);
        for (size_t k = at; k + 1 < count; k++) {
            fmpz_swap(&row[k], &row[k + 1]);
            edges[k] = edges[k + 1];
        }
    }
}

static bool needs_patience(const draw *d) {
    for (size_t first = 0; first < d->c->game.n; first++) {
        greedy_value(d, first);
        if (fmpz_equal(d->row, d->best))
            return false;
    }
    return true;
}

static const struct property {
    const char *name;
    bool (*holds)(const draw *d);
} properties[] = {
    {"unique", has_one_best},       {"tie", has_some_best},     {"negative", is_negative}, {"minima", needs_minima},
    {"precedence", needs_brackets}, {"greedy", needs_patience}, {"wrap", needs_wrap},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* ---- wishes ---- */

static bool read_ops(const datum *wish, str *ops, error *e) {
    str text = datum_as_text(wish);
    size_t at = 0;
    char sign = text.len ? number_plain_sign(text, &at) : 0;
    if (at == text.len && (sign == '+' || sign == '*'))
        *ops = sign == '+' ? STR("+") : STR("*");
    else if (!str_is(text, "both"))
        return error_plain(e, STATUS_USAGE, "--random: ops takes both, + or *, not '%.*s'", STR_ARG(text));
    return true;
}

static bool read_property(const datum *wish, plan *p, error *e) {
    for (size_t k = 0; k < PROPERTIES; k++)
        if (str_is(wish->key, properties[k].name)) {
            p->asked[k] = true;
            return wish_alone(wish, e);
        }
    return wish_unknown(wish, "a polygon", polygon_random_help, e);
}

static bool read_wish(const datum *wish, plan *p, error *e) {
    const int64_t far = INT64_C(1000000000000000);
    if (str_is(wish->key, "n"))
        return wish_integer(wish, 1, MOST_VERTICES, &p->n, e);
    if (str_is(wish->key, "min"))
        return wish_integer(wish, -far, far, &p->least, e);
    if (str_is(wish->key, "max"))
        return wish_integer(wish, -far, far, &p->most, e);
    if (str_is(wish->key, "ops"))
        return read_ops(wish, &p->ops, e);
    return read_property(wish, p, e);
}

static bool read_wishes(const datum *wishes, plan *p, error *e) {
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (!read_wish(wishes->items[k], p, e))
            return false;
    return wish_range(p->least, p->most, e);
}

/* ---- drawing ---- */

static void draw_game(polygon_game *g, const plan *p, random_source *r, arena *a) {
    for (size_t i = 0; i < g->n; i++) {
        int64_t label = random_between(r, 0, 1); /* drawn always, so that ops leaves the numbers as they are */
        g->times[i] = p->ops.len ? str_is(p->ops, "*") : label == 1;
        g->vertices[i] = str_format(a, "%" PRId64, random_between(r, p->least, p->most));
    }
}

static bool has_properties(draw *d, const polygon_game *g, const plan *p, arena *a) {
    chains_load(d->c, g, a);
    chains_load(d->mistake, g, a);
    chains_fill(d->c);
    d->best = chain_value(d->c, CHAIN_MOST, chains_best(d->c), g->n);
    for (size_t k = 0; k < PROPERTIES; k++)
        if (p->asked[k] && !properties[k].holds(d))
            return false;
    return true;
}

/* A table takes n³ / 2 splits. */
static size_t draws_for(size_t n) {
    return wish_draws(n * n * n / 2);
}

bool polygon_random(const datum *wishes, uint64_t seed, polygon_game *g, arena *a, error *e) {
    plan p = {.n = 4, .least = -9, .most = 9};
    if (!read_wishes(wishes, &p, e))
        return false;
    random_source r = random_from_seed(seed);
    *g = (polygon_game){.n = (size_t)p.n};
    g->times = ARENA_ARRAY(a, bool, g->n);
    g->vertices = ARENA_ARRAY(a, str, g->n);
    if (!wish_any(p.asked, PROPERTIES)) {
        draw_game(g, &p, &r, a);
        return true;
    }
    if (g->n > MOST_TESTED)
        return error_plain(e, STATUS_USAGE, "--random: properties are tested for at most %d vertices", MOST_TESTED);
    draw_game(g, &p, &r, a);
    draw d = {.c = chains_new(g, a), .mistake = chains_new(g, a), .row = number_integers(a, g->n + 2)};
    d.edges = ARENA_ARRAY(a, size_t, g->n);
    for (size_t k = draws_for(g->n); k; k--) {
        if (has_properties(&d, g, &p, a))
            return true;
        draw_game(g, &p, &r, a);
    }
    return error_plain(e, STATUS_INPUT, "--random: none of %zu polygons drawn has all these properties",
                       draws_for(g->n));
}
