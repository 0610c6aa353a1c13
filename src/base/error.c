#include "error.h"

#include "utf8.h"

error error_in(arena *a) {
    return (error){.arena = a};
}

bool error_set(const error *e) {
    return e->status != STATUS_OK;
}

bool error_plain(error *e, status status, const char *format, ...) {
    if (error_set(e))
        return false;
    va_list args;
    va_start(args, format);
    e->message = str_formatv(e->arena, format, args);
    va_end(args);
    e->status = status;
    return false;
}

bool error_at(error *e, const source *where, size_t at, size_t length, const char *format, ...) {
    if (error_set(e))
        return false;
    va_list args;
    va_start(args, format);
    e->message = str_formatv(e->arena, format, args);
    va_end(args);
    e->status = STATUS_INPUT;
    str text = where->text;
    if (at > text.len)
        at = text.len;
    size_t start = 0;
    e->line = 1;
    for (size_t k = 0; k < at; k++)
        if (text.ptr[k] == '\n') {
            e->line++;
            start = k + 1;
        }
    size_t end = at;
    while (end < text.len && text.ptr[end] != '\n')
        end++;
    if (end > start && text.ptr[end - 1] == '\r')
        end--;
    str line = str_slice(text, start, end);
    str before = str_slice(text, start, at);
    if (start == 0 && str_starts(line, "\xEF\xBB\xBF")) { /* a BOM has no column */
        line = str_slice(line, 3, line.len);
        before = str_slice(before, 3, before.len);
    }
    e->file = str_copy(e->arena, where->name);
    e->column = utf8_count(before) + 1;
    e->line_text = str_copy(e->arena, line);
    e->width = utf8_count(str_slice(text, at, at + length < end ? at + length : end));
    if (e->width == 0)
        e->width = 1;
    return false;
}

enum { SHOWN_COLUMNS = 100 };

/* The line with a caret under its fault; of a very long line the stretch around it. */
static void add_line(strbuf *b, const error *e) {
    str line = e->line_text;
    size_t before = 0, at = 0, skipped = 0;
    while (at < line.len && before + 1 < e->column) {
        utf8_next(line, &at);
        before++;
    }
    size_t from = 0;
    while (before - skipped > SHOWN_COLUMNS / 2) {
        utf8_next(line, &from);
        skipped++;
    }
    size_t to = from;
    for (size_t k = 0; k < SHOWN_COLUMNS && to < line.len; k++)
        utf8_next(line, &to);
    const char *left = from ? "…" : "";
    strbuf_addf(b, "  %s%.*s%s\n  ", left, (int)(to - from), line.ptr + from, to < line.len ? "…" : "");
    if (from)
        strbuf_add_byte(b, ' ');
    for (size_t k = from; k < at;) { /* tabs stay tabs, so that the caret stands right */
        uint32_t c = utf8_next(line, &k);
        char bytes[4];
        size_t columns = utf8_columns((str){bytes, utf8_encode(c, bytes)});
        for (size_t w = 0; w < columns; w++)
            strbuf_add_byte(b, c == '\t' ? '\t' : ' ');
    }
    size_t marks = 0;
    for (size_t k = at, w = 0; w < e->width && k < to; w++) {
        uint32_t c = utf8_next(line, &k);
        char bytes[4];
        marks += utf8_columns((str){bytes, utf8_encode(c, bytes)});
    }
    for (size_t k = 0; k < (marks ? marks : 1); k++)
        strbuf_add_byte(b, '^');
    strbuf_add_byte(b, '\n');
}

str error_text(const error *e) {
    strbuf b = strbuf_in(e->arena);
    strbuf_add_c(&b, "handtrace: ");
    if (e->line)
        strbuf_addf(&b, "%.*s:%zu:%zu: ", STR_ARG(e->file), e->line, e->column);
    strbuf_add(&b, e->message);
    strbuf_add_byte(&b, '\n');
    if (e->line && e->line_text.len)
        add_line(&b, e);
    return strbuf_text(&b);
}

void error_print(const error *e, FILE *out) {
    str text = error_text(e);
    fwrite(text.ptr, 1, text.len, out);
}
