/* A problem: how its instances are written, solved, made at random and checked. One row a problem; problems register
 * by their file's `const problem NAME_problem`, found by CMake. */
#ifndef HANDTRACE_PROBLEM_H
#define HANDTRACE_PROBLEM_H

#include "datum.h"
#include "error.h"
#include "trace.h"

/* An option of one problem on the command line. */
typedef struct problem_option {
    const char *name;  /* "target"; NULL ends a table */
    const char *value; /* what its value is called in help; NULL: a switch, whose value is "yes" */
    const char *help;  /* one line */
    bool instance;     /* it is the instance, or part of it: nothing else needs to be given */
    bool files;        /* a switch: the arguments are names of files, and the problem is handed what they hold */
} problem_option;

/* An instance that shows something of the problem: the test of all problems runs every sample through every language,
 * template, format and figure, so a sample is small, or large but quick. */
typedef struct problem_sample {
    const char *what;  /* what it shows: "a tie"; NULL ends a table */
    const char *typed; /* as typed in a shell after the problem's name: words, '…' around one with blanks; options too.
                        * Files are those of docs/examples */
} problem_sample;

/* What an instance is read from. */
typedef struct problem_input {
    const source *text;   /* the whole file, or the arguments joined by one space each; empty if options say all */
    const str *arguments; /* each as it was given; none when `text` is a file */
    size_t argument_count;
    const source *files; /* what the files named hold, where an option says that arguments are files */
    size_t file_count;
    const datum *options; /* the problem's own options: a map name → text */
} problem_input;

typedef struct problem problem;

/* The callbacks of a problem that is made at run time, of a recurrence file, which they find in `own`: those of a room
 * with the problem before their arguments. */
typedef struct problem_methods {
    datum *(*parse)(const problem *self, const problem_input *in, arena *a, error *e);
    datum *(*solve)(const problem *self, const datum *instance, trace *t, arena *a, error *e);
    datum *(*random)(const problem *self, const datum *wishes, uint64_t seed, arena *a, error *e);
    datum *(*check)(const problem *self, const datum *instance, str answer, arena *a, error *e);
} problem_methods;

struct problem {
    const char *name;              /* "polygon" */
    const char *title;             /* what its traces are called, English: "The polygon game" */
    const char *summary;           /* one line for `handtrace list` and help, English */
    const char *usage;             /* how an instance is written, for help; several lines allowed */
    const char *wishes;            /* what --random knows, for help, a line each with its end; may be NULL */
    const problem_option *options; /* those it knows beside the common ones; may be NULL */
    const problem_sample *samples; /* the first is a typical one; then the smallest, ties, no solution, a large one */
    /* The instance that is written there; the datum is that of docs/trace.md. NULL on error. */
    datum *(*parse)(const problem_input *in, arena *a, error *e);
    /* Checks an instance that came from a trace; false with a message if it is not one. */
    bool (*valid)(const datum *instance, error *e);
    /* The answer, the object of -f json, with the work recorded in `t` unless it is NULL. NULL on error (too large for
     * memory). */
    datum *(*solve)(const datum *instance, trace *t, arena *a, error *e);
    /* A random instance; `wishes` is the map of --random (name → text, properties → true) and of those options of the
     * problem that are no wish of the same name; `seed` decides alone. */
    datum *(*random)(const datum *wishes, uint64_t seed, arena *a, error *e);
    /* A text that is equal for instances that are the same task (a hand in another order); NULL: only equal ones are.
     */
    str (*same)(const datum *instance, arena *a);
    /* The instance as one would type it, for running feet and titles, typeset (− × ÷), in one line. */
    str (*write)(const datum *instance, arena *a);
    /* Marks an answer: the object of `check -f json` (`right`, `value`, `why`), `why` in English; then, for the program
     * alone, the `key` of the phrase that says the same in any language, and its `args`. NULL on error; one in the file
     * ANSWER_NAME says that the answer cannot be read, and where. */
    datum *(*check)(const datum *instance, str answer, arena *a, error *e);
    /* Of a recurrence file, instead of the callbacks above; NULL for a room. */
    const problem_methods *methods;
    void *own;
};

/* The callbacks of either kind of problem. */
static inline datum *problem_parse(const problem *p, const problem_input *in, arena *a, error *e) {
    return p->methods ? p->methods->parse(p, in, a, e) : p->parse(in, a, e);
}

static inline datum *problem_solve(const problem *p, const datum *instance, trace *t, arena *a, error *e) {
    return p->methods ? p->methods->solve(p, instance, t, a, e) : p->solve(instance, t, a, e);
}

static inline datum *problem_random(const problem *p, const datum *wishes, uint64_t seed, arena *a, error *e) {
    return p->methods ? p->methods->random(p, wishes, seed, a, e) : p->random(wishes, seed, a, e);
}

static inline datum *problem_check(const problem *p, const datum *instance, str answer, arena *a, error *e) {
    return p->methods ? p->methods->check(p, instance, answer, a, e) : p->check(instance, answer, a, e);
}

/* What answers are called in errors. */
#define ANSWER_NAME "<answer>"

/* All problems, NULL-terminated, in the order of their file names. */
extern const problem *const problems[];
const problem *problem_named(str name);

#endif
