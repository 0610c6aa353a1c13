/* A tree of mathematics as one line of tokens, which recursive descent reads: groups and brackets that grow are opened,
 * words of a text are parted:
 *
 *   \left( i = 0 \text{ or } {j} \right)   ─▶   ( i = 0 or j )
 */
#include "formula_tree.h"

#include "utf8.h"

typedef struct maker {
    tokens out;
    arena *arena;
} maker;

static token *add(maker *w, token_kind kind, str text, const math *m) {
    token *t = ARENA_PUSH(w->arena, &w->out, items, count, capacity);
    *t = (token){.kind = kind, .text = text, .m = m, .at = m->at};
    return t;
}

static bool is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || char_is_digit(c) || c == '_';
}

/* Words that Chinese conditions are made of; the longest that fits. */
static const char *const chinese[] = {"其他情况", "其它情况", "其余情况", "如果", "或者", "并且",
                                      "而且",     "其他",     "其它",     "其余", "否则", "若",
                                      "当",       "或",       "且",       "和",   "时",   "的"};

static size_t chinese_word(str text, size_t at) {
    for (size_t k = 0; k < sizeof chinese / sizeof *chinese; k++)
        if (str_starts(str_slice(text, at, text.len), chinese[k]))
            return str_of(chinese[k]).len;
    return 0;
}

static str plain_mark(str mark) {
    static const char *const marks[][2] = {{"，", ","}, {"；", ","}, {"、", ","}, {"。", "."},
                                           {"（", "("}, {"）", ")"}, {"：", ":"}, {";", ","}};
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
        if (str_is(mark, marks[k][0]))
            return str_of(marks[k][1]);
    return mark;
}

static void add_words(maker *w, str words, const math *m) {
    for (size_t at = 0; at < words.len;) {
        size_t from = at;
        char c = words.ptr[at];
        if (char_is_blank(c)) {
            at++;
            continue;
        }
        size_t han = chinese_word(words, at);
        if (han) {
            at += han;
        } else if (is_word_byte(c)) {
            while (at < words.len && is_word_byte(words.ptr[at]))
                at++;
        } else {
            uint32_t code = utf8_next(words, &at);
            str mark = plain_mark(str_slice(words, from, at));
            if (!utf8_is_han(code) || mark.ptr != words.ptr + from) {
                add(w, TOKEN_SIGN, mark, m);
                continue;
            }
            while (at < words.len && !chinese_word(words, at) && !is_word_byte(words.ptr[at]) &&
                   !char_is_blank(words.ptr[at]))
                utf8_next(words, &at);
        }
        str word = str_slice(words, from, at);
        bool digits = true;
        for (size_t k = 0; k < word.len; k++)
            digits = digits && char_is_digit(word.ptr[k]);
        add(w, digits ? TOKEN_NUMBER : TOKEN_WORD, word, m);
    }
}

static void add_row(maker *w, const math *row);

static void add_symbol(maker *w, const math *m) {
    str text = m->text;
    size_t next = 0;
    if (text.len == 0)
        return;
    utf8_next(text, &next);
    bool letter = !m->upright && next == text.len && m->class == MATH_ORD;
    if (char_is_digit(text.ptr[0]))
        add(w, TOKEN_NUMBER, text, m);
    else if (letter)
        add(w, TOKEN_LETTER, text, m);
    else if (!m->upright && next < text.len)
        add(w, TOKEN_WORD, text, m); /* \mathit{dp} */
    else
        add(w, TOKEN_SIGN, plain_mark(text), m);
}

static void add_node(maker *w, const math *m) {
    token *t;
    switch (m->kind) {
    case MATH_ROW:
        add_row(w, m);
        break;
    case MATH_SYMBOL:
        add_symbol(w, m);
        break;
    case MATH_TEXT:
        add_words(w, m->text, m);
        break;
    case MATH_SCRIPTS: {
        size_t before = w->out.count;
        add_node(w, m->children[0]);
        if (w->out.count == before)
            break;
        t = &w->out.items[w->out.count - 1];
        t->sub = m->children[1];
        t->sup = m->children[2];
        break;
    }
    case MATH_BIG:
        t = add(w, TOKEN_TREE, m->text, m);
        t->sub = m->children[0];
        t->sup = m->children[1];
        break;
    case MATH_FENCED:
        if (m->left.len)
            add(w, TOKEN_SIGN, m->left, m);
        add_row(w, m->children[0]);
        if (m->right.len)
            add(w, TOKEN_SIGN, m->right, m);
        break;
    case MATH_FRACTION:
    case MATH_CASES:
    case MATH_CLOZE: /* not known there, and said so */
        add(w, TOKEN_TREE, STR(""), m);
        break;
    case MATH_SPACE:
        break;
    }
}

static void add_row(maker *w, const math *row) {
    if (row->kind != MATH_ROW) {
        add_node(w, row);
        return;
    }
    for (size_t k = 0; k < row->count; k++)
        add_node(w, row->children[k]);
}

tokens tokens_of(const math *row, size_t end, arena *a) {
    maker w = {{NULL, 0, 0}, a};
    if (row)
        add_row(&w, row);
    token *t = ARENA_PUSH(a, &w.out, items, count, capacity);
    *t = (token){.kind = TOKEN_END, .at = end};
    return w.out;
}
