/* Names of phases that go by the length of chains, which the sheets of several problems ask for. */
#ifndef HANDTRACE_LENGTHS_H
#define HANDTRACE_LENGTHS_H

#include "extension.h"

/* Rows for a problem's table of names of phases: is_one, is_two, is_three (this length), is_long (3 or more),
 * next_length, first_step, last_step. The first four are missing in phases that go by something else. */
view_value lengths_is_one(const view *v, arena *a);
view_value lengths_is_two(const view *v, arena *a);
view_value lengths_is_three(const view *v, arena *a);
view_value lengths_is_long(const view *v, arena *a);
view_value lengths_next_length(const view *v, arena *a);
view_value lengths_first_step(const view *v, arena *a);
view_value lengths_last_step(const view *v, arena *a);

/* The steps of a phase that are, or are not, worked in full. */
view_value lengths_steps(const story_phase *p, bool (*in_full)(const story_step *s), bool wanted, arena *a);
/* Steps in two columns, as rows {left, right}, right false at the end of an odd number: the second half of them on the
 * right, or neighbours beside each other. */
view_value lengths_pairs(view_value steps, bool neighbours, arena *a);
/* The next phase of the run, or NULL. */
const story_phase *lengths_after(const story_phase *p);

#endif
