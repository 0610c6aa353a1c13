#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tree.h"

#include <math.h>
#include <stdlib.h>

#define NEAR 1e-6

static uint64_t state;

static uint64_t random_below(uint64_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state * 0x2545F4914F6CDD1DULL >> 20) % limit;
}

/* Sizes in quarters of a point, now and then something much larger than the rest. */
static double random_size(void) {
    double size = 1 + (double)random_below(80) / 4;
    return random_below(12) ? size : size * 6;
}

/* Bushy, thin or in between: a node hangs under one of the `reach` nodes before it. */
static tree_node *random_tree(arena *a, size_t count) {
    tree_node *nodes = ARENA_ARRAY(a, tree_node, count);
    uint64_t reach = 1 + random_below(count);
    bool equal = random_below(4) == 0;
    for (size_t k = 0; k < count; k++) {
        uint64_t back = 1 + random_below(k < reach ? (k ? k : 1) : reach);
        nodes[k].parent = k ? k - back : 0;
        nodes[k].w = equal ? 10 : random_size();
        nodes[k].h = equal ? 8 : random_size();
        nodes[k].pin = random_below(3) ? 0 : nodes[k].w * ((double)random_below(9) - 4) / 10;
    }
    return nodes;
}

static tree_options random_options(void) {
    return (tree_options){.level_gap = (double)random_below(20),
                          .sibling_gap = (double)random_below(12),
                          .aligned = random_below(2) == 0};
}

static double centre(const tree_node *n) {
    return n->x + n->w / 2 + n->pin;
}

/* Whether two nodes face each other, so that the sibling gap must be between them. */
static bool face(const tree_node *a, const tree_node *b) {
    return a->y < b->y + b->h - NEAR && b->y < a->y + a->h - NEAR;
}

static void check_no_overlap(const tree_node *n, size_t count, tree_options o) {
    for (size_t p = 0; p < count; p++)
        for (size_t q = p + 1; q < count; q++)
            if (face(&n[p], &n[q]))
                assert_true(n[p].x + n[p].w + o.sibling_gap <= n[q].x + NEAR ||
                            n[q].x + n[q].w + o.sibling_gap <= n[p].x + NEAR);
}

static void check_parents(const tree_node *n, size_t count, tree_options o) {
    for (size_t p = 0; p < count; p++) {
        const tree_node *first = NULL, *last = NULL;
        for (size_t k = 1; k < count; k++) {
            if (n[k].parent != p)
                continue;
            first = first ? first : &n[k];
            assert_true(!last || last->x + last->w + o.sibling_gap <= n[k].x + NEAR); /* order kept */
            last = &n[k];
            assert_true(n[k].y + NEAR >= n[p].y + n[p].h + o.level_gap);
        }
        if (first)
            assert_true(fabs((centre(first) + centre(last)) / 2 - centre(&n[p])) < NEAR);
    }
}

static void check_extent(const tree_node *n, size_t count, tree_extent e) {
    double left = INFINITY, right = -INFINITY, low = 0;
    for (size_t k = 0; k < count; k++) {
        left = fmin(left, n[k].x);
        right = fmax(right, n[k].x + n[k].w);
        low = fmax(low, n[k].y + n[k].h);
    }
    assert_true(fabs(left) < NEAR);
    assert_true(fabs(right - e.w) < NEAR);
    assert_true(fabs(low - e.h) < NEAR);
}

static bool below(const tree_node *n, size_t k, size_t top) {
    while (k > top)
        k = n[k].parent;
    return k == top;
}

/* Two children stand as close as their subtrees allow: somewhere the gap is exact. In an unaligned tree the space under
 * a node, down to its children, belongs to it. */
static void check_close(const tree_node *n, size_t count, tree_options o) {
    for (size_t p = 0; p < count; p++) {
        size_t kids[2], kid_count = 0;
        for (size_t k = 1; k < count; k++)
            if (n[k].parent == p && kid_count++ < 2)
                kids[kid_count - 1] = k;
        if (kid_count != 2)
            continue;
        double least = INFINITY;
        for (size_t l = 0; l < count; l++)
            for (size_t r = 0; r < count; r++)
                if (below(n, l, kids[0]) && below(n, r, kids[1]) && n[l].y < n[r].y + n[r].h + o.level_gap &&
                    n[r].y < n[l].y + n[l].h + o.level_gap)
                    least = fmin(least, n[r].x - n[l].x - n[l].w);
        assert_true(fabs(least - o.sibling_gap) < NEAR);
    }
}

/* The same tree seen in a mirror; `twin` says which node is which. */
static tree_node *mirrored(const tree_node *n, size_t count, size_t *twin, arena *a) {
    tree_node *m = ARENA_ARRAY(a, tree_node, count);
    size_t *order = ARENA_ARRAY(a, size_t, count);
    size_t done = 1;
    order[0] = 0;
    for (size_t head = 0; head < count; head++) {
        size_t k = order[head];
        twin[k] = head;
        m[head] = (tree_node){.w = n[k].w, .h = n[k].h, .pin = -n[k].pin, .parent = head ? twin[n[k].parent] : 0};
        for (size_t c = count; c-- > 1;)
            if (n[c].parent == k)
                order[done++] = c;
    }
    return m;
}

static void check_mirror(const tree_node *n, size_t count, tree_options o, double width, arena *a) {
    size_t *twin = ARENA_ARRAY(a, size_t, count);
    tree_node *m = mirrored(n, count, twin, a);
    tree_extent e = tree_place(m, count, o, a);
    assert_true(fabs(e.w - width) < NEAR);
    for (size_t k = 0; k < count; k++) {
        assert_true(fabs(width - m[twin[k]].x - m[twin[k]].w - n[k].x) < NEAR);
        assert_true(fabs(m[twin[k]].y - n[k].y) < NEAR);
    }
}

static void random_trees(void **unused) {
    (void)unused;
    state = 20140101;
    for (int round = 0; round < 20000; round++) {
        arena *a = arena_new(NULL);
        size_t count = 1 + random_below(round % 100 ? 14 : 120);
        tree_node *n = random_tree(a, count);
        tree_options o = random_options();
        tree_extent e = tree_place(n, count, o, a);
        check_no_overlap(n, count, o);
        check_parents(n, count, o);
        check_extent(n, count, e);
        if (!o.aligned)
            check_close(n, count, o);
        check_mirror(n, count, o, e.w, a);
        arena_free(a);
    }
}

/* The same subtree under two nodes of one tree has the same inner distances. */
static void identical_subtrees(void **unused) {
    (void)unused;
    state = 7;
    for (int round = 0; round < 20000; round++) {
        arena *a = arena_new(NULL);
        size_t rest = 1 + random_below(12), part = 1 + random_below(12), count = rest + 2 * part;
        tree_node *n = ARENA_ARRAY(a, tree_node, count), *r = random_tree(a, rest), *p = random_tree(a, part);
        for (size_t k = 0; k < rest; k++)
            n[k] = r[k];
        for (size_t copy = 0; copy < 2; copy++) {
            size_t from = rest + copy * part;
            for (size_t k = 0; k < part; k++) {
                n[from + k] = p[k];
                n[from + k].parent = k ? from + p[k].parent : random_below(rest);
            }
        }
        tree_options o = random_options();
        o.aligned = false;
        tree_place(n, count, o, a);
        for (size_t k = 0; k < part; k++) {
            assert_true(fabs(n[rest + k].x - n[rest].x - n[rest + part + k].x + n[rest + part].x) < NEAR);
            assert_true(fabs(n[rest + k].y - n[rest].y - n[rest + part + k].y + n[rest + part].y) < NEAR);
        }
        arena_free(a);
    }
}

/* Calculated by hand: widths 10, gaps 4 and 6. */
static void small_trees(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    tree_options o = {.level_gap = 6, .sibling_gap = 4};
    tree_node one[] = {{.w = 10, .h = 8}};
    tree_extent e = tree_place(one, 1, o, a);
    assert_true(one[0].x == 0 && one[0].y == 0 && e.w == 10 && e.h == 8 && e.depth == 1);

    tree_node three[] = {{.w = 10, .h = 8}, {.w = 10, .h = 8}, {.w = 30, .h = 8}};
    e = tree_place(three, 3, o, a);
    assert_true(three[1].x == 0 && three[2].x == 14 && three[0].x == 12); /* centres 5 and 29: the middle is 17 */
    assert_true(three[1].y == 14 && e.w == 44 && e.h == 22 && e.depth == 2);

    /* The second child is wide below: it must come no nearer, though its own box would be allowed to the left. */
    tree_node wide[] = {{.w = 10, .h = 8},
                        {.w = 10, .h = 8, .parent = 0},
                        {.w = 10, .h = 8, .parent = 0},
                        {.w = 60, .h = 8, .parent = 2}};
    tree_place(wide, 4, o, a);
    assert_true(wide[2].x - wide[1].x == 14 && wide[3].x == 0 && wide[1].x == 11);

    tree_node none;
    e = tree_place(&none, 0, o, a);
    assert_true(e.w == 0 && e.h == 0 && e.depth == 0);
    arena_free(a);
}

/* A leaf between two broad trees stands in the middle, not at the left one. */
static void leaf_between(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    tree_node n[10] = {{.w = 10, .h = 10}};
    size_t parents[10] = {0, 0, 0, 0, 1, 1, 1, 3, 3, 3};
    for (size_t k = 0; k < 10; k++)
        n[k] = (tree_node){.w = 10, .h = 10, .parent = parents[k]};
    tree_place(n, 10, (tree_options){.level_gap = 5, .sibling_gap = 5, .aligned = true}, a);
    assert_true(fabs(centre(&n[2]) - centre(&n[0])) < NEAR);
    assert_true(fabs(n[7].x - n[6].x - 15) < NEAR);
    arena_free(a);
}

static void deep_and_broad(void **unused) {
    (void)unused;
    const size_t count = 1000000;
    tree_options o = {.level_gap = 1, .sibling_gap = 1};
    for (int shape = 0; shape < 3; shape++) { /* a chain, a star, a caterpillar */
        arena *a = arena_new(NULL);
        tree_node *n = ARENA_ARRAY(a, tree_node, count);
        for (size_t k = 0; k < count; k++) {
            n[k].w = n[k].h = 1;
            n[k].parent = k == 0 ? 0 : shape == 0 ? k - 1 : shape == 1 ? 0 : (k - 1) / 2 * 2;
        }
        tree_extent e = tree_place(n, count, o, a);
        assert_int_equal(e.depth, shape == 0 ? count : shape == 1 ? 2 : count / 2 + 1);
        if (shape == 0)
            assert_true(e.w == 1 && e.h == 2 * (double)count - 1);
        if (shape == 1)
            assert_true(fabs(e.w - (2 * (double)(count - 1) - 1)) < NEAR && e.h == 3);
        arena_free(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_trees),        cmocka_unit_test(leaf_between),   cmocka_unit_test(random_trees),
        cmocka_unit_test(identical_subtrees), cmocka_unit_test(deep_and_broad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
