/* The cases are written after the public Mustache specification's chapters interpolation, sections, inverted and
 * comments (github.com/mustache/spec), with the differences that mustache.h states. */
#include "inline.h"
#include "mustache.h"
#include "phrases.h"
#include "yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* YAML's words true, false and null as such. */
static void give_types(datum *d) {
    if (d->kind == DATUM_TEXT && (str_is(d->text, "true") || str_is(d->text, "false"))) {
        d->boolean = str_is(d->text, "true");
        d->kind = DATUM_BOOL;
    } else if (d->kind == DATUM_TEXT && str_is(d->text, "null")) {
        d->kind = DATUM_NULL;
    }
    for (size_t k = 0; k < d->count; k++)
        give_types(d->items[k]);
}

static context of_data(arena *a, const char *yaml) {
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("data"), str_of(yaml)};
    error e = error_in(a);
    datum *d = yaml_to_datum(where, 0, where->text.len, a, &e);
    assert_non_null(d);
    give_types(d);
    return (context){.view = view_of_datum(d)};
}

static void html(strbuf *out, str value, str before) {
    (void)before;
    for (size_t k = 0; k < value.len; k++) {
        char c = value.ptr[k];
        strbuf_add_c(out, c == '&' ? "&amp;" : c == '"' ? "&quot;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "");
        if (!strchr("&\"<>", c))
            strbuf_add_byte(out, c);
    }
}

typedef struct expected {
    const char *data, *template, *result;
} expected;

static void check(const expected *cases, size_t count) {
    for (size_t k = 0; k < count; k++) {
        arena *a = arena_new(NULL);
        context c = of_data(a, cases[k].data);
        source where = {STR("t"), str_of(cases[k].template)};
        wording_text text = {where.text, &where, 0, NULL};
        error e = error_in(a);
        expansion x = {0};
        if (!mustache_expand_text(&text, &c, NULL, html, a, &x, &e))
            fail_msg("%s: %s", cases[k].template, error_text(&e).ptr);
        assert_string_equal(str_to_c(a, x.text), cases[k].result);
        arena_free(a);
    }
}
#define CHECK(cases) check(cases, sizeof(cases) / sizeof *(cases))

static void interpolation(void **state) {
    (void)state;
    static const expected cases[] = {
        {"{}", "Hello from {Mustache}!\n", "Hello from {Mustache}!\n"},
        {"subject: world", "Hello, {{subject}}!\n", "Hello, world!\n"},
        {"subject: world", "{{subject}}, Hello", "world, Hello"},
        {"forbidden: '& \" < >'", "Not these: {{forbidden}}", "Not these: &amp; &quot; &lt; &gt;"},
        {"forbidden: '& \" < >'", "These: {{{forbidden}}}", "These: & \" < >"},
        {"forbidden: '& \" < >'", "These: {{&forbidden}}", "These: & \" < >"},
        {"mph: 85", "\"{{mph}} miles an hour!\" {{{mph}}} {{&mph}}", "\"85 miles an hour!\" 85 85"},
        {"power: '1.21'", "\"{{power}} jiggawatts!\"", "\"1.21 jiggawatts!\""},
        {"cannot: null", "I ({{cannot}}) be ({{{cannot}}}) seen ({{&cannot}})!", "I () be () seen ()!"},
        {"person: {name: Joe}", "\"{{person.name}}\" == \"{{#person}}{{name}}{{/person}}\"", "\"Joe\" == \"Joe\""},
        {"a: {b: {c: {d: {e: {name: Phil}}}}}", "{{a.b.c.d.e.name}} {{{a.b.c.d.e.name}}} {{&a.b.c.d.e.name}}",
         "Phil Phil Phil"},
        /* the first part is looked for outwards, the others inside what it gave */
        {"a: {b: {c: {d: {e: {name: Phil}}}}, x: 1}\nb: {c: {d: {e: {name: Wrong}}}}", "{{#a}}{{b.c.d.e.name}}{{/a}}",
         "Phil"},
        {"section: {x: 1}\na: {b: correct}", "{{#section}}{{a.b}}{{/section}}", "correct"},
        /* a null is found, so the outer value stays hidden */
        {"a: {name: null}\nname: x", "{{#a}}({{name}}){{/a}}", "()"},
        {"{x: [a, b]}", "{{#x}}{{.}}{{/x}}", "ab"},
        {"{x: ['&']}", "{{#x}}{{.}}{{{.}}}{{&.}}{{/x}}", "&amp;&&"},
        /* blanks around, inside, and an own line */
        {"s: '---'", "| {{s}} |", "| --- |"},
        {"s: '---'", "  {{s}}\n", "  ---\n"},
        {"s: '---'", "  {{{s}}}\n", "  ---\n"},
        {"s: '---'", "|{{ s }}|{{{ s }}}|{{& s }}|{{\ts\n}}|", "|---|---|---|---|"},
        {"s: '---'", "  {{s}}\r\n", "  ---\r\n"},
    };
    CHECK(cases);
}

static void sections(void **state) {
    (void)state;
    static const expected cases[] = {
        {"b: true", "\"{{#b}}This is shown.{{/b}}\"", "\"This is shown.\""},
        {"b: false", "\"{{#b}}This is not.{{/b}}\"", "\"\""},
        {"b: null", "\"{{#b}}This is not.{{/b}}\"", "\"\""},
        {"context: {name: Joe}", "\"{{#context}}Hi {{name}}.{{/context}}\"", "\"Hi Joe.\""},
        {"a: foo\nb: wrong\nsec: {b: bar}\nc: {d: baz}", "{{#sec}}{{a}}, {{b}}, {{c.d}}{{/sec}}", "foo, bar, baz"},
        {"foo: bar", "{{#foo}}{{.}} is {{foo}}{{/foo}}", "bar is bar"},
        {"tops: [{tname: {upper: A, lower: a}, middles: [{mname: '1', bottoms: [{bname: x}, {bname: y}]}]}]",
         "{{#tops}}{{#middles}}{{tname.lower}}{{mname}}.{{#bottoms}}{{tname.upper}}{{mname}}{{bname}}.{{/bottoms}}"
         "{{/middles}}{{/tops}}",
         "a1.A1x.A1y."},
        {"a: {one: 1}\nb: {two: 2}\nc: {three: 3, d: {four: 4, five: 5}}",
         "{{#a}}\n{{one}}\n{{#b}}\n{{one}}{{two}}{{one}}\n{{#c}}\n{{one}}{{two}}{{three}}{{two}}{{one}}\n{{#d}}\n"
         "{{one}}{{two}}{{three}}{{four}}{{three}}{{two}}{{one}}\n{{/d}}\n{{one}}{{two}}{{three}}{{two}}{{one}}\n{{/"
         "c}}\n"
         "{{one}}{{two}}{{one}}\n{{/b}}\n{{one}}\n{{/a}}\n",
         "1\n121\n12321\n1234321\n12321\n121\n1\n"},
        {"list: [{item: 1}, {item: 2}, {item: 3}]", "\"{{#list}}{{item}}{{/list}}\"", "\"123\""},
        {"list: []", "\"{{#list}}Yay lists!{{/list}}\"", "\"\""},
        {"bool: true\ntwo: second", "{{#bool}}\n* first\n{{/bool}}\n* {{two}}\n{{#bool}}\n* third\n{{/bool}}\n",
         "* first\n* second\n* third\n"},
        {"bool: true", "| A {{#bool}}B {{#bool}}C{{/bool}} D{{/bool}} E |", "| A B C D E |"},
        {"bool: false", "| A {{#bool}}B {{#bool}}C{{/bool}} D{{/bool}} E |", "| A  E |"},
        /* implicit iterators */
        {"list: [a, b, c, d, e]", "\"{{#list}}({{.}}){{/list}}\"", "\"(a)(b)(c)(d)(e)\""},
        {"list: [[1, 2, 3], [a, b, c]]", "\"{{#list}}({{#.}}{{.}}{{/.}}){{/list}}\"", "\"(123)(abc)\""},
        {"list: ['&', '<']", "{{#list}}({{{.}}}){{/list}}{{#list}}({{.}}){{/list}}", "(&)(<)(&amp;)(&lt;)"},
        {"[{value: a}, {value: b}]", "{{#.}}({{value}}){{/.}}", "(a)(b)"},
        /* dotted names */
        {"a: {b: {c: true}}", "\"{{#a.b.c}}Here{{/a.b.c}}\" == \"Here\"", "\"Here\" == \"Here\""},
        {"a: {b: {c: false}}", "\"{{#a.b.c}}Here{{/a.b.c}}\"", "\"\""},
        /* blanks and lines */
        {"b: true", " | {{#b}}\t|\t{{/b}} | \n", " | \t|\t | \n"},
        {"b: true", " | {{#b}} {{! remark }}\n {{/b}} | \n", " |  \n  | \n"},
        {"b: true", " {{#b}}YES{{/b}}\n {{#b}}GOOD{{/b}}\n", " YES\n GOOD\n"},
        {"b: true", "| This Is\n{{#b}}\n|\n{{/b}}\n| A Line\n", "| This Is\n|\n| A Line\n"},
        {"b: true", "| This Is\n  {{#b}}\n|\n  {{/b}}\n| A Line\n", "| This Is\n|\n| A Line\n"},
        {"b: true", "|\r\n{{#b}}\r\n{{/b}}\r\n|", "|\r\n|"},
        {"b: true", "  {{#b}}\n#{{/b}}\n/", "#\n/"},
        {"b: true", "#{{#b}}\n/\n  {{/b}}", "#\n/\n"},
        {"b: true", "|{{# b }}={{/ b }}|", "|=|"},
    };
    CHECK(cases);
}

static void inverted(void **state) {
    (void)state;
    static const expected cases[] = {
        {"b: false", "\"{{^b}}This is shown.{{/b}}\"", "\"This is shown.\""},
        {"b: true", "\"{{^b}}This is not.{{/b}}\"", "\"\""},
        {"b: null", "\"{{^b}}This is shown.{{/b}}\"", "\"This is shown.\""},
        {"context: {name: Joe}", "\"{{^context}}Hi.{{/context}}\"", "\"\""},
        {"list: [{n: 1}]", "\"{{^list}}Yay lists!{{/list}}\"", "\"\""},
        {"list: []", "\"{{^list}}Yay lists!{{/list}}\"", "\"Yay lists!\""},
        {"b: false\ntwo: second", "{{^b}}\n* first\n{{/b}}\n* {{two}}\n{{^b}}\n* third\n{{/b}}\n",
         "* first\n* second\n* third\n"},
        {"b: false", "| A {{^b}}B {{^b}}C{{/b}} D{{/b}} E |", "| A B C D E |"},
        {"b: true", "| A {{^b}}B {{^b}}C{{/b}} D{{/b}} E |", "| A  E |"},
        {"a: {b: {c: true}}", "\"{{^a.b.c}}Not Here{{/a.b.c}}\"", "\"\""},
        {"a: {b: {c: false}}", "\"{{^a.b.c}}Not Here{{/a.b.c}}\"", "\"Not Here\""},
        {"b: false", " | {{^b}}\t|\t{{/b}} | \n", " | \t|\t | \n"},
        {"b: false", " | {{^b}} {{! remark }}\n {{/b}} | \n", " |  \n  | \n"},
        {"b: false", " {{^b}}NO{{/b}}\n {{^b}}WAY{{/b}}\n", " NO\n WAY\n"},
        {"b: false", "| This Is\n{{^b}}\n|\n{{/b}}\n| A Line\n", "| This Is\n|\n| A Line\n"},
        {"b: false", "| This Is\n  {{^b}}\n|\n  {{/b}}\n| A Line\n", "| This Is\n|\n| A Line\n"},
        {"b: false", "|\r\n{{^b}}\r\n{{/b}}\r\n|", "|\r\n|"},
        {"b: false", "  {{^b}}\n^{{/b}}\n/", "^\n/"},
        {"b: false", "^{{^b}}\n/\n  {{/b}}", "^\n/\n"},
        {"b: false", "|{{^ b }}={{/ b }}|", "|=|"},
    };
    CHECK(cases);
}

static void comparisons(void **state) {
    (void)state;
    static const expected cases[] = {
        {"n: 5", "{{#n<=5}}a{{/n<=5}}{{#n<5}}b{{/n<5}}{{#n>=5}}c{{/n>=5}}{{#n>5}}d{{/n>5}}", "ac"},
        {"n: 5", "{{#n=5}}a{{/n=5}}{{#n!=5}}b{{/n!=5}}{{^n=5}}c{{/n=5}}{{^n!=5}}d{{/n!=5}}", "ad"},
        {"n: 5", "{{# n <= 5 }}{{n}}{{/n<=5}}", "5"},
        {"n: 10", "{{#n>9}}as numbers{{/n>9}}", "as numbers"},
        {"n: -3", "{{#n<-2}}a{{/n<-2}}{{#n<-3}}b{{/n<-3}}{{#n>=-3}}c{{/n>=-3}}", "ac"},
        {"n: '\u2212'", "{{#n=\"\u2212\"}}a{{/n=\"\u2212\"}}", "a"},
        {"n: 8/3", "{{#n>2}}a{{/n>2}}{{#n>=3}}b{{/n>=3}}{{#n!=3}}c{{/n!=3}}", "ac"},
        {"n: -8/3", "{{#n>-3}}a{{/n>-3}}{{#n<-2}}b{{/n<-2}}", "ab"},
        {"n: \u221215\u2009750", "{{#n=-15750}}a{{/n=-15750}}{{#n<0}}b{{/n<0}}", "ab"},
        {"n: 123456789012345678901234567890",
         "{{#n>123456789012345678901234567889}}a{{/n>123456789012345678901234567889}}", "a"},
        {"n: 123456789012345678901234567890",
         "{{#n=123456789012345678901234567891}}a{{/n=123456789012345678901234567891}}", ""},
        {"n: 9007199254740993", "{{#n>9007199254740992}}a{{/n>9007199254740992}}", "a"},
        {"t: ab c", "{{#t=\"ab c\"}}{{t}}{{/t=\"ab c\"}}{{#t!=\"ab\"}}!{{/t!=\"ab\"}}", "ab c!"},
        {"t: ''", "{{#t=\"\"}}empty{{/t=\"\"}}", "empty"},
        {"n: 5", "{{#n=\"05\"}}a{{/n=\"05\"}}{{#n=05}}b{{/n=05}}", "b"},
        {"s: [{k: 1}, {k: 2}, {k: 3}]", "{{#s}}{{#k>=2}}{{k}} of {{s.count}}, {{/k>=2}}{{/s}}", "2 of 3, 3 of 3, "},
        {"s: [1, 2]", "{{#s.count>1}}many{{/s.count>1}}{{#s.count>2}}more{{/s.count>2}}", "many"},
        {"n: 5", "{{#n>3}}{{#n>4}}{{^n>5}}{{n}}{{/n>5}}{{/n>4}}{{/n>3}}", "5"},
        {"n: 5", "a\n {{#n>3}}\nb\n {{/n>3}}\nc\n", "a\nb\nc\n"},
    };
    check(cases, sizeof cases / sizeof *cases);
}

static void comments(void **state) {
    (void)state;
    static const expected cases[] = {
        {"{}", "12345{{! Comment Block! }}67890", "1234567890"},
        {"{}", "12345{{!\n  This is a\n  multi-line comment...\n}}67890\n", "1234567890\n"},
        {"{}", "Begin.\n{{! Comment Block! }}\nEnd.\n", "Begin.\nEnd.\n"},
        {"{}", "Begin.\n  {{! Indented! }}\nEnd.\n", "Begin.\nEnd.\n"},
        {"{}", "|\r\n{{! Standalone }}\r\n|", "|\r\n|"},
        {"{}", "  {{! I'm Still Standalone }}\n!", "!"},
        {"{}", "!\n  {{! I'm Still Standalone }}", "!\n"},
        {"{}", "Begin.\n{{!\nSomething's going on here...\n}}\nEnd.\n", "Begin.\nEnd.\n"},
        {"{}", "Begin.\n  {{!\n    Something's going on here...\n  }}\nEnd.\n", "Begin.\nEnd.\n"},
        {"{}", "  12 {{! 34 }}\n", "  12 \n"},
        {"{}", "12345 {{! Comment Block! }} 67890", "12345  67890"},
        {"{}", "{{! {single} braces and # signs }}x", "x"},
    };
    CHECK(cases);
}

static void places_in_lists_and_has(void **state) {
    (void)state;
    static const expected cases[] = {
        {"e: [a, b, c]", "{{#e}}{{.}}{{^last}}, {{/last}}{{/e}}", "a, b, c"},
        {"e: [a, b]", "{{#e}}{{number}}/{{count}}{{#first}}!{{/first}} {{/e}}", "1/2! 2/2 "},
        {"e: [{number: 9}]", "{{#e}}{{number}} {{count}}{{/e}}", "9 1"},
        {"e: [[x], [y, z]]", "{{#e}}{{#.}}{{number}}{{/.}};{{/e}}", "1;12;"},
        /* inside an object that is no item, the item's place is still to be had */
        {"e: [{o: {x: 1}}, {o: {x: 2}}]", "{{#e}}{{#o}}{{number}}{{/o}}{{/e}}", "12"},
        {"e: []\nf: [1]\nt: ''\nb: false", "{{has_e}}|{{has_f}}|{{#has_t}}x{{/has_t}}{{^has_b}}y{{/has_b}}", "|true|y"},
        {"o: {l: [1], m: []}", "{{has_o.l}}{{o.has_l}}{{^o.has_m}}no{{/o.has_m}}{{^has_o.m}}no{{/has_o.m}}",
         "truetruenono"},
        /* the inner list hides the outer one */
        {"l: [1]\no: {l: []}", "{{#o}}{{^has_l}}inner{{/has_l}}{{/o}}", "inner"},
        {"has_x: own\nx: []", "{{has_x}}", "own"},
        {"e: [a, b, c]", "{{e.count}}", "3"},
    };
    CHECK(cases);
}

typedef struct fault {
    const char *template;
    size_t line, column, width;
    const char *message;
} fault;

static void faults_name_their_place(void **state) {
    (void)state;
    static const fault cases[] = {
        {"中文 {{lenght}}\n", 1, 4, 10, "unknown name \"lenght\"; did you mean \"length\"?"},
        {"{{zzz}}", 1, 1, 7, "unknown name \"zzz\""},
        {"a\n {{#stepz}}x{{/stepz}}", 2, 2, 10, "unknown name \"stepz\"; did you mean \"steps\"?"},
        {"{{^has_stps}}{{/has_stps}}", 1, 1, 13, "unknown name \"has_stps\"; did you mean \"has_steps\"?"},
        {"{{#steps}}{{/steps}}{{step.naem}}", 1, 21, 13, "unknown name \"step.naem\"; did you mean \"step.name\"?"},
        {"{{step.name.x}}", 1, 1, 15, "unknown name \"step.name.x\""},
        {"{{#steps}}{{lats}}{{/steps}}", 1, 11, 8, "unknown name \"lats\"; did you mean \"last\"?"},
        {"one\n{{#steps}}\n{{#step}}\ntext\n{{/step}}\n", 2, 1, 10, "the section \"steps\" opened here is not closed"},
        {"{{#steps}}\n{{^step}}\n{{/steps}}\n", 3, 1, 10,
         "this closes \"steps\", but \"step\" of line 2 is still open"},
        {"x\n  {{/steps}}", 2, 3, 10, "no section \"steps\" is open here"},
        {"a {{ b\n\nc {{length}}", 1, 3, 2, "this tag is not closed by }}"},
        {"a {{{length}} ", 1, 3, 2, "this tag is not closed by }}}"},
        {"a {{", 1, 3, 2, "this tag is not closed by }}"},
        {"{{}}", 1, 1, 4, "a tag without a name"},
        {"{{# }}", 1, 1, 6, "a tag without a name"},
        {"{{two words}}", 1, 1, 13, "a name has no blanks and no braces"},
        {"{{=<% %>=}}", 1, 1, 11, "the delimiters of tags cannot be changed"},
        {"{{steps}}", 1, 1, 9, "\"steps\" is a list: open it with {{#steps}}"},
        {"{{step}}", 1, 1, 8, "\"step\" is not a text: ask for one of its names"},
        {"{{> key}}", 1, 1, 9, "unknown phrase \"key\""},
        {"{{#lenght<=3}}{{/lenght<=3}}", 1, 1, 14, "unknown name \"lenght\"; did you mean \"length\"?"},
        {"{{#step.naem=\"n\"}}{{/step.naem=\"n\"}}", 1, 1, 18,
         "unknown name \"step.naem\"; did you mean \"step.name\"?"},
        {"a\n {{#step.name<3}}{{/step.name<3}}", 2, 2, 16,
         "expected a number in 'step.name' to compare with 3, got 'n'"},
        {"{{^nothing>3}}{{/nothing>3}}", 1, 1, 14, "expected a number in 'nothing' to compare with 3, got nothing"},
        {"{{#steps>3}}{{/steps>3}}", 1, 1, 12, "expected a number or a text in 'steps', got a list: ask for its count"},
        {"{{#step>3}}{{/step>3}}", 1, 1, 11,
         "expected a number or a text in 'step', got an object: ask for one of its names"},
        {"{{#length<=x}}{{/length<=x}}", 1, 1, 14, "expected a whole number or a text in quotes on the right, got 'x'"},
        {"{{#length<=}}{{/length<=}}", 1, 1, 13,
         "expected a whole number or a text in quotes on the right, got nothing"},
        {"{{#length<1/2}}{{/length<1/2}}", 1, 1, 15,
         "expected a whole number or a text in quotes on the right, got '1/2'"},
        {"{{#length>\"x\"}}{{/length>\"x\"}}", 1, 1, 15,
         "expected a whole number on the right of >, got a text: texts can only be = or !="},
        {"{{#length!3}}{{/length!3}}", 1, 1, 13, "expected one of < <= > >= = !=, got '!'"},
        {"{{#<3}}{{/<3}}", 1, 1, 7, "expected a name on the left of the comparison, got nothing"},
        {"{{#length<=3}}\n{{/length<3}}", 2, 1, 13,
         "this closes \"length<3\", but \"length<=3\" of line 1 is still open"},
        {"{{#length<=3}}\n{{/length}}", 2, 1, 11, "this closes \"length\", but \"length<=3\" of line 1 is still open"},
        {"\xEF\xBB\xBF{{x}}\r\n", 1, 1, 5, "unknown name \"x\""},
        {"a\r\nb\r\n{{x}}\r\n", 3, 1, 5, "unknown name \"x\""},
        {"a\r\n{{#length\r\n}}\r\n", 2, 1, 9, "the section \"length\" opened here is not closed"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        context c = of_data(a, "length: 3\nsteps: [1, 2]\nstep: {name: n}\nnothing: null\n");
        source where = {STR("t.md"), str_of(cases[k].template)};
        error e = error_in(a);
        expansion x = {0};
        assert_false(mustache_expand(&where, &c, NULL, NULL, a, &x, &e));
        assert_string_equal(str_to_c(a, e.message), cases[k].message);
        assert_int_equal(e.line, cases[k].line);
        assert_int_equal(e.column, cases[k].column);
        assert_int_equal(e.width, cases[k].width);
        arena_free(a);
    }
}

static void depth_is_bounded(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    for (int k = 0; k < 100000; k++)
        strbuf_add_c(&b, "{{#a}}");
    source where = {STR("t.md"), strbuf_text(&b)};
    context c = of_data(a, "a: true");
    error e = error_in(a);
    expansion x = {0};
    assert_false(mustache_expand(&where, &c, NULL, NULL, a, &x, &e));
    assert_string_equal(e.message.ptr, "more than 64 sections inside one another");
    arena_free(a);
}

static void line_ends_and_mark_change_nothing(void **state) {
    (void)state;
    const char *templates[] = {"{{#l}}\n* {{.}}\n{{/l}}\nend\n", "{{#l}}\r\n* {{.}}\r\n{{/l}}\r\nend\r\n",
                               "\xEF\xBB\xBF{{#l}}\r\n* {{.}}\r\n{{/l}}\r\nend\r\n"};
    for (size_t k = 0; k < 3; k++) {
        arena *a = arena_new(NULL);
        context c = of_data(a, "l: [a, b]");
        source where = {STR("t.md"), str_of(templates[k])};
        error e = error_in(a);
        expansion x = {0};
        assert_true(mustache_expand(&where, &c, NULL, NULL, a, &x, &e));
        assert_string_equal(str_to_c(a, x.text), "* a\n* b\nend\n");
        arena_free(a);
    }
}

/* Every literal byte of the output is the byte at its place in the template; a value's place is its tag. */
static void every_byte_knows_its_place(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    context c = of_data(a, "l: [{v: a*b}, {v: ''}, {v: 中}]\nw: W");
    source where = {STR("t.md"),
                    STR("\xEF\xBB\xBF# 题 {{w}}\r\n{{#l}}\r\n\r\n * {{v}}: {{w}}{{{v}}}\r\n{{/l}}\r\nend {{w}}")};
    error e = error_in(a);
    expansion x = {0};
    assert_true(mustache_expand(&where, &c, NULL, mustache_escape_markdown, a, &x, &e));
    size_t literal = 0;
    for (size_t k = 0; k < x.text.len; k++) {
        const expansion_mark *m = expansion_mark_at(&x, k);
        assert_true(m->output <= k);
        if (m->literal) {
            assert_int_equal(where.text.ptr[m->at + (k - m->output)], x.text.ptr[k]);
            literal++;
        } else {
            assert_true(str_starts(str_slice(where.text, m->at, where.text.len), "{{"));
            assert_true(str_ends(str_slice(where.text, 0, m->at + m->length), "}}"));
        }
    }
    assert_int_equal(literal, strlen("# 题 \n") + 3 * strlen("\n * : \n") + strlen("end "));
    size_t last = str_find(x.text, STR("中"), 0);
    const context *item = expansion_mark_at(&x, last)->context;
    assert_int_equal(item->number, 3);
    assert_int_equal(item->count, 3);
    assert_ptr_equal(item->outer, &c);
    assert_false(expansion_error(&x, last, 3, &e, "here %d", 7));
    assert_string_equal(e.message.ptr, "here 7");
    assert_int_equal(e.line, 4);
    assert_int_equal(e.column, 4);
    assert_int_equal(e.width, 5);
    arena_free(a);
}

static void values_are_escaped_for_markdown(void **state) {
    (void)state;
    static const struct {
        const char *template, *value, *result;
    } cases[] = {
        {"a {{v}}", "a*b_c`d`[e](f)<g>|$5 & ~x\\", "a a\\*b\\_c\\`d\\`\\[e\\](f)\\<g\\>\\|\\$5 \\& \\~x\\\\"},
        {"{{v}}", "# no heading", "\\# no heading"},
        {"> {{v}}", "- no item", "> \\- no item"},
        {"{{v}}", "40. no item", "40\\. no item"},
        {"x {{v}}", "40. - #", "x 40. - #"},
        {"{{v}}", "1998", "1998"},
        {"{{v}}", "−12", "−12"},
        {"a {{v}}", "two\nlines", "a two lines"},
        {"$x_{ {{v}} }$", "a_b^c{d}%#&$~\\", "$x_{ a\\_b\\text{^}c\\{d\\}\\%\\#\\&\\$\\sim{}\\setminus{} }$"},
        {"$$\n{{v}}\n$$",
         "15\xE2\x80\x89"
         "750",
         "$$\n15\\,750\n$$"},
        {"`{{v}}` {{v}}", "a*b", "`a*b` a\\*b"},
        {"$x$ {{v}}", "a_b", "$x$ a\\_b"},
        {"${{v}}$", "a_b", "$a\\_b$"},
        {"costs 5$ and {{v}}", "a_b", "costs 5$ and a\\_b"},
        {"costs \\$5 {{v}}", "a_b", "costs \\$5 a\\_b"},
        {"open $x\n\n{{v}}", "a_b", "open $x\n\na\\_b"},
        {"| $x | {{v}} |\n| {{v}} |", "a_b", "| $x | a\\_b |\n| a\\_b |"},
        {"# an open `\n{{v}}", "a_b", "# an open `\na\\_b"},
        {"$$ {{{v}}} $$", "a_b", "$$ a_b $$"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        datum *d = datum_map(a);
        datum_put(a, d, "v", datum_text(a, str_of(cases[k].value)));
        context c = {.view = view_of_datum(d)};
        source where = {STR("t.md"), str_of(cases[k].template)};
        error e = error_in(a);
        expansion x = {0};
        assert_true(mustache_expand(&where, &c, NULL, mustache_escape_markdown, a, &x, &e));
        /* cases that open a formula on purpose and never close it escape as TeX until their unit ends */
        if (!strstr(cases[k].template, "| $x |"))
            assert_string_equal(str_to_c(a, x.text), cases[k].result);
        else
            assert_non_null(strstr(str_to_c(a, x.text), "\n| a\\_b |"));
        arena_free(a);
    }
}

/* What would open a heading, a list or a rule does not, at the start of an item either. */
static void values_that_begin_items_are_text(void **state) {
    (void)state;
    static const struct {
        const char *before, *value, *written;
    } cases[] = {
        {"- ", "# h", "\\# h"},     {"1. ", "- x", "\\- x"},    {"a\n12) ", "+ y", "\\+ y"}, {"- ", "40.", "40\\."},
        {"> - ", "1) z", "1\\) z"}, {"* ", "---", "\\---"},     {"- 2. ", "# h", "\\# h"},   {"  - ", "=", "\\="},
        {"a - ", "# h", "# h"},     {"a\nb 3. ", "- x", "- x"}, {"-", "# h", "# h"},         {". ", "# h", "# h"},
        {"- a ", "40.", "40."},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        strbuf b = strbuf_in(a);
        mustache_escape_markdown(&b, str_of(cases[k].value), str_of(cases[k].before));
        assert_string_equal(str_to_c(a, strbuf_text(&b)), cases[k].written);
    }
    arena_free(a);
}

/* Looking back no further than to what is settled finds the same, wherever a text stops growing. */
static void what_is_settled_stays_so(void **state) {
    (void)state;
    static const char *const pieces[] = {"$",      "$$",   "`",     "```\n", "~~~\n", "\n",  "\n", "\n\n",
                                         "| a | ", "- x",  "# h\n", "#",     "1. ",   "1",   ". ", "> ",
                                         "\\",     "word", " ",     "a$b",   "\n| ",  "\n- "};
    enum { ROUNDS = 3000, LENGTH = 30, KINDS = sizeof pieces / sizeof *pieces };
    uint32_t seed = 7;
    for (int round = 0; round < ROUNDS; round++) {
        arena *a = arena_new(NULL);
        strbuf b = strbuf_in(a);
        size_t known = 0;
        for (int k = 0; k < LENGTH; k++) {
            seed = seed * 1664525u + 1013904223u;
            strbuf_add_c(&b, pieces[(seed >> 10) % KINDS]);
            str text = strbuf_text(&b);
            if (seed >> 31)
                known = inline_settled(text, known);
            size_t here = inline_settled(text, known);
            if (inline_kind_at_end(text) != inline_kind_at_end(str_slice(text, here, text.len)))
                fail_msg("from %zu: \"%.*s\"", here, STR_ARG(text));
        }
        arena_free(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interpolation),
        cmocka_unit_test(sections),
        cmocka_unit_test(inverted),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(comments),
        cmocka_unit_test(places_in_lists_and_has),
        cmocka_unit_test(faults_name_their_place),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(line_ends_and_mark_change_nothing),
        cmocka_unit_test(every_byte_knows_its_place),
        cmocka_unit_test(values_are_escaped_for_markdown),
        cmocka_unit_test(values_that_begin_items_are_text),
        cmocka_unit_test(what_is_settled_stays_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
