/* The cells of tables at a moment: values, names, states and what reads them. */
#ifndef HANDTRACE_CELLS_H
#define HANDTRACE_CELLS_H

#include "draw/drawing.h"

typedef struct cell_look {
    str value; /* empty if not set yet */
    state state;
    str tag;      /* which candidates read it: "2"; empty if there is nothing to tell apart */
    bool outside; /* below the diagonal of a table of shape upper */
} cell_look;

/* A table as it stands at a moment. Rows and columns from 0. */
typedef struct table_look {
    const story_table *table;
    size_t rows, cols;
    cell_look *cells; /* in row order */
} table_look;

/* "m[2,3,0]" in mathematics without dollars, from the phrase table.ID.cell or the table's id. */
str cell_name(drawing *d, const story_table *t, int64_t row, int64_t col);
/* The same for alt texts: as it is read, "m[2,3,0]". */
str cell_name_plain(drawing *d, const story_table *t, int64_t row, int64_t col);
/* The same if it says nothing but of the place; false if its phrase asks for what else is known at the moment. */
bool cell_name_alone(drawing *d, const story_table *t, int64_t row, int64_t col, str *name);
/* Markup: phrase table.ID.title, else the trace's title, else the id. */
str table_title(drawing *d, const story_table *t);
/* Markup, one word: phrase table.ID.short, else the id. */
str table_short(drawing *d, const story_table *t);

/* What the figure shows of a candidate's label: "s=2" is "2". */
str candidate_tag(const drawing *d, const story_candidate *c);
/* The value of a candidate for a table that takes the smallest (why `min`), the largest, or the only one; empty if it
 * does not count for it. */
str candidate_value(const drawing *d, const story_candidate *c, const story_fact *fact);
/* Whether the candidate counts for the table of the fact. */
bool candidate_counts(const story_candidate *c, const story_fact *fact);
/* Whether the candidate's value is the one set there: it is among the chosen. */
bool candidate_chosen(const story_candidate *c, const story_fact *fact);

/* Whether the step's work on the table of the fact is shown: parameter into=ID shows that of one table only. */
bool fact_is_asked(const drawing *d, const story_fact *fact);

/* The table at the moment of the request, with the states of the step if there is one. */
table_look table_look_at(drawing *d, const story_table *t, const story_moment *m);

#endif
