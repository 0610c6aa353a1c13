/* The text as code points, each with what may happen before it; libunibreak gives a first answer, then rules of
 * mathematics and of Chinese numbers make it stricter:
 *
 *   第 3 步 ， 5 × − 4 + m[2, 3]
 *    ╰──┴╯      ╰─┴──┴──╯ ╰─┴─╯   no break under the arches unless nothing else helps
 */
#include "linebreak.h"

#include "grapheme.h"
#include "utf8.h"

#include <linebreak.h>

enum { OBJECT = 0xFFFC, LONGEST_INDEX = 24 };

typedef struct character {
    uint32_t c;
    size_t at;
    line_break before;
} character;

typedef struct characters {
    character *items;
    size_t count;
} characters;

static bool one_of(uint32_t c, const uint32_t *list) {
    for (; *list; list++)
        if (*list == c)
            return true;
    return false;
}

/* --- graphemes --- */

static bool is_regional(uint32_t c) {
    return c >= 0x1F1E6 && c <= 0x1F1FF;
}

static void forbid_inside_graphemes(str text, characters *all) {
    size_t end = 0;
    for (size_t k = 0; k < all->count; k++)
        if (all->items[k].at < end)
            all->items[k].before = LINE_BREAK_INSIDE;
        else
            end = grapheme_end(text, all->items[k].at);
}

/* --- what libunibreak says --- */

/* It aborts on some characters, and knows nothing of a formula in the text. */
static utf32_t stand_in(uint32_t c) {
    if (c == OBJECT || (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE)
        return 'x';
    if (c == 0x2009) /* a thin space groups the digits of a number */
        return 0x202F;
    return is_regional(c) ? 0x4E00 : c; /* a flag breaks like an ideograph */
}

/* To be done once before it is asked anything; before each question it took as long as the answer. */
__attribute__((constructor)) static void prepare_library(void) {
    init_linebreak();
}

static void ask_library(characters *all, str lang, arena *a) {
    utf32_t *text = ARENA_ARRAY(a, utf32_t, all->count + 1);
    char *after = ARENA_ARRAY(a, char, all->count + 1);
    for (size_t k = 0; k < all->count; k++)
        text[k] = stand_in(all->items[k].c);
    set_linebreaks_utf32(text, all->count, str_to_c(a, lang), after);
    for (size_t k = 1; k < all->count; k++)
        all->items[k].before = after[k - 1] == LINEBREAK_MUSTBREAK    ? LINE_BREAK_FORCED
                               : after[k - 1] == LINEBREAK_ALLOWBREAK ? LINE_BREAK_ALLOWED
                                                                      : LINE_BREAK_NEVER;
}

/* --- stricter rules --- */

static bool is_space(uint32_t c) {
    return c == ' ' || c == '\t' || c == 0x2009 || c == 0x202F;
}

static bool is_digit(uint32_t c) {
    return c >= '0' && c <= '9';
}

static bool is_latin(uint32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= 0x370 && c <= 0x3FF);
}

/* A number, or a formula, which may be one. */
static bool is_amount(uint32_t c) {
    return is_digit(c) || c == OBJECT;
}

static void weaken(character *c, line_break to) {
    if (c->before > to && c->before != LINE_BREAK_FORCED)
        c->before = to;
}

/* The next character after k that is not a space, or count. */
static size_t next_solid(const characters *all, size_t k) {
    for (k++; k < all->count && is_space(all->items[k].c);)
        k++;
    return k;
}

/* The one before k, or SIZE_MAX. */
static size_t last_solid(const characters *all, size_t k) {
    while (k-- > 0)
        if (!is_space(all->items[k].c))
            return k;
    return SIZE_MAX;
}

/* All breaks after `from` up to before `to`. */
static void weaken_between(characters *all, size_t from, size_t to, line_break how) {
    for (size_t k = from + 1; k <= to && k < all->count; k++)
        weaken(&all->items[k], how);
}

static bool is_formula_like(uint32_t c) {
    static const uint32_t brackets[] = {'(', ')', '[', ']', '{', '}', 0x2212, 0};
    return is_amount(c) || is_latin(c) || one_of(c, brackets);
}

/* Operators hold their operands: × ÷ − always, + = and relations where they stand in a formula. */
static void hold_operands(characters *all) {
    static const uint32_t always[] = {0xD7, 0xF7, 0x2212, 0x22C5, 0xB1, 0x2213, 0};
    static const uint32_t sometimes[] = {'+', '=', '<', '>', 0x2264, 0x2265, 0x2260, 0x2248, 0x2208, 0};
    for (size_t k = 0; k < all->count; k++) {
        uint32_t c = all->items[k].c;
        if (c == ' ' || is_latin(c)) /* for speed */
            continue;
        bool holds = one_of(c, always);
        if (!holds && !one_of(c, sometimes))
            continue;
        size_t before = last_solid(all, k), after = next_solid(all, k);
        bool inner = before != SIZE_MAX && after < all->count && is_formula_like(all->items[before].c) &&
                     (is_formula_like(all->items[after].c) || one_of(all->items[after].c, always));
        if (!holds && !inner)
            continue;
        if (before != SIZE_MAX)
            weaken_between(all, before, k, LINE_BREAK_POOR);
        weaken_between(all, k, after, LINE_BREAK_POOR);
    }
}

static uint32_t closing_of(uint32_t c) {
    return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : 0;
}

/* The end of the index or argument list that opens at k, or 0: short, with no words and no Han in it. */
static size_t index_end(const characters *all, size_t k) {
    uint32_t open = all->items[k].c, close = closing_of(open);
    size_t depth = 0, letters = 0, most = 0;
    for (size_t i = k; close && i < all->count && i - k <= LONGEST_INDEX; i++) {
        uint32_t c = all->items[i].c;
        letters = is_latin(c) ? letters + 1 : 0;
        most = letters > most ? letters : most;
        if (utf8_is_full_width(c) || most > 3)
            return 0;
        depth += c == open;
        if (c == close && --depth == 0)
            return i;
    }
    return 0;
}

/* m[2, 3] and f(0, 3) stay in one line. */
static void hold_indices(characters *all) {
    for (size_t k = 0; k < all->count; k++) {
        size_t end = index_end(all, k);
        if (!end)
            continue;
        weaken_between(all, k, end, LINE_BREAK_POOR);
        if (k && (is_latin(all->items[k - 1].c) || all->items[k - 1].c == OBJECT))
            weaken(&all->items[k], LINE_BREAK_POOR);
    }
}

/* 第3步: ordinal, number and measure word; "边 1": a name and its number. */
static void hold_numbers(characters *all) {
    static const uint32_t measures[] = {0x4E2A, 0x6761, 0x79CD, 0x5F20, 0x6B21, 0x6B65, 0x68F5, 0x5E45,
                                        0x7EC4, 0x5BF9, 0x5C42, 0x9875, 0x683C, 0x884C, 0x5217, 0x5206,
                                        0x4F4D, 0x9879, 0x70B9, 0x5757, 0x500D, 0x5934, 0};
    enum { ORDINAL = 0x7B2C };
    for (size_t k = 0; k < all->count; k++) {
        size_t next = next_solid(all, k);
        if (next >= all->count)
            return;
        uint32_t c = all->items[k].c, after = all->items[next].c;
        if ((is_amount(c) && one_of(after, measures)) || (c == ORDINAL && is_amount(after)))
            weaken_between(all, k, next, LINE_BREAK_POOR);
        else if (next > k + 1 && is_amount(after) && (is_latin(c) || utf8_is_han(c)))
            weaken_between(all, k, next, LINE_BREAK_LATE);
    }
}

line_break *linebreak_find(str text, str lang, arena *a) {
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    characters all = {ARENA_ARRAY(scratch, character, text.len + 1), 0};
    for (size_t at = 0; at < text.len; all.count++) {
        all.items[all.count].at = at;
        all.items[all.count].c = utf8_next(text, &at);
    }
    ask_library(&all, lang, scratch);
    hold_operands(&all);
    hold_indices(&all);
    hold_numbers(&all);
    forbid_inside_graphemes(text, &all);
    line_break *found = ARENA_ARRAY(a, line_break, text.len + 1);
    for (size_t k = 1; k < all.count; k++)
        found[all.items[k].at] = all.items[k].before;
    found[text.len] = LINE_BREAK_FORCED;
    arena_back(scratch, start);
    return found;
}
