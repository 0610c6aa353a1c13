/* The polygon: numbered edges with their operators, named vertices, the chain in hand, where it is split. A ring too
 * large for the page is drawn as rows of vertices instead. */
#include "ring.h"

#include "draw/fit.h"
#include "rows/polygon_state.h"
#include "rows/strand.h"
#include "tables/cells.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct ring_drawing {
    drawing *d;
    hand hand;
    size_t n;
    strand_vertex *things;
    ring_vertex *places;
    piece *values, *labels, *tags; /* tags: beside the badge of a split, which table it serves */
    ring_extent extent;
    ring_options options;
    double vertex_h, operator_size, number_size;
    bool parts; /* the two parts of the split are marked inside */
} ring_drawing;

static bool ring_draws(const story_run *r) {
    polygon_ring ring;
    arena *scratch = arena_scratch(r->story->arena);
    arena_mark start = arena_here(scratch);
    bool is_polygon = polygon_ring_of(r->story, &ring, scratch);
    arena_back(scratch, start);
    return is_polygon;
}

static bool is_best_edge(const ring_drawing *r, size_t edge) {
    const datum *best = datum_get(r->d->q->moment->story->answer, "best_edges");
    if (!drawing_param_switch(r->d, "best") || !best)
        return false;
    for (size_t k = 0; k < best->count; k++)
        if (best->items[k]->integer == (int64_t)edge)
            return true;
    return false;
}

static state edge_state(const ring_drawing *r, size_t edge) {
    const hand *h = &r->hand;
    if (is_best_edge(r, edge) || hand_split_at(h, edge))
        return STATE_CHOSEN;
    return h->length == 0 || hand_has_edge(h, edge) ? STATE_PLAIN : STATE_UNUSED;
}

static state vertex_state(const hand *h, size_t vertex) {
    if (h->length == 0)
        return STATE_PLAIN;
    return hand_has_vertex(h, vertex) ? STATE_CURRENT : STATE_UNUSED;
}

static void fill_thing(ring_drawing *r, size_t k) {
    drawing *d = r->d;
    const hand *h = &r->hand;
    size_t vertex = k + 1;
    str name = str_format(d->a, "$v_{%zu}$", vertex);
    r->things[k] = (strand_vertex){
        .value = h->ring.values[k],
        .name = name,
        .label = name,
        .state = vertex_state(h, vertex),
        .id = drawing_id(d, "vertex-%zu", vertex),
        .alt = hand_vertex_alt(d, h, vertex),
        .joined = true,
        .op = hand_operator(h, vertex),
        .number = str_format(d->a, "%zu", vertex),
        .edge = edge_state(r, vertex),
        .heavy = h->length > 0 && hand_has_edge(h, vertex),
        .edge_id = drawing_id(d, "edge-%zu", vertex),
        .edge_alt = hand_edge_alt(d, h, vertex),
    };
}

/* "min" where the smallest value splits elsewhere than the largest. */
static str split_tag(ring_drawing *r, size_t edge) {
    const hand_split *split = hand_split_at(&r->hand, edge);
    if (!split || r->hand.split_count < 2 || !split->tables[0])
        return STR("");
    return table_short(r->d, split->tables[0]);
}

/* ---- measuring ---- */

static box text_box(const piece *p) {
    box ink = scene_ink(p->scene);
    return (box){0, 0, fmax(p->width, ink.w), ink.h};
}

static void measure_vertex(ring_drawing *r, size_t k, double scale) {
    drawing *d = r->d;
    const theme *t = d->t;
    const strand_vertex *v = &r->things[k];
    bool active = v->state == STATE_CURRENT;
    r->values[k] = vertex_value(d, v, scale);
    r->labels[k] = drawing_label(
        d, v->label,
        drawing_style(FACE_ROMAN, fmax(t->type.label * fmax(scale, 0.85), 7), active ? t->color.ink : t->color.mute));
    text_style number = drawing_style(v->edge == STATE_CHOSEN ? FACE_BOLD : FACE_SANS, r->number_size, t->color.mute);
    text_size size = text_measure(d->q->fonts, number, v->number);
    box label = text_box(&r->labels[k]);
    r->places[k] = (ring_vertex){.w = vertex_width(&r->values[k], r->vertex_h),
                                 .h = r->vertex_h,
                                 .label_w = label.w,
                                 .label_h = label.h,
                                 .number_w = size.width,
                                 .number_h = size.ink_top + size.ink_bottom};
    str tag = split_tag(r, k + 1);
    if (tag.len == 0)
        return;
    r->tags[k] =
        drawing_label(d, tag, drawing_style(FACE_ROMAN, fmax(t->type.limits, t->type.least), t->color.chosen_line));
    box tag_box = text_box(&r->tags[k]);
    r->places[k].inner_w = tag_box.w;
    r->places[k].inner_h = tag_box.h;
}

/* How far the inner line keeps from the centres so that it meets neither vertices nor badges. */
static double inset_needed(const ring_drawing *r, double badge) {
    double turn = pi / (double)r->n, need = (badge + 5) / fmax(cos(turn), 0.1);
    for (size_t k = 0; k < r->n; k++) {
        double x = fabs(cos((2 * (double)k + 1) * turn)), y = fabs(sin((2 * (double)k + 1) * turn));
        need = fmax(need, fmin(r->places[k].w / 2 / fmax(x, 0.01), r->places[k].h / 2 / fmax(y, 0.01)) + 6);
    }
    return need;
}

/* Returns whether the ring of this scale fits. */
static bool measure(ring_drawing *r, double scale) {
    const theme *t = r->d->t;
    drawing_forget_notes(r->d);
    r->vertex_h = 2 * fmax(t->space.node_r * scale, 5.4);
    r->operator_size = fmax(t->type.operator* scale, t->type.least);
    r->number_size = fmax(t->type.edge_label * fmax(scale, 0.8), t->type.least);
    double badge = fmax(t->space.operator_r * scale, 3.6);
    r->options =
        (ring_options){.badge = badge, .clear = fmax(5 * scale, 1), .least_radius = (r->n > 2 ? 57 : 44) * scale};
    if (r->n == 1)
        r->options.least_radius = 34 * scale;
    for (size_t k = 0; k < r->n; k++)
        measure_vertex(r, k, scale);
    if (r->parts) {
        r->options.inset = inset_needed(r, badge);
        r->options.core_w = 48;
        r->options.core_h = 40;
    }
    r->extent = ring_place(r->places, r->n, r->options);
    const figure_request *q = r->d->q;
    double widest = q->width > 0 ? q->width : 640, highest = q->height > 0 ? q->height : 640;
    if (scale > 0.6) /* a ring is no reason to fill a page: long numbers are set smaller first */
        highest = fmin(highest, 270);
    return r->extent.w + 3 <= widest && r->extent.h + 3 <= highest;
}

static bool scale_fits(void *figure, const void *look) {
    return measure(figure, *(const double *)look);
}

static bool find_scale(ring_drawing *r) {
    static const double scales[] = {1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.44, 0.36};
    size_t first = r->n <= 6 ? 0 : r->n <= 9 ? 1 : 2; /* many vertices stand closer from the start */
    return r->n <= 120 && FIT_FROM(r, scales, first, scale_fits);
}

/* ---- drawing ---- */

static void draw_edges(ring_drawing *r, scene *s) {
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t k = 0; k < r->n; k++) {
        const ring_vertex *p = &r->places[k];
        segment path[] = {{.kind = MOVE_TO, .to = p->from},
                          {.kind = CURVE_TO, .c1 = p->bend_1, .c2 = p->bend_2, .to = p->to}};
        if (r->n > 2)
            path[1] = (segment){.kind = LINE_TO, .to = p->to};
        scene_path(s, path, 2, edge_paint(r->d, &r->things[k]));
    }
    scene_close(s);
}

static void put_centred(scene *s, const piece *p, point at) {
    box ink = scene_ink(p->scene);
    scene_place(s, p->scene, at.x - p->width / 2, at.y - ink.y - ink.h / 2, 1, STR(""));
}

static void draw_numbers(ring_drawing *r, scene *s) {
    const theme *t = r->d->t;
    for (size_t k = 0; k < r->n; k++) {
        bool marked = r->things[k].edge == STATE_CHOSEN;
        text_style style =
            drawing_style(FACE_SANS, r->number_size, marked || r->things[k].heavy ? t->color.ink : t->color.mute);
        piece number = drawing_text(r->d, r->things[k].number, style);
        put_centred(s, &number, r->places[k].number_at);
        if (r->tags[k].width > 0)
            put_centred(s, &r->tags[k], r->places[k].inner_at);
    }
}

/* The line inside the ring along a part. */
typedef struct part_line {
    point *points;
    size_t count;
} part_line;

static part_line part_line_of(const ring_drawing *r, bool left) {
    const hand *h = &r->hand;
    size_t s = h->splits[0].left, first = h->first - 1 + (left ? 0 : s), count = left ? s : h->length - s;
    part_line line = {ARENA_ARRAY(r->d->a, point, count + 2), count + 2};
    ring_inner(&r->extent, r->n, first % r->n, count, r->options.inset, r->vertex_h * 0.45, line.points);
    return line;
}

/* Whether a box about `at` keeps clear of the line, by points along it. */
static bool clear_of_line(point at, double w, double h, const part_line *line) {
    for (size_t k = 0; k + 1 < line->count; k++)
        for (int step = 0; step <= 16; step++) {
            point a = line->points[k], b = line->points[k + 1];
            double x = a.x + (b.x - a.x) * step / 16, y = a.y + (b.y - a.y) * step / 16;
            if (fabs(x - at.x) < w / 2 + 3 && fabs(y - at.y) < h / 2 + 3)
                return false;
        }
    return true;
}

static bool boxes_meet(point a, box of_a, point b, box of_b) {
    return fabs(a.x - b.x) < (of_a.w + of_b.w) / 2 + 3 && fabs(a.y - b.y) < (of_a.h + of_b.h) / 2 + 3;
}

static bool clear_of_ring(const ring_drawing *r, point at, box mark) {
    box badge = {0, 0, 2 * r->options.badge, 2 * r->options.badge};
    for (size_t k = 0; k < r->n; k++) {
        box vertex = {0, 0, r->places[k].w, r->places[k].h};
        if (boxes_meet(at, mark, r->places[k].at, vertex) || boxes_meet(at, mark, r->places[k].badge_at, badge))
            return false;
    }
    return true;
}

/* From the middle of its line towards the centre of the ring, and beyond it, as soon as there is room. */
static point part_mark_place(const ring_drawing *r, const part_line *own, const part_line *other, box mark) {
    point middle = own->points[own->count / 2];
    if (own->count % 2 == 0) {
        point before = own->points[own->count / 2 - 1];
        middle = (point){(middle.x + before.x) / 2, (middle.y + before.y) / 2};
    }
    point centre = r->extent.centre, at = middle;
    double length = fmax(hypot(centre.x - middle.x, centre.y - middle.y), 1);
    for (int step = 8; step < 1.5 * length + 8; step++) {
        at =
            (point){middle.x + (centre.x - middle.x) / length * step, middle.y + (centre.y - middle.y) / length * step};
        if (clear_of_line(at, mark.w, mark.h, own) && clear_of_line(at, mark.w, mark.h, other) &&
            clear_of_ring(r, at, mark))
            break;
    }
    return at;
}

static void draw_parts(ring_drawing *r, scene *s) {
    const theme *t = r->d->t;
    static const char *const letters[] = {"$a,\\,b$", "$c,\\,d$"};
    part_line lines[] = {part_line_of(r, true), part_line_of(r, false)};
    paint p = paint_stroke(t->color.read_line, t->stroke.read);
    p.round = true;
    for (size_t k = 0; k < 2; k++) {
        piece mark = drawing_label(r->d, str_of(letters[k]),
                                   drawing_style(FACE_ROMAN, t->type.label * 1.15, t->color.read_line));
        scene_polyline(s, lines[k].points, lines[k].count, false, p);
        put_centred(s, &mark, part_mark_place(r, &lines[k], &lines[1 - k], text_box(&mark)));
    }
}

static void draw_ring(ring_drawing *r) {
    scene *s = drawing_part(r->d);
    draw_edges(r, s);
    if (r->parts)
        draw_parts(r, s);
    for (size_t k = 0; k < r->n; k++)
        badge_draw(r->d, s, &r->things[k], r->places[k].badge_at, r->options.badge, r->operator_size);
    for (size_t k = 0; k < r->n; k++) {
        vertex_draw(r->d, s, &r->things[k], &r->values[k], r->places[k].at, r->places[k].w, r->places[k].h);
        put_centred(s, &r->labels[k], r->places[k].label_at);
    }
    draw_numbers(r, s);
    scene_fit(s, 0.5);
}

/* Rows instead of a ring: edge 1, which joins the last vertex to the first, leads in. */
static void draw_rows(ring_drawing *r) {
    drawing_forget_notes(r->d);
    strand s = {.vertices = r->things, .count = r->n, .scale = 0.8};
    strand_draw(r->d, &s, r->d->q->width, r->d->q->height);
}

static figure *ring_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    ring_drawing r = {.d = d};
    if (!hand_at(d, &r.hand))
        return NULL;
    r.n = r.hand.ring.n;
    bool labels = drawing_param_switch(d, "labels") || q->moment->candidate;
    r.parts = labels && r.hand.split_count == 1 && r.n > 2;
    r.things = ARENA_ARRAY(d->a, strand_vertex, r.n);
    r.places = ARENA_ARRAY(d->a, ring_vertex, r.n);
    r.values = ARENA_ARRAY(d->a, piece, r.n);
    r.labels = ARENA_ARRAY(d->a, piece, r.n);
    r.tags = ARENA_ARRAY(d->a, piece, r.n);
    for (size_t k = 0; k < r.n; k++)
        fill_thing(&r, k);
    if (find_scale(&r))
        draw_ring(&r);
    else
        draw_rows(&r);
    hand_facts(d, &r.hand);
    return drawing_end(d, "ring");
}

static const figure_param ring_params[] = {{.name = "open"},
                                           {.name = "chain"},
                                           {.name = "split"},
                                           {.name = "labels", .is_switch = true},
                                           {.name = "best", .is_switch = true},
                                           {0}};

const figure_kind ring_figure = {
    .name = "ring",
    .summary = "the polygon with its operators, the chain in hand, where it is split",
    .counts = STEP_CELL,
    .params = ring_params,
    .draws = ring_draws,
    .build = ring_build,
};
