/* Wishes are of two kinds: keys with a value (n, min, max), which say how a row is drawn, and properties, each a test
 * that the row drawn must pass; rows are drawn until one passes all. */
#include "cards/cards.h"

#include "kit/properties.h"
#include "kit/random.h"
#include "kit/wishes.h"

#include <inttypes.h>

enum { MOST_CARDS = 10000, MOST_TESTED = 1000 };

const char cards_random_help[] = "n=N          cards, 5 unless said\n"
                                 "min=A        smallest card, 1 unless said\n"
                                 "max=B        largest card, 10 unless said\n"
                                 "first-wins   the first player gets more\n"
                                 "first-loses  the second player gets more\n"
                                 "draw         both get the same\n"
                                 "ties         both ends are best for the first move\n"
                                 "unique       only one end is\n"
                                 "one-line     there is only one best play to the end\n"
                                 "greedy       if both always take the larger end, the first player gets less\n"
                                 "parity       the better half, even or odd positions, is less than the best score\n";

struct draw {
    cards_lead *c; /* of the row drawn, filled */
    fmpz *scores;  /* of the first and the second player by best play */
    fmpz *work;    /* two numbers */
};

/* ---- properties ---- */

static bool first_wins(const struct draw *d) {
    return fmpz_sgn(d->c->leads) > 0;
}

static bool first_loses(const struct draw *d) {
    return fmpz_sgn(d->c->leads) < 0;
}

static bool is_draw(const struct draw *d) {
    return fmpz_is_zero(d->c->leads);
}

static bool has_tie(const struct draw *d) {
    size_t n = d->c->row.n;
    return n > 1 && cards_best_ends(d->c, 0, n - 1) == CARDS_BOTH;
}

static bool has_one_best(const struct draw *d) {
    size_t n = d->c->row.n;
    return n && cards_best_ends(d->c, 0, n - 1) != CARDS_BOTH;
}

/* No tie on the way: then there is no other way to meet one on. */
static bool has_one_line(const struct draw *d) {
    size_t i = 0, j = d->c->row.n;
    while (i < j) {
        cards_ends best = cards_best_ends(d->c, i, j - 1);
        if (best == CARDS_BOTH)
            return false;
        i += best == CARDS_LEFT;
        j -= best == CARDS_RIGHT;
    }
    return true;
}

static bool defeats_greed(const struct draw *d) {
    fmpz *first = &d->work[0], *second = &d->work[1];
    cards_larger_ends(d->c->values, d->c->row.n, first, second);
    return fmpz_cmp(first, &d->scores[0]) < 0;
}

/* Who moves first on an even number of cards can have all cards at even positions, or all at odd ones. */
static bool beats_parity(const struct draw *d) {
    fmpz *even = &d->work[0], *odd = &d->work[1];
    fmpz_zero(even);
    fmpz_zero(odd);
    for (size_t i = 0; i < d->c->row.n; i++)
        fmpz_add(i % 2 ? odd : even, i % 2 ? odd : even, &d->c->values[i]);
    return d->c->row.n % 2 == 0 && fmpz_cmp(even, d->scores) < 0 && fmpz_cmp(odd, d->scores) < 0;
}

static const property properties[] = {
    {"first-wins", first_wins}, {"first-loses", first_loses}, {"draw", is_draw},
    {"ties", has_tie},          {"unique", has_one_best},     {"one-line", has_one_line},
    {"greedy", defeats_greed},  {"parity", beats_parity},     {NULL, NULL},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

typedef struct plan {
    int64_t len, least, most;
    bool asked[PROPERTIES];
} plan;

/* ---- wishes ---- */

static bool read_wish(const datum *wish, plan *p, error *e) {
    const int64_t far = INT64_C(1000000000000000);
    if (str_is(wish->key, "max-calls"))
        return true;
    if (str_is(wish->key, "n"))
        return wish_integer(wish, 0, MOST_CARDS, &p->len, e);
    if (str_is(wish->key, "min"))
        return wish_integer(wish, -far, far, &p->least, e);
    if (str_is(wish->key, "max"))
        return wish_integer(wish, -far, far, &p->most, e);
    return property_wish(properties, wish, p->asked, "a row of cards", cards_random_help, e);
}

static bool read_wishes(const datum *wishes, plan *p, error *e) {
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (!read_wish(wishes->items[k], p, e))
            return false;
    return wish_range(p->least, p->most, e);
}

/* ---- drawing ---- */

static void draw_row(cards_row *row, const plan *p, random_source *r, arena *a) {
    for (size_t i = 0; i < row->n; i++)
        row->texts[i] = str_format(a, "%" PRId64, random_between(r, p->least, p->most));
}

static bool has_properties(struct draw *d, const cards_row *row, const plan *p, arena *a) {
    cards_lead_again(d->c, row, a);
    cards_scores(d->c, &d->scores[0], &d->scores[1]);
    return properties_hold(properties, p->asked, d);
}

bool cards_random(const datum *wishes, uint64_t seed, cards_row *row, arena *a, error *e) {
    plan p = {.len = 5, .least = 1, .most = 10};
    if (!read_wishes(wishes, &p, e))
        return false;
    random_source r = random_from_seed(seed);
    *row = (cards_row){.n = (size_t)p.len, .texts = ARENA_ARRAY(a, str, (size_t)p.len)};
    draw_row(row, &p, &r, a);
    if (!wish_any(p.asked, PROPERTIES))
        return true;
    if (row->n > MOST_TESTED)
        return error_plain(e, STATUS_USAGE, "--random: properties are tested for at most %d cards", MOST_TESTED);
    struct draw d = {.c = cards_lead_of(row, a), .scores = number_integers(a, 2), .work = number_integers(a, 2)};
    size_t draws = wish_draws(row->n * row->n / 2); /* so many parts it has */
    for (size_t k = draws; k; k--) {
        if (has_properties(&d, row, &p, a))
            return true;
        draw_row(row, &p, &r, a);
    }
    return error_plain(e, STATUS_INPUT, "--random: none of %zu rows drawn has all these properties", draws);
}
