/* Marking an answer to the longest common subsequence. */
#ifndef HANDTRACE_LCS_ANSWER_H
#define HANDTRACE_LCS_ANSWER_H

#include "lcs/table.h"

/* The mark of `text` as an answer (problem.h), whichever longest common subsequence it is. Every character counts,
 * unless the answer makes sense only without its quotes, with ␣ for a space, or as a list: then it is read so. The
 * length alone is marked too. */
datum *lcs_mark(const lcs_pair *p, str text, arena *a);

#endif
