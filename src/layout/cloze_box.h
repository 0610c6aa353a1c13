/* Room to write as a piece: an open box in formulas and sentences; bare in a cell, which is a box itself. */
#ifndef HANDTRACE_CLOZE_BOX_H
#define HANDTRACE_CLOZE_BOX_H

#include "cloze.h"
#include "label.h"

/* The width that a blank takes, points: 17 for one digit, 30 for two or three, 40, then 11 more for each two. */
double cloze_width(const cloze *b);
/* How a key writes, as large as it likes to. */
text_style cloze_hand(const fonts *f);
/* Sets a blank, with what a key writes into it by hand. `boxed`: a frame round it, 23 points high, its middle at that
 * of a line of that size. Else its piece has the width alone and the height of a line, and `width` (0: any) is the most
 * that it takes. */
piece cloze_set(const cloze *b, bool boxed, double width, const fonts *f, text_style style, arena *a);

#endif
