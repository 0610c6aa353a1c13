/* How much work the card game is as it is first written down, two functions that call each other: counted, since it
 * cannot be enumerated. */
#include "cards/cards.h"

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

enum { LEAST = 10, MOST = 20, COLUMNS = 2 };

static const struct column {
    const char *label;
    void (*count)(size_t n, fmpz_t count);
} columns[COLUMNS] = {{"plain", cards_plain_calls}, {"distinct", cards_distinct_calls}};

static event *add_at(trace *t, event_kind kind, size_t row, size_t col) {
    event *e = trace_add(t, kind);
    trace_add_text(t, &e->tables, STR("growth"));
    e->at = (place){.row = (int64_t)row, .col = (int64_t)col};
    e->has_at = true;
    return e;
}

void cards_record_growth(size_t n, trace *t) {
    size_t last = n < LEAST ? LEAST : n > MOST ? MOST : n;
    trace_add(t, EVENT_RUN)->id = STR("growth");
    event *table = trace_add(t, EVENT_TABLE);
    table->id = STR("growth");
    table->extent.row_first = 1;
    table->extent.row_last = (int64_t)last;
    table->extent.col_last = COLUMNS - 1;
    table->extent.row = STR("n");
    for (size_t k = 0; k < COLUMNS; k++)
        trace_add_text(t, &table->extent.col_labels, str_of(columns[k].label));
    fmpz_t count;
    fmpz_init(count);
    for (size_t row = 1; row <= last; row++)
        for (size_t k = 0; k < COLUMNS; k++) {
            columns[k].count(row, count);
            add_at(t, EVENT_CELL, row, k);
            event *set = add_at(t, EVENT_SET, row, k);
            set->value = number_text_of_fmpz(count, t->arena);
            set->why = STR("only");
        }
    fmpz_clear(count);
}
