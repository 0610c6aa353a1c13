#include "inline.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

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
        else if (s.ptr[at] == '$' && !is_blank(s.ptr[at - 1]) && !(at + 1 < s.len && is_digit(s.ptr[at + 1])))
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
        else if (c == '$' && (last ? more : !is_blank(unit.ptr[at + 1])))
            return math_span(unit, at);
    }
    return (inline_span){INLINE_NONE, unit.len, unit.len, 0, true};
}

static str past_quotes(str line) {
    while (line.len && (is_blank(line.ptr[0]) || line.ptr[0] == '>'))
        line = str_slice(line, 1, line.len);
    return line;
}

bool inline_line_is_blank(str line) {
    return past_quotes(line).len == 0;
}

bool inline_line_is_heading(str line) {
    line = past_quotes(line);
    size_t signs = line.len && line.ptr[0] == '#' ? run_length(line, 0) : 0;
    return signs && signs <= 6 && (signs == line.len || is_blank(line.ptr[signs]));
}

bool inline_line_begins_unit(str line) {
    if (inline_line_is_heading(line))
        return true;
    line = past_quotes(line);
    if (line.len == 0)
        return false;
    char c = line.ptr[0];
    if (c == '|')
        return true;
    if (c == '-' || c == '+' || c == '*')
        return line.len > 1 && is_blank(line.ptr[1]);
    size_t digits = 0;
    while (digits < line.len && is_digit(line.ptr[digits]))
        digits++;
    return digits && digits + 1 < line.len && (line.ptr[digits] == '.' || line.ptr[digits] == ')') &&
           is_blank(line.ptr[digits + 1]);
}

size_t inline_unit_start(str before) {
    size_t start = before.len;
    while (start && before.ptr[start - 1] != '\n')
        start--;
    str line = str_slice(before, start, before.len);
    while (start && !inline_line_begins_unit(line)) {
        size_t above = start - 1;
        while (above && before.ptr[above - 1] != '\n')
            above--;
        line = str_slice(before, above, start - 1);
        if (inline_line_is_blank(line) || inline_line_is_heading(line))
            break;
        start = above;
    }
    return start;
}
