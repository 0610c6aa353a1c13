/* Reading mathematics by recursive descent into a tree of atoms:
 *
 *   m[i,1] = \max_{s < j} \frac{a}{2}
 *
 *   ROW ─┬─ m  [  i  ,  1  ]  =            one SYMBOL each
 *        ├─ BIG "max" ── below: ROW s < j
 *        └─ FRACTION ── above: ROW a, below: ROW 2
 *
 * A row ends at what closes the thing around it; who opened the row looks whether it is the right closer. */
#include "cloze.h"
#include "signs.h"
#include "utf8.h"

/* Every level of reading makes at most three levels of the tree. */
enum { MOST_LEVELS = MATH_DEPTH / 3 };

typedef struct reader {
    const source *where;
    str text; /* of the source up to the end of the mathematics */
    size_t at;
    int level;
    bool brace; /* right behind \left\{ */
    arena *arena;
    error *error;
} reader;

static math *read_row(reader *r);
static math *read_argument(reader *r, size_t owner, size_t owner_length);

static math *fail(reader *r, size_t at, size_t length, const char *format, str detail) {
    strbuf message = strbuf_in(r->arena);
    for (const char *p = format; *p; p++)
        if (*p == '@')
            strbuf_add(&message, detail);
        else
            strbuf_add_byte(&message, *p);
    str text = strbuf_text(&message);
    error_at(r->error, r->where, at, length, "%.*s", STR_ARG(text));
    return NULL;
}

static bool ended(const reader *r) {
    return r->at >= r->text.len;
}

static char peek(const reader *r) {
    return ended(r) ? 0 : r->text.ptr[r->at];
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void skip_blanks(reader *r) {
    while (!ended(r) && (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\n' || peek(r) == '\r'))
        r->at++;
}

/* The name of the command at r->at (a backslash): letters, or one other character. */
static str command_name(const reader *r) {
    size_t from = r->at + 1, to = from;
    while (to < r->text.len && is_letter(r->text.ptr[to]))
        to++;
    if (to == from && from < r->text.len)
        utf8_next(r->text, &to);
    return str_slice(r->text, from, to);
}

static bool at_command(const reader *r, const char *name) {
    return peek(r) == '\\' && str_is(command_name(r), name);
}

static bool at_row_end(const reader *r) {
    return ended(r) || peek(r) == '}' || peek(r) == '&' || at_command(r, "\\") || at_command(r, "end") ||
           at_command(r, "right");
}

static math *atom_new(reader *r, math_kind kind, math_class class, str text, size_t at) {
    math *m = ARENA_NEW(r->arena, math);
    m->kind = kind;
    m->class = class;
    m->text = text;
    m->at = at;
    return m;
}

static void add_child(reader *r, math *m, math *child) {
    *ARENA_PUSH(r->arena, m, children, count, capacity) = child;
}

static bool enter(reader *r) {
    if (++r->level <= MOST_LEVELS)
        return true;
    fail(r, r->at, 1, "mathematics is nested too deep", STR(""));
    return false;
}

/* --- single signs --- */

static math *symbol_of_sign(reader *r, const sign *s, size_t at) {
    math *m = atom_new(r, MATH_SYMBOL, s->class, str_of(s->text), at);
    m->upright = !s->italic;
    return m;
}

static math *upright_symbol(reader *r, str text, size_t at) {
    math *m = atom_new(r, MATH_SYMBOL, MATH_ORD, text, at);
    m->upright = true;
    return m;
}

static bool is_digit_gap(str text, size_t at, size_t *after) {
    *after = at;
    uint32_t c = utf8_next(text, after);
    return (c == '.' || c == 0x2009 || c == 0x202F) && *after < text.len && char_is_digit(text.ptr[*after]);
}

/* All the digits of a number, with a decimal point or thin spaces between them. */
static math *read_number(reader *r) {
    size_t from = r->at, after;
    while (!ended(r)) {
        if (char_is_digit(peek(r)))
            r->at++;
        else if (is_digit_gap(r->text, r->at, &after))
            r->at = after;
        else
            break;
    }
    return upright_symbol(r, str_slice(r->text, from, r->at), from);
}

static math *read_words(reader *r) {
    size_t from = r->at, next = r->at;
    while (next < r->text.len && utf8_is_full_width(utf8_next(r->text, &next)))
        r->at = next;
    return atom_new(r, MATH_TEXT, MATH_ORD, str_slice(r->text, from, r->at), from);
}

static math *read_space(reader *r, double width, size_t at) {
    math *m = atom_new(r, MATH_SPACE, MATH_ORD, STR(""), at);
    m->width = width;
    return m;
}

static double typed_space(uint32_t code_point) {
    switch (code_point) {
    case '~':
    case 0xA0:
        return 1.0 / 3;
    case 0x2009:
    case 0x202F:
        return 1.0 / 6;
    case 0x2002:
        return 0.5;
    case 0x2003:
        return 1;
    default:
        return 0;
    }
}

/* Room to write, if there is any here; else NULL, and nothing is read. */
static math *read_blank(reader *r) {
    size_t from = r->at;
    cloze b;
    if (!cloze_next(r->text, &r->at, &b))
        return NULL;
    return atom_new(r, MATH_CLOZE, MATH_ORD, str_slice(r->text, from, r->at), from);
}

static math *read_character(reader *r) {
    size_t from = r->at;
    math *room = read_blank(r);
    if (room)
        return room;
    uint32_t c = utf8_next(r->text, &r->at);
    str text = str_slice(r->text, from, r->at);
    if (typed_space(c) > 0)
        return read_space(r, typed_space(c), from);
    if (c < 0x80 && is_letter((char)c))
        return atom_new(r, MATH_SYMBOL, MATH_ORD, text, from);
    if (c < 0x80 && char_is_digit((char)c))
        return upright_symbol(r, text, from);
    if (c == '%' || c == '#' || c == '$')
        return fail(r, from, 1, "'@' stands for itself only after a backslash", text);
    const sign *s = sign_by_text(text);
    if (s)
        return symbol_of_sign(r, s, from);
    bool known = c >= 0xA1 && c != 0xFFFD && c != 0xFEFF && !utf8_is_combining(c);
    if (!known)
        return fail(r, from, text.len, "'@' has no meaning in mathematics", text);
    return upright_symbol(r, text, from);
}

/* --- commands --- */

/* The words between braces, with backslash escapes resolved; `spaces` are kept or dropped. */
static bool read_braced_words(reader *r, str command, size_t owner, bool spaces, str *words) {
    skip_blanks(r);
    size_t opened = r->at;
    if (peek(r) != '{') {
        fail(r, owner, command.len + 1, "\\@ wants words in braces", command);
        return false;
    }
    strbuf b = strbuf_in(r->arena);
    size_t depth = 1;
    for (r->at++; !ended(r); r->at++) {
        char c = peek(r);
        if (c == '\\' && r->at + 1 < r->text.len)
            c = r->text.ptr[++r->at];
        else if (c == '{' && depth++)
            continue;
        else if (c == '}') {
            if (--depth == 0)
                break;
            continue;
        }
        bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (spaces || !blank)
            strbuf_add_byte(&b, blank ? ' ' : c);
    }
    if (ended(r)) {
        fail(r, opened, 1, "'{' is never closed", STR(""));
        return false;
    }
    r->at++;
    *words = strbuf_text(&b);
    return true;
}

/* Where in "{words $mathematics$ words}" from byte `at` on (an open brace) the first dollar stands that no backslash
 * precedes; SIZE_MAX if there is none before the brace is closed. */
static size_t dollar_in_words(const reader *r, size_t at) {
    size_t depth = 0;
    for (; at < r->text.len; at++) {
        char c = r->text.ptr[at];
        if (c == '\\')
            at++;
        else if (c == '$')
            return at;
        else if (c == '{')
            depth++;
        else if (c == '}' && --depth == 0)
            break;
    }
    return SIZE_MAX;
}

/* Commands that take words. */
typedef struct words_command {
    const char *command;
    math_kind kind;
    math_class class;
    bool spaces;
} words_command;

static const words_command words_commands[] = {
    {"text", MATH_TEXT, MATH_ORD, true},         {"textrm", MATH_TEXT, MATH_ORD, true},
    {"textnormal", MATH_TEXT, MATH_ORD, true},   {"textbf", MATH_TEXT, MATH_ORD, true},
    {"textit", MATH_TEXT, MATH_ORD, true},       {"textsc", MATH_TEXT, MATH_ORD, true},
    {"texttt", MATH_TEXT, MATH_ORD, true},       {"textsf", MATH_TEXT, MATH_ORD, true},
    {"mbox", MATH_TEXT, MATH_ORD, true},         {"hbox", MATH_TEXT, MATH_ORD, true},
    {"mathrm", MATH_TEXT, MATH_ORD, false},      {"mathbf", MATH_TEXT, MATH_ORD, false},
    {"mathsf", MATH_TEXT, MATH_ORD, false},      {"mathtt", MATH_TEXT, MATH_ORD, false},
    {"operatorname", MATH_TEXT, MATH_OP, false}, {"mathit", MATH_SYMBOL, MATH_ORD, false},
};

static const words_command *words_command_named(str name) {
    for (size_t k = 0; k < sizeof words_commands / sizeof *words_commands; k++)
        if (str_is(name, words_commands[k].command))
            return &words_commands[k];
    return NULL;
}

static void add_words(reader *r, math *row, strbuf *words, size_t at) {
    if (words->len)
        add_child(r, row, atom_new(r, MATH_TEXT, MATH_ORD, str_copy(r->arena, strbuf_text(words)), at));
    *words = strbuf_in(r->arena);
}

/* What stands between the dollars; r->at is at the first, and then behind the second. */
static math *read_dollars(reader *r, str command) {
    size_t from = ++r->at, to = from;
    while (to < r->text.len && r->text.ptr[to] != '$')
        to += r->text.ptr[to] == '\\' ? 2 : 1;
    if (to >= r->text.len)
        return fail(r, from - 1, 1, "'$' in \\@ is never closed", command);
    str whole = r->text;
    r->text = str_slice(whole, 0, to);
    math *inside = read_row(r);
    r->text = whole;
    if (inside && r->at != to)
        return fail(r, r->at, 1, "this closes nothing between the dollars in \\@", command);
    r->at = to + 1;
    return inside;
}

/* "\text{if $i = 0$ or $j = 0$}": words and mathematics by turns. */
static math *read_mixed_words(reader *r, size_t owner, str command) {
    math *row = atom_new(r, MATH_ROW, MATH_ORD, STR(""), owner);
    strbuf words = strbuf_in(r->arena);
    size_t opened = r->at, depth = 1, words_at = r->at + 1;
    for (r->at++; !ended(r); r->at++) {
        char c = peek(r);
        if (c == '$') {
            add_words(r, row, &words, words_at);
            math *inside = read_dollars(r, command);
            if (!inside)
                return NULL;
            add_child(r, row, inside);
            words_at = r->at--;
            continue;
        }
        if (c == '\\' && r->at + 1 < r->text.len)
            c = r->text.ptr[++r->at];
        else if (c == '{' && depth++)
            continue;
        else if (c == '}') {
            if (--depth == 0)
                break;
            continue;
        }
        strbuf_add_byte(&words, char_is_blank(c) ? ' ' : c);
    }
    if (ended(r))
        return fail(r, opened, 1, "'{' is never closed", STR(""));
    add_words(r, row, &words, words_at);
    r->at++;
    return row;
}

/* \blank{4}: so many characters. */
static math *read_room(reader *r, size_t at, str name) {
    enum { MOST = 99 };
    str digits;
    size_t characters = 0;
    if (!read_braced_words(r, name, at, false, &digits))
        return NULL;
    for (size_t k = 0; k < digits.len && characters <= MOST; k++)
        characters = char_is_digit(digits.ptr[k]) ? 10 * characters + (size_t)(digits.ptr[k] - '0') : MOST + 1;
    if (!characters || characters > MOST)
        return fail(r, at, r->at - at, "\\@ wants how many characters there is room for, 1 to 99, in braces", name);
    return atom_new(r, MATH_CLOZE, MATH_ORD, cloze_left(characters, r->arena), at);
}

static math *read_fraction(reader *r, size_t at, str name) {
    math *m = atom_new(r, MATH_FRACTION, MATH_INNER, STR(""), at);
    for (int k = 0; k < 2; k++) {
        math *part = read_argument(r, at, name.len + 1);
        if (!part)
            return NULL;
        add_child(r, m, part);
    }
    return m;
}

/* The bracket after \left or \right; '.' for none. */
static bool read_bracket(reader *r, size_t owner, str command, str *bracket) {
    skip_blanks(r);
    size_t from = r->at;
    const sign *s = NULL;
    if (peek(r) == '.') {
        r->at++;
        *bracket = STR("");
        return true;
    }
    if (peek(r) == '\\') {
        str name = command_name(r);
        s = sign_by_command(name);
        r->at += name.len + 1;
    } else if (!ended(r)) {
        utf8_next(r->text, &r->at);
        s = sign_by_text(str_slice(r->text, from, r->at));
    }
    if (!s || !(s->class == MATH_OPEN_ || s->class == MATH_CLOSE_ || str_is(str_of(s->text), "|"))) {
        fail(r, owner, command.len + 1, "\\@ wants a bracket after it, or a dot for none", command);
        return false;
    }
    *bracket = str_of(s->text);
    return true;
}

/* What is in a row that holds cases and blanks alone, or NULL. */
static math *only_cases(const math *row) {
    math *found = NULL;
    for (size_t k = 0; k < row->count; k++) {
        if (row->children[k]->kind == MATH_SPACE)
            continue;
        if (found || row->children[k]->kind != MATH_CASES)
            return NULL;
        found = row->children[k];
    }
    return found;
}

static math *read_fenced(reader *r, size_t at) {
    math *m = atom_new(r, MATH_FENCED, MATH_INNER, STR(""), at);
    if (!read_bracket(r, at, STR("left"), &m->left))
        return NULL;
    size_t opened = r->at - at;
    r->brace = str_is(m->left, "{");
    math *inside = read_row(r);
    r->brace = false;
    if (!inside)
        return NULL;
    if (!at_command(r, "right"))
        return fail(r, at, opened, "\\left is not closed by \\right", STR(""));
    size_t closer = r->at;
    r->at += sizeof "\\right" - 1;
    if (!read_bracket(r, closer, STR("right"), &m->right))
        return NULL;
    math *cases = only_cases(inside);
    if (cases && str_is(m->left, "{") && m->right.len == 0)
        return cases; /* \left\{ \begin{array}{ll} … \end{array} \right. draws what cases does */
    add_child(r, m, inside);
    return m;
}

/* "{name}" after \begin or \end. */
static bool read_environment_name(reader *r, str *name) {
    skip_blanks(r);
    if (peek(r) != '{')
        return false;
    size_t close = str_find(r->text, STR("}"), r->at);
    if (close == SIZE_MAX)
        return false;
    *name = str_trim(str_slice(r->text, r->at + 1, close));
    r->at = close + 1;
    return true;
}

static math *read_cases_row(reader *r, bool array) {
    math *row = atom_new(r, MATH_ROW, MATH_ORD, STR(""), r->at);
    for (;;) {
        math *cell = read_row(r);
        if (!cell)
            return NULL;
        if (row->count == 2) /* a further column of an array: "if" stands in one of its own */
            add_child(r, row->children[1], cell);
        else
            add_child(r, row, cell);
        if (peek(r) != '&')
            return row;
        if (row->count == 2 && !array)
            return fail(r, r->at, 1, "cases has two columns only", STR(""));
        r->at++;
    }
}

/* What stands between braces, others in it too, is passed over: the columns of an array. */
static void skip_columns(reader *r) {
    skip_blanks(r);
    size_t depth = 0;
    if (peek(r) != '{')
        return;
    for (; !ended(r); r->at++) {
        depth += peek(r) == '{';
        depth -= peek(r) == '}';
        if (depth == 0) {
            r->at++;
            return;
        }
    }
}

/* The distance to the next row: "[4pt]". Other brackets belong to the row. */
static void skip_distance(reader *r) {
    size_t at = r->at;
    while (at < r->text.len && char_is_blank(r->text.ptr[at]))
        at++;
    if (at >= r->text.len || r->text.ptr[at] != '[')
        return;
    size_t digits = ++at;
    while (at < r->text.len && (char_is_digit(r->text.ptr[at]) || r->text.ptr[at] == '.' || r->text.ptr[at] == '-'))
        at++;
    if (at == digits || at + 2 >= r->text.len || !is_letter(r->text.ptr[at]) || !is_letter(r->text.ptr[at + 1]) ||
        r->text.ptr[at + 2] != ']')
        return;
    r->at = at + 3;
}

static bool is_empty_row(const math *row) {
    return row->count == 1 && row->children[0]->count == 0;
}

static math *read_environment(reader *r, size_t at) {
    str name = STR(""), closed = STR("");
    if (!read_environment_name(r, &name))
        return fail(r, at, sizeof "\\begin" - 1, "\\begin wants a name in braces", STR(""));
    size_t opened = r->at - at;
    bool array = str_is(name, "array");
    if (array && !r->brace)
        return fail(r, at, opened, "expected \\left\\{ before an array, which is read as cases", STR(""));
    r->brace = false;
    if (!array && !str_is(name, "cases") && !str_is(name, "dcases"))
        return fail(r, at, opened, "unknown environment '@' (cases is known)", name);
    if (array)
        skip_columns(r);
    math *m = atom_new(r, MATH_CASES, MATH_INNER, STR(""), at);
    for (;;) {
        math *row = read_cases_row(r, array);
        if (!row)
            return NULL;
        bool more = at_command(r, "\\");
        if (more || !is_empty_row(row))
            add_child(r, m, row);
        if (!more)
            break;
        r->at += 2;
        skip_distance(r);
    }
    if (!at_command(r, "end"))
        return fail(r, at, opened,
                    str_is(name, "cases") ? "\\begin{cases} is not closed by \\end{cases}" : "\\begin{@} is not closed",
                    name);
    size_t closer = r->at;
    r->at += sizeof "\\end" - 1;
    if (!read_environment_name(r, &closed) || !str_equal(closed, name))
        return fail(r, closer, r->at - closer, "expected \\end{@} here", name);
    if (m->count == 0)
        return fail(r, at, opened, "cases without a case", STR(""));
    return m;
}

static bool is_one_of(str name, const char *const *names, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (str_is(name, names[k]))
            return true;
    return false;
}

/* A bracket that is said to be larger: set as it is. */
static math *read_sized(reader *r, size_t at, str name) {
    static const char *const sizes[] = {"big",   "Big",   "bigg", "Bigg", "bigl",  "Bigl",
                                        "biggl", "Biggl", "bigr", "Bigr", "biggr", "Biggr"};
    if (!is_one_of(name, sizes, sizeof sizes / sizeof *sizes))
        return NULL;
    str bracket;
    if (!read_bracket(r, at, name, &bracket))
        return NULL;
    if (bracket.len == 0)
        return atom_new(r, MATH_ROW, MATH_ORD, STR(""), at);
    return symbol_of_sign(r, sign_by_text(bracket), at);
}

/* Says how to set what we set in our own way. */
static bool is_passed_over(str name) {
    static const char *const names[] = {"displaystyle", "textstyle", "limits", "nolimits", "nonumber", "notag"};
    return is_one_of(name, names, sizeof names / sizeof *names);
}

/* "\substack{a \\ b}": the lines one after the other, with commas. */
static math *read_substack(reader *r, size_t at) {
    math *all = atom_new(r, MATH_ROW, MATH_ORD, STR(""), at);
    skip_blanks(r);
    if (peek(r) != '{')
        return fail(r, at, sizeof "\\substack" - 1, "\\substack wants lines in braces", STR(""));
    size_t opened = r->at++;
    for (;;) {
        math *line = read_row(r);
        if (!line)
            return NULL;
        add_child(r, all, line);
        if (!at_command(r, "\\"))
            break;
        r->at += 2;
        add_child(r, all, symbol_of_sign(r, sign_by_text(STR(",")), r->at - 2));
    }
    if (peek(r) != '}')
        return fail(r, opened, 1, "'{' is never closed", STR(""));
    r->at++;
    return all;
}

static math *read_command(reader *r) {
    size_t at = r->at;
    str name = command_name(r);
    if (name.len == 0)
        return fail(r, at, 1, "a backslash with nothing after it", STR(""));
    r->at += name.len + 1;
    if (is_passed_over(name))
        return atom_new(r, MATH_SPACE, MATH_ORD, STR(""), at);
    if (str_is(name, "substack"))
        return read_substack(r, at);
    if (str_is(name, "blank"))
        return read_room(r, at, name);
    math *sized = read_sized(r, at, name);
    if (sized || error_set(r->error))
        return sized;
    const sign *s = sign_by_command(name);
    if (s)
        return symbol_of_sign(r, s, at);
    const operator_name *o = operator_by_command(name);
    if (o) {
        math *m = atom_new(r, MATH_BIG, MATH_OP, str_of(o->text), at);
        m->limits = o->limits;
        m->large = o->large;
        m->upright = true;
        add_child(r, m, NULL);
        add_child(r, m, NULL);
        return m;
    }
    const space_command *space = space_by_command(name);
    if (space)
        return read_space(r, space->width, at);
    const words_command *w = words_command_named(name);
    if (w) {
        skip_blanks(r);
        if (str_is(name, "operatorname") && peek(r) == '*')
            r->at++;
        if (w->spaces && peek(r) == '{' && dollar_in_words(r, r->at) != SIZE_MAX)
            return read_mixed_words(r, at, name);
        math *m = atom_new(r, w->kind, w->class, STR(""), at);
        return read_braced_words(r, name, at, w->spaces, &m->text) ? m : NULL;
    }
    if (str_is(name, "frac") || str_is(name, "tfrac") || str_is(name, "dfrac"))
        return read_fraction(r, at, name);
    if (str_is(name, "left"))
        return read_fenced(r, at);
    if (str_is(name, "begin"))
        return read_environment(r, at);
    return fail(r, at, name.len + 1, "unknown command \\@ in mathematics", name);
}

/* --- groups, scripts, rows --- */

static math *read_group(reader *r) {
    size_t opened = r->at++;
    math *row = read_row(r);
    if (!row)
        return NULL;
    if (peek(r) != '}')
        return fail(r, opened, 1, ended(r) ? "'{' is never closed" : "'{' is not closed where its part ends", STR(""));
    r->at++;
    return row;
}

/* What a command or script takes: a group, a command, or one character. */
static math *read_argument(reader *r, size_t owner, size_t owner_length) {
    skip_blanks(r);
    if (at_row_end(r) || peek(r) == '^' || peek(r) == '_')
        return fail(r, owner, owner_length, "'@' has nothing after it that it could take",
                    str_slice(r->text, owner, owner + owner_length));
    if (!enter(r))
        return NULL;
    math *m = peek(r) == '{' ? read_group(r) : peek(r) == '\\' ? read_command(r) : read_character(r);
    r->level--;
    return m;
}

static void make_ordinary(math *m) {
    m->class = MATH_ORD;
    if (m->kind == MATH_SCRIPTS)
        m->children[0]->class = MATH_ORD;
}

/* A binary operator that has no operand on one side is an ordinary sign (TeXbook, appendix G, rules 5 and 6). */
static void settle_operators(math *row) {
    math *before = NULL;
    for (size_t k = 0; k < row->count; k++) {
        math *m = row->children[k];
        if (m->kind == MATH_SPACE)
            continue;
        bool no_left = !before || before->class == MATH_BIN || before->class == MATH_OP || before->class == MATH_REL ||
                       before->class == MATH_OPEN_ || before->class == MATH_PUNCT;
        bool no_right = m->class == MATH_REL || m->class == MATH_CLOSE_ || m->class == MATH_PUNCT;
        if (m->class == MATH_BIN && no_left)
            make_ordinary(m);
        else if (no_right && before && before->class == MATH_BIN)
            make_ordinary(before);
        before = m;
    }
    if (before && before->class == MATH_BIN)
        make_ordinary(before);
}

static bool is_raised_or_lowered(const reader *r, bool *raised) {
    if (ended(r) || (unsigned char)peek(r) < 0x80)
        return false;
    size_t next = r->at;
    uint32_t c = utf8_next(r->text, &next);
    *raised = sign_raised(c) != 0;
    return *raised || sign_lowered(c) != 0;
}

/* A run of characters like "⁻¹", read as what they stand for. */
static math *read_shifted(reader *r, bool raised) {
    math *row = atom_new(r, MATH_ROW, MATH_ORD, STR(""), r->at);
    math *number = NULL; /* the one that the next digit belongs to */
    size_t next = r->at;
    while (next < r->text.len) {
        size_t from = next;
        uint32_t c = utf8_next(r->text, &next);
        char plain = raised ? sign_raised(c) : sign_lowered(c);
        if (!plain)
            break;
        r->at = next;
        str text = str_copy(r->arena, (str){&plain, 1});
        if (number && char_is_digit(plain)) {
            number->text = str_format(r->arena, "%.*s%c", STR_ARG(number->text), plain);
            continue;
        }
        const sign *s = sign_by_text(text);
        math *m = s                      ? symbol_of_sign(r, s, from)
                  : char_is_digit(plain) ? upright_symbol(r, text, from)
                                         : atom_new(r, MATH_SYMBOL, MATH_ORD, text, from);
        number = char_is_digit(plain) ? m : NULL;
        add_child(r, row, m);
    }
    settle_operators(row);
    return row;
}

static math *read_primes(reader *r) {
    math *row = atom_new(r, MATH_ROW, MATH_ORD, STR(""), r->at);
    for (; peek(r) == '\''; r->at++)
        add_child(r, row, symbol_of_sign(r, sign_by_command(STR("prime")), r->at));
    return row;
}

/* The places for scripts of `m`, which is wrapped if it has none of its own. */
static math **script_place(reader *r, math **m, bool raised) {
    math *owner = *m;
    if (owner->kind != MATH_BIG && owner->kind != MATH_SCRIPTS) {
        owner = atom_new(r, MATH_SCRIPTS, owner->class, STR(""), owner->at);
        add_child(r, owner, *m);
        add_child(r, owner, NULL);
        add_child(r, owner, NULL);
        *m = owner;
    }
    return &owner->children[(owner->kind == MATH_SCRIPTS) + (raised ? 1 : 0)];
}

/* All scripts that follow; *m is what they belong to. */
static bool read_scripts(reader *r, math **m) {
    for (;;) {
        size_t before = r->at;
        skip_blanks(r);
        size_t at = r->at;
        char c = peek(r);
        if (at_command(r, "limits") || at_command(r, "nolimits")) {
            r->at += command_name(r).len + 1;
            continue;
        }
        bool raised = c == '^' || c == '\'';
        bool typed = c != '^' && c != '_' && c != '\'' && is_raised_or_lowered(r, &raised);
        if (!typed && c != '^' && c != '_' && c != '\'') {
            r->at = before;
            return true;
        }
        math **place = script_place(r, m, raised);
        math *script;
        if (typed)
            script = read_shifted(r, raised);
        else if (c == '\'')
            script = read_primes(r);
        else {
            r->at++;
            script = read_argument(r, at, 1);
        }
        if (!script)
            return false;
        if (*place && (*place)->count == 1 && c == '^' && str_is((*place)->children[0]->text, "′")) {
            add_child(r, *place, script); /* f'^2 */
            continue;
        }
        if (*place) {
            fail(r, at, 1,
                 raised ? "a second superscript here: put the first in braces"
                        : "a second subscript here: put the first in braces",
                 STR(""));
            return false;
        }
        *place = script;
    }
}

static math *read_atom(reader *r) {
    char c = peek(r);
    bool raised;
    if (c == '{')
        return read_group(r);
    if (c == '\\')
        return read_command(r);
    if (char_is_digit(c))
        return read_number(r);
    if (c == '^' || c == '_' || c == '\'' || is_raised_or_lowered(r, &raised))
        return atom_new(r, MATH_ROW, MATH_ORD, STR(""), r->at); /* scripts of nothing */
    size_t next = r->at;
    if (utf8_is_full_width(utf8_next(r->text, &next)) && !sign_by_text(str_slice(r->text, r->at, next)))
        return read_words(r);
    return read_character(r);
}

static math *read_row(reader *r) {
    if (!enter(r))
        return NULL;
    math *row = atom_new(r, MATH_ROW, MATH_ORD, STR(""), r->at);
    for (skip_blanks(r); !at_row_end(r); skip_blanks(r)) {
        math *m = read_atom(r);
        if (!m || (m->kind != MATH_SPACE && !read_scripts(r, &m)))
            return NULL;
        add_child(r, row, m);
    }
    r->level--;
    settle_operators(row);
    return row;
}

math *math_read(const source *where, size_t at, size_t length, arena *a, error *e) {
    reader r = {.where = where, .text = str_slice(where->text, 0, at + length), .at = at, .arena = a, .error = e};
    math *row = read_row(&r);
    if (!row || ended(&r))
        return row;
    if (peek(&r) == '}')
        return fail(&r, r.at, 1, "'}' closes nothing", STR(""));
    if (peek(&r) == '&')
        return fail(&r, r.at, 1, "'&' belongs between \\begin{cases} and \\end{cases}", STR(""));
    str name = command_name(&r);
    if (str_is(name, "\\"))
        return fail(&r, r.at, 2, "'\\\\' belongs between \\begin{cases} and \\end{cases}", STR(""));
    return fail(&r, r.at, name.len + 1, "\\@ closes nothing", name);
}
