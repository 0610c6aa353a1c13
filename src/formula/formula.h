/* A recurrence as textbooks print it, in TeX:
 *
 *   d[i,j] = \begin{cases} j & \text{if } i = 0 \\ i & \text{if } j = 0 \\
 *            d[i-1,j-1] & \text{if } x_i = y_j \\
 *            1 + \min(d[i-1,j], d[i,j-1], d[i-1,j-1]) & \text{otherwise} \end{cases}
 *
 * It is read into a tree; at a place it says which values there are to choose from; and it becomes pseudo-code. What
 * the names in it mean is asked of a `formula_world`. A place is never worked out here: a read stays a read. */
#ifndef HANDTRACE_FORMULA_H
#define HANDTRACE_FORMULA_H

#include "error.h"

enum { FORMULA_INDICES = 3, FORMULA_READS = 8, FORMULA_BOUND = 4, FORMULA_MOST_BYTES = 20000 };

typedef enum formula_kind {
    FORMULA_NOTHING,  /* no such name */
    FORMULA_INTEGER,  /* a size, an integer input */
    FORMULA_ELEMENTS, /* a list, a text, a grid: x_i, p[i], w_{i,j} */
    FORMULA_FUNCTION  /* of the recurrence */
} formula_kind;

typedef enum formula_value_kind {
    FORMULA_NUMBER, /* `text`: canonical, "-3", "5/2" */
    FORMULA_INF,
    FORMULA_MINUS_INF,
    FORMULA_FALSE,
    FORMULA_TRUE,
    FORMULA_TEXT /* of an input only: a letter, a word; `text` */
} formula_value_kind;

typedef struct formula_value {
    formula_value_kind kind;
    str text;
} formula_value;

/* What names mean. Names are as they are written: "n", "x", "OPT", "dp", "S_1" (for S_1[i]), Greek letters by their
 * character ("α"). The world of formula_read needs `kind` alone. */
typedef struct formula_world {
    const void *user;
    /* *count: how many indices an element or a function has. */
    formula_kind (*kind)(const void *user, str name, int *count);
    bool (*integer)(const void *user, str name, long *value);
    /* Which numbers index `depth` (0, 1) of an input may have, where the indices before it are at[0 … depth-1]. */
    bool (*range)(const void *user, str name, const long at[], int depth, long *first, long *last);
    /* The letter of how many numbers that are ("n"), for \Theta; empty if it has none. NULL: none has. */
    str (*length)(const void *user, str name, int depth);
    /* Asked inside the ranges only. */
    bool (*element)(const void *user, str name, const long at[], int count, formula_value *value);
} formula_world;

typedef struct formula formula;

/* Reads bytes [at, at + length) of `where` as the recurrence of the function `own` (as the world names it; empty: of
 * whatever the left side names). A full stop or comma behind it, a tag and a label are passed over. NULL on error, at
 * its place in the TeX. The source must outlive the formula. */
formula *formula_read(const source *where, size_t at, size_t length, str own, const formula_world *world, arena *a,
                      error *e);

/* The letters of the left side, in their order. */
size_t formula_index_count(const formula *f);
str formula_index(const formula *f, size_t k);

/* The terms that hold a read, in the order written: one a label. */
typedef struct formula_term {
    str tex;      /* "d[i-1,j] + 1" */
    str argument; /* the bound variable that gives it its argument ("k"), or empty */
    size_t at;    /* bytes in the source where it begins */
} formula_term;
size_t formula_term_count(const formula *f);
formula_term formula_term_at(const formula *f, size_t k, arena *a);

typedef enum formula_goal {
    FORMULA_BASE, /* `value`: the place reads nothing */
    FORMULA_MIN,
    FORMULA_MAX,
    FORMULA_SUM,
    FORMULA_ANY,
    FORMULA_ALL,
    FORMULA_ONLY
} formula_goal;

typedef struct formula_reads {
    str name;     /* in the expression: "a", "b", … */
    str function; /* as the world names it */
    long at[FORMULA_INDICES];
} formula_reads;

typedef struct formula_candidate {
    int term;           /* its number among the terms; -1: it reads nothing, and has `value` */
    size_t bound_count; /* its bound variables, the outermost first: the argument is bound[0].value */
    struct formula_binding {
        str name;
        long value;
    } bound[FORMULA_BOUND];
    formula_reads reads[FORMULA_READS]; /* in the order of the expression; a place may come twice */
    size_t read_count;
    str expression; /* names of reads, numbers, inf, + - * /, brackets, max(…), min(…) (of truth values: or, and) */
    formula_value value;
} formula_candidate;

typedef struct formula_place {
    formula_goal goal;
    formula_value value; /* of FORMULA_BASE */
    formula_candidate *candidates;
    size_t count, capacity;
} formula_place;

/* What there is at the place at[0 … index count - 1]. Only the case that is taken is looked at. false on error: no case
 * applies, an element outside its input, a bound variable without bounds, too large. */
bool formula_at(const formula *f, const long at[], const formula_world *world, formula_place *place, arena *a,
                error *e);

/* --- pseudo-code --- */

typedef enum formula_order {
    FORMULA_ROWS,
    FORMULA_COLUMNS,
    FORMULA_LENGTHS, /* of i..j, the shortest first */
    FORMULA_DIAGONALS,
    FORMULA_LAYERS, /* the first of three indices outermost */
    FORMULA_LEVELS
} formula_order;

/* A function with its indices. Bounds are as recurrence files write them: "0", "n", "i+1", "n-1". */
typedef struct formula_loop {
    const formula *formula;
    struct formula_bounds {
        str first, last;
        bool falls;
    } index[FORMULA_INDICES];
} formula_loop;

typedef struct formula_line {
    int indent;
    str text; /* Markdown: **for** $i = 0$ **to** $m$ */
} formula_line;

typedef struct formula_lines {
    formula_line *items;
    size_t count, capacity;
} formula_lines;

/* The algorithm that fills the tables: functions with the same bounds share their loops, others follow one another.
 * `answer`: TeX of what is returned ("d[m,n]"), empty for none. */
formula_lines formula_code(const formula_loop *loops, size_t count, formula_order order, str answer,
                           const formula_world *world, arena *a);
/* How long that takes, as TeX: "\Theta(n^3)", "\Theta(mn)"; empty if it cannot be said. */
str formula_theta(const formula_loop *loops, size_t count, const formula_world *world, arena *a);

#endif
