#include "lcs_answer.h"

#include "verdict.h"
#include "visible.h"

/* How far an answer can be found in a text: all of it, or where it ends. */
typedef struct search {
    size_t found; /* units of the answer */
    size_t place; /* of the last one found, from 1; 0 if none is */
} search;

static search find_in(const lcs_sequence *answer, const lcs_sequence *text) {
    search s = {0};
    for (size_t k = 0; k < text->count && s.found < answer->count; k++)
        if (str_equal(text->texts[k], answer->texts[s.found])) {
            s.found++;
            s.place = k + 1;
        }
    return s;
}

/* What a mark says: the key of its sentence, the facts in it, and the sentence in English. */
typedef struct finding {
    const char *key;
    datum *args;
    str why;
} finding;

static void add_integer(arena *a, datum *args, const char *key, size_t value) {
    datum_put(a, args, key, datum_integer(a, (int64_t)value));
}

static finding missing(const lcs_pair *p, const lcs_sequence *answer, search s, const char *text, arena *a) {
    str unit = visible_text(answer->texts[s.found], a);
    const char *what = p->unit == LCS_LINE ? "line" : "letter";
    finding f = {.key = "check.missing", .args = datum_map(a)};
    datum_put(a, f.args, "text", datum_text(a, str_of(text)));
    datum_put(a, f.args, "letter", datum_text(a, unit));
    add_integer(a, f.args, "number", s.found + 1);
    add_integer(a, f.args, "place", s.place);
    datum_put(a, f.args, "lines", datum_bool(a, p->unit == LCS_LINE));
    f.why =
        s.place
            ? str_format(a, "it is no subsequence of %s: %s %zu of the answer, %.*s, does not occur after position %zu",
                         text, what, s.found + 1, STR_ARG(unit), s.place)
            : str_format(a, "it is no subsequence of %s: %s %zu of the answer, %.*s, does not occur in it", text, what,
                         s.found + 1, STR_ARG(unit));
    return f;
}

static finding measured(size_t length, size_t best, arena *a) {
    finding f = {.args = datum_map(a)};
    add_integer(a, f.args, "length", length);
    add_integer(a, f.args, "best", best);
    f.key = length < best ? "check.shorter" : "check.longest";
    f.why = length < best
                ? str_format(a, "it is a common subsequence, but of length %zu only; %zu is possible", length, best)
                : str_format(a, "it is a common subsequence of length %zu, and none is longer", length);
    return f;
}

static finding finding_of(const lcs_pair *p, const lcs_sequence *answer, arena *a) {
    search in_x = find_in(answer, &p->x), in_y = find_in(answer, &p->y);
    if (in_x.found < answer->count)
        return missing(p, answer, in_x, "x", a);
    if (in_y.found < answer->count)
        return missing(p, answer, in_y, "y", a);
    lcs_table *t = lcs_table_new(p, a);
    lcs_fill(t);
    return measured(answer->count, lcs_length(t), a);
}

datum *lcs_mark(const lcs_pair *p, str text, arena *a) {
    lcs_sequence answer = lcs_split(text, p->unit, a);
    finding f = finding_of(p, &answer, a);
    const verdict v = {
        .problem = "lcs",
        .answer = text,
        .right = strcmp(f.key, "check.longest") == 0,
        .value = str_format(a, "%zu", answer.count),
        .why = f.why,
        .key = f.key,
        .args = f.args,
    };
    return verdict_object(&v, a);
}
