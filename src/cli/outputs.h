/* The files of one run of the program: none is in its place before all are made, none over an input. */
#ifndef HANDTRACE_OUTPUTS_H
#define HANDTRACE_OUTPUTS_H

#include "output.h"

typedef struct outputs {
    output_set *set; /* NULL until there is something to write */
    arena *arena;    /* of the set; its contents outlive what files are made from */
    str *paths;      /* of the files */
    size_t count, capacity;
    str first;     /* path of the first file */
    bool defaults; /* the paths are the program's own: out/ is made if it is missing */
    str folder;    /* of files that have numbered names, if any: made if it is missing */
    str *names;    /* of these, without the folder */
    size_t name_count, name_capacity;
    str *inputs; /* files read: none of them may be written */
    size_t input_count, input_capacity;
} outputs;

/* Begins a file, whose bytes are then written to its sink, and which is closed with output_close. NULL on error. */
output *outputs_open(outputs *o, str path, error *e);
/* The same of a name in a folder, one of several that are numbered. */
output *outputs_open_in(outputs *o, str folder, str name, error *e);
/* A file at once. */
bool outputs_add(outputs *o, str path, str bytes, error *e);
/* Names a file that was read. Standard input ("-") counts if it comes from a file. */
void outputs_guard(outputs *o, str input, arena *a);
/* All files or none. False if some output is also an input (STATUS_USAGE) or could not be written (STATUS_OUTPUT). */
bool outputs_write(outputs *o, error *e);
/* Nothing is left of what was begun. */
void outputs_drop(outputs *o);
/* Files that an earlier run left among those of the folder: their names are those written now but for the numbers in
 * them. In the order of their names; `*count` tells how many. */
str *outputs_left(const outputs *o, size_t *count, arena *a);
/* "FOLDER/NAME". */
str path_join(str folder, str name, arena *a);
/* The folder part of a path, "." if there is none. */
str path_folder(str path, arena *a);

#endif
