/* A document as one web page that needs nothing else: figures as inline SVG, mathematics as MathML. */
#ifndef HANDTRACE_EXPORT_HTML_H
#define HANDTRACE_EXPORT_HTML_H

#include "markdown.h"

/* The document is numbered (numbers.h). Empty on error. */
str html_export(document *d, const export_options *o, arena *a, error *e);

#endif
