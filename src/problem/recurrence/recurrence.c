/* Divide-and-conquer recurrences T(n) = a·T(n/b) + f(n) with T(1) = f(1): the cost of an algorithm that does f(n) work
 * of its own and hands a parts of size n/b to itself. The cost tree has a^k nodes of size n/b^k on level k; its levels
 * are summed up, and the master theorem says which of them rule.
 *
 * instance   a, b    integers from 1 and from 2
 *            f       "n", "n log n", "3n^2", …     n   a power of b, as text */
#include "problem.h"

#include "kit/memory_limit.h"
#include "recurrence/answer.h"
#include "recurrence/random.h"
#include "recurrence/read.h"
#include "recurrence/record.h"

enum { MEGABYTE = 1 << 20, LIMIT = 128 }; /* megabytes that the numbers of all levels may take */

static datum *recurrence_parse(const problem_input *in, arena *a, error *e) {
    recurrence r;
    return recurrence_read(in->text, &r, a, e) ? recurrence_instance(&r, a) : NULL;
}

/* ---- what it must be ---- */

static bool valid_integer(const datum *instance, const char *key, int64_t least, error *e) {
    const datum *d = datum_get(instance, key);
    return (d && d->kind == DATUM_INTEGER && d->integer >= least && d->integer < INT64_C(1000000000000000000)) ||
           error_plain(e, STATUS_INPUT,
                       "the instance is no recurrence: \"%s\" is to be an integer from %d, below 10^18", key,
                       (int)least);
}

/* As the program writes it. */
static bool valid_f(const datum *instance, error *e) {
    const datum *f = datum_get(instance, "f");
    error fault = error_in(e->arena);
    recurrence r = {0};
    const source where = {STR("f"), datum_as_text(f)};
    bool read = f && f->kind == DATUM_TEXT && recurrence_read_f(&where, 0, where.text.len, &r, e->arena, &fault);
    return (read && str_equal(recurrence_f_text(&r, e->arena), where.text)) ||
           error_plain(e, STATUS_INPUT, "the instance is no recurrence: \"f\" is to be a text such as \"3n^2 log n\"");
}

static bool valid_n(const datum *instance, error *e) {
    const datum *n = datum_get(instance, "n");
    number *value = n && n->kind == DATUM_TEXT ? number_from_canonical(e->arena, n->text) : NULL;
    bool good = value && number_is_integer(value) && number_sign(value) > 0;
    if (good) {
        number *b = number_from_integer(e->arena, datum_get(instance, "b")->integer);
        fmpz_remove(fmpq_numref(value->q), fmpq_numref(value->q), fmpq_numref(b->q));
        good = fmpz_is_one(fmpq_numref(value->q));
    }
    return good || error_plain(e, STATUS_INPUT, "the instance is no recurrence: \"n\" is to be a power of b as a text");
}

static bool recurrence_valid(const datum *instance, error *e) {
    return !error_set(e) && valid_integer(instance, "a", 1, e) && valid_integer(instance, "b", 2, e) &&
           valid_f(instance, e) && valid_n(instance, e);
}

/* ---- solving ---- */

static levels *levels_of(const datum *instance, arena *a, error *e) {
    if (!recurrence_valid(instance, e))
        return NULL;
    recurrence r = recurrence_of(instance, a);
    size_t bytes = recurrence_bytes(&r);
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
    return levels_new(&r, a);
}

static datum *recurrence_solve(const datum *instance, trace *t, arena *a, error *e) {
    levels *l = levels_of(instance, a, e);
    if (!l)
        return NULL;
    if (t)
        recurrence_record(l, t);
    else
        levels_fill(l);
    datum *answer = recurrence_answer(l, a);
    if (t)
        trace_add(t, EVENT_ANSWER)->answer = answer;
    return answer;
}

/* ---- the rest ---- */

static datum *recurrence_at_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    recurrence r;
    return !error_set(e) && recurrence_random(wishes, seed, &r, a, e) ? recurrence_instance(&r, a) : NULL;
}

/* "T(n) = 4T(n/2) + n², n = 8". */
static str recurrence_write(const datum *instance, arena *a) {
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    recurrence r = recurrence_of(instance, a);
    str f = recurrence_f_text(&r, a);
    strbuf b = strbuf_in(a);
    if (r.a != 1)
        strbuf_add(&b, number_shown(str_format(a, "%lld", (long long)r.a), a));
    strbuf_addf(&b, "T(n/%.*s) + ", STR_ARG(number_shown(str_format(a, "%lld", (long long)r.b), a)));
    bool above = false;
    for (size_t k = 0; k < f.len; k++) {
        bool digit = f.ptr[k] >= '0' && f.ptr[k] <= '9';
        above = f.ptr[k] == '^' || (above && digit);
        if (above && digit)
            strbuf_add_c(&b, raised[f.ptr[k] - '0']);
        else if (!above)
            strbuf_add_byte(&b, f.ptr[k]);
    }
    return str_format(a, "T(n) = %.*s, n = %.*s", STR_ARG(strbuf_text(&b)), STR_ARG(number_shown(r.n, a)));
}

static datum *recurrence_check(const datum *instance, str answer, arena *a, error *e) {
    levels *l = levels_of(instance, a, e);
    if (!l)
        return NULL;
    levels_fill(l);
    return recurrence_mark(l, answer, a, e);
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
