#include "cards/mistakes.h"

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
