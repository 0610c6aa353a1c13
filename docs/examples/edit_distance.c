/* The edit distance of two words as a problem, recorded by the engine of recurrences (R. A. Wagner, M. J. Fischer, The
 * string-to-string correction problem, 1974):
 *
 *   d(i, 0) = i    d(0, j) = j
 *   d(i, j) = d(i−1, j−1)                                            if x_i = y_j      keep
 *           = 1 + min(d(i−1, j), d(i, j−1), d(i−1, j−1))             else              delete, insert, change
 */
#include "problem.h"

#include "kit/dp_trace.h"
#include "kit/memory_limit.h"
#include "kit/random.h"
#include "kit/verdict.h"

typedef struct words {
    str x, y; /* a byte is a letter */
} words;

static dp_state base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = at[0] + at[1];
    return at[0] && at[1] ? DP_NONE : DP_VALUE;
}

static void steps(const void *user, const long at[], dp_list *out) {
    const words *w = user;
    if (w->x.ptr[at[0] - 1] == w->y.ptr[at[1] - 1]) {
        dp_goal_here(out, DP_ONLY, "match");
        dp_try(out, "keep", "d");
        dp_reads(out, "d", 0, DP_AT(at[0] - 1, at[1] - 1));
        return;
    }
    dp_try(out, "delete", "u+1");
    dp_reads(out, "u", 0, DP_AT(at[0] - 1, at[1]));
    dp_try(out, "insert", "l+1");
    dp_reads(out, "l", 0, DP_AT(at[0], at[1] - 1));
    dp_try(out, "change", "d+1");
    dp_reads(out, "d", 0, DP_AT(at[0] - 1, at[1] - 1));
}

static datum *instance_of(str x, str y, arena *a) {
    datum *instance = datum_map(a);
    datum_put(a, instance, "x", datum_text(a, x));
    datum_put(a, instance, "y", datum_text(a, y));
    return instance;
}

static datum *parse(const problem_input *in, arena *a, error *e) {
    if (in->argument_count == 2)
        return instance_of(in->arguments[0], in->arguments[1], a);
    error_at(e, in->text, 0, in->text->text.len, "expected two words, got %zu", in->argument_count);
    return NULL;
}

static bool valid(const datum *instance, error *e) {
    const datum *x = datum_get(instance, "x"), *y = datum_get(instance, "y");
    return (x && y && x->kind == DATUM_TEXT && y->kind == DATUM_TEXT) ||
           error_plain(e, STATUS_INPUT, "the instance is not one of edit-distance: \"x\" and \"y\" must be texts");
}

static datum *solve(const datum *instance, trace *t, arena *a, error *e) {
    enum { CELL = 2500, MOST_CALLS = 20000 }; /* bytes of a place with its events; calls worth telling */
    if (!valid(instance, e))
        return NULL;
    words *w = ARENA_NEW(a, words);
    *w = (words){datum_as_text(datum_get(instance, "x")), datum_as_text(datum_get(instance, "y"))};
    long m = (long)w->x.len, n = (long)w->y.len;
    if (!memory_allow(((size_t)m + 1) * ((size_t)n + 1) * CELL, STR("the words are too long"), "their table", "", e))
        return NULL;
    const dp_function f = {
        "d", 2, {{"i", 0, m, NULL}, {"j", 0, n, NULL}}, .goal = DP_MIN, .base = base, .candidates = steps};
    const dp d = {&dp_longs, &f, 1, .user = w, .ask = {0, {m, n}}, .order = DP_ROWS};
    dp_run *run = dp_begin_in(&d, a);
    if (!dp_done(run, run && dp_evaluate(run), e) || (t && !dp_record(run, MOST_CALLS, t, e)))
        return NULL;
    datum *answer = instance_of(w->x, w->y, a);
    datum_put(a, answer, "distance", datum_text(a, dp_text(&d, run, d.ask, a)));
    if (t)
        trace_add(t, EVENT_ANSWER)->answer = answer;
    return answer;
}

/* Two words of five letters; nothing can be wished for. */
static datum *at_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    random_source r = random_from_seed(seed);
    strbuf letters = strbuf_in(a);
    for (int k = 0; k < 10; k++)
        strbuf_add_c(&letters, (const char *const[]){"a", "b", "c"}[random_between(&r, 0, 2)]);
    str all = strbuf_text(&letters);
    (void)wishes;
    return error_set(e) ? NULL : instance_of(str_slice(all, 0, 5), str_slice(all, 5, 10), a);
}

static str write(const datum *instance, arena *a) {
    str x = datum_as_text(datum_get(instance, "x")), y = datum_as_text(datum_get(instance, "y"));
    return str_format(a, "%.*s → %.*s", STR_ARG(x), STR_ARG(y));
}

static datum *check(const datum *instance, str answer, arena *a, error *e) {
    const datum *solved = solve(instance, NULL, a, e);
    if (!solved)
        return NULL;
    str best = datum_as_text(datum_get(solved, "distance")), why = str_format(a, "it is %.*s", STR_ARG(best));
    bool right = str_equal(answer, best);
    return verdict_object(&(verdict){"edit-distance", answer, right, answer, why, "check.distance", datum_map(a)}, a);
}

const problem edit_distance_problem = {
    .name = "edit-distance",
    .title = "Edit distance",
    .summary = "the fewest steps that turn one word into another",
    .usage = "X Y    two words",
    .parse = parse,
    .valid = valid,
    .solve = solve,
    .random = at_random,
    .write = write,
    .check = check,
};
