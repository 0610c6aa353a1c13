/* Random recurrences, also such that a given mistake shows on them. */
#ifndef HANDTRACE_RECURRENCE_RANDOM_H
#define HANDTRACE_RECURRENCE_RANDOM_H

#include "error.h"
#include "recurrence/form.h"

/* One line a wish that `--random` knows, for help. */
extern const char recurrence_random_help[];
/* The recurrence that these wishes and this seed decide. False on error. */
bool recurrence_random(const datum *wishes, uint64_t seed, recurrence *r, arena *a, error *e);

#endif
