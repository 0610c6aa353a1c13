/* Faults that a reader of the page would see, found by computation. Texts meet when ink meets ink:
 *
 *   runs' ink boxes meet?  ──▶  glyphs' ink boxes meet?  ──▶  one group or line: do the outlines themselves meet?
 *
 * Glyphs of one line may reach into each other's boxes (an italic f before a bracket), so there only the outlines
 * count; between texts that are no line even a shared box is too close. Runs are sorted by their left edge, so that
 * only neighbours are compared. */
#include "fonts.h"
#include "scene.h"

#include <math.h>
#include <stdlib.h>

#define TOUCH 0.1 /* points that boxes may share before it is called meeting */
#define EDGE 0.05 /* points by which ink may pass the scene's edge: rounding */

typedef struct text_item {
    const glyph_run *run;
    size_t group, order; /* the innermost group's number; the place in the list of items */
} text_item;

typedef struct open_group {
    size_t at; /* the item it opened at, which is its number */
    box frame; /* the last rectangle or circle drawn in it, for groups that stand for one thing; size 0 if none */
} open_group;

typedef struct check {
    const scene *scene;
    arena *arena;
    strbuf faults;
    text_item *texts;
    size_t count, capacity;
    open_group *open;
    size_t depth, open_capacity;
    double least;
} check;

static void add_box(strbuf *b, box r) {
    double values[] = {r.x, r.y, r.x + r.w, r.y + r.h};
    static const char *const between[] = {" at ", ",", " to ", ","};
    for (int k = 0; k < 4; k++) {
        strbuf_add_c(b, between[k]);
        strbuf_add_decimal(b, values[k], 1);
    }
}

static void add_text(strbuf *b, const glyph_run *run) {
    strbuf_addf(b, "\"%.*s\"", STR_ARG(run->text));
}

static bool finite_box(box b) {
    return isfinite(b.x) && isfinite(b.y) && isfinite(b.w) && isfinite(b.h);
}

static bool leaves(const scene *s, box b) {
    return !finite_box(b) || b.x < -EDGE || b.y < -EDGE || b.x + b.w > s->w + EDGE || b.y + b.h > s->h + EDGE;
}

/* ---- outlines ---- */

typedef struct edge {
    point a, b;
} edge;

typedef struct edges {
    arena *arena;
    edge *items;
    size_t count, capacity;
} edges;

static point along(point from, const segment *s, double t) {
    double u = 1 - t, w[] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
    return (point){w[0] * from.x + w[1] * s->c1.x + w[2] * s->c2.x + w[3] * s->to.x,
                   w[0] * from.y + w[1] * s->c1.y + w[2] * s->c2.y + w[3] * s->to.y};
}

static void flatten(edges *e, const segment *segments, size_t count, point at, double scale) {
    enum { PIECES = 6 };
    point from = {0, 0};
    for (size_t k = 0; k < count; k++) {
        const segment *s = &segments[k];
        int pieces = s->kind == CURVE_TO ? PIECES : 1;
        point before = from;
        for (int n = 1; n <= pieces && s->kind != MOVE_TO; n++) {
            point to = s->kind == CURVE_TO ? along(from, s, (double)n / pieces) : s->to;
            *ARENA_PUSH(e->arena, e, items, count, capacity) =
                (edge){{at.x + before.x * scale, at.y + before.y * scale}, {at.x + to.x * scale, at.y + to.y * scale}};
            before = to;
        }
        from = s->to;
    }
}

static double side(edge e, point p) {
    return (e.b.x - e.a.x) * (p.y - e.a.y) - (e.b.y - e.a.y) * (p.x - e.a.x);
}

static bool cross(edge e, edge f) {
    return side(e, f.a) * side(e, f.b) < 0 && side(f, e.a) * side(f, e.b) < 0;
}

/* Non-zero winding number. */
static bool inside(const edges *e, point p) {
    int winding = 0;
    for (size_t k = 0; k < e->count; k++) {
        edge d = e->items[k];
        if (d.a.y <= p.y && d.b.y > p.y && side(d, p) > 0)
            winding++;
        if (d.a.y > p.y && d.b.y <= p.y && side(d, p) < 0)
            winding--;
    }
    return winding != 0;
}

static edges glyph_edges(const glyph_run *run, size_t k, arena *a) {
    edges e = {.arena = a};
    size_t count;
    const segment *outline = font_outline(run->font, run->glyphs[k].id, &count, a);
    flatten(&e, outline, count, (point){run->at.x + run->glyphs[k].x, run->at.y + run->glyphs[k].y}, run->size);
    return e;
}

static bool outlines_meet(const edges *e, const edges *f) {
    if (!e->count || !f->count)
        return false;
    for (size_t k = 0; k < e->count; k++)
        for (size_t j = 0; j < f->count; j++)
            if (cross(e->items[k], f->items[j]))
                return true;
    return inside(e, f->items[0].a) || inside(f, e->items[0].a);
}

/* ---- text against text ---- */

static bool boxes_meet(box a, box b) {
    return a.x + a.w > b.x + TOUCH && b.x + b.w > a.x + TOUCH && a.y + a.h > b.y + TOUCH && b.y + b.h > a.y + TOUCH;
}

static box placed_ink(const glyph_run *run, size_t k) {
    box ink = glyph_ink(run->font, run->glyphs[k].id);
    return (box){run->at.x + run->glyphs[k].x + ink.x * run->size, run->at.y + run->glyphs[k].y + ink.y * run->size,
                 ink.w * run->size, ink.h * run->size};
}

/* Set one after the other on one baseline. */
static bool same_line(const glyph_run *a, const glyph_run *b) {
    const glyph_run *first = a->at.x <= b->at.x ? a : b, *second = first == a ? b : a;
    return fabs(a->at.y - b->at.y) < 0.01 && fabs(first->at.x + first->width - second->at.x) < 0.35 * first->size;
}

static bool glyphs_meet(const text_item *a, size_t k, const text_item *b, size_t j, arena *scratch) {
    if (!boxes_meet(placed_ink(a->run, k), placed_ink(b->run, j)))
        return false;
    if (a->group != b->group && !same_line(a->run, b->run))
        return true;
    edges e = glyph_edges(a->run, k, scratch), f = glyph_edges(b->run, j, scratch);
    return outlines_meet(&e, &f);
}

static bool runs_meet(const text_item *a, const text_item *b, arena *scratch) {
    for (size_t k = 0; k < a->run->count; k++) {
        if (!boxes_meet(placed_ink(a->run, k), b->run->ink))
            continue;
        for (size_t j = 0; j < b->run->count; j++)
            if (glyphs_meet(a, k, b, j, scratch))
                return true;
    }
    return false;
}

static int by_left(const void *a, const void *b) {
    const text_item *x = a, *y = b;
    if (x->run->ink.x != y->run->ink.x)
        return x->run->ink.x < y->run->ink.x ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void compare_texts(check *c) {
    if (c->count)
        qsort(c->texts, c->count, sizeof *c->texts, by_left);
    arena *scratch = arena_scratch(c->faults.arena);
    arena_mark start = arena_here(scratch);
    for (size_t k = 0; k < c->count; k++) {
        box ink = c->texts[k].run->ink;
        for (size_t j = k + 1; j < c->count && c->texts[j].run->ink.x < ink.x + ink.w - TOUCH; j++) {
            if (!boxes_meet(ink, c->texts[j].run->ink) || !runs_meet(&c->texts[k], &c->texts[j], scratch))
                continue;
            strbuf_add_c(&c->faults, "text ");
            add_text(&c->faults, c->texts[k].run);
            add_box(&c->faults, ink);
            strbuf_add_c(&c->faults, " meets ");
            add_text(&c->faults, c->texts[j].run);
            add_box(&c->faults, c->texts[j].run->ink);
            strbuf_add_byte(&c->faults, '\n');
        }
    }
    arena_back(scratch, start);
}

/* ---- the other faults ---- */

static void check_run(check *c, const glyph_run *run, size_t order) {
    if (!(run->size >= c->least - 1e-6) && run->ink.w > 0) {
        strbuf_add_c(&c->faults, "text ");
        add_text(&c->faults, run);
        add_box(&c->faults, run->ink);
        strbuf_add_c(&c->faults, " is set at ");
        strbuf_add_decimal(&c->faults, isfinite(run->size) ? run->size : 0, 2);
        strbuf_add_c(&c->faults, " pt\n");
    }
    for (size_t k = 0; k < run->count; k++)
        if (run->glyphs[k].id == 0) {
            strbuf_add_c(&c->faults, "text ");
            add_text(&c->faults, run);
            strbuf_add_c(&c->faults, " has a character that no font has\n");
            break;
        }
    if (run->ink.w <= 0 || !finite_box(run->ink))
        return;
    *ARENA_PUSH(c->arena, c, texts, count, capacity) =
        (text_item){run, c->depth ? c->open[c->depth - 1].at : SIZE_MAX, order};
}

static bool stands_for_one_thing(const check *c) {
    static const bool roles[ROLE_COUNT] = {
        [ROLE_PART] = true, [ROLE_CELL] = true, [ROLE_COLUMN_HEAD] = true, [ROLE_ROW_HEAD] = true};
    return c->depth && roles[c->scene->items[c->open[c->depth - 1].at].group->role];
}

static void note_frame(check *c, const item *it) {
    known_shape shape = segments_shape(it->segments, it->segment_count);
    enum { LEAST_FRAME = 5 }; /* what is lower is a bar, not a frame */
    if (stands_for_one_thing(c) && shape.box.h > LEAST_FRAME &&
        (shape.kind == SHAPE_RECT || shape.kind == SHAPE_CIRCLE))
        c->open[c->depth - 1].frame = shape.box;
}

/* A value that stands in the middle of its cell's or node's frame must not stick out of it. */
static void check_frame(check *c, const glyph_run *run) {
    if (!stands_for_one_thing(c) || run->ink.w <= 0)
        return;
    box f = c->open[c->depth - 1].frame, ink = run->ink;
    double x = ink.x + ink.w / 2, y = ink.y + ink.h / 2;
    bool within = x > f.x && x < f.x + f.w && y > f.y && y < f.y + f.h;
    bool held = ink.x >= f.x - EDGE && ink.y >= f.y - EDGE && ink.x + ink.w <= f.x + f.w + EDGE &&
                ink.y + ink.h <= f.y + f.h + EDGE;
    if (!within || held)
        return;
    strbuf_add_c(&c->faults, "text ");
    add_text(&c->faults, run);
    add_box(&c->faults, ink);
    strbuf_add_c(&c->faults, " sticks out of its frame");
    add_box(&c->faults, f);
    strbuf_add_byte(&c->faults, '\n');
}

static void check_edges(check *c, const item *it) {
    box ink = item_ink(it);
    if (!leaves(c->scene, ink) || (it->kind == ITEM_GLYPHS && ink.w <= 0 && finite_box(ink)))
        return;
    strbuf_add_c(&c->faults, it->kind == ITEM_PATH ? "a shape" : "text ");
    if (it->kind == ITEM_GLYPHS)
        add_text(&c->faults, it->run);
    if (finite_box(ink))
        add_box(&c->faults, ink);
    strbuf_add_c(&c->faults, finite_box(ink) ? " leaves the scene of " : " has no place in the scene of ");
    strbuf_add_decimal(&c->faults, c->scene->w, 1);
    strbuf_add_c(&c->faults, " x ");
    strbuf_add_decimal(&c->faults, c->scene->h, 1);
    strbuf_add_byte(&c->faults, '\n');
}

static void check_open(check *c, size_t at) {
    c->open = arena_grow(c->arena, c->open, &c->open_capacity, c->depth + 1, sizeof *c->open);
    c->open[c->depth++] = (open_group){.at = at};
}

static void check_close(check *c, size_t at) {
    if (c->depth)
        c->depth--;
    else
        strbuf_addf(&c->faults, "item %zu closes a group that is not open\n", at);
}

str scene_faults(const scene *s, double least_size, arena *a) {
    check c = {.scene = s, .arena = a, .faults = strbuf_in(a), .least = least_size};
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_OPEN)
            check_open(&c, k);
        else if (it->kind == ITEM_CLOSE)
            check_close(&c, k);
        else
            check_edges(&c, it);
        if (it->kind == ITEM_PATH)
            note_frame(&c, it);
        if (it->kind == ITEM_GLYPHS) {
            check_run(&c, it->run, k);
            check_frame(&c, it->run);
        }
    }
    for (size_t k = 0; k < c.depth; k++) {
        const group *g = s->items[c.open[k].at].group;
        strbuf_addf(&c.faults, "group %s \"%.*s\" is not closed\n", role_names[g->role], STR_ARG(g->id));
    }
    compare_texts(&c);
    return strbuf_text(&c.faults);
}
