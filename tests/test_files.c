/* Recurrence files on the command line. Values are those of textbooks, or found by trying everything here. */
#define _GNU_SOURCE
#include "shell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char frog[] =
    "title = 'The frog'\n"
    "c = integers { length = 'n', least = 1, min = 0, example = {2, 9, 4, 1, 6}, random = { length = {5, 8}, "
    "from = {1, 9} } }\n"
    "f = recurrence({'i', 1, n})\n"
    "function f.value(i)\n"
    "  if i == 1 then return c[1] end\n"
    "  if i == 2 then return way('one', f(1) + c[2]) end\n"
    "  return min(way('one', f(i-1) + c[i]), way('two', f(i-2) + c[i]))\n"
    "end\n"
    "goal(f, n)\n"
    "mistake('greedy', 'Looking one stone ahead costs {value}.', function()\n"
    "  local i, cost = 1, c[1]\n"
    "  while i < n do\n"
    "    if i + 2 <= n and c[i+2] < c[i+1] then i = i + 2 else i = i + 1 end\n"
    "    cost = cost + c[i]\n"
    "  end\n"
    "  return cost\n"
    "end)\n";

static bool contains(str text, const char *part) {
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

static shell start(void) {
    shell s = shell_new();
    shell_write(&s, "frog.lua", str_of(frog));
    return s;
}

/* The cheapest way over these stones, every way tried. */
static int cheapest(const int *stones, int n, int i) {
    if (i == n - 1)
        return stones[i];
    int one = cheapest(stones, n, i + 1), two = i + 2 < n ? cheapest(stones, n, i + 2) : one;
    return stones[i] + (one < two ? one : two);
}

static void a_file_takes_the_place_of_a_problem(void **state) {
    (void)state;
    static const int stones[] = {3, 1, 4, 1, 5, 9, 2, 6};
    shell s = start();
    shell_expect(&s, 0, "$H ./frog.lua 3,1,4,1,5,9,2,6 -f json -o -");
    str value = str_format(s.arena, "\"value\":\"%d\"", cheapest(stones, COUNT(stones), 0));
    assert_true(contains(s.out, str_to_c(s.arena, value)));
    /* The same instance in other ways. */
    str first = str_copy(s.arena, s.out);
    static const char *const ways[] = {"3 1 4 1 5 9 2 6", "'3，1、4 1 5 9 2 6'", "--c 3,1,4,1,5,9,2,6", "-i list.txt",
                                       "-i named.txt"};
    shell_write(&s, "list.txt", STR("3 1 4 1 5 9 2 6\n"));
    shell_write(&s, "named.txt", STR("\nc = 3,1,4,1,5,9,2,6\r\n"));
    for (size_t k = 0; k < COUNT(ways); k++) {
        shell_expect(&s, 0, str_format(s.arena, "$H frog.lua %s -f json -o -", ways[k]).ptr);
        assert_true(str_equal(s.out, first));
    }
    shell_expect(&s, 0, "$H ./frog.lua -f json -o -"); /* the example */
    static const int example[] = {2, 9, 4, 1, 6};
    assert_true(contains(s.out, str_format(s.arena, "\"value\":\"%d\"", cheapest(example, COUNT(example), 0)).ptr));
    shell_free(&s);
}

static void what_is_typed_is_read_or_refused_at_its_place(void **state) {
    (void)state;
    static const struct {
        const char *command, *message;
        int status;
    } cases[] = {
        {"./frog.lua 1,x,3", "<arguments>:1:3: c: expected a whole number, got 'x'", 1},
        {"edit-distance a", "<arguments>:1:2: expected a value for y (text), got none", 1},
        {"edit-distance a b c", "<arguments>:1:5: expected 2 inputs, got one more", 1},
        {"edit-distance a --z b", "unknown option --z", 2},
        {"coins 1,5 -3", "<arguments>:1:5: n: expected at least 0, got -3\n  1,5 -3\n      ^^\n", 1},
        {"coins 1,0,5 3", "<arguments>:1:3: c[2]: expected at least 1, got 0", 1},
        {"coins --c 1,5 --n -3", "handtrace: n: expected at least 0, got -3", 1},
        {"knapsack 1,2 3 5", "<arguments>:1:5: v: expected 2 items (n), got 1", 1},
        {"grid-paths '0 1; 0'", "<arguments>:1:6: g: expected 2 numbers in row 2, got 1", 1},
        {"max-subarray ''", "a: expected at least 1 item, got 0", 1},
        {"coins 1,5 1/2", "n", 1},
        {"coins 1,5 '1 2'", "n: expected one whole number, got '1 2'", 1},
        {"./nosuch.lua", "cannot read ./nosuch.lua: No such file or directory", 2},
        {"nosuch.lua", "cannot read nosuch.lua: No such file or directory", 2},
        {"edit-distanse a b", "did you mean edit-distance?", 2},
        {"./frog.lua --random gredy", "unknown property 'gredy'; known properties: greedy", 2},
        {"./frog.lua --random len=3", "unknown property 'len'; known properties: greedy", 2},
        {"./frog.lua 1 2 --random greedy", "the instance is given in more than one way", 2},
        {"./frog.lua 1 2 -o frog.lua -f json", "frog.lua is also an input", 2},
        {"./wrong.lua", "wrong.lua:2:", 1},
    };
    shell s = start();
    shell_write(&s, "wrong.lua", STR("n = integer { example = 1 }\nf = recurrenc({'i', 0, n})\n"));
    for (size_t k = 0; k < COUNT(cases); k++) {
        shell_expect(&s, cases[k].status, str_format(s.arena, "$H %s", cases[k].command).ptr);
        if (!contains(s.err, cases[k].message))
            fail_msg("%s: %.*s", cases[k].command, STR_ARG(s.err));
    }
    shell_free(&s);
}

static void files_are_found_by_their_names(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0,
                 "mkdir -p data/handtrace/frog data/handtrace/coins && cp frog.lua data/handtrace/frog/ && "
                 "cp frog.lua data/handtrace/coins/coins.lua && cp frog.lua lcs.lua");
    shell_expect(&s, 0, "XDG_DATA_HOME=$PWD/data $H frog 1 2 3 -f json -o -");
    assert_true(contains(s.out, "\"value\":\"4\""));
    shell_expect(&s, 0, "XDG_DATA_HOME=$PWD/data $H list problems");
    assert_true(contains(s.out, "The frog") && contains(s.out, "edit-distance") && contains(s.out, "polygon"));
    /* Shipped files come before the user's, rooms before both; ./ is always the file. */
    shell_expect(&s, 0, "XDG_DATA_HOME=$PWD/data $H coins 1,5,6 10 -f json -o -");
    assert_true(contains(s.out, "\"value\":\"2\""));
    shell_expect(&s, 0, "$H lcs ab b -f json -o - && $H ./lcs.lua 1 2 3 -f json -o -");
    assert_true(contains(s.out, "\"value\":\"4\""));
    shell_expect(&s, 0, "$H coins --help");
    assert_true(contains(s.out, "Fewest coins") && contains(s.out, "integers: coins, at least 1") &&
                contains(s.out, "\n    1,5,6 10\n") && contains(s.out, "\n  greedy "));
    shell_free(&s);
}

/* A recorded trace is as good as a run, also of a file that is called as a room is. */
static void its_trace_gives_the_same_pages(void **state) {
    (void)state;
    static const char *const runs[] = {"edit-distance kitten sitting",      "coins 5,6 7",       "subset-sum 3,4 6",
                                       "floyd-warshall '0 inf; inf 0' 1 2", "./cards.lua 1 2 3", "fibonacci 6 -l zh"};
    shell s = start();
    shell_expect(&s, 0, "cp frog.lua cards.lua");
    for (size_t k = 0; k < COUNT(runs); k++) {
        const char *lang = strstr(runs[k], "zh") ? "-l zh" : "";
        str command = str_format(
            s.arena,
            "$H %s -f trace -o t.trace && $H render t.trace -f trace -o again.trace && cmp t.trace again.trace && "
            "for f in html text; do $H %s -f $f -o a.$f && $H render t.trace %s -f $f -o b.$f && "
            "cmp a.$f b.$f || exit 1; done; $H %s -o a.pdf && $H render t.trace %s -o b.pdf && cmp a.pdf b.pdf",
            runs[k], runs[k], lang, runs[k], lang);
        shell_expect(&s, 0, command.ptr);
    }
    shell_free(&s);
}

/* How many pages a PDF has. */
static int pages_of(shell *s, const char *file) {
    shell_expect(s, 0, str_format(s->arena, "pdfinfo %s | sed -n 's/^Pages: *//p'", file).ptr);
    return atoi(str_to_c(s->arena, s->out));
}

/* Every shipped file has a sheet in both languages: two or three pages, nothing that a machine alone would write. */
static void every_shipped_file_has_its_sheets(void **state) {
    (void)state;
    static const char *const files[] = {"binomial",
                                        "coin-ways",
                                        "coins",
                                        "edit-distance",
                                        "egg-drop",
                                        "fibonacci",
                                        "floyd-warshall",
                                        "grid-paths",
                                        "knapsack",
                                        "lcs-of-three",
                                        "lis",
                                        "max-subarray",
                                        "number-triangle",
                                        "optimal-bst",
                                        "palindrome",
                                        "rod-cutting",
                                        "stone-merging",
                                        "subset-sum",
                                        "triangulation",
                                        "unbounded-knapsack",
                                        "weighted-intervals",
                                        "word-break"};
    static const char *const traps[] = {
        "{{", "recurrence_sheet", ">inf<", ">-inf<", "true true", "  .", " ,", "of of", "，，", "。。"};
    static const char *const langs[] = {"en", "zh"};
    shell s = start();
    for (size_t k = 0; k < COUNT(files); k++)
        for (size_t l = 0; l < COUNT(langs); l++) {
            shell_expect(&s, 0,
                         str_format(s.arena, "$H %s -l %s -o a.pdf && $H %s -l %s -f html -o - | sed 's/<svg.*//'",
                                    files[k], langs[l], files[k], langs[l])
                             .ptr);
            for (size_t n = 0; n < COUNT(traps); n++)
                if (contains(s.out, traps[n]))
                    fail_msg("%s %s: \"%s\"", files[k], langs[l], traps[n]);
            if (pages_of(&s, "a.pdf") > 4)
                fail_msg("%s %s: too many pages", files[k], langs[l]);
        }
    /* A larger table, 10 by 10, and one as large as the sheet may meet. */
    shell_expect(&s, 0, "$H edit-distance abcdefghi ihgfedcba -o a.pdf");
    assert_true(pages_of(&s, "a.pdf") <= 8);
    shell_expect(&s, 0, "$H edit-distance abcdefghijklmnopqrstuvwxyz zyxwvutsrqponmlkjihgfedcba -o a.pdf");
    assert_true(pages_of(&s, "a.pdf") <= 16);
    static const char *const large[] = {"subset-sum 3,4,5,8 1500", "fibonacci 1000",
                                        "lcs-of-three abcabcabcabc abcabcabcabc cabcabcabcab", "coins 1,5,6 900"};
    for (size_t k = 0; k < COUNT(large); k++) {
        shell_expect(&s, 0, str_format(s.arena, "$H %s -o a.pdf", large[k]).ptr);
        if (pages_of(&s, "a.pdf") > 16)
            fail_msg("%s: too many pages", large[k]);
    }
    shell_free(&s);
}

/* What comes from an instance is text, whatever it looks like. */
static void an_instance_is_no_markup(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "$H edit-distance '*aa*<b>$x$[c](d)' '{{e}}`f`' -f html -o -");
    assert_false(contains(s.out, "<em>aa</em>") || contains(s.out, "<b>") || contains(s.out, "href=\"d\""));
    assert_true(contains(s.out, "{{e}}"));
    shell_free(&s);
}

static void instances_are_drawn_and_answers_marked(void **state) {
    (void)state;
    shell s = start();
    shell_expect(
        &s, 0,
        "$H ./frog.lua --random --seed 5 -f json -o a && $H ./frog.lua --random --seed 5 -f json -o b && cmp a b");
    shell_expect(&s, 0, "$H ./frog.lua --random greedy --seed 5 --count 3 -f trace -o t");
    shell_expect(&s, 0, "test $(ls t | wc -l) = 3 && ! grep -L '\"name\":\"greedy\"' t/* | grep .");
    static const struct {
        const char *command;
        int status;
    } marks[] = {
        {"./frog.lua 2,9,4,1,6 --answer 13", 1},
        {"./frog.lua 2,9,4,1,6 --answer ' １２ '", 0},
        {"coins 5,6 7 --answer inf", 0},
        {"coins 5,6 7 --answer ∞", 0},
        {"coins 5,6 7 --answer 'no solution'", 0},
        {"coins 5,6 7 --answer 无解", 0},
        {"coins 5,6 7 --answer 2", 1},
        {"coins 5,6 10 --answer '5 + 5'", 0},
        {"subset-sum 3,4 7 --answer true", 0},
        {"subset-sum 3,4 7 --answer 能", 0},
        {"subset-sum 3,4 7 --answer no", 1},
        {"subset-sum 3,4 7 --answer maybe", 2},
        {"coins 5,6 10 --answer zz", 2},
        {"coins 5,6 10 --answer '5, 5'", 0},
        /* Either of two equal things is a best solution; what is none is wrong; another order is not ours to judge. */
        {"knapsack 1,1 5,5 1 --answer 2", 0},
        {"knapsack 1,1 5,5 1 --answer 1", 0},
        {"knapsack 1,2,3 6,10,12 5 --answer '2 3'", 0},
        {"knapsack 1,2,3 6,10,12 5 --answer '1, 2'", 1},
        {"knapsack 1,2,3 6,10,12 5 --answer '3, 2'", 2},
    };
    for (size_t k = 0; k < COUNT(marks); k++)
        shell_expect(&s, marks[k].status, str_format(s.arena, "$H check %s", marks[k].command).ptr);
    shell_free(&s);
}

/* Words agree with numbers, lists are joined as the language does it, and a file may tell its solution in words of its
 * own, which no answer of -f json has. */
static void words_are_those_of_a_language(void **state) {
    (void)state;
    shell s = start();
    shell_expect(&s, 0, "$H egg-drop 1 1 -f html -o - && $H egg-drop 2 10 -f html -o -");
    assert_true(contains(s.out, "With 1 egg,") && contains(s.out, "With 2 eggs,") && contains(s.out, "1 drop is"));
    shell_expect(&s, 0, "$H knapsack 1,2 3,4 3 -l zh -f html -o -");
    assert_true(contains(s.out, "物品 1、2"));
    shell_expect(&s, 0, "$H edit-distance ab b -f html -o - | sed 's/<[^>]*>//g'");
    assert_true(contains(s.out, "delete a, keep b"));
    shell_expect(&s, 0, "$H edit-distance ab b -f json -o -");
    assert_true(contains(s.out, "\"-a =b\"") && !contains(s.out, "delete"));
    shell_write(&s, "t.lua",
                STR("title = 't'\nn = integer { example = 1 }\nf = recurrence({'i', 0, n})\n"
                    "function f.value(i) return i end\ngoal(f, n)\nanswer = { en = '{solution}: {n|a|b}' }\n"
                    "solution(function() return '', { en = plain('*x*') } end)\n"));
    shell_expect(&s, 0, "$H ./t.lua 1 -f html -o - && $H ./t.lua 2 -f html -o -");
    assert_true(contains(s.out, "*x*: a") && contains(s.out, "*x*: b"));
    shell_write(&s, "t.lua",
                STR("n = integer { example = 1 }\nf = recurrence({'i', 0, n})\nfunction f.value(i) return i end\n"
                    "goal(f, n)\nsolution(function() return '', 7 end)\n"));
    shell_expect(&s, 1, "$H ./t.lua 1 -f json -o -");
    assert_true(contains(s.err, "must tell readers"));
    shell_free(&s);
}

/* Only where nothing was given does a sheet say that it shows an example. */
static void an_example_is_said_to_be_one(void **state) {
    (void)state;
    shell s = start();
    static const char en[] = "Example: coins", zh[] = "例：面值";
    shell_expect(&s, 0, "$H coins -f html -o -");
    assert_true(contains(s.out, en));
    shell_expect(&s, 0, "$H coins -l zh -f html -o -");
    assert_true(contains(s.out, zh) && !contains(s.out, en));
    shell_expect(&s, 0, "$H coins 1,5,6 10 -f html -o - && $H coins --random -f html -o -");
    assert_true(contains(s.out, "Given: coins") && !contains(s.out, en));
    shell_free(&s);
}

/* What `new` writes runs, is not written over anything, and is what the tests of this file know as the frog. */
static void a_new_file_runs(void **state) {
    (void)state;
    static const char *const refused[] = {"mine",  "mine.lua", "a/b",   "''",        ".hidden",
                                          "'a b'", "one two",  "there", "elsewhere", ""};
    static const int stones[] = {3, 1, 4, 1, 5, 9, 2, 6};
    shell s = start();
    shell_expect(&s, 0, "$H new mine && $H new -q quiet.lua && cmp mine.lua quiet.lua && $H try ./mine.lua");
    assert_true(contains(s.out, "200 random instances were run: nothing looks wrong"));
    assert_true(contains(s.err, "handtrace try ./mine.lua") && !contains(s.err, "quiet"));
    shell_expect(&s, 0, "$H ./mine.lua 3,1,4,1,5,9,2,6 -f json -o -");
    assert_true(contains(s.out, str_format(s.arena, "\"value\":\"%d\"", cheapest(stones, COUNT(stones), 0)).ptr));
    shell_expect(&s, 0, "$H ./mine.lua -o a.pdf && $H ./mine.lua -l zh -o b.pdf");
    shell_expect(&s, 0, "echo mine >mine.lua && mkdir there.lua && ln -s nowhere elsewhere.lua");
    for (size_t k = 0; k < COUNT(refused); k++)
        shell_expect(&s, 2, str_format(s.arena, "$H new %s", refused[k]).ptr);
    assert_true(str_is(shell_file(&s, "mine.lua"), "mine\n"));
    shell_expect(&s, 1, "test -e nowhere");
    shell_free(&s);
}

/* A new file with one thing changed: sed's words, and what `try` says. */
static void what_looks_wrong_is_said(void **state) {
    (void)state;
    static const struct {
        const char *change, *says;
        int status;
    } cases[] = {
        {"s/cheapest(i + 2))/cheapest(i + 2) + 1)/", "mine.lua:50:1: the recurrence gives 12, truth 14", 1},
        {"s/return cheapest(1)/return 0.5/", "truth returns 0.5, a float", 1},
        {"s/return cheapest(1)/return {}/", "truth must return a value, got a table", 1},
        {"s/  return cost$/  return 0\\/0/", "the mistake greedy returns -nan, a float", 1},
        {"s/{value}: stones/{valeu}: stones/", "mine.lua:7:41: nothing fills {valeu}", 1},
        {"s/f(i-2) + c.i./f(i-3) + c[i]/", "f(0) is outside its places", 1},
        {"s/f(i-2) + c.i./f(i-3) + c[i]/", "  with 2,9,4,1,6, and in 200 more\n", 1},
        {"s/^answer = {/impossible = \"{x}\" answer = {/", "nothing fills {x}", 1},
        {"s/f.i-2. + c_i/f[i-2] + c_1/", "mine.lua:17:21: the formula gives 4 at f[3], the function 6", 1},
        {"s/^f.formula.*/f.formula = [[ \\\\text{as you like} ]]/;/^ *.min.f.i/d", "f.formula cannot be read", 0},
        {"s/two = {/three = {/", "mine.lua:29:51: labels: no way is called three in this file", 1},
        {"s/, two = {[^}]*}//", "labels: there are no words for the way two", 0},
        {"s/, zh = \"青蛙过石头\"//", "title: there are no words in zh", 0},
        {"/^title/d", "there is no title", 0},
        {"/^f.means/d", "there is no f.means", 0},
        {"s/, random = .*/ }/", "the example alone was run", 0},
        {"s/if i + 2 <= n and .* then i = i + 2 else i = i + 1 end/i = i + 1/;s/cost = cost + c.i./cost = f(n)/",
         "the mistake greedy is never wrong", 0},
        {"s/^goal.f, n./interesting(function() return false end) &/", "no instance is interesting", 0},
        {"s/if i == 1 then return c.1. end/if i == 1 then return inf end/;/^f.formula/,/otherwise/d;/^truth/,$d",
         "there is no impossible = ", 0},
    };
    shell s = start();
    shell_expect(&s, 0, "$H new -q mine && mv mine.lua new.lua");
    for (size_t k = 0; k < COUNT(cases); k++) {
        str command = str_format(
            s.arena, "sed '%s' new.lua >mine.lua && ! cmp -s new.lua mine.lua && $H try ./mine.lua", cases[k].change);
        shell_expect(&s, cases[k].status, command.ptr);
        if (!contains(s.out, cases[k].says) && !contains(s.err, cases[k].says))
            fail_msg("%s: %.*s", cases[k].change, STR_ARG(s.out));
    }
    shell_expect(&s, 0,
                 "sed 's/f.p_i. + w_i/f[i-1] + w_i/' " TEST_SOURCE_DIR
                 "/templates/weighted-intervals/weighted-intervals.lua >wrong.lua");
    shell_expect(&s, 1, "$H ./wrong.lua -f json -o -");
    assert_true(contains(s.err, "the formula gives 8 at f[2], the function 6"));
    shell_write(&s, "two.lua",
                STR("title = 'Two colours'\na = integers { length = 'n', example = {3, 1, 4}, random = { length = {3, "
                    "4}, from = "
                    "{1, 9} } }\nR = recurrence({'i', 0, n})\nB = recurrence({'i', 0, n})\n"
                    "function R.value(i) if i == 0 then return 0 end return max(way('b', B(i-1) + a[i]), way('r', "
                    "R(i-1))) end\n"
                    "function B.value(i) if i == 0 then return 0 end return max(way('r', R(i-1) - a[i]), way('b', "
                    "B(i-1))) end\n"
                    "goal(R, n)\n"));
    shell_expect(
        &s, 0,
        "for f in pdf html md text; do for l in en zh; do $H ./two.lua -q -l $l -f $f -o t.$f || exit 1; done; done");
    shell_expect(&s, 1, "echo 'truth(function() local v = 1 end)' >>two.lua && $H try ./two.lua");
    assert_true(contains(s.err, "truth returns nothing") || contains(s.out, "truth returns nothing"));
    shell_expect(&s, 0, "$H try ./new.lua --count 3 --seed 8");
    assert_true(contains(s.out, "and 3 random instances"));
    shell_expect(&s, 2, "$H try ./new.lua --count 0");
    shell_expect(&s, 2, "$H try lcs");
    assert_true(contains(s.err, "expected a recurrence file, got lcs, which is built in"));
    shell_expect(&s, 2, "$H try ./nosuch.lua");
    shell_expect(&s, 2, "$H try");
    shell_expect(&s, 1, "echo 'f = ' >broken.lua && $H try ./broken.lua");
    shell_expect(
        &s, 0,
        "for n in $($H list problems | sed -n 's/ .*//;/^binomial$/,$p'); do $H try $n --count 25 >said || exit 1; "
        "grep -q 'nothing looks wrong' said || grep -q 'formula cannot be read' said || { cat said; exit 1; }; done");
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_takes_the_place_of_a_problem),
        cmocka_unit_test(what_is_typed_is_read_or_refused_at_its_place),
        cmocka_unit_test(files_are_found_by_their_names),
        cmocka_unit_test(its_trace_gives_the_same_pages),
        cmocka_unit_test(every_shipped_file_has_its_sheets),
        cmocka_unit_test(an_instance_is_no_markup),
        cmocka_unit_test(instances_are_drawn_and_answers_marked),
        cmocka_unit_test(words_are_those_of_a_language),
        cmocka_unit_test(an_example_is_said_to_be_one),
        cmocka_unit_test(a_new_file_runs),
        cmocka_unit_test(what_looks_wrong_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
