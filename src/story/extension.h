/* Names that only one problem has: what `edge` means in a candidate of the polygon game. One row a problem; views ask
 * the row of the story's problem before their own names. */
#ifndef HANDTRACE_EXTENSION_H
#define HANDTRACE_EXTENSION_H

#include "facts.h"
#include "story.h"

/* A name and what gives its value; view_missing() where the object does not have it after all. */
typedef struct view_name {
    const char *name;
    view_value (*get)(const view *v, arena *a);
} view_name;

/* A name of the whole that is no more, and what to write for it: another name, or a comparison. */
typedef struct renamed_name {
    const char *name, *now;
} renamed_name;

/* What one kind of part is asked for: facts that are told once a part, and names that are worked out at each asking. */
typedef struct own_names {
    void (*tell)(facts *f, const view *v); /* NULL: no facts */
    const view_name *rows;                 /* ends with a row without name; NULL: none */
} own_names;

/* The parts that a problem may have names for. */
typedef enum own_part { OWN_ROOT, OWN_RUN, OWN_PHASE, OWN_STEP, OWN_CANDIDATE, OWN_BACK, OWN_MOVE, OWN_PARTS } own_part;

/* The object of a view is a story, story_run, …; views of moves and of the way back have their story_run as context. */
typedef struct story_extension {
    const char *name; /* of the problem */
    bool texts;       /* instance and answer hold words (strings of letters), so that digits in them are not typeset */
    own_names own[OWN_PARTS];
    const renamed_name *renamed; /* for messages; ends with a row without name; may be NULL */
} story_extension;

/* The rows, NULL-terminated: each src/problem/NAME/story/names.c defines one, NAME_names, and CMake finds it. */
extern const story_extension *const story_extensions[];
/* The row of a problem, or NULL. */
const story_extension *story_extension_of(str problem);
/* That of a story; NULL for a recurrence file, whatever it is called. */
const story_extension *story_extension_for(const story *s);

/* Views of the parts of a story, for rows that give lists of them. */
view story_view_table(const story_table *t);
view story_view_move(const story_move *m, const story_run *r);
view_value story_view_steps(const story_step *const *steps, size_t count, arena *a);
/* Data whose texts are shown as numbers where they are numbers (raw_NAME: as they stand). */
view_value story_view_data(const datum *d, arena *a);
/* A value as it is typeset in a template. */
view_value story_view_number(str value, arena *a);

#endif
