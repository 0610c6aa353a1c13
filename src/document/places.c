/* Where bytes of the expanded Markdown stand in the template: its expansion knows. */
#include "document.h"

bool document_error(const document *d, size_t at, size_t length, error *e, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str message = str_formatv(e->arena, format, args);
    va_end(args);
    return expansion_error(d->expansion, at, length, e, "%.*s", STR_ARG(message));
}
