/* The context stack: how names become values. */
#ifndef HANDTRACE_CONTEXT_H
#define HANDTRACE_CONTEXT_H

#include "mustache.h"

/* Whether a value opens its section. */
bool context_opens(const view_value *v);
/* A new level over `outer`, in the arena. `count` 0: not an item of a list. */
const context *context_push(const context *outer, view view, size_t number, size_t count, arena *a);
/* The level or levels that a section of this object stands under. */
const context *context_open(const context *outer, view view, size_t number, size_t count, arena *a);
/* A stack of its own as one object: a section of it stands under all its levels, with these phrases in force. So a
 * sheet holds several stories, each with its own names. */
view context_stack_view(const context *levels, const phrases *p, arena *a);
/* A text as something to be current: `.` gives it. */
view context_text_view(str text, arena *a);
/* What is wrong with a name that led nowhere: `unknown name "NAME"`, perhaps with `; did you mean "OTHER"?`, or that
 * nothing stands behind it here. */
str context_unknown(const context *c, str name, arena *a);

#endif
