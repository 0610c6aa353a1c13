#include "markdown.h"

bool markdown_export(const document *d, const export_options *o, str stem, export_files *out, arena *a, error *e) {
    (void)d;
    (void)o;
    (void)stem;
    (void)out;
    (void)a;
    return error_plain(e, STATUS_USAGE, "the format md is not there yet");
}
