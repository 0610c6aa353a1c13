/* Cutting a rod: a piece of length k sells for a price of its own. Into which pieces is a rod of length n cut, so that
 * they sell for the most?
 *
 *   prices   1  5  8  9      instance  prices ["1", "5", "8", "9"], for the lengths 1, 2, …, n; whole, not negative
 *   best   0 1  5  8  10     best[j] = max of prices[k] + best[j − k] for k = 1, …, j; best[0] = 0
 *
 * ./dev new-problem made this: a whole problem, small enough to be changed piece by piece. What to change is said above
 * each piece; docs/adding-a-problem.md says more. */
#include "problem.h"

#include "items.h"
#include "memory_limit.h"
#include "number.h"
#include "random.h"
#include "wishes.h"

typedef struct rod {
    size_t n;
    const datum *texts; /* prices as they stand in the instance: of length k at k − 1 */
    fmpz *prices, *best;
    size_t *kept; /* kept[j]: the first piece of a rod of length j; the shortest that is best */
} rod;

/* Reading: change what an item is, and what its errors say. */
static datum *skeleton_parse(const problem_input *in, arena *a, error *e) {
    items s = items_of(in->text, a, e);
    datum *instance = datum_map(a), *prices = datum_put(a, instance, "prices", datum_list(a));
    while (items_more(&s)) {
        size_t at = s.at;
        str text = items_take_integer(&s, str_format(a, "price %zu", prices->count + 1).ptr);
        if (!text.len || !items_ended(&s, "a price"))
            return NULL;
        if (text.ptr[0] == '-') {
            error_at(e, s.where, at, s.at - at, "a price must be at least 0, got %.*s", STR_ARG(text));
            return NULL;
        }
        datum_add(a, prices, datum_text(a, text));
    }
    if (!error_set(e) && !prices->count)
        items_fail_end(&s, "expected at least one price");
    return error_set(e) ? NULL : instance;
}

/* The same map out of a trace that somebody else wrote: nothing in it can be relied on. */
static bool skeleton_valid(const datum *instance, error *e) {
    const datum *prices = datum_get(instance, "prices");
    bool good = prices && prices->kind == DATUM_LIST && prices->count;
    for (size_t k = 0; good && k < prices->count; k++) {
        number *price = number_from_canonical(e->arena, datum_as_text(prices->items[k]));
        good = price && number_is_integer(price) && number_sign(price) >= 0;
    }
    return good || error_plain(e, STATUS_INPUT, "\"prices\" must be a list of whole numbers as texts, none below 0");
}

static rod rod_of(const datum *instance, arena *a) {
    const datum *texts = datum_get(instance, "prices");
    rod r = {texts->count, texts, number_integers(a, texts->count + 1), number_integers(a, texts->count + 1),
             ARENA_ARRAY(a, size_t, texts->count + 1)};
    for (size_t k = 1; k <= r.n; k++)
        fmpz_set_str(&r.prices[k], str_to_c(a, datum_as_text(texts->items[k - 1])), 10);
    return r;
}

/* What a trace says: change the table, and what a candidate reads and makes. */
static event *add_at(trace *t, event_kind kind, size_t j) {
    event *e = trace_add(t, kind);
    e->has_at = true;
    e->at.col = (int64_t)j; /* one row, row 0 */
    trace_add_text(t, &e->tables, STR("best"));
    return e;
}

static str label_of(size_t k, arena *a) {
    return str_format(a, "k=%zu", k);
}

static void add_try(trace *t, const rod *r, size_t j, size_t k, const fmpz_t value) {
    arena *a = t->arena;
    event *e = add_at(t, EVENT_TRY, j);
    e->label = label_of(k, a);
    e->read_count = e->term_count = e->way_count = 1;
    e->reads = ARENA_NEW(a, trace_read);
    e->terms = ARENA_NEW(a, trace_term);
    e->ways = ARENA_NEW(a, trace_way);
    *e->reads = (trace_read){.table = STR("best"), .at = {.col = (int64_t)(j - k)}};
    *e->terms = (trace_term){STR("x"), number_text_of_fmpz(&r->best[j - k], a)};
    *e->ways = (trace_way){str_format(a, "%.*s+x", STR_ARG(datum_as_text(r->texts->items[k - 1]))),
                           number_text_of_fmpz(value, a)};
}

/* The recurrence: change it. All candidates of a cell are tried, the best of them is set. */
static void fill_cell(rod *r, size_t j, trace *t, fmpz_t value) {
    str_list chosen = {0};
    if (t)
        add_at(t, EVENT_CELL, j);
    for (size_t k = 1; k <= j; k++) {
        fmpz_add(value, &r->prices[k], &r->best[j - k]);
        int order = k == 1 ? 1 : fmpz_cmp(value, &r->best[j]);
        if (order > 0) {
            fmpz_set(&r->best[j], value);
            r->kept[j] = k;
            chosen.count = 0;
        }
        if (t)
            add_try(t, r, j, k, value);
        if (t && order >= 0)
            trace_add_text(t, &chosen, label_of(k, t->arena));
    }
    if (!t)
        return;
    event *set = add_at(t, EVENT_SET, j);
    set->value = number_text_of_fmpz(&r->best[j], t->arena);
    set->chosen = chosen;
    set->why = j ? STR("max") : STR("base");
}

/* The table, the way back through it, and the answer: change its keys here, in the templates and on the docs page. */
static datum *skeleton_solve(const datum *instance, trace *t, arena *a, error *e) {
    if (!skeleton_valid(instance, e))
        return NULL;
    size_t n = datum_get(instance, "prices")->count, a_try = sizeof(event) + sizeof(trace_read) + 100;
    if (!memory_allow(t ? size_times(size_times(n, n), a_try) : size_times(n, 64),
                      str_format(a, "a rod of length %zu is too long", n), "its table", "", e))
        return NULL;
    rod r = rod_of(instance, a);
    if (t) {
        event *table = trace_add(t, EVENT_TABLE);
        table->id = STR("best");
        table->extent.col = STR("j");
        table->extent.col_last = (int64_t)n;
    }
    fmpz *value = number_integers(a, 1);
    for (size_t j = 0; j <= n; j++)
        fill_cell(&r, j, t, value);
    datum *answer = datum_map(a), *pieces = datum_list(a);
    for (size_t j = n; j; j -= r.kept[j]) {
        datum_add(a, pieces, datum_integer(a, (int64_t)r.kept[j]));
        if (t)
            add_at(t, EVENT_BACK, j)->take = label_of(r.kept[j], a);
    }
    datum_put(a, answer, "problem", datum_text(a, STR("skeleton")));
    datum_put(a, answer, "best", number_datum(&r.best[n], a));
    datum_put(a, answer, "pieces", pieces);
    if (t)
        trace_add(t, EVENT_ANSWER)->answer = answer;
    return answer;
}

/* An instance at random: change what can be wished. Help, the docs page and this function must say the same. */
static datum *skeleton_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    int64_t n = 5, most = 20;
    for (size_t k = 0; wishes && k < wishes->count; k++) {
        const datum *wish = wishes->items[k];
        if (str_is(wish->key, "n") ? !wish_integer(wish, 1, 1000, &n, e)
            : str_is(wish->key, "max")
                ? !wish_integer(wish, 0, 1000000, &most, e)
                : !wish_unknown(wish, "a rod", "n=N    how long it is\nmax=B  the highest price\n", e))
            return NULL;
    }
    random_source r = random_from_seed(seed);
    datum *instance = datum_map(a), *prices = datum_put(a, instance, "prices", datum_list(a));
    for (int64_t k = 0; k < n; k++)
        datum_add(a, prices, datum_text(a, str_format(a, "%d", (int)random_between(&r, 0, most))));
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

/* Small instances that show something: a typical one first, then the smallest, a tie, a large one. */
static const problem_sample samples[] = {
    {"a rod worth cutting", "1 5 8 9"},           {"the shortest rod", "3"},
    {"every way of cutting is as good", "2 4 6"}, {"nothing sells", "0 0"},
    {"a longer rod", "1 5 8 9 10 17 17 20"},      {.what = NULL},
};

const problem skeleton_problem = {
    .name = "skeleton",
    .title = "Cutting a rod",
    .summary = "cut a rod into the pieces that sell for the most",
    .usage = "P1 P2 … PN   what pieces of length 1, 2, …, N sell for",
    .wishes = "n=N    how long the rod is, 5 unless said\nmax=B  the highest price, 20 unless said\n",
    .samples = samples,
    .parse = skeleton_parse,
    .valid = skeleton_valid,
    .solve = skeleton_solve,
    .random = skeleton_random,
    .write = skeleton_write,
    /* .check marks an answer: src/problem/shared/verdict.h; src/problem/shared/matrix_answer.c is an example */
};
