/* The card game as it is first written down, two functions that call each other, as the events of a trace: each call
 * with its arguments and value, once as it stands and once with a memo. */
#ifndef HANDTRACE_CARDS_CALLS_H
#define HANDTRACE_CARDS_CALLS_H

#include "cards_lead.h"
#include "trace.h"

/* How many calls the plain recursion on n cards makes, win included: 2^(n+1) − 1. */
void cards_plain_calls(size_t n, fmpz_t count);
/* How many different calls of f and s there are: n (n + 1). */
void cards_distinct_calls(size_t n, fmpz_t count);
/* How many calls the recursion with a memo makes, win and hits included: 2n² − 2n + 3, but 1 without cards. */
void cards_memo_calls(size_t n, fmpz_t count);

/* Adds the run `plain` or `memo`. The memo is asked before the base case. */
void cards_record_calls(const cards_lead *c, bool memo, trace *t);
/* As many events as it records. */
size_t cards_call_events(size_t n, bool memo);

#endif
