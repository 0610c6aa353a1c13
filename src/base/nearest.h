/* "Did you mean": the known word nearest to one that is unknown. */
#ifndef HANDTRACE_NEAREST_H
#define HANDTRACE_NEAREST_H

#include "str.h"

/* The word of `words` that differs from `word` by the fewest insertions, deletions, substitutions and swaps of
 * neighbours (optimal string alignment), the first of equals; empty if none differs by at most a third of its letters
 * (one letter is always allowed, unless nothing would be left of the word). */
str nearest_word(str word, const str *words, size_t count, arena *a);

#endif
