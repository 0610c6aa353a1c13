/* PDF objects, in two ways. What is few and varied lies in libharu's own object layer, whose headers it installs. What
 * is many or large, structure elements and streams, is written as text and bytes; for such an object libharu holds a
 * placeholder with its number, so that either may refer to the other.
 *
 * Running out of memory inside libharu counts as the arena running out, so that no call here returns NULL. */
#ifndef HANDTRACE_PDF_OBJECTS_H
#define HANDTRACE_PDF_OBJECTS_H

#include "str.h"

#include <hpdf.h>
#include <hpdf_doc.h>
#include <hpdf_utils.h>
#include <zlib.h>

/* An object that is written here. Empty text: libharu writes what it has under this number. */
typedef struct pdf_own {
    str text;  /* its value; of a stream the entries of its dictionary, without its brackets */
    str bytes; /* of a stream, as they are in the file */
    bool stream;
} pdf_own;

typedef struct pdf_writer {
    arena *arena;
    HPDF_Doc doc;
    pdf_own *own; /* by number */
    size_t own_count;
    z_stream *deflater;
} pdf_writer;

/* A writer into a new document; NULL in `doc` if libharu cannot be started. */
pdf_writer pdf_writer_new(arena *a);
void pdf_writer_end(pdf_writer *w);

/* A dictionary inside another object. */
HPDF_Dict pdf_dict(pdf_writer *w);
/* A dictionary that is an object of its own; `type` may be NULL. */
HPDF_Dict pdf_object(pdf_writer *w, const char *type);
HPDF_Array pdf_array(pdf_writer *w);
/* A text string: UTF-16 with a byte order mark, or plain where it is ASCII. */
void pdf_put_text(pdf_writer *w, HPDF_Dict d, const char *key, str text);
HPDF_Array pdf_box(pdf_writer *w, double left, double bottom, double right, double top);

/* The number of an object that is not inside another. */
size_t pdf_number(const void *object);
/* A new object to be filled below, as libharu's dictionaries and arrays may hold it. */
void *pdf_reserve(pdf_writer *w);
/* `text` must last as long as the writer. */
void pdf_fill(pdf_writer *w, size_t number, str text);
/* A stream, compressed here if it is not small; `entries` of its dictionary besides those that say so. */
void pdf_fill_stream(pdf_writer *w, size_t number, str entries, str bytes);
/* A new stream. */
void *pdf_stream(pdf_writer *w, str entries, str bytes);
str pdf_deflated(pdf_writer *w, str bytes);
/* Adds a text string as pdf_put_text writes it. */
void pdf_add_text(strbuf *b, str text);
void pdf_add_number(strbuf *b, size_t number);
/* Adds "12 0 R". */
void pdf_add_reference(strbuf *b, size_t number);

#endif
