/* The recursion, call by call. Open calls are a stack of our own, so that its depth is bounded by memory alone:
 *
 *   calls   d[3,3] asks its 2nd candidate for read 1 │ d[2,3] asks … │ d[1,3] ← top
 *
 * With a memo, a place that has been answered is known by the frame that answered it. */
#include "run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { UNLESS_SAID = 1000000 };

typedef struct call {
    dp_place place;
    long frame;
    list_mark from;
    size_t candidate, read; /* which are asked for now, counted from `from` and from the candidate's first */
    bool all_called;        /* of a function whose calls come first */
    decision d;
    bool base;
} call;

typedef struct calls {
    call *items;
    size_t count, capacity;
    bool memo;
} calls;

static table *table_of(const dp_run *r, dp_place p) {
    return &r->tables[p.function];
}

/* A call begins: it is answered from the memo at once, or waits on the stack. */
static bool enter(dp_run *r, calls *c, dp_place p, long frame, const char *edge) {
    const dp_sink *s = r->sink;
    const dp_function *f = &r->d->functions[p.function];
    long parent = c->count ? c->items[c->count - 1].frame : 0;
    r->counts.calls++;
    s->enter(s->out, frame, parent, f->name, p.at, (size_t)f->arity, edge);
    long known = c->memo ? table_of(r, p)->frames[dp_cell(table_of(r, p), p.at)] : 0;
    if (known) {
        r->counts.hits++;
        s->memo(s->out, frame, known);
        return true;
    }
    if (!dp_room(r, (void **)&c->items, &c->capacity, c->count + 1, sizeof *c->items))
        return false;
    call *top = &c->items[c->count++];
    *top = (call){.place = p, .frame = frame, .from = {r->list.count, r->list.read_count, r->list.extra_count}};
    top->base = dp_decide_base(r, p);
    if (top->base || r->failed)
        return !r->failed;
    if (!dp_ask(r, p, &top->from))
        return false;
    top->d = dp_decide_begin(r, p);
    return !r->failed;
}

static bool leave(dp_run *r, calls *c) {
    call *top = &c->items[c->count - 1];
    const dp_sink *s = r->sink;
    if (!top->base && !dp_decide_end(r, top->place, &top->d))
        return false;
    const char *value = dp_value_text(r, top->place);
    const char *const *chosen = top->base ? NULL : dp_chosen(r, &top->d, top->from);
    if (r->failed)
        return false;
    s->leave(s->out, top->frame, value, chosen, top->base ? "base" : top->d.why);
    table *t = table_of(r, top->place);
    if (c->memo)
        t->frames[dp_cell(t, top->place.at)] = top->frame;
    dp_forget(r, top->from);
    c->count--;
    return true;
}

static const char *edge_of(dp_run *r, dp_place caller, const candidate *c) {
    if (c->edge || !r->d->functions[caller.function].edges)
        return c->edge;
    return dp_label(r, c);
}

/* One step of the call on top: its next read is called, a candidate whose reads are known is tried, or it returns. */
static bool go_on(dp_run *r, calls *c) {
    call *top = &c->items[c->count - 1];
    size_t number = top->from.count + top->candidate;
    if (top->base || number == r->list.count)
        return leave(r, c);
    candidate *now = &r->list.items[number];
    if (r->d->functions[top->place.function].calls_first && !top->all_called && top->read == now->reads) {
        top->all_called = number + 1 == r->list.count;
        top->candidate = top->all_called ? 0 : top->candidate + 1;
        top->read = 0;
        return true;
    }
    if (top->read < now->reads && !top->all_called) {
        dp_read *read = &r->list.reads[now->first_read + top->read++];
        read->frame = (long)r->counts.calls + 1;
        return enter(r, c, read->place, read->frame, edge_of(r, top->place, now));
    }
    top->read = 0;
    return dp_decide(r, top->place, &top->d, now, top->candidate++, handtrace_at(NULL, 0, 0), top->frame);
}

static bool plain_allowed(dp_run *r, uint64_t most) {
    uint64_t calls;
    if (!dp_count_calls(r, &calls))
        return false;
    if (calls <= most)
        return true;
    if (calls == UINT64_MAX)
        return dp_fail(r, "expected at most %" PRIu64 " calls, got more than can be counted: leave the run out", most);
    return dp_fail(r, "expected at most %" PRIu64 " calls, got %" PRIu64 ": allow more, or leave the run out", most,
                   calls);
}

typedef struct tally {
    uint64_t calls;
} tally;

static bool leave_tally(dp_run *r, dp_place p, list_mark from, void *user) {
    tally *t = user;
    (void)p;
    t->calls += r->list.read_count - from.reads;
    return true;
}

/* With a memo each place is worked out once, and called once for each read. */
static bool memo_allowed(dp_run *r, uint64_t most) {
    tally t = {1};
    if (!dp_walk_anew(r) || !dp_walk(r, r->d->ask, leave_tally, &t))
        return false;
    return t.calls <= most ||
           dp_fail(r,
                   "expected at most %" PRIu64 " calls, got %" PRIu64 " with a memo: allow more, or leave the run out",
                   most, t.calls);
}

static bool make_frames(dp_run *r) {
    for (int f = 0; f < r->d->function_count; f++) {
        table *t = &r->tables[f];
        if (!t->frames && !(t->frames = dp_take(r, t->cells, sizeof *t->frames)))
            return false;
        memset(t->frames, 0, t->cells * sizeof *t->frames);
    }
    return true;
}

static int run_calls(dp_run *r, const char *id, const dp_sink *sink, bool memo) {
    uint64_t most = r->d->most_calls ? r->d->most_calls : UNLESS_SAID;
    calls c = {.memo = memo};
    if (r->failed || !(memo ? memo_allowed(r, most) && make_frames(r) : plain_allowed(r, most)) || !dp_ready(r, true))
        return 0;
    r->sink = sink;
    if (id)
        sink->run(sink->out, id);
    bool good = enter(r, &c, r->d->ask, 1, NULL);
    while (good && c.count)
        good = go_on(r, &c);
    r->sink = NULL;
    r->bytes -= c.capacity * sizeof *c.items;
    dp_drop(r->d, c.items);
    return good;
}

int dp_plain(dp_run *r, const char *id, const dp_sink *sink) {
    return run_calls(r, id, sink, false);
}

int dp_memo(dp_run *r, const char *id, const dp_sink *sink) {
    return run_calls(r, id, sink, true);
}
