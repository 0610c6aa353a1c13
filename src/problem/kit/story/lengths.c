#include "kit/story/lengths.h"

#include "names.h"

size_t lengths_whole_of(const story_phase *p, const lengths_plan *plan) {
    return str_is(p->by, "length") ? plan->whole(p->run->story) : 0;
}

bool lengths_told(const lengths_plan *plan, int64_t length, size_t n) {
    return n <= plan->listed || length <= plan->shown || length == (int64_t)n;
}

static bool *full_of(const story_phase *p, const lengths_plan *plan, arena *a) {
    bool *full = ARENA_ARRAY(a, bool, p->count);
    plan->in_full(p, full);
    return full;
}

const story_step *lengths_asked(const story_phase *p, size_t n, const lengths_plan *plan, arena *a) {
    return p && lengths_told(plan, p->value, n) ? plan->asked(p, n, full_of(p, plan, a)) : NULL;
}

const story_step *lengths_asked_next(const story_phase *p, size_t n, const lengths_plan *plan, arena *a) {
    return lengths_asked(p->number < p->run->phase_count ? &p->run->phases[p->number] : NULL, n, plan, a);
}

bool lengths_asks(const story_step *s, size_t n, const lengths_plan *plan, arena *a) {
    return lengths_asked(s->phase, n, plan, a) == s;
}

/* ---- pairs ---- */

typedef struct step_pair {
    const story_step *left, *right; /* right NULL where their number is odd */
} step_pair;

static view_value pair_lookup(const view *v, str name, arena *a) {
    (void)a;
    const step_pair *p = v->object;
    if (str_is(name, "left"))
        return view_of_object(story_view_step(p->left));
    if (!str_is(name, "right"))
        return view_missing();
    return p->right ? view_of_object(story_view_step(p->right)) : view_bool(false);
}

static const view_class pair_class = {.name = "pair", .lookup = pair_lookup};

static view_value pairs_of(view_value steps, bool neighbours, arena *a) {
    size_t half = (steps.count + 1) / 2;
    step_pair *pairs = ARENA_ARRAY(a, step_pair, half);
    for (size_t k = 0; k < half; k++) {
        size_t left = neighbours ? 2 * k : k, right = neighbours ? left + 1 : half + k;
        pairs[k].left = steps.items[left].object;
        pairs[k].right = right < steps.count ? steps.items[right].object : NULL;
    }
    return names_list(&pair_class, pairs, half, sizeof *pairs, NULL, a);
}

/* ---- telling ---- */

static void tell_step(facts *f, const char *name, const story_step *s) {
    facts_value(f, name, s ? view_of_object(story_view_step(s)) : view_bool(false));
}

static view_value steps_that(const story_phase *p, const bool *full, bool wanted, arena *a) {
    const story_step **steps = ARENA_ARRAY(a, const story_step *, p->count);
    size_t count = 0;
    for (size_t k = 0; k < p->count; k++)
        if (full[k] == wanted)
            steps[count++] = &p->run->steps[p->first + k];
    return story_view_steps(steps, count, a);
}

static void tell_steps(facts *f, const story_phase *p, const lengths_plan *plan) {
    const story_step *steps = p->run->steps + p->first;
    const bool *full = full_of(p, plan, f->arena);
    view_value in_full = steps_that(p, full, true, f->arena), in_rows = steps_that(p, full, false, f->arena);
    tell_step(f, "first_step", p->count ? steps : NULL);
    tell_step(f, "last_step", p->count ? &steps[p->count - 1] : NULL);
    facts_value(f, "full_steps", in_full);
    facts_value(f, "row_steps", in_rows);
    facts_value(f, "full_pairs", pairs_of(in_full, true, f->arena));
    facts_value(f, "row_pairs", pairs_of(in_rows, false, f->arena));
    facts_bool(f, "all_in_full", in_rows.count == 0);
    facts_bool(f, "one_in_full", in_full.count == 1);
}

/* Whether all its values are so short that a list of them may stand in several columns. */
static bool is_narrow(const story_phase *p) {
    enum { BYTES = 9 };
    for (size_t k = 0; k < p->count; k++) {
        const story_step *s = &p->run->steps[p->first + k];
        for (size_t m = 0; m < s->fact_count; m++)
            if (s->facts[m].value.len > BYTES)
                return false;
    }
    return true;
}

void lengths_tell(facts *f, const story_phase *p, const lengths_plan *plan) {
    facts_integer(f, "next_length", p->value + 1);
    tell_steps(f, p, plan);
    facts_bool(f, "is_narrow", is_narrow(p));
    if (!str_is(p->by, "length"))
        return;
    facts_bool(f, "is_one", p->value == 1);
    facts_bool(f, "is_two", p->value == 2);
    facts_bool(f, "is_three", p->value == 3);
    facts_bool(f, "is_long", p->value >= 3);
    size_t n = lengths_whole_of(p, plan);
    if (!n)
        return;
    bool told = lengths_told(plan, p->value, n);
    facts_bool(f, "is_whole", p->value == (int64_t)n);
    facts_bool(f, "is_told", told);
    facts_bool(f, "skips", !told && lengths_told(plan, p->value - 1, n));
    facts_integer(f, "last_skipped", (int64_t)n - 1);
    tell_step(f, "question_step", lengths_asked_next(p, n, plan, f->arena));
}
