/* PDF objects through libharu's own object layer, whose headers it installs. Running out of memory inside it counts as
 * the arena running out, so that no call here returns NULL. */
#ifndef HANDTRACE_PDF_OBJECTS_H
#define HANDTRACE_PDF_OBJECTS_H

#include "str.h"

#include <hpdf.h>
#include <hpdf_doc.h>
#include <hpdf_utils.h>

typedef struct pdf_writer {
    arena *arena;
    HPDF_Doc doc;
} pdf_writer;

/* A dictionary inside another object. */
HPDF_Dict pdf_dict(pdf_writer *w);
/* A dictionary that is an object of its own; `type` may be NULL. */
HPDF_Dict pdf_object(pdf_writer *w, const char *type);
HPDF_Array pdf_array(pdf_writer *w);
HPDF_Array pdf_array_object(pdf_writer *w);
/* A compressed stream. */
HPDF_Dict pdf_stream(pdf_writer *w, str bytes);
/* A text string: UTF-16 with a byte order mark, or plain where it is ASCII. */
void pdf_put_text(pdf_writer *w, HPDF_Dict d, const char *key, str text);
/* Raw bytes, written in hexadecimal. */
HPDF_Binary pdf_bytes(pdf_writer *w, str bytes);
HPDF_Array pdf_box(pdf_writer *w, double left, double bottom, double right, double top);

#endif
