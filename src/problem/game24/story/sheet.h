/* What the sheets of the 24-point game say of a hand, and of a book of hands, worked out from the story alone. */
#ifndef HANDTRACE_GAME24_SHEET_H
#define HANDTRACE_GAME24_SHEET_H

#include "story.h"

/* The names that stand in `{{#hand}}`; docs/templates.md has them. NULL if the story is no single hand. */
datum *game24_hand_facts(const story *s, arena *a);
/* Those of `{{#book}}`; NULL if the story is no book. */
datum *game24_book_facts(const story *s, arena *a);

#endif
