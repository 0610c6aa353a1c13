/* Spans of words as they come from md4c. */
#ifndef HANDTRACE_INLINES_H
#define HANDTRACE_INLINES_H

#include "document.h"

typedef struct span_list {
    span *items;
    size_t count, capacity;
} span_list;

/* Words gathered until their look changes. */
typedef struct inlines {
    span_list *into;
    strbuf words;
    span look; /* of the words: all but their text */
    arena *arena;
} inlines;

/* Adds words that look like `look` and stand at look.at. */
void inlines_add(inlines *l, str words, span look);
/* Adds a formula, or a forced break. */
void inlines_add_span(inlines *l, span s);
/* Puts what was gathered into the list. */
void inlines_flush(inlines *l);
/* Blanks as they are set: one where there are several, none at the ends, and none where Chinese has none: beside
 * full-width marks and between two characters. */
void spans_tidy(span_list *l, arena *a);
/* Nothing but blanks. */
bool spans_are_blank(const span_list *l);
/* Code with the signs of values in it as they are (see CODE_SIGNS); `inside` a line, a line end is a blank. */
str code_of_values(str code, bool inside, arena *a);
/* The character of an entity such as &minus; or &#8722;: 0 if there is none of that name. */
uint32_t entity_code_point(str entity);

#endif
