/* Random instances with properties (--random): drawn again until one has all that are wished for. What is drawn has a
 * size n, and numbers from `min` to `max`. */
#ifndef HANDTRACE_DRAWS_H
#define HANDTRACE_DRAWS_H

#include "kit/random.h"
#include "kit/wishes.h"

/* A test that an instance drawn must pass; `tag` is handed to it. */
typedef struct property {
    const char *name;
    bool (*holds)(void *user, int tag);
    int tag;
} property;

typedef struct draws {
    const char *one, *many, *parts; /* "a polygon", "polygons", "vertices" */
    const char *help;               /* of the wishes, for the message on an unknown one */
    int64_t most, most_tested;      /* n; n where properties are tested */
    int64_t smallest;               /* of the numbers, as is the largest, 10 to the power of 15 */
    const property *properties;     /* ends with a row without name; at most MOST_PROPERTIES */
    /* Takes a wish of the problem's own: whether it is one; what is wrong with it goes into `e`. May be NULL. */
    bool (*own)(void *user, const datum *wish, error *e);
    void (*draw)(void *user, random_source *r); /* the next instance */
    void (*begin)(void *user);                  /* before each test of its properties */
} draws;

enum { MOST_PROPERTIES = 16 };

/* What was wished for. Begin with what holds unless said. */
typedef struct draw_wishes {
    int64_t n, least, most;
    bool asked[MOST_PROPERTIES]; /* by row of properties */
} draw_wishes;

/* False on error. */
bool draws_read(const draws *d, const datum *wishes, draw_wishes *w, void *user, error *e);
/* Draws, again and again if properties are asked for, until one has them; a test takes `steps` steps. False on error.
 */
bool draws_make(const draws *d, const draw_wishes *w, size_t steps, uint64_t seed, void *user, error *e);

#endif
