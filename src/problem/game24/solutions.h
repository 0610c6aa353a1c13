/* What there is to know of a hand and its target: how many solutions it has, the classes of them as lines of text, one
 * a class, and solutions as trees. */
#ifndef HANDTRACE_GAME24_SOLUTIONS_H
#define HANDTRACE_GAME24_SOLUTIONS_H

#include "expr.h"
#include "game24/classes.h"

/* ---- lines.c ---- */

typedef struct game24_lines {
    str *items; /* sorted by code points; +, -, *, / and the fewest brackets */
    size_t count, capacity;
} game24_lines;

/* Up to so many classes all are met, to find the first lines; of more, only some are. */
enum { GAME24_MOST_MET = 2000000 };

/* One line for each class of trees of the whole hand with that value, the first `most` in their order. All smaller
 * sub-multisets must be counted; `classes` is how many there are. */
game24_lines game24_lines_at(game24_hand *h, const fmpq *value, const fmpz_t classes, size_t most, arena *a);

/* ---- tree.c ---- */

typedef struct game24_trees {
    expr **items;
    size_t count, capacity;
} game24_trees;

/* The tree of a line that game24_lines wrote; a fraction in brackets is a card. */
expr *game24_tree_of_line(str line, arena *a);
/* All trees of the whole hand with that value; meant for few. */
game24_trees game24_trees_at(game24_hand *h, const fmpq *value, arena *a);
/* The sign of an operation of two parts. */
char game24_operator(expr_kind kind);
/* The same text for trees of the same class, and for those alone. The tree has numbers, + − × ÷ only. */
str game24_class_key(const expr *tree, arena *a);

/* ---- solved.c ---- */

/* What the solver found out about a hand. */
typedef struct game24_solved {
    game24_hand *hand;
    const fmpq *target;
    fmpz_t trees, classes;
    bool needs_fraction, needs_groups; /* no tree has whole numbers only; none takes one card at a time */
    game24_lines lines;
    const str *labels; /* by card of the memo: the letter it was written as, or empty; NULL: no letters */
} game24_solved;

/* Everything but the lines and labels, which are empty. NULL with a message if memory would run out. */
game24_solved *game24_solve_hand(game24_memo *m, const str *numbers, size_t count, const fmpq *target, arena *a,
                                 error *e);
/* The message for it; false. */
bool game24_too_large(const game24_hand *h, error *e);

#endif
