#include "phrases.h"
#include "yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const source *file_of(arena *a, const char *name, const char *text) {
    source *where = ARENA_NEW(a, source);
    *where = (source){str_of(name), str_of(text)};
    return where;
}

static phrases *read(arena *a, const char *text) {
    phrases *p = phrases_new(a);
    error e = error_in(a);
    if (!phrases_add(p, file_of(a, "p.yaml", text), &e))
        fail_msg("%s", error_text(&e).ptr);
    return p;
}

static context of_data(arena *a, const char *yaml) {
    const source *where = file_of(a, "data", yaml);
    error e = error_in(a);
    return (context){.view = view_of_datum(yaml_to_datum(where, 0, where->text.len, a, &e))};
}

static const char *say(const phrases *p, const char *key, const context *c, arena *a) {
    error e = error_in(a);
    str said = phrases_say(p, str_of(key), c, NULL, a, &e);
    return error_set(&e) ? error_text(&e).ptr : str_to_c(a, said);
}

static void forms_are_chosen_by_number(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    phrases *p = read(a, "splits: {by: n, zero: none, one: 'only one split', two: two splits, other: '{{n}} splits'}\n"
                         "cell:\n  ties:\n    by: labels\n    one: '{{#labels}}{{.}}{{/labels}} alone'\n    other: |\n"
                         "      {{#labels}}{{.}}{{^last}} and {{/last}}{{/labels}} tie\n");
    const struct {
        const char *n, *said;
    } cases[] = {{"0", "none"},     {"1", "only one split"}, {"2", "two splits"},
                 {"3", "3 splits"}, {"11", "11 splits"},     {"-1", "-1 splits"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        context c = of_data(a, str_format(a, "n: '%s'", cases[k].n).ptr);
        assert_string_equal(say(p, "splits", &c, a), cases[k].said);
    }
    context one = of_data(a, "labels: [s=1]"), two = of_data(a, "labels: [s=1, s=2]");
    assert_string_equal(say(p, "cell.ties", &one, a), "s=1 alone");
    assert_string_equal(say(p, "cell.ties", &two, a), "s=1 and s=2 tie");
    arena_free(a);
}

static void later_files_win_and_phrases_say_phrases(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    phrases *p = read(a, "hello: 'Hello, {{> name}}!'\nname: '{{who}}'\nb: 1\n");
    error e = error_in(a);
    assert_true(phrases_add(p, file_of(a, "zh.yaml", "\xEF\xBB\xBFhello: 你好，{{> name}}！\r\n"), &e));
    context c = of_data(a, "who: A\nkey: b\ntext: own words\nmissing: no.such\n");
    assert_string_equal(say(p, "hello", &c, a), "你好，A！");
    assert_true(phrases_have(p, STR("name")));
    assert_false(phrases_have(p, STR("nam")));
    assert_false(phrases_have(NULL, STR("name")));
    source where = {STR("t.md"), STR("{{>*key}}, {{>*missing}}\n{{>hello}}\n")};
    expansion x = {0};
    assert_true(mustache_expand(&where, &c, p, NULL, a, &x, &e));
    /* a phrase is part of its line, even alone on it */
    assert_string_equal(str_to_c(a, x.text), "1, own words\n你好，A！\n");
    assert_string_equal(str_to_c(a, expansion_mark_at(&x, str_find(x.text, STR("你"), 0))->source->name), "zh.yaml");
    arena_free(a);
}

static void chinese_may_be_folded(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    phrases *p = read(a, "zh: >-\n  由左边的子链得 {{n}}\n  种，右边的\n  子链得\n  one\n  two。\n  {{#n}}末{{/n}} "
                         "尾\nen: >-\n  a\n  b\nplain: 中 文\n");
    context c = of_data(a, "n: 3");
    assert_string_equal(say(p, "zh", &c, a), "由左边的子链得 3 种，右边的子链得 one two。末 尾");
    assert_string_equal(say(p, "en", &c, a), "a b");
    assert_string_equal(say(p, "plain", &c, a), "中 文");
    arena_free(a);
}

static void faults_are_shown_in_the_file_of_phrases(void **state) {
    (void)state;
    const struct {
        const char *file;
        size_t line, column;
        const char *message;
    } cases[] = {
        {"a: ok\nb: 'it''s {{#x}}'\n", 2, 11, "the section \"x\" opened here is not closed"},
        {"a: {by: n, one: x}\n", 1, 1, "the phrase \"a\" needs the form \"other\""},
        {"a: {by: n, tow: x, other: y}\n", 1, 12, "unknown form \"tow\"; did you mean \"two\"?"},
        {"a: {by: n, few: x, other: y}\n", 1, 12, "unknown form \"few\"; the forms are zero, one, two, three, other"},
        {"a: [x]\n", 1, 4, "a phrase is a text"},
        {"a: {by: [n], other: y}\n", 1, 9, "`by` names the number that chooses the form"},
        {"just words", 1, 1, "a file of phrases is a map of keys to texts"},
        {"a: x\na: y\n", 2, 1, "the key \"a\" is given twice"},
        {"a.b: x\na: {b: y}\n", 2, 5, "the phrase \"a.b\" is given twice"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        assert_false(phrases_add(phrases_new(a), file_of(a, "p.yaml", cases[k].file), &e));
        assert_string_equal(str_to_c(a, e.message), cases[k].message);
        assert_int_equal(e.line, cases[k].line);
        assert_int_equal(e.column, cases[k].column);
        arena_free(a);
    }
}

static void faults_while_saying(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    phrases *p = read(
        a,
        "cell.tie: \"\\u4e2d {{labls}}\"\nring: x{{> ring}}\nn: {by: cout, other: x}\nlong: >\n  one\n  two {{nix}}\n");
    context c = of_data(a, "labels: s=1\ncount: 3");
    const struct {
        const char *key, *text;
    } cases[] = {
        {"cell.tei", "handtrace: unknown phrase \"cell.tei\"; did you mean \"cell.tie\"?\n"},
        {"cell.tie", "handtrace: p.yaml:1:19: unknown name \"labls\"; did you mean \"labels\"?\n"
                     "  cell.tie: \"\\u4e2d {{labls}}\"\n                    ^^^^^^^^^\n"},
        {"ring",
         "handtrace: p.yaml:2:8: the phrase \"ring\" includes itself\n  ring: x{{> ring}}\n         ^^^^^^^^^^\n"},
        {"n", "handtrace: p.yaml:3:9: unknown name \"cout\"; did you mean \"count\"?\n"
              "  n: {by: cout, other: x}\n          ^^^^\n"},
        {"long", "handtrace: p.yaml:6:7: unknown name \"nix\"\n    two {{nix}}\n        ^^^^^^^\n"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_string_equal(say(p, cases[k].key, &c, a), cases[k].text);
    source where = {STR("t.md"), STR("\nsee {{> cell.ties}}")};
    error e = error_in(a);
    expansion x = {0};
    assert_false(mustache_expand(&where, &c, p, NULL, a, &x, &e));
    assert_string_equal(error_text(&e).ptr,
                        "handtrace: t.md:2:5: unknown phrase \"cell.ties\"; did you mean \"cell.tie\"?\n"
                        "  see {{> cell.ties}}\n      ^^^^^^^^^^^^^^^\n");
    arena_free(a);
}

/* A chain of phrases that is only long is not said to be a ring. */
static void a_chain_of_phrases_has_an_end(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    for (int k = 1; k < 66; k++)
        strbuf_addf(&b, "p%d: \"{{> p%d}}\"\n", k, k + 1);
    strbuf_add_c(&b, "p66: end\na: \"{{> b}}\"\nb: \"{{> a}}\"\n");
    phrases *p = read(a, strbuf_text(&b).ptr);
    context c = of_data(a, "n: 1");
    assert_string_equal(say(p, "p3", &c, a), "end"); /* p3 … p66: 64 phrases */
    assert_non_null(
        strstr(say(p, "p2", &c, a), "p.yaml:65:7: phrases that include one another must be at most 64 deep"));
    assert_non_null(strstr(say(p, "a", &c, a), "includes itself"));
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_chosen_by_number), cmocka_unit_test(later_files_win_and_phrases_say_phrases),
        cmocka_unit_test(chinese_may_be_folded),      cmocka_unit_test(faults_are_shown_in_the_file_of_phrases),
        cmocka_unit_test(faults_while_saying),        cmocka_unit_test(a_chain_of_phrases_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
