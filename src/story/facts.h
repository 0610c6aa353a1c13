/* Facts: what the templates of one problem may ask of a part of a story, worked out once for each part, when it is
 * first asked, and kept as long as the story.
 *
 *   extension.step.tell ──▶ facts of step 7: name → text, yes or no, data, other parts of the story */
#ifndef HANDTRACE_FACTS_H
#define HANDTRACE_FACTS_H

#include "view.h"

/* The facts of one part, being told. What they hold is made in `arena`, which lasts as long as the story. */
typedef struct facts {
    arena *arena;
    struct fact_row *rows;
    size_t count, capacity;
} facts;

/* Each adds one fact; a name is told once. Texts stand as they are (typeset them before). */
void facts_bool(facts *f, const char *name, bool value);
void facts_text(facts *f, const char *name, str text);
void facts_integer(facts *f, const char *name, int64_t value);
/* A map, a list or a value; NULL: false. */
void facts_data(facts *f, const char *name, const datum *value);
/* A number as templates show it: thousands apart, a true minus sign. */
void facts_number(facts *f, const char *name, str number);
/* A part of the story, or a list of them, as the functions of extension.h give them. */
void facts_object(facts *f, const char *name, view object);
void facts_value(facts *f, const char *name, view_value value);

/* The facts that were told of a story's parts. */
typedef struct fact_store fact_store;
/* An empty one, released with `a`. */
fact_store *fact_store_new(arena *a);
/* The facts of the part that `v` shows; tells them if they are asked for the first time. Not NULL. */
const facts *fact_store_of(fact_store *s, const view *v, void (*tell)(facts *f, const view *v));
/* The value under a name, or missing. */
view_value facts_lookup(const facts *f, str name);
str facts_name(const facts *f, size_t k);

#endif
