/* What the figures share: text and values as pieces, phrases with a figure's own facts, states of cells, legends. */
#ifndef HANDTRACE_DRAWING_H
#define HANDTRACE_DRAWING_H

#include "figure.h"

/* What cells and nodes look like: a box; round; a box on its corner. */
typedef enum outline { OUTLINE_BOX, OUTLINE_ROUND, OUTLINE_DIAMOND } outline;

/* A figure being drawn. */
typedef struct drawing {
    const figure_request *q;
    const theme *t;
    arena *a;
    figure *f;
    datum *facts;                   /* what the figure's phrases may ask for, before all that its place knows */
    bool *legend;                   /* which states of enum state occur in the part being drawn */
    const char *corner;             /* the phrase that says what digits in corners mean, if there are any in the part */
    const char *chosen;             /* the phrase of what is chosen where that means something else; NULL */
    outline outline;                /* of its cells, and so of the samples in its legend */
    struct kept_piece **kept;       /* labels and widths by their text: what is measured is set only once */
    size_t kept_buckets;            /* a power of two */
    arena *kept_in;                 /* where they lie */
    size_t shortened;               /* how many values have been set shorter than they are */
    figure_memory *memory;          /* of other moments, if the figure asked for it; else NULL */
    const story_table *plain_cells; /* whose cells have no phrase of their own, as far as is known */
} drawing;

drawing *drawing_begin(const figure_request *q);
/* Labels, widths and tables are kept in the request's memory, if it has one. Pieces must not be changed then. */
void drawing_remember(drawing *d);
/* Ends the figure: title and alt from figure.NAME.title and figure.NAME.alt. NULL if an error is set. */
figure *drawing_end(drawing *d, const char *name);
/* A new empty part, last in the figure. */
scene *drawing_part(drawing *d);
/* The same for large drawings, whose memory is not worth copying: nothing of it is given back. */
scene *drawing_large_part(drawing *d);
/* Gives the part its size: `w` × `h`, with title and alt to follow in drawing_end. */
void drawing_size(scene *s, double w, double h);

/* A parameter of `figure:NAME?key=value`, empty if absent. */
str drawing_param(const drawing *d, const char *key);
/* Whether it is yes. */
bool drawing_param_switch(const drawing *d, const char *key);
/* The same as a number; `otherwise` if absent; an error if it is none. */
int64_t drawing_param_integer(drawing *d, const char *key, int64_t otherwise);
/* A range, "2-4" or "3", as its two ends. False if the parameter is absent; an error too if it is no range. */
bool drawing_param_range(drawing *d, const char *key, int64_t ends[2]);
/* Whether `name` is in a list such as "min,max". */
bool drawing_list_has(str list, str name);

/* A name that a trace gives (of a table, an index, a candidate) as TeX: a letter or number as mathematics has it,
 * anything else as words. */
str drawing_name_tex(const drawing *d, str name);

/* Facts for phrases. */
void drawing_fact(drawing *d, const char *key, str value);
void drawing_fact_integer(drawing *d, const char *key, int64_t value);
void drawing_fact_bool(drawing *d, const char *key, bool value);
/* A phrase as a label's markup (values escaped), and as plain text. `more` are facts for this phrase alone, or NULL. */
str drawing_say(drawing *d, const char *key, const datum *more);
str drawing_say_plain(drawing *d, const char *key, const datum *more);
/* The plain text of a phrase that needs nothing but `more`, whatever the moment; false if it asks for anything else. */
bool drawing_say_alone(drawing *d, const char *key, const datum *more, str *text);
/* Whether there is such a phrase. */
bool drawing_knows(const drawing *d, const char *key);

/* An id for a group: letters, digits and '-', anything else in `format`'s result becomes '-'. */
str drawing_id(const drawing *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

text_style drawing_style(face face, double size, color c);

/* Pieces. */
piece drawing_label(drawing *d, str markup, text_style style);
piece drawing_text(drawing *d, str text, text_style style);
/* An exact value no wider than `width` (0: as wide as it is), the exact digits being noted under `name` if they do not
 * fit. */
piece drawing_value(drawing *d, str value, str name, double width, text_style style);
/* Whether it stands there in full. */
bool drawing_value_exact(const drawing *d, str value, double width, text_style style);
/* The width it has in full, and that of its shortest form. */
double drawing_value_width(const drawing *d, str value, text_style style);
double drawing_value_least(const drawing *d, str value, face face);
/* Notes that `name` (markup) has this exact value; equal values share one note. */
void drawing_note(drawing *d, str name, str value);
/* Drops the note of a value whose digits stand in the figure all the same. */
void drawing_drop_note(drawing *d, str value);
/* Drops the notes made so far: what was measured was not what is drawn. */
void drawing_forget_notes(drawing *d);

/* Puts a piece down with its baseline at `at`. */
void drawing_put(scene *s, const piece *p, point at, anchor anchor);
/* Puts it so that its figures and capitals stand in the middle of height `at.y`. */
void drawing_put_middle(scene *s, const piece *p, point at, anchor anchor);
/* Puts an expression so that its digits stand in the middle of height `at.y`, as those beside it do, whatever it holds
 * besides; `size` is that of its digits. */
void drawing_put_expression(scene *s, const piece *p, point at, anchor anchor, double size);
/* Puts it so that its ink is centred on `at`: signs in circles. */
void drawing_put_centre(scene *s, const piece *p, point at);
/* Half the height of capitals above the baseline: the middle of a line of that size stands that much above it. */
double drawing_middle(double size);

/* A line through these points with round corners of that radius, or less where there is no room; with a head at its end
 * if `head` > 0. Two points at least. */
void drawing_bent_line(drawing *d, scene *s, const point *points, size_t count, double radius, double head, paint p);

/* States of cells, vertices and nodes: line, fill and what is drawn besides, so that gray copies lose nothing. In the
 * order of legends. */
typedef enum state {
    STATE_PLAIN,
    STATE_CURRENT, /* being filled */
    STATE_READ,    /* used */
    STATE_CHOSEN,
    STATE_TIE,
    STATE_BACK,   /* on the best path, best play */
    STATE_REPEAT, /* called before */
    STATE_HIT,    /* answered from the memo */
    STATE_UNUSED, /* removed; compared only */
    STATE_UNSET,  /* not yet */
    STATE_BLANK,  /* to be filled in */
    STATE_COUNT
} state;

/* "current", "back"; NULL of a plain one. And the key of its phrase. */
const char *state_name(state st);
const char *state_phrase(state st);
/* The paint of a shape in this state, and the face of what is written into it. */
paint state_paint(const drawing *d, state st);
face state_face(state st);
color state_ink(const drawing *d, state st);

/* A shape in this state fills the box; its line lies inside. */
void state_draw(const drawing *d, scene *s, outline o, box b, state st);
/* The filled corner alone, of what the memo answered. */
void state_corner(const drawing *d, scene *s, outline o, box b);
/* How far the lines of an upright cell in this state reach into it. */
double state_inside(const drawing *d, box b, state st);
/* From the lower edge of an upright cell to the upper edge of the bar of what is chosen. */
double state_foot(const drawing *d, box b);
/* The same for cells of a grid, noted for the legend: PLAIN and UNSET paint nothing, their lines are the grid's. */
void drawing_state(drawing *d, scene *s, outline o, box b, state st);
void drawing_cell_state(drawing *d, scene *s, box b, state st);
/* A frame round a value that wins. Kept: chosen; else it only ties. */
void drawing_box_value(const drawing *d, scene *s, box b, bool kept);
/* What is said of a cell with its state, plain: "m[2,3] = 40, being filled". */
str state_said(drawing *d, str what, state st);
/* Whether the legend at the beginning of the document has it. */
bool drawing_state_told(const drawing *d, state st);

/* The box that a student writes a left-out value into; its piece has the width alone. */
piece drawing_blank(drawing *d, double height);

/* Whether a legend is wanted: `legend=no` leaves it out, of every kind of figure. */
bool drawing_has_legend(const drawing *d);
/* Height that a legend of the states marked so far takes at that width; 0 if none. */
double drawing_legend_height(drawing *d, double width);
/* Draws it from the upper left corner `at` and forgets the marks. */
void drawing_legend(drawing *d, scene *s, point at, double width);

#endif
