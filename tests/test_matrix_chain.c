/* Matrix-chain multiplication: costs against published tables and all bracketings, what the trace says, marks, random
 * chains, wrong input. */
#define _GNU_SOURCE
#include "kit/random.h"
#include "matrix_chain/matrix_chain.h"
#include "number.h"
#include "output.h"
#include "problem.h"

#include "problems.h"
#include "shell.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const problem *chain(void) {
    return problem_named(STR("matrix-chain"));
}

static datum *parse_with(const char *text, const datum *options, arena *a, error *e) {
    source where = {STR("dims.txt"), str_of(text)};
    return chain()->parse(&(problem_input){.text = &where, .options = options}, a, e);
}

static datum *instance_of(const char *text, arena *a) {
    error e = error_in(a);
    datum *d = parse_with(text, NULL, a, &e);
    if (!d)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return d;
}

static datum *instance_of_dims(const datum *dims, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < dims->count; k++)
        strbuf_addf(&b, "%.*s ", STR_ARG(datum_as_text(dims->items[k])));
    return instance_of(str_to_c(a, strbuf_text(&b)), a);
}

/* ---- the trace by its places ---- */

typedef struct cells {
    const event *m[16][16], *s[16][16]; /* what was set at [i][j] */
    size_t frames, m_cells;
} cells;

static cells cells_of(const trace *t) {
    cells c = {0};
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        c.frames += e->kind == EVENT_ENTER;
        if (e->kind != EVENT_SET || e->at.row > 15 || e->at.col > 15)
            continue;
        bool m = str_is(e->tables.items[0], "m");
        c.m_cells += m;
        (m ? c.m : c.s)[e->at.row][e->at.col] = e;
    }
    return c;
}

static void check_tables(const cells *c, const datum *m, const datum *s, const char *id) {
    for (size_t i = 0; i < m->count; i++)
        for (size_t k = 0; k < m->items[i]->count; k++)
            if (!c->m[i + 1][i + 1 + k] ||
                !str_equal(c->m[i + 1][i + 1 + k]->value, datum_as_text(m->items[i]->items[k])))
                fail_msg("%s: m[%zu,%zu]", id, i + 1, i + 1 + k);
    for (size_t i = 0; s && i < s->count; i++)
        for (size_t k = 0; k < s->items[i]->count; k++)
            if (!c->s[i + 1][i + 2 + k] ||
                !str_equal(c->s[i + 1][i + 2 + k]->value, datum_as_text(s->items[i]->items[k])))
                fail_msg("%s: s[%zu,%zu]", id, i + 1, i + 2 + k);
}

/* "1,3": [1, 2] for each cell with several best splits, and no other. */
static void check_ties(const datum *answer, const datum *ties, const char *id, arena *a) {
    const datum *found = datum_get(answer, "ties");
    if (found->count != ties->count)
        fail_msg("%s: %zu cells with ties, not %zu", id, found->count, ties->count);
    for (size_t k = 0; k < found->count; k++) {
        const datum *tie = found->items[k];
        str key = str_format(a, "%lld,%lld", (long long)datum_get(tie, "i")->integer,
                             (long long)datum_get(tie, "j")->integer);
        const datum *wanted = datum_get_str(ties, key);
        if (!wanted || !datum_equal(wanted, datum_get(tie, "k")))
            fail_msg("%s: tie at %.*s", id, STR_ARG(key));
    }
}

static void known_chains_have_their_values(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *list = problem_cases("matrix-chain", a);
    assert_int_equal(list->count, 26);
    for (size_t k = 0; k < list->count; k++) {
        const datum *expected = datum_get(list->items[k], "expected");
        const char *id = str_to_c(a, problem_field(list->items[k], "id"));
        datum *instance = instance_of_dims(datum_get(datum_get(list->items[k], "input"), "p"), a);
        datum *answer = problem_answer(chain(), instance, NULL, a);
        assert_text(problem_field(answer, "cost"), str_to_c(a, problem_field(expected, "cost")));
        assert_text(problem_field(answer, "order"), str_to_c(a, problem_field(expected, "parenthesisation")));
        if (datum_get(expected, "optimal_count"))
            assert_text(problem_field(answer, "best_orders"), str_to_c(a, problem_field(expected, "optimal_count")));
        if (datum_get(expected, "parenthesisations_total"))
            assert_text(problem_field(answer, "orders"),
                        str_to_c(a, problem_field(expected, "parenthesisations_total")));
        if (datum_get(expected, "ties"))
            check_ties(answer, datum_get(expected, "ties"), id, a);
        if (datum_get(instance, "dims")->count > 13)
            continue;
        trace *t = problem_traced(chain(), instance, a);
        cells c = cells_of(t);
        check_tables(&c, datum_get(expected, "m"), datum_get(expected, "s"), id);
        const datum *published = datum_get(list->items[k], "published");
        if (published && datum_get(published, "m"))
            check_tables(&c, datum_get(published, "m"), datum_get(published, "s"), id);
        assert_true(datum_equal(answer, t->events[t->count - 1].answer));
    }
    arena_free(a);
}

/* ---- brute force ---- */

/* All bracketings of the matrices i … j, 0-based: the least cost, how many have it, how many there are. */
typedef struct tally {
    long long least, count, all;
} tally;

static void add_bracketings(const int *p, int i, int j, long long *costs, long long *count) {
    if (i == j) {
        costs[(*count)++] = 0;
        return;
    }
    for (int k = i; k < j; k++) {
        long long left[700], right[700], lefts = 0, rights = 0;
        add_bracketings(p, i, k, left, &lefts);
        add_bracketings(p, k + 1, j, right, &rights);
        for (long long x = 0; x < lefts; x++)
            for (long long y = 0; y < rights; y++)
                costs[(*count)++] = left[x] + right[y] + (long long)p[i] * p[k + 1] * p[j + 1];
    }
}

static tally brute(const int *p, int n) {
    long long costs[700], count = 0;
    add_bracketings(p, 0, n - 1, costs, &count);
    tally t = {costs[0], 0, count};
    for (long long k = 0; k < count; k++)
        t.least = costs[k] < t.least ? costs[k] : t.least;
    for (long long k = 0; k < count; k++)
        t.count += costs[k] == t.least;
    return t;
}

static long long as_number(str text, arena *a) {
    return strtoll(str_to_c(a, text), NULL, 10);
}

static void all_bracketings_agree(void **state) {
    (void)state;
    static const long long catalan[] = {1, 1, 2, 5, 14, 42, 132, 429};
    random_source r = random_from_seed(5);
    for (int round = 0; round < 1500; round++) {
        arena *a = arena_new(NULL);
        int n = (int)random_between(&r, 1, 8), p[9], most = round % 3 ? 4 : 60;
        strbuf b = strbuf_in(a);
        for (int k = 0; k <= n; k++)
            strbuf_addf(&b, "%d ", p[k] = (int)random_between(&r, 1, most));
        tally t = brute(p, n);
        assert_int_equal(t.all, catalan[n - 1]);
        datum *instance = instance_of(str_to_c(a, strbuf_text(&b)), a),
              *answer = problem_answer(chain(), instance, NULL, a);
        assert_int_equal(as_number(problem_field(answer, "cost"), a), t.least);
        assert_int_equal(as_number(problem_field(answer, "best_orders"), a), t.count);
        assert_int_equal(as_number(problem_field(answer, "orders"), a), t.all);
        /* The order itself has that cost: its own mark says so. */
        error e = error_in(a);
        datum *mark = chain()->check(instance, problem_field(answer, "order"), a, &e);
        assert_true(datum_get(mark, "right")->boolean);
        assert_text(problem_field(mark, "value"), str_to_c(a, problem_field(answer, "cost")));
        arena_free(a);
    }
}

/* ---- the trace ---- */

static const char *label_of(size_t k, arena *a) {
    return str_format(a, "k=%zu", k).ptr;
}

static fmpz *integer(str text, arena *a) {
    number *n = number_from_canonical(a, text);
    assert_non_null(n);
    return fmpq_numref(n->q);
}

/* Each candidate has the values it reads, and is their sum and the product of the three dimensions. */
static void check_try(const event *e, const cells *c, const datum *dims, int64_t i, int64_t j, arena *a) {
    int64_t k = as_number(str_slice(e->label, 2, SIZE_MAX), a);
    assert_true(k >= i && k < j);
    assert_int_equal(e->reads[0].at.row, i);
    assert_int_equal(e->reads[0].at.col, k);
    assert_int_equal(e->reads[1].at.row, k + 1);
    assert_int_equal(e->reads[1].at.col, j);
    assert_true(str_equal(e->terms[0].value, c->m[i][k]->value));
    assert_true(str_equal(e->terms[1].value, c->m[k + 1][j]->value));
    fmpz *sum = integer(STR("1"), a);
    const int64_t corners[] = {i - 1, k, j};
    for (size_t d = 0; d < 3; d++)
        fmpz_mul(sum, sum, integer(datum_as_text(dims->items[corners[d]]), a));
    fmpz_add(sum, sum, integer(e->terms[0].value, a));
    fmpz_add(sum, sum, integer(e->terms[1].value, a));
    assert_text(e->ways[0].value, number_text_of_fmpz(sum, a).ptr);
    assert_text(e->ways[0].expr,
                str_format(a, "l+r+%.*s*%.*s*%.*s", STR_ARG(datum_as_text(dims->items[i - 1])),
                           STR_ARG(datum_as_text(dims->items[k])), STR_ARG(datum_as_text(dims->items[j])))
                    .ptr);
}

/* The least of the tries is set, all that reach it are chosen, in order, and s has the first. */
static void check_choice(const trace *t, size_t at, size_t tries, const cells *c, arena *a) {
    const event *cell = &t->events[at];
    const event *cost = c->m[cell->at.row][cell->at.col], *split = c->s[cell->at.row][cell->at.col];
    size_t chosen = 0;
    for (size_t k = 1; k <= tries; k++) {
        const event *e = &t->events[at + k];
        int order = fmpz_cmp(integer(e->ways[0].value, a), integer(cost->value, a));
        assert_true(order >= 0);
        if (order == 0)
            assert_true(str_equal(cost->chosen.items[chosen++], e->label));
    }
    assert_int_equal(chosen, cost->chosen.count);
    assert_true(chosen >= 1 && split->chosen.count == chosen);
    assert_text(cost->chosen.items[0], label_of((size_t)as_number(split->value, a), a));
}

static void every_fact_of_a_trace_is_right(void **state) {
    (void)state;
    random_source r = random_from_seed(8);
    for (int round = 0; round < 60; round++) {
        arena *a = arena_new(NULL);
        size_t n = (size_t)random_between(&r, 1, 7), cells_met = 0, calls = 1;
        strbuf b = strbuf_in(a);
        for (size_t k = 0; k <= n; k++)
            strbuf_addf(&b, "%d ", (int)random_between(&r, 1, round % 2 ? 3 : 5000));
        for (size_t k = 1; k < n; k++)
            calls *= 3;
        datum *instance = instance_of(str_to_c(a, strbuf_text(&b)), a);
        trace *t = problem_traced(chain(), instance, a);
        cells c = cells_of(t);
        const datum *dims = datum_get(instance, "dims");
        for (size_t at = 0; at < t->count; at++) {
            const event *cell = &t->events[at];
            if (cell->kind != EVENT_CELL)
                continue;
            size_t tries = 0;
            for (; t->events[at + tries + 1].kind == EVENT_TRY; tries++)
                check_try(&t->events[at + tries + 1], &c, dims, cell->at.row, cell->at.col, a);
            assert_int_equal(tries, cell->at.col - cell->at.row);
            assert_int_equal(cell->tables.count, tries ? 2 : 1);
            if (tries)
                check_choice(t, at, tries, &c, a);
            else
                assert_text(c.m[cell->at.row][cell->at.col]->why, "base");
            cells_met++;
        }
        assert_int_equal(cells_met, n * (n + 1) / 2);
        assert_int_equal(c.frames, calls);
        assert_true(datum_equal(problem_answer(chain(), instance, NULL, a), t->events[t->count - 1].answer));
        arena_free(a);
    }
}

/* A call has the value of its cell, whoever makes it. */
static void plain_calls_return_their_cells(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = problem_traced(chain(), instance_of("30 35 15 5 10 20 25", a), a);
    cells c = cells_of(t);
    const event *entered[244] = {0};
    size_t returned = 0;
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_ENTER)
            entered[e->frame] = e;
        if (e->kind != EVENT_RETURN)
            continue;
        const datum *args = entered[e->frame]->args;
        const event *cell = c.m[args->items[0]->integer][args->items[1]->integer];
        assert_true(str_equal(e->value, cell->value));
        assert_int_equal(e->chosen.count, cell->chosen.count);
        returned++;
    }
    assert_int_equal(returned, 243);
    assert_text(entered[1]->fn, "m");
    assert_int_equal(entered[2]->parent, 1);
    assert_text(entered[2]->edge, "k=1");
    arena_free(a);
}

static const event *first_of(const trace *t, event_kind kind) {
    for (size_t k = 0; k < t->count; k++)
        if (t->events[k].kind == kind)
            return &t->events[k];
    return NULL;
}

static void too_many_calls_are_said_not_made(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    datum *options = datum_map(a);
    datum_put(a, options, "max-calls", datum_text(a, STR("242")));
    datum *limited = parse_with("30 35 15 5 10 20 25", options, a, &e);
    trace *t = problem_traced(chain(), limited, a);
    assert_null(first_of(t, EVENT_ENTER));
    const event *note = first_of(t, EVENT_NOTE);
    assert_text(note->key, "frames.too_many");
    assert_text(problem_field(note->args, "run"), "plain");
    assert_text(problem_field(note->args, "count"), "243");
    assert_text(problem_field(note->args, "limit"), "242");
    t = problem_traced(chain(), instance_of("1 1 1 1 1 1 1 1 1 1 1 1 1", a),
                       a); /* 3^11 calls are beyond the usual limit */
    assert_null(first_of(t, EVENT_ENTER));
    assert_text(problem_field(first_of(t, EVENT_NOTE)->args, "count"), "177147");
    datum_put(a, options, "max-calls", datum_text(a, STR("0")));
    assert_null(parse_with("1 2 3", options, a, &e));
    assert_text(e.message, "--max-calls: expected a whole number from 1 to 1000000, got '0'");
    arena_free(a);
}

/* The way back goes from the root down; nodes are the same tree from its leaves up. */
static void way_back_and_tree_agree(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = problem_traced(chain(), instance_of("30 35 15 5 10 20 25", a), a);
    static const int backs[][3] = {{1, 6, 3}, {1, 3, 1}, {2, 3, 2}, {4, 6, 5}, {4, 5, 4}};
    static const struct {
        const char *label, *size, *value;
    } nodes[] = {{"A1", "30×35", "0"}, {"A2", "35×15", "0"}, {"A3", "15×5", "0"},   {"", "35×5", "2625"},
                 {"", "30×5", "7875"}, {"A4", "5×10", "0"},  {"A5", "10×20", "0"},  {"", "5×20", "1000"},
                 {"A6", "20×25", "0"}, {"", "5×25", "3500"}, {"", "30×25", "15125"}};
    size_t back = 0, node = 0;
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_BACK) {
            assert_text(e->tables.items[0], "s");
            assert_int_equal(e->at.row, backs[back][0]);
            assert_int_equal(e->at.col, backs[back][1]);
            assert_text(e->take, label_of((size_t)backs[back++][2], a));
        } else if (e->kind == EVENT_NODE) {
            assert_text(e->label, nodes[node].label);
            assert_text(e->size, nodes[node].size);
            assert_text(e->value, nodes[node++].value);
        }
    }
    assert_int_equal(back, COUNT(backs));
    assert_int_equal(node, COUNT(nodes));
    arena_free(a);
}

/* ---- reported faults ---- */

static void reported_faults_stay_away(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    assert_text(problem_field(problem_answer(chain(), instance_of("1 1000001 1", a), NULL, a), "cost"), "1000001");
    cells c = cells_of(problem_traced(chain(), instance_of("30 35 15 5 10 20 25", a), a));
    assert_text(c.m[1][3]->value, "7875"); /* each row is a row of its own */
    assert_text(c.m[2][5]->value, "7125");
    assert_text(c.m[4][6]->value, "3500");
    arena_free(a);
}

static void counts_go_beyond_words(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < 101; k++)
        strbuf_add_c(&b, "7 ");
    datum *answer = problem_answer(chain(), instance_of(str_to_c(a, strbuf_text(&b)), a), NULL, a);
    /* Every order of equal matrices is as good: the Catalan number C(99). */
    assert_text(problem_field(answer, "best_orders"), "227508830794229349661819540395688853956041682601541047340");
    assert_true(datum_equal(datum_get(answer, "best_orders"), datum_get(answer, "orders")));
    assert_text(problem_field(answer, "cost"), "33957"); /* 99 × 343 */
    assert_text(problem_field(answer, "tied_cells"), "4851");
    assert_int_equal(datum_get(answer, "ties")->count, 1000);
    arena_free(a);
}

/* ---- input ---- */

static void wrong_input_has_its_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
        size_t column, width;
    } wrong[] = {
        {"", "dimension 1 is missing: n matrices have n + 1 dimensions, so there are at least 2", 1, 1},
        {"30", "dimension 2 is missing: n matrices have n + 1 dimensions, so there are at least 2", 3, 1},
        {"30 0 5", "a dimension is at least 1: dimension 2 cannot be 0", 4, 1},
        {"30 35 -5", "a dimension is at least 1: dimension 3 cannot be -5", 7, 2},
        {"30 −007 5", "a dimension is at least 1: dimension 2 cannot be -7", 4, 4},
        {"30 3.5 5", "dimension 2 must be a whole number, got '3.5'", 4, 3},
        {"30 x 5", "expected dimension 2, a whole number, got 'x'", 4, 1},
        {"30,,5", "a stray comma: another stands before it", 4, 1},
        {"30 5x 3", "expected a space or a comma after a dimension, got 'x'", 5, 1},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(wrong); k++) {
        error e = error_in(a);
        assert_null(parse_with(wrong[k].text, NULL, a, &e));
        assert_text(e.message, wrong[k].message);
        assert_int_equal(e.column, wrong[k].column);
        assert_int_equal(e.width, wrong[k].width);
        assert_int_equal(e.status, STATUS_INPUT);
    }
    datum *forgiven = instance_of("\xef\xbb\xbf３０，35、 15\r\n005", a);
    assert_text(json_from_datum(forgiven, a), "{\"dims\":[\"30\",\"35\",\"15\",\"5\"]}");
    arena_free(a);
}

static void instances_of_traces_are_checked(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "{}",
        "{\"dims\":[\"3\"]}",
        "{\"dims\":\"3 4\"}",
        "{\"dims\":[\"3\",\"0\"]}",
        "{\"dims\":[\"3\",\"x\"]}",
        "{\"dims\":[\"3\",\"1/2\"]}",
        "{\"dims\":[\"3\",\"4\"],\"max_frames\":0}",
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(wrong); k++) {
        error e = error_in(a);
        source where = {STR("trace"), str_of(wrong[k])};
        assert_false(chain()->valid(json_to_datum(&where, a, &e), &e));
        assert_int_equal(e.status, STATUS_INPUT);
    }
    arena_free(a);
}

/* ---- marks ---- */

static void answers_are_marked(void **state) {
    (void)state;
    static const struct {
        const char *answer, *key, *value, *why;
    } marks[] = {
        {"((A1(A2A3))((A4A5)A6))", "check.best", "15125",
         "this order takes 15 125 scalar multiplications, and no order takes fewer"},
        {"(A1(A2A3))((A4A5)A6)", "check.best", "15125", NULL},
        {" ( A1×(A2 x A3) ) * ((A_4·a5)A_{6}) ", "check.best", "15125", NULL},
        {"（Ａ１（Ａ２Ａ３））（（Ａ４Ａ５）Ａ６）", "check.best", "15125", NULL},
        {"((A₁)((A₂A₃)))((A₄A₅)A₆)", "check.best", "15125", NULL},
        {"((((A1A2)A3)A4)A5)A6", "check.more", "40500",
         "this order takes 40 500 scalar multiplications; the best take 15 125"},
        {"A1(A2(A3(A4(A5A6))))", "check.more", "47500", NULL},
        {"A1A2A4A5A6", "check.missing", "", "A3 is missing"},
        {"(A1(A2A3))((A4A5)A4)A6", "check.twice", "", "A4 stands there twice"},
        {"(A2(A1A3))((A4A5)A6)", "check.order", "",
         "A2 stands before A1: the order of the matrices may not change, only the brackets"},
        {"(A1(A2A3))((A4A5)A6)A07", "check.unknown", "", "there is no A07: the chain has 6 matrices"},
        {"A0", "check.unknown", "", NULL},
        {"A99999999999999999999999", "check.unknown", "", NULL},
        {"(A1A2A3)((A4A5)A6)", "check.brackets", "",
         "brackets are missing: it is not said which two of the factors in A1A2A3 are multiplied first"},
        {"A1A2A3A4A5A6", "check.brackets", "", NULL},
    };
    arena *a = arena_new(NULL);
    const datum *instance = instance_of("30 35 15 5 10 20 25", a);
    for (size_t k = 0; k < COUNT(marks); k++) {
        error e = error_in(a);
        datum *mark = chain()->check(instance, str_of(marks[k].answer), a, &e);
        if (!mark)
            fail_msg("%s: %s", marks[k].answer, error_text(&e).ptr);
        assert_text(problem_field(mark, "key"), marks[k].key);
        assert_text(problem_field(mark, "value"), marks[k].value);
        if (marks[k].why)
            assert_text(problem_field(mark, "why"), marks[k].why);
        assert_int_equal(datum_get(mark, "right")->boolean, strcmp(marks[k].key, "check.best") == 0);
    }
    arena_free(a);
}

static void other_best_orders_are_right_too(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *instance = instance_of("2 1 3 1 2", a);
    static const char *const best[] = {"A1((A2A3)A4)", "(A1(A2A3))A4"};
    for (size_t k = 0; k < COUNT(best); k++) {
        error e = error_in(a);
        assert_true(datum_get(chain()->check(instance, str_of(best[k]), a, &e), "right")->boolean);
    }
    error e = error_in(a);
    datum *mark = chain()->check(instance_of("4 7", a), STR("A1"), a, &e);
    assert_text(problem_field(mark, "value"), "0");
    arena_free(a);
}

static void answers_that_cannot_be_read_have_their_place(void **state) {
    (void)state;
    static const struct {
        const char *answer, *message;
        size_t column;
    } wrong[] = {
        {"", "expected an order of multiplication, such as (A1A2)A3", 1},
        {"(A1A2", "this bracket is never closed", 1},
        {"A1(A2", "this bracket is never closed", 3},
        {"A1)A2", "this bracket closes none", 3},
        {"A1()A2", "there is nothing between these brackets", 4},
        {"A1××A2", "expected a matrix or an opening bracket after ×", 4},
        {"(A1×)A2", "expected a matrix or an opening bracket after ×", 5},
        {"A1A2×", "expected a matrix or an opening bracket after ×", 6},
        {"×A1", "an order of multiplication is made of A1, A2, …, brackets and × only", 1},
        {"A1+A2", "an order of multiplication is made of A1, A2, …, brackets and × only", 3},
        {"A1B2", "an order of multiplication is made of A1, A2, …, brackets and × only", 3},
        {"A A2", "expected the number of a matrix after A", 2},
        {"A_{2A3", "expected } here", 5},
    };
    arena *a = arena_new(NULL);
    const datum *instance = instance_of("2 3 4 5", a);
    for (size_t k = 0; k < COUNT(wrong); k++) {
        error e = error_in(a);
        assert_null(chain()->check(instance, str_of(wrong[k].answer), a, &e));
        assert_text(e.message, wrong[k].message);
        assert_int_equal(e.column, wrong[k].column);
    }
    arena_free(a);
}

/* ---- shortcuts and random chains ---- */

static void assert_shortcut(const char *dims, matrix_shortcut shortcut, const char *cost) {
    arena *a = arena_new(NULL);
    matrix_chain c = matrix_chain_of(instance_of(dims, a), a);
    matrix_table *t = matrix_table_new(&c, a);
    fmpz *found = number_integers(a, 1);
    matrix_shortcut_cost(t, shortcut, found, a);
    assert_text(number_text_of_fmpz(found, a), cost);
    arena_free(a);
}

/* Worked out by hand. */
static void shortcuts_lead_astray(void **state) {
    (void)state;
    assert_shortcut("30 35 15 5 10 20 25", SHORTCUT_FIRST, "50625");
    assert_shortcut("30 35 15 5 10 20 25", SHORTCUT_INDEX, "18625");
    assert_shortcut("30 35 15 5 10 20 25", SHORTCUT_LEFT, "40500");
    assert_shortcut("1 2 3 4", SHORTCUT_LAST, "32");
    static const char *const tricky[] = {"70", "85", "85", "70"};
    for (matrix_shortcut k = SHORTCUT_FIRST; k <= SHORTCUT_LEFT; k++)
        assert_shortcut("2 1 3 4 5", k, tricky[k]);
    for (matrix_shortcut k = SHORTCUT_FIRST; k < SHORTCUTS; k++)
        assert_shortcut("8 9", k, "0");
}

static datum *random_chain(const char *wish, const char *value, uint64_t seed, arena *a) {
    error e = error_in(a);
    datum *wishes = datum_map(a);
    datum_put(a, wishes, "n", datum_text(a, STR("5")));
    if (wish)
        datum_put(a, wishes, wish, value ? datum_text(a, str_of(value)) : datum_bool(a, true));
    datum *d = chain()->random(wishes, seed, a, &e);
    if (!d)
        fail_msg("%s: %s", wish, error_text(&e).ptr);
    return d;
}

static bool shortcut_fails(const datum *instance, matrix_shortcut shortcut, arena *a) {
    matrix_chain c = matrix_chain_of(instance, a);
    matrix_table *t = matrix_table_new(&c, a);
    fmpz *found = number_integers(a, 1);
    matrix_shortcut_cost(t, shortcut, found, a);
    return !str_equal(number_text_of_fmpz(found, a), problem_field(problem_answer(chain(), instance, NULL, a), "cost"));
}

static void wishes_come_true(void **state) {
    (void)state;
    static const char *const names[] = {"first", "last", "largest", "left", "index"};
    for (uint64_t seed = 0; seed < 40; seed++) {
        arena *a = arena_new(NULL);
        for (matrix_shortcut k = SHORTCUT_FIRST; k < SHORTCUTS; k++) {
            assert_true(shortcut_fails(random_chain(names[k], NULL, seed, a), k, a));
            if (k < SHORTCUT_INDEX)
                assert_true(shortcut_fails(random_chain("greedy", NULL, seed, a), k, a));
        }
        assert_text(
            problem_field(problem_answer(chain(), random_chain("unique", NULL, seed, a), NULL, a), "best_orders"), "1");
        assert_false(str_is(
            problem_field(problem_answer(chain(), random_chain("ties", NULL, seed, a), NULL, a), "best_orders"), "1"));
        datum *plain = random_chain("max", "3", seed, a), *again = random_chain("max", "3", seed, a);
        assert_true(datum_equal(plain, again));
        const datum *dims = datum_get(plain, "dims");
        assert_int_equal(dims->count, 6);
        for (size_t k = 0; k < dims->count; k++)
            assert_true(strchr("123", dims->items[k]->text.ptr[0]) && dims->items[k]->text.len == 1);
        arena_free(a);
    }
}

static void wrong_wishes_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *key, *value, *begins;
    } wrong[] = {
        {"n", "0", "--random: n: expected an integer from 1 to 5000, got '0'"},
        {"min", "0", "--random: min: expected an integer from 1 to"},
        {"max", "1/2", "--random: max: expected an integer from 1 to"},
        {"min", "20", "--random: min=20 is above max=9"},
        {"greedy", "2", "--random: greedy stands alone, without a value"},
        {"gredy", NULL, "--random: unknown property 'gredy' for a chain of matrices; known properties:"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(wrong); k++) {
        error e = error_in(a);
        datum *wishes = datum_map(a);
        datum_put(a, wishes, wrong[k].key,
                  wrong[k].value ? datum_text(a, str_of(wrong[k].value)) : datum_bool(a, true));
        assert_null(chain()->random(wishes, 1, a, &e));
        assert_true(str_starts(e.message, wrong[k].begins));
        assert_int_equal(e.status, STATUS_USAGE);
    }
    arena_free(a);
}

/* ---- the program ---- */

static void the_program_answers_and_marks(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "$H matrix-chain 30 35 15 5 10 20 25 -f json -o -");
    assert_true(str_starts(s.out,
                           "{\"problem\":\"matrix-chain\",\"dims\":[\"30\",\"35\",\"15\",\"5\",\"10\",\"20\",\"25\"],"
                           "\"cost\":\"15125\",\"order\":\"((A1(A2A3))((A4A5)A6))\","));
    shell_expect(&s, 1, "$H check matrix-chain 30 35 15 5 10 20 25 --answer 'A1(A2A3)((A4A5)A6)' --lang zh");
    assert_true(str_find(s.out, STR("缺少括号"), 0) != SIZE_MAX);
    shell_expect(&s, 0, "$H check matrix-chain 10 100 5 50 --answer '(A1A2)A3' -f json");
    assert_true(str_find(s.out, STR("\"right\":true,\"value\":\"7500\""), 0) != SIZE_MAX);
    shell_expect(&s, 1, "$H matrix-chain 3 0 -f json -o -");
    assert_int_equal(s.out.len, 0);
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_chains_have_their_values),
        cmocka_unit_test(all_bracketings_agree),
        cmocka_unit_test(every_fact_of_a_trace_is_right),
        cmocka_unit_test(plain_calls_return_their_cells),
        cmocka_unit_test(too_many_calls_are_said_not_made),
        cmocka_unit_test(way_back_and_tree_agree),
        cmocka_unit_test(reported_faults_stay_away),
        cmocka_unit_test(counts_go_beyond_words),
        cmocka_unit_test(wrong_input_has_its_place),
        cmocka_unit_test(instances_of_traces_are_checked),
        cmocka_unit_test(answers_are_marked),
        cmocka_unit_test(other_best_orders_are_right_too),
        cmocka_unit_test(answers_that_cannot_be_read_have_their_place),
        cmocka_unit_test(shortcuts_lead_astray),
        cmocka_unit_test(wishes_come_true),
        cmocka_unit_test(wrong_wishes_are_refused),
        cmocka_unit_test(the_program_answers_and_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
