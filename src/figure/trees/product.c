#include "trees/product.h"

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

/* What stands between the ends of a run of leaves; between two neighbours a space. */
static const char run_sign[] = " … ";

/* A letter and a number: "A12". */
static bool is_indexed(str label) {
    size_t digits = 1;
    while (digits < label.len && char_is_digit(label.ptr[digits]))
        digits++;
    return label.len > 1 && digits == label.len && (label.ptr[0] | 32) >= 'a' && (label.ptr[0] | 32) <= 'z';
}

static str one_leaf_tex(const drawing *d, str label) {
    if (!is_indexed(label))
        return drawing_name_tex(d, label);
    return str_format(d->a, "%.*s_{%.*s}", STR_ARG(str_slice(label, 0, 1)), STR_ARG(str_slice(label, 1, label.len)));
}

str leaf_tex(const drawing *d, str label) {
    static const char *const signs[] = {run_sign, " "};
    for (size_t k = 0; k < 2; k++) {
        size_t at = str_find(label, str_of(signs[k]), 0);
        str from = str_slice(label, 0, at), to = str_slice(label, at + strlen(signs[k]), label.len);
        if (at != SIZE_MAX && is_indexed(from) && is_indexed(to))
            return str_format(d->a, "%.*s%s%.*s", STR_ARG(one_leaf_tex(d, from)), signs[k],
                              STR_ARG(one_leaf_tex(d, to)));
    }
    return one_leaf_tex(d, label);
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
    bool begun;   /* a leaf was read */
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
    return error_plain(r->d->q->error, figure_param_status(r->d->q), "figure expression: order=%.*s: %s",
                       STR_ARG(r->order), what);
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

/* Whether the label stands at byte `at`, and not a longer one. */
static bool stands_at(const reader *r, const story_node *leaf, size_t at) {
    str rest = str_slice(r->order, at, r->order.len);
    return leaf->label.len && str_starts(rest, str_to_c(r->d->a, leaf->label)) &&
           !(rest.len > leaf->label.len && char_is_digit(rest.ptr[leaf->label.len]));
}

/* Leaves first … last as one factor that costs nothing. */
static const story_node *run_of(reader *r, size_t first, size_t last) {
    const story_node *from = r->leaves.items[first], *to = r->leaves.items[last];
    story_node *run = ARENA_NEW(r->d->a, story_node);
    str rows, cols, ignored;
    *run = (story_node){.id = ++r->id, .value = STR("0")};
    run->label =
        str_format(r->d->a, "%.*s%s%.*s", STR_ARG(from->label), last > first + 1 ? run_sign : " ", STR_ARG(to->label));
    if (size_parts(from->size, &rows, &ignored) && size_parts(to->size, &ignored, &cols))
        run->size = str_format(r->d->a, "%.*s%s%.*s", STR_ARG(rows), times, STR_ARG(cols));
    return run;
}

/* "A3", or "A3..A5" */
static bool take_leaf(reader *r, size_t *at) {
    while (!r->begun && r->next < r->leaves.count && !stands_at(r, r->leaves.items[r->next], *at))
        r->next++; /* a product may begin further on */
    r->begun = true;
    if (r->next == r->leaves.count)
        return fail(r, "it has a factor that the tree has not");
    size_t first = r->next;
    const story_node *leaf = r->leaves.items[first];
    if (!stands_at(r, leaf, *at))
        return fail(r, str_format(r->d->a, "expected %.*s next", STR_ARG(leaf->label)).ptr);
    *at += leaf->label.len;
    r->next++;
    if (!str_starts(str_slice(r->order, *at, r->order.len), ".."))
        return push_factor(r, leaf);
    while (r->next < r->leaves.count && !stands_at(r, r->leaves.items[r->next], *at + 2))
        r->next++;
    if (r->next == r->leaves.count)
        return fail(r, "a run of factors has no end");
    *at += 2 + r->leaves.items[r->next]->label.len;
    return push_factor(r, run_of(r, first, r->next++));
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
    const story_node *whole = r.stack.count == 1 ? r.stack.items[0] : NULL;
    if (!whole)
        fail(&r, "its brackets do not match");
    return error_set(d->q->error) ? NULL : whole;
}
