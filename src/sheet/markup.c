#include "markup.h"

#include "math.h"

/* Adds the formula after the $ at `at`; returns where the text goes on. */
static size_t add_math(strbuf *b, str text, size_t at) {
    size_t end = str_find(text, STR("$"), at + 1);
    if (end == SIZE_MAX)
        end = text.len;
    error unread = error_in(b->arena);
    source where = {STR("label"), text};
    math *m = math_read(&where, at + 1, end - at - 1, b->arena, &unread);
    strbuf_add(b, m ? math_plain(m, b->arena) : str_slice(text, at + 1, end));
    return end + 1;
}

str markup_plain(str markup, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t at = 0; at < markup.len;) {
        char c = markup.ptr[at];
        if (c == '$') {
            at = add_math(&b, markup, at);
        } else if (c == '*') {
            at++;
        } else {
            at += c == '\\' && at + 1 < markup.len;
            strbuf_add_byte(&b, markup.ptr[at++]);
        }
    }
    return strbuf_text(&b);
}
