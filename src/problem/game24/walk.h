/* All ways to write a sub-multiset of a hand as a sum of terms, or as a product of factors, so flat that no term is a
 * sum and no factor a product: the multisets of two parts and more that have the whole as their union.
 *
 * Parts are met by their value only: a part stands for all forms of its sub-multiset with that value. */
#ifndef HANDTRACE_GAME24_WALK_H
#define HANDTRACE_GAME24_WALK_H

#include "game24/memo.h"

typedef enum game24_kind { GAME24_SUM, GAME24_PRODUCT, GAME24_KINDS } game24_kind;

/* Forms of one sub-multiset that serve as parts, told apart by what they do to the value of the whole. */
typedef struct game24_part {
    fmpq value;   /* what is added, or what is multiplied by: of a divisor its inverse */
    fmpz forms;   /* how many there are */
    bool divisor; /* in a product */
    bool selfneg; /* in a product: each is its own negative, as 5 - 5 is */
} game24_part;

typedef struct game24_parts {
    game24_part *items;
    size_t count, capacity;
} game24_parts;

/* One part of a whole, and what the parts up to it make. */
typedef struct game24_choice {
    size_t set;       /* its sub-multiset */
    game24_part part; /* value and forms are borrowed */
    size_t item;      /* its index among the parts of the set; SIZE_MAX if it was looked up */
    size_t times;     /* how many of the last choices, this one included, are the same part */
    size_t rest;      /* the sub-multiset that is left after it */
    fmpq value;       /* of the parts so far */
    fmpz forms;       /* what they stand for */
    bool dividend;    /* one of them is no divisor */
    bool selfneg;     /* one of them is */
} game24_choice;

typedef struct game24_walk {
    const game24_hand *hand;
    size_t set; /* the whole */
    game24_kind kind;
    const fmpq *wanted; /* only wholes of that value; NULL for all */
    /* The parts that a sub-multiset serves with. */
    const game24_parts *(*parts)(void *user, size_t set);
    /* The part with that value, if there is one. Its numbers are borrowed until the next call. */
    bool (*part_with)(void *user, size_t set, const fmpq *value, bool divisor, bool selfneg, game24_part *part);
    /* A whole: its last choice has its value and its forms. */
    void (*found)(void *user, const game24_choice *choices, size_t count);
    void *user;
} game24_walk;

void game24_walk_through(const game24_walk *w);

#endif
