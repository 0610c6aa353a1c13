#include "mdtext.h"

#include "utf8.h"
#include "visible.h"

#include <string.h>
#include <strings.h>

mdtext mdtext_in(arena *a) {
    return (mdtext){.out = strbuf_in(a), .code_end = SIZE_MAX};
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(char c) {
    return is_letter(c) || char_is_digit(c);
}

static char at_or_end(str text, size_t k) {
    return k < text.len ? text.ptr[k] : 0;
}

/* ---- code within a line ---- */

/* Two code spans that touch would be one with longer fences, so the second goes on in the first. */
static void open_code(mdtext *m) {
    if (m->out.len && m->code_end == m->out.len)
        m->out.len--;
    else
        strbuf_add_byte(&m->out, '`');
}

static void close_code(mdtext *m) {
    strbuf_add_byte(&m->out, '`');
    m->code_end = m->out.len;
}

/* knitr and Quarto run code that begins with r or {…} behind its first sign; a blank, which readers drop, keeps them
 * off. */
static void add_piece(mdtext *m, str code) {
    bool runs = code.ptr[0] == '{' || (code.ptr[0] == 'r' && strchr(" #\xC2", at_or_end(code, 1)));
    if (runs && m->code_end != m->out.len) {
        strbuf_addf(&m->out, "`` %.*s ``", STR_ARG(code));
        return;
    }
    open_code(m);
    strbuf_add(&m->out, code);
    close_code(m);
}

/* What stands for a sign that code cannot hold; NULL if it can. */
static const char *outside_of_code(char c) {
    switch (c) {
    case '<':
        return "&lt;";
    case '&':
        return "&amp;";
    case '`':
        return "&#96;";
    case '|':
        return "\\|";
    default:
        return NULL;
    }
}

void mdtext_add_code(mdtext *m, str code) {
    for (size_t at = 0; at < code.len;) {
        const char *outside = outside_of_code(code.ptr[at]);
        if (outside || char_is_blank(code.ptr[at])) {
            strbuf_add_c(&m->out, outside ? outside : " ");
            at++;
            continue;
        }
        size_t end = at;
        while (end < code.len && !outside_of_code(code.ptr[end]))
            end++;
        str piece = str_trim(str_slice(code, at, end));
        add_piece(m, piece);
        at += piece.len;
    }
}

/* ---- blocks of code ---- */

static size_t longest_run(str text, char c) {
    size_t most = 0, run = 0;
    for (size_t k = 0; k < text.len; k++) {
        run = text.ptr[k] == c ? run + 1 : 0;
        most = run > most ? run : most;
    }
    return most;
}

static bool fits_fence(str code) {
    return str_find(code, STR("<"), 0) == SIZE_MAX && str_find(code, STR("&"), 0) == SIZE_MAX &&
           str_find(code, STR("\\end{"), 0) == SIZE_MAX; /* of the environment that LaTeX puts around it */
}

static void add_fence(mdtext *m, size_t length) {
    while (length--)
        strbuf_add_byte(&m->out, '`');
}

/* A line of code with its blanks, which would be dropped at its ends and made one elsewhere. */
static void add_code_line(mdtext *m, str line) {
    strbuf kept = strbuf_in(m->out.arena);
    for (size_t k = 0; k < line.len; k++)
        if (line.ptr[k] == '\t')
            strbuf_add_c(&kept, "\u00A0\u00A0\u00A0\u00A0");
        else if (line.ptr[k] == ' ')
            strbuf_add_c(&kept, "\u00A0");
        else
            strbuf_add_byte(&kept, line.ptr[k]);
    mdtext_add_code(m, kept.len ? strbuf_text(&kept) : STR("\u00A0"));
}

void mdtext_add_code_block(mdtext *m, str code) {
    if (str_ends(code, "\n"))
        code.len--;
    if (fits_fence(code)) {
        size_t fence = longest_run(code, '`') + 1;
        fence = fence < 3 ? 3 : fence;
        add_fence(m, fence);
        strbuf_addf(&m->out, "\n%.*s\n", STR_ARG(code));
        add_fence(m, fence);
        return;
    }
    for (size_t at = 0; at <= code.len;) {
        size_t end = str_find(code, STR("\n"), at);
        if (at)
            strbuf_add_c(&m->out, "\\\n");
        add_code_line(m, str_slice(code, at, end));
        at = end == SIZE_MAX ? code.len + 1 : end + 1;
    }
}

/* ---- text ---- */

static bool is_name_sign(char c) {
    return is_word(c) || c == '_' || c == '+' || c == '-';
}

/* ":name:", of which some readers make a picture. */
static bool is_emoji(str text, size_t at) {
    size_t end = at + 1;
    while (is_name_sign(at_or_end(text, end)))
        end++;
    return end > at + 1 && at_or_end(text, end) == ':';
}

/* Bytes at `at` that no escape disarms, since somebody looks for them in the finished text: MathJax for \( and $$,
 * Quarto for {{<, GitHub for @names, emoji and addresses. */
static size_t live_at(str text, size_t at) {
    char c = text.ptr[at], before = at ? text.ptr[at - 1] : 0, after = at_or_end(text, at + 1);
    bool pair = before == c || after == c;
    switch (c) {
    case '\\':
    case '@':
        return 1;
    case '$':
    case '{':
        return pair;
    case ':':
        return (after == '/' && at_or_end(text, at + 2) == '/') || is_emoji(text, at);
    case '.':
        return at >= 3 && (before == 'w' || before == 'W') && strncasecmp(text.ptr + at - 3, "www", 3) == 0;
    default:
        return 0;
    }
}

static size_t add_live(mdtext *m, str text, size_t at) {
    size_t end = at;
    while (end < text.len && live_at(text, end))
        end++;
    open_code(m);
    strbuf_add(&m->out, str_slice(text, at, end));
    close_code(m);
    return end;
}

/* Digits, one letter, a Roman number or # and behind it a full stop or bracket: where that is, or SIZE_MAX. */
static size_t item_sign(str text) {
    size_t from = at_or_end(text, 0) == '(', at = from;
    while (char_is_digit(at_or_end(text, at)))
        at++;
    if (at == from)
        while (at < text.len && strchr("ivxlcdmIVXLCDM", text.ptr[at]) && text.ptr[at])
            at++;
    if (at == from && (is_letter(at_or_end(text, at)) || at_or_end(text, at) == '#'))
        at++;
    char sign = at_or_end(text, at), after = at_or_end(text, at + 1);
    bool item = at > from && (sign == '.' || sign == ')') && (!after || char_is_blank(after));
    return item ? at : SIZE_MAX;
}

/* The byte of a line's beginning that makes a heading, list, table, rule or caption of it. */
static size_t line_sign(str text) {
    if (str_starts(text, "Table:") || str_starts(text, "table:"))
        return 5;
    char c = at_or_end(text, 0);
    return c && strchr("#+-=>:%", c) ? 0 : item_sign(text);
}

/* Whether a sign needs a backslash wherever it stands: before, after are its neighbours. */
static bool is_special(char c, char before, char after) {
    if (strchr("*_[]~^|{}$\"'#", c))
        return true;
    if ((c == '!' && after == '[') || (c == '(' && before == ']'))
        return true;
    return (c == '-' || c == '.') && (before == c || after == c);
}

static void add_sign(mdtext *m, char c, bool escaped) {
    const char *entity = outside_of_code(c);
    if (c == '\n')
        strbuf_add_byte(&m->out, ' ');
    else if (entity && c != '|')
        strbuf_add_c(&m->out, entity);
    else {
        if (escaped)
            strbuf_add_byte(&m->out, '\\');
        strbuf_add_byte(&m->out, c);
    }
}

static void add_entity(strbuf *out, uint32_t c) {
    strbuf_addf(out, "&#x%X;", (unsigned)c);
}

void mdtext_add(mdtext *m, str text, mdtext_start start) {
    size_t at = 0, sign = start == MDTEXT_LINE ? line_sign(text) : SIZE_MAX;
    if (start == MDTEXT_ENTITY && text.len && !char_is_blank(text.ptr[0]))
        add_entity(&m->out, utf8_next(text, &at));
    while (at < text.len) {
        if (live_at(text, at)) {
            at = add_live(m, text, at);
            continue;
        }
        char c = text.ptr[at], before = at ? text.ptr[at - 1] : 0;
        add_sign(m, c, at == sign || (c && is_special(c, before, at_or_end(text, at + 1))));
        at++;
    }
}

/* ---- emphasis ---- */

static bool is_sure_letter(uint32_t c) {
    return (c < 0x80 && is_word((char)c)) || utf8_is_han(c);
}

bool mdtext_flanks(uint32_t inside, uint32_t outside) {
    bool edge = outside == 0 || (outside < 0x80 && !is_word((char)outside));
    return edge || is_sure_letter(inside);
}

void mdtext_settle_last(mdtext *m) {
    size_t from = m->out.len, at;
    while (from && ((unsigned char)m->out.ptr[from - 1] & 0xC0) == 0x80)
        from--;
    if (!from)
        return;
    at = --from;
    uint32_t c = utf8_next(strbuf_text(&m->out), &at);
    if (c < 0x80 && !is_word((char)c))
        return;
    m->out.len = from;
    add_entity(&m->out, c);
}

/* Controls, marks of direction, and what has neither ink nor width; but joiners, which letters are made with. */
static bool is_hidden(uint32_t c) {
    bool control = (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0);
    bool direction =
        c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F);
    return control || direction || c == 0x200B || c == 0x2028 || c == 0x2029 || (c >= 0x2060 && c <= 0x2064) ||
           c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE;
}

static bool is_wide_blank(uint32_t c) {
    return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200F) || c == 0x202F || c == 0x205F || c == 0x3000;
}

/* ---- targets ---- */

static bool stays(str target, size_t at, bool path) {
    char c = target.ptr[at];
    if (is_word(c) || strchr("-._/", c))
        return c != 0;
    if (path || !c)
        return false;
    bool encoded = c == '%' && at + 2 < target.len;
    return encoded || strchr(":?#=;,+!@~", c);
}

void mdtext_add_target(mdtext *m, str target, bool path) {
    for (size_t at = 0; at < target.len;) {
        size_t end = at;
        uint32_t c = utf8_next(target, &end);
        bool kept = c < 0x80 ? stays(target, at, path) : c != 0xFFFD && !is_hidden(c) && !is_wide_blank(c);
        for (; at < end; at++)
            if (kept)
                strbuf_add_byte(&m->out, target.ptr[at]);
            else if (target.ptr[at] == '&' && !path)
                strbuf_add_c(&m->out, "&amp;");
            else
                strbuf_addf(&m->out, "%%%02X", (unsigned)(unsigned char)target.ptr[at]);
    }
}

bool mdtext_may_link(str target) {
    static const char *const schemes[] = {"#", "http:", "https:", "mailto:"};
    for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++) {
        size_t length = strlen(schemes[k]);
        if (target.len > length && strncasecmp(target.ptr, schemes[k], length) == 0)
            return true;
    }
    return false;
}

str mdtext_visible(str text, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        uint32_t c = utf8_next(text, &at);
        str character = str_slice(text, from, at);
        if (is_hidden(c) && c >= 0x7F)
            strbuf_addf(&b, "U+%04X", (unsigned)c);
        else
            strbuf_add(&b, is_hidden(c) ? visible_text(character, a) : character);
    }
    return strbuf_text(&b);
}
