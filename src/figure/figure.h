/* Figures: from a moment of a story to a scene. One row a kind; kinds register by their file's
 * `const figure_kind NAME_figure`, found by CMake. */
#ifndef HANDTRACE_FIGURE_H
#define HANDTRACE_FIGURE_H

#include "label.h"
#include "phrases.h"
#include "story.h"
#include "theme.h"

/* What the drawings of one kind at one moment after another keep from each other, since most of it stays as it is. */
typedef struct figure_memory figure_memory;
figure_memory *figure_memory_new(memory_budget *budget);
void figure_memory_free(figure_memory *m); /* may be NULL */

typedef struct figure_request {
    const story_moment *moment;
    const context *context; /* where it stands, for its phrases */
    const phrases *phrases;
    const fonts *fonts;
    const theme *theme;
    str lang;
    const datum *params;   /* of `figure:NAME?key=value&…`: a map of texts; may be NULL */
    const datum *defaults; /* for those of its kind that `params` does not say; others are passed over; may be NULL */
    str told;      /* states that a legend before it tells of already: "current,read", "all"; its own leaves them out */
    bool typed;    /* the parameters come from the command line: what is wrong with them is STATUS_USAGE */
    double width;  /* points to be had; 0: as wide as it likes (a tight figure) */
    double height; /* of a page's text area; 0: no limit */
    arena *arena;
    figure_memory *memory; /* NULL: none. Else what is drawn lies in `arena` with all that was needed to draw it, shares
                              things with the memory, and must be done with before the next is drawn */
    arena *kept;           /* set by figure_build, which gives `arena` back: what is drawn there need not be copied */
    error *error;
} figure_request;

/* A figure, in parts when it must be split over lines or pages: each part fits the width and height asked for. */
typedef struct figure {
    scene **parts;
    size_t count, capacity;
    str title, alt; /* from phrases figure.NAME.title and .alt; the title is a label's markup */
    str *notes;     /* exact values of what was shown shortened: set below the figure; markup */
    size_t note_count, note_capacity;
    bool own_names; /* the names in the notes mean something in this figure only */
} figure;

/* What may stand in `figure:NAME?key=value`. */
typedef struct figure_param {
    const char *name;     /* NULL ends a list */
    bool is_switch;       /* its value is yes or no */
    bool bare;            /* alone on a command line it means yes */
    const char *old_name; /* another that it answers to, from an earlier version; NULL: none */
} figure_param;

typedef struct figure_kind {
    const char *name;     /* "tables" */
    const char *old_name; /* another that it answers to, from an earlier version; NULL: none */
    const char *summary;  /* what it draws, in one line: `handtrace list figures` */
    step_kind counts;     /* the kind of step that --step counts for it */
    bool at_end;          /* where no step is asked for, the end is drawn without a step in hand, not the last step */
    bool table;           /* captioned as a table (caption above) rather than as a figure (below) */
    bool bare;            /* text of the sheet: without number and caption, its parts are rows below each other */
    const figure_param *params; /* NULL: it takes none */
    /* Whether the run has what it draws. */
    bool (*draws)(const story_run *r);
    /* Whether that step has it too; NULL: all have. */
    bool (*draws_step)(const story_step *step);
    /* Whether the trace says that what it would draw of this run (empty: of whichever has it) was left out: then an
     * error says so. NULL: never. */
    bool (*refuses)(const story *s, str run, error *e);
    /* NULL on error. A cell, vertex or node is a group of ROLE_PART or ROLE_CELL with id, title and alt. */
    figure *(*build)(const figure_request *q);
} figure_kind;

/* The status of an error in a parameter: of the command line, or of a template. */
int figure_param_status(const figure_request *q);

/* Builds a figure; NULL on error, also if its parameters are not those of its kind. */
figure *figure_build(const figure_kind *kind, const figure_request *q);

/* The run that the kind draws at that moment: the moment's own; where the moment is of the whole story, the first that
 * has what it draws. NULL: there is nothing to be drawn. */
const story_run *figure_run(const figure_kind *kind, const story_moment *m);

extern const figure_kind *const figure_kinds[]; /* NULL-terminated */
/* By its name, or by its old one; NULL if there is none. The table that CMake writes knows the names of today. */
const figure_kind *figure_kind_named(str name);
const figure_kind *figure_kind_of_today(str name);
/* The parameter of that name, or of that old name; NULL if there is none. */
const figure_param *figure_param_named(const figure_kind *kind, str name);

#endif
