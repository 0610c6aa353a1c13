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

/* Code knows no escape, so what would end it in a value stands there as a noncharacter until it has been read: U+FDD1
 * and on for ` ~ | and the line end. */
#define CODE_SIGNS "`~|\n"
#define CODE_SIGN_FIRST 0xFDD1

/* The next code span or formula at or after `from` in the text of one unit (a paragraph, heading, item, table row).
 * `more`: the text goes on, so that a $ at its end may open a formula. No blank stands after an opening $ and no digit
 * before it; no blank stands before a closing one and no digit after it; \$ is a sign. (Pandoc's rules, but for the
 * digit before: "6$, or $x$" has one price and one formula.) Between $$ and $$ all is formula. */
inline_span inline_next(str unit, size_t from, bool more);

/* Blanks and quote marks (>) at a line's start do not count here. */
bool inline_line_is_blank(str line);
/* A line of three or more ` or ~, which opens or closes a block of code: how many, else 0. */
size_t inline_line_fence(str line);
/* Where the unit that begins with the line at `from` ends: before a blank line, a fence, or a line that begins a unit
 * of its own (a heading, an item, a table row) unless a formula between $$ and $$ is open. A heading is one line. */
size_t inline_unit_end(str text, size_t from);
/* What the end of `before` stands in: a formula, code (a block of code too, unless it holds blank lines), or neither.
 */
inline_kind inline_kind_at_end(str before);
/* How far back one has to look in a text that grows: the end of `before` stands in the same as the end of
 * [result, before.len) does, and so it is for all that is added later. `known` is 0, or the result for a shorter text.
 */
size_t inline_settled(str before, size_t known);

#endif
