/* Where Chinese has no blanks. */
#ifndef HANDTRACE_BLANKS_H
#define HANDTRACE_BLANKS_H

#include "str.h"

/* Whether a blank between these two characters is set: not beside full-width marks, not between two ideographs. */
bool blank_is_kept(uint32_t before, uint32_t after);

#endif
