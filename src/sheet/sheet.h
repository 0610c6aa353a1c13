/* Sheets: a document's blocks and figures onto pages. */
#ifndef HANDTRACE_SHEET_H
#define HANDTRACE_SHEET_H

#include "document.h"
#include "figure.h"
#include "render.h"

typedef struct sheet_options {
    double width, height; /* of the paper, points */
    const fonts *fonts;
    const theme *theme;
    const datum *params;             /* of figures, where the template says nothing else: a map of texts; may be NULL */
    const phrases *phrases;          /* sheet.page, sheet.figure, sheet.table of the language */
    str running_left, running_right; /* head; plain words */
    str foot;                        /* left of the foot: the instance in one line; plain words */
} sheet_options;

/* Reads "a4", "letter", "a5" or "WxHmm" into points (A4 is 595.28 × 841.89). False for anything else, and for papers
 * smaller than 80 × 80 mm or larger than 2000 × 2000 mm. */
bool paper_size(str name, double *width, double *height);

/* The pages of a document: title, blocks in order, figures side by side as they stand in one paragraph, captions
 * numbered through the document, running head and foot. NULL on error. */
pages *sheet_pages(const document *d, const sheet_options *o, arena *a, error *e);

/* Tight figures of one kind: a page a part and moment, each just around its drawing. `base` gives all but moment and
 * context; contexts[k] belongs to moments[k]. parts[k] becomes the number of pages of moment k. NULL on error. */
pages *figure_pages(const figure_request *base, const figure_kind *kind, const story_moment *moments,
                    const context *const *contexts, size_t count, size_t *parts, arena *a, error *e);

#endif
