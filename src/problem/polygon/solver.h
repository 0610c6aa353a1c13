/* The polygon game's dynamic programming: the smallest and the largest value of every chain of vertices around the
 * ring.
 *
 * Vertices and edges count from 0 in here; edge i stands before vertex i. The chain (i, j) is made of the j vertices i,
 * i + 1, … around the ring; it is what is left, for j = n, when edge i is removed. Source of the game and of the
 * method: IOI 1998, day 2, Polygon. The last merge of a chain splits it into (i, s) and (i + s, j − s) at edge i + s; a
 * product takes its extremes at the ends of the ranges of its parts, so both ends are kept. */
#ifndef HANDTRACE_CHAINS_H
#define HANDTRACE_CHAINS_H

#include "datum.h"
#include "number.h"

typedef struct polygon_game {
    size_t n;
    bool *times;   /* edge i is a product */
    str *vertices; /* canonical integers */
} polygon_game;

/* The game of an instance that is known to be one. */
polygon_game polygon_game_of(const datum *instance, arena *a);

typedef struct chains {
    polygon_game game;
    fmpz *least, *most; /* chain (i, j) at [i * n + j - 1] */
    fmpz *values;       /* of the vertices */
    fmpz *parts;        /* some to work with */
} chains;

/* Bits that the value of the whole ring has at least: 0 unless all operators are × and no vertex is 0. */
size_t chains_product_bits(const polygon_game *g);
/* Bytes that the tables take at least. SIZE_MAX: beyond counting. */
size_t chains_bytes(const polygon_game *g);
/* All chains of a game with their values unset, released with the arena. */
chains *chains_new(const polygon_game *g, arena *a);
/* Takes another game of as many vertices. */
void chains_load(chains *c, const polygon_game *g, arena *a);
/* Fills both tables. */
void chains_fill(chains *c);

/* What is told while the tables are filled. */
typedef struct chains_watch {
    void *user;
    void (*length)(void *user, size_t j);
    void (*cell)(void *user, size_t i, size_t j);
    void (*split)(void *user, size_t i, size_t j, size_t s); /* the last merge after s vertices */
    void (*done)(void *user, size_t i, size_t j);            /* the cell holds its values now */
} chains_watch;

/* The same, watched. */
void chains_fill_watched(chains *c, const chains_watch *watch);

typedef enum chain_end { CHAIN_LEAST, CHAIN_MOST } chain_end;

/* How a candidate reaches an end of a chain: which ends of its left and right part it combines. */
typedef struct chain_way {
    chain_end left, right;
} chain_way;

const fmpz *chain_value(const chains *c, chain_end end, size_t i, size_t j);
/* The first edge, from 0, whose removal allows the largest value. */
size_t chains_best(const chains *c);
/* Whether the split after s vertices reaches that end of chain (i, j). */
bool chain_reached(chains *c, chain_end end, size_t i, size_t j, size_t s);
/* The way kept for it: where several give the value, the one that takes its own end of the parts, so that a maximum is
 * seen to need a minimum only where it does. */
chain_way chain_kept_way(chains *c, chain_end end, size_t i, size_t j, size_t s);
/* `result` = the left part's end combined with the right part's end. */
void chain_combine(const chains *c, fmpz_t result, chain_way way, size_t i, size_t j, size_t s);

#endif
