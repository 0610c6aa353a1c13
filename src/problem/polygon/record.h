/* The work on a polygon as the events of a trace. Indices there count from 1. */
#ifndef HANDTRACE_POLYGON_RECORD_H
#define HANDTRACE_POLYGON_RECORD_H

#include "polygon/tree.h"
#include "trace.h"

/* About how many bytes the events take at most; SIZE_MAX if that is beyond counting. */
size_t polygon_record_bytes(const polygon_game *g);
/* Fills the tables, recording each candidate. */
void polygon_record_tables(chains *c, trace *t);
/* The way back, the expression and the play that follows it. `first` is the edge removed, from 0. */
void polygon_record_play(chains *c, const polygon_tree *tree, size_t first, trace *t);

#endif
