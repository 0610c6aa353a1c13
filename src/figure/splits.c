/* All candidates of a step with their arithmetic: a table with a row for each, or, where that is too wide, cards.
 *
 *       s    where it is split     a    b    c    d      ac   ad   bc   bd      min    max
 *     ─────────────────────────────────────────────────────────────────────────────────────
 *   ▌   1    5 (×) −4 + 2          5    5   −8   −8        ac = −40           [−40]   −40
 *     ─────────────────────────────────────────────────────────────────────────────────────
 *       2    5 × −4 (+) 2        −20  −20    2    2       a + c = −18          −18   [−18]
 *            ──────     ─
 *
 * The columns come from the candidates themselves: their terms, their ways and the tables of the step. A way that is
 * not named by the head of its column says what it is, and shares the columns of the ways with its like. In a narrow
 * table the ways stand in lines of their own below the rest of the row. */
#include "chain.h"
#include "draw/fit.h"
#include "grid.h"
#include "number.h"
#include "sets/sets.h"
#include "tables/aligned_rows.h"
#include "tables/candidate_cards.h"
#include "tables/candidates.h"
#include "tables/cells.h"
#include "tables/split_line.h"

#include <math.h>

typedef struct attempt {
    double type; /* × the sizes */
    line_form line;
    bool work;    /* ways with their arithmetic */
    bool below;   /* ways below the rest of their row */
    bool squeeze; /* values may be set smaller and shortened, where cards would go on for pages */
    double gap;   /* between columns */
    double least; /* not for figures narrower than this: cards are easier to read there */
} attempt;

static const attempt attempts[] = {
    {1, LINE_FULL, true, false, false, 11, 0},     {0.92, LINE_FULL, true, false, false, 10, 0},
    {0.92, LINE_FULL, true, false, false, 7, 0},   {0.85, LINE_FULL, true, false, false, 6, 0},
    {1, LINE_FULL, false, false, false, 11, 0},    {0.92, LINE_FULL, false, false, false, 10, 0},
    {0.85, LINE_FULL, false, false, false, 9, 0},  {0.92, LINE_ENDS, false, false, false, 10, 340},
    {0.92, LINE_FULL, true, true, false, 10, 250}, {0.85, LINE_ENDS, true, true, false, 8, 250},
    {0.82, LINE_NAMES, true, true, false, 7, 250}, {0.78, LINE_NAMES, true, true, true, 7, 380},
};

typedef struct splits {
    drawing *d;
    candidate_rows set;
    size_t way_columns;
    const shown_row *way_heads; /* whose ways name the columns, or NULL */
    attempt how;
    size_t term_columns; /* none where a formula says it and there is little room */
    bool formula;        /* the head of the ways says what all of them work out, and their values are the table's */
    /* Columns: label, chain, terms, ways, tables. */
    double *widths;
    size_t column_count, first_term, first_way, first_table;
    double pivot;           /* where the circles stand in the column of the chain, unless it is written in full */
    double *leads, *values; /* of the k-th way that says what it is: before its value, and the value with its frame */
    double *numbers;        /* the widest number of a column: all of them end where it does */
    double width, height;
} splits;

enum { BAR_ROOM = 8, HEAD_H = 18, ROW_H = 24, BELOW_H = 15, WORD_GAP = 14, TIE_H = 13 };
enum { WORKED = 4 }; /* attempts with the arithmetic in columns */
enum { WIDEST_VALUE = 96, WIDEST_BELOW = 200, MANY_ROWS = 16 };

static bool splits_draw_step(const story_step *step) {
    return step->candidate_count > 0;
}

static bool splits_draw(const story_run *r) {
    for (size_t k = 0; k < r->step_count; k++)
        if (splits_draw_step(&r->steps[k]))
            return true;
    return false;
}

/* ---- pieces ---- */

static text_style style_of(const splits *s, face face, double size, color c) {
    return drawing_style(face, fmax(size * s->how.type, s->d->t->type.least), c);
}

static text_style value_style(const splits *s, bool bold) {
    return style_of(s, bold ? FACE_BOLD : FACE_ROMAN, s->d->t->type.table_cell, s->d->t->color.ink);
}

static piece value_piece(const splits *s, const shown_row *row, str value, str tex, double room, bool bold) {
    if (value.len == 0)
        return drawing_blank(s->d, ROW_H - 8);
    return drawing_value(s->d, value, candidate_value_name(s->d, row, tex), fmin(room + 0.01, WIDEST_VALUE),
                         value_style(s, bold));
}

static double value_need(const splits *s, str value, bool bold, bool least) {
    if (value.len == 0)
        return drawing_blank(s->d, ROW_H - 8).width;
    double width = fmin(drawing_value_width(s->d, value, value_style(s, bold)), WIDEST_VALUE);
    return least ? fmin(drawing_value_least(s->d, value, FACE_BOLD), width) : width;
}

/* What stands before the value of a way that the head of its column does not name: "ac = " or "ac = 5 × (−8) = ". */
static piece way_lead(const splits *s, const shown_way *way) {
    if (s->formula && s->how.work && way->work.len)
        return drawing_label(s->d, str_format(s->d->a, "$%.*s = {}$", STR_ARG(way->work)),
                             style_of(s, FACE_ROMAN, s->d->t->type.table_cell * 0.95, s->d->t->color.ink));
    str markup = s->how.work && way->work.len
                     ? str_format(s->d->a, "$%.*s = %.*s = {}$", STR_ARG(way->tex), STR_ARG(way->work))
                     : str_format(s->d->a, "$%.*s = {}$", STR_ARG(way->tex));
    return drawing_label(s->d, markup, style_of(s, FACE_ROMAN, s->d->t->type.table_cell * 0.95, s->d->t->color.ink));
}

static split_line line_of(const splits *s, const shown_row *row) {
    return split_line_of(s->d, &s->set.hand, row->split, s->how.line, value_style(s, false).size);
}

/* Of "s=2" the 2, since the head has the s; a label without a letter as it is. */
static piece row_label(const splits *s, const shown_row *row) {
    const story_candidate *c = row->candidate;
    str label = candidate_letter(c).len ? candidate_tag(s->d, c) : c->label;
    return drawing_text(s->d, label, value_style(s, row->wins));
}

static piece head_label(const splits *s, str markup) {
    return drawing_label(s->d, markup, style_of(s, FACE_ROMAN, s->d->t->type.label, s->d->t->color.mute));
}

static piece head_math(const splits *s, str tex) {
    return head_label(s, tex.len ? str_format(s->d->a, "$%.*s$", STR_ARG(tex)) : STR(""));
}

/* What a problem calls a term, else the term's name. */
static piece term_head(const splits *s, str term) {
    str key = str_format(s->d->a, "figure.splits.term.%.*s", STR_ARG(term));
    return drawing_knows(s->d, key.ptr) ? head_label(s, drawing_say(s->d, key.ptr, NULL)) : head_math(s, term);
}

static const char *work_key(const splits *s) {
    return s->formula ? "figure.splits.formula" : "figure.splits.work";
}

/* ---- columns ---- */

/* Where each way is the candidate's value there is no need to say it twice. */
static size_t table_columns(const splits *s) {
    return s->formula ? 0 : s->set.fact_count;
}

/* The columns of the ways get heads if there are at least three ways, or if all rows have the same. */
static void choose_columns(splits *s) {
    const candidate_rows *set = &s->set;
    const shown_row *most = &set->rows[0];
    bool all_same = true;
    for (size_t r = 0; r < set->count; r++) {
        most = set->rows[r].way_count > most->way_count ? &set->rows[r] : most;
        all_same = all_same && same_ways(&set->rows[r], &set->rows[0]);
    }
    s->way_columns = s->how.below ? 0 : most->way_count;
    s->way_heads = s->way_columns >= 3 || (all_same && !s->how.work && set->count > 1) ? most : NULL;
    s->first_term = 2;
    s->first_way = s->first_term + s->term_columns;
    s->first_table = s->first_way + s->way_columns;
    s->column_count = s->first_table + table_columns(s);
    s->widths = ARENA_ARRAY(s->d->a, double, s->column_count);
    s->numbers = ARENA_ARRAY(s->d->a, double, s->column_count);
    s->leads = ARENA_ARRAY(s->d->a, double, s->way_columns);
    s->values = ARENA_ARRAY(s->d->a, double, s->way_columns);
}

static bool way_headed(const splits *s, const shown_row *row) {
    return s->way_heads && same_ways(row, s->way_heads);
}

/* Columns that the k-th way of a row takes. */
static grid_block way_span(const splits *s, const shown_row *row, size_t way) {
    size_t from = way * s->way_columns / row->way_count, to = (way + 1) * s->way_columns / row->way_count;
    return (grid_block){s->first_way + from, to - from};
}

static double box_room(const splits *s) {
    return 2 * (s->d->t->stroke.chosen + 2.4);
}

/* Where the tables' columns have the frames, the ways have none. */
static double way_room(const splits *s) {
    return table_columns(s) ? 4 : box_room(s);
}

static void widen(double *width, double need) {
    *width = fmax(*width, need);
}

static void measure_heads(const splits *s) {
    widen(&s->widths[0], head_math(s, drawing_name_tex(s->d, candidate_letter(s->set.rows[0].candidate))).width);
    for (size_t k = 0; k < s->term_columns; k++)
        widen(&s->widths[s->first_term + k], term_head(s, s->set.terms[k]).width);
    for (size_t k = 0; s->way_heads && k < s->way_columns; k++)
        widen(&s->widths[s->first_way + k], head_math(s, s->way_heads->ways[k].tex).width);
    if (s->formula && s->way_columns)
        widen(&s->widths[s->first_way], head_label(s, drawing_say(s->d, work_key(s), NULL)).width);
    for (size_t k = 0; k < table_columns(s); k++)
        widen(&s->widths[s->first_table + k], head_label(s, table_short(s->d, s->set.facts[k]->table)).width);
}

static void measure_lines(splits *s) {
    double before = 0, after = 0;
    for (size_t r = 0; r < s->set.count && s->set.has_chain; r++) {
        split_line line = line_of(s, &s->set.rows[r]);
        double pivot = s->how.line == LINE_FULL ? 0 : line.pivot;
        before = fmax(before, pivot);
        after = fmax(after, line.width - pivot);
    }
    s->pivot = before;
    s->widths[1] = before + after;
}

static size_t term_column(const splits *s, str name) {
    size_t k = 0;
    while (!str_equal(s->set.terms[k], name))
        k++;
    return s->first_term + k;
}

static void widen_number(const splits *s, size_t column, double number, double around) {
    widen(&s->numbers[column], number);
    widen(&s->widths[column], number + around);
}

static void measure_row(const splits *s, const shown_row *row, bool least) {
    widen(&s->widths[0], row_label(s, row).width);
    for (size_t k = 0; k < row->candidate->term_count && s->term_columns; k++) {
        const story_term *term = &row->candidate->terms[k];
        widen_number(s, term_column(s, term->name), value_need(s, term->value, false, least), 0);
    }
    for (size_t k = 0; k < table_columns(s); k++)
        widen_number(s, s->first_table + k, value_need(s, row->values[k], row->kept[k], least), box_room(s));
    for (size_t k = 0; k < row->way_count && !s->how.below; k++) {
        double value = value_need(s, row->ways[k].value, row->ways[k].kept, least) + way_room(s);
        if (way_headed(s, row)) {
            widen(&s->widths[s->first_way + k], value);
        } else {
            widen(&s->leads[k], way_lead(s, &row->ways[k]).width);
            widen(&s->values[k], value);
        }
    }
}

/* From the left end of the ways to the k-th that says what it is: those of all rows stand below each other. */
static double way_start(const splits *s, size_t way) {
    double x = 0;
    for (size_t k = 0; k < way; k++)
        x += s->leads[k] + s->values[k] + s->how.gap;
    return x;
}

/* Ways that say what they are need their room over the columns that they share. */
static void measure_spans(const splits *s, const shown_row *row) {
    if (s->how.below || way_headed(s, row) || !row->way_count)
        return;
    double have = grid_sum(s->widths + s->first_way, s->way_columns) + s->how.gap * (double)(s->way_columns - 1);
    double missing = way_start(s, row->way_count) - s->how.gap - have;
    for (size_t c = s->first_way; c < s->first_way + s->way_columns && missing > 0; c++)
        s->widths[c] += missing / (double)s->way_columns;
}

static void measure_columns(splits *s, bool least) {
    for (size_t k = 0; k < s->column_count; k++)
        s->widths[k] = s->numbers[k] = 0;
    for (size_t k = 0; k < s->way_columns; k++)
        s->leads[k] = s->values[k] = 0;
    measure_heads(s);
    measure_lines(s);
    for (size_t r = 0; r < s->set.count; r++)
        measure_row(s, &s->set.rows[r], least);
    for (size_t r = 0; r < s->set.count; r++)
        measure_spans(s, &s->set.rows[r]);
}

static double gaps(const splits *s) {
    return BAR_ROOM + s->how.gap * (double)(s->column_count - 1 - !s->set.has_chain) + 4;
}

static double table_width(const splits *s) {
    return gaps(s) + grid_sum(s->widths, s->column_count);
}

static bool try_columns(splits *s, attempt how, size_t term_columns) {
    s->how = how;
    s->term_columns = term_columns;
    choose_columns(s);
    measure_columns(s, false);
    if (s->width <= 0 || table_width(s) <= s->width)
        return true;
    if (!how.squeeze)
        return false;
    double *natural = s->widths, *numbers = s->numbers;
    s->widths = ARENA_ARRAY(s->d->a, double, s->column_count);
    s->numbers = ARENA_ARRAY(s->d->a, double, s->column_count);
    measure_columns(s, true);
    double *least = s->widths;
    s->widths = natural;
    s->numbers = numbers;
    return grid_squeeze(s->widths, least, s->column_count, s->width - gaps(s));
}

/* Terms that a formula spells out need no columns of their own. */
static bool try_attempt(splits *s, attempt how) {
    bool without = str_is(drawing_param(s->d, "terms"), "no");
    if (!without && try_columns(s, how, s->set.term_count))
        return true;
    return without ? try_columns(s, how, 0) : s->formula && how.work && !how.below && try_columns(s, how, 0);
}

static bool formula_fits(void *figure, const void *look) {
    return try_columns(figure, *(const attempt *)look, 0);
}

/* A formula with long numbers in one line is easier to read than its parts in several. */
static bool find_formula(splits *s) {
    static const attempt small[] = {{0.78, LINE_FULL, true, false, false, 6, 0},
                                    {0.7, LINE_FULL, true, false, false, 6, 0},
                                    {0.63, LINE_FULL, true, false, false, 5, 0},
                                    {0.58, LINE_FULL, true, false, false, 5, 0}};
    return s->formula && FIT(s, small, formula_fits);
}

static bool table_fits(void *figure, const void *look) {
    splits *s = figure;
    const attempt *how = look;
    if (how == &attempts[WORKED] && find_formula(s))
        return true;
    if (how->squeeze ? s->set.count < MANY_ROWS : !s->set.has_chain && how->line != LINE_FULL)
        return false;
    return (s->width <= 0 || s->width >= how->least) && try_attempt(s, *how);
}

static bool find_table(splits *s) {
    return FIT(s, attempts, table_fits);
}

/* Some of the room left over goes between the columns. */
static void spread(splits *s) {
    double natural = table_width(s), wanted = s->width > 0 ? fmin(s->width, natural * 1.2) : natural;
    double more = (wanted - natural) / (double)s->column_count;
    for (size_t k = 0; k < s->column_count && more > 0; k++)
        s->widths[k] += k == 1 && !s->set.has_chain ? 0 : more;
}

/* ---- drawing ---- */

static double column_x(const splits *s, size_t column) {
    double x = BAR_ROOM;
    for (size_t k = 0; k < column; k++)
        x += s->widths[k] + (k == 1 && !s->set.has_chain ? 0 : s->how.gap);
    return x;
}

static double column_middle(const splits *s, size_t column) {
    return column_x(s, column) + s->widths[column] / 2;
}

/* The widest number of a column as it is drawn. */
static double widest_number(const splits *s, size_t column) {
    return fmin(s->numbers[column], s->widths[column] - (column >= s->first_table ? box_room(s) : 0));
}

/* Where all numbers of a column end. */
static double number_end(const splits *s, size_t column) {
    return column_middle(s, column) + widest_number(s, column) / 2;
}

/* Frames of one size, round numbers that stand where they would stand without. */
static void draw_framed_number(const splits *s, scene *scene, size_t column, const piece *p, double y, bool kept,
                               bool tied) {
    enum { AROUND_W = 6, FRAME_H = 17 };
    double end = number_end(s, column), widest = fmax(p->width, widest_number(s, column));
    double around = fmin(AROUND_W, (s->widths[column] + s->how.gap - widest) / 2 - 0.5);
    double h = fmax(FRAME_H, p->ascent + p->descent + 6);
    if (kept || tied)
        drawing_box_value(s->d, scene, (box){end - widest - around, y - h / 2, widest + 2 * around, h}, kept);
    drawing_put_middle(scene, p, (point){end, y}, ANCHOR_RIGHT);
}

static void draw_boxed_value(const splits *s, scene *scene, const piece *p, double x, double y, bool kept, bool tied) {
    double size = value_style(s, false).size;
    if (kept || tied)
        drawing_box_value(s->d, scene, (box){x - 4, y - size / 2 - 3, p->width + 8, size + 6}, kept);
    drawing_put_middle(scene, p, (point){x, y}, ANCHOR_LEFT);
}

static void draw_head(const splits *s, scene *scene, size_t column, size_t span, piece head) {
    double from = column_x(s, column), to = column_x(s, column + span - 1) + s->widths[column + span - 1];
    scene_open(scene, (group){.role = ROLE_COLUMN_HEAD, .span = (int)span});
    double widest = span == 1 ? s->numbers[column] : 0; /* over numbers it ends with them */
    double middle = widest > head.width ? number_end(s, column) - head.width / 2 : (from + to) / 2;
    if (head.width > 0 && head.width <= to - from + s->how.gap)
        drawing_put_middle(scene, &head, (point){middle, HEAD_H / 2.0 - 1}, ANCHOR_CENTRE);
    scene_close(scene);
}

static void draw_heads(const splits *s, scene *scene) {
    scene_open(scene, (group){.role = ROLE_ROW});
    draw_head(s, scene, 0, 1, head_math(s, drawing_name_tex(s->d, candidate_letter(s->set.rows[0].candidate))));
    if (s->set.has_chain)
        draw_head(s, scene, 1, 1, head_label(s, drawing_say(s->d, "figure.splits.chain", NULL)));
    for (size_t k = 0; k < s->term_columns; k++)
        draw_head(s, scene, s->first_term + k, 1, term_head(s, s->set.terms[k]));
    for (size_t k = 0; k < s->way_columns && s->way_heads; k++)
        draw_head(s, scene, s->first_way + k, 1, head_math(s, s->way_heads->ways[k].tex));
    if (s->way_columns && !s->way_heads)
        draw_head(s, scene, s->first_way, s->way_columns, head_label(s, drawing_say(s->d, work_key(s), NULL)));
    for (size_t k = 0; k < table_columns(s); k++)
        draw_head(s, scene, s->first_table + k, 1, head_label(s, table_short(s->d, s->set.facts[k]->table)));
    scene_close(scene);
}

static void open_cell(const splits *s, scene *scene, str title, str value, size_t span) {
    str shown = number_shown(value, s->d->a);
    str alt = value.len ? str_format(s->d->a, "%.*s = %.*s", STR_ARG(title), STR_ARG(shown)) : title;
    scene_open(scene, (group){.role = ROLE_CELL, .title = title, .alt = alt, .span = (int)span});
}

/* The value of a table: chosen, or a tie. */
static void open_result(const splits *s, scene *scene, str title, const shown_row *row, size_t table) {
    str value = row->values[table], shown = number_shown(value, s->d->a);
    str alt = value.len ? str_format(s->d->a, "%.*s = %.*s", STR_ARG(title), STR_ARG(shown)) : title;
    state st = row->kept[table] ? STATE_CHOSEN : row->tied[table] ? STATE_TIE : STATE_PLAIN;
    scene_open(scene, (group){.role = ROLE_CELL, .title = title, .alt = state_said(s->d, alt, st)});
}

static void draw_line(const splits *s, scene *scene, const shown_row *row, double y) {
    scene_open(scene, (group){.role = ROLE_CELL});
    if (row->split) {
        split_line line = line_of(s, row);
        double slack = s->how.line == LINE_FULL ? 0 : s->pivot - line.pivot;
        split_line_draw(s->d, scene, &line, (point){column_x(s, 1) + slack, y - 1.2});
    }
    scene_close(scene);
}

static void draw_terms(const splits *s, scene *scene, const shown_row *row, double y) {
    for (size_t k = 0; k < row->candidate->term_count && s->term_columns; k++) {
        const story_term *term = &row->candidate->terms[k];
        size_t column = term_column(s, term->name);
        piece p = value_piece(s, row, term->value, term->name, s->widths[column], false);
        open_cell(s, scene, term->name, term->value, 1);
        drawing_put_middle(scene, &p, (point){number_end(s, column), y}, ANCHOR_RIGHT);
        scene_close(scene);
    }
}

/* Equal signs of ways below each other stand below each other. */
static void draw_ways(const splits *s, scene *scene, const shown_row *row, double y) {
    for (size_t k = 0; k < row->way_count; k++) {
        const shown_way *way = &row->ways[k];
        grid_block span = way_span(s, row, k);
        size_t last = span.first + span.count - 1;
        double from = column_x(s, span.first), to = column_x(s, last) + s->widths[last];
        bool headed = way_headed(s, row);
        if (!headed)
            from = column_x(s, s->first_way) + way_start(s, k);
        double lead_w = headed ? 0 : s->leads[k], room = headed ? to - from : lead_w + s->values[k];
        bool bold = way->kept && !table_columns(s);
        piece p = value_piece(s, row, way->value, way->tex, room - lead_w - way_room(s), bold);
        double equals = headed ? (from + to - p.width) / 2 : from + lead_w;
        open_cell(s, scene, way->tex, way->value, span.count);
        if (!headed) {
            piece lead = way_lead(s, way);
            drawing_put_middle(scene, &lead, (point){equals, y}, ANCHOR_RIGHT);
            equals = from + lead_w + s->values[k] - way_room(s) / 2 - p.width;
        }
        bool framed = !table_columns(s);
        draw_boxed_value(s, scene, &p, equals, y, framed && way->kept, framed && way->tied);
        scene_close(scene);
    }
}

static void draw_results(const splits *s, scene *scene, const shown_row *row, double y) {
    for (size_t k = 0; k < table_columns(s); k++) {
        size_t column = s->first_table + k;
        str name = table_short(s->d, s->set.facts[k]->table);
        open_result(s, scene, name, row, k);
        if (candidate_counts(row->candidate, s->set.facts[k])) {
            str tex = str_format(s->d->a, "\\text{%.*s}", STR_ARG(name));
            piece p = value_piece(s, row, row->values[k], tex, s->widths[column] - box_room(s), row->kept[k]);
            draw_framed_number(s, scene, column, &p, y, row->kept[k], row->tied[k]);
        }
        scene_close(scene);
    }
}

/* The ways of a row in lines below it. */
typedef struct below {
    piece *leads, *values;
    bool *worked, *exact; /* the arithmetic stands before the value; the value stands in full */
    chain_link *links;
    size_t lines;
} below;

static below below_of(const splits *s, const shown_row *row) {
    size_t count = s->how.below ? row->way_count : 0;
    below b = {.leads = ARENA_ARRAY(s->d->a, piece, count),
               .values = ARENA_ARRAY(s->d->a, piece, count),
               .worked = ARENA_ARRAY(s->d->a, bool, count),
               .exact = ARENA_ARRAY(s->d->a, bool, count),
               .links = ARENA_ARRAY(s->d->a, chain_link, count)};
    double width = table_width(s) - column_x(s, 1) - 2;
    for (size_t k = 0; k < count; k++) {
        const shown_way *way = &row->ways[k];
        b.leads[k] = way_lead(s, way);
        b.worked[k] = s->how.work && b.leads[k].width <= width * 0.62;
        if (b.leads[k].width > width * 0.62) { /* numbers too long to be worked with in the line */
            str tex = str_format(s->d->a, "$%.*s = {}$", STR_ARG(way->tex));
            b.leads[k] = drawing_label(s->d, tex, value_style(s, false));
        }
        str name = candidate_value_name(s->d, row, way->tex);
        double room = fmin(width - b.leads[k].width - box_room(s), WIDEST_BELOW);
        b.values[k] = way->value.len ? drawing_value(s->d, way->value, name, room, value_style(s, way->kept))
                                     : drawing_blank(s->d, BELOW_H - 2);
        b.exact[k] = way->value.len && drawing_value_exact(s->d, way->value, room, value_style(s, way->kept));
        double around = way->kept || way->tied ? box_room(s) : 0;
        b.links[k] = (chain_link){.w = b.leads[k].width + b.values[k].width + around, .gap = WORD_GAP};
    }
    b.lines = chain_place(b.links, count, width).lines;
    return b;
}

/* Whether the ways below the rows stay within the table: what leads in may be long names alone. */
static bool below_fits(const splits *s) {
    double width = table_width(s) - column_x(s, 1);
    for (size_t r = 0; r < s->set.count && s->how.below; r++) {
        below b = below_of(s, &s->set.rows[r]);
        for (size_t k = 0; k < s->set.rows[r].way_count; k++)
            if (b.links[k].w > width)
                return false;
    }
    return true;
}

static double row_height(const splits *s, const shown_row *row) {
    size_t lines = below_of(s, row).lines;
    return ROW_H + (lines ? (double)lines * BELOW_H + 2 : 0);
}

static void draw_below(const splits *s, scene *scene, const shown_row *row, double y) {
    below b = below_of(s, row);
    for (size_t k = 0; k < row->way_count; k++) {
        const shown_way *way = &row->ways[k];
        double x = column_x(s, 1) + b.links[k].x, middle = y + BELOW_H * ((double)b.links[k].line + 0.5);
        open_cell(s, scene, way->tex, way->value, 1);
        drawing_put_middle(scene, &b.leads[k], (point){x, middle}, ANCHOR_LEFT);
        double around = way->kept || way->tied ? box_room(s) : 0;
        draw_boxed_value(s, scene, &b.values[k], x + b.leads[k].width + around / 2, middle, way->kept, way->tied);
        scene_close(scene);
    }
}

static void draw_row(const splits *s, scene *scene, const shown_row *row, double top) {
    double y = top + ROW_H / 2.0;
    scene_open(scene, (group){.role = ROLE_ROW,
                              .id = drawing_id(s->d, "candidate-%zu", row->candidate->number),
                              .title = row->candidate->label});
    if (row->wins && s->formula)
        scene_rect(scene, (box){0, top + 1, s->d->t->space.chosen_bar, row_height(s, row) - 2}, 0,
                   paint_fill(s->d->t->color.chosen_line));
    piece label = row_label(s, row);
    scene_open(scene, (group){.role = ROLE_ROW_HEAD});
    drawing_put_middle(scene, &label, (point){column_middle(s, 0), y}, ANCHOR_CENTRE);
    scene_close(scene);
    if (s->set.has_chain)
        draw_line(s, scene, row, y);
    draw_terms(s, scene, row, y);
    if (!s->how.below)
        draw_ways(s, scene, row, y);
    else
        draw_below(s, scene, row, top + ROW_H - 1);
    draw_results(s, scene, row, y);
    scene_close(scene);
}

static void draw_rule(const splits *s, scene *scene, double y, double width, bool thick) {
    const theme *t = s->d->t;
    paint p = thick ? paint_stroke(t->color.ink, t->stroke.rule_table) : paint_stroke(t->color.rule, t->stroke.grid);
    scene_open(scene, (group){.role = ROLE_ARTIFACT});
    scene_line(scene, (point){0.5, y}, (point){width - 0.5, y}, p);
    scene_close(scene);
}

static double draw_ties(const splits *s, scene *scene, double y) {
    piece *lines = ARENA_ARRAY(s->d->a, piece, s->set.fact_count + 1);
    size_t count = candidate_ties(s->d, &s->set, s->width > 0 ? s->width - BAR_ROOM : 0, lines);
    for (size_t k = 0; k < count; k++)
        drawing_put_middle(scene, &lines[k], (point){BAR_ROOM, y + TIE_H * ((double)k + 0.5) + 2}, ANCHOR_LEFT);
    return count ? TIE_H * (double)count + 3 : 0;
}

static void draw_part(const splits *s, grid_block rows, bool last) {
    scene *scene = drawing_part(s->d);
    double width = table_width(s), y = HEAD_H;
    scene_open(scene, (group){.role = ROLE_TABLE});
    draw_heads(s, scene);
    draw_rule(s, scene, y, width, true);
    for (size_t k = rows.first; k < rows.first + rows.count; k++) {
        draw_row(s, scene, &s->set.rows[k], y);
        y += row_height(s, &s->set.rows[k]);
        draw_rule(s, scene, y, width, k + 1 == rows.first + rows.count);
    }
    scene_close(scene);
    y += 1;
    if (last)
        y += draw_ties(s, scene, y);
    box ink = scene_ink(scene);
    drawing_size(scene, fmax(width, ink.x + ink.w), y);
}

static void draw_table(splits *s) {
    spread(s);
    double *heights = ARENA_ARRAY(s->d->a, double, s->set.count);
    for (size_t k = 0; k < s->set.count; k++)
        heights[k] = row_height(s, &s->set.rows[k]);
    double rest = HEAD_H + 5 + TIE_H * (double)s->set.fact_count;
    grid_blocks blocks = grid_split(heights, s->set.count, rest, s->height, s->d->a);
    for (size_t k = 0; k < blocks.count; k++)
        draw_part(s, blocks.items[k], k + 1 == blocks.count);
}

/* The operands of a way that is worked out stand in it in full. */
static void drop_operands(const splits *s, const shown_row *row, const shown_way *way) {
    for (size_t k = 0; k < row->candidate->term_count; k++)
        if (str_find(way->tex, row->candidate->terms[k].name, 0) != SIZE_MAX)
            drawing_drop_note(s->d, row->candidate->terms[k].value);
}

/* Only what cannot be read in the table itself is noted below it. */
static void drop_notes(const splits *s) {
    for (size_t r = 0; r < s->set.count && s->how.below; r++) {
        below b = below_of(s, &s->set.rows[r]);
        for (size_t k = 0; k < s->set.rows[r].way_count; k++) {
            if (b.worked[k])
                drop_operands(s, &s->set.rows[r], &s->set.rows[r].ways[k]);
            if (b.exact[k])
                drawing_drop_note(s->d, s->set.rows[r].ways[k].value);
        }
    }
}

static void put_facts(const splits *s) {
    drawing *d = s->d;
    const story_step *step = s->set.step;
    str cell = step->fact_count ? cell_name_plain(d, step->facts[0].table, step->row, step->col) : STR("");
    drawing_fact(d, "cell", cell);
    drawing_fact_integer(d, "i", step->row);
    drawing_fact_integer(d, "before_i", step->row - 1);
    drawing_fact_integer(d, "j", step->col);
    drawing_fact_integer(d, "candidate_count", (int64_t)step->candidate_count);
    const hand *h = &s->set.hand;
    drawing_fact(d, "chain", s->set.has_chain ? polygon_chain_text(&h->ring, h->first, h->length, d->a) : STR(""));
}

/* A problem may say in words what every candidate works out, where each has one result and one table holds it. */
static bool has_formula(const splits *s) {
    for (size_t r = 0; r < s->set.count; r++)
        if (s->set.rows[r].way_count != 1)
            return false;
    return s->set.fact_count == 1 && drawing_knows(s->d, "figure.splits.formula");
}

static figure *splits_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    if (memo_table(q->moment->run)) {
        set_splits_draw(d);
        return drawing_end(d, "splits.sets");
    }
    splits s = {.d = d, .width = q->width, .height = q->height};
    if (!candidate_rows_at(d, &s.set))
        return NULL;
    put_facts(&s);
    s.formula = has_formula(&s);
    d->f->own_names = true;
    if (s.formula && aligned_rows_draw(d, &s.set, q->width, q->height))
        return drawing_end(d, "splits");
    bool is_table = find_table(&s) && below_fits(&s);
    drawing_forget_notes(d);
    if (is_table)
        draw_table(&s);
    if (is_table)
        drop_notes(&s);
    else
        cards_draw(d, &s.set, q->width, q->height);
    return drawing_end(d, "splits");
}

static const figure_param splits_params[] = {
    {.name = "terms", .is_switch = true}, {.name = "hits", .is_switch = true}, {0}};

const figure_kind splits_figure = {
    .name = "splits",
    .summary = "all candidates of a step with their arithmetic",
    .counts = STEP_CELL,
    .table = true,
    .params = splits_params,
    .draws = splits_draw,
    .draws_step = splits_draw_step,
    .build = splits_build,
};
