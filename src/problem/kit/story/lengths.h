/* Names of phases that go by the length of chains, which the sheets of several problems ask for. */
#ifndef HANDTRACE_LENGTHS_H
#define HANDTRACE_LENGTHS_H

#include "extension.h"

/* What a problem has to say for the names that depend on it; the row of its extension points to it. */
typedef struct lengths_plan {
    bool (*whole)(const story *s, size_t *n, arena *a); /* the length of the whole; false: the story does not tell */
    size_t listed;                                      /* up to this length of the whole, every length is told */
    int64_t shown;                                      /* else those up to here, and the whole */
    bool (*in_full)(const story_step *s);               /* whether all splits of a cell are worked */
    /* the cell that the student is asked for before this length of a whole of length n, or NULL */
    const story_step *(*asked)(const story_phase *p, size_t n);
} lengths_plan;

/* Rows for a problem's table of names of phases: is_one, is_two, is_three (this length), is_long (3 or more),
 * next_length, first_step, last_step. The first four are missing in phases that go by something else. */
view_value lengths_is_one(const view *v, arena *a);
view_value lengths_is_two(const view *v, arena *a);
view_value lengths_is_three(const view *v, arena *a);
view_value lengths_is_long(const view *v, arena *a);
view_value lengths_next_length(const view *v, arena *a);
view_value lengths_first_step(const view *v, arena *a);
view_value lengths_last_step(const view *v, arena *a);

/* Rows that go by the problem's plan: is_whole, is_told, skips (the first of several lengths that are not told stands
 * here), last_skipped, question_step (before the next length, or false). They are missing in phases that go by
 * something else. */
view_value lengths_is_whole(const view *v, arena *a);
view_value lengths_is_told(const view *v, arena *a);
view_value lengths_skips(const view *v, arena *a);
view_value lengths_last_skipped(const view *v, arena *a);
view_value lengths_question_step(const view *v, arena *a);

/* Rows on the steps that are worked in full and those that are only rows of a list: full_steps, row_steps, and both in
 * two columns, as rows {left, right}, right false at the end of an odd number: full_pairs are neighbours, of row_pairs
 * the second half stands on the right. all_in_full and one_in_full say how many there are. */
view_value lengths_full_steps(const view *v, arena *a);
view_value lengths_row_steps(const view *v, arena *a);
view_value lengths_full_pairs(const view *v, arena *a);
view_value lengths_row_pairs(const view *v, arena *a);
view_value lengths_all_in_full(const view *v, arena *a);
view_value lengths_one_in_full(const view *v, arena *a);

/* For names of the problem's own. The length of the whole, if the phase goes by length. */
bool lengths_whole_of(const story_phase *p, size_t *n, arena *a);
bool lengths_is_whole_of(const story_phase *p, size_t n);
bool lengths_told(const lengths_plan *plan, int64_t length, size_t n);
/* The cell that is asked for before the next length, or NULL. */
const story_step *lengths_asked_next(const story_phase *p, size_t n);

#endif
