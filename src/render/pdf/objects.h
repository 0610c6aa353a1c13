/* The objects of a PDF, written as they are made (ISO 32000-1, 7.5.7 and 7.5.8):
 *
 *   %PDF-1.7
 *   5 0 obj << /Length … >> stream … endstream endobj          streams, one by one
 *   97 0 obj << /Type /ObjStm … >> stream "1 0 2 57 …" …       other objects, some hundred in a pack
 *   98 0 obj << /Type /XRef … >> stream …                      where each object is: at an offset, or in a pack
 *   startxref …
 *
 * A structure tree shrinks to a fifth in packs. Of what is written only its place is kept. */
#ifndef HANDTRACE_PDF_OBJECTS_H
#define HANDTRACE_PDF_OBJECTS_H

#include "error.h"
#include "sink.h"

#include <zlib.h>

typedef struct pdf_entry {
    uint64_t where; /* offset, or the number of the pack's object */
    uint16_t index; /* in the pack */
    uint8_t kind;   /* 0: not written, 1: at an offset, 2: in a pack */
} pdf_entry;

typedef struct pdf_writer {
    arena *arena;
    sink to;
    error *error;
    uint64_t written; /* bytes so far */
    pdf_entry *entries;
    size_t count, capacity; /* objects numbered so far, with the free one at 0 */
    strbuf places, values;  /* of the pack that is being filled */
    size_t packed, pack;    /* how many objects it has, and its own number */
    z_stream deflater;
    bool deflating;
} pdf_writer;

/* Writes the head of the file. What the writer keeps lies in `a`; it is where its user put it, and stays there. */
void pdf_writer_begin(pdf_writer *w, sink to, arena *a, error *e);
/* The rest of the file: all objects numbered have been filled. `identifier` is what makes it this document: 16 bytes.
 * False on error. */
bool pdf_writer_end(pdf_writer *w, size_t catalog, size_t information, str identifier);
/* Gives back what zlib holds; after an error too. */
void pdf_writer_close(pdf_writer *w);

/* The number of a new object, to be filled below once. */
size_t pdf_reserve(pdf_writer *w);
/* `text` is the object's value. */
void pdf_fill(pdf_writer *w, size_t number, str text);
/* Both at once. */
size_t pdf_object(pdf_writer *w, str text);
/* A stream, compressed unless it is small; `entries` of its dictionary besides those that say so. */
void pdf_fill_stream(pdf_writer *w, size_t number, str entries, str bytes);
size_t pdf_stream(pdf_writer *w, str entries, str bytes);

/* Adds a text string: UTF-16 with a byte order mark, or plain where it is ASCII. */
void pdf_add_text(strbuf *b, str text);
void pdf_add_number(strbuf *b, size_t number);
/* Adds "12 0 R". */
void pdf_add_reference(strbuf *b, size_t number);
/* Adds "[left bottom right top]". */
void pdf_add_box(strbuf *b, double left, double bottom, double right, double top, int places);

#endif
