/* The formats that -f names, and where their files go. */
#ifndef HANDTRACE_FORMATS_H
#define HANDTRACE_FORMATS_H

#include "options.h"

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
/* The format of that name; it must exist. */
const format *format_named(const char *name);

#endif
