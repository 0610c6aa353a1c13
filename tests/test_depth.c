/* Input nested a hundred thousand deep, with a small stack: an error with its place, never a crash. */
#define _GNU_SOURCE
#include "shell.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { DEEP = 100000, MOST_DEPTH = 32 /* of lists and boxes, as docs/templates.md says */ };

static str repeat(arena *a, const char *text, size_t times) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < times; k++)
        strbuf_add_c(&b, text);
    return strbuf_text(&b);
}

/* `open` DEEP times, `middle`, and `close` as often. */
static str nested(arena *a, const char *before, const char *open, const char *middle, const char *close,
                  const char *after) {
    return str_format(a, "%s%s%s%s%s\n", before, repeat(a, open, DEEP).ptr, middle,
                      *close ? repeat(a, close, DEEP).ptr : "", after);
}

/* Runs a command with a small stack (the sanitizers' frames are several times those of a release). The program may take
 * the input or refuse it by the place; it does not crash, which a status above 2 would tell. */
static void expect_taken_or_refused(shell *s, const char *command, const char *input) {
    int status = shell_run(s, str_format(s->arena, "ulimit -s 1024 && %s", command).ptr);
    if (status > 2)
        fail_msg("%s, %.30s…: status %d: %.200s", command, input, status, s->err.ptr);
}

static void templates_nested_deep(void **state) {
    (void)state;
    static const char *const cases[][5] = {
        {"", "> ", "", "", ""},
        {"", "> ", "x", "", ""},
        {"", "- ", "x", "", ""},
        {"", "1. ", "x", "", ""},
        {"$", "{", "x", "}", "$"},
        {"$", "\\frac{1}{", "x", "}", "$"},
        {"$x", "^{x", "", "}", "$"},
        {"$", "\\sqrt{", "x", "}", "$"},
        {"$", "\\left(", "x", "\\right)", "$"},
        {"", "{{#a}}", "x", "{{/a}}", ""},
        {"---\ntitle: ", "[", "", "]", "\n---\nx"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell s = shell_new();
        const char *const *c = cases[k];
        shell_write(&s, "t.en.md", nested(s.arena, c[0], c[1], c[2], c[3], c[4]));
        expect_taken_or_refused(&s, "$H cards 1 8 -t ./t.en.md -q -f html -o t.html", c[1]);
        if (s.err.len)
            assert_non_null(strstr(s.err.ptr, "t.en.md:")); /* with its place */
        shell_free(&s);
    }
}

static void other_input_nested_deep(void **state) {
    (void)state;
    static const char head[] = "{\"handtrace\":1,\"problem\":\"x\",\"title\":\"t\",\"instance\":";
    static const char expression[] = "{\"handtrace\":1,\"problem\":\"x\",\"title\":\"t\",\"instance\":{}}\n"
                                     "{\"event\":\"table\",\"id\":\"m\",\"rows\":[0,1],\"cols\":[0,1]}\n"
                                     "{\"event\":\"cell\",\"tables\":[\"m\"],\"at\":[0,0]}\n{\"event\":\"try\","
                                     "\"label\":\"a\",\"value\":\"1\",\"expr\":\"";
    static const struct {
        const char *file, *parts[5], *command;
    } cases[] = {
        {"t.trace", {head, "[", "", "]", "}"}, "$H render t.trace -q -f text -o t.txt"},
        {"t.trace", {head, "{\"a\":", "1", "}", "}"}, "$H render t.trace -q -f text -o t.txt"},
        {"t.trace", {expression, "(", "1", ")", "\"}"}, "$H render t.trace -q -f text -o t.txt"},
        {"t.trace", {expression, "-", "1", "", "\"}"}, "$H render t.trace -q -f text -o t.txt"},
        {"t.trace", {expression, "max(", "1", ")", "\"}"}, "$H render t.trace -q -f text -o t.txt"},
        {"t.yaml", {"colors: ", "[", "", "]", ""}, "$H cards 1 8 --theme ./t.yaml -q -o t.pdf"},
        {"t.yaml", {"colors: ", "{a: ", "1", "}", ""}, "$H cards 1 8 --theme ./t.yaml -q -o t.pdf"},
        {"t.yaml", {"", "- ", "1", "", ""}, "$H cards 1 8 --theme ./t.yaml -q -o t.pdf"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell s = shell_new();
        const char *const *c = cases[k].parts;
        shell_write(&s, cases[k].file, nested(s.arena, c[0], c[1], c[2], c[3], c[4]));
        expect_taken_or_refused(&s, cases[k].command, c[1]);
        shell_free(&s);
    }
}

/* At the depth that is stated no word of the template is lost; one deeper is refused. */
static void nothing_is_lost_at_the_depth_allowed(void **state) {
    (void)state;
    static const char *const marks[] = {"> ", "1. "};
    for (size_t k = 0; k < COUNT(marks); k++) {
        shell s = shell_new();
        strbuf words = strbuf_in(s.arena);
        for (int w = 0; w < 40; w++)
            strbuf_addf(&words, "w%d ", w);
        for (int more = 0; more < 2; more++) {
            str marked = repeat(s.arena, marks[k], (size_t)(MOST_DEPTH + more));
            shell_write(&s, more ? "over.en.md" : "most.en.md",
                        str_format(s.arena, "%s%s\n", marked.ptr, strbuf_text(&words).ptr));
        }
        shell_expect(&s, 0,
                     "for p in a4 80x80mm; do $H cards 1 8 -t ./most.en.md -p $p -q -o m.pdf && "
                     "pdftotext m.pdf - | grep -o 'w[0-9]*' | sort -u | wc -l; done; "
                     "for f in md html; do $H cards 1 8 -t ./most.en.md -q -f $f -o m.$f && "
                     "grep -o '\\<w[0-9]\\+\\>' m.$f | sort -u | wc -l; done");
        assert_string_equal(s.out.ptr, "40\n40\n40\n40\n");
        shell_expect(&s, 1, "$H cards 1 8 -t ./over.en.md -q -o over.pdf");
        assert_non_null(strstr(s.err.ptr, "over.en.md:1:"));
        assert_non_null(strstr(s.err.ptr, "must be at most 32 deep"));
        shell_free(&s);
    }
}

/* The smallest block of code whose closing fence has a blank line before it. */
static void a_blank_line_closes_no_fence(void **state) {
    (void)state;
    shell s = shell_new();
    shell_write(&s, "f.en.md", STR("```\n\n```\n"));
    shell_expect(&s, 0, "$H cards 1 8 -t ./f.en.md -q -o f.pdf");
    shell_write(&s, "f.en.md", STR("```\n\n"));
    shell_expect(&s, 1, "$H cards 1 8 -t ./f.en.md -q -o f.pdf");
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(templates_nested_deep),
        cmocka_unit_test(other_input_nested_deep),
        cmocka_unit_test(nothing_is_lost_at_the_depth_allowed),
        cmocka_unit_test(a_blank_line_closes_no_fence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
