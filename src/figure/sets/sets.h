/* What is drawn of a memo of sets: its lattice, its tables written out, and the splits of one set. */
#ifndef HANDTRACE_SETS_H
#define HANDTRACE_SETS_H

#include "draw/drawing.h"
#include "memo.h"

/* The lattice: the whole at the top, a level for each size, a line between a set and each that has one member less, and
 * the tree of a solution laid over it. In new parts of the figure, no wider and no higher than that (0: any). */
void lattice_draw(drawing *d, const memo *m, double width, double height);

/* Written out: a small table for each set, its values with their expressions. The sets of that size (0: of all sizes
 * from 2 on) in new parts of the figure, each no higher than `height` (0: any). */
void memo_tables_draw(drawing *d, const memo *m, size_t size, double width, double height);

/* The ways to split a set into two parts, and which values of the parts meet in what is looked for. Draws the splits of
 * the moment's step, or of the last that has any, in new parts of the figure, and puts its facts. With hits=yes only
 * those that hit, with the values that do. */
void set_splits_draw(drawing *d);

#endif
