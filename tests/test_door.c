/* What comes in, and what may be read and written over: the program as somebody else's files meet it. */
#define _GNU_SOURCE
#include "shell.h"
#include "utf8.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool contains(str text, const char *part) {
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

/* The last command said this on standard error; else both are printed. */
static void said(const shell *s, const char *part) {
    if (!contains(s->err, part))
        fail_msg("\"%s\" is not in\n%.*s", part, STR_ARG(s->err));
}

/* A folder with one file of each kind that can be named, and a list of their sums. */
static shell start(void) {
    shell s = shell_new();
    shell_write(&s, "in.txt", STR("1 8 10 6\n"));
    shell_write(&s, "my.md", STR("---\ntitle: Mine\n---\n# A\n\n![](figure:play)\n"));
    shell_write(&s, "themed.md", STR("---\ntheme: ./own.yaml\n---\n# A\n\n![](figure:play)\n"));
    shell_write(&s, "phrases.en.yaml", STR("mine: {here: y}\n"));
    shell_write(&s, "own.yaml", STR("fonts:\n  sans: [./second.ttf]\n"));
    shell_write(&s, "a.lines", STR("one\ntwo\n"));
    shell_write(&s, "b.lines", STR("two\n"));
    shell_expect(&s, 0,
                 "cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf font.ttf && cp font.ttf second.ttf && "
                 "$H cards -i in.txt -f trace -o t.trace && cat >lines.md <<'END'\n---\nruns:\n  - {problem: lcs, "
                 "id: a, options: {lines: yes}, instance: [a.lines, b.lines]}\n---\n# A\n\n{{#a}}{{answer.length}}"
                 "{{/a}}\nEND\n ln -s my.md link; ln font.ttf hard; mkdir folder; "
                 "sha256sum *.* >../sums");
    return s;
}

/* Every file that a command names or finds is left as it was, whatever the format reads. */
static void no_input_is_written_over(void **state) {
    (void)state;
    static const struct {
        const char *command, *output; /* the command names or finds the output */
    } cases[] = {
        {"cards -i in.txt", "in.txt"},
        {"cards -i - <in.txt", "in.txt"},
        {"lcs --lines a.lines b.lines", "a.lines"},
        {"lcs --lines a.lines b.lines", "b.lines"},
        {"render t.trace", "t.trace"},
        {"render - <t.trace", "t.trace"},
        {"cards 1 8 -t ./my.md", "my.md"},
        {"cards 1 8 -t my.md", "link"},
        {"cards 1 8 -t ./link", "my.md"},
        {"cards 1 8 -t my.md", "phrases.en.yaml"},
        {"cards 1 8 -t themed.md", "own.yaml"},
        {"cards 1 8 -t themed.md", "second.ttf"},
        {"cards 1 8 --theme ./own.yaml", "own.yaml"},
        {"cards 1 8 --theme ./own.yaml", "second.ttf"},
        {"cards 1 8 --font font.ttf", "font.ttf"},
        {"cards 1 8 --font ./font.ttf", "hard"},
        {"cards 1 8 --font hard", "font.ttf"},
        {"render t.trace -t my.md", "my.md"},
        {"render t.trace --font font.ttf", "font.ttf"},
    };
    static const char *const formats[] = {"text", "json", "trace", "pdf", "html", "md", "svg --figure play"};
    shell s = start();
    for (size_t k = 0; k < COUNT(cases); k++)
        for (size_t n = 0; n < COUNT(formats); n++) {
            if (str_starts(str_of(cases[k].command), "lcs") && contains(str_of(formats[n]), "figure"))
                continue;
            shell_expect(&s, 2,
                         str_format(s.arena, "$H %s -f %s -o %s", cases[k].command, formats[n], cases[k].output).ptr);
            said(&s, str_format(s.arena, "handtrace: the output %s is also an input; it is left as it was\n",
                                cases[k].output)
                         .ptr);
        }
    static const char *const sheets[] = {"text", "json", "trace", "pdf", "html", "md"};
    static const char *const named[] = {"lines.md", "a.lines", "b.lines", "phrases.en.yaml", "own.yaml", "font.ttf"};
    for (size_t k = 0; k < COUNT(named); k++)
        for (size_t n = 0; n < COUNT(sheets); n++)
            shell_expect(&s, 2,
                         str_format(s.arena, "$H sheet lines.md --theme ./own.yaml --font font.ttf -f %s -o %s",
                                    sheets[n], named[k])
                             .ptr);
    shell_expect(&s, 0, "sha256sum -c --quiet ../sums && test ! -e out");
    shell_free(&s);
}

/* The same where the program names the output: in out/, in a folder of many files, beside a file of Markdown. */
static void no_input_is_written_over_by_a_default(void **state) {
    (void)state;
    static const char *const commands[] = {
        "mkdir out; ln in.txt out/cards.json; $H cards -i in.txt -f json",
        "ln -sf ../my.md out/cards.json; $H cards 1 8 -t my.md -f json",
        "ln -sf ../own.yaml out/cards.trace; $H cards 1 8 --theme ./own.yaml -f trace",
        "ln font.ttf folder/page-1.svg; $H cards 1 8 --font font.ttf -f svg -o folder",
        "ln in.txt folder/x.json; $H check cards -i in.txt --answer 14 -o folder/x.json",
        "ln own.yaml folder/play-2.svg; $H cards 1 8 10 6 --theme ./own.yaml --figure play --step all -f svg -o folder",
        "ln phrases.en.yaml x-1-play.svg; $H cards 1 8 -t my.md -o x.md",
        "$H cards -i in.txt -f json -o - 1<>in.txt",
        "$H cards 1 8 -t my.md -f text -o /dev/stdout >>my.md",
    };
    shell s = start();
    for (size_t k = 0; k < COUNT(commands); k++) {
        shell_expect(&s, 2, commands[k]);
        said(&s, " is also an input; it is left as it was\n");
    }
    shell_expect(&s, 0, "sha256sum -c --quiet ../sums && test ! -e x.md");
    shell_free(&s);
}

/* What is found by its name: in the templates folder, among the system's fonts. */
static void nothing_that_is_found_is_written_over(void **state) {
    (void)state;
    static const char *const commands[] = {
        "$H cards 1 8 --theme large -f json -o own/themes/large.yaml",
        "$H cards 1 8 -t handout -f trace -o own/cards/handout.en.md",
        "$H cards 1 8 -o own/cards/handout.en.md -f html",
        "$H cards 1 8 -f text -o own/common/phrases.en.yaml",
        "$H cards 1 8 -f text -o own/cards/phrases.en.yaml",
        "$H cards 1 8 --figure play -f svg -o own/cards/phrases.en.yaml",
        "$H check cards 1 8 --answer 8 -o own/cards/phrases.en.yaml",
        "$H sheet lecture -f json -o own/themes/compact.yaml",
        "$H sheet lecture -f text -o own/themes/compact.yaml",
        "$H sheet lecture -f text -o own/lcs/phrases.en.yaml",
        "$H cards 1 8 --figure play -f svg -o data/fonts/deep/cmunss.ttf",
        "$H cards 1 8 -f pdf -o data/fonts/deep/cmunss.ttf",
        "$H cards 1 8 --font cmunss.ttf -f json -o data/fonts/deep/cmunss.ttf",
    };
    shell s = start();
    shell_expect(&s, 0,
                 "cp -r $HANDTRACE_TEMPLATES own; mkdir -p data/fonts/deep; cp font.ttf data/fonts/deep/cmunss.ttf; "
                 "find own data -type f -exec sha256sum {} + >../sums");
    for (size_t k = 0; k < COUNT(commands); k++) {
        shell_expect(
            &s, 2, str_format(s.arena, "export HANDTRACE_TEMPLATES=own XDG_DATA_HOME=$PWD/data; %s", commands[k]).ptr);
        said(&s, " is also an input; it is left as it was\n");
    }
    shell_expect(&s, 0, "sha256sum -c --quiet ../sums");
    shell_free(&s);
}

/* What is named must be there, also where the format does not read it. */
static void what_is_named_is_there(void **state) {
    (void)state;
    static const struct {
        const char *option, *message;
        int status;
    } cases[] = {
        {"-t ./nosuch.md", "handtrace: cannot read ./nosuch.md: No such file or directory\n", 2},
        {"-t nosuch.md", "handtrace: cannot read nosuch.md: No such file or directory\n", 2},
        {"-t ./folder", "handtrace: cannot read ./folder: Is a directory\n", 2},
        {"-t nosuch", "handtrace: no template 'nosuch' for cards; there are: handout, exercise, key\n", 2},
        {"--theme ./nosuch.yaml", "handtrace: cannot read ./nosuch.yaml: No such file or directory\n", 2},
        {"--theme larg", "handtrace: no theme 'larg'; did you mean large?\n", 2},
        {"--font nosuch.ttf", "handtrace: the font nosuch.ttf is neither here nor in the system's font folders\n", 2},
    };
    static const char *const formats[] = {"text", "json", "trace", "html", "svg --figure play"};
    shell s = start();
    for (size_t k = 0; k < COUNT(cases); k++)
        for (size_t n = 0; n < COUNT(formats); n++) {
            shell_expect(&s, cases[k].status,
                         str_format(s.arena, "$H cards 1 8 -f %s %s -o x", formats[n], cases[k].option).ptr);
            assert_string_equal(s.err.ptr, cases[k].message);
        }
    shell_expect(&s, 2, "$H cards 1 8 --font ./nosuch.ttf -f json -o x");
    assert_true(contains(s.err, "cannot read the font ./nosuch.ttf"));
    shell_expect(&s, 1, "test -e x");
    shell_free(&s);
}

/* The same mistake on the command line and in a template, which is a file to be mended. */
static void a_status_says_what_to_mend(void **state) {
    (void)state;
    static const struct {
        const char *typed, *written; /* options; the same in a template */
    } cases[] = {
        {"--theme ./nosuch.yaml -o x.pdf", "---\ntheme: nosuch.yaml\n---\n"},
        {"--figure ring --open 9 -o x.svg", "![](figure:ring?open=9)\n"},
        {"--figure ring --open x -o x.svg", "![](figure:ring?open=x)\n"},
        {"--figure chain --chain 9+9 -o x.svg", "![](figure:chain?chain=9+9)\n"},
        {"--figure tables --rows 8-9 -o x.svg", "![](figure:tables?rows=8-9)\n"},
        {"--figure tables --only q -o x.svg", "![](figure:tables?only=q)\n"},
        {"--figure nosuch -o x.svg", "![](figure:nosuch)\n"},
        {"--figure expression --solution 9 -o x.svg", "![](figure:expression?solution=9)\n"},
    };
    shell s = start();
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell_expect(&s, 2, str_format(s.arena, "$H polygon 2 t 3 x 4 %s", cases[k].typed).ptr);
        shell_write(&s, "t.en.md", str_of(cases[k].written));
        shell_expect(&s, 1, "$H polygon 2 t 3 x 4 -t ./t.en.md -o x.pdf");
    }
    shell_expect(&s, 1, "$H cards 1 two");
    shell_expect(&s, 2, "$H cards 1 2 --figure tables --run nosuch -o x.svg");
    shell_expect(&s, 2, "$H cards 1 2 --figure tables --step 99 -o x.svg");
    shell_expect(&s, 1, "test -e x.svg");
    shell_free(&s);
}

/* What was called otherwise in earlier versions answers to both names. */
static void old_names_go_on_working(void **state) {
    (void)state;
    static const struct {
        const char *now, *then;
    } cases[] = {
        {"cards 1 8 6 --figure calls --fold=no -o", "cards 1 8 6 --figure calls --unfold -o"},
        {"cards 1 8 6 --figure line-chart --columns plain -o", "cards 1 8 6 --figure growth --only plain -o"},
        {"cards 1 8 6 --figure unfold --depth 2 -o", "cards 1 8 6 --figure unfold --levels 2 -o"},
        {"game24 1 2 3 4 --figure hand -o", "game24 1 2 3 4 --figure deal -o"},
        {"game24 1 2 3 4 --figure set-lattice -o", "game24 1 2 3 4 --figure sets -o"},
        {"game24 1 2 3 4 --figure savings -o", "game24 1 2 3 4 --figure compress -o"},
        {"lcs ab ba --figure alignment -o", "lcs ab ba --figure match -o"},
        {"lcs ab ba --figure blank-lines -o", "lcs ab ba --figure room -o"},
        {"lcs ab ba --figure alignment --svg-text live -o", "lcs ab ba --figure match --text live -o"},
        {"polygon 3 t 1 x 2 x 3 --figure part-ranges --a 1 --b 2 --c 3 --d 4 -o",
         "polygon 3 t 1 x 2 x 3 --figure report --a 1 --b 2 --c 3 --d 4 -o"},
        {"polygon 3 t 1 x 2 x 3 --figure chain --chain 1+2 -o", "polygon 3 t 1 x 2 x 3 --figure chain --chain 1-2 -o"},
        {"cards 1 8 6 --max-calls 3 -f trace -o", "cards 1 8 6 --max-frames 3 -f trace -o"},
        {"cards --random n=4,ties -f trace -o", "cards --random len=4,tie -f trace -o"},
        {"lcs --random n=4,ties -f trace -o", "lcs --random tie,len=4 -f trace -o"},
        {"matrix-chain --random n=4,ties -f trace -o", "matrix-chain --random tie,n=4 -f trace -o"},
    };
    shell s = start();
    for (size_t k = 0; k < COUNT(cases); k++)
        shell_expect(
            &s, 0,
            str_format(s.arena, "$H %s now.svg && $H %s then.svg && cmp now.svg then.svg", cases[k].now, cases[k].then)
                .ptr);
    shell_expect(&s, 2, "$H lcs --random n=4,len=4 -f trace -o -");
    shell_free(&s);
}

/* A name that a template had in an earlier version is an error that says what it is called now. */
static void old_names_in_templates_are_answered(void **state) {
    (void)state;
    static const struct {
        const char *instance, *written, *message;
    } cases[] = {
        {"cards 1 8", "{{frame_count}}", "1:1: \"frame_count\" is not a name any more: write \"call_count\""},
        {"cards 1 8", "{{#frames}}{{/frames}}", "write \"calls\""},
        {"polygon 2 t 3 x 4", "{{#backs}}{{/backs}}", "write \"way_back\""},
        {"polygon 2 t 3 x 4", "{{#steps}}{{#tie}}{{/tie}}{{/steps}}", "write \"is_tied\""},
        {"polygon 2 t 3 x 4", "{{#steps}}{{#max.chosen}}{{/max.chosen}}{{/steps}}", "write \"max.winners\""},
        {"polygon 2 t 3 x 4", "{{#steps}}{{#candidates}}{{#chosen}}{{/chosen}}{{/candidates}}{{/steps}}",
         "write \"is_winner\""},
        {"polygon 2 t 3 x 4", "{{#tally}}{{/tally}}", "write \"totals\""},
        {"lcs a b", "{{#any_tie}}{{/any_tie}}", "write \"has_tie\""},
        {"lcs a b", "{{#is_small}}{{/is_small}}", "write \"longer<=8\""},
        {"lcs a b", "{{#asked}}{{/asked}}", "write \"question_cell\""},
        {"game24 1 2 3 4", "{{#is_small}}{{/is_small}}", "write \"fits_page\""},
        {"game24 1 2 3 4", "{{frames.count}}", "write \"calls.count\""},
        {"game24 1 2 3 4", "{{#twin}}{{/twin}}", "write \"equal_pair\""},
        {"recurrence a=2 b=2 f=n n=8", "{{#is_root}}{{/is_root}}", "is_case_root"},
        {"matrix-chain 2 3 4", "{{#steps}}{{#with_diamond}}{{/with_diamond}}{{/steps}}",
         "write \"is_whole (of a length)\""},
    };
    shell s = start();
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell_write(&s, "t.en.md", str_of(cases[k].written));
        shell_expect(&s, 1, str_format(s.arena, "$H %s -t ./t.en.md -f html -o -", cases[k].instance).ptr);
        if (!contains(s.err, cases[k].message))
            fail_msg("%s: %.*s", cases[k].written, STR_ARG(s.err));
    }
    shell_free(&s);
}

/* ---- bytes ---- */

static void a_command_line_is_text(void **state) {
    (void)state;
    static const struct {
        const char *command, *message;
    } cases[] = {
        {"lcs --random letters=$'A\\xff' --seed 3 -f json -o -",
         "--random:1:10: expected text in UTF-8, got the byte 0xFF\n  letters=A\\xFF\n           ^^^^\n"},
        {"check lcs AB AC --answer $'A\\xff' -f json",
         "--answer:1:2: expected text in UTF-8, got the byte 0xFF\n  A\\xFF\n   ^^^^\n"},
        {"lcs AB $'\\xc0\\x80' -f json -o -",
         "<arguments>:1:4: expected text in UTF-8, got the byte 0xC0\n  AB \\xC0\\x80\n     ^^^^\n"},
        {"lcs AB $'\\xed\\xa0\\x80' -f text -o -",
         "<arguments>:1:4: expected text in UTF-8, got the byte 0xED\n  AB \\xED\\xA0\\x80\n     ^^^^\n"},
        {"lcs AB $'\\xf4\\x90\\x80\\x80' -f trace -o -",
         "<arguments>:1:4: expected text in UTF-8, got the byte 0xF4\n  AB \\xF4\\x90\\x80\\x80\n     ^^^^\n"},
        {"polygon --values=$'1\\xff' --ops=+ -f json -o -",
         "--values:1:2: expected text in UTF-8, got the byte 0xFF\n  1\\xFF\n   ^^^^\n"},
        {"cards 1 8 --figure calls --root $'\\xff' -f svg -o -",
         "--root:1:1: expected text in UTF-8, got the byte 0xFF\n  \\xFF\n  ^^^^\n"},
        {"cards 1 8 --figure play --step=$'\\xff' -f svg -o -",
         "--step:1:1: expected text in UTF-8, got the byte 0xFF\n  \\xFF\n  ^^^^\n"},
        {"cards 1 8 --run $'\\xff' -f text -o -",
         "--run:1:1: expected text in UTF-8, got the byte 0xFF\n  \\xFF\n  ^^^^\n"},
        {"$'c\\xff' 1", "unknown command or problem 'c\\xFF'; run 'handtrace list problems' to see them\n"},
        {"cards 1 $'--\\xff'", "unknown option --\\xFF\n"},
    };
    shell s = start();
    for (size_t k = 0; k < COUNT(cases); k++) {
        const char *message = str_format(s.arena, "handtrace: %s", cases[k].message).ptr;
        shell_write(&s, "run.bash", str_format(s.arena, "$H %s\n", cases[k].command));
        shell_expect(&s, 2, "bash run.bash");
        assert_string_equal(s.err.ptr, message);
        assert_int_equal(s.out.len, 0);
    }
    shell_free(&s);
}

/* Files: bytes that are no UTF-8, and a NUL, have a place; a byte order mark alone changes nothing. */
static void files_are_text(void **state) {
    (void)state;
    static const struct {
        const char *bytes, *byte, *shown;
    } bad[] = {
        {"\\377", " in UTF-8, got the byte 0xFF", "\\xFF"},
        {"\\300\\200", " in UTF-8, got the byte 0xC0", "\\xC0\\x80"},
        {"\\355\\240\\200", " in UTF-8, got the byte 0xED", "\\xED\\xA0\\x80"},
        {"\\364\\220\\200\\200", " in UTF-8, got the byte 0xF4", "\\xF4\\x90\\x80\\x80"},
        {"\\000", ", got a NUL byte", "␀"},
    };
    static const struct {
        const char *name, *before, *command;
    } files[] = {
        {"x.txt", "1 ", "cards -i x.txt"},
        {"x.lcs", "a\\nb", "lcs -i x.lcs"},
        {"x.lines", "a\\nb", "lcs --lines x.lines a.lines"},
        {"x.trace", "{\"handtrace\":1,\"problem\":\"p\"}\\n{\"a\":\"", "render x.trace"},
        {"x.md", "# A\\n\\nb ", "cards 1 8 -t x.md"},
        {"x.md", "---\\ntitle: a", "cards 1 8 -t x.md"},
        {"x.yaml", "color:\\n  ink: ", "cards 1 8 --theme x.yaml"},
        {"sub/phrases.en.yaml", "mine: ", "cards 1 8 -t sub/t.md"},
    };
    shell s = start();
    shell_expect(&s, 0, "mkdir sub; cp my.md sub/t.md");
    for (size_t k = 0; k < COUNT(files); k++)
        for (size_t n = 0; n < COUNT(bad); n++) {
            shell_write(&s, "run.sh",
                        str_format(s.arena, "printf -- '%s%s\\n' >%s; $H %s -f html -o -\n", files[k].before,
                                   bad[n].bytes, files[k].name, files[k].command));
            shell_expect(&s, 1, "sh run.sh");
            assert_true(str_starts(s.err, str_format(s.arena, "handtrace: %s:", files[k].name).ptr));
            said(&s, str_format(s.arena, ": expected text%s\n", bad[n].byte).ptr);
            assert_true(contains(s.err, bad[n].shown) && utf8_invalid(s.err) == SIZE_MAX);
            assert_int_equal(s.out.len, 0);
        }
    shell_free(&s);
}

/* Escapes of YAML and of figures' parameters bring in nothing that the text itself must not hold. */
static void escapes_are_text(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"---\ntitle: \"a\\0b\"\n---\n# A\n", "x.md:2:8: the control character U+0000\n"},
        {"---\ntitle: \"a\\x1b[1m\"\n---\n# A\n", "x.md:2:8: the control character U+001B\n"},
        {"---\n\"a\\e\": b\n---\n# A\n", "x.md:2:1: the control character U+001B\n"},
        {"---\ntitle: \"\\uD800\"\n---\n# A\n", "x.md:2:"},
        {"# A\n\n![](figure:calls?root=%FF)\n", "x.md:3:1: expected text in UTF-8 without control characters after %"},
        {"# A\n\n![](figure:calls?root=%00)\n", "x.md:3:1: expected text in UTF-8 without control characters after %"},
        {"# A\n\n![](figure:calls?%1B=a)\n", "x.md:3:1: expected text in UTF-8 without control characters after %"},
        {"# A\n\n&#27; &#0;\n", "x.md:3:1: unknown entity"},
    };
    shell s = start();
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell_write(&s, "x.md", str_of(cases[k].text));
        shell_expect(&s, 1, "$H cards 1 8 -t x.md -f html -o -");
        said(&s, str_format(s.arena, "handtrace: %s", cases[k].message).ptr);
    }
    shell_write(&s, "x.md", STR("# A\n"));
    shell_expect(
        &s, 1, "mkdir sub; mv x.md sub; printf '%s' 'mine: \"\\e[1m\"' >sub/phrases.en.yaml; $H cards 1 8 -t sub/x.md");
    said(&s, "handtrace: sub/phrases.en.yaml:1:7: the control character U+001B\n");
    shell_free(&s);
}

/* Names of files may be any bytes: they work as names, and no message repeats them as they are. */
static void names_of_files_are_bytes(void **state) {
    (void)state;
    shell s = start();
    shell_write(&s, "run.bash",
                STR("f=$'f\\xff\\e'; mkdir $f; cp in.txt my.md t.trace own.yaml font.ttf second.ttf $f\n"
                    "$H cards -i $f/in.txt -t $f/my.md --theme $f/own.yaml --font $f/font.ttf -f html -o $f/x.html\n"
                    "$H render $f/t.trace -f json -o $f/x.json && $H cards 1 8 --figure play -f svg -o $f/x.svg\n"
                    "test -s $f/x.html && test -s $f/x.json && test -s $f/x.svg || exit 9\n"
                    "$H cards 1 8 -f svg -o $f/new && test -s $f/new/page-1.svg || exit 8\n"
                    "$H lcs --lines a.lines $f/my.md -f json -o - | iconv -f utf-8 -t utf-8 >../name || exit 7\n"
                    "$H cards 1 8 -o $f/x.md && exit 6; $H cards -i $f/nosuch; $H cards -i $f -o $f; exit 0\n"));
    shell_expect(&s, 0, "bash run.bash");
    assert_true(utf8_invalid(s.err) == SIZE_MAX && str_find(s.err, STR("\x1B"), 0) == SIZE_MAX);
    assert_true(contains(s.err, "into f\\xFF␛/new\n"));
    assert_true(contains(s.err, "expected a name in UTF-8 for -o, got 'f\\xFF␛/x.md'\n"));
    assert_true(contains(s.err, "cannot read f\\xFF␛/nosuch: No such file or directory\n"));
    shell_free(&s);
}

/* ---- the terminal ---- */

/* One of each sort that is hidden, as JSON writes it. */
static const char hidden[] = "a\\u0001b\\u001b[31mc\\u009bd\\u007fe\\tf\\u200bg\\u202eh\\u2066i\\ufeffj\\u2028k\\u00adl"
                             "\\udb40\\udc41m\\nn\\rhandtrace: o";
static const char shown_hidden[] =
    "a␁b␛[31mc<U+009B>d␡e␉f<U+200B>g<U+202E>h<U+2066>i<U+FEFF>j<U+2028>k<U+00AD>l<U+E0041>"
    "m␊n␍handtrace: o";

/* Nothing but line ends below the blank, no C1, no format character: read byte by byte, not with the program's tables.
 */
static void assert_harmless(str text) {
    assert_int_equal(utf8_invalid(text), SIZE_MAX);
    for (size_t k = 0; k < text.len; k++) {
        unsigned char c = (unsigned char)text.ptr[k], d = k + 1 < text.len ? (unsigned char)text.ptr[k + 1] : 0,
                      f = k + 2 < text.len ? (unsigned char)text.ptr[k + 2] : 0;
        if (c != '\n' && (c < ' ' || c == 0x7F))
            fail_msg("the byte %02X in\n%.*s", c, STR_ARG(text));
        assert_false(c == 0xC2 && (d < 0xA0 || d == 0xAD));
        assert_false(c == 0xE2 && d == 0x80 && ((f >= 0x8B && f <= 0x8F) || (f >= 0xA8 && f <= 0xAE)));
        assert_false(c == 0xE2 && d == 0x81 && f >= 0xA0 && f <= 0xAF);
        assert_false((c == 0xEF && d == 0xBB && f == 0xBF) || (c == 0xF3 && d == 0xA0));
    }
}

static void a_terminal_is_told_nothing(void **state) {
    (void)state;
    shell s = start();
    const char *h = hidden;
    shell_write(
        &s, "odd.trace",
        str_format(s.arena,
                   "{\"handtrace\":1,\"problem\":\"%s\",\"title\":\"%s\",\"instance\":{\"%s\":\"%s\"}}\n"
                   "{\"event\":\"run\",\"id\":\"%s\",\"title\":\"%s\"}\n"
                   "{\"event\":\"table\",\"id\":\"%s\",\"rows\":[0,1],\"cols\":[0,1],\"row_labels\":[\"%s\",\"b\"],"
                   "\"col_labels\":[\"%s\",\"c\"],\"title\":\"%s\",\"values\":\"text\"}\n"
                   "{\"event\":\"cell\",\"tables\":[\"%s\"],\"at\":[0,0]}\n"
                   "{\"event\":\"set\",\"table\":\"%s\",\"at\":[0,0],\"value\":\"%s\",\"why\":\"base\"}\n"
                   "{\"event\":\"answer\",\"answer\":{\"%s\":\"%s\",\"list\":[\"%s\"],\"map\":{\"%s\":\"%s\"},"
                   "\"rows\":[{\"%s\":\"%s\"}]}}\n",
                   h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h));
    static const char *const langs[] = {"en", "zh"};
    for (size_t k = 0; k < COUNT(langs); k++) {
        shell_expect(&s, 0, str_format(s.arena, "$H render odd.trace -f text -l %s -o -", langs[k]).ptr);
        assert_harmless(s.out);
        size_t count = 0;
        for (size_t at = 0; (at = str_find(s.out, str_of(shown_hidden), at)) != SIZE_MAX; at++)
            count++;
        assert_true(count >=
                    8); /* title, key and value, item, key and value of map and row, title of table, labels, cell */
    }
    /* In JSON the same is escaped, and nothing is lost. */
    shell_expect(&s, 0, "$H render odd.trace -f json -o - | tee j.json && $H render odd.trace -f trace -o t2.trace");
    assert_harmless(s.out);
    assert_true(contains(s.out, "f\\u200bg\\u202eh\\u2066i\\ufeffj\\u2028k\\u00adl\\udb40\\udc41m\\nn\\rhandtrace: o"));
    assert_harmless(shell_file(&s, "t2.trace"));
    shell_expect(&s, 0, "$H render t2.trace -f json -o - | cmp - j.json");
    /* Messages and verdicts. */
    static const char *const commands[] = {
        "$H render odd.trace --figure \"$h\" -o x.svg",
        "$H render odd.trace --figure tables --run \"$h\" -o x.svg",
        "$H render odd.trace -t \"$h\" -f json",
        "$H render odd.trace -t \"./$h\" -f json",
        "$H cards \"$h\" -f json",
        "$H cards 1 8 --random \"$h\"",
        "$H cards --random \"$h\"",
        "$H lcs AB AC --unit \"$h\"",
        "$H polygon --values \"$h\" --ops +",
        "$H check lcs AB AC --answer \"$h\"",
        "$H check lcs AB AC --answer \"$h\" -f json",
        "$H check cards 1 8 --answer \"$h\"",
        "$H check game24 3 3 8 8 --answer \"$h\" -l zh",
        "$H \"$h\"",
        "$H list \"$h\"",
        "$H cards 1 8 \"--$h\"",
        "$H cards 1 8 -p \"$h\"",
        "$H cards 1 8 -f \"$h\"",
        "$H cards 1 8 -f json -o \"no/$h\"",
        "HANDTRACE_TEMPLATES=\"$h\" $H list",
    };
    for (size_t k = 0; k < COUNT(commands); k++) {
        shell_write(
            &s, "run.sh",
            str_format(s.arena,
                       "h=$(printf 'a\\001b\\033[31mc\\302\\233d\\177ef\\342\\200\\213g\\342\\200\\256h\\342\\201"
                       "\\246i\\357\\273\\277j\\342\\200\\250k\\nhandtrace: m')\n%s\n",
                       commands[k]));
        assert_int_not_equal(shell_run(&s, "sh run.sh"), 0);
        assert_harmless(s.out);
        assert_harmless(s.err);
        assert_false(contains(s.err, "\nhandtrace: ") || contains(s.out, "\nhandtrace: "));
    }
    shell_expect(&s, 0,
                 "cp -r $HANDTRACE_TEMPLATES own; touch \"own/cards/$(printf 'a\\033b').en.md\" "
                 "\"own/themes/$(printf 'a\\033b').yaml\"; HANDTRACE_TEMPLATES=own $H list; "
                 "$H cards 1 8 -f svg -o \"$(printf 'new\\033')\"");
    assert_harmless(s.out);
    assert_harmless(s.err);
    assert_true(contains(s.out, "cards a␛b") && contains(s.out, "\na␛b\n") && contains(s.err, "into new␛\n"));
    shell_free(&s);
}

/* ---- templates from somebody else ---- */

/* A folder `theirs` beside a file that is none of theirs business. */
static shell start_foreign(void) {
    shell s = shell_new();
    shell_expect(
        &s, 0,
        "mkdir -p theirs/sub && printf 'secret: 1\\nsecret\\n' >secret.txt && printf 'secret: {x: 1}\\n' "
        ">theirs/bad.yaml && printf 'one\\ntwo\\n' >theirs/a.txt && cp theirs/a.txt theirs/sub/b.txt && "
        "printf 'secret\\377\\n' >theirs/bytes.txt && ln -s ../secret.txt theirs/link && ln -s sub theirs/in && "
        "ln -s .. theirs/up && cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf theirs/f.ttf && "
        "cp theirs/f.ttf f.ttf && printf 'color: {ink: \"#112233\"}\\n' >theirs/ink.yaml && "
        "cp theirs/ink.yaml ink.yaml && mkdir theirs-too && cp theirs/a.txt theirs-too/a.txt");
    return s;
}

static const struct {
    const char *path;
    const char *message; /* NULL: it may be read */
    bool readable;       /* with --allow-files */
} reached[] = {
    {"a.txt", NULL, true},
    {"./a.txt", NULL, true},
    {"sub/b.txt", NULL, true},
    {"in/b.txt", NULL, true},
    {"link", "or below it, got 'link'", true},
    {"up/secret.txt", "or below it, got 'up/secret.txt'", true},
    {"up/theirs-too/a.txt", "or below it, got 'up/theirs-too/a.txt'", true},
    {"../secret.txt", "or below it, got '../secret.txt'", true},
    {"sub/../a.txt", "or below it, got 'sub/../a.txt'", true},
    {"../theirs-too/a.txt", "or below it, got '../theirs-too/a.txt'", true},
    {"/etc/passwd", "or below it, got '/etc/passwd'", true},
    {"/nosuch", "or below it, got '/nosuch'", false},
    {"../nosuch", "or below it, got '../nosuch'", false},
    {"nosuch", "cannot read theirs/nosuch: No such file or directory", false},
    {"-", "cannot read theirs/-: No such file or directory", false},
    {"sub", "cannot read theirs/sub: Is a directory", false},
    {"bytes.txt", "in theirs/bytes.txt, got something else at line 1, column 7", false},
};

static void a_template_reads_beside_itself_only(void **state) {
    (void)state;
    shell s = start_foreign();
    for (size_t k = 0; k < COUNT(reached); k++) {
        str sheet =
            str_format(s.arena,
                       "---\nruns:\n  - {id: a, problem: lcs, options: {lines: yes}, instance: [a.txt, \"%s\"]}\n"
                       "---\n# A\n\n{{#a}}{{answer.length}}{{/a}}\n",
                       reached[k].path);
        shell_write(&s, "theirs/t.en.md", sheet);
        shell_expect(&s, reached[k].message ? 1 : 0, "$H sheet theirs/t.en.md -f json -o - </dev/null");
        if (reached[k].message) {
            if (!contains(s.err, reached[k].message))
                fail_msg("%s: %.*s", reached[k].path, STR_ARG(s.err));
            assert_true(str_starts(s.err, "handtrace: theirs/t.en.md:3:"));
            assert_false(contains(s.err, "secret\\xFF") || contains(s.err, "root:"));
            assert_int_equal(s.out.len, 0);
        }
        shell_expect(&s, reached[k].readable ? 0 : 1, "$H sheet theirs/t.en.md --allow-files -f json -o - </dev/null");
    }
    shell_free(&s);
}

static void a_template_takes_a_theme_beside_itself_only(void **state) {
    (void)state;
    static const struct {
        const char *theme, *message;
    } cases[] = {
        {"large", NULL},
        {"ink.yaml", NULL},
        {"./ink.yaml", NULL},
        {"/etc/passwd", "or below it, got '/etc/passwd'"},
        {"../ink.yaml", "or below it, got '../ink.yaml'"},
        {"./link", "or below it, got './link'"},
        {"./bad.yaml", "the theme theirs/bad.yaml has a mistake at line 1, column 1; --theme theirs/bad.yaml shows it"},
        {"./bytes.txt", "the theme theirs/bytes.txt has a mistake at line 1, column 7"},
    };
    static const char *const formats[] = {"html", "md", "pdf", "svg"};
    shell s = start_foreign();
    for (size_t k = 0; k < COUNT(cases); k++)
        for (size_t n = 0; n < COUNT(formats); n++) {
            shell_write(&s, "theirs/t.en.md", str_format(s.arena, "---\ntheme: %s\n---\n# A\n", cases[k].theme));
            shell_expect(&s, cases[k].message ? 1 : 0,
                         str_format(s.arena, "$H cards 1 8 -t theirs/t.en.md -q -f %s -o x", formats[n]).ptr);
            if (!cases[k].message) {
                shell_expect(&s, 0, "rm -rf x x-*");
                continue;
            }
            assert_true(contains(s.err, cases[k].message) && str_starts(s.err, "handtrace: theirs/t.en.md:2:8: "));
            assert_false(contains(s.err, "secret:") || contains(s.err, "secret\"") || contains(s.err, "root:"));
        }
    /* Even where it may be read, it is not shown. */
    shell_write(&s, "theirs/t.en.md", STR("---\ntheme: /etc/passwd\n---\n# A\n"));
    shell_expect(&s, 1, "$H cards 1 8 -t theirs/t.en.md --allow-files -o x.html");
    assert_true(contains(s.err, "has a mistake at line 1") && !contains(s.err, "root:"));
    /* But what the user names is. */
    shell_expect(&s, 1, "$H cards 1 8 --theme theirs/bad.yaml -o x.html");
    assert_true(contains(s.err, "handtrace: theirs/bad.yaml:1:1: ") && contains(s.err, "\n  secret: {x: 1}\n  ^"));
    shell_free(&s);
}

static void a_theme_takes_fonts_beside_itself_only(void **state) {
    (void)state;
    static const struct {
        const char *font, *message;
    } cases[] = {
        {"DejaVuSans.ttf", NULL},
        {"./f.ttf", NULL},
        {"../f.ttf", "or below it, got '../f.ttf'"},
        {"up/f.ttf", "or below it, got 'up/f.ttf'"},
        {"\\\"up/f.ttf#0\\\"", "or below it, got 'up/f.ttf'"},
        {"/etc/passwd", "or below it, got '/etc/passwd'"},
        {"./nosuch.ttf", "font theirs/nosuch.ttf cannot be read"},
    };
    shell s = start_foreign();
    for (size_t k = 0; k < COUNT(cases); k++) {
        static const char *const forms[] = {"fonts:\\n  sans: %s\\n", "fonts:\\n  sans: [cmunss.ttf, %s]\\n"};
        for (size_t n = 0; n < COUNT(forms); n++) {
            str theme = n ? str_format(s.arena, "fonts:\\n  sans: [cmunss.ttf, %s]\\n", cases[k].font)
                          : str_format(s.arena, "fonts:\\n  sans: %s\\n", cases[k].font);
            shell_expect(
                &s, cases[k].message ? 1 : 0,
                str_format(s.arena,
                           "printf \"%.*s\" >theirs/th.yaml; $H cards 1 8 --theme theirs/th.yaml --figure play "
                           "-o x.svg",
                           STR_ARG(theme))
                    .ptr);
            if (cases[k].message && !contains(s.err, cases[k].message))
                fail_msg("%s: %.*s", cases[k].font, STR_ARG(s.err));
        }
    }
    shell_expect(&s, 0,
                 "printf 'fonts: {sans: ../f.ttf}' >theirs/th.yaml; $H cards 1 8 --theme theirs/th.yaml --allow-files "
                 "--figure play -o x.svg");
    shell_free(&s);
}

static void phrases_beside_a_template_are_its_own(void **state) {
    (void)state;
    shell s = start_foreign();
    shell_write(&s, "theirs/t.en.md", STR("# A\n"));
    shell_expect(&s, 1, "ln -s ../secret.txt theirs/phrases.en.yaml; $H cards 1 8 -t theirs/t.en.md -o x.html");
    assert_string_equal(s.err.ptr, "handtrace: the phrases beside a template must be a file, not a link: "
                                   "theirs/phrases.en.yaml; --allow-files follows it\n");
    shell_expect(&s, 1, "$H cards 1 8 -t theirs/t.en.md --allow-files -o x.html");
    assert_true(contains(s.err, "theirs/phrases.en.yaml leads to a file that is not one of phrases: see its line "));
    assert_false(contains(s.err, "secret"));
    shell_expect(&s, 0,
                 "printf 'mine: words' >good.yaml; ln -sf ../good.yaml theirs/phrases.en.yaml; "
                 "$H cards 1 8 -t theirs/t.en.md --allow-files -o x.html");
    shell_expect(&s, 0,
                 "rm theirs/phrases.en.yaml; ln -s ../nothing theirs/phrases.en.yaml; "
                 "$H cards 1 8 -t theirs/t.en.md -o x.html");
    shell_free(&s);
}

/* From the text of a template, and from a value in it, in every format. */
static void links_lead_to_the_web_only(void **state) {
    (void)state;
    static const struct {
        const char *link;
        bool good;
    } cases[] = {
        {"https://example.org/a?b=c#d", true},
        {"HTTP://example.org", true},
        {"mailto:a@example.org", true},
        {"#a", true},
        {"javascript:alert(1)", false},
        {"JaVaScRiPt:alert(1)", false},
        {"data:text/html;base64,PHNjcmlwdD4=", false},
        {"file:///etc/passwd", false},
        {"vbscript:x", false},
        {"ftp://example.org", false},
        {"http:example.org", false},
        {"//example.org", false},
        {"/etc/passwd", false},
        {"other.html", false},
        {"tel:1", false},
    };
    static const char *const formats[] = {"html", "md", "pdf", "svg", "png"};
    shell s = start_foreign();
    for (size_t k = 0; k < COUNT(cases); k++)
        for (size_t value = 0; value < 2; value++) {
            shell_write(&s, "theirs/t.en.md",
                        str_format(s.arena, "# A\n\n[words](%s)\n", value ? "{{title}}" : cases[k].link));
            shell_write(&s, "t.trace",
                        str_format(s.arena, "{\"handtrace\":1,\"problem\":\"p\",\"title\":\"%s\"}\n", cases[k].link));
            for (size_t n = 0; n < COUNT(formats); n++) {
                shell_expect(&s, cases[k].good ? 0 : 1,
                             str_format(s.arena,
                                        "$H render t.trace -t theirs/t.en.md -q -f %s -o x; "
                                        "r=$?; rm -rf x; exit $r",
                                        formats[n])
                                 .ptr);
                assert_true(cases[k].good || (str_starts(s.err, "handtrace: theirs/t.en.md:3:2: a link must be ") &&
                                              contains(s.err, "or (mailto:…), got (")));
            }
        }
    static const char *const others[] = {"<javascript:alert(1)>",
                                         "[a][b]\n\n[b]: javascript:x",
                                         "[a](&#106;avascript:x)",
                                         "![a](/etc/passwd)",
                                         "![a](https://example.org/a.png)",
                                         "![a](../f.svg)",
                                         "| a |\n|:--|\n| [b](data:x) |",
                                         "> [b](file:x)",
                                         "- [b](file:x)",
                                         "![[b](javascript:x)](figure:play)"};
    for (size_t k = 0; k < COUNT(others); k++) {
        shell_write(&s, "theirs/t.en.md", str_format(s.arena, "# A\n\n%s\n", others[k]));
        shell_expect(&s, 1, "$H cards 1 8 -t theirs/t.en.md -o x.html");
        assert_true(str_starts(s.err, "handtrace: theirs/t.en.md:"));
    }
    shell_free(&s);
}

static uint32_t word_at(const char *at) {
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* A font that is found by its name and whose glyphs cannot be read is refused by every format that draws: else its
 * letters would be missing without a word. */
static void letters_of_a_damaged_font_do_not_vanish(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "mkdir fonts && cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf fonts/damaged-one.ttf");
    str whole = shell_file(&s, "fonts/damaged-one.ttf");
    char *bytes = arena_alloc(s.arena, whole.len);
    memcpy(bytes, whole.ptr, whole.len);
    for (uint32_t k = 0; k < word_at(bytes + 4) >> 16; k++) {
        const char *row = bytes + 12 + (size_t)16 * k;
        if (memcmp(row, "glyf", 4) == 0)
            memset(bytes + word_at(row + 8), 0x7F, word_at(row + 12)); /* more contours than it has bytes */
    }
    shell_write(&s, "fonts/damaged-one.ttf", (str){bytes, whole.len});
    shell_write(&s, "theme.yaml", STR("fonts: {roman: [damaged-one.ttf]}\n"));
    shell_expect(&s, 0,
                 "printf '<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig><dir>%s/fonts"
                 "</dir><dir>/usr/share/fonts</dir><cachedir>%s/cache</cachedir></fontconfig>' \"$PWD\" \"$PWD\" "
                 ">fonts.conf");
    static const char *const formats[] = {"pdf", "svg", "png", "svg --svg-text live"};
    for (size_t k = 0; k < COUNT(formats); k++) {
        shell_expect(
            &s, 1,
            str_format(s.arena,
                       "FONTCONFIG_FILE=$PWD/fonts.conf $H lcs AB AC --theme ./theme.yaml --figure alignment -f "
                       "%s -o o",
                       formats[k])
                .ptr);
        said(&s, "damaged-one.ttf is damaged");
        shell_expect(&s, 1, "test -e o");
    }
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_input_is_written_over),
        cmocka_unit_test(no_input_is_written_over_by_a_default),
        cmocka_unit_test(nothing_that_is_found_is_written_over),
        cmocka_unit_test(what_is_named_is_there),
        cmocka_unit_test(a_status_says_what_to_mend),
        cmocka_unit_test(old_names_go_on_working),
        cmocka_unit_test(old_names_in_templates_are_answered),
        cmocka_unit_test(a_command_line_is_text),
        cmocka_unit_test(files_are_text),
        cmocka_unit_test(escapes_are_text),
        cmocka_unit_test(names_of_files_are_bytes),
        cmocka_unit_test(a_terminal_is_told_nothing),
        cmocka_unit_test(a_template_reads_beside_itself_only),
        cmocka_unit_test(a_template_takes_a_theme_beside_itself_only),
        cmocka_unit_test(a_theme_takes_fonts_beside_itself_only),
        cmocka_unit_test(phrases_beside_a_template_are_its_own),
        cmocka_unit_test(links_lead_to_the_web_only),
        cmocka_unit_test(letters_of_a_damaged_font_do_not_vanish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
