#include "matrix_chain/story/sheet.h"

#include "number.h"
#include "sheet_value.h"

enum { FULL_CANDIDATES = 12, WORK_BYTES = 70 };

bool matrix_dims_of(const story *s, matrix_dims *m, arena *a) {
    const datum *dims = datum_get(s->instance, "dims");
    if (!str_is(s->problem, "matrix-chain") || !dims || dims->kind != DATUM_LIST || dims->count < 2)
        return false;
    m->n = dims->count - 1;
    m->dims = ARENA_ARRAY(a, str, dims->count);
    for (size_t k = 0; k < dims->count; k++)
        m->dims[k] = datum_as_text(dims->items[k]);
    return true;
}

str matrix_run_tex(size_t first, size_t last, size_t most, arena *a) {
    strbuf b = strbuf_in(a);
    bool brief = last - first + 1 > most;
    for (size_t k = first; k <= last; k++)
        if (!brief || k < first + 2 || k == last)
            strbuf_addf(&b, "A_{%zu}", k);
        else if (k == first + 2)
            strbuf_add_c(&b, " \\ldots ");
    return strbuf_text(&b);
}

str matrix_order_tex(str order, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    bool outer = order.len && order.ptr[0] == '(';
    str inner = outer ? str_slice(order, 1, order.len - 1) : order;
    for (size_t k = 0; k < inner.len; k++) {
        bool digit = inner.ptr[k] >= '0' && inner.ptr[k] <= '9';
        bool last = k + 1 == inner.len || inner.ptr[k + 1] < '0' || inner.ptr[k + 1] > '9';
        strbuf_add_byte(&b, inner.ptr[k]);
        if (inner.ptr[k] == 'A')
            strbuf_add_c(&b, "_{");
        else if (digit && last)
            strbuf_add_byte(&b, '}');
    }
    return strbuf_text(&b);
}

static fmpz *integer(str text, arena *a) {
    number *n = number_from_canonical(a, text);
    return fmpq_numref((n ? n : number_new(a))->q);
}

str matrix_product_cost(const matrix_dims *m, size_t p, size_t q, size_t r, arena *a) {
    fmpz *result = integer(STR("1"), a);
    const size_t corners[] = {p, q, r};
    for (size_t k = 0; k < 3; k++)
        fmpz_mul(result, result, integer(m->dims[corners[k]], a));
    return number_text_of_fmpz(result, a);
}

static str sum_of(str x, str y, arena *a) {
    fmpz *result = integer(STR("0"), a);
    fmpz_add(result, integer(x, a), integer(y, a));
    return number_text_of_fmpz(result, a);
}

/* < 0, 0, > 0 as x is less than, equal to or more than y. */
static int compare(str x, str y, arena *a) {
    return fmpz_cmp(integer(x, a), integer(y, a));
}

/* ---- examples ---- */

static str left_cost(const matrix_dims *m, size_t i, arena *a) {
    return sum_of(matrix_product_cost(m, i - 1, i, i + 1, a), matrix_product_cost(m, i - 1, i + 1, i + 2, a), a);
}

static str right_cost(const matrix_dims *m, size_t i, arena *a) {
    return sum_of(matrix_product_cost(m, i, i + 1, i + 2, a), matrix_product_cost(m, i - 1, i, i + 2, a), a);
}

/* Whether one order of three costs more times the other than that of another triple: high × other low > … */
static bool matters_more(const matrix_dims *m, size_t i, size_t than, arena *a) {
    str costs[2][2] = {{left_cost(m, i, a), right_cost(m, i, a)}, {left_cost(m, than, a), right_cost(m, than, a)}};
    fmpz *high[2], *low[2];
    for (size_t k = 0; k < 2; k++) {
        bool left_low = compare(costs[k][0], costs[k][1], a) < 0;
        low[k] = integer(costs[k][!left_low], a);
        high[k] = integer(costs[k][left_low], a);
    }
    fmpz_mul(high[0], high[0], low[1]);
    fmpz_mul(high[1], high[1], low[0]);
    return fmpz_cmp(high[0], high[1]) > 0;
}

datum *matrix_sample(const matrix_dims *m, arena *a) {
    if (m->n < 3)
        return NULL;
    size_t i = 1;
    for (size_t k = 2; k + 2 <= m->n; k++)
        i = matters_more(m, k, i, a) ? k : i;
    str left = left_cost(m, i, a), right = right_cost(m, i, a);
    int order = compare(left, right, a);
    datum *d = datum_map(a);
    datum_put(a, d, "i", datum_integer(a, (int64_t)i));
    datum_put(a, d, "left", datum_text(a, str_format(a, "(A%zuA%zu)A%zu", i, i + 1, i + 2)));
    datum_put(a, d, "right", datum_text(a, str_format(a, "A%zu(A%zuA%zu)", i, i + 1, i + 2)));
    datum_put(a, d, "left_tex", datum_text(a, str_format(a, "(A_{%zu}A_{%zu})A_{%zu}", i, i + 1, i + 2)));
    datum_put(a, d, "right_tex", datum_text(a, str_format(a, "A_{%zu}(A_{%zu}A_{%zu})", i, i + 1, i + 2)));
    datum_put(a, d, "tex", datum_text(a, matrix_run_tex(i, i + 2, 3, a)));
    datum_put(a, d, "left_cost", sheet_value(left, a));
    datum_put(a, d, "right_cost", sheet_value(right, a));
    datum_put(a, d, "left_low", datum_bool(a, order < 0));
    datum_put(a, d, "right_low", datum_bool(a, order > 0));
    datum_put(a, d, "same", datum_bool(a, order == 0));
    datum_put(a, d, "whole", datum_bool(a, m->n == 3));
    /* The last product of the second order: A_i times the product of the other two. */
    datum_put(a, d, "first_tex", datum_text(a, matrix_run_tex(i, i, 1, a)));
    datum_put(a, d, "rest_tex", datum_text(a, matrix_run_tex(i + 1, i + 2, 2, a)));
    datum_put(a, d, "rows", datum_text(a, sheet_tex(m->dims[i - 1], a)));
    datum_put(a, d, "inner", datum_text(a, sheet_tex(m->dims[i], a)));
    datum_put(a, d, "cols", datum_text(a, sheet_tex(m->dims[i + 2], a)));
    datum_put(a, d, "last_cost", sheet_value(matrix_product_cost(m, i - 1, i, i + 2, a), a));
    return d;
}

static bool is_made(const story_run *r, int64_t i) {
    for (size_t k = 0; k < r->back_count; k++)
        if (r->backs[k].row == i && r->backs[k].col == i + 1)
            return true;
    return false;
}

datum *matrix_cheapest(const matrix_dims *m, const story_run *r, arena *a) {
    if (m->n < 3)
        return NULL;
    size_t best = 1, same = 0;
    bool made = false;
    str cost = STR("");
    for (size_t i = 1; i < m->n; i++) {
        str other = matrix_product_cost(m, i - 1, i, i + 1, a);
        int order = i == 1 ? -1 : compare(other, cost, a);
        if (order > 0)
            continue;
        same = order < 0 ? 1 : same + 1;
        if (order < 0 || (!made && is_made(r, (int64_t)i))) {
            best = i;
            cost = other;
            made = is_made(r, (int64_t)i);
        }
    }
    datum *d = datum_map(a);
    datum_put(a, d, "i", datum_integer(a, (int64_t)best));
    datum_put(a, d, "tex", datum_text(a, matrix_run_tex(best, best + 1, 2, a)));
    datum_put(a, d, "cost", sheet_value(cost, a));
    datum_put(a, d, "many", datum_bool(a, same > 1));
    datum_put(a, d, "made", datum_bool(a, made));
    return d;
}

datum *matrix_tally(const matrix_dims *m, arena *a) {
    size_t n = m->n, cells = n * (n + 1) / 2, splits = (n - 1) * n * (n + 1) / 6;
    fmpz *orders = integer(STR("0"), a), *calls = integer(STR("3"), a);
    fmpz_bin_uiui(orders, 2 * (n - 1), n - 1);
    fmpz_divexact_ui(orders, orders, n);
    fmpz_pow_ui(calls, calls, n - 1);
    datum *d = datum_map(a);
    datum_put(a, d, "cells", datum_text(a, number_shown(str_format(a, "%zu", cells), a)));
    datum_put(a, d, "splits", datum_text(a, number_shown(str_format(a, "%zu", splits), a)));
    datum_put(a, d, "split_count", datum_integer(a, (int64_t)splits));
    datum_put(a, d, "orders", sheet_value(number_text_of_fmpz(orders, a), a));
    datum_put(a, d, "order_count", datum_integer(a, fmpz_fits_si(orders) ? fmpz_get_si(orders) : INT64_MAX));
    datum_put(a, d, "calls", sheet_value(number_text_of_fmpz(calls, a), a));
    datum_put(a, d, "fewer", datum_bool(a, fmpz_cmp_ui(orders, splits) > 0));
    return d;
}

/* ---- cells ---- */

const story_fact *matrix_cost_fact(const story_step *s) {
    for (size_t k = 0; k < s->fact_count; k++)
        if (s->facts[k].table && str_is(s->facts[k].table->id, "m"))
            return &s->facts[k];
    return NULL;
}

int64_t matrix_split_of(const story_candidate *c) {
    if (!c || !str_starts(c->label, "k="))
        return 0;
    int64_t k = 0;
    for (size_t at = 2; at < c->label.len; at++) {
        if (c->label.ptr[at] < '0' || c->label.ptr[at] > '9' || k > 99999999)
            return 0;
        k = k * 10 + (c->label.ptr[at] - '0');
    }
    return k;
}

static datum *split_list(const story_fact *f, arena *a) {
    datum *list = datum_list(a);
    for (size_t k = 0; k < f->chosen.count; k++) {
        datum *one = datum_add(a, list, datum_map(a));
        datum_put(a, one, "k", datum_text(a, str_slice(f->chosen.items[k], 2, SIZE_MAX)));
    }
    return list;
}

datum *matrix_best(const story_step *s, arena *a) {
    enum { NAMED = 4 };
    const story_fact *f = matrix_cost_fact(s);
    if (!f || !f->value.len)
        return NULL;
    datum *d = sheet_value(f->value, a);
    str work = f->way ? story_way_shown(f->way, a) : STR("");
    if (work.len)
        work = str_format(a, "%.*s = %.*s", STR_ARG(work), STR_ARG(number_shown(f->value, a)));
    datum_put(a, d, "k", datum_integer(a, matrix_split_of(f->kept)));
    datum_put(a, d, "work", datum_text(a, work.len <= WORK_BYTES ? work : STR("")));
    datum_put(a, d, "tie", datum_bool(a, f->chosen.count > 1));
    datum_put(a, d, "tie_all", datum_bool(a, f->chosen.count > 1 && f->chosen.count == s->candidate_count));
    datum_put(a, d, "many", datum_bool(a, f->chosen.count > NAMED));
    datum_put(a, d, "split_count", datum_integer(a, (int64_t)f->chosen.count));
    datum_put(a, d, "splits", split_list(f, a));
    return d;
}

static bool on_way_back(const story_step *s) {
    for (size_t k = 0; k < s->run->back_count; k++)
        if (s->run->backs[k].row == s->row && s->run->backs[k].col == s->col)
            return true;
    return false;
}

static bool has_tie(const story_step *s) {
    const story_fact *f = matrix_cost_fact(s);
    return f && f->chosen.count > 1;
}

bool matrix_in_full(const story_step *s) {
    const story_phase *p = s->phase;
    if (!p || !s->candidate_count)
        return false;
    const story_step *steps = p->run->steps + p->first, *tie = NULL;
    if (p->count * s->candidate_count <= FULL_CANDIDATES || on_way_back(s))
        return true;
    bool back = false;
    for (size_t k = 0; k < p->count; k++) {
        tie = !tie && has_tie(&steps[k]) ? &steps[k] : tie;
        back = back || on_way_back(&steps[k]);
    }
    return tie ? tie == s : !back && s == steps;
}
