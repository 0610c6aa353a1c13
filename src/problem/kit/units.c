#include "kit/units.h"

#include "grapheme.h"
#include "utf8.h"

#include <stdlib.h>

const char *const unit_names[UNIT_KINDS] = {
    [UNIT_GRAPHEME] = "grapheme", [UNIT_CODE_POINT] = "codepoint", [UNIT_LINE] = "line"};

unit_kind unit_of(const datum *instance) {
    const datum *unit = datum_get(instance, "unit");
    unit_kind found = UNIT_GRAPHEME;
    while (unit && found < UNIT_KINDS && !str_is(datum_as_text(unit), unit_names[found]))
        found++;
    return found;
}

/* ---- splitting ---- */

static size_t unit_end(str text, size_t at, unit_kind unit) {
    if (unit == UNIT_GRAPHEME)
        return grapheme_end(text, at);
    utf8_next(text, &at);
    return at;
}

static unit_sequence split_characters(str text, unit_kind unit, arena *a) {
    if (unit == UNIT_GRAPHEME)
        text = grapheme_composed(text, a);
    unit_sequence s = {.texts = ARENA_ARRAY(a, str, utf8_count(text))};
    for (size_t at = 0, end; at < text.len; at = end) {
        end = unit_end(text, at, unit);
        s.texts[s.count++] = str_slice(text, at, end);
    }
    return s;
}

unit_sequence units_of_lines(str text, line_ends *ends, arena *a) {
    size_t room = 1;
    for (size_t k = 0; k < text.len; k++)
        room += text.ptr[k] == '\n';
    unit_sequence s = {.texts = ARENA_ARRAY(a, str, room)};
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

unit_sequence units_of_text(str text, unit_kind unit, arena *a) {
    line_ends ends;
    return unit == UNIT_LINE ? units_of_lines(text, &ends, a) : split_characters(text, unit, a);
}

static unit_sequence sequence_of(const datum *text, unit_kind unit, arena *a) {
    if (text->kind != DATUM_LIST)
        return units_of_text(datum_as_text(text), unit, a);
    unit_sequence s = {.texts = ARENA_ARRAY(a, str, text->count), .count = text->count};
    for (size_t k = 0; k < text->count; k++)
        s.texts[k] = datum_as_text(text->items[k]);
    return s;
}

/* ---- numbering ---- */

typedef struct unit_place {
    str text;
    uint32_t *id; /* to be set */
} unit_place;

static int compare_units(const void *one, const void *other) {
    return str_compare(((const unit_place *)one)->text, ((const unit_place *)other)->text);
}

/* In the order of their texts. */
static void number_units(unit_pair *p, arena *a) {
    unit_sequence *both[] = {&p->x, &p->y};
    unit_place *units = ARENA_ARRAY(a, unit_place, p->x.count + p->y.count + 1);
    size_t count = 0;
    for (size_t side = 0; side < 2; side++) {
        both[side]->ids = ARENA_ARRAY(a, uint32_t, both[side]->count + 1);
        for (size_t k = 0; k < both[side]->count; k++)
            units[count++] = (unit_place){both[side]->texts[k], &both[side]->ids[k]};
    }
    qsort(units, count, sizeof *units, compare_units);
    for (size_t k = 0; k < count; k++) {
        p->distinct += !k || !str_equal(units[k].text, units[k - 1].text);
        *units[k].id = (uint32_t)p->distinct - 1;
    }
}

unit_pair unit_pair_of(const datum *instance, arena *a) {
    unit_pair p = {.unit = unit_of(instance)};
    p.x = sequence_of(datum_get(instance, "x"), p.unit, a);
    p.y = sequence_of(datum_get(instance, "y"), p.unit, a);
    number_units(&p, a);
    return p;
}
