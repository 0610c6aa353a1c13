/* The front matter: YAML between two lines of --- at the very beginning. */
#ifndef HANDTRACE_FRONT_H
#define HANDTRACE_FRONT_H

#include "mustache.h"

/* Reads it and says at which byte the text proper begins. An unknown key is an error, and so is a value of the wrong
 * form. NULL on error. */
datum *front_read(const source *template, size_t *body, arena *a, error *e);
/* Expands the texts of its values in place. */
bool front_expand(datum *front, const source *template, const context *c, const phrases *p, arena *a, error *e);

#endif
