#include "lcs/mistakes.h"

#include <string.h>

lcs_common lcs_common_new(const unit_pair *p, arena *a) {
    size_t most = (p->x.count < p->y.count ? p->x.count : p->y.count) + 1;
    return (lcs_common){{ARENA_ARRAY(a, size_t, most), ARENA_ARRAY(a, size_t, most)}, 0};
}

void lcs_common_add(lcs_common *common, size_t i, size_t j) {
    common->at[0][common->count] = i;
    common->at[1][common->count++] = j;
}

lcs_common lcs_taken_at_once(const unit_pair *p, arena *a) {
    lcs_common found = lcs_common_new(p, a);
    for (size_t i = 1, from = 1; i <= p->x.count; i++) {
        size_t j = from;
        while (j <= p->y.count && !units_same(p, i, j))
            j++;
        if (j > p->y.count)
            continue;
        lcs_common_add(&found, i, j);
        from = j + 1;
    }
    return found;
}

lcs_common lcs_unbroken(const unit_pair *p, arena *a) {
    size_t best = 0, end_x = 0, end_y = 0;
    size_t *row = ARENA_ARRAY(a, size_t, p->y.count + 1); /* length of the common end of x[1 … i] and y[1 … j] */
    for (size_t i = 1; i <= p->x.count; i++)
        for (size_t j = p->y.count; j; j--) {
            row[j] = units_same(p, i, j) ? row[j - 1] + 1 : 0;
            if (row[j] > best || (row[j] == best && best && end_x == i)) {
                best = row[j];
                end_x = i;
                end_y = j;
            }
        }
    lcs_common found = lcs_common_new(p, a);
    for (size_t k = best; k; k--)
        lcs_common_add(&found, end_x - k + 1, end_y - k + 1);
    return found;
}

size_t lcs_slipped_length(const unit_pair *p, lcs_slip slip, arena *a) {
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    size_t *row = ARENA_ARRAY(scratch, size_t, p->y.count + 1), value = 0;
    memset(row, 0, (p->y.count + 1) * sizeof *row);
    for (size_t i = 1; i <= p->x.count; i++)
        for (size_t j = 1, diagonal = 0; j <= p->y.count; j++) {
            size_t up = row[j], left = row[j - 1], larger = up > left ? up : left;
            bool equal = units_same(p, i, j);
            size_t from = slip == LCS_COPIES_DIAGONAL ? (equal ? diagonal + 1 : diagonal) : larger + equal;
            row[j] = value = from;
            diagonal = up;
        }
    arena_back(scratch, start);
    return value;
}
