/* The way back through the tables: how the largest value that removing an edge allows is reached. */
#ifndef HANDTRACE_POLYGON_TREE_H
#define HANDTRACE_POLYGON_TREE_H

#include "polygon/solver.h"

typedef struct polygon_node {
    size_t i, j;   /* its chain */
    chain_end end; /* the end of its values that is wanted */
    size_t s;      /* vertices in its left part; 0 for a single vertex */
    chain_way way; /* which ends of the parts */
    size_t left, right;
} polygon_node;

typedef struct polygon_tree {
    polygon_node *nodes; /* 2n - 1, each before its parts, the left part before the right; the root is nodes[0] */
    size_t count;
    size_t *merges; /* the same by number, each after its parts: the order of play */
} polygon_tree;

/* For the largest value of chain (first, n); the smallest split is kept. */
polygon_tree polygon_tree_of(chains *c, size_t first, arena *a);
const fmpz *polygon_node_value(const chains *c, const polygon_node *node);
/* The edge that a merge removes, from 0. */
size_t polygon_node_edge(const chains *c, const polygon_node *node);
/* Fully parenthesised, with + and *: "-7+(4*(2*5))". */
str polygon_tree_expression(const polygon_tree *t, const chains *c, arena *a);

#endif
