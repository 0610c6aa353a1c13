/* Three runs.
 *
 *   tree    the levels of the cost tree, in the table `levels` and the sum in `total`
 *   calls   T(n) worked out by a program that calls itself a times: T(8) ▸ T(4), T(4), …
 *   parts   only where a = b: the data is cut into b parts and each has a call of its own: part(0,7) ▸ part(0,3), …
 *           (sort(0,7) where it is merge sort)
 *
 * The calls are walked with a stack; frames are numbered as they are entered. */
#include "recurrence/recurrence.h"

#include <inttypes.h>

enum { MOST_CALLS = 400 };

static const char *const columns[LEVEL_COLUMNS] = {"nodes", "size", "each", "cost"};

typedef struct recorder {
    const levels *l;
    trace *trace;
    arena *a;
    str *texts; /* of the cells done */
} recorder;

static str *text_of(const recorder *r, size_t k, level_column c) {
    return &r->texts[k * LEVEL_COLUMNS + c];
}

static place place_of(size_t k, level_column c) {
    return (place){.row = (int64_t)k, .col = (int64_t)c};
}

static event *add_at(recorder *r, event_kind kind, const char *table, place at) {
    event *e = trace_add(r->trace, kind);
    e->at = at;
    e->has_at = true;
    if (table)
        trace_add_text(r->trace, &e->tables, str_of(table));
    return e;
}

static void record_run(recorder *r, const char *id, const char *title) {
    event *e = trace_add(r->trace, EVENT_RUN);
    e->id = str_of(id);
    e->title = str_of(title);
}

static void record_tables(recorder *r) {
    event *e = trace_add(r->trace, EVENT_TABLE);
    e->id = STR("levels");
    e->extent.row_last = (int64_t)r->l->r.depth;
    e->extent.col_last = LEVEL_COLUMNS - 1;
    e->extent.row = STR("k");
    for (level_column c = 0; c < LEVEL_COLUMNS; c++)
        trace_add_text(r->trace, &e->extent.col_labels, str_of(columns[c]));
    trace_add(r->trace, EVENT_TABLE)->id = STR("total");
}

/* What a number is worked out from: cells read, and the expression in which their columns' names stand for them. */
static void record_try(recorder *r, const char *label, str value, const place *reads, const char *const *names,
                       size_t count, str expr) {
    event *e = trace_add(r->trace, EVENT_TRY);
    e->label = str_of(label);
    e->reads = ARENA_ARRAY(r->a, trace_read, count);
    e->terms = ARENA_ARRAY(r->a, trace_term, count);
    e->read_count = e->term_count = count;
    for (size_t k = 0; k < count; k++) {
        e->reads[k] = (trace_read){.table = STR("levels"), .at = reads[k]};
        e->terms[k] = (trace_term){str_of(names[k]), *text_of(r, (size_t)reads[k].row, (level_column)reads[k].col)};
    }
    e->ways = ARENA_ARRAY(r->a, trace_way, 1);
    e->way_count = 1;
    e->ways[0] = (trace_way){expr, value};
}

static void record_set(recorder *r, const char *table, place at, str value, const char *why, const char *label) {
    event *e = add_at(r, EVENT_SET, table, at);
    e->value = value;
    e->why = str_of(why);
    if (label)
        trace_add_text(r->trace, &e->chosen, str_of(label));
}

/* "3*size*size*2": f with the size by its name and the logarithm as the number that it is. */
static str f_expr(const recorder *r, size_t k) {
    const recurrence *f = &r->l->r;
    strbuf b = strbuf_in(r->a);
    enum { WRITTEN_OUT = 8 }; /* a higher power of n is worked out */
    if (!str_is(f->factor, "1") || (!f->power && !f->log))
        strbuf_add(&b, f->factor);
    for (int64_t p = 0; p < f->power && f->power <= WRITTEN_OUT; p++)
        strbuf_addf(&b, "%ssize", b.len ? "*" : "");
    if (f->log)
        strbuf_addf(&b, "%s%zu", b.len ? "*" : "", f->depth - k);
    return f->power <= WRITTEN_OUT ? strbuf_text(&b) : *text_of(r, k, LEVEL_EACH);
}

static void record_cell(recorder *r, size_t k, level_column c) {
    const recurrence *f = &r->l->r;
    str value = *text_of(r, k, c) = number_text_of_fmpz(level_value(r->l, k, c), r->a);
    place at = place_of(k, c);
    add_at(r, EVENT_CELL, "levels", at);
    if (c <= LEVEL_SIZE && k == 0) {
        record_set(r, "levels", at, value, "base", NULL);
        return;
    }
    const place above = place_of(k ? k - 1 : 0, c), beside[] = {place_of(k, LEVEL_NODES), place_of(k, LEVEL_EACH)};
    const place size = place_of(k, LEVEL_SIZE);
    const char *const pair[] = {"nodes", "each"}, *const own = columns[c], *const size_name = "size";
    switch (c) {
    case LEVEL_NODES:
        record_try(r, own, value, &above, &own, 1, str_format(r->a, "%" PRId64 "*nodes", f->a));
        break;
    case LEVEL_SIZE:
        record_try(r, own, value, &above, &own, 1, str_format(r->a, "size/%" PRId64, f->b));
        break;
    case LEVEL_EACH:
        record_try(r, own, value, &size, &size_name, 1, f_expr(r, k));
        break;
    default:
        record_try(r, own, value, beside, pair, 2, STR("nodes*each"));
    }
    record_set(r, "levels", at, value, "only", own);
}

static void record_total(recorder *r) {
    size_t count = r->l->r.depth + 1;
    str value = number_text_of_fmpz(r->l->total, r->a);
    place at = {0}, *reads = ARENA_ARRAY(r->a, place, count);
    const char **names = ARENA_ARRAY(r->a, const char *, count);
    strbuf expr = strbuf_in(r->a);
    add_at(r, EVENT_CELL, "total", at);
    for (size_t k = 0; k < count; k++) {
        reads[k] = place_of(k, LEVEL_COST);
        names[k] = str_to_c(r->a, str_format(r->a, "c%zu", k));
        strbuf_addf(&expr, "%sc%zu", k ? "+" : "", k);
    }
    record_try(r, "sum", value, reads, names, count, strbuf_text(&expr));
    record_set(r, "total", at, value, "sum", "sum");
}

/* ---- calls ---- */

typedef struct call {
    int64_t frame, parent;
    size_t level;
    int64_t first, size; /* of its part of the data */
    int64_t entered;     /* calls made so far */
    bool repeats;
} call;

typedef void (*add_args)(recorder *r, datum *args, const call *c);

static void size_args(recorder *r, datum *args, const call *c) {
    datum_add(r->a, args, datum_integer(r->a, c->size));
}

static void part_args(recorder *r, datum *args, const call *c) {
    datum_add(r->a, args, datum_integer(r->a, c->first));
    datum_add(r->a, args, datum_integer(r->a, c->first + c->size - 1));
}

static void record_enter(recorder *r, const char *fn, add_args args, const call *c) {
    event *e = trace_add(r->trace, EVENT_ENTER);
    e->frame = c->frame;
    e->parent = c->parent;
    e->fn = str_of(fn);
    e->args = datum_list(r->a);
    args(r, e->args, c);
}

/* T of each level: the cost of one node with all below it. */
static str *values_below(recorder *r) {
    size_t depth = r->l->r.depth;
    str *values = ARENA_ARRAY(r->a, str, depth + 1);
    number *sum = number_new(r->a);
    for (size_t k = depth + 1; k-- > 0;) {
        fmpz_mul_si(fmpq_numref(sum->q), fmpq_numref(sum->q), r->l->r.a);
        fmpz_add(fmpq_numref(sum->q), fmpq_numref(sum->q), level_value(r->l, k, LEVEL_EACH));
        values[k] = number_text(sum, r->a);
    }
    return values;
}

static void record_return(recorder *r, const call *c, const str *values) {
    event *e = trace_add(r->trace, EVENT_RETURN);
    e->frame = c->frame;
    e->value = values[c->level];
    e->why = c->level == r->l->r.depth ? STR("base") : STR("sum");
}

static void record_calls(recorder *r, const char *fn, add_args args) {
    const recurrence *f = &r->l->r;
    call *stack = ARENA_ARRAY(r->a, call, f->depth + 1);
    const str *values = values_below(r);
    size_t depth = 1;
    int64_t frames = 1;
    stack[0] = (call){.frame = 1, .size = fmpz_get_si(level_value(r->l, 0, LEVEL_SIZE))};
    record_enter(r, fn, args, &stack[0]);
    while (depth) {
        call *c = &stack[depth - 1];
        if (c->level == f->depth || c->entered == f->a) {
            record_return(r, c, values);
            depth--;
            continue;
        }
        int64_t size = c->size / f->b;
        stack[depth] = (call){.frame = ++frames,
                              .parent = c->frame,
                              .level = c->level + 1,
                              .first = c->first + c->entered++ * size,
                              .size = size};
        record_enter(r, fn, args, &stack[depth++]);
    }
}

static bool is_merge_sort(const recurrence *r) {
    return r->a == 2 && r->b == 2 && r->power == 1 && !r->log && str_is(r->factor, "1");
}

void recurrence_record(const levels *l, trace *t) {
    recorder r = {.l = l, .trace = t, .a = t->arena};
    r.texts = ARENA_ARRAY(r.a, str, (l->r.depth + 1) * LEVEL_COLUMNS);
    record_run(&r, "tree", "The cost tree");
    record_tables(&r);
    for (size_t k = 0; k <= l->r.depth; k++) {
        trace_add_phase(t, "level", (int64_t)k);
        for (level_column c = 0; c < LEVEL_COLUMNS; c++)
            record_cell(&r, k, c);
    }
    record_total(&r);
    if (fmpz_cmp_si(l->nodes, MOST_CALLS) > 0 || fmpz_cmp_si(level_value(l, 0, LEVEL_SIZE), INT32_MAX) > 0)
        return;
    record_run(&r, "calls", "T(n) worked out by calling itself");
    record_calls(&r, "T", size_args);
    if (l->r.a != l->r.b)
        return;
    record_run(&r, "parts", "Each call has a part of its own");
    record_calls(&r, is_merge_sort(&l->r) ? "sort" : "part", part_args);
}
