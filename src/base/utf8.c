#include "utf8.h"

enum { REPLACEMENT = 0xFFFD };

/* Length of the valid sequence at `at`, or 0; its code point in *code_point. */
static size_t sequence(str s, size_t at, uint32_t *code_point) {
    const unsigned char *p = (const unsigned char *)s.ptr + at;
    size_t left = s.len - at;
    if (p[0] < 0x80) {
        *code_point = p[0];
        return 1;
    }
    size_t length = p[0] >= 0xF0 && p[0] < 0xF5   ? 4
                    : p[0] >= 0xE0 && p[0] < 0xF0 ? 3
                    : p[0] >= 0xC2 && p[0] < 0xE0 ? 2
                                                  : 0;
    if (!length || length > left)
        return 0;
    uint32_t c = p[0] & (0x7Fu >> length);
    for (size_t k = 1; k < length; k++) {
        if ((p[k] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (p[k] & 0x3F);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < least[length] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 0;
    *code_point = c;
    return length;
}

uint32_t utf8_next_long(str s, size_t *at) {
    uint32_t c;
    size_t length = sequence(s, *at, &c);
    *at += length ? length : 1;
    return length ? c : REPLACEMENT;
}

size_t utf8_invalid(str s) {
    uint32_t c;
    for (size_t at = 0; at < s.len;) {
        size_t length = sequence(s, at, &c);
        if (!length)
            return at;
        at += length;
    }
    return SIZE_MAX;
}

size_t utf8_encode(uint32_t c, char bytes[4]) {
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        c = REPLACEMENT;
    if (c < 0x80) {
        bytes[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        bytes[0] = (char)(0xC0 | c >> 6);
        bytes[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        bytes[0] = (char)(0xE0 | c >> 12);
        bytes[1] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[2] = (char)(0x80 | (c & 0x3F));
        return 3;
    }
    bytes[0] = (char)(0xF0 | c >> 18);
    bytes[1] = (char)(0x80 | (c >> 12 & 0x3F));
    bytes[2] = (char)(0x80 | (c >> 6 & 0x3F));
    bytes[3] = (char)(0x80 | (c & 0x3F));
    return 4;
}

size_t utf8_count(str s) {
    size_t count = 0;
    for (size_t at = 0; at < s.len; count++)
        utf8_next(s, &at);
    return count;
}

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

bool utf8_is_han(uint32_t c) {
    static const range han[] = {{0x2E80, 0x2FDF}, {0x3005, 0x3007}, {0x3400, 0x4DBF},
                                {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFD}};
    return c >= 0x2E80 && IN(c, han);
}

bool utf8_is_full_width(uint32_t c) {
    static const range wide[] = {{0x1100, 0x115F}, {0x3000, 0x303E}, {0x3041, 0x33FF}, {0xA000, 0xA4CF},
                                 {0xAC00, 0xD7A3}, {0xFE30, 0xFE4F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}};
    return c >= 0x1100 && (utf8_is_han(c) || IN(c, wide));
}

bool utf8_is_combining(uint32_t c) {
    static const range marks[] = {{0x0300, 0x036F}, {0x0483, 0x0489},  {0x0591, 0x05BD}, {0x1AB0, 0x1AFF},
                                  {0x1DC0, 0x1DFF}, {0x200B, 0x200F},  {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
                                  {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF}};
    return c >= 0x300 && IN(c, marks);
}

size_t utf8_columns(str s) {
    size_t columns = 0;
    for (size_t at = 0; at < s.len;) {
        uint32_t c = utf8_next(s, &at);
        columns += utf8_is_combining(c) ? 0 : utf8_is_full_width(c) || (c >= 0x1F300 && c < 0x1FB00) ? 2 : 1;
    }
    return columns;
}
