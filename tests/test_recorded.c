/* The fast solvers and the engine of recurrences know nothing of each other: the answer comes from the one, the trace
 * from the other. What they say of an instance must be the same. */
#include "problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 40 };

/* A random instance, solved and recorded. */
static const datum *solve(const char *name, const char *const wishes[][2], uint64_t seed, arena *a, trace **t) {
    error e = error_in(a);
    const problem *p = problem_named(str_of(name));
    datum *map = datum_map(a);
    for (size_t k = 0; wishes[k][0]; k++)
        datum_put(a, map, wishes[k][0], datum_text(a, str_of(wishes[k][1])));
    const datum *instance = p->random(map, seed, a, &e), *answer = NULL, *alone = NULL;
    *t = trace_new(a, str_of(p->name), str_of(p->title), (datum *)instance);
    if (instance)
        alone = p->solve(instance, NULL, a, &e);
    if (alone)
        answer = p->solve(instance, *t, a, &e);
    if (!answer)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    assert_true(datum_equal(alone, answer));
    return answer;
}

/* The value set last in that table. */
static str last_set(const trace *t, const char *table) {
    for (size_t k = t->count; k--;)
        if (t->events[k].kind == EVENT_SET && str_is(t->events[k].tables.items[0], table))
            return t->events[k].value;
    return STR("");
}

/* The value of the first call of a run; empty if the run is not there. */
static str call_value(const trace *t, const char *run) {
    bool within = false;
    str value = {0};
    for (size_t k = 0; k < t->count; k++) {
        if (t->events[k].kind == EVENT_RUN)
            within = str_is(t->events[k].id, run);
        if (within && t->events[k].kind == EVENT_RETURN && t->events[k].frame == 1)
            value = t->events[k].value;
    }
    return value;
}

static void check_call(const trace *t, const char *run, str value) {
    str called = call_value(t, run);
    assert_true(!called.len || str_equal(called, value));
}

static void lcs(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        arena *a = arena_new(NULL);
        trace *t;
        const char *const wishes[][2] = {
            {"n", seed % 3 ? "7" : "13"}, {"letters", seed % 2 ? "AB" : "ABCD"}, {NULL, NULL}};
        const datum *answer = solve("lcs", wishes, seed, a, &t);
        str length = str_format(a, "%d", (int)datum_get(answer, "length")->integer);
        assert_true(str_equal(last_set(t, "c"), length));
        check_call(t, "plain", length);
        str x = datum_as_text(datum_get(answer, "x"));
        char found[64];
        size_t at = sizeof found;
        for (size_t k = 0; k < t->count; k++)
            if (t->events[k].kind == EVENT_BACK && str_is(t->events[k].take, "D"))
                found[--at] = x.ptr[t->events[k].at.row - 1];
        assert_true(str_equal((str){found + at, sizeof found - at}, datum_as_text(datum_get(answer, "lcs"))));
        arena_free(a);
    }
}

/* The way back as brackets: its splits, the left part before the right one, read off again. */
static str brackets(const trace *t, size_t *at, int64_t i, int64_t j, arena *a) {
    if (i == j)
        return str_format(a, "A%d", (int)i);
    while (t->events[*at].kind != EVENT_BACK)
        ++*at;
    const event *e = &t->events[(*at)++];
    assert_int_equal(e->at.row, i);
    assert_int_equal(e->at.col, j);
    int64_t split = 0;
    for (size_t k = 2; k < e->take.len; k++)
        split = split * 10 + e->take.ptr[k] - '0';
    str left = brackets(t, at, i, split, a), right = brackets(t, at, split + 1, j, a);
    return str_format(a, "(%.*s%.*s)", STR_ARG(left), STR_ARG(right));
}

static str without_spaces(str text, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < text.len; k++)
        if (text.ptr[k] != ' ')
            strbuf_add(&b, str_slice(text, k, k + 1));
    return strbuf_text(&b);
}

static void matrix_chain(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        arena *a = arena_new(NULL);
        trace *t;
        const char *const wishes[][2] = {{"n", seed % 3 ? "5" : "8"}, {"max", seed % 2 ? "4" : "99"}, {NULL, NULL}};
        const datum *answer = solve("matrix-chain", wishes, seed, a, &t);
        str cost = datum_as_text(datum_get(answer, "cost"));
        assert_true(str_equal(last_set(t, "m"), cost));
        check_call(t, "plain", cost);
        size_t at = 0;
        str read = brackets(t, &at, 1, seed % 3 ? 5 : 8, a);
        assert_true(str_equal(read, without_spaces(datum_as_text(datum_get(answer, "order")), a)));
        arena_free(a);
    }
}

static void cards(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        arena *a = arena_new(NULL);
        trace *t;
        const char *const wishes[][2] = {{"n", seed % 3 ? "6" : "11"}, {"min", seed % 2 ? "1" : "-9"}, {NULL, NULL}};
        const datum *answer = solve("cards", wishes, seed, a, &t), *play = datum_get(answer, "play");
        str winner = datum_as_text(datum_get(answer, "winner"));
        assert_true(str_equal(last_set(t, "f"), datum_as_text(datum_get(answer, "first"))));
        assert_true(str_equal(last_set(t, "s"), datum_as_text(datum_get(answer, "second"))));
        check_call(t, "plain", winner);
        check_call(t, "memo", winner);
        size_t moves = 0;
        for (size_t k = 0; k < t->count; k++)
            if (t->events[k].kind == EVENT_BACK)
                assert_true(str_equal(t->events[k].take, datum_as_text(datum_get(play->items[moves++], "end"))));
        assert_int_equal(moves + 1, play->count); /* the last card is no choice */
        arena_free(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lcs),
        cmocka_unit_test(matrix_chain),
        cmocka_unit_test(cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
