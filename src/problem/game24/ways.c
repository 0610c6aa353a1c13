/* A way to a value is found by its missing operand: for x of the left part and a wanted value t, the right part is
 * asked for t - x, x - t, t + x, t / x, x / t and t x. That takes one look-up for each of these and each x, where
 * solving the set would combine each x with everything. */
#include "game24/memo.h"

typedef struct seeking {
    const fmpq *value;
    fmpq_t wanted;
    game24_way way; /* a, b, i */
    void (*found)(void *user, const game24_way *way);
    void *user;
} seeking;

static void tell_way(seeking *k, char op, bool reversed, size_t j) {
    game24_way way = k->way;
    way.op = op;
    way.reversed = reversed;
    way.j = j;
    if (way.a == way.b && j < way.i) { /* told with the smaller index first */
        way.j = way.i;
        way.i = j;
        way.reversed = !reversed;
    }
    k->found(k->user, &way);
}

/* Both parts the same: a sum or product of the pair is told when the first of the two is i. */
static bool told_elsewhere(const seeking *k, char op, size_t j) {
    return k->way.a == k->way.b && (op == '+' || op == '*') && j < k->way.i;
}

static void seek_wanted(seeking *k, char op, bool reversed) {
    const game24_result *r = game24_find(k->way.b, k->wanted);
    if (r && !told_elsewhere(k, op, (size_t)(r - k->way.b->results)))
        tell_way(k, op, reversed, (size_t)(r - k->way.b->results));
}

/* The value is 0 and so is the operand of the left part: any of the right part makes a product, all but 0 a quotient.
 */
static void seek_any(seeking *k) {
    for (size_t j = 0; j < k->way.b->count; j++) {
        if (!told_elsewhere(k, '*', j))
            tell_way(k, '*', false, j);
        if (!fmpz_is_zero(&k->way.b->results[j].value.num))
            tell_way(k, '/', false, j);
    }
}

static void seek_products(seeking *k) {
    const fmpq *x = &k->way.a->results[k->way.i].value;
    bool zero = fmpz_is_zero(&k->value->num), x_zero = fmpz_is_zero(&x->num), same = k->way.a == k->way.b;
    if (zero && x_zero) {
        seek_any(k);
        return;
    }
    if (x_zero)
        return;
    game24_operate(k->wanted, '/', k->value, x);
    seek_wanted(k, '*', false);
    if (!zero) {
        game24_operate(k->wanted, '/', x, k->value);
        seek_wanted(k, '/', false);
    }
    if (!same) {
        game24_operate(k->wanted, '*', k->value, x);
        seek_wanted(k, '/', true);
    }
}

static void seek_with(seeking *k) {
    const fmpq *x = &k->way.a->results[k->way.i].value;
    game24_operate(k->wanted, '-', k->value, x);
    seek_wanted(k, '+', false);
    game24_operate(k->wanted, '-', x, k->value);
    seek_wanted(k, '-', false);
    if (k->way.a != k->way.b) {
        game24_operate(k->wanted, '+', k->value, x);
        seek_wanted(k, '-', true);
    }
    seek_products(k);
}

void game24_ways(const game24_hand *h, size_t set, const fmpq *value, void (*found)(void *user, const game24_way *way),
                 void *user) {
    seeking k = {.value = value, .found = found, .user = user};
    fmpq_init(k.wanted);
    for (game24_split split = {0, 0}; game24_next_split(h, set, &split);) {
        k.way = (game24_way){.a = h->sets[split.left], .b = h->sets[split.right]};
        for (k.way.i = 0; k.way.i < k.way.a->count; k.way.i++)
            seek_with(&k);
    }
    fmpq_clear(k.wanted);
}

typedef struct adding {
    game24_facts *facts;
    const fmpq *value;
    fmpz_t trees;
} adding;

static void add_way(void *user, const game24_way *way) {
    adding *a = user;
    game24_way_trees(way, a->trees);
    fmpz_add(a->facts->trees, a->facts->trees, a->trees);
    a->facts->whole |= game24_way_whole(way, a->value);
    a->facts->chain |= game24_way_chain(way);
}

static void facts_of_card(const game24_set *s, const fmpq *value, game24_facts *facts) {
    const game24_result *r = game24_find(s, value);
    if (!r)
        return;
    fmpz_one(facts->trees);
    facts->whole = r->whole;
    facts->chain = r->chain;
}

void game24_facts_at(const game24_hand *h, size_t set, const fmpq *value, game24_facts *facts) {
    if (h->sets[set]->size == 1) {
        facts_of_card(h->sets[set], value, facts);
        return;
    }
    adding a = {.facts = facts, .value = value};
    fmpz_init(a.trees);
    game24_ways(h, set, value, add_way, &a);
    fmpz_clear(a.trees);
}
