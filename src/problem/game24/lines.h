/* The classes of solutions as lines of text, one a class. */
#ifndef HANDTRACE_GAME24_LINES_H
#define HANDTRACE_GAME24_LINES_H

#include "game24/classes.h"

typedef struct game24_lines {
    str *items; /* sorted by code points; +, -, *, / and the fewest brackets */
    size_t count, capacity;
} game24_lines;

/* Up to so many classes all are met, to find the first lines; of more, only some are. */
enum { GAME24_MOST_MET = 2000000 };

/* One line for each class of trees of the whole hand with that value, the first `most` in their order. All smaller
 * sub-multisets must be counted; `classes` is how many there are. */
game24_lines game24_lines_at(game24_hand *h, const fmpq *value, const fmpz_t classes, size_t most, arena *a);

#endif
