/* Shell commands in a folder of their own, with what they print. For tests of the whole program. */
#ifndef HANDTRACE_TEST_SHELL_H
#define HANDTRACE_TEST_SHELL_H

#include "output.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cmocka.h>

typedef struct shell {
    arena *arena;
    str folder;   /* the commands run in its folder `here` */
    int status;   /* of the last command */
    str out, err; /* what it printed */
} shell;

/* In the commands, $H is the program. */
static inline shell shell_new(void) {
    char name[] = "/tmp/handtrace-test-XXXXXX";
    shell s = {.arena = arena_new(NULL)};
    assert_non_null(mkdtemp(name));
    s.folder = str_copy(s.arena, str_of(name));
#ifdef TEST_PROGRAM
    setenv("H", TEST_PROGRAM, 1);
#endif
    char *make = str_to_c(s.arena, str_format(s.arena, "mkdir %s/here", name));
    assert_int_equal(system(make), 0);
    return s;
}

static inline str shell_read(shell *s, const char *name) {
    error e = error_in(s->arena);
    str text = STR("");
    input_read(s->arena, str_format(s->arena, "%.*s/%s", STR_ARG(s->folder), name), &text, &e);
    return str_copy(s->arena, text);
}

/* Runs a command of the shell; returns its exit status. */
static inline int shell_run(shell *s, const char *command) {
    const char *format = "cd %.*s/here && { %s\n} >../out 2>../err";
    char *whole = str_to_c(s->arena, str_format(s->arena, format, STR_ARG(s->folder), command));
    int result = system(whole);
    s->status = WIFEXITED(result) ? WEXITSTATUS(result) : 128;
    s->out = shell_read(s, "out");
    s->err = shell_read(s, "err");
    return s->status;
}

/* A file of the working folder. */
static inline str shell_file(shell *s, const char *name) {
    return shell_read(s, str_format(s->arena, "here/%s", name).ptr);
}

static inline void shell_write(shell *s, const char *name, str text) {
    error e = error_in(s->arena);
    assert_true(output_write(str_format(s->arena, "%.*s/here/%s", STR_ARG(s->folder), name), text, &e));
}

/* Runs it and says what was printed if the status is another than expected. */
static inline void shell_expect(shell *s, int status, const char *command) {
    if (shell_run(s, command) != status) {
        printf("%s\n  status %d, not %d\n%.*s%.*s\n", command, s->status, status, STR_ARG(s->out), STR_ARG(s->err));
        fail();
    }
}

static inline void shell_free(shell *s) {
    char *remove = str_to_c(s->arena, str_format(s->arena, "rm -rf %.*s", STR_ARG(s->folder)));
    assert_int_equal(system(remove), 0);
    arena_free(s->arena);
}

#endif
