/* Characters as a reader sees them, and characters without ink. */
#include "grapheme.h"
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_are_those_of_the_standard),
        cmocka_unit_test(composition_is_canonical),
        cmocka_unit_test(any_bytes_are_cut),
        cmocka_unit_test(what_has_no_ink_is_made_visible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
