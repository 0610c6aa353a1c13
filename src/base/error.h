/* The one error type. The first error wins: once set, later reports are ignored, so that calls can be chained and
 * asked once at the end. */
#ifndef HANDTRACE_ERROR_H
#define HANDTRACE_ERROR_H

#include "str.h"

#include <stdio.h>

/* Exit status of the program as well. */
typedef enum status {
    STATUS_OK = 0,
    STATUS_INPUT = 1,  /* the input, or with `check` the answer, is wrong */
    STATUS_USAGE = 2,  /* the command line is wrong */
    STATUS_OUTPUT = 3, /* the output could not be written */
} status;

/* A text and what to call it in messages: a file name, or "<arguments>". */
typedef struct source {
    str name;
    str text;
} source;

typedef struct error {
    status status;
    arena *arena;
    str message;   /* without place, no full stop, no line end */
    str file;      /* empty if there is no place */
    size_t line;   /* from 1; 0 if there is no place */
    size_t column; /* from 1, in code points */
    str line_text; /* the line of the source, without its end */
    size_t width;  /* code points under the caret line, at least 1 */
} error;

/* An empty error that keeps its texts in `a`. */
error error_in(arena *a);
bool error_set(const error *e);
/* Both return false, so that a function can end `return error_at(…)`. */
bool error_plain(error *e, status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* At bytes [at, at + length) of the source; line and column are counted here, only when an error is made. */
bool error_at(error *e, const source *where, size_t at, size_t length, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
#ifdef __clang_analyzer__ /* which looks into one file at a time */
#define error_plain(...) ((void)error_plain(__VA_ARGS__), false)
#define error_at(...) ((void)error_at(__VA_ARGS__), false)
#endif
/* Whether a text is UTF-8 (no overlong forms, no surrogates) without NUL; else the error shows the first byte that is
 * not. */
bool source_is_text(const source *where, error *e);
/* Every message is UTF-8 with nothing hidden in it (visible.h), whatever bytes were put into it; a line end stays where
 * a blank follows. "handtrace: FILE:LINE:COL: message", then the line and a caret where there is one. */
void error_print(const error *e, FILE *out);
/* The same as text in the error's arena. */
str error_text(const error *e);

#endif
