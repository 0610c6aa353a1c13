/* Tables: how wide columns are, and how a table is cut into blocks that fit. Columns and rows are treated alike: a list
 * of sizes in points. */
#ifndef HANDTRACE_GRID_H
#define HANDTRACE_GRID_H

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>

double grid_sum(const double *sizes, size_t count);
/* Makes all sizes as large as the largest. */
void grid_even(double *sizes, size_t count);
/* Lowers the largest sizes to one common level so that the sum is at most `limit`; none gets below its `least`. False
 * if even the least sizes are too much: all have their least size then. */
bool grid_squeeze(double *sizes, const double *least, size_t count, double limit);

typedef struct grid_block {
    size_t first, count;
} grid_block;

typedef struct grid_blocks {
    grid_block *items;
    size_t count;
} grid_blocks;

/* Cuts a list of sizes into the fewest consecutive blocks that fit `limit` when each has a `head` before it, and makes
 * these blocks as even as that number allows. A block has at least one member, even if that alone is too large. `limit`
 * 0: one block. */
grid_blocks grid_split(const double *sizes, size_t count, double head, double limit, arena *a);

#endif
