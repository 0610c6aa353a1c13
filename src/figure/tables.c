/* All tables of a run side by side at one scale, in the state of their moment.
 *
 *        title                         title
 *            j = 1   j = 2                 j = 1   j = 2        column heads
 *          ┌───────┬───────┐             ┌───────┬───────┐
 *   i = 1  │  −7   │  −3   │      i = 1  │  −7   │  −3   │
 *          ├───────┼───────┤             ├───────┼───────┤
 *   i = 2  │   4   │       │      i = 2  │   4   │       │
 *          └───────┴───────┘             └───────┴───────┘
 *   legend
 *
 * A row of attempts, from roomy to tight, is tried until one fits the width: beside each other, then one a part; at
 * last the columns are cut into blocks. Rows that are too many for the height are cut too; heads are repeated. */
#include "chain.h"
#include "cloze.h"
#include "draw/fit.h"
#include "grid.h"
#include "number.h"
#include "paragraph.h"
#include "tables/kept_cells.h"
#include "tables/layer_tables.h"
#include "tables/neighbours.h"
#include "tables/read_arrows.h"
#include "tables/row_table.h"
#include "tables/table_choice.h"
#include "visible.h"

#include <math.h>

enum {
    HEAD_GAP = 6,     /* between row heads and the grid, column heads and the grid */
    TITLE_GAP = 8,    /* under a title */
    TABLE_GAP = 20,   /* between tables side by side, besides the row heads of the second */
    LEGEND_GAP = 7,   /* above the legend */
    HEAD_CLEAR = 10,  /* between one column head and the next, where there is room */
    HEAD_LEAST = 4,   /* the same where there is none */
    WIDEST_CELL = 110 /* a value wider than this is set smaller or shortened even where there is room */
};

/* One way to lay tables out. */
typedef struct attempt {
    bool beside;  /* all tables in one part, else one each */
    bool equal;   /* all columns of one width */
    bool brief;   /* heads are bare indices */
    bool squeeze; /* values may be set smaller and shortened to fit */
    double type;  /* × the size of cells */
    double least; /* width of a column, points */
} attempt;

static const attempt attempts[] = {
    {true, true, false, false, 1, 40},      {true, true, false, false, 1, 34},
    {true, true, false, false, 1, 30},      {true, false, false, false, 1, 30},
    {true, false, false, false, 0.93, 27},  {true, false, true, false, 0.86, 22},
    {true, false, true, false, 0.8, 19},    {false, true, false, false, 1, 40},
    {false, true, false, false, 1, 32},     {false, false, false, false, 1, 30},
    {false, false, false, false, 0.93, 27}, {false, false, true, false, 0.86, 22},
    {false, false, true, false, 0.76, 19},  {false, false, true, true, 0.76, 19},
};

/* When nothing fits: columns no wider than this, cut into blocks. */
static const attempt cut = {false, false, true, false, 0.76, 19};
enum { WIDEST_CUT = 64 };

/* The widest values of a column by how they are set, at size 1; below 0: there are none. */
typedef struct column_need {
    double roman, bold, framed; /* framed: bold inside the frame of the best path */
} column_need;

typedef struct shown_table {
    table_look look;
    piece title;
    double *widths; /* of its columns */
    double head;    /* of its row heads, gap included */
    column_need *needs;
    kept_table *kept; /* of other moments; may be NULL */
} shown_table;

typedef struct layout {
    drawing *d;
    shown_table *tables;
    size_t count;
    attempt how;
    double row_h, column_head_h;
    double width, height; /* to be had; 0: any */
    bool tagged;
    const story_step *step; /* whose reads are joined to its cells; NULL: none are */
} layout;

/* A piece of one table that is drawn at one place. */
typedef struct cutting {
    const shown_table *table;
    grid_block rows, cols;
    piece title;
} cutting;

/* ---- what is shown ---- */

static bool has_cells(const story_table *t) {
    return t->shape != TABLE_SETS && t->row_first <= t->row_last && t->col_first <= t->col_last;
}

static bool tables_draw(const story_run *r) {
    for (size_t k = 0; k < r->table_count; k++)
        if (has_cells(&r->tables[k]))
            return true;
    return false;
}

/* A table that its problem has no words for: of a recurrence file, or of a trace from elsewhere. */
static bool is_unworded(const drawing *d, const story_table *t) {
    return !drawing_knows(d, str_format(d->a, "table.%.*s.title", STR_ARG(t->id)).ptr);
}

/* The cells that hold the answer: those of the last column, or rather of the last step's, with the best value. */
static void mark_best(drawing *d, table_look *look) {
    const story *s = d->q->moment->story;
    str best = datum_as_text(datum_get(s->answer, "max"));
    const datum *edges = datum_get(s->answer, "best_edges");
    if (!edges || !str_is(look->table->id, "max"))
        return;
    for (size_t k = 0; k < edges->count; k++) {
        size_t row = (size_t)(edges->items[k]->integer - look->table->row_first);
        cell_look *cell = row < look->rows ? &look->cells[row * look->cols + look->cols - 1] : NULL;
        if (cell && str_equal(cell->value, best))
            cell->state = STATE_CHOSEN;
    }
}

static column_need *measure_values(drawing *d, const table_look *look) {
    column_need *needs = ARENA_ARRAY(d->a, column_need, look->cols);
    for (size_t c = 0; c < look->cols; c++)
        needs[c] = (column_need){-1, -1, -1};
    for (size_t k = 0; k < look->rows * look->cols; k++) {
        const cell_look *cell = &look->cells[k];
        if (!cell->value.len)
            continue;
        column_need *need = &needs[k % look->cols];
        face f = state_face(cell->state);
        double *widest = cell->state == STATE_BACK ? &need->framed : f == FACE_ROMAN ? &need->roman : &need->bold;
        *widest = fmax(*widest, drawing_value_width(d, cell->value, drawing_style(f, 1, d->t->color.ink)));
    }
    return needs;
}

/* "d[i, j]" where neither the problem nor the trace has words for it. */
static str title_of(drawing *d, const story_table *t) {
    if (t->title.len || !t->row.len || !t->col.len || !is_unworded(d, t))
        return table_title(d, t);
    return str_format(d->a, "$%.*s[%.*s, %.*s]$", STR_ARG(drawing_name_tex(d, t->id)),
                      STR_ARG(drawing_name_tex(d, t->row)), STR_ARG(drawing_name_tex(d, t->col)));
}

static void choose_tables(layout *l) {
    drawing *d = l->d;
    const story_run *run = d->q->moment->run;
    story_moment m = tables_moment(d);
    if (drawing_param_switch(d, "reads") && m.step && m.step->kind == STEP_CELL)
        l->step = m.step;
    str into = drawing_param(d, "into");
    if (into.len && !story_table_named(run, into))
        error_plain(d->q->error, figure_param_status(d->q), "figure tables: the run has no table '%.*s'",
                    STR_ARG(into));
    l->tables = ARENA_ARRAY(d->a, shown_table, run->table_count);
    for (size_t k = 0; k < run->table_count; k++) {
        const story_table *t = &run->tables[k];
        if (!has_cells(t) || !table_is_asked(d, t))
            continue;
        shown_table *shown = &l->tables[l->count++];
        shown->look = table_look_asked(d, t, &m);
        if (drawing_param_switch(d, "best"))
            mark_best(d, &shown->look);
        shown->title =
            drawing_label(d, title_of(d, t), drawing_style(FACE_ROMAN, d->t->type.figure_title, d->t->color.ink));
        shown->widths = ARENA_ARRAY(d->a, double, shown->look.cols);
        shown->needs = measure_values(d, &shown->look);
        shown->kept = kept_table_of(d, t);
    }
    if (l->count == 0)
        error_plain(d->q->error, figure_param_status(d->q), "figure tables: the run has no table '%.*s'",
                    STR_ARG(drawing_param(d, "only")));
}

/* ---- sizes ---- */

static text_style cell_style(const layout *l, state st) {
    const theme *t = l->d->t;
    return drawing_style(state_face(st), fmax(t->type.table_cell * l->how.type, t->type.least), t->color.ink);
}

/* Left and right of a value. */
static double padding(const layout *l) {
    return l->how.type > 0.9 ? 4 : 3;
}

/* The same, clear of the frame of a cell in this state. */
static double padding_in(const layout *l, state st) {
    const theme *t = l->d->t;
    double lines = st == STATE_BACK ? t->space.path_inset + t->stroke.best_box : state_paint(l->d, st).width;
    return fmax(padding(l), lines + 0.9);
}

/* Whether heads have an index and, below or behind it, what belongs to it: the letter of a text, a weight. */
static bool has_data(const drawing *d, const story_table *t, bool of_row) {
    const story_texts *labels = of_row ? &t->row_labels : &t->col_labels;
    str letter = of_row ? t->row : t->col;
    return labels->count && letter.len && is_unworded(d, t) &&
           !neighbours_letters_are_indices(labels, of_row ? t->row_first : t->col_first);
}

/* Bare indices, and their letters in the corner. */
static bool brief_heads(const layout *l, const story_table *t) {
    return l->how.brief || (t->row.len && t->col.len && is_unworded(l->d, t));
}

/* A label is said by a phrase where there is one, as in a terminal. */
static piece head_piece(const layout *l, bool brief, str id, str letter, const story_texts *labels, int64_t index,
                        size_t place) {
    drawing *d = l->d;
    text_style style =
        drawing_style(FACE_ROMAN, fmax(d->t->type.index * fmax(l->how.type, 0.9), d->t->type.least), d->t->color.mute);
    if (place < labels->count) {
        style.color = d->t->color.ink;
        str key = str_format(d->a, "table.%.*s.label.%.*s", STR_ARG(id), STR_ARG(labels->items[place]));
        if (drawing_knows(d, key.ptr))
            return drawing_label(d, drawing_say(d, key.ptr, NULL), style);
        return drawing_text(d, visible_label(labels->items[place], d->a), style);
    }
    str shown = number_shown(str_format(d->a, "%lld", (long long)index), d->a);
    if (brief || letter.len == 0)
        return drawing_text(d, shown, style);
    return drawing_label(d, str_format(d->a, "$%.*s = %.*s$", STR_ARG(drawing_name_tex(d, letter)), STR_ARG(shown)),
                         style);
}

/* A table of one index has a row that is called nothing. */
static bool has_no_index(const story_table *t, bool of_row) {
    return of_row ? !t->row_first && !t->row_last && !t->row.len && !t->row_labels.count
                  : !t->col_first && !t->col_last && !t->col.len && !t->col_labels.count;
}

/* A label may be said by a phrase, which may say something of the moment; indices are the same at all of them. */
static piece head_at(const layout *l, const shown_table *shown, bool of_row, size_t place) {
    const story_table *t = shown->look.table;
    const story_texts *labels = of_row ? &t->row_labels : &t->col_labels;
    bool fresh = false;
    if (has_no_index(t, of_row))
        return drawing_text(l->d, STR(""), drawing_style(FACE_ROMAN, l->d->t->type.index, l->d->t->color.mute));
    piece *kept = place < labels->count
                      ? NULL
                      : kept_head(l->d, shown->kept, of_row, place, l->how.type, brief_heads(l, t), &fresh);
    if (kept && !fresh)
        return *kept;
    piece set = head_piece(l, brief_heads(l, t), t->id, of_row ? t->row : t->col, labels,
                           (of_row ? t->row_first : t->col_first) + (int64_t)place, place);
    if (kept) {
        set.scene = scene_copy(set.scene, l->d->kept_in);
        *kept = set;
    }
    return set;
}

static piece row_head(const layout *l, const shown_table *shown, size_t row) {
    return head_at(l, shown, true, row);
}

/* Over or before the datum of a head. */
static piece index_at(const layout *l, const shown_table *shown, bool of_row, size_t place) {
    const story_table *t = shown->look.table;
    return head_piece(l, true, t->id, STR(""), &(story_texts){0},
                      (of_row ? t->row_first : t->col_first) + (int64_t)place, place);
}

static piece letter_piece(const layout *l, str letter) {
    return drawing_text(l->d, letter, drawing_style(FACE_ITALIC, l->d->t->type.index, l->d->t->color.mute));
}

static piece column_head(const layout *l, const shown_table *shown, size_t col) {
    return head_at(l, shown, false, col);
}

/* Of the indices before the data of row heads, gap included; 0 without data. */
static double index_width(const layout *l, const shown_table *shown) {
    double widest = 0;
    if (!has_data(l->d, shown->look.table, true))
        return 0;
    for (size_t r = 0; r < shown->look.rows; r++)
        widest = fmax(widest, index_at(l, shown, true, r).width);
    return fmax(widest, letter_piece(l, shown->look.table->row).width) + HEAD_GAP;
}

static double head_width(const layout *l, const shown_table *shown) {
    double widest = 0;
    const story_table *t = shown->look.table;
    for (size_t r = 0; r < shown->look.rows; r++)
        widest = fmax(widest, row_head(l, shown, r).width);
    if (brief_heads(l, t)) /* the index letters stand in the corner */
        widest = fmax(widest, has_data(l->d, t, true) ? letter_piece(l, t->col).width : l->d->t->type.index * 2);
    return widest + HEAD_GAP + index_width(l, shown);
}

static bool tags_occur(const layout *l) {
    for (size_t k = 0; k < l->count; k++)
        for (size_t c = 0; c < l->tables[k].look.rows * l->tables[k].look.cols; c++)
            if (l->tables[k].look.cells[c].tag.len)
                return true;
    return false;
}

/* More rows stand closer; a tag needs room above the value. */
static double row_height(const layout *l) {
    const theme *t = l->d->t;
    size_t rows = 0;
    for (size_t k = 0; k < l->count; k++)
        rows = rows > l->tables[k].look.rows ? rows : l->tables[k].look.rows;
    if (drawing_param_switch(l->d, "write"))
        return t->space.blank_h;
    double close = rows <= 6 ? 0.92 : rows <= 9 ? 0.84 : rows <= 14 ? 0.76 : rows <= 30 ? 0.65 : 0.52;
    double height = fmax(t->space.cell_h * close, t->type.table_cell * l->how.type * 1.55);
    if (l->step) /* arrows run between the values */
        return fmax(height, t->type.table_cell * l->how.type + 20);
    return l->tagged ? fmax(height, 20) : height;
}

/* What a cell needs for a value of that width. */
static double need_of(const layout *l, double width, state st) {
    return fmin(width, WIDEST_CELL) + 2 * padding_in(l, st);
}

/* The lines of a text in a cell that has so much room; words are broken only where one is wider than that. */
static flow text_lines(const layout *l, str text, double room, text_style style) {
    flow_span whole = {.text = text, .style = style};
    flow_options o = {.width = fmax(room, style.size), .leading = 1.2, .lang = l->d->q->lang};
    return paragraph_flow(&whole, 1, l->d->q->fonts, o, l->d->a);
}

/* The longest word of a text. */
static double longest_word(const layout *l, str text, text_style style) {
    double widest = 0;
    for (size_t from = 0; from < text.len;) {
        size_t end = str_find(text, STR(" "), from);
        str word = str_slice(text, from, end);
        widest = fmax(widest, text_measure(l->d->q->fonts, style, word).width);
        from = end == SIZE_MAX ? text.len : end + 1;
    }
    return widest;
}

/* A text, which breaks into lines, and no room to write one. */
static bool is_words(const story_table *t, const cell_look *cell) {
    return t->texts && !cloze_is(cell->value, NULL);
}

static double cell_need(const layout *l, const story_table *t, const cell_look *cell, bool least) {
    if (cell->value.len == 0)
        return 0;
    text_style style = cell_style(l, cell->state);
    if (is_words(t, cell) && least)
        return longest_word(l, cell->value, style) + 2 * padding_in(l, cell->state) + 0.1;
    double width =
        least ? drawing_value_least(l->d, cell->value, style.face) : drawing_value_width(l->d, cell->value, style);
    return need_of(l, width, cell->state);
}

/* The most that a cell of a column needs. */
static double least_need(const layout *l, const shown_table *shown, size_t col) {
    double most = 0;
    for (size_t r = 0; r < shown->look.rows; r++)
        most = fmax(most, cell_need(l, shown->look.table, &shown->look.cells[r * shown->look.cols + col], true));
    return most;
}

static double widest_need(const layout *l, const column_need *need) {
    double size = cell_style(l, STATE_PLAIN).size, widest = 0;
    if (need->roman >= 0)
        widest = need_of(l, need->roman * size, STATE_PLAIN);
    if (need->bold >= 0)
        widest = fmax(widest, need_of(l, need->bold * size, STATE_CHOSEN));
    return need->framed < 0 ? widest : fmax(widest, need_of(l, need->framed * size, STATE_BACK));
}

/* An empty cell may have a digit in its corner all the same. */
static double digit_need(const layout *l, const shown_table *shown, size_t col) {
    double most = 0;
    for (size_t r = 0; r < shown->look.rows && l->tagged; r++) {
        const cell_look *cell = &shown->look.cells[r * shown->look.cols + col];
        if (!cell->value.len && cell->tag.len)
            most = fmax(most, need_of(l, l->d->t->type.least * 0.6 * (double)cell->tag.len, cell->state));
    }
    return most;
}

static void measure_columns(const layout *l, shown_table *shown, double *widths, bool least) {
    double floor = drawing_param_switch(l->d, "write") ? fmax(l->how.least, l->d->t->space.blank_w) : l->how.least;
    for (size_t c = 0; c < shown->look.cols; c++) {
        widths[c] = fmax(least ? 0 : floor, column_head(l, shown, c).width + (least ? HEAD_LEAST : HEAD_CLEAR));
        widths[c] = fmax(widths[c], least ? least_need(l, shown, c) : widest_need(l, &shown->needs[c]));
        widths[c] = fmax(widths[c], digit_need(l, shown, c));
    }
}

/* Tables of equal size share their columns' widths, so that cells of one place can be compared. */
static void share_widths(layout *l) {
    for (size_t k = 1; k < l->count; k++)
        for (size_t c = 0; c < l->tables[k].look.cols; c++) {
            if (l->tables[k].look.cols != l->tables[0].look.cols)
                break;
            double widest = fmax(l->tables[0].widths[c], l->tables[k].widths[c]);
            for (size_t back = 0; back <= k; back++)
                if (l->tables[back].look.cols == l->tables[0].look.cols)
                    l->tables[back].widths[c] = widest;
        }
}

static double table_width(const shown_table *shown) {
    return shown->head + fmax(grid_sum(shown->widths, shown->look.cols), shown->title.width);
}

static bool fits(const layout *l) {
    if (l->width <= 0)
        return true;
    double beside = 0;
    for (size_t k = 0; k < l->count; k++) {
        beside += table_width(&l->tables[k]) + (k ? TABLE_GAP : 0);
        if (table_width(&l->tables[k]) > l->width + 0.01)
            return false;
    }
    return !l->how.beside || beside <= l->width + 0.01;
}

static void squeeze(layout *l, shown_table *shown) {
    double *least = ARENA_ARRAY(l->d->a, double, shown->look.cols);
    measure_columns(l, shown, least, true);
    grid_squeeze(shown->widths, least, shown->look.cols, l->width - shown->head);
}

static void try_attempt(layout *l, attempt how) {
    l->how = how;
    for (size_t k = 0; k < l->count; k++) {
        shown_table *shown = &l->tables[k];
        shown->head = head_width(l, shown);
        measure_columns(l, shown, shown->widths, false);
        if (how.equal)
            grid_even(shown->widths, shown->look.cols);
    }
    share_widths(l);
    for (size_t k = 0; k < l->count && how.squeeze; k++)
        squeeze(l, &l->tables[k]);
    if (how.squeeze)
        share_widths(l);
}

/* A column in blocks: numbers too long for it are given the room that their short form takes at the full size. */
static double cut_width(const layout *l, const shown_table *shown, size_t col) {
    double width = column_head(l, shown, col).width + HEAD_LEAST,
           ratio = cell_style(l, STATE_PLAIN).size / l->d->t->type.least;
    double widest = fmax(widest_need(l, &shown->needs[col]), digit_need(l, shown, col));
    if (widest <= WIDEST_CUT)
        return fmax(width, widest);
    for (size_t r = 0; r < shown->look.rows; r++) {
        const cell_look *cell = &shown->look.cells[r * shown->look.cols + col];
        const story_table *t = shown->look.table;
        double need = cell_need(l, t, cell, false);
        if (need > WIDEST_CUT && is_words(t, cell))
            need = fmax(WIDEST_CUT, cell_need(l, t, cell, true));
        else if (need > WIDEST_CUT)
            need = drawing_value_least(l->d, cell->value, FACE_BOLD) * ratio + 2 * padding(l);
        width = fmax(width, need);
    }
    return width;
}

static bool tables_fit(void *figure, const void *look) {
    layout *l = figure;
    const attempt *how = look;
    if (how->beside && l->count == 1)
        return false;
    try_attempt(l, *how);
    return fits(l);
}

/* True if whole tables fit the width; else columns have to be cut. */
static bool find_layout(layout *l) {
    if (FIT(l, attempts, tables_fit))
        return true;
    try_attempt(l, cut);
    for (size_t k = 0; k < l->count; k++)
        for (size_t c = 0; c < l->tables[k].look.cols; c++)
            l->tables[k].widths[c] = fmin(l->tables[k].widths[c], cut_width(l, &l->tables[k], c));
    share_widths(l);
    return false;
}

/* What the highest text needs in its column; 0: there are no texts. */
static double texts_height(const layout *l) {
    double most = 0;
    for (size_t k = 0; k < l->count; k++) {
        const shown_table *shown = &l->tables[k];
        for (size_t n = 0; shown->look.table->texts && n < shown->look.rows * shown->look.cols; n++) {
            const cell_look *cell = &shown->look.cells[n];
            double room = shown->widths[n % shown->look.cols] - 2 * padding_in(l, cell->state) + 0.1, height = 5;
            text_style style = cell_style(l, cell->state);
            if (!cell->value.len || text_measure(l->d->q->fonts, style, cell->value).width <= room)
                continue;
            flow f = text_lines(l, cell->value, room, style);
            for (size_t i = 0; i < f.count; i++)
                height += f.lines[i].height;
            most = fmax(most, height);
        }
    }
    return most;
}

/* ---- drawing ---- */

static double text_line(double size) {
    return size * 1.35;
}

static double cutting_top(const layout *l, const cutting *c) {
    return (c->title.width > 0 ? text_line(l->d->t->type.figure_title) + TITLE_GAP - 4 : 0) + l->column_head_h;
}

static double cutting_width(const cutting *c) {
    return c->table->head + fmax(grid_sum(c->table->widths + c->cols.first, c->cols.count), c->title.width);
}

static double cutting_height(const layout *l, const cutting *c) {
    return cutting_top(l, c) + (double)c->rows.count * l->row_h + 1;
}

/* All that its grid depends on, besides theme and shape of the table. */
static size_t grid_number(const layout *l, const cutting *c, point corner) {
    double *lengths = ARENA_ARRAY(l->d->a, double, c->cols.count + 6);
    size_t count = 0;
    lengths[count++] = corner.x;
    lengths[count++] = corner.y;
    lengths[count++] = l->row_h;
    lengths[count++] = (double)c->rows.first;
    lengths[count++] = (double)c->rows.count;
    lengths[count++] = (double)c->cols.first;
    for (size_t k = 0; k < c->cols.count; k++)
        lengths[count++] = c->table->widths[c->cols.first + k];
    return kept_grid(l->d, c->table->kept, lengths, count);
}

static void draw_grid(const layout *l, scene *s, const cutting *c, point corner) {
    const theme *t = l->d->t;
    const shown_table *shown = c->table;
    bool full = shown->look.table->shape == TABLE_FULL;
    paint thin = paint_stroke(t->color.rule, t->stroke.grid);
    double width = grid_sum(shown->widths + c->cols.first, c->cols.count), height = (double)c->rows.count * l->row_h;
    scene_open(s, (group){.role = ROLE_ARTIFACT, .same = grid_number(l, c, corner)});
    double x = corner.x;
    for (size_t k = 1; full && k < c->cols.count; k++) {
        x += shown->widths[c->cols.first + k - 1];
        scene_line(s, (point){x, corner.y}, (point){x, corner.y + height}, thin);
    }
    for (size_t k = 1; full && k < c->rows.count; k++) {
        double y = corner.y + (double)k * l->row_h;
        scene_line(s, (point){corner.x, y}, (point){corner.x + width, y}, thin);
    }
    if (full)
        scene_rect(s, (box){corner.x, corner.y, width, height}, 0, paint_stroke(t->color.ink, t->stroke.frame));
    for (size_t r = 0; !full && r < c->rows.count; r++) {
        x = corner.x;
        for (size_t k = 0; k < c->cols.count; k++) {
            double w = shown->widths[c->cols.first + k];
            if (!shown->look.cells[(c->rows.first + r) * shown->look.cols + c->cols.first + k].outside)
                scene_rect(s, (box){x, corner.y + (double)r * l->row_h, w, l->row_h}, 0, thin);
            x += w;
        }
    }
    scene_close(s);
}

static void draw_tag(const layout *l, scene *s, const cell_look *cell, box b) {
    const theme *t = l->d->t;
    text_style style = drawing_style(FACE_SANS, t->type.least,
                                     cell->state == STATE_CHOSEN ? t->color.chosen_line : t->color.read_line);
    double inside = state_inside(l->d, b, cell->state) + 1.7;
    point at = {b.x + b.w - inside, b.y + inside - 0.4 + t->type.least * 0.7};
    scene_text(s, l->d->q->fonts, style, at, ANCHOR_RIGHT, cell->tag);
}

static piece cell_piece(const layout *l, const story_table *t, const cell_look *cell, double room, str name) {
    text_style style = cell_style(l, cell->state);
    str markup = str_format(l->d->a, "$%.*s$", STR_ARG(name));
    return is_words(t, cell) ? drawing_text(l->d, cell->value, style)
                             : drawing_value(l->d, cell->value, markup, room, style);
}

/* How far a value has to go to the left to be clear of the tag, which may meet a tall value in a narrow cell: an
 * exponent, a fraction. NAN if there is no room for both. */
static double clear_of_tag(const layout *l, const cell_look *cell, const piece *value, point at, box b) {
    const double clear = 0.7;
    scene *tag = scene_new(l->d->a), *placed = scene_new(l->d->a);
    draw_tag(l, tag, cell, b);
    drawing_put_middle(placed, value, at, ANCHOR_CENTRE);
    box t = scene_ink(tag), v = scene_ink(placed);
    double over = v.x + v.w + clear - t.x;
    if (over <= 0 || v.y > t.y + t.h + clear)
        return 0;
    return v.x - over < b.x + state_inside(l->d, b, cell->state) + clear ? NAN : over;
}

static void draw_cell_value(const layout *l, scene *s, const cell_look *cell, const piece *value, box b) {
    double drop = l->tagged && l->row_h < 23 ? 2.3 : 0; /* all values of a row keep one line, clear of a tag */
    point at = {b.x + b.w / 2, b.y + b.h / 2 + drop};
    double aside = cell->tag.len ? clear_of_tag(l, cell, value, at, b) : 0;
    at.x -= isnan(aside) ? 0 : aside;
    drawing_put_middle(s, value, at, ANCHOR_CENTRE);
    if (cell->tag.len && !isnan(aside))
        draw_tag(l, s, cell, b);
}

/* A text of several lines, each in the middle. */
static void draw_text(const layout *l, scene *s, const cell_look *cell, box b) {
    flow f = text_lines(l, cell->value, b.w - 2 * padding_in(l, cell->state) + 0.1, cell_style(l, cell->state));
    double height = 0;
    for (size_t k = 0; k < f.count; k++)
        height += f.lines[k].height;
    double y = b.y + (b.h - height) / 2;
    for (size_t k = 0; k < f.count; k++) {
        const flow_line *line = &f.lines[k];
        double base = y + (line->height - line->ascent - line->descent) / 2 + line->ascent;
        scene_take(s, line->scene, b.x + (b.w - line->width) / 2, base, STR(""));
        y += line->height;
    }
    if (cell->tag.len)
        draw_tag(l, s, cell, b);
}

static void draw_cell_anew(const layout *l, scene *s, const cutting *c, size_t r, size_t k, box b) {
    drawing *d = l->d;
    const story_table *t = c->table->look.table;
    const cell_look *cell = &c->table->look.cells[r * c->table->look.cols + k];
    int64_t row = t->row_first + (int64_t)r, col = t->col_first + (int64_t)k;
    str name = kept_cell_name(d, c->table->kept, t, row, col);
    str alt = cell->value.len ? str_format(d->a, "%.*s = %.*s", STR_ARG(name), STR_ARG(number_shown(cell->value, d->a)))
                              : name;
    str id = drawing_id(d, "cell-%.*s-%lld-%lld", STR_ARG(t->id), (long long)row, (long long)col);
    scene_open(s, (group){.role = ROLE_CELL, .id = id, .title = name, .alt = state_said(d, alt, cell->state)});
    if (!cell->outside)
        drawing_cell_state(d, s, b, cell->state);
    if (cell->value.len && is_words(t, cell)) {
        draw_text(l, s, cell, b);
    } else if (cell->value.len) {
        double room = b.w - 2 * padding_in(l, cell->state) + 0.01;
        piece value = cell_piece(l, t, cell, room, cell_name(d, t, row, col));
        draw_cell_value(l, s, cell, &value, b);
    } else if (cell->tag.len) {
        draw_tag(l, s, cell, b);
    }
    scene_close(s);
}

/* As it was drawn at an earlier moment, if it is still the same and what was shortened need not be noted. */
static void draw_cell(const layout *l, scene *s, const cutting *c, size_t r, size_t k, box b) {
    size_t number = r * c->table->look.cols + k, shortened = l->d->shortened;
    const cell_look *cell = &c->table->look.cells[number];
    l->d->corner = cell->tag.len ? corner_phrase(l->d) : l->d->corner;
    cell_place place = {b, l->how.type, l->tagged};
    kept_cell *kept = kept_cell_at(c->table->kept, number);
    if (!kept) {
        draw_cell_anew(l, s, c, r, k, b);
        return;
    }
    if (!kept_cell_serves(kept, cell, &place)) {
        draw_cell_anew(l, kept_cell_begin(l->d, kept), c, r, k, b);
        if (l->d->shortened == shortened)
            kept_cell_end(l->d, kept, cell, &place);
    } else if (!cell->outside) {
        l->d->legend[cell->state] = true;
    }
    scene_share(s, kept->scene);
}

/* The letters of the indices, each where its indices begin. */
static void draw_corner(const layout *l, scene *s, const cutting *c, point corner, double line, double above) {
    const story_table *t = c->table->look.table;
    bool row_data = has_data(l->d, t, true), col_data = has_data(l->d, t, false);
    if (!brief_heads(l, t) || !t->row.len || !t->col.len || (t->row_labels.count && !row_data) ||
        (t->col_labels.count && !col_data))
        return;
    if (!row_data && !col_data) {
        piece letters = letter_piece(l, str_format(l->d->a, "%.*s\\%.*s", STR_ARG(t->row), STR_ARG(t->col)));
        drawing_put_middle(s, &letters, (point){corner.x - HEAD_GAP, line}, ANCHOR_RIGHT);
        return;
    }
    piece row = letter_piece(l, t->row), col = letter_piece(l, t->col);
    double before = row_data ? corner.x - c->table->head + index_width(l, c->table) - HEAD_GAP : corner.x - HEAD_GAP;
    drawing_put_middle(s, &col, (point){corner.x - HEAD_GAP, above}, ANCHOR_RIGHT);
    drawing_put_middle(s, &row, (point){before, line}, ANCHOR_RIGHT);
}

static void draw_heads(const layout *l, scene *s, const cutting *c, point corner) {
    const story_table *t = c->table->look.table;
    double x = corner.x, line = corner.y - HEAD_GAP - drawing_middle(l->d->t->type.index) + 2;
    bool data = has_data(l->d, t, false);
    double above = data ? line - text_line(l->d->t->type.index) : line;
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_COLUMN_HEAD}); /* the corner, empty or not: rows have cells of equal number */
    draw_corner(l, s, c, corner, line, above);
    scene_close(s);
    for (size_t k = 0; k < c->cols.count; k++) {
        piece head = column_head(l, c->table, c->cols.first + k);
        double w = c->table->widths[c->cols.first + k];
        scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
        if (data) {
            piece index = index_at(l, c->table, false, c->cols.first + k);
            drawing_put_middle(s, &index, (point){x + w / 2, above}, ANCHOR_CENTRE);
        }
        drawing_put_middle(s, &head, (point){x + w / 2, line}, ANCHOR_CENTRE);
        scene_close(s);
        x += w;
    }
    scene_close(s);
}

static void draw_row(const layout *l, scene *s, const cutting *c, size_t r, point corner) {
    piece head = row_head(l, c->table, r);
    double middle = corner.y + l->row_h / 2;
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_ROW_HEAD});
    if (has_data(l->d, c->table->look.table, true)) {
        piece index = index_at(l, c->table, true, r);
        double right = corner.x - c->table->head + index_width(l, c->table) - HEAD_GAP;
        drawing_put_middle(s, &index, (point){right, middle}, ANCHOR_RIGHT);
    }
    drawing_put_middle(s, &head, (point){corner.x - HEAD_GAP, middle}, ANCHOR_RIGHT);
    scene_close(s);
    double x = corner.x;
    for (size_t k = c->cols.first; k < c->cols.first + c->cols.count; k++) {
        draw_cell(l, s, c, r, k, (box){x, corner.y, c->table->widths[k], l->row_h});
        x += c->table->widths[k];
    }
    scene_close(s);
}

static void draw_cutting(const layout *l, scene *s, const cutting *c, point at) {
    point corner = {at.x + c->table->head, at.y + cutting_top(l, c)};
    str id = c->table->look.table->id;
    scene_open(s, (group){.role = ROLE_TABLE, .id = drawing_id(l->d, "table-%.*s", STR_ARG(id)), .title = id});
    if (c->title.width > 0) {
        scene_open(s, (group){.role = ROLE_CAPTION});
        drawing_put(s, &c->title, (point){corner.x, at.y + l->d->t->type.figure_title}, ANCHOR_LEFT);
        scene_close(s);
    }
    scene_reserve(s, 4 * c->rows.count * (c->cols.count + 1)); /* a value in its group, and heads and lines */
    draw_grid(l, s, c, corner);
    draw_heads(l, s, c, corner);
    for (size_t r = 0; r < c->rows.count; r++)
        draw_row(l, s, c, c->rows.first + r, (point){corner.x, corner.y + (double)r * l->row_h});
    scene_close(s);
}

static placed_table placed(const layout *l, const cutting *c, double x) {
    return (placed_table){.table = c->table->look.table,
                          .corner = {x + c->table->head, cutting_top(l, c)},
                          .widths = c->table->widths + c->cols.first,
                          .row_h = l->row_h,
                          .first_row = c->rows.first,
                          .rows = c->rows.count,
                          .first_col = c->cols.first,
                          .cols = c->cols.count};
}

/* One part: cuttings side by side, and the legend of the states they have. */
static void draw_part(layout *l, const cutting *cuttings, size_t count) {
    scene *s = drawing_part(l->d);
    double x = 0, height = 0;
    placed_table *tables = ARENA_ARRAY(l->d->a, placed_table, count);
    for (size_t k = 0; k < count; k++) {
        if (k)
            x += TABLE_GAP;
        draw_cutting(l, s, &cuttings[k], (point){x, 0});
        tables[k] = placed(l, &cuttings[k], x);
        x += cutting_width(&cuttings[k]);
        height = fmax(height, cutting_height(l, &cuttings[k]));
    }
    if (l->step)
        read_arrows_draw(l->d, s, tables, count, l->step);
    double legend_w = l->width > 0 ? l->width - cuttings[0].table->head : fmax(x, 300);
    if (drawing_param_switch(l->d, "write")) /* empty cells there are to be filled in */
        l->d->legend[STATE_UNSET] = false;
    double legend = drawing_legend_height(l->d, legend_w);
    drawing_legend(l->d, s, (point){cuttings[0].table->head, height + LEGEND_GAP}, legend_w);
    box ink = scene_ink(s);
    drawing_size(s, fmax(x, ink.x + ink.w), legend > 0 ? height + LEGEND_GAP + legend : height);
}

static piece block_title(layout *l, const shown_table *shown, grid_block cols) {
    drawing *d = l->d;
    const story_table *t = shown->look.table;
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "title", datum_text(d->a, table_title(d, t)));
    datum_put(d->a, facts, "letter", datum_text(d->a, t->col));
    datum_put(d->a, facts, "from", datum_integer(d->a, t->col_first + (int64_t)cols.first));
    datum_put(d->a, facts, "to", datum_integer(d->a, t->col_first + (int64_t)(cols.first + cols.count - 1)));
    str markup = drawing_say(d, "figure.tables.block", facts);
    return drawing_label(d, markup, drawing_style(FACE_ROMAN, d->t->type.figure_title, d->t->color.ink));
}

/* Rows of one table that fit the height, legend and heads counted in. */
static grid_blocks cut_rows(const layout *l, const shown_table *shown) {
    grid_block wanted = table_rows_asked(l->d, "tables", shown->look.table);
    double *heights = ARENA_ARRAY(l->d->a, double, wanted.count);
    for (size_t r = 0; r < wanted.count; r++)
        heights[r] = l->row_h;
    cutting whole = {.table = shown, .title = shown->title};
    double legend = LEGEND_GAP + 2 * 15;
    grid_blocks blocks = grid_split(heights, wanted.count, cutting_top(l, &whole) + legend, l->height, l->d->a);
    for (size_t k = 0; k < blocks.count; k++)
        blocks.items[k].first += wanted.first;
    return blocks;
}

static void draw_beside(layout *l) {
    size_t parts = 1;
    grid_blocks *rows = ARENA_ARRAY(l->d->a, grid_blocks, l->count);
    for (size_t k = 0; k < l->count; k++) {
        rows[k] = cut_rows(l, &l->tables[k]);
        parts = rows[k].count > parts ? rows[k].count : parts;
    }
    for (size_t p = 0; p < parts; p++) {
        cutting *cuttings = ARENA_ARRAY(l->d->a, cutting, l->count);
        size_t count = 0;
        for (size_t k = 0; k < l->count; k++)
            if (p < rows[k].count)
                cuttings[count++] = (cutting){.table = &l->tables[k],
                                              .rows = rows[k].items[p],
                                              .cols = {0, l->tables[k].look.cols},
                                              .title = l->tables[k].title};
        draw_part(l, cuttings, count);
    }
}

static void draw_stacked(layout *l) {
    for (size_t k = 0; k < l->count; k++) {
        shown_table *shown = &l->tables[k];
        grid_blocks cols = grid_split(shown->widths, shown->look.cols, shown->head, l->width, l->d->a);
        grid_blocks rows = cut_rows(l, shown);
        for (size_t c = 0; c < cols.count; c++)
            for (size_t r = 0; r < rows.count; r++) {
                cutting one = {.table = shown, .rows = rows.items[r], .cols = cols.items[c], .title = shown->title};
                if (cols.count > 1)
                    one.title = block_title(l, shown, cols.items[c]);
                draw_part(l, &one, 1);
            }
    }
}

/* A table drawn takes hundreds of bytes a cell: said before it is drawn. */
static bool has_room(const layout *l) {
    enum { CELL = 256 /* at least, measured on large empty tables */, SMALL = 10000 };
    size_t cells = 0;
    for (size_t k = 0; k < l->count; k++)
        cells += table_rows_asked(l->d, "tables", l->tables[k].look.table).count * l->tables[k].look.cols;
    const memory_budget *budget = arena_budget(l->d->q->arena);
    size_t bytes = cells * CELL;
    if (cells < SMALL || bytes <= arena_room(l->d->q->arena))
        return true;
    return error_plain(l->d->q->error, STATUS_INPUT,
                       "a figure of tables of %zu cells needs %zu MB of memory or more, %zu MB is the limit; "
                       "HANDTRACE_MEMORY=%zu allows more",
                       cells, (bytes >> 20) + 1, budget_megabytes(budget), budget_megabytes_for(budget, bytes));
}

static void say_what_is_shown(const layout *l) {
    drawing *d = l->d;
    const story_step *now = d->q->moment->step;
    drawing_fact_integer(d, "table_count", (int64_t)l->count);
    drawing_fact(d, "tables", STR("")); /* filled below */
    strbuf names = strbuf_in(d->a);
    for (size_t k = 0; k < l->count; k++) {
        if (k)
            strbuf_add_c(&names, ", ");
        strbuf_add(&names, l->tables[k].look.table->id);
    }
    drawing_fact(d, "tables", strbuf_text(&names));
    const story_step *step = now && now->kind == STEP_CELL ? now : NULL;
    drawing_fact(d, "cell",
                 step && l->count ? cell_name_plain(d, l->tables[0].look.table, step->row, step->col) : STR(""));
}

static figure *tables_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    drawing_remember(d);
    layout l = {
        .d = d, .width = q->width > 0 ? q->width - 1 : 0, .height = q->height}; /* half the frame on either side */
    choose_tables(&l);
    if (error_set(q->error) || !has_room(&l))
        return NULL;
    l.tagged = tags_occur(&l);
    say_what_is_shown(&l);
    if (row_tables_draw(d, q->width) || layer_tables_draw(d, q->width, q->height))
        return drawing_end(d, "tables");
    find_layout(&l);
    l.row_h = fmax(row_height(&l), texts_height(&l));
    l.column_head_h = text_line(d->t->type.index) + HEAD_GAP - 2;
    for (size_t k = 0; k < l.count; k++)
        if (has_data(d, l.tables[k].look.table, false)) {
            l.column_head_h += text_line(d->t->type.index);
            break;
        }
    if (l.how.beside || l.count == 1)
        l.count == 1 ? draw_stacked(&l) : draw_beside(&l);
    else
        draw_stacked(&l);
    return drawing_end(d, "tables");
}

static const figure_param tables_params[] = {{.name = "only"},
                                             {.name = "upto"},
                                             {.name = "rows"},
                                             {.name = "back", .is_switch = true},
                                             {.name = "best", .is_switch = true},
                                             {.name = "write", .is_switch = true},
                                             {.name = "reads", .is_switch = true},
                                             {.name = "into"},
                                             {0}};

const figure_kind tables_figure = {
    .name = "tables",
    .summary = "all tables of a run side by side, as they are at that moment",
    .counts = STEP_CELL,
    .table = true,
    .params = tables_params,
    .draws = tables_draw,
    .build = tables_build,
};
