/* Every command in the documentation works: fences marked ```sh in README.md and the pages of docs are run by the
 * shell, those of one page one after the other in a folder that holds docs/examples, and must leave with 0. Fences
 * marked ```console or anything else are not run: they show what is typed at a machine that is not this one. */
#define _GNU_SOURCE
#include "figure.h"
#include "shell.h"

#include <glob.h>
#include <string.h>
#include <unistd.h>

/* The text between a fence ```sh and its end, or an empty one when there is no more; *at moves past it. */
static str next_fence(str page, size_t *at) {
    size_t open = str_find(page, STR("\n```sh\n"), *at);
    if (open == SIZE_MAX)
        return STR("");
    size_t from = open + 7, end = str_find(page, STR("\n```"), from - 1);
    assert_true(end != SIZE_MAX);
    *at = end + 4;
    return str_slice(page, from, end + 1);
}

static size_t run_page(const char *path) {
    shell s = shell_new();
    error e = error_in(s.arena);
    str page;
    assert_true(input_read(s.arena, str_of(path), &page, &e));
    shell_expect(&s, 0, "cp -r " TEST_SOURCE_DIR "/docs/examples/. . && mkdir ../bin && ln -s $H ../bin/handtrace");
    size_t count = 0;
    for (size_t at = 0;;) {
        str fence = next_fence(page, &at);
        if (!fence.len)
            break;
        count++;
        str command = str_format(s.arena, "set -e; PATH=$PWD/../bin:$PATH\n%.*s", STR_ARG(fence));
        if (shell_run(&s, command.ptr) != 0) {
            print_error("%s:\n%.*s%.*s", path, STR_ARG(fence), STR_ARG(s.err));
            fail();
        }
    }
    shell_free(&s);
    return count;
}

/* Links to other pages and pictures lead somewhere. */
static size_t check_links(const char *path) {
    arena *a = arena_new(NULL);
    error e = error_in(a);
    str page, folder = str_slice(str_of(path), 0, (size_t)(strrchr(path, '/') - path));
    assert_true(input_read(a, str_of(path), &page, &e));
    size_t count = 0;
    for (size_t at = 0; (at = str_find(page, STR("]("), at)) != SIZE_MAX; at++) {
        str target = str_slice(page, at + 2, str_find(page, STR(")"), at));
        target = str_slice(target, 0, str_find(target, STR("#"), 0));
        bool elsewhere = str_find(target, STR(":"), 0) != SIZE_MAX || str_find(target, STR(" "), 0) != SIZE_MAX;
        if (!target.len || elsewhere)
            continue;
        str file = str_format(a, "%.*s/%.*s", STR_ARG(folder), STR_ARG(target));
        if (access(file.ptr, R_OK) != 0)
            fail_msg("%s: there is no %.*s", path, STR_ARG(target));
        count++;
    }
    arena_free(a);
    return count;
}

static void all_links_lead_somewhere(void **state) {
    (void)state;
    glob_t pages;
    assert_int_equal(glob(TEST_SOURCE_DIR "/docs/*.md", 0, NULL, &pages), 0);
    glob(TEST_SOURCE_DIR "/docs/problems/*.md", GLOB_APPEND, NULL, &pages);
    glob(TEST_SOURCE_DIR "/README.md", GLOB_APPEND, NULL, &pages);
    size_t count = 0;
    for (size_t k = 0; k < pages.gl_pathc; k++)
        count += check_links(pages.gl_pathv[k]);
    globfree(&pages);
    assert_true(count > 10);
}

static void all_commands_work(void **state) {
    (void)state;
    glob_t pages;
    assert_int_equal(glob(TEST_SOURCE_DIR "/docs/*.md", 0, NULL, &pages), 0);
    glob(TEST_SOURCE_DIR "/docs/problems/*.md", GLOB_APPEND, NULL, &pages);
    glob(TEST_SOURCE_DIR "/README.md", GLOB_APPEND, NULL, &pages);
    size_t count = 0;
    for (size_t k = 0; k < pages.gl_pathc; k++)
        count += run_page(pages.gl_pathv[k]);
    globfree(&pages);
    assert_true(count >= 5);
}

static bool page_has(str page, const char *before, const char *name, arena *a) {
    return str_find(page, str_format(a, "%s%s", before, name), 0) != SIZE_MAX;
}

/* The list of figures says what each draws, and docs/templates.md what it takes. */
static void all_figures_are_described(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    str page;
    assert_true(input_read(a, STR(TEST_SOURCE_DIR "/docs/templates.md"), &page, &e));
    for (const figure_kind *const *kind = figure_kinds; *kind; kind++) {
        assert_true((*kind)->summary && strlen((*kind)->summary) > 10);
        for (const figure_param *p = (*kind)->params; p && p->name; p++) {
            str given = str_format(a, "%s=", p->name);
            if (!page_has(page, "`", (*kind)->name, a) ||
                (!page_has(page, "`", given.ptr, a) && !page_has(page, "&", given.ptr, a)))
                fail_msg("docs/templates.md does not say what %s… of %s does", given.ptr, (*kind)->name);
        }
    }
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_links_lead_somewhere), cmocka_unit_test(all_commands_work),
                                       cmocka_unit_test(all_figures_are_described)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
