#include "lcs/story/texts.h"

#include "visible.h"

bool lcs_texts_of(const story *s, lcs_texts *t) {
    const story_run *run = story_main_run(s);
    const story_table *c = run ? story_table_named(run, STR("c")) : NULL;
    if (!c || c->shape != TABLE_FULL || c->row_first || c->col_first)
        return false;
    *t = (lcs_texts){.story = s, .run = run, .c = c, .count = {(size_t)c->row_last, (size_t)c->col_last}};
    t->lines = str_is(datum_as_text(datum_get(s->instance, "unit")), "line");
    return c->row_labels.count == t->count[LCS_X] + 1 && c->col_labels.count == t->count[LCS_Y] + 1;
}

str lcs_letter(const lcs_texts *t, lcs_side side, size_t place) {
    if (t->lines) {
        const datum *lines = datum_get(t->story->instance, side == LCS_X ? "x" : "y");
        return lines && place <= lines->count ? datum_as_text(lines->items[place - 1]) : STR("");
    }
    return (side == LCS_X ? &t->c->row_labels : &t->c->col_labels)->items[place];
}

str lcs_letter_shown(const lcs_texts *t, lcs_side side, size_t place, arena *a) {
    if (!place)
        return STR("");
    return t->lines ? str_format(a, "%zu", place) : visible_text(lcs_letter(t, side, place), a);
}

/* Letters in a row; numbers of lines are kept apart. */
static str joined(const lcs_texts *t, lcs_side side, const size_t *places, size_t count, arena *a) {
    enum { BRIEF = 64, HEAD = 40, TAIL = 12 }; /* letters of a text that is shown whole; of its two ends */
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < count; k++) {
        if (count > BRIEF && k == HEAD) {
            strbuf_add_c(&b, t->lines ? ", …" : "…");
            k = count - TAIL;
        }
        strbuf_add_c(&b, t->lines && b.len ? ", " : "");
        strbuf_add(&b, lcs_letter_shown(t, side, places[k], a));
    }
    return strbuf_text(&b);
}

str lcs_beginning(const lcs_texts *t, lcs_side side, size_t count, arena *a) {
    size_t *places = ARENA_ARRAY(a, size_t, count + 1);
    for (size_t k = 0; k < count; k++)
        places[k] = k + 1;
    return joined(t, side, places, count, a);
}

str lcs_common_text(const lcs_texts *t, const lcs_common *common, arena *a) {
    return joined(t, LCS_X, common->at[LCS_X], common->count, a);
}

static bool is_lonely_space(str line, size_t k) {
    return line.ptr[k] == ' ' && k && k + 1 < line.len && line.ptr[k - 1] != ' ' && line.ptr[k + 1] != ' ';
}

str lcs_line_shown(str line, arena *a) {
    strbuf b = strbuf_in(a);
    size_t from = 0;
    for (size_t k = 0; k < line.len; k++)
        if (is_lonely_space(line, k)) {
            strbuf_add(&b, visible_text(str_slice(line, from, k), a));
            strbuf_add_byte(&b, ' ');
            from = k + 1;
        }
    strbuf_add(&b, visible_text(str_slice(line, from, line.len), a));
    return line.len ? strbuf_text(&b) : STR("∅");
}
