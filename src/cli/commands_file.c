/* Commands for writing recurrence files: new and try. */
#define _GNU_SOURCE
#include "commands.h"
#include "job.h"
#include "library.h"
#include "lua/file_try.h"
#include "output.h"
#include "visible.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* new */

/* A name that makes a file of this folder, and is a word of the command line. */
static bool names_a_file(str name, error *e) {
    bool good = name.len && name.ptr[0] != '.' && name.ptr[0] != '-';
    for (size_t k = 0; k < name.len; k++) {
        unsigned char c = (unsigned char)name.ptr[k];
        good = good && c != '/' && c > ' ' && c != 127;
    }
    return good || error_plain(e, STATUS_USAGE, "new: expected a name, as my-problem, got '%.*s'", STR_ARG(name));
}

/* What is there is left alone, whatever it is. */
static bool write_new(str path, str text, arena *a, error *e) {
    int fd = open(str_to_c(a, path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST)
        return error_plain(e, STATUS_USAGE, "%.*s is there already; choose another name", STR_ARG(path));
    bool good = fd >= 0;
    for (size_t at = 0; good && at < text.len;) {
        ssize_t wrote = write(fd, text.ptr + at, text.len - at);
        good = wrote > 0 || (wrote < 0 && errno == EINTR);
        at += wrote > 0 ? (size_t)wrote : 0;
    }
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && good) {
        good = false;
        why = errno;
    }
    if (!good && fd >= 0)
        unlink(str_to_c(a, path));
    return good || error_plain(e, STATUS_OUTPUT, "cannot write %.*s: %s", STR_ARG(path), strerror(why));
}

bool command_new(const options *o, arena *a, error *e) {
    str name = o->arguments[0], text;
    name = str_ends(name, ".lua") ? str_slice(name, 0, name.len - 4) : name;
    if (!options_are_text(&(source){STR("NAME"), name}, e) || !names_a_file(name, e) ||
        !input_read(a, library_skeleton(a), &text, e))
        return false;
    str path = str_format(a, "%.*s.lua", STR_ARG(name));
    if (!write_new(path, text, a, e))
        return false;
    if (!o->quiet)
        fprintf(stderr,
                "handtrace: wrote %.*s; it runs: handtrace ./%.*s -o %.*s.pdf; "
                "handtrace try ./%.*s says what looks wrong\n",
                STR_ARG(path), STR_ARG(path), STR_ARG(name), STR_ARG(path));
    return true;
}

/* try */

static void add_where(strbuf *b, const try_finding *f) {
    if (!f->instance.len)
        return;
    strbuf_addf(b, "  with %.*s", STR_ARG(visible_line(f->instance, b->arena)));
    if (f->times > 1)
        strbuf_addf(b, ", and in %zu more", f->times - 1);
    strbuf_add_byte(b, '\n');
}

static str report_text(const try_report *r, const options *o, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < r->count; k++) {
        const try_finding *f = &r->items[k];
        if (f->remark.len)
            strbuf_addf(&b, "%s: %.*s\n", o->problem->name, STR_ARG(visible_line(f->remark, a)));
        else
            strbuf_add(&b, error_text(&f->found));
        add_where(&b, f);
    }
    size_t remarks = r->count - r->mistakes;
    strbuf_addf(&b, "%s: its example and %zu random instances were run: ", o->problem->name, r->drawn);
    if (r->count)
        strbuf_addf(&b, "%zu mistake%s, %zu remark%s\n", r->mistakes, r->mistakes == 1 ? "" : "s", remarks,
                    remarks == 1 ? "" : "s");
    else
        strbuf_add_c(&b, "nothing looks wrong\n");
    return strbuf_text(&b);
}

bool command_try(const options *o, arena *a, error *e) {
    uint64_t seed = 1, count = 200;
    if (!o->recurrence.len)
        return error_plain(e, STATUS_USAGE, "try: expected a recurrence file, got %s, which is built in",
                           o->problem->name);
    if (!job_read_draws(o, &seed, &count, e))
        return false;
    try_report report = file_try(o->problem, seed, count, a);
    if (!output_write(STR("-"), report_text(&report, o, a), e))
        return false;
    if (report.mistakes)
        e->status = STATUS_INPUT; /* no message: they have been said */
    return !report.mistakes;
}
