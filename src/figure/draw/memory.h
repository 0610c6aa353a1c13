/* What a figure keeps from one moment to the next. It is forgotten when it has grown large, and when anything that the
 * drawings depend on is another: story, theme, fonts, phrases, language, parameters. */
#ifndef HANDTRACE_FIGURE_MEMORY_H
#define HANDTRACE_FIGURE_MEMORY_H

#include "draw/drawing.h"

enum { MEMORY_BUCKETS = 4096 };

/* Its lists belong to those who draw; `arena` has what they hold. */
struct figure_memory {
    arena *arena;
    const story *story;
    const fonts *fonts;
    const phrases *phrases;
    const datum *params;
    theme theme;
    str lang;
    bool begun;
    struct kept_piece **pieces; /* MEMORY_BUCKETS of them */
    struct kept_table *tables;  /* a list */
    size_t grid_count;          /* numbers given to grids; not forgotten with the rest */
};

/* Ready for that request: empty if it may not serve it. */
void figure_memory_for(figure_memory *m, const figure_request *q);

#endif
