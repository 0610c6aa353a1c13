/* The ways to split a set of a memo into two parts, and which values of the parts meet in what is looked for. */
#ifndef HANDTRACE_SET_SPLITS_H
#define HANDTRACE_SET_SPLITS_H

#include "draw/drawing.h"
#include "memo.h"

/* Draws the splits of the moment's step, or of the last that has any, in new parts of the figure, and puts its facts.
 * With hits=yes only those that hit, with the values that do. */
void set_splits_draw(drawing *d);

#endif
