/* What templates may ask of the polygon game alone, told for each kind of part; docs/problems/polygon.md explains the
 * names.
 *
 * How much a sheet tells of a length:
 *
 *   candidates of the length ≤ 12     every cell in full
 *   more                              one in full (on the way back, if one there has a choice to show; else the first
 *                                     cell whose smallest and largest value differ, or which has a tie), and every
 *                                     other cell on the way back; the rest as rows of a list
 */
#include "names.h"
#include "extension.h"
#include "polygon/story/examples.h"

#include "expr.h"
#include "kit/story/cells.h"
#include "kit/story/lengths.h"
#include "number.h"
#include "sheet_value.h"

enum {
    SMALL_RING = 5,      /* up to here there is room for a figure at every turn */
    LISTED_RING = 12,    /* up to here all cells are shown in tables and lists */
    SHOWN_LENGTH = 5,    /* in larger rings lengths between this and n are skipped */
    ASKED_LENGTH = 5,    /* longer chains read too many cells to be asked for */
    FEW_CANDIDATES = 12, /* a length of so many is worked in full */
    WORK_BYTES = 40      /* of a sum in a column of a table */
};

static str sign_of(bool times) {
    return times ? STR("×") : STR("+");
}

/* ---- the whole ---- */

static datum *vertices(const polygon_ring *r, arena *a) {
    datum *list = datum_list(a);
    for (size_t k = 0; k < r->n; k++) {
        datum *vertex = datum_add(a, list, datum_map(a));
        datum_put(a, vertex, "number", datum_integer(a, (int64_t)k + 1));
        datum_put(a, vertex, "value", datum_text(a, number_shown(r->values[k], a)));
    }
    return list;
}

static datum *add_edge(datum *list, const polygon_ring *r, size_t edge, arena *a) {
    datum *d = datum_add(a, list, datum_map(a));
    datum_put(a, d, "number", datum_integer(a, (int64_t)edge));
    datum_put(a, d, "edge", datum_integer(a, (int64_t)edge));
    datum_put(a, d, "sign", datum_text(a, sign_of(r->times[edge - 1])));
    datum_put(a, d, "times", datum_bool(a, r->times[edge - 1]));
    return d;
}

/* Each edge with what is reached when it goes first. */
static datum *each_edge(const polygon_ring *r, const datum *per_edge, str best, arena *a) {
    datum *list = datum_list(a);
    for (size_t k = 0; k < per_edge->count && k < r->n; k++) {
        str low = datum_as_text(datum_get(per_edge->items[k], "min"));
        str high = datum_as_text(datum_get(per_edge->items[k], "max"));
        datum *d = add_edge(list, r, k + 1, a);
        datum_put(a, d, "min", datum_text(a, number_shown(low, a)));
        datum_put(a, d, "max", datum_text(a, number_shown(high, a)));
        datum_put(a, d, "low", sheet_value(low, a));
        datum_put(a, d, "high", sheet_value(high, a));
        datum_put(a, d, "best", datum_bool(a, str_equal(high, best)));
    }
    return list;
}

/* The answer's expression with all its brackets, since × does not bind before + in this game: "−7 + (4 × (2 × 5))". */
static str expression_shown(str text, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    bool leads = true; /* the next number stands at the front of its brackets */
    for (size_t k = 0, end; k < text.len; k = end) {
        char c = text.ptr[k];
        for (end = k + 1; (c == '-' || char_is_digit(c)) && end < text.len && char_is_digit(text.ptr[end]);)
            end++;
        str part = str_slice(text, k, end);
        if (c == '-' || char_is_digit(c)) {
            strbuf_add(&b, leads ? number_shown(part, a) : number_shown_operand(part, a));
            continue;
        }
        strbuf_add(&b, c == '*' ? STR(" × ") : c == '+' ? STR(" + ") : part);
        leads = c == '(';
    }
    return strbuf_text(&b);
}

static void tell_answer(facts *f, const datum *answer, const polygon_ring *r) {
    const datum *max = datum_get(answer, "max"), *best = datum_get(answer, "best_edges");
    const datum *per_edge = datum_get(answer, "per_edge"), *expression = datum_get(answer, "expression");
    if (max) {
        facts_number(f, "max", datum_as_text(max));
        facts_data(f, "best", sheet_value(datum_as_text(max), f->arena));
    }
    if (expression)
        facts_text(f, "expression", expression_shown(datum_as_text(expression), f->arena));
    if (best && best->count)
        facts_integer(f, "first_edge", best->items[0]->integer);
    if (best && r->n) {
        datum *edges = datum_list(f->arena);
        for (size_t k = 0; k < best->count; k++)
            add_edge(edges, r, polygon_index(r, best->items[k]->integer), f->arena);
        facts_data(f, "best_edges", edges);
        facts_bool(f, "all_edges_best", best->count == r->n);
    }
    if (per_edge && r->n)
        facts_data(f, "per_edge", each_edge(r, per_edge, datum_as_text(max), f->arena));
}

/* Whether the way back passes a cell of the smallest values. */
static bool back_needs_minimum(const story_run *run) {
    for (size_t k = 0; k < run->back_count; k++)
        if (str_is(run->backs[k].table->id, "min"))
            return true;
    return false;
}

/* A cell with one or two splits, to show what a split is. */
static void tell_sample(facts *f, const story_run *run, size_t n) {
    for (size_t k = 0; k < run->step_count; k++)
        if (run->steps[k].row == 1 && run->steps[k].col == (n < 3 ? 2 : 3)) {
            facts_object(f, "sample", story_view_step(&run->steps[k]));
            return;
        }
    facts_bool(f, "sample", false);
}

static void tell_root(facts *f, const view *v) {
    const story *s = v->object;
    const story_run *run = story_main_run(s);
    arena *a = f->arena;
    polygon_ring r;
    bool is_ring = polygon_ring_of(s, &r, a);
    tell_answer(f, s->answer, &r);
    facts_bool(f, "back_needs_minimum", back_needs_minimum(run));
    if (!is_ring)
        return;
    datum *edges = datum_list(a);
    for (size_t k = 1; k <= r.n; k++)
        add_edge(edges, &r, k, a);
    facts_integer(f, "n", (int64_t)r.n);
    facts_integer(f, "merge_count", (int64_t)r.n - 1);
    facts_text(f, "ring_text", polygon_chain_text(&r, 1, r.n, a));
    facts_data(f, "vertices", vertices(&r, a));
    facts_data(f, "edges", edges);
    tell_sample(f, run, r.n);
    facts_data(f, "sample_play", polygon_sample_play(s, &r, a));
    facts_data(f, "minimum_case", polygon_minimum_case(run, &r, a));
    facts_data(f, "totals", polygon_tally(r.n, a));
}

static const renamed_name renamed[] = {
    {"one_vertex", "n=1"},           {"three_or_more", "n>=3"},    {"is_small", "n<=5"},
    {"is_listed", "n<=12"},          {"is_eight", "n=8"},          {"tally", "totals"},
    {"asks", "is_question"},         {"is_asked", "has_question"}, {"top", "max_of_maxima"},
    {"with_tables", "shows_tables"}, {"with_ring", "shows_ring"},  {NULL, NULL},
};

/* ---- lengths ---- */

static bool differs(const story_step *s) {
    const story_fact *low = polygon_low(s), *high = polygon_high(s);
    return low && high && !str_equal(low->value, high->value);
}

static bool has_choice(const story_step *s) {
    const story_fact *low = polygon_low(s), *high = polygon_high(s);
    return low && high && (low->chosen.count > 1 || high->chosen.count > 1 || differs(s));
}

static void in_full(const story_phase *p, bool *full) {
    const story_step *steps = p->run->steps + p->first;
    size_t candidates = 0, first = SIZE_MAX,
           on_way = SIZE_MAX; /* the first with a choice, and the first such one there */
    for (size_t k = 0; k < p->count; k++) {
        candidates += steps[k].candidate_count;
        full[k] = cell_on_way_back(&steps[k]);
        if (has_choice(&steps[k])) {
            first = first == SIZE_MAX ? k : first;
            on_way = on_way == SIZE_MAX && full[k] ? k : on_way;
        }
    }
    if (p->count && on_way == SIZE_MAX)
        full[first == SIZE_MAX ? 0 : first] = true;
    for (size_t k = 0; k < p->count; k++)
        full[k] = steps[k].kind == STEP_CELL && (full[k] || candidates <= FEW_CANDIDATES);
}

/* The cell that the student is asked for before this length: of three, one whose values differ; of more, one that
 * passes the end of the ring. Its answer is told where it is worked in full, so the later the better, but not at the
 * very end. */
static const story_step *asked(const story_phase *p, size_t n, const bool *full) {
    const story_step *steps = p->run->steps + p->first, *found = NULL;
    if (p->value < 3 || p->value > ASKED_LENGTH || p->count < 3)
        return NULL;
    for (size_t k = 0; k < p->count; k++) {
        const story_step *s = &steps[k];
        bool fit = s->col == 3 ? differs(s) : s->row + s->col - 1 > (int64_t)n;
        if (full[k] && fit && (!found || k + 1 < p->count))
            found = s;
    }
    for (size_t k = 0; k < p->count && !found; k++)
        if (full[k])
            found = &steps[k];
    return found;
}

static const lengths_plan plan = {
    .whole = polygon_size, .listed = LISTED_RING, .shown = SHOWN_LENGTH, .in_full = in_full, .asked = asked};

static void tell_phase(facts *f, const view *v) {
    const story_phase *p = v->object;
    size_t n = lengths_whole_of(p, &plan);
    lengths_tell(f, p, &plan);
    if (n) /* whether a question stands at its end */
        facts_bool(f, "is_question",
                   p->value == 1 || p->value == (int64_t)n || lengths_asked_next(p, n, &plan, f->arena) != NULL);
}

/* ---- cells ---- */

/* The one operator of a chain that has only one kind, else false. */
static view_value uniform(const polygon_ring *r, const story_step *s) {
    bool times = r->times[polygon_index(r, s->row + 1) - 1];
    for (int64_t k = 2; k < s->col; k++)
        if (r->times[polygon_index(r, s->row + k) - 1] != times)
            return view_bool(false);
    return view_text(sign_of(times));
}

/* Whether no split gives both the smallest and the largest value. */
static bool are_apart(const story_fact *low, const story_fact *high) {
    for (size_t k = 0; k < low->chosen.count; k++)
        for (size_t m = 0; m < high->chosen.count; m++)
            if (str_equal(low->chosen.items[k], high->chosen.items[m]))
                return false;
    return low->chosen.count > 0;
}

static void tell_values(facts *f, const story_step *s) {
    const story_fact *low = polygon_low(s), *high = polygon_high(s);
    str top = polygon_top(s, f->arena);
    if (low)
        facts_data(f, "low", polygon_extreme(low, f->arena));
    if (high)
        facts_data(f, "high", polygon_extreme(high, f->arena));
    if (low && high)
        facts_bool(f, "apart", are_apart(low, high));
    if (top.len)
        facts_data(f, "max_of_maxima", sheet_value(top, f->arena));
    facts_bool(f, "needs_minimum", polygon_needs_minimum(s));
}

/* Whether this is the first cell of its length that is worked in full and, if asked for, has two values. */
static bool is_first_in_full(const story_step *s, bool with_two, arena *a) {
    const story_step *steps = s->run->steps + s->phase->first;
    bool *full = ARENA_ARRAY(a, bool, s->phase->count);
    in_full(s->phase, full);
    for (size_t k = 0; k < s->phase->count; k++)
        if (full[k] && (!with_two || differs(&steps[k])))
            return &steps[k] == s;
    return false;
}

/* The tables are shown as this cell is filled: in a small ring for the cell of each length that was asked for, and for
 * the first of length 3 where something is to be chosen; else for one cell of length 4. The ring stands beside the
 * splits of a chain of three: each time in a small ring, else once. */
static void tell_figures(facts *f, const story_step *s, size_t n) {
    bool is_asked = lengths_asks(s, n, &plan, f->arena), three = s->col == 3, small = n <= SMALL_RING;
    facts_bool(f, "has_question", is_asked);
    facts_bool(f, "shows_tables",
               small ? is_asked || (three && is_first_in_full(s, true, f->arena))
                     : n <= LISTED_RING && s->col == 4 && is_asked);
    facts_bool(f, "shows_ring", three && (small || is_first_in_full(s, false, f->arena)));
}

static void tell_step(facts *f, const view *v) {
    const story_step *s = v->object;
    polygon_ring r;
    tell_values(f, s);
    if (s->kind != STEP_CELL)
        return;
    facts_text(f, "name", str_format(f->arena, "m[%lld,%lld]", (long long)s->row, (long long)s->col));
    if (s->row < 1 || s->col < 1 || !polygon_ring_of(s->run->story, &r, f->arena))
        return;
    facts_text(f, "chain", polygon_chain_brief(&r, (size_t)s->row, (size_t)s->col, f->arena));
    facts_bool(f, "wraps", s->row + s->col - 1 > (int64_t)r.n);
    if (s->col >= 2)
        facts_value(f, "uniform", uniform(&r, s));
    if (s->phase)
        tell_figures(f, s, r.n);
}

/* ---- splits ---- */

typedef struct split {
    polygon_ring ring;
    size_t i, j, s; /* the cell and where it is split */
    size_t edge;    /* between the parts; the first vertex of the right part has the same number */
} split;

static bool split_of(const story_candidate *c, split *x, arena *a) {
    x->s = (size_t)cell_split(c, 's');
    if (!x->s || !c->step || (int64_t)x->s >= c->step->col || !polygon_ring_of(c->step->run->story, &x->ring, a))
        return false;
    x->i = polygon_index(&x->ring, c->step->row);
    x->j = (size_t)c->step->col;
    x->edge = polygon_index(&x->ring, c->step->row + (int64_t)x->s);
    return true;
}

/* A part in brackets, where an expression needs them; inside them only the first number may be a bare negative. */
static str part_text(const polygon_ring *r, size_t i, size_t length, bool leads, arena *a) {
    if (length == 1)
        return leads ? number_shown(r->values[i - 1], a) : number_shown_operand(r->values[i - 1], a);
    return str_format(a, "(%.*s)", STR_ARG(polygon_chain_text(r, i, length, a)));
}

static void tell_candidate(facts *f, const view *v) {
    arena *a = f->arena;
    split x;
    if (!split_of(v->object, &x, a))
        return;
    bool times = x.ring.times[x.edge - 1];
    str left = part_text(&x.ring, x.i, x.s, true, a), right = part_text(&x.ring, x.edge, x.j - x.s, false, a);
    facts_integer(f, "edge", (int64_t)x.edge);
    facts_text(f, "sign", sign_of(times));
    facts_bool(f, "times", times);
    facts_text(f, "left_chain", polygon_chain_brief(&x.ring, x.i, x.s, a));
    facts_text(f, "right_chain", polygon_chain_brief(&x.ring, x.edge, x.j - x.s, a));
    facts_integer(f, "left_row", (int64_t)x.i);
    facts_integer(f, "left_col", (int64_t)x.s);
    facts_integer(f, "right_row", (int64_t)x.edge);
    facts_integer(f, "right_col", (int64_t)(x.j - x.s));
    /* "(−7 + 4) × 2" */
    facts_text(f, "bracketed", str_format(a, "%.*s %.*s %.*s", STR_ARG(left), STR_ARG(sign_of(times)), STR_ARG(right)));
}

/* ---- the way back ---- */

/* m[1,4,1] */
static str cell_text(size_t i, size_t j, bool high, arena *a) {
    return str_format(a, "m[%zu,%zu,%d]", i, j, high);
}

/* What a part had to report: {is_vertex, i, cell, same, is_low}. `low` is the letter of its smallest value. */
static datum *part_of_back(const story_back *b, size_t i, size_t j, char low, char high, arena *a) {
    char letter = b->way && b->way->expr.len ? b->way->expr.ptr[low == 'a' ? 0 : b->way->expr.len - 1] : high;
    const story_step *s = story_step_of_cell(b->table, (int64_t)i, (int64_t)j);
    datum *d = datum_map(a);
    datum_put(a, d, "is_vertex", datum_bool(a, j == 1));
    datum_put(a, d, "i", datum_integer(a, (int64_t)i));
    datum_put(a, d, "cell", datum_text(a, cell_text(i, j, letter != low, a)));
    datum_put(a, d, "is_same", datum_bool(a, s && !differs(s)));
    datum_put(a, d, "is_low", datum_bool(a, letter == low));
    return d;
}

static void tell_back(facts *f, const view *v) {
    const story_back *b = v->object;
    const story_cell *c = story_cell_at(b->table, b->row, b->col);
    str work = b->way ? story_way_shown(b->way, f->arena) : STR("");
    split x;
    facts_text(f, "cell", cell_text((size_t)b->row, (size_t)b->col, str_is(b->table->id, "max"), f->arena));
    facts_text(f, "work", work.len <= WORK_BYTES ? work : STR(""));
    if (c)
        facts_data(f, "result", sheet_value(c->value, f->arena));
    if (!b->candidate || !split_of(b->candidate, &x, f->arena))
        return;
    facts_integer(f, "s", (int64_t)x.s);
    facts_integer(f, "edge", (int64_t)x.edge);
    facts_data(f, "left", part_of_back(b, x.i, x.s, 'a', 'b', f->arena));
    facts_data(f, "right", part_of_back(b, x.edge, x.j - x.s, 'c', 'd', f->arena));
}

const story_extension polygon_names = {
    .name = "polygon",
    .renamed = renamed,
    .own[OWN_ROOT].tell = tell_root,
    .own[OWN_PHASE].tell = tell_phase,
    .own[OWN_STEP].tell = tell_step,
    .own[OWN_CANDIDATE].tell = tell_candidate,
    .own[OWN_BACK].tell = tell_back,
};
