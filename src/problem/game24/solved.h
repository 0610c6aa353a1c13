/* What there is to know of a hand and its target. */
#ifndef HANDTRACE_GAME24_SOLVED_H
#define HANDTRACE_GAME24_SOLVED_H

#include "game24/lines.h"

/* What the solver found out about a hand. */
typedef struct game24_solved {
    game24_hand *hand;
    const fmpq *target;
    fmpz_t trees, classes;
    bool needs_fraction, needs_groups; /* no tree has whole numbers only; none takes one card at a time */
    game24_lines lines;
    const str *labels; /* by card of the memo: the letter it was written as, or empty; NULL: no letters */
} game24_solved;

/* Everything but the lines and labels, which are empty. NULL with a message if memory would run out. */
game24_solved *game24_solve_hand(game24_memo *m, const str *numbers, size_t count, const fmpq *target, arena *a,
                                 error *e);
/* The message for it; false. */
bool game24_too_large(const game24_hand *h, error *e);

#endif
