/* An edge and its label; a mark and a head:
 *
 *        ┌──────┐              ┌──────┐            ╱‾‾‾‾‾‾‾‾‾╲
 *        └──┬───┘              └──┬───┘            │ 2 from 1 │    head
 *          ╱                      │                └────┬─────┘
 *        6                      ──┴──                ┌──┴───┐
 *       ╱                     │ 3 │  mark            └──────┘
 *   ┌──┴───┐                   ╲ ╱
 */
#include "trees/tree_draw.h"

#include <math.h>

#define LABEL_AT 0.58 /* of the way from the parent to the child */
#define CLEAR 1.5     /* points between a line and a label */

enum { MARK_TIP = 5, HEAD_LINE = 9, MARK_PAD = 5 };

/* ---- edges ---- */

static double bend_of(const tree_edge *e) {
    return e->from.y + (e->to.y - e->from.y) * 0.22;
}

point tree_edge_label(const tree_edge *e) {
    if (e->bent) {
        double bend = bend_of(e);
        return (point){e->to.x, bend + (e->to.y - bend) * 0.5};
    }
    return (point){e->from.x + (e->to.x - e->from.x) * LABEL_AT, e->from.y + (e->to.y - e->from.y) * LABEL_AT};
}

static box label_box(const tree_edge *e) {
    point at = tree_edge_label(e);
    return (box){at.x - e->label_w / 2 - CLEAR, at.y - e->label_h / 2 - CLEAR, e->label_w + 2 * CLEAR,
                 e->label_h + 2 * CLEAR};
}

/* The part of a line, from 0 to 1, that lies in a box. False if none does. (Liang and Barsky.) */
static bool clip(point from, point to, box b, double *enter, double *leave) {
    double dx = to.x - from.x, dy = to.y - from.y;
    double move[] = {-dx, dx, -dy, dy};
    double room[] = {from.x - b.x, b.x + b.w - from.x, from.y - b.y, b.y + b.h - from.y};
    *enter = 0;
    *leave = 1;
    for (int k = 0; k < 4; k++) {
        if (move[k] == 0) {
            if (room[k] < 0)
                return false;
            continue;
        }
        double t = room[k] / move[k];
        if (move[k] < 0)
            *enter = fmax(*enter, t);
        else
            *leave = fmin(*leave, t);
    }
    return *enter < *leave;
}

bool tree_edge_meets(const tree_edge *e, const tree_edge *other) {
    double enter, leave;
    return other->label_w > 0 && clip(e->from, e->to, label_box(other), &enter, &leave);
}

static point along(point from, point to, double t) {
    return (point){from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t};
}

static void draw_around(scene *s, point from, point to, const tree_edge *e, paint p) {
    double enter, leave;
    if (e->label_w <= 0 || !clip(from, to, label_box(e), &enter, &leave)) {
        scene_line(s, from, to, p);
        return;
    }
    if (enter > 0)
        scene_line(s, from, along(from, to, enter), p);
    if (leave < 1)
        scene_line(s, along(from, to, leave), to, p);
}

void tree_edge_draw(scene *s, const tree_edge *e, paint p) {
    if (!e->bent) {
        draw_around(s, e->from, e->to, e, p);
        return;
    }
    double bend = bend_of(e);
    point corners[] = {e->from, {e->from.x, bend}, {e->to.x, bend}};
    scene_polyline(s, corners, 3, false, p);
    draw_around(s, corners[2], e->to, e, p);
}

double tree_edge_width(double label_w) {
    return (label_w + 2 * CLEAR) / LABEL_AT;
}

/* ---- marks ---- */

static double mark_size(const drawing *d) {
    return fmax(d->t->type.least, d->t->type.count);
}

static str mark_text(const drawing *d, size_t number) {
    return str_format(d->a, "%zu", number);
}

static piece head_piece(drawing *d, size_t number, size_t from) {
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "number", datum_integer(d->a, (int64_t)number));
    datum_put(d->a, facts, "from", from ? datum_integer(d->a, (int64_t)from) : datum_text(d->a, STR("")));
    return drawing_label(d, drawing_say(d, "figure.tree.head", facts),
                         drawing_style(FACE_ROMAN, mark_size(d), d->t->color.ink));
}

void tree_marks_measure(drawing *d, tree_paper *p, size_t most) {
    double size = mark_size(d);
    piece number = drawing_text(d, mark_text(d, most), drawing_style(FACE_BOLD, size, d->t->color.ink));
    p->mark_w = fmax(18, number.width + 2 * MARK_PAD);
    p->mark_h = size * 1.3 + MARK_TIP;
    p->head_w = head_piece(d, most, most).width + 4 * MARK_PAD;
    p->head_h = size * 1.5 + MARK_TIP + HEAD_LINE;
}

static str mark_alt(drawing *d, const char *phrase, size_t number, size_t from) {
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "number", datum_integer(d->a, (int64_t)number));
    datum_put(d->a, facts, "from", from ? datum_integer(d->a, (int64_t)from) : datum_text(d->a, STR("")));
    return drawing_say_plain(d, phrase, facts);
}

static paint mark_paint(const drawing *d) {
    return paint_both((color){255, 255, 255}, d->t->color.ink, d->t->stroke.frame);
}

void tree_mark_draw(drawing *d, scene *s, box b, size_t to) {
    double inset = d->t->stroke.frame / 2, shoulder = b.y + b.h - MARK_TIP;
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(d, "goes-on-%zu", to),
                          .title = mark_text(d, to),
                          .alt = mark_alt(d, "figure.tree.goes_on", to, 0)});
    point corners[] = {{b.x + inset, b.y},
                       {b.x + b.w - inset, b.y},
                       {b.x + b.w - inset, shoulder},
                       {b.x + b.w / 2, b.y + b.h - inset},
                       {b.x + inset, shoulder}};
    scene_polyline(s, corners, 5, true, mark_paint(d));
    piece number = drawing_text(d, mark_text(d, to), drawing_style(FACE_BOLD, mark_size(d), d->t->color.ink));
    drawing_put_middle(s, &number, (point){b.x + b.w / 2, (b.y + shoulder) / 2 + 0.5}, ANCHOR_CENTRE);
    scene_close(s);
}

void tree_head_draw(drawing *d, scene *s, const tree_paper *p, size_t number, size_t from, point root, double left,
                    double right) {
    piece text = head_piece(d, number, from);
    double w = text.width + 2 * MARK_PAD, h = p->head_h - HEAD_LINE, inset = d->t->stroke.frame / 2;
    double x = fmin(fmax(root.x - w / 2, left), fmax(left, right - w)), y = root.y - p->head_h;
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(d, "tree-%zu", number),
                          .title = mark_text(d, number),
                          .alt = mark_alt(d, "figure.tree.comes_from", number, from)});
    scene_line(s, (point){root.x, y + h}, root, paint_stroke(d->t->color.ink, d->t->stroke.frame));
    point corners[] = {{x + inset, y + MARK_TIP},
                       {x + w / 2, y + inset},
                       {x + w - inset, y + MARK_TIP},
                       {x + w - inset, y + h},
                       {x + inset, y + h}};
    scene_polyline(s, corners, 5, true, mark_paint(d));
    drawing_put_middle(s, &text, (point){x + w / 2, y + (MARK_TIP + h) / 2}, ANCHOR_CENTRE);
    scene_close(s);
}
