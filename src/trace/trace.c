#include "trace.h"

trace *trace_new(arena *a, str problem, str title, datum *instance) {
    trace *t = ARENA_NEW(a, trace);
    t->arena = a;
    t->problem = str_copy(a, problem);
    t->title = str_copy(a, title);
    t->instance = instance ? instance : datum_map(a);
    return t;
}

size_t trace_bytes(const trace_size *s) {
    if (s->events == SIZE_MAX)
        return SIZE_MAX;
    return s->events * sizeof(event) + s->reads * (sizeof(trace_read) + sizeof(trace_term)) +
           s->ways * sizeof(trace_way) + (s->tries + s->facts + 2 * s->steps) * sizeof(str) + s->texts;
}

void trace_reserve(trace *t, size_t more) {
    size_t needed = t->count + more;
    if (needed < more || needed <= t->capacity)
        return;
    event *events = ARENA_ARRAY(t->arena, event, needed);
    for (size_t k = 0; k < t->count; k++)
        events[k] = t->events[k];
    t->events = events;
    t->capacity = needed;
}

event *trace_add(trace *t, event_kind kind) {
    event *e = ARENA_PUSH(t->arena, t, events, count, capacity);
    *e = (event){.kind = kind};
    return e;
}

event *trace_add_phase(trace *t, const char *by, int64_t value) {
    event *e = trace_add(t, EVENT_PHASE);
    e->by = str_of(by);
    e->phase = value;
    return e;
}

void trace_add_text(trace *t, str_list *list, str text) {
    *ARENA_PUSH(t->arena, list, items, count, capacity) = text;
}
