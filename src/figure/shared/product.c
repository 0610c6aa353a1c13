#include "product.h"

#include "expr.h"
#include "number.h"

static const char times[] = "×";

bool size_parts(str size, str *rows, str *cols) {
    size_t at = str_find(size, str_of(times), 0);
    if (at == SIZE_MAX)
        return false;
    *rows = str_slice(size, 0, at);
    *cols = str_slice(size, at + sizeof times - 1, size.len);
    return true;
}

str size_shown(const drawing *d, str size) {
    str rows, cols;
    if (!size_parts(size, &rows, &cols))
        return size;
    return str_format(d->a, "%.*s × %.*s", STR_ARG(number_shown(rows, d->a)), STR_ARG(number_shown(cols, d->a)));
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

str leaf_tex(const drawing *d, str label) {
    size_t digits = 1;
    while (digits < label.len && is_digit(label.ptr[digits]))
        digits++;
    bool letter = label.len > 1 && ((label.ptr[0] | 32) >= 'a' && (label.ptr[0] | 32) <= 'z');
    if (!letter || digits != label.len)
        return drawing_name_tex(d, label);
    return str_format(d->a, "%.*s_{%.*s}", STR_ARG(str_slice(label, 0, 1)), STR_ARG(str_slice(label, 1, label.len)));
}

str leaf_markup(const drawing *d, str label) {
    return str_format(d->a, "$%.*s$", STR_ARG(leaf_tex(d, label)));
}

/* ---- reading brackets ---- */

typedef struct nodes {
    const story_node **items;
    size_t count, capacity;
} nodes;

typedef struct reader {
    drawing *d;
    nodes leaves; /* of the tree, from left to right */
    size_t next;  /* the leaf that has to come next */
    nodes stack;  /* factors read; NULL stands for an open bracket */
    int64_t id;
    str order;
} reader;

static void collect_leaves(reader *r, const story_node *tree) {
    nodes todo = {0};
    *ARENA_PUSH(r->d->a, &todo, items, count, capacity) = tree;
    while (todo.count) {
        const story_node *n = todo.items[--todo.count];
        if (n->left && n->right) {
            *ARENA_PUSH(r->d->a, &todo, items, count, capacity) = n->right;
            *ARENA_PUSH(r->d->a, &todo, items, count, capacity) = n->left;
        } else {
            *ARENA_PUSH(r->d->a, &r->leaves, items, count, capacity) = n;
        }
        r->id = n->id > r->id ? n->id : r->id;
    }
}

static bool fail(reader *r, const char *what) {
    return error_plain(r->d->q->error, STATUS_INPUT, "figure expression: order=%.*s: %s", STR_ARG(r->order), what);
}

/* What both factors cost, and rows × inner × columns. */
static str cost_of(reader *r, const story_node *left, const story_node *right, str rows, str inner, str cols) {
    str text = str_format(r->d->a, "%.*s+%.*s+%.*s*%.*s*%.*s", STR_ARG(left->value), STR_ARG(right->value),
                          STR_ARG(rows), STR_ARG(inner), STR_ARG(cols));
    const source where = {STR("<cost>"), text};
    expr *x = expr_read(&where, 0, text.len, r->d->a, r->d->q->error);
    number *value = x ? expr_value(x, NULL, 0, &where, r->d->a, r->d->q->error) : NULL;
    return value ? number_text(value, r->d->a) : STR("");
}

/* Puts a factor down, and multiplies it with the one before it in its bracket. */
static bool push_factor(reader *r, const story_node *factor) {
    const story_node *before = r->stack.count ? r->stack.items[r->stack.count - 1] : NULL;
    if (!before) {
        *ARENA_PUSH(r->d->a, &r->stack, items, count, capacity) = factor;
        return true;
    }
    str rows, inner, from, cols;
    if (!size_parts(before->size, &rows, &inner) || !size_parts(factor->size, &from, &cols))
        return fail(r, "its leaves have no sizes");
    if (!str_equal(inner, from))
        return fail(r, "sizes of neighbours do not fit");
    story_node *product = ARENA_NEW(r->d->a, story_node);
    *product = (story_node){.id = ++r->id, .op = STR("*"), .left = before, .right = factor};
    product->size = str_format(r->d->a, "%.*s%s%.*s", STR_ARG(rows), times, STR_ARG(cols));
    product->value = cost_of(r, before, factor, rows, inner, cols);
    r->stack.items[r->stack.count - 1] = product;
    return !error_set(r->d->q->error);
}

static bool close_bracket(reader *r) {
    if (r->stack.count < 2 || !r->stack.items[r->stack.count - 1] || r->stack.items[r->stack.count - 2])
        return fail(r, "its brackets do not match");
    const story_node *whole = r->stack.items[r->stack.count - 1];
    r->stack.count -= 2;
    return push_factor(r, whole);
}

static bool take_leaf(reader *r, size_t *at) {
    if (r->next == r->leaves.count)
        return fail(r, "it has more factors than the tree");
    const story_node *leaf = r->leaves.items[r->next];
    str rest = str_slice(r->order, *at, r->order.len);
    bool named = leaf->label.len && str_starts(rest, str_to_c(r->d->a, leaf->label)) &&
                 !(rest.len > leaf->label.len && is_digit(rest.ptr[leaf->label.len]));
    if (!named)
        return fail(r, str_format(r->d->a, "%.*s is expected next", STR_ARG(leaf->label)).ptr);
    *at += leaf->label.len;
    r->next++;
    return push_factor(r, leaf);
}

const story_node *product_in_order(drawing *d, const story_node *tree, str order) {
    reader r = {.d = d, .order = order};
    collect_leaves(&r, tree);
    for (size_t at = 0; at < order.len;) {
        char c = order.ptr[at];
        bool fine = true;
        if (c == '(')
            *ARENA_PUSH(d->a, &r.stack, items, count, capacity) = NULL;
        else if (c == ')')
            fine = close_bracket(&r);
        else if (c != ' ')
            fine = take_leaf(&r, &at);
        if (!fine)
            return NULL;
        at += c == '(' || c == ')' || c == ' ';
    }
    if (r.next < r.leaves.count)
        fail(&r, "it has fewer factors than the tree");
    else if (r.stack.count != 1 || !r.stack.items[0])
        fail(&r, "its brackets do not match");
    return error_set(d->q->error) ? NULL : r.stack.items[0];
}
