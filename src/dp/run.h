/* What the parts of the engine share.
 *
 *   run ─▶ tables, one a function: state[], values[], in a trace also texts[]      place → number of its cell
 *       ─▶ list: candidates, their reads and numbers, each on a stack; an open call keeps its part of the stacks
 *       ─▶ formulas: expressions read already
 */
#ifndef HANDTRACE_DP_RUN_H
#define HANDTRACE_DP_RUN_H

#include "dp.h"

#include <stdbool.h>

typedef struct operand {
    dp_state state;
    const void *value; /* if it is DP_VALUE */
} operand;

typedef struct dp_read {
    const char *name;
    dp_place place;
    long frame; /* of the call that answered it */
} dp_read;

/* A number ($1) or another way of a candidate. */
typedef struct extra {
    const char *way; /* NULL: a number, which stands at the same place of the list's numbers */
} extra;

typedef struct candidate {
    const char *label, *expr, *edge;
    long argument;
    uint32_t first_read, first_extra;
    uint8_t reads, extras;
    bool has_argument, best; /* best: as good as the one kept, if it is not before it */
} candidate;

struct dp_list {
    dp_run *run;
    candidate *items;
    size_t count, capacity;
    dp_read *reads;
    size_t read_count, read_capacity;
    extra *extras;
    char *numbers; /* one an extra, as values */
    size_t extra_count, extra_capacity, number_capacity;
    dp_goal goal; /* of the place asked last */
    const char *why;
};

/* Where a place's part of the list begins. */
typedef struct list_mark {
    size_t count, reads, extras;
} list_mark;

enum { NOT_KEPT = -1 };

typedef struct table {
    long first[DP_INDICES], count[DP_INDICES];
    size_t cells;
    unsigned char *state, *base, *mark;
    char *values;
    const char **texts;
    long *frames;    /* of the call that answered, in a run with a memo */
    uint64_t *calls; /* of the plain recursion */
    uint32_t *levels;
    dp_order order; /* in which it is filled */
    int group;      /* functions whose places are the same are filled in together: the first of them */
} table;

typedef struct decision {
    dp_goal goal;
    const char *why;
    long first; /* of the candidates that are as good as the one kept, counted in this place; NOT_KEPT */
} decision;

typedef struct formula formula;

/* A function at the place that is being filled in. */
typedef struct member {
    bool base;
    decision d;
    list_mark from;
    size_t end; /* of its candidates on the list */
} member;

struct dp_run {
    const dp *d;
    table *tables;
    dp_list list;
    formula *formulas;
    char *work;     /* values, for calculating */
    char *counting; /* as many, for counting ways; NULL: none yet */
    size_t bytes;
    dp_order order;    /* of the tables: that of the first, or levels for all */
    bool ordered;      /* it is known */
    unsigned possible; /* orders not yet struck out, a bit each, while one is looked for */
    dp_counts counts;
    struct text_block *blocks; /* texts that stay */
    char *text;                /* a text in the making */
    size_t text_length, text_capacity;
    const char **labels; /* of candidates with arguments, hashed */
    size_t label_count, label_capacity;
    const char **chosen; /* labels, for one call of a sink */
    size_t chosen_capacity;
    const char **names; /* of the tables of a step */
    int *members;       /* functions filled in at the same step */
    member *steps;
    int step_group;
    const char *by; /* the phase told last */
    long phase;
    const dp_sink *sink; /* NULL: nothing is told */
    dp_place now;        /* worked on last */
    bool failed, refused;
    char error[512];
};

/* ---- keep.c ---- */
bool dp_fail(dp_run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Zeroed; NULL after an error. */
void *dp_take(dp_run *r, size_t count, size_t size);
/* realloc, by the functions of `d` if it has some. */
void *dp_resize(const dp *d, void *old, size_t size);
/* Gives back what came from dp_take or dp_room; NULL is nothing. */
void dp_drop(const dp *d, void *taken);
/* Room for `needed` items; false after an error. */
bool dp_room(dp_run *r, void **items, size_t *capacity, size_t needed, size_t size);
/* A text that stays. */
const char *dp_keep(dp_run *r, const char *text, size_t length);
void dp_kept_free(dp_run *r); /* all of them */
/* The same text for the same letters. */
const char *dp_intern(dp_run *r, const char *text);
const char *dp_label(dp_run *r, const candidate *c);
/* Into run->text, from its beginning or on; NUL-terminated. */
void dp_print(dp_run *r, const char *text, size_t length);
void dp_print_operand(dp_run *r, operand x);
/* "m[1,3]" */
void dp_print_place(dp_run *r, dp_place p);
const char *dp_place_text(dp_run *r, dp_place p);

/* ---- places.c ---- */
static inline size_t dp_cell(const table *t, const long at[]) {
    return (size_t)(((at[0] - t->first[0]) * t->count[1] + at[1] - t->first[1]) * t->count[2] + at[2] - t->first[2]);
}
bool dp_inside(const dp_run *r, int function, const long at[]);
/* Asks for the candidates of a place and checks what they read. False on error. */
bool dp_ask(dp_run *r, dp_place p, list_mark *from);
void dp_forget(dp_run *r, list_mark from);
operand dp_operand(const dp_run *r, dp_place p);
bool dp_ready(dp_run *r, bool traced);

/* ---- formula.c ---- */
enum { DP_WORK = 256 }; /* values in run->work: one an operation, and the last for the value of a candidate */
/* The value of way `way` of a candidate: a read, a number, or calculated in run->work. */
bool dp_calculate(dp_run *r, const candidate *c, size_t way, operand *result);
const char *dp_way_of(const dp_run *r, const candidate *c, size_t way); /* NULL: there is no such way */
/* Which of a candidate's reads the way back follows, a bit each. */
bool dp_follows(dp_run *r, const candidate *c, uint64_t *reads);
/* In how many ways a candidate is reached, of the counts of its reads: `count_of` says where one lies. */
bool dp_count_candidate(dp_run *r, const candidate *c, const void *(*count_of)(const void *user, dp_place p),
                        const void *user, void *count);
/* Infinities too; false on error. */
bool dp_add(dp_run *r, operand x, operand y, void *where, operand *result);
/* Prints its text with the numbers in it, and a NUL, on in run->text; where it begins. */
size_t dp_print_way(dp_run *r, const candidate *c, const char *way);
bool dp_compare(dp_run *r, operand x, operand y, int *order);
void dp_formulas_free(dp_run *r);

/* ---- decide.c ---- */
/* The base value of a place; false if it is none (or after an error). */
bool dp_decide_base(dp_run *r, dp_place p);
decision dp_decide_begin(dp_run *r, dp_place p);
/* Takes the candidate whose reads are known, the `number`-th of the place, telling it if there is a sink. */
bool dp_decide(dp_run *r, dp_place p, decision *d, candidate *c, size_t number, handtrace_place at, long frame);
/* The place holds its value now. */
bool dp_decide_end(dp_run *r, dp_place p, const decision *d);
/* Asks for the candidates of a place whose reads all have values, and decides; they stay on the list from *from on. */
bool dp_decide_all(dp_run *r, dp_place p, decision *d, list_mark *from, handtrace_place at);
/* The way whose value the candidate has; NULL if it has one only. */
const char *dp_followed(dp_run *r, dp_goal goal, const candidate *c);
/* NULL-terminated, in a buffer that the next call uses again; NULL if there are none. */
const char *const *dp_chosen(dp_run *r, const decision *d, list_mark from);
const char *dp_value_text(dp_run *r, dp_place p);
handtrace_place dp_table_place(dp_run *r, dp_place p, bool choices);

/* ---- order.c ---- */
/* Tells a phase that has not been told, if there is a sink. */
void dp_tell_phase(dp_run *r, const char *by, long phase);
/* Every place of a function in that order; DP_LEVELS: of all functions. `by` is what the order's phases are called,
 * NULL if it has none, and `phase` the one that the place is in. */
typedef bool (*dp_visit)(dp_run *r, dp_place p, const char *by, long phase);
bool dp_each(dp_run *r, int function, dp_order order, dp_visit visit);
bool dp_find_order(dp_run *r);
/* Whether the function is the first of those that are filled in together. */
bool dp_leads(const dp_run *r, int function);

/* ---- walk.c ---- */
/* Depth first through all reads from `root` that have not been walked; each place once, after all that it reads. */
typedef bool (*dp_leave)(dp_run *r, dp_place p, list_mark from, void *user);
bool dp_walk(dp_run *r, dp_place root, dp_leave leave, void *user);
/* Forgets what has been walked. */
bool dp_walk_anew(dp_run *r);
/* Works out the level of every place that has a table. */
bool dp_levels(dp_run *r, uint32_t *most);

#endif
