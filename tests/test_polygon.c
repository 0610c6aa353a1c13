#include "output.h"
#include "problem.h"
#include "utf8.h"

#include "expr.h"
#include "number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const problem *polygon(void) {
    return problem_named(STR("polygon"));
}

static datum *parse(str text, arena *a, error *e) {
    source where = {STR("ioi.txt"), text};
    return polygon()->parse(&where, NULL, a, e);
}

static datum *parse_good(str text, arena *a) {
    error e = error_in(a);
    datum *instance = parse(text, a, &e);
    if (!instance)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return instance;
}

static datum *solve_good(const datum *instance, trace *t, arena *a) {
    error e = error_in(a);
    datum *answer = polygon()->solve(instance, t, a, &e);
    if (!answer)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return answer;
}

static __attribute__((unused)) trace *traced(const datum *instance, arena *a) {
    trace *t = trace_new(a, STR("polygon"), STR("Polygon"), (datum *)instance);
    solve_good(instance, t, a);
    return t;
}

static datum *cases(arena *a) {
    error e = error_in(a);
    source where = {STR(TEST_SOURCE_DIR "/tests/cases/polygon.json"), {0}};
    datum *list = input_read(a, where.name, &where.text, &e) ? json_to_datum(&where, a, &e) : NULL;
    if (!list)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return list;
}

/* Whether two lists hold the same texts and integers; `key` picks a field of each item of `a`. */
static bool same_list(const datum *a, const char *key, const datum *b) {
    if (a->count != b->count)
        return false;
    for (size_t k = 0; k < a->count; k++) {
        const datum *item = key ? datum_get(a->items[k], key) : a->items[k];
        if (!datum_equal(item, b->items[k]))
            return false;
    }
    return true;
}

static str value_of(str expression, arena *a) {
    error e = error_in(a);
    source where = {STR("expression"), expression};
    expr *x = expr_read(&where, 0, expression.len, a, &e);
    assert_non_null(x);
    return number_text(expr_value(x, NULL, 0, &where, a, &e), a);
}

/* The numbers in an expression like "(1+2)*-3", in their order. */
static str_list numbers_in(str expression, arena *a) {
    str_list list = {0};
    for (size_t k = 0; k < expression.len;) {
        char c = expression.ptr[k];
        bool sign = c == '-' && (k == 0 || strchr("(+*", expression.ptr[k - 1]));
        if (!sign && (c < '0' || c > '9')) {
            assert_non_null(strchr("()+*", c));
            k++;
            continue;
        }
        size_t from = k++;
        while (k < expression.len && expression.ptr[k] >= '0' && expression.ptr[k] <= '9')
            k++;
        *ARENA_PUSH(a, &list, items, count, capacity) = str_slice(expression, from, k);
    }
    return list;
}

/* The expression gives the best value and its numbers stand in the order of the ring from the first best edge on. */
static void expression_is_a_play(const datum *instance, const datum *answer, arena *a) {
    str expression = datum_get(answer, "expression")->text;
    assert_true(str_equal(value_of(expression, a), datum_get(answer, "max")->text));
    const datum *vertices = datum_get(instance, "vertices");
    size_t first = (size_t)datum_get(answer, "best_edges")->items[0]->integer - 1;
    str_list numbers = numbers_in(expression, a);
    assert_int_equal(numbers.count, vertices->count);
    for (size_t k = 0; k < numbers.count; k++)
        assert_true(str_equal(numbers.items[k], vertices->items[(first + k) % vertices->count]->text));
}

static void every_case_has_its_right_values(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *list = cases(a);
    assert_true(list->count >= 72);
    for (size_t k = 0; k < list->count; k++) {
        const datum *expected = datum_get(list->items[k], "expected");
        const datum *input = datum_get(list->items[k], "input");
        datum *instance = parse_good(datum_get(input, "text")->text, a);
        datum *answer = solve_good(instance, NULL, a);
        assert_true(datum_equal(datum_get(answer, "n"), datum_get(input, "n")));
        assert_true(datum_equal(datum_get(answer, "max"), datum_get(expected, "max")));
        assert_true(same_list(datum_get(answer, "best_edges"), NULL, datum_get(expected, "first_edges")));
        assert_true(same_list(datum_get(answer, "per_edge"), "max", datum_get(expected, "per_first_edge_max")));
        assert_true(same_list(datum_get(answer, "per_edge"), "min", datum_get(expected, "per_first_edge_min")));
        expression_is_a_play(instance, answer, a);
    }
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_has_its_right_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
