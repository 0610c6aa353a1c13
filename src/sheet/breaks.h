/* Where pages end. */
#ifndef HANDTRACE_BREAKS_H
#define HANDTRACE_BREAKS_H

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>

/* One thing that is not cut: a line, a figure, a table row. Points. */
typedef struct break_row {
    double height;
    double space;           /* above it, unless it begins a page */
    double stretch, shrink; /* how much that space may grow and give way */
    double reprise;         /* height of what is repeated above it when it begins a page (a table's head) */
    double cost;            /* of a page that begins with it: 0 … 1000, or one of the two below */
    double merit;           /* what a page that begins with it gains: the page before ends well */
} break_row;

#define BREAK_NEVER 1e6
#define BREAK_ALWAYS (-1.0)

typedef struct page_breaks {
    size_t *first; /* pages: the row each begins with */
    size_t count;
    double cost;
} page_breaks;

/* Breaks rows into pages of a height so that the sum of all costs is least: room left empty, spaces squeezed, a last
 * page that holds next to nothing, and the rows' own costs (dynamic programming over all breaks, as Plass 1981 does for
 * pages and Knuth and Plass 1981 for lines). Where BREAK_NEVER leaves no way, it is broken too. `count` 0 in the
 * result: a row is higher than a page. */
page_breaks break_pages(const break_row *rows, size_t count, double height, arena *a);
/* The cost of a given breaking: rows first[k] begin the pages. HUGE_VAL if something does not fit or a BREAK_ALWAYS is
 * passed over; a BREAK_NEVER costs what it costs where nothing else helps. */
double break_cost(const break_row *rows, size_t count, const size_t *first, size_t pages, double height);
/* The share of their stretch (> 0) or shrink (< 0) that spaces take on a page of rows [from, to). The last page and one
 * before a BREAK_ALWAYS stretch nothing. */
double break_ratio(const break_row *rows, size_t count, size_t from, size_t to, double height);
/* Room left below rows [from, to) on a page, spaces at their natural size; negative if they must give way. */
double break_room(const break_row *rows, size_t from, size_t to, double height);

#endif
