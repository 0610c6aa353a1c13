/* Leads are kept for one length at a time, which overwrites the one before; which ends are best is kept for all parts,
 * two bits each, so that 5,000 cards take 6 MB and not 12 million numbers:
 *
 *   leads       length 2:  (0,1) (1,2) (2,3)  –          length 3:  (0,2) (1,3)  –  –
 *                            └──┬──┘                                  ▲ a0 − lead(1,2), a2 − lead(0,1)
 *   ends        length 1: 01 01 01 01 | length 2: … | …   four parts a byte, lengths one after another
 */
#include "cards/lead.h"

enum { PARTS_A_BYTE = 4 };

cards_row cards_row_of(const datum *instance, arena *a) {
    const datum *cards = datum_get(instance, "cards");
    cards_row row = {.n = cards->count};
    row.texts = ARENA_ARRAY(a, str, row.n);
    for (size_t i = 0; i < row.n; i++)
        row.texts[i] = datum_as_text(cards->items[i]);
    return row;
}

size_t cards_lead_bytes(const cards_row *row) {
    size_t parts;
    return __builtin_mul_overflow(row->n, row->n + 1, &parts) ? SIZE_MAX : parts / 2 / PARTS_A_BYTE;
}

/* How many parts are shorter than `length`. */
static size_t parts_before(size_t n, size_t length) {
    return (length - 1) * (2 * n - length + 2) / 2;
}

static inline void put_ends(cards_lead *c, size_t part, cards_ends best) {
    c->ends[part / PARTS_A_BYTE] |= (unsigned char)(best << part % PARTS_A_BYTE * 2);
}

static void fill(cards_lead *c) {
    size_t n = c->row.n, part = 0;
    const fmpz *values = c->values;
    fmpz *leads = c->leads, *left = &c->work[0], *right = &c->work[1];
    for (size_t i = 0; i < n; i++) {
        fmpz_set(&leads[i], &values[i]);
        put_ends(c, part++, CARDS_LEFT);
    }
    for (size_t length = 2; length <= n; length++)
        for (size_t i = 0, j = length - 1; j < n; i++, j++) {
            fmpz_sub(left, &values[i], &leads[i + 1]);
            fmpz_sub(right, &values[j], &leads[i]);
            int order = fmpz_cmp(left, right);
            put_ends(c, part++, order > 0 ? CARDS_LEFT : order < 0 ? CARDS_RIGHT : CARDS_BOTH);
            fmpz_swap(&leads[i], order < 0 ? right : left);
        }
}

void cards_lead_again(cards_lead *c, const cards_row *row, arena *a) {
    c->row = *row;
    for (size_t i = 0; i < row->n; i++)
        fmpz_set_str(&c->values[i], str_to_c(a, row->texts[i]), 10);
    memset(c->ends, 0, row->n * (row->n + 1) / 2 / PARTS_A_BYTE + 1);
    fill(c);
}

cards_lead *cards_lead_of(const cards_row *row, arena *a) {
    cards_lead *c = ARENA_NEW(a, cards_lead);
    c->values = number_integers(a, row->n);
    c->leads = number_integers(a, row->n + 1); /* one more: the row of no cards has a lead too, 0 */
    c->work = number_integers(a, 2);
    c->ends = ARENA_ARRAY(a, unsigned char, row->n *(row->n + 1) / 2 / PARTS_A_BYTE + 1);
    cards_lead_again(c, row, a);
    return c;
}

cards_ends cards_best_ends(const cards_lead *c, size_t i, size_t j) {
    size_t part = parts_before(c->row.n, j - i + 1) + i;
    return c->ends[part / PARTS_A_BYTE] >> part % PARTS_A_BYTE * 2 & CARDS_BOTH;
}

void cards_scores(const cards_lead *c, fmpz_t first, fmpz_t second) {
    fmpz_zero(second);
    for (size_t i = 0; i < c->row.n; i++)
        fmpz_add(second, second, &c->values[i]);
    fmpz_add(first, second, c->leads);
    fmpz_tdiv_q_2exp(first, first, 1); /* exact: a sum and a lead have the same parity */
    fmpz_sub(second, second, first);
}

void cards_larger_ends(const fmpz *values, size_t n, fmpz_t first, fmpz_t second) {
    fmpz_zero(first);
    fmpz_zero(second);
    bool others_turn = false;
    for (size_t i = 0, j = n; i < j; others_turn = !others_turn) {
        size_t card = fmpz_cmp(&values[i], &values[j - 1]) >= 0 ? i++ : --j;
        fmpz *score = others_turn ? second : first;
        fmpz_add(score, score, &values[card]);
    }
}
