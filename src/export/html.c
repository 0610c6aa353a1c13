#include "html.h"

str html_export(const document *d, const export_options *o, arena *a, error *e) {
    (void)d;
    (void)o;
    (void)a;
    error_plain(e, STATUS_USAGE, "the format html is not there yet");
    return STR("");
}
