/* What is numbered in a document, and what refers to it. */
#ifndef HANDTRACE_SHEET_NUMBERS_H
#define HANDTRACE_SHEET_NUMBERS_H

#include "document.h"

/* Numbers the document once, whatever is made of it: figures, tables, algorithms, display formulas with a label, and
 * boxes whose title has a # (each word before it counts for itself). \ref{NAME} gets its text and a link, answers come
 * to the place of \answers. Later calls do nothing. Uses the phrases sheet.figure, sheet.table, sheet.algorithm and
 * sheet.formula. False on error: a name that nothing has, or that two have; answers without a place. */
bool sheet_number(document *d, const phrases *p, arena *a, error *e);

#endif
