/* How an expansion grows: bytes and the marks that say whence they came. */
#ifndef HANDTRACE_EXPANSION_H
#define HANDTRACE_EXPANSION_H

#include "mustache.h"

/* How many phrases may say one another, and sections hold one another. */
enum { EXPANSION_DEPTH = 64 };

/* Makes an expansion ready to grow, unless it is already growing. */
void expansion_begin(expansion *x, arena *a);
/* Adds bytes [from, to) of a template as they stand. */
void expansion_add_literal(expansion *x, const wording_text *t, size_t from, size_t to, const context *c, arena *a);
/* Notes that what is added next was put in for bytes [at, at + length) of a source. */
void expansion_mark_value(expansion *x, const source *source, size_t at, size_t length, const context *c, arena *a);
/* After additions to the buffer: `text` shows it. */
void expansion_settle(expansion *x);

#endif
