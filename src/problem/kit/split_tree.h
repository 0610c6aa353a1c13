/* The way back through a table that holds a value for each chain: a chain is cut in two, its parts again, down to
 * single things. */
#ifndef HANDTRACE_SPLIT_TREE_H
#define HANDTRACE_SPLIT_TREE_H

#include "trace.h"

typedef struct split_node {
    size_t i, j;        /* its chain, as the problem has it */
    int end;            /* which of several values of the chain is meant, as the problem has it */
    size_t split;       /* where it is cut, as the problem has it; 0: a single thing */
    size_t left, right; /* numbers of its parts; only if it is cut */
} split_node;

typedef struct split_tree {
    split_node *nodes; /* each before its parts, the left part before the right; the root is nodes[0] */
    size_t count;
    size_t *order; /* the same by number, each after its parts: the order of work */
} split_tree;

/* Sets node->split and the chains (and ends) of both parts, or leaves the node as a single thing. */
typedef void split_cut(void *user, split_node *node, split_node *left, split_node *right);
/* The tree below `root`, a chain of `things` single ones. */
split_tree split_tree_of(split_node root, size_t things, split_cut *cut, void *user, arena *a);

/* Brackets around all that is cut, around the whole only if `outer`; `say` writes a single thing, or what stands
 * between the parts of another node. */
str split_tree_text(const split_tree *t, bool outer, void (*say)(const void *user, const split_node *node, strbuf *b),
                    const void *user, arena *a);
/* The events of the expression: nodes numbered from 1 in the order of work, of which `tell` fills in value and label or
 * operator, then the solution. */
void split_tree_record(const split_tree *t, void (*tell)(const void *user, const split_node *node, event *e, arena *a),
                       const void *user, trace *to);

#endif
