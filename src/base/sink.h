/* Where bytes go as they are made. */
#ifndef HANDTRACE_SINK_H
#define HANDTRACE_SINK_H

#include "str.h"

/* `write` takes the next bytes and keeps none of them; false if it failed, after saying so in an error of its own. */
typedef struct sink {
    bool (*write)(void *user, str bytes);
    void *user;
} sink;

/* A sink into a buffer in memory. */
sink sink_into(strbuf *b);

#endif
