#include "facts.h"

#include "extension.h"
#include "number.h"

#include <stdint.h>

typedef struct fact_row {
    str name;
    view_value value;
} fact_row;

/* An open-addressing table from parts to their facts, at most half full. */
typedef struct told {
    const view_class *class; /* NULL: a free place */
    const void *object;
    facts *facts;
} told;

struct fact_store {
    arena *arena; /* its own: what is told while something is drawn for a while must last */
    told *places;
    size_t size, count;
};

/* ---- telling ---- */

view_value story_view_number(str value, arena *a) {
    return view_text(number_shown(value, a));
}

void facts_value(facts *f, const char *name, view_value value) {
    *ARENA_PUSH(f->arena, f, rows, count, capacity) = (fact_row){str_of(name), value};
}

void facts_bool(facts *f, const char *name, bool value) {
    facts_value(f, name, view_bool(value));
}

void facts_text(facts *f, const char *name, str text) {
    facts_value(f, name, view_text(text));
}

void facts_integer(facts *f, const char *name, int64_t value) {
    facts_value(f, name, view_integer(f->arena, value));
}

void facts_data(facts *f, const char *name, const datum *value) {
    facts_value(f, name, value ? view_value_of_datum(value, f->arena) : view_bool(false));
}

void facts_number(facts *f, const char *name, str number) {
    facts_value(f, name, story_view_number(number, f->arena));
}

void facts_object(facts *f, const char *name, view object) {
    facts_value(f, name, view_of_object(object));
}

/* ---- asking ---- */

view_value facts_lookup(const facts *f, str name) {
    for (size_t k = 0; k < f->count; k++)
        if (str_equal(f->rows[k].name, name))
            return f->rows[k].value;
    return view_missing();
}

str facts_name(const facts *f, size_t k) {
    return f->rows[k].name;
}

/* ---- the store ---- */

static void release(void *thing) {
    arena_free(thing);
}

fact_store *fact_store_new(arena *a) {
    fact_store *s = ARENA_NEW(a, fact_store);
    s->arena = arena_new(arena_budget(a));
    arena_at_free(a, release, s->arena);
    return s;
}

static size_t hash(const view *v) {
    uint64_t h = (uintptr_t)v->object * 0x9E3779B97F4A7C15u ^ (uintptr_t)v->class;
    return (size_t)(h ^ h >> 29);
}

/* The place of a part, or the free one where it belongs. */
static told *place_of(const fact_store *s, const view *v) {
    size_t at = hash(v) & (s->size - 1);
    while (s->places[at].class && (s->places[at].class != v->class || s->places[at].object != v->object))
        at = (at + 1) & (s->size - 1);
    return &s->places[at];
}

static void grow(fact_store *s) {
    fact_store old = *s;
    s->size = old.size ? old.size * 2 : 64;
    s->places = ARENA_ARRAY(s->arena, told, s->size);
    for (size_t k = 0; k < old.size; k++)
        if (old.places[k].class)
            *place_of(s, &(view){old.places[k].class, old.places[k].object, NULL}) = old.places[k];
}

const facts *fact_store_of(fact_store *s, const view *v, void (*tell)(facts *f, const view *v)) {
    told *place = s->size ? place_of(s, v) : NULL;
    if (place && place->class)
        return place->facts;
    facts *f = ARENA_NEW(s->arena, facts);
    f->arena = s->arena;
    tell(f, v); /* may ask for facts of other parts, and so move the places */
    if (s->count * 2 >= s->size)
        grow(s);
    *place_of(s, v) = (told){v->class, v->object, f};
    s->count++;
    return f;
}
