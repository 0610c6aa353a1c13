/* A problem: how its instances are written, solved, made at random and checked. One row a problem; problems register
 * by their file's `const problem NAME_problem`, found by CMake. */
#ifndef HANDTRACE_PROBLEM_H
#define HANDTRACE_PROBLEM_H

#include "datum.h"
#include "error.h"
#include "trace.h"

/* Options given on the command line for this problem (target, unit, …): a map name → text. */
typedef struct problem problem;
struct problem {
    const char *name;           /* "polygon" */
    const char *title;          /* what its traces are called, English: "The polygon game" */
    const char *summary;        /* one line for `handtrace list` and help, English */
    const char *usage;          /* how an instance is written, for help; several lines allowed */
    const char *wishes;         /* what --random knows, for help, a line each with its end; may be NULL */
    const char *const *options; /* names of the options it knows beside the common ones, NULL-terminated; may be NULL */
    /* The instance written in `text` (whole file, or the arguments joined by one space each), or one given wholly by
     * options (text.text empty). The datum is that of docs/trace.md. NULL on error. */
    datum *(*parse)(const source *text, const datum *options, arena *a, error *e);
    /* Checks an instance that came from a trace; false with a message if it is not one. */
    bool (*valid)(const datum *instance, error *e);
    /* The answer (docs/answers, section 10 of the contract), with the work recorded in `t` unless it is NULL. NULL on
     * error (too large for memory). */
    datum *(*solve)(const datum *instance, trace *t, arena *a, error *e);
    /* A random instance; `wishes` is the map of --random (name → text, properties → true), `seed` decides alone. */
    datum *(*random)(const datum *wishes, uint64_t seed, arena *a, error *e);
    /* The instance as one would type it, for running feet and titles, typeset (− × ÷), in one line. */
    str (*write)(const datum *instance, arena *a);
    /* Marks an answer: the object of section 10 (`right`, `value`, `why`), `why` in English; then, for the program
     * alone, the `key` of the phrase that says the same in any language, and its `args`. NULL on error. */
    datum *(*check)(const datum *instance, str answer, arena *a, error *e);
};

/* All problems, NULL-terminated, in the order of their file names. */
extern const problem *const problems[];
const problem *problem_named(str name);

#endif
