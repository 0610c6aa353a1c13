/* An arrow runs along the line between two rows, a little above or below it; each line has lanes on either side:
 *
 *       ┌──────┬──────┐            ┌──────┬──────┐
 *       │   8  │  14  │            │  1   │   8  │  ←─ read
 *       │      │   ▲  │            │      │ │    │
 *     ──┼──────┼───┼──┼────────────┼──────┼─┘────┼── lane above the line
 *       │  10  │   └──┼────────────┼──────┼──────┼── lane below it
 *       │      │      │            │      │ 10│  │  ←─ read
 *
 * From lanes above the line an arrow turns into its cell sooner than from those below, so that they do not cross. Cells
 * that touch are joined straight. What stands farther apart than a row takes the line beside the column, too. */
#include "tables/read_arrows.h"

#include <math.h>

enum { MOST = 4, HEAD = 6, STUB = 7, LANES = 4 };

static const double lane_gap = 3, bend = 2.6, dot = 1.5;

typedef struct placed_cell {
    box box;
    const placed_table *in;
    size_t row, col;
} placed_cell;

typedef struct reading {
    placed_cell from, to;
    bool kept;
} reading;

typedef struct lane {
    double line, offset, from, to; /* of the line it belongs to, off it, along it */
} lane;

typedef struct arrows {
    drawing *d;
    scene *s;
    const placed_table *tables;
    size_t table_count;
    reading *items;
    size_t count, capacity;
    lane *lanes;
    size_t lane_count, lane_capacity;
} arrows;

/* ---- what is read ---- */

static bool find_cell(const arrows *a, const story_table *t, int64_t row, int64_t col, placed_cell *c) {
    for (size_t k = 0; t && k < a->table_count; k++) {
        const placed_table *p = &a->tables[k];
        int64_t r = row - t->row_first - (int64_t)p->first_row, n = col - t->col_first - (int64_t)p->first_col;
        if (p->table != t || r < 0 || n < 0 || r >= (int64_t)p->rows || n >= (int64_t)p->cols)
            continue;
        double x = p->corner.x;
        for (int64_t i = 0; i < n; i++)
            x += p->widths[i];
        *c = (placed_cell){{x, p->corner.y + (double)r * p->row_h, p->widths[n], p->row_h}, p, (size_t)r, (size_t)n};
        return true;
    }
    return false;
}

static bool same_cell(const placed_cell *a, const placed_cell *b) {
    return a->in == b->in && a->row == b->row && a->col == b->col;
}

static void add_reading(arrows *a, placed_cell from, placed_cell to, bool kept) {
    for (size_t k = 0; k < a->count; k++)
        if (same_cell(&a->items[k].from, &from) && same_cell(&a->items[k].to, &to)) {
            a->items[k].kept = a->items[k].kept || kept;
            return;
        }
    if (!same_cell(&from, &to))
        *ARENA_PUSH(a->d->a, a, items, count, capacity) = (reading){from, to, kept};
}

static void collect(arrows *a, const story_step *step, bool kept_only) {
    a->count = 0;
    for (size_t f = 0; f < step->fact_count; f++) {
        const story_fact *fact = &step->facts[f];
        placed_cell to, from;
        if (!fact_is_asked(a->d, fact) || !fact->table || fact->table->choices || fact->table->texts ||
            !find_cell(a, fact->table, step->row, step->col, &to))
            continue;
        for (size_t k = 0; k < step->candidate_count; k++) {
            const story_candidate *c = &step->candidates[k];
            bool kept = fact->kept == c;
            const story_candidate *only = a->d->q->moment->candidate;
            if (!candidate_counts(c, fact) || (kept_only && !kept) || (only && only != c))
                continue;
            for (size_t r = 0; r < c->read_count; r++)
                if (find_cell(a, c->reads[r].table, c->reads[r].row, c->reads[r].col, &from))
                    add_reading(a, from, to, kept);
        }
    }
}

/* ---- lanes ---- */

static bool lane_is_free(const arrows *a, double line, double offset, double from, double to) {
    for (size_t k = 0; k < a->lane_count; k++) {
        const lane *l = &a->lanes[k];
        if (fabs(l->line - line) < 0.5 && fabs(l->offset - offset) < 0.5 && from < l->to + 3 && l->from < to + 3)
            return false;
    }
    return true;
}

/* How far off the line the arrow runs; NAN if all lanes are taken. */
static double take_lane(arrows *a, double line, double from, double to, bool above) {
    for (int k = 1; k <= LANES; k++) {
        int steps = (k + 1) / 2;
        double side = (k % 2 == 1) == above ? -1 : 1, offset = side * lane_gap * steps;
        if (!lane_is_free(a, line, offset, from, to))
            continue;
        *ARENA_PUSH(a->d->a, a, lanes, lane_count, lane_capacity) = (lane){line, offset, from, to};
        return offset;
    }
    return NAN;
}

/* ---- drawing ---- */

static void draw_path(const arrows *a, const point *p, size_t count, paint line) {
    scene_circle(a->s, p[0], dot + line.width * 0.3, paint_fill(line.stroke));
    drawing_bent_line(a->d, a->s, p, count, bend, HEAD, line);
}

static bool touch(const reading *r) {
    size_t rows = r->from.row > r->to.row ? r->from.row - r->to.row : r->to.row - r->from.row;
    size_t cols = r->from.col > r->to.col ? r->from.col - r->to.col : r->to.col - r->from.col;
    return r->from.in == r->to.in && rows <= 1 && cols <= 1;
}

/* Across the side or corner that both share. */
static void draw_short(const arrows *a, const reading *r, paint line) {
    box f = r->from.box, t = r->to.box;
    double dx = r->to.col > r->from.col ? 1 : r->to.col < r->from.col ? -1 : 0;
    double dy = r->to.row > r->from.row ? 1 : r->to.row < r->from.row ? -1 : 0;
    point at = {dx > 0 ? t.x : dx < 0 ? f.x : t.x + t.w - 7, dy > 0 ? t.y : dy < 0 ? f.y : t.y + t.h - 6};
    double reach = dx != 0 && dy != 0 ? 5 : 7;
    point path[] = {{at.x - dx * reach, at.y - dy * reach}, {at.x + dx * reach, at.y + dy * reach}};
    draw_path(a, path, 2, line);
}

/* How many arrows have turned into that cell: each next one does it farther in. */
static size_t arrivals(const arrows *a, size_t before) {
    size_t n = 0;
    for (size_t k = 0; k < before; k++)
        n += same_cell(&a->items[k].to, &a->items[before].to) && !touch(&a->items[k]);
    return n;
}

static bool draw_long(arrows *a, size_t k, paint line) {
    const reading *r = &a->items[k];
    box f = r->from.box, t = r->to.box;
    bool leftwards = f.x + f.w / 2 > t.x + t.w / 2, above = f.y <= t.y + 0.5; /* what is read stands above or beside */
    double mid_f = f.y + f.h / 2, mid_t = t.y + t.h / 2;
    bool level = fabs(mid_f - mid_t) < 0.5, near = fabs(mid_f - mid_t) < f.h * 1.5;
    double inset = fmin(8, t.w / 4), more = (double)arrivals(a, k) * fmin(9, t.w / 4);
    double start = leftwards ? f.x + fmin(8, f.w / 3) : f.x + f.w - fmin(8, f.w / 3);
    double end = near ? (leftwards ? t.x + t.w - inset - more : t.x + inset + more) : (leftwards ? t.x + t.w : t.x);
    double row = level ? f.y + f.h : above ? f.y + f.h : f.y;
    double offset = take_lane(a, row, fmin(start, end), fmax(start, end), above || level);
    if (isnan(offset))
        return false;
    double lane_y = row + offset, from_y = above || level ? f.y + f.h - STUB : f.y + STUB;
    if (near) {
        bool from_below = level || lane_y > mid_t;
        double to_y = from_below ? t.y + t.h - STUB - 2 : t.y + STUB + 2;
        point path[] = {{start, from_y}, {start, lane_y}, {end, lane_y}, {end, to_y}};
        draw_path(a, path, 4, line);
        return true;
    }
    double x = end + (leftwards ? lane_gap : -lane_gap), to_y = above ? t.y + STUB : t.y + t.h - STUB;
    point path[] = {{start, from_y}, {start, lane_y}, {x, lane_y}, {x, to_y}, {end + (leftwards ? -6 : 6), to_y}};
    draw_path(a, path, 5, line);
    return true;
}

void read_arrows_draw(drawing *d, scene *s, const placed_table *tables, size_t count, const story_step *step) {
    arrows a = {.d = d, .s = s, .tables = tables, .table_count = count};
    collect(&a, step, false);
    if (a.count > MOST)
        collect(&a, step, true);
    for (size_t k = 0; k < a.count; k++) {
        const reading *r = &a.items[k];
        const theme *t = d->t;
        paint line = r->kept ? paint_stroke(t->color.chosen_line, t->stroke.current)
                             : paint_stroke(t->color.read_line, t->stroke.read);
        scene_open(s, (group){.role = ROLE_ARTIFACT});
        if (touch(r))
            draw_short(&a, r, line);
        else
            draw_long(&a, k, line);
        scene_close(s);
    }
}
