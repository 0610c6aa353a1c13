/* A memo of sets at a moment: what a table of shape `sets` holds, set by set, and which of it the solutions use.
 *
 *   {3,8} ── −5    3 − 8
 *        ├── 3/8   3 ÷ 8
 *        ├── 8/3   8 ÷ 3     used: it stands in the tree of a solution
 *        …
 */
#ifndef HANDTRACE_MEMO_H
#define HANDTRACE_MEMO_H

#include "classes.h"

typedef struct memo_value {
    str value;
    const story_node *
        *nodes; /* of its puts in order, those that are written alike once; NULL where the trace has none */
    size_t node_count, node_capacity;
    bool used;
} memo_value;

typedef struct memo_set {
    const story_cell *cell;
    str *members; /* in rising order */
    size_t size;
    memo_value *values; /* different ones, in rising order */
    size_t value_count, value_capacity;
    size_t result_count;    /* puts, equal ones too */
    int64_t known_count;    /* of different values at the end, where a table of the trace says it; else -1 */
    bool begun;             /* work on it has begun at that moment */
    bool on_way;            /* it is a part of a solution */
    const story_node *node; /* of the solution shown: its tree there; NULL if it is no part of that */
} memo_set;

typedef struct memo {
    const story_table *table;
    memo_set *sets; /* by size, then in the order of the trace */
    size_t count;
    size_t largest;           /* size of the largest */
    const story_step *put;    /* of the moment, if it stands at one */
    const memo_set *current;  /* the set in hand, or NULL */
    solution_classes classes; /* of the whole run */
    const story_node *shown;  /* the tree of the solution shown, or NULL */
} memo;

/* The first table of sets of the moment's run; NULL if it has none. `solution`: which class is shown, from 1. */
memo *memo_at(const story_moment *m, size_t solution, arena *a);
/* The set of these members in any order, or NULL. */
memo_set *memo_set_of(const memo *m, const story_texts *members, arena *a);
/* The set that the leaves below a node make, or NULL. */
memo_set *memo_set_of_node(const memo *m, const story_node *n, arena *a);
/* How many different values it has at that moment; -1 where only some of them were put and nothing tells. */
int64_t memo_set_count(const memo_set *s);
/* "{3, 8}". */
str memo_set_name(const memo_set *s, arena *a);
/* The table of sets of a run, or NULL. */
const story_table *memo_table(const story_run *r);

#endif
