/* best[b] is the least cost of rows 0 … b - 1 on whole pages, from[b] where their last page begins:
 *
 *   rows   0 ──── a ──────── b ──── n
 *                 └─ page ──┘          best[b] = min over a of best[a] + cost of the page + rows[b].cost
 */
#include "breaks.h"

#include <math.h>

/* Weights. A quarter of a page left empty weighs as much as splitting 6 paragraphs badly, half a page four times that.
 */
static const double empty_weight = 2000, stretch_weight = 10, shrink_weight = 30, lonely_weight = 2500;
/* A page with more than that left empty looks as if something lacked; the more, the more so. */
static const double hole = 0.2, hole_weight = 260, deep_weight = 1500;
static const double page_weight = 120;      /* of each page: spaces are rather squeezed than a page more used */
static const double lonely_share = 0.42;    /* a last page with less on it is lonely */
static const double forbidden_cost = 20000; /* BREAK_NEVER where nothing else helps */
static const double epsilon = 0.01;         /* points: sums of the same lengths may differ by rounding */

typedef struct sums {
    double height, stretch, shrink;
} sums;

static void add_row(sums *s, const break_row *r, bool first) {
    s->height += r->height + (first ? r->reprise : r->space);
    s->stretch += first ? 0 : r->stretch;
    s->shrink += first ? 0 : r->shrink;
}

/* Of a page with these contents; HUGE_VAL if they do not fit. `ends`: nothing follows, or a forced break. */
static double page_cost(const sums *s, double height, bool ends) {
    double room = height - s->height;
    if (room < -epsilon) {
        double ratio = s->shrink > 0 ? -room / s->shrink : HUGE_VAL;
        return ratio <= 1 + 1e-9 ? page_weight + shrink_weight * ratio * ratio * ratio : HUGE_VAL;
    }
    if (room < 0)
        room = 0;
    if (ends) {
        double share = s->height / height, lack = 1 - share / lonely_share;
        return page_weight + (lack > 0 ? lonely_weight * lack * lack : 0);
    }
    double taken = fmin(room, s->stretch), left = (room - taken) / height;
    double ratio = s->stretch > 0 ? taken / s->stretch : 0;
    double deep = left > hole ? hole_weight + deep_weight * (left - hole) : 0;
    return page_weight + stretch_weight * ratio * ratio + empty_weight * left * left + deep;
}

typedef struct table {
    double *best;
    size_t *from;
} table;

/* All pages that begin with row a. */
static void extend(const break_row *rows, size_t count, size_t a, double height, bool strict, table *t) {
    sums s = {0, 0, 0};
    for (size_t b = a + 1; b <= count; b++) {
        add_row(&s, &rows[b - 1], b == a + 1);
        if (s.height - s.shrink > height + epsilon)
            return;
        bool forced = b < count && rows[b].cost < 0;
        double own = b == count || forced ? 0 : rows[b].cost;
        if (own >= BREAK_NEVER)
            own = strict ? HUGE_VAL : forbidden_cost;
        else if (b < count)
            own -= rows[b].merit;
        double cost = t->best[a] + own + page_cost(&s, height, b == count || forced);
        if (cost < t->best[b]) {
            t->best[b] = cost;
            t->from[b] = a;
        }
        if (forced)
            return;
    }
}

static page_breaks try_breaks(const break_row *rows, size_t count, double height, bool strict, arena *a) {
    table t = {ARENA_ARRAY(a, double, count + 1), ARENA_ARRAY(a, size_t, count + 1)};
    for (size_t k = 1; k <= count; k++)
        t.best[k] = HUGE_VAL;
    for (size_t k = 0; k < count; k++)
        if (t.best[k] < HUGE_VAL)
            extend(rows, count, k, height, strict, &t);
    page_breaks p = {.cost = t.best[count]};
    if (!(p.cost < HUGE_VAL))
        return p;
    for (size_t b = count; b; b = t.from[b])
        p.count++;
    p.first = ARENA_ARRAY(a, size_t, p.count);
    size_t page = p.count;
    for (size_t b = count; b; b = t.from[b])
        p.first[--page] = t.from[b];
    return p;
}

page_breaks break_pages(const break_row *rows, size_t count, double height, arena *a) {
    page_breaks p = try_breaks(rows, count, height, true, a);
    return p.count || !count ? p : try_breaks(rows, count, height, false, a);
}

static sums sums_of(const break_row *rows, size_t from, size_t to) {
    sums s = {0, 0, 0};
    for (size_t k = from; k < to; k++)
        add_row(&s, &rows[k], k == from);
    return s;
}

double break_room(const break_row *rows, size_t from, size_t to, double height) {
    return height - sums_of(rows, from, to).height;
}

double break_cost(const break_row *rows, size_t count, const size_t *first, size_t pages, double height) {
    double cost = 0;
    for (size_t k = 0; k < pages; k++) {
        size_t to = k + 1 < pages ? first[k + 1] : count;
        for (size_t r = first[k] + 1; r < to; r++)
            if (rows[r].cost < 0)
                return HUGE_VAL;
        sums s = sums_of(rows, first[k], to);
        bool forced = to < count && rows[to].cost < 0;
        cost += page_cost(&s, height, to == count || forced);
        if (to < count && !forced)
            cost += rows[to].cost >= BREAK_NEVER ? forbidden_cost : rows[to].cost - rows[to].merit;
    }
    return cost;
}

double break_ratio(const break_row *rows, size_t count, size_t from, size_t to, double height) {
    sums s = sums_of(rows, from, to);
    double room = height - s.height;
    if (room < 0)
        return s.shrink > 0 ? fmax(-1, room / s.shrink) : 0;
    bool ends = to == count || rows[to].cost < 0;
    return ends || s.stretch <= 0 ? 0 : fmin(1, room / s.stretch);
}
