/* A story with values left out, for exercises: the same tables, steps and candidates, so that figures keep their
 * geometry, but empty where a student is to write. What is left out is not in the copy at all. */
#ifndef HANDTRACE_STORY_BLANK_H
#define HANDTRACE_STORY_BLANK_H

#include "story.h"

/* What stands in the place of a value that is left out. */
typedef enum blank_fill {
    BLANK_NOTHING, /* an empty text */
    BLANK_ROOM,    /* a blank (blank.h), as wide as the widest value beside it: an exercise */
    BLANK_ANSWER   /* the same with the value written into it: its key */
} blank_fill;

typedef struct story_blanks {
    /* Whether the result of a step (of a cell or a call) is left out; NULL: none is. */
    bool (*hides)(const story_step *s, const void *user);
    /* Whether the values that its candidates use are left out too, wherever they come from; NULL: of none. */
    bool (*asks_all)(const story_step *s, const void *user);
    const void *user;
    bool work; /* the results of its candidates too */
    bool end;  /* the answer, the play, the way back and the trees too; never of a key */
    blank_fill fill;
} story_blanks;

/* A copy of `s` in `a`; the original stays as it is and must outlive it. With the result of a step goes which candidate
 * is chosen, and every number of another step that was read from it. An exercise and its key differ in nothing but
 * what is written into the blanks, and in what `end` leaves out. */
story *story_blank(const story *s, const story_blanks *blanks, arena *a);

#endif
