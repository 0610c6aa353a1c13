/* The 24-point game's dynamic programming: the values that each sub-multiset of a hand can reach, each with the number
 * of trees that reach it.
 *
 * A memo serves many hands: a sub-multiset is solved once, whichever hands it belongs to. Equal cards are one and the
 * same, so {3, 3, 8, 8} has 8 sub-multisets and not 15. */
#ifndef HANDTRACE_GAME24_MEMO_H
#define HANDTRACE_GAME24_MEMO_H

#include "error.h"
#include "number.h"

enum { GAME24_MOST_CARDS = 32 }; /* of a hand */

/* One value that a sub-multiset reaches. */
typedef struct game24_result {
    fmpq value;
    fmpz trees; /* binary trees with it, up to commutativity, equal cards alike */
    bool whole; /* one of them has whole numbers only */
    bool chain; /* one of them takes in one card at a time */
} game24_result;

typedef struct game24_forms game24_forms; /* of game24_classes.h */

typedef struct game24_set {
    size_t *cards; /* numbers of the cards in the memo, ascending */
    size_t size;
    bool solved;
    game24_result *results; /* in the order in which they were found */
    size_t count, capacity;
    uint32_t *slots; /* hash table of the results by value: 1 + index, 0 for free; a power of two of them */
    size_t slot_count;
    size_t computed;     /* results before equal ones were put together */
    game24_forms *forms; /* NULL until they are counted */
} game24_set;

typedef struct game24_memo {
    arena *arena;
    fmpq *cards; /* the different cards, ascending */
    size_t card_count;
    game24_set **sets; /* hash table by cards; NULL is free */
    size_t set_count, set_slots;
    bool tried_too_often; /* the sets of a hand would have taken more than 100 million tries: they are not solved */
    bool full;            /* no more memory may be taken: what is solved last is incomplete */
} game24_memo;

/* A memo for hands of these cards (which may be equal, in any order). */
game24_memo *game24_memo_new(const str *cards, size_t count, arena *a);
/* Whether so many bytes more may be taken in the memo's arena. */
bool game24_has_room(const game24_memo *m, size_t more);
/* Which card of the memo that number is. */
size_t game24_card_of(const game24_memo *m, const fmpq *value);
/* The result with that value, or NULL. */
game24_result *game24_find(const game24_set *s, const fmpq *value);

/* A hand with its sub-multisets. A sub-multiset has a number in mixed radix: the hand 3 3 8 8 has the kinds 3 and 8,
 * two of each, and {3, 8, 8} is 1 × 3 + 2. */
typedef struct game24_hand {
    game24_memo *memo;
    size_t size, kinds;
    size_t card[GAME24_MOST_CARDS], times[GAME24_MOST_CARDS], stride[GAME24_MOST_CARDS];
    size_t count;      /* of sub-multisets, the empty one included */
    game24_set **sets; /* by number; sets[0] is NULL */
    size_t *order;     /* the numbers by size, then by cards; order[0] is 0 */
    size_t *place;     /* the inverse of it */
} game24_hand;

/* NULL with a message if it has too many sub-multisets. */
game24_hand *game24_hand_new(game24_memo *m, const str *cards, size_t count, arena *a, error *e);
/* How many cards of that kind a sub-multiset has. */
size_t game24_times(const game24_hand *h, size_t set, size_t kind);
/* The number of a set among the sub-multisets of the hand, which it is one of. */
size_t game24_number_of(const game24_hand *h, const game24_set *s);
bool game24_within(const game24_hand *h, size_t part, size_t whole);

/* A split of `set` into two parts, the smaller one left, equal sizes by cards. Begin with left = 0; false at the end.
 */
typedef struct game24_split {
    size_t left, right;
} game24_split;
bool game24_next_split(const game24_hand *h, size_t set, game24_split *s);

/* How a result is made of a value of each part. */
typedef struct game24_way {
    const game24_set *a, *b;
    size_t i, j;   /* results a->results[i], b->results[j] */
    char op;       /* + - * / */
    bool reversed; /* b - a, b / a */
} game24_way;

/* Whether a result of the way has a tree with whole numbers only, and one that takes in one card at a time. */
static inline bool game24_way_whole(const game24_way *way, const fmpq *value) {
    return way->a->results[way->i].whole && way->b->results[way->j].whole && value->den == 1;
}

static inline bool game24_way_chain(const game24_way *way) {
    return (way->a->size == 1 && way->b->results[way->j].chain) || (way->b->size == 1 && way->a->results[way->i].chain);
}

/* What is told while a set is solved. */
typedef struct game24_watch {
    void *user;
    void (*split)(void *user, const game24_split *s);
    void (*result)(void *user, const game24_way *way, const fmpq *value, bool dup);
} game24_watch;

/* Solves one sub-multiset, if its parts are solved and it is not; watched, also if it is. False if memory ran out. */
bool game24_solve_set(game24_hand *h, size_t set);
bool game24_solve_set_watched(game24_hand *h, size_t set, const game24_watch *watch);
/* Solves all sub-multisets of at most that many cards. False if memory ran out, or if those of one size would take more
 * than 100 million tries. */
bool game24_solve_sets(game24_hand *h, size_t most_cards);

/* The ways to a value of a set whose parts are solved, one after the other, found by looking the missing operand up;
 * the set itself need not be solved. */
void game24_ways(const game24_hand *h, size_t set, const fmpq *value, void (*found)(void *user, const game24_way *way),
                 void *user);
/* The trees that a way stands for, as a number; `trees` is set. */
void game24_way_trees(const game24_way *way, fmpz_t trees);

/* What a value of a set has. */
typedef struct game24_facts {
    fmpz_t trees;
    bool whole, chain;
} game24_facts;
/* Adds up the ways; `facts` must be initialised with trees = 0. */
void game24_facts_at(const game24_hand *h, size_t set, const fmpq *value, game24_facts *facts);

/* a op b into r; small numbers quickly. Dividing by 0 is not allowed. */
void game24_operate(fmpq *r, char op, const fmpq *a, const fmpq *b);
/* An array of zeroes whose numbers are cleared with the arena. */
fmpq *game24_fractions(arena *a, size_t count);

#endif
