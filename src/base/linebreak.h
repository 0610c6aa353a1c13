/* Where lines may end, by UAX #14 with the customs of a language (libunibreak behind it), made safe and fit for sheets:
 * never inside a grapheme, and not between an operator and its operands. */
#ifndef HANDTRACE_LINEBREAK_H
#define HANDTRACE_LINEBREAK_H

#include "str.h"

typedef enum line_break {
    LINE_BREAK_INSIDE, /* inside a character or grapheme: never */
    LINE_BREAK_NEVER,  /* between graphemes, but only where nothing else helps */
    LINE_BREAK_POOR,   /* bad style: around × ÷ −, inside m[2, 3], between a number and its measure word */
    LINE_BREAK_LATE,   /* allowed, but better not: before a number that names something ("边 1") */
    LINE_BREAK_ALLOWED,
    LINE_BREAK_FORCED, /* after a line end in the text */
} line_break;

/* Says for each byte offset 0..text.len what kind of break may stand before that byte (`LINE_BREAK_FORCED` at the end,
 * spaces stay at the end of the line before). Any bytes are accepted. `lang` "zh", "en"; empty for none. */
line_break *linebreak_find(str text, str lang, arena *a);

#endif
