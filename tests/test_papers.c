/* The sheets that come with the program, on every paper and with every theme that come with it, and on papers as small
 * as are taken: they are set, and every word stands on its page. */
#define _GNU_SOURCE
#include "shell.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const sheets[] = {
    "sheet lecture",
    "sheet lecture-exercise",
    "polygon 4 t -7 t 4 x 2 x 5",
    "cards 1 8 10 6",
    "game24 3 3 8 8",
    "game24 --hands all4-6 -t workbook",
    "lcs ABCBDAB BDCABA",
    "matrix-chain 30 35 15 5 10 20 25",
    "recurrence a=4 b=2 f=n n=8",
};

static const char *const papers[] = {"80x80mm", "120x150mm", "a5", "letter", "a4"};
static const char *const themes[] = {"default", "large", "ink", "compact"};
static const char *const langs[] = {"en", "zh"};

/* Another program reads where the words stand. */
static void set_sheet(shell *s, const char *sheet, const char *paper, const char *theme, const char *lang) {
    shell_expect(s, 0, str_format(s->arena, "$H %s -p %s --theme %s -l %s -q -o p.pdf", sheet, paper, theme, lang).ptr);
    shell_expect(s, 0,
                 "pdftotext -bbox p.pdf - | tr '\"' ' ' | awk '/<page/ {w = $3; h = $5; pages++} "
                 "/<word/ {words++; if ($3 < -1 || $5 < -1 || $7 > w + 1 || $9 > h + 1) {print; bad = 1}} "
                 "END {exit bad || pages < 1 || words < 20}'");
}

/* Every paper with every sheet; themes and languages in turn. */
static void every_sheet_stands_on_every_paper(void **state) {
    (void)state;
    shell s = shell_new();
    for (size_t p = 0; p < COUNT(papers); p++)
        for (size_t k = 0; k < COUNT(sheets); k++)
            set_sheet(&s, sheets[k], papers[p], themes[(p + k) % COUNT(themes)], langs[(p + k / 2) % COUNT(langs)]);
    shell_free(&s);
}

/* Where most has to give way: the smallest paper and the largest type. */
static void large_type_stands_on_the_smallest_paper(void **state) {
    (void)state;
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(sheets); k++)
        set_sheet(&s, sheets[k], "80x80mm", "large", langs[k % COUNT(langs)]);
    shell_free(&s);
}

/* Figures of a row that do not fit beside one another stand below one another, each under the name of its column. */
static void figures_in_cells_never_fail(void **state) {
    (void)state;
    static const char table[] = "| one | two | three |\n|---|---|---|\n"
                                "| ![](figure:splits) first | ![](figure:splits) | last ![](figure:splits) |\n";
    shell s = shell_new();
    shell_write(&s, "t.en.md", str_of(table));
    for (size_t p = 0; p < COUNT(papers); p++) {
        shell_expect(&s, 0, str_format(s.arena, "$H cards 1 8 -t ./t.en.md -p %s -q -o t.pdf", papers[p]).ptr);
        shell_expect(&s, 0,
                     "pdftotext t.pdf - | tr -s ' \\n' '\\n\\n' >t.txt; for w in one two three first last; do "
                     "grep -qx $w t.txt || exit 1; done");
    }
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sheet_stands_on_every_paper),
        cmocka_unit_test(large_type_stands_on_the_smallest_paper),
        cmocka_unit_test(figures_in_cells_never_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
