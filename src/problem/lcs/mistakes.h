/* Well-known mistakes at longest common subsequences, each in one place: a random pair can be asked to punish it, and a
 * sheet tells what it finds. */
#ifndef HANDTRACE_LCS_MISTAKES_H
#define HANDTRACE_LCS_MISTAKES_H

#include "kit/units.h"

/* Units that two texts have in common, in order. */
typedef struct lcs_common {
    size_t *at[2]; /* places in x and in y, from 1 */
    size_t count;
} lcs_common;

/* Room for any units in common of these texts; none yet. */
lcs_common lcs_common_new(const unit_pair *p, arena *a);
void lcs_common_add(lcs_common *common, size_t i, size_t j);

/* Each unit of x that still occurs in what is left of y, taken at once, where it occurs first. */
lcs_common lcs_taken_at_once(const unit_pair *p, arena *a);
/* The longest common substring; of several the one that ends first in x, then in y. */
lcs_common lcs_unbroken(const unit_pair *p, arena *a);

/* What a wrong recurrence gives for the length: one that copies the value on the diagonal where units differ, or one
 * that adds 1 to the larger neighbour where they are equal. */
typedef enum lcs_slip { LCS_COPIES_DIAGONAL, LCS_ADDS_TO_NEIGHBOUR } lcs_slip;
size_t lcs_slipped_length(const unit_pair *p, lcs_slip slip, arena *a);

#endif
