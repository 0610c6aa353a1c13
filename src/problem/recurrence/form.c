/* One level after the other: the nodes multiply by a, the size is divided by b, f is worked out anew.
 *
 *   level k    nodes a^k    size n/b^k    each f(n/b^k)    cost nodes × each
 *
 * log_b(n/b^k) is depth − k, a plain count, which is why sizes are powers of b. */
#include "recurrence/form.h"

#include <inttypes.h>
#include <stdlib.h>

str recurrence_f_text(const recurrence *r, arena *a) {
    strbuf b = strbuf_in(a);
    bool bare = r->power == 0 && !r->log;
    if (bare || !str_is(r->factor, "1"))
        strbuf_add(&b, r->factor);
    if (r->power)
        strbuf_add_c(&b, "n");
    if (r->power > 1)
        strbuf_addf(&b, "^%" PRId64, r->power);
    if (r->log)
        strbuf_addf(&b, "%slog n", b.len ? " " : "");
    return strbuf_text(&b);
}

datum *recurrence_instance(const recurrence *r, arena *a) {
    datum *instance = datum_map(a);
    datum_put(a, instance, "a", datum_integer(a, r->a));
    datum_put(a, instance, "b", datum_integer(a, r->b));
    datum_put(a, instance, "f", datum_text(a, recurrence_f_text(r, a)));
    datum_put(a, instance, "n", datum_text(a, r->n));
    return instance;
}

/* The exponent of n in "n^2 log n". */
static int64_t power_of(str f) {
    size_t n = str_find(f, STR("n"), 0);
    if (n == SIZE_MAX || (n && f.ptr[n - 1] == ' '))
        return 0; /* that of "log n" */
    int64_t power = 0;
    if (n + 1 == f.len || f.ptr[n + 1] != '^')
        return 1;
    for (size_t k = n + 2; k < f.len && f.ptr[k] >= '0' && f.ptr[k] <= '9'; k++)
        power = power * 10 + (f.ptr[k] - '0');
    return power;
}

recurrence recurrence_of(const datum *instance, arena *a) {
    recurrence r = {.a = datum_get(instance, "a")->integer,
                    .b = datum_get(instance, "b")->integer,
                    .n = datum_as_text(datum_get(instance, "n"))};
    str f = datum_as_text(datum_get(instance, "f"));
    size_t digits = 0;
    while (digits < f.len && f.ptr[digits] >= '0' && f.ptr[digits] <= '9')
        digits++;
    r.factor = digits ? str_copy(a, str_slice(f, 0, digits)) : STR("1");
    r.power = power_of(f);
    r.log = str_find(f, STR("log"), 0) != SIZE_MAX;
    number *n = number_from_canonical(a, r.n), *b = number_from_integer(a, r.b), *rest = number_new(a);
    r.depth = (size_t)fmpz_remove(fmpq_numref(rest->q), fmpq_numref(n->q), fmpq_numref(b->q));
    return r;
}

static size_t bits_of(int64_t value) {
    size_t bits = 0;
    for (; value > 1; value = (value + 1) / 2)
        bits++;
    return bits;
}

size_t recurrence_bytes(const recurrence *r) {
    size_t depth = r->depth + 1, growth, powers, bits, all;
    if (__builtin_mul_overflow(depth, bits_of(r->a), &growth) ||
        __builtin_mul_overflow(depth * bits_of(r->b), (size_t)r->power + 1, &powers) ||
        __builtin_add_overflow(growth, powers, &bits) ||
        __builtin_mul_overflow(bits + 4 * r->factor.len + 64, depth, &all))
        return SIZE_MAX;
    return all; /* four numbers a level, in binary and as text, each with at most these bits */
}

levels *levels_new(const recurrence *r, arena *a) {
    levels *l = ARENA_NEW(a, levels);
    l->r = *r;
    size_t count = (r->depth + 1) * LEVEL_COLUMNS + 3;
    l->cells = ARENA_ARRAY(a, fmpz, count);
    for (size_t k = 0; k < count; k++)
        arena_at_free(a, (void (*)(void *))fmpz_clear, &l->cells[k]);
    l->total = &l->cells[count - 3];
    l->nodes = &l->cells[count - 2];
    l->factor = &l->cells[count - 1];
    fmpz_set(l->factor, fmpq_numref(number_from_canonical(a, r->factor)->q));
    return l;
}

static inline fmpz *cell_of(levels *l, size_t k, level_column c) {
    return &l->cells[k * LEVEL_COLUMNS + c];
}

const fmpz *level_value(const levels *l, size_t k, level_column c) {
    return &l->cells[k * LEVEL_COLUMNS + c];
}

/* f of the size `size` = b^j. */
static void f_of_size(const recurrence *r, const fmpz *factor, const fmpz *size, size_t j, fmpz *value) {
    fmpz_pow_ui(value, size, (unsigned long)r->power);
    fmpz_mul(value, value, factor);
    if (r->log)
        fmpz_mul_ui(value, value, j);
}

void recurrence_f(const recurrence *r, size_t j, fmpz_t value, arena *a) {
    number *factor = number_from_canonical(a, r->factor), *size = number_from_integer(a, r->b);
    fmpz_pow_ui(fmpq_numref(size->q), fmpq_numref(size->q), j);
    f_of_size(r, fmpq_numref(factor->q), fmpq_numref(size->q), j, value);
}

static inline __attribute__((always_inline)) void fill_level(levels *l, size_t k) {
    fmpz *nodes = cell_of(l, k, LEVEL_NODES), *size = cell_of(l, k, LEVEL_SIZE);
    if (k == 0) {
        fmpz_one(nodes);
        fmpz_set_si(size, l->r.b);
        fmpz_pow_ui(size, size, l->r.depth);
    } else {
        fmpz_mul_si(nodes, cell_of(l, k - 1, LEVEL_NODES), l->r.a);
        fmpz_divexact_si(size, cell_of(l, k - 1, LEVEL_SIZE), l->r.b);
    }
    f_of_size(&l->r, l->factor, size, l->r.depth - k, cell_of(l, k, LEVEL_EACH));
    fmpz_mul(cell_of(l, k, LEVEL_COST), nodes, cell_of(l, k, LEVEL_EACH));
}

static inline __attribute__((always_inline)) void fill(levels *l, const levels_watch *watch) {
    fmpz_zero(l->total);
    fmpz_zero(l->nodes);
    for (size_t k = 0; k <= l->r.depth; k++) {
        fill_level(l, k);
        fmpz_add(l->total, l->total, cell_of(l, k, LEVEL_COST));
        fmpz_add(l->nodes, l->nodes, cell_of(l, k, LEVEL_NODES));
        if (!watch)
            continue;
        watch->level(watch->user, k);
        for (level_column c = 0; c < LEVEL_COLUMNS; c++)
            watch->cell(watch->user, k, c);
    }
    if (watch)
        watch->done(watch->user);
}

void levels_fill(levels *l) {
    fill(l, NULL);
}

void levels_fill_watched(levels *l, const levels_watch *watch) {
    fill(l, watch);
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

watershed watershed_of(int64_t a, int64_t b) {
    if (a == 1)
        return (watershed){.rational = true, .p = 0, .q = 1};
    int64_t p, q, root_a = root_of(a, &p), root_b = root_of(b, &q), common = common_divisor(p, q);
    if (root_a == root_b)
        return (watershed){.rational = true, .p = p / common, .q = q / common};
    return (watershed){.log = power_of_integer(root_a, p / common), .base = power_of_integer(root_b, q / common)};
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
    watershed f = {.rational = true, .p = r->power, .q = 1};
    switch (master_case_of(r)) {
    case MASTER_LEAVES:
        return (growth){watershed_of(r->a, r->b), 0};
    case MASTER_EVEN:
        return (growth){f, 1};
    case MASTER_BETWEEN:
        return (growth){f, 2};
    case MASTER_ROOT:
        break;
    }
    return (growth){f, r->log ? 1 : 0};
}

str growth_tex(const growth *g, arena *a) {
    const watershed *w = &g->exponent;
    strbuf b = strbuf_in(a);
    if (!w->rational)
        strbuf_addf(&b, "n^{\\log_{%" PRId64 "} %" PRId64 "}", w->base, w->log);
    else if (w->q != 1)
        strbuf_addf(&b, "n^{%" PRId64 "/%" PRId64 "}", w->p, w->q);
    else if (w->p > 1)
        strbuf_addf(&b, "n^{%" PRId64 "}", w->p);
    else if (w->p == 1)
        strbuf_add_c(&b, "n");
    if (g->logs)
        strbuf_addf(&b, "%s\\log%s n", b.len ? " " : "", g->logs > 1 ? "^{2}" : "");
    return b.len ? strbuf_text(&b) : STR("1");
}
