/* The longest common subsequence of two texts: units of both in order, gaps allowed, as many as can be.
 *
 *   x   A [B][C] B  D [A] B      units: characters as a reader sees them, code points,
 *          │   ╲    ╱             or lines of files; in the instance
 *   y   … [B] … [C] … [A] …       {x, y, unit}, lines as lists
 */
#include "problem.h"

#include "kit/max_frames.h"
#include "kit/memory_limit.h"
#include "kit/put.h"
#include "kit/two_texts.h"
#include "lcs/lcs.h"

#include <stdlib.h>

enum {
    MOST_LISTED = 1000, /* common subsequences that an answer lists */
    LISTING_WORK = 20000000
};

static const problem_option own_options[] = {TWO_TEXTS_OPTIONS, MAX_FRAMES_OPTION, {.name = NULL}};

static datum *lcs_parse(const problem_input *in, arena *a, error *e) {
    datum *instance = two_texts_parse(in, a, e);
    return instance && max_frames_read(in->options, instance, a, e) ? instance : NULL;
}

static bool lcs_valid(const datum *instance, error *e) {
    return two_texts_valid(instance, "lcs", e) && max_frames_valid(instance, e);
}

/* ---- solving ---- */

static str too_large(const unit_pair *p, arena *a) {
    return str_format(a, "%zu × %zu is too large", p->x.count, p->y.count);
}

static bool fits(const unit_pair *p, size_t bytes, const char *what, const char *advice, error *e) {
    return memory_allow(bytes, too_large(p, e->arena), what, advice, e);
}

/* Whether it can be solved at all. */
static bool solvable(const unit_pair *p, error *e) {
    enum { MOST_TRIES = 2000 /* millions */ };
    return tries_allow(size_times(p->x.count, p->y.count), MOST_TRIES, too_large(p, e->arena), e) &&
           fits(p, lcs_table_bytes(p->x.count, p->y.count), "its tables", "", e);
}

/* Units as one text, or as a list where they are lines. `indices` into x from 0. */
static datum *subsequence(const unit_pair *p, const size_t *indices, size_t count, arena *a) {
    datum *list = datum_list(a);
    strbuf text = strbuf_in(a);
    for (size_t k = 0; k < count; k++) {
        str unit = p->x.texts[indices[k]];
        if (p->unit == UNIT_LINE)
            datum_add(a, list, datum_text(a, unit));
        else
            strbuf_add(&text, unit);
    }
    return p->unit == UNIT_LINE ? list : datum_text(a, text.len ? strbuf_text(&text) : STR(""));
}

static int compare_texts(const void *a, const void *b) {
    const datum *const *one = a, *const *other = b;
    return str_compare((*one)->text, (*other)->text);
}

/* All of them in the order of their code points, if they are few; lines would fill pages. */
static void add_all(datum *answer, const lcs_table *t, const unit_pair *p, str distinct, arena *a) {
    enum { DIGITS = 9 };
    if (p->unit == UNIT_LINE)
        return;
    size_t count = distinct.len > DIGITS ? SIZE_MAX : strtoul(str_to_c(a, distinct), NULL, 10);
    if (count > MOST_LISTED || count * (lcs_length(t) + 1) > LISTING_WORK / (p->x.count + p->y.count + 1))
        return;
    datum *list = datum_put(a, answer, "all", datum_list(a));
    size_t **all = lcs_list(t, count, a);
    for (size_t k = 0; k < count; k++)
        datum_add(a, list, subsequence(p, all[k], lcs_length(t), a));
    qsort(list->items, list->count, sizeof *list->items, compare_texts);
}

/* Data of the instance for the answer, which keeps it under a key of its own. */
static datum *shared(const datum *d, arena *a) {
    datum *copy = ARENA_NEW(a, datum);
    *copy = *d;
    return copy;
}

/* Whether two files of lines are told apart by their line ends only. */
static void add_ends(datum *answer, const datum *instance, const unit_pair *p, size_t length, arena *a) {
    const datum *ends = datum_get(instance, "ends"), *x = datum_get(ends, "x"), *y = datum_get(ends, "y");
    if (!x || !y || str_is(datum_as_text(x), "none") || str_is(datum_as_text(y), "none") || datum_equal(x, y))
        return;
    datum_put(a, answer, "ends", shared(ends, a));
    datum_put(a, answer, "only_ends_differ", datum_bool(a, length == p->x.count && length == p->y.count));
}

static void note_ends(const datum *answer, trace *t) {
    const datum *ends = datum_get(answer, "ends");
    if (!ends)
        return;
    event *e = trace_add(t, EVENT_NOTE);
    e->key = STR("lines.ends");
    e->args = datum_map(t->arena);
    datum_put(t->arena, e->args, "x", shared(datum_get(ends, "x"), t->arena));
    datum_put(t->arena, e->args, "y", shared(datum_get(ends, "y"), t->arena));
    datum_put(t->arena, e->args, "only", shared(datum_get(answer, "only_ends_differ"), t->arena));
}

static datum *answer_of(const datum *instance, const lcs_table *t, const unit_pair *p, arena *a) {
    str distinct = lcs_count_distinct(t, a);
    datum *answer = datum_map(a);
    put_text(answer, "problem", STR("lcs"), a);
    datum_put(a, answer, "x", shared(datum_get(instance, "x"), a));
    datum_put(a, answer, "y", shared(datum_get(instance, "y"), a));
    put_count(answer, "length", lcs_length(t), a);
    datum_put(a, answer, "lcs", subsequence(p, lcs_way_back(t, false, a), lcs_length(t), a));
    put_text(answer, "unit", str_of(unit_names[p->unit]), a);
    put_text(answer, "distinct", distinct, a);
    add_all(answer, t, p, distinct, a);
    add_ends(answer, instance, p, lcs_length(t), a);
    return answer;
}

/* Run `table` and, if it makes at most `most` calls, `plain`; else a note says how many. */
static bool record(const unit_pair *p, uint64_t most, datum *answer, trace *t, error *e) {
    lcs_calls calls = lcs_count_calls(p, t->arena);
    dp_run *run = lcs_run(p, most, t->arena);
    dp_sink sink = dp_to_trace(t);
    trace_reserve(t, lcs_table_events(p));
    sink.run(sink.out, "table");
    bool allowed = max_frames_allow(most, "plain", fmpq_numref(calls.count->q), t);
    if (!allowed)
        put_text(t->events[t->count - 1].args, "distinct", str_format(t->arena, "%zu", calls.distinct), t->arena);
    if (!dp_done(run, run && dp_table(run, NULL, &sink), e))
        return false;
    note_ends(answer, t);
    if (allowed && !dp_done(run, dp_plain(run, "plain", &sink), e))
        return false;
    trace_add(t, EVENT_ANSWER)->answer = answer;
    return true;
}

static datum *lcs_solve(const datum *instance, trace *t, arena *a, error *e) {
    if (!lcs_valid(instance, e))
        return NULL;
    unit_pair p = unit_pair_of(instance, a);
    uint64_t most = max_frames_of(instance);
    if (!solvable(&p, e))
        return NULL;
    trace_size size = t ? lcs_record_size(&p, a) : (trace_size){0};
    if (t && !trace_allow(&size, t, too_large(&p, a), e))
        return NULL;
    datum *answer = answer_of(instance, lcs_table_of(&p, a), &p, a);
    return !t || record(&p, most, answer, t, e) ? answer : NULL;
}

/* ---- the rest ---- */

static datum *lcs_check(const datum *instance, str answer, arena *a, error *e) {
    if (!lcs_valid(instance, e))
        return NULL;
    unit_pair p = unit_pair_of(instance, a);
    return solvable(&p, e) ? lcs_mark(&p, answer, a) : NULL;
}

static datum *lcs_instance_at_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    datum *instance = error_set(e) ? NULL : lcs_random(wishes, seed, a, e);
    bool good = instance && two_texts_unit(wishes, instance, a, e);
    return good && max_frames_read(wishes, instance, a, e) ? instance : NULL;
}

static const problem_sample samples[] = {
    {"the textbook's texts, with several answers", "ABCBDAB BDCABA"},
    {"two empty texts", "'' ''"},
    {"one letter, the same", "A A"},
    {"nothing in common", "ABC XYZ"},
    {"Chinese characters", "春眠不觉晓 不觉春晓"},
    {"blanks count, code points", "--unit codepoint 'a b' ' ab'"},
    {"lines of files", "--lines poem.txt poem-again.txt"},
    {"a recursion too large to be traced", "STONE LONGEST --max-calls 50"},
    {"a long text", "ACCGGTCGAG GTCGTTCGGA"},
    {.what = NULL},
};

const problem lcs_problem = {
    .name = "lcs",
    .title = "Longest common subsequence",
    .summary = "the longest sequence of letters that two texts have in common, in order, gaps allowed",
    .usage = "X Y              two texts; every space and sign in them counts\n"
             "-i FILE          line 1 is x, line 2 is y\n"
             "--lines A B      two files, compared line by line",
    .wishes = lcs_random_help,
    .options = own_options,
    .samples = samples,
    .parse = lcs_parse,
    .valid = lcs_valid,
    .solve = lcs_solve,
    .random = lcs_instance_at_random,
    .write = two_texts_write,
    .check = lcs_check,
};
