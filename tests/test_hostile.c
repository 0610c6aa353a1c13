/* Texts that mean something to a reader of some format, sent through every field of a trace, through instances, front
 * matter and templates, to every format. Each output is compared with that of a harmless text: the same elements and
 * attributes, the same kinds of blocks. The second readers are xmllint, qpdf and jansson; pandoc and cmark-gfm where
 * they are installed. */
#define _XOPEN_SOURCE 700

#include "shell.h"
#include "utf8.h"
#include "yaml.h"

#include <jansson.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const hostile[] = {
    "<script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)> &lt;b&gt; &#60;i> \" onclick=\"x' y='",
    "]]></title></desc></svg><script>x</script><!-- --> <![CDATA[x]]> <?xml version=\"1\"?> &amp;&x;",
    "[x](javascript:alert(1)) ![y](http://evil.example/p.png) <http://evil.example> [r][s] [^1] https://evil.example",
    "\\input{/etc/passwd} \\immediate\\write18{id} $\\href{javascript:x}{y}$ \\(a\\) $$b$$ \\begin{x} ^^5cinput{y} %",
    "`code` ``x`` **b** *i* __u__ ~~s~~ ~s~ ^t^ @cite a@b.example :smile: www.evil.example ^[n] \"q\" -- ... {.c} |",
    "`x`{=html} {{title}} {{{title}}} {{#runs}}x{{/runs}} {{< include /etc/passwd >}} ![](figure:calls) {%x%} ${y}",
    "key: \"value\" 'x' # - [a, b] {c: d} &e *f !g | > %h @i",
    "(x) /JS (app.alert\\(1\\)) >> endobj \\) \\",
    "verylongwordverylongwordverylongwordverylongwordverylongwordverylongwordverylongwordverylongwordverylongword",
};
/* At the beginning of a line, where they make blocks. */
static const char *const starts[] = {
    "# no heading", "- no item", "1. no item", "(a) no item", "> no quote",     ": no term",
    "Table: x",     "***",       "---",        "::: {.div}",  "```{r}",         "~~~",
    "| a | b |",    "$$",        "+---+",      "=== x",       "r system('id')", "{r} 1",
};
/* What no font draws, or changes the order of what stands beside it: in a sheet without figures. */
static const char *const unseen[] = {
    "\xE2\x80\xAE"
    "evil\xE2\x80\xAC \xE2\x81\xA6x\xE2\x81\xA9 \xE2\x80\x8Bz\xEF\xBB\xBF",
    "\xC2\x9B"
    "31m \xC2\x85 \xE2\x80\xA8 \xE2\x80\xA9 \xEF\xBF\xBE \xEF\xB7\x91",
    "two\nlines",
};

static const char harmless[] = "harmless words that stand where the others do, with a dot";
static const char harmless_start[] = "word here";
static const char with_signs[] = "harmless words with signs that no fence may hold: a < b & c";

/* Every field that takes a text holds it. */
static const char trace[] =
    "{\"handtrace\":1,\"problem\":\"@P\",\"title\":@,\"instance\":{\"t\":@,\"list\":[@,{\"k\":@}]}}\n"
    "{\"event\":\"run\",\"id\":@,\"title\":@}\n"
    "{\"event\":\"phase\",\"by\":\"row\",\"value\":1}\n"
    "{\"event\":\"table\",\"id\":\"c\",\"rows\":[0,1],\"cols\":[0,1],\"row\":@,\"col\":@,\"row_labels\":[@,@],"
    "\"col_labels\":[@,@],\"title\":@,\"values\":\"text\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"c\"],\"at\":[0,0]}\n"
    "{\"event\":\"set\",\"table\":\"c\",\"at\":[0,0],\"value\":@,\"why\":\"base\"}\n"
    "{\"event\":\"table\",\"id\":\"d\",\"rows\":[0,1],\"title\":@}\n"
    "{\"event\":\"cell\",\"tables\":[\"d\"],\"at\":[0,0]}\n"
    "{\"event\":\"set\",\"table\":\"d\",\"at\":[0,0],\"value\":\"1\",\"why\":\"base\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"d\"],\"at\":[1,0]}\n"
    "{\"event\":\"try\",\"label\":@,\"reads\":[[\"d\",[0,0]]],\"terms\":[{\"name\":\"a\",\"value\":\"1\"}],"
    "\"expr\":\"a+1\",\"value\":\"2\"}\n"
    "{\"event\":\"set\",\"table\":\"d\",\"at\":[1,0],\"value\":\"2\",\"chosen\":[@],\"why\":\"only\"}\n"
    "{\"event\":\"enter\",\"frame\":1,\"fn\":@,\"args\":[1,@]}\n"
    "{\"event\":\"enter\",\"frame\":2,\"parent\":1,\"fn\":@,\"args\":[0,@],\"edge\":@}\n"
    "{\"event\":\"return\",\"frame\":2,\"value\":\"1\",\"why\":\"base\"}\n"
    "{\"event\":\"return\",\"frame\":1,\"value\":\"1\",\"why\":\"base\"}\n"
    "{\"event\":\"node\",\"id\":1,\"value\":\"1\",\"label\":@,\"size\":@}\n"
    "{\"event\":\"node\",\"id\":2,\"value\":\"2\",\"label\":@}\n"
    "{\"event\":\"node\",\"id\":3,\"op\":\"+\",\"left\":1,\"right\":2,\"value\":\"3\"}\n"
    "{\"event\":\"solution\",\"node\":3}\n"
    "{\"event\":\"note\",\"key\":\"hostile\",\"args\":{\"x\":@},\"text\":@}\n"
    "{\"event\":\"answer\",\"answer\":{\"value\":@,\"list\":[@],\"table\":[{\"a\":@}]}}\n";

/* A sheet in which the text stands everywhere a text can stand. */
static const char sheet[] =
    "---\ntitle: \"{{instance.t}}\"\nauthor: \"{{instance.t}}\"\nsubject: \"{{instance.t}}\"\n---\n# {{instance.t}}\n\n"
    "{{instance.t}}\n\n**{{instance.t}}** *{{instance.t}}* `{{instance.t}}` $x = \\text{ {{instance.t}} }$\n\n"
    "[{{instance.t}}](https://example.org/?a=b&c=d)\n\n- {{instance.t}}\n- b\n\n7. {{instance.t}}\n\n"
    "> {{instance.t}}\n>\n> ```\n> {{instance.t}}\n> ```\n\n```\n{{instance.t}}\n```\n\n"
    "| {{instance.t}} | `{{instance.t}}` |\n|---|---|\n| **{{instance.t}}** | $\\text{ {{instance.t}} }$ |\n\n"
    "![{{instance.t}}](figure:calls)\n\n{{#runs}}{{#notes}}{{> *key}}\n\n{{/notes}}{{/runs}}The end.\n";

/* All faults are told before the test fails. */
static size_t faults;
#define fault(...) (faults++, print_error(__VA_ARGS__), print_error("\n"))

static str json_text(shell *s, const char *text) {
    strbuf b = strbuf_in(s->arena);
    strbuf_add_byte(&b, '"');
    for (const char *p = text; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == '"' || *p == '\\')
            strbuf_addf(&b, "\\u%04x", (unsigned)(unsigned char)*p);
        else
            strbuf_add_byte(&b, *p);
    strbuf_add_byte(&b, '"');
    return strbuf_text(&b);
}

static void write_trace(shell *s, const char *name, const char *text) {
    strbuf b = strbuf_in(s->arena);
    str filled = json_text(s, text);
    for (const char *p = trace; *p; p++)
        if (p[0] == '@' && p[1] == 'P')
            strbuf_add_c(&b, "own"), p++;
        else if (*p == '@')
            strbuf_add(&b, filled);
        else
            strbuf_add_byte(&b, *p);
    shell_write(s, name, strbuf_text(&b));
}

static bool installed(shell *s, const char *program) {
    bool is = shell_run(s, str_format(s->arena, "command -v %s >../found", program).ptr) == 0;
    if (!is)
        print_message("%s is not installed: what it reads is not looked at\n", program);
    return is;
}

/* What the commands print about the harmless file and the hostile one (`F`), line by line: nothing new. */
static void expect_nothing_new(shell *s, const char *what, const char *text, const char *command) {
    const char *both = "for k in $G bad; do export F=$k; { %s\n } >$k.shape; done; comm -13 $G.shape bad.shape";
    shell_expect(s, 0, str_format(s->arena, both, command).ptr);
    if (s->out.len)
        fault("%s of %s has what a harmless text has not:\n%s", what, text, s->out.ptr);
}

static void expect_same(shell *s, const char *what, const char *text, const char *command) {
    const char *both = "for k in $G bad; do export F=$k; { %s\n } >$k.shape; done; diff $G.shape bad.shape";
    if (shell_run(s, str_format(s->arena, both, command).ptr) != 0)
        fault("%s of %s is not that of a harmless text:\n%s%s", what, text, s->out.ptr, s->err.ptr);
}

/* ---- one format each ---- */

#define NAMES "grep -oE '(ELEMENT|ATTRIBUTE) [^ ]+' | sort -u"

static void look_at_markup(shell *s, const char *text) {
    expect_nothing_new(s, "the page", text, "xmllint --html --debug --noent $F.html 2>/dev/null | " NAMES);
    shell_expect(s, 0, "xmllint --noout bad.svg bad-live.svg");
    expect_nothing_new(s, "the figure", text, "xmllint --debug $F.svg | " NAMES);
    expect_nothing_new(s, "the figure with live text", text, "xmllint --debug $F-live.svg | " NAMES);
    expect_nothing_new(
        s, "the links", text,
        "cat $F.html $F.svg $F-live.svg | grep -oE ' (href|src|on[a-z]+)=\"[^#\"]*' | sort -u | grep -v '&'");
}

static void look_at_others(shell *s, const char *text) {
    expect_nothing_new(s, "TikZ", text,
                       "sed 's/%.*//' $F.tikz | grep -oE '[\\\\][A-Za-z]+' | grep -vE '^.(text|char)' | sort -u");
    shell_expect(s, 0, "qpdf --check bad.pdf && qpdf --check bad-figure.pdf");
    expect_nothing_new(s, "the PDF", text,
                       "qpdf --qdf --object-streams=disable $F.pdf - | grep -aoE '^ *(/S)? "
                       "/(JS|JavaScript|URI|Launch|OpenAction|AA|GoToR|SubmitForm)' | sort -u");
}

static void look_at_data(shell *s, const char *text) {
    json_error_t fault;
    str json = shell_file(s, "bad.json");
    json_t *read = json_loadb(json.ptr, json.len, 0, &fault);
    if (!read)
        fail_msg("the JSON of %s cannot be read: %s", text, fault.text);
    json_decref(read);
    shell_expect(
        s, 0,
        "$H render bad.jsonl -q -f trace -o again.jsonl && $H render again.jsonl -q -f trace -o - | cmp - again.jsonl");
}

/* ---- Markdown ---- */

/* The front matter is one map of texts to every reader of YAML. */
static void look_at_front(shell *s, str md, const char *text) {
    error e = error_in(s->arena);
    size_t end = str_find(md, STR("\n---\n"), 0);
    assert_true(str_starts(md, "---\n") && end != SIZE_MAX);
    source front = {STR("front"), str_slice(md, 4, end + 1)};
    datum *map = yaml_to_datum(&front, 0, front.text.len, s->arena, &e);
    if (!map || map->kind != DATUM_MAP || !datum_get(map, "lang"))
        fault("the front matter of %s is no map:\n%s", text, front.text.ptr);
}

/* Without what stands in code, which no reader looks into. */
static str without_code(shell *s, str md) {
    strbuf b = strbuf_in(s->arena);
    for (size_t at = 0; at < md.len;) {
        size_t end = at, close = SIZE_MAX;
        while (end < md.len && md.ptr[end] == '`')
            end++;
        str fence = str_slice(md, at, end);
        if (fence.len)
            close = str_find(md, fence, end);
        if (close != SIZE_MAX)
            at = close + fence.len;
        else
            strbuf_add_byte(&b, md.ptr[at++]);
    }
    return strbuf_text(&b);
}

static void look_for_raw(shell *s, str whole, const char *text) {
    str md = without_code(s, whole);
    static const char *const live[] = {"\\input",       "\\immediate",  "\\write18",    "\\begin{x",   "\\href",
                                       "](javascript:", "](http://",    "{{<",          "<svg",        "<script",
                                       "<img",          "`{=html}",     "`{r}",         "`{python}",   "`r system",
                                       "](figure:",     "\x1B",         "\xC2\x9B",     "\xC2\x85",    "\xE2\x80\xAE",
                                       "\xE2\x81\xA6",  "\xE2\x80\x8B", "\xE2\x80\xA8", "\xEF\xBB\xBF"};
    for (size_t k = 0; k < COUNT(live); k++)
        if (str_find(md, str_of(live[k]), 0) != SIZE_MAX)
            fault("\"%s\" stands raw in the Markdown of %s", live[k], text);
    for (size_t k = 0; k + 1 < md.len; k++)
        if (md.ptr[k] == '<' && md.ptr[k + 1] != ' ')
            fault("a < that might open a tag in the Markdown of %s: %.40s", text, md.ptr + k);
    shell_expect(s, 0, "! grep -E '&([^a-zA-Z#]|$)' bad.md | grep -v '[\\\\]begin{cases}' | grep -vE '[\\\\]&' ");
}

static const char *const kinds[] = {"markdown", "gfm", "commonmark_x"};

/* The kinds of blocks and how many of each; and of what stands in lines no kind that is new, but code. */
static void look_with_pandoc(shell *s, const char *text) {
    for (size_t k = 0; k < COUNT(kinds); k++) {
        const char *blocks =
            "pandoc -f %s -t json $F.md | grep -oE "
            "'\"t\":\"(Header|Para|Plain|BulletList|OrderedList|DefinitionList|LineBlock|BlockQuote|Table|"
            "HorizontalRule|Div|RawBlock|RawInline|Link|Image|Cite|Note|Math)\"' | sort | uniq -c";
        const char *inlines = "pandoc -f %s -t json $F.md | grep -oE '\"t\":\"[A-Za-z]+\"' | sort -u | grep -vE "
                              "'Code|LineBreak|Str|Space|ColWidth'";
        expect_same(s, kinds[k], text, str_format(s->arena, blocks, kinds[k]).ptr);
        expect_nothing_new(s, kinds[k], text, str_format(s->arena, inlines, kinds[k]).ptr);
    }
}

static void look_with_cmark(shell *s, const char *text) {
    expect_same(s, "CommonMark", text,
                "sed 1,/^---/d $F.md | cmark-gfm --unsafe -e table -e autolink -e strikethrough -e footnotes | grep "
                "-oE '</?(a|p|h[1-6]|ul|ol|li|blockquote|table|tr|td|th|hr|img|script|svg|del|strong|em|section|sup)[ "
                "/>]' | sort | uniq -c");
}

/* ---- the whole ---- */

static const char render[] =
    "$H render %s.jsonl -q -t ./sheet.md -o %s.pdf && $H render %s.jsonl -q -t ./sheet.md -o %s.html && "
    "$H render %s.jsonl -q -t ./sheet.md -o %s.md && $H render %s.jsonl -q --figure calls -o %s.svg && "
    "$H render %s.jsonl -q --figure tables --svg-text live -o %s-live.svg && "
    "$H render %s.jsonl -q --figure calls -o %s.tikz && $H render %s.jsonl -q --figure calls -o %s-figure.pdf && "
    "$H render %s.jsonl -q --figure expression -o %s.png && $H render %s.jsonl -q -f json -o %s.json && "
    "$H render %s.jsonl -q -f text -o %s.txt";

static void make_all(shell *s, const char *name, const char *text) {
    strbuf command = strbuf_in(s->arena);
    for (const char *p = render; *p; p++)
        if (p[0] == '%' && p[1] == 's')
            strbuf_add_c(&command, name), p++;
        else
            strbuf_add_byte(&command, *p);
    write_trace(s, str_format(s->arena, "%s.jsonl", name).ptr, text);
    shell_expect(s, 0, strbuf_text(&command).ptr);
}

static void no_text_comes_alive_in_any_format(void **state) {
    (void)state;
    faults = 0;
    shell s = shell_new();
    shell_write(&s, "sheet.md", STR(sheet));
    make_all(&s, "good", harmless);
    make_all(&s, "good2", with_signs);
    bool pandoc = installed(&s, "pandoc"), cmark = installed(&s, "cmark-gfm");
    for (size_t k = 0; k < COUNT(hostile); k++) {
        make_all(&s, "bad", hostile[k]);
        setenv("G", strpbrk(hostile[k], "<&") ? "good2" : "good", 1);
        look_at_markup(&s, hostile[k]);
        look_at_others(&s, hostile[k]);
        look_at_data(&s, hostile[k]);
        str md = shell_file(&s, "bad.md");
        look_at_front(&s, md, hostile[k]);
        look_for_raw(&s, md, hostile[k]);
        if (pandoc)
            look_with_pandoc(&s, hostile[k]);
        if (cmark)
            look_with_cmark(&s, hostile[k]);
    }
    assert_int_equal(faults, 0);
    shell_free(&s);
}

static void no_text_begins_a_block(void **state) {
    (void)state;
    faults = 0;
    static const char make[] = "$H render %s.jsonl -q -t ./sheet.md -o %s.md";
    shell s = shell_new();
    shell_write(&s, "sheet.md", STR(sheet));
    write_trace(&s, "good.jsonl", harmless_start);
    shell_expect(&s, 0, str_format(s.arena, make, "good", "good").ptr);
    setenv("G", "good", 1);
    bool pandoc = installed(&s, "pandoc"), cmark = installed(&s, "cmark-gfm");
    for (size_t k = 0; k < COUNT(starts); k++) {
        write_trace(&s, "bad.jsonl", starts[k]);
        shell_expect(&s, 0, str_format(s.arena, make, "bad", "bad").ptr);
        str md = shell_file(&s, "bad.md");
        look_at_front(&s, md, starts[k]);
        look_for_raw(&s, md, starts[k]);
        if (pandoc)
            look_with_pandoc(&s, starts[k]);
        if (cmark)
            look_with_cmark(&s, starts[k]);
    }
    assert_int_equal(faults, 0);
    shell_free(&s);
}

static void what_has_no_ink_is_seen_in_markdown(void **state) {
    (void)state;
    faults = 0;
    shell s = shell_new();
    shell_write(&s, "sheet.md",
                STR("---\ntitle: \"{{instance.t}}\"\n---\n# A\n\nHere {{instance.t}} `{{instance.t}}`\n"));
    for (size_t k = 0; k < COUNT(unseen); k++) {
        write_trace(&s, "bad.jsonl", unseen[k]);
        shell_expect(
            &s, 0,
            "$H render bad.jsonl -q -t ./sheet.md -o bad.md && $H render bad.jsonl -q -t ./sheet.md -o bad.html");
        str md = shell_file(&s, "bad.md");
        look_at_front(&s, md, unseen[k]);
        look_for_raw(&s, md, unseen[k]);
        assert_true(str_find(md, STR("\nHere "), 0) != SIZE_MAX && utf8_invalid(md) == SIZE_MAX);
    }
    assert_int_equal(faults, 0);
    shell_free(&s);
}

/* Texts of an instance are letters, rows of tables and the title of a sheet. */
static void texts_of_an_instance_stay_texts(void **state) {
    (void)state;
    faults = 0;
    static const char *const texts[] = {"<b>x", "&lt;", "\\input{", "[a](b)", "$`|`$", "{{<@"};
    static const char make[] = "for x in md html; do $H lcs \"$T\" \"$T\" -q -o %s.$x || exit 1; done";
    shell s = shell_new();
    setenv("T", "abcd", 1);
    shell_expect(&s, 0, str_format(s.arena, make, "good").ptr);
    setenv("G", "good", 1);
    bool pandoc = installed(&s, "pandoc");
    for (size_t k = 0; k < COUNT(texts); k++) {
        setenv("T", texts[k], 1);
        shell_expect(&s, 0, str_format(s.arena, make, "bad").ptr);
        expect_nothing_new(&s, "the page", texts[k], "grep -oE '<[a-z!/][a-z0-9]*' $F.html | sort -u");
        look_for_raw(&s, shell_file(&s, "bad.md"), texts[k]);
        if (pandoc)
            expect_nothing_new(
                &s, "pandoc", texts[k],
                "pandoc -t json $F.md | grep -oE '\"t\":\"(Raw[A-Z][a-z]*|Link|Cite|Note|Span|Div)\"' | sort -u");
    }
    assert_int_equal(faults, 0);
    shell_free(&s);
}

/* A name of a file is one name, whatever signs are in it. */
static void names_of_files_are_escaped_in_links(void **state) {
    (void)state;
    static const char *const names[] = {"a b", "a#b",  "a%20b", "a(b)c", "a[b]c", "a<b>c",        "a?b",
                                        "a:b", "a&b;", "a\\b",  "a`b",   "a*b_c", "\xE5\xA4\x9A", "a\"b"};
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(names); k++) {
        setenv("N", names[k], 1);
        shell_expect(
            &s, 0,
            "$H polygon 1 t 5 -q --figure ring -o x.svg && $H lcs ab b -q -o \"$N.md\" && cp \"$N.md\" copy.txt");
        str md = shell_file(&s, "copy.txt");
        size_t count = 0;
        for (size_t at = 0; (at = str_find(md, STR("]("), at)) != SIZE_MAX; at++) {
            size_t end = str_find(md, STR(")"), at);
            str target = str_slice(md, at + 2, end);
            if (str_starts(target, "#") || str_find(target, STR(".svg"), 0) == SIZE_MAX)
                continue;
            strbuf name = strbuf_in(s.arena); /* as a browser decodes it */
            for (size_t c = 0; c < target.len; c++)
                if (target.ptr[c] == '%') {
                    unsigned byte = 0;
                    assert_int_equal(sscanf(target.ptr + c + 1, "%2x", &byte), 1);
                    strbuf_add_byte(&name, (char)byte);
                    c += 2;
                } else {
                    assert_null(strchr(" #?:()[]<>\\`\"&", target.ptr[c]));
                    strbuf_add_byte(&name, target.ptr[c]);
                }
            setenv("P", strbuf_text(&name).ptr, 1);
            shell_expect(&s, 0, "test -f \"$P\"");
            count++;
        }
        assert_true(count >= 3);
    }
    shell_free(&s);
}

/* Pictures are those of the document, not what looks like one in code; every way to write one gives its own. */
static void images_are_those_of_the_document(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(
        &s, "code.md",
        STR("# T\n\n```\n![code](figure:ring)\n```\n\n`![inline](figure:ring)` and\n\n![real](figure:tables)\n\n"
            "![paren](figure:merge)\n"));
    shell_expect(&s, 0, "$H polygon 4 t -7 t 4 x 2 x 5 -q -t ./code.md -o out.md && cat out.md && ls out-*");
    assert_true(
        str_find(s.out,
                 STR("```\n![code](figure:ring)\n```\n\n`![inline](figure:ring)` and\n\n"
                     "![real](out-1-tables.svg)\n\n![paren](out-2-merge.svg)\nout-1-tables.svg\nout-2-merge.svg\n"),
                 0) != SIZE_MAX);
    shell_write(&s, "ref.md",
                STR("# T\n\n![real][r]\n\n![angle](<figure:tables>)\n\n![sp]( figure:merge "
                    ")\n\n![ttl](figure:expression \"title\")\n\n"
                    "[r]: figure:ring\n"));
    shell_expect(&s, 0, "$H polygon 4 t -7 t 4 x 2 x 5 -q -t ./ref.md -o ref.out.md && cat ref.out.md");
    assert_true(
        str_find(s.out,
                 STR("![real](ref.out-1-ring.svg)\n\n![angle](ref.out-2-tables.svg)\n\n![sp](ref.out-3-merge.svg)\n\n"
                     "![ttl](ref.out-4-expression.svg)\n"),
                 0) != SIZE_MAX);
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_text_comes_alive_in_any_format),   cmocka_unit_test(no_text_begins_a_block),
        cmocka_unit_test(what_has_no_ink_is_seen_in_markdown), cmocka_unit_test(names_of_files_are_escaped_in_links),
        cmocka_unit_test(images_are_those_of_the_document),    cmocka_unit_test(texts_of_an_instance_stay_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
