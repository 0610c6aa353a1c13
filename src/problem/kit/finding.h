/* What a mark says of an answer, while it is being found. */
#ifndef HANDTRACE_FINDING_H
#define HANDTRACE_FINDING_H

#include "datum.h"

typedef struct finding {
    const char *key; /* of the sentence; NULL: nothing is found yet */
    datum *args;     /* the facts in it, a map */
    str why;         /* the sentence in English */
} finding;

/* Without facts and words yet. */
finding finding_of(const char *key, arena *a);
/* Adds a fact. */
void finding_index(const finding *f, const char *key, size_t value, arena *a);
void finding_word(const finding *f, const char *key, str value, arena *a);
/* The verdict on an answer; `value`: what it comes to, may be empty. */
datum *finding_verdict(const finding *f, const char *problem, str answer, bool right, str value, arena *a);

#endif
