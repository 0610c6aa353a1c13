/* A table of a sequence comparison as textbooks set it, with an arrow in each cell to the neighbour that its value
 * comes from, and the way back.
 *
 *        j     0     1     2            indices
 *   i          y_j   B     D            letters; those kept are bold
 *            ┌─────┬─────┬─────┐
 *    0   x_i │  0  │  0  │  0  │        the empty prefix is pale
 *            ├─────┼─────┼─────┤
 *    1   A   │  0  │ ↑0  │ ↑0  │        arrow in the upper left corner, value in the middle
 *            ├─────┼─────┼─────┤
 *    2   B   │  0  │ ↖1  │ ←1  │        with ties=yes every neighbour that reaches the value has its arrow
 *            └─────┴─────┴─────┘
 *    legend
 *
 * The way back has a ground and strong arrows; where a letter is taken, a ring. All columns are equal. Cells get
 * smaller until the table fits the width; then it is cut into blocks of columns, and where it is too high of rows, each
 * with the heads it needs. Of a table with a way back that is cut into more than two parts only the band of the way is
 * drawn. */
#include "chain.h"
#include "grid.h"
#include "number.h"
#include "tables/cells.h"
#include "tables/neighbours.h"
#include "tables/table_choice.h"

#include <math.h>

enum {
    HEAD_GAP = 4,   /* between heads and the grid */
    LETTER_GAP = 5, /* between an index and a letter */
    LEGEND_GAP = 8,
    LINE_H = 15, /* of the legend */
    TITLE_H = 17,
    LEGEND_LEAST = 208, /* width */
    VALUE_GAP = 2,      /* at least, left and right of a value */
    WIDEST = 90,        /* a column; longer values are set smaller or shortened */
    BAND = 3            /* columns shown on both sides of the way back */
};

/* A size of cells. */
typedef struct attempt {
    double w, h;
    double type; /* × the size of cells */
} attempt;

static const attempt attempts[] = {{36, 29, 1},      {33, 26.5, 0.92}, {30, 24.5, 0.85}, {27, 22, 0.78},
                                   {24, 20.5, 0.71}, {20.5, 19, 0.65}, {17, 18, 0.63}};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts, SMALL = 6 }; /* small=yes begins there */
static const attempt written = {40, 29, 1};

/* What a cell is on the way back. */
typedef enum mark { MARK_NONE, MARK_PASSED, MARK_KEPT } mark;

typedef struct layout {
    drawing *d;
    table_look look;
    const story_table *t;
    neighbours_cell *cells; /* as look.cells */
    mark *marks;            /* the same */
    way_in *ways;           /* the way back out of a cell */
    bool *kept_rows, *kept_cols;
    bool ties, back, row_indices, col_indices;
    grid_block rows; /* shown */
    grid_block band; /* rows being filled */
    attempt how;
    double *widths; /* of columns */
    double head_w, head_h, index_w, letter_w;
    double width, height;
    bool arrows_met[WAYS_IN], passed_met, kept_met; /* in the part being drawn */
    str from[1u << WAYS_IN];                        /* words for alt texts, by the bits of neighbours_cell.best */
} layout;

/* ---- what is shown ---- */

static bool arrows_draw(const story_run *r) {
    return neighbours_table(r) != NULL;
}

static size_t cell_index(const layout *l, int64_t row, int64_t col) {
    return (size_t)(row - l->t->row_first) * l->look.cols + (size_t)(col - l->t->col_first);
}

static void mark_way_back(layout *l) {
    neighbours_steps steps = neighbours_way_back(l->t, l->d->q->moment, l->d->a);
    for (size_t k = 0; k < steps.count; k++) {
        const neighbours_step *s = &steps.items[k];
        size_t at = cell_index(l, s->row, s->col);
        l->marks[at] = s->kept ? MARK_KEPT : MARK_PASSED;
        l->ways[at] = s->way;
        l->kept_rows[s->row - l->t->row_first] |= s->kept;
        l->kept_cols[s->col - l->t->col_first] |= s->kept;
        int64_t row = s->row - (s->way != FROM_LEFT), col = s->col - (s->way != FROM_ABOVE);
        if (k + 1 == steps.count && s->way != FROM_NOWHERE && story_cell_at(l->t, row, col))
            l->marks[cell_index(l, row, col)] = MARK_PASSED; /* where it ends */
    }
}

/* Where one stands after a phase: the rows that it filled, if it is a phase of rows. */
static void mark_band(layout *l) {
    const story_moment *m = l->d->q->moment;
    if (m->step || !m->phase || !str_is(m->phase->by, "row"))
        return;
    int64_t row = m->phase->value - l->t->row_first;
    if (row >= 0 && row < (int64_t)l->look.rows)
        l->band = (grid_block){(size_t)row, 1};
}

static bool shows_way_back(const drawing *d) {
    str wanted = drawing_param(d, "back");
    const story_moment *m = d->q->moment;
    if (wanted.len)
        return str_is(wanted, "yes");
    return m->step ? m->step->kind == STEP_BACK : !m->phase;
}

static void look_at(layout *l) {
    drawing *d = l->d;
    size_t count = l->t->cell_count;
    l->look = table_look_at(d, l->t, d->q->moment);
    l->cells = ARENA_ARRAY(d->a, neighbours_cell, count);
    l->marks = ARENA_ARRAY(d->a, mark, count);
    l->ways = ARENA_ARRAY(d->a, way_in, count);
    l->kept_rows = ARENA_ARRAY(d->a, bool, l->look.rows);
    l->kept_cols = ARENA_ARRAY(d->a, bool, l->look.cols);
    l->widths = ARENA_ARRAY(d->a, double, l->look.cols);
    for (size_t k = 0; k < count; k++) {
        const story_cell *cell = &l->t->cells[k];
        l->cells[k].kept = l->ways[k] = FROM_NOWHERE;
        if (l->look.cells[k].value.len)
            l->cells[k] = neighbours_cell_at(l->t, cell->row, cell->col);
    }
    l->ties = drawing_param_switch(d, "ties");
    l->back = shows_way_back(d);
    l->row_indices = !neighbours_letters_are_indices(&l->t->row_labels, l->t->row_first);
    l->col_indices = !neighbours_letters_are_indices(&l->t->col_labels, l->t->col_first);
    for (size_t k = 0; k < count && l->back; k++) /* the cells read last would only distract from the way back */
        l->look.cells[k].state = l->look.cells[k].value.len ? STATE_PLAIN : STATE_UNSET;
    if (l->back)
        mark_way_back(l);
    mark_band(l);
}

/* ---- sizes ---- */

static text_style value_style(const layout *l, bool strong) {
    const theme *t = l->d->t;
    return drawing_style(strong ? FACE_BOLD : FACE_ROMAN, fmax(t->type.node * l->how.type, t->type.least),
                         t->color.ink);
}

static text_style letter_style(const layout *l, bool kept) {
    const theme *t = l->d->t;
    double size = fmax((t->type.node + 1) * l->how.type, t->type.least);
    return drawing_style(kept ? FACE_BOLD : FACE_ROMAN, size, t->color.ink);
}

static text_style index_style(const layout *l) {
    const theme *t = l->d->t;
    return drawing_style(FACE_ROMAN, fmax(t->type.index * fmax(l->how.type, 0.85), t->type.least), t->color.mute);
}

static piece letter_piece(const layout *l, const story_texts *labels, size_t place, bool kept) {
    return drawing_text(l->d, neighbours_letter(labels, place, l->d->a), letter_style(l, kept));
}

static piece index_piece(const layout *l, int64_t first, size_t place) {
    int64_t index = first + (int64_t)place;
    str text = str_format(l->d->a, "%lld", (long long)index);
    return drawing_label(l->d, text, index_style(l));
}

/* What all rows or columns are called, "$x_i$", where the head of the empty prefix leaves room; empty if there is
 * nothing to say. */
static piece letters_name(const layout *l, bool of_rows) {
    const char *key = of_rows ? "figure.arrows.row_letters" : "figure.arrows.col_letters";
    text_style style = letter_style(l, false);
    style.size = fmax(style.size * 0.92, l->d->t->type.least);
    style.color = l->d->t->color.mute;
    bool indices = of_rows ? !l->row_indices : !l->col_indices, tiny = l->how.type < 0.7; /* its index would be */
    return indices || tiny || !drawing_knows(l->d, key) ? (piece){0}
                                                        : drawing_label(l->d, drawing_say(l->d, key, NULL), style);
}

static piece index_name(const layout *l, str letter) {
    text_style style = index_style(l);
    style.face = FACE_ITALIC;
    return drawing_text(l->d, letter, style);
}

static double value_need(const layout *l, str value) {
    return drawing_value_width(l->d, value, value_style(l, true)) + 2 * (VALUE_GAP + l->d->t->stroke.current);
}

/* All columns are as wide as the widest has to be. */
static void measure(layout *l) {
    const story_table *t = l->t;
    double letters = letters_name(l, true).width, widest = fmax(l->how.w, letters_name(l, false).width + 4);
    l->index_w = 0;
    for (size_t r = 0; r < l->look.rows; r++) {
        letters = fmax(letters, letter_piece(l, &t->row_labels, r, true).width);
        if (l->row_indices)
            l->index_w = fmax(l->index_w, index_piece(l, t->row_first, r).width + LETTER_GAP);
    }
    l->letter_w = fmax(letters, l->row_indices ? index_name(l, t->col).width : 0);
    l->head_w = l->index_w + l->letter_w + HEAD_GAP + 2;
    l->head_h = letter_style(l, true).size * 1.15 + HEAD_GAP + (l->col_indices ? index_style(l).size * 1.3 : 0);
    for (size_t c = 0; c < l->look.cols; c++) {
        widest = fmax(widest, letter_piece(l, &t->col_labels, c, true).width + 4);
        for (size_t r = 0; r < l->look.rows; r++) {
            str value = l->look.cells[r * l->look.cols + c].value;
            if (value.len > 1) /* a single digit fits every size */
                widest = fmax(widest, fmin(value_need(l, value), WIDEST));
        }
    }
    for (size_t c = 0; c < l->look.cols; c++)
        l->widths[c] = widest;
}

/* What a part needs besides its rows: title, heads, legend. */
static double part_extra(const layout *l) {
    return TITLE_H + l->head_h + LEGEND_GAP + 3 * LINE_H + 2;
}

static grid_blocks cut_columns(const layout *l) {
    return grid_split(l->widths, l->look.cols, l->head_w + 1, l->width, l->d->a);
}

static grid_blocks cut_rows(const layout *l) {
    double *heights = ARENA_ARRAY(l->d->a, double, l->rows.count);
    for (size_t r = 0; r < l->rows.count; r++)
        heights[r] = l->how.h;
    return grid_split(heights, l->rows.count, part_extra(l), l->height, l->d->a);
}

/* The largest cells with which the table comes in the fewest parts. */
static void find_sizes(layout *l) {
    size_t first = drawing_param_switch(l->d, "small") ? SMALL : 0, best = first, fewest = SIZE_MAX;
    bool write = drawing_param_switch(l->d, "write");
    for (size_t k = first; k < ATTEMPTS && fewest > 1; k++) {
        l->how = write ? written : attempts[k];
        measure(l);
        size_t parts = cut_columns(l).count * cut_rows(l).count;
        if (parts < fewest) {
            fewest = parts;
            best = k;
        }
    }
    l->how = write ? written : attempts[best];
    measure(l);
}

/* ---- arrows ---- */

typedef struct stroke {
    point from, to;
} stroke;

/* Where an arrow has its middle, from the upper left corner, and half its length, at full size. */
static const double arrow_at = 6.8, arrow_half = 3.75;

static const point directions[WAYS_IN] = {
    [FROM_DIAGONAL] = {-0.7071, -0.7071}, [FROM_ABOVE] = {0, -1}, [FROM_LEFT] = {-1, 0}};

/* Of several each has a place of its own: above the value's left, and left of it. */
static point arrow_middle(const layout *l, box b, way_in way, bool several) {
    double k = l->how.type;
    point at = {b.x + arrow_at * k, b.y + arrow_at * k};
    if (several && way == FROM_ABOVE)
        at = (point){fmin(b.x + 2.1 * arrow_at * k, b.x + b.w - 4 * k), b.y + 5.6 * k};
    if (several && way == FROM_LEFT)
        at = (point){b.x + 5.4 * k, b.y + fmax(2.35 * arrow_at * k, b.h / 2)};
    return at;
}

static void draw_stroke(const layout *l, scene *s, point at, way_in way, color c, double weight) {
    double half = arrow_half * l->how.type, head = fmin(3.2 + 0.9 * weight, half * 1.3);
    point d = directions[way];
    scene_arrow(s, (point){at.x - d.x * half, at.y - d.y * half}, (point){at.x + d.x * half, at.y + d.y * half}, head,
                paint_stroke(c, weight));
}

static void draw_arrows(layout *l, scene *s, size_t at, box b) {
    const theme *t = l->d->t;
    const neighbours_cell *cell = &l->cells[at];
    double scale = fmax(0.75, l->how.type);
    bool several = l->ties && (cell->best & (cell->best - 1));
    for (way_in way = FROM_DIAGONAL; way < WAYS_IN; way++) {
        bool gone = l->marks[at] && l->ways[at] == way;
        bool shown = l->ties ? cell->best >> way & 1 : cell->kept == way;
        if (!shown && !gone)
            continue;
        l->arrows_met[way] = true;
        draw_stroke(l, s, arrow_middle(l, b, way, several), way, gone ? t->color.path_line : t->color.mute,
                    (gone ? 1.8 : 0.8) * scale);
    }
}

/* ---- cells ---- */

/* The ground of the way back; a ring is drawn with the value. */
static void draw_ground(layout *l, scene *s, mark m, box b) {
    scene_rect(s, b, 0, paint_fill(l->d->t->color.path_fill));
    l->passed_met |= m == MARK_PASSED || m == MARK_KEPT;
    l->kept_met |= m == MARK_KEPT;
}

static void draw_ring(const layout *l, scene *s, point middle, double half_w) {
    double r = 8.4 * l->how.type, half = fmax(r, half_w + 3 * l->how.type);
    scene_rect(s, (box){middle.x - half, middle.y - r, 2 * half, 2 * r}, r,
               paint_both((color){255, 255, 255}, l->d->t->color.path_line, 1.8 * fmax(0.75, l->how.type)));
}

static bool in_band(const layout *l, size_t row) {
    return row >= l->band.first && row < l->band.first + l->band.count;
}

static bool is_strong(const layout *l, size_t row, size_t at) {
    const cell_look *cell = &l->look.cells[at];
    if (l->marks[at] || (in_band(l, row) && l->cells[at].match && l->cells[at].kept == FROM_DIAGONAL))
        return true;
    return state_face(cell->state) == FACE_BOLD;
}

/* Of the empty prefix: row and column 0. */
static bool is_edge(const layout *l, size_t r, size_t c) {
    return (r == 0 && l->look.rows > 1) || (c == 0 && l->look.cols > 1);
}

static void draw_value(const layout *l, scene *s, size_t r, size_t c, str name, box b) {
    size_t at = r * l->look.cols + c;
    str value = l->look.cells[at].value;
    text_style style = value_style(l, is_strong(l, r, at));
    if (is_edge(l, r, c) && style.face == FACE_ROMAN)
        style.color = l->d->t->color.mute;
    str markup = str_format(l->d->a, "$%.*s$", STR_ARG(name));
    double room = b.w - 2 * (VALUE_GAP + l->d->t->stroke.current) + 0.01;
    piece p = value.len > 3 ? drawing_value(l->d, value, markup, room, style)
                            : drawing_label(l->d, number_shown(value, l->d->a), style);
    point middle = {b.x + b.w / 2, b.y + b.h / 2};
    if (l->marks[at] == MARK_KEPT)
        draw_ring(l, s, middle, p.width / 2);
    drawing_put_middle(s, &p, middle, ANCHOR_CENTRE);
}

static str cell_alt(const layout *l, str name, size_t at) {
    str value = number_shown(l->look.cells[at].value, l->d->a), from = l->from[l->cells[at].best];
    if (!value.len)
        return name;
    str said = str_format(l->d->a, "%.*s = %.*s%.*s", STR_ARG(name), STR_ARG(value), STR_ARG(from));
    return state_said(l->d, said, l->marks[at] ? STATE_BACK : l->look.cells[at].state);
}

static void draw_cell(layout *l, scene *s, size_t r, size_t c, box b) {
    drawing *d = l->d;
    size_t at = r * l->look.cols + c;
    const cell_look *cell = &l->look.cells[at];
    int64_t row = l->t->row_first + (int64_t)r, col = l->t->col_first + (int64_t)c;
    str name = cell_name_plain(d, l->t, row, col);
    str id = drawing_id(d, "cell-%.*s-%lld-%lld", STR_ARG(l->t->id), (long long)row, (long long)col);
    scene_open(s, (group){.role = ROLE_CELL, .id = id, .title = name, .alt = cell_alt(l, name, at)});
    if (!l->marks[at])
        drawing_cell_state(d, s, b, cell->state);
    if (cell->value.len) {
        draw_value(l, s, r, c, name, b);
        draw_arrows(l, s, at, b);
    }
    scene_close(s);
}

/* ---- a block ---- */

typedef struct cutting {
    grid_block rows, cols;
    bool titled;
} cutting;

static double column_x(const layout *l, const cutting *c, size_t col) {
    return l->head_w + grid_sum(l->widths + c->cols.first, col - c->cols.first);
}

static box cell_box(const layout *l, const cutting *c, point corner, size_t row, size_t col) {
    return (box){corner.x - l->head_w + column_x(l, c, col), corner.y + (double)(row - c->rows.first) * l->how.h,
                 l->widths[col], l->how.h};
}

/* Below the lines: the empty prefix, and the way back. */
static void draw_grounds(layout *l, scene *s, const cutting *c, point corner) {
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t r = c->rows.first; r < c->rows.first + c->rows.count; r++)
        for (size_t k = c->cols.first; k < c->cols.first + c->cols.count; k++) {
            mark m = l->marks[r * l->look.cols + k];
            if (m)
                draw_ground(l, s, m, cell_box(l, c, corner, r, k));
            else if (is_edge(l, r, k) && !in_band(l, r))
                scene_rect(s, cell_box(l, c, corner, r, k), 0, paint_fill(l->d->t->color.pale));
        }
    scene_close(s);
}

static void draw_grid(const layout *l, scene *s, const cutting *c, point corner) {
    const theme *t = l->d->t;
    double width = grid_sum(l->widths + c->cols.first, c->cols.count), height = (double)c->rows.count * l->how.h;
    paint thin = paint_stroke(t->color.rule, t->stroke.grid), firm = paint_stroke(t->color.ink, t->stroke.frame);
    paint border = paint_stroke(t->color.ink, t->stroke.frame * 0.75); /* between the empty prefix and the letters */
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t k = 1; k < c->cols.count; k++) {
        double x = corner.x - l->head_w + column_x(l, c, c->cols.first + k);
        scene_line(s, (point){x, corner.y}, (point){x, corner.y + height}, c->cols.first + k == 1 ? border : thin);
    }
    for (size_t k = 1; k < c->rows.count; k++) {
        double y = corner.y + (double)k * l->how.h;
        scene_line(s, (point){corner.x, y}, (point){corner.x + width, y}, c->rows.first + k == 1 ? border : thin);
    }
    scene_rect(s, (box){corner.x, corner.y, width, height}, 0, firm);
    scene_close(s);
}

/* Over the row heads: what the indices are called. It belongs to the table, or each value would be read out under the
 * head of its neighbour. */
static void draw_corner(const layout *l, scene *s, double letters, double indices) {
    scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
    double middle = l->index_w + l->letter_w / 2;
    if (l->col_indices && l->row_indices && l->t->col.len) {
        piece name = index_name(l, l->t->col);
        drawing_put(s, &name, (point){middle, indices}, ANCHOR_CENTRE);
    }
    if (l->row_indices && l->col_indices && l->t->row.len) {
        piece name = index_name(l, l->t->row);
        drawing_put(s, &name, (point){l->index_w - LETTER_GAP, letters}, ANCHOR_RIGHT);
    }
    scene_close(s);
}

static bool has_letter(const story_texts *labels, size_t place) {
    return place < labels->count && labels->items[place].len > 0;
}

static void draw_column_heads(const layout *l, scene *s, const cutting *c, point corner) {
    const story_table *t = l->t;
    double letters = corner.y - HEAD_GAP - 1, indices = letters - letter_style(l, true).size * 1.05;
    scene_open(s, (group){.role = ROLE_ROW});
    draw_corner(l, s, letters, indices);
    for (size_t k = c->cols.first; k < c->cols.first + c->cols.count; k++) {
        double x = corner.x - l->head_w + column_x(l, c, k) + l->widths[k] / 2;
        scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
        if (l->col_indices) {
            piece index = index_piece(l, t->col_first, k);
            drawing_put(s, &index, (point){x, indices}, ANCHOR_CENTRE);
        }
        piece letter = has_letter(&t->col_labels, k) ? letter_piece(l, &t->col_labels, k, l->kept_cols[k])
                                                     : letters_name(l, false);
        if (letter.scene)
            drawing_put(s, &letter, (point){x, letters}, ANCHOR_CENTRE);
        scene_close(s);
    }
    scene_close(s);
}

static void draw_row_head(const layout *l, scene *s, size_t r, double middle) {
    const story_texts *labels = &l->t->row_labels;
    scene_open(s, (group){.role = ROLE_ROW_HEAD});
    if (l->row_indices) {
        piece index = index_piece(l, l->t->row_first, r);
        drawing_put_middle(s, &index, (point){l->index_w - LETTER_GAP, middle}, ANCHOR_RIGHT);
    }
    piece letter = has_letter(labels, r) ? letter_piece(l, labels, r, l->kept_rows[r]) : letters_name(l, true);
    if (letter.scene)
        drawing_put_middle(s, &letter, (point){l->index_w + l->letter_w / 2, middle}, ANCHOR_CENTRE);
    scene_close(s);
}

/* The row being filled: its ground, or its frame. */
static void draw_band(layout *l, scene *s, const cutting *c, size_t r, point corner, bool frame) {
    const theme *t = l->d->t;
    box b = {corner.x, corner.y + (double)(r - c->rows.first) * l->how.h,
             grid_sum(l->widths + c->cols.first, c->cols.count), l->how.h};
    l->d->legend[STATE_CURRENT] = true;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_rect(s, b, 0,
               frame ? paint_stroke(t->color.current_line, t->stroke.current) : paint_fill(t->color.current_fill));
    scene_close(s);
}

static void draw_bands(layout *l, scene *s, const cutting *c, point corner, bool frame) {
    for (size_t r = c->rows.first; r < c->rows.first + c->rows.count; r++)
        if (in_band(l, r))
            draw_band(l, s, c, r, corner, frame);
}

static void draw_rows(layout *l, scene *s, const cutting *c, point corner) {
    for (size_t r = c->rows.first; r < c->rows.first + c->rows.count; r++) {
        double y = corner.y + (double)(r - c->rows.first) * l->how.h;
        scene_open(s, (group){.role = ROLE_ROW});
        draw_row_head(l, s, r, y + l->how.h / 2);
        for (size_t k = c->cols.first; k < c->cols.first + c->cols.count; k++)
            draw_cell(l, s, r, k, (box){corner.x - l->head_w + column_x(l, c, k), y, l->widths[k], l->how.h});
        scene_close(s);
    }
}

/* ---- the legend ---- */

enum { SAMPLE_W = 20, SAMPLE_H = 12, SAMPLE_GAP = 5, ENTRY_GAP = 18 };

typedef struct entry {
    const char *phrase;
    way_in way; /* an arrow; FROM_NOWHERE: */
    mark mark;  /* a cell of the way back; MARK_NONE: */
    state state;
} entry;

static const entry entries[] = {
    {"legend.current", FROM_NOWHERE, MARK_NONE, STATE_CURRENT},
    {"legend.read", FROM_NOWHERE, MARK_NONE, STATE_READ},
    {"legend.chosen", FROM_NOWHERE, MARK_NONE, STATE_CHOSEN},
    {"figure.arrows.passed", FROM_NOWHERE, MARK_PASSED, STATE_PLAIN},
    {"figure.arrows.kept", FROM_NOWHERE, MARK_KEPT, STATE_PLAIN},
    {"figure.arrows.diagonal", FROM_DIAGONAL, MARK_NONE, STATE_PLAIN},
    {"figure.arrows.above", FROM_ABOVE, MARK_NONE, STATE_PLAIN},
    {"figure.arrows.left", FROM_LEFT, MARK_NONE, STATE_PLAIN},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static bool is_met(const layout *l, const entry *e) {
    if (e->way != FROM_NOWHERE)
        return l->arrows_met[e->way];
    if (e->mark)
        return e->mark == MARK_KEPT ? l->kept_met : l->passed_met;
    return l->d->legend[e->state] && !drawing_state_told(l->d, e->state);
}

static void draw_sample(layout *l, scene *s, const entry *e, box b) {
    const theme *t = l->d->t;
    point middle = {b.x + b.w / 2, b.y + b.h / 2};
    if (e->mark == MARK_PASSED) {
        scene_rect(s, (box){b.x + 0.25, b.y + 0.25, b.w - 0.5, b.h - 0.5}, 0,
                   paint_both(t->color.path_fill, t->color.rule, t->stroke.grid));
    } else if (e->mark) {
        scene_circle(s, middle, b.h / 2 - 0.6, paint_both((color){255, 255, 255}, t->color.path_line, 1.6));
    } else if (e->way == FROM_NOWHERE) {
        drawing_cell_state(l->d, s, b, e->state);
    } else {
        point d = directions[e->way];
        scene_arrow(s, (point){middle.x - d.x * 4.5, middle.y - d.y * 4.5},
                    (point){middle.x + d.x * 4.5, middle.y + d.y * 4.5}, 4, paint_stroke(t->color.mute, 0.9));
    }
}

/* Sets the entries met; draws them unless `s` is NULL. Returns the height. */
static double set_legend(layout *l, scene *s, point at, double width) {
    chain_link links[ENTRIES];
    piece labels[ENTRIES];
    const entry *shown[ENTRIES];
    size_t count = 0;
    text_style style = drawing_style(FACE_ROMAN, l->d->t->type.legend, l->d->t->color.mute);
    for (size_t k = 0; k < ENTRIES; k++) {
        if (!is_met(l, &entries[k]))
            continue;
        labels[count] = drawing_label(l->d, drawing_say(l->d, entries[k].phrase, NULL), style);
        links[count] = (chain_link){.w = SAMPLE_W + SAMPLE_GAP + labels[count].width, .gap = ENTRY_GAP};
        shown[count++] = &entries[k];
    }
    chain_extent extent = chain_place(links, count, width);
    if (s && count)
        scene_open(s, (group){.role = ROLE_NONE});
    for (size_t k = 0; k < count && s; k++) {
        double x = at.x + links[k].x, middle = at.y + (double)links[k].line * LINE_H + LINE_H / 2.0;
        draw_sample(l, s, shown[k], (box){x, middle - SAMPLE_H / 2.0, SAMPLE_W, SAMPLE_H});
        drawing_put_middle(s, &labels[k], (point){x + SAMPLE_W + SAMPLE_GAP, middle}, ANCHOR_LEFT);
    }
    if (s && count)
        scene_close(s);
    return (double)extent.lines * LINE_H;
}

static void forget_met(layout *l) {
    for (size_t k = 0; k < WAYS_IN; k++)
        l->arrows_met[k] = false;
    for (size_t k = 0; k < STATE_COUNT; k++)
        l->d->legend[k] = false;
    l->passed_met = l->kept_met = false;
}

/* ---- parts ---- */

/* "Rows 0 to 30, columns 31 to 60" */
static piece block_title(layout *l, const cutting *c) {
    drawing *d = l->d;
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "row_from", datum_integer(d->a, l->t->row_first + (int64_t)c->rows.first));
    datum_put(d->a, facts, "row_to",
              datum_integer(d->a, l->t->row_first + (int64_t)(c->rows.first + c->rows.count) - 1));
    datum_put(d->a, facts, "col_from", datum_integer(d->a, l->t->col_first + (int64_t)c->cols.first));
    datum_put(d->a, facts, "col_to",
              datum_integer(d->a, l->t->col_first + (int64_t)(c->cols.first + c->cols.count) - 1));
    return drawing_label(d, drawing_say(d, "figure.arrows.block", facts),
                         drawing_style(FACE_ROMAN, d->t->type.label, d->t->color.mute));
}

static void draw_part(layout *l, const cutting *c) {
    drawing *d = l->d;
    scene *s = drawing_part(d);
    double top = c->titled ? TITLE_H : 0;
    point corner = {l->head_w, top + l->head_h};
    forget_met(l);
    str id = drawing_id(d, "table-%.*s", STR_ARG(l->t->id));
    scene_open(s, (group){.role = ROLE_TABLE, .id = id, .title = l->t->id});
    if (c->titled) {
        piece title = block_title(l, c);
        scene_open(s, (group){.role = ROLE_CAPTION});
        drawing_put(s, &title, (point){l->head_w, d->t->type.label}, ANCHOR_LEFT);
        scene_close(s);
    }
    draw_grounds(l, s, c, corner);
    draw_bands(l, s, c, corner, false); /* their ground below the lines, their frame above all */
    draw_grid(l, s, c, corner);
    draw_column_heads(l, s, c, corner);
    draw_rows(l, s, c, corner);
    draw_bands(l, s, c, corner, true);
    scene_close(s);
    double bottom = corner.y + (double)c->rows.count * l->how.h + 1;
    double whole = corner.x + grid_sum(l->widths + c->cols.first, c->cols.count);
    double room = l->width > 0 ? l->width - l->head_w : fmax(whole - l->head_w, LEGEND_LEAST);
    bool without = str_is(drawing_param(d, "legend"), "no");
    double legend = without ? 0 : set_legend(l, s, (point){l->head_w, bottom + LEGEND_GAP}, room);
    box ink = scene_ink(s);
    drawing_size(s, fmax(whole + 1, ink.x + ink.w), legend > 0 ? bottom + LEGEND_GAP + legend : bottom);
}

/* The columns of the way back in some rows. */
static grid_block way_columns(const layout *l, grid_block rows) {
    size_t first = l->look.cols, last = 0;
    for (size_t r = rows.first; r < rows.first + rows.count; r++)
        for (size_t c = 0; c < l->look.cols; c++)
            if (l->marks[r * l->look.cols + c]) {
                first = c < first ? c : first;
                last = c > last ? c : last;
            }
    return first > last ? (grid_block){0, 0} : (grid_block){first, last - first + 1};
}

/* As many columns as there is room for, those of the way in their middle. */
static grid_block band_columns(const layout *l, grid_block way, size_t room) {
    size_t cols = l->look.cols, count = room < cols ? room : cols, free = count > way.count ? count - way.count : 0;
    size_t first = way.first > free / 2 ? way.first - free / 2 : 0;
    first = first + count > cols ? cols - count : first;
    return (grid_block){first, count};
}

/* Block by block along the way back: rows as long as they fit the page, and their part of the way the width. */
static void draw_band_parts(layout *l) {
    size_t cols = (size_t)((l->width - l->head_w - 1) / l->widths[0]);
    size_t most_rows = (size_t)((l->height - part_extra(l)) / l->how.h);
    for (size_t r = 0; r < l->look.rows;) {
        grid_block rows = {r, 1}, way = way_columns(l, rows);
        if (!way.count) { /* above where the way ends */
            r++;
            continue;
        }
        while (rows.first + rows.count < l->look.rows && rows.count < most_rows) {
            grid_block more = {rows.first, rows.count + 1}, wider = way_columns(l, more);
            if (wider.count + (size_t)2 * BAND > cols)
                break;
            rows = more;
            way = wider;
        }
        grid_block shown = band_columns(l, way, way.count + (size_t)2 * BAND > cols ? way.count : cols);
        draw_part(l, &(cutting){rows, shown, true});
        r += rows.count;
    }
}

/* Of a table that would fill pages only the surroundings of the way back are of interest. */
static bool is_banded(const layout *l, size_t parts) {
    bool all = l->rows.count == l->look.rows && !drawing_param_switch(l->d, "write");
    size_t fit = l->width > 0 ? (size_t)((l->width - l->head_w - 1) / l->widths[0]) : 0;
    return l->back && all && parts > 2 && l->width > 0 && l->height > 0 && fit > 2 * BAND + 1 &&
           l->height > part_extra(l) + 4 * l->how.h && way_columns(l, l->rows).count;
}

/* In a row of the table the way may go to the left further than a part is wide. */
static bool way_fits(const layout *l) {
    size_t fit = (size_t)((l->width - l->head_w - 1) / l->widths[0]);
    for (size_t r = 0; r < l->look.rows; r++)
        if (way_columns(l, (grid_block){r, 1}).count > fit)
            return false;
    return true;
}

static void draw_parts(layout *l) {
    grid_blocks cols = cut_columns(l), rows = cut_rows(l);
    if (is_banded(l, cols.count * rows.count) && way_fits(l)) {
        draw_band_parts(l);
        return;
    }
    for (size_t c = 0; c < cols.count; c++)
        for (size_t r = 0; r < rows.count; r++) {
            cutting one = {rows.items[r], cols.items[c], cols.count * rows.count > 1};
            one.rows.first += l->rows.first;
            draw_part(l, &one);
        }
}

/* ---- the figure ---- */

/* ", from above and from the left": once for each set of neighbours. */
static void say_neighbours(layout *l) {
    drawing *d = l->d;
    for (unsigned best = 1; best < 1u << WAYS_IN; best++) {
        datum *facts = datum_map(d->a);
        datum_put(d->a, facts, "diagonal", datum_bool(d->a, best >> FROM_DIAGONAL & 1));
        datum_put(d->a, facts, "above", datum_bool(d->a, best >> FROM_ABOVE & 1));
        datum_put(d->a, facts, "left", datum_bool(d->a, best >> FROM_LEFT & 1));
        l->from[best] = drawing_say_plain(d, "figure.arrows.from", facts);
    }
}

static void put_facts(layout *l) {
    drawing *d = l->d;
    const story_step *step = d->q->moment->step;
    bool cell = step && step->kind == STEP_CELL;
    drawing_fact(d, "table", l->t->id);
    drawing_fact(d, "cell", cell ? cell_name_plain(d, l->t, step->row, step->col) : STR(""));
    drawing_fact_bool(d, "filling", l->band.count > 0);
    drawing_fact_integer(d, "row", l->band.count ? l->t->row_first + (int64_t)l->band.first : 0);
    drawing_fact_bool(d, "way_back", l->back && d->q->moment->run->back_count > 0);
    drawing_fact_bool(d, "ties", l->ties);
    drawing_fact_integer(d, "rows", (int64_t)l->look.rows);
    drawing_fact_integer(d, "cols", (int64_t)l->look.cols);
}

static figure *arrows_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    layout l = {.d = d, .width = q->width > 0 ? q->width - 1 : 0, .height = q->height};
    l.t = neighbours_table(q->moment->run);
    l.rows = table_rows_asked(d, "arrows", l.t);
    if (error_set(q->error))
        return NULL;
    look_at(&l);
    put_facts(&l);
    say_neighbours(&l);
    find_sizes(&l);
    draw_parts(&l);
    return drawing_end(d, "arrows");
}

static const figure_param arrows_params[] = {{.name = "ties", .is_switch = true},
                                             {.name = "back", .is_switch = true},
                                             {.name = "small", .is_switch = true},
                                             {.name = "legend", .is_switch = true},
                                             {.name = "rows"},
                                             {.name = "write", .is_switch = true},
                                             {0}};

const figure_kind arrows_figure = {
    .name = "arrows",
    .summary = "a table of two texts, with an arrow in each cell to where its value comes from",
    .counts = STEP_CELL,
    .table = true,
    .params = arrows_params,
    .draws = arrows_draw,
    .build = arrows_build,
};
