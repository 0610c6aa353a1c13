#include "output.h"
#include "theme.h"
#include "yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static bool overlay(arena *a, theme *t, const char *text, error *e) {
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("t.yaml"), str_of(text)};
    datum *values = yaml_to_datum(where, 0, where->text.len, a, e);
    return values && theme_overlay(t, values, where, e);
}

/* Values of the design's tokens. */
static void defaults_are_the_tokens(void **state) {
    (void)state;
    theme en = theme_default(STR("en")), zh = theme_default(STR("zh"));
    assert_int_equal(en.color.ink.r, 0x1b);
    assert_int_equal(en.color.ink.b, 0x1f);
    assert_int_equal(en.color.read_fill.g, 0xe8);
    assert_true(en.type.body == 10 && zh.type.body == 10.5);
    assert_true(en.type.page_title == 17 && zh.type.page_title == 17);
    assert_true(en.stroke.current == 1.8 && en.space.margin == 56);
    assert_true(en.type.least == 6);
    assert_string_equal(datum_as_text(datum_get(en.fonts, "marks")).ptr, "half");
    assert_string_equal(datum_as_text(datum_get(zh.fonts, "marks")).ptr, "full");
}

static void files_overlay_what_they_name(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    theme t = theme_default(STR("en")), untouched = t;
    assert_true(overlay(a, &t,
                        "color: {ink: \"#000000\", f: \"#ABCDEF\"}\ntype:\n  body: 12\n  least: 7.25\n"
                        "space: {leading: 1.4}\nstroke: {grid: 0}\nfonts: {roman: [a.ttf, \"b.ttc#1\"], marks: full}\n",
                        &e));
    assert_int_equal(t.color.ink.r, 0);
    assert_int_equal(t.color.f.g, 0xCD);
    assert_true(t.type.body == 12 && t.type.least == 7.25 && t.space.leading == 1.4 && t.stroke.grid == 0);
    assert_true(t.type.node == untouched.type.node);
    assert_int_equal(datum_get(t.fonts, "roman")->count, 2);
    assert_ptr_equal(datum_get(t.fonts, "bold"), datum_get(untouched.fonts, "bold"));
    assert_int_equal(datum_get(theme_default(STR("en")).fonts, "roman")->count,
                     datum_get(untouched.fonts, "roman")->count);
    assert_true(overlay(a, &t, "", &e));
    arena_free(a);
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    const struct {
        const char *text, *says;
    } cases[] = {
        {"colour: {ink: \"#000000\"}", "t.yaml:1:1: unknown part of a theme \"colour\"; did you mean \"color\"?"},
        {"color:\n  inc: \"#000000\"", "t.yaml:2:3: unknown name \"inc\"; did you mean \"ink\"?"},
        {"color:\n  current_fil: \"#000000\"",
         "t.yaml:2:3: unknown name \"current_fil\"; did you mean \"current_fill\"?"},
        {"color:\n  zebra: \"#000000\"", "t.yaml:2:3: unknown name \"zebra\""},
        {"color: {ink: black}", "t.yaml:1:14: \"ink\" must be a colour such as \"#1b1b1f\""},
        {"color: {ink: \"#12345\"}", "t.yaml:1:14: \"ink\" must be a colour such as \"#1b1b1f\""},
        {"color: {ink: \"#12345g\"}", "t.yaml:1:14: \"ink\" must be a colour such as \"#1b1b1f\""},
        {"type: {body: 10,5}", "t.yaml:1:17: unknown name \"5\""},
        {"type: {body: big}", "t.yaml:1:14: \"body\": expected a number from 1 to 200, got 'big'"},
        {"type: {body: -3}", "t.yaml:1:14: \"body\": expected a number from 1 to 200, got '-3'"},
        {"type: {body: 1e3}", "t.yaml:1:14: \"body\": expected a number from 1 to 200, got '1e3'"},
        {"type: {body: 1001}", "t.yaml:1:14: \"body\": expected a number from 1 to 200, got '1001'"},
        {"type: {body: [10]}", "t.yaml:1:14: \"body\": expected a number from 1 to 200, got a list"},
        {"type: {label: 0}", "t.yaml:1:15: \"label\": expected a number from 1 to 200, got '0'"},
        {"type: {least: 0.5}", "t.yaml:1:15: \"least\": expected a number from 1 to 200, got '0.5'"},
        {"type: {node: .nan}", "t.yaml:1:14: \"node\": expected a number from 1 to 200, got '.nan'"},
        {"type: {node: 1e300}", "t.yaml:1:14: \"node\": expected a number from 1 to 200, got '1e300'"},
        {"space: {cell_w: 0}", "t.yaml:1:17: \"cell_w\": expected a number from 1 to 1000, got '0'"},
        {"space: {leading: 0}", "t.yaml:1:18: \"leading\": expected a number from 0.5 to 10, got '0'"},
        {"stroke: {grid: 51}", "t.yaml:1:16: \"grid\": expected a number from 0 to 50, got '51'"},
        {"type: 10", "t.yaml:1:7: \"type\" must be a map of names to values"},
        {"fonts: {romn: [x.ttf]}", "t.yaml:1:9: unknown face \"romn\"; did you mean \"roman\"?"},
        {"fonts: {roman: {}}", "t.yaml:1:16: \"roman\" must be a font file or a list of font files"},
        {"fonts: {roman: []}", "t.yaml:1:16: \"roman\" must be a font file or a list of font files"},
        {"fonts: {marks: wide}", "t.yaml:1:16: \"marks\" must be full or half"},
        {"fonts: x.ttf", "t.yaml:1:8: \"fonts\" must be a map of faces to font files"},
        {"[1, 2]", "t.yaml:1:1: a theme is a map: color, type, stroke, space, fonts"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        theme t = theme_default(STR("en"));
        assert_false(overlay(a, &t, cases[k].text, &e));
        str said = error_text(&e), expected = str_format(a, "handtrace: %s\n", cases[k].says);
        assert_string_equal(str_to_c(a, str_slice(said, 0, expected.len)), expected.ptr);
        arena_free(a);
    }
}

/* The themes that are delivered hold. */
static void delivered_themes_hold(void **state) {
    (void)state;
    const char *const names[] = {"default", "ink", "large"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        theme t = theme_default(STR("en"));
        str text;
        assert_true(input_read(a, str_format(a, TEST_SOURCE_DIR "/templates/themes/%s.yaml", names[k]), &text, &e));
        assert_true(overlay(a, &t, text.ptr, &e));
        arena_free(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_the_tokens),
        cmocka_unit_test(files_overlay_what_they_name),
        cmocka_unit_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(delivered_themes_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
