/* The calls of a run merged to a graph: each subproblem once, arrows to those that it needs.
 *
 *   4 cards          ┌ f(0,3) ┐           name, value, how often it is called
 *                    └───14───┘
 *                  6 ↙        ↘ 1         what the trace writes at the call
 *   3 cards    ( s(0,2) )  ( s(1,3) )
 *                ↙   ↘       ↙   ↘
 *   2 cards    …   f(1,2) 10 ×2   …
 *
 * Looks are tried from roomy to tight, with and without what stands at the arrows, at last without values; then the
 * parts that only the root joins are drawn one by one. What is still too large for the page is refused. */
#include "draw/fit.h"
#include "draw/keys.h"
#include "number.h"
#include "trees/call_graph.h"

#include <math.h>

enum { MOST_PASSED = 20000, MOST_PARTS = 6, LEGEND_GAP = 8, LEVEL_GAP = 14 };

static const graph_look attempts[] = {
    {1, true, 1, 84, 0},       {1, true, 0.8, 84, 0},     {1, true, 1.2, 84, 24},    {1, true, 1.5, 84, 48},
    {0.92, true, 0.8, 72, 0},  {0.84, true, 0.75, 64, 0}, {0.76, true, 0.7, 56, 0},  {0.68, true, 0.7, 50, 0},
    {1, false, 0.8, 84, 0},    {0.92, false, 0.8, 72, 0}, {0.84, false, 0.7, 64, 0}, {0.76, false, 0.65, 56, 0},
    {0.68, false, 0.6, 50, 0}, {0.62, false, 0.6, 42, 0}, {0.56, false, 0.6, 34, 0}, {0.7, true, 0.7, 0, 0},
    {0.7, false, 0.6, 0, 0},   {0.6, false, 0.55, 0, 0},
};

static bool subproblems_draws(const story_run *r) {
    return r->frame_count > 0;
}

/* ---- nodes ---- */

static str value_now(const call_graph *g, const merged_call *c) {
    return c->returned <= g->now ? c->frame->value : STR("");
}

static void measure_call(call_graph *g, size_t k) {
    drawing *d = g->d;
    const merged_call *c = &g->m.calls[k];
    node_text *t = &g->texts[k];
    double size = fmax((d->t->type.node - 2) * g->how.scale, d->t->type.least);
    t->name = call_name(d, &g->fns, c->frame, size);
    str markup = str_format(d->a, "$%.*s$", STR_ARG(call_tex(d, c->frame)));
    t->value = (piece){0};
    if (c->frame->value.len && g->how.widest > 0)
        t->value = drawing_value(d, c->frame->value, markup, g->how.widest,
                                 call_graph_style(g, FACE_BOLD, d->t->type.node - 1.5, d->t->color.ink));
    t->count = (piece){0};
    if (c->count > 1)
        t->count = drawing_text(d, str_format(d->a, "×%zu", c->count),
                                call_graph_style(g, FACE_ROMAN, d->t->type.count, d->t->color.mute));
}

/* The count stands beside the name or the value, whichever makes the boxes narrower. */
static double content_width(const call_graph *g, size_t k, bool by_name) {
    const node_text *t = &g->texts[k];
    double count = t->count.width > 0 ? t->count.width + 3 : 0;
    return by_name ? fmax(t->name.width + count, t->value.width) : fmax(t->name.width, t->value.width + count);
}

static void measure(call_graph *g, graph_look how) {
    drawing_forget_notes(g->d);
    g->how = how;
    double below = 0, beside = 0, tallest = 0;
    for (size_t k = 0; k < g->m.count; k++) {
        if (!g->shown[k])
            continue;
        measure_call(g, k);
        below = fmax(below, content_width(g, k, false));
        beside = fmax(beside, content_width(g, k, true));
        tallest = fmax(tallest, g->texts[k].value.ascent + g->texts[k].value.descent);
    }
    g->count_by_name = beside < below && how.widest > 0;
    double widest = g->count_by_name ? beside : below;
    double size = fmax(g->d->t->type.node * how.scale, g->d->t->type.least);
    g->box_h = size * 2.6 + fmax(0, tallest - size);
    double ends = g->fns.plain > 1 ? g->box_h * 0.3 : 0; /* of the round ones */
    g->box_w = fmax(40 * how.scale, widest + fmax(ends, how.scale > 0.7 ? 9 : 6));
    g->level_gap = (how.labels ? 38 : 30) * how.gap;
}

/* ---- drawing ---- */

static bool is_current(const call_graph *g, const merged_call *c) {
    const story_step *step = g->d->q->moment->step;
    const story_frame *f = step && step->kind == STEP_FRAME ? step->frame : NULL;
    if (f && g->m.calls[0].frame->returned == g->now) /* all is done */
        return false;
    return f && (f == c->frame || f->repeat_of == c->frame || (c->frame->repeat_of && f == c->frame->repeat_of));
}

static paint call_paint(const call_graph *g, const merged_call *c, bool best) {
    const theme *t = g->d->t;
    color white = {255, 255, 255};
    if (is_current(g, c))
        return state_paint(g->d, STATE_CURRENT);
    paint p = paint_both(c->count > 1 ? t->color.repeat_fill : white, t->color.ink, t->stroke.node);
    if (best) {
        p.stroke = t->color.path_line;
        p.width = t->stroke.best_path;
    }
    return p;
}

static void draw_node(const call_graph *g, scene *s, size_t node) {
    drawing *d = g->d;
    const merged_call *c = &g->m.calls[g->call_of[node]];
    const node_text *t = &g->texts[g->call_of[node]];
    if (!call_graph_entered(g, c))
        return;
    box b = call_graph_box(g, node);
    str value = value_now(g, c), name = story_frame_name(c->frame, d->a);
    str alt = value.len ? call_alt(d, c->frame) : name;
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(d, "call-%.*s", STR_ARG(name)),
                          .title = name,
                          .alt = c->count > 1 ? str_format(d->a, "%.*s, ×%zu", STR_ARG(alt), c->count) : alt});
    call_outline(s, call_function_number(&g->fns, c->frame->fn), b, d->t->space.radius, call_paint(g, c, c->best));
    double middle = b.x + b.w / 2, upper = b.y + b.h * 0.31, lower = b.y + b.h * 0.71;
    bool shows = value.len && t->value.width > 0;
    double count = t->count.width > 0 ? t->count.width + 3 : 0, name_w = t->name.width,
           value_w = shows ? t->value.width : 0;
    double name_at = middle - (name_w + (g->count_by_name ? count : 0)) / 2;
    double value_at = middle - (value_w + (g->count_by_name ? 0 : shows ? count : count - 3)) / 2;
    drawing_put_middle(s, &t->name, (point){name_at, upper}, ANCHOR_LEFT);
    if (shows)
        drawing_put_middle(s, &t->value, (point){value_at, lower}, ANCHOR_LEFT);
    if (count > 0 && g->count_by_name)
        drawing_put_middle(s, &t->count, (point){name_at + name_w + 3, upper}, ANCHOR_LEFT);
    else if (count > 0)
        drawing_put_middle(s, &t->count, (point){value_at + value_w + (shows ? 3 : 0), lower}, ANCHOR_LEFT);
    scene_close(s);
}

/* What a level is called: "4 cards"; empty where it has no name. */
static piece level_piece(const call_graph *g, size_t level) {
    double size = fmax(g->d->t->type.index * g->how.scale, g->d->t->type.least);
    for (size_t k = 0; k < g->m.count; k++)
        if (g->m.calls[k].level == level && g->m.calls[k].length)
            return call_level_name(g->d, g->m.calls[k].length, size);
    return (piece){0};
}

static double margin_width(const call_graph *g) {
    double widest = 0;
    for (size_t k = 0; k < g->m.levels; k++)
        widest = fmax(widest, level_piece(g, k).width);
    return widest > 0 ? widest + LEVEL_GAP * g->how.scale : 0;
}

typedef struct sample {
    const call_graph *g;
    size_t function;
    bool repeated;
} sample;

static void draw_sample(const drawing *d, scene *s, box b, const void *user) {
    const sample *x = user;
    color white = {255, 255, 255};
    call_outline(s, x->function, (box){b.x + 0.5, b.y + 0.5, b.w - 1, b.h - 1}, d->t->space.radius,
                 paint_both(x->repeated ? d->t->color.repeat_fill : white, d->t->color.ink, d->t->stroke.node));
}

static keys legend_of(const call_graph *g) {
    drawing *d = g->d;
    keys k = {0};
    for (size_t f = 0; f < g->fns.plain && g->fns.plain > 1; f++) {
        sample *x = ARENA_NEW(d->a, sample);
        *x = (sample){.g = g, .function = f};
        const char *phrase = str_format(d->a, "legend.call.%.*s", STR_ARG(g->fns.names[f])).ptr;
        if (drawing_knows(d, phrase))
            keys_add(d, &k, phrase, draw_sample, x);
    }
    bool repeated = false, best = false;
    for (size_t c = 0; c < g->m.count; c++) {
        repeated = repeated || (g->shown[c] && g->m.calls[c].count > 1);
        best = best || (g->shown[c] && g->m.calls[c].best);
    }
    if (repeated) {
        sample *x = ARENA_NEW(d->a, sample);
        *x = (sample){.g = g, .repeated = true};
        keys_add(d, &k, "legend.called_again", draw_sample, x);
    }
    if (best)
        keys_add(d, &k, "legend.best", key_best_way, NULL);
    return k;
}

static double drawn_width(const call_graph *g) {
    return g->margin + g->extent.w + 3;
}

static double drawn_height(const call_graph *g) {
    return (double)g->m.levels * (g->box_h + g->level_gap) - g->level_gap + 3;
}

/* The width that the legend may take: about that of the graph. */
static double legend_room(const call_graph *g) {
    double room = fmax(drawn_width(g), 280);
    return g->d->q->width > 0 ? fmin(room, g->d->q->width) : room;
}

/* The graph, and below it the legend; the narrower of both in the middle. */
static void end_part(const call_graph *g, scene *graph) {
    drawing *d = g->d;
    scene *s = drawing_part(d);
    keys k = legend_of(g);
    double width = drawn_width(g), height = drawn_height(g), room = legend_room(g);
    double legend_w = keys_width(d, &k, room), legend_h = keys_height(d, &k, room);
    scene_take(s, graph, fmax(0, (legend_w - width) / 2), 0, STR(""));
    keys_draw(d, &k, s, (point){fmax(0, (width - legend_w) / 2), height + LEGEND_GAP}, room);
    box ink = scene_ink(s);
    double all = fmax(fmax(width, legend_w), ink.x + ink.w + 0.5);
    drawing_size(s, all, legend_h > 0 ? height + LEGEND_GAP + legend_h : height);
}

static void draw_graph(call_graph *g, const placed_label *labels) {
    drawing *d = g->d;
    scene *s = scene_new(d->a);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (int best = 0; best < 2; best++) /* the best way lies on top */
        for (size_t k = 0; k < g->edge_count; k++)
            if (g->m.needs[g->need_of[k]].best == best && call_graph_shows(g, &g->m.needs[g->need_of[k]]))
                call_graph_arrow(g, s, k, &labels[k]);
    scene_close(s);
    for (size_t k = 0; k < g->edge_count; k++)
        if (labels[k].box.w > 0 && call_graph_shows(g, &g->m.needs[g->need_of[k]]))
            drawing_put_middle(s, &labels[k].text,
                               (point){labels[k].box.x + labels[k].box.w / 2, labels[k].box.y + labels[k].box.h / 2},
                               ANCHOR_CENTRE);
    for (size_t level = 0; level < g->m.levels; level++) {
        piece name = level_piece(g, level);
        if (g->margin > 0 && name.width > 0)
            drawing_put_middle(s, &name, (point){0, call_graph_level_top(g, level) + g->box_h / 2}, ANCHOR_LEFT);
    }
    size_t count = 0;
    for (size_t k = 0; k < g->m.count; k++)
        count += g->shown[k];
    for (size_t k = 0; k < count; k++)
        draw_node(g, s, k);
    end_part(g, s);
}

/* ---- fitting ---- */

static bool fits_height(call_graph *g) {
    keys k = legend_of(g);
    double legend = keys_height(g->d, &k, legend_room(g));
    return g->d->q->height <= 0 || drawn_height(g) + LEGEND_GAP + legend <= g->d->q->height;
}

/* Whether the fullest level alone is too wide, which spares the layout. */
static bool level_is_too_wide(const call_graph *g) {
    size_t *counts = ARENA_ARRAY(g->d->a, size_t, g->m.levels), most = 0;
    for (size_t k = 0; k < g->m.count; k++)
        counts[g->m.calls[k].level] += g->shown[k];
    for (size_t k = 0; k < g->m.levels; k++)
        most = counts[k] > most ? counts[k] : most;
    return g->d->q->width > 0 && (double)most * g->box_w > g->d->q->width;
}

static bool try_attempt(call_graph *g, graph_look how, placed_label *labels) {
    measure(g, how);
    if (level_is_too_wide(g) || (g->d->q->height > 0 && drawn_height(g) > g->d->q->height))
        return false;
    call_graph_place(g);
    g->margin = margin_width(g);
    if (g->d->q->width > 0 && drawn_width(g) > g->d->q->width && how.scale < 0.9)
        g->margin = 0;
    if ((g->d->q->width > 0 && drawn_width(g) > g->d->q->width) || !fits_height(g))
        return false;
    for (size_t k = 0; k < g->edge_count; k++)
        labels[k] = (placed_label){0};
    return !how.labels || call_graph_labels(g, labels);
}

typedef struct labelled {
    call_graph *g;
    placed_label *labels;
} labelled;

static bool graph_fits(void *figure, const void *look) {
    const labelled *l = figure;
    return try_attempt(l->g, *(const graph_look *)look, l->labels);
}

static bool draw_shown(call_graph *g) {
    labelled l = {g, ARENA_ARRAY(g->d->a, placed_label, g->m.need_count)};
    size_t taken = fit_first(&l, attempts, 0, FIT_LOOKS(attempts), sizeof *attempts, graph_fits);
    if (taken == FIT_LOOKS(attempts))
        return false;
    draw_graph(g, l.labels);
    g->left_out = g->left_out || attempts[taken].widest <= 0;
    return true;
}

/* Shows the root and what can be reached from one of those that it needs; false if that is all the rest. */
static bool show_below(call_graph *g, size_t need) {
    bool all = true;
    for (size_t k = 0; k < g->m.count; k++)
        g->shown[k] = k == 0 || k == g->m.needs[need].to;
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < g->m.need_count; k++) {
            const merged_need *n = &g->m.needs[k];
            if (n->from && g->shown[n->from] && !g->shown[n->to])
                more = g->shown[n->to] = true;
        }
    }
    for (size_t k = 0; k < g->m.count; k++)
        all = all && g->shown[k];
    return !all;
}

static bool draw_parts(call_graph *g) {
    size_t parts = 0;
    for (size_t k = 0; k < g->m.need_count; k++)
        parts += g->m.needs[k].from == 0;
    if (parts > MOST_PARTS)
        return false;
    for (size_t k = 0; k < g->m.need_count; k++)
        if (g->m.needs[k].from == 0 && (!show_below(g, k) || !draw_shown(g)))
            return false;
    return true;
}

/* A call without arguments is the whole problem and no subproblem. */
static void count_facts(const call_graph *g) {
    size_t bare = 0, bare_calls = 0;
    for (size_t k = 0; k < g->m.count; k++)
        if (g->m.calls[k].frame->args.count == 0) {
            bare++;
            bare_calls += g->m.calls[k].count;
        }
    size_t distinct = g->m.count > bare ? g->m.count - bare : g->m.count;
    drawing_fact_integer(g->d, "distinct_count", (int64_t)distinct);
    drawing_fact_integer(g->d, "call_count", (int64_t)(g->m.count > bare ? g->m.all - bare_calls : g->m.all));
    drawing_fact_bool(g->d, "repeats", g->m.all > g->m.count);
}

/* How many levels arrows pass in all. */
static size_t passed_levels(const merged *m) {
    size_t passed = 0;
    for (size_t k = 0; k < m->need_count; k++)
        passed += m->calls[m->needs[k].to].level - m->calls[m->needs[k].from].level - 1;
    return passed;
}

static figure *subproblems_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    const story_frame *root = call_root(d, "subproblems");
    call_graph g = {.d = d, .now = SIZE_MAX};
    if (!root || !merged_below(d, "subproblems", root, &g.m))
        return NULL;
    if (passed_levels(&g.m) > MOST_PASSED) {
        error_plain(
            q->error, STATUS_INPUT,
            "figure subproblems: %zu calls in %zu levels are too much to be drawn; root=CALL draws those below one",
            g.m.count, g.m.levels);
        return NULL;
    }
    if (q->moment->step && q->moment->step->kind == STEP_FRAME)
        g.now = q->moment->step->frame->returned;
    g.fns = call_functions_of(d, q->moment->run);
    g.texts = ARENA_ARRAY(d->a, node_text, g.m.count);
    g.shown = ARENA_ARRAY(d->a, bool, g.m.count);
    for (size_t k = 0; k < g.m.count; k++)
        g.shown[k] = true;
    count_facts(&g);
    drawing_fact(d, "root_tex", call_tex(d, root));
    drawing_fact(d, "root", story_frame_name(root, d->a));
    if (!draw_shown(&g)) {
        d->f->count = 0;
        g.left_out = false;
        if (!draw_parts(&g)) {
            error_plain(
                q->error, STATUS_INPUT,
                "figure subproblems: %zu calls in %zu levels do not fit a page; root=CALL draws those below one",
                g.m.count, g.m.levels);
            return NULL;
        }
    }
    if (g.left_out)
        *ARENA_PUSH(d->a, d->f, notes, note_count, note_capacity) = drawing_say(d, "figure.subproblems.left_out", NULL);
    return drawing_end(d, "subproblems");
}

static const figure_param subproblems_params[] = {{.name = "root"}, {0}};

const figure_kind subproblems_figure = {
    .name = "subproblems",
    .summary = "the calls merged to a graph: each subproblem once, what it needs",
    .counts = STEP_FRAME,
    .params = subproblems_params,
    .draws = subproblems_draws,
    .build = subproblems_build,
};
