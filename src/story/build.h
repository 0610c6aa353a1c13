/* From a trace to its story. */
#ifndef HANDTRACE_STORY_BUILD_H
#define HANDTRACE_STORY_BUILD_H

#include "story.h"
#include "trace.h"

/* The story of a trace that trace_from_lines or a solver made. NULL and an error if events contradict each other. */
story *story_build(const trace *t, arena *a, error *e);

#endif
