/* Marking an answer to the polygon game, "edge 1: (…)". */
#ifndef HANDTRACE_POLYGON_ANSWER_H
#define HANDTRACE_POLYGON_ANSWER_H

#include "error.h"
#include "polygon/solver.h"

/* What `check` in problem.h promises: right or not, the exact value, and why, in words and as key and args of a phrase.
 * NULL if the text is no answer. */
datum *polygon_mark(const datum *instance, str answer, arena *a, error *e);

#endif
