/* From a trace to its story. */
#ifndef HANDTRACE_STORY_BUILD_H
#define HANDTRACE_STORY_BUILD_H

#include "story.h"
#include "trace.h"

/* The story of a trace that trace_from_lines or a solver made. NULL and an error if events contradict each other, at
 * their line in the trace's file if it has one. Forgiving where nothing is contradicted: a set or try of a cell that no
 * cell event began begins a step of its own; cells may be begun inside one another; a cell may be set again by a later
 * step. */
story *story_build(const trace *t, arena *a, error *e);
/* The bytes that the story of a trace of that size takes at least, while it is built. */
size_t story_bytes(const trace_size *size);

#endif
