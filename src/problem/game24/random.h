/* Random hands, such that they can be solved unless the contrary is wished. */
#ifndef HANDTRACE_GAME24_RANDOM_H
#define HANDTRACE_GAME24_RANDOM_H

#include "datum.h"
#include "error.h"

/* One line a wish that `--random` knows, for help. */
extern const char game24_random_help[];
datum *game24_random(const datum *wishes, uint64_t seed, arena *a, error *e);

#endif
