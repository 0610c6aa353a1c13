/* The layout of graphs in levels: nothing too near, crossings counted right, triangles regular. */
#include "layered.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static uint64_t state = 20240601;

static size_t below(size_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)((state * 0x2545F4914F6CDD1DULL) >> 33) % limit;
}

static const layered_options usual = {.gap = 8, .pass_gap = 6};

/* Where an edge is when it comes to level `level`, its ends included. */
static double at_level(const layered_node *nodes, const layered_edge *e, size_t level) {
    size_t first = nodes[e->from].level;
    if (level == first)
        return nodes[e->from].x;
    return level == nodes[e->to].level ? nodes[e->to].x : e->bends[level - first - 1];
}

/* Pairs of edges whose order between two levels is not that before, by trying them all. */
static size_t count_crossings(const layered_node *nodes, const layered_edge *edges, size_t count, size_t levels) {
    size_t crossings = 0;
    for (size_t level = 0; level + 1 < levels; level++)
        for (size_t a = 0; a < count; a++)
            for (size_t b = a + 1; b < count; b++) {
                const layered_edge *e = &edges[a], *f = &edges[b];
                if (nodes[e->from].level > level || nodes[e->to].level <= level || nodes[f->from].level > level ||
                    nodes[f->to].level <= level)
                    continue;
                double above = at_level(nodes, e, level) - at_level(nodes, f, level);
                double under = at_level(nodes, e, level + 1) - at_level(nodes, f, level + 1);
                crossings += above * under < -1e-9;
            }
    return crossings;
}

static void check(const layered_node *nodes, size_t count, const layered_edge *edges, size_t edge_count,
                  layered_extent e) {
    for (size_t a = 0; a < count; a++) {
        assert_true(nodes[a].x - nodes[a].w / 2 > -1e-6 && nodes[a].x + nodes[a].w / 2 < e.w + 1e-6);
        for (size_t b = a + 1; b < count; b++)
            if (nodes[a].level == nodes[b].level)
                assert_true(fabs(nodes[a].x - nodes[b].x) > (nodes[a].w + nodes[b].w) / 2 + usual.gap - 1e-6 ||
                            nodes[a].w + nodes[b].w == 0);
        for (size_t k = 0; k < edge_count; k++)
            for (size_t bend = 0; bend < edges[k].bend_count; bend++)
                if (nodes[edges[k].from].level + 1 + bend == nodes[a].level)
                    assert_true(fabs(edges[k].bends[bend] - nodes[a].x) > nodes[a].w / 2 + usual.pass_gap - 1e-6);
    }
    assert_int_equal(e.crossings, count_crossings(nodes, edges, edge_count, e.levels));
}

static void random_graphs_keep_their_distances(void **unused) {
    (void)unused;
    for (size_t round = 0; round < 600; round++) {
        arena *a = arena_new(NULL);
        size_t levels = 1 + below(7), count = 1 + below(30), edge_count = 0;
        layered_node *nodes = ARENA_ARRAY(a, layered_node, count);
        layered_edge *edges = ARENA_ARRAY(a, layered_edge, 3 * count);
        for (size_t k = 0; k < count; k++)
            nodes[k] = (layered_node){.level = below(levels), .w = 10 + (double)below(50)};
        for (size_t k = 0; k < 3 * count; k++) {
            size_t from = below(count), to = below(count);
            bool again = false;
            for (size_t old = 0; old < edge_count; old++)
                again = again || (edges[old].from == from && edges[old].to == to);
            if (nodes[from].level < nodes[to].level && !again)
                edges[edge_count++] = (layered_edge){.from = from, .to = to, .weight = 1};
        }
        layered_extent e = layered_place(nodes, count, edges, edge_count, usual, a);
        check(nodes, count, edges, edge_count, e);
        arena_free(a);
    }
}

/* The cards from i to j need i + 1 to j and i to j − 1: no edge crosses, and each node stands over the middle of two.
 */
static void triangles_are_regular(void **unused) {
    (void)unused;
    for (size_t n = 1; n <= 20; n++) {
        arena *a = arena_new(NULL);
        size_t count = n * (n + 1) / 2, edge_count = 0;
        layered_node *nodes = ARENA_ARRAY(a, layered_node, count);
        layered_edge *edges = ARENA_ARRAY(a, layered_edge, 2 * count);
        for (size_t level = 0, k = 0; level < n; level++)
            for (size_t i = 0; i <= level; i++, k++) {
                nodes[k] = (layered_node){.level = level, .w = 40};
                for (size_t to = k + level + 1; level + 1 < n && to <= k + level + 2; to++)
                    edges[edge_count++] = (layered_edge){.from = k, .to = to, .weight = 1};
            }
        layered_extent e = layered_place(nodes, count, edges, edge_count, usual, a);
        assert_int_equal(e.crossings, 0);
        assert_int_equal(e.levels, n);
        assert_true(fabs(e.w - ((double)n * 48 - 8)) < 0.01);
        for (size_t level = 0, k = 0; level < n; level++)
            for (size_t i = 0; i <= level; i++, k++) {
                assert_int_equal(nodes[k].place, i);
                assert_true(fabs(nodes[k].x - e.w / 2 - 48 * ((double)i - (double)level / 2)) < 0.01);
            }
        check(nodes, count, edges, edge_count, e);
        arena_free(a);
    }
}

/* Two rows that are given crossed are uncrossed. */
static void crossed_rows_are_mended(void **unused) {
    (void)unused;
    for (size_t n = 2; n <= 24; n++) {
        arena *a = arena_new(NULL);
        layered_node *nodes = ARENA_ARRAY(a, layered_node, 2 * n);
        layered_edge *edges = ARENA_ARRAY(a, layered_edge, n);
        size_t *partner = ARENA_ARRAY(a, size_t, n);
        for (size_t k = 0; k < n; k++)
            partner[k] = k;
        for (size_t k = n; k-- > 1;) {
            size_t other = below(k + 1), kept = partner[k];
            partner[k] = partner[other];
            partner[other] = kept;
        }
        for (size_t k = 0; k < n; k++) {
            nodes[k] = (layered_node){.level = 0, .w = 20};
            nodes[n + k] = (layered_node){.level = 1, .w = 20};
            edges[k] = (layered_edge){.from = k, .to = n + partner[k], .weight = 1};
        }
        assert_int_equal(layered_place(nodes, 2 * n, edges, n, usual, a).crossings, 0);
        for (size_t k = 0; k < n; k++)
            assert_true(fabs(nodes[k].x - nodes[n + partner[k]].x) < 0.01);
        arena_free(a);
    }
}

static void nothing_and_one_are_placed(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    assert_true(layered_place(NULL, 0, NULL, 0, usual, a).w == 0);
    layered_node one = {.w = 30};
    layered_extent e = layered_place(&one, 1, NULL, 0, usual, a);
    assert_true(e.w == 30 && one.x == 15 && e.levels == 1);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_keep_their_distances),
        cmocka_unit_test(triangles_are_regular),
        cmocka_unit_test(crossed_rows_are_mended),
        cmocka_unit_test(nothing_and_one_are_placed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
