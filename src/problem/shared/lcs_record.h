/* The work on a longest common subsequence as events: the recurrence as it stands, call by call, then both tables row
 * by row and the way back. */
#ifndef HANDTRACE_LCS_RECORD_H
#define HANDTRACE_LCS_RECORD_H

#include "lcs_table.h"
#include "trace.h"

/* Run `plain`, if it makes at most `most` calls. Run `table`: fills the table; with a note on the calls if they are too
 * many to be recorded. */
void lcs_record(lcs_table *t, const lcs_pair *p, size_t most, trace *trace);
/* Bytes that the events take, about. SIZE_MAX if that is beyond counting. */
size_t lcs_record_bytes(const lcs_pair *p, size_t most, arena *a);

#endif
