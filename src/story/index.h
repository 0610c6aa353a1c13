/* From keys to numbers: which frame has id 7, which call has been made before. */
#ifndef HANDTRACE_INDEX_H
#define HANDTRACE_INDEX_H

#include "str.h"

typedef struct index_entry {
    str key;
    size_t value;
    bool used;
} index_entry;

/* Open addressing, at most half full; zeroed it is empty. */
typedef struct index_table {
    index_entry *entries;
    size_t count, size;
} index_table;

/* The value of a key, or SIZE_MAX. */
size_t index_find(const index_table *i, str key);
/* Enters `value` unless the key is there; returns the value that the key now has. Copies no key. */
size_t index_enter(index_table *i, str key, size_t value, arena *a);
/* Enters `value` whether or not the key is there. */
void index_put(index_table *i, str key, size_t value, arena *a);
/* An integer as a key, in `a`. */
str index_key(int64_t id, arena *a);

#endif
