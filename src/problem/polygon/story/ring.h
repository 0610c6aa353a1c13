/* What the instance of a polygon game says at a step: chains, their operators, the edge of a split. Indices from 1;
 * edge i stands before vertex i. Source of the game: IOI 1998, day 2, Polygon. */
#ifndef HANDTRACE_STORY_POLYGON_H
#define HANDTRACE_STORY_POLYGON_H

#include "story.h"

typedef struct polygon_ring {
    size_t n;
    str *values; /* values[i - 1]: vertex i, exact number */
    bool *times; /* times[i - 1]: edge i is a product */
} polygon_ring;

/* How many vertices the story's polygon has; 0 if its instance is no polygon. */
size_t polygon_size(const story *s);
/* False if the story's instance is no polygon. */
bool polygon_ring_of(const story *s, polygon_ring *ring, arena *a);
/* Any index reduced to 1 … n. */
size_t polygon_index(const polygon_ring *r, int64_t i);
/* The chain of `length` vertices from vertex i, typeset: "−7 + 4 × (−2)"; only a leading negative is bare. */
str polygon_chain_text(const polygon_ring *r, size_t i, size_t length, arena *a);
/* The same to stand behind an operator: "(−7) + 4". */
str polygon_chain_rest(const polygon_ring *r, size_t i, size_t length, arena *a);
/* The same in brief when it is long: "4 × 2 × 5 × … × 3". */
str polygon_chain_brief(const polygon_ring *r, size_t i, size_t length, arena *a);

#endif
