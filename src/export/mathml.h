/* Mathematics as presentation MathML. */
#ifndef HANDTRACE_EXPORT_MATHML_H
#define HANDTRACE_EXPORT_MATHML_H

#include "math.h"

/* Adds a <math> element; `spoken` becomes its alttext. */
void mathml_add(strbuf *b, const math *m, bool display, str spoken);
/* Adds text with the signs of XML escaped. */
void xml_add(strbuf *b, str text);

#endif
