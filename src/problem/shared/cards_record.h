/* The work on a row of cards as the events of a trace: the tables f and s, the way back and the play. */
#ifndef HANDTRACE_CARDS_RECORD_H
#define HANDTRACE_CARDS_RECORD_H

#include "cards_lead.h"
#include "trace.h"

/* About how many bytes the events take at most; SIZE_MAX if that is beyond counting. */
size_t cards_record_bytes(const cards_row *row);
/* The run `table`: fills the leads, recording every candidate. */
void cards_record_table(cards_lead *c, trace *t);
/* As many events as both come to at most. */
size_t cards_table_events(size_t n);
/* The way back through the tables and the moves, after the table. */
void cards_record_play(const cards_lead *c, trace *t);

#endif
