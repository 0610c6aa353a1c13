/* The display list. All items lie in one array; a group is what stands between its OPEN and its CLOSE:
 *
 *   items: [OPEN a][PATH][OPEN b][GLYPHS][CLOSE][CLOSE]
 *
 * Everything handed in is copied into the scene's arena, so that scenes can be moved and scaled in place; what moving
 * leaves as it is, paints and glyphs, is shared. */
#include "scene.h"

#include "cloze.h"

#include <math.h>
#include <string.h>

/* Four Bézier curves with this handle length differ from a circle by 0.03 % of the radius. */
#define CIRCLE_HANDLE 0.5522847498307936

scene *scene_new(arena *a) {
    scene *s = ARENA_NEW(a, scene);
    s->arena = a;
    return s;
}

/* Most scenes are the boxes of single words: they begin with room for two items, not eight. */
static item *push(scene *s, item_kind kind) {
    enum { FIRST_ITEMS = 2 };
    if (!s->capacity) {
        s->items = ARENA_ARRAY(s->arena, item, FIRST_ITEMS);
        s->capacity = FIRST_ITEMS;
    }
    if (s->capacity < 8 && s->count == s->capacity) { /* arena_grow would go to eight at once */
        item *larger = ARENA_ARRAY(s->arena, item, 2 * s->capacity);
        memcpy(larger, s->items, s->count * sizeof *larger);
        s->items = larger;
        s->capacity *= 2;
    }
    item *it = ARENA_PUSH(s->arena, s, items, count, capacity);
    *it = (item){.kind = kind};
    return it;
}

void scene_open(scene *s, group g) {
    group *copy = ARENA_NEW(s->arena, group);
    *copy = g;
    copy->title = cloze_plain(g.title, s->arena);
    copy->alt = cloze_plain(g.alt, s->arena);
    push(s, ITEM_OPEN)->group = copy;
}

void scene_close(scene *s) {
    push(s, ITEM_CLOSE);
}

static bool same_color(color a, color b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

static bool same_paint(const paint *a, const paint *b) {
    for (int k = 0; k < a->dash_count; k++)
        if (a->dash[k] != b->dash[k])
            return false;
    return a->width == b->width && a->dash_count == b->dash_count && a->filled == b->filled && a->round == b->round &&
           same_color(a->fill, b->fill) && same_color(a->stroke, b->stroke);
}

/* A drawing has few paints, and they take turns: the last ones are looked through. */
static const paint *keep_paint(scene *s, paint p) {
    for (size_t k = 0; k < SCENE_PAINTS && s->paints[k]; k++)
        if (same_paint(s->paints[k], &p))
            return s->paints[k];
    paint *kept = ARENA_NEW(s->arena, paint);
    *kept = p;
    for (size_t k = SCENE_PAINTS - 1; k > 0; k--)
        s->paints[k] = s->paints[k - 1];
    return s->paints[0] = kept;
}

static void push_path(scene *s, segment *segments, size_t count, const paint *p) {
    item *it = push(s, ITEM_PATH);
    it->segments = segments;
    it->segment_count = (uint32_t)count;
    it->paint = p;
}

static segment *copy_segments(scene *s, const segment *segments, size_t count) {
    segment *copy = ARENA_ARRAY(s->arena, segment, count);
    memcpy(copy, segments, count * sizeof *segments);
    return copy;
}

void scene_path(scene *s, const segment *segments, size_t count, paint p) {
    if (count)
        push_path(s, copy_segments(s, segments, count), count, keep_paint(s, p));
}

void scene_line(scene *s, point from, point to, paint p) {
    scene_polyline(s, (point[]){from, to}, 2, false, p);
}

void scene_polyline(scene *s, const point *points, size_t count, bool closed, paint p) {
    if (!count)
        return;
    segment *path = ARENA_ARRAY(s->arena, segment, count + 1);
    for (size_t k = 0; k < count; k++)
        path[k] = (segment){.kind = k ? LINE_TO : MOVE_TO, .to = points[k]};
    path[count] = (segment){.kind = CLOSE_PATH, .to = points[0]};
    push_path(s, path, count + closed, keep_paint(s, p));
}

static segment move_to(double x, double y) {
    return (segment){.kind = MOVE_TO, .to = {x, y}};
}

static segment line_to(double x, double y) {
    return (segment){.kind = LINE_TO, .to = {x, y}};
}

static segment curve_to(double x1, double y1, double x2, double y2, double x, double y) {
    return (segment){.kind = CURVE_TO, .c1 = {x1, y1}, .c2 = {x2, y2}, .to = {x, y}};
}

static segment close_at(double x, double y) {
    return (segment){.kind = CLOSE_PATH, .to = {x, y}};
}

void scene_rect(scene *s, box b, double radius, paint p) {
    double right = b.x + b.w, bottom = b.y + b.h;
    double r = fmin(radius, fmin(b.w, b.h) / 2);
    if (r <= 0) {
        point corners[] = {{b.x, b.y}, {right, b.y}, {right, bottom}, {b.x, bottom}};
        scene_polyline(s, corners, 4, true, p);
        return;
    }
    double q = r * (1 - CIRCLE_HANDLE);
    segment path[] = {
        move_to(b.x + r, b.y),
        line_to(right - r, b.y),
        curve_to(right - q, b.y, right, b.y + q, right, b.y + r),
        line_to(right, bottom - r),
        curve_to(right, bottom - q, right - q, bottom, right - r, bottom),
        line_to(b.x + r, bottom),
        curve_to(b.x + q, bottom, b.x, bottom - q, b.x, bottom - r),
        line_to(b.x, b.y + r),
        curve_to(b.x, b.y + q, b.x + q, b.y, b.x + r, b.y),
        close_at(b.x + r, b.y),
    };
    scene_path(s, path, sizeof path / sizeof *path, p);
}

void scene_circle(scene *s, point c, double r, paint p) {
    double h = r * CIRCLE_HANDLE;
    segment path[] = {
        move_to(c.x + r, c.y),
        curve_to(c.x + r, c.y + h, c.x + h, c.y + r, c.x, c.y + r),
        curve_to(c.x - h, c.y + r, c.x - r, c.y + h, c.x - r, c.y),
        curve_to(c.x - r, c.y - h, c.x - h, c.y - r, c.x, c.y - r),
        curve_to(c.x + h, c.y - r, c.x + r, c.y - h, c.x + r, c.y),
        close_at(c.x + r, c.y),
    };
    scene_path(s, path, sizeof path / sizeof *path, p);
}

/* Lines x + y = constant, clipped to the box, all in one path so that a hatch is one item. */
void scene_hatch(scene *s, box b, double gap, double width, color c) {
    if (gap <= 0 || b.w <= 0 || b.h <= 0)
        return;
    double step = gap * sqrt(2), reach = b.w + b.h;
    size_t lines = (size_t)(reach / step) + 1, count = 0;
    segment *path = ARENA_ARRAY(s->arena, segment, 2 * lines);
    for (size_t k = 0; k < lines; k++) {
        double t = step / 2 + (double)k * step; /* distance along the upper, then the right edge */
        if (t >= reach)
            break;
        path[count++] = t <= b.w ? move_to(b.x + t, b.y) : move_to(b.x + b.w, b.y + t - b.w);
        path[count++] = t <= b.h ? line_to(b.x, b.y + t) : line_to(b.x + t - b.h, b.y + b.h);
    }
    scene_path(s, path, count, paint_stroke(c, width));
}

void scene_arrow(scene *s, point from, point to, double head, paint p) {
    double length = hypot(to.x - from.x, to.y - from.y);
    if (length <= 0)
        return;
    point u = {(to.x - from.x) / length, (to.y - from.y) / length};
    double reach = fmin(head, length), half = head * 0.36;
    /* The shaft ends inside the head, so that its butt end does not blunt the tip. */
    point neck = {to.x - u.x * reach * 0.75, to.y - u.y * reach * 0.75};
    point base = {to.x - u.x * reach, to.y - u.y * reach};
    scene_line(s, from, neck, p);
    point tip[] = {to,
                   {base.x - u.y * half, base.y + u.x * half},
                   {to.x - u.x * reach * 0.75, to.y - u.y * reach * 0.75},
                   {base.x + u.y * half, base.y - u.x * half}};
    scene_polyline(s, tip, 4, true, paint_fill(p.stroke));
}

void scene_glyphs(scene *s, glyph_run run) {
    glyph_run *copy = ARENA_NEW(s->arena, glyph_run);
    *copy = run;
    push(s, ITEM_GLYPHS)->run = copy;
}

static point moved(point p, double x, double y, double scale) {
    return (point){p.x * scale + x, p.y * scale + y};
}

static box moved_box(box b, double x, double y, double scale) {
    return (box){b.x * scale + x, b.y * scale + y, b.w * scale, b.h * scale};
}

static void move_segments(segment *segments, size_t count, double x, double y, double scale) {
    for (size_t k = 0; k < count; k++) {
        segments[k].to = moved(segments[k].to, x, y, scale);
        segments[k].c1 = moved(segments[k].c1, x, y, scale);
        segments[k].c2 = moved(segments[k].c2, x, y, scale);
    }
}

static const paint *scaled_paint(scene *into, const paint *from, double scale) {
    if (scale == 1)
        return from;
    paint p = *from;
    p.width *= scale;
    for (int k = 0; k < p.dash_count; k++)
        p.dash[k] *= scale;
    return keep_paint(into, p);
}

static void place_path(scene *into, const item *it, double x, double y, double scale) {
    segment *segments = copy_segments(into, it->segments, it->segment_count);
    move_segments(segments, it->segment_count, x, y, scale);
    push_path(into, segments, it->segment_count, scaled_paint(into, it->paint, scale));
}

static const glyph *scaled_glyphs(scene *into, const glyph_run *from, double scale) {
    glyph *glyphs = ARENA_ARRAY(into->arena, glyph, from->count);
    for (size_t k = 0; k < from->count; k++) {
        const glyph *g = &from->glyphs[k];
        glyphs[k] = (glyph){g->id, g->cluster, g->x * scale, g->y * scale, g->advance * scale};
    }
    return glyphs;
}

static void place_run(scene *into, const glyph_run *from, double x, double y, double scale) {
    glyph_run run = *from;
    run.at = moved(run.at, x, y, scale);
    run.ink = moved_box(run.ink, x, y, scale);
    if (scale != 1) {
        run.size *= scale;
        run.width *= scale;
        run.glyphs = scaled_glyphs(into, from, scale);
        run.scaled = true;
    }
    scene_glyphs(into, run);
}

static str prefixed(scene *into, str prefix, str id) {
    return id.len && prefix.len ? str_format(into->arena, "%.*s%.*s", STR_ARG(prefix), STR_ARG(id)) : id;
}

static void place_group(scene *into, const group *from, str prefix) {
    group g = *from;
    g.id = prefixed(into, prefix, g.id);
    scene_open(into, g);
}

void scene_reserve(scene *s, size_t more) {
    s->items = arena_grow(s->arena, s->items, &s->capacity, s->count + more, sizeof *s->items);
}

void scene_place(scene *into, const scene *part, double x, double y, double scale, str prefix) {
    scene_reserve(into, part->count);
    for (size_t k = 0, count = part->count; k < count; k++) {
        const item *it = &part->items[k];
        switch (it->kind) {
        case ITEM_OPEN:
            place_group(into, it->group, prefix);
            break;
        case ITEM_CLOSE:
            scene_close(into);
            break;
        case ITEM_PATH:
            place_path(into, it, x, y, scale);
            break;
        case ITEM_GLYPHS:
            place_run(into, it->run, x, y, scale);
            break;
        }
    }
}

static void move_item(item *it, double x, double y) {
    if (it->kind == ITEM_PATH)
        move_segments(it->segments, it->segment_count, x, y, 1);
    if (it->kind == ITEM_GLYPHS) {
        it->run->at = moved(it->run->at, x, y, 1);
        it->run->ink = moved_box(it->run->ink, x, y, 1);
    }
}

void scene_take(scene *into, scene *part, double x, double y, str prefix) {
    if (part->arena != into->arena) {
        scene_place(into, part, x, y, 1, prefix);
        part->count = 0;
        return;
    }
    scene_reserve(into, part->count);
    for (size_t k = 0; k < part->count; k++) {
        item *it = &into->items[into->count++];
        *it = part->items[k];
        if (x != 0 || y != 0)
            move_item(it, x, y);
        if (it->kind == ITEM_OPEN && prefix.len)
            it->group->id = prefixed(into, prefix, it->group->id);
    }
    part->count = 0;
}

void scene_share(scene *into, const scene *part) {
    scene_reserve(into, part->count);
    if (part->count)
        memcpy(into->items + into->count, part->items, part->count * sizeof *part->items);
    into->count += part->count;
}

static str text_copy(arena *a, str text) {
    return text.len ? str_copy(a, text) : STR("");
}

static void own_group_texts(group *g, arena *a) {
    g->id = text_copy(a, g->id);
    g->title = text_copy(a, g->title);
    g->alt = text_copy(a, g->alt);
    g->anchor = text_copy(a, g->anchor);
    g->target = text_copy(a, g->target);
}

void scene_own(scene *s) {
    for (size_t k = 0; k < s->count; k++) {
        item *it = &s->items[k];
        if (it->kind == ITEM_OPEN)
            own_group_texts(it->group, s->arena);
        else if (it->kind == ITEM_PATH)
            it->paint = keep_paint(s, *it->paint);
        else if (it->kind == ITEM_GLYPHS && it->run->scaled)
            it->run->glyphs = scaled_glyphs(s, it->run, 1);
    }
    s->title = text_copy(s->arena, s->title);
    s->alt = text_copy(s->arena, s->alt);
}

static void copy_group(scene *into, const group *from) {
    group g = *from;
    own_group_texts(&g, into->arena);
    scene_open(into, g);
}

static void copy_run(scene *into, const glyph_run *from) {
    glyph_run run = *from;
    if (run.scaled)
        run.glyphs = scaled_glyphs(into, from, 1);
    scene_glyphs(into, run);
}

scene *scene_copy(const scene *s, arena *a) {
    scene *copy = scene_new(a);
    copy->w = s->w;
    copy->h = s->h;
    copy->title = text_copy(a, s->title);
    copy->alt = text_copy(a, s->alt);
    scene_reserve(copy, s->count);
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_OPEN)
            copy_group(copy, it->group);
        else if (it->kind == ITEM_CLOSE)
            scene_close(copy);
        else if (it->kind == ITEM_GLYPHS)
            copy_run(copy, it->run);
        else
            push_path(copy, copy_segments(copy, it->segments, it->segment_count), it->segment_count,
                      keep_paint(copy, *it->paint));
    }
    return copy;
}

/* Left, top, right, bottom; empty while left > right. */
typedef struct extent {
    double left, top, right, bottom;
    bool lost; /* something had no place: fmin and fmax would pass over it */
} extent;

static void include(extent *e, double x, double y) {
    e->lost |= !isfinite(x) || !isfinite(y);
    e->left = fmin(e->left, x);
    e->right = fmax(e->right, x);
    e->top = fmin(e->top, y);
    e->bottom = fmax(e->bottom, y);
}

static box extent_box(extent e) {
    if (e.lost)
        return (box){NAN, NAN, NAN, NAN};
    return e.left > e.right ? (box){0} : (box){e.left, e.top, e.right - e.left, e.bottom - e.top};
}

static double bezier(double a, double b, double c, double d, double t) {
    double s = 1 - t;
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

/* The parameters inside (0, 1) where one coordinate of a cubic stands still: roots of its derivative. */
static int turning(double a, double b, double c, double d, double at[2]) {
    double qa = -a + 3 * b - 3 * c + d, qb = 2 * (a - 2 * b + c), qc = b - a;
    double roots[2];
    int count = 0, kept = 0;
    if (fabs(qa) < 1e-12) {
        if (fabs(qb) > 1e-12)
            roots[count++] = -qc / qb;
    } else if (qb * qb - 4 * qa * qc >= 0) {
        double root = sqrt(qb * qb - 4 * qa * qc);
        roots[count++] = (-qb + root) / (2 * qa);
        roots[count++] = (-qb - root) / (2 * qa);
    }
    for (int k = 0; k < count; k++)
        if (roots[k] > 0 && roots[k] < 1)
            at[kept++] = roots[k];
    return kept;
}

static void include_curve(extent *e, point from, const segment *s) {
    include(e, s->to.x, s->to.y);
    double at[4];
    int count = turning(from.x, s->c1.x, s->c2.x, s->to.x, at);
    count += turning(from.y, s->c1.y, s->c2.y, s->to.y, at + count);
    for (int k = 0; k < count; k++)
        include(e, bezier(from.x, s->c1.x, s->c2.x, s->to.x, at[k]), bezier(from.y, s->c1.y, s->c2.y, s->to.y, at[k]));
}

box segments_box(const segment *segments, size_t count) {
    extent e = {INFINITY, INFINITY, -INFINITY, -INFINITY, false};
    point from = {0, 0};
    for (size_t k = 0; k < count; k++) {
        const segment *s = &segments[k];
        if (s->kind == CURVE_TO)
            include_curve(&e, from, s);
        else if (s->kind != CLOSE_PATH)
            include(&e, s->to.x, s->to.y);
        from = s->to;
    }
    return extent_box(e);
}

/* Kinds of a path, one letter a segment. */
static bool has_kinds(const segment *segments, size_t count, const char *kinds) {
    size_t k = 0;
    for (; kinds[k]; k++)
        if (k >= count || "MLCZ"[segments[k].kind] != kinds[k])
            return false;
    return k == count;
}

static bool level(point a, point b) {
    return fabs(a.y - b.y) < 1e-6;
}

static bool upright(point a, point b) {
    return fabs(a.x - b.x) < 1e-6;
}

static bool is_rect(const segment *s) {
    return level(s[0].to, s[1].to) && upright(s[1].to, s[2].to) && level(s[2].to, s[3].to) && upright(s[3].to, s[0].to);
}

/* As scene_rect draws it: corners whose handles lie on its sides, all of one radius. */
static bool is_round_rect(const segment *s, double radius) {
    return level(s[0].to, s[1].to) && upright(s[2].to, s[3].to) && level(s[4].to, s[5].to) &&
           upright(s[6].to, s[7].to) && fabs(s[2].to.x - s[1].to.x - radius) < 1e-6 && level(s[2].c1, s[1].to) &&
           upright(s[2].c2, s[2].to);
}

static bool is_circle(const segment *s, double radius) {
    return level(s[0].to, s[2].to) && upright(s[1].to, s[3].to) && fabs(s[1].to.y - s[0].to.y - radius) < 1e-6 &&
           fabs(s[1].c1.y - s[0].to.y - radius * CIRCLE_HANDLE) < 1e-3 * radius && upright(s[0].to, s[1].c1);
}

known_shape segments_shape(const segment *s, size_t count) {
    if (has_kinds(s, count, "ML"))
        return (known_shape){.kind = SHAPE_LINE, .from = s[0].to, .to = s[1].to};
    known_shape found = {.kind = SHAPE_PATH, .box = segments_box(s, count)};
    if (has_kinds(s, count, "MLLLZ") && is_rect(s)) {
        found.kind = SHAPE_RECT;
    } else if (has_kinds(s, count, "MLCLCLCLCZ") && is_round_rect(s, s[2].to.y - s[1].to.y)) {
        found.kind = SHAPE_RECT;
        found.radius = s[2].to.y - s[1].to.y;
    } else if (has_kinds(s, count, "MCCCCZ") && is_circle(s, (s[0].to.x - s[2].to.x) / 2)) {
        found.kind = SHAPE_CIRCLE;
        found.radius = (s[0].to.x - s[2].to.x) / 2;
    }
    return found;
}

box item_ink(const item *it) {
    if (it->kind == ITEM_GLYPHS)
        return it->run->ink;
    if (it->kind != ITEM_PATH)
        return (box){0};
    box b = segments_box(it->segments, it->segment_count);
    double half = it->paint->width / 2;
    return (box){b.x - half, b.y - half, b.w + 2 * half, b.h + 2 * half};
}

static void include_item(extent *e, const item *it) {
    box b = item_ink(it);
    if (it->kind != ITEM_PATH && b.w <= 0)
        return;
    include(e, b.x, b.y);
    include(e, b.x + b.w, b.y + b.h);
}

box scene_ink(const scene *s) {
    extent e = {INFINITY, INFINITY, -INFINITY, -INFINITY, false};
    for (size_t k = 0; k < s->count; k++)
        include_item(&e, &s->items[k]);
    return extent_box(e);
}

box scene_group_ink(const scene *s, size_t open) {
    extent e = {INFINITY, INFINITY, -INFINITY, -INFINITY, false};
    size_t depth = 0;
    for (size_t k = open; k < s->count; k++) {
        if (s->items[k].kind == ITEM_OPEN)
            depth++;
        if (s->items[k].kind == ITEM_CLOSE && --depth == 0)
            break;
        include_item(&e, &s->items[k]);
    }
    return extent_box(e);
}

void scene_fit(scene *s, double margin) {
    box ink = scene_ink(s);
    double x = margin - ink.x, y = margin - ink.y;
    for (size_t k = 0; k < s->count; k++)
        move_item(&s->items[k], x, y);
    s->w = ink.w + 2 * margin;
    s->h = ink.h + 2 * margin;
}

static double on_grid(double v) {
    return round(v * SCENE_GRID) / SCENE_GRID;
}

static point point_on_grid(point p) {
    return (point){on_grid(p.x), on_grid(p.y)};
}

void scene_settle(scene *s) {
    for (size_t k = 0; k < s->count; k++) {
        item *it = &s->items[k];
        if (it->kind == ITEM_GLYPHS)
            it->run->at = point_on_grid(it->run->at);
        for (size_t j = 0; it->kind == ITEM_PATH && j < it->segment_count; j++) {
            segment *g = &it->segments[j];
            *g = (segment){g->kind, point_on_grid(g->to), point_on_grid(g->c1), point_on_grid(g->c2)};
        }
    }
}

paint paint_fill(color c) {
    return (paint){.filled = true, .fill = c};
}

paint paint_stroke(color c, double width) {
    return (paint){.stroke = c, .width = width};
}

paint paint_both(color fill, color stroke, double width) {
    return (paint){.filled = true, .fill = fill, .stroke = stroke, .width = width};
}

paint paint_dashed(color c, double width, double on, double off) {
    return (paint){.stroke = c, .width = width, .dash = {on, off}, .dash_count = 2};
}
