/* The classes of a story's views, and what their files share. */
#ifndef HANDTRACE_VIEW_CLASSES_H
#define HANDTRACE_VIEW_CLASSES_H

#include "names.h"

extern const view_class story_class, run_class, phase_class, step_class, candidate_class, table_class, fact_class,
    read_class, term_class, way_class, label_class, note_class, move_class, back_class, frame_class, node_class,
    solution_class;

#define OBJECT(v, type) ((const type *)(v)->object)

/* The names_of function of a class whose names are all in its table NAME_names. */
#define NAMES_OF(kind)                                                                                                 \
    static str *kind##_names_of(const view *v, arena *a, size_t *count) {                                              \
        (void)v;                                                                                                       \
        name_list l = {0};                                                                                             \
        names_add_rows(&l, kind##_names, a);                                                                           \
        *count = l.count;                                                                                              \
        return l.items;                                                                                                \
    }

/* NULL without a run. */
const story *story_of_run(const story_run *r);
view_value view_count(size_t count, arena *a);
view_value view_number(int64_t value, arena *a);
/* A value of a table: typeset unless the table holds words. */
view_value view_in_table(const story_table *t, str value, arena *a);
/* False where there is no object. */
/* Whether a text has a formula between dollar signs. */
view_value view_has_mathematics(str text);
view_value view_object_if(const view_class *class, const void *object, const void *context);
/* Marks, by step (from 0), who reads a value that one of the steps [first, first + count) set. */
bool *view_readers(const story_run *r, size_t first, size_t count, arena *a);

#endif
