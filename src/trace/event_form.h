/* The form of each event in a trace file: one table that the writer and the reader share. */
#ifndef HANDTRACE_EVENT_FORM_H
#define HANDTRACE_EVENT_FORM_H

#include "trace.h"

/* How a field is written. `offset` is where its value lies in an event. */
typedef enum field_type {
    FIELD_TEXT,      /* str; absent if empty */
    FIELD_NAME,      /* str, never empty */
    FIELD_WORD,      /* str, one of `words` */
    FIELD_INTEGER,   /* int64_t; absent if 0 */
    FIELD_ID,        /* int64_t, 1 or more */
    FIELD_BOUNDS,    /* two int64_t, first and last; absent if both 0 */
    FIELD_SHAPE,     /* table_shape by `words`; absent if full */
    FIELD_VALUES,    /* bool by `words`: numbers or texts; absent if numbers */
    FIELD_FLAG,      /* bool; absent if false */
    FIELD_TEXTS,     /* str_list of texts; absent if empty */
    FIELD_NUMBERS,   /* str_list of exact numbers; absent if empty */
    FIELD_TABLES,    /* event.tables, of known tables */
    FIELD_TABLE,     /* event.tables[0], a known table */
    FIELD_AT,        /* event.at in those tables */
    FIELD_POSITION,  /* event.at.row alone */
    FIELD_VALUE,     /* str, an exact number, or a text where the table holds texts */
    FIELD_RESULT,    /* the same, or inf, -inf, true, false */
    FIELD_NUMBER,    /* str, an exact number always */
    FIELD_READS,     /* event.reads */
    FIELD_TERMS,     /* event.terms */
    FIELD_WAYS,      /* event.ways if has_ways */
    FIELD_EXPR,      /* event.ways[0].expr unless has_ways; absent if empty */
    FIELD_WAY_VALUE, /* event.ways[0].value unless has_ways */
    FIELD_LIST,      /* datum, a list of integers and texts */
    FIELD_MAP,       /* datum, a map */
    FIELD_TYPES
} field_type;

typedef struct event_field {
    const char *name; /* NULL ends a form */
    field_type type;
    bool required;
    size_t offset;
    const char *const *words; /* NULL-terminated */
} event_field;

enum { EVENT_FIELDS = 11 };

typedef struct event_form {
    const char *name;
    event_field fields[EVENT_FIELDS];
} event_form;

/* By event_kind; fields in the order in which they are written. */
extern const event_form event_forms[EVENT_KINDS];

#endif
