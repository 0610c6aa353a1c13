/* Trees on pages: a tree too large for its place becomes several that fit. Where one is cut off, the node stands in
 * both: in one as a leaf above a mark that says where it goes on, in the other as the root below a mark that says where
 * it comes from. A node with more children than fit beside each other is continued like that too, as often as it takes.
 *
 *            (1)                  (2) from 1
 *             a                       c
 *           ┌─┴─┐                   ┌─┴─┐          two pieces; twigs of the first: a b c [to 2]
 *           b   c                   d   e
 *               ▽ 2
 */
#ifndef HANDTRACE_TREE_PAGES_H
#define HANDTRACE_TREE_PAGES_H

#include "tree.h"

typedef struct tree_paper {
    double width, height;  /* of the place; 0: any */
    tree_options options;  /* of the layout */
    double mark_w, mark_h; /* the mark where a tree goes on */
    double head_w, head_h; /* room above each of several trees, for its number and where it comes from */
    double piece_gap;      /* between trees beside each other */
} tree_paper;

/* What stands at one place of a piece: a node of the whole tree, or the mark below one. */
typedef struct tree_twig {
    size_t node;
    size_t to; /* > 0: a mark; the number of the piece that goes on with the node's children */
} tree_twig;

typedef struct tree_piece {
    size_t from;        /* the number of the piece that it comes from; 0: of none */
    size_t part;        /* pieces that fit beside each other share a part; from 0 */
    double left, right; /* its place in the part, with room for its head */
    double x, y;        /* where its tree begins there */
    double w, h;        /* of its tree */
    tree_twig *twigs;   /* the root first, parents before children */
    tree_node *places;  /* of the twigs, from (0, 0); `parent` is that of the twig */
    size_t count;
} tree_piece;

typedef struct tree_pieces {
    tree_piece *items; /* number k is items[k - 1] */
    size_t count, capacity;
    size_t part_count;
} tree_pieces;

/* The whole tree as one piece. `nodes`: in preorder, the root first; what the layout writes there is not kept. */
tree_pieces *tree_in_one(const tree_node *nodes, size_t count, const tree_paper *p, arena *a);
/* Whether its only piece fits the paper. */
bool tree_fits(const tree_pieces *t, const tree_paper *p);
/* The tree in pieces, each within the paper's width and height as long as its single nodes are. */
tree_pieces *tree_in_pieces(const tree_node *nodes, size_t count, const tree_paper *p, arena *a);

#endif
