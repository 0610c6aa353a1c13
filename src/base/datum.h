/* Plain data: what a JSON or YAML text says, what an instance and an answer are. Keys keep their order. */
#ifndef HANDTRACE_DATUM_H
#define HANDTRACE_DATUM_H

#include "str.h"

typedef enum datum_kind { DATUM_NULL, DATUM_BOOL, DATUM_INTEGER, DATUM_TEXT, DATUM_LIST, DATUM_MAP } datum_kind;

typedef struct datum datum;
struct datum {
    datum_kind kind;
    bool boolean;
    int64_t integer;
    str text;      /* DATUM_TEXT: the value. DATUM_INTEGER read from a text: its digits as they stood there */
    str key;       /* in a map: its key */
    size_t at;     /* byte offset in the source it was read from, else 0 */
    size_t length; /* bytes there, else 0 */
    size_t key_at; /* byte offset of its key */
    datum **items; /* DATUM_LIST, DATUM_MAP: children in order */
    size_t count;
    size_t capacity;
};

datum *datum_null(arena *a);
datum *datum_bool(arena *a, bool value);
datum *datum_integer(arena *a, int64_t value);
datum *datum_text(arena *a, str value); /* copies nothing */
datum *datum_list(arena *a);
datum *datum_map(arena *a);
/* Adds `item` at the end of a list and returns it. */
datum *datum_add(arena *a, datum *list, datum *item);
/* Puts `item` under `key`, replacing what was there (in its place), and returns it. Copies nothing. */
datum *datum_put(arena *a, datum *map, const char *key, datum *item);
datum *datum_put_str(arena *a, datum *map, str key, datum *item);
/* The value of a key, or NULL; `map` may be NULL or no map. */
const datum *datum_get(const datum *map, const char *key);
const datum *datum_get_str(const datum *map, str key);
/* The text of a text, the digits of an integer, "true"/"false"; else empty. NULL gives empty. */
str datum_as_text(const datum *d);
/* Same kind, same values, same keys whatever their order. */
bool datum_equal(const datum *a, const datum *b);

#endif
