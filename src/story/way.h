/* The way back of a run that tells none. */
#ifndef HANDTRACE_STORY_WAY_H
#define HANDTRACE_STORY_WAY_H

#include "story.h"

/* Gives the run a way back, and sets way_is_derived: from the cell {"table","at"} of the answer (NULL: there is none)
 * if it is one of the run's, else from the cell set last, along what is kept. Leaves the run as it is where that cell
 * chose nothing. */
void story_derive_way(story_run *r, const datum *answer, arena *a);

#endif
