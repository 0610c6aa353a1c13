/* The table c of the longest common subsequence: c[i][j] is its length for the first i units of x and the first j units
 * of y. T. H. Cormen, C. E. Leiserson, R. L. Rivest, C. Stein, Introduction to Algorithms, 3rd ed., section 15.4. */
#ifndef HANDTRACE_LCS_TABLE_H
#define HANDTRACE_LCS_TABLE_H

#include "kit/units.h"
#include "number.h"

typedef struct lcs_table {
    unit_pair pair;
    size_t m, n;     /* units of x and of y */
    size_t words;    /* of a row of bits */
    uint64_t *down;  /* bit (i, j), 1 ≤ i ≤ m, 1 ≤ j ≤ n: c[i][j] > c[i−1][j] */
    uint64_t *right; /* c[i][j] > c[i][j−1] */
    uint32_t *row;   /* c[i][0 … n] of the row done last */
} lcs_table;

/* Bytes that the table takes, with what counting needs beside it; SIZE_MAX if that is beyond counting. */
size_t lcs_table_bytes(size_t m, size_t n);
/* The filled table of a pair, whose ids must outlive it. */
lcs_table *lcs_table_of(const unit_pair *p, arena *a);
/* The length of the longest common subsequence. */
size_t lcs_length(const lcs_table *t);

/* What the way back keeps: `length` indices into x from 0. Where both neighbours are best it goes up, or to the left if
 * `left` is set. */
size_t *lcs_way_back(const lcs_table *t, bool left, arena *a);

/* How many different longest common subsequences there are, by counting, not by listing:
 *
 *   D[i,j] = D[i−1,j−1]                                        if x[i] = y[j]
 *          = D[i−1,j] if that is as long, + D[i,j−1] if that is,
 *            − D[i−1,j−1] if both are and that is as long too  else
 *
 * (R. I. Greenberg, Fast and simple computation of all longest common subsequences, 2002.) */
str lcs_count_distinct(const lcs_table *t, arena *a);

/* All of them, each a list of `length` indices into x from 0, in no particular order. `count` is how many there are;
 * the work grows with it. */
size_t **lcs_list(const lcs_table *t, size_t count, arena *a);

/* How many calls the recurrence makes when it is run as it stands, and with how many different pairs (i, j). */
typedef struct lcs_calls {
    const number *count;
    size_t distinct;
} lcs_calls;
lcs_calls lcs_count_calls(const unit_pair *p, arena *a);

#endif
