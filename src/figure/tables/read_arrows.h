/* Arrows from the cells that a step reads to the cell that it fills, in tables that stand side by side. */
#ifndef HANDTRACE_READ_ARROWS_H
#define HANDTRACE_READ_ARROWS_H

#include "tables/cells.h"

/* A table, or a block of it, as it was drawn. */
typedef struct placed_table {
    const story_table *table;
    point corner;         /* of its first cell */
    const double *widths; /* of its columns, the first shown first */
    double row_h;
    size_t first_row, rows, first_col, cols; /* shown, from 0 */
} placed_table;

/* Draws them over the tables, along the lines between cells, clear of what is written in them. Reads of cells that are
 * not shown are passed over; where there are very many, those of the candidates kept are drawn. */
void read_arrows_draw(drawing *d, scene *s, const placed_table *tables, size_t count, const story_step *step);

#endif
