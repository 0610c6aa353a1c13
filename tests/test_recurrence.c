/* Recurrences: reading, levels and totals against T(n) worked out by recursion, the master theorem against the
 * textbooks' examples and against the growth of the totals themselves, the facts of the trace, marks, random
 * instances. */
#include "build.h"
#include "expr.h"
#include "problem.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const problem *recurrence(void) {
    const problem *p = problem_named(STR("recurrence"));
    assert_non_null(p);
    return p;
}

static datum *parse(arena *a, const char *typed, error *e) {
    source *text = ARENA_NEW(a, source);
    *text = (source){STR("<arguments>"), str_of(typed)};
    return recurrence()->parse(&(problem_input){.text = text, .options = datum_map(a)}, a, e);
}

static datum *instance_of(arena *a, const char *typed) {
    error e = error_in(a);
    datum *d = parse(a, typed, &e);
    if (!d)
        fail_msg("%s: %s", typed, str_to_c(a, error_text(&e)));
    return d;
}

static datum *answer_of(arena *a, const datum *instance) {
    error e = error_in(a);
    datum *answer = recurrence()->solve(instance, NULL, a, &e);
    if (!answer)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return answer;
}

static const char *text_at(arena *a, const datum *map, const char *key) {
    return str_to_c(a, datum_as_text(datum_get(map, key)));
}

/* ---- reading ---- */

static void instances_are_read_as_people_type_them(void **state) {
    (void)state;
    static const struct {
        const char *typed, *read;
    } cases[] = {
        {"a=4 b=2 f=n n=8", "{\"a\":4,\"b\":2,\"f\":\"n\",\"n\":\"8\"}"},
        {"n=8, f=n, b=2, a=4", "{\"a\":4,\"b\":2,\"f\":\"n\",\"n\":\"8\"}"},
        {"ａ＝４，ｂ＝２、ｆ＝ｎ　ｎ＝８", "{\"a\":4,\"b\":2,\"f\":\"n\",\"n\":\"8\"}"},
        {"A = 4  B = 2\nF = N\r\nN = 8\n", "{\"a\":4,\"b\":2,\"f\":\"n\",\"n\":\"8\"}"},
        {"a=2 b=2 f=n log n n=8", "{\"a\":2,\"b\":2,\"f\":\"n log n\",\"n\":\"8\"}"},
        {"a=2 b=2 f=nlogn n=8", "{\"a\":2,\"b\":2,\"f\":\"n log n\",\"n\":\"8\"}"},
        {"f=n lg(n),a=2 b=2 n=8", "{\"a\":2,\"b\":2,\"f\":\"n log n\",\"n\":\"8\"}"},
        {"a=2 b=2 f=n² n=8", "{\"a\":2,\"b\":2,\"f\":\"n^2\",\"n\":\"8\"}"},
        {"a=2 b=2 f=n ^ 12 n=8", "{\"a\":2,\"b\":2,\"f\":\"n^12\",\"n\":\"8\"}"},
        {"a=2 b=2 f=n¹² n=8", "{\"a\":2,\"b\":2,\"f\":\"n^12\",\"n\":\"8\"}"},
        {"a=2 b=2 f=3·n n=8", "{\"a\":2,\"b\":2,\"f\":\"3n\",\"n\":\"8\"}"},
        {"a=2 b=2 f=3 × n × n log n n=8", "{\"a\":2,\"b\":2,\"f\":\"3n^2 log n\",\"n\":\"8\"}"},
        {"a=2 b=2 f=007 n=8", "{\"a\":2,\"b\":2,\"f\":\"7\",\"n\":\"8\"}"},
        {"a=2 b=2 f=n n=2¹⁰", "{\"a\":2,\"b\":2,\"f\":\"n\",\"n\":\"1024\"}"},
        {"a=2 b=2 f=n^0 n=1", "{\"a\":2,\"b\":2,\"f\":\"1\",\"n\":\"1\"}"},
        {"a=2 b=2 f=log n n=2^10", "{\"a\":2,\"b\":2,\"f\":\"log n\",\"n\":\"1024\"}"},
        {"a=1 b=10 f=2log n n=1\xE2\x80\x89"
         "000",
         "{\"a\":1,\"b\":10,\"f\":\"2 log n\",\"n\":\"1000\"}"}, /* thin space */
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++)
        assert_string_equal(str_to_c(a, json_from_datum(instance_of(a, cases[k].typed), a)), cases[k].read);
    arena_free(a);
}

static void mistakes_have_their_place(void **state) {
    (void)state;
    static const struct {
        const char *typed;
        size_t column, width;
        const char *message;
    } cases[] = {
        {"a=4 b=2 f=n n=10", 15, 2, "n must be a power of b: the nearest are 8 and 16"},
        {"a=4 b=3 f=n n=2", 15, 1, "n must be a power of b: the nearest are 1 and 3"},
        {"a=4 b=6 f=n n=12", 15, 2, "n must be a power of b: the nearest are 6 and 36"},
        {"a=4 b=2 f=n n=0", 15, 1, "n is a whole number from 1"},
        {"a=4 b=2 f=n n=-8", 15, 2, "n is a whole number from 1"},
        {"a=4 b=2 f=n n=8.5", 15, 3, "n is a whole number from 1"},
        {"a=4 b=1 f=n n=8", 7, 1, "b is a whole number from 2"},
        {"a=4 b=3/2 f=n n=8", 7, 3, "b is a whole number from 2"},
        {"a=0 b=2 f=n n=8", 3, 1, "a is a whole number from 1"},
        {"a=-4 b=2 f=n n=8", 3, 2, "a is a whole number from 1"},
        {"a=4 b=2 f=n+1 n=8", 12, 2, "f is 1, n, log n"},
        {"a=4 b=2 f=x n=8", 11, 1, "f is 1, n, log n"},
        {"a=4 b=2 f=n^x n=8", 12, 2, "the power of n"},
        {"a=4 b=2 f=n^1001 n=8", 12, 5, "the power of n"},
        {"a=4 b=2 f=0 n=8", 11, 1, "f must be positive"},
        {"a=4 b=2 f=n log n log n n=8", 19, 5, "log n stands in f once"},
        {"a=4 b=2 f=log 8 n=8", 11, 5, "the logarithm is written log n"},
        {"a=4 b=2 f=3* n=8", 13, 1, "a factor is missing"},
        {"a=4 b=2 f=n", 12, 1, "n is missing"},
        {"", 1, 1, "the recurrence is missing"},
        {"a= b=2 f=n n=8", 1, 2, "the value of a is missing"},
        {"a=4 a=4 b=2 f=n n=8", 5, 2, "a stands here a second time"},
        {"c=3 a=4 b=2 f=n n=8", 1, 2, "a recurrence has a, b, f and n, but no 'c'"},
        {"4 2 n 8", 1, 1, "expected one of a, b, f or n with an equals sign"},
        {"a=4,, b=2 f=n n=8", 5, 1, "a stray comma: another stands before it"},
        {"a=4 b=2 f=n n=8,", 16, 1, "a stray comma: nothing stands after it"},
        {",a=4 b=2 f=n n=8", 1, 1, "a stray comma: nothing stands before it"},
        {"a=2 b=2 f=0.5n n=8", 11, 4, "a multiple is a whole number here"},
        {"a=2 b=2 f=1/2 n n=8", 11, 5, "a multiple is a whole number here"},
        {"a=2;b=2;f=n;n=8", 3, 13, "between the values stand spaces or commas"},
        {"a=2 b=2 f=n/n=8", 11, 5, "between the values stand spaces or commas"},
        {"a=2 b=2 f=n n=2³x", 15, 3, "n is a whole number from 1"},
        {"a=4, 5 b=2 f=n n=8", 6, 1, "expected one of a, b, f or n with an equals sign after the comma"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        error e = error_in(a);
        if (parse(a, cases[k].typed, &e))
            fail_msg("%s: taken", cases[k].typed);
        if (e.line != 1 || e.column != cases[k].column || e.width != cases[k].width ||
            !str_starts(e.message, cases[k].message))
            fail_msg("%s: %s", cases[k].typed, str_to_c(a, error_text(&e)));
    }
    arena_free(a);
}

static void other_instances_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "{}",
        "{\"a\":\"4\",\"b\":2,\"f\":\"n\",\"n\":\"8\"}",
        "{\"a\":0,\"b\":2,\"f\":\"n\",\"n\":\"8\"}",
        "{\"a\":4,\"b\":1,\"f\":\"n\",\"n\":\"8\"}",
        "{\"a\":4,\"b\":2,\"f\":\"n+1\",\"n\":\"8\"}",
        "{\"a\":4,\"b\":2,\"f\":\"1n\",\"n\":\"8\"}",
        "{\"a\":4,\"b\":2,\"n\":\"8\"}",
        "{\"a\":4,\"b\":2,\"f\":\"n\",\"n\":\"9\"}",
        "{\"a\":4,\"b\":2,\"f\":\"n\",\"n\":\"1/2\"}",
        "{\"a\":4,\"b\":2,\"f\":\"n\",\"n\":8}",
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(wrong); k++) {
        error e = error_in(a), other = error_in(a);
        const source where = {STR("x"), str_of(wrong[k])};
        const datum *instance = json_to_datum(&where, a, &e);
        assert_non_null(instance);
        assert_false(recurrence()->valid(instance, &other));
        assert_true(error_set(&other));
    }
    arena_free(a);
}

/* ---- levels and totals ---- */

typedef struct plain {
    uint64_t a, b, c, power;
    bool log;
} plain;

static uint64_t f_of(const plain *r, uint64_t size) {
    uint64_t value = r->c, logs = 0;
    for (uint64_t k = 0; k < r->power; k++)
        value *= size;
    for (uint64_t rest = size; rest > 1; rest /= r->b)
        logs++;
    return r->log ? value * logs : value;
}

/* The tree node by node: what each level holds. */
static void walk(const plain *r, uint64_t size, size_t level, uint64_t *nodes, uint64_t *costs) {
    nodes[level]++;
    costs[level] += f_of(r, size);
    for (uint64_t k = 0; size > 1 && k < r->a; k++)
        walk(r, size / r->b, level + 1, nodes, costs);
}

/* T(n) as the recurrence says it. */
static uint64_t total_of(const plain *r, uint64_t size) {
    return size == 1 ? f_of(r, 1) : r->a * total_of(r, size / r->b) + f_of(r, size);
}

static const char *f_text(arena *a, const plain *r) {
    return str_format(a, "%" PRIu64 " n^%" PRIu64 "%s", r->c, r->power, r->log ? " log n" : "").ptr;
}

static void levels_are_those_of_the_tree(void **state) {
    (void)state;
    enum { MOST_LEVELS = 8 };
    for (uint64_t code = 0; code < 5 * 3 * 3 * 2 * 2; code++) {
        arena *a = arena_new(NULL);
        plain r = {code % 5 + 1, code / 5 % 3 + 2, code / 15 % 2 ? 3 : 1, code / 30 % 3, code / 90 % 2};
        uint64_t nodes[MOST_LEVELS] = {0}, costs[MOST_LEVELS] = {0}, n = 1;
        for (size_t depth = 0; depth < 5; depth++, n *= r.b) {
            memset(nodes, 0, sizeof nodes);
            memset(costs, 0, sizeof costs);
            walk(&r, n, 0, nodes, costs);
            const char *typed =
                str_format(a, "a=%" PRIu64 " b=%" PRIu64 " f=%s n=%" PRIu64, r.a, r.b, f_text(a, &r), n).ptr;
            const datum *answer = answer_of(a, instance_of(a, typed)), *levels = datum_get(answer, "levels");
            assert_int_equal(levels->count, depth + 1);
            uint64_t size = n, all = 0;
            for (size_t k = 0; k <= depth; k++, size /= r.b) {
                assert_int_equal(datum_get(levels->items[k], "level")->integer, (int64_t)k);
                assert_int_equal(strtoull(text_at(a, levels->items[k], "nodes"), NULL, 10), nodes[k]);
                assert_int_equal(strtoull(text_at(a, levels->items[k], "size"), NULL, 10), size);
                assert_int_equal(strtoull(text_at(a, levels->items[k], "cost"), NULL, 10), costs[k]);
                all += nodes[k];
            }
            if (strtoull(text_at(a, answer, "total"), NULL, 10) != total_of(&r, n))
                fail_msg("%s: %s", typed, text_at(a, answer, "total"));
            assert_int_equal(strtoull(text_at(a, answer, "nodes"), NULL, 10), all);
            assert_int_equal(strtoull(text_at(a, answer, "leaves"), NULL, 10), nodes[depth]);
        }
        arena_free(a);
    }
}

static void totals_known_by_hand(void **state) {
    (void)state;
    static const struct {
        const char *typed, *total;
    } cases[] = {
        {"a=2 b=2 f=n n=8", "32"},
        {"a=4 b=2 f=n n=8", "120"},
        {"a=2 b=2 f=n^2 n=8", "120"},
        {"a=3 b=2 f=n n=8", "65"},
        {"a=4 b=2 f=n^2 n=8", "256"},
        {"a=7 b=2 f=n^2 n=4", "93"},
        {"a=3 b=3 f=n n=27", "108"},
        {"a=2 b=2 f=n log n n=8", "48"},
        {"a=1 b=2 f=1 n=1", "1"},
        {"a=5 b=2 f=log n n=1", "0"},
        {"a=4 b=2 f=n n=2^20", "2199022206976"}, /* 2 · 4^20 − 2^20 */
        {"a=1000000 b=2 f=1 n=4", "1000001000001"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++)
        assert_string_equal(text_at(a, answer_of(a, instance_of(a, cases[k].typed)), "total"), cases[k].total);
    arena_free(a);
}

/* 4T(n/2) + n and 2T(n/2) + n² have one sum, 2n² − n, read from below and from above. */
static void two_trees_with_one_sum(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (uint64_t n = 1; n <= UINT64_C(1) << 30; n *= 2) {
        const char *leaves = str_format(a, "a=4 b=2 f=n n=%" PRIu64, n).ptr;
        const char *root = str_format(a, "a=2 b=2 f=n^2 n=%" PRIu64, n).ptr;
        const datum *x = answer_of(a, instance_of(a, leaves)), *y = answer_of(a, instance_of(a, root));
        const char *sum = str_format(a, "%" PRIu64, 2 * n * n - n).ptr;
        assert_string_equal(text_at(a, x, "total"), sum);
        assert_string_equal(text_at(a, y, "total"), sum);
        const datum *up = datum_get(x, "levels"), *down = datum_get(y, "levels");
        for (size_t k = 0; k < up->count; k++)
            assert_string_equal(text_at(a, up->items[k], "cost"), text_at(a, down->items[up->count - 1 - k], "cost"));
    }
    arena_free(a);
}

static void too_much_is_said(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    assert_null(recurrence()->solve(instance_of(a, "a=999999999999 b=2 f=n^1000 n=2^90000"), NULL, a, &e));
    assert_true(str_starts(e.message, "a recurrence of 90001 levels with costs this large is too much"));
    answer_of(a, instance_of(a, "a=4 b=2 f=n n=2^2000"));
    arena_free(a);
}

/* ---- the master theorem ---- */

static void cases_of_the_textbooks(void **state) {
    (void)state;
    static const struct {
        const char *typed, *name, *theta;
    } cases[] = {
        {"a=9 b=3 f=n n=9", "1", "n^2"},
        {"a=3 b=4 f=n log n n=4", "3", "n log n"},
        {"a=2 b=2 f=n log n n=4", "2 extended", "n log^2 n"},
        {"a=2 b=2 f=n n=4", "2", "n log n"},
        {"a=8 b=2 f=n^2 n=4", "1", "n^3"},
        {"a=7 b=2 f=n^2 n=4", "1", "n^(log_2 7)"},
        {"a=3 b=2 f=5n n=4", "1", "n^(log_2 3)"},
        {"a=2 b=4 f=1 n=4", "1", "n^(1/2)"},
        {"a=2 b=4 f=n n=4", "3", "n"},
        {"a=2 b=4 f=n^2 n=4", "3", "n^2"},
        {"a=8 b=4 f=n n=4", "1", "n^(3/2)"},
        {"a=27 b=9 f=n n=9", "1", "n^(3/2)"},
        {"a=9 b=4 f=n n=4", "1", "n^(log_2 3)"},
        {"a=1 b=2 f=1 n=4", "2", "log n"},
        {"a=1 b=2 f=log n n=4", "2 extended", "log^2 n"},
        {"a=1 b=2 f=n n=4", "3", "n"},
        {"a=4 b=2 f=n^2 log n n=4", "2 extended", "n^2 log^2 n"},
        {"a=4 b=2 f=n log n n=4", "1", "n^2"},
        {"a=2 b=2 f=n^2 log n n=4", "3", "n^2 log n"},
        {"a=2 b=2 f=1 n=4", "1", "n"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        const datum *master = datum_get(answer_of(a, instance_of(a, cases[k].typed)), "master");
        if (!str_is(datum_as_text(datum_get(master, "case")), cases[k].name) ||
            !str_is(datum_as_text(datum_get(master, "theta")), cases[k].theta))
            fail_msg("%s: case %s, %s", cases[k].typed, text_at(a, master, "case"), text_at(a, master, "theta"));
    }
    arena_free(a);
}

/* log T(n) for n = b^depth. */
static double log_total(arena *a, const plain *r, int depth) {
    const char *typed =
        str_format(a, "a=%" PRIu64 " b=%" PRIu64 " f=%s n=%" PRIu64 "^%d", r->a, r->b, f_text(a, r), r->b, depth).ptr;
    const char *total = text_at(a, answer_of(a, instance_of(a, typed)), "total");
    size_t digits = strlen(total);
    char head[17] = "";
    memcpy(head, total, digits < 16 ? digits : 16);
    return log(strtod(head, NULL)) + (double)(digits < 16 ? 0 : digits - 16) * log(10);
}

/* The total over what it is said to grow like tends to a constant: from one large n to one far larger it hardly
 * changes. */
static void totals_grow_as_the_theorem_says(void **state) {
    (void)state;
    for (uint64_t code = 0; code < 9 * 3 * 3 * 2; code++) {
        arena *a = arena_new(NULL);
        plain r = {code % 9 + 1, code / 9 % 3 + 2, 1, code / 27 % 3, code / 81 % 2};
        const char *typed = str_format(a, "a=%" PRIu64 " b=%" PRIu64 " f=%s n=1", r.a, r.b, f_text(a, &r)).ptr;
        const datum *master = datum_get(answer_of(a, instance_of(a, typed)), "master");
        const char *exponent = text_at(a, master, "exponent");
        double p = 0, q = 1, logs = (double)datum_get(master, "logs")->integer, power;
        if (sscanf(exponent, "log_%lf %lf", &q, &p) == 2)
            power = log(p) / log(q);
        else if (sscanf(exponent, "%lf/%lf", &p, &q) == 2)
            power = p / q;
        else
            power = strtod(exponent, NULL);
        enum { NEAR = 200, FAR = 400 };
        double grown = log_total(a, &r, FAR) - log_total(a, &r, NEAR);
        double said = power * (FAR - NEAR) * log((double)r.b) + logs * log((double)FAR / NEAR);
        if (fabs(grown - said) > 0.05) /* one more log n would be 0.69 */
            fail_msg("%s: n^%s log^%d: grown by %d/1000 too much", typed, exponent, (int)logs,
                     (int)(1000 * (grown - said)));
        arena_free(a);
    }
}

/* ---- the trace ---- */

static story *story_of(arena *a, const datum *instance, trace **t) {
    error e = error_in(a);
    *t = trace_new(a, STR("recurrence"), str_of(recurrence()->title), (datum *)instance);
    story *s = recurrence()->solve(instance, *t, a, &e) ? story_build(*t, a, &e) : NULL;
    if (!s)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return s;
}

static void check_step(const story_step *step, arena *a) {
    assert_int_equal(step->fact_count, 1);
    const story_fact *fact = &step->facts[0];
    if (str_is(fact->why, "base")) {
        assert_int_equal(step->candidate_count, 0);
        return;
    }
    assert_int_equal(step->candidate_count, 1);
    const story_candidate *c = &step->candidates[0];
    assert_true(c->kept && c->way_count == 1 && c->term_count == c->read_count && c->read_count);
    binding *bindings = ARENA_ARRAY(a, binding, c->term_count);
    for (size_t k = 0; k < c->term_count; k++) {
        assert_true(str_equal(c->terms[k].value, c->reads[k].value));
        bindings[k] = c->terms[k];
    }
    error e = error_in(a);
    const source where = {STR("expr"), c->ways[0].expr};
    expr *x = expr_read(&where, 0, where.text.len, a, &e);
    number *value = x ? expr_value(x, bindings, c->term_count, &where, a, &e) : NULL;
    if (!value || !str_equal(number_text(value, a), fact->value) || !str_equal(c->ways[0].value, fact->value))
        fail_msg("%s", str_to_c(a, where.text));
}

static void facts_of_the_trace_are_right(void **state) {
    (void)state;
    static const char *const typed[] = {"a=4 b=2 f=n n=8",       "a=3 b=3 f=5n^2 log n n=81", "a=1 b=2 f=log n n=64",
                                        "a=2 b=10 f=n^9 n=1000", "a=7 b=2 f=1 n=1",           "a=2 b=2 f=n n=2^100"};
    for (size_t k = 0; k < COUNT(typed); k++) {
        arena *a = arena_new(NULL);
        trace *t;
        datum *instance = instance_of(a, typed[k]);
        const story *s = story_of(a, instance, &t);
        const story_run *run = story_main_run(s);
        assert_true(str_is(run->id, "tree"));
        size_t levels = datum_get(s->answer, "levels")->count;
        assert_int_equal(run->phase_count, levels);
        assert_int_equal(run->step_count, 4 * levels + 1);
        for (size_t step = 0; step < run->step_count; step++)
            check_step(&run->steps[step], a);
        assert_true(datum_equal(s->answer, answer_of(a, instance)));
        str lines = trace_to_lines(t, a);
        error e = error_in(a);
        const source where = {STR("trace"), lines};
        const trace *again = trace_from_lines(&where, a, &e);
        assert_non_null(again);
        assert_true(str_equal(trace_to_lines(again, a), lines));
        arena_free(a);
    }
}

/* The calls that know only their size, and those that have a part of their own. */
static void calls_repeat_where_they_know_sizes_only(void **state) {
    (void)state;
    static const struct {
        const char *typed, *fn;
        size_t calls, different, parts;
    } cases[] = {
        {"a=4 b=2 f=n n=8", "T", 85, 4, 0},      {"a=2 b=2 f=n n=8", "sort", 15, 4, 15},
        {"a=3 b=3 f=1 n=27", "part", 40, 4, 40}, {"a=1 b=2 f=1 n=16", "T", 5, 5, 0},
        {"a=2 b=2 f=n n=256", "T", 0, 0, 0}, /* 511 calls are not drawn */
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        arena *a = arena_new(NULL);
        trace *t;
        const story *s = story_of(a, instance_of(a, cases[k].typed), &t);
        const story_run *calls = story_run_named(s, STR("calls")), *parts = story_run_named(s, STR("parts"));
        size_t first = 0;
        for (size_t f = 0; calls && f < calls->frame_count; f++)
            first += !calls->frames[f].repeat_of;
        assert_int_equal(calls ? calls->frame_count : 0, cases[k].calls);
        assert_int_equal(first, cases[k].different);
        assert_int_equal(parts ? parts->frame_count : 0, cases[k].parts);
        for (size_t f = 0; parts && f < parts->frame_count; f++) {
            assert_null(parts->frames[f].repeat_of);
            assert_true(str_is(parts->frames[f].fn, cases[k].fn));
        }
        if (calls)
            assert_true(str_equal(calls->frames[0].value, datum_as_text(datum_get(s->answer, "total"))));
        arena_free(a);
    }
}

/* ---- marks ---- */

static void answers_are_marked(void **state) {
    (void)state;
    static const struct {
        const char *typed, *answer;
        bool right;
        const char *key;
    } cases[] = {
        {"a=4 b=2 f=n n=8", "120", true, "check.sum"},
        {"a=4 b=2 f=n n=8", "T(n) = １２０", true, "check.sum"},
        {"a=4 b=2 f=n n=8", "240/2", true, "check.sum"},
        {"a=4 b=2 f=n n=8", "121", false, "check.total"},
        {"a=4 b=2 f=n n=8", "56", false, "check.levels"},       /* 8 + 16 + 32 */
        {"a=4 b=2 f=n n=8", "32", false, "check.nodes"},        /* 8 on each level */
        {"a=2 b=2 f=n^2 n=8", "256", false, "check.cost"},      /* 64 on each level */
        {"a=3 b=2 f=n^2 n=8", "256", false, "check.root"},      /* 4 × 64 */
        {"a=3 b=2 f=1 n=8", "19", false, "check.count"},        /* 1 + 3 + 6 + 9 */
        {"a=2 b=2 f=n log n n=8", "56", false, "check.leaves"}, /* 48 + 8 */
        {"a=2 b=3 f=n n=9", "63/4", false, "check.total"},
        {"a=2 b=3 f=n n=9", "19", true, "check.sum"},
        {"a=4 b=2 f=n n=8", "Θ(n^2)", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "n²", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "\\Theta(n^{2})", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "theta(n^(log_2 4))", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "Θ(n^2 log n)", false, "check.class.leaves"},
        {"a=3 b=2 f=n n=8", "Θ(n^(log_4 9))", true, "check.class.leaves"},
        {"a=3 b=2 f=n n=8", "Θ(n^lg 3)", true, "check.class.leaves"},
        {"a=3 b=2 f=n n=8", "Θ(n^(log_3 2))", false, "check.class.leaves"},
        {"a=8 b=4 f=n n=4", "Θ(n^(3/2))", true, "check.class.leaves"},
        {"a=2 b=2 f=n n=8", "Θ(n log n)", true, "check.class.even"},
        {"a=2 b=2 f=n n=8", "Θ(n)", false, "check.class.even"},
        {"a=1 b=2 f=1 n=8", "log n", true, "check.class.even"},
        {"a=1 b=2 f=1 n=8", "Θ(1)", false, "check.class.even"},
        {"a=2 b=2 f=n^2 n=8", "Θ(n^2)", true, "check.class.root"},
        {"a=2 b=2 f=n log n n=8", "Θ(n log^2 n)", true, "check.class.between"},
        {"a=2 b=2 f=n log n n=8", "n log² n", true, "check.class.between"},
        {"a=2 b=2 f=n log n n=8", "Θ(n log n)", false, "check.class.between"},
        {"a=3 b=2 f=n n=1", "0", false, "check.total"}, /* not: the leaves are missing, 1 levels and not 0 */
        {"a=4 b=2 f=n n=8", "T(8)=120", true, "check.sum"},
        {"a=4 b=2 f=n n=8", "T(n) = Θ(n²)", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "T(n) ∈ Θ(n^2)", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", " $\\Theta(n^2)$ ", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "Θ(2n^2)", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "Θ(1/2 · n^2)", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "Θ(n^2.0)", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "Θ(4^(log_2 n))", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "Θ(2^(log_2 n))", false, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "Θ(n^(log2 4))", true, "check.class.leaves"},
        {"a=4 b=2 f=n n=8", "Θ(n^log4)", true, "check.class.leaves"},
        {"a=3 b=2 f=n n=8", "Θ(3^lg n)", true, "check.class.leaves"},
        {"a=3 b=2 f=n n=8", "Θ(3^{\\log_{2} n})", true, "check.class.leaves"},
        {"a=3 b=2 f=n n=8", "Θ(n^1.585)", false, "check.class.leaves"},
        {"a=2 b=4 f=1 n=16", "Θ(√n)", true, "check.class.leaves"},
        {"a=2 b=4 f=1 n=16", "sqrt(n)", true, "check.class.leaves"},
        {"a=2 b=4 f=1 n=16", "Θ(n^0.5)", true, "check.class.leaves"},
        {"a=2 b=2 f=n n=8", "Θ(log n * n)", true, "check.class.even"},
        {"a=2 b=2 f=n n=8", "Θ(n log_2 n)", true, "check.class.even"},
        {"a=2 b=2 f=n n=8", "Θ(n log_10(n))", true, "check.class.even"},
        {"a=2 b=2 f=n n=8", "Θ(n ln n)", true, "check.class.even"},
        {"a=2 b=2 f=n log n n=8", "Θ(n (log n)^2)", true, "check.class.between"},
        {"a=2 b=2 f=n log n n=8", "Θ(n log n log n)", true, "check.class.between"},
        {"a=2 b=2 f=n log n n=8", "Θ(n log^{2} n)", true, "check.class.between"},
        {"a=2 b=2 f=n log n n=8", "Θ(n log_2² n)", true, "check.class.between"},
        {"a=1 b=2 f=1 n=8", "Θ(7)", false, "check.class.even"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        const datum *mark = recurrence()->check(instance_of(a, cases[k].typed), str_of(cases[k].answer), a, &e);
        if (!mark)
            fail_msg("%s: %s", cases[k].answer, str_to_c(a, error_text(&e)));
        if (datum_get(mark, "right")->boolean != cases[k].right ||
            !str_is(datum_as_text(datum_get(mark, "key")), cases[k].key))
            fail_msg("%s, %s: %s", cases[k].typed, cases[k].answer, text_at(a, mark, "key"));
        arena_free(a);
    }
}

static void no_answers_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",         "x",           "12 13",      "Θ",
                                        "Θ n",      "Θ(n^2",       "Θ(m)",       "n^",
                                        "n^(1/0)",  "n^(log_1 2)", "n^2 n",      "log",
                                        "1/0",      "--3",         "Θ(n log m)", "n^(log_{2 3)",
                                        "12 000,5", "T(4)=28",     "T(n)120",    "Θ(0)",
                                        "Θ(n *)",   "Θ(log_1 n)",  "Θ(log_n 2)", "Θ(n log log n)",
                                        "O(n^2)",   "Θ(n^2 - n)",  "$120",       "Θ(n^(log_2 n))",
                                        "Θ(2^n)",   "Θ()"};
    for (size_t k = 0; k < COUNT(wrong); k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        if (recurrence()->check(instance_of(a, "a=4 b=2 f=n n=8"), str_of(wrong[k]), a, &e))
            fail_msg("'%s' is taken for an answer", wrong[k]);
        assert_true(error_set(&e) && e.line == 1);
        arena_free(a);
    }
}

/* ---- random instances ---- */

static datum *wishes_of(arena *a, const char *text) {
    datum *wishes = datum_map(a);
    str rest = str_of(text);
    while (rest.len) {
        size_t end = str_find(rest, STR(","), 0), equals = str_find(rest, STR("="), 0);
        end = end == SIZE_MAX ? rest.len : end;
        str key = str_slice(rest, 0, equals < end ? equals : end);
        datum_put_str(a, wishes, key,
                      equals < end ? datum_text(a, str_slice(rest, equals + 1, end)) : datum_bool(a, true));
        rest = str_slice(rest, end + 1, rest.len);
    }
    return wishes;
}

static void random_instances_are_as_wished(void **state) {
    (void)state;
    static const struct {
        const char *wishes, *name; /* of the case; NULL: any */
    } cases[] = {
        {"", NULL},           {"leaves", "1"},       {"even", "2"},   {"root", "3"},   {"between", "2 extended"},
        {"leaves,cost", "1"}, {"offbyone", NULL},    {"nodes", NULL}, {"times", NULL}, {"a=3,b=2,f=n,depth=3", "1"},
        {"f=n log n", NULL},  {"depth=40,a=2", NULL}};
    for (size_t k = 0; k < COUNT(cases); k++)
        for (uint64_t seed = 0; seed < 40; seed++) {
            arena *a = arena_new(NULL);
            error e = error_in(a), other = error_in(a);
            datum *x = recurrence()->random(wishes_of(a, cases[k].wishes), seed, a, &e);
            datum *y = recurrence()->random(wishes_of(a, cases[k].wishes), seed, a, &e);
            if (!x || !y)
                fail_msg("%s: %s", cases[k].wishes, str_to_c(a, error_text(&e)));
            assert_true(datum_equal(x, y) && recurrence()->valid(x, &other));
            const datum *answer = answer_of(a, x);
            if (cases[k].name)
                assert_true(str_is(datum_as_text(datum_get(datum_get(answer, "master"), "case")), cases[k].name));
            assert_true(strlen(text_at(a, answer, "leaves")) <= 3 || strstr(cases[k].wishes, "depth"));
            arena_free(a);
        }
}

static void wrong_wishes_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"n=3",      "a=0",  "b=1",         "depth=65",          "f=x",
                                        "leaves=1", "leaf", "leaves,root", "a=2,b=2,f=n,leaves"};
    for (size_t k = 0; k < COUNT(wrong); k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        assert_null(recurrence()->random(wishes_of(a, wrong[k]), 1, a, &e));
        assert_true(error_set(&e));
        arena_free(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instances_are_read_as_people_type_them),
        cmocka_unit_test(mistakes_have_their_place),
        cmocka_unit_test(other_instances_are_refused),
        cmocka_unit_test(levels_are_those_of_the_tree),
        cmocka_unit_test(totals_known_by_hand),
        cmocka_unit_test(two_trees_with_one_sum),
        cmocka_unit_test(too_much_is_said),
        cmocka_unit_test(cases_of_the_textbooks),
        cmocka_unit_test(totals_grow_as_the_theorem_says),
        cmocka_unit_test(facts_of_the_trace_are_right),
        cmocka_unit_test(calls_repeat_where_they_know_sizes_only),
        cmocka_unit_test(answers_are_marked),
        cmocka_unit_test(no_answers_are_refused),
        cmocka_unit_test(random_instances_are_as_wished),
        cmocka_unit_test(wrong_wishes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
