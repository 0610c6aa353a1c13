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

/* What stands for a character in a message. Control characters are drawn as their pictures and bytes that are no UTF-8
 * as U+FFFD, so that an input cannot write to the terminal. */
static str shown_character(uint32_t c, char bytes[4]) {
    if (c < 0x20 && c != '\t' && c != '\n')
        c += 0x2400;
    else if (c == 0x7F)
        c = 0x2421;
    else if (c > 0x7F && c < 0xA0)
        c = 0xFFFD;
    return (str){bytes, utf8_encode(c, bytes)};
}

/* The next character of `text` at `*at`, as it is shown. */
static str next_shown(str text, size_t *at, char bytes[4]) {
    return shown_character(utf8_next(text, at), bytes);
}

static void add_shown(strbuf *b, str text) {
    char bytes[4];
    for (size_t at = 0; at < text.len;)
        strbuf_add(b, next_shown(text, &at, bytes));
}

enum { SHOWN_COLUMNS = 100, LONGEST_WORD = 250, WORD_HEAD = 100, WORD_TAIL = 50, LONGEST_MESSAGE = 4000 };

static size_t skip_characters(str text, size_t at, size_t count) {
    while (count-- && at < text.len)
        utf8_next(text, &at);
    return at;
}

/* A word that goes on for ever, such as a number of a million digits, without its middle. */
static void add_word(strbuf *b, str word) {
    size_t count = utf8_count(word);
    if (count <= LONGEST_WORD) {
        add_shown(b, word);
        return;
    }
    add_shown(b, str_slice(word, 0, skip_characters(word, 0, WORD_HEAD)));
    strbuf_add_c(b, "…");
    add_shown(b, str_slice(word, skip_characters(word, 0, count - WORD_TAIL), word.len));
}

static void add_message(strbuf *b, str message) {
    size_t start = b->len;
    for (size_t at = 0; at < message.len;) {
        if (b->len - start > LONGEST_MESSAGE) {
            strbuf_add_c(b, "…");
            return;
        }
        size_t end = at;
        while (end < message.len && message.ptr[end] != ' ' && message.ptr[end] != '\n')
            end++;
        add_word(b, str_slice(message, at, end));
        if (end < message.len)
            strbuf_add_byte(b, message.ptr[end++]);
        at = end;
    }
}

/* The line with a caret under its fault; of a very long line the stretch around it. */
static void add_line(strbuf *b, const error *e) {
    str line = e->line_text;
    char bytes[4];
    size_t before = 0, at = 0;
    for (; at < line.len && before + 1 < e->column; before++)
        utf8_next(line, &at);
    size_t from = before > SHOWN_COLUMNS / 2 ? skip_characters(line, 0, before - SHOWN_COLUMNS / 2) : 0;
    size_t to = skip_characters(line, from, SHOWN_COLUMNS);
    strbuf_add_c(b, from ? "  …" : "  ");
    add_shown(b, str_slice(line, from, to));
    strbuf_add_c(b, to < line.len ? "…\n  " : "\n  ");
    if (from)
        strbuf_add_byte(b, ' ');
    for (size_t k = from; k < at;) { /* tabs stay tabs, so that the caret stands right */
        str shown = next_shown(line, &k, bytes);
        size_t columns = utf8_columns(shown);
        for (size_t w = 0; w < columns; w++)
            strbuf_add_byte(b, shown.ptr[0] == '\t' ? '\t' : ' ');
    }
    size_t marks = 0;
    for (size_t k = at, w = 0; w < e->width && k < to; w++)
        marks += utf8_columns(next_shown(line, &k, bytes));
    for (size_t k = 0; k < (marks ? marks : 1); k++)
        strbuf_add_byte(b, '^');
    strbuf_add_byte(b, '\n');
}

str error_text(const error *e) {
    strbuf b = strbuf_in(e->arena);
    strbuf_add_c(&b, "handtrace: ");
    if (e->line) {
        add_shown(&b, e->file);
        strbuf_addf(&b, ":%zu:%zu: ", e->line, e->column);
    }
    add_message(&b, e->message);
    strbuf_add_byte(&b, '\n');
    if (e->line && e->line_text.len)
        add_line(&b, e);
    return strbuf_text(&b);
}

void error_print(const error *e, FILE *out) {
    str text = error_text(e);
    fwrite(text.ptr, 1, text.len, out);
}
