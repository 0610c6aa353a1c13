/* Candidates as cards below each other: for figures too narrow for a table. Everything flows, so that nothing is ever
 * too wide. */
#ifndef HANDTRACE_CARDS_H
#define HANDTRACE_CARDS_H

#include "tables/candidates.h"

/* Draws them in new parts of the figure, each no higher than `height` (0: any). */
void cards_draw(drawing *d, const candidate_rows *c, double width, double height);

#endif
