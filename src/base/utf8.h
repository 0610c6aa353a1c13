/* UTF-8: decoding, validity, and the few character classes that line setting needs. */
#ifndef HANDTRACE_UTF8_H
#define HANDTRACE_UTF8_H

#include "str.h"

/* What utf8_next does with a sequence of more than one byte, or none. */
uint32_t utf8_next_long(str s, size_t *at);
/* The code point at byte `*at`, which moves past it. A byte that starts no valid sequence yields U+FFFD and is
 * passed over alone. `*at` must be below s.len. */
static inline uint32_t utf8_next(str s, size_t *at) {
    unsigned char c = (unsigned char)s.ptr[*at];
    return c < 0x80 ? (++*at, c) : utf8_next_long(s, at);
}
/* Offset of the first byte that is not valid UTF-8 (overlong forms and surrogates included), or SIZE_MAX. */
size_t utf8_invalid(str s);
/* Writes 1 to 4 bytes; returns how many. An impossible code point is written as U+FFFD. */
size_t utf8_encode(uint32_t code_point, char bytes[4]);
/* Number of code points. */
size_t utf8_count(str s);
/* Columns in a terminal: Han and full-width forms count 2, combining marks 0. */
size_t utf8_columns(str s);
bool utf8_is_han(uint32_t code_point);        /* ideographs only */
bool utf8_is_full_width(uint32_t code_point); /* ideographs, kana, full-width forms and CJK punctuation */
bool utf8_is_combining(uint32_t code_point);  /* marks set over or under the letter before */

#endif
