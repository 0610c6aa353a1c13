/* A table whose cells come from their neighbours above, to the left and between, as in sequence comparison:
 *
 *   diagonal   above
 *          ↖   ↑
 *   left   ←  cell
 */
#ifndef HANDTRACE_NEIGHBOURS_H
#define HANDTRACE_NEIGHBOURS_H

#include "draw/drawing.h"

typedef enum way_in { FROM_DIAGONAL, FROM_ABOVE, FROM_LEFT, WAYS_IN, FROM_NOWHERE = WAYS_IN } way_in;

/* The first table of the run in which some cell comes from a neighbour, or NULL. */
const story_table *neighbours_table(const story_run *r);

/* The ways in of a cell of `t`, a bit each (1 << way): all that reach its value, and the one kept. */
typedef struct neighbours_cell {
    unsigned best;
    way_in kept;
    bool match; /* the letters of its row and its column are equal, or the trace calls it a match */
} neighbours_cell;
neighbours_cell neighbours_cell_at(const story_table *t, int64_t row, int64_t col);

/* A step of the way back: the cell where one stands, and where one goes from there. */
typedef struct neighbours_step {
    int64_t row, col;
    way_in way;
    bool kept; /* the letters of row and column are kept: diagonal, and a match */
} neighbours_step;

typedef struct neighbours_steps {
    neighbours_step *items;
    size_t count;
} neighbours_steps;

/* The way back through `t`, as far as it has been gone at the moment. */
neighbours_steps neighbours_way_back(const story_table *t, const story_moment *m, arena *a);

/* The letter of row or column `place` (from 0), made visible; empty if there is none. */
str neighbours_letter(const story_texts *labels, size_t place, arena *a);
/* Whether the letters are only the indices again: lines, which go by their numbers. */
bool neighbours_letters_are_indices(const story_texts *labels, int64_t first);

#endif
