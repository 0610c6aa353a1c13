/* All candidates of a step with their arithmetic: a table with a row for each, or, where that is too wide, cards.
 *
 *       s    where it is split      a    b    c    d    ac   ad   bc   bd    min    max
 *     ─────────────────────────────────────────────────────────────────────────────────
 *   ▌   1    5 (×) −4 + 2           5    5   −8   −8       ac = 5 × (−8) = −40  [−40]  −40
 *     ─────────────────────────────────────────────────────────────────────────────────
 *       2    5 × −4 (+) 2         −20  −20    2    2     a + c = −18             −18  [−18]
 *            ──────     ─
 *
 * The columns come from the candidates themselves: their terms, their ways and the tables of the step. Ways that come
 * to the same product of the same numbers are shown once. A way that is not in the head of its column says what it is.
 */
#include "cells.h"
#include "chain.h"
#include "grid.h"
#include "hand.h"
#include "number.h"

#include <math.h>

typedef struct shown_way {
    str tex;  /* "ac" */
    str work; /* "5 × (−8)" */
    str value;
    bool kept, tied; /* it gives the value of a table */
} shown_way;

typedef struct shown_row {
    const story_candidate *candidate;
    shown_way *ways;
    size_t way_count;
    str *values;       /* one a table of the step; empty if it does not count there */
    bool *kept, *tied; /* the same */
    bool wins;         /* kept in some table */
    size_t split;      /* 0 if there is no chain */
} shown_row;

/* How the chain is written. */
typedef enum chain_form { CHAIN_FULL, CHAIN_ENDS, CHAIN_NAMES, CHAIN_NONE } chain_form;

typedef struct attempt {
    double type; /* × the sizes */
    chain_form chain;
    bool work;    /* ways with their arithmetic */
    bool squeeze; /* values may be set smaller and shortened */
    double least; /* not for figures narrower than this */
} attempt;

static const attempt attempts[] = {
    {1, CHAIN_FULL, true, false, 0},       {0.92, CHAIN_FULL, true, false, 0},
    {1, CHAIN_FULL, false, false, 0},      {0.92, CHAIN_FULL, false, false, 0},
    {0.85, CHAIN_FULL, false, false, 0},   {0.92, CHAIN_ENDS, false, false, 340},
    {0.82, CHAIN_ENDS, false, false, 340}, {0.82, CHAIN_NAMES, false, false, 340},
    {0.78, CHAIN_NAMES, false, true, 380},
};

typedef struct splits {
    drawing *d;
    const story_step *step;
    hand hand;
    bool has_chain;
    shown_row *rows;
    size_t row_count;
    str *terms; /* names */
    size_t term_count;
    size_t way_columns;
    const shown_row *way_heads; /* whose ways name the columns, or NULL */
    attempt how;
    /* Columns: label, chain, terms, ways, tables. */
    double *widths;
    size_t column_count, first_term, first_way, first_table;
    double width, height;
} splits;

enum { COLUMN_GAP = 11, BAR_ROOM = 9, HEAD_H = 19, ROW_H = 25, TIE_H = 14, WIDEST_VALUE = 96, CHAIN_VALUE = 60 };

static bool splits_draw(const story_run *r) {
    for (size_t k = 0; k < r->step_count; k++)
        if (r->steps[k].candidate_count)
            return true;
    return false;
}

/* ---- what is shown ---- */

static bool is_letter(char c) {
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* "a*c" as "ac", "l+30*35" as "l+30 \times 35". */
static str way_tex(drawing *d, str expr) {
    strbuf b = strbuf_in(d->a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < expr.len; k++) {
        char c = expr.ptr[k], before = k ? expr.ptr[k - 1] : ' ', after = k + 1 < expr.len ? expr.ptr[k + 1] : ' ';
        if (c == '*' && is_letter(before) && is_letter(after))
            continue;
        if (c == '*')
            strbuf_add_c(&b, "\\times ");
        else if (c == '/')
            strbuf_add_c(&b, "\\div ");
        else if (c == '-')
            strbuf_add_c(&b, "−");
        else
            strbuf_add_byte(&b, c);
    }
    return strbuf_text(&b);
}

static bool has_work(const shown_row *row, str work) {
    for (size_t k = 0; k < row->way_count; k++)
        if (str_equal(row->ways[k].work, work))
            return true;
    return false;
}

static void fill_ways(splits *s, shown_row *row) {
    const story_candidate *c = row->candidate;
    row->ways = ARENA_ARRAY(s->d->a, shown_way, c->way_count);
    for (size_t k = 0; k < c->way_count; k++)
        if (!has_work(row, c->ways[k].shown))
            row->ways[row->way_count++] =
                (shown_way){way_tex(s->d, c->ways[k].expr), c->ways[k].shown, c->ways[k].value, false, false};
}

static void fill_row(splits *s, shown_row *row, const story_candidate *c) {
    size_t tables = s->step->fact_count;
    row->candidate = c;
    row->values = ARENA_ARRAY(s->d->a, str, tables);
    row->kept = ARENA_ARRAY(s->d->a, bool, tables);
    row->tied = ARENA_ARRAY(s->d->a, bool, tables);
    row->split = s->has_chain ? candidate_split(c) : 0;
    fill_ways(s, row);
    for (size_t f = 0; f < tables; f++) {
        const story_fact *fact = &s->step->facts[f];
        row->values[f] = candidate_value(s->d, c, fact);
        row->kept[f] = fact->kept == c;
        row->tied[f] = !row->kept[f] && candidate_chosen(c, fact);
        row->wins = row->wins || row->kept[f];
        for (size_t k = 0; k < row->way_count && (row->kept[f] || row->tied[f]); k++)
            if (str_equal(row->ways[k].value, fact->value)) {
                row->ways[k].kept = row->ways[k].kept || row->kept[f];
                row->ways[k].tied = row->ways[k].tied || row->tied[f];
            }
    }
}

static void collect_terms(splits *s) {
    size_t most = 0;
    for (size_t r = 0; r < s->row_count; r++)
        most += s->rows[r].candidate->term_count;
    s->terms = ARENA_ARRAY(s->d->a, str, most);
    for (size_t r = 0; r < s->row_count; r++)
        for (size_t k = 0; k < s->rows[r].candidate->term_count; k++) {
            str name = s->rows[r].candidate->terms[k].name;
            bool known = false;
            for (size_t t = 0; t < s->term_count; t++)
                known = known || str_equal(s->terms[t], name);
            if (!known)
                s->terms[s->term_count++] = name;
        }
}

static bool same_ways(const shown_row *a, const shown_row *b) {
    if (a->way_count != b->way_count)
        return false;
    for (size_t k = 0; k < a->way_count; k++)
        if (!str_equal(a->ways[k].tex, b->ways[k].tex))
            return false;
    return true;
}

/* Columns get heads if there are at least three ways, or if all rows have the same. */
static void choose_way_heads(splits *s) {
    const shown_row *most = NULL;
    for (size_t r = 0; r < s->row_count; r++)
        if (!most || s->rows[r].way_count > most->way_count)
            most = &s->rows[r];
    s->way_columns = most ? most->way_count : 0;
    bool all_same = true;
    for (size_t r = 0; r < s->row_count; r++)
        all_same = all_same && same_ways(&s->rows[r], most);
    bool headed = s->way_columns >= 3 || (all_same && !s->how.work && s->row_count > 1);
    s->way_heads = headed ? most : NULL;
}

static bool splits_collect(splits *s) {
    drawing *d = s->d;
    const story_moment *m = d->q->moment;
    s->step = m->step;
    if (!s->step || s->step->candidate_count == 0) /* outside a step: the last one that had a choice */
        for (size_t k = 0; k < m->run->step_count && m->run->steps[k].number <= story_last_step(m); k++)
            if (m->run->steps[k].candidate_count)
                s->step = &m->run->steps[k];
    if (!s->step || s->step->candidate_count == 0)
        return error_plain(d->q->error, STATUS_INPUT, "figure splits: nothing is chosen at this step");
    polygon_ring ring;
    s->has_chain = polygon_ring_of(m->story, &ring, d->a) && s->step->row >= 1 && s->step->col >= 2 &&
                   s->step->row <= (int64_t)ring.n && s->step->col <= (int64_t)ring.n;
    if (s->has_chain)
        s->hand = (hand){.ring = ring, .first = (size_t)s->step->row, .length = (size_t)s->step->col, .step = s->step};
    s->row_count = 0;
    s->rows = ARENA_ARRAY(d->a, shown_row, s->step->candidate_count);
    for (size_t k = 0; k < s->step->candidate_count; k++) {
        const story_candidate *c = &s->step->candidates[k];
        if (!m->candidate || m->candidate->step != s->step || m->candidate == c)
            fill_row(s, &s->rows[s->row_count++], c);
    }
    collect_terms(s);
    return true;
}

/* ---- pieces ---- */

static text_style style_of(const splits *s, face face, double size, color c) {
    return drawing_style(face, fmax(size * s->how.type, s->d->t->type.least), c);
}

static text_style value_style(const splits *s, bool bold) {
    return style_of(s, bold ? FACE_BOLD : FACE_ROMAN, s->d->t->type.table_cell, s->d->t->color.ink);
}

static str row_name(const splits *s, const shown_row *row, const char *what) {
    return str_format(s->d->a, "$%s$ ($%.*s$)", what, STR_ARG(row->candidate->label));
}

/* A value in `room` points (0: as it is), shortened if it must be. */
static piece value_piece(const splits *s, const shown_row *row, str value, const char *what, double room, bool bold) {
    if (room <= 0)
        room = WIDEST_VALUE;
    return drawing_value(s->d, value, row_name(s, row, what), room, value_style(s, bold));
}

static double value_width(const splits *s, str value, bool bold) {
    return fmin(drawing_value_width(s->d, value, value_style(s, bold)), WIDEST_VALUE);
}

/* What stands before the value of a way that its column's head does not name: "ac = " or "ac = 5 × (−8) = ". */
static piece way_lead(const splits *s, const shown_way *way) {
    str markup = s->how.work ? str_format(s->d->a, "$%.*s = %.*s = {}$", STR_ARG(way->tex), STR_ARG(way->work))
                             : str_format(s->d->a, "$%.*s = {}$", STR_ARG(way->tex));
    return drawing_label(s->d, markup, style_of(s, FACE_ROMAN, s->d->t->type.table_cell * 0.95, s->d->t->color.ink));
}

static bool way_headed(const splits *s, const shown_row *row) {
    return s->way_heads && same_ways(row, s->way_heads);
}

/* ---- the chain ---- */

typedef struct chain_mark {
    piece sign;      /* a number, an operator, dots or a name */
    double x, width; /* its slot */
    bool circled;    /* the operator of the split */
    int part;        /* 1 left, 2 right, 0 the split */
} chain_mark;

typedef struct chain_line {
    chain_mark *marks;
    size_t count;
    double width, circle;
} chain_line;

static void add_mark(const splits *s, chain_line *line, piece sign, double least, bool circled, int part) {
    double gap = s->d->t->type.table_cell * s->how.type * 0.24;
    chain_mark *mark = &line->marks[line->count];
    *mark = (chain_mark){sign, line->width + (line->count ? gap : 0), fmax(sign.width, least), circled, part};
    line->width = mark->x + mark->width;
    line->count++;
}

static void add_number(const splits *s, chain_line *line, size_t place, int part) {
    size_t vertex = polygon_index(&s->hand.ring, (int64_t)(s->hand.first + place));
    str name = str_format(s->d->a, "$v_{%zu}$", vertex);
    add_mark(s, line, drawing_value(s->d, s->hand.ring.values[vertex - 1], name, CHAIN_VALUE, value_style(s, false)), 0,
             false, part);
}

static void add_operator(const splits *s, chain_line *line, size_t place, size_t split) {
    size_t edge = polygon_index(&s->hand.ring, (int64_t)(s->hand.first + place));
    bool here = place == split;
    text_style style = style_of(s, here ? FACE_BOLD : FACE_ROMAN, s->d->t->type.operator* 0.95,
                                here ? s->d->t->color.ink : s->d->t->color.mute);
    add_mark(s, line, drawing_text(s->d, hand_operator(&s->hand, edge), style), 2 * line->circle + 1, here,
             here            ? 0
             : place < split ? 1
                             : 2);
}

static void add_dots(const splits *s, chain_line *line, int part) {
    add_mark(s, line, drawing_text(s->d, STR("…"), value_style(s, false)), 0, false, part);
}

static void add_part(const splits *s, chain_line *line, size_t from, size_t to, size_t split) {
    int part = from < split ? 1 : 2;
    if (s->how.chain == CHAIN_NAMES) {
        str name = str_format(s->d->a, "$p(%zu,%zu)$", polygon_index(&s->hand.ring, (int64_t)(s->hand.first + from)),
                              to - from);
        add_mark(s, line, drawing_label(s->d, name, value_style(s, false)), 0, false, part);
        return;
    }
    bool brief = s->how.chain == CHAIN_ENDS && to - from > 3;
    for (size_t k = from; k < to; k++) {
        if (brief && k > from && k + 1 < to) {
            if (k == from + 1) {
                add_operator(s, line, k, split);
                add_dots(s, line, part);
            }
            continue;
        }
        if (k > from)
            add_operator(s, line, k, split);
        add_number(s, line, k, part);
    }
}

static chain_line chain_of(const splits *s, const shown_row *row) {
    size_t length = s->hand.length;
    chain_line line = {.marks = ARENA_ARRAY(s->d->a, chain_mark, 2 * length + 4),
                       .circle = 6.4 * fmax(s->how.type, 0.85)};
    add_part(s, &line, 0, row->split, row->split);
    add_operator(s, &line, row->split, row->split);
    add_part(s, &line, row->split, length, row->split);
    return line;
}

static void draw_underline(const splits *s, scene *scene, const chain_line *line, int part, double x, double y) {
    double from = INFINITY, to = -INFINITY;
    for (size_t k = 0; k < line->count; k++)
        if (line->marks[k].part == part) {
            from = fmin(from, line->marks[k].x);
            to = fmax(to, line->marks[k].x + line->marks[k].width);
        }
    scene_line(scene, (point){x + from - 1, y}, (point){x + to + 1, y},
               paint_stroke(s->d->t->color.read_line, s->d->t->stroke.read));
}

/* `y` is the middle of the line. */
static void draw_chain(const splits *s, scene *scene, const shown_row *row, double x, double y) {
    chain_line line = chain_of(s, row);
    for (size_t k = 0; k < line.count; k++) {
        const chain_mark *mark = &line.marks[k];
        point at = {x + mark->x + mark->width / 2, y};
        if (mark->circled) {
            scene_circle(scene, at, line.circle,
                         paint_both((color){255, 255, 255}, s->d->t->color.ink, s->d->t->stroke.read));
            drawing_put_centre(scene, &mark->sign, at);
        } else {
            drawing_put_middle(scene, &mark->sign, at, ANCHOR_CENTRE);
        }
    }
    double under = y + line.circle + 2.6;
    draw_underline(s, scene, &line, 1, x, under);
    draw_underline(s, scene, &line, 2, x, under);
}

/* ---- the table: widths ---- */

static piece row_label(const splits *s, const shown_row *row) {
    return drawing_text(s->d, candidate_tag(s->d, row->candidate), value_style(s, row->wins));
}

static void widen(double *width, double need) {
    *width = fmax(*width, need);
}

static str label_letter(const splits *s) {
    str label = s->rows[0].candidate->label;
    size_t equals = str_find(label, STR("="), 0);
    return equals == SIZE_MAX ? STR("") : str_slice(label, 0, equals);
}

static piece head_label(const splits *s, str markup) {
    return drawing_label(s->d, markup, style_of(s, FACE_ROMAN, s->d->t->type.label, s->d->t->color.mute));
}

static piece head_math(const splits *s, str tex) {
    return head_label(s, tex.len ? str_format(s->d->a, "$%.*s$", STR_ARG(tex)) : STR(""));
}

static void set_columns(splits *s) {
    s->first_term = 2;
    s->first_way = s->first_term + s->term_count;
    s->first_table = s->first_way + s->way_columns;
    s->column_count = s->first_table + s->step->fact_count;
    s->widths = ARENA_ARRAY(s->d->a, double, s->column_count);
}

/* Columns [from, from + count) that a way of the row takes. */
static grid_block way_span(const splits *s, const shown_row *row, size_t way) {
    size_t from = way * s->way_columns / row->way_count, to = (way + 1) * s->way_columns / row->way_count;
    return (grid_block){s->first_way + from, to - from};
}

static double box_room(const splits *s) {
    return 2 * (s->d->t->stroke.chosen + 2.6);
}

static void measure_heads(const splits *s) {
    s->widths[0] = head_math(s, label_letter(s)).width;
    if (s->has_chain)
        widen(&s->widths[1], fmin(head_label(s, drawing_say(s->d, "figure.splits.chain", NULL)).width, 90));
    for (size_t k = 0; k < s->term_count; k++)
        s->widths[s->first_term + k] = head_math(s, s->terms[k]).width;
    for (size_t k = 0; s->way_heads && k < s->way_columns; k++)
        s->widths[s->first_way + k] = head_math(s, s->way_heads->ways[k].tex).width;
    for (size_t k = 0; k < s->step->fact_count; k++)
        s->widths[s->first_table + k] = head_label(s, table_short(s->d, s->step->facts[k].table)).width;
}

static double value_need(const splits *s, str value, bool bold, bool least) {
    return least ? fmin(drawing_value_least(s->d, value), value_width(s, value, bold)) : value_width(s, value, bold);
}

static void measure_ways(const splits *s, const shown_row *row, bool least) {
    for (size_t k = 0; k < row->way_count; k++) {
        const shown_way *way = &row->ways[k];
        grid_block span = way_span(s, row, k);
        double lead = way_headed(s, row) ? 0 : way_lead(s, way).width;
        double need = lead + value_need(s, way->value, way->kept, least) + box_room(s);
        double have = grid_sum(s->widths + span.first, span.count) + COLUMN_GAP * (double)(span.count - 1);
        for (size_t c = span.first; c < span.first + span.count && need > have; c++)
            s->widths[c] += (need - have) / (double)span.count;
    }
}

static void measure_row(const splits *s, const shown_row *row, bool least) {
    widen(&s->widths[0], row_label(s, row).width);
    if (s->has_chain)
        widen(&s->widths[1], chain_of(s, row).width);
    for (size_t k = 0; k < row->candidate->term_count; k++)
        for (size_t t = 0; t < s->term_count; t++)
            if (str_equal(s->terms[t], row->candidate->terms[k].name))
                widen(&s->widths[s->first_term + t], value_need(s, row->candidate->terms[k].value, false, least));
    for (size_t k = 0; k < s->step->fact_count; k++)
        widen(&s->widths[s->first_table + k], value_need(s, row->values[k], row->kept[k], least) + box_room(s));
}

static void measure_columns(const splits *s, bool least) {
    for (size_t k = 0; k < s->column_count; k++)
        s->widths[k] = 0;
    measure_heads(s);
    for (size_t r = 0; r < s->row_count; r++)
        measure_row(s, &s->rows[r], least);
    /* Whole rows of ways first, so that one way alone in its row finds their room. */
    for (int headed = 1; headed >= 0; headed--)
        for (size_t r = 0; r < s->row_count; r++)
            if (way_headed(s, &s->rows[r]) == (bool)headed)
                measure_ways(s, &s->rows[r], least);
}

static size_t gap_count(const splits *s) {
    return s->column_count - 1 - !s->has_chain;
}

static double table_width(const splits *s) {
    return BAR_ROOM + grid_sum(s->widths, s->column_count) + COLUMN_GAP * (double)gap_count(s) + 4;
}

static bool try_attempt(splits *s, attempt how) {
    s->how = how;
    choose_way_heads(s);
    set_columns(s);
    measure_columns(s, false);
    if (s->width <= 0 || table_width(s) <= s->width)
        return true;
    if (!how.squeeze)
        return false;
    double *natural = s->widths, *least = ARENA_ARRAY(s->d->a, double, s->column_count);
    s->widths = least;
    measure_columns(s, true);
    s->widths = natural;
    double room = s->width - (table_width(s) - grid_sum(s->widths, s->column_count));
    return grid_squeeze(s->widths, least, s->column_count, room);
}

static bool find_table(splits *s) {
    for (size_t k = 0; k < sizeof attempts / sizeof *attempts; k++) {
        if (!s->has_chain && attempts[k].chain != CHAIN_FULL && !attempts[k].squeeze)
            continue;
        if (s->width > 0 && s->width < attempts[k].least)
            continue;
        if (try_attempt(s, attempts[k]))
            return true;
    }
    return false;
}

/* Some of the room left over goes between the columns. */
static void spread(splits *s) {
    double natural = table_width(s), wanted = s->width > 0 ? fmin(s->width, natural * 1.22) : natural;
    double more = (wanted - natural) / (double)s->column_count;
    for (size_t k = 0; k < s->column_count && more > 0; k++)
        s->widths[k] += k == 1 && !s->has_chain ? 0 : more;
}

/* ---- the table: drawing ---- */

static double column_x(const splits *s, size_t column) {
    double x = BAR_ROOM;
    for (size_t k = 0; k < column; k++)
        x += s->widths[k] + (k == 1 && !s->has_chain ? 0 : COLUMN_GAP);
    return x;
}

static double column_middle(const splits *s, size_t column) {
    return column_x(s, column) + s->widths[column] / 2;
}

static void draw_value_box(const splits *s, scene *scene, double from, double width, double y, bool kept) {
    const theme *t = s->d->t;
    double half = t->type.table_cell * s->how.type * 0.5 + 2.8, line = t->stroke.chosen;
    paint p =
        kept ? paint_both(t->color.chosen_fill, t->color.chosen_line, line) : paint_stroke(t->color.chosen_line, line);
    scene_rect(scene, (box){from - 2.2, y - half, width + 4.4, 2 * half}, t->space.radius, p);
}

static void draw_boxed_value(const splits *s, scene *scene, const piece *p, double x, double y, bool kept, bool tied) {
    if (kept || tied)
        draw_value_box(s, scene, x, p->width, y, kept);
    drawing_put_middle(scene, p, (point){x, y}, ANCHOR_LEFT);
}

static void open_cell(const splits *s, scene *scene, role role, str title, str value) {
    str alt =
        value.len ? str_format(s->d->a, "%.*s = %.*s", STR_ARG(title), STR_ARG(number_shown(value, s->d->a))) : title;
    scene_open(scene, (group){.role = role, .title = title, .alt = alt});
}

static void draw_head(const splits *s, scene *scene, size_t column, piece head, double y) {
    scene_open(scene, (group){.role = ROLE_COLUMN_HEAD});
    if (head.width > 0)
        drawing_put_middle(scene, &head, (point){column_middle(s, column), y}, ANCHOR_CENTRE);
    scene_close(scene);
}

static void draw_heads(const splits *s, scene *scene) {
    double y = HEAD_H / 2.0 - 1;
    scene_open(scene, (group){.role = ROLE_ROW});
    draw_head(s, scene, 0, head_math(s, label_letter(s)), y);
    if (s->has_chain) {
        piece chain = head_label(s, drawing_say(s->d, "figure.splits.chain", NULL));
        draw_head(s, scene, 1, chain.width <= s->widths[1] + COLUMN_GAP ? chain : (piece){0}, y);
    }
    for (size_t k = 0; k < s->term_count; k++)
        draw_head(s, scene, s->first_term + k, head_math(s, s->terms[k]), y);
    for (size_t k = 0; k < s->way_columns && s->way_heads; k++)
        draw_head(s, scene, s->first_way + k, head_math(s, s->way_heads->ways[k].tex), y);
    for (size_t k = 0; k < s->step->fact_count; k++)
        draw_head(s, scene, s->first_table + k, head_label(s, table_short(s->d, s->step->facts[k].table)), y);
    scene_close(scene);
}

static void draw_terms(const splits *s, scene *scene, const shown_row *row, double y) {
    for (size_t t = 0; t < s->term_count; t++)
        for (size_t k = 0; k < row->candidate->term_count; k++) {
            const story_term *term = &row->candidate->terms[k];
            if (!str_equal(s->terms[t], term->name))
                continue;
            piece p = value_piece(s, row, term->value, str_to_c(s->d->a, term->name),
                                  s->widths[s->first_term + t] + 0.01, false);
            open_cell(s, scene, ROLE_CELL, term->name, term->value);
            drawing_put_middle(scene, &p, (point){column_middle(s, s->first_term + t), y}, ANCHOR_CENTRE);
            scene_close(scene);
        }
}

static void draw_ways(const splits *s, scene *scene, const shown_row *row, double y) {
    for (size_t k = 0; k < row->way_count; k++) {
        const shown_way *way = &row->ways[k];
        grid_block span = way_span(s, row, k);
        double from = column_x(s, span.first),
               to = column_x(s, span.first + span.count - 1) + s->widths[span.first + span.count - 1];
        piece lead = way_headed(s, row) ? (piece){0} : way_lead(s, way);
        piece p = value_piece(s, row, way->value, str_to_c(s->d->a, way->tex),
                              to - from - lead.width - box_room(s) + 0.01, way->kept);
        double x = (from + to - lead.width - p.width) / 2;
        scene_open(scene, (group){.role = ROLE_CELL,
                                  .title = way->tex,
                                  .span = (int)span.count,
                                  .alt = str_format(s->d->a, "%.*s = %.*s", STR_ARG(way->work),
                                                    STR_ARG(number_shown(way->value, s->d->a)))});
        if (lead.width > 0)
            drawing_put_middle(scene, &lead, (point){x, y}, ANCHOR_LEFT);
        draw_boxed_value(s, scene, &p, x + lead.width, y, way->kept, way->tied);
        scene_close(scene);
    }
}

static void draw_results(const splits *s, scene *scene, const shown_row *row, double y) {
    for (size_t f = 0; f < s->step->fact_count; f++) {
        size_t column = s->first_table + f;
        str short_name = table_short(s->d, s->step->facts[f].table);
        open_cell(s, scene, ROLE_CELL, short_name, row->values[f]);
        if (row->values[f].len) {
            str name = str_format(s->d->a, "\\text{%.*s}", STR_ARG(short_name));
            piece p = value_piece(s, row, row->values[f], str_to_c(s->d->a, name),
                                  s->widths[column] - box_room(s) + 0.01, row->kept[f]);
            draw_boxed_value(s, scene, &p, column_middle(s, column) - p.width / 2, y, row->kept[f], row->tied[f]);
        }
        scene_close(scene);
    }
}

static void draw_row(const splits *s, scene *scene, const shown_row *row, double top, double width) {
    const theme *t = s->d->t;
    double y = top + ROW_H / 2.0;
    str id = str_format(s->d->a, "candidate-%zu", row->candidate->number);
    scene_open(scene, (group){.role = ROLE_ROW, .id = id, .title = row->candidate->label});
    if (row->wins)
        scene_rect(scene, (box){0, top + 1, t->space.chosen_bar, ROW_H - 2}, 0, paint_fill(t->color.chosen_line));
    piece label = row_label(s, row);
    scene_open(scene, (group){.role = ROLE_ROW_HEAD});
    drawing_put_middle(scene, &label, (point){column_middle(s, 0), y}, ANCHOR_CENTRE);
    scene_close(scene);
    if (s->has_chain && row->split) {
        scene_open(scene, (group){.role = ROLE_CELL});
        draw_chain(s, scene, row, column_x(s, 1) + (s->widths[1] - chain_of(s, row).width) / 2, y - 1.2);
        scene_close(scene);
    }
    draw_terms(s, scene, row, y);
    draw_ways(s, scene, row, y);
    draw_results(s, scene, row, y);
    scene_close(scene);
    (void)width;
}

static void draw_rule(const splits *s, scene *scene, double y, double width, bool thick) {
    const theme *t = s->d->t;
    paint p = thick ? paint_stroke(t->color.ink, t->stroke.rule_table) : paint_stroke(t->color.rule, t->stroke.grid);
    scene_open(scene, (group){.role = ROLE_ARTIFACT});
    scene_line(scene, (point){0, y}, (point){width, y}, p);
    scene_close(scene);
}

/* ---- ties in words ---- */

static str tie_labels(const splits *s, const story_fact *fact) {
    strbuf b = strbuf_in(s->d->a);
    for (size_t k = 0; k < fact->chosen.count; k++)
        strbuf_addf(&b, "%s$%.*s$", k ? ", " : "", STR_ARG(fact->chosen.items[k]));
    return strbuf_text(&b);
}

static bool same_choice(const story_fact *a, const story_fact *b) {
    if (a->chosen.count != b->chosen.count || !str_equal(a->value, b->value))
        return false;
    for (size_t k = 0; k < a->chosen.count; k++)
        if (!str_equal(a->chosen.items[k], b->chosen.items[k]))
            return false;
    return true;
}

/* A line for each table with a tie; one for both if they tie alike. */
static size_t tie_lines(const splits *s, piece *lines) {
    drawing *d = s->d;
    size_t count = 0;
    const story_fact *facts = s->step->facts;
    bool alike = s->step->fact_count == 2 && same_choice(&facts[0], &facts[1]);
    for (size_t f = 0; f < s->step->fact_count && s->row_count > 1; f++) {
        if (facts[f].chosen.count < 2 || (alike && f))
            continue;
        datum *more = datum_map(d->a);
        str table = table_short(d, facts[f].table);
        if (alike)
            table = str_format(d->a, "%.*s, %.*s", STR_ARG(table), STR_ARG(table_short(d, facts[1].table)));
        datum_put(d->a, more, "table", datum_text(d->a, table));
        datum_put(d->a, more, "tied", datum_text(d->a, tie_labels(s, &facts[f])));
        datum_put(d->a, more, "kept", datum_text(d->a, str_format(d->a, "$%.*s$", STR_ARG(facts[f].chosen.items[0]))));
        str markup = drawing_say(d, "figure.splits.tie", more);
        lines[count++] =
            drawing_label(d, markup, drawing_style(FACE_ROMAN, fmin(d->t->type.label, 8.5), d->t->color.mute));
    }
    return count;
}

static double draw_ties(const splits *s, scene *scene, double y) {
    piece *lines = ARENA_ARRAY(s->d->a, piece, s->step->fact_count + 1);
    size_t count = tie_lines(s, lines);
    for (size_t k = 0; k < count; k++)
        drawing_put_middle(scene, &lines[k], (point){BAR_ROOM, y + TIE_H * ((double)k + 0.5) + 2}, ANCHOR_LEFT);
    return count ? TIE_H * (double)count + 3 : 0;
}

static void draw_table_part(splits *s, grid_block rows, bool last) {
    scene *scene = drawing_part(s->d);
    double width = table_width(s), y = HEAD_H;
    scene_open(scene, (group){.role = ROLE_TABLE});
    draw_heads(s, scene);
    draw_rule(s, scene, y, width, true);
    for (size_t k = rows.first; k < rows.first + rows.count; k++) {
        draw_row(s, scene, &s->rows[k], y, width);
        y += ROW_H;
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
    double *heights = ARENA_ARRAY(s->d->a, double, s->row_count);
    for (size_t k = 0; k < s->row_count; k++)
        heights[k] = ROW_H;
    double rest = HEAD_H + 4 + TIE_H * (double)s->step->fact_count;
    grid_blocks blocks = grid_split(heights, s->row_count, rest, s->height, s->d->a);
    for (size_t k = 0; k < blocks.count; k++)
        draw_table_part(s, blocks.items[k], k + 1 == blocks.count);
}

/* ---- cards ---- */

enum { CARD_PADDING = 8, CARD_LINE = 17, CARD_GAP = 8, WORD_GAP = 14 };

/* A word on a card: what leads it in, and a value that may be boxed. */
typedef struct card_word {
    piece lead, value;
    bool kept, tied, chain;
} card_word;

typedef struct card {
    const shown_row *row;
    card_word *words;
    chain_link *links;
    size_t count;
    size_t firsts[4]; /* where its paragraphs begin: chain, terms, ways, end */
    size_t lines[3];
    double height;
} card;

static double word_width(const splits *s, const card_word *w) {
    return w->lead.width + w->value.width + (w->kept || w->tied ? 5 : 0) + (w->chain ? chain_of(s, NULL).width : 0);
}

static void add_word(const splits *s, card *c, card_word w, double width) {
    c->words[c->count] = w;
    c->links[c->count++] = (chain_link){.w = width > 0 ? width : word_width(s, &w), .gap = WORD_GAP};
}

static card_word equation(const splits *s, const shown_row *row, str tex, str value, double width, bool kept) {
    card_word w = {.kept = kept};
    text_style style = style_of(s, FACE_ROMAN, s->d->t->type.table_cell, s->d->t->color.ink);
    w.lead = drawing_label(s->d, str_format(s->d->a, "$%.*s = {}$", STR_ARG(tex)), style);
    w.value = value_piece(s, row, value, str_to_c(s->d->a, tex), width - w.lead.width - 6, kept);
    return w;
}

static void add_ways(const splits *s, card *c, double width) {
    for (size_t k = 0; k < c->row->way_count; k++) {
        const shown_way *way = &c->row->ways[k];
        str tex = str_format(s->d->a, "%.*s = %.*s", STR_ARG(way->tex), STR_ARG(way->work));
        text_style style = style_of(s, FACE_ROMAN, s->d->t->type.table_cell, s->d->t->color.ink);
        bool long_work =
            drawing_label(s->d, str_format(s->d->a, "$%.*s = {}$", STR_ARG(tex)), style).width > width * 0.6;
        card_word w = equation(s, c->row, long_work ? way->tex : tex, way->value, width, way->kept);
        w.kept = way->kept;
        w.tied = way->tied;
        add_word(s, c, w, 0);
    }
}

static card card_of(splits *s, const shown_row *row, double width) {
    drawing *d = s->d;
    size_t most = 2 + row->candidate->term_count + row->way_count + s->step->fact_count;
    card c = {.row = row, .words = ARENA_ARRAY(d->a, card_word, most), .links = ARENA_ARRAY(d->a, chain_link, most)};
    text_style bold = style_of(s, FACE_BOLD, d->t->type.table_cell, d->t->color.ink);
    add_word(s, &c,
             (card_word){.lead = drawing_label(d, str_format(d->a, "$%.*s$", STR_ARG(row->candidate->label)), bold)},
             0);
    if (s->has_chain && row->split) {
        static const chain_form forms[] = {CHAIN_FULL, CHAIN_ENDS, CHAIN_NAMES};
        for (size_t k = 0; k < 3; k++) {
            s->how.chain = forms[k];
            if (chain_of(s, row).width <= width - c.links[0].w - WORD_GAP)
                break;
        }
        add_word(s, &c, (card_word){.chain = true}, chain_of(s, row).width);
    }
    for (size_t f = 0; f < s->step->fact_count; f++) {
        if (row->values[f].len == 0)
            continue;
        str name = str_format(d->a, "\\text{%.*s}", STR_ARG(table_short(d, s->step->facts[f].table)));
        card_word w = equation(s, row, name, row->values[f], width, row->kept[f]);
        w.kept = row->kept[f];
        w.tied = row->tied[f];
        add_word(s, &c, w, 0);
    }
    c.firsts[1] = c.count;
    for (size_t k = 0; k < row->candidate->term_count; k++)
        add_word(s, &c, equation(s, row, row->candidate->terms[k].name, row->candidate->terms[k].value, width, false),
                 0);
    c.firsts[2] = c.count;
    add_ways(s, &c, width);
    c.firsts[3] = c.count;
    size_t lines = 0;
    for (size_t p = 0; p < 3; p++) {
        c.lines[p] = chain_place(c.links + c.firsts[p], c.firsts[p + 1] - c.firsts[p], width).lines;
        lines += c.lines[p];
    }
    c.height = (double)lines * CARD_LINE + 2 * CARD_PADDING - 3;
    return c;
}

static void draw_word(splits *s, scene *scene, const card *c, const card_word *w, double x, double y) {
    if (w->chain) {
        draw_chain(s, scene, c->row, x, y - 1.2);
        return;
    }
    if (w->lead.width > 0)
        drawing_put_middle(scene, &w->lead, (point){x, y}, ANCHOR_LEFT);
    if (w->value.width > 0)
        draw_boxed_value(s, scene, &w->value, x + w->lead.width + (w->kept || w->tied ? 2 : 0), y, w->kept, w->tied);
}

static void draw_card(splits *s, scene *scene, const card *c, double top, double width) {
    const theme *t = s->d->t;
    str id = str_format(s->d->a, "candidate-%zu", c->row->candidate->number);
    scene_open(scene, (group){.role = ROLE_PART, .id = id, .title = c->row->candidate->label});
    paint frame = c->row->wins ? paint_stroke(t->color.chosen_line, t->stroke.chosen)
                               : paint_stroke(t->color.rule, t->stroke.frame);
    scene_rect(scene, (box){0.6, top + 0.6, width - 1.2, c->height - 1.2}, t->space.radius, frame);
    if (c->row->wins)
        scene_rect(scene, (box){0.6, top + 3.6, t->space.chosen_bar, c->height - 7.2}, 0,
                   paint_fill(t->color.chosen_line));
    double y = top + CARD_PADDING - 1.5 + CARD_LINE / 2.0;
    for (size_t p = 0; p < 3; p++) {
        for (size_t k = c->firsts[p]; k < c->firsts[p + 1]; k++)
            draw_word(s, scene, c, &c->words[k], CARD_PADDING + 2 + c->links[k].x,
                      y + (double)c->links[k].line * CARD_LINE);
        y += (double)c->lines[p] * CARD_LINE;
    }
    scene_close(scene);
}

static void draw_cards(splits *s) {
    double width = s->width > 0 ? s->width : 480, inner = width - 2 * CARD_PADDING - 4;
    s->how = (attempt){.type = 0.92, .chain = CHAIN_FULL, .work = true};
    scene *scene = NULL;
    double y = 0, tie_room = TIE_H * (double)s->step->fact_count + 4;
    for (size_t r = 0; r < s->row_count; r++) {
        card c = card_of(s, &s->rows[r], inner);
        if (scene && s->height > 0 && y + CARD_GAP + c.height + tie_room > s->height) {
            drawing_size(scene, width, y);
            scene = NULL;
        }
        y = scene ? y + CARD_GAP : 0;
        scene = scene ? scene : drawing_part(s->d);
        draw_card(s, scene, &c, y, width);
        y += c.height;
    }
    y += draw_ties(s, scene, y);
    drawing_size(scene, width, y);
}

static figure *splits_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    splits s = {.d = d, .width = q->width, .height = q->height};
    if (!splits_collect(&s))
        return NULL;
    if (find_table(&s))
        draw_table(&s);
    else
        draw_cards(&s);
    drawing_fact(d, "cell",
                 s.step->fact_count ? cell_name_plain(d, s.step->facts[0].table, s.step->row, s.step->col) : STR(""));
    drawing_fact_integer(d, "i", s.step->row);
    drawing_fact_integer(d, "j", s.step->col);
    drawing_fact_integer(d, "candidate_count", (int64_t)s.step->candidate_count);
    drawing_fact(d, "chain",
                 s.has_chain ? polygon_chain_text(&s.hand.ring, s.hand.first, s.hand.length, d->a) : STR(""));
    return drawing_end(d, "splits");
}

const figure_kind splits_figure = {
    .name = "splits",
    .counts = STEP_CELL,
    .table = true,
    .draws = splits_draw,
    .build = splits_build,
};
