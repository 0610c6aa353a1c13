#include "kit/finding.h"

#include "kit/verdict.h"

finding finding_of(const char *key, arena *a) {
    return (finding){key, datum_map(a), STR("")};
}

void finding_index(const finding *f, const char *key, size_t value, arena *a) {
    datum_put(a, f->args, key, datum_integer(a, (int64_t)value));
}

void finding_word(const finding *f, const char *key, str value, arena *a) {
    datum_put(a, f->args, key, datum_text(a, value));
}

datum *finding_verdict(const finding *f, const char *problem, str answer, bool right, str value, arena *a) {
    const verdict v = {.problem = problem,
                       .answer = str_trim(answer),
                       .right = right,
                       .value = value,
                       .why = f->why,
                       .key = f->key,
                       .args = f->args};
    return verdict_object(&v, a);
}
