/* The content stream of one page: shapes and text in PDF operators. A matrix at its beginning makes the unit one of the
 * scene's grid, and the upper left corner the origin, so that places are whole numbers; y grows upwards, so below the
 * upper edge it is negative. */
#ifndef HANDTRACE_PDF_CONTENT_H
#define HANDTRACE_PDF_CONTENT_H

#include "device/glyph_table.h"

/* Where text has come to. Runs that follow each other go into one text object; the pen is followed as the reader of the
 * numbers follows it, rounding included, so that nothing adds up. Lengths are in the units of the stream. */
typedef struct pdf_text {
    bool open, in_array, in_string;
    bool moved;  /* since it is open: the pen stands on a line */
    point line;  /* the origin that Td moves from */
    double pen;  /* x of the next glyph if it is not moved */
    double rise; /* of the baseline */
    double end;  /* x where the last run truly ends */
    bool han;    /* whether its last character is Chinese */
    bool space;  /* whether it is a space, or there is none yet */
    uint32_t font;
    double size;
    const font *last_font;
} pdf_text;

typedef struct pdf_content {
    strbuf bytes;
    glyph_table *glyphs;
    bool apart; /* leaves the graphics state as it was: another stream follows */
    struct {    /* what the graphics state holds, so that it is not set again */
        color fill, stroke;
        double width;
        double dash[4];
        int dash_count;
        bool round, painted, stroked;
    } state;
    pdf_text text;
} pdf_content;

/* `height` of the page in points; `unit`: points a unit of user space, 1 but on huge pages; `apart`: the page has
 * several streams. */
pdf_content pdf_content_begin(arena *a, glyph_table *t, double height, double unit, bool apart);
void pdf_content_path(pdf_content *c, const segment *segments, size_t count, const paint *p);
void pdf_content_glyphs(pdf_content *c, const glyph_run *run);
/* Draws the form XObject /X`number`, which leaves the graphics state as it is. */
void pdf_content_form(pdf_content *c, size_t number);
/* Ends the text object that may be open; to be called before anything else is written into `bytes`. */
void pdf_content_end_text(pdf_content *c);
void pdf_content_end(pdf_content *c);

#endif
