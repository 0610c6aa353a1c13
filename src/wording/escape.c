/* Escapes of values put into a sheet: backslashes among words, TeX's own writing of its signs in a formula.
 *
 *   a_b   among words a\_b   in a formula a\_b          ~   in a formula \sim{}
 */
#include "inline.h"
#include "mustache.h"

#include <string.h>

typedef struct tex_sign {
    const char *sign, *written;
} tex_sign;

/* A thin space is TeX's \, ; the rest are TeX's own signs, meant as themselves. */
static const tex_sign tex_signs[] = {
    {"\\", "\\setminus{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\text{^}"},
    {"`", "\\text{`}"},
    {"\"", "\\text{\"}"},
    {"~", "\\sim{}"},
    {"@", "\\text{@}"},
    {"\xE2\x80\x89", "\\,"},
    {"\n", " "},
};

static void escape_math(strbuf *out, str value) {
    for (size_t at = 0; at < value.len;) {
        const tex_sign *found = NULL;
        str rest = str_slice(value, at, value.len);
        for (size_t k = 0; !found && k < sizeof tex_signs / sizeof *tex_signs; k++)
            if (str_starts(rest, tex_signs[k].sign))
                found = &tex_signs[k];
        if (found) {
            strbuf_add_c(out, found->written);
            at += strlen(found->sign);
        } else {
            strbuf_add_byte(out, value.ptr[at++]);
        }
    }
}

/* Whether the end of a formula stands between the braces of \text{…} or the like, where words are. */
static bool in_words(str before) {
    static const char *const commands[] = {"\\text", "\\mathrm", "\\mathit", "\\operatorname"};
    size_t depth = 0;
    for (size_t k = before.len; k-- > 0;) {
        char c = before.ptr[k];
        bool escaped = k && before.ptr[k - 1] == '\\';
        if (escaped || (c != '{' && c != '}' && c != '$'))
            continue;
        if (c == '$')
            return false;
        if (c == '}')
            depth++;
        else if (depth)
            depth--;
        else
            for (size_t n = 0; n < sizeof commands / sizeof *commands; n++)
                if (str_ends(str_slice(before, 0, k), commands[n]))
                    return true;
    }
    return false;
}

static void escape_words(strbuf *out, str value) {
    for (size_t k = 0; k < value.len; k++) {
        if (value.ptr[k] && strchr("\\{}$", value.ptr[k]))
            strbuf_add_byte(out, '\\');
        strbuf_add_byte(out, value.ptr[k] == '\n' ? ' ' : value.ptr[k]);
    }
}

/* The bytes of the mark of a list's item that ends at `end`, with its blank: "- ", "12. "; 0 if there is none. */
static size_t item_mark(str before, size_t end) {
    size_t at = end;
    if (at < 2 || before.ptr[at - 1] != ' ')
        return 0;
    while (at && before.ptr[at - 1] == ' ')
        at--;
    char sign = at ? before.ptr[at - 1] : 0;
    if (!sign || !strchr("-+*.)", sign))
        return 0;
    size_t digits = --at;
    while (digits && before.ptr[digits - 1] >= '0' && before.ptr[digits - 1] <= '9')
        digits--;
    bool numbered = sign == '.' || sign == ')';
    return numbered && digits == at ? 0 : end - (numbered ? digits : at);
}

/* Whether what follows begins a block: at the start of a line, of a quotation, or of an item of a list. */
static bool at_line_start(str before) {
    size_t at = before.len;
    for (;;) {
        size_t mark = item_mark(before, at);
        at -= mark;
        if (!mark && at && (before.ptr[at - 1] == ' ' || before.ptr[at - 1] == '>'))
            at--;
        else if (!mark)
            return at == 0 || before.ptr[at - 1] == '\n';
    }
}

/* Bytes of digits that, with what follows them, would open a numbered item. */
static size_t item_number(str value) {
    size_t digits = 0;
    while (digits < value.len && value.ptr[digits] >= '0' && value.ptr[digits] <= '9')
        digits++;
    bool opens = digits && digits < value.len && (value.ptr[digits] == '.' || value.ptr[digits] == ')');
    return opens ? digits : 0;
}

static void escape_text(strbuf *out, str value, bool starts_line) {
    size_t number = starts_line ? item_number(value) : 0;
    for (size_t k = 0; k < value.len; k++) {
        char c = value.ptr[k];
        bool special = c && strchr("\\`*_[]<>$|&~", c);
        bool opens = starts_line && ((k == 0 && c && strchr("#+-=", c)) || (number && k == number));
        if (special || opens)
            strbuf_add_byte(out, '\\');
        strbuf_add_byte(out, c == '\n' ? ' ' : c);
    }
}

static void escape_code(strbuf *out, str value) {
    for (size_t k = 0; k < value.len; k++) {
        const char *sign = value.ptr[k] ? strchr(CODE_SIGNS, value.ptr[k]) : NULL;
        if (sign)
            strbuf_add_code_point(out, CODE_SIGN_FIRST + (uint32_t)(sign - CODE_SIGNS));
        else
            strbuf_add_byte(out, value.ptr[k]);
    }
}

void mustache_escape_markdown(strbuf *out, str value, str before) {
    switch (inline_kind_at_end(before)) {
    case INLINE_MATH:
    case INLINE_DISPLAY:
        if (in_words(before))
            escape_words(out, value);
        else
            escape_math(out, value);
        break;
    case INLINE_CODE:
        escape_code(out, value);
        break;
    case INLINE_NONE:
        escape_text(out, value, at_line_start(before));
        break;
    }
}
