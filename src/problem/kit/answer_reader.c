/* The plain text is made in three passes, each over what the one before has left:
 *
 *   typed      "【A₁ × A₂】A₃"
 *   signs       [A_{1} * A_{2}]A_{3}     one sign after the other, with its place
 *   brackets    (A_{1} * A_{2})A_{3}     pairs that match, by a stack
 *   groups      175 099 → 175099         in place, so that bytes only get fewer
 */
#include "kit/answer_reader.h"

#include "number.h"
#include "utf8.h"

/* ---- quotes ---- */

static const struct quotes {
    const char *open, *close;
} quotes[] = {{"\"", "\""}, {"“", "”"}, {"„", "“"}, {"”", "”"}, {"＂", "＂"}, {"「", "」"}, {"『", "』"},
              {"'", "'"},   {"‘", "’"}, {"’", "’"}, {"«", "»"}, {"`", "`"},   {"$", "$"}};

/* The inside of a text that stands in such quotes; the text itself if it does not. */
static str inside(str text, const struct quotes *q) {
    str open = str_of(q->open), close = str_of(q->close);
    if (text.len < open.len + close.len || !str_starts(text, q->open) || !str_ends(text, q->close))
        return text;
    return str_slice(text, open.len, text.len - close.len);
}

str answer_quoted(str typed) {
    for (size_t k = 0; k < sizeof quotes / sizeof *quotes; k++) {
        str within = inside(typed, &quotes[k]);
        if (within.len < typed.len)
            return within;
    }
    return typed;
}

str answer_unquoted(str typed) {
    str text = str_trim(typed);
    for (str within = answer_quoted(text); within.len < text.len; within = answer_quoted(text))
        text = str_trim(within);
    return text;
}

/* ---- signs ---- */

typedef struct maker {
    strbuf b;
    size_t *places;
    size_t count, capacity;
} maker;

static void add_bytes(maker *m, str bytes, size_t place, arena *a) {
    strbuf_add(&m->b, bytes);
    for (size_t k = 0; k < bytes.len; k++)
        *ARENA_PUSH(a, m, places, count, capacity) = place;
}

/* Names that TeX has for signs; the longest of those that begin alike stands first. */
static const struct tex_sign {
    const char *name, *plain;
} tex_signs[] = {{"\\times", "*"}, {"\\cdot", "*"}, {"\\div", "/"}, {"\\left", ""}, {"\\right", ""}, {"\\,", ""},
                 {"\\;", " "},     {"\\ ", " "},    {"\\!", ""},    {"\\{", "{"},   {"\\}", "}"}};

/* The sign of TeX that stands at *at, which moves past it; NULL if none does. */
static const char *take_tex(str text, size_t *at) {
    str rest = str_slice(text, *at, text.len);
    for (size_t k = 0; k < sizeof tex_signs / sizeof *tex_signs; k++)
        if (str_starts(rest, tex_signs[k].name)) {
            *at += strlen(tex_signs[k].name);
            return tex_signs[k].plain;
        }
    return NULL;
}

/* Signs that number_plain_sign leaves alone and that mean something in an answer. */
static const struct other_sign {
    uint32_t code;
    char plain;
} other_signs[] = {{0x3010, '['}, {0x3011, ']'}, {0x3014, '['}, {0x3015, ']'}, {0x3008, '<'},
                   {0x3009, '>'}, {0x27E8, '<'}, {0x27E9, '>'}, {0x2236, ':'}, {0xFE55, ':'}};

static char other_sign(uint32_t code) {
    for (size_t k = 0; k < sizeof other_signs / sizeof *other_signs; k++)
        if (other_signs[k].code == code)
            return other_signs[k].plain;
    return 0;
}

static bool is_low_digit(uint32_t code) {
    return code >= 0x2080 && code <= 0x2089;
}

/* A run of subscript digits, as TeX writes it. */
static void take_low_digits(maker *m, str text, size_t *at, arena *a) {
    size_t last = *at;
    add_bytes(m, STR("_{"), *at, a);
    while (*at < text.len) {
        size_t next = *at;
        uint32_t code = utf8_next(text, &next);
        if (!is_low_digit(code))
            break;
        char digit = (char)('0' + (code - 0x2080));
        last = *at;
        add_bytes(m, (str){&digit, 1}, last, a);
        *at = next;
    }
    add_bytes(m, STR("}"), last, a);
}

static void take_sign(maker *m, str text, size_t *at, arena *a) {
    size_t from = *at, next = from;
    uint32_t code = utf8_next(text, &next);
    if (is_low_digit(code)) {
        take_low_digits(m, text, at, a);
        return;
    }
    const char *tex = code == '\\' ? take_tex(text, at) : NULL;
    if (tex) {
        add_bytes(m, str_of(tex), from, a);
        return;
    }
    *at = from;
    char plain = number_plain_sign(text, at);
    if (code == 0x2009 || code == 0x202F) /* kept for now: it groups digits, whatever the rules */
        plain = 0;
    else if (code == 'x' || code == 'X' || code == 0xFF58 || code == 0xFF38) /* a name, or ×: the reader knows */
        plain = code & 0x20 ? 'x' : 'X';
    else if (char_is_blank(plain))
        plain = ' ';
    plain = plain ? plain : other_sign(code);
    add_bytes(m, plain ? (str){&plain, 1} : str_slice(text, from, next), from, a);
}

/* ---- brackets ---- */

static char closer_of(char c) {
    return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : c == '<' ? '>' : 0;
}

typedef struct opened {
    size_t *items;
    size_t count, capacity;
} opened;

/* Pairs that match become round; what TeX binds below or above a sign stays. */
static void make_round(maker *m, arena *a) {
    opened open = {0};
    char *text = m->b.ptr;
    for (size_t k = 0; k < m->count; k++) {
        if (closer_of(text[k])) {
            *ARENA_PUSH(a, &open, items, count, capacity) = k;
        } else if (open.count && text[k] == closer_of(text[open.items[open.count - 1]])) {
            size_t from = open.items[--open.count];
            if (text[from] == '{' && from && (text[from - 1] == '_' || text[from - 1] == '^'))
                continue;
            text[from] = '(';
            text[k] = ')';
        }
    }
}

/* ---- groups of digits ---- */

/* How many bytes the sign has that may stand between groups; 0 if none stands at `at`. */
static size_t group_sign(str text, size_t at, unsigned rules) {
    str rest = str_slice(text, at, text.len);
    if (str_starts(rest, "\u2009") || str_starts(rest, "\u202F"))
        return 3;
    if (rules & ANSWER_GROUPS && str_starts(rest, " "))
        return 1;
    return rules & ANSWER_COMMAS && str_starts(rest, ",") ? 1 : 0;
}

static size_t digits_at(str text, size_t at) {
    size_t end = at;
    while (end < text.len && char_is_digit(text.ptr[end]))
        end++;
    return end - at;
}

/* Drops the sign between groups of three, of a number with no more than three digits before the first. */
static void join_groups(maker *m, unsigned rules) {
    enum { GROUP = 3 };
    str text = strbuf_text(&m->b);
    size_t to = 0, run = 0; /* digits since the number, or its last group, began */
    if (!m->places)         /* the empty answer */
        return;
    for (size_t at = 0; at < text.len;) {
        size_t sign = run >= 1 && run <= GROUP ? group_sign(text, at, rules) : 0;
        if (sign && digits_at(text, at + sign) == GROUP) {
            at += sign;
            run = 0;
            continue;
        }
        run = char_is_digit(text.ptr[at]) ? run + 1 : 0;
        m->b.ptr[to] = text.ptr[at];
        m->places[to++] = m->places[at++];
    }
    m->b.len = m->count = to;
}

/* Thin spaces that group nothing are spaces. */
static void plain_spaces(maker *m) {
    str text = strbuf_text(&m->b);
    size_t to = 0;
    if (!m->places)
        return;
    for (size_t at = 0; at < text.len;) {
        bool thin = group_sign(text, at, 0) != 0;
        m->b.ptr[to] = thin ? ' ' : text.ptr[at];
        m->places[to++] = m->places[at];
        at += thin ? 3 : 1;
    }
    m->b.len = m->count = to;
}

answer_text answer_read(str typed, unsigned rules, arena *a) {
    answer_text t = {.typed = {STR(ANSWER_NAME), typed}};
    str text = answer_unquoted(typed);
    size_t from = text.len ? (size_t)(text.ptr - typed.ptr) : 0, end = from + text.len;
    str up_to = str_slice(typed, 0, end);
    maker m = {.b = strbuf_in(a)};
    for (size_t at = from; at < end;)
        take_sign(&m, up_to, &at, a);
    if (rules & ANSWER_ROUND)
        make_round(&m, a);
    join_groups(&m, rules);
    plain_spaces(&m);
    *ARENA_PUSH(a, &m, places, count, capacity) = end;
    t.plain = (source){STR(ANSWER_NAME), strbuf_text(&m.b)};
    t.places = m.places;
    return t;
}

/* ---- errors ---- */

/* The byte of the plain text that has that many characters before it. */
static size_t byte_of_column(str text, size_t before) {
    size_t at = 0;
    while (before-- && at < text.len)
        utf8_next(text, &at);
    return at;
}

void *answer_unreadable(const answer_text *t, const error *found, error *e) {
    str plain = t->plain.text;
    if (!found->line) {
        error_plain(e, found->status, "%.*s", STR_ARG(found->message));
        return NULL;
    }
    size_t at = byte_of_column(plain, found->column - 1);
    size_t last = byte_of_column(plain, found->column + found->width - 2);
    size_t from = t->places[at], to = last < plain.len ? t->places[last] : from;
    size_t end = to;
    if (end < t->typed.text.len)
        utf8_next(t->typed.text, &end);
    error_at(e, &t->typed, from, end > from ? end - from : 1, "%.*s", STR_ARG(found->message));
    return NULL;
}

/* ---- claims ---- */

static answer_part part_of(str text, size_t from, size_t to) {
    while (from < to && text.ptr[from] == ' ')
        from++;
    while (to > from && text.ptr[to - 1] == ' ')
        to--;
    size_t at = from;
    if (at < to && (text.ptr[at] == '-' || text.ptr[at] == '+'))
        at++;
    size_t digits = digits_at(str_slice(text, 0, to), at);
    return (answer_part){from, to - from, digits && at + digits == to};
}

answer_claims answer_claims_of(const answer_text *t, size_t at, arena *a) {
    answer_claims c = {0};
    str text = t->plain.text;
    bool have = false;
    for (size_t from = at, end; from <= text.len; from = end + 1) {
        end = str_find(text, STR("="), from);
        end = end == SIZE_MAX ? text.len : end;
        answer_part p = part_of(text, from, end);
        if (have && (p.number || !c.main.number)) {
            *ARENA_PUSH(a, &c, others, count, capacity) = p;
            continue;
        }
        if (have)
            *ARENA_PUSH(a, &c, others, count, capacity) = c.main;
        c.main = p;
        have = true;
    }
    return c;
}

/* ---- nothing ---- */

/* Whether it is one of the words, but for capital letters, a full stop behind it and brackets around it. */
static bool is_word(str typed, const char *const *words, size_t count, arena *a) {
    answer_text t = answer_read(typed, ANSWER_ROUND, a);
    str text = str_trim(t.plain.text);
    while (text.len && (str_ends(text, ".") || str_ends(text, "!")))
        text = str_trim(str_slice(text, 0, text.len - 1));
    text = str_ends(text, "。") ? str_slice(text, 0, text.len - strlen("。")) : text;
    if (text.len > 2 && text.ptr[0] == '(' && text.ptr[text.len - 1] == ')')
        text = str_trim(str_slice(text, 1, text.len - 1));
    char *low = str_to_c(a, text);
    for (char *p = low; *p; p++)
        *p = (char)(*p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p);
    for (size_t k = 0; k < count; k++)
        if (strcmp(low, words[k]) == 0)
            return true;
    return false;
}

bool answer_says_none(str typed, arena *a) {
    static const char *const words[] = {"none",         "no solution", "no solutions", "no",     "impossible",
                                        "not possible", "unsolvable",  "nothing",      "∅",      "\\emptyset",
                                        "无解",         "無解",        "没有解",       "沒有解", "无",
                                        "無",           "没有",        "沒有",         "不可能"};
    return is_word(typed, words, sizeof words / sizeof *words, a);
}

bool answer_says_empty(str typed, arena *a) {
    static const char *const words[] = {"",  "empty", "the empty text", "empty text", "empty sequence", "ε",
                                        "λ", "空",    "空序列",         "空串",       "空的",           "\\varepsilon"};
    return is_word(typed, words, sizeof words / sizeof *words, a) || answer_says_none(typed, a);
}
