/* Cutting a rod against every way of cutting it. That all formats, languages and figures work is asked by
 * test_problems; here stands what only this problem can have wrong. */
#include "problem.h"
#include "problems.h"

/* The most that a rod of that length sells for, all ways of cutting tried. */
static long most(const long *prices, size_t length) {
    long best = 0;
    for (size_t k = 1; k <= length; k++) {
        long sold = prices[k] + most(prices, length - k);
        best = sold > best ? sold : best;
    }
    return best;
}

static void as_good_as_every_way(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    const problem *p = problem_named(STR("skeleton"));
    for (uint64_t seed = 1; seed <= 100; seed++) {
        datum *instance = p->random(datum_map(a), seed, a, &e);
        const datum *list = datum_get(instance, "prices");
        long prices[6] = {0}, sold = 0, length = 0;
        for (size_t k = 0; k < list->count; k++)
            prices[k + 1] = strtol(str_to_c(a, datum_as_text(list->items[k])), NULL, 10);
        datum *answer = problem_answer(p, instance, NULL, a);
        assert_text(problem_field(answer, "best"), str_format(a, "%ld", most(prices, list->count)).ptr);
        const datum *pieces = datum_get(answer, "pieces");
        for (size_t k = 0; k < pieces->count; k++) {
            sold += prices[pieces->items[k]->integer];
            length += pieces->items[k]->integer;
        }
        assert_int_equal(length, list->count);
        assert_int_equal(sold, most(prices, list->count));
    }
    arena_free(a);
}

static void marks_say_why(void **state) {
    (void)state;
    static const struct {
        const char *answer, *key; /* NULL: it cannot be read */
    } marks[] = {{"2, 2", "check.best"},  {"1 3", "check.less"},   {"2", "check.pieces"},
                 {"4 1", "check.pieces"}, {"0 4", "check.pieces"}, {"two", NULL}};
    const problem *p = problem_named(STR("skeleton"));
    arena *a = arena_new(NULL);
    error e = error_in(a);
    source text = {STR("<arguments>"), STR("1 5 8 9")};
    datum *instance = p->parse(&(problem_input){.text = &text, .options = datum_map(a)}, a, &e);
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
        error unread = error_in(a);
        const datum *mark = p->check(instance, str_of(marks[k].answer), a, &unread);
        assert_true((mark != NULL) == (marks[k].key != NULL));
        if (mark)
            assert_text(problem_field(mark, "key"), marks[k].key);
    }
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_good_as_every_way), cmocka_unit_test(marks_say_why)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
