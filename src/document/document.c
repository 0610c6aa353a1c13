/* The road of a template:
 *
 *   template ── front matter ── YAML ──▶ front, its values expanded
 *          └─── text ── expand ──▶ Markdown ── prepare ──▶ for md4c ── read ──▶ blocks
 *                          ▲ marks             ▲ stretches
 *
 * A fault found anywhere is led back through stretches and marks to the template's own line and column. */
#include "document.h"

#include "front.h"
#include "markdown.h"
#include "utf8.h"

bool document_error(const document *d, size_t at, size_t length, error *e, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str message = str_formatv(e->arena, format, args);
    va_end(args);
    return expansion_error(d->expansion, at, length, e, "%.*s", STR_ARG(message));
}

const datum *document_front(const source *template, arena *a, error *e) {
    size_t body;
    return front_read(template, &body, a, e);
}

static bool check_text(const source *template, error *e) {
    size_t bad = utf8_invalid(template->text);
    if (bad != SIZE_MAX)
        return error_at(e, template, bad, 1, "this byte is not UTF-8");
    for (size_t k = 0; k < template->text.len; k++)
        if (template->text.ptr[k] == 0)
            return error_at(e, template, k, 1, "the character NUL");
    return true;
}

static str text_of(const datum *front, const char *key) {
    return datum_as_text(datum_get(front, key));
}

/* What the front matter says of itself, as the innermost names for the template's own text. */
static const context *with_front(const document *d, const context *c, arena *a) {
    static const char *const names[] = {"title", "subtitle", "author", "subject"};
    datum *own = datum_map(a);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (datum_get(d->front, names[k]))
            datum_put(a, own, names[k], datum_text(a, text_of(d->front, names[k])));
    datum_put(a, own, "lang", datum_text(a, d->lang));
    context *inner = ARENA_NEW(a, context);
    *inner = (context){.view = view_of_datum(own), .outer = c};
    return inner;
}

static void take_front(document *d, str lang) {
    d->title = text_of(d->front, "title");
    d->author = text_of(d->front, "author");
    d->subject = text_of(d->front, "subject");
    d->lang = datum_get(d->front, "lang") ? text_of(d->front, "lang") : lang;
}

/* Without a title of its own a document is called as its first heading. */
static void title_from_heading(document *d, arena *a) {
    for (size_t k = 0; k < d->count && d->title.len == 0; k++)
        if (d->blocks[k]->kind == BLOCK_HEADING)
            d->title = spans_plain(d->blocks[k]->spans, d->blocks[k]->span_count, a);
}

static bool expand_body(document *d, const source *template, size_t body, const context *c, const phrases *p, arena *a,
                        error *e) {
    wording_text text = wording_text_of(template, body, template->text.len, a);
    expansion *x = ARENA_NEW(a, expansion);
    if (!mustache_expand_text(&text, with_front(d, c, a), p, mustache_escape_markdown, a, x, e))
        return false;
    d->expansion = x;
    d->markdown = x->text;
    return true;
}

document *document_make(const source *template, const context *c, const phrases *p, str lang, arena *a, error *e) {
    document *d = ARENA_NEW(a, document);
    size_t body;
    datum *front = check_text(template, e) ? front_read(template, &body, a, e) : NULL;
    if (!front || !front_expand(front, template, c, p, a, e))
        return NULL;
    d->front = front;
    d->front_source = template;
    take_front(d, lang);
    prepared ready;
    if (!expand_body(d, template, body, c, p, a, e) || !prepare(d->expansion, &ready, a, e) ||
        !markdown_read(d, &ready, a, e))
        return NULL;
    title_from_heading(d, a);
    return d;
}
