/* The memo holds one set for each sub-multiset of any hand, found by its cards; a set holds its results in the order of
 * their discovery and a hash table over their values. A hand sees its own sub-multisets by number:
 *
 *   hand 3 3 8 8        order   1 card   2 cards            3 cards              4 cards
 *   kinds  3  8                 {3} {8}  {3,3} {3,8} {8,8}  {3,3,8} {3,8,8}      {3,3,8,8}
 *   times  2  2                    │                           │
 *   stride 3  1         sets ──────┴── of the memo, shared with other hands ──▶  results, slots
 */
#include "game24/memo.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>

enum { MOST_SETS = 1 << 16 };

/* ---- fractions ---- */

/* Numerators and denominators below 2^30 can be multiplied and added within a machine word. */
static inline bool is_short(const fmpq *q) {
    const slong limit = 1L << 30;
    return (ulong)(q->num + limit) <= 2 * (ulong)limit && (ulong)q->den <= (ulong)limit;
}

static inline void set_words(fmpq *r, slong over, slong under) {
    if (under < 0) {
        over = -over;
        under = -under;
    }
    if (under != 1) {
        ulong divisor = n_gcd(over < 0 ? -(ulong)over : (ulong)over, (ulong)under);
        if (divisor > 1) {
            over /= (slong)divisor;
            under /= (slong)divisor;
        }
    }
    _fmpz_demote(&r->num);
    _fmpz_demote(&r->den);
    r->num = over;
    r->den = under;
}

static void operate_long(fmpq *r, char op, const fmpq *a, const fmpq *b) {
    switch (op) {
    case '+':
        fmpq_add(r, a, b);
        break;
    case '-':
        fmpq_sub(r, a, b);
        break;
    case '*':
        fmpq_mul(r, a, b);
        break;
    default:
        fmpq_div(r, a, b);
        break;
    }
}

static inline void operate(fmpq *r, char op, const fmpq *a, const fmpq *b) {
    if (!is_short(a) || !is_short(b)) {
        operate_long(r, op, a, b);
        return;
    }
    slong p = a->num, q = a->den, s = b->num, t = b->den;
    switch (op) {
    case '+':
        set_words(r, p * t + s * q, q * t);
        break;
    case '-':
        set_words(r, p * t - s * q, q * t);
        break;
    case '*':
        set_words(r, p * s, q * t);
        break;
    default:
        set_words(r, p * t, q * s);
        break;
    }
}

void game24_operate(fmpq *r, char op, const fmpq *a, const fmpq *b) {
    operate(r, op, a, b);
}

typedef struct fractions {
    fmpq *items;
    size_t count;
} fractions;

static void clear_fractions(void *thing) {
    const fractions *f = thing;
    for (size_t k = 0; k < f->count; k++)
        fmpq_clear(&f->items[k]);
}

fmpq *game24_fractions(arena *a, size_t count) {
    fractions *f = ARENA_NEW(a, fractions);
    *f = (fractions){ARENA_ARRAY(a, fmpq, count), count};
    for (size_t k = 0; k < count; k++)
        fmpq_init(&f->items[k]);
    arena_at_free(a, clear_fractions, f);
    return f->items;
}

/* ---- results by value ---- */

static inline ulong word_of(const fmpz *x) {
    return COEFF_IS_MPZ(*x) ? fmpz_fdiv_ui(x, UINT64_C(18446744073709551557)) : (ulong)*x;
}

static inline size_t hash_of(const fmpq *q) {
    ulong h = word_of(&q->num) * UINT64_C(0x9E3779B97F4A7C15) ^ word_of(&q->den) * UINT64_C(0xC2B2AE3D27D4EB4F);
    h ^= h >> 32;
    h *= UINT64_C(0xD6E8FEB86659FD93);
    return (size_t)(h ^ h >> 29);
}

static inline bool same_value(const fmpq *a, const fmpq *b) {
    return (a->num == b->num && a->den == b->den) ||
           ((COEFF_IS_MPZ(a->num) || COEFF_IS_MPZ(a->den)) && fmpq_equal(a, b));
}

/* The slot that holds the value, or the free one where it belongs. */
static inline uint32_t *slot_of(const game24_set *s, const fmpq *value) {
    size_t mask = s->slot_count - 1, at = hash_of(value) & mask;
    while (s->slots[at] && !same_value(&s->results[s->slots[at] - 1].value, value))
        at = (at + 1) & mask;
    return &s->slots[at];
}

game24_result *game24_find(const game24_set *s, const fmpq *value) {
    if (!s->slot_count)
        return NULL;
    uint32_t slot = *slot_of(s, value);
    return slot ? &s->results[slot - 1] : NULL;
}

static void fill_slots(game24_set *s, size_t count, arena *a) {
    s->slots = ARENA_ARRAY(a, uint32_t, count);
    s->slot_count = count;
    for (size_t k = 0; k < s->count; k++)
        *slot_of(s, &s->results[k].value) = (uint32_t)k + 1;
}

/* ---- the memo ---- */

static void clear_memo(void *thing) {
    const game24_memo *m = thing;
    for (size_t k = 0; k < m->set_slots; k++)
        for (size_t i = 0; m->sets[k] && i < m->sets[k]->count; i++) {
            fmpq_clear(&m->sets[k]->results[i].value);
            fmpz_clear(&m->sets[k]->results[i].trees);
        }
}

bool game24_has_room(const game24_memo *m, size_t more) {
    return more <= arena_room(m->arena);
}

static int order_fractions(const void *a, const void *b) {
    return fmpq_cmp(a, b);
}

game24_memo *game24_memo_new(const str *cards, size_t count, arena *a) {
    game24_memo *m = ARENA_NEW(a, game24_memo);
    m->arena = a;
    m->cards = game24_fractions(a, count);
    for (size_t k = 0; k < count; k++)
        fmpq_set(&m->cards[k], number_from_text(a, cards[k])->q);
    qsort(m->cards, count, sizeof *m->cards, order_fractions);
    for (size_t k = 0; k < count; k++)
        if (!k || !fmpq_equal(&m->cards[k], &m->cards[m->card_count - 1]))
            fmpq_swap(&m->cards[m->card_count++], &m->cards[k]);
    m->set_slots = 64;
    m->sets = ARENA_ARRAY(a, game24_set *, m->set_slots);
    arena_at_free(a, clear_memo, m);
    return m;
}

size_t game24_card_of(const game24_memo *m, const fmpq *value) {
    size_t low = 0, high = m->card_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(fmpq_cmp(&m->cards[middle], value) <= 0 ? &low : &high) = middle;
    }
    return low;
}

static size_t hash_cards(const size_t *cards, size_t size) {
    size_t h = size;
    for (size_t k = 0; k < size; k++)
        h = (h ^ cards[k]) * (size_t)UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 31;
}

static game24_set **set_slot(const game24_memo *m, const size_t *cards, size_t size) {
    size_t mask = m->set_slots - 1, at = hash_cards(cards, size) & mask;
    while (m->sets[at] && (m->sets[at]->size != size || memcmp(m->sets[at]->cards, cards, size * sizeof *cards) != 0))
        at = (at + 1) & mask;
    return &m->sets[at];
}

static void grow_memo(game24_memo *m) {
    game24_memo old = *m;
    m->set_slots *= 2;
    m->sets = ARENA_ARRAY(m->arena, game24_set *, m->set_slots);
    for (size_t k = 0; k < old.set_slots; k++)
        if (old.sets[k])
            *set_slot(m, old.sets[k]->cards, old.sets[k]->size) = old.sets[k];
}

static game24_set *set_with(game24_memo *m, const size_t *cards, size_t size) {
    game24_set **slot = set_slot(m, cards, size);
    if (*slot)
        return *slot;
    game24_set *s = *slot = ARENA_NEW(m->arena, game24_set);
    s->cards = ARENA_ARRAY(m->arena, size_t, size);
    memcpy(s->cards, cards, size * sizeof *cards);
    s->size = size;
    if (++m->set_count * 2 > m->set_slots)
        grow_memo(m);
    return s;
}

/* ---- a hand ---- */

size_t game24_times(const game24_hand *h, size_t set, size_t kind) {
    return set / h->stride[kind] % (h->times[kind] + 1);
}

size_t game24_number_of(const game24_hand *h, const game24_set *s) {
    size_t set = 0;
    for (size_t k = 0, kind = 0; k < s->size; k++) {
        while (h->card[kind] != s->cards[k])
            kind++;
        set += h->stride[kind];
    }
    return set;
}

bool game24_within(const game24_hand *h, size_t part, size_t whole) {
    for (size_t k = 0; k < h->kinds; k++)
        if (game24_times(h, part, k) > game24_times(h, whole, k))
            return false;
    return true;
}

static int order_sizes(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* The kinds of card, how many there are of each, and what each counts in the number of a sub-multiset. */
static bool take_kinds(game24_hand *h, const str *cards, size_t count, arena *a) {
    size_t sorted[GAME24_MOST_CARDS];
    for (size_t k = 0; k < count; k++)
        sorted[k] = game24_card_of(h->memo, number_from_text(a, cards[k])->q);
    qsort(sorted, count, sizeof *sorted, order_sizes);
    for (size_t k = 0; k < count; k++) {
        if (!k || sorted[k] != sorted[k - 1])
            h->card[h->kinds++] = sorted[k];
        h->times[h->kinds - 1]++;
    }
    h->count = 1;
    for (size_t k = h->kinds; k-- > 0;) {
        h->stride[k] = h->count;
        h->count *= h->times[k] + 1;
        if (h->count > MOST_SETS)
            return false;
    }
    return true;
}

static void take_sets(game24_hand *h, arena *a) {
    h->sets = ARENA_ARRAY(a, game24_set *, h->count);
    h->order = ARENA_ARRAY(a, size_t, h->count);
    h->place = ARENA_ARRAY(a, size_t, h->count);
    for (size_t set = 1; set < h->count; set++) {
        size_t cards[GAME24_MOST_CARDS], size = 0;
        for (size_t k = 0; k < h->kinds; k++)
            for (size_t times = game24_times(h, set, k); times; times--)
                cards[size++] = h->card[k];
        h->sets[set] = set_with(h->memo, cards, size);
    }
    size_t place = 1;
    for (size_t size = 1; size <= h->size; size++)
        for (size_t set = h->count - 1; set; set--)
            if (h->sets[set]->size == size) {
                h->order[place] = set;
                h->place[set] = place++;
            }
}

game24_hand *game24_hand_new(game24_memo *m, const str *cards, size_t count, arena *a, error *e) {
    game24_hand *h = ARENA_NEW(a, game24_hand);
    h->memo = m;
    h->size = count;
    if (count > GAME24_MOST_CARDS) {
        error_plain(e, STATUS_INPUT, "a hand of %zu cards is too large: %d is the limit", count, GAME24_MOST_CARDS);
        return NULL;
    }
    if (!take_kinds(h, cards, count, a)) {
        error_plain(e, STATUS_INPUT, "a hand of %zu cards with so many different ones is too large", count);
        return NULL;
    }
    take_sets(h, a);
    return h;
}

bool game24_next_split(const game24_hand *h, size_t set, game24_split *s) {
    size_t size = h->sets[set]->size;
    for (size_t place = h->place[s->left] + 1; place < h->count; place++) {
        size_t left = h->order[place], left_size = h->sets[left]->size;
        if (left_size * 2 > size)
            return false;
        if (!game24_within(h, left, set) || (left_size * 2 == size && h->place[set - left] < place))
            continue;
        *s = (game24_split){left, set - left};
        return true;
    }
    return false;
}

/* ---- solving ---- */

typedef struct solving {
    game24_memo *memo;
    game24_set made; /* what is being solved */
    arena *scratch;
    fmpq_t value; /* to work with */
    fmpz_t trees;
} solving;

void game24_way_trees(const game24_way *way, fmpz_t trees) {
    const fmpz *left = &way->a->results[way->i].trees, *right = &way->b->results[way->j].trees;
    if (way->a == way->b && way->i == way->j && (way->op == '+' || way->op == '*')) {
        fmpz_add_ui(trees, left, 1); /* pairs of trees without order, a tree may meet itself */
        fmpz_mul(trees, trees, left);
        fmpz_fdiv_q_2exp(trees, trees, 1);
    } else
        fmpz_mul(trees, left, right);
}

static bool grow_results(solving *w) {
    game24_set *s = &w->made;
    if (!game24_has_room(w->memo, (s->count + 1) * 2 * (sizeof *s->results + 4 * sizeof *s->slots)))
        return false;
    s->results = arena_grow(w->scratch, s->results, &s->capacity, s->count + 1, sizeof *s->results);
    if (s->capacity * 2 > s->slot_count) {
        size_t slots = 32;
        while (slots < s->capacity * 2)
            slots *= 2;
        fill_slots(s, slots, w->scratch);
    }
    return true;
}

/* The result of that value, a new one without trees if there was none; NULL if memory ran out. */
static inline game24_result *result_with(solving *w, const fmpq *value, bool *dup) {
    game24_set *s = &w->made;
    if (s->count == s->capacity && !grow_results(w))
        return NULL;
    uint32_t *slot = slot_of(s, value);
    *dup = *slot != 0;
    if (*dup)
        return &s->results[*slot - 1];
    *slot = (uint32_t)++s->count;
    game24_result *r = &s->results[s->count - 1];
    *r = (game24_result){0};
    fmpq_init(&r->value);
    fmpq_set(&r->value, value);
    return r;
}

static inline __attribute__((always_inline)) bool take(solving *w, const game24_way *way, const game24_watch *watch) {
    const fmpq *a = &way->a->results[way->i].value, *b = &way->b->results[way->j].value;
    operate(w->value, way->op, way->reversed ? b : a, way->reversed ? a : b);
    bool dup;
    game24_result *r = result_with(w, w->value, &dup);
    if (!r)
        return false;
    w->made.computed++;
    game24_way_trees(way, w->trees);
    fmpz_add(&r->trees, &r->trees, w->trees);
    r->whole |= game24_way_whole(way, w->value);
    r->chain |= game24_way_chain(way);
    if (watch)
        watch->result(watch->user, way, &r->value, dup);
    return true;
}

/* All results of a value of the one part and a value of the other; what commutes, and a value with itself, once. */
static inline __attribute__((always_inline)) bool combine(solving *w, game24_way way, const game24_watch *watch) {
    bool itself = way.a == way.b && way.i == way.j;
    bool zero_a = fmpz_is_zero(&way.a->results[way.i].value.num);
    bool zero_b = fmpz_is_zero(&way.b->results[way.j].value.num);
    game24_way plus = way, minus = way, from = way, times = way, over = way, under = way;
    plus.op = '+';
    minus.op = from.op = '-';
    times.op = '*';
    over.op = under.op = '/';
    from.reversed = under.reversed = true;
    return take(w, &plus, watch) && take(w, &minus, watch) && (itself || take(w, &from, watch)) &&
           take(w, &times, watch) && (zero_b || take(w, &over, watch)) && (itself || zero_a || take(w, &under, watch));
}

static inline __attribute__((always_inline)) bool solve(solving *w, const game24_hand *h, size_t set,
                                                        const game24_watch *watch) {
    for (game24_split split = {0, 0}; game24_next_split(h, set, &split);) {
        if (watch)
            watch->split(watch->user, &split);
        game24_way way = {.a = h->sets[split.left], .b = h->sets[split.right]};
        for (way.i = 0; way.i < way.a->count; way.i++)
            for (way.j = way.a == way.b ? way.i : 0; way.j < way.b->count; way.j++)
                if (!combine(w, way, watch))
                    return false;
    }
    return true;
}

static bool solve_card(solving *w, const game24_hand *h, size_t set) {
    const fmpq *value = &h->memo->cards[h->sets[set]->cards[0]];
    bool dup;
    game24_result *r = result_with(w, value, &dup);
    if (!r)
        return false;
    fmpz_one(&r->trees);
    r->whole = fmpz_is_one(&value->den);
    r->chain = true;
    return true;
}

/* Moves what was made to where it stays. */
static void keep(game24_set *s, const game24_set *made, game24_memo *m) {
    s->results = ARENA_ARRAY(m->arena, game24_result, made->count);
    for (size_t k = 0; k < made->count; k++)
        s->results[k] = made->results[k];
    s->count = s->capacity = made->count;
    s->computed = made->computed;
    size_t slots = 2;
    while (slots < made->count * 2)
        slots *= 2;
    fill_slots(s, slots, m->arena);
    s->solved = true;
}

static void drop(const game24_set *made) {
    for (size_t k = 0; k < made->count; k++) {
        fmpq_clear(&made->results[k].value);
        fmpz_clear(&made->results[k].trees);
    }
}

static inline __attribute__((always_inline)) bool solve_set(game24_hand *h, size_t set, const game24_watch *watch) {
    solving w = {.memo = h->memo, .scratch = arena_scratch(h->memo->arena)};
    game24_set *s = h->sets[set];
    arena_mark start = arena_here(w.scratch);
    fmpq_init(w.value);
    fmpz_init(w.trees);
    bool good = s->size == 1 ? solve_card(&w, h, set) : solve(&w, h, set, watch);
    if (good && !s->solved)
        keep(s, &w.made, h->memo);
    else
        drop(&w.made);
    fmpq_clear(w.value);
    fmpz_clear(w.trees);
    arena_back(w.scratch, start);
    h->memo->full |= !good;
    return good;
}

bool game24_solve_set(game24_hand *h, size_t set) {
    return h->sets[set]->solved || (!h->memo->full && solve_set(h, set, NULL));
}

bool game24_solve_set_watched(game24_hand *h, size_t set, const game24_watch *watch) {
    return !h->memo->full && solve_set(h, set, watch);
}

/* What the sets of that size take in tries, six a pair of results; those solved before take none. Their parts must be
 * solved. */
static size_t tries_of_size(const game24_hand *h, size_t size) {
    size_t pairs = 0;
    for (size_t place = 1; place < h->count; place++) {
        size_t set = h->order[place];
        if (h->sets[set]->size != size || h->sets[set]->solved)
            continue;
        for (game24_split split = {0, 0}; game24_next_split(h, set, &split);)
            pairs += h->sets[split.left]->count * h->sets[split.right]->count;
    }
    return pairs * 6;
}

bool game24_solve_sets(game24_hand *h, size_t most_cards) {
    enum { MOST_TRIES = 100000000 };
    size_t solved = 0;
    for (size_t place = 1; place < h->count && h->sets[h->order[place]]->size <= most_cards; place++) {
        size_t size = h->sets[h->order[place]]->size;
        if (size != solved) /* what is to come is counted first */
            h->memo->tried_too_often |= tries_of_size(h, size) > MOST_TRIES;
        solved = size;
        if (h->memo->tried_too_often || !game24_solve_set(h, h->order[place]))
            return false;
    }
    return true;
}
