/* Two neighbours of c differ by 0 or 1, so that a table of a bit a cell holds all of c for each direction:
 *
 *         j−1    j
 *   i−1    a ─── b        down(i, j) says b < d, right(i, j) says c < d;
 *          │     │        a = d − down(i, j) − right(i−1, j)
 *   i      c ─── d
 *
 * and c itself needs one row only. 2,000 × 2,000 cells take one megabyte. */
#include "lcs/table.h"

enum { BITS = 64 };

size_t lcs_table_bytes(size_t m, size_t n) {
    size_t words = n / BITS + 1, bits;
    if (__builtin_mul_overflow((m + 1) * 3, words * sizeof(uint64_t), &bits))
        return SIZE_MAX;
    return bits + (n + 1) * sizeof(uint32_t);
}

static inline bool bit(const uint64_t *row, size_t j) {
    return row[j / BITS] >> j % BITS & 1;
}

static inline void put_bit(uint64_t *row, size_t j, bool value) {
    row[j / BITS] |= (uint64_t)value << j % BITS;
}

static bool goes_down(const lcs_table *t, size_t i, size_t j) {
    return bit(t->down + i * t->words, j);
}

static bool goes_right(const lcs_table *t, size_t i, size_t j) {
    return bit(t->right + i * t->words, j);
}

/* One row; `row` holds the row before and then this one. */
static void fill_row(lcs_table *t, size_t i) {
    uint64_t *down = t->down + i * t->words, *right = t->right + i * t->words;
    const uint32_t *y = t->pair.y.ids;
    uint32_t *row = t->row, diagonal = 0, left = 0, wanted = t->pair.x.ids[i - 1];
    for (size_t j = 1; j <= t->n; j++) {
        uint32_t up = row[j], best = up > left ? up : left;
        if (wanted == y[j - 1])
            best = diagonal + 1;
        put_bit(down, j, best > up);
        put_bit(right, j, best > left);
        diagonal = up;
        row[j] = left = best;
    }
}

lcs_table *lcs_table_of(const unit_pair *p, arena *a) {
    lcs_table *t = ARENA_NEW(a, lcs_table);
    *t = (lcs_table){.pair = *p, .m = p->x.count, .n = p->y.count, .words = p->y.count / BITS + 1};
    t->down = ARENA_ARRAY(a, uint64_t, (t->m + 1) * t->words);
    t->right = ARENA_ARRAY(a, uint64_t, (t->m + 1) * t->words);
    t->row = ARENA_ARRAY(a, uint32_t, t->n + 1);
    for (size_t i = 1; i <= t->m; i++)
        fill_row(t, i);
    return t;
}

size_t lcs_length(const lcs_table *t) {
    return t->row[t->n];
}

size_t *lcs_way_back(const lcs_table *t, bool left, arena *a) {
    size_t k = lcs_length(t), *kept = ARENA_ARRAY(a, size_t, k + 1);
    for (size_t i = t->m, j = t->n; i && j;) {
        if (units_same(&t->pair, i, j)) {
            kept[--k] = --i;
            j--;
        } else if (left ? goes_right(t, i, j) : !goes_down(t, i, j)) {
            i--;
        } else {
            j--;
        }
    }
    return kept;
}

/* ---- counting ---- */

static void swap_rows(fmpz **one, fmpz **other) {
    fmpz *kept = *one;
    *one = *other;
    *other = kept;
}

/* Bit rows of the cells that the count of (m, n) asks for: on few paths, most cells are never met. */
static uint64_t *cells_asked(const lcs_table *t, arena *a) {
    uint64_t *asked = ARENA_ARRAY(a, uint64_t, (t->m + 1) * t->words);
    put_bit(asked + t->m * t->words, t->n, true);
    for (size_t i = t->m; i; i--) {
        uint64_t *row = asked + i * t->words, *above = row - t->words;
        for (size_t j = t->n; j; j--) {
            if (!bit(row, j))
                continue;
            bool match = units_same(&t->pair, i, j), down = goes_down(t, i, j), right = goes_right(t, i, j);
            if (match || (!down && !right))
                put_bit(above, j - 1, true);
            if (!match && !down)
                put_bit(above, j, true);
            if (!match && !right)
                put_bit(row, j - 1, true);
        }
    }
    return asked;
}

static void count_cell(const lcs_table *t, const fmpz *above, fmpz *here, size_t i, size_t j) {
    if (units_same(&t->pair, i, j)) {
        fmpz_set(here + j, above + j - 1);
        return;
    }
    bool down = goes_down(t, i, j), right = goes_right(t, i, j);
    fmpz_zero(here + j);
    if (!down)
        fmpz_add(here + j, here + j, above + j);
    if (!right)
        fmpz_add(here + j, here + j, here + j - 1);
    if (!down && !right && !goes_right(t, i - 1, j))
        fmpz_sub(here + j, here + j, above + j - 1);
}

str lcs_count_distinct(const lcs_table *t, arena *a) {
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    const uint64_t *asked = cells_asked(t, scratch);
    fmpz *above = number_integers(scratch, t->n + 1), *here = number_integers(scratch, t->n + 1);
    for (size_t j = 0; j <= t->n; j++)
        fmpz_one(here + j); /* the empty sequence */
    for (size_t i = 1; i <= t->m; i++) {
        swap_rows(&above, &here);
        fmpz_one(here);
        for (size_t j = 1; j <= t->n; j++)
            if (bit(asked + i * t->words, j))
                count_cell(t, above, here, i, j);
    }
    str count = number_text_of_fmpz(here + t->n, a);
    arena_back(scratch, start);
    return count;
}

/* From (m, n) down each pair is called as often as those that call it are. */
lcs_calls lcs_count_calls(const unit_pair *p, arena *a) {
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    size_t n = p->y.count;
    fmpz *above = number_integers(scratch, n + 1), *here = number_integers(scratch, n + 1);
    number *count = number_new(a);
    lcs_calls calls = {count, 0};
    fmpz_one(here + n);
    for (size_t i = p->x.count + 1; i--; swap_rows(&above, &here))
        for (size_t j = n + 1; j--; fmpz_zero(here + j)) {
            if (fmpz_is_zero(here + j))
                continue;
            calls.distinct++;
            fmpz_add(fmpq_numref(count->q), fmpq_numref(count->q), here + j);
            bool match = i && j && units_same(p, i, j);
            if (match)
                fmpz_add(above + j - 1, above + j - 1, here + j);
            else if (i && j)
                fmpz_add(above + j, above + j, here + j);
            if (!match && i && j)
                fmpz_add(here + j - 1, here + j - 1, here + j);
        }
    arena_back(scratch, start);
    return calls;
}

/* ---- listing ---- */

/* A longest common subsequence from its last unit on, which is that of index i of x; what is still to be found lies in
 * x[1 … i], y[1 … j]. */
typedef struct tail {
    size_t i, j;
    const struct tail *rest;
} tail;

typedef struct tails {
    tail *items;
    size_t count;
} tails;

/* c[i][j] for the rows that are asked for: the bits of a row counted. */
static size_t value_at(const lcs_table *t, size_t i, size_t j) {
    const uint64_t *row = t->right + i * t->words;
    size_t value = 0;
    for (size_t w = 0; w < j / BITS; w++)
        value += (size_t)__builtin_popcountll(row[w]);
    uint64_t upto = j % BITS == BITS - 1 ? ~UINT64_C(0) : (UINT64_C(1) << (j % BITS + 1)) - 1;
    return value + (size_t)__builtin_popcountll(row[j / BITS] & upto);
}

/* All tails with one unit more. Each unit counts at its last place only, so that none is found twice. `last` is for
 * these places in y, 0 where there is none or it has been met. */
static void extend(const lcs_table *t, const tail *from, size_t left, tails *into, size_t *last) {
    const unit_pair *p = &t->pair;
    for (size_t j = 1; j <= from->j; j++)
        last[p->y.ids[j - 1]] = j;
    for (size_t i = from->i; i; i--) {
        size_t *j = &last[p->x.ids[i - 1]];
        if (*j && value_at(t, i, *j) == left)
            into->items[into->count++] = (tail){i - 1, *j - 1, from};
        *j = 0;
    }
    for (size_t j = 1; j <= from->j; j++)
        last[p->y.ids[j - 1]] = 0;
}

size_t **lcs_list(const lcs_table *t, size_t count, arena *a) {
    size_t length = lcs_length(t), *last = ARENA_ARRAY(a, size_t, t->pair.distinct + 1);
    tails now = {ARENA_NEW(a, tail), 1};
    *now.items = (tail){t->m, t->n, NULL};
    for (size_t left = length; left; left--) {
        tails next = {ARENA_ARRAY(a, tail, count), 0};
        for (size_t k = 0; k < now.count; k++)
            extend(t, &now.items[k], left, &next, last);
        now = next;
    }
    size_t **list = ARENA_ARRAY(a, size_t *, now.count);
    for (size_t k = 0; k < now.count; k++) {
        list[k] = ARENA_ARRAY(a, size_t, length + 1);
        const tail *at = &now.items[k];
        for (size_t u = 0; u < length; u++, at = at->rest)
            list[k][u] = at->i;
    }
    return list;
}
