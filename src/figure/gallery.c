/* The solutions of a run, a tree for each class of them: few are drawn large, many in a grid of frames that goes on
 * over several parts.
 *
 *   ┌───────────────┐ ┌───────────────┐ ┌───────────────┐
 *   │ 1  5 trees (+)│ │ 2       (−)   │ │ 3        (−)  │
 *   │          ╱  ╲ │ │        ╱  ╲   │ │        ╱   ╲  │
 *   │  10 + 8 + 4 … │ │ 10 × 2 + 8 …  │ │ 10 × 4 − 8 …  │
 *   └───────────────┘ └───────────────┘ └───────────────┘
 *
 * first=N draws no more than the first N. */
#include "classes.h"
#include "grid.h"
#include "number.h"
#include "trees/small_tree.h"

#include <math.h>

typedef struct frame {
    small_tree tree;
    piece number, count;
    double top; /* of the tree, from the frame's upper edge */
    double w, h;
} frame;

typedef struct gallery {
    drawing *d;
    solution_classes classes;
    frame *frames;
    size_t count;
    size_t columns;
    bool framed; /* one alone stands free */
    double frame_w;
} gallery;

enum { PAD = 10, GAP = 9, HEAD_H = 15, HEAD_GAP = 6, MOST_COLUMNS = 4, MANY = 12, TIGHT_COLUMN = 152 };

static bool gallery_draws(const story_run *r) {
    return r->solution_count > 0;
}

/* ---- sizes ---- */

static void set_head(const gallery *g, size_t k, frame *f) {
    drawing *d = g->d;
    const theme *t = d->t;
    size_t trees = g->classes.items[k].trees;
    f->number =
        drawing_text(d, str_format(d->a, "%zu", k + 1), drawing_style(FACE_BOLD, t->type.formula, t->color.ink));
    f->count = (piece){.scene = scene_new(d->a)};
    if (g->classes.trees == g->classes.count)
        return; /* a tree for each class: nothing was counted */
    datum *more = datum_map(d->a);
    datum_put(d->a, more, "tree_count", datum_integer(d->a, (int64_t)trees));
    f->count = drawing_label(d, drawing_say(d, "figure.gallery.trees", more),
                             drawing_style(FACE_ROMAN, t->type.label, t->color.mute));
}

static double head_width(const frame *f) {
    return f->number.width + (f->count.width > 0 ? HEAD_GAP + f->count.width : 0);
}

static bool set_frame(gallery *g, size_t k, double scale, double width) {
    frame *f = &g->frames[k];
    double height = g->d->q->height > 0 ? g->d->q->height - 2 - (g->framed ? HEAD_H + 2 * PAD : 2) : 0;
    small_tree_options o = {
        .scale = scale, .width = width > 0 ? width - 2 * PAD : 0, .height = height, .figure = "gallery"};
    if (!small_tree_set(g->d, g->classes.items[k].node, o, &f->tree))
        return false;
    if (!g->framed) {
        *f = (frame){.tree = f->tree, .w = f->tree.w + 2, .h = f->tree.h + 2, .top = 1};
        return true;
    }
    set_head(g, k, f);
    f->w = width > 0 ? width : fmax(f->tree.w, head_width(f)) + 2 * PAD;
    /* The tree begins beside the head where its root leaves room, else below. */
    double root = (f->w - f->tree.extent.w) / 2 + small_tree_root(&f->tree);
    f->top = PAD + (f->tree.nodes && root > PAD + head_width(f) + HEAD_GAP ? 0 : HEAD_H);
    f->h = f->top + f->tree.h + PAD;
    return true;
}

static bool set_frames(gallery *g, double scale, double width) {
    drawing_forget_notes(g->d);
    for (size_t k = 0; k < g->count; k++)
        if (!set_frame(g, k, scale, width))
            return false;
    return true;
}

/* As far as wider frames would help. */
static bool all_drawn(const gallery *g) {
    for (size_t k = 0; k < g->count; k++)
        if (!g->frames[k].tree.nodes && !g->frames[k].tree.too_high)
            return false;
    return true;
}

static double column_width(const gallery *g, double width) {
    return (width - GAP * (double)(g->columns - 1)) / (double)g->columns;
}

/* Fewer columns where the trees are too wide for them. */
static bool measure(gallery *g) {
    double width = g->d->q->width > 0 ? g->d->q->width - 2 : 0;
    double scale = g->count == 1 && width <= 0 ? 1.2 : g->count > MANY ? 0.84 : 1;
    g->framed = g->count > 1;
    g->columns = g->count > MANY ? MOST_COLUMNS : g->count < 3 ? g->count : 3;
    if (width <= 0)
        width = TIGHT_COLUMN * (double)g->columns + GAP * (double)(g->columns - 1);
    while (g->columns > 1) {
        g->frame_w = column_width(g, width);
        if (g->frame_w >= 90 && !set_frames(g, scale, g->frame_w))
            return false;
        if (g->frame_w >= 90 && all_drawn(g))
            return true;
        g->columns--;
    }
    g->frame_w = width;
    return set_frames(g, scale, g->count == 1 && g->d->q->width <= 0 ? 0 : width);
}

/* ---- drawing ---- */

static void draw_frame(const gallery *g, scene *s, size_t k, box b) {
    const frame *f = &g->frames[k];
    const theme *t = g->d->t;
    str id = drawing_id(g->d, "tree-%zu", k + 1);
    str value = number_shown(g->classes.items[k].node->value, g->d->a);
    str alt = str_format(g->d->a, "%.*s = %.*s", STR_ARG(f->tree.shown), STR_ARG(value));
    scene_open(s, (group){.role = ROLE_PART, .id = id, .title = str_format(g->d->a, "%zu", k + 1), .alt = alt});
    if (g->framed) {
        scene_open(s, (group){.role = ROLE_NONE});
        scene_rect(s, b, t->space.radius, paint_stroke(t->color.rule, t->stroke.frame));
        scene_close(s);
        drawing_put(s, &f->number, (point){b.x + PAD, b.y + PAD + 9}, ANCHOR_LEFT);
        drawing_put(s, &f->count, (point){b.x + PAD + f->number.width + HEAD_GAP, b.y + PAD + 9}, ANCHOR_LEFT);
    }
    double pad = g->framed ? PAD : 1;
    small_tree_draw(&f->tree, s, (point){b.x + b.w / 2, b.y + f->top}, b.y + b.h - pad, id);
    scene_close(s);
}

static double row_height(const gallery *g, size_t first) {
    double h = 0;
    for (size_t k = first; k < first + g->columns && k < g->count; k++)
        h = fmax(h, g->frames[k].h);
    return h;
}

/* Rows of frames in parts of about the same height. */
static grid_blocks parts_of(const gallery *g) {
    size_t rows = (g->count + g->columns - 1) / g->columns;
    double *heights = ARENA_ARRAY(g->d->a, double, rows);
    for (size_t k = 0; k < rows; k++)
        heights[k] = row_height(g, k * g->columns) + GAP;
    return grid_split(heights, rows, 0, g->d->q->height > 0 ? g->d->q->height - 2 + GAP : 0, g->d->a);
}

static void draw_part(const gallery *g, grid_block part) {
    scene *s = drawing_part(g->d);
    double y = 1, frame_w = g->count == 1 ? g->frames[0].w : g->frame_w;
    for (size_t row = part.first; row < part.first + part.count; row++) {
        size_t first = row * g->columns;
        double h = row_height(g, first);
        for (size_t k = first; k < first + g->columns && k < g->count; k++)
            draw_frame(g, s, k, (box){1 + (double)(k - first) * (frame_w + GAP), y, frame_w, h});
        y += h + GAP;
    }
    double width = g->count == 1 ? frame_w : frame_w * (double)g->columns + GAP * (double)(g->columns - 1);
    drawing_size(s, width + 2, y - GAP + 1);
}

static void draw(const gallery *g) {
    grid_blocks parts = parts_of(g);
    for (size_t k = 0; k < parts.count; k++)
        draw_part(g, parts.items[k]);
}

static figure *gallery_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    gallery g = {.d = d, .classes = solution_classes_of(q->moment->run, d->a)};
    int64_t most = drawing_param_integer(d, "first", 0);
    g.count = most > 0 && (size_t)most < g.classes.count ? (size_t)most : g.classes.count;
    g.frames = ARENA_ARRAY(d->a, frame, g.count);
    if (!measure(&g))
        return NULL;
    draw(&g);
    drawing_fact(d, "value", number_shown(g.classes.items[0].node->value, d->a));
    drawing_fact_integer(d, "class_count", (int64_t)g.classes.count);
    drawing_fact_integer(d, "tree_count", (int64_t)g.classes.trees);
    drawing_fact_integer(d, "shown_count", (int64_t)g.count);
    drawing_fact_bool(d, "all", g.count == g.classes.count);
    return drawing_end(d, "gallery");
}

static const figure_param gallery_params[] = {{.name = "first"}, {0}};

const figure_kind gallery_figure = {
    .name = "gallery",
    .summary = "the solutions of a run, a tree for each class of them",
    .counts = STEP_BACK,
    .params = gallery_params,
    .draws = gallery_draws,
    .build = gallery_build,
};
