/* What a memo of sets holds, written out: a small table for each set, its values with their expressions. */
#ifndef HANDTRACE_MEMO_TABLES_H
#define HANDTRACE_MEMO_TABLES_H

#include "draw/drawing.h"
#include "memo.h"

/* The sets of that size (0: of all sizes from 2 on) in new parts of the figure, each no higher than `height` (0: any).
 */
void memo_tables_draw(drawing *d, const memo *m, size_t size, double width, double height);

#endif
