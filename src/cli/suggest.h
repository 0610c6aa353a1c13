/* "did you mean": names that could have been meant by a word. */
#ifndef HANDTRACE_SUGGEST_H
#define HANDTRACE_SUGGEST_H

#include "str.h"

typedef struct suggestion {
    arena *arena;
    str word; /* what was written */
    str *names;
    size_t count, capacity;
} suggestion;

suggestion suggest_for(str word, arena *a);
void suggest_offer(suggestion *s, str name);
/* "; did you mean NAME?" with the nearest name, or with the shortest that the word begins; else `otherwise`. */
str suggest_text(const suggestion *s, const char *otherwise);

#endif
