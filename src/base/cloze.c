#include "cloze.h"

#include "utf8.h"

#include <string.h>

static str sign(uint32_t code_point, arena *a) {
    char bytes[4];
    size_t length = utf8_encode(code_point, bytes);
    return str_copy(a, (str){bytes, length});
}

static uint32_t of_room(size_t characters) {
    size_t step = characters / 2;
    return step > CLOZE_LAST - CLOZE_FIRST ? CLOZE_LAST : CLOZE_FIRST + (uint32_t)step;
}

str cloze_left(size_t characters, arena *a) {
    return sign(of_room(characters), a);
}

str cloze_with(size_t characters, str text, arena *a) {
    str open = sign(CLOZE_OPEN, a), close = sign(CLOZE_CLOSE, a), room = cloze_left(characters, a);
    return str_format(a, "%.*s%.*s%.*s%.*s", STR_ARG(open), STR_ARG(room), STR_ARG(cloze_plain(text, a)),
                      STR_ARG(close));
}

static bool take_room(str text, size_t *at, cloze *b) {
    if (*at >= text.len)
        return false;
    size_t next = *at;
    uint32_t c = utf8_next(text, &next);
    if (c < CLOZE_FIRST || c > CLOZE_LAST)
        return false;
    b->size = c - CLOZE_FIRST + 1;
    *at = next;
    return true;
}

bool cloze_next(str text, size_t *at, cloze *b) {
    size_t start = *at;
    *b = (cloze){0};
    if (start >= text.len || (unsigned char)text.ptr[start] != 0xEF)
        return false;
    if (take_room(text, at, b))
        return true;
    if (utf8_next(text, &start) != CLOZE_OPEN || !take_room(text, &start, b))
        return false;
    for (size_t end = start; end < text.len;) {
        size_t before = end;
        if (utf8_next(text, &end) != CLOZE_CLOSE)
            continue;
        b->written = true;
        b->text = str_slice(text, start, before);
        *at = end;
        return true;
    }
    return false;
}

bool cloze_is(str text, cloze *b) {
    cloze found;
    size_t at = 0;
    return cloze_next(text, &at, b ? b : &found) && at == text.len;
}

bool cloze_in(str text) {
    cloze found;
    for (const char *p = text.len ? memchr(text.ptr, 0xEF, text.len) : NULL; p;) {
        size_t at = (size_t)(p - text.ptr);
        if (cloze_next(text, &at, &found))
            return true;
        at++;
        p = at < text.len ? memchr(text.ptr + at, 0xEF, text.len - at) : NULL;
    }
    return false;
}

str cloze_plain(str text, arena *a) {
    if (!cloze_in(text))
        return text;
    strbuf b = strbuf_in(a);
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        cloze found;
        if (cloze_next(text, &at, &found)) {
            strbuf_add(&b, found.written ? found.text : STR("____"));
            continue;
        }
        utf8_next(text, &at);
        strbuf_add(&b, str_slice(text, from, at));
    }
    return strbuf_text(&b);
}
