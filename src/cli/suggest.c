#include "suggest.h"

#include "nearest.h"

suggestion suggest_for(str word, arena *a) {
    return (suggestion){.arena = a, .word = word};
}

void suggest_offer(suggestion *s, str name) {
    *ARENA_PUSH(s->arena, s, names, count, capacity) = name;
}

/* "--form" stands for "--format" although a third of it is missing. Of several the shortest is meant. */
static str shortest_begun(const suggestion *s) {
    enum { LEAST = 3 };
    str best = STR("");
    for (size_t k = 0; s->word.len >= LEAST && k < s->count; k++)
        if (str_equal(str_slice(s->names[k], 0, s->word.len), s->word) && (!best.len || s->names[k].len < best.len))
            best = s->names[k];
    return best;
}

str suggest_text(const suggestion *s, const char *otherwise) {
    str best = shortest_begun(s);
    if (best.len == 0)
        best = nearest_word(s->word, s->names, s->count, s->arena);
    return best.len ? str_format(s->arena, "; did you mean %.*s?", STR_ARG(best)) : str_of(otherwise);
}
