/* The structure tree of a tagged PDF (ISO 32000-1, 14.7 and 14.8), from the roles of the scene's groups. */
#ifndef HANDTRACE_PDF_TAGS_H
#define HANDTRACE_PDF_TAGS_H

#include "pdf/objects.h"
#include "scene.h"

typedef struct pdf_tags pdf_tags;

pdf_tags *pdf_tags_begin(pdf_writer *w);
/* Content of this page, an object's number, follows: `bytes` is its content stream, written by others too. Returns the
 * page's /StructParents. */
int pdf_tags_page(pdf_tags *t, size_t page, strbuf *bytes);
/* Artifacts alone follow, for a page that has ended. */
void pdf_tags_late(pdf_tags *t, strbuf *bytes);
/* A group opens; `ink` is its box on the page in PDF's coordinates: left, bottom, width, height. */
void pdf_tags_open(pdf_tags *t, const group *g, box ink);
void pdf_tags_close(pdf_tags *t);
/* Content is about to be written: sees to it that it is marked as belonging to the group that is open. */
void pdf_tags_content(pdf_tags *t);
/* Whether that would write anything. */
bool pdf_tags_change(const pdf_tags *t);
/* A link annotation, an object's number, belongs to the group that is open. Returns its /StructParent, -1: none. */
int pdf_tags_annotation(pdf_tags *t, size_t annotation);
void pdf_tags_end_page(pdf_tags *t);
void pdf_tags_end_late(pdf_tags *t);
/* The number of the root of the structure tree. */
size_t pdf_tags_end(pdf_tags *t);

#endif
