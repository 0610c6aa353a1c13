#include "tables/row_table.h"

#include "expr.h"
#include "number.h"
#include "visible.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_TERMS = 6, /* arcs that all have their term; of more only the kept one has */
    MOST_ARCS = 24,
    HEAD_GAP = 8, /* between the names at the left and the cells */
    TABLE_GAP = 16,
    LEGEND_GAP = 9,
    HEAD = 6, /* of an arrow */
    SAMPLES = 24
};

/* A size of cells. */
typedef struct attempt {
    double w, h, type;
} attempt;

static const attempt attempts[] = {{37, 27, 1},    {34, 26, 1},    {30, 24.5, 0.92},
                                   {27, 23, 0.85}, {23, 21, 0.78}, {20, 20, 0.72}};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

/* From one cell to another, over the row or under it. */
typedef struct arc {
    size_t from, to;
    bool kept;
    str term;    /* markup */
    point a, b;  /* its ends */
    double apex; /* how far its middle is off the row */
    piece label;
    bool labelled;
    box at; /* of the label */
} arc;

typedef struct arcs {
    arc *items;
    size_t count, capacity;
} arcs;

typedef struct row {
    const story_table *t;
    table_look look;
    bool data; /* its columns have labels besides their indices */
    piece title, name;
    arcs reads, hops;
    double reach, depth; /* of the arcs over and under it */
} row;

typedef struct figure_of_rows {
    drawing *d;
    story_moment m;
    bool back, write;
    row *rows;
    size_t count;
    attempt how;
    double cell_w, head_w, width;
} figure_of_rows;

/* ---- what is shown ---- */

static bool is_row(const story_table *t) {
    return t->shape == TABLE_FULL && !t->texts && t->row_first == t->row_last && !t->row.len && !t->row_labels.count &&
           t->col_first <= t->col_last;
}

static bool has_index(const story_table *t) {
    return t->col.len || t->col_labels.count || t->col_first != t->col_last;
}

static bool labels_are_data(const story_table *t) {
    for (size_t k = 0; k < t->col_labels.count; k++)
        if (t->col_labels.items[k].len)
            return true;
    return false;
}

static bool find_rows(figure_of_rows *f) {
    drawing *d = f->d;
    const story_run *run = f->m.run;
    bool several = false;
    f->rows = ARENA_ARRAY(d->a, row, run->table_count);
    for (size_t k = 0; k < run->table_count; k++) {
        const story_table *t = &run->tables[k];
        if (!table_is_asked(d, t) || t->shape == TABLE_SETS || t->row_first > t->row_last)
            continue;
        if (!is_row(t))
            return false;
        several = several || t->col_first < t->col_last;
        f->rows[f->count++] = (row){.t = t, .look = table_look_asked(d, t, &f->m), .data = labels_are_data(t)};
    }
    return several;
}

/* The first candidate's expression with the names of what it reads: "f[4] + 1". With its numbers where a term is no
 * cell. */
static str expression_of(const figure_of_rows *f, const story_candidate *c) {
    drawing *d = f->d;
    const story_way *way = c->way_count ? &c->ways[0] : NULL;
    if (!way || !way->expr.len)
        return STR("");
    bool cells = c->term_count == c->read_count;
    binding *names = ARENA_ARRAY(d->a, binding, c->term_count + 1);
    for (size_t k = 0; k < c->term_count && cells; k++) {
        const story_read *r = &c->reads[k];
        cells = r->table && str_equal(r->value, c->terms[k].value);
        names[k] = c->terms[k];
        if (cells)
            names[k].value = cell_name(d, r->table, r->row, r->col);
    }
    if (!cells)
        return story_way_shown(way, d->a);
    source where = {STR("an expression"), way->expr};
    error fault = error_in(d->a);
    const expr *x = expr_read(&where, 0, way->expr.len, d->a, &fault);
    return x ? expr_shown(x, names, c->term_count, d->a) : STR("");
}

static str term_of(const figure_of_rows *f, const story_candidate *c) {
    str shown = expression_of(f, c);
    if (!shown.len || !c->way_count)
        return STR("");
    str value = c->ways[0].value;
    value = number_from_canonical(f->d->a, value) ? number_shown(value, f->d->a) : drawing_name_tex(f->d, value);
    return str_format(f->d->a, "$%.*s = %.*s$", STR_ARG(shown), STR_ARG(value));
}

static arc *arc_between(arcs *list, size_t from, size_t to) {
    for (size_t k = 0; k < list->count; k++)
        if (list->items[k].from == from && list->items[k].to == to)
            return &list->items[k];
    return NULL;
}

static void add_reads(const figure_of_rows *f, row *r, const story_step *step) {
    const story_fact *fact = step ? story_fact_of(step, r->t) : NULL;
    size_t to = step ? (size_t)(step->col - r->t->col_first) : 0;
    for (size_t k = 0; fact && k < step->candidate_count; k++) {
        const story_candidate *c = &step->candidates[k];
        if (!candidate_counts(c, fact) || (f->m.candidate && f->m.candidate != c))
            continue;
        for (size_t n = 0; n < c->read_count; n++) {
            size_t from = (size_t)(c->reads[n].col - r->t->col_first);
            if (c->reads[n].table != r->t || from == to)
                continue;
            arc *known = arc_between(&r->reads, from, to);
            bool kept = fact->kept == c;
            str term = n + 1 == c->read_count || c->read_count == 1 ? term_of(f, c) : STR("");
            if (known && kept && !known->kept)
                *known = (arc){.from = from, .to = to, .kept = kept, .term = term};
            if (!known)
                *ARENA_PUSH(f->d->a, &r->reads, items, count, capacity) =
                    (arc){.from = from, .to = to, .kept = kept, .term = term};
            cell_look *cell = &r->look.cells[from];
            if (f->back && cell->state == STATE_PLAIN)
                cell->state = STATE_READ;
        }
    }
    if (r->reads.count > MOST_ARCS)
        r->reads.count = 0;
    for (size_t k = 0; k < r->reads.count && r->reads.count > MOST_TERMS; k++)
        if (!r->reads.items[k].kept)
            r->reads.items[k].term = STR("");
}

static str hop_label(const figure_of_rows *f, str take) {
    size_t open = str_find(take, STR("$"), 0);
    if (open != SIZE_MAX && str_find(take, STR("$"), open + 1) != SIZE_MAX)
        return take;
    strbuf b = strbuf_in(f->d->a);
    strbuf_add_c(&b, "");
    mustache_escape_markdown(&b, take, STR(""));
    return strbuf_text(&b);
}

static void add_hop(const figure_of_rows *f, row *r, const story_back *b, const story_table *t, int64_t col) {
    if (t != r->t || col == b->col || col < t->col_first || col > t->col_last)
        return;
    *ARENA_PUSH(f->d->a, &r->hops, items, count, capacity) = (arc){.from = (size_t)(b->col - t->col_first),
                                                                   .to = (size_t)(col - t->col_first),
                                                                   .kept = true,
                                                                   .term = hop_label(f, b->take)};
}

static void add_hops(const figure_of_rows *f, row *r) {
    const story_run *run = f->m.run;
    const story_step *step = f->m.step;
    size_t done = step && step->kind == STEP_BACK ? step->number : run->back_count;
    for (size_t k = 0; k < run->back_count && k < done; k++) {
        const story_back *b = &run->backs[k];
        if (b->table != r->t)
            continue;
        const story_candidate *c = b->candidate;
        for (size_t n = 0; c && n < c->read_count; n++)
            add_hop(f, r, b, c->reads[n].table, c->reads[n].col);
        if (!c && k + 1 < done)
            add_hop(f, r, b, run->backs[k + 1].table, run->backs[k + 1].col);
    }
}

/* The first cell of the way back that uses others of its row: what it compared is shown with the finished table. */
static const story_step *goal_step(const figure_of_rows *f, const story_table *t) {
    const story_run *run = f->m.run;
    for (size_t k = 0; k < run->back_count; k++)
        if (run->backs[k].table == t)
            return story_step_of_cell(t, run->backs[k].row, run->backs[k].col);
    return NULL;
}

static void collect(figure_of_rows *f) {
    const story_step *step = f->m.step && f->m.step->kind == STEP_CELL ? f->m.step : NULL;
    for (size_t k = 0; k < f->count && !f->write; k++) {
        row *r = &f->rows[k];
        if (f->back)
            add_hops(f, r);
        add_reads(f, r, f->back ? goal_step(f, r->t) : step);
    }
}

/* ---- sizes ---- */

static text_style value_style(const figure_of_rows *f, state st) {
    const theme *t = f->d->t;
    return drawing_style(state_face(st), fmax(t->type.node * f->how.type, t->type.least), t->color.ink);
}

static text_style index_style(const figure_of_rows *f) {
    return drawing_style(FACE_ROMAN, f->d->t->type.index, f->d->t->color.mute);
}

static piece index_piece(const figure_of_rows *f, const story_table *t, size_t col) {
    int64_t index = t->col_first + (int64_t)col;
    str text = str_format(f->d->a, "%lld", (long long)index);
    return drawing_text(f->d, number_shown(text, f->d->a), index_style(f));
}

static piece datum_piece(const figure_of_rows *f, const story_table *t, size_t col) {
    str text = col < t->col_labels.count ? visible_label(t->col_labels.items[col], f->d->a) : STR("");
    text_style style = drawing_style(FACE_ROMAN, f->d->t->type.table_cell, f->d->t->color.ink);
    return drawing_text(f->d, text, style);
}

static double inside_of(const figure_of_rows *f, state st) {
    const theme *t = f->d->t;
    return fmax(3, (st == STATE_BACK ? t->space.path_inset : 0) + state_paint(f->d, st).width + 1);
}

static bool fits(figure_of_rows *f, attempt how) {
    drawing *d = f->d;
    double scale = d->t->type.table_cell / 10.5, most = 0, widest = 0;
    f->how = how;
    f->how.w *= scale;
    f->how.h *= scale;
    f->head_w = 0;
    if (f->write) {
        f->how.w = fmax(f->how.w, d->t->space.blank_w);
        f->how.h = fmax(f->how.h, d->t->space.blank_h);
    }
    f->cell_w = f->how.w;
    for (size_t k = 0; k < f->count; k++) {
        row *r = &f->rows[k];
        text_style style = drawing_style(FACE_ROMAN, d->t->type.node, d->t->color.ink);
        str id = drawing_name_tex(d, r->t->id);
        r->name = drawing_label(d,
                                r->t->col.len ? str_format(d->a, "$%.*s[%.*s]$", STR_ARG(id), STR_ARG(r->t->col))
                                              : str_format(d->a, "$%.*s$", STR_ARG(id)),
                                style);
        bool named = drawing_knows(d, str_format(d->a, "table.%.*s.title", STR_ARG(r->t->id)).ptr) || r->t->title.len;
        r->title = named ? drawing_label(d, table_title(d, r->t),
                                         drawing_style(FACE_ROMAN, d->t->type.figure_title, d->t->color.ink))
                         : (piece){0};
        f->head_w = fmax(f->head_w, r->name.width);
        most = fmax(most, (double)r->look.cols);
        for (size_t c = 0; c < r->look.cols; c++) {
            const cell_look *cell = &r->look.cells[c];
            if (cell->value.len)
                f->cell_w = fmax(f->cell_w, drawing_value_width(d, cell->value, value_style(f, cell->state)) +
                                                2 * inside_of(f, cell->state));
            f->cell_w = fmax(f->cell_w, index_piece(f, r->t, c).width + 5);
            f->cell_w = fmax(f->cell_w, datum_piece(f, r->t, c).width + 6);
        }
        widest = fmax(widest, r->title.width);
    }
    f->head_w += HEAD_GAP + 1; /* italics reach out of their boxes */
    return f->width <= 0 || f->head_w + fmax(most * f->cell_w, widest) <= f->width - 1;
}

static bool find_size(figure_of_rows *f) {
    size_t k = 0;
    while (k < ATTEMPTS && !fits(f, attempts[k]))
        k++;
    return k < ATTEMPTS;
}

/* ---- arcs ---- */

static double middle_of(const figure_of_rows *f, size_t col) {
    return f->head_w + ((double)col + 0.5) * f->cell_w;
}

static double span(const arc *a) {
    return fabs((double)a->from - (double)a->to);
}

static int by_span(const void *one, const void *other) {
    double d = span(one) - span(other);
    const arc *a = one, *b = other;
    return d < 0 ? -1 : d > 0 ? 1 : (a->from > b->from) - (a->from < b->from);
}

static point arc_point(const arc *a, double side, double t) {
    double across = 3 * t * t - 2 * t * t * t, up = 4 * t * (1 - t) * a->apex;
    return (point){a->a.x + (a->b.x - a->a.x) * across, a->a.y + side * up};
}

/* Short arcs low and long ones above them; they end side by side in their cell, the shortest first. Ends on y = 0. */
static void place_reads(const figure_of_rows *f, row *r, double apart_by) {
    size_t n = r->reads.count;
    if (!n)
        return;
    qsort(r->reads.items, n, sizeof *r->reads.items, by_span);
    double apart = fmin(8, (f->cell_w - 8) / (double)n), before[2] = {0, 0};
    size_t done[2] = {0, 0};
    for (size_t k = 0; k < n; k++) {
        arc *a = &r->reads.items[k];
        bool right = a->from > a->to;
        double place = right ? (double)(n - 1 - done[1]++) : (double)done[0]++;
        a->a = (point){middle_of(f, a->from), 0};
        a->b = (point){middle_of(f, a->to) + (place - (double)(n - 1) / 2) * apart, 0};
        a->apex = fmin(16 + 0.21 * span(a) * f->cell_w, 76);
        a->labelled = false;
        a->apex = fmax(a->apex, before[right] + (a->term.len ? apart_by : 6));
        before[right] = a->apex;
        r->reach = fmax(r->reach, a->apex + 2);
    }
}

static void place_hops(const figure_of_rows *f, row *r) {
    for (size_t k = 0; k < r->hops.count; k++) {
        arc *a = &r->hops.items[k];
        double way = a->to > a->from ? 1 : -1, off = fmin(4, f->cell_w * 0.12);
        a->a = (point){middle_of(f, a->from) + way * off, 0};
        a->b = (point){middle_of(f, a->to) - way * off, 0};
        a->labelled = false;
        a->apex = fmin(13 + 0.1 * span(a) * f->cell_w, 36);
        r->depth = fmax(r->depth, a->apex + 3);
    }
}

static bool boxes_meet(box a, box b, double clear) {
    return a.x < b.x + b.w + clear && b.x < a.x + a.w + clear && a.y < b.y + b.h + clear && b.y < a.y + a.h + clear;
}

static bool is_free(const row *r, box b, double width) {
    if (b.x < 0 || b.x + b.w > width || b.y + b.h > -2)
        return false;
    for (size_t k = 0; k < r->reads.count; k++) {
        const arc *a = &r->reads.items[k];
        if (a->labelled && boxes_meet(a->at, b, 3))
            return false;
        for (int n = 0; n <= SAMPLES; n++) {
            point p = arc_point(a, -1, (double)n / SAMPLES);
            if (boxes_meet((box){p.x, p.y, 0, 0}, b, 1.8))
                return false;
        }
    }
    return true;
}

/* The k-th place for a label of that size: above or below its arc, close first, or beside it; false if there are no
 * more. */
static bool term_place(const arc *a, size_t k, double w, double h, box *b) {
    static const double along[] = {0.5, 0.42, 0.58, 0.34, 0.66, 0.25, 0.75}, off[] = {3, 5, 8},
                        beside[] = {0.3, 0.16, 0.45, 0.6};
    const size_t offs = sizeof off / sizeof *off, flat = 2 * offs * (sizeof along / sizeof *along),
                 sides = 2 * (sizeof beside / sizeof *beside);
    if (k < flat) {
        point p = arc_point(a, -1, along[k / (2 * offs)]);
        double by = off[k / 2 % offs];
        *b = (box){p.x - w / 2, k % 2 ? p.y + by : p.y - by - h, w, h};
        return true;
    }
    k -= flat;
    if (k >= sides)
        return false;
    bool first = k % 2 == 0, left = (a->from < a->to) == first;
    point p = arc_point(a, -1, (first ? beside[k / 2] : 2 - beside[k / 2]) / 2);
    *b = (box){left ? p.x - 5 - w : p.x + 5, p.y - h / 2, w, h};
    return true;
}

/* Where nothing else is; false if there is no such place. */
static bool place_term(const figure_of_rows *f, row *r, arc *a) {
    drawing *d = f->d;
    text_style style = drawing_style(a->kept ? FACE_BOLD : FACE_ROMAN, d->t->type.legend,
                                     a->kept ? d->t->color.chosen_line : d->t->color.read_line);
    double width = fmax(f->width, f->head_w + (double)r->look.cols * f->cell_w);
    a->label = drawing_label(d, a->term, style);
    for (size_t k = 0; term_place(a, k, a->label.width, a->label.ascent + a->label.descent, &a->at); k++)
        if (is_free(r, a->at, width)) {
            a->labelled = true;
            r->reach = fmax(r->reach, -a->at.y);
            return true;
        }
    return false;
}

/* The kept one first, then long arcs before short ones. */
static bool place_terms(const figure_of_rows *f, row *r) {
    bool all = true;
    for (int kept = 1; kept >= 0; kept--)
        for (size_t k = r->reads.count; k--;)
            if (r->reads.items[k].kept == (kept == 1) && r->reads.items[k].term.len)
                all = place_term(f, r, &r->reads.items[k]) && all;
    return all;
}

/* The farther apart arcs are, the more room have their terms. */
static void place_arcs(const figure_of_rows *f, row *r) {
    for (int more = 0; more < 4; more++) {
        r->reach = 0;
        place_reads(f, r, 14 + 4 * more);
        if (place_terms(f, r))
            return;
    }
}

static bool choice_is_free(const row *r, size_t before, box b) {
    for (size_t k = 0; k < before; k++)
        if (r->hops.items[k].labelled && boxes_meet(r->hops.items[k].at, b, 2.5))
            return false;
    return true;
}

/* In the line where that is long enough, else below it, lower where they would meet. */
static void place_choices(const figure_of_rows *f, row *r) {
    drawing *d = f->d;
    text_style style = drawing_style(FACE_BOLD, d->t->type.legend, d->t->color.path_line);
    for (size_t k = 0; k < r->hops.count; k++) {
        arc *a = &r->hops.items[k];
        a->label = drawing_label(d, a->term, style);
        double room = span(a) * f->cell_w, w = a->label.width, h = a->label.ascent + a->label.descent;
        point p = arc_point(a, 1, 0.5);
        bool in_line = w + 6 <= room * 0.5;
        a->at = (box){p.x - w / 2, in_line ? p.y - h / 2 : p.y + 3, w, h};
        for (int lower = 0; lower < 3 && a->term.len && !a->labelled; lower++, a->at.y += a->labelled ? 0 : h + 2.5)
            a->labelled = choice_is_free(r, k, a->at);
        if (a->labelled)
            r->depth = fmax(r->depth, a->at.y + h + 1);
    }
}

static void draw_curve(scene *s, const arc *a, double side, double y, double head, paint p) {
    double tall = a->apex * 4 / 3 * side, neck = a->b.y + y + side * head * 0.9;
    segment path[] = {
        {.kind = MOVE_TO, .to = {a->a.x, a->a.y + y}},
        {.kind = CURVE_TO, .c1 = {a->a.x, a->a.y + y + tall}, .c2 = {a->b.x, a->b.y + y + tall}, .to = {a->b.x, neck}}};
    scene_path(s, path, 2, p);
    scene_arrow(s, (point){a->b.x, neck + side * 0.3}, (point){a->b.x, a->b.y + y}, head, p);
}

/* `y`: where its ends stand. */
static void draw_arc(const figure_of_rows *f, scene *s, const arc *a, bool hop, double y) {
    const theme *t = f->d->t;
    paint line = hop       ? paint_stroke(t->color.path_line, t->stroke.best_path)
                 : a->kept ? paint_stroke(t->color.chosen_line, t->stroke.best_path)
                           : paint_stroke(t->color.read_line, t->stroke.read);
    f->d->legend[hop ? STATE_BACK : a->kept ? STATE_CHOSEN : STATE_READ] = true;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    draw_curve(s, a, hop ? 1 : -1, y, HEAD + (line.width > 1.5), line);
    if (a->labelled) {
        box b = a->at;
        b.y += y;
        if (hop)
            scene_rect(s, (box){b.x - 2.5, b.y - 0.5, b.w + 5, b.h + 1}, 0, paint_fill((color){255, 255, 255}));
        drawing_put(s, &a->label, (point){b.x, b.y + a->label.ascent}, ANCHOR_LEFT);
    }
    scene_close(s);
}

/* ---- drawing ---- */

/* Indices, and below them the data: two lines of one head. */
static double heads_height(const figure_of_rows *f, const row *r) {
    return (has_index(r->t) ? index_style(f).size * 1.3 + 2 : 2) + (r->data ? f->d->t->type.table_cell * 1.25 : 0);
}

static void draw_heads(const figure_of_rows *f, scene *s, const row *r, double y) {
    const theme *t = f->d->t;
    double data = y - 4 - drawing_middle(t->type.table_cell), index = y - 4 - drawing_middle(t->type.index);
    index -= r->data ? t->type.table_cell * 1.25 : 0;
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
    if (has_index(r->t) && r->t->col.len) {
        text_style style = index_style(f);
        style.face = FACE_ITALIC;
        piece letter = drawing_text(f->d, r->t->col, style);
        drawing_put_middle(s, &letter, (point){f->head_w - HEAD_GAP, index}, ANCHOR_RIGHT);
    }
    scene_close(s);
    for (size_t c = 0; c < r->look.cols; c++) {
        scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
        piece p = index_piece(f, r->t, c), below = datum_piece(f, r->t, c);
        if (has_index(r->t))
            drawing_put_middle(s, &p, (point){middle_of(f, c), index}, ANCHOR_CENTRE);
        if (r->data)
            drawing_put_middle(s, &below, (point){middle_of(f, c), data}, ANCHOR_CENTRE);
        scene_close(s);
    }
    scene_close(s);
}

static void draw_cell(const figure_of_rows *f, scene *s, const row *r, size_t c, double y) {
    drawing *d = f->d;
    const story_table *t = r->t;
    const cell_look *cell = &r->look.cells[c];
    int64_t col = t->col_first + (int64_t)c;
    box b = {f->head_w + (double)c * f->cell_w, y, f->cell_w, f->how.h};
    str name = cell_name_plain(d, t, t->row_first, col);
    str alt = cell->value.len ? str_format(d->a, "%.*s = %.*s", STR_ARG(name), STR_ARG(number_shown(cell->value, d->a)))
                              : name;
    scene_open(
        s, (group){.role = ROLE_CELL,
                   .id = drawing_id(d, "cell-%.*s-%lld-%lld", STR_ARG(t->id), (long long)t->row_first, (long long)col),
                   .title = name,
                   .alt = state_said(d, alt, cell->state)});
    drawing_cell_state(d, s, b, cell->state);
    if (cell->value.len) {
        str markup = str_format(d->a, "$%.*s$", STR_ARG(cell_name(d, t, t->row_first, col)));
        piece p = drawing_value(d, cell->value, markup, b.w - 2 * inside_of(f, cell->state) + 0.01,
                                value_style(f, cell->state));
        drawing_put_middle(s, &p, (point){b.x + b.w / 2, b.y + b.h / 2}, ANCHOR_CENTRE);
    }
    scene_close(s);
}

static void draw_grid(const figure_of_rows *f, scene *s, const row *r, double y) {
    const theme *t = f->d->t;
    double width = (double)r->look.cols * f->cell_w;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t c = 1; c < r->look.cols; c++) {
        double x = f->head_w + (double)c * f->cell_w;
        scene_line(s, (point){x, y}, (point){x, y + f->how.h}, paint_stroke(t->color.rule, t->stroke.grid));
    }
    scene_rect(s, (box){f->head_w, y, width, f->how.h}, 0, paint_stroke(t->color.ink, t->stroke.frame));
    scene_close(s);
}

/* From `y` on; where it ends. */
static double draw_row(const figure_of_rows *f, scene *s, row *r, double y) {
    drawing *d = f->d;
    const theme *t = d->t;
    str id = r->t->id;
    place_arcs(f, r);
    place_hops(f, r);
    place_choices(f, r);
    scene_open(s, (group){.role = ROLE_TABLE, .id = drawing_id(d, "table-%.*s", STR_ARG(id)), .title = id});
    if (r->title.width > 0) {
        scene_open(s, (group){.role = ROLE_CAPTION});
        drawing_put(s, &r->title, (point){f->head_w, y + t->type.figure_title}, ANCHOR_LEFT);
        scene_close(s);
        y += t->type.figure_title * 1.35 + 2;
    }
    double arcs_end = y + r->reach + 1, top = arcs_end + heads_height(f, r) + 2, foot = top + f->how.h;
    draw_grid(f, s, r, top);
    draw_heads(f, s, r, top);
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_ROW_HEAD});
    drawing_put_middle(s, &r->name, (point){f->head_w - HEAD_GAP, top + f->how.h / 2}, ANCHOR_RIGHT);
    scene_close(s);
    for (size_t c = 0; c < r->look.cols; c++)
        draw_cell(f, s, r, c, top);
    scene_close(s);
    scene_close(s);
    for (int kept = 0; kept < 2; kept++) /* those kept last: over the others */
        for (size_t k = 0; k < r->reads.count; k++)
            if (r->reads.items[k].kept == (kept == 1))
                draw_arc(f, s, &r->reads.items[k], false, arcs_end);
    for (size_t k = 0; k < r->hops.count; k++)
        draw_arc(f, s, &r->hops.items[k], true, foot + 3);
    return foot + (r->hops.count ? 3 + r->depth : 1);
}

bool row_tables_draw(drawing *d, double width) {
    figure_of_rows f = {.d = d, .m = tables_moment(d), .width = width, .write = drawing_param_switch(d, "write")};
    f.back = drawing_param_switch(d, "back") || (f.m.step && f.m.step->kind == STEP_BACK);
    if (!find_rows(&f))
        return false;
    collect(&f);
    if (!find_size(&f))
        return false;
    scene *s = drawing_part(d);
    double y = 0;
    for (size_t k = 0; k < f.count; k++)
        y = draw_row(&f, s, &f.rows[k], y + (k ? TABLE_GAP : 0));
    if (f.write)
        d->legend[STATE_UNSET] = false;
    double room = width > 0 ? width - f.head_w : 300, legend = drawing_legend_height(d, room);
    drawing_legend(d, s, (point){f.head_w, y + LEGEND_GAP}, room);
    box ink = scene_ink(s);
    drawing_size(s, ink.x + ink.w, legend > 0 ? y + LEGEND_GAP + legend : y);
    return true;
}
