#include "desk.h"
#include "theme.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static text_style roman(double size) {
    return (text_style){.face = FACE_ROMAN, .size = size};
}

static double width(desk *d, const char *text) {
    return text_measure(d->fonts, roman(10), str_of(text)).width;
}

static void assert_near(double a, double b) {
    if (!(fabs(a - b) < 1e-6))
        fail_msg("%.9g is not %.9g", a, b);
}

/* CMU Serif has 1000 units an em: a digit is 500 wide, M 917, the kern of "AV" −111 (as in TeX's cmr10). */
static void widths_are_those_of_the_font(void **state) {
    desk *d = *state;
    assert_near(width(d, "0"), 5);
    assert_near(width(d, "0123456789"), 50);
    assert_near(width(d, ""), 0);
    double apart = width(d, "A") + width(d, "V"), together = width(d, "AV");
    assert_true(together < apart - 1 && together > apart - 1.3);
    assert_near(width(d, "fi"), width(d, "f") + width(d, "i")); /* no ligature */
    assert_near(text_measure(d->fonts, roman(7), STR("0")).width, 3.5);
}

static void spaces_have_their_widths(void **state) {
    desk *d = *state;
    const struct {
        const char *space;
        double width;
    } cases[] = {{"\xE2\x80\x89", 10.0 / 6}, /* U+2009 */
                 {"\xE2\x80\xAF", 10.0 / 6}, /* U+202F */
                 {"\xE2\x80\x83", 10},       /* U+2003 */
                 {"\xC2\xA0", width(d, "a a") - width(d, "aa")}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        str text = str_format(d->arena, "0%s0", cases[k].space);
        assert_near(text_measure(d->fonts, roman(10), text).width, 10 + cases[k].width);
    }
    assert_int_equal(fonts_missing(d->fonts, NULL), 0);
}

/* Between Han and Latin a quarter em, whether a space was typed or not; nothing beside full-width marks. */
static void chinese_and_latin_keep_their_distance(void **state) {
    desk *d = *state;
    assert_near(width(d, "步"), 10);
    assert_near(width(d, "步1"), 15); /* a fixed tag: no space, no gap */
    assert_near(width(d, "步 1"), 17.5);
    assert_near(width(d, "1 步"), 17.5);
    assert_near(width(d, "，1"), 15);
    assert_near(width(d, "， 1"), 15);
    assert_near(width(d, "（1）"), 25);
    assert_near(text_gap(d->fonts, FACE_ROMAN, 0x6B65, 'm'), 0);
    assert_near(text_gap(d->fonts, FACE_ROMAN, 'm', 0x6B65), 0);
    assert_near(text_gap(d->fonts, FACE_ROMAN, 0xFF0C, 'm'), 0);
    assert_near(text_gap(d->fonts, FACE_ROMAN, 'm', 'm'), 0);
    assert_near(text_gap(d->fonts, FACE_ROMAN, 0xFF09, 0xFF0C), -0.5);
}

static void full_width_marks_give_up_half_an_em(void **state) {
    desk *d = *state;
    assert_near(width(d, "（步），步"), 45);
    assert_near(width(d, "“步”。"), 35);
    assert_near(width(d, "《步》、“步”"), 60);
    assert_near(width(d, "步，步"), 30);
    assert_near(width(d, "……"), 20);
}

/* Marks that both languages use: full width in Chinese text, narrow between Latin letters. */
static void shared_marks_follow_their_neighbours(void **state) {
    desk *d = *state;
    scene *s = d->scene;
    scene_text(s, d->fonts, roman(10), (point){0, 0}, ANCHOR_LEFT, STR("don’t"));
    assert_int_equal(s->count, 1);
    assert_string_equal(font_name(s->items[0].run->font).ptr, "CMUSerif-Roman");
    scene_text(s, d->fonts, roman(10), (point){0, 0}, ANCHOR_LEFT, STR("步“m”步"));
    assert_int_equal(s->count, 4);
    assert_string_equal(font_name(s->items[1].run->font).ptr, "LXGWWenKai-Regular");
    assert_true(str_equal(s->items[1].run->text, STR("步“")));
    assert_true(str_equal(s->items[3].run->text, STR("”步")));
}

static void text_is_anchored_and_boxed(void **state) {
    desk *d = *state;
    scene *s = d->scene;
    double w = scene_text(s, d->fonts, roman(10), (point){100, 50}, ANCHOR_LEFT, STR("000"));
    assert_near(w, 15);
    scene_text(s, d->fonts, roman(10), (point){100, 50}, ANCHOR_CENTRE, STR("000"));
    scene_text(s, d->fonts, roman(10), (point){100, 50}, ANCHOR_RIGHT, STR("000"));
    assert_near(s->items[0].run->at.x, 100);
    assert_near(s->items[1].run->at.x, 92.5);
    assert_near(s->items[2].run->at.x, 85);
    const glyph_run *run = s->items[0].run;
    text_size size = text_measure(d->fonts, roman(10), STR("000"));
    assert_near(run->ink.y, 50 - size.ink_top);
    assert_near(run->ink.y + run->ink.h, 50 + size.ink_bottom);
    assert_near(run->ink.x, 100 - size.ink_left);
    assert_near(run->ink.x + run->ink.w, 115 + size.ink_right);
    assert_true(size.ink_top > 6 && size.ink_top < 7); /* lining figures of Computer Modern: 0.644 em */
    assert_int_equal(run->count, 3);
    assert_int_equal(run->glyphs[2].cluster, 2);
    assert_near(run->glyphs[2].x, 10);
    text_style spaced = roman(10);
    spaced.tracking = 2;
    assert_near(text_measure(d->fonts, spaced, STR("000")).width, 21);
}

/* Extremes of cubic curves found by sampling. */
static void boxes_of_curves_are_exact(void **state) {
    (void)state;
    unsigned seed = 7;
    for (int trial = 0; trial < 200; trial++) {
        double v[8];
        for (int k = 0; k < 8; k++) {
            seed = seed * 1103515245u + 12345u;
            v[k] = (double)(seed >> 16 & 0x3FF) / 10;
        }
        segment curve[] = {{.kind = MOVE_TO, .to = {v[0], v[1]}},
                           {.kind = CURVE_TO, .c1 = {v[2], v[3]}, .c2 = {v[4], v[5]}, .to = {v[6], v[7]}}};
        box b = segments_box(curve, 2);
        double left = INFINITY, right = -INFINITY;
        for (int k = 0; k <= 2000; k++) {
            double t = k / 2000.0, u = 1 - t;
            double x = u * u * u * v[0] + 3 * u * u * t * v[2] + 3 * u * t * t * v[4] + t * t * t * v[6];
            left = fmin(left, x);
            right = fmax(right, x);
        }
        assert_true(b.x <= left + 1e-9 && b.x > left - 1e-3);
        assert_true(b.x + b.w >= right - 1e-9 && b.x + b.w < right + 1e-3);
    }
}

static void scenes_are_fitted_and_placed(void **state) {
    desk *d = *state;
    scene *part = d->scene, *page = scene_new(d->arena);
    scene_open(part, (group){.role = ROLE_PART, .id = STR("a")});
    scene_rect(part, (box){-10, -20, 30, 40}, 0, paint_stroke((color){0, 0, 0}, 2));
    scene_text(part, d->fonts, roman(10), (point){0, 0}, ANCHOR_LEFT, STR("1"));
    scene_close(part);
    scene_fit(part, 3);
    assert_near(part->w, 38);
    assert_near(part->h, 48);
    box ink = scene_ink(part);
    assert_near(ink.x, 3);
    assert_near(ink.y, 3);
    assert_near(part->items[2].run->at.x, 14);
    assert_near(part->items[2].run->at.y, 24);
    scene_place(page, part, 100, 200, 2, STR("p-"));
    assert_true(str_is(page->items[0].group->id, "p-a"));
    ink = scene_ink(page);
    assert_near(ink.x, 106);
    assert_near(ink.w, 64);
    assert_near(page->items[1].paint->width, 4);
    assert_near(page->items[2].run->size, 20);
    assert_near(page->items[2].run->glyphs[0].advance, 10);
    assert_near(page->items[2].run->at.x, 128);
    assert_near(part->items[2].run->size, 10); /* the part stays as it was */
    ink = scene_group_ink(page, 0);
    assert_near(ink.x, 106);
    scene *taken = scene_new(d->arena);
    box before = part->items[2].run->ink;
    scene_take(taken, part, 100, 200, STR("t-"));
    assert_int_equal(part->count, 0);
    assert_int_equal(taken->count, 4);
    assert_true(str_is(taken->items[0].group->id, "t-a"));
    ink = scene_ink(taken);
    assert_near(ink.x, 103);
    assert_near(ink.y, 203);
    assert_near(ink.w, 32);
    assert_near(taken->items[2].run->at.x, 114);
    assert_near(taken->items[2].run->ink.x, before.x + 100);
    assert_near(taken->items[2].run->ink.y, before.y + 200);
    assert_near(page->items[2].run->at.x, 128);
}

static void hatches_stay_inside(void **state) {
    desk *d = *state;
    const box boxes[] = {{10, 20, 60, 30}, {0, 0, 5, 80}, {3, 3, 1, 1}};
    for (size_t k = 0; k < sizeof boxes / sizeof *boxes; k++) {
        scene *s = scene_new(d->arena);
        scene_hatch(s, boxes[k], 4, 0.5, (color){0, 0, 0});
        for (size_t j = 0; s->count && j < s->items[0].segment_count; j++) {
            point p = s->items[0].segments[j].to;
            assert_true(p.x >= boxes[k].x - 1e-9 && p.x <= boxes[k].x + boxes[k].w + 1e-9);
            assert_true(p.y >= boxes[k].y - 1e-9 && p.y <= boxes[k].y + boxes[k].h + 1e-9);
            if (j % 2) { /* at 45 degrees */
                point q = s->items[0].segments[j - 1].to;
                assert_near(p.x + p.y, q.x + q.y);
            }
        }
    }
}

static void shapes_are_known_again(void **state) {
    desk *d = *state;
    scene *s = d->scene;
    paint p = paint_stroke((color){0, 0, 0}, 1);
    scene_line(s, (point){1, 2}, (point){3, 4}, p);
    scene_rect(s, (box){1, 2, 30, 40}, 0, p);
    scene_rect(s, (box){1, 2, 30, 40}, 3, p);
    scene_circle(s, (point){10, 20}, 5, p);
    scene_polyline(s, (point[]){{0, 0}, {5, 1}, {9, 9}, {0, 4}}, 4, true, p);
    const shape_kind kinds[] = {SHAPE_LINE, SHAPE_RECT, SHAPE_RECT, SHAPE_CIRCLE, SHAPE_PATH};
    for (size_t k = 0; k < s->count; k++)
        assert_int_equal(segments_shape(s->items[k].segments, s->items[k].segment_count).kind, kinds[k]);
    known_shape round = segments_shape(s->items[2].segments, s->items[2].segment_count);
    assert_near(round.radius, 3);
    assert_near(round.box.w, 30);
    known_shape circle = segments_shape(s->items[3].segments, s->items[3].segment_count);
    assert_near(circle.radius, 5);
    assert_near(circle.box.x, 5);
}

static void dumps_say_what_is_drawn(void **state) {
    desk *d = *state;
    scene *s = d->scene;
    s->w = 100;
    s->h = 50.25;
    s->title = STR("m");
    scene_open(s, (group){.role = ROLE_CELL, .id = STR("max-2-3"), .title = STR("m[2,3]"), .alt = STR("m[2,3] = 40")});
    scene_rect(s, (box){10, 10, 40, 24}, 3, paint_both((color){255, 231, 176}, (color){27, 27, 31}, 1.8));
    scene_line(s, (point){0, 0}, (point){5.04, 5}, paint_dashed((color){0, 0, 0}, 0.5, 3, 2));
    scene_text(s, d->fonts, roman(10.5), (point){30, 26}, ANCHOR_CENTRE, STR("40"));
    scene_close(s);
    assert_string_equal(scene_dump(s, d->arena).ptr,
                        "scene 100 50.3 \"m\"\n"
                        "  cell max-2-3 \"m[2,3]\" alt \"m[2,3] = 40\"\n"
                        "    round-rect 10 10 size 40 24 radius 3 fill #ffe7b0 stroke #1b1b1f 1.8\n"
                        "    line 0 0 to 5 5 stroke #000000 0.5 dash 3 2\n"
                        "    text \"40\" at 24.8 26 width 10.5 CMUSerif-Roman 10.5 #000000\n");
}

/* ---- faults ---- */

static str faults(desk *d) {
    return scene_faults(d->scene, 6, d->arena);
}

static void sized(desk *d) {
    d->scene->w = d->scene->h = 200;
}

static void put(desk *d, double size, double x, double y, const char *text) {
    scene_text(d->scene, d->fonts, roman(size), (point){x, y}, ANCHOR_LEFT, str_of(text));
}

static void group_of(desk *d, double x, double y, const char *text) {
    scene_open(d->scene, (group){.role = ROLE_PART, .id = STR("g")});
    put(d, 10, x, y, text);
    scene_close(d->scene);
}

static void sound_scenes_have_no_faults(void **state) {
    desk *d = *state;
    sized(d);
    scene_rect(d->scene, (box){0.5, 0.5, 199, 199}, 0, paint_stroke((color){0, 0, 0}, 1));
    put(d, 10, 20, 20, "Two lines of text, close: gypsy");
    put(d, 10, 20, 31, "Two lines of text, ÄÅ tall: fjäll");
    /* An italic f reaches over the bracket's box, but not to its ink. */
    text_style italic = roman(10);
    italic.face = FACE_ITALIC;
    double w = scene_text(d->scene, d->fonts, italic, (point){20, 50}, ANCHOR_LEFT, STR("f"));
    put(d, 10, 20 + w + 0.3, 50, "(");
    assert_string_equal(faults(d).len ? faults(d).ptr : "", "");
}

static void texts_that_meet_are_told(void **state) {
    desk *d = *state;
    sized(d);
    group_of(d, 20, 20, "first");
    group_of(d, 34, 21, "second");
    assert_true(str_find(faults(d), STR("\"first\" at"), 0) != SIZE_MAX);
    assert_true(str_find(faults(d), STR(" meets \"second\" at"), 0) != SIZE_MAX);
}

static void texts_of_one_group_that_overprint_are_told(void **state) {
    desk *d = *state;
    sized(d);
    scene_open(d->scene, (group){.role = ROLE_PART, .id = STR("g")});
    put(d, 10, 20, 20, "8");
    put(d, 10, 21.5, 20, "3");
    scene_close(d->scene);
    assert_true(faults(d).len > 0);
}

static void text_inside_a_counter_is_told(void **state) {
    desk *d = *state;
    sized(d);
    group_of(d, 20, 60, "o"); /* a small dot within another group's wide letter: boxes meet, outlines do not */
    scene_open(d->scene, (group){.role = ROLE_PART, .id = STR("h")});
    put(d, 60, 5, 75, "O");
    scene_close(d->scene);
    assert_true(faults(d).len > 0);
}

static void text_wider_than_its_cell_is_told(void **state) {
    desk *d = *state;
    sized(d);
    for (int k = 0; k < 2; k++) {
        scene_open(d->scene, (group){.role = ROLE_CELL, .id = STR("c")});
        scene_rect(d->scene, (box){50, 20 + 40 * k, 40, 24}, 0, paint_stroke((color){0, 0, 0}, 0.5));
        scene_text(d->scene, d->fonts, roman(10), (point){70, 36 + 40 * k}, ANCHOR_CENTRE,
                   k ? STR("1234567") : STR("123456789"));
        put(d, 6, 92, 36 + 40 * k, "beside it"); /* not in the frame, and not meant to be */
        scene_close(d->scene);
    }
    str said = faults(d);
    assert_true(str_find(said, STR("text \"123456789\" at"), 0) != SIZE_MAX);
    assert_true(str_find(said, STR("sticks out of its frame at 50,20 to 90,44"), 0) != SIZE_MAX);
    assert_int_equal(str_find(said, STR("\"1234567\""), 0), SIZE_MAX);
    assert_int_equal(str_find(said, STR("text \"beside it\" at 92,72"), 0), SIZE_MAX);
}

static void ink_outside_is_told(void **state) {
    desk *d = *state;
    sized(d);
    put(d, 10, 190, 20, "long");
    scene_circle(d->scene, (point){100, 195}, 10, paint_fill((color){0, 0, 0}));
    str said = faults(d);
    assert_true(str_find(said, STR("text \"long\""), 0) != SIZE_MAX);
    assert_true(str_find(said, STR("a shape at 90,185 to 110,205 leaves the scene of 200 x 200"), 0) != SIZE_MAX);
}

static void strokes_count_as_ink(void **state) {
    desk *d = *state;
    sized(d);
    scene_line(d->scene, (point){10, 199.5}, (point){90, 199.5}, paint_stroke((color){0, 0, 0}, 2));
    assert_true(str_find(faults(d), STR("leaves the scene"), 0) != SIZE_MAX);
}

static void small_lettering_is_told(void **state) {
    desk *d = *state;
    sized(d);
    put(d, 5.9, 20, 20, "small");
    put(d, 6, 20, 40, "enough");
    str said = faults(d);
    assert_true(str_find(said, STR("is set at 5.9 pt"), 0) != SIZE_MAX);
    assert_int_equal(str_find(said, STR("enough"), 0), SIZE_MAX);
}

static void unbalanced_groups_are_told(void **state) {
    desk *d = *state;
    sized(d);
    scene_close(d->scene);
    scene_open(d->scene, (group){.role = ROLE_FIGURE, .id = STR("ring")});
    str said = faults(d);
    assert_true(str_find(said, STR("item 0 closes a group that is not open"), 0) != SIZE_MAX);
    assert_true(str_find(said, STR("group figure \"ring\" is not closed"), 0) != SIZE_MAX);
}

static void missing_characters_are_told(void **state) {
    desk *d = *state;
    sized(d);
    put(d, 10, 20, 20, "\xEE\x80\x80"); /* U+E000, private */
    assert_true(str_find(faults(d), STR("a character that no font has"), 0) != SIZE_MAX);
}

static void places_that_are_no_numbers_are_told(void **state) {
    desk *d = *state;
    sized(d);
    scene_rect(d->scene, (box){NAN, 0, 10, 10}, 0, paint_fill((color){0, 0, 0}));
    scene_line(d->scene, (point){0, 0}, (point){INFINITY, 3}, paint_stroke((color){0, 0, 0}, 1));
    put(d, 10, NAN, 20, "lost");
    str said = faults(d);
    size_t count = 0;
    for (size_t at = 0; (at = str_find(said, STR("has no place"), at)) != SIZE_MAX; at++)
        count++;
    assert_int_equal(count, 3);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, lay_cmu, clear)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(widths_are_those_of_the_font),
        TEST(spaces_have_their_widths),
        TEST(chinese_and_latin_keep_their_distance),
        TEST(full_width_marks_give_up_half_an_em),
        TEST(shared_marks_follow_their_neighbours),
        TEST(text_is_anchored_and_boxed),
        cmocka_unit_test(boxes_of_curves_are_exact),
        TEST(scenes_are_fitted_and_placed),
        TEST(hatches_stay_inside),
        TEST(shapes_are_known_again),
        TEST(dumps_say_what_is_drawn),
        TEST(sound_scenes_have_no_faults),
        TEST(texts_that_meet_are_told),
        TEST(texts_of_one_group_that_overprint_are_told),
        TEST(text_inside_a_counter_is_told),
        TEST(text_wider_than_its_cell_is_told),
        TEST(ink_outside_is_told),
        TEST(strokes_count_as_ink),
        TEST(small_lettering_is_told),
        TEST(unbalanced_groups_are_told),
        TEST(missing_characters_are_told),
        TEST(places_that_are_no_numbers_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
