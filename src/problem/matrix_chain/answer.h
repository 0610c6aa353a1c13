/* Marking an order of multiplication, "((A1(A2A3))((A4A5)A6))". */
#ifndef HANDTRACE_MATRIX_ANSWER_H
#define HANDTRACE_MATRIX_ANSWER_H

#include "error.h"
#include "matrix_chain/table.h"

/* What `check` in problem.h promises: right or not, the exact cost, and why, in words and as key and args of a phrase.
 * NULL if the text is no product. */
datum *matrix_mark(const matrix_chain *c, str answer, arena *a, error *e);

#endif
