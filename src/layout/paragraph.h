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

/* A line in its box: with y the top of the box, the baseline stands at y + (height - ascent - descent) / 2 + ascent,
 * and the next line's box begins at y + height. Baselines are leading × size apart unless formulas would meet. */
typedef struct flow_line {
    scene *scene; /* baseline at y = 0 */
    double width, ascent, descent;
    double height; /* at least ascent + descent */
} flow_line;

typedef struct flow {
    flow_line *lines;
    size_t count, capacity;
    double height; /* of all lines */
} flow;

/* The first indent is that of the first line only. Spaces and line ends in texts count as one space, wherever spans
 * meet. A line is never wider than the width: formulas that are get smaller, words are broken between graphemes. A
 * justified line that would be stretched too far stays ragged, as the last one of each part does. */
flow paragraph_flow(const flow_span *spans, size_t count, const fonts *f, flow_options o, arena *a);

#endif
