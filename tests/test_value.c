#include "desk.h"
#include "label.h"
#include "theme.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const text_style style = {.face = FACE_ROMAN, .size = 10.5};

static piece set(desk *d, str value, bool stacked, double width, bool *shortened) {
    return value_set(value, stacked, width, 6, d->fonts, style, shortened, d->arena);
}

/* All texts of a piece, a raised one behind '^'. */
static str text_of(desk *d, piece p) {
    strbuf b = strbuf_in(d->arena);
    double line = 0;
    for (size_t k = 0; k < p.scene->count; k++) {
        if (p.scene->items[k].kind != ITEM_GLYPHS)
            continue;
        const glyph_run *run = p.scene->items[k].run;
        if (run->at.y < line - 0.5)
            strbuf_add_byte(&b, '^');
        line = run->at.y;
        strbuf_add(&b, run->text);
    }
    return strbuf_text(&b);
}

static str digits(desk *d, const char *head, const char *unit, size_t times, const char *tail) {
    strbuf b = strbuf_in(d->arena);
    strbuf_add_c(&b, head);
    for (size_t k = 0; k < times; k++)
        strbuf_add_c(&b, unit);
    strbuf_add_c(&b, tail);
    return strbuf_text(&b);
}

static void values_are_typeset(void **state) {
    desk *d = *state;
    const char *cases[][2] = {
        {"0", "0"},
        {"-12", "−12"},
        {"7125", "7125"},
        {"15750", "15\u2009750"},
        {"-1234567", "−1\u2009234\u2009567"},
        {"100000", "100\u2009000"},
        {"8/3", "8/3"},
        {"-12345/7", "−12\u2009345/7"},
        {"{3,8}", "{3,8}"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        bool shortened = true;
        assert_string_equal(text_of(d, set(d, str_of(cases[k][0]), false, 0, &shortened)).ptr, cases[k][1]);
        assert_false(shortened);
    }
}

static void fractions_are_stacked(void **state) {
    desk *d = *state;
    piece p = set(d, STR("-8/333"), true, 0, NULL);
    const glyph_run *above = NULL, *below = NULL, *minus = NULL;
    box rule = {0};
    for (size_t k = 0; k < p.scene->count; k++) {
        const item *it = &p.scene->items[k];
        if (it->kind == ITEM_PATH) {
            scene alone = *p.scene;
            alone.items = &p.scene->items[k];
            alone.count = 1;
            rule = scene_ink(&alone);
        } else if (str_is(it->run->text, "8"))
            above = it->run;
        else if (str_is(it->run->text, "333"))
            below = it->run;
        else
            minus = it->run;
    }
    assert_true(above && below && minus);
    double middle = rule.x + rule.w / 2;
    assert_true(fabs(above->at.x + above->width / 2 - middle) < 0.01);
    assert_true(fabs(below->at.x + below->width / 2 - middle) < 0.01);
    assert_true(above->ink.y + above->ink.h < rule.y && below->ink.y > rule.y + rule.h);
    /* Rule and minus stand on the same height, the rule right of the minus. */
    assert_true(fabs(rule.y + rule.h / 2 - (minus->ink.y + minus->ink.h / 2)) < 0.1);
    assert_true(minus->ink.x + minus->ink.w < rule.x);
    assert_true(p.ascent + p.descent < 22);
}

/* Leading digits found by hand (or by the rule for the sum of nines), rounded half away from zero. */
static void long_values_are_rounded_from_all_digits(void **state) {
    desk *d = *state;
    struct {
        str value;
        const char *shown;
    } cases[] = {
        {digits(d, "12", "3", 46, ""), "≈1.2×10^47"},
        {digits(d, "-12", "3", 46, ""), "≈−1.2×10^47"},
        {digits(d, "124", "9", 45, ""), "≈1.2×10^47"}, /* 1.2499… */
        {digits(d, "125", "0", 45, ""), "≈1.3×10^47"}, /* exactly a half: away from zero */
        {digits(d, "125", "0", 44, "1"), "≈1.3×10^47"},
        {digits(d, "9", "9", 47, ""), "≈1.0×10^48"}, /* all nines carry */
        {digits(d, "994", "9", 45, ""), "≈9.9×10^47"},
        {digits(d, "995", "0", 45, ""), "≈1.0×10^48"},
        {digits(d, "1", "0", 48, ""), "1×10^48"}, /* exact: no ≈ */
        {digits(d, "12", "0", 47, ""), "1.2×10^48"},
        {digits(d, "-12", "0", 47, ""), "−1.2×10^48"},
        {digits(d, "1", "0", 47, "/3"), "≈3.3×10^46"},
        {digits(d, "2", "0", 47, "/3"), "≈6.7×10^46"},
        {digits(d, "1/3", "3", 47, ""), "≈3.0×10^−48"}, /* 1 / (10^48/3) */
        {digits(d, "1/9", "9", 59, ""), "≈1.0×10^−60"},
        {digits(d, "9", "9", 59, "7/10000000000000000000000000000000000000000000000000000000000000"), "≈1.0"},
        {digits(d, "1", "2", 59, "/1000000000000000000000000000000000000000000000000000000000007"), "≈0.12"},
        {digits(d, "1", "2", 60, "/1000000000000000000000000000000000000000000000000000000000007"), "≈1.2"},
        {digits(d, "1", "2", 61, "/1000000000000000000000000000000000000000000000000000000000007"), "≈12"},
        {digits(d, "-1", "2", 62, "/1000000000000000000000000000000000000000000000000000000000007"), "≈−1.2×10^2"},
        {digits(d, "12", "3", 19998, ""), "≈1.2×10^19999"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int stacked = 0; stacked < 2; stacked++) {
            bool shortened = false;
            piece p = set(d, cases[k].value, stacked, 80, &shortened);
            if (!str_is(text_of(d, p), cases[k].shown))
                print_error("case %zu\n", k);
            assert_string_equal(text_of(d, p).ptr, cases[k].shown);
            assert_true(shortened);
            assert_true(p.width <= 80);
        }
}

/* Against an independent rounding of numbers that fit into 64 bits. */
static void rounding_agrees_with_integers(void **state) {
    desk *d = *state;
    uint64_t seed = 7;
    for (int round = 0; round < 300; round++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t n = seed >> 1;
        n = n < 1000000000000000 ? n + 1000000000000000 : n;
        uint64_t unit = 1;
        int exponent = 0;
        for (uint64_t rest = n; rest >= 10; rest /= 10)
            exponent++;
        for (int k = 0; k < exponent - 1; k++)
            unit *= 10;
        uint64_t mantissa = n / unit + (n % unit >= unit - n % unit);
        if (mantissa == 100) {
            mantissa = 10;
            exponent++;
        }
        str want = str_format(d->arena, "≈%llu.%llu×10^%d", (unsigned long long)(mantissa / 10),
                              (unsigned long long)(mantissa % 10), exponent);
        str value = str_format(d->arena, "%llu", (unsigned long long)n);
        assert_string_equal(text_of(d, set(d, value, false, 45, NULL)).ptr, want.ptr);
    }
}

static void widths_hold(void **state) {
    desk *d = *state;
    static const double widths[] = {33, 36, 40, 60, 100};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (size_t length = 1; length < 200; length += length < 20 ? 1 : 30)
            for (int kind = 0; kind < 4; kind++) {
                const char *heads[] = {"", "-", "1/", "-7/"};
                str value = digits(d, heads[kind], "9", length, "");
                bool shortened;
                piece p = set(d, value, kind > 2, widths[w], &shortened);
                assert_true(p.width <= widths[w] + 1e-9);
                scene_fit(p.scene, 0);
                assert_true(p.scene->w <= widths[w] + 0.5);
                str faults = scene_faults(p.scene, 6, d->arena);
                assert_string_equal(faults.ptr ? faults.ptr : "", "");
                /* Nothing is shortened that fits at 6 pt. */
                text_style least = style;
                least.size = 6;
                piece whole = value_set(value, kind > 2, 0, 6, d->fonts, least, NULL, d->arena);
                assert_int_equal(shortened, whole.width > widths[w]);
            }
}

static void values_shrink_no_more_than_needed(void **state) {
    desk *d = *state;
    str value = STR("-123456");
    piece natural = set(d, value, false, 0, NULL);
    piece same = set(d, value, false, natural.width, NULL);
    assert_true(fabs(same.width - natural.width) < 1e-9);
    piece smaller = set(d, value, false, natural.width * 0.8, NULL);
    double size = smaller.scene->items[0].run->size;
    /* The next quarter of a point would not fit; that a size has its own font is why this is not a mere proportion. */
    text_style above = {.face = FACE_ROMAN, .size = size + 0.25};
    assert_true(smaller.width <= natural.width * 0.8 + 1e-9 && size > 10.5 * 0.8 - 0.76);
    assert_true(value_set(value, false, 0, 6, d->fonts, above, NULL, d->arena).width > natural.width * 0.79);
}

static void words_are_cut_with_a_mark(void **state) {
    desk *d = *state;
    bool shortened = false;
    piece p = set(d, STR("a value in words that is long"), false, 40, &shortened);
    str text = text_of(d, p);
    assert_true(shortened);
    assert_true(p.width <= 40);
    assert_true(str_starts(text, "a value"));
    assert_true(str_ends(text, "…"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_typeset),
        cmocka_unit_test(fractions_are_stacked),
        cmocka_unit_test(long_values_are_rounded_from_all_digits),
        cmocka_unit_test(rounding_agrees_with_integers),
        cmocka_unit_test(widths_hold),
        cmocka_unit_test(values_shrink_no_more_than_needed),
        cmocka_unit_test(words_are_cut_with_a_mark),
    };
    return cmocka_run_group_tests(tests, lay, clear);
}
