/* What a figure of tables keeps of each table from one moment to the next: heads, names of cells, and cells as they
 * were drawn. From one step to another a few cells change. */
#ifndef HANDTRACE_KEPT_CELLS_H
#define HANDTRACE_KEPT_CELLS_H

#include "tables/cells.h"

typedef struct kept_table kept_table;

/* What a cell's drawing depends on besides its look. */
typedef struct cell_place {
    box at;
    double type; /* × the size of cells */
    bool tagged; /* whether any cell has a tag */
} cell_place;

typedef struct kept_cell {
    str name;       /* as it is read; empty: not kept */
    cell_look look; /* as it was drawn last */
    cell_place place;
    bool drawn;
    scene *scene; /* in the memory's arena */
} kept_cell;

/* Of that table, empty at first; NULL if nothing is kept: no memory, or the table is too large. */
kept_table *kept_table_of(drawing *d, const story_table *t);
/* The cell with that number in row order; NULL if `k` is. */
kept_cell *kept_cell_at(kept_table *k, size_t number);
/* Whether its drawing serves again. */
bool kept_cell_serves(const kept_cell *c, const cell_look *look, const cell_place *place);
/* An empty scene to draw it into, and what it then holds. */
scene *kept_cell_begin(drawing *d, kept_cell *c);
void kept_cell_end(drawing *d, kept_cell *c, const cell_look *look, const cell_place *place);

/* cell_name_plain, kept if it says nothing of the moment. */
str kept_cell_name(drawing *d, kept_table *k, const story_table *t, int64_t row, int64_t col);

/* The place of a head, set at `size` with or without its letter; `*fresh`: to be filled. NULL if `k` is. */
piece *kept_head(drawing *d, kept_table *k, bool of_row, size_t place, double size, bool brief, bool *fresh);

/* A number for a grid that these lengths describe, the same whenever they are the same; 0 if `k` is NULL. */
size_t kept_grid(drawing *d, kept_table *k, const double *lengths, size_t count);

#endif
