/* The list stands in the order in which the tree is walked, so that all that is below a twig follows it:
 *
 *             × [0]              items:   [0] ×   [1] +   [2] A   [3] B   [4] C
 *            /     \             parent:   –       0       1       1       0
 *        + [1]     C [4]         leaves:  0–2     0–1      0       1       2      (first_leaf, leaf_count)
 *        /   \
 *     A [2]  B [3]
 */
#include "trees/twigs.h"

#include "number.h"
#include "trees/product.h"

#include <math.h>

enum { VALUE_GAP = 4, WIDEST_VALUE = 84, MOST_NODES = 10000 };

#define SIZE_UP 1.5 /* how far above the middle of its circle the middle of a size stands */

/* ---- the list ---- */

typedef struct branch {
    const story_node *node;
    size_t parent;
    bool left;
} branch;

static void count_leaves(twigs *x) {
    size_t leaves = 0;
    for (size_t k = 0; k < x->count; k++) {
        x->items[k].first_leaf = leaves;
        leaves += x->items[k].kid_count == 0;
    }
    for (size_t k = x->count; k-- > 0;) {
        if (x->items[k].kid_count == 0)
            x->items[k].leaf_count = 1;
        if (k)
            x->items[x->items[k].parent].leaf_count += x->items[k].leaf_count;
    }
}

static size_t add_twig(twigs *x, const branch *b) {
    size_t k = x->count;
    *ARENA_PUSH(x->d->a, x, items, count, capacity) = (twig){.node = b->node, .parent = b->parent, .on_left = b->left};
    if (b->parent != SIZE_MAX)
        x->items[b->parent].kids[x->items[b->parent].kid_count++] = k;
    return k;
}

bool twigs_collect(twigs *x, const story_node *root, const char *figure) {
    arena *a = x->d->a;
    branch *stack = NULL;
    size_t depth = 0, room = 0;
    stack = arena_grow(a, stack, &room, 1, sizeof *stack);
    stack[depth++] = (branch){root, SIZE_MAX, false};
    while (depth) {
        branch top = stack[--depth];
        if (x->count == MOST_NODES)
            return error_plain(x->d->q->error, STATUS_INPUT,
                               "figure %s: the tree has more than %d nodes and cannot be drawn", figure, MOST_NODES);
        size_t k = add_twig(x, &top);
        const story_node *kids[] = {top.node->right, top.node->left}; /* the left one comes off the stack first */
        for (size_t c = 0; c < 2; c++) {
            if (!kids[c])
                continue;
            stack = arena_grow(a, stack, &room, depth + 1, sizeof *stack);
            stack[depth++] = (branch){kids[c], k, c == 1 && top.node->right};
        }
    }
    count_leaves(x);
    return true;
}

/* Levels of the tree that hangs from twig `root`. */
static size_t twigs_levels(const twigs *x, size_t root) {
    size_t levels = 1, *depth = ARENA_ARRAY(x->d->a, size_t, x->count - root);
    depth[0] = 1;
    for (size_t k = root + 1; k < x->count && x->items[k].parent >= root; k++) {
        depth[k - root] = depth[x->items[k].parent - root] + 1;
        levels = depth[k - root] > levels ? depth[k - root] : levels;
    }
    return levels;
}

/* ---- sizes ---- */

void twigs_scale(twigs *x, double scale) {
    const theme *t = x->d->t;
    x->scale = scale;
    x->operator_r = fmax(t->space.operator_r * 1.28 * scale, 6);
    x->leaf_w = fmax(22 * scale, 13);
    x->leaf_h = fmax(26 * scale, 14);
    x->level = (t->space.tree_level - 24) * fmax(scale, 0.62) * (twigs_levels(x, 0) > 5 ? 0.7 : 0.92);
    x->sibling = t->space.sibling * fmax(scale, 0.6);
}

static text_style style_of(const twigs *x, face face, double size, color c) {
    return drawing_style(face, fmax(size * x->scale, x->d->t->type.least), c);
}

static piece size_piece(const twigs *x, const twig *t) {
    drawing *d = x->d;
    return drawing_text(d, size_shown(d, t->node->size), style_of(x, FACE_ROMAN, d->t->type.index, d->t->color.ink));
}

static double size_line(const twigs *x) {
    return fmax(x->d->t->type.index * x->scale, x->d->t->type.least) * 1.25;
}

static void measure_leaf(twigs *x, twig *t, str name) {
    drawing *d = x->d;
    text_style style = style_of(x, FACE_ROMAN, d->t->type.leaf, d->t->color.ink);
    t->text = t->node->label.len ? drawing_label(d, leaf_markup(d, t->node->label), style)
                                 : drawing_value(d, t->node->value, name, WIDEST_VALUE * x->scale, style);
    t->w = fmax(x->leaf_w, t->text.width + 9 * x->scale);
    t->h = x->leaf_h;
    if (t->node->size.len == 0)
        return;
    t->size = size_piece(x, t);
    t->w = fmax(t->w, t->size.width + 9 * x->scale);
    t->h += size_line(x) - 4 * x->scale;
}

static void measure_operator(twigs *x, twig *t, bool root, str name) {
    drawing *d = x->d;
    const theme *th = d->t;
    t->text = drawing_text(d, operator_sign(t->node->op), style_of(x, FACE_ROMAN, th->type.leaf, th->color.read_line));
    double size = th->type.operator*(root ? 1.08 : 1);
    color c = size * x->scale >= 9.8 ? th->color.value : th->color.s;
    if (t->node->value.len)
        t->value = drawing_value(d, t->node->value, name, WIDEST_VALUE, style_of(x, FACE_BOLD, size, c));
    if (t->node->size.len)
        t->size = size_piece(x, t);
    double words = fmax(t->value.width, t->size.width), beside = words > 0 ? words + VALUE_GAP : 0;
    t->w = 2 * x->operator_r + beside;
    t->h = 2 * x->operator_r;
    t->pin = t->on_left ? beside / 2 : -beside / 2;
}

void twig_measure(twigs *x, size_t k, str name) {
    twig *t = &x->items[k];
    if (t->kid_count)
        measure_operator(x, t, k == 0, name);
    else
        measure_leaf(x, t, name);
}

/* ---- words ---- */

/* A value as mathematics, fractions stacked: "-8/3" is −\frac{8}{3}; as an operand negatives have brackets. */
static str value_tex(str value, bool operand, arena *a) {
    size_t slash = str_find(value, STR("/"), 0);
    bool negative = str_starts(value, "-");
    if (slash == SIZE_MAX)
        return operand ? number_shown_operand(value, a) : number_shown(value, a);
    str over = number_shown(str_slice(value, negative, slash), a);
    str under = number_shown(str_slice(value, slash + 1, value.len), a);
    return str_format(a, "%s\\frac{%.*s}{%.*s}%s", negative ? operand ? "(−" : "−" : "", STR_ARG(over), STR_ARG(under),
                      negative && operand ? ")" : "");
}

str node_work_tex(const story_node *n, arena *a) {
    if (!n->left || !n->right)
        return STR("");
    return str_format(a, "%.*s %.*s %.*s", STR_ARG(value_tex(n->left->value, false, a)), STR_ARG(operator_sign(n->op)),
                      STR_ARG(value_tex(n->right->value, true, a)));
}

/* ---- drawing ---- */

str operator_sign(str op) {
    static const struct { const char *op, *sign; } signs[] = {{"*", "×"}, {"/", "÷"}, {"-", "−"}};
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (str_is(op, signs[k].op))
            return str_of(signs[k].sign);
    return op;
}

point twig_pin(const tree_node *n) {
    return (point){n->x + n->w / 2 + n->pin, n->y + n->h / 2};
}

void twigs_draw_edges(const twigs *x, scene *s, const tree_node *nodes, size_t count, point at) {
    paint line = paint_stroke(x->d->t->color.ink, x->d->t->stroke.tree_edge);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t k = 1; k < count; k++) {
        point from = twig_pin(&nodes[nodes[k].parent]), to = twig_pin(&nodes[k]);
        scene_line(s, (point){from.x + at.x, from.y + at.y}, (point){to.x + at.x, to.y + at.y}, line);
    }
    scene_close(s);
}

static void draw_operator(const twigs *x, scene *s, const twig *t, point middle) {
    const theme *th = x->d->t;
    scene_circle(s, middle, x->operator_r, paint_both(th->color.read_fill, th->color.read_line, th->stroke.read));
    drawing_put_centre(s, &t->text, middle);
    /* A little above the middle: edges leave below it. */
    point beside = {middle.x + (t->on_left ? -1 : 1) * (x->operator_r + VALUE_GAP), middle.y - 3.2 * x->scale};
    anchor side = t->on_left ? ANCHOR_RIGHT : ANCHOR_LEFT;
    if (t->size.width > 0) {
        beside.y = middle.y - SIZE_UP * x->scale;
        drawing_put_middle(s, &t->size, beside, side);
        beside.y -= size_line(x) + 1;
    }
    if (t->value.width > 0)
        drawing_put_middle(s, &t->value, beside, side);
}

double twig_rise(const twigs *x, size_t k) {
    const twig *t = &x->items[k];
    if (!t->kid_count || t->size.width == 0)
        return 0;
    double value = fmax(x->d->t->type.operator* 1.08 * x->scale, x->d->t->type.least);
    return fmax(0, SIZE_UP * x->scale + size_line(x) + 1 + value * 0.42 - x->operator_r);
}

static void sized_leaf_draw(const twigs *x, scene *s, box b, const twig *t) {
    const theme *th = x->d->t;
    double up = size_line(x) / 2, middle = b.y + b.h / 2;
    scene_rect(s, b, th->space.radius, paint_both((color){255, 255, 255}, th->color.ink, th->stroke.node));
    drawing_put_middle(s, &t->text, (point){b.x + b.w / 2, middle - up}, ANCHOR_CENTRE);
    drawing_put_middle(s, &t->size, (point){b.x + b.w / 2, middle + up + 1}, ANCHOR_CENTRE);
}

void leaf_draw(const drawing *d, scene *s, box b, const piece *text) {
    const theme *t = d->t;
    scene_rect(s, b, t->space.radius, paint_both((color){255, 255, 255}, t->color.ink, t->stroke.node));
    drawing_put_middle(s, text, (point){b.x + b.w / 2, b.y + b.h / 2}, ANCHOR_CENTRE);
}

void twig_draw(const twigs *x, scene *s, size_t k, const tree_node *n, point at) {
    const twig *t = &x->items[k];
    point pin = twig_pin(n);
    if (t->kid_count)
        draw_operator(x, s, t, (point){pin.x + at.x, pin.y + at.y});
    else if (t->size.width > 0)
        sized_leaf_draw(x, s, (box){n->x + at.x, n->y + at.y, n->w, n->h}, t);
    else
        leaf_draw(x->d, s, (box){n->x + at.x, n->y + at.y, n->w, n->h}, &t->text);
}

str twig_title(const twigs *x, size_t k) {
    const twig *t = &x->items[k];
    arena *a = x->d->a;
    str value = number_shown(t->node->value, a), sign = operator_sign(t->node->op),
        size = size_shown(x->d, t->node->size);
    if (t->kid_count && size.len)
        return str_format(a, "%.*s: %.*s, %.*s", STR_ARG(sign), STR_ARG(size), STR_ARG(value));
    if (t->kid_count)
        return str_format(a, "%.*s = %.*s", STR_ARG(sign), STR_ARG(value));
    if (!t->node->label.len)
        return value;
    return size.len ? str_format(a, "%.*s: %.*s", STR_ARG(t->node->label), STR_ARG(size)) : t->node->label;
}
