/* The card game: cards lie in a row, two players take one from either end in turn until none is left, and both play for
 * their own score. What does each get?
 *
 *     ┌───┐ ┌───┐ ┌────┐ ┌───┐
 *     │ 1 │ │ 8 │ │ 10 │ │ 6 │      instance  cards ["1", "8", "10", "6"]
 *     └───┘ └───┘ └────┘ └───┘                max_frames  calls that a run may have, if another number was asked for
 *       0     1      2     3        positions count from 0
 */
#include "problem.h"

#include "cards/cards.h"
#include "kit/items.h"
#include "kit/max_frames.h"
#include "kit/memory_limit.h"
#include "kit/put.h"

static const problem_option own_options[] = {MAX_FRAMES_OPTION, {.name = NULL}};

/* ---- reading ---- */

static datum *cards_parse(const problem_input *in, arena *a, error *e) {
    items s = items_of(in->text, a, e);
    datum *instance = datum_map(a), *cards = datum_put(a, instance, "cards", datum_list(a));
    while (items_more(&s)) {
        str card = items_take_integer(&s, str_format(a, "card %zu", cards->count + 1).ptr);
        if (!card.len || !items_ended(&s, "a card"))
            return NULL;
        datum_add(a, cards, datum_text(a, card));
    }
    return !error_set(e) && max_frames_read(in->options, instance, a, e) ? instance : NULL;
}

static bool cards_valid(const datum *instance, error *e) {
    const datum *cards = datum_get(instance, "cards");
    if (error_set(e))
        return false;
    if (!cards || cards->kind != DATUM_LIST)
        return error_plain(e, STATUS_INPUT, "the instance is no row of cards: \"cards\" must be a list of integers");
    for (size_t k = 0; k < cards->count; k++) {
        const datum *card = cards->items[k];
        number *value = card->kind == DATUM_TEXT || card->kind == DATUM_INTEGER
                            ? number_from_canonical(e->arena, datum_as_text(card))
                            : NULL;
        if (!value || !number_is_integer(value))
            return error_plain(e, STATUS_INPUT, "the instance is no row of cards: card %zu is no integer as a text",
                               k + 1);
    }
    return max_frames_valid(instance, e);
}

/* ---- solving ---- */

static str too_long(size_t n, arena *a) {
    return str_format(a, "a row of %zu cards is too long", n);
}

static bool fits(size_t n, size_t bytes, const char *what, const char *advice, error *e) {
    return memory_allow(bytes, too_long(n, e->arena), what, advice, e);
}

/* Whether it can be solved at all. */
static bool solvable(const cards_row *row, error *e) {
    enum { MOST_TRIES = 1000 /* millions */ };
    return tries_allow(size_times(row->n, row->n) / 2, MOST_TRIES, too_long(row->n, e->arena), e) &&
           fits(row->n, cards_lead_bytes(row), "the work", "", e);
}

static datum *end_text(arena *a, bool left) {
    return datum_text(a, left ? STR("left") : STR("right"));
}

static datum *play_of(const cards_lead *c, arena *a) {
    datum *play = datum_list(a);
    for (size_t i = 0, j = c->row.n; i < j;) {
        bool left = cards_best_ends(c, i, j - 1) & CARDS_LEFT;
        datum *move = datum_map(a);
        put_text(move, "player", play->count % 2 ? STR("B") : STR("A"), a);
        datum_put(a, move, "end", end_text(a, left));
        put_text(move, "card", c->row.texts[left ? i++ : --j], a);
        datum_add(a, play, move);
    }
    return play;
}

static datum *first_moves(const cards_lead *c, arena *a) {
    datum *list = datum_list(a);
    for (cards_ends end = CARDS_LEFT; c->row.n && end <= CARDS_RIGHT; end++)
        if (cards_best_ends(c, 0, c->row.n - 1) & end)
            datum_add(a, list, end_text(a, end == CARDS_LEFT));
    return list;
}

static datum *calls_of(size_t n, fmpz *work, arena *a) {
    datum *calls = datum_map(a);
    cards_plain_calls(n, work);
    datum_put(a, calls, "plain", number_datum(work, a));
    cards_distinct_calls(n, work);
    datum_put(a, calls, "distinct", number_datum(work, a));
    return calls;
}

static datum *answer_of(const cards_lead *c, arena *a) {
    fmpz *first = number_integers(a, 3), *second = first + 1, *work = first + 2;
    cards_scores(c, first, second);
    datum *answer = datum_map(a), *cards = datum_list(a);
    put_text(answer, "problem", STR("cards"), a);
    for (size_t i = 0; i < c->row.n; i++)
        datum_add(a, cards, datum_text(a, c->row.texts[i]));
    datum_put(a, answer, "cards", cards);
    datum_put(a, answer, "first", number_datum(first, a));
    datum_put(a, answer, "second", number_datum(second, a));
    datum_put(a, answer, "winner", number_datum(fmpz_cmp(first, second) < 0 ? second : first, a));
    datum_put(a, answer, "play", play_of(c, a));
    datum_put(a, answer, "calls", calls_of(c->row.n, work, a));
    datum_put(a, answer, "first_moves", first_moves(c, a));
    return answer;
}

/* The moves of best play. */
static void record_moves(const cards_lead *c, trace *t) {
    fmpz *scores = number_integers(t->arena, 2);                /* of A and of B */
    for (size_t i = 0, j = c->row.n, turn = 0; i < j; turn++) { /* what lies there is i to j − 1 */
        bool left = cards_best_ends(c, i, j - 1) & CARDS_LEFT;
        size_t card = left ? i++ : --j;
        fmpz_add(&scores[turn % 2], &scores[turn % 2], &c->values[card]);
        event *e = trace_add(t, EVENT_MOVE);
        e->what = STR("take");
        e->at.row = (int64_t)card;
        e->has_at = true;
        e->player = turn % 2 ? STR("B") : STR("A");
        e->value = c->row.texts[card];
        for (size_t k = 0; k < 2; k++)
            trace_add_text(t, &e->scores, number_text_of_fmpz(&scores[k], t->arena));
    }
}

static const struct recursion {
    const char *run;
    bool memo;
    void (*calls)(size_t n, fmpz_t count);
    int (*record)(dp_run *run, const char *id, const dp_sink *sink);
} recursions[] = {{"plain", false, cards_plain_calls, dp_plain}, {"memo", true, cards_memo_calls, dp_memo}};
enum { RECURSIONS = sizeof recursions / sizeof *recursions };

/* All runs. What is too long to be traced is noted in the run of the table. False on error. */
static bool record(const cards_lead *c, uint64_t limit, size_t events, trace *t, error *e) {
    dp_run *run = cards_run(c, limit, t->arena);
    dp_sink sink = dp_to_trace(t);
    fmpz *counts = number_integers(t->arena, RECURSIONS);
    for (size_t k = 0; k < RECURSIONS; k++)
        recursions[k].calls(c->row.n, &counts[k]);
    trace_reserve(t, events); /* at once: growing leaves the old lists behind */
    for (size_t k = 0; k < RECURSIONS; k++)
        if (fmpz_cmp_ui(&counts[k], limit) <= 0 &&
            !dp_done(run, run && recursions[k].record(run, recursions[k].run, &sink), e))
            return false;
    trace_add(t, EVENT_RUN)->id = STR("table");
    for (size_t k = 0; k < RECURSIONS; k++)
        max_frames_allow(limit, recursions[k].run, &counts[k], t);
    if (!dp_done(run, run && dp_table(run, NULL, &sink), e))
        return false;
    record_moves(c, t);
    cards_record_growth(c->row.n, t);
    return true;
}

static datum *cards_solve(const datum *instance, trace *t, arena *a, error *e) {
    if (!cards_valid(instance, e))
        return NULL;
    cards_row row = cards_row_of(instance, a);
    if (!solvable(&row, e))
        return NULL;
    trace_size size = t ? cards_record_size(row.n, max_frames_of(instance), a) : (trace_size){0};
    if (t && !trace_allow(&size, t, too_long(row.n, a), e))
        return NULL;
    const cards_lead *c = cards_lead_of(&row, a);
    if (t && !record(c, max_frames_of(instance), size.events, t, e))
        return NULL;
    datum *answer = answer_of(c, a);
    if (t)
        trace_add(t, EVENT_ANSWER)->answer = answer;
    return answer;
}

/* ---- the rest ---- */

static str cards_write(const datum *instance, arena *a) {
    cards_row row = cards_row_of(instance, a);
    strbuf b = strbuf_in(a);
    for (size_t i = 0; i < row.n; i++) {
        strbuf_add_c(&b, i ? " " : "");
        strbuf_add(&b, number_shown(row.texts[i], a));
    }
    return b.len ? strbuf_text(&b) : STR("–");
}

static datum *cards_instance_at_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    cards_row row;
    if (error_set(e) || !cards_random(wishes, seed, &row, a, e))
        return NULL;
    datum *instance = datum_map(a), *cards = datum_put(a, instance, "cards", datum_list(a));
    for (size_t i = 0; i < row.n; i++)
        datum_add(a, cards, datum_text(a, row.texts[i]));
    return max_frames_read(wishes, instance, a, e) ? instance : NULL;
}

static datum *cards_check(const datum *instance, str answer, arena *a, error *e) {
    if (!cards_valid(instance, e))
        return NULL;
    cards_row row = cards_row_of(instance, a);
    return solvable(&row, e) ? cards_mark(cards_lead_of(&row, a), answer, a, e) : NULL;
}

static const problem_sample samples[] = {
    {"the first player wins", "1 8 10 6"},
    {"no cards", "''"},
    {"one card", "7"},
    {"equal cards: every move ties, a draw", "5 5 5 5"},
    {"a recursion too large to be traced", "5 3 9 2 7 --max-calls 20"},
    {"cards below zero, a number too long for a cell", "-- -3 0 123456789012345678901234567890"},
    {"seven cards", "5 3 9 2 7 1 8"},
    {.what = NULL},
};

const problem cards_problem = {
    .name = "cards",
    .title = "The card game",
    .summary = "take cards from either end of a row in turn; who gets more?",
    .usage = "C1 C2 C3 …    the cards from left to right, whole numbers; '' is the row of no cards",
    .wishes = cards_random_help,
    .options = own_options,
    .samples = samples,
    .parse = cards_parse,
    .valid = cards_valid,
    .solve = cards_solve,
    .random = cards_instance_at_random,
    .write = cards_write,
    .check = cards_check,
};
