#include "desk.h"
#include "label.h"
#include "theme.h"

#include <hb-ot.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define SIZE 10.0

static text_style roman(double size) {
    return (text_style){.face = FACE_ROMAN, .size = size, .color = {27, 27, 31}};
}

static piece set_sized(desk *d, const char *tex, bool display, double size) {
    source where = {STR("t"), str_copy(d->arena, str_of(tex))};
    const math *m = math_read(&where, 0, where.text.len, d->arena, &d->error);
    if (!m)
        print_error("%s", error_text(&d->error).ptr);
    assert_non_null(m);
    return math_set(m, d->fonts, (math_style){roman(size), display, 6}, d->arena);
}

static piece set(desk *d, const char *tex) {
    return set_sized(d, tex, true, SIZE);
}

/* The run with this text, the n-th of them. */
static const glyph_run *run_of(piece p, const char *text, size_t n) {
    for (size_t k = 0; k < p.scene->count; k++)
        if (p.scene->items[k].kind == ITEM_GLYPHS && str_is(p.scene->items[k].run->text, text) && n-- == 0)
            return p.scene->items[k].run;
    fail_msg("no run \"%s\"", text);
    return NULL;
}

static box path_box(piece p, size_t n) {
    for (size_t k = 0; k < p.scene->count; k++)
        if (p.scene->items[k].kind == ITEM_PATH && n-- == 0) {
            scene alone = *p.scene;
            alone.items = &p.scene->items[k];
            alone.count = 1;
            return scene_ink(&alone);
        }
    fail_msg("no such path");
    return (box){0};
}

static void assert_close(double a, double b, double within) {
    if (!(fabs(a - b) <= within))
        fail_msg("%.4f is not %.4f", a, b);
}

static double middle(box b) {
    return b.x + b.w / 2;
}

static double advance(desk *d, face face, const char *text) {
    text_style t = roman(SIZE);
    t.face = face;
    return text_measure(d->fonts, t, str_of(text)).width;
}

/* TeXbook page 170, in units of 10 pt type: thin 1.667, medium 2.222, thick 2.778. */
static void classes_keep_their_distance(void **state) {
    desk *d = *state;
    const struct {
        const char *tex, *left, *right;
        double space;
    } cases[] = {
        {"1+2", "1", "+", 2.222},
        {"1+2", "+", "2", 2.222},
        {"1=2", "1", "=", 2.778},
        {"1=2", "=", "2", 2.778},
        {"1,2", ",", "2", 1.667},
        {"1,2", "1", ",", 0},
        {"-2", "−", "2", 0},
        {"1=-2", "−", "2", 0},
        {"(2)", "2", ")", 0},
        {"\\max 1", "max", "1", 1.667},
        {"\\max(1)", "max", "(", 0},
        {"2\\log 3", "2", "log", 1.667},
        {"5 \\times -4", "5", "×", 2.222},
        {"5 \\times -4", "×", "−", 2.222},
        {"1\\quad 2", "1", "2", 10},
        {"1\\,2", "1", "2", 1.667},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        piece p = set(d, cases[k].tex);
        const glyph_run *left = run_of(p, cases[k].left, 0), *right = run_of(p, cases[k].right, 0);
        double space = right->at.x - left->at.x - left->width;
        if (fabs(space - cases[k].space) > 0.01)
            print_error("%s: %.3f between %s and %s\n", cases[k].tex, space, cases[k].left, cases[k].right);
        assert_close(space, cases[k].space, 0.01);
    }
}

static void scripts_are_closed_up(void **state) {
    desk *d = *state;
    piece p = set(d, "x_{1+2=3}");
    const glyph_run *one = run_of(p, "1", 0), *plus = run_of(p, "+", 0), *equals = run_of(p, "=", 0);
    assert_close(plus->at.x - one->at.x, one->width, 0.01);
    assert_close(one->size, 7.3, 1e-9); /* 0.73 of 10 pt: 8 beside 10.95 */
    assert_true(equals->at.x > plus->at.x);
    assert_true(one->at.y > 1.4 && one->at.y < 3); /* TeX: 1.5 pt down at least */
}

static void letters_are_slanted_and_names_upright(void **state) {
    desk *d = *state;
    piece p = set(d, "ac + \\max_k 12");
    assert_false(font_is_slanted(run_of(p, "max", 0)->font));
    assert_false(font_is_slanted(run_of(p, "12", 0)->font));
    assert_true(font_is_slanted(run_of(p, "ac", 0)->font));
    assert_close(run_of(p, "ac", 0)->width, advance(d, FACE_MATH_ITALIC, "ac"), 1e-6); /* kerned as one text */
    p = set(d, "a - b");
    run_of(p, "−", 0);
}

static void scripts_stop_at_six_points(void **state) {
    desk *d = *state;
    piece p = set_sized(d, "x^{y^{z}}_{w}", false, 8);
    assert_close(run_of(p, "w", 0)->size, 6, 1e-9);
    assert_close(run_of(p, "z", 0)->size, 6, 1e-9);
    p = set_sized(d, "x^{y^{z}}", false, 12);
    assert_close(run_of(p, "y", 0)->size, 8.76, 1e-9);
    assert_close(run_of(p, "z", 0)->size, 6.3948, 1e-9);
}

/* The italic correction of the MATH table, read once more. */
static double text_italic_of(desk *d, const char *sign) {
    scene *s = scene_new(d->arena);
    text_style style = {.face = FACE_MATH, .size = SIZE};
    scene_text(s, d->fonts, style, (point){0, 0}, ANCHOR_LEFT, str_of(sign));
    hb_blob_t *blob = hb_blob_create_from_file_or_fail(font_file(s->items[0].run->font).ptr);
    hb_face_t *face = hb_face_create(blob, 0);
    hb_font_t *font = hb_font_create(face);
    hb_position_t italic = hb_ot_math_get_glyph_italics_correction(font, s->items[0].run->glyphs[0].id);
    hb_font_destroy(font);
    hb_face_destroy(face);
    hb_blob_destroy(blob);
    return italic * SIZE / 1000;
}

/* A superscript clears the overhang of a slanted letter, a subscript goes under it. */
static void superscripts_clear_the_slant(void **state) {
    desk *d = *state;
    piece p = set(d, "f_1^2");
    double sub = run_of(p, "1", 0)->at.x, sup = run_of(p, "2", 0)->at.x;
    text_style italic = roman(SIZE);
    italic.face = FACE_ITALIC;
    double overhang = text_measure(d->fonts, italic, STR("f")).ink_right;
    assert_true(overhang > 1);
    assert_close(sup - sub, fonts_math(d->fonts)->known ? text_italic_of(d, "𝑓") : overhang, 1e-6);
    box low = run_of(p, "1", 0)->ink, high = run_of(p, "2", 0)->ink;
    assert_true(high.y + high.h + 0.3 < low.y);
}

static void brackets_are_clear_of_letters(void **state) {
    desk *d = *state;
    const char *letters[] = {"f", "j", "m", "T", "d", "x"};
    const char *brackets[][2] = {{"(", ")"}, {"[", "]"}, {"\\{", "\\}"}};
    for (size_t k = 0; k < 6; k++)
        for (size_t b = 0; b < 3; b++) {
            piece p = set(d, str_format(d->arena, "%s%s%s", brackets[b][0], letters[k], brackets[b][1]).ptr);
            box ink[3];
            for (size_t i = 0; i < 3; i++)
                ink[i] = p.scene->items[i].run->ink;
            assert_true(ink[1].x >= ink[0].x + ink[0].w + 0.5);
            assert_true(ink[2].x >= ink[1].x + ink[1].w + 0.5);
        }
}

static void fractions_are_centred_on_the_axis(void **state) {
    desk *d = *state;
    const char *cases[] = {"\\frac{1}{2222}", "\\frac{a+b}{3}", "\\frac{1234}{56}"};
    const char *above[] = {"1", "+", "1234"}, *below[] = {"2222", "3", "56"};
    for (size_t k = 0; k < 3; k++)
        for (int display = 0; display < 2; display++) {
            piece p = set_sized(d, cases[k], display, SIZE);
            box rule = path_box(p, 0);
            assert_close(rule.y + rule.h / 2, -2.5, 0.05); /* the axis: a quarter em up, where the minus is */
            const glyph_run *high = run_of(p, above[k], 0), *low = run_of(p, below[k], 0);
            if (k != 1) {
                assert_close(high->at.x + high->width / 2, middle(rule), 0.01);
                assert_close(low->at.x + low->width / 2, middle(rule), 0.01);
            }
            assert_true(high->ink.y + high->ink.h < rule.y - 0.3);
            assert_true(low->ink.y > rule.y + rule.h + 0.3);
            assert_true(rule.w >= fmax(high->width, low->width));
            assert_close(high->size, display ? 10 : 7.3, 1e-9);
        }
    const glyph_run *minus = run_of(set(d, "-1"), "−", 0);
    assert_close(minus->ink.y + minus->ink.h / 2, -2.5, 0.05);
}

static void limits_are_centred(void **state) {
    desk *d = *state;
    const char *cases[][3] = {
        {"\\max_{111}^{22}", "max", "∑"}, {"\\sum_{111}^{22}", "∑", "∑"}, {"\\bigcup_{1}^{22}", "⋃", "⋃"}};
    for (size_t k = 0; k < 3; k++) {
        piece p = set(d, cases[k][0]);
        const glyph_run *sign = run_of(p, cases[k][1], 0), *low = run_of(p, k < 2 ? "111" : "1", 0),
                        *high = run_of(p, "22", 0);
        double centre = sign->at.x + sign->width / 2;
        assert_close(low->at.x + low->width / 2, centre, 0.01);
        assert_close(high->at.x + high->width / 2, centre, 0.01);
        assert_true(low->ink.y > sign->ink.y + sign->ink.h + 1);
        assert_true(high->ink.y + high->ink.h < sign->ink.y - 1);
        piece beside = set_sized(d, cases[k][0], false, SIZE);
        sign = run_of(beside, cases[k][1], 0);
        assert_true(run_of(beside, "22", 0)->at.x >= sign->at.x + sign->width - 0.01);
    }
    const glyph_run *large = run_of(set(d, "\\sum"), "∑", 0),
                    *small = run_of(set_sized(d, "\\sum", false, SIZE), "∑", 0);
    assert_true(large->ink.h > 1.3 * small->ink.h);
    assert_close(large->ink.y + large->ink.h / 2, -2.5, 0.01);
    const glyph_run *log = run_of(set(d, "\\log_2 n"), "log", 0); /* never below */
    assert_true(run_of(set(d, "\\log_2 n"), "2", 0)->at.x >= log->at.x + log->width - 0.01);
}

static void brace_spans_its_rows(void **state) {
    desk *d = *state;
    const char *tex = "\\begin{cases} 1 & a \\\\ 22 & b \\\\ 333 & c \\end{cases}";
    piece p = set(d, tex);
    box brace = fonts_math(d->fonts)->known ? run_of(p, "{", 0)->ink : path_box(p, 0);
    const glyph_run *first = run_of(p, "1", 0), *second = run_of(p, "22", 0), *third = run_of(p, "333", 0);
    assert_true(brace.y <= first->ink.y && brace.y + brace.h >= third->ink.y + third->ink.h);
    assert_close(brace.y + brace.h / 2, -2.5, 0.05);
    assert_close(second->at.y - first->at.y, third->at.y - second->at.y, 0.01);
    assert_close(first->at.x, third->at.x, 0.01);
    assert_true(first->at.x > brace.x + brace.w);
    assert_close(run_of(p, "a", 0)->at.x, run_of(p, "c", 0)->at.x, 0.01);
    assert_close(run_of(p, "a", 0)->at.x, third->at.x + third->width + 10, 0.5); /* a quad */
}

static bool is_symmetric_path(const item *it, double axis) {
    if (it->kind == ITEM_GLYPHS) /* of a font: its middle stands on the axis */
        return fabs(it->run->ink.y + it->run->ink.h / 2 - axis) < 0.01;
    for (size_t k = 0; k < it->segment_count; k++) {
        point p = it->segments[k].to;
        bool found = false;
        for (size_t j = 0; j < it->segment_count; j++)
            found |= fabs(it->segments[j].to.x - p.x) < 1e-6 && fabs(it->segments[j].to.y - (2 * axis - p.y)) < 1e-6;
        if (!found)
            return false;
    }
    return true;
}

static void brackets_grow_and_are_symmetric(void **state) {
    desk *d = *state;
    const char *pairs[][2] = {{"(", ")"}, {"[", "]"}, {"\\{", "\\}"}, {"|", "|"}, {"\\langle", "\\rangle"}};
    item_kind kind = fonts_math(d->fonts)->known ? ITEM_GLYPHS : ITEM_PATH;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        piece p =
            set(d, str_format(d->arena, "\\left%s \\frac{1}{\\frac{2}{3}} \\right%s", pairs[k][0], pairs[k][1]).ptr);
        size_t last = p.scene->count - 1;
        assert_int_equal(p.scene->items[0].kind, kind);
        assert_int_equal(p.scene->items[last].kind, kind);
        assert_true(is_symmetric_path(&p.scene->items[0], -2.5));
        assert_true(is_symmetric_path(&p.scene->items[last], -2.5));
        scene inner = *p.scene, outer = *p.scene;
        inner.items++;
        inner.count -= 2;
        outer.count = 1;
        assert_true(scene_ink(&outer).h > 0.85 * scene_ink(&inner).h);
        /* The right one is the mirror image of the left one. */
        box left = scene_ink(&outer);
        outer.items = &p.scene->items[last];
        box right = scene_ink(&outer);
        assert_close(left.w, right.w, 0.02);
        assert_close(left.h, right.h, 0.02);
    }
    piece small = set(d, "\\left( a \\right)");
    assert_int_equal(small.scene->items[0].kind, ITEM_GLYPHS);
    piece open = set(d, "\\left. \\frac{1}{2} \\right]");
    assert_int_equal(open.scene->items[0].kind, ITEM_GLYPHS);
}

/* Of any height: one glyph up to three em, then parts that overlap; each is as high as asked for, and not much higher.
 */
static void signs_grow_to_any_height(void **state) {
    desk *d = *state;
    const char *const signs[] = {"(", ")", "[", "]", "{", "}", "|", "⌊", "⌋", "⌈", "⌉", "⟨", "⟩"};
    text_style style = {.face = FACE_MATH, .size = SIZE};
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        for (double height = 5; height < 300; height *= 1.3) {
            scene *s = scene_new(d->arena);
            text_size size;
            if (!scene_tall(s, d->fonts, style, height, str_of(signs[k]), &size)) {
                assert_false(fonts_math(d->fonts)->known);
                continue;
            }
            const glyph_run *run = s->items[0].run;
            double got = size.ink_top + size.ink_bottom;
            bool angle = k > 10; /* drawn whole: there are no parts to put together */
            assert_true(angle || got > height - 0.3);
            assert_true(got < fmax(1.45 * height, 15) + 1);
            assert_true(angle || (run->count > 1) == (height > 30) || k == 6 || run->count > 1);
            assert_true(str_is(run->text, signs[k]));
            for (size_t n = 0; n + 1 < run->count; n++) { /* parts meet */
                box low = glyph_ink(run->font, run->glyphs[n].id), high = glyph_ink(run->font, run->glyphs[n + 1].id);
                assert_true(run->glyphs[n].y + low.y * SIZE <= run->glyphs[n + 1].y + (high.y + high.h) * SIZE + 1e-6);
            }
        }
}

/* Relations of another font are brought to the axis of the body's; a font for mathematics has them there, some of them
 * (≤, ⊎) by their upper part. */
static void operators_stand_on_the_axis(void **state) {
    desk *d = *state;
    const char *signs[] = {"+", "−", "×", "÷", "=", "<", "≤", "≥", "≠", "∈", "⊎", "∨", "≈"};
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
        box ink = run_of(set(d, str_format(d->arena, "1 %s 2", signs[k]).ptr), signs[k], 0)->ink;
        assert_close(ink.y + ink.h / 2, -2.5, fonts_math(d->fonts)->known ? 0.6 : 0.11);
    }
}

static const char *const formulas[] = {
    "a = m[i,s,0],\\quad b = m[i,s,1],\\quad c = m[i+s,j-s,0],\\quad d = m[i+s,j-s,1]",
    "f_0(i,j,s) = \\begin{cases} a+c & op[i+s] = + \\\\ \\min\\{ac,ad,bc,bd\\} & op[i+s] = \\times \\end{cases}",
    "m[i,j,1] = \\max_{1 \\le s < j} \\begin{cases} b+d & op = + \\\\ \\max\\{ac,ad,bc,bd\\} & op = \\times "
    "\\end{cases}",
    "m[i,1,0] = m[i,1,1] = v[i], \\quad m[i,j,0] = \\min_{1 \\le s < j} f_0(i,j,s), \\quad \\max_{1 \\le i \\le n} "
    "m[i,n,1]",
    "f(i,j) = \\max\\{a_i + s(i+1,j),\\ a_j + s(i,j-1)\\}, \\quad s(i,j) = \\min\\{f(i+1,j),\\ f(i,j-1)\\}",
    "win = \\max\\{f(0,n-1),\\ s(0,n-1)\\}, \\quad f(i,j) + s(i,j) = a_i + \\cdots + a_j",
    "R(\\{x\\}) = \\{x\\}, \\quad R(M) = \\bigcup_{M = A \\uplus B} \\{a+b,\\ a-b,\\ a \\times b,\\ a \\div b\\}",
    "c[i,j] = \\begin{cases} 0 & i = 0 \\vee j = 0 \\\\ c[i-1,j-1]+1 & x_i = y_j \\\\ \\max\\{c[i-1,j],\\ c[i,j-1]\\} "
    "& x_i \\ne "
    "y_j \\end{cases}",
    "m[i,j] = \\begin{cases} 0 & i = j \\\\ \\min_{i \\le k < j} \\{m[i,k] + m[k+1,j] + p_{i-1} p_k p_j\\} & i < j "
    "\\end{cases}",
    "T(n) = a\\,T(n/b) + f(n), \\quad T(n) = \\sum_{k=0}^{L} a^k f(n/b^k), \\quad L = \\log_b n",
    "\\left( \\frac{f(j)}{\\frac ab} \\right]^2 + \\left\\{ \\frac12 \\right\\}_{j}^{f} + f'(x) + f_j^T + "
    "\\Theta(n^{\\log_b a})",
    "\\left\\lfloor \\frac{n}{2} \\right\\rfloor + 最小值 x^2 \\text{ if } j[f]T|f|d",
    "\\frac{\\frac{a}{b}}{\\frac{c}{d}} + x_{y_z}^{2^{2^2}} + \\{1, \\ldots, n\\}",
};

static void nothing_overlaps(void **state) {
    desk *d = *state;
    for (size_t k = 0; k < sizeof formulas / sizeof *formulas; k++)
        for (int display = 0; display < 2; display++)
            for (double size = 8; size < 13; size += 1.5) {
                piece p = set_sized(d, formulas[k], display, size);
                box ink = scene_ink(p.scene);
                assert_true(ink.x + ink.w <= p.width + 1e-6);
                assert_close(p.ascent, -ink.y, 0.02 * size);
                assert_close(p.descent, ink.y + ink.h, 0.02 * size);
                scene_fit(p.scene, 1);
                str faults = scene_faults(p.scene, 6, d->arena);
                if (faults.len)
                    print_error("%s\n%s", formulas[k], faults.ptr);
                assert_int_equal(faults.len, 0);
            }
    assert_int_equal(fonts_missing(d->fonts, NULL), 0);
}

/* --- labels --- */

static piece label(desk *d, const char *markup) {
    error e = error_in(d->arena);
    piece p = label_set(str_of(markup), d->fonts, roman(SIZE), d->arena, &e);
    if (error_set(&e))
        print_error("%s", error_text(&e).ptr);
    assert_false(error_set(&e));
    return p;
}

static str label_text(desk *d, piece p) {
    strbuf b = strbuf_in(d->arena);
    for (size_t k = 0; k < p.scene->count; k++)
        if (p.scene->items[k].kind == ITEM_GLYPHS)
            strbuf_addf(&b, "[%.*s]", STR_ARG(p.scene->items[k].run->text));
    return strbuf_text(&b);
}

static void labels_read_their_marks(void **state) {
    desk *d = *state;
    const char *cases[][2] = {
        {"cell *m* is **40**", "[cell][m][is][40]"},
        {"2 * 3 \\* \\$5 \\\\", "[2 * 3 * $5 \\]"},
        {"$a+b$ and", "[a][+][b][and]"},
        {"**重点：**内容", "[重点：][内容]"},
        {"***x***", "[x]"},
        {"", ""},
        {"  x  ", "[x]"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_string_equal(label_text(d, label(d, cases[k][0])).ptr ? label_text(d, label(d, cases[k][0])).ptr : "",
                            cases[k][1]);
    piece p = label(d, "a *b* **c** ***d***");
    const font *fonts[4];
    for (int k = 0; k < 4; k++)
        fonts[k] = p.scene->items[k].run->font;
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < k; j++)
            assert_ptr_not_equal(fonts[k], fonts[j]);
}

static void labels_keep_gaps_where_parts_meet(void **state) {
    desk *d = *state;
    struct {
        const char *markup;
        double gap; /* between its first two runs */
    } cases[] = {
        {"ab **cd**", 3.333}, /* a word space of Computer Modern */
        {"ab**cd**", 0},      {"长度 **6**", 2.5}, {"图**6**", 0},  {"长度 $6$", 2.5},
        {"长度**最大**", 0},  {"$6$ 步", 2.5},     {"**6** ：", 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        piece p = label(d, cases[k].markup);
        const glyph_run *a = p.scene->items[0].run, *b = p.scene->items[1].run;
        double gap = b->at.x - a->at.x - a->width;
        if (fabs(gap - cases[k].gap) > 0.01)
            print_error("%s: %.3f\n", cases[k].markup, gap);
        assert_close(gap, cases[k].gap, 0.01);
    }
    assert_close(label(d, "abc def").width, advance(d, FACE_ROMAN, "abc def"), 1e-6);
}

static void labels_say_where_they_fail(void **state) {
    desk *d = *state;
    struct {
        const char *markup, *message;
        size_t column;
    } cases[] = {
        {"a **b", "'**' is never closed", 3},
        {"中*b", "'*' is never closed", 2},
        {"x $a", "'$' is never closed", 3},
        {"x $\\foo$", "unknown command \\foo in mathematics", 4},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        error e = error_in(d->arena);
        piece p = label_set(str_of(cases[k].markup), d->fonts, roman(SIZE), d->arena, &e);
        assert_int_equal(p.scene->count, 0);
        assert_string_equal(e.message.ptr, cases[k].message);
        assert_int_equal(e.column, cases[k].column);
        assert_int_equal(e.status, STATUS_INPUT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_keep_their_distance),
        cmocka_unit_test(scripts_are_closed_up),
        cmocka_unit_test(letters_are_slanted_and_names_upright),
        cmocka_unit_test(scripts_stop_at_six_points),
        cmocka_unit_test(superscripts_clear_the_slant),
        cmocka_unit_test(brackets_are_clear_of_letters),
        cmocka_unit_test(fractions_are_centred_on_the_axis),
        cmocka_unit_test(limits_are_centred),
        cmocka_unit_test(brace_spans_its_rows),
        cmocka_unit_test(brackets_grow_and_are_symmetric),
        cmocka_unit_test(signs_grow_to_any_height),
        cmocka_unit_test(operators_stand_on_the_axis),
        cmocka_unit_test(nothing_overlaps),
        cmocka_unit_test(labels_read_their_marks),
        cmocka_unit_test(labels_keep_gaps_where_parts_meet),
        cmocka_unit_test(labels_say_where_they_fail),
    };
    int failed = cmocka_run_group_tests_name("a font for mathematics", tests, lay, clear);
    return failed + cmocka_run_group_tests_name("the text's fonts", tests, lay_cmu, clear);
}
