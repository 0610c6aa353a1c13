/* Keys that have been seen, each with a number. */
#ifndef HANDTRACE_KEY_MAP_H
#define HANDTRACE_KEY_MAP_H

#include "str.h"

typedef struct key_entry {
    str key; /* ptr NULL: free */
    size_t value;
} key_entry;

/* Zeroed is empty. */
typedef struct key_map {
    key_entry *entries; /* a power of two of them, at most half used */
    size_t count, capacity;
} key_map;

/* The number of a key, or SIZE_MAX. */
size_t key_map_get(const key_map *m, str key);
/* Adds a key that is not there yet; its bytes are copied. */
void key_map_add(key_map *m, arena *a, str key, size_t value);
/* An integer as a key; valid while `*id` is. */
str key_of_id(const int64_t *id);

#endif
