/* One command that makes something: what it reads, what it found, what it writes.
 *
 *   options ──▶ instances ──solve──▶ trace ──▶ story ──▶ document ──▶ pages ──▶ outputs
 *   render:     trace file ─────────▶ trace ─┘
 */
#ifndef HANDTRACE_JOB_H
#define HANDTRACE_JOB_H

#include "build.h"
#include "formats.h"
#include "library.h"
#include "sheet.h"

/* One instance and what came of it. */
typedef struct made {
    datum *instance;
    str seed; /* of a random instance, in digits; else empty */
    const datum *answer;
    trace *trace; /* NULL when only the answer is wanted */
    story *story;
    const context *facts;   /* bottom of the context stack: instance_text, lang, seed */
    const context *context; /* facts, story, run */
    str written;            /* the instance in one line */
} made;

typedef struct job {
    const options *options;
    const format *format;
    arena *arena;
    error *error;
    outputs outputs;
    const problem *problem; /* NULL for a trace of someone else's problem */
    str name;               /* of the problem; safe in file names */
    made *made;
    size_t count, capacity;
    str lang;
    library library;
    const source *template; /* NULL where none is needed */
    const datum *front;     /* its front matter as written; NULL where there is no template */
    phrases *phrases;
    theme theme;
    fonts *fonts;
} job;

/* The instances that the command line gives: written out, from a file, or at random. */
bool job_read_instances(job *j);
/* The trace file of `render`. */
bool job_read_trace(job *j);
/* Solves every instance; with its trace and story when the format needs more than the answer. */
bool job_solve(job *j);
/* The outputs of the format: see docs/manual.md for their names. */
bool job_make_outputs(job *j);
/* Tight figures: --figure. */
bool job_add_figures(job *j);
/* Opens the templates folder, and from it what the format needs. */
bool job_open_library(job *j);
/* After drawing: an error if some character was in no font. */
bool job_check_fonts(job *j);

/* Where a single file goes: -o, else out/NAME.FMT. */
str job_file(const job *j);
/* The folder of many files: -o, else out/NAME. */
str job_folder(const job *j);
void job_add_file(job *j, str path, str bytes);
/* Resolution and kind of text of -f svg and png. */
render_options job_render_options(const job *j);

#endif
