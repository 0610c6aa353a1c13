/* Templates in Mustache's manner: {{name}}, {{{name}}} or {{&name}}, {{#name}}…{{/name}}, {{^name}}…{{/name}},
 * {{#name<=5}}…{{/name<=5}},
 * {{! remark }}, and {{> key}}, which says a phrase ({{>*name}}: the phrase whose key NAME gives, or, where there is no
 * such phrase, the text called `text`). Differences from the public specification: an unknown name is an error (in a
 * section tag too), {{x}} escapes by the caller's rule instead of HTML's, no set-delimiter tags, no lambdas. Dotted
 * names work; `.` is the current item; `has_NAME` exists for every name that does (true if NAME would open its
 * section). In a list every item also has `first`, `last`, `number` (from 1), `count`, unless it has names of its own
 * like these. */
#ifndef HANDTRACE_MUSTACHE_H
#define HANDTRACE_MUSTACHE_H

#include "error.h"
#include "view.h"

typedef struct phrases phrases;

/* One level of the context stack. */
typedef struct context context;
struct context {
    view view;
    const context *outer;   /* NULL at the bottom */
    size_t number, count;   /* place in its list, count 0 if not in one */
    const phrases *phrases; /* in force from here inwards; NULL: those that are in force outside */
};

/* The first value of `name` (dots allowed) from the innermost context outwards. */
view_value context_lookup(const context *c, str name, arena *a);
/* The phrases in force there; `otherwise` where no level brings its own. */
const phrases *context_phrases(const context *c, const phrases *otherwise);

/* A text to be expanded and where its bytes stand in a file: byte k at places[k], or, without places, at offset + k. */
typedef struct wording_text {
    str text;
    const source *source;
    size_t offset;
    const size_t *places; /* text.len + 1 of them, or NULL */
} wording_text;

/* Bytes [from, to) of a file without byte order mark, line ends as LF. */
wording_text wording_text_of(const source *file, size_t from, size_t to, arena *a);
/* The byte in its source of byte k. */
size_t wording_place(const wording_text *t, size_t k);

/* From some byte of the output on, text comes from this byte of that source under that context. */
typedef struct expansion_mark {
    size_t output;
    const source *source;
    size_t at, length; /* of the first byte; of the tag, when a value was put in */
    bool literal;      /* template text, as opposed to a value put in */
    const context *context;
} expansion_mark;

/* A phrase that is being said, and the one that says it. */
typedef struct saying {
    const void *phrase;
    const struct saying *outer;
} saying;

typedef struct expansion {
    str text;
    expansion_mark *marks; /* rising in `output`; the first is at 0 */
    size_t count, capacity;
    strbuf buffer;      /* holds `text` while it grows */
    size_t depth;       /* phrases being said inside one another */
    const saying *said; /* the innermost of them; NULL: none */
    size_t settled;     /* an escape need not look back beyond it */
} expansion;

/* How a value is escaped: `before` is the output so far, at least since a unit of it began (so that mathematics can be
 * told from Markdown). NULL: raw. */
typedef void (*mustache_escape)(strbuf *out, str value, str before);

/* A template read once, to be expanded many times. */
typedef struct mustache mustache;

/* Reads a template; its texts stay the caller's. NULL on error. */
mustache *mustache_parse(const wording_text *text, arena *a, error *e);
/* Adds its expansion to `out`. */
bool mustache_render(const mustache *m, const context *c, const phrases *p, mustache_escape escape, arena *a,
                     expansion *out, error *e);
/* Expands `text` of a template (a file: a byte order mark and CR before LF are left out). Contexts named by marks live
 * in the arena. False on error, with the template's own place. */
bool mustache_expand(const source *template, const context *c, const phrases *p, mustache_escape escape, arena *a,
                     expansion *out, error *e);
/* The same, of any text, byte for byte. */
bool mustache_expand_text(const wording_text *text, const context *c, const phrases *p, mustache_escape escape,
                          arena *a, expansion *out, error *e);
/* The mark that covers byte `output`; NULL if nothing was expanded. */
const expansion_mark *expansion_mark_at(const expansion *x, size_t output);
/* An error about bytes [output, output + length), shown where the template has them. */
bool expansion_error(const expansion *x, size_t output, size_t length, error *e, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* For Markdown sheets: outside $…$ escapes Markdown's signs with backslashes; inside escapes TeX's. In code it adds
 * nothing; but it looks back no further than the paragraph, so in a block of code that has blank lines use {{{name}}}.
 */
void mustache_escape_markdown(strbuf *out, str value, str before);

#endif
