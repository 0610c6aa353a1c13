/* Parts are chosen one after the other, in the order of the hand's sub-multisets and, within one, of its parts:
 *
 *   whole {3,3,8,8}   choices[0] {3}: 3    rest {3,8,8}
 *                     choices[1] {3}: -3   rest {8,8}     the same sub-multiset: from the same part on
 *                     choices[2] {8,8}: 64 rest {}        a whole: 3 - 3 + 8 × 8
 *
 * so each multiset is met once. No part but the last is larger than half of what is left. A last part that is not of
 * the sub-multiset before it has to have one value, if the whole has: it is not sought but looked up. */
#include "game24/classes.h"

typedef struct walking {
    const game24_walk *w;
    game24_choice choices[GAME24_MOST_CARDS];
    size_t places[GAME24_MOST_CARDS]; /* of the sub-multisets in the order of the hand */
    const game24_parts *parts[GAME24_MOST_CARDS];
    size_t depth;
    fmpq_t value; /* to work with */
} walking;

static size_t rest_at(const walking *k, size_t depth) {
    return depth ? k->choices[depth - 1].rest : k->w->set;
}

static size_t size_of(const walking *k, size_t set) {
    return k->w->hand->sets[set]->size;
}

/* Whether what is left at that depth is looked up if it is one part. */
static bool looks_up(const walking *k, size_t depth) {
    return depth && k->w->wanted && k->w->hand->place[rest_at(k, depth)] > k->places[depth - 1];
}

/* Begins with the parts of the sub-multiset at that place. */
static bool open_parts(walking *k, size_t place) {
    size_t d = k->depth, set = k->w->hand->order[place];
    const game24_parts *parts = k->w->parts(k->w->user, set);
    size_t first = d && k->places[d - 1] == place ? k->choices[d - 1].item : 0;
    k->places[d] = place;
    k->parts[d] = parts;
    k->choices[d].set = set;
    k->choices[d].item = first;
    return first < parts->count;
}

static bool fits(const walking *k, size_t place, size_t rest) {
    const game24_hand *h = k->w->hand;
    size_t set = h->order[place];
    return game24_within(h, set, rest) && (size_of(k, set) * 2 < size_of(k, rest) || h->place[rest - set] >= place);
}

static bool next_set(walking *k) {
    const game24_hand *h = k->w->hand;
    size_t d = k->depth, rest = rest_at(k, d);
    for (size_t place = k->places[d] + 1; place < h->count; place++) {
        if (size_of(k, h->order[place]) * 2 > size_of(k, rest))
            break;
        if (fits(k, place, rest) && open_parts(k, place))
            return true;
    }
    bool whole_rest = d && k->places[d] < h->place[rest] && !looks_up(k, d);
    return whole_rest && open_parts(k, h->place[rest]);
}

static bool next_choice(walking *k) {
    size_t d = k->depth;
    if (k->parts[d] && k->choices[d].item + 1 < k->parts[d]->count) {
        k->choices[d].item++;
        return true;
    }
    return next_set(k);
}

static void open_depth(walking *k, size_t depth) {
    k->depth = depth;
    k->places[depth] = depth ? k->places[depth - 1] - 1 : 0;
    k->parts[depth] = NULL;
}

/* What the parts up to this depth make, the one at it having been chosen. */
static void add_up(walking *k, size_t d) {
    game24_choice *c = &k->choices[d];
    const game24_choice *before = d ? c - 1 : NULL;
    bool again = before && before->set == c->set && before->item == c->item && c->item != SIZE_MAX;
    c->times = 1;
    if (again)
        c->times += before->times;
    c->rest = rest_at(k, d) - c->set;
    c->dividend = !c->part.divisor || (before && before->dividend);
    c->selfneg = c->part.selfneg || (before && before->selfneg);
    if (!before) {
        fmpq_set(&c->value, &c->part.value);
        fmpz_set(&c->forms, &c->part.forms);
        return;
    }
    game24_operate(&c->value, k->w->kind == GAME24_SUM ? '+' : '*', &before->value, &c->part.value);
    if (again) { /* multisets of that many forms of the part: from C(n + m - 2, m - 1) to C(n + m - 1, m) */
        fmpz_add_ui(&c->forms, &c->part.forms, c->times - 1);
        fmpz_mul(&c->forms, &c->forms, &before->forms);
        fmpz_divexact_ui(&c->forms, &c->forms, c->times);
    } else
        fmpz_mul(&c->forms, &before->forms, &c->part.forms);
}

/* A whole; it is told if it has the value wanted, and is not all divisors. */
static void tell(walking *k, size_t d) {
    const game24_choice *last = &k->choices[d];
    bool good = k->w->kind == GAME24_SUM || last->dividend;
    if (good && (!k->w->wanted || fmpq_equal(&last->value, k->w->wanted)))
        k->w->found(k->w->user, k->choices, d + 1);
}

static void look_up(walking *k, size_t d, bool divisor, bool selfneg) {
    game24_choice *c = &k->choices[d];
    if (!k->w->part_with(k->w->user, c->set, k->value, divisor, selfneg, &c->part))
        return;
    c->item = SIZE_MAX;
    add_up(k, d);
    tell(k, d);
}

static void look_through(walking *k, size_t d) {
    const game24_parts *parts = k->w->parts(k->w->user, k->choices[d].set);
    for (size_t item = 0; item < parts->count; item++) {
        k->choices[d].part = parts->items[item];
        k->choices[d].item = item;
        add_up(k, d);
        tell(k, d);
    }
}

/* All that is left as the last part. */
static void look_up_rest(walking *k, size_t d) {
    const fmpq *wanted = k->w->wanted, *value = &k->choices[d - 1].value;
    k->choices[d].set = rest_at(k, d);
    if (k->w->kind == GAME24_SUM) {
        game24_operate(k->value, '-', wanted, value);
        look_up(k, d, false, false);
    } else if (!fmpz_is_zero(&value->num)) {
        game24_operate(k->value, '/', wanted, value);
        look_up(k, d, false, false);
        if (fmpz_is_zero(&wanted->num))
            look_up(k, d, false, true);
        else
            look_up(k, d, true, false);
    } else if (fmpz_is_zero(&wanted->num))
        look_through(k, d);
}

void game24_walk_through(const game24_walk *w) {
    walking k = {.w = w};
    fmpq_init(k.value);
    for (size_t d = 0; d < GAME24_MOST_CARDS; d++) {
        fmpq_init(&k.choices[d].value);
        fmpz_init(&k.choices[d].forms);
    }
    open_depth(&k, 0);
    for (;;) {
        size_t d = k.depth;
        if (!next_choice(&k)) {
            if (d == 0)
                break;
            k.depth--;
            continue;
        }
        k.choices[d].part = k.parts[d]->items[k.choices[d].item];
        add_up(&k, d);
        if (k.choices[d].rest == 0) {
            tell(&k, d);
            continue;
        }
        if (looks_up(&k, d + 1))
            look_up_rest(&k, d + 1);
        open_depth(&k, d + 1);
    }
    for (size_t d = 0; d < GAME24_MOST_CARDS; d++) {
        fmpq_clear(&k.choices[d].value);
        fmpz_clear(&k.choices[d].forms);
    }
    fmpq_clear(k.value);
}
