/* Fonts of a PDF, built here rather than by libharu (whose loader refuses or mutilates many): composite fonts whose
 * codes are handed out as glyphs are met, with a subset of the outlines, exact widths and a map back to characters. */
#ifndef HANDTRACE_PDF_FONTS_H
#define HANDTRACE_PDF_FONTS_H

#include "error.h"
#include "glyph_table.h"
#include "pdf_objects.h"

/* Writes the fonts of the table into `resources`, a Font dictionary with the names F1, F2 … in the table's order. */
bool pdf_fonts_write(pdf_writer *w, const glyph_table *t, HPDF_Dict resources, error *e);

#endif
