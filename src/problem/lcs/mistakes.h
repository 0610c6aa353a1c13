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

#endif
