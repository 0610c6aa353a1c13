/* Tables of the text: rules above, below the head and below, none between columns; heads are repeated on each page.
 *
 *   columns:  |pad cell pad|pad cell pad|      widths natural, or the widest lowered until all fit
 *
 * A table that fits no page in columns is set in stacks: of each row the cells one below the other, each under the name
 * of its column.
 */
#include "galley.h"

#include "grid.h"
#include "markup.h"
#include "shrink.h"

#include <math.h>

static const double most_reprise = 0.3; /* of a page: a taller head is not repeated */
static const double most_figure =
    0.25; /* of a page: a figure in a cell is at most so high, unless the template says otherwise */
static const double figure_pad = 4; /* above and below a row with figures, points */
static const double figure_gap = 8; /* between figures side by side, and a figure and words, points */

/* The figures of one cell, side by side; made smaller to fit their column. */
typedef struct cell_figures {
    figure **items;
    size_t count;
    double natural, least; /* widths */
} cell_figures;

typedef struct table {
    galley *g;
    const block *block;
    size_t columns;
    cell_figures **figures; /* by row and column; NULL where there are none */
    bool illustrated;       /* some cell has figures: fine lines keep the rows apart */
    bool in_parts;          /* some figure is too large for a cell */
    double *widths;
    double size;          /* of the type */
    double pad, line_pad; /* beside and above a cell's text */
    double x, width;
} table;

static text_style cell_style(const table *t, bool head) {
    return galley_style(t->g, head ? FACE_BOLD : FACE_ROMAN, t->size);
}

static flow set_cell(const table *t, const block *cell, bool head, double width) {
    return galley_flow(t->g, cell->spans, cell->span_count, cell_style(t, head), width + 0.01, false);
}

/* ---- figures in cells ---- */

/* As they are now, with the gaps between them. */
static double figures_width(const cell_figures *f) {
    double width = 0;
    for (size_t k = 0; k < f->count; k++)
        width += f->items[k]->parts[0]->w + (k ? figure_gap : 0);
    return width;
}

/* At a width; 0: as wide as they like. */
static bool build_figures(table *t, const block *cell, cell_figures *into, double width) {
    galley *g = t->g;
    double scale = 0;
    *into = (cell_figures){0};
    into->items = ARENA_ARRAY(g->arena, figure *, cell->figure_count);
    for (size_t k = 0; k < cell->figure_count; k++) {
        const figure_reference *r = cell->figures[k];
        figure *f = into->items[into->count++] = galley_figure(g, r, width / (double)cell->figure_count);
        if (!f)
            return false;
        if (f->count != 1) {
            t->in_parts = true;
            return true;
        }
        double least = g->options->theme->type.least;
        if (r->most_height <= 0)
            figure_shrink(f, 0, g->height * most_figure, least);
        scale = fmax(scale, figure_least_scale(f, least));
    }
    into->natural = figures_width(into);
    into->least = into->natural * scale;
    return true;
}

/* False on error. */
static bool find_figures(table *t, double width) {
    t->in_parts = false;
    t->figures = ARENA_ARRAY(t->g->arena, cell_figures *, t->columns * t->block->child_count);
    for (size_t r = 0; r < t->block->child_count; r++) {
        const block *row = t->block->children[r];
        for (size_t c = 0; c < row->child_count && c < t->columns; c++) {
            if (!row->children[c]->figure_count)
                continue;
            cell_figures *f = t->figures[r * t->columns + c] = ARENA_NEW(t->g->arena, cell_figures);
            t->illustrated = true;
            if (!build_figures(t, row->children[c], f, width))
                return false;
            if (t->in_parts)
                return true;
        }
    }
    return true;
}

static const cell_figures *figures_of(const table *t, size_t row, size_t column) {
    return t->figures[row * t->columns + column];
}

/* What stands below figures: what the template calls them, and their notes. */
static void add_captions(const table *t, const block *cell, const cell_figures *f, words *w) {
    galley *g = t->g;
    text_style style = galley_style(g, FACE_ROMAN, g->options->theme->type.label);
    for (size_t k = 0; k < f->count; k++) {
        const figure_reference *r = cell->figures[k];
        if (r->caption_count && w->count)
            words_add_markup(g, w, STR(" · "), style);
        words_add_spans(g, w, r->caption, r->caption_count, style);
        for (size_t n = 0; n < f->items[k]->note_count; n++) {
            words_add_markup(g, w, w->count ? STR("; ") : STR(""), style);
            words_add_markup(g, w, f->items[k]->notes[n], style);
        }
    }
}

static void put_figure(galley *g, scene *s, const figure *f, double x, double y) {
    str name = str_format(g->arena, "cell-%d-", ++g->elements);
    scene_open(s, (group){.role = ROLE_FIGURE,
                          .title = markup_plain(f->title, g->arena),
                          .alt = f->parts[0]->alt.len ? f->parts[0]->alt : f->alt});
    scene_place(s, f->parts[0], x, y, 1, name);
    scene_close(s);
}

/* Figures in a row, their middles on one line, and their captions, in the middle of the column. */
static scene *set_figures(const table *t, const block *cell, const cell_figures *f, double width) {
    galley *g = t->g;
    scene *s = scene_new(g->arena);
    double wide = figures_width(f), scale = wide > width ? width / wide : 1, height = 0;
    for (size_t k = 0; k < f->count; k++) {
        figure_scale(f->items[k], scale);
        height = fmax(height, f->items[k]->parts[0]->h);
    }
    double x = (width - wide * scale) / 2;
    for (size_t k = 0; k < f->count; k++) {
        const scene *part = f->items[k]->parts[0];
        put_figure(g, s, f->items[k], x, (height - part->h) / 2);
        x += part->w + figure_gap * scale;
    }
    words w = {0};
    add_captions(t, cell, f, &w);
    s->h = height;
    if (w.count) {
        flow lines = words_flow(g, &w, width + 0.01, false);
        scene *below = galley_stack(g, &lines, width, ANCHOR_CENTRE);
        scene_take(s, below, 0, height + figure_gap / 2, STR(""));
        s->h += figure_gap / 2 + below->h;
    }
    return s;
}

/* The width of a cell with all its words on one line. */
static double natural_width(const table *t, const block *cell, bool head) {
    flow f = galley_flow(t->g, cell->spans, cell->span_count, cell_style(t, head), 0, false);
    double widest = 0;
    for (size_t k = 0; k < f.count; k++)
        widest = fmax(widest, f.lines[k].width);
    return widest;
}

/* The widest word or formula of a cell. */
static double least_width(const table *t, const block *cell, bool head) {
    words all = {0}, text = {0};
    double widest = 0;
    words_add_spans(t->g, &all, cell->spans, cell->span_count, cell_style(t, head));
    for (size_t k = 0; k < all.count; k++) {
        if (all.items[k].piece)
            widest = fmax(widest, all.items[k].piece->width);
        else
            *ARENA_PUSH(t->g->arena, &text, items, count, capacity) = all.items[k];
    }
    flow f = words_flow(t->g, &text, 1, false);
    for (size_t k = 0; k < f.count; k++)
        widest = fmax(widest, f.lines[k].width);
    return widest;
}

/* For each column the widest of its cells, as they like to be or at least must be. */
static void widest(const table *t, bool least, double *widths) {
    double (*width_of)(const table *t, const block *cell, bool head) = least ? least_width : natural_width;
    for (size_t c = 0; c < t->columns; c++)
        widths[c] = 0;
    for (size_t r = 0; r < t->block->child_count; r++) {
        const block *row = t->block->children[r];
        for (size_t c = 0; c < row->child_count && c < t->columns; c++)
            widths[c] = fmax(widths[c], width_of(t, row->children[c], row->head));
        for (size_t c = 0; c < row->child_count && c < t->columns; c++)
            if (figures_of(t, r, c))
                widths[c] = fmax(widths[c], least ? figures_of(t, r, c)->least : figures_of(t, r, c)->natural);
    }
}

/* Lines of the tallest cell. */
static size_t most_lines(const table *t) {
    size_t most = 0;
    for (size_t r = 0; r < t->block->child_count; r++) {
        const block *row = t->block->children[r];
        for (size_t c = 0; c < row->child_count && c < t->columns; c++) {
            flow f = set_cell(t, row->children[c], row->head, t->widths[c]);
            most = f.count > most ? f.count : most;
        }
    }
    return most;
}

/* Makes the columns fit at the size of the type. False if words are too wide for that, or cells too tall. */
static bool fit_columns(table *t, bool any_height) {
    enum { TALL = 6 };
    double *least = ARENA_ARRAY(t->g->arena, double, t->columns);
    double columns = (double)t->columns, wide = t->size * 0.6, narrow = t->size * 0.4;
    widest(t, false, t->widths);
    t->pad = wide;
    if (grid_sum(t->widths, t->columns) <= t->g->column - 2 * t->pad * columns)
        return true;
    t->pad = narrow;
    widest(t, true, least);
    return grid_squeeze(t->widths, least, t->columns, t->g->column - 2 * t->pad * columns) &&
           (any_height || most_lines(t) <= TALL);
}

/* Lines in cells are broken first; where that makes tall cells, or does not help, the type is set smaller. */
static bool find_widths(table *t) {
    double size = t->size, smallest = t->g->options->theme->type.least;
    t->widths = ARENA_ARRAY(t->g->arena, double, t->columns);
    for (; t->size >= smallest; t->size -= 0.5)
        if (fit_columns(t, t->size < smallest + 1))
            break;
    if (t->size < smallest) {
        t->size = size;
        return false;
    }
    t->width = grid_sum(t->widths, t->columns) + 2 * t->pad * (double)t->columns;
    t->x = t->g->x + (t->g->column - t->width) / 2;
    return true;
}

static void add_rule(const table *t, scene *s, double y, color c, double width) {
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){t->x, y}, (point){t->x + t->width, y}, paint_stroke(c, width));
    scene_close(s);
}

static anchor anchor_of(const block *cell) {
    return cell->align == ALIGN_RIGHT ? ANCHOR_RIGHT : cell->align == ALIGN_CENTRE ? ANCHOR_CENTRE : ANCHOR_LEFT;
}

static bool has_figures(const table *t, size_t row) {
    for (size_t c = 0; c < t->columns; c++)
        if (figures_of(t, row, c))
            return true;
    return false;
}

/* Words and figures of a cell one below the other. */
static scene *stack_cell(const table *t, const block *cell, scene *words, scene *figures) {
    if (!figures)
        return words;
    scene *s = scene_new(t->g->arena), *above = cell->figures_first ? figures : words,
          *below = cell->figures_first ? words : figures;
    bool both = cell->span_count > 0;
    double gap = both ? figure_gap / 2 : 0, under = above->h + gap;
    s->h = both ? under + below->h : figures->h;
    if (both || above == figures)
        scene_take(s, above, 0, 0, STR(""));
    if (both || below == figures)
        scene_take(s, below, 0, both ? under : 0, STR(""));
    return s;
}

/* The cells of a row: first lines on one baseline, or, beside figures, all middles on one line. */
typedef struct set_cells {
    scene **items;
    double *tops, height;
} set_cells;

static set_cells set_contents(table *t, size_t index) {
    galley *g = t->g;
    const block *row = t->block->children[index];
    set_cells all = {ARENA_ARRAY(g->arena, scene *, t->columns), ARENA_ARRAY(g->arena, double, t->columns), 0};
    bool middle = has_figures(t, index);
    double baseline = 0;
    for (size_t c = 0; c < row->child_count && c < t->columns; c++) {
        const block *cell = row->children[c];
        flow f = set_cell(t, cell, row->head, t->widths[c]);
        const cell_figures *own = figures_of(t, index, c);
        all.items[c] = stack_cell(t, cell, galley_stack(g, &f, t->widths[c], anchor_of(cell)),
                                  own ? set_figures(t, cell, own, t->widths[c]) : NULL);
        all.tops[c] = f.count && !middle ? line_baseline(&f.lines[0]) : 0;
        baseline = fmax(baseline, all.tops[c]);
    }
    for (size_t c = 0; c < t->columns; c++) {
        all.tops[c] = baseline - all.tops[c];
        all.height = all.items[c] ? fmax(all.height, all.tops[c] + all.items[c]->h) : all.height;
    }
    for (size_t c = 0; middle && c < t->columns; c++)
        all.tops[c] = all.items[c] ? (all.height - all.items[c]->h) / 2 : 0;
    return all;
}

/* A row in a scene with its height; `roles`: each cell in a group of its own, else as a mere repetition. */
static scene *set_row(table *t, size_t index, bool roles) {
    const block *row = t->block->children[index];
    scene *s = scene_new(t->g->arena);
    set_cells cells = set_contents(t, index);
    double x = t->x, pad = has_figures(t, index) ? fmax(t->line_pad, figure_pad) : t->line_pad;
    for (size_t c = 0; c < t->columns; c++) {
        if (roles)
            scene_open(s, (group){.role = row->head ? ROLE_COLUMN_HEAD : ROLE_CELL});
        if (cells.items[c])
            scene_take(s, cells.items[c], x + t->pad, pad + cells.tops[c], STR(""));
        if (roles)
            scene_close(s);
        x += t->widths[c] + 2 * t->pad;
    }
    s->h = cells.height + 2 * pad;
    return s;
}

/* The head with its rules. */
static scene *set_head(table *t, size_t row, bool first, bool last, bool roles) {
    const theme *theme = t->g->options->theme;
    scene *s = set_row(t, row, roles);
    if (first)
        add_rule(t, s, 0, theme->color.ink, theme->stroke.rule_table);
    if (last)
        add_rule(t, s, s->h, theme->color.ink, theme->stroke.grid);
    return s;
}

static size_t head_rows(const block *table) {
    size_t count = 0;
    while (count < table->child_count && table->children[count]->head)
        count++;
    return count;
}

/* All head rows as an artifact, for the tops of later pages. */
static scene *set_reprise(table *t, size_t heads) {
    scene *s = scene_new(t->g->arena);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t r = 0; r < heads; r++) {
        scene *row = set_head(t, r, r == 0, r + 1 == heads, false);
        scene_take(s, row, 0, s->h, STR(""));
        s->h += row->h;
    }
    scene_close(s);
    return s;
}

/* The cost of a page that begins within the table: a table that is not tall is rather kept in one piece. */
static double cost_of_parting(const table *t, size_t heads, double row) {
    static const double small = 0.3, cost = 80; /* of a page; as much as a fifth of a page left empty */
    double height = row * (double)(t->block->child_count - heads);
    return height < t->g->height * small ? cost : cost / 2;
}

static void add_rows(table *t, size_t heads, scene *reprise) {
    galley *g = t->g;
    double whole = cost_of_parting(t, heads, t->size * g->options->theme->space.leading + 2 * t->line_pad);
    for (size_t r = 0; r < t->block->child_count; r++) {
        galley_open(g, ROLE_ROW);
        scene *s = r < heads ? set_head(t, r, r == 0, r + 1 == heads, true) : set_row(t, r, true);
        if (t->illustrated && r > heads)
            add_rule(t, s, 0, t->g->options->theme->color.rule, t->g->options->theme->stroke.grid);
        if (r && (r <= heads || r + 1 == t->block->child_count || r == heads + 1))
            galley_keep(g); /* no head without two rows, no last row alone */
        else if (r)
            g->next.cost = r + 2 == t->block->child_count || r == heads + 2 ? 2 * whole : whole; /* two rows alone */
        struct row *added = galley_add(g, ROW_OTHER, s->h, s);
        if (r > heads && heads && reprise->h < g->height * most_reprise && reprise->h + s->h <= g->height) {
            added->reprise = reprise;
            added->measure.reprise = reprise->h;
        }
        galley_close(g);
    }
}

/* Sets the table in columns. False, and the galley is as it was, if that fits no page. */
static bool add_columns(table *t) {
    galley *g = t->g;
    size_t first = g->count, heads = head_rows(t->block);
    break_row next = g->next;
    ruled *lines = ARENA_NEW(g->arena, ruled);
    *lines = (ruled){t->x, t->width};
    galley_open(g, ROLE_TABLE);
    g->ruled = lines;
    add_rows(t, heads, set_reprise(t, heads));
    g->ruled = NULL;
    galley_close(g);
    for (size_t k = first; k < g->count; k++)
        if (g->rows[k].measure.height > g->height) {
            g->count = first;
            g->next = next;
            return false;
        }
    return true;
}

/* ---- stacks ---- */

static void add_words(table *t, const block *cell, bool strong) {
    galley *g = t->g;
    if (!cell->span_count)
        return;
    galley_open(g, ROLE_PARAGRAPH);
    flow f = galley_flow(g, cell->spans, cell->span_count, cell_style(t, strong), g->column, false);
    galley_lines(g, &f, g->x, ROW_OTHER);
    galley_close(g);
}

/* Parts one below the other, as small as the page wants them, and what is said below them. */
static bool add_figure(table *t, const block *cell, size_t k) {
    galley *g = t->g;
    figure *f = galley_figure(g, cell->figures[k], g->column);
    if (!f)
        return false;
    if (!figure_squeeze(f, g->column, g->height - t->size)) {
        const figure_reference *r = cell->figures[k];
        return error_at(g->error, r->source, r->at, r->length, "the figure is too large for this page");
    }
    for (size_t part = 0; part < f->count; part++) {
        figure one = *f;
        one.parts = f->parts + part;
        one.count = 1;
        scene *s = scene_new(g->arena);
        put_figure(g, s, &one, g->x + (g->column - one.parts[0]->w) / 2, 0);
        galley_space(g, figure_pad, figure_pad, 0);
        galley_add(g, ROW_OTHER, one.parts[0]->h, s);
    }
    block alone = {.figures = cell->figures + k, .figure_count = 1};
    cell_figures own = {.items = &f, .count = 1};
    words w = {0};
    add_captions(t, &alone, &own, &w);
    flow lines = words_flow(g, &w, g->column, false);
    galley_keep(g);
    if (w.count)
        galley_lines(g, &lines, g->x, ROW_OTHER);
    return true;
}

static bool add_cell(table *t, const block *cell, const block *head) {
    if (!cell->span_count && !cell->figure_count)
        return true;
    if (head && head->span_count) {
        add_words(t, head, true);
        galley_keep(t->g);
    }
    if (!cell->figures_first)
        add_words(t, cell, false);
    for (size_t k = 0; k < cell->figure_count; k++)
        if (!add_figure(t, cell, k))
            return false;
    if (cell->figures_first)
        add_words(t, cell, false);
    galley_space(t->g, t->line_pad, t->line_pad, 0);
    return true;
}

static void add_stacks(table *t) {
    galley *g = t->g;
    size_t heads = head_rows(t->block);
    const block *names = heads ? t->block->children[heads - 1] : NULL;
    t->x = 0;
    t->width = g->column;
    for (size_t r = heads; r < t->block->child_count; r++) {
        const block *row = t->block->children[r];
        scene *s = scene_new(g->arena);
        add_rule(t, s, 0, g->options->theme->color.rule, g->options->theme->stroke.grid);
        scene *line = scene_new(g->arena);
        scene_take(line, s, g->x, 0, STR(""));
        tag *outer = g->tag;
        g->tag = NULL;
        galley_add(g, ROW_OTHER, 2 * t->line_pad, line);
        g->tag = outer;
        galley_keep(g);
        for (size_t c = 0; c < row->child_count; c++) {
            const block *head = names && c < names->child_count ? names->children[c] : NULL;
            if (!add_cell(t, row->children[c], head))
                return;
            if (c == 0 && !(head && head->span_count)) /* the name of the row */
                galley_keep(g);
        }
    }
}

/* Whether columns fit the page with figures of that width; their widths are found then. What cannot be drawn at it may
 * do so in a stack, and if not, the error is found there again. */
static bool fits_with(table *t, double width) {
    error *e = t->g->error;
    if (find_figures(t, width))
        return !t->in_parts && find_widths(t);
    if (e->status == STATUS_INPUT)
        *e = error_in(e->arena);
    return false;
}

/* Some figures can be narrower if they are asked to. */
static bool fits_columns(table *t) {
    return fits_with(t, 0) || (t->illustrated && !error_set(t->g->error) &&
                               fits_with(t, t->g->column / (double)t->columns - 2 * figure_gap));
}

void galley_table(galley *g, const block *b) {
    table t = {.g = g, .block = b, .size = g->options->theme->type.body};
    t.line_pad = g->options->theme->type.body * 0.22;
    for (size_t r = 0; r < b->child_count; r++)
        if (b->children[r]->child_count > t.columns)
            t.columns = b->children[r]->child_count;
    if (!t.columns)
        return;
    bool columns = fits_columns(&t);
    if (error_set(g->error))
        return;
    if (!columns || !add_columns(&t))
        add_stacks(&t);
}
