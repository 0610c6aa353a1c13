/* Two texts as sequences of units: characters as a reader sees them, code points, or lines. Equal units have equal
 * numbers, so that solving compares numbers only. */
#ifndef HANDTRACE_UNITS_H
#define HANDTRACE_UNITS_H

#include "datum.h"

typedef enum unit_kind { UNIT_GRAPHEME, UNIT_CODE_POINT, UNIT_LINE, UNIT_KINDS } unit_kind;

extern const char *const unit_names[UNIT_KINDS]; /* as the instance's "unit" has them */

typedef struct unit_sequence {
    str *texts;    /* the units */
    uint32_t *ids; /* the same numbers mean the same unit, in both sequences */
    size_t count;
} unit_sequence;

typedef struct unit_pair {
    unit_kind unit;
    unit_sequence x, y;
    size_t distinct; /* ids are below this */
} unit_pair;

/* The units of an instance that is valid. */
unit_pair unit_pair_of(const datum *instance, arena *a);
/* Whether unit i of x and unit j of y, counted from 1, are equal. */
static inline bool units_same(const unit_pair *p, size_t i, size_t j) {
    return p->x.ids[i - 1] == p->y.ids[j - 1];
}
/* The units of a text by the same rules, without ids. */
unit_sequence units_of_text(str text, unit_kind unit, arena *a);
/* Which unit an instance counts; UNIT_KINDS if its "unit" is none. */
unit_kind unit_of(const datum *instance);

/* How the lines of a file end. */
typedef enum line_ends { ENDS_NONE, ENDS_LF, ENDS_CRLF, ENDS_MIXED } line_ends;

/* The lines of a file, without their ends (LF or CR LF; the last line may have none). */
unit_sequence units_of_lines(str text, line_ends *ends, arena *a);

#endif
