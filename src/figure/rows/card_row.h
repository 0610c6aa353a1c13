/* Cards beside each other, each with a number or a word: [3][8][8]. */
#ifndef HANDTRACE_CARD_ROW_H
#define HANDTRACE_CARD_ROW_H

#include "draw/drawing.h"

typedef struct card_row {
    piece *texts;
    double *widths;
    size_t count;
    double w, h, gap;
} card_row;

/* `height` of the cards, points; values are stacked where they are fractions, other texts are words. */
card_row card_row_of(drawing *d, const str *texts, size_t count, double height);
/* `at`: upper left corner. */
void card_row_draw(const drawing *d, scene *s, const card_row *row, point at);

#endif
