#include "cards/calls.h"

void cards_plain_calls(size_t n, fmpz_t count) {
    fmpz_one_2exp(count, n + 1);
    fmpz_sub_ui(count, count, 1);
}

void cards_distinct_calls(size_t n, fmpz_t count) {
    fmpz_set_ui(count, n);
    fmpz_mul_ui(count, count, n + 1);
}

void cards_memo_calls(size_t n, fmpz_t count) {
    fmpz_set_ui(count, n);
    fmpz_mul_ui(count, count, n ? 2 * (n - 1) : 0);
    fmpz_add_ui(count, count, n ? 3 : 1);
}

/* Two events for each call, and two candidates for each that has any: win and the parts of two cards and more, each as
 * often as it is met (2^n − 1 times in all, n (n − 1) + 1 with a memo). */
size_t cards_call_events(size_t n, bool memo) {
    size_t inner = memo ? n * (n - 1) + 1 : ((size_t)1 << n) - 1;
    return 1 + (n ? 2 * (2 * inner + 1) + 2 * inner : 2);
}
