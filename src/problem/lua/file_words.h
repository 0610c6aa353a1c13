/* What the header of a recurrence's trace says, for templates of one language, and its labels in that language. */
#ifndef HANDTRACE_FILE_WORDS_H
#define HANDTRACE_FILE_WORDS_H

#include "datum.h"
#include "trace.h"

/* The object `recurrence` of the header with WORDS in that language (else in the one there is), numbers typeset, and
 * besides:
 *
 *   functions: each `cell` (d[i,j] in TeX), `range` (0 \le i \le m, …), `is_sum`
 *   wanted     the goal in TeX, d[6,7]
 *
 * An empty map where the trace says nothing. */
datum *file_words(const trace *t, str language, arena *a);
/* Puts the words of that language in place of the labels of candidates, in tries, choices and ways back; a word that
 * two labels have is left alone. */
void file_words_label(trace *t, str language, arena *a);

#endif
