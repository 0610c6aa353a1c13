/* Random rows of cards, also such that a given mistake shows on them. */
#ifndef HANDTRACE_CARDS_RANDOM_H
#define HANDTRACE_CARDS_RANDOM_H

#include "cards/lead.h"
#include "error.h"

/* One line a wish that `--random` knows, for help. */
extern const char cards_random_help[];
/* The row that these wishes and this seed decide. False on error. `max-frames` is passed over: it is no wish. */
bool cards_random(const datum *wishes, uint64_t seed, cards_row *row, arena *a, error *e);

#endif
