/* The files of one run of the program: all made before the first is written, none over an input. */
#ifndef HANDTRACE_OUTPUTS_H
#define HANDTRACE_OUTPUTS_H

#include "output.h"

typedef struct outputs {
    output_file *files;
    size_t count, capacity;
    bool defaults; /* the paths are the program's own: out/ is made if it is missing */
    str folder;    /* made if it is missing; empty: none */
    str *inputs;   /* files read: none of them may be written */
    size_t input_count, input_capacity;
} outputs;

void outputs_add(outputs *o, str path, str bytes, arena *a);
/* Names a file that was read. Standard input ("-") counts if it comes from a file. */
void outputs_guard(outputs *o, str input, arena *a);
/* All files or none. False if some output is also an input (STATUS_USAGE) or could not be written (STATUS_OUTPUT). */
bool outputs_write(const outputs *o, error *e);
/* "FOLDER/NAME". */
str path_join(str folder, str name, arena *a);
/* The folder part of a path, "." if there is none. */
str path_folder(str path, arena *a);

#endif
