#include "rows/strand.h"

#include "chain.h"

#include <math.h>

/* Of a value in a vertex: at the full scale, and at any. */
enum { WIDEST_VERTEX = 84, LEAST_VERTEX = 48 };

static double scaled(const strand *s, double size) {
    return s->scale > 0 ? size * s->scale : size;
}

/* ---- single things ---- */

static paint vertex_paint(const drawing *d, state st) {
    const theme *t = d->t;
    color white = {255, 255, 255};
    switch (st) {
    case STATE_CURRENT:
        return paint_both(t->color.current_fill, t->color.ink, t->stroke.ring_vertex);
    case STATE_READ:
        return paint_both(t->color.read_fill, t->color.read_line, t->stroke.ring_vertex);
    case STATE_CHOSEN:
        return state_paint(d, STATE_CHOSEN);
    case STATE_UNUSED:
        return paint_both(white, t->color.rule, t->stroke.node);
    default:
        return paint_both(white, t->color.ink, t->stroke.ring_vertex);
    }
}

static paint badge_paint(const drawing *d, state st) {
    const theme *t = d->t;
    color white = {255, 255, 255};
    switch (st) {
    case STATE_CURRENT:
        return paint_both(t->color.current_fill, t->color.ink, t->stroke.current);
    case STATE_CHOSEN:
        return state_paint(d, STATE_CHOSEN);
    case STATE_UNUSED: {
        paint p = paint_dashed(t->color.mute, t->stroke.compared, 2, 1.6);
        p.filled = true;
        p.fill = white;
        return p;
    }
    default:
        return paint_both(white, t->color.ink, t->stroke.node);
    }
}

paint edge_paint(const drawing *d, const strand_vertex *v) {
    if (v->edge == STATE_UNUSED)
        return paint_dashed(d->t->color.mute, d->t->stroke.node, 3, 3);
    return paint_stroke(d->t->color.ink, v->heavy ? d->t->stroke.ring_edge : d->t->stroke.tree_edge);
}

piece vertex_value(drawing *d, const strand_vertex *v, double scale) {
    double size = fmax(d->t->type.node * scale, d->t->type.least);
    face bold = state_face(v->state == STATE_CHOSEN ? v->state : STATE_PLAIN);
    double widest = fmax(WIDEST_VERTEX * scale, LEAST_VERTEX);
    return drawing_value(d, v->value, v->name, widest, drawing_style(bold, size, state_ink(d, v->state)));
}

double vertex_width(const piece *value, double height) {
    return fmax(height, value->width + height * 0.42);
}

void vertex_draw(drawing *d, scene *s, const strand_vertex *v, const piece *value, point at, double w, double h) {
    scene_open(s, (group){.role = ROLE_PART, .id = v->id, .title = v->alt, .alt = v->alt});
    scene_rect(s, (box){at.x - w / 2, at.y - h / 2, w, h}, h / 2, vertex_paint(d, v->state));
    drawing_put_middle(s, value, at, ANCHOR_CENTRE);
    scene_close(s);
}

void badge_draw(drawing *d, scene *s, const strand_vertex *v, point at, double radius, double size) {
    bool bold = v->edge == STATE_CHOSEN || v->edge == STATE_CURRENT;
    piece sign = drawing_text(d, v->op, drawing_style(bold ? FACE_BOLD : FACE_ROMAN, size, state_ink(d, v->edge)));
    scene_open(s, (group){.role = ROLE_PART, .id = v->edge_id, .title = v->edge_alt, .alt = v->edge_alt});
    scene_circle(s, at, radius, badge_paint(d, v->edge));
    drawing_put_centre(s, &sign, at);
    scene_close(s);
}

/* ---- a strand on lines ---- */

typedef struct strand_work {
    drawing *d;
    const strand *s;
    chain_link *links; /* two a vertex: its edge, itself */
    chain_extent extent;
    piece *values;
    double vertex_h, badge, arm;
    double above, below, line_h; /* from the top of a line to the middle of its vertices, and from there on */
} strand_work;

static bool strand_has(const strand *s, bool labels) {
    for (size_t k = 0; k < s->count; k++)
        if (labels ? s->vertices[k].label.len : s->vertices[k].number.len)
            return true;
    return false;
}

/* Heights of an underline and its mark. */
static double underline_height(const drawing *d) {
    return 6 + d->t->type.label * 1.45;
}

static size_t underline_count(const strand *s) {
    size_t count = 0;
    for (size_t k = 0; k < s->part_count; k++)
        count = s->parts[k].level + 1 > count ? s->parts[k].level + 1 : count;
    return count;
}

static strand_work strand_measure(drawing *d, const strand *s, double width) {
    const theme *t = d->t;
    strand_work w = {.d = d, .s = s};
    w.vertex_h = scaled(s, 2 * t->space.node_r);
    w.badge = scaled(s, t->space.operator_r);
    w.arm = scaled(s, 6);
    w.links = ARENA_ARRAY(d->a, chain_link, 2 * s->count);
    w.values = ARENA_ARRAY(d->a, piece, s->count);
    for (size_t k = 0; k < s->count; k++) {
        w.values[k] = vertex_value(d, &s->vertices[k], scaled(s, 1));
        double edge = s->vertices[k].joined ? 2 * (w.badge + w.arm) : 0;
        w.links[2 * k] = (chain_link){.w = edge};
        w.links[2 * k + 1] = (chain_link){.w = vertex_width(&w.values[k], w.vertex_h), .joined = true};
    }
    w.extent = chain_place(w.links, 2 * s->count, width);
    w.above = w.vertex_h / 2 + (strand_has(s, true) ? t->type.label * 1.5 : 1);
    w.below = w.vertex_h / 2 + 1;
    if (strand_has(s, false))
        w.below = fmax(w.below, w.badge + 3 + t->type.edge_label);
    w.below += (double)underline_count(s) * underline_height(d);
    w.line_h = w.above + w.below;
    return w;
}

static void draw_strand_edge(const strand_work *w, scene *scene, size_t k, double x, double y) {
    const strand_vertex *v = &w->s->vertices[k];
    const chain_link *edge = &w->links[2 * k];
    double middle = x + edge->x + edge->w / 2;
    /* Shapes drawn later cover the ends of the line. */
    scene_line(scene, (point){x + edge->x, y}, (point){x + edge->x + edge->w, y}, edge_paint(w->d, v));
    badge_draw(w->d, scene, v, (point){middle, y}, w->badge, fmax(scaled(w->s, w->d->t->type.operator), 6));
    if (v->number.len) {
        text_style style = drawing_style(FACE_SANS, w->d->t->type.edge_label, w->d->t->color.mute);
        scene_text(scene, w->d->q->fonts, style, (point){middle, y + w->badge + 3 + style.size * 0.7}, ANCHOR_CENTRE,
                   v->number);
    }
}

/* The underline of a part on this line, and its mark under the longest piece. */
static void draw_strand_part(const strand_work *w, scene *scene, const strand_part *part, size_t line, point at,
                             double y) {
    double from = INFINITY, to = -INFINITY;
    size_t here = 0, most = 0, counts_line = SIZE_MAX, count = 0, last_line = SIZE_MAX;
    for (size_t k = part->first; k < part->first + part->count; k++) {
        const chain_link *link = &w->links[2 * k + 1];
        count = link->line == last_line ? count + 1 : 1;
        last_line = link->line;
        if (count > most) {
            most = count;
            counts_line = link->line;
        }
        if (link->line != line)
            continue;
        here++;
        from = fmin(from, link->x);
        to = fmax(to, link->x + link->w);
    }
    if (here == 0)
        return;
    size_t from_below = underline_count(w->s) - part->level;
    double under = y + w->below - (double)from_below * underline_height(w->d) + 4;
    scene_line(scene, (point){at.x + from, under}, (point){at.x + to, under},
               paint_stroke(w->d->t->color.read_line, w->d->t->stroke.read));
    if (part->mark.len && counts_line == line) {
        piece mark =
            drawing_label(w->d, part->mark, drawing_style(FACE_ROMAN, w->d->t->type.label, w->d->t->color.read_line));
        double x = fmax((from + to - mark.width) / 2, 0);
        x = fmin(x, fmax(w->extent.w - mark.width, 0));
        drawing_put(scene, &mark, (point){at.x + x, under + w->d->t->type.label * 1.2}, ANCHOR_LEFT);
    }
}

static void draw_strand_line(const strand_work *w, scene *scene, size_t line, point at) {
    double y = at.y + w->above;
    for (size_t k = 0; k < w->s->count; k++)
        if (w->s->vertices[k].joined && w->links[2 * k].line == line)
            draw_strand_edge(w, scene, k, at.x, y);
    for (size_t k = 0; k < w->s->count; k++) {
        const strand_vertex *v = &w->s->vertices[k];
        const chain_link *link = &w->links[2 * k + 1];
        if (link->line != line)
            continue;
        double middle = at.x + link->x + link->w / 2;
        vertex_draw(w->d, scene, v, &w->values[k], (point){middle, y}, link->w, w->vertex_h);
        if (v->label.len) {
            piece label =
                drawing_label(w->d, v->label, drawing_style(FACE_ROMAN, w->d->t->type.label, w->d->t->color.mute));
            drawing_put(scene, &label, (point){middle, y - w->vertex_h / 2 - w->d->t->type.label * 0.5}, ANCHOR_CENTRE);
        }
    }
    for (size_t k = 0; k < w->s->part_count; k++)
        draw_strand_part(w, scene, &w->s->parts[k], line, at, y);
}

void strand_draw(drawing *d, const strand *s, double width, double height) {
    strand_work w = strand_measure(d, s, width > 0 ? width - 3 : 0); /* half a line on either side */
    size_t lines_a_part = w.extent.lines ? w.extent.lines : 1;
    double gap = w.line_h * 0.25;
    if (height > 0 && (double)lines_a_part * (w.line_h + gap) - gap > height)
        lines_a_part = (size_t)fmax(1, floor((height + gap) / (w.line_h + gap)));
    for (size_t line = 0; line < w.extent.lines;) {
        scene *part = drawing_part(d);
        double y = 0;
        for (size_t k = 0; k < lines_a_part && line < w.extent.lines; k++, line++) {
            y += k ? gap : 0;
            draw_strand_line(&w, part, line, (point){1.5, y});
            y += w.line_h;
        }
        drawing_size(part, w.extent.w + 3, y);
    }
}
