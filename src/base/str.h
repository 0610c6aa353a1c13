/* Strings with a length, and a buffer that grows in an arena. Text is UTF-8 and need not end in NUL, except
 * where a function says so. */
#ifndef HANDTRACE_STR_H
#define HANDTRACE_STR_H

#include "arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct str {
    const char *ptr;
    size_t len; /* bytes */
} str;

/* A literal as a str; usable in initialisers. */
#define STR(literal)                                                                                                   \
    (str) {                                                                                                            \
        (literal), sizeof(literal) - 1                                                                                 \
    }
/* A value with a name, both texts: what a trace calls a term, and an expression a binding. */
typedef struct named_text {
    str name, value;
} named_text;

/* For printf: printf("%.*s", STR_ARG(s)). */
#define STR_ARG(s) (int)(s).len, (s).ptr

/* The smallest functions stand here, so that they cost no call: they are called by the hundred thousand. */

/* ASCII alone, whatever the locale says. A blank is a space, a tab or a line end. */
static inline bool char_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static inline bool char_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Views `text` (NUL-terminated, NULL gives the empty string); copies nothing. */
static inline str str_of(const char *text) {
    return (str){text ? text : "", text ? strlen(text) : 0};
}

static inline bool str_equal(str a, str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool str_is(str a, const char *text) {
    return str_equal(a, str_of(text));
}

/* The part from byte `from` to before byte `to`, both clamped to the string. */
static inline str str_slice(str s, size_t from, size_t to) {
    if (to > s.len)
        to = s.len;
    if (from > to)
        from = to;
    return (str){from ? s.ptr + from : s.ptr, to - from}; /* of no string, none: NULL has no places to count from */
}

static inline bool str_starts(str s, const char *prefix) {
    str p = str_of(prefix);
    return s.len >= p.len && str_equal(str_slice(s, 0, p.len), p);
}

static inline bool str_ends(str s, const char *suffix) {
    str p = str_of(suffix);
    return s.len >= p.len && str_equal(str_slice(s, s.len - p.len, s.len), p);
}

/* Order by bytes, which for UTF-8 is the order by code points: <0, 0, >0. */
int str_compare(str a, str b);
/* Without ASCII spaces, tabs and line ends at both ends. */
str str_trim(str s);
str str_trim_left(str s);
str str_trim_right(str s);
/* Byte offset of the first `needle` at or after `from`, or SIZE_MAX. */
size_t str_find(str s, str needle, size_t from);
/* A copy in the arena, always followed by a NUL. */
str str_copy(arena *a, str s);
char *str_to_c(arena *a, str s);
/* Formats into the arena. Never with %f, %g, %e: those follow the locale. `%.*s` with STR_ARG for a str. */
str str_format(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
str str_formatv(arena *a, const char *format, va_list args);

/* Grows in its arena; `text.ptr` is always NUL-terminated after the first addition. */
typedef struct strbuf {
    arena *arena;
    char *ptr;
    size_t len;
    size_t capacity;
} strbuf;

strbuf strbuf_in(arena *a);
/* Makes room for that many bytes more, and the NUL. */
void strbuf_reserve(strbuf *b, size_t more);

static inline void strbuf_add(strbuf *b, str s) {
    if (b->len + s.len >= b->capacity)
        strbuf_reserve(b, s.len);
    if (s.len)
        memcpy(b->ptr + b->len, s.ptr, s.len);
    b->len += s.len;
    b->ptr[b->len] = 0;
}

static inline void strbuf_add_c(strbuf *b, const char *text) {
    strbuf_add(b, str_of(text));
}

static inline void strbuf_add_byte(strbuf *b, char c) {
    if (b->len + 1 >= b->capacity)
        strbuf_reserve(b, 1);
    b->ptr[b->len++] = c;
    b->ptr[b->len] = 0;
}

void strbuf_add_code_point(strbuf *b, uint32_t code_point);
void strbuf_addf(strbuf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `value` rounded to at most `places` decimals (0..9), point as decimal sign in every locale, trailing zeros and
 * "-0" dropped. `value` must be finite and below 1e15 in size. */
void strbuf_add_decimal(strbuf *b, double value, int places);
/* The bytes so far; they stay valid until the next addition. */
str strbuf_text(const strbuf *b);

#endif
