/* Names of phases that go by the length of chains, which the sheets of several problems ask for. */
#ifndef HANDTRACE_LENGTHS_H
#define HANDTRACE_LENGTHS_H

#include "extension.h"

/* What a problem has to say for them. */
typedef struct lengths_plan {
    size_t (*whole)(const story *s); /* the length of the whole; 0: the story does not tell */
    size_t listed;                   /* up to this length of the whole, every length is told */
    int64_t shown;                   /* else those up to here, and the whole */
    /* Says of each cell of a phase whether all its splits are worked; full[k] is false before. */
    void (*in_full)(const story_phase *p, bool *full);
    /* the cell that the student is asked for before this length of a whole of length n, or NULL */
    const story_step *(*asked)(const story_phase *p, size_t n, const bool *full);
} lengths_plan;

/* Tells of a phase
 *   next_length, first_step, last_step, is_narrow (all its values are short);
 *   full_steps, row_steps: those worked in full, and those that are only rows of a list; full_pairs, row_pairs: the
 * same in two columns, {left, right}, right false at the end of an odd number: full_pairs are neighbours, of row_pairs
 *     the second half stands on the right; all_in_full, one_in_full: how many there are;
 *   if it goes by length: is_one, is_two, is_three (this length), is_long (3 or more);
 *   and if the length of the whole is known: is_whole, is_told, skips (the first of several lengths that are not told
 *     stands here), last_skipped, question_step (the cell asked for before the next length, or false). */
void lengths_tell(facts *f, const story_phase *p, const lengths_plan *plan);

/* For names of the problem's own. The length of the whole, 0 if the phase does not go by length. */
size_t lengths_whole_of(const story_phase *p, const lengths_plan *plan);
/* Whether a length is told in a whole of length n. */
bool lengths_told(const lengths_plan *plan, int64_t length, size_t n);
/* The cell that is asked for before this phase, or NULL. NULL for `p` too. */
const story_step *lengths_asked(const story_phase *p, size_t n, const lengths_plan *plan, arena *a);
/* The same before the next phase. */
const story_step *lengths_asked_next(const story_phase *p, size_t n, const lengths_plan *plan, arena *a);
/* Whether this step is asked for. */
bool lengths_asks(const story_step *s, size_t n, const lengths_plan *plan, arena *a);

#endif
