/* From expanded text to blocks. Formulas are taken out and emphasis is made plain first (see prepare.c), so that
 * CommonMark reads what was meant. */
#ifndef HANDTRACE_DOCUMENT_MARKDOWN_H
#define HANDTRACE_DOCUMENT_MARKDOWN_H

#include "document.h"
#include "mustache.h"

/* U+FDD0, a noncharacter: stands for a formula in the prepared text. */
#define FORMULA_MARK "\xEF\xB7\x90"

/* U+FDD8 … U+FDDA, in the lines of an algorithm, which go through md4c as the rows of a table. */
#define ALGORITHM_MARK "\xEF\xB7\x98"
#define INDENT_MARK "\xEF\xB7\x99"
#define BARE_MARK "\xEF\xB7\x9A"

typedef struct formula {
    str tex;
    const math *math;
    bool display;
    size_t at, length; /* in the expanded text, with its dollar signs */
} formula;

typedef enum stretch_kind {
    STRETCH_COPY,      /* the same bytes as in the expanded text */
    STRETCH_HELPER,    /* put in for md4c's sake, to be dropped */
    STRETCH_FORMULA,   /* a FORMULA_MARK */
    STRETCH_ALGORITHM, /* an ALGORITHM_MARK: the table that it stands in is an algorithm */
    STRETCH_INDENT,    /* an INDENT_MARK: its line is one level deeper */
    STRETCH_BARE,      /* a BARE_MARK: its line has no number */
} stretch_kind;

typedef struct stretch {
    stretch_kind kind;
    size_t at;       /* byte in the prepared text */
    size_t expanded; /* byte in the expanded text */
    size_t formula;  /* its number */
} stretch;

typedef struct prepared {
    str text;
    stretch *stretches; /* rising in `at` */
    size_t count, capacity;
    formula *formulas;
    size_t formula_count, formula_capacity;
} prepared;

/* False on error: a formula that is not closed or cannot be read, a ** or a block of code that is never closed. */
bool prepare(const expansion *x, prepared *out, arena *a, error *e);
/* The stretch that byte `at` of the prepared text belongs to. */
const stretch *prepared_stretch(const prepared *p, size_t at);
/* Where byte `at` of the prepared text stands in the expanded text. */
size_t prepared_place(const prepared *p, size_t at);

/* Fills d->blocks. False on error. */
bool markdown_read(document *d, const prepared *p, arena *a, error *e);

#endif
