/* The nodes of a tree of calls: how large they are, how they look, and what the legend says of it. */
#ifndef HANDTRACE_TREE_NODE_H
#define HANDTRACE_TREE_NODE_H

#include "trees/tree_calls.h"
#include "trees/tree_draw.h"

/* What all calls that are the same have in common. */
typedef struct call_look call_look;

typedef struct call_nodes {
    drawing *d;
    const call_tree *tree;
    tree_node *boxes;               /* one a call, for the layout */
    call_look *looks;               /* by the number of the call - 1 */
    bool tagged;                    /* calls have their numbers at a corner */
    double label, value, edge, tag; /* sizes of type */
    double pad;                     /* beside the text */
    double inside;                  /* above the label and below the value */
    double h;
    double tag_h, overhang, rise;
    double heavy; /* line of the way that was kept */
    double value_room;
    double level_gap, sibling_gap;
} call_nodes;

/* At `scale` times the sizes of the theme, but never below its least. */
call_nodes *call_nodes_measure(drawing *d, const call_tree *t, double scale);
/* Draws a piece of the tree with its upper left corner at `at`. */
void call_nodes_draw(call_nodes *n, scene *s, const tree_piece *p, point at);

/* `marks`: the tree is in several pieces. */
double call_legend_height(call_nodes *n, double width, bool marks);
void call_legend_draw(call_nodes *n, scene *s, point at, double width, bool marks);

#endif
