/* Facts of recurrences for templates; docs/problems/recurrence.md explains them. All texts are TeX.
 *
 * Level k costs c·a^k·b^(K(L − k)) for f = c·n^K, a geometric sum:
 *
 *   a ≠ b^K    T(n) = c · (a·n^(log_b a) − b^K·n^K) / (a − b^K)
 *   a = b^K    T(n) = c · n^K · (log_b n + 1)
 *
 * Read backwards it is the sum of a' = b^K and b^K' = a, which is of this kind where log_b a is whole. */
#include "extension.h"

#include "recurrence/recurrence.h"
#include "sheet_value.h"

#include <inttypes.h>

enum {
    WRITTEN_LEVELS = 6,  /* a sum with more … */
    WRITTEN_DIGITS = 40, /* … is not written out */
    LONG_TERM = 12,      /* digits of a coefficient that is still short */
    MOST_PARTS = 1000,   /* of a mirrored recurrence */
    DRAWN_DEPTH = 3      /* as many levels as a graph in the text has room for */
};

typedef struct teller {
    facts *f;
    arena *a;
    const story *story;
    recurrence r;
    watershed critical; /* log_b a */
    number *shrinking;  /* b^K */
} teller;

static void tell_value(facts *f, const char *name, str value) {
    facts_data(f, name, value.len ? sheet_value(value, f->arena) : NULL);
}

static str shown(int64_t value, arena *a) {
    return number_shown(str_format(a, "%" PRId64, value), a);
}

/* "n^{2}", "n", "1". */
static str power_of_n(watershed exponent, arena *a) {
    return growth_text(&(growth){.exponent = exponent}, TEX, a);
}

/* "4T(n/2) + n": its term for the parts, and all of it. */
static str parts_term(const recurrence *r, arena *a) {
    str times = r->a == 1 ? STR("") : shown(r->a, a);
    return str_format(a, "%.*sT(n/%.*s)", STR_ARG(times), STR_ARG(shown(r->b, a)));
}

static str right_side(const recurrence *r, arena *a) {
    return str_format(a, "%.*s + %.*s", STR_ARG(parts_term(r, a)), STR_ARG(recurrence_f_text(r, TEX, a)));
}

/* ---- the closed form ---- */

/* "2n^{2}", "\frac{1}{2}n", with the coefficient left out where it is 1. */
static str term_tex(const number *coefficient, watershed exponent, arena *a) {
    str power = power_of_n(exponent, a), value = number_text(coefficient, a);
    size_t slash = str_find(value, STR("/"), 0);
    if (slash == SIZE_MAX)
        value = number_shown(value, a);
    else
        value = str_format(a, "\\frac{%.*s}{%.*s}", STR_ARG(number_shown(str_slice(value, 0, slash), a)),
                           STR_ARG(number_shown(str_slice(value, slash + 1, value.len), a)));
    if (str_is(power, "1"))
        return value;
    return str_is(value, "1") ? power : str_format(a, "%.*s%.*s", STR_ARG(value), STR_ARG(power));
}

/* One of c·a and c·b^K over |a − b^K|. */
static number *coefficient(const teller *t, const number *over) {
    number *x = number_from_canonical(t->a, t->r.factor), *difference = number_from_integer(t->a, t->r.a);
    fmpq_mul(x->q, x->q, over->q);
    fmpq_sub(difference->q, difference->q, t->shrinking->q);
    fmpq_abs(difference->q, difference->q);
    fmpq_div(x->q, x->q, difference->q);
    return x;
}

static str geometric_tex(const teller *t, bool leaves) {
    number *x = coefficient(t, number_from_integer(t->a, t->r.a)), *y = coefficient(t, t->shrinking);
    str of_leaves = term_tex(x, t->critical, t->a);
    str of_root = term_tex(y, watershed_fraction(t->r.power, 1), t->a);
    str first = leaves ? of_leaves : of_root, second = leaves ? of_root : of_leaves;
    if (number_text(x, t->a).len > LONG_TERM || number_text(y, t->a).len > LONG_TERM)
        return STR("");
    return str_format(t->a, "%.*s - %.*s", STR_ARG(first), STR_ARG(second));
}

/* T(n) in closed form, "2n^{2} - n"; empty where none is short. */
static str closed_form(const teller *t, master_case c) {
    const recurrence *r = &t->r;
    bool between = c == MASTER_BETWEEN;
    if (r->factor.len > LONG_TERM || (r->log && !between))
        return STR("");
    if (!between && c != MASTER_EVEN)
        return geometric_tex(t, c == MASTER_LEAVES);
    str log = str_format(t->a, "\\log_{%" PRId64 "} n", r->b);
    str term = term_tex(number_from_canonical(t->a, r->factor), watershed_fraction(r->power, 1), t->a);
    bool bare = str_is(term, "1");
    if (between)
        return str_format(t->a, "\\frac{1}{2} %.*s %.*s (%.*s + 1)", STR_ARG(bare ? STR("") : term), STR_ARG(log),
                          STR_ARG(log));
    return bare ? str_format(t->a, "%.*s + 1", STR_ARG(log))
                : str_format(t->a, "%.*s (%.*s + 1)", STR_ARG(term), STR_ARG(log));
}

/* The recurrence whose levels cost the same read backwards; NULL if there is none, or if it is the same. */
static datum *mirror(const teller *t) {
    const fmpz *parts = fmpq_numref(t->shrinking->q);
    if (!t->critical.rational || t->critical.q != 1 || t->r.log || fmpz_cmp_si(parts, MOST_PARTS) > 0 ||
        fmpz_cmp_si(parts, t->r.a) == 0)
        return NULL;
    recurrence other = {.a = fmpz_get_si(parts), .b = t->r.b, .power = t->critical.p, .factor = t->r.factor};
    str term = term_tex(number_from_canonical(t->a, other.factor), t->critical, t->a);
    datum *d = datum_map(t->a);
    str side = str_format(t->a, "%.*s + %.*s", STR_ARG(parts_term(&other, t->a)), STR_ARG(term));
    datum_put(t->a, d, "right_side", datum_text(t->a, side));
    return d;
}

/* ---- growth ---- */

/* "1.58", the exponent log_b a rounded; empty where it is a fraction. */
static str decimal(const teller *t) {
    enum { THOUSANDTHS = 1000 };
    if (t->critical.rational)
        return STR("");
    number *x = number_from_integer(t->a, t->r.a), *b = number_from_integer(t->a, t->r.b);
    fmpz_pow_ui(fmpq_numref(x->q), fmpq_numref(x->q), THOUSANDTHS);
    long hundredths = (fmpz_flog(fmpq_numref(x->q), fmpq_numref(b->q)) + 5) / 10;
    return str_format(t->a, "%ld.%02ld", hundredths / 100, hundredths % 100);
}

static void tell_growth(const teller *t) {
    static const char *const names[] = {[MASTER_LEAVES] = "is_case_leaves",
                                        [MASTER_EVEN] = "is_case_even",
                                        [MASTER_ROOT] = "is_case_root",
                                        [MASTER_BETWEEN] = "is_case_between"};
    master_case mine = master_case_of(&t->r);
    growth g = recurrence_growth(&t->r);
    for (master_case c = MASTER_LEAVES; c <= MASTER_BETWEEN; c++)
        facts_bool(t->f, names[c], c == mine);
    facts_text(t->f, "theta", growth_text(&g, TEX, t->a));
    facts_text(t->f, "critical", power_of_n(t->critical, t->a));
    facts_text(t->f, "critical_exponent", t->critical.rational ? watershed_text(&t->critical, TEX, t->a) : STR(""));
    facts_text(t->f, "critical_decimal", decimal(t));
    facts_text(t->f, "closed_form", closed_form(t, mine));
    facts_data(t->f, "mirror", mirror(t));
    number *ratio = number_from_integer(t->a, t->r.a);
    fmpq_div(ratio->q, ratio->q, t->shrinking->q);
    tell_value(t->f, "ratio", number_text(ratio, t->a));
    tell_value(t->f, "shrinking", number_text(t->shrinking, t->a));
}

/* ---- levels ---- */

static str cell_text(const story_table *t, int64_t level, level_column column) {
    const story_cell *c = t ? story_cell_at(t, level, column) : NULL;
    return c ? c->value : STR("");
}

/* "1 \times 8 + 4 \times 4" or "8 + 16": all levels, if they are few and short. */
static str sum_tex(const story_table *t, bool products, arena *a) {
    strbuf b = strbuf_in(a);
    size_t digits = 0;
    for (int64_t k = 0; t && k <= t->row_last; k++) {
        str nodes = cell_text(t, k, LEVEL_NODES), each = cell_text(t, k, LEVEL_EACH),
            cost = cell_text(t, k, LEVEL_COST);
        digits += products ? nodes.len + each.len + 1 : cost.len;
        if (k >= WRITTEN_LEVELS || digits > WRITTEN_DIGITS || !cost.len)
            return STR("");
        strbuf_add_c(&b, k ? " + " : "");
        if (products)
            strbuf_addf(&b, "%.*s \\times %.*s", STR_ARG(number_shown(nodes, a)), STR_ARG(number_shown(each, a)));
        else
            strbuf_add(&b, number_shown(cost, a));
    }
    return strbuf_text(&b);
}

/* "\\frac{2}{3}", "2". */
static str fraction_tex(const number *x, arena *a) {
    str value = number_text(x, a);
    size_t slash = str_find(value, STR("/"), 0);
    return slash == SIZE_MAX ? number_shown(value, a)
                             : str_format(a, "\\frac{%.*s}{%.*s}", STR_ARG(number_shown(str_slice(value, 0, slash), a)),
                                          STR_ARG(number_shown(str_slice(value, slash + 1, value.len), a)));
}

/* The levels as a geometric series that begins with its largest term: {largest, terms: "1 + \\frac{1}{2}", bound: the
 * sum of infinitely many terms}. False where the levels have no common ratio, or 1, or where it is too long to be
 * written. */
static datum *series_of(const teller *t, arena *a) {
    enum { MOST_BYTES = 110 };
    const story_table *levels = story_table_named(story_main_run(t->story), STR("levels"));
    number *q = number_from_integer(a, t->r.a), *one = number_from_integer(a, 1), *power = number_from_integer(a, 1);
    fmpq_div(q->q, q->q, t->shrinking->q);
    bool grows = number_compare(q, one) > 0;
    if (!levels || t->r.log || !t->r.depth || t->r.depth >= WRITTEN_LEVELS || number_compare(q, one) == 0)
        return datum_bool(a, false);
    if (grows)
        fmpq_inv(q->q, q->q);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "1");
    for (uint64_t k = 0; k < t->r.depth; k++) {
        fmpq_mul(power->q, power->q, q->q);
        strbuf_add_c(&b, " + ");
        strbuf_add(&b, fraction_tex(power, a));
    }
    str largest = cell_text(levels, grows ? levels->row_last : 0, LEVEL_COST);
    if (b.len > MOST_BYTES || largest.len > LONG_TERM)
        return datum_bool(a, false);
    fmpq_sub(one->q, one->q, q->q);
    fmpq_inv(one->q, one->q);
    datum *d = datum_map(a);
    datum_put(a, d, "largest", datum_text(a, number_shown(largest, a)));
    datum_put(a, d, "terms", datum_text(a, strbuf_text(&b)));
    datum_put(a, d, "bound", datum_text(a, fraction_tex(one, a)));
    datum_put(a, d, "ratio", datum_text(a, fraction_tex(q, a)));
    return d;
}

/* What comes of taking the root's cost for every level; empty if that is the total. */
static str flat_total(const teller *t) {
    const story_table *levels = story_table_named(story_main_run(t->story), STR("levels"));
    number *x = number_from_canonical(t->a, cell_text(levels, 0, LEVEL_COST));
    if (!x)
        return STR("");
    fmpq_mul_si(x->q, x->q, (slong)t->r.depth + 1);
    str text = number_text(x, t->a);
    return str_equal(text, datum_as_text(datum_get(t->story->answer, "total"))) ? STR("") : text;
}

/* How the costs of the levels go on: 1 if all grow, 0 if all stay, -1 if all shrink, 2 otherwise. */
static int trend_of(const story_table *t, arena *a) {
    int trend = 2;
    for (int64_t k = 1; t && k <= t->row_last; k++) {
        const number *above = number_from_canonical(a, cell_text(t, k - 1, LEVEL_COST));
        const number *here = number_from_canonical(a, cell_text(t, k, LEVEL_COST));
        if (!above || !here)
            return 2;
        int order = number_compare(here, above), sign = (order > 0) - (order < 0);
        if (k > 1 && trend != sign)
            return 2;
        trend = sign;
    }
    return trend;
}

static void tell_levels(facts *f, const story *s) {
    const story_table *t = story_table_named(story_main_run(s), STR("levels"));
    arena *scratch = arena_scratch(f->arena);
    arena_mark start = arena_here(scratch);
    int trend = trend_of(t, scratch);
    arena_back(scratch, start);
    facts_bool(f, "grows", trend == 1);
    facts_bool(f, "stays", trend == 0);
    facts_bool(f, "shrinks", trend == -1);
    facts_text(f, "products", sum_tex(t, true, f->arena));
    facts_text(f, "costs", sum_tex(t, false, f->arena));
    tell_value(f, "total", datum_as_text(datum_get(s->answer, "total")));
    tell_value(f, "node_total", datum_as_text(datum_get(s->answer, "nodes")));
    tell_value(f, "leaf_count", datum_as_text(datum_get(s->answer, "leaves")));
}

/* ---- the whole ---- */

/* A run of calls, where it was traced and a graph of it has room. */
static void tell_calls(const teller *t, const char *name, const char *id, bool wanted) {
    const story_run *r = wanted && t->r.depth <= DRAWN_DEPTH ? story_run_named(t->story, str_of(id)) : NULL;
    if (r && r->frame_count)
        facts_object(t->f, name, story_view_run(r));
    else
        facts_bool(t->f, name, false);
}

static void tell_instance(const teller *t) {
    facts *f = t->f;
    const recurrence *r = &t->r;
    str f_tex = recurrence_f_text(r, TEX, t->a);
    facts_text(f, "a", shown(r->a, t->a));
    facts_text(f, "b", shown(r->b, t->a));
    facts_text(f, "f", f_tex);
    tell_value(f, "n", r->n);
    facts_integer(f, "power", r->power);
    facts_text(f, "power_text", power_of_n(watershed_fraction(r->power, 1), t->a));
    facts_integer(f, "depth", (int64_t)r->depth);
    facts_integer(f, "level_count", (int64_t)r->depth + 1);
    facts_text(f, "parts_term", parts_term(r, t->a));
    facts_text(f, "right_side", right_side(r, t->a));
    facts_bool(f, "has_log", r->log);
    facts_text(f, "leaf_cost", r->log ? STR("0") : number_shown(r->factor, t->a));
    facts_bool(f, "one_part", r->a == 1);
    facts_bool(f, "one_level", r->depth == 0);
    tell_calls(t, "size_calls", "calls", r->a > 1);
    tell_calls(t, "sort_calls", "parts", r->a == 2 && r->b == 2 && str_is(f_tex, "n"));
}

static void tell_root(facts *f, const view *v) {
    teller t = {.f = f, .a = f->arena, .story = v->object};
    error e = error_in(f->arena);
    tell_levels(f, t.story);
    if (!recurrence_of(t.story->instance, &t.r, t.a, &e) || !t.story->answer)
        return;
    t.critical = watershed_of(t.r.a, t.r.b);
    t.shrinking = number_from_integer(t.a, t.r.b);
    fmpq_pow_si(t.shrinking->q, t.shrinking->q, (slong)t.r.power);
    tell_instance(&t);
    tell_growth(&t);
    facts_data(f, "series", series_of(&t, f->arena));
    tell_value(f, "flat_total", flat_total(&t));
}

static void tell_phase(facts *f, const view *v) {
    const story_phase *p = v->object;
    const story_table *t = story_table_named(p->run, STR("levels"));
    static const char *const names[LEVEL_COLUMNS] = {"nodes", "size", "each", "cost"};
    for (level_column c = 0; str_is(p->by, "level") && c < LEVEL_COLUMNS; c++)
        tell_value(f, names[c], cell_text(t, p->value, c));
    facts_bool(f, "is_top_level", p->value == 0);
    if (t)
        facts_bool(f, "is_leaf", p->value == t->row_last);
}

/* Of a phase it was the top level, of the story the case. */
static const renamed_name renamed[] = {{"is_root", "is_case_root (or is_top_level, of a level)"},
                                       {"is_leaves", "is_case_leaves"},
                                       {"is_even", "is_case_even"},
                                       {"is_between", "is_case_between"},
                                       {NULL, NULL}};

const story_extension recurrence_names = {
    .name = "recurrence", .renamed = renamed, .own[OWN_ROOT].tell = tell_root, .own[OWN_PHASE].tell = tell_phase};
