/* The names that only matrix-chain multiplication has, a table for each kind of object; docs/templates.md explains
 * them. */
#include "names.h"
#include "extension.h"
#include "matrix_chain/story/sheet.h"

#include "kit/story/lengths.h"
#include "number.h"
#include "sheet_value.h"

enum {
    SMALL_CHAIN = 5,   /* up to here there is room for a figure at every turn */
    MIDDLING = 6,      /* up to here both turned tables stand beside each other */
    MOST_CORNERS = 10, /* a polygon of longer chains would fill a page */
    LISTED_CHAIN = 12, /* up to here all cells are shown in tables and lists */
    PAIRED_DIM = 3,    /* digits of dimensions and costs up to which two tables of splits stand beside each other */
    PAIRED_COST = 6,
    NARROW_VALUE = 9, /* bytes of a value, up to which two lists stand beside each other */
    SHOWN_LENGTH = 4, /* in longer chains lengths between this and n are skipped */
    ASKED_LENGTH = 4, /* longer chains read too many cells to be asked for */
    RUN_TEX = 4,      /* more matrices are written with dots */
    ORDER_BYTES = 60  /* an order with more is not written into a sentence */
};

#define FEW_TIES '4' /* cells with ties */
#define AS(v, type) ((const type *)(v)->object)

/* ---- the whole ---- */

static bool dims_of_root(const view *v, matrix_dims *m, arena *a) {
    return matrix_dims_of(v->object, m, a);
}

static const datum *answer_of(const view *v, const char *key) {
    return datum_get(AS(v, story)->answer, key);
}

static view_value root_n(const view *v, arena *a) {
    matrix_dims m;
    return dims_of_root(v, &m, a) ? view_integer(a, (int64_t)m.n) : view_missing();
}

static view_value root_has_size(const view *v, size_t from, size_t to, arena *a) {
    matrix_dims m;
    return dims_of_root(v, &m, a) ? view_bool(m.n >= from && m.n <= to) : view_missing();
}

static view_value root_one_matrix(const view *v, arena *a) {
    return root_has_size(v, 1, 1, a);
}

static view_value root_two_matrices(const view *v, arena *a) {
    return root_has_size(v, 2, 2, a);
}

static view_value root_three_or_more(const view *v, arena *a) {
    return root_has_size(v, 3, SIZE_MAX, a);
}

static view_value root_four_or_more(const view *v, arena *a) {
    return root_has_size(v, 4, SIZE_MAX, a);
}

/* The polygon stands beside the tree where there is room for it on the last page. */
static view_value root_with_polygon(const view *v, arena *a) {
    matrix_dims m;
    return dims_of_root(v, &m, a) ? view_bool(m.n == SMALL_CHAIN) : view_missing();
}

/* Below the tree of a longer chain, unless many ties have taken the room. */
static view_value root_with_polygon_below(const view *v, arena *a) {
    str tied = datum_as_text(answer_of(v, "tied_cells"));
    if (tied.len != 1 || tied.ptr[0] > FEW_TIES)
        return view_bool(false);
    return root_has_size(v, SMALL_CHAIN + 1, MOST_CORNERS, a);
}

static view_value root_five_or_more(const view *v, arena *a) {
    return root_has_size(v, 5, SIZE_MAX, a);
}

static view_value root_is_small(const view *v, arena *a) {
    return root_has_size(v, 1, SMALL_CHAIN, a);
}

static view_value root_is_middling(const view *v, arena *a) {
    return root_has_size(v, 1, MIDDLING, a);
}

static view_value root_is_listed(const view *v, arena *a) {
    return root_has_size(v, 1, LISTED_CHAIN, a);
}

static view_value root_is_ten(const view *v, arena *a) {
    return root_has_size(v, 10, 10, a);
}

/* Each with its number and its size. */
static view_value root_matrices(const view *v, arena *a) {
    matrix_dims m;
    if (!dims_of_root(v, &m, a))
        return view_missing();
    datum *list = datum_list(a);
    for (size_t k = 1; k <= m.n; k++) {
        datum *one = datum_add(a, list, datum_map(a));
        datum_put(a, one, "matrix", datum_integer(a, (int64_t)k));
        datum_put(a, one, "rows", datum_text(a, number_shown(m.dims[k - 1], a)));
        datum_put(a, one, "cols", datum_text(a, number_shown(m.dims[k], a)));
    }
    return view_value_of_datum(list, a);
}

/* Whether a row of all sizes would be too wide for a page. */
static view_value root_is_wide(const view *v, arena *a) {
    enum { ROW = 56, GAP = 3 }; /* digits; what stands between two numbers counts as so many */
    matrix_dims m;
    if (!dims_of_root(v, &m, a))
        return view_missing();
    size_t digits = 0;
    for (size_t k = 0; k < m.n; k++)
        digits += m.dims[k].len + m.dims[k + 1].len + GAP;
    return view_bool(digits > ROW);
}

/* "A_1A_2A_3" */
static view_value root_chain(const view *v, arena *a) {
    matrix_dims m;
    return dims_of_root(v, &m, a) ? view_text(matrix_run_tex(1, m.n, RUN_TEX, a)) : view_missing();
}

static view_value root_cost(const view *v, arena *a) {
    const datum *cost = answer_of(v, "cost");
    return cost ? view_value_of_datum(sheet_value(datum_as_text(cost), a), a) : view_missing();
}

static view_value root_exact_cost(const view *v, arena *a) {
    const datum *cost = answer_of(v, "cost");
    return cost ? story_view_number(datum_as_text(cost), a) : view_missing();
}

/* Empty if it is too long for a sentence. */
static view_value root_order(const view *v, arena *a) {
    str order = datum_as_text(answer_of(v, "order"));
    return order.len ? view_text(order.len <= ORDER_BYTES ? matrix_order_tex(order, a) : STR("")) : view_missing();
}

static view_value root_best_orders(const view *v, arena *a) {
    const datum *count = answer_of(v, "best_orders");
    return count ? view_value_of_datum(sheet_value(datum_as_text(count), a), a) : view_missing();
}

static view_value root_one_best(const view *v, arena *a) {
    (void)a;
    const datum *count = answer_of(v, "best_orders");
    return count ? view_bool(str_is(datum_as_text(count), "1")) : view_missing();
}

static view_value root_all_best(const view *v, arena *a) {
    (void)a;
    const datum *count = answer_of(v, "best_orders"), *all = answer_of(v, "orders");
    return count && all ? view_bool(datum_equal(count, all)) : view_missing();
}

static view_value root_sample(const view *v, arena *a) {
    matrix_dims m;
    return dims_of_root(v, &m, a) ? view_value_of_datum(matrix_sample(&m, a), a) : view_missing();
}

/* The whole split in its middle: what the last product joins. */
static view_value root_middle(const view *v, arena *a) {
    matrix_dims m;
    if (!dims_of_root(v, &m, a) || m.n < 3)
        return view_missing();
    size_t k = (m.n + 1) / 2;
    datum *d = datum_map(a);
    str left = k == 1 ? STR("A1") : str_format(a, "(A1..A%zu)", k);
    str right = k + 1 == m.n ? str_format(a, "A%zu", m.n) : str_format(a, "(A%zu..A%zu)", k + 1, m.n);
    datum_put(a, d, "k", datum_integer(a, (int64_t)k));
    datum_put(a, d, "order", datum_text(a, str_format(a, "%.*s%.*s", STR_ARG(left), STR_ARG(right))));
    datum_put(a, d, "rows", datum_text(a, number_shown(m.dims[0], a)));
    datum_put(a, d, "inner", datum_text(a, number_shown(m.dims[k], a)));
    datum_put(a, d, "cols", datum_text(a, number_shown(m.dims[m.n], a)));
    datum_put(a, d, "cost", sheet_value(matrix_product_cost(&m, 0, k, m.n, a), a));
    return view_value_of_datum(d, a);
}

/* Whether the plain recursion is in the trace. */
static view_value root_is_traced(const view *v, arena *a) {
    (void)a;
    return view_bool(story_run_named(v->object, STR("plain")) != NULL);
}

static view_value root_cheapest(const view *v, arena *a) {
    matrix_dims m;
    return dims_of_root(v, &m, a) ? view_value_of_datum(matrix_cheapest(&m, story_main_run(v->object), a), a)
                                  : view_missing();
}

static view_value root_tally(const view *v, arena *a) {
    matrix_dims m;
    return dims_of_root(v, &m, a) ? view_value_of_datum(matrix_tally(&m, a), a) : view_missing();
}

static const view_name root_names[] = {
    {"n", root_n},
    {"one_matrix", root_one_matrix},
    {"two_matrices", root_two_matrices},
    {"three_or_more", root_three_or_more},
    {"four_or_more", root_four_or_more},
    {"with_polygon", root_with_polygon},
    {"with_polygon_below", root_with_polygon_below},
    {"five_or_more", root_five_or_more},
    {"is_small", root_is_small},
    {"is_middling", root_is_middling},
    {"is_listed", root_is_listed},
    {"is_ten", root_is_ten},
    {"matrices", root_matrices},
    {"is_wide", root_is_wide},
    {"chain", root_chain},
    {"cost", root_cost},
    {"exact_cost", root_exact_cost},
    {"order", root_order},
    {"best_orders", root_best_orders},
    {"one_best", root_one_best},
    {"all_best", root_all_best},
    {"sample", root_sample},
    {"middle", root_middle},
    {"is_traced", root_is_traced},
    {"cheapest", root_cheapest},
    {"tally", root_tally},
    {NULL, NULL},
};

/* ---- lengths ---- */

static bool length_of_chain(const story *s, size_t *n, arena *a) {
    matrix_dims m;
    if (!matrix_dims_of(s, &m, a))
        return false;
    *n = m.n;
    return true;
}

static const story_step *asked_of(const story_phase *p, size_t n);

static const lengths_plan plan = {
    .whole = length_of_chain,
    .listed = LISTED_CHAIN,
    .shown = SHOWN_LENGTH,
    .in_full = matrix_in_full,
    .asked = asked_of,
};

static view_value phase_split_count(const view *v, arena *a) {
    return view_integer(a, AS(v, story_phase)->value - 1);
}

/* Whether a list of its costs may stand in several columns. */
static view_value phase_is_narrow(const view *v, arena *a) {
    (void)a;
    const story_phase *p = v->object;
    for (size_t k = 0; k < p->count; k++) {
        const story_fact *f = matrix_cost_fact(&p->run->steps[p->first + k]);
        if (f && f->value.len > NARROW_VALUE)
            return view_bool(false);
    }
    return view_bool(true);
}

/* Whether the numbers are short enough for two tables of splits beside each other. */
static bool fits_in_pairs(const story_phase *p, const matrix_dims *m) {
    for (size_t k = 0; k <= m->n; k++)
        if (m->dims[k].len > PAIRED_DIM)
            return false;
    for (size_t k = 0; k < p->run->step_count; k++) {
        const story_step *s = &p->run->steps[k];
        for (size_t c = 0; c < s->candidate_count; c++)
            if (s->candidates[c].way_count && s->candidates[c].ways[0].value.len > PAIRED_COST)
                return false;
    }
    return true;
}

static view_value phase_in_pairs(const view *v, arena *a) {
    const story_phase *p = v->object;
    matrix_dims m;
    bool known = str_is(p->by, "length") && matrix_dims_of(p->run->story, &m, a);
    return known ? view_bool(fits_in_pairs(p, &m)) : view_missing();
}

/* The cell that the student is asked for before this length: one in the middle, which reads on both sides. */
static const story_step *asked_of(const story_phase *p, size_t n) {
    const story_step *steps = p->run->steps + p->first;
    if (p->value < 3 || p->value > ASKED_LENGTH || lengths_is_whole_of(p, n) || !lengths_told(&plan, p->value, n))
        return NULL;
    for (size_t k = p->count / 2; k < p->count; k++)
        if (matrix_in_full(&steps[k]))
            return &steps[k];
    for (size_t k = p->count; k-- > 0;)
        if (matrix_in_full(&steps[k]))
            return &steps[k];
    return NULL;
}

/* Whether the question on the cheapest product stands at the end of this length. */
static view_value phase_asks_cheapest(const view *v, arena *a) {
    size_t n;
    if (!lengths_whole_of(v->object, &n, a))
        return view_missing();
    return view_bool(lengths_is_whole_of(v->object, n) && n >= 4);
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
    {"split_count", phase_split_count},
    {"full_steps", lengths_full_steps},
    {"row_steps", lengths_row_steps},
    {"row_pairs", lengths_row_pairs},
    {"full_pairs", lengths_full_pairs},
    {"in_pairs", phase_in_pairs},
    {"is_narrow", phase_is_narrow},
    {"all_in_full", lengths_all_in_full},
    {"one_in_full", lengths_one_in_full},
    {"first_step", lengths_first_step},
    {"question_step", lengths_question_step},
    {"asks_cheapest", phase_asks_cheapest},
    {NULL, NULL},
};

/* ---- cells ---- */

static bool dims_of_step(const view *v, matrix_dims *m, arena *a) {
    const story_step *s = v->object;
    return s->kind == STEP_CELL && s->row >= 1 && s->col >= s->row && matrix_dims_of(s->run->story, m, a) &&
           s->col <= (int64_t)m->n;
}

static view_value step_name(const view *v, arena *a) {
    const story_step *s = v->object;
    if (s->kind != STEP_CELL)
        return view_missing();
    return view_text(str_format(a, "m[%lld,%lld]", (long long)s->row, (long long)s->col));
}

static view_value step_chain(const view *v, arena *a) {
    matrix_dims m;
    const story_step *s = v->object;
    return dims_of_step(v, &m, a) ? view_text(matrix_run_tex((size_t)s->row, (size_t)s->col, RUN_TEX, a))
                                  : view_missing();
}

static view_value step_best(const view *v, arena *a) {
    matrix_dims m;
    return dims_of_step(v, &m, a) ? view_value_of_datum(matrix_best(v->object, a), a) : view_missing();
}

static view_value step_is_asked(const view *v, arena *a) {
    matrix_dims m;
    const story_step *s = v->object;
    return dims_of_step(v, &m, a) && s->phase ? view_bool(asked_of(s->phase, m.n) == s) : view_missing();
}

/* Whether its splits do not say all of it: a tie, or an answer. */
static view_value step_is_worth_a_word(const view *v, arena *a) {
    matrix_dims m;
    const story_step *s = v->object;
    if (!dims_of_step(v, &m, a) || !s->phase)
        return view_missing();
    const story_fact *f = matrix_cost_fact(s);
    return view_bool((f && f->chosen.count > 1) || asked_of(s->phase, m.n) == s);
}

/* The turned table of a short chain stands beside the splits of the whole. */
static bool has_diamond_beside(const story_step *s, const matrix_dims *m) {
    return lengths_is_whole_of(s->phase, m->n) && m->n >= 3 && m->n <= SMALL_CHAIN && fits_in_pairs(s->phase, m);
}

static view_value step_beside_diamond(const view *v, arena *a) {
    matrix_dims m;
    const story_step *s = v->object;
    return dims_of_step(v, &m, a) && s->phase ? view_bool(has_diamond_beside(s, &m)) : view_missing();
}

/* Whether the tables are shown as this cell is filled: the whole of a chain that is not long, and of the cells that
 * were asked for one whose legs are long enough to be seen. */
static view_value step_with_diamond(const view *v, arena *a) {
    matrix_dims m;
    const story_step *s = v->object;
    if (!dims_of_step(v, &m, a) || !s->phase)
        return view_missing();
    bool whole = lengths_is_whole_of(s->phase, m.n) && m.n >= 3 && m.n <= MIDDLING && !has_diamond_beside(s, &m);
    bool long_enough = m.n == SMALL_CHAIN ? s->phase->value == 3 : s->phase->value == ASKED_LENGTH;
    return view_bool(m.n <= LISTED_CHAIN && (whole || (asked_of(s->phase, m.n) == s && long_enough)));
}

static const view_name step_names[] = {
    {"name", step_name},
    {"chain", step_chain},
    {"best", step_best},
    {"is_asked", step_is_asked},
    {"with_diamond", step_with_diamond},
    {"beside_diamond", step_beside_diamond},
    {"is_worth_a_word", step_is_worth_a_word},
    {NULL, NULL},
};

/* ---- splits ---- */

static str cell_tex(int64_t i, int64_t j, arena *a) {
    return str_format(a, "m[%lld,%lld]", (long long)i, (long long)j);
}

static view_value candidate_left_cell(const view *v, arena *a) {
    const story_candidate *c = v->object;
    int64_t k = matrix_split_of(c);
    return k && c->step ? view_text(cell_tex(c->step->row, k, a)) : view_missing();
}

static view_value candidate_right_cell(const view *v, arena *a) {
    const story_candidate *c = v->object;
    int64_t k = matrix_split_of(c);
    return k && c->step ? view_text(cell_tex(k + 1, c->step->col, a)) : view_missing();
}

static const view_name candidate_names[] = {
    {"left_cell", candidate_left_cell},
    {"right_cell", candidate_right_cell},
    {NULL, NULL},
};

/* ---- the way back ---- */

static view_value back_k(const view *v, arena *a) {
    int64_t k = matrix_split_of(AS(v, story_back)->candidate);
    return k ? view_integer(a, k) : view_missing();
}

static view_value back_chain(const view *v, arena *a) {
    const story_back *b = v->object;
    return view_text(matrix_run_tex((size_t)b->row, (size_t)b->col, RUN_TEX, a));
}

/* A part in brackets, unless it is a single matrix. */
static str part_tex(int64_t i, int64_t j, arena *a) {
    str tex = matrix_run_tex((size_t)i, (size_t)j, RUN_TEX, a);
    return i == j ? tex : str_format(a, "(%.*s)", STR_ARG(tex));
}

static view_value back_parts(const view *v, arena *a) {
    const story_back *b = v->object;
    int64_t k = matrix_split_of(b->candidate);
    if (!k)
        return view_missing();
    return view_text(str_format(a, "%.*s%.*s", STR_ARG(part_tex(b->row, k, a)), STR_ARG(part_tex(k + 1, b->col, a))));
}

static view_value back_size(const view *v, bool cost, arena *a) {
    const story_back *b = v->object;
    const story_run *run = v->context;
    matrix_dims m;
    int64_t k = matrix_split_of(b->candidate);
    if (!k || !run || !matrix_dims_of(run->story, &m, a) || b->row < 1 || k < b->row || b->col <= k ||
        b->col > (int64_t)m.n)
        return view_missing();
    size_t p = (size_t)b->row - 1, q = (size_t)k, r = (size_t)b->col;
    if (cost)
        return view_value_of_datum(sheet_value(matrix_product_cost(&m, p, q, r, a), a), a);
    return view_text(str_format(a, "%.*s × %.*s × %.*s", STR_ARG(sheet_tex(m.dims[p], a)),
                                STR_ARG(sheet_tex(m.dims[q], a)), STR_ARG(sheet_tex(m.dims[r], a))));
}

/* The last product of the chain: its arithmetic, and its cost. */
static view_value back_work(const view *v, arena *a) {
    return back_size(v, false, a);
}

static view_value back_cost(const view *v, arena *a) {
    return back_size(v, true, a);
}

static const view_name back_names[] = {
    {"k", back_k}, {"chain", back_chain}, {"parts", back_parts}, {"work", back_work}, {"cost", back_cost}, {NULL, NULL},
};

const story_extension matrix_chain_names = {
    .name = "matrix-chain",
    .own[OWN_ROOT].rows = root_names,
    .own[OWN_PHASE].rows = phase_names,
    .own[OWN_STEP].rows = step_names,
    .own[OWN_CANDIDATE].rows = candidate_names,
    .own[OWN_BACK].rows = back_names,
    .lengths = &plan,
};
