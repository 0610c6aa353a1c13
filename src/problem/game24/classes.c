/* Sums and products feed each other, from small sub-multisets to large ones:
 *
 *   forms of {8}, {3,8}, …          one    both   selfneg
 *     sums of {3,8}      ──▶ factors of products of {3,3,8}, …     by |value|, signs pulled out
 *     products of {3,8}  ──▶ terms of sums of {3,3,8}, …           with either sign
 *
 * A walk over all multisets of terms, each with both signs, meets T and -T. T has a tree if one of its terms has one
 * with its sign. So the sums without a tree are the negatives of kind one, whose terms are all of kind one with a plus:
 * a second walk, over these alone, counts them. selfneg sums are made of pairs t, -t and of selfneg terms.
 *
 * A walk over all multisets of factors, signs pulled out, meets each product and its negative as one. A product is
 * selfneg if a factor is, of kind one if all factors are, else of kind both. */
#include "game24/classes.h"

typedef struct counting {
    game24_hand *hand;
    game24_set *set;
    game24_choosy choosy;
    game24_kind kind;
    fmpz_t total, selfneg; /* of a walk that wants one value */
    fmpq_t value;          /* to work with: of a part */
    fmpz_t forms, more;
    void (*found)(void *user, const game24_choice *choices, size_t count); /* who is told of forms of one value */
    void *user;
} counting;

static counting new_counting(game24_hand *h, size_t set) {
    counting c = {.hand = h, .set = h->sets[set]};
    fmpq_init(c.value);
    fmpz_init(c.total);
    fmpz_init(c.selfneg);
    fmpz_init(c.forms);
    fmpz_init(c.more);
    return c;
}

static void end_counting(counting *c) {
    fmpq_clear(c->value);
    fmpz_clear(c->total);
    fmpz_clear(c->selfneg);
    fmpz_clear(c->forms);
    fmpz_clear(c->more);
}

/* ---- parts ---- */

/* The result with the negative of that value, or NULL; `c->value` becomes the negative. */
static const game24_result *negative_of(counting *c, const game24_set *s, const fmpq *value) {
    fmpq_neg(c->value, value);
    return game24_find(s, c->value);
}

static bool is_card(const game24_set *s) {
    return s->size == 1;
}

/* Terms of that value: products of it with a plus, those of the negative value with a minus. Those of kind both serve
 * with one sign here and are counted with the other one there. */
static void count_terms(counting *c, const game24_set *s, const fmpq *value, fmpz_t forms) {
    const game24_result *r = game24_find(s, value), *opposite = negative_of(c, s, value);
    fmpz_zero(forms);
    if (is_card(s)) {
        fmpz_set_si(forms, (r != NULL) + (c->choosy == GAME24_ALL && opposite));
        return;
    }
    const fmpz *one = s->forms->one[GAME24_PRODUCT], *both = s->forms->both[GAME24_PRODUCT];
    if (r)
        fmpz_add(forms, forms, &one[r - s->results]);
    if (c->choosy == GAME24_ONE)
        return;
    if (r)
        fmpz_add(forms, forms, &both[r - s->results]);
    if (opposite)
        fmpz_add(forms, forms, &one[opposite - s->results]);
    if (fmpq_is_zero(value))
        fmpz_add(forms, forms, &s->forms->selfneg[GAME24_PRODUCT]);
}

/* Factors of that value, at least 0: sums, a sum and its negative being one. */
static void count_factors(counting *c, const game24_set *s, const fmpq *value, fmpz_t forms) {
    const game24_result *r = game24_find(s, value), *opposite = negative_of(c, s, value);
    bool zero = fmpq_is_zero(value);
    fmpz_zero(forms);
    if (is_card(s)) {
        fmpz_set_si(forms, r || opposite);
        return;
    }
    const fmpz *one = s->forms->one[GAME24_SUM], *both = s->forms->both[GAME24_SUM];
    if (r)
        fmpz_set(forms, &both[r - s->results]);
    if (zero)
        fmpz_fdiv_q_2exp(forms, forms, 1);
    if (r)
        fmpz_add(forms, forms, &one[r - s->results]);
    if (opposite && !zero)
        fmpz_add(forms, forms, &one[opposite - s->results]);
}

/* Factors of kind one of that value, with its sign. */
static void count_plain_factors(const game24_set *s, const fmpq *value, fmpz_t forms) {
    const game24_result *r = game24_find(s, value);
    fmpz_zero(forms);
    if (r && is_card(s))
        fmpz_one(forms);
    else if (r)
        fmpz_set(forms, &s->forms->one[GAME24_SUM][r - s->results]);
}

/* `forms` becomes how many forms of the set have that value, as parts of what is counted. */
static void count_part(counting *c, const game24_set *s, const fmpq *value, bool selfneg, fmpz_t forms) {
    if (c->kind == GAME24_SUM)
        count_terms(c, s, value, forms);
    else if (selfneg && is_card(s))
        fmpz_zero(forms);
    else if (selfneg)
        fmpz_set(forms, &s->forms->selfneg[GAME24_SUM]);
    else if (c->choosy == GAME24_ONE)
        count_plain_factors(s, value, forms);
    else
        count_factors(c, s, value, forms);
}

static void add_part(counting *c, game24_parts *parts, const fmpq *value, bool divisor, bool selfneg) {
    if (fmpz_is_zero(c->forms))
        return;
    game24_part *p = ARENA_PUSH(c->hand->memo->arena, parts, items, count, capacity);
    *p = (game24_part){.divisor = divisor, .selfneg = selfneg};
    fmpq_init(&p->value);
    fmpz_init_set(&p->forms, c->forms);
    if (divisor)
        fmpq_inv(&p->value, value);
    else
        fmpq_set(&p->value, value);
}

/* The parts of that value, if no part of it is there yet. */
static void add_parts(counting *c, const game24_set *s, game24_parts *parts, const fmpq *value) {
    bool zero = fmpq_is_zero(value), product = c->kind == GAME24_PRODUCT;
    count_part(c, s, value, false, c->forms);
    add_part(c, parts, value, false, false);
    if (product && !zero)
        add_part(c, parts, value, true, false);
    if (product && zero && c->choosy == GAME24_ALL) {
        count_part(c, s, value, true, c->forms);
        add_part(c, parts, value, false, true);
    }
}

static void list_parts(counting *c, const game24_set *s, game24_parts *parts) {
    fmpq_t value;
    fmpq_init(value);
    for (size_t k = 0; k < s->count; k++) {
        fmpq_set(value, &s->results[k].value);
        bool alone = !negative_of(c, s, value);
        if (c->kind == GAME24_SUM || c->choosy == GAME24_ONE)
            add_parts(c, s, parts, value);
        else if (alone || fmpq_sgn(value) >= 0) { /* the sign is pulled out */
            fmpq_abs(value, value);
            add_parts(c, s, parts, value);
        }
        if (c->kind == GAME24_SUM && c->choosy == GAME24_ALL && alone) {
            fmpq_neg(value, &s->results[k].value);
            add_parts(c, s, parts, value);
        }
    }
    fmpq_clear(value);
}

static game24_forms *forms_of(game24_memo *m, game24_set *s);

static const game24_parts *parts_of(void *user, size_t set) {
    counting *c = user;
    game24_set *s = c->hand->sets[set];
    game24_forms *f = forms_of(c->hand->memo, s);
    game24_parts *parts = &f->parts[c->kind][c->choosy];
    if (!f->listed[c->kind][c->choosy]) {
        list_parts(c, s, parts);
        f->listed[c->kind][c->choosy] = true;
    }
    return parts;
}

static bool part_with(void *user, size_t set, const fmpq *value, bool divisor, bool selfneg, game24_part *part) {
    counting *c = user;
    fmpq_t wanted;
    fmpq_init(wanted);
    fmpq_set(wanted, value);
    if (divisor)
        fmpq_inv(wanted, wanted);
    count_part(c, c->hand->sets[set], wanted, selfneg, c->more);
    fmpq_clear(wanted);
    *part = (game24_part){.value = *value, .forms = *c->more, .divisor = divisor, .selfneg = selfneg};
    return !fmpz_is_zero(c->more);
}

/* ---- counting a whole sub-multiset ---- */

static void clear_forms(void *thing) {
    game24_forms *f = thing;
    fmpz_clear(&f->pairs);
    for (size_t kind = 0; kind < GAME24_KINDS; kind++) {
        fmpz_clear(&f->selfneg[kind]);
        for (size_t choosy = 0; choosy < GAME24_CHOOSY; choosy++)
            for (size_t k = 0; k < f->parts[kind][choosy].count; k++) {
                fmpq_clear(&f->parts[kind][choosy].items[k].value);
                fmpz_clear(&f->parts[kind][choosy].items[k].forms);
            }
    }
}

/* The counts of a set, all 0 at first. */
static game24_forms *forms_of(game24_memo *m, game24_set *s) {
    if (s->forms)
        return s->forms;
    s->forms = ARENA_NEW(m->arena, game24_forms);
    arena_at_free(m->arena, clear_forms, s->forms);
    for (size_t kind = 0; kind < GAME24_KINDS && !is_card(s); kind++) {
        s->forms->one[kind] = number_integers(m->arena, s->count);
        s->forms->both[kind] = number_integers(m->arena, s->count);
    }
    return s->forms;
}

/* A whole met while all values are counted. Until they are finished, `both` holds all forms, signs pulled out in a
 * product: those of a value and its negative are held by the first, if that is a result. */
static void take_whole(void *user, const game24_choice *choices, size_t count) {
    counting *c = user;
    const game24_choice *whole = &choices[count - 1];
    game24_forms *f = c->set->forms;
    if (whole->selfneg && c->kind == GAME24_PRODUCT) {
        fmpz_add(&f->selfneg[GAME24_PRODUCT], &f->selfneg[GAME24_PRODUCT], &whole->forms);
        return;
    }
    const game24_result *r = game24_find(c->set, &whole->value);
    if (!r && c->kind == GAME24_PRODUCT)
        r = negative_of(c, c->set, &whole->value);
    if (!r) /* a sum without a tree */
        return;
    fmpz *counts = c->choosy == GAME24_ONE ? f->one[c->kind] : f->both[c->kind];
    fmpz_add(&counts[r - c->set->results], &counts[r - c->set->results], &whole->forms);
}

static game24_walk walk_of(counting *c, size_t set, game24_kind kind, game24_choosy choosy) {
    c->kind = kind;
    c->choosy = choosy;
    return (game24_walk){.hand = c->hand,
                         .set = set,
                         .kind = kind,
                         .parts = parts_of,
                         .part_with = part_with,
                         .found = take_whole,
                         .user = c};
}

/* `forms` *= how many multisets of `count` there are. */
static void times_multisets(fmpz_t forms, const fmpz_t different, size_t count, fmpz_t factor) {
    for (size_t k = 0; k < count; k++) {
        fmpz_add_ui(factor, different, k);
        fmpz_mul(forms, forms, factor);
        fmpz_divexact_ui(forms, forms, k + 1);
    }
}

/* selfneg multisets of terms that have `copies` times the set as their union and are all of that set: pairs of a term
 * and its negative, and selfneg terms. Into c->forms. */
static void count_balanced(counting *c, game24_set *s, size_t copies) {
    const game24_forms *f = forms_of(c->hand->memo, s);
    fmpz_t one_way;
    fmpz_init(one_way);
    fmpz_zero(c->forms);
    for (size_t pairs = 0; pairs * 2 <= copies; pairs++) {
        fmpz_one(one_way);
        times_multisets(one_way, is_card(s) ? &(const fmpz){1} : &f->pairs, pairs, c->more);
        times_multisets(one_way, &f->selfneg[GAME24_PRODUCT], copies - 2 * pairs, c->more);
        fmpz_add(c->forms, c->forms, one_way);
    }
    fmpz_clear(one_way);
}

/* Enters the terms of one sub-multiset into the table of selfneg sums: of each union, those with none, one, … of it. */
static void take_balanced(counting *c, size_t whole, size_t part, fmpz *sums) {
    const game24_hand *h = c->hand;
    for (size_t set = whole; set; set--) {
        size_t rest = set;
        if (!game24_within(h, set, whole))
            continue;
        for (size_t copies = 1; game24_within(h, part, rest); copies++) {
            rest -= part;
            if (fmpz_is_zero(&sums[rest]))
                continue;
            count_balanced(c, h->sets[part], copies);
            fmpz_addmul(&sums[set], &sums[rest], c->forms);
        }
    }
}

static void count_selfneg_sums(counting *c, size_t set) {
    bool pair = false;
    for (size_t k = 0; k < c->hand->kinds; k++)
        pair |= game24_times(c->hand, set, k) > 1;
    if (!pair)
        return;
    arena *scratch = arena_scratch(c->hand->memo->arena);
    arena_mark start = arena_here(scratch);
    fmpz *sums = number_integers(scratch, set + 1);
    fmpz_one(&sums[0]);
    for (size_t place = 1; c->hand->order[place] != set; place++)
        if (game24_within(c->hand, c->hand->order[place], set))
            take_balanced(c, set, c->hand->order[place], sums);
    fmpz_set(&c->set->forms->selfneg[GAME24_SUM], &sums[set]);
    arena_back(scratch, start);
}

/* From all sums to those of kind both. */
static void finish_sums(counting *c) {
    game24_forms *f = c->set->forms;
    for (size_t k = 0; k < c->set->count; k++) {
        fmpz *both = &f->both[GAME24_SUM][k];
        const game24_result *opposite = negative_of(c, c->set, &c->set->results[k].value);
        fmpz_sub(both, both, &f->one[GAME24_SUM][k]);
        if (opposite)
            fmpz_sub(both, both, &f->one[GAME24_SUM][opposite - c->set->results]);
        if (fmpq_is_zero(&c->set->results[k].value))
            fmpz_sub(both, both, &f->selfneg[GAME24_SUM]);
    }
}

/* From all products, signs pulled out, to those of kind both, with signs. */
static void finish_products(counting *c) {
    game24_forms *f = c->set->forms;
    for (size_t k = 0; k < c->set->count; k++) {
        const fmpq *value = &c->set->results[k].value;
        fmpz *both = &f->both[GAME24_PRODUCT][k], *one = f->one[GAME24_PRODUCT];
        const game24_result *opposite = negative_of(c, c->set, value);
        if (fmpq_sgn(value) < 0 && opposite)
            continue;
        fmpz_sub(both, both, &one[k]);
        if (fmpq_is_zero(value))
            fmpz_mul_2exp(both, both, 1);
        else if (opposite) {
            fmpz_sub(both, both, &one[opposite - c->set->results]);
            fmpz_set(&f->both[GAME24_PRODUCT][opposite - c->set->results], both);
        }
    }
}

static void count_pairs(counting *c) {
    game24_forms *f = c->set->forms;
    for (size_t k = 0; k < c->set->count; k++)
        fmpz_add(&f->pairs, &f->pairs, &f->both[GAME24_PRODUCT][k]);
    fmpz_fdiv_q_2exp(&f->pairs, &f->pairs, 1);
    for (size_t k = 0; k < c->set->count; k++)
        fmpz_add(&f->pairs, &f->pairs, &f->one[GAME24_PRODUCT][k]);
}

static bool count_set(game24_hand *h, size_t set) {
    h->memo->full |= !game24_has_room(h->memo, h->sets[set]->count * ((size_t)2 * GAME24_KINDS * sizeof(fmpz)));
    if (h->memo->full)
        return false;
    counting c = new_counting(h, set);
    forms_of(h->memo, c.set);
    for (game24_kind kind = 0; kind < GAME24_KINDS && !is_card(c.set); kind++)
        for (game24_choosy choosy = 0; choosy < GAME24_CHOOSY; choosy++) {
            game24_walk walk = walk_of(&c, set, kind, choosy);
            game24_walk_through(&walk);
        }
    if (!is_card(c.set)) {
        count_selfneg_sums(&c, set);
        finish_sums(&c);
        finish_products(&c);
        count_pairs(&c);
    }
    end_counting(&c);
    return true;
}

bool game24_count_sets(game24_hand *h, size_t most_cards) {
    for (size_t place = 1; place < h->count && h->sets[h->order[place]]->size <= most_cards; place++)
        if (!h->sets[h->order[place]]->forms && !count_set(h, h->order[place]))
            return false;
    return true;
}

/* ---- counting one value ---- */

static void take_wanted(void *user, const game24_choice *choices, size_t count) {
    counting *c = user;
    const game24_choice *whole = &choices[count - 1];
    fmpz *to = c->kind == GAME24_PRODUCT && whole->selfneg ? c->selfneg : c->total;
    fmpz_add(to, to, &whole->forms);
}

/* Forms of one kind and value; those of selfneg products apart. */
static void count_wanted(counting *c, size_t set, game24_kind kind, game24_choosy choosy, const fmpq *value) {
    game24_walk walk = walk_of(c, set, kind, choosy);
    walk.wanted = value;
    walk.found = take_wanted;
    fmpz_zero(c->total);
    fmpz_zero(c->selfneg);
    game24_walk_through(&walk);
}

void game24_classes_at(game24_hand *h, size_t set, const fmpq *value, fmpz_t classes) {
    counting c = new_counting(h, set);
    fmpq_t size, negative;
    fmpq_init(size);
    fmpq_init(negative);
    fmpq_abs(size, value);
    fmpq_neg(negative, value);
    fmpz_zero(classes);
    if (is_card(c.set))
        fmpz_set_ui(classes, game24_find(c.set, value) != NULL);
    else {
        count_wanted(&c, set, GAME24_SUM, GAME24_ALL, value); /* those without a tree are negatives of kind one */
        fmpz_set(classes, c.total);
        count_wanted(&c, set, GAME24_SUM, GAME24_ONE, negative);
        fmpz_sub(classes, classes, c.total);
        count_wanted(&c, set, GAME24_PRODUCT, GAME24_ALL, size);
        fmpz_add(classes, classes, c.total);
        if (fmpq_is_zero(value)) /* kind both: the form and its negative */
            fmpz_add(classes, classes, c.total);
        fmpz_add(classes, classes, c.selfneg);
        count_wanted(&c, set, GAME24_PRODUCT, GAME24_ONE, negative);
        fmpz_sub(classes, classes, c.total);
    }
    fmpq_clear(size);
    fmpq_clear(negative);
    end_counting(&c);
}

/* ---- walking through forms ---- */

static void pass_on(void *user, const game24_choice *choices, size_t count) {
    const counting *c = user;
    c->found(c->user, choices, count);
}

void game24_each_form(game24_hand *h, size_t set, game24_kind kind, const fmpq *value,
                      void (*found)(void *user, const game24_choice *choices, size_t count), void *user) {
    counting c = new_counting(h, set);
    c.found = found;
    c.user = user;
    game24_walk walk = walk_of(&c, set, kind, GAME24_ALL);
    walk.wanted = value;
    walk.found = pass_on;
    game24_walk_through(&walk);
    end_counting(&c);
}
