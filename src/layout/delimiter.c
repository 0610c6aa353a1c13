/* Each bracket is made for the left side; right ones are its mirror image. Lengths are shares of the text size, taken
 * from the extensible brackets of Computer Modern: thick where the pen goes down, thin where it turns.
 *
 *        (w,-h) ___
 *              /  _        hair: thickness of the ends and of the tip
 *             | |
 *     stem ─▶ | |          the left half of the width is for the tip, the right one for the ends
 *            /  |
 *  tip (0,0) ‹  ‹
 *            \  |
 */
#include "delimiter.h"

#include <math.h>

/* A closed outline under construction. */
typedef struct pen {
    segment segments[24];
    size_t count;
    double x, y;   /* where (0, 0) is */
    double mirror; /* 1, or -1 for a right bracket, whose (0, 0) is at the right */
} pen;

static point pen_point(const pen *p, double x, double y) {
    return (point){p->x + p->mirror * x, p->y + y};
}

static void pen_move(pen *p, double x, double y) {
    p->segments[p->count++] = (segment){.kind = MOVE_TO, .to = pen_point(p, x, y)};
}

static void pen_line(pen *p, double x, double y) {
    p->segments[p->count++] = (segment){.kind = LINE_TO, .to = pen_point(p, x, y)};
}

static void pen_curve(pen *p, double x1, double y1, double x2, double y2, double x, double y) {
    p->segments[p->count++] =
        (segment){.kind = CURVE_TO, .c1 = pen_point(p, x1, y1), .c2 = pen_point(p, x2, y2), .to = pen_point(p, x, y)};
}

static void pen_close(pen *p) {
    p->segments[p->count++] = (segment){.kind = CLOSE_PATH, .to = p->segments[0].to};
}

/* In all of these `h` is half the height and y = 0 the middle. */

static double draw_brace(pen *p, double h, double size) {
    double width = 0.52 * size, stem = 0.088 * size, hair = 0.036 * size, middle = 0.27 * size;
    double reach = fmin(0.55 * size, h / 2); /* of the bends */
    double outer = middle - stem / 2, inner = middle + stem / 2;
    double turn = inner + 0.08 * size; /* where the pen leaves for the ends */
    pen_move(p, 0, -hair / 2);
    pen_curve(p, outer * 0.66, -hair, outer, -reach * 0.42, outer, -reach);
    pen_line(p, outer, -h + reach);
    pen_curve(p, outer, -h + reach * 0.40, turn, -h, width, -h);
    pen_line(p, width, -h + hair);
    pen_curve(p, turn + 0.03 * size, -h + hair, inner, -h + reach * 0.45, inner, -h + reach);
    pen_line(p, inner, -reach);
    pen_curve(p, inner, -reach * 0.38, outer, -hair, outer * 0.42, 0);
    pen_curve(p, outer, hair, inner, reach * 0.38, inner, reach);
    pen_line(p, inner, h - reach);
    pen_curve(p, inner, h - reach * 0.45, turn + 0.03 * size, h - hair, width, h - hair);
    pen_line(p, width, h);
    pen_curve(p, turn, h, outer, h - reach * 0.40, outer, h - reach);
    pen_line(p, outer, reach);
    pen_curve(p, outer, reach * 0.42, outer * 0.66, hair, 0, hair / 2);
    pen_close(p);
    return width;
}

static double draw_round(pen *p, double h, double size) {
    double width = fmin(0.20 * size + 0.10 * h, 0.60 * size), stem = 0.085 * size, hair = 0.030 * size;
    pen_move(p, width - hair, -h);
    pen_curve(p, width * 0.38, -h * 0.78, 0, -h * 0.42, 0, 0);
    pen_curve(p, 0, h * 0.42, width * 0.38, h * 0.78, width - hair, h);
    pen_line(p, width, h - hair);
    pen_curve(p, width * 0.38 + stem, h * 0.74, stem, h * 0.40, stem, 0);
    pen_curve(p, stem, -h * 0.40, width * 0.38 + stem, -h * 0.74, width, -h + hair);
    pen_close(p);
    return width;
}

/* A bar with feet at the top, at the bottom, or at both. */
static double draw_square(pen *p, double h, double size, bool top, bool bottom) {
    double width = 0.24 * size, stem = 0.065 * size, foot = 0.048 * size;
    pen_move(p, 0, -h);
    pen_line(p, top ? width : stem, -h);
    if (top) {
        pen_line(p, width, -h + foot);
        pen_line(p, stem, -h + foot);
    }
    if (bottom) {
        pen_line(p, stem, h - foot);
        pen_line(p, width, h - foot);
    }
    pen_line(p, bottom ? width : stem, h);
    pen_line(p, 0, h);
    pen_close(p);
    return width;
}

static double draw_box(pen *p, double h, double size) {
    return draw_square(p, h, size, true, true);
}

static double draw_floor(pen *p, double h, double size) {
    return draw_square(p, h, size, false, true);
}

static double draw_ceiling(pen *p, double h, double size) {
    return draw_square(p, h, size, true, false);
}

static double draw_bar(pen *p, double h, double size) {
    double stem = 0.050 * size;
    pen_move(p, 0, -h);
    pen_line(p, stem, -h);
    pen_line(p, stem, h);
    pen_line(p, 0, h);
    pen_close(p);
    return stem;
}

static double draw_angle(pen *p, double h, double size) {
    double width = fmin(0.24 * size + 0.08 * h, 0.5 * size), stem = 0.060 * size;
    pen_move(p, width - stem, -h);
    pen_line(p, 0, 0);
    pen_line(p, width - stem, h);
    pen_line(p, width, h);
    pen_line(p, stem, 0);
    pen_line(p, width, -h);
    pen_close(p);
    return width;
}

typedef struct delimiter {
    const char *left, *right;
    double (*draw)(pen *p, double h, double size);
    double outside, inside; /* blank at both sides, shares of the size */
} delimiter;

static const delimiter delimiters[] = {
    {"{", "}", draw_brace, 0.06, 0.05}, {"(", ")", draw_round, 0.08, 0.05},   {"[", "]", draw_box, 0.10, 0.04},
    {"⌊", "⌋", draw_floor, 0.10, 0.04}, {"⌈", "⌉", draw_ceiling, 0.10, 0.04}, {"|", "|", draw_bar, 0.11, 0.11},
    {"⟨", "⟩", draw_angle, 0.08, 0.05},
};

/* Draws with (0, 0) at the near end of the pen's own axis; returns the width of the ink. */
static double draw_at(scene *s, const delimiter *d, double x, double y, bool right, double h, double size, color c) {
    pen p = {.x = x, .y = y, .mirror = right ? -1 : 1};
    double width = d->draw(&p, h, size);
    if (right) /* mirrored about its own left end */
        for (size_t k = 0; k < p.count; k++) {
            p.segments[k].to.x += width;
            p.segments[k].c1.x += width;
            p.segments[k].c2.x += width;
        }
    scene_path(s, p.segments, p.count, paint_fill(c));
    return width;
}

double delimiter_draw(scene *s, str bracket, double x, double top, double bottom, double size, color c) {
    double h = (bottom - top) / 2, middle = (top + bottom) / 2;
    for (size_t k = 0; k < sizeof delimiters / sizeof *delimiters; k++) {
        const delimiter *d = &delimiters[k];
        bool left = str_is(bracket, d->left), right = !left && str_is(bracket, d->right);
        if (!left && !right)
            continue;
        double before = (left ? d->outside : d->inside) * size;
        return before + draw_at(s, d, x + before, middle, right, h, size, c) + (left ? d->inside : d->outside) * size;
    }
    return 0;
}
