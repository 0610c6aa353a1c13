/* Asking what was drawn: groups, text and lines of scenes; goldens. */
#ifndef HANDTRACE_TEST_SCENES_H
#define HANDTRACE_TEST_SCENES_H

#include "figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The group with this id, and where it stands among the items; NULL if there is none. */
static inline const group *scene_group(const scene *s, const char *id, size_t *at) {
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_OPEN && str_is(s->items[k].group->id, id)) {
            if (at)
                *at = k;
            return s->items[k].group;
        }
    return NULL;
}

/* The same in all parts. */
static inline const group *figure_group(const figure *f, const char *id) {
    for (size_t k = 0; k < f->count; k++) {
        const group *g = scene_group(f->parts[k], id, NULL);
        if (g)
            return g;
    }
    return NULL;
}

/* How many groups have an id that begins like this. */
static inline size_t figure_groups(const figure *f, const char *prefix) {
    size_t count = 0;
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++)
            count += f->parts[p]->items[k].kind == ITEM_OPEN && str_starts(f->parts[p]->items[k].group->id, prefix);
    return count;
}

/* All text, runs joined by a blank. */
static inline const char *figure_text(arena *a, const figure *f) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++)
            if (f->parts[p]->items[k].kind == ITEM_GLYPHS) {
                strbuf_add_byte(&b, ' ');
                strbuf_add(&b, f->parts[p]->items[k].run->text);
            }
    return str_to_c(a, strbuf_text(&b));
}

/* Where a stroked line, curves included, runs through the ink of a text; empty if it runs clear of all. Outlines of
 * boxes stand round their text and do not count. */
static inline str lines_through_text(const scene *s, arena *a) {
    enum { STEPS = 24 };
    strbuf faults = strbuf_in(a);
    strbuf_add_c(&faults, "");
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind != ITEM_PATH || it->paint->width <= 0 || it->paint->filled)
            continue;
        known_shape shape = segments_shape(it->segments, it->segment_count);
        if (shape.kind == SHAPE_RECT || shape.kind == SHAPE_CIRCLE)
            continue;
        point from = {0, 0};
        for (size_t n = 0; n < it->segment_count; n++) {
            const segment *g = &it->segments[n];
            for (int step = 1; step <= STEPS && (g->kind == LINE_TO || g->kind == CURVE_TO); step++) {
                double t = (double)step / STEPS, u = 1 - t;
                point c1 = g->kind == CURVE_TO ? g->c1 : from, c2 = g->kind == CURVE_TO ? g->c2 : g->to;
                point at = {u * u * u * from.x + 3 * u * u * t * c1.x + 3 * u * t * t * c2.x + t * t * t * g->to.x,
                            u * u * u * from.y + 3 * u * u * t * c1.y + 3 * u * t * t * c2.y + t * t * t * g->to.y};
                for (size_t r = 0; r < s->count; r++) {
                    const box ink = s->items[r].kind == ITEM_GLYPHS ? s->items[r].run->ink : (box){0};
                    if (at.x > ink.x && at.x < ink.x + ink.w && at.y > ink.y && at.y < ink.y + ink.h) {
                        strbuf_addf(&faults, "a line through \"%.*s\" at %d,%d\n", STR_ARG(s->items[r].run->text),
                                    (int)at.x, (int)at.y);
                        step = STEPS;
                        break;
                    }
                }
            }
            from = g->to;
        }
    }
    return strbuf_text(&faults);
}

/* No faults, no line through text, nothing larger than was asked for. */
static inline void check_parts(arena *a, const figure *f, wish w, const char *what) {
    assert_true(f->count > 0 && f->title.len > 0 && f->alt.len > 0);
    for (size_t k = 0; k < f->count; k++) {
        const scene *s = f->parts[k];
        str faults = scene_faults(s, 6, a), lines = lines_through_text(s, a);
        if (faults.len || lines.len)
            fail_msg("%s: %s %s, width %d, part %zu:\n%s%s", what, w.kind, w.params ? w.params : "", (int)w.width,
                     k + 1, str_to_c(a, faults), str_to_c(a, lines));
        if ((w.width > 0 && s->w > w.width + 0.01) || (w.height > 0 && s->h > w.height + 0.01))
            fail_msg("%s: %s %s, part %zu: %d × %d is larger than %d × %d", what, w.kind, w.params ? w.params : "",
                     k + 1, (int)s->w, (int)s->h, (int)w.width, (int)w.height);
    }
}

#endif
