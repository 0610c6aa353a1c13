/* What the engine of recurrences needs from this program: a trace to write into, and whole numbers of any size. */
#ifndef HANDTRACE_DP_TRACE_H
#define HANDTRACE_DP_TRACE_H

#include "dp.h"
#include "number.h"
#include "trace.h"

/* Values of type fmpz. */
extern const dp_values dp_integers;

/* Events of that trace. Equal texts are kept once. */
dp_sink dp_to_trace(trace *t);
/* A run that ends with the arena; `d` and its functions are copied. Its own memory counts in the
 * arena's budget. */
dp_run *dp_begin_in(const dp *d, arena *a);
/* Whether a step of the run was done; else its error is set, as one of the input. */
bool dp_done(const dp_run *r, int done, error *e);
/* The runs `table` and, if it makes at most `most` calls, `plain`. False on error. */
bool dp_record(dp_run *r, uint64_t most, trace *t, error *e);
/* The value of a place that has been worked out, as a trace has it: "-12", "inf", "true". */
str dp_text(const dp *d, const dp_run *r, dp_place p, arena *a);

#endif
