/* Traps of generated sentences, for the tests that expand sheets: each line of a sheet's Markdown is held against
 * patterns, and every "$x op y = z$" in it must be true. Use compile_traps and release_traps as set-up and tear-down of
 * a group; the state is the trap_set. Patterns of a problem's own words are added with a `trap` table of its own. */
#ifndef HANDTRACE_TEST_TRAPS_H
#define HANDTRACE_TEST_TRAPS_H

#include "expr.h"
#include "number.h"

#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HAN "(\xe4[\xb8-\xbf]|[\xe5-\xe9][\x80-\xbf])[\x80-\xbf]"
#define STOP "(，|。|；|：|？|！|、)"
#define FULL "(，|。|；|：|？|！|（|）|、)"

typedef struct trap {
    const char *pattern, *lang; /* lang NULL: both */
} trap;

static const trap traps[] = {
    {"[{}][{}]", NULL},
    {"(^|[^0-9])1 (splits|vertices|edges|merges|cells|plays|rows|times|places|products)", "en"},
    {"(edge|row|vertex|split) [0-9]+(,| and) [0-9]", "en"},
    {"(edges|rows) [0-9]+[.;:)]", "en"},
    {"[0-9$], and [0-9$]", "en"},
    {"(vertexs|indexs|matrixs|maximums|minimums)", "en"},
    {"[^a-z](a|an) [$]?(−)?[0-9]", "en"},
    {"(^|[^a-z])(about about|the the|a a|is is|and and)($|[^a-z])", "en"},
    {"[0-9](st|nd|rd|th)[^a-z]", "en"},
    {" (he|his|him|she|her) ", "en"},
    {"(respectively|0th)", "en"},
    {"[$], [$][^.]* both", "en"},
    {"all 2 ", "en"},
    {"[.][.]", "en"},
    {" [.,;:)]", NULL},
    {"[(] ", NULL},
    {"[:;,] ?[.]", "en"},
    {"[(][)]", NULL},
    {"[$] ?[$][^$]", "inline"},
    {"[0-9]-[0-9]", NULL},
    {"(^|[ (=])-[0-9]", NULL},
    {"([+]|×|−) −", "math"},
    {"([+]|×) −[0-9]", NULL},
    {"(^|。)[$]s = [0-9]+[$] (和|、)", "inline"},
    {"≈ ≈|approx .approx", NULL},
    {"[^a-z](red|green|blue|yellow|amber|orange|gr[ea]y|colou?r)[^a-z]", "en"},
    {"红|绿|蓝|黄|橙|灰|颜色", "zh"},
    {HAN "[,.:;?!()]", "zh"},
    {"[^0-9][0-9]+[.] ?" HAN, "zh"},
    {"[,:;?!()]" HAN, "zh"},
    {HAN "[$A-Za-z0-9]", "zh tight"},
    {"[$A-Za-z0-9]" HAN, "zh tight"},
    {HAN " +" HAN, "zh"},
    {FULL " ", "zh"},
    {"[^*>|:-] " FULL, "zh"},
    {STOP STOP, "zh"},
    {"(^|[^\x8b\x84])和" FULL, "zh"}, /* but 之和, 的和 is a sum */
    {"(与|及|由)" FULL, "zh"},
    {"(第|共) [0-9]", "zh tags"},
    {"第 ?0", "zh"},
    {"(二|两) ?(种|条|次|步)", "zh counts"},
    {"平局", "zh no draws"}, /* of a tie between candidates; a game may end in a draw */
    {"回溯|被设置|「|」|·", "zh"},
    {"最优解(是|为)", "zh"},
};

enum { TRAP_COUNT = sizeof traps / sizeof *traps };

typedef struct trap_set {
    regex_t compiled[TRAP_COUNT];
    bool draws; /* the problem knows draws, which other problems must not take for ties */
} trap_set;

static inline int compile_traps(void **state) {
    trap_set *s = calloc(1, sizeof *s);
    for (size_t k = 0; s && k < TRAP_COUNT; k++)
        assert_int_equal(regcomp(&s->compiled[k], traps[k].pattern, REG_EXTENDED), 0);
    *state = s;
    return s ? 0 : -1;
}

static inline int release_traps(void **state) {
    trap_set *s = *state;
    for (size_t k = 0; k < TRAP_COUNT; k++)
        regfree(&s->compiled[k]);
    free(s);
    return 0;
}

/* The line without TeX: display formulas go, inline mathematics keeps its signs between dollars when it is a plain
 * value, work or cell. */
static inline bool is_display(const char *line) {
    return strncmp(line, "$$", 2) == 0;
}

/* The inline mathematics of a line, one a line. */
static inline const char *mathematics_of(const char *line, arena *a) {
    strbuf b = strbuf_in(a);
    for (const char *from = strchr(line, '$'); from;) {
        const char *to = strchr(from + 1, '$');
        if (!to)
            break;
        strbuf_add(&b, str_format(a, "%.*s\n", (int)(to - from - 1), from + 1));
        from = strchr(to + 1, '$');
    }
    return str_to_c(a, strbuf_text(&b));
}

/* Without inline mathematics, a bare $ in place of each formula. */
static inline const char *words_of(const char *line, arena *a) {
    strbuf b = strbuf_in(a);
    bool inside = false;
    for (const char *c = line; *c; c++) {
        if (*c == '$') {
            inside = !inside;
            if (inside)
                strbuf_add_c(&b, "$");
        } else if (!inside) {
            strbuf_add(&b, (str){c, 1});
        }
    }
    return str_to_c(a, strbuf_text(&b));
}

/* Without "第1列" and its like: tags are set tight. */
static inline const char *without_tags(const char *line, arena *a) {
    strbuf b = strbuf_in(a);
    for (const char *c = line; *c;) {
        bool tag = strncmp(c, "第", 3) == 0 || strncmp(c, "共", 3) == 0;
        size_t digits = tag ? strspn(c + 3, "0123456789") : 0;
        if (digits) {
            c += 3 + digits + 3;
            continue;
        }
        strbuf_add(&b, (str){c++, 1});
    }
    return str_to_c(a, strbuf_text(&b));
}

/* The pattern that the line falls into, or NULL. */
static inline const char *trap_of(trap_set *set, const char *line, const char *lang, arena *a) {
    const char *words = words_of(line, a), *tight = without_tags(words, a), *inner = mathematics_of(line, a);
    for (size_t k = 0; k < TRAP_COUNT; k++) {
        const char *wanted = traps[k].lang, *text = words;
        if (wanted && strcmp(wanted, "inline") == 0)
            text = line;
        else if (wanted && strcmp(wanted, "math") == 0)
            text = inner;
        else if (wanted && strcmp(wanted, "zh tight") == 0)
            text = strcmp(lang, "zh") == 0 ? tight : "";
        else if (wanted && (strncmp(wanted, lang, 2) != 0 || (set->draws && strstr(wanted, "no draws"))))
            continue;
        if (regexec(&set->compiled[k], text, 0, NULL, 0) == 0)
            return traps[k].pattern;
    }
    return NULL;
}

/* Every "$x op y = z$" must be true. */
static inline void check_work(const char *line, str instance, arena *a) {
    const char *inner = mathematics_of(line, a);
    for (const char *from = inner; *from; from = strchr(from, '\n') + 1) {
        size_t length = strcspn(from, "\n");
        str text = {from, length};
        if (strspn(from, "0123456789+=() \xe2\x88\x92\xc3\x97\x80\x89") != length)
            continue;
        size_t equals = str_find(text, STR("="), 0);
        if (equals == SIZE_MAX || equals < 3 || length < equals + 2)
            continue;
        error e = error_in(a);
        source where = {STR("work"), text};
        expr *left = expr_read(&where, 0, equals, a, &e),
             *right = expr_read(&where, equals + 1, length - equals - 1, a, &e);
        number *x = left ? expr_value(left, NULL, 0, &where, a, &e) : NULL;
        number *y = right ? expr_value(right, NULL, 0, &where, a, &e) : NULL;
        if (!x || !y)
            fail_msg("%.*s: %s", (int)instance.len, instance.ptr, str_to_c(a, error_text(&e)));
        if (number_compare(x, y) != 0)
            fail_msg("%.*s: \"%s\" is false", (int)instance.len, instance.ptr, line);
    }
}

typedef void check_line(const char *line, void *user, arena *a);

static inline void each_line(const char *text, check_line *check, void *user, arena *a) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        check(str_to_c(a, (str){text, length}), user, a);
        text += length + (text[length] == '\n');
    }
}

typedef struct hunt {
    trap_set *set;
    const char *lang;
    str instance;
    bool in_code; /* an algorithm is no sentence */
} hunt;

static inline void hunt_line(const char *line, void *user, arena *a) {
    hunt *h = user;
    bool fence = strncmp(line, "```", 3) == 0;
    if (fence)
        h->in_code = !h->in_code;
    if (fence || h->in_code)
        return;
    if (strncmp(line, "> ", 2) == 0) /* a box holds lines like any others */
        line += 2;
    if (is_display(line) || strncmp(line, "![", 2) == 0 || strncmp(line, "|:", 2) == 0)
        return;
    const char *trap = trap_of(h->set, line, h->lang, a);
    if (trap)
        fail_msg("%.*s, %s: \"%s\" is a trap (%s)", (int)h->instance.len, h->instance.ptr, h->lang, line, trap);
    check_work(line, h->instance, a);
}

/* Fails if a line of the sheet falls into a trap; `instance` is what it was made from. */
static inline void hunt_text(const char *markdown, const char *lang, str instance, trap_set *set, arena *a) {
    each_line(markdown, hunt_line, &(hunt){set, lang, instance, false}, a);
}

#endif
