/* Walking over a JSON text by byte offsets. Not for other layers: they have json_to_datum and the trace reader. */
#ifndef HANDTRACE_JSON_SCAN_H
#define HANDTRACE_JSON_SCAN_H

#include "datum.h"
#include "error.h"

enum { JSON_DEPTH = 1000 }; /* deeper nesting is refused, so that what walks data may recurse */

typedef struct json_scan {
    const source *where; /* for errors */
    str text;            /* the same bytes up to where reading ends; strings read are slices of it, or in `a` */
    size_t at;
    arena *a;
    error *e;
} json_scan;

/* The next byte that is not white space, or 0 at the end. */
char scan_peek(json_scan *s);
/* Passes over one value of any kind, checking it. */
bool scan_skip(json_scan *s);
/* One value as data; reals, and keys that stand twice in a map, are errors. */
datum *scan_read(json_scan *s);
/* Nothing but white space may follow. */
bool scan_end(json_scan *s);

/* These walk inside what scan_skip has passed, so the text is known to be good JSON. */
bool scan_open(json_scan *s, char opener); /* steps into a '[' or '{' if that is what stands here */
bool scan_more(json_scan *s, char closer); /* steps to the next item or key, or out of the closer: false */
bool scan_is_text(json_scan *s);
bool scan_is_integer(json_scan *s);
str scan_text(json_scan *s);    /* the text that stands here */
str scan_key(json_scan *s);     /* the key that stands here; steps past its colon */
str scan_integer(json_scan *s); /* the digits of the integer that stands here, "0" for "-0" */
/* Bytes of the value at `at`, which scan_skip has passed. */
size_t scan_length(const json_scan *s, size_t at);

/* Adds a text with quotes and escapes. */
void json_add_text(strbuf *b, str text);
void json_add_datum(strbuf *b, const datum *d);

#endif
