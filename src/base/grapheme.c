#include "grapheme.h"

#include "utf8.h"

#include <utf8proc.h>

static const utf8proc_option_t form_c = (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_COMPOSE);

static bool is_ascii(str text) {
    for (size_t k = 0; k < text.len; k++)
        if ((unsigned char)text.ptr[k] >= 0x80)
            return false;
    return true;
}

/* Decomposed in the arena first, so that nothing has to be freed: one code point a place, which composing only
 * shortens. */
str grapheme_composed(str text, arena *a) {
    if (is_ascii(text))
        return text;
    const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)text.ptr;
    utf8proc_ssize_t count = utf8proc_decompose(bytes, (utf8proc_ssize_t)text.len, NULL, 0, form_c);
    if (count < 0)
        return text;
    utf8proc_int32_t *points = ARENA_ARRAY(a, utf8proc_int32_t, (size_t)count + 1); /* and room for a NUL */
    utf8proc_decompose(bytes, (utf8proc_ssize_t)text.len, points, count, form_c);
    utf8proc_ssize_t length = utf8proc_reencode(points, count, form_c);
    return length < 0 ? text : (str){(const char *)points, (size_t)length};
}

size_t grapheme_end(str text, size_t at) {
    utf8proc_int32_t state = 0, before = (utf8proc_int32_t)utf8_next(text, &at);
    if (at < text.len && before < 0x80 && before != '\r' && (unsigned char)text.ptr[at] < 0x80)
        return at; /* what most text is made of need not be looked up */
    while (at < text.len) {
        size_t next = at;
        utf8proc_int32_t here = (utf8proc_int32_t)utf8_next(text, &next);
        if (utf8proc_grapheme_break_stateful(before, here, &state))
            break;
        before = here;
        at = next;
    }
    return at;
}
