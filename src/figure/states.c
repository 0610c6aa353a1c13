/* The legend that a document begins with: every state in its line and fill, with its word. Figures after it leave out
 * what it tells of.
 *
 *   ───────────────────────────────────────────────────
 *     ┏━━━━┓      ┌────┐      ┏━━━━┓      ┌╌╌╌╌┐
 *     ┃ 13 ┃      │ 8  │      ┃ 10 ┃      ╎ 10 ╎     …
 *     ┗━━━━┛      └────┘      ┗━━━━┛      └╌╌╌╌┘
 *   being filled   used       chosen       tie
 *   ───────────────────────────────────────────────────
 *
 * On as many lines as the width asks for. */
#include "draw/drawing.h"

#include <math.h>

enum { USUAL_W = 471, CELL_W = 30, CELL_H = 21, NODE_W = 26, DIAMOND_W = 40, DIAMOND_H = 26 };
enum { ABOVE = 7, LABEL_GAP = 6, BELOW = 7, LEAST_GAP = 8, MOST_GAP = 14 };

/* What stands in the sample. */
static const struct sample {
    state state;
    const char *number;
} samples[] = {
    {STATE_CURRENT, "13"}, {STATE_READ, "8"}, {STATE_CHOSEN, "10"}, {STATE_TIE, "10"}, {STATE_BACK, "13"},
    {STATE_REPEAT, "6"},   {STATE_HIT, "6"},  {STATE_UNUSED, "6"},  {STATE_UNSET, ""}, {STATE_BLANK, ""},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

typedef struct strip {
    drawing *d;
    const struct sample *shown[SAMPLES];
    piece labels[SAMPLES];
    size_t count, per_row;
    double cell_w, cell_h, pitch, row_h, width;
} strip;

static bool states_draw(const story_run *r) {
    (void)r;
    return true;
}

/* Without `only` all but those that only some sheets have. */
static bool is_wanted(const drawing *d, state st) {
    str only = drawing_param(d, "only");
    return only.len ? drawing_list_has(only, str_of(state_name(st))) : st != STATE_UNUSED;
}

static bool check_names(const drawing *d) {
    str only = drawing_param(d, "only");
    for (size_t from = 0; from < only.len;) {
        size_t to = str_find(only, STR(","), from);
        str name = str_slice(only, from, to == SIZE_MAX ? only.len : to);
        bool known = false;
        for (size_t k = 0; k < SAMPLES; k++)
            known = known || str_is(name, state_name(samples[k].state));
        if (!known)
            return error_plain(d->q->error, figure_param_status(d->q), "figure states: there is no state '%.*s'",
                               STR_ARG(name));
        from = to == SIZE_MAX ? only.len : to + 1;
    }
    return true;
}

static bool read_shape(strip *x) {
    str shape = drawing_param(x->d, "shape");
    outline o = str_is(shape, "node") ? OUTLINE_ROUND : str_is(shape, "diamond") ? OUTLINE_DIAMOND : OUTLINE_BOX;
    if (shape.len && o == OUTLINE_BOX && !str_is(shape, "cell"))
        return error_plain(x->d->q->error, figure_param_status(x->d->q),
                           "figure states: shape: expected cell, node or diamond, got '%.*s'", STR_ARG(shape));
    double scale = x->d->t->type.table_cell / 10.5;
    x->d->outline = o;
    x->cell_w = (o == OUTLINE_DIAMOND ? DIAMOND_W : o == OUTLINE_ROUND ? NODE_W : CELL_W) * scale;
    x->cell_h = (o == OUTLINE_DIAMOND ? DIAMOND_H : o == OUTLINE_ROUND ? NODE_W : CELL_H) * scale;
    return true;
}

static void choose(strip *x) {
    drawing *d = x->d;
    text_style style = drawing_style(FACE_ROMAN, d->t->type.legend, d->t->color.ink);
    double widest = x->cell_w;
    for (size_t k = 0; k < SAMPLES; k++) {
        if (!is_wanted(d, samples[k].state))
            continue;
        x->labels[x->count] = drawing_label(d, drawing_say(d, state_phrase(samples[k].state), NULL), style);
        widest = fmax(widest, x->labels[x->count].width);
        x->shown[x->count++] = &samples[k];
    }
    double least = widest + LEAST_GAP, most = widest + MOST_GAP, room = d->q->width > 0 ? d->q->width : USUAL_W;
    size_t fit = room > least ? (size_t)(room / least) : 1;
    size_t rows = fit ? (x->count + fit - 1) / fit : 1;
    x->per_row = rows ? (x->count + rows - 1) / rows : 1;
    x->pitch = fmin(x->count > 1 ? room / (double)x->per_row : most, fmax(most, 60));
    x->width = x->pitch * (double)x->per_row;
    x->row_h = ABOVE + x->cell_h + LABEL_GAP + d->t->type.legend;
}

static void draw_sample(const strip *x, scene *s, size_t k) {
    drawing *d = x->d;
    state st = x->shown[k]->state;
    size_t row = k / x->per_row, rows = (x->count + x->per_row - 1) / x->per_row;
    size_t here = row + 1 < rows ? x->per_row : x->count - row * x->per_row;
    double left = (x->width - x->pitch * (double)here) / 2;
    double middle = left + x->pitch * ((double)(k % x->per_row) + 0.5), top = (double)row * x->row_h + ABOVE;
    str word = drawing_say_plain(d, state_phrase(st), NULL);
    scene_open(s,
               (group){.role = ROLE_PART, .id = drawing_id(d, "state-%s", state_name(st)), .title = word, .alt = word});
    state_draw(d, s, d->outline, (box){middle - x->cell_w / 2, top, x->cell_w, x->cell_h}, st);
    if (*x->shown[k]->number) {
        text_style style = drawing_style(state_face(st), d->t->type.table_cell, state_ink(d, st));
        piece number = drawing_text(d, str_of(x->shown[k]->number), style);
        drawing_put_middle(s, &number, (point){middle, top + x->cell_h / 2}, ANCHOR_CENTRE);
    }
    drawing_put(s, &x->labels[k], (point){middle, top + x->cell_h + LABEL_GAP + d->t->type.legend * 0.75},
                ANCHOR_CENTRE);
    scene_close(s);
}

static figure *states_build(const figure_request *q) {
    strip x = {.d = drawing_begin(q)};
    if (!check_names(x.d) || !read_shape(&x))
        return NULL;
    choose(&x);
    scene *s = drawing_part(x.d);
    double rows = ceil((double)x.count / (double)x.per_row), height = rows * x.row_h + BELOW;
    paint thin = paint_stroke(x.d->t->color.rule, x.d->t->stroke.grid);
    double half = thin.width / 2;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){half, half}, (point){x.width - half, half}, thin);
    scene_line(s, (point){half, height - half}, (point){x.width - half, height - half}, thin);
    scene_close(s);
    for (size_t k = 0; k < x.count; k++)
        draw_sample(&x, s, k);
    drawing_size(s, x.width, height);
    return drawing_end(x.d, "states");
}

static const figure_param states_params[] = {{.name = "only"}, {.name = "shape"}, {0}};

const figure_kind states_figure = {
    .name = "states",
    .summary = "the legend of a document: what lines and fills of cells and nodes mean",
    .counts = STEP_CELL,
    .bare = true,
    .params = states_params,
    .draws = states_draw,
    .build = states_build,
};
