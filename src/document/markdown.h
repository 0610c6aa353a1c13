/* From prepared Markdown to blocks. */
#ifndef HANDTRACE_DOCUMENT_MARKDOWN_H
#define HANDTRACE_DOCUMENT_MARKDOWN_H

#include "document.h"
#include "prepare.h"

/* Fills d->blocks. False on error. */
bool markdown_read(document *d, const prepared *p, arena *a, error *e);

#endif
