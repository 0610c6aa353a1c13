/* What becomes of the candidates of a place. The best so far stands in the place itself: no reader needs it before it
 * is done, and a repeated call works out what is there already. Candidates as good as the best are marked from the one
 * kept on:
 *
 *   value 3   5   3   3          best ✓ · ✓ ✓      first 0
 *   value 3   2   3   2          best ✓ ✓ · ✓      first 1      (the mark of candidate 0 lies before first) */
#include "run.h"

#include <string.h>

static const char *const whys[] = {
    [DP_MIN] = "min", [DP_MAX] = "max", [DP_SUM] = "sum", [DP_ONLY] = "only", [DP_ANY] = "any", [DP_ALL] = "all"};

static bool put(dp_run *r, dp_place p, operand x) {
    table *t = &r->tables[p.function];
    size_t cell = dp_cell(t, p.at);
    t->state[cell] = (unsigned char)x.state;
    if (x.state == DP_VALUE && !r->d->values->set(t->values + cell * r->d->values->size, x.value))
        return dp_fail(r, "a value of %s cannot be kept", r->d->functions[p.function].name);
    return true;
}

/* The callback writes beside the table: it may write although the place is no base place. */
bool dp_decide_base(dp_run *r, dp_place p) {
    const dp_function *f = &r->d->functions[p.function];
    table *t = &r->tables[p.function];
    void *value = r->work + (DP_WORK - 1) * r->d->values->size;
    if (r->failed || !f->base)
        return false;
    dp_state state = f->base(r->d->user, p.at, value);
    if (state == DP_NONE || !put(r, p, (operand){state, value}))
        return false;
    t->base[dp_cell(t, p.at)] = true;
    return true;
}

decision dp_decide_begin(dp_run *r, dp_place p) {
    static const dp_state none[] = {[DP_MIN] = DP_INFINITY, [DP_MAX] = DP_MINUS_INFINITY, [DP_SUM] = DP_NONE,
                                    [DP_ONLY] = DP_NONE,    [DP_ANY] = DP_FALSE,          [DP_ALL] = DP_TRUE};
    r->now = p;
    decision d = {r->list.goal, r->list.why ? r->list.why : whys[r->list.goal], NOT_KEPT};
    put(r, p, (operand){none[d.goal], NULL});
    return d;
}

static bool add_up(dp_run *r, dp_place p, operand x) {
    table *t = &r->tables[p.function];
    size_t cell = dp_cell(t, p.at);
    operand sum = dp_operand(r, p);
    if (sum.state == DP_NONE)
        return put(r, p, x);
    if (!dp_add(r, sum, x, t->values + cell * r->d->values->size, &sum))
        return false;
    t->state[cell] = (unsigned char)sum.state;
    return true;
}

/* Whether x is better than y, the same, or worse: above 0, 0, below 0. */
static bool better(dp_run *r, dp_goal goal, operand x, operand y, int *order) {
    if (!dp_compare(r, x, y, order))
        return false;
    if (goal == DP_MIN || goal == DP_ALL)
        *order = -*order;
    return true;
}

static bool take(dp_run *r, dp_place p, decision *d, candidate *c, long number, operand x) {
    int order = 1;
    if (d->goal == DP_SUM)
        return add_up(r, p, x);
    if (d->goal != DP_ONLY && !better(r, d->goal, x, dp_operand(r, p), &order))
        return false;
    if (d->goal == DP_ONLY && d->first != NOT_KEPT)
        return dp_fail(r, "%s: expected one candidate, got another, %s", r->d->functions[p.function].name, c->label);
    /* As bad as without any candidate: nothing is kept. */
    if (order < 0 || (order == 0 && d->first == NOT_KEPT))
        return true;
    c->best = true;
    if (order == 0)
        return true;
    d->first = number;
    return put(r, p, x);
}

/* The best of a candidate's ways. One way is left where it is; several are compared in the last slot. */
static bool value_of(dp_run *r, dp_goal goal, const candidate *c, operand *result, const char **followed) {
    void *kept = r->work + (DP_WORK - 1) * r->d->values->size;
    *followed = NULL;
    if (!dp_calculate(r, c, 0, result))
        return false;
    for (size_t way = 1; dp_way_of(r, c, way); way++) {
        operand x;
        int order = 0;
        if (result->state == DP_VALUE && result->value != kept) {
            if (!r->d->values->set(kept, result->value))
                return dp_fail(r, "a value cannot be kept");
            result->value = kept;
        }
        *followed = way == 1 ? c->expr : *followed;
        if (!dp_calculate(r, c, way, &x) || !better(r, goal, x, *result, &order))
            return false;
        if (order > 0) {
            *result = x;
            *followed = dp_way_of(r, c, way);
        }
    }
    return true;
}

/* ---- telling ---- */

const char *dp_value_text(dp_run *r, dp_place p) {
    table *t = &r->tables[p.function];
    const char **text = &t->texts[dp_cell(t, p.at)];
    if (!*text) {
        r->text_length = 0;
        dp_print_operand(r, dp_operand(r, p));
        *text = r->failed ? "" : dp_keep(r, r->text, r->text_length);
    }
    return *text;
}

static const char *table_name(dp_run *r, const char *name, const dp_function *f, const long at[]) {
    if (f->arity < DP_INDICES)
        return name;
    r->text_length = 0;
    dp_print(r, name, strlen(name));
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%ld", at[0]);
    dp_print(r, digits, (size_t)length);
    return r->failed ? "" : dp_intern(r, r->text);
}

handtrace_place dp_table_place(dp_run *r, dp_place p, bool choices) {
    const dp_function *f = &r->d->functions[p.function];
    const char *name = table_name(r, choices && f->choices ? f->choices : f->name, f, p.at);
    if (f->arity < 2)
        return handtrace_at(name, 0, p.at[0]);
    return handtrace_at(name, p.at[f->arity - 2], p.at[f->arity - 1]);
}

static bool tell(dp_run *r, const candidate *c, handtrace_place at, long frame) {
    handtrace_read reads[DP_READS];
    handtrace_way ways[1 + DP_WAYS];
    size_t begins[2 * (1 + DP_WAYS)], count = 0;
    const char *label = dp_label(r, c);
    for (size_t k = 0; k < c->reads; k++) {
        const dp_read *read = &r->list.reads[c->first_read + k];
        const char *value = dp_value_text(r, read->place);
        reads[k] = frame ? handtrace_reads_frame(read->frame, read->name, value)
                         : handtrace_reads(dp_table_place(r, read->place, false), read->name, value);
    }
    r->text_length = 0;
    for (const char *way; count <= DP_WAYS && (way = dp_way_of(r, c, count)); count++) {
        operand x;
        if (!dp_calculate(r, c, count, &x))
            return false;
        begins[2 * count] = dp_print_way(r, c, way);
        begins[2 * count + 1] = r->text_length;
        dp_print_operand(r, x);
        dp_print(r, "", 1);
    }
    if (r->failed)
        return false;
    for (size_t k = 0; k < count; k++)
        ways[k] = (handtrace_way){r->text + begins[2 * k], r->text + begins[2 * k + 1]};
    r->sink->candidate(r->sink->out, at, frame, label, reads, c->reads, ways, count);
    return true;
}

bool dp_decide(dp_run *r, dp_place p, decision *d, candidate *c, size_t number, handtrace_place at, long frame) {
    operand x;
    const char *followed;
    r->counts.tries++;
    if (r->failed || (r->sink && !tell(r, c, at, frame)))
        return false;
    return value_of(r, d->goal, c, &x, &followed) && take(r, p, d, c, (long)number, x);
}

bool dp_decide_end(dp_run *r, dp_place p, const decision *d) {
    if (dp_operand(r, p).state != DP_NONE)
        return !r->failed;
    table *t = &r->tables[p.function];
    void *value = t->values + dp_cell(t, p.at) * r->d->values->size;
    if (d->goal != DP_SUM)
        return dp_fail(r, "%s has no candidate, and no base value either", dp_place_text(r, p));
    t->state[dp_cell(t, p.at)] = DP_VALUE;
    return r->d->values->read(value, "0", 1) || dp_fail(r, "0 cannot be calculated with");
}

const char *const *dp_chosen(dp_run *r, const decision *d, list_mark from) {
    size_t count = 0;
    if (d->first == NOT_KEPT)
        return NULL;
    for (size_t k = from.count + (size_t)d->first; k < r->list.count; k++) {
        if (!r->list.items[k].best)
            continue;
        if (!dp_room(r, (void **)&r->chosen, &r->chosen_capacity, count + 2, sizeof *r->chosen))
            return NULL;
        r->chosen[count++] = dp_label(r, &r->list.items[k]);
    }
    r->chosen[count] = NULL;
    return r->chosen;
}

bool dp_decide_all(dp_run *r, dp_place p, decision *d, list_mark *from, handtrace_place at) {
    if (!dp_ask(r, p, from))
        return false;
    *d = dp_decide_begin(r, p);
    for (size_t k = from->count; k < r->list.count; k++)
        if (!dp_decide(r, p, d, &r->list.items[k], k - from->count, at, 0))
            return false;
    return dp_decide_end(r, p, d);
}

const char *dp_followed(dp_run *r, dp_goal goal, const candidate *c) {
    operand x;
    const char *way;
    return value_of(r, goal, c, &x, &way) ? way : NULL;
}
