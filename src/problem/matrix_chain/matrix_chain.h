/* Matrix-chain multiplication: the least cost of every run of matrices A_i … A_j, by dynamic programming (Cormen,
 * Leiserson, Rivest, Stein, Introduction to Algorithms, section 15.2).
 *
 * Matrices count from 0 in here: matrix i has dims[i] rows and dims[i + 1] columns. The chain (i, j) is the product of
 * the matrices i … j. A split k cuts it into (i, k) and (k + 1, j); the last product then costs dims[i] · dims[k + 1] ·
 * dims[j + 1] scalar multiplications. */
#ifndef HANDTRACE_MATRIX_CHAIN_H
#define HANDTRACE_MATRIX_CHAIN_H

#include "kit/split_tree.h"
#include "number.h"

typedef struct matrix_chain {
    size_t n;  /* matrices, at least 1 */
    str *dims; /* n + 1 canonical positive integers */
} matrix_chain;

/* The chain of an instance that is known to be one. */
matrix_chain matrix_chain_of(const datum *instance, arena *a);

typedef struct matrix_table {
    matrix_chain chain;
    fmpz *dims;       /* n + 1 */
    fmpz *costs;      /* least cost of (i, j) at [i * n + j], and at [j * n + i] too */
    uint32_t *splits; /* the smallest best split of (i, j), i < j, at [i * n + j] */
    uint32_t *ties;   /* how many splits are as good, at [i * n + j] */
    fmpz *work;       /* some to work with */
} matrix_table;

/* About how many bytes a table takes at most; SIZE_MAX if that is beyond counting. */
size_t matrix_table_bytes(const matrix_chain *c);
/* Its costs are not filled in yet. Released with the arena. */
matrix_table *matrix_table_new(const matrix_chain *c, arena *a);
/* Takes another chain of as many matrices. */
void matrix_table_load(matrix_table *t, const matrix_chain *c, arena *a);
void matrix_table_fill(matrix_table *t);

const fmpz *matrix_cost(const matrix_table *t, size_t i, size_t j);
size_t matrix_split(const matrix_table *t, size_t i, size_t j);
size_t matrix_ties(const matrix_table *t, size_t i, size_t j);
/* `result` = the cost of (i, j) if it is split at k. */
void matrix_cost_at(const matrix_table *t, fmpz_t result, size_t i, size_t j, size_t k);
/* Whether split k is a best one of (i, j). */
bool matrix_is_best(matrix_table *t, size_t i, size_t j, size_t k);

/* How many orders of multiplication have the least cost. They are not listed for it: only the chains that some best
 * order passes are counted, each once. */
void matrix_count_best(matrix_table *t, fmpz_t count, arena *a);
/* How many orders of n matrices there are in all: the Catalan number C(n - 1). */
void matrix_count_orders(size_t n, fmpz_t count);

/* The way back through the splits; a node is cut at split k if its `split` is k + 1. */
split_tree matrix_tree_of(matrix_table *t, arena *a);
/* "((A1(A2A3))((A4A5)A6))" */
str matrix_tree_text(const split_tree *t, arena *a);

/* ---- recording ---- */

/* What the events come to at least, with the plain recursion if it makes at most `max_frames` calls. */
trace_size matrix_record_size(size_t n, uint64_t max_frames);
/* The recurrence of a filled table, each candidate, then the way back and the tree of the order kept: the run `table`.
 * Then the run `plain`, the recursion that asks for the same cost again and again, if it has at most `max_frames`
 * calls; else a note in the first run says how many there would be. Indices in a trace count from 1. False on error. */
bool matrix_record(matrix_table *table, uint64_t max_frames, trace *t, error *e);

/* ---- marking ---- */

/* A verdict (kit/verdict.h) on an order such as "((A1(A2A3))((A4A5)A6))"; NULL if the text is not one. */
datum *matrix_mark(const matrix_chain *c, str text, arena *a, error *e);

/* ---- random chains ---- */

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
