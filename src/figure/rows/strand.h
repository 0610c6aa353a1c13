/* A strand: vertices in a row, joined by edges with a badge each, on as many lines as the width asks for.
 *
 *        v1          v2          v3          label
 *      ( −7 )──(+)──( 4 )──(×)──( 2 )        vertex, badge
 *                2           3               number
 *      ─────────    ────────────────         parts underlined, each with its mark
 *         a, b            c, d
 */
#ifndef HANDTRACE_STRAND_H
#define HANDTRACE_STRAND_H

#include "draw/drawing.h"

typedef struct strand_vertex {
    str value, name; /* name: markup for notes */
    str label;       /* markup above it; may be empty */
    state state;
    str id, alt;
    /* The edge before it. */
    bool joined; /* there is one */
    str op;      /* "+" */
    str number;  /* under the badge; may be empty */
    state edge;  /* CURRENT: to be merged. CHOSEN: the split. UNUSED: dashed. PLAIN */
    bool heavy;  /* of the chain in hand */
    str edge_id, edge_alt;
} strand_vertex;

typedef struct strand_part {
    size_t first, count; /* vertices */
    size_t level;        /* of its underline: 0 the upper */
    str mark;            /* markup, may be empty */
} strand_part;

typedef struct strand {
    strand_vertex *vertices;
    size_t count;
    const strand_part *parts;
    size_t part_count;
    double scale; /* × the sizes of the theme; 0 counts as 1 */
} strand;

/* Draws it in new parts of the figure: one, unless there are more lines than the height holds (0: any). Width 0: one
 * line. */
void strand_draw(drawing *d, const strand *s, double width, double height);

/* One vertex about its centre, one badge: the ring's too. */
void vertex_draw(drawing *d, scene *s, const strand_vertex *v, const piece *value, point at, double w, double h);
void badge_draw(drawing *d, scene *s, const strand_vertex *v, point at, double radius, double size);
paint edge_paint(const drawing *d, const strand_vertex *v);
/* The value as it stands in a vertex, at `scale` × the size of the theme, and the width of the vertex for it. */
piece vertex_value(drawing *d, const strand_vertex *v, double scale);
double vertex_width(const piece *value, double height);

#endif
