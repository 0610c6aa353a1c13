/* Characters as a reader sees them, and characters without ink. */
#include "grapheme.h"
#include "utf8.h"
#include "visible.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static size_t count_graphemes(str text) {
    size_t count = 0;
    for (size_t at = 0; at < text.len; count++)
        at = grapheme_end(text, at);
    return count;
}

/* By UAX #29: its rules GB3 to GB13, and the tables it refers to. */
static const struct {
    const char *text;
    size_t count;
} clusters[] = {
    {"", 0},
    {"abc", 3},
    {"\r\n", 1},    /* GB3 */
    {"\n\r", 2},    /* GB4, GB5 */
    {"a\u0301", 1}, /* GB9 */
    {"\u0301a", 2},
    {"\n\u0301", 2},           /* nothing joins a control character */
    {"\u1100\u1161\u11A8", 1}, /* GB6 to GB8 */
    {"\uAC00\uAC00", 2},
    {"\uAC00\u11A8", 1},
    {"\u0E01\u0E33", 1},                               /* Thai sara am: a spacing mark, GB9a */
    {"\u0915\u093F", 1},                               /* Devanagari vowel sign */
    {"\u06001", 1},                                    /* a number sign stands before its number, GB9b */
    {"\U0001F468\u200D\U0001F469\u200D\U0001F467", 1}, /* GB11 */
    {"\U0001F468\U0001F469", 2},
    {"a\u200D\U0001F469", 2},    /* joined only after a pictograph */
    {"\U0001F44D\U0001F3FD", 1}, /* skin tone */
    {"\U0001F1E9\U0001F1EA", 1}, /* GB12 */
    {"\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7", 2},
    {"\U0001F1E9\U0001F1EA\U0001F1EB", 2},
    {"1\uFE0F\u20E3", 1}, /* keycap */
    {"\u4E2D\u6587", 2},
    {"\U00020000\U00020001", 2},
    {"e\u0301\u0302\u0303", 1},
};

static void clusters_are_those_of_the_standard(void **state) {
    (void)state;
    for (size_t k = 0; k < COUNT(clusters); k++)
        if (count_graphemes(str_of(clusters[k].text)) != clusters[k].count)
            fail_msg("case %zu: %zu clusters, not %zu", k, count_graphemes(str_of(clusters[k].text)),
                     clusters[k].count);
}

/* UAX #15: canonical composition, and what it leaves alone. */
static const struct {
    const char *text, *composed;
} compositions[] = {
    {"", ""},
    {"plain", "plain"},
    {"e\u0301", "\u00E9"},
    {"\u00E9", "\u00E9"},
    {"\u212B", "\u00C5"}, /* a singleton */
    {"A\u030A", "\u00C5"},
    {"\u1E9B\u0323", "\u1E9B\u0323"},  /* the example of the standard */
    {"a\u0301\u0323", "\u1EA1\u0301"}, /* marks in canonical order */
    {"\u1100\u1161\u11A8", "\uAC01"},
    {"\u0915\u093C", "\u0915\u093C"}, /* excluded from composition */
    {"\u0958", "\u0915\u093C"},
    {"\uFB01", "\uFB01"}, /* compatibility is not canonical */
    {"\uFF21", "\uFF21"},
    {"x\u0301", "x\u0301"}, /* there is no such letter */
};

static void composition_is_canonical(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(compositions); k++) {
        str composed = grapheme_composed(str_of(compositions[k].text), a);
        if (!str_is(composed, compositions[k].composed))
            fail_msg("case %zu", k);
        assert_true(str_equal(grapheme_composed(composed, a), composed));
    }
    arena_free(a);
}

/* Any bytes are accepted, and every cluster has at least one. */
static void any_bytes_are_cut(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    uint64_t seed = 11;
    for (int round = 0; round < 2000; round++) {
        char bytes[24];
        for (size_t k = 0; k < sizeof bytes; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            bytes[k] = (char)(seed >> 40);
        }
        str text = {bytes, sizeof bytes};
        for (size_t at = 0; at < text.len;) {
            size_t end = grapheme_end(text, at);
            assert_true(end > at && end <= text.len);
            at = end;
        }
        grapheme_composed(text, a);
        visible_text(text, a);
    }
    arena_free(a);
}

static const struct {
    const char *text, *visible, *label;
} visibles[] = {
    {"", "", ""},
    {"ABC", "ABC", "ABC"},
    {" ", "␣", "␣"},
    {"a b", "a␣b", "a b"}, /* a label of several characters may be words */
    {"\t", "␉", "␉"},
    {"\r\n", "␍␊", "␍␊"},
    {"\x7F", "␡", "␡"},
    {"\u00A0", "U+00A0", "U+00A0"},
    {"\u3000", "U+3000", "U+3000"},
    {"\u200B", "U+200B", "U+200B"},
    {"\u0301", "◌\u0301", "◌\u0301"},
    {"e\u0301", "e\u0301", "e\u0301"},
    {"\u200D", "U+200D", "U+200D"},
    {"\U0001F468\u200D\U0001F467", "\U0001F468\u200D\U0001F467", "\U0001F468\u200D\U0001F467"},
    {"\u2764\uFE0F", "\u2764\uFE0F", "\u2764\uFE0F"},
    {"中", "中", "中"},
    {"a\U000E0041", "aU+E0041", "aU+E0041"}, /* a tag outside of a flag */
};

static void what_has_no_ink_is_made_visible(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(visibles); k++) {
        if (!str_is(visible_text(str_of(visibles[k].text), a), visibles[k].visible))
            fail_msg("case %zu", k);
        if (!str_is(visible_label(str_of(visibles[k].text), a), visibles[k].label))
            fail_msg("label %zu", k);
    }
    arena_free(a);
}

/* What a terminal gets: written by hand from the rules in visible.h. */
static const struct {
    const char *text, *shown;
} terminals[] = {
    {"", ""},
    {"plain words, 中文 é ½", "plain words, 中文 é ½"},
    {"\x01\t\x1B[31m\x7F", "␁␉␛[31m␡"},
    {"\r", "␍"},
    {"\xC2\x85\xC2\x9B", "<U+0085><U+009B>"},
    {"a\u200Bb\u200Ec\u200F", "a<U+200B>b<U+200E>c<U+200F>"},
    {"\u202A\u202B\u202C\u202D\u202E", "<U+202A><U+202B><U+202C><U+202D><U+202E>"},
    {"\u2060\u2066\u2067\u2068\u2069\uFEFF", "<U+2060><U+2066><U+2067><U+2068><U+2069><U+FEFF>"},
    {"\u2028\u2029\u00AD\u061C\u180E", "<U+2028><U+2029><U+00AD><U+061C><U+180E>"},
    {"\u3164\u034F\u2065\uFFFE", "<U+3164><U+034F><U+2065><U+FFFE>"},
    {"\U000E0001\U000E0041\U000E007F", "<U+E0001><U+E0041><U+E007F>"},
    {"\u0600\u0661", "\u0600\u0661"}, /* the sign over an Arabic number is drawn */
    /* What a reader expects stays. */
    {"\U0001F468\u200D\U0001F469\u200D\U0001F467", "\U0001F468\u200D\U0001F469\u200D\U0001F467"},
    {"\U0001F3F3\uFE0F\u200D\U0001F308", "\U0001F3F3\uFE0F\u200D\U0001F308"},
    {"\U0001F469\U0001F3FD\u200D\U0001F4BB", "\U0001F469\U0001F3FD\u200D\U0001F4BB"},
    {"\u0915\u094D\u200D\u0937", "\u0915\u094D\u200D\u0937"},
    {"\u0645\u06CC\u200C\u062E", "\u0645\u06CC\u200C\u062E"},
    {"\u2764\uFE0F 1\uFE0F\u20E3", "\u2764\uFE0F 1\uFE0F\u20E3"},
    {"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
     "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"},
    /* And where nobody expects it, it is shown. */
    {"\u200Da\u200Db\u200C", "<U+200D>a<U+200D>b<U+200C>"},
    {"\U0001F468\u200D", "\U0001F468<U+200D>"},
    {"\uFE0Fa\uFE0F\uFE0Fb \uFE0F", "<U+FE0F>a\uFE0F<U+FE0F>b <U+FE0F>"},
    {"a\U000E0100\U000E0101", "a\U000E0100<U+E0101>"},
    {"\U0001F3F4\U000E0067", "\U0001F3F4<U+E0067>"},
    {"\U0001F468\uFE0F\uFE0F\u200D\U0001F467", "\U0001F468\uFE0F<U+FE0F><U+200D>\U0001F467"},
    /* What is not UTF-8, byte by byte: a lone byte, overlong, half of a pair, beyond the last. */
    {"a\xFF", "a\\xFF"},
    {"\xC0\x80", "\\xC0\\x80"},
    {"\xED\xA0\x80", "\\xED\\xA0\\x80"},
    {"\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"},
    {"\uFFFD", "\uFFFD"},
};

static void a_terminal_obeys_nothing(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(terminals); k++) {
        str shown = visible_line(str_of(terminals[k].text), a);
        if (!str_is(shown, terminals[k].shown))
            fail_msg("case %zu: %s", k, str_to_c(a, shown));
        assert_true(str_equal(visible_line(shown, a), shown));
    }
    assert_true(str_is(visible_line(STR("a\nb"), a), "a␊b"));
    assert_true(str_is(visible_lines(STR("a\n\x1B\n"), a), "a\n␛\n"));
    assert_true(str_is(visible_line((str){"a\0b", 3}, a), "a␀b"));
    arena_free(a);
}

/* Whatever the bytes, what is shown is UTF-8 without a control character, and the same when shown again. */
static void any_bytes_are_shown(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    uint32_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        static const char *const pieces[] = {"\u200D",     "\uFE0F",     "\U0001F468", "\U0001F3F4",
                                             "\U000E0067", "\U000E007F", "\U0001F3FD", "\u0915",
                                             "\xFF",       "\xE2\x80",   "\n",         "a"};
        strbuf b = strbuf_in(a);
        for (int k = 0; k < 12; k++) {
            seed = seed * 1664525u + 1013904223u;
            strbuf_add_c(&b, pieces[(seed >> 16) % COUNT(pieces)]);
        }
        str shown = visible_line(strbuf_text(&b), a);
        assert_true(utf8_invalid(shown) == SIZE_MAX && str_find(shown, STR("\n"), 0) == SIZE_MAX);
        if (!str_equal(visible_line(shown, a), shown))
            fail_msg("shown again differently: %s", str_to_c(a, shown));
    }
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_are_those_of_the_standard),
        cmocka_unit_test(composition_is_canonical),
        cmocka_unit_test(any_bytes_are_cut),
        cmocka_unit_test(what_has_no_ink_is_made_visible),
        cmocka_unit_test(a_terminal_obeys_nothing),
        cmocka_unit_test(any_bytes_are_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
