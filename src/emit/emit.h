/* Writes a handtrace trace from your own C program, to be drawn by `handtrace render`. Needs nothing but the C library:
 * include this header and link handtrace_emit (or compile emit.c with your program).
 *
 *   handtrace_begin(out, "fib", "Fibonacci numbers", NULL);
 *   handtrace_enter(out, 1, 0, "fib", (long[]){4}, 1, NULL);
 *   …
 *   handtrace_return(out, 1, "3", NULL, "sum");
 *   if (handtrace_end(out) != 0) …
 *
 * One call writes one line; docs/trace.md says what each event means and what the reader asks of it. Texts are UTF-8.
 * Values are exact numbers as texts, "-12" or "8/3"; handtrace_text makes one of a long. Lists of texts end with NULL.
 * What stands in [brackets] below may be NULL (or 0) and is then left out. */
#ifndef HANDTRACE_EMIT_H
#define HANDTRACE_EMIT_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A cell: row and column, or in a table of sets the members, sorted. */
typedef struct handtrace_place {
    const char *table;
    long row, col;
    const char *const *members; /* NULL unless the table holds sets */
} handtrace_place;

/* What a candidate reads: a cell, or the value of a frame (then cell.table is NULL); under which name, and its value.
 */
typedef struct handtrace_read {
    handtrace_place cell;
    long frame;
    const char *name, *value; /* both NULL: only the place is told */
} handtrace_read;

/* A result of a candidate, with the expression that gives it: "a*c", "1+s". */
typedef struct handtrace_way {
    const char *expr, *value;
} handtrace_way;

/* What a table may have beside its id; zeroes and NULL are left out. */
typedef struct handtrace_table_form {
    long first_row, last_row, first_col, last_col;
    const char *shape;     /* "upper", "sets" */
    const char *row, *col; /* index letters */
    const char *const *row_labels, *const *col_labels;
    const char *title;
    int texts; /* its values are texts, not numbers */
} handtrace_table_form;

handtrace_place handtrace_at(const char *table, long row, long col);
handtrace_place handtrace_of(const char *table, const char *const *members);
handtrace_read handtrace_reads(handtrace_place cell, const char *name, const char *value);
handtrace_read handtrace_reads_frame(long frame, const char *name, const char *value);

/* The digits of a long, in `text`, which is returned. */
enum { HANDTRACE_DIGITS = 24 };
char *handtrace_text(char text[HANDTRACE_DIGITS], long value);

/* The first line. `instance` is a JSON object on one line, as docs/trace.md says it for known problems. */
void handtrace_begin(FILE *out, const char *problem, const char *title, const char *instance /* [] */);
void handtrace_run(FILE *out, const char *id, const char *title /* [] */);
void handtrace_table(FILE *out, const char *id, const handtrace_table_form *form);
void handtrace_phase(FILE *out, const char *by, long value);
/* Work on a cell begins, in all these tables at once. */
void handtrace_cell(FILE *out, const char *const *tables, long row, long col);
void handtrace_cell_of(FILE *out, const char *table, const char *const *members);
/* A candidate for the open cell or frame; _at: for this cell; _in: for this frame. */
void handtrace_try(FILE *out, const char *label, const handtrace_read *reads, size_t read_count,
                   const handtrace_way *ways, size_t way_count);
void handtrace_try_at(FILE *out, handtrace_place at, const char *label, const handtrace_read *reads, size_t read_count,
                      const handtrace_way *ways, size_t way_count);
void handtrace_try_in(FILE *out, long frame, const char *label, const handtrace_read *reads, size_t read_count,
                      const handtrace_way *ways, size_t way_count);
void handtrace_set(FILE *out, handtrace_place at, const char *value, const char *const *chosen /* [] */,
                   const char *why, const char *way /* [] */);
void handtrace_enter(FILE *out, long frame, long parent /* [] */, const char *fn, const long *args, size_t arg_count,
                     const char *edge /* [] */);
void handtrace_enter_texts(FILE *out, long frame, long parent /* [] */, const char *fn, const char *const *args,
                           const char *edge /* [] */);
void handtrace_return(FILE *out, long frame, const char *value, const char *const *chosen /* [] */, const char *why);
void handtrace_memo(FILE *out, long frame, long of);
void handtrace_put(FILE *out, handtrace_place at, const char *value, long node, int dup);
void handtrace_leaf(FILE *out, long id, const char *value, const char *label /* [] */, const char *size /* [] */);
void handtrace_operation(FILE *out, long id, char op, long left, long right, const char *value,
                         const char *size /* [] */);
void handtrace_solution(FILE *out, long node, long class_number /* [] */);
void handtrace_remove(FILE *out, long at);
void handtrace_merge(FILE *out, long at, const char *left, const char *right, const char *value);
void handtrace_take(FILE *out, long at, const char *player, const char *value, const char *score_a,
                    const char *score_b);
void handtrace_back(FILE *out, handtrace_place at, const char *take, const char *way /* [] */);
/* `args` is a JSON object. */
void handtrace_note(FILE *out, const char *key, const char *args /* [] */, const char *text /* [] */);
/* `answer` is a JSON object; nothing may follow it. */
void handtrace_answer(FILE *out, const char *answer);
/* Flushes; 0 if all that was written arrived. */
int handtrace_end(FILE *out);

#ifdef __cplusplus
}
#endif

#endif
