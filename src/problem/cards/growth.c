#include "cards/growth.h"

#include "cards/calls.h"

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
