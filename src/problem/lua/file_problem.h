/* A recurrence file as a problem: its inputs are read from the command line, its instances drawn, answers marked. */
#ifndef HANDTRACE_FILE_PROBLEM_H
#define HANDTRACE_FILE_PROBLEM_H

#include "problem.h"

/* The problem that `where` tells, called `name`; in `language` ("en", "zh") examples that differ by language are taken.
 * NULL on error. It lives in the arena, and `where` must outlive it. */
const problem *file_problem(const source *where, str name, str language, arena *a, error *e);
/* The file of such a problem; NULL if it is a room of the program. */
struct lua_file *file_problem_file(const problem *p);
/* An instance as one would type it in a shell, input after input: 1,5,6 10. */
str file_problem_typed(const datum *instance, arena *a);
/* An instance of a recurrence file in one line, typeset, as its trace tells it; for running feet and titles. */
str file_problem_written(const datum *instance, const datum *recurrence, arena *a);

#endif
