#include "matrix_chain/story/examples.h"

#include "matrix_chain/matrix_chain.h"
#include "number.h"
#include "sheet_value.h"

const datum *matrix_dims(const story *s) {
    const datum *dims = datum_get(s->instance, "dims");
    return str_is(s->problem, "matrix-chain") && dims && dims->kind == DATUM_LIST && dims->count >= 2 ? dims : NULL;
}

str matrix_dim(const datum *dims, size_t k) {
    return datum_as_text(dims->items[k]);
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

str matrix_product_cost(const datum *dims, size_t p, size_t q, size_t r, arena *a) {
    fmpz *result = integer(STR("1"), a);
    const size_t corners[] = {p, q, r};
    for (size_t k = 0; k < 3; k++)
        fmpz_mul(result, result, integer(matrix_dim(dims, corners[k]), a));
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

static str left_cost(const datum *dims, size_t i, arena *a) {
    return sum_of(matrix_product_cost(dims, i - 1, i, i + 1, a), matrix_product_cost(dims, i - 1, i + 1, i + 2, a), a);
}

static str right_cost(const datum *dims, size_t i, arena *a) {
    return sum_of(matrix_product_cost(dims, i, i + 1, i + 2, a), matrix_product_cost(dims, i - 1, i, i + 2, a), a);
}

/* Whether one order of three costs more times the other than that of another triple: high × other low > … */
static bool matters_more(const datum *dims, size_t i, size_t than, arena *a) {
    str costs[2][2] = {{left_cost(dims, i, a), right_cost(dims, i, a)},
                       {left_cost(dims, than, a), right_cost(dims, than, a)}};
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

datum *matrix_sample(const datum *dims, arena *a) {
    size_t n = dims->count - 1;
    if (n < 3)
        return NULL;
    size_t i = 1;
    for (size_t k = 2; k + 2 <= n; k++)
        i = matters_more(dims, k, i, a) ? k : i;
    str left = left_cost(dims, i, a), right = right_cost(dims, i, a);
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
    datum_put(a, d, "is_same", datum_bool(a, order == 0));
    datum_put(a, d, "whole", datum_bool(a, n == 3));
    /* The last product of the second order: A_i times the product of the other two. */
    datum_put(a, d, "first_tex", datum_text(a, matrix_run_tex(i, i, 1, a)));
    datum_put(a, d, "rest_tex", datum_text(a, matrix_run_tex(i + 1, i + 2, 2, a)));
    datum_put(a, d, "rows", datum_text(a, sheet_tex(matrix_dim(dims, i - 1), a)));
    datum_put(a, d, "inner", datum_text(a, sheet_tex(matrix_dim(dims, i), a)));
    datum_put(a, d, "cols", datum_text(a, sheet_tex(matrix_dim(dims, i + 2), a)));
    datum_put(a, d, "last_cost", sheet_value(matrix_product_cost(dims, i - 1, i, i + 2, a), a));
    return d;
}

static bool is_made(const story_run *r, int64_t i) {
    for (size_t k = 0; k < r->back_count; k++)
        if (r->backs[k].row == i && r->backs[k].col == i + 1)
            return true;
    return false;
}

datum *matrix_cheapest(const datum *dims, const story_run *r, arena *a) {
    size_t n = dims->count - 1;
    if (n < 3)
        return NULL;
    size_t best = 1, same = 0;
    bool made = false;
    str cost = STR("");
    for (size_t i = 1; i < n; i++) {
        str other = matrix_product_cost(dims, i - 1, i, i + 1, a);
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

/* A product after the other, each with the result of those before: from the left p_0 p_k p_(k+1), from the right
 * p_(k-1) p_k p_n. */
static str one_by_one(const datum *dims, bool from_left, arena *a) {
    size_t n = dims->count - 1;
    str sum = STR("0");
    for (size_t k = 1; k < n; k++)
        sum = sum_of(sum, matrix_product_cost(dims, from_left ? 0 : k - 1, k, from_left ? k + 1 : n, a), a);
    return sum;
}

datum *matrix_shortcuts(const story *s, const datum *dims, arena *a) {
    static const struct {
        const char *name;
        matrix_shortcut shortcut;
    } rules[] = {{"first", SHORTCUT_FIRST}, {"last", SHORTCUT_LAST}, {"largest", SHORTCUT_LARGEST}};
    enum { MOST = 300 }; /* of more dimensions nobody reads it */
    if (dims->count < 4 || dims->count > MOST)
        return NULL;
    matrix_chain chain = matrix_chain_of(s->instance, a);
    const matrix_table *t = matrix_table_new(&chain, a);
    fmpz *cost = integer(STR("0"), a);
    datum *d = datum_map(a);
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        matrix_shortcut_cost(t, rules[k].shortcut, cost, a);
        datum_put(a, d, rules[k].name, sheet_value(number_text_of_fmpz(cost, a), a));
    }
    datum_put(a, d, "left", sheet_value(one_by_one(dims, true, a), a));
    datum_put(a, d, "right", sheet_value(one_by_one(dims, false, a), a));
    return d;
}

datum *matrix_tally(const datum *dims, arena *a) {
    size_t n = dims->count - 1, cells = n * (n + 1) / 2, splits = (n - 1) * n * (n + 1) / 6;
    fmpz *orders = integer(STR("0"), a), *calls = integer(STR("3"), a);
    fmpz_bin_uiui(orders, 2 * (n - 1), n - 1);
    fmpz_divexact_ui(orders, orders, n);
    fmpz_pow_ui(calls, calls, n - 1);
    str with_memo = str_format(a, "%zu", 2 * splits + 1); /* two calls a split, and the first */
    datum *d = datum_map(a);
    datum_put(a, d, "cells", datum_text(a, number_shown(str_format(a, "%zu", cells), a)));
    datum_put(a, d, "splits", datum_text(a, number_shown(str_format(a, "%zu", splits), a)));
    datum_put(a, d, "split_count", datum_integer(a, (int64_t)splits));
    datum_put(a, d, "orders", sheet_value(number_text_of_fmpz(orders, a), a));
    datum_put(a, d, "order_count", datum_integer(a, fmpz_fits_si(orders) ? fmpz_get_si(orders) : INT64_MAX));
    datum_put(a, d, "calls", sheet_value(number_text_of_fmpz(calls, a), a));
    datum_put(a, d, "memo", sheet_value(with_memo, a));
    datum_put(a, d, "fewer", datum_bool(a, fmpz_cmp_ui(orders, splits) > 0));
    return d;
}
