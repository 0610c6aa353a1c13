/* The one reader of answers, through the `check` of every problem: what the program itself prints is right whatever it
 * is dressed in, what is wrong stays wrong in any dress, and what cannot be read is told from both. */
#define _GNU_SOURCE
#include "expr.h"
#include "kit/random.h"
#include "problem.h"
#include "shell.h"
#include "utf8.h"
#include "visible.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

typedef struct texts {
    str *items;
    size_t count, capacity;
} texts;

static void add_text(texts *t, str text, arena *a) {
    *ARENA_PUSH(a, t, items, count, capacity) = text;
}

static str text_in(const datum *d, const char *key, arena *a) {
    const datum *found = datum_get(d, key);
    if (found->kind == DATUM_INTEGER)
        return str_format(a, "%lld", (long long)found->integer);
    return datum_as_text(found);
}

static const datum *item(const datum *d, const char *key, size_t k) {
    return datum_get(d, key)->items[k];
}

static datum *marked(const problem *p, const datum *instance, str answer, error *e, arena *a) {
    *e = error_in(a);
    return p->check(instance, answer, a, e);
}

static void expect_right(const problem *p, const datum *instance, str answer, arena *a) {
    error e;
    const datum *mark = marked(p, instance, answer, &e, a);
    if (!mark || datum_get(mark, "right")->kind != DATUM_BOOL || !datum_get(mark, "right")->boolean)
        fail_msg("%s, %.*s: '%.*s': %.*s", p->name, STR_ARG(p->write(instance, a)), STR_ARG(answer),
                 STR_ARG(mark ? text_in(mark, "why", a) : error_text(&e)));
}

/* ---- dresses ---- */

static str swap_signs(str text, const char *const (*pairs)[2], size_t count, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t at = 0; at < text.len; at++) {
        size_t k = 0;
        while (k < count && text.ptr[at] != pairs[k][0][0])
            k++;
        strbuf_add(&b, k < count ? str_of(pairs[k][1]) : str_slice(text, at, at + 1));
    }
    return strbuf_text(&b);
}

static str typeset_dress(str text, arena *a) {
    static const char *const pairs[][2] = {{"-", "−"}, {"*", " × "}, {"/", " ÷ "}, {"+", " + "}};
    return swap_signs(text, pairs, COUNT(pairs), a);
}

static str wide_dress(str text, arena *a) {
    static const char *const pairs[][2] = {{"(", "（"}, {")", "）"}, {"0", "０"}, {"1", "１"}, {"2", "２"},
                                           {"3", "３"}, {"4", "４"}, {"5", "５"}, {"6", "６"}, {"7", "７"},
                                           {"8", "８"}, {"9", "９"}, {"+", "＋"}, {"-", "－"}, {"*", "＊"},
                                           {"/", "／"}, {":", "："}, {"A", "Ａ"}};
    return swap_signs(text, pairs, COUNT(pairs), a);
}

static str square_dress(str text, arena *a) {
    static const char *const pairs[][2] = {{"(", "["}, {")", "]"}};
    return swap_signs(text, pairs, COUNT(pairs), a);
}

static str bold_dress(str text, arena *a) {
    static const char *const pairs[][2] = {{"(", "【"}, {")", "】"}};
    return swap_signs(text, pairs, COUNT(pairs), a);
}

static str quote_dress(str text, arena *a) {
    return str_format(a, " \"%.*s\"\n", STR_ARG(text));
}

static str corner_dress(str text, arena *a) {
    return str_format(a, "「%.*s」", STR_ARG(text));
}

static str curled_dress(str text, arena *a) {
    return str_format(a, "“ %.*s ”", STR_ARG(text));
}

static str tex_dress(str text, arena *a) {
    static const char *const pairs[][2] = {{"*", "\\times "}, {"(", "\\left("}, {")", "\\right)"}};
    return str_format(a, "$%.*s$", STR_ARG(swap_signs(text, pairs, COUNT(pairs), a)));
}

typedef str (*dress)(str text, arena *a);

static void expect_right_in(const problem *p, const datum *instance, str answer, const dress *dresses, size_t count,
                            arena *a) {
    expect_right(p, instance, answer, a);
    for (size_t k = 0; k < count; k++)
        expect_right(p, instance, dresses[k](answer, a), a);
}

static const dress all_dresses[] = {typeset_dress, wide_dress,   square_dress, bold_dress,
                                    quote_dress,   corner_dress, curled_dress, tex_dress};
/* Where every character counts. */
static const dress quotes_only[] = {corner_dress};

/* ---- what the program answers with ---- */

static void put_claims(texts *t, str expression, str value, arena *a) {
    add_text(t, str_format(a, "%.*s = %.*s", STR_ARG(expression), STR_ARG(value)), a);
    add_text(t, str_format(a, "%.*s=%.*s", STR_ARG(value), STR_ARG(expression)), a);
    add_text(t, str_format(a, "%.*s = %.*s", STR_ARG(expression), STR_ARG(number_shown(value, a))), a);
}

static void polygon_texts(const datum *answer, texts *t, arena *a) {
    str expression = text_in(answer, "expression", a), max = text_in(answer, "max", a);
    add_text(t, expression, a);
    add_text(t, max, a);
    add_text(
        t, str_format(a, "edge %lld: %.*s", (long long)item(answer, "best_edges", 0)->integer, STR_ARG(expression)), a);
    add_text(t, str_format(a, "边 %lld：%.*s", (long long)item(answer, "best_edges", 0)->integer, STR_ARG(expression)),
             a);
    put_claims(t, expression, max, a);
}

static void cards_texts(const datum *answer, texts *t, arena *a) {
    str first = text_in(answer, "first", a), second = text_in(answer, "second", a);
    static const char *const scores[] = {"%.*s : %.*s", "%.*s:%.*s",   "%.*s-%.*s",
                                         "%.*s–%.*s",   "%.*s - %.*s", "%.*s 比 %.*s"};
    for (size_t k = 0; k < COUNT(scores); k++) {
        strbuf b = strbuf_in(a);
        const char *gap = strstr(scores[k] + 4, "%.*s");
        strbuf_add(&b, first);
        strbuf_add(&b, (str){scores[k] + 4, (size_t)(gap - scores[k] - 4)});
        strbuf_add(&b, second);
        add_text(t, strbuf_text(&b), a);
    }
    add_text(t, first, a);
    static const char *const gaps[] = {" ", ", ", "，", "、", " → "};
    const datum *play = datum_get(answer, "play");
    for (size_t g = 0; g < COUNT(gaps); g++) {
        strbuf ends = strbuf_in(a), taken = strbuf_in(a);
        for (size_t k = 0; k < play->count; k++) {
            strbuf_addf(&ends, "%s%.*s", k ? gaps[g] : "", STR_ARG(text_in(play->items[k], "end", a)));
            strbuf_addf(&taken, "%s%.*s", k ? gaps[g] : "", STR_ARG(text_in(play->items[k], "card", a)));
        }
        add_text(t, strbuf_text(&ends), a);
        if (play->count > 1)
            add_text(t, strbuf_text(&taken), a);
    }
}

static void game24_texts(const datum *answer, texts *t, arena *a) {
    const datum *solutions = datum_get(answer, "solutions");
    static const char *const nothing[] = {"none", "No solution.", "无解", "無解。", "(impossible)", "∅", "“无解”"};
    for (size_t k = 0; !solutions->count && k < COUNT(nothing); k++)
        add_text(t, str_of(nothing[k]), a);
    for (size_t k = 0; k < solutions->count && k < 20; k++) {
        source where = {STR("solution"), solutions->items[k]->text};
        error e = error_in(a);
        const expr *x = expr_read(&where, 0, where.text.len, a, &e);
        add_text(t, where.text, a);
        add_text(t, expr_shown(x, NULL, 0, a), a);
        put_claims(t, where.text, text_in(answer, "target", a), a);
    }
}

static void lcs_texts(const datum *answer, texts *t, arena *a) {
    const datum *all = datum_get(answer, "all");
    for (size_t k = 0; k < all->count && k < 20; k++) {
        str text = all->items[k]->text;
        strbuf list = strbuf_in(a);
        for (size_t at = 0; at < text.len; at++)
            strbuf_addf(&list, "%s%c", at ? "、" : "", text.ptr[at]);
        add_text(t, text, a);
        add_text(t, visible_text(text, a), a);
        if (text.len)
            add_text(t, strbuf_text(&list), a);
    }
    add_text(t, text_in(answer, "length", a), a);
    if (!text_in(answer, "lcs", a).len) {
        add_text(t, STR("(empty)"), a);
        add_text(t, STR("（空）"), a);
    }
}

static void matrix_texts(const datum *answer, texts *t, arena *a) {
    str order = text_in(answer, "order", a), cost = text_in(answer, "cost", a);
    add_text(t, order, a);
    add_text(t, cost, a);
    add_text(t, number_shown(cost, a), a);
    put_claims(t, order, cost, a);
    strbuf low = strbuf_in(a), tex = strbuf_in(a);
    for (size_t k = 0; k < order.len; k++) {
        char c = order.ptr[k];
        if (char_is_digit(c)) /* fewer than ten matrices */
            strbuf_add_code_point(&low, 0x2080 + (uint32_t)(c - '0'));
        else
            strbuf_add_byte(&low, c);
        strbuf_addf(&tex, char_is_digit(c) ? "_{%c}" : "%c", c);
    }
    add_text(t, strbuf_text(&low), a);
    add_text(t, strbuf_text(&tex), a);
}

static void recurrence_texts(const datum *answer, texts *t, arena *a) {
    str total = text_in(answer, "total", a), theta = text_in(datum_get(answer, "master"), "theta", a);
    add_text(t, total, a);
    add_text(t, number_shown(total, a), a);
    add_text(t, str_format(a, "T(n) = Θ(%.*s)", STR_ARG(theta)), a);
    add_text(t, str_format(a, "Θ(%.*s)", STR_ARG(theta)), a);
    add_text(t, str_format(a, "\\Theta(%.*s)", STR_ARG(theta)), a);
    strbuf sum = strbuf_in(a);
    const datum *levels = datum_get(answer, "levels");
    for (size_t k = 0; k < levels->count; k++)
        strbuf_addf(&sum, "%s%.*s", k ? " + " : "", STR_ARG(text_in(levels->items[k], "cost", a)));
    add_text(t, str_format(a, "%.*s = %.*s", STR_ARG(strbuf_text(&sum)), STR_ARG(total)), a);
}

static const struct row {
    const char *problem, *wish, *value;
    void (*texts)(const datum *answer, texts *t, arena *a);
    bool counts; /* every character does */
} rows[] = {
    {"polygon", "max", "40", polygon_texts, false},     {"cards", "max", "60000", cards_texts, false},
    {"game24", "max", "13", game24_texts, false},       {"game24", "unsolvable", "", game24_texts, false},
    {"lcs", "letters", "ABC ", lcs_texts, true},        {"lcs", "letters", "AB\",", lcs_texts, true},
    {"matrix-chain", "max", "99", matrix_texts, false}, {"recurrence", "", "", recurrence_texts, false},
};

static void own_answers_are_right_in_any_dress(void **state) {
    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++)
        for (uint64_t seed = 1; seed <= 40; seed++) {
            arena *a = arena_new(NULL);
            const problem *p = problem_named(str_of(rows[r].problem));
            datum *wishes = datum_map(a);
            if (*rows[r].wish)
                datum_put(a, wishes, rows[r].wish,
                          *rows[r].value ? datum_text(a, str_of(rows[r].value)) : datum_bool(a, true));
            error e = error_in(a);
            const datum *instance = p->random(wishes, seed, a, &e);
            const datum *answer = p->solve(instance, NULL, a, &e);
            texts t = {0};
            rows[r].texts(answer, &t, a);
            assert_true(t.count > 0);
            for (size_t k = 0; k < t.count; k++)
                expect_right_in(p, instance, t.items[k], rows[r].counts ? quotes_only : all_dresses,
                                rows[r].counts ? COUNT(quotes_only) : COUNT(all_dresses), a);
            arena_free(a);
        }
}

/* As one would type the words, but for lcs, whose words are texts. */
static datum *instance_of(const problem *p, const char *words, arena *a) {
    texts arguments = {0};
    str rest = str_of(words), all = rest;
    while (rest.len) {
        size_t space = str_find(rest, STR(" "), 0);
        add_text(&arguments, str_slice(rest, 0, space), a);
        rest = space == SIZE_MAX ? STR("") : str_slice(rest, space + 1, rest.len);
    }
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("<arguments>"), all};
    const problem_input in = {
        .text = where, .arguments = arguments.items, .argument_count = arguments.count, .options = datum_map(a)};
    error e = error_in(a);
    datum *instance = p->parse(&in, a, &e);
    if (!instance)
        fail_msg("%s: %.*s", words, STR_ARG(error_text(&e)));
    return instance;
}

/* ---- any answers ---- */

/* A tree of brackets over the leaves `from` … `to`, drawn; operators are drawn from `signs`. */
static str bracketed(const str *leaves, size_t from, size_t to, const char *signs, random_source *r, arena *a) {
    if (from == to)
        return leaves[from];
    size_t at = (size_t)random_between(r, (int64_t)from, (int64_t)to - 1);
    char sign[2] = {*signs ? signs[random_between(r, 0, (int64_t)strlen(signs) - 1)] : 0, 0};
    return str_format(a, "(%.*s%s%.*s)", STR_ARG(bracketed(leaves, from, at, signs, r, a)), sign,
                      STR_ARG(bracketed(leaves, at + 1, to, signs, r, a)));
}

static str drawn_answer(const char *problem, const datum *instance, random_source *r, arena *a) {
    str leaves[8];
    size_t count = 0;
    const datum *numbers = datum_get(instance, strcmp(problem, "matrix-chain") == 0 ? "dims"
                                               : strcmp(problem, "cards") == 0      ? "cards"
                                                                                    : "numbers");
    for (size_t k = 0; k + (strcmp(problem, "matrix-chain") == 0) < numbers->count; k++)
        leaves[count++] = strcmp(problem, "matrix-chain") == 0 ? str_format(a, "A%zu", k + 1) : numbers->items[k]->text;
    if (strcmp(problem, "cards") != 0)
        return bracketed(leaves, 0, count - 1, strcmp(problem, "game24") == 0 ? "+-*/" : "", r, a);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < count; k++)
        strbuf_addf(&b, "%s%s", k ? " " : "", random_between(r, 0, 1) ? "right" : "left");
    return strbuf_text(&b);
}

/* Whatever is answered, right or wrong, a dress changes nothing of the verdict. */
static void a_dress_changes_no_verdict(void **state) {
    (void)state;
    static const struct {
        const char *problem, *key, *value;
    } drawn[] = {{"game24", "max", "9"}, {"cards", "max", "9"}, {"matrix-chain", "n", "4"}};
    size_t right = 0, wrong = 0;
    for (size_t d = 0; d < COUNT(drawn); d++)
        for (uint64_t seed = 1; seed <= 150; seed++) {
            arena *a = arena_new(NULL);
            const problem *p = problem_named(str_of(drawn[d].problem));
            random_source r = random_from_seed(seed);
            datum *wishes = datum_map(a);
            datum_put(a, wishes, drawn[d].key, datum_text(a, str_of(drawn[d].value)));
            error e = error_in(a);
            const datum *instance = p->random(wishes, seed, a, &e);
            str answer = drawn_answer(drawn[d].problem, instance, &r, a);
            const datum *plain = marked(p, instance, answer, &e, a);
            assert_non_null(plain);
            *(datum_get(plain, "right")->boolean ? &right : &wrong) += 1;
            for (size_t k = 0; k < COUNT(all_dresses); k++) {
                const datum *mark = marked(p, instance, all_dresses[k](answer, a), &e, a);
                if (!mark || !datum_equal(datum_get(mark, "right"), datum_get(plain, "right")) ||
                    !datum_equal(datum_get(mark, "value"), datum_get(plain, "value")) ||
                    !str_equal(text_in(mark, "why", a), text_in(plain, "why", a)))
                    fail_msg("%s '%.*s'", p->name, STR_ARG(all_dresses[k](answer, a)));
            }
            arena_free(a);
        }
    assert_true(right > 20 && wrong > 100);
}

/* Any text at all is right, wrong, or cannot be read at a place that it has. */
static void anything_gets_a_verdict(void **state) {
    (void)state;
    static const char *const parts[] = {"1",  "2",  "24", "175",      " ",    "\u2009", "\u00A0", "(",   ")",     "[",
                                        "】", "+",  "-",  "−",        "*",    "×",      "/",      "=",   ":",     ",",
                                        "、", "A1", "A₂", "_{",       "}",    "^",      "n",      "log", "Θ(",    "\"",
                                        "「", "」", "$",  "\\times ", "无解", "R",      "left",   "边",  "edge ", "∅",
                                        "²",  "√",  "\n", "\xFF",     "x",    "→"};
    static const char *const instances[][2] = {
        {"polygon", "4 t -7 t 4 x 2 x 5"}, {"cards", "1 8 10 6"},           {"game24", "3 3 8 8"},
        {"lcs", "ABCBDAB BDCABA"},         {"matrix-chain", "10 100 5 50"}, {"recurrence", "a=4 b=2 f=n n=8"}};
    random_source r = random_from_seed(24);
    for (size_t i = 0; i < COUNT(instances); i++) {
        arena *a = arena_new(NULL);
        const problem *p = problem_named(str_of(instances[i][0]));
        const datum *instance = instance_of(p, instances[i][1], a);
        for (size_t k = 0; k < 3000; k++) {
            strbuf b = strbuf_in(a);
            strbuf_add_c(&b, "");
            for (int64_t left = random_between(&r, 0, 9); left; left--)
                strbuf_add_c(&b, parts[random_between(&r, 0, COUNT(parts) - 1)]);
            error e;
            const datum *mark = marked(p, instance, strbuf_text(&b), &e, a);
            bool placed = !mark && str_is(e.file, ANSWER_NAME) && e.line && e.column <= utf8_count(e.line_text) + 1;
            if (!mark && !placed)
                fail_msg("%s '%s': %.*s", p->name, b.ptr, STR_ARG(error_text(&e)));
        }
        arena_free(a);
    }
}

/* ---- single answers ---- */

typedef enum expected { RIGHT, WRONG, UNREAD } expected;

static const struct single {
    const char *problem, *instance, *answer;
    expected expected;
    size_t column; /* of what cannot be read */
} singles[] = {
    {"game24", "3 3 8 8", "24 = 8/(3-8/3)", RIGHT, 0},
    {"game24", "3 3 8 8", "8/(3-8/3) = 25", WRONG, 0},
    {"game24", "3 3 8 8", "25 = 8/(3-8/3)", WRONG, 0},
    {"game24", "3 3 8 8", "无解", WRONG, 0},
    {"game24", "3 3 8 8", "8/(3-8/3", UNREAD, 3},
    {"game24", "3 3 8 8", "「8/(3-8/3」", UNREAD, 4},
    {"game24", "3 3 8 8", "", UNREAD, 1},
    {"polygon", "4 t -7 t 4 x 2 x 5", "edge 1: -7 + (4 * (2 * 5)) = 33", RIGHT, 0},
    {"polygon", "4 t -7 t 4 x 2 x 5", "-7 + (4 * (2 * 5)) = 33", RIGHT, 0},
    {"polygon", "4 t -7 t 4 x 2 x 5", "-7 + (4 * 2 * 5)", RIGHT, 0},
    {"polygon", "4 t -7 t 4 x 2 x 5", "-7 + (4 * (2 * 5)) = 30", WRONG, 0},
    {"polygon", "4 t -7 t 4 x 2 x 5", "-7 + 4 * 2 * 5", UNREAD, 8},
    {"polygon", "4 t -7 t 4 x 2 x 5", "edge 1: -7 + 4 × 2 × 5", UNREAD, 16},
    {"polygon", "4 t -7 t 4 x 2 x 5", "edge 2: 4 * 2 * 5 - 7", UNREAD, 19},
    {"polygon", "4 t -7 t 4 x 2 x 5", "(-7 + 4) * (2 * 5)", WRONG, 0},
    {"polygon", "4 t -7 t 4 x 2 x 5", "33", RIGHT, 0},
    {"polygon", "4 t -7 t 4 x 2 x 5", "34", WRONG, 0},
    {"polygon", "4 t -7 t 4 x 2 x 5", "edge: 33", UNREAD, 5},
    {"cards", "1 8 10 6", "14-11", RIGHT, 0},
    {"cards", "1 8 10 6", "11-14", WRONG, 0},
    {"cards", "1 8 10 6", "14 to 11", RIGHT, 0},
    {"cards", "1 8 10 6", "6-10-8-1", RIGHT, 0},
    {"cards", "1 8 10 6", "14 : 11, right", RIGHT, 0},
    {"cards", "1 8 10 6", "14 : 11, left", WRONG, 0},
    {"cards", "1 8 10 6", "14 : x", UNREAD, 6},
    {"cards", "-3 -5 2", "-3 : -3", RIGHT, 0},
    {"cards", "-3 -5 2", "-3--3", RIGHT, 0},
    {"cards", "175099 3", "175 099 : 3", RIGHT, 0},
    {"cards", "175099 3", "175\u2009099\u00A0:\u00A03", RIGHT, 0},
    {"cards", "175099 3", "175 099", RIGHT, 0},
    {"cards", "175 100", "100 175", WRONG, 0},
    {"cards", "175 100", "175 100", RIGHT, 0},
    {"recurrence", "a=4 b=2 f=n n=8", "4^(log_2 n)", RIGHT, 0},
    {"recurrence", "a=4 b=2 f=n n=8", "4^(log₂ n)", RIGHT, 0},
    {"recurrence", "a=4 b=2 f=n n=8", "3^(log_2 n)", WRONG, 0},
    {"recurrence", "a=4 b=2 f=n n=8", "3n²", RIGHT, 0},
    {"recurrence", "a=4 b=2 f=n n=512", "523 776", RIGHT, 0},
    {"recurrence", "a=4 b=2 f=n n=512", "523,776", RIGHT, 0},
    {"recurrence", "a=4 b=2 f=n n=512", "523 77", UNREAD, 5},
    {"recurrence", "a=4 b=2 f=n n=8", "8 + 16 + 32 + 64", RIGHT, 0},
    {"recurrence", "a=4 b=2 f=n n=8", "8 + 16 + 32 + 64 = 100", WRONG, 0},
    {"recurrence", "a=4 b=2 f=n n=8", "Θ(n^2", UNREAD, 6},
    {"matrix-chain", "10 100 5 50", "[A1A2]A3", RIGHT, 0},
    {"matrix-chain", "10 100 5 50", "【A₁A₂】A₃ = 7 500", RIGHT, 0},
    {"matrix-chain", "10 100 5 50", "(A1A2)A3 = 7501", WRONG, 0},
    {"matrix-chain", "10 100 5 50", "A1[A2A3]", WRONG, 0},
    {"matrix-chain", "10 100 5 50", "7 500", RIGHT, 0},
    {"matrix-chain", "10 100 5 50", "(A1A2]A3", UNREAD, 6},
    {"lcs", "ABCBDAB BDCABA", "\"BCBA\"", RIGHT, 0},
    {"lcs", "ABCBDAB BDCABA", "B C B A", RIGHT, 0},
    {"lcs", "ABCBDAB BDCABA", "B，C，B，A", RIGHT, 0},
    {"lcs", "ABCBDAB BDCABA", "ＢＣＢＡ", RIGHT, 0},
    {"lcs", "ABCBDAB BDCABA", "4", RIGHT, 0},
    {"lcs", "ABCBDAB BDCABA", "5", WRONG, 0},
    {"lcs", "ABCBDAB BDCABA", "“BCB”", WRONG, 0},
    {"lcs", "ABCBDAB BDCABA", "B C C A", WRONG, 0},
    {"lcs", "AB CD", "(empty)", RIGHT, 0},
    {"lcs", "AB CD", "空", RIGHT, 0},
    {"lcs", "AB AC", "none", WRONG, 0},
    {"lcs", "1234 4321", "4", RIGHT, 0}, /* a text, for the digits are letters */
    {"lcs", "1241 4211", "2", WRONG, 0},
};

static void single_answers_are_told_apart(void **state) {
    (void)state;
    for (size_t k = 0; k < COUNT(singles); k++) {
        arena *a = arena_new(NULL);
        const struct single *s = &singles[k];
        const problem *p = problem_named(str_of(s->problem));
        error e;
        const datum *mark = marked(p, instance_of(p, s->instance, a), str_of(s->answer), &e, a);
        expected got = !mark ? UNREAD : datum_get(mark, "right")->boolean ? RIGHT : WRONG;
        if (got != s->expected)
            fail_msg("%s %s, '%s': %.*s", s->problem, s->instance, s->answer,
                     STR_ARG(mark ? text_in(mark, "why", a) : error_text(&e)));
        if (got == UNREAD && (!str_is(e.file, ANSWER_NAME) || e.column != s->column))
            fail_msg("%s '%s': column %zu, not %zu", s->problem, s->answer, e.column, s->column);
        arena_free(a);
    }
}

static void a_space_is_a_sign_of_texts(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "$H check lcs 'a b' 'x b' --answer '␣b'");
    shell_expect(&s, 0, "$H check lcs 'a b' 'x b' --answer ' b'");
    shell_expect(&s, 0, "$H check lcs 'a b' 'x b' --answer '\" b\"'");
    shell_expect(&s, 1, "$H check lcs 'a b' 'x b' --answer 'b'");
    shell_expect(&s, 0, "$H check lcs 'a␣b' 'x␣b' --answer '␣b'");
    shell_free(&s);
}

/* Statuses, JSON and sentences of the program, in both languages. */
static void unreadable_is_neither_right_nor_wrong(void **state) {
    (void)state;
    static const struct {
        const char *instance, *right, *wrong, *unread, *form;
    } cases[] = {
        {"polygon 4 t -7 t 4 x 2 x 5", "33", "32", "-7 + 4 * 2 * 5", "用括号"},
        {"cards 1 8 10 6", "14-11", "13-12", "14 ?", "“14 : 11”"},
        {"game24 3 3 8 8", "8/(3-8/3)", "none", "8/(3-", "“无解”"},
        {"matrix-chain 10 100 5 50", "[A1A2]A3", "A1(A2A3)", "A1(A2", "(A1A2)A3"},
        {"recurrence a=4 b=2 f=n n=8", "120", "119", "Θ(n^)", "Θ(n^2 log n)"},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(cases); k++) {
        const char *command = "$H check %s --answer '%s' %s";
        shell_expect(&s, 0, str_format(s.arena, command, cases[k].instance, cases[k].right, "-f json").ptr);
        assert_true(str_find(s.out, STR("\"right\":true"), 0) != SIZE_MAX);
        shell_expect(&s, 1, str_format(s.arena, command, cases[k].instance, cases[k].wrong, "-f json").ptr);
        assert_true(str_find(s.out, STR("\"right\":false"), 0) != SIZE_MAX && s.err.len == 0);
        shell_expect(&s, 2, str_format(s.arena, command, cases[k].instance, cases[k].unread, "-f json").ptr);
        assert_true(str_find(s.out, STR("\"right\":null,\"value\":null,\"why\":\""), 0) != SIZE_MAX);
        assert_true(str_find(s.out, STR(",\"line\":1,\"column\":"), 0) != SIZE_MAX);
        assert_true(str_starts(s.err, "handtrace: <answer>:1:"));
        shell_expect(&s, 2, str_format(s.arena, command, cases[k].instance, cases[k].unread, "").ptr);
        assert_true(str_starts(s.out, "cannot be read: "));
        shell_expect(&s, 2, str_format(s.arena, command, cases[k].instance, cases[k].unread, "-l zh").ptr);
        assert_true(str_starts(s.out, "看不懂：从第 ") && str_find(s.out, str_of(cases[k].form), 0) != SIZE_MAX);
    }
    shell_expect(&s, 1, "$H check cards 1 8 x 6 --answer 3");
    assert_true(s.out.len == 0); /* the instance is not the answer */
    shell_free(&s);
}

/* The instance that --random WISH --seed SEED makes; WISH is one key with its value. */
static datum *instance_at_random(const problem *p, const char *wish, uint64_t seed, arena *a) {
    datum *wishes = datum_map(a);
    str text = str_of(wish);
    size_t equals = str_find(text, STR("="), 0);
    datum_put_str(a, wishes, str_slice(text, 0, equals), datum_text(a, str_slice(text, equals + 1, text.len)));
    error e = error_in(a);
    datum *instance = p->random(wishes, seed, a, &e);
    assert_non_null(instance);
    return instance;
}

/* What a page prints of an answer, copied out of the PDF by another program. */
static void answers_copied_from_a_page_are_right(void **state) {
    (void)state;
    static const struct {
        const char *problem, *wish, *template;
    } printed[] = {
        {"polygon", "n=5", "{{expression}}"},
        {"polygon", "n=5", "{{expression}} = {{answer.max}}"},
        {"polygon", "max=90000", "{{answer.max}}"},
        {"cards", "max=60000", "{{answer.first}} : {{answer.second}}"},
        {"game24", "n=4", "{{#answer.solutions}}{{#first}}{{.}} = 24{{/first}}{{/answer.solutions}}"},
        {"lcs", "n=8", "{{found}}"},
        {"lcs", "n=8", "**{{by_left.text}}**"},
        {"matrix-chain", "max=90", "${{#order}}{{{order}}}{{/order}}$"},
        {"matrix-chain", "max=90", "{{answer.cost}}"},
        {"recurrence", "depth=4", "{{answer.total}}"},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(printed); k++)
        for (int seed = 1; seed <= 3; seed++) {
            shell_write(&s, "t.en.md", str_format(s.arena, "# T\n\n%s\n", printed[k].template));
            const char *command =
                "$H %s --random %s --seed %d -t ./t.en.md -f pdf -o t.pdf && pdftotext -layout t.pdf - | "
                "grep -v '^ *$' | sed -n 3p";
            shell_expect(&s, 0, str_format(s.arena, command, printed[k].problem, printed[k].wish, seed).ptr);
            assert_true(str_trim(s.out).len > 0);
            const problem *p = problem_named(str_of(printed[k].problem));
            expect_right(p, instance_at_random(p, printed[k].wish, (uint64_t)seed, s.arena), str_trim(s.out), s.arena);
        }
    shell_free(&s);
}

/* What the text output says behind a label. */
static void answers_of_the_text_output_are_right(void **state) {
    (void)state;
    static const struct {
        const char *problem, *wish, *label, *end;
    } said[] = {
        {"polygon", "n=5", "best score", NULL},
        {"cards", "max=60000", "A’s score", NULL},
        {"game24", "n=4", "solutions\\?", ", "},
        {"game24", "n=4", "解", "、"},
        {"lcs", "n=8", "longest common subsequence", NULL},
        {"lcs", "letters=A B", "longest common subsequence", NULL},
        {"lcs", "n=2", "最长公共子序列", NULL},
        {"matrix-chain", "max=90", "order", NULL},
        {"matrix-chain", "max=90", "least cost", NULL},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(said); k++)
        for (int seed = 1; seed <= 5; seed++) {
            bool han = (unsigned char)said[k].label[0] > 0x7F;
            const char *command = "$H %s --random '%s' --seed %d -l %s -f text -o - | sed -n 's/^%s\\(: \\|：\\)//p'";
            shell_expect(
                &s, 0,
                str_format(s.arena, command, said[k].problem, said[k].wish, seed, han ? "zh" : "en", said[k].label)
                    .ptr);
            str text = str_slice(s.out, 0, str_find(s.out, STR("\n"), 0));
            if (!text.len)
                fail_msg("%s %s: nothing is said of %s", said[k].problem, said[k].wish, said[k].label);
            if (said[k].end)
                text = str_slice(text, 0, str_find(text, str_of(said[k].end), 0));
            const problem *p = problem_named(str_of(said[k].problem));
            expect_right(p, instance_at_random(p, said[k].wish, (uint64_t)seed, s.arena), text, s.arena);
        }
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_answers_are_right_in_any_dress),
        cmocka_unit_test(a_dress_changes_no_verdict),
        cmocka_unit_test(anything_gets_a_verdict),
        cmocka_unit_test(single_answers_are_told_apart),
        cmocka_unit_test(a_space_is_a_sign_of_texts),
        cmocka_unit_test(unreadable_is_neither_right_nor_wrong),
        cmocka_unit_test(answers_copied_from_a_page_are_right),
        cmocka_unit_test(answers_of_the_text_output_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
