/* How fast the calls grow with the row, as a table of a trace: it cannot be enumerated, but counted. */
#ifndef HANDTRACE_CARDS_GROWTH_H
#define HANDTRACE_CARDS_GROWTH_H

#include "trace.h"

/* The run `growth`: the table `growth` with a row for each length from 1 on, at least 10 and at most 20 of them, in
 * between up to `n` cards; its columns are the calls of the plain recursion and how many of them are different. */
void cards_record_growth(size_t n, trace *t);

#endif
