/* Divide-and-conquer recurrences T(n) = a·T(n/b) + f(n) with T(1) = f(1): the cost of an algorithm that does f(n) work
 * of its own and hands a parts of size n/b to itself. The cost tree has a^k nodes of size n/b^k on level k; its levels
 * are summed up, and the master theorem says which of them rule.
 *
 * instance   a, b    integers from 1 and from 2
 *            f       "n", "n log n", "3n^2", …     n   a power of b, as text */
#include "problem.h"

#include "kit/memory_limit.h"
#include "recurrence/recurrence.h"

enum { MEGABYTE = 1 << 20, LIMIT = 128 }; /* megabytes that the numbers of all levels may take */

static datum *instance_of(const recurrence *r, arena *a) {
    datum *instance = datum_map(a);
    datum_put(a, instance, "a", datum_integer(a, r->a));
    datum_put(a, instance, "b", datum_integer(a, r->b));
    datum_put(a, instance, "f", datum_text(a, recurrence_f_text(r, PLAIN, a)));
    datum_put(a, instance, "n", datum_text(a, r->n));
    return instance;
}

static datum *recurrence_parse(const problem_input *in, arena *a, error *e) {
    recurrence r;
    return recurrence_read(in->text, &r, a, e) ? instance_of(&r, a) : NULL;
}

static bool recurrence_valid(const datum *instance, error *e) {
    recurrence r;
    return recurrence_of(instance, &r, e->arena, e);
}

/* ---- solving ---- */

static size_t bits_of(int64_t value) {
    size_t bits = 0;
    for (; value > 1; value = (value + 1) / 2)
        bits++;
    return bits;
}

/* About how many bytes all numbers of the levels take, in binary and as texts; SIZE_MAX if that is beyond counting. */
static size_t bytes_of(const recurrence *r) {
    size_t depth = r->depth + 1;
    size_t powers = size_times(depth * bits_of(r->b), (size_t)r->power + 1);
    size_t bits = size_plus(size_times(depth, bits_of(r->a)), powers);
    return size_times(size_plus(bits, 4 * r->factor.len + 64), depth); /* of each of four numbers a level at most */
}

static levels *levels_in(const datum *instance, arena *a, error *e) {
    recurrence r;
    if (!recurrence_of(instance, &r, a, e))
        return NULL;
    size_t bytes = bytes_of(&r);
    if (!memory_allow(bytes / 4, str_format(a, "a recurrence of %zu levels is too much", r.depth + 1), "its numbers",
                      "", e))
        return NULL;
    if (bytes / MEGABYTE >= LIMIT) {
        error_plain(e, STATUS_INPUT,
                    "a recurrence of %zu levels with costs this large is too much: its numbers may need more than "
                    "%d MB",
                    r.depth + 1, LIMIT);
        return NULL;
    }
    return levels_of(&r, a);
}

static datum *levels_list(const levels *l, arena *a) {
    static const char *const keys[LEVEL_COLUMNS] = {"nodes", "size", NULL, "cost"};
    datum *list = datum_list(a);
    for (size_t k = 0; k <= l->r.depth; k++) {
        datum *level = datum_add(a, list, datum_map(a));
        datum_put(a, level, "level", datum_integer(a, (int64_t)k));
        for (level_column c = 0; c < LEVEL_COLUMNS; c++)
            if (keys[c])
                datum_put(a, level, keys[c], number_datum(level_value(l, k, c), a));
    }
    return list;
}

static const char *const case_names[] = {
    [MASTER_LEAVES] = "1", [MASTER_EVEN] = "2", [MASTER_ROOT] = "3", [MASTER_BETWEEN] = "2 extended"};

static datum *master_of(const recurrence *r, arena *a) {
    datum *master = datum_map(a);
    watershed critical = watershed_of(r->a, r->b);
    growth g = recurrence_growth(r);
    datum_put(a, master, "case", datum_text(a, str_of(case_names[master_case_of(r)])));
    datum_put(a, master, "critical", datum_text(a, watershed_text(&critical, PLAIN, a)));
    datum_put(a, master, "exponent", datum_text(a, watershed_text(&g.exponent, PLAIN, a)));
    datum_put(a, master, "logs", datum_integer(a, g.logs));
    datum_put(a, master, "theta", datum_text(a, growth_text(&g, PLAIN, a)));
    return master;
}

static datum *answer_of(const levels *l, arena *a) {
    const recurrence *r = &l->r;
    datum *answer = datum_map(a);
    datum_put(a, answer, "problem", datum_text(a, STR("recurrence")));
    datum_put(a, answer, "a", datum_integer(a, r->a));
    datum_put(a, answer, "b", datum_integer(a, r->b));
    datum_put(a, answer, "levels", levels_list(l, a));
    datum_put(a, answer, "total", number_datum(l->total, a));
    datum_put(a, answer, "f", datum_text(a, recurrence_f_text(r, PLAIN, a)));
    datum_put(a, answer, "n", datum_text(a, r->n));
    datum_put(a, answer, "depth", datum_integer(a, (int64_t)r->depth));
    datum_put(a, answer, "nodes", number_datum(l->nodes, a));
    datum_put(a, answer, "leaves", number_datum(level_value(l, r->depth, LEVEL_NODES), a));
    datum_put(a, answer, "master", master_of(r, a));
    return answer;
}

static datum *recurrence_solve(const datum *instance, trace *t, arena *a, error *e) {
    levels *l = levels_in(instance, a, e);
    if (!l)
        return NULL;
    if (t)
        recurrence_record(l, t);
    datum *answer = answer_of(l, a);
    if (t)
        trace_add(t, EVENT_ANSWER)->answer = answer;
    return answer;
}

/* ---- the rest ---- */

static datum *recurrence_at_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    recurrence r;
    return !error_set(e) && recurrence_random(wishes, seed, &r, a, e) ? instance_of(&r, a) : NULL;
}

/* "T(n) = 4T(n/2) + n², n = 8". */
static str recurrence_write(const datum *instance, arena *a) {
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    error e = error_in(a);
    recurrence r;
    if (!recurrence_of(instance, &r, a, &e))
        return STR("");
    str f = recurrence_f_text(&r, PLAIN, a);
    strbuf b = strbuf_in(a);
    bool above = false;
    for (size_t k = 0; k < f.len; k++) {
        bool digit = f.ptr[k] >= '0' && f.ptr[k] <= '9';
        above = f.ptr[k] == '^' || (above && digit);
        if (above && digit)
            strbuf_add_c(&b, raised[f.ptr[k] - '0']);
        else if (!above)
            strbuf_add_byte(&b, f.ptr[k]);
    }
    str times = r.a == 1 ? STR("") : number_shown(str_format(a, "%lld", (long long)r.a), a);
    return str_format(a, "T(n) = %.*sT(n/%.*s) + %.*s, n = %.*s", STR_ARG(times),
                      STR_ARG(number_shown(str_format(a, "%lld", (long long)r.b), a)), STR_ARG(strbuf_text(&b)),
                      STR_ARG(number_shown(r.n, a)));
}

static datum *recurrence_check(const datum *instance, str answer, arena *a, error *e) {
    const levels *l = levels_in(instance, a, e);
    return l ? recurrence_mark(l, answer, a, e) : NULL;
}

static const problem_sample samples[] = {
    {"the leaves rule", "a=4 b=2 f=n n=8"},
    {"one call, which is a leaf", "a=2 b=2 f=n n=1"},
    {"a chain of calls, all levels alike", "a=1 b=2 f=1 n=16"},
    {"a logarithm, and leaves that cost nothing", "a=2 b=2 f='n log n' n=8"},
    {"the root rules", "a=2 b=3 f=3n^2 n=27"},
    {"a tree too large to be drawn whole", "a=4 b=2 f=n n=2^20"},
    {.what = NULL},
};

const problem recurrence_problem = {
    .name = "recurrence",
    .title = "The cost tree of a recurrence",
    .summary = "T(n) = a·T(n/b) + f(n) as a cost tree: its levels, their sum, and which of them rule",
    .usage = "a=A b=B f=F n=N   in any order; T(1) = f(1), log is to base b, N a power of B (2^10 is one)\n"
             "                F is 1, n, log n, n log n, n^2, n^k or a multiple such as 3n",
    .wishes = recurrence_random_help,
    .samples = samples,
    .parse = recurrence_parse,
    .valid = recurrence_valid,
    .solve = recurrence_solve,
    .random = recurrence_at_random,
    .write = recurrence_write,
    .check = recurrence_check,
};
