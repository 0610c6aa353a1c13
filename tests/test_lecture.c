/* Sheets with runs of their own: the lecture that comes with the program, and what templates of one's own may say and
 * get wrong. */
#define _GNU_SOURCE
#include "sheets.h"
#include "shell.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const langs[] = {"en", "zh"};

/* ---- the lecture ---- */

static void the_lecture_stands_on_one_sheet(void **state) {
    (void)state;
    static const char *const words[][7] = {
        {"divide and conquer", "| backtracking | branch and bound |", "cards 1 100 2: equal ones are one",
         "What is the last decision?", "How do we get the solution itself?", "matrix chain",
         "values alone are not a solution"},
        {"分治法", "| 回溯法 | 分支限界法 |", "取牌 1 100 2：相同的合为一个", "最后一步是什么？", "怎样得到解本身？",
         "矩阵连乘", "只有值还不是解"},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(langs); k++) {
        shell_expect(
            &s, 0,
            str_format(s.arena,
                       "$H sheet lecture -l %s -q -o l.pdf && pdfinfo l.pdf | grep Pages && "
                       "pdfinfo l.pdf | grep -E '841.8.* x 595.2' && pdftotext -layout l.pdf - | tr -s ' \\n' ' '",
                       langs[k])
                .ptr);
        if (!strstr(s.out.ptr, "Pages:") || !strstr(strstr(s.out.ptr, "Pages:"), " 2\n"))
            fail_msg("%s: not two pages: %.40s", langs[k], s.out.ptr);
        shell_expect(&s, 0, str_format(s.arena, "$H sheet lecture -l %s -q -o l.md && cat l.md", langs[k]).ptr);
        for (size_t w = 0; w < COUNT(words[k]); w++)
            if (!strstr(s.out.ptr, words[k][w]))
                fail_msg("%s: no \"%s\"", langs[k], words[k][w]);
        static const char *const figures[] = {"subproblems", "calls",      "chain",  "tables",
                                              "play",        "expression", "arrows", "diamond"};
        for (size_t f = 0; f < COUNT(figures); f++)
            if (!strstr(s.out.ptr, str_format(s.arena, "-%s.svg)", figures[f]).ptr))
                fail_msg("%s: no figure %s", langs[k], figures[f]);
    }
    shell_free(&s);
}

/* Nothing overlaps, leaves the page or is set too small; two pages on the papers that lecture rooms have. */
static void the_lecture_pages_are_without_faults(void **state) {
    (void)state;
    static const char *const sheets[] = {"lecture", "lecture-exercise"}, *const papers[] = {"297x210mm",
                                                                                            "279.4x215.9mm"};
    for (size_t k = 0; k < 8; k++) {
        arena *a = arena_new(NULL);
        pages *p = check_runs_sheet(sheets[k / 4], langs[k % 2], papers[k / 2 % 2], a);
        if (p->count != 2)
            fail_msg("%s, %s, %s: %zu pages", sheets[k / 4], langs[k % 2], papers[k / 2 % 2], p->count);
        arena_free(a);
    }
}

/* Every row says its recurrence, with where it begins. */
static void every_problem_has_its_recurrence(void **state) {
    (void)state;
    static const char *const formulas[] = {"$m[i,j,1] = \\max_{1 \\le s < j} f_1(i,j,s)$",
                                           "$m[i,1,0] = m[i,1,1] = v_i$",
                                           "$f(i,i) = a_i$",
                                           "$s(i,i) = 0$",
                                           "$R(\\{a\\}) = \\{a\\}$",
                                           "0 & i = 0 \\vee j = 0",
                                           "c[i-1,j-1] + 1 & x_i = y_j",
                                           "$m[i,i] = 0$"};
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(langs); k++) {
        shell_expect(&s, 0, str_format(s.arena, "$H sheet lecture -l %s -q -o l.md && cat l.md", langs[k]).ptr);
        for (size_t f = 0; f < COUNT(formulas); f++)
            if (!strstr(s.out.ptr, formulas[f]))
                fail_msg("%s: no %s", langs[k], formulas[f]);
    }
    shell_free(&s);
}

/* Two pages too; the column is nowhere to be found. */
static void the_exercise_leaves_out_what_is_asked(void **state) {
    (void)state;
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(langs); k++) {
        shell_expect(
            &s, 0,
            str_format(s.arena,
                       "$H sheet lecture-exercise -l %s -q -o e.pdf && pdfinfo e.pdf | grep -E 'Pages: +2$' && "
                       "$H sheet lecture-exercise -l %s -q -o e.md && cat e.md",
                       langs[k], langs[k])
                .ptr);
        assert_null(strstr(s.out.ptr, "min_{"));
        assert_null(strstr(s.out.ptr, "bigcup"));
        assert_null(strstr(s.out.ptr, "c[i,j]"));
        assert_non_null(strstr(s.out.ptr, "-blank-lines.svg)"));
    }
    shell_expect(&s, 2, "$H polygon 1 t 5 --figure blank-lines --lines 0 -o r.svg");
    shell_expect(&s, 0, "$H polygon 1 t 5 --figure blank-lines --lines 3 -o r.svg");
    shell_free(&s);
}

static void every_format_is_made(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0,
                 "$H sheet lecture -p letter -q -o l.pdf && pdfinfo l.pdf | grep -E ' 792 x 612 ' && pdfinfo l.pdf | "
                 "grep -E 'Pages: +2$'");
    shell_expect(
        &s, 0,
        "$H sheet lecture -q -f svg -o svgs && test $(ls svgs | wc -l) = 2 && $H sheet lecture -q -f png -o pngs "
        "&& test $(ls pngs | wc -l) = 2");
    shell_expect(&s, 0, "$H sheet lecture -q -o l.html && grep -c '<svg' l.html");
    shell_expect(&s, 0, "$H sheet lecture -f text -o -");
    assert_non_null(strstr(s.out.ptr, "DIET") ? "" : strstr(s.out.ptr, "EA"));
    shell_expect(&s, 0, "$H sheet lecture -f json -o - | wc -l | tr -d ' \\n'");
    assert_string_equal(s.out.ptr, "7");
    shell_expect(&s, 0, "$H sheet lecture -q && test -s out/lecture.pdf");
    shell_expect(&s, 0, "$H list templates | grep -E '^sheets lecture +en zh$'");
    shell_expect(&s, 0, "$H sheet --help");
    shell_free(&s);
}

/* ---- figures in cells ---- */

static void check_cells(const char *problem, const char *typed, const char *text) {
    for (size_t k = 0; k < COUNT(langs); k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        sheet_kit kit = sheet_kit_open(a, problem, "handout", langs[k]);
        kit.template = (source){STR("t.md"), str_of(text)};
        document *d = sheet_document(&kit, sheet_instance(&kit, str_of(typed), a), a);
        sheet_options o = {.fonts = kit.fonts, .theme = &kit.theme, .phrases = kit.phrases};
        assert_true(paper_size(STR("a4"), &o.width, &o.height));
        pages *p = sheet_pages(d, &o, a, &e);
        if (!p)
            fail_msg("%s: %s", typed, str_to_c(a, error_text(&e)));
        size_t figures = 0;
        for (size_t page = 0; page < p->count; page++) {
            str faults = scene_faults(p->items[page], kit.theme.type.least, a);
            if (faults.len)
                fail_msg("%s, %s:\n%.*s", typed, langs[k], STR_ARG(faults));
            for (size_t n = 0; n < p->items[page]->count; n++) {
                const item *it = &p->items[page]->items[n];
                figures += it->kind == ITEM_OPEN && it->group->role == ROLE_FIGURE && it->group->alt.len;
                assert_false(it->kind == ITEM_OPEN && str_starts(it->group->anchor, "figure-"));
            }
        }
        assert_int_equal(figures, 4);
        arena_free(a);
    }
}

static void figures_stand_in_cells(void **state) {
    (void)state;
    static const char text[] = "| what | figure |\n|:--|:-:|\n"
                               "| **words** beside | ![called $x$](figure:%s) |\n"
                               "| words ![](figure:%s?height=20mm) | ![](figure:%s?width=30mm) and words |\n"
                               "| no figure | $a + b$ |\n"
                               "| ![a caption that is so long that it takes lines](figure:%s?legend=no) | |\n";
    static const struct {
        const char *problem, *typed, *figure;
    } cases[] = {
        {"polygon", "4|t|-7|t|4|x|2|x|5", "ring"},  {"polygon", "4|t|-7|t|4|x|2|x|5", "tables"},
        {"polygon", "4|t|-7|t|4|x|2|x|5", "merge"}, {"recurrence", "a=4 b=2 f=n n=8", "cost-tree"},
        {"cards", "1 8 10 6", "subproblems"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        const char *f = str_is(str_of(cases[k].figure), "tables") ? "tables?only=max" : cases[k].figure;
        const char *more = strchr(f, '?') ? "&" : "?";
        str whole = str_format(a, "%s", text);
        strbuf b = strbuf_in(a);
        for (size_t at = 0; at < whole.len;) {
            size_t mark = str_find(whole, STR("%s"), at), end = mark == SIZE_MAX ? whole.len : mark;
            strbuf_add(&b, str_slice(whole, at, end));
            at = end;
            if (mark == SIZE_MAX)
                break;
            at += 2;
            strbuf_add_c(&b, f);
            if (at < whole.len && whole.ptr[at] == '?') {
                strbuf_add_c(&b, more);
                at++;
            }
        }
        check_cells(cases[k].problem, cases[k].typed, str_to_c(a, strbuf_text(&b)));
    }
    arena_free(a);
}

/* Without a legend a small tree takes no more room than its nodes: columns of a table go by that. */
static void a_tree_without_legend_is_narrow(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0,
                 "$H cards 1 100 2 --figure calls --run plain --legend=no -q -o c.svg && "
                 "grep -o -m1 '<svg[^>]*' c.svg | sed 's/.* width=\"\\([0-9]*\\).*/\\1/'");
    assert_in_range(strtol(s.out.ptr, NULL, 10), 100, 250);
    shell_free(&s);
}

/* Drawn smaller outside of tables too, but not below the least type. */
static void figures_are_made_smaller(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "t.md",
                STR("---\nruns: [{problem: polygon, instance: 4 t -7 t 4 x 2 x 5}]\n---\n{{#polygon}}\n"
                    "![](figure:ring)\n\n![](figure:ring?height=40mm)\n\n![](figure:ring?height=1mm)\n"
                    "{{/polygon}}\n"));
    shell_expect(
        &s, 0,
        "$H sheet t.md -q -o t.md.out.md && for k in 1 2 3; do grep -o 'height=\"[0-9.]*' t.md.out-$k-ring.svg | "
        "head -1 | tr -dc '0-9.\\n'; done");
    double whole = 0, small = 0, least = 0;
    assert_int_equal(sscanf(s.out.ptr, "%lf %lf %lf", &whole, &small, &least), 3);
    assert_true(whole > small + 1 && fabs(small - 40 * 72 / 25.4) < 0.1);
    assert_true(least < small && least > whole * 0.5);
    shell_free(&s);
}

/* ---- templates of one's own ---- */

static const char two[] = "---\ntitle: Two\nruns:\n"
                          "  - {id: x, problem: polygon, instance: 3 t 2 x 3 t 1}\n"
                          "  - {id: y, problem: polygon, instance: 3 t 2 x 3 t 1}\n"
                          "---\n# {{title}}\n\n{{#x}}\n![](figure:ring)\n\n{{max}} {{> problem.title}}\n{{/x}}\n\n"
                          "{{#y}}\n![](figure:ring)\n\n{{max}}\n{{/y}}\n\n{{x.answer.max}} {{#runs}}[{{n}}]{{/runs}}\n";

static void the_same_run_twice_is_the_same_figure_twice(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "two.md", str_of(two));
    shell_write(&s, "one.md",
                STR("---\nruns: [{id: x, problem: polygon, instance: 3 t 2 x 3 t 1}]\n---\n{{#x}}\n"
                    "![](figure:ring)\n{{/x}}\n"));
    shell_expect(&s, 0, "$H sheet two.md -q -o a.md && $H sheet one.md -q -o b.md && cmp a-1-ring.svg b-1-ring.svg");
    shell_expect(&s, 0, "sed s/p2-/p1-/g a-2-ring.svg | cmp - a-1-ring.svg");
    shell_expect(&s, 0, "tail -1 a.md");
    assert_string_equal(s.out.ptr, "9 \\[3\\]\\[3\\]\n");
    shell_free(&s);
}

static void byte_order_marks_and_line_ends_make_no_difference(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "two.md", str_of(two));
    shell_expect(
        &s, 0,
        "sed 's/$/\\r/' two.md > crlf.md && { printf '\\357\\273\\277'; cat crlf.md; } > bom.md && for f in two crlf "
        "bom; do $H sheet $f.md -q -o $f.pdf; $H sheet $f.md -q -o $f.html; done && cmp two.pdf crlf.pdf && cmp "
        "two.pdf bom.pdf && cmp two.html bom.html");
    shell_free(&s);
}

static void instances_are_given_as_they_are_typed(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "a.txt", STR("one\ntwo\nthree\n"));
    shell_write(&s, "b.txt", STR("two\nthree\nfour\n"));
    shell_write(
        &s, "t.md",
        STR("---\nruns:\n  - {id: a, problem: polygon, options: {values: '-7,4,2,5', ops: '+,×,×,+'}}\n"
            "  - id: b\n    problem: polygon\n    instance: |\n      4\n      t -7 t 4 x 2 x 5\n"
            "  - {id: c, problem: lcs, instance: [a b c, b  c]}\n"
            "  - {id: d, problem: game24, instance: 2 3, options: {target: 6}}\n"
            "  - {id: e, problem: lcs, instance: a.txt b.txt, options: {lines: yes}}\n"
            "---\n{{a.answer.max}} {{b.answer.max}} {{c.answer.length}} {{d.answer.solvable}} {{e.answer.length}}\n"));
    shell_expect(&s, 0, "mkdir -p deep && cd deep && $H sheet ../t.md -q -o ../o.md && tail -1 ../o.md");
    assert_string_equal(s.out.ptr, "33 33 3 true 2\n");
    shell_free(&s);
}

static void seeds_decide_random_runs(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(
        &s, "r.md",
        STR("---\nruns:\n  - {id: a, problem: polygon, random: 'n=5'}\n  - {id: b, problem: polygon, random: 'n=5'}\n"
            "  - {id: c, problem: polygon, random: 'n=5', seed: 9}\n---\n"
            "{{#a}}\n{{seed}}\n{{/a}}\n"));
    shell_expect(
        &s, 0,
        "$H sheet r.md -f json -o x && $H sheet r.md --seed 1 -f json -o y && cmp x y && $H sheet r.md --seed 2 -f "
        "json -o z && ! cmp -s x z && tail -1 x >t1 && tail -1 z >t2 && cmp t1 t2");
    shell_expect(&s, 0,
                 "$H polygon --random n=5 --seed 2 --count 2 -f json -o n && sed 's/,\"item\":[0-9]*//' n >p && head "
                 "-2 z >q && cmp p q && $H polygon --random "
                 "n=5 --seed 9 -f json -o p9 && cmp p9 t1");
    shell_expect(&s, 0, "$H sheet r.md --seed 77 -q -o o.md && tail -1 o.md");
    assert_string_equal(s.out.ptr, "77\n");
    shell_free(&s);
}

static void mistakes_have_their_place_in_the_template(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"---\nruns:\n  - {id: g, problem: polygn, instance: 1}\n---\n",
         "t.md:3:22: unknown problem 'polygn'; did you mean polygon?"},
        {"---\nruns:\n  - {id: g, problem: polygon, instance: \"4 t 1 t two x 3\"}\n---\n",
         "t.md:3:50: expected vertex 2, a whole number, got 'two'"},
        {"---\nruns:\n  - {problem: recurrence, instance: [a=4, b=2, f=n, n=10]}\n---\n",
         "t.md:3:55: n must be a power of b: the nearest are 8 and 16"},
        {"---\nruns:\n  - problem: polygon\n    instance: |\n      2\n      t 1 t x\n---\n",
         "t.md:6:13: expected vertex 2"},
        {"---\nruns:\n  - {problem: polygon, options: {values: \"1,2,x\", ops: \"+,+,+\"}}\n---\n",
         "t.md:3:47: expected vertex 3"},
        {"---\nruns:\n  - {problem: polygon, options: {values: \"1,2\"}}\n---\n",
         "t.md:3:5: --values and --ops belong"},
        {"---\nruns:\n  - {problem: polygon, options: {valeus: x}}\n---\n",
         "t.md:3:34: polygon has no option \"valeus\""},
        {"---\nruns:\n  - {problem: polygon, random: \"n=0\"}\n---\n", "t.md:3:32: --random: n: expected an integer"},
        {"---\nruns:\n  - {problem: polygon, random: \"n=4\", seed: x}\n---\n", "t.md:3:45: a seed is a number"},
        {"---\nruns:\n  - {problem: polygon, instance: 1 t 5, seed: 3}\n---\n", "t.md:3:47: a seed needs random"},
        {"---\nruns:\n  - {problem: polygon, instance: 1 t 5, random: n=4}\n---\n",
         "t.md:3:34: this run has an instance and"},
        {"---\nruns:\n  - {problem: polygon}\n---\n", "t.md:3:5: this run has no instance"},
        {"---\nruns:\n  - {instance: 1 t 5}\n---\n", "t.md:3:5: this run does not say its problem"},
        {"---\nruns:\n  - {problem: polygon, instnce: 1 t 5}\n---\n",
         "t.md:3:24: unknown key \"instnce\"; did you mean instance?"},
        {"---\nruns:\n  - {id: 'a b', problem: polygon, instance: 1 t 5}\n---\n", "t.md:3:10: id: expected letters"},
        {"---\nruns:\n  - {id: title, problem: polygon, instance: 1 t 5}\n---\n",
         "t.md:3:10: 'title' means something else"},
        {"---\nruns:\n  - {problem: polygon, instance: 1 t 5}\n  - {problem: polygon, instance: 1 t 5}\n---\n",
         "t.md:4:15: there is a run 'polygon' already; give it an id"},
        {"---\nruns: x\n---\n", "t.md:2:7: \"runs\" is a list"},
        {"---\nruns: []\n---\n", "t.md:2:7: \"runs\" is a list"},
        {"---\nruns: [x]\n---\n", "t.md:2:8: a run is written {id: …"},
        {"# Hi\n", "t.md:1:1: the front matter lists no runs"},
        {"---\nruns: [{id: g, problem: polygon, instance: 1 t 5}]\n---\n\n{{#g}}\nfoo\n",
         "t.md:5:1: the section \"g\" opened here is not closed"},
        {"---\nruns: [{id: game, problem: polygon, instance: 1 t 5}]\n---\n{{#gme}}{{/gme}}\n",
         "t.md:4:1: unknown name \"gme\"; did you mean \"game\"?"},
        {"---\nruns: [{id: g, problem: polygon, instance: 1 t 5}]\n---\n{{#g}}\n{{> nothing}}\n{{/g}}\n",
         "t.md:5:1: unknown phrase \"nothing\""},
        {"---\nruns: [{id: g, problem: polygon, instance: 1 t 5}]\n---\n{{> problem.title}}\n",
         "t.md:4:1: unknown phrase \"problem.title\""},
        {"---\nruns: [{id: g, problem: polygon, instance: 1 t 5}]\n---\n![](figure:ring)\n",
         "t.md:4:1: there is nothing here for the figure 'ring'"},
        {"---\nruns: [{id: g, problem: polygon, instance: 1 t 5}]\n---\n{{#g}}\n| a |\n|---|\n| ![](figure:rng) "
         "|\n{{/g}}\n",
         "t.md:7:3: no figure 'rng'"},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell_write(&s, "t.md", str_of(cases[k].text));
        shell_expect(&s, 1, "$H sheet t.md -o t.pdf");
        if (!strstr(s.err.ptr, cases[k].message) || !strchr(s.err.ptr, '^'))
            fail_msg("%s\n%s\nnot: %s", cases[k].text, s.err.ptr, cases[k].message);
        shell_expect(&s, 1, "test -e t.pdf");
    }
    shell_free(&s);
}

static void the_command_line_is_held_to_its_form(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "two.md", str_of(two));
    shell_expect(&s, 2, "$H sheet");
    shell_expect(&s, 2, "$H sheet lectur");
    assert_non_null(strstr(s.err.ptr, "no sheet 'lectur'; did you mean lecture?"));
    shell_expect(&s, 2, "$H sheet handout");
    shell_expect(&s, 2, "$H sheet two.md --count 3");
    shell_expect(&s, 2, "$H sheet two.md --seed 3");
    assert_non_null(strstr(s.err.ptr, "--seed needs random runs"));
    shell_expect(&s, 2, "cp two.md same.md; $H sheet two.md -o two.md");
    shell_expect(&s, 0, "cmp two.md same.md");
    shell_expect(&s, 3, "$H sheet two.md -o nowhere/two.pdf");
    shell_expect(&s, 2, "$H sheet none.md");
    shell_free(&s);
}

/* On small paper the tables are set in stacks: the name of a row stands on the page of what it names. */
static void names_of_rows_stay_with_them(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0,
                 "$H sheet lecture -p a5 -o a5.pdf && for p in $(seq 1 20); do "
                 "pdftotext -f $p -l $p a5.pdf - 2>/dev/null | tr '\\n' ' ' | grep -o 'what differs 1 Characterise'; "
                 "done | wc -l");
    assert_string_equal(s.out.ptr, "1\n");
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lecture_stands_on_one_sheet),
        cmocka_unit_test(the_lecture_pages_are_without_faults),
        cmocka_unit_test(every_problem_has_its_recurrence),
        cmocka_unit_test(the_exercise_leaves_out_what_is_asked),
        cmocka_unit_test(every_format_is_made),
        cmocka_unit_test(figures_stand_in_cells),
        cmocka_unit_test(a_tree_without_legend_is_narrow),
        cmocka_unit_test(figures_are_made_smaller),
        cmocka_unit_test(the_same_run_twice_is_the_same_figure_twice),
        cmocka_unit_test(byte_order_marks_and_line_ends_make_no_difference),
        cmocka_unit_test(instances_are_given_as_they_are_typed),
        cmocka_unit_test(seeds_decide_random_runs),
        cmocka_unit_test(mistakes_have_their_place_in_the_template),
        cmocka_unit_test(the_command_line_is_held_to_its_form),
        cmocka_unit_test(names_of_rows_stay_with_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
