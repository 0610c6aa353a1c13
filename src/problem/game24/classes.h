/* How many classes of trees a sub-multiset has for each value, counted without listing them.
 *
 * A class is a form: a sum of cards and products with signs, or a product of cards and sums with exponents 1 and -1,
 * signs pulled out of the factors. A form has a negative. Three kinds are to be told apart:
 *
 *   one      only the form has a tree, its negative has none: 3 + 8, 3 × 8
 *   both     both have: 3 - 8 and 8 - 3, 3 × (5 - 8)
 *   selfneg  the form is its own negative: 5 - 5, (5 - 5) × 3 */
#ifndef HANDTRACE_GAME24_CLASSES_H
#define HANDTRACE_GAME24_CLASSES_H

#include "game24/memo.h"

/* ---- walk.c ---- */

/* All ways to write a sub-multiset of a hand as a sum of terms, or as a product of factors, so flat that no term is a
 * sum and no factor a product: the multisets of two parts and more that have the whole as their union.
 *
 * Parts are met by their value only: a part stands for all forms of its sub-multiset with that value. */

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

/* ---- classes.c ---- */

/* Which forms serve as parts: all, each with every sign; or those of kind one, as they are. */
typedef enum game24_choosy { GAME24_ALL, GAME24_ONE, GAME24_CHOOSY } game24_choosy;

struct game24_forms {
    fmpz *one[GAME24_KINDS], *both[GAME24_KINDS]; /* by result: forms of that value that have a tree */
    fmpz selfneg[GAME24_KINDS];                   /* of value 0 */
    fmpz pairs;                                   /* products that are not selfneg, a form and its negative as one */
    game24_parts parts[GAME24_KINDS][GAME24_CHOOSY];
    bool listed[GAME24_KINDS][GAME24_CHOOSY]; /* whether `parts` are there */
};

/* Counts the forms of all sub-multisets of at most that many cards; they must be solved. False if memory ran out. */
bool game24_count_sets(game24_hand *h, size_t most_cards);
/* The classes of a sub-multiset with that value; all smaller ones must be counted. */
void game24_classes_at(game24_hand *h, size_t set, const fmpq *value, fmpz_t classes);
/* Tells all sums or all products of that value, which is at least 0, by their parts. A product and its negative are
 * one; so are a sum of another value than 0 and its negative, of value 0 both are told. */
void game24_each_form(game24_hand *h, size_t set, game24_kind kind, const fmpq *value,
                      void (*found)(void *user, const game24_choice *choices, size_t count), void *user);

#endif
