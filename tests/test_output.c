/* Files appear whole or not at all, however the program ends. */
#define _GNU_SOURCE
#include "output.h"
#include "shell.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct place {
    arena *arena;
    error error;
    char folder[32];
} place;

static int setup(void **state) {
    arena *a = arena_new(NULL);
    place *p = ARENA_NEW(a, place);
    *p = (place){.arena = a, .error = error_in(a), .folder = "/tmp/handtrace-test-XXXXXX"};
    assert_non_null(mkdtemp(p->folder));
    *state = p;
    return 0;
}

static int teardown(void **state) {
    place *p = *state;
    char *remove = str_to_c(p->arena, str_format(p->arena, "rm -rf %s", p->folder));
    int result = system(remove);
    arena_free(p->arena);
    return result;
}

static str path_of(place *p, const char *name) {
    return str_format(p->arena, "%s/%s", p->folder, name);
}

static size_t count_files(const char *folder) {
    size_t count = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    if (d)
        closedir(d);
    return count;
}

static str text_of(place *p, const char *name) {
    str text = STR("");
    error e = error_in(p->arena);
    input_read(p->arena, path_of(p, name), &text, &e);
    return text;
}

static void put(output *o, str bytes) {
    sink to = output_sink(o);
    assert_true(to.write(to.user, bytes));
}

static output *begin(output_set *s, place *p, const char *name) {
    output *o = output_open(s, path_of(p, name), &p->error);
    if (!o)
        fail_msg("%s", error_text(&p->error).ptr);
    return o;
}

static void nothing_is_seen_before_all_are_whole(void **state) {
    place *p = *state;
    assert_true(output_write(path_of(p, "a"), STR("old"), &p->error));
    output_set *s = output_set_new(p->arena);
    output *a = begin(s, p, "a"), *b = begin(s, p, "b");
    put(a, STR("first "));
    put(b, STR("other"));
    put(a, STR("second"));
    assert_true(output_close(a));
    assert_true(output_close(b));
    assert_true(str_is(text_of(p, "a"), "old"));
    assert_int_equal(count_files(p->folder), 1);
    assert_true(output_commit(s, &p->error));
    assert_true(str_is(text_of(p, "a"), "first second"));
    assert_true(str_is(text_of(p, "b"), "other"));
    assert_int_equal(count_files(p->folder), 2);
}

/* Pieces of every size, around that of the buffer, come in order. */
static void pieces_stay_in_order(void **state) {
    place *p = *state;
    static const size_t sizes[] = {1, 40000, 3, 70000, 32768, 32769, 0, 65536, 5, 65537, 30000, 33000};
    output_set *s = output_set_new(p->arena);
    output *o = begin(s, p, "a");
    strbuf all = strbuf_in(p->arena);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char *bytes = arena_alloc(p->arena, sizes[k] + 1);
        memset(bytes, 'a' + (int)k, sizes[k]);
        put(o, (str){bytes, sizes[k]});
        strbuf_add(&all, (str){bytes, sizes[k]});
    }
    assert_true(output_close(o) && output_commit(s, &p->error));
    assert_true(str_equal(text_of(p, "a"), strbuf_text(&all)));
}

/* More files than are held open, and a limit on open files that is less than their number. */
static void many_files_need_few_descriptors(void **state) {
    place *p = *state;
    enum { COUNT = 600 };
    struct rlimit before, few;
    getrlimit(RLIMIT_NOFILE, &before);
    few = before;
    few.rlim_cur = 256;
    setrlimit(RLIMIT_NOFILE, &few);
    output_set *s = output_set_new(p->arena);
    assert_true(output_folder(s, path_of(p, "sub"), &p->error));
    for (int k = 0; k < COUNT; k++) {
        output *o = begin(s, p, str_format(p->arena, "sub/%d", k).ptr);
        put(o, str_format(p->arena, "text %d", k));
        assert_true(output_close(o));
    }
    assert_true(output_commit(s, &p->error));
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(count_files(path_of(p, "sub").ptr), COUNT);
    assert_int_equal(count_files(p->folder), 1);
    assert_true(str_is(text_of(p, "sub/599"), "text 599"));
}

/* Runs `work` in a process of its own that it must not survive; the signal that ended it. */
static int end_of(place *p, void (*work)(place *p)) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        work(p);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void write_much(place *p, int files) {
    output_set *s = output_set_new(p->arena);
    char *bytes = arena_alloc(p->arena, 100000);
    output_folder(s, path_of(p, "new"), &p->error);
    for (int k = 0; k < files; k++) {
        output *o = begin(s, p, str_format(p->arena, "new/%d", k).ptr);
        put(o, (str){bytes, 100000});
        if (k + 1 < files)
            output_close(o);
    }
}

static void be_killed(place *p) {
    write_much(p, 100);
    raise(SIGKILL);
}

static bool has_files_without_name(const place *p) {
    int fd = open(p->folder, O_TMPFILE | O_WRONLY, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static void killed_it_leaves_nothing(void **state) {
    place *p = *state;
    if (!has_files_without_name(p)) {
        print_message("skipped: the file system of /tmp has no files without names\n");
        skip();
    }
    assert_int_equal(end_of(p, be_killed), SIGKILL);
    assert_int_equal(count_files(p->folder), 0);
}

static void be_interrupted(place *p) {
    write_much(p, 300); /* more than are held without a name */
    raise(SIGINT);
}

static void leave_at_once(place *p) {
    write_much(p, 300);
    output_discard_all();
    _exit(0);
}

static void crash(place *p) {
    write_much(p, 300);
    raise(SIGABRT);
}

static void ended_by_a_signal_it_leaves_nothing(void **state) {
    place *p = *state;
    assert_int_equal(end_of(p, be_interrupted), SIGINT);
    assert_int_equal(count_files(p->folder), 0);
    assert_int_equal(end_of(p, leave_at_once), 0);
    assert_int_equal(count_files(p->folder), 0);
    assert_int_equal(end_of(p, crash), SIGABRT);
    assert_int_equal(count_files(p->folder), 0);
}

static void a_failure_leaves_all_as_they_were(void **state) {
    place *p = *state;
    assert_true(output_write(path_of(p, "a"), STR("old"), &p->error));
    output_set *s = output_set_new(p->arena);
    assert_true(output_folder(s, path_of(p, "sub"), &p->error));
    output *a = begin(s, p, "a"), *b = begin(s, p, "sub/b");
    put(a, STR("new"));
    put(b, STR("new"));
    assert_true(output_close(a) && output_close(b));
    assert_int_equal(mkdir(path_of(p, "sub").ptr, 0777), 0); /* someone else makes it meanwhile */
    assert_int_equal(mkdir(path_of(p, "sub/b").ptr, 0777), 0);
    assert_false(output_commit(s, &p->error));
    assert_int_equal(p->error.status, STATUS_OUTPUT);
    assert_true(str_is(text_of(p, "a"), "old"));
    assert_int_equal(count_files(p->folder), 2);
}

static void two_names_of_one_file_are_refused(void **state) {
    place *p = *state;
    assert_int_equal(symlink("target", path_of(p, "one").ptr), 0);
    assert_int_equal(symlink("./target", path_of(p, "two").ptr), 0);
    output_set *s = output_set_new(p->arena);
    output *a = begin(s, p, "one"), *b = begin(s, p, "two");
    put(a, STR("1"));
    put(b, STR("2"));
    assert_true(output_close(a) && output_close(b));
    assert_false(output_commit(s, &p->error));
    str message = error_text(&p->error);
    assert_int_not_equal(str_find(message, STR("are the same file; remove the link"), 0), SIZE_MAX);
    assert_int_equal(count_files(p->folder), 2); /* the links */
}

/* Hard links are names of their own: each is replaced. */
static void hard_links_are_parted(void **state) {
    place *p = *state;
    assert_true(output_write(path_of(p, "one"), STR("old"), &p->error));
    assert_int_equal(link(path_of(p, "one").ptr, path_of(p, "two").ptr), 0);
    output_set *s = output_set_new(p->arena);
    output *a = begin(s, p, "one"), *b = begin(s, p, "two");
    put(a, STR("1"));
    put(b, STR("2"));
    assert_true(output_close(a) && output_close(b) && output_commit(s, &p->error));
    assert_true(str_is(text_of(p, "one"), "1"));
    assert_true(str_is(text_of(p, "two"), "2"));
}

/* A pipe gets its bytes when all is whole, also more than are kept in memory. */
static void pipes_get_all_at_the_end(void **state) {
    place *p = *state;
    enum { MUCH = 3000000 };
    assert_int_equal(mkfifo(path_of(p, "pipe").ptr, 0600), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        output_set *s = output_set_new(p->arena);
        output *o = begin(s, p, "pipe");
        char *bytes = arena_alloc(p->arena, MUCH);
        memset(bytes, 'x', MUCH);
        put(o, STR("begin"));
        put(o, (str){bytes, MUCH});
        put(o, STR("end"));
        _exit(output_close(o) && output_commit(s, &p->error) ? 0 : 1);
    }
    str text = text_of(p, "pipe");
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(text.len, MUCH + 8);
    assert_true(str_starts(text, "beginxx") && str_ends(text, "xxend"));
}

/* ---- the whole program ---- */

/* The most memory of a command, in kB. */
static long memory_of(shell *s, const char *command) {
    struct rusage use;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        char *whole = str_to_c(s->arena, str_format(s->arena, "cd %.*s/here && exec %s", STR_ARG(s->folder), command));
        /* what is given back would be held for a while to find its use afterwards */
        setenv("ASAN_OPTIONS", "quarantine_size_mb=0:thread_local_quarantine_size_kb=0", 1);
        execl("/bin/sh", "sh", "-c", whole, (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(wait4(child, &status, 0, &use), child);
    assert_int_equal(status, 0);
    return use.ru_maxrss;
}

/* What more of the same takes: a tenth at most of what the pages would take that were held. */
static void assert_flat(shell *s, const char *few, const char *many, long most_more) {
    long first = memory_of(s, few), second = memory_of(s, many);
    if (second > first + most_more)
        fail_msg("%ld kB for %s\n%ld kB for %s", first, few, second, many);
}

/* `count` runs, each on a page of its own. */
static str long_sheet(shell *s, int count) {
    strbuf b = strbuf_in(s->arena);
    strbuf_add_c(&b, "---\ntitle: Many\nruns:\n");
    for (int k = 0; k < count; k++)
        strbuf_addf(&b, "  - {id: r%d, problem: polygon, random: \"n=4\"}\n", k);
    strbuf_add_c(&b, "---\n");
    for (int k = 0; k < count; k++)
        strbuf_addf(
            &b, "{{#r%d}}\n\n# Run %d\n\n![](figure:tables)\n\nSee [the first](#run-0).\n\n{{/r%d}}\n\n\\pagebreak\n\n",
            k, k, k);
    return strbuf_text(&b);
}

static void pages_take_the_memory_of_one(void **state) {
    (void)state;
    shell s = shell_new();
    const char *letters = "ACGTACGTACGT CGTTGACATGCA --figure tables -q";
    assert_flat(&s, str_format(s.arena, "$H lcs %s --step 1-10 -o few.pdf", letters).ptr,
                str_format(s.arena, "$H lcs %s --step all -o many.pdf", letters).ptr, 8000);
    assert_flat(&s, "$H polygon --random n=4 --count 3 -q -o few", "$H polygon --random n=4 --count 60 -q -o many",
                8000);
    assert_flat(&s, "$H polygon --random n=4 --count 3 -q -f html -o few.html",
                "$H polygon --random n=4 --count 40 -q -f html -o many.html", 8000);
    shell_free(&s);
}

static void long_sheets_are_numbered_to_their_end(void **state) {
    (void)state;
    enum { RUNS = 45 };
    shell s = shell_new();
    shell_write(&s, "long.en.md", long_sheet(&s, RUNS));
    shell_expect(&s, 0, "$H sheet ./long.en.md -q -o a.pdf && $H sheet ./long.en.md -q -o b.pdf && cmp a.pdf b.pdf");
    shell_expect(&s, 0, "qpdf --check a.pdf");
    shell_expect(&s, 0, "pdftotext -layout a.pdf - | grep -c '/ 45$'");
    assert_string_equal(s.out.ptr, "45\n");
    shell_expect(
        &s, 0, "pdftotext -f 45 -l 45 -layout a.pdf - | grep -o '45 / 45'; pdfinfo -struct-text a.pdf | grep -c 'H1'");
    assert_string_equal(s.out.ptr, "45 / 45\n45\n");
    shell_expect(&s, 0, "qpdf --json --json-key=outlines a.pdf | grep -c destpageposfrom1");
    assert_string_equal(s.out.ptr, "45\n");
    /* The same pages as pictures, one a file, which say the same numbers. */
    shell_expect(&s, 0,
                 "$H sheet ./long.en.md -q -f svg -o pages && ls pages | wc -l && "
                 "grep -l 'aria-label=\"45 / 45\"' pages/*.svg");
    assert_string_equal(s.out.ptr, "45\npages/page-45.svg\n");
    shell_free(&s);
}

static void other_readers_take_the_pdf(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "long.en.md", long_sheet(&s, 30));
    shell_expect(&s, 0,
                 "$H polygon 4 t -7 t 4 x 2 x 5 -o a.pdf && $H sheet ./long.en.md -o b.pdf && "
                 "$H lcs abc abd --figure tables --step all -o c.pdf");
    static const char *const readers[][2] = {
        {"qpdf", "qpdf --check %s"},
        {"mutool", "mutool clean %s out.pdf 2>&1 | { ! grep .; } && qpdf --check out.pdf"},
        {"gs", "gs -q -dNOPAUSE -dBATCH -sDEVICE=nullpage %s 2>&1 | { ! grep .; }"},
    };
    for (size_t k = 0; k < sizeof readers / sizeof *readers; k++) {
        if (shell_run(&s, str_format(s.arena, "command -v %s", readers[k][0]).ptr) != 0) {
            print_message("skipped: %s is not installed\n", readers[k][0]);
            continue;
        }
        for (const char *file = "a.pdf\0b.pdf\0c.pdf\0"; *file; file += 6) {
            char command[200];
            snprintf(command, sizeof command, readers[k][1], file);
            shell_expect(&s, 0, command);
        }
    }
    shell_free(&s);
}

static void pages_left_from_before_are_named(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0,
                 "$H polygon 4 t -7 t 4 x 2 x 5 --figure tables --step 1-3 -f svg -o pages; touch pages/mine.svg");
    assert_string_equal(s.err.ptr, "handtrace: wrote 3 files into pages\n");
    shell_expect(&s, 0, "$H polygon 4 t -7 t 4 x 2 x 5 --figure tables --step 1-2 -f svg -o pages; ls pages | wc -l");
    assert_string_equal(s.out.ptr, "4\n");
    assert_string_equal(s.err.ptr,
                        "handtrace: wrote 2 files into pages\nhandtrace: 1 file of an earlier run is left in "
                        "pages: tables-03.svg\n");
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_seen_before_all_are_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(pieces_stay_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(many_files_need_few_descriptors, setup, teardown),
        cmocka_unit_test_setup_teardown(killed_it_leaves_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(ended_by_a_signal_it_leaves_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_failure_leaves_all_as_they_were, setup, teardown),
        cmocka_unit_test_setup_teardown(two_names_of_one_file_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(hard_links_are_parted, setup, teardown),
        cmocka_unit_test_setup_teardown(pipes_get_all_at_the_end, setup, teardown),
        cmocka_unit_test(pages_take_the_memory_of_one),
        cmocka_unit_test(long_sheets_are_numbered_to_their_end),
        cmocka_unit_test(other_readers_take_the_pdf),
        cmocka_unit_test(pages_left_from_before_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
