/* What `check` of every problem answers with: whether an answer is right, and why. */
#ifndef HANDTRACE_VERDICT_H
#define HANDTRACE_VERDICT_H

#include "datum.h"

typedef struct verdict {
    const char *problem; /* its name */
    str answer;          /* as it was given */
    bool right;
    str value;       /* what the answer comes to; empty, null in the object, if it comes to nothing */
    str why;         /* the sentence in English */
    const char *key; /* of the sentence among the phrases */
    datum *args;     /* the facts in it, a map */
} verdict;

datum *verdict_object(const verdict *v, arena *a);

#endif
