/* Instances of two texts, or of two files line by line: {x, y, unit}, lines as lists, and then how they end: ends {x,
 * y}. */
#ifndef HANDTRACE_TWO_TEXTS_H
#define HANDTRACE_TWO_TEXTS_H

#include "error.h"
#include "kit/units.h"
#include "problem.h"

/* For a problem's table of options. */
#define TWO_TEXTS_OPTIONS                                                                                              \
    {.name = "unit",                                                                                                   \
     .value = "UNIT",                                                                                                  \
     .help = "what counts as a letter: grapheme, as a reader sees it (the default), or codepoint"},                    \
    {                                                                                                                  \
        .name = "lines", .help = "the arguments are two files, and each line is a letter", .files = true               \
    }

/* Two arguments, a file of two lines, or two files. NULL on error. */
datum *two_texts_parse(const problem_input *in, arena *a, error *e);
/* Puts the unit that the options say, or else the default, into an instance of texts. False on error. */
bool two_texts_unit(const datum *options, datum *instance, arena *a, error *e);
/* Whether an instance from a trace can be one of that problem; else an error (STATUS_INPUT). */
bool two_texts_valid(const datum *instance, const char *problem, error *e);
/* "ABCBDAB, BDCABA", long texts by their beginnings. */
str two_texts_write(const datum *instance, arena *a);

#endif
