/* The contraction of a chain, a row for each merge: what stands at the start, which two are merged, and the sum or
 * product at the right.
 *
 *   ( 5 )═(×)═(−4)── + ──( 2 )     edge 2    5 × (−4) = −20
 *       ╲     ╱            :
 *      ( −20 )═══(+)═══( 2 )       edge 3    −20 + 2  = −18
 *            ╲       ╱
 *             [ −18 ]
 *
 * The moves are those of the run, or with order=3,1,4,2 any others: the first edge is removed, then merged is at the
 * rest. A merged number stands in the middle over what it was made of, so that columns stay where they are. Where the
 * rows do not fit the width, each merge is a line of text with the numbers next to it. */
#include "chain.h"
#include "draw/drawing.h"
#include "draw/fit.h"
#include "grid.h"
#include "number.h"
#include "polygon/story/ring.h"
#include "rows/strand.h"

#include <math.h>

typedef struct blob {
    str value;
    size_t first, count; /* places in the opened chain, from 0 */
    size_t made;         /* row in which it appears: 0, or after that many merges */
    size_t from[2];      /* the two it was made of, unless made in row 0 */
    piece text, bold;
    double w;
    double x; /* centre */
} blob;

typedef struct merge_step {
    size_t left, right, result; /* blobs */
    size_t edge;
    bool times;
    str work; /* "5 × (−4)" */
} merge_step;

typedef struct merging {
    drawing *d;
    polygon_ring ring;
    story_move *moves; /* those of an order have no values: they are worked out */
    size_t move_count;
    bool given;  /* moves of an order, not the play of the run */
    bool best;   /* the number at the end is the best there is */
    size_t open; /* the edge removed */
    blob *blobs;
    size_t blob_count;
    merge_step *steps;
    size_t step_count;
    size_t **rows; /* rows[r]: blobs of row r, n − r of them */
    double scale, vertex_h, badge, pitch, type;
} merging;

enum { WIDEST_VALUE = 70, WORK_GAP = 22, WIDEST_WORK = 150, WIDEST_RESULT = 75, EQUALS_GAP = 3 };

static bool merge_draws(const story_run *r) {
    polygon_ring ring;
    arena *scratch = arena_scratch(r->story->arena);
    arena_mark start = arena_here(scratch);
    bool is_polygon = polygon_ring_of(r->story, &ring, scratch);
    arena_back(scratch, start);
    return is_polygon && r->move_count > 0;
}

/* ---- what happens ---- */

static bool bad_play(drawing *d, const story_move *move) {
    return error_plain(d->q->error, STATUS_INPUT, "figure merge: move %zu (%.*s at %lld) cannot be made", move->number,
                       STR_ARG(move->what), (long long)move->at);
}

static str work_of(const merging *m, const merge_step *step) {
    return str_format(m->d->a, "%.*s %s %.*s", STR_ARG(number_shown(m->blobs[step->left].value, m->d->a)),
                      step->times ? "×" : "+", STR_ARG(number_shown_operand(m->blobs[step->right].value, m->d->a)));
}

/* Empty if one of the two is no number. */
static str joined(const merging *m, str left, str right, bool times) {
    arena *a = m->d->a;
    const number *x = number_from_canonical(a, left), *y = number_from_canonical(a, right);
    number *z = number_new(a);
    if (!x || !y)
        return STR("");
    if (times)
        fmpq_mul(z->q, x->q, y->q);
    else
        fmpq_add(z->q, x->q, y->q);
    return number_text(z, a);
}

static bool merge_at(merging *m, const story_move *move) {
    size_t row = m->step_count, length = m->ring.n - row;
    const size_t *now = m->rows[row];
    size_t place = (polygon_index(&m->ring, move->at) + m->ring.n - m->open) % m->ring.n;
    for (size_t k = 0; k + 1 < length; k++) {
        const blob *left = &m->blobs[now[k]], *right = &m->blobs[now[k + 1]];
        if (right->first != place)
            continue;
        size_t made = m->blob_count++, edge = polygon_index(&m->ring, move->at);
        bool times = m->ring.times[edge - 1];
        m->blobs[made] = (blob){.value = m->given ? joined(m, left->value, right->value, times) : move->value,
                                .first = left->first,
                                .count = left->count + right->count,
                                .made = row + 1,
                                .from = {now[k], now[k + 1]}};
        merge_step *step = &m->steps[m->step_count++];
        *step = (merge_step){now[k], now[k + 1], made, edge, times, STR("")};
        step->work = work_of(m, step);
        size_t *next = ARENA_ARRAY(m->d->a, size_t, length);
        for (size_t p = 0; p + 1 < length; p++)
            next[p] = p < k ? now[p] : p == k ? made : now[p + 1];
        m->rows[row + 1] = next;
        return true;
    }
    return bad_play(m->d, move);
}

/* The play of the run as far as the moment has come. */
static void take_moves(merging *m) {
    const story_run *run = m->d->q->moment->run;
    const story_step *step = m->d->q->moment->step;
    bool within = step && step->kind == STEP_MOVE && step->number < run->move_count;
    m->moves = run->moves;
    m->move_count = within ? step->number : run->move_count;
}

static bool bad_order(const merging *m, str order) {
    return error_plain(m->d->q->error, figure_param_status(m->d->q),
                       "figure merge: order=%.*s is no play: edges from 1 to %zu are needed, each once at most",
                       STR_ARG(order), m->ring.n);
}

/* order=3,1,4,2 as moves. */
static bool read_order(merging *m, str order) {
    size_t n = m->ring.n;
    m->given = true;
    m->moves = ARENA_ARRAY(m->d->a, story_move, n);
    bool *seen = ARENA_ARRAY(m->d->a, bool, n + 1);
    for (size_t from = 0; from <= order.len;) {
        size_t comma = str_find(order, STR(","), from), edge = 0;
        str text = str_trim(str_slice(order, from, comma));
        for (size_t k = 0; k < text.len && edge <= n; k++)
            edge = text.ptr[k] >= '0' && text.ptr[k] <= '9' ? edge * 10 + (size_t)(text.ptr[k] - '0') : n + 1;
        if (edge < 1 || edge > n || seen[edge])
            return bad_order(m, order);
        seen[edge] = true;
        m->moves[m->move_count] = (story_move){
            .number = m->move_count + 1, .what = m->move_count ? STR("merge") : STR("remove"), .at = (int64_t)edge};
        m->move_count++;
        from = comma == SIZE_MAX ? order.len + 1 : comma + 1;
    }
    return true;
}

static bool collect(merging *m) {
    drawing *d = m->d;
    bool is_polygon = polygon_ring_of(d->q->moment->story, &m->ring, d->a) && m->ring.n > 0;
    str order = drawing_param(d, "order");
    if (is_polygon && order.len && !read_order(m, order))
        return false;
    if (is_polygon && !order.len)
        take_moves(m);
    if (m->move_count == 0)
        return error_plain(d->q->error, STATUS_INPUT, "figure merge: there is no play of a polygon here");
    size_t n = m->ring.n;
    m->blobs = ARENA_ARRAY(d->a, blob, 2 * n);
    m->steps = ARENA_ARRAY(d->a, merge_step, n);
    m->rows = ARENA_ARRAY(d->a, size_t *, n + 1);
    m->rows[0] = ARENA_ARRAY(d->a, size_t, n);
    m->open = polygon_index(&m->ring, m->moves[0].at);
    for (size_t k = 0; k < n; k++) {
        size_t vertex = polygon_index(&m->ring, (int64_t)(m->open + k));
        m->blobs[k] = (blob){.value = m->ring.values[vertex - 1], .first = k, .count = 1};
        m->rows[0][k] = k;
    }
    m->blob_count = n;
    for (size_t k = 0; k < m->move_count; k++) {
        if (k == 0 ? !str_is(m->moves[k].what, "remove") : !str_is(m->moves[k].what, "merge") || k >= n)
            return bad_play(d, &m->moves[k]);
        if (k && !merge_at(m, &m->moves[k]))
            return false;
    }
    str best = datum_as_text(datum_get(d->q->moment->story->answer, "max"));
    m->best = !m->given || str_equal(m->blobs[m->blob_count - 1].value, best);
    return true;
}

/* ---- sizes ---- */

static bool is_final(const merging *m, const blob *b) {
    return b->count == m->ring.n;
}

static str blob_name(const merging *m, const blob *b) {
    return str_format(m->d->a, "$p(%zu,%zu)$", polygon_index(&m->ring, (int64_t)(m->open + b->first)), b->count);
}

static void measure_blob(const merging *m, blob *b) {
    drawing *d = m->d;
    double size = fmax(d->t->type.node * m->scale * (is_final(m, b) && m->ring.n > 1 ? 1.15 : 1), d->t->type.least);
    double widest = WIDEST_VALUE * fmax(m->scale, 0.7);
    b->text = drawing_value(d, b->value, blob_name(m, b), widest, drawing_style(FACE_ROMAN, size, d->t->color.ink));
    b->bold = drawing_value(d, b->value, blob_name(m, b), widest, drawing_style(FACE_BOLD, size, d->t->color.ink));
    b->w = fmax(m->vertex_h, fmax(b->text.width, b->bold.width) + m->vertex_h * 0.42);
}

/* Between two neighbours of a row: room for a badge where they are merged, else for a sign. */
static double distance_needed(const merging *m, size_t row, size_t a, size_t b) {
    bool merged = row < m->step_count && m->steps[row].left == a && m->steps[row].right == b;
    double between = merged ? 2 * m->badge + 5 * m->scale : 1.6 * m->badge + 4 * m->scale;
    return (m->blobs[a].w + m->blobs[b].w) / 2 + between;
}

/* Merged numbers stand in the middle between what they were made of. */
static void place_blobs(merging *m, const double *gaps) {
    double x = 0;
    for (size_t k = 0; k < m->ring.n; k++) {
        x += gaps[k];
        m->blobs[k].x = x;
    }
    for (size_t k = m->ring.n; k < m->blob_count; k++)
        m->blobs[k].x = (m->blobs[m->blobs[k].from[0]].x + m->blobs[m->blobs[k].from[1]].x) / 2;
}

/* Gaps between the columns of the first row, each at least `least`, wide enough for every row. Widening a gap brings no
 * two numbers of any row closer, so that one pass is enough. */
static void find_columns(merging *m, double least) {
    double *gaps = ARENA_ARRAY(m->d->a, double, m->ring.n);
    for (size_t k = 1; k < m->ring.n; k++)
        gaps[k] = least;
    place_blobs(m, gaps);
    for (size_t row = 0; row <= m->step_count; row++)
        for (size_t k = 0; k + 1 < m->ring.n - row; k++) {
            size_t a = m->rows[row][k], b = m->rows[row][k + 1];
            double missing = distance_needed(m, row, a, b) - (m->blobs[b].x - m->blobs[a].x);
            if (missing <= 0)
                continue;
            gaps[m->blobs[b].first] += missing;
            place_blobs(m, gaps);
        }
    double left = 0;
    for (size_t k = 0; k < m->blob_count; k++)
        left = fmin(left, m->blobs[k].x - m->blobs[k].w / 2);
    for (size_t k = 0; k < m->blob_count; k++)
        m->blobs[k].x -= left - 1;
}

static str step_label(const merging *m, size_t k) {
    datum *more = datum_map(m->d->a);
    datum_put(m->d->a, more, "number", datum_integer(m->d->a, (int64_t)(k + 1)));
    datum_put(m->d->a, more, "edge", datum_integer(m->d->a, (int64_t)m->steps[k].edge));
    return drawing_say(m->d, "figure.merge.step", more);
}

typedef struct work {
    piece label, lead, result; /* "edge 2", "5 × (−4)", "= −20" */
} work;

/* "5 × (−4)" with each number in half of `widest` points. */
static piece short_lead(const merging *m, const merge_step *step, double widest, text_style style) {
    drawing *d = m->d;
    const blob *left = &m->blobs[step->left], *right = &m->blobs[step->right];
    bool negative = str_starts(right->value, "-");
    str sign = str_format(d->a, " %s %s", step->times ? "×" : "+", negative ? "(" : "");
    piece parts[] = {drawing_value(d, left->value, blob_name(m, left), widest * 0.44, style),
                     drawing_text(d, sign, style),
                     drawing_value(d, right->value, blob_name(m, right), widest * 0.44, style),
                     drawing_text(d, negative ? STR(")") : STR(""), style)};
    piece lead = {.scene = scene_new(d->a)};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        drawing_put(lead.scene, &parts[k], (point){lead.width, 0}, ANCHOR_LEFT);
        lead.width += parts[k].width;
    }
    return lead;
}

/* What leads in no wider than `widest`, the number of the result no wider than `widest_result`. */
static work work_pieces(const merging *m, size_t k, double widest, double widest_result) {
    drawing *d = m->d;
    const merge_step *step = &m->steps[k];
    const blob *result = &m->blobs[step->result];
    double size = fmax(m->type, d->t->type.least);
    text_style roman = drawing_style(FACE_ROMAN, size, d->t->color.ink), bold = roman;
    bold.face = FACE_BOLD;
    text_style small = drawing_style(FACE_ROMAN, fmax(size * 0.82, 7), d->t->color.mute);
    work w = {.label = drawing_label(d, step_label(m, k), small)};
    w.lead = drawing_label(d, str_format(d->a, "$%.*s$", STR_ARG(step->work)), roman);
    if (w.lead.width > widest)
        w.lead = short_lead(m, step, widest, roman);
    piece equals = drawing_label(d, STR("$= {}$"), roman);
    piece value = drawing_value(d, result->value, blob_name(m, result), widest_result, bold);
    w.result = (piece){.scene = scene_new(d->a), .width = equals.width + value.width};
    drawing_put(w.result.scene, &equals, (point){0, 0}, ANCHOR_LEFT);
    drawing_put(w.result.scene, &value, (point){equals.width, 0}, ANCHOR_LEFT);
    return w;
}

typedef struct work_widths {
    double label, lead, result;
} work_widths;

static work_widths measure_work(const merging *m) {
    work_widths w = {0, 0, 0};
    for (size_t k = 0; k < m->step_count; k++) {
        work p = work_pieces(m, k, WIDEST_WORK, WIDEST_RESULT);
        w.label = fmax(w.label, p.label.width);
        w.lead = fmax(w.lead, p.lead.width);
        w.result = fmax(w.result, p.result.width);
    }
    return w;
}

static double work_width(work_widths w) {
    return w.lead > 0 ? WORK_GAP + w.label + 12 + w.lead + EQUALS_GAP + w.result : 0;
}

static double chain_width(const merging *m) {
    double right = 0;
    for (size_t k = 0; k < m->blob_count; k++)
        right = fmax(right, m->blobs[k].x + m->blobs[k].w / 2);
    return right;
}

static bool measure(merging *m, double scale) {
    const theme *t = m->d->t;
    drawing_forget_notes(m->d);
    m->scale = scale;
    m->type = fmax(t->type.formula * fmax(scale, 0.78), t->type.least);
    m->vertex_h = fmax(27 * scale, 14);
    m->badge = fmax(t->space.operator_r * scale, 4.2);
    m->pitch = m->vertex_h + fmax((m->ring.n > 6 ? 17 : 22) * scale, 11);
    for (size_t k = 0; k < m->blob_count; k++)
        measure_blob(m, &m->blobs[k]);
    double room = m->d->q->width > 0 ? m->d->q->width : 900, work = work_width(measure_work(m)) + 2;
    static const double columns[] = {46, 36, 0};
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        find_columns(m, columns[k] * scale);
        if (chain_width(m) + work <= room)
            return true;
    }
    return false;
}

/* ---- rows ---- */

static state blob_state(const merging *m, size_t row, size_t k) {
    if (row < m->step_count && (m->steps[row].left == k || m->steps[row].right == k))
        return STATE_READ;
    return m->best && is_final(m, &m->blobs[k]) ? STATE_CHOSEN : STATE_PLAIN;
}

static void draw_blob(const merging *m, scene *s, size_t row, size_t k, double y) {
    const blob *b = &m->blobs[k];
    state st = blob_state(m, row, k);
    bool bold = b->made == row && row > 0;
    str alt = str_format(m->d->a, "%.*s", STR_ARG(number_shown(b->value, m->d->a)));
    strand_vertex v = {.state = st, .id = drawing_id(m->d, "row-%zu-%zu", row, b->first), .alt = alt};
    vertex_draw(m->d, s, &v, bold || st == STATE_CHOSEN ? &b->bold : &b->text, (point){b->x, y}, b->w, m->vertex_h);
}

static void draw_link(const merging *m, scene *s, size_t row, size_t a, size_t b, double y) {
    drawing *d = m->d;
    const theme *t = d->t;
    const blob *from = &m->blobs[a], *to = &m->blobs[b];
    bool merged = row < m->step_count && m->steps[row].left == a && m->steps[row].right == b;
    size_t edge = polygon_index(&m->ring, (int64_t)(m->open + to->first));
    double x1 = from->x + from->w / 2, x2 = to->x - to->w / 2;
    strand_vertex v = {.edge = merged ? STATE_CURRENT : STATE_PLAIN,
                       .heavy = merged,
                       .op = m->ring.times[edge - 1] ? STR("×") : STR("+"),
                       .edge_id = drawing_id(d, "row-%zu-edge-%zu", row, edge),
                       .edge_alt = m->ring.times[edge - 1] ? STR("×") : STR("+")};
    double middle = (x1 + x2) / 2, size = fmax(t->type.operator* m->scale, t->type.least);
    if (merged) {
        scene_line(s, (point){x1, y}, (point){x2, y}, edge_paint(d, &v));
        badge_draw(d, s, &v, (point){middle, y}, m->badge, size);
        return;
    }
    piece sign = drawing_text(d, v.op, drawing_style(FACE_ROMAN, size, t->color.mute));
    double room = m->badge * 0.8;
    paint thin = paint_stroke(t->color.mute, t->stroke.node);
    scene_line(s, (point){x1, y}, (point){middle - room, y}, thin);
    scene_line(s, (point){middle + room, y}, (point){x2, y}, thin);
    drawing_put_centre(s, &sign, (point){middle, y});
}

/* Lines to the next row: from the pair to what it becomes, dotted from what stays. */
static void draw_descent(const merging *m, scene *s, size_t row, double y) {
    const theme *t = m->d->t;
    const merge_step *step = &m->steps[row];
    double from = y + m->vertex_h / 2, to = y + m->pitch - m->vertex_h / 2;
    paint line = paint_stroke(t->color.ink, t->stroke.tree_edge),
          dots = paint_dashed(t->color.mute, t->stroke.grid, 1, 2.4);
    for (size_t k = 0; k < m->ring.n - row; k++) {
        size_t b = m->rows[row][k];
        double x = m->blobs[b].x, x2 = m->blobs[step->result].x;
        if (b == step->left || b == step->right)
            scene_line(s, (point){x, from}, (point){x2, to}, line);
        else
            scene_line(s, (point){x, from + 1}, (point){x, to - 1}, dots);
    }
}

static void draw_work(const merging *m, scene *s, size_t k, work_widths widths, double x, double y) {
    work w = work_pieces(m, k, WIDEST_WORK, WIDEST_RESULT);
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(m->d, "merge-%zu", k + 1),
                          .title = str_format(m->d->a, "%zu", k + 1),
                          .alt = str_format(m->d->a, "%.*s = %.*s", STR_ARG(m->steps[k].work),
                                            STR_ARG(number_shown(m->blobs[m->steps[k].result].value, m->d->a)))});
    drawing_put_middle(s, &w.label, (point){x, y}, ANCHOR_LEFT);
    double equals = x + widths.label + 12 + widths.lead;
    drawing_put_middle(s, &w.lead, (point){equals, y}, ANCHOR_RIGHT);
    drawing_put_middle(s, &w.result, (point){equals + EQUALS_GAP, y}, ANCHOR_LEFT);
    scene_close(s);
}

static void draw_row(const merging *m, scene *s, size_t row, double y, bool descend, double work_x,
                     work_widths widths) {
    if (descend && row < m->step_count) {
        scene_open(s, (group){.role = ROLE_ARTIFACT});
        draw_descent(m, s, row, y);
        scene_close(s);
    }
    for (size_t k = 0; k + 1 < m->ring.n - row; k++)
        draw_link(m, s, row, m->rows[row][k], m->rows[row][k + 1], y);
    for (size_t k = 0; k < m->ring.n - row; k++)
        draw_blob(m, s, row, m->rows[row][k], y);
    if (row < m->step_count)
        draw_work(m, s, row, widths, work_x, y);
}

static void draw_rows(merging *m) {
    size_t rows = m->step_count + 1;
    double *pitches = ARENA_ARRAY(m->d->a, double, rows);
    for (size_t k = 0; k < rows; k++)
        pitches[k] = m->pitch;
    grid_blocks blocks = grid_split(pitches, rows, 2, m->d->q->height, m->d->a);
    work_widths widths = measure_work(m);
    double width = chain_width(m);
    for (size_t b = 0; b < blocks.count; b++) {
        scene *s = drawing_part(m->d);
        for (size_t k = 0; k < blocks.items[b].count; k++) {
            double y = m->vertex_h / 2 + 1 + (double)k * m->pitch;
            draw_row(m, s, blocks.items[b].first + k, y, k + 1 < blocks.items[b].count, width + 2 + WORK_GAP, widths);
        }
        double height = (double)(blocks.items[b].count - 1) * m->pitch + m->vertex_h + 2;
        drawing_size(s, width + work_width(widths) + 2, height);
    }
}

/* ---- lines of text ---- */

enum { LINE_H = 17, STEP_GAP = 7, NEAR = 3 };

typedef struct word {
    piece piece;
    bool pair;   /* one of the two, or between them */
    bool joined; /* stays on the line of the word before it */
} word;

/* The numbers next to the merge, and what is farther away as dots. */
static size_t step_words(const merging *m, size_t row, word *words, chain_link *links, double widest) {
    drawing *d = m->d;
    text_style roman = drawing_style(FACE_ROMAN, m->type, d->t->color.ink);
    size_t length = m->ring.n - row, at = 0, count = 0;
    while (m->rows[row][at] != m->steps[row].left)
        at++;
    size_t from = at > NEAR ? at - NEAR : 0, to = at + 2 + NEAR < length ? at + 2 + NEAR : length;
    if (from > 0)
        words[count++] = (word){drawing_text(d, STR("…"), roman), false, false};
    for (size_t k = from; k < to; k++) {
        const blob *b = &m->blobs[m->rows[row][k]];
        bool pair = k == at || k == at + 1;
        size_t edge = polygon_index(&m->ring, (int64_t)(m->open + b->first));
        if (k > 0)
            words[count++] =
                (word){drawing_text(d, m->ring.times[edge - 1] ? STR("×") : STR("+"), roman), k == at + 1, k == at + 1};
        words[count++] = (word){drawing_value(d, b->value, blob_name(m, b), widest, roman), pair, k > 0};
    }
    if (to < length)
        words[count++] = (word){drawing_text(d, STR("…"), roman), false, false};
    for (size_t k = 0; k < count; k++)
        links[k] = (chain_link){.w = words[k].piece.width,
                                .gap = words[k].pair && k && words[k - 1].pair ? 4 : 7,
                                .joined = words[k].joined};
    return count;
}

static double draw_step(const merging *m, scene *s, size_t row, double width, double y) {
    drawing *d = m->d;
    const theme *t = d->t;
    const size_t most = 2 * (2 * NEAR + 4) + 2; /* numbers, operators, dots, the work */
    word *words = ARENA_ARRAY(d->a, word, most);
    chain_link *links = ARENA_ARRAY(d->a, chain_link, most);
    piece label = drawing_label(d, step_label(m, row), drawing_style(FACE_ROMAN, t->type.label, t->color.mute));
    double indent = 52, room = width - indent - 4; /* the frame of the pair */
    size_t count = step_words(m, row, words, links, (room - 70) / 2);
    const blob *result = &m->blobs[m->steps[row].result];
    work w = work_pieces(m, row, room, room - 20);
    words[count] = (word){w.lead, false, false};
    links[count++] = (chain_link){.w = w.lead.width, .gap = 22}; /* stands apart: it is not part of the chain */
    words[count] = (word){w.result, false, false};
    links[count++] = (chain_link){.w = w.result.width, .gap = m->type * 0.3};
    size_t lines = chain_place(links, count, room).lines;
    if (!s)
        return (double)lines * LINE_H;
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(d, "merge-%zu", row + 1),
                          .title = str_format(d->a, "%zu", row + 1),
                          .alt = str_format(d->a, "%.*s = %.*s", STR_ARG(m->steps[row].work),
                                            STR_ARG(number_shown(result->value, d->a)))});
    drawing_put_middle(s, &label, (point){0, y + LINE_H / 2.0}, ANCHOR_LEFT);
    double from = INFINITY, to = 0, pair_y = y;
    for (size_t k = 0; k < count; k++)
        if (words[k].pair) {
            from = fmin(from, links[k].x);
            to = fmax(to, links[k].x + links[k].w);
            pair_y = y + (double)links[k].line * LINE_H;
        }
    scene_rect(s, (box){indent + from - 3, pair_y + 1, to - from + 6, LINE_H - 2}, t->space.radius,
               paint_both(t->color.read_fill, t->color.read_line, t->stroke.read));
    for (size_t k = 0; k < count; k++)
        drawing_put_middle(s, &words[k].piece,
                           (point){indent + links[k].x, y + (double)links[k].line * LINE_H + LINE_H / 2.0},
                           ANCHOR_LEFT);
    scene_close(s);
    return (double)lines * LINE_H;
}

static void draw_lines(merging *m) {
    double width = m->d->q->width > 0 ? m->d->q->width : 480, y = 0;
    drawing_forget_notes(m->d);
    m->type = fmax(m->d->t->type.table_cell * 0.9, m->d->t->type.least);
    scene *s = NULL;
    for (size_t row = 0; row < m->step_count; row++) {
        double height = draw_step(m, NULL, row, width, 0);
        if (s && m->d->q->height > 0 && y + height > m->d->q->height) {
            drawing_size(s, width, y - STEP_GAP);
            s = NULL;
        }
        y = s ? y : 0;
        s = s ? s : drawing_part(m->d);
        y += draw_step(m, s, row, width, y) + STEP_GAP;
    }
    if (s)
        drawing_size(s, width, y - STEP_GAP);
}

static bool rows_fit(void *figure, const void *look) {
    return measure(figure, *(const double *)look);
}

static figure *merge_build(const figure_request *q) {
    static const double scales[] = {1, 0.9, 0.8, 0.7, 0.62, 0.54};
    drawing *d = drawing_begin(q);
    merging m = {.d = d};
    if (!collect(&m))
        return NULL;
    if (m.ring.n <= 40 && FIT_FROM(&m, scales, m.ring.n > 6, rows_fit))
        draw_rows(&m);
    else
        draw_lines(&m);
    drawing_fact_integer(d, "n", (int64_t)m.ring.n);
    drawing_fact_integer(d, "edge", (int64_t)m.open);
    drawing_fact_integer(d, "merge_count", (int64_t)m.step_count);
    drawing_fact_bool(d, "given", m.given);
    size_t last = m.rows[m.step_count][0];
    drawing_fact(d, "value", m.step_count + 1 == m.ring.n ? number_shown(m.blobs[last].value, d->a) : STR(""));
    return drawing_end(d, "merge");
}

static const figure_param merge_params[] = {{.name = "order"}, {0}};

const figure_kind merge_figure = {
    .name = "merge",
    .summary = "a play on a ring, a row for each merge with its arithmetic",
    .counts = STEP_MOVE,
    .params = merge_params,
    .draws = merge_draws,
    .build = merge_build,
};
