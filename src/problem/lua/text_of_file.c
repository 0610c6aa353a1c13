/* What can be told from the text of a file alone, before anything runs. It is read by words; texts between quotes count
 * where labels are looked for, and neither texts nor remarks where blocks are. */
#include "session.h"

#include <string.h>

static bool word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || char_is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The word's next place from byte `from` on, SIZE_MAX if it stands nowhere. */
static size_t next_word(str text, str word, size_t from) {
    for (size_t at; (at = str_find(text, word, from)) != SIZE_MAX; from = at + 1) {
        bool begins = !at || !word_byte(text.ptr[at - 1]) || !word_byte(word.ptr[0]);
        size_t end = at + word.len;
        if (begins && (end >= text.len || !word_byte(text.ptr[end]) || !word_byte(word.ptr[word.len - 1])))
            return at;
    }
    return SIZE_MAX;
}

static int line_at(str text, size_t at) {
    int line = 1;
    for (size_t k = 0; k < at; k++)
        line += text.ptr[k] == '\n';
    return line;
}

int only_line_with(str text, str word) {
    size_t first = word.len ? next_word(text, word, 0) : SIZE_MAX;
    if (first == SIZE_MAX || next_word(text, word, first + 1) != SIZE_MAX)
        return 0;
    return line_at(text, first);
}

/* Past a text in quotes or long brackets, or a remark, that begins at `at`; `at` itself if none does. */
static size_t past_text(str text, size_t at) {
    bool remark = at + 1 < text.len && text.ptr[at] == '-' && text.ptr[at + 1] == '-';
    size_t from = remark ? at + 2 : at;
    if (from + 1 < text.len && text.ptr[from] == '[' && text.ptr[from + 1] == '[') {
        size_t end = str_find(text, STR("]]"), from);
        return end == SIZE_MAX ? text.len : end + 2;
    }
    if (remark) {
        size_t end = str_find(text, STR("\n"), from);
        return end == SIZE_MAX ? text.len : end;
    }
    if (text.ptr[at] != '"' && text.ptr[at] != '\'')
        return at;
    for (size_t k = at + 1; k < text.len; k++)
        if (text.ptr[k] == '\\')
            k++;
        else if (text.ptr[k] == text.ptr[at] || text.ptr[k] == '\n')
            return k + 1;
    return text.len;
}

enum { MOST_BLOCKS = 200 };

typedef struct blocks {
    bool is_if[MOST_BLOCKS];
    int depth;
    bool head; /* of a loop: its `do` opens nothing more */
} blocks;

static void open_block(blocks *b, bool is_if) {
    if (b->depth < MOST_BLOCKS)
        b->is_if[b->depth] = is_if;
    b->depth++;
}

static void take_word(blocks *b, str word) {
    if (str_is(word, "if") || str_is(word, "function") || str_is(word, "repeat"))
        open_block(b, str_is(word, "if"));
    else if (str_is(word, "for") || str_is(word, "while")) {
        open_block(b, false);
        b->head = true;
    } else if (str_is(word, "do")) {
        if (!b->head)
            open_block(b, false);
        b->head = false;
    } else if ((str_is(word, "end") || str_is(word, "until")) && b->depth)
        b->depth--;
}

bool line_is_in_if(str text, int line) {
    blocks b = {.depth = 0};
    size_t end = 0;
    for (int k = 0; k < line && end != SIZE_MAX; k++) {
        size_t next = str_find(text, STR("\n"), end);
        end = next == SIZE_MAX ? text.len : next + 1;
    }
    for (size_t at = 0; at < end && line_at(text, at) < line;) {
        size_t past = past_text(text, at), from = at;
        if (past > at) {
            at = past;
            continue;
        }
        while (at < text.len && word_byte(text.ptr[at]))
            at++;
        if (at > from)
            take_word(&b, str_slice(text, from, at));
        else
            at++;
    }
    for (int k = 0; k < b.depth && k < MOST_BLOCKS; k++)
        if (b.is_if[k])
            return true;
    return false;
}

/* Whether a whole number from 2^20 on, which Lua holds otherwise than one of an input, ends (`back`) or begins at `at`.
 */
static bool is_large_literal(str text, size_t at, bool back) {
    size_t from = at, to = at;
    if (back) {
        while (from && char_is_blank(text.ptr[from - 1]))
            from--;
        for (to = from; from && char_is_digit(text.ptr[from - 1]);)
            from--;
        if (from && (word_byte(text.ptr[from - 1]) || text.ptr[from - 1] == '.'))
            return false;
    } else {
        while (from < text.len && char_is_blank(text.ptr[from]))
            from++;
        for (to = from; to < text.len && char_is_digit(text.ptr[to]);)
            to++;
        if (to < text.len && (word_byte(text.ptr[to]) || text.ptr[to] == '.'))
            return false;
    }
    return to - from > 7 || (to - from == 7 && str_compare(str_slice(text, from, to), STR("1048576")) >= 0);
}

bool comparisons_are_exact(session *s) {
    str text = s->where->text;
    for (size_t at = 0; at + 1 < text.len;) {
        size_t past = past_text(text, at);
        bool equal = text.ptr[at + 1] == '=' && (text.ptr[at] == '=' || text.ptr[at] == '~');
        if (past == at && equal && (is_large_literal(text, at, true) || is_large_literal(text, at + 2, false)))
            return fail_at_line(s, line_at(text, at), str_to_c(s->a, str_slice(text, at, at + 2)),
                                "a number from 1048576 on must not stand beside == or ~=: a - b == 0 compares exactly");
        at = past > at ? past : at + (equal ? 2 : 1);
    }
    return true;
}

bool labels_are_used(session *s) {
    for (size_t k = 0; k < s->labels->count; k++) {
        str label = s->labels->items[k]->key;
        bool pattern = str_find(label, STR("{"), 0) != SIZE_MAX;
        int line = pattern ? 0 : only_line_with(s->where->text, label);
        if (line)
            return fail_at_line(s, line, str_to_c(s->a, label), "labels: no way is called %.*s in this file",
                                STR_ARG(label));
    }
    return true;
}
