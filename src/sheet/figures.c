/* Figures side by side: each as wide as it is, the room left over shared out; captions of tables above, of figures
 * below, notes under all.
 *
 *   |    column 1     |   gutter   |      column 2      |
 *   |  ┌─drawing─┐    |            | Table 2 …          |
 *   |  └─────────┘    |            | ┌────drawing─────┐ |
 *   |   Figure 1 …    |            | └────────────────┘ |
 */
#include "galley.h"

#include "markup.h"
#include "nearest.h"
#include "shrink.h"

#include <math.h>

typedef struct cell {
    const figure_reference *reference;
    const figure_kind *kind;
    figure *figure;
    double width;   /* of its widest part */
    double natural; /* as wide as it likes to be */
    size_t number;
    /* Of the part being set. */
    scene *drawing;
    scene *caption;
    double column;
} cell;

enum { MOST_IN_A_ROW = 16 };

static const double caption_gap = 5;  /* between drawing and caption, points of the page's rhythm */
static const double figure_space = 8; /* above and below */

static bool fail_at(galley *g, const figure_reference *r, const char *what, str name) {
    return error_at(g->error, r->source, r->at, r->length, "%s '%.*s'", what, STR_ARG(name));
}

static bool find_kind(galley *g, cell *c) {
    const figure_reference *r = c->reference;
    c->kind = figure_kind_named(r->name);
    if (!c->kind) {
        str names[MOST_IN_A_ROW * 4];
        size_t count = 0;
        for (; figure_kinds[count] && count < sizeof names / sizeof *names; count++)
            names[count] = str_of(figure_kinds[count]->name);
        str near = nearest_word(r->name, names, count, g->arena);
        return error_at(g->error, r->source, r->at, r->length, "no figure '%.*s'%s%.*s%s", STR_ARG(r->name),
                        near.len ? "; did you mean " : "", STR_ARG(near), near.len ? "?" : "");
    }
    if (!figure_run(c->kind, &r->moment))
        return fail_at(g, r, "there is nothing here for the figure", r->name);
    return true;
}

static double caption_size(const galley *g) {
    return g->options->theme->type.label;
}

/* Faults inside a figure are shown where the template asks for it. */
static bool place_error(galley *g, const figure_reference *r) {
    if (error_set(g->error) && !g->error->line && g->error->status == STATUS_INPUT) {
        str message = g->error->message;
        *g->error = error_in(g->error->arena);
        error_at(g->error, r->source, r->at, r->length, "%.*s", STR_ARG(message));
    }
    return false;
}

static figure *draw_at(galley *g, const figure_kind *kind, const figure_reference *r, double width, double height) {
    figure_request q = {.moment = &r->moment,
                        .context = r->context,
                        .phrases = context_phrases(r->context, g->options->phrases),
                        .fonts = g->options->fonts,
                        .theme = g->options->theme,
                        .lang = g->document->lang,
                        .params = r->params,
                        .defaults = g->options->params,
                        .told = r->told,
                        .width = width,
                        .height = height,
                        .arena = g->arena,
                        .error = g->error};
    return figure_build(kind, &q);
}

/* What stands above and below a drawing on its page. */
static double drawing_room(const galley *g) {
    return fmax(g->height - 8 * caption_size(g), g->height / 2);
}

/* One that cannot be drawn on so small a page is drawn as it likes to be, and made smaller. NULL: it cannot be drawn.
 */
static figure *draw_small(galley *g, const figure_kind *kind, const figure_reference *r, double width) {
    error first = *g->error;
    if (first.status != STATUS_INPUT)
        return NULL;
    *g->error = error_in(first.arena);
    figure *f = draw_at(g, kind, r, 0, 0);
    if (f && figure_squeeze(f, width > 0 ? width : g->column, fmax(drawing_room(g), g->height * 0.75)))
        return f;
    *g->error = first;
    return NULL;
}

/* At a width, 0: as wide as it likes; smaller where the template wants it so. */
static figure *draw(galley *g, const figure_kind *kind, const figure_reference *r, double width) {
    figure *f = draw_at(g, kind, r, width, drawing_room(g));
    f = f ? f : draw_small(g, kind, r, width);
    if (!f) {
        place_error(g, r);
        return NULL;
    }
    figure_shrink(f, r->most_width, r->most_height, g->options->theme->type.least);
    return f;
}

figure *galley_figure(galley *g, const figure_reference *r, double width) {
    cell c = {.reference = r};
    return find_kind(g, &c) ? draw(g, c.kind, r, width) : NULL;
}

static bool build(galley *g, cell *c, double width) {
    const figure_reference *r = c->reference;
    if (r->most_width > 0 && (width <= 0 || width > r->most_width))
        width = 0; /* drawn as it likes, then made smaller */
    c->figure = draw(g, c->kind, r, width);
    if (!c->figure)
        return false;
    c->width = 0;
    for (size_t k = 0; k < c->figure->count; k++)
        c->width = fmax(c->width, c->figure->parts[k]->w);
    return true;
}

static double gutter(const galley *g) {
    return g->options->theme->space.gutter;
}

static double sum_of(const galley *g, const cell *cells, size_t count) {
    double sum = gutter(g) * (double)(count - 1);
    for (size_t k = 0; k < count; k++)
        sum += cells[k].width;
    return sum;
}

/* Asks the widest of several to take what the others leave. False if it cannot. */
static bool squeeze_widest(galley *g, cell *cells, size_t count) {
    static const double least_share = 0.35; /* of the column: nothing is squeezed below it */
    size_t widest = 0;
    for (size_t k = 1; k < count; k++)
        if (cells[k].width > cells[widest].width)
            widest = k;
    cell before = cells[widest];
    double left = g->column - (sum_of(g, cells, count) - before.width);
    if (left < g->column * least_share || !build(g, &cells[widest], left))
        return false;
    if (cells[widest].figure->count == 1 && sum_of(g, cells, count) <= g->column + 0.01)
        return true;
    cells[widest] = before;
    return false;
}

static void number_figure(galley *g, cell *c) {
    c->number = c->kind->bare ? ++g->bares : c->reference->number;
}

/* "Figure 4"; of its later parts "Figure 4 (continued)". */
static str say_number(galley *g, const cell *c, size_t part) {
    datum *facts = datum_map(g->arena);
    datum_put(g->arena, facts, "number", datum_integer(g->arena, (int64_t)c->number));
    context here = {.view = view_of_datum(facts), .outer = c->reference->context};
    static const char *const keys[2][2] = {{"sheet.figure", "sheet.figure_continued"},
                                           {"sheet.table", "sheet.table_continued"}};
    str key = str_of(keys[c->kind->table][part > 0]);
    return phrases_say(g->options->phrases, key, &here, NULL, g->arena, g->error);
}

/* "Figure 1" and a gap: in Chinese a full-width space. */
static void add_number(galley *g, const cell *c, size_t part, words *w, text_style style) {
    const char *gap = galley_is_chinese(g) ? "\xE3\x80\x80" : "\xE2\x80\x83";
    span number = {.text = str_format(g->arena, "%.*s%s", STR_ARG(say_number(g, c, part)), gap), .strong = true};
    words_add_spans(g, w, &number, 1, style);
}

/* The least width at which the words still take no more lines: so that no line is much shorter than the others. */
static double balanced_width(galley *g, const words *w, double width, size_t lines) {
    static const double close = 2; /* points */
    double low = width / (double)(lines + 1), high = width;
    while (high - low > close) {
        double middle = (low + high) / 2;
        *(words_flow(g, w, middle, false).count <= lines ? &high : &low) = middle;
    }
    return high;
}

/* The caption: what the template says of it, else the title that the figure gives itself. */
static scene *set_caption(galley *g, const cell *c, size_t part, double width) {
    if (c->kind->bare)
        return scene_new(g->arena);
    text_style style = galley_style(g, FACE_NOTE, caption_size(g));
    words w = {0};
    add_number(g, c, part, &w, style);
    if (c->reference->caption_count)
        words_add_spans(g, &w, c->reference->caption, c->reference->caption_count, style);
    else
        words_add_markup(g, &w, c->figure->title, style);
    flow f = words_flow(g, &w, width, false);
    bool centred = !c->kind->table || galley_is_chinese(g);
    if (f.count > 1 && centred)
        f = words_flow(g, &w, balanced_width(g, &w, width, f.count), false);
    double widest = 0;
    for (size_t k = 0; k < f.count; k++)
        widest = fmax(widest, f.lines[k].width);
    /* A short caption is as wide as its words, so that it can be centred as a whole. */
    return galley_stack(g, &f, f.count > 1 ? width : widest, f.count > 1 && centred ? ANCHOR_CENTRE : ANCHOR_LEFT);
}

static bool has_table_inside(const scene *s) {
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_OPEN && s->items[k].group->role == ROLE_TABLE)
            return true;
    return false;
}

static void place_drawing(galley *g, scene *s, const cell *c, size_t part, double x, double y) {
    const char *kind = c->kind->bare ? "rows" : c->kind->table ? "table" : "figure";
    str name = str_format(g->arena, "%s-%zu", kind, c->number);
    group whole = {.role = has_table_inside(c->drawing) ? ROLE_NONE : ROLE_FIGURE,
                   .title = markup_plain(c->figure->title, g->arena),
                   .alt = c->drawing->alt.len ? c->drawing->alt : c->figure->alt,
                   .anchor = part == 0 ? name : STR("")};
    scene_open(s, whole);
    scene_take(s, c->drawing, x, y, str_format(g->arena, "%.*s-%zu-", STR_ARG(name), part + 1));
    scene_close(s);
}

static void place_caption(scene *s, const cell *c, double x, double y) {
    if (c->kind->bare)
        return;
    scene_open(s, (group){.role = ROLE_CAPTION});
    scene_take(s, c->caption, x, y, STR(""));
    scene_close(s);
}

/* How a line of cells stands. Figures and tables beside each other are aligned by the middles of their drawings; tables
 * among themselves hang from their captions, figures have their captions on one line. */
typedef struct shape {
    bool mixed;
    double middle; /* of the drawings, from the top of the line; tables alone: their upper edge */
    double bottom; /* figures: where captions begin, unless mixed */
    double height;
} shape;

static double caption_room(const galley *g, const cell *c) {
    return c->kind->bare ? 0 : c->caption->h + galley_rhythm(g, caption_gap);
}

static bool is_mixed(const cell *cells, size_t count) {
    for (size_t k = 1; k < count; k++)
        if (cells[k].kind->table != cells[0].kind->table)
            return true;
    return false;
}

static shape shape_of(const galley *g, const cell *cells, size_t count) {
    double over = 0, under = 0, captions = 0, tallest = 0; /* over and under the middle */
    for (size_t k = 0; k < count; k++) {
        double half = cells[k].drawing->h / 2, room = caption_room(g, &cells[k]);
        over = fmax(over, half + (cells[k].kind->table ? room : 0));
        under = fmax(under, half + (cells[k].kind->table ? 0 : room));
        captions = fmax(captions, room);
        tallest = fmax(tallest, cells[k].drawing->h);
    }
    if (is_mixed(cells, count))
        return (shape){.mixed = true, .middle = over, .height = over + under};
    if (cells[0].kind->table)
        return (shape){.middle = captions, .height = captions + tallest};
    return (shape){.middle = tallest / 2, .bottom = tallest, .height = tallest + captions};
}

static double drawing_top(const cell *c, const shape *s) {
    return c->kind->table && !s->mixed ? s->middle : s->middle - c->drawing->h / 2;
}

static double caption_top(const galley *g, const cell *c, const shape *s, double top) {
    double gap = galley_rhythm(g, caption_gap);
    if (c->kind->table)
        return top - gap - c->caption->h;
    return gap + (s->mixed ? top + c->drawing->h : s->bottom);
}

/* Whether nothing stands beside the caption of a figure: it is the only one between tables, and taller than they. */
static bool stands_free(const cell *c, const cell *cells, size_t count, size_t part) {
    for (size_t k = 0; k < count; k++)
        if (&cells[k] != c && (!cells[k].kind->table || cells[k].figure->parts[part]->h > c->drawing->h))
            return false;
    return !c->kind->table;
}

/* The width that a caption may have. Those of tables begin with their drawing. */
static double caption_width(const galley *g, const cell *c, const cell *cells, size_t count, size_t part) {
    /* Of a gutter: captions may go into it. Those at the margins are pushed inwards by all of it, and two that meet
     * must leave some of the gutter between them. */
    static const double reach = 0.4;
    static const double spread = 1.6; /* of its column, for one that stands free */
    if (c->kind->table)
        return (c->column + c->drawing->w) / 2;
    if (count > 1 && stands_free(c, cells, count, part))
        return fmin(g->column, c->column * spread);
    return c->column + (count > 1 ? gutter(g) * reach : 0);
}

static void place_cell(galley *g, scene *s, const cell *c, const shape *shape, size_t part, double x) {
    double left = x + (c->column - c->drawing->w) / 2, top = drawing_top(c, shape);
    double caption_x = c->kind->table && !galley_is_chinese(g) ? left : x + (c->column - c->caption->w) / 2;
    double caption_y = caption_top(g, c, shape, top);
    caption_x = fmax(g->x, fmin(caption_x, g->x + g->column - c->caption->w));
    if (c->kind->table)
        place_caption(s, c, caption_x, caption_y);
    place_drawing(g, s, c, part, left, top);
    if (!c->kind->table)
        place_caption(s, c, caption_x, caption_y);
}

/* One part of each cell, beside one another: drawings and captions, and how they stand. */
static shape measure_line(galley *g, cell *cells, size_t count, size_t part) {
    double free = (g->column - sum_of(g, cells, count)) / (double)count;
    for (size_t k = 0; k < count; k++) {
        cells[k].drawing = cells[k].figure->parts[part];
        cells[k].column = cells[k].width + free;
        cells[k].caption = set_caption(g, &cells[k], part, caption_width(g, &cells[k], cells, count, part));
    }
    return shape_of(g, cells, count);
}

/* Makes what is too high for the page smaller. False if nothing could be seen then. */
static bool lower_line(galley *g, cell *cells, size_t count, size_t part) {
    enum { ROUNDS = 6 }; /* of narrower drawings the captions may be higher */
    for (int round = 0; round < ROUNDS; round++) {
        shape shape = measure_line(g, cells, count, part);
        if (shape.height <= g->height)
            return true;
        for (size_t k = 0; k < count; k++) {
            double most = g->height - (shape.height - cells[k].drawing->h);
            if (cells[k].drawing->h > most && (most <= 0 || !figure_squeeze(cells[k].figure, 0, most)))
                return false;
            cells[k].width = 0;
            for (size_t n = 0; n < cells[k].figure->count; n++)
                cells[k].width = fmax(cells[k].width, cells[k].figure->parts[n]->w);
        }
    }
    return false;
}

static scene *set_line(galley *g, cell *cells, size_t count, size_t part) {
    shape shape = measure_line(g, cells, count, part);
    scene *s = scene_new(g->arena);
    double x = g->x;
    for (size_t k = 0; k < count; k++) {
        place_cell(g, s, &cells[k], &shape, part, x);
        x += cells[k].column + gutter(g);
    }
    s->h = shape.height;
    return s;
}

/* A value that was written out below an earlier figure under the same name is not written out again. */
static bool is_noted(galley *g, const figure *f, str note) {
    str line = str_format(g->arena, "\n%.*s\n", STR_ARG(note));
    if (f->own_names || str_find(strbuf_text(&g->noted), line, 0) == SIZE_MAX) {
        strbuf_add(&g->noted, line);
        return false;
    }
    return true;
}

/* As many columns as the widest note leaves room for, read downwards. */
typedef struct notes {
    flow *items;
    size_t count, columns;
} notes;

static notes set_notes(galley *g, const figure *f) {
    enum { MOST_COLUMNS = 3 };
    text_style style = galley_style(g, FACE_NOTE, caption_size(g));
    notes n = {ARENA_ARRAY(g->arena, flow, f->note_count ? f->note_count : 1), 0, 1};
    double widest = 0;
    for (size_t k = 0; k < f->note_count; k++) {
        if (is_noted(g, f, f->notes[k]))
            continue;
        words w = {0};
        words_add_markup(g, &w, f->notes[k], style);
        flow *note = &n.items[n.count++];
        *note = words_flow(g, &w, g->column, false);
        for (size_t line = 0; line < note->count; line++)
            widest = fmax(widest, note->count > 1 ? g->column : note->lines[line].width);
    }
    double room = g->column + gutter(g);
    while (n.columns < MOST_COLUMNS && n.columns < n.count && (widest + gutter(g)) * (double)(n.columns + 1) <= room)
        n.columns++;
    return n;
}

/* The k-th line of notes in columns. */
static void add_note_line(galley *g, const notes *n, size_t k, size_t lines) {
    scene *s = scene_new(g->arena);
    double height = 0, step = (g->column + gutter(g)) / (double)n->columns;
    for (size_t at = k, column = 0; at < n->count; at += lines, column++) {
        const flow_line *l = &n->items[at].lines[0];
        scene_place(s, l->scene, g->x + step * (double)column, line_baseline(l), 1, STR(""));
        height = fmax(height, l->height);
    }
    galley_add(g, ROW_FIGURE, height, s);
}

static void add_notes(galley *g, const cell *c) {
    notes n = set_notes(g, c->figure);
    size_t lines = (n.count + n.columns - 1) / n.columns;
    for (size_t k = 0; k < lines; k++) {
        galley_open(g, ROLE_PARAGRAPH);
        if (k < 2 || k + 1 == lines)
            galley_keep(g);
        if (n.columns == 1)
            galley_lines(g, &n.items[k], g->x, ROW_FIGURE);
        else
            add_note_line(g, &n, k, lines);
        galley_close(g);
    }
}

/* Cells [from, to) on one line; one alone may go on over several. */
static void add_line(galley *g, cell *cells, size_t count) {
    size_t parts = cells[0].figure->count;
    double space = galley_rhythm(g, figure_space);
    for (size_t part = 0; part < parts && !error_set(g->error); part++) {
        bool row = cells[0].kind->bare && part > 0; /* one of several, with its own room below */
        galley_space(g, row ? 0 : space, 0, row ? 0 : space * 0.4);
        if (!lower_line(g, cells, count, part)) {
            fail_at(g, cells[0].reference, "higher than the page is the figure", cells[0].reference->name);
            return;
        }
        scene *s = set_line(g, cells, count, part);
        galley_add(g, ROW_FIGURE, s->h, s);
        if (!cells[0].kind->bare)
            galley_space(g, space * 0.5, 0, 0);
    }
    for (size_t k = 0; k < count; k++)
        add_notes(g, &cells[k]);
    galley_space(g, space, 0, space * 0.4);
    g->lines = 2;
}

/* As many of the cells as stand on one line. */
static size_t fit_line(galley *g, cell *cells, size_t count) {
    while (count > 1) {
        bool whole = true;
        for (size_t k = 0; k < count; k++)
            whole = whole && cells[k].figure->count == 1;
        if (whole && (sum_of(g, cells, count) <= g->column || squeeze_widest(g, cells, count)))
            return count;
        if (error_set(g->error))
            return 1;
        count--;
    }
    if (cells[0].width > g->column || cells[0].figure->count > 1)
        build(g, &cells[0], g->column);
    return 1;
}

/* Figures whose size the template sets, and those to write in, stay as they are. */
static bool gives_way(const galley *g, const cell *c) {
    const figure_reference *r = c->reference;
    if (g->giving >= 1 || c->kind->bare || r->most_width > 0 || r->most_height > 0)
        return false;
    return !(r->params && datum_get(r->params, "write")) &&
           !(g->options->params && datum_get(g->options->params, "write"));
}

/* Makes the figures of a line smaller, never below the least size of type; who stands beside whom stays as it is. */
static void give_way(const galley *g, cell *cells, size_t count) {
    for (size_t k = 0; k < count; k++) {
        if (!gives_way(g, &cells[k]))
            continue;
        double scale = fmax(g->giving, figure_least_scale(cells[k].figure, g->options->theme->type.least));
        figure_scale(cells[k].figure, scale);
        cells[k].width *= fmin(scale, 1);
    }
}

void galley_figures(galley *g, const block *b) {
    size_t count = b->figure_count;
    cell *cells = ARENA_ARRAY(g->arena, cell, count ? count : 1);
    for (size_t k = 0; k < count; k++) {
        cells[k].reference = b->figures[k];
        if (!find_kind(g, &cells[k]) || !build(g, &cells[k], count > 1 ? 0 : g->column))
            return;
        number_figure(g, &cells[k]);
    }
    for (size_t from = 0; from < count && !error_set(g->error);) {
        size_t fitting = fit_line(g, cells + from, count - from);
        if (error_set(g->error))
            return;
        if (cells[from].width > g->column + 0.5) {
            if (!figure_squeeze(cells[from].figure, g->column, 0)) {
                fail_at(g, cells[from].reference, "wider than the page is the figure", cells[from].reference->name);
                return;
            }
            cells[from].width = g->column;
        }
        give_way(g, cells + from, fitting);
        add_line(g, cells + from, fitting);
        from += fitting;
    }
}
