/* The calls of a run merged to a graph: each subproblem once, arrows to those that it needs.
 *
 *   4 cards          ┌ f(0,3) ┐           name, value, how often it is called
 *                    └───14───┘
 *                  6 ↙        ↘ 1         what the trace writes at the call
 *   3 cards    ( s(0,2) )  ( s(1,3) )
 *                ↙   ↘       ↙   ↘
 *   2 cards    …   f(1,2) 10 ×2   …
 *
 * Scales are tried from roomy to tight, with and without what stands at the arrows; then the parts that only the root
 * joins are drawn one by one; then levels are cut into bands, each beginning with the level that the last one ended
 * with. A single level that is too wide is refused. */
#include "keys.h"
#include "layered.h"
#include "merged.h"
#include "number.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PASSED = 20000, MOST_PARTS = 6, EDGE_CLEAR = 2, LEGEND_GAP = 8, LEVEL_GAP = 14 };

typedef struct attempt {
    double scale;
    bool labels;   /* at the arrows */
    double gap;    /* between levels, × the usual */
    double widest; /* room for a value, points; 0: values are left out */
    double apart;  /* more than the usual distance between nodes, points */
} attempt;

static const attempt attempts[] = {
    {1, true, 1, 84, 0},       {1, true, 0.8, 84, 0},     {1, true, 1.2, 84, 24},    {1, true, 1.5, 84, 48},
    {0.92, true, 0.8, 72, 0},  {0.84, true, 0.75, 64, 0}, {0.76, true, 0.7, 56, 0},  {0.68, true, 0.7, 50, 0},
    {1, false, 0.8, 84, 0},    {0.92, false, 0.8, 72, 0}, {0.84, false, 0.7, 64, 0}, {0.76, false, 0.65, 56, 0},
    {0.68, false, 0.6, 50, 0}, {0.62, false, 0.6, 42, 0}, {0.56, false, 0.6, 34, 0}, {0.7, true, 0.7, 0, 0},
    {0.7, false, 0.6, 0, 0},   {0.6, false, 0.55, 0, 0},
};

typedef struct node_text {
    piece name, value, count;
} node_text;

typedef struct edge_ports {
    double from, to;
} edge_ports;

typedef struct graph {
    drawing *d;
    merged m;
    call_functions fns;
    bool *shown; /* calls that stand in this part */
    attempt how;
    node_text *texts;
    double box_w, box_h, level_gap, margin;
    bool count_by_name, left_out; /* left_out: values have no room anywhere */
    size_t now;                   /* the moment in the order of events */
    layered_node *nodes;
    layered_edge *edges;
    edge_ports *ports; /* of edges */
    size_t edge_count;
    size_t *node_of, *need_of; /* call → node; edge → need */
    size_t *call_of;           /* node → call */
    layered_extent extent;
    size_t from, to; /* levels of this band */
} graph;

static bool subproblems_draws(const story_run *r) {
    return r->frame_count > 0;
}

/* ---- nodes ---- */

static bool is_entered(const graph *g, const merged_call *c) {
    return c->entered <= g->now;
}

static str value_now(const graph *g, const merged_call *c) {
    return c->returned <= g->now ? c->frame->value : STR("");
}

static text_style style_of(const graph *g, face face, double size, color c) {
    return drawing_style(face, fmax(size * g->how.scale, g->d->t->type.least), c);
}

static void measure_call(graph *g, size_t k) {
    drawing *d = g->d;
    const merged_call *c = &g->m.calls[k];
    node_text *t = &g->texts[k];
    double size = fmax((d->t->type.node - 2) * g->how.scale, d->t->type.least);
    t->name = call_name(d, &g->fns, c->frame, size);
    str markup = str_format(d->a, "$%.*s$", STR_ARG(call_tex(d, c->frame)));
    t->value = (piece){0};
    if (c->frame->value.len && g->how.widest > 0)
        t->value = drawing_value(d, c->frame->value, markup, g->how.widest,
                                 style_of(g, FACE_BOLD, d->t->type.node - 1.5, d->t->color.ink));
    t->count = (piece){0};
    if (c->count > 1)
        t->count = drawing_text(d, str_format(d->a, "×%zu", c->count),
                                style_of(g, FACE_ROMAN, d->t->type.count, d->t->color.mute));
}

/* The count stands beside the name or the value, whichever makes the boxes narrower. */
static double content_width(const graph *g, size_t k, bool by_name) {
    const node_text *t = &g->texts[k];
    double count = t->count.width > 0 ? t->count.width + 3 : 0;
    return by_name ? fmax(t->name.width + count, t->value.width) : fmax(t->name.width, t->value.width + count);
}

static void measure(graph *g, attempt how) {
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

/* ---- layout ---- */

/* Where the edge goes from this end: its other end, or the first level that it passes. */
static double other_x(const graph *g, size_t edge, bool below) {
    const layered_edge *e = &g->edges[edge];
    if (e->bend_count)
        return e->bends[below ? 0 : e->bend_count - 1];
    return g->nodes[below ? e->to : e->from].x;
}

typedef struct port {
    size_t node, edge;
    double other; /* where the edge goes */
} port;

static int by_node_and_place(const void *a, const void *b) {
    const port *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    if (x->other != y->other)
        return x->other < y->other ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* Where arrows leave or enter their nodes, off the middle: in the order of their other ends, so that neither lines nor
 * heads meet; a single one a little towards its other end. */
static void spread_ports(const graph *g, bool below) {
    port *ports = ARENA_ARRAY(g->d->a, port, g->edge_count);
    for (size_t k = 0; k < g->edge_count; k++)
        ports[k] = (port){below ? g->edges[k].from : g->edges[k].to, k, other_x(g, k, below)};
    qsort(ports, g->edge_count, sizeof *ports, by_node_and_place);
    double reach = g->box_w * 0.3;
    for (size_t first = 0, next; first < g->edge_count; first = next) {
        for (next = first; next < g->edge_count && ports[next].node == ports[first].node;)
            next++;
        size_t count = next - first;
        double gap = count > 1 ? fmin(12 * g->how.scale, 2 * reach / (double)(count - 1)) : 0;
        for (size_t k = 0; k < count; k++) {
            const port *p = &ports[first + k];
            double towards = fmax(-reach, fmin(reach, (p->other - g->nodes[p->node].x) * 0.22));
            double at = count == 1 ? towards : ((double)k - (double)(count - 1) / 2) * gap;
            *(below ? &g->ports[p->edge].from : &g->ports[p->edge].to) = at;
        }
    }
}

static void lay_out(graph *g) {
    arena *a = g->d->a;
    size_t count = 0;
    g->nodes = ARENA_ARRAY(a, layered_node, g->m.count);
    g->call_of = ARENA_ARRAY(a, size_t, g->m.count);
    g->node_of = ARENA_ARRAY(a, size_t, g->m.count);
    for (size_t k = 0; k < g->m.count; k++)
        if (g->shown[k]) {
            g->node_of[k] = count;
            g->call_of[count] = k;
            g->nodes[count++] = (layered_node){.level = g->m.calls[k].level, .w = g->box_w};
        }
    g->edges = ARENA_ARRAY(a, layered_edge, g->m.need_count);
    g->need_of = ARENA_ARRAY(a, size_t, g->m.need_count);
    g->edge_count = 0;
    for (size_t k = 0; k < g->m.need_count; k++) {
        const merged_need *n = &g->m.needs[k];
        if (!g->shown[n->from] || !g->shown[n->to])
            continue;
        g->need_of[g->edge_count] = k;
        bool from_top = n->from == 0 && g->m.calls[0].length == 0; /* what stands on top pulls nothing aside */
        g->edges[g->edge_count++] =
            (layered_edge){.from = g->node_of[n->from], .to = g->node_of[n->to], .weight = from_top ? 0.01 : 1};
    }
    layered_options o = {.gap = fmax(8 * g->how.scale, 4) + g->how.apart,
                         .pass_gap = fmax(8 * g->how.scale, 5) + g->how.apart / 2};
    g->extent = layered_place(g->nodes, count, g->edges, g->edge_count, o, a);
    g->ports = ARENA_ARRAY(a, edge_ports, g->edge_count);
    spread_ports(g, true);
    spread_ports(g, false);
}

static double level_top(const graph *g, size_t level) {
    return 1.5 + (double)(level - g->from) * (g->box_h + g->level_gap);
}

static box node_box(const graph *g, size_t node) {
    const layered_node *n = &g->nodes[node];
    return (box){g->margin + 1.5 + n->x - g->box_w / 2, level_top(g, n->level), g->box_w, g->box_h};
}

/* ---- arrows ---- */

typedef struct arrow {
    point at[2];  /* of its first stretch: from level to level */
    point *bends; /* two a level passed: where it comes to it and where it leaves it */
    size_t bend_count;
    point head; /* where it ends */
} arrow;

static arrow arrow_of(const graph *g, size_t edge) {
    const layered_edge *e = &g->edges[edge];
    box from = node_box(g, e->from), to = node_box(g, e->to);
    double x = from.x + from.w / 2, x2 = to.x + to.w / 2, shift = g->margin + 1.5;
    arrow w = {.bends = ARENA_ARRAY(g->d->a, point, 2 * e->bend_count)};
    w.at[0] = (point){x + g->ports[edge].from, from.y + from.h};
    w.head = (point){x2 + g->ports[edge].to, to.y};
    for (size_t k = 0; k < e->bend_count; k++) {
        double top = level_top(g, g->nodes[e->from].level + 1 + k);
        w.bends[w.bend_count++] = (point){e->bends[k] + shift, top};
        w.bends[w.bend_count++] = (point){e->bends[k] + shift, top + g->box_h};
    }
    w.at[1] = w.bend_count ? w.bends[0] : w.head;
    return w;
}

static bool need_is_shown(const graph *g, const merged_need *n) {
    const merged_call *from = &g->m.calls[n->from], *to = &g->m.calls[n->to];
    return is_entered(g, from) && is_entered(g, to) && from->level >= g->from && to->level <= g->to;
}

static str need_label(const graph *g, const merged_need *n) {
    str canonical = number_canonical(n->label, g->d->a);
    str shown = canonical.len ? number_shown(canonical, g->d->a) : n->label;
    if (n->count < 2)
        return shown;
    return shown.len ? str_format(g->d->a, "%.*s, ×%zu", STR_ARG(shown), n->count)
                     : str_format(g->d->a, "×%zu", n->count);
}

static piece need_piece(const graph *g, const merged_need *n) {
    const theme *t = g->d->t;
    return drawing_text(g->d, need_label(g, n),
                        style_of(g, n->best ? FACE_BOLD : FACE_ROMAN, t->type.edge_label,
                                 n->best ? t->color.read_line : t->color.mute));
}

static bool segment_meets(point a, point b, box r) {
    double from = 0, to = 1, d[] = {b.x - a.x, b.y - a.y}, p[] = {a.x, a.y};
    double low[] = {r.x, r.y}, high[] = {r.x + r.w, r.y + r.h};
    for (int k = 0; k < 2; k++) {
        if (fabs(d[k]) < 1e-9) {
            if (p[k] < low[k] || p[k] > high[k])
                return false;
            continue;
        }
        double x = (low[k] - p[k]) / d[k], y = (high[k] - p[k]) / d[k];
        from = fmax(from, fmin(x, y));
        to = fmin(to, fmax(x, y));
    }
    return from <= to;
}

static bool boxes_meet(box a, box b) {
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

typedef struct placed_label {
    piece text;
    box box;  /* size 0: none */
    double t; /* along the first stretch */
} placed_label;

static box label_box(const arrow *w, const piece *text, double t) {
    point at = {w->at[0].x + (w->at[1].x - w->at[0].x) * t, w->at[0].y + (w->at[1].y - w->at[0].y) * t};
    double h = fmax(text->ascent, 4) + EDGE_CLEAR, width = text->width + 2 * EDGE_CLEAR;
    return (box){at.x - width / 2, at.y - h / 2, width, h};
}

/* Finds a place for every label on its arrow that no other arrow and no other label meets. */
static bool place_labels(const graph *g, placed_label *labels) {
    static const double places[] = {0.46, 0.38, 0.54, 0.32, 0.6, 0.27, 0.66};
    arrow *arrows = ARENA_ARRAY(g->d->a, arrow, g->edge_count);
    for (size_t k = 0; k < g->edge_count; k++)
        arrows[k] = arrow_of(g, k);
    for (size_t k = 0; k < g->edge_count; k++) {
        placed_label *l = &labels[k];
        if (need_label(g, &g->m.needs[g->need_of[k]]).len == 0)
            continue;
        l->text = need_piece(g, &g->m.needs[g->need_of[k]]);
        size_t level = g->nodes[g->edges[k].from].level;
        for (size_t p = 0; p < sizeof places / sizeof *places && l->box.w <= 0; p++) {
            box b = label_box(&arrows[k], &l->text, places[p]);
            bool free = b.y > arrows[k].at[0].y + 1 && b.y + b.h < arrows[k].at[1].y - 5;
            for (size_t o = 0; o < g->edge_count && free; o++) {
                const layered_edge *e = &g->edges[o];
                if (o == k || g->nodes[e->from].level > level || g->nodes[e->to].level <= level)
                    continue;
                free = !segment_meets(arrows[o].at[0], arrows[o].at[1], b) &&
                       !(labels[o].box.w > 0 && boxes_meet(labels[o].box, b));
                for (size_t n = 1; n < arrows[o].bend_count && free; n += 2)
                    free = !segment_meets(arrows[o].bends[n],
                                          n + 1 < arrows[o].bend_count ? arrows[o].bends[n + 1] : arrows[o].head, b);
            }
            if (free) {
                l->box = b;
                l->t = places[p];
            }
        }
        if (l->box.w <= 0)
            return false;
    }
    return true;
}

static void draw_arrow(const graph *g, scene *s, size_t edge, const placed_label *label) {
    const theme *t = g->d->t;
    const merged_need *n = &g->m.needs[g->need_of[edge]];
    arrow w = arrow_of(g, edge);
    double head = (n->best ? 8 : 5.5) * fmax(g->how.scale, 0.75);
    paint line = n->best ? paint_stroke(t->color.read_line, t->stroke.best_path * fmax(g->how.scale, 0.7))
                         : paint_stroke(t->color.mute, t->stroke.tree_edge);
    point a = w.at[0], b = w.at[1];
    if (label->box.w > 0) { /* the arrow is broken round its label */
        double dy = (label->box.h / 2 + 0.5) / fabs(b.y - a.y);
        double dx = fabs(b.x - a.x) > 1e-9 ? (label->box.w / 2 + 0.5) / fabs(b.x - a.x) : INFINITY, gap = fmin(dx, dy);
        double before = label->t - gap, after = label->t + gap;
        scene_line(s, a, (point){a.x + (b.x - a.x) * before, a.y + (b.y - a.y) * before}, line);
        a = (point){a.x + (b.x - a.x) * after, a.y + (b.y - a.y) * after};
    }
    point *path = ARENA_ARRAY(g->d->a, point, w.bend_count + 2);
    path[0] = a;
    for (size_t k = 0; k < w.bend_count; k++)
        path[k + 1] = w.bends[k];
    path[w.bend_count + 1] = w.head;
    drawing_bent_line(g->d, s, path, w.bend_count + 2, 8, head, line);
}

/* ---- drawing ---- */

static bool is_current(const graph *g, const merged_call *c) {
    const story_step *step = g->d->q->moment->step;
    const story_frame *f = step && step->kind == STEP_FRAME ? step->frame : NULL;
    if (f && g->m.calls[0].frame->returned == g->now) /* all is done */
        return false;
    return f && (f == c->frame || f->repeat_of == c->frame || (c->frame->repeat_of && f == c->frame->repeat_of));
}

static paint call_paint(const graph *g, const merged_call *c, bool best) {
    const theme *t = g->d->t;
    color white = {255, 255, 255};
    if (is_current(g, c))
        return state_paint(g->d, STATE_CURRENT);
    paint p = paint_both(c->count > 1 ? t->color.repeat_fill : white, t->color.ink, t->stroke.node);
    if (best) {
        p.stroke = t->color.read_line;
        p.width = t->stroke.best_path;
    }
    return p;
}

static void draw_node(const graph *g, scene *s, size_t node) {
    drawing *d = g->d;
    const merged_call *c = &g->m.calls[g->call_of[node]];
    const node_text *t = &g->texts[g->call_of[node]];
    if (!is_entered(g, c))
        return;
    box b = node_box(g, node);
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
static piece level_piece(const graph *g, size_t level) {
    double size = fmax(g->d->t->type.index * g->how.scale, g->d->t->type.least);
    for (size_t k = 0; k < g->m.count; k++)
        if (g->m.calls[k].level == level && g->m.calls[k].length)
            return call_level_name(g->d, g->m.calls[k].length, size);
    return (piece){0};
}

static double margin_width(const graph *g) {
    double widest = 0;
    for (size_t k = 0; k < g->m.levels; k++)
        widest = fmax(widest, level_piece(g, k).width);
    return widest > 0 ? widest + LEVEL_GAP * g->how.scale : 0;
}

typedef struct sample {
    const graph *g;
    size_t function;
    bool repeated;
} sample;

static void draw_sample(const drawing *d, scene *s, box b, const void *user) {
    const sample *x = user;
    color white = {255, 255, 255};
    call_outline(s, x->function, (box){b.x + 0.5, b.y + 0.5, b.w - 1, b.h - 1}, d->t->space.radius,
                 paint_both(x->repeated ? d->t->color.repeat_fill : white, d->t->color.ink, d->t->stroke.node));
}

static keys legend_of(const graph *g) {
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

static double drawn_width(const graph *g) {
    return g->margin + g->extent.w + 3;
}

static double drawn_height(const graph *g) {
    return (double)(g->to - g->from + 1) * (g->box_h + g->level_gap) - g->level_gap + 3;
}

static void draw_graph(graph *g, const placed_label *labels) {
    drawing *d = g->d;
    scene *s = drawing_part(d);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (int best = 0; best < 2; best++) /* the best way lies on top */
        for (size_t k = 0; k < g->edge_count; k++)
            if (g->m.needs[g->need_of[k]].best == best && need_is_shown(g, &g->m.needs[g->need_of[k]]))
                draw_arrow(g, s, k, &labels[k]);
    scene_close(s);
    for (size_t k = 0; k < g->edge_count; k++)
        if (labels[k].box.w > 0 && need_is_shown(g, &g->m.needs[g->need_of[k]]))
            drawing_put_middle(s, &labels[k].text,
                               (point){labels[k].box.x + labels[k].box.w / 2, labels[k].box.y + labels[k].box.h / 2},
                               ANCHOR_CENTRE);
    for (size_t level = g->from; level <= g->to; level++) {
        piece name = level_piece(g, level);
        if (g->margin > 0 && name.width > 0)
            drawing_put_middle(s, &name, (point){0, level_top(g, level) + g->box_h / 2}, ANCHOR_LEFT);
    }
    size_t count = 0;
    for (size_t k = 0; k < g->m.count; k++)
        count += g->shown[k];
    for (size_t k = 0; k < count; k++)
        if (g->nodes[k].level >= g->from && g->nodes[k].level <= g->to)
            draw_node(g, s, k);
    double width = drawn_width(g), height = drawn_height(g);
    keys k = legend_of(g);
    double room = g->d->q->width > 0 ? g->d->q->width : fmax(width, 320), legend = keys_height(d, &k, room);
    keys_draw(d, &k, s, (point){0, height + LEGEND_GAP}, room);
    box ink = scene_ink(s);
    drawing_size(s, fmax(width, ink.x + ink.w + 0.5), legend > 0 ? height + LEGEND_GAP + legend : height);
}

/* ---- fitting ---- */

static bool fits_height(graph *g) {
    keys k = legend_of(g);
    double legend = keys_height(g->d, &k, g->d->q->width > 0 ? g->d->q->width : 400);
    return g->d->q->height <= 0 || drawn_height(g) + LEGEND_GAP + legend <= g->d->q->height;
}

/* Whether the fullest level alone is too wide, which spares the layout. */
static bool level_is_too_wide(const graph *g) {
    size_t *counts = ARENA_ARRAY(g->d->a, size_t, g->m.levels), most = 0;
    for (size_t k = 0; k < g->m.count; k++)
        counts[g->m.calls[k].level] += g->shown[k];
    for (size_t k = 0; k < g->m.levels; k++)
        most = counts[k] > most ? counts[k] : most;
    return g->d->q->width > 0 && (double)most * g->box_w > g->d->q->width;
}

static bool try_attempt(graph *g, attempt how, placed_label *labels) {
    measure(g, how);
    if (level_is_too_wide(g) || !fits_height(g))
        return false;
    lay_out(g);
    g->margin = margin_width(g);
    if (g->d->q->width > 0 && drawn_width(g) > g->d->q->width && how.scale < 0.9)
        g->margin = 0;
    if (g->d->q->width > 0 && drawn_width(g) > g->d->q->width)
        return false;
    for (size_t k = 0; k < g->edge_count; k++)
        labels[k] = (placed_label){0};
    return !how.labels || place_labels(g, labels);
}

static bool draw_shown(graph *g) {
    placed_label *labels = ARENA_ARRAY(g->d->a, placed_label, g->m.need_count);
    g->from = 0;
    g->to = g->m.levels - 1;
    for (size_t k = 0; k < sizeof attempts / sizeof *attempts; k++)
        if (try_attempt(g, attempts[k], labels)) {
            draw_graph(g, labels);
            g->left_out = g->left_out || attempts[k].widest <= 0;
            return true;
        }
    return false;
}

/* Shows the root and what can be reached from one of those that it needs; false if that is all the rest. */
static bool show_below(graph *g, size_t need) {
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

static bool draw_parts(graph *g) {
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
static void count_facts(const graph *g) {
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
    graph g = {.d = d, .now = SIZE_MAX};
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

static const figure_param subproblems_params[] = {{"root", false}, {NULL, false}};

const figure_kind subproblems_figure = {
    .name = "subproblems",
    .counts = STEP_FRAME,
    .params = subproblems_params,
    .draws = subproblems_draws,
    .build = subproblems_build,
};
