/* A class key is the tree flattened, with signs pulled out, as text:
 *
 *   6 − 9 × (10 − 12)     terms  +6, then −9 × (…)      factors 9, (+12 −10) after a sign
 *   6 + 9 × (12 − 10)     both   (+6+[*(+12-10)*9])
 *
 * The terms of a sum, or of its negative, are written in the order of their texts, whichever comes first; a term that
 * is its own negative has the sign ~. */
#include "game24/solutions.h"

#include <stdlib.h>

char game24_operator(expr_kind kind) {
    static const char signs[] = {[EXPR_ADD] = '+', [EXPR_SUBTRACT] = '-', [EXPR_MULTIPLY] = '*', [EXPR_DIVIDE] = '/'};
    return signs[kind];
}

/* ---- trees of lines ---- */

static void push_tree(game24_trees *t, expr *x, arena *a) {
    *ARENA_PUSH(a, t, items, count, capacity) = x;
}

static bool is_number(const expr *x) {
    return x->kind == EXPR_NUMBER;
}

/* "(1/2)" is a card: no line has a quotient of two cards in brackets, or a fraction without. */
static void take_card(expr *x, arena *a) {
    if (x->kind != EXPR_DIVIDE || !is_number(x->parts[0]) || !is_number(x->parts[1]))
        return;
    bool brackets = x->at < x->parts[0]->at; /* of its own: those of (-1)/(-2) are its operands' */
    if (!brackets)
        return;
    str text = str_format(a, "%.*s/%.*s", STR_ARG(x->parts[0]->text), STR_ARG(x->parts[1]->text));
    *x = (expr){.kind = EXPR_NUMBER, .text = text, .at = x->at, .length = x->length};
}

expr *game24_tree_of_line(str line, arena *a) {
    error e = error_in(a);
    const source where = {STR("<line>"), line};
    expr *tree = expr_read(&where, 0, line.len, a, &e);
    game24_trees todo = {0};
    push_tree(&todo, tree, a);
    while (todo.count) {
        expr *x = todo.items[--todo.count];
        for (size_t k = 0; k < x->count; k++)
            push_tree(&todo, x->parts[k], a);
        take_card(x, a);
    }
    return tree;
}

/* ---- all trees ---- */

typedef struct kept_way {
    game24_way way;
    size_t a, b; /* the lists of its operands */
} kept_way;

typedef struct tree_list {
    size_t set;
    const fmpq *value;
    kept_way *ways;
    size_t way_count, way_capacity;
    game24_trees trees;
} tree_list;

typedef struct planter {
    const game24_hand *hand;
    arena *a;
    tree_list **lists;
    size_t count, capacity;
    uint32_t **known; /* by set and result: 1 + its list */
    tree_list *open;
} planter;

static size_t new_list(planter *p, size_t set, const fmpq *value) {
    tree_list *l = ARENA_NEW(p->a, tree_list);
    *l = (tree_list){.set = set, .value = value};
    *ARENA_PUSH(p->a, p, lists, count, capacity) = l;
    return p->count - 1;
}

static size_t list_of(planter *p, const game24_set *s, size_t result) {
    size_t set = game24_number_of(p->hand, s);
    if (!p->known[set])
        p->known[set] = ARENA_ARRAY(p->a, uint32_t, s->count);
    if (!p->known[set][result])
        p->known[set][result] = (uint32_t)new_list(p, set, &s->results[result].value) + 1;
    return p->known[set][result] - 1;
}

static void keep_way(void *user, const game24_way *way) {
    planter *p = user;
    tree_list *open = p->open;
    size_t a = list_of(p, way->a, way->i), b = list_of(p, way->b, way->j);
    *ARENA_PUSH(p->a, open, ways, way_count, way_capacity) = (kept_way){*way, a, b};
}

static expr *new_tree(arena *a, char op, expr *left, expr *right) {
    expr *x = ARENA_NEW(a, expr);
    *x = (expr){.kind = EXPR_ADD, .parts = ARENA_ARRAY(a, expr *, 2), .count = 2, .capacity = 2};
    while (game24_operator(x->kind) != op)
        x->kind++;
    x->parts[0] = left;
    x->parts[1] = right;
    return x;
}

static void plant_way(planter *p, tree_list *l, const kept_way *k) {
    const game24_trees *a = &p->lists[k->a]->trees, *b = &p->lists[k->b]->trees;
    bool pairs = k->a == k->b && (k->way.op == '+' || k->way.op == '*');
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = pairs ? i : 0; j < b->count; j++) {
            expr *left = k->way.reversed ? b->items[j] : a->items[i];
            expr *right = k->way.reversed ? a->items[i] : b->items[j];
            push_tree(&l->trees, new_tree(p->a, k->way.op, left, right), p->a);
        }
}

static void plant(planter *p, tree_list *l) {
    if (p->hand->sets[l->set]->size > 1) {
        for (size_t k = 0; k < l->way_count; k++)
            plant_way(p, l, &l->ways[k]);
        return;
    }
    number card = {.q = {*l->value}};
    expr *x = ARENA_NEW(p->a, expr);
    *x = (expr){.kind = EXPR_NUMBER, .text = number_text(&card, p->a)};
    push_tree(&l->trees, x, p->a);
}

game24_trees game24_trees_at(game24_hand *h, const fmpq *value, arena *a) {
    planter p = {.hand = h, .a = a, .known = ARENA_ARRAY(a, uint32_t *, h->count)};
    size_t whole = h->order[h->count - 1];
    if (h->size == 1 && !game24_find(h->sets[whole], value))
        return (game24_trees){0};
    new_list(&p, whole, value);
    for (size_t k = 0; k < p.count; k++) {
        p.open = p.lists[k];
        if (h->sets[p.open->set]->size > 1)
            game24_ways(h, p.open->set, p.open->value, keep_way, &p);
    }
    for (size_t size = 1; size <= h->size; size++)
        for (size_t k = 0; k < p.count; k++)
            if (h->sets[p.lists[k]->set]->size == size)
                plant(&p, p.lists[k]);
    return p.lists[0]->trees;
}

/* ---- classes ---- */

typedef enum flat_kind { FLAT_CARD, FLAT_SUM, FLAT_PRODUCT } flat_kind;

/* What a part of a tree is flattened to. */
typedef struct flat {
    flat_kind kind;
    int sign;   /* pulled out; 0 if it is its own negative */
    str text;   /* without it */
    str *parts; /* terms with +, - or ~, factors with * or / before them; sorted */
    size_t count;
} flat;

static int order_texts(const void *a, const void *b) {
    return str_compare(*(const str *)a, *(const str *)b);
}

static str joined(str *parts, size_t count, const char *open, const char *close, arena *a) {
    qsort(parts, count, sizeof *parts, order_texts);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, open);
    for (size_t k = 0; k < count; k++)
        strbuf_add(&b, parts[k]);
    strbuf_add_c(&b, close);
    return strbuf_text(&b);
}

static str negated(str part, arena *a) {
    char sign = part.ptr[0];
    str rest = str_slice(part, 1, part.len);
    return sign == '~' ? part : str_format(a, "%c%.*s", sign == '+' ? '-' : '+', STR_ARG(rest));
}

static void add_terms(str *to, size_t *count, const flat *x, bool minus, arena *a) {
    if (x->kind == FLAT_SUM) {
        for (size_t k = 0; k < x->count; k++)
            to[(*count)++] = x->sign && (x->sign < 0) != minus ? negated(x->parts[k], a) : x->parts[k];
        return;
    }
    char sign = x->sign == 0 ? '~' : (x->sign < 0) != minus ? '-' : '+';
    to[(*count)++] = str_format(a, "%c%.*s", sign, STR_ARG(x->text));
}

static flat flat_sum(const flat *left, const flat *right, bool minus, arena *a) {
    flat f = {.kind = FLAT_SUM, .parts = ARENA_ARRAY(a, str, left->count + right->count + 2)};
    add_terms(f.parts, &f.count, left, false, a);
    add_terms(f.parts, &f.count, right, minus, a);
    str *opposite = ARENA_ARRAY(a, str, f.count);
    for (size_t k = 0; k < f.count; k++)
        opposite[k] = negated(f.parts[k], a);
    f.text = joined(f.parts, f.count, "(", ")", a);
    str other = joined(opposite, f.count, "(", ")", a);
    int order = str_compare(f.text, other);
    f.sign = order == 0 ? 0 : order < 0 ? 1 : -1;
    if (order > 0) {
        f.text = other;
        f.parts = opposite;
    }
    return f;
}

static void add_factors(str *to, size_t *count, const flat *x, bool under, arena *a) {
    if (x->kind != FLAT_PRODUCT) {
        to[(*count)++] = str_format(a, "%c%.*s", under ? '/' : '*', STR_ARG(x->text));
        return;
    }
    for (size_t k = 0; k < x->count; k++) {
        str rest = str_slice(x->parts[k], 1, x->parts[k].len);
        bool divides = (x->parts[k].ptr[0] == '/') != under;
        to[(*count)++] = str_format(a, "%c%.*s", divides ? '/' : '*', STR_ARG(rest));
    }
}

static flat flat_product(const flat *left, const flat *right, bool under, arena *a) {
    flat f = {.kind = FLAT_PRODUCT, .sign = left->sign * right->sign};
    f.parts = ARENA_ARRAY(a, str, left->count + right->count + 2);
    add_factors(f.parts, &f.count, left, false, a);
    add_factors(f.parts, &f.count, right, under, a);
    f.text = joined(f.parts, f.count, "[", "]", a);
    return f;
}

static flat flat_node(const expr *x, const flat *parts, arena *a) {
    switch (x->kind) {
    case EXPR_ADD:
    case EXPR_SUBTRACT:
        return flat_sum(&parts[0], &parts[1], x->kind == EXPR_SUBTRACT, a);
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
        return flat_product(&parts[0], &parts[1], x->kind == EXPR_DIVIDE, a);
    default: /* a card: its number apart from the signs around it */
        return (flat){.kind = FLAT_CARD, .sign = 1, .text = str_format(a, "{%.*s}", STR_ARG(x->text))};
    }
}

str game24_class_key(const expr *tree, arena *a) {
    expr_nodes nodes = expr_nodes_of(tree, a);
    flat *done = ARENA_ARRAY(a, flat, nodes.count + 1);
    size_t count = 0;
    for (size_t k = 0; k < nodes.count; k++) {
        count -= nodes.items[k]->count;
        done[count] = flat_node(nodes.items[k], &done[count], a);
        count++;
    }
    return str_format(a, "%s%.*s", done[0].sign < 0 ? "-" : "+", STR_ARG(done[0].text));
}
