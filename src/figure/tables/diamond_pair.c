#include "tables/diamond_pair.h"

#include "number.h"

#include <math.h>

enum { MOST_ROWS = 8, LEGEND_GAP = 8, KEY_W = 96, KEY_H = 122 };
#define LARGEST 34.0      /* half a cell */
#define SMALLEST 23.0     /* the same: smaller ones do not hold two lines */
#define HEAD_CLEAR 7.0    /* middle of an index, from the side of its cell */
#define LETTER_CLEAR 20.0 /* the same of the letters */
#define SIDE 4.0          /* a value keeps clear of the sides */

typedef struct pair {
    drawing *d;
    table_look values, choices;
    size_t n;
    double half;                 /* of a cell, both ways */
    double value, choice;        /* sizes of type */
    double up, down;             /* middles of both lines, from that of the cell */
    point apex;                  /* the upper corner */
    double base;                 /* y of the flat side */
    double width, height, whole; /* to be had, 0: any; taken */
    bool keyed;
} pair;

/* ---- what is shown ---- */

static bool find_tables(pair *x) {
    drawing *d = x->d;
    const story_run *run = d->q->moment->run;
    const story_table *values = NULL, *choices = NULL;
    size_t count = 0;
    for (size_t k = 0; k < run->table_count; k++) {
        const story_table *t = &run->tables[k];
        if (t->shape != TABLE_UPPER || !table_is_asked(d, t))
            continue;
        count++;
        *(t->choices ? &choices : &values) = t;
    }
    if (count != 2 || !values || !choices || values->texts || choices->texts ||
        values->row_first != choices->row_first || values->row_last < choices->row_last || values->row_labels.count ||
        values->col_labels.count)
        return false;
    x->n = (size_t)(values->row_last - values->row_first + 1);
    if (x->n < 2 || x->n > MOST_ROWS || values->col_last - values->col_first + 1 != (int64_t)x->n)
        return false;
    story_moment m = tables_moment(d);
    x->values = table_look_asked(d, values, &m);
    x->choices = table_look_asked(d, choices, &m);
    return true;
}

static const cell_look *value_at(const pair *x, size_t row, size_t col) {
    return &x->values.cells[row * x->values.cols + col];
}

/* The choice of the same place; NULL where there is none. */
static const cell_look *choice_at(const pair *x, size_t row, size_t col) {
    const story_table *v = x->values.table, *c = x->choices.table;
    int64_t i = v->row_first + (int64_t)row - c->row_first, j = v->col_first + (int64_t)col - c->col_first;
    if (i < 0 || j < 0 || i >= (int64_t)x->choices.rows || j >= (int64_t)x->choices.cols)
        return NULL;
    return &x->choices.cells[(size_t)i * x->choices.cols + (size_t)j];
}

/* ---- sizes ---- */

static text_style value_style(const pair *x, state st) {
    return drawing_style(state_face(st), x->value, state_ink(x->d, st));
}

static void size_type(pair *x, double value) {
    const theme *t = x->d->t;
    x->value = fmax(value, t->type.least);
    x->choice = fmax(fmin(t->type.table_cell, x->value * 0.85), fmax(t->type.least, 7.5));
    x->up = -x->half * 0.1;
    x->down = x->up + x->value * 0.42 + x->choice * 0.72;
}

/* Of a line of that size, so far from the middle of its cell. */
static double room_at(const pair *x, double off, double size) {
    return 2 * (x->half - fabs(off) - size * 0.36) - 2 * SIDE;
}

static bool values_fit(const pair *x) {
    for (size_t r = 0; r < x->n; r++)
        for (size_t c = r + 1; c < x->n; c++) {
            str value = value_at(x, r, c)->value;
            text_style bold = value_style(x, STATE_BACK);
            if (value.len && drawing_value_width(x->d, value, bold) > room_at(x, x->up, x->value))
                return false;
        }
    return true;
}

static double margin(const pair *x) {
    return LETTER_CLEAR * 0.71 + x->d->t->type.index;
}

static bool find_sizes(pair *x) {
    static const double sizes[] = {1.24, 1.14, 1.05, 0.95, 0.86}; /* × that of cells */
    const theme *t = x->d->t;
    double scale = t->type.table_cell / 10.5;
    x->half = LARGEST * scale;
    if (x->width > 0)
        x->half = fmin(x->half, (x->width - 2) / (2 * (double)x->n));
    if (x->half < SMALLEST * scale)
        return false;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        size_type(x, t->type.table_cell * sizes[k]);
        if (values_fit(x))
            return x->height <= 0 || x->half * (double)(x->n + 3) + 40 <= x->height;
    }
    return false;
}

/* The triangle in the middle; the key in the corner that it leaves free, if that is large enough. */
static void place(pair *x) {
    double triangle = 2 * (double)x->n * x->half, key_room = 2 * (KEY_W + KEY_H + margin(x));
    double wished = fmax(triangle + 2, x->width > 0 ? fmin(x->width, key_room) : key_room);
    x->keyed = wished + 0.01 >= key_room && drawing_has_legend(x->d);
    x->whole = x->keyed ? wished : triangle + 2;
    x->apex = (point){x->whole / 2, 1};
    x->base = x->apex.y + (double)x->n * x->half;
}

static point middle_of(const pair *x, size_t row, size_t col) {
    double across = (double)row - (double)(x->n - 1 - col), down = (double)(x->n - 1) - (double)(col - row);
    return (point){x->apex.x + across * x->half, x->apex.y + (down + 1) * x->half};
}

/* ---- drawing ---- */

static void draw_ground(const pair *x, scene *s) {
    const theme *t = x->d->t;
    paint thin = paint_stroke(t->color.rule, t->stroke.grid * 1.2), firm = paint_stroke(t->color.ink, 1.0);
    double n = (double)x->n, h = x->half;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t k = 0; k < x->n; k++) {
        point m = middle_of(x, k, k);
        const point corners[] = {{m.x - h, m.y}, {m.x, m.y - h}, {m.x + h, m.y}};
        scene_polyline(s, corners, 3, true, paint_fill(t->color.pale));
    }
    for (size_t k = 1; k < x->n; k++) {
        double at = (double)k * h, left = x->apex.x - n * h + 2 * at, right = x->apex.x + n * h - 2 * at;
        scene_line(s, (point){left, x->base}, (point){x->apex.x + at, x->apex.y + at}, thin);
        scene_line(s, (point){right, x->base}, (point){x->apex.x - at, x->apex.y + at}, thin);
    }
    const point outline[] = {{x->apex.x - n * h, x->base}, x->apex, {x->apex.x + n * h, x->base}};
    scene_polyline(s, outline, 3, true, firm);
    scene_close(s);
}

static void put(const pair *x, scene *s, str text, face f, double size, color c, point at) {
    piece p = drawing_text(x->d, text, drawing_style(f, size, c));
    drawing_put_middle(s, &p, at, ANCHOR_CENTRE);
}

static str index_text(const pair *x, int64_t index) {
    return number_shown(str_format(x->d->a, "%lld", (long long)index), x->d->a);
}

/* Beside the middle of the upper right (1) or upper left (−1) side of a cell. */
static point beside(const pair *x, point m, int side, double clear) {
    double by = x->half / 2 + clear * 0.7071;
    return (point){m.x + side * by, m.y - by};
}

/* The corner over the row heads and the columns' indices down the left side. */
static void draw_column_heads(const pair *x, scene *s) {
    const story_table *t = x->values.table;
    const theme *th = x->d->t;
    point half_way = middle_of(x, 0, x->n / 2);
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
    put(x, s, t->col, FACE_ITALIC, th->type.index * 1.15, th->color.mute, beside(x, half_way, -1, LETTER_CLEAR));
    scene_close(s);
    for (size_t c = 0; c < x->n; c++) {
        scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
        put(x, s, index_text(x, t->col_first + (int64_t)c), FACE_ROMAN, th->type.index, th->color.mute,
            beside(x, middle_of(x, 0, c), -1, HEAD_CLEAR));
        scene_close(s);
    }
    scene_close(s);
}

static void draw_row_head(const pair *x, scene *s, size_t row) {
    const theme *th = x->d->t;
    scene_open(s, (group){.role = ROLE_ROW_HEAD});
    put(x, s, index_text(x, x->values.table->row_first + (int64_t)row), FACE_ROMAN, th->type.index, th->color.mute,
        beside(x, middle_of(x, row, x->n - 1), 1, HEAD_CLEAR));
    if (row == x->n / 2)
        put(x, s, x->values.table->row, FACE_ITALIC, th->type.index * 1.15, th->color.mute,
            beside(x, middle_of(x, x->n - 1 - x->n / 2, x->n - 1), 1, LETTER_CLEAR));
    scene_close(s);
}

static str cell_alt(const pair *x, int64_t i, int64_t j, const cell_look *value, const cell_look *choice) {
    drawing *d = x->d;
    str name = cell_name_plain(d, x->values.table, i, j);
    if (!value->value.len)
        return name;
    str alt = str_format(d->a, "%.*s = %.*s", STR_ARG(name), STR_ARG(number_shown(value->value, d->a)));
    if (choice && choice->value.len)
        alt = str_format(d->a, "%.*s, %.*s = %.*s", STR_ARG(alt), STR_ARG(cell_name_plain(d, x->choices.table, i, j)),
                         STR_ARG(number_shown(choice->value, d->a)));
    return state_said(d, alt, value->state);
}

/* On the diagonal only the upper half of a cell is there. */
static void paint_cell(pair *x, scene *s, size_t row, size_t col, state st) {
    double h = x->half;
    point m = middle_of(x, row, col);
    if (row != col) {
        drawing_state(x->d, s, OUTLINE_DIAMOND, (box){m.x - h, m.y - h, 2 * h, 2 * h}, st);
        return;
    }
    x->d->legend[st] = true;
    if (st == STATE_PLAIN || st == STATE_UNSET)
        return;
    paint p = state_paint(x->d, st);
    double in = p.width / 2 + (st == STATE_BACK ? x->d->t->space.path_inset : 0);
    const point corners[] = {
        {m.x - h + in * 2.414, m.y - in}, {m.x, m.y - h + in * 1.414}, {m.x + h - in * 2.414, m.y - in}};
    scene_polyline(s, corners, 3, true, p);
}

static void draw_tag(const pair *x, scene *s, const cell_look *cell, point m) {
    const theme *t = x->d->t;
    double size = fmax(t->type.least, 7.5);
    color c = cell->state == STATE_CHOSEN ? t->color.chosen_line : t->color.read_line;
    if (room_at(x, -x->half * 0.56, size) > 0)
        put(x, s, cell->tag, FACE_SANS, size, c, (point){m.x, m.y - x->half * 0.6});
}

static void draw_values(pair *x, scene *s, size_t row, size_t col) {
    const theme *t = x->d->t;
    const cell_look *value = value_at(x, row, col), *choice = choice_at(x, row, col);
    point m = middle_of(x, row, col);
    bool diagonal = row == col, back = value->state == STATE_BACK;
    if (value->value.len) {
        text_style style = value_style(x, value->state);
        if (diagonal && style.face == FACE_ROMAN) {
            style.size = x->choice;
            style.color = t->color.mute;
        }
        piece p = drawing_value(x->d, value->value, STR(""), 0, style);
        drawing_put_middle(s, &p, (point){m.x, diagonal ? m.y - x->half * 0.3 : m.y + x->up}, ANCHOR_CENTRE);
    }
    if (!diagonal && choice && choice->value.len)
        put(x, s, number_shown(choice->value, x->d->a), back ? FACE_BOLD : FACE_ROMAN, x->choice,
            back ? t->color.path_line : t->color.mute, (point){m.x, m.y + x->down});
    if (value->tag.len && !back) { /* the order of the way can be seen */
        x->d->corner = corner_phrase(x->d);
        draw_tag(x, s, value, m);
    }
}

static void draw_row(pair *x, scene *s, size_t row) {
    const story_table *t = x->values.table;
    int64_t i = t->row_first + (int64_t)row;
    scene_open(s, (group){.role = ROLE_ROW});
    draw_row_head(x, s, row);
    for (size_t c = 0; c < x->n; c++) {
        int64_t j = t->col_first + (int64_t)c;
        if (c < row) { /* so that rows have cells of equal number */
            scene_open(s, (group){.role = ROLE_CELL});
            scene_close(s);
            continue;
        }
        const cell_look *value = value_at(x, row, c);
        scene_open(s, (group){.role = ROLE_CELL,
                              .id = drawing_id(x->d, "cell-%.*s-%lld-%lld", STR_ARG(t->id), (long long)i, (long long)j),
                              .title = cell_name_plain(x->d, t, i, j),
                              .alt = cell_alt(x, i, j, value, choice_at(x, row, c))});
        paint_cell(x, s, row, c, value->state);
        draw_values(x, s, row, c);
        scene_close(s);
    }
    scene_close(s);
}

/* What the cells of the diagonal stand for: a name, and below it a size, where the problem has words for them. */
static double draw_base(const pair *x, scene *s) {
    static const char *const keys[] = {"figure.diamond.base", "figure.diamond.below"};
    drawing *d = x->d;
    double y = x->base + 3;
    for (size_t k = 0; k < 2; k++) {
        if (!drawing_knows(d, keys[k]))
            continue;
        double size = k ? d->t->type.label : x->value;
        y += size * 1.2;
        for (size_t n = 0; n < x->n; n++) {
            const story_table *t = x->values.table;
            const datum *dims = datum_get(d->q->moment->story->instance, "dims");
            datum *facts = datum_map(d->a);
            datum_put(d->a, facts, "index", datum_integer(d->a, t->row_first + (int64_t)n));
            bool sized = dims && n + 1 < dims->count;
            datum_put(d->a, facts, "rows", datum_text(d->a, sized ? datum_as_text(dims->items[n]) : STR("")));
            datum_put(d->a, facts, "cols", datum_text(d->a, sized ? datum_as_text(dims->items[n + 1]) : STR("")));
            piece p = drawing_label(d, drawing_say(d, keys[k], facts),
                                    drawing_style(FACE_ROMAN, size, k ? d->t->color.mute : d->t->color.ink));
            if (p.width <= 2 * x->half - 2)
                drawing_put(s, &p, (point){middle_of(x, n, n).x, y}, ANCHOR_CENTRE);
        }
    }
    return y + 4;
}

/* One cell with its names, in the corner left of the top. */
static void draw_key(const pair *x, scene *s) {
    drawing *d = x->d;
    const theme *t = d->t;
    const story_table *v = x->values.table, *c = x->choices.table;
    double h = fmin(x->half, 34), size = t->type.label;
    point m = {h + 8, size + 10 + h};
    piece head =
        drawing_label(d, drawing_say(d, "figure.diamond.key", NULL), drawing_style(FACE_BOLD, size, t->color.ink));
    scene_open(s, (group){.role = ROLE_NONE});
    drawing_put(s, &head, (point){0, size}, ANCHOR_LEFT);
    const point corners[] = {{m.x, m.y - h}, {m.x + h, m.y}, {m.x, m.y + h}, {m.x - h, m.y}};
    scene_polyline(s, corners, 4, true, paint_stroke(t->color.rule, t->stroke.grid * 1.2));
    piece name =
        drawing_label(d, str_format(d->a, "$%.*s[%.*s,%.*s]$", STR_ARG(v->id), STR_ARG(v->row), STR_ARG(v->col)),
                      drawing_style(FACE_ROMAN, x->choice, t->color.ink));
    drawing_put_middle(s, &name, (point){m.x, m.y + x->up}, ANCHOR_CENTRE);
    name = drawing_label(d, str_format(d->a, "$%.*s[%.*s,%.*s]$", STR_ARG(c->id), STR_ARG(c->row), STR_ARG(c->col)),
                         drawing_style(FACE_ROMAN, x->choice * 0.9, t->color.mute));
    drawing_put_middle(s, &name, (point){m.x, m.y + x->down}, ANCHOR_CENTRE);
    double y = m.y + h + size * 1.2;
    const story_table *both[] = {v, c};
    for (size_t k = 0; k < 2; k++, y += size * 1.4) {
        piece word = drawing_label(d, table_title(d, both[k]), drawing_style(FACE_ROMAN, size, t->color.ink));
        drawing_put(s, &word, (point){0, y}, ANCHOR_LEFT);
    }
    scene_close(s);
}

bool diamond_pair_draw(drawing *d, double width, double height) {
    pair x = {.d = d, .width = width, .height = height};
    if (!find_tables(&x) || !find_sizes(&x))
        return false;
    d->outline = OUTLINE_DIAMOND;
    place(&x);
    scene *s = drawing_part(d);
    str id = x.values.table->id;
    scene_open(s, (group){.role = ROLE_TABLE, .id = drawing_id(d, "table-%.*s", STR_ARG(id)), .title = id});
    draw_ground(&x, s);
    draw_column_heads(&x, s);
    for (size_t r = 0; r < x.n; r++)
        draw_row(&x, s, r);
    scene_close(s);
    double bottom = draw_base(&x, s);
    if (x.keyed) {
        draw_key(&x, s);
        bottom = fmax(bottom, KEY_H);
    }
    double room = width > 0 ? width : fmax(x.whole, 300), legend = drawing_legend_height(d, room);
    drawing_legend(d, s, (point){0, bottom + LEGEND_GAP}, room);
    box ink = scene_ink(s);
    drawing_size(s, fmax(x.whole, ink.x + ink.w), legend > 0 ? bottom + LEGEND_GAP + legend : bottom);
    return true;
}
