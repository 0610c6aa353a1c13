/* One command that makes something: what it reads, what it found, what it writes.
 *
 *   options ──▶ instances ──solve──▶ trace ──▶ story ──▶ document ──▶ pages ──▶ outputs
 *   render:     trace file ─────────▶ trace ─┘
 */
#ifndef HANDTRACE_JOB_H
#define HANDTRACE_JOB_H

#include "build.h"
#include "library.h"
#include "options.h"
#include "sheet.h"

/* The formats that -f names, and where their files go. */
typedef enum format_kind {
    FORMAT_PAGES, /* scenes to a backend of the same name */
    FORMAT_JSON,
    FORMAT_TRACE,
    FORMAT_TEXT,
    FORMAT_MARKDOWN,
    FORMAT_HTML
} format_kind;

typedef struct format {
    const char *name;
    const char *endings[3]; /* of file names, with the dot */
    format_kind kind;
    bool figures_only; /* goes with --figure only */
} format;

/* The format of -f, else by the ending of -o, else `otherwise`. NULL on error (STATUS_USAGE). */
const format *format_of(const options *o, const char *otherwise, error *e);

/* One instance and what came of it. */
typedef struct made {
    const problem *problem; /* NULL for a trace of someone else's problem */
    datum *instance;
    str seed;     /* of a random instance, in digits; else empty */
    int64_t item; /* its number in a batch, from 1; 0: none */
    const datum *answer;
    trace *trace; /* NULL when only the answer is wanted */
    story *story;
    const context *facts;   /* bottom of the context stack: instance_text, lang, seed */
    const context *context; /* facts, story, run */
    str id;                 /* of a sheet's run */
    const phrases *phrases; /* where they are others than the job's, else NULL */
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
    made *sheet; /* of a template with runs of its own: what the one document stands under; else NULL */
    str lang;
    library library;
    const source *template; /* NULL where none is needed */
    const datum *front;     /* its front matter as written; NULL where there is no template */
    bool is_key;            /* a template of exercises is set with its answers */
    phrases *phrases;
    theme theme;
    fonts *fonts;
    output *joined; /* the one file that all of a batch go into */
} job;

/* The instances that the command line gives: written out, from a file, or at random. */
bool job_read_instances(job *j);
/* The random ones: --random, --seed, --count, --item. */
bool job_draw(job *j);
/* The trace file of `render`. */
bool job_read_trace(job *j);
/* The template of `sheet`, and the instances that its front matter lists. */
bool job_read_sheet(job *j);
/* After solving: the stories of a sheet by their names. */
bool job_gather_sheet(job *j);
/* Solves an instance; with its trace and story when the format needs more than the answer. */
bool job_solve(job *j, made *m);
bool job_solve_all(job *j);
/* Whether the template is one of exercises; the story is left blank then where a student is to write. */
bool job_is_exercise(const job *j);
bool job_leave_blanks(job *j, made *m);
/* The outputs of the format: see docs/manual.md for their names. What is not solved yet is solved here; of a batch one
 * instance after the other, each in memory that is given back. */
bool job_make_outputs(job *j);
/* Tight figures: --figure. */
bool job_add_figures(job *j);
/* Opens the templates folder, and from it what the format needs. */
bool job_open_library(job *j);
/* The same for a template that is known. */
bool job_open_look(job *j);
/* The language that the template says in its front matter, or by its name: FILE.zh.md. */
str job_language(const job *j);
/* The folder of templates that is the problem's own; a recurrence file with a room's name has none. */
str job_own_folder(const job *j);
/* A text becomes part of file names: anything but letters, digits, '-' and '_' is left out. */
str job_safe_name(str name, arena *a);
/* How many digits a number has: numbers in names of files are padded to those of the largest, so that they sort. */
int job_digits(size_t n);
/* A new instance, and one at random: the k-th (from 0) of those with this seed. NULL on error. */
made *job_add_instance(job *j, const problem *p, datum *instance);
made *job_add_random(job *j, const problem *p, const datum *wishes, uint64_t seed, uint64_t k);
/* "n=5,ties,values=-9..9" as a map; what has no value is true. Old names of a built-in problem's properties are those
 * of today. NULL on error. */
datum *job_read_wishes(job *j, const problem *p, str text);
/* A number of digits alone, `most` at most. */
bool job_is_number(str text, uint64_t most, uint64_t *value);
/* --seed and --count, which keep what they are where they are not given. False on error. */
bool job_read_draws(const options *o, uint64_t *seed, uint64_t *count, error *e);
/* An error that names the run asked for and those that there are; false. */
bool job_unknown_run(const job *j, const story *s);
/* No file of a font is written over; to be said again after drawing, which may have found more of them. */
void job_guard_fonts(job *j);
/* After rendering: an error if a font is damaged, so that a letter would be missing. */
bool job_check_glyphs(job *j);
/* After drawing: an error if some character was in no font. */
bool job_check_fonts(job *j);

/* Where a single file goes: -o, else out/NAME.FMT. */
str job_file(const job *j);
/* The folder of many files: -o, else out/NAME. */
str job_folder(const job *j);
/* A file in a folder that holds several with numbers in their names. */
bool job_add_numbered(job *j, str name, str bytes);
/* A file of many pages on its way to an output. */
typedef struct paged_file {
    const backend *backend;
    renderer *renderer;
    output *output;
} paged_file;
bool paged_begin(paged_file *f, job *j, output *to, const render_info *i);
bool paged_end(paged_file *f, const outline *marks);
/* After an error: gives back what the renderer holds. */
void paged_close(paged_file *f);
/* Resolution and kind of text of -f svg and png. */
render_options job_render_options(const job *j);

#endif
