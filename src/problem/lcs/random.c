/* Wishes are of two kinds: keys with a value (len, x, y, letters), which say how the texts are drawn, and properties,
 * each a test that the pair drawn must pass; pairs are drawn until one passes all. Most properties say that a
 * well-known mistake gives another answer there, so that an exercise punishes the mistake it is meant for. */
#include "lcs/random.h"

#include "kit/random.h"
#include "kit/wishes.h"
#include "lcs/mistakes.h"
#include "lcs/table.h"

enum { MOST_LETTERS = 10000, MOST_TESTED = 200, MOST_DRAWS = 20000, FEWEST_DRAWS = 50, WORK = 40000000 };

const char lcs_random_help[] =
    "len=N        letters of both texts, 6 unless said\n"
    "x=N, y=N     letters of one of them\n"
    "letters=ABC  those to draw from, ABCD unless said; one that stands twice is drawn more often\n"
    "common       they have a letter in common\n"
    "unique       there is only one longest common subsequence\n"
    "tie          there are several\n"
    "left         going left in ties finds another one than going up\n"
    "greedy       taking the first match each time finds a shorter one\n"
    "substring    the longest common substring is shorter\n"
    "copy         copying the value on the diagonal where letters differ gives a wrong length\n"
    "twice        adding 1 to the larger neighbour where letters are equal does\n"
    "reversed     the letters in the order of the way back are no common subsequence\n";

typedef struct draw {
    lcs_pair pair;
    lcs_table *table; /* filled */
    uint32_t *row;    /* y.count + 1 numbers to work with */
    arena *a;
} draw;

/* ---- properties ---- */

static size_t length_of(const draw *d) {
    return lcs_length(d->table);
}

static bool has_common(const draw *d) {
    return length_of(d) > 0;
}

static bool has_one(const draw *d) {
    return str_is(lcs_count_distinct(d->table, d->a), "1");
}

static bool has_several(const draw *d) {
    return !has_one(d);
}

/* The units of x on a way back, first to last: as many as the length. */
static uint32_t *units_on_way(const draw *d, bool left) {
    lcs_path path = lcs_way_back(d->table, left, d->a);
    uint32_t *units = ARENA_ARRAY(d->a, uint32_t, length_of(d) + 1);
    size_t k = length_of(d);
    for (size_t s = 0; s < path.count; s++)
        if (path.steps[s].take == LCS_DIAGONAL)
            units[--k] = d->pair.x.ids[path.steps[s].i - 1];
    return units;
}

static bool needs_rule(const draw *d) {
    const uint32_t *up = units_on_way(d, false), *left = units_on_way(d, true);
    return memcmp(up, left, length_of(d) * sizeof *up) != 0;
}

static bool same_unit(const void *texts, size_t i, size_t j) {
    const lcs_pair *p = texts;
    return p->x.ids[i - 1] == p->y.ids[j - 1];
}

static lcs_comparer comparer_of(const draw *d) {
    return (lcs_comparer){d->pair.x.count, d->pair.y.count, same_unit, &d->pair};
}

static bool needs_patience(const draw *d) {
    lcs_comparer c = comparer_of(d);
    return lcs_taken_at_once(&c, d->a).count < length_of(d);
}

static bool needs_gaps(const draw *d) {
    lcs_comparer c = comparer_of(d);
    return lcs_unbroken(&c, d->a).count < length_of(d);
}

/* What a wrong recurrence makes of the last cell. */
typedef uint32_t wrong_cell(bool match, uint32_t diagonal, uint32_t up, uint32_t left, uint32_t *most);

static uint32_t cell_of_copy(bool match, uint32_t diagonal, uint32_t up, uint32_t left, uint32_t *most) {
    (void)up;
    (void)left;
    return *most = diagonal + match;
}

static uint32_t cell_of_twice(bool match, uint32_t diagonal, uint32_t up, uint32_t left, uint32_t *most) {
    (void)diagonal;
    return *most = (up > left ? up : left) + match;
}

static uint32_t wrong_value(const draw *d, wrong_cell *cell) {
    uint32_t most = 0;
    memset(d->row, 0, (d->pair.y.count + 1) * sizeof *d->row);
    for (size_t i = 0; i < d->pair.x.count; i++)
        for (size_t j = 0, diagonal = 0, left = 0; j < d->pair.y.count; j++) {
            uint32_t up = d->row[j + 1];
            left = cell(d->pair.x.ids[i] == d->pair.y.ids[j], (uint32_t)diagonal, up, (uint32_t)left, &most);
            diagonal = up;
            d->row[j + 1] = (uint32_t)left;
        }
    return most;
}

static bool needs_neighbours(const draw *d) {
    return wrong_value(d, cell_of_copy) != length_of(d);
}

static bool needs_diagonal(const draw *d) {
    return wrong_value(d, cell_of_twice) != length_of(d);
}

static bool is_inside(const uint32_t *units, size_t count, const lcs_sequence *text) {
    size_t found = 0;
    for (size_t k = 0; k < text->count && found < count; k++)
        found += text->ids[k] == units[found];
    return found == count;
}

static bool needs_turning(const draw *d) {
    size_t count = length_of(d);
    uint32_t *units = units_on_way(d, false);
    for (size_t k = 0; k < count / 2; k++) {
        uint32_t swap = units[k];
        units[k] = units[count - 1 - k];
        units[count - 1 - k] = swap;
    }
    return !is_inside(units, count, &d->pair.x) || !is_inside(units, count, &d->pair.y);
}

static const struct {
    const char *name;
    bool (*holds)(const draw *d);
} properties[] = {
    {"common", has_common},     {"unique", has_one},        {"tie", has_several},
    {"left", needs_rule},       {"greedy", needs_patience}, {"substring", needs_gaps},
    {"copy", needs_neighbours}, {"twice", needs_diagonal},  {"reversed", needs_turning},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* ---- wishes ---- */

typedef struct plan {
    size_t x, y;
    lcs_sequence letters;
    bool asked[PROPERTIES];
    size_t asked_count;
} plan;

static bool read_length(const datum *wish, size_t *length, error *e) {
    str text = datum_as_text(wish);
    size_t value = 0;
    for (size_t k = 0; k < text.len; k++)
        value = text.ptr[k] < '0' || text.ptr[k] > '9' || value > MOST_LETTERS
                    ? MOST_LETTERS + 1
                    : value * 10 + (size_t)(text.ptr[k] - '0');
    if (!text.len || wish->kind == DATUM_BOOL || value > MOST_LETTERS)
        return error_plain(e, STATUS_USAGE, "--random: %.*s takes a number from 0 to %d, not '%.*s'",
                           STR_ARG(wish->key), MOST_LETTERS, STR_ARG(text));
    *length = value;
    return true;
}

static bool read_letters(const datum *wish, plan *p, arena *a, error *e) {
    p->letters = lcs_split(wish->kind == DATUM_BOOL ? STR("") : datum_as_text(wish), LCS_GRAPHEME, a);
    return p->letters.count || error_plain(e, STATUS_USAGE, "--random: letters takes the letters to draw from");
}

static bool read_property(const datum *wish, plan *p, error *e) {
    for (size_t k = 0; k < PROPERTIES; k++)
        if (str_is(wish->key, properties[k].name)) {
            p->asked[k] = true;
            p->asked_count++;
            return wish_alone(wish, e);
        }
    return wish_unknown(wish, "lcs", lcs_random_help, e);
}

static bool read_wish(const datum *wish, plan *p, arena *a, error *e) {
    if (str_is(wish->key, "unit") || str_is(wish->key, "max-frames")) /* options, for the instance */
        return true;
    if (str_is(wish->key, "lines"))
        return error_plain(e, STATUS_USAGE, "--random makes texts, no files of lines");
    if (str_is(wish->key, "len"))
        return read_length(wish, &p->x, e) && read_length(wish, &p->y, e);
    if (str_is(wish->key, "x"))
        return read_length(wish, &p->x, e);
    if (str_is(wish->key, "y"))
        return read_length(wish, &p->y, e);
    if (str_is(wish->key, "letters"))
        return read_letters(wish, p, a, e);
    return read_property(wish, p, e);
}

/* len first, so that x and y say otherwise wherever they stand. */
static bool read_wishes(const datum *wishes, plan *p, arena *a, error *e) {
    const datum *len = datum_get(wishes, "len");
    if (len && !read_wish(len, p, a, e))
        return false;
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (wishes->items[k] != len && !read_wish(wishes->items[k], p, a, e))
            return false;
    return true;
}

/* ---- drawing ---- */

static str draw_text(const plan *p, size_t length, random_source *r, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < length; k++)
        strbuf_add(&b, p->letters.texts[random_between(r, 0, (int64_t)p->letters.count - 1)]);
    return length ? strbuf_text(&b) : STR("");
}

static bool has_properties(const plan *p, str x, str y, arena *a) {
    datum *instance = datum_map(a);
    datum_put(a, instance, "x", datum_text(a, x));
    datum_put(a, instance, "y", datum_text(a, y));
    draw d = {.pair = lcs_pair_of(instance, a), .a = a};
    d.table = lcs_table_new(&d.pair, a);
    d.row = ARENA_ARRAY(a, uint32_t, d.pair.y.count + 1);
    lcs_fill(d.table);
    for (size_t k = 0; k < PROPERTIES; k++)
        if (p->asked[k] && !properties[k].holds(&d))
            return false;
    return true;
}

/* Fewer tries where each costs more. */
static size_t draws_for(const plan *p) {
    size_t draws = WORK / ((p->x + 1) * (p->y + 1));
    return draws > MOST_DRAWS ? MOST_DRAWS : draws < FEWEST_DRAWS ? FEWEST_DRAWS : draws;
}

static bool draw_until(const plan *p, random_source *r, str *x, str *y, arena *a, error *e) {
    if (p->x > MOST_TESTED || p->y > MOST_TESTED)
        return error_plain(e, STATUS_USAGE, "--random: properties are tested for at most %d letters", MOST_TESTED);
    arena *scratch = arena_scratch(a);
    bool found = false;
    for (size_t k = draws_for(p); k && !found; k--) {
        arena_mark start = arena_here(scratch);
        str one = draw_text(p, p->x, r, scratch), other = draw_text(p, p->y, r, scratch);
        found = has_properties(p, one, other, scratch);
        if (found) {
            *x = str_copy(a, one);
            *y = str_copy(a, other);
        }
        arena_back(scratch, start);
    }
    return found ||
           error_plain(e, STATUS_INPUT, "--random: none of %zu pairs drawn has all these properties", draws_for(p));
}

bool lcs_random(const datum *wishes, uint64_t seed, str *x, str *y, arena *a, error *e) {
    plan p = {.x = 6, .y = 6, .letters = lcs_split(STR("ABCD"), LCS_GRAPHEME, a)};
    if (!read_wishes(wishes, &p, a, e))
        return false;
    random_source r = random_from_seed(seed);
    if (p.asked_count)
        return draw_until(&p, &r, x, y, a, e);
    *x = draw_text(&p, p.x, &r, a);
    *y = draw_text(&p, p.y, &r, a);
    return true;
}
