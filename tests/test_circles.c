/* Within a layer no file uses one that uses it, straight or through others. Which uses which is read from the objects:
 *
 *   nm   galley.c.o  T galley_add   U galley_table        galley ──▶ table ──▶ galley: a circle
 *        table.c.o   T galley_table U galley_add
 *
 * Circles of layers cannot be: no layer sees the headers of those above it. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Files that are meant to use one another, in the order of their names, and why. */
static struct {
    const char *files;
    bool found;
} meant[] = {
    /* A name of a run leads to its steps, one of a step to its run: templates go either way. */
    {"src/story/view_play src/story/view_run src/story/view_step", false},
    /* {{> key}} in a template says a phrase, and a phrase is a template. */
    {"src/wording/mustache src/wording/phrases", false},
};

enum { FILES = 1024, SYMBOLS = 1 << 16 };

typedef struct symbol {
    char *name;
    int file;
} symbol;

static char *files[FILES];
static int file_count;
static symbol defined[SYMBOLS], needed[SYMBOLS];
static size_t defined_count, needed_count;
static bool uses[FILES][FILES];
static bool leads[FILES][FILES]; /* straight or through others */

/* The file of an object, CMakeFiles/layer_NAME.dir/src/…/FILE.c.o, or -1 where it is of no source that is there now. */
static int file_of(const char *object) {
    static char last[4096];
    char path[8192];
    const char *from = strstr(object, ".dir/src/");
    if (!from)
        return -1;
    from += 5;
    int length = (int)(strlen(from) - strlen(".c.o"));
    if (file_count && strcmp(last, object) == 0)
        return file_count - 1;
    snprintf(path, sizeof path, TEST_SOURCE_DIR "/%.*s.c", length, from);
    if (access(path, R_OK) != 0)
        return -1;
    assert_true(file_count < FILES);
    snprintf(last, sizeof last, "%s", object);
    files[file_count] = strndup(from, (size_t)length);
    return file_count++;
}

/* All files of the layers with what they define and need: a line of nm is "OBJECT: SYMBOL TYPE …". */
static void read_objects(void) {
    FILE *nm =
        popen("cd " TEST_BINARY_DIR " && find CMakeFiles -path '*/layer_*.dir/src/*.c.o' | sort | xargs nm -A -P", "r");
    char object[4096], name[4096], type, rest[4096];
    assert_non_null(nm);
    while (fscanf(nm, "%4095[^:]: %4095s %c%4095[^\n]\n", object, name, &type, rest) == 4) {
        int file = file_of(object);
        bool use = type == 'U';
        if (file < 0 || (!use && !strchr("TDBRC", type)))
            continue;
        assert_true(defined_count < SYMBOLS && needed_count < SYMBOLS);
        *(use ? &needed[needed_count++] : &defined[defined_count++]) = (symbol){strdup(name), file};
    }
    assert_int_equal(pclose(nm), 0);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const symbol *)a)->name, ((const symbol *)b)->name);
}

/* Whether both are in the same folder of src. */
static bool same_layer(int a, int b) {
    size_t length = strcspn(files[a] + 4, "/") + 5;
    return strncmp(files[a], files[b], length) == 0;
}

static void find_uses(void) {
    qsort(defined, defined_count, sizeof *defined, by_name);
    for (size_t k = 0; k < needed_count; k++) {
        const symbol *s = bsearch(&needed[k], defined, defined_count, sizeof *defined, by_name);
        if (s && s->file != needed[k].file && same_layer(s->file, needed[k].file))
            uses[needed[k].file][s->file] = leads[needed[k].file][s->file] = true;
    }
    for (int m = 0; m < file_count; m++)
        for (int a = 0; a < file_count; a++)
            for (int b = 0; leads[a][m] && b < file_count; b++)
                leads[a][b] = leads[a][b] || leads[m][b];
}

static bool is_meant(const char *circle) {
    for (size_t k = 0; k < sizeof meant / sizeof *meant; k++)
        if (strcmp(meant[k].files, circle) == 0)
            return meant[k].found = true;
    return false;
}

/* The circle that a file is on, told once, at its first file. Whether it is one that is not meant. */
static bool tell_circle(int file) {
    char names[8192] = "";
    for (int k = 0; k < file_count; k++) {
        if (!leads[file][k] || !leads[k][file])
            continue;
        if (k < file)
            return false;
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", names[0] ? " " : "", files[k]);
    }
    if (!names[0] || is_meant(names))
        return false;
    printf("a circle: %s\n", names);
    for (int a = 0; a < file_count; a++)
        for (int b = 0; b < file_count; b++)
            if (uses[a][b] && leads[file][a] && leads[b][file])
                printf("  %s uses %s\n", files[a], files[b]);
    return true;
}

static void files_of_a_layer_form_no_circle(void **state) {
    (void)state;
    size_t circles = 0;
    read_objects();
    assert_true(file_count > 200);
    find_uses();
    for (int k = 0; k < file_count; k++)
        circles += tell_circle(k);
    for (size_t k = 0; k < sizeof meant / sizeof *meant; k++) {
        if (!meant[k].found)
            printf("no circle any more: %s\n", meant[k].files);
        assert_true(meant[k].found);
    }
    assert_int_equal(circles, 0);
    for (int k = 0; k < file_count; k++)
        free(files[k]);
    for (size_t k = 0; k < defined_count; k++)
        free(defined[k].name);
    for (size_t k = 0; k < needed_count; k++)
        free(needed[k].name);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_of_a_layer_form_no_circle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
