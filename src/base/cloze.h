/* Room left in a text for what a student is to write, as characters of it, so that it goes wherever texts go: into
 * values, sentences, formulas and figures.
 *
 *   left open    "m = ▯"          one character, which says how much may be written there
 *   written      "m = ⟨▯42⟩"      the same between two marks, with what a key writes into it
 *
 * Both take the same room in print, so an exercise and its key match. The characters are noncharacters of Unicode,
 * U+FDE0 to U+FDEF, which no text that is exchanged has. */
#ifndef HANDTRACE_CLOZE_H
#define HANDTRACE_CLOZE_H

#include "str.h"

enum {
    CLOZE_FIRST = 0xFDE0, /* room for 1 character, then 2 to 3, 4 to 5, … */
    CLOZE_LAST = 0xFDEC,  /* for 24 and more */
    CLOZE_OPEN = 0xFDEE,  /* before a written one */
    CLOZE_CLOSE = 0xFDEF  /* behind it */
};

/* A blank as it stands in a text. */
typedef struct cloze {
    size_t size;  /* from 1: how much room it has */
    bool written; /* by a key */
    str text;     /* what is written */
} cloze;

/* Room for so many characters (0 counts as 1), left open or written. */
str cloze_left(size_t characters, arena *a);
str cloze_with(size_t characters, str text, arena *a);

/* The blank at byte `*at`, which moves past it; false if there is none. */
bool cloze_next(str text, size_t *at, cloze *b);
/* Whether a text is one blank and nothing else; `b` may be NULL. And whether there is any in it. */
bool cloze_is(str text, cloze *b);
bool cloze_in(str text);
/* The text for places that know letters only: ____ for what is left open, else what is written. The same bytes if
 * there is no blank in it. */
str cloze_plain(str text, arena *a);

#endif
