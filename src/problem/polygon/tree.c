#include "polygon/tree.h"

static size_t smallest_split(chains *c, chain_end end, size_t i, size_t j) {
    size_t s = 1;
    while (!chain_reached(c, end, i, j, s))
        s++;
    return s;
}

/* Completes a node whose chain and end are known. */
static void split_node(chains *c, polygon_node *node) {
    if (node->j == 1)
        return;
    node->s = smallest_split(c, node->end, node->i, node->j);
    node->way = chain_kept_way(c, node->end, node->i, node->j, node->s);
}

/* The numbers of the nodes, each after its parts: the mirror image of a walk that meets right parts first. */
static size_t *merge_order(const polygon_tree *t, arena *a) {
    size_t *order = ARENA_ARRAY(a, size_t, t->count), *stack = ARENA_ARRAY(a, size_t, t->count);
    size_t depth = 1, at = t->count;
    stack[0] = 0;
    while (depth) {
        const polygon_node *node = &t->nodes[order[--at] = stack[--depth]];
        if (node->s) {
            stack[depth++] = node->left;
            stack[depth++] = node->right;
        }
    }
    return order;
}

polygon_tree polygon_tree_of(chains *c, size_t first, arena *a) {
    size_t n = c->game.n, count = 0, depth = 0;
    polygon_tree t = {.nodes = ARENA_ARRAY(a, polygon_node, 2 * n - 1), .count = 2 * n - 1};
    struct waiting {
        polygon_node node;
        size_t *link; /* where its number goes */
    } *stack = arena_array(a, 2 * n, sizeof *stack);
    size_t root;
    stack[depth++] = (struct waiting){{.i = first, .j = n, .end = CHAIN_MOST}, &root};
    while (depth) {
        struct waiting next = stack[--depth];
        polygon_node *node = &t.nodes[ *next.link = count++];
        *node = next.node;
        split_node(c, node);
        if (!node->s)
            continue;
        polygon_node left = {.i = node->i, .j = node->s, .end = node->way.left};
        polygon_node right = {.i = (node->i + node->s) % n, .j = node->j - node->s, .end = node->way.right};
        stack[depth++] = (struct waiting){right, &node->right};
        stack[depth++] = (struct waiting){left, &node->left};
    }
    t.merges = merge_order(&t, a);
    return t;
}

const fmpz *polygon_node_value(const chains *c, const polygon_node *node) {
    return chain_value(c, node->end, node->i, node->j);
}

size_t polygon_node_edge(const chains *c, const polygon_node *node) {
    return (node->i + node->s) % c->game.n;
}

/* Something still to be printed: a part, or a sign. */
typedef struct errand {
    const polygon_node *node; /* NULL for a sign */
    char sign;
} errand;

str polygon_tree_expression(const polygon_tree *t, const chains *c, arena *a) {
    strbuf b = strbuf_in(a);
    errand *stack = ARENA_ARRAY(a, errand, 2 * t->count + 3);
    size_t depth = 0;
    stack[depth++] = (errand){t->nodes, 0};
    while (depth) {
        errand job = stack[--depth];
        if (!job.node) {
            strbuf_add_byte(&b, job.sign);
            continue;
        }
        if (!job.node->s) {
            strbuf_add(&b, c->game.vertices[job.node->i]);
            continue;
        }
        bool brackets = job.node != t->nodes;
        if (brackets) {
            strbuf_add_byte(&b, '(');
            stack[depth++] = (errand){NULL, ')'};
        }
        stack[depth++] = (errand){&t->nodes[job.node->right], 0};
        stack[depth++] = (errand){NULL, c->game.times[polygon_node_edge(c, job.node)] ? '*' : '+'};
        stack[depth++] = (errand){&t->nodes[job.node->left], 0};
    }
    return strbuf_text(&b);
}
