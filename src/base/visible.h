/* Characters that leave no ink, made visible: for tables and sentences in which every character counts. */
#ifndef HANDTRACE_VISIBLE_H
#define HANDTRACE_VISIBLE_H

#include "str.h"

/* The text with ␣ for a space, the sign of Unicode's control pictures (␉, ␍, ␊ …) for a control character, a dotted
 * circle under a combining mark that has no letter, and U+00A0 and the like written out for other characters without
 * ink. The same bytes if there is nothing to show. */
str visible_text(str text, arena *a);

/* The same for a label of one character; a longer one, which may be words, stays as it is. */
str visible_label(str label, arena *a);

#endif
