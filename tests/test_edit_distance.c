/* The worked example of docs/adding-a-problem.md does what it says. */
#include "problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

extern const problem edit_distance_problem;

/* Every script of deletions, insertions and changes that keeps what it may: no table, no memo. */
static int64_t shortest(str x, str y) {
    if (!x.len || !y.len)
        return (int64_t)(x.len + y.len);
    str rest_x = str_slice(x, 1, x.len), rest_y = str_slice(y, 1, y.len);
    int64_t best = shortest(rest_x, rest_y) + (x.ptr[0] != y.ptr[0]), other = shortest(rest_x, y) + 1;
    best = other < best ? other : best;
    other = shortest(x, rest_y) + 1;
    return other < best ? other : best;
}

static str last_value(const trace *t, event_kind kind) {
    for (size_t k = t->count; k--;)
        if (t->events[k].kind == kind)
            return t->events[k].value;
    return STR("");
}

static void distances(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        const problem *p = &edit_distance_problem;
        datum *instance = p->random(NULL, seed, a, &e);
        assert_non_null(instance);
        trace *t = trace_new(a, str_of(p->name), str_of(p->title), instance);
        const datum *answer = p->solve(instance, t, a, &e);
        assert_non_null(answer);
        int64_t brute = shortest(datum_as_text(datum_get(instance, "x")), datum_as_text(datum_get(instance, "y")));
        str text = str_format(a, "%d", (int)brute);
        assert_true(str_equal(datum_as_text(datum_get(answer, "distance")), text));
        assert_true(str_equal(last_value(t, EVENT_SET), text));
        assert_true(str_equal(last_value(t, EVENT_RETURN), text));
        assert_true(datum_equal(p->solve(instance, NULL, a, &e), answer));
        assert_true(datum_get(p->check(instance, text, a, &e), "right")->boolean);
        str lines = trace_to_lines(t, a);
        source where = {STR("example"), lines};
        trace *again = trace_from_lines(&where, a, &e);
        assert_non_null(again);
        assert_true(str_equal(trace_to_lines(again, a), lines));
        arena_free(a);
    }
}

static void wrong_input_is_named(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    const str one[] = {STR("kitten")};
    source text = {STR("arguments"), one[0]};
    const problem_input in = {.text = &text, .arguments = one, .argument_count = 1};
    assert_null(edit_distance_problem.parse(&in, a, &e));
    assert_true(str_find(error_text(&e), STR("expected two words, got 1"), 0) != SIZE_MAX);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),
        cmocka_unit_test(wrong_input_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
