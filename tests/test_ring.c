#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ring.h"

#include <math.h>

#define NEAR 1e-6

static uint64_t state = 1998;

static double random_between(double low, double high) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (high - low) * (double)(state >> 11) / 9007199254740992.0;
}

static const ring_options options = {.badge = 8.5, .clear = 3, .least_radius = 40};

static void usual_vertices(ring_vertex *v, size_t n) {
    for (size_t k = 0; k < n; k++)
        v[k] = (ring_vertex){.w = 30, .h = 30, .label_w = 12, .label_h = 9, .number_w = 8, .number_h = 7};
}

static bool same(point a, double x, double y) {
    return fabs(a.x - x) < NEAR && fabs(a.y - y) < NEAR;
}

/* Four vertices: a square, vertex 1 at the upper left, clockwise, edge 1 on the left. */
static void four_make_a_square(void **unused) {
    (void)unused;
    ring_vertex v[4];
    usual_vertices(v, 4);
    ring_extent e = ring_place(v, 4, options);
    double half = e.radius / sqrt(2);
    assert_true(same(v[0].at, e.centre.x - half, e.centre.y - half));
    assert_true(same(v[1].at, e.centre.x + half, e.centre.y - half));
    assert_true(same(v[2].at, e.centre.x + half, e.centre.y + half));
    assert_true(same(v[3].at, e.centre.x - half, e.centre.y + half));
    assert_true(same(v[0].badge_at, e.centre.x - half, e.centre.y));
    assert_true(same(v[1].badge_at, e.centre.x, e.centre.y - half));
    assert_true(v[0].number_at.x < v[0].badge_at.x && fabs(v[0].number_at.y - e.centre.y) < NEAR);
    assert_true(v[2].label_at.x > v[2].at.x && v[2].label_at.y > v[2].at.y);
}

static void small_rings(void **unused) {
    (void)unused;
    ring_vertex v[6];
    usual_vertices(v, 6);
    ring_place(v, 1, options);
    assert_true(v[0].badge_at.x < v[0].at.x - 15 - 8.5 && fabs(v[0].badge_at.y - v[0].at.y) < NEAR);
    assert_true(v[0].number_at.x < v[0].badge_at.x && v[0].label_at.x > v[0].at.x);
    usual_vertices(v, 6);
    ring_place(v, 2, options);
    assert_true(fabs(v[0].at.x - v[1].at.x) < NEAR && v[0].at.y < v[1].at.y);
    assert_true(v[0].badge_at.x < v[0].at.x && v[1].badge_at.x > v[0].at.x);
    usual_vertices(v, 6);
    ring_extent e = ring_place(v, 3, options);
    assert_true(fabs(v[0].at.x - v[2].at.x) < NEAR && v[1].at.x > e.centre.x && fabs(v[1].at.y - e.centre.y) < NEAR);
    usual_vertices(v, 6);
    e = ring_place(v, 6, options);
    assert_true(fabs(v[1].at.x - e.centre.x) < NEAR && v[1].at.y < e.centre.y); /* on a point */
}

typedef struct thing {
    point at;
    double w, h;
} thing;

/* Whether two boxes meet. A circle is smaller than its box, so corners of circles are cut first. */
static bool boxes_meet(thing a, thing b) {
    return fabs(a.at.x - b.at.x) < (a.w + b.w) / 2 && fabs(a.at.y - b.at.y) < (a.h + b.h) / 2;
}

static bool circle_meets_box(point at, double r, thing b) {
    double x = fmax(fabs(at.x - b.at.x) - b.w / 2, 0), y = fmax(fabs(at.y - b.at.y) - b.h / 2, 0);
    return hypot(x, y) < r;
}

/* A shape with rounded ends as circles along its spine. */
static bool shape_meets(thing shape, thing b, bool b_is_box) {
    double r = fmin(shape.w, shape.h) / 2, length = fmax(shape.w - 2 * r, 0);
    for (int k = 0; k <= 20; k++) {
        point at = {shape.at.x - length / 2 + length * k / 20, shape.at.y};
        if (b_is_box ? circle_meets_box(at, r, b) : shape_meets(b, (thing){at, 2 * r * 0.7, 2 * r * 0.7}, true))
            return true;
    }
    return false;
}

static void check_apart(const ring_vertex *v, size_t n, double badge) {
    for (size_t p = 0; p < n; p++) {
        thing texts_p[] = {{v[p].label_at, v[p].label_w, v[p].label_h},
                           {v[p].number_at, v[p].number_w, v[p].number_h},
                           {v[p].inner_at, v[p].inner_w, v[p].inner_h}};
        for (size_t q = 0; q < n; q++) {
            thing vertex = {v[q].at, v[q].w, v[q].h};
            thing mark = {v[q].badge_at, 2 * badge, 2 * badge};
            for (size_t t = 0; t < 3; t++) {
                if (texts_p[t].w == 0)
                    continue;
                assert_false(shape_meets(vertex, texts_p[t], true));
                assert_false(circle_meets_box(mark.at, badge, texts_p[t]));
                thing texts_q[] = {{v[q].label_at, v[q].label_w, v[q].label_h},
                                   {v[q].number_at, v[q].number_w, v[q].number_h},
                                   {v[q].inner_at, v[q].inner_w, v[q].inner_h}};
                for (size_t u = 0; u < 3; u++)
                    if (texts_q[u].w > 0 && !(p == q && t == u))
                        assert_false(boxes_meet(texts_p[t], texts_q[u]));
            }
            assert_true(hypot(v[p].badge_at.x - v[q].badge_at.x, v[p].badge_at.y - v[q].badge_at.y) >= 2 * badge ||
                        p == q);
            assert_false(shape_meets(vertex, (thing){v[p].badge_at, 1.4 * badge, 1.4 * badge}, true));
            if (p != q)
                assert_false(shape_meets(vertex, (thing){v[p].at, v[p].w, v[p].h}, false));
        }
    }
}

static void check_inside(const ring_vertex *v, size_t n, ring_extent e) {
    for (size_t k = 0; k < n; k++) {
        thing things[] = {{v[k].at, v[k].w, v[k].h},
                          {v[k].label_at, v[k].label_w, v[k].label_h},
                          {v[k].number_at, v[k].number_w, v[k].number_h}};
        for (size_t t = 0; t < 3; t++) {
            assert_true(things[t].at.x - things[t].w / 2 > -NEAR && things[t].at.y - things[t].h / 2 > -NEAR);
            assert_true(things[t].at.x + things[t].w / 2 < e.w + NEAR);
            assert_true(things[t].at.y + things[t].h / 2 < e.h + NEAR);
        }
    }
}

static void nothing_meets(void **unused) {
    (void)unused;
    for (int round = 0; round < 150; round++) {
        size_t n = 1 + (size_t)random_between(0, round % 10 ? 13 : 60);
        ring_vertex v[61];
        for (size_t k = 0; k < n; k++)
            v[k] = (ring_vertex){.w = round % 2 ? 30 : random_between(30, 90),
                                 .h = 30,
                                 .label_w = random_between(8, 20),
                                 .label_h = 9,
                                 .number_w = random_between(4, 12),
                                 .number_h = 7,
                                 .inner_w = k % 3 == 1 && round % 5 == 0 ? 18 : 0,
                                 .inner_h = k % 3 == 1 && round % 5 == 0 ? 7 : 0};
        ring_options o = options;
        o.inset = round % 4 ? 0 : 26;
        o.core_w = o.core_h = o.inset;
        ring_extent e = ring_place(v, n, o);
        check_apart(v, n, o.badge);
        check_inside(v, n, e);
    }
}

/* The ring is as small as it can be: sixty vertices of radius 6 fit the width of an A4 page. */
static void sixty_fit_a_page(void **unused) {
    (void)unused;
    ring_vertex v[60];
    for (size_t k = 0; k < 60; k++)
        v[k] = (ring_vertex){.w = 11, .h = 11, .label_w = 10, .label_h = 7, .number_w = 7, .number_h = 5};
    ring_extent e = ring_place(v, 60, (ring_options){.badge = 3.6, .clear = 1, .least_radius = 30});
    assert_true(e.w < 483);
}

static void inner_line_follows_the_part(void **unused) {
    (void)unused;
    ring_vertex v[4];
    usual_vertices(v, 4);
    ring_options o = options;
    o.inset = 20;
    ring_extent e = ring_place(v, 4, o);
    point line[4];
    ring_inner(&e, 4, 3, 2, 20, 10, line); /* vertices 4 and 1: along the left side, going up */
    double half = (e.radius - 20) / sqrt(2);
    assert_true(same(line[1], e.centre.x - half, e.centre.y + half));
    assert_true(same(line[2], e.centre.x - half, e.centre.y - half));
    assert_true(same(line[0], e.centre.x - half + 10, e.centre.y + half));
    assert_true(same(line[3], e.centre.x - half + 10, e.centre.y - half));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_make_a_square),
        cmocka_unit_test(small_rings),
        cmocka_unit_test(nothing_meets),
        cmocka_unit_test(sixty_fit_a_page),
        cmocka_unit_test(inner_line_follows_the_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
