/* The calls of a run merged to a graph: each call, by its function and arguments, once. */
#ifndef HANDTRACE_MERGED_H
#define HANDTRACE_MERGED_H

#include "trees/call_look.h"

typedef struct merged_call {
    const story_frame *frame; /* the one that was worked out */
    size_t count;             /* how often it is called below the root */
    size_t entered, returned; /* when it was first entered and answered, in the order of events */
    size_t level;             /* from 0; arrows lead to greater ones */
    int64_t length; /* of calls with two whole numbers that are told apart by it: their distance + 1, else 0 */
    bool best;      /* the best way from the root uses it */
} merged_call;

typedef struct merged_need {
    size_t from, to; /* calls */
    str label;       /* what the trace writes at it */
    size_t count;    /* how often one call of `from` calls `to` */
    bool best;
} merged_need;

typedef struct merged {
    merged_call *calls; /* the root first; of calls that one call makes, those of smaller arguments first */
    size_t count, capacity;
    merged_need *needs;
    size_t need_count, need_capacity;
    size_t levels, all; /* all: calls below the root, itself counted */
    bool has_best;      /* something was to be chosen on the best way */
} merged;

enum { MERGED_MOST = 4000 };

/* False with an error if a call needs itself, or there are more than MERGED_MOST. */
bool merged_below(drawing *d, const char *figure, const story_frame *root, merged *m);

#endif
