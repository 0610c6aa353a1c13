/* Wishes are of two kinds: keys with a value (n, min, max, target), which say how a hand is drawn, and properties, each
 * a test that it must pass; hands are drawn until one passes all. */
#include "game24/game24.h"

#include "kit/random.h"
#include "kit/wishes.h"

#include <inttypes.h>

enum { MOST_CARDS = 6, FAR = 1000000, MOST_DRAWS = 6000, MOST_CLASSES = 1000000 };

const char game24_random_help[] = "n=N          cards, 4 unless said, 6 at most\n"
                                  "min=A        smallest card, 1 unless said\n"
                                  "max=B        largest card, 13 unless said\n"
                                  "target=T     the number to make, as --target\n"
                                  "classes=K    the hand has so many different solutions\n"
                                  "unsolvable   it has none; else all hands have one\n"
                                  "fraction     each needs a fraction on the way\n"
                                  "groups       none takes in the cards one by one\n"
                                  "letters      1, 11, 12 and 13 are written A, J, Q and K\n";

typedef struct plan {
    int64_t n, least, most, classes;
    str target;
    str faces[3];
    bool unsolvable, fraction, groups, letters;
} plan;

/* ---- wishes ---- */

/* A wish for a number goes to a field of a plan, one for a property too. */
static const struct wish_number {
    const char *key;
    size_t field;
    int64_t least, most;
} wish_numbers[] = {{"n", offsetof(plan, n), 1, MOST_CARDS},
                    {"min", offsetof(plan, least), -FAR, FAR},
                    {"max", offsetof(plan, most), -FAR, FAR},
                    {"classes", offsetof(plan, classes), 1, MOST_CLASSES}};

static const struct wish_property {
    const char *key;
    size_t field;
} wish_properties[] = {{"unsolvable", offsetof(plan, unsolvable)},
                       {"fraction", offsetof(plan, fraction)},
                       {"groups", offsetof(plan, groups)},
                       {"letters", offsetof(plan, letters)}};

static bool read_wish(const datum *wish, plan *p, arena *a, error *e) {
    for (size_t k = 0; k < sizeof wish_numbers / sizeof *wish_numbers; k++) {
        const struct wish_number *n = &wish_numbers[k];
        if (str_is(wish->key, n->key))
            return wish_integer(wish, n->least, n->most, (int64_t *)(void *)((char *)p + n->field), e);
    }
    for (size_t k = 0; k < sizeof wish_properties / sizeof *wish_properties; k++)
        if (str_is(wish->key, wish_properties[k].key)) {
            *((bool *)p + wish_properties[k].field) = true;
            return wish_alone(wish, e);
        }
    if (str_is(wish->key, "faces")) {
        p->letters = true;
        return game24_read_faces(wish, p->faces, a, e);
    }
    if (!str_is(wish->key, "target"))
        return wish_unknown(wish, "a hand", game24_random_help, e);
    p->target = game24_read_number(wish, "--target", a, e);
    return p->target.len > 0;
}

static bool read_wishes(const datum *wishes, plan *p, arena *a, error *e) {
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (!read_wish(wishes->items[k], p, a, e))
            return false;
    if (!wish_range(p->least, p->most, e))
        return false;
    if (p->unsolvable && (p->fraction || p->groups || p->classes))
        return error_plain(e, STATUS_USAGE,
                           "--random: a hand that is unsolvable has no solutions with other properties");
    return true;
}

/* ---- drawing ---- */

static bool is_wished(const plan *p, const game24_solved *s) {
    if (p->unsolvable)
        return fmpz_is_zero(s->trees);
    return fmpz_sgn(s->trees) > 0 && (!p->fraction || s->needs_fraction) && (!p->groups || s->needs_groups) &&
           (!p->classes || fmpz_equal_si(s->classes, (slong)p->classes));
}

/* What a number is written as in a hand with letters, or itself. */
static str card_text(int64_t value, arena *a) {
    static const char *const names[] = {[1] = "A", [11] = "J", [12] = "Q", [13] = "K"};
    if (value > 0 && value < (int64_t)(sizeof names / sizeof *names) && names[value])
        return str_of(names[value]);
    return str_format(a, "%" PRId64, value);
}

typedef struct drawn {
    str numbers[MOST_CARDS], cards[MOST_CARDS];
    bool letters; /* one of the cards is a letter */
} drawn;

static drawn draw_hand(const plan *p, random_source *r, arena *a) {
    drawn d = {.letters = false};
    for (int64_t k = 0; k < p->n; k++) {
        int64_t value = random_between(r, p->least, p->most);
        d.numbers[k] = d.cards[k] = str_format(a, "%" PRId64, value);
        if (!p->letters)
            continue;
        d.cards[k] = card_text(value, a);
        str letter = game24_letter(d.cards[k].ptr[0], p->faces);
        d.numbers[k] = letter.len ? letter : d.numbers[k];
        d.letters |= letter.len > 0;
    }
    return d;
}

static bool passes(const drawn *d, const plan *p, arena *scratch, error *e) {
    arena_mark start = arena_here(scratch);
    game24_memo *m = game24_memo_new(d->numbers, (size_t)p->n, scratch);
    const fmpq *target = number_from_text(scratch, p->target)->q;
    const game24_solved *s = game24_solve_hand(m, d->numbers, (size_t)p->n, target, scratch, e);
    bool good = s && is_wished(p, s);
    arena_back(scratch, start);
    return good;
}

static datum *instance_of(const drawn *d, const plan *p, arena *a) {
    datum *cards = d->letters ? datum_list(a) : NULL;
    for (int64_t k = 0; cards && k < p->n; k++)
        datum_add(a, cards, datum_text(a, d->cards[k]));
    return game24_instance(d->numbers, (size_t)p->n, p->target, cards, p->faces, a);
}

/* Fewer draws where each costs more. */
static size_t draws_for(int64_t n) {
    size_t draws = MOST_DRAWS;
    for (int64_t k = 4; k < n; k++)
        draws /= 10;
    return draws;
}

datum *game24_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    plan p = {.n = 4, .least = 1, .most = 13, .target = STR("24")};
    game24_read_faces(NULL, p.faces, a, e);
    if (error_set(e) || !read_wishes(wishes, &p, a, e))
        return NULL;
    random_source r = random_from_seed(seed);
    for (size_t k = draws_for(p.n); k && !error_set(e); k--) {
        drawn d = draw_hand(&p, &r, a);
        if (passes(&d, &p, arena_scratch(a), e))
            return instance_of(&d, &p, a);
    }
    error_plain(e, STATUS_INPUT, "--random: none of %zu hands drawn has all these properties", draws_for(p.n));
    return NULL;
}
