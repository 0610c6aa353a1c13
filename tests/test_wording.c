/* The handouts of the polygon game are expanded over many polygons in both languages. No generated sentence may fall
 * into one of the known traps, and what sentences say of values must agree with tables that are worked out here. */
#include "build.h"
#include "expr.h"
#include "number.h"
#include "output.h"
#include "phrases.h"
#include "problem.h"
#include "traps.h"
#include "yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST = 12 };

/* ---- making sheets ---- */

static const source *read_source(const char *path, arena *a) {
    error e = error_in(a);
    source *where = ARENA_NEW(a, source);
    where->name = str_format(a, "%s/templates/%s", TEST_SOURCE_DIR, path);
    if (!input_read(a, where->name, &where->text, &e))
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return where;
}

static phrases *phrases_of(const char *lang, arena *a) {
    phrases *p = phrases_new(a);
    static const char *const folders[] = {"common", "polygon"};
    for (size_t k = 0; k < COUNT(folders); k++) {
        error e = error_in(a);
        const source *where = read_source(str_format(a, "%s/phrases.%s.yaml", folders[k], lang).ptr, a);
        if (!phrases_add(p, where, &e))
            fail_msg("%s", str_to_c(a, error_text(&e)));
    }
    return p;
}

static story *story_of(str instance, arena *a) {
    error e = error_in(a);
    source where = {STR("polygon"), instance};
    const problem *polygon = problem_named(STR("polygon"));
    datum *d = polygon->parse(&(problem_input){.text = &where}, a, &e);
    trace *t = d ? trace_new(a, STR("polygon"), STR("Polygon"), d) : NULL;
    story *s = t && polygon->solve(d, t, a, &e) ? story_build(t, a, &e) : NULL;
    if (!s)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return s;
}

static const char *sheet(const story *s, const char *lang, arena *a) {
    error e = error_in(a);
    context c = {.view = story_view(s)};
    expansion x = {0};
    const source *template = read_source(str_format(a, "polygon/handout.%s.md", lang).ptr, a);
    if (!mustache_expand(template, &c, phrases_of(lang, a), mustache_escape_markdown, a, &x, &e))
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return str_to_c(a, x.text);
}

/* ---- polygons ---- */

typedef struct game {
    int n;
    bool times[MOST + 1]; /* of edge 1 … n */
    long long v[MOST + 1];
} game;

static unsigned random_state;

static int below(int limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (unsigned)limit);
}

/* What there is of everything: one vertex and two, all + and all ×, zeros, equal numbers, many ties, big numbers. */
static game random_game(int number) {
    static const int sizes[] = {1, 2, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8, 9, 12};
    game g = {.n = sizes[below(COUNT(sizes))]};
    int signs = below(4), range = (int[]){1, 2, 9, 9, 20}[below(5)];
    for (int k = 1; k <= g.n; k++) {
        g.times[k] = signs == 0 || (signs > 1 && below(2));
        g.v[k] = number % 11 == 3 ? range : below(2 * range + 1) - range;
        if (g.n <= 3 && number % 7 == 2)
            g.v[k] *= 100000000000LL;
    }
    return g;
}

static str game_text(const game *g, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add(&b, str_format(a, "%d", g->n));
    for (int k = 1; k <= g->n; k++)
        strbuf_add(&b, str_format(a, " %c %lld", g->times[k] ? 'x' : 't', g->v[k]));
    return strbuf_text(&b);
}

static void hunt_through(str instance, trap_set *set) {
    static const char *const langs[] = {"en", "zh"};
    arena *a = arena_new(NULL);
    story *s = story_of(instance, a);
    for (size_t k = 0; k < COUNT(langs); k++)
        hunt_text(sheet(s, langs[k], a), langs[k], instance, set, a);
    arena_free(a);
}

static void no_sentence_falls_into_a_trap(void **state) {
    trap_set *set = *state;
    static const char *const special[] = {"1 t 5",
                                          "1 x -1000000000000000000000",
                                          "2 t 3 x -4",
                                          "2 x 0 x 0",
                                          "3 t 2 x 3 t 1",
                                          "4 t -7 t 4 x 2 x 5",
                                          "4 t -1 x 2 t -3 x 1",
                                          "4 t 1 t -3 x 2 x 3",
                                          "4 x 2 x 2 x 2 x 2",
                                          "3 t -1 t -2 t -3",
                                          "4 t -1 t -1 x 0 x 0",
                                          "5 t 3 t -2 x 2 t -1 x 1",
                                          "6 t -1 x 1 t -1 x -1 x -1 x 1",
                                          "3 t 32767 x 32767 x 32767",
                                          "4 x 999999999999 x -999999999999 t 1000000000000 x 12",
                                          "8 t 1 x 2 t 3 x 4 t 5 x -6 t 7 x -8",
                                          "13 t 1 x 2 t 3 x 4 t 5 x -6 t 7 x -8 t 9 x 1 t -2 x 3 t 1"};
    for (size_t k = 0; k < COUNT(special); k++)
        hunt_through(str_of(special[k]), set);
    arena *a = arena_new(NULL);
    random_state = 20;
    for (int k = 0; k < 250; k++) {
        game g = random_game(k);
        hunt_through(game_text(&g, a), set);
    }
    strbuf nines = strbuf_in(a);
    strbuf_add_c(&nines, "50");
    for (int k = 0; k < 50; k++)
        strbuf_add_c(&nines, " x 9");
    hunt_through(strbuf_text(&nines), set);
    arena_free(a);
}

static void bad_sentences_are_caught(void **state) {
    trap_set *set = *state;
    static const struct {
        const char *lang, *line;
    } bad[] = {
        {"en", "A chain of 2 vertices has 1 splits."},
        {"en", "Best first edges: edges 3."},
        {"en", "remove edge 1 and 2 first"},
        {"en", "the edges 1, 2, and 4"},
        {"en", "$s = 1$, and $s = 2$"},
        {"en", "It is a 8."},
        {"en", "the largest is the the"},
        {"en", "Ties: ."},
        {"en", "in the 2th row"},
        {"en", "the values 3 and 4 respectively"},
        {"en", "The smallest value is -6."},
        {"en", "so $40 + −7 = 33$"},
        {"en", "see the blue cell"},
        {"en", "The values $$ and 3"},
        {"en", "The splits $s = 1$, $s = 2$ and $s = 4$ both give 3"},
        {"en", "Cell m stands for 2 × 5 + −7."},
        {"zh", "$s = 1$ 和 $s = 2$ 都得最小值"},
        {"zh", "有二种断法"},
        {"zh", "所以首次删去边 1 、边 2"},
        {"zh", "得 40. 填入表中"},
        {"zh", "第 3 步"},
        {"zh", "第0步"},
        {"zh", "最大值是$33$"},
        {"zh", "最大值是 33，，"},
        {"zh", "(共 16 步)"},
        {"zh", "两种断法平局"},
        {"zh", "填在蓝格里"},
        {"zh", "沿表回溯"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(bad); k++)
        if (!trap_of(set, bad[k].line, bad[k].lang, a))
            fail_msg("no trap catches \"%s\"", bad[k].line);
    arena_free(a);
}

/* ---- values ---- */

/* Both tables, filled over all splits; indices from 1. */
typedef struct tables {
    long long low[MOST + 1][MOST + 1], high[MOST + 1][MOST + 1];
} tables;

static void fill(const game *g, tables *t) {
    for (int j = 1; j <= g->n; j++)
        for (int i = 1; i <= g->n; i++) {
            t->low[i][j] = j == 1 ? g->v[i] : INT64_MAX;
            t->high[i][j] = j == 1 ? g->v[i] : INT64_MIN;
            for (int s = 1; s < j; s++) {
                int r = (i + s - 1) % g->n + 1;
                for (int way = 0; way < 4; way++) {
                    long long x = way & 1 ? t->low[i][s] : t->high[i][s];
                    long long y = way & 2 ? t->low[r][j - s] : t->high[r][j - s];
                    long long z = g->times[r] ? x * y : x + y;
                    t->low[i][j] = z < t->low[i][j] ? z : t->low[i][j];
                    t->high[i][j] = z > t->high[i][j] ? z : t->high[i][j];
                }
            }
        }
}

/* Whether splitting at s can give z. */
static bool reaches(const game *g, const tables *t, int i, int j, int s, long long z) {
    int r = (i + s - 1) % g->n + 1;
    for (int way = 0; way < 4; way++) {
        long long x = way & 1 ? t->low[i][s] : t->high[i][s], y = way & 2 ? t->low[r][j - s] : t->high[r][j - s];
        if ((g->times[r] ? x * y : x + y) == z)
            return true;
    }
    return false;
}

/* The number that begins here, minus sign U+2212 and thin spaces allowed. */
static long long number_at(const char *c) {
    long long value = 0;
    bool negative = strncmp(c, "−", 3) == 0;
    for (c += negative ? 3 : 0;; c++) {
        if (strncmp(c, "\xe2\x80\x89", 3) == 0)
            c += 2;
        else if (*c >= '0' && *c <= '9')
            value = value * 10 + (*c - '0');
        else
            return negative ? -value : value;
    }
}

static const char *after(const char *line, const char *words) {
    const char *at = strstr(line, words);
    return at ? at + strlen(words) : NULL;
}

typedef struct reading {
    const game *g;
    const tables *t;
    str instance;
    int i, j;  /* the cell that this line is about; 0: none */
    int cells; /* told so far */
} reading;

static void expect(const reading *r, bool good, const char *line) {
    if (!good)
        fail_msg("%.*s, m[%d,%d]: \"%s\" is false", (int)r->instance.len, r->instance.ptr, r->i, r->j, line);
}

/* Every split named before `end` reaches z, and no other does. */
static void expect_splits(const reading *r, const char *from, const char *end, long long z, const char *line) {
    bool named[MOST + 1] = {false};
    for (const char *c = after(from, "$s = "); c && c < end; c = after(c, "$s = "))
        named[number_at(c)] = true;
    for (int s = 1; s < r->j; s++)
        expect(r, named[s] == reaches(r->g, r->t, r->i, r->j, s, z), line);
}

/* One of "The smallest value is $X$, from $s = S$…", "The splits $s = A$ and $s = B$ both give the smallest value,
 * $X$", "All N splits give the smallest value, $X$", "K of the N splits give …". */
static void read_extreme(const reading *r, const char *line, const char *name, long long z) {
    char single[64], tied[64];
    snprintf(single, sizeof single, "The %s value is $", name);
    snprintf(tied, sizeof tied, " give the %s value, $", name);
    const char *one = after(line, single), *several = after(line, tied);
    expect(r, (one != NULL) != (several != NULL), line);
    expect(r, number_at(one ? one : several) == z, line);
    int reaching = 0;
    for (int s = 1; s < r->j; s++)
        reaching += reaches(r->g, r->t, r->i, r->j, s, z);
    if (one) {
        expect(r, reaching == 1, line);
        const char *from = strstr(one, "$s = ");
        expect_splits(r, from, from + 6, z, line);
        return;
    }
    const char *begin = several;
    while (begin > line && begin[-1] != '.')
        begin--;
    if (strstr(begin, "splits $s = ") && strstr(begin, "splits $s = ") < several)
        expect_splits(r, begin, several - strlen(tied), z, line);
    else if (strstr(begin, " of the ") && strstr(begin, " of the ") < several)
        expect(r, atoi(begin + strspn(begin, " ")) == reaching, line);
    else
        expect(r, reaching == r->j - 1, line);
}

static void read_cell_sentence(const reading *r, const char *line) {
    long long low = r->t->low[r->i][r->j], high = r->t->high[r->i][r->j];
    const char *same = after(line, "splits give $");
    if (same) {
        expect(r, low == high && number_at(same) == low, line);
        return;
    }
    expect(r, low != high, line);
    read_extreme(r, line, "smallest", low);
    read_extreme(r, line, "largest", high);
    const char *top = after(line, "no more than $");
    if (!top)
        return;
    long long most = INT64_MIN;
    for (int s = 1; s < r->j; s++) {
        int right = (r->i + s - 1) % r->g->n + 1;
        long long x = r->t->high[r->i][s], y = r->t->high[right][r->j - s];
        long long z = r->g->times[right] ? x * y : x + y;
        most = z > most ? z : most;
    }
    expect(r, number_at(top) == most && most < high, line);
}

/* "|$m[1,3]$ | $−6$ | 2 | $1$ | 1| |$m[5,3]$ | …" */
static void read_row(const reading *r, const char *line) {
    reading row = *r;
    for (const char *c = after(line, "|$m["); c; c = after(c, "|$m[")) {
        if (sscanf(c, "%d,%d", &row.i, &row.j) != 2)
            continue;
        const char *low = after(c, "]$ | $"), *high = low ? after(low, "| $") : NULL;
        expect(&row, low && high, line);
        expect(&row, number_at(low) == row.t->low[row.i][row.j] && number_at(high) == row.t->high[row.i][row.j], line);
        const char *from = after(low, "$ | ");
        for (int s = 1; from && s < row.j && *from != 'a'; s++) {
            char name = (char)('0' + s);
            const char *end = strchr(from, '|');
            bool named = end && memchr(from, name, (size_t)(end - from));
            expect(&row, named == reaches(row.g, row.t, row.i, row.j, s, row.t->low[row.i][row.j]), line);
        }
    }
}

/* Edges named in "edge 3", "edges 1 and 2", "edges 1, 2 and 4"; "any edge". */
static void read_best(const reading *r, const char *line) {
    long long best = INT64_MIN;
    for (int i = 1; i <= r->g->n; i++)
        best = r->t->high[i][r->g->n] > best ? r->t->high[i][r->g->n] : best;
    expect(r, number_at(after(line, "$")) == best, line);
    const char *c = after(line, "any of the edges ");
    c = c ? c : after(line, "either of the edges ");
    c = c ? c : after(line, "nowhere else: edge ");
    bool named[MOST + 1] = {false}, all = strstr(line, "any edge") != NULL;
    for (; c && *c && *c != '.'; c++)
        if (*c >= '0' && *c <= '9' && (c[-1] == ' '))
            named[number_at(c) <= MOST ? number_at(c) : 0] = true;
    for (int i = 1; i <= r->g->n; i++)
        expect(r, (named[i] || all) == (r->t->high[i][r->g->n] == best), line);
}

static void read_line(const char *line, void *user, arena *a) {
    (void)a;
    reading *r = user;
    r->i = r->j = 0;
    int step = 0; /* "**$m[1,3]$** (step 9 of 16), −7 + 4 × 2. The smallest value …" */
    if (sscanf(line, "**$m[%d,%d]$** (step %d of", &r->i, &r->j, &step) == 3) {
        r->cells++;
        read_cell_sentence(r, line);
    }
    read_row(r, line);
    if (strstr(line, "largest number of this column") || strstr(line, "has the same largest value"))
        read_best(r, line);
}

static void sentences_agree_with_the_tables(void **state) {
    (void)state;
    random_state = 7;
    int cells = 0;
    for (int k = 0; k < 200; k++) {
        arena *a = arena_new(NULL);
        game g = random_game(4);
        g.n = g.n < 2 ? 3 : g.n > 9 ? 9 : g.n;
        for (int v = 1; v <= g.n; v++)
            g.v[v] = below(19) - 9;
        tables t;
        fill(&g, &t);
        str instance = game_text(&g, a);
        reading r = {.g = &g, .t = &t, .instance = instance};
        each_line(sheet(story_of(instance, a), "en", a), read_line, &r, a);
        cells += r.cells;
        arena_free(a);
    }
    assert_true(cells > 1000);
}

/* ---- single sentences ---- */

static void expect_in(const char *instance, const char *lang, const char *words) {
    arena *a = arena_new(NULL);
    const char *text = sheet(story_of(str_of(instance), a), lang, a);
    if (!strstr(text, words))
        fail_msg("%s, %s: no \"%s\"", instance, lang, words);
    arena_free(a);
}

static void sentences_known_by_hand(void **state) {
    (void)state;
    static const char *const ioi = "4 t -7 t 4 x 2 x 5", *const tricky = "4 t -1 x 2 t -3 x 1";
    expect_in(ioi, "en", "from $s = 2$: $−3 × 2 = −6$. The largest value is $1$, from $s = 1$: $−7 + 8 = 1$.");
    expect_in(ioi, "en", "both splits give $40$. In such a tie the smaller $s$ is kept.");
    expect_in(ioi, "en", "It stands in rows 1 and 2: a best play may begin with either of the edges 1 and 2, and");
    expect_in(ioi, "zh", "出现在第1行和第2行，所以首次删去边 1 和边 2 都能");
    expect_in(ioi, "en", "$m[3,1]$ with $m[4,3]$, $m[3,2]$ with $m[1,2]$ and $m[3,3]$ with $m[2,1]$.");
    expect_in(tricky, "en", "Largest values of parts alone would make no more than");
    expect_in(tricky, "en", "in row 3 and nowhere else: edge 3 must be removed first.");
    expect_in("3 t -1 t -2 t -3", "en", "Every row of column 3 has the same largest value, $−6$");
    expect_in("4 x 2 x 2 x 2 x 2", "en", "all 3 splits give $16$. In such a tie the smallest");
    expect_in("1 t 5", "zh", "得分是 $5$");
}

/* The rings that every sheet shows: what the sheet prints of them is what plain tables give. */
static void printed_rings_are_right(void **state) {
    (void)state;
    static const game exercise = {.n = 4, .v = {0, 2, -1, 4, -3}, .times = {false, true, false, true, false}};
    static const game wrong = {.n = 4, .v = {0, -2, 5, -4, 3}, .times = {false, false, true, false, true}};
    static const long long low[] = {-5, -14, -3, -28}, high[] = {1, 2, 1, 6};
    tables t;
    fill(&exercise, &t);
    for (int i = 1; i <= 4; i++) {
        assert_true(t.low[i][4] == low[i - 1]);
        assert_true(t.high[i][4] == high[i - 1]);
    }
    assert_true(t.low[3][3] == -2 && t.high[3][3] == 2 && t.low[4][3] == -7 && t.high[4][3] == -3);
    fill(&wrong, &t);
    assert_true(t.high[3][4] == 28 && t.high[1][4] == 14 && t.low[4][3] == -7 && t.high[4][3] == 5);
    expect_in("2 t 3 x -4", "en", "smallest: −5, −14, −3, −28; largest: 1, 2, 1, 6.");
    expect_in("2 t 3 x -4", "zh", "最小值依次是 −5、−14、−3、−28，最大值依次是 1、2、1、6。");
    expect_in("4 t 1 t 2 t 3 t 4", "en", "$-4 × (-7) = 28$");
}

/* ---- files ---- */

static void add_keys(const datum *d, str prefix, strbuf *out, arena *a) {
    for (size_t k = 0; k < d->count; k++) {
        const datum *item = d->items[k];
        str name = prefix.len ? str_format(a, "%.*s.%.*s", STR_ARG(prefix), STR_ARG(item->key)) : item->key;
        if (item->kind == DATUM_MAP && !datum_get(item, "by"))
            add_keys(item, name, out, a);
        else
            strbuf_add(out, str_format(a, "\n%.*s\n", STR_ARG(name)));
    }
}

static const char *keys_of(const char *path, arena *a) {
    error e = error_in(a);
    const source *where = read_source(path, a);
    datum *d = yaml_to_datum(where, 0, where->text.len, a, &e);
    assert_non_null(d);
    strbuf keys = strbuf_in(a);
    add_keys(d, STR(""), &keys, a);
    return str_to_c(a, strbuf_text(&keys));
}

static void common_phrases_exist_in_both_languages(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    assert_string_equal(keys_of("common/phrases.en.yaml", a), keys_of("common/phrases.zh.yaml", a));
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_sentences_are_caught),        cmocka_unit_test(no_sentence_falls_into_a_trap),
        cmocka_unit_test(sentences_agree_with_the_tables), cmocka_unit_test(printed_rings_are_right),
        cmocka_unit_test(sentences_known_by_hand),         cmocka_unit_test(common_phrases_exist_in_both_languages),
    };
    return cmocka_run_group_tests(tests, compile_traps, release_traps);
}
