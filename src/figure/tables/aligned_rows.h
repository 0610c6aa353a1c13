/* Candidates whose arithmetic has one form, set so that it can be read down as well as across:
 *
 *     k    m[1,k]     m[k+1,6]     p0 pk p6         sum
 *   ────────────────────────────────────────────────────
 *     1        0  +    10 500  +   30 × 35 × 25  =  36 750
 *     2   15 750  +      5375  +   30 × 15 × 25  =  32 375
 *   ▌ 3     7875  +      3500  +   30 ×  5 × 25  =  15 125     the winner: nothing moves
 *
 * Every operand has a column of its own. Where there is little room the result stands on a line below, then each sum on
 * a line of its own; nothing is shortened. */
#ifndef HANDTRACE_ALIGNED_ROWS_H
#define HANDTRACE_ALIGNED_ROWS_H

#include "tables/candidates.h"

/* False if the candidates have no such form, or do not fit: then nothing is drawn. */
bool aligned_rows_draw(drawing *d, const candidate_rows *set, double width, double height);

#endif
