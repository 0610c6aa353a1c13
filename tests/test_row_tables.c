/* Tables of one index and of three, as recurrence files give them: what they hold, worked out here in another way, and
 * that nothing meets in them, over random instances (HANDTRACE_TABLES=N of each file; 5 else). */
#define TEST_PROBLEM "common"
#include "figures.h"
#include "lua/file_words.h"
#include "lua/lua_file.h"

#include <stdlib.h>
#include <string.h>

static const char *const files[] = {"coins",        "rod-cutting",        "lis",
                                    "max-subarray", "unbounded-knapsack", "weighted-intervals",
                                    "word-break",   "fibonacci",          "floyd-warshall",
                                    "lcs-of-three", "edit-distance",      "stone-merging"};

static story *story_of_file(arena *a, const char *name, const char *given, uint64_t seed, const char *lang) {
    error e = error_in(a);
    source *where = ARENA_NEW(a, source), json = {STR("<instance>"), str_of(given ? given : "")};
    where->name = str_format(a, "templates/%s/%s.lua", name, name);
    where->text = read_file(a, where->name.ptr);
    lua_file *f = lua_file_load(where, a, &e);
    datum *instance = !f ? NULL : given ? json_to_datum(&json, a, &e) : lua_file_random(f, seed, a, &e);
    trace *t = instance ? lua_file_trace(f, str_of(name), instance, a) : NULL;
    lua_solved solved;
    if (!t || !lua_file_solve(f, instance, t, true, &solved, a, &e))
        fail_msg("%s: %s", name, error_text(&e).ptr);
    t->recurrence = solved.recurrence;
    t->is_recurrence = true;
    file_words_label(t, str_of(lang), a);
    story *s = story_build(t, a, &e);
    if (!s)
        fail_msg("%s: %s", name, error_text(&e).ptr);
    return s;
}

static const group *cell_of(const figure *f, const char *id) {
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++) {
            const item *it = &f->parts[p]->items[k];
            if (it->kind == ITEM_OPEN && str_is(it->group->id, id))
                return it->group;
        }
    fail_msg("no %s", id);
    return NULL;
}

static size_t cells_said(const figure *f, const char *words) {
    size_t count = 0;
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++) {
            const item *it = &f->parts[p]->items[k];
            count += it->kind == ITEM_OPEN && it->group->role == ROLE_CELL && str_ends(it->group->alt, words);
        }
    return count;
}

static bool has_text(const figure *f, const char *text) {
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++)
            if (f->parts[p]->items[k].kind == ITEM_GLYPHS && str_is(f->parts[p]->items[k].run->text, text))
                return true;
    return false;
}

static bool begins(str text, const char *with) {
    return str_starts(text, with);
}

/* f[a] by trying all coins here; the way down to nothing has one cell more than coins. */
static void a_row_holds_the_fewest_coins(void **state) {
    (void)state;
    static const int coins[] = {1, 5, 6};
    enum { MOST = 24 };
    int few[MOST + 1] = {0};
    for (int n = 1; n <= MOST; n++) {
        few[n] = MOST;
        for (int k = 0; k < 3; k++)
            if (coins[k] <= n && few[n - coins[k]] + 1 < few[n])
                few[n] = few[n - coins[k]] + 1;
    }
    for (int n = 7; n <= MOST; n++) {
        arena *a = arena_new(NULL);
        str instance = str_format(a, "{\"c\":[\"1\",\"5\",\"6\"],\"n\":\"%d\"}", n);
        figure *f = figure_of(a, story_of_file(a, "coins", instance.ptr, 0, "en"),
                              (wish){.kind = "tables", .params = "back=yes", .run = "table"});
        for (int at = 0; at <= n; at++) {
            str id = str_format(a, "cell-f-0-%d", at), alt = str_format(a, "f[%d] = %d", at, few[at]);
            if (!begins(cell_of(f, id.ptr)->alt, alt.ptr))
                fail_msg("expected %s, got %s", alt.ptr, str_to_c(a, cell_of(f, id.ptr)->alt));
        }
        size_t path = cells_said(f, ", best path");
        if (path != (size_t)few[n] + 1)
            fail_msg("of %d: expected %d cells on the path, got %zu", n, few[n] + 1, path);
        assert_true(str_ends(cell_of(f, "cell-f-0-0")->alt, "best path"));
        arena_free(a);
    }
}

/* Of a text both rows of heads are there: indices and letters. */
static void heads_hold_indices_and_data(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    wish w = {.kind = "tables", .params = "back=yes", .run = "table", .width = 483};
    figure *f = figure_of(a, story_of_file(a, "lis", "{\"a\":[\"50\",\"10\",\"60\"]}", 0, "en"), w);
    static const char *const row[] = {"i", "1", "2", "3", "50", "10", "60"};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        if (!has_text(f, row[k]))
            fail_msg("no %s", row[k]);
    f = figure_of(a, story_of_file(a, "edit-distance", "{\"x\":\"pqr\",\"y\":\"uvwxyzabk\"}", 0, "en"), w);
    static const char *const both[] = {"i", "j", "p", "q", "r", "u", "k", "9", "3"};
    for (size_t k = 0; k < sizeof both / sizeof *both; k++)
        if (!has_text(f, both[k]))
            fail_msg("no %s", both[k]);
    arena_free(a);
}

/* Distances by the plain algorithm, and how many get smaller with each vertex. */
static void layers_hold_the_shortest_paths(void **state) {
    (void)state;
    enum { N = 4, NONE = 1000 };
    int d[N][N] = {{0, 6, 5, NONE}, {NONE, 0, 3, 1}, {1, NONE, 0, NONE}, {NONE, NONE, 1, 0}};
    const char *instance =
        "{\"w\":[[\"0\",\"6\",\"5\",\"inf\"],[\"inf\",\"0\",\"3\",\"1\"],[\"1\",\"inf\",\"0\",\"inf\"],"
        "[\"inf\",\"inf\",\"1\",\"0\"]],\"s\":\"3\",\"t\":\"3\"}";
    arena *a = arena_new(NULL);
    figure *f = figure_of(a, story_of_file(a, "floyd-warshall", instance, 0, "en"),
                          (wish){.kind = "tables", .run = "table", .width = 483});
    assert_int_equal(f->count, 1);
    size_t smaller = 0;
    for (int k = 0; k <= N; k++) {
        for (int i = 0; i < N && k; i++)
            for (int j = 0; j < N; j++)
                if (d[i][k - 1] + d[k - 1][j] < d[i][j]) {
                    d[i][j] = d[i][k - 1] + d[k - 1][j];
                    smaller++;
                }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                str id = str_format(a, "cell-d%d-%d-%d", k, i + 1, j + 1);
                str value = d[i][j] == NONE ? STR("∞") : str_format(a, "%d", d[i][j]);
                str alt = str_format(a, "d%d[%d,%d] = %.*s", k, i + 1, j + 1, STR_ARG(value));
                if (!begins(cell_of(f, id.ptr)->alt, alt.ptr))
                    fail_msg("expected %s, got %s", alt.ptr, str_to_c(a, cell_of(f, id.ptr)->alt));
            }
    }
    size_t said = cells_said(f, "changed in this layer");
    if (said != smaller)
        fail_msg("expected %zu cells that changed, got %zu", smaller, said);
    arena_free(a);
}

static void check(arena *a, const story *s, wish w, const char *name, uint64_t seed) {
    figure *f = figure_of(a, s, w);
    assert_true(f->count > 0 && f->alt.len > 0);
    for (size_t p = 0; p < f->count; p++) {
        str faults = scene_faults(f->parts[p], 6, a);
        if (faults.len)
            fail_msg("%s, seed %d, %s, step %zu, width %d:\n%s", name, (int)seed, w.params ? w.params : "", w.step,
                     (int)w.width, str_to_c(a, faults));
        if (w.width > 0 && f->parts[p]->w > w.width + 0.01)
            fail_msg("%s, seed %d, %s: %d is wider than %d", name, (int)seed, w.params ? w.params : "",
                     (int)f->parts[p]->w, (int)w.width);
    }
}

static void nothing_meets(void **state) {
    (void)state;
    static const double widths[] = {471, 0, 290};
    const char *more = getenv("HANDTRACE_TABLES");
    uint64_t most = more ? strtoull(more, NULL, 10) : 5;
    for (size_t n = 0; n < sizeof files / sizeof *files; n++)
        for (uint64_t seed = 1; seed <= most; seed++) {
            arena *a = arena_new(NULL);
            size_t lang = seed % 2;
            const story *s = story_of_file(a, files[n], NULL, seed, lang ? "zh" : "en");
            const story_run *table = story_run_named(s, STR("table"));
            for (size_t k = 0; k < 3; k++) {
                wish w = {.kind = "tables", .run = "table", .width = widths[k], .height = 700, .lang = lang};
                w.params = "back=yes";
                check(a, s, w, files[n], seed);
                w.params = "write=yes legend=no";
                check(a, s, w, files[n], seed);
                w.params = NULL;
                for (w.step = 1; w.step <= table->step_count; w.step += table->step_count / 6 + 1)
                    check(a, s, w, files[n], seed);
                w.of = STEP_BACK;
                for (w.step = 1; w.step <= table->back_count; w.step++)
                    check(a, s, w, files[n], seed);
            }
            arena_free(a);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_holds_the_fewest_coins), cmocka_unit_test(heads_hold_indices_and_data),
        cmocka_unit_test(layers_hold_the_shortest_paths), cmocka_unit_test(nothing_meets)};
    return cmocka_run_group_tests(tests, open_looks, close_looks);
}
