/* What the figures of tables are asked for: which tables, at which moment, with what marked. Parameters only=ID,…,
 * upto=N (phases up to N) and back=yes. */
#ifndef HANDTRACE_TABLE_CHOICE_H
#define HANDTRACE_TABLE_CHOICE_H

#include "grid.h"
#include "tables/cells.h"

/* Whether the table is among those asked for; all are if nothing is said. */
bool table_is_asked(const drawing *d, const story_table *t);
/* The moment of the request, or the end of the phase that upto= names. */
story_moment tables_moment(drawing *d);
/* The table at that moment; the way back is marked in it where the moment is a step of it, or back=yes. */
table_look table_look_asked(drawing *d, const story_table *t, const story_moment *m);
/* What the digits in corners of its cells mean: the phrase that a legend says it with. */
const char *corner_phrase(const drawing *d);
/* The rows that rows=I-K names, counted from the table's first; all without it. An error if it names none. */
grid_block table_rows_asked(drawing *d, const char *figure, const story_table *t);

#endif
