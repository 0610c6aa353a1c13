/* Templates in Mustache's manner: {{name}}, {{{name}}}, {{#name}}…{{/name}}, {{^name}}…{{/name}}, {{! remark }}, and
 * {{> key}}, which says a phrase. Differences from the public specification: an unknown name is an error (in a section
 * tag too), {{x}} escapes by the caller's rule instead of HTML's, no set-delimiter tags, no lambdas. Dotted names work;
 * `.` is the current item; `has_NAME` exists for every name that does (true if NAME would open its section). In a list
 * every item also has `first`, `last`, `number` (from 1), `count`. */
#ifndef HANDTRACE_MUSTACHE_H
#define HANDTRACE_MUSTACHE_H

#include "error.h"
#include "view.h"

/* One level of the context stack. */
typedef struct context context;
struct context {
    view view;
    const context *outer; /* NULL at the bottom */
    size_t number, count; /* place in its list, count 0 if not in one */
};

/* The first value of `name` (dots allowed) from the innermost context outwards. */
view_value context_lookup(const context *c, str name, arena *a);

typedef struct phrases phrases;

/* From some byte of the output on, text comes from this byte of that source under that context. */
typedef struct expansion_mark {
    size_t output;
    const source *source;
    size_t at;
    bool literal; /* template text, as opposed to a value put in */
    const context *context;
} expansion_mark;

typedef struct expansion {
    str text;
    expansion_mark *marks; /* rising in `output`; the first is at 0 */
    size_t count, capacity;
} expansion;

/* How a value is escaped: `before` is the output so far (so that mathematics can be told from Markdown). NULL: raw. */
typedef void (*mustache_escape)(strbuf *out, str value, str before);

/* Expands `text` of a template. Contexts named by marks live in the arena. False on error, with the template's own
 * place. */
bool mustache_expand(const source *template, const context *c, const phrases *p, mustache_escape escape, arena *a,
                     expansion *out, error *e);
/* The mark that covers byte `output`. */
const expansion_mark *expansion_mark_at(const expansion *x, size_t output);

/* For Markdown sheets: outside $…$ escapes Markdown's signs with backslashes; inside escapes TeX's. */
void mustache_escape_markdown(strbuf *out, str value, str before);

#endif
