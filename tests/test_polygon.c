#define _GNU_SOURCE
#include "expr.h"
#include "kit/random.h"
#include "memory.h"
#include "number.h"
#include "output.h"
#include "polygon/polygon.h"
#include "problem.h"
#include "utf8.h"

#include "problems.h"
#include "shell.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const problem *polygon(void) {
    return problem_named(STR("polygon"));
}

static datum *parse(str text, arena *a, error *e) {
    source where = {STR("ioi.txt"), text};
    return polygon()->parse(&(problem_input){.text = &where}, a, e);
}

static datum *parse_good(str text, arena *a) {
    error e = error_in(a);
    datum *instance = parse(text, a, &e);
    if (!instance)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return instance;
}

/* Whether two lists hold the same texts and integers; `key` picks a field of each item of `a`. */
static bool same_list(const datum *a, const char *key, const datum *b) {
    if (a->count != b->count)
        return false;
    for (size_t k = 0; k < a->count; k++) {
        const datum *item = key ? datum_get(a->items[k], key) : a->items[k];
        if (!datum_equal(item, b->items[k]))
            return false;
    }
    return true;
}

static str value_of(str expression, arena *a) {
    error e = error_in(a);
    source where = {STR("expression"), expression};
    expr *x = expr_read(&where, 0, expression.len, a, &e);
    assert_non_null(x);
    return number_text(expr_value(x, NULL, 0, &where, a, &e), a);
}

/* The numbers in an expression like "(1+2)*-3", in their order. */
static str_list numbers_in(str expression, arena *a) {
    str_list list = {0};
    for (size_t k = 0; k < expression.len;) {
        char c = expression.ptr[k];
        bool sign = c == '-' && (k == 0 || strchr("(+*", expression.ptr[k - 1]));
        if (!sign && (c < '0' || c > '9')) {
            assert_non_null(strchr("()+*", c));
            k++;
            continue;
        }
        size_t from = k++;
        while (k < expression.len && expression.ptr[k] >= '0' && expression.ptr[k] <= '9')
            k++;
        *ARENA_PUSH(a, &list, items, count, capacity) = str_slice(expression, from, k);
    }
    return list;
}

/* The expression gives the best value and its numbers stand in the order of the ring from the first best edge on. */
static void expression_is_a_play(const datum *instance, const datum *answer, arena *a) {
    str expression = datum_get(answer, "expression")->text;
    assert_true(str_equal(value_of(expression, a), datum_get(answer, "max")->text));
    const datum *vertices = datum_get(instance, "vertices");
    size_t first = (size_t)datum_get(answer, "best_edges")->items[0]->integer - 1;
    str_list numbers = numbers_in(expression, a);
    assert_int_equal(numbers.count, vertices->count);
    for (size_t k = 0; k < numbers.count; k++)
        assert_true(str_equal(numbers.items[k], vertices->items[(first + k) % vertices->count]->text));
}

static void every_case_has_its_right_values(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *list = problem_cases("polygon", a);
    assert_true(list->count >= 72);
    for (size_t k = 0; k < list->count; k++) {
        const datum *expected = datum_get(list->items[k], "expected");
        const datum *input = datum_get(list->items[k], "input");
        datum *instance = parse_good(datum_get(input, "text")->text, a);
        datum *answer = problem_answer(polygon(), instance, NULL, a);
        assert_true(datum_equal(datum_get(answer, "n"), datum_get(input, "n")));
        assert_true(datum_equal(datum_get(answer, "max"), datum_get(expected, "max")));
        assert_true(same_list(datum_get(answer, "best_edges"), NULL, datum_get(expected, "first_edges")));
        assert_true(same_list(datum_get(answer, "per_edge"), "max", datum_get(expected, "per_first_edge_max")));
        assert_true(same_list(datum_get(answer, "per_edge"), "min", datum_get(expected, "per_first_edge_min")));
        expression_is_a_play(instance, answer, a);
    }
    arena_free(a);
}

/* ---- the work, as traced ---- */

static const event *find_set(const trace *t, const char *table, int64_t row, int64_t col) {
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_SET && str_is(e->tables.items[0], table) && e->at.row == row && e->at.col == col)
            return e;
    }
    return NULL;
}

static void tables_hold_the_chains(const trace *t, const char *table, const datum *rows) {
    for (size_t i = 0; rows && i < rows->count; i++)
        for (size_t j = 0; j < rows->count; j++) {
            const event *set = find_set(t, table, (int64_t)i + 1, (int64_t)j + 1);
            assert_non_null(set);
            assert_true(str_equal(set->value, rows->items[i]->items[j]->text));
        }
}

/* A ring or chain in play: numbers, and the edge before each; values as numbers without bound. */
typedef struct play {
    number **values;
    size_t *edges; /* from 1 */
    size_t count;
} play;

static play open_ring(const datum *instance, size_t removed, arena *a) {
    const datum *vertices = datum_get(instance, "vertices");
    play p = {ARENA_ARRAY(a, number *, vertices->count), ARENA_ARRAY(a, size_t, vertices->count), vertices->count};
    for (size_t k = 0; k < p.count; k++) {
        size_t i = (removed - 1 + k) % p.count;
        p.values[k] = number_from_canonical(a, vertices->items[i]->text);
        p.edges[k] = i + 1;
    }
    return p;
}

/* Merges at an edge; the place of the result. */
static size_t merge(play *p, const datum *instance, size_t edge) {
    size_t at = 1;
    while (at < p->count && p->edges[at] != edge)
        at++;
    assert_true(at < p->count);
    fmpz *left = fmpq_numref(p->values[at - 1]->q), *right = fmpq_numref(p->values[at]->q);
    if (str_is(datum_get(instance, "edges")->items[edge - 1]->text, "*"))
        fmpz_mul(left, left, right);
    else
        fmpz_add(left, left, right);
    p->count--;
    for (size_t k = at; k < p->count; k++) {
        p->values[k] = p->values[k + 1];
        p->edges[k] = p->edges[k + 1];
    }
    return at - 1;
}

static void moves_are_a_play(const trace *t, const datum *answer, arena *a) {
    play p = {0};
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind != EVENT_MOVE)
            continue;
        if (str_is(e->what, "remove")) {
            assert_int_equal(p.count, 0);
            assert_int_equal(e->at.row, datum_get(answer, "best_edges")->items[0]->integer);
            p = open_ring(t->instance, (size_t)e->at.row, a);
            continue;
        }
        size_t at = 1;
        while (p.edges[at] != (size_t)e->at.row)
            at++;
        assert_true(str_equal(number_text(p.values[at - 1], a), e->left_value));
        assert_true(str_equal(number_text(p.values[at], a), e->right_value));
        assert_true(str_equal(number_text(p.values[merge(&p, t->instance, (size_t)e->at.row)], a), e->value));
    }
    assert_int_equal(p.count, 1);
    assert_true(str_equal(number_text(p.values[0], a), datum_get(answer, "max")->text));
}

/* Every candidate's terms are what its reads hold, its ways are right, and the sets choose what they must. */
static void candidates_are_right(const trace *t, arena *a) {
    const event *cell = NULL;
    size_t tries = 0;
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_CELL) {
            assert_true(!cell || tries == (size_t)cell->at.col - 1);
            cell = e;
            tries = 0;
        }
        if (e->kind != EVENT_TRY)
            continue;
        tries++;
        binding bound[4];
        assert_int_equal(e->read_count, 4);
        for (size_t r = 0; r < 4; r++) {
            const event *set = find_set(t, r % 2 ? "max" : "min", e->reads[r].at.row, e->reads[r].at.col);
            assert_true(set < e);
            assert_true(str_is(e->reads[r].table, r % 2 ? "max" : "min"));
            assert_true(str_equal(set->value, e->terms[r].value));
            bound[r] = (binding){e->terms[r].name, e->terms[r].value};
        }
        for (size_t w = 0; w < e->way_count; w++) {
            error err = error_in(a);
            source where = {STR("way"), e->ways[w].expr};
            expr *x = expr_read(&where, 0, where.text.len, a, &err);
            assert_true(str_equal(number_text(expr_value(x, bound, 4, &where, a, &err), a), e->ways[w].value));
        }
    }
}

static bool way_gives(const event *e, str value) {
    for (size_t w = 0; w < e->way_count; w++)
        if (str_equal(e->ways[w].value, value))
            return true;
    return false;
}

/* `chosen` names each candidate of the cell that reaches the value, and no other. */
static void chosen_are_all_that_reach(const trace *t) {
    size_t cell = 0;
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_CELL)
            cell = k;
        if (e->kind != EVENT_SET)
            continue;
        size_t chosen = 0;
        for (size_t c = cell + 1; c < k; c++)
            if (t->events[c].kind == EVENT_TRY && way_gives(&t->events[c], e->value)) {
                assert_true(chosen < e->chosen.count);
                assert_true(str_equal(e->chosen.items[chosen], t->events[c].label));
                chosen++;
            }
        assert_int_equal(chosen, e->chosen.count);
    }
}

static void plain_and_traced_agree(const datum *instance, bool round_trip, arena *a) {
    datum *plain = problem_answer(polygon(), instance, NULL, a);
    trace *t = problem_traced(polygon(), instance, a);
    const event *last = &t->events[t->count - 1];
    assert_int_equal(last->kind, EVENT_ANSWER);
    assert_true(str_equal(json_from_datum(plain, a), json_from_datum(last->answer, a)));
    moves_are_a_play(t, plain, a);
    if (t->count > 10000 && !round_trip) /* a trace of 50 vertices has 23 MB: one of them will do */
        return;
    source where = {STR("trace"), trace_to_lines(t, a)};
    error e = error_in(a);
    trace *again = trace_from_lines(&where, a, &e);
    if (!again)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    assert_true(str_equal(trace_to_lines(again, a), where.text));
}

static void the_work_on_every_case_is_right(void **state) {
    (void)state;
    arena *all = arena_new(NULL);
    const datum *list = problem_cases("polygon", all);
    size_t with_chains = 0;
    for (size_t k = 0; k < list->count; k++) {
        arena *a = arena_new(NULL);
        const datum *expected = datum_get(list->items[k], "expected");
        datum *instance = parse_good(datum_get(datum_get(list->items[k], "input"), "text")->text, a);
        plain_and_traced_agree(instance, str_is(datum_get(list->items[k], "id")->text, "all-times-n50-nines"), a);
        if (datum_get(expected, "chain_max")) {
            trace *t = problem_traced(polygon(), instance, a);
            tables_hold_the_chains(t, "max", datum_get(expected, "chain_max"));
            tables_hold_the_chains(t, "min", datum_get(expected, "chain_min"));
            candidates_are_right(t, a);
            chosen_are_all_that_reach(t);
            with_chains++;
        }
        arena_free(a);
    }
    assert_true(with_chains >= 49);
    arena_free(all);
}

/* What two wrong recurrences print is not what we print; the plays that the cases give reach what they say. */
static void traps_and_published_plays(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *list = problem_cases("polygon", a);
    size_t traps = 0, plays = 0;
    for (size_t k = 0; k < list->count; k++) {
        const datum *c = list->items[k], *wrong = datum_get(c, "traps"), *orders = datum_get(c, "example_orders");
        datum *instance = parse_good(datum_get(datum_get(c, "input"), "text")->text, a);
        datum *answer = problem_answer(polygon(), instance, NULL, a);
        for (size_t w = 0; wrong && w < wrong->count; w++) {
            assert_false(
                same_list(datum_get(answer, "per_edge"), "max", datum_get(wrong->items[w], "per_first_edge_max")));
            traps++;
        }
        for (size_t o = 0; orders && o < orders->count; o++) {
            play p = open_ring(instance, (size_t)strtoul(str_to_c(a, orders->items[o]->key), NULL, 10), a);
            for (size_t m = 0; m < orders->items[o]->count; m++)
                merge(&p, instance, (size_t)orders->items[o]->items[m]->integer);
            assert_int_equal(p.count, 1);
            assert_true(str_equal(number_text(p.values[0], a), datum_get(answer, "max")->text));
            plays++;
        }
    }
    assert_true(traps > 30 && plays > 100);
    arena_free(a);
}

/* ---- brute force ---- */

typedef struct extremes {
    int64_t least, most;
    bool any;
} extremes;

/* All orders of merging what is left of a ring. */
static void try_all(const int64_t *values, const bool *times, size_t count, extremes *x) {
    if (count == 1) {
        x->least = !x->any || values[0] < x->least ? values[0] : x->least;
        x->most = !x->any || values[0] > x->most ? values[0] : x->most;
        x->any = true;
        return;
    }
    for (size_t at = 1; at < count; at++) { /* times[k] joins values k - 1 and k */
        int64_t left[6];
        bool joins[6];
        size_t kept = 0;
        for (size_t k = 0; k < count; k++) {
            if (k == at) {
                left[kept - 1] = times[k] ? left[kept - 1] * values[k] : left[kept - 1] + values[k];
                continue;
            }
            left[kept] = values[k];
            joins[kept++] = times[k];
        }
        try_all(left, joins, kept, x);
    }
}

static void brute_force_agrees(void **state) {
    (void)state;
    random_source r = random_from_seed(1998);
    for (int round = 0; round < 2000; round++) {
        arena *a = arena_new(NULL);
        size_t n = 1 + (size_t)round % 6;
        int64_t values[6];
        bool times[6];
        strbuf text = strbuf_in(a);
        strbuf_addf(&text, "%zu\n", n);
        for (size_t i = 0; i < n; i++) {
            values[i] = random_between(&r, -9, 9);
            times[i] = random_between(&r, 0, 1);
            strbuf_addf(&text, "%s %d ", times[i] ? "x" : "t", (int)values[i]);
        }
        datum *instance = parse_good(strbuf_text(&text), a);
        datum *answer = problem_answer(polygon(), instance, NULL, a);
        int64_t best = INT64_MIN;
        strbuf best_edges = strbuf_in(a);
        for (size_t removed = 0; removed < n; removed++) {
            int64_t opened[6];
            bool joins[6];
            for (size_t k = 0; k < n; k++) {
                opened[k] = values[(removed + k) % n];
                joins[k] = times[(removed + k) % n];
            }
            extremes x = {0};
            try_all(opened, joins, n, &x);
            const datum *edge = datum_get(answer, "per_edge")->items[removed];
            assert_true(str_equal(datum_get(edge, "min")->text, str_format(a, "%lld", (long long)x.least)));
            assert_true(str_equal(datum_get(edge, "max")->text, str_format(a, "%lld", (long long)x.most)));
            if (x.most > best)
                best_edges.len = 0;
            if (x.most >= best)
                strbuf_addf(&best_edges, "%s%zu", best_edges.len ? "," : "", removed + 1);
            best = x.most > best ? x.most : best;
        }
        assert_true(str_equal(datum_get(answer, "max")->text, str_format(a, "%lld", (long long)best)));
        str edges = json_from_datum(datum_get(answer, "best_edges"), a);
        assert_true(str_equal(str_slice(edges, 1, edges.len - 1), strbuf_text(&best_edges)));
        expression_is_a_play(instance, answer, a);
        if (round % 10 == 0) {
            plain_and_traced_agree(instance, true, a);
            candidates_are_right(problem_traced(polygon(), instance, a), a);
        }
        arena_free(a);
    }
}

/* ---- faults that were reported of other programs ---- */

static void reported_faults_stay_away(void **state) {
    (void)state;
    static const struct {
        const char *text, *max, *edges, *per_edge; /* largest values, edge by edge; NULL: not given */
    } reports[] = {
        {"4\nt -7 t 4 x 2 x 5", "33", "[1,2]", "33 33 7 6"},
        {"4\nx 2 x 2 x 2 x 2", "16", "[1,2,3,4]", NULL},
        {"4\nt -1 t -1 x 0 x 0", "1", "[2]", "0 1 0 0"},
        {"3\nt 0 t 0 x 1", "1", "[3]", NULL},
        {"3\nt 32767 x 32767 x 32767", "35181150961663", "[1]", "35181150961663 2147352578 2147352578"},
        {"3\nt -1 t -2 t -3", "-6", "[1,2,3]", NULL},
        {"3\nt -1 t 0 t 0", "-1", "[1,2,3]", NULL},
        {"1\nt 5", "5", "[1]", "5"},
        {"2\nt 3 x -4", "-1", "[2]", "-12 -1"},
        {"4 t -1 x 2 t -3 x 1", "3", "[3]", "1 2 3 2"},
        {"3 t 2 x 3 t 1", "9", "[3]", "8 6 9"},
        {"6 t -1 x 1 t -1 x -1 x -1 x 1", NULL, NULL, NULL},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(reports); k++) {
        datum *answer = problem_answer(polygon(), parse_good(str_of(reports[k].text), a), NULL, a);
        const datum *per_edge = datum_get(answer, "per_edge");
        if (!reports[k].max) { /* the minimum with edge 2 removed takes b × c */
            assert_true(str_is(datum_get(per_edge->items[1], "min")->text, "-4"));
            continue;
        }
        assert_string_equal(str_to_c(a, datum_get(answer, "max")->text), reports[k].max);
        assert_string_equal(str_to_c(a, json_from_datum(datum_get(answer, "best_edges"), a)), reports[k].edges);
        strbuf shown = strbuf_in(a);
        for (size_t i = 0; i < per_edge->count; i++) {
            strbuf_add_c(&shown, i ? " " : "");
            strbuf_add(&shown, datum_get(per_edge->items[i], "max")->text);
        }
        if (reports[k].per_edge)
            assert_string_equal(shown.ptr, reports[k].per_edge);
    }
    arena_free(a);
}

/* The lines that docs/trace.md promises and the published tables, whatever else the trace holds. */
static void the_sample_is_traced_as_documented(void **state) {
    (void)state;
    static const char *const lines[] = {
        "{\"event\":\"table\",\"id\":\"min\",\"rows\":[1,4],\"cols\":[1,4],\"row\":\"i\",\"col\":\"j\"}",
        "{\"event\":\"phase\",\"by\":\"length\",\"value\":1}",
        "{\"event\":\"cell\",\"tables\":[\"min\",\"max\"],\"at\":[1,1]}",
        "{\"event\":\"set\",\"table\":\"min\",\"at\":[1,1],\"value\":\"-7\",\"why\":\"base\"}",
        "{\"event\":\"cell\",\"tables\":[\"min\",\"max\"],\"at\":[2,3]}",
        "{\"event\":\"try\",\"label\":\"s=1\",\"reads\":[[\"min\",[2,1]],[\"max\",[2,1]],[\"min\",[3,2]],[\"max\",[3,2]"
        "]],"
        "\"terms\":[{\"name\":\"a\",\"value\":\"4\"},{\"name\":\"b\",\"value\":\"4\"},{\"name\":\"c\",\"value\":\"10\"}"
        ",{"
        "\"name\":\"d\",\"value\":\"10\"}],\"ways\":[{\"expr\":\"a*c\",\"value\":\"40\"},{\"expr\":\"a*d\",\"value\":"
        "\"40\"},{\"expr\":\"b*c\",\"value\":\"40\"},{\"expr\":\"b*d\",\"value\":\"40\"}]}",
        "{\"event\":\"set\",\"table\":\"min\",\"at\":[2,3],\"value\":\"40\",\"chosen\":[\"s=1\",\"s=2\"],\"why\":"
        "\"min\"}",
        "{\"event\":\"set\",\"table\":\"max\",\"at\":[2,3],\"value\":\"40\",\"chosen\":[\"s=1\",\"s=2\"],\"why\":"
        "\"max\"}",
        "{\"event\":\"move\",\"what\":\"remove\",\"at\":1}",
        "{\"event\":\"move\",\"what\":\"merge\",\"at\":4,\"left\":\"2\",\"right\":\"5\",\"value\":\"10\"}",
        "{\"event\":\"answer\",\"answer\":{\"problem\":\"polygon\",\"n\":4,\"max\":\"33\",\"best_edges\":[1,2],"
        "\"per_edge\":[{\"edge\":1,\"min\":\"-30\",\"max\":\"33\"},{\"edge\":2,\"min\":\"-16\",\"max\":\"33\"},{"
        "\"edge\":3,\"min\":\"0\",\"max\":\"7\"},{\"edge\":4,\"min\":\"-1\",\"max\":\"6\"}],\"expression\":"
        "\"-7+(4*(2*5))\"}}",
    };
    arena *a = arena_new(NULL);
    datum *instance = parse_good(STR("4\nt -7 t 4 x 2 x 5\n"), a);
    str written = trace_to_lines(problem_traced(polygon(), instance, a), a);
    size_t at = 0;
    for (size_t k = 0; k < COUNT(lines); k++) { /* in this order */
        at = str_find(written, str_format(a, "%s\n", lines[k]), at);
        if (at == SIZE_MAX)
            fail_msg("not there: %s", lines[k]);
    }
    str golden;
    error e = error_in(a);
    assert_true(input_read(a, STR(TEST_SOURCE_DIR "/tests/golden/polygon-ioi.jsonl"), &golden, &e));
    assert_string_equal(written.ptr, golden.ptr);
    arena_free(a);
}

/* `way` is told where a reader would take another: here a maximum that needs both minima, and one that does not. */
static void ways_kept_are_told(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    /* minmin-root of the cases: edge 2 removed, (-6 + -7) * (-8 + -5)... = 169 by s = 2, each part of one value */
    trace *t = problem_traced(polygon(), parse_good(STR("4 t -1 x 2 t -3 x 1"), a), a);
    const event *set = find_set(t, "max", 3, 4); /* −3 × (1 + (−1) × 2): b × c, c the minimum of m[4,3] */
    assert_string_equal(str_to_c(a, set->value), "3");
    assert_string_equal(str_to_c(a, set->chosen.items[0]), "s=1");
    assert_string_equal(str_to_c(a, set->way), "b*c"); /* a × c is listed first and gives 3 too */
    const event *back = NULL;
    for (size_t k = 0; k < t->count && !back; k++)
        back = t->events[k].kind == EVENT_BACK ? &t->events[k] : NULL;
    assert_string_equal(str_to_c(a, back->way), "b*c");
    assert_true(str_is(back[1].tables.items[0], "min"));
    assert_int_equal(back[1].at.row, 4);
    assert_int_equal(back[1].at.col, 3);
    arena_free(a);
}

/* ---- reading ---- */

static void instances_are_read_as_people_type_them(void **state) {
    (void)state;
    static const char sample[] =
        "{\"n\":4,\"edges\":[\"+\",\"+\",\"*\",\"*\"],\"vertices\":[\"-7\",\"4\",\"2\",\"5\"]}";
    static const char *const texts[] = {
        "4\nt -7 t 4 x 2 x 5\n",
        "\xEF\xBB\xBF"
        "4\r\nt -7 t 4 x 2 x 5\r\n",
        "4 + -7 + 4 * 2 * 5",
        "4 T −7 T +4 X 2 × 05",
        "\uFF14 \uFF0B \uFF0D\uFF17 \uFF0B \uFF14 \uFF0A \uFF12 · \uFF15",
        "4, t, -7, t, 4, x, 2, x, 5",
        "4，t -7，t 4、x 2 , x 5",
        "4 t-7t4x2x5",
        "  4\n\n+-7\n++4\n*2\n*\n5",
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(texts); k++)
        assert_string_equal(json_from_datum(parse_good(str_of(texts[k]), a), a).ptr, sample);
    static const char *const options[][2] = {
        {"-7,4,2,5", "+,×,×,+"},        {"-7 4 2 5", "+ x X +"},
        {"−7，4、2 ,5", "t,x,x,t"},     {"\uFF0D\uFF17 4 2 5", "+\uFF0A·+"},
        {" -07, +4, 2, 5 ", "t x x t"}, {"-7,4,2,5", "+**+"},
    };
    for (size_t k = 0; k < COUNT(options); k++) {
        datum *given = datum_map(a);
        datum_put(a, given, "values", datum_text(a, str_of(options[k][0])));
        datum_put(a, given, "ops", datum_text(a, str_of(options[k][1])));
        error e = error_in(a);
        source none = {STR("<arguments>"), STR("")};
        datum *instance = polygon()->parse(&(problem_input){.text = &none, .options = given}, a, &e);
        if (!instance)
            fail_msg("%s", str_to_c(a, error_text(&e)));
        assert_string_equal(json_from_datum(instance, a).ptr, sample);
    }
    assert_string_equal(polygon()->write(parse_good(STR("4 t -7 t 4 x 2 x 5"), a), a).ptr, "−7 + 4 × 2 × 5 +");
    assert_string_equal(polygon()->write(parse_good(STR("3 x 15750 t -4 x -12345"), a), a).ptr,
                        "15\u2009750 + (−4) × (−12\u2009345) ×");
    assert_string_equal(polygon()->write(parse_good(STR("1 t -5"), a), a).ptr, "−5 +");
    arena_free(a);
}

typedef struct fault {
    const char *text;
    size_t line;
    const char *under; /* what the caret stands under; empty: behind the last item */
    const char *message;
} fault;

/* The bytes that the caret line marks. */
static str marked(const error *e) {
    size_t from = 0;
    for (size_t k = 1; k < e->column && from < e->line_text.len; k++)
        utf8_next(e->line_text, &from);
    size_t to = from;
    for (size_t k = 0; k < e->width && to < e->line_text.len; k++)
        utf8_next(e->line_text, &to);
    return str_slice(e->line_text, from, to);
}

static void expect_fault(const fault *f, const error *e, arena *a) {
    if (!str_is(e->message, f->message) || e->line != f->line || !str_is(marked(e), f->under))
        fail_msg("'%s' is told as\n%s", f->text, str_to_c(a, error_text(e)));
    assert_int_equal(e->status, STATUS_INPUT);
}

static void wrong_instances_are_named_with_their_place(void **state) {
    (void)state;
    static const fault faults[] = {
        {"", 1, "", "the number of vertices is missing"},
        {" \n ", 1, " ", "the number of vertices is missing"},
        {"0", 1, "0", "expected at least 1 vertex, got '0'"},
        {"-3 t 1", 1, "-3", "expected at least 1 vertex, got '-3'"},
        {"abc", 1, "abc", "expected the number of vertices, a whole number, got 'abc'"},
        {"2.5 t 1", 1, "2.5", "the number of vertices must be a whole number, got '2.5'"},
        {"3\nt 1 t 2\n", 2, "", "edge 3 and vertex 3 are missing: the number of vertices is 3"},
        {"3", 1, "", "edge 1 and vertex 1 are missing: the number of vertices is 3"},
        {"99999999999999999999999\nt 1", 2, "",
         "edge 2 and vertex 2 are missing: the number of vertices is 99999999999999999999999"},
        {"3\nt 1 t 2 x\n", 2, "", "vertex 3 is missing"},
        {"3\nt 1 2 x 3", 2, "2", "expected the label of edge 2, + or t for a sum, × or x for a product, got '2'"},
        {"3\nt 1 t x 3", 2, "x", "expected vertex 2, a whole number, got 'x'"},
        {"3 t 1 t 2 x 3 t 4", 1, "t", "expected the end after vertex 3, got 't'"},
        {"3 t 1 t 2 x 3 4", 1, "4", "expected the end after vertex 3, got '4'"},
        {"3\nt 1,, t 2 x 3", 2, ",", "a stray comma: another stands before it"},
        {"3\nt 1 ， ， t 2 x 3", 2, "，", "a stray comma: another stands before it"},
        {",3 t 1 t 2 x 3", 1, ",", "a stray comma: nothing stands before it"},
        {"3 t 1 t 2 x 3 、\n", 1, "、", "a stray comma: nothing stands after it"},
        {"2 t 1/2 x 3", 1, "1/2", "vertex 1 must be a whole number, got '1/2'"},
        {"2 t 1 x 0.5", 1, "0.5", "vertex 2 must be a whole number, got '0.5'"},
        {"2 t 1 x -", 1, "-", "expected vertex 2, a whole number, got '-'"},
        {"2 t 1 x 1e3", 1, "e3", "expected the end after vertex 2, got 'e3'"},
        {"2 plus 1 x 3", 1, "plus", "expected the label of edge 1, + or t for a sum, × or x for a product, got 'plus'"},
        {"2 t 1 - 3", 1, "-", "expected the label of edge 2, + or t for a sum, × or x for a product, got '-'"},
        {"2 t 一 x 3", 1, "一", "expected vertex 1, a whole number, got '一'"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(faults); k++) {
        error e = error_in(a);
        assert_null(parse(str_of(faults[k].text), a, &e));
        expect_fault(&faults[k], &e, a);
    }
    static const struct {
        const char *values, *ops;
        fault fault;
    } options[] = {
        {"1,2,x", "+,+,+", {"--values", 1, "x", "expected vertex 3, a whole number, got 'x'"}},
        {"1,2t", "+,+", {"--values", 1, "t", "expected a space or a comma after a value, got 't'"}},
        {"1,2,", "+,+", {"--values", 1, ",", "a stray comma: nothing stands after it"}},
        {"", "+", {"--values", 1, "", "a value is missing"}},
        {"1,2,3", "+,+", {"--ops", 1, "", "operator 3 is missing: there are 3 values"}},
        {"1,2", "+,+,x", {"--ops", 1, "x", "2 values take 2 operators: expected the end, got 'x'"}},
        {"1", "+x", {"--ops", 1, "x", "1 value takes 1 operator: expected the end, got 'x'"}},
        {"1,2", "+,-", {"--ops", 1, "-", "expected operator 2, + or t for a sum, × or x for a product, got '-'"}},
    };
    source none = {STR("<arguments>"), STR("")};
    for (size_t k = 0; k < COUNT(options); k++) {
        datum *given = datum_map(a);
        datum_put(a, given, "values", datum_text(a, str_of(options[k].values)));
        datum_put(a, given, "ops", datum_text(a, str_of(options[k].ops)));
        error e = error_in(a);
        assert_null(polygon()->parse(&(problem_input){.text = &none, .options = given}, a, &e));
        expect_fault(&options[k].fault, &e, a);
        assert_string_equal(str_to_c(a, e.file), options[k].fault.text);
    }
    datum *half = datum_map(a);
    datum_put(a, half, "values", datum_text(a, STR("1,2")));
    error e = error_in(a);
    assert_null(polygon()->parse(&(problem_input){.text = &none, .options = half}, a, &e));
    assert_int_equal(e.status, STATUS_USAGE);
    arena_free(a);
}

static void instances_of_traces_are_checked(void **state) {
    (void)state;
    static const struct {
        const char *json;
        bool valid;
    } cases[] = {
        {"{\"n\":2,\"edges\":[\"+\",\"*\"],\"vertices\":[\"3\",\"-4\"]}", true},
        {"{\"n\":1,\"edges\":[\"+\"],\"vertices\":[5],\"more\":1}", true},
        {"{}", false},
        {"{\"n\":0,\"edges\":[],\"vertices\":[]}", false},
        {"{\"n\":\"2\",\"edges\":[\"+\",\"*\"],\"vertices\":[\"3\",\"-4\"]}", false},
        {"{\"n\":3,\"edges\":[\"+\",\"*\"],\"vertices\":[\"3\",\"-4\"]}", false},
        {"{\"n\":2,\"edges\":[\"+\",\"x\"],\"vertices\":[\"3\",\"-4\"]}", false},
        {"{\"n\":2,\"edges\":[\"+\",\"*\"],\"vertices\":[\"3\",\"1/2\"]}", false},
        {"{\"n\":2,\"edges\":[\"+\",\"*\"],\"vertices\":[\"3\",\"04\"]}", false},
        {"{\"n\":2,\"edges\":[\"+\",\"*\"],\"vertices\":[\"3\",null]}", false},
        {"{\"n\":2,\"edges\":\"++\",\"vertices\":[\"3\",\"4\"]}", false},
        {"{\"n\":4611686018427387904,\"edges\":[\"+\"],\"vertices\":[\"3\"]}", false},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        error e = error_in(a), why = error_in(a);
        source where = {STR("trace"), str_of(cases[k].json)};
        datum *instance = json_to_datum(&where, a, &e);
        assert_non_null(instance);
        assert_int_equal(polygon()->valid(instance, &why), cases[k].valid);
        assert_int_equal(error_set(&why), !cases[k].valid);
        assert_int_equal(polygon()->solve(instance, NULL, a, &e) != NULL, cases[k].valid);
    }
    arena_free(a);
}

/* Changed instances are read or refused, never more. */
static void mutated_instances_do_no_harm(void **state) {
    (void)state;
    static const char alphabet[] = "0123456789-+*tx, \n./abc\xE2\x88\x92\xEF\xBC\x8C\xC3\x97";
    random_source r = random_from_seed(40);
    size_t read = 0;
    for (int round = 0; round < 5000; round++) {
        arena *a = arena_new(NULL);
        str text = str_copy(a, STR("5\nt -7 t 14 × 2 x −5, + 36\n"));
        char *bytes = (char *)text.ptr;
        for (int64_t changes = random_between(&r, 0, 3); changes; changes--)
            bytes[random_between(&r, 0, (int64_t)text.len - 1)] =
                alphabet[random_between(&r, 0, (int64_t)sizeof alphabet - 2)];
        error e = error_in(a);
        datum *instance = parse(str_slice(text, 0, (size_t)random_between(&r, 0, (int64_t)text.len)), a, &e);
        assert_int_equal(instance == NULL, error_set(&e));
        if (instance) {
            read++;
            problem_answer(polygon(), instance, NULL, a);
        } else
            assert_true(error_text(&e).len > 0);
        arena_free(a);
    }
    assert_true(read > 50);
}

/* ---- limits ---- */

static datum *large_polygon(size_t n, const char *value, const char *label, arena *a) {
    datum *instance = datum_map(a), *edges = datum_list(a), *vertices = datum_list(a);
    for (size_t i = 0; i < n; i++) {
        datum_add(a, edges, datum_text(a, str_of(label)));
        datum_add(a, vertices, datum_text(a, str_of(value)));
    }
    datum_put(a, instance, "n", datum_integer(a, (int64_t)n));
    datum_put(a, instance, "edges", edges);
    datum_put(a, instance, "vertices", vertices);
    return instance;
}

static void what_is_too_large_is_refused(void **state) {
    (void)state;
    memory_budget budget = {.limit = (size_t)1 << 30};
    arena *a = arena_new(&budget); /* without a budget nothing is too large for memory */
    error e = error_in(a);
    assert_null(polygon()->solve(large_polygon(3000, "9", "*", a), NULL, a, &e));
    assert_true(str_starts(e.message, "a polygon of 3000 vertices is too large: it needs 13500 million tries, "));
    assert_int_equal(e.status, STATUS_INPUT);
    e = error_in(a);
    assert_null(polygon()->solve(large_polygon(20000, "9", "+", a), NULL, a, &e));
    assert_true(error_set(&e));
    e = error_in(a);
    datum *middle = large_polygon(150, "9", "*", a);
    assert_null(polygon()->solve(middle, trace_new(a, STR("polygon"), STR(""), middle), a, &e));
    assert_true(str_starts(e.message, "a polygon of 150 vertices is too large: its work needs "));
    /* 9^150, by repeated multiplication */
    number *power = number_from_integer(a, 1), *nine = number_from_integer(a, 9);
    for (int k = 0; k < 150; k++)
        fmpq_mul(power->q, power->q, nine->q);
    assert_true(str_equal(datum_get(problem_answer(polygon(), middle, NULL, a), "max")->text, number_text(power, a)));
    arena_free(a);
}

static void exhaustion_is_survived_anywhere(void **state) {
    (void)state;
    volatile size_t survived = 0, done = 0;
    for (volatile size_t limit = 1024; limit < 200000; limit += 1024) {
        arena *a = arena_new(&(memory_budget){.limit = limit, .exhausted = jump});
        if (setjmp(out_of_memory) == 0) {
            datum *instance = parse_good(STR("4 t -70000000000000000000 t 4 x 99999999999999999999 x 5"), a);
            trace *t = trace_new(a, STR("polygon"), STR(""), instance);
            error e = error_in(a);
            bool solved = polygon()->solve(instance, t, a, &e) != NULL; /* an estimate may refuse before memory ends */
            assert_true(solved || (e.status == STATUS_INPUT && str_find(e.message, STR("its work needs "), 0) < 60));
            assert_true(solved || !done); /* and never with more memory than sufficed before */
            done += solved;
            survived += !solved;
        } else
            survived++;
        arena_free(a);
    }
    assert_true(survived > 10 && done > 10);
}

/* ---- marking answers ---- */

static void answers_are_marked(void **state) {
    (void)state;
    static const struct {
        const char *answer;
        bool right;
        const char *value, *why;
    } cases[] = {
        {"edge 1: (-7+(4*(2*5)))", true, "33", "this is the largest value that any play reaches"},
        {"edge 1: −7 + (4 × 2 × 5)", true, "33", "this is the largest value that any play reaches"},
        {"Edge 2：((4×2)x5)+(−7)", true, "33", "this is the largest value that any play reaches"},
        {"边 1： －7＋（（4×2）·5）", true, "33", "this is the largest value that any play reaches"},
        {"-7+(4*(2*5))", true, "33", "this is the largest value that any play reaches"},
        {"33 = -7+(4*(2*5))", true, "33", "this is the largest value that any play reaches"},
        {"-7+(4*(2*5)) = 32", false, "33", "the play is a best one, but it makes 33, not 32"},
        {"(2*5)+(-7+4)", false, "7", "this play reaches 7; the largest value is 33"},
        {"33", true, "33", "this is the largest value that any play reaches"},
        {"1: -7+(4*(2*5))", true, "33", "this is the largest value that any play reaches"},
        {"edge 1: (4*(5*2))+-7", true, "33", "this is the largest value that any play reaches"},
        {"edge 1: ((2*5)*4)-7", true, "33", "this is the largest value that any play reaches"},
        {"edge 2: -7+(5*(2*4))", true, "33", "this is the largest value that any play reaches"},
        {"edge 1: (4*5)*2-7", false, "33", "number 1 of the expression must be vertex 1, −7, not 4"},
        {"edge 1: (-7+4)*(2*5)", false, "-30", "this play reaches −30; the largest value is 33"},
        {"edge 1: (5*2)*(4+-7)", false, "-30", "this play reaches −30; the largest value is 33"},
        {"edge 4: 5+((-7+4)*2)", false, "-1", "this play reaches −1; the largest value is 33"},
        {"edge 3: (2*5)+(-7+4)", false, "7", "this play reaches 7; the largest value is 33"},
        {"edge 5: 33", false, "33", "the polygon has no edge 5"},
        {"edge 0: 33", false, "33", "the polygon has no edge 0"},
        {"edge 99999999999999999999: 33", false, "33", "the polygon has no edge 99 999 999 999 999 999 999"},
        {"edge 1: 33", false, "33", "the expression has 1 number, the polygon 4"},
        {"edge 1: 4+2*5+-7", false, "7", "number 1 of the expression must be vertex 1, −7, not 4"},
        {"edge 1: -7+4*2+5", false, "6", "edge 4, between vertex 3 and vertex 4, is ×, not +"},
        {"edge 2: (4*2*5)-7", true, "33", "this is the largest value that any play reaches"},
        {"edge 3: (2*5)-7+4", false, "7", "this play reaches 7; the largest value is 33"},
        {"edge 1: -7-4*2*5", false, "-47", "number 2 of the expression must be vertex 2, 4, not −4"},
        {"edge 2: 4*2*5-(-7)", false, "47", "edge 1, between vertex 4 and vertex 1, is +, not −"},
        {"edge 2: 4*2-5*7", false, "-27", "edge 4, between vertex 3 and vertex 4, is ×, not −"},
        {"edge 1: -(7-4*2*5)", false, "33",
         "only numbers, + and × may stand in the expression, and a minus only in a number"},
        {"edge 1: max(33, -7+4*2*5)", false, "33",
         "only numbers, + and × may stand in the expression, and a minus only in a number"},
        {"edge 1: -7+4*2/5", false, "-27/5", "edge 4, between vertex 3 and vertex 4, is ×, not ÷"},
    };
    arena *a = arena_new(NULL);
    datum *instance = parse_good(STR("4 t -7 t 4 x 2 x 5"), a);
    for (size_t k = 0; k < COUNT(cases); k++) {
        error e = error_in(a);
        datum *mark = polygon()->check(instance, str_of(cases[k].answer), a, &e);
        if (!mark)
            fail_msg("%s", str_to_c(a, error_text(&e)));
        strbuf keys = strbuf_in(a);
        for (size_t i = 0; i < mark->count; i++)
            strbuf_addf(&keys, "%.*s ", STR_ARG(mark->items[i]->key));
        assert_string_equal(keys.ptr, "problem answer right value why key args ");
        assert_int_equal(datum_get(mark, "right")->boolean, cases[k].right);
        assert_string_equal(str_to_c(a, datum_get(mark, "value")->text), cases[k].value);
        assert_string_equal(str_to_c(a, datum_get(mark, "why")->text), cases[k].why);
        assert_string_equal(str_to_c(a, datum_get(mark, "answer")->text), cases[k].answer);
    }
    static const fault faults[] = {
        {"", 1, "", "a number is missing at the end"},
        {"edge one: 3", 1, "o", "expected the number of the edge removed first, as in \"edge 1: (…)\""},
        {"edge 1 (3)", 1, "(", "expected a colon after the edge, as in \"edge 1: (…)\""},
        {"edge 1: -7 + 4 * 2 * 5", 1, "*",
         "expected brackets that say whether + or × comes first: × does not bind before + here"},
        {"edge 2: 4×2×5 - 7", 1, "-",
         "expected brackets that say whether + or × comes first: × does not bind before + here"},
        {"edge 1: (-7+4", 1, "(", "this bracket is never closed"},
        {"edge 1: -7+4)", 1, ")", "a closing bracket without an opening one"},
        {"edge 1:", 1, "", "a number is missing at the end"},
        {"edge 1: -7+a", 1, "a", "nothing here is called 'a'"},
        {"edge 1: 4/(2-2)", 1, "(2-2)", "division by zero"},
    };
    for (size_t k = 0; k < COUNT(faults); k++) {
        error e = error_in(a);
        assert_null(polygon()->check(instance, str_of(faults[k].text), a, &e));
        expect_fault(&faults[k], &e, a);
    }
    error e = error_in(a);
    datum *one = polygon()->check(parse_good(STR("1 x -5"), a), STR("edge 1: -5"), a, &e);
    assert_true(datum_get(one, "right")->boolean);
    arena_free(a);
}

/* Every sentence of the solver is a phrase of both languages, and the English phrase is that sentence. */
static void marks_are_said_in_both_languages(void **state) {
    (void)state;
    static const struct {
        const char *answer, *en, *zh;
        bool right;
    } cases[] = {
        {"edge 1: -7+(4*(2*5))", "this is the largest value that any play reaches", "这是所有玩法能得到的最大值", true},
        {"edge 1: (-7+4)*(2*5)", "this play reaches −30; the largest value is 33", "这样玩得 −30，最大值是 33", false},
        {"edge 12345: 33", "the polygon has no edge 12 345", "多边形没有边 12 345", false},
        {"edge 1: 33", "the expression has 1 number, the polygon 4", "表达式里有 1 个数，多边形有 4 个", false},
        {"edge 1: 3+3", "the expression has 2 numbers, the polygon 4", "表达式里有 2 个数，多边形有 4 个", false},
        {"edge 1: 4+2*5+-7", "number 1 of the expression must be vertex 1, −7, not 4",
         "表达式的第 1 个数应是顶点 1 的 −7，不是 4", false},
        {"edge 1: -7+4*2/5", "edge 4, between vertex 3 and vertex 4, is ×, not ÷",
         "顶点 3 与顶点 4 之间的边 4 是 ×，不是 ÷", false},
        {"34", "the largest value that any play reaches is 33, not 34", "各种玩法能得到的最大值是 33，不是 34", false},
        {"-7+(4*(2*5)) = 32", "the play is a best one, but it makes 33, not 32",
         "这是一种最优玩法，但得到的是 33，不是 32", false},
        {"edge 1: -(7-4*2*5)", "only numbers, + and × may stand in the expression, and a minus only in a number",
         "表达式里只能有数、+ 和 ×，减号只能用来写负数", false},
    };
    shell s = shell_new();
    datum *instance = parse_good(STR("4 t -7 t 4 x 2 x 5"), s.arena);
    for (size_t k = 0; k < COUNT(cases); k++) {
        error e = error_in(s.arena);
        datum *mark = polygon()->check(instance, str_of(cases[k].answer), s.arena, &e);
        assert_string_equal(str_to_c(s.arena, datum_get(mark, "why")->text), cases[k].en);
        const char *command = "$H check polygon 4 t -7 t 4 x 2 x 5 --answer '%s' %s";
        int status = cases[k].right ? 0 : 1;
        shell_expect(&s, status, str_format(s.arena, command, cases[k].answer, "").ptr);
        assert_string_equal(s.out.ptr,
                            str_format(s.arena, "%s: %s\n", cases[k].right ? "right" : "wrong", cases[k].en).ptr);
        shell_expect(&s, status, str_format(s.arena, command, cases[k].answer, "-l zh").ptr);
        assert_string_equal(s.out.ptr,
                            str_format(s.arena, "%s：%s\n", cases[k].right ? "正确" : "错误", cases[k].zh).ptr);
        shell_expect(&s, status, str_format(s.arena, command, cases[k].answer, "-l zh -f json").ptr);
        str end = str_format(s.arena, ",\"why\":\"%s\"}\n", cases[k].zh);
        assert_true(str_starts(s.out, "{\"problem\":\"polygon\",\"answer\":") && str_ends(s.out, end.ptr));
    }
    shell_free(&s);
}

/* What we print as the answer is marked right. */
static void our_own_answers_are_right(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *list = problem_cases("polygon", a);
    for (size_t k = 0; k < list->count; k++) {
        datum *instance = parse_good(datum_get(datum_get(list->items[k], "input"), "text")->text, a);
        datum *answer = problem_answer(polygon(), instance, NULL, a);
        str text = str_format(a, "edge %lld: (%.*s)", (long long)datum_get(answer, "best_edges")->items[0]->integer,
                              STR_ARG(datum_get(answer, "expression")->text));
        error e = error_in(a);
        datum *mark = polygon()->check(instance, text, a, &e);
        assert_true(mark && datum_get(mark, "right")->boolean);
    }
    arena_free(a);
}

/* The expression with brackets everywhere and the operands of each merge in an order drawn. */
static str turned_round(const expr *x, random_source *r, arena *a) {
    expr_nodes nodes = expr_nodes_of(x, a);
    str *done = ARENA_ARRAY(a, str, nodes.count);
    size_t count = 0;
    for (size_t k = 0; k < nodes.count; k++) {
        if (!nodes.items[k]->count) {
            done[count++] = nodes.items[k]->text;
            continue;
        }
        count -= 2;
        size_t swap = (size_t)random_between(r, 0, 1);
        str left = done[count + swap], right = done[count + 1 - swap];
        const char *sign = nodes.items[k]->kind == EXPR_ADD ? "+" : "*";
        done[count++] = str_format(a, "(%.*s)%s(%.*s)", STR_ARG(left), sign, STR_ARG(right));
    }
    return done[0];
}

/* a + b and b + a are one merge, whichever of the two parts stands first on the ring. */
static void operands_may_be_written_in_either_order(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    random_source r = random_from_seed(11);
    const datum *list = problem_cases("polygon", a);
    for (size_t k = 0; k < list->count; k++) {
        datum *instance = parse_good(datum_get(datum_get(list->items[k], "input"), "text")->text, a);
        datum *answer = problem_answer(polygon(), instance, NULL, a);
        const source where = {STR("expression"), datum_get(answer, "expression")->text};
        error e = error_in(a);
        str turned = turned_round(expr_read(&where, 0, where.text.len, a, &e), &r, a);
        str text = str_format(a, "edge %lld: %.*s", (long long)datum_get(answer, "best_edges")->items[0]->integer,
                              STR_ARG(turned));
        datum *mark = polygon()->check(instance, text, a, &e);
        if (!mark || !datum_get(mark, "right")->boolean)
            fail_msg("%.*s", STR_ARG(text));
    }
    arena_free(a);
}

/* ---- random instances ---- */

/* Published first outputs: splitmix64 from 1234567, xoshiro256** from the state 1, 2, 3, 4. */
static void random_numbers_are_those_published(void **state) {
    (void)state;
    static const uint64_t filled[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                      4593380528125082431u};
    static const uint64_t drawn[] = {11520u,
                                     0u,
                                     1509978240u,
                                     1215971899390074240u,
                                     1216172134540287360u,
                                     607988272756665600u,
                                     16172922978634559625u,
                                     8476171486693032832u,
                                     10595114339597558777u,
                                     2904607092377533576u};
    random_source r = random_from_seed(1234567);
    for (size_t k = 0; k < COUNT(filled); k++)
        assert_true(r.state[k] == filled[k]);
    r = (random_source){{1, 2, 3, 4}};
    for (size_t k = 0; k < COUNT(drawn); k++)
        assert_true(random_next(&r) == drawn[k]);
    size_t counts[7] = {0};
    for (int k = 0; k < 70000; k++)
        counts[random_between(&r, -3, 3) + 3]++;
    for (size_t k = 0; k < 7; k++) /* five standard deviations of 10000 ± 93 */
        assert_in_range(counts[k], 9535, 10465);
    assert_int_equal(random_between(&r, INT64_MAX, INT64_MAX), INT64_MAX);
    random_between(&r, INT64_MIN, INT64_MAX);
}

static datum *wishes_of(const char *const *pairs, arena *a) {
    datum *wishes = datum_map(a);
    for (; *pairs; pairs += 2)
        datum_put(a, wishes, pairs[0], pairs[1] ? datum_text(a, str_of(pairs[1])) : datum_bool(a, true));
    return wishes;
}

static void random_polygons_are_as_wished(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    const datum *wishes = wishes_of(
        (const char *const[]){"n", "7", "min", "-1000000000000", "max", "1000000000000", "ops", "*", NULL}, a);
    datum *first = polygon()->random(wishes, 42, a, &e), *again = polygon()->random(wishes, 42, a, &e);
    datum *other = polygon()->random(wishes, 43, a, &e);
    assert_non_null(first);
    assert_true(datum_equal(first, again));
    assert_false(datum_equal(first, other));
    assert_true(polygon()->valid(first, &e));
    assert_int_equal(datum_get(first, "n")->integer, 7);
    for (size_t i = 0; i < 7; i++)
        assert_true(str_is(datum_get(first, "edges")->items[i]->text, "*"));
    datum *usual = polygon()->random(NULL, 1, a, &e);
    assert_int_equal(datum_get(usual, "n")->integer, 4);
    static const char *const wrong[][3] = {{"n", "0", NULL},         {"n", "x", NULL},   {"n", "20000", NULL},
                                           {"min", "10", NULL},      {"ops", "-", NULL}, {"minima", "3", NULL},
                                           {"nonsense", NULL, NULL}, {"ops", "", NULL}};
    for (size_t k = 0; k < COUNT(wrong); k++) {
        error why = error_in(a);
        datum *bad = datum_map(a);
        datum_put(a, bad, wrong[k][0], wrong[k][1] ? datum_text(a, str_of(wrong[k][1])) : datum_bool(a, true));
        assert_null(polygon()->random(bad, 1, a, &why));
        assert_int_equal(why.status, STATUS_USAGE);
    }
    arena_free(a);
}

/* The mistakes, each computed in another way than the generator does. */
static int64_t usual_best(const int64_t *values, const bool *times, size_t n) {
    int64_t best = INT64_MIN;
    for (size_t removed = 0; removed < n; removed++) {
        int64_t sum = 0, run = values[removed];
        for (size_t k = 1; k < n; k++) {
            size_t i = (removed + k) % n;
            sum += times[i] ? 0 : run;
            run = times[i] ? run * values[i] : values[i];
        }
        best = sum + run > best ? sum + run : best;
    }
    return best;
}

static int64_t largest_only(const int64_t *values, const bool *times, size_t n, size_t i, size_t j) {
    int64_t best = INT64_MIN;
    for (size_t s = 1; s < j; s++) {
        size_t k = (i + s) % n;
        int64_t left = largest_only(values, times, n, i, s), right = largest_only(values, times, n, k, j - s);
        int64_t value = times[k] ? left * right : left + right;
        best = value > best ? value : best;
    }
    return j == 1 ? values[i] : best;
}

static void random_polygons_have_the_properties_wished(void **state) {
    (void)state;
    static const char *const properties[] = {"unique", "ties", "negative", "minima", "precedence", "greedy", "wrap"};
    arena *a = arena_new(NULL);
    for (uint64_t seed = 1; seed <= 20; seed++)
        for (size_t k = 0; k < COUNT(properties); k++) {
            error e = error_in(a);
            const datum *wishes = wishes_of((const char *const[]){"n", "4", properties[k], NULL, NULL}, a);
            datum *instance = datum_map(a);
            instance = polygon()->random(wishes, seed, a, &e);
            if (!instance)
                fail_msg("%s", str_to_c(a, error_text(&e)));
            datum *answer = problem_answer(polygon(), instance, NULL, a);
            int64_t values[4], best = strtoll(str_to_c(a, datum_get(answer, "max")->text), NULL, 10);
            bool times[4];
            for (size_t i = 0; i < 4; i++) {
                values[i] = strtoll(str_to_c(a, datum_get(instance, "vertices")->items[i]->text), NULL, 10);
                times[i] = str_is(datum_get(instance, "edges")->items[i]->text, "*");
            }
            const datum *edges = datum_get(answer, "best_edges");
            switch (k) {
            case 0:
                assert_int_equal(edges->count, 1);
                break;
            case 1:
                assert_in_range(edges->count, 2, 3);
                break;
            case 2:
                assert_true(best < 0);
                break;
            case 3:
                for (size_t i = 0; i < 4; i++)
                    assert_true(largest_only(values, times, 4, i, 4) < best);
                break;
            case 4:
                assert_true(usual_best(values, times, 4) < best);
                break;
            case 6:
                assert_int_not_equal(edges->items[0]->integer, 1);
                break;
            default:
                break;
            }
        }
    arena_free(a);
}

/* ---- the whole program ---- */

/* The program prints what the library answers, for every case; with -f trace the work ends with the same answer. */
static void the_program_answers_every_case(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    shell s = shell_new();
    const datum *list = problem_cases("polygon", a);
    for (size_t k = 0; k < list->count; k++) {
        str text = datum_get(datum_get(list->items[k], "input"), "text")->text;
        datum *instance = parse_good(text, a);
        str answer = json_from_datum(problem_answer(polygon(), instance, NULL, a), a);
        shell_write(&s, "case.txt", text);
        shell_expect(&s, 0, "$H polygon -i case.txt -f json -o -");
        assert_true(str_equal(str_trim(s.out), answer));
        if (datum_get(instance, "n")->integer > 8 || k % 5)
            continue;
        shell_expect(&s, 0, "$H polygon -i case.txt -f trace -o - | tee t.jsonl | tail -n 1");
        assert_true(
            str_equal(str_trim(s.out), str_format(a, "{\"event\":\"answer\",\"answer\":%.*s}", STR_ARG(answer))));
        assert_true(str_equal(shell_file(&s, "t.jsonl"), trace_to_lines(problem_traced(polygon(), instance, a), a)));
    }
    shell_free(&s);
    arena_free(a);
}

static void the_program_refuses_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *command, *message;
    } refusals[] = {
        {"$H polygon 0 -f json -o -", "handtrace: <arguments>:1:1: expected at least 1 vertex, got '0'\n  0\n  ^\n"},
        {"printf '3\\nt 1 t 2\\n' | $H polygon -i - -f json -o -",
         "handtrace: <stdin>:2:8: edge 3 and vertex 3 are missing: the number of vertices is 3\n  t 1 t 2\n"
         "         ^\n"},
        {"$H polygon --values=1,,2 --ops=+,+ -f json -o -",
         "handtrace: --values:1:3: a stray comma: another stands before it\n  1,,2\n    ^\n"},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(refusals); k++) {
        shell_expect(&s, 1, refusals[k].command);
        assert_string_equal(str_to_c(s.arena, s.err), refusals[k].message);
        assert_int_equal(s.out.len, 0);
    }
    shell_expect(&s, 2, "$H polygon --values=1,2 -f json -o -");
    /* the three ways to give one instance, and two seeds */
    shell_expect(&s, 0,
                 "$H polygon 4 t -7 t 4 x 2 x 5 -f json -o a && $H polygon --values=-7,4,2,5 '--ops=+,×,×,+' -f json "
                 "-o b && cmp a b");
    shell_expect(&s, 0,
                 "$H polygon --random n=6,minima --seed 5 -f json -o a && $H polygon --random n=6,minima --seed 5 "
                 "-f json -o b && cmp a b");
    shell_expect(&s, 0, "$H check polygon 4 t -7 t 4 x 2 x 5 --answer 'edge 2: ((4×2)×5)−7' -f json -o -");
    assert_string_equal(
        str_to_c(s.arena, str_trim(s.out)),
        "{\"problem\":\"polygon\",\"answer\":\"edge 2: ((4×2)×5)−7\",\"right\":true,\"value\":\"33\",\"why\":"
        "\"this is the largest value that any play reaches\"}");
    shell_expect(&s, 1, "$H check polygon 4 t -7 t 4 x 2 x 5 --answer 'edge 3: (2*5)+(-7+4)'");
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_has_its_right_values),
        cmocka_unit_test(the_work_on_every_case_is_right),
        cmocka_unit_test(traps_and_published_plays),
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(reported_faults_stay_away),
        cmocka_unit_test(the_sample_is_traced_as_documented),
        cmocka_unit_test(ways_kept_are_told),
        cmocka_unit_test(instances_are_read_as_people_type_them),
        cmocka_unit_test(wrong_instances_are_named_with_their_place),
        cmocka_unit_test(instances_of_traces_are_checked),
        cmocka_unit_test(mutated_instances_do_no_harm),
        cmocka_unit_test(what_is_too_large_is_refused),
        cmocka_unit_test(exhaustion_is_survived_anywhere),
        cmocka_unit_test(answers_are_marked),
        cmocka_unit_test(marks_are_said_in_both_languages),
        cmocka_unit_test(our_own_answers_are_right),
        cmocka_unit_test(operands_may_be_written_in_either_order),
        cmocka_unit_test(random_numbers_are_those_published),
        cmocka_unit_test(random_polygons_are_as_wished),
        cmocka_unit_test(random_polygons_have_the_properties_wished),
        cmocka_unit_test(the_program_answers_every_case),
        cmocka_unit_test(the_program_refuses_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
