/* What looks wrong in a recurrence file: it is run with its example and with random instances, and its words are read.
 */
#ifndef HANDTRACE_FILE_TRY_H
#define HANDTRACE_FILE_TRY_H

#include "problem.h"

/* A mistake has a place in the file (found), a remark a text. */
typedef struct try_finding {
    error found;
    str remark;   /* empty: a mistake */
    str instance; /* where it showed, as one would type it in a shell; empty: everywhere */
    size_t times; /* in how many instances */
} try_finding;

typedef struct try_report {
    try_finding *items; /* mistakes first */
    size_t count, capacity;
    size_t mistakes;
    size_t drawn; /* random instances that were run */
} try_report;

/* Runs the file of a problem that file_problem made: its example, and `count` random instances of a seed if it draws
 * any. The report lives in the arena. */
try_report file_try(const problem *p, uint64_t seed, uint64_t count, arena *a);

#endif
