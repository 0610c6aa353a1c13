/* A document as Markdown with its figures as SVG files, for Pandoc, Quarto and friends. No text means anything there.
 */
#ifndef HANDTRACE_EXPORT_MARKDOWN_H
#define HANDTRACE_EXPORT_MARKDOWN_H

#include "sheet.h"

typedef struct export_file {
    str name; /* without folder */
    str bytes;
} export_file;

typedef struct export_files {
    export_file *items;
    size_t count, capacity;
} export_files;

typedef struct export_options {
    const fonts *fonts;
    const theme *theme;
    const datum *params; /* of figures, where the template says nothing else; may be NULL */
    const phrases *phrases;
    bool live_text; /* in SVG */
    str foot;       /* one line below it all, plain words; empty: none */
} export_options;

/* The first file is STEM.md, then STEM-01-ring.svg and so on, in the order of the text. The document
 * is numbered (numbers.h). False on error. */
bool markdown_export(document *d, const export_options *o, str stem, export_files *out, arena *a, error *e);

#endif
