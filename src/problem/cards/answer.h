/* Marking an answer to the card game: a play, or scores, or both. */
#ifndef HANDTRACE_CARDS_ANSWER_H
#define HANDTRACE_CARDS_ANSWER_H

#include "cards/lead.h"
#include "error.h"

/* What `check` in problem.h promises: right or not, player A's score, and why, in words and as key and args of a
 * phrase. NULL if the text is no answer. `c` is filled anew. */
datum *cards_mark(cards_lead *c, str answer, arena *a, error *e);

#endif
