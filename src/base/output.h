/* Writing files whole or not at all. */
#ifndef HANDTRACE_OUTPUT_H
#define HANDTRACE_OUTPUT_H

#include "error.h"

/* Writes `bytes` to `path`: beside it first, then closed and renamed, so that a failure leaves the old file as
 * it was and nothing else. A target that exists and is no regular file (a device, a pipe) is written directly; a
 * symbolic link is followed. "-" is standard output. On failure sets STATUS_OUTPUT and returns false. */
bool output_write(str path, str bytes, error *e);
/* Creates the folder if it is missing (its parent must exist). */
bool output_folder(str path, error *e);
/* Whether both paths name the same existing file. */
bool output_same_file(const char *a, const char *b);
/* Reads a whole file; "-" is standard input. `name` is used in messages. A directory or an unreadable file sets
 * STATUS_INPUT. The text is not checked to be UTF-8. */
bool input_read(arena *a, str path, str *text, error *e);

#endif
