/* The work on a polygon as the events of a trace. Indices there count from 1. */
#ifndef HANDTRACE_POLYGON_RECORD_H
#define HANDTRACE_POLYGON_RECORD_H

#include "polygon/tree.h"
#include "trace.h"

/* What the events come to at least. */
trace_size polygon_record_size(const polygon_game *g);
/* Fills the tables, recording each candidate. */
void polygon_record_tables(chains *c, trace *t);
/* The way back, the expression and the play that follows it. `first` is the edge removed, from 0. */
void polygon_record_play(chains *c, const polygon_tree *tree, size_t first, trace *t);

#endif
