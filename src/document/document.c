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

const datum *document_front(const source *template, arena *a, error *e) {
    size_t body;
    return front_read(template, &body, a, e);
}

/* Where the first control character is that is not a blank, or SIZE_MAX. */
static size_t find_control(str text) {
    for (size_t k = 0; k < text.len; k++) {
        unsigned char c = (unsigned char)text.ptr[k];
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F)
            return k;
    }
    return SIZE_MAX;
}

static bool check_text(const source *template, error *e) {
    if (!source_is_text(template, e))
        return false;
    size_t control = find_control(template->text);
    return control == SIZE_MAX ||
           error_at(e, template, control, 1, "the control character U+%04X", (unsigned)template->text.ptr[control]);
}

/* Values may bring one in. */
static bool check_expanded(const document *d, error *e) {
    size_t at = find_control(d->markdown);
    return at == SIZE_MAX ||
           document_error(d, at, 1, e, "the control character U+%04X in a value", (unsigned)d->markdown.ptr[at]);
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

/* ---- links ---- */

static bool holds_anchor(block *const *blocks, size_t count, str name) {
    for (size_t k = 0; k < count; k++)
        if (str_equal(blocks[k]->anchor, name) || holds_anchor(blocks[k]->children, blocks[k]->child_count, name))
            return true;
    return false;
}

static bool has_anchor(const document *d, str name) {
    /* Figures and tables are numbered when the sheet is made. */
    return str_starts(name, "figure-") || str_starts(name, "table-") || holds_anchor(d->blocks, d->count, name);
}

/* Whether a link begins so, in whatever letters. */
static bool begins(str link, const char *scheme) {
    size_t length = strlen(scheme);
    if (link.len <= length)
        return false;
    for (size_t k = 0; k < length; k++) {
        char c = link.ptr[k];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != scheme[k])
            return false;
    }
    return true;
}

/* All others may run a program or read a file where the document is opened, and a template or a value in it may come
 * from somebody else. */
static bool leads_out(str link) {
    return begins(link, "https://") || begins(link, "http://") || begins(link, "mailto:");
}

static bool check_spans(const document *d, const span *spans, size_t count, error *e) {
    for (size_t k = 0; k < count; k++) {
        str link = spans[k].link;
        bool inside = str_starts(link, "#");
        if (inside && !has_anchor(d, str_slice(link, 1, link.len)))
            return document_error(d, spans[k].at, spans[k].text.len, e,
                                  "link target \"%.*s\" does not exist in the document", STR_ARG(link));
        if (link.len && !inside && !leads_out(link))
            return document_error(d, spans[k].at, spans[k].text.len, e,
                                  "a link must be (#heading), (https://…), (http://…) or (mailto:…), got (%.*s)",
                                  STR_ARG(link));
    }
    return true;
}

static bool check_links(const document *d, block *const *blocks, size_t count, error *e) {
    for (size_t k = 0; k < count; k++) {
        const block *b = blocks[k];
        bool good = check_spans(d, b->spans, b->span_count, e) && check_links(d, b->children, b->child_count, e);
        for (size_t f = 0; good && f < b->figure_count; f++)
            good = check_spans(d, b->figures[f]->caption, b->figures[f]->caption_count, e);
        if (!good)
            return false;
    }
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
    if (!expand_body(d, template, body, c, p, a, e) || !check_expanded(d, e) || !prepare(d->expansion, &ready, a, e) ||
        !markdown_read(d, &ready, a, e) || !check_links(d, d->blocks, d->count, e))
        return NULL;
    title_from_heading(d, a);
    return d;
}
