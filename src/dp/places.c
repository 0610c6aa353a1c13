/* The candidates of a place lie on the run's stacks; what is open keeps its part, and what is closed gives it back:
 *
 *   items   [D U L | k=1 k=2 k=3 | …        a place's part begins where list_mark says
 *   reads   [d u l | l r l r l r | …        first_read of each candidate
 */
#include "run.h"

#include <string.h>

bool dp_inside(const dp_run *r, int function, const long at[]) {
    if (function < 0 || function >= r->d->function_count)
        return false;
    const dp_function *f = &r->d->functions[function];
    const table *t = &r->tables[function];
    for (int k = 0; k < DP_INDICES; k++)
        if (at[k] < t->first[k] || at[k] - t->first[k] >= t->count[k])
            return false;
    if (f->shape == DP_UPPER && at[f->arity - 1] < at[f->arity - 2])
        return false;
    if (f->shape == DP_LOWER && at[f->arity - 1] > at[f->arity - 2])
        return false;
    return !f->inside || f->inside(r->d->user, at);
}

/* ---- what callbacks say ---- */

static candidate *last_of(dp_list *l) {
    if (!l->run->failed && !l->count)
        dp_fail(l->run, "dp_try must come before what is said of a candidate");
    return l->run->failed ? NULL : &l->items[l->count - 1];
}

static candidate *add_candidate(dp_list *l, const char *label, const char *expr) {
    if (!dp_room(l->run, (void **)&l->items, &l->capacity, l->count + 1, sizeof *l->items))
        return NULL;
    candidate *c = &l->items[l->count++];
    *c = (candidate){.label = label, .expr = expr};
    c->first_read = (uint32_t)l->read_count;
    c->first_extra = (uint32_t)l->extra_count;
    return c;
}

void dp_try(dp_list *l, const char *label, const char *expr) {
    add_candidate(l, label, expr);
}

void dp_try_with(dp_list *l, const char *label, long argument, const char *expr) {
    candidate *c = add_candidate(l, label, expr);
    if (!c)
        return;
    c->argument = argument;
    c->has_argument = true;
}

void dp_reads(dp_list *l, const char *name, int function, const long at[]) {
    candidate *c = last_of(l);
    if (!c || !dp_room(l->run, (void **)&l->reads, &l->read_capacity, l->read_count + 1, sizeof *l->reads))
        return;
    if (c->reads == DP_READS || function < 0 || function >= l->run->d->function_count) {
        dp_fail(l->run, "%s: expected at most %d reads, of functions 0 to %d", c->label, DP_READS,
                l->run->d->function_count - 1);
        return;
    }
    dp_read *read = &l->reads[l->read_count++];
    *read = (dp_read){.name = name, .place = {.function = function}};
    memcpy(read->place.at, at, (size_t)l->run->d->functions[function].arity * sizeof *at);
    c->reads++;
}

static void add_extra(dp_list *l, extra what) {
    candidate *c = last_of(l);
    if (!c || !dp_room(l->run, (void **)&l->extras, &l->extra_capacity, l->extra_count + 1, sizeof *l->extras))
        return;
    if (c->extras == DP_NUMBERS + DP_WAYS) {
        dp_fail(l->run, "%s: expected at most %d numbers and %d ways", c->label, DP_NUMBERS, DP_WAYS);
        return;
    }
    l->extras[l->extra_count++] = what;
    c->extras++;
}

void dp_number(dp_list *l, const void *value) {
    size_t size = l->run->d->values->size, before = l->number_capacity;
    add_extra(l, (extra){0});
    if (l->run->failed || !dp_room(l->run, (void **)&l->numbers, &l->number_capacity, l->extra_count, size))
        return;
    if (before < l->number_capacity)
        memset(l->numbers + before * size, 0, (l->number_capacity - before) * size);
    if (!l->run->d->values->set(l->numbers + (l->extra_count - 1) * size, value))
        dp_fail(l->run, "a number cannot be kept");
}

void dp_way(dp_list *l, const char *expr) {
    add_extra(l, (extra){.way = expr});
}

void dp_edge(dp_list *l, const char *text) {
    candidate *c = last_of(l);
    if (c)
        c->edge = text;
}

void dp_goal_here(dp_list *l, dp_goal goal, const char *why) {
    l->goal = goal;
    l->why = why;
}

/* ---- asking ---- */

void dp_forget(dp_run *r, list_mark from) {
    r->list.count = from.count;
    r->list.read_count = from.reads;
    r->list.extra_count = from.extras;
}

bool dp_ask(dp_run *r, dp_place p, list_mark *from) {
    const dp_function *f = &r->d->functions[p.function];
    dp_list *l = &r->list;
    *from = (list_mark){l->count, l->read_count, l->extra_count};
    l->goal = f->goal;
    l->why = NULL;
    if (r->failed)
        return false;
    f->candidates(r->d->user, p.at, l);
    for (size_t k = from->reads; k < l->read_count && !r->failed; k++) {
        dp_place read = l->reads[k].place;
        if (!dp_inside(r, read.function, read.at)) {
            const char *reader = dp_place_text(r, p);
            return dp_fail(r, "%s reads %s, which is outside its table", reader, dp_place_text(r, read));
        }
    }
    return !r->failed;
}

operand dp_operand(const dp_run *r, dp_place p) {
    const table *t = &r->tables[p.function];
    size_t cell = dp_cell(t, p.at);
    return (operand){t->state[cell], t->values + cell * r->d->values->size};
}

dp_state dp_value(const dp_run *r, dp_place p, const void **value) {
    if (r->failed || !dp_inside(r, p.function, p.at))
        return DP_NONE;
    operand x = dp_operand(r, p);
    if (value)
        *value = x.state == DP_VALUE ? x.value : NULL;
    return x.state;
}

/* All places without values again; in a traced run with room for what is kept and for texts. */
bool dp_ready(dp_run *r, bool traced) {
    r->counts = (dp_counts){0};
    dp_forget(r, (list_mark){0});
    for (int k = 0; k < r->d->function_count && !r->failed; k++) {
        table *t = &r->tables[k];
        memset(t->state, DP_NONE, t->cells);
        memset(t->base, 0, t->cells);
        if (traced && !t->texts)
            t->texts = dp_take(r, t->cells, sizeof *t->texts);
        else if (traced)
            memset((void *)t->texts, 0, t->cells * sizeof *t->texts);
    }
    return !r->failed;
}
