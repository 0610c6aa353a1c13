#include "view.h"

view_value view_missing(void) {
    return (view_value){.kind = VIEW_MISSING};
}

view_value view_bool(bool value) {
    return (view_value){.kind = value ? VIEW_TRUE : VIEW_FALSE};
}

view_value view_text(str text) {
    return (view_value){.kind = VIEW_TEXT, .text = text};
}

view_value view_integer(arena *a, int64_t value) {
    return view_text(str_format(a, "%lld", (long long)value));
}

view_value view_of_object(view object) {
    return (view_value){.kind = VIEW_OBJECT, .object = object};
}

view_value view_list(arena *a, const view_class *class, const void *const *things, size_t count, const void *context) {
    view *items = ARENA_ARRAY(a, view, count);
    for (size_t k = 0; k < count; k++)
        items[k] = (view){class, things[k], context};
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static view_value datum_lookup(const view *v, str name, arena *a) {
    const datum *d = v->object;
    if (str_is(name, "."))
        return view_value_of_datum(d, a);
    const datum *found = datum_get_str(d, name);
    return found ? view_value_of_datum(found, a) : view_missing();
}

static str *datum_names(const view *v, arena *a, size_t *count) {
    const datum *d = v->object;
    *count = d->kind == DATUM_MAP ? d->count : 0;
    str *names = ARENA_ARRAY(a, str, *count);
    for (size_t k = 0; k < *count; k++)
        names[k] = d->items[k]->key;
    return names;
}

static const view_class datum_class = {.name = "data", .lookup = datum_lookup, .names_of = datum_names};

view view_of_datum(const datum *d) {
    return (view){&datum_class, d, NULL};
}

view_value view_value_of_datum(const datum *d, arena *a) {
    if (!d)
        return view_bool(false);
    switch (d->kind) {
    case DATUM_NULL:
        return view_bool(false);
    case DATUM_BOOL:
        return view_bool(d->boolean);
    case DATUM_INTEGER:
    case DATUM_TEXT:
        return view_text(d->text);
    case DATUM_MAP:
        return view_of_object(view_of_datum(d));
    case DATUM_LIST:
        return view_list(a, &datum_class, (const void *const *)d->items, d->count, NULL);
    }
    return view_missing();
}
