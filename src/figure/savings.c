/* What a rule saved, in numbers: from a table `compress` with columns `without` and `with`, a pair of bars for each
 * row.
 *
 *   subsets to solve     ┌────────────────────────────┐ 15
 *                        └────────────────────────────┘
 *                        █████████████ 8
 *
 * The upper bar of each pair is as long as that of the others: rows count different things. rows=sets,splits draws only
 * those rows. */
#include "draw/drawing.h"
#include "number.h"

#include <math.h>

typedef struct saving {
    piece name;
    piece numbers[2]; /* without, with */
    double share;     /* with ÷ without */
    str alt;
} saving;

typedef struct compress {
    drawing *d;
    saving *rows;
    size_t count;
    double name_w, number_w, bar_w;
} compress;

enum { WITHOUT, WITH, BAR_H = 8, PAIR_GAP = 2, ROW_GAP = 7, NAME_GAP = 12, NUMBER_GAP = 6, WIDEST_NUMBER = 90 };
enum { NATURAL_BAR = 220, LEAST_BAR = 60, MOST_ROWS = 40 };

static const story_table *table_of(const story_run *r) {
    for (size_t k = 0; k < r->table_count; k++) {
        const story_table *t = &r->tables[k];
        if (str_is(t->id, "compress") && t->shape == TABLE_FULL && t->col_labels.count == 2)
            return t;
    }
    return NULL;
}

static bool compress_draws(const story_run *r) {
    return table_of(r) != NULL;
}

/* What is counted in a row: its phrase, else its label. */
static str row_name(const compress *x, str label) {
    str key = str_format(x->d->a, "figure.savings.%.*s", STR_ARG(label));
    return drawing_knows(x->d, key.ptr) ? drawing_say(x->d, key.ptr, NULL) : label;
}

static double share_of(str with, str without, arena *a) {
    const number *x = number_from_canonical(a, with), *y = number_from_canonical(a, without);
    if (!x || !y || number_sign(y) <= 0 || number_sign(x) < 0)
        return -1;
    number *share = number_new(a);
    fmpq_div(share->q, x->q, y->q);
    return fmpq_get_d(share->q);
}

/* Whether the parameter names it, or nothing. */
static bool is_wanted(const compress *x, str label) {
    str names = drawing_param(x->d, "rows");
    for (size_t from = 0; from <= names.len && names.len;) {
        size_t comma = str_find(names, STR(","), from);
        if (str_equal(str_slice(names, from, comma), label))
            return true;
        from = comma == SIZE_MAX ? names.len + 1 : comma + 1;
    }
    return names.len == 0;
}

static bool read_row(compress *x, const story_table *t, size_t k, saving *row) {
    drawing *d = x->d;
    int64_t at = t->row_first + (int64_t)k;
    str values[2];
    for (size_t c = 0; c < 2; c++)
        values[c] = story_value_at(t, at, t->col_first + (int64_t)c, d->q->moment);
    double share = share_of(values[WITH], values[WITHOUT], d->a);
    str label = k < t->row_labels.count ? t->row_labels.items[k] : STR("");
    if (share < 0 || share > 1 || !is_wanted(x, label))
        return false;
    text_style style = drawing_style(FACE_ROMAN, d->t->type.label, d->t->color.ink);
    str name = row_name(x, label);
    *row = (saving){.share = share, .name = drawing_label(d, name, style)};
    for (size_t c = 0; c < 2; c++) {
        style.face = c == WITH ? FACE_BOLD : FACE_ROMAN;
        row->numbers[c] = drawing_value(d, values[c], name, WIDEST_NUMBER, style);
        x->number_w = fmax(x->number_w, row->numbers[c].width);
    }
    row->alt = str_format(d->a, "%.*s: %.*s, %.*s", STR_ARG(name), STR_ARG(number_shown(values[WITHOUT], d->a)),
                          STR_ARG(number_shown(values[WITH], d->a)));
    x->name_w = fmax(x->name_w, row->name.width);
    return true;
}

static void draw_row(const compress *x, scene *s, size_t k, double y) {
    const theme *t = x->d->t;
    const saving *row = &x->rows[k];
    double left = 1 + x->name_w + NAME_GAP, height = 2 * BAR_H + PAIR_GAP;
    double lengths[] = {x->bar_w, fmax(x->bar_w * row->share, 0.8)};
    scene_open(s, (group){.role = ROLE_PART, .id = drawing_id(x->d, "saving-%zu", k + 1), .alt = row->alt});
    drawing_put_middle(s, &row->name, (point){1, y + height / 2}, ANCHOR_LEFT);
    for (size_t c = 0; c < 2; c++) {
        box b = {left, y + (double)c * (BAR_H + PAIR_GAP), lengths[c], BAR_H};
        scene_open(s, (group){.role = ROLE_NONE});
        scene_rect(s, b, 0,
                   c == WITH ? paint_fill(t->color.read_line)
                             : paint_both((color){255, 255, 255}, t->color.ink, t->stroke.grid));
        scene_close(s);
        drawing_put_middle(s, &row->numbers[c], (point){b.x + b.w + NUMBER_GAP, b.y + b.h / 2}, ANCHOR_LEFT);
    }
    scene_close(s);
}

/* Which bar is which: below the bars, or farther left if the width asks for it. Returns where it ends. */
static double draw_key(const compress *x, scene *s, double y) {
    static const char *const phrases[] = {"figure.savings.without", "figure.savings.with"};
    drawing *d = x->d;
    piece words[2];
    for (size_t c = 0; c < 2; c++)
        words[c] = drawing_label(d, drawing_say(d, phrases[c], NULL),
                                 drawing_style(FACE_ROMAN, d->t->type.legend, d->t->color.mute));
    double at = 1 + x->name_w + NAME_GAP, width = words[0].width + words[1].width + 2 * 22 + 20;
    if (d->q->width > 0)
        at = fmax(1, fmin(at, d->q->width - 2 - width));
    for (size_t c = 0; c < 2; c++) {
        box b = {at, y + 3, 16, BAR_H};
        scene_rect(s, b, 0,
                   c == WITH ? paint_fill(d->t->color.read_line)
                             : paint_both((color){255, 255, 255}, d->t->color.ink, d->t->stroke.grid));
        drawing_put_middle(s, &words[c], (point){at + 22, y + 3 + BAR_H / 2.0}, ANCHOR_LEFT);
        at += 22 + words[c].width + 20;
    }
    return at - 20;
}

static figure *compress_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    const story_table *t = table_of(q->moment->run);
    compress x = {.d = d};
    size_t rows = (size_t)(t->row_last - t->row_first + 1);
    rows = rows > MOST_ROWS ? MOST_ROWS : rows;
    x.rows = ARENA_ARRAY(d->a, saving, rows);
    for (size_t k = 0; k < rows; k++)
        x.count += read_row(&x, t, k, &x.rows[x.count]);
    str names = drawing_param(d, "rows");
    if (!x.count && names.len) {
        error_plain(q->error, figure_param_status(q), "figure savings: there is none of the rows '%.*s'",
                    STR_ARG(names));
        return NULL;
    }
    double room = q->width > 0 ? q->width - 2 - x.name_w - NAME_GAP - NUMBER_GAP - x.number_w : NATURAL_BAR;
    x.bar_w = fmax(LEAST_BAR, fmin(room, NATURAL_BAR));
    scene *s = drawing_part(d);
    double y = 1, step = 2 * BAR_H + PAIR_GAP + ROW_GAP;
    for (size_t k = 0; k < x.count; k++, y += step)
        draw_row(&x, s, k, y);
    double key = draw_key(&x, s, y);
    drawing_size(s, fmax(key, x.name_w + NAME_GAP + x.bar_w + NUMBER_GAP + x.number_w) + 2, y + BAR_H + 7);
    drawing_fact_integer(d, "row_count", (int64_t)x.count);
    return drawing_end(d, "savings");
}

static const figure_param compress_params[] = {{.name = "rows"}, {0}};

const figure_kind savings_figure = {
    .name = "savings",
    .old_name = "compress",
    .summary = "what a rule saved: bars without it and with it",
    .counts = STEP_CELL,
    .params = compress_params,
    .draws = compress_draws,
    .build = compress_build,
};
