/* The work on a longest common subsequence as events: the recurrence as it stands, call by call, then both tables row
 * by row and the way back. */
#ifndef HANDTRACE_LCS_RECORD_H
#define HANDTRACE_LCS_RECORD_H

#include "lcs/table.h"
#include "trace.h"

/* Run `table` and the way back. *calls_allowed is false if the recurrence as it stands makes more than `most` calls: a
 * note says how many. False on error. */
bool lcs_record_table(const lcs_pair *p, uint64_t most, bool *calls_allowed, trace *t, error *e);
/* Run `plain`: those calls. False on error. */
bool lcs_record_calls(const lcs_pair *p, uint64_t most, trace *t, error *e);
/* Bytes that the events take, about. SIZE_MAX if that is beyond counting. */
size_t lcs_record_bytes(const lcs_pair *p, uint64_t most, arena *a);

#endif
