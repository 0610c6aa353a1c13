/* The program as its users meet it: statuses, messages, files. */
#define _GNU_SOURCE
#include "shell.h"

#include <string.h>
#include <unistd.h>

static const char sample[] = "4\nt -7 t 4 x 2 x 5\n";

static shell start(void) {
    shell s = shell_new();
    shell_write(&s, "ioi.txt", str_of(sample));
    return s;
}

static bool contains(str text, const char *part) {
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

/* Nothing but these names stands in the working folder. */
static void assert_files(shell *s, const char *names) {
    assert_int_equal(shell_run(s, "ls -A | tr '\\n' ' '"), 0);
    assert_string_equal(str_to_c(s->arena, s->out), names);
}

static void wrong_command_lines(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *message;
    } cases[] = {
        {"", "handtrace: a command or a problem is needed; see 'handtrace --help'\n"},
        {"poligon 1 2", "handtrace: unknown command or problem 'poligon'; did you mean polygon?\n"},
        {"rendr x", "handtrace: unknown command or problem 'rendr'; did you mean render?\n"},
        {"check poligon", "handtrace: unknown problem 'poligon'; did you mean polygon?\n"},
        {"polygon --fomat=json", "handtrace: unknown option --fomat; did you mean --format?\n"},
        {"polygon -output x", "handtrace: unknown option -output; did you mean --output?\n"},
        {"polygon --valus=1", "handtrace: unknown option --valus; did you mean --values?\n"},
        {"polygon -x", "handtrace: unknown option -x\n"},
        {"polygon -i", "handtrace: -i needs a value: FILE\n"},
        {"polygon -i --format=json", "handtrace: -i needs a value: FILE\n"},
        {"polygon --output=", "handtrace: --output needs a value: PATH\n"},
        {"polygon --quiet=yes", "handtrace: --quiet takes no value\n"},
        {"polygon", "handtrace: no instance; see 'handtrace polygon --help'\n"},
        {"polygon -i ioi.txt -f jsn", "handtrace: unknown format 'jsn'; did you mean json?\n"},
        {"polygon -i ioi.txt -l fr", "handtrace: --lang: expected en or zh, got 'fr'\n"},
        {"polygon -i ioi.txt --svg-text alive", "handtrace: --svg-text: expected live or outline, got 'alive'\n"},
        {"polygon -i ioi.txt --step 2", "handtrace: --step needs --figure\n"},
        {"polygon -i ioi.txt --seed 2", "handtrace: --seed needs --random\n"},
        {"polygon -i ioi.txt --count 2", "handtrace: --count needs --random\n"},
        {"polygon --random n=4 --seed x", "handtrace: --seed: expected a number from 0 to 2^64 - 1, got 'x'\n"},
        {"polygon --random n=4 --seed 18446744073709551616",
         "handtrace: --seed: expected a number from 0 to 2^64 - 1, got '18446744073709551616'\n"},
        {"polygon --random n=4 --count 0", "handtrace: --count: expected a number from 1 to 10000, got '0'\n"},
        {"polygon --random n=4,,x", "handtrace: --random: a property is empty in 'n=4,,x'\n"},
        {"polygon -i ioi.txt --random n=4", "handtrace: the instance is given in more than one way: -i, --random\n"},
        {"polygon 1 t 5 --values=5 --ops=+",
         "handtrace: the instance is given in more than one way: as arguments, --values\n"},
        {"polygon --values=5 --ops=+ --random n=4",
         "handtrace: the instance is given in more than one way: --random, --values\n"},
        {"polygon --random n=4,n=5", "handtrace: --random: 'n' is given twice\n"},
        {"polygon --values", "handtrace: --values needs a value: V1,V2,…\n"},
        {"polygon -i ioi.txt --figure ring --opn 3", "handtrace: unknown option --opn; did you mean --ops?\n"},
        {"polygon -i ioi.txt --figure ring --open", "handtrace: --open needs a value: VALUE\n"},
        {"polygon -i ioi.txt --figure merge --labels", "handtrace: the figure merge does not accept --labels\n"},
        {"check polygon -i ioi.txt --labels --answer 3", "handtrace: 'check' does not accept --labels\n"},
        {"polygon -i ioi.txt --answer 3", "handtrace: 'polygon' does not accept --answer\n"},
        {"render", "handtrace: 'render' takes one trace file, or '-'\n"},
        {"render x --random n=4", "handtrace: 'render' does not accept --random\n"},
        {"list pictures", "handtrace: there is no list 'pictures'\n"},
        {"list figurs", "handtrace: there is no list 'figurs'; did you mean figures?\n"},
        {"check polygon -i ioi.txt", "handtrace: check needs --answer TEXT\n"},
        {"polygon -i ioi.txt -f json --figure ring",
         "handtrace: --figure: expected the format pdf, svg, png or tikz, got 'json'\n"},
        {"polygon -i ioi.txt -f tikz", "handtrace: the format tikz is for single figures: name them with --figure\n"},
        {"polygon -i ioi.txt -o x.tex", "handtrace: the format tikz is for single figures: name them with --figure\n"},
        {"render t.trace -o x.tikz", "handtrace: the format tikz is for single figures: name them with --figure\n"},
        {"polygon -i ioi.txt -f eps",
         "handtrace: unknown format 'eps'; known are pdf svg png html md text json trace, and tikz with --figure\n"},
        {"polygon -i ioi.txt -t xyz", "handtrace: no template 'xyz' for polygon; there are: exercise, key, handout\n"},
        {"polygon -i ioi.txt -t handut", "handtrace: no template 'handut' for polygon; did you mean handout?\n"},
        {"polygon -i ioi.txt --theme larg", "handtrace: no theme 'larg'; did you mean large?\n"},
        {"polygon -i ioi.txt -p a3x",
         "handtrace: --paper: expected a4, letter, a5 or WxHmm (80 to 2000 mm), got 'a3x'\n"},
        {"polygon -i ioi.txt --figure rng", "handtrace: no figure 'rng'; did you mean ring?\n"},
        {"polygon -i ioi.txt --figure tables --step 99",
         "handtrace: the figure tables has 16 steps here; there is no step 99\n"},
        {"polygon -i ioi.txt --figure tables --step 3-2",
         "handtrace: --step: expected N-M, from 1 on and N at most M, got '3-2'\n"},
        {"polygon -i ioi.txt --figure tables --step x",
         "handtrace: --step: expected a number, N-M, last or all, got 'x'\n"},
        {"polygon -i ioi.txt --figure splits --step 4",
         "handtrace: --step '4' has no step that the figure splits draws\n"},
        {"polygon -i ioi.txt --figure ring,tables,ring", "handtrace: --figure names ring twice\n"},
        {"polygon -i ioi.txt --figure tables --run b", "handtrace: no run 'b'; there are: none with a name\n"},
        {"polygon -i ioi.txt -f json --run b", "handtrace: --run says what is drawn; json is of all runs\n"},
        {"polygon -i ioi.txt --figure tables --step all -f svg -o -",
         "handtrace: several figures are several files and do not go to standard output\n"},
        {"polygon -i ioi.txt -f svg -o -", "handtrace: pages are several files and do not go to standard output\n"},
        {"build course.yaml", "handtrace: 'build' is not there yet in version 0.1.0\n"},
    };
    shell s = start();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        shell_expect(&s, 2, str_format(s.arena, "$H %s", cases[k].arguments).ptr);
        assert_string_equal(str_to_c(s.arena, s.err), cases[k].message);
        assert_int_equal(s.out.len, 0);
    }
    assert_files(&s, "ioi.txt ");
    shell_free(&s);
}

static void wrong_inputs_have_a_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *place;
    } cases[] = {
        {"4\nt -7 t 4 x 2 x\n", "handtrace: bad.txt:"},
        {"0\n", "handtrace: bad.txt:1:1: "},
        {"3\nt 1 t two x 3\n", "handtrace: bad.txt:2:7: "},
        {"2\nt 1,, x 2\n", "handtrace: bad.txt:2:5: "},
        {"2\nt 1 x 2 x\n", "handtrace: bad.txt:2:9: "},
        {"", "handtrace: bad.txt"},
        {"2\nt 1 x \xFF\n", "handtrace: bad.txt:2:7: expected text in UTF-8, got the byte 0xFF"},
    };
    shell s = start();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        shell_write(&s, "bad.txt", str_of(cases[k].text));
        shell_expect(&s, 1, "$H polygon -i bad.txt -o x.pdf");
        if (!str_starts(s.err, cases[k].place))
            print_error("%s: %.*s\n", cases[k].text, STR_ARG(s.err));
        assert_true(str_starts(s.err, cases[k].place));
        assert_int_equal(s.out.len, 0);
    }
    shell_expect(&s, 2, "$H polygon -i missing.txt");
    assert_string_equal(s.err.ptr, "handtrace: cannot read missing.txt: No such file or directory\n");
    shell_expect(&s, 2, "$H polygon -i . -f json");
    assert_files(&s, "bad.txt ioi.txt ");
    shell_free(&s);
}

static void outputs_that_cannot_be_written(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 3, "$H polygon -i ioi.txt -f json -o nowhere/x.json");
    assert_string_equal(s.err.ptr, "handtrace: cannot write nowhere/x.json: No such file or directory\n");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -o /dev/full");
    assert_string_equal(s.err.ptr, "handtrace: cannot write /dev/full: No space left on device\n");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -f json -o - >/dev/full");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -f json -o - >&-");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -o - >&-");
    shell_expect(&s, 3, "$H --version >/dev/full");
    shell_expect(&s, 3, "$H --help >&-");
    shell_expect(&s, 3, "{ $H polygon -i ioi.txt -f trace -o -; echo $? >status; } | true; exit $(cat status)");
    shell_expect(&s, 0, "mkdir folder; echo old >old.json; chmod 555 folder");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -f json -o folder");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -f svg --figure tables --step all -o old.json");
    assert_string_equal(shell_file(&s, "old.json").ptr, "old\n");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -f svg --figure tables --step all -o nowhere/x");
    assert_files(&s, "folder ioi.txt old.json status ");
    shell_free(&s);
}

/* Of several files all are written or none, and nothing stands beside them afterwards. */
static void a_failure_changes_nothing(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "mkdir -p many/page-3.svg; echo old >many/page-1.svg");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -f svg -o many");
    assert_string_equal(s.err.ptr, "handtrace: cannot write many/page-3.svg: Is a directory\n");
    assert_string_equal(shell_file(&s, "many/page-1.svg").ptr, "old\n");
    shell_expect(&s, 0, "test \"$(ls -A many | tr '\\n' ' ')\" = 'page-1.svg page-3.svg '");
    shell_expect(&s, 3, "ulimit -f 1; $H polygon -i ioi.txt -o x.pdf");
    assert_string_equal(s.err.ptr, "handtrace: cannot write x.pdf: File too large\n");
    shell_expect(&s, 3, "ulimit -f 1; $H polygon -i ioi.txt -f png");
    shell_expect(&s, 3, "ulimit -f 1; $H polygon -i ioi.txt -f png -o folder");
    if (geteuid() != 0) { /* root may write everywhere */
        shell_expect(&s, 3, "echo old >kept; chmod 444 kept; $H polygon -i ioi.txt -f json -o kept");
        assert_string_equal(shell_file(&s, "kept").ptr, "old\n");
        shell_expect(&s, 0, "rm -f kept");
    }
    assert_files(&s, "ioi.txt many ");
    shell_free(&s);
}

static void links_are_followed(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "mkdir sub; ln -s ../new sub/link; ln -s sub/link far; ln -s loop loop; ln -s no/thing dead");
    shell_expect(&s, 0, "$H polygon -i ioi.txt -f json -o far && test -L far && test -L sub/link && test -f new");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -f json -o loop");
    assert_string_equal(s.err.ptr, "handtrace: cannot write loop: Too many levels of symbolic links\n");
    shell_expect(&s, 3, "$H polygon -i ioi.txt -f json -o dead");
    shell_expect(&s, 0, "echo first >log; $H polygon -i ioi.txt -f json -o /dev/stdout >>log; head -1 log");
    assert_string_equal(s.out.ptr, "first\n");
    /* As long as a name can be. */
    shell_expect(&s, 0, "n=$(printf '%0255d' 7); $H polygon -i ioi.txt -f json -o $n && test -s $n && rm $n");
    assert_files(&s, "dead far ioi.txt log loop new sub ");
    shell_free(&s);
}

static void inputs_are_not_overwritten(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0,
                 "$H polygon -i ioi.txt -f trace -o t.trace && cp t.trace copy && ln -s ioi.txt link "
                 "&& cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf font.ttf");
    static const char *const commands[] = {
        "$H polygon -i ioi.txt -f json -o ioi.txt",
        "$H polygon -i ioi.txt -f json -o ./ioi.txt",
        "$H polygon -i link -f text -o ioi.txt",
        "$H polygon -i ioi.txt -o link",
        "$H render t.trace -f trace -o t.trace",
        "cp $HANDTRACE_TEMPLATES/polygon/handout.en.md t.md; $H polygon -i ioi.txt -t t.md -o t.md",
        "cp $HANDTRACE_TEMPLATES/themes/large.yaml t.yaml; $H polygon -i ioi.txt --theme t.yaml -o t.yaml",
        "$H polygon -i - -f json -o ioi.txt <ioi.txt",
        "$H polygon -i ioi.txt --font font.ttf -o font.ttf",
    };
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        shell_expect(&s, 2, commands[k]);
        assert_true(contains(s.err, " is also an input"));
    }
    assert_string_equal(shell_file(&s, "ioi.txt").ptr, sample);
    shell_expect(&s, 0,
                 "cmp t.trace copy && cmp t.md $HANDTRACE_TEMPLATES/polygon/handout.en.md && "
                 "cmp font.ttf /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
    shell_expect(&s, 0, "echo old >x.json; ln x.json other; chmod 600 x.json; $H polygon -i ioi.txt -o x.json");
    assert_true(str_starts(shell_file(&s, "x.json"), "{\"problem\":\"polygon\",\"n\":4,\"max\":\"33\""));
    assert_string_equal(shell_file(&s, "other").ptr, "old\n"); /* written beside and renamed */
    shell_expect(&s, 0, "test $(stat -c %a x.json) = 600");
    shell_free(&s);
}

static void files_are_named_as_documented(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "$H polygon -i ioi.txt && test -s out/polygon.pdf && $H polygon -i ioi.txt -f json");
    assert_string_equal(s.err.ptr, "handtrace: wrote out/polygon.pdf\nhandtrace: wrote out/polygon.json\n");
    shell_expect(&s, 0, "$H polygon -q -i ioi.txt -f trace && test -s out/polygon.trace");
    assert_int_equal(s.err.len, 0);
    shell_expect(&s, 0, "$H polygon -i ioi.txt -f svg -o pages && ls -v pages | head -2");
    assert_string_equal(s.out.ptr, "page-1.svg\npage-2.svg\n");
    shell_expect(&s, 0, "$H polygon -i ioi.txt -f svg --figure ring,merge --step all -o steps && ls steps");
    assert_true(str_starts(s.out, "merge-"));
    assert_true(contains(s.out, "\nring-01.svg\n") && contains(s.out, "\nring-16.svg\n"));
    assert_false(contains(s.out, "17"));
    shell_expect(&s, 0, "$H polygon -i ioi.txt --figure tables --step 10 -o one.svg && test -f one.svg");
    assert_int_equal(s.err.len, 0);
    shell_expect(&s, 0, "$H polygon -i ioi.txt --figure tables --step 9-11 -f png -o some && ls some");
    assert_string_equal(s.out.ptr, "tables-09.png\ntables-10.png\ntables-11.png\n");
    /* Base cells have nothing to choose from. */
    shell_expect(&s, 0, "$H polygon -i ioi.txt --figure splits --step all -f svg -o splits && ls splits | head -1");
    assert_string_equal(s.out.ptr, "splits-05.svg\n");
    shell_expect(&s, 0, "$H polygon -i ioi.txt --figure ring -o LOUD.SVG && head -c 5 LOUD.SVG");
    assert_string_equal(s.out.ptr, "<?xml");
    shell_expect(&s, 0, "$H polygon -i ioi.txt --figure tables --step 9-11 -o some.pdf && pdfinfo some.pdf");
    assert_true(contains(s.out, "Pages:           3\n"));
    shell_expect(&s, 0, "$H polygon -i ioi.txt --figure splits,ring --step 15-16 -f tikz -o latex && ls latex");
    assert_string_equal(s.out.ptr, "ring-15.tikz\nring-16.tikz\nsplits-15.tikz\nsplits-16.tikz\n");
    shell_expect(&s, 0, "$H polygon -i ioi.txt --figure tables -o one.tex && cat one.tex");
    assert_true(contains(s.out, "\\begin{tikzpicture}") && contains(s.out, "\\end{tikzpicture}%\n"));
    shell_expect(&s, 0, "$H polygon -i ioi.txt --figure tables -f tikz -o - | cmp one.tex -");
    shell_free(&s);
}

static void render_is_the_direct_run(void **state) {
    (void)state;
    static const char *const options[] = {
        "-f json",
        "-f text",
        "-f text -l zh",
        "-f trace",
        "-f pdf",
        "-f pdf -l zh -p letter",
        "-f svg --figure tables",
        "-f tikz --figure merge --step 2",
        "-f png --figure ring --step 9",
        "-f svg --figure splits --svg-text live -l zh --step 11",
    };
    shell s = start();
    shell_expect(&s, 0, "$H polygon -i ioi.txt -f trace -o t.trace");
    for (size_t k = 0; k < sizeof options / sizeof *options; k++)
        shell_expect(&s, 0,
                     str_format(s.arena,
                                "$H polygon -i ioi.txt %s -o direct && $H render t.trace %s -o read && cmp direct read "
                                "&& $H render - %s -o - <t.trace | cmp direct -",
                                options[k], options[k], options[k])
                         .ptr);
    shell_free(&s);
}

/* The trace of a program that is none of ours (tests/cases/knapsack.jsonl: weights 2 3 4, values 3 4 11/2, room for 6),
 * with a template of its own: sections come from its phases, figures need no phrases. */
static void a_foreign_trace_is_drawn(void **state) {
    (void)state;
    shell s = start();
    shell_write(
        &s, "knapsack.en.md",
        STR("# {{title}}\n\n{{#levels}}\n## Level {{level}}, {{number}} of {{count}}{{#last}}, the last{{/last}}\n\n"
            "![](figure:tables)\n\n{{#steps}}{{#has_candidates}}\n- K[{{i}},{{w}}] = {{K.value}}, {{P.value}}: "
            "{{#candidates}}{{label}} {{shown}} = {{value}}{{^last}}; {{/last}}{{/candidates}}\n"
            "{{/has_candidates}}{{/steps}}\n\n{{/levels}}\n{{#way_back}}{{take}} {{/way_back}}: {{answer.best}}\n\n"
            "![](figure:splits) ![](figure:tables?only=K)\n\n{{#rec}}\n![](figure:expression)\n{{/rec}}\n"));
    shell_expect(&s, 0,
                 "cp " TEST_SOURCE_DIR "/tests/cases/knapsack.jsonl . && $H render knapsack.jsonl "
                 "-f trace -o a.jsonl && $H render a.jsonl -f trace -o - | cmp - a.jsonl");
    shell_expect(&s, 0, "$H render knapsack.jsonl -t knapsack.en.md -o k.md && grep -v '^!' k.md | tr -d '\\\\'");
    assert_true(contains(s.out, "## Level 0, 1 of 4\n") && contains(s.out, "## Level 3, 4 of 4, the last\n"));
    assert_true(contains(s.out, "- K[3,6] = 17/2, take: skip 7 = 7; take 3 + 11 ÷ 2 = 17/2\n"));
    assert_true(contains(s.out, "take skip take : 17/2\n"));
    static const char *const formats[] = {"pdf", "svg", "png", "html"};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        shell_expect(&s, 0, str_format(s.arena, "$H render knapsack.jsonl -t knapsack.en.md -o k.%s", formats[k]).ptr);
    static const char *const figures[] = {"tables", "splits", "expression"};
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++)
        for (size_t zh = 0; zh < 2; zh++)
            shell_expect(&s, 0,
                         str_format(s.arena, "$H render knapsack.jsonl --figure %s --step all -l %s -o f.pdf",
                                    figures[k], zh ? "zh" : "en")
                             .ptr);
    shell_expect(&s, 2, "$H render knapsack.jsonl --figure ring -o f.svg");
    shell_expect(&s, 2, "$H render knapsack.jsonl --run no --figure tables -o f.svg");
    assert_string_equal(s.err.ptr, "handtrace: no run 'no'; there are: rec\n");
    shell_expect(&s, 0, "$H render knapsack.jsonl -o k.pdf");
    shell_expect(&s, 0, "$H render knapsack.jsonl -f text -o -");
    assert_true(contains(s.out, "best: 17/2\n"));
    /* A table of one index has heads of columns alone, one of none has no heads. */
    shell_expect(&s, 0, "$H lis 5,1,6 -f text -o - | sed -n '/^L$/,$p'");
    assert_string_equal(s.out.ptr, "L\n"
                                   "┌───┬───┬───┐\n│ 5 │ 1 │ 6 │\n├───┼───┼───┤\n│ 1 │ 1 │ 2 │\n└───┴───┴───┘\n\n"
                                   "M\n┌───┐\n│ 2 │\n└───┘\n");
    shell_free(&s);
}

/* Sixty lines that hold a tree of 2^60 leaves. */
static void a_tree_without_end_is_refused(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0,
                 "{ echo '{\"handtrace\":1,\"problem\":\"p\"}'; echo '{\"event\":\"node\",\"id\":1,\"value\":\"1\"}'; "
                 "for k in $(seq 2 61); do echo "
                 "'{\"event\":\"node\",\"id\":'$k',\"op\":\"+\",\"left\":'$((k-1))',\"right\":'$((k-1))"
                 "',\"value\":\"2\"}'; done; echo '{\"event\":\"solution\",\"node\":61}'; } >many.jsonl");
    shell_expect(&s, 1, "$H render many.jsonl --figure expression -o x.svg");
    assert_string_equal(s.err.ptr,
                        "handtrace: figure expression: the tree has more than 10000 nodes and cannot be drawn\n");
    /* A large one stays whole as a figure. */
    shell_expect(&s, 0,
                 "head -11 many.jsonl >some.jsonl; echo '{\"event\":\"solution\",\"node\":10}' >>some.jsonl; "
                 "$H render some.jsonl --figure expression -q -o whole.svg && "
                 "test $(grep -o 'id=\"node-[0-9]*\"' whole.svg | wc -l) = 1023");
    shell_free(&s);
}

/* Names in a trace are words, whatever signs they are made of. */
static void names_in_a_trace_are_words(void **state) {
    (void)state;
    static const char *const names[] = {"$", "}", "{", "\\\\", "**", "_",  "<b>", "&amp;",
                                        "|", "`", "~", "^",    "%",  "x=", "中",  "\\\""};
    shell s = start();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const char *n = names[k];
        shell_write(
            &s, "odd.jsonl",
            str_format(s.arena,
                       "{\"handtrace\":1,\"problem\":\"p\",\"title\":\"%s\"}\n"
                       "{\"event\":\"table\",\"id\":\"%s\",\"row\":\"%s\",\"col\":\"%s\",\"title\":\"%s\"}\n"
                       "{\"event\":\"cell\",\"tables\":[\"%s\"],\"at\":[0,0]}\n"
                       "{\"event\":\"try\",\"label\":\"%s\",\"expr\":\"1+1\",\"value\":\"2\"}\n"
                       "{\"event\":\"try\",\"label\":\"k=%s\",\"value\":\"2\"}\n"
                       "{\"event\":\"set\",\"table\":\"%s\",\"at\":[0,0],\"value\":\"2\",\"chosen\":[\"%s\",\"k=%s\"],"
                       "\"why\":\"max\"}\n",
                       n, n, n, n, n, n, n, n, n, n, n));
        shell_expect(&s, 0, "$H render odd.jsonl --figure tables -o t.svg && xmllint --noout t.svg");
        shell_expect(&s, 0, "$H render odd.jsonl --figure splits -o s.svg && xmllint --noout s.svg");
    }
    shell_write(&s, "odd.jsonl",
                STR("{\"handtrace\":1,\"problem\":\"p\"}\n{\"event\":\"table\",\"id\":\"a\\u0007\"}\n"
                    "{\"event\":\"cell\",\"tables\":[\"a\\u0007\"],\"at\":[0,0]}\n"));
    shell_expect(&s, 1, "$H render odd.jsonl --figure tables -o bell.svg");
    assert_true(contains(s.err, "no font has the character U+0007"));
    shell_free(&s);
}

static void bytes_are_the_same_every_time(void **state) {
    (void)state;
    shell s = start();
    static const char *const options[] = {"-f pdf", "-f pdf -l zh", "-f svg --figure tables", "-f png --figure ring",
                                          "-f text"};
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        const char *format = "LC_ALL=C TZ=UTC $H polygon -i ioi.txt %s -o first && LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo $H "
                             "polygon -i ioi.txt %s -o second && cmp first second";
        shell_expect(&s, 0, str_format(s.arena, format, options[k], options[k]).ptr);
    }
    shell_free(&s);
}

/* Line ends and a byte order mark change nothing; the ways of writing an instance neither. */
static void inputs_are_forgiven(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "$H polygon -i ioi.txt -f json -o right");
    static const char *const same[] = {
        "printf '\\357\\273\\2774\\r\\nt -7 t 4 x 2 x 5\\r\\n' | $H polygon -i - -f json -o -",
        "$H polygon 4 t -7 t 4 x 2 x 5 -f json -o -",
        "$H polygon -f json -o - -- 4 + -7 + 4 '*' 2 '*' 5",
        "$H polygon -f json --output - '4 t −7，t 4 X ２ · 5'",
        "$H polygon --values=-7,4,2,5 --ops=+,×,×,+ -f json -o -",
        "$H polygon --values -7,4,2,5 --ops '+,x,x,+' -f=json -o - || $H polygon --values -7,4,2,5 --ops +,x,x,+ "
        "-f json -o -",
    };
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        shell_expect(&s, 0, str_format(s.arena, "{ %s; } 2>/dev/null | cmp right -", same[k]).ptr);
    shell_free(&s);
}

static void templates_are_read_alike_whatever_their_line_ends(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0,
                 "cp $HANDTRACE_TEMPLATES/polygon/handout.zh.md lf.zh.md && sed 's/$/\\r/' lf.zh.md >crlf.zh.md && "
                 "{ printf '\\357\\273\\277'; cat crlf.zh.md; } >bom.zh.md && "
                 "for t in lf crlf bom; do $H polygon -i ioi.txt -t $t.zh.md -o $t.pdf || exit 1; done && "
                 "cmp lf.pdf crlf.pdf && cmp lf.pdf bom.pdf && $H polygon -i ioi.txt -l zh -o named.pdf && "
                 "cmp lf.pdf named.pdf");
    shell_write(&s, "bad.md", STR("# A\n\nThe {{unheard_of}} one\n"));
    shell_expect(&s, 1, "$H polygon -i ioi.txt -t bad.md -o x.pdf");
    assert_true(str_starts(s.err, "handtrace: bad.md:3:"));
    shell_write(&s, "bad.md", STR("# A\n\n![](figure:rng)\n"));
    shell_expect(&s, 1, "$H polygon -i ioi.txt -t bad.md -o x.pdf");
    assert_true(str_starts(s.err, "handtrace: bad.md:3:"));
    assert_true(contains(s.err, "did you mean ring?"));
    shell_write(&s, "bad.md", STR("---\npaper: a9\n---\n# A\n"));
    shell_expect(&s, 1, "$H polygon -i ioi.txt -t bad.md -o x.pdf");
    assert_true(str_starts(s.err, "handtrace: bad.md:2:8: "));
    shell_expect(&s, 2, "test ! -e x.pdf && $H polygon -i ioi.txt -t missing.md -o x.pdf");
    shell_free(&s);
}

/* Answers need neither fonts nor templates, texts no fonts. */
static void answers_need_no_fonts(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "HANDTRACE_TEMPLATES=/nonexistent $H polygon -i ioi.txt -f json -o -");
    shell_expect(&s, 1, "HANDTRACE_TEMPLATES=/nonexistent $H polygon -i ioi.txt -o x.pdf");
    assert_string_equal(s.err.ptr, "handtrace: HANDTRACE_TEMPLATES names no folder: /nonexistent\n");
    shell_write(&s, "font.yaml", STR("fonts:\n  roman: [/nonexistent.ttf]\n"));
    shell_expect(&s, 1, "$H polygon -i ioi.txt --theme font.yaml --allow-files -o x.pdf");
    assert_true(contains(s.err, "/nonexistent.ttf"));
    shell_expect(&s, 2, "$H polygon -i ioi.txt --font /nonexistent.ttf -o x.pdf");
    assert_true(contains(s.err, "/nonexistent.ttf"));
    shell_expect(&s, 2, "$H polygon -i ioi.txt --font no-such-font.ttf -o x.pdf");
    assert_string_equal(s.err.ptr,
                        "handtrace: the font no-such-font.ttf is neither here nor in the system's font folders\n");
    shell_expect(&s, 0, "$H polygon -i ioi.txt --theme font.yaml --allow-files -f text -o -");
    assert_true(contains(s.out, "33"));
    assert_true(contains(s.out, "−7 + (4 × (2 × 5))\n")); /* typeset, with all its brackets */
    assert_files(&s, "font.yaml ioi.txt ");
    shell_free(&s);
}

static void a_character_without_a_font_is_an_error(void **state) {
    (void)state;
    shell s = start();
    shell_write(&s, "t.md", STR("# A\n\nA letter of Linear B: \xF0\x90\x80\x80\n"));
    shell_write(&s, "latin.yaml", STR("fonts:\n  roman: [DejaVuSans.ttf]\n"));
    shell_expect(&s, 1, "$H polygon -i ioi.txt -t t.md --theme latin.yaml -o x.pdf");
    assert_true(contains(s.err, "U+10000"));
    shell_expect(&s, 1, "$H polygon -i ioi.txt -l zh --theme latin.yaml -o x.pdf");
    assert_true(contains(s.err, "no font has the character U+"));
    shell_expect(&s, 1, "test -e x.pdf");
    shell_free(&s);
}

static void paper_sizes(void **state) {
    (void)state;
    static const struct {
        const char *paper, *size;
    } cases[] = {{"a4", "595.28 x 841.89 pts (A4)"},
                 {"letter", "612 x 792 pts (letter)"},
                 {"a5", "419.53 x 595.28 pts"},
                 {"170x240mm", "481.89 x 680.315 pts"}};
    shell s = start();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        shell_expect(&s, 0,
                     str_format(s.arena, "$H polygon -i ioi.txt -p %s -o x.pdf && pdfinfo x.pdf", cases[k].paper).ptr);
        if (!contains(s.out, cases[k].size))
            print_error("%s: %.*s\n", cases[k].paper, STR_ARG(s.out));
        assert_true(contains(s.out, cases[k].size));
    }
    shell_free(&s);
}

static void lists_and_help(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "$H --version");
    assert_string_equal(s.out.ptr, "handtrace 0.1.0\n");
    shell_expect(&s, 0, "$H list");
    assert_true(contains(s.out, "polygon handout") && contains(s.out, "en zh") && contains(s.out, "ring"));
    shell_expect(&s, 0, "$H list figures");
    assert_true(contains(s.out, "\nring                    the polygon"));
    shell_expect(&s, 0, "$H list themes");
    assert_true(contains(s.out, "large\n"));
    static const char *const helps[] = {"--help",      "polygon --help", "render --help", "check --help",
                                        "list --help", "build --help",   "sheet --help",  "check polygon -h"};
    for (size_t k = 0; k < sizeof helps / sizeof *helps; k++) {
        shell_expect(&s, 0, str_format(s.arena, "$H %s", helps[k]).ptr);
        assert_true(contains(s.out, "options:\n") && s.err.len == 0);
    }
    shell_expect(&s, 0, "$H polygon --help");
    assert_true(contains(s.out, "--values") && !contains(s.out, "--answer"));
    shell_free(&s);
}

static void answers_are_marked(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "$H check polygon -i ioi.txt --answer 'edge 1: (-7)+(4*(2*5))'");
    assert_true(str_starts(s.out, "right"));
    shell_expect(&s, 1, "$H check polygon -i ioi.txt --answer 'edge 1: ((-7)+4)*(2*5)'");
    assert_true(str_starts(s.out, "wrong") && contains(s.out, "33") && s.err.len == 0);
    shell_expect(&s, 1, "$H check polygon -i ioi.txt -f json --answer='edge 1: ((-7)+4)*(2*5)'");
    assert_true(contains(s.out, "\"right\":false,\"value\":\"-30\""));
    shell_expect(&s, 2, "$H check polygon -i ioi.txt --answer 'edge 1: (-7'");
    assert_true(str_starts(s.out, "cannot be read: ") && contains(s.err, "<answer>:1:9:") && contains(s.err, "^"));
    shell_expect(&s, 2, "$H check polygon -i ioi.txt -f json --answer 'edge 1: (-7'");
    assert_true(contains(s.out, "\"right\":null,\"value\":null,\"why\":") &&
                contains(s.out, "\"line\":1,\"column\":9}\n"));
    shell_expect(&s, 3, "$H check polygon -i ioi.txt --answer 'edge 1: (-7)+(4*(2*5))' >/dev/full");
    shell_free(&s);
}

static void batches(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0,
                 "$H polygon --random n=4 --seed 42 --count 20 -f json -o a && "
                 "$H polygon --random n=4 --seed 42 --count 20 -f json -o b && cmp a b && "
                 "$H polygon --random n=4 --seed 42 --count 10 -f json -o c && head -10 a | cmp - c && "
                 "test $(sort -u a | wc -l) -gt 15 && "
                 "$H polygon --random n=4 --seed 42 --item 1 -f json -o d && head -1 a | cmp - d");
    shell_expect(&s, 0, "$H polygon --random n=4 --seed 42 --count 10 -f trace -o many && ls many | head -1");
    assert_string_equal(s.out.ptr, "polygon-01.trace\n");
    shell_free(&s);
}

/* Of the hands of 1 to 13 there are sixteen, told apart by their cards alone, that cannot do without a fraction. */
static void sheets_of_a_batch_differ(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0,
                 "$H game24 --random fraction --count 16 -f json -o a && "
                 "for h in $(sed 's/.*\"numbers\":\\[\\([^]]*\\).*/\\1/; s/\"//g' a); do "
                 "echo $h | tr , '\\n' | sort | tr '\\n' ' '; echo; done | sort -u | wc -l");
    assert_string_equal(s.out.ptr, "16\n");
    shell_expect(&s, 1, "$H game24 --random fraction --count 17 -f json -o none");
    assert_true(str_starts(s.err, "handtrace: --random: expected 17 different instances, got 16 in "));
    shell_expect(&s, 0, "test ! -e none && $H game24 --random fraction,repeat --count 17 -f json -o - | wc -l");
    assert_string_equal(s.out.ptr, "17\n");
    shell_free(&s);
}

/* A sheet of a batch says its number and its seed, in every format, and can be made without the others: by its number,
 * or, without the number, by its own seed. */
static void a_sheet_says_how_it_is_made_again(void **state) {
    (void)state;
    static const char *const formats[] = {"pdf", "html", "text", "json", "trace"};
    shell s = start();
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        const char *f = formats[k];
        shell_expect(&s, 0,
                     str_format(s.arena,
                                "rm -rf all; $H cards --random n=3 --seed 8 --count 12 -f %s -o all && "
                                "$H cards --random n=3 --seed 8 --item 7 -f %s -o one && "
                                "if [ -d all ]; then cmp all/cards-07.%s one; else "
                                "$H cards --random n=3 --seed 8 --count 7 -f %s -o seven && tail -c $(stat -c %%s one) "
                                "seven | cmp - one; fi",
                                f, f, f, f)
                         .ptr);
    }
    shell_expect(&s, 0, "sed -n 's/.*\"seed\":\"\\([0-9]*\\)\",\"item\":7.*/\\1/p' one");
    str seed = str_trim(s.out);
    assert_true(seed.len > 0);
    shell_expect(&s, 0,
                 str_format(s.arena,
                            "$H cards --random n=3 --seed 8 --item 7 -f json -o a && "
                            "$H cards --random n=3 --seed %.*s -f json -o b && sed 's/,\"item\":7//' a | cmp - b",
                            STR_ARG(seed))
                     .ptr);
    shell_expect(&s, 0,
                 "$H cards --random n=3 --seed 8 --item 7 -o one.pdf && pdftotext one.pdf - && "
                 "$H cards -l zh --random n=3 --seed 8 --item 7 -f html -o -");
    assert_true(contains(s.out, str_format(s.arena, "sheet 7, seed %.*s", STR_ARG(seed)).ptr));
    assert_true(contains(s.out, str_format(s.arena, "第 7 份，种子 %.*s", STR_ARG(seed)).ptr));
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_command_lines),
        cmocka_unit_test(wrong_inputs_have_a_place),
        cmocka_unit_test(outputs_that_cannot_be_written),
        cmocka_unit_test(a_failure_changes_nothing),
        cmocka_unit_test(links_are_followed),
        cmocka_unit_test(inputs_are_not_overwritten),
        cmocka_unit_test(files_are_named_as_documented),
        cmocka_unit_test(render_is_the_direct_run),
        cmocka_unit_test(a_foreign_trace_is_drawn),
        cmocka_unit_test(a_tree_without_end_is_refused),
        cmocka_unit_test(names_in_a_trace_are_words),
        cmocka_unit_test(bytes_are_the_same_every_time),
        cmocka_unit_test(inputs_are_forgiven),
        cmocka_unit_test(templates_are_read_alike_whatever_their_line_ends),
        cmocka_unit_test(answers_need_no_fonts),
        cmocka_unit_test(a_character_without_a_font_is_an_error),
        cmocka_unit_test(paper_sizes),
        cmocka_unit_test(lists_and_help),
        cmocka_unit_test(answers_are_marked),
        cmocka_unit_test(batches),
        cmocka_unit_test(sheets_of_a_batch_differ),
        cmocka_unit_test(a_sheet_says_how_it_is_made_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
