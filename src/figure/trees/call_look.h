/* Calls as figures show them: their names, and shapes by which functions are told apart. */
#ifndef HANDTRACE_CALL_LOOK_H
#define HANDTRACE_CALL_LOOK_H

#include "draw/drawing.h"

/* The functions of a run in the order in which they are first called; those called without arguments stand last. */
typedef struct call_functions {
    str *names;
    size_t count, capacity;
    size_t plain; /* how many of them take arguments */
} call_functions;

call_functions call_functions_of(drawing *d, const story_run *r);
size_t call_function_number(const call_functions *fns, str name);

/* "$f(0, 3)$" without the dollars; what is no number or letter stands as words. */
str call_tex(const drawing *d, const story_frame *f);
/* The name as a piece, in bold italics of its own ink. */
piece call_name(drawing *d, const call_functions *fns, const story_frame *f, double size);
/* For alternative texts: "f(0, 3) = 14". */
str call_alt(drawing *d, const story_frame *f);

/* The outline of a call: the first function has corners, the second round ends, the third cut corners. */
void call_outline(scene *s, size_t function, box b, double radius, paint p);

/* What a level of calls of that length is called: the phrase call.level; empty where it has no name. */
piece call_level_name(drawing *d, int64_t length, double size);

/* The call that a figure begins with: parameter root names a function (its outermost call) or a call ("f(1, 3)");
 * without it the outermost call that has arguments. NULL with an error if there is none. */
const story_frame *call_root(drawing *d, const char *figure);

#endif
