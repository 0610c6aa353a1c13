/* A tree of mathematics as TeX again, for programs that read it: pandoc, LaTeX, MathJax, KaTeX. It is written from the
 * tree alone, so no command stands in it but those that this program reads, whatever a value brought along:
 *
 *   x ≠ −1     x \ne -1          \text{a\b}     \text{a}\backslash\text{b}
 *
 * A program that reads Markdown and knows no mathematics sees plain words: no "](" for a link, no "<" before a letter,
 * no "|" that would split a row of a table. */
#include "cloze.h"
#include "signs.h"
#include "utf8.h"

#include <string.h>

typedef struct writer {
    strbuf out;
    bool command; /* the last token is a command, which a letter would join */
    bool script;  /* the last token is a script of one sign, which a digit would seem to join */
    arena *arena;
} writer;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_plain(char c) {
    return is_letter(c) || char_is_digit(c);
}

static bool ends_in(const writer *w, const char *text) {
    return str_ends(strbuf_text(&w->out), text);
}

/* One token, kept apart from the last one where both together would mean something else. */
static void add(writer *w, const char *token) {
    bool joins = (w->command && is_letter(token[0])) || (w->script && is_plain(token[0])) ||
                 (ends_in(w, "]") && token[0] == '(') || (ends_in(w, "{") && token[0] == '{') ||
                 (ends_in(w, ":") && token[0] == '/');
    if (joins)
        strbuf_add_byte(&w->out, ' ');
    strbuf_add_c(&w->out, token);
    size_t length = str_of(token).len;
    w->command = length > 1 && token[0] == '\\' && is_letter(token[1]) && is_letter(token[length - 1]);
    w->script = false;
}

static void add_blank(writer *w) {
    if (w->out.len && !ends_in(w, " ") && !ends_in(w, "{"))
        strbuf_add_byte(&w->out, ' ');
    w->command = w->script = false;
}

static void add_command(writer *w, const char *name) {
    add(w, str_format(w->arena, "\\%s", name).ptr);
}

/* ---- words ---- */

/* Signs of words that are written outside of \text{…}. */
static const struct {
    char sign;
    const char *tex;
} apart[] = {
    {'\\', "\\backslash"}, {'{', "\\{"},          {'}', "\\}"},       {'$', "\\$"},
    {'&', "\\&"},          {'#', "\\#"},          {'%', "\\%"},       {'_', "\\_"},
    {'^', "\\hat{\\ }"},   {'~', "\\sim"},        {'<', "< "},        {'>', ">"},
    {'*', "\\ast"},        {'`', "\\grave{\\ }"}, {'[', "["},         {']', "]"},
    {'|', "\\vert"},       {'@', "\\text{@}"},    {':', "\\text{:}"},
};

static const char *tex_of_ascii(char c) {
    for (size_t k = 0; k < sizeof apart / sizeof *apart; k++)
        if (apart[k].sign == c)
            return apart[k].tex;
    return NULL;
}

/* What a character of words is written as outside of \text{…}; NULL if it may stand inside. */
static const char *tex_apart(writer *w, str character, uint32_t c) {
    if (c < 0x80)
        return c == '.' && ends_in(w, "www") ? "\\text{.}" : tex_of_ascii((char)c);
    if (c == 0x2009 || c == 0x202F)
        return "\\,";
    if (c == 0xA0)
        return "\\ ";
    const sign *s = sign_by_text(character);
    if (s && s->command)
        return str_format(w->arena, "\\%s", s->command).ptr;
    return s && s->typed && (unsigned char)s->typed[0] < 0x80 ? s->typed : NULL;
}

static void add_words(writer *w, str words) {
    bool open = false;
    for (size_t at = 0; at < words.len;) {
        size_t from = at;
        uint32_t c = utf8_next(words, &at);
        str character = str_slice(words, from, at);
        const char *tex = tex_apart(w, character, c);
        if (open == (tex != NULL)) {
            if (open)
                add(w, "}");
            else
                add(w, "\\text{");
            open = !open;
        }
        if (tex)
            add(w, tex);
        else
            strbuf_add(&w->out, character);
    }
    if (open)
        add(w, "}");
}

static bool is_ascii_words(str words) {
    for (size_t k = 0; k < words.len; k++)
        if (!is_plain(words.ptr[k]))
            return false;
    return words.len > 0;
}

/* ---- single signs ---- */

static void add_sign(writer *w, const math *m, const sign *s) {
    if (str_is(m->text, "<"))
        add(w, "< ");
    else if (s->command && !str_is(m->text, ":") && !(s->typed && strchr("[]>", s->typed[0])))
        add_command(w, s->command);
    else
        add(w, s->typed ? s->typed : s->text);
}

static bool is_number(str text) {
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text, &at);
        if (!(c >= '0' && c <= '9') && c != '.' && c != 0x2009 && c != 0x202F)
            return false;
    }
    return text.len && char_is_digit(text.ptr[0]);
}

static void add_number(writer *w, str text) {
    if (w->script)
        strbuf_add_byte(&w->out, ' ');
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        uint32_t c = utf8_next(text, &at);
        if (c < 0x80)
            strbuf_add(&w->out, str_slice(text, from, at));
        else
            strbuf_add_c(&w->out, "\\,");
    }
    w->command = w->script = false;
}

static void add_symbol(writer *w, const math *m) {
    const sign *s = sign_by_look(m->text, m->class);
    if (s)
        add_sign(w, m, s);
    else if (is_number(m->text))
        add_number(w, m->text);
    else if (m->text.len == 1 && is_letter(m->text.ptr[0]) && !m->upright)
        add(w, str_to_c(w->arena, m->text));
    else if (!m->upright && is_ascii_words(m->text))
        add(w, str_format(w->arena, "\\mathit{%.*s}", STR_ARG(m->text)).ptr);
    else
        add_words(w, m->text);
}

/* ---- structure ---- */

static void add_node(writer *w, const math *m, bool dense);

static const math *only_atom(const math *m) {
    while (m->kind == MATH_ROW && m->count == 1)
        m = m->children[0];
    return m;
}

static bool is_one_sign(const math *m) {
    m = only_atom(m);
    return m->kind == MATH_SYMBOL && m->text.len == 1 && is_plain(m->text.ptr[0]);
}

static void add_group(writer *w, const math *m, bool dense) {
    add(w, "{");
    add_node(w, m, dense);
    add(w, "}");
}

static bool is_primes(const math *m) {
    for (size_t k = 0; k < m->count; k++)
        if (!str_is(m->children[k]->text, "′"))
            return false;
    return m->kind == MATH_ROW && m->count;
}

static void add_sign_alone(writer *w, const math *m) {
    strbuf_add(&w->out, m->text);
    w->script = true;
}

static void add_script(writer *w, const char *mark, const math *m) {
    if (!m)
        return;
    if (is_primes(m)) {
        for (size_t k = 0; k < m->count; k++)
            add(w, "'");
        return;
    }
    add(w, mark);
    if (is_one_sign(m))
        add_sign_alone(w, only_atom(m));
    else
        add_group(w, m, true);
}

static void add_scripts(writer *w, const math *m, bool dense) {
    const math *base = only_atom(m->children[0]);
    bool single = base->kind == MATH_SYMBOL && !tex_of_ascii(base->text.len ? base->text.ptr[0] : '{');
    if (single || base->kind == MATH_FENCED)
        add_node(w, base, dense);
    else
        add_group(w, base, dense);
    add_script(w, "_", m->children[1]);
    add_script(w, "^", m->children[2]);
}

static void add_big(writer *w, const math *m) {
    const operator_name *o = operator_by_text(m->text);
    if (o)
        add_command(w, o->command);
    else
        add_words(w, m->text);
    add_script(w, "_", m->children[0]);
    add_script(w, "^", m->children[1]);
}

static void add_bracket(writer *w, const char *command, str bracket, math_class class) {
    add_command(w, command);
    const sign *s = bracket.len ? sign_by_look(bracket, class) : NULL;
    bool typed = s && s->typed && s->typed[0] != '|';
    if (s && !typed)
        add_command(w, s->command);
    else
        add(w, s ? s->typed : ".");
}

static void add_cases(writer *w, const math *m) {
    add(w, "\\begin{cases} ");
    for (size_t r = 0; r < m->count; r++) {
        const math *row = m->children[r];
        for (size_t c = 0; c < row->count; c++) {
            if (c)
                add(w, " & ");
            add_node(w, row->children[c], false);
        }
        add(w, r + 1 < m->count ? " \\\\ " : " \\end{cases}");
    }
}

static void add_space(writer *w, double width) {
    const char *name = space_of_width(width);
    if (name)
        add_command(w, name);
}

static bool is_bracket(const math *m, const char *text) {
    const math *base = m->kind == MATH_SCRIPTS ? m->children[0] : m;
    return base && base->kind == MATH_SYMBOL && str_is(base->text, text);
}

/* Blanks as a person writes them: around operators and relations, none in [i,j] and in scripts. */
static void add_row(writer *w, const math *m, bool tight) {
    size_t square = 0;
    for (size_t k = 0; k < m->count; k++) {
        const math *item = m->children[k];
        bool dense = tight || square;
        bool sign = (item->class == MATH_REL && !str_is(item->text, "=")) ||
                    str_is(item->text, ":"); /* i = 0, but k=0 below a sum */
        bool open = sign || (!dense && (item->class == MATH_BIN || item->class == MATH_REL));
        if (open)
            add_blank(w);
        if (item->kind == MATH_ROW && item->count != 1)
            add_group(w, item, dense);
        else
            add_node(w, item, dense);
        square += is_bracket(item, "[");
        square -= square && is_bracket(item, "]");
        bool scope = !dense && item->kind == MATH_BIG && k + 1 < m->count && m->children[k + 1]->class != MATH_OPEN_;
        if (k + 1 < m->count && (open || scope))
            add_blank(w);
    }
}

/* A line to write on, or what is written on it; LaTeX has no \\blank. */
static void add_room(writer *w, str text) {
    cloze b;
    cloze_is(text, &b);
    add(w, "\\underline{");
    if (b.written)
        add_words(w, b.text);
    else
        add(w, str_format(w->arena, "\\hspace{%zuem}", b.size + 1).ptr);
    add(w, "}");
}

static void add_node(writer *w, const math *m, bool dense) {
    switch (m->kind) {
    case MATH_ROW:
        add_row(w, m, dense);
        break;
    case MATH_SYMBOL:
        add_symbol(w, m);
        break;
    case MATH_TEXT:
        if (m->class == MATH_OP && is_ascii_words(m->text))
            add(w, str_format(w->arena, "\\operatorname{%.*s}", STR_ARG(m->text)).ptr);
        else
            add_words(w, m->text);
        break;
    case MATH_FRACTION:
        add_command(w, "frac");
        add_group(w, m->children[0], false);
        add_group(w, m->children[1], false);
        break;
    case MATH_SCRIPTS:
        add_scripts(w, m, dense);
        break;
    case MATH_BIG:
        add_big(w, m);
        break;
    case MATH_FENCED:
        add_bracket(w, "left", m->left, MATH_OPEN_);
        add_node(w, m->children[0], dense || str_is(m->left, "["));
        add_bracket(w, "right", m->right, MATH_CLOSE_);
        break;
    case MATH_CASES:
        add_cases(w, m);
        break;
    case MATH_CLOZE:
        add_room(w, m->text);
        break;
    case MATH_SPACE:
        add_space(w, m->width);
        break;
    }
}

str math_tex(const math *m, arena *a) {
    writer w = {.out = strbuf_in(a), .arena = a};
    add_node(&w, m, false);
    if (ends_in(&w, "\\ "))
        add(&w, "{}"); /* no blank ends a formula */
    return str_trim(strbuf_text(&w.out));
}
