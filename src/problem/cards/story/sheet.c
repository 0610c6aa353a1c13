/* Facts of a row of n cards that no trace needs to tell. Under f(0, n−1) the part of cards i … j is asked for by one
 * function only, which one depends on whether n minus its length is even, and C(n − length, i) times: so many ways
 * there are to take i cards from the left among n − length moves.
 *
 *   n = 4    f(0,3)                          1
 *            s(1,3)  s(0,2)                  1 1
 *            f(2,3)  f(1,2)  f(0,1)          1 2 1
 *            s(3,3)  s(2,2)  s(1,1)  s(0,0)  1 3 3 1
 */
#include "cards/story/sheet.h"

#include "cards/lead.h"
#include "kit/put.h"
#include "number.h"
#include "sheet_value.h"

enum {
    SHORT_ROW = 4, /* all equations of a row are shown up to here */
    MIDDLE_ROW = 8 /* those of the upper levels and of best play up to here */
};

bool cards_line_of(const story *s, cards_line *line) {
    const datum *cards = datum_get(s->instance, "cards");
    const story_run *run = story_run_named(s, STR("table"));
    if (!str_is(s->problem, "cards") || !cards || cards->kind != DATUM_LIST || !run)
        return false;
    *line = (cards_line){.n = cards->count, .cards = cards, .table = run, .story = s};
    line->f = story_table_named(run, STR("f"));
    line->s = story_table_named(run, STR("s"));
    return line->f && line->s;
}

str cards_value(const cards_line *line, size_t i) {
    return datum_as_text(line->cards->items[i]);
}

const story_fact *cards_fact(const story_table *t, int64_t i, int64_t j) {
    const story_step *s = story_step_of_cell(t, i, j);
    return s ? story_fact_of(s, t) : NULL;
}

str cards_part_text(const cards_line *line, size_t i, size_t j, arena *a) {
    enum { MANY = 10, SHOWN = 3, ROOM = 44 };
    strbuf b = strbuf_in(a);
    for (size_t k = i; k <= j; k++) {
        strbuf_add_c(&b, k > i ? " " : "");
        strbuf_add(&b, number_shown(cards_value(line, k), a));
        if (j - i >= MANY && k == i + SHOWN - 1) {
            strbuf_add_c(&b, " …");
            k = j - 1;
        }
    }
    return b.len > ROOM ? STR("") : strbuf_text(&b);
}

/* ---- counts ---- */

static void put_value(datum *d, const char *key, const fmpz *value, arena *a) {
    datum_put(a, d, key, sheet_value(number_text_of_fmpz(value, a), a));
}

static void put_product(datum *d, const char *key, size_t x, size_t y, size_t divisor, fmpz *work, arena *a) {
    fmpz_set_ui(work, x);
    fmpz_mul_ui(work, work, y);
    fmpz_fdiv_q_ui(work, work, divisor);
    put_value(d, key, work, a);
}

datum *cards_tally(size_t n, arena *a) {
    datum *d = datum_map(a);
    fmpz *work = fmpq_numref(number_new(a)->q);
    fmpz_one_2exp(work, n + 1);
    fmpz_sub_ui(work, work, 1);
    put_value(d, "plain", work, a);
    fmpz_one_2exp(work, n);
    fmpz_sub_ui(work, work, 1);
    put_value(d, "plain_f", work, a);
    put_product(d, "distinct", n, n + 1, 1, work, a);
    put_product(d, "distinct_f", n, n + 1, 2, work, a);
    put_product(d, "hits_f", n ? n - 1 : 0, n > 1 ? n - 2 : 0, 2, work, a);
    put_product(d, "candidates", 2 * n, n ? n - 1 : 0, 1, work, a);
    fmpz_set_ui(work, n);
    fmpz_mul_ui(work, work, n ? n - 1 : 0);
    fmpz_add_ui(work, work, 1);
    put_value(d, "memo_f", work, a);
    put_bool(d, "any_hit", n > 2, a);
    return d;
}

static const char *function_of(size_t n, size_t length) {
    return (n - length) % 2 ? "s" : "f";
}

static str call_name(const char *fn, size_t i, size_t j, arena *a) {
    return str_format(a, "%s(%zu,%zu)", fn, i, j);
}

static datum *asked(size_t n, size_t length, size_t i, arena *a) {
    fmpz *times = fmpq_numref(number_new(a)->q);
    fmpz_bin_uiui(times, n - length, i);
    datum *d = datum_map(a);
    const char *fn = function_of(n, length);
    put_text(d, "name", call_name(fn, i, i + length - 1, a), a);
    datum_put(a, d, "times", sheet_value(number_text_of_fmpz(times, a), a));
    put_bool(d, "twice", fmpz_equal_ui(times, 2), a);
    return d;
}

datum *cards_repeats(size_t n, arena *a) {
    datum *list = datum_list(a);
    fmpz *times = number_integers(a, n * n + 1); /* of the list's items */
    for (size_t length = 1; length + 2 <= n; length++)
        for (size_t i = 1; i + length < n; i++) {
            fmpz_bin_uiui(&times[list->count], n - length, i);
            datum_add(a, list, asked(n, length, i, a));
            for (size_t k = list->count - 1; k && fmpz_cmp(&times[k - 1], &times[k]) < 0; k--) {
                datum *later = list->items[k];
                list->items[k] = list->items[k - 1];
                list->items[k - 1] = later;
                fmpz_swap(&times[k], &times[k - 1]);
            }
        }
    return list;
}

datum *cards_asked_most(size_t n, arena *a) {
    return n > 2 ? asked(n, 1, (n - 1) / 2, a) : NULL;
}

/* ---- equations ---- */

static str value_at(const cards_line *line, bool waits, size_t i, size_t j) {
    const story_fact *f = cards_fact(waits ? line->s : line->f, (int64_t)i, (int64_t)j);
    return f ? f->value : STR("");
}

/* What taking one end is worth: "1 + s(1, 3)" with a card, else "f(2, 3)". */
static str option_tex(const cards_line *line, bool waits, size_t card, size_t i, size_t j, arena *a) {
    str rest = call_name(waits ? "f" : "s", i, j, a), tex = sheet_tex(cards_value(line, card), a);
    return waits ? rest : str_format(a, "%.*s + %.*s", STR_ARG(tex), STR_ARG(rest));
}

static str option_value(const story_table *t, const char *label, size_t i, size_t j) {
    const story_fact *f = cards_fact(t, (int64_t)i, (int64_t)j);
    const story_candidate *c = f ? story_candidate_labelled(f->step, t, str_of(label)) : NULL;
    return c && c->way_count ? c->ways[0].value : STR("");
}

static str pair_tex(bool waits, str left, str right, arena *a) {
    return str_format(a, "\\%s\\{%.*s,\\ %.*s\\}", waits ? "min" : "max", STR_ARG(left), STR_ARG(right));
}

static void add_equation(const cards_line *line, datum *list, bool waits, size_t i, size_t j, arena *a) {
    const story_table *t = waits ? line->s : line->f;
    datum *d = datum_add(a, list, datum_map(a));
    str left = option_value(t, "left", i, j), right = option_value(t, "right", i, j);
    str value = value_at(line, waits, i, j);
    bool approx = sheet_is_long(cards_value(line, i)) || sheet_is_long(cards_value(line, j)) || sheet_is_long(left) ||
                  sheet_is_long(right);
    put_bool(d, "approx", approx, a);
    put_bool(d, "rounded", sheet_is_long(value), a);
    put_text(d, "call", call_name(waits ? "s" : "f", i, j, a), a);
    put_text(d, "choice",
             pair_tex(waits, option_tex(line, waits, i, i + 1, j, a), option_tex(line, waits, j, i, j - 1, a), a), a);
    put_text(d, "filled", pair_tex(waits, sheet_tex(left, a), sheet_tex(right, a), a), a);
    put_text(d, "value", sheet_tex(value, a), a);
}

static void add_level(const cards_line *line, datum *list, size_t length, arena *a) {
    for (size_t k = 0; k + length <= line->n; k++) {
        size_t i = line->n - length - k; /* taking the left end comes first */
        add_equation(line, list, (line->n - length) % 2, i, i + length - 1, a);
    }
}

datum *cards_equations(const cards_line *line, arena *a) {
    datum *list = datum_list(a);
    size_t levels = line->n <= SHORT_ROW ? line->n : line->n <= MIDDLE_ROW ? 2 : 3; /* that are shown whole */
    for (size_t k = 0; k < levels && line->n - k >= 2; k++)
        add_level(line, list, line->n - k, a);
    for (size_t k = levels; k < line->table->back_count && line->n <= MIDDLE_ROW; k++) {
        const story_back *b = &line->table->backs[k];
        add_equation(line, list, b->table == line->s, (size_t)b->row, (size_t)b->col, a);
    }
    return list;
}

/* ---- greedy play ---- */

datum *cards_greedy(const cards_line *line, arena *a) {
    fmpz *values = number_integers(a, line->n + 1), *scores = number_integers(a, 2);
    for (size_t k = 0; k < line->n; k++)
        fmpz_set_str(&values[k], str_to_c(a, cards_value(line, k)), 10);
    cards_larger_ends(values, line->n, &scores[0], &scores[1]);
    datum *d = datum_map(a);
    if (line->n) {
        int order = fmpz_cmp(&values[0], &values[line->n - 1]);
        put_bool(d, "left", order >= 0, a);
        put_bool(d, "equal_ends", order == 0, a);
        datum_put(a, d, "card", sheet_value(cards_value(line, order >= 0 ? 0 : line->n - 1), a));
    }
    str first = number_text_of_fmpz(&scores[0], a), second = number_text_of_fmpz(&scores[1], a);
    str best = line->n ? value_at(line, false, 0, line->n - 1) : STR("0");
    number *reached = number_from_canonical(a, first), *could = number_from_canonical(a, best);
    datum_put(a, d, "first", sheet_value(first, a));
    datum_put(a, d, "second", sheet_value(second, a));
    put_bool(d, "even", str_equal(first, second), a);
    put_bool(d, "is_same", str_equal(first, best), a);
    put_bool(d, "worse", reached && could && number_compare(reached, could) < 0, a);
    return d;
}
