/* Writes libharu's objects as a file of PDF 1.5 or later: all that is no stream goes into compressed object streams,
 * which libharu's own saving does not know. A structure tree shrinks to a fifth by it. */
#ifndef HANDTRACE_PDF_SAVE_H
#define HANDTRACE_PDF_SAVE_H

#include "error.h"
#include "pdf_objects.h"

/* The bytes of the file, in the writer's arena. `identifier` is what makes it this document: 16 bytes. */
str pdf_save(pdf_writer *w, str identifier, error *e);

#endif
