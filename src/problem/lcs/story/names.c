/* The longest common subsequence's own names for templates, a table for each kind of object; docs/problems/lcs.md
 * explains them. */
#include "names.h"
#include "extension.h"
#include "lcs/story/texts.h"
#include "number.h"
#include "sheet_value.h"
#include "visible.h"

#define AS(v, type) ((const type *)(v)->object)

static datum *text_datum(str text, arena *a) {
    return datum_text(a, text);
}

static void put_count(datum *d, const char *key, size_t value, arena *a) {
    datum_put(a, d, key, datum_integer(a, (int64_t)value));
}

/* ---- the whole ---- */

static bool of_root(const view *v, lcs_texts *t) {
    return lcs_texts_of(v->object, t);
}

static size_t longer(const lcs_texts *t) {
    return t->count[LCS_X] > t->count[LCS_Y] ? t->count[LCS_X] : t->count[LCS_Y];
}

static int64_t length_of(const lcs_texts *t) {
    const datum *length = datum_get(t->story->answer, "length");
    return length ? length->integer : 0;
}

static view_value root_m(const view *v, arena *a) {
    lcs_texts t;
    return of_root(v, &t) ? view_integer(a, (int64_t)t.count[LCS_X]) : view_missing();
}

static view_value root_n(const view *v, arena *a) {
    lcs_texts t;
    return of_root(v, &t) ? view_integer(a, (int64_t)t.count[LCS_Y]) : view_missing();
}

/* Letters of the longer text. */
static view_value root_longer(const view *v, arena *a) {
    lcs_texts t;
    return of_root(v, &t) ? view_integer(a, (int64_t)longer(&t)) : view_missing();
}

static view_value side_text(const view *v, lcs_side side, arena *a) {
    lcs_texts t;
    return of_root(v, &t) ? view_text(lcs_part(&t, side, 1, t.count[side], a)) : view_missing();
}

static view_value root_x_text(const view *v, arena *a) {
    return side_text(v, LCS_X, a);
}

static view_value root_y_text(const view *v, arena *a) {
    return side_text(v, LCS_Y, a);
}

static view_value root_is_lines(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    return of_root(v, &t) ? view_bool(t.lines) : view_missing();
}

/* A single space between words. */
static bool is_lonely_space(str line, size_t k) {
    return line.ptr[k] == ' ' && k && k + 1 < line.len && line.ptr[k - 1] != ' ' && line.ptr[k + 1] != ' ';
}

/* A line for a list: spaces at its ends and in a row are made visible, single ones between words are not. */
static str line_shown(str line, arena *a) {
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

/* The lines of both files side by side: {number, x, y}. */
static view_value root_lines(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    datum *list = datum_list(a);
    for (size_t k = 1; t.lines && k <= longer(&t); k++) {
        datum *line = datum_add(a, list, datum_map(a));
        put_count(line, "number", k, a);
        for (int side = LCS_X; side <= LCS_Y; side++) {
            str text = k <= t.count[side] ? line_shown(lcs_letter(&t, side, k), a) : STR("");
            datum_put(a, line, side == LCS_X ? "x" : "y", text_datum(text, a));
        }
    }
    return view_value_of_datum(list, a);
}

static view_value root_x_empty(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    return of_root(v, &t) ? view_bool(!t.count[LCS_X]) : view_missing();
}

static view_value root_y_empty(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    return of_root(v, &t) ? view_bool(!t.count[LCS_Y]) : view_missing();
}

static view_value root_some_empty(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    return of_root(v, &t) ? view_bool(!t.count[LCS_X] || !t.count[LCS_Y]) : view_missing();
}

static view_value root_both_empty(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    return of_root(v, &t) ? view_bool(!t.count[LCS_X] && !t.count[LCS_Y]) : view_missing();
}

static view_value root_length(const view *v, arena *a) {
    lcs_texts t;
    return of_root(v, &t) ? view_integer(a, length_of(&t)) : view_missing();
}

static view_value root_none_common(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    return of_root(v, &t) ? view_bool(length_of(&t) == 0) : view_missing();
}

static view_value root_all_equal(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    return view_bool(t.count[LCS_X] == t.count[LCS_Y] && length_of(&t) == (int64_t)t.count[LCS_X]);
}

/* One text is found whole in the other. */
static view_value root_one_inside(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    bool whole = length_of(&t) == (int64_t)t.count[LCS_X] || length_of(&t) == (int64_t)t.count[LCS_Y];
    return view_bool(whole && t.count[LCS_X] != t.count[LCS_Y]);
}

static lcs_common found_of(const lcs_texts *t, bool left, arena *a) {
    return lcs_found(t, t->count[LCS_X], t->count[LCS_Y], left, a);
}

static view_value root_found(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    lcs_common found = found_of(&t, false, a);
    return view_text(lcs_common_text(&t, &found, a));
}

/* The letters in the order in which the way back meets them. */
static view_value root_met(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    lcs_common found = found_of(&t, false, a);
    for (size_t k = 0; k < found.count / 2; k++) {
        size_t swap = found.at[LCS_X][k];
        found.at[LCS_X][k] = found.at[LCS_X][found.count - 1 - k];
        found.at[LCS_X][found.count - 1 - k] = swap;
    }
    return view_text(lcs_common_text(&t, &found, a));
}

static datum *common_datum(const lcs_texts *t, const lcs_common *common, arena *a) {
    datum *d = datum_map(a);
    put_count(d, "length", common->count, a);
    datum_put(a, d, "text", text_datum(lcs_common_text(t, common, a), a));
    datum_put(a, d, "pairs", text_datum(lcs_common_pairs(common, a), a));
    datum_put(a, d, "none", datum_bool(a, common->count == 0));
    datum_put(a, d, "one", datum_bool(a, common->count == 1));
    datum_put(a, d, "shorter", datum_bool(a, (int64_t)common->count < length_of(t)));
    datum_put(a, d, "all_of_x", datum_bool(a, common->count == t->count[LCS_X]));
    datum_put(a, d, "full", datum_bool(a, common->count == t->count[LCS_X] || common->count == t->count[LCS_Y]));
    return d;
}

static view_value root_greedy(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    lcs_common greedy = lcs_greedy(&t, a);
    return view_value_of_datum(common_datum(&t, &greedy, a), a);
}

static view_value root_substring(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    lcs_common substring = lcs_substring(&t, a);
    return view_value_of_datum(common_datum(&t, &substring, a), a);
}

/* What going left in ties finds: {text, differs}. */
static view_value root_by_left(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    lcs_common up = found_of(&t, false, a), left = found_of(&t, true, a);
    datum *d = common_datum(&t, &left, a);
    datum_put(a, d, "differs", datum_bool(a, !lcs_common_same(&t, &up, &left)));
    return view_value_of_datum(d, a);
}

/* How many there are: {tex, approx, one}. */
static view_value root_distinct(const view *v, arena *a) {
    const datum *distinct = datum_get(AS(v, story)->answer, "distinct");
    if (!distinct)
        return view_missing();
    datum *d = sheet_value(datum_as_text(distinct), a);
    datum_put(a, d, "one", datum_bool(a, str_is(datum_as_text(distinct), "1")));
    return view_value_of_datum(d, a);
}

/* All of them, as far as the answer lists them: {text}. */
static view_value root_listed(const view *v, arena *a) {
    lcs_texts t;
    const datum *all = datum_get(AS(v, story)->answer, "all");
    datum *list = datum_list(a);
    bool listed = all && of_root(v, &t) && !t.lines;
    for (size_t k = 0; listed && k < all->count; k++) {
        datum *one = datum_add(a, list, datum_map(a));
        datum_put(a, one, "text", text_datum(visible_text(datum_as_text(all->items[k]), a), a));
    }
    return view_value_of_datum(list, a);
}

static view_value root_tied_cells(const view *v, arena *a) {
    lcs_texts t;
    return of_root(v, &t) ? view_integer(a, (int64_t)lcs_tied_cells(&t)) : view_missing();
}

static view_value root_any_tie(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    return of_root(v, &t) ? view_bool(lcs_tied_cells(&t) > 0) : view_missing();
}

static view_value root_cell_count(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    return story_view_number(str_format(a, "%zu", (t.count[LCS_X] + 1) * (t.count[LCS_Y] + 1)), a);
}

static view_value root_comparisons(const view *v, arena *a) {
    lcs_texts t;
    return of_root(v, &t) ? story_view_number(str_format(a, "%zu", t.count[LCS_X] * t.count[LCS_Y]), a)
                          : view_missing();
}

/* How many subsequences x has, two to the power of its letters: {tex, approx}. */
static view_value root_subsequences(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    number *power = number_new(a);
    fmpz_one(fmpq_numref(power->q));
    fmpz_mul_2exp(fmpq_numref(power->q), fmpq_numref(power->q), t.count[LCS_X]);
    return view_value_of_datum(sheet_value(number_text(power, a), a), a);
}

static const story_note *note_of_calls(const story_run *run) {
    for (size_t k = 0; k < run->note_count; k++)
        if (str_is(run->notes[k].key, "frames.too_many"))
            return &run->notes[k];
    return NULL;
}

/* How many calls each call makes in all, itself counted: parents stand before their children. */
static size_t *calls_below(const story_run *plain, arena *a) {
    size_t *below = ARENA_ARRAY(a, size_t, plain->frame_count);
    for (size_t k = plain->frame_count; k--;) {
        const story_frame *parent = plain->frames[k].parent;
        below[k]++;
        if (parent)
            below[parent - plain->frames] += below[k];
    }
    return below;
}

/* "c(2,4)", without blanks, for the parameter of a figure. */
static str call_name(const story_frame *f, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_addf(&b, "%.*s(", STR_ARG(f->fn));
    for (size_t k = 0; k < f->args.count; k++)
        strbuf_addf(&b, "%s%.*s", k ? "," : "", STR_ARG(f->args.items[k]));
    strbuf_add_byte(&b, ')');
    return strbuf_text(&b);
}

/* How many levels the tree below each call has, itself included. */
static size_t *calls_levels(const story_run *run, arena *a) {
    size_t *levels = ARENA_ARRAY(a, size_t, run->frame_count);
    for (size_t k = run->frame_count; k--;) {
        const story_frame *parent = run->frames[k].parent;
        levels[k] += !levels[k];
        if (parent && levels[parent - run->frames] <= levels[k])
            levels[parent - run->frames] = levels[k] + 1;
    }
    return levels;
}

/* Whether the call k, with `below` calls in all, asks for something twice. */
static bool repeats_itself(const story_run *run, size_t k, size_t below) {
    for (size_t inner = k; inner < k + below; inner++)
        if (run->frames[inner].repeat_of && run->frames[inner].repeat_of >= &run->frames[k])
            return true;
    return false;
}

/* The call with most calls below it that still fits a figure, if some of them are repeats; one of few levels if there
 * is one, since a tall tree takes a page to say the same. SIZE_MAX: none. */
static size_t sample_call(const story_run *run, arena *a) {
    enum { MOST = 24, LEVELS = 5 };
    const size_t *below = calls_below(run, a), *levels = calls_levels(run, a);
    size_t best = SIZE_MAX, best_over = 0;
    for (size_t k = 0; k < run->frame_count; k++) {
        size_t over = levels[k] > LEVELS ? levels[k] - LEVELS : 0;
        bool better = best == SIZE_MAX || over < best_over || (over == best_over && below[k] > below[best]);
        if (below[k] <= MOST && better && repeats_itself(run, k, below[k])) {
            best = k;
            best_over = over;
        }
    }
    return best;
}

/* {name, whole} */
static datum *calls_sample(const story_run *plain, arena *a) {
    size_t best = sample_call(plain, a);
    if (best == SIZE_MAX)
        return NULL;
    const story_frame *f = &plain->frames[best];
    datum *d = datum_map(a);
    datum_put(a, d, "name", text_datum(call_name(f, a), a));
    datum_put(a, d, "whole", datum_bool(a, best == 0));
    return d;
}

static void put_calls(datum *d, str count, str distinct, arena *a) {
    datum_put(a, d, "count", sheet_value(count, a));
    datum_put(a, d, "distinct", sheet_value(distinct, a));
    datum_put(a, d, "repeats", datum_bool(a, !str_equal(count, distinct)));
}

/* Calls of the recurrence as it stands: {count, distinct, repeats, sample}, each of the first two {tex, approx}. */
static view_value root_calls(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    const story_run *plain = story_run_named(v->object, STR("plain"));
    const story_note *note = note_of_calls(t.run);
    datum *d = datum_map(a);
    datum *sample = NULL;
    if (plain) {
        size_t different = 0;
        for (size_t k = 0; k < plain->frame_count; k++)
            different += !plain->frames[k].repeat_of;
        put_calls(d, str_format(a, "%zu", plain->frame_count), str_format(a, "%zu", different), a);
        sample = calls_sample(plain, a);
    } else if (note) {
        put_calls(d, datum_as_text(datum_get(note->args, "count")), datum_as_text(datum_get(note->args, "distinct")),
                  a);
    } else {
        return view_bool(false);
    }
    datum_put(a, d, "sample", sample ? sample : datum_bool(a, false));
    return view_value_of_datum(d, a);
}

/* The first cell in which letters match, or differ, with something above the border to read if there is such a cell. */
static const story_step *sample_of(const lcs_texts *t, bool match) {
    const story_step *first = NULL;
    for (size_t k = 0; k < t->run->step_count; k++) {
        const story_step *s = &t->run->steps[k];
        const story_fact *fact = s->candidate_count ? story_fact_of(s, t->c) : NULL;
        if (!fact || str_is(fact->why, "match") != match)
            continue;
        first = first ? first : s;
        if (s->row > 1 && s->col > 1 && (match || fact->chosen.count == 1))
            return s;
    }
    return first;
}

static view_value sample(const view *v, bool match) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    const story_step *s = sample_of(&t, match);
    return s ? view_of_object(story_view_step(s)) : view_bool(false);
}

static view_value root_match_sample(const view *v, arena *a) {
    (void)a;
    return sample(v, true);
}

static view_value root_differ_sample(const view *v, arena *a) {
    (void)a;
    return sample(v, false);
}

/* A cell to be asked for before its row is filled, of the letter kept in the middle of the way back: {i, j, letter,
 * value, before}. */
static view_value root_asked(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    lcs_common found = found_of(&t, false, a);
    if (!found.count)
        return view_bool(false);
    size_t at = found.count / 2;
    datum *d = datum_map(a);
    put_count(d, "i", found.at[LCS_X][at], a);
    put_count(d, "j", found.at[LCS_Y][at], a);
    put_count(d, "i_before", found.at[LCS_X][at] - 1, a);
    put_count(d, "j_before", found.at[LCS_Y][at] - 1, a);
    put_count(d, "value", at + 1, a);
    put_count(d, "value_before", at, a);
    datum_put(a, d, "letter", text_datum(lcs_letter_shown(&t, LCS_X, found.at[LCS_X][at], a), a));
    return view_value_of_datum(d, a);
}

/* A cell in the middle of the table to be put into words: {i, j, value, x, y, text, none}. */
static view_value root_middle(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t) || !t.count[LCS_X] || !t.count[LCS_Y])
        return of_root(v, &t) ? view_bool(false) : view_missing();
    size_t i = (t.count[LCS_X] + 1) / 2, j = (t.count[LCS_Y] + 2) / 2;
    j = j > t.count[LCS_Y] ? t.count[LCS_Y] : j;
    lcs_common found = lcs_found(&t, i, j, false, a);
    datum *d = common_datum(&t, &found, a);
    put_count(d, "i", i, a);
    put_count(d, "j", j, a);
    put_count(d, "value", found.count, a);
    datum_put(a, d, "x", text_datum(lcs_part(&t, LCS_X, 1, i, a), a));
    datum_put(a, d, "y", text_datum(lcs_part(&t, LCS_Y, 1, j, a), a));
    return view_value_of_datum(d, a);
}

/* "3, 7, 12": the columns of a row that have its letter. */
static datum *row_datum(const lcs_texts *t, size_t row, arena *a) {
    size_t count;
    const size_t *columns = lcs_matches(t, row, &count, a);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < count; k++)
        strbuf_addf(&b, "%s%zu", k ? ", " : "", columns[k]);
    datum *d = datum_map(a);
    put_count(d, "row", row, a);
    datum_put(a, d, "letter", text_datum(lcs_letter_shown(t, LCS_X, row, a), a));
    datum_put(a, d, "columns", text_datum(strbuf_text(&b), a));
    return d;
}

/* All rows in two columns: {left, right}, each {row, letter, columns}. */
static view_value root_row_pairs(const view *v, arena *a) {
    lcs_texts t;
    if (!of_root(v, &t))
        return view_missing();
    datum *list = datum_list(a);
    size_t half = (t.count[LCS_X] + 1) / 2;
    for (size_t row = 1; row <= half; row++) {
        datum *pair = datum_add(a, list, datum_map(a));
        datum_put(a, pair, "left", row_datum(&t, row, a));
        bool more = half + row <= t.count[LCS_X];
        datum_put(a, pair, "right", more ? row_datum(&t, half + row, a) : datum_bool(a, false));
    }
    return view_value_of_datum(list, a);
}

static const view_name root_names[] = {
    {"m", root_m},
    {"n", root_n},
    {"longer", root_longer},
    {"x_text", root_x_text},
    {"y_text", root_y_text},
    {"is_lines", root_is_lines},
    {"lines", root_lines},
    {"x_empty", root_x_empty},
    {"y_empty", root_y_empty},
    {"some_empty", root_some_empty},
    {"both_empty", root_both_empty},
    {"lcs_length", root_length},
    {"none_common", root_none_common},
    {"all_equal", root_all_equal},
    {"one_inside", root_one_inside},
    {"found", root_found},
    {"met", root_met},
    {"greedy", root_greedy},
    {"substring", root_substring},
    {"by_left", root_by_left},
    {"distinct", root_distinct},
    {"listed", root_listed},
    {"tied_cells", root_tied_cells},
    {"any_tie", root_any_tie},
    {"all_cells", root_cell_count},
    {"comparisons", root_comparisons},
    {"subsequences", root_subsequences},
    {"calls", root_calls},
    {"match_sample", root_match_sample},
    {"differ_sample", root_differ_sample},
    {"row_pairs", root_row_pairs},
    {"asked", root_asked},
    {"middle", root_middle},
    {NULL, NULL},
};

static const renamed_name root_renamed[] = {
    {"is_small", "longer<=8"},   {"is_short", "longer<=5"},   {"is_tight", "longer=5"},
    {"is_listed", "longer<=24"}, {"is_whole", "longer<=120"}, {NULL, NULL},
};

/* ---- rows ---- */

static bool of_phase(const view *v, lcs_texts *t, size_t *row) {
    const story_phase *p = v->object;
    *row = (size_t)p->value;
    return lcs_texts_of(p->run->story, t) && p->run == t->run && str_is(p->by, "row") && p->value >= 0 &&
           *row <= t->count[LCS_X];
}

static view_value phase_is_border(const view *v, arena *a) {
    (void)a;
    lcs_texts t;
    size_t row;
    return of_phase(v, &t, &row) ? view_bool(row == 0) : view_missing();
}

static view_value phase_row_before(const view *v, arena *a) {
    lcs_texts t;
    size_t row;
    return of_phase(v, &t, &row) ? view_integer(a, (int64_t)(row ? row - 1 : 0)) : view_missing();
}

static view_value phase_letter(const view *v, arena *a) {
    lcs_texts t;
    size_t row;
    if (!of_phase(v, &t, &row))
        return view_missing();
    return view_text(row ? lcs_letter_shown(&t, LCS_X, row, a) : STR(""));
}

/* Columns of y that have the letter of the row: {j}. */
static view_value phase_matches(const view *v, arena *a) {
    lcs_texts t;
    size_t row, count;
    if (!of_phase(v, &t, &row))
        return view_missing();
    const size_t *columns = lcs_matches(&t, row, &count, a);
    datum *list = datum_list(a);
    for (size_t k = 0; k < count; k++)
        put_count(datum_add(a, list, datum_map(a)), "j", columns[k], a);
    return view_value_of_datum(list, a);
}

static const view_name phase_names[] = {
    {"is_border", phase_is_border},
    {"row_before", phase_row_before},
    {"letter", phase_letter},
    {"matches", phase_matches},
    {NULL, NULL},
};

/* ---- steps ---- */

static view_value step_letter(const view *v, lcs_side side, arena *a) {
    const story_step *s = v->object;
    lcs_texts t;
    int64_t place = side == LCS_X ? s->row : s->col;
    if (s->kind != STEP_CELL || !lcs_texts_of(s->run->story, &t) || s->run != t.run)
        return view_missing();
    return view_text(place ? lcs_letter_shown(&t, side, (size_t)place, a) : STR(""));
}

static view_value step_x_letter(const view *v, arena *a) {
    return step_letter(v, LCS_X, a);
}

static view_value step_y_letter(const view *v, arena *a) {
    return step_letter(v, LCS_Y, a);
}

static view_value step_is_match(const view *v, arena *a) {
    (void)a;
    const story_step *s = v->object;
    return s->fact_count ? view_bool(str_is(s->facts[0].why, "match")) : view_missing();
}

static const view_name step_names[] = {
    {"x_letter", step_x_letter},
    {"y_letter", step_y_letter},
    {"is_match", step_is_match},
    {NULL, NULL},
};

/* ---- the way back ---- */

static view_value back_letter(const view *v, arena *a) {
    const story_back *b = v->object;
    const story_run *r = v->context;
    lcs_texts t;
    if (!r || !lcs_texts_of(r->story, &t))
        return view_missing();
    return view_text(str_is(b->take, "D") ? lcs_letter_shown(&t, LCS_X, (size_t)b->row, a) : STR(""));
}

static view_value back_is(const view *v, const char *label) {
    return view_bool(str_is(AS(v, story_back)->take, label));
}

static view_value back_is_kept(const view *v, arena *a) {
    (void)a;
    return back_is(v, "D");
}

static view_value back_is_up(const view *v, arena *a) {
    (void)a;
    return back_is(v, "U");
}

static view_value back_is_left(const view *v, arena *a) {
    (void)a;
    return back_is(v, "L");
}

static const view_name back_names[] = {
    {"letter", back_letter}, {"is_kept", back_is_kept}, {"is_up", back_is_up}, {"is_left", back_is_left}, {NULL, NULL},
};

const story_extension lcs_names = {
    .name = "lcs",
    .texts = true,
    .own[OWN_ROOT].rows = root_names,
    .renamed = root_renamed,
    .own[OWN_PHASE].rows = phase_names,
    .own[OWN_STEP].rows = step_names,
    .own[OWN_BACK].rows = back_names,
};
