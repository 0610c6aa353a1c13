#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chain.h"
#include "grid.h"

#include <math.h>

#define NEAR 1e-4

static uint64_t state = 60;

static uint64_t random_below(uint64_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 20) % limit;
}

static void sizes_share_the_room(void **unused) {
    (void)unused;
    double sizes[] = {10, 30, 50, 20}, least[] = {10, 10, 10, 20};
    assert_true(grid_squeeze(sizes, least, 4, 200));
    assert_true(sizes[2] == 50); /* there was room */
    assert_true(grid_squeeze(sizes, least, 4, 90));
    assert_true(sizes[0] == 10 && fabs(sizes[1] - 30) < NEAR && fabs(sizes[2] - 30) < NEAR && sizes[3] == 20);
    assert_false(grid_squeeze(sizes, least, 4, 40));
    assert_true(sizes[1] == 10 && sizes[2] == 10 && sizes[3] == 20);
    grid_even(sizes, 4);
    assert_true(sizes[0] == 20 && grid_sum(sizes, 4) == 80);
}

static void blocks_are_few_and_even(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    double ten[10];
    for (int k = 0; k < 10; k++)
        ten[k] = 20;
    grid_blocks b = grid_split(ten, 10, 15, 100, a); /* four to a block would fit: 4, 4, 2 is three blocks */
    assert_int_equal(b.count, 3);
    assert_true(b.items[0].count == 4 && b.items[1].count == 4 && b.items[2].count == 2);
    b = grid_split(ten, 9, 15, 100, a);
    assert_true(b.count == 3 && b.items[0].count == 3 && b.items[2].count == 3);
    b = grid_split(ten, 10, 15, 0, a);
    assert_true(b.count == 1 && b.items[0].count == 10);
    b = grid_split(ten, 3, 15, 20, a); /* too narrow for any: one each */
    assert_true(b.count == 3 && b.items[2].first == 2);
    assert_int_equal(grid_split(ten, 0, 15, 100, a).count, 0);
    arena_free(a);
}

/* The least number of blocks, by trying all cuts. */
static size_t fewest(const double *sizes, size_t count, double room) {
    size_t best = count;
    for (uint64_t cuts = 0; cuts < 1ULL << (count - 1); cuts++) {
        size_t blocks = 1;
        double sum = 0, largest = 0;
        for (size_t k = 0; k < count; k++) {
            if (k && (cuts >> (k - 1) & 1)) {
                blocks++;
                sum = 0;
            }
            sum += sizes[k];
            largest = fmax(largest, sum);
        }
        if (largest <= room + 1e-9 && blocks < best)
            best = blocks;
    }
    return best;
}

static void blocks_against_brute_force(void **unused) {
    (void)unused;
    for (int round = 0; round < 500; round++) {
        arena *a = arena_new(NULL);
        size_t count = 1 + random_below(10);
        double sizes[10];
        for (size_t k = 0; k < count; k++)
            sizes[k] = 1 + (double)random_below(40);
        double limit = 45 + (double)random_below(60);
        grid_blocks b = grid_split(sizes, count, 5, limit, a);
        assert_int_equal(b.count, fewest(sizes, count, limit - 5));
        size_t next = 0;
        for (size_t k = 0; k < b.count; k++) {
            assert_int_equal(b.items[k].first, next);
            assert_true(grid_sum(sizes + next, b.items[k].count) <= limit - 5 + NEAR);
            next += b.items[k].count;
        }
        assert_int_equal(next, count);
        arena_free(a);
    }
}

/* Numbers and operators: a line never begins with the number that an operator belongs to. */
static void chains_break_before_an_operator(void **unused) {
    (void)unused;
    chain_link links[9];
    for (size_t k = 0; k < 9; k++)
        links[k] = (chain_link){.w = k % 2 ? 10 : 20, .gap = 5, .joined = k && k % 2 == 0};
    chain_extent e = chain_place(links, 9, 0);
    assert_true(e.lines == 1 && e.w == 180 && links[8].x == 160 && links[1].x == 25);
    /* 20 + 4 × (5 + 10 + 5 + 20) = 180; a line of two pairs is 20 + 80, the next, without the gap before it, 75. */
    e = chain_place(links, 9, 110);
    assert_int_equal(e.lines, 2);
    assert_true(links[4].line == 0 && links[5].line == 1 && links[5].x == 0);
    assert_true(fabs(e.w - 100) < NEAR);
    e = chain_place(links, 9, 5); /* too narrow for anything: the stretches stand alone */
    assert_int_equal(e.lines, 5);
    assert_true(links[8].line == 4 && links[7].line == 4 && links[8].x == 15);
    assert_int_equal(chain_place(links, 0, 100).lines, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_share_the_room),
        cmocka_unit_test(blocks_are_few_and_even),
        cmocka_unit_test(blocks_against_brute_force),
        cmocka_unit_test(chains_break_before_an_operator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
