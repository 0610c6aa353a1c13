/* The one tree layout: nodes of any width and height, in linear time, without recursion.
 *
 * A. van der Ploeg, "Drawing non-layered tidy trees in linear time", Software: Practice and Experience 44(12), 2014,
 * which extends Reingold–Tilford and Buchheim–Jünger–Leipert; with one change that the mirror symmetry needs: a subtree
 * is moved at its first contour pair even when the distance is negative. */
#ifndef HANDTRACE_TREE_H
#define HANDTRACE_TREE_H

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Points, y down. `x` and `y` are the upper left corner and the only thing that the layout writes. */
typedef struct tree_node {
    size_t parent; /* index of the parent, which stands before its children in the array; the root's is ignored */
    double w, h;
    double pin; /* how far right of the middle of the box the edges meet: 0 for the middle itself */
    double x, y;
} tree_node;

typedef struct tree_options {
    double level_gap;   /* from the lower edge of a parent to the upper edge of its children */
    double sibling_gap; /* least distance between two nodes beside each other */
    bool aligned;       /* nodes of one depth begin at one height; else each hangs right below its parent */
} tree_options;

typedef struct tree_extent {
    double w, h;
    size_t depth; /* number of levels */
} tree_extent;

/* Places nodes[0 … count - 1], nodes[0] being the root, children in the order of their indices from left to right. The
 * pin of a parent stands over the middle between the pins of its first and its last child. The drawing begins at (0,
 * 0). `count` is below 2³²; scratch memory of about 100 bytes a node comes from `a`. */
tree_extent tree_place(tree_node *nodes, size_t count, tree_options o, arena *a);

#endif
