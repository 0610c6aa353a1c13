#include "lcs/units.h"

#include "grapheme.h"
#include "utf8.h"

const char *const lcs_unit_names[LCS_UNITS] = {
    [LCS_GRAPHEME] = "grapheme", [LCS_CODE_POINT] = "codepoint", [LCS_LINE] = "line"};

lcs_unit lcs_unit_of(const datum *instance) {
    const datum *unit = datum_get(instance, "unit");
    lcs_unit found = LCS_GRAPHEME;
    while (unit && found < LCS_UNITS && !str_is(datum_as_text(unit), lcs_unit_names[found]))
        found++;
    return found;
}

/* ---- splitting ---- */

static size_t unit_end(str text, size_t at, lcs_unit unit) {
    if (unit == LCS_GRAPHEME)
        return grapheme_end(text, at);
    utf8_next(text, &at);
    return at;
}

static lcs_sequence split_characters(str text, lcs_unit unit, arena *a) {
    if (unit == LCS_GRAPHEME)
        text = grapheme_composed(text, a);
    lcs_sequence s = {.texts = ARENA_ARRAY(a, str, utf8_count(text))};
    for (size_t at = 0, end; at < text.len; at = end) {
        end = unit_end(text, at, unit);
        s.texts[s.count++] = str_slice(text, at, end);
    }
    return s;
}

lcs_sequence lcs_lines(str text, line_ends *ends, arena *a) {
    size_t room = 1;
    for (size_t k = 0; k < text.len; k++)
        room += text.ptr[k] == '\n';
    lcs_sequence s = {.texts = ARENA_ARRAY(a, str, room)};
    *ends = ENDS_NONE;
    for (size_t at = 0; at < text.len;) {
        size_t end = str_find(text, STR("\n"), at);
        str line = str_slice(text, at, end);
        at = end == SIZE_MAX ? text.len : end + 1;
        if (end != SIZE_MAX) {
            bool with_return = line.len && line.ptr[line.len - 1] == '\r';
            line.len -= with_return;
            line_ends own = with_return ? ENDS_CRLF : ENDS_LF;
            *ends = *ends == ENDS_NONE || *ends == own ? own : ENDS_MIXED;
        }
        s.texts[s.count++] = line;
    }
    return s;
}

lcs_sequence lcs_split(str text, lcs_unit unit, arena *a) {
    line_ends ends;
    return unit == LCS_LINE ? lcs_lines(text, &ends, a) : split_characters(text, unit, a);
}

/* ---- numbering ---- */

/* Open addressing, at most half full: the place of a unit holds its number + 1. */
typedef struct numbering {
    str *texts;
    uint32_t *numbers;
    size_t size, count;
} numbering;

static uint64_t hash_of(str s) {
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t k = 0; k < s.len; k++)
        h = (h ^ (unsigned char)s.ptr[k]) * UINT64_C(1099511628211);
    return h ^ h >> 32;
}

static uint32_t number_of(numbering *n, str unit) {
    size_t k = hash_of(unit) & (n->size - 1);
    while (n->numbers[k] && !str_equal(n->texts[k], unit))
        k = (k + 1) & (n->size - 1);
    if (!n->numbers[k]) {
        n->texts[k] = unit;
        n->numbers[k] = (uint32_t)++n->count;
    }
    return n->numbers[k] - 1;
}

static void number_units(numbering *n, lcs_sequence *s, arena *a) {
    s->ids = ARENA_ARRAY(a, uint32_t, s->count + 1);
    for (size_t k = 0; k < s->count; k++)
        s->ids[k] = number_of(n, s->texts[k]);
}

static lcs_sequence sequence_of(const datum *text, lcs_unit unit, arena *a) {
    if (text->kind != DATUM_LIST)
        return lcs_split(datum_as_text(text), unit, a);
    lcs_sequence s = {.texts = ARENA_ARRAY(a, str, text->count), .count = text->count};
    for (size_t k = 0; k < text->count; k++)
        s.texts[k] = datum_as_text(text->items[k]);
    return s;
}

lcs_pair lcs_pair_of(const datum *instance, arena *a) {
    lcs_pair p = {.unit = lcs_unit_of(instance)};
    p.x = sequence_of(datum_get(instance, "x"), p.unit, a);
    p.y = sequence_of(datum_get(instance, "y"), p.unit, a);
    numbering n = {.size = 16};
    while (n.size < 2 * (p.x.count + p.y.count))
        n.size *= 2;
    n.texts = ARENA_ARRAY(a, str, n.size);
    n.numbers = ARENA_ARRAY(a, uint32_t, n.size);
    number_units(&n, &p.x, a);
    number_units(&n, &p.y, a);
    p.distinct = n.count;
    return p;
}
