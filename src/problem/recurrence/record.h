/* The work on a recurrence as the events of a trace. */
#ifndef HANDTRACE_RECURRENCE_RECORD_H
#define HANDTRACE_RECURRENCE_RECORD_H

#include "recurrence/form.h"
#include "trace.h"

/* Fills the levels, recording each of their numbers; then, where they are few enough to be drawn, the calls of two
 * programs that have this cost tree: one whose calls know their size alone, and one that hands each call a part of its
 * own. */
void recurrence_record(levels *l, trace *t);

#endif
