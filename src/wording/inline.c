#define _GNU_SOURCE
#include "inline.h"

#include <string.h>

static size_t run_length(str s, size_t at) {
    size_t end = at;
    while (end < s.len && s.ptr[end] == s.ptr[at])
        end++;
    return end - at;
}

static inline_span code_span(str s, size_t from) {
    size_t fence = run_length(s, from);
    for (size_t at = from + fence; at < s.len; at++) {
        if (s.ptr[at] != '`')
            continue;
        size_t run = run_length(s, at);
        if (run == fence)
            return (inline_span){INLINE_CODE, from, at + run, fence, true};
        at += run - 1;
    }
    return (inline_span){INLINE_CODE, from, s.len, fence, false};
}

static inline_span display_span(str s, size_t from) {
    for (size_t at = from + 2; at + 1 < s.len; at++) {
        if (s.ptr[at] == '\\')
            at++;
        else if (s.ptr[at] == '$' && s.ptr[at + 1] == '$')
            return (inline_span){INLINE_DISPLAY, from, at + 2, 2, true};
    }
    return (inline_span){INLINE_DISPLAY, from, s.len, 2, false};
}

static inline_span math_span(str s, size_t from) {
    for (size_t at = from + 1; at < s.len; at++) {
        if (s.ptr[at] == '\\')
            at++;
        else if (s.ptr[at] == '$' && !char_is_blank(s.ptr[at - 1]) && !(at + 1 < s.len && char_is_digit(s.ptr[at + 1])))
            return (inline_span){INLINE_MATH, from, at + 1, 1, true};
    }
    return (inline_span){INLINE_MATH, from, s.len, 1, false};
}

inline_span inline_next(str unit, size_t from, bool more) {
    for (size_t at = from; at < unit.len; at++) {
        char c = unit.ptr[at];
        bool last = at + 1 == unit.len;
        if (c == '\\')
            at++;
        else if (c == '`')
            return code_span(unit, at);
        else if (c == '$' && !last && unit.ptr[at + 1] == '$')
            return display_span(unit, at);
        else if (c == '$' && !(at && char_is_digit(unit.ptr[at - 1])) &&
                 (last ? more : !char_is_blank(unit.ptr[at + 1])))
            return math_span(unit, at);
    }
    return (inline_span){INLINE_NONE, unit.len, unit.len, 0, true};
}

static str past_quotes(str line) {
    while (line.len && (char_is_blank(line.ptr[0]) || line.ptr[0] == '>'))
        line = str_slice(line, 1, line.len);
    return line;
}

bool inline_line_is_blank(str line) {
    return past_quotes(line).len == 0;
}

static bool is_heading(str line) {
    line = past_quotes(line);
    size_t signs = line.len && line.ptr[0] == '#' ? run_length(line, 0) : 0;
    return signs && signs <= 6 && (signs == line.len || char_is_blank(line.ptr[signs]));
}

static bool begins_unit(str line) {
    if (is_heading(line))
        return true;
    line = past_quotes(line);
    if (line.len == 0)
        return false;
    char c = line.ptr[0];
    if (c == '|')
        return true;
    if (c == '-' || c == '+' || c == '*')
        return line.len > 1 && char_is_blank(line.ptr[1]);
    size_t digits = 0;
    while (digits < line.len && char_is_digit(line.ptr[digits]))
        digits++;
    return digits && digits + 1 < line.len && (line.ptr[digits] == '.' || line.ptr[digits] == ')') &&
           char_is_blank(line.ptr[digits + 1]);
}

size_t inline_line_fence(str line) {
    line = past_quotes(line);
    bool fence = line.len && (line.ptr[0] == '`' || line.ptr[0] == '~');
    size_t length = fence ? run_length(line, 0) : 0;
    bool inside = length < line.len && line.ptr[0] == '`' && str_find(line, STR("`"), length) != SIZE_MAX;
    return length >= 3 && !inside ? length : 0;
}

static size_t line_end(str text, size_t from) {
    size_t end = str_find(text, STR("\n"), from);
    return end == SIZE_MAX ? text.len : end + 1;
}

static bool display_is_open(str unit) {
    if (str_find(unit, STR("$$"), 0) == SIZE_MAX)
        return false;
    for (inline_span s = inline_next(unit, 0, true); s.kind != INLINE_NONE; s = inline_next(unit, s.to, true))
        if (!s.closed)
            return s.kind == INLINE_DISPLAY;
    return false;
}

size_t inline_unit_end(str text, size_t from) {
    size_t end = line_end(text, from);
    if (is_heading(str_slice(text, from, end)))
        return end;
    while (end < text.len) {
        size_t next = line_end(text, end);
        str line = str_slice(text, end, next);
        bool begins = begins_unit(line) || inline_line_fence(line);
        if (inline_line_is_blank(line) || (begins && !display_is_open(str_slice(text, from, end))))
            return end;
        end = next;
    }
    return end;
}

/* Where the line that holds the byte before `end` begins. */
static size_t line_start(str text, size_t end) {
    const char *above = end ? memrchr(text.ptr, '\n', end) : NULL;
    return above ? (size_t)(above - text.ptr) + 1 : 0;
}

/* Where the lines since the last blank one begin, or `known` if that is nearer. */
static size_t paragraph_start(str before, size_t known) {
    size_t start = line_start(before, before.len);
    while (start > known) {
        size_t above = line_start(before, start - 1);
        if (inline_line_is_blank(str_slice(before, above, start - 1)))
            break;
        start = above;
    }
    return start;
}

static inline_kind kind_at_end_of_unit(str unit) {
    inline_span s = inline_next(unit, 0, true);
    while (s.kind != INLINE_NONE && s.closed)
        s = inline_next(unit, s.to, true);
    return s.kind;
}

inline_kind inline_kind_at_end(str before) {
    str text = str_slice(before, paragraph_start(before, 0), before.len);
    size_t fence = 0, start = 0;
    for (size_t at = 0; at < text.len;) {
        size_t length = inline_line_fence(str_slice(text, at, line_end(text, at)));
        start = at;
        if (length)
            fence = fence ? 0 : length;
        at = length || fence ? line_end(text, at) : inline_unit_end(text, at);
        bool done = length || (is_heading(str_slice(text, start, at)) && text.ptr[at - 1] == '\n');
        if (done)
            start = at;
    }
    return fence ? INLINE_CODE : kind_at_end_of_unit(str_slice(text, start, text.len));
}

/* The last line may still grow: only what whole lines decide is settled. */
size_t inline_settled(str before, size_t known) {
    size_t last = line_start(before, before.len), unit = paragraph_start(before, known), fence = 0;
    for (size_t at = unit; at < last;) {
        size_t next = line_end(before, at), length = inline_line_fence(str_slice(before, at, next));
        if (length) {
            fence = fence ? 0 : length;
            unit = fence ? at : next;
        } else if (!fence) {
            next = inline_unit_end(before, at);
            if (next >= last)
                break;
            unit = next;
        }
        at = next;
    }
    return unit;
}
