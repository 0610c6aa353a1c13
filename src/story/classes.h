/* The solutions of a run by their classes: one for each, and how many there are of it. */
#ifndef HANDTRACE_CLASSES_H
#define HANDTRACE_CLASSES_H

#include "story.h"

typedef struct solution_class {
    const story_node *node; /* of the first that the trace names */
    size_t trees;           /* how many it names */
} solution_class;

typedef struct solution_classes {
    solution_class *items;
    size_t count;
    size_t trees; /* of all */
} solution_classes;

/* In the order of their first solutions; a solution without class (0) is a class of its own. */
solution_classes solution_classes_of(const story_run *r, arena *a);

#endif
