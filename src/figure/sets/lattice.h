/* A memo of sets drawn as a lattice: the whole at the top, a level for each size, a line between a set and each that
 * has one member less, and the tree of a solution laid over it. */
#ifndef HANDTRACE_LATTICE_H
#define HANDTRACE_LATTICE_H

#include "draw/drawing.h"
#include "memo.h"

/* Draws it in new parts of the figure, no wider and no higher than that (0: any). */
void lattice_draw(drawing *d, const memo *m, double width, double height);

#endif
