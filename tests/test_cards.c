/* The card game against a minimax of our own: answers, all three runs of the trace, marks and random rows. */
#define _GNU_SOURCE
#include "expr.h"
#include "number.h"
#include "output.h"
#include "problem.h"

#include "problems.h"
#include "shell.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST = 12 };

static const problem *cards(void) {
    return problem_named(STR("cards"));
}

static datum *parse(str text, const datum *options, arena *a, error *e) {
    source where = {STR("row"), text};
    return cards()->parse(&(problem_input){.text = &where, .options = options}, a, e);
}

static datum *row_of(const char *text, arena *a) {
    error e = error_in(a);
    datum *instance = parse(str_of(text), datum_map(a), a, &e);
    if (!instance)
        fail_msg("%s: %s", text, str_to_c(a, error_text(&e)));
    return instance;
}

/* ---- a minimax of our own ---- */

typedef struct row {
    int n;
    long long cards[MOST];
} row;

typedef struct pair {
    long long mover, other;
} pair;

/* What both get of the cards i … j: the game itself, played out. */
static pair minimax(const row *r, int i, int j) {
    if (i > j)
        return (pair){0, 0};
    pair left = minimax(r, i + 1, j), right = minimax(r, i, j - 1);
    pair by_left = {r->cards[i] + left.other, left.mover}, by_right = {r->cards[j] + right.other, right.mover};
    return by_left.mover >= by_right.mover ? by_left : by_right;
}

static unsigned random_state = 7;

static int below(int limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (unsigned)limit);
}

static row random_row(int most) {
    row r = {.n = below(most + 1)};
    int range = (int[]){1, 2, 10, 100}[below(4)], least = below(2) ? -range : 0;
    for (int k = 0; k < r.n; k++)
        r.cards[k] = least + below(2 * range + 1);
    return r;
}

static const char *row_text(const row *r, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (int k = 0; k < r->n; k++)
        strbuf_addf(&b, " %lld", r->cards[k]);
    return b.len ? str_to_c(a, strbuf_text(&b)) : "";
}

static long long integer_of(str text) {
    char digits[32];
    snprintf(digits, sizeof digits, "%.*s", STR_ARG(text));
    return strtoll(digits, NULL, 10);
}

/* ---- answers ---- */

/* The play takes ends in turn, each a best one, the left one of two; the scores are those of the answer. */
static void play_is_best(const row *r, const datum *answer) {
    const datum *play = datum_get(answer, "play");
    long long scores[2] = {0, 0};
    int i = 0, j = r->n - 1;
    assert_int_equal(play->count, r->n);
    for (size_t k = 0; k < play->count; k++) {
        const datum *move = play->items[k];
        pair left = minimax(r, i + 1, j), right = minimax(r, i, j - 1);
        bool takes_left = r->cards[i] + left.other >= r->cards[j] + right.other;
        assert_true(str_is(problem_field(move, "end"), takes_left ? "left" : "right"));
        assert_true(str_is(problem_field(move, "player"), k % 2 ? "B" : "A"));
        long long card = r->cards[takes_left ? i++ : j--];
        assert_int_equal(integer_of(problem_field(move, "card")), card);
        scores[k % 2] += card;
    }
    assert_int_equal(scores[0], integer_of(problem_field(answer, "first")));
    assert_int_equal(scores[1], integer_of(problem_field(answer, "second")));
}

static void first_moves_are(const row *r, const datum *answer) {
    const datum *moves = datum_get(answer, "first_moves");
    if (r->n == 0) {
        assert_int_equal(moves->count, 0);
        return;
    }
    long long left = r->cards[0] + minimax(r, 1, r->n - 1).other;
    long long right = r->cards[r->n - 1] + minimax(r, 0, r->n - 2).other;
    size_t count = r->n > 1 && left == right ? 2 : 1;
    assert_int_equal(moves->count, count);
    assert_true(str_is(moves->items[0]->text, left >= right ? "left" : "right"));
    assert_true(count == 1 || str_is(moves->items[1]->text, "right"));
}

static void answer_is_right(const row *r, const datum *answer) {
    pair best = minimax(r, 0, r->n - 1);
    assert_int_equal(integer_of(problem_field(answer, "first")), best.mover);
    assert_int_equal(integer_of(problem_field(answer, "second")), best.other);
    assert_int_equal(integer_of(problem_field(answer, "winner")), best.mover > best.other ? best.mover : best.other);
    const datum *calls = datum_get(answer, "calls");
    assert_int_equal(integer_of(problem_field(calls, "plain")), (2 << r->n) - 1);
    assert_int_equal(integer_of(problem_field(calls, "distinct")), r->n * (r->n + 1));
    play_is_best(r, answer);
    first_moves_are(r, answer);
}

/* ---- the trace ---- */

typedef struct reader {
    const row *row;
    const char *run;
    long long values[2000]; /* of frames */
    bool answered[2000];
    const event *enters[2000];
    const event *tries[2000][2];
    size_t try_count[2000];
    size_t frames, hits, returned;
    const event *cell_tries[MOST][MOST][2][2]; /* by i, j, table, and number */
    size_t cell_try_count[MOST][MOST][2];
    long long cells[MOST][MOST][2];
    bool set[MOST][MOST][2];
    size_t sets;
    int64_t length;
    arena *a;
} reader;

static long long value_of(str text, const event *e, arena *a) {
    error fault = error_in(a);
    source where = {STR("expr"), text};
    expr *x = expr_read(&where, 0, text.len, a, &fault);
    number *n = x ? expr_value(x, e->terms, e->term_count, &where, a, &fault) : NULL;
    if (!n)
        fail_msg("%s", str_to_c(a, error_text(&fault)));
    return integer_of(number_text(n, a));
}

/* One read, its value as the term, and the expression worked out as the way. */
static void try_is_true(const event *e, long long read, arena *a) {
    assert_int_equal(e->read_count, 1);
    assert_int_equal(e->term_count, 1);
    assert_int_equal(e->way_count, 1);
    assert_int_equal(integer_of(e->terms[0].value), read);
    assert_int_equal(value_of(e->ways[0].expr, e, a), integer_of(e->ways[0].value));
}

/* `chosen` names every try that reaches the value, in order, and no other. */
static void chosen_are_the_best(const event *e, const event *const *tries, size_t count) {
    size_t next = 0;
    for (size_t k = 0; k < count; k++) {
        bool best = str_equal(tries[k]->ways[0].value, e->value);
        bool named = next < e->chosen.count && str_equal(e->chosen.items[next], tries[k]->label);
        assert_int_equal(best, named);
        next += named;
    }
    assert_int_equal(next, e->chosen.count);
    assert_true(count == 0 || next > 0);
}

static size_t arg(const event *enter, size_t k) {
    return (size_t)enter->args->items[k]->integer;
}

static long long score_of(const row *r, str fn, const event *enter) {
    if (str_is(fn, "win")) {
        pair p = minimax(r, 0, r->n - 1);
        return p.mover > p.other ? p.mover : p.other;
    }
    pair p = minimax(r, (int)arg(enter, 0), (int)arg(enter, 1));
    return str_is(fn, "f") ? p.mover : p.other;
}

static void read_enter(reader *r, const event *e) {
    assert_int_equal(e->frame, (int64_t)++r->frames);
    r->enters[e->frame] = e;
    if (!e->parent) {
        assert_true(str_is(e->fn, "win"));
        return;
    }
    const event *parent = r->enters[e->parent];
    if (str_is(parent->fn, "win")) {
        assert_int_equal(e->edge.len, 0);
        return;
    }
    size_t i = arg(parent, 0), j = arg(parent, 1);
    bool left = arg(e, 0) == i + 1;
    assert_true(left ? arg(e, 1) == j : arg(e, 0) == i && arg(e, 1) == j - 1);
    assert_int_equal(integer_of(e->edge), r->row->cards[left ? i : j]);
    assert_true(str_is(e->fn, str_is(parent->fn, "f") ? "s" : "f"));
}

static void read_return(reader *r, const event *e) {
    const event *enter = r->enters[e->frame];
    size_t tries = r->try_count[e->frame];
    r->values[e->frame] = integer_of(e->value);
    r->answered[e->frame] = true;
    r->returned++;
    assert_int_equal(r->values[e->frame], score_of(r->row, enter->fn, enter));
    bool base = str_is(enter->fn, "win") ? r->row->n == 0 : arg(enter, 0) == arg(enter, 1);
    assert_int_equal(tries, base ? 0 : 2);
    assert_true(str_is(e->why, base ? "base" : str_is(enter->fn, "s") ? "min" : "max"));
    chosen_are_the_best(e, r->tries[e->frame], tries);
}

static void read_memo(reader *r, const event *e) {
    const event *enter = r->enters[e->frame], *of = r->enters[e->of];
    assert_true(str_equal(enter->fn, of->fn) && datum_equal(enter->args, of->args));
    assert_true(r->answered[e->of]);
    r->values[e->frame] = r->values[e->of];
    r->answered[e->frame] = true;
    r->hits++;
}

static size_t table_of(str name) {
    assert_true(str_is(name, "f") || str_is(name, "s"));
    return str_is(name, "s");
}

static void read_cell_try(reader *r, const event *e) {
    size_t t = table_of(e->tables.items[0]), i = (size_t)e->at.row, j = (size_t)e->at.col;
    const trace_read *read = &e->reads[0];
    assert_int_equal(table_of(read->table), 1 - t);
    assert_true(r->set[read->at.row][read->at.col][1 - t]);
    bool left = str_is(e->label, "left");
    assert_int_equal(read->at.row, i + left);
    assert_int_equal(read->at.col, j - !left);
    try_is_true(e, r->cells[read->at.row][read->at.col][1 - t], r->a);
    r->cell_tries[i][j][t][r->cell_try_count[i][j][t]++] = e;
}

static void read_try(reader *r, const event *e) {
    if (!e->frame) {
        read_cell_try(r, e);
        return;
    }
    int64_t child = e->reads[0].frame;
    assert_true(r->answered[child]);
    assert_int_equal(r->enters[child]->parent, e->frame);
    try_is_true(e, r->values[child], r->a);
    r->tries[e->frame][r->try_count[e->frame]++] = e;
}

static void read_set(reader *r, const event *e) {
    size_t t = table_of(e->tables.items[0]), i = (size_t)e->at.row, j = (size_t)e->at.col;
    pair p = minimax(r->row, (int)i, (int)j);
    assert_int_equal((int64_t)(j - i) + 1, r->length);
    assert_false(r->set[i][j][t]);
    r->set[i][j][t] = true;
    r->cells[i][j][t] = integer_of(e->value);
    r->sets++;
    assert_int_equal(r->cells[i][j][t], t ? p.other : p.mover);
    assert_true(str_is(e->why, i == j ? "base" : t ? "min" : "max"));
    assert_int_equal(r->cell_try_count[i][j][t], i == j ? 0 : 2);
    chosen_are_the_best(e, r->cell_tries[i][j][t], r->cell_try_count[i][j][t]);
}

static void run_ends(const reader *r) {
    size_t n = (size_t)r->row->n, all = ((size_t)2 << n) - 1, win = 1;
    if (str_is(str_of(r->run), "plain")) {
        assert_int_equal(r->frames, all);
        assert_int_equal(r->returned, all);
        assert_int_equal(r->hits, 0);
    } else if (str_is(str_of(r->run), "memo")) {
        assert_int_equal(r->returned, n * (n + 1) + win);
        assert_int_equal(r->frames, r->returned + r->hits);
        assert_int_equal(r->hits, n > 2 ? (n - 1) * (n - 2) : 0);
    } else if (str_is(str_of(r->run), "table")) {
        assert_int_equal(r->sets, n * (n + 1));
    }
}

/* Reads the runs of the card game; that of the growth is an ordinary table, which is left to its own test. */
static void trace_is_true(const trace *t, const row *row, arena *a) {
    static reader r;
    static const char *const runs[] = {"plain", "memo", "table", "growth"};
    size_t run = 0;
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_RUN) {
            if (run)
                run_ends(&r);
            r = (reader){.row = row, .run = runs[run], .a = a};
            assert_true(str_is(e->id, runs[run++]));
        }
        bool other = str_is(str_of(r.run), "growth");
        switch (e->kind) {
        case EVENT_ENTER:
            read_enter(&r, e);
            break;
        case EVENT_RETURN:
            read_return(&r, e);
            break;
        case EVENT_MEMO:
            read_memo(&r, e);
            break;
        case EVENT_TRY:
            read_try(&r, e);
            break;
        case EVENT_PHASE:
            r.length = e->phase;
            break;
        case EVENT_SET:
            if (!other)
                read_set(&r, e);
            break;
        default:
            break;
        }
    }
    assert_true(run >= 3);
}

/* The moves and the way back tell the play of the answer. */
static void play_is_told(const trace *t, const row *r, const datum *answer) {
    const datum *play = datum_get(answer, "play");
    size_t moves = 0, backs = 0;
    int64_t i = 0, j = r->n - 1, back_i = 0, back_j = r->n - 1;
    long long scores[2] = {0, 0};
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_MOVE) {
            const datum *move = play->items[moves];
            bool left = str_is(problem_field(move, "end"), "left");
            assert_int_equal(e->at.row, left ? i : j);
            i += left;
            j -= !left;
            scores[moves % 2] += integer_of(e->value);
            assert_true(str_equal(e->player, problem_field(move, "player")));
            assert_true(str_equal(e->value, problem_field(move, "card")));
            assert_int_equal(integer_of(e->scores.items[0]), scores[0]);
            assert_int_equal(integer_of(e->scores.items[1]), scores[1]);
            moves++;
        } else if (e->kind == EVENT_BACK) {
            assert_true(str_is(e->tables.items[0], backs % 2 ? "s" : "f"));
            assert_int_equal(e->at.row, back_i);
            assert_int_equal(e->at.col, back_j);
            assert_true(str_equal(e->take, problem_field(play->items[backs], "end")));
            back_i += str_is(e->take, "left");
            back_j -= str_is(e->take, "right");
            backs++;
        }
    }
    assert_int_equal(moves, r->n);
    assert_int_equal(backs, r->n ? r->n - 1 : 0);
}

static void all_runs_agree_with_minimax(void **state) {
    (void)state;
    for (int k = 0; k < 3000; k++) {
        arena *a = arena_new(NULL);
        row r = random_row(k % 30 ? 6 : 9);
        datum *instance = row_of(row_text(&r, a), a);
        datum *answer = problem_answer(cards(), instance, NULL, a);
        answer_is_right(&r, answer);
        trace *t = problem_traced(cards(), instance, a);
        assert_int_equal(t->events[t->count - 1].kind, EVENT_ANSWER);
        assert_true(datum_equal(t->events[t->count - 1].answer, answer));
        trace_is_true(t, &r, a);
        play_is_told(t, &r, answer);
        arena_free(a);
    }
}

static void traces_are_read_again(void **state) {
    (void)state;
    static const char *const rows[] = {"", "7", "-3 -3", "1 8 10 6", "123456789012345678901234567890 1 -5"};
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(rows); k++) {
        error e = error_in(a);
        source where = {STR("trace"), trace_to_lines(problem_traced(cards(), row_of(rows[k], a), a), a)};
        trace *t = trace_from_lines(&where, a, &e);
        if (!t || !cards()->valid(t->instance, &e))
            fail_msg("%s", str_to_c(a, error_text(&e)));
        assert_true(str_equal(trace_to_lines(t, a), where.text));
    }
    arena_free(a);
}

/* Calls of n = 4 as they are known from the lecture: 31 with win, 15 under f; with a memo 13 under f, 3 of them hits.
 */
static void calls_of_four_cards(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = problem_traced(cards(), row_of("1 8 10 6", a), a);
    size_t calls[2][40] = {{0}}, hits = 0, run = 0;
    bool under_f[2][40] = {{false}};
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        run += e->kind == EVENT_RUN;
        if (e->kind == EVENT_ENTER) {
            bool root = str_is(e->fn, "f") && e->parent == 1;
            under_f[run - 1][e->frame] = root || under_f[run - 1][e->parent];
            calls[run - 1][0] += under_f[run - 1][e->frame];
            calls[run - 1][1]++;
        }
        hits += e->kind == EVENT_MEMO && under_f[1][e->frame];
    }
    assert_int_equal(calls[0][0], 15);
    assert_int_equal(calls[0][1], 31);
    assert_int_equal(calls[1][0], 13);
    assert_int_equal(calls[1][1], 27);
    assert_int_equal(hits, 3);
    arena_free(a);
}

static const event *note_of(const trace *t, const char *run) {
    for (size_t k = 0; k < t->count; k++)
        if (t->events[k].kind == EVENT_NOTE && str_is(problem_field(t->events[k].args, "run"), run))
            return &t->events[k];
    return NULL;
}

static bool has_run(const trace *t, const char *run) {
    for (size_t k = 0; k < t->count; k++)
        if (t->events[k].kind == EVENT_RUN && str_is(t->events[k].id, run))
            return true;
    return false;
}

static void too_many_calls_are_noted(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const trace *t = problem_traced(cards(), row_of("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", a), a);
    const event *note = note_of(t, "plain");
    assert_non_null(note);
    assert_true(str_is(note->key, "frames.too_many"));
    assert_true(str_is(problem_field(note->args, "count"), "131071"));
    assert_true(str_is(problem_field(note->args, "limit"), "100000"));
    assert_false(has_run(t, "plain"));
    assert_true(has_run(t, "memo") && has_run(t, "table"));
    for (int limit = 14; limit <= 15; limit++) { /* three cards make 15 calls, with a memo too */
        error e = error_in(a);
        datum *options = datum_map(a);
        datum_put(a, options, "max-calls", datum_text(a, str_format(a, "%d", limit)));
        t = problem_traced(cards(), parse(STR("5 1 2"), options, a, &e), a);
        assert_int_equal(has_run(t, "plain"), limit == 15);
        assert_int_equal(has_run(t, "memo"), limit == 15);
        assert_int_equal(note_of(t, "memo") != NULL, limit == 14);
    }
    arena_free(a);
}

/* ---- the cases ---- */

static datum *json_of(str text, arena *a) {
    error e = error_in(a);
    source where = {STR("answer"), text};
    datum *d = json_to_datum(&where, a, &e);
    if (!d)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return d;
}

/* The ends "L" and "R" of a case are those of the answer. */
static void same_first_moves(const datum *answer, const datum *expected, size_t n) {
    const datum *moves = datum_get(answer, "first_moves"), *ends = datum_get(expected, "first_moves");
    if (!ends || n < 2)
        return;
    assert_int_equal(moves->count, ends->count);
    for (size_t k = 0; k < ends->count; k++)
        assert_true(str_is(moves->items[k]->text, str_is(ends->items[k]->text, "L") ? "left" : "right"));
}

/* The play, as positions, is one of the best lines of the case, where it has all of them. */
static void play_is_a_best_line(const datum *answer, const datum *expected, size_t n) {
    const datum *lines = datum_get(expected, "optimal_lines"), *play = datum_get(answer, "play");
    char all[24];
    snprintf(all, sizeof all, "%zu", lines ? lines->count : 0);
    if (!lines || !str_is(problem_field(expected, "optimal_line_count"), all))
        return;
    bool found = false;
    for (size_t k = 0; k < lines->count && !found; k++) {
        size_t i = 0, j = n;
        found = lines->items[k]->count == n;
        for (size_t m = 0; m < n && found; m++) {
            bool left = str_is(problem_field(play->items[m], "end"), "left");
            size_t at = left ? i++ : --j;
            found = lines->items[k]->items[m]->integer == (int64_t)at;
        }
    }
    assert_true(found);
}

static void every_case_has_its_right_values(void **state) {
    (void)state;
    shell s = shell_new();
    const datum *list = problem_cases("cards", s.arena);
    assert_true(list->count >= 48);
    for (size_t k = 0; k < list->count; k++) {
        const datum *row = datum_get(datum_get(list->items[k], "input"), "cards");
        const datum *expected = datum_get(list->items[k], "expected");
        strbuf b = strbuf_in(s.arena);
        strbuf_add_c(&b, "");
        for (size_t i = 0; i < row->count; i++)
            strbuf_addf(&b, "%.*s\n", STR_ARG(datum_as_text(row->items[i])));
        shell_write(&s, "row.txt", strbuf_text(&b));
        shell_expect(&s, 0, "$H cards -i row.txt -f json -o -");
        const datum *answer = json_of(s.out, s.arena);
        assert_true(datum_equal(datum_get(answer, "cards"), row) || row->count == 0);
        assert_true(str_equal(problem_field(answer, "first"), problem_field(expected, "f")));
        assert_true(str_equal(problem_field(answer, "second"), problem_field(expected, "s")));
        assert_true(str_equal(problem_field(answer, "winner"), problem_field(expected, "winner_score")));
        same_first_moves(answer, expected, row->count);
        play_is_a_best_line(answer, expected, row->count);
    }
    shell_free(&s);
}

static void cells_are(const trace *t, const char *table, const datum *rows) {
    for (size_t k = 0; rows && k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_SET && str_is(e->tables.items[0], table))
            assert_true(str_equal(e->value, datum_as_text(rows->items[e->at.row]->items[e->at.col])));
    }
}

static void tables_of_the_cases(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *list = problem_cases("cards", a);
    size_t seen = 0;
    for (size_t k = 0; k < list->count; k++) {
        const datum *row = datum_get(datum_get(list->items[k], "input"), "cards");
        const datum *expected = datum_get(list->items[k], "expected");
        if (row->count > 12 || !datum_get(expected, "f_table"))
            continue;
        datum *instance = datum_map(a);
        datum_put(a, instance, "cards", (datum *)row);
        trace *t = problem_traced(cards(), instance, a);
        cells_are(t, "f", datum_get(expected, "f_table"));
        cells_are(t, "s", datum_get(expected, "s_table"));
        seen++;
    }
    assert_true(seen >= 20);
    arena_free(a);
}

/* Rows on which programs were seen to go wrong: parity, greed, base cases, ties that are draws. */
static void rows_that_people_got_wrong(void **state) {
    (void)state;
    static const struct {
        const char *row, *first, *second, *moves;
    } rows[] = {
        {"0 0 7 6 5 6 1", "12", "13", "left right"},
        {"100 499 200 50", "549", "300", "right"},
        {"8 15 3 7", "22", "11", "right"},
        {"7", "7", "0", "left"},
        {"1 3 1 5 2", "4", "8", NULL},
        {"1 2 1", "2", "2", "left right"},
        {"2 2 2 2", "4", "4", "left right"},
        {"4 1 4", "5", "4", "left right"},
        {"1 2 100 4", "101", "6", "left"},
        {"1 100 2", "3", "100", "left right"},
        {"1 8 10 6", "14", "11", "right"},
        {"1 2 5 3", "6", "5", "left"},
        {"2 1 3 4", "6", "4", "right"},
        {"2 9 4 1 3", "9", "10", NULL},
        {"3 1 5 2", "8", "3", "left"},
        {"-1 -2 -3", "-4", "-2", NULL},
        {"", "0", "0", ""},
        {"-5", "-5", "0", "left"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(rows); k++) {
        datum *answer = problem_answer(cards(), row_of(rows[k].row, a), NULL, a);
        const datum *moves = datum_get(answer, "first_moves");
        if (!str_is(problem_field(answer, "first"), rows[k].first) ||
            !str_is(problem_field(answer, "second"), rows[k].second))
            fail_msg("%s: %.*s : %.*s", rows[k].row, STR_ARG(problem_field(answer, "first")),
                     STR_ARG(problem_field(answer, "second")));
        strbuf b = strbuf_in(a);
        strbuf_add_c(&b, "");
        for (size_t m = 0; m < moves->count; m++)
            strbuf_addf(&b, "%s%.*s", m ? " " : "", STR_ARG(moves->items[m]->text));
        if (rows[k].moves && strcmp(b.ptr, rows[k].moves))
            fail_msg("%s: first moves %s", rows[k].row, b.ptr);
    }
    arena_free(a);
}

/* Long rows need neither a deep stack nor much time; 2^5001 − 1 calls are counted, not made. */
static void long_rows_on_a_small_stack(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "yes 1 | head -5000 >row.txt; ulimit -s 256; $H cards -i row.txt -f json -o -");
    const datum *answer = json_of(s.out, s.arena), *calls = datum_get(answer, "calls");
    assert_true(str_is(problem_field(answer, "first"), "2500"));
    assert_true(str_is(problem_field(answer, "second"), "2500"));
    assert_int_equal(datum_get(answer, "play")->count, 5000);
    assert_int_equal(datum_get(answer, "first_moves")->count, 2);
    assert_true(str_is(problem_field(calls, "distinct"), "25005000"));
    assert_int_equal(problem_field(calls, "plain").len, 1506);
    shell_expect(&s, 1, "$H cards -i row.txt -f trace -o -");
    assert_true(str_find(s.err, STR("a row of 5000 cards is too long"), 0) != SIZE_MAX);
    shell_free(&s);
}

/* ---- what people type ---- */

static void rows_are_read_as_people_write_them(void **state) {
    (void)state;
    static const char *const same[] = {"1 -8 10 6",
                                       "1, -8, 10, 6",
                                       "1,-8,10,6",
                                       "１，−８，１０，６",
                                       "1、-8、10、6",
                                       "\xef\xbb\xbf"
                                       "1\r\n-8\r\n10\r\n6\r\n",
                                       "  +1\t-08 10 6  ",
                                       "1 －8 １０ 6"};
    arena *a = arena_new(NULL);
    const datum *expected = row_of(same[0], a);
    for (size_t k = 1; k < COUNT(same); k++)
        if (!datum_equal(row_of(same[k], a), expected))
            fail_msg("'%s' is read otherwise", same[k]);
    assert_int_equal(datum_get(row_of("", a), "cards")->count, 0);
    assert_int_equal(datum_get(row_of(" \n", a), "cards")->count, 0);
    arena_free(a);
}

static void faults_are_named_at_their_place(void **state) {
    (void)state;
    static const struct {
        const char *command;
        int status;
        const char *message;
    } faults[] = {
        {"cards 1 ,, 2", 1, ":1:4: a stray comma: another stands before it"},
        {"cards , 1", 1, ":1:1: a stray comma: nothing stands before it"},
        {"cards 1 2,", 1, ":1:4: a stray comma: nothing stands after it"},
        {"cards 1 x 3", 1, ":1:3: expected card 2, a whole number, got 'x'"},
        {"cards 1 2.5", 1, ":1:3: card 2 must be a whole number, got '2.5'"},
        {"cards 1 8/3", 1, ":1:3: card 2 must be a whole number, got '8/3'"},
        {"cards 1 2a", 1, ":1:4: expected a space or a comma after a card, got 'a'"},
        {"cards", 2, "no instance"},
        {"cards 1 2 --max-calls 0", 2, "--max-calls: expected a whole number from 1 to"},
        {"cards --random n=x", 2, "n: expected an integer from 0 to"},
        {"cards --random cheese", 2, "unknown property 'cheese' for a row of cards"},
        {"cards --random greedy=3", 2, "greedy stands alone"},
        {"cards --random min=5,max=4", 2, "min=5 is above max=4"},
        {"cards --random n=3,greedy", 1, "none of 20000 rows drawn has all these properties"},
        {"cards --random n=2000,draw", 2, "at most 1000 cards"},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(faults); k++) {
        shell_expect(&s, faults[k].status, str_format(s.arena, "$H %s -f json -o -", faults[k].command).ptr);
        if (str_find(s.err, str_of(faults[k].message), 0) == SIZE_MAX)
            fail_msg("%s:\n%.*s", faults[k].command, STR_ARG(s.err));
    }
    shell_expect(&s, 0, "$H cards '' -f json -o -");
    shell_free(&s);
}

static void instances_of_traces_are_checked(void **state) {
    (void)state;
    static const char *const bad[] = {"{}", "{\"cards\":3}", "{\"cards\":[\"x\"]}", "{\"cards\":[\"8/3\"]}",
                                      "{\"cards\":[\"1\"],\"max_frames\":0}"};
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(bad); k++) {
        error e = error_in(a);
        assert_false(cards()->valid(json_of(str_of(bad[k]), a), &e));
        assert_true(error_set(&e));
    }
    error e = error_in(a);
    assert_true(cards()->valid(json_of(STR("{\"cards\":[\"1\",\"-2\"],\"max_frames\":9}"), a), &e));
    arena_free(a);
}

/* ---- marks ---- */

static void answers_are_marked(void **state) {
    (void)state;
    static const struct {
        const char *row, *answer;
        bool right;
        const char *value, *why;
    } marks[] = {
        {"1 8 10 6", "right right right left", true, "14", "every move is a best one; best play ends 14 : 11"},
        {"1 8 10 6", "R R R L", true, "14", NULL},
        {"1 8 10 6", "rrrl", true, "14", NULL},
        {"1 8 10 6", "Right, Right, right → left", true, "14", NULL},
        {"1 8 10 6", "右 右 右 左", true, "14", NULL},
        {"1 8 10 6", "右端、右边、右、左", true, "14", NULL},
        {"1 8 10 6", "6 10 8 1", true, "14", NULL},
        {"1 8 10 6", "６，１０，８，１", true, "14", NULL},
        {"1 8 10 6", "14 : 11", true, "14", "best play ends 14 : 11"},
        {"1 8 10 6", "１４：１１", true, "14", NULL},
        {"1 8 10 6", "14", true, "14", NULL},
        {"1 8 10 6", "14 : 11, right", true, "14", NULL},
        {"1 8 10 6", "14 right right", true, "14", NULL},
        {"1 8 10 6", "left right left left", false, "9", "move 1: A could have got 14, this move leads to 11"},
        {"1 8 10 6", "right left left left", false, "14", "move 2: B could have got 11, this move leads to 9"},
        {"1 8 10 6", "6 8 10 1", false, "6", "move 2: 8 is at neither end; the ends are 1 and 10"},
        {"1 8 10 6", "6 6 10 1", false, "6", "move 2: 6 has been taken already"},
        {"1 8 10 6", "6 7 10 1", false, "6", "move 2: there is no 7 in the row"},
        {"1 8 10 6", "right right", false, "6", "the play stops after move 2: 2 cards are left"},
        {"1 8 10 6", "RRR", false, "14", "the play stops after move 3: 1 card is left"},
        {"1 8 10 6", "RRRLL", false, "14", "the play has 5 moves, the row 4 cards"},
        {"1 8 10 6", "13 : 12", false, "13", "best play ends 14 : 11, not 13 : 12"},
        {"1 8 10 6", "14 : 12", false, "14", "14 and 12 make 26, but all cards together make 25"},
        {"1 8 10 6", "16", false, "16", "with best play A gets 14, not 16"},
        {"1 8 10 6", "14 : 11, left", false, "14", "move 1: A could have got 14, this move leads to 11"},
        {"4 1 4", "4 4 1", true, "5", NULL},
        {"4 1 4", "L R L", true, "5", NULL},
        {"4 1 4", "R L L", true, "5", NULL},
        {"4 1 4", "4 1 4", false, "8", "move 2: B could have got 4, this move leads to 1"},
        {"1 2 1", "2 : 2", true, "2", "best play ends 2 : 2, a draw"},
        {"-3 5", "5 -3", true, "5", NULL},
        {"-3 5", "−3 5", false, "-3", "move 1: A could have got 5, this move leads to −3"},
        {"7", "7", true, "7", NULL},
        {"7", "left", true, "7", NULL},
        {"7", "right", true, "7", NULL},
        {"", "0 : 0", true, "0", NULL},
        {"", "0", true, "0", NULL},
        {"", "left", false, "0", "there is no card to take"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(marks); k++) {
        error e = error_in(a);
        datum *mark = cards()->check(row_of(marks[k].row, a), str_of(marks[k].answer), a, &e);
        if (!mark)
            fail_msg("'%s': %s", marks[k].answer, str_to_c(a, error_text(&e)));
        str why = problem_field(mark, "why");
        if (datum_get(mark, "right")->boolean != marks[k].right || (marks[k].why && !str_is(why, marks[k].why)))
            fail_msg("%s: '%s': %.*s", marks[k].row, marks[k].answer, STR_ARG(why));
        if (!str_is(problem_field(mark, "value"), marks[k].value))
            fail_msg("%s: '%s': value %.*s", marks[k].row, marks[k].answer, STR_ARG(problem_field(mark, "value")));
    }
    arena_free(a);
}

/* Every play of small rows: right exactly if no move could be better, by minimax; ends and cards are marked alike where
 * cards tell the ends. */
static void all_plays_are_marked_as_minimax_says(void **state) {
    (void)state;
    for (int k = 0; k < 60; k++) {
        arena *a = arena_new(NULL);
        row r = random_row(5);
        r.n = r.n < 1 ? 1 : r.n;
        datum *instance = row_of(row_text(&r, a), a);
        for (int play = 0; play < 1 << r.n; play++) {
            strbuf ends = strbuf_in(a);
            int i = 0, j = r.n - 1;
            bool best = true;
            for (int m = 0; m < r.n; m++) {
                bool left = play >> m & 1;
                long long by_left = r.cards[i] + minimax(&r, i + 1, j).other;
                long long by_right = r.cards[j] + minimax(&r, i, j - 1).other;
                best = best && (left ? by_left >= by_right : by_right >= by_left);
                strbuf_add_c(&ends, left ? "L" : "R");
                i += left;
                j -= !left;
            }
            error e = error_in(a);
            datum *mark = cards()->check(instance, strbuf_text(&ends), a, &e);
            assert_non_null(mark);
            if (datum_get(mark, "right")->boolean != best)
                fail_msg("%s: %s", row_text(&r, a), ends.ptr);
        }
        arena_free(a);
    }
}

static void what_is_no_answer_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *answer, *message;
    } faults[] = {
        {"hello", "<answer>:1:1: expected a play"},
        {"left up", "<answer>:1:6: expected a play"},
        {" ", "expected a play"},
        {"left 8", "expected a play as ends or as cards, got a mixture"},
        {"14 :", "expected player B's score after the colon"},
        {"left 14 : 11", "expected the scores at the front, once"},
        {"14 : 11 : 3", "expected "},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(faults); k++) {
        error e = error_in(a);
        assert_null(cards()->check(row_of("1 8 10 6", a), str_of(faults[k].answer), a, &e));
        if (str_find(error_text(&e), str_of(faults[k].message), 0) == SIZE_MAX)
            fail_msg("'%s': %s", faults[k].answer, str_to_c(a, error_text(&e)));
    }
    arena_free(a);
}

/* The phrases say in English what the solver says, and something else in Chinese. */
static void marks_in_both_languages(void **state) {
    (void)state;
    static const char *const answers[] = {"RRRL", "14 : 11", "LRLL",    "6 8 10 1", "6 6 10 1", "6 7 10 1",
                                          "R R",  "RRRLL",   "13 : 12", "16",       "14 : 12",  "RRR"};
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(answers); k++) {
        bool right = k < 2;
        const char *format = "$H check cards 1 8 10 6 --answer '%s' -l %s";
        error e = error_in(s.arena);
        datum *mark = cards()->check(row_of("1 8 10 6", s.arena), str_of(answers[k]), s.arena, &e);
        shell_expect(&s, !right, str_format(s.arena, format, answers[k], "en").ptr);
        str expected =
            str_format(s.arena, "%s: %.*s\n", right ? "right" : "wrong", STR_ARG(problem_field(mark, "why")));
        if (!str_equal(s.out, expected))
            fail_msg("%.*s\n%.*s", STR_ARG(s.out), STR_ARG(expected));
        shell_expect(&s, !right, str_format(s.arena, format, answers[k], "zh").ptr);
        for (size_t c = 0; c < s.out.len; c++) /* no English word but the players' names */
            if (s.out.ptr[c] >= 'a' && s.out.ptr[c] <= 'z')
                fail_msg("%.*s", STR_ARG(s.out));
    }
    shell_free(&s);
}

/* ---- random rows ---- */

static row random_instance(const datum *wishes, uint64_t seed, arena *a) {
    error e = error_in(a);
    datum *instance = cards()->random(wishes, seed, a, &e);
    if (!instance)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    const datum *list = datum_get(instance, "cards");
    row r = {.n = (int)list->count};
    for (int k = 0; k < r.n; k++)
        r.cards[k] = integer_of(list->items[k]->text);
    return r;
}

static datum *wishes_of(const char *len, const char *property, arena *a) {
    datum *wishes = datum_map(a);
    datum_put(a, wishes, "n", datum_text(a, str_of(len)));
    if (property)
        datum_put(a, wishes, property, datum_bool(a, true));
    return wishes;
}

static long long greedy_score(const row *r) {
    long long scores[2] = {0, 0};
    for (int i = 0, j = r->n - 1, k = 0; i <= j; k++)
        scores[k % 2] += r->cards[i] >= r->cards[j] ? r->cards[i++] : r->cards[j--];
    return scores[0];
}

static bool holds(const char *property, const row *r) {
    pair best = minimax(r, 0, r->n - 1);
    long long left = r->cards[0] + minimax(r, 1, r->n - 1).other;
    long long right = r->cards[r->n - 1] + minimax(r, 0, r->n - 2).other;
    long long half[2] = {0, 0};
    for (int k = 0; k < r->n; k++)
        half[k % 2] += r->cards[k];
    const struct {
        const char *name;
        bool holds;
    } all[] = {
        {"first-wins", best.mover > best.other},
        {"first-loses", best.mover < best.other},
        {"draw", best.mover == best.other},
        {"ties", left == right},
        {"unique", left != right},
        {"greedy", greedy_score(r) < best.mover},
        {"parity", half[0] < best.mover && half[1] < best.mover},
    };
    for (size_t k = 0; k < COUNT(all); k++)
        if (strcmp(property, all[k].name) == 0)
            return all[k].holds;
    return true;
}

static void wishes_are_fulfilled(void **state) {
    (void)state;
    static const char *const properties[] = {"first-wins", "first-loses", "draw",   "ties",
                                             "unique",     "greedy",      "parity", "one-line"};
    for (size_t k = 0; k < COUNT(properties); k++)
        for (uint64_t seed = 0; seed < 40; seed++) {
            arena *a = arena_new(NULL);
            bool even = strcmp(properties[k], "parity") == 0;
            row r = random_instance(wishes_of(even ? "6" : "7", properties[k], a), seed, a);
            if (strcmp(properties[k], "first-loses") && !holds(properties[k], &r))
                fail_msg("%s is not %s", row_text(&r, a), properties[k]);
            for (int c = 0; c < r.n; c++)
                assert_true(r.cards[c] >= 1 && r.cards[c] <= 10);
            arena_free(a);
        }
}

/* Among random rows of five cards 1 … 9 the first player wins 71 %, loses 22 %, and 7 % are draws (known from 4000 rows
 * drawn elsewhere): so an exercise of such rows has no answer that always fits. */
static void odd_rows_have_both_winners(void **state) {
    (void)state;
    int wins = 0, losses = 0, rows = 4000;
    for (int seed = 0; seed < rows; seed++) {
        arena *a = arena_new(NULL);
        datum *wishes = wishes_of("5", NULL, a);
        datum_put(a, wishes, "max", datum_text(a, STR("9")));
        row r = random_instance(wishes, (uint64_t)seed, a);
        pair best = minimax(&r, 0, r.n - 1);
        wins += best.mover > best.other;
        losses += best.mover < best.other;
        arena_free(a);
    }
    assert_in_range(wins, rows * 68 / 100, rows * 74 / 100);
    assert_in_range(losses, rows * 19 / 100, rows * 25 / 100);
}

static void batches_are_the_same_for_a_seed(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "$H cards --random n=5 --count 20 --seed 42 -f json -o -");
    str twenty = str_copy(s.arena, s.out);
    shell_expect(&s, 0, "$H cards --random n=5 --count 20 --seed 42 -f json -o -");
    assert_true(str_equal(s.out, twenty));
    shell_expect(&s, 0, "$H cards --random n=5 --count 10 --seed 42 -f json -o -");
    assert_true(str_equal(s.out, str_slice(twenty, 0, s.out.len)));
    size_t lines = 0;
    for (size_t k = 0; k < twenty.len; k++)
        lines += twenty.ptr[k] == '\n';
    assert_int_equal(lines, 20);
    shell_expect(&s, 0, "$H cards --random n=5 --count 20 --seed 43 -f json -o -");
    assert_false(str_equal(s.out, twenty));
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_has_its_right_values),
        cmocka_unit_test(tables_of_the_cases),
        cmocka_unit_test(rows_that_people_got_wrong),
        cmocka_unit_test(all_runs_agree_with_minimax),
        cmocka_unit_test(traces_are_read_again),
        cmocka_unit_test(calls_of_four_cards),
        cmocka_unit_test(too_many_calls_are_noted),
        cmocka_unit_test(long_rows_on_a_small_stack),
        cmocka_unit_test(rows_are_read_as_people_write_them),
        cmocka_unit_test(faults_are_named_at_their_place),
        cmocka_unit_test(instances_of_traces_are_checked),
        cmocka_unit_test(answers_are_marked),
        cmocka_unit_test(all_plays_are_marked_as_minimax_says),
        cmocka_unit_test(what_is_no_answer_is_refused),
        cmocka_unit_test(marks_in_both_languages),
        cmocka_unit_test(wishes_are_fulfilled),
        cmocka_unit_test(odd_rows_have_both_winners),
        cmocka_unit_test(batches_are_the_same_for_a_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
