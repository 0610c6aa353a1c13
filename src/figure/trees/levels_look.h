/* The levels of a cost tree at a moment: a table whose columns are labelled nodes, size, each and cost, a row a level,
 * and a table `total` with their sum. */
#ifndef HANDTRACE_LEVELS_LOOK_H
#define HANDTRACE_LEVELS_LOOK_H

#include "draw/drawing.h"

typedef struct level_look {
    int64_t number;
    str nodes, size, each, cost; /* empty: left out for an exercise, or not known yet */
    bool expanded;               /* its cost is known at the moment, to the figure or to whoever fills it in */
    bool current;                /* the step of the moment belongs to it */
} level_look;

typedef struct levels_look {
    const story_table *table;
    level_look *levels; /* all of them, in order */
    size_t count;
    size_t expanded; /* how many are, from the first on */
    str total;       /* empty: left out, or not known yet */
    bool summed;
} levels_look;

/* The table of levels of a run, or NULL. */
const story_table *levels_table(const story_run *r);
/* The step ends a level, or sums them up. */
bool levels_step(const story_step *step);
levels_look levels_look_at(drawing *d);

/* A count that is drawn node by node; SIZE_MAX if it is none or beyond `most`. */
size_t level_count(str value, size_t most);
/* part/whole as a share from 0 to 1; 0 where it is none. */
double level_share(const drawing *d, str part, str whole);

#endif
