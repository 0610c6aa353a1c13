/* Figures, tables, algorithms, statements, formulas and questions have running numbers, and what refers to them says
 * so. */
#define _GNU_SOURCE
#include "shell.h"

#include <string.h>

#define COUNT(items) (sizeof(items) / sizeof *(items))

static const char sheet[] =
    "# Numbers\n\n"
    "See {{figure tree}}, {{figure end}}, {{figure cells}}, {{figure walk}}, {{figure opt}}, "
    "{{figure second}}, {{figure rec}}.\n\n"
    "> **Theorem #.** {#opt} One.\n\n> **Lemma #.** Two.\n\n> **Theorem #.** {#second} Three.\n\n"
    "$$ a $$\n\n$$ b $$ {#first}\n\n$$ c $$ {#rec}\n\n"
    "```algorithm ONE\nreturn 1\n```\n\n```algorithm TWO {#walk}\nreturn 2\n```\n\n"
    "\\table All of them {#cells}\n\n| a | b |\n|:--|:--|\n| 1 | 2 |\n\n"
    "![](figure:tables){#end}\n\n![The calls](figure:calls){#tree}\n\n"
    "> **Question #.** Why? \\answer Because.\n\n> **Question #.** Where?\n>\n> \\answer In {{figure "
    "end}}.\n\n## Answers\n\n\\answers\n";

static bool contains(str text, const char *part) {
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

static shell start(void) {
    shell s = shell_new();
    shell_write(&s, "own.md", str_of(sheet));
    return s;
}

static void references_say_the_numbers(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "$H lcs AB BA -t ./own.md -o own.pdf && pdftotext -layout own.pdf - | tr -s ' \\n' '  '");
    static const char *const en[] = {"See Figure 1, Table 2, Table 1, Algorithm 2, Theorem 1, Theorem 2, (2).",
                                     "Theorem 1. One.",
                                     "Lemma 1. Two.",
                                     "Theorem 2. Three.",
                                     "Algorithm 1 ONE 1 return 1",
                                     "Algorithm 2 TWO 1 return 2",
                                     "Table 1 All of them",
                                     "Figure 1 The calls",
                                     "Question 1. Why?",
                                     "Answers Question 1. Because. Question 2. In Table 2."};
    for (size_t k = 0; k < COUNT(en); k++)
        if (!contains(s.out, en[k]))
            fail_msg("%s\n%.*s", en[k], STR_ARG(s.out));
    shell_expect(&s, 0, "$H lcs AB BA -t ./own.md -l zh -o own.pdf && pdftotext -layout own.pdf - | tr -s ' \\n' '  '");
    assert_true(contains(s.out, "See 图1, 表2, 表1, 算法2, Theorem 1, Theorem 2, (2)."));
    /* All formats number alike, and in HTML every link leads to an element. */
    shell_expect(&s, 0, "$H lcs AB BA -t ./own.md -o own.markdown -f md && cat own.markdown");
    assert_true(contains(s.out, "See Figure 1, Table 2, Table 1, Algorithm 2, Theorem 1, Theorem 2, (2)."));
    shell_expect(
        &s, 0,
        "$H lcs AB BA -t ./own.md -o own.html && xmllint --html --noout own.html 2>/dev/null; "
        "for a in $(grep -o '<a href=\"#[^\"]*' own.html | sed 's/.*#//'); do grep -q \"id=\\\"$a\\\"\" own.html || "
        "{ echo \"no $a\"; exit 1; }; done; grep -o '<a href=\"#' own.html | wc -l");
    assert_true(contains(s.out, "8\n"));
    shell_free(&s);
}

static void wrong_names_are_said_at_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"As {{figure nope}}.\n", "own.md:1:4: nothing is called nope here"},
        {"a\n\n> **Theorem #.** {#x} A.\n\n$$ b $$ {#x}\n", "own.md:5:1: the name {#x} is given twice"},
        {"> **Why?** {#x} A.\n", "{#x} names a box without a number: its title needs a #"},
        {"> **Q #.** Why? \\answer So.\n", "\\answers stands nowhere"},
        {"\\answers\n\n\\answers\n", "\\answers stands here for the second time"},
        {"\\table Of nothing\n\nText.\n", "own.md:1:1: \\table must stand right before a table"},
        {"```algorithm\n$x\n```\n", "own.md:2:1: the formula opened here by $ is not closed"},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell_write(&s, "own.md", str_of(cases[k].text));
        for (size_t f = 0; f < 3; f++) {
            static const char *const formats[] = {"pdf", "html", "md"};
            shell_expect(&s, 1,
                         str_format(s.arena, "$H lcs AB BA -t ./own.md -f %s -o x.%s", formats[f], formats[f]).ptr);
            if (!contains(s.err, cases[k].message))
                fail_msg("%s: %.*s", cases[k].text, STR_ARG(s.err));
        }
    }
    shell_free(&s);
}

static void figures_side_by_side_have_names_each(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(
        &s, "own.md",
        STR("See {{figure one}} and {{figure two}}.\n\n![](figure:arrows){#one} ![](figure:alignment){#two}\n"));
    shell_expect(&s, 0, "$H lcs AB BA -t ./own.md -o own.markdown -f md && cat own.markdown");
    assert_true(contains(s.out, "See Table 1 and Figure 1."));
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(references_say_the_numbers),
                                       cmocka_unit_test(figures_side_by_side_have_names_each),
                                       cmocka_unit_test(wrong_names_are_said_at_their_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
