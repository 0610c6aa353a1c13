/* Comparisons in section tags: "n<=5", "best_edges.count > 1", 'unit="line"'. */
#ifndef HANDTRACE_COMPARISON_H
#define HANDTRACE_COMPARISON_H

#include "error.h"

typedef enum comparison_sign {
    COMPARE_LESS,
    COMPARE_AT_MOST,
    COMPARE_MORE,
    COMPARE_AT_LEAST,
    COMPARE_EQUAL,
    COMPARE_DIFFERENT,
} comparison_sign;

typedef struct comparison {
    str name; /* the left side */
    comparison_sign sign;
    bool text; /* the right side stood in quotes */
    str right; /* canonical, or the text without its quotes */
} comparison;

/* Whether the inside of a tag has a sign of comparison, so that it is more than a name. */
bool comparison_stands(str inside);
/* Reads it. What is wrong, as a message; empty if nothing is. */
str comparison_read(str inside, comparison *c, arena *a);
/* As it is written without blanks, for the closing tag. */
str comparison_text(const comparison *c, arena *a);
/* Whether it holds for the value of its name, a number as it is typeset or canonical, or a text. False too if the value
 * is not a number where one must be: then *problem says so, otherwise it is empty. */
bool comparison_holds(const comparison *c, str value, str *problem, arena *a);

#endif
