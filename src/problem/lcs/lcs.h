/* What the files of this room do for the problem's row in lcs.c. */
#ifndef HANDTRACE_LCS_H
#define HANDTRACE_LCS_H

#include "kit/dp_trace.h"
#include "lcs/table.h"

/* The recurrence, whose plain run makes at most `most` calls. The texts must outlive it. NULL if there is no memory. */
dp_run *lcs_run(const unit_pair *p, uint64_t most, arena *a);
/* As many events as its table and the way back come to at most. */
size_t lcs_table_events(const unit_pair *p);
/* What the tables and the way back come to at least. */
trace_size lcs_record_size(const unit_pair *p, arena *a);

/* The mark of `text` as an answer (problem.h), whichever longest common subsequence it is. Every character counts,
 * unless the answer makes sense only without its quotes, with ␣ for a space, or as a list: then it is read so. The
 * length alone is marked too. */
datum *lcs_mark(const unit_pair *p, str text, arena *a);

/* The wishes that --random knows, a line each. */
extern const char lcs_random_help[];
/* {x, y}: two texts that the seed and the wishes decide. NULL on error. */
datum *lcs_random(const datum *wishes, uint64_t seed, arena *a, error *e);

#endif
