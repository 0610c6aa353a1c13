/* The table: functions whose places are the same are filled in together, a step a place.
 *
 *   phase length 2 │ cell f,s [0,1] │ try f left, f right, s left, s right │ set f │ set s │ cell f,s [1,2] │ …
 *
 * Then the way back. Which candidate is kept is not stored: on the way it is decided again, of values that are there.
 */
#include "run.h"

#include <stdlib.h>
#include <string.h>

/* ---- only the values ---- */

static bool settle(dp_run *r, dp_place p) {
    decision d;
    list_mark from;
    if (dp_decide_base(r, p))
        return true;
    bool good = dp_decide_all(r, p, &d, &from, handtrace_at(NULL, 0, 0));
    dp_forget(r, from);
    return good;
}

/* By levels each place comes by itself, else all functions that are filled in together at once. */
static bool settle_step(dp_run *r, dp_place p, const char *by, long phase) {
    (void)by, (void)phase;
    r->counts.cells++;
    if (r->order == DP_LEVELS)
        return settle(r, p);
    for (int f = p.function; f < r->d->function_count; f++) {
        p.function = f;
        if (r->tables[f].group == r->step_group && !r->d->functions[f].no_table && !settle(r, p))
            return false;
    }
    return true;
}

static bool fill(dp_run *r, dp_visit visit) {
    r->by = NULL;
    if (r->order == DP_LEVELS)
        return dp_each(r, 0, DP_LEVELS, visit);
    for (int f = 0; f < r->d->function_count; f++) {
        r->step_group = f;
        r->by = NULL;
        if (dp_leads(r, f) && !dp_each(r, f, r->tables[f].order, visit))
            return false;
    }
    return true;
}

/* The candidates are on the list still. */
static bool leave_value(dp_run *r, dp_place p, list_mark from, void *user) {
    (void)user;
    if (dp_operand(r, p).state != DP_NONE)
        return true;
    decision d = dp_decide_begin(r, p);
    for (size_t k = from.count; k < r->list.count; k++)
        if (!dp_decide(r, p, &d, &r->list.items[k], k - from.count, handtrace_at(NULL, 0, 0), 0))
            return false;
    return dp_decide_end(r, p, &d);
}

/* Of functions without a table, what the question needs. */
static bool settle_question(dp_run *r) {
    if (!r->d->functions[r->d->ask.function].no_table)
        return true;
    return dp_walk_anew(r) && dp_walk(r, r->d->ask, leave_value, NULL);
}

int dp_evaluate(dp_run *r) {
    r->sink = NULL;
    return dp_find_order(r) && dp_ready(r, false) && fill(r, settle_step) && settle_question(r);
}

/* ---- told ---- */

/* How many functions are filled in with this one. */
static int members(const dp_run *r, dp_place p, int *list) {
    int count = 0;
    if (r->order == DP_LEVELS) {
        list[count++] = p.function;
        return count;
    }
    for (int f = p.function; f < r->d->function_count; f++)
        if (r->tables[f].group == p.function && !r->d->functions[f].no_table)
            list[count++] = f;
    return count;
}

static void tell_cell(dp_run *r, dp_place p, const int *list, int count) {
    const char **names = r->names;
    handtrace_place at = {0};
    for (int k = 0; k < count; k++) {
        p.function = list[k];
        at = dp_table_place(r, p, false);
        *names++ = at.table;
        if (r->d->functions[p.function].choices && !r->tables[p.function].base[dp_cell(&r->tables[p.function], p.at)])
            *names++ = dp_table_place(r, p, true).table;
    }
    *names = NULL;
    r->sink->cell(r->sink->out, r->names, at.row, at.col);
}

/* What a table of choices holds: the argument, or the label. */
static const char *choice_text(dp_run *r, const candidate *c) {
    if (!c->has_argument)
        return c->label;
    const char *label = dp_label(r, c);
    return r->failed ? "" : label + strlen(c->label) + 1;
}

static bool tell_set(dp_run *r, dp_place p, const decision *d, list_mark from) {
    const dp_sink *s = r->sink;
    const char *value = dp_value_text(r, p);
    const char *const *chosen = d ? dp_chosen(r, d, from) : NULL;
    if (r->failed)
        return false;
    s->set(s->out, dp_table_place(r, p, false), value, chosen, d ? d->why : "base");
    if (!d || !r->d->functions[p.function].choices || d->first == NOT_KEPT)
        return true;
    const char *choice = choice_text(r, &r->list.items[from.count + (size_t)d->first]);
    s->set(s->out, dp_table_place(r, p, true), choice, chosen, d->why);
    return !r->failed;
}

/* The candidates of all functions are tried before the first is set; they stay on the list until then. */
static bool tell_step(dp_run *r, dp_place p, const char *by, long phase) {
    int *list = r->members, count = members(r, p, list);
    list_mark begin = {r->list.count, r->list.read_count, r->list.extra_count};
    r->counts.cells++;
    dp_tell_phase(r, by, phase);
    for (int k = 0; k < count; k++) {
        p.function = list[k];
        r->steps[k].base = dp_decide_base(r, p);
    }
    if (r->failed)
        return false;
    tell_cell(r, p, list, count);
    for (int k = 0; k < count; k++) {
        p.function = list[k];
        handtrace_place at = count > 1 ? dp_table_place(r, p, false) : handtrace_at(NULL, 0, 0);
        if (!r->steps[k].base && !dp_decide_all(r, p, &r->steps[k].d, &r->steps[k].from, at))
            return false;
        r->steps[k].end = r->list.count;
    }
    for (int k = 0; k < count; k++) {
        p.function = list[k];
        size_t all = r->list.count;
        r->list.count = r->steps[k].end;
        if (!tell_set(r, p, r->steps[k].base ? NULL : &r->steps[k].d, r->steps[k].from))
            return false;
        r->list.count = all;
    }
    dp_forget(r, begin);
    return !r->failed;
}

static handtrace_table_form form_of(const dp_function *f) {
    int row = f->arity < 2 ? -1 : f->arity - 2, col = f->arity - 1;
    handtrace_table_form form = {.shape = f->shape == DP_UPPER ? "upper" : NULL};
    if (row >= 0) {
        form.first_row = f->index[row].first;
        form.last_row = f->index[row].last;
        form.row = f->index[row].name;
        form.row_labels = f->index[row].labels;
    }
    if (col >= 0) {
        form.first_col = f->index[col].first;
        form.last_col = f->index[col].last;
        form.col = f->index[col].name;
        form.col_labels = f->index[col].labels;
    }
    return form;
}

static void tell_table(dp_run *r, int function, long layer, bool choices) {
    const dp_function *f = &r->d->functions[function];
    handtrace_table_form form = form_of(f);
    dp_place p = {.function = function};
    p.at[0] = layer;
    if (choices) {
        form.row_labels = form.col_labels = NULL;
        form.texts = !f->choices_are_numbers;
        /* Nothing is chosen on the diagonal. */
        form.last_row -= f->shape == DP_UPPER;
        form.first_col += f->shape == DP_UPPER;
    }
    if (choices && f->shape == DP_UPPER && form.last_row < form.first_row)
        return;
    r->sink->table(r->sink->out, dp_table_place(r, p, choices).table, &form);
}

static void tell_tables(dp_run *r) {
    for (int f = 0; f < r->d->function_count; f++) {
        const dp_function *function = &r->d->functions[f];
        long layers = function->arity == DP_INDICES ? r->tables[f].count[0] : 1;
        if (function->no_table)
            continue;
        for (long k = 0; k < layers; k++)
            for (int choices = 0; choices <= (function->choices != NULL); choices++)
                tell_table(r, f, r->tables[f].first[0] + k, choices);
    }
}

/* ---- the way back ---- */

typedef struct trail {
    dp_place *open;
    size_t count, capacity;
} trail;

static bool visited(dp_run *r, dp_place p) {
    unsigned char *mark = &r->tables[p.function].mark[dp_cell(&r->tables[p.function], p.at)];
    bool was = *mark;
    *mark = 1;
    return was;
}

static bool open_reads(dp_run *r, trail *t, const candidate *c) {
    uint64_t followed;
    if (!dp_room(r, (void **)&t->open, &t->capacity, t->count + c->reads, sizeof *t->open) ||
        !dp_follows(r, c, &followed))
        return false;
    for (size_t k = c->reads; k--;)
        if (followed >> k & 1)
            t->open[t->count++] = r->list.reads[c->first_read + k].place;
    return true;
}

typedef bool (*on_way)(dp_run *r, dp_place p, const decision *d, const candidate *kept, void *user);

/* What a kept candidate reads first is gone back from before what it reads second. */
static bool go_back(dp_run *r, trail *t, on_way step, void *user) {
    while (t->count) {
        dp_place p = t->open[--t->count];
        decision d;
        list_mark from;
        if (visited(r, p) || dp_decide_base(r, p))
            continue;
        if (!dp_decide_all(r, p, &d, &from, handtrace_at(NULL, 0, 0)))
            return false;
        const candidate *kept = d.first == NOT_KEPT ? NULL : &r->list.items[from.count + (size_t)d.first];
        if (kept && (!step(r, p, &d, kept, user) || !open_reads(r, t, kept)))
            return false;
        dp_forget(r, from);
    }
    return true;
}

static bool way_back(dp_run *r, dp_place from, on_way step, void *user) {
    const dp_sink *sink = r->sink;
    dp_counts counts = r->counts;
    trail t = {0};
    if (!dp_inside(r, from.function, from.at))
        return !r->failed;
    if (dp_operand(r, from).state == DP_NONE)
        return dp_fail(r, "the way back needs values: dp_evaluate or dp_table must come first");
    r->sink = NULL;
    bool good = dp_walk_anew(r) && dp_room(r, (void **)&t.open, &t.capacity, 1, sizeof *t.open);
    if (good) {
        t.open[t.count++] = from;
        good = go_back(r, &t, step, user);
    }
    r->bytes -= t.capacity * sizeof *t.open;
    dp_drop(r->d, t.open);
    r->sink = sink;
    r->counts = counts;
    return good;
}

static bool tell_back(dp_run *r, dp_place p, const decision *d, const candidate *kept, void *user) {
    const dp_sink *s = user;
    if (r->d->functions[p.function].no_table)
        return true;
    const char *label = dp_label(r, kept), *way = dp_followed(r, d->goal, kept);
    size_t at = 0;
    r->text_length = 0;
    if (way)
        at = dp_print_way(r, kept, way);
    if (!r->failed)
        s->back(s->out, dp_table_place(r, p, true), label, way ? r->text + at : NULL);
    return !r->failed;
}

int dp_table(dp_run *r, const char *id, const dp_sink *sink) {
    size_t functions = (size_t)r->d->function_count;
    if (!dp_find_order(r) || !dp_ready(r, true))
        return 0;
    if (!r->names && (!(r->names = dp_take(r, 2 * functions + 1, sizeof *r->names)) ||
                      !(r->members = dp_take(r, functions, sizeof *r->members)) ||
                      !(r->steps = dp_take(r, functions, sizeof *r->steps))))
        return 0;
    r->sink = sink;
    if (id)
        sink->run(sink->out, id);
    tell_tables(r);
    bool good = fill(r, tell_step);
    r->sink = NULL;
    dp_place from = r->d->has_back ? r->d->back : r->d->ask;
    return good && settle_question(r) && way_back(r, from, tell_back, (void *)sink);
}

typedef struct listener {
    void (*step)(void *to, dp_place place, const char *label, long argument);
    void *to;
} listener;

static bool hand_on(dp_run *r, dp_place p, const decision *d, const candidate *kept, void *user) {
    const listener *l = user;
    (void)d;
    const char *label = dp_label(r, kept);
    l->step(l->to, p, label, kept->argument);
    return !r->failed;
}

int dp_go_back(dp_run *r, void (*step)(void *to, dp_place place, const char *label, long argument), void *to) {
    listener l = {step, to};
    return !r->failed && way_back(r, r->d->ask, hand_on, &l);
}

/* The candidate with that number among the best, counted from the first; NULL if there are not so many. */
static const candidate *best_candidate(const dp_run *r, list_mark from, const decision *d, size_t which,
                                       size_t *count) {
    const candidate *found = NULL;
    *count = 0;
    for (size_t k = from.count + (size_t)d->first; d->first != NOT_KEPT && k < r->list.count; k++)
        if (r->list.items[k].best && (*count)++ == which)
            found = &r->list.items[k];
    return found;
}

int dp_kept_of(dp_run *r, dp_place p, size_t which, size_t *count, const char **label, dp_place *reads,
               int *read_count) {
    decision d;
    list_mark from;
    uint64_t followed;
    *label = NULL;
    *read_count = 0;
    *count = 0;
    if (r->failed || !dp_need(r, p))
        return 0;
    r->sink = NULL;
    if (dp_decide_base(r, p))
        return 1;
    if (!dp_decide_all(r, p, &d, &from, handtrace_at(NULL, 0, 0)))
        return 0;
    const candidate *kept = best_candidate(r, from, &d, which, count);
    if (kept && dp_follows(r, kept, &followed)) {
        *label = dp_label(r, kept);
        for (size_t k = 0; k < kept->reads; k++)
            if (followed >> k & 1)
                reads[(*read_count)++] = r->list.reads[kept->first_read + k].place;
    }
    dp_forget(r, from);
    return !r->failed;
}

/* ---- in how many ways ---- */

typedef struct ways {
    char **counts; /* by function, as the values of its table */
    const dp_run *r;
    bool undefined;
} ways;

static const void *count_of(const void *user, dp_place p) {
    const ways *w = user;
    return w->counts[p.function] + dp_cell(&w->r->tables[p.function], p.at) * w->r->d->values->size;
}

/* One for a base place; else what each best candidate counts, summed up. The place is decided anew. */
static bool leave_ways(dp_run *r, dp_place p, list_mark from, void *user) {
    const dp_values *v = r->d->values;
    ways *w = user;
    void *product = w->counts[r->d->function_count], *count = (void *)count_of(w, p);
    if (r->tables[p.function].base[dp_cell(&r->tables[p.function], p.at)])
        return v->read(count, "1", 1) || dp_fail(r, "1 cannot be calculated with");
    decision d = dp_decide_begin(r, p);
    for (size_t k = from.count; k < r->list.count; k++)
        if (!dp_decide(r, p, &d, &r->list.items[k], k - from.count, handtrace_at(NULL, 0, 0), 0))
            return false;
    if (!dp_decide_end(r, p, &d) || !v->read(count, "0", 1))
        return false;
    for (size_t k = from.count + (size_t)d.first; d.first != NOT_KEPT && k < r->list.count; k++) {
        if (!r->list.items[k].best)
            continue;
        if (!dp_count_candidate(r, &r->list.items[k], count_of, w, product))
            return false;
        if (!v->add(count, count, product))
            return dp_fail(r, "the number of ways is too large to be calculated");
    }
    if (d.goal == DP_SUM || d.goal == DP_ALL)
        w->undefined = true;
    return true;
}

static void free_ways(dp_run *r, ways *w) {
    for (int f = 0; w->counts && f <= r->d->function_count; f++) {
        size_t cells = f < r->d->function_count ? r->tables[f].cells : 1;
        for (size_t k = 0; r->d->values->clear && w->counts[f] && k < cells; k++)
            r->d->values->clear(w->counts[f] + k * r->d->values->size);
        r->bytes -= w->counts[f] ? cells * r->d->values->size : 0;
        dp_drop(r->d, w->counts[f]);
    }
    dp_drop(r->d, w->counts);
}

static bool make_ways(dp_run *r, ways *w) {
    int functions = r->d->function_count;
    w->r = r;
    w->counts = dp_take(r, (size_t)functions + 1, sizeof *w->counts);
    for (int f = 0; w->counts && f <= functions; f++)
        if (!(w->counts[f] = dp_take(r, f < functions ? r->tables[f].cells : 1, r->d->values->size)))
            return false;
    return w->counts != NULL;
}

/* The walk to the question works out what it needs where it is not known, and counts. */
static bool walk_ways(dp_run *r, int *defined, void *count) {
    dp_place ask = r->d->ask;
    ways w = {0};
    *defined = 0;
    bool good = make_ways(r, &w) && dp_walk_anew(r) && dp_walk(r, ask, leave_ways, &w);
    dp_state state = good ? dp_operand(r, ask).state : DP_NONE;
    if (good && !w.undefined && (state == DP_VALUE || state == DP_TRUE)) {
        *defined = 1;
        good = r->d->values->set(count, count_of(&w, ask));
    }
    free_ways(r, &w);
    return good;
}

int dp_count_ways(dp_run *r, int *defined, void *count) {
    dp_counts counts = r->counts;
    *defined = 0;
    if (r->failed || dp_value(r, r->d->ask, NULL) == DP_NONE)
        return r->failed ? 0 : dp_fail(r, "counting ways needs values: dp_evaluate or dp_table must come first");
    bool good = walk_ways(r, defined, count);
    r->counts = counts;
    return good;
}

int dp_answer(dp_run *r, int *defined, void *count) {
    r->sink = NULL;
    if (r->failed || !dp_ready(r, false))
        return 0;
    if (count)
        return walk_ways(r, defined, count);
    return dp_walk_anew(r) && dp_walk(r, r->d->ask, leave_value, NULL);
}

int dp_need(dp_run *r, dp_place p) {
    if (r->failed || !dp_inside(r, p.function, p.at))
        return r->failed ? 0 : dp_fail(r, "%s is asked for, but outside its table", dp_place_text(r, p));
    r->sink = NULL;
    return dp_operand(r, p).state != DP_NONE || (dp_walk_anew(r) && dp_walk(r, p, leave_value, NULL));
}
