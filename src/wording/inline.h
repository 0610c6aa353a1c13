/* Markdown's line level as far as escaping and mathematics need it: where code and formulas begin and end. */
#ifndef HANDTRACE_INLINE_H
#define HANDTRACE_INLINE_H

#include "str.h"

typedef enum inline_kind { INLINE_NONE, INLINE_CODE, INLINE_MATH, INLINE_DISPLAY } inline_kind;

typedef struct inline_span {
    inline_kind kind; /* INLINE_NONE: there is no more */
    size_t from, to;  /* with its delimiters */
    size_t fence;     /* bytes of one delimiter */
    bool closed;      /* false: it runs to the end of the text */
} inline_span;

/* The next code span or formula at or after `from` in the text of one unit (a paragraph, heading, item, table row).
 * `more`: the text goes on, so that a $ at its end may open a formula. The rules for $ are Pandoc's: no blank after the
 * opening one, none before the closing one and no digit after it; \$ is a sign. Between $$ and $$ all is formula. */
inline_span inline_next(str unit, size_t from, bool more);

/* Whether a line stands for itself before what follows (a heading) or begins a unit of its own (an item, a table row).
 * Blanks and quote marks (>) at its start do not count. */
bool inline_line_is_heading(str line);
bool inline_line_begins_unit(str line);
/* Nothing but blanks and quote marks. */
bool inline_line_is_blank(str line);
/* Where the unit that the end of `before` stands in begins. */
size_t inline_unit_start(str before);

#endif
