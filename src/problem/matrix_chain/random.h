/* Random chains of matrices, also such that a given shortcut fails on them. */
#ifndef HANDTRACE_MATRIX_RANDOM_H
#define HANDTRACE_MATRIX_RANDOM_H

#include "error.h"
#include "matrix_chain/table.h"

/* One line a wish that `--random` knows, for help. */
extern const char matrix_random_help[];
/* The chain that these wishes and this seed decide. False on error. */
bool matrix_random(const datum *wishes, uint64_t seed, matrix_chain *chain, arena *a, error *e);

/* What the shortcuts lead to, for the tests too: the cost of the order that each finds. */
typedef enum matrix_shortcut {
    SHORTCUT_FIRST,   /* of all products that can be made, the cheapest is made first */
    SHORTCUT_LAST,    /* each chain is split where its last product is cheapest */
    SHORTCUT_LARGEST, /* the largest inner dimension is removed first */
    SHORTCUT_LEFT,    /* from left to right */
    SHORTCUT_INDEX,   /* least costs with p_i p_k p_j: what that recurrence says, which is no order's cost */
    SHORTCUTS
} matrix_shortcut;

/* `cost` = what the shortcut gives for the chain of the table, the first of equal choices being taken. */
void matrix_shortcut_cost(const matrix_table *t, matrix_shortcut shortcut, fmpz_t cost, arena *a);

#endif
