/* Recurrence files. Right values are found another way, or are those of textbooks. */
#define _GNU_SOURCE
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lua/lua_file.h"

static char *read_all(const char *path) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = calloc(1, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

/* The answer on that instance (JSON; NULL: the example), or the message. */
static str run_with(const char *name, const char *text, const char *instance, bool traced, arena *a) {
    error e = error_in(a);
    source *where = ARENA_NEW(a, source), *json = ARENA_NEW(a, source);
    *where = (source){str_of(name), str_of(text)};
    *json = (source){STR("<instance>"), str_of(instance)};
    lua_file *f = lua_file_load(where, a, &e);
    lua_solved solved;
    datum *given = !f ? NULL : instance ? json_to_datum(json, a, &e) : lua_file_example(f, STR("en"), a, &e);
    if (!given ||
        !lua_file_solve(f, given, traced ? lua_file_trace(f, STR("m"), given, a) : NULL, true, &solved, a, &e)) {
        assert_true(error_set(&e));
        assert_int_equal(e.status, STATUS_INPUT);
        return error_text(&e);
    }
    return json_from_datum(solved.answer, a);
}

static str run(const char *name, const char *text, const char *instance, arena *a) {
    return run_with(name, text, instance, false, a);
}

static void expect_file(const char *name, const char *instance, const char *answer) {
    char path[512];
    arena *a = arena_new(NULL);
    snprintf(path, sizeof path, TEST_SOURCE_DIR "/templates/%s/%s.lua", name, name);
    char *text = read_all(path);
    str got = run(path, text, instance, a);
    assert_string_equal(str_to_c(a, got), answer);
    free(text);
    arena_free(a);
}

/* Published values: Wikipedia (Levenshtein distance; Floyd–Warshall), Cormen et al. (rod cutting; matrix chains as
 * triangulations), Pascal's triangle. */
static void shipped_files_answer(void **state) {
    (void)state;
    expect_file("edit-distance", "{\"x\":\"kitten\",\"y\":\"sitting\"}",
                "{\"value\":\"3\",\"optimal\":\"1\",\"solution\":\"k→s =i =t =t e→i =n +g\"}");
    expect_file("fibonacci", "{\"n\":\"100\"}", "{\"value\":\"354224848179261915075\"}");
    expect_file("binomial", "{\"n\":\"6\",\"k\":\"3\"}", "{\"value\":\"20\"}");
    expect_file("coins", "{\"c\":[\"5\",\"10\"],\"n\":\"3\"}", "{\"value\":\"inf\"}");
    expect_file("rod-cutting", "{\"p\":[\"1\",\"5\",\"8\",\"9\"]}",
                "{\"value\":\"10\",\"optimal\":\"1\",\"solution\":\"2 + 2\"}");
    /* products that 64 bits do not hold */
    expect_file("triangulation", "{\"v\":[\"10000000\",\"10000000\",\"10000000\",\"10000000\"]}",
                "{\"value\":\"2000000000000000000000\",\"optimal\":\"2\",\"solution\":\"(1, 2, 4) (2, 3, 4)\"}");
}

/* The largest independent set of a tree: max(a, b) inside a way, against all subsets. */
static const char *const independent = "parent = integers { length = \"n\", example = {0, 1, 1} }\n"
                                       "f = recurrence({\"i\", 1, n}, {\"free\", 0, 1})\n"
                                       "function f.value(i, free)\n"
                                       "  local out, into = 0, 1\n"
                                       "  for c = i + 1, n do if parent[c] == i then \n"
                                       "    out = out + f(c, 1)\n"
                                       "    if free == 1 then into = into + f(c, 0) end\n"
                                       "  end end\n"
                                       "  if free == 0 then return way(\"out\", out) end\n"
                                       "  return max(way(\"out\", out), way(\"in\", into))\n"
                                       "end\n"
                                       "goal(f, 1, 1)\n"
                                       "solution { each = \"in\", show = \"{i}\" }\n";

static void trees_against_all_subsets(void **state) {
    (void)state;
    unsigned seed = 7;
    for (int round = 0; round < 200; round++) {
        int n = 1 + (int)((seed = seed * 1103515245u + 12345u) >> 16) % 9, parent[10] = {0}, best = 0, count = 0;
        char json[200] = "{\"parent\":[\"0\"";
        for (int k = 2; k <= n; k++) {
            parent[k] = 1 + (int)((seed = seed * 1103515245u + 12345u) >> 16) % (k - 1);
            snprintf(json + strlen(json), sizeof json - strlen(json), ",\"%d\"", parent[k]);
        }
        strcat(json, "]}");
        for (unsigned set = 0; set < 1u << n; set++) {
            int size = 0, good = 1;
            for (int k = 1; k <= n; k++) {
                size += set >> (k - 1) & 1;
                good = good && !(k > 1 && (set >> (k - 1) & 1) && (set >> (parent[k] - 1) & 1));
            }
            if (good && size > best)
                best = size, count = 0;
            count += good && size == best;
        }
        arena *a = arena_new(NULL);
        str got = run("tree.lua", independent, json, a);
        source where = {STR("answer"), got};
        error e = error_in(a);
        datum *answer = json_to_datum(&where, a, &e);
        char expected[24];
        snprintf(expected, sizeof expected, "%d", best);
        assert_string_equal(str_to_c(a, datum_as_text(datum_get(answer, "value"))), expected);
        /* the solution is a set of that size, in which none is the parent of another */
        str text = datum_as_text(datum_get(answer, "solution"));
        int in[10] = {0}, size = 0;
        for (size_t k = 0; k < text.len; k++)
            if (char_is_digit(text.ptr[k]))
                in[text.ptr[k] - '0'] = 1, size++;
        assert_int_equal(size, best);
        for (int k = 2; k <= n; k++)
            assert_false(in[k] && in[parent[k]]);
        arena_free(a);
    }
}

/* Blocks "=== what | line | words" of one mistake each. */
static void mistakes_are_refused_at_their_line(void **state) {
    (void)state;
    char *all = read_all(TEST_SOURCE_DIR "/tests/data/recurrence_mistakes.txt");
    size_t count = 0, faults = 0;
    for (char *block = strstr(all, "\n=== "), *next; block; block = next) {
        next = strstr(block + 5, "\n=== ");
        if (next)
            *next = 0;
        char *what = block + 5, *body = strchr(what, '\n');
        *body++ = 0;
        char *words = strrchr(what, '|');
        *words++ = 0;
        char *line = strrchr(what, '|');
        *line++ = 0;
        char place[64];
        bool good = true;
        arena *a = arena_new(NULL);
        const char *got = str_to_c(a, run_with("m.lua", body, NULL, true, a));
        snprintf(place, sizeof place, "m.lua:%d:", atoi(line));
        if (atoi(line))
            good = strstr(got, place) != NULL;
        good = good && got[0] != '{';
        for (char *word = strtok(words, "/"); word; word = strtok(NULL, "/")) {
            word += strspn(word, " ");
            word[strcspn(word, "\r") - (strcspn(word, "\r") && word[strcspn(word, "\r") - 1] == ' ')] = 0;
            good = good && strstr(got, word) != NULL;
        }
        if (!good) {
            printf("%s: %s\n", what, got);
            faults++;
        }
        arena_free(a);
        count++;
        if (next)
            *next = '\n';
    }
    assert_true(count >= 100);
    assert_int_equal(faults, 0);
    free(all);
}

/* Formulas as textbooks print them, and no function: the values are those of the books (Levenshtein distance; Cormen
 * et al., rod cutting and matrix chains), or found by trying everything. */
static void a_formula_is_enough(void **state) {
    (void)state;
    static const struct {
        const char *text, *instance, *value;
    } files[] = {
        {"x = text { length = 'm', example = 'a' }\ny = text { length = 'n', example = 'b' }\nd = recurrence({'i', 0, "
         "m}, {'j', 0, n})\n"
         "d.formula = [[ d[i,j] = \\begin{cases} j & \\text{if } i = 0 \\\\ i & \\text{if } j = 0 \\\\ d[i-1,j-1] & "
         "\\text{if } x_i = y_j "
         "\\\\ 1 + \\min(d[i-1,j], d[i,j-1], d[i-1,j-1]) & \\text{otherwise} \\end{cases} ]]\n"
         "d.labels = {'keep', 'delete', 'insert', 'change'}\ngoal(d, m, n)\n",
         "{\"x\":\"kitten\",\"y\":\"sitting\"}", "\"value\":\"3\""},
        {"p = integers { length = 'n', example = {1} }\nr = recurrence({'j', 0, n})\n"
         "r.formula = [[ r_j = \\begin{cases} 0 & \\text{if } j = 0 \\\\ \\max_{1 \\le i \\le j} \\{ p_i + r_{j-i} \\} "
         "& \\text{if } j "
         "\\ge 1 \\end{cases} ]]\ngoal(r, n)\n",
         "{\"p\":[\"1\",\"5\",\"8\",\"9\",\"10\",\"17\",\"17\",\"20\",\"24\",\"30\"]}", "\"value\":\"30\""},
        {"p = integers { length = 'k', example = {1, 2} }\nN = k - 1\nm = recurrence({'i', 1, N}, {'j', 'i', N})\n"
         "m.formula = [[ m[i,j] = \\begin{cases} 0 & \\text{if } i = j \\\\ \\min_{i \\le k < j} \\{ m[i,k] + m[k+1,j] "
         "+ p_i p_{k+1} "
         "p_{j+1} \\} & \\text{if } i < j \\end{cases} ]]\ngoal(m, 1, N)\n",
         "{\"p\":[\"30\",\"35\",\"15\",\"5\",\"10\",\"20\",\"25\"]}", "\"value\":\"15125\""},
        {"a = integers { length = 'n', example = {1} }\nL = recurrence({'i', 1, n})\n"
         "L.formula = [[ L[i] = \\max(1, \\max_{j < i,\\ a_j < a_i} (L[j] + 1)) ]]\ngoal(max, L)\n",
         "{\"a\":[\"10\",\"9\",\"2\",\"5\",\"3\",\"7\",\"101\",\"18\"]}", "\"value\":\"4\""},
        {"x = text { length = 'n', example = 'a' }\np = recurrence({'i', 1, n}, {'j', 'i', n})\np.outside = 0\n"
         "p.formula = [[ p(i,j) = \\begin{cases} 1 & i = j \\\\ 2 + p(i+1,j-1) & x_i = x_j \\\\ \\max\\{p(i+1,j), "
         "p(i,j-1)\\} & "
         "\\text{otherwise} \\end{cases} ]]\ngoal(p, 1, n)\n",
         "{\"x\":\"character\"}", "\"value\":\"5\""},
        {"n = integer { example = 1 }\nk = integer { example = 1 }\nc = recurrence({'i', 0, n}, {'j', 0, 'i'})\n"
         "c.formula = [[ c_{i,j} = \\begin{cases} 1 & \\text{if } j = 0 \\lor j = i \\\\ c_{i-1,j-1} + c_{i-1,j} & "
         "\\text{otherwise} "
         "\\end{cases} ]]\ngoal(c, n, k)\n",
         "{\"n\":\"10\",\"k\":\"4\"}", "\"value\":\"210\""},
        {"c = integers { length = 'm', example = {1} }\nn = integer { example = 1 }\nf = recurrence({'a', 0, n})\n"
         "f.formula = [[ f(a) = \\begin{cases} 0 & a = 0 \\\\ 1 + \\min_{c_k \\le a} f(a - c_k) & a > 0 \\end{cases} "
         "]]\ngoal(f, n)\n",
         "{\"c\":[\"3\",\"5\"],\"n\":\"7\"}", "\"value\":\"inf\""},
        /* Two reads of one place are two pieces: 5 + 5 of lengths 2 and 2. */
        {"p = integers { length = 'n', example = {1} }\nr = recurrence({'i', 0, n})\n"
         "function r.value(i) if i == 0 then return 0 end local ways = { way('whole', i, p[i] + r(0)) }\n"
         "for k = 1, i // 2 do ways[#ways+1] = way('cut', k, r(k) + r(i-k)) end return max(ways) end\n"
         "solution { each = 'whole', show = '{arg}', join = ' + ' }\ngoal(r, n)\n",
         "{\"p\":[\"1\",\"5\",\"8\",\"9\"]}", "\"value\":\"10\",\"optimal\":\"1\",\"solution\":\"2 + 2\""},
        /* What the file makes itself, a list from 0, a table, a text, fractions: 1 + 2 + 4; 1 × 1 + 2 × 1 + 3 × 2; the
         * letters a of aba; 4 + 1/2 + 3/2. */
        {"n = integer { example = 3 }\npower = {}\nfor i = 0, n do power[i] = 1 << i end\ns = recurrence({'i', 0, n})\n"
         "s.formula = [[ s_i = \\begin{cases} 0 & i = 0 \\\\ s_{i-1} + power[i-1] & i > 0 \\end{cases} ]]\ngoal(s, "
         "n)\n",
         "{\"n\":\"3\"}", "\"value\":\"7\""},
        {"a = integers { length = 'n', example = {1} }\nw = {}\nfor i = 1, n do w[i] = {}\nfor j = 1, n do w[i][j] = "
         "a[i] * "
         "a[j] end end\nf = recurrence({'i', 1, n})\n"
         "f.formula = [[ f_i = \\begin{cases} w_{1,1} & i = 1 \\\\ f_{i-1} + w_{i,i-1} & i > 1 \\end{cases} ]]\n"
         "goal(f, n)\n",
         "{\"a\":[\"1\",\"2\",\"3\"]}", "\"value\":\"9\""},
        {"n = integer { example = 3 }\nt = 'aba'\nf = recurrence({'i', 0, n})\n"
         "f.formula = [[ f_i = \\begin{cases} 0 & i = 0 \\\\ f_{i-1} + 1 & t_i = t_1 \\\\ f_{i-1} & \\text{otherwise} "
         "\\end{cases} ]]\ngoal(f, n)\n",
         "{\"n\":\"3\"}", "\"value\":\"2\""},
        {"n = integer { example = 1 }\nstep = n + 1\nh = { fraction(1, 2), fraction(3, 2) }\nf = recurrence({'i', 0, "
         "2})\n"
         "f.formula = [[ f_i = \\begin{cases} step & i = 0 \\\\ f_{i-1} + h_i & i > 0 \\end{cases} ]]\ngoal(f, 2)\n",
         "{\"n\":\"3\"}", "\"value\":\"6\""},
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        arena *a = arena_new(NULL);
        /* The first run is that with an example. */
        str got = run_with("f.lua", files[k].text, files[k].instance, true, a);
        if (!strstr(str_to_c(a, got), files[k].value))
            fail_msg("%zu: %s", k, str_to_c(a, got));
        arena_free(a);
    }
}

/* A value that is read and asked about, though a way uses it. */
static void asked_values_are_noticed(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "local a = f(i-1)\n  if a then return way(\"yes\", a) end\n  return way(\"no\", a)",
        "local a = f(i-1)\n  if a == 1 then return way(\"one\", a) end\n  return way(\"other\", a)"};
    for (size_t k = 0; k < 2; k++) {
        arena *a = arena_new(NULL);
        str text = str_format(a,
                              "n = integer { example = 4 }\nf = recurrence({\"i\", 0, n})\nfunction f.value(i)\n"
                              "  if i == 0 then return %s end\n  %s\nend\ngoal(f, n)\n",
                              k ? "1" : "false", bodies[k]);
        str got = run("m.lua", text.ptr, NULL, a);
        assert_non_null(strstr(str_to_c(a, got), "hangs on a value that is read"));
        arena_free(a);
    }
}

/* A trace of each example, the same twice. */
static void every_example_is_traced(void **state) {
    (void)state;
    DIR *d = opendir(TEST_SOURCE_DIR "/templates");
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(d));) {
        char path[1024];
        snprintf(path, sizeof path, TEST_SOURCE_DIR "/templates/%s/%s.lua", entry->d_name, entry->d_name);
        FILE *there = fopen(path, "r");
        if (!there)
            continue;
        fclose(there);
        char *text = read_all(path);
        arena *a = arena_new(NULL);
        error e = error_in(a);
        source where = {str_of(path), str_of(text)};
        lua_file *f = lua_file_load(&where, a, &e);
        assert_non_null(f);
        assert_true(lua_file_draws(f));
        str first = STR("");
        for (uint64_t seed = 0; seed < 6; seed++) {
            datum *instance = lua_file_random(f, seed / 2, a, &e);
            if (!instance)
                error_print(&e, stderr);
            assert_non_null(instance);
            assert_true(lua_file_takes(f, instance, a, &e));
            trace *t = lua_file_trace(f, STR("x"), instance, a);
            lua_solved solved;
            if (!lua_file_solve(f, instance, t, true, &solved, a, &e))
                error_print(&e, stderr);
            assert_false(error_set(&e));
            assert_non_null(datum_get(solved.recurrence, "ask"));
            str lines = trace_to_lines(t, a);
            if (seed % 2)
                assert_true(str_equal(lines, first));
            first = lines;
        }
        count++;
        arena_free(a);
        free(text);
    }
    closedir(d);
    assert_int_equal(count, 22);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shipped_files_answer),
                                       cmocka_unit_test(trees_against_all_subsets),
                                       cmocka_unit_test(mistakes_are_refused_at_their_line),
                                       cmocka_unit_test(a_formula_is_enough),
                                       cmocka_unit_test(asked_values_are_noticed),
                                       cmocka_unit_test(every_example_is_traced)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
