#include "visible.h"

#include "grapheme.h"
#include "utf8.h"

#include <utf8proc.h>

enum {
    BOXED_SPACE = 0x2423,
    CONTROL_PICTURES = 0x2400,
    DELETE_PICTURE = 0x2421,
    DOTTED_CIRCLE = 0x25CC,
    JOINER = 0x200D
};

/* A mark that is set over, under or round the letter before it. */
static bool is_mark(uint32_t c) {
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME || category == UTF8PROC_CATEGORY_MC;
}

/* Variation selectors, joiners and tags mean something to the letter before them and have no ink of their own. */
static bool is_modifier(uint32_t c) {
    return c == JOINER || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0020 && c <= 0xE01EF);
}

static bool is_inkless(uint32_t c) {
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
        return true;
    default:
        return is_modifier(c) || c == 0x3164 || c == 0x115F || c == 0x1160 || c == 0xFFA0; /* Hangul fillers */
    }
}

static void add_visible(strbuf *b, uint32_t c, bool alone) {
    if (c == ' ')
        strbuf_add_code_point(b, BOXED_SPACE);
    else if (c < ' ')
        strbuf_add_code_point(b, CONTROL_PICTURES + c);
    else if (c == 0x7F)
        strbuf_add_code_point(b, DELETE_PICTURE);
    else if (is_inkless(c) && (alone || !is_modifier(c)))
        strbuf_addf(b, "U+%04X", (unsigned)c);
    else {
        if (alone && is_mark(c))
            strbuf_add_code_point(b, DOTTED_CIRCLE);
        strbuf_add_code_point(b, c);
    }
}

str visible_text(str text, arena *a) {
    strbuf b = strbuf_in(a);
    bool alone = true; /* nothing stands before that a mark could be set on */
    strbuf_reserve(&b, text.len);
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text, &at);
        add_visible(&b, c, alone);
        alone = is_inkless(c) && !is_modifier(c);
    }
    return b.len == text.len ? text : strbuf_text(&b);
}

str visible_label(str label, arena *a) {
    return label.len && grapheme_end(label, 0) == label.len ? visible_text(label, a) : label;
}
