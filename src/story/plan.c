/* What is open while a run's events go by:
 *
 *   cell [2,3] ─┬─ try ─ try ─ set min ─ set max        a step; a set elsewhere begins a step of its own
 *   enter 7 ────┼─ try ─ enter 8 ─ … ─ return 8 ─ try ─ return 7
 *
 * A try or note without address belongs to the cell or call opened last; when a call returns, its caller is open again.
 * `unset` remembers, for each cell begun and not set yet, its step, so that cells may be begun inside one another. */
#include "plan.h"

#include <inttypes.h>

typedef struct planner {
    plan *plan;
    const event *event;
    plan_owner open;
    index_table unset;
    arena *arena;
    error *error;
} planner;

static size_t line_start(str text, size_t line) {
    size_t at = 0;
    for (size_t k = 1; k < line && at != SIZE_MAX; k++) {
        at = str_find(text, STR("\n"), at);
        at += at != SIZE_MAX;
    }
    return at == SIZE_MAX ? text.len : at;
}

bool plan_fault(const trace *t, const event *ev, error *e, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str message = str_formatv(e->arena, format, args);
    va_end(args);
    if (!t->where || !ev->line)
        return error_plain(e, STATUS_INPUT, "%.*s", STR_ARG(message));
    size_t at = line_start(t->where->text, ev->line);
    size_t end = str_find(t->where->text, STR("\n"), at);
    if (end == SIZE_MAX)
        end = t->where->text.len;
    return error_at(e, t->where, at, end - at, "%.*s", STR_ARG(message));
}

#define FAULT(p, ...) (plan_fault((p)->plan->trace, (p)->event, (p)->error, __VA_ARGS__), false)

size_t plan_table_named(const plan *p, str id) {
    for (size_t k = 0; k < p->table_count; k++)
        if (str_equal(p->tables[k].event->id, id))
            return k;
    return SIZE_MAX;
}

str plan_members_key(const str_list *members, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < members->count; k++) {
        strbuf_add(&b, members->items[k]);
        strbuf_add_byte(&b, '\x1F');
    }
    return strbuf_text(&b);
}

static str cell_key(const planner *p, str table, const place *at) {
    str members = plan_members_key(&at->members, p->arena);
    return str_format(p->arena, "%.*s\x1F%" PRId64 "\x1F%" PRId64 "\x1F%.*s", STR_ARG(table), at->row, at->col,
                      STR_ARG(members));
}

/* Enters the place into its table if that is a table of sets. */
static bool meet_place(planner *p, str table, const place *at) {
    size_t index = plan_table_named(p->plan, table);
    if (index >= p->plan->table_count)
        return FAULT(p, "no table \"%.*s\" in this run", STR_ARG(table));
    plan_table *t = &p->plan->tables[index];
    if (t->event->extent.shape != SHAPE_SETS)
        return true;
    str key = plan_members_key(&at->members, p->arena);
    if (index_enter(&t->places, key, t->place_count, p->arena) == t->place_count)
        *ARENA_PUSH(p->arena, t, members, place_count, place_capacity) = at->members;
    return true;
}

static bool open_step(planner *p) {
    const event *ev = p->event;
    for (size_t k = 0; k < ev->tables.count; k++) {
        for (size_t other = 0; other < k; other++)
            if (str_equal(ev->tables.items[k], ev->tables.items[other]))
                return FAULT(p, "the table \"%.*s\" is named twice", STR_ARG(ev->tables.items[k]));
        if (!meet_place(p, ev->tables.items[k], &ev->at))
            return false;
        index_put(&p->unset, cell_key(p, ev->tables.items[k], &ev->at), p->plan->step_count, p->arena);
    }
    p->open = (plan_owner){OWNER_STEP, p->plan->step_count};
    *ARENA_PUSH(p->arena, p->plan, steps, step_count, step_capacity) = (plan_step){.opener = ev};
    p->plan->phase_missing |= p->plan->kinds[EVENT_PHASE] == 0;
    return true;
}

static bool same_place(const place *a, const place *b) {
    if (a->row != b->row || a->col != b->col || a->members.count != b->members.count)
        return false;
    for (size_t k = 0; k < a->members.count; k++)
        if (!str_equal(a->members.items[k], b->members.items[k]))
            return false;
    return true;
}

/* Whether the step open now works on the cell that the event names. */
static bool open_step_is_meant(const planner *p) {
    if (p->open.kind != OWNER_STEP)
        return false;
    const event *opener = p->plan->steps[p->open.index].opener, *ev = p->event;
    if (ev->has_at && !same_place(&opener->at, &ev->at))
        return false;
    for (size_t k = 0; k < opener->tables.count; k++)
        if (ev->tables.count == 0 || str_equal(opener->tables.items[k], ev->tables.items[0]))
            return true;
    return false;
}

static bool frame_index(planner *p, int64_t id, size_t *index) {
    *index = index_find(&p->plan->frame_of_id, index_key(id, p->arena));
    return *index < p->plan->frame_count || FAULT(p, "no frame %" PRId64 " was entered in this run", id);
}

static bool plan_set(planner *p, plan_owner *owner) {
    const event *ev = p->event;
    if (ev->tables.count != 1 || !ev->has_at)
        return FAULT(p, "a set needs a table and a place");
    str key = cell_key(p, ev->tables.items[0], &ev->at);
    size_t step = index_find(&p->unset, key);
    if (step == SIZE_MAX && open_step_is_meant(p) && p->plan->steps[p->open.index].opener->kind != EVENT_SET)
        return FAULT(p, "this cell is set twice in one step");
    if (step == SIZE_MAX) {
        step = p->plan->step_count;
        if (!open_step(p))
            return false;
    }
    index_put(&p->unset, key, SIZE_MAX, p->arena);
    *owner = (plan_owner){OWNER_STEP, step};
    return true;
}

static bool owner_of_try(planner *p, plan_owner *owner) {
    const event *ev = p->event;
    bool addressed = ev->tables.count == 1 && ev->has_at;
    if (ev->frame) {
        owner->kind = OWNER_FRAME;
        return frame_index(p, ev->frame, &owner->index);
    }
    if (open_step_is_meant(p) || (p->open.kind == OWNER_FRAME && !addressed)) {
        *owner = p->open;
        return true;
    }
    if (!addressed)
        return FAULT(p, "no cell and no call is open that this could be tried for");
    size_t step = index_find(&p->unset, cell_key(p, ev->tables.items[0], &ev->at));
    if (step == SIZE_MAX) {
        step = p->plan->step_count;
        if (!open_step(p))
            return false;
    }
    *owner = (plan_owner){OWNER_STEP, step};
    return true;
}

static bool plan_try(planner *p, plan_owner *owner) {
    if (!owner_of_try(p, owner))
        return false;
    if (owner->kind == OWNER_STEP) {
        p->plan->steps[owner->index].candidates++;
        return true;
    }
    plan_frame *frame = &p->plan->frames[owner->index];
    frame->candidates++;
    return !frame->answered || FAULT(p, "frame %" PRId64 " has been answered already", p->event->frame);
}

static bool plan_enter(planner *p) {
    const event *ev = p->event;
    plan_frame frame = {.parent = SIZE_MAX};
    if (ev->parent && !frame_index(p, ev->parent, &frame.parent))
        return false;
    if (ev->parent && p->plan->frames[frame.parent].answered)
        return FAULT(p, "frame %" PRId64 " cannot call: it has been answered already", ev->parent);
    size_t index = p->plan->frame_count;
    if (index_enter(&p->plan->frame_of_id, index_key(ev->frame, p->arena), index, p->arena) != index)
        return FAULT(p, "frame %" PRId64 " is entered twice", ev->frame);
    *ARENA_PUSH(p->arena, p->plan, frames, frame_count, frame_capacity) = frame;
    p->open = (plan_owner){OWNER_FRAME, index};
    return true;
}

static bool plan_answer(planner *p, plan_owner *owner) {
    owner->kind = OWNER_FRAME;
    if (!frame_index(p, p->event->frame, &owner->index))
        return false;
    plan_frame *frame = &p->plan->frames[owner->index];
    if (frame->answered)
        return FAULT(p, "frame %" PRId64 " is answered twice", p->event->frame);
    frame->answered = true;
    p->plan->answered++;
    size_t caller = frame->parent;
    p->open = caller == SIZE_MAX ? (plan_owner){OWNER_NONE, 0} : (plan_owner){OWNER_FRAME, caller};
    return true;
}

static bool plan_table_event(planner *p) {
    if (plan_table_named(p->plan, p->event->id) != SIZE_MAX)
        return FAULT(p, "there is a table \"%.*s\" already", STR_ARG(p->event->id));
    *ARENA_PUSH(p->arena, p->plan, tables, table_count, table_capacity) = (plan_table){.event = p->event};
    return true;
}

static void plan_note(planner *p, plan_owner *owner) {
    if (p->open.kind != OWNER_STEP) {
        p->plan->run_notes++;
        return;
    }
    *owner = p->open;
    p->plan->steps[owner->index].notes++;
}

static bool plan_event(planner *p, plan_owner *owner) {
    switch (p->event->kind) {
    case EVENT_TABLE:
        return plan_table_event(p);
    case EVENT_CELL:
        return open_step(p);
    case EVENT_TRY:
        return plan_try(p, owner);
    case EVENT_SET:
        return plan_set(p, owner);
    case EVENT_ENTER:
        return plan_enter(p);
    case EVENT_RETURN:
    case EVENT_MEMO:
        return plan_answer(p, owner);
    case EVENT_PUT:
        return p->event->tables.count == 1 ? meet_place(p, p->event->tables.items[0], &p->event->at)
                                           : FAULT(p, "a put needs a table");
    case EVENT_NOTE:
        plan_note(p, owner);
        return true;
    case EVENT_PHASE:
    case EVENT_MOVE:
    case EVENT_BACK:
    case EVENT_SOLUTION:
        p->open.kind = OWNER_NONE;
        return true;
    default:
        return true;
    }
}

plan *plan_make(const trace *t, size_t from, size_t to, arena *a, error *e) {
    plan *made = ARENA_NEW(a, plan);
    *made = (plan){.trace = t, .from = from, .to = to};
    made->owners = ARENA_ARRAY(a, plan_owner, to - from);
    planner p = {.plan = made, .arena = a, .error = e};
    for (size_t k = from; k < to; k++) {
        p.event = &t->events[k];
        if (!plan_event(&p, &made->owners[k - from]))
            return NULL;
        made->kinds[p.event->kind]++;
    }
    return made;
}
