#include "breaks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static uint32_t seed = 1;

static double random_to(double most) {
    seed = seed * 1664525U + 1013904223U;
    return most * (double)(seed >> 8) / (double)(1 << 24);
}

enum { ROWS = 11 };

static void make_rows(break_row *rows) {
    for (size_t k = 0; k < ROWS; k++) {
        double kind = random_to(10);
        rows[k] = (break_row){.height = 5 + random_to(40), .space = random_to(12), .cost = random_to(60)};
        rows[k].stretch = random_to(1) < 0.5 ? random_to(8) : 0;
        rows[k].shrink = random_to(1) < 0.5 ? random_to(4) : 0;
        rows[k].reprise = kind > 8 ? random_to(10) : 0;
        rows[k].cost = kind < 2 ? BREAK_NEVER : kind < 2.5 ? BREAK_ALWAYS : rows[k].cost;
    }
}

/* All 2^(ROWS - 1) ways to break. */
static double best_of_all(const break_row *rows, double height) {
    double best = HUGE_VAL;
    for (unsigned mask = 0; mask < 1U << (ROWS - 1); mask++) {
        size_t first[ROWS] = {0}, pages = 1;
        for (size_t k = 1; k < ROWS; k++)
            if (mask >> (k - 1) & 1)
                first[pages++] = k;
        best = fmin(best, break_cost(rows, ROWS, first, pages, height));
    }
    return best;
}

static void breaks_are_the_best_of_all(void **state) {
    (void)state;
    for (int round = 0; round < 300; round++) {
        arena *a = arena_new(NULL);
        break_row rows[ROWS];
        make_rows(rows);
        double height = 60 + random_to(120);
        page_breaks p = break_pages(rows, ROWS, height, a);
        assert_true(p.count > 0);
        double cost = break_cost(rows, ROWS, p.first, p.count, height);
        assert_true(fabs(cost - p.cost) < 1e-6);
        assert_true(fabs(cost - best_of_all(rows, height)) < 1e-6);
        arena_free(a);
    }
}

static void nothing_leaves_its_page(void **state) {
    (void)state;
    for (int round = 0; round < 300; round++) {
        arena *a = arena_new(NULL);
        break_row rows[ROWS];
        make_rows(rows);
        double height = 60 + random_to(120);
        page_breaks p = break_pages(rows, ROWS, height, a);
        for (size_t k = 0; k < p.count; k++) {
            size_t to = k + 1 < p.count ? p.first[k + 1] : ROWS;
            double ratio = break_ratio(rows, ROWS, p.first[k], to, height), used = rows[p.first[k]].reprise;
            for (size_t r = p.first[k]; r < to; r++) {
                used += rows[r].height;
                used += r > p.first[k] ? rows[r].space + ratio * (ratio < 0 ? rows[r].shrink : rows[r].stretch) : 0;
            }
            assert_true(ratio >= -1 - 1e-9 && ratio <= 1 + 1e-9);
            assert_true(used <= height + 0.02);
        }
        arena_free(a);
    }
}

/* Two full pages and one line: lines of the second page keep it company, or spaces give way and it finds room. */
static void no_line_is_lonely_on_the_last_page(void **state) {
    (void)state;
    enum { LINES = 101, A_PAGE = 50 };
    arena *a = arena_new(NULL);
    break_row rows[LINES] = {{0}};
    for (size_t k = 0; k < LINES; k++)
        rows[k].height = 10;
    page_breaks p = break_pages(rows, LINES, A_PAGE * 10, a);
    assert_int_equal(p.count, 3);
    assert_true(p.first[2] <= LINES - 4);
    for (size_t k = 0; k < LINES; k++)
        rows[k] = (break_row){.height = 9, .space = 1, .shrink = 0.5};
    p = break_pages(rows, LINES, A_PAGE * 10, a);
    assert_int_equal(p.count, 2);
    arena_free(a);
}

/* Nineteen lines on pages of ten: where a page ends well after nine, it may end there. */
static void pages_end_where_they_end_well(void **state) {
    (void)state;
    enum { LINES = 19 };
    arena *a = arena_new(NULL);
    break_row rows[LINES] = {{0}};
    for (size_t k = 0; k < LINES; k++)
        rows[k].height = 10;
    rows[8].merit = 60;
    page_breaks plain = break_pages(rows, LINES, 100, a);
    assert_int_equal(plain.count, 2);
    rows[8].merit = 0;
    rows[9].merit = 60;
    page_breaks p = break_pages(rows, LINES, 100, a);
    assert_int_equal(p.count, 2);
    assert_int_equal(p.first[1], 9);
    assert_true(fabs(p.cost - break_cost(rows, LINES, p.first, p.count, 100)) < 1e-6);
    arena_free(a);
}

static void what_must_stay_together_stays(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    break_row rows[6];
    for (size_t k = 0; k < 6; k++)
        rows[k] = (break_row){.height = 10, .cost = k == 3 ? BREAK_NEVER : 0};
    page_breaks p = break_pages(rows, 6, 30, a);
    for (size_t k = 0; k < p.count; k++)
        assert_int_not_equal(p.first[k], 3);
    rows[1].cost = BREAK_ALWAYS;
    p = break_pages(rows, 6, 100, a);
    assert_int_equal(p.count, 2);
    assert_int_equal(p.first[1], 1);
    rows[2].height = 101;
    assert_int_equal(break_pages(rows, 6, 100, a).count, 0);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breaks_are_the_best_of_all),         cmocka_unit_test(nothing_leaves_its_page),
        cmocka_unit_test(no_line_is_lonely_on_the_last_page), cmocka_unit_test(pages_end_where_they_end_well),
        cmocka_unit_test(what_must_stay_together_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
