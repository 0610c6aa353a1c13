#define _GNU_SOURCE
#include "kit/random.h"
#include "memory.h"
#include "number.h"
#include "output.h"
#include "problem.h"
#include "utf8.h"

#include "problems.h"
#include "shell.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const problem *lcs(void) {
    return problem_named(STR("lcs"));
}

/* ---- instances ---- */

static datum *parse(str x, str y, const char *unit, arena *a, error *e) {
    str *arguments = ARENA_ARRAY(a, str, 2);
    arguments[0] = x;
    arguments[1] = y;
    source *text = ARENA_NEW(a, source);
    *text = (source){STR("<arguments>"), str_format(a, "%.*s %.*s", STR_ARG(x), STR_ARG(y))};
    datum *options = datum_map(a);
    if (unit)
        datum_put(a, options, "unit", datum_text(a, str_of(unit)));
    problem_input in = {.text = text, .arguments = arguments, .argument_count = 2, .options = options};
    return lcs()->parse(&in, a, e);
}

static datum *instance_of(str x, str y, const char *unit, arena *a) {
    error e = error_in(a);
    datum *instance = parse(x, y, unit, a, &e);
    if (!instance)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return instance;
}

static datum *letters(const char *x, const char *y, arena *a) {
    return instance_of(str_of(x), str_of(y), NULL, a);
}

static str text_of(const datum *answer, const char *key) {
    return datum_as_text(datum_get(answer, key));
}

static size_t length_of(const datum *answer) {
    return (size_t)datum_get(answer, "length")->integer;
}

/* ---- the tables of a trace ---- */

typedef struct tables {
    size_t m, n;
    size_t *c;
    char *b;
    size_t ties, ties_above_zero; /* cells with two best neighbours */
    size_t calls;
    str_list path; /* "7,6" */
    const event *note;
} tables;

static size_t *cell(const tables *t, size_t i, size_t j) {
    return &t->c[i * (t->n + 1) + j];
}

static size_t number_in(str text) {
    size_t value = 0;
    for (size_t k = 0; k < text.len; k++)
        value = value * 10 + (size_t)(text.ptr[k] - '0');
    return value;
}

static void take_set(tables *t, const event *e) {
    size_t i = (size_t)e->at.row, j = (size_t)e->at.col;
    if (str_is(e->tables.items[0], "b")) {
        t->b[i * (t->n + 1) + j] = e->value.ptr[0];
        return;
    }
    *cell(t, i, j) = number_in(e->value);
    t->ties += e->chosen.count > 1;
    t->ties_above_zero += e->chosen.count > 1 && !str_is(e->value, "0");
}

static tables tables_of(const trace *tr, arena *a) {
    tables t = {0};
    for (size_t k = 0; k < tr->count; k++) {
        const event *e = &tr->events[k];
        if (e->kind == EVENT_TABLE && str_is(e->id, "c")) {
            t.m = (size_t)e->extent.row_last;
            t.n = (size_t)e->extent.col_last;
            t.c = ARENA_ARRAY(a, size_t, (t.m + 1) * (t.n + 1));
            t.b = ARENA_ARRAY(a, char, (t.m + 1) * (t.n + 1));
        } else if (e->kind == EVENT_SET) {
            take_set(&t, e);
        } else if (e->kind == EVENT_ENTER) {
            t.calls++;
        } else if (e->kind == EVENT_NOTE) {
            t.note = e;
        } else if (e->kind == EVENT_BACK) {
            *ARENA_PUSH(a, &t.path, items, count, capacity) =
                str_format(a, "%lld,%lld", (long long)e->at.row, (long long)e->at.col);
        }
    }
    return t;
}

/* ---- the cases ---- */

/* A text of a case: in the case itself, or in a file that ends with one line end. */
static str case_text(const datum *map, const char *key, arena *a) {
    const datum *text = datum_get(map, key);
    if (text)
        return datum_as_text(text);
    const datum *file = datum_get(map, str_format(a, "%s_file", key).ptr);
    error e = error_in(a);
    str read;
    if (!file ||
        !input_read(a, str_format(a, TEST_SOURCE_DIR "/tests/cases/%.*s", STR_ARG(datum_as_text(file))), &read, &e))
        return STR("");
    return str_slice(read, 0, read.len - str_ends(read, "\n"));
}

static void check_tables(const datum *expected, const datum *instance, arena *a) {
    const datum *c = datum_get(expected, "c"), *b = datum_get(expected, "b"), *path = datum_get(expected, "path");
    if (!c)
        return;
    tables t = tables_of(problem_traced(lcs(), instance, a), a);
    assert_int_equal(t.m + 1, c->count);
    for (size_t i = 0; i <= t.m; i++)
        for (size_t j = 0; j <= t.n; j++) {
            assert_int_equal(*cell(&t, i, j), c->items[i]->items[j]->integer);
            if (i && j)
                assert_int_equal(t.b[i * (t.n + 1) + j], b->items[i - 1]->text.ptr[j - 1]);
        }
    assert_int_equal(t.path.count, path->count);
    for (size_t k = 0; k < path->count; k++) {
        const datum *at = path->items[k];
        str wanted = str_format(a, "%lld,%lld", (long long)at->items[0]->integer, (long long)at->items[1]->integer);
        assert_true(str_equal(t.path.items[k], wanted));
    }
}

static void check_all(const datum *expected, const datum *answer) {
    const datum *all = datum_get(expected, "all_lcs"), *distinct = datum_get(expected, "distinct_lcs");
    if (distinct)
        assert_true(datum_equal(datum_get(answer, "distinct"), distinct));
    if (!all)
        return;
    const datum *listed = datum_get(answer, "all");
    assert_non_null(listed);
    assert_int_equal(listed->count, all->count);
    for (size_t k = 0; k < all->count; k++)
        assert_true(datum_equal(listed->items[k], all->items[k]));
}

static void every_case_has_its_right_values(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *list = problem_cases("lcs", a);
    assert_true(list->count >= 45);
    for (size_t k = 0; k < list->count; k++) {
        const datum *expected = datum_get(list->items[k], "expected"), *input = datum_get(list->items[k], "input");
        datum *instance = instance_of(case_text(input, "x", a), case_text(input, "y", a), "codepoint", a);
        datum *answer = problem_answer(lcs(), instance, NULL, a);
        assert_true(datum_equal(datum_get(answer, "length"), datum_get(expected, "length")));
        assert_true(str_equal(text_of(answer, "lcs"), case_text(expected, "lcs", a)));
        check_all(expected, answer);
        check_tables(expected, instance, a);
        const datum *other = datum_get(datum_get(list->items[k], "other_units"), "grapheme_clusters_length");
        if (other) {
            datum *seen = instance_of(case_text(input, "x", a), case_text(input, "y", a), "grapheme", a);
            assert_true(datum_equal(datum_get(problem_answer(lcs(), seen, NULL, a), "length"), other));
        }
    }
    arena_free(a);
}

static void the_program_solves_every_case(void **state) {
    (void)state;
    shell s = shell_new();
    const datum *list = problem_cases("lcs", s.arena);
    for (size_t k = 0; k < list->count; k++) {
        const datum *expected = datum_get(list->items[k], "expected"), *input = datum_get(list->items[k], "input");
        setenv("X", str_to_c(s.arena, case_text(input, "x", s.arena)), 1);
        setenv("Y", str_to_c(s.arena, case_text(input, "y", s.arena)), 1);
        shell_expect(&s, 0, "$H lcs --unit codepoint -f json -o - -- \"$X\" \"$Y\"");
        source printed = {STR("answer"), s.out};
        error e = error_in(s.arena);
        datum *answer = json_to_datum(&printed, s.arena, &e);
        assert_non_null(answer);
        assert_true(datum_equal(datum_get(answer, "length"), datum_get(expected, "length")));
        assert_true(str_equal(text_of(answer, "lcs"), case_text(expected, "lcs", s.arena)));
        static const char *const keys[] = {"problem", "x", "y", "length", "lcs"};
        for (size_t key = 0; key < COUNT(keys); key++)
            assert_true(str_is(answer->items[key]->key, keys[key]));
    }
    shell_free(&s);
}

/* Introduction to Algorithms, 3rd ed., figure 15.8; R66: the ties, counted by hand. */
static void the_textbook_table_has_its_ties_and_calls(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    tables t = tables_of(problem_traced(lcs(), letters("ABCBDAB", "BDCABA", a), a), a);
    static const char *const c[] = {"0000000", "0000111", "0111122", "0112222",
                                    "0112233", "0122233", "0122334", "0122344"};
    for (size_t i = 0; i <= 7; i++)
        for (size_t j = 0; j <= 6; j++)
            assert_int_equal(*cell(&t, i, j), c[i][j] - '0');
    assert_int_equal(t.ties, 16);
    assert_int_equal(t.ties_above_zero, 13);
    assert_int_equal(t.calls, 152);
    arena_free(a);
}

/* ---- brute force ---- */

/* Whether the letters of x that `mask` picks are a subsequence of y. */
static bool is_common(const char *x, const char *y, unsigned mask) {
    for (; *x; x++, mask >>= 1) {
        if (!(mask & 1))
            continue;
        while (*y && *y != *x)
            y++;
        if (!*y++)
            return false;
    }
    return true;
}

typedef struct brute {
    size_t length, count;
    char all[256][12]; /* distinct, of that length */
} brute;

static void pick(const char *x, unsigned mask, char *into) {
    for (; *x; x++, mask >>= 1)
        if (mask & 1)
            *into++ = *x;
    *into = 0;
}

static void solve_by_force(const char *x, const char *y, brute *f) {
    *f = (brute){0};
    for (unsigned mask = 0; mask < 1u << strlen(x); mask++) {
        size_t length = (size_t)__builtin_popcount(mask);
        if (length < f->length || !is_common(x, y, mask))
            continue;
        f->count = length > f->length ? 0 : f->count;
        f->length = length;
        char picked[12];
        pick(x, mask, picked);
        bool known = false;
        for (size_t k = 0; k < f->count; k++)
            known = known || strcmp(f->all[k], picked) == 0;
        if (!known)
            strcpy(f->all[f->count++], picked);
    }
}

static void draw_text(char *into, random_source *r, int64_t letter_count) {
    int64_t length = random_between(r, 0, 8);
    for (int64_t k = 0; k < length; k++)
        *into++ = (char)('A' + random_between(r, 0, letter_count - 1));
    *into = 0;
}

static size_t calls_by_force(const char *x, const char *y, size_t i, size_t j) {
    if (!i || !j)
        return 1;
    if (x[i - 1] == y[j - 1])
        return 1 + calls_by_force(x, y, i - 1, j - 1);
    return 1 + calls_by_force(x, y, i - 1, j) + calls_by_force(x, y, i, j - 1);
}

static void brute_force_agrees(void **state) {
    (void)state;
    random_source r = random_from_seed(15);
    for (int round = 0; round < 3000; round++) {
        arena *a = arena_new(NULL);
        char x[12], y[12];
        int64_t alphabet = random_between(&r, 1, 5);
        draw_text(x, &r, alphabet);
        draw_text(y, &r, alphabet);
        brute f;
        solve_by_force(x, y, &f);
        datum *instance = letters(x, y, a), *answer = problem_answer(lcs(), instance, NULL, a);
        assert_int_equal(length_of(answer), f.length);
        assert_int_equal(number_in(text_of(answer, "distinct")), f.count);
        const datum *all = datum_get(answer, "all");
        bool found = false;
        for (size_t k = 0; k < f.count; k++) {
            bool listed = false;
            for (size_t other = 0; other < all->count; other++)
                listed = listed || str_is(all->items[other]->text, f.all[k]);
            assert_true(listed);
            found = found || str_is(text_of(answer, "lcs"), f.all[k]);
        }
        assert_int_equal(all->count, f.count);
        assert_true(found);
        if (round % 10 == 0) {
            trace *t = trace_new(a, STR("lcs"), STR(""), instance);
            assert_true(datum_equal(problem_answer(lcs(), instance, t, a), answer));
            assert_int_equal(tables_of(t, a).calls, calls_by_force(x, y, strlen(x), strlen(y)));
        }
        arena_free(a);
    }
}

/* Which letters there are does not matter, nor where words of 64 bits end: against a plain table of numbers. */
static void long_texts_agree_with_a_plain_table(void **state) {
    (void)state;
    random_source r = random_from_seed(3);
    for (int round = 0; round < 60; round++) {
        arena *a = arena_new(NULL);
        size_t m = (size_t)random_between(&r, 60, 140), n = (size_t)random_between(&r, 60, 140);
        int64_t letter_count = random_between(&r, 1, 30);
        char *x = ARENA_ARRAY(a, char, m + 1), *y = ARENA_ARRAY(a, char, n + 1);
        for (size_t k = 0; k < m; k++)
            x[k] = (char)('A' + random_between(&r, 0, letter_count));
        for (size_t k = 0; k < n; k++)
            y[k] = (char)('A' + random_between(&r, 0, letter_count));
        size_t *c = ARENA_ARRAY(a, size_t, (m + 1) * (n + 1));
        for (size_t i = 1; i <= m; i++)
            for (size_t j = 1; j <= n; j++) {
                size_t up = c[(i - 1) * (n + 1) + j], left = c[i * (n + 1) + j - 1];
                c[i * (n + 1) + j] = x[i - 1] == y[j - 1] ? c[(i - 1) * (n + 1) + j - 1] + 1 : up > left ? up : left;
            }
        datum *answer = problem_answer(lcs(), letters(x, y, a), NULL, a);
        assert_int_equal(length_of(answer), c[m * (n + 1) + n]);
        const char *in_x = x, *in_y = y;
        str found = text_of(answer, "lcs");
        assert_int_equal(found.len, length_of(answer));
        for (size_t k = 0; k < found.len; k++) {
            in_x = strchr(in_x, found.ptr[k]);
            in_y = strchr(in_y, found.ptr[k]);
            assert_true(in_x++ && in_y++);
        }
        arena_free(a);
    }
}

/* Each of 100 pairs of letters stands the other way round in y: of each one letter can be kept, so there are 2 to the
 * power of 100. */
static void counts_grow_without_bound(void **state) {
    (void)state;
    enum { PAIRS = 100 };
    arena *a = arena_new(NULL);
    strbuf x = strbuf_in(a), y = strbuf_in(a);
    for (uint32_t k = 0; k < PAIRS; k++) {
        strbuf_add_code_point(&x, 0x4E00 + 2 * k);
        strbuf_add_code_point(&x, 0x4E01 + 2 * k);
        strbuf_add_code_point(&y, 0x4E01 + 2 * k);
        strbuf_add_code_point(&y, 0x4E00 + 2 * k);
    }
    datum *answer = problem_answer(lcs(), instance_of(strbuf_text(&x), strbuf_text(&y), NULL, a), NULL, a);
    assert_int_equal(length_of(answer), PAIRS);
    assert_true(str_is(text_of(answer, "distinct"), "1267650600228229401496703205376"));
    assert_null(datum_get(answer, "all"));
    arena_free(a);
}

/* ---- the trace ---- */

static void check_try(const tables *t, const event *e, size_t i, size_t j, str x, str y) {
    char label = e->label.ptr[0];
    size_t row = i - (label != 'L'), col = j - (label != 'U');
    assert_int_equal(e->reads[0].at.row, row);
    assert_int_equal(e->reads[0].at.col, col);
    assert_int_equal(number_in(e->terms[0].value), *cell(t, row, col));
    assert_int_equal(number_in(e->ways[0].value), *cell(t, row, col) + (label == 'D'));
    assert_int_equal(label == 'D', x.ptr[i - 1] == y.ptr[j - 1]);
}

static void every_fact_of_the_trace_is_right(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    str x = STR("BADCABCA"), y = STR("ABCADBA");
    trace *tr = problem_traced(lcs(), instance_of(x, y, NULL, a), a);
    tables t = tables_of(tr, a);
    size_t i = 0, j = 0, best = 0, tries = 0, cells = 0;
    int64_t row = -1;
    for (size_t k = 0; k < tr->count && tr->events[k].kind != EVENT_ENTER; k++) {
        const event *e = &tr->events[k];
        if (e->kind == EVENT_PHASE) {
            assert_true(str_is(e->by, "row"));
            assert_int_equal(e->phase, ++row);
        } else if (e->kind == EVENT_CELL) {
            i = (size_t)e->at.row;
            j = (size_t)e->at.col;
            assert_int_equal(j ? i : 0, row); /* the border comes first */
            assert_int_equal(e->tables.count, i && j ? 2 : 1);
            best = tries = 0;
            cells++;
        } else if (e->kind == EVENT_TRY) {
            check_try(&t, e, i, j, x, y);
            size_t value = number_in(e->ways[0].value);
            best = value > best ? value : best;
            tries++;
        } else if (e->kind == EVENT_SET && str_is(e->tables.items[0], "c")) {
            assert_int_equal(number_in(e->value), best);
            bool match = i && j && x.ptr[i - 1] == y.ptr[j - 1], border = !i || !j;
            assert_int_equal(tries, border ? 0 : match ? 1 : 2);
            assert_true(str_is(e->why, border ? "base" : match ? "match" : "max"));
            bool up = !border && !match && *cell(&t, i - 1, j) == best;
            if (up)
                assert_true(str_is(e->chosen.items[0], "U"));
        }
    }
    assert_int_equal(cells, (x.len + 1) * (y.len + 1));
    arena_free(a);
}

/* The value of each call is that of its cell. */
static void calls_return_what_the_table_holds(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *tr = problem_traced(lcs(), letters("ABCBDAB", "BDCABA", a), a);
    tables t = tables_of(tr, a);
    const datum *args[200] = {NULL};
    size_t returned = 0;
    for (size_t k = 0; k < tr->count; k++) {
        const event *e = &tr->events[k];
        if (e->kind == EVENT_ENTER)
            args[e->frame] = e->args;
        if (e->kind != EVENT_RETURN)
            continue;
        const datum *at = args[e->frame];
        assert_int_equal(number_in(e->value), *cell(&t, (size_t)at->items[0]->integer, (size_t)at->items[1]->integer));
        returned++;
    }
    assert_int_equal(returned, 152);
    arena_free(a);
}

/* With no letter in common c(m, n) makes 2·C(m + n, m) − 1 calls. */
static void too_many_calls_are_counted_in_a_note(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    datum *instance = letters("AAAAAAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBBBBBB", a);
    tables t = tables_of(problem_traced(lcs(), instance, a), a);
    assert_int_equal(t.calls, 0);
    assert_non_null(t.note);
    assert_true(str_is(t.note->key, "frames.too_many"));
    assert_true(str_is(text_of(t.note->args, "run"), "plain"));
    assert_true(str_is(text_of(t.note->args, "count"), "275693057639"));
    assert_true(str_is(text_of(t.note->args, "distinct"), "440")); /* all pairs but (0, 0) */
    datum_put(a, instance, "max_frames", datum_integer(a, 100));
    t = tables_of(problem_traced(lcs(), instance, a), a);
    assert_true(str_is(text_of(t.note->args, "limit"), "100"));
    arena_free(a);
}

/* ---- units ---- */

static const struct {
    const char *x, *y, *unit;
    size_t m, n, length;
} unit_cases[] = {
    {"caf\u00E9", "cafe\u0301", NULL, 4, 4, 4},                                          /* composed and decomposed */
    {"caf\u00E9", "cafe\u0301", "codepoint", 4, 5, 3},                                   /* as given */
    {"caf\u00E9", "cafe", NULL, 4, 4, 3},                                                /* R54 */
    {"\u4E2D", "a", NULL, 1, 1, 0},                                                      /* R54 */
    {"\U0001F468\u200D\U0001F469\u200D\U0001F467", "\U0001F468", NULL, 1, 1, 0},         /* one family, one man */
    {"\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7", "\U0001F1EB\U0001F1F7", NULL, 2, 1, 1}, /* flags */
    {"\uAC01", "\u1100\u1161\u11A8", NULL, 1, 1, 1}, /* Hangul, composed and in parts */
    {"\u0E01\u0E33", "\u0E01", NULL, 1, 1, 0},       /* Thai: one cluster */
    {"\r\n", "\n", NULL, 1, 1, 0},
    {"\r\n", "\n", "codepoint", 2, 1, 1},
    {" ", "  ", NULL, 1, 2, 1},
    {"\uFF21", "A", NULL, 1, 1, 0}, /* nothing is forgiven */
    {"A", "a", NULL, 1, 1, 0},
    {"\u212B", "\u00C5", NULL, 1, 1, 1}, /* the sign of the ångström is the letter, canonically */
    {"\u212B", "\u00C5", "codepoint", 1, 1, 0},
    {"", "ABC", NULL, 0, 3, 0}, /* R63 */
    {"ABC", "", NULL, 3, 0, 0},
    {"", "", NULL, 0, 0, 0},
    {"ab", "a", NULL, 2, 1, 1}, /* R53 */
    {"a", "ab", NULL, 1, 2, 1},
    {"fish", "fosh", NULL, 4, 4, 3}, /* R61 */
    {"blue", "clues", NULL, 4, 5, 3},
    {"ABCDAF", "ACBCF", NULL, 6, 5, 4}, /* R51 */
    {"ACBCF", "ABCDAF", NULL, 5, 6, 4},
};

static void units_are_what_a_reader_sees(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(unit_cases); k++) {
        datum *instance = instance_of(str_of(unit_cases[k].x), str_of(unit_cases[k].y), unit_cases[k].unit, a);
        tables t = tables_of(problem_traced(lcs(), instance, a), a);
        assert_int_equal(t.m, unit_cases[k].m);
        assert_int_equal(t.n, unit_cases[k].n);
        assert_int_equal(*cell(&t, t.m, t.n), unit_cases[k].length);
        assert_int_equal(length_of(problem_answer(lcs(), instance, NULL, a)), unit_cases[k].length);
    }
    arena_free(a);
}

/* ---- reading ---- */

static const struct {
    const char *command, *wrong; /* wrong: part of the message, NULL if it is right */
    const char *lcs;
} readings[] = {
    {"printf 'STONE\\nLONGEST\\n' | $H lcs -i - -f json -o -", NULL, "\"lcs\":\"ONE\""},
    {"printf '\\357\\273\\277STONE\\r\\nLONGEST\\r\\n' | $H lcs -i - -f json -o -", NULL, "\"x\":\"STONE\""},
    {"printf 'STONE\\nLONGEST' | $H lcs -i - -f json -o -", NULL, "\"lcs\":\"ONE\""},
    {"printf ' a \\n\\n' | $H lcs -i - -f json -o -", NULL, "\"x\":\" a \",\"y\":\"\""},
    {"printf 'A\\nB\\n\\n\\n' | $H lcs -i - -f json -o -", NULL, "\"length\":0"},
    {"printf 'A\\n' | $H lcs -i -", "line 2 is missing", NULL},
    {"printf '' | $H lcs -i -", "line 1 is missing", NULL},
    {"printf 'A\\nB\\nC\\n' | $H lcs -i -", "<stdin>:3:1: expected the end", NULL},
    {"printf 'A\\000\\nB\\n' | $H lcs -i -", "<stdin>:1:2: expected text, got a NUL byte", NULL},
    {"printf 'A\\n\\377\\n' | $H lcs -i -", "<stdin>:2:1: expected text in UTF-8, got the byte 0xFF", NULL},
    {"$H lcs A", "<arguments>:1:2: y is missing", NULL},
    {"$H lcs A B C", "<arguments>:1:5: expected two texts", NULL},
    {"$H lcs -- -A -B -f", "expected two texts", NULL},
    {"$H lcs --lines a.txt", "--lines: expected two files, got 1", NULL},
    {"$H lcs --lines a.txt none.txt", "none.txt", NULL},
    {"$H lcs --lines a.txt a.txt --unit codepoint", "--unit and --lines do not go together", NULL},
    {"$H lcs A B --unit byte", "--unit: expected grapheme or codepoint, got 'byte'", NULL},
    {"$H lcs A B --max-calls many", "--max-calls", NULL},
    {"$H lcs", "no instance", NULL},
    {"$H lcs 'a b' 'b a' -f json -o -", NULL, "\"length\":1"},
    {"$H lcs -f json -o - -- -1 1-", NULL, "\"length\":1"},
};

static void instances_are_read_as_they_stand(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "a.txt", STR("one\ntwo\n"));
    for (size_t k = 0; k < COUNT(readings); k++) {
        int status = shell_run(&s, readings[k].command);
        if (readings[k].wrong ? !status || str_find(s.err, str_of(readings[k].wrong), 0) == SIZE_MAX
                              : status || str_find(s.out, str_of(readings[k].lcs), 0) == SIZE_MAX)
            fail_msg("%s: status %d\n%.*s%.*s", readings[k].command, status, STR_ARG(s.out), STR_ARG(s.err));
    }
    shell_free(&s);
}

/* In the terminal texts stand as they are: neither as numbers, nor as sums, nor as words of the program. */
static void texts_in_the_terminal_stay_texts(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *shown;
    } cases[] = {
        {"1010101 0101011", "X: 1010101\nY: 0101011\nlength: 6\nlongest common subsequence: 101011\n"},
        {"1+2 '2+1 '", "X: 1+2\nY: 2+1␣\n"},
        {"left right", "X: left\nY: right\nlength: 1\nlongest common subsequence: t\n"},
        {"'a b' ''", "X: a b\nY: (empty)\nlength: 0\nlongest common subsequence: (empty)\n"},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell_expect(&s, 0, str_format(s.arena, "$H lcs %s -f text -o -", cases[k].arguments).ptr);
        if (str_find(s.out, str_of(cases[k].shown), 0) == SIZE_MAX)
            fail_msg("%s:\n%.*s", cases[k].arguments, STR_ARG(s.out));
    }
    shell_free(&s);
}

/* R64 */
static void line_ends_are_no_part_of_lines(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "lf.txt", STR("one\ntwo \nthree\n"));
    shell_write(&s, "crlf.txt", STR("one\r\ntwo \r\nthree\r\n"));
    shell_write(&s, "other.txt", STR("one\ntwo\nthree"));
    shell_expect(&s, 0, "$H lcs --lines lf.txt crlf.txt -f json -o -");
    assert_true(str_find(s.out, STR("\"length\":3,\"lcs\":[\"one\",\"two \",\"three\"]"), 0) != SIZE_MAX);
    assert_true(str_find(s.out, STR("\"ends\":{\"x\":\"LF\",\"y\":\"CR LF\"},\"only_ends_differ\":true"), 0) !=
                SIZE_MAX);
    shell_expect(&s, 0, "$H lcs --lines lf.txt crlf.txt -f md -o sheet.md && cat sheet.md");
    assert_true(str_find(s.out, STR("Only the line ends differ: LF in $X$, CR LF in $Y$."), 0) != SIZE_MAX);
    assert_true(str_find(s.out, STR("| 2 | two␣ | two␣ |"), 0) != SIZE_MAX);
    shell_expect(&s, 0, "$H lcs --lines lf.txt crlf.txt -f md -l zh -o sheet.md && cat sheet.md");
    assert_true(str_find(s.out, STR("两个文件只有换行符不同：$X$ 用 LF，$Y$ 用 CR LF。"), 0) != SIZE_MAX);
    shell_expect(&s, 0, "$H lcs --lines lf.txt lf.txt -f json -o -");
    assert_true(str_find(s.out, STR("only_ends_differ"), 0) == SIZE_MAX);
    shell_expect(&s, 0, "$H lcs --lines lf.txt other.txt -f json -o -"); /* a space at a line's end counts */
    assert_true(str_find(s.out, STR("\"length\":2"), 0) != SIZE_MAX);
    shell_expect(&s, 0, "$H lcs --lines lf.txt /dev/null -f json -o -");
    assert_true(str_find(s.out, STR("\"length\":0"), 0) != SIZE_MAX);
    shell_free(&s);
}

/* ---- marks ---- */

static const struct {
    const char *x, *y, *answer;
    bool right;
    const char *value, *why;
} marks[] = {
    {"ABCBDAB", "BDCABA", "BCBA", true, "4", "none is longer"},
    {"ABCBDAB", "BDCABA", "BCAB", true, "4", "none is longer"},
    {"ABCBDAB", "BDCABA", "BDAB", true, "4", "none is longer"},
    {"ABCBDAB", "BDCABA", "BCB", false, "3", "of length 3 only; 4 is possible"},
    {"ABCBDAB", "BDCABA", "", false, "0", "of length 0 only; 4 is possible"},
    {"ABCBDAB", "BDCABA", "ABCB", false, "4",
     "no subsequence of y: letter 3 of the answer, C, does not occur after position 5"},
    {"ABCBDAB", "BDCABA", "BDCB", false, "4",
     "no subsequence of x: letter 3 of the answer, C, does not occur after position 5"},
    {"ABCBDAB", "BDCABA", "XY", false, "2", "no subsequence of x: letter 1 of the answer, X, does not occur in it"},
    {"ABCBDAB", "BDCABA", "BCBA ", true, "4", "none is longer"}, /* no space stands in either text */
    {"ABC A", "AB CA", "ABCA ", false, "5", "letter 5 of the answer, ␣, does not occur after position 5"},
    {"ABC", "XYZ", "", true, "0", "none is longer"},
    {"cafe\u0301", "caf\u00E9", "caf\u00E9", true, "4", "none is longer"},
};

static void marks_say_what_is_wrong(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(marks); k++) {
        error e = error_in(a);
        datum *mark = lcs()->check(letters(marks[k].x, marks[k].y, a), str_of(marks[k].answer), a, &e);
        assert_non_null(mark);
        assert_int_equal(datum_get(mark, "right")->boolean, marks[k].right);
        assert_true(str_is(text_of(mark, "value"), marks[k].value));
        if (str_find(text_of(mark, "why"), str_of(marks[k].why), 0) == SIZE_MAX)
            fail_msg("%s: %.*s", marks[k].answer, STR_ARG(text_of(mark, "why")));
    }
    arena_free(a);
}

static void the_program_marks_in_both_languages(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "$H check lcs ABCBDAB BDCABA --answer BDAB");
    assert_true(str_is(s.out, "right: it is a common subsequence of length 4, and none is longer\n"));
    shell_expect(&s, 1, "$H check lcs ABCBDAB BDCABA --answer ABCB -l zh");
    assert_true(str_find(s.out, STR("它不是 y 的子序列：答案的第 3 个字符“C”，在位置 5 之后不再出现"), 0) != SIZE_MAX);
    shell_expect(&s, 1, "$H check lcs ABCBDAB BDCABA --answer ZB");
    assert_string_equal(s.out.ptr,
                        "wrong: it is no subsequence of x: letter 1 of the answer, Z, does not occur in it\n");
    shell_expect(&s, 1, "$H check lcs ABCBDAB BDCABA --answer ZB -l zh");
    assert_string_equal(s.out.ptr, "错误：它不是 x 的子序列：答案的第 1 个字符“Z”在其中没有出现\n");
    shell_expect(&s, 1, "$H check lcs ABCBDAB BDCABA --answer BCB -l zh");
    assert_true(str_find(s.out, STR("它是公共子序列，但长度只有 3，最长可达 4"), 0) != SIZE_MAX);
    shell_free(&s);
}

/* ---- random pairs ---- */

static datum *random_pair(const char *wish, uint64_t seed, arena *a, error *e) {
    datum *wishes = datum_map(a);
    str rest = str_of(wish);
    while (rest.len) {
        size_t comma = str_find(rest, STR(","), 0);
        str one = str_slice(rest, 0, comma);
        size_t equals = str_find(one, STR("="), 0);
        datum *value = equals == SIZE_MAX ? datum_bool(a, true) : datum_text(a, str_slice(one, equals + 1, one.len));
        datum_put_str(a, wishes, str_slice(one, 0, equals), value);
        rest = comma == SIZE_MAX ? STR("") : str_slice(rest, comma + 1, rest.len);
    }
    return lcs()->random(wishes, seed, a, e);
}

static datum *random_good(const char *wish, uint64_t seed, arena *a) {
    error e = error_in(a);
    datum *instance = random_pair(wish, seed, a, &e);
    if (!instance)
        fail_msg("%s: %s", wish, str_to_c(a, error_text(&e)));
    assert_true(lcs()->valid(instance, &e));
    return instance;
}

static size_t greedy_length(const char *x, const char *y) {
    size_t length = 0;
    for (; *x; x++) {
        const char *at = strchr(y, *x);
        length += at != NULL;
        y = at ? at + 1 : y;
    }
    return length;
}

static size_t substring_length(const char *x, const char *y) {
    size_t best = 0;
    for (size_t i = 0; x[i]; i++)
        for (size_t j = 0; y[j]; j++) {
            size_t k = 0;
            while (x[i + k] && x[i + k] == y[j + k])
                k++;
            best = k > best ? k : best;
        }
    return best;
}

static bool is_inside(const char *letters_of, const char *text) {
    for (; *text && *letters_of; text++)
        letters_of += *text == *letters_of;
    return !*letters_of;
}

static void wishes_come_true(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        datum *plain = random_good("n=9,letters=XYZ", seed, a);
        assert_true(datum_equal(plain, random_good("letters=XYZ,n=9", seed, a)));
        assert_int_equal(text_of(plain, "x").len, 9);
        assert_int_equal(strspn(str_to_c(a, text_of(plain, "y")), "XYZ"), 9);
        datum *d = random_good("x=7,y=5,greedy,substring,ties,common", seed, a),
              *answer = problem_answer(lcs(), d, NULL, a);
        char *x = str_to_c(a, text_of(d, "x")), *y = str_to_c(a, text_of(d, "y"));
        assert_int_equal(strlen(x), 7);
        assert_int_equal(strlen(y), 5);
        assert_true(greedy_length(x, y) < length_of(answer));
        assert_true(substring_length(x, y) < length_of(answer));
        assert_false(str_is(text_of(answer, "distinct"), "1"));
        d = random_good("n=6,unique,reversed", seed, a);
        answer = problem_answer(lcs(), d, NULL, a);
        assert_true(str_is(text_of(answer, "distinct"), "1"));
        str found = text_of(answer, "lcs");
        char turned[16] = "";
        for (size_t k = 0; k < found.len; k++)
            turned[k] = found.ptr[found.len - 1 - k];
        assert_false(is_inside(turned, str_to_c(a, text_of(d, "x"))) &&
                     is_inside(turned, str_to_c(a, text_of(d, "y"))));
        random_good("n=6,left,copy,twice", seed, a);
    }
    arena_free(a);
}

static void impossible_wishes_are_named(void **state) {
    (void)state;
    static const struct {
        const char *wish, *says;
        status status;
    } wrong[] = {
        {"n=-1", "n: expected an integer", STATUS_USAGE},
        {"n=20000", "n: expected an integer", STATUS_USAGE},
        {"letters=", "letters takes", STATUS_USAGE},
        {"letters", "letters takes", STATUS_USAGE},
        {"nonsense", "unknown property 'nonsense'", STATUS_USAGE},
        {"ties=yes", "ties stands alone", STATUS_USAGE},
        {"n=1,greedy", "none of", STATUS_INPUT},
        {"n=500,ties", "at most 200", STATUS_USAGE},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(wrong); k++) {
        error e = error_in(a);
        assert_null(random_pair(wrong[k].wish, 1, a, &e));
        assert_int_equal(e.status, wrong[k].status);
        if (str_find(e.message, str_of(wrong[k].says), 0) == SIZE_MAX)
            fail_msg("%s: %.*s", wrong[k].wish, STR_ARG(e.message));
    }
    arena_free(a);
}

/* ---- sizes ---- */

static void what_is_too_large_is_refused(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "yes ACGTTGCA | head -n 300 | tr -d '\\n' > x; { cat x; echo; cat x; echo; } > pair");
    shell_expect(&s, 1, "$H lcs -i pair --figure arrows -o a.svg");
    assert_true(str_find(s.err, STR("2400 × 2400 is too large: its work needs"), 0) != SIZE_MAX);
    assert_true(str_find(s.err, STR("the answer alone (-f json) needs less"), 0) != SIZE_MAX);
    shell_expect(&s, 0, "test ! -e a.svg && $H lcs -i pair -f json -o -");
    assert_true(str_find(s.out, STR("\"length\":2400"), 0) != SIZE_MAX);
    shell_free(&s);
}

/* Wherever memory runs out, the one who asked is told, and nothing is lost. */
static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    arena *outer = arena_new(NULL);
    datum *small = letters("ABCBDABACBDBCADB", "BDCABABCADBACBDA", outer);
    volatile size_t jumped = 0, done = 0;
    for (volatile size_t limit = 512; limit < (size_t)1 << 24; limit += limit / 3) {
        memory_budget budget = {.limit = limit, .exhausted = jump};
        arena *volatile a = NULL;
        if (setjmp(out_of_memory)) {
            jumped++;
        } else {
            a = arena_new(&budget);
            trace *t = trace_new(a, STR("lcs"), STR(""), small);
            error e = error_in(a);
            if (lcs()->solve(small, jumped % 2 ? t : NULL, a, &e))
                done++;
            else
                assert_int_equal(e.status, STATUS_INPUT); /* refused before the work */
        }
        arena_free(a);
    }
    assert_true(jumped > 0 && done > 0);
    arena_free(outer);
}

static void a_recorded_trace_makes_the_same_sheet(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0,
                 "$H lcs STONE LONGEST -f trace -o t.jsonl && $H lcs STONE LONGEST -o a.pdf && "
                 "$H render t.jsonl -o b.pdf && cmp a.pdf b.pdf");
    shell_expect(&s, 0, "$H render t.jsonl -f json -o - > b.json && $H lcs STONE LONGEST -f json -o - | cmp - b.json");
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_has_its_right_values),
        cmocka_unit_test(the_program_solves_every_case),
        cmocka_unit_test(the_textbook_table_has_its_ties_and_calls),
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(long_texts_agree_with_a_plain_table),
        cmocka_unit_test(counts_grow_without_bound),
        cmocka_unit_test(every_fact_of_the_trace_is_right),
        cmocka_unit_test(calls_return_what_the_table_holds),
        cmocka_unit_test(too_many_calls_are_counted_in_a_note),
        cmocka_unit_test(units_are_what_a_reader_sees),
        cmocka_unit_test(instances_are_read_as_they_stand),
        cmocka_unit_test(texts_in_the_terminal_stay_texts),
        cmocka_unit_test(line_ends_are_no_part_of_lines),
        cmocka_unit_test(marks_say_what_is_wrong),
        cmocka_unit_test(the_program_marks_in_both_languages),
        cmocka_unit_test(wishes_come_true),
        cmocka_unit_test(impossible_wishes_are_named),
        cmocka_unit_test(what_is_too_large_is_refused),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(a_recorded_trace_makes_the_same_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
