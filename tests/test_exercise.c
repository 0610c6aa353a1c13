/* Exercises and their keys. What a key writes is of one colour, so that its pages, rasterised, must be those of the
 * exercise wherever they are not of that colour; what an exercise hides is looked for in all that it is written to. */
#define _DEFAULT_SOURCE /* mkdtemp */

#include "shell.h"
#include "str.h"

#include <string.h>

typedef struct picture {
    size_t width, height;
    const unsigned char *pixels; /* red, green, blue */
} picture;

/* Reads a PPM as pdftoppm writes it: "P6 WIDTH HEIGHT 255" and the bytes. */
static picture picture_of(str file) {
    picture p = {0, 0, NULL};
    char *end;
    assert_true(str_starts(file, "P6\n"));
    p.width = strtoul(file.ptr + 3, &end, 10);
    p.height = strtoul(end, &end, 10);
    assert_int_equal(strtoul(end, &end, 10), 255);
    p.pixels = (const unsigned char *)end + 1;
    assert_int_equal(file.len - (size_t)((const char *)p.pixels - file.ptr), 3 * p.width * p.height);
    return p;
}

/* Ink of the key, at its edges next to white. */
static bool is_written(const unsigned char *pixel) {
    return pixel[2] > pixel[0];
}

/* How many pixels a key has written; all others must be those of the exercise. */
static size_t compare_pages(str exercise, str key) {
    picture a = picture_of(exercise), b = picture_of(key);
    size_t written = 0, other = 0;
    assert_int_equal(a.width, b.width);
    assert_int_equal(a.height, b.height);
    for (size_t k = 0; k < a.width * a.height; k++)
        if (memcmp(&a.pixels[3 * k], &b.pixels[3 * k], 3) != 0 && is_written(&b.pixels[3 * k]))
            written++;
        else
            other += memcmp(&a.pixels[3 * k], &b.pixels[3 * k], 3) != 0;
    assert_int_equal(other, 0);
    return written;
}

static const char *const instances[] = {
    "polygon 4 x 2 t -1 x 4 t -3",
    "polygon 5 t 3 t -2 x 2 t -1 x 1",
    "lcs DEAL LEAD",
    "matrix-chain 4 1 2 5 3",
    "matrix-chain 5 10 3 12 5 50 6",
    "cards 3 5 1 2",
    "game24 3 3 7 7",
    "recurrence a=3 b=4 f=n n=64",
    "coins",
    "edit-distance",
    "floyd-warshall",
    "optimal-bst",
    "fibonacci",
};

/* The running head says which of both it is: it is left out of the comparison, with the same words in both. */
static void a_key_is_its_exercise_with_answers(void **state) {
    (void)state;
    static const char *const langs[] = {"en", "zh"};
    for (size_t k = 0; k < sizeof instances / sizeof *instances; k++)
        for (size_t l = 0; l < 2; l++) {
            shell s = shell_new();
            const char *command = "$H %s -l %s -t exercise -o e.pdf && $H %s -l %s -t key -o k.pdf && "
                                  "for f in e k; do pdftoppm -r 50 -y 40 -H 500 $f.pdf $f || exit 9; done; "
                                  "test $(ls e-*.ppm | wc -l) = $(ls k-*.ppm | wc -l) && ls e-*.ppm | wc -l";
            shell_expect(&s, 0, str_format(s.arena, command, instances[k], langs[l], instances[k], langs[l]).ptr);
            size_t pages = strtoul(s.out.ptr, NULL, 10), written = 0;
            assert_in_range(pages, 1, 3);
            for (size_t page = 1; page <= pages; page++)
                written += compare_pages(shell_file(&s, str_format(s.arena, "e-%zu.ppm", page).ptr),
                                         shell_file(&s, str_format(s.arena, "k-%zu.ppm", page).ptr));
            assert_true(written > 100);
            shell_free(&s);
        }
}

/* Costs of chains of primes are large numbers that stand nowhere by chance. Those of the cell worked out on the sheet
 * and of the cells that it uses are given. */
static void what_is_hidden_is_nowhere(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(
        &s, 0,
        "D='matrix-chain 31 37 41 43 47 53'; for f in pdf html md; do $H $D -t exercise -o e.$f || exit 9; done; "
        "qpdf --qdf --object-streams=disable e.pdf e.qdf; "
        "$H $D -f trace -o t && $H $D -t key -o k.pdf && pdftotext k.pdf - | tr -d '\\n\\342\\200\\211 ' >k; "
        "grep -o '\"set\",\"table\":\"m\",\"at\":.[0-9,]*.,\"value\":\"[0-9]*\"' t | "
        "sed 's/.*:\"\\([0-9]*\\)\"/\\1/' | grep ..... | sort -u >all; wc -l <all");
    assert_in_range(strtoul(s.out.ptr, NULL, 10), 8, 10); /* the ten cells above the diagonal */
    size_t shown = 0, hidden = 0;
    str all = shell_file(&s, "all");
    for (size_t from = 0; from < all.len;) {
        size_t end = str_find(all, STR("\n"), from);
        str value = str_slice(all, from, end);
        from = end + 1;
        const char *command = "grep -q %.*s k && { grep -q %.*s e.qdf || grep -q %.*s e.html || grep -q %.*s e.md || "
                              "grep -rq %.*s e-*.svg; }";
        bool found = shell_run(&s, str_format(s.arena, command, STR_ARG(value), STR_ARG(value), STR_ARG(value),
                                              STR_ARG(value), STR_ARG(value))
                                       .ptr) == 0;
        shown += found;
        hidden += !found;
    }
    assert_in_range(shown, 0, 3);
    assert_true(hidden >= 5);
    shell_free(&s);
}

/* --blank says how much is left out: the cells that are written in a key are counted in its text. */
static void blanks_are_as_wished(void **state) {
    (void)state;
    static const struct {
        const char *wish;
        size_t least, most; /* empty cells of the table: of 4 cards, three diagonals of f with 3, 2 and 1 cells */
    } wishes[] = {{"all", 5, 6}, {"last:1", 1, 2}, {"diagonal:1", 1, 2}, {"diagonal:2", 3, 3}, {"none", 0, 0}};
    for (size_t k = 0; k < sizeof wishes / sizeof *wishes; k++) {
        shell s = shell_new();
        shell_write(&s, "t.en.md",
                    STR("---\nblank: all\n---\n{{#main}}{{#steps}}{{#f}}[{{value}}]{{/f}} {{/steps}}{{/main}}\n"));
        shell_expect(&s, 0,
                     str_format(s.arena,
                                "$H cards 3 5 1 2 -t ./t.en.md --blank %s -f html -o - | grep -o '____' | wc -l",
                                wishes[k].wish)
                         .ptr);
        assert_in_range(strtoul(s.out.ptr, NULL, 10), wishes[k].least, wishes[k].most);
        shell_free(&s);
    }
    shell s = shell_new();
    shell_expect(&s, 2, "$H cards 3 5 1 2 -t exercise --blank some");
    assert_string_equal(s.err.ptr,
                        "handtrace: --blank: expected none, last:K, diagonal:K, every:K or all, got 'some'\n");
    shell_expect(&s, 2, "$H cards 3 5 1 2 --blank all");
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_its_exercise_with_answers),
        cmocka_unit_test(what_is_hidden_is_nowhere),
        cmocka_unit_test(blanks_are_as_wished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
