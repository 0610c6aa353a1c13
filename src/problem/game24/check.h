/* Marking an answer to the 24-point game: any expression, or the word that there is none. */
#ifndef HANDTRACE_GAME24_CHECK_H
#define HANDTRACE_GAME24_CHECK_H

#include "datum.h"
#include "error.h"

/* What `check` in problem.h promises. */
datum *game24_check(const datum *instance, str answer, arena *a, error *e);

#endif
