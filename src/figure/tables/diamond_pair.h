/* A triangular table of values and that of the choices beside them, turned by 45° and drawn as one: each cell has the
 * value and under it the choice, so that they cannot be mismatched and half the paper is saved.
 *
 *   key       6 ╱╲ 1
 *           5 ╱ 9 ╲ 2         the cell of the whole at the top
 *         4 ╱╲  3 ╱╲ 3
 *         ╱  0 ╲╱  0 ╲        the diagonal cut flat
 *         ────────────
 *           A1     A2 */
#ifndef HANDTRACE_DIAMOND_PAIR_H
#define HANDTRACE_DIAMOND_PAIR_H

#include "tables/table_choice.h"

/* False if the run has no such two tables, or values do not fit: then nothing is drawn. */
bool diamond_pair_draw(drawing *d, double width, double height);

#endif
