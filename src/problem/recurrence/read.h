/* Recurrences as people type them: a=4 b=2 f=n n=8. */
#ifndef HANDTRACE_RECURRENCE_READ_H
#define HANDTRACE_RECURRENCE_READ_H

#include "error.h"
#include "recurrence/form.h"

/* The four values in any order, spaces or commas between them. False on error, with its place. */
bool recurrence_read(const source *text, recurrence *r, arena *a, error *e);
/* f alone, "3n^2 log n", at bytes [at, at + length) of `text`. */
bool recurrence_read_f(const source *text, size_t at, size_t length, recurrence *r, arena *a, error *e);

#endif
