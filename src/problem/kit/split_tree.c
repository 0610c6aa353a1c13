#include "kit/split_tree.h"

/* The mirror image of a walk that meets right parts first. */
static size_t *parts_first(const split_tree *t, arena *a) {
    size_t *order = ARENA_ARRAY(a, size_t, t->count), *stack = ARENA_ARRAY(a, size_t, t->count);
    size_t depth = 1, at = t->count;
    stack[0] = 0;
    while (depth) {
        const split_node *node = &t->nodes[order[--at] = stack[--depth]];
        if (node->split) {
            stack[depth++] = node->left;
            stack[depth++] = node->right;
        }
    }
    return order;
}

split_tree split_tree_of(split_node root, size_t things, split_cut *cut, void *user, arena *a) {
    split_tree t = {.nodes = ARENA_ARRAY(a, split_node, 2 * things - 1)};
    struct waiting {
        split_node node;
        size_t *link; /* where its number goes */
    } *stack = arena_array(a, 2 * things, sizeof *stack);
    size_t depth = 1, number;
    stack[0] = (struct waiting){root, &number};
    while (depth) {
        struct waiting next = stack[--depth];
        split_node *node = &t.nodes[ *next.link = t.count++], left = {0}, right = {0};
        *node = next.node;
        cut(user, node, &left, &right);
        if (!node->split)
            continue;
        stack[depth++] = (struct waiting){right, &node->right};
        stack[depth++] = (struct waiting){left, &node->left};
    }
    t.order = parts_first(&t, a);
    return t;
}

str split_tree_text(const split_tree *t, bool outer, void (*say)(const void *user, const split_node *node, strbuf *b),
                    const void *user, arena *a) {
    enum { WHOLE, BETWEEN, END }; /* what of a node is still to be written */
    struct errand {
        const split_node *node;
        int what;
    } *stack = arena_array(a, 2 * t->count + 3, sizeof *stack);
    strbuf b = strbuf_in(a);
    size_t depth = 1;
    stack[0] = (struct errand){t->nodes, WHOLE};
    while (depth) {
        struct errand now = stack[--depth];
        bool brackets = outer || now.node != t->nodes;
        if (now.what == BETWEEN || !now.node->split) {
            say(user, now.node, &b);
        } else if (now.what == END) {
            strbuf_add_c(&b, brackets ? ")" : "");
        } else {
            strbuf_add_c(&b, brackets ? "(" : "");
            stack[depth++] = (struct errand){now.node, END};
            stack[depth++] = (struct errand){&t->nodes[now.node->right], WHOLE};
            stack[depth++] = (struct errand){now.node, BETWEEN};
            stack[depth++] = (struct errand){&t->nodes[now.node->left], WHOLE};
        }
    }
    return strbuf_text(&b);
}

void split_tree_record(const split_tree *t, void (*tell)(const void *user, const split_node *node, event *e, arena *a),
                       const void *user, trace *to) {
    int64_t *ids = ARENA_ARRAY(to->arena, int64_t, t->count);
    for (size_t k = 0; k < t->count; k++) {
        const split_node *node = &t->nodes[t->order[k]];
        event *e = trace_add(to, EVENT_NODE);
        e->node = ids[t->order[k]] = (int64_t)k + 1;
        tell(user, node, e, to->arena);
        if (node->split) {
            e->left = ids[node->left];
            e->right = ids[node->right];
        }
    }
    trace_add(to, EVENT_SOLUTION)->node = (int64_t)t->count;
}
