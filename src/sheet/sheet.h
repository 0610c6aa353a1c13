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

/* Takes pages as they are made; each function is false on error, and says so in the error that the maker was given. */
typedef struct page_taker {
    void *user;
    bool later; /* it can add to a page when all have been drawn */
    /* Before the first page. `count` of all; 0 if that is not known yet, which is only so if `later`. Texts of `i` last
     * until the end. */
    bool (*begin)(void *user, const render_info *i, size_t count);
    /* The next page, which is gone afterwards. */
    bool (*page)(void *user, scene *s);
    /* Artifacts more for a page, from 0: if info.late, once for each. NULL unless `later`. */
    bool (*add)(void *user, size_t page, scene *s);
    bool (*end)(void *user, const outline *marks);
} page_taker;

/* The pages of a document: title, blocks in order, figures side by side as they stand in one paragraph, captions
 * numbered through the document, running head and foot. A long document is set piece by piece, from one \pagebreak to
 * another, so that it takes the memory of a piece. The document is numbered (numbers.h). False on error. */
bool sheet_write(document *d, const sheet_options *o, const page_taker *to, arena *a, error *e);
/* All of them at once, in the arena. NULL on error. */
pages *sheet_pages(document *d, const sheet_options *o, arena *a, error *e);

/* One figure as tight pages: one a part, each just around its drawing, in the request's arena. NULL on error. */
pages *figure_pages(const figure_request *q, const figure_kind *kind);

#endif
