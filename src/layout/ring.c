/* The ring grows until nothing on it meets.
 *
 *          label          label
 *            (v1)──badge──(v2)
 *             │   number    │
 *   number  badge  inner  badge
 *             │             │
 *            (v4)──badge──(v3)
 *
 * Everything but the radius follows from the angle of a vertex: labels and numbers are pushed outwards just clear of
 * what they belong to, what is set inside is pushed inwards. */
#include "ring.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Clockwise from the left, as the eye goes. */
static double ring_angle(size_t n, double place) {
    return (1 + 2 * place) * pi / (double)n;
}

static point ring_direction(double angle) {
    return (point){-cos(angle), -sin(angle)};
}

static point along(point from, point direction, double distance) {
    return (point){from.x + direction.x * distance, from.y + direction.y * distance};
}

static point between(point a, point b, double t) {
    return (point){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/* The clear space between a box of size w × h about `at` and a shape with rounded ends about `other`; negative if they
 * meet. */
static double clear_of_shape(point at, double w, double h, point other, double other_w, double other_h) {
    double rounding = (other_w < other_h ? other_w : other_h) / 2;
    double x = fabs(at.x - other.x) - w / 2 - (other_w / 2 - rounding);
    double y = fabs(at.y - other.y) - h / 2 - (other_h / 2 - rounding);
    if (x < 0 && y < 0)
        return fmax(x, y) - rounding;
    return hypot(fmax(x, 0), fmax(y, 0)) - rounding;
}

/* How far along `direction` the centre of a box of size w × h has to be moved from the centre of a shape until it is
 * `clear` of it. */
static double push_needed(point direction, double w, double h, double shape_w, double shape_h, double clear) {
    double low = 0, high = w + h + shape_w + shape_h + clear;
    for (int round = 0; round < 40; round++) {
        double middle = (low + high) / 2;
        if (clear_of_shape(along((point){0, 0}, direction, middle), w, h, (point){0, 0}, shape_w, shape_h) < clear)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Away from the centre of the ring at vertex k. A single vertex has its edge on the left, so its label goes to the
 * right. */
static point vertex_out(size_t n, size_t k, double turn) {
    return n == 1 ? (point){1, 0} : ring_direction(ring_angle(n, (double)k) + turn);
}

static point edge_out(size_t n, size_t k, double turn) {
    return ring_direction(ring_angle(n, (double)k - 0.5) + turn);
}

/* Directions do not depend on the radius, so this is done once. */
static void ring_push(ring_vertex *v, size_t n, ring_options o) {
    double clear = o.clear * 0.6, badge = 2 * o.badge;
    for (size_t k = 0; k < n; k++) {
        point out = edge_out(n, k, o.turn);
        v[k].label_out = push_needed(vertex_out(n, k, o.turn), v[k].label_w, v[k].label_h, v[k].w, v[k].h, clear);
        v[k].number_out = push_needed(out, v[k].number_w, v[k].number_h, badge, badge, clear);
        v[k].inner_in = push_needed((point){-out.x, -out.y}, v[k].inner_w, v[k].inner_h, badge, badge, clear);
    }
}

static void ring_place_edge(ring_vertex *v, size_t n, size_t k, double radius, double turn) {
    ring_vertex *to = &v[k];
    const ring_vertex *before = &v[(k + n - 1) % n];
    point out = edge_out(n, k, turn);
    to->from = before->at;
    to->to = to->at;
    to->bend_1 = between(before->at, to->at, 1.0 / 3);
    to->bend_2 = between(before->at, to->at, 2.0 / 3);
    if (n == 1) { /* a loop to the left, its badge at its far end */
        double reach = radius * 2;
        to->bend_1 = (point){to->at.x - reach, to->at.y + reach * 0.75};
        to->bend_2 = (point){to->at.x - reach, to->at.y - reach * 0.75};
    } else if (n == 2) { /* two arcs: edge 0 on the left, edge 1 on the right */
        double bulge = radius * 1.1;
        to->bend_1 = along(between(before->at, to->at, 0.15), out, bulge);
        to->bend_2 = along(between(before->at, to->at, 0.85), out, bulge);
    }
    to->badge_at = between(between(to->from, to->to, 0.5), between(to->bend_1, to->bend_2, 0.5), 0.75);
    to->number_at = along(to->badge_at, out, to->number_out);
    to->inner_at = along(to->badge_at, out, -to->inner_in);
}

static void ring_place_at(ring_vertex *v, size_t n, double radius, double turn) {
    for (size_t k = 0; k < n; k++) {
        point out = vertex_out(n, k, turn);
        v[k].at = n == 1 ? (point){0, 0} : along((point){0, 0}, out, radius);
        v[k].label_at = along(v[k].at, out, v[k].label_out);
    }
    for (size_t k = 0; k < n; k++)
        ring_place_edge(v, n, k, radius, turn);
}

/* Distance from a point to the part of a straight edge between the centres. */
static double distance_to_line(point p, point a, point b) {
    double length = hypot(b.x - a.x, b.y - a.y);
    if (length == 0)
        return hypot(p.x - a.x, p.y - a.y);
    double t = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / (length * length);
    point foot = between(a, b, fmin(1, fmax(0, t)));
    return hypot(p.x - foot.x, p.y - foot.y);
}

typedef struct ring_thing {
    point at;
    double w, h;
    bool shape; /* rounded ends */
} ring_thing;

enum { RING_THINGS = 5 };

static void ring_things(const ring_vertex *v, ring_options o, ring_thing things[RING_THINGS]) {
    things[0] = (ring_thing){v->at, v->w, v->h, true};
    things[1] = (ring_thing){v->badge_at, 2 * o.badge, 2 * o.badge, true};
    things[2] = (ring_thing){v->label_at, v->label_w, v->label_h, false};
    things[3] = (ring_thing){v->number_at, v->number_w, v->number_h, false};
    things[4] = (ring_thing){v->inner_at, v->inner_w, v->inner_h, false};
}

static bool things_meet(const ring_thing *a, const ring_thing *b, double clear) {
    if (a->w == 0 || b->w == 0)
        return false;
    if (fabs(a->at.x - b->at.x) >= (a->w + b->w) / 2 + clear || fabs(a->at.y - b->at.y) >= (a->h + b->h) / 2 + clear)
        return false;
    if (!a->shape && !b->shape)
        return true;
    if (!a->shape)
        return clear_of_shape(a->at, a->w, a->h, b->at, b->w, b->h) < clear;
    if (!b->shape)
        return clear_of_shape(b->at, b->w, b->h, a->at, a->w, a->h) < clear;
    /* Two rounded shapes: one shrinks to its spine, the other grows by as much. */
    double rounding = (a->w < a->h ? a->w : a->h);
    return clear_of_shape(a->at, a->w - rounding, a->h - rounding, b->at, b->w + rounding, b->h + rounding) < clear;
}

static bool vertices_meet(const ring_vertex *a, const ring_vertex *b, ring_options o, double clear) {
    ring_thing of_a[RING_THINGS], of_b[RING_THINGS];
    ring_things(a, o, of_a);
    ring_things(b, o, of_b);
    for (size_t p = 0; p < RING_THINGS; p++)
        for (size_t q = 0; q < RING_THINGS; q++)
            if (a == b ? p < q && things_meet(&of_a[p], &of_b[q], fmin(clear, o.clear * 0.5))
                       : things_meet(&of_a[p], &of_b[q], clear))
                return true;
    return false;
}

/* What is set inside must keep off the edges and leave the core free. */
static bool inside_is_tight(const ring_vertex *v, size_t n, double radius, ring_options o) {
    if (n < 3)
        return false;
    double inner = radius - o.inset;
    if (o.inset > 0 && (inner <= 0 || 2 * inner * cos(pi / (double)n) < hypot(o.core_w, o.core_h)))
        return true;
    for (size_t k = 0; k < n; k++) {
        if (v[k].inner_w == 0)
            continue;
        double reach = hypot(v[k].inner_w, v[k].inner_h) / 2;
        for (size_t other = 0; other < n; other++)
            if (other != k && distance_to_line(v[k].inner_at, v[other].from, v[other].to) < reach + o.clear * 0.5)
                return true;
    }
    return false;
}

static bool ring_is_tight(const ring_vertex *v, size_t n, double radius, ring_options o) {
    for (size_t p = 0; p < n; p++)
        for (size_t q = p; q < n; q++)
            if (vertices_meet(&v[p], &v[q], o, o.clear))
                return true;
    return inside_is_tight(v, n, radius, o);
}

static void include(double from[2], double to[2], point at, double w, double h) {
    from[0] = fmin(from[0], at.x - w / 2);
    from[1] = fmin(from[1], at.y - h / 2);
    to[0] = fmax(to[0], at.x + w / 2);
    to[1] = fmax(to[1], at.y + h / 2);
}

static void move_point(point *p, double x, double y) {
    p->x += x;
    p->y += y;
}

/* Moves the drawing so that it begins at (0, 0). */
static ring_extent ring_settle(ring_vertex *v, size_t n, double radius, ring_options o) {
    double from[2] = {0, 0}, to[2] = {0, 0};
    for (size_t k = 0; k < n; k++) {
        ring_thing things[RING_THINGS];
        ring_things(&v[k], o, things);
        for (size_t t = 0; t < RING_THINGS; t++)
            if (things[t].w > 0)
                include(from, to, things[t].at, things[t].w, things[t].h);
    }
    if (n == 1) /* the loop bulges above and below its badge */
        include(from, to, v[0].badge_at, 0, radius * 0.9);
    for (size_t k = 0; k < n; k++) {
        point *points[] = {&v[k].at,   &v[k].label_at, &v[k].number_at, &v[k].inner_at, &v[k].badge_at,
                           &v[k].from, &v[k].bend_1,   &v[k].bend_2,    &v[k].to};
        for (size_t p = 0; p < sizeof points / sizeof *points; p++)
            move_point(points[p], -from[0], -from[1]);
    }
    return (ring_extent){to[0] - from[0], to[1] - from[1], radius, {-from[0], -from[1]}};
}

ring_extent ring_place(ring_vertex *v, size_t n, ring_options o) {
    if (n == 0)
        return (ring_extent){0};
    ring_push(v, n, o);
    double low = 0, high = fmax(o.least_radius, 1);
    ring_place_at(v, n, high, o.turn);
    while (ring_is_tight(v, n, high, o) && high < 1e6) {
        low = high;
        high *= 1.25;
        ring_place_at(v, n, high, o.turn);
    }
    for (int round = 0; round < 12 && low > 0; round++) {
        double middle = (low + high) / 2;
        ring_place_at(v, n, middle, o.turn);
        if (ring_is_tight(v, n, middle, o))
            low = middle;
        else
            high = middle;
    }
    ring_place_at(v, n, high, o.turn);
    return ring_settle(v, n, high, o);
}

void ring_inner(const ring_extent *e, size_t n, size_t first, size_t count, double inset, double reach, point *line) {
    double radius = e->radius - inset;
    for (size_t k = 0; k < count; k++)
        line[k + 1] = along(e->centre, ring_direction(ring_angle(n, (double)(first + k))), radius);
    point before = along(e->centre, ring_direction(ring_angle(n, (double)first - 1)), radius);
    point after = along(e->centre, ring_direction(ring_angle(n, (double)(first + count))), radius);
    double side = hypot(before.x - line[1].x, before.y - line[1].y);
    double part = side > 0 ? fmin(reach / side, 0.4) : 0;
    line[0] = between(line[1], before, part);
    line[count + 1] = between(line[count], after, part);
}
