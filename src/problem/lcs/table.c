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

lcs_table *lcs_table_new(const lcs_pair *p, arena *a) {
    lcs_table *t = ARENA_NEW(a, lcs_table);
    *t = (lcs_table){.x = p->x.ids, .y = p->y.ids, .m = p->x.count, .n = p->y.count, .words = p->y.count / BITS + 1};
    t->down = ARENA_ARRAY(a, uint64_t, (t->m + 1) * t->words);
    t->right = ARENA_ARRAY(a, uint64_t, (t->m + 1) * t->words);
    t->row = ARENA_ARRAY(a, uint32_t, t->n + 1);
    return t;
}

static inline bool bit(const uint64_t *row, size_t j) {
    return row[j / BITS] >> j % BITS & 1;
}

static inline void put_bit(uint64_t *row, size_t j, bool value) {
    row[j / BITS] |= (uint64_t)value << j % BITS;
}

bool lcs_goes_down(const lcs_table *t, size_t i, size_t j) {
    return bit(t->down + i * t->words, j);
}

bool lcs_goes_right(const lcs_table *t, size_t i, size_t j) {
    return bit(t->right + i * t->words, j);
}

/* One row; `row` holds the row before and then this one. */
static void fill_row(lcs_table *t, size_t i) {
    uint64_t *down = t->down + i * t->words, *right = t->right + i * t->words;
    uint32_t *row = t->row, diagonal = 0, left = 0, wanted = t->x[i - 1];
    for (size_t j = 1; j <= t->n; j++) {
        uint32_t up = row[j], best = up > left ? up : left;
        if (wanted == t->y[j - 1])
            best = diagonal + 1;
        put_bit(down, j, best > up);
        put_bit(right, j, best > left);
        diagonal = up;
        row[j] = left = best;
    }
}

void lcs_fill(lcs_table *t) {
    for (size_t i = 1; i <= t->m; i++)
        fill_row(t, i);
}

size_t lcs_length(const lcs_table *t) {
    return t->row[t->n];
}

/* ---- the way back ---- */

static lcs_take take_at(const lcs_table *t, size_t i, size_t j, bool left) {
    if (lcs_match(t, i, j))
        return LCS_DIAGONAL;
    if (left)
        return lcs_goes_right(t, i, j) ? LCS_UP : LCS_LEFT;
    return lcs_goes_down(t, i, j) ? LCS_LEFT : LCS_UP;
}

lcs_path lcs_way_back(const lcs_table *t, bool left, arena *a) {
    lcs_path p = {.steps = ARENA_ARRAY(a, lcs_step, t->m + t->n)};
    for (size_t i = t->m, j = t->n; i && j;) {
        lcs_take take = take_at(t, i, j, left);
        p.steps[p.count++] = (lcs_step){i, j, take};
        i -= take != LCS_LEFT;
        j -= take != LCS_UP;
    }
    return p;
}

/* ---- counting ---- */

/* Bit rows of the cells that the count of (m, n) asks for: on few paths, most cells are never met. */
static uint64_t *cells_asked(const lcs_table *t, arena *a) {
    uint64_t *asked = ARENA_ARRAY(a, uint64_t, (t->m + 1) * t->words);
    put_bit(asked + t->m * t->words, t->n, true);
    for (size_t i = t->m; i; i--) {
        uint64_t *row = asked + i * t->words, *above = row - t->words;
        for (size_t j = t->n; j; j--) {
            if (!bit(row, j))
                continue;
            bool match = lcs_match(t, i, j), down = lcs_goes_down(t, i, j), right = lcs_goes_right(t, i, j);
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
    if (lcs_match(t, i, j)) {
        fmpz_set(here + j, above + j - 1);
        return;
    }
    bool down = lcs_goes_down(t, i, j), right = lcs_goes_right(t, i, j);
    fmpz_zero(here + j);
    if (!down)
        fmpz_add(here + j, here + j, above + j);
    if (!right)
        fmpz_add(here + j, here + j, here + j - 1);
    if (!down && !right && !lcs_goes_right(t, i - 1, j))
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
        fmpz *swap = above;
        above = here;
        here = swap;
        fmpz_one(here);
        for (size_t j = 1; j <= t->n; j++)
            if (bit(asked + i * t->words, j))
                count_cell(t, above, here, i, j);
    }
    str count = number_text_of_fmpz(here + t->n, a);
    arena_back(scratch, start);
    return count;
}

/* ---- listing ---- */

/* A longest common subsequence from its last unit on; what is still to be found lies in x[1 … i], y[1 … j]. */
typedef struct tail {
    size_t i, j;
    const struct tail *rest;
    size_t at; /* of its first unit in x, from 0; of no use in the empty tail */
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

/* All tails with one unit more. Each unit counts at its last place only, so that none is found twice. `seen` is for
 * the units of x, `last` for their last places in y. */
static void extend(const lcs_table *t, const tail *from, size_t left, tails *into, size_t *seen, size_t mark,
                   size_t *last) {
    for (size_t j = 1; j <= from->j; j++)
        last[t->y[j - 1]] = j;
    for (size_t i = from->i; i; i--) {
        uint32_t unit = t->x[i - 1];
        size_t j = last[unit];
        if (seen[unit] == mark)
            continue;
        seen[unit] = mark;
        if (j && j <= from->j && value_at(t, i, j) == left)
            into->items[into->count++] = (tail){i - 1, j - 1, from, i - 1};
    }
    for (size_t j = 1; j <= from->j; j++)
        last[t->y[j - 1]] = 0;
}

size_t **lcs_list(const lcs_table *t, size_t count, arena *a) {
    size_t length = lcs_length(t), units = 1, mark = 0;
    for (size_t k = 0; k < t->m; k++)
        units = t->x[k] >= units ? t->x[k] + 1 : units;
    for (size_t k = 0; k < t->n; k++)
        units = t->y[k] >= units ? t->y[k] + 1 : units;
    size_t *seen = ARENA_ARRAY(a, size_t, units), *last = ARENA_ARRAY(a, size_t, units);
    tails now = {ARENA_NEW(a, tail), 1};
    *now.items = (tail){.i = t->m, .j = t->n};
    for (size_t left = length; left; left--) {
        tails next = {ARENA_ARRAY(a, tail, count), 0};
        for (size_t k = 0; k < now.count; k++)
            extend(t, &now.items[k], left, &next, seen, ++mark, last);
        now = next;
    }
    size_t **list = ARENA_ARRAY(a, size_t *, now.count);
    for (size_t k = 0; k < now.count; k++) {
        list[k] = ARENA_ARRAY(a, size_t, length + 1);
        const tail *at = &now.items[k];
        for (size_t u = 0; u < length; u++, at = at->rest)
            list[k][u] = at->at;
    }
    return list;
}

/* ---- calls of the recurrence as it stands ---- */

/* Calls made by c(i, j) itself and below. */
static void count_row(const lcs_pair *p, size_t i, const fmpz *above, fmpz *here) {
    fmpz_one(here);
    for (size_t j = 1; j <= p->y.count; j++) {
        if (p->x.ids[i - 1] == p->y.ids[j - 1])
            fmpz_set(here + j, above + j - 1);
        else
            fmpz_add(here + j, above + j, here + j - 1);
        fmpz_add_ui(here + j, here + j, 1);
    }
}

/* The pairs that are met: marked from (m, n) down. */
static size_t count_pairs(const lcs_pair *p, arena *a) {
    size_t n = p->y.count, count = 0;
    bool *here = ARENA_ARRAY(a, bool, n + 1), *above = ARENA_ARRAY(a, bool, n + 1);
    here[n] = true;
    for (size_t i = p->x.count;; i--) {
        memset(above, 0, n + 1);
        for (size_t j = n + 1; j--;) {
            if (!here[j])
                continue;
            count++;
            if (!i || !j)
                continue;
            bool match = p->x.ids[i - 1] == p->y.ids[j - 1];
            above[match ? j - 1 : j] = true;
            if (!match)
                here[j - 1] = true;
        }
        if (!i)
            return count;
        bool *swap = above;
        above = here;
        here = swap;
    }
}

lcs_calls lcs_count_calls(const lcs_pair *p, arena *a) {
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    size_t n = p->y.count;
    fmpz *above = number_integers(scratch, n + 1), *here = number_integers(scratch, n + 1);
    for (size_t j = 0; j <= n; j++)
        fmpz_one(here + j);
    for (size_t i = 1; i <= p->x.count; i++) {
        fmpz *swap = above;
        above = here;
        here = swap;
        count_row(p, i, above, here);
    }
    number *count = number_new(a);
    fmpz_set(fmpq_numref(count->q), here + n);
    lcs_calls c = {count, count_pairs(p, scratch)};
    arena_back(scratch, start);
    return c;
}
