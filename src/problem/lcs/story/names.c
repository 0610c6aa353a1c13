/* The longest common subsequence's own names for templates, told once for each part; docs/problems/lcs.md explains
 * them. */
#include "extension.h"
#include "kit/put.h"
#include "kit/story/call_sample.h"
#include "lcs/story/texts.h"
#include "number.h"
#include "sheet_value.h"
#include "visible.h"

/* The whole, while it is told. */
typedef struct whole {
    lcs_texts texts;
    unit_pair pair; /* the same, to compare letters by their numbers */
    size_t m, n, length;
    lcs_common found; /* on the way back, up in ties; first to last */
    arena *a;
} whole;

/* ---- texts ---- */

/* The lines of both files side by side. */
static datum *lines_of(const whole *w) {
    datum *list = datum_list(w->a);
    for (size_t k = 1; w->texts.lines && (k <= w->m || k <= w->n); k++) {
        datum *line = datum_add(w->a, list, datum_map(w->a));
        put_count(line, "number", k, w->a);
        for (int side = LCS_X; side <= LCS_Y; side++) {
            bool there = k <= w->texts.count[side];
            str text = there ? lcs_line_shown(lcs_letter(&w->texts, side, k), w->a) : STR("");
            put_text(line, side == LCS_X ? "x" : "y", text, w->a);
        }
    }
    return list;
}

static void tell_texts(facts *f, const whole *w) {
    facts_integer(f, "m", (int64_t)w->m);
    facts_integer(f, "n", (int64_t)w->n);
    facts_integer(f, "longer", (int64_t)(w->m > w->n ? w->m : w->n));
    facts_text(f, "x_text", lcs_beginning(&w->texts, LCS_X, w->m, f->arena));
    facts_text(f, "y_text", lcs_beginning(&w->texts, LCS_Y, w->n, f->arena));
    facts_bool(f, "is_lines", w->texts.lines);
    facts_data(f, "lines", lines_of(w));
    facts_bool(f, "is_x_empty", !w->m);
    facts_bool(f, "is_y_empty", !w->n);
    facts_bool(f, "is_some_empty", !w->m || !w->n);
    facts_bool(f, "is_both_empty", !w->m && !w->n);
    facts_integer(f, "lcs_length", (int64_t)w->length);
    facts_bool(f, "is_none_common", !w->length);
    facts_bool(f, "is_all_equal", w->length == w->m && w->length == w->n);
    facts_bool(f, "is_one_inside", w->m != w->n && (w->length == w->m || w->length == w->n));
    facts_number(f, "all_cells", str_format(f->arena, "%zu", (w->m + 1) * (w->n + 1)));
    facts_number(f, "comparisons", str_format(f->arena, "%zu", w->m * w->n));
    number *power = number_new(f->arena);
    fmpz_one_2exp(fmpq_numref(power->q), w->m);
    facts_data(f, "subsequences", sheet_value(number_text(power, f->arena), f->arena));
}

/* All of them, as far as the answer lists them. */
static void tell_answer(facts *f, const story *s, bool listed) {
    const datum *distinct = datum_get(s->answer, "distinct"), *all = listed ? datum_get(s->answer, "all") : NULL;
    datum *list = datum_list(f->arena);
    for (size_t k = 0; all && k < all->count; k++)
        put_text(datum_add(f->arena, list, datum_map(f->arena)), "text",
                 visible_text(datum_as_text(all->items[k]), f->arena), f->arena);
    facts_data(f, "listed", list);
    if (!distinct)
        return;
    datum *d = sheet_value(datum_as_text(distinct), f->arena);
    put_bool(d, "one", str_is(datum_as_text(distinct), "1"), f->arena);
    facts_data(f, "distinct", d);
}

/* ---- what is in common ---- */

static bool reaches(const story_fact *fact, const char *label) {
    for (size_t k = 0; fact && k < fact->chosen.count; k++)
        if (str_is(fact->chosen.items[k], label))
            return true;
    return false;
}

static void turn(lcs_common *c) {
    for (int side = LCS_X; side <= LCS_Y; side++)
        for (size_t k = 0; k < c->count / 2; k++) {
            size_t *one = &c->at[side][k], *other = &c->at[side][c->count - 1 - k], swap = *one;
            *one = *other;
            *other = swap;
        }
}

/* The way back from a cell, as the trace has it: up where both neighbours are best, or to the left. First to last. */
static lcs_common found_from(const whole *w, size_t i, size_t j, bool left) {
    lcs_common found = lcs_common_new(&w->pair, w->a);
    while (i && j) {
        const story_step *s = story_step_of_cell(w->texts.c, (int64_t)i, (int64_t)j);
        const story_fact *fact = s ? story_fact_of(s, w->texts.c) : NULL;
        if (units_same(&w->pair, i, j))
            lcs_common_add(&found, i--, j--);
        else if (reaches(fact, "L") && (left || !reaches(fact, "U")))
            j--;
        else
            i--;
    }
    turn(&found);
    return found;
}

/* "2-1,3-3", for the figure alignment. */
static str pairs_of(const lcs_common *common, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < common->count; k++)
        strbuf_addf(&b, "%s%zu-%zu", k ? "," : "", common->at[LCS_X][k], common->at[LCS_Y][k]);
    return common->count ? strbuf_text(&b) : STR("none");
}

/* "1, 4, 5": places of one text. */
static str places_of(const lcs_common *common, int side, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < common->count; k++)
        strbuf_addf(&b, "%s%zu", k ? ", " : "", common->at[side][k]);
    return strbuf_text(&b);
}

static datum *common_datum(const whole *w, const lcs_common *common) {
    datum *d = datum_map(w->a);
    put_count(d, "length", common->count, w->a);
    put_text(d, "text", lcs_common_text(&w->texts, common, w->a), w->a);
    put_text(d, "pairs", pairs_of(common, w->a), w->a);
    put_text(d, "x_places", places_of(common, LCS_X, w->a), w->a);
    put_text(d, "y_places", places_of(common, LCS_Y, w->a), w->a);
    put_bool(d, "none", common->count == 0, w->a);
    put_bool(d, "one", common->count == 1, w->a);
    put_bool(d, "shorter", common->count < w->length, w->a);
    put_bool(d, "all_of_x", common->count == w->m, w->a);
    put_bool(d, "full", common->count == w->m || common->count == w->n, w->a);
    return d;
}

/* A common subsequence of the prefixes that end in the match (i, j), which ends in an equal letter elsewhere: the last
 * of these in x before i, or else in y before j. {text, in_x, from, to}: its last letter's place there, and the place
 * of the match. False if there is none. */
static datum *trade_of(const whole *w, size_t i, size_t j) {
    size_t x = i - 1, y = j - 1;
    while (x && !units_same(&w->pair, x, j))
        x--;
    while (y && !units_same(&w->pair, i, y))
        y--;
    if (!x && !y)
        return datum_bool(w->a, false);
    size_t row = x ? x : i, col = x ? j : y;
    lcs_common ends = found_from(w, row - 1, col - 1, false), whole = lcs_common_new(&w->pair, w->a);
    for (size_t k = 0; k < ends.count; k++)
        lcs_common_add(&whole, ends.at[LCS_X][k], ends.at[LCS_Y][k]);
    lcs_common_add(&whole, row, col);
    datum *d = datum_map(w->a);
    put_text(d, "text", lcs_common_text(&w->texts, &whole, w->a), w->a);
    put_bool(d, "in_x", x > 0, w->a);
    put_count(d, "from", x ? x : y, w->a);
    put_count(d, "to", x ? i : j, w->a);
    return d;
}

/* What the match (i, j) is put behind, and what comes of it: {before, after, empty}. */
static void put_longer(datum *d, const whole *w, size_t i, size_t j) {
    lcs_common before = found_from(w, i - 1, j - 1, false), after = found_from(w, i, j, false);
    put_text(d, "before", lcs_common_text(&w->texts, &before, w->a), w->a);
    put_text(d, "after", lcs_common_text(&w->texts, &after, w->a), w->a);
    put_bool(d, "starts", before.count == 0, w->a);
}

/* A cell to be asked for before its row is filled, of the letter kept in the middle of the way back. */
static datum *asked_of(const whole *w) {
    if (!w->found.count)
        return NULL;
    size_t at = w->found.count / 2, i = w->found.at[LCS_X][at], j = w->found.at[LCS_Y][at];
    datum *d = datum_map(w->a);
    put_count(d, "i", i, w->a);
    put_count(d, "j", j, w->a);
    put_count(d, "i_before", i - 1, w->a);
    put_count(d, "j_before", j - 1, w->a);
    put_count(d, "value", at + 1, w->a);
    put_count(d, "value_before", at, w->a);
    put_text(d, "letter", lcs_letter_shown(&w->texts, LCS_X, i, w->a), w->a);
    put_text(d, "x", lcs_beginning(&w->texts, LCS_X, i, w->a), w->a);
    put_text(d, "y", lcs_beginning(&w->texts, LCS_Y, j, w->a), w->a);
    put_longer(d, w, i, j);
    datum_put(w->a, d, "trade", trade_of(w, i, j));
    return d;
}

/* A cell in the middle of the table to be put into words. */
static datum *middle_of(const whole *w) {
    if (!w->m || !w->n)
        return NULL;
    size_t i = (w->m + 1) / 2, j = (w->n + 2) / 2;
    lcs_common found = found_from(w, i, j, false);
    datum *d = common_datum(w, &found);
    put_count(d, "i", i, w->a);
    put_count(d, "j", j, w->a);
    put_count(d, "value", found.count, w->a);
    put_text(d, "x", lcs_beginning(&w->texts, LCS_X, i, w->a), w->a);
    put_text(d, "y", lcs_beginning(&w->texts, LCS_Y, j, w->a), w->a);
    return d;
}

static void tell_slip(facts *f, const whole *w, const char *name, lcs_slip slip) {
    size_t length = lcs_slipped_length(&w->pair, slip, w->a);
    datum *d = datum_map(w->a);
    put_count(d, "length", length, w->a);
    put_bool(d, "wrong", length != w->length, w->a);
    facts_data(f, name, d);
}

static void tell_common(facts *f, whole *w) {
    lcs_common left = found_from(w, w->m, w->n, true), greedy = lcs_taken_at_once(&w->pair, w->a);
    lcs_common substring = lcs_unbroken(&w->pair, w->a);
    bool same = w->found.count == left.count;
    for (size_t k = 0; same && k < left.count; k++)
        same = w->pair.x.ids[w->found.at[LCS_X][k] - 1] == w->pair.x.ids[left.at[LCS_X][k] - 1];
    datum *by_left = common_datum(w, &left);
    put_bool(by_left, "differs", !same, w->a);
    facts_data(f, "by_left", by_left);
    facts_data(f, "greedy", common_datum(w, &greedy));
    facts_data(f, "substring", common_datum(w, &substring));
    tell_slip(f, w, "copied", LCS_COPIES_DIAGONAL);
    tell_slip(f, w, "doubled", LCS_ADDS_TO_NEIGHBOUR);
    datum *asked = asked_of(w);
    facts_data(f, "question_cell", asked);
    facts_bool(f, "has_question_row", asked && datum_get(asked, "i")->integer > 1); /* besides row 1 */
    facts_data(f, "middle", middle_of(w));
    facts_text(f, "found", lcs_common_text(&w->texts, &w->found, w->a));
    turn(&w->found); /* as the way back meets them */
    facts_text(f, "met", lcs_common_text(&w->texts, &w->found, w->a));
}

/* ---- cells ---- */

/* The first cell in which letters match, or differ, with something above the border to read if there is such a cell. */
static view_value sample_of(const lcs_texts *t, bool match) {
    const story_step *best = NULL;
    for (size_t k = 0; k < t->run->step_count; k++) {
        const story_step *s = &t->run->steps[k];
        const story_fact *fact = s->candidate_count ? story_fact_of(s, t->c) : NULL;
        if (!fact || str_is(fact->why, "match") != match)
            continue;
        bool good = s->row > 1 && s->col > 1 && (match || fact->chosen.count == 1);
        best = best && !good ? best : s;
        if (good)
            break;
    }
    return best ? view_of_object(story_view_step(best)) : view_bool(false);
}

/* Columns of a row whose letter is that of the row. */
static size_t *matches_of(const lcs_texts *t, size_t row, size_t *count, arena *a) {
    size_t *columns = ARENA_ARRAY(a, size_t, t->count[LCS_Y] + 1);
    *count = 0;
    for (size_t j = 1; row && j <= t->count[LCS_Y]; j++)
        if (str_equal(lcs_letter(t, LCS_X, row), lcs_letter(t, LCS_Y, j)))
            columns[(*count)++] = j;
    return columns;
}

static datum *row_datum(const whole *w, size_t row) {
    size_t count;
    const size_t *columns = matches_of(&w->texts, row, &count, w->a);
    strbuf b = strbuf_in(w->a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < count; k++)
        strbuf_addf(&b, "%s%zu", k ? ", " : "", columns[k]);
    datum *d = datum_map(w->a);
    put_count(d, "row", row, w->a);
    put_text(d, "letter", lcs_letter_shown(&w->texts, LCS_X, row, w->a), w->a);
    put_text(d, "columns", strbuf_text(&b), w->a);
    return d;
}

/* All rows in two columns. */
static datum *row_pairs_of(const whole *w) {
    datum *list = datum_list(w->a);
    size_t half = (w->m + 1) / 2;
    for (size_t row = 1; row <= half; row++) {
        datum *pair = datum_add(w->a, list, datum_map(w->a));
        bool more = half + row <= w->m;
        datum_put(w->a, pair, "left", row_datum(w, row));
        datum_put(w->a, pair, "right", more ? row_datum(w, half + row) : datum_bool(w->a, false));
    }
    return list;
}

static void tell_cells(facts *f, const whole *w) {
    const lcs_texts *t = &w->texts;
    int64_t tied = 0;
    for (size_t k = 0; k < t->run->step_count; k++) {
        const story_fact *fact = story_fact_of(&t->run->steps[k], t->c);
        tied += fact && fact->chosen.count > 1;
    }
    facts_integer(f, "tied_cells", tied);
    facts_bool(f, "has_tie", tied > 0);
    facts_value(f, "match_sample", sample_of(t, true));
    facts_value(f, "differ_sample", sample_of(t, false));
    facts_data(f, "row_pairs", row_pairs_of(w));
}

/* ---- calls of the recurrence as it stands ---- */

/* As many as the run has, or as a note says that it would have. NULL: there is neither. */
static datum *calls_of(const lcs_texts *t, arena *a) {
    const story_run *plain = story_run_named(t->story, STR("plain"));
    const story_note *note = NULL;
    size_t different = 0, with_memo = 0;
    for (size_t k = 0; plain && k < plain->frame_count; k++) {
        const story_frame *parent = plain->frames[k].parent;
        different += !plain->frames[k].repeat_of;
        with_memo += !parent || !parent->repeat_of; /* a repeat is looked up and calls nothing */
    }
    for (size_t k = t->run->note_count; !plain && k--;)
        if (str_is(t->run->notes[k].key, "frames.too_many"))
            note = &t->run->notes[k];
    if (!plain && !note)
        return NULL;
    str count = plain ? str_format(a, "%zu", plain->frame_count) : datum_as_text(datum_get(note->args, "count"));
    str distinct = plain ? str_format(a, "%zu", different) : datum_as_text(datum_get(note->args, "distinct"));
    datum *d = datum_map(a);
    datum_put(a, d, "count", sheet_value(count, a));
    datum_put(a, d, "distinct", sheet_value(distinct, a));
    put_bool(d, "repeats", !str_equal(count, distinct), a);
    datum_put(a, d, "memo", plain ? sheet_value(str_format(a, "%zu", with_memo), a) : datum_bool(a, false));
    datum_put(a, d, "sample", plain ? call_sample(plain, a) : datum_bool(a, false));
    return d;
}

/* ---- parts ---- */

static void tell_root(facts *f, const view *v) {
    whole w = {.a = f->arena};
    bool known = lcs_texts_of(v->object, &w.texts);
    tell_answer(f, v->object, known && !w.texts.lines);
    if (!known)
        return;
    const datum *length = datum_get(w.texts.story->answer, "length");
    w.pair = unit_pair_of(w.texts.story->instance, w.a);
    w.m = w.texts.count[LCS_X];
    w.n = w.texts.count[LCS_Y];
    w.length = length ? (size_t)length->integer : 0;
    if (w.pair.x.count != w.m || w.pair.y.count != w.n)
        return;
    w.found = found_from(&w, w.m, w.n, false);
    tell_texts(f, &w);
    tell_common(f, &w);
    tell_cells(f, &w);
    facts_data(f, "calls", calls_of(&w.texts, f->arena));
}

/* The row of the cell that is asked for; 0: none is. */
static size_t question_row(const lcs_texts *t, arena *a) {
    whole w = {.texts = *t, .m = t->count[LCS_X], .n = t->count[LCS_Y], .a = a};
    w.pair = unit_pair_of(t->story->instance, a);
    if (w.pair.x.count != w.m || w.pair.y.count != w.n)
        return 0;
    lcs_common found = found_from(&w, w.m, w.n, false);
    return found.count ? found.at[LCS_X][found.count / 2] : 0;
}

static void tell_phase(facts *f, const view *v) {
    const story_phase *p = v->object;
    lcs_texts t;
    size_t row = (size_t)p->value, count;
    if (!lcs_texts_of(p->run->story, &t) || p->run != t.run || !str_is(p->by, "row") || p->value < 0 ||
        row > t.count[LCS_X])
        return;
    facts_bool(f, "is_border", row == 0);
    facts_bool(f, "is_question_row", row && row == question_row(&t, f->arena));
    facts_integer(f, "row_before", (int64_t)(row ? row - 1 : 0));
    facts_text(f, "letter", lcs_letter_shown(&t, LCS_X, row, f->arena));
    const size_t *columns = matches_of(&t, row, &count, f->arena);
    datum *list = datum_list(f->arena);
    for (size_t k = 0; k < count; k++)
        put_count(datum_add(f->arena, list, datum_map(f->arena)), "j", columns[k], f->arena);
    facts_data(f, "matches", list);
}

static void tell_step(facts *f, const view *v) {
    const story_step *s = v->object;
    lcs_texts t;
    if (s->fact_count)
        facts_bool(f, "is_match", str_is(s->facts[0].why, "match"));
    if (s->kind != STEP_CELL || !lcs_texts_of(s->run->story, &t) || s->run != t.run)
        return;
    facts_text(f, "x_letter", lcs_letter_shown(&t, LCS_X, (size_t)s->row, f->arena));
    facts_text(f, "y_letter", lcs_letter_shown(&t, LCS_Y, (size_t)s->col, f->arena));
}

static void tell_back(facts *f, const view *v) {
    const story_back *b = v->object;
    const story_run *r = v->context;
    bool kept = str_is(b->take, "D");
    lcs_texts t;
    if (r && lcs_texts_of(r->story, &t))
        facts_text(f, "letter", lcs_letter_shown(&t, LCS_X, kept ? (size_t)b->row : 0, f->arena));
    facts_bool(f, "is_kept", kept);
    facts_bool(f, "is_up", str_is(b->take, "U"));
    facts_bool(f, "is_left", str_is(b->take, "L"));
}

static const renamed_name renamed[] = {
    {"is_small", "longer<=8"},
    {"is_short", "longer<=5"},
    {"is_tight", "longer=5"},
    {"is_listed", "longer<=24"},
    {"is_whole", "longer<=120"},
    {"x_empty", "is_x_empty"},
    {"y_empty", "is_y_empty"},
    {"both_empty", "is_both_empty"},
    {"some_empty", "is_some_empty"},
    {"none_common", "is_none_common"},
    {"all_equal", "is_all_equal"},
    {"one_inside", "is_one_inside"},
    {"any_tie", "has_tie"},
    {"asked", "question_cell"},
    {NULL, NULL},
};

const story_extension lcs_names = {
    .name = "lcs",
    .texts = true,
    .own[OWN_ROOT].tell = tell_root,
    .own[OWN_PHASE].tell = tell_phase,
    .own[OWN_STEP].tell = tell_step,
    .own[OWN_BACK].tell = tell_back,
    .renamed = renamed,
};
