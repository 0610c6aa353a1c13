/* A galley: the whole document as one long column of rows, before it is cut into pages.
 *
 *   document ──blocks──▶ rows ──break_pages──▶ pages of rows ──compose──▶ scenes
 *
 * Where a page ends by force and there is much already, the rows are composed and dropped before more are set.
 *
 * Lengths in points; x from the left edge of the text area. */
#ifndef HANDTRACE_GALLEY_H
#define HANDTRACE_GALLEY_H

#include "breaks.h"
#include "paragraph.h"
#include "sheet.h"

/* A group that rows stand in; it is opened again on each page that has rows of it. */
typedef struct tag tag;
struct tag {
    group group;
    tag *outer;
    size_t depth; /* 1 for the outermost */
    bool opened;  /* its id and anchor have been given */
};

typedef enum row_kind { ROW_TEXT, ROW_HEADING, ROW_FIGURE, ROW_OTHER } row_kind;

/* The pale ground behind a boxed remark or a piece of code. */
typedef struct panel {
    double x, width, radius;
    bool statement; /* a thin frame and a bar at its left instead of a ground */
} panel;

/* A table with rules: the closing one is drawn wherever it ends or is broken. */
typedef struct ruled {
    double x, width;
} ruled;

typedef struct row {
    break_row measure;
    scene *content; /* origin at the left edge of the text area and the row's top; NULL: empty room */
    scene *reprise; /* set above it when a page begins here, measure.reprise high */
    scene *inside;  /* in a box: set instead of the content where the box does not end its page; NULL: no difference */
    tag *tag;       /* NULL: content that brings its own groups */
    const panel *panel;
    const ruled *ruled;
    row_kind kind;
    size_t block;  /* numbers the blocks of the document */
    bool open_end; /* text that ends with a colon: what follows stays behind it */
    int level;     /* headings: 1 … 3 */
    str title;
} row;

typedef struct galley {
    row *rows;
    size_t count, capacity;
    arena *arena; /* of rows and pages: given back with them */
    arena *kept;  /* of what a document keeps until its end */
    error *error;
    bool whole;            /* all its rows are there at once, however many */
    size_t next_block;     /* of the document's, to be set */
    bool ended;            /* there are none left */
    size_t pages;          /* composed before these rows */
    size_t total;          /* of the document; 0: not known yet, so that feet are left out */
    struct layout *layout; /* where its pages end, once that is decided */
    const document *document;
    const sheet_options *options;
    double width, height; /* of the text area */
    double giving;        /* figures are drawn at this scale so that pages fill better; 1: as they like to be */
    double cost;          /* of the page breaks, once it is composed */
    bool lonely;          /* its last page holds next to nothing, or a small table is parted */
    bool holed;           /* some page but the last is empty to a fifth or more */
    /* Where the next row goes. */
    double x, column; /* left edge and width of the column: lists and boxes are narrower */
    tag *tag;
    const panel *panel;
    const ruled *ruled;
    break_row next; /* space above the next row and the cost of a break before it */
    size_t lines;   /* of text since the last heading; large after anything else */
    size_t block;
    const piece *marker; /* of a list item, set beside its first line */
    double marker_x;
    bool in_panel, in_list;
    bool flush;         /* a paragraph that comes next is not moved in: it is the first after a heading or a box */
    bool in_head;       /* it would be the first of a box */
    bool open_sentence; /* the last paragraph has no full stop: a formula goes on with it */
    bool after_formula; /* the last block is a formula */
    strbuf noted;       /* exact values set below figures so far, a line each */
    size_t bares;       /* figures without caption so far */
    int elements;
} galley;

/* Builds rows of the blocks that are left, up to a page break where there is much already, or to the end. Whether more
 * blocks are left; false on error too. */
bool galley_build(galley *g);
/* Lets go of the rows, which have been composed. */
void galley_empty(galley *g);

/* For the files that build rows. */
row *galley_add(galley *g, row_kind kind, double height, scene *content);
/* At least that much space above the next row. */
void galley_space(galley *g, double space, double stretch, double shrink);
/* A distance of the page's rhythm: points where the body has its usual size, in proportion where a theme's is larger.
 */
double galley_rhythm(const galley *g, double points);
/* Whether the document is Chinese. */
bool galley_is_chinese(const galley *g);
/* The next row stays with the one before. */
void galley_keep(galley *g);
tag *galley_open(galley *g, role role);
void galley_close(galley *g);
text_style galley_style(const galley *g, face face, double size);
/* A paragraph's lines as rows in the current column. */
void galley_lines(galley *g, const flow *f, double x, row_kind kind);
/* Spans to be set in one go. */
typedef struct words {
    flow_span *items;
    size_t count, capacity;
} words;

/* Adds a document's spans, or the markup of labels, in a style. */
void words_add_spans(galley *g, words *w, const span *spans, size_t count, text_style style);
void words_add_markup(galley *g, words *w, str markup, text_style style);
/* Lines of a width; 0: one line. */
flow words_flow(galley *g, const words *w, double width, bool justified);
/* A paragraph in the current column, its first line moved in; justified unless the column is narrow. */
flow galley_paragraph(galley *g, const span *spans, size_t count, double indent);
/* Both at once, of spans. */
flow galley_flow(galley *g, const span *spans, size_t count, text_style style, double width, bool justified);
/* All lines of a flow one below the other in one scene, top left at the origin; each line anchored at 0, its middle or
 * its right end within `width`. */
scene *galley_stack(galley *g, const flow *f, double width, anchor anchor);
/* Baseline of a line from its top. */
double line_baseline(const flow_line *l);

/* A figure at a width, 0: as wide as it likes to be. NULL on error. */
figure *galley_figure(galley *g, const figure_reference *r, double width);

void galley_table(galley *g, const block *b);
/* Of exercises: fields for the name, lines to write on, and the marks of a task at the right end of its row. */
void galley_fields(galley *g, const block *b);
void galley_write(galley *g, const block *b);
void galley_marks(galley *g, row *r, double baseline, int marks);
/* The width that marks take away from the words beside them. */
double galley_marks_width(int marks);
void galley_formula(galley *g, const block *b);
void galley_figures(galley *g, const block *b);

/* Decides where pages end: cost and lonely are known then. False on error. */
bool compose_breaks(galley *g);
/* How many pages the rows have, once that is decided. */
size_t compose_count(const galley *g);
/* The pages with running heads, one by one. False on error. */
bool compose_pages(galley *g, const page_taker *to, outline *marks);
/* The foot of a page (from 0) of `count`, where it was left out. */
scene *compose_foot(galley *g, size_t page, size_t count);

/* Distances from the edges of the paper to the text area and the rules above and below it. */
typedef struct frame {
    double left, width, top, height; /* the text area */
    double head_base, head_rule, foot_rule, foot_base;
} frame;
frame frame_of(const sheet_options *o);

#endif
