/* Random polygons, also such that a given mistake shows on them. */
#ifndef HANDTRACE_POLYGON_RANDOM_H
#define HANDTRACE_POLYGON_RANDOM_H

#include "error.h"
#include "polygon/solver.h"

/* One line a wish that `--random` knows, for help. */
extern const char polygon_random_help[];
/* The game that these wishes and this seed decide; the best value of each try comes from `chains`. False on error. */
bool polygon_random(const datum *wishes, uint64_t seed, polygon_game *game, arena *a, error *e);

#endif
