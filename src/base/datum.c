#include "datum.h"

static datum *make(arena *a, datum_kind kind) {
    datum *d = ARENA_NEW(a, datum);
    d->kind = kind;
    return d;
}

datum *datum_null(arena *a) {
    return make(a, DATUM_NULL);
}

datum *datum_bool(arena *a, bool value) {
    datum *d = make(a, DATUM_BOOL);
    d->boolean = value;
    return d;
}

datum *datum_integer(arena *a, int64_t value) {
    datum *d = make(a, DATUM_INTEGER);
    d->integer = value;
    d->text = str_format(a, "%lld", (long long)value);
    return d;
}

datum *datum_text(arena *a, str value) {
    datum *d = make(a, DATUM_TEXT);
    d->text = value;
    return d;
}

datum *datum_list(arena *a) {
    return make(a, DATUM_LIST);
}

datum *datum_map(arena *a) {
    return make(a, DATUM_MAP);
}

datum *datum_add(arena *a, datum *list, datum *item) {
    *ARENA_PUSH(a, list, items, count, capacity) = item;
    return item;
}

datum *datum_put_str(arena *a, datum *map, str key, datum *item) {
    item->key = key;
    for (size_t k = 0; k < map->count; k++)
        if (str_equal(map->items[k]->key, key))
            return map->items[k] = item;
    return datum_add(a, map, item);
}

datum *datum_put(arena *a, datum *map, const char *key, datum *item) {
    return datum_put_str(a, map, str_of(key), item);
}

const datum *datum_get_str(const datum *map, str key) {
    if (!map || map->kind != DATUM_MAP)
        return NULL;
    for (size_t k = 0; k < map->count; k++)
        if (str_equal(map->items[k]->key, key))
            return map->items[k];
    return NULL;
}

const datum *datum_get(const datum *map, const char *key) {
    return datum_get_str(map, str_of(key));
}

str datum_as_text(const datum *d) {
    if (!d)
        return STR("");
    switch (d->kind) {
    case DATUM_TEXT:
    case DATUM_INTEGER:
        return d->text;
    case DATUM_BOOL:
        return d->boolean ? STR("true") : STR("false");
    default:
        return STR("");
    }
}

bool datum_equal(const datum *a, const datum *b) {
    if (a->kind != b->kind || a->count != b->count)
        return false;
    switch (a->kind) {
    case DATUM_NULL:
        return true;
    case DATUM_BOOL:
        return a->boolean == b->boolean;
    case DATUM_INTEGER:
        return a->integer == b->integer;
    case DATUM_TEXT:
        return str_equal(a->text, b->text);
    case DATUM_LIST:
        for (size_t k = 0; k < a->count; k++)
            if (!datum_equal(a->items[k], b->items[k]))
                return false;
        return true;
    case DATUM_MAP:
        for (size_t k = 0; k < a->count; k++) {
            const datum *other = datum_get_str(b, a->items[k]->key);
            if (!other || !datum_equal(a->items[k], other))
                return false;
        }
        return true;
    }
    return false;
}
