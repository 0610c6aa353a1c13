#include "names.h"

#include "number.h"

view_value names_lookup(const view_name *rows, const view *v, str name, arena *a) {
    for (; rows && rows->name; rows++)
        if (str_is(name, rows->name))
            return rows->get(v, a);
    return view_missing();
}

void names_add_one(name_list *l, str name, arena *a) {
    *ARENA_PUSH(a, l, items, count, capacity) = name;
}

const story_extension *story_extension_for(const story *s) {
    return s->is_recurrence ? NULL : story_extension_of(s->problem);
}

str names_now(const renamed_name *rows, str name) {
    for (; rows && rows->name; rows++)
        if (str_is(name, rows->name))
            return str_of(rows->now);
    return STR("");
}

void names_add_rows(name_list *l, const view_name *rows, arena *a) {
    for (; rows && rows->name; rows++)
        names_add_one(l, str_of(rows->name), a);
}

static const own_names *own_of(const story *s, own_part part) {
    const story_extension *x = s ? story_extension_for(s) : NULL;
    return x ? &x->own[part] : NULL;
}

view_value names_own(const story *s, own_part part, const view *v, str name, arena *a) {
    const own_names *own = own_of(s, part);
    if (!own)
        return view_missing();
    view_value told = own->tell ? facts_lookup(fact_store_of(s->facts, v, own->tell), name) : view_missing();
    return told.kind == VIEW_MISSING ? names_lookup(own->rows, v, name, a) : told;
}

void names_add_own(name_list *l, const story *s, own_part part, const view *v, arena *a) {
    const own_names *own = own_of(s, part);
    const facts *f = own && own->tell ? fact_store_of(s->facts, v, own->tell) : NULL;
    for (size_t k = 0; f && k < f->count; k++)
        names_add_one(l, facts_name(f, k), a);
    if (own)
        names_add_rows(l, own->rows, a);
}

view_value names_list(const view_class *class, const void *first, size_t count, size_t size, const void *context,
                      arena *a) {
    view *items = ARENA_ARRAY(a, view, count);
    for (size_t k = 0; k < count; k++)
        items[k] = (view){class, (const char *)first + k * size, context};
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

/* A text alone: `.` is the text. */
static view_value text_lookup(const view *v, str name, arena *a) {
    const str *text = v->object;
    if (str_is(name, "."))
        return story_view_number(*text, a);
    return str_is(name, "raw") ? view_text(*text) : view_missing();
}

static const view_class text_class = {.name = "text", .lookup = text_lookup};

view_value names_texts(const story_texts *texts, arena *a) {
    return names_list(&text_class, texts->items, texts->count, sizeof *texts->items, NULL, a);
}

/* Data. */

static const view_class data_class;

static view_value data_value(const datum *d, bool raw, arena *a) {
    switch (d->kind) {
    case DATUM_NULL:
        return view_bool(false);
    case DATUM_BOOL:
        return view_bool(d->boolean);
    case DATUM_INTEGER:
    case DATUM_TEXT:
        return raw ? view_text(d->text) : story_view_number(d->text, a);
    case DATUM_MAP:
        return view_of_object((view){&data_class, d, NULL});
    case DATUM_LIST:
        return view_list(a, &data_class, (const void *const *)d->items, d->count, NULL);
    }
    return view_missing();
}

static view_value data_lookup(const view *v, str name, arena *a) {
    const datum *d = v->object;
    if (str_is(name, ".") || str_is(name, "raw"))
        return data_value(d, str_is(name, "raw"), a);
    const datum *found = datum_get_str(d, name);
    if (found)
        return data_value(found, false, a);
    found = str_starts(name, "raw_") ? datum_get_str(d, str_slice(name, 4, name.len)) : NULL;
    return found ? data_value(found, true, a) : view_missing();
}

static str *data_names(const view *v, arena *a, size_t *count) {
    const datum *d = v->object;
    name_list l = {0};
    for (size_t k = 0; d->kind == DATUM_MAP && k < d->count; k++)
        names_add_one(&l, d->items[k]->key, a);
    *count = l.count;
    return l.items;
}

static const view_class data_class = {.name = "data", .lookup = data_lookup, .names_of = data_names};

view_value story_view_data(const datum *d, arena *a) {
    return data_value(d, false, a);
}
