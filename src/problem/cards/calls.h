/* How much work the card game is as it is first written down, two functions that call each other. */
#ifndef HANDTRACE_CARDS_CALLS_H
#define HANDTRACE_CARDS_CALLS_H

#include "number.h"

/* How many calls the plain recursion on n cards makes, win included: 2^(n+1) − 1. */
void cards_plain_calls(size_t n, fmpz_t count);
/* How many different calls of f and s there are: n (n + 1). */
void cards_distinct_calls(size_t n, fmpz_t count);
/* How many calls the recursion with a memo makes, win and hits included: 2n² − 2n + 3, but 1 without cards. */
void cards_memo_calls(size_t n, fmpz_t count);

/* As many events as the recursion comes to. */
size_t cards_call_events(size_t n, bool memo);

#endif
