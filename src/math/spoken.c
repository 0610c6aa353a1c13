/* Mathematics in words. A row is read from left to right; what stands in brackets is found first:
 *
 *   \max \{ a_i + s(i+1,j), \ a_j + s(i,j-1) \}       "the larger of …; and …"
 *        └──────┬───────────────────────────┘
 *           a list of two                              ( after a name: "of", else a group
 *
 * Depth is bounded by that of the tree and, for brackets in one row, by MOST_BRACKETS: deeper ones are said as signs.
 */
#include "cloze.h"
#include "signs.h"
#include "utf8.h"

enum { MOST_BRACKETS = 40 };

/* What was said last, for the "times" that is not written. */
typedef enum spoken_kind {
    SAID_NOTHING,
    SAID_SIMPLE,  /* letters and digits: "a c" is a product that needs no word */
    SAID_OPERAND, /* anything else that can be a factor */
} spoken_kind;

typedef struct speaker {
    strbuf out;
    bool chinese;
    bool pause; /* a comma is due before the next word */
    bool glue;  /* no space before the next word */
    int level;
    spoken_kind last;
    arena *arena;
} speaker;

/* A stretch of a row. */
typedef struct stretch {
    math **items;
    size_t count;
} stretch;

static void say_stretch(speaker *s, stretch row);
static void say_atom(speaker *s, const math *m);

/* --- words --- */

static uint32_t first_character(str text) {
    size_t at = 0;
    return text.len ? utf8_next(text, &at) : 0;
}

static uint32_t last_character(str text) {
    size_t at = text.len;
    while (at && ((unsigned char)text.ptr[at - 1] & 0xC0) == 0x80)
        at--;
    return at ? first_character(str_slice(text, at - 1, text.len)) : 0;
}

static bool is_closing_mark(uint32_t c) {
    return c == ',' || c == ';' || c == ':' || c == ')' || c == ']' || c == 0xFF0C || c == 0xFF1B || c == 0xFF1A ||
           c == 0x3001;
}

static bool is_full_width_mark(uint32_t c) {
    return c == 0xFF0C || c == 0xFF1B || c == 0xFF1A || c == 0x3001;
}

static void say(speaker *s, const char *words);

static void say_text(speaker *s, str words) {
    words = str_trim(words);
    if (!words.len)
        return;
    uint32_t first = first_character(words), last = last_character(strbuf_text(&s->out));
    if (s->pause && !is_closing_mark(first)) {
        s->pause = false;
        say(s, s->chinese ? "，" : ",");
        last = last_character(strbuf_text(&s->out));
    }
    s->pause = false;
    bool close = !last || s->glue || is_closing_mark(first) || is_full_width_mark(last) ||
                 (utf8_is_full_width(last) && utf8_is_full_width(first));
    if (!close)
        strbuf_add_byte(&s->out, ' ');
    strbuf_add(&s->out, words);
    s->glue = false;
}

static void say(speaker *s, const char *words) {
    say_text(s, str_of(words));
}

static void say_either(speaker *s, const char *en, const char *zh) {
    say(s, s->chinese ? zh : en);
}

/* --- asking about atoms --- */

static const math *base_of(const math *m) {
    return m->kind == MATH_SCRIPTS ? m->children[0] : m;
}

static bool is_symbol(const math *m, const char *text) {
    return m->kind == MATH_SYMBOL && str_is(m->text, text);
}

static bool is_number(const math *m) {
    return m->kind == MATH_SYMBOL && m->text.len && m->text.ptr[0] >= '0' && m->text.ptr[0] <= '9';
}

static bool is_letter(const math *m) {
    return m->kind == MATH_SYMBOL && !m->upright;
}

static bool is_lone_letter(const math *m) {
    return is_letter(m) && m->text.len == 1;
}

static bool is_opening(const math *m) {
    return m->kind == MATH_SYMBOL && m->class == MATH_OPEN_;
}

static bool is_closing(const math *m) {
    const math *base = base_of(m);
    return base->kind == MATH_SYMBOL && base->class == MATH_CLOSE_ && !str_is(base->text, "!");
}

static bool is_operator(const math *m) {
    return is_symbol(m, "+") || is_symbol(m, "−") || is_symbol(m, "×") || is_symbol(m, "÷");
}

static bool has_comma(stretch row) {
    for (size_t k = 0; k < row.count; k++)
        if (row.items[k]->class == MATH_PUNCT)
            return true;
    return false;
}

static stretch stretch_of(const math *row) {
    return (stretch){row->children, row->count};
}

static stretch stretch_part(stretch row, size_t from, size_t to) {
    return (stretch){row.items ? row.items + from : NULL, to - from}; /* an empty row has no items */
}

/* A row of one atom, or what is no row, is that atom. */
static const math *only_atom(const math *m) {
    while (m->kind == MATH_ROW && m->count == 1)
        m = m->children[0];
    return m;
}

static bool is_simple(const math *m) {
    const math *only = only_atom(m);
    return only->kind == MATH_SYMBOL || only->kind == MATH_TEXT;
}

/* For each opening bracket the index of its partner in the row, else 0. */
static size_t *match_brackets(stretch row, arena *a) {
    size_t *partner = ARENA_ARRAY(a, size_t, row.count + 1), *open = ARENA_ARRAY(a, size_t, row.count + 1), depth = 0;
    for (size_t k = 0; k < row.count; k++) {
        if (is_opening(row.items[k]))
            open[depth++] = k;
        else if (is_closing(row.items[k]) && depth)
            partner[open[--depth]] = k;
    }
    return partner;
}

/* --- lists --- */

typedef struct parts {
    stretch *items;
    size_t count, capacity;
    bool nested; /* a part has commas itself */
} parts;

/* The row cut at its commas, those inside brackets left alone. */
static parts split_at_commas(stretch row, arena *a) {
    parts p = {0};
    size_t from = 0, depth = 0;
    for (size_t k = 0; k <= row.count; k++) {
        bool comma = k < row.count && depth == 0 && is_symbol(row.items[k], ",");
        if (k < row.count && is_opening(row.items[k]))
            depth++;
        else if (k < row.count && is_closing(row.items[k]) && depth)
            depth--;
        if (!comma && k < row.count)
            continue;
        stretch part = stretch_part(row, from, k);
        from = k + 1;
        if (part.count == 0)
            continue;
        p.nested = p.nested || has_comma(part);
        *ARENA_PUSH(a, &p, items, count, capacity) = part;
    }
    return p;
}

/* "i, j, 1" */
static void say_arguments(speaker *s, parts p) {
    for (size_t k = 0; k < p.count; k++) {
        if (k)
            say(s, ",");
        s->last = SAID_NOTHING;
        say_stretch(s, p.items[k]);
    }
}

/* "a, b and c", or, where parts have commas, "a; b; and c". In Chinese brackets keep inner commas apart. */
static void say_enumeration(speaker *s, parts p) {
    for (size_t k = 0; k < p.count; k++) {
        bool last = k + 1 == p.count;
        if (k && p.nested && !s->chinese)
            say(s, ";");
        else if (k && !last)
            say_either(s, ",", "、");
        if (k && last)
            say_either(s, "and", "与");
        s->last = SAID_NOTHING;
        say_stretch(s, p.items[k]);
    }
}

static void say_set(speaker *s, parts p) {
    if (p.count == 0) {
        say_either(s, "the empty set", "空集");
        return;
    }
    say_either(s, "the set of", p.count == 1 ? "集合 {" : "由");
    s->glue = s->chinese && p.count == 1;
    say_enumeration(s, p);
    s->glue = s->chinese && p.count == 1;
    if (s->chinese)
        say(s, p.count == 1 ? "}" : "组成的集合");
}

/* --- brackets --- */

typedef struct bracket_words {
    const char *left;
    const char *en_before, *en_after, *zh_before, *zh_after;
} bracket_words;

static const bracket_words bracket_table[] = {
    {"⌊", "the floor of", "end of floor", "", "向下取整"},
    {"⌈", "the ceiling of", "end of ceiling", "", "向上取整"},
    {"|", "the size of", "end of size", "绝对值", "绝对值结束"},
    {"[", "open bracket", "close bracket", "[", "]"},
    {"(", "open bracket", "close bracket", "(", ")"},
    {"⟨", "open bracket", "close bracket", "⟨", "⟩"},
};

static const bracket_words *words_of_bracket(str left) {
    for (size_t k = 0; k < sizeof bracket_table / sizeof *bracket_table; k++)
        if (str_is(left, bracket_table[k].left))
            return &bracket_table[k];
    return &bracket_table[4];
}

/* "[i, j, 1]" after a name. */
static void say_application(speaker *s, str left, parts p) {
    if (!s->chinese) {
        say(s, "of");
        say_arguments(s, p);
        s->pause = p.items[p.count - 1].count > 1;
        return;
    }
    s->glue = true;
    say_text(s, left);
    s->glue = true;
    say_arguments(s, p);
    s->glue = true;
    say(s, str_is(left, "[") ? "]" : ")");
}

static void say_bracketed(speaker *s, str left, stretch inside, bool applied) {
    s->level++;
    parts p = split_at_commas(inside, s->arena);
    const bracket_words *w = words_of_bracket(left);
    if (str_is(left, "{"))
        say_set(s, p);
    else if (applied && p.count)
        say_application(s, left, p);
    else {
        say_either(s, w->en_before, w->zh_before);
        s->glue = s->chinese && (str_is(left, "(") || str_is(left, "["));
        say_arguments(s, p);
        s->glue = s->chinese && (str_is(left, "(") || str_is(left, "["));
        say_either(s, w->en_after, w->zh_after);
    }
    s->last = SAID_OPERAND;
    s->level--;
}

/* --- big operators --- */

static bool is_equation(const math *m) {
    for (size_t k = 0; m->kind == MATH_ROW && k < m->count; k++)
        if (is_symbol(m->children[k], "="))
            return true;
    return false;
}

static void say_part(speaker *s, const math *m) {
    s->last = SAID_NOTHING;
    say_atom(s, m);
    s->last = SAID_NOTHING;
}

static void say_power(speaker *s, const math *sup);

/* \log_b, \ln: the base is said, the argument follows. */
static void say_function(speaker *s, const math *m, const operator_name *o) {
    say(s, s->chinese ? o->text : o->en);
    if (m->children[1])
        say_power(s, m->children[1]);
    if (m->children[0]) {
        say_either(s, "base", "以");
        say_part(s, m->children[0]);
        if (s->chinese)
            say(s, "为底");
    }
    if (!s->chinese)
        say(s, "of");
}

static void say_big_en(speaker *s, const math *m, const operator_name *o) {
    const math *below = m->children[0], *above = m->children[1];
    say(s, o->en);
    if (below) {
        say(s, str_is(m->text, "lim") ? "as" : above && is_equation(below) ? "from" : "over");
        say_part(s, below);
    }
    if (above) {
        say(s, "to");
        say_part(s, above);
    }
    say(s, "of");
}

static void say_big_zh(speaker *s, const math *m, const operator_name *o) {
    const math *below = m->children[0], *above = m->children[1];
    bool limit = str_is(m->text, "lim"), sum = str_is(m->text, "∑") || str_is(m->text, "∏");
    if (below) {
        say(s, limit ? "当" : m->large ? "对" : "在");
        say_part(s, below);
        if (above) {
            say(s, "到");
            say_part(s, above);
        }
        say(s, limit ? "时的" : m->large ? "" : "的范围内");
    }
    say(s, limit ? "" : sum ? "求" : "取");
    say(s, o->zh);
    say(s, "：");
}

static void say_big(speaker *s, const math *m) {
    const operator_name *o = operator_by_text(m->text);
    if (!o->limits)
        say_function(s, m, o);
    else if (s->chinese)
        say_big_zh(s, m, o);
    else
        say_big_en(s, m, o);
    s->last = SAID_NOTHING;
}

/* \max and \min of a list: "the larger of a and b", "the largest of a, b and c". */
static void say_extreme(speaker *s, bool greatest, stretch inside) {
    parts p = split_at_commas(inside, s->arena);
    s->level++;
    if (!s->chinese) {
        static const char *const words[2][3] = {{"the minimum of", "the smaller of", "the smallest of"},
                                                {"the maximum of", "the larger of", "the largest of"}};
        say(s, words[greatest][p.count < 2 ? 0 : p.count == 2 ? 1 : 2]);
        say_enumeration(s, p);
    } else {
        static const char *const words[2][3] = {{"的最小值", "中的较小者", "中的最小者"},
                                                {"的最大值", "中的较大者", "中的最大者"}};
        say_enumeration(s, p);
        say(s, words[greatest][p.count < 2 ? 0 : p.count == 2 ? 1 : 2]);
    }
    s->level--;
    s->last = SAID_OPERAND;
}

/* --- other atoms --- */

static void say_symbol(speaker *s, const math *m) {
    const sign *known = sign_by_text(m->text);
    const char *words = !known ? NULL : s->chinese ? known->zh : known->en;
    if (words)
        say(s, words);
    else
        say_text(s, m->text);
}

/* An operator sign without a left operand: of a number, or the sign itself. */
static void say_lone_operator(speaker *s, const math *m, bool has_operand) {
    static const struct {
        const char *text, *en, *zh_before, *zh_alone;
    } words[] = {{"+", "plus", "正", "加号"},
                 {"−", "minus", "负", "减号"},
                 {"×", "times", "乘", "乘号"},
                 {"÷", "divided by", "除以", "除号"}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (str_is(m->text, words[k].text))
            say_either(s, words[k].en, has_operand ? words[k].zh_before : words[k].zh_alone);
    s->last = SAID_NOTHING;
}

static void say_power(speaker *s, const math *sup) {
    const math *only = only_atom(sup);
    if (is_symbol(only, "2"))
        say_either(s, "squared", "的平方");
    else if (is_symbol(only, "3"))
        say_either(s, "cubed", "的立方");
    else if (only->kind == MATH_SYMBOL && str_is(only->text, "′"))
        say_either(s, "prime", "撇");
    else {
        s->pause = s->pause && !s->chinese;
        say_either(s, "to the power", "的");
        say_part(s, sup);
        if (s->chinese)
            say(s, "次方");
        else
            s->pause = !is_simple(sup);
    }
}

static void say_scripts_of(speaker *s, const math *m) {
    if (m->children[1]) {
        say_either(s, "sub", "下标");
        say_part(s, m->children[1]);
        s->pause = !is_simple(m->children[1]);
    }
    if (m->children[2])
        say_power(s, m->children[2]);
    s->last = SAID_OPERAND;
}

static void say_fraction(speaker *s, const math *m) {
    const math *above = m->children[0], *below = m->children[1];
    bool simple = is_simple(above) && is_simple(below);
    if (s->chinese && simple) {
        say_part(s, below);
        say(s, "分之");
        say_part(s, above);
    } else {
        if (!simple)
            say_either(s, "the fraction", "分式：分子");
        say_part(s, above);
        say_either(s, "over", "，分母");
        say_part(s, below);
        if (!simple)
            say_either(s, ", end of fraction", "，分式结束");
        s->pause = !simple;
    }
    s->last = SAID_OPERAND;
}

static void say_case(speaker *s, const math *row) {
    const math *condition = row->count > 1 ? row->children[1] : NULL;
    bool worded = condition && condition->count && condition->children[0]->kind == MATH_TEXT;
    if (condition && s->chinese && !worded) {
        say(s, "当");
        say_part(s, condition);
        say(s, "时，");
    }
    say_part(s, row->children[0]);
    if (condition && (worded || !s->chinese)) {
        if (worded)
            say_either(s, ",", "，");
        else
            say(s, "if");
        say_part(s, condition);
    }
}

static void say_cases(speaker *s, const math *m) {
    say_text(s, str_format(s->arena,
                           s->chinese      ? "如下 %zu 种情形："
                           : m->count == 1 ? "%zu case:"
                                           : "%zu cases:",
                           m->count));
    for (size_t k = 0; k < m->count; k++) {
        say_case(s, m->children[k]);
        say_either(s, ";", "；");
    }
    say_either(s, "end of cases", "情形结束");
    s->pause = true;
    s->last = SAID_OPERAND;
}

static void say_blank(speaker *s, const math *m) {
    cloze b;
    if (cloze_is(m->text, &b) && b.written)
        say_text(s, b.text);
    else
        say_either(s, "blank", "空格");
}

static void say_atom(speaker *s, const math *m) {
    switch (m->kind) {
    case MATH_ROW:
        say_stretch(s, stretch_of(m));
        break;
    case MATH_SYMBOL:
        say_symbol(s, m);
        break;
    case MATH_TEXT:
        say_text(s, m->text);
        break;
    case MATH_FRACTION:
        say_fraction(s, m);
        break;
    case MATH_SCRIPTS:
        say_atom(s, m->children[0]);
        say_scripts_of(s, m);
        break;
    case MATH_BIG:
        say_big(s, m);
        break;
    case MATH_FENCED:
        say_bracketed(s, m->left, stretch_of(m->children[0]), false);
        break;
    case MATH_CASES:
        say_cases(s, m);
        break;
    case MATH_CLOZE:
        say_blank(s, m);
        break;
    case MATH_SPACE:
        break;
    }
}

/* --- rows --- */

static size_t after_spaces(stretch row, size_t k) {
    while (k < row.count && row.items[k]->kind == MATH_SPACE)
        k++;
    return k;
}

/* "op = +": a name that holds an operator, not a product of o and p. */
static bool holds_operator(stretch row, size_t k) {
    size_t relation = after_spaces(row, k), value = after_spaces(row, relation + 1);
    if (value >= row.count || row.items[relation]->class != MATH_REL || !is_operator(row.items[value]))
        return false;
    size_t next = after_spaces(row, value + 1);
    return next >= row.count || row.items[next]->class == MATH_PUNCT;
}

/* How many letters from k on are one name, else 0: three or more, or more than one before '[' or an operator. */
static size_t name_length(stretch row, size_t k) {
    size_t to = k;
    while (to < row.count && is_lone_letter(row.items[to]))
        to++;
    size_t length = to - k;
    bool indexed = to < row.count && is_symbol(row.items[to], "[");
    return length >= 3 || (length == 2 && (indexed || holds_operator(row, to))) ? length : 0;
}

/* Whether brackets after this atom hold arguments: f(…), m[…], but n(n+1) is a product. */
static bool takes_arguments(const math *m, str bracket) {
    const math *base = base_of(m);
    if (base->kind == MATH_SYMBOL && base->class == MATH_ORD && !is_number(base) && !is_operator(base))
        return str_is(bracket, "[") ||
               (str_is(bracket, "(") &&
                !(base->text.len == 1 && str_find(STR("abijknxyz"), base->text, 0) != SIZE_MAX));
    return base->kind == MATH_TEXT && str_is(bracket, "(");
}

/* Whether brackets with arguments follow. */
static bool is_applied(stretch row, size_t k) {
    if (k + 1 >= row.count)
        return false;
    const math *next = row.items[k + 1];
    bool opens = next->kind == MATH_FENCED || is_opening(next);
    return opens && takes_arguments(row.items[k], next->kind == MATH_FENCED ? next->left : next->text);
}

static bool is_factor(const math *m) {
    const math *base = base_of(m);
    if (base->kind == MATH_TEXT || base->kind == MATH_SPACE)
        return false;
    return base->class == MATH_ORD ? !is_symbol(base, "/") : base->class == MATH_INNER && base->kind != MATH_SYMBOL;
}

/* The word for a product that is written without a sign. */
static void say_product(speaker *s, bool simple) {
    if (s->last == SAID_NOTHING || (s->last == SAID_SIMPLE && simple))
        return;
    say_either(s, "times", "乘");
}

/* "8/3" in Chinese: below first. */
static bool says_slashed(speaker *s, stretch row, size_t k) {
    if (!s->chinese || k + 2 >= row.count || !is_number(row.items[k]) || !is_symbol(row.items[k + 1], "/") ||
        !is_number(row.items[k + 2]))
        return false;
    say_text(s, row.items[k + 2]->text);
    say(s, "分之");
    say_text(s, row.items[k]->text);
    s->last = SAID_OPERAND;
    return true;
}

/* True if the name stands for an operator ("op"), which is no factor. */
static bool say_name(speaker *s, stretch row, size_t k, size_t length) {
    strbuf name = strbuf_in(s->arena);
    for (size_t i = 0; i < length; i++)
        strbuf_add(&name, row.items[k + i]->text);
    bool slot = str_is(strbuf_text(&name), "op");
    if (!slot)
        say_product(s, false);
    say_text(s, strbuf_text(&name));
    s->last = slot ? SAID_NOTHING : SAID_OPERAND;
    return slot;
}

/* The list after \max or \min at k; *end is its last index. False if there is none. */
static bool list_after(stretch row, const size_t *partner, size_t k, stretch *inside, size_t *end) {
    const math *m = row.items[k];
    bool extreme =
        m->kind == MATH_BIG && !m->children[0] && !m->children[1] && (str_is(m->text, "max") || str_is(m->text, "min"));
    size_t next = after_spaces(row, k + 1);
    if (!extreme || next >= row.count)
        return false;
    *end = next;
    if (row.items[next]->kind == MATH_FENCED) {
        *inside = stretch_of(row.items[next]->children[0]);
        return true;
    }
    *end = partner[next];
    *inside = stretch_part(row, next + 1, *end ? *end : next + 1);
    return *end && row.items[*end]->kind == MATH_SYMBOL;
}

/* "+ ⋯ +" in Chinese: "一直加到". */
static bool says_sequence(speaker *s, stretch row, size_t k) {
    if (!s->chinese || k + 2 >= row.count || row.items[k]->class != MATH_BIN || !is_operator(row.items[k]))
        return false;
    const math *dots = row.items[k + 1], *again = row.items[k + 2];
    if (dots->kind != MATH_SYMBOL || dots->class != MATH_INNER || !str_equal(row.items[k]->text, again->text))
        return false;
    say(s, "一直");
    say_symbol(s, again);
    say(s, "到");
    s->last = SAID_NOTHING;
    return true;
}

/* One item of a row that is no name, list or bracket. */
static void say_item(speaker *s, stretch row, size_t k) {
    const math *m = row.items[k];
    if (m->kind == MATH_SPACE) {
        if (m->width < 1)
            return;
        if (k && k + 1 < row.count && row.items[k - 1]->class != MATH_PUNCT)
            say_either(s, ";", "；");
        s->last = SAID_NOTHING;
        return;
    }
    if (is_symbol(m, ",") && k + 1 < row.count && row.items[k + 1]->width >= 1) { /* between equations */
        say_either(s, ";", "；");
        s->last = SAID_NOTHING;
        return;
    }
    if (m->class == MATH_ORD && is_operator(m)) {
        size_t next = after_spaces(row, k + 1);
        say_lone_operator(s, m, next < row.count && (is_factor(row.items[next]) || is_opening(row.items[next])));
        return;
    }
    bool factor = is_factor(m), simple = (is_letter(m) || is_number(m)) && !is_applied(row, k);
    bool fenced = m->kind == MATH_FENCED && k && takes_arguments(row.items[k - 1], m->left);
    if (fenced) {
        say_bracketed(s, m->left, stretch_of(m->children[0]), true);
        return;
    }
    if (factor)
        say_product(s, simple);
    say_atom(s, m);
    s->last = !factor ? SAID_NOTHING : simple ? SAID_SIMPLE : SAID_OPERAND;
}

/* Braces that only hold together what an extreme with limits is taken of: \min_{k} \{ … \} */
static bool is_mere_group(stretch row, size_t k, size_t end, arena *a) {
    size_t before = k;
    while (before && row.items[before - 1]->kind == MATH_SPACE)
        before--;
    if (!before || row.items[before - 1]->kind != MATH_BIG || row.items[before - 1]->large ||
        !is_symbol(row.items[k], "{"))
        return false;
    return split_at_commas(stretch_part(row, k + 1, end), a).count == 1;
}

static void say_stretch(speaker *s, stretch row) {
    size_t *partner = match_brackets(row, s->arena);
    bool deep = s->level > MOST_BRACKETS, slot = false;
    for (size_t k = 0; k < row.count; k++) {
        const math *m = row.items[k];
        stretch inside;
        size_t end, length = name_length(row, k);
        if (length) {
            slot = say_name(s, row, k, length);
            k += length - 1;
        } else if (says_slashed(s, row, k) || says_sequence(s, row, k)) {
            k += 2;
        } else if (!deep && list_after(row, partner, k, &inside, &end)) {
            say_extreme(s, str_is(m->text, "max"), inside);
            k = end;
        } else if (!deep && is_opening(m) && partner[k] && is_mere_group(row, k, partner[k], s->arena)) {
            s->level++;
            say_stretch(s, stretch_part(row, k + 1, partner[k]));
            s->level--;
            k = partner[k];
        } else if (!deep && is_opening(m) && partner[k]) {
            bool applied = k && takes_arguments(row.items[k - 1], m->text);
            if (!applied)
                say_product(s, false);
            end = partner[k];
            say_bracketed(s, m->text, stretch_part(row, k + 1, end), applied);
            if (row.items[end]->kind == MATH_SCRIPTS)
                say_scripts_of(s, row.items[end]);
            if (slot && applied)
                s->last = SAID_NOTHING;
            k = end;
        } else {
            say_item(s, row, k);
        }
    }
}

str math_spoken(const math *m, str lang, arena *a) {
    speaker s = {.out = strbuf_in(a), .chinese = str_starts(lang, "zh"), .arena = a};
    say_atom(&s, m);
    return strbuf_text(&s.out);
}
