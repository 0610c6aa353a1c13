#include "kit/story/cells.h"

#include "sheet_value.h"

const story_fact *cell_fact(const story_step *s, const char *table) {
    for (size_t k = 0; k < s->fact_count; k++)
        if (s->facts[k].table && str_is(s->facts[k].table->id, table))
            return &s->facts[k];
    return NULL;
}

bool cell_on_way_back(const story_step *s) {
    for (size_t k = 0; k < s->run->back_count; k++)
        if (s->run->backs[k].row == s->row && s->run->backs[k].col == s->col)
            return true;
    return false;
}

static int64_t number_of_label(str label, char letter) {
    enum { MOST = 99999999 }; /* a longer number is no split */
    int64_t number = 0;
    if (label.len < 3 || label.ptr[0] != letter || label.ptr[1] != '=')
        return 0;
    for (size_t k = 2; k < label.len; k++) {
        if (!char_is_digit(label.ptr[k]) || number > MOST)
            return 0;
        number = number * 10 + (label.ptr[k] - '0');
    }
    return number;
}

int64_t cell_split(const story_candidate *c, char letter) {
    return c ? number_of_label(c->label, letter) : 0;
}

datum *cell_best(const story_fact *f, const char *letter, str work, arena *a) {
    enum { NAMED = 4 };
    size_t count = f->chosen.count;
    datum *d = sheet_value(f->value, a);
    datum_put(a, d, letter, datum_integer(a, cell_split(f->kept, *letter)));
    datum_put(a, d, "work", datum_text(a, work));
    datum_put(a, d, "is_tied", datum_bool(a, count > 1));
    datum_put(a, d, "is_tied_by_all", datum_bool(a, count > 1 && count == f->step->candidate_count));
    datum_put(a, d, "many", datum_bool(a, count > NAMED));
    datum_put(a, d, "split_count", datum_integer(a, (int64_t)count));
    datum *splits = datum_put(a, d, "splits", datum_list(a));
    for (size_t k = 0; k < count; k++)
        datum_put(a, datum_add(a, splits, datum_map(a)), letter,
                  datum_integer(a, number_of_label(f->chosen.items[k], *letter)));
    return d;
}
