/* What the sheets of matrix-chain multiplication say beyond the trace: sizes, orders written with brackets, which cells
 * are worked in full, and what shortcuts cost. Matrices from 1; dimension k stands between matrix k and matrix k + 1.
 * Objects for templates are plain data; a value is what sheet_value.h says. */
#ifndef HANDTRACE_MATRIX_SHEET_H
#define HANDTRACE_MATRIX_SHEET_H

#include "story.h"

typedef struct matrix_dims {
    size_t n;  /* matrices */
    str *dims; /* n + 1 */
} matrix_dims;

/* False if the story's instance is no chain of matrices. */
bool matrix_dims_of(const story *s, matrix_dims *m, arena *a);
/* Matrices first … last in mathematics: "A_2", "A_2A_3", of more than `most` the ends: "A_1A_2 \ldots A_6". */
str matrix_run_tex(size_t first, size_t last, size_t most, arena *a);
/* "((A1A2)A3)" as "(A_1A_2)A_3", without the outer brackets. */
str matrix_order_tex(str order, arena *a);
/* dims[p] × dims[q] × dims[r], exact. */
str matrix_product_cost(const matrix_dims *m, size_t p, size_t q, size_t r, arena *a);

/* Two neighbouring products of three matrices, the triple where the order matters most: {i, left,
 * right (orders for figures), left_tex, right_tex, tex, left_cost, right_cost (values), left_low, right_low, same,
 * whole}, and the last product of the second: {first_tex, rest_tex, rows, inner, cols, last_cost}. NULL if there are
 * fewer than three matrices. */
datum *matrix_sample(const matrix_dims *m, arena *a);
/* The cheapest product of two neighbours: {i, tex, cost, many, made}: whether it is one of several, and whether the
 * order kept makes it; of several one that is made, if there is one. */
datum *matrix_cheapest(const matrix_dims *m, const story_run *r, arena *a);
/* {cells, splits, orders (value), fewer, calls (value)}: the table's work against all orders and the plain recursion.
 */
datum *matrix_tally(const matrix_dims *m, arena *a);

/* The fact of table m, or NULL. */
const story_fact *matrix_cost_fact(const story_step *s);
/* {tex, approx, k, work, tie, tie_all, many, split_count, splits: [{k}…]}: a cell's least cost. */
datum *matrix_best(const story_step *s, arena *a);
/* k of a candidate's label "k=2"; 0 if it has another form. */
int64_t matrix_split_of(const story_candidate *c);
/* Which cells a sheet works in full: all of a length while it has few candidates; else those on the way back and the
 * first with a tie, or the first. */
bool matrix_in_full(const story_step *s);

#endif
