/* How many calls a recursion may have and still be traced: the option --max-calls, kept in the instance as
 * `max_frames` if it was given. A run that would have more is left out of a trace; a note `frames.too_many` says so. */
#ifndef HANDTRACE_MAX_FRAMES_H
#define HANDTRACE_MAX_FRAMES_H

#include "number.h"
#include "problem.h"

#define MAX_FRAMES_OPTION                                                                                              \
    {                                                                                                                  \
        .name = "max-calls", .value = "N",                                                                             \
        .help = "calls that a recursion may have and still be traced, 100000 unless said"                              \
    }

/* Puts what the options say into the instance. False on error. */
bool max_frames_read(const datum *options, datum *instance, arena *a, error *e);
/* Whether what an instance from a trace says can be one. */
bool max_frames_valid(const datum *instance, error *e);
/* What the instance says, or the limit that holds unless said. */
uint64_t max_frames_of(const datum *instance);

/* Whether a run of that many calls is traced; else notes in `t` that it is not. `run`: its id. */
bool max_frames_allow(uint64_t limit, const char *run, const fmpz_t calls, trace *t);

#endif
