/* An expansion is its text and a rising list of marks; a byte belongs to the last mark at or before it:
 *
 *   text     # The polygon game\nChains of 3 vertices
 *   marks    ^0         literal, template byte 0     ^ value of {{length}} ^ literal again
 *
 * A literal mark holds for as long as the template's bytes follow one another, so one mark a stretch is enough. */
#include "expansion.h"

void expansion_begin(expansion *x, arena *a) {
    if (!x->buffer.arena) {
        x->buffer = strbuf_in(a);
        strbuf_add(&x->buffer, x->text);
    }
    expansion_settle(x);
}

void expansion_settle(expansion *x) {
    x->text = strbuf_text(&x->buffer);
}

static void add_mark(expansion *x, expansion_mark mark, arena *a) {
    mark.output = x->buffer.len;
    if (x->count && x->marks[x->count - 1].output == mark.output)
        x->marks[x->count - 1] = mark;
    else
        *ARENA_PUSH(a, x, marks, count, capacity) = mark;
}

/* End of the stretch from `from` whose bytes also follow one another in the source. */
static size_t stretch_end(const wording_text *t, size_t from, size_t to) {
    if (!t->places)
        return to;
    size_t k = from + 1;
    while (k < to && t->places[k] == t->places[k - 1] + 1)
        k++;
    return k;
}

void expansion_add_literal(expansion *x, const wording_text *t, size_t from, size_t to, const context *c, arena *a) {
    while (from < to) {
        size_t end = stretch_end(t, from, to);
        add_mark(x, (expansion_mark){.source = t->source, .at = wording_place(t, from), .literal = true, .context = c},
                 a);
        strbuf_add(&x->buffer, str_slice(t->text, from, end));
        from = end;
    }
    expansion_settle(x);
}

void expansion_mark_value(expansion *x, const source *source, size_t at, size_t length, const context *c, arena *a) {
    add_mark(x, (expansion_mark){.source = source, .at = at, .length = length, .context = c}, a);
}

const expansion_mark *expansion_mark_at(const expansion *x, size_t output) {
    size_t low = 0, high = x->count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (x->marks[middle].output <= output)
            low = middle;
        else
            high = middle;
    }
    return x->count ? &x->marks[low] : NULL;
}

bool expansion_error(const expansion *x, size_t output, size_t length, error *e, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str message = str_formatv(e->arena, format, args);
    va_end(args);
    const expansion_mark *m = expansion_mark_at(x, output);
    if (!m)
        return error_plain(e, STATUS_INPUT, "%.*s", STR_ARG(message));
    if (!m->literal)
        return error_at(e, m->source, m->at, m->length, "%.*s", STR_ARG(message));
    return error_at(e, m->source, m->at + (output - m->output), length, "%.*s", STR_ARG(message));
}

size_t wording_place(const wording_text *t, size_t k) {
    return t->places ? t->places[k] : t->offset + k;
}

wording_text wording_text_of(const source *file, size_t from, size_t to, arena *a) {
    if (from == 0 && str_starts(file->text, "\xEF\xBB\xBF"))
        from = 3;
    str raw = str_slice(file->text, from, to);
    if (str_find(raw, STR("\r\n"), 0) == SIZE_MAX)
        return (wording_text){raw, file, from, NULL};
    char *text = arena_alloc(a, raw.len + 1);
    size_t *places = ARENA_ARRAY(a, size_t, raw.len + 1), length = 0;
    for (size_t k = 0; k < raw.len; k++) {
        if (raw.ptr[k] == '\r' && k + 1 < raw.len && raw.ptr[k + 1] == '\n')
            continue;
        places[length] = from + k;
        text[length++] = raw.ptr[k];
    }
    places[length] = from + raw.len;
    return (wording_text){{text, length}, file, from, places};
}
