/* The polygon at a moment: its ring, the chain in hand and where that is split. Vertices and edges from 1. */
#ifndef HANDTRACE_HAND_H
#define HANDTRACE_HAND_H

#include "draw/drawing.h"
#include "polygon/story/ring.h"

typedef struct hand_split {
    size_t left;                  /* vertices of the left part: s */
    const story_table *tables[2]; /* whose value it gives; [1] may be NULL, both are when it was asked for */
} hand_split;

typedef struct hand {
    polygon_ring ring;
    size_t first, length; /* the chain; length 0: none in hand */
    hand_split splits[2];
    size_t split_count;
    const story_step *step; /* the step it belongs to, or NULL */
} hand;

/* From the step or candidate of the moment; parameters open=EDGE (or best), chain=I-J and split=S say otherwise. False
 * with an error if the instance is no polygon. */
bool hand_at(drawing *d, hand *h);
/* Puts the facts of the chain: n, chain, first, length, open, split, split_edge (empty or false where there is none).
 */
void hand_facts(drawing *d, const hand *h);

/* Where vertex or edge k (from 1) of the ring stands in the chain. */
bool hand_has_vertex(const hand *h, size_t vertex);
bool hand_has_edge(const hand *h, size_t edge); /* joins two vertices of the chain */
/* The split at this edge, or NULL. */
const hand_split *hand_split_at(const hand *h, size_t edge);
/* "+" or "×". */
str hand_operator(const hand *h, size_t edge);
/* Number of splits of a candidate: the length of its left part; 0 if it tells none. */
size_t candidate_split(const story_candidate *c);

/* "vertex 1: −7", "edge 3: ×". */
str hand_vertex_alt(drawing *d, const hand *h, size_t vertex);
str hand_edge_alt(drawing *d, const hand *h, size_t edge);

#endif
