/* Depth first with a stack of its own, as deep as memory allows; a place on it has its candidates on the list:
 *
 *   steps   f[5] ─ read 0 of 2 │ f[4] ─ read 1 of 2 │ …      marks: NEW, OPEN (on the stack), DONE
 *
 * A read of an open place closes a cycle. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

enum { NEW, OPEN, DONE };

typedef struct step {
    dp_place place;
    list_mark from;
    size_t next; /* of its reads */
    dp_goal goal;
    const char *why;
} step;

typedef struct stack {
    step *items;
    size_t count, capacity;
} stack;

static unsigned char *mark_of(const dp_run *r, dp_place p) {
    return &r->tables[p.function].mark[dp_cell(&r->tables[p.function], p.at)];
}

/* A base place has no candidates. */
static bool push(dp_run *r, stack *s, dp_place p) {
    if (!dp_room(r, (void **)&s->items, &s->capacity, s->count + 1, sizeof *s->items))
        return false;
    step *top = &s->items[s->count++];
    top->place = p;
    top->from = (list_mark){r->list.count, r->list.read_count, r->list.extra_count};
    if (!dp_decide_base(r, p) && !dp_ask(r, p, &top->from))
        return false;
    top->next = top->from.reads;
    top->goal = r->list.goal;
    top->why = r->list.why;
    *mark_of(r, p) = OPEN;
    return !r->failed;
}

static bool same_place(dp_place x, dp_place y) {
    return x.function == y.function && memcmp(x.at, y.at, sizeof x.at) == 0;
}

/* "f[1] reads f[2] reads f[1]": at most so many places are named. */
static bool say_cycle(dp_run *r, const stack *s, dp_place again) {
    enum { NAMED = 6 };
    size_t from = s->count - 1;
    while (!same_place(s->items[from].place, again))
        from--;
    r->text_length = 0;
    r->now = s->items[s->count - 1].place;
    for (size_t k = from; k < s->count; k++) {
        if (k - from < NAMED)
            dp_print_place(r, s->items[k].place);
        const char *between = k - from < NAMED ? " reads " : k - from == NAMED ? "… reads " : "";
        dp_print(r, between, strlen(between));
    }
    dp_print_place(r, again);
    return r->failed ? false : dp_fail(r, "the reads go in a circle: %s", r->text);
}

static bool walk(dp_run *r, stack *s, dp_leave leave, void *user) {
    while (s->count) {
        step *top = &s->items[s->count - 1];
        if (top->next < r->list.read_count) {
            dp_place read = r->list.reads[top->next++].place;
            if (*mark_of(r, read) == OPEN)
                return say_cycle(r, s, read);
            if (*mark_of(r, read) == NEW && !push(r, s, read))
                return false;
            continue;
        }
        dp_goal_here(&r->list, top->goal, top->why); /* others have been asked since */
        if (!leave(r, top->place, top->from, user))
            return false;
        *mark_of(r, top->place) = DONE;
        dp_forget(r, top->from);
        s->count--;
    }
    return true;
}

bool dp_walk(dp_run *r, dp_place root, dp_leave leave, void *user) {
    stack s = {0};
    if (r->failed || !dp_inside(r, root.function, root.at))
        return r->failed ? false : dp_fail(r, "%s is asked for, but outside its table", dp_place_text(r, root));
    if (*mark_of(r, root) != NEW)
        return true;
    bool good = push(r, &s, root) && walk(r, &s, leave, user);
    r->bytes -= s.capacity * sizeof *s.items;
    dp_drop(r->d, s.items);
    return good;
}

bool dp_walk_anew(dp_run *r) {
    for (int k = 0; k < r->d->function_count && !r->failed; k++) {
        table *t = &r->tables[k];
        if (t->mark)
            memset(t->mark, NEW, t->cells);
        else
            t->mark = dp_take(r, t->cells, 1);
    }
    return !r->failed;
}

/* ---- levels ---- */

static bool leave_level(dp_run *r, dp_place p, list_mark from, void *user) {
    uint32_t level = 0, *most = user;
    for (size_t k = from.reads; k < r->list.read_count; k++) {
        dp_place read = r->list.reads[k].place;
        const table *t = &r->tables[read.function];
        uint32_t below = t->levels[dp_cell(t, read.at)];
        level = below + 1 > level ? below + 1 : level;
    }
    const table *t = &r->tables[p.function];
    t->levels[dp_cell(t, p.at)] = level;
    *most = level > *most ? level : *most;
    return true;
}

bool dp_levels(dp_run *r, uint32_t *most) {
    *most = 0;
    if (!dp_walk_anew(r))
        return false;
    for (int f = 0; f < r->d->function_count; f++)
        if (!r->tables[f].levels && !(r->tables[f].levels = dp_take(r, r->tables[f].cells, sizeof(uint32_t))))
            return false;
    for (int f = 0; f < r->d->function_count; f++) {
        const table *t = &r->tables[f];
        dp_place p = {.function = f};
        for (p.at[0] = t->first[0]; p.at[0] - t->first[0] < t->count[0]; p.at[0]++)
            for (p.at[1] = t->first[1]; p.at[1] - t->first[1] < t->count[1]; p.at[1]++)
                for (p.at[2] = t->first[2]; p.at[2] - t->first[2] < t->count[2]; p.at[2]++)
                    if (!r->d->functions[f].no_table && dp_inside(r, f, p.at) && !dp_walk(r, p, leave_level, most))
                        return false;
    }
    return true;
}

/* ---- counting calls ---- */

static bool leave_calls(dp_run *r, dp_place p, list_mark from, void *user) {
    uint64_t calls = 1;
    (void)user;
    for (size_t k = from.reads; k < r->list.read_count; k++) {
        dp_place read = r->list.reads[k].place;
        const table *t = &r->tables[read.function];
        if (__builtin_add_overflow(calls, t->calls[dp_cell(t, read.at)], &calls))
            calls = UINT64_MAX;
    }
    const table *t = &r->tables[p.function];
    t->calls[dp_cell(t, p.at)] = calls;
    return true;
}

int dp_count_calls(dp_run *r, uint64_t *calls) {
    if (!dp_walk_anew(r))
        return 0;
    for (int f = 0; f < r->d->function_count; f++)
        if (!r->tables[f].calls && !(r->tables[f].calls = dp_take(r, r->tables[f].cells, sizeof(uint64_t))))
            return 0;
    if (!dp_walk(r, r->d->ask, leave_calls, NULL))
        return 0;
    const table *t = &r->tables[r->d->ask.function];
    *calls = t->calls[dp_cell(t, r->d->ask.at)];
    return 1;
}
