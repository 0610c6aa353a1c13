/* The tree of an expression as it is drawn: operators in circles with their values beside them, leaves as cards. A list
 * of twigs, the root first, depth first, left before right. */
#ifndef HANDTRACE_TWIGS_H
#define HANDTRACE_TWIGS_H

#include "draw/drawing.h"
#include "tree.h"

typedef struct twig {
    const story_node *node;
    size_t parent; /* before its children in the list; the root's is SIZE_MAX */
    size_t kids[2];
    size_t kid_count;
    size_t first_leaf, leaf_count;
    bool on_left; /* its value stands on its left */
    bool closed;  /* drawn as one box, whatever is below it */
    piece text, value;
    piece size;       /* of a matrix: below the text of a leaf, below the value of an operation */
    double w, h, pin; /* of its box when drawn whole */
} twig;

typedef struct twigs {
    drawing *d;
    twig *items;
    size_t count, capacity;
    double scale;
    double operator_r, leaf_w, leaf_h, level, sibling;
} twigs;

/* Fills `x` (its drawing alone being set) with the nodes below `root`; one that stands below several others is there
 * for each. False with an error if there are too many: a trace of a few lines can hold a tree without end. */
bool twigs_collect(twigs *x, const story_node *root, const char *figure);
/* The sizes at that scale, 1 being those of the theme. */
void twigs_scale(twigs *x, double scale);
/* Sets operator or card and value; `name` (markup) is what a value too wide for its place is noted under. */
void twig_measure(twigs *x, size_t k, str name);

/* Where the edges of a placed twig meet. */
point twig_pin(const tree_node *n);
/* What the words beside the root rise above its box. */
double twig_rise(const twigs *x, size_t k);
/* Everything moved by `at`. */
void twigs_draw_edges(const twigs *x, scene *s, const tree_node *nodes, size_t count, point at);
void twig_draw(const twigs *x, scene *s, size_t k, const tree_node *n, point at);
/* "× = 6", "8"; with sizes "×: 30 × 5, 7875", "A1: 30 × 35". */
str twig_title(const twigs *x, size_t k);

/* A card of a hand, or a leaf. */
void leaf_draw(const drawing *d, scene *s, box b, const piece *text);
/* What a node does with the values of its parts, "8 ÷ \frac{1}{3}"; empty for a leaf. */
str node_work_tex(const story_node *n, arena *a);
/* "×" for "*". */
str operator_sign(str op);

#endif
