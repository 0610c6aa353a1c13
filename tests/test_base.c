#include "datum.h"
#include "error.h"
#include "memory.h"
#include "utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void decimals_do_not_follow_the_locale(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    struct {
        double value;
        int places;
        const char *text;
    } cases[] = {{0, 2, "0"},     {-0.001, 2, "0"}, {1.5, 2, "1.5"}, {-12.345, 2, "-12.35"},
                 {100, 0, "100"}, {0.05, 2, "0.05"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        strbuf b = strbuf_in(a);
        strbuf_add_decimal(&b, cases[k].value, cases[k].places);
        assert_string_equal(b.ptr, cases[k].text);
    }
    arena_free(a);
}

static void errors_name_their_place(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    source where = {STR("in.txt"), STR("\xEF\xBB\xBF"
                                       "4\r\nt \xE4\xB8\xAD 7, x\r\n")};
    error e = error_in(a);
    size_t comma = str_find(where.text, STR(","), 0);
    assert_false(error_at(&e, &where, comma, 1, "a stray comma"));
    assert_string_equal(error_text(&e).ptr, "handtrace: in.txt:2:6: a stray comma\n  t 中 7, x\n        ^\n");
    assert_false(error_plain(&e, STATUS_OUTPUT, "a later one"));
    assert_int_equal(e.status, STATUS_INPUT);
    arena_free(a);
}

/* The caret stands under what is wrong, whatever is written out before it. */
static void messages_hide_nothing(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    static const struct {
        const char *before, *shown;
        size_t columns; /* of `shown` */
    } cases[] = {
        {"a\x1B[31m", "a␛[31m", 6},       {"a\u200Bb", "a<U+200B>b", 10},
        {"\u202E", "<U+202E>", 8},        {"\xFF", "\\xFF", 4},
        {"中\xC2\x9B", "中<U+009B>", 10}, {"\U0001F468\u200D\U0001F467", "\U0001F468\u200D\U0001F467", 4},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        source where = {STR("a\x1B"
                            "b"),
                        str_format(a, "%sX rest", cases[k].before)};
        error e = error_in(a);
        assert_false(error_at(&e, &where, strlen(cases[k].before), 1, "not %s", cases[k].before));
        str text = error_text(&e);
        str expected = str_format(a, "handtrace: a␛b:1:%zu: not %s\n  %sX rest\n%*s^\n", e.column, cases[k].shown,
                                  cases[k].shown, (int)cases[k].columns + 2, "");
        assert_string_equal(text.ptr, expected.ptr);
    }
    error e = error_in(a);
    error_plain(&e, STATUS_USAGE, "no 'x\nhandtrace: all is well', but\n  one\tand\n  two");
    assert_string_equal(error_text(&e).ptr, "handtrace: no 'x␊handtrace: all is well', but\n  one␉and\n  two\n");
    arena_free(a);
}

static void utf8_refuses_what_is_not(void **state) {
    (void)state;
    const char *bad[] = {"\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "a\xE4\xB8"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        assert_int_not_equal(utf8_invalid(str_of(bad[k])), SIZE_MAX);
    assert_int_equal(utf8_invalid(STR("中文 é \xF0\x9D\x94\xB8")), SIZE_MAX);
    assert_int_equal(utf8_columns(STR("中a")), 3);
}

static void arena_counts_and_grows(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    for (int k = 0; k < 100000; k++)
        strbuf_add_byte(&b, (char)('a' + k % 26));
    assert_int_equal(b.len, 100000);
    for (int k = 0; k < 100000; k++)
        assert_int_equal(b.ptr[k], 'a' + k % 26);
    arena_free(a);
}

static void arena_grows_the_last_array_where_it_is(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    size_t few = 0, many = 0;
    int *first = arena_grow(a, NULL, &few, 4, sizeof *first);
    for (size_t k = 0; k < few; k++)
        first[k] = (int)k;
    size_t before = few;
    int *same = arena_grow(a, first, &few, few + 1, sizeof *first);
    assert_ptr_equal(same, first);
    assert_true(few > before);
    for (size_t k = 0; k < few; k++)
        assert_int_equal(same[k], k < before ? k : 0);
    arena_grow(a, NULL, &many, 1, 8); /* something behind it */
    int *moved = arena_grow(a, same, &few, few + 1, sizeof *first);
    assert_ptr_not_equal(moved, same);
    for (size_t k = 0; k < few; k++)
        assert_int_equal(moved[k], k < before ? k : 0);
    arena_free(a);
}

static void count_up(void *thing) {
    ++*(int *)thing;
}

static void arena_goes_back(void **state) {
    (void)state;
    arena *a = arena_new(NULL), *scratch = arena_scratch(a);
    assert_ptr_equal(arena_scratch(a), scratch);
    int released = 0;
    static const size_t sizes[] = {16, 1000, 1 << 20, 40000, 40000, 3 << 20, 64};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (size_t outer = 0; outer < 3; outer++) { /* from an empty arena, then from one in use */
        arena_mark start = arena_here(scratch);
        size_t used = arena_used(scratch);
        char *kept = arena_alloc(scratch, 100);
        memset(kept, 'k', 100);
        for (size_t from = 0; from < SIZES; from++) {
            arena_mark inner = arena_here(scratch);
            arena_at_free(scratch, count_up, &released);
            for (size_t k = from; k < SIZES; k++) {
                char *bytes = arena_alloc(scratch, sizes[k]);
                for (size_t j = 0; j < sizes[k]; j += 61)
                    assert_int_equal(bytes[j], 0);
                memset(bytes, 'x', sizes[k]);
            }
            arena_back(scratch, inner);
            for (size_t k = 0; k < 100; k++)
                assert_int_equal(kept[k], 'k');
        }
        assert_int_equal(released, (outer + 1) * SIZES);
        if (outer != 1)
            arena_back(scratch, start);
        assert_true(arena_used(scratch) == used + (outer == 1 ? 112 : 0));
    }
    arena_free(a);
}

static void arena_says_when_it_is_full(void **state) {
    (void)state;
    arena *a = arena_new(&(memory_budget){.limit = 1000, .exhausted = jump});
    if (setjmp(out_of_memory) == 0) {
        for (;;)
            arena_alloc(a, 100);
    }
    assert_true(arena_used(a) <= 1000);
    arena_free(a);
}

/* An input cannot write to the terminal, and a number of a million digits does not fill it. */
static void messages_are_fit_to_be_read(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    source odd = {STR("a\x1b.txt"), STR("t \x1b[1m\x7f\xff x")};
    error_at(&e, &odd, 9, 1, "not '%s'", "\x1b[31m\xc2\x9b");
    assert_string_equal(error_text(&e).ptr, "handtrace: a\u241b.txt:1:10: not '\u241b[31m<U+009B>'\n"
                                            "  t \u241b[1m\u2421\\xFF x\n              ^\n");
    strbuf digits = strbuf_in(a);
    for (int k = 0; k < 1000000; k++)
        strbuf_add_byte(&digits, (char)('0' + k % 10));
    e = error_in(a);
    error_plain(&e, STATUS_INPUT, "n is %s here", digits.ptr);
    str text = error_text(&e);
    assert_true(str_starts(text, "handtrace: n is 0123456789") && str_ends(text, "0123456789 here\n"));
    assert_int_equal(utf8_count(text), sizeof "handtrace: n is … here\n" - 3 + 150);
    e = error_in(a);
    for (size_t k = 0; k < digits.len; k += 5)
        digits.ptr[k] = ' ';
    error_plain(&e, STATUS_INPUT, "no file %s", digits.ptr);
    assert_in_range(error_text(&e).len, 4000, 4300);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimals_do_not_follow_the_locale),
        cmocka_unit_test(errors_name_their_place),
        cmocka_unit_test(messages_hide_nothing),
        cmocka_unit_test(utf8_refuses_what_is_not),
        cmocka_unit_test(arena_counts_and_grows),
        cmocka_unit_test(arena_grows_the_last_array_where_it_is),
        cmocka_unit_test(arena_goes_back),
        cmocka_unit_test(arena_says_when_it_is_full),
        cmocka_unit_test(messages_are_fit_to_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
