#include "visible.h"

#include "grapheme.h"
#include "utf8.h"

#include <stdio.h>
#include <utf8proc.h>

enum {
    BOXED_SPACE = 0x2423,
    CONTROL_PICTURES = 0x2400,
    DELETE_PICTURE = 0x2421,
    DOTTED_CIRCLE = 0x25CC,
    JOINER = 0x200D,
    NON_JOINER = 0x200C,
    EMOJI_STYLE = 0xFE0F,
    BLACK_FLAG = 0x1F3F4,
    CANCEL_TAG = 0xE007F,
    REPLACEMENT = 0xFFFD
};

typedef struct range {
    uint32_t first, last;
} range;

static bool in_ranges(uint32_t c, const range *ranges, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (c >= ranges[k].first && c <= ranges[k].last)
            return true;
    return false;
}

#define IN(c, ranges) in_ranges((c), (ranges), sizeof(ranges) / sizeof(ranges)[0])

static utf8proc_category_t category_of(uint32_t c) {
    return utf8proc_category((utf8proc_int32_t)c);
}

/* A mark that is set over, under or round the letter before it. */
static bool is_mark(uint32_t c) {
    utf8proc_category_t category = category_of(c);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME || category == UTF8PROC_CATEGORY_MC;
}

static bool is_selector(uint32_t c) {
    return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}

static bool is_tag(uint32_t c) {
    return c >= 0xE0020 && c <= CANCEL_TAG;
}

/* ---- what has no ink, or is obeyed instead of shown ---- */

/* Format characters that are drawn: they stand over or under the number that follows. */
static bool is_drawn_format(uint32_t c) {
    static const range drawn[] = {{0x0600, 0x0605}, {0x06DD, 0x06DD},   {0x070F, 0x070F},  {0x0890, 0x0891},
                                  {0x08E2, 0x08E2}, {0x110BD, 0x110BD}, {0x110CD, 0x110CD}};
    return IN(c, drawn);
}

/* Ignored by what draws text, though they are neither format nor control characters; and what is no character. */
static bool is_ignored(uint32_t c) {
    static const range ignored[] = {{0x034F, 0x034F}, {0x115F, 0x1160},  {0x17B4, 0x17B5}, {0x180B, 0x180F},
                                    {0x2065, 0x2065}, {0x3164, 0x3164},  {0xFDD0, 0xFDEF}, {0xFFA0, 0xFFA0},
                                    {0xFFF0, 0xFFF8}, {0xE0000, 0xE0FFF}};
    return is_selector(c) || (c & 0xFFFE) == 0xFFFE || IN(c, ignored);
}

static bool is_hidden(uint32_t c) {
    if (c < 0x7F)
        return c < ' ';
    switch (category_of(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return true;
    case UTF8PROC_CATEGORY_CF:
        return !is_drawn_format(c);
    default:
        return is_ignored(c);
    }
}

/* ---- which of them a reader expects where they are ---- */

/* The character that ends before byte `*at`, which moves to its beginning; 0 if there is none. */
static uint32_t previous(str text, size_t *at) {
    size_t from = *at;
    if (!from)
        return 0;
    do
        from--;
    while (from && *at - from < 4 && ((unsigned char)text.ptr[from] & 0xC0) == 0x80);
    *at = from;
    return utf8_next(text, &from);
}

static uint32_t following(str text, size_t at) {
    return at < text.len ? utf8_next(text, &at) : 0;
}

static bool is_pictograph(uint32_t c) {
    return utf8proc_get_property((utf8proc_int32_t)c)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

static bool is_letter_or_mark(uint32_t c) {
    return is_mark(c) || category_of(c) == UTF8PROC_CATEGORY_LO;
}

/* Letters whose shape a joiner between them changes: of Arabic, or of the scripts of India. */
static bool are_shaped(uint32_t before, uint32_t after) {
    bool arabic = before >= 0x0620 && before < 0x0900 && after >= 0x0620 && after < 0x0900;
    bool indic = before >= 0x0900 && before < 0x0E00 && after >= 0x0900 && after < 0x0E00;
    return (arabic || indic) && is_letter_or_mark(before) && is_letter_or_mark(after);
}

static bool selects(str text, size_t at) {
    uint32_t before = previous(text, &at);
    return before > ' ' && !is_hidden(before);
}

static bool joins(str text, size_t at, size_t end, uint32_t joiner) {
    uint32_t before = previous(text, &at), after = following(text, end);
    if (are_shaped(before, after))
        return true;
    for (; before == EMOJI_STYLE || (before >= 0x1F3FB && before <= 0x1F3FF); before = previous(text, &at))
        if (before == EMOJI_STYLE && !selects(text, at)) /* else a colour of skin */
            return false;
    return joiner == JOINER && is_pictograph(before) && is_pictograph(after);
}

/* A flag of a region: a black flag, its name in at most six tags, and the tag that ends it. */
static bool is_in_flag(str text, size_t at) {
    enum { MOST_TAGS = 7 };
    size_t from = at, count = 0;
    uint32_t c = previous(text, &from);
    for (; is_tag(c) && c != CANCEL_TAG && count < MOST_TAGS; count++)
        c = previous(text, &from);
    if (c != BLACK_FLAG)
        return false;
    while (at < text.len && count++ < MOST_TAGS) {
        c = utf8_next(text, &at);
        if (c == CANCEL_TAG || !is_tag(c))
            return c == CANCEL_TAG;
    }
    return false;
}

static bool is_expected(str text, size_t at, size_t end, uint32_t c) {
    if (c == JOINER || c == NON_JOINER)
        return joins(text, at, end, c);
    return is_selector(c) ? selects(text, at) : is_tag(c) && is_in_flag(text, at);
}

bool visible_is_hidden(str text, size_t at) {
    size_t end = at;
    uint32_t c = utf8_next(text, &end);
    return is_hidden(c) && !is_expected(text, at, end, c);
}

/* ---- for a terminal ---- */

size_t visible_next(str text, size_t *at, char shown[VISIBLE_MOST]) {
    size_t from = *at;
    uint32_t c = utf8_next(text, at);
    if (c == REPLACEMENT && *at == from + 1)
        return (size_t)snprintf(shown, VISIBLE_MOST, "\\x%02X", (unsigned char)text.ptr[from]);
    if (!is_hidden(c) || is_expected(text, from, *at, c))
        return utf8_encode(c, shown);
    if (c < ' ')
        return utf8_encode(CONTROL_PICTURES + c, shown);
    if (c == 0x7F)
        return utf8_encode(DELETE_PICTURE, shown);
    return (size_t)snprintf(shown, VISIBLE_MOST, "<U+%04X>", (unsigned)c);
}

/* Whether there is nothing to look up: most texts are of plain letters. */
static bool is_plain(str text, bool lines) {
    for (size_t k = 0; k < text.len; k++) {
        unsigned char c = (unsigned char)text.ptr[k];
        if (c >= 0x7F || (c < ' ' && !(lines && c == '\n')))
            return false;
    }
    return true;
}

static str terminal_text(str text, bool lines, arena *a) {
    if (is_plain(text, lines))
        return text;
    char shown[VISIBLE_MOST];
    strbuf b = strbuf_in(a);
    strbuf_reserve(&b, text.len);
    for (size_t at = 0; at < text.len;) {
        if (lines && text.ptr[at] == '\n') {
            strbuf_add_byte(&b, text.ptr[at++]);
            continue;
        }
        size_t length = visible_next(text, &at, shown);
        strbuf_add(&b, (str){shown, length});
    }
    return strbuf_text(&b);
}

str visible_line(str text, arena *a) {
    return terminal_text(text, false, a);
}

str visible_lines(str text, arena *a) {
    return terminal_text(text, true, a);
}

/* ---- for sentences in which every character counts ---- */

static bool is_inkless(uint32_t c) {
    return is_hidden(c) || category_of(c) == UTF8PROC_CATEGORY_ZS;
}

/* Joiners and variation selectors mean something to the letter before them and have no ink of their own. */
static bool is_modifier(str text, size_t at, uint32_t c) {
    return c == JOINER || is_selector(c) || (is_tag(c) && is_in_flag(text, at));
}

static void add_visible(strbuf *b, uint32_t c, bool alone, bool modifier) {
    if (c == ' ')
        strbuf_add_code_point(b, BOXED_SPACE);
    else if (c < ' ')
        strbuf_add_code_point(b, CONTROL_PICTURES + c);
    else if (c == 0x7F)
        strbuf_add_code_point(b, DELETE_PICTURE);
    else if (is_inkless(c) && (alone || !modifier))
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
        size_t from = at;
        uint32_t c = utf8_next(text, &at);
        bool modifier = is_modifier(text, from, c);
        add_visible(&b, c, alone, modifier);
        alone = is_inkless(c) && !modifier;
    }
    return b.len == text.len ? text : strbuf_text(&b);
}

str visible_label(str label, arena *a) {
    return label.len && grapheme_end(label, 0) == label.len ? visible_text(label, a) : label;
}
