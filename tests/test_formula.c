/* Recurrences in TeX: what is read, what it comes to (against values found by trying everything), what the pseudo-code
 * says, and what is refused. */
#include "formula.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- a world of a test ---- */

enum { FAR = 1000000000, MOST = 40 };

typedef struct input {
    const char *name;
    const char *letters; /* a text, from index 1; or NULL */
    const long *numbers; /* from index `first` */
    long first, count;   /* of a grid: rows */
    long columns;        /* 0: no grid */
    const char *size;
} input;

typedef struct size {
    const char *name;
    long value;
} size;

typedef struct function {
    const char *name, *tex;
    int count;
    formula_loop loop; /* without its formula */
    long outside;
    bool has_outside;
    formula *f;
} function;

typedef struct setting {
    input inputs[6];
    size sizes[6];
    function functions[3];
} setting;

static const input *input_of(const setting *s, str name) {
    for (size_t k = 0; k < 6 && s->inputs[k].name; k++)
        if (str_is(name, s->inputs[k].name))
            return &s->inputs[k];
    return NULL;
}

static const function *function_of(const setting *s, str name) {
    for (size_t k = 0; k < 3 && s->functions[k].name; k++)
        if (str_is(name, s->functions[k].name))
            return &s->functions[k];
    return NULL;
}

static bool size_named(const void *user, str name, long *value) {
    const setting *s = user;
    for (size_t k = 0; k < 6 && s->sizes[k].name; k++)
        if (str_is(name, s->sizes[k].name)) {
            *value = s->sizes[k].value;
            return true;
        }
    return false;
}

static formula_kind kind_named(const void *user, str name, int *count) {
    const input *in = input_of(user, name);
    const function *f = function_of(user, name);
    long value;
    *count = in ? 1 + (in->columns > 0) : f ? f->count : 0;
    return in                               ? FORMULA_ELEMENTS
           : f                              ? FORMULA_FUNCTION
           : size_named(user, name, &value) ? FORMULA_INTEGER
                                            : FORMULA_NOTHING;
}

static bool range_of(const void *user, str name, const long at[], int depth, long *first, long *last) {
    const input *in = input_of(user, name);
    (void)at;
    *first = in->columns ? 1 : in->first;
    *last = in->columns && depth == 1 ? in->columns : *first + in->count - 1;
    return true;
}

static str length_of(const void *user, str name, int depth) {
    (void)depth;
    return str_of(input_of(user, name)->size);
}

static bool element_of(const void *user, str name, const long at[], int count, formula_value *v) {
    static char texts[64][24];
    static size_t next;
    const input *in = input_of(user, name);
    char *text = texts[next++ % 64];
    if (in->letters) {
        text[0] = in->letters[at[0] - 1];
        *v = (formula_value){FORMULA_TEXT, {text, 1}};
        return true;
    }
    long n = count == 2 ? in->numbers[(at[0] - 1) * in->columns + at[1] - 1] : in->numbers[at[0] - in->first];
    snprintf(text, 24, "%ld", n);
    *v = n == FAR ? (formula_value){FORMULA_INF, STR("inf")} : (formula_value){FORMULA_NUMBER, str_of(text)};
    return true;
}

static formula_world world_of(const setting *s) {
    return (formula_world){.user = s,
                           .kind = kind_named,
                           .integer = size_named,
                           .range = range_of,
                           .length = length_of,
                           .element = element_of};
}

/* ---- what an expression comes to, by a reader of its own ---- */

typedef struct evaluator {
    const char *at;
    const formula_candidate *c;
    const long *values;
} evaluator;

static long expression_sum(evaluator *e);

static long expression_atom(evaluator *e) {
    if (strncmp(e->at, "min(", 4) == 0 || strncmp(e->at, "max(", 4) == 0) {
        bool min = e->at[1] == 'i';
        e->at += 4;
        long best = expression_sum(e);
        while (*e->at == ',') {
            e->at++;
            long one = expression_sum(e);
            best = (min ? one < best : one > best) ? one : best;
        }
        e->at++;
        return best;
    }
    if (strncmp(e->at, "inf", 3) == 0) {
        e->at += 3;
        return FAR;
    }
    if (*e->at == '(') {
        e->at++;
        long inside = expression_sum(e);
        assert_int_equal(*e->at, ')');
        e->at++;
        return inside;
    }
    if (*e->at >= 'a' && *e->at <= 'h')
        return e->values[*e->at++ - 'a'];
    assert_true(*e->at >= '0' && *e->at <= '9');
    return strtol(e->at, (char **)&e->at, 10);
}

static long expression_product(evaluator *e) {
    long x = expression_atom(e);
    while (*e->at == '*') {
        e->at++;
        x *= expression_atom(e);
    }
    return x;
}

static long expression_sum(evaluator *e) {
    long x = expression_product(e);
    while (*e->at == '+' || *e->at == '-') {
        bool minus = *e->at++ == '-';
        long y = expression_product(e);
        x = minus ? x - y : x + y;
    }
    return x > FAR / 2 ? FAR : x;
}

/* ---- a recurrence by itself, with a memo ---- */

typedef struct solver {
    setting *s;
    formula_world world;
    arena *arena;
    error *error;
    struct {
        const function *f;
        long at[3], value;
    } memo[20000];
    size_t known;
} solver;

static long number_of(formula_value v) {
    switch (v.kind) {
    case FORMULA_INF:
        return FAR;
    case FORMULA_MINUS_INF:
        return -FAR;
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        return v.kind == FORMULA_TRUE;
    default:
        return strtol(v.text.ptr, NULL, 10);
    }
}

static long solve(solver *w, const function *f, const long at[]);

static long value_of_candidate(solver *w, const formula_candidate *c) {
    long values[FORMULA_READS];
    if (c->read_count == 0)
        return number_of(c->value);
    for (size_t k = 0; k < c->read_count; k++)
        values[k] = solve(w, function_of(w->s, c->reads[k].function), c->reads[k].at);
    evaluator e = {c->expression.ptr, c, values};
    long x = expression_sum(&e);
    assert_int_equal(*e.at, 0);
    return x;
}

static long bound_value(const setting *s, const formula_loop *l, const function *f, const long at[], str bound) {
    long offset = 0, base = 0;
    size_t cut = bound.len;
    for (size_t k = 1; k < bound.len; k++)
        if (bound.ptr[k] == '+' || bound.ptr[k] == '-') {
            offset = strtol(bound.ptr + k, NULL, 10);
            cut = k;
            break;
        }
    str name = str_slice(bound, 0, cut);
    (void)l;
    if (name.ptr[0] >= '0' && name.ptr[0] <= '9')
        return strtol(name.ptr, NULL, 10) + offset;
    for (size_t k = 0; k < formula_index_count(f->f); k++)
        if (str_equal(formula_index(f->f, k), name))
            return at[k] + offset;
    assert_true(size_named(s, name, &base));
    return base + offset;
}

static bool is_inside(const solver *w, const function *f, const long at[]) {
    for (int k = 0; k < f->count; k++)
        if (at[k] < bound_value(w->s, &f->loop, f, at, f->loop.index[k].first) ||
            at[k] > bound_value(w->s, &f->loop, f, at, f->loop.index[k].last))
            return false;
    return true;
}

static long solve(solver *w, const function *f, const long at[]) {
    if (!is_inside(w, f, at)) {
        if (!f->has_outside)
            print_error("%s reads %ld,%ld,%ld\n", f->name, at[0], at[1], at[2]);
        assert_true(f->has_outside);
        return f->outside;
    }
    for (size_t k = 0; k < w->known; k++)
        if (w->memo[k].f == f && memcmp(w->memo[k].at, at, sizeof w->memo[k].at) == 0)
            return w->memo[k].value;
    formula_place p;
    if (!formula_at(f->f, at, &w->world, &p, w->arena, w->error))
        print_error("%s\n", error_text(w->error).ptr);
    assert_false(error_set(w->error));
    long value = p.goal == FORMULA_MIN ? FAR : p.goal == FORMULA_MAX ? -FAR : p.goal == FORMULA_ALL;
    if (p.goal == FORMULA_BASE)
        value = number_of(p.value);
    for (size_t k = 0; k < p.count; k++) {
        long one = value_of_candidate(w, &p.candidates[k]);
        assert_true(p.candidates[k].term < (int)formula_term_count(f->f));
        if (p.goal == FORMULA_ONLY)
            value = one;
        else if (p.goal == FORMULA_SUM)
            value += one;
        else if (p.goal == FORMULA_MIN || p.goal == FORMULA_ALL ? one < value : one > value)
            value = one;
    }
    assert_true(w->known < 20000);
    w->memo[w->known].f = f;
    memcpy(w->memo[w->known].at, at, sizeof w->memo[0].at);
    return w->memo[w->known++].value = value;
}

static void read_setting(setting *s, arena *a) {
    formula_world world = world_of(s);
    for (size_t k = 0; k < 3 && s->functions[k].name; k++) {
        function *f = &s->functions[k];
        source *where = ARENA_NEW(a, source);
        *where = (source){STR("formula"), str_of(f->tex)};
        error e = error_in(a);
        f->f = formula_read(where, 0, where->text.len, str_of(f->name), &world, a, &e);
        if (!f->f)
            print_error("%s\n", error_text(&e).ptr);
        assert_non_null(f->f);
        f->loop.formula = f->f;
    }
}

static long answer(setting *s, long i, long j, long k) {
    arena *a = arena_new(NULL);
    error e = error_in(a);
    read_setting(s, a);
    solver *w = ARENA_NEW(a, solver);
    *w = (solver){.s = s, .world = world_of(s), .arena = a, .error = &e};
    long at[3] = {i, j, k};
    size_t last = 0;
    while (last < 2 && s->functions[last + 1].name)
        last++;
    long v = solve(w, &s->functions[last], at);
    arena_free(a);
    return v;
}

/* ---- chance ---- */

static unsigned long seed = 12345;
static long draw(long lo, long hi) {
    seed = seed * 6364136223846793005UL + 1442695040888963407UL;
    return lo + (long)((seed >> 33) % (unsigned long)(hi - lo + 1));
}

static void draw_text(char *text, long length, long letters) {
    for (long k = 0; k < length; k++)
        text[k] = (char)('a' + draw(0, letters - 1));
    text[length] = 0;
}

static long min2(long x, long y) {
    return x < y ? x : y;
}

static long max2(long x, long y) {
    return x > y ? x : y;
}

#define LOOP2(i0, i1, j0, j1)                                                                                          \
    {                                                                                                                  \
        .index = { {STR_IN(i0), STR_IN(i1), false}, {STR_IN(j0), STR_IN(j1), false} }                                  \
    }
#define LOOP1(i0, i1)                                                                                                  \
    {                                                                                                                  \
        .index = { {STR_IN(i0), STR_IN(i1), false} }                                                                   \
    }
#define STR_IN(literal)                                                                                                \
    { (literal), sizeof(literal) - 1 }

/* ---- edit distance and common subsequences: all matchings ---- */

/* The fewest steps, over all ways to match letters of both in their order: what is not matched is deleted or
 * inserted. */
static long steps_by_matching(const char *x, const char *y, long i, long j) {
    long m = (long)strlen(x), n = (long)strlen(y), best = m - i + n - j;
    for (long p = i; p < m; p++)
        for (long q = j; q < n; q++)
            best = min2(best, p - i + q - j + (x[p] != y[q]) + steps_by_matching(x, y, p + 1, q + 1));
    return best;
}

static bool is_subsequence(const char *part, size_t mask, size_t length, const char *whole) {
    const char *at = whole;
    for (size_t k = 0; k < length; k++) {
        if (!(mask >> k & 1))
            continue;
        at = strchr(at, part[k]);
        if (!at)
            return false;
        at++;
    }
    return true;
}

static long common_by_subsets(const char *x, const char *y) {
    long best = 0;
    for (size_t mask = 0; mask < (size_t)1 << strlen(x); mask++)
        if (is_subsequence(x, mask, strlen(x), y))
            best = max2(best, __builtin_popcountl(mask));
    return best;
}

typedef struct pasted {
    const char *name, *tex;
} pasted;

static const pasted edits[] = {
    {"d", "d[i,j] = \\begin{cases} j & \\text{if } i = 0 \\\\ i & \\text{if } j = 0 \\\\ d[i-1,j-1] & \\text{if } x_i "
          "= y_j \\\\ "
          "\\min(d[i-1,j] + 1, d[i,j-1] + 1, d[i-1,j-1] + 1) & \\text{otherwise} \\end{cases}"},
    {"D", "\\[ D(i, j) = \\begin{cases} i, & \\text{if } j = 0 \\\\ j, & \\text{if } i = 0 \\\\ D(i-1, j-1) & "
          "\\text{if } x[i] = y[j] \\\\ "
          "1 + \\min(D(i-1, j), D(i, j-1), D(i-1, j-1)) & \\text{if } x[i] \\neq y[j] \\end{cases} \\]"},
    {"D", "D(i,j) = \\left\\{ \\begin{array}{ll} i & \\mbox{if $j = 0$}\\\\[4pt] j & \\mbox{if $i=0$} \\\\ "
          "\\min\\left\\{\\begin{array}{l} "
          "D(i-1,j)+1 \\\\ D(i,j-1)+1\\\\ D(i-1,j-1) + [x_i \\ne y_j] \\end{array}\\right. & \\textrm{otherwise} "
          "\\end{array} \\right."},
    {"d", "\\begin{align*} d_{i0} &= i, \\\\ d_{0j} &= j, \\\\ d_{ij} &= \\min\\begin{cases} d_{i-1,j} + 1 & "
          "\\text{(deletion)} \\\\ "
          "d_{i,j-1} + 1 & \\text{(insertion)} \\\\ d_{i-1,j-1} + 1_{x_i \\neq y_j} & \\text{(substitution)} "
          "\\end{cases} \\end{align*}"},
    {"dp", "dp[i][j] = \\begin{cases} i + j & \\text{若 } i = 0 \\text{ 或 } j = 0 \\\\ dp[i-1][j-1] & \\text{若 } x_i "
           "= y_j \\\\ "
           "\\min\\{dp[i-1][j], dp[i][j-1], dp[i-1][j-1]\\} + 1 & \\text{其他} \\end{cases}"},
    {"lev", "\\operatorname{lev}(i,j) = \\begin{cases} \\max(i,j) & \\text{ if } \\min(i,j) = 0, \\\\ "
            "\\min\\begin{cases} \\operatorname{lev}(i-1,j) + 1 \\\\ "
            "\\operatorname{lev}(i,j-1) + 1 \\\\ \\operatorname{lev}(i-1,j-1) + 1_{(x_i \\neq y_j)} \\end{cases} & "
            "\\text{ otherwise.} \\end{cases}"},
};

static void edit_distances_agree_with_all_matchings(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof edits / sizeof *edits; k++)
        for (int round = 0; round < 12; round++) {
            char x[8], y[8];
            long m = draw(0, 5), n = draw(0, 5);
            draw_text(x, m, 2);
            draw_text(y, n, 3);
            setting s = {.inputs = {{"x", x, NULL, 1, m, 0, "m"}, {"y", y, NULL, 1, n, 0, "n"}},
                         .sizes = {{"m", m}, {"n", n}},
                         .functions = {{edits[k].name, edits[k].tex, 2, LOOP2("0", "m", "0", "n"), 0, false, NULL}}};
            assert_int_equal(answer(&s, m, n, 0), steps_by_matching(x, y, 0, 0));
        }
}

static const pasted commons[] = {
    {"c", "c[i, j] = \\begin{cases} 0 & \\text{if } i=0 \\text{ or } j=0, \\\\ c[i-1,j-1] + 1 & \\text{if } i, j > 0 "
          "\\text{ and } x_i = y_j, \\\\ "
          "\\max\\{c[i,j-1],\\ c[i-1,j]\\} & \\text{if } i, j > 0 \\text{ and } x_i \\neq y_j. \\end{cases}"},
    {"l", "l(i,j) = \\begin{cases} 0, & \\text{if either } i=0 \\text{ or } j=0 \\\\ l(i-1,j-1)+1, & \\text{if } i,j > "
          "0 \\text{ and } x[i] = y[j] \\\\ "
          "\\max(l(i-1, j), l(i, j-1)), & \\text{if } i,j > 0 \\text{ and } x[i] \\neq y[j] \\end{cases}"},
    {"L", "$$ L_{i,j} = \\left\\{ \\begin{array}{lcl} 0 & \\text{if} & i \\cdot j = 0 \\\\ 1 + L_{i-1,j-1} & "
          "\\text{if} & x_i = y_j \\\\ "
          "\\max \\left( L_{i-1,j} , L_{i,j-1} \\right) & & \\text{otherwise} \\end{array} \\right. \\tag{15.9} $$"},
    {"LCS", "\\text{LCS}(i,j) = \\max\\left\\{ \\text{LCS}(i-1,j),\\; \\text{LCS}(i,j-1),\\; \\text{LCS}(i-1,j-1) + 1 "
            "\\text{ if } x_i = y_j \\right\\}, "
            "\\\\ \\text{LCS}(0,j) = 0,\\\\ \\text{LCS}(i,0) = 0."},
};

static void common_subsequences_agree_with_all_subsets(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof commons / sizeof *commons; k++)
        for (int round = 0; round < 12; round++) {
            char x[10], y[10];
            long m = draw(0, 7), n = draw(0, 7);
            draw_text(x, m, 3);
            draw_text(y, n, 3);
            setting s = {
                .inputs = {{"x", x, NULL, 1, m, 0, "m"}, {"y", y, NULL, 1, n, 0, "n"}},
                .sizes = {{"m", m}, {"n", n}},
                .functions = {{commons[k].name, commons[k].tex, 2, LOOP2("0", "m", "0", "n"), 0, false, NULL}}};
            assert_int_equal(answer(&s, m, n, 0), common_by_subsets(x, y));
        }
}

/* ---- knapsack: all subsets ---- */

static const pasted knapsacks[] = {
    {"f", "f[i,c] = \\begin{cases} 0 & \\text{if } i = 0 \\\\ f[i-1,c] & \\text{if } w_i > c \\\\ \\max(f[i-1,c], "
          "f[i-1,c-w_i] + v_i) & \\text{otherwise} \\end{cases}"},
    {"OPT", "\\text{OPT}(i, w) = \\begin{cases} 0 & \\text{if } i = 0 \\text{ or } w = 0 \\\\ \\text{OPT}(i-1, w) & "
            "\\text{if } w_i > w \\\\ "
            "\\max\\{\\text{OPT}(i-1, w), v_i + \\text{OPT}(i-1, w-w_i)\\} & \\text{otherwise} \\end{cases}"},
    {"K", "K[i,c]=\\left\\lbrace\\begin{array}{ll}0,&i=0\\\\K[i-1,c],&c<w_i\\\\\\max\\bigl\\{K[i-1,c],\\;v_i+K[i-1,c-w_"
          "i]\\bigr\\},&c\\geqslant w_i\\end{array}\\right."},
    {"m", "m[0,c] = 0; \\\\ m[i,c] = m[i-1,c] \\quad \\text{if } w_i > c \\\\ m[i,c] = \\max(m[i-1,c],\\, "
          "m[i-1,c-w_i]+v_i) \\quad \\text{if } w_i \\leq c."},
};

static void knapsacks_agree_with_all_subsets(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof knapsacks / sizeof *knapsacks; k++)
        for (int round = 0; round < 10; round++) {
            long n = draw(0, 6), room = draw(0, 12), w[8], v[8], best = 0;
            for (long i = 0; i < n; i++) {
                w[i] = draw(1, 6);
                v[i] = draw(0, 9);
            }
            for (long mask = 0; mask < 1L << n; mask++) {
                long weight = 0, value = 0;
                for (long i = 0; i < n; i++)
                    if (mask >> i & 1) {
                        weight += w[i];
                        value += v[i];
                    }
                best = weight <= room ? max2(best, value) : best;
            }
            setting s = {
                .inputs = {{"w", NULL, w, 1, n, 0, "n"}, {"v", NULL, v, 1, n, 0, "n"}},
                .sizes = {{"n", n}, {"W", room}},
                .functions = {{knapsacks[k].name, knapsacks[k].tex, 2, LOOP2("0", "n", "0", "W"), 0, false, NULL}}};
            assert_int_equal(answer(&s, n, room, 0), best);
        }
}

/* ---- rods, coins, binomials, increasing subsequences ---- */

static long rod_by_cuts(const long *p, long n) { /* a bit says whether there is a cut behind each inch */
    long best = n ? -FAR : 0;
    for (long mask = 0; n && mask < 1L << (n - 1); mask++) {
        long total = 0, piece = 1;
        for (long k = 0; k < n; k++, piece++)
            if (k == n - 1 || mask >> k & 1) {
                total += p[piece - 1];
                piece = 0;
            }
        best = max2(best, total);
    }
    return best;
}

static const pasted rods[] = {
    {"r", "r[i] = \\begin{cases} 0 & \\text{if } i = 0 \\\\ \\max_{1 \\le k \\le i} (p_k + r[i-k]) & \\text{if } i > 0 "
          "\\end{cases}"},
    {"r", "r_n = \\max \\{ p_i + r_{n-i} : 1 \\leq i \\leq n \\} \\\\ r_0 = 0"},
    {"r", "\\begin{equation}\\label{rod} r_0 = 0, \\\\ r_n = \\max_{1 \\leq i \\leq n} \\left( p_i + r_{n-i} \\right) "
          "\\quad \\text{for } n \\ge 1 \\end{equation}"},
    {"B",
     "B(n) = \\begin{cases} 0 & n = 0 \\\\ \\max\\limits_{i=1,\\dots,n} \\{p_i + B(n-i)\\} & n \\geq 1 \\end{cases}"},
    {"r", "r_j = \\begin{cases} 0 & j=0 \\\\ \\max_{i=1}^{j} p_i + r_{j-i} & \\text{else}\\end{cases}"},
};

static void rods_agree_with_all_cuts(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof rods / sizeof *rods; k++)
        for (int round = 0; round < 8; round++) {
            long n = draw(0, 8), p[8];
            for (long i = 0; i < n; i++)
                p[i] = draw(0, 9) + 2 * i;
            setting s = {.inputs = {{"p", NULL, p, 1, n, 0, "n"}},
                         .sizes = {{"n", n}},
                         .functions = {{rods[k].name, rods[k].tex, 1, LOOP1("0", "n"), 0, false, NULL}}};
            assert_int_equal(answer(&s, n, 0, 0), rod_by_cuts(p, n));
        }
}

static const pasted coins[] = {
    {"f", "f[a] = \\begin{cases} 0 & \\text{if } a = 0 \\\\ \\min_{c_k \\le a} (f[a-c_k] + 1) & \\text{if } a > 0 "
          "\\end{cases}"},
    {"C", "C[p] = \\begin{cases} 0 & \\text{if } p = 0 \\\\ \\min\\limits_{i:\\, c_i \\le p} \\{ 1 + C[p - c_i] \\} & "
          "\\text{if } p > 0 \\end{cases}"},
    {"M", "M(a) = 1 + \\min_{1 \\le i \\le m,\\ c_i \\le a} M(a - c_i) \\qquad \\text{if } a > 0, \\\\ M(0) = 0"},
    {"F", "F(a)=\\begin{cases}0&a=0\\\\\\displaystyle\\min_{\\substack{1\\le j\\le m\\\\c_j\\le "
          "a}}F(a-c_j)+1&a>0\\end{cases}"},
};

static void coins_agree_with_layers_of_amounts(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof coins / sizeof *coins; k++)
        for (int round = 0; round < 10; round++) {
            long m = draw(1, 3), n = draw(0, 20), c[4];
            for (long i = 0; i < m; i++)
                c[i] = draw(2, 9);
            /* amounts that are reached with one coin more, until nothing new is */
            bool reached[32] = {true};
            long fewest = reached[n] ? 0 : FAR;
            for (long step = 1; step <= n; step++) {
                bool next[32] = {false};
                for (long amount = 0; amount <= n; amount++)
                    for (long i = 0; i < m; i++)
                        if (reached[amount] && amount + c[i] <= n)
                            next[amount + c[i]] = true;
                memcpy(reached, next, sizeof reached);
                if (reached[n])
                    fewest = min2(fewest, step);
            }
            setting s = {.inputs = {{"c", NULL, c, 1, m, 0, "m"}},
                         .sizes = {{"m", m}, {"n", n}},
                         .functions = {{coins[k].name, coins[k].tex, 1, LOOP1("0", "n"), 0, false, NULL}}};
            assert_int_equal(answer(&s, n, 0, 0), fewest);
        }
}

static const pasted binomials[] = {
    {"c", "c[i,j] = \\begin{cases} 1 & \\text{if } j = 0 \\text{ or } j = i \\\\ c[i-1,j-1] + c[i-1,j] & "
          "\\text{otherwise} \\end{cases}"},
    {"C", "C(n,k) = \\begin{cases} 1, & k = 0 \\ \\lor\\ k = n, \\\\ C(n-1,k-1) + C(n-1,k), & 0 < k < n. \\end{cases}"},
    {"C", "C(n,0) = 1, \\\\ C(n,n) = 1, \\\\ C(n,k) = C(n-1,k-1) + C(n-1,k)"},
};

static void binomials_agree_with_factorials(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof binomials / sizeof *binomials; k++)
        for (long n = 0; n < 12; n++)
            for (long j = 0; j <= n; j++) {
                long expected = 1;
                for (long f = 1; f <= j; f++)
                    expected = expected * (n - j + f) / f;
                setting s = {
                    .sizes = {{"N", n}},
                    .functions = {{binomials[k].name, binomials[k].tex, 2, LOOP2("0", "N", "0", "N"), 0, false, NULL}}};
                assert_int_equal(answer(&s, n, j, 0), expected);
            }
}

static const pasted rises[] = {
    {"L", "L[i] = \\max(1, \\max_{j < i, a_j < a_i} (L[j] + 1))"},
    {"L", "L(i) = 1 + \\max\\{\\, 0,\\ \\max_{j<i \\text{ and } a_j < a_i} L(j) \\}"},
    {"l", "l_i = \\max\\Big\\{ 1,\\; \\max_{1 \\leq j < i, \\, a[j] < a[i]} \\{ l_j + 1 \\} \\Big\\}."},
};

static void rises_agree_with_all_subsets(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof rises / sizeof *rises; k++)
        for (int round = 0; round < 10; round++) {
            long n = draw(1, 8), a[8], best = 0;
            for (long i = 0; i < n; i++)
                a[i] = draw(1, 9);
            for (long mask = 1; mask < 1L << n; mask++) {
                long last = 0, length = 0;
                bool rising = true;
                for (long i = 0; i < n; i++)
                    if (mask >> i & 1) {
                        rising = rising && a[i] > last;
                        last = a[i];
                        length++;
                    }
                best = rising ? max2(best, length) : best;
            }
            setting s = {.inputs = {{"a", NULL, a, 1, n, 0, "n"}},
                         .sizes = {{"n", n}},
                         .functions = {{rises[k].name, rises[k].tex, 1, LOOP1("1", "n"), 0, false, NULL},
                                       {"best", "", 0, {.index = {{{NULL, 0}, {NULL, 0}, false}}}, 0, false, NULL}}};
            char whole[100];
            snprintf(whole, sizeof whole, "\\text{best} = \\max_{1 \\le i \\le n} %s[i]", rises[k].name);
            s.functions[1].tex = whole;
            assert_int_equal(answer(&s, 0, 0, 0), best);
        }
}

/* ---- intervals: all trees ---- */

static long chain_by_trees(const long *p, long i, long j) {
    long best = i == j ? 0 : FAR;
    for (long k = i; k < j; k++)
        best = min2(best, chain_by_trees(p, i, k) + chain_by_trees(p, k + 1, j) + p[i - 1] * p[k] * p[j]);
    return best;
}

static const pasted chains[] = {
    {"m", "m[i,j] = \\begin{cases} 0 & \\text{if } i = j \\\\ \\min_{i \\le k < j} \\{ m[i,k] + m[k+1,j] + p_{i-1} p_k "
          "p_j \\} & \\text{if } i < j \\end{cases}"},
    {"m", "m[i,j] = \\begin{cases} 0 & \\text{if } i=j , \\\\ \\min \\{m[i,k] + m[k+1,j] + p_{i-1}p_kp_j : i \\leq k < "
          "j\\} & \\text{if } i < j . \\end{cases}"},
    {"M",
     "M_{i,j} = \\min_{i \\leq k \\leq j-1} M_{i,k} + M_{k+1,j} + p_{i-1} \\times p_k \\times p_j, \\\\ M_{i,i} = 0"},
    {"m", "m_{ij}=\\left\\{\\begin{array}{cl}0&\\mbox{when } "
          "i=j\\\\\\min\\limits_{k\\in\\{i,\\ldots,j-1\\}}\\left[m_{ik}+m_{k+1,j}+p_{i-1}\\cdot p_{k}\\cdot "
          "p_{j}\\right]&\\mbox{when } i<j\\end{array}\\right."},
};

static void chains_agree_with_all_trees(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof chains / sizeof *chains; k++)
        for (int round = 0; round < 8; round++) {
            long n = draw(1, 6), p[8];
            for (long i = 0; i <= n; i++)
                p[i] = draw(1, 9);
            setting s = {.inputs = {{"p", NULL, p, 0, n + 1, 0, ""}},
                         .sizes = {{"n", n}},
                         .functions = {{chains[k].name, chains[k].tex, 2, LOOP2("1", "n", "i", "n"), 0, false, NULL}}};
            assert_int_equal(answer(&s, 1, n, 0), chain_by_trees(p, 1, n));
        }
}

/* All search trees: each key once for each level it is on. */
static long tree_by_roots(const long *p, long i, long j, long depth) {
    long best = i > j ? 0 : FAR;
    for (long r = i; r <= j; r++)
        best = min2(best,
                    depth * p[r - 1] + tree_by_roots(p, i, r - 1, depth + 1) + tree_by_roots(p, r + 1, j, depth + 1));
    return best;
}

static const pasted trees[] = {
    {"c", "c[i,j] = \\begin{cases} 0 & \\text{if } j = i-1 \\\\ \\min_{i \\le r \\le j} (c[i,r-1] + c[r+1,j]) + "
          "\\sum_{k=i}^{j} p_k & \\text{if } i \\le j \\end{cases}"},
    {"e", "e[i,j] = \\begin{cases} 0 & \\text{if } j = i - 1, \\\\ \\min\\limits_{i \\leq r \\leq j} \\left\\{ "
          "e[i,r-1] + e[r+1,j] + \\sum_{l=i}^{j} p_l \\right\\} & \\text{if } i \\leq j. \\end{cases}"},
    {"A", "A_{i,j} = \\sum_{k=i}^j p_k + \\min_{i\\le r\\le j} (A_{i,r-1} + A_{r+1,j}) \\text{ if } i \\le j, \\\\ "
          "A_{i,i-1} = 0"},
};

static void search_trees_agree_with_all_trees(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof trees / sizeof *trees; k++)
        for (int round = 0; round < 6; round++) {
            long n = draw(0, 6), p[8];
            for (long i = 0; i < n; i++)
                p[i] = draw(1, 9);
            setting s = {
                .inputs = {{"p", NULL, p, 1, n, 0, "n"}},
                .sizes = {{"n", n}},
                .functions = {{trees[k].name, trees[k].tex, 2, LOOP2("1", "n+1", "i-1", "n"), 0, false, NULL}}};
            assert_int_equal(answer(&s, 1, n, 0), tree_by_roots(p, 1, n, 1));
        }
}

static const pasted palindromes[] = {
    {"p", "p[i,j] = \\begin{cases} 1 & \\text{if } i = j \\\\ p[i+1,j-1] + 2 & \\text{if } x_i = x_j \\\\ "
          "\\max(p[i+1,j], p[i,j-1]) & \\text{otherwise} \\end{cases}"},
    {"L", "L(i,j) = \\begin{cases} 1 & i=j \\\\ 2 & j = i+1 \\text{ and } x_i = x_j \\\\ 2 + L(i+1,j-1) & x_i = x_j "
          "\\text{ and } j > i+1 \\\\ "
          "\\max\\left(L(i+1,j), L(i,j-1)\\right) & x_i \\ne x_j \\end{cases}"},
    {"P", "P_{i,j}=\\begin{cases}1&\\text{当 }i=j\\text{ 时}\\\\P_{i+1,j-1}+2&\\text{如果 "
          "}x_i=x_j\\\\\\max\\{P_{i+1,j},P_{i,j-1}\\}&\\text{否则}\\end{cases}"},
};

static void palindromes_agree_with_all_subsets(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof palindromes / sizeof *palindromes; k++)
        for (int round = 0; round < 8; round++) {
            char x[10];
            long n = draw(1, 8), best = 0;
            draw_text(x, n, 3);
            for (long mask = 1; mask < 1L << n; mask++) {
                char part[10];
                long length = 0;
                for (long i = 0; i < n; i++)
                    if (mask >> i & 1)
                        part[length++] = x[i];
                bool same = true;
                for (long i = 0; i < length; i++)
                    same = same && part[i] == part[length - 1 - i];
                best = same ? max2(best, length) : best;
            }
            setting s = {
                .inputs = {{"x", x, NULL, 1, n, 0, "n"}},
                .sizes = {{"n", n}},
                .functions = {{palindromes[k].name, palindromes[k].tex, 2, LOOP2("1", "n", "i", "n"), 0, true, NULL}}};
            assert_int_equal(answer(&s, 1, n, 0), best);
        }
}

/* Nested choices, several functions, grids, truth values and infinities, each at places worked out by hand. */
static void other_forms_have_the_values_worked_out_by_hand(void **state) {
    (void)state;
    static const long a[] = {3, 1, 2}, w[] = {0, 4, FAR, FAR, 0, 1, 2, FAR, 0}, g[] = {0, 0, 1, 0};
    static const struct {
        const char *name, *tex;
        int count;
        long at[3], outside, value;
    } cases[] = {
        {"F", "F(n) = F(n-1) + F(n-2), \\quad F(0) = 0, \\quad F(1) = 1", 1, {10}, 0, 55},
        {"f", "f_i = f_{i-1} + f_{i-2} \\text{ with } f_0 = 0 \\text{ and } f_1 = 1.", 1, {10}, 0, 55},
        {"f",
         "f(i) = \\begin{cases} 5 \\text{ if } i=0 \\\\ f(i-1) - 2 \\text{ otherwise} \\end{cases}",
         1,
         {4},
         0,
         -3},
        {"f", "f[i] = \\max_{1 \\le k \\le n} \\min(a_k, 2)", 1, {1}, 0, 2},
        {"f", "f[i] = \\min_{1 \\le k \\le n} \\max\\{a_k, 2\\}", 1, {1}, 0, 2},
        {"f", "f[i] = \\max_{k} \\{a_k, 2 a_k - 1\\}", 1, {1}, 0, 5},
        {"f", "f[i] = \\begin{cases} i & i \\le 1 \\\\ f[i-1] + f[i-2] & i > 1 \\end{cases}", 1, {10}, 0, 55},
        {"f",
         "f[i] = \\begin{cases} 1 & i = 0 \\\\ \\sum_{k=1}^{i} f[k-1] f[i-k] & i > 0 \\end{cases}",
         1,
         {5},
         0,
         42}, /* Catalan */
        {"e",
         "e[i,j] = \\begin{cases} j & i = 1 \\text{ or } j = 0 \\\\ \\min_{1 \\le x \\le j} (1 + \\max(e[i-1,x-1], "
         "e[i,j-x])) & \\text{otherwise} \\end{cases}",
         2,
         {2, 10},
         0,
         4},
        {"d",
         "d^{(k)}_{ij} = \\begin{cases} w_{ij} & k = 0 \\\\ \\min(d^{(k-1)}_{ij}, d^{(k-1)}_{ik} + d^{(k-1)}_{kj}) & k "
         "\\ge 1 \\end{cases}",
         3,
         {3, 1, 3},
         0,
         5},
        {"p",
         "p[i,j] = \\begin{cases} 0 & g_{i,j} = 1 \\\\ 1 & i = 1 \\land j = 1 \\\\ p[i-1,j] + p[i,j-1] & "
         "\\text{otherwise} \\end{cases}",
         2,
         {2, 2},
         0,
         1},
        {"s",
         "s[i,b] = \\begin{cases} \\text{true} & b = 0 \\\\ \\text{false} & i = 0 \\\\ s[i-1,b] \\lor (a_i \\le b "
         "\\land s[i-1,b-a_i]) & \\text{otherwise} \\end{cases}",
         2,
         {3, 5},
         0,
         1},
        {"s",
         "s[i,b] = \\begin{cases} \\text{true} & b = 0 \\\\ \\text{false} & i = 0 \\\\ s[i-1,b] \\lor (a_i \\le b "
         "\\land s[i-1,b-a_i]) & \\text{otherwise} \\end{cases}",
         2,
         {3, 7},
         0,
         0},
        {"f", "f[i] = \\begin{cases} a_1 & i = 1 \\\\ \\max(a_i, f[i-1] + a_i) & i > 1 \\end{cases}", 1, {3}, 0, 6},
        {"f",
         "f[i] = \\begin{cases} 0 & i = 0 \\\\ 2 f[i-1] + 1 & \\text{else} \\end{cases}",
         1,
         {6},
         0,
         63}, /* towers of Hanoi */
        {"f", "f[i] = \\begin{cases} 7 & i = 0 \\\\ 3 - (f[i-1] - 2) & i > 0 \\end{cases}", 1, {1}, 0, -2},
        {"f",
         "f[i] = \\begin{cases} i & i \\le 1 \\\\ f[\\lfloor \\frac{i}{2} \\rfloor] + |i - 10| & i > 1 \\end{cases}",
         1,
         {5},
         0,
         14},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        setting s = {
            .inputs = {{"a", NULL, a, 1, 3, 0, "n"}, {"w", NULL, w, 1, 3, 3, "n"}, {"g", NULL, g, 1, 2, 2, "n"}},
            .sizes = {{"n", 3}},
            .functions = {{cases[k].name,
                           cases[k].tex,
                           cases[k].count,
                           {.index = {{STR_IN("0"), STR_IN("10"), false},
                                      {STR_IN("0"), STR_IN("10"), false},
                                      {STR_IN("0"), STR_IN("10"), false}}},
                           cases[k].outside,
                           true,
                           NULL}}};
        if (cases[k].name[0] == 'p') /* a grid counts from 1 */
            for (int index = 0; index < 2; index++)
                s.functions[0].loop.index[index].first = STR("1");
        long value = answer(&s, cases[k].at[0], cases[k].at[1], cases[k].at[2]);
        if (value != cases[k].value)
            print_error("%s\n", cases[k].tex);
        assert_int_equal(value, cases[k].value);
    }
}

/* ---- terms, candidates ---- */

static formula *read_one(arena *a, const setting *s, const char *name, const char *tex, error *e) {
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("formula"), str_copy(a, str_of(tex))};
    formula_world world = world_of(s);
    return formula_read(where, 0, where->text.len, str_of(name), &world, a, e);
}

static void terms_are_those_that_hold_a_read(void **state) {
    (void)state;
    setting s = {
        .inputs = {{"x", "ab", NULL, 1, 2, 0, "m"}, {"y", "ab", NULL, 1, 2, 0, "n"}, {"a", NULL, NULL, 1, 0, 0, "n"}},
        .sizes = {{"m", 2}, {"n", 2}},
        .functions = {{"d", "", 2, {.formula = NULL}, 0, false, NULL},
                      {"L", "", 1, {.formula = NULL}, 0, false, NULL}}};
    static const struct {
        const char *name, *tex, *terms[5], *arguments[5];
    } cases[] = {
        {"d",
         "d[i,j] = \\begin{cases} j & \\text{if } i = 0 \\\\ d[i-1,j-1] & \\text{if } x_i = y_j \\\\ "
         "1 + \\min(d[i-1,j], d[i,j-1], d[i-1,j-1] + 2) & \\text{otherwise} \\end{cases}",
         {"d[i-1,j-1]", "d[i-1,j]", "d[i,j-1]", "d[i-1,j-1] + 2"},
         {"", "", "", ""}},
        {"L", "L[i] = \\max(1, \\max_{j < i, a_j < a_i} (L[j] + 1))", {"L[j] + 1"}, {"j"}},
        {"d", "d[i,j] = d[i-1,j] + d[i,j-1] + 1", {"d[i-1,j]", "d[i,j-1]"}, {"", ""}},
        {"L", "L[i] = \\sum_{k=1}^{i} L[k-1] L[i-k]", {"L[k-1] L[i-k]"}, {"k"}},
    };
    arena *a = arena_new(NULL);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        error e = error_in(a);
        formula *f = read_one(a, &s, cases[c].name, cases[c].tex, &e);
        assert_non_null(f);
        size_t count = 0;
        for (; cases[c].terms[count]; count++) {
            formula_term t = formula_term_at(f, count, a);
            assert_string_equal(str_to_c(a, t.tex), cases[c].terms[count]);
            assert_string_equal(str_to_c(a, t.argument), cases[c].arguments[count]);
        }
        assert_int_equal(formula_term_count(f), count);
    }
    arena_free(a);
}

/* m[1,3] of 10 x 2, 2 x 5, 5 x 3: k = 1: m[1,1] + m[2,3] + 10*2*3; k = 2: m[1,2] + m[3,3] + 10*5*3. */
static void candidates_say_what_they_read(void **state) {
    (void)state;
    static const long p[] = {10, 2, 5, 3};
    setting s = {.inputs = {{"p", NULL, p, 0, 4, 0, ""}},
                 .sizes = {{"n", 3}},
                 .functions = {{"m", "", 2, {.formula = NULL}, 0, false, NULL}}};
    arena *a = arena_new(NULL);
    error e = error_in(a);
    formula *f = read_one(a, &s, "m", chains[0].tex, &e);
    formula_world world = world_of(&s);
    formula_place place;
    assert_true(formula_at(f, (long[]){1, 3}, &world, &place, a, &e));
    assert_int_equal(place.goal, FORMULA_MIN);
    assert_int_equal(place.count, 2);
    const char *expected[] = {"a+b+60", "a+b+150"};
    for (long k = 0; k < 2; k++) {
        const formula_candidate *c = &place.candidates[k];
        assert_int_equal(c->term, 0);
        assert_int_equal(c->bound_count, 1);
        assert_int_equal(c->bound[0].value, k + 1);
        assert_int_equal(c->read_count, 2);
        assert_int_equal(c->reads[0].at[1], k + 1);
        assert_int_equal(c->reads[1].at[0], k + 2);
        assert_string_equal(str_to_c(a, c->expression), expected[k]);
    }
    assert_true(formula_at(f, (long[]){2, 2}, &world, &place, a, &e));
    assert_int_equal(place.goal, FORMULA_BASE);
    assert_string_equal(str_to_c(a, place.value.text), "0");
    arena_free(a);
}

/* ---- pseudo-code and cost ---- */

typedef struct written {
    const char *name, *tex, *answer, *code, *theta;
    int count;
    formula_loop loop;
    formula_order order;
} written;

static const written codes[] = {
    {"d",
     "d[i,j] = \\begin{cases} j & \\text{if } i = 0 \\\\ i & \\text{if } j = 0 \\\\ d[i-1,j-1] & \\text{if } x_i = y_j "
     "\\\\ "
     "\\min(d[i-1,j] + 1, d[i,j-1] + 1, d[i-1,j-1] + 1) & \\text{otherwise} \\end{cases}",
     "d[m,n]",
     "**for** $i = 0$ **to** $m$\n"
     "    **for** $j = 0$ **to** $n$\n"
     "        **if** $i == 0$: $d[i,j] = j$\n"
     "        **else if** $j == 0$: $d[i,j] = i$\n"
     "        **else if** $x_i == y_j$: $d[i,j] = d[i-1,j-1]$\n"
     "        **else** $d[i,j] = 1 + \\min\\{d[i-1,j],\\, d[i,j-1],\\, d[i-1,j-1]\\}$\n"
     "**return** $d[m,n]$\n",
     "\\Theta(mn)", 2, LOOP2("0", "m", "0", "n"), FORMULA_ROWS},
    {"m",
     "m[i,j] = \\begin{cases} 0 & \\text{if } i = j \\\\ \\min_{i \\le k < j} (m[i,k] + m[k+1,j]) + \\sum_{k=i}^{j} "
     "a_k & \\text{if } i < j \\end{cases}",
     "m[1,n]",
     "**for** $l = 1$ **to** $n$\n"
     "    **for** $i = 1$ **to** $n - l + 1$\n"
     "        $j = i + l - 1$\n"
     "        **if** $i == j$: $m[i,j] = 0$\n"
     "        **else**\n"
     "            $m[i,j] = \\infty$\n"
     "            **for** $k = i$ **to** $j - 1$\n"
     "                $m[i,j] = \\min\\{m[i,j],\\, m[i,k] + m[k+1,j]\\}$\n"
     "            $m[i,j] = m[i,j] + \\sum_{k=i}^{j} a_k$\n"
     "**return** $m[1,n]$\n",
     "\\Theta(n^3)", 2, LOOP2("1", "n", "i", "n"), FORMULA_LENGTHS},
    {"L", "L[i] = \\max(1, \\max_{j < i, a_j < a_i} (L[j] + 1))", "",
     "**for** $i = 1$ **to** $n$\n"
     "    $L[i] = 1$\n"
     "    **for** $j = 1$ **to** $i - 1$\n"
     "        **if** $a_j < a_i$\n"
     "            $L[i] = \\max\\{L[i],\\, L[j] + 1\\}$\n",
     "\\Theta(n^2)", 1, LOOP1("1", "n"), FORMULA_ROWS},
    {"f",
     "f[s] = \\begin{cases} 0 & \\text{if } s = 0 \\\\ \\min_{c_k \\le s} (f[s-c_k] + 1) & \\text{if } s > 0 "
     "\\end{cases}",
     "f[W]",
     "**for** $s = 0$ **to** $W$\n"
     "    **if** $s == 0$: $f[s] = 0$\n"
     "    **else**\n"
     "        $f[s] = \\infty$\n"
     "        **for** $k = 1$ **to** $m$\n"
     "            **if** $c_k \\le s$\n"
     "                $f[s] = \\min\\{f[s],\\, f[s-c_k] + 1\\}$\n"
     "**return** $f[W]$\n",
     "\\Theta(mW)", 1, LOOP1("0", "W"), FORMULA_ROWS},
    {"t",
     "t[i,j] = a_i + \\max(t[i+1,j], t[i+1,j+1])",
     "",
     "**for** $i = n$ **downto** $1$\n"
     "    **for** $j = 1$ **to** $i$\n"
     "        $t[i,j] = a_i + \\max\\{t[i+1,j],\\, t[i+1,j+1]\\}$\n",
     "\\Theta(n^2)",
     2,
     {.index = {{STR_IN("1"), STR_IN("n"), true}, {STR_IN("1"), STR_IN("i"), false}}},
     FORMULA_ROWS},
};

static void code_follows_the_order_of_the_table(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) {
        const written *w = &codes[k];
        setting s = {.inputs = {{"x", "ab", NULL, 1, 2, 0, "m"},
                                {"y", "ab", NULL, 1, 2, 0, "n"},
                                {"a", NULL, NULL, 1, 0, 0, "n"},
                                {"c", NULL, NULL, 1, 0, 0, "m"}},
                     .sizes = {{"m", 2}, {"n", 2}, {"W", 9}},
                     .functions = {{w->name, "", w->count, {.formula = NULL}, 0, false, NULL}}};
        error e = error_in(a);
        formula_world world = world_of(&s);
        formula_loop loop = w->loop;
        loop.formula = read_one(a, &s, w->name, w->tex, &e);
        if (!loop.formula)
            print_error("%s\n", error_text(&e).ptr);
        assert_non_null(loop.formula);
        formula_lines lines = formula_code(&loop, 1, w->order, str_of(w->answer), &world, a);
        strbuf b = strbuf_in(a);
        for (size_t l = 0; l < lines.count; l++)
            strbuf_addf(&b, "%*s%.*s\n", 4 * lines.items[l].indent, "", STR_ARG(lines.items[l].text));
        assert_string_equal(strbuf_text(&b).ptr, w->code);
        assert_string_equal(str_to_c(a, formula_theta(&loop, 1, &world, a)), w->theta);
    }
    arena_free(a);
}

/* ---- what is refused ---- */

static void faults_stand_at_their_place(void **state) {
    (void)state;
    static const struct {
        const char *tex;
        size_t column;
        const char *message;
    } cases[] = {
        {"D[i,j] = 0", 1, "expected d on the left side, got 'D'"},
        {"d[i] = 0", 1, "expected 2 indices of d, got 1"},
        {"d[i,j] = ", 9, "expected a number, a name"},
        {"d[i,j] = q + 1", 10, "expected a name that is known, got 'q'"},
        {"d[i,j] = q_i", 10, "expected an input or a function, got 'q'"},
        {"d[i,j] = \\min d[i-1,j]", 15, "expected a bracket"},
        {"d[i,j] = (d[i-1,j]", 19, "expected an operator or ), got the end"},
        {"d[i,j] = \\begin{cases} 0 \\\\ 1 & \\text{if } i = 0 \\end{cases}", 24, "expected a condition, got none"},
        {"d[i,j] = \\min_{k < l} d[k,l]", 10, "expected one variable below min, got k and l"},
        {"d[i,j] = \\min_{} d[i,j-1]", 10, "expected a variable of its own below min, got none"},
        {"d[i,j] = (1, 2)", 10, "expected one value in brackets"},
        {"d[i,j] = \\sqrt{2}", 10, "unknown command"},
        {"d[i,j] = d[i-1,j] d", 19, "expected 2 indices of d, got 0"},
    };
    setting s = {.inputs = {{"x", "ab", NULL, 1, 2, 0, "m"}},
                 .sizes = {{"m", 2}},
                 .functions = {{"d", "", 2, {.formula = NULL}, 0, false, NULL}}};
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        error e = error_in(a);
        formula *f = read_one(a, &s, "d", cases[k].tex, &e);
        if (f || !strstr(str_to_c(a, e.message), cases[k].message) || e.column != cases[k].column)
            print_error("%s\n%s\n", cases[k].tex, f ? "(read)" : error_text(&e).ptr);
        assert_null(f);
        assert_non_null(strstr(str_to_c(a, e.message), cases[k].message));
        assert_int_equal(e.column, cases[k].column);
    }
    arena_free(a);
}

static void faults_at_a_place_say_what_is_missing(void **state) {
    (void)state;
    static const struct {
        const char *tex, *message;
    } cases[] = {
        {"d[i,j] = \\min_{k > i} d[i,k]", "expected an upper bound of k, got none"},
        {"d[i,j] = \\min_{k} d[i,k]", "expected bounds of k, got none"},
        {"d[i,j] = \\begin{cases} 0 & \\text{if } i = 7 \\end{cases}", "expected a case for every place"},
        {"d[i,j] = x_{i+5}", "expected an index of x from 1 to 2, got 6"},
        {"d[i,j] = \\sum_{k=1}^{999999999999} k", "expected at most 1000000 steps"},
        {"d[i,j] = \\frac{1}{i-1} + d[i-1,j]", "expected a divisor that is not 0"},
        {"d[i,j] = \\begin{cases} 1 & \\text{if } d[i-1,j] = 0 \\\\ 2 & \\text{otherwise} \\end{cases}",
         "expected what is known before the table is filled, got d[i-1,j]"},
        {"d[i,j] = \\sum_{k=1}^{20} \\min(d[i,k], 1) + \\min_{1 \\le k \\le 100000} (d[i,k] + \\sum_{l=1}^{60000} l)",
         "expected at most"},
        {"d[i,j] = x_1 + 1", "expected a number, got x_1, which is a text"},
        {"d[i,j] = 9^{9^9}", "expected an exponent from 0 to 10000"},
    };
    setting s = {.inputs = {{"x", "ab", NULL, 1, 2, 0, "m"}},
                 .sizes = {{"m", 2}},
                 .functions = {{"d", "", 2, {.formula = NULL}, 0, false, NULL}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        formula *f = read_one(a, &s, "d", cases[k].tex, &e);
        if (!f)
            print_error("%s\n", error_text(&e).ptr);
        assert_non_null(f);
        formula_world world = world_of(&s);
        formula_place place;
        bool good = formula_at(f, (long[]){1, 1}, &world, &place, a, &e);
        if (good || !strstr(str_to_c(a, e.message), cases[k].message))
            print_error("%s\n%s\n", cases[k].tex, good ? "(taken)" : error_text(&e).ptr);
        assert_false(good);
        assert_non_null(strstr(str_to_c(a, e.message), cases[k].message));
        arena_free(a);
    }
}

static void repeat(strbuf *b, const char *text, size_t times) {
    while (times--)
        strbuf_add_c(b, text);
}

static void hostile_formulas_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *begin, *often;
        size_t times;
        const char *message;
    } cases[] = {
        {"d[i,j] = ", "(", 5000, "nested deeper"},
        {"d[i,j] = ", "{", 5000, "nested too deep"},
        {"d[i,j] = ", "\\left(", 3000, "nested too deep"},
        {"d[i,j] = ", "-", 5000, "nested deeper"},
        {"d[i,j] = ", "[", 5000, "nested deeper"},
        {"d[i,j] = ", "1+", 500000, "at most 20000 bytes, got 1000009"},
        {"d[i,j] = ", "\\min_{k}", 1500, "expected"},
        {"d[i,j] = ", "\\lnot ", 2500, "expected"},
        {"", "d_0=0\\\\", 2000, "at most 20 equations"},
    };
    setting s = {.sizes = {{"m", 2}}, .functions = {{"d", "", 2, {.formula = NULL}, 0, false, NULL}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        error e = error_in(a);
        strbuf b = strbuf_in(a);
        strbuf_add_c(&b, cases[k].begin);
        repeat(&b, cases[k].often, cases[k].times);
        formula *f = read_one(a, &s, "d", strbuf_text(&b).ptr, &e);
        if (f || !strstr(str_to_c(a, e.message), cases[k].message))
            print_error("%s: %s\n", cases[k].often, f ? "(read)" : str_to_c(a, e.message));
        assert_null(f);
        assert_non_null(strstr(str_to_c(a, e.message), cases[k].message));
        arena_free(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edit_distances_agree_with_all_matchings),
        cmocka_unit_test(common_subsequences_agree_with_all_subsets),
        cmocka_unit_test(knapsacks_agree_with_all_subsets),
        cmocka_unit_test(rods_agree_with_all_cuts),
        cmocka_unit_test(coins_agree_with_layers_of_amounts),
        cmocka_unit_test(binomials_agree_with_factorials),
        cmocka_unit_test(rises_agree_with_all_subsets),
        cmocka_unit_test(chains_agree_with_all_trees),
        cmocka_unit_test(search_trees_agree_with_all_trees),
        cmocka_unit_test(palindromes_agree_with_all_subsets),
        cmocka_unit_test(other_forms_have_the_values_worked_out_by_hand),
        cmocka_unit_test(terms_are_those_that_hold_a_read),
        cmocka_unit_test(candidates_say_what_they_read),
        cmocka_unit_test(code_follows_the_order_of_the_table),
        cmocka_unit_test(faults_stand_at_their_place),
        cmocka_unit_test(faults_at_a_place_say_what_is_missing),
        cmocka_unit_test(hostile_formulas_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
