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

#include "game24/walk.h"

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
