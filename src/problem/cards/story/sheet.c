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

#include "cards/mistakes.h"
#include "number.h"
#include "sheet_value.h"

enum {
    SHORT_ROW = 4,    /* all equations of a row are shown up to here */
    MIDDLE_ROW = 8,   /* those of the upper levels and of best play up to here */
    FORMULA_WORK = 12 /* digits of a value, up to which equations show the way to it */
};

bool cards_line_of(const story *s, cards_line *line, arena *a) {
    const datum *cards = datum_get(s->instance, "cards");
    const story_run *run = story_run_named(s, STR("table"));
    if (!str_is(s->problem, "cards") || !cards || cards->kind != DATUM_LIST || !run)
        return false;
    *line = (cards_line){.n = cards->count, .table = run, .story = s};
    line->f = story_table_named(run, STR("f"));
    line->s = story_table_named(run, STR("s"));
    line->values = ARENA_ARRAY(a, str, line->n);
    for (size_t i = 0; i < line->n; i++)
        line->values[i] = datum_as_text(cards->items[i]);
    return line->f && line->s;
}

str cards_part_text(const cards_line *line, size_t i, size_t j, arena *a) {
    enum { MANY = 10, SHOWN = 3, ROOM = 44 };
    strbuf b = strbuf_in(a);
    for (size_t k = i; k <= j; k++) {
        strbuf_add_c(&b, k > i ? " " : "");
        strbuf_add(&b, number_shown(line->values[k], a));
        if (j - i >= MANY && k == i + SHOWN - 1) {
            strbuf_add_c(&b, " …");
            k = j - 1;
        }
    }
    return b.len > ROOM ? STR("") : strbuf_text(&b);
}

/* ---- counts ---- */

static void put_count(datum *d, const char *key, const fmpz *value, arena *a) {
    datum_put(a, d, key, sheet_value(number_text_of_fmpz(value, a), a));
}

static void put_product(datum *d, const char *key, size_t x, size_t y, size_t divisor, fmpz *work, arena *a) {
    fmpz_set_ui(work, x);
    fmpz_mul_ui(work, work, y);
    fmpz_fdiv_q_ui(work, work, divisor);
    put_count(d, key, work, a);
}

datum *cards_tally(size_t n, arena *a) {
    datum *d = datum_map(a);
    fmpz *work = fmpq_numref(number_new(a)->q);
    fmpz_one_2exp(work, n + 1);
    fmpz_sub_ui(work, work, 1);
    put_count(d, "plain", work, a);
    fmpz_one_2exp(work, n);
    fmpz_sub_ui(work, work, 1);
    put_count(d, "plain_f", work, a);
    put_product(d, "distinct", n, n + 1, 1, work, a);
    put_product(d, "distinct_f", n, n + 1, 2, work, a);
    put_product(d, "hits_f", n ? n - 1 : 0, n > 1 ? n - 2 : 0, 2, work, a);
    put_product(d, "candidates", 2 * n, n ? n - 1 : 0, 1, work, a);
    fmpz_set_ui(work, n);
    fmpz_mul_ui(work, work, n ? n - 1 : 0);
    fmpz_add_ui(work, work, 1);
    put_count(d, "memo_f", work, a);
    datum_put(a, d, "any_hit", datum_bool(a, n > 2));
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
    datum_put(a, d, "name", datum_text(a, call_name(fn, i, i + length - 1, a)));
    datum_put(a, d, "times", sheet_value(number_text_of_fmpz(times, a), a));
    datum_put(a, d, "twice", datum_bool(a, fmpz_equal_ui(times, 2)));
    return d;
}

datum *cards_repeats(size_t n, arena *a) {
    datum *list = datum_list(a);
    fmpz *times = ARENA_ARRAY(a, fmpz, n * n + 1); /* of the list's items; small: C(n, i) for rows that fit a sheet */
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
    for (size_t k = 0; k < list->count; k++)
        fmpz_clear(&times[k]);
    return list;
}

datum *cards_asked_most(size_t n, arena *a) {
    return n > 2 ? asked(n, 1, (n - 1) / 2, a) : NULL;
}

/* ---- equations ---- */

static const story_fact *fact_at(const cards_line *line, const story_table *t, size_t i, size_t j) {
    const story_step *s = story_step_of_cell(t, (int64_t)i, (int64_t)j);
    (void)line;
    return s ? story_fact_of(s, t) : NULL;
}

static str value_at(const cards_line *line, bool waits, size_t i, size_t j) {
    const story_fact *f = fact_at(line, waits ? line->s : line->f, i, j);
    return f ? f->value : STR("");
}

static str sum_tex(str card, const char *rest, arena *a) {
    return str_format(a, "%.*s + %s", STR_ARG(sheet_tex(card, a)), rest);
}

/* What taking one end is worth: "1 + s(1, 3)" with a card, else "f(2, 3)". */
static str option_tex(const cards_line *line, bool waits, size_t card, size_t i, size_t j, arena *a) {
    str rest = call_name(waits ? "f" : "s", i, j, a);
    return waits ? rest : sum_tex(line->values[card], rest.ptr, a);
}

static str option_value(const cards_line *line, bool waits, const char *label, size_t i, size_t j) {
    const story_table *t = waits ? line->s : line->f;
    const story_fact *f = fact_at(line, t, i, j);
    const story_candidate *c = f ? story_candidate_labelled(f->step, t, str_of(label)) : NULL;
    return c && c->way_count ? c->ways[0].value : STR("");
}

static str pair_tex(bool waits, str left, str right, arena *a) {
    return str_format(a, "\\%s\\{%.*s,\\ %.*s\\}", waits ? "min" : "max", STR_ARG(left), STR_ARG(right));
}

static void add_equation(const cards_line *line, datum *list, bool waits, size_t i, size_t j, arena *a) {
    datum *d = datum_add(a, list, datum_map(a));
    str left = option_tex(line, waits, i, i + 1, j, a), right = option_tex(line, waits, j, i, j - 1, a);
    str left_value = sheet_tex(option_value(line, waits, "left", i, j), a);
    str right_value = sheet_tex(option_value(line, waits, "right", i, j), a);
    bool approx = sheet_is_long(line->values[i]) || sheet_is_long(line->values[j]) ||
                  sheet_is_long(option_value(line, waits, "left", i, j)) ||
                  sheet_is_long(option_value(line, waits, "right", i, j));
    datum_put(a, d, "approx", datum_bool(a, approx));
    datum_put(a, d, "rounded", datum_bool(a, sheet_is_long(value_at(line, waits, i, j))));
    datum_put(a, d, "call", datum_text(a, call_name(waits ? "s" : "f", i, j, a)));
    datum_put(a, d, "choice", datum_text(a, pair_tex(waits, left, right, a)));
    datum_put(a, d, "filled", datum_text(a, pair_tex(waits, left_value, right_value, a)));
    datum_put(a, d, "value", datum_text(a, sheet_tex(value_at(line, waits, i, j), a)));
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
        fmpz_set_str(&values[k], str_to_c(a, line->values[k]), 10);
    cards_larger_ends(values, line->n, &scores[0], &scores[1]);
    datum *d = datum_map(a);
    if (line->n) {
        int order = fmpz_cmp(&values[0], &values[line->n - 1]);
        datum_put(a, d, "left", datum_bool(a, order >= 0));
        datum_put(a, d, "equal_ends", datum_bool(a, order == 0));
        datum_put(a, d, "card", sheet_value(line->values[order >= 0 ? 0 : line->n - 1], a));
    }
    str first = number_text_of_fmpz(&scores[0], a), second = number_text_of_fmpz(&scores[1], a);
    str best = line->n ? value_at(line, false, 0, line->n - 1) : STR("0");
    number *reached = number_from_canonical(a, first), *could = number_from_canonical(a, best);
    datum_put(a, d, "first", sheet_value(first, a));
    datum_put(a, d, "second", sheet_value(second, a));
    datum_put(a, d, "even", datum_bool(a, str_equal(first, second)));
    datum_put(a, d, "same", datum_bool(a, str_equal(first, best)));
    datum_put(a, d, "worse", datum_bool(a, reached && could && number_compare(reached, could) < 0));
    return d;
}
