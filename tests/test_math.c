#include "math.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static math *read_text(arena *a, const char *text, error *e) {
    source where = {STR("t.md"), str_copy(a, str_of(text))};
    return math_read(&where, 0, where.text.len, a, e);
}

static math *read_good(arena *a, const char *text) {
    error e = error_in(a);
    math *m = read_text(a, text, &e);
    if (!m)
        print_error("%s\n%s", text, error_text(&e).ptr);
    assert_non_null(m);
    return m;
}

/* --- reading --- */

static void classes_settle_as_in_tex(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    struct {
        const char *text;
        size_t at;
        math_class class;
    } cases[] = {
        {"a+b", 1, MATH_BIN},          {"-7", 0, MATH_ORD},           {"a = -7", 2, MATH_ORD},
        {"5 \\times -4", 1, MATH_BIN}, {"5 \\times -4", 2, MATH_ORD}, {"op = +", 3, MATH_ORD},
        {"(-3)", 1, MATH_ORD},         {"(a+)", 2, MATH_ORD},         {"a-", 1, MATH_ORD},
        {"a \\, - b", 2, MATH_BIN},    {"x, -1", 2, MATH_ORD},        {"\\max -1", 1, MATH_ORD},
        {"a < = b", 2, MATH_REL},      {"m[i]", 1, MATH_OPEN_},       {"n!", 1, MATH_CLOSE_},
        {"\\frac ab", 0, MATH_INNER},  {"{+}", 0, MATH_ORD},          {"a +_1 b", 1, MATH_BIN},
        {"a \\bmod n", 1, MATH_BIN},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        math *m = read_good(a, cases[k].text);
        assert_true(cases[k].at < m->count);
        if (m->children[cases[k].at]->class != cases[k].class)
            print_error("class of item %zu in %s\n", cases[k].at, cases[k].text);
        assert_int_equal(m->children[cases[k].at]->class, cases[k].class);
    }
    arena_free(a);
}

static void signs_are_the_same_typed_or_commanded(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const char *pairs[][2] = {
        {"a \\le b", "a ≤ b"},   {"a \\times b", "a × b"}, {"a - b", "a − b"},  {"\\Theta", "Θ"},
        {"n^2", "n²"},           {"a_{10}", "a₁₀"},        {"2^{n+1}", "2ⁿ⁺¹"}, {"x_{i-1}", "xᵢ₋₁"},
        {"a \\cdot b", "a · b"}, {"\\ldots", "…"},         {"f^\\prime", "f'"},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        assert_string_equal(math_spoken(read_good(a, pairs[k][0]), STR("en"), a).ptr,
                            math_spoken(read_good(a, pairs[k][1]), STR("en"), a).ptr);
    arena_free(a);
}

static void structure_is_kept(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    math *m = read_good(a, "15 750 + \\max_{s<j}^2 x_i^{2} \\left[ \\frac{1}{2} \\right]");
    assert_int_equal(m->count, 6);
    assert_true(str_is(m->children[0]->text, "15")); /* an ASCII space ends a number */
    m = read_good(a, "15\xE2\x80\x89"
                     "750,3.5");
    assert_int_equal(m->count, 3);
    assert_true(str_is(m->children[2]->text, "3.5"));
    m = read_good(a, "\\max_{s<j}^2 x_i^{2} \\left[ \\frac{1}{2} \\right. \\log_2 n");
    assert_int_equal(m->children[0]->kind, MATH_BIG);
    assert_true(m->children[0]->limits);
    assert_int_equal(m->children[0]->children[0]->count, 3);
    assert_non_null(m->children[0]->children[1]);
    assert_int_equal(m->children[1]->kind, MATH_SCRIPTS);
    assert_int_equal(m->children[2]->kind, MATH_FENCED);
    assert_true(str_is(m->children[2]->left, "["));
    assert_int_equal(m->children[2]->right.len, 0);
    assert_int_equal(m->children[2]->children[0]->children[0]->kind, MATH_FRACTION);
    assert_false(m->children[3]->limits);
    m = read_good(a, "\\begin{cases} a & b \\\\ c \\\\ \\end{cases}");
    assert_int_equal(m->children[0]->kind, MATH_CASES);
    assert_int_equal(m->children[0]->count, 2);
    assert_int_equal(m->children[0]->children[0]->count, 2);
    assert_int_equal(m->children[0]->children[1]->count, 1);
    arena_free(a);
}

/* --- errors --- */

static void errors_stand_at_their_place(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    struct {
        const char *text;
        size_t line, column, width;
        const char *message;
    } cases[] = {
        {"a + \\foo", 1, 5, 4, "unknown command \\foo in mathematics"},
        {"\\max_{1 \\lee s", 1, 9, 4, "unknown command \\lee in mathematics"},
        {"a\n + {b", 2, 4, 1, "'{' is never closed"},
        {"\\frac{a}{b", 1, 9, 1, "'{' is never closed"},
        {"中 \\begin{cases} a", 1, 3, 13, "\\begin{cases} is not closed by \\end{cases}"},
        {"\\begin{cases} {a \\end{cases}", 1, 15, 1, "'{' is not closed where its part ends"},
        {"\\begin{cases} a & b & c \\end{cases}", 1, 21, 1, "cases has two columns only"},
        {"\\begin{array}", 1, 1, 13, "expected \\left\\{ before an array, which is read as cases"},
        {"\\begin{matrix}", 1, 1, 14, "unknown environment 'matrix' (cases is known)"},
        {"\\left( a", 1, 1, 6, "\\left is not closed by \\right"},
        {"\\left a", 1, 1, 5, "\\left wants a bracket after it, or a dot for none"},
        {"a \\right)", 1, 3, 6, "\\right closes nothing"},
        {"a }", 1, 3, 1, "'}' closes nothing"},
        {"a & b", 1, 3, 1, "'&' belongs between \\begin{cases} and \\end{cases}"},
        {"a \\\\ b", 1, 3, 2, "'\\\\' belongs between \\begin{cases} and \\end{cases}"},
        {"a_1_2", 1, 4, 1, "a second subscript here: put the first in braces"},
        {"a^", 1, 2, 1, "'^' has nothing after it that it could take"},
        {"\\frac{a}", 1, 1, 5, "'\\frac' has nothing after it that it could take"},
        {"\\text a", 1, 1, 5, "\\text wants words in braces"},
        {"50%", 1, 3, 1, "'%' stands for itself only after a backslash"},
        {"a \"", 1, 3, 1, "'\"' has no meaning in mathematics"},
        {"a \\", 1, 3, 1, "a backslash with nothing after it"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        error e = error_in(a);
        assert_null(read_text(a, cases[k].text, &e));
        assert_string_equal(e.message.ptr, cases[k].message);
        if (e.line != cases[k].line || e.column != cases[k].column || e.width != cases[k].width)
            print_error("%s", error_text(&e).ptr);
        assert_int_equal(e.line, cases[k].line);
        assert_int_equal(e.column, cases[k].column);
        assert_int_equal(e.width, cases[k].width);
    }
    arena_free(a);
}

static void places_count_from_the_whole_source(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    source where = {STR("t.md"), STR("# Title\nlet $a + \\bad$ be\n")};
    error e = error_in(a);
    size_t at = str_find(where.text, STR("a +"), 0);
    assert_null(math_read(&where, at, sizeof "a + \\bad" - 1, a, &e));
    assert_int_equal(e.line, 2);
    assert_int_equal(e.column, 10);
    arena_free(a);
}

/* A text repeated many times; deep nesting must end in an error, wide rows in a result, neither in a crash. */
static char *repeated(arena *a, const char *piece, size_t times) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < times; k++)
        strbuf_add_c(&b, piece);
    return b.ptr;
}

static size_t depth_of(const math *m) {
    size_t deepest = 0;
    for (size_t k = 0; m && k < m->count; k++) {
        size_t d = depth_of(m->children[k]);
        deepest = d > deepest ? d : deepest;
    }
    return m ? deepest + 1 : 0;
}

static void nesting_is_bounded(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const char *deep[] = {"{", "x^{", "\\frac{", "\\left(", "\\begin{cases}", "\\frac ", "{\\left["};
    for (size_t k = 0; k < sizeof deep / sizeof *deep; k++) {
        error e = error_in(a);
        assert_null(read_text(a, repeated(a, deep[k], 100000), &e));
        assert_string_equal(e.message.ptr, "mathematics is nested too deep");
    }
    for (size_t levels = 1; levels < 50; levels++) {
        const char *both[][2] = {
            {"x^{", "}"}, {"\\begin{cases}", "\\end{cases}"}, {"\\left(", "\\right)"}, {"\\frac{", "}2"}};
        for (size_t k = 0; k < sizeof both / sizeof *both; k++) {
            error e = error_in(a);
            str text = str_format(a, "%s1%s", repeated(a, both[k][0], levels), repeated(a, both[k][1], levels));
            math *m = read_text(a, text.ptr, &e);
            if (!m)
                continue;
            assert_true(depth_of(m) <= MATH_DEPTH);
            assert_true(math_plain(m, a).len > 0);
            assert_true(math_spoken(m, STR("zh"), a).len > 0);
        }
    }
    math *wide = read_good(a, repeated(a, "(", 3000));
    assert_int_equal(wide->count, 3000);
    math_spoken(wide, STR("en"), a);
    wide = read_good(a, str_format(a, "%s%s", repeated(a, "f(", 2000), repeated(a, ")", 2000)).ptr);
    assert_true(math_spoken(wide, STR("en"), a).len > 0);
    arena_free(a);
}

static void random_bytes_never_break_it(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "{",     "}",     "\\",      "^",    "_", "&", "\\\\", "\\left(",        "\\right)",     "a", "12", "\\frac",
        "\\max", "\\log", "\\text{", " ",    "[", "]", ",",    "\\begin{cases}", "\\end{cases}", "²", "中", "+",
        "\\{",   "\\}",   "'",       "\xC3", "/"};
    uint64_t seed = 1998;
    for (size_t round = 0; round < 3000; round++) {
        arena *a = arena_new(NULL);
        strbuf b = strbuf_in(a);
        for (size_t k = 0; k < 12; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            strbuf_add_c(&b, pieces[(seed >> 33) % (sizeof pieces / sizeof *pieces)]);
        }
        error e = error_in(a);
        math *m = read_text(a, b.ptr, &e);
        assert_true(!m == error_set(&e));
        if (m) {
            math_plain(m, a);
            math_spoken(m, STR("en"), a);
            math_spoken(m, STR("zh"), a);
        }
        arena_free(a);
    }
}

/* --- spoken and plain --- */

static void formulas_are_said(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    struct {
        const char *text, *en, *zh, *plain;
    } cases[] = {
        {"m[i,j,1]", "m of i, j, 1", "m[i, j, 1]", "m[i,j,1]"},
        {"f(0, 3)", "f of 0, 3", "f(0, 3)", "f(0, 3)"},
        {"a = m[i+s,j-s,0]", "a equals m of i plus s, j minus s, 0", "a 等于 m[i 加 s, j 减 s, 0]", "a = m[i+s,j−s,0]"},
        {"\\max\\{11, 14\\}", "the larger of 11 and 14", "11 与 14 中的较大者", "max{11, 14}"},
        {"\\min\\{ac,ad,bc,bd\\}", "the smallest of a c, a d, b c and b d", "a c、a d、b c 与 b d 中的最小者",
         "min{ac, ad, bc, bd}"},
        {"-7 + 4", "minus 7 plus 4", "负 7 加 4", "−7 + 4"},
        {"40 + (-7)", "40 plus open bracket minus 7 close bracket", "40 加 (负 7)", "40 + (−7)"},
        {"op = \\times", "op equals times", "op 等于乘号", "op = ×"},
        {"\\frac{8}{3}", "8 over 3", "3 分之 8", "8/3"},
        {"8/3", "8 over 3", "3 分之 8", "8/3"},
        {"n(n+1)", "n times open bracket n plus 1 close bracket", "n 乘 (n 加 1)", "n(n + 1)"},
        {"2^{n+1} - 1", "2 to the power n plus 1, minus 1", "2 的 n 加 1 次方减 1", "2ⁿ⁺¹ − 1"},
        {"p_{i-1} p_k p_j", "p sub i minus 1, times p sub k times p sub j", "p 下标 i 减 1，乘 p 下标 k 乘 p 下标 j",
         "pᵢ₋₁pₖpⱼ"},
        {"a_i + \\cdots + a_j", "a sub i plus and so on plus a sub j", "a 下标 i 一直加到 a 下标 j", "aᵢ + ⋯ + aⱼ"},
        {"R(\\{x\\}) = \\{x\\}", "R of the set of x, equals the set of x", "R(集合 {x}) 等于集合 {x}", "R({x}) = {x}"},
        {"T(n) = a\\,T(n/b) + f(n)", "T of n equals a times T of n over b, plus f of n",
         "T(n) 等于 a 乘 T(n 除以 b) 加 f(n)", "T(n) = aT(n/b) + f(n)"},
        {"L = \\log_b n", "L equals log base b of n", "L 等于 log 以 b 为底 n", "L = log_b n"},
        {"\\sum_{k=0}^{L} a^k", "the sum from k equals 0 to L of a to the power k",
         "对 k 等于 0 到 L 求和：a 的 k 次方", "∑_{k=0}^L aᵏ"},
        {"\\bigcup_{M = A \\uplus B} M", "the union over M equals A together with B of M",
         "对 M 等于 A 多重集并 B 取并集：M", "⋃_{M=A⊎B} M"},
        {"m[i,j,1] = \\max_{1 \\le s < j} f_1(i,j,s)",
         "m of i, j, 1 equals the maximum over 1 less than or equal to s less than j of f sub 1 of i, j, s",
         "m[i, j, 1] 等于在 1 小于等于 s 小于 j 的范围内取最大值：f 下标 1(i, j, s)",
         "m[i,j,1] = max_{1≤s<j} f₁(i, j, s)"},
        {"\\begin{cases} b+d & op = + \\\\ \\max\\{a,b\\} & op = \\times \\end{cases}",
         "2 cases: b plus d if op equals plus; the larger of a and b if op equals times; end of cases",
         "如下 2 种情形：当 op 等于加号时，b 加 d；当 op 等于乘号时，a 与 b 中的较大者；情形结束",
         "{ b + d : op = +; max{a, b} : op = × }"},
        {"0 \\quad i = 0 \\vee j = 0", "0; i equals 0 or j equals 0", "0；i 等于 0 或 j 等于 0", "0 i = 0 ∨ j = 0"},
        {"x \\text{ if } y", "x if y", "x if y", "x if y"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        math *m = read_good(a, cases[k].text);
        assert_string_equal(math_spoken(m, STR("en"), a).ptr, cases[k].en);
        assert_string_equal(math_spoken(m, STR("zh"), a).ptr, cases[k].zh);
        assert_string_equal(math_plain(m, a).ptr, cases[k].plain);
    }
    arena_free(a);
}

/* Every recurrence of the sheets reads, and no backslash or brace command is left in what is said. */
static void recurrences_read(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const char *formulas[] = {
        "a = m[i,s,0],\\quad b = m[i,s,1],\\quad c = m[i+s,j-s,0],\\quad d = m[i+s,j-s,1]",
        "f_0(i,j,s) = \\begin{cases} a+c & op[i+s] = + \\\\ \\min\\{ac,ad,bc,bd\\} & op[i+s] = \\times \\end{cases} "
        "\\qquad "
        "f_1(i,j,s) = \\begin{cases} b+d & op[i+s] = + \\\\ \\max\\{ac,ad,bc,bd\\} & op[i+s] = \\times \\end{cases}",
        "m[i,1,0] = m[i,1,1] = v[i], \\quad m[i,j,0] = \\min_{1 \\le s < j} f_0(i,j,s), \\quad m[i,j,1] = \\max_{1 "
        "\\le s < "
        "j} f_1(i,j,s), \\quad \\max_{1 \\le i \\le n} m[i,n,1]",
        "f(i,i) = a_i, \\quad s(i,i) = 0, \\quad f(i,j) = \\max\\{a_i + s(i+1,j),\\ a_j + s(i,j-1)\\}, \\quad s(i,j) = "
        "\\min\\{f(i+1,j),\\ f(i,j-1)\\}",
        "win = \\max\\{f(0,n-1),\\ s(0,n-1)\\}, \\quad f(i,j) + s(i,j) = a_i + \\cdots + a_j",
        "R(\\{x\\}) = \\{x\\}, \\quad R(M) = \\bigcup_{M = A \\uplus B} \\{a+b,\\ a-b,\\ b-a,\\ a \\times b,\\ a \\div "
        "b,\\ b "
        "\\div a\\}",
        "c[i,j] = \\begin{cases} 0 & i = 0 \\vee j = 0 \\\\ c[i-1,j-1]+1 & x_i = y_j \\\\ \\max\\{c[i-1,j],\\ "
        "c[i,j-1]\\} & "
        "x_i \\ne y_j \\end{cases}",
        "m[i,j] = \\begin{cases} 0 & i = j \\\\ \\min_{i \\le k < j} \\{m[i,k] + m[k+1,j] + p_{i-1} p_k p_j\\} & i < j "
        "\\end{cases}",
        "T(n) = a\\,T(n/b) + f(n), \\quad T(1) = f(1), \\quad T(n) = \\sum_{k=0}^{L} a^k f(n/b^k), \\quad L = \\log_b "
        "n",
    };
    for (size_t k = 0; k < sizeof formulas / sizeof *formulas; k++) {
        math *m = read_good(a, formulas[k]);
        for (int zh = 0; zh < 2; zh++) {
            str said = math_spoken(m, zh ? STR("zh") : STR("en"), a);
            assert_int_equal(str_find(said, STR("\\"), 0), SIZE_MAX);
            assert_int_equal(str_find(said, STR("  "), 0), SIZE_MAX);
            assert_int_equal(str_find(said, STR("times ;"), 0), SIZE_MAX);
            assert_true(said.len > 30);
        }
        assert_int_equal(str_find(math_plain(m, a), STR("\\"), 0), SIZE_MAX);
    }
    arena_free(a);
}

/* --- TeX again --- */

static const math *without_braces(const math *m) {
    while (m->kind == MATH_ROW && m->count == 1)
        m = m->children[0];
    return m;
}

static void expect_same_tree(const char *text, const char *again, const math *a, const math *b) {
    a = without_braces(a);
    b = without_braces(b);
    bool same = a->kind == b->kind && a->class == b->class && str_equal(a->text, b->text) && a->count == b->count &&
                a->upright == b->upright && str_equal(a->left, b->left) && str_equal(a->right, b->right) &&
                a->width - b->width < 1e-9 && b->width - a->width < 1e-9;
    if (!same)
        fail_msg("%s and %s are not read alike", text, again);
    for (size_t k = 0; k < a->count; k++) {
        assert_true(!a->children[k] == !b->children[k]);
        if (a->children[k])
            expect_same_tree(text, again, a->children[k], b->children[k]);
    }
}

/* What is written is read as the same tree; in ASCII, but for the words. */
static void written_formulas_are_read_alike(void **state) {
    (void)state;
    static const char *const formulas[] = {
        "c[i,j] = \\begin{cases} 0 & i = 0 \\vee j = 0 \\\\ \\max\\{c[i-1,j], c[i,j-1]\\} & x_i \\ne y_j \\end{cases}",
        "T(n) = \\sum_{k=0}^{L} a^k f(n/b^k), \\qquad L = \\log_b n",
        "\\log_2 4",
        "x_1 2",

        "\\frac{a+b}{2}",
        "f'^2",
        "\\left[ \\frac 1 2 \\right)",
        "a < b",
        "-7 + (-3)",
        "\\Theta(n \\log n)",
        "\\mathit{ab} + \\operatorname{opt}(i)",
        "↖ ≤ ∪ ⊎",
        "\\text{a} |x| \\lvert y \\rvert",
        "a \\, b \\; c \\quad d",
        "\\min_{1 \\le s < j} f_0",
        "n^{\\log_b a}",
        "{a+b}_1^2",
        "A_1 A_2 \\cdots A_n",
        "x \\bmod n",
        "[a](b)",
        "\\alpha\\beta x",
        "\\{a\\} \\% \\# \\$ \\& \\_",
        "x!",
        "*",
        "a:b",
        "\\left. x \\right|",
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < sizeof formulas / sizeof *formulas; k++) {
        math *m = read_good(a, formulas[k]);
        str tex = math_tex(m, a);
        expect_same_tree(formulas[k], tex.ptr, m, read_good(a, tex.ptr));
        for (size_t c = 0; c < tex.len; c++)
            assert_true((unsigned char)tex.ptr[c] < 0x80);
        assert_true(str_find(tex, STR("]("), 0) == SIZE_MAX && str_find(tex, STR("{{"), 0) == SIZE_MAX &&
                    str_find(tex, STR("|"), 0) == SIZE_MAX);
    }
    arena_free(a);
}

/* Words of a formula bring no command, whatever they are. */
static void words_of_formulas_are_no_commands(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    assert_string_equal(math_tex(read_good(a, "18\xE2\x80\x89"
                                              "000 × 3 − 7"),
                                 a)
                            .ptr,
                        "18\\,000 \\times 3 - 7");
    math *m = read_good(a, "\\text{\\\\input\\{x\\} <b> a|b [x](y) @ `c` \\$ \\% ^ ~ * & \\_}");
    assert_string_equal(
        math_tex(m, a).ptr,
        "\\backslash\\text{input}\\{\\text{x}\\}\\text{ }< \\text{b}>\\text{ a}\\vert\\text{b }[\\text{x}]"
        "\\text{(y) }\\text{@}\\text{ }\\grave{\\ }\\text{c}\\grave{\\ }\\text{ }\\$\\text{ }\\%\\text{ }"
        "\\hat{\\ }\\text{ }\\sim\\text{ }\\ast\\text{ }\\&\\text{ }\\_");
    arena_free(a);
}

/* Each is read as the second, which TeX sets alike or nearly so. */
static void what_lecturers_write_is_read_as_its_plain_form(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"f = \\left\\{ \\begin{array}{ll} 0 & \\mbox{if } i \\\\[4pt] 1 & x \\end{array} \\right.",
         "f = \\begin{cases} 0 & \\text{if } i \\\\ 1 & x \\end{cases}"},
        {"\\left\\lbrace\\begin{array}{l@{\\quad}cl} 0 & \\text{if} & i \\end{array}\\right.",
         "\\begin{cases} 0 & \\text{if} i \\end{cases}"},
        {"\\begin{dcases} 0 & i \\end{dcases}", "\\begin{cases} 0 & i \\end{cases}"},
        {"\\begin{cases} 0 \\\\ [i] \\end{cases}", "\\begin{cases} 0 \\\\ {[i]} \\end{cases}"},
        {"\\bigl( a \\Bigr)", "(a)"},
        {"\\max\\limits_{k} a", "\\max_{k} a"},
        {"\\min_{\\substack{i < k \\\\ k < j}} a", "\\min_{i < k, k < j} a"},
        {"\\mbox{if $i = 0$ or $j$}", "\\text{if }i = 0\\text{ or }j"},
        {"a \\leqslant b", "a \\le b"},
        {"\\operatorname*{lev}(i)", "\\operatorname{lev}(i)"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        assert_string_equal(str_to_c(a, math_plain(read_good(a, pairs[k][0]), a)),
                            str_to_c(a, math_plain(read_good(a, pairs[k][1]), a)));
    static const char *const faults[][2] = {
        {"\\mbox{if $i}", "'$' in \\mbox is never closed"},
        {"\\left\\{ \\begin{array}{l} 0 \\right.", "\\begin{array} is not closed"},
        {"\\bigl x", "\\bigl wants a bracket"},
        {"\\substack x", "\\substack wants lines in braces"},
        {"\\text{a $b & c$}", "closes nothing between the dollars"},
    };
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        error e = error_in(a);
        assert_null(read_text(a, faults[k][0], &e));
        if (!strstr(str_to_c(a, e.message), faults[k][1]))
            print_error("%s: %s\n", faults[k][0], str_to_c(a, e.message));
        assert_non_null(strstr(str_to_c(a, e.message), faults[k][1]));
    }
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_settle_as_in_tex),
        cmocka_unit_test(signs_are_the_same_typed_or_commanded),
        cmocka_unit_test(structure_is_kept),
        cmocka_unit_test(errors_stand_at_their_place),
        cmocka_unit_test(what_lecturers_write_is_read_as_its_plain_form),
        cmocka_unit_test(places_count_from_the_whole_source),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(random_bytes_never_break_it),
        cmocka_unit_test(formulas_are_said),
        cmocka_unit_test(recurrences_read),
        cmocka_unit_test(written_formulas_are_read_alike),
        cmocka_unit_test(words_of_formulas_are_no_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
