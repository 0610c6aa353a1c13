/* YAML as plain data with exact marks. Scalars are texts (schema and types are the caller's business). */
#ifndef HANDTRACE_YAML_H
#define HANDTRACE_YAML_H

#include "datum.h"
#include "error.h"

/* Reads a YAML text whose bytes begin at `offset` in `where` and go on for `length` (a front matter inside a file).
 * Marks of the data are byte offsets in `where`. Errors (bad YAML, a key twice, an alias, a second document) name their
 * place, and so does what is nested more than 64 deep, and a map of more than 10000 keys. Empty text: an empty map. */
datum *yaml_to_datum(const source *where, size_t offset, size_t length, arena *a, error *e);
/* Where each byte of a scalar's text stands in `where`: text.len + 1 offsets, so that a fault inside a text can be
 * shown where it was written, whatever its quotes, escapes and folds. */
size_t *yaml_places(const source *where, const datum *scalar, arena *a);

#endif
