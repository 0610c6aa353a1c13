/* A part of a tree of calls that shows its repeats and fits a figure. */
#ifndef HANDTRACE_CALL_SAMPLE_H
#define HANDTRACE_CALL_SAMPLE_H

#include "story.h"

/* {name: "c(2,4)", for the parameter `root` of a figure; whole: it is the first call}, of a run with calls; false if no
 * call that asks for something twice is small enough. */
datum *call_sample(const story_run *run, arena *a);

#endif
