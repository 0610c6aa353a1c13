/* An expression tree that stands whole with its expression below it, one of many beside each other:
 *
 *          (÷) 24
 *         /   \
 *       [8]   (−) 1/3
 *            /   \
 *          [3]   (÷) 8/3
 *                /  \
 *              [8]  [3]
 *
 *      8 ÷ (3 − 8 ÷ 3)
 */
#ifndef HANDTRACE_SMALL_TREE_H
#define HANDTRACE_SMALL_TREE_H

#include "trees/twigs.h"

typedef struct small_tree {
    twigs twigs;
    tree_node *nodes; /* NULL: too wide or too high even in the smallest size, the expression stands alone */
    tree_extent extent;
    str shown;    /* the expression */
    piece *lines; /* of it */
    size_t line_count;
    double line_h;
    double w, h;
    bool too_high; /* it is the height alone for which there are no nodes */
} small_tree;

typedef struct small_tree_options {
    double scale;       /* wanted; a tree too wide or too high is set smaller */
    double width;       /* points to be had; 0: any */
    double height;      /* of tree and expression; 0: any */
    const char *figure; /* for messages */
} small_tree_options;

/* False with an error if the tree has too many nodes. */
bool small_tree_set(drawing *d, const story_node *root, small_tree_options o, small_tree *t);
/* Where the root's circle begins, from the left edge of the tree. */
double small_tree_root(const small_tree *t);
/* The tree's upper edge at `at.y`, its middle at `at.x`; the expression ends at `bottom`. `part` names the groups of
 * the nodes; empty: they have none. */
void small_tree_draw(const small_tree *t, scene *s, point at, double bottom, str part);

#endif
