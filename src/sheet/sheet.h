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
    const phrases *phrases;
    str running_left, running_right; /* head; markup of labels */
    str foot;                        /* left of the foot: the instance in one line */
} sheet_options;

/* Reads "a4", "letter", "a5" or "WxHmm" into points (A4 is 595.28 × 841.89). */
bool paper_size(str name, double *width, double *height);
/* NULL on error. */
pages *sheet_pages(const document *d, const sheet_options *o, arena *a, error *e);
/* Tight figures: one page a figure part and step, each just around its drawing. */
pages *figure_pages(const figure_request *base, const figure_kind *const *kinds, size_t kind_count,
                    const story_moment *moments, size_t moment_count, arena *a, error *e);

#endif
