/* A run from its beginning to its end: a table a function, of which those filled in together form a group. */
#include "run.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool check_function(dp_run *r, int number) {
    const dp_function *f = &r->d->functions[number];
    if (f->arity < 0 || f->arity > DP_INDICES)
        return dp_fail(r, "%s: expected 0 to %d indices, got %d", f->name, DP_INDICES, f->arity);
    if (f->shape != DP_FULL && f->arity < 2)
        return dp_fail(r, "%s: a triangle must have two indices", f->name);
    return true;
}

static bool same_places(const dp_function *f, const dp_function *g) {
    bool same = f->arity == g->arity && f->shape == g->shape && f->inside == g->inside && !f->no_table && !g->no_table;
    for (int k = 0; same && k < f->arity; k++)
        same = f->index[k].first == g->index[k].first && f->index[k].last == g->index[k].last;
    return same;
}

static bool make_table(dp_run *r, int number) {
    const dp_function *f = &r->d->functions[number];
    table *t = &r->tables[number];
    size_t cells = 1;
    for (int k = 0; k < DP_INDICES; k++) {
        bool used = k < f->arity;
        t->first[k] = used ? f->index[k].first : 0;
        long last = used ? f->index[k].last : 0;
        if (last < t->first[k])
            last = t->first[k] - 1;
        if (__builtin_sub_overflow(last, t->first[k], &t->count[k]) || t->count[k] == LONG_MAX ||
            __builtin_mul_overflow(cells, (size_t)t->count[k] + 1, &cells))
            return dp_fail(r, "%s has too many places to be counted", f->name);
        t->count[k]++;
    }
    t->cells = cells;
    t->group = number;
    for (int k = number; k--;)
        if (same_places(f, &r->d->functions[k]))
            t->group = k;
    t->state = dp_take(r, cells, 1);
    t->base = dp_take(r, cells, 1);
    t->values = dp_take(r, cells, r->d->values->size);
    return !r->failed;
}

dp_run *dp_begin(const dp *d) {
    dp_run *r = dp_resize(d, NULL, sizeof *r);
    if (!r)
        return NULL;
    memset(r, 0, sizeof *r);
    r->d = d;
    r->list.run = r;
    r->tables = dp_take(r, (size_t)d->function_count, sizeof *r->tables);
    r->work = dp_take(r, DP_WORK, d->values->size);
    for (int k = 0; k < d->function_count && !r->failed; k++)
        if (check_function(r, k))
            make_table(r, k);
    return r;
}

static void clear_values(const dp_run *r, char *values, size_t count) {
    const dp_values *v = r->d->values;
    for (size_t k = 0; v->clear && values && k < count; k++)
        v->clear(values + k * v->size);
    dp_drop(r->d, values);
}

void dp_end(dp_run *r) {
    if (!r)
        return;
    for (int k = 0; r->tables && k < r->d->function_count; k++) {
        table *t = &r->tables[k];
        clear_values(r, t->values, t->cells);
        dp_drop(r->d, t->state);
        dp_drop(r->d, t->base);
        dp_drop(r->d, t->mark);
        dp_drop(r->d, (void *)t->texts);
        dp_drop(r->d, t->frames);
        dp_drop(r->d, t->calls);
        dp_drop(r->d, t->levels);
    }
    clear_values(r, r->work, DP_WORK);
    clear_values(r, r->counting, DP_WORK - 2);
    dp_formulas_free(r);
    dp_kept_free(r);
    dp_drop(r->d, r->tables);
    dp_drop(r->d, r->list.items);
    dp_drop(r->d, r->list.reads);
    dp_drop(r->d, r->list.extras);
    clear_values(r, r->list.numbers, r->list.number_capacity);
    dp_drop(r->d, r->text);
    dp_drop(r->d, (void *)r->labels);
    dp_drop(r->d, (void *)r->chosen);
    dp_drop(r->d, (void *)r->names);
    dp_drop(r->d, r->members);
    dp_drop(r->d, r->steps);
    dp_drop(r->d, r);
}

const char *dp_error(const dp_run *r) {
    return r->failed ? r->error : NULL;
}

dp_place dp_place_now(const dp_run *r) {
    return r->now;
}

int dp_refused(const dp_run *r) {
    return r->refused;
}

dp_counts dp_counted(const dp_run *r) {
    return r->counts;
}
