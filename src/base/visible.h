/* Characters that leave no ink, made visible: for tables and sentences in which every character counts, and for
 * everything that goes to a terminal, which would obey some of them.
 *
 * Hidden are control characters, format characters (direction of writing, zero width, byte order mark, tags), line and
 * paragraph separators, fillers and other characters that are ignored where text is drawn, and code points that are no
 * characters. A reader expects some of them, and there they stay: a joiner between two emoji or between letters of
 * Arabic or of the scripts of India, one variation selector after something visible, the tags of a region's flag. */
#ifndef HANDTRACE_VISIBLE_H
#define HANDTRACE_VISIBLE_H

#include "str.h"

enum { VISIBLE_MOST = 16 }; /* bytes that stand for one character, at most */

/* Whether the character at byte `at`, which must be below text.len, is hidden there. */
bool visible_is_hidden(str text, size_t at);
/* What stands for the character at byte `*at` on a terminal, without a NUL; returns its bytes, and moves past the
 * character: ␛ and the like for a control character, <U+200B> for others that are hidden, \xFF for a byte that is not
 * UTF-8, else the character itself. */
size_t visible_next(str text, size_t *at, char shown[VISIBLE_MOST]);
/* The same for a whole text: always UTF-8, and shown twice the same as shown once. Line ends are hidden too in
 * visible_line, and stay in visible_lines. The same bytes if there is nothing to show. */
str visible_line(str text, arena *a);
str visible_lines(str text, arena *a);

/* The text with ␣ for a space, the sign of Unicode's control pictures (␉, ␍, ␊ …) for a control character, a dotted
 * circle under a combining mark that has no letter, and U+00A0 and the like written out for other characters without
 * ink. The same bytes if there is nothing to show. */
str visible_text(str text, arena *a);

/* The same for a label of one character; a longer one, which may be words, stays as it is. */
str visible_label(str label, arena *a);

#endif
