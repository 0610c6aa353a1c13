/* The tree of the calls of a run. A node is a call: its function by shape, its name and arguments, below them its
 * value; what was called before is dotted and has the number of the first; what the memo answered has a filled corner.
 *
 *              [5]┌──────────┐
 *                 │ f(1, 3)  │        tag, shape, label
 *                 │    10    │        value, or in a folded tree "see 5"
 *                 └────┬─────┘
 *                    ╱   ╲
 *                   8     6           labels of the edges
 *
 * Where it has to fit a page it is set smaller, then repeats are folded to leaves, then it is cut into several trees.
 */
#include "draw/fit.h"
#include "number.h"
#include "trees/call_look.h"
#include "trees/tree_calls.h"
#include "trees/tree_node.h"

#include <math.h>

typedef enum folding { FOLD_IF_NEEDED, FOLD_ALWAYS, FOLD_NEVER } folding;

/* ---- calls that were too many to be traced ---- */

static bool calls_draw(const story_run *r) {
    return r->frame_count > 0;
}

static const char *other_run(const story *s, arena *a) {
    for (size_t k = 0; k < s->run_count; k++)
        if (calls_draw(&s->runs[k]) && s->runs[k].id.len)
            return str_format(a, ", --run %.*s draws what there is", STR_ARG(s->runs[k].id)).ptr;
    return "";
}

/* A note of the key frames.too_many stands for the run that it names. */
static bool calls_refuse(const story *s, str run, error *e) {
    for (size_t r = 0; r < s->run_count; r++)
        for (size_t k = 0; k < s->runs[r].note_count; k++) {
            const story_note *n = &s->runs[r].notes[k];
            str id = datum_as_text(datum_get(n->args, "run"));
            const story_run *there = story_run_named(s, id);
            if (!str_is(n->key, "frames.too_many") || (run.len && !str_equal(run, id)) || (there && calls_draw(there)))
                continue;
            return !error_plain(e, STATUS_INPUT,
                                "figure calls: the run %.*s would have %.*s calls, more than the limit of %.*s; "
                                "--max-calls raises it%s",
                                STR_ARG(id), STR_ARG(datum_as_text(datum_get(n->args, "count"))),
                                STR_ARG(datum_as_text(datum_get(n->args, "limit"))), other_run(s, e->arena));
        }
    return false;
}

/* ---- layout ---- */

typedef struct layout {
    drawing *d;
    call_tree *tree;
    call_nodes *nodes;
    tree_paper paper;
    tree_pieces *pieces;
    bool legend_apart; /* in a part of its own: it would leave little room for trees */
} layout;

/* Room at the edges, for lines and for tags that stand over the corners. */
#define LEGEND_MOST 0.3 /* of the height */

enum { MARGIN = 4, TOP = 6, LEGEND_GAP = 12, LEGEND_LEAST = 300, PIECE_GAP = 18 };

static double flow_width(const layout *l, double tree_w) {
    double w = fmax(tree_w, LEGEND_LEAST), most = l->d->q->width;
    return most > 0 ? fmin(w, most - 2 * MARGIN) : w;
}

static void measure(layout *l, double scale) {
    const figure_request *q = l->d->q;
    l->nodes = call_nodes_measure(l->d, l->tree, scale);
    double legend = call_legend_height(l->nodes, flow_width(l, 0), true) + LEGEND_GAP;
    l->legend_apart = q->height > 0 && legend > q->height * LEGEND_MOST;
    l->paper = (tree_paper){
        .width = q->width > 0 ? q->width - 2 * MARGIN : 0,
        .height = q->height > 0 ? q->height - TOP - MARGIN - (l->legend_apart ? 0 : legend) : 0,
        .options = {.level_gap = l->nodes->level_gap, .sibling_gap = l->nodes->sibling_gap, .aligned = true},
        .piece_gap = PIECE_GAP,
    };
    tree_marks_measure(l->d, &l->paper, l->tree->count);
}

static bool whole_fits(void *figure, const void *look) {
    layout *l = figure;
    measure(l, *(const double *)look);
    l->pieces = tree_in_one(l->nodes->boxes, l->tree->count, &l->paper, l->d->a);
    return tree_fits(l->pieces, &l->paper);
}

static bool try_whole(layout *l, str root, bool folded) {
    static const double scales[] = {1, 0.92, 0.85, 0.78, 0.71, 0.64};
    l->tree = call_tree_at(l->d, root, folded);
    return l->tree && FIT(l, scales, whole_fits);
}

/* False with an error if there is nothing to draw. */
static bool find_layout(layout *l, str root, folding fold) {
    static const double small = 0.8; /* of a tree in pieces */
    if (fold != FOLD_ALWAYS && try_whole(l, root, false))
        return true;
    bool folds = fold == FOLD_ALWAYS || (l->tree && fold == FOLD_IF_NEEDED && l->tree->repeats > 0);
    if (folds && try_whole(l, root, true))
        return true;
    if (!l->tree)
        return false;
    measure(l, small);
    l->pieces = tree_in_pieces(l->nodes->boxes, l->tree->count, &l->paper, l->d->a);
    return true;
}

/* unfold=yes was how fold=no was written. */
static folding folding_of(const drawing *d) {
    str fold = drawing_param(d, "fold"), unfold = drawing_param(d, "unfold");
    bool automatic = !fold.len || str_is(fold, "auto"), tight = d->q->width <= 0 && d->q->height <= 0;
    if (!automatic && !str_is(fold, "yes") && !str_is(fold, "no"))
        error_plain(d->q->error, figure_param_status(d->q), "figure calls: fold: expected yes, no or auto, got '%.*s'",
                    STR_ARG(fold));
    if (str_is(unfold, str_is(fold, "yes") ? "yes" : "no") && !automatic)
        error_plain(d->q->error, figure_param_status(d->q), "figure calls: fold=%.*s and unfold=%.*s cannot both hold",
                    STR_ARG(fold), STR_ARG(unfold));
    if (str_is(fold, "yes") || (automatic && str_is(unfold, "no")))
        return FOLD_ALWAYS;
    return str_is(fold, "no") || str_is(unfold, "yes") || (automatic && tight && !fold.len) ? FOLD_NEVER
                                                                                            : FOLD_IF_NEEDED;
}

/* ---- drawing ---- */

/* What holds several roots together takes a level, but is not drawn. */
static double lift_of(const layout *l, const tree_piece *p) {
    return l->tree->items[p->twigs[0].node].frame ? 0 : l->paper.options.level_gap;
}

static void draw_head(layout *l, scene *s, size_t n, double left) {
    const tree_piece *p = &l->pieces->items[n];
    const tree_node *root = &p->places[0];
    if (l->pieces->count == 1 || l->tree->items[p->twigs[0].node].time == CALL_AHEAD)
        return;
    point top = {left + p->x + root->x + root->w / 2, TOP + p->y + root->y};
    tree_head_draw(l->d, s, &l->paper, n + 1, p->from, top, left + p->left, left + p->right);
}

/* Width and height of what stands in a part. */
static box part_extent(const layout *l, size_t part) {
    box all = {0};
    for (size_t k = 0; k < l->pieces->count; k++) {
        const tree_piece *p = &l->pieces->items[k];
        if (p->part == part)
            all = (box){0, 0, fmax(all.w, p->right), fmax(all.h, p->y + p->h - lift_of(l, p))};
    }
    return all;
}

/* The legend stands in the first part, with the trees there over its middle. */
static void draw_part(layout *l, size_t part, size_t *next) {
    scene *s = drawing_large_part(l->d);
    box trees = part_extent(l, part);
    bool several = l->pieces->count > 1;
    double wide = flow_width(l, trees.w);
    double legend = part == 0 && !l->legend_apart ? call_legend_height(l->nodes, wide, several) : 0;
    double w = legend > 0 ? wide : trees.w, left = MARGIN + (w - trees.w) / 2;
    for (; *next < l->pieces->count && l->pieces->items[*next].part == part; ++*next) {
        const tree_piece *p = &l->pieces->items[*next];
        call_nodes_draw(l->nodes, s, p, (point){left + p->x, TOP + p->y - lift_of(l, p)});
        draw_head(l, s, *next, left);
    }
    if (legend > 0)
        call_legend_draw(l->nodes, s, (point){MARGIN, TOP + trees.h + LEGEND_GAP}, w, several);
    drawing_size(s, w + 2 * MARGIN, TOP + trees.h + (legend > 0 ? LEGEND_GAP + legend : MARGIN));
}

static void draw_legend_apart(layout *l) {
    double w = flow_width(l, l->d->q->width), h = call_legend_height(l->nodes, w, l->pieces->count > 1);
    if (h <= 0)
        return;
    scene *s = drawing_part(l->d);
    call_legend_draw(l->nodes, s, (point){MARGIN, 0}, w, l->pieces->count > 1);
    drawing_size(s, w + 2 * MARGIN, h);
}

enum { MOST_IN_FORMULA = 40 }; /* bytes: a longer name is set as words, which lines may break */

static void say_facts(layout *l) {
    drawing *d = l->d;
    const call_tree *t = l->tree;
    const story_frame *root = t->items[0].frame;
    str name = root ? story_frame_name(root, d->a) : STR("");
    drawing_fact(d, "root", name);
    drawing_fact(d, "root_tex", name.len && name.len <= MOST_IN_FORMULA ? call_tex(d, root) : STR(""));
    drawing_fact(d, "value", root && t->items[0].time <= CALL_NOW ? number_shown(root->value, d->a) : STR(""));
    drawing_fact_integer(d, "call_count", (int64_t)t->calls);
    drawing_fact_integer(d, "different_count", (int64_t)(t->calls - t->repeats - t->hits));
    drawing_fact_integer(d, "repeat_count", (int64_t)t->repeats);
    drawing_fact_integer(d, "hit_count", (int64_t)t->hits);
    drawing_fact_bool(d, "repeats", t->repeats > 0);
    drawing_fact_bool(d, "hits", t->hits > 0);
    drawing_fact_bool(d, "folded", t->folded);
    drawing_fact_bool(d, "best", t->has_best);
}

static figure *calls_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    layout l = {.d = d};
    folding fold = folding_of(d);
    if (error_set(q->error) || !find_layout(&l, drawing_param(d, "root"), fold))
        return NULL;
    for (size_t part = 0, next = 0; part < l.pieces->part_count; part++)
        draw_part(&l, part, &next);
    if (l.legend_apart)
        draw_legend_apart(&l);
    say_facts(&l);
    return drawing_end(d, "calls");
}

static const figure_param calls_params[] = {
    {.name = "root"}, {.name = "fold", .bare = true}, {.name = "unfold", .is_switch = true}, {0}};

const figure_kind calls_figure = {
    .name = "calls",
    .summary = "the tree of calls: repeats dotted, answers of the memo with a corner filled",
    .counts = STEP_FRAME,
    .params = calls_params,
    .draws = calls_draw,
    .refuses = calls_refuse,
    .build = calls_build,
};
