/* A scene: a display list of shapes and text runs in nested groups, in points, y down, origin at the top left.
 *
 *   scene ──▶ item, item, item …      one flat array
 *               OPEN(group) … CLOSE   groups nest as brackets
 *               PATH(segments, paint)
 *               GLYPHS(font, size, glyphs, text)
 *
 * Figures and pages are both scenes; a backend plays a scene and knows nothing of algorithms. */
#ifndef HANDTRACE_SCENE_H
#define HANDTRACE_SCENE_H

#include "datum.h"
#include "error.h"

typedef struct point {
    double x, y;
} point;

/* Upper left corner and size. */
typedef struct box {
    double x, y, w, h;
} box;

typedef struct color {
    uint8_t r, g, b;
} color;

/* How a shape is painted: fill first, then hatch (drawn by the scene as lines), then stroke. Width 0 means no stroke.
 */
typedef struct paint {
    double width;   /* of the stroke, points */
    double dash[4]; /* lengths on, off, …; all 0 for a solid line */
    int dash_count;
    color fill, stroke;
    bool filled;
    bool round; /* round caps and joins; else butt and miter */
} paint;

typedef enum segment_kind { MOVE_TO, LINE_TO, CURVE_TO, CLOSE_PATH } segment_kind;

typedef struct segment {
    segment_kind kind;
    point to;     /* end point */
    point c1, c2; /* control points of CURVE_TO */
} segment;

/* What a group is; backends map it to PDF structure, SVG roles and alt text. */
typedef enum role {
    ROLE_NONE,     /* a mere group */
    ROLE_ARTIFACT, /* running heads, rules: not content */
    ROLE_DOCUMENT,
    ROLE_TITLE,
    ROLE_HEADING_1,
    ROLE_HEADING_2,
    ROLE_HEADING_3,
    ROLE_PARAGRAPH,
    ROLE_FORMULA,
    ROLE_LIST,
    ROLE_ITEM,
    ROLE_BOX, /* BOX: a framed remark */
    ROLE_FIGURE,
    ROLE_CAPTION,
    ROLE_TABLE,
    ROLE_ROW,
    ROLE_COLUMN_HEAD,
    ROLE_ROW_HEAD,
    ROLE_CELL,
    ROLE_PART, /* a part of a figure with a meaning of its own: a cell, a vertex, a node */
    ROLE_LINK, /* `target` says where to */
    ROLE_COUNT
} role;

extern const char *const role_names[ROLE_COUNT]; /* "part", "column-head", … */

typedef struct group {
    role role;
    str id;      /* for SVG ids and links: letters, digits, '-'; unique in its scene; may be empty */
    str title;   /* short: "m[2,3]" */
    str alt;     /* one sentence that stands for the picture: "m[2,3] = 40" */
    str anchor;  /* a place that links go to; empty if none */
    str target;  /* anchor or URI that this group links to; empty if none */
    int element; /* content that goes on in a later group (a paragraph over two pages) has the same number; 0: alone */
    int span;    /* cells: columns spanned, 0 counts as 1 */
    size_t same; /* of artifacts on several pages: those with one number are one drawing, which need be written once; 0:
                    not known */
} group;

typedef struct font font; /* one font file at work; see fonts.h */

typedef struct glyph {
    uint32_t id;      /* glyph index in the font file */
    uint32_t cluster; /* byte offset in the run's text of the characters it stands for */
    double x, y;      /* from the run's origin, points, y down */
    double advance;   /* points, kerning included */
} glyph;

/* Text in one font at one size on one baseline. */
typedef struct glyph_run {
    const font *font;
    double size;
    color color;
    point at;            /* baseline, left end */
    const glyph *glyphs; /* shared by runs of equal text and size: not to be changed */
    size_t count;
    str text;     /* the characters, for extraction */
    box ink;      /* of all glyphs, in scene coordinates */
    double width; /* sum of the advances */
    bool scaled;  /* its glyphs lie in the scene's arena; else the fonts keep them */
    bool drawn;   /* its glyphs are not those that its characters have by themselves: a bracket of another height */
} glyph_run;

typedef enum item_kind { ITEM_OPEN, ITEM_CLOSE, ITEM_PATH, ITEM_GLYPHS } item_kind;

/* Small, since scenes are placed into scenes again and again: its kind says which of the pointers it has. */
typedef struct item {
    item_kind kind;
    uint32_t segment_count; /* ITEM_PATH */
    union {
        group *group;   /* ITEM_OPEN */
        glyph_run *run; /* ITEM_GLYPHS */
        struct {        /* ITEM_PATH */
            segment *segments;
            const paint *paint;
        };
    };
} item;

enum { SCENE_PAINTS = 4 };

typedef struct scene {
    arena *arena;
    double w, h; /* the size asked for; figures set it at their end */
    item *items;
    size_t count, capacity;
    str title, alt;                    /* of a figure */
    const paint *paints[SCENE_PAINTS]; /* those used last */
} scene;

scene *scene_new(arena *a);
/* Makes room for that many items more: large drawings leave much behind when their list grows. */
void scene_reserve(scene *s, size_t more);

void scene_open(scene *s, group g);
void scene_close(scene *s);

void scene_line(scene *s, point from, point to, paint p);
/* Open or closed polyline. */
void scene_polyline(scene *s, const point *points, size_t count, bool closed, paint p);
/* `radius` of the corners, 0 for sharp ones. */
void scene_rect(scene *s, box b, double radius, paint p);
void scene_circle(scene *s, point centre, double radius, paint p);
void scene_path(scene *s, const segment *segments, size_t count, paint p);
/* Diagonal hatch lines inside a box, clipped by computation; `gap` between lines. */
void scene_hatch(scene *s, box b, double gap, double width, color c);
/* A line with a filled head at `to`. */
void scene_arrow(scene *s, point from, point to, double head, paint p);
void scene_glyphs(scene *s, glyph_run run);

/* Adds all of `part` to `into`, scaled about the origin and then moved by (x, y). Group ids get `prefix` before them.
 */
void scene_place(scene *into, const scene *part, double x, double y, double scale, str prefix);
/* The same, unscaled, with the items themselves: no copies are made, and `part` is empty afterwards. */
void scene_take(scene *into, scene *part, double x, double y, str prefix);
/* The same without copies, at its own place: the items are in both, and must not be moved in either. */
void scene_share(scene *into, const scene *part);
/* A copy in another arena that shares nothing with the scene but what the fonts keep. */
scene *scene_copy(const scene *s, arena *a);
/* Copies what the scene shares with others (texts of groups, paints, scaled glyphs) into its own arena: for scenes that
 * outlive the pieces placed in them. */
void scene_own(scene *s);
/* What a path is, so that it need not be described by its curves: as scene_line, scene_rect, scene_circle made it. */
typedef enum shape_kind { SHAPE_PATH, SHAPE_LINE, SHAPE_RECT, SHAPE_CIRCLE } shape_kind;
typedef struct known_shape {
    shape_kind kind;
    point from, to; /* SHAPE_LINE */
    box box;        /* SHAPE_RECT, SHAPE_CIRCLE */
    double radius;  /* of a rectangle's corners or of the circle */
} known_shape;
known_shape segments_shape(const segment *segments, size_t count);

/* The exact box of a path's outline (no stroke), and of an item's ink (stroke included; size 0 for OPEN and CLOSE). */
box segments_box(const segment *segments, size_t count);
box item_ink(const item *it);
/* The ink of the group that opens at item `open`; size 0 if there is none. */
box scene_group_ink(const scene *s, size_t open);
/* The box of all ink (strokes included); a box of size 0 for an empty scene. */
box scene_ink(const scene *s);
/* Moves everything so that the ink begins at (margin, margin), and sets w and h tight around it. */
void scene_fit(scene *s, double margin);
/* Puts every coordinate on a grid of 1/32 point, a hundredth of a millimetre: cairo keeps paths in 1/256 point and a
 * PDF has few decimals, so only such numbers are the same in all of them, and a rasteriser that rounds to its own
 * pixels draws the same picture. Backends do it first; doing it again changes nothing. */
enum { SCENE_GRID = 32 };
void scene_settle(scene *s);
/* One line an item, indented by groups, coordinates with one decimal: the first backend, for goldens. */
str scene_dump(const scene *s, arena *a);

/* Faults of a scene, for the tests: text runs whose ink meets that of another, text that sticks out of the rectangle or
 * circle drawn before it in its group (of a part or a cell) although it stands in its middle, text or shapes outside
 * 0,0–w,h, characters that no font has, unbalanced groups, sizes below `least_size`. Each a line in the text; empty if
 * there is none. Within one group, and within one line, glyphs meet only when their outlines do. */
str scene_faults(const scene *s, double least_size, arena *a);

paint paint_fill(color c);
paint paint_stroke(color c, double width);
paint paint_both(color fill, color stroke, double width);
paint paint_dashed(color c, double width, double on, double off);

#endif
