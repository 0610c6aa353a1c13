#include "comparison.h"

#include "number.h"

/* Of signs that begin alike the longer stands first. */
static const struct written_sign {
    const char *text;
    comparison_sign sign;
} written_signs[] = {{"<=", COMPARE_AT_MOST}, {"<", COMPARE_LESS},       {">=", COMPARE_AT_LEAST},
                     {">", COMPARE_MORE},     {"!=", COMPARE_DIFFERENT}, {"=", COMPARE_EQUAL}};
enum { SIGNS = sizeof written_signs / sizeof *written_signs };

static size_t sign_at(str inside) {
    size_t at = 0;
    while (at < inside.len && !strchr("<>=!", inside.ptr[at]))
        at++;
    return at;
}

bool comparison_stands(str inside) {
    return sign_at(inside) < inside.len;
}

/* A number as it is written or typeset, "-15750" or "−15 750" or "8/3", in canonical form; empty if it is none. */
static str plain_number(str text, arena *a) {
    size_t at = 0;
    char sign = text.len ? number_plain_sign(text, &at) : 0;
    if (sign != '-' && sign != '+')
        at = 0;
    str digits = number_scan_digits(text, &at, a), below = STR("1");
    if (digits.len && at < text.len && text.ptr[at] == '/') {
        at++;
        below = number_scan_digits(text, &at, a);
    }
    if (!digits.len || !below.len || at < text.len)
        return STR("");
    return number_canonical(str_format(a, "%s%.*s/%.*s", sign == '-' ? "-" : "", STR_ARG(digits), STR_ARG(below)), a);
}

static const char *text_of_sign(comparison_sign sign) {
    size_t k = 0;
    while (written_signs[k].sign != sign)
        k++;
    return written_signs[k].text;
}

static str read_right(str right, comparison *c, arena *a) {
    if (right.len > 1 && right.ptr[0] == '"' && right.ptr[right.len - 1] == '"') {
        c->text = true;
        c->right = str_slice(right, 1, right.len - 1);
        if (c->sign == COMPARE_EQUAL || c->sign == COMPARE_DIFFERENT)
            return STR("");
        return str_format(a, "expected a whole number on the right of %s, got a text: texts can only be = or !=",
                          text_of_sign(c->sign));
    }
    c->right = plain_number(right, a);
    if (c->right.len && str_find(right, STR("/"), 0) == SIZE_MAX)
        return STR("");
    return right.len
               ? str_format(a, "expected a whole number or a text in quotes on the right, got '%.*s'", STR_ARG(right))
               : STR("expected a whole number or a text in quotes on the right, got nothing");
}

str comparison_read(str inside, comparison *c, arena *a) {
    size_t at = sign_at(inside), k = 0;
    while (k < SIGNS && !str_starts(str_slice(inside, at, inside.len), written_signs[k].text))
        k++;
    if (k == SIGNS)
        return STR("expected one of < <= > >= = !=, got '!'");
    *c = (comparison){.name = str_trim(str_slice(inside, 0, at)), .sign = written_signs[k].sign};
    if (!c->name.len)
        return STR("expected a name on the left of the comparison, got nothing");
    return read_right(str_trim(str_slice(inside, at + strlen(written_signs[k].text), inside.len)), c, a);
}

str comparison_text(const comparison *c, arena *a) {
    const char *quote = c->text ? "\"" : "";
    return str_format(a, "%.*s%s%s%.*s%s", STR_ARG(c->name), text_of_sign(c->sign), quote, STR_ARG(c->right), quote);
}

bool comparison_holds(const comparison *c, str value, str *problem, arena *a) {
    *problem = STR("");
    if (c->text)
        return str_equal(value, c->right) == (c->sign == COMPARE_EQUAL);
    str plain = plain_number(value, a);
    if (!plain.len) {
        *problem = value.len ? str_format(a, "expected a number in '%.*s' to compare with %.*s, got '%.*s'",
                                          STR_ARG(c->name), STR_ARG(c->right), STR_ARG(value))
                             : str_format(a, "expected a number in '%.*s' to compare with %.*s, got nothing",
                                          STR_ARG(c->name), STR_ARG(c->right));
        return false;
    }
    int order = number_compare(number_from_text(a, plain), number_from_text(a, c->right));
    switch (c->sign) {
    case COMPARE_LESS:
        return order < 0;
    case COMPARE_AT_MOST:
        return order <= 0;
    case COMPARE_MORE:
        return order > 0;
    case COMPARE_AT_LEAST:
        return order >= 0;
    case COMPARE_EQUAL:
        return order == 0;
    default:
        return order != 0;
    }
}
