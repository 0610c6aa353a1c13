/* The work on a longest common subsequence as events: the recurrence as it stands, call by call, then both tables row
 * by row and the way back. */
#ifndef HANDTRACE_LCS_RECORD_H
#define HANDTRACE_LCS_RECORD_H

#include "lcs_table.h"
#include "trace.h"

/* Run `table`: fills the table, and goes the way back. False if the recurrence as it stands makes more than `most`
 * calls: a note says how many. */
bool lcs_record_table(lcs_table *t, const lcs_pair *p, uint64_t most, trace *trace);
/* Run `plain`: those calls. */
void lcs_record_calls(const lcs_pair *p, trace *trace);
/* Bytes that the events take, about. SIZE_MAX if that is beyond counting. */
size_t lcs_record_bytes(const lcs_pair *p, uint64_t most, arena *a);

#endif
