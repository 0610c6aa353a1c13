/* A chain in one line of text with the operator of a split in a circle and both parts underlined:
 *
 *     5 × −4 (+) 2 × −2         FULL     numbers stand where they stand for every other split
 *     ──────     ──────
 *     5 × … + 2 (×) −2 + … − 3  ENDS     of long parts only the ends
 *     p(1,4) (×) p(5,3)         NAMES
 */
#ifndef HANDTRACE_SPLIT_LINE_H
#define HANDTRACE_SPLIT_LINE_H

#include "rows/polygon_state.h"

typedef enum line_form { LINE_FULL, LINE_ENDS, LINE_NAMES } line_form;

typedef struct line_mark {
    piece sign; /* a number, an operator, dots or a name */
    double x, w;
    int part; /* 1 left, 2 right, 0 the split */
} line_mark;

typedef struct split_line {
    line_mark *marks;
    size_t count;
    double width;
    double pivot;  /* the middle of the circle, from the left */
    double circle; /* radius */
} split_line;

/* `size` of the numbers, points. */
split_line split_line_of(drawing *d, const hand *h, size_t split, line_form form, double size);
/* `at`: left end, middle of the numbers. */
void split_line_draw(const drawing *d, scene *s, const split_line *line, point at);

#endif
