/* Cutting a rod: a piece of length k sells for prices[k]. Which pieces of a rod of length n sell for the most?
 *
 *   prices   1  5  8  9      instance  prices [1, 5, 8, 9], for the lengths 1, 2, …, n
 *   best   0 1  5  8  10     best[j] = max of prices[k] + best[j − k] for k = 1, …, j; best[0] = 0
 *
 * ./dev new-problem made this: a whole problem, small enough to be changed piece by piece. What to change is said above
 * each piece; docs/adding-a-problem.md says more. */
#include "problem.h"

#include "kit/answer_reader.h"
#include "kit/dp_trace.h"
#include "kit/items.h"
#include "kit/memory_limit.h"
#include "kit/random.h"
#include "kit/verdict.h"
#include "kit/wishes.h"
#include "number.h"

#include <stdlib.h>

enum { LONGEST = 500, DEAREST = 1000000 }; /* what fits a page, an int64_t and the memory */

/* Checks an instance, typed or out of somebody else's trace: change what holds of yours. */
static bool skeleton_valid(const datum *instance, error *e) {
    const datum *prices = datum_get(instance, "prices");
    bool good = prices && prices->kind == DATUM_LIST && prices->count && prices->count <= LONGEST;
    for (size_t k = 0; good && k < prices->count; k++) {
        const datum *price = prices->items[k];
        good = price->kind == DATUM_INTEGER && price->integer >= 0 && price->integer <= DEAREST;
    }
    return good || error_plain(e, STATUS_INPUT, "\"prices\" must be a list of 1 to %d whole numbers from 0 to %d",
                               LONGEST, DEAREST);
}

/* Reads an instance: change what an item is, and what its errors say. */
static datum *skeleton_parse(const problem_input *in, arena *a, error *e) {
    items s = items_of(in->text, a, e);
    datum *instance = datum_map(a), *prices = datum_put(a, instance, "prices", datum_list(a));
    while (items_more(&s)) {
        size_t at = s.at;
        str text = items_take_integer(&s, str_format(a, "price %zu", prices->count + 1).ptr);
        if (!text.len || !items_ended(&s, "a price"))
            return NULL;
        int64_t price = strtoll(str_to_c(a, text), NULL, 10);
        if (price < 0 || price > DEAREST || prices->count == LONGEST) {
            error_at(e, s.where, at, s.at - at, "expected at most %d prices from 0 to %d", LONGEST, DEAREST);
            return NULL;
        }
        datum_add(a, prices, datum_integer(a, price));
    }
    if (!error_set(e) && !prices->count)
        items_fail_end(&s, "expected at least one price");
    return error_set(e) ? NULL : instance;
}

/* The recurrence: change it. What is known at the start; what is tried elsewhere, and what that reads. Of candidates
 * that are as good, the first is kept: that is the tie rule. */
static dp_state base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = 0;
    return at[0] ? DP_NONE : DP_VALUE;
}

static void first_pieces(const void *user, const long at[], dp_list *out) {
    const long *prices = user;
    for (long k = 1; k <= at[0]; k++) {
        dp_try_with(out, "k", k, "x+$1");
        dp_reads(out, "x", 0, DP_AT(at[0] - k));
        dp_number(out, &prices[k - 1]);
    }
}

/* A step of the way back: what the kept candidate adds to the answer. */
typedef struct pieces {
    datum *list;
    arena *a;
} pieces;

static void cut_off(void *to, dp_place place, const char *label, long k) {
    pieces *p = to;
    (void)place, (void)label;
    datum_add(p->a, p->list, datum_integer(p->a, k));
}

/* The table, the way back through it, the answer: change its keys here, in the templates and on the docs page. */
static datum *skeleton_solve(const datum *instance, trace *t, arena *a, error *e) {
    enum { CANDIDATE = 500, MOST_CALLS = 20000 }; /* bytes of a candidate with its events; calls worth telling */
    if (!skeleton_valid(instance, e))
        return NULL;
    const datum *list = datum_get(instance, "prices");
    size_t n = list->count;
    if (!memory_allow(n * (n + 1) / 2 * CANDIDATE, STR("the rod is too long"), "its table", "", e))
        return NULL;
    long *prices = ARENA_ARRAY(a, long, n); /* lives as long as the run, which ends with the arena */
    for (size_t k = 0; k < n; k++)
        prices[k] = (long)list->items[k]->integer;
    const dp_function f = {
        "best", 1, {{"j", 0, (long)n, NULL}}, .goal = DP_MAX, .edges = 1, .base = base, .candidates = first_pieces};
    const dp d = {&dp_longs, &f, 1, .user = prices, .ask = {0, {(long)n}}};
    dp_run *run = dp_begin_in(&d, a);
    pieces way = {datum_list(a), a};
    if (!dp_done(run, run && dp_evaluate(run) && dp_go_back(run, cut_off, &way), e) ||
        (t && !dp_record(run, MOST_CALLS, t, e)))
        return NULL;
    datum *answer = datum_map(a);
    datum_put(a, answer, "problem", datum_text(a, STR("skeleton")));
    datum_put(a, answer, "best", datum_text(a, dp_text(&d, run, d.ask, a)));
    datum_put(a, answer, "pieces", way.list);
    if (t)
        trace_add(t, EVENT_ANSWER)->answer = answer;
    return answer;
}

/* An instance at random: change what can be wished. The row below and the docs page say the same. */
static datum *skeleton_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    int64_t n = 5;
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (str_is(wishes->items[k]->key, "n") ? !wish_integer(wishes->items[k], 1, LONGEST, &n, e)
                                               : !wish_unknown(wishes->items[k], "a rod", "n=N  how long it is\n", e))
            return NULL;
    random_source r = random_from_seed(seed);
    datum *instance = datum_map(a), *prices = datum_put(a, instance, "prices", datum_list(a));
    for (int64_t k = 0; k < n; k++)
        datum_add(a, prices, datum_integer(a, random_between(&r, 0, 20)));
    return instance;
}

/* "1, 5, 8, 9" */
static str skeleton_write(const datum *instance, arena *a) {
    const datum *prices = datum_get(instance, "prices");
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < prices->count; k++)
        strbuf_addf(&b, "%s%.*s", k ? ", " : "", STR_ARG(number_shown(datum_as_text(prices->items[k]), a)));
    return strbuf_text(&b);
}

/* What a rod cut into those pieces sells for; -1 if they are not pieces of it, or e is set as they cannot be read. */
static int64_t sold_for(const datum *prices, const answer_text *answer, arena *a, error *e) {
    items s = items_of(&answer->plain, a, e);
    int64_t length = 0, sold = 0;
    while (items_more(&s)) {
        str text = items_take_integer(&s, "the length of a piece");
        if (!text.len || !items_ended(&s, "the length of a piece"))
            return -1;
        int64_t k = strtoll(str_to_c(a, text), NULL, 10);
        if (k < 1 || k > (int64_t)prices->count - length)
            return -1;
        length += k;
        sold += prices->items[k - 1]->integer;
    }
    return length == (int64_t)prices->count ? sold : -1;
}

/* Marks an answer; the phrases check.… of the phrases files say the same: change what an answer is. */
static datum *skeleton_check(const datum *instance, str answer, arena *a, error *e) {
    const datum *solved = skeleton_solve(instance, NULL, a, e);
    if (!solved)
        return NULL;
    answer_text typed = answer_read(answer, ANSWER_PLAIN, a);
    error unread = error_in(a);
    int64_t sold = sold_for(datum_get(instance, "prices"), &typed, a, &unread);
    if (error_set(&unread))
        return answer_unreadable(&typed, &unread, e);
    str best = datum_as_text(datum_get(solved, "best")), value = str_format(a, "%lld", (long long)sold);
    datum *args = datum_map(a); /* the names that the phrase may use */
    datum_put(a, args, "value", datum_text(a, value));
    datum_put(a, args, "best", datum_text(a, best));
    verdict v = {.problem = "skeleton", .answer = answer, .value = value, .args = args};
    if (sold < 0) {
        v.value = (str){0};
        v.key = "check.pieces";
        v.why = STR("the rod is not cut into these pieces");
    } else if (!str_equal(value, best)) {
        v.key = "check.less";
        v.why = str_format(a, "this sells for %.*s, and %.*s can be had", STR_ARG(value), STR_ARG(best));
    } else {
        v.right = true;
        v.key = "check.best";
        v.why = str_format(a, "this sells for %.*s, and nothing sells for more", STR_ARG(value));
    }
    return verdict_object(&v, a);
}

/* Small instances that show something: a typical one first, then the smallest, a tie, no solution, a large one. */
static const problem_sample samples[] = {{"a rod worth cutting", "1 5 8 9"},           {"the shortest rod", "3"},
                                         {"every way of cutting is as good", "2 4 6"}, {"nothing sells", "0 0"},
                                         {"a longer rod", "1 5 8 9 10 17 17 20"},      {.what = NULL}};

const problem skeleton_problem = {.name = "skeleton",
                                  .title = "Cutting a rod",
                                  .summary = "cut a rod into the pieces that sell for the most",
                                  .usage = "P1 P2 … PN   what pieces of length 1, 2, …, N sell for",
                                  .wishes = "n=N    how long the rod is, 5 unless said\n",
                                  .samples = samples,
                                  .parse = skeleton_parse,
                                  .valid = skeleton_valid,
                                  .solve = skeleton_solve,
                                  .random = skeleton_random,
                                  .write = skeleton_write,
                                  .check = skeleton_check};
