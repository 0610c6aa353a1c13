/* The items of an instance as people type them: separated by spaces, line ends or one comma (`,` `，` `、`). A comma
 * first, last or after another is stray. */
#ifndef HANDTRACE_ITEMS_H
#define HANDTRACE_ITEMS_H

#include "error.h"

typedef struct items {
    const source *where;
    arena *a;
    error *e;
    size_t at;    /* where the next item begins */
    size_t end;   /* where the last one ended; errors about what is missing stand here */
    size_t count; /* items met so far */
} items;

items items_of(const source *where, arena *a, error *e);
/* Goes to the next item. False at the end, or at a stray comma, which is an error. */
bool items_more(items *s);
/* The sign that stands here, as number_plain_sign makes it, without moving. */
char items_peek(const items *s);
/* Takes that sign as the whole item (or its first part). */
void items_take_sign(items *s);
/* Takes an integer, canonical. `what` names it in messages: "vertex 3". Empty on error. `at` is then behind it, so
 * that items_peek sees what follows ("2:3"). */
str items_take_integer(items *s, const char *what);
/* After an item: whether a space, comma or the end follows; else an error that `what` is not all. */
bool items_ended(items *s, const char *what);
/* What is wrong at the item that comes next: the message, then `, got '…'`. */
bool items_fail_here(items *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Something is missing after the last item. */
bool items_fail_end(items *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
