#include "yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static datum *read(arena *a, const char *text, error *e) {
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("t.yaml"), str_of(text)};
    *e = error_in(a);
    return yaml_to_datum(where, 0, where->text.len, a, e);
}

static void values_keep_their_order_and_place(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e;
    const char *text =
        "\xEF\xBB\xBFtitle: 多边形 \xF0\x9D\x94\xB8\r\npaper: a5 \r\nlist: [1, \"b c\", {x: y}]\r\nempty:\r\n";
    datum *d = read(a, text, &e);
    assert_non_null(d);
    assert_int_equal(d->count, 4);
    assert_true(str_is(d->items[0]->key, "title") && str_is(d->items[1]->key, "paper"));
    const datum *paper = datum_get(d, "paper");
    assert_true(str_is(paper->text, "a5"));
    assert_int_equal(paper->at, strstr(text, "a5") - text);
    assert_int_equal(paper->length, 2);
    assert_int_equal(paper->key_at, strstr(text, "paper") - text);
    const datum *list = datum_get(d, "list");
    assert_int_equal(list->count, 3);
    assert_int_equal(list->items[1]->at, strstr(text, "\"b c\"") - text);
    assert_true(str_is(datum_as_text(datum_get(list->items[2], "x")), "y"));
    assert_true(str_is(datum_get(d, "empty")->text, ""));
    assert_int_equal(datum_get(d, "empty")->kind, DATUM_TEXT);
    arena_free(a);
}

static void a_part_of_a_file_has_marks_of_the_file(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    source where = {STR("t.md"), STR("---\n中: x\nb: [\n---\n# text\n")};
    assert_null(yaml_to_datum(&where, 4, str_find(where.text, STR("---\n#"), 0) - 4, a, &e));
    assert_int_equal(e.line, 4); /* the list is still open where the part ends */
    e = error_in(a);
    where.text = STR("---\n中: x\nb: y\n---\n");
    datum *d = yaml_to_datum(&where, 4, 12, a, &e);
    assert_int_equal(datum_get(d, "b")->key_at, str_find(where.text, STR("b:"), 0));
    arena_free(a);
}

static void nothing_is_an_empty_map(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e;
    const char *texts[] = {"", "\n\n", "# only a remark\n", "\xEF\xBB\xBF"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        datum *d = read(a, texts[k], &e);
        assert_non_null(d);
        assert_int_equal(d->kind, DATUM_MAP);
        assert_int_equal(d->count, 0);
    }
    arena_free(a);
}

static void faults_name_their_place(void **state) {
    (void)state;
    struct {
        const char *text;
        size_t line, column;
        const char *part;
    } cases[] = {
        {"a: 1\nb: 2\na: 3\n", 3, 1, "the key \"a\" is given twice"},
        {"x: {a: 1, 中: 2, 中: 3}\n", 1, 17, "the key \"中\" is given twice"},
        {"title: x\n  bad: y\n", 2, 6, "mapping values are not allowed"},
        {"title: \xFF\n", 1, 8, "expected text in UTF-8, got the byte 0xFF"},
        {"a: 中\x01\n", 1, 5, "control characters are not allowed"},
        {"a: \"b\\0\"\n", 1, 4, "the control character U+0000"},
        {"a: [\"\\e[1m\"]\n", 1, 5, "the control character U+001B"},
        {"a: &x 1\nb: *x\n", 1, 4, "an alias"},
        {"a: &x [*x]\n", 1, 4, "an alias"},
        {"a: 1\n---\nb: 2\n", 3, 1, "a second YAML document"},
        {"? [1, 2]\n: x\n", 1, 3, "a key must be a text"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        error e;
        assert_null(read(a, cases[k].text, &e));
        assert_non_null(strstr(e.message.ptr, cases[k].part));
        assert_int_equal(e.line, cases[k].line);
        assert_int_equal(e.column, cases[k].column);
        arena_free(a);
    }
}

static void a_thousand_brackets_are_no_trouble(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    for (int k = 0; k < 5000; k++)
        strbuf_add_byte(&b, '[');
    error e;
    assert_null(read(a, strbuf_text(&b).ptr, &e));
    assert_true(error_set(&e));
    arena_free(a);
}

/* Each key is compared with those before it, so their number is bounded; the one too many is shown. */
static void a_map_has_ten_thousand_keys_at_most(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    for (int k = 1; k <= 10000; k++)
        strbuf_addf(&b, "k%d: x\n", k);
    error e;
    assert_int_equal(read(a, strbuf_text(&b).ptr, &e)->count, 10000);
    strbuf_add_c(&b, "more: x\n");
    assert_null(read(a, strbuf_text(&b).ptr, &e));
    assert_non_null(strstr(e.message.ptr, "the keys of a map must be at most 10000"));
    assert_int_equal(e.line, 10001);
    arena_free(a);
}

/* Every letter X, Y, Z of a text stands in the file where its place says. */
static void places_lead_back_to_the_file(void **state) {
    (void)state;
    const char *files[] = {
        "a: oneX twoY Z\n",
        "a: one\n  X two\n\n  Y three  \n   Z\n",
        "a: 'it''s X ''Y'' Z'\n",
        "a: \"\\t\\u4e2d X \\n Y \\x41\\U0001F600 Z\"\n",
        "a: \"X \\\n   Y\n   \n   Z\"\n",
        "a: |\n  X\n    Y\n\n  Z\n",
        "a: >-\n  X\n  Y\n\n    Z\n",
        "{b: c, a: [ 中文X , \"Y Z\" ]}",
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        source where = {STR("t.yaml"), str_of(files[k])};
        const datum *d = datum_get(yaml_to_datum(&where, 0, where.text.len, a, &e), "a");
        assert_non_null(d);
        size_t letters = 0;
        for (size_t item = 0; item < (d->kind == DATUM_LIST ? d->count : 1); item++) {
            const datum *scalar = d->kind == DATUM_LIST ? d->items[item] : d;
            size_t *places = yaml_places(&where, scalar, a);
            for (size_t i = 0; i < scalar->text.len; i++) {
                char c = scalar->text.ptr[i];
                if (c < 'X' || c > 'Z')
                    continue;
                assert_int_equal(where.text.ptr[places[i]], c);
                letters++;
            }
        }
        assert_int_equal(letters, 3);
        arena_free(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_keep_their_order_and_place),
        cmocka_unit_test(a_part_of_a_file_has_marks_of_the_file),
        cmocka_unit_test(nothing_is_an_empty_map),
        cmocka_unit_test(faults_name_their_place),
        cmocka_unit_test(a_thousand_brackets_are_no_trouble),
        cmocka_unit_test(a_map_has_ten_thousand_keys_at_most),
        cmocka_unit_test(places_lead_back_to_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
