/* What templates may ask of matrix-chain multiplication alone, told for each kind of part;
 * docs/problems/matrix-chain.md explains the names. */
#include "names.h"
#include "extension.h"
#include "matrix_chain/story/examples.h"

#include "kit/story/cells.h"
#include "kit/story/lengths.h"
#include "number.h"
#include "sheet_value.h"

enum {
    LISTED_CHAIN = 12, /* up to here all cells are shown in tables and lists */
    PAIRED_DIM = 3,    /* digits of dimensions and costs up to which two tables of splits stand beside each other */
    PAIRED_COST = 6,
    SHOWN_LENGTH = 4,     /* in longer chains lengths between this and n are skipped */
    ASKED_LENGTH = 4,     /* longer chains read too many cells to be asked for */
    FULL_CANDIDATES = 12, /* a length of so many is worked in full */
    RUN_TEX = 4,          /* more matrices are written with dots */
    WORK_BYTES = 70,      /* a sum with more is not written into a sentence */
    ORDER_BYTES = 60      /* nor is such an order */
};

static str run_tex(int64_t i, int64_t j, arena *a) {
    return matrix_run_tex((size_t)i, (size_t)j, RUN_TEX, a);
}

static str cell_tex(int64_t i, int64_t j, arena *a) {
    return str_format(a, "m[%lld,%lld]", (long long)i, (long long)j);
}

/* ---- the whole ---- */

/* Each with its number and its size. */
static datum *matrices(const datum *dims, arena *a) {
    datum *list = datum_list(a);
    for (size_t k = 1; k < dims->count; k++) {
        datum *one = datum_add(a, list, datum_map(a));
        datum_put(a, one, "matrix", datum_integer(a, (int64_t)k));
        datum_put(a, one, "rows", datum_text(a, number_shown(matrix_dim(dims, k - 1), a)));
        datum_put(a, one, "cols", datum_text(a, number_shown(matrix_dim(dims, k), a)));
    }
    return list;
}

/* Whether a row of all sizes would be too wide for a page. */
static bool is_wide(const datum *dims) {
    enum { ROW = 56, GAP = 3 }; /* digits; what stands between two numbers counts as so many */
    size_t digits = 0;
    for (size_t k = 0; k + 1 < dims->count; k++)
        digits += matrix_dim(dims, k).len + matrix_dim(dims, k + 1).len + GAP;
    return digits > ROW;
}

/* The whole split in its middle: what the last product joins. */
static datum *middle(const datum *dims, arena *a) {
    size_t n = dims->count - 1, k = (n + 1) / 2;
    datum *d = datum_map(a);
    str left = k == 1 ? STR("A1") : str_format(a, "(A1..A%zu)", k);
    str right = k + 1 == n ? str_format(a, "A%zu", n) : str_format(a, "(A%zu..A%zu)", k + 1, n);
    datum_put(a, d, "k", datum_integer(a, (int64_t)k));
    datum_put(a, d, "order", datum_text(a, str_format(a, "%.*s%.*s", STR_ARG(left), STR_ARG(right))));
    datum_put(a, d, "rows", datum_text(a, number_shown(matrix_dim(dims, 0), a)));
    datum_put(a, d, "inner", datum_text(a, number_shown(matrix_dim(dims, k), a)));
    datum_put(a, d, "cols", datum_text(a, number_shown(matrix_dim(dims, n), a)));
    datum_put(a, d, "cost", sheet_value(matrix_product_cost(dims, 0, k, n, a), a));
    return d;
}

static void tell_answer(facts *f, const datum *answer) {
    const datum *cost = datum_get(answer, "cost"), *count = datum_get(answer, "best_orders");
    const datum *all = datum_get(answer, "orders");
    str order = datum_as_text(datum_get(answer, "order"));
    if (cost) {
        facts_data(f, "cost", sheet_value(datum_as_text(cost), f->arena));
        facts_number(f, "exact_cost", datum_as_text(cost));
    }
    if (order.len) /* empty if it is too long for a sentence */
        facts_text(f, "order", order.len <= ORDER_BYTES ? matrix_order_tex(order, f->arena) : STR(""));
    if (count) {
        facts_data(f, "best_orders", sheet_value(datum_as_text(count), f->arena));
        facts_bool(f, "one_best", str_is(datum_as_text(count), "1"));
    }
    if (count && all)
        facts_bool(f, "all_best", datum_equal(count, all));
}

static void tell_root(facts *f, const view *v) {
    const story *s = v->object;
    const datum *dims = matrix_dims(s);
    tell_answer(f, s->answer);
    facts_bool(f, "is_traced", story_run_named(s, STR("plain")) != NULL);
    if (!dims)
        return;
    size_t n = dims->count - 1;
    facts_integer(f, "n", (int64_t)n);
    facts_data(f, "matrices", matrices(dims, f->arena));
    facts_bool(f, "is_wide", is_wide(dims));
    facts_text(f, "chain", matrix_run_tex(1, n, RUN_TEX, f->arena));
    facts_data(f, "sample", matrix_sample(dims, f->arena));
    if (n >= 3)
        facts_data(f, "middle", middle(dims, f->arena));
    facts_data(f, "cheapest", matrix_cheapest(dims, story_main_run(s), f->arena));
    facts_data(f, "shortcuts", matrix_shortcuts(s, dims, f->arena));
    facts_data(f, "totals", matrix_tally(dims, f->arena));
}

static const renamed_name renamed[] = {
    {"one_matrix", "n=1"},
    {"two_matrices", "n=2"},
    {"three_or_more", "n>=3"},
    {"four_or_more", "n>=4"},
    {"with_polygon", "n=5"},
    {"with_polygon_below", "answer.tied_cells<=4"},
    {"five_or_more", "n>=5"},
    {"is_small", "n<=5"},
    {"is_middling", "n<=6"},
    {"is_listed", "n<=12"},
    {"is_ten", "n=10"},
    {"tally", "totals"},
    {"is_asked", "has_question"},
    {"asks_cheapest", "is_cheapest_question"},
    {"beside_diamond", "is_whole (of a length)"},
    {"with_diamond", "is_whole (of a length)"},
    {"is_beside_diamond", "is_whole (of a length)"},
    {"shows_diamond", "is_whole (of a length)"},
    {NULL, NULL},
};

/* ---- lengths ---- */

static const story_fact *cost_of(const story_step *s) {
    return cell_fact(s, "m");
}

static bool has_tie(const story_step *s) {
    const story_fact *f = cost_of(s);
    return f && f->chosen.count > 1;
}

static size_t length_of_chain(const story *s) {
    const datum *dims = matrix_dims(s);
    return dims ? dims->count - 1 : 0;
}

/* All of a length while it has few candidates; else those on the way back and the first with a tie, or the first. */
static void in_full(const story_phase *p, bool *full) {
    const story_step *steps = p->run->steps + p->first;
    size_t tie = SIZE_MAX;
    bool back = false;
    for (size_t k = 0; k < p->count; k++) {
        full[k] = cell_on_way_back(&steps[k]);
        back = back || full[k];
        tie = tie == SIZE_MAX && has_tie(&steps[k]) ? k : tie;
    }
    if (p->count && (tie != SIZE_MAX || !back))
        full[tie != SIZE_MAX ? tie : 0] = true;
    for (size_t k = 0; k < p->count; k++)
        full[k] = steps[k].candidate_count && (full[k] || p->count * steps[k].candidate_count <= FULL_CANDIDATES);
}

/* The cell that the student is asked for before this length: one in the middle, which reads on both sides. */
static const story_step *asked(const story_phase *p, size_t n, const bool *full) {
    const story_step *steps = p->run->steps + p->first;
    if (p->value < 3 || p->value > ASKED_LENGTH || p->value == (int64_t)n)
        return NULL;
    for (size_t k = p->count / 2; k < p->count; k++)
        if (full[k])
            return &steps[k];
    for (size_t k = p->count; k-- > 0;)
        if (full[k])
            return &steps[k];
    return NULL;
}

static const lengths_plan plan = {
    .whole = length_of_chain, .listed = LISTED_CHAIN, .shown = SHOWN_LENGTH, .in_full = in_full, .asked = asked};

/* Whether the numbers are short enough for two tables of splits beside each other. */
static bool fits_in_pairs(const story_phase *p, const datum *dims) {
    for (size_t k = 0; k < dims->count; k++)
        if (matrix_dim(dims, k).len > PAIRED_DIM)
            return false;
    for (size_t k = 0; k < p->run->step_count; k++) {
        const story_step *s = &p->run->steps[k];
        for (size_t c = 0; c < s->candidate_count; c++)
            if (s->candidates[c].way_count && s->candidates[c].ways[0].value.len > PAIRED_COST)
                return false;
    }
    return true;
}

/* Looks at all the run, so it is worked out only where it is asked. */
static view_value phase_in_pairs(const view *v, arena *a) {
    (void)a;
    const story_phase *p = v->object;
    const datum *dims = matrix_dims(p->run->story);
    return str_is(p->by, "length") && dims ? view_bool(fits_in_pairs(p, dims)) : view_missing();
}

static const view_name phase_rows[] = {{"in_pairs", phase_in_pairs}, {NULL, NULL}};

static void tell_phase(facts *f, const view *v) {
    const story_phase *p = v->object;
    size_t n = lengths_whole_of(p, &plan);
    lengths_tell(f, p, &plan);
    facts_integer(f, "split_count", p->value - 1);
    if (n) /* whether the question on the cheapest product stands at its end */
        facts_bool(f, "is_cheapest_question", p->value == (int64_t)n && n >= 4);
}

/* ---- cells ---- */

static datum *best(const story_fact *cost, arena *a) {
    str work = cost->way ? story_way_shown(cost->way, a) : STR("");
    if (work.len)
        work = str_format(a, "%.*s = %.*s", STR_ARG(work), STR_ARG(number_shown(cost->value, a)));
    return cell_best(cost, "k", work.len <= WORK_BYTES ? work : STR(""), a);
}

static void tell_step(facts *f, const view *v) {
    const story_step *s = v->object;
    const datum *dims = matrix_dims(s->run->story);
    if (s->kind != STEP_CELL)
        return;
    facts_text(f, "name", cell_tex(s->row, s->col, f->arena));
    if (s->row < 1 || s->col < s->row || !dims || s->col >= (int64_t)dims->count)
        return;
    const story_fact *cost = cost_of(s);
    facts_text(f, "chain", run_tex(s->row, s->col, f->arena));
    facts_data(f, "best", cost && cost->value.len ? best(cost, f->arena) : NULL);
    if (!s->phase)
        return;
    bool is_asked = lengths_asks(s, dims->count - 1, &plan, f->arena);
    facts_bool(f, "has_question", is_asked);
    facts_bool(f, "is_worth_a_word", has_tie(s) || is_asked); /* its splits do not say all of it */
}

/* ---- splits, and the way back ---- */

static void tell_candidate(facts *f, const view *v) {
    const story_candidate *c = v->object;
    int64_t k = cell_split(c, 'k');
    if (!k || !c->step)
        return;
    facts_text(f, "left_cell", cell_tex(c->step->row, k, f->arena));
    facts_text(f, "right_cell", cell_tex(k + 1, c->step->col, f->arena));
}

/* A part in brackets, unless it is a single matrix. */
static str part_tex(int64_t i, int64_t j, arena *a) {
    str tex = run_tex(i, j, a);
    return i == j ? tex : str_format(a, "(%.*s)", STR_ARG(tex));
}

/* The last product of the chain: its arithmetic, and its cost. */
static void tell_product(facts *f, const datum *dims, size_t p, size_t q, size_t r) {
    arena *a = f->arena;
    facts_text(f, "work",
               str_format(a, "%.*s × %.*s × %.*s", STR_ARG(sheet_tex(matrix_dim(dims, p), a)),
                          STR_ARG(sheet_tex(matrix_dim(dims, q), a)), STR_ARG(sheet_tex(matrix_dim(dims, r), a))));
    facts_data(f, "cost", sheet_value(matrix_product_cost(dims, p, q, r, a), a));
}

static void tell_back(facts *f, const view *v) {
    const story_back *b = v->object;
    const story_run *run = v->context;
    const datum *dims = run ? matrix_dims(run->story) : NULL;
    int64_t k = cell_split(b->candidate, 'k');
    facts_text(f, "chain", run_tex(b->row, b->col, f->arena));
    if (!k)
        return;
    str left = part_tex(b->row, k, f->arena), right = part_tex(k + 1, b->col, f->arena);
    facts_integer(f, "k", k);
    facts_text(f, "parts", str_format(f->arena, "%.*s%.*s", STR_ARG(left), STR_ARG(right)));
    if (dims && b->row >= 1 && k >= b->row && b->col > k && b->col < (int64_t)dims->count)
        tell_product(f, dims, (size_t)b->row - 1, (size_t)k, (size_t)b->col);
}

const story_extension matrix_chain_names = {
    .name = "matrix-chain",
    .renamed = renamed,
    .own[OWN_ROOT].tell = tell_root,
    .own[OWN_PHASE] = {tell_phase, phase_rows},
    .own[OWN_STEP].tell = tell_step,
    .own[OWN_CANDIDATE].tell = tell_candidate,
    .own[OWN_BACK].tell = tell_back,
};
