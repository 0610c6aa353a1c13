/* The answer and the tables in words and box-drawing, for a terminal. Needs no font and no template. */
#ifndef HANDTRACE_EXPORT_TEXT_H
#define HANDTRACE_EXPORT_TEXT_H

#include "phrases.h"
#include "story.h"

typedef struct text_options {
    const phrases *phrases; /* text.* and the titles of tables */
    const context *context; /* bottom of the stack: facts of the run of the program; may be NULL */
    str lang;
    str heading;  /* the instance in one line */
    size_t width; /* columns of the terminal: wider tables are split; 0: no limit */
} text_options;

/* Ends in a line end. An empty text on error. */
str text_export(const story *s, const text_options *o, arena *a, error *e);

#endif
