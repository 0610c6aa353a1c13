/* The tree of the calls of a run. A node is a call: its function by shape, its name and arguments, below them its
 * value; what was called before is dashed and has the number of the first; what the memo answered has a double line.
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
#include "number.h"
#include "tree_calls.h"
#include "tree_node.h"

#include <math.h>

typedef enum folding { FOLD_IF_NEEDED, FOLD_ALWAYS, FOLD_NEVER } folding;

static bool is_refusal(const story_note *n) {
    return str_is(n->key, "frames.too_many");
}

static const story_note *refusal_of(const story_run *r) {
    for (size_t k = 0; k < r->note_count && !r->frame_count; k++)
        if (is_refusal(&r->notes[k]))
            return &r->notes[k];
    return NULL;
}

static bool calls_draw(const story_run *r) {
    return r->frame_count > 0 || refusal_of(r);
}

static figure *refuse(const figure_request *q, const story_note *n) {
    str count = datum_as_text(datum_get(n->args, "count")), limit = datum_as_text(datum_get(n->args, "limit"));
    error_plain(q->error, STATUS_INPUT,
                "figure calls: the run %.*s would have %.*s calls, more than the limit of %.*s; --max-frames raises it",
                STR_ARG(q->moment->run->id), STR_ARG(count), STR_ARG(limit));
    return NULL;
}

/* ---- layout ---- */

typedef struct layout {
    drawing *d;
    call_tree *tree;
    call_nodes *nodes;
    tree_paper paper;
    tree_pieces *pieces;
    double legend_h;
} layout;

/* Room at the edges, for lines and for tags that stand over the corners. */
enum { MARGIN = 4, TOP = 6, LEGEND_GAP = 12, LEGEND_LEAST = 300, PIECE_GAP = 18 };

static double flow_width(const layout *l, double tree_w) {
    double w = fmax(tree_w, LEGEND_LEAST), most = l->d->q->width;
    return most > 0 ? fmin(w, most - 2 * MARGIN) : w;
}

static void measure(layout *l, double scale) {
    const figure_request *q = l->d->q;
    l->nodes = call_nodes_measure(l->d, l->tree, scale);
    double legend = call_legend_height(l->nodes, q->width > 0 ? q->width - 2 * MARGIN : LEGEND_LEAST, true);
    l->paper = (tree_paper){
        .width = q->width > 0 ? q->width - 2 * MARGIN : 0,
        .height = q->height > 0 ? q->height - TOP - MARGIN - legend - LEGEND_GAP : 0,
        .options = {.level_gap = l->nodes->level_gap, .sibling_gap = l->nodes->sibling_gap, .aligned = true},
        .piece_gap = PIECE_GAP,
    };
    tree_marks_measure(l->d, &l->paper, l->tree->count);
}

static bool try_whole(layout *l, str root, bool folded) {
    static const double scales[] = {1, 0.92, 0.85, 0.78, 0.71, 0.64};
    l->tree = call_tree_at(l->d, root, folded);
    for (size_t k = 0; l->tree && k < sizeof scales / sizeof *scales; k++) {
        measure(l, scales[k]);
        l->pieces = tree_in_one(l->nodes->boxes, l->tree->count, &l->paper, l->d->a);
        if (tree_fits(l->pieces, &l->paper))
            return true;
    }
    return false;
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

static folding folding_of(const drawing *d) {
    bool fold = drawing_param_switch(d, "fold") || str_is(drawing_param(d, "unfold"), "no");
    bool unfold = drawing_param_switch(d, "unfold") || str_is(drawing_param(d, "fold"), "no");
    if (fold && unfold)
        error_plain(d->q->error, STATUS_INPUT, "figure calls: repeats are folded or unfolded, not both");
    bool tight = d->q->width <= 0 && d->q->height <= 0;
    return fold ? FOLD_ALWAYS : unfold || tight ? FOLD_NEVER : FOLD_IF_NEEDED;
}

/* ---- drawing ---- */

static void draw_head(layout *l, scene *s, size_t n, point at, double right) {
    const tree_piece *p = &l->pieces->items[n];
    const tree_node *root = &p->places[0];
    const call *c = &l->tree->items[p->twigs[0].node];
    if (l->pieces->count == 1 || c->time == CALL_AHEAD)
        return;
    point top = {at.x + root->x + root->w / 2, at.y + root->y};
    tree_head_draw(l->d, s, &l->paper, n + 1, p->from, top, at.x, right);
}

static void draw_parts(layout *l) {
    size_t n = 0;
    for (size_t part = 0; part < l->pieces->part_count; part++) {
        scene *s = drawing_part(l->d);
        double w = 0, h = 0;
        for (; n < l->pieces->count && l->pieces->items[n].part == part; n++) {
            const tree_piece *p = &l->pieces->items[n];
            point at = {MARGIN + p->x, TOP + p->y};
            if (l->pieces->count == 1)
                at.x += (flow_width(l, p->w) - p->w) / 2;
            call_nodes_draw(l->nodes, s, p, at);
            double right = fmax(at.x + p->w, MARGIN + p->x + fmax(p->w, l->paper.head_w));
            draw_head(l, s, n, at, right);
            w = fmax(w, right - MARGIN);
            h = fmax(h, p->y + p->h);
        }
        w = fmax(w, part == 0 || l->pieces->count == 1 ? flow_width(l, w) : 0);
        double bottom = TOP + h + MARGIN;
        if (part == 0) {
            double legend = call_legend_height(l->nodes, w, l->pieces->count > 1);
            call_legend_draw(l->nodes, s, (point){MARGIN, TOP + h + LEGEND_GAP}, w, l->pieces->count > 1);
            bottom += legend > 0 ? legend + LEGEND_GAP - MARGIN : 0;
        }
        drawing_size(s, w + 2 * MARGIN, bottom);
    }
}

static void say_facts(layout *l) {
    drawing *d = l->d;
    const call_tree *t = l->tree;
    const story_frame *root = t->items[0].frame;
    drawing_fact(d, "root", root ? story_frame_name(root, d->a) : STR(""));
    drawing_fact(d, "value", root && t->items[0].time <= CALL_NOW ? number_shown(root->value, d->a) : STR(""));
    drawing_fact_integer(d, "call_count", (int64_t)t->calls);
    drawing_fact_integer(d, "different_count", (int64_t)(t->calls - t->repeats - t->hits));
    drawing_fact_integer(d, "repeat_count", (int64_t)t->repeats);
    drawing_fact_integer(d, "hit_count", (int64_t)t->hits);
    drawing_fact_bool(d, "folded", t->folded);
    drawing_fact_bool(d, "best", t->has_best);
}

static figure *calls_build(const figure_request *q) {
    const story_note *refusal = refusal_of(q->moment->run);
    if (refusal)
        return refuse(q, refusal);
    drawing *d = drawing_begin(q);
    layout l = {.d = d};
    folding fold = folding_of(d);
    if (error_set(q->error) || !find_layout(&l, drawing_param(d, "root"), fold))
        return NULL;
    draw_parts(&l);
    say_facts(&l);
    return drawing_end(d, "calls");
}

static const figure_param calls_params[] = {{"root", false}, {"fold", true}, {"unfold", true}, {NULL, false}};

const figure_kind calls_figure = {
    .name = "calls",
    .counts = STEP_FRAME,
    .params = calls_params,
    .draws = calls_draw,
    .build = calls_build,
};
