/* A document's figures as SVG, with their captions: what Markdown and HTML share. */
#ifndef HANDTRACE_EXPORT_PICTURE_H
#define HANDTRACE_EXPORT_PICTURE_H

#include "markdown.h"

typedef struct picture {
    str svg;     /* one part */
    double w, h; /* points */
    str alt;     /* one sentence */
} picture;

typedef struct pictures {
    picture *parts;
    size_t count;
    bool table; /* its caption stands above */
    str label;  /* "Figure 3" */
    str title;  /* plain words: the caption of the template, else the figure's own title */
    str *notes; /* plain words */
    size_t note_count;
} pictures;

/* Draws the pictures of one document, which has been numbered. */
typedef struct picture_book {
    const export_options *options;
    str lang;
    size_t count; /* pictures so far: ids are told apart by it */
    arena *arena;
    error *error;
} picture_book;

/* The next figure in the order of the text. False on error, with the template's place. */
bool picture_draw(picture_book *b, const figure_reference *r, pictures *out);

#endif
