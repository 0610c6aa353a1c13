/* Cutting a rod: a piece of length k sells for prices[k]. Which pieces of a rod of length n sell for the most?
 *
 *   prices   1  5  8  9      instance  prices [1, 5, 8, 9], for the lengths 1, 2, …, n
 *   best   0 1  5  8  10     best[j] = max of prices[k] + best[j − k] for k = 1, …, j; best[0] = 0
 *
 * ./dev new-problem made this: a whole problem, small enough to be changed piece by piece. What to change is said above
 * each piece; docs/adding-a-problem.md says more. */
#include "problem.h"

#include "kit/items.h"
#include "kit/random.h"
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

/* An event at a cell of the table, and the texts in it: change the table's name, and how many indices it has. */
static event *add_at(trace *t, event_kind kind, int64_t j) {
    event *e = trace_add(t, kind);
    e->has_at = true;
    e->at.col = j; /* one row, row 0 */
    trace_add_text(t, &e->tables, STR("best"));
    return e;
}

static str text_of(trace *t, const char *before, int64_t value) {
    return str_format(t->arena, "%s%lld", before, (long long)value);
}

/* What a candidate reads, and what it makes of that. */
static void add_try(trace *t, int64_t j, int64_t k, int64_t price, int64_t read) {
    event *e = add_at(t, EVENT_TRY, j);
    e->label = text_of(t, "k=", k);
    e->read_count = e->term_count = e->way_count = 1;
    e->reads = ARENA_NEW(t->arena, trace_read);
    e->terms = ARENA_NEW(t->arena, trace_term);
    e->ways = ARENA_NEW(t->arena, trace_way);
    *e->reads = (trace_read){.table = STR("best"), .at = {.col = j - k}};
    *e->terms = (trace_term){STR("x"), text_of(t, "", read)};
    *e->ways = (trace_way){text_of(t, "x+", price), text_of(t, "", price + read)};
}

/* The recurrence: change it. All candidates of a cell are tried, the best is set; returns the first that is best. */
static int64_t fill_cell(int64_t *best, const datum *prices, int64_t j, trace *t) {
    int64_t kept = 0;
    if (t)
        add_at(t, EVENT_CELL, j);
    for (int64_t k = 1; k <= j; k++) {
        int64_t price = prices->items[k - 1]->integer, value = price + best[j - k];
        if (k == 1 || value > best[j]) {
            best[j] = value;
            kept = k;
        }
        if (t)
            add_try(t, j, k, price, best[j - k]);
    }
    event *set = t ? add_at(t, EVENT_SET, j) : NULL;
    for (int64_t k = 1; set && k <= j; k++)
        if (prices->items[k - 1]->integer + best[j - k] == best[j])
            trace_add_text(t, &set->chosen, text_of(t, "k=", k));
    if (set) {
        set->value = text_of(t, "", best[j]);
        set->why = j ? STR("max") : STR("base");
    }
    return kept;
}

/* The table, the way back through it, the answer: change its keys here, in the templates and on the docs page. */
static datum *skeleton_solve(const datum *instance, trace *t, arena *a, error *e) {
    if (!skeleton_valid(instance, e))
        return NULL;
    const datum *prices = datum_get(instance, "prices");
    int64_t n = (int64_t)prices->count, best[LONGEST + 1] = {0}, kept[LONGEST + 1];
    if (t) {
        event *table = trace_add(t, EVENT_TABLE);
        table->id = STR("best");
        table->extent.col = STR("j");
        table->extent.col_last = n;
    }
    for (int64_t j = 0; j <= n; j++)
        kept[j] = fill_cell(best, prices, j, t);
    datum *answer = datum_map(a), *pieces = datum_list(a);
    for (int64_t j = n; j; j -= kept[j]) {
        datum_add(a, pieces, datum_integer(a, kept[j]));
        if (t)
            add_at(t, EVENT_BACK, j)->take = text_of(t, "k=", kept[j]);
    }
    datum_put(a, answer, "problem", datum_text(a, STR("skeleton")));
    datum_put(a, answer, "best", datum_text(a, str_format(a, "%lld", (long long)best[n])));
    datum_put(a, answer, "pieces", pieces);
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

/* Small instances that show something: a typical one first, then the smallest, a tie, no solution, a large one. */
static const problem_sample samples[] = {{"a rod worth cutting", "1 5 8 9"},           {"the shortest rod", "3"},
                                         {"every way of cutting is as good", "2 4 6"}, {"nothing sells", "0 0"},
                                         {"a longer rod", "1 5 8 9 10 17 17 20"},      {.what = NULL}};

/* Marking is left out: .check; src/problem/shared/verdict.h says what it answers with. */
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
                                  .write = skeleton_write};
