/* Rows onto pages.
 *
 *   rows ──break_pages──▶ [first, next) a page ──▶ scene: running head, grounds, rows with their groups, rules, foot
 *             ▲ │
 *             └─┘ a figure that would leave much of a page empty lets the text after it go first
 */
#include "galley.h"

#include <math.h>
#include <string.h>

frame frame_of(const sheet_options *o) {
    static const double a4_width = 595.28, least = 31; /* a printer's 10 mm, and a little */
    double margin = o->theme->space.margin * fmin(1, o->width / a4_width);
    margin = fmax(margin, least);
    double k = margin / 56;
    frame f = {.left = margin, .width = o->width - 2 * margin};
    f.head_base = fmax(46 * k, least + 6);
    f.head_rule = f.head_base + 6;
    f.top = f.head_rule + 14 * k;
    f.foot_base = o->height - fmax(38 * k, least + 1);
    f.foot_rule = f.foot_base - 13;
    f.height = f.foot_rule - 11 * k - f.top;
    return f;
}

/* Order: figures that step back. */

typedef struct layout {
    galley *g;
    row *rows;
    break_row *measures;
    page_breaks breaks;
} layout;

static void measure(layout *l) {
    for (size_t k = 0; k < l->g->count; k++)
        l->measures[k] = l->rows[k].measure;
    l->breaks = break_pages(l->measures, l->g->count, l->g->height, l->g->arena);
}

/* The end of the block that begins with row k. */
static size_t block_end(const layout *l, size_t k) {
    size_t end = k + 1;
    while (end < l->g->count && l->rows[end].block == l->rows[k].block)
        end++;
    return end;
}

/* Whether the block of rows [from, to) may go before a figure: the text of its section, boxes and tables too, but
 * neither a heading nor another figure, which stay in order. */
static bool may_pass(const layout *l, size_t from, size_t to) {
    for (size_t k = from; k < to; k++)
        if (l->rows[k].kind == ROW_HEADING || l->rows[k].kind == ROW_FIGURE || l->rows[k].measure.cost < 0)
            return false;
    return true;
}

/* Whether what ends before row `end` leads to what follows, and stays before it. */
static bool leads_on(const layout *l, size_t end) {
    return l->rows[end - 1].open_end || (end < l->g->count && l->rows[end].measure.cost >= BREAK_NEVER);
}

/* Moves the figure of rows [figure, text) behind the text of rows [text, end). What went before stays with what comes
 * next: costs and spaces of the two first rows change places. */
static void step_back(layout *l, size_t figure, size_t text, size_t end) {
    row *moved = ARENA_ARRAY(l->g->arena, row, text - figure);
    memcpy(moved, l->rows + figure, (text - figure) * sizeof *moved);
    break_row figure_first = moved[0].measure, text_first = l->rows[text].measure;
    memmove(l->rows + figure, l->rows + text, (end - text) * sizeof *moved);
    memcpy(l->rows + figure + (end - text), moved, (text - figure) * sizeof *moved);
    row *first = &l->rows[figure], *second = &l->rows[figure + (end - text)];
    first->measure.space = figure_first.space;
    first->measure.stretch = figure_first.stretch;
    first->measure.shrink = figure_first.shrink;
    first->measure.cost = figure_first.cost;
    second->measure.space = fmax(text_first.space, figure_first.space);
    second->measure.cost = text_first.cost;
    first->measure.merit = figure_first.merit;
    second->measure.merit = text_first.merit;
}

/* The figure that keeps row k from the page before: row k itself, or, where much is empty, the one that follows the
 * heading and the lines which begin there. The number of rows if there is none. */
static size_t blocking_figure(const layout *l, size_t k, bool much) {
    enum { MOST_ROWS = 60 };
    size_t figure = k;
    while (
        much && figure < l->g->count && figure < k + MOST_ROWS &&
        (l->rows[figure].kind == ROW_HEADING || l->rows[figure].kind == ROW_TEXT || l->rows[figure].kind == ROW_OTHER))
        figure++;
    bool blocks = figure < l->g->count && l->rows[figure].kind == ROW_FIGURE && l->rows[figure].measure.cost >= 0;
    if (blocks && figure && l->rows[figure - 1].block == l->rows[figure].block)
        return l->g->count; /* what follows a figure does not come between its parts */
    return blocks && !(figure && l->rows[figure - 1].open_end) ? figure : l->g->count;
}

/* Tries to let text pass the figure that begins a page. True if something got better. */
static bool improve(layout *l, size_t page, bool much) {
    static const double worth = 15; /* costs must fall by that much */
    size_t count = l->g->count, figure = blocking_figure(l, l->breaks.first[page], much);
    if (figure == count)
        return false;
    size_t text = block_end(l, figure), end = text;
    row *before = ARENA_ARRAY(l->g->arena, row, count);
    memcpy(before, l->rows, count * sizeof *before);
    page_breaks old = l->breaks;
    while (end < count) {
        size_t next = block_end(l, end);
        if (!may_pass(l, end, next))
            break;
        end = next;
        if (leads_on(l, end))
            continue;
        step_back(l, figure, text, end);
        measure(l);
        if (l->breaks.count && l->breaks.cost < old.cost - worth)
            return true;
        memcpy(l->rows, before, count * sizeof *before);
    }
    l->breaks = old;
    measure(l);
    return false;
}

static void improve_all(layout *l) {
    static const double some = 0.06, much = 0.12; /* of a page left empty */
    enum { MOST_ROWS = 4000 };                    /* longer documents are left as they are */
    for (size_t page = 1; page < l->breaks.count && l->g->count <= MOST_ROWS; page++) {
        double room = break_room(l->measures, l->breaks.first[page - 1], l->breaks.first[page], l->g->height);
        if (room > some * l->g->height && improve(l, page, room > much * l->g->height))
            page = page > 1 ? page - 1 : 0;
    }
}

/* Pages. */

typedef struct composer {
    galley *g;
    const layout *layout;
    frame frame;
    outline *marks;
    tag *open; /* the innermost group that is open on this page */
} composer;

static void open_tag(composer *c, scene *s, tag *t) {
    group g = t->group;
    if (t->opened) {
        g.id = STR("");
        g.anchor = STR("");
    }
    t->opened = true;
    scene_open(s, g);
    c->open = t;
}

static void close_tag(composer *c, scene *s) {
    scene_close(s);
    c->open = c->open->outer;
}

/* Opens t below what is open already. */
static void open_down_to(composer *c, scene *s, tag *t) {
    tag **path = t ? ARENA_ARRAY(c->g->arena, tag *, t->depth) : NULL;
    size_t count = 0;
    for (tag *k = t; k != c->open; k = k->outer)
        path[count++] = k;
    while (count)
        open_tag(c, s, path[--count]);
}

static bool stands_in(const tag *t, const tag *outer) {
    while (t && t != outer)
        t = t->outer;
    return t == outer;
}

static void change_tag(composer *c, scene *s, tag *t) {
    while (c->open && !stands_in(t, c->open))
        close_tag(c, s);
    open_down_to(c, s, t);
}

/* Where each row of a page begins. */
static double *place_rows(const composer *c, size_t from, size_t to) {
    const layout *l = c->layout;
    double ratio = break_ratio(l->measures, c->g->count, from, to, c->g->height);
    double *tops = ARENA_ARRAY(c->g->arena, double, to - from + 1), y = c->frame.top;
    for (size_t k = from; k < to; k++) {
        const break_row *r = &l->measures[k];
        y += k == from ? r->reprise : r->space + ratio * (ratio < 0 ? r->shrink : r->stretch);
        tops[k - from] = y;
        y += r->height;
    }
    tops[to - from] = y;
    return tops;
}

static void draw_panel(const composer *c, scene *s, const panel *p, box b) {
    static const double bar = 2.5;
    const theme *t = c->g->options->theme;
    if (!p->statement) {
        scene_rect(s, b, p->radius, paint_fill(t->color.pale));
        return;
    }
    scene_rect(s, b, 0, paint_stroke(t->color.rule, t->stroke.grid));
    scene_rect(s, (box){b.x, b.y, bar, b.h}, 0, paint_fill(t->color.ink));
}

/* The grounds of boxes, behind everything else of the page. */
static void draw_panels(composer *c, scene *s, size_t from, size_t to, const double *tops) {
    static const double bleed = 5; /* beyond a break, where the pads of the box are not */
    const row *rows = c->layout->rows;
    for (size_t k = from; k < to;) {
        size_t end = k + 1;
        while (end < to && rows[end].panel == rows[k].panel)
            end++;
        const panel *p = rows[k].panel;
        if (p) {
            bool begins = k == 0 || rows[k - 1].panel != p, ends = end == c->g->count || rows[end].panel != p;
            double top = tops[k - from] - (begins ? 0 : bleed);
            double bottom = tops[end - 1 - from] + rows[end - 1].measure.height + (ends ? 0 : bleed);
            scene_open(s, (group){.role = ROLE_ARTIFACT});
            draw_panel(c, s, p, (box){c->frame.left + p->x, top, p->width, bottom - top});
            scene_close(s);
        }
        k = end;
    }
}

static void draw_closing_rule(composer *c, scene *s, const row *r, double y) {
    const theme *t = c->g->options->theme;
    double x = c->frame.left + r->ruled->x;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){x, y}, (point){x + r->ruled->width, y}, paint_stroke(t->color.ink, t->stroke.rule_table));
    scene_close(s);
}

static void add_bookmark(composer *c, const row *r, size_t page, double y) {
    arena *a = c->g->kept;
    *ARENA_PUSH(a, c->marks, items, count, capacity) =
        (outline_entry){.level = r->level, .title = str_copy(a, r->title), .page = page, .y = y};
}

/* Whether the box of row k goes on to the last row of a page that ends before `to`. */
static bool box_ends_page(const row *rows, size_t k, size_t to) {
    return rows[to - 1].panel == rows[k].panel;
}

static void draw_rows(composer *c, scene *s, size_t page, size_t from, size_t to) {
    const row *rows = c->layout->rows;
    double *tops = place_rows(c, from, to);
    draw_panels(c, s, from, to, tops);
    if (rows[from].reprise)
        scene_place(s, rows[from].reprise, c->frame.left, tops[0] - rows[from].measure.reprise, 1, STR(""));
    for (size_t k = from; k < to; k++) {
        const row *r = &rows[k];
        double top = tops[k - from];
        change_tag(c, s, r->tag);
        scene *content = r->inside && !box_ends_page(rows, k, to) ? r->inside : r->content;
        if (content)
            scene_take(s, content, c->frame.left, top, STR(""));
        if (r->level)
            add_bookmark(c, r, c->g->pages + page, top);
        if (r->ruled && (k + 1 == to || rows[k + 1].ruled != r->ruled)) {
            change_tag(c, s, NULL);
            draw_closing_rule(c, s, r, top + r->measure.height);
        }
    }
    change_tag(c, s, NULL);
}

/* Running head and foot. */

/* Cuts a text that is too wide, and says so by dots. */
static str fit_text(const galley *g, text_style style, str text, double width) {
    const fonts *f = g->options->fonts;
    if (text_measure(f, style, text).width <= width)
        return text;
    size_t low = 0, high = text.len; /* bytes that fit, bytes that do not */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        str cut = str_format(g->arena, "%.*s…", (int)middle, text.ptr);
        *(text_measure(f, style, cut).width <= width ? &low : &high) = middle;
    }
    while (low && ((unsigned char)text.ptr[low] & 0xC0) == 0x80)
        low--;
    return str_format(g->arena, "%.*s…", (int)low, text.ptr);
}

static void draw_rule(const galley *g, scene *s, double y) {
    const theme *t = g->options->theme;
    frame f = frame_of(g->options);
    scene_line(s, (point){f.left, y}, (point){f.left + f.width, y}, paint_stroke(t->color.rule, t->stroke.grid));
}

static str page_text(const galley *g, size_t page, size_t count) {
    datum *facts = datum_map(g->arena);
    datum_put(g->arena, facts, "page", datum_integer(g->arena, (int64_t)page + 1));
    datum_put(g->arena, facts, "pages", datum_integer(g->arena, (int64_t)count));
    context here = {.view = view_of_datum(facts)};
    return phrases_say(g->options->phrases, STR("sheet.page"), &here, NULL, g->arena, g->error);
}

static text_style running_style(const galley *g, face face) {
    text_style style = galley_style(g, face, g->options->theme->type.label);
    style.color = g->options->theme->color.mute;
    return style;
}

/* Both texts whole if there is room for them, else each has about half. */
static void draw_head(const galley *g, scene *s) {
    static const double gap = 12;
    const sheet_options *o = g->options;
    frame f = frame_of(o);
    text_style style = running_style(g, FACE_ROMAN);
    text_style slanted = running_style(g, galley_is_chinese(g) ? FACE_ROMAN : FACE_ITALIC);
    double width = f.width - gap, left = text_measure(o->fonts, style, o->running_left).width;
    str right = fit_text(g, slanted, o->running_right, fmax(width * 0.55, width - left));
    left = width - text_measure(o->fonts, slanted, right).width;
    point at = {f.left, f.head_base}, end = {at.x + f.width, at.y};
    scene_text(s, o->fonts, style, at, ANCHOR_LEFT, fit_text(g, style, o->running_left, left));
    scene_text(s, o->fonts, slanted, end, ANCHOR_RIGHT, right);
    draw_rule(g, s, f.head_rule);
}

static void draw_foot(const galley *g, scene *s, size_t page, size_t count) {
    const sheet_options *o = g->options;
    frame f = frame_of(o);
    text_style style = running_style(g, FACE_ROMAN);
    double left = f.left, right = left + f.width;
    str number = page_text(g, page, count);
    draw_rule(g, s, f.foot_rule);
    double number_width = text_measure(o->fonts, style, number).width;
    scene_text(s, o->fonts, style, (point){left, f.foot_base}, ANCHOR_LEFT,
               fit_text(g, style, o->foot, f.width - number_width - 12));
    scene_text(s, o->fonts, style, (point){right, f.foot_base}, ANCHOR_RIGHT, number);
}

static scene *new_page(const galley *g) {
    scene *s = scene_new(g->arena);
    s->w = g->options->width;
    s->h = g->options->height;
    return s;
}

static void draw_running(const galley *g, scene *s, size_t page) {
    const sheet_options *o = g->options;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    if (o->running_left.len || o->running_right.len)
        draw_head(g, s);
    if (g->total)
        draw_foot(g, s, g->pages + page, g->total);
    scene_close(s);
}

scene *compose_foot(galley *g, size_t page, size_t count) {
    scene *s = new_page(g);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    draw_foot(g, s, page, count);
    scene_close(s);
    return s;
}

static scene *compose(composer *c, size_t page) {
    const page_breaks *b = &c->layout->breaks;
    size_t from = b->first[page], to = page + 1 < b->count ? b->first[page + 1] : c->g->count;
    scene *s = new_page(c->g);
    draw_running(c->g, s, page);
    draw_rows(c, s, page, from, to);
    return s;
}

/* Whether the last page holds next to nothing, or a page begins within a small table. */
static bool is_lonely(const layout *l) {
    static const double share = 0.5, parted = 80;
    const page_breaks *b = &l->breaks;
    for (size_t page = 1; page < b->count; page++)
        if (l->rows[b->first[page]].reprise && l->rows[b->first[page]].measure.cost >= parted)
            return true;
    double room = break_room(l->measures, b->first[b->count - 1], l->g->count, l->g->height);
    return b->count > 1 && room > (1 - share) * l->g->height;
}

static bool is_holed(const layout *l) {
    static const double share = 0.2;
    const page_breaks *b = &l->breaks;
    for (size_t page = 0; page + 1 < b->count; page++)
        if (l->measures[b->first[page + 1]].cost >= 0 &&
            break_room(l->measures, b->first[page], b->first[page + 1], l->g->height) > share * l->g->height)
            return true;
    return false;
}

bool compose_breaks(galley *g) {
    if (error_set(g->error))
        return false;
    if (!g->count)
        galley_add(g, ROW_OTHER, 1, NULL);
    layout *l = g->layout = ARENA_NEW(g->arena, layout);
    *l = (layout){g, g->rows, ARENA_ARRAY(g->arena, break_row, g->count + 1), {0}};
    measure(l);
    if (!l->breaks.count)
        return error_plain(g->error, STATUS_INPUT, "a row of a table is higher than the page");
    improve_all(l);
    g->cost = l->breaks.cost;
    g->lonely = is_lonely(l);
    g->holed = is_holed(l);
    return true;
}

size_t compose_count(const galley *g) {
    return g->layout->breaks.count;
}

bool compose_pages(galley *g, const page_taker *to, outline *marks) {
    composer c = {.g = g, .layout = g->layout, .frame = frame_of(g->options), .marks = marks};
    size_t count = compose_count(g);
    for (size_t page = 0; page < count; page++) {
        arena_mark start = arena_here(g->arena);
        scene *s = compose(&c, page);
        if (error_set(g->error) || !to->page(to->user, s))
            return false;
        if (!g->whole)
            arena_back(g->arena, start);
    }
    g->pages += count;
    return true;
}
