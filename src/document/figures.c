#include "figures.h"

#include "utf8.h"

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* %2C is a comma. */
static str decode(str text, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < text.len; k++) {
        int high = text.ptr[k] == '%' && k + 2 < text.len ? hex_digit(text.ptr[k + 1]) : -1;
        int low = high >= 0 ? hex_digit(text.ptr[k + 2]) : -1;
        if (low < 0) {
            strbuf_add_byte(&b, text.ptr[k]);
            continue;
        }
        strbuf_add_byte(&b, (char)(high * 16 + low));
        k += 2;
    }
    return strbuf_text(&b);
}

/* What was decoded may be anything. */
static bool is_text(str text) {
    for (size_t k = 0; k < text.len; k++)
        if ((unsigned char)text.ptr[k] < ' ' || text.ptr[k] == 0x7F)
            return false;
    return utf8_invalid(text) == SIZE_MAX;
}

/* "25mm" or "70pt" in points; 0 if it is neither. */
static double read_length(str text) {
    double value = 0, unit = str_ends(text, "mm") ? 72 / 25.4 : str_ends(text, "pt") ? 1 : 0;
    for (size_t k = 0; k + 2 < text.len; k++) {
        if (text.ptr[k] < '0' || text.ptr[k] > '9' || value > 10000)
            return 0;
        value = value * 10 + (text.ptr[k] - '0');
    }
    return text.len > 2 ? value * unit : 0;
}

/* Lengths that say how large the figure may be are the sheet's business and no parameters of its kind. */
static bool take_length(const document *d, figure_reference *f, str key, str value, bool *taken, error *e) {
    double *into = str_is(key, "width") ? &f->most_width : str_is(key, "height") ? &f->most_height : NULL;
    *taken = into != NULL;
    if (into)
        *into = read_length(value);
    return !into || *into > 0 ||
           document_error(d, f->markdown_at, f->markdown_length, e,
                          "%.*s of a figure: expected a length, 25mm or 70pt, got \"%.*s\"", STR_ARG(key),
                          STR_ARG(value));
}

static bool read_params(const document *d, figure_reference *f, str query, arena *a, error *e) {
    datum *params = datum_map(a);
    for (size_t from = 0; from < query.len;) {
        size_t to = str_find(query, STR("&"), from);
        str pair = str_slice(query, from, to);
        size_t equals = str_find(pair, STR("="), 0);
        str key = decode(str_slice(pair, 0, equals), a);
        if (equals == SIZE_MAX || key.len == 0)
            return document_error(d, f->markdown_at, f->markdown_length, e, "\"%.*s\" is not of the form name=value",
                                  STR_ARG(pair));
        str value = decode(str_slice(pair, equals + 1, pair.len), a);
        if (!is_text(key) || !is_text(value))
            return document_error(d, f->markdown_at, f->markdown_length, e,
                                  "expected text in UTF-8 without control characters after %%, got \"%.*s\"",
                                  STR_ARG(pair));
        if (datum_get_str(params, key))
            return document_error(d, f->markdown_at, f->markdown_length, e, "\"%.*s\" is given twice", STR_ARG(key));
        bool length;
        if (!take_length(d, f, key, value, &length, e))
            return false;
        if (!length)
            datum_put_str(a, params, key, datum_text(a, value));
        from = to == SIZE_MAX ? query.len : to + 1;
    }
    f->params = params;
    return true;
}

/* The moment of the innermost context that stands for one. */
static story_moment moment_of(const context *c) {
    story_moment m = {0};
    for (; c; c = c->outer)
        if (story_moment_of_view(&c->view, &m))
            break;
    return m;
}

/* Where the template has the image: its first byte, and as far as it goes in one piece. */
static void place_in_template(const document *d, figure_reference *f) {
    const expansion_mark *first = expansion_mark_at(d->expansion, f->markdown_at);
    const expansion_mark *last = expansion_mark_at(d->expansion, f->markdown_at + f->markdown_length - 1);
    f->source = first->source;
    f->context = first->context;
    f->at = first->at + (first->literal ? f->markdown_at - first->output : 0);
    size_t end =
        last->literal ? last->at + (f->markdown_at + f->markdown_length - last->output) : last->at + last->length;
    f->length = last->source == first->source && end > f->at ? end - f->at : 1;
}

figure_reference *figure_reference_of(const document *d, str target, size_t at, size_t length, arena *a, error *e) {
    figure_reference *f = ARENA_NEW(a, figure_reference);
    f->markdown_at = at;
    f->markdown_length = length;
    if (!str_starts(target, "figure:")) {
        document_error(d, at, length, e, "an image is written ![caption](figure:NAME)");
        return NULL;
    }
    size_t query = str_find(target, STR("?"), 0);
    f->name = decode(str_slice(target, 7, query), a);
    if (f->name.len == 0) {
        document_error(d, at, length, e, "the name of the figure is missing after \"figure:\"");
        return NULL;
    }
    place_in_template(d, f);
    f->moment = moment_of(f->context);
    bool fine = query == SIZE_MAX || read_params(d, f, str_slice(target, query + 1, target.len), a, e);
    return fine ? f : NULL;
}
