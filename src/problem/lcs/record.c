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

/* Pairs of equal units, which have one candidate each; other cells have two. */
static size_t matches(const unit_pair *p, arena *a) {
    arena_mark start = arena_here(arena_scratch(a));
    size_t *in_x = ARENA_ARRAY(arena_scratch(a), size_t, p->distinct + 1), count = 0;
    for (size_t k = 0; k < p->x.count; k++)
        in_x[p->x.ids[k]]++;
    for (size_t k = 0; k < p->y.count; k++)
        count += in_x[p->y.ids[k]];
    arena_back(arena_scratch(a), start);
    return count;
}

trace_size lcs_record_size(const unit_pair *p, arena *a) {
    size_t m = p->x.count, n = p->y.count, steps, events;
    if (__builtin_mul_overflow(m + 1, n + 1, &steps) ||
        __builtin_mul_overflow(steps, EVENTS_A_CELL * sizeof(event), &events))
        return (trace_size){.events = SIZE_MAX};
    size_t tries = 2 * m * n - matches(p, a);
    return (trace_size){.events = steps * EVENTS_A_CELL,
                        .steps = steps,
                        .facts = steps + m * n,
                        .tries = tries,
                        .reads = tries,
                        .ways = tries,
                        .cells = 2 * steps};
}
