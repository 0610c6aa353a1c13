/* What the sheets of the longest common subsequence say beyond the trace: both texts and their parts made visible, what
 * well-known mistakes find, ties. Places in texts count from 1. */
#ifndef HANDTRACE_STORY_LCS_SHEET_H
#define HANDTRACE_STORY_LCS_SHEET_H

#include "lcs/mistakes.h"
#include "story.h"

typedef enum lcs_side { LCS_X, LCS_Y } lcs_side;

typedef struct lcs_texts {
    const story *story;
    const story_run *run;
    const story_table *c;
    size_t count[2]; /* letters of x, of y */
    bool lines;      /* a letter is a line of a file */
} lcs_texts;

/* False if the story is none of the problem. */
bool lcs_texts_of(const story *s, lcs_texts *t);
/* A letter (or line), as it stands in the text. */
str lcs_letter(const lcs_texts *t, lcs_side side, size_t place);
/* Letters from … to of a text, visible, long ones in brief ("ABCDEFGHIJKL…XYZ"). Lines stand by their numbers. */
str lcs_part(const lcs_texts *t, lcs_side side, size_t from, size_t to, arena *a);
/* A letter in a sentence: visible; a line as "line 3" has its number only. */
str lcs_letter_shown(const lcs_texts *t, lcs_side side, size_t place, arena *a);

/* Its letters, visible, in brief if there are many; those of x. */
str lcs_common_text(const lcs_texts *t, const lcs_common *common, arena *a);
/* "2-1,3-3", for the figure match. */
str lcs_common_pairs(const lcs_common *common, arena *a);
/* Whether both have the same letters. */
bool lcs_common_same(const lcs_texts *t, const lcs_common *one, const lcs_common *other);

/* The way back from a cell: up where both neighbours are best, or to the left. */
lcs_common lcs_found(const lcs_texts *t, size_t row, size_t col, bool left, arena *a);
/* What one finds who takes each letter of x as soon as it still has a partner in y. */
lcs_common lcs_greedy(const lcs_texts *t, arena *a);
/* The longest common substring; the first of several. */
lcs_common lcs_substring(const lcs_texts *t, arena *a);
/* How many cells have two best neighbours. */
size_t lcs_tied_cells(const lcs_texts *t);
/* Columns of a row whose letter is that of the row. */
size_t *lcs_matches(const lcs_texts *t, size_t row, size_t *count, arena *a);

#endif
