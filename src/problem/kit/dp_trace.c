/* Texts come as C strings that may not stay; each different one is copied once:
 *
 *   texts   hashed by content ─▶ {ptr, len} in the trace's arena       "c" "D" "diag+1" "3" …
 *   args    the lists of arguments made last, by a hash of their call  c(3, 2)
 */
#include "kit/dp_trace.h"

#include "kit/memory_limit.h"

#include <stdlib.h>
#include <string.h>

enum { CALLS = 1 << 12 };

typedef struct known_call {
    const char *fn; /* an interned text */
    datum *args;
} known_call;

typedef struct recorder {
    trace *trace;
    arena *a;
    str *texts;
    size_t count, capacity; /* a power of two */
    known_call *calls;
    str_list chosen; /* those made last: both tables of a cell have the same */
} recorder;

/* ---- texts ---- */

static size_t hash_of(const char *text, size_t length) {
    size_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t k = 0; k < length; k++)
        hash = (hash ^ (unsigned char)text[k]) * 1099511628211u;
    return hash ^ hash >> 32;
}

static str *slot_of(const recorder *r, const char *text, size_t length) {
    size_t slot = hash_of(text, length) & (r->capacity - 1);
    while (r->texts[slot].ptr && (r->texts[slot].len != length || memcmp(r->texts[slot].ptr, text, length) != 0))
        slot = (slot + 1) & (r->capacity - 1);
    return &r->texts[slot];
}

static void grow(recorder *r) {
    const str *old = r->texts;
    size_t count = r->capacity;
    r->capacity = count ? 2 * count : 256;
    r->texts = ARENA_ARRAY(r->a, str, r->capacity);
    for (size_t k = 0; k < count; k++)
        if (old[k].ptr)
            *slot_of(r, old[k].ptr, old[k].len) = old[k];
}

static str text_of(recorder *r, const char *text) {
    if (!text)
        return STR("");
    size_t length = strlen(text);
    if (2 * (r->count + 1) > r->capacity)
        grow(r);
    str *slot = slot_of(r, text, length);
    if (!slot->ptr) {
        *slot = str_copy(r->a, (str){text, length});
        r->count++;
    }
    return *slot;
}

static str_list list_of(recorder *r, const char *const *texts) {
    str_list list = {0};
    while (texts && texts[list.count])
        list.count++;
    list.capacity = list.count;
    if (list.count)
        list.items = ARENA_ARRAY(r->a, str, list.count);
    for (size_t k = 0; k < list.count; k++)
        list.items[k] = text_of(r, texts[k]);
    return list;
}

static str_list chosen_of(recorder *r, const char *const *chosen) {
    size_t same = 0;
    while (chosen && same < r->chosen.count && chosen[same] && str_is(r->chosen.items[same], chosen[same]))
        same++;
    if (!chosen || same < r->chosen.count || !same || chosen[same])
        r->chosen = list_of(r, chosen);
    return r->chosen;
}

/* ---- events ---- */

static event *add_at(recorder *r, event_kind kind, const char *table, long row, long col) {
    event *e = trace_add(r->trace, kind);
    e->at = (place){.row = row, .col = col};
    e->has_at = true;
    if (table) {
        const char *const one[] = {table, NULL};
        e->tables = list_of(r, one);
    }
    return e;
}

static void add_run(void *out, const char *id) {
    recorder *r = out;
    trace_add(r->trace, EVENT_RUN)->id = text_of(r, id);
}

static void add_table(void *out, const char *id, const handtrace_table_form *form) {
    recorder *r = out;
    event *e = trace_add(r->trace, EVENT_TABLE);
    e->id = text_of(r, id);
    e->extent.row_first = form->first_row;
    e->extent.row_last = form->last_row;
    e->extent.col_first = form->first_col;
    e->extent.col_last = form->last_col;
    e->extent.shape = form->shape ? SHAPE_UPPER : SHAPE_FULL;
    e->extent.row = text_of(r, form->row);
    e->extent.col = text_of(r, form->col);
    e->extent.row_labels = list_of(r, form->row_labels);
    e->extent.col_labels = list_of(r, form->col_labels);
    e->extent.texts = form->texts;
}

static void add_phase(void *out, const char *by, long value) {
    recorder *r = out;
    trace_add_phase(r->trace, by, value); /* names of phases are constants */
}

static void add_cell(void *out, const char *const *tables, long row, long col) {
    recorder *r = out;
    add_at(r, EVENT_CELL, NULL, row, col)->tables = list_of(r, tables);
}

static void add_candidate(void *out, handtrace_place at, long frame, const char *label, const handtrace_read *reads,
                          size_t read_count, const handtrace_way *ways, size_t way_count) {
    recorder *r = out;
    event *e = at.table ? add_at(r, EVENT_TRY, at.table, at.row, at.col) : trace_add(r->trace, EVENT_TRY);
    e->frame = frame;
    e->label = text_of(r, label);
    e->read_count = e->term_count = read_count;
    e->reads = ARENA_ARRAY(r->a, trace_read, read_count);
    e->terms = ARENA_ARRAY(r->a, trace_term, read_count);
    for (size_t k = 0; k < read_count; k++) {
        const handtrace_place *cell = &reads[k].cell;
        e->reads[k] = cell->table
                          ? (trace_read){.table = text_of(r, cell->table), .at = {.row = cell->row, .col = cell->col}}
                          : (trace_read){.frame = reads[k].frame};
        e->terms[k] = (trace_term){text_of(r, reads[k].name), text_of(r, reads[k].value)};
    }
    e->way_count = way_count;
    e->has_ways = way_count > 1;
    e->ways = ARENA_ARRAY(r->a, trace_way, way_count);
    for (size_t k = 0; k < way_count; k++)
        e->ways[k] = (trace_way){text_of(r, ways[k].expr), text_of(r, ways[k].value)};
}

static void add_set(void *out, handtrace_place at, const char *value, const char *const *chosen, const char *why) {
    recorder *r = out;
    event *e = add_at(r, EVENT_SET, at.table, at.row, at.col);
    e->value = text_of(r, value);
    e->chosen = chosen_of(r, chosen);
    e->why = text_of(r, why);
}

static bool same_args(const datum *list, const long *args, size_t count) {
    bool same = list->count == count;
    for (size_t k = 0; same && k < count; k++)
        same = list->items[k]->integer == args[k];
    return same;
}

/* Calls with the same arguments share their list, where it is known still. */
static datum *args_of(recorder *r, const char *fn, const long *args, size_t count) {
    size_t hash = 0;
    for (size_t k = 0; k < count; k++)
        hash = hash * 61 + (size_t)args[k];
    known_call *known = &r->calls[hash % CALLS];
    if (known->fn == fn && same_args(known->args, args, count))
        return known->args;
    *known = (known_call){fn, datum_list(r->a)};
    for (size_t k = 0; k < count; k++)
        datum_add(r->a, known->args, datum_integer(r->a, args[k]));
    return known->args;
}

static void add_enter(void *out, long frame, long parent, const char *fn, const long *args, size_t arg_count,
                      const char *edge) {
    recorder *r = out;
    event *e = trace_add(r->trace, EVENT_ENTER);
    e->frame = frame;
    e->parent = parent;
    e->fn = text_of(r, fn);
    e->args = args_of(r, e->fn.ptr, args, arg_count);
    e->edge = text_of(r, edge);
}

static void add_return(void *out, long frame, const char *value, const char *const *chosen, const char *why) {
    recorder *r = out;
    event *e = trace_add(r->trace, EVENT_RETURN);
    e->frame = frame;
    e->value = text_of(r, value);
    e->chosen = chosen_of(r, chosen);
    e->why = text_of(r, why);
}

static void add_memo(void *out, long frame, long of) {
    recorder *r = out;
    event *e = trace_add(r->trace, EVENT_MEMO);
    e->frame = frame;
    e->of = of;
}

static void add_back(void *out, handtrace_place at, const char *take, const char *way) {
    recorder *r = out;
    event *e = add_at(r, EVENT_BACK, at.table, at.row, at.col);
    e->take = text_of(r, take);
    e->way = text_of(r, way);
}

dp_sink dp_to_trace(trace *t) {
    recorder *r = ARENA_NEW(t->arena, recorder);
    r->trace = t;
    r->a = t->arena;
    r->calls = ARENA_ARRAY(t->arena, known_call, CALLS);
    return (dp_sink){
        .out = r,
        .run = add_run,
        .table = add_table,
        .phase = add_phase,
        .cell = add_cell,
        .candidate = add_candidate,
        .set = add_set,
        .enter = add_enter,
        .leave = add_return,
        .memo = add_memo,
        .back = add_back,
    };
}

/* ---- runs ---- */

static void end_run(void *run) {
    dp_end(run);
}

/* As the engine wants it, in the arena's budget; no more than that has. */
static void *resize(void *budget, void *old, size_t size) {
    if (size)
        return memory_try(budget, old, size);
    memory_free(old);
    return NULL;
}

dp_run *dp_begin_in(const dp *d, arena *a) {
    dp_function *functions = ARENA_ARRAY(a, dp_function, (size_t)d->function_count);
    dp *copy = ARENA_NEW(a, dp);
    memcpy(functions, d->functions, (size_t)d->function_count * sizeof *functions);
    *copy = *d;
    copy->functions = functions;
    copy->resize = resize;
    copy->memory = arena_budget(a);
    dp_run *run = dp_begin(copy);
    if (run)
        arena_at_free(a, end_run, run);
    return run;
}

bool dp_done(const dp_run *r, int done, error *e) {
    if (done)
        return true;
    if (r && !dp_refused(r))
        return error_plain(e, STATUS_INPUT, "%s", dp_error(r));
    return error_plain(e, STATUS_INPUT, "the work needs too much memory: %.*s; a smaller instance needs less",
                       STR_ARG(memory_limit_text(e, 0)));
}

bool dp_record(dp_run *r, uint64_t most, trace *t, error *e) {
    dp_sink sink = dp_to_trace(t);
    uint64_t calls = 0;
    if (!dp_done(r, dp_count_calls(r, &calls) && dp_table(r, "table", &sink), e))
        return false;
    return calls > most || dp_done(r, dp_plain(r, "plain", &sink), e);
}

str dp_text(const dp *d, const dp_run *r, dp_place p, arena *a) {
    static const char *const names[] = {
        [DP_NONE] = "", [DP_INFINITY] = "inf", [DP_MINUS_INFINITY] = "-inf", [DP_FALSE] = "false", [DP_TRUE] = "true"};
    const void *value = NULL;
    dp_state state = dp_value(r, p, &value);
    if (state != DP_VALUE)
        return str_of(names[state]);
    size_t length = d->values->print(value, NULL, 0);
    char *text = arena_alloc(a, length + 1);
    return (str){text, d->values->print(value, text, length + 1)};
}

/* ---- whole numbers: a zeroed fmpz is 0 ---- */

static int set_integer(void *result, const void *from) {
    fmpz_set(result, from);
    return 1;
}

static int read_integer(void *result, const char *digits, size_t count) {
    char *text = malloc(count + 1);
    if (!text)
        return 0;
    memcpy(text, digits, count);
    text[count] = 0;
    int good = fmpz_set_str(result, text, 10) == 0;
    free(text);
    return good;
}

static int add_integers(void *result, const void *x, const void *y) {
    fmpz_add(result, x, y);
    return 1;
}

static int subtract_integers(void *result, const void *x, const void *y) {
    fmpz_sub(result, x, y);
    return 1;
}

static int multiply_integers(void *result, const void *x, const void *y) {
    fmpz_mul(result, x, y);
    return 1;
}

static int compare_integers(const void *x, const void *y) {
    return fmpz_cmp(x, y);
}

static size_t print_integer(const void *value, char *text, size_t room) {
    size_t length = fmpz_sizeinbase(value, 10) + 2; /* sign and NUL; may be one too large */
    if (length > room)
        return length - 1;
    fmpz_get_str(text, 10, value);
    return strlen(text);
}

static void clear_integer(void *value) {
    fmpz_clear(value);
}

const dp_values dp_integers = {
    .size = sizeof(fmpz),
    .set = set_integer,
    .read = read_integer,
    .add = add_integers,
    .subtract = subtract_integers,
    .multiply = multiply_integers,
    .compare = compare_integers,
    .print = print_integer,
    .clear = clear_integer,
};
