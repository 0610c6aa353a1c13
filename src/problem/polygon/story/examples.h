/* What the sheets of the polygon game say beyond the trace: where a minimum decides a maximum, a play to begin with,
 * what it all costs. Objects for templates are plain data:
 *
 *   value     see sheet_value.h
 *   extreme   {tex, approx, s, work, tie, tie_all, many, split_count, splits: [{s}…]}: a cell's smallest or largest
 *             value, the split kept, its work ("(−3) × 2 = −6"; empty when too long), the splits that reach it */
#ifndef HANDTRACE_POLYGON_EXAMPLES_H
#define HANDTRACE_POLYGON_EXAMPLES_H

#include "polygon/story/ring.h"

datum *polygon_extreme(const story_fact *f, arena *a);
/* The fact of table "min" or "max"; NULL if the step has none. */
const story_fact *polygon_low(const story_step *s);
const story_fact *polygon_high(const story_step *s);

/* Whether the maximum of this cell is lost when only the maxima of parts are known. */
bool polygon_needs_minimum(const story_step *s);
/* What the maxima of the parts alone would make of this cell; empty if the trace does not say. */
str polygon_top(const story_step *s, arena *a);
/* The first cell that needs a minimum, told with its parts, or NULL:
 * {i, j, s, chain, high, top, left, right, values, uses_both, uses_left, uses_right}; a part is {same, low, high},
 * values are "a=-6&b=1&c=-5&d=2". */
datum *polygon_minimum_case(const story_run *r, const polygon_ring *ring, arena *a);

/* One play in which the first two numbers of the chain are merged each time, best edges tried first and a play that is
 * not the best one preferred: {edge, chain, score, merges: [{edge, work, rest}…], order}; merges are left out when they
 * are too many or too long to be told. The order is "3,4,1,2", empty when there is too much or too little to draw. */
datum *polygon_sample_play(const story *s, const polygon_ring *ring, arena *a);

/* {cells, splits, plays: value, more, equal, fewer, large}: the table's work against that of playing all n! plays. */
datum *polygon_tally(size_t n, arena *a);

#endif
