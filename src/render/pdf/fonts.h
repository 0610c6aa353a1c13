/* Fonts of a PDF, composite fonts whose
 * codes are handed out as glyphs are met, with a subset of the outlines, exact widths and a map back to characters. */
#ifndef HANDTRACE_PDF_FONTS_H
#define HANDTRACE_PDF_FONTS_H

#include "device/glyph_table.h"
#include "error.h"
#include "pdf/objects.h"

/* Writes the fonts of the table, and adds to `resources` the entry /Font, with the fonts under the names F1, F2 … in
 * the table's order. */
bool pdf_fonts_write(pdf_writer *w, const glyph_table *t, strbuf *resources, error *e);

#endif
