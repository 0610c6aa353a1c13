/* The layers of a table of three indices, all in one row or as few as may be.
 *
 *   d_0        d_1  k = 1   d_2  k = 2
 *     1 2 3      1 2 3        1 2 3
 *   1 ┌─────┐  1 ┌─────┐    1 ┌─────┐       row and column that the others of the layer use: one shaded cross
 *   2 │     │  2 │     │    2 │     │       what is not as it was in the layer before: marked
 *   3 └─────┘  3 └─────┘    3 └─────┘       the way back as everywhere */
#ifndef HANDTRACE_LAYER_TABLES_H
#define HANDTRACE_LAYER_TABLES_H

#include "tables/table_choice.h"

/* False if the tables asked for are no layers of one, or one of them does not fit the width. */
bool layer_tables_draw(drawing *d, double width, double height);

#endif
