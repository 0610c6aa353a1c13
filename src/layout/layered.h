/* Graphs in levels: arrows lead from a level to a lower one, and cross as little as is found. */
#ifndef HANDTRACE_LAYERED_H
#define HANDTRACE_LAYERED_H

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct layered_node {
    size_t level; /* from 0, the top one */
    double w;     /* points */
    double x;     /* written: its middle */
    size_t place; /* written: from 0 in its level, edges that pass not counted */
} layered_node;

typedef struct layered_edge {
    size_t from, to; /* nodes; `to` is on a lower level */
    double weight;   /* how much it wants to be upright; 1 is usual */
    double *bends;   /* written: where it passes each level between the two, from above */
    size_t bend_count;
} layered_edge;

typedef struct layered_options {
    double gap;      /* least distance between two nodes beside each other */
    double pass_gap; /* between a node and an edge that passes it, and between two such edges */
} layered_options;

typedef struct layered_extent {
    double w; /* the drawing begins at 0 */
    size_t levels, crossings;
} layered_extent;

/* Places all nodes. Those of a level stand in the order of their indices unless fewer edges cross otherwise. After
 * K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system structures", IEEE
 * Transactions on Systems, Man, and Cybernetics 11(2), 1981; the places along a level are least squares that keep
 * order and distances, level after level until they rest. */
layered_extent layered_place(layered_node *nodes, size_t count, layered_edge *edges, size_t edge_count,
                             layered_options o, arena *a);

#endif
