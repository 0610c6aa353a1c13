/* Wishes are of two kinds: keys with a value (n, min, max, ops), which say how a polygon is drawn, and properties, each
 * a test that the polygon drawn must pass; polygons are drawn until one passes all. Most properties say that a
 * well-known mistake gives another answer there, so that an exercise punishes the mistake it is meant for. */
#include "kit/draws.h"
#include "polygon/polygon.h"

#include <inttypes.h>
#include <string.h>

const char polygon_random_help[] = "n=N          vertices, 4 unless said\n"
                                   "min=A        smallest vertex, -9 unless said\n"
                                   "max=B        largest vertex, 9 unless said\n"
                                   "ops=both     labels of the edges: both, + or *\n"
                                   "unique       there is only one best first edge\n"
                                   "ties         there are several, but not all are best\n"
                                   "negative     the best value is below 0\n"
                                   "minima       keeping only the largest value of each chain gives a wrong answer\n"
                                   "precedence   multiplying before adding does\n"
                                   "greedy       always merging to the largest next number does\n"
                                   "wrap         using only chains that do not pass the end does\n";

typedef struct drawn {
    polygon_game *game;
    draw_wishes wishes;
    str ops;                /* empty: both */
    polygon_table *c;       /* of the game drawn, filled; made for the first test */
    polygon_table *mistake; /* for tables filled by a wrong rule */
    fmpz *row;              /* n numbers to work with, and two more */
    size_t *edges;          /* n edges to work with */
    const fmpz *best;
    arena *a;
} drawn;

/* ---- properties ---- */

static size_t best_count(const drawn *d) {
    size_t count = 0, n = d->c->game.n;
    for (size_t i = 0; i < n; i++)
        count += fmpz_equal(polygon_value(d->c, POLYGON_MOST, i, n), d->best) != 0;
    return count;
}

static bool has_one_best(void *user, int tag) {
    const drawn *d = user;
    (void)tag;
    return best_count(d) == 1;
}

static bool has_some_best(void *user, int tag) {
    const drawn *d = user;
    (void)tag;
    return best_count(d) > 1 && best_count(d) < d->c->game.n;
}

static bool is_negative(void *user, int tag) {
    const drawn *d = user;
    (void)tag;
    return fmpz_sgn(d->best) < 0;
}

static bool needs_wrap(void *user, int tag) {
    const drawn *d = user;
    (void)tag;
    return !fmpz_equal(polygon_value(d->c, POLYGON_MOST, 0, d->c->game.n), d->best);
}

/* The largest value of a chain from the largest values of its parts alone. */
static void fill_from_largest(polygon_table *c, size_t i, size_t j) {
    fmpz *cell = &c->most[i * c->game.n + j - 1], *candidate = c->parts;
    for (size_t s = 1; s < j; s++) {
        polygon_combine(c, candidate, (polygon_way){POLYGON_MOST, POLYGON_MOST}, i, j, s);
        if (s == 1 || fmpz_cmp(candidate, cell) > 0)
            fmpz_set(cell, candidate);
    }
}

static bool needs_minima(void *user, int tag) {
    const drawn *d = user;
    (void)tag;
    polygon_table *c = d->mistake;
    size_t n = c->game.n;
    for (size_t i = 0; i < n; i++)
        fmpz_set(&c->most[i * n], &c->values[i]);
    for (size_t j = 2; j <= n; j++)
        for (size_t i = 0; i < n; i++)
            fill_from_largest(c, i, j);
    return !fmpz_equal(polygon_value(c, POLYGON_MOST, polygon_best_edge(c), n), d->best);
}

/* The ring opened at edge `first`, × before +: a sum of products. */
static void usual_value(const drawn *d, size_t first, fmpz *sum, fmpz *run) {
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

static bool needs_brackets(void *user, int tag) {
    const drawn *d = user;
    (void)tag;
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
static void greedy_value(const drawn *d, size_t first) {
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

static bool needs_patience(void *user, int tag) {
    const drawn *d = user;
    (void)tag;
    for (size_t first = 0; first < d->c->game.n; first++) {
        greedy_value(d, first);
        if (fmpz_equal(d->row, d->best))
            return false;
    }
    return true;
}

static const property properties[] = {
    {"unique", has_one_best, 0},       {"ties", has_some_best, 0},
    {"negative", is_negative, 0},      {"minima", needs_minima, 0},
    {"precedence", needs_brackets, 0}, {"greedy", needs_patience, 0},
    {"wrap", needs_wrap, 0},           {NULL, NULL, 0},
};

/* ---- drawing ---- */

static bool take_ops(void *user, const datum *wish, error *e) {
    if (!str_is(wish->key, "ops"))
        return false;
    str text = datum_as_text(wish);
    size_t at = 0;
    char sign = text.len ? number_plain_sign(text, &at) : 0;
    if (at == text.len && (sign == '+' || sign == '*'))
        ((drawn *)user)->ops = sign == '+' ? STR("+") : STR("*");
    else if (!str_is(text, "both"))
        error_plain(e, STATUS_USAGE, "--random: ops: expected both, + or *, got '%.*s'", STR_ARG(text));
    return true;
}

static void draw_game(void *user, random_source *r) {
    drawn *d = user;
    for (size_t i = 0; i < d->game->n; i++) {
        int64_t label = random_between(r, 0, 1); /* drawn always, so that ops leaves the numbers as they are */
        d->game->times[i] = d->ops.len ? str_is(d->ops, "*") : label == 1;
        d->game->vertices[i] = str_format(d->a, "%" PRId64, random_between(r, d->wishes.least, d->wishes.most));
    }
}

static void begin(void *user) {
    drawn *d = user;
    size_t n = d->game->n;
    if (!d->c) {
        d->c = polygon_table_new(d->game, d->a);
        d->mistake = polygon_table_new(d->game, d->a);
        d->row = number_integers(d->a, n + 2);
        d->edges = ARENA_ARRAY(d->a, size_t, n);
    }
    polygon_table_load(d->c, d->game, d->a);
    polygon_table_load(d->mistake, d->game, d->a);
    polygon_table_fill(d->c);
    d->best = polygon_value(d->c, POLYGON_MOST, polygon_best_edge(d->c), n);
}

static const draws polygons = {.one = "a polygon",
                               .many = "polygons",
                               .parts = "vertices",
                               .help = polygon_random_help,
                               .most = 10000,
                               .most_tested = 300,
                               .smallest = -INT64_C(1000000000000000),
                               .properties = properties,
                               .own = take_ops,
                               .draw = draw_game,
                               .begin = begin};

bool polygon_random(const datum *wishes, uint64_t seed, polygon_game *g, arena *a, error *e) {
    drawn d = {.game = g, .wishes = {.n = 4, .least = -9, .most = 9}, .a = a};
    if (!draws_read(&polygons, wishes, &d.wishes, &d, e))
        return false;
    size_t n = (size_t)d.wishes.n;
    *g = (polygon_game){.n = n, .times = ARENA_ARRAY(a, bool, n), .vertices = ARENA_ARRAY(a, str, n)};
    return draws_make(&polygons, &d.wishes, n * n * n / 2, seed, &d, e); /* so many splits a table takes */
}
