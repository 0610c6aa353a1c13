/* Recurrence files: one recurrence told in Lua, run on the engine of recurrences.
 *
 *   text ─▶ lua_file_load ─▶ inputs (the first run, with the examples)
 *                │
 *                ├─ lua_file_example, lua_file_random, or an instance from elsewhere
 *                └─ lua_file_solve ─▶ answer {value, optimal, solution}, and in a trace: words, runs, way back
 *
 * An instance is a map, input → what it is:
 *   integer           a text, "12"
 *   text              a text, "kitten"
 *   integers, numbers a list of texts; a number is canonical ("-3", "5/2"), "inf" or "-inf"
 *   texts             a list of texts
 *   grid              a list of lists of texts, as of numbers
 *
 * What a file may do is bounded: memory, instructions, nothing of the system. Errors are STATUS_INPUT and name a line
 * of the file where there is one. */
#ifndef HANDTRACE_LUA_FILE_H
#define HANDTRACE_LUA_FILE_H

#include "datum.h"
#include "error.h"
#include "trace.h"

typedef enum lua_input_kind {
    INPUT_INTEGER,
    INPUT_INTEGERS,
    INPUT_NUMBERS,
    INPUT_TEXT,
    INPUT_TEXTS,
    INPUT_GRID,
    INPUT_KINDS
} lua_input_kind;

extern const char *const lua_input_kinds[INPUT_KINDS]; /* "integer", … */

/* An input, as the run with the examples left it: bounds that hang on a size are those of the examples. */
typedef struct lua_input {
    str name;
    lua_input_kind kind;
    const datum *means;        /* WORDS (docs/trace.md), or NULL */
    str least, most;           /* of its numbers, canonical; empty: none */
    str sizes[2];              /* letters of its length, or of rows and columns; empty: none */
    int64_t shortest, longest; /* items of a list, letters of a text, rows of a grid; longest -1: no limit */
    const datum *example;      /* as in an instance, or NULL */
    const datum *examples;     /* by language, a map, where the examples differ; else NULL */
    bool draws;                /* it says how it is drawn at random */
} lua_input;

typedef struct lua_file lua_file;

/* Runs the file once with its examples. `where` must outlive it; it ends with the arena. NULL on error. */
lua_file *lua_file_load(const source *where, arena *a, error *e);
size_t lua_file_input_count(const lua_file *f);
const lua_input *lua_file_input(const lua_file *f, size_t k);
/* WORDS that it says of itself ("title", "ask", …), without placeholders filled in; NULL if it does not. */
const datum *lua_file_words(const lua_file *f, const char *which);
/* The names of its mistakes and rules; the k-th, or the empty text from their number on. */
str lua_file_mistake(const lua_file *f, size_t k);
/* Whether an instance can be drawn at random. */
bool lua_file_draws(const lua_file *f);

/* The instance made of the examples, of that language where they differ ("en", "zh"). NULL on error: an input has none.
 */
datum *lua_file_example(lua_file *f, str language, arena *a, error *e);
/* Whether the file takes this instance: every input there and of its kind and bounds, and nothing else; numbers are
 * made canonical. False on error. */
bool lua_file_takes(lua_file *f, const datum *instance, arena *a, error *e);
/* The same of one that was read from a text: errors show the place there of what has one (its length is not 0). */
bool lua_file_takes_typed(lua_file *f, const datum *instance, const source *typed, arena *a, error *e);
/* An instance drawn at random, the same for the same seed everywhere; not tested for being interesting. NULL on error.
 */
datum *lua_file_random(lua_file *f, uint64_t seed, arena *a, error *e);

/* What is known of an instance after it was solved, for choosing random ones. */
typedef struct lua_solved {
    datum *answer; /* {value, optimal, solution}: texts, "inf", truth values */
    bool told;     /* the solution is told in words of its own, whatever it is */
    bool choice;   /* some place has more than one candidate */
    bool wished;   /* what `interesting` says; true if the file does not say it */
    /* Names of the mistakes and rules that are wrong here. */
    const str *wrong;
    size_t wrong_count;
    datum *recurrence; /* the header's map of that name; only with a trace */
} lua_solved;

/* Solves an instance; with a trace, made by lua_file_trace, records the runs in it, and words in its header. `name` is
 * that of the problem ("edit-distance"). With `deep` mistakes and rules are tried without a trace too. False on error.
 */
bool lua_file_solve(lua_file *f, const datum *instance, trace *t, bool deep, lua_solved *solved, arena *a, error *e);
/* Solutions as the file prints them, one a way back, no text twice, at most `most` of them. *all: there are no more. An
 * empty list where the file prints none. False on error. */
bool lua_file_solutions(lua_file *f, const datum *instance, size_t most, datum **texts, bool *all, arena *a, error *e);
/* Whether the brute force that the file may have (`truth`) gives the value of this answer, too. False with an error at
 * its line if not; true if there is none. */
bool lua_file_agrees(lua_file *f, const datum *instance, const datum *answer, arena *a, error *e);
/* An empty trace of that file for lua_file_solve. */
trace *lua_file_trace(lua_file *f, str problem, const datum *instance, arena *a);

#endif
