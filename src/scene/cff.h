/* CFF tables (Adobe Technical Note 5176) as a PDF needs them. */
#ifndef HANDTRACE_CFF_H
#define HANDTRACE_CFF_H

#include "str.h"

/* A CID-keyed CFF table whose glyph k + 1 is glyphs[k] of `table`, in this order and as often as it is named, so that a
 * code of the PDF is the CID and the glyph: readers disagree on what they make of a CID-keyed subset whose CIDs are
 * not its glyphs. `table` is what HarfBuzz's subsetter wrote, without subroutines, and is not checked again. */
str cff_renumbered(str table, const uint32_t *glyphs, size_t count, str name, arena *a);

#endif
