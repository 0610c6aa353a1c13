#include "galley.h"

#include "markup.h"

#include <math.h>

/* The document on pages with figures at a scale; NULL on error. */
static pages *set_pages(const document *d, const sheet_options *o, galley *g, double giving, arena *a, error *e) {
    frame f = frame_of(o);
    *g = (galley){.arena = a,
                  .error = e,
                  .document = d,
                  .options = o,
                  .width = f.width,
                  .height = f.height,
                  .column = f.width,
                  .giving = giving,
                  .noted = strbuf_in(a),
                  .lines = 2};
    return galley_build(g) ? compose_pages(g) : NULL;
}

/* Where the last page holds next to nothing, or a small table is parted, figures that are a little smaller may mend it.
 */
static pages *mend_pages(const document *d, const sheet_options *o, const galley *first, pages *p, arena *a, error *e) {
    static const double scales[] = {0.95, 0.9, 0.85}, worth = 60; /* costs must fall by that much */
    enum { MOST_PAGES = 16 };
    double best = first->cost - worth;
    if (!first->lonely || p->count > MOST_PAGES)
        return p;
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        galley g;
        pages *smaller = set_pages(d, o, &g, scales[k], a, e);
        if (!smaller)
            return NULL;
        if (g.cost < best) {
            best = g.cost - worth / 2;
            p = smaller;
        }
    }
    return p;
}

pages *sheet_pages(const document *d, const sheet_options *o, arena *a, error *e) {
    galley g;
    pages *p = set_pages(d, o, &g, 1, a, e);
    if (p)
        p = mend_pages(d, o, &g, p, a, e);
    if (!p)
        return NULL;
    p->title = d->title;
    p->author = d->author;
    p->subject = d->subject;
    p->lang = d->lang;
    return p;
}

/* Tight figures. */

/* A part with its title and alternative text in a group around all. */
static scene *whole_figure(const figure *f, scene *part, const figure_kind *kind, arena *a) {
    scene *s = scene_new(a);
    str alt = part->alt.len ? part->alt : f->alt, title = markup_plain(f->title, a);
    scene_reserve(s, part->count + 2);
    scene_open(s, (group){.role = ROLE_FIGURE, .id = str_of(kind->name), .title = title, .alt = alt});
    scene_take(s, part, 0, 0, STR(""));
    scene_close(s);
    s->w = part->w;
    s->h = part->h;
    s->title = title;
    s->alt = alt;
    return s;
}

typedef struct scenes {
    scene **items;
    size_t count, capacity;
} scenes;

pages *figure_pages(const figure_request *base, const figure_kind *kind, const story_moment *moments,
                    const context *const *contexts, size_t count, size_t *parts, arena *a, error *e) {
    scenes all = {0};
    str title = STR("");
    for (size_t k = 0; k < count; k++) {
        figure_request q = *base;
        q.moment = &moments[k];
        q.context = contexts[k];
        figure *f = figure_build(kind, &q);
        if (!f)
            return NULL;
        parts[k] = f->count;
        if (k == 0)
            title = markup_plain(f->title, a);
        for (size_t part = 0; part < f->count; part++)
            *ARENA_PUSH(a, &all, items, count, capacity) = whole_figure(f, f->parts[part], kind, a);
    }
    if (error_set(e))
        return NULL;
    pages *p = ARENA_NEW(a, pages);
    *p = (pages){.items = all.items, .count = all.count, .title = title, .lang = base->lang, .figures = true};
    return p;
}
