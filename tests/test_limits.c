/* What a command may take: one budget for all its arenas, counts that bound work before it is done, and what happens
 * when either is passed. */
#define _GNU_SOURCE
#include "build.h"
#include "memory.h"
#include "problem.h"
#include "shell.h"

#include <string.h>

/* Clang says it in another way. */
#if defined __has_feature
#if __has_feature(address_sanitizer) && !defined __SANITIZE_ADDRESS__
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ---- the budget ---- */

static void arenas_share_one_budget(void **state) {
    (void)state;
    memory_budget budget = {.limit = 1 << 20, .exhausted = jump};
    arena *a = arena_new(&budget), *b = arena_new(&budget);
    volatile size_t taken = 0;
    if (setjmp(out_of_memory) == 0)
        for (;; taken += 3000) {
            memset(arena_alloc(a, 1000), 1, 1000);
            memset(arena_alloc(arena_scratch(a), 1000), 1, 1000);
            memset(arena_alloc(b, 1000), 1, 1000);
        }
    assert_true(taken > (1 << 20) * 3 / 4 && taken < 1 << 20);
    assert_true(budget.held <= budget.limit && budget.peak <= budget.limit && budget.peak >= taken);
    arena_free(a);
    assert_true(budget.held > 0 && budget.held < (1 << 20) / 2);
    arena_free(b);
    assert_int_equal(budget.held, 0);
}

static void going_back_gives_back(void **state) {
    (void)state;
    memory_budget budget = {.limit = (size_t)64 << 20, .exhausted = jump};
    arena *a = arena_new(&budget);
    assert_int_equal(setjmp(out_of_memory), 0);
    for (int k = 0; k < 100; k++) { /* 4 GB in all, never more than 40 MB of them at a time */
        arena_mark start = arena_here(a);
        arena_alloc(a, (size_t)40 << 20);
        arena_back(a, start);
        assert_int_equal(budget.held, 0);
    }
    arena_alloc(a, 100);
    size_t held = budget.held;
    for (int k = 0; k < 100; k++) {
        arena_mark start = arena_here(a);
        for (int n = 0; n < 400; n++)
            arena_alloc(a, 100000);
        arena_back(a, start);
        assert_int_equal(budget.held, held);
    }
    arena_free(a);
}

static void libraries_count_in_the_budget(void **state) {
    (void)state;
    memory_budget budget = {.limit = 10000, .exhausted = jump};
    memory_serve(&budget);
    char *volatile first = memory_alloc(4000);
    char *volatile second = memory_resize(memory_alloc(1000), 5000);
    assert_int_equal(budget.held, 9000);
    second = memory_resize(second, 2000);
    assert_int_equal(budget.held, 6000);
    if (setjmp(out_of_memory) == 0) {
        memory_alloc(4001);
        fail();
    }
    memory_serve(NULL);
    memory_free(first); /* it goes back where it was counted */
    memory_free(second);
    assert_int_equal(budget.held, 0);
    memory_serve(&budget);
    void *sized = memory_resize_sized(memory_alloc_sized(100), 100, 300);
    assert_int_equal(budget.held, 300);
    memory_free_sized(sized, 300);
    assert_int_equal(budget.held, 0);
    memory_serve(NULL);
}

static int undone[3], undone_count;

static void undo(void *thing) {
    undone[undone_count++] = *(int *)thing;
}

static void clean_ups_run_once_the_newest_first(void **state) {
    (void)state;
    int names[] = {1, 2, 3};
    undone_count = 0;
    for (int k = 0; k < 3; k++)
        assert_true(budget_at_exhaustion(undo, &names[k]));
    budget_not_at_exhaustion(undo, &names[1]);
    budget_clean_up();
    budget_clean_up();
    assert_int_equal(undone_count, 2);
    assert_int_equal(undone[0], 3);
    assert_int_equal(undone[1], 1);
}

/* ---- estimates ---- */

static datum *instance_of(const problem *p, const char *text, arena *a) {
    error e = error_in(a);
    source where = {STR("<arguments>"), str_of(text)};
    datum *instance = p->parse(&(problem_input){.text = &where, .options = datum_map(a)}, a, &e);
    if (!instance)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return instance;
}

enum { ANSWER, TRACE, STORY, PURPOSES };

typedef struct outcome {
    bool made, refused; /* refused: by an estimate; neither: the budget ended it */
    size_t peak;
} outcome;

static const problem *wanted;
static const char *typed;

/* Makes the answer, its trace or its story in that arena; false if an estimate refused it. */
static bool make(int purpose, arena *a) {
    error e = error_in(a);
    datum *instance = instance_of(wanted, typed, a);
    trace *t = purpose == ANSWER ? NULL : trace_new(a, str_of(wanted->name), STR(""), instance);
    if (t && purpose == STORY)
        t->made_of_it = story_bytes;
    if (wanted->solve(instance, t, a, &e) && (purpose != STORY || story_build(t, a, &e)))
        return true;
    assert_int_equal(e.status, STATUS_INPUT);
    assert_true(str_find(e.message, STR("HANDTRACE_MEMORY="), 0) != SIZE_MAX);
    return false;
}

static outcome make_within(int purpose, size_t limit) {
    memory_budget budget = {.limit = limit, .exhausted = jump};
    volatile outcome o = {0};
    arena *volatile a = arena_new(&budget);
    if (setjmp(out_of_memory) == 0) {
        o.made = make(purpose, a);
        o.refused = !o.made;
    }
    o.peak = budget.peak;
    arena_free(a);
    assert_int_equal(budget.held, 0);
    return (outcome){o.made, o.refused, o.peak};
}

/* Numbers from 1 to 20. */
static char *numbers(size_t count, const char *between, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < count; k++)
        strbuf_addf(&b, "%s%zu", k ? between : "", k * 7 % 20 + 1);
    return str_to_c(a, strbuf_text(&b));
}

static char *letters_twice(size_t count, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < 2 * count; k++)
        strbuf_addf(&b, "%s%c", k == count ? "\n" : "", "ACGTTGCAAT"[(k * k + k / 7) % 10]);
    return str_to_c(a, strbuf_text(&b));
}

/* What is made at exactly the memory that it was measured to take is never refused; at less it never comes through. */
static void expect_limits(int purpose, bool foreseen) {
    outcome free = make_within(purpose, (size_t)1 << 40);
    assert_true(free.made);
    if (!make_within(purpose, free.peak).made)
        fail_msg("%s %.40s, %d: refused at %zu bytes, which suffice", wanted->name, typed, purpose, free.peak);
    outcome quarter = make_within(purpose, free.peak / 4); /* the last block is smaller: little may fit after all */
    assert_true(quarter.peak <= free.peak / 4 && (!quarter.made || free.peak < 16 << 20));
    if (!foreseen || purpose == ANSWER)
        return;
    outcome less = make_within(purpose, free.peak / 2);
    if (!less.refused || less.peak > free.peak / 4)
        fail_msg("%s %.40s, %d: with half of %zu bytes it is not refused at once", wanted->name, typed, purpose,
                 free.peak);
}

static void estimates_refuse_what_would_not_fit_and_nothing_else(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const struct {
        const char *problem, *text;
        bool foreseen; /* large enough for blocks not to count */
    } cases[] = {
        {"cards", numbers(12, " ", a), false},
        {"cards", numbers(60, " ", a), false},
        {"cards", numbers(150, " ", a), true},
        {"matrix-chain", numbers(15, " ", a), false},
        {"matrix-chain", numbers(60, " ", a), true},
        {"polygon", str_to_c(a, str_format(a, "8 t %s", numbers(8, " t ", a))), false},
        {"polygon", str_to_c(a, str_format(a, "30 t %s", numbers(30, " t 1000000000000", a))), false},
        {"polygon", str_to_c(a, str_format(a, "40 x %s", numbers(40, " x ", a))), true},
        {"polygon", str_to_c(a, str_format(a, "30 x 0 x %s", numbers(29, " x 1000000000000", a))), false},
        {"lcs", letters_twice(20, a), false},
        {"lcs", letters_twice(150, a), true},
        {"game24", "3 3 8 8", false},
        {"game24", "1 2 3 5 7", false},
        {"recurrence", "a=4 b=2 f=n n=1024", false},
    };
    for (size_t k = 0; k < COUNT(cases); k++)
        for (int purpose = ANSWER; purpose < PURPOSES; purpose++) {
            wanted = problem_named(str_of(cases[k].problem));
            typed = cases[k].text;
            expect_limits(purpose, cases[k].foreseen);
        }
    arena_free(a);
}

/* ---- the program ---- */

static void expect_message(const shell *s, const char *part) {
    if (str_find(s->err, str_of(part), 0) == SIZE_MAX)
        fail_msg("'%s' is missing in: %.*s", part, STR_ARG(s->err));
}

static void expect_refused(shell *s, const char *command, const char *message) {
    shell_expect(s, 1, str_format(s->arena, "%s", command).ptr);
    expect_message(s, message);
    shell_expect(s, 0, "test -z \"$(ls -A)\""); /* nothing was written */
}

static void the_limit_comes_from_the_environment(void **state) {
    (void)state;
    shell s = shell_new();
    static const char *const wrong[] = {"abc", "15", "1048577", "1 GB", "-64", "64M", "0", "99999999999999999999"};
    for (size_t k = 0; k < COUNT(wrong); k++) {
        shell_expect(&s, 2, str_format(s.arena, "HANDTRACE_MEMORY='%s' $H cards 1 2 -f json -o -", wrong[k]).ptr);
        expect_message(&s, str_format(s.arena,
                                      "handtrace: HANDTRACE_MEMORY: expected a whole number of megabytes from 16 to "
                                      "1048576, got '%s'\n",
                                      wrong[k])
                               .ptr);
    }
    shell_expect(&s, 0, "HANDTRACE_MEMORY= $H cards 1 2 -f json -o - && HANDTRACE_MEMORY=16 $H cards 1 2 -f json -o -");
    shell_free(&s);
}

static void exhaustion_is_said_and_nothing_is_written(void **state) {
    (void)state;
    shell s = shell_new();
    expect_refused(&s, "HANDTRACE_MEMORY=16 $H cards $(seq 80) -o c.pdf",
                   "a row of 80 cards is too long: its work needs 36 MB of memory or more, 16 MB is the limit, "
                   "HANDTRACE_MEMORY=64 allows more; the answer alone (-f json) needs less");
    expect_refused(&s, "HANDTRACE_MEMORY=16 $H polygon 60 $(seq -f 't %g' 60) -o c.pdf",
                   "HANDTRACE_MEMORY=256 allows more");
    shell_expect(&s, 0, "HANDTRACE_MEMORY=256 $H cards $(seq 80) -o c.pdf");
    shell_free(&s);
}

static void inputs_without_end_are_refused(void **state) {
    (void)state;
    shell s = shell_new();
    const char *message = "expected at most 4 MB (a quarter of the memory limit), got more; HANDTRACE_MEMORY=32";
    expect_refused(&s, "HANDTRACE_MEMORY=16 $H cards -i /dev/zero", message);
    expect_refused(&s, "yes 1 | HANDTRACE_MEMORY=16 $H cards -i -", message);
    expect_refused(&s, "HANDTRACE_MEMORY=16 $H render /dev/zero", message);
    expect_refused(&s, "HANDTRACE_MEMORY=16 $H cards 1 2 -t /dev/zero", message);
    expect_refused(&s, "HANDTRACE_MEMORY=16 $H cards 1 2 --theme /dev/zero", message);
    shell_free(&s);
}

static str tables(size_t count, size_t rows, size_t cols, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"x\"}\n");
    for (size_t k = 0; k < count; k++)
        strbuf_addf(&b, "{\"event\":\"table\",\"id\":\"t%zu\",\"rows\":[1,%zu],\"cols\":[1,%zu]}\n", k, rows, cols);
    return strbuf_text(&b);
}

/* A few bytes declare what would take gigabytes. */
static void tables_are_counted_before_they_are_made(void **state) {
    (void)state;
    shell s = shell_new();
    const struct {
        size_t count, rows, cols;
        const char *message;
    } cases[] = {
        {1, 1000, 1000, "t:2:1: the table \"t0\" has 1000000 cells, which is more than 64 MB of memory hold"},
        {1, 1, 4000000, "cells, which is more than 64 MB of memory hold"},
        {1, 1, 4000001, "t:2:1: the table \"t0\" has more than 4000000 cells"},
        {150, 300, 300, "allows more"},
        {2001, 1, 1, "t:2002:1: the table \"t2000\" is one too many: a trace has at most 2000"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell_write(&s, "../t", tables(cases[k].count, cases[k].rows, cases[k].cols, s.arena));
        shell_expect(&s, 1, "HANDTRACE_MEMORY=64 $H render ../t -f text -o o.txt");
        expect_message(&s, k == 3 ? "memory" : cases[k].message);
        shell_expect(&s, 0, "test -z \"$(ls -A)\"");
    }
    shell_write(&s, "../t", tables(2000, 1, 1, s.arena));
    shell_expect(&s, 0, "$H render ../t -f text -o -");
    shell_free(&s);
}

static void work_is_counted_before_it_is_done(void **state) {
    (void)state;
    shell s = shell_new();
    expect_refused(&s, "$H polygon 700 $(seq -f 't %g' 700) -f json -o -",
                   "a polygon of 700 vertices is too large: it needs 171 million tries, 50 million is the limit");
    expect_refused(&s, "seq 2000 | $H matrix-chain -i - -f json -o -",
                   "a chain of 1999 matrices is too long: it needs 1331 million tries, 500 million is the limit");
    expect_refused(&s, "seq 50000 | $H cards -i - -f json -o -",
                   "a row of 50000 cards is too long: it needs 1250 million tries, 1000 million is the limit");
    expect_refused(&s,
                   "{ yes A | head -n 50000 | tr -d '\\n'; echo; yes A | head -n 50000 | tr -d '\\n'; echo; } | "
                   "$H lcs -i - -f json -o -",
                   "50000 × 50000 is too large: it needs 2500 million tries, 2000 million is the limit");
    expect_refused(&s, "$H game24 $(seq 16) -f json -o -", "16 cards with so many values are too many");
    shell_free(&s);
}

static void sections_that_multiply_are_stopped(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "../t.en.md",
                STR("{{#steps}}{{#steps}}{{#steps}}{{#steps}}{{#steps}}{{#steps}}abcdefgh{{/steps}}{{/steps}}{{/steps}}"
                    "{{/steps}}{{/steps}}{{/steps}}\n"));
    expect_refused(&s, "HANDTRACE_MEMORY=32 $H cards 1 8 10 6 9 2 3 -t ../t.en.md -f md -o o.md",
                   "cards needs more than 32 MB of memory");
    /* Thousands of millions of rounds that write nothing. */
    shell_write(&s, "../empty.en.md",
                STR("{{#steps}}{{#steps}}{{#steps}}{{#steps}}{{#steps}}{{#steps}}{{#steps}}{{/steps}}{{/steps}}"
                    "{{/steps}}{{/steps}}{{/steps}}{{/steps}}{{/steps}}\n"));
    expect_refused(&s, "$H cards 1 8 10 6 9 2 3 -t ../empty.en.md -f md -o o.md",
                   "expected at most 4000000 rounds of all sections together, got more: do not "
                   "repeat the section \"steps\" inside so many others");
    shell_free(&s);
}

/* A label wider than the chart left no width, and so no step, for the numbers below its axis. */
static void a_label_of_any_width_ends(void **state) {
    (void)state;
    shell s = shell_new();
    strbuf b = strbuf_in(s.arena);
    strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"x\"}\n{\"event\":\"table\",\"id\":\"growth\",\"rows\":[1,2],"
                     "\"cols\":[1,1],\"col_labels\":[\"");
    for (int k = 0; k < 500; k++)
        strbuf_add_byte(&b, 'W');
    strbuf_add_c(&b, "\"]}\n");
    for (int k = 1; k <= 2; k++)
        strbuf_addf(&b,
                    "{\"event\":\"cell\",\"tables\":[\"growth\"],\"at\":[%d,1]}\n{\"event\":\"set\",\"table\":"
                    "\"growth\",\"at\":[%d,1],\"value\":\"%d\",\"why\":\"base\"}\n",
                    k, k, k);
    shell_write(&s, "t.trace", strbuf_text(&b));
    shell_write(&s, "large.yaml", STR("type: {label: 100, index: 200, table_cell: 200}\n"));
    shell_expect(&s, 0,
                 "export HANDTRACE_MEMORY=64; $H render t.trace --figure line-chart -o g.svg && "
                 "$H cards 1 2 --theme large.yaml --figure line-chart -o h.svg");
    shell_free(&s);
}

/* The largest instances of these are refused before they are solved, with what they need; the answer alone is given. */
static void what_would_not_fit_is_refused_at_once(void **state) {
    (void)state;
    shell s = shell_new();
    expect_refused(&s, "$H cards $(seq 700) -o c.pdf", "a row of 700 cards is too long: its work needs 1");
    expect_refused(&s, "$H matrix-chain $(seq 201) -o c.pdf", "a chain of 200 matrices is too long: its work needs 1");
    expect_refused(
        &s, "HANDTRACE_MEMORY=64 $H cards $(seq 300) -f trace -o c.trace",
        "of memory or more, 64 MB is the limit, HANDTRACE_MEMORY=128 allows more; the answer alone (-f json) "
        "needs less");
    shell_expect(&s, 0, "HANDTRACE_MEMORY=64 $H cards $(seq 300) -f json -o - && rm -f c.json");
    shell_free(&s);
}

/* An image and a large table are counted before they are drawn. */
static void pictures_are_counted_before_they_are_made(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "../t", tables(1, 300, 300, s.arena));
    expect_refused(&s, "HANDTRACE_MEMORY=32 $H render ../t --figure tables -o o.pdf",
                   "a figure of tables of 90000 cells needs 22 MB of memory or more, 32 MB is the limit");
    shell_expect(&s, 0, "HANDTRACE_MEMORY=128 $H render ../t --figure tables -o o.pdf");
    shell_free(&s);
}

/* An expression that would fill gigabytes of pages: a message with its place. */
static void a_long_expression_is_refused_at_its_place(void **state) {
    (void)state;
    shell s = shell_new();
    strbuf b = strbuf_in(s.arena);
    strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"x\"}\n{\"event\":\"table\",\"id\":\"t\",\"rows\":[1,1],"
                     "\"cols\":[1,1]}\n{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[1,1]}\n{\"event\":\"try\","
                     "\"table\":\"t\",\"at\":[1,1],\"label\":\"k\",\"reads\":[],\"terms\":[],\"value\":\"1\","
                     "\"expr\":\"");
    for (int k = 0; k < 100000; k++)
        strbuf_add_c(&b, "1+");
    strbuf_add_c(&b, "1\"}\n");
    shell_write(&s, "../t", strbuf_text(&b));
    expect_refused(&s, "HANDTRACE_MEMORY=64 $H render ../t -o o.pdf",
                   "t:4:1: expected an expression of at most 10000 bytes, got 200001");
    shell_free(&s);
}

/* A stack of a quarter of a megabyte is enough for every problem. */
static void a_small_stack_suffices(void **state) {
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* its frames are larger */
#endif
    shell s = shell_new();
    static const char *const commands[] = {
        "cards 3 1 4",          "game24 3 3 8 8",        "lcs ABC BCD",
        "matrix-chain 3 4 5 6", "polygon 3 t 1 t 2 x 3", "recurrence a=2 b=2 f=n n=8",
    };
    static const char *const formats[] = {"json", "trace", "text", "html", "pdf"};
    for (size_t k = 0; k < COUNT(commands); k++)
        for (size_t n = 0; n < COUNT(formats); n++)
            shell_expect(&s, 0, str_format(s.arena, "ulimit -s 256; $H %s -f %s -o o", commands[k], formats[n]).ptr);
    shell_expect(&s, 0, "ulimit -s 256; seq 5000 | $H cards -i - -f json -o o");
    shell_free(&s);
}

/* Where the system gives less than the budget allows, whoever asks for memory: a message or the whole file. */
static void memory_that_the_system_refuses_is_said(void **state) {
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* the sanitizer needs terabytes of addresses */
#endif
    shell s = shell_new();
    static const char *const commands[] = {
        "cards $(seq 30) -o o",
        "game24 3 3 8 8 -f html -o o",
        "lcs ABC BCD -f md -o o",
        "matrix-chain 3 4 5 6 --figure tables -f png -o o",
        "sheet lecture -f pdf -o o",
        "polygon 3 t 1 t 2 x 3 --figure ring -f svg -o o",
        "recurrence a=2 b=2 f=n n=8 -f pdf -o o",
    };
    for (size_t k = 0; k < COUNT(commands); k++) {
        shell_expect(&s, 0, str_format(s.arena, "$H %s && mv o whole", commands[k]).ptr);
        for (int megabytes = 20; megabytes < 200; megabytes += 8) {
            shell_run(&s, str_format(s.arena,
                                     "(ulimit -v %d; exec $H %s); r=$?; test $r != 0 || { cmp o whole && rm o; }; "
                                     "test ! -e o && exit $r",
                                     megabytes * 1024, commands[k])
                              .ptr);
            bool loaded = s.status != 127;
            if (s.status != 0 && loaded && (s.status != 1 || s.err.len == 0))
                fail_msg("%d MB, %s: status %d, %.*s", megabytes, commands[k], s.status, STR_ARG(s.err));
        }
    }
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arenas_share_one_budget),
        cmocka_unit_test(going_back_gives_back),
        cmocka_unit_test(libraries_count_in_the_budget),
        cmocka_unit_test(clean_ups_run_once_the_newest_first),
        cmocka_unit_test(estimates_refuse_what_would_not_fit_and_nothing_else),
        cmocka_unit_test(the_limit_comes_from_the_environment),
        cmocka_unit_test(exhaustion_is_said_and_nothing_is_written),
        cmocka_unit_test(inputs_without_end_are_refused),
        cmocka_unit_test(tables_are_counted_before_they_are_made),
        cmocka_unit_test(work_is_counted_before_it_is_done),
        cmocka_unit_test(sections_that_multiply_are_stopped),
        cmocka_unit_test(a_label_of_any_width_ends),
        cmocka_unit_test(what_would_not_fit_is_refused_at_once),
        cmocka_unit_test(pictures_are_counted_before_they_are_made),
        cmocka_unit_test(a_long_expression_is_refused_at_its_place),
        cmocka_unit_test(a_small_stack_suffices),
        cmocka_unit_test(memory_that_the_system_refuses_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
