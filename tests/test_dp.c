/* The engine of recurrences against methods that share nothing with it: enumeration of subsets, sequences, paths and
 * trees. Each of the recurrences below is written as a C problem or a user's program would write it. */
#define _GNU_SOURCE
#include "dp.h"
#include "trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 12, NOTHING = -1000000 };

/* An instance of any of them; which members count is each one's own matter. */
typedef struct instance {
    int n, m;
    long room;
    long a[64], b[64], c[64]; /* weights, values, coins, letters, … */
    long graph[8][8];         /* NOTHING: no edge */
} instance;

/* The least or largest value there is, and how many ways come to it. */
typedef struct found {
    long value, ways;
} found;

static uint64_t state = 88172645463325252u;

/* From least to most (xorshift64, G. Marsaglia 2003). */
static long draw(long least, long most) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return least + (long)(state % (uint64_t)(most - least + 1));
}

static void draw_list(long *list, int count, long least, long most) {
    for (int k = 0; k < count; k++)
        list[k] = draw(least, most);
}

/* Takes a value into the best; sign 1: the largest, -1: the least. */
static void note(found *best, long value, long ways, int sign) {
    if (!best->ways || sign * value > sign * best->value)
        *best = (found){value, 0};
    if (value == best->value)
        best->ways += ways;
}

/* ---- edit distance ---- */

static dp_state edit_base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = at[0] + at[1];
    return at[0] && at[1] ? DP_NONE : DP_VALUE;
}

static void edit_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    long i = at[0], j = at[1];
    if (in->a[i - 1] == in->b[j - 1]) {
        dp_try(out, "keep", "d");
        dp_reads(out, "d", 0, DP_AT(i - 1, j - 1));
        dp_goal_here(out, DP_ONLY, "match");
        return;
    }
    dp_try(out, "delete", "u+1");
    dp_reads(out, "u", 0, DP_AT(i - 1, j));
    dp_try(out, "insert", "l+1");
    dp_reads(out, "l", 0, DP_AT(i, j - 1));
    dp_try(out, "change", "d+1");
    dp_reads(out, "d", 0, DP_AT(i - 1, j - 1));
}

static found edit_brute(const instance *in, int i, int j) {
    found best = {0};
    if (!i || !j)
        return (found){i + j, 1};
    if (in->a[i - 1] == in->b[j - 1])
        return edit_brute(in, i - 1, j - 1);
    found step[3] = {edit_brute(in, i - 1, j), edit_brute(in, i, j - 1), edit_brute(in, i - 1, j - 1)};
    for (int k = 0; k < 3; k++)
        note(&best, step[k].value + 1, step[k].ways, -1);
    return best;
}

/* ---- knapsack: whole things, once each ---- */

static dp_state sack_base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = 0;
    return at[0] ? DP_NONE : DP_VALUE;
}

static void sack_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    long i = at[0], w = at[1];
    dp_try(out, "leave", "x");
    dp_reads(out, "x", 0, DP_AT(i - 1, w));
    if (in->a[i - 1] > w)
        return;
    dp_try(out, "take", "x+$1");
    dp_reads(out, "x", 0, DP_AT(i - 1, w - in->a[i - 1]));
    dp_number(out, &in->b[i - 1]);
}

static found sack_brute(const instance *in) {
    found best = {0};
    for (long set = 0; set < 1L << in->n; set++) {
        long weight = 0, value = 0;
        for (int k = 0; k < in->n; k++)
            if (set & 1L << k) {
                weight += in->a[k];
                value += in->b[k];
            }
        if (weight <= in->room)
            note(&best, value, 1, 1);
    }
    return best;
}

/* ---- coins: fewest, and in how many ways ---- */

static dp_state coins_base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = 0;
    return at[0] ? DP_NONE : DP_VALUE;
}

static void coins_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    for (int k = 0; k < in->n; k++)
        if (in->a[k] <= at[0]) {
            dp_try_with(out, "coin", in->a[k], "x+1");
            dp_reads(out, "x", 0, DP_AT(at[0] - in->a[k]));
        }
}

/* Every sequence of coins. */
static void coins_brute(const instance *in, long left, long used, found *best) {
    if (!left)
        note(best, used, 1, -1);
    for (int k = 0; k < in->n; k++)
        if (in->a[k] <= left)
            coins_brute(in, left - in->a[k], used + 1, best);
}

static dp_state ways_base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = at[1] == 0;
    return at[0] ? DP_NONE : DP_VALUE;
}

static void ways_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    dp_try(out, "without", "x");
    dp_reads(out, "x", 0, DP_AT(at[0] - 1, at[1]));
    if (in->a[at[0] - 1] > at[1])
        return;
    dp_try(out, "with", "x");
    dp_reads(out, "x", 0, DP_AT(at[0], at[1] - in->a[at[0] - 1]));
}

static long ways_brute(const instance *in, int coin, long left) {
    long ways = coin == in->n && !left;
    for (long many = 0; coin < in->n && many * in->a[coin] <= left; many++)
        ways += ways_brute(in, coin + 1, left - many * in->a[coin]);
    return ways;
}

/* ---- longest increasing subsequence: f(i) ends at i; lis() is the best of them ---- */

static void lis_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    dp_try(out, "alone", "1");
    for (long j = 1; j < at[0]; j++)
        if (in->a[j - 1] < in->a[at[0] - 1]) {
            dp_try_with(out, "after", j, "x+1");
            dp_reads(out, "x", 0, DP_AT(j));
        }
}

static void lis_ends(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    (void)at;
    for (long i = 1; i <= in->n; i++) {
        dp_try_with(out, "end", i, "x");
        dp_reads(out, "x", 0, DP_AT(i));
    }
}

/* One alone counts as a way only where nothing longer ends there, as the recurrence has it. */
static found lis_brute(const instance *in) {
    found best = {0};
    for (long set = 1; set < 1L << in->n; set++) {
        long last = NOTHING, length = 0;
        for (int k = 0; k < in->n && length >= 0; k++)
            if (set & 1L << k) {
                length = in->a[k] > last ? length + 1 : -1;
                last = in->a[k];
            }
        if (length > 0)
            note(&best, length, 1, 1);
    }
    return best;
}

/* ---- rod cutting ---- */

static void rod_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    for (long k = 1; k <= at[0]; k++) {
        dp_try_with(out, "cut", k, "$1+x");
        dp_number(out, &in->a[k - 1]);
        dp_reads(out, "x", 0, DP_AT(at[0] - k));
    }
}

/* Bit k: a cut after k + 1. */
static found rod_brute(const instance *in) {
    found best = {0};
    for (long cuts = 0; cuts < 1L << (in->n - 1); cuts++) {
        long sum = 0, piece = 1;
        for (int k = 0; k < in->n; k++, piece++)
            if (k == in->n - 1 || cuts & 1L << k) {
                sum += in->a[piece - 1];
                piece = 0;
            }
        note(&best, sum, 1, 1);
    }
    return best;
}

/* ---- binomial coefficients, a lower triangle ---- */

static dp_state binomial_base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = 1;
    return at[1] == 0 || at[1] == at[0] ? DP_VALUE : DP_NONE;
}

static void binomial_steps(const void *user, const long at[], dp_list *out) {
    (void)user;
    dp_try(out, "sum", "a+b");
    dp_reads(out, "a", 0, DP_AT(at[0] - 1, at[1] - 1));
    dp_reads(out, "b", 0, DP_AT(at[0] - 1, at[1]));
}

/* ---- paths in a grid with walls, from any place to its lower right corner ---- */

static dp_state grid_base(const void *user, const long at[], void *value) {
    const instance *in = user;
    bool wall = in->a[at[0] * in->m + at[1]], end = at[0] == in->n - 1 && at[1] == in->m - 1;
    *(long *)value = !wall;
    return wall || end ? DP_VALUE : DP_NONE;
}

static void grid_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    if (at[0] < in->n - 1) {
        dp_try(out, "down", "x");
        dp_reads(out, "x", 0, DP_AT(at[0] + 1, at[1]));
    }
    if (at[1] < in->m - 1) {
        dp_try(out, "right", "x");
        dp_reads(out, "x", 0, DP_AT(at[0], at[1] + 1));
    }
}

static long grid_brute(const instance *in, int i, int j) {
    if (i == in->n || j == in->m || in->a[i * in->m + j])
        return 0;
    return i == in->n - 1 && j == in->m - 1 ? 1 : grid_brute(in, i + 1, j) + grid_brute(in, i, j + 1);
}

/* ---- Floyd–Warshall: d(k, i, j) goes over vertices up to k ---- */

static dp_state floyd_base(const void *user, const long at[], void *value) {
    const instance *in = user;
    long edge = in->graph[at[1] - 1][at[2] - 1];
    *(long *)value = at[1] == at[2] ? 0 : edge;
    return at[0] ? DP_NONE : at[1] != at[2] && edge == NOTHING ? DP_INFINITY : DP_VALUE;
}

static void floyd_steps(const void *user, const long at[], dp_list *out) {
    (void)user;
    dp_try(out, "without", "x");
    dp_reads(out, "x", 0, DP_AT(at[0] - 1, at[1], at[2]));
    dp_try(out, "through", "l+r");
    dp_reads(out, "l", 0, DP_AT(at[0] - 1, at[1], at[0]));
    dp_reads(out, "r", 0, DP_AT(at[0] - 1, at[0], at[2]));
}

/* Every simple path; NOTHING if there is none. */
static long path_brute(const instance *in, int from, int to, long seen) {
    long best = from == to ? 0 : NOTHING;
    for (int k = 0; k < in->n && from != to; k++) {
        if (seen & 1L << k || in->graph[from][k] == NOTHING)
            continue;
        long rest = path_brute(in, k, to, seen | 1L << k);
        if (rest != NOTHING && (best == NOTHING || in->graph[from][k] + rest < best))
            best = in->graph[from][k] + rest;
    }
    return best;
}

/* ---- subset sum: truth values ---- */

static dp_state subset_base(const void *user, const long at[], void *value) {
    (void)user, (void)value;
    return at[0] ? DP_NONE : at[1] ? DP_FALSE : DP_TRUE;
}

static void subset_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    dp_try(out, "leave", "x");
    dp_reads(out, "x", 0, DP_AT(at[0] - 1, at[1]));
    if (in->a[at[0] - 1] > at[1])
        return;
    dp_try(out, "take", "x");
    dp_reads(out, "x", 0, DP_AT(at[0] - 1, at[1] - in->a[at[0] - 1]));
}

static long subset_brute(const instance *in) {
    long count = 0;
    for (long set = 0; set < 1L << in->n; set++) {
        long sum = 0;
        for (int k = 0; k < in->n; k++)
            sum += set & 1L << k ? in->a[k] : 0;
        count += sum == in->room;
    }
    return count;
}

/* ---- longest common subsequence of three ---- */

static dp_state three_base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = 0;
    return at[0] && at[1] && at[2] ? DP_NONE : DP_VALUE;
}

static void three_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    static const char *const labels[] = {"x", "y", "z"};
    if (in->a[at[0] - 1] == in->b[at[1] - 1] && in->a[at[0] - 1] == in->c[at[2] - 1]) {
        dp_try(out, "take", "d+1");
        dp_reads(out, "d", 0, DP_AT(at[0] - 1, at[1] - 1, at[2] - 1));
        dp_goal_here(out, DP_ONLY, NULL);
        return;
    }
    for (int k = 0; k < 3; k++) {
        dp_try(out, labels[k], "v");
        dp_reads(out, "v", 0, DP_AT(at[0] - (k == 0), at[1] - (k == 1), at[2] - (k == 2)));
    }
}

static bool is_within(const long *part, int count, const long *whole, int n) {
    int k = 0;
    for (int i = 0; i < n && k < count; i++)
        k += part[k] == whole[i];
    return k == count;
}

static long three_brute(const instance *in) {
    long best = 0;
    for (long set = 0; set < 1L << in->n; set++) {
        long part[MOST];
        int count = 0;
        for (int k = 0; k < in->n; k++)
            if (set & 1L << k)
                part[count++] = in->a[k];
        if (count > best && is_within(part, count, in->b, in->n) && is_within(part, count, in->c, in->n))
            best = count;
    }
    return best;
}

/* ---- cards from either end: two functions, and a question ---- */

enum { F, S, WIN };

static dp_state f_base(const void *user, const long at[], void *value) {
    *(long *)value = ((const instance *)user)->a[at[0]];
    return at[0] == at[1] ? DP_VALUE : DP_NONE;
}

static dp_state s_base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = 0;
    return at[0] == at[1] ? DP_VALUE : DP_NONE;
}

static void f_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    dp_try(out, "left", "$1+s");
    dp_number(out, &in->a[at[0]]);
    dp_reads(out, "s", S, DP_AT(at[0] + 1, at[1]));
    dp_try(out, "right", "$1+s");
    dp_number(out, &in->a[at[1]]);
    dp_reads(out, "s", S, DP_AT(at[0], at[1] - 1));
}

static void s_steps(const void *user, const long at[], dp_list *out) {
    (void)user;
    dp_try(out, "left", "f");
    dp_reads(out, "f", F, DP_AT(at[0] + 1, at[1]));
    dp_try(out, "right", "f");
    dp_reads(out, "f", F, DP_AT(at[0], at[1] - 1));
}

static void win_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    (void)at;
    dp_try(out, "f", "f");
    dp_reads(out, "f", F, DP_AT(0, in->n - 1));
    dp_try(out, "s", "s");
    dp_reads(out, "s", S, DP_AT(0, in->n - 1));
}

/* By how much the player to move will lead (minimax). */
static long lead_brute(const instance *in, int i, int j) {
    if (i > j)
        return 0;
    long left = in->a[i] - lead_brute(in, i + 1, j), right = in->a[j] - lead_brute(in, i, j - 1);
    return left > right ? left : right;
}

/* ---- optimal binary search tree: the empty trees e[i, i-1] are base places ---- */

static dp_state tree_base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = 0;
    return at[1] == at[0] - 1 ? DP_VALUE : DP_NONE;
}

static int tree_inside(const void *user, const long at[]) {
    (void)user;
    return at[1] >= at[0] - 1;
}

/* a: weights; the weight of all keys from i to j stands at b[i * 8 + j]. */
static void tree_steps(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    for (long root = at[0]; root <= at[1]; root++) {
        dp_try_with(out, "root", root, "l+r+$1");
        dp_reads(out, "l", 0, DP_AT(at[0], root - 1));
        dp_reads(out, "r", 0, DP_AT(root + 1, at[1]));
        dp_number(out, &in->b[at[0] * 8 + at[1]]);
    }
}

/* Every tree: a key at depth k costs its weight k times. */
static found tree_brute(const instance *in, int i, int j, int depth) {
    found best = {0};
    if (i > j)
        return (found){0, 1};
    for (int root = i; root <= j; root++) {
        found left = tree_brute(in, i, root - 1, depth + 1), right = tree_brute(in, root + 1, j, depth + 1);
        note(&best, left.value + right.value + in->a[root] * depth, left.ways * right.ways, -1);
    }
    return best;
}

/* ---- the tests ---- */

static long value_at(dp_run *r, dp_place p) {
    const void *value = NULL;
    if (dp_error(r))
        fail_msg("%s", dp_error(r));
    if (dp_value(r, p, &value) == DP_INFINITY)
        return NOTHING;
    assert_non_null(value);
    return *(const long *)value;
}

static void good(dp_run *r, int done) {
    if (!done)
        fail_msg("%s", dp_error(r));
}

static char *read_all(FILE *in, size_t *length) {
    fflush(in);
    *length = (size_t)ftell(in);
    char *text = malloc(*length + 1);
    rewind(in);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *length, in), *length);
    text[*length] = 0;
    fclose(in);
    return text;
}

/* What is told is a trace that the program reads, and its calls and cells are those counted. */
static void check_trace(const char *text, size_t length, uint64_t calls, uint64_t cells) {
    if (strstr(text, "\"inf\"") || strstr(text, "\"true\"") || strstr(text, "\"false\""))
        return; /* values of traces are numbers still */
    arena *a = arena_new(NULL);
    error e = error_in(a);
    source where = {STR("told"), {text, length}};
    trace *t = trace_from_lines(&where, a, &e);
    if (!t)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    uint64_t entered = 0, filled = 0;
    for (size_t k = 0; k < t->count; k++) {
        entered += t->events[k].kind == EVENT_ENTER;
        filled += t->events[k].kind == EVENT_CELL;
    }
    assert_int_equal(entered, calls);
    assert_int_equal(filled, cells);
    assert_true(str_equal(trace_to_lines(t, a), where.text)); /* no spaces, fields in order */
    arena_free(a);
}

/* All ways to run it come to the same value; the value of the question is that of `value`, its ways (unless below 0)
 * are `ways`, its order is `order`. */
static void check_all(const dp *d, long value, long ways, dp_order order) {
    dp_run *r = dp_begin(d);
    dp_order found_order;
    long count = -1;
    int defined;
    uint64_t calls, plain = 0, memo;
    size_t length;
    FILE *out = tmpfile();
    dp_sink sink = dp_to_file(out);
    good(r, dp_evaluate(r));
    assert_int_equal(value_at(r, d->ask), value);
    good(r, dp_order_of(r, &found_order));
    assert_int_equal(found_order, order);
    good(r, dp_count_ways(r, &defined, &count));
    assert_int_equal(defined ? count : -1, ways);
    handtrace_begin(out, "test", "Test", NULL);
    good(r, dp_table(r, "table", &sink));
    assert_int_equal(value_at(r, d->ask), value);
    uint64_t cells = dp_counted(r).cells;
    good(r, dp_memo(r, "memo", &sink));
    assert_int_equal(value_at(r, d->ask), value);
    memo = dp_counted(r).calls;
    good(r, dp_count_calls(r, &calls));
    if (calls <= 20000) {
        good(r, dp_plain(r, "plain", &sink));
        assert_int_equal(value_at(r, d->ask), value);
        plain = dp_counted(r).calls;
        assert_int_equal(plain, calls);
        assert_int_equal(dp_counted(r).hits, 0);
    }
    char *text = read_all(out, &length);
    check_trace(text, length, plain + memo, cells);
    free(text);
    dp_end(r);
}

static dp one(const dp_function *f, const instance *in, dp_place ask) {
    return (dp){.values = &dp_longs, .functions = f, .function_count = 1, .user = in, .ask = ask};
}

typedef struct script {
    const instance *in;
    long cost;
    long i, j; /* where the way back stands */
} script;

static void follow_edit(void *to, dp_place p, const char *label, long argument) {
    script *s = to;
    (void)argument;
    assert_int_equal(p.at[0], s->i);
    assert_int_equal(p.at[1], s->j);
    bool keep = strcmp(label, "keep") == 0, deleted = strcmp(label, "delete") == 0,
         inserted = strcmp(label, "insert") == 0;
    assert_true(!keep || s->in->a[s->i - 1] == s->in->b[s->j - 1]);
    s->cost += !keep;
    s->i -= !inserted;
    s->j -= !deleted;
}

static void edit_distance(void **unused) {
    (void)unused;
    for (int round = 0; round < 60; round++) {
        instance in = {.n = (int)draw(0, 5), .m = (int)draw(0, 5)};
        draw_list(in.a, in.n, 0, 2);
        draw_list(in.b, in.m, 0, 2);
        const dp_function f = {.name = "d",
                               .arity = 2,
                               .index = {{"i", 0, in.n, NULL}, {"j", 0, in.m, NULL}},
                               .base = edit_base,
                               .candidates = edit_steps};
        dp d = one(&f, &in, (dp_place){0, {in.n, in.m}});
        found brute = edit_brute(&in, in.n, in.m);
        check_all(&d, brute.value, brute.ways, DP_ROWS);
        dp_run *r = dp_begin(&d);
        script s = {&in, 0, in.n, in.m};
        good(r, dp_evaluate(r));
        good(r, dp_go_back(r, follow_edit, &s));
        assert_int_equal(s.cost + s.i + s.j, brute.value); /* what is left is deleted or inserted */
        assert_true(!s.i || !s.j);
        dp_end(r);
    }
}

typedef struct load {
    const instance *in;
    long weight, value;
} load;

static void follow_sack(void *to, dp_place p, const char *label, long argument) {
    load *l = to;
    (void)argument;
    if (strcmp(label, "take") != 0)
        return;
    l->weight += l->in->a[p.at[0] - 1];
    l->value += l->in->b[p.at[0] - 1];
}

static void knapsack(void **unused) {
    (void)unused;
    for (int round = 0; round < 60; round++) {
        instance in = {.n = (int)draw(0, 8), .room = draw(0, 15)};
        draw_list(in.a, in.n, 1, 6);
        draw_list(in.b, in.n, 1, 6);
        const dp_function f = {.name = "v",
                               .arity = 2,
                               .index = {{"i", 0, in.n, NULL}, {"w", 0, in.room, NULL}},
                               .goal = DP_MAX,
                               .choices = "choice",
                               .base = sack_base,
                               .candidates = sack_steps};
        dp d = one(&f, &in, (dp_place){0, {in.n, in.room}});
        found brute = sack_brute(&in);
        check_all(&d, brute.value, brute.ways, DP_ROWS);
        dp_run *r = dp_begin(&d);
        load l = {&in, 0, 0};
        good(r, dp_evaluate(r));
        good(r, dp_go_back(r, follow_sack, &l));
        assert_int_equal(l.value, brute.value);
        assert_true(l.weight <= in.room);
        dp_end(r);
    }
}

static void follow_coins(void *to, dp_place p, const char *label, long argument) {
    long *left = to;
    (void)label;
    assert_int_equal(p.at[0], left[0]);
    left[0] -= argument;
    left[1]++;
}

static void coins(void **unused) {
    (void)unused;
    for (int round = 0; round < 60; round++) {
        instance in = {.n = (int)draw(1, 3), .room = draw(0, 12)};
        draw_list(in.a, in.n, 2, 5);
        const dp_function fewest = {.name = "f",
                                    .arity = 1,
                                    .index = {{"amount", 0, in.room, NULL}},
                                    .edges = 1,
                                    .base = coins_base,
                                    .candidates = coins_steps};
        dp d = one(&fewest, &in, (dp_place){0, {in.room}});
        found best = {0};
        coins_brute(&in, in.room, 0, &best);
        check_all(&d, best.ways ? best.value : NOTHING, best.ways ? best.ways : -1, DP_ROWS);
        if (best.ways) {
            dp_run *r = dp_begin(&d);
            long left[2] = {in.room, 0};
            good(r, dp_evaluate(r));
            good(r, dp_go_back(r, follow_coins, left));
            assert_int_equal(left[0], 0);
            assert_int_equal(left[1], best.value);
            dp_end(r);
        }
        const dp_function ways = {.name = "w",
                                  .arity = 2,
                                  .index = {{"k", 0, in.n, NULL}, {"amount", 0, in.room, NULL}},
                                  .goal = DP_SUM,
                                  .base = ways_base,
                                  .candidates = ways_steps};
        dp w = one(&ways, &in, (dp_place){0, {in.n, in.room}});
        check_all(&w, ways_brute(&in, 0, in.room), -1 + (in.n == 0), DP_ROWS);
    }
}

static void increasing(void **unused) {
    (void)unused;
    for (int round = 0; round < 60; round++) {
        instance in = {.n = (int)draw(1, 8)};
        draw_list(in.a, in.n, 0, 6);
        const dp_function f[] = {
            {.name = "f", .arity = 1, .index = {{"i", 1, in.n, NULL}}, .goal = DP_MAX, .candidates = lis_steps},
            {.name = "lis", .goal = DP_MAX, .no_table = 1, .candidates = lis_ends}};
        dp d = {.values = &dp_longs, .functions = f, .function_count = 2, .user = &in, .ask = {1, {0}}};
        found brute = lis_brute(&in);
        check_all(&d, brute.value, brute.ways, DP_ROWS);
    }
}

static void rods(void **unused) {
    (void)unused;
    for (int round = 0; round < 40; round++) {
        instance in = {.n = (int)draw(1, 8)};
        draw_list(in.a, in.n, 1, 9);
        const dp_function f = {.name = "r",
                               .arity = 1,
                               .index = {{"n", 0, in.n, NULL}},
                               .goal = DP_MAX,
                               .base = coins_base,
                               .candidates = rod_steps};
        dp d = one(&f, &in, (dp_place){0, {in.n}});
        found brute = rod_brute(&in);
        check_all(&d, brute.value, brute.ways, DP_ROWS);
    }
}

static void binomials(void **unused) {
    (void)unused;
    for (long n = 0; n <= 9; n++)
        for (long k = 0; k <= n; k++) {
            instance in = {0};
            const dp_function f = {.name = "C",
                                   .arity = 2,
                                   .index = {{"n", 0, n, NULL}, {"k", 0, n, NULL}},
                                   .shape = DP_LOWER,
                                   .goal = DP_SUM,
                                   .base = binomial_base,
                                   .candidates = binomial_steps};
            dp d = one(&f, &in, (dp_place){0, {n, k}});
            long product = 1;
            for (long i = 1; i <= k; i++)
                product = product * (n - k + i) / i;
            check_all(&d, product, k == 0 || k == n ? 1 : -1, DP_ROWS);
        }
}

/* It reads what is below and to the right. */
static void grid_paths(void **unused) {
    (void)unused;
    for (int round = 0; round < 40; round++) {
        instance in = {.n = (int)draw(2, 5), .m = (int)draw(2, 5)};
        for (int k = 0; k < in.n * in.m; k++)
            in.a[k] = draw(0, 5) == 0;
        in.a[0] = in.a[1] = in.a[in.m] = in.a[in.m + 1] = 0;
        in.a[in.n * in.m - 1] = 0;
        const dp_function f = {.name = "p",
                               .arity = 2,
                               .index = {{"i", 0, in.n - 1, NULL}, {"j", 0, in.m - 1, NULL}},
                               .goal = DP_SUM,
                               .base = grid_base,
                               .candidates = grid_steps};
        dp d = one(&f, &in, (dp_place){0, {0, 0}});
        check_all(&d, grid_brute(&in, 0, 0), -1, DP_ROWS_FROM_BELOW_BACK);
    }
}

static void shortest_paths(void **unused) {
    (void)unused;
    for (int round = 0; round < 30; round++) {
        instance in = {.n = (int)draw(1, 5)};
        for (int i = 0; i < in.n; i++)
            for (int j = 0; j < in.n; j++)
                in.graph[i][j] = draw(0, 2) ? draw(0, 9) : NOTHING;
        const dp_function f = {.name = "d",
                               .arity = 3,
                               .index = {{"k", 0, in.n, NULL}, {"i", 1, in.n, NULL}, {"j", 1, in.n, NULL}},
                               .base = floyd_base,
                               .candidates = floyd_steps};
        dp d = one(&f, &in, (dp_place){0, {in.n, 1, in.n}});
        dp_run *r = dp_begin(&d);
        dp_order order;
        good(r, dp_evaluate(r));
        good(r, dp_order_of(r, &order));
        assert_int_equal(order, DP_LAYERS);
        for (int i = 0; i < in.n; i++)
            for (int j = 0; j < in.n; j++)
                assert_int_equal(value_at(r, (dp_place){0, {in.n, i + 1, j + 1}}), path_brute(&in, i, j, 1L << i));
        size_t length;
        FILE *out = tmpfile();
        dp_sink sink = dp_to_file(out);
        handtrace_begin(out, "test", "Test", NULL);
        good(r, dp_table(r, "table", &sink));
        assert_int_equal(dp_counted(r).cells, (in.n + 1) * in.n * in.n);
        good(r, dp_memo(r, "memo", &sink));
        char *text = read_all(out, &length);
        assert_non_null(strstr(text, "{\"event\":\"table\",\"id\":\"d1\""));
        check_trace(text, length, dp_counted(r).calls, (uint64_t)((in.n + 1) * in.n * in.n));
        free(text);
        dp_end(r);
    }
}

static void subset_sums(void **unused) {
    (void)unused;
    for (int round = 0; round < 60; round++) {
        instance in = {.n = (int)draw(0, 7), .room = draw(0, 12)};
        draw_list(in.a, in.n, 1, 6);
        const dp_function f = {.name = "can",
                               .arity = 2,
                               .index = {{"i", 0, in.n, NULL}, {"s", 0, in.room, NULL}},
                               .goal = DP_ANY,
                               .base = subset_base,
                               .candidates = subset_steps};
        dp d = one(&f, &in, (dp_place){0, {in.n, in.room}});
        dp_run *r = dp_begin(&d);
        long ways = 0, brute = subset_brute(&in);
        int defined;
        good(r, dp_evaluate(r));
        assert_int_equal(dp_value(r, d.ask, NULL), brute ? DP_TRUE : DP_FALSE);
        good(r, dp_count_ways(r, &defined, &ways));
        assert_int_equal(defined, brute > 0);
        assert_int_equal(ways, brute);
        load l = {&in, 0, 0};
        good(r, dp_go_back(r, follow_sack, &l));
        assert_int_equal(l.weight, brute ? in.room : 0);
        FILE *out = tmpfile();
        dp_sink sink = dp_to_file(out);
        size_t length;
        good(r, dp_table(r, "table", &sink));
        char *text = read_all(out, &length);
        assert_non_null(strstr(text, brute ? "\"true\"" : "\"false\""));
        free(text);
        dp_end(r);
    }
}

static void three_texts(void **unused) {
    (void)unused;
    for (int round = 0; round < 20; round++) {
        instance in = {.n = (int)draw(1, 5)};
        draw_list(in.a, in.n, 0, 2);
        draw_list(in.b, in.n, 0, 2);
        draw_list(in.c, in.n, 0, 2);
        const dp_function f = {.name = "c",
                               .arity = 3,
                               .index = {{"i", 0, in.n, NULL}, {"j", 0, in.n, NULL}, {"k", 0, in.n, NULL}},
                               .goal = DP_MAX,
                               .choices = "b",
                               .base = three_base,
                               .candidates = three_steps};
        dp d = one(&f, &in, (dp_place){0, {in.n, in.n, in.n}});
        dp_run *r = dp_begin(&d);
        dp_order order;
        good(r, dp_evaluate(r));
        good(r, dp_order_of(r, &order));
        assert_int_equal(order, DP_LAYERS);
        assert_int_equal(value_at(r, d.ask), three_brute(&in));
        dp_end(r);
    }
}

static void two_functions(void **unused) {
    (void)unused;
    for (int round = 0; round < 40; round++) {
        instance in = {.n = (int)draw(1, 8)};
        draw_list(in.a, in.n, 0, 9);
        const dp_index index[2] = {{"i", 0, in.n - 1, NULL}, {"j", 0, in.n - 1, NULL}};
        const dp_function f[] = {{.name = "f",
                                  .arity = 2,
                                  .index = {index[0], index[1]},
                                  .shape = DP_UPPER,
                                  .goal = DP_MAX,
                                  .base = f_base,
                                  .candidates = f_steps},
                                 {.name = "s",
                                  .arity = 2,
                                  .index = {index[0], index[1]},
                                  .shape = DP_UPPER,
                                  .goal = DP_MIN,
                                  .base = s_base,
                                  .candidates = s_steps},
                                 {.name = "win", .goal = DP_MAX, .no_table = 1, .candidates = win_steps}};
        dp d = {.values = &dp_longs, .functions = f, .function_count = 3, .user = &in, .ask = {WIN, {0}}};
        long sum = 0, lead = lead_brute(&in, 0, in.n - 1);
        for (int k = 0; k < in.n; k++)
            sum += in.a[k];
        dp_run *r = dp_begin(&d);
        good(r, dp_evaluate(r));
        assert_int_equal(value_at(r, (dp_place){F, {0, in.n - 1}}), (sum + lead) / 2);
        assert_int_equal(value_at(r, (dp_place){S, {0, in.n - 1}}), (sum - lead) / 2);
        int defined;
        long ways;
        good(r, dp_count_ways(r, &defined, &ways));
        dp_end(r);
        check_all(&d, (lead < 0 ? sum - lead : sum + lead) / 2, ways, DP_LENGTHS);
    }
}

static void search_trees(void **unused) {
    (void)unused;
    for (int round = 0; round < 30; round++) {
        instance in = {.n = (int)draw(1, 6)};
        for (int i = 1; i <= in.n; i++)
            in.a[i] = draw(1, 5);
        for (int i = 1; i <= in.n; i++)
            for (int j = i; j <= in.n; j++)
                in.b[i * 8 + j] = (j > i ? in.b[i * 8 + j - 1] : 0) + in.a[j];
        const dp_function f = {.name = "e",
                               .arity = 2,
                               .index = {{"i", 1, in.n + 1, NULL}, {"j", 0, in.n, NULL}},
                               .inside = tree_inside,
                               .base = tree_base,
                               .candidates = tree_steps};
        dp d = one(&f, &in, (dp_place){0, {1, in.n}});
        found brute = tree_brute(&in, 1, in.n, 1);
        check_all(&d, brute.value, brute.ways, DP_ROWS_FROM_BELOW);
    }
}

/* ---- several ways a candidate ---- */

/* The largest that − and + make of a row with any brackets, from both ends of the parts: l-r or r-l. */
static void way_steps(const void *user, const long at[], dp_list *out) {
    (void)user;
    for (long k = at[0]; k < at[1]; k++) {
        dp_try_with(out, "k", k, "l-r");
        dp_way(out, "r-l");
        dp_way(out, "max(l,min(r,3))*1");
        dp_reads(out, "l", 0, DP_AT(at[0], k));
        dp_reads(out, "r", 0, DP_AT(k + 1, at[1]));
    }
}

static long way_brute(const instance *in, int i, int j) {
    long best = NOTHING;
    for (int k = i; k < j; k++) {
        long l = way_brute(in, i, k), r = way_brute(in, k + 1, j), low = r < 3 ? r : 3;
        long candidates[] = {l - r, r - l, l > low ? l : low};
        for (int n = 0; n < 3; n++)
            best = candidates[n] > best ? candidates[n] : best;
    }
    return i == j ? in->a[i] : best;
}

static void several_ways(void **unused) {
    (void)unused;
    for (int round = 0; round < 40; round++) {
        instance in = {.n = (int)draw(1, 6)};
        draw_list(in.a, in.n, -5, 9);
        const dp_function f = {.name = "w",
                               .arity = 2,
                               .index = {{"i", 0, in.n - 1, NULL}, {"j", 0, in.n - 1, NULL}},
                               .shape = DP_UPPER,
                               .goal = DP_MAX,
                               .choices = "s",
                               .choices_are_numbers = 1,
                               .base = f_base,
                               .candidates = way_steps};
        dp d = one(&f, &in, (dp_place){0, {0, in.n - 1}});
        dp_run *r = dp_begin(&d);
        int defined;
        long ways;
        good(r, dp_evaluate(r));
        good(r, dp_count_ways(r, &defined, &ways));
        dp_end(r);
        check_all(&d, way_brute(&in, 0, in.n - 1), ways, DP_LENGTHS);
    }
}

/* ---- orders, errors, limits ---- */

/* f(i) reads f(i + step); n is the only base place. */
static void jump(const void *user, const long at[], dp_list *out) {
    const instance *in = user;
    dp_try(out, "next", "x+1");
    dp_reads(out, "x", 0, DP_AT(in->a[at[0]]));
}

static dp_state jump_base(const void *user, const long at[], void *value) {
    *(long *)value = 0;
    return at[0] == ((const instance *)user)->n ? DP_VALUE : DP_NONE;
}

static dp_function jumps(int n) {
    return (dp_function){.name = "f", .arity = 1, .index = {{"i", 0, n, NULL}}, .base = jump_base, .candidates = jump};
}

static void orders_are_found(void **unused) {
    (void)unused;
    static const struct {
        long reads[4];
        dp_order order;
    } cases[] = {{{1, 2, 3, 4}, DP_ROWS_FROM_BELOW}, {{2, 3, 4, 2}, DP_LEVELS}, {{1, 3, 4, 2}, DP_LEVELS}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        instance in = {.n = 4};
        memcpy(in.a, cases[k].reads, sizeof cases[k].reads);
        dp_function f = jumps(4);
        dp d = one(&f, &in, (dp_place){0, {0}});
        long steps = 0;
        for (long at = 0; at != 4; at = in.a[at])
            steps++;
        check_all(&d, steps, 1, cases[k].order);
    }
}

static void expect(const dp *d, int (*run)(dp_run *r), const char *message) {
    dp_run *r = dp_begin(d);
    assert_int_equal(run(r), 0);
    assert_string_equal(dp_error(r), message);
    assert_int_equal(run(r), 0); /* the first error stays */
    assert_string_equal(dp_error(r), message);
    dp_end(r);
}

static int run_plain(dp_run *r) {
    FILE *out = tmpfile();
    dp_sink sink = dp_to_file(out);
    int done = dp_plain(r, "plain", &sink);
    assert_true(done || ftell(out) == 0); /* refused before anything is written */
    fclose(out);
    return done;
}

static int run_memo(dp_run *r) {
    FILE *out = tmpfile();
    dp_sink sink = dp_to_file(out);
    int done = dp_memo(r, "memo", &sink);
    assert_true(done || ftell(out) == 0);
    fclose(out);
    return done;
}

static void circles_are_refused(void **unused) {
    (void)unused;
    instance in = {.n = 4, .a = {1, 2, 3, 1}};
    dp_function f = jumps(4);
    dp d = one(&f, &in, (dp_place){0, {0}});
    const char *circle = "the reads go in a circle: f[1] reads f[2] reads f[3] reads f[1]";
    expect(&d, dp_evaluate, circle);
    expect(&d, run_plain, circle);
    expect(&d, run_memo, circle);
    in.a[3] = 3;
    expect(&d, dp_evaluate, "the reads go in a circle: f[3] reads f[3]");
}

static void bad_expression(const void *user, const long at[], dp_list *out) {
    (void)at;
    dp_try(out, "next", user);
    dp_reads(out, "x", 0, DP_AT(1));
}

static dp_state at_one(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = 4000000000000000000;
    return at[0] == 1 ? DP_VALUE : at[0] == 2 ? DP_INFINITY : DP_NONE;
}

static void wrong_recurrences_are_refused(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"x+", "\"x+\": expected a number or the name of a read, got \"\""},
        {"x+y", "\"x+y\": expected a number or the name of a read, got \"y\""},
        {"x x", "\"x x\": expected the end, got \"x\""},
        {"max(x", "\"max(x\": expected ), got \"\""},
        {"$1+x", "\"$1+x\": there is no number $1"},
        {"$65", "\"$65\": expected the number of a number, got \"65\""},
        {"x+x+x", "a value is too large to be calculated"},
        {"99999999999999999999", "\"99999999999999999999\": expected a number that can be calculated with, got "
                                 "\"99999999999999999999\""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        dp_function f = {
            .name = "f", .arity = 1, .index = {{"i", 0, 1, NULL}}, .base = at_one, .candidates = bad_expression};
        dp d = {.values = &dp_longs, .functions = &f, .function_count = 1, .user = cases[k][0]};
        expect(&d, dp_evaluate, cases[k][1]);
    }
    instance in = {.n = 4, .a = {1, 2, 3, 7}};
    dp_function f = jumps(4);
    dp d = one(&f, &in, (dp_place){0, {0}});
    expect(&d, dp_evaluate, "f[3] reads f[7], which is outside its table");
    d.ask.at[0] = 9;
    in.a[3] = 4;
    expect(&d, run_plain, "f[9] is asked for, but outside its table");
}

/* Rows from above, although each place reads the next. */
static void an_order_that_does_not_fit_is_refused(void **unused) {
    (void)unused;
    instance in = {.n = 4, .a = {1, 2, 3, 4}};
    dp_function f = jumps(4);
    dp d = one(&f, &in, (dp_place){0, {0}});
    d.order = DP_ROWS;
    expect(&d, dp_evaluate, "f[1] is read before it has a value: the order does not fit");
    d.order = DP_COLUMNS;
    expect(&d, dp_evaluate, "the order asked for does not serve the 1 indices and the shape of f");
    d.order = DP_ROWS_FROM_BELOW;
    check_all(&d, 4, 1, DP_ROWS_FROM_BELOW);
}

static void limits_are_kept(void **unused) {
    (void)unused;
    instance in = {0};
    dp_function f = {.name = "C",
                     .arity = 2,
                     .index = {{"n", 0, 100, NULL}, {"k", 0, 100, NULL}},
                     .shape = DP_LOWER,
                     .goal = DP_SUM,
                     .base = binomial_base,
                     .candidates = binomial_steps};
    dp d = one(&f, &in, (dp_place){0, {10, 5}});
    /* C(10, 5) = 252 leaves, and one call less above them. */
    d.most_calls = 502;
    expect(&d, run_plain, "expected at most 502 calls, got 503: allow more, or leave the run out");
    d.most_calls = 503;
    dp_run *r = dp_begin(&d);
    good(r, run_plain(r));
    assert_int_equal(dp_counted(r).calls, 503);
    dp_end(r);
    d.ask = (dp_place){0, {100, 50}};
    expect(&d, run_plain, "expected at most 503 calls, got more than can be counted: leave the run out");
    d.most_calls = 10;
    d.ask = (dp_place){0, {10, 5}};
    /* 5 · 5 inner places, two reads each, and the question. */
    expect(&d, run_memo, "expected at most 10 calls, got 51 with a memo: allow more, or leave the run out");
    f.index[0].last = f.index[1].last = 1000000;
    d.most_bytes = 10 << 20;
    expect(&d, dp_evaluate, "expected work of at most 10 MB, got more: make the instance smaller");
}

typedef struct bank {
    size_t loans, most; /* blocks out; those that may still be made or grown */
} bank;

static void *lend(void *memory, void *old, size_t size) {
    bank *b = memory;
    if (size == 0) {
        b->loans--;
        free(old);
        return NULL;
    }
    if (b->most == 0)
        return NULL;
    b->most--;
    b->loans += old == NULL;
    return realloc(old, size);
}

/* Refused at every place where memory is wanted, one after the other: an error, and all goes back. */
static void memory_comes_from_where_it_is_told(void **unused) {
    (void)unused;
    instance in = {0};
    dp_function f = {.name = "C",
                     .arity = 2,
                     .index = {{"n", 0, 20, NULL}, {"k", 0, 20, NULL}},
                     .shape = DP_LOWER,
                     .goal = DP_SUM,
                     .base = binomial_base,
                     .candidates = binomial_steps};
    dp d = one(&f, &in, (dp_place){0, {10, 5}});
    bank b = {0};
    d.resize = lend;
    d.memory = &b;
    size_t refused = 0;
    for (bool done = false; !done; refused++) {
        b = (bank){0, refused};
        dp_run *r = dp_begin(&d);
        uint64_t calls;
        done = r && dp_evaluate(r) && dp_count_calls(r, &calls);
        if (r && !done) {
            assert_true(dp_refused(r));
            assert_string_equal(dp_error(r), "there is no memory left");
        }
        dp_end(r);
        assert_int_equal(b.loans, 0);
    }
    assert_true(refused > 10);
}

static void chain(const void *user, const long at[], dp_list *out) {
    (void)user;
    dp_try(out, "next", "x+1");
    dp_reads(out, "x", 0, DP_AT(at[0] - 1));
}

static void ignore_enter(void *out, long frame, long parent, const char *fn, const long *args, size_t count,
                         const char *edge) {
    (void)frame, (void)parent, (void)fn, (void)args, (void)count, (void)edge;
    ++*(long *)out;
}

static void ignore_leave(void *out, long frame, const char *value, const char *const *chosen, const char *why) {
    (void)out, (void)frame, (void)value, (void)chosen, (void)why;
}

static void ignore_candidate(void *out, handtrace_place at, long frame, const char *label, const handtrace_read *reads,
                             size_t read_count, const handtrace_way *ways, size_t way_count) {
    (void)out, (void)at, (void)frame, (void)label, (void)reads, (void)read_count, (void)ways, (void)way_count;
}

/* In a process of its own with a stack of 256 KB. */
static void a_million_calls_deep(void **unused) {
    (void)unused;
    enum { DEEP = 1000000 };
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct rlimit stack = {256 << 10, 256 << 10};
        setrlimit(RLIMIT_STACK, &stack);
        instance in = {0};
        dp_function f = {
            .name = "f", .arity = 1, .index = {{"i", 0, DEEP, NULL}}, .base = coins_base, .candidates = chain};
        dp d = one(&f, &in, (dp_place){0, {DEEP}});
        d.most_calls = DEEP + 1;
        dp_run *r = dp_begin(&d);
        long entered = 0;
        const dp_sink sink = {
            .out = &entered, .enter = ignore_enter, .leave = ignore_leave, .candidate = ignore_candidate};
        const void *value = NULL;
        bool done = dp_plain(r, NULL, &sink) && dp_value(r, d.ask, &value) == DP_VALUE;
        done = done && *(const long *)value == DEEP && entered == DEEP + 1;
        if (!done)
            printf("%s\n", dp_error(r) ? dp_error(r) : "wrong");
        dp_end(r);
        _exit(done ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edit_distance),
        cmocka_unit_test(knapsack),
        cmocka_unit_test(coins),
        cmocka_unit_test(increasing),
        cmocka_unit_test(rods),
        cmocka_unit_test(binomials),
        cmocka_unit_test(grid_paths),
        cmocka_unit_test(shortest_paths),
        cmocka_unit_test(subset_sums),
        cmocka_unit_test(three_texts),
        cmocka_unit_test(two_functions),
        cmocka_unit_test(search_trees),
        cmocka_unit_test(several_ways),
        cmocka_unit_test(orders_are_found),
        cmocka_unit_test(circles_are_refused),
        cmocka_unit_test(wrong_recurrences_are_refused),
        cmocka_unit_test(an_order_that_does_not_fit_is_refused),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(memory_comes_from_where_it_is_told),
        cmocka_unit_test(a_million_calls_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
