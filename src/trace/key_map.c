#include "key_map.h"

enum { SMALLEST = 16 };

static uint64_t hash(str key) { /* FNV-1a, its high bits folded in */
    uint64_t h = 0xCBF29CE484222325u;
    for (size_t k = 0; k < key.len; k++)
        h = (h ^ (unsigned char)key.ptr[k]) * 0x100000001B3u;
    return h ^ h >> 32;
}

/* Where the key is, or the free entry where it would go. */
static key_entry *entry_for(const key_map *m, str key) {
    size_t at = hash(key) & (m->capacity - 1);
    while (m->entries[at].key.ptr && !str_equal(m->entries[at].key, key))
        at = (at + 1) & (m->capacity - 1);
    return &m->entries[at];
}

size_t key_map_get(const key_map *m, str key) {
    if (!m->capacity)
        return SIZE_MAX;
    const key_entry *entry = entry_for(m, key);
    return entry->key.ptr ? entry->value : SIZE_MAX;
}

static void widen(key_map *m, arena *a) {
    key_map wider = {.capacity = m->capacity ? m->capacity * 2 : SMALLEST, .count = m->count};
    wider.entries = ARENA_ARRAY(a, key_entry, wider.capacity);
    for (size_t k = 0; k < m->capacity; k++)
        if (m->entries[k].key.ptr)
            *entry_for(&wider, m->entries[k].key) = m->entries[k];
    *m = wider;
}

void key_map_add(key_map *m, arena *a, str key, size_t value) {
    if ((m->count + 1) * 2 > m->capacity)
        widen(m, a);
    *entry_for(m, key) = (key_entry){str_copy(a, key), value};
    m->count++;
}

str key_of_id(const int64_t *id) {
    return (str){(const char *)id, sizeof *id};
}
