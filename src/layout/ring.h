/* Vertices on a ring, joined by edges with a badge each. Edge k stands before vertex k, clockwise; the edge before
 * vertex 0 is on the left: upright for n > 2, so that four vertices make a square and six stand on a point. Two
 * vertices stand above each other and are joined by two arcs; a single one has a loop on its left. */
#ifndef HANDTRACE_RING_H
#define HANDTRACE_RING_H

#include "scene.h"

typedef struct ring_vertex {
    /* Taken: sizes in points. The shape is a box with fully rounded ends, a circle if w = h. */
    double w, h;
    double label_w, label_h;   /* set outside the vertex; 0 for none */
    double number_w, number_h; /* set outside the edge before it; 0 for none */
    double inner_w, inner_h;   /* set inside, beside the badge of the edge before it; 0 for none */
    /* Written. */
    point at;                               /* centre */
    point label_at, number_at, inner_at;    /* centres */
    point badge_at;                         /* on the edge before it */
    point from, bend_1, bend_2, to;         /* that edge as a curve, from the centre of the vertex before to its own */
    double label_out, number_out, inner_in; /* how far the three are pushed away from what they belong to */
} ring_vertex;

typedef struct ring_options {
    double badge;          /* radius */
    double clear;          /* between any two things that are not joined */
    double least_radius;   /* of the circle through the centres */
    double inset;          /* how far the inner ring of ring_inner stays from the centres; 0: no room is kept for it */
    double core_w, core_h; /* room kept free inside the inner ring */
    double turn;           /* clockwise, in radians: π / 2 · 3 brings the edge before vertex 0 to the bottom */
} ring_options;

typedef struct ring_extent {
    double w, h;   /* the drawing begins at (0, 0) */
    double radius; /* of the circle through the centres */
    point centre;
} ring_extent;

/* Finds the smallest ring on which nothing meets, and places everything on it. */
ring_extent ring_place(ring_vertex *v, size_t n, ring_options o);

/* The line that runs inside the ring along vertices first … first + count - 1 (from 0, wrapping), `inset` from their
 * centres: count + 2 points. It begins and ends `reach` beyond its first and last vertex. */
void ring_inner(const ring_extent *e, size_t n, size_t first, size_t count, double inset, double reach, point *line);

#endif
