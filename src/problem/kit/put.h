/* Entries of a map of data, a line each. */
#ifndef HANDTRACE_PUT_H
#define HANDTRACE_PUT_H

#include "datum.h"

static inline void put_text(datum *map, const char *key, str text, arena *a) {
    datum_put(a, map, key, datum_text(a, text));
}

static inline void put_count(datum *map, const char *key, size_t count, arena *a) {
    datum_put(a, map, key, datum_integer(a, (int64_t)count));
}

static inline void put_bool(datum *map, const char *key, bool value, arena *a) {
    datum_put(a, map, key, datum_bool(a, value));
}

#endif
