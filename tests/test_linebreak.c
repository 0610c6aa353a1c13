#include "grapheme.h"
#include "linebreak.h"
#include "utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* The text with '|' where a line may end well, '~' where late, '_' where only badly. */
static str marked(arena *a, const char *text, const char *lang) {
    str s = str_of(text);
    line_break *breaks = linebreak_find(s, str_of(lang), a);
    strbuf b = strbuf_in(a);
    for (size_t at = 0; at < s.len;) {
        size_t next = at;
        utf8_next(s, &next);
        const char *marks[] = {"", "", "_", "~", "|", "!"};
        strbuf_add_c(&b, marks[breaks[at]]);
        strbuf_add(&b, str_slice(s, at, next));
        at = next;
    }
    assert_int_equal(breaks[s.len], LINE_BREAK_FORCED);
    return strbuf_text(&b);
}

static void texts_break_where_they_should(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    struct {
        const char *lang, *text, *marked;
    } cases[] = {
        {"en", "the last merge", "the |last |merge"},
        {"en", "cell m[2, 3] is 40", "cell |m[2, _3] |is ~40"},
        {"en", "f(0, 3) = 14", "f(0, _3) _= _14"},
        {"en", "5 × −4 + 2 ÷ 3", "5 _× _−4 _+ _2 _÷ _3"},
        {"en", "of 889\u2009722\u2009350 and", "of ~889\u2009722\u2009350 |and"},
        {"en", "(see the next page)", "(see |the |next |page)"},
        {"en", "edge\u00a04 and edge 4", "edge\u00a04 |and |edge ~4"},
        {"en", "well-known", "well-|known"},
        {"zh", "最优子结构", "最|优|子|结|构"},
        {"zh", "若只记最大值，就会漏掉它。", "若|只|记|最|大|值，|就|会|漏|掉|它。"},
        {"zh", "（共 36 步）“好”", "（共 ~36 _步）|“好”"},
        {"zh", "第 3 步", "第 _3 _步"},
        {"zh", "第3步有12种断法", "第_3_步|有|12_种|断|法"},
        {"zh", "边 1 和边 2", "边 ~1 |和|边 ~2"},
        {"zh", "得 4 × 10 = 40，填入", "得 ~4 _× _10 _= _40，|填|入"},
        {"en", "e\u0301a", "e\u0301a"},
        {"en", "a\nb", "a\n!b"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_string_equal(marked(a, cases[k].text, cases[k].lang).ptr, cases[k].marked);
    arena_free(a);
}

/* libunibreak aborts on some of these. */
static void every_character_is_accepted(void **state) {
    (void)state;
    const char *langs[] = {"", "en", "zh"};
    for (uint32_t from = 0; from < 0x110000; from += from < 0x20000 ? 0x1000 : 0x8000) {
        arena *a = arena_new(NULL);
        strbuf b = strbuf_in(a);
        for (uint32_t c = from; c < from + 0x1000; c++) {
            strbuf_add_c(&b, c % 3 ? "a" : " 中");
            strbuf_add_code_point(&b, c);
        }
        linebreak_find(strbuf_text(&b), str_of(langs[from / 0x1000 % 3]), a);
        arena_free(a);
    }
    arena *a = arena_new(NULL);
    assert_string_equal(marked(a, "a\uFFFF b\U0001F1E6 c", "zh").ptr, "a\uFFFF |b|\U0001F1E6 |c");
    linebreak_find(STR("\xFF\xC3 \xED\xA0\x80"), STR("zh"), a);
    linebreak_find(STR(""), STR("en"), a);
    arena_free(a);
}

static void graphemes_stay_whole(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    struct {
        const char *text;
        size_t first; /* bytes of the first grapheme */
    } cases[] = {
        {"ab", 1},
        {"e\u0301x", 3},
        {"\r\nx", 2},
        {"\U0001F1E8\U0001F1F3\U0001F1E9\U0001F1EA", 8},
        {"\U0001F469\u200D\U0001F4BBx", 11},
        {"\U0001F44D\U0001F3FDx", 8},
        {"\u1100\u1161\u11A8x", 9},
        {"中\uFE00x", 6},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        str text = str_of(cases[k].text);
        assert_int_equal(grapheme_end(text, 0), cases[k].first);
        line_break *breaks = linebreak_find(text, STR("zh"), a);
        for (size_t at = 1; at < cases[k].first; at++)
            assert_int_equal(breaks[at], LINE_BREAK_INSIDE);
    }
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_break_where_they_should),
        cmocka_unit_test(every_character_is_accepted),
        cmocka_unit_test(graphemes_stay_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
