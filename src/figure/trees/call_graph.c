/* Nodes stand in rows; an arrow goes from port to port, straight or through the rows that it passes:
 *
 *      ┌── a ──┐
 *      └─┬───┬─┘      ports: spread along a side, in the order of the other ends
 *        6    ╲       labels: on the first stretch, the line broken round them
 *        ▼     │
 *      ┌─b─┐   │      passing b's row
 *              ▼
 */
#include "trees/call_graph.h"

#include "number.h"

#include <math.h>
#include <stdlib.h>

enum { EDGE_CLEAR = 2 };

bool call_graph_entered(const call_graph *g, const merged_call *c) {
    return c->entered <= g->now;
}

text_style call_graph_style(const call_graph *g, face face, double size, color c) {
    return drawing_style(face, fmax(size * g->how.scale, g->d->t->type.least), c);
}

/* ---- layout ---- */

/* Where the edge goes from this end: its other end, or the first level that it passes. */
static double other_x(const call_graph *g, size_t edge, bool below) {
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
static void spread_ports(const call_graph *g, bool below) {
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

void call_graph_place(call_graph *g) {
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

double call_graph_level_top(const call_graph *g, size_t level) {
    return 1.5 + (double)level * (g->box_h + g->level_gap);
}

box call_graph_box(const call_graph *g, size_t node) {
    const layered_node *n = &g->nodes[node];
    return (box){g->margin + 1.5 + n->x - g->box_w / 2, call_graph_level_top(g, n->level), g->box_w, g->box_h};
}

/* ---- arrows ---- */

typedef struct arrow {
    point at[2];  /* of its first stretch: from level to level */
    point *bends; /* two a level passed: where it comes to it and where it leaves it */
    size_t bend_count;
    point head; /* where it ends */
} arrow;

static arrow arrow_of(const call_graph *g, size_t edge) {
    const layered_edge *e = &g->edges[edge];
    box from = call_graph_box(g, e->from), to = call_graph_box(g, e->to);
    double x = from.x + from.w / 2, x2 = to.x + to.w / 2, shift = g->margin + 1.5;
    arrow w = {.bends = ARENA_ARRAY(g->d->a, point, 2 * e->bend_count)};
    w.at[0] = (point){x + g->ports[edge].from, from.y + from.h};
    w.head = (point){x2 + g->ports[edge].to, to.y};
    for (size_t k = 0; k < e->bend_count; k++) {
        double top = call_graph_level_top(g, g->nodes[e->from].level + 1 + k);
        w.bends[w.bend_count++] = (point){e->bends[k] + shift, top};
        w.bends[w.bend_count++] = (point){e->bends[k] + shift, top + g->box_h};
    }
    w.at[1] = w.bend_count ? w.bends[0] : w.head;
    return w;
}

bool call_graph_shows(const call_graph *g, const merged_need *n) {
    return call_graph_entered(g, &g->m.calls[n->from]) && call_graph_entered(g, &g->m.calls[n->to]);
}

static str need_label(const call_graph *g, const merged_need *n) {
    str canonical = number_canonical(n->label, g->d->a);
    str shown = canonical.len ? number_shown(canonical, g->d->a) : n->label;
    if (n->count < 2)
        return shown;
    return shown.len ? str_format(g->d->a, "%.*s, ×%zu", STR_ARG(shown), n->count)
                     : str_format(g->d->a, "×%zu", n->count);
}

static piece need_piece(const call_graph *g, const merged_need *n) {
    const theme *t = g->d->t;
    return drawing_text(g->d, need_label(g, n),
                        call_graph_style(g, n->best ? FACE_BOLD : FACE_ROMAN, t->type.edge_label,
                                         n->best ? t->color.path_line : t->color.mute));
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

static box label_box(const arrow *w, const piece *text, double t) {
    point at = {w->at[0].x + (w->at[1].x - w->at[0].x) * t, w->at[0].y + (w->at[1].y - w->at[0].y) * t};
    double h = fmax(text->ascent, 4) + EDGE_CLEAR, width = text->width + 2 * EDGE_CLEAR;
    return (box){at.x - width / 2, at.y - h / 2, width, h};
}

bool call_graph_labels(const call_graph *g, placed_label *labels) {
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

void call_graph_arrow(const call_graph *g, scene *s, size_t edge, const placed_label *label) {
    const theme *t = g->d->t;
    const merged_need *n = &g->m.needs[g->need_of[edge]];
    arrow w = arrow_of(g, edge);
    double head = (n->best ? 8 : 5.5) * fmax(g->how.scale, 0.75);
    paint line = n->best ? paint_stroke(t->color.path_line, t->stroke.best_path * fmax(g->how.scale, 0.7))
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
