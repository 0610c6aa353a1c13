/* The work on the 24-point game as the events of a trace. */
#ifndef HANDTRACE_GAME24_RECORD_H
#define HANDTRACE_GAME24_RECORD_H

#include "game24/solved.h"
#include "trace.h"

/* The runs "memo" and "counts". False if memory ran out. */
bool game24_record_hand(const game24_solved *s, trace *t);
/* The run of one hand of a book. `number` from 1, its cards as they were given. */
void game24_record_page(const game24_solved *s, size_t number, const datum *facts, trace *t);

#endif
