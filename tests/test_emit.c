#define _POSIX_C_SOURCE 200809L
#include "emit.h"
#include "trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static str all_of(FILE *in, arena *a) {
    strbuf b = strbuf_in(a);
    char chunk[4096];
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, in)) > 0;)
        strbuf_add(&b, (str){chunk, got});
    return strbuf_text(&b);
}

static trace *read_good(str lines, arena *a) {
    error e = error_in(a);
    source where = {STR("emitted"), lines};
    trace *t = trace_from_lines(&where, a, &e);
    if (!t)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return t;
}

static void emit_tables(FILE *out) {
    const char *const both[] = {"min", "max", NULL}, *const labels[] = {"", "A\t\"\\中", NULL};
    const char *const chosen[] = {"s=1", "s=2", NULL};
    handtrace_run(out, "table", "Bottom-up");
    handtrace_table(out, "min", &(handtrace_table_form){1, 4, 1, 4, NULL, "i", "j", NULL, NULL, "Smallest", 0});
    handtrace_table(out, "max", &(handtrace_table_form){1, 4, 1, 4, "upper", NULL, NULL, NULL, NULL, NULL, 0});
    handtrace_table(out, "b", &(handtrace_table_form){0, 1, 0, 1, NULL, NULL, NULL, labels, labels, NULL, 1});
    handtrace_phase(out, "length", 3);
    handtrace_cell(out, both, 2, 3);
    const handtrace_read reads[] = {handtrace_reads(handtrace_at("min", 2, 1), "a", "4"),
                                    handtrace_reads(handtrace_at("max", 3, 2), "d", "10")};
    const handtrace_way ways[] = {{"a*d", "40"}, {"d*a", "40"}};
    handtrace_try(out, "s=1", reads, 2, ways, 2);
    handtrace_try_at(out, handtrace_at("max", 2, 3), "s=2", reads, 2, ways, 1);
    handtrace_try(out, "s=3", NULL, 0, NULL, 0);
    handtrace_set(out, handtrace_at("min", 2, 3), "40", chosen, "min", NULL);
    handtrace_set(out, handtrace_at("max", 2, 3), "81/2", NULL, "max", "b*d");
    handtrace_set(out, handtrace_at("b", 0, 1), "L", NULL, "only", NULL);
    handtrace_back(out, handtrace_at("max", 2, 3), "s=1", "b*d");
    handtrace_back(out, handtrace_at("max", 2, 3), "s=1", NULL);
}

static void emit_calls(FILE *out) {
    const char *const args[] = {"abc", "", NULL}, *const chosen[] = {"left", NULL};
    handtrace_run(out, "calls", NULL);
    handtrace_enter(out, 1, 0, "f", NULL, 0, NULL);
    handtrace_enter(out, 2, 1, "f", (const long[]){0, -3}, 2, "1");
    handtrace_return(out, 2, "10", NULL, "base");
    handtrace_enter_texts(out, 3, 1, "perm", args, NULL);
    handtrace_memo(out, 3, 2);
    const handtrace_read read = handtrace_reads_frame(2, "s", "10"), silent = handtrace_reads_frame(2, NULL, NULL);
    handtrace_try_in(out, 1, "left", &read, 1, &(handtrace_way){"1+s", "11"}, 1);
    handtrace_try_in(out, 1, "right", &silent, 1, &(handtrace_way){NULL, "11"}, 1);
    handtrace_return(out, 1, "11", chosen, "max");
    handtrace_take(out, 3, "A", "6", "6", "0");
}

static void emit_sets(FILE *out) {
    const char *const hand[] = {"3", "8", NULL}, *const three[] = {"3", NULL};
    char digits[HANDTRACE_DIGITS];
    handtrace_run(out, "sets", NULL);
    handtrace_table(out, "memo", &(handtrace_table_form){0, 0, 0, 0, "sets", NULL, NULL, NULL, NULL, NULL, 0});
    handtrace_leaf(out, 1, handtrace_text(digits, 3), "A1", "30×35");
    handtrace_leaf(out, 2, "8", NULL, NULL);
    handtrace_cell_of(out, "memo", hand);
    const handtrace_read read = handtrace_reads(handtrace_of("memo", three), NULL, NULL);
    handtrace_try(out, "{3} {8}", &read, 1, NULL, 0);
    handtrace_operation(out, 5, '/', 2, 1, "8/3", NULL);
    handtrace_put(out, handtrace_of("memo", hand), "8/3", 5, 0);
    handtrace_put(out, handtrace_of("memo", hand), "8/3", 5, 1);
    handtrace_solution(out, 5, 1);
    handtrace_remove(out, 1);
    handtrace_merge(out, 4, "2", "5", "10");
    handtrace_note(out, "tie", "{\"edges\":[1,2]}", "two");
    handtrace_answer(out, "{\"max\":\"33\"}");
}

/* What is emitted reads without error, and written again it is the same, byte by byte. */
static void all_that_is_emitted_reads_back(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    FILE *out = tmpfile();
    assert_non_null(out);
    handtrace_begin(out, "other", "Something \"else\"", "{\"n\":4}");
    emit_tables(out);
    emit_calls(out);
    emit_sets(out);
    assert_int_equal(handtrace_end(out), 0);
    rewind(out);
    str lines = all_of(out, a);
    fclose(out);
    trace *t = read_good(lines, a);
    assert_int_equal(t->count, 14 + 10 + 14);
    str again = trace_to_lines(t, a);
    str escaped = STR("\"A\\u0009\\\"\\\\中\""), shorter = STR("\"A\\t\\\"\\\\中\""); /* two ways to write a tab */
    strbuf expected = strbuf_in(a);
    for (size_t from = 0, at; from <= lines.len; from = at + escaped.len) {
        at = str_find(lines, escaped, from);
        strbuf_add(&expected, str_slice(lines, from, at));
        if (at == SIZE_MAX)
            break;
        strbuf_add(&expected, shorter);
    }
    assert_string_equal(again.ptr, expected.ptr);
    arena_free(a);
}

static void a_full_disk_is_noticed(void **state) {
    (void)state;
    FILE *out = fopen("/dev/full", "w");
    if (!out)
        skip();
    handtrace_begin(out, "p", "", NULL);
    assert_int_equal(handtrace_end(out), -1);
    fclose(out);
}

static size_t count_events(const trace *t, event_kind kind) {
    size_t count = 0;
    for (size_t k = 0; k < t->count; k++)
        count += t->events[k].kind == kind;
    return count;
}

/* fib(10): 177 calls plain; 19 with a memo, 7 of them hits. */
static void the_example_traces_fibonacci(void **state) {
    (void)state;
    static const struct {
        const char *words;
        size_t calls, hits;
        const char *last;
    } cases[] = {{" 10 memo", 19, 7, "55"}, {" 10", 177 + 19, 7, "55"}, {" 0", 2, 0, "0"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        FILE *in = popen(str_format(a, "%s%s", TEST_EXAMPLE_FIB, cases[k].words).ptr, "r");
        assert_non_null(in);
        str lines = all_of(in, a);
        assert_int_equal(pclose(in), 0);
        trace *t = read_good(lines, a);
        assert_int_equal(count_events(t, EVENT_ENTER), cases[k].calls);
        assert_int_equal(count_events(t, EVENT_MEMO), cases[k].hits);
        assert_true(str_is(t->events[t->count - 1].value, cases[k].last));
        assert_true(str_equal(trace_to_lines(t, a), lines));
        arena_free(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_is_emitted_reads_back),
        cmocka_unit_test(a_full_disk_is_noticed),
        cmocka_unit_test(the_example_traces_fibonacci),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
