#include "tables/split_line.h"

#include <math.h>

enum { WIDEST_NUMBER = 72, UNDERLINE_GAP = 3 };

/* A line being written. */
typedef struct line_pen {
    drawing *d;
    const hand *hand;
    size_t split;
    line_form form;
    double size;
    split_line line;
} line_pen;

static text_style number_style(const line_pen *p) {
    return drawing_style(FACE_ROMAN, p->size, p->d->t->color.ink);
}

static void add_mark_after(line_pen *p, double gap, piece sign, double least, int part) {
    line_mark *mark = &p->line.marks[p->line.count++];
    *mark = (line_mark){sign, p->line.width + gap, fmax(sign.width, least), part};
    p->line.width = mark->x + mark->w;
}

static void add_mark(line_pen *p, piece sign, double least, int part) {
    add_mark_after(p, p->line.count ? p->size * 0.22 : 0, sign, least, part);
}

/* A negative number behind an operator of its part stands in brackets. */
static void add_number(line_pen *p, size_t place, bool leads, int part) {
    const polygon_ring *ring = &p->hand->ring;
    size_t vertex = polygon_index(ring, (int64_t)(p->hand->first + place));
    str name = str_format(p->d->a, "$v_{%zu}$", vertex);
    str value = ring->values[vertex - 1];
    bool brackets = !leads && str_starts(value, "-");
    if (brackets)
        add_mark(p, drawing_text(p->d, STR("("), number_style(p)), 0, part);
    add_mark_after(p, brackets || !p->line.count ? 0 : p->size * 0.22,
                   drawing_value(p->d, value, name, WIDEST_NUMBER, number_style(p)), 0, part);
    if (brackets)
        add_mark_after(p, 0, drawing_text(p->d, STR(")"), number_style(p)), 0, part);
}

static void add_operator(line_pen *p, size_t place, int part) {
    size_t edge = polygon_index(&p->hand->ring, (int64_t)(p->hand->first + place));
    bool here = place == p->split;
    color c = here ? p->d->t->color.ink : p->d->t->color.mute;
    text_style style = drawing_style(here ? FACE_BOLD : FACE_ROMAN, fmax(p->size * 0.95, p->d->t->type.least), c);
    add_mark(p, drawing_text(p->d, hand_operator(p->hand, edge), style), 2 * (p->line.circle + (here ? 1 : 0)),
             here ? 0 : part);
}

static void add_part(line_pen *p, size_t from, size_t to, int part) {
    if (p->form == LINE_NAMES) {
        size_t first = polygon_index(&p->hand->ring, (int64_t)(p->hand->first + from));
        str name = str_format(p->d->a, "$p(%zu,%zu)$", first, to - from);
        add_mark(p, drawing_label(p->d, name, number_style(p)), 0, part);
        return;
    }
    bool brief = p->form == LINE_ENDS && to - from > 3;
    for (size_t k = from; k < to; k++) {
        if (brief && k == from + 1) {
            add_operator(p, k, part);
            add_mark(p, drawing_text(p->d, STR("…"), number_style(p)), 0, part);
        }
        if (brief && k > from && k + 1 < to)
            continue;
        if (k > from)
            add_operator(p, k, part);
        add_number(p, k, k == from, part);
    }
}

split_line split_line_of(drawing *d, const hand *h, size_t split, line_form form, double size) {
    line_pen p = {d, h, split, form, size, {.circle = fmax(size * 0.6, 5)}};
    p.line.marks = ARENA_ARRAY(d->a, line_mark, 4 * h->length + 8);
    add_part(&p, 0, split, 1);
    add_operator(&p, split, 0);
    p.line.pivot = p.line.width - p.line.circle - 1;
    add_part(&p, split, h->length, 2);
    return p.line;
}

static void draw_underline(const drawing *d, scene *s, const split_line *line, int part, point at) {
    double from = INFINITY, to = -INFINITY;
    for (size_t k = 0; k < line->count; k++)
        if (line->marks[k].part == part) {
            from = fmin(from, line->marks[k].x);
            to = fmax(to, line->marks[k].x + line->marks[k].w);
        }
    scene_line(s, (point){at.x + from, at.y}, (point){at.x + to, at.y},
               paint_stroke(d->t->color.read_line, d->t->stroke.read));
}

void split_line_draw(const drawing *d, scene *s, const split_line *line, point at) {
    paint ring = paint_both((color){255, 255, 255}, d->t->color.ink, d->t->stroke.read);
    for (size_t k = 0; k < line->count; k++) {
        const line_mark *mark = &line->marks[k];
        point middle = {at.x + mark->x + mark->w / 2, at.y};
        if (mark->part == 0) {
            scene_circle(s, middle, line->circle, ring);
            drawing_put_centre(s, &mark->sign, middle);
        } else {
            drawing_put_middle(s, &mark->sign, middle, ANCHOR_CENTRE);
        }
    }
    for (int part = 1; part <= 2; part++)
        draw_underline(d, s, line, part, (point){at.x, at.y + line->circle + UNDERLINE_GAP});
}
