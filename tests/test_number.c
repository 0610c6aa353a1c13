#include "expr.h"
#include "memory.h"
#include "number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gmp.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void texts_become_canonical(void **state) {
    (void)state;
    static const struct {
        const char *text, *canonical;
    } cases[] = {
        {"0", "0"},
        {"-0", "0"},
        {"+5", "5"},
        {"007", "7"},
        {"-12", "-12"},
        {"16/6", "8/3"},
        {"-6/4", "-3/2"},
        {"0/5", "0"},
        {"9/3", "3"},
        {"1/0", ""},
        {"0/0", ""},
        {"", ""},
        {"-", ""},
        {"+", ""},
        {"1/", ""},
        {"/2", ""},
        {"1/-2", ""},
        {"1 ", ""},
        {" 1", ""},
        {"1.0", ""},
        {"1e3", ""},
        {"--1", ""},
        {"1/2/3", ""},
        {"0x10", ""},
        {"1_000", ""},
        {"-0/3", "0"},
        {"0012/0018", "2/3"},
        {"1\n", ""},
        {"170141183460469231731687303715884105728/2", "85070591730234615865843651857942052864"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        str text = str_of(cases[k].text);
        assert_string_equal(str_to_c(a, number_canonical(text, a)), cases[k].canonical);
        number *n = number_from_text(a, text);
        assert_int_equal(n != NULL, cases[k].canonical[0] != 0);
        number *strict = number_from_canonical(a, text);
        assert_int_equal(strict != NULL, n && strcmp(cases[k].text, cases[k].canonical) == 0);
        if (n)
            assert_string_equal(str_to_c(a, number_text(n, a)), cases[k].canonical);
    }
    arena_free(a);
}

static void numbers_have_no_bound(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    char digits[3001] = "1"; /* 10^2999 */
    memset(digits + 1, '0', 2999);
    number *large = number_from_canonical(a, str_of(digits));
    assert_non_null(large);
    assert_string_equal(number_text(large, a).ptr, digits);
    number *small = number_from_integer(a, INT64_MIN);
    assert_string_equal(number_text(small, a).ptr, "-9223372036854775808");
    assert_int_equal(number_compare(small, large), -1);
    assert_int_equal(number_compare(large, small), 1);
    assert_int_equal(number_compare(large, large), 0);
    assert_int_equal(number_sign(small), -1);
    assert_int_equal(number_sign(number_new(a)), 0);
    assert_true(number_is_integer(small));
    assert_false(number_is_integer(number_from_canonical(a, STR("8/3"))));
    arena_free(a);
}

static void numbers_are_typeset(void **state) {
    (void)state;
    static const struct {
        const char *text, *shown, *operand;
    } cases[] = {
        {"0", "0", "0"},
        {"-7", "−7", "(−7)"},
        {"7125", "7125", "7125"},
        {"-15750", "−15\u2009750", "(−15\u2009750)"},
        {"1234567", "1\u2009234\u2009567", "1\u2009234\u2009567"},
        {"8/3", "8/3", "8/3"},
        {"-12345/67891", "−12\u2009345/67\u2009891", "(−12\u2009345/67\u2009891)"},
        {"007", "007", "007"},
        {"D", "D", "D"},
        {"", "", ""},
        {"-", "-", "-"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        assert_string_equal(str_to_c(a, number_shown(str_of(cases[k].text), a)), cases[k].shown);
        assert_string_equal(str_to_c(a, number_shown_operand(str_of(cases[k].text), a)), cases[k].operand);
    }
    arena_free(a);
}

static void typed_signs_become_ascii(void **state) {
    (void)state;
    str typed = STR("\uFF11\uFF0B−×x\uFF38·÷，、（）t\uFF54\u3000–中@");
    const char *plain = "1+-***"
                        "*/,,()tt -";
    size_t at = 0;
    for (const char *p = plain; *p; p++)
        assert_int_equal(number_plain_sign(typed, &at), *p);
    assert_int_equal(number_plain_sign(typed, &at), 0);
    assert_int_equal(number_plain_sign(typed, &at), '@');
    assert_int_equal(at, typed.len);
}

static expr *read_text(const char *text, source *where, arena *a, error *e) {
    *where = (source){STR("<answer>"), str_of(text)};
    return expr_read(where, 0, where->text.len, a, e);
}

static void expressions_have_exact_values(void **state) {
    (void)state;
    static const struct {
        const char *text, *value;
    } cases[] = {
        {"8/(3-8/3)", "24"},
        {"8÷(3−8÷3)", "24"},
        {"（１＋２）×－３", "-9"},
        {"(1+2)*-3", "-9"},
        {"-7+(4*(2*5))", "33"},
        {"1-2-3", "-4"},
        {"8/2/2", "2"},
        {"2+3*4", "14"},
        {"2 x 3 X 4 · 5", "120"},
        {"3x4", "12"},
        {"--5", "5"},
        {"-(2+3)", "-5"},
        {"2--3", "5"},
        {"+4", "4"},
        {"[1+{2*3}]", "7"},
        {"max(1, 14, 11)", "14"},
        {"min( -3，4、-20/2 ) + max(1)", "-9"},
        {"max(max(1,2),min(3,4))", "3"},
        {"15\u2009750+1", "15751"},
        {"−1\u2009234\u2009567", "-1234567"},
        {"a*c", "-40"},
        {"b+d", "13"},
        {"x1 - a", "11"},
        {"左+α₁", "3"},
        {"1/3+1/6", "1/2"},
        {"99999999999999999999*99999999999999999999", "9999999999999999999800000000000000000001"},
        {" 7\r\n", "7"},
    };
    static const binding bound[] = {{{"a", 1}, {"-4", 2}}, {{"b", 1}, {"3", 1}},  {{"c", 1}, {"10", 2}},
                                    {{"d", 1}, {"10", 2}}, {{"x1", 2}, {"7", 1}}, {{"左", 3}, {"1", 1}},
                                    {{"α₁", 5}, {"2", 1}}};
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        error e = error_in(a);
        source where;
        expr *x = read_text(cases[k].text, &where, a, &e);
        number *n = x ? expr_value(x, bound, COUNT(bound), &where, a, &e) : NULL;
        if (!n)
            fail_msg("%s", str_to_c(a, error_text(&e)));
        assert_string_equal(number_text(n, a).ptr, cases[k].value);
    }
    arena_free(a);
}

static void faults_are_named_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t column, width;
        const char *message;
    } cases[] = {
        {"", 1, 1, "a number is missing at the end"},
        {"  ", 3, 1, "a number is missing at the end"},
        {"1+", 3, 1, "a number is missing at the end"},
        {"1+*2", 3, 1, "a number is missing before '*'"},
        {"4 × ÷ 2", 5, 1, "a number is missing before '÷'"},
        {"(1+2", 1, 1, "this bracket is never closed"},
        {"2*(1+(2)", 3, 1, "this bracket is never closed"},
        {"max(1", 1, 4, "this bracket is never closed"},
        {"1+2)", 4, 1, "a closing bracket without an opening one"},
        {"(1+2]", 5, 1, "expected ')' here, to close the bracket before"},
        {"()", 2, 1, "a number is missing before ')'"},
        {"2(3)", 2, 1, "an operator is missing before '('"},
        {"2 3", 3, 1, "an operator is missing before '3'"},
        {"（２）（３）", 4, 1, "an operator is missing before '（'"},
        {"1,2", 2, 1, "a stray comma: only max(…) and min(…) take several values"},
        {"max((1,2),3)", 7, 1, "a stray comma: only max(…) and min(…) take several values"},
        {"max(1,)", 7, 1, "a number is missing before ')'"},
        {"0.5", 2, 1, "a decimal point: write a fraction, as in 1/2"},
        {"2^3", 2, 1, "an operator is missing before '^'"},
        {"中文 = 1", 4, 1, "an operator is missing before '='"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        error e = error_in(a);
        source where;
        assert_null(read_text(cases[k].text, &where, a, &e));
        assert_string_equal(str_to_c(a, e.message), cases[k].message);
        assert_int_equal(e.column, cases[k].column);
        assert_int_equal(e.width, cases[k].width);
        assert_int_equal(e.status, STATUS_INPUT);
    }
    arena_free(a);
}

static void values_name_zero_divisors_and_unknown_names(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t column, width;
        const char *message;
    } cases[] = {
        {"8/(3-3)", 3, 5, "division by zero"},
        {"1/0", 3, 1, "division by zero"},
        {"2*(a+q)", 6, 1, "nothing here is called 'q'"},
    };
    static const binding bound[] = {{{"a", 1}, {"1", 1}}};
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        error e = error_in(a);
        source where;
        expr *x = read_text(cases[k].text, &where, a, &e);
        assert_non_null(x);
        assert_null(expr_value(x, bound, 1, &where, a, &e));
        assert_string_equal(str_to_c(a, e.message), cases[k].message);
        assert_int_equal(e.column, cases[k].column);
        assert_int_equal(e.width, cases[k].width);
    }
    arena_free(a);
}

static void expressions_are_typeset_with_few_brackets(void **state) {
    (void)state;
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"-18*-14", "−18 × (−14)"},
        {"40+-7", "40 + (−7)"},
        {"6--18", "6 − (−18)"},
        {"-7+4", "−7 + 4"},
        {"((5*-4)+2)*(-2+(4*-3))", "(5 × (−4) + 2) × (−2 + 4 × (−3))"},
        {"-3*(1+(-1*2))", "−3 × (1 + (−1) × 2)"},
        {"1+(2+3)", "1 + 2 + 3"},
        {"1-(2+3)", "1 − (2 + 3)"},
        {"1-(2*3)", "1 − 2 × 3"},
        {"2*(3*4)", "2 × 3 × 4"},
        {"8/(3-8/3)", "8 ÷ (3 − 8 ÷ 3)"},
        {"8/(2*2)", "8 ÷ (2 × 2)"},
        {"8*(4/2)", "8 × 4 ÷ 2"},
        {"-(1+2)", "−(1 + 2)"},
        {"-(-(a))", "−(−(−4))"},
        {"3*-c", "3 × (−10)"},
        {"a*c", "−4 × 10"},
        {"max(a,b+1)", "max(−4, b + 1)"},
        {"8/f", "8 ÷ (8/3)"},
        {"8-f", "8 − 8/3"},
        {"f/8", "8/3 ÷ 8"},
        {"15750+1", "15\u2009750 + 1"},
    };
    static const binding bound[] = {{{"a", 1}, {"-4", 2}}, {{"c", 1}, {"10", 2}}, {{"f", 1}, {"8/3", 3}}};
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        error e = error_in(a);
        source where;
        expr *x = read_text(cases[k].text, &where, a, &e);
        assert_non_null(x);
        assert_string_equal(expr_shown(x, bound, COUNT(bound), a).ptr, cases[k].shown);
    }
    arena_free(a);
}

/* A second arithmetic: GMP fractions evaluated while the text is made. Returns false on a zero divisor. */
typedef struct random_text {
    strbuf text;
    uint64_t seed;
} random_text;

static uint64_t next_random(random_text *r) {
    uint64_t z = r->seed += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static bool random_expression(random_text *r, int depth, mpq_t value) {
    if (depth == 0 || next_random(r) % 5 == 0) {
        long n = (long)(next_random(r) % 19) - 9;
        strbuf_addf(&r->text, "%ld", n);
        mpq_set_si(value, n, 1);
        return true;
    }
    uint64_t op = next_random(r) % 5;
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    strbuf_add_c(&r->text, op == 4 ? "-(" : "(");
    bool good = random_expression(r, depth - 1, left);
    if (op == 4)
        mpq_neg(value, left);
    else {
        strbuf_addf(&r->text, ")%c(", "+-*/"[op]);
        good = random_expression(r, depth - 1, right) && good;
        if (op == 3 && mpq_sgn(right) == 0)
            good = false;
        else if (good)
            (op == 0 ? mpq_add : op == 1 ? mpq_sub : op == 2 ? mpq_mul : mpq_div)(value, left, right);
    }
    strbuf_add_c(&r->text, ")");
    mpq_clears(left, right, NULL);
    return good;
}

static void random_expressions_agree_with_gmp(void **state) {
    (void)state;
    size_t valued = 0;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        arena *a = arena_new(NULL);
        random_text r = {strbuf_in(a), seed};
        mpq_t value;
        mpq_init(value);
        bool good = random_expression(&r, 5, value);
        error e = error_in(a);
        source where = {STR("random"), strbuf_text(&r.text)};
        expr *x = expr_read(&where, 0, where.text.len, a, &e);
        assert_non_null(x);
        number *n = expr_value(x, NULL, 0, &where, a, &e);
        assert_int_equal(n != NULL, good);
        if (n) {
            valued++;
            char *expected = mpq_get_str(NULL, 10, value);
            assert_string_equal(number_text(n, a).ptr, expected);
            free(expected);
            /* What is typeset reads back as the same value: no bracket too few. */
            source shown = {STR("shown"), expr_shown(x, NULL, 0, a)};
            expr *again = expr_read(&shown, 0, shown.text.len, a, &e);
            assert_non_null(again);
            assert_int_equal(number_compare(expr_value(again, NULL, 0, &shown, a, &e), n), 0);
        }
        mpq_clear(value);
        arena_free(a);
    }
    assert_true(valued > 1000);
}

static void depth_costs_no_stack(void **state) {
    (void)state;
    enum { DEPTH = 300000 };
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    for (int k = 0; k < DEPTH; k++)
        strbuf_add_c(&b, "(1+-");
    strbuf_add_c(&b, "(0)");
    for (int k = 0; k < DEPTH; k++)
        strbuf_add_c(&b, ")");
    source where = {STR("deep"), strbuf_text(&b)};
    error e = error_in(a);
    expr *x = expr_read(&where, 0, where.text.len, a, &e);
    assert_non_null(x);
    assert_string_equal(number_text(expr_value(x, NULL, 0, &where, a, &e), a).ptr, DEPTH % 2 ? "1" : "0");
    assert_true(expr_shown(x, NULL, 0, a).len > DEPTH);
    arena_free(a);
}

/* However little memory there is, reading and evaluating end in the arena's hands and leave nothing behind. */
static void exhaustion_is_survived_anywhere(void **state) {
    (void)state;
    source where = {STR("in"), STR("(99999999999999999999999*2-max(1,2,3))/(7-99999999999999999999/4)+-(2)*(3--4)")};
    volatile size_t survived = 0;
    for (volatile size_t limit = 64; limit < 20000; limit += 64) {
        arena *a = arena_new(&(memory_budget){.limit = limit, .exhausted = jump});
        if (setjmp(out_of_memory) == 0) {
            error e = error_in(a);
            expr *x = expr_read(&where, 0, where.text.len, a, &e);
            assert_non_null(x);
            assert_non_null(expr_value(x, NULL, 0, &where, a, &e));
            assert_true(expr_shown(x, NULL, 0, a).len > 0);
        } else
            survived++;
        arena_free(a);
    }
    assert_true(survived > 20 && survived < 20000 / 64 - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_canonical),
        cmocka_unit_test(numbers_have_no_bound),
        cmocka_unit_test(numbers_are_typeset),
        cmocka_unit_test(typed_signs_become_ascii),
        cmocka_unit_test(expressions_have_exact_values),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(values_name_zero_divisors_and_unknown_names),
        cmocka_unit_test(expressions_are_typeset_with_few_brackets),
        cmocka_unit_test(random_expressions_agree_with_gmp),
        cmocka_unit_test(depth_costs_no_stack),
        cmocka_unit_test(exhaustion_is_survived_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
