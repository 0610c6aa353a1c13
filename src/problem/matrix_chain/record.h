/* The work on a chain of matrices as the events of a trace. Indices there count from 1. */
#ifndef HANDTRACE_MATRIX_RECORD_H
#define HANDTRACE_MATRIX_RECORD_H

#include "matrix_chain/table.h"
#include "trace.h"

/* What the events come to at least, with the plain recursion if it makes at most `max_frames` calls. */
trace_size matrix_record_size(size_t n, uint64_t max_frames);
/* The recurrence of a filled table, each candidate, then the way back and the tree of the order kept: the run `table`.
 * Then the run `plain`, the recursion that asks for the same cost again and again, if it has at most `max_frames`
 * calls; else a note in the first run says how many there would be. False on error. */
bool matrix_record(const matrix_table *table, uint64_t max_frames, trace *t, error *e);

#endif
