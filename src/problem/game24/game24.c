/* The 24-point game: make 24 of a hand of cards with + − × ÷, each card once.
 *
 *   parse ──▶ hand 3 3 8 8, target 24          or a book of hands, which share one memo
 *   memo      values of all smaller sub-multisets, bottom up; of the hand itself only the ways to the target
 *   classes   how many solutions are different, counted; lines: one of each, written
 *   record    the same as a trace
 */
#include "game24/game24.h"

#include "kit/memory_limit.h"

#include <stdlib.h>

enum { MOST_LISTED = 1000, TEXTS_OF_EVENT = 64 /* bytes, about */ };

static const problem_option own_options[] = {
    {.name = "target", .value = "N", .help = "the number to make, 24 unless said; fractions too"},
    {.name = "faces",
     .value = "J,Q,K",
     .help = "what J, Q and K count, 11,12,13 unless said; one number for all three"},
    {.name = "hands",
     .value = "HANDS",
     .help = "a book: all4-13 for all hands of 4 cards from 1 to 13, or \"3 3 8 8; 10 12 6 9\"",
     .instance = true},
    {.name = NULL},
};

static bool game24_valid(const datum *instance, error *e) {
    return game24_task_of(instance, NULL, e->arena, e);
}

/* ---- solving ---- */

static void put_needs(datum *answer, const game24_solved *s, arena *a) {
    datum_put(a, answer, "needs_fraction", datum_bool(a, s->needs_fraction));
    datum_put(a, answer, "needs_two_groups", datum_bool(a, s->needs_groups));
}

static void put_counts(datum *answer, const game24_solved *s, arena *a) {
    datum_put(a, answer, "solvable", datum_bool(a, fmpz_sgn(s->trees) > 0));
    datum_put(a, answer, "classes", number_datum(s->classes, a));
    datum_put(a, answer, "trees", number_datum(s->trees, a));
}

static void put_lines(datum *answer, const game24_solved *s, arena *a) {
    datum_put(a, answer, "solutions", game24_texts(s->lines.items, s->lines.count, a));
    if (fmpz_cmp_ui(s->classes, s->lines.count) > 0)
        datum_put(a, answer, "listed", datum_text(a, str_format(a, "%zu", s->lines.count)));
}

/* By card of the memo the letter that all cards of that number were written as, else empty. */
static const str *labels_of(const game24_task *task, const game24_memo *m, arena *a) {
    if (!task->cards)
        return NULL;
    str *labels = ARENA_ARRAY(a, str, m->card_count);
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < task->hands[0].count; k++) {
            str number = task->hands[0].numbers[k], written = task->cards->items[k]->text;
            str *label = &labels[game24_card_of(m, number_from_text(a, number)->q)];
            if (pass == 0)
                *label = written;
            else if (!str_equal(*label, written) || str_equal(written, number))
                *label = STR("");
        }
    return labels;
}

static datum *new_answer(arena *a) {
    datum *answer = datum_map(a);
    datum_put(a, answer, "problem", datum_text(a, STR("game24")));
    return answer;
}

static datum *solve_one(const game24_task *task, const fmpq *target, trace *t, arena *a, error *e) {
    const game24_cards *hand = &task->hands[0];
    game24_memo *m = game24_memo_new(hand->numbers, hand->count, a);
    game24_solved *s = game24_solve_hand(m, hand->numbers, hand->count, target, a, e);
    if (!s)
        return NULL;
    if (fmpz_sgn(s->trees) > 0)
        s->lines = game24_lines_at(s->hand, target, s->classes, MOST_LISTED, a);
    datum *answer = new_answer(a);
    datum_put(a, answer, "numbers", game24_texts(hand->numbers, hand->count, a));
    datum_put(a, answer, "target", datum_text(a, task->target));
    put_counts(answer, s, a);
    put_lines(answer, s, a);
    put_needs(answer, s, a);
    if (t) {
        s->labels = labels_of(task, m, a);
        if (!game24_record_hand(s, t))
            return game24_too_large(s->hand, e), NULL;
    }
    return answer;
}

/* A memo for the cards of all hands. */
static game24_memo *memo_of(const game24_task *task, arena *a) {
    size_t count = 0;
    for (size_t k = 0; k < task->count; k++)
        count += task->hands[k].count;
    str *cards = ARENA_ARRAY(a, str, count);
    count = 0;
    for (size_t k = 0; k < task->count; k++)
        for (size_t i = 0; i < task->hands[k].count; i++)
            cards[count++] = task->hands[k].numbers[i];
    return game24_memo_new(cards, count, a);
}

/* The events of all pages, as far as lines are listed. */
static size_t event_count(game24_solved *const *solved, size_t count) {
    size_t events = 1;
    for (size_t k = 0; k < count; k++) {
        bool all = fmpz_cmp_ui(solved[k]->classes, MOST_LISTED) <= 0;
        size_t lines = all ? fmpz_get_ui(solved[k]->classes) : MOST_LISTED;
        events += 2 + lines * 2 * solved[k]->hand->size; /* run and note; the nodes of a tree and its solution */
    }
    return events;
}

static bool record_book(game24_memo *m, game24_solved *const *solved, const datum *list, trace *t, error *e) {
    size_t bytes = event_count(solved, list->count) * (sizeof(event) + TEXTS_OF_EVENT);
    if (!game24_has_room(m, bytes))
        return error_plain(e, STATUS_INPUT,
                           "the solutions of all these hands are too many to draw: they would take too much memory; "
                           "%.*s; the answer alone (-f json) has their counts",
                           STR_ARG(memory_limit_text(e, bytes)));
    trace_reserve(t, event_count(solved, list->count));
    for (size_t k = 0; k < list->count; k++) {
        if (fmpz_sgn(solved[k]->trees) > 0)
            solved[k]->lines =
                game24_lines_at(solved[k]->hand, solved[k]->target, solved[k]->classes, MOST_LISTED, t->arena);
        game24_record_page(solved[k], k + 1, list->items[k], t);
    }
    return true;
}

static datum *facts_of(const game24_cards *hand, const game24_solved *s, arena *a) {
    datum *facts = datum_map(a);
    datum_put(a, facts, "numbers", game24_texts(hand->numbers, hand->count, a));
    put_counts(facts, s, a);
    put_needs(facts, s, a);
    return facts;
}

static datum *solve_book(const game24_task *task, const fmpq *target, trace *t, arena *a, error *e) {
    game24_memo *m = memo_of(task, a);
    game24_solved **solved = ARENA_ARRAY(a, game24_solved *, task->count);
    datum *list = datum_list(a);
    size_t solvable = 0;
    for (size_t k = 0; k < task->count; k++) {
        solved[k] = game24_solve_hand(m, task->hands[k].numbers, task->hands[k].count, target, a, e);
        if (!solved[k])
            return NULL;
        datum_add(a, list, facts_of(&task->hands[k], solved[k], a));
        solvable += fmpz_sgn(solved[k]->trees) > 0;
    }
    if (t && !record_book(m, solved, list, t, e))
        return NULL;
    datum *answer = new_answer(a);
    datum_put(a, answer, "hands", datum_text(a, str_format(a, "%zu", task->count)));
    datum_put(a, answer, "solvable", datum_text(a, str_format(a, "%zu", solvable)));
    datum_put(a, answer, "target", datum_text(a, task->target));
    datum_put(a, answer, "list", list);
    return answer;
}

static datum *game24_solve(const datum *instance, trace *t, arena *a, error *e) {
    game24_task task;
    if (!game24_task_of(instance, &task, a, e))
        return NULL;
    const fmpq *target = number_from_text(a, task.target)->q;
    datum *answer = task.book ? solve_book(&task, target, t, a, e) : solve_one(&task, target, t, a, e);
    if (t && answer)
        trace_add(t, EVENT_ANSWER)->answer = answer;
    return answer;
}

/* ---- the rest ---- */

static void write_hand(strbuf *b, const game24_cards *hand, const datum *cards) {
    for (size_t k = 0; k < hand->count; k++) {
        strbuf_add_c(b, k ? " " : "");
        strbuf_add(b, number_shown(cards ? cards->items[k]->text : hand->numbers[k], b->arena));
    }
}

/* "3 3 8 8", "A J Q K → 30", "1 1 1 1; …; 13 13 13 13 (1820)". */
static str game24_write(const datum *instance, arena *a) {
    error e = error_in(a);
    game24_task task;
    if (!game24_task_of(instance, &task, a, &e))
        return STR("");
    strbuf b = strbuf_in(a);
    write_hand(&b, &task.hands[0], task.cards);
    if (task.count > 2)
        strbuf_add_c(&b, "; …");
    if (task.count > 1) {
        strbuf_add_c(&b, "; ");
        write_hand(&b, &task.hands[task.count - 1], NULL);
    }
    if (task.count > 2)
        strbuf_addf(&b, " (%zu)", task.count);
    if (!str_is(task.target, "24")) {
        strbuf_add_c(&b, " → ");
        strbuf_add(&b, number_shown(task.target, a));
    }
    return strbuf_text(&b);
}

static int order_texts(const void *x, const void *y) {
    return str_compare(*(const str *)x, *(const str *)y);
}

/* The order of the cards makes no difference. */
static str game24_same(const datum *instance, arena *a) {
    error e = error_in(a);
    game24_task task;
    if (!game24_task_of(instance, &task, a, &e))
        return STR("");
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < task.count; k++) {
        size_t count = task.hands[k].count;
        str *sorted = ARENA_ARRAY(a, str, count);
        for (size_t n = 0; n < count; n++)
            sorted[n] = task.hands[k].numbers[n];
        qsort(sorted, count, sizeof *sorted, order_texts);
        for (size_t n = 0; n < count; n++)
            strbuf_addf(&b, "%.*s ", STR_ARG(sorted[n]));
        strbuf_add_c(&b, "; ");
    }
    strbuf_add(&b, task.target);
    return strbuf_text(&b);
}

static const problem_sample samples[] = {
    {"one solution, with fractions", "3 3 8 8"},
    {"one card that is the target", "24"},
    {"no solution", "1 1 1 1"},
    {"equal cards, many ways", "2 2 6 6"},
    {"letters and what they count", "A J Q K --faces 10"},
    {"another target, fractions among the cards", "--target 5/2 1/2 2 3"},
    {"a book of hands", "--hands '3 3 8 8; 1 1 1 1; 2 3 4'"},
    {"five cards", "1 2 3 5 7"},
    {.what = NULL},
};

const problem game24_problem = {
    .name = "game24",
    .title = "The 24-point game",
    .summary = "make 24 of a hand of cards with + − × ÷, each card once",
    .usage = "CARD CARD …   numbers, fractions too, and A J Q K T for 1, 11, 12, 13, 10; four are usual\n"
             "-i FILE       a hand a line; several lines are a book of hands",
    .wishes = game24_random_help,
    .options = own_options,
    .samples = samples,
    .parse = game24_read,
    .valid = game24_valid,
    .solve = game24_solve,
    .random = game24_random,
    .same = game24_same,
    .write = game24_write,
    .check = game24_mark,
};
