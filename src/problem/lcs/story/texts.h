/* The two texts of a story, and parts of them as sheets show them. Places in texts count from 1. */
#ifndef HANDTRACE_LCS_STORY_TEXTS_H
#define HANDTRACE_LCS_STORY_TEXTS_H

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
/* A letter in a sentence: visible; a line as "line 3" has its number only; "" at place 0. */
str lcs_letter_shown(const lcs_texts *t, lcs_side side, size_t place, arena *a);
/* Letters 1 … count of a text, visible, long ones in brief ("ABCDEFGHIJKL…XYZ"). Lines stand by their numbers. */
str lcs_beginning(const lcs_texts *t, lcs_side side, size_t count, arena *a);
/* The letters of x in common, in the same manner. */
str lcs_common_text(const lcs_texts *t, const lcs_common *common, arena *a);
/* A line for a list: spaces at its ends and in a row are made visible, single ones between words are not. */
str lcs_line_shown(str line, arena *a);

#endif
