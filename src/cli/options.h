/* The command line: what was asked for. */
#ifndef HANDTRACE_OPTIONS_H
#define HANDTRACE_OPTIONS_H

#include "problem.h"

typedef enum command_kind {
    COMMAND_NONE, /* only --help or --version */
    COMMAND_MAKE, /* handtrace PROBLEM */
    COMMAND_RENDER,
    COMMAND_CHECK,
    COMMAND_BUILD,
    COMMAND_SHEET,
    COMMAND_LIST,
    COMMAND_NEW,
    COMMAND_TRY,
    COMMAND_KINDS
} command_kind;

typedef struct options {
    command_kind command;
    const problem *problem; /* COMMAND_MAKE, COMMAND_CHECK, COMMAND_TRY; else NULL */
    str recurrence;         /* the file that tells it, if it is not a room of the program */
    str *arguments;         /* after the command (and the problem's name), in order */
    size_t argument_count, argument_capacity;
    bool help, version, quiet, allow_files, key;
    /* Texts as given; empty when not given. */
    str input, format, output, template, figures, step, lang, paper, theme, font, text, random, seed, count, item,
        blank, run, answer;
    datum *own;    /* the problem's own options: a map name → text */
    datum *params; /* parameters of figures: a map name → text */
} options;

/* Which commands an option goes with. */
enum {
    WITH_MAKE = 1 << COMMAND_MAKE,
    WITH_RENDER = 1 << COMMAND_RENDER,
    WITH_CHECK = 1 << COMMAND_CHECK,
    WITH_BUILD = 1 << COMMAND_BUILD,
    WITH_SHEET = 1 << COMMAND_SHEET,
    WITH_LIST = 1 << COMMAND_LIST,
    WITH_TRY = 1 << COMMAND_TRY,
};

typedef struct option_row {
    const char *name;  /* "--output" */
    const char *value; /* what its value is called in help, or NULL for a switch */
    const char *help;
    size_t offset; /* of the str (or, for a switch, the bool) in options */
    unsigned with; /* WITH_… */
    char letter;   /* 'o', or 0 */
} option_row;

extern const option_row option_rows[]; /* name NULL at the end */

typedef struct command_row {
    const char *name; /* NULL for COMMAND_MAKE, whose name is the problem's */
    command_kind command;
    bool takes_problem;
    const char *usage;   /* the line after "usage: " */
    const char *summary; /* one line */
} command_row;

extern const command_row command_rows[]; /* in the order of help; command COMMAND_NONE at the end */

/* Reads the arguments (argv[1] …). False on error (STATUS_USAGE; STATUS_INPUT for a recurrence file with a mistake).
 * Every value is UTF-8, but for names of files.
 * `--opt=value` and `--opt value` mean the same; `-` alone and a `-` not followed by a letter or `-` begin a value;
 * `--` ends options. */
bool options_read(int argc, char **argv, options *o, arena *a, error *e);

/* Whether a part of the command line is text: UTF-8. Else an error with its place (STATUS_USAGE). */
bool options_are_text(const source *part, error *e);

/* The help of a command (and of its problem), or of the whole program. */
str options_help(const options *o, arena *a);

#endif
