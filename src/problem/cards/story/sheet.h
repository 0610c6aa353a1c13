/* What the sheets of the card game say beyond the trace: how often what is asked, the equations, greedy play. Objects
 * for templates are plain data; a value is that of sheet_value.h. */
#ifndef HANDTRACE_STORY_CARDS_SHEET_H
#define HANDTRACE_STORY_CARDS_SHEET_H

#include "story.h"

typedef struct cards_line {
    size_t n;
    const datum *cards;
    const story_run *table; /* the run of the tables f and s */
    const story_table *f, *s;
    const story *story;
} cards_line;

/* False if the story is none of the card game. */
bool cards_line_of(const story *s, cards_line *line);
/* The card at position i, exact. */
str cards_value(const cards_line *line, size_t i);
/* What was found for the cards i … j; NULL if nothing was. */
const story_fact *cards_fact(const story_table *t, int64_t i, int64_t j);

/* Counts, typeset: {plain, distinct: with win and both halves; plain_f, distinct_f, memo_f, hits_f: under f(0, n−1);
 * parts, candidates: cells of one table, candidates of both; any_hit}. */
datum *cards_tally(size_t n, arena *a);
/* The calls that the plain recursion under f(0, n−1) makes more than once, most often first: [{name: "s(1,1)", times,
 * twice}…]. */
datum *cards_repeats(size_t n, arena *a);
/* The first of these; NULL if there is none. */
datum *cards_asked_most(size_t n, arena *a);
/* Equations of calls under f(0, n−1), as TeX: [{call, choice, filled, value, approx: a number in it is rounded,
 * rounded: its value is}…], e.g. "f(0,3)", "\max\{1 + s(1,3),\ 6 + s(0,2)\}", "\max\{11,\ 14\}", "14". All of them in a
 * short row; in longer ones those of the upper levels, and of best play unless the row is very long. */
datum *cards_equations(const cards_line *line, arena *a);
/* What happens if both always take the larger end, the left one of equals:
 * {first, second: values; even: both the same; same: as best play; worse: A gets less; left: the first end;
 * equal_ends}. */
datum *cards_greedy(const cards_line *line, arena *a);
/* The cards i … j, "8 10 6"; brief when they are many, empty when they are too long for a line. */
str cards_part_text(const cards_line *line, size_t i, size_t j, arena *a);

#endif
