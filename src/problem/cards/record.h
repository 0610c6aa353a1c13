/* The work on a row of cards as the events of a trace: the calls, the tables f and s, the way back and the play. */
#ifndef HANDTRACE_CARDS_RECORD_H
#define HANDTRACE_CARDS_RECORD_H

#include "cards/lead.h"
#include "kit/dp_trace.h"

/* About how many bytes the events take at most; SIZE_MAX if that is beyond counting. */
size_t cards_record_bytes(const cards_row *row);
/* The recurrence of the row, whose plain and memo runs make at most `most` calls. The way back of its table follows
 * what player A gets. NULL if there is no memory. */
dp_run *cards_run(const cards_lead *c, uint64_t most, arena *a);
/* As many events as table, way back and moves come to at most. */
size_t cards_table_events(size_t n);
/* The moves of best play; the leads must be filled. */
void cards_record_moves(const cards_lead *c, trace *t);

#endif
