/* What trees are drawn with, whatever their nodes are: edges that leave room for their labels, and the marks that
 * connect the pieces of a tree on several pages. */
#ifndef HANDTRACE_TREE_DRAW_H
#define HANDTRACE_TREE_DRAW_H

#include "draw/drawing.h"
#include "trees/tree_pages.h"

/* An edge from the foot of a parent to the head of a child, with the room of its label, if it has one. */
typedef struct tree_edge {
    point from, to;
    bool bent;               /* down, across, down: where a straight line would run through the label of a sibling */
    double label_w, label_h; /* 0: none */
} tree_edge;

/* Where the middle of the label stands. */
point tree_edge_label(const tree_edge *e);
/* Whether the straight edge `e` would touch the label of `other`, an edge beside it. */
bool tree_edge_meets(const tree_edge *e, const tree_edge *other);
/* Draws the line, but not where its label stands. */
void tree_edge_draw(scene *s, const tree_edge *e, paint p);
/* As wide as a node has to be for the label of its edge to be clear of those beside it. */
double tree_edge_width(double label_w);

/* Sets the sizes of marks on a paper. `most`: how many nodes the tree has, and so pieces at most. */
void tree_marks_measure(drawing *d, tree_paper *p, size_t most);
/* The mark below a node: `b` is its place, `to` the number of the piece that goes on. */
void tree_mark_draw(drawing *d, scene *s, box b, size_t to);
/* The head of piece `number`, which comes from piece `from` (0: from none), above its root; `root` is the middle of the
 * root's upper edge, and the head stays between `left` and `right`. */
void tree_head_draw(drawing *d, scene *s, const tree_paper *p, size_t number, size_t from, point root, double left,
                    double right);

#endif
