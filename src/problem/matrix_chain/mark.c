/* An answer is a product with its brackets: A1(A2A3), (A1 × A2)A3, … It is read as brackets open and close, with what
 * is known of each bracket on a stack:
 *
 *   ((A1A2)A3)      group: its first and last matrix, how many factors it has, the cost so far
 *   └┬┘             a factor that is a bracket hands its cost to the one around it
 *
 * Reading goes on to the end whatever the matrices are; the first thing that is wrong with the chain is then what the
 * mark says. */
#include "kit/answer_reader.h"
#include "kit/finding.h"
#include "matrix_chain/matrix_chain.h"

#include <string.h>

typedef struct factor {
    size_t first, last;
} factor;

typedef struct group {
    size_t at;         /* its bracket in the text; the whole answer: 0 */
    size_t count;      /* factors */
    factor factors[2]; /* the first two: more is a fault */
} group;

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_UNKNOWN,  /* there is no matrix of this number */
    FAULT_MISSING,  /* this matrix is left out */
    FAULT_TWICE,    /* this matrix stands there again */
    FAULT_ORDER,    /* this matrix comes before one of smaller number */
    FAULT_BRACKETS, /* three or more factors without brackets */
} fault_kind;

typedef struct answer {
    const answer_text *typed;
    const source *where;
    arena *a;
    error *e;
    size_t at, last_end;
    group *groups;
    size_t depth, capacity;
    size_t *matrices; /* from 1, in the order in which they stand there; 0 for one beyond counting */
    size_t matrix_count, matrix_capacity;
    str claimed; /* the cost, beside an equals sign; empty if it is not said */
    str strange; /* the first number beyond the chain, as written */
    size_t loose_from, loose_to;
    const matrix_table *table;
    fmpz *cost, *work;
} answer;

/* ---- signs ---- */

/* Of the plain text; × and the like are '*'. */
static char sign_at(const answer *w, size_t *at) {
    return *at < w->where->text.len ? number_plain_sign(w->where->text, at) : 0;
}

static char peek(const answer *w) {
    size_t at = w->at;
    return sign_at(w, &at);
}

static void skip_spaces(answer *w) {
    while (w->at < w->where->text.len && char_is_blank(peek(w)))
        sign_at(w, &w->at);
}

static bool fail(answer *w, size_t at, const char *what) {
    return error_at(w->e, w->where, at, 1, "%s", what);
}

/* ---- groups ---- */

static group *top(answer *w) {
    return &w->groups[w->depth - 1];
}

static void open_group(answer *w, size_t at) {
    *ARENA_PUSH(w->a, w, groups, depth, capacity) = (group){.at = at};
}

static void add_factor(answer *w, factor f) {
    group *g = top(w);
    if (g->count < 2)
        g->factors[g->count] = f;
    else
        g->factors[1].last = f.last;
    if (++g->count == 3 && !w->loose_to) {
        w->loose_from = g->factors[0].first;
        w->loose_to = f.last;
    } else if (g->count > 3 && w->loose_from == g->factors[0].first) {
        w->loose_to = f.last;
    }
}

/* The product of the two factors costs rows × inner × columns; only a sound chain has these. */
static factor group_value(answer *w, const group *g) {
    factor whole = {g->factors[0].first, g->count > 1 ? g->factors[1].last : g->factors[0].last};
    size_t n = w->table->chain.n, middle = g->factors[0].last;
    if (g->count == 2 && whole.first >= 1 && middle >= 1 && whole.last >= 1 && middle <= n && whole.last <= n &&
        whole.first <= n) {
        fmpz_mul(w->work, &w->table->dims[whole.first - 1], &w->table->dims[middle]);
        fmpz_addmul(w->cost, w->work, &w->table->dims[whole.last]);
    }
    return whole;
}

/* ---- reading ---- */

/* "A3", "a_3", "Ａ３", "A₃", "A_{3}" */
static bool take_matrix(answer *w) {
    size_t from = w->at;
    sign_at(w, &w->at);
    bool low = peek(w) == '_', braced = false;
    if (low)
        sign_at(w, &w->at);
    if (low && peek(w) == '{') {
        sign_at(w, &w->at);
        braced = true;
    }
    size_t number = 0, digits = w->at, n = w->table->chain.n;
    while (w->at < w->where->text.len && peek(w) >= '0' && peek(w) <= '9') {
        size_t digit = (size_t)(sign_at(w, &w->at) - '0');
        number = number > n ? number : number * 10 + digit;
    }
    if (w->at == digits)
        return fail(w, w->at, "expected the number of a matrix after A");
    if (braced) {
        if (peek(w) != '}')
            return fail(w, w->at, "expected } here");
        sign_at(w, &w->at);
    }
    if ((number < 1 || number > n) && !w->strange.len)
        w->strange = str_slice(w->typed->typed.text, w->typed->places[from], w->typed->places[w->at]);
    *ARENA_PUSH(w->a, w, matrices, matrix_count, matrix_capacity) = number;
    add_factor(w, (factor){number, number});
    return true;
}

static bool close_group(answer *w) {
    if (w->depth == 1)
        return fail(w, w->at, "this bracket closes none");
    if (!top(w)->count)
        return fail(w, w->at, "there is nothing between these brackets");
    sign_at(w, &w->at);
    factor whole = group_value(w, top(w));
    w->depth--;
    add_factor(w, whole);
    return true;
}

/* What stands here is a factor, or a bracket; × may stand between two factors. */
static bool take_sign(answer *w, bool *joined) {
    char c = peek(w);
    bool factor_here = c == 'A' || c == 'a' || c == '(';
    if (*joined && !factor_here)
        return fail(w, w->at, "expected a matrix or an opening bracket after ×");
    *joined = false;
    if (c == 'A' || c == 'a')
        return take_matrix(w);
    if (c == ')')
        return close_group(w);
    if (c == '*' && top(w)->count) {
        sign_at(w, &w->at);
        return *joined = true;
    }
    if (c != '(')
        return fail(w, w->at, "an order of multiplication is made of A1, A2, …, brackets and × only");
    open_group(w, w->at);
    sign_at(w, &w->at);
    return true;
}

static bool read_product(answer *w) {
    bool joined = false;
    open_group(w, 0);
    for (skip_spaces(w); w->at < w->where->text.len; skip_spaces(w)) {
        if (!take_sign(w, &joined))
            return false;
        w->last_end = w->at;
    }
    if (joined)
        return fail(w, w->last_end, "expected a matrix or an opening bracket after ×");
    if (w->depth > 1)
        return fail(w, top(w)->at, "this bracket is never closed");
    if (!top(w)->count)
        return fail(w, 0, "expected an order of multiplication, such as (A1A2)A3");
    group_value(w, top(w));
    return true;
}

/* ---- marking ---- */

typedef struct fault {
    fault_kind kind;
    size_t matrix, other;
} fault;

static fault find_fault(const answer *w) {
    size_t n = w->table->chain.n;
    if (w->strange.len)
        return (fault){FAULT_UNKNOWN, 0, 0};
    bool *met = ARENA_ARRAY(w->a, bool, n + 1);
    for (size_t k = 0; k < w->matrix_count; k++) {
        if (met[w->matrices[k]])
            return (fault){FAULT_TWICE, w->matrices[k], 0};
        met[w->matrices[k]] = true;
    }
    for (size_t i = 1; i <= n; i++)
        if (!met[i])
            return (fault){FAULT_MISSING, i, 0};
    for (size_t k = 1; k < w->matrix_count; k++)
        if (w->matrices[k] < w->matrices[k - 1])
            return (fault){FAULT_ORDER, w->matrices[k - 1], w->matrices[k]};
    if (w->loose_to)
        return (fault){FAULT_BRACKETS, w->loose_from, w->loose_to};
    return (fault){FAULT_NONE, 0, 0};
}

/* What stands beside an equals sign is the cost, as people write it. */
static bool read_claims(answer *w, const answer_claims *claims) {
    for (size_t k = 0; k < claims->count; k++) {
        answer_part p = claims->others[k];
        answer_text part = answer_read(str_slice(w->typed->plain.text, p.at, p.at + p.length), ANSWER_GROUPS, w->a);
        const number *value = number_from_text(w->a, part.plain.text);
        if (!value)
            return error_at(w->e, &w->typed->plain, p.at, p.length, "expected a number beside the equals sign");
        w->claimed = number_text(value, w->a);
    }
    return true;
}

/* "A1A2A3", of many only the ends: "A1A2…A9". */
static str run_text(size_t from, size_t to, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t i = from; i <= to; i++)
        if (to - from < 6 || i < from + 2 || i == to)
            strbuf_addf(&b, "A%zu", i);
        else if (i == from + 2)
            strbuf_add_c(&b, "…");
    return strbuf_text(&b);
}

static finding finding_of_fault(const answer *w, fault f) {
    static const char *const keys[] = {
        [FAULT_UNKNOWN] = "check.unknown", [FAULT_MISSING] = "check.missing",   [FAULT_TWICE] = "check.twice",
        [FAULT_ORDER] = "check.order",     [FAULT_BRACKETS] = "check.brackets",
    };
    arena *a = w->a;
    size_t n = w->table->chain.n;
    finding m = finding_of(keys[f.kind], a);
    finding_index(&m, "n", n, a);
    if (f.kind == FAULT_UNKNOWN) {
        finding_word(&m, "written", w->strange, a);
        m.why =
            str_format(a, "there is no %.*s: the chain has %zu matri%s", STR_ARG(w->strange), n, n == 1 ? "x" : "ces");
    } else if (f.kind == FAULT_TWICE)
        m.why = str_format(a, "A%zu stands there twice", f.matrix);
    else if (f.kind == FAULT_MISSING)
        m.why = str_format(a, "A%zu is missing", f.matrix);
    else if (f.kind == FAULT_ORDER) {
        finding_index(&m, "other", f.other, a);
        m.why = str_format(a, "A%zu stands before A%zu: the order of the matrices may not change, only the brackets",
                           f.matrix, f.other);
    } else {
        str factors = run_text(f.matrix, f.other, a);
        finding_word(&m, "factors", factors, a);
        m.why =
            str_format(a, "brackets are missing: it is not said which two of the factors in %.*s are multiplied first",
                       STR_ARG(factors));
    }
    finding_index(&m, "matrix", f.matrix, a);
    return m;
}

static finding finding_of_cost(const answer *w, str cost, str least) {
    arena *a = w->a;
    bool claims = w->claimed.len && !str_equal(w->claimed, cost), best = str_equal(cost, least);
    finding m = finding_of(claims ? "check.claim" : best ? "check.best" : "check.more", a);
    str shown = number_shown(cost, a), fewest = number_shown(least, a), claimed = number_shown(w->claimed, a);
    finding_word(&m, "value", cost, a);
    finding_word(&m, "best", least, a);
    if (claims) {
        finding_word(&m, "claimed", w->claimed, a);
        m.why =
            str_format(a, "this order takes %.*s scalar multiplications, not %.*s", STR_ARG(shown), STR_ARG(claimed));
    } else if (best)
        m.why = str_format(a, "this order takes %.*s scalar multiplication%s, and no order takes fewer", STR_ARG(shown),
                           str_is(shown, "1") ? "" : "s");
    else
        m.why = str_format(a, "this order takes %.*s scalar multiplications; the best take %.*s", STR_ARG(shown),
                           STR_ARG(fewest));
    return m;
}

static str least_cost(matrix_table *t, arena *a) {
    matrix_table_fill(t);
    return number_text_of_fmpz(matrix_cost(t, 0, t->chain.n - 1), a);
}

/* The least number of multiplications may stand alone. NULL if the answer is more than a number. */
static datum *mark_number(matrix_table *table, str typed, arena *a) {
    answer_text digits = answer_read(typed, ANSWER_GROUPS | ANSWER_COMMAS, a);
    answer_claims claims = answer_claims_of(&digits, 0, a);
    str written = str_slice(digits.plain.text, claims.main.at, claims.main.at + claims.main.length);
    if (!claims.main.number || claims.count)
        return NULL;
    str value = number_text(number_from_text(a, written), a), least = least_cost(table, a);
    str shown = number_shown(least, a);
    bool right = str_equal(value, least);
    finding f = finding_of(right ? "check.least" : "check.not_least", a);
    finding_word(&f, "best", least, a);
    f.why = right ? STR("no order takes fewer scalar multiplications")
                  : str_format(a, "the best order takes %.*s scalar multiplications", STR_ARG(shown));
    return finding_verdict(&f, "matrix-chain", typed, right, value, a);
}

datum *matrix_mark(const matrix_chain *c, str text, arena *a, error *e) {
    error found = error_in(a);
    answer_text typed = answer_read(text, ANSWER_ROUND, a);
    matrix_table *table = matrix_table_new(c, a);
    datum *number_marked = mark_number(table, text, a);
    if (number_marked)
        return number_marked;
    fmpz *numbers = number_integers(a, 2);
    answer_claims claims = answer_claims_of(&typed, 0, a);
    const source product = {typed.plain.name, str_slice(typed.plain.text, 0, claims.main.at + claims.main.length)};
    answer w = {.typed = &typed, .where = &product, .at = claims.main.at, .a = a, .e = &found, .table = table};
    w.cost = &numbers[0];
    w.work = &numbers[1];
    if (!read_product(&w) || !read_claims(&w, &claims))
        return answer_unreadable(&typed, &found, e);
    fault f = find_fault(&w);
    /* what is no order of this chain has no cost */
    str cost = f.kind == FAULT_NONE ? number_text_of_fmpz(w.cost, a) : STR("");
    finding m = cost.len ? finding_of_cost(&w, cost, least_cost(table, a)) : finding_of_fault(&w, f);
    return finding_verdict(&m, "matrix-chain", text, strcmp(m.key, "check.best") == 0, cost, a);
}
