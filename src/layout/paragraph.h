/* Paragraphs: spans of text, mathematics and boxes into lines. Breaks by UAX #14 (libunibreak), never inside a formula
 * or a grapheme; Chinese line ends by its rules; optimal-fit over the paragraph, justified or ragged. */
#ifndef HANDTRACE_PARAGRAPH_H
#define HANDTRACE_PARAGRAPH_H

#include "label.h"

typedef struct flow_span {
    str text; /* a text span; empty if `piece` */
    text_style style;
    const piece *piece; /* an unbreakable box on the baseline */
    bool forced_break;  /* a new line after this span */
    str link;           /* target, or empty */
} flow_span;

typedef struct flow_options {
    double width; /* points */
    double first_indent;
    double leading; /* × the size of the text */
    bool justified;
    str lang;
} flow_options;

typedef struct flow_line {
    scene *scene; /* baseline at y = 0 */
    double width, ascent, descent;
    double height; /* the distance to the next baseline, at least ascent + descent */
} flow_line;

typedef struct flow {
    flow_line *lines;
    size_t count, capacity;
    double height; /* of all lines */
} flow;

flow paragraph_flow(const flow_span *spans, size_t count, const fonts *f, flow_options o, arena *a);

#endif
