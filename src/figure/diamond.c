/* Triangular tables turned by 45°, as textbooks print them: the diagonal lies at the bottom, the cell of the whole
 * chain at the top, and what a cell reads stands on the two legs that run down from it.
 *
 *              title
 *         3  /\  1             ◀ column j ends at the upper left, row i at the upper right
 *       2   /  \   2
 *      1   /\  /\   3          cell (i, j) stands at x ~ i + j, and the higher the larger j − i
 *         /  \/  \
 *        /\  /\  /\
 *        \/  \/  \/
 *   legend
 *
 * A row of attempts, from roomy to tight, is tried until one fits the width: tables beside each other, then one a part.
 * A triangle that is too wide all the same is cut into blocks of rows and columns: two triangles and the diamond
 * between them, or more. */
#include "draw/fit.h"
#include "number.h"
#include "tables/diamond_pair.h"
#include "tables/table_choice.h"

#include <math.h>

enum {
    TITLE_GAP = 4,  /* under a title */
    TABLE_GAP = 14, /* between tables side by side */
    LEGEND_GAP = 7,
    SQUARE = 22,       /* half the height of a cell: one that has to be wider grows no higher */
    WIDEST_VALUE = 84, /* a value wider than this is set smaller or shortened even where there is room */
    MOST_GROUPS = 40   /* into which rows and columns are cut */
};

#define HEAD_CLEAR 6.5  /* middle of a head, from the side of its cell */
#define LETTER_CLEAR 17 /* the same for the index letters */
#define EDGE 0.8        /* what the lines of the outermost corners stick out */
#define PADDING 3.2     /* between a value and the sides of its cell */

typedef struct attempt {
    bool beside;  /* all tables in one part, else one each */
    bool squeeze; /* values may be set smaller and shortened to fit, and cells are as wide as there is room */
    double type;  /* × the size of cells */
} attempt;

static const attempt attempts[] = {
    {true, false, 1},     {true, false, 0.93},  {true, false, 0.86},  {true, false, 0.8},  {false, false, 1},
    {false, false, 0.93}, {false, false, 0.86}, {false, false, 0.78}, {false, false, 0.7}, {false, true, 0.7},
};

/* Rows and columns of a table, as offsets: only cells from the diagonal up are there. */
typedef struct block {
    size_t row_from, row_to, col_from, col_to; /* `to` is excluded */
    size_t lowest, highest;                    /* col − row of its cells */
} block;

typedef struct shown_table {
    table_look look;
    piece title;
    block whole;
} shown_table;

typedef struct diamond {
    drawing *d;
    shown_table *tables;
    size_t count;
    attempt how;
    double half_w, half_h; /* of a cell */
    bool tagged;
    double width, height; /* to be had; 0: any */
} diamond;

static bool has_cells(const story_table *t) {
    return t->shape == TABLE_UPPER && t->row_last >= t->row_first && t->col_last >= t->col_first;
}

static bool diamond_draws(const story_run *r) {
    for (size_t k = 0; k < r->table_count; k++)
        if (has_cells(&r->tables[k]))
            return true;
    return false;
}

/* ---- what is shown ---- */

/* False if no cell lies in it. */
static bool measure_block(block *b) {
    if (b->col_to <= b->row_from)
        return false;
    b->lowest = b->col_from > b->row_to - 1 ? b->col_from - (b->row_to - 1) : 0;
    b->highest = b->col_to - 1 - b->row_from;
    return true;
}

static void choose_tables(diamond *x) {
    drawing *d = x->d;
    const story_run *run = d->q->moment->run;
    story_moment m = tables_moment(d);
    x->tables = ARENA_ARRAY(d->a, shown_table, run->table_count);
    for (size_t k = 0; k < run->table_count; k++) {
        const story_table *t = &run->tables[k];
        if (!has_cells(t) || !table_is_asked(d, t))
            continue;
        shown_table *shown = &x->tables[x->count++];
        shown->look = table_look_asked(d, t, &m);
        shown->title =
            drawing_label(d, table_title(d, t), drawing_style(FACE_ROMAN, d->t->type.figure_title, d->t->color.ink));
        shown->whole = (block){0, shown->look.rows, 0, shown->look.cols, 0, 0};
        measure_block(&shown->whole);
        for (size_t c = 0; c < shown->look.rows * shown->look.cols; c++)
            x->tagged = x->tagged || shown->look.cells[c].tag.len;
    }
    if (x->count == 0)
        error_plain(d->q->error, figure_param_status(d->q),
                    "figure diamond: the run has no table '%.*s' of shape upper", STR_ARG(drawing_param(d, "only")));
}

static const cell_look *cell_of(const shown_table *t, size_t row, size_t col) {
    return &t->look.cells[row * t->look.cols + col];
}

/* ---- sizes ---- */

static text_style cell_style(const diamond *x, state st) {
    const theme *t = x->d->t;
    return drawing_style(state_face(st), fmax(t->type.table_cell * x->how.type, t->type.least), t->color.ink);
}

/* Half the height that a line of values needs clear of the sides. */
static double half_line(const diamond *x) {
    return cell_style(x, STATE_PLAIN).size * 0.36;
}

/* The width of the widest value, in full or in its shortest form. */
static double widest_value(const diamond *x, bool least) {
    double widest = 0;
    for (size_t k = 0; k < x->count; k++)
        for (size_t c = 0; c < x->tables[k].look.rows * x->tables[k].look.cols; c++) {
            const cell_look *cell = &x->tables[k].look.cells[c];
            if (cell->value.len)
                widest = fmax(widest, least ? drawing_value_least(x->d, cell->value, FACE_BOLD)
                                            : drawing_value_width(x->d, cell->value, cell_style(x, cell->state)));
        }
    return widest;
}

/* In a diamond the room for a value of height h is what the sides leave beside it: width / half_w + h / half_h ≤ 2. */
static void size_cells(diamond *x) {
    double value = fmin(widest_value(x, false), WIDEST_VALUE) / 2 + PADDING, line = half_line(x),
           least = x->tagged ? 16 : 13;
    x->half_h = fmin(fmax(value + line, least), SQUARE);
    x->half_w = fmax(value / (1 - line / x->half_h), fmin(x->half_h, value + line + 4));
}

/* What a value of this row of text may take of a cell's width. */
static double value_room(const diamond *x) {
    return 2 * (x->half_w * (1 - half_line(x) / x->half_h) - PADDING) + 0.01;
}

static double head_room(const diamond *x) {
    return LETTER_CLEAR + 5 + x->d->t->type.index * 0.5;
}

static double block_width(const diamond *x, const block *b) {
    return (double)(b->row_to - b->row_from + b->col_to - b->col_from) * x->half_w;
}

/* What the head beside the lowest cell sticks out at the side of a block. */
static double overhang(const diamond *x) {
    double index = x->d->t->type.index, length = sqrt(x->half_w * x->half_w + x->half_h * x->half_h);
    return fmax(0, HEAD_CLEAR * x->half_h / length + index * 0.55 - x->half_w / 2);
}

/* The heads stand beside the upper sides: within the width of the block, if its cells are not too few or too small. */
static double part_width(const diamond *x, const shown_table *t, const block *b) {
    double letters = head_room(x) - (double)(b->highest - b->lowest) * x->half_w / 2;
    return fmax(block_width(x, b) + 2 * fmax(letters, overhang(x)), t->title.width);
}

static double title_height(const diamond *x) {
    return x->d->t->type.figure_title * 1.35 + TITLE_GAP;
}

static double block_height(const diamond *x, const block *b) {
    return (double)(b->highest - b->lowest + 2) * x->half_h;
}

static double legend_room(void) {
    return LEGEND_GAP + 2 * 15;
}

static bool fits_block(const diamond *x, const shown_table *t, const block *b) {
    return (x->width <= 0 || part_width(x, t, b) <= x->width + 0.01) &&
           (x->height <= 0 || title_height(x) + block_height(x, b) + legend_room() <= x->height);
}

static bool fits(const diamond *x) {
    double beside = 0;
    for (size_t k = 0; k < x->count; k++) {
        if (!fits_block(x, &x->tables[k], &x->tables[k].whole))
            return false;
        beside += part_width(x, &x->tables[k], &x->tables[k].whole) + (k ? TABLE_GAP : 0);
    }
    return !x->how.beside || x->width <= 0 || beside <= x->width + 0.01;
}

/* Cells as wide as there is room for `cells` of them, and tall ones, since a value is higher up the narrower it is. */
static bool squeeze(diamond *x, size_t cells) {
    double line = half_line(x), value = widest_value(x, true) / 2 + PADDING * 0.7;
    double room = x->width;
    for (int round = 0; round < 2; round++) { /* once more, with room for the heads of such cells */
        x->half_w = room / (double)(2 * cells);
        x->half_h = fmin(fmax(x->half_w * 1.6, 13), 34);
        room = x->width - 2 * fmax(0, overhang(x));
    }
    return value / (1 - line / x->half_h) <= x->half_w;
}

static size_t most_cells(const diamond *x, size_t groups) {
    size_t most = 1;
    for (size_t k = 0; k < x->count; k++) {
        size_t side = x->tables[k].look.rows > x->tables[k].look.cols ? x->tables[k].look.rows : x->tables[k].look.cols;
        size_t part = (side + groups - 1) / groups;
        most = part > most ? part : most;
    }
    return most;
}

static bool tables_fit(void *figure, const void *look) {
    diamond *x = figure;
    const attempt *how = look;
    if (how->beside && x->count == 1)
        return false;
    x->how = *how;
    if (how->squeeze && (x->width <= 0 || !squeeze(x, most_cells(x, 1))))
        return false;
    if (!how->squeeze)
        size_cells(x);
    return fits(x);
}

/* True if whole tables fit. */
static bool find_layout(diamond *x) {
    return FIT(x, attempts, tables_fit);
}

/* ---- drawing ---- */

/* Where a block stands in its part: the middle of cell (row, col). */
typedef struct frame {
    const shown_table *table;
    block block;
    point apex; /* the upper corner of what would be its topmost cell */
} frame;

static point cell_middle(const diamond *x, const frame *f, size_t row, size_t col) {
    double across = (double)(row - f->block.row_from) - (double)(f->block.col_to - 1 - col);
    double down = (double)f->block.highest - (double)(col - row);
    return (point){f->apex.x + across * x->half_w, f->apex.y + (down + 1) * x->half_h};
}

static void diamond_corners(const diamond *x, point m, double inset, point corners[4]) {
    double by = inset * sqrt(x->half_w * x->half_w + x->half_h * x->half_h), w = x->half_w - by / x->half_h,
           h = x->half_h - by / x->half_w;
    corners[0] = (point){m.x, m.y - h};
    corners[1] = (point){m.x + w, m.y};
    corners[2] = (point){m.x, m.y + h};
    corners[3] = (point){m.x - w, m.y};
}

static point between(point a, point b, double share) {
    return (point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

static void paint_cell(diamond *x, scene *s, point m, state st) {
    drawing_state(x->d, s, OUTLINE_DIAMOND, (box){m.x - x->half_w, m.y - x->half_h, 2 * x->half_w, 2 * x->half_h}, st);
}

static void draw_grid(const diamond *x, scene *s, const frame *f) {
    paint thin = paint_stroke(x->d->t->color.rule, x->d->t->stroke.grid);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t r = f->block.row_from; r < f->block.row_to; r++)
        for (size_t c = r > f->block.col_from ? r : f->block.col_from; c < f->block.col_to; c++) {
            point corners[4];
            diamond_corners(x, cell_middle(x, f, r, c), 0, corners);
            scene_polyline(s, corners, 4, true, thin);
        }
    scene_close(s);
}

/* In the upper corner, as far down as it is broad enough. */
static void draw_tag(const diamond *x, scene *s, const cell_look *cell, point m) {
    const theme *t = x->d->t;
    text_style style = drawing_style(FACE_SANS, t->type.least,
                                     cell->state == STATE_CHOSEN ? t->color.chosen_line : t->color.read_line);
    piece tag = drawing_text(x->d, cell->tag, style);
    double clear = state_paint(x->d, cell->state).width + 0.8, slope = x->half_h / x->half_w;
    double top = m.y - x->half_h + (tag.width / 2 + clear * sqrt(1 + 1 / (slope * slope))) * slope;
    double lowest = m.y - half_line(x) - 0.8;
    if (top + t->type.least * 0.7 <= lowest)
        drawing_put(s, &tag, (point){m.x, fmin(top + t->type.least * 0.7 + 0.6, lowest)}, ANCHOR_CENTRE);
}

static str head_text(const diamond *x, const story_texts *labels, int64_t first, size_t place) {
    if (place < labels->count)
        return labels->items[place];
    int64_t index = first + (int64_t)place;
    return number_shown(str_format(x->d->a, "%lld", (long long)index), x->d->a);
}

/* Beside the middle of the upper right side of a row's last cell (side 1), or the upper left side of a column's first
 * (side −1). */
static point beside_cell(const diamond *x, point m, int side, double clear) {
    double length = sqrt(x->half_w * x->half_w + x->half_h * x->half_h);
    return (point){m.x + side * (x->half_w / 2 + clear * x->half_h / length),
                   m.y - x->half_h / 2 - clear * x->half_w / length};
}

static void draw_head(const diamond *x, scene *s, str text, face face, point at) {
    piece head = drawing_text(x->d, text, drawing_style(face, x->d->t->type.index, x->d->t->color.mute));
    drawing_put_middle(s, &head, at, ANCHOR_CENTRE);
}

static size_t first_row(const block *b) {
    return b->row_from;
}

static size_t last_col(const block *b) {
    return b->col_to - 1;
}

static void draw_column_heads(const diamond *x, scene *s, const frame *f) {
    const story_table *t = f->table->look.table;
    size_t row = first_row(&f->block);
    scene_open(s, (group){.role = ROLE_ROW});
    for (size_t c = f->block.col_from > row ? f->block.col_from : row; c < f->block.col_to; c++) {
        scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
        draw_head(x, s, head_text(x, &t->col_labels, t->col_first, c), FACE_ROMAN,
                  beside_cell(x, cell_middle(x, f, row, c), -1, HEAD_CLEAR));
        scene_close(s);
    }
    scene_close(s);
}

/* The letters stand further out, beside the middle of each flank. */
static void draw_letters(const diamond *x, scene *s, const frame *f) {
    const story_table *t = f->table->look.table;
    const block *b = &f->block;
    if (b->highest == b->lowest) /* a single cell has no flanks */
        return;
    point apex = cell_middle(x, f, first_row(b), last_col(b));
    size_t lowest_col = b->col_from > first_row(b) ? b->col_from : first_row(b),
           lowest_row = b->row_to - 1 < last_col(b) ? b->row_to - 1 : last_col(b);
    point left = cell_middle(x, f, first_row(b), lowest_col), right = cell_middle(x, f, lowest_row, last_col(b));
    if (t->col.len)
        draw_head(x, s, t->col, FACE_ITALIC, beside_cell(x, between(apex, left, 0.5), -1, LETTER_CLEAR));
    if (t->row.len)
        draw_head(x, s, t->row, FACE_ITALIC, beside_cell(x, between(apex, right, 0.5), 1, LETTER_CLEAR));
}

static void draw_cell(diamond *x, scene *s, const frame *f, size_t row, size_t col) {
    drawing *d = x->d;
    const story_table *t = f->table->look.table;
    const cell_look *cell = cell_of(f->table, row, col);
    int64_t i = t->row_first + (int64_t)row, j = t->col_first + (int64_t)col;
    str name = cell_name_plain(d, t, i, j);
    str alt = cell->value.len ? str_format(d->a, "%.*s = %.*s", STR_ARG(name), STR_ARG(number_shown(cell->value, d->a)))
                              : name;
    scene_open(s, (group){.role = ROLE_CELL,
                          .id = drawing_id(d, "cell-%.*s-%lld-%lld", STR_ARG(t->id), (long long)i, (long long)j),
                          .title = name,
                          .alt = alt});
    point m = cell_middle(x, f, row, col);
    paint_cell(x, s, m, cell->state);
    if (cell->value.len) {
        str markup = str_format(d->a, "$%.*s$", STR_ARG(cell_name(d, t, i, j)));
        piece value = t->texts ? drawing_text(d, cell->value, cell_style(x, cell->state))
                               : drawing_value(d, cell->value, markup, value_room(x), cell_style(x, cell->state));
        drawing_put_middle(s, &value, m, ANCHOR_CENTRE);
    }
    x->d->corner = cell->tag.len ? corner_phrase(d) : x->d->corner;
    if (cell->tag.len)
        draw_tag(x, s, cell, m);
    scene_close(s);
}

static void draw_row(diamond *x, scene *s, const frame *f, size_t row) {
    const story_table *t = f->table->look.table;
    size_t from = row > f->block.col_from ? row : f->block.col_from;
    if (from >= f->block.col_to)
        return;
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_ROW_HEAD});
    draw_head(x, s, head_text(x, &t->row_labels, t->row_first, row), FACE_ROMAN,
              beside_cell(x, cell_middle(x, f, row, last_col(&f->block)), 1, HEAD_CLEAR));
    scene_close(s);
    for (size_t c = from; c < f->block.col_to; c++)
        draw_cell(x, s, f, row, c);
    scene_close(s);
}

/* `left` and `top` of what the table takes in its part. */
static void draw_block(diamond *x, scene *s, const shown_table *table, const block *b, piece title, double left,
                       double top) {
    double width = fmax(part_width(x, table, b), title.width);
    str id = table->look.table->id;
    /* What is left of the apex and what is right of it need not be the same. */
    double to_left = (double)(b->col_to - b->col_from) * x->half_w, all = block_width(x, b);
    frame f = {table, *b, {left + (width - all) / 2 + to_left, top + title_height(x)}};
    scene_open(s, (group){.role = ROLE_TABLE, .id = drawing_id(x->d, "table-%.*s", STR_ARG(id)), .title = id});
    scene_open(s, (group){.role = ROLE_CAPTION});
    drawing_put(s, &title, (point){left + width / 2, top + x->d->t->type.figure_title}, ANCHOR_CENTRE);
    scene_close(s);
    draw_grid(x, s, &f);
    draw_letters(x, s, &f);
    draw_column_heads(x, s, &f);
    for (size_t r = b->row_from; r < b->row_to; r++)
        draw_row(x, s, &f, r);
    scene_close(s);
}

/* The legend below what is drawn so far. */
static void end_part(diamond *x, scene *s, double width, double height) {
    double room = x->width > 0 ? x->width : fmax(width, 300);
    double legend = drawing_legend_height(x->d, room);
    drawing_legend(x->d, s, (point){0, height + LEGEND_GAP}, room);
    box ink = scene_ink(s);
    drawing_size(s, fmax(width + EDGE, ink.x + ink.w), legend > 0 ? height + LEGEND_GAP + legend : height + 1);
}

static void draw_beside(diamond *x) {
    scene *s = drawing_part(x->d);
    double left = EDGE, height = 0;
    for (size_t k = 0; k < x->count; k++) {
        const shown_table *t = &x->tables[k];
        left += k ? TABLE_GAP : 0;
        draw_block(x, s, t, &t->whole, t->title, left, 0);
        left += part_width(x, t, &t->whole);
        height = fmax(height, title_height(x) + block_height(x, &t->whole));
    }
    end_part(x, s, left, height);
}

static void draw_alone(diamond *x, const shown_table *t, const block *b, piece title) {
    scene *s = drawing_part(x->d);
    draw_block(x, s, t, b, title, EDGE, 0);
    end_part(x, s, fmax(part_width(x, t, b), title.width) + EDGE, title_height(x) + block_height(x, b));
}

static piece block_title(diamond *x, const shown_table *shown, const block *b) {
    drawing *d = x->d;
    const story_table *t = shown->look.table;
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "title", datum_text(d->a, table_title(d, t)));
    datum_put(d->a, facts, "row", datum_text(d->a, t->row));
    datum_put(d->a, facts, "col", datum_text(d->a, t->col));
    datum_put(d->a, facts, "row_from", datum_integer(d->a, t->row_first + (int64_t)b->row_from));
    datum_put(d->a, facts, "row_to", datum_integer(d->a, t->row_first + (int64_t)b->row_to - 1));
    datum_put(d->a, facts, "col_from", datum_integer(d->a, t->col_first + (int64_t)b->col_from));
    datum_put(d->a, facts, "col_to", datum_integer(d->a, t->col_first + (int64_t)b->col_to - 1));
    return drawing_label(d, drawing_say(d, "figure.diamond.block", facts),
                         drawing_style(FACE_ROMAN, d->t->type.figure_title, d->t->color.ink));
}

/* Blocks by groups of rows and of columns, from the diagonal up. */
static void draw_cut(diamond *x, const shown_table *t, size_t part) {
    for (size_t up = 0; up * part < t->look.cols; up++)
        for (size_t group = 0; (group + up) * part < t->look.cols && group * part < t->look.rows; group++) {
            block b = {.row_from = group * part, .row_to = (group + 1) * part, .col_from = (group + up) * part};
            b.col_to = b.col_from + part;
            b.row_to = b.row_to < t->look.rows ? b.row_to : t->look.rows;
            b.col_to = b.col_to < t->look.cols ? b.col_to : t->look.cols;
            if (measure_block(&b))
                draw_alone(x, t, &b, block_title(x, t, &b));
        }
}

static void draw_in_blocks(diamond *x) {
    size_t groups = 2;
    while (groups < MOST_GROUPS) {
        size_t part = most_cells(x, groups);
        block square = {0, part, part, 2 * part, 0, 0};
        measure_block(&square);
        if (squeeze(x, part) &&
            (x->height <= 0 || title_height(x) + block_height(x, &square) + legend_room() <= x->height))
            break;
        groups++;
    }
    for (size_t k = 0; k < x->count; k++)
        draw_cut(x, &x->tables[k], most_cells(x, groups));
}

static void put_facts(const diamond *x) {
    drawing *d = x->d;
    strbuf names = strbuf_in(d->a);
    strbuf_add_c(&names, "");
    for (size_t k = 0; k < x->count; k++) {
        strbuf_add_c(&names, k ? ", " : "");
        strbuf_add(&names, x->tables[k].look.table->id);
    }
    const story_step *step = d->q->moment->step && d->q->moment->step->kind == STEP_CELL ? d->q->moment->step : NULL;
    drawing_fact_integer(d, "table_count", (int64_t)x->count);
    drawing_fact(d, "tables", strbuf_text(&names));
    drawing_fact(d, "cell", step ? cell_name_plain(d, x->tables[0].look.table, step->row, step->col) : STR(""));
}

static figure *diamond_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    diamond x = {.d = d, .width = q->width > 0 ? q->width - 2 * EDGE : 0, .height = q->height};
    choose_tables(&x);
    if (error_set(q->error))
        return NULL;
    d->outline = OUTLINE_DIAMOND;
    put_facts(&x);
    if (!drawing_param_switch(d, "apart") && diamond_pair_draw(d, q->width, q->height))
        return drawing_end(d, "diamond");
    if (!find_layout(&x))
        draw_in_blocks(&x);
    else if (x.how.beside)
        draw_beside(&x);
    else
        for (size_t k = 0; k < x.count; k++)
            draw_alone(&x, &x.tables[k], &x.tables[k].whole, x.tables[k].title);
    return drawing_end(d, "diamond");
}

static const figure_param diamond_params[] = {
    {.name = "only"}, {.name = "upto"}, {.name = "back", .is_switch = true}, {.name = "apart", .is_switch = true}, {0}};

const figure_kind diamond_figure = {
    .name = "diamond",
    .summary = "triangular tables turned by 45°, the cell of the whole at the top",
    .counts = STEP_CELL,
    .table = true,
    .params = diamond_params,
    .draws = diamond_draws,
    .build = diamond_build,
};
