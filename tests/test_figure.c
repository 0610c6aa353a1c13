#include "blank.h"
#include "figures.h"
#include "number.h"
#include "polygon/story/ring.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *refusal(arena *a, const story *s, wish w) {
    error e = error_in(a);
    return try_figure(a, s, w, &e) ? "drawn" : str_to_c(a, e.message);
}

/* ---- asking a scene ---- */

/* The group with this id, and where it stands among the items; NULL if there is none. */
#define COUNT(list) (sizeof(list) / sizeof *(list))

static const group *group_named(const scene *s, const char *id, size_t *at) {
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_OPEN && str_is(s->items[k].group->id, id)) {
            *at = k;
            return s->items[k].group;
        }
    return NULL;
}

/* All text in a group, runs joined by a blank; of the whole scene without an id. */
static const char *text_in(arena *a, const scene *s, const char *id) {
    size_t at = 0;
    if (id && !group_named(s, id, &at))
        return "no such group";
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    int depth = 0;
    for (size_t k = at; k < s->count; k++) {
        const item *it = &s->items[k];
        depth += it->kind == ITEM_OPEN ? 1 : it->kind == ITEM_CLOSE ? -1 : 0;
        if (it->kind == ITEM_GLYPHS) {
            if (b.len)
                strbuf_add_byte(&b, ' ');
            strbuf_add(&b, it->run->text);
        }
        if (id && depth == 0)
            break;
    }
    return str_to_c(a, strbuf_text(&b));
}

/* Whether the group holds a shape filled with this colour. */
static bool filled_with(const scene *s, const char *id, color c) {
    size_t at = 0;
    if (!group_named(s, id, &at))
        return false;
    for (size_t k = at; s->items[k].kind != ITEM_CLOSE; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_PATH && it->paint->filled && memcmp(&it->paint->fill, &c, sizeof c) == 0)
            return true;
    }
    return false;
}

static double line_width_in(const scene *s, const char *id) {
    size_t at = 0;
    if (!group_named(s, id, &at))
        return 0;
    for (size_t k = at; s->items[k].kind != ITEM_CLOSE; k++)
        if (s->items[k].kind == ITEM_PATH && s->items[k].paint->width > 0)
            return s->items[k].paint->width;
    return 0;
}

static double widest_line_in(const scene *s, const char *id) {
    size_t at = 0;
    double widest = 0;
    if (!group_named(s, id, &at))
        return 0;
    for (size_t k = at; s->items[k].kind != ITEM_CLOSE; k++)
        if (s->items[k].kind == ITEM_PATH && s->items[k].paint->width > widest)
            widest = s->items[k].paint->width;
    return widest;
}

static size_t step_number(const story *s, int64_t row, int64_t col) {
    for (size_t k = 0; k < s->runs[0].step_count; k++)
        if (s->runs[0].steps[k].row == row && s->runs[0].steps[k].col == col)
            return k + 1;
    return 0;
}

static void check_scenes(arena *a, const figure *f, wish w, const char *instance) {
    for (size_t k = 0; k < f->count; k++) {
        const scene *s = f->parts[k];
        str faults = scene_faults(s, 6, a);
        if (faults.len)
            fail_msg("%s, %s step %zu, width %d, part %zu:\n%s", instance, w.kind, w.step, (int)w.width, k + 1,
                     str_to_c(a, faults));
        if ((w.width > 0 && s->w > w.width + 0.01) || (w.height > 0 && s->h > w.height + 0.01))
            fail_msg("%s, %s step %zu, part %zu: %d × %d is larger than %d × %d", instance, w.kind, w.step, k + 1,
                     (int)s->w, (int)s->h, (int)w.width, (int)w.height);
    }
    assert_true(f->count > 0 && f->title.len > 0 && f->alt.len > 0);
}

/* ---- what figures say ---- */

/* Both tables of the published polygon, as its published solution has them, and of many more polygons. */
static void tables_hold_the_known_values(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    source where = {STR("polygon.json"), read_file(a, "tests/cases/polygon.json")};
    error e = error_in(a);
    const datum *cases = json_to_datum(&where, a, &e);
    size_t compared = 0;
    for (size_t k = 0; k < cases->count; k++) {
        const datum *expected = datum_get(cases->items[k], "expected");
        const char *const lists[] = {"chain_min", "chain_max"}, *const tables[] = {"min", "max"};
        str text = datum_as_text(datum_get(datum_get(cases->items[k], "input"), "text"));
        if (!datum_get(expected, "chain_min") || compared > 12)
            continue;
        compared++;
        arena *b = arena_new(NULL);
        figure *f = figure_of(b, story_of(b, str_to_c(b, text)), (wish){.kind = "tables", .lang = k % 2});
        for (size_t t = 0; t < 2; t++) {
            const datum *rows = datum_get(expected, lists[t]);
            for (size_t i = 0; i < rows->count; i++)
                for (size_t j = 0; j < rows->items[i]->count; j++) {
                    str id = str_format(b, "cell-%s-%zu-%zu", tables[t], i + 1, j + 1);
                    str value = number_shown(datum_as_text(rows->items[i]->items[j]), b);
                    str alt = str_format(b, "m[%zu,%zu,%zu] = %.*s", i + 1, j + 1, t, STR_ARG(value));
                    size_t at;
                    const group *g = group_named(f->parts[0], id.ptr, &at);
                    assert_non_null(g);
                    assert_int_equal(g->role, ROLE_CELL);
                    assert_string_equal(str_to_c(b, g->alt), alt.ptr);
                    assert_string_equal(text_in(b, f->parts[0], id.ptr), str_to_c(b, value));
                }
        }
        arena_free(b);
    }
    assert_true(compared > 10);
    arena_free(a);
}

/* m[2,3] of the published polygon reads m[2,1] with m[3,2] and m[2,2] with m[4,1], and keeps the first pair. */
static void tables_show_what_a_cell_reads(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi);
    figure *f = figure_of(a, s, (wish){.kind = "tables", .step = step_number(s, 2, 3), .width = 483, .height = 700});
    const theme *t = &looks[0].theme;
    assert_int_equal(f->count, 1);
    const scene *p = f->parts[0];
    assert_true(filled_with(p, "cell-max-2-3", t->color.current_fill));
    assert_true(filled_with(p, "cell-min-2-3", t->color.current_fill));
    assert_true(line_width_in(p, "cell-max-2-3") == t->stroke.current);
    assert_true(filled_with(p, "cell-max-2-1", t->color.chosen_fill));
    assert_true(filled_with(p, "cell-max-3-2", t->color.chosen_fill));
    assert_true(filled_with(p, "cell-max-2-2", t->color.read_fill));
    assert_true(filled_with(p, "cell-min-4-1", t->color.read_fill));
    assert_false(filled_with(p, "cell-max-1-3", t->color.read_fill));
    assert_string_equal(text_in(a, p, "cell-max-2-1"), "4 1"); /* the tag says s = 1 */
    assert_string_equal(text_in(a, p, "cell-max-4-1"), "5 2");
    assert_string_equal(text_in(a, p, "cell-max-1-3"), "1");
    assert_string_equal(text_in(a, p, "cell-max-3-3"), ""); /* not yet */
    assert_non_null(strstr(text_in(a, p, NULL), "being filled"));
    assert_null(strstr(text_in(a, p, NULL), "best path")); /* only states that occur */
    /* Within one candidate, only what that one reads, and no tags. */
    wish second = {.kind = "tables", .step = step_number(s, 2, 3), .candidate = 2};
    p = figure_of(a, s, second)->parts[0];
    assert_true(filled_with(p, "cell-max-2-2", t->color.read_fill));
    assert_string_equal(text_in(a, p, "cell-max-2-2"), "8");
    assert_false(filled_with(p, "cell-max-2-1", t->color.chosen_fill));
    arena_free(a);
}

static void tables_obey_their_parameters(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi);
    size_t at;
    const scene *p = figure_of(a, s, (wish){.kind = "tables", .params = "only=max"})->parts[0];
    assert_non_null(group_named(p, "cell-max-1-1", &at));
    assert_null(group_named(p, "cell-min-1-1", &at));
    p = figure_of(a, s, (wish){.kind = "tables", .params = "upto=2"})->parts[0];
    assert_string_equal(text_in(a, p, "cell-min-4-2"), "−2");
    assert_string_equal(text_in(a, p, "cell-min-1-3"), "");
    p = figure_of(a, s, (wish){.kind = "tables", .params = "rows=2-3"})->parts[0];
    assert_non_null(group_named(p, "cell-max-3-1", &at));
    assert_null(group_named(p, "cell-max-4-1", &at));
    p = figure_of(a, s, (wish){.kind = "tables", .params = "best=yes"})->parts[0];
    assert_true(filled_with(p, "cell-max-1-4", looks[0].theme.color.chosen_fill)); /* 33 in rows 1 and 2 */
    assert_true(filled_with(p, "cell-max-2-4", looks[0].theme.color.chosen_fill));
    assert_false(filled_with(p, "cell-max-3-4", looks[0].theme.color.chosen_fill));
    p = figure_of(a, s, (wish){.kind = "tables", .params = "back=yes"})->parts[0];
    assert_true(widest_line_in(p, "cell-max-1-4") == looks[0].theme.stroke.best_box);
    assert_string_equal(refusal(a, s, (wish){.kind = "tables", .params = "only=mox"}),
                        "figure tables: the run has no table 'mox'");
    assert_string_equal(refusal(a, s, (wish){.kind = "tables", .params = "onyl=max"}),
                        "'onyl' is no parameter of the figure tables; did you mean only?");
    assert_string_equal(refusal(a, s, (wish){.kind = "ring", .params = "upto=2"}),
                        "'upto' is no parameter of the figure ring; known are open, chain, split, labels, best");
    assert_string_equal(refusal(a, s, (wish){.kind = "splits", .params = "best=yes"}),
                        "'best' is no parameter of the figure splits; known are terms, hits");
    assert_string_equal(refusal(a, s, (wish){.kind = "tables", .params = "best=true"}),
                        "parameter 'best' of a figure: expected yes or no, got 'true'");
    p = figure_of(a, s, (wish){.kind = "tables", .params = "back=no"})->parts[0];
    assert_false(widest_line_in(p, "cell-max-1-4") == looks[0].theme.stroke.best_box);
    assert_string_equal(refusal(a, s, (wish){.kind = "tables", .params = "upto=x"}),
                        "parameter 'upto' of a figure is 'x': a whole number is needed");
    assert_string_equal(refusal(a, s, (wish){.kind = "tables", .params = "rows=7-9"}),
                        "figure tables: rows=7-9 names no row from 1 to 4");
    arena_free(a);
}

/* A number that occurs in the text as a word of its own. */
static size_t occurrences(const char *text, const char *word) {
    size_t count = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        count += (at == text || at[-1] == ' ') && (at[strlen(word)] == ' ' || at[strlen(word)] == 0);
    return count;
}

/* What is left of a group when all is copied in black: lines and their dashes, fills of the lines' own darkness, weight
 * of type. */
static str black_copy(arena *a, const scene *s, size_t at) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t k = at; s->items[k].kind != ITEM_CLOSE; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_PATH) {
            color f = it->paint->fill;
            bool dark = it->paint->filled && f.r + f.g + f.b < 3 * 128;
            box shape = segments_box(it->segments, it->segment_count);
            strbuf_addf(&b, "%s %d of %d dashes %d, ", dark ? "solid" : "line", (int)(it->paint->width * 10),
                        (int)shape.h, it->paint->dash_count ? (int)(it->paint->dash[0] * 10) : 0);
        }
    }
    return strbuf_text(&b);
}

/* In every shape, in both languages: no two states look alike in a copy without grays, each says its name, and the same
 * strip fits narrow pages. */
static void states_differ_in_black(void **state) {
    (void)state;
    static const char *const shapes[] = {"shape=cell", "shape=node", "shape=diamond"};
    static const char *const names[] = {"current", "read", "chosen", "tie", "back", "repeat", "hit", "unset", "blank"};
    static const double widths[] = {471, 330, 120};
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi);
    for (size_t look = 0; look < 2 * COUNT(shapes) * COUNT(widths); look++) {
        wish w = {.kind = "states",
                  .lang = look % 2,
                  .params = shapes[look / 2 % COUNT(shapes)],
                  .width = widths[look / 2 / COUNT(shapes)]};
        const scene *p = figure_of(a, s, w)->parts[0];
        str faults = scene_faults(p, 7.5, a);
        if (faults.len || p->w > w.width + 0.01)
            fail_msg("states, %s, width %d of %d:\n%s", w.params, (int)p->w, (int)w.width, str_to_c(a, faults));
        str seen[COUNT(names)];
        for (size_t k = 0; k < COUNT(names); k++) {
            size_t at = 0;
            const group *g = group_named(p, str_format(a, "state-%s", names[k]).ptr, &at);
            assert_true(g && g->alt.len);
            seen[k] = black_copy(a, p, at);
            for (size_t other = 0; other < k; other++)
                if (str_equal(seen[k], seen[other]))
                    fail_msg("%s: %s looks like %s in black: %s", w.params, names[k], names[other], seen[k].ptr);
        }
        assert_null(group_named(p, "state-unused", &(size_t){0})); /* only where a document asks for it */
    }
    const scene *two = figure_of(a, s, (wish){.kind = "states", .params = "only=current,unused"})->parts[0];
    assert_non_null(group_named(two, "state-unused", &(size_t){0}));
    assert_null(group_named(two, "state-read", &(size_t){0}));
    assert_string_equal(refusal(a, s, (wish){.kind = "states", .params = "only=current,red"}),
                        "figure states: there is no state 'red'");
    assert_string_equal(refusal(a, s, (wish){.kind = "states", .params = "shape=oval"}),
                        "figure states: shape: expected cell, node or diamond, got 'oval'");
    arena_free(a);
}

/* What a legend at the beginning tells of, figures after it do not tell again; what is new they do. */
static void legends_say_what_is_new(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi);
    wish w = {.kind = "tables", .step = step_number(s, 2, 3), .width = 483, .told = "current,chosen"};
    const char *said = text_in(a, figure_of(a, s, w)->parts[0], NULL);
    assert_null(strstr(said, "being filled"));
    assert_null(strstr(said, "chosen"));
    assert_non_null(strstr(said, "used"));
    w.told = "all";
    const scene *p = figure_of(a, s, w)->parts[0];
    said = text_in(a, p, NULL);
    assert_null(strstr(said, "being filled"));
    assert_non_null(strstr(said, "number of the split")); /* digits in corners are this figure's own */
    size_t at;
    assert_string_equal(str_to_c(a, group_named(p, "cell-max-2-3", &at)->alt), "m[2,3,1] = 40, being filled");
    w = (wish){.kind = "tables", .params = "back=yes", .step = step_number(s, 4, 4)};
    p = figure_of(a, s, w)->parts[0];
    said = text_in(a, p, NULL);
    assert_non_null(strstr(said, "order in which they are reached"));
    assert_null(strstr(said, "number of the split")); /* one meaning of digits a figure */
    assert_null(strstr(said, "being filled"));
    arena_free(a);
}

static void splits_show_the_arithmetic(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi);
    /* 4 × 2 × 5: both parts have one value, so one product stands for four. */
    wish w = {.kind = "splits", .step = step_number(s, 2, 3), .width = 483, .height = 700};
    const scene *p = figure_of(a, s, w)->parts[0];
    const char *first = text_in(a, p, "candidate-1");
    assert_non_null(strstr(first, "4 × 10"));
    assert_int_equal(occurrences(first, "40"), 3); /* the product, min and max */
    assert_non_null(strstr(text_in(a, p, NULL), "tie of"));
    /* Four different products: m[1,6] of this polygon, s = 3: (−18 or −10) × (−14 or −6). */
    s = story_of(a, "6 t 5 x -4 t 2 x -2 t 4 x -3");
    w.step = step_number(s, 1, 6);
    p = figure_of(a, s, w)->parts[0];
    const char *third = text_in(a, p, "candidate-3");
    assert_int_equal(occurrences(third, "252"), 2); /* as product and as max */
    assert_int_equal(occurrences(third, "108"), 1);
    assert_int_equal(occurrences(third, "140"), 1);
    assert_int_equal(occurrences(third, "60"), 2);
    const char *second = text_in(a, p, "candidate-2"); /* a sum: two results, not four products */
    assert_int_equal(occurrences(second, "−48"), 2);
    assert_int_equal(occurrences(second, "−20"), 4); /* a, b, b + d and max */
    /* The same on cards. */
    w.width = 300;
    p = figure_of(a, s, w)->parts[0];
    assert_int_equal(occurrences(text_in(a, p, "candidate-3"), "252"), 2);
    /* Digits that stand in the table are not noted below it; inside a part a negative number is in brackets. */
    s = story_of(a, "3 x 99999999999 x 88888888888 x 77777777777");
    w = (wish){.kind = "splits", .step = step_number(s, 1, 3), .width = 483, .height = 700};
    const figure *wide = figure_of(a, s, w);
    for (size_t k = 0; k < wide->note_count; k++)
        assert_null(strstr(text_in(a, wide->parts[0], NULL), strstr(wide->notes[k].ptr, " = ") + 3));
    s = story_of(a, ioi);
    w.step = step_number(s, 3, 3);
    assert_non_null(strstr(text_in(a, figure_of(a, s, w)->parts[0], "candidate-1"), "( −7 )"));
    /* Nothing to choose. */
    w.step = step_number(s, 1, 1);
    assert_string_equal(refusal(a, story_of(a, "1 t 5"), (wish){.kind = "splits"}), "");
    arena_free(a);
}

static void rings_show_the_chain(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi);
    const theme *t = &looks[0].theme;
    const scene *p = figure_of(a, s, (wish){.kind = "ring", .step = step_number(s, 2, 3)})->parts[0];
    assert_true(filled_with(p, "vertex-2", t->color.current_fill));
    assert_true(filled_with(p, "vertex-4", t->color.current_fill));
    assert_false(filled_with(p, "vertex-1", t->color.current_fill));
    assert_true(filled_with(p, "edge-3", t->color.chosen_fill)); /* s = 1: between vertices 2 and 3 */
    assert_false(filled_with(p, "edge-4", t->color.chosen_fill));
    size_t at;
    assert_string_equal(str_to_c(a, group_named(p, "vertex-1", &at)->alt), "Vertex 1: −7");
    assert_string_equal(str_to_c(a, group_named(p, "edge-4", &at)->alt), "Edge 4: ×");
    /* Opened at edge 2: from vertex 2 round to vertex 1, split after two. */
    p = figure_of(a, s, (wish){.kind = "ring", .params = "open=2 split=2 labels=yes"})->parts[0];
    assert_true(filled_with(p, "edge-4", t->color.chosen_fill));
    assert_true(filled_with(p, "vertex-1", t->color.current_fill));
    assert_non_null(strstr(text_in(a, p, NULL), "d"));
    /* Best edges are 1 and 2. */
    p = figure_of(a, s, (wish){.kind = "ring", .params = "best=yes"})->parts[0];
    assert_true(filled_with(p, "edge-1", t->color.chosen_fill) && filled_with(p, "edge-2", t->color.chosen_fill));
    assert_false(filled_with(p, "edge-3", t->color.chosen_fill) || filled_with(p, "edge-4", t->color.chosen_fill));
    assert_string_equal(refusal(a, s, (wish){.kind = "ring", .params = "open=5"}),
                        "parameter 'open' of a figure is 5: this polygon has edges 1 to 4");
    assert_string_equal(refusal(a, s, (wish){.kind = "ring", .params = "open=1 split=4"}),
                        "parameter 'split' of a figure is 4: the chain has 4 vertices");
    arena_free(a);
}

static void plays_are_merged_to_the_result(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi);
    const scene *p = figure_of(a, s, (wish){.kind = "merge"})->parts[0];
    size_t at;
    assert_string_equal(text_in(a, p, "row-3-0"), "33");
    assert_true(filled_with(p, "row-3-0", looks[0].theme.color.chosen_fill));
    assert_string_equal(text_in(a, p, "row-0-0"), "−7"); /* edge 1 is removed: the chain begins at vertex 1 */
    assert_non_null(group_named(p, "merge-3", &at));
    assert_null(group_named(p, "merge-4", &at));
    /* After the first merge only. */
    p = figure_of(a, s, (wish){.kind = "merge", .step = 2})->parts[0];
    assert_non_null(group_named(p, "merge-1", &at));
    assert_null(group_named(p, "merge-2", &at));
    /* The tree of −7 + 4 × 2 × 5 has four leaves and three operations. */
    p = figure_of(a, s, (wish){.kind = "expression"})->parts[0];
    size_t nodes = 0;
    for (size_t k = 0; k < p->count; k++)
        nodes += p->items[k].kind == ITEM_OPEN && str_starts(p->items[k].group->id, "node-");
    assert_int_equal(nodes, 7);
    assert_int_equal(occurrences(text_in(a, p, NULL), "33"), 1);
    arena_free(a);
}

/* 252 = ((5 × (−4)) + 2) × (−2 + (4 × (−3))): back from m[1,6,1] to m[1,3,0], m[1,2], m[4,3,0], m[5,2]. */
static void the_way_back_opens_the_tree(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, "6 t 5 x -4 t 2 x -2 t 4 x -3");
    const scene *p = figure_of(a, s, (wish){.kind = "expression", .step = 1})->parts[0];
    assert_string_equal(text_in(a, p, NULL), "× 252 m [ 1 , 3 , 0 ] = − 18 m [ 4 , 3 , 0 ] = − 14");
    p = figure_of(a, s, (wish){.kind = "expression", .step = 5})->parts[0];
    size_t nodes = 0;
    for (size_t k = 0; k < p->count; k++)
        nodes += p->items[k].kind == ITEM_OPEN && str_starts(p->items[k].group->id, "node-");
    assert_int_equal(nodes, 11);
    p = figure_of(a, s, (wish){.kind = "tables", .step = 2, .of = STEP_BACK})->parts[0];
    double thick = looks[0].theme.stroke.best_box;
    assert_true(widest_line_in(p, "cell-max-1-6") == thick && widest_line_in(p, "cell-min-1-3") == thick);
    assert_false(widest_line_in(p, "cell-min-4-3") == thick);
    p = figure_of(a, s, (wish){.kind = "ring", .step = 4, .of = STEP_BACK})->parts[0];
    assert_true(filled_with(p, "vertex-4", looks[0].theme.color.current_fill));
    assert_false(filled_with(p, "vertex-3", looks[0].theme.color.current_fill));
    assert_true(filled_with(p, "edge-5", looks[0].theme.color.chosen_fill)); /* m[4,3] by s = 1 */
    p = figure_of(a, s, (wish){.kind = "splits", .step = 2, .of = STEP_BACK})->parts[0];
    assert_non_null(strstr(text_in(a, p, "candidate-2"), "−18")); /* m[1,3] */
    p = figure_of(a, s, (wish){.kind = "ring", .step = 3, .of = STEP_MOVE})->parts[0];
    assert_true(filled_with(p, "edge-3", looks[0].theme.color.chosen_fill)); /* the second merge */
    arena_free(a);
}

/* The play of the published polygon that takes away edge 3 and then merges at 1, 4, 2:
 * 2 × 5 + −7 + 4, 5 + −7 = −2, 2 × −2 = −4, −4 + 4 = 0. It is not the best one, so its end is not marked. */
static void any_order_is_played(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi);
    for (size_t lang = 0; lang < 2; lang++) {
        wish w = {.kind = "merge", .width = 483, .height = 700, .lang = lang, .params = "order=3,1,4,2"};
        figure *f = figure_of(a, s, w);
        check_scenes(a, f, w, ioi);
        static const char *const work[] = {"5 + (−7) = −2", "2 × (−2) = −4", "−4 + 4 = 0"};
        for (size_t k = 0; k < 3; k++) {
            size_t at;
            const group *g = group_named(f->parts[0], str_format(a, "merge-%zu", k + 1).ptr, &at);
            assert_non_null(g);
            assert_string_equal(str_to_c(a, g->alt), work[k]);
        }
        assert_false(filled_with(f->parts[0], "row-3-0", looks[lang].theme.color.chosen_fill));
        w.params = "order=1,4,3,2"; /* −7 + (4 × (2 × 5)) */
        f = figure_of(a, s, w);
        assert_true(filled_with(f->parts[0], "row-3-0", looks[lang].theme.color.chosen_fill));
        assert_string_equal(text_in(a, f->parts[0], "row-3-0"), "33");
        w.params = "order=2,4"; /* only begun: 4, 2 × 5, −7 */
        f = figure_of(a, s, w);
        assert_string_equal(text_in(a, f->parts[0], "row-1-1"), "10");
    }
    static const char *const wrong[] = {"order=3,1,1", "order=5", "order=0,1", "order=x", "order=1,,2", "order=1,1"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_true(strstr(refusal(a, s, (wish){.kind = "merge", .params = wrong[k]}), "is no play"));
    arena_free(a);
}

/* Whether the group holds a line of this colour. */
static bool outlined_with(const scene *s, const char *id, color c) {
    size_t at = 0;
    if (!group_named(s, id, &at))
        return false;
    for (size_t k = at; s->items[k].kind != ITEM_CLOSE; k++)
        if (s->items[k].kind == ITEM_PATH && s->items[k].paint->width > 0 &&
            memcmp(&s->items[k].paint->stroke, &c, sizeof c) == 0)
            return true;
    return false;
}

/* From −6 to 1 and from −5 to 2: 30, −12, −5 and 2. */
static void reports_show_where_the_largest_comes_from(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi);
    static const double widths[] = {0, 483, 311, 180};
    for (size_t k = 0; k < 8; k++) {
        wish w = {.kind = "report", .width = widths[k / 2], .lang = k % 2, .params = "a=-6 b=1 c=-5 d=2"};
        figure *f = figure_of(a, s, w);
        check_scenes(a, f, w, "−6 to 1, −5 to 2");
        static const char *const products[] = {"−6 × (−5) = 30", "−6 × 2 = −12", "1 × (−5) = −5", "1 × 2 = 2"};
        color read = looks[k % 2].theme.color.read_line, chosen = looks[k % 2].theme.color.chosen_line;
        for (size_t p = 0; p < 4; p++) {
            const char *id = str_format(a, "product-%zu", p + 1).ptr;
            size_t at;
            assert_non_null(group_named(f->parts[0], id, &at));
            assert_string_equal(str_to_c(a, group_named(f->parts[0], id, &at)->alt), products[p]);
            assert_int_equal(outlined_with(f->parts[0], id, chosen), p == 0);
            const char *end = str_format(a, "end-%c", "abcd"[p]).ptr;
            assert_int_equal(outlined_with(f->parts[0], end, read), p % 2 == 0);
        }
    }
    /* A part of one value has half the products; equal ones share the largest. */
    figure *f = figure_of(a, s, (wish){.kind = "report", .params = "a=0 b=0 c=-5 d=2"});
    size_t at;
    assert_non_null(group_named(f->parts[0], "product-2", &at));
    assert_null(group_named(f->parts[0], "product-3", &at));
    assert_true(outlined_with(f->parts[0], "product-2", looks[0].theme.color.chosen_line));
    /* Without parameters what the step forms: m[3,3] of the published polygon keeps 2 × 5 × −7. */
    f = figure_of(a, s, (wish){.kind = "report", .step = step_number(s, 2, 3)});
    assert_true(strstr(text_in(a, f->parts[0], NULL), "40"));
    wish huge = {.kind = "report",
                 .width = 200,
                 .params = "a=-123456789012345678901234567890 b=7 c=-987654321098765432109876543210 d=1/3"};
    check_scenes(a, figure_of(a, s, huge), huge, "huge");
    assert_true(strstr(refusal(a, s, (wish){.kind = "report", .params = "a=1 b=x c=1 d=1"}), "b=x is no number"));
    assert_true(strstr(refusal(a, s, (wish){.kind = "report", .params = "a=1 b=2"}), "all four or none"));
    assert_false(figure_kind_named(STR("report"))->draws_step(&s->runs[0].steps[0]));
    arena_free(a);
}

/* The way back through values that are shortened: the number of a step keeps clear of an exponent, or is left out. */
static void tags_keep_clear_of_exponents(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    static const char *const instances[] = {
        "12 x 987654321 x 123456789 x -987654321 x 876543219 x 765432198 x -654321987 x 543219876 x 432198765 x "
        "321987654 x -219876543 x 198765432 x 987654321",
        "10 x 99999999 t 88888888 x 77777777 t -66666666 x 55555555 x 44444444 t 33333333 x -22222222 x 11111111 x 9",
    };
    for (size_t k = 0; k < sizeof instances / sizeof *instances; k++)
        for (size_t width = 240; width <= 520; width += 40) {
            wish w = {.kind = "tables", .width = (double)width, .height = 700, .params = "back=yes"};
            check_scenes(a, figure_of(a, story_of(a, instances[k]), w), w, instances[k]);
        }
    arena_free(a);
}

/* ---- goldens ---- */

/* Looked at on paper, then kept. */
static void goldens(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, ioi), *three = story_of(a, "3 t 2 x 3 t 1");
    size_t step = step_number(s, 1, 3);
    check_golden_figure(a, "tables",
                        figure_of(a, s, (wish){.kind = "tables", .step = step, .width = 483, .height = 700}));
    check_golden_figure(a, "splits", figure_of(a, s, (wish){.kind = "splits", .step = step, .width = 483, .lang = 1}));
    check_golden_figure(a, "ring", figure_of(a, s, (wish){.kind = "ring", .step = step}));
    check_golden_figure(a, "chain", figure_of(a, s, (wish){.kind = "chain", .step = step}));
    check_golden_figure(a, "merge", figure_of(a, three, (wish){.kind = "merge", .width = 483, .height = 700}));
    check_golden_figure(a, "report",
                        figure_of(a, s, (wish){.kind = "report", .width = 483, .params = "a=-6 b=1 c=-5 d=2"}));
    check_golden_figure(a, "expression",
                        figure_of(a, three, (wish){.kind = "expression", .width = 483, .height = 700}));
    arena_free(a);
}

/* ---- nothing overlaps, nothing leaves its box ---- */

static uint64_t state_of_chance = 20240229;

static uint64_t chance(uint64_t limit) {
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (state_of_chance * 0x2545F4914F6CDD1DULL >> 20) % limit;
}

/* Values of up to 10^12, small ones more often. */
static const char *random_polygon(arena *a, size_t n) {
    static const uint64_t ranges[] = {10, 10, 100, 1000, 1000000, 1000000000000};
    uint64_t range = ranges[chance(sizeof ranges / sizeof *ranges)];
    strbuf b = strbuf_in(a);
    strbuf_addf(&b, "%zu", n);
    for (size_t k = 0; k < n; k++)
        strbuf_addf(&b, " %s %lld", chance(2) ? "x" : "t", (long long)(chance(2 * range + 1)) - (long long)range);
    return b.ptr;
}

static void draw_all_kinds(arena *a, const char *instance, size_t lang, double width, double height) {
    story *s = story_of(a, instance);
    size_t n = (size_t)datum_get(s->instance, "n")->integer;
    size_t some = 2 * n + 1 + chance(s->runs[0].step_count - 2 * n); /* a step with a choice */
    wish wishes[] = {{.kind = "ring", .step = some},
                     {.kind = "chain", .step = some},
                     {.kind = "tables", .step = some},
                     {.kind = "splits", .step = some},
                     {.kind = "merge"},
                     {.kind = "expression"},
                     {.kind = "report", .step = some},
                     {.kind = "tables", .params = "back=yes"},
                     {.kind = "ring", .params = "best=yes"}};
    if (chance(2))
        wishes[0].candidate = wishes[1].candidate = 1 + chance(s->runs[0].steps[some - 1].candidate_count);
    for (size_t k = 0; k < sizeof wishes / sizeof *wishes; k++) {
        wishes[k].width = width;
        wishes[k].height = height;
        wishes[k].lang = lang;
        check_scenes(a, figure_of(a, s, wishes[k]), wishes[k], instance);
    }
}

/* HANDTRACE_ROUNDS=500 checks that many. */
static void random_polygons_are_drawn_well(void **state) {
    (void)state;
    const char *wanted = getenv("HANDTRACE_ROUNDS");
    size_t rounds = wanted ? strtoul(wanted, NULL, 10) : 240;
    for (size_t round = 0; round < rounds; round++) {
        arena *a = arena_new(NULL);
        const char *instance = random_polygon(a, 3 + round % 10);
        for (size_t lang = 0; lang < 2; lang++)
            if (chance(3) == 0)
                draw_all_kinds(a, instance, lang, 0, 0); /* tight */
            else
                draw_all_kinds(a, instance, lang, chance(4) ? 483 : 311, chance(4) ? 690 : 380);
        arena_free(a);
    }
}

static bool is_long(const story_step *s, const void *user) {
    (void)user;
    return s->kind == STEP_CELL && s->col >= 3;
}

/* An exercise: what is left out is nowhere in the figures, and boxes to write into are. */
static void blanks_are_drawn_empty(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *full = story_of(a, "6 t 5 x -4 t 2 x -2 t 4 x -3");
    story *s = story_blank(full, &(story_blanks){.hides = is_long, .work = true, .end = true}, a);
    for (size_t width = 300; width <= 500; width += 100) {
        wish w = {.kind = "splits", .step = step_number(s, 1, 6), .width = (double)width, .height = 700};
        figure *f = figure_of(a, s, w);
        check_scenes(a, f, w, "an exercise");
        assert_null(strstr(text_in(a, f->parts[0], NULL), "252"));
        assert_null(strstr(text_in(a, f->parts[0], NULL), "160"));
        assert_true(width < 483 || strstr(text_in(a, f->parts[0], NULL), "−4")); /* the instance stays */
        w.kind = "tables";
        w.params = "write=yes";
        f = figure_of(a, s, w);
        check_scenes(a, f, w, "an exercise");
        assert_null(strstr(text_in(a, f->parts[0], NULL), "252"));
        size_t at;
        assert_non_null(group_named(f->parts[0], "cell-min-6-6", &at));
    }
    assert_false(figure_kind_named(STR("merge"))->draws(&s->runs[0]));
    assert_false(figure_kind_named(STR("expression"))->draws(&s->runs[0]));
    arena_free(a);
}

static void tiny_polygons_are_drawn(void **state) {
    (void)state;
    static const char *const instances[] = {"1 t 5", "1 x -1000000000000", "2 t 3 x -4", "2 x 0 x 0"};
    static const char *const kinds[] = {"ring", "chain", "tables", "splits", "merge", "expression"};
    for (size_t k = 0; k < sizeof instances / sizeof *instances; k++)
        for (size_t kind = 0; kind < 6; kind++)
            for (size_t lang = 0; lang < 2; lang++) {
                arena *a = arena_new(NULL);
                story *s = story_of(a, instances[k]);
                wish w = {.kind = kinds[kind], .lang = lang, .width = 483, .height = 700};
                bool one = s->runs[0].step_count == 1;
                if (one && kind == 3) /* nothing is chosen there */
                    assert_false(figure_kind_named(STR("splits"))->draws(&s->runs[0]));
                else
                    check_scenes(a, figure_of(a, s, w), w, instances[k]);
                w.step = s->runs[0].step_count;
                if (kind < 4 && !(one && kind == 3))
                    check_scenes(a, figure_of(a, s, w), w, instances[k]);
                arena_free(a);
            }
}

/* Fifty nines, all products: values up to 9^50, which has 48 digits. */
static void fifty_vertices_are_drawn(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "50");
    for (int k = 0; k < 50; k++)
        strbuf_add_c(&b, " x 9");
    story *s = story_of(a, b.ptr);
    static const char *const kinds[] = {"ring", "chain", "tables", "splits", "merge", "expression"};
    for (size_t k = 0; k < 6; k++)
        for (size_t at_end = 0; at_end < 2; at_end++) {
            wish w = {.kind = kinds[k], .width = 483, .height = 690, .lang = k % 2};
            w.step = at_end || k >= 4 ? 0 : step_number(s, 17, 50);
            figure *f = figure_of(a, s, w);
            check_scenes(a, f, w, "fifty nines");
            if (k != 2)
                continue;
            /* What is shown shortened is told in full: 9^50 by the table of powers. */
            bool told = false;
            str power = number_shown(STR("515377520732011331036461129765621272702107522001"), a);
            for (size_t note = 0; note < f->note_count; note++)
                told = told || str_ends(f->notes[note], str_to_c(a, power));
            assert_true(told);
            assert_true(f->note_count <= 50); /* equal values share a note */
        }
    arena_free(a);
}

/* A drawing from memory is the drawing that is made without any, also when something that it depends on has changed in
 * between: the language, a size of the theme, the story. */
static void drawn_as_without_memory(const story *s, wish w) {
    arena *a = arena_new(NULL);
    wish alone = w;
    alone.memory = NULL;
    figure *kept = figure_of(a, s, w), *anew = figure_of(a, s, alone);
    assert_int_equal(kept->count, anew->count);
    for (size_t k = 0; k < kept->count; k++) {
        scene_settle(kept->parts[k]); /* as backends do first: what is shared has been through it at earlier steps */
        scene_settle(anew->parts[k]);
        assert_string_equal(scene_dump(kept->parts[k], a).ptr, scene_dump(anew->parts[k], a).ptr);
    }
    assert_true(str_equal(kept->title, anew->title) && str_equal(kept->alt, anew->alt));
    assert_int_equal(kept->note_count, anew->note_count);
    for (size_t k = 0; k < kept->note_count; k++)
        assert_true(str_equal(kept->notes[k], anew->notes[k]));
    arena_free(a);
}

static void steps_are_drawn_from_memory(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    figure_memory *memory = figure_memory_new(NULL);
    static const char *const instances[] = {"4 t -7 t 4 x 2 x 5",
                                            "8 x 999999 x 999999 x 999999 x 999999 t 7 x 9 x 9 t 1"};
    for (size_t k = 0; k < 2; k++) {
        story *s = story_of(a, instances[k]);
        for (size_t step = 1; step <= s->runs[0].step_count; step++)
            for (size_t lang = 0; lang < 2; lang++)
                for (size_t narrow = 0; narrow < 2; narrow++) {
                    wish w = {.kind = "tables",
                              .step = step,
                              .lang = step % 3 ? 0 : lang,
                              .memory = memory,
                              .width = narrow ? 220 : 0};
                    drawn_as_without_memory(s, w);
                }
        wish last = {.kind = "tables", .step = s->runs[0].step_count, .memory = memory};
        double size = looks[0].theme.type.table_cell;
        looks[0].theme.type.table_cell = 14;
        drawn_as_without_memory(s, last);
        looks[0].theme.type.table_cell = size;
        drawn_as_without_memory(s, last);
    }
    figure_memory_free(memory);
    arena_free(a);
}

/* Tables of texts of any length: no ink of a text meets another's or leaves its cell, and no part is wider than it may
 * be. */
static void texts_stay_in_their_cells(void **unused) {
    (void)unused;
    static const char *const words[] = {"tent", "sleeping", "bag", "and", "lantern", "ABCDEFGHIJKL", "动态规划", "x"};
    for (size_t round = 0; round < 40; round++) {
        arena *a = arena_new(NULL);
        size_t rows = 1 + round % 4, cols = 1 + round * 5 % 13, seed = round * 7919 + 1;
        strbuf b = strbuf_in(a);
        strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"texts\",\"title\":\"T\",\"instance\":{}}\n");
        strbuf_addf(&b, "{\"event\":\"table\",\"id\":\"t\",\"rows\":[1,%zu],\"cols\":[1,%zu],\"values\":\"text\"}\n",
                    rows, cols);
        for (size_t k = 0; k < rows * cols; k++) {
            size_t row = k / cols + 1, col = k % cols + 1;
            strbuf_addf(&b, "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[%zu,%zu]}\n", row, col);
            strbuf_addf(&b, "{\"event\":\"set\",\"table\":\"t\",\"at\":[%zu,%zu],\"value\":\"", row, col);
            for (size_t w = 0; w <= (seed >> 8) % 6; w++) {
                seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF;
                strbuf_addf(&b, "%s%s", w ? " " : "", words[(seed >> 16) % (sizeof words / sizeof *words)]);
            }
            strbuf_add_c(&b, "\",\"why\":\"base\"}\n");
        }
        wish w = {.kind = "tables", .width = 483, .height = 680};
        const figure *f = figure_of(a, story_of_lines(a, strbuf_text(&b)), w);
        for (size_t k = 0; k < f->count; k++) {
            str faults = scene_faults(f->parts[k], 6, a);
            if (faults.len)
                fail_msg("%zu × %zu, part %zu: %s", rows, cols, k + 1, str_to_c(a, faults));
            assert_true(f->parts[k]->w <= w.width + 0.01);
        }
        arena_free(a);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) /* only the tests of that name */
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_stay_in_their_cells),
        cmocka_unit_test(tables_hold_the_known_values),
        cmocka_unit_test(tables_show_what_a_cell_reads),
        cmocka_unit_test(tables_obey_their_parameters),
        cmocka_unit_test(states_differ_in_black),
        cmocka_unit_test(legends_say_what_is_new),
        cmocka_unit_test(splits_show_the_arithmetic),
        cmocka_unit_test(rings_show_the_chain),
        cmocka_unit_test(plays_are_merged_to_the_result),
        cmocka_unit_test(the_way_back_opens_the_tree),
        cmocka_unit_test(any_order_is_played),
        cmocka_unit_test(reports_show_where_the_largest_comes_from),
        cmocka_unit_test(tags_keep_clear_of_exponents),
        cmocka_unit_test(goldens),
        cmocka_unit_test(random_polygons_are_drawn_well),
        cmocka_unit_test(blanks_are_drawn_empty),
        cmocka_unit_test(tiny_polygons_are_drawn),
        cmocka_unit_test(fifty_vertices_are_drawn),
        cmocka_unit_test(steps_are_drawn_from_memory),
    };
    return cmocka_run_group_tests(tests, open_looks, close_looks);
}
