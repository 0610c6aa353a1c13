/* The card game's dynamic programming: for every part of the row, by how much whoever moves first on it will lead, and
 * which of its ends that player may take.
 *
 * Cards count from 0. Part (i, j) is what lies from card i to card j. Both players play for their own score; of what
 * lies there they share every point, so that the lead says all: with sum the sum of the part,
 *
 *   lead = score of the player to move − score of the other,   f = (sum + lead) / 2,   s = (sum − lead) / 2. */
#ifndef HANDTRACE_CARDS_LEAD_H
#define HANDTRACE_CARDS_LEAD_H

#include "datum.h"
#include "number.h"

typedef struct cards_row {
    size_t n;
    str *texts; /* canonical integers */
} cards_row;

/* The row of an instance that is known to be one. */
cards_row cards_row_of(const datum *instance, arena *a);

/* Which ends are best: bits. A single card is its own left end. */
typedef enum cards_ends { CARDS_LEFT = 1, CARDS_RIGHT = 2, CARDS_BOTH = CARDS_LEFT | CARDS_RIGHT } cards_ends;

typedef struct cards_lead {
    cards_row row;
    fmpz *values; /* of the cards */
    fmpz *leads;  /* leads[0] is that of the row; while they are worked out, by the first card of parts of one length */
    fmpz *work;   /* two numbers to work with */
    unsigned char *ends;
} cards_lead;

/* About how many bytes that takes, SIZE_MAX if beyond counting. */
size_t cards_lead_bytes(const cards_row *row);
/* The leads of that row, worked out. */
cards_lead *cards_lead_of(const cards_row *row, arena *a);
/* Those of another row of as many cards, in the same memory. */
void cards_lead_again(cards_lead *c, const cards_row *row, arena *a);

/* The best ends of part (i, j). */
cards_ends cards_best_ends(const cards_lead *c, size_t i, size_t j);
/* What best play on the whole row gives the first and the second player. */
void cards_scores(const cards_lead *c, fmpz_t first, fmpz_t second);

/* A well-known mistake: both players always take the larger end, the left one of equals. What that gives the first and
 * the second. */
void cards_larger_ends(const fmpz *values, size_t n, fmpz_t first, fmpz_t second);

#endif
