/* Marking an answer to the longest common subsequence. */
#ifndef HANDTRACE_LCS_ANSWER_H
#define HANDTRACE_LCS_ANSWER_H

#include "lcs_table.h"

/* The mark of `text` as an answer (problem.h), whichever longest common subsequence it is. Every character counts. */
datum *lcs_mark(const lcs_pair *p, str text, arena *a);

#endif
