/* One line of rich text, and mathematics as boxes. Markup of labels: *italic*, **bold**, $mathematics$, backslash
 * before a sign that stands for itself. */
#ifndef HANDTRACE_LABEL_H
#define HANDTRACE_LABEL_H

#include "fonts.h"
#include "math.h"

/* A piece that is set as one: its scene has the baseline at y = 0 and begins at x = 0. `ascent` and `descent` (positive
 * downwards) are those of its ink, but never negative; a label has at least 0.7 and 0.2 of its size, so that labels
 * side by side align. */
typedef struct piece {
    scene *scene;
    double width, ascent, descent;
} piece;

typedef struct math_style {
    text_style text; /* size and colour of the body; the face is roman or bold */
    bool display;    /* limits below and above, large operators */
    double least;    /* scripts are not set smaller than this, points */
} math_style;

/* Sets mathematics: italic correction before brackets, TeX's spacing between classes, brackets drawn to size. */
piece math_set(const math *m, const fonts *f, math_style style, arena *a);

/* Sets a label. A star between spaces is a star. Errors (bad mathematics, marks that are not closed) are reported
 * against the label's own text; the piece is empty then. */
piece label_set(str markup, const fonts *f, text_style style, arena *a, error *e);

/* An exact value in a cell: an integer ("-12"; typeset with U+2212, thin spaces from five digits on), or a fraction
 * ("8/3"; stacked if `stacked`). If it is wider than `width` it is set smaller, down to `least`; if that is too wide,
 * by its leading digits and exponent, rounded from all digits, "≈ 1.2 × 10⁴⁷", and *shortened (may be NULL) is set.
 * Anything else is set as words, cut with "…" if it does not fit (*shortened again). width 0: as wide as it is. */
piece value_set(str value, bool stacked, double width, double least, const fonts *f, text_style style, bool *shortened,
                arena *a);

#endif
