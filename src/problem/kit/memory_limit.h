/* How much memory a solver, or the trace of its work, may take. It is reckoned before any of it is taken, so that an
 * instance that is too large gets a message rather than the machine on its knees. */
#ifndef HANDTRACE_MEMORY_LIMIT_H
#define HANDTRACE_MEMORY_LIMIT_H

#include "trace.h"

/* Sums and products of sizes that stay at SIZE_MAX once they leave the range. */
static inline size_t size_plus(size_t x, size_t y) {
    size_t sum;
    return __builtin_add_overflow(x, y, &sum) ? SIZE_MAX : sum;
}

static inline size_t size_times(size_t x, size_t y) {
    size_t product;
    return __builtin_mul_overflow(x, y, &product) ? SIZE_MAX : product;
}

/* Whether so many bytes may be taken (SIZE_MAX: beyond counting); else an error (STATUS_INPUT): WHOLE ("a row of 9
 * cards is too long"): WHAT may need so much of memory … ADVICE ("", or how less would do). */
bool memory_allow(size_t bytes, str whole, const char *what, const char *advice, error *e);

/* Whether the trace `t`, which will hold that much, and what is made of it may be taken; else such an error. */
bool trace_allow(const trace_size *size, const trace *t, str whole, error *e);

/* Whether so many tries of one kind may be made in all (SIZE_MAX: beyond counting), which is a matter of seconds: at
 * most `most` million; else an error (STATUS_INPUT): WHOLE: it needs … million tries, … million is the limit. Counted,
 * not timed, so that the same instance is refused everywhere or nowhere. */
bool tries_allow(size_t tries, size_t most, str whole, error *e);
/* "1024 MB is the limit, HANDTRACE_MEMORY=4096 allows more" where so many bytes are needed beside what is taken (0: it
 * is not known how many), in the error's arena. */
str memory_limit_text(const error *e, size_t bytes);

#endif
