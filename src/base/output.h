/* Writing files whole or not at all. */
#ifndef HANDTRACE_OUTPUT_H
#define HANDTRACE_OUTPUT_H

#include "error.h"
#include "sink.h"

/* Several files, all or none. */
typedef struct output_set output_set;
/* One of them while it is written. */
typedef struct output output;

/* An empty set. What it keeps lies in `a`, which must outlive it; the bytes are on the disk at once. */
output_set *output_set_new(arena *a);
/* The folder is made when the set is committed, if it is missing; the one above it must exist or be one of these. */
bool output_folder(output_set *s, str path, error *e);
/* Begins a file; "-" and "/dev/stdout" are standard output. A file that may not be written is not replaced. A symbolic
 * link is followed, also one that leads to no file yet. What exists and is no regular file (a device, a pipe) gets its
 * bytes when the set is committed, before the files. `e` is told of all that fails until it is closed. NULL on error
 * (STATUS_OUTPUT). */
output *output_open(output_set *s, str path, error *e);
sink output_sink(output *o);
/* The file is whole. */
bool output_close(output *o);
/* Puts all files in their places, so that a failure or a signal leaves the old ones as they were and nothing else. Two
 * that are one file are refused. Afterwards, also on failure, the set is empty. */
bool output_commit(output_set *s, error *e);
/* Leaves nothing of what was not committed. */
void output_drop(output_set *s);
/* Removes what is not in its place yet, in all sets. To be called before _exit and from signals: it takes no memory and
 * waits for nothing. */
void output_discard_all(void);
/* One file at once. */
bool output_write(str path, str bytes, error *e);
/* Whether both paths name the same existing regular file. */
bool output_same_file(const char *a, const char *b);
/* Reads a whole file; "-" is standard input. Its name is wrong (STATUS_USAGE) if it cannot be opened or is a folder; a
 * file of more than a quarter of the memory that the arena's budget allows (256 MB of 1024 MB) sets STATUS_INPUT. The
 * text is not checked to be UTF-8. */
bool input_read(arena *a, str path, str *text, error *e);

#endif
