/* Wishes are of two kinds: keys with a value (n, x, y, letters), which say how the texts are drawn, and properties,
 * each a test that the pair drawn must pass; pairs are drawn until one passes all. Most properties say that a
 * well-known mistake gives another answer there, so that an exercise punishes the mistake it is meant for. */
#include "lcs/lcs.h"

#include "kit/properties.h"
#include "kit/put.h"
#include "kit/random.h"
#include "kit/wishes.h"
#include "lcs/mistakes.h"

enum { MOST_LETTERS = 10000, MOST_TESTED = 200 };

const char lcs_random_help[] =
    "n=N          letters of both texts, 6 unless said\n"
    "x=N, y=N     letters of one of them\n"
    "letters=ABC  those to draw from, ABCD unless said; one that stands twice is drawn more often\n"
    "common       they have a letter in common\n"
    "unique       there is only one longest common subsequence\n"
    "ties         there are several\n"
    "left         going left in ties finds another one than going up\n"
    "greedy       taking the first match each time finds a shorter one\n"
    "substring    the longest common substring is shorter\n"
    "copy         copying the value on the diagonal where letters differ gives a wrong length\n"
    "twice        adding 1 to the larger neighbour where letters are equal does\n"
    "reversed     the letters in the order of the way back are no common subsequence\n";

struct draw {
    unit_pair pair;
    lcs_table *table;
    size_t length;
    arena *a;
};

/* ---- properties ---- */

static bool has_common(const struct draw *d) {
    return d->length > 0;
}

static bool has_one(const struct draw *d) {
    return str_is(lcs_count_distinct(d->table, d->a), "1");
}

static bool has_several(const struct draw *d) {
    return !has_one(d);
}

static bool needs_rule(const struct draw *d) {
    const size_t *up = lcs_way_back(d->table, false, d->a), *left = lcs_way_back(d->table, true, d->a);
    for (size_t k = 0; k < d->length; k++)
        if (d->pair.x.ids[up[k]] != d->pair.x.ids[left[k]])
            return true;
    return false;
}

static bool needs_patience(const struct draw *d) {
    return lcs_taken_at_once(&d->pair, d->a).count < d->length;
}

static bool needs_gaps(const struct draw *d) {
    return lcs_unbroken(&d->pair, d->a).count < d->length;
}

static bool needs_neighbours(const struct draw *d) {
    return lcs_slipped_length(&d->pair, LCS_COPIES_DIAGONAL, d->a) != d->length;
}

static bool needs_diagonal(const struct draw *d) {
    return lcs_slipped_length(&d->pair, LCS_ADDS_TO_NEIGHBOUR, d->a) != d->length;
}

/* Whether the letters that are kept, last to first, lie in a text. */
static bool is_inside_turned(const struct draw *d, const size_t *kept, const unit_sequence *text) {
    size_t left = d->length;
    for (size_t k = 0; k < text->count && left; k++)
        left -= text->ids[k] == d->pair.x.ids[kept[left - 1]];
    return !left;
}

static bool needs_turning(const struct draw *d) {
    const size_t *kept = lcs_way_back(d->table, false, d->a);
    return !is_inside_turned(d, kept, &d->pair.x) || !is_inside_turned(d, kept, &d->pair.y);
}

static const property properties[] = {
    {"common", has_common},      {"unique", has_one},
    {"ties", has_several},       {"left", needs_rule},
    {"greedy", needs_patience},  {"substring", needs_gaps},
    {"copy", needs_neighbours},  {"twice", needs_diagonal},
    {"reversed", needs_turning}, {NULL, NULL},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* ---- wishes ---- */

typedef struct plan {
    int64_t x, y;
    unit_sequence letters;
    bool asked[PROPERTIES];
} plan;

static bool read_letters(const datum *wish, plan *p, arena *a, error *e) {
    p->letters = units_of_text(wish->kind == DATUM_BOOL ? STR("") : datum_as_text(wish), UNIT_GRAPHEME, a);
    return p->letters.count || error_plain(e, STATUS_USAGE, "--random: letters takes the letters to draw from");
}

static bool read_wish(const datum *wish, plan *p, arena *a, error *e) {
    if (str_is(wish->key, "unit") || str_is(wish->key, "max-calls")) /* options, for the instance */
        return true;
    if (str_is(wish->key, "lines"))
        return error_plain(e, STATUS_USAGE, "--random makes texts, no files of lines");
    if (str_is(wish->key, "n"))
        return wish_integer(wish, 0, MOST_LETTERS, &p->x, e) && wish_integer(wish, 0, MOST_LETTERS, &p->y, e);
    if (str_is(wish->key, "x"))
        return wish_integer(wish, 0, MOST_LETTERS, &p->x, e);
    if (str_is(wish->key, "y"))
        return wish_integer(wish, 0, MOST_LETTERS, &p->y, e);
    if (str_is(wish->key, "letters"))
        return read_letters(wish, p, a, e);
    return property_wish(properties, wish, p->asked, "lcs", lcs_random_help, e);
}

/* len first, so that x and y say otherwise wherever they stand. */
static bool read_wishes(const datum *wishes, plan *p, arena *a, error *e) {
    const datum *len = datum_get(wishes, "n");
    if (len && !read_wish(len, p, a, e))
        return false;
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (wishes->items[k] != len && !read_wish(wishes->items[k], p, a, e))
            return false;
    return true;
}

/* ---- drawing ---- */

static str draw_text(const plan *p, int64_t length, random_source *r, arena *a) {
    strbuf b = strbuf_in(a);
    for (int64_t k = 0; k < length; k++)
        strbuf_add(&b, p->letters.texts[random_between(r, 0, (int64_t)p->letters.count - 1)]);
    return length ? strbuf_text(&b) : STR("");
}

static datum *draw_pair(const plan *p, random_source *r, arena *a) {
    datum *instance = datum_map(a);
    put_text(instance, "x", draw_text(p, p->x, r, a), a);
    put_text(instance, "y", draw_text(p, p->y, r, a), a);
    return instance;
}

static bool has_properties(const plan *p, const datum *instance, arena *a) {
    struct draw d = {.pair = unit_pair_of(instance, a), .a = a};
    d.table = lcs_table_of(&d.pair, a);
    d.length = lcs_length(d.table);
    return properties_hold(properties, p->asked, &d);
}

static datum *draw_until(const plan *p, random_source *r, arena *a, error *e) {
    enum { STEPS_A_CELL = 5 };
    if (p->x > MOST_TESTED || p->y > MOST_TESTED) {
        error_plain(e, STATUS_USAGE, "--random: properties are tested for at most %d letters", MOST_TESTED);
        return NULL;
    }
    size_t draws = wish_draws(STEPS_A_CELL * (size_t)((p->x + 1) * (p->y + 1)));
    arena *scratch = arena_scratch(a);
    for (size_t k = draws; k; k--) {
        arena_mark start = arena_here(scratch);
        random_source before = *r;
        bool found = has_properties(p, draw_pair(p, r, scratch), scratch);
        arena_back(scratch, start);
        if (found)
            return draw_pair(p, &before, a);
    }
    error_plain(e, STATUS_INPUT, "--random: none of %zu pairs drawn has all these properties", draws);
    return NULL;
}

datum *lcs_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    plan p = {.x = 6, .y = 6, .letters = units_of_text(STR("ABCD"), UNIT_GRAPHEME, a)};
    if (!read_wishes(wishes, &p, a, e))
        return NULL;
    random_source r = random_from_seed(seed);
    return wish_any(p.asked, PROPERTIES) ? draw_until(&p, &r, a, e) : draw_pair(&p, &r, a);
}
