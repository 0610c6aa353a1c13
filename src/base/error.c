/* An error keeps its message, and of the input only the line at fault, with where in it. What is printed is made of
 * these when it is printed:
 *
 *   handtrace: bad.txt:2:7: expected a number, got 'x'      name, line and column, message
 *     t 4 + x                                               the line, of a long one the stretch around it
 *           ^                                               `width` carets
 */
#include "error.h"

#include "utf8.h"
#include "visible.h"

error error_in(arena *a) {
    return (error){.arena = a};
}

bool error_set(const error *e) {
    return e->status != STATUS_OK;
}

/* error.h has macros of these names for the analyzer. */
#undef error_plain
#undef error_at

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

bool source_is_text(const source *where, error *e) {
    str text = where->text;
    size_t bad = utf8_invalid(text);
    const char *nul = text.len ? memchr(text.ptr, 0, bad < text.len ? bad : text.len) : NULL;
    if (nul)
        return error_at(e, where, (size_t)(nul - text.ptr), 1, "expected text, got a NUL byte");
    return bad == SIZE_MAX ||
           error_at(e, where, bad, 1, "expected text in UTF-8, got the byte 0x%02X", (unsigned char)text.ptr[bad]);
}

/* Nothing in a message can write to the terminal, and it is UTF-8 whatever is said in it. */
static void add_shown(strbuf *b, str text) {
    char shown[VISIBLE_MOST];
    for (size_t at = 0; at < text.len;) {
        size_t length = visible_next(text, &at, shown);
        strbuf_add(b, (str){shown, length});
    }
}

/* The next character of a line at `*at`, as it is shown. Tabs stay tabs, so that the caret stands right. */
static str next_shown(str line, size_t *at, char shown[VISIBLE_MOST]) {
    if (line.ptr[*at] == '\t') {
        ++*at;
        return STR("\t");
    }
    size_t length = visible_next(line, at, shown);
    return (str){shown, length};
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

/* Lines after the first begin with a blank, so that none of them can be taken for a message of its own. */
static bool ends_line(str message, size_t at) {
    return message.ptr[at] == '\n' && at + 1 < message.len && message.ptr[at + 1] == ' ';
}

static void add_message(strbuf *b, str message) {
    size_t start = b->len;
    for (size_t at = 0; at < message.len;) {
        if (b->len - start > LONGEST_MESSAGE) {
            strbuf_add_c(b, "…");
            return;
        }
        size_t end = at;
        while (end < message.len && message.ptr[end] != ' ' && !ends_line(message, end))
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
    char bytes[VISIBLE_MOST];
    size_t before = 0, at = 0;
    for (; at < line.len && before + 1 < e->column; before++)
        utf8_next(line, &at);
    size_t from = before > SHOWN_COLUMNS / 2 ? skip_characters(line, 0, before - SHOWN_COLUMNS / 2) : 0;
    size_t to = skip_characters(line, from, SHOWN_COLUMNS);
    strbuf_add_c(b, from ? "  …" : "  ");
    for (size_t k = from; k < to;)
        strbuf_add(b, next_shown(line, &k, bytes));
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
