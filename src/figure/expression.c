/* The tree of an expression: operators in circles with their values beside them, leaves as cards. A tree too wide or
 * too deep for the page is set smaller, then cut: what is cut off becomes a numbered mark here, and a tree of its own.
 */
#include "cells.h"
#include "number.h"
#include "polygon.h"
#include "product.h"
#include "twigs.h"

#include <math.h>

typedef struct expression {
    twigs tree;
    drawing *d;
    size_t *place;     /* scratch of `plant`, one a twig */
    polygon_ring ring; /* n = 0: not a polygon */
    size_t first_vertex;
    const story_table *upper; /* each node is a cell of this triangular table: leaves i … j have (i, j) */
} expression;

enum { WIDEST_CLOSED = 168, WIDEST_MARK = 67, MARK_H = 15 };

static bool expression_draws(const story_run *r) {
    return r->solution_count > 0;
}

/* ---- the nodes ---- */

static int64_t upper_row(const expression *x, const twig *t) {
    return x->upper->row_first + (int64_t)t->first_leaf;
}

static int64_t upper_col(const expression *x, const twig *t) {
    return upper_row(x, t) + (int64_t)t->leaf_count - 1;
}

/* What a value is the value of, for notes: p(3,2) in a polygon, m[1,3] in a chain of matrices, else the operation. */
static str twig_name(const expression *x, const twig *t) {
    arena *a = x->d->a;
    if (x->upper)
        return str_format(a, "$%.*s$", STR_ARG(cell_name(x->d, x->upper, upper_row(x, t), upper_col(x, t))));
    if (x->ring.n)
        return str_format(a, "$p(%zu,%zu)$", polygon_index(&x->ring, (int64_t)(x->first_vertex + t->first_leaf)),
                          t->leaf_count);
    if (t->kid_count < 2)
        return t->node->label.len ? t->node->label : STR("…");
    return str_format(a, "%.*s of %zu", STR_ARG(operator_sign(t->node->op)), t->leaf_count);
}

/* The step of the way back that opens this node; NULL if the trace tells none. */
static const story_back *back_of(const expression *x, const twig *t) {
    const story_run *run = x->d->q->moment->run;
    if (!x->ring.n && !x->upper)
        return NULL;
    int64_t row =
        x->upper ? upper_row(x, t) : (int64_t)polygon_index(&x->ring, (int64_t)(x->first_vertex + t->first_leaf));
    int64_t col = x->upper ? upper_col(x, t) : (int64_t)t->leaf_count;
    for (size_t k = 0; k < run->back_count; k++)
        if (run->backs[k].row == row && run->backs[k].col == col)
            return &run->backs[k];
    return NULL;
}

/* On a step of the way back, what later steps open is still closed. */
static void close_what_is_ahead(expression *x) {
    const story_step *step = x->d->q->moment->step;
    for (size_t k = 1; k < x->tree.count && step && step->kind == STEP_BACK; k++) {
        const story_back *back = x->tree.items[k].kid_count ? back_of(x, &x->tree.items[k]) : NULL;
        x->tree.items[k].closed = back && back->number > step->number;
    }
}

static text_style style_of(const expression *x, double size) {
    return drawing_style(FACE_ROMAN, fmax(size * x->tree.scale, x->d->t->type.least), x->d->t->color.ink);
}

static void measure_closed(expression *x, twig *t) {
    drawing *d = x->d;
    const story_back *back = back_of(x, t);
    str cell = cell_name(d, x->upper ? x->upper : back->table, back->row, back->col),
        value = number_shown(t->node->value, d->a);
    text_style style = style_of(x, d->t->type.label);
    t->text = drawing_label(d, str_format(d->a, "$%.*s = %.*s$", STR_ARG(cell), STR_ARG(value)), style);
    if (t->text.width > WIDEST_CLOSED)
        t->text = drawing_label(d, str_format(d->a, "$%.*s$", STR_ARG(cell)), style);
    t->w = t->text.width + 10 * x->tree.scale;
    t->h = x->tree.leaf_h;
}

static str mark_text(const expression *x, size_t mark) {
    return str_format(x->d->a, "(%zu)", mark);
}

static void measure(expression *x, double scale) {
    drawing_forget_notes(x->d);
    twigs_scale(&x->tree, scale);
    for (size_t k = 0; k < x->tree.count; k++) {
        twig *t = &x->tree.items[k];
        if (t->closed)
            measure_closed(x, t);
        else
            twig_measure(&x->tree, k, twig_name(x, t));
    }
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
    return drawing_value(d, t->node->value, twig_name(x, t), WIDEST_MARK, style_of(x, d->t->type.leaf));
}

static double mark_width(const expression *x, const twig *t) {
    text_style small = drawing_style(FACE_SANS, x->d->t->type.least + 1, x->d->t->color.mute);
    return fmax(x->tree.leaf_h, mark_value(x, t).width + drawing_text(x->d, mark_text(x, 99), small).width + 12);
}

static planted plant(const expression *x, size_t root) {
    arena *a = x->d->a;
    planted p = {0};
    size_t *place = x->place; /* of a twig among the nodes, + 1; 0: it is not drawn, or nothing below it */
    for (size_t k = root; k < x->tree.count; k++) {
        const twig *t = &x->tree.items[k];
        place[k] = 0;
        if (k != root && t->parent < root)
            break; /* all below the root stand together in the list */
        if (k != root && place[t->parent] == 0)
            continue;
        bool cut = t->mark && k != root;
        *ARENA_PUSH(a, &p, nodes, count, capacity) = (tree_node){.parent = k == root ? 0 : place[t->parent] - 1,
                                                                 .w = cut ? mark_width(x, t) : t->w,
                                                                 .h = cut ? x->tree.leaf_h : t->h,
                                                                 .pin = cut ? 0 : t->pin};
        p.twigs = arena_grow(a, p.twigs, &p.twig_capacity, p.count, sizeof *p.twigs);
        p.twigs[p.count - 1] = k;
        if (!cut && !t->closed)
            place[k] = p.count;
    }
    p.extent =
        tree_place(p.nodes, p.count,
                   (tree_options){.level_gap = x->tree.level, .sibling_gap = x->tree.sibling, .aligned = true}, a);
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

static double tallest_leaf(const expression *x) {
    double tallest = x->tree.leaf_h;
    for (size_t k = 0; k < x->tree.count; k++)
        tallest = x->tree.items[k].kid_count ? tallest : fmax(tallest, x->tree.items[k].h);
    return tallest;
}

/* Marks what hangs lower than the height allows, so that all pieces of a deep tree get about the same depth. */
static void cut_depth(expression *x, size_t root) {
    double row = fmax(2 * x->tree.operator_r, tallest_leaf(x)) + x->tree.level;
    size_t levels = twigs_levels(&x->tree, root), most = (size_t)fmax(2, floor((room_h(x) + x->tree.level) / row));
    if (levels <= most)
        return;
    size_t pieces = (levels - 2) / (most - 1) + 1, keep = (levels - 2) / pieces + 1; /* a mark takes a level too */
    size_t *depth = ARENA_ARRAY(x->d->a, size_t, x->tree.count - root);
    for (size_t k = root + 1; k < x->tree.count && x->tree.items[k].parent >= root; k++) {
        depth[k - root] = depth[x->tree.items[k].parent - root] + 1;
        if (depth[k - root] == keep && x->tree.items[k].kid_count && !x->tree.items[k].closed)
            x->tree.items[k].mark = 1;
    }
}

/* Marks one more subtree of a tree that is too wide: that with about half of its leaves. False if there is none. */
static bool cut_width(expression *x, const planted *p) {
    size_t best = SIZE_MAX, half = (x->tree.items[p->twigs[0]].leaf_count + 1) / 2;
    for (size_t k = 1; k < p->count; k++) {
        const twig *t = &x->tree.items[p->twigs[k]];
        if (t->mark || t->closed || t->kid_count == 0)
            continue;
        size_t off = t->leaf_count > half ? t->leaf_count - half : half - t->leaf_count;
        const twig *b = best == SIZE_MAX ? NULL : &x->tree.items[best];
        if (!b || off < (b->leaf_count > half ? b->leaf_count - half : half - b->leaf_count))
            best = p->twigs[k];
    }
    if (best == SIZE_MAX)
        return false;
    x->tree.items[best].mark = 1;
    return true;
}

/* Cuts the tree, from the root downwards, into trees that fit. */
static void cut_tree(expression *x) {
    for (size_t root = 0; root < x->tree.count; root++) {
        if (root && !x->tree.items[root].mark)
            continue;
        cut_depth(x, root);
        planted p = plant(x, root);
        while (p.extent.w > room_w(x) && cut_width(x, &p))
            p = plant(x, root);
    }
    size_t marks = 0;
    for (size_t k = 1; k < x->tree.count; k++)
        if (x->tree.items[k].mark)
            x->tree.items[k].mark = ++marks;
}

/* ---- drawing ---- */

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

static void draw_closed(const expression *x, scene *s, const twig *t, box b) {
    const theme *th = x->d->t;
    scene_rect(s, b, th->space.radius, paint_both(th->color.read_fill, th->color.read_line, th->stroke.read));
    drawing_put_middle(s, &t->text, (point){b.x + b.w / 2, b.y + b.h / 2}, ANCHOR_CENTRE);
}

/* A node that stands in several places is numbered by its place. */
static void draw_twig(const expression *x, scene *s, size_t k, const tree_node *n, bool cut, point at) {
    const twig *t = &x->tree.items[k];
    str title = twig_title(&x->tree, k);
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(x->d, "%s-%zu", cut ? "mark" : "node", k + 1),
                          .title = title,
                          .alt = title});
    box b = {n->x + at.x, n->y + at.y, n->w, n->h};
    if (cut)
        draw_mark(x, s, t, b);
    else if (t->closed)
        draw_closed(x, s, t, b);
    else
        twig_draw(&x->tree, s, k, n, at);
    scene_close(s);
}

static void draw_tree(expression *x, size_t root) {
    planted p = plant(x, root);
    scene *s = drawing_part(x->d);
    point at = {1, 1 + twig_rise(&x->tree, root)};
    double width = p.extent.w;
    if (x->tree.items[root].mark) {
        const theme *th = x->d->t;
        piece mark = drawing_text(x->d, mark_text(x, x->tree.items[root].mark),
                                  drawing_style(FACE_SANS, th->type.least + 2, th->color.ink));
        at.y += MARK_H;
        point pin = twig_pin(&p.nodes[0]);
        drawing_put(s, &mark, (point){at.x + pin.x, at.y - 4}, ANCHOR_CENTRE);
    }
    twigs_draw_edges(&x->tree, s, p.nodes, p.count, at);
    for (size_t k = 0; k < p.count; k++)
        draw_twig(x, s, p.twigs[k], &p.nodes[k], k > 0 && x->tree.items[p.twigs[k]].mark, at);
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

/* The triangular table whose cells the way back passes, one for each operation: the one that holds the values. */
static const story_table *upper_table(const expression *x) {
    const story_run *run = x->d->q->moment->run;
    const story_table *t = run->back_count ? run->backs[0].table : NULL;
    if (!t || t->shape != TABLE_UPPER || x->ring.n || run->back_count != x->tree.count - x->tree.items[0].leaf_count)
        return NULL;
    const story_step *step = story_step_of_cell(t, run->backs[0].row, run->backs[0].col);
    for (size_t k = 0; step && t->choices && k < step->fact_count; k++)
        if (!step->facts[k].table->choices && step->facts[k].table->shape == TABLE_UPPER)
            return step->facts[k].table;
    return t;
}

static figure *expression_build(const figure_request *q) {
    static const double scales[] = {1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54};
    drawing *d = drawing_begin(q);
    const story_solution *solution = solution_of(d);
    if (!solution)
        return NULL;
    expression x = {.d = d, .tree = {.d = d}};
    if (polygon_ring_of(q->moment->story, &x.ring, d->a) && q->moment->run->move_count)
        x.first_vertex = (size_t)q->moment->run->moves[0].at;
    else
        x.ring.n = 0;
    str order = drawing_param(d, "order");
    const story_node *root = order.len ? product_in_order(d, solution->node, order) : solution->node;
    if (!root || !twigs_collect(&x.tree, root, "expression"))
        return NULL;
    x.upper = order.len ? NULL : upper_table(&x);
    x.place = ARENA_ARRAY(d->a, size_t, x.tree.count);
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
    for (size_t k = 0; k < x.tree.count; k++)
        if (k == 0 || x.tree.items[k].mark)
            draw_tree(&x, k);
    drawing_fact(d, "value", number_shown(root->value, d->a));
    drawing_fact(d, "order", order);
    drawing_fact_integer(d, "leaf_count", (int64_t)x.tree.items[0].leaf_count);
    drawing_fact_integer(d, "operator_count", (int64_t)(x.tree.count - x.tree.items[0].leaf_count));
    return drawing_end(d, "expression");
}

static const figure_param expression_params[] = {{"solution", false}, {"order", false}, {NULL, false}};

const figure_kind expression_figure = {
    .name = "expression",
    .counts = STEP_BACK,
    .params = expression_params,
    .draws = expression_draws,
    .build = expression_build,
};
