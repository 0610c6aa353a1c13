/* The hands of cards in a story: the one of its instance, or those of a book, a run each, graded. */
#ifndef HANDTRACE_HANDS_H
#define HANDTRACE_HANDS_H

#include "classes.h"

/* How a hand is solved, from the easiest on. */
typedef enum hand_grade { GRADE_MANY, GRADE_SOME, GRADE_TWO, GRADE_ONE, GRADE_FRACTION, GRADE_NONE, GRADES } hand_grade;

extern const char *const hand_grade_names[GRADES]; /* "many", … */

typedef struct card_hand {
    str *numbers; /* what the cards count */
    str *faces;   /* what stands on them; the same as numbers where no letter does */
    size_t count;
    bool letters; /* some face is a letter */
    const story_run *run;
    hand_grade grade;
    size_t number; /* in its book, from 1, without those that have no solution */
} card_hand;

/* The hand of the instance, in the order in which it was given; count 0 if it has none. */
card_hand hand_of_story(const story *s, arena *a);
str hand_target(const story *s); /* as it stands in the trace; empty if there is none */
/* "3, 3, 8, 8", with the faces. */
str hand_text(const card_hand *h, arena *a);

typedef struct hand_book {
    card_hand *hands; /* by grade, then in the order of the trace */
    size_t count;
    size_t first[GRADES + 1]; /* of each grade; first[GRADES] is count */
    size_t puzzles;           /* those with a solution */
} hand_book;

/* Whether the run is one of a book: a note `hand` says so. */
bool is_book_run(const story_run *r);
/* Empty if the story is no book. */
hand_book hand_book_of(const story *s, arena *a);

/* The data that `{{#hand}}` shows; NULL if the story is no single hand. */
datum *game24_hand_facts(const story *s, arena *a);

#endif
