/* One level after the other: the nodes multiply by a, the size is divided by b, f is worked out anew.
 *
 *   level k    nodes a^k    size n/b^k    each f(n/b^k)    cost nodes × each
 *
 * log_b(n/b^k) is depth − k, a plain count, which is why sizes are powers of b. */
#include "recurrence/recurrence.h"

#include <inttypes.h>

str recurrence_f_text(const recurrence *r, notation in, arena *a) {
    strbuf b = strbuf_in(a);
    bool bare = r->power == 0 && !r->log;
    if (bare || !str_is(r->factor, "1"))
        strbuf_add(&b, r->factor);
    if (r->power)
        strbuf_add_c(&b, "n");
    if (r->power > 1)
        strbuf_addf(&b, in == TEX ? "^{%" PRId64 "}" : "^%" PRId64, r->power);
    if (r->log)
        strbuf_addf(&b, "%s%slog n", b.len ? " " : "", in == TEX ? "\\" : "");
    return strbuf_text(&b);
}

static inline fmpz *cell_of(const levels *l, size_t k, level_column c) {
    return &l->cells[k * LEVEL_COLUMNS + c];
}

const fmpz *level_value(const levels *l, size_t k, level_column c) {
    return cell_of(l, k, c);
}

static void fill_level(levels *l, size_t k, const fmpz *factor) {
    const recurrence *r = &l->r;
    fmpz *nodes = cell_of(l, k, LEVEL_NODES), *size = cell_of(l, k, LEVEL_SIZE), *each = cell_of(l, k, LEVEL_EACH);
    if (k == 0) {
        fmpz_one(nodes);
        fmpz_set_si(size, r->b);
        fmpz_pow_ui(size, size, r->depth);
    } else {
        fmpz_mul_si(nodes, cell_of(l, k - 1, LEVEL_NODES), r->a);
        fmpz_divexact_si(size, cell_of(l, k - 1, LEVEL_SIZE), r->b);
    }
    fmpz_pow_ui(each, size, (unsigned long)r->power);
    fmpz_mul(each, each, factor);
    if (r->log)
        fmpz_mul_ui(each, each, r->depth - k);
    fmpz_mul(cell_of(l, k, LEVEL_COST), nodes, each);
}

levels *levels_of(const recurrence *r, arena *a) {
    levels *l = ARENA_NEW(a, levels);
    size_t count = (r->depth + 1) * LEVEL_COLUMNS;
    *l = (levels){.r = *r, .cells = number_integers(a, count + 2)};
    l->total = &l->cells[count];
    l->nodes = l->total + 1;
    const number *factor = number_from_canonical(a, r->factor);
    for (size_t k = 0; k <= r->depth; k++) {
        fill_level(l, k, fmpq_numref(factor->q));
        fmpz_add(l->total, l->total, cell_of(l, k, LEVEL_COST));
        fmpz_add(l->nodes, l->nodes, cell_of(l, k, LEVEL_NODES));
    }
    return l;
}

/* ---- growth ---- */

static int64_t common_divisor(int64_t x, int64_t y) {
    while (y) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

/* The number whose power `value` is, and the largest exponent for which there is one; `value` from 2. */
static int64_t root_of(int64_t value, int64_t *exponent) {
    fmpz_t whole, root;
    fmpz_init_set_si(whole, value);
    fmpz_init(root);
    *exponent = 1;
    for (slong e = 62; e > 1; e--)
        if (fmpz_root(root, whole, e)) {
            *exponent = e;
            value = fmpz_get_si(root);
            break;
        }
    fmpz_clear(whole);
    fmpz_clear(root);
    return value;
}

static int64_t power_of_integer(int64_t base, int64_t exponent) {
    int64_t value = 1;
    for (; exponent; exponent--)
        value *= base;
    return value;
}

watershed watershed_fraction(int64_t p, int64_t q) {
    int64_t common = common_divisor(p, q);
    return (watershed){.rational = true, .p = p / common, .q = q / common};
}

watershed watershed_of(int64_t a, int64_t b) {
    if (a == 1)
        return watershed_fraction(0, 1);
    int64_t p, q, root_a = root_of(a, &p), root_b = root_of(b, &q), common = common_divisor(p, q);
    if (root_a == root_b)
        return watershed_fraction(p, q);
    return (watershed){.log = power_of_integer(root_a, p / common), .base = power_of_integer(root_b, q / common)};
}

str watershed_text(const watershed *w, notation in, arena *a) {
    if (!w->rational)
        return str_format(a, in == TEX ? "\\log_{%" PRId64 "} %" PRId64 : "log_%" PRId64 " %" PRId64, w->base, w->log);
    return w->q == 1 ? str_format(a, "%" PRId64, w->p) : str_format(a, "%" PRId64 "/%" PRId64, w->p, w->q);
}

/* How a compares with b^k. */
static int compare_with_power(int64_t a, int64_t b, int64_t k) {
    fmpz_t power;
    fmpz_init(power);
    fmpz_set_si(power, b);
    fmpz_pow_ui(power, power, (unsigned long)(k < 64 ? k : 64)); /* 2^64 is beyond any a */
    int result = -fmpz_cmp_si(power, a);
    fmpz_clear(power);
    return result;
}

master_case master_case_of(const recurrence *r) {
    int sign = compare_with_power(r->a, r->b, r->power);
    return sign > 0 ? MASTER_LEAVES : sign < 0 ? MASTER_ROOT : r->log ? MASTER_BETWEEN : MASTER_EVEN;
}

growth recurrence_growth(const recurrence *r) {
    switch (master_case_of(r)) {
    case MASTER_LEAVES:
        return (growth){watershed_of(r->a, r->b), 0};
    case MASTER_EVEN:
        return (growth){watershed_fraction(r->power, 1), 1};
    case MASTER_BETWEEN:
        return (growth){watershed_fraction(r->power, 1), 2};
    default:
        return (growth){watershed_fraction(r->power, 1), r->log ? 1 : 0};
    }
}

str growth_text(const growth *g, notation in, arena *a) {
    const watershed *w = &g->exponent;
    bool simple = w->rational && w->q == 1;
    const char *open = in == TEX ? "^{" : simple ? "^" : "^(", *close = in == TEX ? "}" : simple ? "" : ")";
    strbuf b = strbuf_in(a);
    if (!simple || w->p)
        strbuf_add_c(&b, "n");
    if (!simple || w->p > 1)
        strbuf_addf(&b, "%s%.*s%s", open, STR_ARG(watershed_text(w, in, a)), close);
    const char *log = in == TEX ? "\\log" : "log", *squared = in == TEX ? "^{2}" : "^2";
    if (g->logs)
        strbuf_addf(&b, "%s%s%s n", b.len ? " " : "", log, g->logs > 1 ? squared : "");
    return b.len ? strbuf_text(&b) : STR("1");
}
