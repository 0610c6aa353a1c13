/* Views made from const tables: a row a name. */
#ifndef HANDTRACE_NAMES_H
#define HANDTRACE_NAMES_H

#include "extension.h"

/* The value of a row, or missing. `rows` ends with a row without name; NULL has none. */
view_value names_lookup(const view_name *rows, const view *v, str name, arena *a);

/* The value that the problem of story `s` itself gives to a name of a part, or missing; `s` may be NULL. */
view_value names_own(const story *s, own_part part, const view *v, str name, arena *a);

typedef struct name_list {
    str *items;
    size_t count, capacity;
} name_list;

/* What a name that is no more is called now; empty if it is not among the rows, which end with a row without name or
 * are NULL. */
str names_now(const renamed_name *rows, str name);

void names_add_rows(name_list *l, const view_name *rows, arena *a);
void names_add_own(name_list *l, const story *s, own_part part, const view *v, arena *a);
void names_add_one(name_list *l, str name, arena *a);

/* A list of views of one class: the addresses of `count` things of `size` bytes from `first`. */
view_value names_list(const view_class *class, const void *first, size_t count, size_t size, const void *context,
                      arena *a);
view_value names_texts(const story_texts *texts, arena *a);

#endif
