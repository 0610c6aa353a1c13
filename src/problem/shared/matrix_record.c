/* Both runs tell the same splits; what the table worked out is kept, and the calls point to it:
 *
 *   run table   phase length, cell (i, j), try k=i … k=j−1, set m, set s; back; node, solution
 *   run plain   enter m(i, j), try … (the terms and ways of the cell), return
 *
 *   tries[(i * n + j) * n + k], texts[i * n + j], chosen[i * n + j], args[i * n + j]      i, j, k from 0
 */
#include "matrix_record.h"

#include "max_frames.h"

typedef struct recorder {
    matrix_table *table;
    trace *trace;
    arena *a;
    size_t n;
    str *texts;  /* of the costs of all chains done, at [i * n + j] */
    str *labels; /* of the splits: labels[k] is "k=…" */
    str *indices;
    str_list *chosen; /* of all chains done, at [i * n + j] */
    datum **args;     /* of a call m(i, j), at [i * n + j]; calls share what they have in common */
    struct shared_try {
        trace_term *terms;
        trace_way *ways;
    } * tries; /* of split k, at [(i * n + j) * n + k]; NULL if the recursion is not recorded */
} recorder;

static recorder recorder_of(matrix_table *t, trace *trace) {
    size_t n = t->chain.n;
    recorder r = {.table = t, .trace = trace, .a = trace->arena, .n = n};
    r.texts = ARENA_ARRAY(r.a, str, n * n);
    r.labels = ARENA_ARRAY(r.a, str, n);
    r.indices = ARENA_ARRAY(r.a, str, n);
    r.chosen = ARENA_ARRAY(r.a, str_list, n * n);
    for (size_t k = 0; k < n; k++) {
        r.labels[k] = str_format(r.a, "k=%zu", k + 1);
        r.indices[k] = str_slice(r.labels[k], 2, SIZE_MAX);
    }
    return r;
}

static place place_of(size_t i, size_t j) {
    return (place){.row = (int64_t)i + 1, .col = (int64_t)j + 1};
}

static event *add_at(recorder *r, event_kind kind, size_t i, size_t j) {
    event *e = trace_add(r->trace, kind);
    e->at = place_of(i, j);
    e->has_at = true;
    return e;
}

/* ---- the tables ---- */

static void record_length(void *user, size_t length) {
    recorder *r = user;
    trace_add_phase(r->trace, "length", (int64_t)length);
}

/* A single matrix is not split: it has a cell in m only. */
static void record_cell(void *user, size_t i, size_t j) {
    recorder *r = user;
    event *e = add_at(r, EVENT_CELL, i, j);
    trace_add_text(r->trace, &e->tables, STR("m"));
    if (i < j)
        trace_add_text(r->trace, &e->tables, STR("s"));
}

/* The last product in numbers, with the costs of its parts: "l+r+30*35*15". */
static str split_expression(const recorder *r, size_t i, size_t j, size_t k) {
    const str *dims = r->table->chain.dims;
    return str_format(r->a, "l+r+%.*s*%.*s*%.*s", STR_ARG(dims[i]), STR_ARG(dims[k + 1]), STR_ARG(dims[j + 1]));
}

/* A candidate but for what it reads. */
static event *add_try(recorder *r, size_t k, trace_term *terms, trace_way *ways) {
    event *e = trace_add(r->trace, EVENT_TRY);
    e->label = r->labels[k];
    e->read_count = e->term_count = 2;
    e->reads = ARENA_ARRAY(r->a, trace_read, 2);
    e->terms = terms;
    e->ways = ways;
    e->way_count = 1;
    return e;
}

static struct shared_try *shared_try_of(const recorder *r, size_t i, size_t j, size_t k) {
    return &r->tries[(i * r->n + j) * r->n + k];
}

static void record_split(void *user, size_t i, size_t j, size_t k, const fmpz *cost) {
    recorder *r = user;
    trace_term *terms = ARENA_ARRAY(r->a, trace_term, 2);
    trace_way *ways = ARENA_ARRAY(r->a, trace_way, 1);
    terms[0] = (trace_term){STR("l"), r->texts[i * r->n + k]};
    terms[1] = (trace_term){STR("r"), r->texts[(k + 1) * r->n + j]};
    ways[0] = (trace_way){split_expression(r, i, j, k), number_text_of_fmpz(cost, r->a)};
    if (r->tries)
        *shared_try_of(r, i, j, k) = (struct shared_try){terms, ways};
    event *e = add_try(r, k, terms, ways);
    e->reads[0] = (trace_read){.table = STR("m"), .at = place_of(i, k)};
    e->reads[1] = (trace_read){.table = STR("m"), .at = place_of(k + 1, j)};
}

static str_list best_labels(recorder *r, size_t i, size_t j) {
    str_list list = {0};
    size_t ties = i < j ? matrix_ties(r->table, i, j) : 0;
    for (size_t k = ties ? matrix_split(r->table, i, j) : j; k < j && list.count < ties; k++)
        if (ties == 1 || matrix_is_best(r->table, i, j, k))
            trace_add_text(r->trace, &list, r->labels[k]);
    return list;
}

static void record_done(void *user, size_t i, size_t j) {
    recorder *r = user;
    str text = number_text_of_fmpz(matrix_cost(r->table, i, j), r->a);
    r->texts[i * r->n + j] = text;
    str_list chosen = r->chosen[i * r->n + j] = best_labels(r, i, j);
    event *cost = add_at(r, EVENT_SET, i, j);
    trace_add_text(r->trace, &cost->tables, STR("m"));
    cost->value = text;
    cost->why = i < j ? STR("min") : STR("base");
    cost->chosen = chosen;
    if (i == j)
        return;
    event *split = add_at(r, EVENT_SET, i, j);
    trace_add_text(r->trace, &split->tables, STR("s"));
    split->value = r->indices[matrix_split(r->table, i, j)];
    split->why = STR("min");
    split->chosen = chosen;
}

static void record_table(recorder *r, const char *id, size_t rows, size_t first_col) {
    event *e = trace_add(r->trace, EVENT_TABLE);
    e->id = str_of(id);
    e->extent.row_first = 1;
    e->extent.row_last = (int64_t)rows;
    e->extent.col_first = (int64_t)first_col;
    e->extent.col_last = (int64_t)r->n;
    e->extent.shape = SHAPE_UPPER;
    e->extent.row = STR("i");
    e->extent.col = STR("j");
}

static void record_run(recorder *r, const char *id) {
    trace_add(r->trace, EVENT_RUN)->id = str_of(id);
}

/* ---- the way back ---- */

static void record_way_back(recorder *r, const matrix_tree *tree) {
    for (size_t k = 0; k < tree->count; k++) {
        const matrix_node *node = &tree->nodes[k];
        if (node->i == node->j)
            continue;
        event *e = add_at(r, EVENT_BACK, node->i, node->j);
        trace_add_text(r->trace, &e->tables, STR("s"));
        e->take = r->labels[matrix_split(r->table, node->i, node->j)];
    }
}

/* Nodes are numbered from 1 in the order in which they arise. */
static void record_expression(recorder *r, const matrix_tree *tree) {
    int64_t *ids = ARENA_ARRAY(r->a, int64_t, tree->count);
    const str *dims = r->table->chain.dims;
    for (size_t k = 0; k < tree->count; k++) {
        const matrix_node *node = &tree->nodes[tree->products[k]];
        event *e = trace_add(r->trace, EVENT_NODE);
        e->node = ids[tree->products[k]] = (int64_t)k + 1;
        e->value = r->texts[node->i * r->n + node->j];
        e->size = str_format(r->a, "%.*s×%.*s", STR_ARG(dims[node->i]), STR_ARG(dims[node->j + 1]));
        if (node->i == node->j) {
            e->label = str_format(r->a, "A%zu", node->i + 1);
            continue;
        }
        e->op = STR("*");
        e->left = ids[node->left];
        e->right = ids[node->right];
    }
    trace_add(r->trace, EVENT_SOLUTION)->node = (int64_t)tree->count;
}

/* ---- the plain recursion ---- */

/* A call that is open: split k is being tried, and `asked` parts of it have been called. */
typedef struct call {
    size_t i, j, k;
    int64_t frame, parts[2];
    size_t asked;
} call;

static datum *args_of(recorder *r, size_t i, size_t j) {
    datum **args = &r->args[i * r->n + j];
    if (*args)
        return *args;
    *args = datum_list(r->a);
    datum_add(r->a, *args, datum_integer(r->a, (int64_t)i + 1));
    datum_add(r->a, *args, datum_integer(r->a, (int64_t)j + 1));
    return *args;
}

static void enter(recorder *r, call *calls, size_t depth, size_t i, size_t j, int64_t frame) {
    calls[depth] = (call){.i = i, .j = j, .k = i, .frame = frame};
    event *e = trace_add(r->trace, EVENT_ENTER);
    e->frame = frame;
    e->parent = depth ? calls[depth - 1].frame : 0;
    e->fn = STR("m");
    e->args = args_of(r, i, j);
    if (depth)
        e->edge = r->labels[calls[depth - 1].k];
}

static void leave(recorder *r, const call *c) {
    event *e = trace_add(r->trace, EVENT_RETURN);
    e->frame = c->frame;
    e->value = r->texts[c->i * r->n + c->j];
    e->why = c->i < c->j ? STR("min") : STR("base");
    e->chosen = r->chosen[c->i * r->n + c->j];
}

/* Both parts of a split have returned. */
static void record_split_of_call(recorder *r, const call *c) {
    const struct shared_try *shared = shared_try_of(r, c->i, c->j, c->k);
    event *e = add_try(r, c->k, shared->terms, shared->ways);
    e->frame = c->frame;
    e->reads[0] = (trace_read){.frame = c->parts[0]};
    e->reads[1] = (trace_read){.frame = c->parts[1]};
}

/* m(i, j) calls m(i, k) and m(k + 1, j) for each k in turn; calls wait on a stack of at most n. */
static void record_plain(recorder *r) {
    call *calls = ARENA_ARRAY(r->a, call, r->n);
    size_t depth = 0;
    int64_t frames = 1;
    enter(r, calls, depth++, 0, r->n - 1, 1);
    while (depth) {
        call *c = &calls[depth - 1];
        if (c->asked == 2) {
            record_split_of_call(r, c);
            c->asked = 0;
            c->k++;
        }
        if (c->k == c->j) {
            leave(r, c);
            depth--;
            continue;
        }
        bool left = c->asked == 0;
        c->parts[c->asked++] = ++frames;
        enter(r, calls, depth, left ? c->i : c->k + 1, left ? c->k : c->j, frames);
        depth++;
    }
}

/* m calls itself twice for each of n − 1 splits: with T(1) = 1 that makes 3 to the power of n − 1 calls. */
static void plain_calls(size_t n, fmpz_t calls) {
    fmpz_set_ui(calls, 3);
    fmpz_pow_ui(calls, calls, n - 1);
}

static bool plain_fits(const recorder *r, uint64_t max_frames) {
    fmpz *calls = fmpq_numref(number_new(r->a)->q);
    plain_calls(r->n, calls);
    return max_frames_allow(max_frames, "plain", calls, r->trace);
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

void matrix_record(matrix_table *t, uint64_t max_frames, trace *trace) {
    recorder r = recorder_of(t, trace);
    size_t calls = calls_within(r.n, max_frames);
    trace_reserve(trace, event_count(r.n) + calls * 5 / 2); /* each call is left again; each split has two */
    record_run(&r, "table");
    bool plain = plain_fits(&r, max_frames);
    if (plain) {
        r.args = ARENA_ARRAY(r.a, datum *, r.n * r.n);
        r.tries = ARENA_ARRAY(r.a, struct shared_try, r.n * r.n * r.n);
    }
    record_table(&r, "m", r.n, 1);
    if (r.n > 1)
        record_table(&r, "s", r.n - 1, 2);
    const matrix_watch watch = {&r, record_length, record_cell, record_split, record_done};
    matrix_table_fill_watched(t, &watch);
    matrix_tree tree = matrix_tree_of(t, r.a);
    record_way_back(&r, &tree);
    record_expression(&r, &tree);
    if (!plain)
        return;
    record_run(&r, "plain");
    record_plain(&r);
}

size_t matrix_record_bytes(const matrix_chain *c, uint64_t max_frames) {
    size_t n = c->n, digits = 0;
    if (n > 20000) /* n³ would not fit */
        return SIZE_MAX;
    for (size_t k = 0; k <= n; k++)
        digits = c->dims[k].len > digits ? c->dims[k].len : digits;
    size_t candidate = sizeof(event) + 2 * sizeof(trace_read) + 2 * sizeof(trace_term) + sizeof(trace_way), texts;
    size_t events = event_count(n) + 3 * calls_within(n, max_frames);
    if (__builtin_mul_overflow(events, candidate + 8 * digits + 32, &texts))
        return SIZE_MAX;
    return texts;
}
