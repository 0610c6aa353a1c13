/* Traces from elsewhere: of problems that handtrace does not know, or of those it knows but cut short. */
#define _GNU_SOURCE
#include "figure.h"
#include "shell.h"

#include <string.h>

#define COUNT(items) (sizeof(items) / sizeof *(items))

static const char sets[] =
    "{\"handtrace\":1,\"problem\":\"two cards\",\"title\":\"A_game *of* "
    "$two\",\"instance\":{\"cards\":[\"3\",\"8\"]}}\n"
    "{\"event\":\"table\",\"id\":\"memo\",\"shape\":\"sets\"}\n"
    "{\"event\":\"phase\",\"by\":\"level\",\"value\":1}\n"
    "{\"event\":\"node\",\"id\":1,\"value\":\"3\"}\n"
    "{\"event\":\"node\",\"id\":2,\"value\":\"8\"}\n"
    "{\"event\":\"put\",\"table\":\"memo\",\"at\":[\"3\"],\"value\":\"3\",\"node\":1}\n"
    "{\"event\":\"put\",\"table\":\"memo\",\"at\":[\"8\"],\"value\":\"8\",\"node\":2}\n"
    "{\"event\":\"phase\",\"by\":\"level\",\"value\":2}\n"
    "{\"event\":\"cell\",\"tables\":[\"memo\"],\"at\":[\"3\",\"8\"]}\n"
    "{\"event\":\"try\",\"label\":\"{3} {8}\",\"reads\":[[\"memo\",[\"3\"]],[\"memo\",[\"8\"]]]}\n"
    "{\"event\":\"node\",\"id\":5,\"op\":\"/\",\"left\":2,\"right\":1,\"value\":\"8/3\"}\n"
    "{\"event\":\"put\",\"table\":\"memo\",\"at\":[\"3\",\"8\"],\"value\":\"8/3\",\"node\":5}\n"
    "{\"event\":\"put\",\"table\":\"memo\",\"at\":[\"3\",\"8\"],\"value\":\"8/3\",\"node\":5,\"dup\":true}\n"
    "{\"event\":\"solution\",\"node\":5,\"class\":1}\n";

/* Labels, ids and values full of signs that mean something to Markdown or to TeX. */
static const char texts[] =
    "{\"handtrace\":1,\"problem\":\"words\",\"title\":\"Words\",\"instance\":{}}\n"
    "{\"event\":\"table\",\"id\":\"c\",\"rows\":[0,1],\"cols\":[0,2],\"row_labels\":[\"\",\"A\"],"
    "\"col_labels\":[\"\",\"B_\",\"中\"]}\n"
    "{\"event\":\"table\",\"id\":\"b_x\",\"rows\":[0,1],\"cols\":[0,2],\"values\":\"text\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"c\",\"b_x\"],\"at\":[0,0]}\n"
    "{\"event\":\"set\",\"table\":\"c\",\"at\":[0,0],\"value\":\"0\",\"why\":\"base\"}\n"
    "{\"event\":\"set\",\"table\":\"b_x\",\"at\":[0,0],\"value\":\"$a_{\",\"why\":\"base\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"c\",\"b_x\"],\"at\":[1,1]}\n"
    "{\"event\":\"try\",\"label\":\"{_=$x\",\"reads\":[[\"c\",[0,0]]],\"terms\":[{\"name\":\"up\",\"value\":\"0\"}],"
    "\"expr\":\"up\",\"value\":\"0\"}\n"
    "{\"event\":\"try\",\"label\":\"a_b $x} \\\\100%\",\"reads\":[[\"c\",[0,0]]],"
    "\"terms\":[{\"name\":\"up\",\"value\":\"0\"}],\"expr\":\"up\",\"value\":\"0\"}\n"
    "{\"event\":\"set\",\"table\":\"c\",\"at\":[1,1],\"value\":\"0\",\"chosen\":[\"{_=$x\",\"a_b $x} \\\\100%\"],"
    "\"why\":\"max\"}\n"
    "{\"event\":\"set\",\"table\":\"b_x\",\"at\":[1,1],\"value\":\"U\",\"chosen\":[\"{_=$x\"],\"why\":\"max\"}\n"
    "{\"event\":\"answer\",\"answer\":{\"problem\":\"words\",\"x\":[],\"y\":{\"a\":\"1\"},\"z\":null}}\n";

static shell start(void) {
    shell s = shell_new();
    shell_write(&s, "sets.jsonl", str_of(sets));
    shell_write(&s, "texts.jsonl", str_of(texts));
    shell_write(&s, "void.jsonl", STR("{\"handtrace\":1,\"problem\":\"v\",\"title\":\"Nothing\",\"instance\":{}}\n"));
    shell_expect(&s, 0, "awk -v amount=10 -f " TEST_SOURCE_DIR "/docs/examples/coins.awk >coins.jsonl");
    shell_expect(&s, 0, TEST_EXAMPLE_FIB " 5 >fib.jsonl");
    return s;
}

static bool contains(str text, const char *part) {
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

static void every_format_takes_every_trace(void **state) {
    (void)state;
    static const char *const traces[] = {"coins", "fib", "sets", "texts", "void"};
    static const char *const formats[] = {"text", "md", "html", "pdf", "svg", "trace"};
    shell s = start();
    for (size_t t = 0; t < COUNT(traces); t++)
        for (size_t f = 0; f < COUNT(formats); f++) {
            const char *format = "for l in en zh; do $H render %s.jsonl -q -f %s -l $l -o x.%s || exit 1; done";
            shell_expect(&s, 0, str_format(s.arena, format, traces[t], formats[f], formats[f]).ptr);
            assert_int_equal(s.err.len, 0);
        }
    shell_expect(&s, 0, "$H render texts.jsonl -f json -o -");
    assert_string_equal(s.out.ptr, "{\"problem\":\"words\",\"x\":[],\"y\":{\"a\":\"1\"},\"z\":null}\n");
    shell_expect(&s, 1, "$H render coins.jsonl -f json -o -");
    assert_string_equal(s.err.ptr, "handtrace: the trace holds no answer\n");
    shell_free(&s);
}

/* The best value of things of these weights and values, by trying all sets. */
static int best_of_all_sets(int holds, const int things[][2], int count) {
    int best = 0;
    for (unsigned set = 0; set < 1u << count; set++) {
        int weight = 0, value = 0;
        for (int k = 0; k < count; k++)
            if (set >> k & 1) {
                weight += things[k][0];
                value += things[k][1];
            }
        best = weight <= holds && value > best ? value : best;
    }
    return best;
}

static void expect_answer(shell *s, const char *file, const char *part) {
    shell_expect(s, 0, str_format(s->arena, "$H render %s -f json -o -", file).ptr);
    if (!contains(s->out, part))
        fail_msg("%s: expected %s, got %.*s", file, part, STR_ARG(s->out));
    shell_expect(
        s, 0,
        str_format(s->arena,
                   "for l in en zh; do for f in pdf html text; do $H render %s -q -l $l -f $f -o x.$f || exit 1; "
                   "done; done; $H render %s -q -f trace -o again.jsonl && $H render again.jsonl -q -f trace -o - "
                   "| cmp - again.jsonl",
                   file, file)
            .ptr);
    assert_int_equal(s->err.len, 0);
}

static void examples_in_other_languages_are_right(void **state) {
    (void)state;
    static const int things[][2] = {{1, 1}, {3, 4}, {4, 5}, {5, 7}, {2, 3}};
    shell s = start();
    for (int holds = 0; holds <= 9; holds++) {
        strbuf b = strbuf_in(s.arena);
        for (size_t k = 0; k < COUNT(things); k++)
            strbuf_addf(&b, " %d:%d", things[k][0], things[k][1]);
        shell_expect(&s, 0,
                     str_format(s.arena, "python3 " TEST_SOURCE_DIR "/docs/examples/knapsack.py %d%s >knapsack.jsonl",
                                holds, b.ptr)
                         .ptr);
        str value = str_format(s.arena, "\"value\":\"%d\"", best_of_all_sets(holds, things, COUNT(things)));
        expect_answer(&s, "knapsack.jsonl", value.ptr);
    }
    /* Without its way back, the one that follows what was kept: the same cells, and the sheet says so. */
    shell_expect(&s, 0,
                 "python3 " TEST_SOURCE_DIR
                 "/docs/examples/knapsack.py 7 1:1 3:4 4:5 5:7 | grep -v '\"back\"' >way.jsonl && "
                 "$H render way.jsonl -f html -o - | sed 's/<svg.*//'");
    assert_true(contains(s.out, "The trace does not tell how a solution is constructed"));
    static const char *const way[] = {
        "<td style=\"text-align:left\">best[4,7]</td><td style=\"text-align:right\">9</td><td "
        "style=\"text-align:left\">leave</td>",
        "best[3,7]</td><td style=\"text-align:right\">9</td><td style=\"text-align:left\">take</td>",
        "best[2,3]</td><td style=\"text-align:right\">4</td><td style=\"text-align:left\">take</td>"};
    for (size_t k = 0; k < COUNT(way); k++)
        if (!contains(s.out, way[k]))
            fail_msg("%s: %.*s", way[k], STR_ARG(s.out));
    shell_expect(&s, 0, TEST_CMAKE " --install " TEST_BUILD_DIR " --component libraries --prefix p");
    shell_expect(&s, 0,
                 TEST_CC " -Wall -Wextra -Werror -Ip/include " TEST_SOURCE_DIR
                         "/docs/examples/distance.c -o distance $(find p -name 'libhandtrace_dp.a') $(find p -name "
                         "'libhandtrace_emit.a')");
    static const char *const words[][3] = {/* Levenshtein distances, the last of Jurafsky and Martin */
                                           {"cat", "cut", "1"},
                                           {"\"\"", "abc", "3"},
                                           {"form", "from", "2"},
                                           {"kitten", "sitting", "3"},
                                           {"intention", "execution", "5"}};
    for (size_t k = 0; k < COUNT(words); k++) {
        shell_expect(&s, 0, str_format(s.arena, "./distance %s %s >distance.jsonl", words[k][0], words[k][1]).ptr);
        expect_answer(&s, "distance.jsonl", str_format(s.arena, "\"distance\":\"%s\"", words[k][2]).ptr);
    }
    if (system("command -v node >/dev/null 2>&1") == 0) {
        shell_expect(&s, 0, "node " TEST_SOURCE_DIR "/docs/examples/fib.js 12 >fibs.jsonl");
        expect_answer(&s, "fibs.jsonl", "\"fib\":\"144\"");
    } else
        print_message("node is not there: the example in JavaScript was left out\n");
    shell_free(&s);
}

/* One line of a small table or of a few calls changed so that it is not true. */
static void what_is_not_so_is_refused_at_its_line(void **state) {
    (void)state;
    static const char sums[] =
        "{\"handtrace\":1,\"problem\":\"sums\",\"title\":\"Sums\",\"instance\":{}}\n"
        "{\"event\":\"table\",\"id\":\"c\",\"cols\":[0,2]}\n"
        "{\"event\":\"cell\",\"tables\":[\"c\"],\"at\":[0,0]}\n"
        "{\"event\":\"set\",\"table\":\"c\",\"at\":[0,0],\"value\":\"1/2\",\"why\":\"base\"}\n"
        "{\"event\":\"cell\",\"tables\":[\"c\"],\"at\":[0,1]}\n"
        "{\"event\":\"try\",\"label\":\"l\",\"reads\":[[\"c\",[0,0]]],\"terms\":[{\"name\":\"a\",\"value\":\"1/2\"}],"
        "\"expr\":\"max(a,-a)*3+7\",\"value\":\"17/2\"}\n"
        "{\"event\":\"try\",\"label\":\"m\",\"reads\":[[\"c\",[0,0]]],\"terms\":[{\"name\":\"a\",\"value\":\"1/2\"}],"
        "\"expr\":\"inf-a\",\"value\":\"inf\"}\n"
        "{\"event\":\"set\",\"table\":\"c\",\"at\":[0,1],\"value\":\"17/2\",\"chosen\":[\"l\"],\"why\":\"min\"}\n"
        "{\"event\":\"enter\",\"frame\":1,\"fn\":\"f\",\"args\":[2]}\n"
        "{\"event\":\"enter\",\"frame\":2,\"parent\":1,\"fn\":\"f\",\"args\":[1]}\n"
        "{\"event\":\"return\",\"frame\":2,\"value\":\"3\",\"why\":\"base\"}\n"
        "{\"event\":\"enter\",\"frame\":3,\"parent\":1,\"fn\":\"f\",\"args\":[1]}\n"
        "{\"event\":\"return\",\"frame\":3,\"value\":\"3\",\"why\":\"base\"}\n"
        "{\"event\":\"try\",\"frame\":1,\"label\":\"x\",\"reads\":[{\"frame\":2}],\"terms\":[{\"name\":\"x\",\"value\":"
        "\"3\"}],"
        "\"expr\":\"x\",\"value\":\"3\"}\n"
        "{\"event\":\"try\",\"frame\":1,\"label\":\"y\",\"reads\":[{\"frame\":3}],\"terms\":[{\"name\":\"y\",\"value\":"
        "\"3\"}],"
        "\"expr\":\"y+1\",\"value\":\"4\"}\n"
        "{\"event\":\"return\",\"frame\":1,\"value\":\"7\",\"why\":\"sum\"}\n";
    static const struct {
        const char *change, *place, *message;
    } cases[] = {
        {"s/17.2\"}/9\"}/", "6:", "max(a,-a)*3+7 gives 17/2, got 9"},
        {"s/\"inf-a\"/\"inf-b\"/", "7:", "inf-b names b, which is none of its terms"},
        {"s/\"inf-a\"/\"inf-inf\"/", "7:", "inf-inf gives no value, got inf"},
        {"s/\"inf-a\"/\"a-inf\"/", "7:", "a-inf gives -inf, got inf"},
        {"s/\"inf-a\"/\"a-1\"/", "7:", "a-1 gives -1/2, got inf"},
        {"s/\"inf-a\"/\"a\\/0\"/", "7:", "a/0 gives no value, got inf"},
        {"7s/{\"name\":\"a\",\"value\":\"1.2\"}/{\"name\":\"a\",\"value\":\"1\"}/",
         "7:", "a is said to be 1, but what it reads holds 1/2"},
        {"8s/17.2/8/", "8:", "\"l\" is chosen, but gives 17/2, not 8"},
        {"8s/\"l\"/\"m\"/", "8:", "\"m\" is chosen, but gives inf, not 17/2"},
        {"8s/\"l\"/\"q\"/", "8:", "\"q\" is chosen, but no such candidate was tried"},
        {"8s/\"min\"/\"max\"/", "8:", "17/2 is said to be the largest, but the candidate \"m\" gives inf"},
        {"8s/\"chosen\":.*,\"why\"/\"why\"/;8s/17.2/9/", "8:", "no candidate gives 9"},
        {"13s/\"3\"/\"4\"/", "13:", "this call gave 3 before, as frame 2, and gives 4 now"},
        {"16s/\"7\"/\"8\"/", "16:", "the candidates are 7 together, got 8"},
    };
    shell s = shell_new();
    shell_write(&s, "sums.jsonl", str_of(sums));
    shell_expect(&s, 0, "$H render sums.jsonl -f text -o -");
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell_expect(
            &s, 1,
            str_format(s.arena, "sed '%s' sums.jsonl >lie.jsonl && $H render lie.jsonl -f text -o -", cases[k].change)
                .ptr);
        str wanted = str_format(s.arena, "lie.jsonl:%s", cases[k].place);
        if (!contains(s.err, wanted.ptr) || !contains(s.err, cases[k].message))
            fail_msg("%s: %.*s", cases[k].change, STR_ARG(s.err));
    }
    /* The text 1 is not the number 1, and may have another value. */
    shell_expect(
        &s, 0,
        "sed '12s/\\[1\\]/[\"1\"]/;13s/\"3\"/\"4\"/;15s/\"value\":\"3\"/\"value\":\"4\"/;15s/\"y+1\",\"value\":\"4\"/"
        "\"y+1\",\"value\":\"5\"/;16s/7/8/' sums.jsonl >kinds.jsonl && $H render kinds.jsonl --figure calls -f svg "
        "-o -");
    assert_true(contains(s.out, "f(\xE2\x80\x9C"
                                "1\xE2\x80\x9D) = 4") &&
                contains(s.out, "f(1) = 3"));
    shell_free(&s);
}

/* What there is to be drawn is drawn, and what there is not is said. */
static void figures_have_words_of_their_own(void **state) {
    (void)state;
    static const struct {
        const char *trace, *figure, *title_en, *title_zh; /* NULL: the trace has nothing for it */
    } cases[] = {
        {"coins", "tables", "The table fewest", "表 fewest"},
        {"coins", "splits", "The ways tried for fewest[10]", "格 fewest[10] 的各种选法"},
        {"coins", "expression", NULL, NULL},
        {"texts", "tables", "The tables c, b_x", "表 c, b_x"},
        {"texts", "splits", "The ways tried for c[1,1]", "格 c[1,1] 的各种选法"},
        {"sets", "expression", "The expression as a tree", "表达式树"},
        {"sets", "tables", NULL, NULL},
        {"fib", "tables", NULL, NULL},
        {"fib", "ring", NULL, NULL},
        {"void", "splits", NULL, NULL},
    };
    shell s = start();
    for (size_t k = 0; k < COUNT(cases); k++) {
        const char *command = "$H render %s.jsonl --figure %s -f svg -l %s -o -";
        str en = str_format(s.arena, command, cases[k].trace, cases[k].figure, "en");
        str zh = str_format(s.arena, command, cases[k].trace, cases[k].figure, "zh");
        shell_expect(&s, cases[k].title_en ? 0 : 2, en.ptr);
        if (!cases[k].title_en) {
            assert_true(contains(s.err, "has no data for the figure"));
            continue;
        }
        assert_true(contains(s.out, cases[k].title_en));
        shell_expect(&s, 0, zh.ptr);
        assert_true(contains(s.out, cases[k].title_zh));
    }
    shell_expect(&s, 0,
                 "for f in pdf png tikz; do $H render coins.jsonl --figure tables,splits --step all -f $f "
                 "-o many.$f || exit 1; done");
    shell_free(&s);
}

static void templates_of_ones_own_serve_any_trace(void **state) {
    (void)state;
    shell s = start();
    shell_write(&s, "own.md",
                STR("# {{title}}\n\n{{#runs}}{{#steps}}\n- {{name}}:{{#facts}} {{value}}{{/facts}}\n"
                    "{{/steps}}{{#calls}}\n- {{name}} = {{value}}\n{{/calls}}{{#results}}\n- {{name}}\n"
                    "{{/results}}{{#has_grids}}\n\n![](figure:tables)\n{{/has_grids}}{{/runs}}\n"));
    static const struct {
        const char *trace, *line;
    } cases[] = {
        {"coins", "- fewest\\[6\\]: 2\n"},
        {"fib", "- fib(3) = 2\n"},
        {"sets", "- \\{3, 8\\}\n"},
        {"texts", "- c\\[1,1\\], b\\_x\\[1,1\\]: 0 U\n"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        const char *command =
            "$H render %s.jsonl -t ./own.md -q -o own.pdf && $H render %s.jsonl -t ./own.md -q -o x.md "
            "&& cat x.md";
        shell_expect(&s, 0, str_format(s.arena, command, cases[k].trace, cases[k].trace).ptr);
        if (!contains(s.out, cases[k].line))
            fail_msg("no line %s in\n%s", cases[k].line, s.out.ptr);
    }
    shell_free(&s);
}

/* Every kind of figure that can draw the trace of an unknown problem has its words for it, in both languages. */
static void every_kind_of_figure_has_its_words(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(
        &s, 0,
        "$H polygon 5 x -3 t 2 x -4 t 5 x 6 -f trace -o - | sed 's/\"problem\":\"polygon\"/\"problem\":\"other\"/' "
        ">other.trace");
    size_t drawn = 0;
    for (const figure_kind *const *kind = figure_kinds; *kind; kind++)
        for (size_t l = 0; l < 2; l++) {
            const char *command = "$H render other.trace --figure %s --step all -f pdf -l %s -o x.pdf";
            int status = shell_run(&s, str_format(s.arena, command, (*kind)->name, l ? "zh" : "en").ptr);
            if (status && !contains(s.err, "has no data for the figure"))
                fail_msg("%s: %s", (*kind)->name, s.err.ptr);
            drawn += status == 0;
        }
    assert_true(drawn >= 2 * 4); /* tables, splits, report, expression */
    shell_expect(&s, 0, "$H render other.trace -o x.pdf && $H render other.trace -l zh -o x.html");
    shell_free(&s);
}

/* The example of the design runs as it stands. */
static void the_example_of_the_design_runs(void **state) {
    (void)state;
    shell s = start();
    shell_write(
        &s, "design.md",
        STR("---\ntitle: The polygon game\npaper: a4\n---\n# {{title}}\n![The polygon](figure:ring)\n\n"
            "$$ m[i,j,1] = \\max_{1 \\le s < j} \\begin{cases} b+d & op = + \\\\ "
            "\\max\\{ac,ad,bc,bd\\} & op = \\times \\end{cases} $$\n\n"
            "{{#lengths}}\n## Chains of {{length}} vertices\n![Both tables](figure:tables)\n"
            "{{#steps}}{{#has_candidates}}\n### {{name}}\n![The chain](figure:ring) ![Its splits](figure:splits)\n"
            "{{/has_candidates}}{{/steps}}\n{{/lengths}}\n"));
    shell_expect(
        &s, 0,
        "for f in pdf html svg; do $H polygon 4 t -7 t 4 x 2 x 5 -t ./design.md -q -f $f -o x.$f || exit 1; done; "
        "$H polygon 4 t -7 t 4 x 2 x 5 -t ./design.md -q -o x.md && cat x.md");
    assert_true(contains(s.out, "\n### m\\[2,3\\]\n") && contains(s.out, "\n## Chains of 4 vertices\n"));
    size_t figures = 0;
    for (size_t at = 0; (at = str_find(s.out, STR("!["), at)) != SIZE_MAX; at++)
        figures++;
    assert_int_equal(figures, 1 + 4 + 2 * 12); /* the polygon, four lengths, twelve cells with a choice */
    shell_free(&s);
}

static void a_polygon_without_its_answer(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "$H polygon 4 t -7 t 4 x 2 x 5 -f trace -o - | grep -v '\"event\":\"answer\"' >cut.trace");
    shell_expect(&s, 0,
                 "for f in pdf svg md html; do for l in en zh; do $H render cut.trace -f $f -l $l -o x.$f "
                 "2>err && exit 1; echo 'handtrace: the trace holds no answer, and the template '\"'handout'\"' of "
                 "polygon needs one' | cmp - err || exit 1; done; done");
    shell_expect(&s, 0, "test -z \"$(find . -name 'x.*')\"");
    shell_expect(&s, 1, "$H render cut.trace -f json -o -");
    shell_expect(&s, 0,
                 "$H render cut.trace -f text -o - && $H render cut.trace --figure ring,tables,splits,merge,expression "
                 "-f svg -o pictures && ls pictures | wc -l");
    assert_true(contains(s.out, "\n5\n"));
    shell_write(&s, "own.md", STR("# {{n}} vertices\n\n![](figure:tables)\n"));
    shell_expect(&s, 0, "$H render cut.trace -t ./own.md -o own.pdf");
    shell_write(&s, "asks.md", STR("# The best is {{max}}\n"));
    shell_expect(&s, 1, "$H render cut.trace -t ./asks.md -o own.pdf");
    assert_true(str_starts(s.err, "handtrace: ./asks.md:1:15: "));
    shell_free(&s);
}

/* The script says what is compared; 200 instances each by hand. */
static void files_have_the_runs_of_built_in_problems(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "python3 " TEST_SOURCE_DIR "/tests/same_runs.py $H 10");
    assert_string_equal(s.out.ptr, "3 problems, 10 instances each: the same runs\n");
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_takes_every_trace),
        cmocka_unit_test(examples_in_other_languages_are_right),
        cmocka_unit_test(what_is_not_so_is_refused_at_its_line),
        cmocka_unit_test(figures_have_words_of_their_own),
        cmocka_unit_test(templates_of_ones_own_serve_any_trace),
        cmocka_unit_test(every_kind_of_figure_has_its_words),
        cmocka_unit_test(the_example_of_the_design_runs),
        cmocka_unit_test(a_polygon_without_its_answer),
        cmocka_unit_test(files_have_the_runs_of_built_in_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
