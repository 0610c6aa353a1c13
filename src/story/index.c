#include "index.h"

static uint64_t hash(str key) {
    uint64_t h = 1469598103934665603u; /* FNV-1a */
    for (size_t k = 0; k < key.len; k++)
        h = (h ^ (unsigned char)key.ptr[k]) * 1099511628211u;
    return h;
}

static index_entry *place(const index_table *i, str key) {
    size_t at = (size_t)hash(key) & (i->size - 1);
    while (i->entries[at].used && !str_equal(i->entries[at].key, key))
        at = (at + 1) & (i->size - 1);
    return &i->entries[at];
}

size_t index_find(const index_table *i, str key) {
    if (i->size == 0)
        return SIZE_MAX;
    const index_entry *e = place(i, key);
    return e->used ? e->value : SIZE_MAX;
}

static void grow(index_table *i, arena *a) {
    index_table larger = {.size = i->size ? i->size * 2 : 16, .count = i->count};
    larger.entries = ARENA_ARRAY(a, index_entry, larger.size);
    for (size_t k = 0; k < i->size; k++)
        if (i->entries[k].used)
            *place(&larger, i->entries[k].key) = i->entries[k];
    *i = larger;
}

size_t index_enter(index_table *i, str key, size_t value, arena *a) {
    if (2 * (i->count + 1) > i->size)
        grow(i, a);
    index_entry *e = place(i, key);
    if (!e->used) {
        *e = (index_entry){key, value, true};
        i->count++;
    }
    return e->value;
}

void index_put(index_table *i, str key, size_t value, arena *a) {
    index_enter(i, key, value, a);
    place(i, key)->value = value;
}

str index_key(int64_t id, arena *a) {
    return str_format(a, "%lld", (long long)id);
}
