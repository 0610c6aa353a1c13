/* A formula at a place. What holds no read is worked out, exactly; what holds reads becomes the expression of a
 * candidate:
 *
 *   \min_{i ≤ k < j} (m[i,k] + m[k+1,j] + p_{i-1} p_k p_j)  at 1, 3   ─▶   min of  "a+b+50" (k = 1), "a+b+120" (k = 2)
 */
#include "formula_tree.h"

#include "expr.h"
#include "number.h"

#include <limits.h>

enum { MOST_STEPS = 1000000, MOST_CANDIDATES = 20000, MOST_EXPRESSION = 2000, BINDINGS = 24 };

typedef enum value_kind { V_NUMBER, V_EXACT, V_INF, V_MINUS_INF, V_FALSE, V_TRUE, V_TEXT } value_kind;

typedef struct value {
    value_kind kind;
    long n;        /* V_NUMBER */
    number *exact; /* V_EXACT: no whole number, or too large for n */
    str text;      /* V_TEXT */
} value;

/* A sum around a choice: 1 + min(…). */
typedef struct wrap {
    const summands *s;
    size_t hole; /* the summand that is chosen */
    const struct wrap *outer;
} wrap;

typedef struct place {
    const formula *f;
    const formula_world *world;
    const long *at;
    struct formula_binding bound[BINDINGS];
    size_t bound_count;
    size_t steps;
    formula_place *out;
    arena *arena;
    error *error;
} place;

static bool eval(place *p, const node *x, value *v);

static bool fail(place *p, const node *x, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fail(place *p, const node *x, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str message = str_formatv(p->arena, format, args);
    va_end(args);
    strbuf b = strbuf_in(p->arena);
    strbuf_addf(&b, " (at %.*s", STR_ARG(p->f->function));
    for (size_t k = 0; k < p->f->index_count; k++)
        strbuf_addf(&b, "%s%ld", k ? "," : "[", p->at[k]);
    strbuf_add_c(&b, p->f->index_count ? "])" : ")");
    return error_at(p->error, p->f->where, x->at, 1, "%.*s%.*s", STR_ARG(message), STR_ARG(strbuf_text(&b)));
}

static str tex(place *p, const node *x) {
    return node_tex(x, false, p->arena);
}

static bool step(place *p, const node *x) {
    if (++p->steps <= MOST_STEPS)
        return true;
    return fail(p, x, "expected at most %d steps, got a formula that takes more", MOST_STEPS);
}

/* ---- numbers ---- */

static value whole(long n) {
    return (value){.kind = V_NUMBER, .n = n};
}

static value truth(bool is) {
    return (value){.kind = is ? V_TRUE : V_FALSE};
}

static value settled(number *q) {
    if (number_is_integer(q) && fmpz_fits_si(fmpq_numref(q->q)))
        return whole(fmpz_get_si(fmpq_numref(q->q)));
    return (value){.kind = V_EXACT, .exact = q};
}

static number *exact_of(place *p, const value *v) {
    return v->kind == V_EXACT ? v->exact : number_from_integer(p->arena, v->n);
}

static bool is_number(const value *v) {
    return v->kind == V_NUMBER || v->kind == V_EXACT;
}

static bool is_infinite(const value *v) {
    return v->kind == V_INF || v->kind == V_MINUS_INF;
}

static int sign_of(const value *v) {
    if (v->kind == V_NUMBER)
        return (v->n > 0) - (v->n < 0);
    return v->kind == V_EXACT ? number_sign(v->exact) : v->kind == V_INF ? 1 : -1;
}

static value negated(place *p, const value *v) {
    if (is_infinite(v))
        return (value){.kind = v->kind == V_INF ? V_MINUS_INF : V_INF};
    long n;
    if (v->kind == V_NUMBER && !__builtin_sub_overflow(0L, v->n, &n))
        return whole(n);
    number *q = number_new(p->arena);
    fmpq_neg(q->q, exact_of(p, v)->q);
    return settled(q);
}

static const char *name_of(const value *v) {
    return v->kind == V_TEXT ? "a text" : v->kind == V_TRUE || v->kind == V_FALSE ? "a truth value" : "a number";
}

static bool need_number(place *p, const node *x, const value *v) {
    if (is_number(v) || is_infinite(v))
        return true;
    str t = tex(p, x);
    return fail(p, x, "expected a number, got %.*s, which is %s", STR_ARG(t), name_of(v));
}

static bool infinite_result(place *p, const node *x, value *a, const value *b) {
    if (x->kind == NODE_MULTIPLY) {
        int sign = sign_of(a) * sign_of(b);
        a->kind = sign > 0 ? V_INF : V_MINUS_INF;
        return sign || fail(p, x, "expected a product that has a value, got 0 times infinity");
    }
    if (x->kind == NODE_DIVIDE)
        return fail(p, x, "expected a quotient of numbers, got infinity");
    value other = x->kind == NODE_SUBTRACT ? negated(p, b) : *b;
    if (is_infinite(a) && is_infinite(&other) && a->kind != other.kind)
        return fail(p, x, "expected a sum that has a value, got infinity minus infinity");
    if (!is_infinite(a))
        *a = other;
    return true;
}

static bool fits(const node *x, const value *a, const value *b, long *n) {
    if (a->kind != V_NUMBER || b->kind != V_NUMBER)
        return false;
    switch (x->kind) {
    case NODE_ADD:
        return !__builtin_add_overflow(a->n, b->n, n);
    case NODE_SUBTRACT:
        return !__builtin_sub_overflow(a->n, b->n, n);
    case NODE_MULTIPLY:
        return !__builtin_mul_overflow(a->n, b->n, n);
    default:
        if (b->n <= 0 || a->n % b->n)
            return false;
        *n = a->n / b->n;
        return true;
    }
}

/* *a becomes *a (operator of x) *b. */
static bool calculate(place *p, const node *x, value *a, const value *b) {
    long n;
    if (is_infinite(a) || is_infinite(b))
        return infinite_result(p, x, a, b);
    if (fits(x, a, b, &n)) {
        *a = whole(n);
        return true;
    }
    number *q = number_new(p->arena), *l = exact_of(p, a), *r = exact_of(p, b);
    if (x->kind == NODE_DIVIDE && number_sign(r) == 0)
        return fail(p, x, "expected a divisor that is not 0, got 0");
    switch (x->kind) {
    case NODE_ADD:
        fmpq_add(q->q, l->q, r->q);
        break;
    case NODE_SUBTRACT:
        fmpq_sub(q->q, l->q, r->q);
        break;
    case NODE_MULTIPLY:
        fmpq_mul(q->q, l->q, r->q);
        break;
    default:
        fmpq_div(q->q, l->q, r->q);
    }
    if (fmpz_bits(fmpq_numref(q->q)) > 20000)
        return fail(p, x, "expected a number of at most 6000 digits, got more");
    *a = settled(q);
    return true;
}

static bool eval_operator(place *p, const node *x, value *v) {
    value right;
    if (!eval(p, x->parts[0], v) || !need_number(p, x->parts[0], v) || !eval(p, x->parts[1], &right) ||
        !need_number(p, x->parts[1], &right))
        return false;
    return calculate(p, x, v, &right);
}

static bool eval_power(place *p, const node *x, value *v) {
    value e;
    if (!eval(p, x->parts[0], v) || !need_number(p, x->parts[0], v) || !eval(p, x->parts[1], &e))
        return false;
    if (e.kind != V_NUMBER || e.n < 0 || e.n > 10000)
        return fail(p, x, "expected an exponent from 0 to 10000, got another");
    value base = *v;
    node product = {.kind = NODE_MULTIPLY, .at = x->at};
    *v = whole(1);
    for (long k = 0; k < e.n; k++)
        if (!step(p, x) || !calculate(p, &product, v, &base))
            return false;
    return true;
}

/* Below 0, 0, above 0; for numbers and infinities. */
static int order(place *p, const value *a, const value *b) {
    if (a->kind == V_NUMBER && b->kind == V_NUMBER)
        return (a->n > b->n) - (a->n < b->n);
    if (is_infinite(a) || is_infinite(b)) {
        int l = is_infinite(a) ? sign_of(a) : 0, r = is_infinite(b) ? sign_of(b) : 0;
        return l - r;
    }
    return number_compare(exact_of(p, a), exact_of(p, b));
}

static bool eval_rounded(place *p, const node *x, value *v) {
    if (!eval(p, x->parts[0], v) || !need_number(p, x->parts[0], v))
        return false;
    if (x->kind == NODE_ABSOLUTE) {
        if (sign_of(v) < 0)
            *v = negated(p, v);
        return true;
    }
    if (v->kind != V_EXACT)
        return true;
    number *q = number_new(p->arena);
    if (x->kind == NODE_FLOOR)
        fmpz_fdiv_q(fmpq_numref(q->q), fmpq_numref(v->exact->q), fmpq_denref(v->exact->q));
    else
        fmpz_cdiv_q(fmpq_numref(q->q), fmpq_numref(v->exact->q), fmpq_denref(v->exact->q));
    *v = settled(q);
    return true;
}

/* ---- names ---- */

static bool eval_name(place *p, const node *x, value *v) {
    for (size_t k = p->bound_count; k-- > 0;)
        if (str_equal(p->bound[k].name, x->text)) {
            *v = whole(p->bound[k].value);
            return true;
        }
    for (size_t k = 0; k < p->f->index_count; k++)
        if (str_equal(p->f->index[k], x->text)) {
            *v = whole(p->at[k]);
            return true;
        }
    long n;
    if (!p->world->integer || !p->world->integer(p->world->user, x->text, &n))
        return fail(p, x, "expected a number for %.*s, got none", STR_ARG(x->text));
    *v = whole(n);
    return true;
}

/* The indices of an element or a read. */
static bool eval_indices(place *p, const node *x, long at[FORMULA_INDICES]) {
    for (size_t k = 0; k < x->count; k++) {
        value v = {0};
        if (!eval(p, x->parts[k], &v))
            return false;
        if (v.kind != V_NUMBER) {
            str t = tex(p, x);
            return fail(p, x, "expected whole numbers as indices, got %.*s", STR_ARG(t));
        }
        at[k] = v.n;
    }
    return true;
}

static bool value_of_input(place *p, const node *x, const formula_value *given, value *v) {
    static const value_kind kinds[] = {[FORMULA_INF] = V_INF,
                                       [FORMULA_MINUS_INF] = V_MINUS_INF,
                                       [FORMULA_FALSE] = V_FALSE,
                                       [FORMULA_TRUE] = V_TRUE,
                                       [FORMULA_TEXT] = V_TEXT};
    if (given->kind != FORMULA_NUMBER) {
        *v = (value){.kind = kinds[given->kind], .text = given->text};
        return true;
    }
    number *q = number_from_text(p->arena, given->text);
    if (!q)
        return fail(p, x, "expected a number, got %.*s", STR_ARG(given->text));
    *v = settled(q);
    return true;
}

static bool eval_element(place *p, const node *x, value *v) {
    long at[FORMULA_INDICES] = {0}, first, last;
    if (!eval_indices(p, x, at))
        return false;
    for (int k = 0; k < (int)x->count; k++)
        if (p->world->range && p->world->range(p->world->user, x->text, at, k, &first, &last) &&
            (at[k] < first || at[k] > last)) {
            str t = tex(p, x);
            return fail(p, x, "expected an index of %.*s from %ld to %ld, got %ld in %.*s", STR_ARG(x->text), first,
                        last, at[k], STR_ARG(t));
        }
    formula_value given = {FORMULA_NUMBER, STR("")};
    if (!p->world->element || !p->world->element(p->world->user, x->text, at, (int)x->count, &given)) {
        str t = tex(p, x);
        return fail(p, x, "expected a value of %.*s, got none", STR_ARG(t));
    }
    return value_of_input(p, x, &given, v);
}

/* ---- conditions ---- */

static bool relate(place *p, const node *x, char sign, const value *a, const value *b, bool *is) {
    bool texts = a->kind == V_TEXT && b->kind == V_TEXT;
    bool numbers = (is_number(a) || is_infinite(a)) && (is_number(b) || is_infinite(b));
    bool truths = (a->kind == V_TRUE || a->kind == V_FALSE) && (b->kind == V_TRUE || b->kind == V_FALSE);
    if (!texts && !numbers && !(truths && (sign == '=' || sign == 'n'))) {
        str t = tex(p, x);
        return fail(p, x, "expected values of one kind in %.*s, got %s and %s", STR_ARG(t), name_of(a), name_of(b));
    }
    int c = texts ? str_compare(a->text, b->text) : truths ? (int)a->kind - (int)b->kind : order(p, a, b);
    *is = sign == '='   ? c == 0
          : sign == 'n' ? c != 0
          : sign == '<' ? c < 0
          : sign == '>' ? c > 0
          : sign == 'l' ? c <= 0
                        : c >= 0;
    return true;
}

static bool eval_comparison(place *p, const node *x, value *v) {
    value left, right;
    bool is = true;
    if (!eval(p, x->parts[0], &left))
        return false;
    for (size_t k = 1; k < x->count && is; k++) {
        if (!eval(p, x->parts[k], &right) || !relate(p, x, x->text.ptr[k - 1], &left, &right, &is))
            return false;
        left = right;
    }
    *v = truth(is);
    return true;
}

static bool holds(place *p, const node *x, bool *is) {
    value v = {0};
    *is = true;
    if (!x)
        return true;
    if (!eval(p, x, &v))
        return false;
    if (v.kind != V_TRUE && v.kind != V_FALSE) {
        str t = tex(p, x);
        return fail(p, x, "expected a condition, got %.*s, which is %s", STR_ARG(t), name_of(&v));
    }
    *is = v.kind == V_TRUE;
    return true;
}

static bool eval_logic(place *p, const node *x, value *v) {
    bool is = x->kind == NODE_AND;
    if (x->kind == NODE_NOT || x->kind == NODE_IVERSON) {
        if (!holds(p, x->parts[0], &is))
            return false;
        *v = x->kind == NODE_NOT ? truth(!is) : whole(is);
        return true;
    }
    for (size_t k = 0; k < x->count && is == (x->kind == NODE_AND); k++)
        if (!holds(p, x->parts[k], &is))
            return false;
    *v = truth(is);
    return true;
}

/* ---- bound variables ---- */

typedef struct loop {
    long first, last;
} loop;

/* The limit as a whole number: beyond a fraction, inside. *none: it is infinite, and no limit. */
static bool limit(place *p, const node *x, bool open, bool low, long *n, bool *none) {
    value v = {0};
    if (!eval(p, x, &v) || !need_number(p, x, &v))
        return false;
    *none = is_infinite(&v) && (v.kind == V_INF) != low;
    if (*none)
        return true;
    if (is_infinite(&v)) { /* nothing is beyond it */
        *n = low ? LONG_MAX : LONG_MIN;
        return true;
    }
    if (v.kind == V_EXACT) {
        node round = {.kind = low ? NODE_CEILING : NODE_FLOOR};
        number *q = number_new(p->arena);
        if (round.kind == NODE_FLOOR)
            fmpz_fdiv_q(fmpq_numref(q->q), fmpq_numref(v.exact->q), fmpq_denref(v.exact->q));
        else
            fmpz_cdiv_q(fmpq_numref(q->q), fmpq_numref(v.exact->q), fmpq_denref(v.exact->q));
        v = settled(q);
        open = false;
        if (v.kind == V_EXACT)
            return fail(p, x, "expected a limit of at most 18 digits, got more");
    }
    *n = v.n;
    if (open && !__builtin_add_overflow(v.n, low ? 1L : -1L, n))
        return true;
    return !open || fail(p, x, "expected a limit of at most 18 digits, got more");
}

static bool limit_by_inputs(place *p, const bound_range *b, loop *l, bool *low, bool *high) {
    bool need_low = !*low, need_high = !*high;
    for (size_t k = 0; k < b->input_count; k++) {
        const node *x = b->inputs[k];
        long at[FORMULA_INDICES] = {0}, first, last;
        for (int d = 0; d < b->depths[k]; d++) {
            value v = {0};
            if (!eval(p, x->parts[d], &v))
                return false;
            at[d] = v.kind == V_NUMBER ? v.n : 0;
        }
        if (!p->world->range || !p->world->range(p->world->user, x->text, at, b->depths[k], &first, &last))
            continue;
        if (need_low)
            l->first = *low && l->first > first ? l->first : first;
        if (need_high)
            l->last = *high && l->last < last ? l->last : last;
        *low = *high = true;
    }
    return true;
}

static bool loop_of(place *p, const node *x, loop *l) {
    const bound_range *b = x->range;
    bool low = false, high = false, none = false;
    long n = 0;
    *l = (loop){0, 0};
    for (size_t k = 0; k < b->low_count; k++) {
        if (!limit(p, b->low[k], b->low_open[k], true, &n, &none))
            return false;
        if (!none)
            l->first = low && l->first > n ? l->first : n;
        low = low || !none;
    }
    for (size_t k = 0; k < b->high_count; k++) {
        if (!limit(p, b->high[k], b->high_open[k], false, &n, &none))
            return false;
        if (!none)
            l->last = high && l->last < n ? l->last : n;
        high = high || !none;
    }
    if ((!low || !high) && !limit_by_inputs(p, b, l, &low, &high))
        return false;
    if (low && high)
        return true;
    return fail(p, x, "expected %s of %.*s, got none: say from where to where it runs, as in 1 \\le %.*s \\le n",
                !low && !high ? "bounds"
                : low         ? "an upper bound"
                              : "a lower bound",
                STR_ARG(x->text), STR_ARG(x->text));
}

static bool push(place *p, const node *x, long n) {
    if (p->bound_count == BINDINGS)
        return fail(p, x, "expected at most %d bound variables, got more", BINDINGS);
    p->bound[p->bound_count].name = x->text;
    p->bound[p->bound_count++].value = n;
    return true;
}

/* Whether the variable just pushed satisfies what is not a limit. */
static bool passes(place *p, const node *x, bool *is) {
    *is = true;
    for (size_t k = 0; k < x->range->test_count && *is; k++)
        if (!holds(p, x->range->tests[k], is))
            return false;
    return step(p, x);
}

/* *total becomes the better of both, or the sum. */
static bool combine(place *p, const node *x, formula_goal goal, value *total, const value *v) {
    static const node add = {.kind = NODE_ADD};
    bool logic = v->kind == V_TRUE || v->kind == V_FALSE;
    if (goal == FORMULA_ANY || goal == FORMULA_ALL) {
        if (!logic)
            return fail(p, x, "expected truth values, got %s", name_of(v));
        if (v->kind == (goal == FORMULA_ANY ? V_TRUE : V_FALSE))
            total->kind = v->kind;
        return true;
    }
    if (!need_number(p, x, v))
        return false;
    if (goal == FORMULA_SUM) {
        node here = add;
        here.at = x->at;
        return calculate(p, &here, total, v);
    }
    int c = order(p, v, total);
    if (goal == FORMULA_MIN ? c < 0 : c > 0)
        *total = *v;
    return true;
}

static value nothing_of(formula_goal goal) {
    switch (goal) {
    case FORMULA_MIN:
        return (value){.kind = V_INF};
    case FORMULA_MAX:
        return (value){.kind = V_MINUS_INF};
    case FORMULA_ANY:
        return truth(false);
    case FORMULA_ALL:
        return truth(true);
    default:
        return whole(0);
    }
}

static bool eval_big(place *p, const node *x, value *v) {
    loop l;
    if (!loop_of(p, x, &l))
        return false;
    *v = nothing_of(x->goal);
    size_t depth = p->bound_count;
    for (long n = l.first; n <= l.last; n++) {
        bool is;
        value one = {0};
        if (!push(p, x, n) || !passes(p, x, &is) || (is && !eval(p, x->parts[1], &one)))
            return false;
        p->bound_count = depth;
        if (is && !combine(p, x, x->goal, v, &one))
            return false;
    }
    return true;
}

/* ---- cases and lists ---- */

static bool chosen_case(place *p, const node *x, const node **value_of_case) {
    for (size_t k = 0; k < x->count; k++) {
        bool is;
        if (!holds(p, x->parts[k]->parts[1], &is))
            return false;
        if (is) {
            *value_of_case = x->parts[k]->parts[0];
            return true;
        }
    }
    return fail(p, x, "expected a case for every place, got none whose condition holds");
}

static bool eval_list(place *p, const node *x, value *v) {
    formula_goal goal = node_goal(x);
    *v = nothing_of(goal);
    for (size_t k = 0; k < x->count; k++) {
        const node *arm = x->parts[k];
        bool is = true;
        value one = {0};
        if (arm->kind == NODE_WHEN && !holds(p, arm->parts[1], &is))
            return false;
        if (!is)
            continue;
        if (!eval(p, arm->kind == NODE_WHEN ? arm->parts[0] : arm, &one) || !combine(p, arm, goal, v, &one))
            return false;
    }
    return true;
}

static bool eval(place *p, const node *x, value *v) {
    const node *which = NULL;
    if (!step(p, x))
        return false;
    switch (x->kind) {
    case NODE_NUMBER: {
        long n = 0;
        for (size_t k = 0; k < x->text.len; k++)
            n = 10 * n + (x->text.ptr[k] - '0');
        *v = whole(n);
        return true;
    }
    case NODE_INFINITY:
        *v = (value){.kind = V_INF};
        return true;
    case NODE_TRUTH:
        *v = truth(str_is(x->text, "true"));
        return true;
    case NODE_NAME:
        return eval_name(p, x, v);
    case NODE_ELEMENT:
        return eval_element(p, x, v);
    case NODE_READ: {
        str t = tex(p, x);
        return fail(p, x, "expected what is known before the table is filled, got %.*s", STR_ARG(t));
    }
    case NODE_ADD:
    case NODE_SUBTRACT:
    case NODE_MULTIPLY:
    case NODE_DIVIDE:
        return eval_operator(p, x, v);
    case NODE_POWER:
        return eval_power(p, x, v);
    case NODE_NEGATE:
        if (!eval(p, x->parts[0], v) || !need_number(p, x->parts[0], v))
            return false;
        *v = negated(p, v);
        return true;
    case NODE_FLOOR:
    case NODE_CEILING:
    case NODE_ABSOLUTE:
        return eval_rounded(p, x, v);
    case NODE_AND:
    case NODE_OR:
    case NODE_NOT:
    case NODE_IVERSON:
        return eval_logic(p, x, v);
    case NODE_COMPARE:
        return eval_comparison(p, x, v);
    case NODE_MIN:
    case NODE_MAX:
        return eval_list(p, x, v);
    case NODE_BIG:
        return eval_big(p, x, v);
    case NODE_CASES:
        return chosen_case(p, x, &which) && which && eval(p, which, v);
    case NODE_WHEN:
        return eval(p, x->parts[0], v);
    }
    return false;
}

static formula_value shown(place *p, const value *v) {
    switch (v->kind) {
    case V_NUMBER:
        return (formula_value){FORMULA_NUMBER, str_format(p->arena, "%ld", v->n)};
    case V_EXACT:
        return (formula_value){FORMULA_NUMBER, number_text(v->exact, p->arena)};
    case V_INF:
        return (formula_value){FORMULA_INF, STR("inf")};
    case V_MINUS_INF:
        return (formula_value){FORMULA_MINUS_INF, STR("-inf")};
    case V_TRUE:
        return (formula_value){FORMULA_TRUE, STR("true")};
    case V_FALSE:
        return (formula_value){FORMULA_FALSE, STR("false")};
    case V_TEXT:
        break;
    }
    return (formula_value){FORMULA_TEXT, v->text};
}

/* ---- expressions ---- */

typedef struct emitter {
    place *p;
    formula_candidate *c;
    strbuf out;
} emitter;

/* How tightly it must hold together: a sum, a product, an atom. */
enum { AS_SUM, AS_PRODUCT, AS_ATOM };

static bool emit(emitter *m, const node *x, int as);

static bool emit_value(emitter *m, const node *x, const value *v, int as) {
    if (v->kind == V_TEXT)
        return need_number(m->p, x, v);
    str s = shown(m->p, v).text;
    if (s.len && s.ptr[0] == '-')
        strbuf_addf(&m->out, as == AS_SUM ? "0%.*s" : "(0%.*s)", STR_ARG(s));
    else if (v->kind == V_EXACT && !number_is_integer(v->exact) && as == AS_ATOM)
        strbuf_addf(&m->out, "(%.*s)", STR_ARG(s));
    else
        strbuf_add(&m->out, s);
    return true;
}

static bool emit_read(emitter *m, const node *x) {
    formula_candidate *c = m->c;
    formula_reads read = {.function = x->text};
    if (!eval_indices(m->p, x, read.at))
        return false;
    size_t k = c->read_count;
    if (k == FORMULA_READS)
        return fail(m->p, x, "expected at most %d reads in a term, got more", FORMULA_READS);
    static const char names[] = "abcdefgh";
    read.name = (str){names + k, 1};
    c->reads[c->read_count++] = read;
    strbuf_add(&m->out, read.name);
    return true;
}

/* One summand, or the hole of a wrap. */
static bool emit_summand(emitter *m, const node *x, const wrap *inner, const node *leaf, bool minus);

typedef struct part {
    const node *x; /* NULL: the hole */
    bool minus;
} part;

static bool add_constant(emitter *m, const node *x, bool minus, value *total) {
    value v = {0};
    node sign = {.kind = minus ? NODE_SUBTRACT : NODE_ADD, .at = x->at};
    return eval(m->p, x, &v) && need_number(m->p, x, &v) && calculate(m->p, &sign, total, &v);
}

static bool begin_summand(emitter *m, bool minus, size_t start) {
    bool first = m->out.len == start;
    if (first && minus)
        strbuf_add_c(&m->out, "0-");
    else if (!first)
        strbuf_add_byte(&m->out, minus ? '-' : '+');
    return true;
}

static void end_sum(emitter *m, const value *total, size_t start) {
    bool first = m->out.len == start;
    if (total->kind == V_NUMBER && total->n == 0 && !first)
        return;
    str s = shown(m->p, total).text;
    bool negative = s.ptr[0] == '-';
    if (first)
        strbuf_addf(&m->out, negative ? "0%.*s" : "%.*s", STR_ARG(s));
    else
        strbuf_addf(&m->out, negative ? "%.*s" : "+%.*s", STR_ARG(s));
}

/* The sum with the reads first, then the total of what holds none: a+b+20. */
static bool emit_sum(emitter *m, const summands *s, size_t hole, const wrap *inner, const node *leaf) {
    value total = whole(0);
    size_t start = m->out.len;
    for (int pass = 0; pass < 2; pass++) /* what is added goes before what is taken away */
        for (size_t k = 0; k < s->count; k++) {
            const summand *one = &s->items[k];
            const node *x = k == hole ? leaf : one->x;
            bool constant = k == hole ? !leaf->reads && !inner : !x->reads;
            if (constant && pass == 0 && !add_constant(m, x, one->minus, &total))
                return false;
            if (constant || one->minus != (pass == 1))
                continue;
            begin_summand(m, one->minus, start);
            if (!emit_summand(m, one->x, k == hole ? inner : NULL, k == hole ? leaf : NULL, one->minus))
                return false;
        }
    end_sum(m, &total, start);
    return true;
}

static bool emit_summand(emitter *m, const node *x, const wrap *inner, const node *leaf, bool minus) {
    if (inner) {
        if (minus)
            strbuf_add_byte(&m->out, '(');
        bool good = emit_sum(m, inner->s, inner->hole, inner->outer, leaf);
        if (minus)
            strbuf_add_byte(&m->out, ')');
        return good;
    }
    return emit(m, leaf ? leaf : x, AS_PRODUCT);
}

static bool emit_bracketed_sum(emitter *m, const node *x, int as) {
    summands s = summands_of(x, m->p->arena);
    if (as > AS_SUM)
        strbuf_add_byte(&m->out, '(');
    bool good = emit_sum(m, &s, SIZE_MAX, NULL, NULL);
    if (as > AS_SUM)
        strbuf_add_byte(&m->out, ')');
    return good;
}

/* max(a,b), and of truth values: or is max, and is min. Of one, it alone. */
static bool emit_list(emitter *m, const node *x, bool min) {
    strbuf whole_text = m->out;
    m->out = strbuf_in(m->p->arena);
    size_t count = 0;
    for (size_t k = 0; k < x->count; k++) {
        const node *arm = x->parts[k];
        bool is = true, logic = x->kind == NODE_AND || x->kind == NODE_OR;
        if (arm->kind == NODE_WHEN && !holds(m->p, arm->parts[1], &is))
            return false;
        if (!is)
            continue;
        if (logic && !arm->reads) {
            if (!holds(m->p, arm, &is))
                return false;
            if (is == (x->kind == NODE_OR)) { /* that decides */
                m->out = whole_text;
                strbuf_add_c(&m->out, is ? "true" : "false");
                return true;
            }
            continue;
        }
        if (count++)
            strbuf_add_byte(&m->out, ',');
        if (!emit(m, arm->kind == NODE_WHEN ? arm->parts[0] : arm, AS_SUM))
            return false;
    }
    str inside = strbuf_text(&m->out);
    m->out = whole_text;
    if (count == 0)
        strbuf_add_c(&m->out, x->kind == NODE_AND ? "true" : x->kind == NODE_OR ? "false" : min ? "inf" : "(0-inf)");
    else
        strbuf_addf(&m->out, "%s(%.*s)", count == 1 ? "" : min ? "min" : "max", STR_ARG(inside));
    return true;
}

static bool emit_big(emitter *m, const node *x) {
    loop l;
    place *p = m->p;
    if (!loop_of(p, x, &l))
        return false;
    bool sum = x->goal == FORMULA_SUM, min = x->goal == FORMULA_MIN || x->goal == FORMULA_ALL;
    strbuf outside = m->out;
    m->out = strbuf_in(p->arena);
    size_t depth = p->bound_count, count = 0;
    for (long n = l.first; n <= l.last; n++) {
        bool is;
        if (!push(p, x, n) || !passes(p, x, &is))
            return false;
        if (is && count++)
            strbuf_add_byte(&m->out, sum ? '+' : ',');
        if (is && !emit(m, x->parts[1], sum ? AS_PRODUCT : AS_SUM))
            return false;
        p->bound_count = depth;
        if (m->out.len > MOST_EXPRESSION)
            return fail(p, x, "expected an expression of at most %d bytes, got more", MOST_EXPRESSION);
    }
    str inside = strbuf_text(&m->out);
    m->out = outside;
    if (count == 0) {
        value none = nothing_of(x->goal);
        return emit_value(m, x, &none, AS_ATOM);
    }
    strbuf_addf(&m->out, "%s(%.*s)", sum || count == 1 ? "" : min ? "min" : "max", STR_ARG(inside));
    return true;
}

static bool emit_power(emitter *m, const node *x) {
    value e;
    if (!eval(m->p, x->parts[1], &e))
        return false;
    if (e.kind != V_NUMBER || e.n < 1 || e.n > 8)
        return fail(m->p, x, "expected an exponent from 1 to 8 of what is read, got another");
    for (long k = 0; k < e.n; k++) {
        if (k)
            strbuf_add_byte(&m->out, '*');
        if (!emit(m, x->parts[0], AS_ATOM))
            return false;
    }
    return true;
}

static bool emit_product(emitter *m, const node *x) {
    if (!emit(m, x->parts[0], AS_PRODUCT))
        return false;
    strbuf_add_byte(&m->out, x->kind == NODE_MULTIPLY ? '*' : '/');
    return emit(m, x->parts[1], AS_ATOM);
}

static bool emit(emitter *m, const node *x, int as) {
    const node *which = NULL;
    value v = {0};
    if (m->out.len > MOST_EXPRESSION)
        return fail(m->p, x, "expected an expression of at most %d bytes, got more", MOST_EXPRESSION);
    if (!x->reads)
        return eval(m->p, x, &v) && emit_value(m, x, &v, as);
    bool brackets = as == AS_ATOM && (x->kind == NODE_MULTIPLY || x->kind == NODE_DIVIDE || x->kind == NODE_POWER);
    bool good;
    if (brackets)
        strbuf_add_byte(&m->out, '(');
    switch (x->kind) {
    case NODE_READ:
        good = emit_read(m, x);
        break;
    case NODE_ADD:
    case NODE_SUBTRACT:
    case NODE_NEGATE:
        good = emit_bracketed_sum(m, x, as);
        break;
    case NODE_MULTIPLY:
    case NODE_DIVIDE:
        good = emit_product(m, x);
        break;
    case NODE_POWER:
        good = emit_power(m, x);
        break;
    case NODE_MIN:
    case NODE_AND:
        good = emit_list(m, x, true);
        break;
    case NODE_MAX:
    case NODE_OR:
        good = emit_list(m, x, false);
        break;
    case NODE_BIG:
        good = emit_big(m, x);
        break;
    case NODE_CASES:
        good = chosen_case(m->p, x, &which) && emit(m, which, as);
        break;
    case NODE_WHEN:
        good = emit(m, x->parts[0], as);
        break;
    default: {
        str t = tex(m->p, x);
        good = fail(m->p, x, "expected reads that are added, multiplied or chosen from, got %.*s", STR_ARG(t));
    }
    }
    if (brackets)
        strbuf_add_byte(&m->out, ')');
    return good;
}

/* ---- candidates ---- */

/* An expression without reads is its value. */
static bool known_number(place *p, const node *leaf, formula_candidate *c) {
    source text = {p->f->where->name, c->expression};
    expr *x = expr_read(&text, 0, text.text.len, p->arena, p->error);
    number *n = x ? expr_value(x, NULL, 0, &text, p->arena, p->error) : NULL;
    if (!n)
        return fail(p, leaf, "expected a value that is known");
    c->value.text = number_text(n, p->arena);
    return true;
}

static bool add_candidate(place *p, const node *leaf, const wrap *around, bool minus) {
    if (p->out->count == MOST_CANDIDATES)
        return fail(p, leaf, "expected at most %d candidates at a place, got more", MOST_CANDIDATES);
    formula_candidate *c = ARENA_PUSH(p->arena, p->out, candidates, count, capacity);
    *c = (formula_candidate){.term = leaf->term};
    for (size_t k = 0; k < p->bound_count && k < FORMULA_BOUND; k++)
        c->bound[c->bound_count++] = p->bound[k];
    emitter m = {p, c, strbuf_in(p->arena)};
    summand alone = {leaf, minus};
    summands one = {&alone, 1, 1};
    bool good = around                  ? emit_sum(&m, around->s, around->hole, around->outer, leaf)
                : leaf->reads && !minus ? emit(&m, leaf, AS_SUM)
                : leaf->reads           ? emit_sum(&m, &one, SIZE_MAX, NULL, NULL)
                                        : true;
    if (!good)
        return false;
    value v = {0};
    if (!leaf->reads && !around) {
        if (!eval(p, leaf, &v) || (v.kind == V_TEXT && !need_number(p, leaf, &v)))
            return false;
        if (minus)
            v = negated(p, &v);
        c->value = shown(p, &v);
        c->expression = c->value.text;
        return true;
    }
    c->expression = strbuf_text(&m.out);
    if (c->read_count == 0) { /* all of it is known: no reads in the arm, nor around it */
        c->term = -1;
        c->value = (formula_value){FORMULA_NUMBER, c->expression};
        if (str_is(c->expression, "inf") || str_is(c->expression, "true") || str_is(c->expression, "false"))
            c->value.kind = str_is(c->expression, "inf")    ? FORMULA_INF
                            : str_is(c->expression, "true") ? FORMULA_TRUE
                                                            : FORMULA_FALSE;
        else if (str_is(c->expression, "0-inf"))
            c->value = (formula_value){FORMULA_MINUS_INF, STR("-inf")};
        else if (!known_number(p, leaf, c))
            return false;
        c->expression = c->value.text;
    } else if (leaf->term < 0)
        c->term = -1;
    return true;
}

static bool gather(place *p, const node *x, formula_goal goal, const wrap *around);

static bool gather_bound(place *p, const node *x, formula_goal goal, const wrap *around) {
    loop l;
    if (!loop_of(p, x, &l))
        return false;
    size_t depth = p->bound_count;
    for (long n = l.first; n <= l.last; n++) {
        bool is;
        if (!push(p, x, n) || !passes(p, x, &is) || (is && !gather(p, x->parts[1], goal, around)))
            return false;
        p->bound_count = depth;
    }
    return true;
}

static bool gather_summands(place *p, const node *x, formula_goal goal, const wrap *around) {
    summands s = summands_of(x, p->arena);
    for (size_t k = 0; k < s.count; k++) {
        const node *part = s.items[k].x;
        if (goal == FORMULA_SUM && !around) { /* each is a candidate; sums among them are flat already */
            bool flat = part->kind == NODE_BIG && part->goal == FORMULA_SUM && part->reads && !s.items[k].minus;
            if (flat ? !gather_bound(p, part, goal, NULL) : !add_candidate(p, part, NULL, s.items[k].minus))
                return false;
        } else if (part->reads) {
            wrap w = {&s, k, around};
            return gather(p, part, goal, &w);
        }
    }
    return true;
}

/* An arm that decides by itself: false among what must all be true. */
static bool decides(place *p, const node *x, const node *arm, bool *decided) {
    bool is;
    *decided = false;
    if (arm->reads || (x->kind != NODE_AND && x->kind != NODE_OR))
        return true;
    if (!holds(p, arm, &is))
        return false;
    *decided = is == (x->kind == NODE_OR);
    return true;
}

static bool gather_list(place *p, const node *x, formula_goal goal, const wrap *around) {
    bool logic = x->kind == NODE_AND || x->kind == NODE_OR;
    size_t start = p->out->count;
    for (size_t k = 0; k < x->count; k++) {
        const node *arm = x->parts[k];
        bool is = true, decided;
        if (arm->kind == NODE_WHEN && !holds(p, arm->parts[1], &is))
            return false;
        if (!is)
            continue;
        if (!decides(p, x, arm, &decided))
            return false;
        if (decided) {
            p->out->count = start;
            return add_candidate(p, arm, around, false);
        }
        if (logic && !arm->reads)
            continue;
        if (!gather(p, arm->kind == NODE_WHEN ? arm->parts[0] : arm, goal, around))
            return false;
    }
    return true;
}

static bool gather(place *p, const node *x, formula_goal goal, const wrap *around) {
    const node *which = NULL;
    if (x->kind == NODE_CASES)
        return chosen_case(p, x, &which) && which && gather(p, which, goal, around);
    formula_goal own = node_goal(x);
    if (!x->reads || own != goal || goal == FORMULA_ONLY)
        return add_candidate(p, x, around, false);
    if (x->kind == NODE_BIG)
        return gather_bound(p, x, goal, around);
    if (x->kind == NODE_ADD || x->kind == NODE_SUBTRACT || x->kind == NODE_NEGATE)
        return gather_summands(p, x, goal, around);
    return gather_list(p, x, goal, around);
}

static bool value_of(place *p, const node *x, const formula_value *given, value *v) {
    return value_of_input(p, x, given, v);
}

/* Where nothing is read, the place has its value. */
static bool settle(place *p, const node *x) {
    formula_place *out = p->out;
    for (size_t k = 0; k < out->count; k++)
        if (out->candidates[k].read_count)
            return true;
    if (out->count == 0)
        return true;
    value total = nothing_of(out->goal), one = {0};
    for (size_t k = 0; k < out->count; k++) {
        if (!value_of(p, x, &out->candidates[k].value, &one))
            return false;
        if (out->goal == FORMULA_ONLY)
            total = one;
        else if (!combine(p, x, out->goal, &total, &one))
            return false;
    }
    out->value = shown(p, &total);
    out->goal = FORMULA_BASE;
    out->count = 0;
    return true;
}

bool formula_at(const formula *f, const long at[], const formula_world *world, formula_place *to, arena *a, error *e) {
    *to = (formula_place){.goal = FORMULA_ONLY};
    if (error_set(e))
        return false;
    place p = {.f = f, .world = world, .at = at, .out = to, .arena = a, .error = e};
    const node *x = f->value;
    while (x->kind == NODE_CASES)
        if (!chosen_case(&p, x, &x))
            return false;
    if (!x->reads) {
        value v = {0};
        if (!eval(&p, x, &v) || (v.kind == V_TEXT && !need_number(&p, x, &v)))
            return false;
        to->goal = FORMULA_BASE;
        to->value = shown(&p, &v);
        return true;
    }
    to->goal = node_goal(x);
    if (!gather(&p, x, to->goal, NULL) || !settle(&p, x))
        return false;
    if ((to->goal == FORMULA_ALL || to->goal == FORMULA_ANY) && to->count == 1 && x->kind != NODE_BIG)
        to->goal = FORMULA_ONLY;
    if (to->goal == FORMULA_ALL && to->count == 0 && x->kind == NODE_AND) {
        to->goal = FORMULA_BASE;
        to->value = (formula_value){FORMULA_TRUE, STR("true")};
    }
    return true;
}
