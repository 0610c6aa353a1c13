#include "lengths.h"

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

view_value lengths_steps(const story_phase *p, bool (*in_full)(const story_step *s), bool wanted, arena *a) {
    const story_step **steps = ARENA_ARRAY(a, const story_step *, p->count);
    size_t count = 0;
    for (size_t k = 0; k < p->count; k++)
        if (in_full(&p->run->steps[p->first + k]) == wanted)
            steps[count++] = &p->run->steps[p->first + k];
    return story_view_steps(steps, count, a);
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

view_value lengths_pairs(view_value steps, bool neighbours, arena *a) {
    size_t half = (steps.count + 1) / 2;
    step_pair *pairs = ARENA_ARRAY(a, step_pair, half);
    for (size_t k = 0; k < half; k++) {
        size_t left = neighbours ? 2 * k : k, right = neighbours ? left + 1 : half + k;
        pairs[k].left = steps.items[left].object;
        pairs[k].right = right < steps.count ? steps.items[right].object : NULL;
    }
    return names_list(&pair_class, pairs, half, sizeof *pairs, NULL, a);
}

const story_phase *lengths_after(const story_phase *p) {
    return p->number < p->run->phase_count ? &p->run->phases[p->number] : NULL;
}
