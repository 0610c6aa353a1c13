/* The context stack: how names become values. */
#ifndef HANDTRACE_CONTEXT_H
#define HANDTRACE_CONTEXT_H

#include "mustache.h"

/* Whether a value opens its section. */
bool context_opens(const view_value *v);
/* A new level over `outer`, in the arena. `count` 0: not an item of a list. */
const context *context_push(const context *outer, view view, size_t number, size_t count, arena *a);
/* A text as something to be current: `.` gives it. */
view context_text_view(str text, arena *a);
/* ` "NAME"; did you mean "OTHER"?` or ` "NAME"`, for messages. */
str context_unknown(const context *c, str name, arena *a);

#endif
