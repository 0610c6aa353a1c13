/* Phrases: the wording of events, in YAML files. A phrase is a template:
 *
 *   cell.tie: "{{labels}} all give {{value}}; the smallest *s* is kept."
 *
 * or forms chosen by a number:
 *
 *   splits: {by: candidate_count, one: "only one split", two: "two splits", other: "{{candidate_count}} splits"}
 *
 * with forms zero, one, two, three, other (other is needed). `by` names a number, or a list to be counted. Keys may
 * nest: `cell: {tie: …}` is `cell.tie`. Line ends at the end of a phrase are left out, and a line end inside (a fold of
 * the file) makes no blank where Chinese has none. */
#ifndef HANDTRACE_PHRASES_H
#define HANDTRACE_PHRASES_H

#include "mustache.h"

/* No phrases yet. */
phrases *phrases_new(arena *a);
/* Adds a YAML file; later files win. */
bool phrases_add(phrases *p, const source *where, error *e);
/* `p` may be NULL: it has none. */
bool phrases_have(const phrases *p, str key);
/* Expands a phrase. An unknown key is an error. `escape` as in mustache_expand. */
str phrases_say(const phrases *p, str key, const context *c, mustache_escape escape, arena *a, error *e);
/* The same as part of an ongoing expansion, for {{> key}}: `at` in `asking` is where it was asked for, `length` the
 * bytes of the tag. */
bool phrases_expand(const phrases *p, str key, const context *c, mustache_escape escape, const source *asking,
                    size_t at, size_t length, arena *a, expansion *out, error *e);

#endif
