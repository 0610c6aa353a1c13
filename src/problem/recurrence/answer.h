/* The answer to a recurrence, and marking one: the total, "120", or the class, "Θ(n^2)". */
#ifndef HANDTRACE_RECURRENCE_ANSWER_H
#define HANDTRACE_RECURRENCE_ANSWER_H

#include "error.h"
#include "recurrence/form.h"

/* The object of docs/problems/recurrence.md; the levels are filled. */
datum *recurrence_answer(const levels *l, arena *a);
/* What `check` in problem.h promises. NULL if the text is no answer. */
datum *recurrence_mark(levels *l, str answer, arena *a, error *e);

/* Well-known wrong ways to a total. */
typedef enum wrong_way {
    WRONG_LEVELS, /* the level of the leaves is forgotten */
    WRONG_NODES,  /* b^k nodes on level k */
    WRONG_COST,   /* each node costs f(n)/b^k */
    WRONG_ROOT,   /* the root's cost, once a level */
    WRONG_COUNT,  /* a·k nodes on level k */
    WRONG_LEAVES, /* a leaf costs 1 whatever f says */
    WRONG_WAYS
} wrong_way;
/* The total that it comes to. */
number *wrong_total(const levels *l, wrong_way way, arena *a);

#endif
