/* The program inside a test: a command line as typed in a shell, run in this process, in a folder of its own. Much
 * faster than a process each; needs the objects of layer cli (tests/CMakeLists.txt). */
#ifndef HANDTRACE_TEST_PROGRAM_H
#define HANDTRACE_TEST_PROGRAM_H

#include "commands.h"
#include "shell.h"

#include <string.h>
#include <unistd.h>

typedef struct words {
    char **items; /* NULL after the last */
    size_t count;
} words;

/* The words of a command line: separated by blanks, '…' around what has blanks in it. */
static inline words words_of_line(const char *line, arena *a) {
    words w = {ARENA_ARRAY(a, char *, strlen(line) + 2), 0};
    for (const char *c = line; *c;) {
        if (*c == ' ') {
            c++;
            continue;
        }
        strbuf word = strbuf_in(a);
        for (bool quoted = false; *c && (quoted || *c != ' '); c++) {
            if (*c == '\'')
                quoted = !quoted;
            else
                strbuf_add(&word, (str){c, 1});
        }
        w.items[w.count++] = str_to_c(a, strbuf_text(&word));
    }
    w.items[w.count] = NULL;
    return w;
}

typedef struct program {
    shell shell; /* its folder `here` is where the commands run */
} program;

static inline program program_new(void) {
    program p = {shell_new()};
    assert_int_equal(chdir(str_to_c(p.shell.arena, str_format(p.shell.arena, "%.*s/here", STR_ARG(p.shell.folder)))),
                     0);
    return p;
}

static inline void program_free(program *p) {
    assert_int_equal(chdir("/"), 0);
    shell_free(&p->shell);
}

/* Runs "polygon -q -f pdf …" (make, render, sheet); returns the exit status. *said: the error, which lives in `a`. */
static inline int program_run(const char *line, str *said, arena *a) {
    words w = words_of_line(str_to_c(a, str_format(a, "handtrace %s", line)), a);
    error e = error_in(a);
    options o;
    bool good =
        options_read((int)w.count, w.items, &o, a, &e) && (o.command == COMMAND_CHECK   ? command_check(&o, a, &e)
                                                           : o.command == COMMAND_SHEET ? command_sheet(&o, a, &e)
                                                                                        : command_make(&o, a, &e));
    assert_true(good == !error_set(&e));
    *said = error_set(&e) ? error_text(&e) : STR("");
    return (int)e.status;
}

static inline void program_expect(int status, const char *line) {
    arena *a = arena_new(NULL);
    str said;
    int found = program_run(line, &said, a);
    if (found != status)
        fail_msg("%s: exit status %d, not %d: %.*s", line, found, status, STR_ARG(said));
    arena_free(a);
}

#endif
