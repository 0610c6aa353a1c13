/* A trace: what a solver did, as a list of events. Ids and exact values only: no colours, positions, sentences.
 * The vocabulary is that of docs/trace.md. Values are texts holding exact numbers in lowest terms ("-12", "8/3"),
 * "inf", "-inf", "true" or "false", or any text in a table of texts. Texts are owned by the trace's arena. */
#ifndef HANDTRACE_TRACE_H
#define HANDTRACE_TRACE_H

#include "datum.h"
#include "error.h"
#include "sink.h"

typedef enum event_kind {
    EVENT_RUN,
    EVENT_TABLE,
    EVENT_PHASE,
    EVENT_CELL,
    EVENT_TRY,
    EVENT_SET,
    EVENT_ENTER,
    EVENT_RETURN,
    EVENT_MEMO,
    EVENT_PUT,
    EVENT_NODE,
    EVENT_SOLUTION,
    EVENT_MOVE,
    EVENT_BACK,
    EVENT_NOTE,
    EVENT_ANSWER,
    EVENT_KINDS
} event_kind;

typedef struct str_list {
    str *items;
    size_t count, capacity;
} str_list;

/* A position in a table: two indices, or, in a table of shape `sets`, the sorted members. */
typedef struct place {
    int64_t row, col;
    str_list members;
} place;

/* What a candidate reads: a cell, or the value of a frame (table empty, frame set). */
typedef struct trace_read {
    str table;
    place at;
    int64_t frame;
} trace_read;

typedef named_text trace_term;

typedef struct trace_way {
    str expr, value;
} trace_way;

typedef enum table_shape { SHAPE_FULL, SHAPE_UPPER, SHAPE_SETS } table_shape;

/* Fields by kind of event; absent texts are empty, absent numbers as said. A trace may have a million of them, so what
 * never stands in one event together shares its place. */
typedef struct event {
    event_kind kind;
    bool has_at;
    size_t line;     /* in the file it was read from, else 0 */
    str_list tables; /* cell: one or more; try, set, put, back: at most one */
    place at;        /* cell, try, set, put, back; a move's edge or position is at.row */
    int64_t frame;   /* enter, return, memo; try: 0 if not given */
    str label;       /* try; node */
    str value;       /* set, return, put, node, move */
    datum *args;     /* enter: a list; note: a map */
    union {
        struct {
            str id, title; /* run, table */
            struct {       /* table */
                int64_t row_first, row_last, col_first, col_last;
                table_shape shape;
                str row, col; /* index letters */
                str_list row_labels, col_labels;
                bool texts; /* values are texts */
            } extent;
        };
        struct {
            str by;        /* phase */
            int64_t phase; /* phase: its value */
        };
        struct {
            trace_read *reads; /* try */
            size_t read_count;
            trace_term *terms; /* try, one a read */
            size_t term_count;
            trace_way *ways; /* try: several results, or one made of expr and value */
            size_t way_count;
            bool has_ways; /* try: the results came as `ways` */
        };
        struct {
            str_list chosen; /* set, return */
            str why;         /* set, return */
            str way;         /* set, back: the expr kept */
            str take;        /* back */
        };
        struct {
            int64_t parent; /* enter: 0 for a root */
            int64_t of;     /* memo */
            str fn;         /* enter */
            str edge;       /* enter */
        };
        struct {
            int64_t node;         /* put, node (its id), solution */
            str op;               /* node: empty for a leaf */
            int64_t left, right;  /* node */
            str size;             /* node */
            bool dup;             /* put */
            int64_t class_number; /* solution: 0 if not given */
        };
        struct {
            str what, player;            /* move */
            str_list scores;             /* move */
            str left_value, right_value; /* move: merge */
        };
        struct {
            str key, text; /* note */
        };
        datum *answer; /* answer */
    };
} event;

/* How much a trace will hold, counted before it is made: what there is at least. SIZE_MAX: beyond counting. */
typedef struct trace_size {
    size_t events;
    size_t steps, facts; /* cells worked on; values set in them */
    size_t tries, reads, ways;
    size_t cells; /* of all tables */
    size_t frames;
    size_t texts; /* bytes of values */
} trace_size;

typedef struct trace {
    arena *arena;
    /* Bytes that will be taken for what is made of a trace of that size, at least; NULL: nothing is. */
    size_t (*made_of_it)(const trace_size *size);
    const source *where; /* the file it was read from, which outlives it; NULL: a solver made it */
    str problem, title;
    datum *instance;
    str seed;           /* a random instance's, in digits; else empty */
    int64_t item;       /* its number in a batch, from 1; 0: none */
    bool is_recurrence; /* of a recurrence file, whatever its problem is called */
    datum *recurrence;  /* its words, functions, goal: docs/trace.md; a foreign trace may have them too; may be NULL */
    event *events;
    size_t count, capacity;
} trace;

/* An empty trace whose texts and events live in `a`. */
trace *trace_new(arena *a, str problem, str title, datum *instance);
/* A new last event of that kind, zeroed, to be filled in by the caller before the next one is added (which may
 * move it). */
event *trace_add(trace *t, event_kind kind);
/* The event with which a group of steps begins: by "length", 3. */
event *trace_add_phase(trace *t, const char *by, int64_t value);
/* One more text in a list of an event of this trace; not copied. */
void trace_add_text(trace *t, str_list *list, str text);
/* Makes room for that many more events at once. */
void trace_reserve(trace *t, size_t more);
/* The bytes that a trace of that size takes at least. */
size_t trace_bytes(const trace_size *size);

/* Writes the trace as JSON Lines: header, then an event a line, fields in the order of docs/trace.md. */
str trace_to_lines(const trace *t, arena *a);
/* The same piece by piece, in the memory of one piece, which is given back. False if `to` failed. */
bool trace_write(const trace *t, const sink *to, arena *a);
/* Reads JSON Lines; errors name line and column of `where`. Checks each event's fields and their types, that values are
 * numbers (made canonical) unless their table holds texts, and that tables, frames and nodes exist before use. */
trace *trace_from_lines(const source *where, arena *a, error *e);

/* One line of JSON (no line end): keys in order, no spaces. */
str json_from_datum(const datum *d, arena *a);
/* Any JSON text as data, with byte offsets. Integers of any size are kept by their digits in `text`; reals are refused.
 */
datum *json_to_datum(const source *where, arena *a, error *e);

#endif
