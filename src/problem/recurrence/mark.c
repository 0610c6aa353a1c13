/* A class is read as a product inside Θ( … ): n with an exponent, and log n with an exponent.
 *
 *   Θ(n^(log_2 3))     Θ(n^2)     Θ(n log n)     Θ(n log^2 n)     Θ(1)
 *
 * Constants and the base of log n make no difference, nor does the order of the factors; 3^(log_2 n) is n^(log_2 3).
 * Exponents are compared exactly: log_4 9 is log_2 3, log_4 8 is 3/2. */
#include "recurrence/recurrence.h"

#include "expr.h"
#include "kit/answer_reader.h"
#include "kit/verdict.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- wrong ways ---- */

/* What level k comes to by a wrong way. */
static void wrong_level(const levels *l, wrong_way way, size_t k, fmpq_t sum) {
    const fmpz *nodes = level_value(l, k, LEVEL_NODES), *each = level_value(l, k, LEVEL_EACH),
               *cost = level_value(l, k, LEVEL_COST), *root = level_value(l, 0, LEVEL_EACH);
    bool leaf = k == l->r.depth;
    fmpz *result = fmpq_numref(sum);
    fmpz_one(fmpq_denref(sum));
    switch (way) {
    case WRONG_LEVELS:
        fmpz_mul_ui(result, cost, !leaf);
        break;
    case WRONG_NODES:
        fmpz_set_si(result, l->r.b);
        fmpz_pow_ui(result, result, k);
        fmpz_mul(result, result, each);
        break;
    case WRONG_COST: /* b^k is n over n/b^k */
        fmpz_mul(result, nodes, root);
        fmpz_divexact(fmpq_denref(sum), level_value(l, 0, LEVEL_SIZE), level_value(l, k, LEVEL_SIZE));
        fmpq_canonicalise(sum);
        break;
    case WRONG_ROOT:
        fmpz_set(result, root);
        break;
    case WRONG_COUNT:
        fmpz_mul_si(result, each, l->r.a);
        fmpz_mul_ui(result, result, k);
        fmpz_set(result, k ? result : each);
        break;
    default:
        fmpz_set(result, leaf ? nodes : cost);
    }
}

number *wrong_total(const levels *l, wrong_way way, arena *a) {
    number *total = number_new(a), *one = number_new(a);
    for (size_t k = 0; k <= l->r.depth; k++) {
        wrong_level(l, way, k, one->q);
        fmpq_add(total->q, total->q, one->q);
    }
    return total;
}

/* ---- reading an answer ---- */

enum { MANY_LOGS = 9 }; /* more than any class has */

typedef struct reader {
    const source *where;
    str text;
    arena *a;
    error *e;
    size_t at;
} reader;

static char sign_at(const reader *r, size_t *at) {
    return *at < r->text.len ? number_plain_sign(r->text, at) : 0;
}

static void skip_blanks(reader *r) {
    for (size_t next = r->at; next < r->text.len; r->at = next) {
        char c = sign_at(r, &next);
        if (!c || !strchr(" \t\r\n", c))
            return;
    }
}

/* Passes over a word in either case; signs that are not ASCII, and names of TeX, are as they stand. */
static bool skip(reader *r, const char *word) {
    skip_blanks(r);
    size_t at = r->at;
    if (*word == '\\' || (unsigned char)*word >= 0x80) {
        bool here = str_starts(str_slice(r->text, at, r->text.len), word);
        r->at += here ? strlen(word) : 0;
        return here;
    }
    for (; *word; word++)
        if (tolower((unsigned char)sign_at(r, &at)) != *word)
            return false;
    r->at = at;
    return true;
}

static bool refuse(const reader *r, const char *what) {
    return error_at(r->e, r->where, r->at, 1, "expected %s; an answer is the total, 120, or the class, Θ(n^2)", what);
}

/* A whole number from 0, below 10^18; -1 and an error if none stands here. */
static int64_t take_integer(reader *r) {
    skip_blanks(r);
    size_t from = r->at;
    str digits = number_scan_digits(r->text, &r->at, r->a);
    if (digits.len && digits.len <= 18)
        return strtoll(str_to_c(r->a, digits), NULL, 10);
    r->at = from;
    refuse(r, "a whole number");
    return -1;
}

/* The base of a logarithm, where one is written: log_2, log_{2}, log2; else `b`. -1 and an error if it is none. */
static int64_t take_base(reader *r, int64_t b) {
    bool under = skip(r, "_"), braced = under && skip(r, "{");
    size_t from = r->at;
    str digits = number_scan_digits(r->text, &r->at, r->a);
    size_t end = r->at;
    bool more = number_scan_digits(r->text, (skip_blanks(r), &r->at), r->a).len || skip(r, "(") || skip(r, "n");
    r->at = digits.len && (under || more) ? end : from;
    int64_t base = r->at == end && digits.len ? strtoll(str_to_c(r->a, digits), NULL, 10) : b;
    if (under && (!digits.len || digits.len > 18))
        return refuse(r, "a whole number"), -1;
    if (braced && !skip(r, "}"))
        return refuse(r, "a closing brace"), -1;
    return base >= 2 ? base : (refuse(r, "a logarithm to a base from 2"), -1);
}

/* "log", "lg", "ln"; for the last, which stands for no exponent that is exact, `natural` must be given. */
static bool skip_log(reader *r, bool *binary, bool natural) {
    skip(r, "\\");
    *binary = skip(r, "lg");
    return *binary || skip(r, "log") || (natural && skip(r, "ln"));
}

/* "log_2 3", behind the word. */
static bool take_logarithm(reader *r, int64_t b, watershed *w) {
    int64_t base = take_base(r, b);
    bool inner = base > 0 && skip(r, "(");
    int64_t value = base > 0 ? take_integer(r) : -1;
    if (value < 0)
        return false;
    if (value < 1)
        return refuse(r, "a logarithm of a number from 1");
    if (inner && !skip(r, ")"))
        return refuse(r, "a closing bracket");
    *w = watershed_of(value, base);
    return true;
}

/* "2", "3/2", "1.5". */
static bool take_fraction(reader *r, watershed *w) {
    enum { DIGITS = 8 }; /* behind the point */
    int64_t p = take_integer(r), q = 1;
    if (p >= 0 && skip(r, "/"))
        q = take_integer(r);
    else if (p >= 0 && p < 1000000 && skip(r, ".")) {
        str below = number_scan_digits(r->text, &r->at, r->a);
        if (!below.len || below.len > DIGITS)
            return refuse(r, "a decimal of few digits");
        for (size_t k = 0; k < below.len; k++, q *= 10)
            p = p * 10 + (below.ptr[k] - '0');
    }
    if (p < 0 || q < 0)
        return false;
    if (q == 0)
        return refuse(r, "a denominator that is not 0");
    *w = watershed_fraction(p, q);
    return true;
}

/* An exponent in brackets or braces if one likes. */
static bool take_exponent(reader *r, int64_t b, watershed *w) {
    bool round = skip(r, "("), curly = !round && skip(r, "{"), binary;
    if (!(skip_log(r, &binary, false) ? take_logarithm(r, binary ? 2 : b, w) : take_fraction(r, w)))
        return false;
    if ((round && !skip(r, ")")) || (curly && !skip(r, "}")))
        return refuse(r, "a closing bracket");
    return true;
}

/* "²", "^2", "^{2}"; 1 where nothing is raised, -1 and an error where it is by no whole number. */
static int64_t take_raised(reader *r) {
    if (skip(r, "²"))
        return 2;
    if (skip(r, "³"))
        return 3;
    if (!skip(r, "^"))
        return 1;
    bool curly = skip(r, "{");
    int64_t power = take_integer(r);
    if (power >= 0 && curly && !skip(r, "}"))
        return refuse(r, "a closing brace"), -1;
    return power > MANY_LOGS ? MANY_LOGS : power;
}

/* "n" or "(n)". */
static bool take_n(reader *r) {
    bool inner = skip(r, "(") || skip(r, "{");
    return skip(r, "n") && (!inner || skip(r, ")") || skip(r, "}"));
}

/* ---- the factors of a class: each is whether there is one, perhaps with an error ---- */

/* log n, to any base; log² n; (log n)^2. */
static bool take_log_factor(reader *r, int64_t b, growth *g) {
    size_t from = r->at;
    bool binary, bracket = skip(r, "(");
    if (!skip_log(r, &binary, true)) {
        r->at = from;
        return false;
    }
    int64_t power = take_base(r, b) < 0 ? -1 : take_raised(r), outer = 1;
    if (power >= 0 && !take_n(r))
        refuse(r, "n after log");
    else if (power >= 0 && bracket && skip(r, ")"))
        outer = take_raised(r);
    else if (power >= 0 && bracket)
        refuse(r, "a closing bracket");
    int64_t logs = g->logs + power * outer;
    g->logs = (int)(logs > MANY_LOGS ? MANY_LOGS : logs);
    return true;
}

/* n, n^2, n², √n, sqrt(n). */
static bool take_power_factor(reader *r, int64_t b, growth *g) {
    skip(r, "\\");
    if (skip(r, "√") || skip(r, "sqrt")) {
        g->exponent = watershed_fraction(1, 2);
        return take_n(r) || (refuse(r, "n under the root"), true);
    }
    if (!skip(r, "n"))
        return false;
    g->exponent = watershed_fraction(1, 1);
    if (skip(r, "^"))
        take_exponent(r, b, &g->exponent);
    else
        g->exponent.p = take_raised(r);
    return true;
}

/* The power in 4^(log_2 n), behind its sign; there is none where `taken` is one already. */
static bool take_number_power(reader *r, int64_t b, const watershed *w, bool taken, growth *g) {
    bool round = skip(r, "("), curly = !round && skip(r, "{"), binary;
    if (taken || w->q != 1 || !skip_log(r, &binary, false))
        return refuse(r, "a logarithm of n");
    int64_t base = take_base(r, binary ? 2 : b);
    if (base < 0)
        return false;
    if (!take_n(r) || (round && !skip(r, ")")) || (curly && !skip(r, "}")))
        return refuse(r, "n after log");
    g->exponent = watershed_of(w->p, base);
    return true;
}

/* A constant, which makes no difference: 1, 2, 3/2; or 4^(log_2 n), which is n^(log_2 4). */
static bool take_number_factor(reader *r, int64_t b, growth *g, bool *power) {
    size_t from = r->at;
    bool digit = number_scan_digits(r->text, &r->at, r->a).len > 0;
    r->at = from;
    watershed w;
    if (!digit || !take_fraction(r, &w))
        return digit;
    if (w.p == 0)
        refuse(r, "a constant that is not 0");
    else if (skip(r, "^") && take_number_power(r, b, &w, *power, g))
        *power = true;
    return true;
}

/* "n^2 log n", "log n", "1": one power of n, and the rest in any order. */
static bool take_class(reader *r, int64_t b, growth *g) {
    *g = (growth){.exponent = watershed_fraction(0, 1)};
    bool power = false;
    for (bool any = false;; any = true) {
        bool times = any && (skip(r, "*") || skip(r, "\\cdot"));
        skip_blanks(r);
        bool met = take_log_factor(r, b, g) || (!power && (power = take_power_factor(r, b, g))) ||
                   take_number_factor(r, b, g, &power);
        if (error_set(r->e))
            return false;
        if (!met)
            return (any && !times) || refuse(r, "n, log n or a number");
    }
}

/* Whether it is a class; then `g` is what it says. An error if it begins like one and is none. */
static bool read_class(reader *r, int64_t b, growth *g, bool *is_class) {
    skip(r, "\\");
    bool theta = skip(r, "Θ") || skip(r, "θ") || skip(r, "theta");
    size_t at = r->at;
    bool letter = skip(r, "n") || skip(r, "l") || skip(r, "sqrt") || skip(r, "√");
    if (number_scan_digits(r->text, &r->at, r->a).len) /* "3n", "4^(log_2 n)" */
        letter = str_find(r->text, STR("n"), r->at) != SIZE_MAX || str_find(r->text, STR("N"), r->at) != SIZE_MAX;
    r->at = at;
    *is_class = theta || letter;
    if (!*is_class)
        return true;
    bool bracket = theta && skip(r, "(");
    if (theta && !bracket)
        return refuse(r, "a bracket after Θ");
    if (!take_class(r, b, g) || (bracket && !skip(r, ")")))
        return error_set(r->e) ? false : refuse(r, "a closing bracket");
    skip_blanks(r);
    return r->at == r->text.len || refuse(r, "the end");
}

/* "T(n) =", "T(8) =", "T(n) ∈": what may stand before either. */
static bool skip_lead(reader *r, str n) {
    if (!skip(r, "t(")) {
        skip(r, "=");
        return true;
    }
    size_t from = r->at;
    if (!skip(r, "n")) {
        str digits = number_scan_digits(r->text, &r->at, r->a);
        if (!str_equal(digits, n)) {
            r->at = from;
            return refuse(r, "T(n)");
        }
    }
    return (skip(r, ")") || refuse(r, "a closing bracket")) &&
           (skip(r, "=") || skip(r, "∈") || skip(r, "\\in") || refuse(r, "="));
}

static number *read_value(reader *r, answer_part p) {
    const expr *x = expr_read(r->where, p.at, p.length, r->a, r->e);
    return x ? expr_value(x, NULL, 0, r->where, r->a, r->e) : NULL;
}

/* The rest as an exact number: "120", "240/2", "8 + 16 + 32 + 64 = 120". What a sum is said to come to counts. */
static number *read_total(reader *r) {
    skip_blanks(r);
    size_t first = r->at;
    char sign = sign_at(r, &first);
    if (sign == '-' || sign == '+')
        sign = sign_at(r, &first);
    if (!char_is_digit(sign) && sign != '(') {
        refuse(r, "a number or Θ");
        return NULL;
    }
    answer_claims c = answer_claims_of(&(answer_text){.plain = *r->where}, r->at, r->a);
    number *total = read_value(r, c.main);
    for (size_t k = 0; total && k < c.count; k++) {
        number *claim = read_value(r, c.others[k]);
        if (!claim || number_compare(claim, total) == 0)
            total = claim ? total : NULL;
        else if (!c.main.number)
            return claim;
        else
            return error_at(r->e, r->where, c.others[k].at, c.others[k].length, "expected one total, got two"), NULL;
    }
    return total;
}

/* ---- marking ---- */

static void add_word(arena *a, datum *args, const char *key, str value) {
    datum_put(a, args, key, datum_text(a, value));
}

static bool same_growth(const growth *x, const growth *y) {
    const watershed *v = &x->exponent, *w = &y->exponent;
    return x->logs == y->logs && v->rational == w->rational && v->p == w->p && v->q == w->q && v->log == w->log &&
           v->base == w->base;
}

static void judge_class(const recurrence *r, const growth *given, verdict *v, arena *a) {
    static const struct {
        const char *key, *why;
    } rules[] = {
        [MASTER_LEAVES] = {"check.class.leaves", "the levels grow, so the leaves rule"},
        [MASTER_EVEN] = {"check.class.even", "all levels cost the same, so their number counts"},
        [MASTER_ROOT] = {"check.class.root", "the levels shrink, so the root rules"},
        [MASTER_BETWEEN] = {"check.class.between", "the levels shrink by no fixed factor, so their number counts"}};
    growth g = recurrence_growth(r);
    master_case c = master_case_of(r);
    str theta = growth_text(&g, PLAIN, a);
    v->right = same_growth(&g, given);
    v->value = growth_text(given, PLAIN, a);
    v->key = rules[c].key;
    v->why = str_format(a, "%s: Θ(%.*s)", rules[c].why, STR_ARG(theta));
    add_word(a, v->args, "theta", theta);
    datum_put(a, v->args, "right", datum_bool(a, v->right));
}

static const struct {
    const char *key, *why;
} wrong_ways[WRONG_WAYS] = {
    [WRONG_LEVELS] = {"check.levels", "the level of the leaves is missing: there are %zu levels, not %zu"},
    [WRONG_NODES] = {"check.nodes", "level k has a^k nodes, not b^k"},
    [WRONG_COST] = {"check.cost", "a node of level k costs f(n/b^k), not f(n)/b^k"},
    [WRONG_ROOT] = {"check.root", "levels do not all cost what the root costs"},
    [WRONG_COUNT] = {"check.count", "the nodes of a level are a times those above, a^k in all, not a × k"},
    [WRONG_LEAVES] = {"check.leaves", "a leaf costs f(1), which is not 1 here"},
};

/* Explains a total that is not the right one. */
static void explain_total(const levels *l, const number *given, str total, verdict *v, arena *a) {
    size_t depth = l->r.depth;
    wrong_way first = depth > 0 ? 0 : WRONG_LEVELS + 1; /* no level is left without the leaves */
    for (wrong_way way = first; way < WRONG_WAYS; way++)
        if (number_compare(wrong_total(l, way, a), given) == 0) {
            v->key = wrong_ways[way].key;
            v->why = way == WRONG_LEVELS ? str_format(a, wrong_ways[WRONG_LEVELS].why, depth + 1, depth)
                                         : str_of(wrong_ways[way].why);
            return;
        }
    v->key = "check.total";
    v->why = str_format(a, "the levels sum up to %.*s", STR_ARG(number_shown(total, a)));
}

static void judge_total(const levels *l, const number *given, verdict *v, arena *a) {
    str total = number_text_of_fmpz(l->total, a);
    v->value = number_text(given, a);
    v->right = str_equal(v->value, total);
    add_word(a, v->args, "total", total);
    add_word(a, v->args, "value", v->value);
    datum_put(a, v->args, "levels", datum_integer(a, (int64_t)l->r.depth + 1));
    datum_put(a, v->args, "depth", datum_integer(a, (int64_t)l->r.depth));
    v->key = "check.sum";
    v->why = STR("this is the sum of all levels");
    if (!v->right)
        explain_total(l, given, total, v, a);
}

datum *recurrence_mark(const levels *l, str text, arena *a, error *e) {
    error found = error_in(a);
    answer_text typed = answer_read(text, ANSWER_ROUND | ANSWER_GROUPS | ANSWER_COMMAS, a);
    reader r = {.where = &typed.plain, .text = typed.plain.text, .a = a, .e = &found};
    growth g;
    bool is_class;
    if (!skip_lead(&r, l->r.n) || !read_class(&r, l->r.b, &g, &is_class))
        return answer_unreadable(&typed, &found, e);
    number *total = is_class ? NULL : read_total(&r);
    if (!is_class && !total)
        return answer_unreadable(&typed, &found, e);
    verdict v = {.problem = "recurrence", .answer = str_trim(text), .args = datum_map(a)};
    if (is_class)
        judge_class(&l->r, &g, &v, a);
    else
        judge_total(l, total, &v, a);
    return verdict_object(&v, a);
}
