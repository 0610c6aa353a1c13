/* One line composed of texts in several styles and of pieces: what labels and paragraphs have in common. */
#ifndef HANDTRACE_LINE_H
#define HANDTRACE_LINE_H

#include "label.h"

/* A text in one style, or a piece. A text may begin and end with spaces: they count where the parts meet. */
typedef struct line_part {
    str text;
    text_style style;
    const piece *piece; /* a box on the baseline instead of the text */
    str link;           /* target of a link, or empty */
    double before;      /* added before it, points: what justification gives or takes */
} line_part;

/* The distance that belongs between two neighbours: spaces at their ends, narrowed to a quarter em between Han and what
 * is narrower and to nothing beside full-width marks, as scene_text does inside one text. Points. */
double line_gap(const fonts *f, const line_part *left, const line_part *right);
/* Sets all parts on the baseline y = 0 from x = 0 on; spaces at the very ends are dropped. `ascent` and `descent` are
 * those of the ink. */
piece line_set(const line_part *parts, size_t count, const fonts *f, arena *a);
/* A text without the spaces at its ends. */
str line_trimmed(str text);
/* The first and the last character of a part, spaces left aside; a piece counts as a letter; 0 if there is none. */
uint32_t line_first(const line_part *p);
uint32_t line_last(const line_part *p);

#endif
