#include "tables/aligned_rows.h"

#include "draw/fit.h"
#include "grid.h"
#include "number.h"
#include "tables/cells.h"

#include <math.h>
#include <string.h>

enum { BAR_ROOM = 9, HEAD_H = 18, ROW_H = 19, LINE_H = 15, TIE_H = 13, END_ROOM = 5 };
enum { MOST_OPERANDS = 12, FRAME_W = 6, FRAME_H = 17 };

typedef struct look {
    double type;
    enum { ONE_LINE, RESULT_BELOW, SUMS_BELOW } form;
    double gap; /* between sums */
} look;

static const look looks[] = {
    {1, ONE_LINE, 11},      {1, ONE_LINE, 7},       {0.9, ONE_LINE, 6},   {0.8, ONE_LINE, 5},
    {0.9, RESULT_BELOW, 6}, {0.8, RESULT_BELOW, 5}, {0.9, SUMS_BELOW, 6}, {0.8, SUMS_BELOW, 5},
};

/* "15750 + 5375 + 30 × 15 × 25": what is joined, and by what. */
typedef struct sum {
    str operands[MOST_OPERANDS], signs[MOST_OPERANDS]; /* signs[k] stands before operands[k] */
    size_t count;
} sum;

typedef struct aligned {
    drawing *d;
    const candidate_rows *set;
    sum *sums;
    size_t starts[MOST_OPERANDS + 1]; /* where each product of the sum begins */
    size_t products;
    piece heads[MOST_OPERANDS], result_head, label_head;
    bool split_heads; /* each product has its head; else one stands over all */
    look how;
    double widths[MOST_OPERANDS]; /* of the operands */
    double x[MOST_OPERANDS];      /* their right edges */
    double label_w, equals_x, result_x, result_w, whole;
    double width, height;
} aligned;

/* ---- what is shown ---- */

static bool is_sign(str token, bool *plus) {
    *plus = str_is(token, "+") || str_is(token, "\xE2\x88\x92");
    return *plus || str_is(token, "\xC3\x97") || str_is(token, "\xC3\xB7");
}

static bool read_sum(str work, sum *s) {
    bool plus, sign = true;
    for (size_t from = 0; from < work.len;) {
        size_t to = str_find(work, STR(" "), from);
        str token = str_slice(work, from, to == SIZE_MAX ? work.len : to);
        if (is_sign(token, &plus) != !sign)
            return false;
        if (!sign) {
            if (s->count == MOST_OPERANDS)
                return false;
            s->signs[s->count] = token;
        } else if (str_find(token, STR("("), 0) == 0 && token.ptr[token.len - 1] != ')') {
            return false; /* brackets round more than a number */
        } else {
            s->operands[s->count++] = token;
        }
        sign = !sign;
        from = to == SIZE_MAX ? work.len : to + 1;
    }
    return s->count > 1 && !sign;
}

static bool same_form(const sum *a, const sum *b) {
    bool same = a->count == b->count;
    for (size_t k = 1; same && k < a->count; k++)
        same = str_equal(a->signs[k], b->signs[k]);
    return same;
}

static bool read_sums(aligned *x) {
    const candidate_rows *set = x->set;
    x->sums = ARENA_ARRAY(x->d->a, sum, set->count);
    for (size_t r = 0; r < set->count; r++) {
        const shown_row *row = &set->rows[r];
        if (row->way_count != 1 || !row->ways[0].value.len || !read_sum(row->ways[0].work, &x->sums[r]) ||
            !same_form(&x->sums[r], &x->sums[0]))
            return false;
    }
    x->starts[x->products++] = 0;
    for (size_t k = 1; k < x->sums[0].count; k++) {
        bool plus;
        if (is_sign(x->sums[0].signs[k], &plus) && plus)
            x->starts[x->products++] = k;
    }
    x->starts[x->products] = x->sums[0].count;
    return true;
}

static text_style style_of(const aligned *x, bool bold) {
    const theme *t = x->d->t;
    return drawing_style(bold ? FACE_BOLD : FACE_ROMAN, fmax(t->type.table_cell * x->how.type, t->type.least),
                         t->color.ink);
}

static piece number_piece(const aligned *x, str shown, bool bold) {
    return drawing_label(x->d, str_format(x->d->a, "$%.*s$", STR_ARG(shown)), style_of(x, bold));
}

/* Bold numbers by the face, not as bold mathematics. */
static piece result_piece(const aligned *x, const shown_row *row) {
    return drawing_label(x->d, number_shown(row->ways[0].value, x->d->a), style_of(x, row->wins));
}

static piece label_piece(const aligned *x, const shown_row *row) {
    const story_candidate *c = row->candidate;
    str label = candidate_letter(c).len ? candidate_tag(x->d, c) : c->label;
    return drawing_text(x->d, label, style_of(x, row->wins));
}

static piece head_piece(const aligned *x, str markup) {
    return drawing_label(x->d, markup, drawing_style(FACE_ROMAN, x->d->t->type.label, x->d->t->color.mute));
}

static void set_heads(aligned *x) {
    drawing *d = x->d;
    x->split_heads = true;
    for (size_t k = 0; k < x->products && x->split_heads; k++) {
        const char *key = str_format(d->a, "figure.splits.part.%zu", k + 1).ptr;
        x->split_heads = drawing_knows(d, key);
        if (x->split_heads)
            x->heads[k] = head_piece(x, drawing_say(d, key, NULL));
    }
    if (!x->split_heads)
        x->heads[0] = head_piece(x, drawing_say(d, "figure.splits.formula", NULL));
    x->result_head = drawing_knows(d, "figure.splits.result")
                         ? head_piece(x, drawing_say(d, "figure.splits.result", NULL))
                         : (piece){0};
    str letter = drawing_name_tex(d, candidate_letter(x->set->rows[0].candidate));
    x->label_head = head_piece(x, letter.len ? str_format(d->a, "$%.*s$", STR_ARG(letter)) : STR(""));
}

/* ---- sizes ---- */

static double sign_room(const aligned *x, bool plus) {
    double size = style_of(x, false).size;
    return size * 0.78 + (plus ? x->how.gap + size * 0.35 : size * 0.56);
}

static void measure_columns(aligned *x) {
    x->label_w = x->label_head.width;
    x->result_w = x->result_head.width;
    memset(x->widths, 0, sizeof x->widths);
    for (size_t r = 0; r < x->set->count; r++) {
        const shown_row *row = &x->set->rows[r];
        x->label_w = fmax(x->label_w, label_piece(x, row).width);
        x->result_w = fmax(x->result_w, result_piece(x, row).width);
        for (size_t k = 0; k < x->sums[r].count; k++)
            x->widths[k] = fmax(x->widths[k], number_piece(x, x->sums[r].operands[k], false).width);
    }
}

static double product_width(const aligned *x, size_t product) {
    double sum = 0;
    for (size_t k = x->starts[product]; k < x->starts[product + 1]; k++)
        sum += x->widths[k] + (k > x->starts[product] ? sign_room(x, false) : 0);
    return sum;
}

/* A head that is wider than its numbers pushes them apart. */
static void widen_for_heads(aligned *x) {
    double all = 0;
    for (size_t p = 0; p < x->products; p++) {
        double need = x->split_heads ? x->heads[p].width : 0, have = product_width(x, p);
        if (need > have)
            x->widths[x->starts[p]] += need - have;
        all += product_width(x, p) + (p ? sign_room(x, true) : 0);
    }
    if (!x->split_heads && x->heads[0].width > all)
        x->widths[0] += x->heads[0].width - all;
}

static void place_columns(aligned *x) {
    double left = BAR_ROOM + x->label_w + x->how.gap + 6, at = left, widest = left;
    for (size_t p = 0; p < x->products; p++) {
        if (p)
            at = x->how.form == SUMS_BELOW ? left + sign_room(x, true) : at + sign_room(x, true);
        for (size_t k = x->starts[p]; k < x->starts[p + 1]; k++) {
            at += x->widths[k] + (k > x->starts[p] ? sign_room(x, false) : 0);
            x->x[k] = at;
        }
        widest = fmax(widest, at);
    }
    double size = style_of(x, false).size;
    if (x->how.form == ONE_LINE) {
        x->equals_x = widest + x->how.gap + size * 0.4;
        x->result_x = x->equals_x + size * 0.4 + x->how.gap + FRAME_W + x->result_w;
    } else {
        x->result_x = fmax(widest, left + size * 0.8 + x->how.gap + x->result_w);
        x->equals_x = x->result_x - x->result_w - x->how.gap - size * 0.4;
    }
    x->whole = x->result_x + FRAME_W + END_ROOM;
}

static bool look_fits(void *figure, const void *how) {
    aligned *x = figure;
    x->how = *(const look *)how;
    measure_columns(x);
    if (x->how.form != SUMS_BELOW)
        widen_for_heads(x);
    place_columns(x);
    return x->width <= 0 || x->whole <= x->width + 0.01;
}

static size_t line_count(const aligned *x) {
    return x->how.form == ONE_LINE ? 1 : x->how.form == RESULT_BELOW ? 2 : x->products + 1;
}

static double row_height(const aligned *x) {
    return fmax(ROW_H, style_of(x, false).size * 1.8) + (double)(line_count(x) - 1) * LINE_H;
}

/* ---- drawing ---- */

static void put_head(scene *s, const piece *head, double right, size_t span) {
    scene_open(s, (group){.role = ROLE_COLUMN_HEAD, .span = (int)span});
    if (head->scene)
        drawing_put_middle(s, head, (point){right, HEAD_H / 2.0 - 1}, ANCHOR_RIGHT);
    scene_close(s);
}

static void draw_heads(const aligned *x, scene *s) {
    scene_open(s, (group){.role = ROLE_ROW});
    put_head(s, &x->label_head, BAR_ROOM + x->label_w, 1);
    size_t last = x->starts[x->products] - 1;
    bool over_all = !x->split_heads || x->how.form == SUMS_BELOW;
    if (over_all) {
        piece none = {0};
        put_head(s, x->split_heads ? &none : &x->heads[0], x->x[last], x->products);
    }
    for (size_t p = 0; p < x->products && !over_all; p++)
        put_head(s, &x->heads[p], x->x[x->starts[p + 1] - 1], 1);
    piece none = {0};
    put_head(s, x->how.form == ONE_LINE ? &x->result_head : &none, x->result_x, 1);
    scene_close(s);
}

static str product_text(const aligned *x, const sum *u, size_t product) {
    strbuf b = strbuf_in(x->d->a);
    strbuf_add_c(&b, "");
    for (size_t k = x->starts[product]; k < x->starts[product + 1]; k++) {
        if (k > x->starts[product])
            strbuf_addf(&b, " %.*s ", STR_ARG(u->signs[k]));
        strbuf_add(&b, u->operands[k]);
    }
    return strbuf_text(&b);
}

static void draw_product(const aligned *x, scene *s, const sum *u, size_t product, double y) {
    for (size_t k = x->starts[product]; k < x->starts[product + 1]; k++) {
        piece number = number_piece(x, u->operands[k], false);
        drawing_put_middle(s, &number, (point){x->x[k], y}, ANCHOR_RIGHT);
        if (k == x->starts[product])
            continue;
        piece sign = number_piece(x, str_format(x->d->a, "{}%.*s{}", STR_ARG(u->signs[k])), false);
        drawing_put_middle(s, &sign, (point){x->x[k] - x->widths[k] - sign_room(x, false) / 2, y}, ANCHOR_CENTRE);
    }
}

/* A plus stands close behind what it follows, so that the next sum has its room. */
static void draw_plus(const aligned *x, scene *s, const sum *u, size_t product, double y) {
    str sign = u->signs[x->starts[product]];
    double size = style_of(x, false).size;
    double at = x->how.form == SUMS_BELOW ? BAR_ROOM + x->label_w + x->how.gap + 6 + size * 0.4
                                          : x->x[x->starts[product] - 1] + size * 0.72;
    piece p = number_piece(x, str_format(x->d->a, "{}%.*s{}", STR_ARG(sign)), false);
    drawing_put_middle(s, &p, (point){at, y}, ANCHOR_CENTRE);
}

static void draw_result(const aligned *x, scene *s, const shown_row *row, double y) {
    piece equals = number_piece(x, STR("{}={}"), false), result = result_piece(x, row);
    str name = x->result_head.scene ? drawing_say_plain(x->d, "figure.splits.result", NULL) : STR("");
    str value = number_shown(row->ways[0].value, x->d->a);
    str alt = name.len ? str_format(x->d->a, "%.*s = %.*s", STR_ARG(name), STR_ARG(value)) : value;
    state st = row->ways[0].kept ? STATE_CHOSEN : row->ways[0].tied ? STATE_TIE : STATE_PLAIN;
    scene_open(s, (group){.role = ROLE_CELL, .title = name, .alt = state_said(x->d, alt, st)});
    if (st == STATE_TIE)
        drawing_box_value(
            x->d, s, (box){x->result_x - x->result_w - FRAME_W, y - FRAME_H / 2.0, x->result_w + 2 * FRAME_W, FRAME_H},
            false);
    drawing_put_middle(s, &equals, (point){x->equals_x, y}, ANCHOR_CENTRE);
    drawing_put_middle(s, &result, (point){x->result_x, y}, ANCHOR_RIGHT);
    scene_close(s);
}

static void draw_row(const aligned *x, scene *s, size_t r, double top) {
    const shown_row *row = &x->set->rows[r];
    const theme *t = x->d->t;
    const sum *u = &x->sums[r];
    double height = row_height(x), first = height - (double)(line_count(x) - 1) * LINE_H, y = top + first / 2;
    scene_open(s, (group){.role = ROLE_ROW,
                          .id = drawing_id(x->d, "candidate-%zu", row->candidate->number),
                          .title = row->candidate->label});
    if (row->wins) {
        scene_open(s, (group){.role = ROLE_ARTIFACT});
        scene_rect(s, (box){0, top, x->whole, height}, 0, paint_fill(t->color.chosen_fill));
        scene_rect(s, (box){0, top, t->space.chosen_bar, height}, 0, paint_fill(t->color.chosen_line));
        scene_close(s);
    }
    piece label = label_piece(x, row);
    scene_open(s, (group){.role = ROLE_ROW_HEAD});
    drawing_put_middle(s, &label, (point){BAR_ROOM + x->label_w, y}, ANCHOR_RIGHT);
    scene_close(s);
    for (size_t p = 0; p < x->products; p++) {
        double line = x->how.form == SUMS_BELOW ? y + (double)p * LINE_H : y;
        scene_open(s, (group){.role = ROLE_CELL, .alt = product_text(x, u, p)});
        if (p)
            draw_plus(x, s, u, p, line);
        draw_product(x, s, u, p, line);
        scene_close(s);
    }
    draw_result(x, s, row, y + (double)(line_count(x) - 1) * LINE_H);
    scene_close(s);
}

static void draw_rule(const aligned *x, scene *s, double y, bool thick) {
    const theme *t = x->d->t;
    paint p = thick ? paint_stroke(t->color.ink, t->stroke.rule_table) : paint_stroke(t->color.rule, t->stroke.grid);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){0.5, y}, (point){x->whole - 0.5, y}, p);
    scene_close(s);
}

static void draw_part(const aligned *x, grid_block rows, const piece *ties, size_t tie_count) {
    scene *s = drawing_part(x->d);
    double y = HEAD_H, height = row_height(x);
    scene_open(s, (group){.role = ROLE_TABLE});
    draw_heads(x, s);
    for (size_t k = rows.first; k < rows.first + rows.count; k++) {
        draw_row(x, s, k, y);
        y += height;
    }
    for (size_t k = 0; k <= rows.count; k++) /* over the tint */
        draw_rule(x, s, HEAD_H + (double)k * height, k == 0 || k == rows.count);
    scene_close(s);
    y += 1;
    for (size_t k = 0; k < tie_count; k++)
        drawing_put_middle(s, &ties[k], (point){BAR_ROOM, y + TIE_H * ((double)k + 0.5) + 2}, ANCHOR_LEFT);
    box ink = scene_ink(s);
    drawing_size(s, fmax(x->whole, ink.x + ink.w), tie_count ? y + TIE_H * (double)tie_count + 3 : y);
}

bool aligned_rows_draw(drawing *d, const candidate_rows *set, double width, double height) {
    aligned x = {.d = d, .set = set, .width = width, .height = height};
    if (!read_sums(&x))
        return false;
    set_heads(&x);
    if (!FIT(&x, looks, look_fits))
        return false;
    piece *ties = ARENA_ARRAY(d->a, piece, set->fact_count + 1);
    size_t tie_count = candidate_ties(d, set, width > 0 ? width - BAR_ROOM : 0, ties);
    double *heights = ARENA_ARRAY(d->a, double, set->count);
    for (size_t k = 0; k < set->count; k++)
        heights[k] = row_height(&x);
    grid_blocks blocks = grid_split(heights, set->count, HEAD_H + 5 + TIE_H * (double)tie_count, height, d->a);
    for (size_t k = 0; k < blocks.count; k++)
        draw_part(&x, blocks.items[k], ties, k + 1 == blocks.count ? tie_count : 0);
    return true;
}
