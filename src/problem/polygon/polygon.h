/* The polygon game's dynamic programming: the smallest and the largest value of every chain of vertices around the
 * ring.
 *
 * Vertices and edges count from 0 in here; edge i stands before vertex i. The chain (i, j) is made of the j vertices i,
 * i + 1, … around the ring; it is what is left, for j = n, when edge i is removed. Source of the game and of the
 * method: IOI 1998, day 2, Polygon. The last merge of a chain splits it into (i, s) and (i + s, j − s) at edge i + s; a
 * product takes its extremes at the ends of the ranges of its parts, so both ends are kept. */
#ifndef HANDTRACE_POLYGON_H
#define HANDTRACE_POLYGON_H

#include "kit/split_tree.h"
#include "number.h"

typedef struct polygon_game {
    size_t n;
    bool *times;   /* edge i is a product */
    str *vertices; /* canonical integers */
} polygon_game;

/* The game of an instance that is known to be one. */
polygon_game polygon_game_of(const datum *instance, arena *a);

typedef struct polygon_table {
    polygon_game game;
    fmpz *least, *most; /* chain (i, j) at [i * n + j - 1] */
    fmpz *values;       /* of the vertices */
    fmpz *parts;        /* some to work with */
} polygon_table;

/* Bits that the value of the whole ring has at least: 0 unless all operators are × and no vertex is 0. */
size_t polygon_product_bits(const polygon_game *g);
/* Bytes that the tables take at least. SIZE_MAX: beyond counting. */
size_t polygon_table_bytes(const polygon_game *g);
/* All chains of a game with their values unset, released with the arena. */
polygon_table *polygon_table_new(const polygon_game *g, arena *a);
/* Takes another game of as many vertices. */
void polygon_table_load(polygon_table *c, const polygon_game *g, arena *a);
/* Fills both tables. */
void polygon_table_fill(polygon_table *c);

/* What is told while the tables are filled. */
typedef struct polygon_watch {
    void *user;
    void (*length)(void *user, size_t j);
    void (*cell)(void *user, size_t i, size_t j);
    void (*split)(void *user, size_t i, size_t j, size_t s); /* the last merge after s vertices */
    void (*done)(void *user, size_t i, size_t j);            /* the cell holds its values now */
} polygon_watch;

/* The same, watched. */
void polygon_table_fill_watched(polygon_table *c, const polygon_watch *watch);

typedef enum polygon_end { POLYGON_LEAST, POLYGON_MOST } polygon_end;

/* How a candidate reaches an end of a chain: which ends of its left and right part it combines. */
typedef struct polygon_way {
    polygon_end left, right;
} polygon_way;

const fmpz *polygon_value(const polygon_table *c, polygon_end end, size_t i, size_t j);
/* The first edge, from 0, whose removal allows the largest value. */
size_t polygon_best_edge(const polygon_table *c);
/* Whether the split after s vertices reaches that end of chain (i, j). */
bool polygon_reached(polygon_table *c, polygon_end end, size_t i, size_t j, size_t s);
/* The way kept for it: where several give the value, the one that takes its own end of the parts, so that a maximum is
 * seen to need a minimum only where it does. */
polygon_way polygon_kept_way(polygon_table *c, polygon_end end, size_t i, size_t j, size_t s);
/* `result` = the left part's end combined with the right part's end. */
void polygon_combine(const polygon_table *c, fmpz_t result, polygon_way way, size_t i, size_t j, size_t s);

/* The way back from the largest value of chain (first, n); the smallest split is kept. A node's `j` is the length of
 * its chain, its `end` a polygon_end, its `split` the length of the left part. */
split_tree polygon_tree_of(polygon_table *c, size_t first, arena *a);
/* The edge that a merge removes, from 0. */
size_t polygon_node_edge(const polygon_table *c, const split_node *node);
/* Fully parenthesised, with + and *: "-7+(4*(2*5))". */
str polygon_tree_expression(const split_tree *t, const polygon_table *c, arena *a);

/* ---- recording: indices in a trace count from 1 ---- */

/* What the events come to at least. */
trace_size polygon_record_size(const polygon_game *g);
/* Fills the tables, recording each candidate. */
void polygon_record_tables(polygon_table *c, trace *t);
/* The way back, the expression and the play that follows it. `first` is the edge removed, from 0. */
void polygon_record_play(polygon_table *c, const split_tree *tree, size_t first, trace *t);

/* ---- marking ---- */

/* A verdict (kit/verdict.h) on a play such as "edge 1: -7 + (4 × (2 × 5))"; NULL if the text is not one. */
datum *polygon_mark(const datum *instance, str text, arena *a, error *e);

/* ---- random polygons ---- */

/* One line a wish that `--random` knows, for help. */
extern const char polygon_random_help[];
/* The game that these wishes and this seed decide. False on error. */
bool polygon_random(const datum *wishes, uint64_t seed, polygon_game *g, arena *a, error *e);

#endif
