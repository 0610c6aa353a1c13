/* Images of a template: figure:NAME?key=value&key=value. */
#ifndef HANDTRACE_FIGURES_H
#define HANDTRACE_FIGURES_H

#include "document.h"

/* The reference of an image at bytes [at, at + length) of the expanded Markdown whose target is `target`; its caption
 * is still empty. NULL on error. */
figure_reference *figure_reference_of(const document *d, str target, size_t at, size_t length, arena *a, error *e);

#endif
