/* What problems have in common that fill a cell of a table for each chain by trying all its splits: a split's label is
 * a letter and a number, "k=2". */
#ifndef HANDTRACE_CELLS_H
#define HANDTRACE_CELLS_H

#include "story.h"

/* The fact of the table with that id, or NULL. */
const story_fact *cell_fact(const story_step *s, const char *table);
/* Whether the way back goes through this cell. */
bool cell_on_way_back(const story_step *s);
/* The number in the label of a candidate (NULL has none); 0 if it has another form. */
int64_t cell_split(const story_candidate *c, char letter);
/* What a cell holds and which splits give it, for templates: {tex, approx, LETTER (the split kept, 0 if there is none),
 * work, tie, tie_all, many (more than can be named), split_count, splits: [{LETTER}…]}. `letter` is a text that stays:
 * "k". */
datum *cell_best(const story_fact *f, const char *letter, str work, arena *a);

#endif
