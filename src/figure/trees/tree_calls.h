/* The calls of a run as a tree to be drawn: which call is the root, which were made before, which stand on the way that
 * was kept, and how far each is at a moment. */
#ifndef HANDTRACE_TREE_CALLS_H
#define HANDTRACE_TREE_CALLS_H

#include "draw/drawing.h"

typedef enum call_kind {
    CALL_FIRST,
    CALL_REPEAT, /* the same function with the same arguments was called before */
    CALL_HIT     /* answered from the memo */
} call_kind;

typedef enum call_time { CALL_DONE, CALL_NOW, CALL_OPEN, CALL_AHEAD } call_time;

typedef struct call {
    const story_frame *frame; /* NULL: what holds several roots together, not drawn */
    size_t parent;            /* before it in the list */
    size_t number;            /* from 1: of the calls that differ, in the order in which they are first met */
    size_t function;          /* which of the run's functions, from 0 */
    call_kind kind;
    call_time time;
    bool best;      /* on the way that was kept */
    bool best_edge; /* and the edge to it too */
} call;

typedef struct call_tree {
    call *items; /* in preorder */
    size_t count, capacity;
    size_t different;            /* calls that differ */
    size_t calls, repeats, hits; /* as if nothing were folded: all, those of the kinds */
    bool folded;                 /* repeats are leaves */
    bool under_way;              /* the moment is before the end */
    bool has_open;               /* some calls have no answer yet, or never get one */
    bool has_best;
    story_texts functions; /* of the whole run: those below the usual root first, as they are met */
} call_tree;

/* `root`: the name of a function, whose call nearest to the root of all is meant, or a call as it is written, "f(0,3)";
 * empty for the usual one: all calls that no other makes; but a call without arguments that calls another function (a
 * main program) is passed over. NULL with an error if there is no such call. */
call_tree *call_tree_at(drawing *d, str root, bool folded);

#endif
