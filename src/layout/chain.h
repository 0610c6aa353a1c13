/* A row of boxes, such as numbers and the operators between them, broken into lines where it is too long. */
#ifndef HANDTRACE_CHAIN_H
#define HANDTRACE_CHAIN_H

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct chain_link {
    double w;
    double gap;  /* to the link before, if that stands on the same line */
    bool joined; /* never begins a line */
    double x;    /* written: left edge */
    size_t line; /* written: from 0 */
} chain_link;

typedef struct chain_extent {
    double w;
    size_t lines;
} chain_extent;

/* Places the links from left to right on the fewest lines that are no wider than `width` (0: one line), the lines as
 * even as that number allows. A stretch that cannot be broken stands alone on a line even if it is too wide. */
chain_extent chain_place(chain_link *links, size_t count, double width);

#endif
