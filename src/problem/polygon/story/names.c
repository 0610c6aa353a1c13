/* The polygon game's own names for templates, a table for each kind of object; docs/templates.md explains them. */
#include "names.h"
#include "extension.h"
#include "polygon/story/sheet.h"

#include "expr.h"
#include "kit/story/lengths.h"
#include "number.h"
#include "sheet_value.h"

enum {
    SMALL_RING = 5,   /* up to here there is room for a figure at every turn */
    LISTED_RING = 12, /* up to here all cells are shown in tables and lists */
    NARROW_VALUE = 9, /* bytes of a value, up to which two lists stand beside each other */
    SHOWN_LENGTH = 5, /* in larger rings lengths between this and n are skipped */
    ASKED_LENGTH = 5  /* longer chains read too many cells to be asked for */
};

#define AS(v, type) ((const type *)(v)->object)

static view_value sign_of(bool times) {
    return view_text(times ? STR("×") : STR("+"));
}

/* ---- the whole ---- */

static bool ring_of_root(const view *v, polygon_ring *r, arena *a) {
    return polygon_ring_of(v->object, r, a);
}

static const datum *answer_of(const view *v, const char *key) {
    return datum_get(AS(v, story)->answer, key);
}

static view_value root_n(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_integer(a, (int64_t)r.n) : view_missing();
}

static view_value root_ring_text(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_text(polygon_chain_text(&r, 1, r.n, a)) : view_missing();
}

static view_value root_vertices(const view *v, arena *a) {
    polygon_ring r;
    if (!ring_of_root(v, &r, a))
        return view_missing();
    datum *list = datum_list(a);
    for (size_t k = 0; k < r.n; k++) {
        datum *vertex = datum_add(a, list, datum_map(a));
        datum_put(a, vertex, "number", datum_integer(a, (int64_t)k + 1));
        datum_put(a, vertex, "value", datum_text(a, number_shown(r.values[k], a)));
    }
    return view_value_of_datum(list, a);
}

static datum *edge_datum(const polygon_ring *r, size_t edge, arena *a) {
    datum *d = datum_map(a);
    datum_put(a, d, "number", datum_integer(a, (int64_t)edge));
    datum_put(a, d, "edge", datum_integer(a, (int64_t)edge));
    datum_put(a, d, "sign", datum_text(a, r->times[edge - 1] ? STR("×") : STR("+")));
    datum_put(a, d, "times", datum_bool(a, r->times[edge - 1]));
    return d;
}

static view_value root_edges(const view *v, arena *a) {
    polygon_ring r;
    if (!ring_of_root(v, &r, a))
        return view_missing();
    datum *list = datum_list(a);
    for (size_t k = 0; k < r.n; k++)
        datum_add(a, list, edge_datum(&r, k + 1, a));
    return view_value_of_datum(list, a);
}

static view_value root_max(const view *v, arena *a) {
    const datum *max = answer_of(v, "max");
    return max ? story_view_number(datum_as_text(max), a) : view_missing();
}

static view_value root_best(const view *v, arena *a) {
    const datum *max = answer_of(v, "max");
    return max ? view_value_of_datum(sheet_value(datum_as_text(max), a), a) : view_missing();
}

static view_value root_best_edges(const view *v, arena *a) {
    polygon_ring r;
    const datum *best = answer_of(v, "best_edges");
    if (!best || !ring_of_root(v, &r, a))
        return view_missing();
    datum *list = datum_list(a);
    for (size_t k = 0; k < best->count; k++)
        datum_add(a, list, edge_datum(&r, polygon_index(&r, best->items[k]->integer), a));
    return view_value_of_datum(list, a);
}

static view_value root_first_edge(const view *v, arena *a) {
    const datum *best = answer_of(v, "best_edges");
    return best && best->count ? view_integer(a, best->items[0]->integer) : view_missing();
}

static view_value root_all_edges_best(const view *v, arena *a) {
    polygon_ring r;
    const datum *best = answer_of(v, "best_edges");
    return best && ring_of_root(v, &r, a) ? view_bool(best->count == r.n) : view_missing();
}

/* Each edge with what is reached when it goes first. */
static view_value root_per_edge(const view *v, arena *a) {
    polygon_ring r;
    const datum *per_edge = answer_of(v, "per_edge");
    if (!per_edge || !ring_of_root(v, &r, a))
        return view_missing();
    datum *list = datum_list(a);
    str best = datum_as_text(answer_of(v, "max"));
    for (size_t k = 0; k < per_edge->count && k < r.n; k++) {
        str low = datum_as_text(datum_get(per_edge->items[k], "min"));
        str high = datum_as_text(datum_get(per_edge->items[k], "max"));
        datum *d = datum_add(a, list, edge_datum(&r, k + 1, a));
        datum_put(a, d, "min", datum_text(a, number_shown(low, a)));
        datum_put(a, d, "max", datum_text(a, number_shown(high, a)));
        datum_put(a, d, "low", sheet_value(low, a));
        datum_put(a, d, "high", sheet_value(high, a));
        datum_put(a, d, "best", datum_bool(a, str_equal(high, best)));
    }
    return view_value_of_datum(list, a);
}

/* The answer's expression with all its brackets, since × does not bind before + in this game: "−7 + (4 × (2 × 5))". */
static view_value root_expression(const view *v, arena *a) {
    const datum *answer = answer_of(v, "expression");
    if (!answer)
        return view_missing();
    str text = datum_as_text(answer);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    bool leads = true; /* the next number stands at the front of its brackets */
    for (size_t k = 0; k < text.len;) {
        char c = text.ptr[k];
        if (c == '-' || char_is_digit(c)) {
            size_t end = k + 1;
            while (end < text.len && char_is_digit(text.ptr[end]))
                end++;
            str number = str_slice(text, k, end);
            strbuf_add(&b, leads ? number_shown(number, a) : number_shown_operand(number, a));
            k = end;
            continue;
        }
        strbuf_add(&b, c == '*' ? STR(" × ") : c == '+' ? STR(" + ") : str_slice(text, k, k + 1));
        leads = c == '(';
        k++;
    }
    return view_text(strbuf_text(&b));
}

static view_value root_one_vertex(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_bool(r.n == 1) : view_missing();
}

static view_value root_three_or_more(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_bool(r.n >= 3) : view_missing();
}

static view_value root_is_small(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_bool(r.n <= SMALL_RING) : view_missing();
}

static view_value root_is_listed(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_bool(r.n <= LISTED_RING) : view_missing();
}

static view_value root_is_eight(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_bool(r.n == 8) : view_missing();
}

/* A cell with one or two splits, to show what a split is. */
static view_value root_sample(const view *v, arena *a) {
    polygon_ring r;
    if (!ring_of_root(v, &r, a))
        return view_missing();
    const story_run *run = story_main_run(v->object);
    for (size_t k = 0; k < run->step_count; k++)
        if (run->steps[k].row == 1 && run->steps[k].col == (r.n < 3 ? 2 : 3))
            return view_of_object(story_view_step(&run->steps[k]));
    return view_bool(false);
}

static view_value root_sample_play(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_value_of_datum(polygon_sample_play(v->object, &r, a), a) : view_missing();
}

static view_value root_minimum_case(const view *v, arena *a) {
    polygon_ring r;
    if (!ring_of_root(v, &r, a))
        return view_missing();
    return view_value_of_datum(polygon_minimum_case(story_main_run(v->object), &r, a), a);
}

static view_value root_tally(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_value_of_datum(polygon_tally(r.n, a), a) : view_missing();
}

/* Whether the way back passes a cell of the smallest values. */
static view_value root_back_needs_minimum(const view *v, arena *a) {
    (void)a;
    const story_run *run = story_main_run(v->object);
    for (size_t k = 0; k < run->back_count; k++)
        if (str_is(run->backs[k].table->id, "min"))
            return view_bool(true);
    return view_bool(false);
}

static view_value root_merge_count(const view *v, arena *a) {
    polygon_ring r;
    return ring_of_root(v, &r, a) ? view_integer(a, (int64_t)r.n - 1) : view_missing();
}

static const view_name root_names[] = {
    {"n", root_n},
    {"ring_text", root_ring_text},
    {"vertices", root_vertices},
    {"edges", root_edges},
    {"max", root_max},
    {"best", root_best},
    {"best_edges", root_best_edges},
    {"first_edge", root_first_edge},
    {"all_edges_best", root_all_edges_best},
    {"per_edge", root_per_edge},
    {"expression", root_expression},
    {"one_vertex", root_one_vertex},
    {"three_or_more", root_three_or_more},
    {"is_small", root_is_small},
    {"is_listed", root_is_listed},
    {"is_eight", root_is_eight},
    {"sample", root_sample},
    {"sample_play", root_sample_play},
    {"minimum_case", root_minimum_case},
    {"merge_count", root_merge_count},
    {"back_needs_minimum", root_back_needs_minimum},
    {"tally", root_tally},
    {NULL, NULL},
};

/* ---- lengths ---- */

static bool length_of_ring(const story *s, size_t *n, arena *a) {
    polygon_ring r;
    if (!polygon_ring_of(s, &r, a))
        return false;
    *n = r.n;
    return true;
}

static const story_step *asked_of(const story_phase *p, size_t n);

static const lengths_plan plan = {
    .whole = length_of_ring,
    .listed = LISTED_RING,
    .shown = SHOWN_LENGTH,
    .in_full = polygon_in_full,
    .asked = asked_of,
};

/* Whether all values that are not worked in full are short. */
static view_value phase_is_narrow(const view *v, arena *a) {
    (void)a;
    const story_phase *p = v->object;
    for (size_t k = 0; k < p->count; k++) {
        const story_fact *low = polygon_low(&p->run->steps[p->first + k]);
        const story_fact *high = polygon_high(&p->run->steps[p->first + k]);
        if ((low && low->value.len > NARROW_VALUE) || (high && high->value.len > NARROW_VALUE))
            return view_bool(false);
    }
    return view_bool(true);
}

static bool differs(const story_step *s) {
    const story_fact *low = polygon_low(s), *high = polygon_high(s);
    return low && high && !str_equal(low->value, high->value);
}

/* Whether a cell may be asked for before its length is filled. */
static bool can_be_asked(const story_step *s, size_t n) {
    return polygon_in_full(s) && (s->col == 3 ? differs(s) : s->row + s->col - 1 > (int64_t)n);
}

/* The cell that the student is asked for before this length: of three, one whose values differ; of more, one that
 * passes the end of the ring. Its answer is told where it is worked in full, so the later the better, but not at the
 * very end.
 */
static const story_step *asked_of(const story_phase *p, size_t n) {
    const story_step *steps = p->run->steps + p->first, *asked = NULL;
    if (p->value < 3 || p->value > ASKED_LENGTH || p->count < 3 || !lengths_told(&plan, p->value, n))
        return NULL;
    for (size_t k = 0; k < p->count; k++)
        if (can_be_asked(&steps[k], n) && (!asked || k + 1 < p->count))
            asked = &steps[k];
    for (size_t k = 0; k < p->count && !asked; k++)
        if (polygon_in_full(&steps[k]))
            asked = &steps[k];
    return asked;
}

/* Whether a question stands at the end of this length. */
static view_value phase_asks(const view *v, arena *a) {
    const story_phase *p = v->object;
    size_t n;
    if (!lengths_whole_of(p, &n, a))
        return view_missing();
    return view_bool(p->value == 1 || lengths_is_whole_of(p, n) || lengths_asked_next(p, n));
}

static const view_name phase_names[] = {
    {"is_one", lengths_is_one},
    {"is_two", lengths_is_two},
    {"is_three", lengths_is_three},
    {"is_long", lengths_is_long},
    {"is_whole", lengths_is_whole},
    {"is_told", lengths_is_told},
    {"skips", lengths_skips},
    {"last_skipped", lengths_last_skipped},
    {"next_length", lengths_next_length},
    {"full_steps", lengths_full_steps},
    {"row_steps", lengths_row_steps},
    {"row_pairs", lengths_row_pairs},
    {"is_narrow", phase_is_narrow},
    {"all_in_full", lengths_all_in_full},
    {"one_in_full", lengths_one_in_full},
    {"first_step", lengths_first_step},
    {"last_step", lengths_last_step},
    {"asks", phase_asks},
    {"question_step", lengths_question_step},
    {NULL, NULL},
};

/* ---- cells ---- */

static bool ring_of_step(const view *v, polygon_ring *r, arena *a) {
    const story_step *s = v->object;
    return s->kind == STEP_CELL && s->row >= 1 && s->col >= 1 && polygon_ring_of(s->run->story, r, a);
}

static view_value step_chain(const view *v, arena *a) {
    polygon_ring r;
    const story_step *s = v->object;
    if (!ring_of_step(v, &r, a))
        return view_missing();
    return view_text(polygon_chain_brief(&r, (size_t)s->row, (size_t)s->col, a));
}

static view_value step_name(const view *v, arena *a) {
    const story_step *s = v->object;
    if (s->kind != STEP_CELL)
        return view_missing();
    return view_text(str_format(a, "m[%lld,%lld]", (long long)s->row, (long long)s->col));
}

static view_value step_wraps(const view *v, arena *a) {
    polygon_ring r;
    const story_step *s = v->object;
    return ring_of_step(v, &r, a) ? view_bool(s->row + s->col - 1 > (int64_t)r.n) : view_missing();
}

/* The one operator of a chain that has only one kind, else false. */
static view_value step_uniform(const view *v, arena *a) {
    polygon_ring r;
    const story_step *s = v->object;
    if (!ring_of_step(v, &r, a) || s->col < 2)
        return view_missing();
    bool times = r.times[polygon_index(&r, s->row + 1) - 1];
    for (int64_t k = 2; k < s->col; k++)
        if (r.times[polygon_index(&r, s->row + k) - 1] != times)
            return view_bool(false);
    return sign_of(times);
}

static view_value step_extreme(const story_fact *f, arena *a) {
    return f ? view_value_of_datum(polygon_extreme(f, a), a) : view_missing();
}

static view_value step_low(const view *v, arena *a) {
    return step_extreme(polygon_low(v->object), a);
}

static view_value step_high(const view *v, arena *a) {
    return step_extreme(polygon_high(v->object), a);
}

/* Whether no split gives both the smallest and the largest value. */
static view_value step_apart(const view *v, arena *a) {
    (void)a;
    const story_fact *low = polygon_low(v->object), *high = polygon_high(v->object);
    if (!low || !high)
        return view_missing();
    for (size_t k = 0; k < low->chosen.count; k++)
        for (size_t m = 0; m < high->chosen.count; m++)
            if (str_equal(low->chosen.items[k], high->chosen.items[m]))
                return view_bool(false);
    return view_bool(low->chosen.count > 0);
}

static view_value step_needs_minimum(const view *v, arena *a) {
    (void)a;
    return view_bool(polygon_needs_minimum(v->object));
}

static view_value step_top(const view *v, arena *a) {
    str top = polygon_top(v->object, a);
    return top.len ? view_value_of_datum(sheet_value(top, a), a) : view_missing();
}

static view_value step_is_asked(const view *v, arena *a) {
    polygon_ring r;
    const story_step *s = v->object;
    return ring_of_step(v, &r, a) && s->phase ? view_bool(asked_of(s->phase, r.n) == s) : view_missing();
}

static const story_step *first_that_differs(const story_phase *p) {
    const story_step *steps = p->run->steps + p->first;
    for (size_t k = 0; k < p->count; k++)
        if (differs(&steps[k]) && polygon_in_full(&steps[k]))
            return &steps[k];
    return NULL;
}

/* Whether the tables are shown as this cell is filled: in a small ring for the cell of each length that was asked for,
 * and for the first of length 3 where something is to be chosen; else for one cell of length 4. */
static view_value step_with_tables(const view *v, arena *a) {
    polygon_ring r;
    const story_step *s = v->object;
    if (!ring_of_step(v, &r, a) || !s->phase)
        return view_missing();
    bool asked = asked_of(s->phase, r.n) == s;
    if (r.n <= SMALL_RING)
        return view_bool(asked || (s->col == 3 && first_that_differs(s->phase) == s));
    return view_bool(r.n <= LISTED_RING && s->col == 4 && asked);
}

/* The ring beside the splits of a chain of three: each time in a small ring, else once. */
static view_value step_with_ring(const view *v, arena *a) {
    polygon_ring r;
    const story_step *s = v->object;
    if (!ring_of_step(v, &r, a) || !s->phase)
        return view_missing();
    const story_step *first = s->run->steps + s->phase->first;
    while (first < s && !polygon_in_full(first))
        first++;
    return view_bool(s->col == 3 && (r.n <= SMALL_RING || first == s));
}

static const view_name step_names[] = {
    {"chain", step_chain},
    {"name", step_name},
    {"wraps", step_wraps},
    {"uniform", step_uniform},
    {"low", step_low},
    {"high", step_high},
    {"apart", step_apart},
    {"top", step_top},
    {"needs_minimum", step_needs_minimum},
    {"is_asked", step_is_asked},
    {"with_tables", step_with_tables},
    {"with_ring", step_with_ring},
    {NULL, NULL},
};

/* ---- splits ---- */

typedef struct split {
    polygon_ring ring;
    size_t i, j, s; /* the cell and where it is split */
    size_t edge;    /* between the parts; the first vertex of the right part has the same number */
} split;

static bool split_of(const view *v, split *x, arena *a) {
    const story_candidate *c = v->object;
    x->s = polygon_split(c);
    if (!x->s || !c->step || (int64_t)x->s >= c->step->col || !polygon_ring_of(c->step->run->story, &x->ring, a))
        return false;
    x->i = polygon_index(&x->ring, c->step->row);
    x->j = (size_t)c->step->col;
    x->edge = polygon_index(&x->ring, c->step->row + (int64_t)x->s);
    return true;
}

static view_value candidate_edge(const view *v, arena *a) {
    split x;
    return split_of(v, &x, a) ? view_integer(a, (int64_t)x.edge) : view_missing();
}

static view_value candidate_sign(const view *v, arena *a) {
    split x;
    return split_of(v, &x, a) ? sign_of(x.ring.times[x.edge - 1]) : view_missing();
}

static view_value candidate_times(const view *v, arena *a) {
    split x;
    return split_of(v, &x, a) ? view_bool(x.ring.times[x.edge - 1]) : view_missing();
}

static view_value candidate_left_chain(const view *v, arena *a) {
    split x;
    return split_of(v, &x, a) ? view_text(polygon_chain_brief(&x.ring, x.i, x.s, a)) : view_missing();
}

static view_value candidate_right_chain(const view *v, arena *a) {
    split x;
    return split_of(v, &x, a) ? view_text(polygon_chain_brief(&x.ring, x.edge, x.j - x.s, a)) : view_missing();
}

static view_value candidate_left_row(const view *v, arena *a) {
    split x;
    return split_of(v, &x, a) ? view_integer(a, (int64_t)x.i) : view_missing();
}

static view_value candidate_left_col(const view *v, arena *a) {
    split x;
    return split_of(v, &x, a) ? view_integer(a, (int64_t)x.s) : view_missing();
}

static view_value candidate_right_col(const view *v, arena *a) {
    split x;
    return split_of(v, &x, a) ? view_integer(a, (int64_t)(x.j - x.s)) : view_missing();
}

/* A part in brackets, where an expression needs them; inside them only the first number may be a bare negative. */
static str part_text(const polygon_ring *r, size_t i, size_t length, bool leads, arena *a) {
    if (length == 1)
        return leads ? number_shown(r->values[i - 1], a) : number_shown_operand(r->values[i - 1], a);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < length; k++) {
        size_t vertex = polygon_index(r, (int64_t)(i + k));
        strbuf_add_c(&b, k == 0 ? "(" : r->times[vertex - 1] ? " × " : " + ");
        strbuf_add(&b, k ? number_shown_operand(r->values[vertex - 1], a) : number_shown(r->values[vertex - 1], a));
    }
    strbuf_add_c(&b, ")");
    return strbuf_text(&b);
}

/* "(−7 + 4) × 2" */
static view_value candidate_bracketed(const view *v, arena *a) {
    split x;
    if (!split_of(v, &x, a))
        return view_missing();
    str left = part_text(&x.ring, x.i, x.s, true, a), right = part_text(&x.ring, x.edge, x.j - x.s, false, a);
    const char *sign = x.ring.times[x.edge - 1] ? "×" : "+";
    return view_text(str_format(a, "%.*s %s %.*s", STR_ARG(left), sign, STR_ARG(right)));
}

static const view_name candidate_names[] = {
    {"edge", candidate_edge},
    {"sign", candidate_sign},
    {"times", candidate_times},
    {"left_chain", candidate_left_chain},
    {"right_chain", candidate_right_chain},
    {"left_row", candidate_left_row},
    {"left_col", candidate_left_col},
    {"right_row", candidate_edge},
    {"right_col", candidate_right_col},
    {"bracketed", candidate_bracketed},
    {NULL, NULL},
};

/* ---- the way back ---- */

static bool split_of_back(const view *v, split *x, arena *a) {
    const story_back *b = v->object;
    view candidate = {NULL, b->candidate, NULL};
    return b->candidate && split_of(&candidate, x, a);
}

static str cell_text(size_t i, size_t j, bool high, arena *a) {
    return str_format(a, "m[%zu,%zu,%d]", i, j, high);
}

/* m[1,4,1] */
static view_value back_cell(const view *v, arena *a) {
    const story_back *b = v->object;
    return view_text(cell_text((size_t)b->row, (size_t)b->col, str_is(b->table->id, "max"), a));
}

static view_value back_s(const view *v, arena *a) {
    split x;
    return split_of_back(v, &x, a) ? view_integer(a, (int64_t)x.s) : view_missing();
}

static view_value back_edge(const view *v, arena *a) {
    split x;
    return split_of_back(v, &x, a) ? view_integer(a, (int64_t)x.edge) : view_missing();
}

static view_value back_result(const view *v, arena *a) {
    const story_back *b = v->object;
    const story_cell *c = story_cell_at(b->table, b->row, b->col);
    return c ? view_value_of_datum(sheet_value(c->value, a), a) : view_missing();
}

static view_value back_work(const view *v, arena *a) {
    const story_back *b = v->object;
    enum { ROOM = 40 }; /* bytes in a column of a table */
    str shown = b->way ? story_way_shown(b->way, a) : STR("");
    return view_text(shown.len <= ROOM ? shown : STR(""));
}

/* What a part had to report: {is_vertex, i, cell, same, is_low}. `low` is the letter of its smallest value. */
static view_value back_part(const story_back *b, size_t i, size_t j, char low, char high, arena *a) {
    char letter = b->way && b->way->expr.len ? b->way->expr.ptr[low == 'a' ? 0 : b->way->expr.len - 1] : high;
    const story_table *t = b->table;
    const story_step *s = story_step_of_cell(t, (int64_t)i, (int64_t)j);
    datum *d = datum_map(a);
    datum_put(a, d, "is_vertex", datum_bool(a, j == 1));
    datum_put(a, d, "i", datum_integer(a, (int64_t)i));
    datum_put(a, d, "cell", datum_text(a, cell_text(i, j, letter != low, a)));
    datum_put(a, d, "same", datum_bool(a, s && !differs(s)));
    datum_put(a, d, "is_low", datum_bool(a, letter == low));
    return view_value_of_datum(d, a);
}

static view_value back_left(const view *v, arena *a) {
    split x;
    return split_of_back(v, &x, a) ? back_part(v->object, x.i, x.s, 'a', 'b', a) : view_missing();
}

static view_value back_right(const view *v, arena *a) {
    split x;
    return split_of_back(v, &x, a) ? back_part(v->object, x.edge, x.j - x.s, 'c', 'd', a) : view_missing();
}

static const view_name back_names[] = {
    {"cell", back_cell}, {"s", back_s},       {"edge", back_edge},   {"result", back_result},
    {"work", back_work}, {"left", back_left}, {"right", back_right}, {NULL, NULL},
};

const story_extension polygon_names = {
    .name = "polygon",
    .own[OWN_ROOT].rows = root_names,
    .own[OWN_PHASE].rows = phase_names,
    .own[OWN_STEP].rows = step_names,
    .own[OWN_CANDIDATE].rows = candidate_names,
    .own[OWN_BACK].rows = back_names,
    .lengths = &plan,
};
