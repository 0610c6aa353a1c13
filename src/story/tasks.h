/* Which steps of a run a student is set: one worked out in full, one to be completed, one to be done alone. */
#ifndef HANDTRACE_STORY_TASKS_H
#define HANDTRACE_STORY_TASKS_H

#include "story.h"

/* Cells in the order they are filled, each with something to choose among where there are such; NULL where there are
 * too few. They are the same in an exercise and its key, since they do not hang on values. */
typedef struct story_tasks {
    const story_step *worked, *completed, *alone;
} story_tasks;

story_tasks story_tasks_of(const story_run *r);

#endif
