/* Two texts as sequences of units: characters as a reader sees them, code points, or lines. Equal units have equal
 * numbers, so that solving compares numbers only. */
#ifndef HANDTRACE_LCS_UNITS_H
#define HANDTRACE_LCS_UNITS_H

#include "datum.h"

typedef enum lcs_unit { LCS_GRAPHEME, LCS_CODE_POINT, LCS_LINE, LCS_UNITS } lcs_unit;

extern const char *const lcs_unit_names[LCS_UNITS]; /* as the instance's "unit" has them */

typedef struct lcs_sequence {
    str *texts;    /* the units */
    uint32_t *ids; /* the same numbers mean the same unit, in both sequences */
    size_t count;
} lcs_sequence;

typedef struct lcs_pair {
    lcs_unit unit;
    lcs_sequence x, y;
    size_t distinct; /* ids are below this */
} lcs_pair;

/* The units of an instance that is valid. */
lcs_pair lcs_pair_of(const datum *instance, arena *a);
/* The units of a text by the same rules, without ids. */
lcs_sequence lcs_split(str text, lcs_unit unit, arena *a);
/* Which unit an instance counts; LCS_UNITS if its "unit" is none. */
lcs_unit lcs_unit_of(const datum *instance);

/* How the lines of a file end. */
typedef enum line_ends { ENDS_NONE, ENDS_LF, ENDS_CRLF, ENDS_MIXED } line_ends;

/* The lines of a file, without their ends (LF or CR LF; the last line may have none). */
lcs_sequence lcs_lines(str text, line_ends *ends, arena *a);

#endif
