/* Expressions: one grammar for traces, answers that people type and the program's own: numbers, names, + − × ÷,
 * brackets, max(…), min(…). */
#ifndef HANDTRACE_EXPR_H
#define HANDTRACE_EXPR_H

#include "error.h"
#include "number.h"

typedef enum expr_kind {
    EXPR_NUMBER,
    EXPR_NAME,
    EXPR_NEGATE,
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_MULTIPLY,
    EXPR_DIVIDE,
    EXPR_MAX,
    EXPR_MIN
} expr_kind;

typedef struct expr expr;
struct expr {
    expr_kind kind;
    str text;     /* number in canonical form, or name */
    expr **parts; /* operands: 1 for negate, 2 for + − × ÷, any for max, min */
    size_t count, capacity;
    size_t at, length; /* bytes in the source */
};

typedef named_text binding; /* its value in canonical form */

/* Reads bytes [at, at + length) of `where`, forgiving what people type (full-width and typeset signs, juxtaposed
 * brackets are not multiplication). Depth is bounded by memory, not by the C stack. NULL on error, which names place
 * and fault. */
expr *expr_read(const source *where, size_t at, size_t length, arena *a, error *e);
/* Exact value. An unbound name or a zero divisor is an error at its place in `where`. */
number *expr_value(const expr *x, const binding *bindings, size_t count, const source *where, arena *a, error *e);
/* Typeset with − × ÷, only the brackets needed, names replaced by their values if bound; negatives bracketed except at
 * the very front or right after an opening bracket; numbers as number_shown. */
str expr_shown(const expr *x, const binding *bindings, size_t count, arena *a);

/* The nodes of a tree, parts before wholes, left before right: the order of a stack machine. */
typedef struct expr_nodes {
    const expr **items;
    size_t count, capacity;
} expr_nodes;
expr_nodes expr_nodes_of(const expr *x, arena *a);

#endif
