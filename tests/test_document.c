#include "build.h"
#include "document.h"
#include "output.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* ---- blocks as text: what a test can say in one line ---- */

static void show_spans(strbuf *b, const span *spans, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const span *s = &spans[k];
        const char *around = s->strong && s->emphasis ? "***" : s->strong ? "**" : s->emphasis ? "*" : "";
        strbuf_add_c(b, around);
        if (s->code)
            strbuf_add_c(b, "`");
        if (s->math)
            strbuf_addf(b, "$%.*s$", STR_ARG(s->text));
        else
            strbuf_add(b, s->text);
        if (s->code)
            strbuf_add_c(b, "`");
        strbuf_add_c(b, around);
        if (s->ref.len)
            strbuf_addf(b, "<ref %.*s>", STR_ARG(s->ref));
        if (s->link.len)
            strbuf_addf(b, "<%.*s>", STR_ARG(s->link));
        if (s->line_break)
            strbuf_add_c(b, "/");
    }
}

static void show_block(strbuf *b, const block *block);

static void show_children(strbuf *b, const block *parent) {
    for (size_t k = 0; k < parent->child_count; k++)
        show_block(b, parent->children[k]);
}

static void show_figures(strbuf *b, const block *block) {
    for (size_t k = 0; k < block->figure_count; k++) {
        const figure_reference *f = block->figures[k];
        strbuf_addf(b, "%s%.*s", k ? ", " : "", STR_ARG(f->name));
        for (size_t i = 0; f->params && i < f->params->count; i++)
            strbuf_addf(b, " %.*s=%.*s", STR_ARG(f->params->items[i]->key), STR_ARG(f->params->items[i]->text));
        if (f->label.len)
            strbuf_addf(b, " {%.*s}", STR_ARG(f->label));
        strbuf_add_c(b, ": ");
        show_spans(b, f->caption, f->caption_count);
    }
}

static void show_block(strbuf *b, const block *block) {
    static const char *const names[] = {"h",     "p",       "formula", "list",    "item", "box",
                                        "table", "row",     "cell",    "figures", "code", "algorithm",
                                        "line",  "answers", "fields",  "write",   "rule", "break"};
    strbuf_addf(b, "[%s", names[block->kind]);
    if (block->kind == BLOCK_HEADING)
        strbuf_addf(b, "%d #%.*s", block->level, STR_ARG(block->anchor));
    if (block->ordered)
        strbuf_addf(b, " %d", (int)block->start);
    if (block->head)
        strbuf_add_c(b, " head");
    static const char *const aligns[] = {"", "<", "=", ">"};
    strbuf_add_c(b, aligns[block->align]);
    if (block->label.len)
        strbuf_addf(b, " {%.*s}", STR_ARG(block->label));
    if (block->kind == BLOCK_LINE)
        strbuf_addf(b, " %zu+%d", block->number, block->level);
    strbuf_add_c(b, ": ");
    show_spans(b, block->spans, block->span_count);
    if (block->kind == BLOCK_FORMULA || block->kind == BLOCK_CODE)
        strbuf_add(b, block->text);
    if (block->span_count && block->child_count)
        strbuf_add_c(b, " ");
    if (block->comment_count)
        strbuf_add_c(b, " // ");
    show_spans(b, block->comment, block->comment_count);
    show_figures(b, block);
    show_children(b, block);
    for (size_t k = 0; k < block->answer_count; k++) {
        strbuf_add_c(b, " answer ");
        show_block(b, block->answer[k]);
    }
    strbuf_add_c(b, block->qed ? " qed" : "");
    strbuf_add_c(b, "]");
}

static const char *shown(const document *d, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < d->count; k++) {
        show_block(&b, d->blocks[k]);
        strbuf_add_byte(&b, '\n');
    }
    return strbuf_text(&b).ptr;
}

static document *make(arena *a, const char *template, const context *c, error *e) {
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("t.md"), str_of(template)};
    *e = error_in(a);
    return document_make(where, c, NULL, STR("en"), a, e);
}

static context plain_context(arena *a) {
    datum *d = datum_map(a);
    datum_put(a, d, "number", datum_text(a, STR("40")));
    datum_put(a, d, "stars", datum_text(a, STR("a*b**c|d")));
    datum_put(a, d, "big",
              datum_text(a, STR("−15\xE2\x80\x89"
                                "750")));
    datum_put(a, d, "odd", datum_text(a, STR("\\^~_{}%&#$")));
    datum_put(a, d, "empty", datum_text(a, STR("")));
    datum_put(a, d, "command", datum_text(a, STR("\\ref{one}")));
    datum_put(a, d, "title", datum_text(a, STR("outer")));
    return (context){.view = view_of_datum(d)};
}

typedef struct expected {
    const char *template, *blocks;
} expected;

static void check(const expected *cases, size_t count) {
    for (size_t k = 0; k < count; k++) {
        arena *a = arena_new(NULL);
        context c = plain_context(a);
        error e;
        document *d = make(a, cases[k].template, &c, &e);
        if (!d)
            fail_msg("%s\n%s", cases[k].template, error_text(&e).ptr);
        assert_string_equal(shown(d, a), cases[k].blocks);
        arena_free(a);
    }
}
#define CHECK(cases) check(cases, sizeof(cases) / sizeof *(cases))

static void blocks_of_markdown(void **state) {
    (void)state;
    static const expected cases[] = {
        {"# The game\n\nWords *in italics*, **bold** and `code *x*`.\n",
         "[h1 #the-game: The game]\n[p: Words *in italics*, **bold** and `code *x*`.]\n"},
        {"# A\n## A\n### A b, c!\n# 中文 A\n# $x$\n# +\n",
         "[h1 #a: A]\n[h2 #a-2: A]\n[h3 #a-b-c: A b, c!]\n[h1 #中文-a: 中文 A]\n[h1 #x: $x$]\n[h1 #section: +]\n"},
        {"- a\n- b\n  - c\n\n3. x\n4. y\n\n   z\n",
         "[list: [item: [p: a]][item: [p: b][list: [item: [p: c]]]]]\n[list 3: [item: [p: x]][item: [p: y][p: z]]]\n"},
        {"> **Why?** Because $x$.\n>\n> More.\n", "[box: **Why?** [p: Because $x$.][p: More.]]\n"},
        {"> **Before you turn the page**\n> The next cell is $m[3,3]$.\n",
         "[box: **Before you turn the page** [p: The next cell is $m[3,3]$.]]\n"},
        {"> **Only $x$ bold**\n", "[box: **Only ****$x$**** bold**]\n"},
        {"> quoted\n", "[box: [p: quoted]]\n"},
        {"| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | $a|b$ | `x\\|y` | \\| |\n",
         "[table: [row head: [cell: a][cell<: b][cell=: c][cell>: d]]"
         "[row: [cell: 1][cell<: $a|b$][cell=: `x|y`][cell>: |]]]\n"},
        {"a\n\n---\n\nb\n\n***\n\n\\pagebreak\n\nc", "[p: a]\n[rule: ]\n[p: b]\n[rule: ]\n[break: ]\n[p: c]\n"},
        {"```\nx $y$ **\n\n> {z\n```\n", "[code: x $y$ **\n\n> {z\n]\n"},
        {"    not code\n", "[p: not code]\n"},
        {"one  \ntwo\\\nthree\nfour", "[p: one/two/three four]\n"},
        {"[text](#figure-1) and <http://x.y/>", "[p: text<#figure-1> and http://x.y/<http://x.y/>]\n"},
        {"&minus;6 &times; 2 &#8804; &#x3b1; &amp; a & b", "[p: −6 × 2 ≤ α & a & b]\n"},
        {"a < b > c, 1<2", "[p: a < b > c, 1<2]\n"},
        {"", ""},
        {"\n\n{{! nothing }}\n", ""},
    };
    CHECK(cases);
}

/* Algorithms, statements, questions and what refers to them. */
static void blocks_of_textbooks(void **state) {
    (void)state;
    static const expected cases[] = {
        {"```algorithm SUM($a$) {#sum}\n> *Input:* for a list\nfor $i = 1$ to $n$  // all of\n    if $a|b$ | "
         "{{stars}}: "
         "format\n\nreturn it\n```\n",
         "[algorithm {sum}: SUM($a$) [line 0+0: *Input:* for a list][line 1+0: **for** $i = 1$ **to** $n$ // all of]"
         "[line 2+2: **if** $a|b$ | a*b**c|d: format][line 3+0: **return** it]]\n"},
        {"```algorithm\nx // y $//$ https://z\n```\n", "[algorithm: [line 1+0: x // y $//$ https://z]]\n"},
        {"```algorithmic\nx\n```\n", "[code: x\n]\n"},
        {"> **Theorem #** (small). {#opt} Let *it* be.\n", "[box {opt}: **Theorem #** [p: (small). Let *it* be.]]\n"},
        {"> **Theorem #.** {#opt} Let\n", "[box {opt}: **Theorem #.** [p: Let]]\n"},
        {"> **Q #.** Why?\n> \\answer So, *as* said.\n>\n> And so.\n",
         "[box: **Q #.** [p: Why?] answer [p: So, *as* said.] answer [p: And so.]]\n"},
        {"> **Q #.** Why?\n>\n> - x\n>\n> \\answer So.\n",
         "[box: **Q #.** [p: Why?][list: [item: [p: x]]] answer [p: So.]]\n"},
        {"So it is. \\qed\n", "[p: So it is. qed]\n"},
        {"$$ a $$ {#one}\n\nAs {{figure one}}, \\ref{two} say.\n",
         "[formula {one}: a]\n[p: As ?<ref one>, ?<ref two> say.]\n"},
        {"![x](figure:tables){#end}\n", "[figures: tables {end}: x]\n"},
        {"\\answers\n", "[answers: ]\n"},
        /* A value refers to nothing, and names nothing. */
        {"As {{command}} says.\n", "[p: As \\ref{one} says.]\n"},
    };
    CHECK(cases);
}

static void formulas(void **state) {
    (void)state;
    static const expected cases[] = {
        {"Inline $a_1 * b_1 * c_2$, $x_{i_1}$ and $\\frac{a}{b}$.",
         "[p: Inline $a_1 * b_1 * c_2$, $x_{i_1}$ and $\\frac{a}{b}$.]\n"},
        {"price 5$ and 6$, or \\$7, or $x$ and 8$.", "[p: price 5$ and 6$, or $7, or $x$ and 8$.]\n"},
        {"`$x$` **$y$** *a $z$ b*", "[p: `$x$` **$y$** *a **$z$** b*]\n"},
        {"$$ m = \\max_{1 \\le s < j} x $$\n", "[formula: m = \\max_{1 \\le s < j} x]\n"},
        {"$$\nf = \\begin{cases} a+c & op = + \\\\\n  b & x \\end{cases}\n$$\n",
         "[formula: f = \\begin{cases} a+c & op = + \\\\ b & x \\end{cases}]\n"},
        {"so $$ a $$ text after", "[p: so]\n[formula: a]\n[p: text after]\n"},
        {"> **Check** that\n> $$ a\n> > b $$\n", "[box: **Check** [p: that][formula: a b]]\n"},
        {"$$ a\n+ b\n- c $$", "[formula: a + b - c]\n"},
        {"| x |\n|---|\n| $a\\|b$ $$c$$ |\n", "[table: [row head: [cell: x]][row: [cell: $a|b$ $c$]]]\n"},
        {"${{big}}$ and {{big}}", "[p: $−15\\,750$ and −15\xE2\x80\x89"
                                  "750]\n"},
        {"${{odd}}$", "[p: $\\setminus{}\\text{^}\\sim{}\\_\\{\\}\\%\\&\\#\\$$]\n"},
    };
    CHECK(cases);
}

/* Chinese has no blanks, and CommonMark decides by blanks. */
static void emphasis_in_chinese(void **state) {
    (void)state;
    static const expected cases[] = {
        {"这是**重点：**内容", "[p: 这是**重点：**内容]\n"},
        {"后面**“引号”**后面，**重点。**", "[p: 后面**“引号”**后面，**重点。**]\n"},
        {"**（一）**和**（二）**都*（斜）*好", "[p: **（一）**和**（二）**都*（斜）*好]\n"},
        {"**重点：**$x$ 与**$y$**后", "[p: **重点：**$x$ 与**$y$**后]\n"},
        {"**a****b** ***c*** **d *e*** f", "[p: **ab** ***c*** **d *****e*** f]\n"},
        {"> **重点：**内容\n", "[box: **重点：** [p: 内容]]\n"},
        {"- **甲：**乙\n- **丙：**丁\n", "[list: [item: [p: **甲：**乙]][item: [p: **丙：**丁]]]\n"},
        {"| **甲：**乙 |\n|---|\n| **“丙”**丁 |\n",
         "[table: [row head: [cell: **甲：**乙]][row: [cell: **“丙”**丁]]]\n"},
        {"# **标题：**甲", "[h1 #标题：甲: **标题：**甲]\n"},
        {"2 * 3 * 4 and 2*3 and \\*\\*x\\*\\* `**`", "[p: 2 * 3 * 4 and 2*3 and **x** `**`]\n"},
        {"a*b*c **x**y", "[p: a*b*c **x**y]\n"},
        /* lines are joined without a blank where Chinese has none */
        {"第一行，\n第二行\n第三行 x\ny 第四", "[p: 第一行，第二行第三行 x y 第四]\n"},
        {"**重点：** 内容 ，再 来", "[p: **重点：**内容，再来]\n"},
        {"共 {{number}} 种", "[p: 共 40 种]\n"},
    };
    CHECK(cases);
}

static void values_stay_what_they_are(void **state) {
    (void)state;
    static const expected cases[] = {
        {"{{number}}. Then more", "[p: 40. Then more]\n"},
        {"> {{number}}) so", "[box: [p: 40) so]]\n"},
        {"40. Then more", "[list 40: [item: [p: Then more]]]\n"},
        {"| {{stars}} |\n|---|\n| **{{stars}}** |\n",
         "[table: [row head: [cell: a*b**c|d]][row: [cell: **a*b**c|d**]]]\n"},
    };
    CHECK(cases);
}

static void figures_stand_alone(void **state) {
    (void)state;
    static const expected cases[] = {
        {"![The ring](figure:ring)\n", "[figures: ring: The ring]\n"},
        {"![The chain of $p(2,3)$](figure:ring \"t\") ![](figure:splits?step=3&x=a%2Cb)\n![c](figure:tables)",
         "[figures: ring: The chain of $p(2,3)$, splits step=3 x=a,b: , tables: c]\n"},
        {"- ![a](figure:ring)\n\n> **Box**\n>\n> ![b](figure:ring)\n",
         "[list: [item: [figures: ring: a]]]\n[box: **Box** [figures: ring: b]]\n"},
        {"![中文**标题：**甲](figure:ring)", "[figures: ring: 中文**标题：**甲]\n"},
        {"![a\nb](figure:ring)", "[figures: ring: a b]\n"},
    };
    CHECK(cases);
}

static void front_matter(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    context c = plain_context(a);
    error e;
    document *d =
        make(a,
             "\xEF\xBB\xBF---\r\ntitle: \"Game {{number}}\"\r\nauthor: 张\r\nlang: zh\r\npaper: a5\r\nruns:\r\n"
             "  - {problem: polygon}\r\n---\r\n# {{title}} {{author}} {{lang}}\r\n",
             &c, &e);
    if (!d)
        fail_msg("%s", error_text(&e).ptr);
    assert_true(str_is(d->title, "Game 40") && str_is(d->author, "张") && str_is(d->lang, "zh"));
    assert_true(str_is(d->subject, ""));
    assert_true(str_is(datum_as_text(datum_get(d->front, "paper")), "a5"));
    assert_int_equal(datum_get(d->front, "runs")->count, 1);
    assert_string_equal(shown(d, a), "[h1 #game-40-张-zh: Game 40 张 zh]\n");
    assert_int_equal(datum_get(d->front, "paper")->at, str_find(d->front_source->text, STR("a5"), 0));
    d = make(a, "# The *first* $x$\n", &c, &e);
    assert_true(str_is(d->title, "The first x") && str_is(d->lang, "en"));
    d = make(a, "{{title}}\n\n---\n", &c, &e);
    assert_string_equal(shown(d, a), "[p: outer]\n[rule: ]\n");
    const source early = {STR("t.md"), STR("---\ntitle: \"{{unknown}}\"\npaper: a4\n---\n{{unknown}}")};
    const datum *front = document_front(&early, a, &e);
    assert_true(str_is(datum_as_text(datum_get(front, "paper")), "a4"));
    arena_free(a);
}

static void line_ends_and_mark_change_nothing(void **state) {
    (void)state;
    const char *lf =
        "---\ntitle: T\n---\n# {{title}}\n\n> **Box**\n> text {{number}}\n\n$$\na\n$$\n\n| a |\n|---|\n| b |\n\n"
        "{{#title}}\n- x\n{{/title}}\n\none  \ntwo\n\n```\ncode\n```\n";
    arena *a = arena_new(NULL);
    strbuf crlf = strbuf_in(a);
    for (const char *p = lf; *p; p++)
        strbuf_add_c(&crlf, *p == '\n' ? "\r\n" : (char[]){*p, 0});
    context c = plain_context(a);
    error e;
    document *first = make(a, lf, &c, &e);
    document *second = make(a, strbuf_text(&crlf).ptr, &c, &e);
    document *third = make(a, str_format(a, "\xEF\xBB\xBF%s", strbuf_text(&crlf).ptr).ptr, &c, &e);
    assert_non_null(first);
    assert_non_null(third);
    assert_true(str_equal(first->markdown, second->markdown) && str_equal(first->markdown, third->markdown));
    assert_string_equal(shown(first, a), shown(second, a));
    assert_string_equal(shown(first, a), shown(third, a));
    arena_free(a);
}

typedef struct fault {
    const char *template;
    size_t line, column, width;
    const char *message;
} fault;

static void faults_name_the_place_in_the_template(void **state) {
    (void)state;
    static const fault cases[] = {
        {"---\ntitle: x\npapr: a4\n---\n", 3, 1, 4, "unknown key \"papr\"; did you mean \"paper\"?"},
        {"---\ntitle: [x]\n---\n", 2, 8, 3, "\"title\": expected a text"},
        {"---\ntitle: x\n# text\n", 1, 1, 3, "the front matter opened here is not closed by a line of ---"},
        {"---\ntitle: 'it''s {{nmber}}'\n---\n", 2, 15, 9, "unknown name \"nmber\"; did you mean \"number\"?"},
        {"---\nlang: de\n---\n", 2, 7, 2, "unknown language \"de\"; known are en and zh"},
        {"a\n\n中 $x", 3, 3, 1, "the formula opened here by $ is not closed; write \\$ for the sign"},
        {"a\n\n中 $$x\n\ny$$", 3, 3, 2, "the formula opened here by $$ is not closed before the next blank line"},
        {"text {{number}} $a \\foo b$", 1, 20, 4, "unknown command \\foo"},
        {"> $$\n> a\n> \\foo\n> $$", 3, 3, 4, "unknown command \\foo"},
        {"中文 ** x\n", 1, 4, 2, "these stars open and close nothing; write \\* for a star"},
        {"a {{stars}} **b\n\nc**\n", 1, 13, 2, "the bold words opened here are not closed; write \\* for a star"},
        {"a\n\n```\nx\n\ny", 3, 1, 3, "the block of code opened here is not closed"},
        {"a ${{empty}}$ b $x$", 1, 3, 1,
         "a formula of nothing: what is put in between these dollar signs is empty here"},
        {"a <b>c</b>", 1, 3, 3, "raw HTML is not taken; write \\< for the sign"},
        {"a\n\n<div>\nx\n</div>\n", 3, 1, 5, "raw HTML is not taken; write \\< for the sign"},
        {"a &foo; b", 1, 3, 5, "unknown entity \"&foo;\": write the sign itself"},
        {"x\n\n中 ![a](figure:ring) b", 3, 3, 17, "figures stand in a paragraph of their own, without words"},
        {"# a ![a](figure:ring)", 1, 5, 17,
         "a figure must be alone in its paragraph or in a cell of a table, not in a heading"},
        {"| a |\n|---|\n| ![a](figure:ring?height=tall) |\n", 3, 3, 29,
         "height of a figure: expected a length, 25mm or 70pt, got \"tall\""},
        {"![a](ring.png)", 1, 1, 14, "an image is written ![caption](figure:NAME)"},
        {"{{number}}\n\n![a](figure:)", 3, 1, 13, "the name of the figure is missing after \"figure:\""},
        {"![a](figure:ring?x)", 1, 1, 19, "\"x\" is not of the form name=value"},
        {"![a](figure:ring?x=1&x=2)", 1, 1, 25, "\"x\" is given twice"},
        {"a\n\n#### deep", 3, 6, 1, "headings go down to ### and no deeper"},
        {"a\r\nb {{nope}}", 2, 3, 8, "unknown name \"nope\""},
        {"a \xFF", 1, 3, 1, "expected text in UTF-8, got the byte 0xFF"},
        {"a\n\x1B[1m", 2, 1, 1, "the control character U+001B"},
        {"# A\n\n- a\n  > see [xy *z*](#b)", 4, 10, 3, "link target \"#b\" does not exist in the document"},
        {"[b](a.html)", 1, 2, 1, "a link must be (#heading), (https://…), (http://…) or (mailto:…), got (a.html)"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        context c = plain_context(a);
        error e;
        document *d = make(a, cases[k].template, &c, &e);
        if (d)
            fail_msg("no error: %s\n%s", cases[k].template, shown(d, a));
        if (!strstr(e.message.ptr, cases[k].message))
            fail_msg("%s\n%s", error_text(&e).ptr, cases[k].message);
        if (e.line != cases[k].line || e.column != cases[k].column || e.width != cases[k].width)
            fail_msg("%zu:%zu %zu\n%s", e.line, e.column, e.width, error_text(&e).ptr);
        arena_free(a);
    }
}

/* A figure knows the moment of the section that it stands in. */
static void figures_know_their_moment(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    source lines = {STR("t.jsonl"), STR("")};
    assert_true(input_read(a, STR(TEST_SOURCE_DIR "/tests/cases/polygon-ioi.jsonl"), &lines.text, &e));
    trace *t = trace_from_lines(&lines, a, &e);
    story *s = story_build(t, a, &e);
    context c = {.view = story_view(s)};
    document *d = make(a,
                       "![whole](figure:ring)\n\n{{#lengths}}\n![length {{length}}](figure:tables)\n\n{{#steps}}\n"
                       "{{#candidates}}\n![$s = {{s}}$](figure:splits)\n\n{{/candidates}}\n{{/steps}}\n{{/lengths}}\n",
                       &c, &e);
    assert_non_null(d);
    size_t whole = 0, phases = 0, candidates = 0;
    for (size_t k = 0; k < d->count; k++) {
        const figure_reference *f = d->blocks[k]->figures[0];
        assert_ptr_equal(f->moment.story, s);
        whole += !f->moment.run;
        phases += f->moment.phase && !f->moment.step;
        candidates += f->moment.candidate != NULL;
        assert_true(str_starts(str_slice(d->markdown, f->markdown_at, d->markdown.len), "!["));
        assert_true(str_ends(str_slice(d->markdown, 0, f->markdown_at + f->markdown_length), ")"));
        str there = str_slice(f->source->text, f->at, f->at + f->length);
        assert_true(str_starts(there, "![") && str_ends(there, ")"));
        if (f->moment.candidate)
            assert_string_equal(str_to_c(a, f->caption[0].text),
                                str_format(a, "s = %.*s", STR_ARG(str_slice(f->moment.candidate->label, 2, 9))).ptr);
    }
    assert_int_equal(whole, 1);
    assert_int_equal(phases, 4);
    assert_int_equal(candidates, 24);
    arena_free(a);
}

static void spans_know_their_place(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    context c = plain_context(a);
    error e;
    document *d = make(a, "one **two：**three $x$ {{number}}\n\n> **Title** *rest*\n", &c, &e);
    for (size_t k = 0; k < d->count; k++)
        for (size_t i = 0; i < d->blocks[k]->span_count; i++) {
            const span *s = &d->blocks[k]->spans[i];
            str there = str_slice(d->markdown, s->at, d->markdown.len);
            assert_true(s->math ? there.ptr[0] == '$' : there.ptr[0] == s->text.ptr[0] || s->text.ptr[0] == ' ');
        }
    assert_false(document_error(d, str_find(d->markdown, STR("40"), 0), 2, &e, "here"));
    assert_int_equal(e.column, 23);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_markdown),
        cmocka_unit_test(blocks_of_textbooks),
        cmocka_unit_test(formulas),
        cmocka_unit_test(emphasis_in_chinese),
        cmocka_unit_test(values_stay_what_they_are),
        cmocka_unit_test(figures_stand_alone),
        cmocka_unit_test(front_matter),
        cmocka_unit_test(line_ends_and_mark_change_nothing),
        cmocka_unit_test(faults_name_the_place_in_the_template),
        cmocka_unit_test(figures_know_their_moment),
        cmocka_unit_test(spans_know_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
