/* The outline of a PDF (ISO 32000-1, 12.3.3): marks of levels, the first level open. */
#ifndef HANDTRACE_PDF_OUTLINE_H
#define HANDTRACE_PDF_OUTLINE_H

#include "pdf/objects.h"

typedef struct pdf_mark {
    int level; /* 1 … 8: others are taken for the nearest */
    str text;  /* of its dictionary, title and destination */
} pdf_mark;

/* Writes the marks, in their order. The number of the outline's object; 0 if there are none. */
size_t pdf_outline_write(pdf_writer *w, const pdf_mark *marks, size_t count);

#endif
