/* The markup of labels as plain words. */
#ifndef HANDTRACE_MARKUP_H
#define HANDTRACE_MARKUP_H

#include "str.h"

/* Without signs of emphasis; mathematics in one line of Unicode. Mathematics that cannot be read stays as it is. */
str markup_plain(str markup, arena *a);

#endif
