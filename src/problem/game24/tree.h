/* Solutions as trees, and which class a tree belongs to. */
#ifndef HANDTRACE_GAME24_TREE_H
#define HANDTRACE_GAME24_TREE_H

#include "expr.h"
#include "game24/memo.h"

typedef struct game24_trees {
    expr **items;
    size_t count, capacity;
} game24_trees;

/* The tree of a line that game24_lines wrote; a fraction in brackets is a card. */
expr *game24_tree_of_line(str line, arena *a);
/* All trees of the whole hand with that value; meant for few. */
game24_trees game24_trees_at(game24_hand *h, const fmpq *value, arena *a);
/* The same text for trees of the same class, and for those alone. The tree has numbers, + − × ÷ only. */
str game24_class_key(const expr *tree, arena *a);

#endif
