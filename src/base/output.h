/* Writing files whole or not at all. */
#ifndef HANDTRACE_OUTPUT_H
#define HANDTRACE_OUTPUT_H

#include "error.h"

typedef struct output_file {
    str path; /* "-": standard output */
    str bytes;
} output_file;

/* Writes several files, all or none: each beside its place first, and when all are there each is renamed, so that a
 * failure or a signal leaves the old files as they were and nothing else. A file that may not be written is not
 * replaced. A target that exists and is no regular file (a device, a pipe) is written directly, before the others; a
 * symbolic link is followed, also one that leads to no file yet. "-" and "/dev/stdout" are standard output. On failure
 * sets STATUS_OUTPUT and returns false. */
bool output_write_all(const output_file *files, size_t count, error *e);
/* One file. */
bool output_write(str path, str bytes, error *e);
/* Creates the folder if it is missing (its parent must exist); `*made` tells whether it did. */
bool output_folder(str path, bool *made, error *e);
/* Takes away a folder that is empty. */
void output_remove_folder(str path, arena *a);
/* Whether both paths name the same existing regular file. */
bool output_same_file(const char *a, const char *b);
/* Reads a whole file; "-" is standard input. `name` is used in messages. A directory, an unreadable file, and one of
 * more than a quarter of the memory that the arena's budget allows (256 MB of 1024 MB) sets STATUS_INPUT. The text is
 * not checked to be UTF-8. */
bool input_read(arena *a, str path, str *text, error *e);

#endif
