/* What the sheets of matrix-chain multiplication say beyond the trace: sizes, orders written with brackets, and what
 * shortcuts cost. Matrices from 1; dimension k stands between matrix k and matrix k + 1. Objects for templates are
 * plain data; a value is what sheet_value.h says. */
#ifndef HANDTRACE_MATRIX_EXAMPLES_H
#define HANDTRACE_MATRIX_EXAMPLES_H

#include "story.h"

/* The list of the n + 1 dimensions, or NULL if the story's instance is not a chain of matrices. */
const datum *matrix_dims(const story *s);
str matrix_dim(const datum *dims, size_t k);
/* Matrices first … last in mathematics: "A_2", "A_2A_3", of more than `most` the ends: "A_1A_2 \ldots A_6". */
str matrix_run_tex(size_t first, size_t last, size_t most, arena *a);
/* "((A1A2)A3)" as "(A_1A_2)A_3", without the outer brackets. */
str matrix_order_tex(str order, arena *a);
/* dims[p] × dims[q] × dims[r], exact. */
str matrix_product_cost(const datum *dims, size_t p, size_t q, size_t r, arena *a);

/* Two neighbouring products of three matrices, the triple where the order matters most: {i, left,
 * right (orders for figures), left_tex, right_tex, tex, left_cost, right_cost (values), left_low, right_low, same,
 * whole}, and the last product of the second: {first_tex, rest_tex, rows, inner, cols, last_cost}. NULL if there are
 * fewer than three matrices. */
datum *matrix_sample(const datum *dims, arena *a);
/* The cheapest product of two neighbours: {i, tex, cost, many, made}: whether it is one of several, and whether the
 * order kept makes it; of several one that is made, if there is one. */
datum *matrix_cheapest(const datum *dims, const story_run *r, arena *a);
/* What the orders of tempting rules cost, values: {first, last, largest, left, right}, as matrix_chain.h has them;
 * right: from right to left. NULL if there are fewer than three matrices. */
datum *matrix_shortcuts(const story *s, const datum *dims, arena *a);
/* {cells, splits, orders (value), fewer, calls, memo (values)}: the table's work against all orders, the plain
 * recursion and the recursion with a memo. */
datum *matrix_tally(const datum *dims, arena *a);

#endif
