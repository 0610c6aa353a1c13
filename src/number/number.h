/* Exact numbers: integers without bound and fractions in lowest terms, FLINT behind them. */
#ifndef HANDTRACE_NUMBER_H
#define HANDTRACE_NUMBER_H

#include "datum.h"

#include <flint/fmpq.h>
#include <flint/fmpz.h>

/* Lives in an arena, which also releases what FLINT allocated for it. */
typedef struct number {
    fmpq_t q;
} number;

/* From now on what FLINT and GMP take counts in the budget that is served (memory_serve). Before any number is made. */
void number_count_memory(void);

number *number_new(arena *a); /* 0 */
number *number_from_integer(arena *a, int64_t value);
/* `count` integers, all 0, which the arena clears too. */
fmpz *number_integers(arena *a, size_t count);
/* Strict: the canonical form that traces hold, "-12", "8/3" (lowest terms, denominator > 1). NULL otherwise. */
number *number_from_canonical(arena *a, str text);
/* Reads an optional sign, digits and an optional /digits, reducing the fraction; a denominator of 0 or anything else:
 * NULL. ASCII only. */
number *number_from_text(arena *a, str text);
/* The canonical text of what number_from_text reads (the same bytes, not copied, if it is a canonical integer); empty
 * if it reads nothing. */
str number_canonical(str text, arena *a);
/* Canonical text: "-12", "8/3". */
str number_text(const number *n, arena *a);
str number_text_of_fmpz(const fmpz_t n, arena *a);
/* The same as a text of data. */
datum *number_datum(const fmpz_t n, arena *a);
int number_compare(const number *a, const number *b);
bool number_is_integer(const number *n);
/* -1, 0, 1. */
int number_sign(const number *n);

/* Typeset: U+2212 as minus, thin spaces (U+2009) between groups of three from five digits on: "−15 750", "8/3"; inf and
 * -inf as ∞ and −∞. `text` must be canonical; other text is returned as it is. */
str number_shown(str text, arena *a);
/* The same as an operand after an operator: negatives in brackets, "(−7)". */
str number_shown_operand(str text, arena *a);

/* What people type, made plain ASCII: full-width digits, letters, signs and commas, − for -, × x X · for *, ÷ for /, 、
 * for a comma, typographic spaces for a space. The one character of `text` at byte *at: returns its ASCII equal (itself
 * if it is ASCII, but * for x and X), or 0 if it has none; moves *at past it, which must be below text.len. */
char number_plain_sign(str text, size_t *at);
/* Reads digits as people write them, full-width ones too, and grouped by thin spaces as number_shown sets them, from
 * *at on; moves *at past them. The digits alone, in ASCII; empty if none stands there. */
str number_scan_digits(str text, size_t *at, arena *a);

#endif
