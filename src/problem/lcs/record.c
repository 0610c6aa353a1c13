/* The recurrence, for the engine:
 *
 *   c(i, j) = 0                               if i = 0 or j = 0
 *           = c(i−1, j−1) + 1                 if x_i = y_j            D
 *           = max(c(i−1, j), c(i, j−1))       else                    U, L
 */
#include "lcs/lcs.h"

typedef struct texts {
    const unit_pair *pair;
    const char **x; /* headings, NULL-terminated: "" and the units, lines by their numbers */
} texts;

static const char **headings(const unit_sequence *s, unit_kind unit, arena *a) {
    const char **heads = ARENA_ARRAY(a, const char *, s->count + 2);
    heads[0] = "";
    for (size_t k = 1; k <= s->count; k++)
        heads[k] = unit == UNIT_LINE ? str_format(a, "%zu", k).ptr : str_to_c(a, s->texts[k - 1]);
    return heads;
}

static dp_state base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = 0;
    return at[0] && at[1] ? DP_NONE : DP_VALUE;
}

static void candidates(const void *user, const long at[], dp_list *out) {
    const texts *t = user;
    long i = at[0], j = at[1];
    if (units_same(t->pair, (size_t)i, (size_t)j)) {
        dp_goal_here(out, DP_ONLY, "match");
        dp_try(out, "D", "diag+1");
        dp_reads(out, "diag", 0, DP_AT(i - 1, j - 1));
        dp_edge(out, t->pair->unit == UNIT_LINE ? NULL : t->x[i]);
        return;
    }
    dp_try(out, "U", "up");
    dp_reads(out, "up", 0, DP_AT(i - 1, j));
    dp_try(out, "L", "left");
    dp_reads(out, "left", 0, DP_AT(i, j - 1));
}

dp_run *lcs_run(const unit_pair *p, uint64_t most, arena *a) {
    texts *t = ARENA_NEW(a, texts);
    long m = (long)p->x.count, n = (long)p->y.count;
    *t = (texts){p, headings(&p->x, p->unit, a)};
    const dp_function c = {.name = "c",
                           .arity = 2,
                           .index = {{"i", 0, m, t->x}, {"j", 0, n, headings(&p->y, p->unit, a)}},
                           .goal = DP_MAX,
                           .choices = "b",
                           .calls_first = 1,
                           .base = base,
                           .candidates = candidates};
    const dp d = {.values = &dp_longs,
                  .functions = &c,
                  .function_count = 1,
                  .user = t,
                  .ask = {0, {m, n}},
                  .order = DP_BORDERS,
                  .most_calls = most,
                  .most_bytes = SIZE_MAX};
    return dp_begin_in(&d, a);
}

enum { EVENTS_A_CELL = 5, EVENTS_A_CALL = 4 };

size_t lcs_table_events(const unit_pair *p) {
    return (p->x.count + 1) * (p->y.count + 1) * EVENTS_A_CELL;
}

/* The calls are counted only where the tables alone are not too much already: counting takes its time too. */
size_t lcs_record_bytes(const unit_pair *p, uint64_t most, arena *a) {
    enum { ENOUGH = 1 << 30 };
    size_t one = sizeof(event) + sizeof(trace_read) + sizeof(trace_term) + sizeof(trace_way) + 2 * sizeof(str), bytes;
    if (__builtin_mul_overflow(p->x.count + 1, (p->y.count + 1) * EVENTS_A_CELL * one, &bytes))
        return SIZE_MAX;
    if (bytes > ENOUGH)
        return bytes;
    const number *calls = lcs_count_calls(p, a).count;
    if (number_compare(calls, number_from_integer(a, (int64_t)most)) > 0)
        return bytes;
    return bytes + fmpz_get_ui(fmpq_numref(calls->q)) * (EVENTS_A_CALL * one + 4 * sizeof(datum));
}
