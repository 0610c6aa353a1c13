#include "tables/layer_tables.h"

#include "number.h"
#include "visible.h"

#include <math.h>

enum {
    GAP = 16 /* between the cells of one and of the next, row heads counted in */,
    LEAST_GAP = 7,
    LINE_GAP = 12,
    HEAD_GAP = 4,
    LEGEND_GAP = 9
};

typedef struct layer {
    const story_table *t;
    table_look look;
    int64_t number;
    int64_t row, col; /* of the cross, from 0; −1: there is none */
    bool *changed;
} layer;

typedef struct layers {
    drawing *d;
    story_moment m;
    layer *items;
    size_t count;
    str name, letter; /* of the table; of the index that numbers the layers, may be empty */
    bool write, crossed;
    double cell_w, cell_h, head_w, head_h, title_h, index_w, letter_w;
    double value; /* size of type */
} layers;

/* ---- what is shown ---- */

/* "d12" is "d" and 12; false if no number is at its end. */
static bool split_name(str id, str *name, int64_t *number) {
    size_t end = id.len;
    while (end && char_is_digit(id.ptr[end - 1]))
        end--;
    if (end == 0 || end == id.len || id.len - end > 6)
        return false;
    *name = str_slice(id, 0, end);
    *number = 0;
    for (size_t k = end; k < id.len; k++)
        *number = 10 * *number + (id.ptr[k] - '0');
    return true;
}

static bool same_shape(const story_table *a, const story_table *b) {
    return a->shape == TABLE_FULL && b->shape == TABLE_FULL && a->row_first == b->row_first &&
           a->row_last == b->row_last && a->col_first == b->col_first && a->col_last == b->col_last;
}

/* How the header of a recurrence calls the index that the tables leave out. */
static str layer_letter(const layers *l) {
    const datum *functions = datum_get(l->m.story->recurrence, "functions");
    for (size_t k = 0; functions && k < functions->count; k++) {
        const datum *indices = datum_get(functions->items[k], "indices");
        if (str_equal(datum_as_text(datum_get(functions->items[k], "table")), l->name) && indices &&
            indices->count == 3)
            return datum_as_text(datum_get(indices->items[0], "name"));
    }
    return STR("");
}

static bool find_layers(layers *l) {
    drawing *d = l->d;
    const story_run *run = l->m.run;
    l->items = ARENA_ARRAY(d->a, layer, run->table_count);
    for (size_t k = 0; k < run->table_count; k++) {
        const story_table *t = &run->tables[k];
        str name;
        int64_t number;
        if (!table_is_asked(d, t))
            continue;
        if (t->texts || t->choices || !split_name(t->id, &name, &number))
            return false;
        if (l->count &&
            (!str_equal(name, l->name) || number != l->items[l->count - 1].number + 1 || !same_shape(t, l->items[0].t)))
            return false;
        l->name = name;
        l->items[l->count++] = (layer){.t = t, .number = number, .row = -1, .col = -1};
    }
    if (l->count < 2 || l->items[0].t->shape != TABLE_FULL || l->items[0].t->row_first > l->items[0].t->row_last ||
        l->items[0].t->col_first > l->items[0].t->col_last)
        return false;
    for (size_t k = 0; k < l->count; k++)
        l->items[k].look = table_look_asked(d, l->items[k].t, &l->m);
    l->letter = layer_letter(l);
    return true;
}

/* Whether all that cells of the layer read at other places of the one before lies in one row and one column. */
static bool find_cross(const layer *before, layer *x) {
    size_t cells = x->look.rows * x->look.cols;
    int64_t places[2][2] = {{-1, -1}, {-1, -1}}; /* two reads that share neither row nor column fix the cross */
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < cells; k++) {
            const story_cell *cell = &x->t->cells[k];
            const story_step *s = cell->step;
            for (size_t c = 0; s && c < s->candidate_count; c++)
                for (size_t r = 0; r < s->candidates[c].read_count; r++) {
                    const story_read *read = &s->candidates[c].reads[r];
                    int64_t row = read->row - x->t->row_first, col = read->col - x->t->col_first;
                    if (read->table != before->t || (read->row == cell->row && read->col == cell->col))
                        continue;
                    if (read->row != cell->row && read->col != cell->col)
                        return false; /* neither its row nor its column */
                    if (pass == 0) {  /* it reads (i, K) and (K, j) */
                        places[read->row == cell->row][0] = row;
                        places[read->row == cell->row][1] = col;
                    } else if (row != places[0][0] && col != places[1][1]) {
                        return false;
                    }
                }
        }
    x->row = places[0][0];
    x->col = places[1][1];
    return x->row >= 0 && x->col >= 0;
}

static void find_changes(layers *l) {
    bool back = drawing_param_switch(l->d, "back");
    bool crosses = !l->write && (back || !l->m.step || l->m.step->kind != STEP_CELL);
    for (size_t k = 1; k < l->count && crosses; k++)
        crosses = find_cross(&l->items[k - 1], &l->items[k]);
    l->crossed = crosses;
    for (size_t k = 1; k < l->count; k++) {
        layer *x = &l->items[k], *before = &l->items[k - 1];
        size_t cells = x->look.rows * x->look.cols;
        x->changed = ARENA_ARRAY(l->d->a, bool, cells);
        for (size_t n = 0; n < cells && l->crossed; n++)
            x->changed[n] = x->look.cells[n].value.len && before->look.cells[n].value.len &&
                            !str_equal(x->look.cells[n].value, before->look.cells[n].value);
    }
}

/* ---- sizes ---- */

static bool has_data(const story_texts *labels) {
    for (size_t k = 0; k < labels->count; k++)
        if (labels->items[k].len)
            return true;
    return false;
}

static text_style index_style(const layers *l, bool strong) {
    const theme *t = l->d->t;
    return drawing_style(strong ? FACE_BOLD : FACE_ROMAN, fmax(t->type.least, t->type.index * 0.94),
                         strong ? t->color.read_line : t->color.mute);
}

static piece index_piece(const layers *l, int64_t index, bool strong) {
    str text = str_format(l->d->a, "%lld", (long long)index);
    return drawing_text(l->d, number_shown(text, l->d->a), index_style(l, strong));
}

static piece datum_piece(const layers *l, const story_texts *labels, size_t k) {
    str text = k < labels->count ? visible_label(labels->items[k], l->d->a) : STR("");
    return drawing_text(l->d, text, drawing_style(FACE_ROMAN, l->d->t->type.label, l->d->t->color.ink));
}

static text_style value_style(const layers *l, state st) {
    return drawing_style(state_face(st), l->value, l->d->t->color.ink);
}

static void measure(layers *l, double scale) {
    const theme *t = l->d->t;
    const story_table *first = l->items[0].t;
    double em = t->type.table_cell / 10.5;
    l->value = fmax(t->type.least, t->type.table_cell * 1.04 * scale);
    l->cell_w = l->cell_h = 19.6 * em * scale;
    l->index_w = l->letter_w = 0;
    if (l->write) {
        l->cell_w = fmax(l->cell_w, t->space.blank_w * 0.75);
        l->cell_h = fmax(l->cell_h, t->space.blank_h * 0.9);
    }
    for (size_t k = 0; k < l->count; k++) {
        const table_look *look = &l->items[k].look;
        for (size_t n = 0; n < look->rows * look->cols; n++)
            if (look->cells[n].value.len)
                l->cell_w =
                    fmax(l->cell_w, drawing_value_width(l->d, look->cells[n].value, value_style(l, STATE_BACK)) + 9);
    }
    for (size_t r = 0; r < l->items[0].look.rows; r++) {
        l->index_w = fmax(l->index_w, index_piece(l, first->row_first + (int64_t)r, true).width);
        l->letter_w = fmax(l->letter_w, datum_piece(l, &first->row_labels, r).width);
    }
    for (size_t c = 0; c < l->items[0].look.cols; c++) {
        l->cell_w = fmax(l->cell_w, index_piece(l, first->col_first + (int64_t)c, true).width + 4);
        l->cell_w = fmax(l->cell_w, datum_piece(l, &first->col_labels, c).width + 4);
    }
    l->letter_w = has_data(&first->row_labels) ? l->letter_w + 4 : 0;
    l->head_w = l->index_w + l->letter_w + HEAD_GAP;
    l->head_h = index_style(l, true).size * 1.25 + HEAD_GAP + (has_data(&first->col_labels) ? t->type.label * 1.2 : 0);
    l->title_h = t->type.figure_title * 1.35 + 3;
}

static double layer_width(const layers *l) {
    return l->head_w + (double)l->items[0].look.cols * l->cell_w;
}

static double gap(const layers *l) {
    return fmax(LEAST_GAP, GAP - l->head_w);
}

static double layer_height(const layers *l) {
    return l->title_h + l->head_h + (double)l->items[0].look.rows * l->cell_h;
}

/* ---- drawing ---- */

static void draw_ground(const layers *l, scene *s, const layer *x, point at) {
    const theme *t = l->d->t;
    double w = (double)x->look.cols * l->cell_w, h = (double)x->look.rows * l->cell_h;
    paint thin = paint_stroke(t->color.rule, t->stroke.grid);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    if (l->crossed && x->row >= 0) {
        scene_rect(s, (box){at.x, at.y + (double)x->row * l->cell_h, w, l->cell_h}, 0, paint_fill(t->color.read_fill));
        scene_rect(s, (box){at.x + (double)x->col * l->cell_w, at.y, l->cell_w, h}, 0, paint_fill(t->color.read_fill));
    }
    for (size_t c = 1; c < x->look.cols; c++)
        scene_line(s, (point){at.x + (double)c * l->cell_w, at.y}, (point){at.x + (double)c * l->cell_w, at.y + h},
                   thin);
    for (size_t r = 1; r < x->look.rows; r++)
        scene_line(s, (point){at.x, at.y + (double)r * l->cell_h}, (point){at.x + w, at.y + (double)r * l->cell_h},
                   thin);
    scene_rect(s, (box){at.x, at.y, w, h}, 0, paint_stroke(t->color.ink, t->stroke.frame));
    scene_close(s);
}

/* The outline of row and column together: where a cell of the cross meets one that is not. */
static void draw_cross(const layers *l, scene *s, const layer *x, point at) {
    const theme *t = l->d->t;
    double w = l->cell_w, h = l->cell_h, x0 = at.x, x1 = at.x + (double)x->look.cols * w, y0 = at.y,
           y1 = at.y + (double)x->look.rows * h, cx0 = at.x + (double)x->col * w, cx1 = cx0 + w,
           ry0 = at.y + (double)x->row * h, ry1 = ry0 + h;
    const point outline[] = {{cx0, y0}, {cx1, y0}, {cx1, ry0}, {x1, ry0}, {x1, ry1}, {cx1, ry1},
                             {cx1, y1}, {cx0, y1}, {cx0, ry1}, {x0, ry1}, {x0, ry0}, {cx0, ry0}};
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_polyline(s, outline, sizeof outline / sizeof *outline, true,
                   paint_stroke(t->color.read_line, t->stroke.read));
    scene_close(s);
    l->d->legend[STATE_READ] = true;
}

static state state_of(const layer *x, size_t n) {
    state st = x->look.cells[n].state;
    if (st == STATE_PLAIN && x->changed && x->changed[n])
        return STATE_CHOSEN;
    return st;
}

static void draw_cell(layers *l, scene *s, const layer *x, size_t r, size_t c, point at) {
    drawing *d = l->d;
    const story_table *t = x->t;
    size_t n = r * x->look.cols + c;
    const cell_look *cell = &x->look.cells[n];
    int64_t row = t->row_first + (int64_t)r, col = t->col_first + (int64_t)c;
    box b = {at.x + (double)c * l->cell_w, at.y + (double)r * l->cell_h, l->cell_w, l->cell_h};
    state st = state_of(x, n);
    str name = cell_name_plain(d, t, row, col);
    str alt = cell->value.len ? str_format(d->a, "%.*s = %.*s", STR_ARG(name), STR_ARG(number_shown(cell->value, d->a)))
                              : name;
    scene_open(s, (group){.role = ROLE_CELL,
                          .id = drawing_id(d, "cell-%.*s-%lld-%lld", STR_ARG(t->id), (long long)row, (long long)col),
                          .title = name,
                          .alt = state_said(d, alt, st)});
    drawing_cell_state(d, s, b, st);
    if (cell->value.len) {
        text_style style = value_style(l, st);
        if (str_is(cell->value, "inf") || str_is(cell->value, "-inf"))
            style.color = st == STATE_PLAIN ? d->t->color.mute : style.color;
        piece p =
            drawing_value(d, cell->value, str_format(d->a, "$%.*s$", STR_ARG(cell_name(d, t, row, col))), 0, style);
        drawing_put_middle(s, &p, (point){b.x + b.w / 2, b.y + b.h / 2}, ANCHOR_CENTRE);
    }
    scene_close(s);
}

static void draw_row(layers *l, scene *s, const layer *x, size_t r, point corner) {
    const story_table *t = x->t;
    double middle = corner.y + ((double)r + 0.5) * l->cell_h;
    piece index = index_piece(l, t->row_first + (int64_t)r, l->crossed && (int64_t)r == x->row);
    piece letter = datum_piece(l, &t->row_labels, r);
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_ROW_HEAD});
    drawing_put_middle(s, &index, (point){corner.x - HEAD_GAP - l->letter_w, middle}, ANCHOR_RIGHT);
    if (l->letter_w > 0)
        drawing_put_middle(s, &letter, (point){corner.x - HEAD_GAP, middle}, ANCHOR_RIGHT);
    scene_close(s);
    for (size_t c = 0; c < x->look.cols; c++)
        draw_cell(l, s, x, r, c, corner);
    scene_close(s);
}

static void draw_title(layers *l, scene *s, const layer *x, point at) {
    drawing *d = l->d;
    const theme *t = d->t;
    double base = at.y + t->type.figure_title, right = at.x + layer_width(l);
    str number = str_format(d->a, "%lld", (long long)x->number);
    str at_tex = x->t->row.len && x->t->col.len
                     ? str_format(d->a, "[%.*s,%.*s]", STR_ARG(drawing_name_tex(d, x->t->row)),
                                  STR_ARG(drawing_name_tex(d, x->t->col)))
                     : STR("");
    str tex =
        str_format(d->a, "$%.*s_{%.*s}%.*s$", STR_ARG(drawing_name_tex(d, l->name)), STR_ARG(number), STR_ARG(at_tex));
    piece name = drawing_label(d, tex, drawing_style(FACE_ROMAN, t->type.figure_title + 1, t->color.ink));
    scene_open(s, (group){.role = ROLE_CAPTION});
    drawing_put(s, &name, (point){at.x + l->head_w, base}, ANCHOR_LEFT);
    if (l->letter.len) {
        piece k = drawing_label(
            d, str_format(d->a, "$%.*s = %.*s$", STR_ARG(drawing_name_tex(d, l->letter)), STR_ARG(number)),
            drawing_style(FACE_ROMAN, t->type.index, t->color.mute));
        if (l->head_w + name.width + k.width + 8 <= layer_width(l))
            drawing_put(s, &k, (point){right, base}, ANCHOR_RIGHT);
    }
    scene_close(s);
}

static void draw_layer(layers *l, scene *s, const layer *x, point at) {
    drawing *d = l->d;
    const theme *th = d->t;
    const story_table *t = x->t;
    point corner = {at.x + l->head_w, at.y + l->title_h + l->head_h};
    bool data = has_data(&t->col_labels);
    double letter_y = corner.y - HEAD_GAP - drawing_middle(th->type.label) + 1;
    double index_y = corner.y - HEAD_GAP - drawing_middle(th->type.index) + 1 - (data ? th->type.label * 1.2 : 0);
    scene_open(s, (group){.role = ROLE_TABLE, .id = drawing_id(d, "table-%.*s", STR_ARG(t->id)), .title = t->id});
    draw_title(l, s, x, at);
    draw_ground(l, s, x, corner);
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
    scene_close(s);
    for (size_t c = 0; c < x->look.cols; c++) {
        bool strong = l->crossed && (int64_t)c == x->col;
        piece index = index_piece(l, t->col_first + (int64_t)c, strong), letter = datum_piece(l, &t->col_labels, c);
        double middle = corner.x + ((double)c + 0.5) * l->cell_w;
        scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
        drawing_put_middle(s, &index, (point){middle, index_y}, ANCHOR_CENTRE);
        if (data)
            drawing_put_middle(s, &letter, (point){middle, letter_y}, ANCHOR_CENTRE);
        scene_close(s);
    }
    scene_close(s);
    if (l->crossed && x->row >= 0)
        draw_cross(l, s, x, corner);
    for (size_t r = 0; r < x->look.rows; r++)
        draw_row(l, s, x, r, corner);
    scene_close(s);
}

static void end_part(layers *l, scene *s, double width, double y) {
    double room = width > 0 ? width : 400;
    if (l->write)
        l->d->legend[STATE_UNSET] = false;
    double legend = drawing_legend_height(l->d, room);
    drawing_legend(l->d, s, (point){0, y + LEGEND_GAP}, room);
    box ink = scene_ink(s);
    drawing_size(s, ink.x + ink.w, legend > 0 ? y + LEGEND_GAP + legend : y + 1);
}

bool layer_tables_draw(drawing *d, double width, double height) {
    layers l = {.d = d, .m = tables_moment(d), .write = drawing_param_switch(d, "write")};
    if (!find_layers(&l))
        return false;
    find_changes(&l);
    d->chosen = l.crossed ? "legend.changed" : NULL;
    measure(&l, 1);
    if (width > 0 && layer_width(&l) > width)
        return false;
    size_t across = l.count;
    while (across > 1 && width > 0 && (double)across * (layer_width(&l) + gap(&l)) - gap(&l) > width - 1)
        across--;
    size_t lines = (l.count + across - 1) / across;
    across = (l.count + lines - 1) / lines; /* as even as may be */
    double legend = LEGEND_GAP + 34, line_h = layer_height(&l) + LINE_GAP;
    size_t fit = height > 0 ? (size_t)fmax(1, floor((height - legend) / line_h)) : lines;
    scene *s = NULL;
    double y = 0;
    for (size_t k = 0; k < l.count; k++) {
        size_t line = k / across;
        if (k % across == 0 && line % fit == 0) {
            if (s)
                end_part(&l, s, width, y - LINE_GAP);
            s = drawing_part(d);
            y = 0;
        }
        draw_layer(&l, s, &l.items[k], (point){(double)(k % across) * (layer_width(&l) + gap(&l)), y});
        if ((k + 1) % across == 0 || k + 1 == l.count)
            y += line_h;
    }
    end_part(&l, s, width, y - LINE_GAP);
    return true;
}
