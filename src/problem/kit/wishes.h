/* What the readers of wishes (--random) have in common. A wish is an item of the map of wishes: a key with a text, or
 * alone. Messages name it; all errors are STATUS_USAGE. */
#ifndef HANDTRACE_WISHES_H
#define HANDTRACE_WISHES_H

#include "datum.h"
#include "error.h"

/* An integer from `least` to `most`, both included. False on error. */
bool wish_integer(const datum *wish, int64_t least, int64_t most, int64_t *value, error *e);
/* The name of a property: it stands alone. False on error. */
bool wish_alone(const datum *wish, error *e);
/* What min= and max= came to. False on error. */
bool wish_range(int64_t least, int64_t most, error *e);
/* There is no such wish: an error; false. `what` they are for: "a polygon"; `help`: those that there are. */
bool wish_unknown(const datum *wish, const char *what, const char *help, error *e);

/* How many instances may be drawn until one has the properties wished for, if the test of one takes `steps` steps:
 * fewer where each costs more. */
size_t wish_draws(size_t steps);
/* Whether any property is asked for. */
bool wish_any(const bool *asked, size_t count);

#endif
