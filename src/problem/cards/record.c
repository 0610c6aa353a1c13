/* The recurrence, for the engine. Both functions have a table, and are filled in together; win only asks:
 *
 *   f(i, i) = a_i      f(i, j) = max(a_i + s(i+1, j), a_j + s(i, j−1))      who is to move
 *   s(i, i) = 0        s(i, j) = min(f(i+1, j), f(i, j−1))                  who waits
 *   win()   = max(f(0, n−1), s(0, n−1))
 */
#include "cards/cards.h"

enum { F, S, WIN, FUNCTIONS };

typedef struct row {
    const cards_lead *leads;
    const char **texts; /* of the cards, for the arrows of calls */
} row;

static dp_state f_base(const void *user, const long at[], void *value) {
    const row *r = user;
    fmpz_set(value, &r->leads->values[at[0]]);
    return at[0] == at[1] ? DP_VALUE : DP_NONE;
}

static dp_state zero_base(const void *user, const long at[], void *value) {
    (void)user;
    fmpz_zero(value);
    return at[0] == at[1] ? DP_VALUE : DP_NONE;
}

static dp_state win_base(const void *user, const long at[], void *value) {
    (void)at;
    fmpz_zero(value);
    return ((const row *)user)->leads->row.n ? DP_NONE : DP_VALUE;
}

/* What is left when an end is taken; for who is to move, with the card that was taken. */
static void ends(const row *r, const long at[], bool mover, dp_list *out) {
    for (int right = 0; right <= 1; right++) {
        long card = at[right];
        dp_try(out, right ? "right" : "left", mover ? "$1+s" : "f");
        dp_reads(out, mover ? "s" : "f", mover ? S : F, DP_AT(at[0] + !right, at[1] - right));
        dp_edge(out, r->texts[card]);
        if (mover)
            dp_number(out, &r->leads->values[card]);
    }
}

static void f_candidates(const void *user, const long at[], dp_list *out) {
    ends(user, at, true, out);
}

static void s_candidates(const void *user, const long at[], dp_list *out) {
    ends(user, at, false, out);
}

static void win_candidates(const void *user, const long at[], dp_list *out) {
    const row *r = user;
    long last = (long)r->leads->row.n - 1;
    (void)at;
    dp_try(out, "f", "f");
    dp_reads(out, "f", F, DP_AT(0, last));
    dp_try(out, "s", "s");
    dp_reads(out, "s", S, DP_AT(0, last));
}

dp_run *cards_run(const cards_lead *c, uint64_t most, arena *a) {
    long last = (long)c->row.n - 1;
    dp_function f[FUNCTIONS];
    row *r = ARENA_NEW(a, row);
    *r = (row){c, ARENA_ARRAY(a, const char *, c->row.n)};
    for (size_t i = 0; i < c->row.n; i++)
        r->texts[i] = str_to_c(a, c->row.texts[i]);
    f[F] = (dp_function){.name = "f",
                         .arity = 2,
                         .index = {{"i", 0, last, NULL}, {"j", 0, last, NULL}},
                         .shape = DP_UPPER,
                         .goal = DP_MAX,
                         .base = f_base,
                         .candidates = f_candidates};
    f[S] = f[F];
    f[S].name = "s";
    f[S].goal = DP_MIN;
    f[S].base = zero_base;
    f[S].candidates = s_candidates;
    f[WIN] =
        (dp_function){.name = "win", .goal = DP_MAX, .no_table = 1, .base = win_base, .candidates = win_candidates};
    const dp d = {.values = &dp_integers,
                  .functions = f,
                  .function_count = FUNCTIONS,
                  .user = r,
                  .ask = {WIN, {0}},
                  .back = {F, {0, last}},
                  .has_back = 1,
                  .order = DP_LENGTHS,
                  .most_calls = most,
                  .most_bytes = SIZE_MAX};
    return dp_begin_in(&d, a);
}

size_t cards_table_events(size_t n) {
    /* A cell, four tries and two sets for each part; a phase a length; two tables; the play. */
    return 7 * (n * (n + 1) / 2) + 3 * n + 4;
}

static size_t call_events(size_t n, bool memo, uint64_t most, fmpz *count) {
    (memo ? cards_memo_calls : cards_plain_calls)(n, count);
    return fmpz_cmp_ui(count, most) <= 0 ? cards_call_events(n, memo) : 0;
}

trace_size cards_record_size(size_t n, uint64_t most, arena *a) {
    enum { OTHERS = 128, MOST_CARDS = 100000 }; /* runs, notes, growth, the answer */
    if (n > MOST_CARDS)
        return (trace_size){.events = SIZE_MAX};
    fmpz *count = number_integers(a, 1);
    size_t parts = n * (n + 1) / 2;
    trace_size s = {.events = cards_table_events(n) + OTHERS,
                    .steps = parts,
                    .facts = 2 * parts,
                    .tries = 4 * (parts - n),
                    .cells = 2 * n * n};
    for (int memo = 0; memo < 2; memo++) {
        size_t calls = call_events(n, memo, most, count);
        s.events += calls;
        s.frames += calls / 3; /* of three events of a call two enter and leave it, and one tries it */
        s.tries += calls / 3 - (calls > 0);
    }
    s.reads = s.ways = s.tries;
    return s;
}
