/* The nodes of a cost tree that are drawn, level by level: all of a level while there is room, then the first and the
 * last few with a count between them. Before that the levels at a moment, from a table whose columns are labelled
 * nodes, size, each and cost, a row a level, and a table `total` with their sum. */
#ifndef HANDTRACE_COST_NODES_H
#define HANDTRACE_COST_NODES_H

#include "draw/drawing.h"
#include "tree.h"

typedef struct level_look {
    int64_t number;
    str nodes, size, each, cost; /* empty: left out for an exercise, or not known yet */
    bool expanded;               /* its cost is known at the moment, to the figure or to whoever fills it in */
    bool current;                /* the step of the moment belongs to it */
} level_look;

typedef struct levels_look {
    const story_table *table;
    level_look *levels; /* all of them, in order */
    size_t count;
    size_t expanded; /* how many are, from the first on */
    str total;       /* empty: left out, or not known yet */
    bool summed;
} levels_look;

/* The table of levels of a run, or NULL. */
const story_table *levels_table(const story_run *r);
/* The step ends a level, or sums them up. */
bool levels_step(const story_step *step);
levels_look levels_look_at(drawing *d);

/* A count that is drawn node by node; SIZE_MAX if it is none or beyond `most`. */
size_t level_count(str value, size_t most);
/* part/whole as a share from 0 to 1; 0 where it is none. */
double level_share(const drawing *d, str part, str whole);

typedef enum level_form {
    LEVEL_BOXES,  /* each node with its cost */
    LEVEL_MARKS,  /* each node a mark */
    LEVEL_ELIDED, /* some marks and how many there are in all */
    LEVEL_EMPTY   /* how many there are is left out: nothing is drawn */
} level_form;

typedef struct cost_level {
    const level_look *look;
    level_form form;
    bool calls;          /* not expanded: its nodes are calls T(size) */
    size_t first, count; /* its nodes among those drawn */
    double box_w;        /* of LEVEL_BOXES */
    piece count_text;    /* of LEVEL_ELIDED */
} cost_level;

typedef struct cost_nodes {
    cost_level *levels;
    size_t level_count;
    tree_node *nodes; /* x and w are those of the layout, from 0 */
    size_t node_count, capacity;
    double width;
} cost_nodes;

/* Lays out the first `count` levels of the look; those from `expanded` on are calls. */
cost_nodes cost_nodes_place(drawing *d, const levels_look *look, size_t count, size_t expanded, double width);
/* Draws the edges and nodes of a level; the tree's left edge is at `x`, its levels' middles at y[0], y[1], … */
void cost_nodes_draw(drawing *d, scene *s, const cost_nodes *n, size_t level, double x, const double *y);
/* A level that hangs from none above it: its only node, or how many there are, "… 1024 of them". */
void cost_nodes_draw_alone(drawing *d, scene *s, const level_look *look, bool calls, point middle, double width);

#endif
