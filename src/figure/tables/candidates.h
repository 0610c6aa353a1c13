/* The candidates of a step as they are shown: rows of ways without repetition, and which of them win. */
#ifndef HANDTRACE_CANDIDATES_H
#define HANDTRACE_CANDIDATES_H

#include "rows/polygon_state.h"

typedef struct shown_way {
    str tex;  /* "ac" */
    str work; /* "5 × (−8)" */
    str value;
    bool kept, tied; /* it gives the value of a table, as the one kept or beside it */
} shown_way;

typedef struct shown_row {
    const story_candidate *candidate;
    shown_way *ways; /* ways that join the same numbers are shown once */
    size_t way_count;
    str *values;       /* one a table shown; empty if it does not count there */
    bool *kept, *tied; /* the same */
    bool wins;         /* kept in some table */
    size_t split;      /* 0 if there is no chain */
} shown_row;

typedef struct candidate_rows {
    const story_step *step;
    const story_fact **facts; /* of the step, in the tables shown */
    size_t fact_count;
    hand hand;
    bool has_chain; /* the step's cell is a chain of a polygon */
    shown_row *rows;
    size_t count;
    str *terms; /* their names, in the order in which they occur */
    size_t term_count;
} candidate_rows;

/* Of the moment's step, of its candidate alone if it has one, or else of the last step that had a choice. False with an
 * error if there is none. */
bool candidate_rows_at(drawing *d, candidate_rows *c);
/* Whether both have ways of the same expressions. */
bool same_ways(const shown_row *a, const shown_row *b);
/* "s=1" in mathematics; the letter alone, empty if the label has none. */
str candidate_label_tex(const drawing *d, const story_candidate *c);
str candidate_letter(const story_candidate *c);
/* What a value of the row is called in a note: "$ac$ ($s=1$)". */
str candidate_value_name(const drawing *d, const shown_row *row, str tex);

/* Ties in words, a line for each table, one for both if they tie alike. Returns how many of the `lines`, one a table at
 * most. `width`: what there is room for, 0: any. */
size_t candidate_ties(drawing *d, const candidate_rows *c, double width, piece *lines);

#endif
