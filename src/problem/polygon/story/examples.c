#include "polygon/story/examples.h"

#include "kit/story/cells.h"
#include "number.h"
#include "sheet_value.h"
#include "utf8.h"

enum {
    WORK_LENGTH = 44,  /* code points of "a × b = c" in a sentence */
    PLAY_VERTICES = 6, /* a longer play is neither drawn nor told merge by merge */
    DRAWN_FROM = 3,    /* one merge needs no drawing */
    DRAWN_DIGITS = 6
};

/* ---- values ---- */

/* "(−3) × 2 = −6", or empty. */
static str work_text(const story_way *w, arena *a) {
    if (!w || sheet_digits(w->value) > SHEET_LINE_DIGITS)
        return STR("");
    str value = number_shown(w->value, a);
    str text = str_format(a, "%.*s = %.*s", STR_ARG(story_way_shown(w, a)), STR_ARG(value));
    return utf8_count(text) <= WORK_LENGTH ? text : STR("");
}

/* ---- cells ---- */

const story_fact *polygon_low(const story_step *s) {
    return cell_fact(s, "min");
}

const story_fact *polygon_high(const story_step *s) {
    return cell_fact(s, "max");
}

datum *polygon_extreme(const story_fact *f, arena *a) {
    return cell_best(f, "s", work_text(f->way, a), a);
}

/* ---- minima that decide ---- */

/* The result made from the largest values of both parts. */
static const story_way *top_way(const story_candidate *c) {
    for (size_t k = 0; k < c->way_count; k++)
        if (str_is(c->ways[k].expr, "b*d") || str_is(c->ways[k].expr, "b+d"))
            return &c->ways[k];
    return NULL;
}

/* Values in a trace are canonical, and no maximum can be beaten, so equality of texts decides. */
bool polygon_needs_minimum(const story_step *s) {
    const story_fact *high = polygon_high(s);
    if (!high || s->candidate_count == 0)
        return false;
    for (size_t k = 0; k < s->candidate_count; k++) {
        const story_way *top = top_way(&s->candidates[k]);
        if (!top || str_equal(top->value, high->value))
            return false;
    }
    return true;
}

str polygon_top(const story_step *s, arena *a) {
    str best = STR("");
    number *best_value = NULL;
    for (size_t k = 0; k < s->candidate_count; k++) {
        const story_way *top = top_way(&s->candidates[k]);
        number *value = top ? number_from_canonical(a, top->value) : NULL;
        if (value && (!best_value || number_compare(value, best_value) > 0)) {
            best = top->value;
            best_value = value;
        }
    }
    return best;
}

static str term_value(const story_candidate *c, const char *name) {
    for (size_t k = 0; k < c->term_count; k++)
        if (str_is(c->terms[k].name, name))
            return c->terms[k].value;
    return STR("");
}

static datum *part_values(const story_candidate *c, const char *low, const char *high, arena *a) {
    datum *d = datum_map(a);
    datum_put(a, d, "is_same", datum_bool(a, str_equal(term_value(c, low), term_value(c, high))));
    datum_put(a, d, "low", sheet_value(term_value(c, low), a));
    datum_put(a, d, "high", sheet_value(term_value(c, high), a));
    return d;
}

/* The four values as the figure of a report takes them. */
static str case_values(const story_candidate *c, arena *a) {
    static const char *const names[] = {"a", "b", "c", "d"};
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        str value = term_value(c, names[k]);
        strbuf_addf(&b, "%s%s=%.*s", k ? "&" : "", names[k], STR_ARG(value));
    }
    return strbuf_text(&b);
}

static datum *tell_case(const story_step *s, const polygon_ring *ring, arena *a) {
    const story_fact *high = polygon_high(s);
    const story_candidate *c = high->kept;
    datum *d = datum_map(a), *left = part_values(c, "a", "b", a), *right = part_values(c, "c", "d", a);
    bool left_used = str_starts(high->way->expr, "a") && !datum_get(left, "is_same")->boolean;
    bool right_used = str_find(high->way->expr, STR("c"), 0) != SIZE_MAX && !datum_get(right, "is_same")->boolean;
    datum_put(a, d, "i", datum_integer(a, s->row));
    datum_put(a, d, "j", datum_integer(a, s->col));
    datum_put(a, d, "s", datum_integer(a, cell_split(c, 's')));
    datum_put(a, d, "chain", datum_text(a, polygon_chain_brief(ring, (size_t)s->row, (size_t)s->col, a)));
    datum_put(a, d, "high", polygon_extreme(high, a));
    datum_put(a, d, "max_of_maxima", sheet_value(polygon_top(s, a), a));
    datum_put(a, d, "left", left);
    datum_put(a, d, "right", right);
    datum_put(a, d, "values", datum_text(a, case_values(c, a)));
    datum_put(a, d, "uses_both", datum_bool(a, left_used && right_used));
    datum_put(a, d, "uses_left", datum_bool(a, left_used && !right_used));
    datum_put(a, d, "uses_right", datum_bool(a, right_used && !left_used));
    return d;
}

datum *polygon_minimum_case(const story_run *r, const polygon_ring *ring, arena *a) {
    for (size_t k = 0; k < r->step_count; k++) {
        const story_fact *high = polygon_high(&r->steps[k]);
        if (high && high->kept && high->way && polygon_needs_minimum(&r->steps[k]))
            return tell_case(&r->steps[k], ring, a);
    }
    return NULL;
}

/* ---- a play to begin with ---- */

typedef struct play {
    const polygon_ring *ring;
    size_t edge;
    number **values; /* values[k]: after k merges */
} play;

static number *joined(const number *x, const number *y, bool times, arena *a) {
    number *z = number_new(a);
    if (times)
        fmpq_mul(z->q, x->q, y->q);
    else
        fmpq_add(z->q, x->q, y->q);
    return z;
}

/* NULL values if a vertex holds no number. */
static play play_from(const polygon_ring *ring, size_t edge, arena *a) {
    play p = {ring, edge, ARENA_ARRAY(a, number *, ring->n)};
    p.values[0] = number_from_canonical(a, ring->values[edge - 1]);
    for (size_t k = 1; k < ring->n && p.values[k - 1]; k++) {
        size_t vertex = polygon_index(ring, (int64_t)(edge + k));
        number *next = number_from_canonical(a, ring->values[vertex - 1]);
        p.values[k] = next ? joined(p.values[k - 1], next, ring->times[vertex - 1], a) : NULL;
    }
    return p;
}

static str play_score(const play *p, arena *a) {
    const number *last = p->values[p->ring->n - 1];
    return last ? number_text(last, a) : STR("");
}

static bool is_best_edge(const datum *answer, size_t edge) {
    const datum *best = datum_get(answer, "best_edges");
    for (size_t k = 0; best && k < best->count; k++)
        if (best->items[k]->integer == (int64_t)edge)
            return true;
    return false;
}

/* A good first edge spoilt by the order of merges teaches most; then any play that is not the best. */
static play choose_play(const story *s, const polygon_ring *ring, arena *a) {
    str max = datum_as_text(datum_get(s->answer, "max"));
    for (int want_best = 1; want_best >= 0; want_best--)
        for (size_t edge = 1; edge <= ring->n; edge++) {
            if (is_best_edge(s->answer, edge) != (want_best == 1))
                continue;
            play p = play_from(ring, edge, a);
            if (!str_equal(play_score(&p, a), max))
                return p;
        }
    return play_from(ring, 1, a);
}

/* One merge, and the chain that it leaves. False if it is too long to be told. */
static bool tell_merge(const play *p, size_t k, datum *merges, arena *a) {
    const polygon_ring *r = p->ring;
    size_t vertex = polygon_index(r, (int64_t)(p->edge + k));
    str before = number_text(p->values[k - 1], a), after = number_text(p->values[k], a);
    if (sheet_digits(after) > SHEET_LINE_DIGITS || sheet_digits(r->values[vertex - 1]) > SHEET_LINE_DIGITS)
        return false;
    const char *sign = r->times[vertex - 1] ? "×" : "+";
    str rest = number_shown(after, a);
    if (k + 1 < r->n) {
        size_t next = polygon_index(r, (int64_t)vertex + 1);
        str chain = polygon_chain_rest(r, next, r->n - k - 1, a);
        rest = str_format(a, "%.*s %s %.*s", STR_ARG(rest), r->times[next - 1] ? "×" : "+", STR_ARG(chain));
    }
    str x = number_shown(before, a), y = number_shown_operand(r->values[vertex - 1], a), z = number_shown(after, a);
    datum *d = datum_add(a, merges, datum_map(a));
    datum_put(a, d, "edge", datum_integer(a, (int64_t)vertex));
    datum_put(a, d, "work",
              datum_text(a, str_format(a, "%.*s %s %.*s = %.*s", STR_ARG(x), sign, STR_ARG(y), STR_ARG(z))));
    datum_put(a, d, "rest", datum_text(a, rest));
    return true;
}

/* The first edge and then the merges, as the figure of merges takes them; empty if it would be too large or too small.
 */
static str play_order(const play *p, arena *a) {
    size_t n = p->ring->n;
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    if (n < DRAWN_FROM || n > PLAY_VERTICES)
        return STR("");
    for (size_t k = 0; k < n; k++) {
        size_t vertex = polygon_index(p->ring, (int64_t)(p->edge + k));
        if (sheet_digits(number_text(p->values[k], a)) > DRAWN_DIGITS ||
            sheet_digits(p->ring->values[vertex - 1]) > DRAWN_DIGITS)
            return STR("");
        strbuf_addf(&b, "%s%zu", k ? "," : "", vertex);
    }
    return strbuf_text(&b);
}

datum *polygon_sample_play(const story *s, const polygon_ring *ring, arena *a) {
    play p = choose_play(s, ring, a);
    if (!p.values[ring->n - 1])
        return NULL;
    datum *d = datum_map(a), *merges = datum_list(a);
    bool told = ring->n <= PLAY_VERTICES;
    for (size_t k = 1; k < ring->n && told; k++)
        told = tell_merge(&p, k, merges, a);
    datum_put(a, d, "edge", datum_integer(a, (int64_t)p.edge));
    datum_put(a, d, "chain", datum_text(a, polygon_chain_brief(ring, p.edge, ring->n, a)));
    datum_put(a, d, "score", sheet_value(play_score(&p, a), a));
    datum_put(a, d, "merges", told ? merges : datum_list(a));
    datum_put(a, d, "order", datum_text(a, play_order(&p, a)));
    return d;
}

/* ---- cost ---- */

datum *polygon_tally(size_t n, arena *a) {
    datum *d = datum_map(a);
    number *splits = number_from_integer(a, (int64_t)n * (int64_t)n * (int64_t)(n - 1) / 2), *plays = number_new(a);
    number *large = number_from_canonical(a, STR("1000000000000000000"));
    fmpz_fac_ui(fmpq_numref(plays->q), n);
    int order = number_compare(splits, plays);
    datum_put(a, d, "cells", datum_text(a, number_shown(number_text(number_from_integer(a, (int64_t)(n * n)), a), a)));
    datum_put(a, d, "splits", datum_text(a, number_shown(number_text(splits, a), a)));
    datum_put(a, d, "plays", sheet_value(number_text(plays, a), a));
    datum_put(a, d, "more", datum_bool(a, order > 0));
    datum_put(a, d, "equal", datum_bool(a, order == 0));
    datum_put(a, d, "fewer", datum_bool(a, order < 0));
    datum_put(a, d, "large", datum_bool(a, number_compare(plays, large) > 0));
    return d;
}
