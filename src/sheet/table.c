/* Tables of the text: rules above, below the head and below, none between columns; heads are repeated on each page.
 *
 *   columns:  |pad cell pad|pad cell pad|      widths natural, or the widest lowered until all fit
 */
#include "galley.h"

#include "grid.h"

#include <math.h>

static const double most_reprise = 0.3; /* of a page: a taller head is not repeated */

typedef struct table {
    galley *g;
    const block *block;
    size_t columns;
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

/* For each column the widest of what `width_of` says of its cells. */
static void widest(const table *t, double (*width_of)(const table *t, const block *cell, bool head), double *widths) {
    for (size_t c = 0; c < t->columns; c++)
        widths[c] = 0;
    for (size_t r = 0; r < t->block->child_count; r++) {
        const block *row = t->block->children[r];
        for (size_t c = 0; c < row->child_count && c < t->columns; c++)
            widths[c] = fmax(widths[c], width_of(t, row->children[c], row->head));
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
    widest(t, natural_width, t->widths);
    t->pad = wide;
    if (grid_sum(t->widths, t->columns) <= t->g->column - 2 * t->pad * columns)
        return true;
    t->pad = narrow;
    widest(t, least_width, least);
    return grid_squeeze(t->widths, least, t->columns, t->g->column - 2 * t->pad * columns) &&
           (any_height || most_lines(t) <= TALL);
}

/* Lines in cells are broken first; where that makes tall cells, or does not help, the type is set smaller. */
static void find_widths(table *t) {
    double size = t->size, smallest = t->g->options->theme->type.least;
    t->widths = ARENA_ARRAY(t->g->arena, double, t->columns);
    for (; t->size >= smallest; t->size -= 0.5)
        if (fit_columns(t, t->size < smallest + 1))
            break;
    if (t->size < smallest) {
        t->size = size;
        error_plain(t->g->error, STATUS_INPUT, "a table with %zu columns is wider than the page", t->columns);
        return;
    }
    t->width = grid_sum(t->widths, t->columns) + 2 * t->pad * (double)t->columns;
    t->x = t->g->x + (t->g->column - t->width) / 2;
}

static void add_rule(const table *t, scene *s, double y, double width) {
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){t->x, y}, (point){t->x + t->width, y}, paint_stroke(t->g->options->theme->color.ink, width));
    scene_close(s);
}

static anchor anchor_of(const block *cell) {
    return cell->align == ALIGN_RIGHT ? ANCHOR_RIGHT : cell->align == ALIGN_CENTRE ? ANCHOR_CENTRE : ANCHOR_LEFT;
}

/* The cells of a row, first lines on one baseline, in a scene with its height; `roles`: each in a group of its own,
 * else as a mere repetition. */
static scene *set_row(table *t, const block *row, bool roles) {
    scene *s = scene_new(t->g->arena);
    double x = t->x, height = 0, baseline = 0;
    scene **cells = ARENA_ARRAY(t->g->arena, scene *, t->columns);
    double *baselines = ARENA_ARRAY(t->g->arena, double, t->columns);
    for (size_t c = 0; c < row->child_count && c < t->columns; c++) {
        const block *cell = row->children[c];
        flow f = set_cell(t, cell, row->head, t->widths[c]);
        cells[c] = galley_stack(t->g, &f, t->widths[c], anchor_of(cell));
        baselines[c] = f.count ? line_baseline(&f.lines[0]) : 0;
        baseline = fmax(baseline, baselines[c]);
    }
    for (size_t c = 0; c < t->columns; c++)
        if (cells[c])
            height = fmax(height, baseline - baselines[c] + cells[c]->h);
    for (size_t c = 0; c < t->columns; c++) {
        if (roles)
            scene_open(s, (group){.role = row->head ? ROLE_COLUMN_HEAD : ROLE_CELL});
        if (cells[c])
            scene_take(s, cells[c], x + t->pad, t->line_pad + baseline - baselines[c], STR(""));
        if (roles)
            scene_close(s);
        x += t->widths[c] + 2 * t->pad;
    }
    s->h = height + 2 * t->line_pad;
    return s;
}

/* The head with its rules. */
static scene *set_head(table *t, const block *row, bool first, bool last, bool roles) {
    const theme *theme = t->g->options->theme;
    scene *s = set_row(t, row, roles);
    if (first)
        add_rule(t, s, 0, theme->stroke.rule_table);
    if (last)
        add_rule(t, s, s->h, theme->stroke.grid);
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
        scene *row = set_head(t, t->block->children[r], r == 0, r + 1 == heads, false);
        scene_take(s, row, 0, s->h, STR(""));
        s->h += row->h;
    }
    scene_close(s);
    return s;
}

static void add_rows(table *t, size_t heads, scene *reprise) {
    galley *g = t->g;
    for (size_t r = 0; r < t->block->child_count; r++) {
        const block *row = t->block->children[r];
        galley_open(g, ROLE_ROW);
        scene *s = r < heads ? set_head(t, row, r == 0, r + 1 == heads, true) : set_row(t, row, true);
        if (r && (r <= heads || r + 1 == t->block->child_count || r == heads + 1))
            galley_keep(g); /* no head without two rows, no last row alone */
        struct row *added = galley_add(g, ROW_OTHER, s->h, s);
        if (r > heads && heads && reprise->h < g->height * most_reprise) {
            added->reprise = reprise;
            added->measure.reprise = reprise->h;
        }
        galley_close(g);
    }
}

void galley_table(galley *g, const block *b) {
    table t = {.g = g, .block = b, .size = g->options->theme->type.body};
    t.line_pad = g->options->theme->type.body * 0.22;
    for (size_t r = 0; r < b->child_count; r++)
        if (b->children[r]->child_count > t.columns)
            t.columns = b->children[r]->child_count;
    if (!t.columns)
        return;
    find_widths(&t);
    ruled *lines = ARENA_NEW(g->arena, ruled);
    *lines = (ruled){t.x, t.width};
    size_t heads = head_rows(b);
    galley_open(g, ROLE_TABLE);
    g->ruled = lines;
    add_rows(&t, heads, set_reprise(&t, heads));
    g->ruled = NULL;
    galley_close(g);
}
