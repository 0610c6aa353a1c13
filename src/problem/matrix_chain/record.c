/* The recurrence, for the engine; indices and splits count from 1:
 *
 *   m(i, i) = 0
 *   m(i, j) = min over k from i to j − 1 of m(i, k) + m(k + 1, j) + p_{i−1} · p_k · p_j
 */
#include "matrix_chain/matrix_chain.h"

#include "kit/dp_trace.h"
#include "kit/max_frames.h"

static dp_state base(const void *user, const long at[], void *value) {
    (void)user;
    fmpz_zero(value);
    return at[0] == at[1] ? DP_VALUE : DP_NONE;
}

static void candidates(const void *user, const long at[], dp_list *out) {
    const fmpz *dims = ((const matrix_table *)user)->dims;
    for (long k = at[0]; k < at[1]; k++) {
        dp_try_with(out, "k", k, "l+r+$1*$2*$3");
        dp_reads(out, "l", 0, DP_AT(at[0], k));
        dp_reads(out, "r", 0, DP_AT(k + 1, at[1]));
        dp_number(out, &dims[at[0] - 1]);
        dp_number(out, &dims[k]);
        dp_number(out, &dims[at[1]]);
    }
}

/* ---- the order kept ---- */

static void tell_node(const void *user, const split_node *node, event *e, arena *a) {
    const matrix_table *table = user;
    const str *dims = table->chain.dims;
    e->value = number_text_of_fmpz(matrix_cost(table, node->i, node->j), a);
    e->size = str_format(a, "%.*s×%.*s", STR_ARG(dims[node->i]), STR_ARG(dims[node->j + 1]));
    if (node->split)
        e->op = STR("*");
    else
        e->label = str_format(a, "A%zu", node->i + 1);
}

/* ---- the plain recursion ---- */

/* m calls itself twice for each of n − 1 splits: with T(1) = 1 that makes 3 to the power of n − 1 calls. */
static bool plain_fits(size_t n, uint64_t max_frames, trace *t) {
    fmpz *calls = fmpq_numref(number_new(t->arena)->q);
    fmpz_set_ui(calls, 3);
    fmpz_pow_ui(calls, calls, n - 1);
    return max_frames_allow(max_frames, "plain", calls, t);
}

/* How many calls there are, 0 if they are more than that. */
static size_t calls_within(size_t n, uint64_t max_frames) {
    size_t calls = 1;
    for (size_t k = 1; k < n && calls <= max_frames; k++)
        calls *= 3;
    return calls <= max_frames ? calls : 0;
}

/* ---- all of it ---- */

/* Events of the tables: two tables; a phase a length; a cell and two sets for each chain; the splits. And at the end
 * 2n - 1 nodes, n - 1 steps back, solution, answer. */
static size_t event_count(size_t n) {
    return 8 + n + 3 * (n * (n + 1) / 2) + (n - 1) * n * (n + 1) / 6 + 3 * n;
}

bool matrix_record(matrix_table *table, uint64_t max_frames, trace *t, error *e) {
    long n = (long)table->chain.n;
    const dp_function m = {.name = "m",
                           .arity = 2,
                           .index = {{"i", 1, n, NULL}, {"j", 1, n, NULL}},
                           .shape = DP_UPPER,
                           .goal = DP_MIN,
                           .choices = "s",
                           .choices_are_numbers = 1,
                           .edges = 1,
                           .base = base,
                           .candidates = candidates};
    const dp d = {.values = &dp_integers,
                  .functions = &m,
                  .function_count = 1,
                  .user = table,
                  .ask = {0, {1, n}},
                  .order = DP_LENGTHS,
                  .most_calls = max_frames,
                  .most_bytes = SIZE_MAX};
    dp_sink sink = dp_to_trace(t);
    size_t calls = calls_within(table->chain.n, max_frames);
    trace_reserve(t, event_count(table->chain.n) + calls * 5 / 2); /* each call is left again; each split has two */
    sink.run(sink.out, "table");
    bool plain = plain_fits(table->chain.n, max_frames, t);
    dp_run *run = dp_begin_in(&d, t->arena);
    if (!dp_done(run, run && dp_table(run, NULL, &sink), e))
        return false;
    split_tree tree = matrix_tree_of(table, t->arena);
    split_tree_record(&tree, tell_node, table, t);
    return !plain || dp_done(run, dp_plain(run, "plain", &sink), e);
}

trace_size matrix_record_size(size_t n, uint64_t max_frames) {
    enum { MOST_MATRICES = 20000 }; /* n³ would not fit */
    if (n > MOST_MATRICES)
        return (trace_size){.events = SIZE_MAX};
    size_t calls = calls_within(n, max_frames), splits = (n - 1) * n * (n + 1) / 6, tries = splits + calls / 2;
    return (trace_size){.events = event_count(n) + calls * 5 / 2,
                        .steps = n * (n + 1) / 2,
                        .facts = n * n,
                        .tries = tries,
                        .reads = 2 * tries,
                        .ways = tries,
                        .cells = n * n,
                        .frames = calls};
}
