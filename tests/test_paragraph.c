#include "desk.h"
#include "paragraph.h"
#include "theme.h"
#include "utf8.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const text_style body = {.face = FACE_ROMAN, .size = 10};

static flow_span words(const char *text) {
    return (flow_span){.text = str_of(text), .style = body};
}

static flow_span formula(desk *d, const char *tex) {
    source where = {STR("t"), str_of(tex)};
    error e = error_in(d->arena);
    const math *m = math_read(&where, 0, where.text.len, d->arena, &e);
    assert_non_null(m);
    piece *p = ARENA_NEW(d->arena, piece);
    *p = math_set(m, d->fonts, (math_style){body, false, 6}, d->arena);
    return (flow_span){.piece = p, .style = body};
}

static flow_options options(double width, bool justified, const char *lang) {
    return (flow_options){.width = width, .leading = 1.4, .justified = justified, .lang = str_of(lang)};
}

static flow set(desk *d, const flow_span *spans, size_t count, flow_options o) {
    flow f = paragraph_flow(spans, count, d->fonts, o, d->arena);
    double height = 0;
    for (size_t k = 0; k < f.count; k++) {
        const flow_line *l = &f.lines[k];
        box ink = scene_ink(l->scene);
        if (l->width > o.width + 0.01 || ink.x + ink.w > o.width + 0.3 || ink.x < -0.5)
            fail_msg("line %zu is %.2f wide of %.2f", k, l->width, o.width);
        assert_true(l->height >= l->ascent + l->descent - 1e-9);
        height += l->height;
    }
    assert_true(fabs(height - f.height) < 1e-6);
    return f;
}

static flow set_text(desk *d, const char *text, double width, bool justified, const char *lang) {
    flow_span span = words(text);
    return set(d, &span, 1, options(width, justified, lang));
}

/* The characters of a line without spaces. */
static str line_text(desk *d, const flow_line *l) {
    strbuf b = strbuf_in(d->arena);
    for (size_t k = 0; k < l->scene->count; k++) {
        const item *it = &l->scene->items[k];
        for (size_t i = 0; it->kind == ITEM_GLYPHS && i < it->run->text.len; i++)
            if (it->run->text.ptr[i] != ' ')
                strbuf_add_byte(&b, it->run->text.ptr[i]);
    }
    strbuf_add_c(&b, "");
    return strbuf_text(&b);
}

static str flow_text(desk *d, const flow *f) {
    strbuf b = strbuf_in(d->arena);
    for (size_t k = 0; k < f->count; k++)
        strbuf_add(&b, line_text(d, &f->lines[k]));
    strbuf_add_c(&b, "");
    return strbuf_text(&b);
}

static str without_spaces(desk *d, const char *text) {
    strbuf b = strbuf_in(d->arena);
    for (; *text; text++)
        if (*text != ' ' && *text != '\n')
            strbuf_add_byte(&b, *text);
    strbuf_add_c(&b, "");
    return strbuf_text(&b);
}

static uint32_t first_of(str s) {
    size_t at = 0;
    return s.len ? utf8_next(s, &at) : 0;
}

static uint32_t last_of(str s) {
    uint32_t c = 0;
    for (size_t at = 0; at < s.len;)
        c = utf8_next(s, &at);
    return c;
}

static bool one_of(uint32_t c, const char *set) {
    str s = str_of(set);
    for (size_t at = 0; at < s.len;)
        if (utf8_next(s, &at) == c)
            return true;
    return false;
}

static void line_ends_hold(desk *d, const flow *f) {
    for (size_t k = 0; k < f->count; k++) {
        str text = line_text(d, &f->lines[k]);
        assert_false(one_of(first_of(text), "。，、；：！？）”’》」』】—…)]},.;:!?") && k > 0);
        assert_false(one_of(last_of(text), "（“‘《「『【([{") && k + 1 < f->count);
    }
}

/* R90: 60 Chinese characters without a space in a column of 150 pt. */
static void chinese_wraps_without_spaces(void **state) {
    desk *d = *state;
    const char *text = "若只记最大值，就会漏掉它；所以最小值也要记下来。它可能造出最大值！两个负数相乘得正数（参见下一"
                       "页的表），“子问题”的解"
                       "由此得到。";
    assert_true(utf8_count(str_of(text)) >= 60);
    for (int justified = 0; justified < 2; justified++) {
        flow f = set_text(d, text, 150, justified, "zh");
        assert_string_equal(flow_text(d, &f).ptr, text);
        line_ends_hold(d, &f);
        assert_true(f.count >= 4 && f.count <= 6); /* 15 characters a line */
    }
}

static void justified_lines_fill_the_width(void **state) {
    desk *d = *state;
    const char *zh = "动态规划把原问题分解为若干子问题，先求解子问题，再由子问题的解得到原问题的解；与分治法不同，这些"
                     "子问题往往不是相互独"
                     "立的。若用分治法求解，有些子问题被重复计算了许多次。";
    const char *en =
        "Both extremes are kept, because the product of two negative numbers can beat the product of two positive "
        "ones. The tables are filled by length, and every cell is explained by its candidates.";
    flow f = set_text(d, zh, 200, true, "zh");
    for (size_t k = 0; k + 1 < f.count; k++)
        assert_true(fabs(f.lines[k].width - 200) < 0.01);
    assert_true(f.lines[f.count - 1].width < 200);
    f = set_text(d, en, 200, true, "en");
    assert_true(f.count >= 4);
    for (size_t k = 0; k + 1 < f.count; k++)
        assert_true(fabs(f.lines[k].width - 200) < 0.01);
    assert_string_equal(flow_text(d, &f).ptr, without_spaces(d, en).ptr);
    f = set_text(d, en, 200, false, "en");
    assert_string_equal(flow_text(d, &f).ptr, without_spaces(d, en).ptr);
    for (size_t k = 0; k < f.count; k++) /* a ragged line is one text, spaces as they are */
        assert_true(fabs(f.lines[k].width - text_measure(d->fonts, body, f.lines[k].scene->items[0].run->text).width) <
                    0.01);
}

/* Word spaces of a justified line are at most twice and a quarter of their own width; else the line stays ragged. */
static void no_rivers(void **state) {
    desk *d = *state;
    flow f = set_text(d, "An incomprehensibility of characteristically representative organisations notwithstanding",
                      100, true, "en");
    for (size_t k = 0; k < f.count; k++) {
        const scene *s = f.lines[k].scene;
        for (size_t i = 1; i < s->count; i++) {
            const glyph_run *a = s->items[i - 1].run, *b = s->items[i].run;
            assert_true(b->at.x - a->at.x - a->width < 3.34 * 2.01 + 0.01);
        }
    }
}

/* Chooses the best breaks of all: no other way has a smaller sum of squares of what is left at the ragged ends. */
static void fit_is_optimal(void **state) {
    desk *d = *state;
    const char *word[] = {"aaa", "bb", "cccc", "d", "eeeeee", "ff", "ggg", "hhhhh", "ii", "jjjj"};
    size_t count = sizeof word / sizeof *word;
    const double width = 60;
    double widths[10], space = text_measure(d->fonts, body, STR(" ")).width;
    strbuf b = strbuf_in(d->arena);
    for (size_t k = 0; k < count; k++) {
        widths[k] = text_measure(d->fonts, body, str_of(word[k])).width;
        strbuf_addf(&b, "%s%s", k ? " " : "", word[k]);
    }
    double best = INFINITY;
    for (unsigned breaks = 0; breaks < 1u << (count - 1); breaks++) {
        double cost = 0, used = widths[0];
        for (size_t k = 1; k <= count; k++) {
            if (k < count && !(breaks >> (k - 1) & 1)) {
                used += space + widths[k];
                continue;
            }
            double lack = (width - used) / (0.3 * width), bad = k == count ? 0 : 100 * lack * lack;
            cost += used > width ? INFINITY : (10 + bad) * (10 + bad);
            used = k < count ? widths[k] : 0;
        }
        best = fmin(best, cost);
    }
    flow f = set_text(d, b.ptr, width, false, "en");
    double cost = 0;
    for (size_t k = 0; k < f.count; k++) {
        double lack = (width - f.lines[k].width) / (0.3 * width), bad = k + 1 == f.count ? 0 : 100 * lack * lack;
        cost += (10 + bad) * (10 + bad);
    }
    assert_true(fabs(cost - best) < 1e-6 * best);
}

static void formulas_and_numbers_stay_whole(void **state) {
    desk *d = *state;
    const char *wholes[] = {"m[2, 3]", "f(0, 3)", "−7", "5 × 4", "edge\u00a04", "第 3 步", "12 种", "8 − 2", "v[1]"};
    for (size_t k = 0; k < sizeof wholes / sizeof *wholes; k++)
        for (double width = 60; width < 130; width += 1.7) {
            str text = str_format(d->arena, "one two three 而 %s four five 六 %s seven, eight 即 %s。", wholes[k],
                                  wholes[k], wholes[k]);
            flow f = set_text(d, text.ptr, width, true, "zh");
            str whole = without_spaces(d, wholes[k]);
            size_t found = 0;
            for (size_t i = 0; i < f.count; i++) {
                str line = line_text(d, &f.lines[i]);
                for (size_t at = 0; (at = str_find(line, whole, at)) != SIZE_MAX; at++)
                    found++;
            }
            if (found != 3)
                print_error("%s at %.1f\n", wholes[k], width);
            assert_int_equal(found, 3);
        }
}

static void pieces_are_never_broken(void **state) {
    desk *d = *state;
    flow_span spans[] = {words("其中 "),
                         formula(d, "a"),
                         words("、"),
                         formula(d, "b"),
                         words(" 是左段 "),
                         formula(d, "p(i+s,j-s)"),
                         words(" 的最小值与最大值（"),
                         formula(d, "1 \\le s < j"),
                         words("），它们由 "),
                         formula(d, "m[i,j,1] = m[i,s,1]"),
                         words("。")};
    size_t count = sizeof spans / sizeof *spans;
    for (double width = 90; width < 260; width += 7) {
        flow f = set(d, spans, count, options(width, true, "zh"));
        line_ends_hold(d, &f);
        size_t runs = 0;
        for (size_t k = 0; k < f.count; k++)
            for (size_t i = 0; i < f.lines[k].scene->count; i++)
                runs +=
                    f.lines[k].scene->items[i].kind == ITEM_GLYPHS && str_is(f.lines[k].scene->items[i].run->text, "=");
        assert_int_equal(runs, 1);
        /* Each formula has all its runs in one line. */
        const char *together[][2] = {{"p", "−"}, {"=", "m"}};
        for (size_t t = 0; t < 2; t++) {
            size_t lines = 0;
            for (size_t k = 0; k < f.count; k++) {
                bool has[2] = {false, false};
                for (size_t i = 0; i < f.lines[k].scene->count; i++)
                    for (int w = 0; w < 2; w++)
                        has[w] |= f.lines[k].scene->items[i].kind == ITEM_GLYPHS &&
                                  str_is(f.lines[k].scene->items[i].run->text, together[t][w]);
                lines += has[0] && has[1];
            }
            assert_int_equal(lines, 1);
        }
    }
    /* Wider than the column: made to fit. */
    flow_span wide[] = {words("x "), formula(d, "m[i,j,1] = m[i,s,1] + m[i+s,j-s,1]"), words(" y")};
    flow f = set(d, wide, 3, options(70, true, "en"));
    assert_int_equal(f.count, 3);
}

static void long_words_break_between_graphemes(void **state) {
    desk *d = *state;
    const char *texts[] = {
        "https://example.org/averyveryverylongaddressthatneverendsatall。好",
        "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e"
        "\u0301",
        "9 × 9 × 9 × 9 × 9 × 9 × 9 × 9 × 9 × 9 × 9 × 9",
        "————————————————————————",
        "123456789012345678901234567890",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        for (int justified = 0; justified < 2; justified++) {
            flow f = set_text(d, texts[k], 50, justified, "zh");
            assert_true(f.count > 1);
            assert_string_equal(flow_text(d, &f).ptr, without_spaces(d, texts[k]).ptr);
            for (size_t i = 1; i < f.count; i++) {
                uint32_t first = first_of(line_text(d, &f.lines[i]));
                assert_false(utf8_is_combining(first));
                assert_false(one_of(first, "。"));
            }
        }
}

static void forced_breaks_and_indents_are_kept(void **state) {
    desk *d = *state;
    flow_span spans[] = {
        words("one"), words("two three"), {.text = STR(""), .style = body, .forced_break = true}, words("four")};
    spans[0].forced_break = true;
    flow f = set(d, spans, 4, options(300, true, "en"));
    assert_int_equal(f.count, 3);
    assert_string_equal(line_text(d, &f.lines[0]).ptr, "one");
    assert_string_equal(line_text(d, &f.lines[1]).ptr, "twothree");
    assert_string_equal(line_text(d, &f.lines[2]).ptr, "four");
    flow_options o = options(100, true, "zh");
    o.first_indent = 20;
    flow_span zh = words("若只记最大值，就会漏掉它；所以最小值也要记下来。");
    f = set(d, &zh, 1, o);
    assert_true(fabs(f.lines[0].scene->items[0].run->at.x - 20) < 1e-6);
    assert_true(fabs(f.lines[1].scene->items[0].run->at.x) < 1e-6);
    f = set(d, NULL, 0, options(100, true, "en"));
    assert_int_equal(f.count, 0);
    f = set_text(d, "", 100, true, "en");
    assert_int_equal(f.count, 1);
}

static void baselines_are_even(void **state) {
    desk *d = *state;
    flow_span spans[] = {words("其中 "), formula(d, "a_i^2"),
                         words(" is the smallest of 所有值 and 纯中文的一行不含拉丁字母也没有公式 then Latin only "),
                         formula(d, "f_0(i,j,s)"), words(" 完。")};
    flow f = set(d, spans, 5, options(120, true, "zh"));
    for (size_t k = 0; k < f.count; k++)
        assert_true(fabs(f.lines[k].height - f.lines[0].height) < 1e-9);
    /* A tall formula gets room. */
    flow_span tall[] = {words("the value "), formula(d, "\\frac{\\frac{1}{2}}{\\frac{3}{4}}"), words(" here")};
    f = set(d, tall, 3, options(200, true, "en"));
    assert_true(f.lines[0].height > 16);
    double baseline = (f.lines[0].height - f.lines[0].ascent - f.lines[0].descent) / 2 + f.lines[0].ascent;
    assert_true(baseline > tall[1].piece->ascent);
    assert_true(f.lines[0].height - baseline > tall[1].piece->descent);
}

static void links_are_groups(void **state) {
    desk *d = *state;
    flow_span spans[] = {words("see "), words("the very long figure number three of this sheet"), words(" there")};
    spans[1].link = STR("fig-3");
    flow f = set(d, spans, 3, options(80, true, "en"));
    size_t links = 0;
    for (size_t k = 0; k < f.count; k++) {
        int depth = 0;
        for (size_t i = 0; i < f.lines[k].scene->count; i++) {
            const item *it = &f.lines[k].scene->items[i];
            depth += (it->kind == ITEM_OPEN) - (it->kind == ITEM_CLOSE);
            if (it->kind == ITEM_OPEN) {
                assert_int_equal(it->group->role, ROLE_LINK);
                assert_true(str_is(it->group->target, "fig-3"));
                links++;
            }
        }
        assert_int_equal(depth, 0);
    }
    assert_true(links >= 2);
}

static uint64_t next_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static void random_texts_are_whole(void **state) {
    desk *d = *state;
    static const char *const pieces[] = {
        "最", "优",     "子结构",  "，",  "。", "（", "）",  "“",       "”",  " ",  " ",  " ", "word ",
        "a",  "m[2,3]", "f(0, 3)", "−7",  "×",  "12", " 种", "第 3 步", "、", "——", "……", "-", "extraordinarily ",
        "é",  "\u00a0", "：",      "8/3", "!",  "+ ", "Θ"};
    uint64_t seed = 42;
    for (int round = 0; round < 400; round++) {
        strbuf b = strbuf_in(d->arena);
        size_t count = next_random(&seed) % 60 + 1;
        strbuf_add_c(&b, "起");
        for (size_t k = 0; k < count; k++)
            strbuf_add_c(&b, pieces[next_random(&seed) % (sizeof pieces / sizeof *pieces)]);
        strbuf_add_c(&b, "终");
        double width = 40 + (double)(next_random(&seed) % 200);
        /* In two spans, cut at a random place between characters. */
        str text = strbuf_text(&b);
        size_t cut = next_random(&seed) % text.len;
        while (cut < text.len && ((unsigned char)text.ptr[cut] & 0xC0) == 0x80)
            cut++;
        flow_span spans[] = {words(""), words("")};
        spans[0].text = str_slice(text, 0, cut);
        spans[1].text = str_slice(text, cut, text.len);
        spans[1].style.face = round % 2 ? FACE_BOLD : FACE_ROMAN;
        flow f = set(d, spans, 2, options(width, round % 3 != 0, round % 2 ? "zh" : "en"));
        strbuf got = strbuf_in(d->arena), want = strbuf_in(d->arena);
        str all = flow_text(d, &f);
        for (size_t at = 0; at < all.len;) { /* no-break spaces may be gaps */
            size_t from = at;
            if (utf8_next(all, &at) != 0xA0)
                strbuf_add(&got, str_slice(all, from, at));
        }
        str original = without_spaces(d, text.ptr);
        for (size_t at = 0; at < original.len;) {
            size_t from = at;
            if (utf8_next(original, &at) != 0xA0)
                strbuf_add(&want, str_slice(original, from, at));
        }
        if (strcmp(got.ptr, want.ptr) != 0)
            print_error("width %.0f, cut %zu: %s\n", width, cut, text.ptr);
        assert_string_equal(got.ptr, want.ptr);
        scene *page = scene_new(d->arena);
        double y = 0;
        for (size_t k = 0; k < f.count; k++) {
            const flow_line *l = &f.lines[k];
            scene_place(page, l->scene, 0, y + (l->height - l->ascent - l->descent) / 2 + l->ascent, 1, STR(""));
            y += l->height;
        }
        scene_fit(page, 1);
        str faults = scene_faults(page, 6, d->arena);
        if (faults.len)
            print_error("%s\n%s", text.ptr, faults.ptr);
        assert_int_equal(faults.len, 0);
    }
}

/* ---- Requirements for Chinese Text Layout ---- */

static const char *const marked =
    "若只记“最大值”，就会漏掉它；所以（不论正负）最小值也要记下来。它可能造出最大值！"
    "两个负数相乘得正数（参见下一页的表），“子问题”的解由此得到，《算法》中称为“最优子结构”。";

/* The first or the last run of a line. */
static const glyph_run *outer_run(const flow_line *l, bool last) {
    const glyph_run *found = NULL;
    for (size_t k = 0; k < l->scene->count; k++)
        if (l->scene->items[k].kind == ITEM_GLYPHS && (last || !found))
            found = l->scene->items[k].run;
    return found;
}

/* Marks at the ends of lines are half as wide as characters, so that the ink of every line reaches from edge to edge.
 */
static void marks_are_squeezed_at_line_ends(void **state) {
    desk *d = *state;
    size_t began = 0, ended = 0;
    for (double width = 100; width < 260; width += 3.1) {
        flow f = set_text(d, marked, width, true, "zh");
        line_ends_hold(d, &f);
        for (size_t k = 0; k < f.count; k++) {
            const glyph_run *first = outer_run(&f.lines[k], false), *last = outer_run(&f.lines[k], true);
            str text = line_text(d, &f.lines[k]);
            if (one_of(first_of(text), "（“《")) { /* its own blank hangs out, its ink does not */
                assert_true(first->ink.x >= 0 && first->ink.x < 0.25 * 10); /* of a whole em it is at least half one */
                began++;
            }
            if (k + 1 == f.count || f.lines[k].width < width - 0.01 || !one_of(last_of(text), "，。、；"))
                continue;
            const glyph *mark = &last->glyphs[last->count - 1];
            assert_true(fabs(last->at.x + mark->x + 0.5 * 10 - width) < 0.02); /* where a half-width mark would stand */
            ended++;
        }
    }
    assert_true(began > 5 && ended > 20);
}

/* Two marks that meet take one and a half characters, three two. */
static void marks_that_meet_share_their_blank(void **state) {
    desk *d = *state;
    static const struct {
        const char *text;
        double width; /* em */
    } meeting[] = {{"中）。文", 3.5}, {"中，“文", 3.5}, {"中）”，文", 4}, {"中（“文", 3.5}, {"中，文", 3}};
    for (size_t k = 0; k < sizeof meeting / sizeof *meeting; k++) {
        flow f = set_text(d, meeting[k].text, 300, false, "zh");
        assert_int_equal(f.count, 1);
        if (fabs(f.lines[0].width - meeting[k].width * 10) > 0.3)
            fail_msg("%s: expected %.1f em, got %.3f", meeting[k].text, meeting[k].width, f.lines[0].width / 10);
    }
}

/* In Chinese quotes are those of the Chinese face, whatever they quote. */
static void quotes_are_chinese(void **state) {
    desk *d = *state;
    double latin = text_measure(d->fonts, body, STR("ABC")).width;
    flow f = set_text(d, "得 “ABC” ABC", 300, false, "zh");
    assert_int_equal(f.count, 1);
    /* The character, two quotes of an em, twice the letters; no space beside full-width quotes. */
    assert_true(fabs(f.lines[0].width - (10 + 2 * 10 + 2 * latin)) < 0.01);
}

/* A paragraph's last line has at least two characters besides its marks. */
static void last_lines_have_two_characters(void **state) {
    desk *d = *state;
    str text = str_of(marked);
    size_t lines = 0;
    for (size_t end = 60; end <= text.len; end += 3) { /* of every length */
        if (one_of(last_of(str_slice(text, 0, end)), "“（《"))
            continue;
        for (double width = 96; width < 240; width += 11) {
            flow_span span = {.text = str_format(d->arena, "%.*s。", (int)end, text.ptr), .style = body};
            for (int justified = 0; justified < 2; justified++) {
                flow f = set(d, &span, 1, options(width, justified, "zh"));
                str last = line_text(d, &f.lines[f.count - 1]);
                size_t count = 0;
                for (size_t at = 0; at < last.len;)
                    count += utf8_is_han(utf8_next(last, &at));
                if (f.count > 1 && count < 2)
                    fail_msg("the last line of %.0f is %.*s", width, STR_ARG(last));
                lines += f.count;
            }
        }
    }
    assert_true(lines > 1000);
    /* Nor is it a letter of a formula with its full stop. */
    for (double width = 100; width < 200; width += 1.3) {
        flow_span spans[] = {words("两种断法都得到最小值，取其中较小的 "), formula(d, "s"), words("。")};
        flow f = set(d, spans, 3, options(width, true, "zh"));
        assert_true(f.count == 1 || f.lines[f.count - 1].width > 19);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chinese_wraps_without_spaces),
        cmocka_unit_test(justified_lines_fill_the_width),
        cmocka_unit_test(no_rivers),
        cmocka_unit_test(fit_is_optimal),
        cmocka_unit_test(formulas_and_numbers_stay_whole),
        cmocka_unit_test(pieces_are_never_broken),
        cmocka_unit_test(long_words_break_between_graphemes),
        cmocka_unit_test(forced_breaks_and_indents_are_kept),
        cmocka_unit_test(baselines_are_even),
        cmocka_unit_test(links_are_groups),
        cmocka_unit_test(random_texts_are_whole),
        cmocka_unit_test(marks_are_squeezed_at_line_ends),
        cmocka_unit_test(marks_that_meet_share_their_blank),
        cmocka_unit_test(quotes_are_chinese),
        cmocka_unit_test(last_lines_have_two_characters),
    };
    return cmocka_run_group_tests(tests, lay, clear);
}
