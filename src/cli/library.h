/* The templates folder: templates, phrases and themes by name.
 *
 *   templates/PROBLEM/NAME.LANG.md       PROBLEM may be `common`: a sheet for any trace
 *   templates/PROBLEM/phrases.LANG.yaml  after common/phrases.LANG.yaml
 *   templates/themes/NAME.yaml
 */
#ifndef HANDTRACE_LIBRARY_H
#define HANDTRACE_LIBRARY_H

#include "outputs.h"
#include "phrases.h"
#include "theme.h"

typedef struct library {
    str root;
    arena *arena;
    error *error;
    outputs *outputs; /* told of every file that is read */
    bool allow_files; /* what the user's templates and themes name may lie anywhere */
} library;

/* HANDTRACE_TEMPLATES, else the folder of the source tree if this program runs from its build, else the data folder. */
bool library_open(library *l, arena *a, error *e, outputs *out);
/* The template NAME of a problem, or the file: a word with '/' or ending in .md is a file. NULL on error; a name that
 * is not there is STATUS_USAGE. */
const source *library_template(const library *l, str problem, str name, str lang);
/* The phrases of a problem; with those beside `template` (phrases.LANG.yaml), if that is a file of the user's. */
phrases *library_phrases(const library *l, str problem, str lang, const source *template);
/* The phrases of several folders, each winning over those before it; common ones first, those beside `template` last.
 */
phrases *library_phrases_of(const library *l, const str *folders, size_t count, str lang, const source *template);
/* The theme of a language; with `name` (NAME or FILE) laid over it unless that is empty. Fonts that a file names by
 * their paths are beside it. */
bool library_theme(const library *l, str name, str lang, theme *t);

/* Whether a file is one of the library's own, which may name what they like. */
bool library_holds(const library *l, str path);
/* Whether a theme is called by the path of a file. */
bool library_is_theme_file(str name);
/* What a file of the user's is told that names another out of its reach. */
extern const char library_out_of_reach[];

/* The recurrence file of a name: templates/NAME/NAME.lua, else NAME/NAME.lua in the user's data folder (handtrace in
 * $XDG_DATA_HOME, ~/.local/share unless that says otherwise). Empty if there is none. */
str library_recurrence(str name, arena *a);
/* The names that library_recurrence knows, NULL-terminated, the shipped ones first. */
str *library_recurrences(arena *a, size_t *count);

/* The file with which a new recurrence file begins. */
str library_skeleton(arena *a);

/* Whether something of that name exists and is not a folder. */
bool file_exists(str path, arena *a);

typedef struct library_entry {
    str problem, name; /* "polygon", "handout" */
    str langs;         /* "en zh" */
} library_entry;

typedef struct library_entries {
    library_entry *items;
    size_t count, capacity;
} library_entries;

/* Sorted by problem and name. */
library_entries library_templates(const library *l);
library_entries library_themes(const library *l);

#endif
