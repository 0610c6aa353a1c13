/* The story of a trace: the flat list of events as nested lists, and the state at each step.
 *
 *   story ─▶ run ─▶ phase ─▶ step ─▶ candidate ─▶ read, term, way
 *              ├──▶ table ─▶ cells with their facts (who set them, when)
 *              ├──▶ frame (a tree through parent and children)
 *              ├──▶ node (expression trees), solution, put
 *              └──▶ moves and back steps, each numbered on their own
 *
 * Nothing here is copied from state to state: a cell remembers the step that set it, and a figure asks for the value at
 * its moment. This header names no event: figures and templates see stories only. Values are texts holding exact
 * numbers. */
#ifndef HANDTRACE_STORY_H
#define HANDTRACE_STORY_H

#include "datum.h"
#include "error.h"
#include "view.h"

typedef struct story story;
typedef struct story_run story_run;
typedef struct story_phase story_phase;
typedef struct story_step story_step;
typedef struct story_candidate story_candidate;
typedef struct story_table story_table;
typedef struct story_cell story_cell;
typedef struct story_frame story_frame;
typedef struct story_node story_node;
typedef struct story_move story_move;
typedef struct story_back story_back;

typedef struct story_texts {
    str *items;
    size_t count, capacity;
} story_texts;

typedef struct story_read {
    const story_table *table; /* NULL when a frame is read */
    int64_t row, col;
    story_texts members; /* in a table of sets */
    const story_frame *frame;
    str value; /* what was read: the value at that moment */
} story_read;

typedef named_text story_term;

typedef struct story_way {
    str expr; /* "a*c", as traced */
    str value;
    const story_candidate *candidate; /* whose terms it is worked out with; NULL where that is left blank */
} story_way;

/* One way tried for a step. */
struct story_candidate {
    size_t number;            /* from 1 within its step */
    str label;                /* "s=1" */
    const story_table *table; /* when it counts for one table of the step only, else NULL */
    story_read *reads;
    size_t read_count;
    const story_term *terms;
    size_t term_count;
    story_way *ways;
    size_t way_count;
    bool chosen, kept; /* in any table of the step: it reaches the value; it is the first that does */
    const story_step *step;
    const story_frame *frame; /* when it was tried in a call; `step` is then the step that answered the call, or NULL */
};

/* What a step sets in one table. */
typedef struct story_fact {
    const story_table *table; /* NULL in the step of a frame */
    const story_cell *cell;   /* NULL there too */
    str value;                /* empty: the cell was begun, never set */
    str why;                  /* "max", "base", … */
    story_texts chosen;   /* labels; the first is kept. Where the trace says none of a max or min: all that reach it */
    const story_way *way; /* the way kept, or NULL */
    const story_candidate *kept; /* the candidate kept, or NULL */
    const story_step *step;
} story_fact;

typedef enum step_kind { STEP_CELL, STEP_FRAME, STEP_MOVE, STEP_BACK, STEP_PUT } step_kind;

typedef struct story_note {
    str key, text;
    const datum *args; /* may be NULL */
} story_note;

/* One cell group. (Frames, moves and way-back steps are numbered on their own and have their own structures; `kind`
 * tells them apart where a list of steps is wanted.) The step of a frame has one fact: its value. */
struct story_step {
    step_kind kind;
    size_t number;            /* from 1 within its run and kind */
    const story_phase *phase; /* STEP_CELL; else NULL */
    int64_t row, col;         /* STEP_CELL: the cell */
    story_texts members;      /* STEP_CELL, STEP_PUT in a table of sets */
    story_fact *facts;        /* one a table */
    size_t fact_count;
    story_candidate *candidates;
    size_t candidate_count;
    story_note *notes;
    size_t note_count;
    const story_frame *frame; /* STEP_FRAME */
    const story_move *move;   /* STEP_MOVE */
    const story_back *back;   /* STEP_BACK */
    const story_node *node;   /* STEP_PUT */
    bool dup;                 /* STEP_PUT */
    const story_run *run;
};

struct story_phase {
    str by; /* "length"; empty: the steps before any phase */
    int64_t value;
    size_t number;       /* from 1 within its run */
    size_t first, count; /* its cell steps: run->steps[first …] */
    const story_run *run;
};

typedef struct story_setting {
    const story_step *step;
    str value;
} story_setting;

struct story_cell {
    int64_t row, col;    /* in a table of sets: its number there, from 0, and 0 */
    story_texts members; /* in a table of sets */
    str value;           /* the last value set; in a table of sets empty: its values are the puts */
    const story_step
        *step; /* the step that set it last, in a table of sets the one that works on it; NULL while unset */
    story_setting *settings; /* all of them, in order */
    size_t setting_count, setting_capacity;
};

struct story_table {
    str id, title;
    int64_t row_first, row_last, col_first, col_last;
    enum { TABLE_FULL, TABLE_UPPER, TABLE_SETS } shape;
    str row, col; /* index letters, may be empty */
    story_texts row_labels, col_labels;
    bool texts;
    bool choices;      /* it holds which candidate was kept, not its value: s of a matrix chain, the arrows of an LCS */
    story_cell *cells; /* rows × cols in row order; a table of sets: in the order they were met */
    size_t cell_count;
    const story_run *run;
};

struct story_frame {
    int64_t id;
    const story_frame *parent;
    str fn;
    story_texts args; /* as texts */
    str edge;
    str value;
    str why;
    story_texts chosen;
    const story_frame *memo_of;   /* answered from there */
    const story_frame *repeat_of; /* the first frame with the same fn and args, if that is another */
    const story_frame **children;
    size_t child_count, child_capacity;
    size_t entered, returned; /* order of events, for the state at a moment */
    size_t step;              /* number of the step that answered it; 0: never answered */
    story_candidate *candidates;
    size_t candidate_count;
};

struct story_node {
    int64_t id;
    str op; /* empty: a leaf */
    const story_node *left, *right;
    str value, label, size;
};

typedef struct story_solution {
    const story_node *node;
    int64_t class_number;
} story_solution;

struct story_move {
    size_t number;
    str what; /* "remove", "merge", "take" */
    int64_t at;
    str player;
    story_texts scores;
    str left, right, value;
};

struct story_back {
    size_t number;
    const story_table *table;
    int64_t row, col;
    story_texts members;
    str take;
    const story_candidate *candidate; /* the candidate of that label for the cell, if traced */
    const story_way *way;
};

struct story_run {
    str id, title;
    size_t number;
    story_table *tables;
    size_t table_count;
    story_phase *phases;
    size_t phase_count;
    story_step *steps; /* cell steps */
    size_t step_count;
    story_step *frame_steps, *move_steps, *back_steps, *put_steps;
    size_t frame_step_count, move_step_count, back_step_count, put_step_count;
    story_frame *frames;
    size_t frame_count;
    size_t value_length; /* bytes of the longest value of a frame, also where it is left out: room is kept for it */
    story_node *nodes;
    size_t node_count;
    story_solution *solutions;
    size_t solution_count;
    story_move *moves;
    size_t move_count;
    story_back *backs;
    size_t back_count;
    bool way_is_derived; /* the trace told no way back: it follows what was kept (way.h) */
    story_note *notes;   /* outside any step */
    size_t note_count;
    const story *story;
};

struct story {
    arena *arena; /* it lives in */
    str problem, title;
    bool is_recurrence;      /* of a recurrence file */
    const datum *recurrence; /* what the header of its trace says of it; may be NULL */
    const datum *instance;
    const datum *answer; /* NULL if the trace has none */
    story_run *runs;
    size_t run_count;
    size_t table_count, cell_count; /* of all runs; cells of tables of sets are not counted */
    struct fact_store *facts;       /* what templates asked of its parts so far */
};

/* Where in a story something stands. `step` NULL: at the end of the phase; `phase` NULL too: at the end of the run. */
typedef struct story_moment {
    const story *story;
    const story_run *run;
    const story_phase *phase;
    const story_step *step;
    const story_candidate *candidate; /* when a template stands inside a candidate */
} story_moment;

/* The number of the last cell step done at that moment (all of them at the end of the run). */
size_t story_last_step(const story_moment *m);
/* The cell, or NULL outside the table. */
const story_cell *story_cell_at(const story_table *t, int64_t row, int64_t col);
/* The value of a cell at a moment: empty text if not set yet. */
str story_value_at(const story_table *t, int64_t row, int64_t col, const story_moment *m);
const story_table *story_table_named(const story_run *r, str id);
const story_run *story_run_named(const story *s, str id);
/* A way typeset with the values put in: "4 × 10", "(−3) × 10"; empty in a blank. */
str story_way_shown(const story_way *w, arena *a);
/* The tree of a node in one line, with the brackets it needs: "8 ÷ (3 − 8 ÷ 3)". A leaf with a size (a
 * matrix) is written by its label, any other by its value. Empty if an operator is not one of
 * + - * /; "…" if the tree has more than 10 000 nodes. */
str story_node_shown(const story_node *n, arena *a);
const story_fact *story_fact_of(const story_step *s, const story_table *t);
/* The step that set a cell last, or NULL. */
const story_step *story_step_of_cell(const story_table *t, int64_t row, int64_t col);
/* The candidate of that label that counts for table `t` (NULL: for any), or NULL. */
const story_candidate *story_candidate_labelled(const story_step *s, const story_table *t, str label);
/* The run that a figure or a template means when none is named: the first with cell steps, else the first with steps of
 * any kind, else the first. */
const story_run *story_main_run(const story *s);

/* Views for templates; names in docs/templates.md. */
view story_view(const story *s);
view story_view_run(const story_run *r);
view story_view_phase(const story_phase *p);
view story_view_step(const story_step *s);
view story_view_candidate(const story_candidate *c);
/* The moment that a view stands for, or false if it is none of the story's. Fills only what the view knows. */
bool story_moment_of_view(const view *v, story_moment *m);
/* One line a fact, nested by indentation: for goldens. */
str story_dump(const story *s, arena *a);

/* Names for what a trace has no words for: "max[2,3]" ("few[4]" in a table of one row), "fib(5)", and any step's. */
str story_cell_name(const story_table *t, int64_t row, int64_t col, arena *a);
str story_frame_name(const story_frame *f, arena *a);
str story_step_name(const story_step *s, arena *a);

#endif
