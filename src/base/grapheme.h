/* User-perceived characters by Unicode's rules (utf8proc behind it): canonical composition, UAX #15, and extended
 * grapheme clusters, UAX #29. */
#ifndef HANDTRACE_GRAPHEME_H
#define HANDTRACE_GRAPHEME_H

#include "str.h"

/* The text in normalization form C: é is one character however it was typed. `text` must be UTF-8; what is not is
 * returned as it is. */
str grapheme_composed(str text, arena *a);
/* The end of the extended grapheme cluster that begins at byte `at`, which must be below text.len. */
size_t grapheme_end(str text, size_t at);

#endif
