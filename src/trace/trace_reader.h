/* The reader of trace files, shared by its parts: read.c goes by lines, read_field.c reads the fields of an event,
 * read_event.c checks an event as a whole and keeps what it declares, arithmetic.c calculates its expressions anew. */
#ifndef HANDTRACE_READER_H
#define HANDTRACE_READER_H

#include "event_form.h"
#include "json_scan.h"
#include "key_map.h"

typedef struct member {
    str key;
    size_t key_at, at; /* of the key and of its value */
} member;

typedef struct known_table {
    str id;
    int64_t row_first, row_last, col_first, col_last;
    bool sets, texts;
} known_table;

typedef struct reader {
    const source *where;
    trace *trace;
    arena *a;
    error *e;
    str whole;      /* a copy of the source's text */
    json_scan scan; /* its text ends with the line */
    size_t line_at; /* where the line begins */
    size_t line;    /* its number */
    member *members;
    size_t member_count, member_capacity;
    event *event;       /* being read; NULL in the header */
    const char *field;  /* being read */
    size_t place_table; /* the table that the event's place is in: index of `tables`, or SIZE_MAX */
    /* what the run has declared */
    key_map table_ids, frame_ids, node_ids;
    known_table *tables;
    size_t table_count, table_capacity;
    bool *answered; /* frames, by number */
    size_t frame_count, frame_capacity;
    size_t open_frames;
    size_t cell_table; /* the first table of the open cell, or SIZE_MAX */
    bool cell_texts;   /* all its tables hold texts */
    /* in the whole file */
    key_map run_ids;
    key_map expr_shapes; /* expressions found good, their numbers written 0 */
    bool ended;
} trace_reader;

/* What a field of that type takes, for messages; NULL for words. */
extern const char *const field_expects[FIELD_TYPES];

/* read_field.c: the field of that name in the line, or NULL. */
const member *reader_find(const trace_reader *r, const char *name);
/* Reports what is wrong with the event at that field, or at the start of the line. Returns false. */
bool reader_fail(trace_reader *r, const char *name, str message);
#define READER_FAIL(r, name, ...) reader_fail((r), (name), str_format((r)->a, __VA_ARGS__))
/* Reads the value at r->scan.at into the event's field. */
bool reader_field(trace_reader *r, const event_field *f);
/* Whether the results of the candidate being read are texts. */
bool reader_tries_text(const trace_reader *r);
/* Pieces of fields, each at r->scan.at; `wanted` is for the message. */
bool reader_text(trace_reader *r, str *text, const char *wanted);
bool reader_integer(trace_reader *r, int64_t *value, int64_t least, const char *wanted);

/* arithmetic.c: whether the expressions of a candidate give the values beside them; values that are texts are not
 * asked. */
bool reader_arithmetic(trace_reader *r);

/* read_event.c: what must hold between the fields of the event just read; keeps what it declares. */
bool reader_finish(trace_reader *r);

#endif
