/* The tree of a recurrence, and what its readers share. */
#ifndef HANDTRACE_FORMULA_TREE_H
#define HANDTRACE_FORMULA_TREE_H

#include "formula.h"

#include "math.h"

typedef enum node_kind {
    NODE_NUMBER,   /* text: digits */
    NODE_INFINITY, /* below zero after NODE_NEGATE */
    NODE_TRUTH,    /* text: "true", "false" */
    NODE_NAME,     /* text: an index, a bound variable, an integer */
    NODE_ELEMENT,  /* text: an input; parts: indices */
    NODE_READ,     /* text: a function; parts: indices */
    NODE_ADD,      /* parts: two, as all operators below */
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_POWER,
    NODE_NEGATE, /* one part */
    NODE_FLOOR,
    NODE_CEILING,
    NODE_ABSOLUTE,
    NODE_AND, /* any parts */
    NODE_OR,
    NODE_NOT,     /* one part */
    NODE_COMPARE, /* parts: terms of a chain; text: its signs, one of = n < l > g each (n ≠, l ≤, g ≥) */
    NODE_IVERSON, /* one part: a condition */
    NODE_MIN,     /* any parts */
    NODE_MAX,
    NODE_BIG,   /* goal over bound variables: parts: condition (may be NULL), body; text: the variable */
    NODE_WHEN,  /* parts: value, condition: an arm that is there only then */
    NODE_CASES, /* parts: NODE_WHEN each; without a condition (NULL) otherwise */
} node_kind;

/* How indices are written. */
typedef enum node_style { STYLE_SQUARE, STYLE_ROUND, STYLE_SUBSCRIPT, STYLE_CHAINED, STYLE_RAISED } node_style;

typedef struct node node;
struct node {
    node_kind kind;
    formula_goal goal; /* of NODE_BIG */
    node_style style;
    str text;
    node **parts;
    size_t count, capacity;
    bool juxtaposed;           /* a product without a sign */
    bool bracketed;            /* stood in brackets */
    bool reads;                /* a read is in it */
    struct bound_range *range; /* of NODE_BIG */
    int term;                  /* its number where it is a term that holds a read; else -1 */
    size_t at;
};

enum { NODE_DEPTH = 60 };

struct formula {
    const source *where;
    str function;
    str index[FORMULA_INDICES];
    size_t index_count;
    node *value;
    node **terms; /* those that hold a read, as written */
    str *arguments;
    size_t term_count, term_capacity, argument_count, argument_capacity;
};

/* ---- tokens: a tree of mathematics in one line ---- */

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,
    TOKEN_LETTER,
    TOKEN_NAME,
    TOKEN_WORD,
    TOKEN_SIGN,
    TOKEN_TREE
} token_kind;

typedef struct token {
    token_kind kind;
    str text;      /* of TOKEN_TREE empty */
    const math *m; /* a fraction, cases, an operator with limits */
    const math *sub, *sup;
    size_t at;
} token;

typedef struct tokens {
    token *items;
    size_t count, capacity;
} tokens;

/* The tokens of a row; a last one of TOKEN_END. NULL: none. */
tokens tokens_of(const math *row, size_t end, arena *a);

/* ---- the text, cleaned byte for byte ---- */

typedef struct cleaner {
    char *text;
    size_t at, end;
} cleaner;
/* Blanks what is at c->at, or passes over it. *inside: environments and braces that are open. *cut: an equation ended.
 */
void clean_step(cleaner *c, size_t *inside, bool *cut);
/* The error shows the line as it was typed. */
void show_original(error *e, const source *where);

/* ---- shape ---- */

/* What a value is made of at its top: the goal of its candidates, or FORMULA_ONLY for one of its own. */
formula_goal node_goal(const node *x);
/* Of a sum: its summands from left to right. */
typedef struct summand {
    const node *x;
    bool minus;
} summand;
typedef struct summands {
    summand *items;
    size_t count, capacity;
} summands;
summands summands_of(const node *x, arena *a);
/* Numbers the terms of a formula that is read. */
void number_terms(formula *f, arena *a);

/* As TeX. `code`: as in pseudo-code: == for =, tables with square brackets. */
str node_tex(const node *x, bool code, arena *a);
/* Whether that letter is in it. */
bool node_uses(const node *x, str name);

/* Where a bound variable runs: conditions that give its first and last value, what is left to ask, and inputs whose
 * index it is. */
typedef struct bound_range {
    const node **low, **high; /* beyond which it does not go */
    bool *low_open, *high_open;
    size_t low_count, high_count;
    const node **tests; /* every other condition */
    size_t test_count;
    const node **inputs; /* elements with the variable alone as an index */
    int *depths;
    size_t input_count;
} bound_range;
bound_range *bound_range_of(const node *big, arena *a);

#endif
