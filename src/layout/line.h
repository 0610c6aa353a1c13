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

/* The distance that belongs between two characters of separate texts, points: a space if there are `spaces` between
 * them, narrowed to a quarter em between Han and what is narrower and to nothing beside full-width marks, as scene_text
 * does inside one text; without spaces what text_gap says. A piece counts as a letter: pass 'x'. */
double line_joint(const fonts *f, text_style style, uint32_t before, uint32_t after, bool spaces);
/* The text without spaces at its ends, no-break spaces too. */
str line_trim(str text);
/* Sets all parts on the baseline y = 0 from x = 0 on; spaces at the very ends are dropped, several count as one.
 * `ascent` and `descent` are those of the ink. */
piece line_set(const line_part *parts, size_t count, const fonts *f, arena *a);
/* The width that it comes to. */
double line_width(const line_part *parts, size_t count, const fonts *f);

#endif
