/* The content stream of one page: shapes and text in PDF operators, y up. */
#ifndef HANDTRACE_PDF_CONTENT_H
#define HANDTRACE_PDF_CONTENT_H

#include "glyph_table.h"

typedef struct pdf_content {
    strbuf bytes;
    double height; /* of the page, points */
    double unit;   /* points a unit of user space; 1 but on huge pages */
    glyph_table *glyphs;
    struct { /* what the graphics state holds, so that it is not set again */
        color fill, stroke;
        double width;
        double dash[4];
        int dash_count;
        bool round, painted, stroked;
        uint32_t font;
        double size;
    } state;
} pdf_content;

pdf_content pdf_content_begin(arena *a, glyph_table *t, double height, double unit);
void pdf_content_path(pdf_content *c, const segment *segments, size_t count, const paint *p);
void pdf_content_glyphs(pdf_content *c, const glyph_run *run);

#endif
