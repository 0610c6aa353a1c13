/* YAML as plain data with exact marks. Scalars are texts (schema and types are the caller's business). */
#ifndef HANDTRACE_YAML_H
#define HANDTRACE_YAML_H

#include "datum.h"
#include "error.h"

/* Reads a YAML text whose bytes begin at `offset` in `where` and go on for `length` (a front matter inside a file).
 * Marks of the data are byte offsets in `where`. Errors (bad YAML, a key twice) name their place. Empty text: an empty
 * map. */
datum *yaml_to_datum(const source *where, size_t offset, size_t length, arena *a, error *e);

#endif
