#include "lcs_record.h"

#include "max_frames.h"

static const char *const labels[] = {[LCS_DIAGONAL] = "D", [LCS_UP] = "U", [LCS_LEFT] = "L"};
static const char *const names[] = {[LCS_DIAGONAL] = "diag", [LCS_UP] = "up", [LCS_LEFT] = "left"};
static const char *const exprs[] = {[LCS_DIAGONAL] = "diag+1", [LCS_UP] = "up", [LCS_LEFT] = "left"};

typedef struct recorder {
    trace *trace;
    arena *a;
    const lcs_pair *pair;
    str *digits; /* digits[k] is k as a text: values are lengths */
} recorder;

static void add_run(recorder *r, const char *id) {
    trace_add(r->trace, EVENT_RUN)->id = str_of(id);
}

/* What a candidate makes of the value it reads; what it reads is for the caller to say. */
static event *add_try(recorder *r, lcs_take take, size_t read) {
    event *e = trace_add(r->trace, EVENT_TRY);
    e->label = str_of(labels[take]);
    e->read_count = e->term_count = e->way_count = 1;
    e->reads = ARENA_NEW(r->a, trace_read);
    e->terms = ARENA_NEW(r->a, trace_term);
    e->ways = ARENA_NEW(r->a, trace_way);
    *e->terms = (trace_term){str_of(names[take]), r->digits[read]};
    *e->ways = (trace_way){str_of(exprs[take]), r->digits[read + (take == LCS_DIAGONAL)]};
    return e;
}

/* Labels of what reaches the value, the one kept first: up, where both do. */
static void add_chosen(recorder *r, str_list *chosen, bool match, bool up, bool left) {
    if (match)
        trace_add_text(r->trace, chosen, str_of(labels[LCS_DIAGONAL]));
    if (!match && up)
        trace_add_text(r->trace, chosen, str_of(labels[LCS_UP]));
    if (!match && left)
        trace_add_text(r->trace, chosen, str_of(labels[LCS_LEFT]));
}

/* ---- the tables ---- */

static event *add_at(recorder *r, event_kind kind, size_t i, size_t j) {
    event *e = trace_add(r->trace, kind);
    e->at = (place){.row = (int64_t)i, .col = (int64_t)j};
    e->has_at = true;
    return e;
}

/* Row or column 0 has no unit; lines are called by their numbers. */
static str_list heads_of(recorder *r, const lcs_sequence *s) {
    str_list heads = {0};
    trace_add_text(r->trace, &heads, STR(""));
    for (size_t k = 0; k < s->count; k++)
        trace_add_text(r->trace, &heads, r->pair->unit == LCS_LINE ? r->digits[k + 1] : s->texts[k]);
    return heads;
}

static event *add_table(recorder *r, const char *id) {
    event *e = trace_add(r->trace, EVENT_TABLE);
    e->id = str_of(id);
    e->extent.row_last = (int64_t)r->pair->x.count;
    e->extent.col_last = (int64_t)r->pair->y.count;
    return e;
}

static void add_tables(recorder *r) {
    event *c = add_table(r, "c");
    c->extent.row = STR("i");
    c->extent.col = STR("j");
    c->extent.row_labels = heads_of(r, &r->pair->x);
    c->extent.col_labels = heads_of(r, &r->pair->y);
    event *b = add_table(r, "b");
    b->extent.row = STR("i");
    b->extent.col = STR("j");
    b->extent.texts = true;
}

static void record_row(void *user, size_t i) {
    recorder *r = user;
    trace_add_phase(r->trace, "row", (int64_t)i);
}

static void record_base(void *user, size_t i, size_t j) {
    recorder *r = user;
    trace_add_text(r->trace, &add_at(r, EVENT_CELL, i, j)->tables, STR("c"));
    event *e = add_at(r, EVENT_SET, i, j);
    trace_add_text(r->trace, &e->tables, STR("c"));
    e->value = r->digits[0];
    e->why = STR("base");
}

static void try_neighbour(recorder *r, lcs_take take, size_t i, size_t j, size_t read) {
    event *e = add_try(r, take, read);
    size_t row = i - (take != LCS_LEFT), col = j - (take != LCS_UP);
    *e->reads = (trace_read){.table = STR("c"), .at = {.row = (int64_t)row, .col = (int64_t)col}};
}

static void record_cell(void *user, size_t i, size_t j, uint32_t diagonal, uint32_t up, uint32_t left, uint32_t best) {
    recorder *r = user;
    bool match = r->pair->x.ids[i - 1] == r->pair->y.ids[j - 1];
    event *cell = add_at(r, EVENT_CELL, i, j);
    trace_add_text(r->trace, &cell->tables, STR("c"));
    trace_add_text(r->trace, &cell->tables, STR("b"));
    if (match)
        try_neighbour(r, LCS_DIAGONAL, i, j, diagonal);
    if (!match)
        try_neighbour(r, LCS_UP, i, j, up);
    if (!match)
        try_neighbour(r, LCS_LEFT, i, j, left);
    lcs_take kept = match ? LCS_DIAGONAL : up >= left ? LCS_UP : LCS_LEFT;
    str_list chosen = {0};
    add_chosen(r, &chosen, match, up == best, left == best);
    for (int k = 0; k < 2; k++) {
        event *e = add_at(r, EVENT_SET, i, j);
        trace_add_text(r->trace, &e->tables, k ? STR("b") : STR("c"));
        e->value = k ? str_of(labels[kept]) : r->digits[best];
        e->why = match ? STR("match") : STR("max");
        e->chosen = chosen;
    }
}

static void record_way_back(recorder *r, const lcs_table *t) {
    lcs_path path = lcs_way_back(t, false, r->a);
    for (size_t k = 0; k < path.count; k++) {
        event *e = add_at(r, EVENT_BACK, path.steps[k].i, path.steps[k].j);
        trace_add_text(r->trace, &e->tables, STR("b"));
        e->take = str_of(labels[path.steps[k].take]);
    }
}

/* ---- calls ---- */

/* A call that is being answered. */
typedef struct call {
    size_t i, j;
    int64_t frame;
    int64_t children[2]; /* frames */
    size_t values[2];
    int done; /* of its children */
} call;

typedef struct calls {
    call *items;
    size_t count;
    int64_t frames;
} calls;

static void enter_call(recorder *r, calls *c, size_t i, size_t j, str edge) {
    event *e = trace_add(r->trace, EVENT_ENTER);
    e->frame = ++c->frames;
    e->parent = c->count ? c->items[c->count - 1].frame : 0;
    e->fn = STR("c");
    e->edge = edge;
    e->args = datum_list(r->a);
    datum_add(r->a, e->args, datum_integer(r->a, (int64_t)i));
    datum_add(r->a, e->args, datum_integer(r->a, (int64_t)j));
    c->items[c->count++] = (call){.i = i, .j = j, .frame = c->frames};
}

static bool matches(const recorder *r, const call *c) {
    return r->pair->x.ids[c->i - 1] == r->pair->y.ids[c->j - 1];
}

static void try_frame(recorder *r, const call *c, lcs_take take, int child) {
    event *e = add_try(r, take, c->values[child]);
    e->frame = c->frame;
    *e->reads = (trace_read){.frame = c->children[child]};
}

static size_t answer_call(recorder *r, const call *c) {
    bool base = !c->i || !c->j, match = !base && matches(r, c);
    size_t up = c->values[0], left = c->values[1];
    size_t best = base ? 0 : match ? up + 1 : up > left ? up : left;
    if (match)
        try_frame(r, c, LCS_DIAGONAL, 0);
    else if (!base) {
        try_frame(r, c, LCS_UP, 0);
        try_frame(r, c, LCS_LEFT, 1);
    }
    event *e = trace_add(r->trace, EVENT_RETURN);
    e->frame = c->frame;
    e->value = r->digits[best];
    e->why = base ? STR("base") : match ? STR("match") : STR("max");
    if (!base)
        add_chosen(r, &e->chosen, match, up == best, left == best);
    return best;
}

/* Enters the next call that `c` has to make; false if it has none. */
static bool call_next(recorder *r, calls *open, call *c) {
    if (!c->i || !c->j)
        return false;
    bool match = matches(r, c);
    if (c->done == (match ? 1 : 2))
        return false;
    c->children[c->done] = open->frames + 1;
    str edge = match && r->pair->unit != LCS_LINE ? r->pair->x.texts[c->i - 1] : STR("");
    enter_call(r, open, c->i - (match || c->done == 0), c->j - (match || c->done == 1), edge);
    return true;
}

/* Depth first with a stack of its own: calls nest as deep as both texts are long. */
static void record_calls(recorder *r) {
    calls open = {.items = ARENA_ARRAY(r->a, call, r->pair->x.count + r->pair->y.count + 2)};
    enter_call(r, &open, r->pair->x.count, r->pair->y.count, STR(""));
    while (open.count) {
        call *c = &open.items[open.count - 1];
        if (call_next(r, &open, c))
            continue;
        size_t value = answer_call(r, c);
        if (--open.count) {
            call *caller = c - 1;
            caller->values[caller->done++] = value;
        }
    }
}

/* Whether the calls are to be recorded; else they are counted in a note. */
static bool allows_calls(recorder *r, const lcs_calls *calls, uint64_t most) {
    if (max_frames_allow(most, "plain", fmpq_numref(calls->count->q), r->trace))
        return true;
    datum *args = r->trace->events[r->trace->count - 1].args;
    datum_put(r->a, args, "distinct", datum_text(r->a, str_format(r->a, "%zu", calls->distinct)));
    return false;
}

/* ---- both ---- */

enum { EVENTS_A_CELL = 5, EVENTS_A_CALL = 4 };

static recorder recorder_of(const lcs_pair *p, trace *trace) {
    recorder r = {.trace = trace, .a = trace->arena, .pair = p};
    size_t longest = (p->x.count > p->y.count ? p->x.count : p->y.count) + 2;
    r.digits = ARENA_ARRAY(r.a, str, longest);
    for (size_t k = 0; k < longest; k++)
        r.digits[k] = str_format(r.a, "%zu", k);
    return r;
}

bool lcs_record_table(lcs_table *t, const lcs_pair *p, uint64_t most, trace *trace) {
    recorder r = recorder_of(p, trace);
    lcs_calls calls = lcs_count_calls(p, r.a);
    trace_reserve(trace, (t->m + 1) * (t->n + 1) * EVENTS_A_CELL);
    add_run(&r, "table");
    bool allowed = allows_calls(&r, &calls, most);
    add_tables(&r);
    const lcs_watch watch = {&r, record_row, record_base, record_cell};
    lcs_fill_watched(t, &watch);
    record_way_back(&r, t);
    return allowed;
}

void lcs_record_calls(const lcs_pair *p, trace *trace) {
    recorder r = recorder_of(p, trace);
    add_run(&r, "plain");
    record_calls(&r);
}

/* The calls are counted only where the tables alone are not too much already: counting takes its time too. */
size_t lcs_record_bytes(const lcs_pair *p, uint64_t most, arena *a) {
    enum { ENOUGH = 1 << 30 };
    size_t one = sizeof(event) + sizeof(trace_read) + sizeof(trace_term) + sizeof(trace_way) + 2 * sizeof(str), bytes;
    if (__builtin_mul_overflow(p->x.count + 1, (p->y.count + 1) * EVENTS_A_CELL * one, &bytes))
        return SIZE_MAX;
    if (bytes > ENOUGH)
        return bytes;
    const number *calls = lcs_count_calls(p, a).count;
    if (number_compare(calls, number_from_integer(a, (int64_t)most)) > 0)
        return bytes;
    return bytes + fmpz_get_ui(fmpq_numref(calls->q)) * (EVENTS_A_CALL * one + 4 * sizeof(datum));
}
