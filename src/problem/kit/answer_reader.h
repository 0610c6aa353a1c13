/* Answers as people type them or copy them from a sheet, made plain for the readers of all problems: one line, ASCII
 * wherever a sign has an equal, and for each byte the place where it was typed, so that what cannot be read is shown
 * there. A reader works on `plain`, with an error of its own that answer_unreadable() carries over. */
#ifndef HANDTRACE_ANSWER_READER_H
#define HANDTRACE_ANSWER_READER_H

#include "error.h"
#include "problem.h"

/* What is always done: quotes and $…$ around the whole are dropped; full-width signs, minus and dashes, × · ÷ and their
 * names in TeX, subscript digits (A₁₂ is A_{12}) and Chinese commas become ASCII; spaces of any kind and line ends
 * become one kind of space; digits grouped by thin spaces are one number. */
typedef enum answer_rule {
    ANSWER_PLAIN = 0,
    ANSWER_ROUND = 1,  /* pairs of brackets of any kind become round ones, but for those of TeX behind _ and ^ */
    ANSWER_GROUPS = 2, /* numbers never follow one another: a plain space groups digits too, "175 099" */
    ANSWER_COMMAS = 4, /* there is one number only: so does a comma, "175,099" */
} answer_rule;

typedef struct answer_text {
    source typed;   /* all that was typed, called ANSWER_NAME */
    source plain;   /* the same made plain */
    size_t *places; /* where its byte k was typed; plain.text.len + 1 of them */
} answer_text;

/* `rules` are added up from answer_rule. */
answer_text answer_read(str typed, unsigned rules, arena *a);
/* Reports an error that was found in t->plain at its place in what was typed. NULL, for a mark to end with. */
void *answer_unreadable(const answer_text *t, const error *found, error *e);

/* A part of an answer between equals signs: "24 = 8 ÷ (3 − 8 ÷ 3)" has two. */
typedef struct answer_part {
    size_t at, length; /* bytes of the plain text */
    bool number;       /* it is a number alone, perhaps with a sign */
} answer_part;

typedef struct answer_claims {
    answer_part main; /* the first part that is more than a number; the first of all if there is none */
    answer_part *others;
    size_t count, capacity;
} answer_claims;

/* Bytes from `at` on, cut at equals signs. */
answer_claims answer_claims_of(const answer_text *t, size_t at, arena *a);

/* Without blanks and quotes, or $…$, around it: a part of the same bytes. */
str answer_unquoted(str typed);
/* Without one pair of quotes, or $…$, around it; what stands inside, blanks too, stays. */
str answer_quoted(str typed);
/* Whether it says that there is no solution: "none", "No solution", 无解, 無解, ∅ … */
bool answer_says_none(str typed, arena *a);
/* Whether it says that a text is empty: "(empty)", 空 …, or nothing at all, in quotes or not. */
bool answer_says_empty(str typed, arena *a);

#endif
