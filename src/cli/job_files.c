/* Where what a command makes goes:
 *
 *   one file     -o, else out/NAME.FMT          job_file, or page by page through a paged_file
 *   many files   in -o, else in out/NAME        job_folder, job_add_numbered
 */
#include "job.h"

#include "utf8.h"

enum { RESOLUTION = 200 }; /* of PNG, pixels an inch */

str job_file(const job *j) {
    if (j->options->output.ptr)
        return j->options->output;
    return str_format(j->arena, "out/%.*s.%s", STR_ARG(j->name), j->format->name);
}

str job_folder(const job *j) {
    if (j->options->output.ptr)
        return j->options->output;
    return str_format(j->arena, "out/%.*s", STR_ARG(j->name));
}

bool job_add_numbered(job *j, str name, str bytes) {
    output *o = outputs_open_in(&j->outputs, job_folder(j), name, j->error);
    sink to = o ? output_sink(o) : (sink){0};
    return o && to.write(to.user, bytes) && output_close(o);
}

int job_digits(size_t n) {
    int digits = 1;
    for (; n >= 10; n /= 10)
        digits++;
    return digits;
}

bool job_check_fonts(job *j) {
    str where;
    uint32_t missing = fonts_missing(j->fonts, &where);
    if (!missing)
        return true;
    char bytes[4];
    size_t length = utf8_encode(missing, bytes);
    return error_plain(j->error, STATUS_INPUT, "no font has the character U+%04X '%.*s' (in \"%.*s\")",
                       (unsigned)missing, (int)length, bytes, STR_ARG(where));
}

bool paged_begin(paged_file *f, job *j, output *to, const render_info *i) {
    f->output = to;
    if (!to)
        return false;
    f->renderer = f->backend->begin(i, output_sink(to), j->arena, j->error);
    return !error_set(j->error);
}

void paged_close(paged_file *f) {
    if (f->renderer)
        f->backend->close(f->renderer);
    f->renderer = NULL;
}

bool paged_end(paged_file *f, const outline *marks) {
    bool good = f->backend->end(f->renderer, marks);
    paged_close(f);
    return good && output_close(f->output);
}

render_options job_render_options(const job *j) {
    return (render_options){.live_text = str_is(j->options->text, "live"), .resolution = RESOLUTION};
}
