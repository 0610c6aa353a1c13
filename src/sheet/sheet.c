/* A writer sets a document galley by galley:
 *
 *   short   galley ── its last page holds next to nothing? ──▶ galleys with smaller figures: the best ──▶ pages
 *   long    galley up to a page break ──▶ pages ──▶ emptied ──▶ on from there … ──▶ feet, which need the total
 */
#include "galley.h"

#include "markup.h"
#include "numbers.h"

typedef struct writer {
    const document *document;
    const sheet_options *options;
    const page_taker *to;
    arena *kept, *work;
    bool whole; /* never cut */
    error *error;
    outline marks;
} writer;

static galley galley_at(writer *w, double giving) {
    frame f = frame_of(w->options);
    return (galley){.arena = w->work,
                    .kept = w->kept,
                    .error = w->error,
                    .document = w->document,
                    .options = w->options,
                    .whole = w->whole,
                    .width = f.width,
                    .height = f.height,
                    .column = f.width,
                    .giving = giving,
                    .noted = strbuf_in(w->kept),
                    .lines = 2};
}

/* Sets the document anew, from `start` on in the arena. */
static bool set_at(writer *w, galley *g, double giving, arena_mark start) {
    if (!w->whole) /* there the arena may hold what others keep, fonts for one */
        arena_back(w->work, start);
    *g = galley_at(w, giving);
    galley_build(g);
    return compose_breaks(g);
}

/* Where the last page holds next to nothing, a small table is parted, or a page is left empty to a fifth, figures that
 * are a little smaller may mend it. No more than one setting is held at a time, so the chosen one is set once
 * more.
 */
static bool mend_pages(writer *w, galley *g, arena_mark start) {
    static const double scales[] = {0.95, 0.9, 0.84}, worth = 60; /* costs must fall by that much */
    enum { MOST_PAGES = 24 };
    double best = g->cost - worth, chosen = 1, last = 1;
    if ((!g->lonely && !g->holed) || compose_count(g) > MOST_PAGES)
        return true;
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        if (!set_at(w, g, scales[k], start))
            return false;
        last = scales[k];
        if (g->cost < best) {
            best = g->cost - worth / 2;
            chosen = scales[k];
        }
    }
    return chosen == last || set_at(w, g, chosen, start);
}

/* How many pages a long document has, for those who must know it before the first. 0 on error. */
static size_t count_pages(writer *w) {
    galley g = galley_at(w, 1);
    arena_mark start = arena_here(w->work);
    bool more = true;
    while (more) {
        more = galley_build(&g);
        if (error_set(w->error) || !compose_breaks(&g))
            return 0;
        g.pages += compose_count(&g);
        galley_empty(&g);
        arena_back(w->work, start);
    }
    return g.pages;
}

static bool begin(writer *w, galley *g, size_t count) {
    const document *d = w->document;
    g->total = count;
    render_info info = {
        .title = d->title, .author = d->author, .subject = d->subject, .lang = d->lang, .late = count == 0};
    return w->to->begin(w->to->user, &info, count);
}

/* The numbers of pages, when it is known how many there are. */
static bool add_feet(writer *w, galley *g) {
    bool good = true;
    arena_mark start = arena_here(w->work);
    for (size_t page = 0; good && page < g->pages; page++) {
        good = w->to->add(w->to->user, page, compose_foot(g, page, g->pages)) && !error_set(w->error);
        if (good)
            arena_back(w->work, start);
    }
    return good;
}

/* The document piece by piece, with figures as they like to be. */
static bool write_long(writer *w, galley *g, arena_mark start) {
    size_t count = w->to->later ? 0 : count_pages(w);
    if (error_set(w->error) || !begin(w, g, count))
        return false;
    for (bool more = true; more;) {
        if (!compose_breaks(g) || !compose_pages(g, w->to, &w->marks))
            return false;
        more = !g->ended;
        galley_empty(g);
        arena_back(w->work, start);
        if (more)
            galley_build(g);
        if (error_set(w->error))
            return false;
    }
    return count || add_feet(w, g);
}

static bool write_document(writer *w) {
    galley g = galley_at(w, 1);
    arena_mark start = arena_here(w->work);
    bool more = galley_build(&g), good = !error_set(w->error);
    if (good && more)
        good = write_long(w, &g, start);
    else if (good)
        good = compose_breaks(&g) && mend_pages(w, &g, start) && begin(w, &g, compose_count(&g)) &&
               compose_pages(&g, w->to, &w->marks);
    good = good && w->to->end(w->to->user, &w->marks);
    if (good && !w->whole)
        arena_back(w->work, start);
    return good;
}

bool sheet_write(document *d, const sheet_options *o, const page_taker *to, arena *a, error *e) {
    writer w = {.document = d, .options = o, .to = to, .kept = a, .work = arena_scratch(a), .error = e};
    return sheet_number(d, o->phrases, a, e) && write_document(&w);
}

/* All at once. */

typedef struct collected {
    pages *pages;
    size_t capacity;
    arena *arena;
} collected;

static bool collect_begin(void *user, const render_info *i, size_t count) {
    (void)count;
    ((collected *)user)->pages->info = *i;
    return true;
}

static bool collect_page(void *user, scene *s) {
    collected *c = user;
    pages *p = c->pages;
    p->items = arena_grow(c->arena, p->items, &c->capacity, p->count + 1, sizeof *p->items);
    p->items[p->count++] = s;
    return true;
}

static bool collect_end(void *user, const outline *marks) {
    ((collected *)user)->pages->outline = *marks;
    return true;
}

pages *sheet_pages(document *d, const sheet_options *o, arena *a, error *e) {
    collected c = {.pages = ARENA_NEW(a, pages), .arena = a};
    page_taker to = {.user = &c, .begin = collect_begin, .page = collect_page, .end = collect_end};
    writer w = {.document = d, .options = o, .to = &to, .kept = a, .work = a, .whole = true, .error = e};
    return sheet_number(d, o->phrases, a, e) && write_document(&w) ? c.pages : NULL;
}

/* Tight figures. */

/* A part with its title and alternative text in a group around all. */
static scene *whole_figure(const figure *f, scene *part, const figure_kind *kind, arena *a) {
    scene *s = scene_new(a);
    str alt = part->alt.len ? part->alt : f->alt, title = markup_plain(f->title, a);
    static const double margin = 1.5; /* so that no letter touches the edge of its picture */
    scene_reserve(s, part->count + 2);
    scene_open(s, (group){.role = ROLE_FIGURE, .id = str_of(kind->name), .title = title, .alt = alt});
    scene_take(s, part, margin, margin, STR(""));
    scene_close(s);
    s->w = part->w + 2 * margin;
    s->h = part->h + 2 * margin;
    s->title = title;
    s->alt = alt;
    return s;
}

pages *figure_pages(const figure_request *q, const figure_kind *kind) {
    figure *f = figure_build(kind, q);
    if (!f || error_set(q->error))
        return NULL;
    pages *p = ARENA_NEW(q->arena, pages);
    *p = (pages){.items = ARENA_ARRAY(q->arena, scene *, f->count + 1), .count = f->count};
    p->info = (render_info){.title = markup_plain(f->title, q->arena), .lang = q->lang, .figures = true};
    for (size_t part = 0; part < f->count; part++)
        p->items[part] = whole_figure(f, f->parts[part], kind, q->arena);
    return p;
}
