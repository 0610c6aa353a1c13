#include "job.h"

#include "render.h"
#include "suggest.h"

static const format formats[] = {
    {"pdf", {".pdf"}, FORMAT_PAGES, false},
    {"svg", {".svg"}, FORMAT_PAGES, false},
    {"png", {".png"}, FORMAT_PAGES, false},
    {"tikz", {".tikz", ".tex"}, FORMAT_PAGES, true},
    {"html", {".html", ".htm"}, FORMAT_HTML, false},
    {"md", {".md", ".markdown"}, FORMAT_MARKDOWN, false},
    {"text", {".text", ".txt"}, FORMAT_TEXT, false},
    {"json", {".json"}, FORMAT_JSON, false},
    {"trace", {".trace", ".jsonl"}, FORMAT_TRACE, false},
};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

/* The format of that name; it must exist. */
static const format *format_named(const char *name) {
    for (size_t k = 0; k < FORMAT_COUNT; k++)
        if (str_is(str_of(name), formats[k].name))
            return &formats[k];
    return NULL;
}

/* X.PDF is a PDF too. */
static str in_small_letters(str text, arena *a) {
    char *small = str_to_c(a, text);
    for (size_t k = 0; k < text.len; k++)
        if (small[k] >= 'A' && small[k] <= 'Z')
            small[k] = (char)(small[k] - 'A' + 'a');
    return (str){small, text.len};
}

static const format *by_ending(str path) {
    for (size_t k = 0; k < FORMAT_COUNT; k++)
        for (size_t n = 0; n < sizeof formats[k].endings / sizeof *formats[k].endings && formats[k].endings[n]; n++)
            if (str_ends(path, formats[k].endings[n]))
                return &formats[k];
    return NULL;
}

static const format *unknown(str name, error *e) {
    suggestion near = suggest_for(name, e->arena);
    for (size_t k = 0; k < FORMAT_COUNT; k++)
        suggest_offer(&near, str_of(formats[k].name));
    str hint = suggest_text(&near, "; known are pdf svg png html md text json trace, and tikz with --figure");
    error_plain(e, STATUS_USAGE, "unknown format '%.*s'%.*s", STR_ARG(name), STR_ARG(hint));
    return NULL;
}

const format *format_of(const options *o, const char *otherwise, error *e) {
    const format *f = NULL;
    if (o->format.ptr)
        f = format_named(str_to_c(e->arena, o->format));
    else if (o->output.ptr)
        f = by_ending(in_small_letters(o->output, e->arena));
    if (!f && o->format.ptr)
        return unknown(o->format, e);
    if (!f)
        f = format_named(otherwise);
    if (f->figures_only && !o->figures.ptr) {
        error_plain(e, STATUS_USAGE, "the format %s is for single figures: name them with --figure", f->name);
        return NULL;
    }
    if (o->figures.ptr && f->kind != FORMAT_PAGES) {
        error_plain(e, STATUS_USAGE, "--figure: expected the format pdf, svg, png or tikz, got '%s'", f->name);
        return NULL;
    }
    if (o->run.ptr && (f->kind == FORMAT_JSON || f->kind == FORMAT_TRACE)) {
        error_plain(e, STATUS_USAGE, "--run says what is drawn; %s is of all runs", f->name);
        return NULL;
    }
    if (f->kind == FORMAT_PAGES && !backend_named(str_of(f->name))) {
        error_plain(e, STATUS_USAGE, "the format %s is not there yet", f->name);
        return NULL;
    }
    return f;
}
