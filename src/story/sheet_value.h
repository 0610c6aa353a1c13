/* Numbers as sentences have them. */
#ifndef HANDTRACE_STORY_SHEET_VALUE_H
#define HANDTRACE_STORY_SHEET_VALUE_H

#include "datum.h"

enum { SHEET_LINE_DIGITS = 15 }; /* a number with more digits is rounded in sentences */

/* {tex, approx}: a number to stand inside $…$, rounded to two digits (1.2 × 10⁴⁷) when it has too many for a line. */
datum *sheet_value(str value, arena *a);
/* The text of `tex` there. */
str sheet_tex(str value, arena *a);
/* Whether it is rounded there. */
bool sheet_is_long(str value);
/* How many digits a text has, signs left out. */
size_t sheet_digits(str value);

#endif
