/* Tables of one index: a row of cells, above it what the cell in hand uses, below it the way back.
 *
 *              ╭── f[5] + 1 = 2 ──╮
 *              │                  ▼
 *     a   0  … 5  …               10        indices, and below them the data that belong to them
 *   f[a] ┌──┬─────┬──────────────┬──┐
 *        │0 │   1 │              │2 │
 *        └──┴─────┴──────────────┴──┘
 *         ▲───────╯▲─────────────╯          hops, each with what was chosen */
#ifndef HANDTRACE_ROW_TABLE_H
#define HANDTRACE_ROW_TABLE_H

#include "tables/table_choice.h"

/* False if the tables asked for are not of this kind, or a row does not fit the width: then nothing is drawn. */
bool row_tables_draw(drawing *d, double width);

#endif
