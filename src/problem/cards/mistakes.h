/* A well-known mistake at the card game, in one place: a random row can be asked to punish it, and a sheet tells what
 * it leads to. */
#ifndef HANDTRACE_CARDS_MISTAKES_H
#define HANDTRACE_CARDS_MISTAKES_H

#include "number.h"

/* Both players always take the larger end, the left one of equals. What that gives the first and the second. */
void cards_larger_ends(const fmpz *values, size_t n, fmpz_t first, fmpz_t second);

#endif
