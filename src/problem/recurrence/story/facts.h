/* What the sheets of a recurrence say of it beyond its table: worked out from the instance and the answer of its
 * story. All texts are TeX. */
#ifndef HANDTRACE_STORY_RECURRENCE_FACTS_H
#define HANDTRACE_STORY_RECURRENCE_FACTS_H

#include "number.h"
#include "story.h"

typedef struct recurrence_facts {
    int64_t a, b, power; /* f = factor · n^power, or that times log n */
    str factor, f;       /* f: "3n^{2} \log n" */
    bool log;
    str n;
    size_t depth;
    str case_name, critical, exponent; /* of the answer's master theorem: "1", "log_2 3", "2" */
    int64_t logs;
} recurrence_facts;

/* False where the story is no recurrence, or has no answer. */
bool recurrence_facts_of(const story *s, recurrence_facts *r, arena *a);

/* "4T(n/2)". */
str recurrence_parts_term(const recurrence_facts *r, arena *a);
/* "4T(n/2) + n". */
str recurrence_right_side(const recurrence_facts *r, arena *a);
/* "n^{\log_{2} 3}", "n^{2}", "n", "1". */
str recurrence_power_tex(str exponent, arena *a);
/* "n^{2} \log^{2} n": what T(n) grows like. */
str recurrence_theta(const recurrence_facts *r, arena *a);
/* "1.58", the exponent log_b a rounded; empty where it is a fraction. */
str recurrence_decimal(const recurrence_facts *r, arena *a);
/* b^k, and a / b^k as a number. */
str recurrence_shrinking(const recurrence_facts *r, arena *a);
str recurrence_ratio(const recurrence_facts *r, arena *a);
/* T(n) in closed form, "2n^{2} - n"; empty where none is short. */
str recurrence_closed_form(const recurrence_facts *r, arena *a);
/* The recurrence whose levels cost the same read backwards; false if there is none, or if it is the same. */
bool recurrence_mirror(const recurrence_facts *r, recurrence_facts *mirror, arena *a);

#endif
