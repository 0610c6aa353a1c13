#include "kit/items.h"

#include "number.h"

#include "utf8.h"

items items_of(const source *where, arena *a, error *e) {
    return (items){.where = where, .a = a, .e = e};
}

static char sign_at(const items *s, size_t *at) {
    return *at < s->where->text.len ? number_plain_sign(s->where->text, at) : 0;
}

char items_peek(const items *s) {
    size_t at = s->at;
    return sign_at(s, &at);
}

static bool stray(items *s, size_t at, size_t end, const char *how) {
    return error_at(s->e, s->where, at, end - at, "a stray comma: %s", how);
}

bool items_more(items *s) {
    if (error_set(s->e))
        return false;
    size_t comma = SIZE_MAX, comma_end = 0;
    while (s->at < s->where->text.len) {
        size_t next = s->at;
        char c = sign_at(s, &next);
        if (c == ',') {
            if (!s->count)
                return stray(s, s->at, next, "nothing stands before it");
            if (comma != SIZE_MAX)
                return stray(s, s->at, next, "another stands before it");
            comma = s->at;
            comma_end = next;
        } else if (!char_is_blank(c)) {
            s->count++;
            return true;
        }
        s->at = next;
    }
    return comma != SIZE_MAX ? stray(s, comma, comma_end, "nothing stands after it") : false;
}

void items_take_sign(items *s) {
    sign_at(s, &s->at);
    s->end = s->at;
}

/* Where the item that begins here ends: at a space or comma. */
static size_t item_end(const items *s) {
    size_t end = s->at;
    for (size_t next = end; next < s->where->text.len; end = next) {
        char c = sign_at(s, &next);
        if (char_is_blank(c) || c == ',')
            break;
    }
    return end;
}

bool items_fail_here(items *s, const char *format, ...) {
    size_t end = item_end(s);
    str item = str_slice(s->where->text, s->at, end);
    va_list args;
    va_start(args, format);
    str message = str_formatv(s->a, format, args);
    va_end(args);
    if (!item.len)
        return items_fail_end(s, "%.*s", STR_ARG(message));
    return error_at(s->e, s->where, s->at, item.len, "%.*s, got '%.*s'", STR_ARG(message), STR_ARG(item));
}

bool items_fail_end(items *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str message = str_formatv(s->a, format, args);
    va_end(args);
    return error_at(s->e, s->where, s->end, 1, "%.*s", STR_ARG(message));
}

str items_take_integer(items *s, const char *what) {
    size_t at = s->at, next = at;
    char sign = sign_at(s, &next);
    if (sign == '-' || sign == '+')
        at = next;
    str digits = number_scan_digits(s->where->text, &at, s->a);
    if (!digits.len) {
        items_fail_here(s, "expected %s, a whole number", what);
        return (str){0};
    }
    next = at;
    char after = sign_at(s, &next);
    if (after == '.' || after == '/') {
        items_fail_here(s, "%s must be a whole number", what);
        return (str){0};
    }
    s->at = s->end = at;
    return number_canonical(str_format(s->a, "%s%.*s", sign == '-' ? "-" : "", STR_ARG(digits)), s->a);
}

bool items_ended(items *s, const char *what) {
    char c = items_peek(s);
    if (s->at >= s->where->text.len || char_is_blank(c) || c == ',')
        return true;
    size_t end = item_end(s);
    return error_at(s->e, s->where, s->at, end - s->at, "expected a space or a comma after %s, got '%.*s'", what,
                    STR_ARG(str_slice(s->where->text, s->at, end)));
}
