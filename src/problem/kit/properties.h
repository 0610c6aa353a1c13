/* Properties that can be wished for of an instance drawn at random, each a test. */
#ifndef HANDTRACE_PROPERTIES_H
#define HANDTRACE_PROPERTIES_H

#include "datum.h"
#include "error.h"

/* What a problem's tests look at; each problem that uses this says what it is. */
struct draw;

typedef struct property {
    const char *name;
    bool (*holds)(const struct draw *d);
} property;

/* Takes a wish for one of them (`all` ends with a row without name) and marks it in `asked`, one flag a row; else an
 * error as of wish_unknown. False on error. */
bool property_wish(const property *all, const datum *wish, bool *asked, const char *what, const char *help, error *e);
/* Whether all that are asked for hold. */
bool properties_hold(const property *all, const bool *asked, const struct draw *d);

#endif
