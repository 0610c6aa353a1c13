/* A trace that is read back makes the same files as the run that wrote it, byte for byte: every format, every figure.
 */
#define _GNU_SOURCE
#include "shell.h"

#define COUNT(items) (sizeof(items) / sizeof *(items))

/* One vertex; two with a tie; zeros and ones of every sign; the sample; values too long for a cell; seven vertices,
 * where cells are told in rows. */
static const char *const polygons[] = {
    "1 x -5",
    "2 t 3 x 3",
    "5 x -1 t 0 x 1 t -2 x 0",
    "4 t -7 t 4 x 2 x 5",
    "4 x -123456789012345678 x 98765432109876543210 t 7 x 31415926535897932384626433",
    "7 t 2 x -3 x 4 t -1 x 5 t 6 x -2",
};

/* Each makes files in the folder $D from the source $S: "polygon …" or "render t.trace". */
static const char *const makers[] = {
    "$H $S -q -f json -o $D/a.json",
    "for l in en zh; do $H $S -q -f text -l $l -o $D/$l.text; done",
    "$H $S -q -f trace -o $D/a.trace",
    "for l in en zh; do $H $S -q -f pdf -l $l -p letter -o $D/$l.pdf; done",
    "$H $S -q -f svg -o $D/svg",
    "$H $S -q -f md -l zh -o $D/a.md",
    "$H $S -q -f html --svg-text live -o $D/a.html",
    "for f in ring chain tables splits expression merge; do for e in svg pdf png tikz; do "
    "$H $S -q --figure $f --step last -f $e -o $D/$f.$e 2>>$D/said && r=0 || r=$?; echo $f $e $r >>$D/statuses; done; "
    "done",
    "$H $S -q --figure tables,ring --step all -f tikz -l zh -o $D/steps",
};

static void every_file_is_the_same(void **state) {
    (void)state;
    for (size_t p = 0; p < COUNT(polygons); p++) {
        shell s = shell_new();
        shell_expect(&s, 0, "mkdir direct again");
        shell_expect(&s, 0, str_format(s.arena, "$H polygon -q -f trace -o t.trace -- %s", polygons[p]).ptr);
        for (size_t k = 0; k < COUNT(makers); k++) {
            const char *format = "set -e; printf '%%s' '%s' >p.txt; D=direct; S='polygon -i p.txt'; %s; D=again; "
                                 "S='render t.trace'; %s";
            shell_expect(&s, 0, str_format(s.arena, format, polygons[p], makers[k], makers[k]).ptr);
        }
        shell_expect(&s, 0, "diff -r direct again && test $(find direct -type f | wc -l) -gt 20");
        shell_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_file_is_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
