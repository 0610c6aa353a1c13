/* A formula's text with what is not mathematics blanked out, byte for byte, so that places stay what they are:
 * comments, dollars, \[ \], tags, labels, the environment around it, and the & before =. */
#include "formula_tree.h"

static bool starts(const cleaner *c, const char *word) {
    size_t length = strlen(word);
    return c->end - c->at >= length && memcmp(c->text + c->at, word, length) == 0;
}

static void blank(cleaner *c, size_t length) {
    for (; length && c->at < c->end; length--, c->at++)
        if (c->text[c->at] != '\n')
            c->text[c->at] = ' ';
}

static void blank_braces(cleaner *c) {
    size_t depth = 0;
    while (c->at < c->end) {
        char ch = c->text[c->at];
        depth += ch == '{';
        depth -= ch == '}' && depth;
        blank(c, 1);
        if (depth == 0 && ch == '}')
            return;
        if (depth == 0 && !char_is_blank(ch) && ch != '*')
            return;
    }
}

static bool blank_wrapper(cleaner *c) {
    static const char *const names[] = {"equation", "equation*", "align",     "align*",   "aligned",     "split",
                                        "gather",   "gather*",   "eqnarray*", "eqnarray", "displaymath", "multline*"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (int end = 0; end < 2; end++) {
            char word[40];
            size_t length = (size_t)snprintf(word, sizeof word, "\\%s{%s}", end ? "end" : "begin", names[k]);
            if (starts(c, word)) {
                blank(c, length);
                return true;
            }
        }
    return false;
}

static bool is_command_end(const cleaner *c, size_t length) {
    size_t at = c->at + length;
    return at >= c->end || !((c->text[at] >= 'a' && c->text[at] <= 'z') || (c->text[at] >= 'A' && c->text[at] <= 'Z'));
}

void clean_step(cleaner *c, size_t *inside, bool *cut) {
    static const char *const with_braces[] = {"\\label", "\\tag*", "\\tag"};
    *cut = false;
    if (*inside == 0 && blank_wrapper(c))
        return;
    for (size_t k = 0; k < 3; k++)
        if (starts(c, with_braces[k]) && is_command_end(c, strlen(with_braces[k]))) {
            blank(c, strlen(with_braces[k]));
            blank_braces(c);
            return;
        }
    char ch = c->text[c->at];
    if (starts(c, "\\[") || starts(c, "\\]")) {
        blank(c, 2);
    } else if (starts(c, "\\\\") && *inside == 0) {
        *cut = true;
        blank(c, 2);
    } else if (ch == '\\') {
        *inside += starts(c, "\\begin");
        *inside -= *inside && starts(c, "\\end{");
        c->at += c->at + 1 < c->end ? 2 : 1;
    } else if (ch == '%') {
        while (c->at < c->end && c->text[c->at] != '\n')
            blank(c, 1);
    } else if ((ch == '$' || ch == '&') && *inside == 0) {
        blank(c, 1);
    } else {
        *inside += ch == '{';
        *inside -= *inside && ch == '}';
        c->at++;
    }
}

void show_original(error *e, const source *where) {
    if (!error_set(e) || e->line == 0)
        return;
    size_t from = 0;
    for (size_t line = 1; line < e->line; line++) {
        size_t end = str_find(where->text, STR("\n"), from);
        if (end == SIZE_MAX)
            return;
        from = end + 1;
    }
    size_t to = str_find(where->text, STR("\n"), from);
    e->line_text = str_copy(e->arena, str_slice(where->text, from, to == SIZE_MAX ? where->text.len : to));
}
