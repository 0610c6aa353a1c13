/* The tree of an expression: operators in circles with their values beside them, leaves as cards. A tree too wide or
 * too deep for the page is set smaller, then cut: what is cut off becomes a numbered mark here, and a tree of its own.
 */
#include "cells.h"
#include "number.h"
#include "polygon.h"
#include "tree.h"

#include <math.h>

typedef struct twig {
    const story_node *node;
    size_t parent; /* before its children in the list */
    size_t kids[2];
    size_t kid_count;
    size_t first_leaf, leaf_count;
    bool on_left; /* its value stands on its left */
    size_t mark;  /* > 0: drawn as a tree of its own, number `mark` */
    bool closed;  /* not reached on the way back yet: a box with the cell that holds its value */
    piece text, value;
    double w, h, pin; /* of its box when drawn whole */
} twig;

typedef struct expression {
    drawing *d;
    twig *twigs; /* the root first, depth first, left before right */
    size_t count, capacity;
    size_t *place; /* scratch of `plant`, one a twig */
    double scale;
    double operator_r, leaf_h, level, sibling;
    polygon_ring ring; /* n = 0: not a polygon */
    size_t first_vertex;
} expression;

enum { VALUE_GAP = 4, WIDEST_VALUE = 84, MARK_H = 15, MOST_NODES = 10000 };

static bool expression_draws(const story_run *r) {
    return r->solution_count > 0;
}

/* ---- the nodes ---- */

/* A node that stands below several others is drawn below each: a trace of a few lines can hold a tree without end. */
static bool collect(expression *x, const story_node *root) {
    struct {
        const story_node *node;
        size_t parent;
        bool left;
    } *stack = NULL;
    size_t depth = 0, room = 0;
    stack = arena_grow(x->d->a, stack, &room, 1, sizeof *stack);
    stack[depth].node = root;
    stack[depth].parent = SIZE_MAX;
    stack[depth++].left = false;
    while (depth) {
        depth--;
        size_t k = x->count, parent = stack[depth].parent;
        const story_node *node = stack[depth].node;
        if (x->count == MOST_NODES)
            return error_plain(x->d->q->error, STATUS_INPUT,
                               "figure expression: the tree has more than %d nodes and cannot be drawn", MOST_NODES);
        *ARENA_PUSH(x->d->a, x, twigs, count, capacity) =
            (twig){.node = node, .parent = parent, .on_left = stack[depth].left};
        if (parent != SIZE_MAX)
            x->twigs[parent].kids[x->twigs[parent].kid_count++] = k;
        const story_node *kids[] = {node->right, node->left}; /* the left one comes off the stack first */
        for (size_t c = 0; c < 2; c++) {
            if (!kids[c])
                continue;
            stack = arena_grow(x->d->a, stack, &room, depth + 1, sizeof *stack);
            stack[depth].node = kids[c];
            stack[depth].parent = k;
            stack[depth++].left = c == 1 && node->right;
        }
    }
    size_t leaves = 0;
    for (size_t k = 0; k < x->count; k++) {
        x->twigs[k].first_leaf = leaves;
        leaves += x->twigs[k].kid_count == 0;
    }
    for (size_t k = x->count; k-- > 0;) {
        if (x->twigs[k].kid_count == 0)
            x->twigs[k].leaf_count = 1;
        if (k)
            x->twigs[x->twigs[k].parent].leaf_count += x->twigs[k].leaf_count;
    }
    return true;
}

static str sign_of(str op) {
    static const struct { const char *op, *sign; } signs[] = {{"*", "×"}, {"/", "÷"}, {"-", "−"}};
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (str_is(op, signs[k].op))
            return str_of(signs[k].sign);
    return op;
}

/* What a value is the value of, for notes: p(3,2) in a polygon, else the operation. */
static str twig_name(const expression *x, const twig *t) {
    arena *a = x->d->a;
    if (x->ring.n)
        return str_format(a, "$p(%zu,%zu)$", polygon_index(&x->ring, (int64_t)(x->first_vertex + t->first_leaf)),
                          t->leaf_count);
    if (t->kid_count < 2)
        return t->node->label.len ? t->node->label : STR("…");
    return str_format(a, "%.*s of %zu", STR_ARG(sign_of(t->node->op)), t->leaf_count);
}

static text_style style_of(const expression *x, face face, double size, color c) {
    return drawing_style(face, fmax(size * x->scale, x->d->t->type.least), c);
}

static void measure_leaf(expression *x, twig *t) {
    drawing *d = x->d;
    text_style style = style_of(x, FACE_ROMAN, d->t->type.leaf, d->t->color.ink);
    t->text = t->node->label.len ? drawing_text(d, t->node->label, style)
                                 : drawing_value(d, t->node->value, twig_name(x, t), WIDEST_VALUE * x->scale, style);
    t->w = fmax(x->leaf_h, t->text.width + 9 * x->scale);
    t->h = x->leaf_h;
}

/* The step of the way back that opens this node; NULL if the trace tells none. */
static const story_back *back_of(const expression *x, const twig *t) {
    const story_run *run = x->d->q->moment->run;
    size_t first = x->ring.n ? polygon_index(&x->ring, (int64_t)(x->first_vertex + t->first_leaf)) : 0;
    for (size_t k = 0; k < run->back_count && x->ring.n; k++)
        if (run->backs[k].row == (int64_t)first && run->backs[k].col == (int64_t)t->leaf_count)
            return &run->backs[k];
    return NULL;
}

/* On a step of the way back, what later steps open is still closed. */
static void close_what_is_ahead(expression *x) {
    const story_step *step = x->d->q->moment->step;
    for (size_t k = 1; k < x->count && step && step->kind == STEP_BACK; k++) {
        const story_back *back = x->twigs[k].kid_count ? back_of(x, &x->twigs[k]) : NULL;
        x->twigs[k].closed = back && back->number > step->number;
    }
}

static void measure_closed(expression *x, twig *t) {
    drawing *d = x->d;
    const story_back *back = back_of(x, t);
    str cell = cell_name(d, back->table, back->row, back->col), value = number_shown(t->node->value, d->a);
    text_style style = style_of(x, FACE_ROMAN, d->t->type.label, d->t->color.ink);
    t->text = drawing_label(d, str_format(d->a, "$%.*s = %.*s$", STR_ARG(cell), STR_ARG(value)), style);
    if (t->text.width > 2 * WIDEST_VALUE)
        t->text = drawing_label(d, str_format(d->a, "$%.*s$", STR_ARG(cell)), style);
    t->w = t->text.width + 10 * x->scale;
    t->h = x->leaf_h;
}

static void measure_operator(expression *x, twig *t, bool root) {
    drawing *d = x->d;
    const theme *th = d->t;
    t->text = drawing_text(d, sign_of(t->node->op), style_of(x, FACE_ROMAN, th->type.leaf, th->color.read_line));
    double size = th->type.operator*(root ? 1.08 : 1);
    color c = size * x->scale >= 9.8 ? th->color.value : th->color.s;
    if (t->node->value.len)
        t->value = drawing_value(d, t->node->value, twig_name(x, t), WIDEST_VALUE, style_of(x, FACE_BOLD, size, c));
    double beside = t->value.width > 0 ? t->value.width + VALUE_GAP : 0;
    t->w = 2 * x->operator_r + beside;
    t->h = 2 * x->operator_r;
    t->pin = t->on_left ? beside / 2 : -beside / 2;
}

static str mark_text(const expression *x, size_t mark) {
    return str_format(x->d->a, "(%zu)", mark);
}

static size_t levels_below(const expression *x, size_t root) {
    size_t levels = 1, *depth = ARENA_ARRAY(x->d->a, size_t, x->count - root);
    depth[0] = 1;
    for (size_t k = root + 1; k < x->count && x->twigs[k].parent >= root; k++) {
        depth[k - root] = depth[x->twigs[k].parent - root] + 1;
        levels = depth[k - root] > levels ? depth[k - root] : levels;
    }
    return levels;
}

static void measure(expression *x, double scale) {
    const theme *t = x->d->t;
    drawing_forget_notes(x->d);
    x->scale = scale;
    x->operator_r = fmax(t->space.operator_r * 1.28 * scale, 6);
    x->leaf_h = fmax(24 * scale, 13);
    size_t levels = levels_below(x, 0);
    x->level = (t->space.tree_level - 24) * fmax(scale, 0.8) * (levels > 5 ? 0.7 : 0.92);
    x->sibling = t->space.sibling * fmax(scale, 0.6);
    for (size_t k = 0; k < x->count; k++)
        if (x->twigs[k].closed)
            measure_closed(x, &x->twigs[k]);
        else if (x->twigs[k].kid_count)
            measure_operator(x, &x->twigs[k], k == 0);
        else
            measure_leaf(x, &x->twigs[k]);
}

/* ---- the layout of one tree ---- */

typedef struct planted {
    tree_node *nodes;
    size_t *twigs; /* node k is twigs[k] */
    size_t count, capacity, twig_capacity;
    tree_extent extent;
} planted;

/* The width of the mark that stands for a subtree. */
static piece mark_value(const expression *x, const twig *t) {
    drawing *d = x->d;
    return drawing_value(d, t->node->value, twig_name(x, t), WIDEST_VALUE * 0.8,
                         style_of(x, FACE_ROMAN, d->t->type.leaf, d->t->color.ink));
}

static double mark_width(const expression *x, const twig *t) {
    text_style small = drawing_style(FACE_SANS, x->d->t->type.least + 1, x->d->t->color.mute);
    return fmax(x->leaf_h, mark_value(x, t).width + drawing_text(x->d, mark_text(x, 99), small).width + 12);
}

static planted plant(const expression *x, size_t root) {
    arena *a = x->d->a;
    planted p = {0};
    size_t *place = x->place; /* of a twig among the nodes, + 1; 0: it is not drawn, or nothing below it */
    for (size_t k = root; k < x->count; k++) {
        const twig *t = &x->twigs[k];
        place[k] = 0;
        if (k != root && t->parent < root)
            break; /* all below the root stand together in the list */
        if (k != root && place[t->parent] == 0)
            continue;
        bool cut = t->mark && k != root;
        *ARENA_PUSH(a, &p, nodes, count, capacity) = (tree_node){.parent = k == root ? 0 : place[t->parent] - 1,
                                                                 .w = cut ? mark_width(x, t) : t->w,
                                                                 .h = cut ? x->leaf_h : t->h,
                                                                 .pin = cut ? 0 : t->pin};
        p.twigs = arena_grow(a, p.twigs, &p.twig_capacity, p.count, sizeof *p.twigs);
        p.twigs[p.count - 1] = k;
        if (!cut && !t->closed)
            place[k] = p.count;
    }
    p.extent = tree_place(p.nodes, p.count,
                          (tree_options){.level_gap = x->level, .sibling_gap = x->sibling, .aligned = true}, a);
    return p;
}

static double room_w(const expression *x) {
    return x->d->q->width > 0 ? x->d->q->width - 2 : 1200;
}

static double room_h(const expression *x) {
    return x->d->q->height > 0 ? x->d->q->height - MARK_H - 2 : 1e9;
}

static bool fits(const expression *x) {
    planted p = plant(x, 0);
    return p.extent.w <= room_w(x) && p.extent.h <= room_h(x);
}

/* ---- cutting ---- */

/* Marks what hangs lower than the height allows, so that all pieces of a deep tree get about the same depth. */
static void cut_depth(expression *x, size_t root) {
    double row = fmax(2 * x->operator_r, x->leaf_h) + x->level;
    size_t levels = levels_below(x, root), most = (size_t)fmax(2, floor((room_h(x) + x->level) / row));
    if (levels <= most)
        return;
    size_t pieces = (levels - 2) / (most - 1) + 1, keep = (levels - 2) / pieces + 1; /* a mark takes a level too */
    size_t *depth = ARENA_ARRAY(x->d->a, size_t, x->count - root);
    for (size_t k = root + 1; k < x->count && x->twigs[k].parent >= root; k++) {
        depth[k - root] = depth[x->twigs[k].parent - root] + 1;
        if (depth[k - root] == keep && x->twigs[k].kid_count && !x->twigs[k].closed)
            x->twigs[k].mark = 1;
    }
}

/* Marks one more subtree of a tree that is too wide: that with about half of its leaves. False if there is none. */
static bool cut_width(expression *x, const planted *p) {
    size_t best = SIZE_MAX, half = (x->twigs[p->twigs[0]].leaf_count + 1) / 2;
    for (size_t k = 1; k < p->count; k++) {
        const twig *t = &x->twigs[p->twigs[k]];
        if (t->mark || t->closed || t->kid_count == 0)
            continue;
        size_t off = t->leaf_count > half ? t->leaf_count - half : half - t->leaf_count;
        const twig *b = best == SIZE_MAX ? NULL : &x->twigs[best];
        if (!b || off < (b->leaf_count > half ? b->leaf_count - half : half - b->leaf_count))
            best = p->twigs[k];
    }
    if (best == SIZE_MAX)
        return false;
    x->twigs[best].mark = 1;
    return true;
}

/* Cuts the tree, from the root downwards, into trees that fit. */
static void cut_tree(expression *x) {
    for (size_t root = 0; root < x->count; root++) {
        if (root && !x->twigs[root].mark)
            continue;
        cut_depth(x, root);
        planted p = plant(x, root);
        while (p.extent.w > room_w(x) && cut_width(x, &p))
            p = plant(x, root);
    }
    size_t marks = 0;
    for (size_t k = 1; k < x->count; k++)
        if (x->twigs[k].mark)
            x->twigs[k].mark = ++marks;
}

/* ---- drawing ---- */

static point pin_of(const tree_node *n) {
    return (point){n->x + n->w / 2 + n->pin, n->y + n->h / 2};
}

static void draw_edges(const expression *x, scene *s, const planted *p, point at) {
    paint line = paint_stroke(x->d->t->color.ink, x->d->t->stroke.tree_edge);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t k = 1; k < p->count; k++) {
        point from = pin_of(&p->nodes[p->nodes[k].parent]), to = pin_of(&p->nodes[k]);
        scene_line(s, (point){from.x + at.x, from.y + at.y}, (point){to.x + at.x, to.y + at.y}, line);
    }
    scene_close(s);
}

static void draw_operator(const expression *x, scene *s, const twig *t, point middle) {
    const theme *th = x->d->t;
    scene_circle(s, middle, x->operator_r, paint_both(th->color.read_fill, th->color.read_line, th->stroke.read));
    drawing_put_centre(s, &t->text, middle);
    if (t->value.width == 0)
        return;
    /* A little above the middle: edges leave below it. */
    point beside = {middle.x + (t->on_left ? -1 : 1) * (x->operator_r + VALUE_GAP), middle.y - 3.2 * x->scale};
    drawing_put_middle(s, &t->value, beside, t->on_left ? ANCHOR_RIGHT : ANCHOR_LEFT);
}

static void draw_mark(const expression *x, scene *s, const twig *t, box b) {
    const theme *th = x->d->t;
    paint p = paint_dashed(th->color.ink, th->stroke.node, 1.5, 2);
    p.filled = true;
    p.fill = th->color.repeat_fill;
    scene_rect(s, b, th->space.radius, p);
    piece value = mark_value(x, t),
          mark = drawing_text(x->d, mark_text(x, t->mark), drawing_style(FACE_SANS, th->type.least + 1, th->color.ink));
    double left = b.x + (b.w - value.width - 4 - mark.width) / 2, middle = b.y + b.h / 2;
    drawing_put_middle(s, &value, (point){left, middle}, ANCHOR_LEFT);
    drawing_put_middle(s, &mark, (point){left + value.width + 4, middle}, ANCHOR_LEFT);
}

static void draw_twig(const expression *x, scene *s, size_t k, const tree_node *n, bool cut, point at) {
    const theme *th = x->d->t;
    const twig *t = &x->twigs[k];
    str value = number_shown(t->node->value, x->d->a);
    str title =
        t->kid_count ? str_format(x->d->a, "%.*s = %.*s", STR_ARG(sign_of(t->node->op)), STR_ARG(value)) : value;
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(x->d, "%s-%lld", cut ? "mark" : "node", (long long)t->node->id),
                          .title = title,
                          .alt = title});
    box b = {n->x + at.x, n->y + at.y, n->w, n->h};
    if (cut) {
        draw_mark(x, s, t, b);
    } else if (t->closed) {
        scene_rect(s, b, th->space.radius, paint_both(th->color.read_fill, th->color.read_line, th->stroke.read));
        drawing_put_middle(s, &t->text, (point){b.x + b.w / 2, b.y + b.h / 2}, ANCHOR_CENTRE);
    } else if (t->kid_count) {
        point pin = pin_of(n);
        draw_operator(x, s, t, (point){pin.x + at.x, pin.y + at.y});
    } else {
        scene_rect(s, b, th->space.radius, paint_both((color){255, 255, 255}, th->color.ink, th->stroke.node));
        drawing_put_middle(s, &t->text, (point){b.x + b.w / 2, b.y + b.h / 2}, ANCHOR_CENTRE);
    }
    scene_close(s);
}

static void draw_tree(expression *x, size_t root) {
    planted p = plant(x, root);
    scene *s = drawing_part(x->d);
    point at = {1, 1};
    double width = p.extent.w;
    if (x->twigs[root].mark) {
        const theme *th = x->d->t;
        piece mark = drawing_text(x->d, mark_text(x, x->twigs[root].mark),
                                  drawing_style(FACE_SANS, th->type.least + 2, th->color.ink));
        at.y += MARK_H;
        point pin = pin_of(&p.nodes[0]);
        drawing_put(s, &mark, (point){at.x + pin.x, at.y - 4}, ANCHOR_CENTRE);
    }
    draw_edges(x, s, &p, at);
    for (size_t k = 0; k < p.count; k++)
        draw_twig(x, s, p.twigs[k], &p.nodes[k], k > 0 && x->twigs[p.twigs[k]].mark, at);
    drawing_size(s, width + 2, p.extent.h + at.y + 1);
}

static const story_solution *solution_of(drawing *d) {
    const story_run *run = d->q->moment->run;
    int64_t wanted = drawing_param_integer(d, "solution", 1);
    if (wanted < 1 || (size_t)wanted > run->solution_count) {
        error_plain(d->q->error, STATUS_INPUT, "figure expression: solution %lld of %zu", (long long)wanted,
                    run->solution_count);
        return NULL;
    }
    return &run->solutions[wanted - 1];
}

static figure *expression_build(const figure_request *q) {
    static const double scales[] = {1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54};
    drawing *d = drawing_begin(q);
    const story_solution *solution = solution_of(d);
    if (!solution)
        return NULL;
    expression x = {.d = d};
    if (polygon_ring_of(q->moment->story, &x.ring, d->a) && q->moment->run->move_count)
        x.first_vertex = (size_t)q->moment->run->moves[0].at;
    else
        x.ring.n = 0;
    if (!collect(&x, solution->node))
        return NULL;
    x.place = ARENA_ARRAY(d->a, size_t, x.count);
    close_what_is_ahead(&x);
    bool whole = false;
    for (size_t k = 0; k < sizeof scales / sizeof *scales && !whole; k++) {
        measure(&x, scales[k]);
        whole = fits(&x);
    }
    if (!whole) {
        measure(&x, 0.68);
        cut_tree(&x);
    }
    for (size_t k = 0; k < x.count; k++)
        if (k == 0 || x.twigs[k].mark)
            draw_tree(&x, k);
    drawing_fact(d, "value", number_shown(solution->node->value, d->a));
    drawing_fact_integer(d, "leaf_count", (int64_t)x.twigs[0].leaf_count);
    drawing_fact_integer(d, "operator_count", (int64_t)(x.count - x.twigs[0].leaf_count));
    return drawing_end(d, "expression");
}

static const figure_param expression_params[] = {{"solution", false}, {NULL, false}};

const figure_kind expression_figure = {
    .name = "expression",
    .counts = STEP_BACK,
    .params = expression_params,
    .draws = expression_draws,
    .build = expression_build,
};
