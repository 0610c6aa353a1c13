#include "kit/story/lengths.h"

#include "names.h"

static view_value length_between(const view *v, int64_t from, int64_t to) {
    const story_phase *p = v->object;
    return str_is(p->by, "length") ? view_bool(p->value >= from && p->value <= to) : view_missing();
}

view_value lengths_is_one(const view *v, arena *a) {
    (void)a;
    return length_between(v, 1, 1);
}

view_value lengths_is_two(const view *v, arena *a) {
    (void)a;
    return length_between(v, 2, 2);
}

view_value lengths_is_three(const view *v, arena *a) {
    (void)a;
    return length_between(v, 3, 3);
}

view_value lengths_is_long(const view *v, arena *a) {
    (void)a;
    return length_between(v, 3, INT64_MAX);
}

view_value lengths_next_length(const view *v, arena *a) {
    const story_phase *p = v->object;
    return view_integer(a, p->value + 1);
}

static view_value step_of(const story_phase *p, size_t k) {
    return p->count ? view_of_object(story_view_step(&p->run->steps[p->first + k])) : view_bool(false);
}

view_value lengths_first_step(const view *v, arena *a) {
    (void)a;
    return step_of(v->object, 0);
}

view_value lengths_last_step(const view *v, arena *a) {
    (void)a;
    const story_phase *p = v->object;
    return step_of(p, p->count - 1);
}

/* ---- by the problem's plan ---- */

static const lengths_plan *plan_of(const story_phase *p) {
    const story_extension *x = story_extension_of(p->run->story->problem);
    return x ? x->lengths : NULL;
}

bool lengths_whole_of(const story_phase *p, size_t *n, arena *a) {
    const lengths_plan *plan = plan_of(p);
    return plan && str_is(p->by, "length") && plan->whole(p->run->story, n, a);
}

bool lengths_is_whole_of(const story_phase *p, size_t n) {
    return p->value == (int64_t)n;
}

bool lengths_told(const lengths_plan *plan, int64_t length, size_t n) {
    return n <= plan->listed || length <= plan->shown || length == (int64_t)n;
}

view_value lengths_is_whole(const view *v, arena *a) {
    size_t n;
    return lengths_whole_of(v->object, &n, a) ? view_bool(lengths_is_whole_of(v->object, n)) : view_missing();
}

view_value lengths_is_told(const view *v, arena *a) {
    const story_phase *p = v->object;
    size_t n;
    return lengths_whole_of(p, &n, a) ? view_bool(lengths_told(plan_of(p), p->value, n)) : view_missing();
}

view_value lengths_skips(const view *v, arena *a) {
    const story_phase *p = v->object;
    size_t n;
    if (!lengths_whole_of(p, &n, a))
        return view_missing();
    const lengths_plan *plan = plan_of(p);
    return view_bool(!lengths_told(plan, p->value, n) && lengths_told(plan, p->value - 1, n));
}

view_value lengths_last_skipped(const view *v, arena *a) {
    size_t n;
    return lengths_whole_of(v->object, &n, a) ? view_integer(a, (int64_t)n - 1) : view_missing();
}

/* The next phase of the run, or NULL. */
static const story_phase *phase_after(const story_phase *p) {
    return p->number < p->run->phase_count ? &p->run->phases[p->number] : NULL;
}

const story_step *lengths_asked_next(const story_phase *p, size_t n) {
    const story_phase *next = phase_after(p);
    return next ? plan_of(p)->asked(next, n) : NULL;
}

view_value lengths_question_step(const view *v, arena *a) {
    size_t n;
    if (!lengths_whole_of(v->object, &n, a))
        return view_missing();
    const story_step *asked = lengths_asked_next(v->object, n);
    return asked ? view_of_object(story_view_step(asked)) : view_bool(false);
}

/* ---- cells in full, and rows of lists ---- */

static view_value steps_of(const story_phase *p, bool full, arena *a) {
    const lengths_plan *plan = plan_of(p);
    const story_step **steps = ARENA_ARRAY(a, const story_step *, p->count);
    size_t count = 0;
    for (size_t k = 0; plan && k < p->count; k++)
        if (plan->in_full(&p->run->steps[p->first + k]) == full)
            steps[count++] = &p->run->steps[p->first + k];
    return story_view_steps(steps, count, a);
}

view_value lengths_full_steps(const view *v, arena *a) {
    return steps_of(v->object, true, a);
}

view_value lengths_row_steps(const view *v, arena *a) {
    return steps_of(v->object, false, a);
}

view_value lengths_all_in_full(const view *v, arena *a) {
    return view_bool(steps_of(v->object, false, a).count == 0);
}

view_value lengths_one_in_full(const view *v, arena *a) {
    return view_bool(steps_of(v->object, true, a).count == 1);
}

typedef struct step_pair {
    const story_step *left, *right; /* right NULL where their number is odd */
} step_pair;

static view_value pair_left(const view *v, arena *a) {
    (void)a;
    const step_pair *p = v->object;
    return view_of_object(story_view_step(p->left));
}

static view_value pair_right(const view *v, arena *a) {
    (void)a;
    const step_pair *p = v->object;
    return p->right ? view_of_object(story_view_step(p->right)) : view_bool(false);
}

static const view_name pair_names[] = {{"left", pair_left}, {"right", pair_right}, {NULL, NULL}};

static view_value pair_lookup(const view *v, str name, arena *a) {
    return names_lookup(pair_names, v, name, a);
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

view_value lengths_full_pairs(const view *v, arena *a) {
    return pairs_of(steps_of(v->object, true, a), true, a);
}

view_value lengths_row_pairs(const view *v, arena *a) {
    return pairs_of(steps_of(v->object, false, a), false, a);
}
