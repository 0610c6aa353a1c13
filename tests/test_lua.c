#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lua/lua_file.h"

/* FILE.lua [INSTANCE] prints the answer. */
static char *read_all(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = calloc(1, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

int main(int argc, char **argv) {
    arena *a = arena_new(NULL);
    error e = error_in(a);
    char *text = argc > 1 ? read_all(argv[1]) : NULL;
    if (!text)
        return 0;
    source where = {str_of(argv[1]), str_of(text)};
    lua_file *f = lua_file_load(&where, a, &e);
    if (!f) {
        error_print(&e, stderr);
        return 1;
    }
    FILE *in = argc > 2 ? fopen(argv[2], "r") : NULL;
    static char line[1 << 22];
    int k = 0;
    while (!in ? k++ == 0 : fgets(line, sizeof line, in) != NULL) {
        arena *b = arena_new(NULL);
        error e2 = error_in(b);
        datum *instance;
        if (in) {
            source json = {STR("<instance>"), str_of(line)};
            instance = json_to_datum(&json, b, &e2);
        } else
            instance = lua_file_example(f, STR("en"), b, &e2);
        lua_solved solved;
        trace *t = getenv("TRACE") && instance ? lua_file_trace(f, STR("x"), instance, b) : NULL;
        if (!instance || !lua_file_solve(f, instance, t, true, &solved, b, &e2))
            error_print(&e2, stdout);
        else if (t)
            printf("%.*s", STR_ARG(trace_to_lines(t, b)));
        else
            printf("%.*s\n", STR_ARG(json_from_datum(solved.answer, b)));
        fflush(stdout);
        arena_free(b);
    }
    arena_free(a);
    free(text);
    return 0;
}
