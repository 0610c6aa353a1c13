/* What a template may ask of things: names looked up in an object whose kind the template does not know. */
#ifndef HANDTRACE_VIEW_H
#define HANDTRACE_VIEW_H

#include "datum.h"

typedef struct view_class view_class;

/* An object seen through its class. In a list it also knows its place. */
typedef struct view {
    const view_class *class;
    const void *object;
    const void *context; /* for the class to use; may be NULL */
} view;

typedef enum view_kind {
    VIEW_MISSING, /* no such name here: the next outer context is asked */
    VIEW_FALSE,   /* false, null, nothing */
    VIEW_TRUE,
    VIEW_TEXT, /* false in a section if empty */
    VIEW_OBJECT,
    VIEW_LIST, /* false in a section if empty */
} view_kind;

typedef struct view_value {
    view_kind kind;
    str text;
    view object; /* VIEW_OBJECT */
    view *items; /* VIEW_LIST: `count` objects in the arena of the look-up */
    size_t count;
} view_value;

struct view_class {
    const char *name; /* for messages: "step" */
    /* Looks `name` up in v->object; allocates in `a`. Names with dots are resolved by the caller. */
    view_value (*lookup)(const view *v, str name, arena *a);
    /* The names that can be looked up, NULL-terminated, for "did you mean"; may be NULL. */
    const char *const *names;
    /* The same for classes whose names depend on the object: `*count` of them, in `a`; may be NULL. */
    str *(*names_of)(const view *v, arena *a, size_t *count);
    /* What a name that is no more is called now, for messages; empty: it never was one. May be NULL. */
    str (*renamed)(const view *v, str name);
};

view_value view_missing(void);
view_value view_bool(bool value);
view_value view_text(str text);
view_value view_integer(arena *a, int64_t value);
view_value view_of_object(view object);
/* A list of `count` objects of one class: things[k]. */
view_value view_list(arena *a, const view_class *class, const void *const *things, size_t count, const void *context);
/* A datum as a view: map keys are its names, `.` its text. Its value: without a datum false. */
view view_of_datum(const datum *d);
view_value view_value_of_datum(const datum *d, arena *a);

#endif
