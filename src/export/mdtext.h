/* Texts in Markdown that mean nothing but themselves, to pandoc, Quarto and readers of CommonMark and GFM.
 *
 *   < & `                entities, so that nothing looks like a tag
 *   * _ [ ] ~ ^ | { $ …  a backslash before them
 *   \ @ $$ {{ :// www.   code: what some reader finds in the finished page too, where no escape is left */
#ifndef HANDTRACE_EXPORT_MDTEXT_H
#define HANDTRACE_EXPORT_MDTEXT_H

#include "str.h"

typedef struct mdtext {
    strbuf out;
    size_t code_end; /* bytes of `out` when its last code span was closed: what is code goes on in it */
} mdtext;

typedef enum mdtext_start {
    MDTEXT_INSIDE, /* of a line */
    MDTEXT_LINE,   /* begins a line, where signs make lists and headings */
    MDTEXT_ENTITY  /* the first character as an entity: it follows a mark that would not close before a letter */
} mdtext_start;

mdtext mdtext_in(arena *a);
void mdtext_add(mdtext *m, str text, mdtext_start start);
/* Code within a line. What code cannot hold (< & ` |, blanks at its ends) stands outside of it. */
void mdtext_add_code(mdtext *m, str code);
/* A block of code, as lines between fences; as lines of code and entities where a fence would hold < or &. */
void mdtext_add_code_block(mdtext *m, str code);
/* The target of a link or image: percent-encoded where needed, bytes of UTF-8 letters as they are. `path`: a file's
 * name, in which % : ? and # are signs like others. */
void mdtext_add_target(mdtext *m, str target, bool path);
/* Whether a target may be followed: http, https, mailto, or a place in the document. */
bool mdtext_may_link(str target);
/* The character before the end of `out` as an entity, if it is a letter: else the mark that follows would not open. */
void mdtext_settle_last(mdtext *m);
/* Whether what stands beside a mark of emphasis lets CommonMark open and close it: `inside` begins or ends the words
 * in it, `outside` is on its other side. 0 is the edge of a line. */
bool mdtext_flanks(uint32_t inside, uint32_t outside);
/* Characters that have no ink and change the order of others, or that no text file holds, made visible. */
str mdtext_visible(str text, arena *a);

#endif
