/* The tree of an expression: operators in circles with their values beside them, leaves as cards. A tree too wide or
 * too deep for the page is set smaller, then cut into several that refer to each other by numbers. */
#include "draw/fit.h"
#include "number.h"
#include "polygon/story/ring.h"
#include "tables/cells.h"
#include "trees/product.h"
#include "trees/tree_draw.h"
#include "trees/twigs.h"

#include <math.h>

typedef struct expression {
    twigs tree;
    drawing *d;
    tree_node *nodes; /* what is drawn */
    size_t *twig_of;  /* node k is twig twig_of[k] */
    size_t count;
    tree_paper paper;
    double rise;       /* of words beside the root above its box */
    polygon_ring ring; /* n = 0: not a polygon */
    size_t first_vertex;
    const story_table *upper; /* each node is a cell of this triangular table: leaves i … j have (i, j) */
} expression;

enum { WIDEST_CLOSED = 168 };

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

/* ---- layout ---- */

enum { MARGIN = 1, PIECE_GAP = 24 };

/* What is drawn: below a closed twig nothing is. */
static void list_nodes(expression *x) {
    arena *a = x->d->a;
    size_t *place = ARENA_ARRAY(a, size_t, x->tree.count); /* of a twig among the nodes, + 1; 0: nothing below it */
    x->nodes = ARENA_ARRAY(a, tree_node, x->tree.count);
    x->twig_of = ARENA_ARRAY(a, size_t, x->tree.count);
    x->count = 0;
    for (size_t k = 0; k < x->tree.count; k++) {
        const twig *t = &x->tree.items[k];
        if (k && place[t->parent] == 0)
            continue;
        x->nodes[x->count] = (tree_node){.parent = k ? place[t->parent] - 1 : 0, .w = t->w, .h = t->h, .pin = t->pin};
        x->twig_of[x->count++] = k;
        place[k] = t->closed ? 0 : x->count;
    }
}

static void measure_at(expression *x, double scale) {
    const figure_request *q = x->d->q;
    measure(x, scale);
    list_nodes(x);
    x->rise = twig_rise(&x->tree, 0) + 0.5; /* an exponent stands a little higher than figures do */
    x->paper = (tree_paper){
        .width = q->width > 0 ? q->width - 2 * MARGIN : 0,
        .height = q->height > 0 ? q->height - 2 * MARGIN - x->rise : 0,
        .options = {.level_gap = x->tree.level, .sibling_gap = x->tree.sibling, .aligned = true},
        .piece_gap = PIECE_GAP,
    };
    tree_marks_measure(x->d, &x->paper, x->count);
}

typedef struct whole_tree {
    expression *x;
    tree_pieces *whole;
} whole_tree;

static bool whole_fits(void *figure, const void *look) {
    whole_tree *t = figure;
    measure_at(t->x, *(const double *)look);
    t->whole = tree_in_one(t->x->nodes, t->x->count, &t->x->paper, t->x->d->a);
    return tree_fits(t->whole, &t->x->paper);
}

/* Smaller, where it has to be; in pieces, where the smallest is too large. */
static tree_pieces *find_layout(expression *x) {
    static const double scales[] = {1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54}, in_pieces = 0.68;
    whole_tree t = {x, NULL};
    if (FIT(&t, scales, whole_fits))
        return t.whole;
    measure_at(x, in_pieces);
    return tree_in_pieces(x->nodes, x->count, &x->paper, x->d->a);
}

/* ---- drawing ---- */

static void draw_closed(const expression *x, scene *s, const twig *t, box b) {
    const theme *th = x->d->t;
    scene_rect(s, b, th->space.radius, paint_both(th->color.read_fill, th->color.read_line, th->stroke.read));
    drawing_put_middle(s, &t->text, (point){b.x + b.w / 2, b.y + b.h / 2}, ANCHOR_CENTRE);
}

/* A node that stands in several places is numbered by its place. */
static void draw_twig(const expression *x, scene *s, size_t k, const tree_node *n, bool again, point at) {
    const twig *t = &x->tree.items[k];
    str title = twig_title(&x->tree, k);
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(x->d, "node-%zu%s", k + 1, again ? "-again" : ""),
                          .title = title,
                          .alt = title});
    if (t->closed)
        draw_closed(x, s, t, (box){n->x + at.x, n->y + at.y, n->w, n->h});
    else
        twig_draw(&x->tree, s, k, n, at);
    scene_close(s);
}

static void draw_piece(const expression *x, scene *s, const tree_pieces *all, size_t number) {
    const tree_piece *p = &all->items[number - 1];
    point at = {MARGIN + p->x, MARGIN + x->rise + p->y};
    twigs_draw_edges(&x->tree, s, p->places, p->count, at);
    for (size_t k = 0; k < p->count; k++) {
        const tree_node *n = &p->places[k];
        if (p->twigs[k].to)
            tree_mark_draw(x->d, s, (box){at.x + n->x, at.y + n->y, n->w, n->h}, p->twigs[k].to);
        else
            draw_twig(x, s, x->twig_of[p->twigs[k].node], n, k == 0 && p->from, at);
    }
    if (all->count == 1)
        return;
    point top = {at.x + twig_pin(&p->places[0]).x, at.y + p->places[0].y};
    tree_head_draw(x->d, s, &x->paper, number, p->from, top, MARGIN + p->left, MARGIN + p->right);
}

static void draw_pieces(const expression *x, const tree_pieces *all) {
    for (size_t part = 0, n = 1; part < all->part_count; part++) {
        scene *s = drawing_part(x->d);
        double w = 0, h = 0;
        for (; n <= all->count && all->items[n - 1].part == part; n++) {
            const tree_piece *p = &all->items[n - 1];
            draw_piece(x, s, all, n);
            w = fmax(w, p->right);
            h = fmax(h, p->y + p->h);
        }
        drawing_size(s, w + 2 * MARGIN, h + x->rise + 2 * MARGIN);
    }
}

static const story_solution *solution_of(drawing *d) {
    const story_run *run = d->q->moment->run;
    int64_t wanted = drawing_param_integer(d, "solution", 1);
    if (wanted < 1 || (size_t)wanted > run->solution_count) {
        error_plain(d->q->error, figure_param_status(d->q), "figure expression: solution %lld of %zu",
                    (long long)wanted, run->solution_count);
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
    close_what_is_ahead(&x);
    draw_pieces(&x, find_layout(&x));
    drawing_fact(d, "value", number_shown(root->value, d->a));
    drawing_fact(d, "order", order);
    drawing_fact_integer(d, "leaf_count", (int64_t)x.tree.items[0].leaf_count);
    drawing_fact_integer(d, "operator_count", (int64_t)(x.tree.count - x.tree.items[0].leaf_count));
    return drawing_end(d, "expression");
}

static const figure_param expression_params[] = {{.name = "solution"}, {.name = "order"}, {0}};

const figure_kind expression_figure = {
    .name = "expression",
    .summary = "the tree of an expression, operators in circles, leaves as cards",
    .counts = STEP_BACK,
    .params = expression_params,
    .draws = expression_draws,
    .build = expression_build,
};
