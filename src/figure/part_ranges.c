/* Why a part reports its smallest value too: the values of two parts, the × that joins them, and the products of their
 * ends, the largest in a box.
 *
 *      left part            right part
 *      min    max           min    max
 *    ┌──────┬──────┐      ┌──────┬──────┐
 *    │[ −6 ]│   1  │      │[ −5 ]│   2  │      read for the largest product
 *    └──────┴──────┘      └──────┴──────┘
 *            ╲____          ____╱
 *                 ╲__(×)__╱
 *
 *    −6 × (−5) = [30]   −6 × 2 = −12   1 × (−5) = −5   1 × 2 = 2
 *
 * The values are parameters, a=-6&b=1&c=-5&d=2, or those of a product that is formed at the moment; where there is
 * none, these. A part with one value has half the products. */
#include "grid.h"
#include "number.h"
#include "rows/strand.h"
#include "tables/candidates.h"
#include "tables/cells.h"

#include <math.h>

enum { ENDS = 4 }; /* a, b of the left part, c, d of the right */

typedef struct product {
    size_t left, right; /* of the values */
    str value;          /* empty in an exercise */
    bool kept, tied;
    piece lead, result;
} product;

typedef struct report {
    drawing *d;
    str values[ENDS];
    bool read[ENDS]; /* the largest product is made of it */
    product products[ENDS];
    size_t product_count;
    size_t columns;                      /* of products */
    double lead_w[ENDS], result_w[ENDS]; /* of a column: before the values, and these with their boxes */
    double cell_w, gap, width;
} report;

enum { NAME_H = 15, HEAD_H = 13, CELL_H = 22, FALL = 15, PRODUCTS_GAP = 12, PRODUCT_H = 21, COLUMN_GAP = 26 };
enum { LEAST_CELL = 40, WIDEST_VALUE = 64, PARTS_GAP = 46, LEAST_GAP = 14 };

static const char *const ends[ENDS] = {"a", "b", "c", "d"};

/* ---- which values ---- */

static str term_named(const story_candidate *c, const char *name, bool *found) {
    for (size_t k = 0; k < c->term_count; k++)
        if (str_is(c->terms[k].name, name))
            return c->terms[k].value;
    *found = false;
    return STR("");
}

static bool is_product(const story_candidate *c) {
    bool found = true;
    for (size_t k = 0; k < ENDS; k++)
        term_named(c, ends[k], &found);
    return found && c->way_count && str_find(c->ways[0].expr, STR("*"), 0) != SIZE_MAX;
}

/* The product that gives the largest value of the step, or else its first. */
static const story_candidate *product_of(const story_step *step) {
    const story_candidate *first = NULL;
    for (size_t k = step->fact_count; k-- > 0;)
        if (step->facts[k].kept && is_product(step->facts[k].kept))
            return step->facts[k].kept;
    for (size_t k = step->candidate_count; k-- > 0;)
        if (is_product(&step->candidates[k]))
            first = &step->candidates[k];
    return first;
}

static const story_candidate *product_at(const story_moment *m) {
    if (m->candidate && is_product(m->candidate))
        return m->candidate;
    if (m->step && m->step->kind == STEP_CELL && product_of(m->step))
        return product_of(m->step);
    const story_candidate *last = NULL;
    for (size_t k = 0; k < m->run->step_count && m->run->steps[k].number <= story_last_step(m); k++) {
        const story_candidate *c = product_of(&m->run->steps[k]);
        last = c ? c : last;
    }
    return last;
}

static bool report_draws(const story_run *r) {
    for (size_t k = 0; k < r->step_count; k++)
        for (size_t c = 0; c < r->steps[k].candidate_count; c++) {
            bool found = true;
            for (size_t e = 0; e < ENDS; e++)
                term_named(&r->steps[k].candidates[c], ends[e], &found);
            if (found)
                return true;
        }
    return false;
}

static bool report_draws_step(const story_step *step) {
    return product_of(step) != NULL;
}

static bool read_values(report *r) {
    static const char *const example[ENDS] = {"-6", "1", "-5", "2"};
    drawing *d = r->d;
    const story_candidate *c = product_at(d->q->moment);
    size_t given = 0;
    bool found = true;
    for (size_t k = 0; k < ENDS; k++) {
        str param = drawing_param(d, ends[k]);
        given += param.len > 0;
        r->values[k] = param.len ? param : c ? term_named(c, ends[k], &found) : str_of(example[k]);
        if (param.len && !number_from_canonical(d->a, param))
            return error_plain(d->q->error, figure_param_status(d->q), "figure part-ranges: %s=%.*s is no number",
                               ends[k], STR_ARG(param));
    }
    if (given != 0 && given != ENDS)
        return error_plain(d->q->error, figure_param_status(d->q),
                           "figure part-ranges: a, b, c and d are needed, all four or none");
    return true;
}

/* ---- products ---- */

static number *multiplied(const report *r, size_t left, size_t right) {
    arena *a = r->d->a;
    const number *x = number_from_canonical(a, r->values[left]), *y = number_from_canonical(a, r->values[right]);
    if (!x || !y)
        return NULL;
    number *z = number_new(a);
    fmpq_mul(z->q, x->q, y->q);
    return z;
}

static void mark_largest(report *r, const number *const *values) {
    size_t best = SIZE_MAX;
    for (size_t k = 0; k < r->product_count; k++) {
        if (!values[k])
            return; /* in an exercise nothing is marked */
        if (best == SIZE_MAX || number_compare(values[k], values[best]) > 0)
            best = k;
    }
    for (size_t k = 0; k < r->product_count; k++) {
        r->products[k].kept = k == best;
        r->products[k].tied = k != best && number_compare(values[k], values[best]) == 0;
    }
    r->read[r->products[best].left] = r->read[r->products[best].right] = true;
}

static bool same_value(const report *r, size_t x, size_t y) {
    return r->values[x].len && str_equal(r->values[x], r->values[y]);
}

static void multiply(report *r) {
    const number *values[ENDS];
    for (size_t left = 0; left < 2; left++)
        for (size_t right = 2; right < ENDS; right++) {
            if ((left == 1 && same_value(r, 0, 1)) || (right == 3 && same_value(r, 2, 3)))
                continue;
            const number *value = multiplied(r, left, right);
            values[r->product_count] = value;
            r->products[r->product_count++] =
                (product){.left = left, .right = right, .value = value ? number_text(value, r->d->a) : STR("")};
        }
    mark_largest(r, values);
}

/* ---- sizes ---- */

static text_style value_style(const report *r, bool bold) {
    const theme *t = r->d->t;
    return drawing_style(bold ? FACE_BOLD : FACE_ROMAN, t->type.table_cell, t->color.ink);
}

static piece value_piece(const report *r, str value, str name, double widest, bool bold) {
    return value.len ? drawing_value(r->d, value, name, widest, value_style(r, bold))
                     : drawing_blank(r->d, PRODUCT_H - 5);
}

static piece end_piece(const report *r, size_t k) {
    str name = str_format(r->d->a, "$%s$", ends[k]);
    return value_piece(r, r->values[k], name, r->cell_w - 8, r->read[k]);
}

static double box_room(const report *r) {
    return 2 * (r->d->t->stroke.chosen + 2.4);
}

/* "−6 × (−5) =", each of its numbers no wider than `widest`; the middle of all is at height 0. */
static piece lead_piece(const report *r, const product *p, double widest) {
    drawing *d = r->d;
    text_style style = value_style(r, false);
    bool negative = str_starts(r->values[p->right], "-");
    str left = str_format(d->a, "$%s$", ends[p->left]), right = str_format(d->a, "$%s$", ends[p->right]);
    piece parts[] = {value_piece(r, r->values[p->left], left, widest, false),
                     drawing_text(d, negative ? STR(" × (") : STR(" × "), style),
                     value_piece(r, r->values[p->right], right, widest, false),
                     drawing_text(d, negative ? STR(") = ") : STR(" = "), style)};
    piece lead = {.scene = scene_new(d->a)};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        drawing_put_middle(lead.scene, &parts[k], (point){lead.width, 0}, ANCHOR_LEFT);
        lead.width += parts[k].width;
    }
    return lead;
}

static void measure_products(report *r, double widest) {
    for (size_t k = 0; k < ENDS; k++)
        r->lead_w[k] = r->result_w[k] = 0;
    for (size_t k = 0; k < r->product_count; k++) {
        product *p = &r->products[k];
        str name = str_format(r->d->a, "$%s%s$", ends[p->left], ends[p->right]);
        p->lead = lead_piece(r, p, widest);
        p->result = value_piece(r, p->value, name, widest, p->kept);
        size_t column = k % r->columns;
        r->lead_w[column] = fmax(r->lead_w[column], p->lead.width);
        r->result_w[column] = fmax(r->result_w[column], p->result.width + box_room(r));
    }
}

/* Where a column of products begins; one past the last: where all end, and another gap. */
static double column_x(const report *r, size_t column) {
    return grid_sum(r->lead_w, column) + grid_sum(r->result_w, column) + (double)column * COLUMN_GAP;
}

static double products_width(const report *r) {
    return column_x(r, r->columns) - COLUMN_GAP;
}

static double parts_width(const report *r) {
    return 4 * r->cell_w + r->gap;
}

static void measure(report *r) {
    double room = r->d->q->width > 0 ? r->d->q->width - 2 : 900;
    r->gap = room < 300 ? LEAST_GAP : PARTS_GAP;
    r->cell_w = LEAST_CELL;
    double widest = fmin(WIDEST_VALUE, (room - r->gap) / 4 - 10);
    for (size_t k = 0; k < ENDS; k++)
        if (r->values[k].len)
            r->cell_w =
                fmax(r->cell_w, fmin(drawing_value_width(r->d, r->values[k], value_style(r, true)), widest) + 9);
    static const size_t columns[] = {4, 2, 1};
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        r->columns = columns[k] < r->product_count ? columns[k] : r->product_count;
        measure_products(r, columns[k] == 1 ? fmin(WIDEST_VALUE, (room - 50) / 3) : WIDEST_VALUE);
        if (products_width(r) <= room)
            break;
    }
    r->width = fmax(parts_width(r), products_width(r));
}

/* ---- drawing ---- */

static void draw_end(const report *r, scene *s, size_t k, box b) {
    drawing *d = r->d;
    const char *const words[] = {"figure.part-ranges.least", "figure.part-ranges.most"};
    text_style small = drawing_style(FACE_ROMAN, d->t->type.label, d->t->color.mute);
    piece word = drawing_label(d, drawing_say(d, words[k % 2], NULL), small), value = end_piece(r, k);
    str alt = str_format(d->a, "%.*s %.*s", STR_ARG(drawing_say_plain(d, words[k % 2], NULL)),
                         STR_ARG(number_shown(r->values[k], d->a)));
    scene_open(
        s, (group){.role = ROLE_PART, .id = drawing_id(d, "end-%s", ends[k]), .title = str_of(ends[k]), .alt = alt});
    drawing_put_middle(s, &word, (point){b.x + b.w / 2, b.y - HEAD_H / 2.0}, ANCHOR_CENTRE);
    scene_rect(s, b, 0, paint_stroke(d->t->color.ink, d->t->stroke.frame));
    if (r->read[k])
        drawing_cell_state(d, s, b, STATE_READ);
    drawing_put_middle(s, &value, (point){b.x + b.w / 2, b.y + b.h / 2}, ANCHOR_CENTRE);
    scene_close(s);
}

/* Returns where the line to the × begins. */
static point draw_part(const report *r, scene *s, size_t first, double x) {
    drawing *d = r->d;
    text_style style = drawing_style(FACE_ROMAN, d->t->type.figure_title, d->t->color.ink);
    piece name =
        drawing_label(d, drawing_say(d, first ? "figure.part-ranges.right" : "figure.part-ranges.left", NULL), style);
    double top = NAME_H + HEAD_H + 2;
    scene_open(s, (group){.role = ROLE_PART, .id = first ? STR("part-right") : STR("part-left")});
    drawing_put_middle(s, &name, (point){x + r->cell_w, NAME_H / 2.0}, ANCHOR_CENTRE);
    for (size_t k = 0; k < 2; k++)
        draw_end(r, s, first + k, (box){x + (double)k * r->cell_w, top, r->cell_w, CELL_H});
    scene_close(s);
    return (point){x + r->cell_w, top + CELL_H};
}

/* Down from both parts and towards each other. */
static void draw_join(const report *r, scene *s, point left, point right) {
    const theme *t = r->d->t;
    double y = left.y + FALL, middle = (left.x + right.x) / 2;
    paint line = paint_stroke(t->color.ink, t->stroke.tree_edge);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){left.x, left.y + 1}, (point){left.x, y}, line);
    scene_line(s, (point){right.x, right.y + 1}, (point){right.x, y}, line);
    scene_line(s, (point){left.x, y}, (point){right.x, y}, line);
    scene_close(s);
    strand_vertex v = {.op = STR("×"), .edge = STATE_PLAIN, .edge_id = STR("join"), .edge_alt = STR("×")};
    badge_draw(r->d, s, &v, (point){middle, y}, t->space.operator_r, t->type.operator);
}

static str product_alt(const report *r, const product *p) {
    arena *a = r->d->a;
    str left = number_shown(r->values[p->left], a), right = number_shown_operand(r->values[p->right], a);
    return str_format(a, "%.*s × %.*s = %.*s", STR_ARG(left), STR_ARG(right), STR_ARG(number_shown(p->value, a)));
}

/* Equal signs stand below each other. */
static void draw_product(const report *r, scene *s, size_t k, double x, double y) {
    const product *p = &r->products[k];
    double equals = x + r->lead_w[k % r->columns], size = value_style(r, false).size;
    scene_open(s, (group){.role = ROLE_PART, .id = drawing_id(r->d, "product-%zu", k + 1), .alt = product_alt(r, p)});
    drawing_put(s, &p->lead, (point){equals, y}, ANCHOR_RIGHT);
    equals += box_room(r) / 2;
    if (p->kept || p->tied)
        drawing_box_value(r->d, s, (box){equals - 4, y - size / 2 - 3, p->result.width + 8, size + 6}, p->kept);
    drawing_put_middle(s, &p->result, (point){equals, y}, ANCHOR_LEFT);
    scene_close(s);
}

static void draw(const report *r) {
    scene *s = drawing_part(r->d);
    double x = 1 + (r->width - parts_width(r)) / 2;
    point left = draw_part(r, s, 0, x), right = draw_part(r, s, 2, x + 2 * r->cell_w + r->gap);
    draw_join(r, s, left, right);
    double y = left.y + FALL + r->d->t->space.operator_r + PRODUCTS_GAP, from = 1 + (r->width - products_width(r)) / 2;
    for (size_t k = 0; k < r->product_count; k++) {
        size_t row = k / r->columns;
        draw_product(r, s, k, from + column_x(r, k % r->columns), y + PRODUCT_H * ((double)row + 0.5));
    }
    size_t rows = (r->product_count + r->columns - 1) / r->columns;
    drawing_size(s, r->width + 2, y + PRODUCT_H * (double)rows + 1);
}

static figure *report_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    report r = {.d = d};
    if (!read_values(&r))
        return NULL;
    multiply(&r);
    measure(&r);
    drawing_forget_notes(d);
    measure_products(&r, r.columns == 1 ? fmin(WIDEST_VALUE, (fmax(q->width, 200) - 52) / 3) : WIDEST_VALUE);
    draw(&r);
    drawing_fact(d, "largest", STR(""));
    for (size_t k = 0; k < ENDS; k++)
        drawing_fact(d, ends[k], number_shown(r.values[k], d->a));
    for (size_t k = 0; k < r.product_count; k++)
        if (r.products[k].kept)
            drawing_fact(d, "largest", product_alt(&r, &r.products[k]));
    return drawing_end(d, "part-ranges");
}

static const figure_param report_params[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}, {0}};

const figure_kind part_ranges_figure = {
    .name = "part-ranges",
    .old_name = "report",
    .summary = "why a part reports its smallest value too: the four products of two parts",
    .counts = STEP_CELL,
    .params = report_params,
    .draws = report_draws,
    .draws_step = report_draws_step,
    .build = report_build,
};
