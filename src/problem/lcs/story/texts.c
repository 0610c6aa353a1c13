#include "lcs/story/texts.h"

#include "visible.h"

#include <stdlib.h>

enum { BRIEF = 64, BRIEF_HEAD = 40, BRIEF_TAIL = 12 }; /* letters of a text that is shown whole; of its two ends */

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
    return t->lines ? str_format(a, "%zu", place) : visible_text(lcs_letter(t, side, place), a);
}

/* Letters in a row; numbers of lines are kept apart. */
static void add_letter(const lcs_texts *t, strbuf *b, lcs_side side, size_t place, arena *a) {
    if (t->lines && b->len)
        strbuf_add_c(b, ", ");
    strbuf_add(b, lcs_letter_shown(t, side, place, a));
}

static str joined(const lcs_texts *t, lcs_side side, const size_t *places, size_t count, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < count; k++) {
        if (count > BRIEF && k == BRIEF_HEAD) {
            strbuf_add_c(&b, t->lines ? ", …" : "…");
            k = count - BRIEF_TAIL;
        }
        add_letter(t, &b, side, places[k], a);
    }
    return strbuf_text(&b);
}

str lcs_part(const lcs_texts *t, lcs_side side, size_t from, size_t to, arena *a) {
    size_t count = to >= from ? to - from + 1 : 0, *places = ARENA_ARRAY(a, size_t, count + 1);
    for (size_t k = 0; k < count; k++)
        places[k] = from + k;
    return joined(t, side, places, count, a);
}

str lcs_common_text(const lcs_texts *t, const lcs_common *common, arena *a) {
    return joined(t, LCS_X, common->at[LCS_X], common->count, a);
}

str lcs_common_pairs(const lcs_common *common, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < common->count; k++)
        strbuf_addf(&b, "%s%zu-%zu", k ? "," : "", common->at[LCS_X][k], common->at[LCS_Y][k]);
    return common->count ? strbuf_text(&b) : STR("none");
}

static bool same_letter(const lcs_texts *t, size_t i, size_t j) {
    return str_equal(lcs_letter(t, LCS_X, i), lcs_letter(t, LCS_Y, j));
}

bool lcs_common_same(const lcs_texts *t, const lcs_common *one, const lcs_common *other) {
    bool same = one->count == other->count;
    for (size_t k = 0; same && k < one->count; k++)
        same = str_equal(lcs_letter(t, LCS_X, one->at[LCS_X][k]), lcs_letter(t, LCS_X, other->at[LCS_X][k]));
    return same;
}

static bool same_at(const void *texts, size_t i, size_t j) {
    return same_letter(texts, i, j);
}

static lcs_comparer comparer_of(const lcs_texts *t) {
    return (lcs_comparer){t->count[LCS_X], t->count[LCS_Y], same_at, t};
}

static void turn(size_t *list, size_t count) {
    for (size_t k = 0; k < count / 2; k++) {
        size_t swap = list[k];
        list[k] = list[count - 1 - k];
        list[count - 1 - k] = swap;
    }
}

static bool reaches(const story_fact *fact, const char *label) {
    for (size_t k = 0; fact && k < fact->chosen.count; k++)
        if (str_is(fact->chosen.items[k], label))
            return true;
    return false;
}

lcs_common lcs_found(const lcs_texts *t, size_t row, size_t col, bool left, arena *a) {
    lcs_comparer c = comparer_of(t);
    lcs_common found = lcs_common_new(&c, a);
    for (size_t i = row, j = col; i && j;) {
        const story_step *s = story_step_of_cell(t->c, (int64_t)i, (int64_t)j);
        const story_fact *fact = s ? story_fact_of(s, t->c) : NULL;
        bool up = reaches(fact, "U"), to_left = reaches(fact, "L") && (left || !up);
        if (same_letter(t, i, j))
            lcs_common_add(&found, i--, j--);
        else if (to_left)
            j--;
        else
            i--;
    }
    turn(found.at[LCS_X], found.count);
    turn(found.at[LCS_Y], found.count);
    return found;
}

lcs_common lcs_greedy(const lcs_texts *t, arena *a) {
    lcs_comparer c = comparer_of(t);
    return lcs_taken_at_once(&c, a);
}

lcs_common lcs_substring(const lcs_texts *t, arena *a) {
    lcs_comparer c = comparer_of(t);
    return lcs_unbroken(&c, a);
}

size_t lcs_tied_cells(const lcs_texts *t) {
    size_t count = 0;
    for (size_t k = 0; k < t->run->step_count; k++) {
        const story_fact *fact = story_fact_of(&t->run->steps[k], t->c);
        count += fact && fact->chosen.count > 1;
    }
    return count;
}

size_t *lcs_matches(const lcs_texts *t, size_t row, size_t *count, arena *a) {
    size_t *columns = ARENA_ARRAY(a, size_t, t->count[LCS_Y] + 1);
    *count = 0;
    for (size_t j = 1; row && j <= t->count[LCS_Y]; j++)
        if (same_letter(t, row, j))
            columns[(*count)++] = j;
    return columns;
}
