/* A class is read as a product inside Θ( … ): n with an exponent, and log n with an exponent.
 *
 *   Θ(n^(log_2 3))     Θ(n^2)     Θ(n log n)     Θ(n log^2 n)     Θ(1)
 *
 * Exponents are compared exactly: log_4 9 is log_2 3, log_4 8 is 3/2. */
#include "recurrence_answer.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the object ---- */

static str exponent_text(const watershed *w, arena *a) {
    if (!w->rational)
        return str_format(a, "log_%" PRId64 " %" PRId64, w->base, w->log);
    return w->q == 1 ? str_format(a, "%" PRId64, w->p) : str_format(a, "%" PRId64 "/%" PRId64, w->p, w->q);
}

/* "n^2 log n", "n^(3/2)", "1". */
static str growth_text(const growth *g, arena *a) {
    strbuf b = strbuf_in(a);
    str exponent = exponent_text(&g->exponent, a);
    bool simple = g->exponent.rational && g->exponent.q == 1;
    if (!str_is(exponent, "0"))
        strbuf_add_c(&b, "n");
    if (!simple)
        strbuf_addf(&b, "^(%.*s)", STR_ARG(exponent));
    else if (g->exponent.p > 1)
        strbuf_addf(&b, "^%.*s", STR_ARG(exponent));
    if (g->logs)
        strbuf_addf(&b, "%slog%s n", b.len ? " " : "", g->logs > 1 ? "^2" : "");
    return b.len ? strbuf_text(&b) : STR("1");
}

static datum *text_of(arena *a, const fmpz *value) {
    return datum_text(a, number_text_of_fmpz(value, a));
}

static datum *levels_list(const levels *l, arena *a) {
    static const char *const keys[LEVEL_COLUMNS] = {"nodes", "size", NULL, "cost"};
    datum *list = datum_list(a);
    for (size_t k = 0; k <= l->r.depth; k++) {
        datum *level = datum_add(a, list, datum_map(a));
        datum_put(a, level, "level", datum_integer(a, (int64_t)k));
        for (level_column c = 0; c < LEVEL_COLUMNS; c++)
            if (keys[c])
                datum_put(a, level, keys[c], text_of(a, level_value(l, k, c)));
    }
    return list;
}

static const char *const case_names[] = {
    [MASTER_LEAVES] = "1", [MASTER_EVEN] = "2", [MASTER_ROOT] = "3", [MASTER_BETWEEN] = "2 extended"};

static datum *master_of(const recurrence *r, arena *a) {
    datum *master = datum_map(a);
    watershed critical = watershed_of(r->a, r->b);
    growth g = recurrence_growth(r);
    datum_put(a, master, "case", datum_text(a, str_of(case_names[master_case_of(r)])));
    datum_put(a, master, "critical", datum_text(a, exponent_text(&critical, a)));
    datum_put(a, master, "exponent", datum_text(a, exponent_text(&g.exponent, a)));
    datum_put(a, master, "logs", datum_integer(a, g.logs));
    datum_put(a, master, "theta", datum_text(a, growth_text(&g, a)));
    return master;
}

datum *recurrence_answer(const levels *l, arena *a) {
    const recurrence *r = &l->r;
    datum *answer = datum_map(a);
    datum_put(a, answer, "problem", datum_text(a, STR("recurrence")));
    datum_put(a, answer, "a", datum_integer(a, r->a));
    datum_put(a, answer, "b", datum_integer(a, r->b));
    datum_put(a, answer, "levels", levels_list(l, a));
    datum_put(a, answer, "total", text_of(a, l->total));
    datum_put(a, answer, "f", datum_text(a, recurrence_f_text(r, a)));
    datum_put(a, answer, "n", datum_text(a, r->n));
    datum_put(a, answer, "depth", datum_integer(a, (int64_t)r->depth));
    datum_put(a, answer, "nodes", text_of(a, l->nodes));
    datum_put(a, answer, "leaves", text_of(a, level_value(l, r->depth, LEVEL_NODES)));
    datum_put(a, answer, "master", master_of(r, a));
    return answer;
}

/* ---- wrong ways ---- */

/* What level k comes to by a wrong way. */
static void wrong_level(const levels *l, wrong_way way, size_t k, fmpq_t cost) {
    const recurrence *r = &l->r;
    const fmpz *nodes = level_value(l, k, LEVEL_NODES), *each = level_value(l, k, LEVEL_EACH);
    fmpz *result = fmpq_numref(cost);
    fmpq_zero(cost);
    switch (way) {
    case WRONG_LEVELS:
        fmpz_set(result, k < r->depth ? level_value(l, k, LEVEL_COST) : result);
        break;
    case WRONG_NODES:
        fmpz_set_si(result, r->b);
        fmpz_pow_ui(result, result, k);
        fmpz_mul(result, result, each);
        break;
    case WRONG_COST:
        fmpz_mul(result, nodes, level_value(l, 0, LEVEL_EACH));
        fmpz_set_si(fmpq_denref(cost), r->b);
        fmpz_pow_ui(fmpq_denref(cost), fmpq_denref(cost), k);
        fmpq_canonicalise(cost);
        break;
    case WRONG_ROOT:
        fmpz_set(result, level_value(l, 0, LEVEL_EACH));
        break;
    case WRONG_COUNT:
        fmpz_set_si(result, r->a);
        fmpz_mul_ui(result, result, k);
        fmpz_mul(result, result, each);
        if (k == 0)
            fmpz_set(result, each);
        break;
    default:
        fmpz_set(result, k < r->depth ? level_value(l, k, LEVEL_COST) : nodes);
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

static bool skip(reader *r, const char *word) {
    skip_blanks(r);
    size_t at = r->at;
    for (; *word; word++) {
        char c = sign_at(r, &at);
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c != *word)
            return false;
    }
    r->at = at;
    return true;
}

static bool skip_bytes(reader *r, const char *bytes) {
    skip_blanks(r);
    if (!str_starts(str_slice(r->text, r->at, r->text.len), bytes))
        return false;
    r->at += strlen(bytes);
    return true;
}

static bool refuse(const reader *r, const char *what) {
    return error_at(r->e, r->where, r->at, 1, "an answer is the total, 120, or the class, Θ(n^2): %s is expected here",
                    what);
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

/* "2", "3/2", "log_2 3", "lg 3", each in brackets or braces if one likes. */
static bool take_exponent(reader *r, int64_t b, watershed *w) {
    bool round = skip(r, "("), curly = !round && skip(r, "{");
    skip_bytes(r, "\\");
    bool binary = skip(r, "lg");
    if (binary || skip(r, "log")) {
        int64_t base = binary ? 2 : b;
        if (skip(r, "_")) {
            bool braced = skip(r, "{");
            base = take_integer(r);
            if (base < 0 || (braced && !skip(r, "}")))
                return base >= 0 && refuse(r, "a closing brace");
        }
        bool inner = skip(r, "(");
        int64_t value = take_integer(r);
        if (value < 0)
            return false;
        if (base < 2 || value < 1)
            return refuse(r, "a logarithm of a number from 1 to a base from 2");
        if (inner && !skip(r, ")"))
            return refuse(r, "a closing bracket");
        *w = watershed_of(value, base);
    } else {
        int64_t p = take_integer(r), q = 1;
        if (p >= 0 && skip(r, "/"))
            q = take_integer(r);
        if (p < 0 || q < 0)
            return false;
        if (q == 0)
            return refuse(r, "a denominator that is not 0");
        str text = number_canonical(str_format(r->a, "%" PRId64 "/%" PRId64, p, q), r->a);
        size_t slash = str_find(text, STR("/"), 0);
        *w = (watershed){.rational = true, .p = strtoll(str_to_c(r->a, str_slice(text, 0, slash)), NULL, 10), .q = 1};
        if (slash != SIZE_MAX)
            w->q = strtoll(str_to_c(r->a, str_slice(text, slash + 1, text.len)), NULL, 10);
    }
    if ((round && !skip(r, ")")) || (curly && !skip(r, "}")))
        return refuse(r, "a closing bracket");
    return true;
}

/* A square above the line, or ^2: of log n. */
static bool take_log(reader *r, int *logs) {
    int64_t power = 1;
    if (skip_bytes(r, "²"))
        power = 2;
    else if (skip(r, "^") && (power = take_integer(r)) < 0)
        return false;
    bool inner = skip(r, "(");
    if (!skip(r, "n") || (inner && !skip(r, ")")))
        return refuse(r, "n after log");
    *logs = power > 9 ? 9 : (int)power;
    return true;
}

/* "n^2 log n", "log n", "1". */
static bool take_class(reader *r, int64_t b, growth *g) {
    static const char *const raised[] = {"²", "³"};
    bool any = false;
    *g = (growth){.exponent = {.rational = true, .p = 0, .q = 1}};
    if (skip(r, "n")) {
        any = true;
        g->exponent.p = 1;
        if (skip(r, "^")) {
            if (!take_exponent(r, b, &g->exponent))
                return false;
        } else {
            for (int k = 0; k < 2; k++)
                if (skip_bytes(r, raised[k]))
                    g->exponent.p = k + 2;
        }
        skip(r, "*");
    }
    skip_bytes(r, "\\");
    if (skip(r, "log") || skip(r, "lg")) {
        any = true;
        if (!take_log(r, &g->logs))
            return false;
    }
    return any || skip(r, "1") || refuse(r, "n, log n or 1");
}

/* Whether it is a class; then `g` is what it says. An error if it begins like one and is none. */
static bool read_class(reader *r, int64_t b, growth *g, bool *is_class) {
    skip_bytes(r, "\\");
    bool theta = skip_bytes(r, "Θ") || skip_bytes(r, "θ") || skip(r, "theta");
    size_t at = r->at;
    bool letter = skip(r, "n") || skip(r, "l");
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

/* The whole text as an exact number. */
static number *read_total(reader *r) {
    skip(r, "t(n)");
    skip(r, "=");
    skip_blanks(r);
    size_t next = r->at;
    char sign = sign_at(r, &next);
    r->at = sign == '-' || sign == '+' ? next : r->at;
    str digits = number_scan_digits(r->text, &r->at, r->a), below = STR("1");
    if (digits.len && skip(r, "/"))
        below = number_scan_digits(r->text, &r->at, r->a);
    skip_blanks(r);
    number *total = number_from_text(
        r->a, str_format(r->a, "%s%.*s/%.*s", sign == '-' ? "-" : "", STR_ARG(digits), STR_ARG(below)));
    if (digits.len && r->at == r->text.len && total)
        return total;
    refuse(r, digits.len ? "the end" : "a number or Θ");
    return NULL;
}

/* ---- marking ---- */

typedef struct finding {
    const char *key;
    datum *args;
    str why;
    bool right;
} finding;

static void add_word(arena *a, datum *args, const char *key, str value) {
    datum_put(a, args, key, datum_text(a, value));
}

static bool same_growth(const growth *x, const growth *y) {
    const watershed *v = &x->exponent, *w = &y->exponent;
    return x->logs == y->logs && v->rational == w->rational && v->p == w->p && v->q == w->q && v->log == w->log &&
           v->base == w->base;
}

static finding judge_class(const recurrence *r, const growth *given, arena *a) {
    static const struct {
        const char *key, *why;
    } rules[] = {[MASTER_LEAVES] = {"leaves", "the levels grow, so the leaves rule"},
                 [MASTER_EVEN] = {"even", "all levels cost the same, so their number counts"},
                 [MASTER_ROOT] = {"root", "the levels shrink, so the root rules"},
                 [MASTER_BETWEEN] = {"between", "the levels shrink by no fixed factor, so their number counts"}};
    growth g = recurrence_growth(r);
    master_case c = master_case_of(r);
    bool right = same_growth(&g, given);
    finding f = {.args = datum_map(a), .right = right};
    f.key = str_format(a, "check.class.%s", rules[c].key).ptr;
    add_word(a, f.args, "theta", growth_text(&g, a));
    datum_put(a, f.args, "right", datum_bool(a, right));
    f.why = str_format(a, "%s: Θ(%.*s)", rules[c].why, STR_ARG(growth_text(&g, a)));
    return f;
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

static str wrong_why(const levels *l, wrong_way way, arena *a) {
    if (way != WRONG_LEVELS)
        return str_of(wrong_ways[way].why);
    return str_format(a, "the level of the leaves is missing: there are %zu levels, not %zu", l->r.depth + 1,
                      l->r.depth);
}

static finding judge_total(const levels *l, const number *given, arena *a) {
    str total = number_text_of_fmpz(l->total, a), shown = number_shown(total, a);
    finding f = {.key = "check.total", .args = datum_map(a)};
    f.right = str_equal(number_text(given, a), total);
    add_word(a, f.args, "total", total);
    add_word(a, f.args, "value", number_text(given, a));
    datum_put(a, f.args, "levels", datum_integer(a, (int64_t)l->r.depth + 1));
    datum_put(a, f.args, "depth", datum_integer(a, (int64_t)l->r.depth));
    if (f.right) {
        f.key = "check.sum";
        f.why = STR("this is the sum of all levels");
        return f;
    }
    for (wrong_way way = 0; way < WRONG_WAYS; way++)
        if (number_compare(wrong_total(l, way, a), given) == 0) {
            f.key = wrong_ways[way].key;
            f.why = wrong_why(l, way, a);
            return f;
        }
    f.why = str_format(a, "the levels sum up to %.*s", STR_ARG(shown));
    return f;
}

datum *recurrence_mark(levels *l, str text, arena *a, error *e) {
    const source where = {STR("<answer>"), text};
    reader r = {.where = &where, .text = text, .a = a, .e = e};
    growth g;
    bool is_class;
    if (!read_class(&r, l->r.b, &g, &is_class))
        return NULL;
    number *total = is_class ? NULL : read_total(&r);
    if (!is_class && !total)
        return NULL;
    finding f = is_class ? judge_class(&l->r, &g, a) : judge_total(l, total, a);
    datum *mark = datum_map(a);
    add_word(a, mark, "problem", STR("recurrence"));
    add_word(a, mark, "answer", str_trim(text));
    datum_put(a, mark, "right", datum_bool(a, f.right));
    add_word(a, mark, "value", is_class ? growth_text(&g, a) : number_text(total, a));
    add_word(a, mark, "why", f.why);
    add_word(a, mark, "key", str_of(f.key));
    datum_put(a, mark, "args", f.args);
    return mark;
}
