/* Level k costs c·a^k·b^(K(L − k)) for f = c·n^K, a geometric sum:
 *
 *   a ≠ b^K    T(n) = c · (a·n^(log_b a) − b^K·n^K) / (a − b^K)
 *   a = b^K    T(n) = c · n^K · (log_b n + 1)
 *
 * Read backwards it is the sum of a' = b^K and b^K' = a, which is of this kind where log_b a is whole. */
#include "recurrence/story/facts.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- the instance ---- */

static bool read_f(recurrence_facts *r, str f, arena *a) {
    size_t at = 0;
    while (at < f.len && f.ptr[at] >= '0' && f.ptr[at] <= '9')
        at++;
    r->factor = at ? str_copy(a, str_slice(f, 0, at)) : STR("1");
    strbuf tex = strbuf_in(a);
    strbuf_add(&tex, str_slice(f, 0, at));
    if (at < f.len && f.ptr[at] == 'n') {
        r->power = 1;
        strbuf_add_c(&tex, "n");
        if (++at < f.len && f.ptr[at] == '^') {
            r->power = strtoll(str_to_c(a, str_slice(f, at + 1, f.len)), NULL, 10);
            strbuf_addf(&tex, "^{%" PRId64 "}", r->power);
        }
    }
    r->log = str_ends(f, "log n");
    if (r->log)
        strbuf_addf(&tex, "%s\\log n", tex.len ? " " : "");
    r->f = strbuf_text(&tex);
    return r->f.len > 0;
}

bool recurrence_facts_of(const story *s, recurrence_facts *r, arena *a) {
    const datum *x = datum_get(s->instance, "a"), *b = datum_get(s->instance, "b");
    const datum *master = datum_get(s->answer, "master"), *logs = datum_get(master, "logs");
    *r = (recurrence_facts){.n = datum_as_text(datum_get(s->instance, "n"))};
    const datum *depth = datum_get(s->answer, "depth");
    if (!x || x->kind != DATUM_INTEGER || x->integer < 1 || !b || b->kind != DATUM_INTEGER || b->integer < 2 || !logs ||
        logs->kind != DATUM_INTEGER || !depth || depth->kind != DATUM_INTEGER || depth->integer < 0)
        return false;
    r->a = x->integer;
    r->b = b->integer;
    r->depth = (size_t)depth->integer;
    r->case_name = datum_as_text(datum_get(master, "case"));
    r->critical = datum_as_text(datum_get(master, "critical"));
    r->exponent = datum_as_text(datum_get(master, "exponent"));
    r->logs = logs->integer;
    return r->n.len && r->critical.len && r->exponent.len && read_f(r, datum_as_text(datum_get(s->instance, "f")), a);
}

/* ---- texts ---- */

static str counted(int64_t value, arena *a) {
    return number_shown(str_format(a, "%" PRId64, value), a);
}

str recurrence_parts_term(const recurrence_facts *r, arena *a) {
    str times = r->a == 1 ? STR("") : counted(r->a, a);
    return str_format(a, "%.*sT(n/%.*s)", STR_ARG(times), STR_ARG(counted(r->b, a)));
}

str recurrence_right_side(const recurrence_facts *r, arena *a) {
    return str_format(a, "%.*s + %.*s", STR_ARG(recurrence_parts_term(r, a)), STR_ARG(r->f));
}

/* "log_2 3" as "\log_{2} 3". */
static str exponent_tex(str exponent, arena *a) {
    if (!str_starts(exponent, "log_"))
        return exponent;
    size_t blank = str_find(exponent, STR(" "), 0);
    return str_format(a, "\\log_{%.*s} %.*s", STR_ARG(str_slice(exponent, 4, blank)),
                      STR_ARG(str_slice(exponent, blank + 1, exponent.len)));
}

str recurrence_power_tex(str exponent, arena *a) {
    if (str_is(exponent, "0"))
        return STR("1");
    if (str_is(exponent, "1"))
        return STR("n");
    return str_format(a, "n^{%.*s}", STR_ARG(exponent_tex(exponent, a)));
}

str recurrence_theta(const recurrence_facts *r, arena *a) {
    str power = str_is(r->exponent, "0") && r->logs ? STR("") : recurrence_power_tex(r->exponent, a);
    str logs = r->logs > 1 ? str_format(a, "\\log^{%" PRId64 "} n", r->logs) : r->logs ? STR("\\log n") : STR("");
    return str_format(a, "%.*s%s%.*s", STR_ARG(power), power.len && logs.len ? " " : "", STR_ARG(logs));
}

str recurrence_decimal(const recurrence_facts *r, arena *a) {
    enum { THOUSANDTHS = 1000 };
    if (!str_starts(r->critical, "log_"))
        return STR("");
    number *x = number_from_integer(a, r->a), *b = number_from_integer(a, r->b);
    fmpz_pow_ui(fmpq_numref(x->q), fmpq_numref(x->q), THOUSANDTHS);
    long hundredths = (fmpz_flog(fmpq_numref(x->q), fmpq_numref(b->q)) + 5) / 10;
    return str_format(a, "%ld.%02ld", hundredths / 100, hundredths % 100);
}

static number *shrinking(const recurrence_facts *r, arena *a) {
    number *power = number_from_integer(a, r->b);
    fmpq_pow_si(power->q, power->q, (slong)r->power);
    return power;
}

str recurrence_shrinking(const recurrence_facts *r, arena *a) {
    return number_text(shrinking(r, a), a);
}

str recurrence_ratio(const recurrence_facts *r, arena *a) {
    number *ratio = number_from_integer(a, r->a);
    fmpq_div(ratio->q, ratio->q, shrinking(r, a)->q);
    return number_text(ratio, a);
}

/* ---- the closed form ---- */

enum { LONG_TERM = 12 }; /* digits of a coefficient that is still short */

static str value_tex(const number *v, arena *a) {
    str text = number_text(v, a);
    size_t slash = str_find(text, STR("/"), 0);
    if (slash == SIZE_MAX)
        return number_shown(text, a);
    return str_format(a, "\\frac{%.*s}{%.*s}", STR_ARG(number_shown(str_slice(text, 0, slash), a)),
                      STR_ARG(number_shown(str_slice(text, slash + 1, text.len), a)));
}

/* "2n^{2}", with the coefficient left out where it is 1. */
static str term_tex(const number *coefficient, str exponent, arena *a) {
    str power = recurrence_power_tex(exponent, a), value = value_tex(coefficient, a);
    if (str_is(power, "1"))
        return value;
    return str_is(value, "1") ? power : str_format(a, "%.*s%.*s", STR_ARG(value), STR_ARG(power));
}

/* One of c·a and c·b^K over |a − b^K|. */
static number *coefficient(const recurrence_facts *r, const number *over, arena *a) {
    number *x = number_from_canonical(a, r->factor), *difference = number_from_integer(a, r->a);
    fmpq_mul(x->q, x->q, over->q);
    fmpq_sub(difference->q, difference->q, shrinking(r, a)->q);
    fmpq_abs(difference->q, difference->q);
    fmpq_div(x->q, x->q, difference->q);
    return x;
}

static str geometric_tex(const recurrence_facts *r, bool leaves, arena *a) {
    number *x = coefficient(r, number_from_integer(a, r->a), a), *y = coefficient(r, shrinking(r, a), a);
    str of_leaves = term_tex(x, r->critical, a);
    str of_root = term_tex(y, str_format(a, "%" PRId64, r->power), a);
    str first = leaves ? of_leaves : of_root, second = leaves ? of_root : of_leaves;
    if (number_text(x, a).len > LONG_TERM || number_text(y, a).len > LONG_TERM)
        return STR("");
    return str_format(a, "%.*s - %.*s", STR_ARG(first), STR_ARG(second));
}

str recurrence_closed_form(const recurrence_facts *r, arena *a) {
    number *factor = number_from_canonical(a, r->factor);
    bool even = str_is(r->case_name, "2"), between = str_is(r->case_name, "2 extended");
    if (r->factor.len > LONG_TERM || (r->log && !between))
        return STR("");
    if (!even && !between && fmpq_cmp_si(shrinking(r, a)->q, (slong)r->a) == 0)
        return STR(""); /* a trace that contradicts itself */
    if (!even && !between)
        return geometric_tex(r, str_is(r->case_name, "1"), a);
    str log = str_format(a, "\\log_{%" PRId64 "} n", r->b);
    str power = str_format(a, "%" PRId64, r->power), term = term_tex(factor, power, a);
    bool bare = str_is(term, "1");
    if (between)
        return str_format(a, "\\frac{1}{2} %.*s %.*s (%.*s + 1)", STR_ARG(bare ? STR("") : term), STR_ARG(log),
                          STR_ARG(log));
    return bare ? str_format(a, "%.*s + 1", STR_ARG(log))
                : str_format(a, "%.*s (%.*s + 1)", STR_ARG(term), STR_ARG(log));
}

bool recurrence_mirror(const recurrence_facts *r, recurrence_facts *mirror, arena *a) {
    enum { MOST_PARTS = 1000 };
    number *parts = shrinking(r, a);
    bool whole = number_from_canonical(a, r->critical) && number_is_integer(number_from_canonical(a, r->critical));
    if (!whole || r->log || fmpz_cmp_si(fmpq_numref(parts->q), MOST_PARTS) > 0 ||
        fmpz_cmp_si(fmpq_numref(parts->q), r->a) == 0)
        return false;
    *mirror = (recurrence_facts){.a = fmpz_get_si(fmpq_numref(parts->q)),
                                 .b = r->b,
                                 .power = strtoll(str_to_c(a, r->critical), NULL, 10),
                                 .factor = r->factor};
    mirror->f = term_tex(number_from_canonical(a, r->factor), r->critical, a);
    return true;
}
