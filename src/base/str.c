#define _GNU_SOURCE
#include "str.h"

#include "utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int str_compare(str a, str b) {
    size_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter ? memcmp(a.ptr, b.ptr, shorter) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

str str_trim_left(str s) {
    while (s.len && char_is_blank(s.ptr[0]))
        s = str_slice(s, 1, s.len);
    return s;
}

str str_trim_right(str s) {
    while (s.len && char_is_blank(s.ptr[s.len - 1]))
        s.len--;
    return s;
}

str str_trim(str s) {
    return str_trim_right(str_trim_left(s));
}

size_t str_find(str s, str needle, size_t from) {
    if (from > s.len)
        return SIZE_MAX;
    if (needle.len == 0)
        return from;
    const char *at = s.len ? memmem(s.ptr + from, s.len - from, needle.ptr, needle.len) : NULL;
    return at ? (size_t)(at - s.ptr) : SIZE_MAX;
}

char *str_to_c(arena *a, str s) {
    char *copy = arena_alloc(a, s.len + 1);
    if (s.len)
        memcpy(copy, s.ptr, s.len);
    return copy;
}

str str_copy(arena *a, str s) {
    return (str){str_to_c(a, s), s.len};
}

/* What is being formatted, as long as it fits. */
typedef struct plain_text {
    char *ptr;
    size_t len, room;
    bool fits;
} plain_text;

static void plain_add(plain_text *t, const char *bytes, size_t count) {
    t->fits = t->fits && count <= t->room - t->len;
    if (!t->fits || !count)
        return;
    memcpy(t->ptr + t->len, bytes, count);
    t->len += count;
}

static void plain_number(plain_text *t, uint64_t value, bool negative) {
    char reversed[24], *end = reversed + sizeof reversed, *at = end;
    do
        *--at = (char)('0' + value % 10);
    while (value /= 10);
    if (negative)
        *--at = '-';
    plain_add(t, at, (size_t)(end - at));
}

static void plain_signed(plain_text *t, int64_t value) {
    plain_number(t, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
}

/* One conversion, if it is one of those that nearly all texts are made with; how many bytes of the format it takes, 0
 * for another. */
static size_t plain_convert(plain_text *t, const char *format, va_list *args) {
    if (strncmp(format, "%.*s", 4) == 0) {
        int most = va_arg(*args, int);
        const char *text = va_arg(*args, const char *);
        if (most < 0 || (most && !text))
            return 0;
        plain_add(t, text, most ? strnlen(text, (size_t)most) : 0);
        return 4;
    }
    switch (format[1]) {
    case 's': {
        const char *text = va_arg(*args, const char *);
        plain_add(t, text ? text : "(null)", text ? strlen(text) : 6);
        return 2;
    }
    case 'd':
        plain_signed(t, va_arg(*args, int));
        return 2;
    case 'u':
        plain_number(t, va_arg(*args, unsigned), false);
        return 2;
    case 'z':
        if (format[2] != 'u')
            return 0;
        plain_number(t, va_arg(*args, size_t), false);
        return 3;
    case 'l':
        if (format[2] != 'l' || format[3] != 'd')
            return 0;
        plain_signed(t, va_arg(*args, long long));
        return 4;
    default:
        return 0;
    }
}

/* printf takes most of the time of a page full of names like "c[3,12]". False: it must do it after all. */
static bool format_plainly(plain_text *t, const char *format, va_list *args) {
    while (*format && t->fits) {
        size_t text = strcspn(format, "%");
        plain_add(t, format, text);
        format += text;
        size_t taken = *format ? plain_convert(t, format, args) : 0;
        if (*format && !taken)
            return false;
        format += taken;
    }
    return t->fits;
}

str str_formatv(arena *a, const char *format, va_list args) {
    char small[256];
    va_list again;
    va_copy(again, args);
    plain_text plain = {.ptr = small, .room = sizeof small, .fits = true};
    bool done = format_plainly(&plain, format, &again);
    va_end(again);
    if (done)
        return str_copy(a, (str){small, plain.len});
    va_copy(again, args);
    int printed = vsnprintf(small, sizeof small, format, args);
    size_t length = printed < 0 ? 0 : (size_t)printed;
    char *text = arena_alloc(a, length + 1);
    if (length < sizeof small)
        memcpy(text, small, length);
    else
        vsnprintf(text, length + 1, format, again);
    va_end(again);
    return (str){text, length};
}

str str_format(arena *a, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str s = str_formatv(a, format, args);
    va_end(args);
    return s;
}

strbuf strbuf_in(arena *a) {
    return (strbuf){a, NULL, 0, 0};
}

void strbuf_reserve(strbuf *b, size_t more) {
    b->ptr = arena_grow(b->arena, b->ptr, &b->capacity, b->len + more + 1, 1);
}

void strbuf_add_code_point(strbuf *b, uint32_t code_point) {
    char bytes[4];
    strbuf_add(b, (str){bytes, utf8_encode(code_point, bytes)});
}

void strbuf_addf(strbuf *b, const char *format, ...) {
    char small[256];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof small)
        strbuf_add(b, (str){small, (size_t)length});
    else
        strbuf_add(b, str_formatv(b->arena, format, again));
    va_end(again);
}

/* Digits by hand: pages hold tens of thousands of numbers, and printf is ten times slower. */
void strbuf_add_decimal(strbuf *b, double value, int places) {
    static const int64_t power[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};
    bool whole = fabs(value) < 1e15 && value == (double)(int64_t)value; /* most are */
    places = whole || places < 0 ? 0 : places > 9 ? 9 : places;
    double scaled = whole ? value : round(value * (double)power[places]);
    uint64_t digits = (uint64_t)fabs(scaled);
    char reversed[32], *end = reversed;
    for (; places && digits % 10 == 0; places--) /* zeros at the end */
        digits /= 10;
    for (; places; places--, digits /= 10)
        *end++ = (char)('0' + digits % 10);
    if (end != reversed)
        *end++ = '.';
    do
        *end++ = (char)('0' + digits % 10);
    while ((digits /= 10) != 0);
    if (scaled < 0)
        *end++ = '-';
    if (b->len + (size_t)(end - reversed) >= b->capacity)
        strbuf_reserve(b, (size_t)(end - reversed));
    while (end != reversed)
        b->ptr[b->len++] = *--end;
    b->ptr[b->len] = 0;
}

str strbuf_text(const strbuf *b) {
    return b->ptr ? (str){b->ptr, b->len} : (str){"", 0};
}
