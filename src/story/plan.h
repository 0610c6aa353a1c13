/* The first of two passes over a run's events: how much there is of everything, and which step or call each try, set
 * and note belongs to. After it every list of the story can be made at its final size, so that pointers into it hold.
 */
#ifndef HANDTRACE_PLAN_H
#define HANDTRACE_PLAN_H

#include "error.h"
#include "index.h"
#include "trace.h"

typedef enum owner_kind { OWNER_NONE, OWNER_STEP, OWNER_FRAME } owner_kind;

typedef struct plan_owner {
    owner_kind kind;
    size_t index;
} plan_owner;

typedef struct plan_step {
    const event *opener; /* a cell event, or the set or try that began it */
    size_t candidates, notes;
} plan_step;

typedef struct plan_frame {
    size_t parent; /* index, or SIZE_MAX */
    size_t candidates;
    bool answered;
} plan_frame;

typedef struct plan_table {
    const event *event;
    index_table places; /* table of sets: members → number */
    str_list *members;
    size_t place_count, place_capacity;
} plan_table;

typedef struct plan {
    const trace *trace;
    size_t from, to;    /* its events */
    plan_owner *owners; /* of event from + k */
    plan_step *steps;
    size_t step_count, step_capacity;
    plan_frame *frames;
    size_t frame_count, frame_capacity;
    index_table frame_of_id;
    plan_table *tables;
    size_t table_count, table_capacity;
    size_t kinds[EVENT_KINDS]; /* events of each kind */
    size_t run_notes, answered;
    bool phase_missing; /* steps stand before any phase */
} plan;

/* NULL on error. */
plan *plan_make(const trace *t, size_t from, size_t to, arena *a, error *e);
/* Number of the table of that id, or SIZE_MAX. */
size_t plan_table_named(const plan *p, str id);
/* Members as one text. */
str plan_members_key(const str_list *members, arena *a);
/* An error at the line of an event, where the trace was read from a file. Returns false. */
bool plan_fault(const trace *t, const event *ev, error *e, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
