/* A node of an expression tree in one line: "8 ÷ (3 − 8 ÷ 3)". */
#include "story.h"

#include "expr.h"

enum { MOST_NODES = 10000 };

/* The nodes below a root as they stand in its tree, parents first; one that stands in several places is there for each.
 */
typedef struct branch {
    const story_node *node;
    size_t parent;
} branch;

typedef struct branches {
    branch *items;
    size_t count, capacity;
} branches;

static branches spread(const story_node *root, arena *a) {
    branches b = {0};
    *ARENA_PUSH(a, &b, items, count, capacity) = (branch){root, 0};
    for (size_t k = 0; k < b.count && b.count <= MOST_NODES; k++) {
        const story_node *kids[] = {b.items[k].node->left, b.items[k].node->right};
        for (size_t c = 0; c < 2; c++)
            if (kids[c])
                *ARENA_PUSH(a, &b, items, count, capacity) = (branch){kids[c], k};
    }
    return b;
}

static expr_kind kind_of(str op) {
    static const struct {
        const char *op;
        expr_kind kind;
    } kinds[] = {{"+", EXPR_ADD}, {"-", EXPR_SUBTRACT}, {"*", EXPR_MULTIPLY}, {"/", EXPR_DIVIDE}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (str_is(op, kinds[k].op))
            return kinds[k].kind;
    return EXPR_NAME;
}

str story_node_shown(const story_node *root, arena *a) {
    branches b = spread(root, a);
    if (b.count > MOST_NODES)
        return STR("…");
    expr *all = ARENA_ARRAY(a, expr, b.count);
    for (size_t k = 0; k < b.count; k++) {
        const story_node *n = b.items[k].node;
        bool named = n->label.len && (n->size.len || !n->value.len);
        all[k] = (expr){.kind = n->op.len ? kind_of(n->op)
                                : named   ? EXPR_NAME
                                          : EXPR_NUMBER,
                        .text = n->op.len ? n->op
                                : named   ? n->label
                                          : n->value};
        if (k)
            *ARENA_PUSH(a, &all[b.items[k].parent], parts, count, capacity) = &all[k];
    }
    for (size_t k = 0; k < b.count; k++)
        if (b.items[k].node->op.len && (all[k].kind == EXPR_NAME || all[k].count != 2))
            return STR(""); /* an operator that no expression has */
    return expr_shown(&all[0], NULL, 0, a);
}
