/* Words are gathered while they look alike; where the look changes they become a span:
 *
 *   the **key** $x$     look {} "the " │ look {strong} "key" │ " " │ formula     spans [the ] [key] [ ] [x]
 */
#include "inlines.h"

#include "blanks.h"
#include "cloze.h"
#include "inline.h"
#include "utf8.h"

#include <stdlib.h>

static bool same_look(const span *a, const span *b) {
    return a->strong == b->strong && a->emphasis == b->emphasis && a->code == b->code && str_equal(a->link, b->link);
}

void inlines_flush(inlines *l) {
    if (l->words.len) {
        span s = l->look;
        s.text = str_copy(l->arena, strbuf_text(&l->words));
        *ARENA_PUSH(l->arena, l->into, items, count, capacity) = s;
    }
    l->words.len = 0;
}

static void add_words(inlines *l, str words, span look) {
    if (l->words.len && !same_look(&l->look, &look))
        inlines_flush(l);
    if (l->words.len == 0)
        l->look = look;
    strbuf_add(&l->words, words);
}

void inlines_add_span(inlines *l, span s) {
    inlines_flush(l);
    *ARENA_PUSH(l->arena, l->into, items, count, capacity) = s;
}

/* Room to write is a formula of its own. */
static void add_room(inlines *l, str text, span look) {
    source *where = ARENA_NEW(l->arena, source);
    *where = (source){STR("<blank>"), str_copy(l->arena, text)};
    error fault = error_in(l->arena);
    look.text = where->text;
    look.math = math_read(where, 0, text.len, l->arena, &fault);
    look.code = false;
    inlines_add_span(l, look);
}

void inlines_add(inlines *l, str words, span look) {
    size_t from = 0;
    cloze b;
    for (size_t at = 0; at < words.len;) {
        size_t before = at;
        if (!cloze_next(words, &at, &b)) {
            utf8_next(words, &at);
            continue;
        }
        if (before > from)
            add_words(l, str_slice(words, from, before), look);
        add_room(l, str_slice(words, before, at), look);
        from = at;
    }
    if (from < words.len)
        add_words(l, str_slice(words, from, words.len), look);
}

bool spans_are_blank(const span_list *l) {
    for (size_t k = 0; k < l->count; k++)
        if (l->items[k].math || str_trim(l->items[k].text).len)
            return false;
    return true;
}

/* ---- blanks ---- */

enum { EDGE = 0, OTHER = 'x' }; /* beside the first and last character; a formula or code */

static bool is_words(const span *s) {
    return !s->math && !s->code;
}

static uint32_t first_of(const span_list *l, size_t k) {
    for (; k < l->count; k++) {
        size_t at = 0;
        if (!is_words(&l->items[k]))
            return OTHER;
        while (at < l->items[k].text.len && l->items[k].text.ptr[at] == ' ')
            at++;
        if (at < l->items[k].text.len)
            return utf8_next(l->items[k].text, &at);
        if (l->items[k].line_break)
            return EDGE;
    }
    return EDGE;
}

/* The character after the blanks at `at` of span k. */
static uint32_t character_after(const span_list *l, size_t k, size_t at) {
    str text = l->items[k].text;
    while (at < text.len && text.ptr[at] == ' ')
        at++;
    if (at < text.len)
        return utf8_next(text, &at);
    return l->items[k].line_break ? EDGE : first_of(l, k + 1);
}

static bool keeps_blank(uint32_t before, uint32_t after) {
    return before != EDGE && after != EDGE && before != ' ' && blank_is_kept(before, after);
}

void spans_tidy(span_list *l, arena *a) {
    uint32_t before = EDGE;
    size_t kept = 0;
    for (size_t k = 0; k < l->count; k++) {
        span *s = &l->items[k];
        strbuf text = strbuf_in(a);
        for (size_t at = 0; is_words(s) && at < s->text.len;) {
            size_t from = at;
            uint32_t c = utf8_next(s->text, &at);
            if (c == ' ' && !keeps_blank(before, character_after(l, k, at)))
                continue;
            strbuf_add(&text, str_slice(s->text, from, at));
            before = c;
        }
        if (is_words(s))
            s->text = strbuf_text(&text);
        else
            before = OTHER;
        if (s->line_break)
            before = EDGE;
        if (s->math || s->text.len || s->line_break)
            l->items[kept++] = *s;
    }
    l->count = kept;
}

/* ---- code ---- */

str code_of_values(str code, bool inside, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t at = 0; at < code.len;) {
        size_t from = at;
        uint32_t k = utf8_next(code, &at) - CODE_SIGN_FIRST;
        if (k >= sizeof CODE_SIGNS - 1)
            strbuf_add(&b, str_slice(code, from, at));
        else
            strbuf_add_byte(&b, inside && CODE_SIGNS[k] == '\n' ? ' ' : CODE_SIGNS[k]);
    }
    return strbuf_text(&b);
}

/* ---- entities ---- */

static const struct {
    const char *name;
    uint32_t code_point;
} entities[] = {
    {"&amp;", '&'},       {"&lt;", '<'},        {"&gt;", '>'},       {"&quot;", '"'},     {"&apos;", '\''},
    {"&nbsp;", 0xA0},     {"&thinsp;", 0x2009}, {"&ensp;", 0x2002},  {"&emsp;", 0x2003},  {"&minus;", 0x2212},
    {"&times;", 0xD7},    {"&divide;", 0xF7},   {"&middot;", 0xB7},  {"&ndash;", 0x2013}, {"&mdash;", 0x2014},
    {"&hellip;", 0x2026}, {"&lsquo;", 0x2018},  {"&rsquo;", 0x2019}, {"&ldquo;", 0x201C}, {"&rdquo;", 0x201D},
    {"&le;", 0x2264},     {"&ge;", 0x2265},     {"&ne;", 0x2260},    {"&asymp;", 0x2248}, {"&larr;", 0x2190},
    {"&uarr;", 0x2191},   {"&rarr;", 0x2192},   {"&darr;", 0x2193},  {"&frac12;", 0xBD},  {"&copy;", 0xA9},
    {"&sect;", 0xA7},     {"&deg;", 0xB0},      {"&infin;", 0x221E},
};

static uint32_t numeric(str entity) {
    bool hex = entity.len > 3 && (entity.ptr[2] == 'x' || entity.ptr[2] == 'X');
    char digits[12] = {0};
    size_t count = 0;
    for (size_t k = hex ? 3 : 2; k + 1 < entity.len && count < sizeof digits - 1; k++)
        digits[count++] = entity.ptr[k];
    unsigned long c = strtoul(digits, NULL, hex ? 16 : 10);
    bool possible = c >= 0x20 && c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
    return possible ? (uint32_t)c : 0;
}

uint32_t entity_code_point(str entity) {
    if (str_starts(entity, "&#"))
        return numeric(entity);
    for (size_t k = 0; k < sizeof entities / sizeof *entities; k++)
        if (str_is(entity, entities[k].name))
            return entities[k].code_point;
    return 0;
}

str spans_plain(const span *spans, size_t count, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < count; k++) {
        strbuf_add(&b, spans[k].math ? math_plain(spans[k].math, a) : spans[k].text);
        if (spans[k].line_break)
            strbuf_add_byte(&b, ' ');
    }
    return str_trim(strbuf_text(&b));
}

bool fields_next(str words, size_t *at, str *field) {
    size_t from = *at, end = from;
    if (from >= words.len)
        return false;
    while (*at < words.len) {
        end = *at;
        uint32_t c = utf8_next(words, at);
        if (c == ',' || c == 0x3001 || c == 0xFF0C)
            break;
        end = *at;
    }
    *field = str_trim(str_slice(words, from, end));
    return true;
}
