/* What the files of this room do for the problem's row in cards.c. */
#ifndef HANDTRACE_CARDS_H
#define HANDTRACE_CARDS_H

#include "cards/lead.h"
#include "error.h"
#include "kit/dp_trace.h"

/* How many calls the plain recursion on n cards makes, win included: 2^(n+1) − 1. */
void cards_plain_calls(size_t n, fmpz_t count);
/* How many different calls of f and s there are: n (n + 1). */
void cards_distinct_calls(size_t n, fmpz_t count);
/* How many calls the recursion with a memo makes, win and hits included: 2n² − 2n + 3, but 1 without cards. */
void cards_memo_calls(size_t n, fmpz_t count);
/* As many events as the recursion comes to. */
size_t cards_call_events(size_t n, bool memo);
/* The run `growth`: the table `growth` with a row for each length from 1 on, at least 10 and at most 20 of them, in
 * between up to `n` cards; its columns are the calls of the plain recursion and how many of them are different. */
void cards_record_growth(size_t n, trace *t);

/* What the events come to at least, with the recursions that make at most `most` calls. */
trace_size cards_record_size(size_t n, uint64_t most, arena *a);
/* The recurrence of the row, whose plain and memo runs make at most `most` calls. The way back of its table follows
 * what player A gets. NULL if there is no memory. */
dp_run *cards_run(const cards_lead *c, uint64_t most, arena *a);
/* As many events as table, way back and moves come to at most. */
size_t cards_table_events(size_t n);

/* What `check` in problem.h promises: right or not, player A's score, and why, in words and as key and args of a
 * phrase. NULL if the text is no answer: a play, or scores, or both. */
datum *cards_mark(const cards_lead *c, str answer, arena *a, error *e);

/* One line a wish that `--random` knows, for help. */
extern const char cards_random_help[];
/* The row that these wishes and this seed decide. False on error. `max-calls` is passed over: it is no property. */
bool cards_random(const datum *wishes, uint64_t seed, cards_row *row, arena *a, error *e);

#endif
