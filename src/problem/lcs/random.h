/* Random pairs of texts for the longest common subsequence. */
#ifndef HANDTRACE_LCS_RANDOM_H
#define HANDTRACE_LCS_RANDOM_H

#include "datum.h"
#include "error.h"

/* The wishes it knows, a line each. */
extern const char lcs_random_help[];

/* Two texts that the seed and the wishes decide. False on error. */
bool lcs_random(const datum *wishes, uint64_t seed, str *x, str *y, arena *a, error *e);

#endif
