/* A recurrence told once, and run in three ways: as a table, as the plain recursion with its repeats, and with a memo
 * (R. Bellman, Dynamic Programming, 1957; the memo: D. Michie, "Memo" functions and machine learning, Nature 218,
 * 1968). Needs nothing but the C library and the emitter: include handtrace/dp.h and link handtrace_dp and
 * handtrace_emit, in this order.
 *
 *   enum { D };
 *   static dp_state base(const void *user, const long at[], void *value) {        // d[i,0] = i, d[0,j] = j
 *       *(long *)value = at[0] + at[1];
 *       return at[0] && at[1] ? DP_NONE : DP_VALUE;
 *   }
 *   static void steps(const void *user, const long at[], dp_list *out) {
 *       dp_try(out, "delete", "u+1");
 *       dp_reads(out, "u", D, DP_AT(at[0] - 1, at[1]));
 *       …                                                                        // "insert", "change"
 *   }
 *   const dp_function d = {.name = "d", .arity = 2, .index = {{"i", 0, m, NULL}, {"j", 0, n, NULL}},
 *                          .goal = DP_MIN, .base = base, .candidates = steps};
 *   const dp recurrence = {.values = &dp_longs, .functions = &d, .function_count = 1, .user = …, .ask = {D, {m, n}}};
 *   dp_run *run = dp_begin(&recurrence);
 *   dp_sink sink = dp_to_file(out);
 *   if (!dp_table(run, "table", &sink))
 *       fputs(dp_error(run), stderr);
 *   dp_end(run);
 *
 * Functions that return an int return 1, or 0 on error; dp_error then says which, in English. The first error of a run
 * stays, and what is called after it returns 0 at once. Indices are longs; sizes are in bytes, limits in calls and
 * bytes. What a callback hands over (labels, names, expressions, edges) is not copied and must live until dp_end.
 * Callbacks must depend on `user` and the place alone: they are asked for the same place several times. */
#ifndef HANDTRACE_DP_H
#define HANDTRACE_DP_H

#include "emit.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How to calculate. A value takes `size` bytes, which are zero before it is first set, and may be moved in memory. What
 * returns an int returns 0 where the result cannot be had (too large, not a number); NULL: never can. The result may be
 * one of the operands. */
typedef struct dp_values {
    size_t size;
    int (*set)(void *result, const void *from);
    int (*read)(void *result, const char *digits, size_t count); /* "12"; digits only */
    int (*add)(void *result, const void *x, const void *y);
    int (*subtract)(void *result, const void *x, const void *y);
    int (*multiply)(void *result, const void *x, const void *y);
    int (*divide)(void *result, const void *x, const void *y);
    int (*compare)(const void *x, const void *y); /* below 0, 0, above 0 */
    /* As snprintf: the length of the whole text; writes at most `room` bytes with the NUL. */
    size_t (*print)(const void *value, char *text, size_t room);
    void (*clear)(void *value); /* NULL: nothing to release */
} dp_values;

/* Values of type long; an overflow is an error. */
extern const dp_values dp_longs;

/* What a place holds. Infinities and truth values have no bytes; they are written inf, -inf, true, false. */
typedef enum dp_state { DP_NONE, DP_VALUE, DP_INFINITY, DP_MINUS_INFINITY, DP_FALSE, DP_TRUE } dp_state;

/* What becomes of the candidates of a place. Without any, min is inf, max -inf, sum 0, any false, all true. Among equal
 * ones the first listed is kept. A sum and an all keep none; nor is a candidate kept that is inf for min, -inf for max,
 * or false. */
typedef enum dp_goal { DP_MIN, DP_MAX, DP_SUM, DP_ONLY, DP_ANY, DP_ALL } dp_goal;

/* Which places of the last two indices i, j there are: all, j >= i, or j <= i. */
typedef enum dp_shape { DP_FULL, DP_UPPER, DP_LOWER } dp_shape;

enum { DP_INDICES = 3, DP_READS = 64, DP_NUMBERS = 64, DP_WAYS = 8 };

typedef struct dp_place {
    int function;        /* its number in dp.functions */
    long at[DP_INDICES]; /* those beyond its arity are 0 */
} dp_place;

typedef struct dp_index {
    const char *name;          /* "i" */
    long first, last;          /* last < first: there is no place */
    const char *const *labels; /* headings of a table, NULL-terminated, or NULL */
} dp_index;

/* Takes the candidates of one place. */
typedef struct dp_list dp_list;

typedef struct dp_function {
    const char *name; /* also of its table; a table of three indices is one table a value of the first: d0, d1, … */
    int arity;        /* 0 to 3 indices; the table of a function of one is one row, row 0 */
    dp_index index[DP_INDICES];
    dp_shape shape;
    /* Places there are besides what index and shape say; NULL: all of them. */
    int (*inside)(const void *user, const long at[]);
    dp_goal goal;
    int no_table;            /* it only asks the question; it is called, and never filled in */
    const char *choices;     /* a second table, of what is kept: the argument, or else the label; NULL: none */
    int choices_are_numbers; /* they are arguments; else its values are texts */
    int calls_first;         /* a call makes all its calls before its first candidate is tried */
    int edges;               /* calls have the candidate's label at their arrow unless dp_edge says otherwise */
    /* The value of a base place, or DP_NONE. */
    dp_state (*base)(const void *user, const long at[], void *value);
    /* The candidates of another place, in the order in which they are tried. */
    void (*candidates)(const void *user, const long at[], dp_list *out);
} dp_function;

#define DP_AT(...) ((const long[DP_INDICES]){__VA_ARGS__})

/* The next candidate. `expr` is its value: of the names of its reads, whole numbers, inf, true, false, + - * /,
 * brackets, max(…), min(…), and $1, $2, … for the numbers that dp_number adds: "l+r+$1*$2*$3". The way back goes on
 * from what max and min chose, and from all that MAX(…) and MIN(…) chose among, which are written max and min too. Its
 * label is `label`, or `label=argument`. */
void dp_try(dp_list *out, const char *label, const char *expr);
void dp_try_with(dp_list *out, const char *label, long argument, const char *expr);
/* The last candidate reads that place, under that name. Reads are made in this order. */
void dp_reads(dp_list *out, const char *name, int function, const long at[]);
/* It is copied. */
void dp_number(dp_list *out, const void *value);
/* Another way to a value from the same reads; the best is the candidate's. */
void dp_way(dp_list *out, const char *expr);
/* What stands at the arrow of its calls. */
void dp_edge(dp_list *out, const char *text);
/* Another goal for this place alone, and its reason in the trace ("match"); NULL: that of the goal. */
void dp_goal_here(dp_list *out, dp_goal goal, const char *why);

/* In which order a table is filled. Names say what a phase is; BACK: that index falls. DP_BORDERS is DP_ROWS, but the
 * first column comes with the first row. */
typedef enum dp_order {
    DP_FOUND, /* the first in this list in which every read comes before its reader */
    DP_LENGTHS,
    DP_ROWS,
    DP_ROWS_BACK,
    DP_ROWS_FROM_BELOW,
    DP_ROWS_FROM_BELOW_BACK,
    DP_COLUMNS,
    DP_COLUMNS_UP,
    DP_COLUMNS_BACK,
    DP_COLUMNS_BACK_UP,
    DP_DIAGONALS,
    DP_DIAGONALS_BACK,
    DP_LAYERS,
    DP_LAYERS_BACK,
    DP_LEVELS, /* places that read nothing, those that read only these, … */
    DP_BORDERS
} dp_order;

/* A recurrence. Zero where nothing else is said. */
typedef struct dp {
    const dp_values *values;
    const dp_function *functions;
    int function_count;
    const void *user; /* for the callbacks */
    dp_place ask;     /* the question: where calls begin */
    dp_place back;    /* where the way back in a trace begins, if has_back says that it is not `ask` */
    int has_back;
    dp_order order;
    uint64_t most_calls; /* of a plain or memo run; 0: a million */
    size_t most_bytes;   /* of memory; 0: 1 GB */
    /* Where memory is taken, as realloc does: `old` NULL is new, `size` 0 gives it back; NULL where there is no more.
     * NULL: of the C library. */
    void *(*resize)(void *memory, void *old, size_t size);
    void *memory; /* for it */
} dp;

/* Where the runs are written. The members are those of the emitter. */
typedef struct dp_sink {
    void *out;
    void (*run)(void *out, const char *id);
    void (*table)(void *out, const char *id, const handtrace_table_form *form);
    void (*phase)(void *out, const char *by, long value);
    void (*cell)(void *out, const char *const *tables, long row, long col);
    /* For the cell `at`; for a frame; or, without a table and with frame 0, for the open cell. */
    void (*candidate)(void *out, handtrace_place at, long frame, const char *label, const handtrace_read *reads,
                      size_t read_count, const handtrace_way *ways, size_t way_count);
    void (*set)(void *out, handtrace_place at, const char *value, const char *const *chosen, const char *why);
    void (*enter)(void *out, long frame, long parent, const char *fn, const long *args, size_t arg_count,
                  const char *edge /* may be NULL */);
    void (*leave)(void *out, long frame, const char *value, const char *const *chosen, const char *why);
    void (*memo)(void *out, long frame, long of);
    void (*back)(void *out, handtrace_place at, const char *take, const char *way /* may be NULL */);
} dp_sink;

/* Lines of a trace, into that file. */
dp_sink dp_to_file(FILE *out);

typedef struct dp_run dp_run;

/* NULL if there is no memory. The recurrence and what it points to must outlive the run. */
dp_run *dp_begin(const dp *recurrence);
void dp_end(dp_run *run);
/* NULL if there is none. Valid until dp_end. */
const char *dp_error(const dp_run *run);
/* The place that was worked on last: where an error was met, if it is one of a place. */
dp_place dp_place_now(const dp_run *run);
/* Whether that is because memory was refused. */
int dp_refused(const dp_run *run);

/* Only the values, of all places that have a table, and of the question. */
int dp_evaluate(dp_run *run);
/* Only the values of what the question needs, each place asked once, and in how many ways it is reached (dp_count_ways;
 * `count` may be NULL). */
int dp_answer(dp_run *run, int *defined, void *count);
/* The value of one place more, and what it needs, after dp_answer. */
int dp_need(dp_run *run, dp_place place);
/* What is kept at a place whose value is known, `which` from 0 among those that are as good; the way back takes number
 * 0. *count: how many there are, 0 at a base place or where nothing is kept, and *label is NULL then. Of its reads
 * those that the way back follows, at most DP_READS, into `reads`. */
int dp_kept_of(dp_run *run, dp_place place, size_t which, size_t *count, const char **label, dp_place *reads,
               int *read_count);
/* The runs. `id` names the run in the trace; NULL: the caller has begun one. A table is followed by the way back, with
 * what a candidate reads first before what it reads second, no place twice. A run of more calls than are allowed is
 * refused before anything is written. */
int dp_table(dp_run *run, const char *id, const dp_sink *sink);
int dp_plain(dp_run *run, const char *id, const dp_sink *sink);
int dp_memo(dp_run *run, const char *id, const dp_sink *sink);

/* What a place holds once it is worked out, else DP_NONE; *value (may be NULL) points to it if it is DP_VALUE. */
dp_state dp_value(const dp_run *run, dp_place place, const void **value);
/* The order in which the tables are filled. A cycle of reads is an error that names its places. */
int dp_order_of(dp_run *run, dp_order *order);
/* How many calls the plain recursion makes; UINT64_MAX: that many or more. */
int dp_count_calls(dp_run *run, uint64_t *calls);
/* In how many ways the value of the question is reached (derivations), after dp_evaluate or a table. Sets *defined to
 * 0, and not the count, where the question has no way: sums, infinities, false. */
int dp_count_ways(dp_run *run, int *defined, void *count);
/* Goes the way back from the question after dp_evaluate or a table. `label` is the whole label ("k=3"), `argument` what
 * it was given (3; 0 if none). */
int dp_go_back(dp_run *run, void (*step)(void *to, dp_place place, const char *label, long argument), void *to);

/* What the last run came to. */
typedef struct dp_counts {
    uint64_t calls, hits, cells, tries;
} dp_counts;
dp_counts dp_counted(const dp_run *run);

#ifdef __cplusplus
}
#endif

#endif
