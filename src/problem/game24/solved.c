#include "game24/solutions.h"

#include "kit/memory_limit.h"

bool game24_too_large(const game24_hand *h, error *e) {
    if (h->memo->tried_too_often)
        return error_plain(e, STATUS_INPUT,
                           "%zu cards with so many values are too many: the sets of some of them need more than 100 "
                           "million tries; fewer cards, or more of them equal, need less",
                           h->size);
    return error_plain(e, STATUS_INPUT,
                       "%zu cards with so many values are too many: they would take too much memory; %.*s", h->size,
                       STR_ARG(memory_limit_text(e, 0)));
}

static void clear_solved(void *thing) {
    game24_solved *s = thing;
    fmpz_clear(s->trees);
    fmpz_clear(s->classes);
}

game24_solved *game24_solve_hand(game24_memo *m, const str *numbers, size_t count, const fmpq *target, arena *a,
                                 error *e) {
    game24_hand *h = game24_hand_new(m, numbers, count, a, e);
    if (!h)
        return NULL;
    size_t whole = h->order[h->count - 1], parts = h->size > 1 ? h->size - 1 : 1;
    game24_solved *s = ARENA_NEW(a, game24_solved);
    s->hand = h;
    s->target = target;
    arena_at_free(a, clear_solved, s);
    game24_facts facts = {.whole = false};
    fmpz_init(facts.trees);
    bool good = game24_solve_sets(h, parts);
    if (good)
        game24_facts_at(h, whole, target, &facts);
    bool solvable = fmpz_sgn(facts.trees) > 0;
    good = good && (!solvable || game24_count_sets(h, parts));
    if (good && solvable)
        game24_classes_at(h, whole, target, s->classes);
    fmpz_set(s->trees, facts.trees);
    s->needs_fraction = solvable && !facts.whole;
    s->needs_groups = solvable && !facts.chain;
    fmpz_clear(facts.trees);
    return good || game24_too_large(h, e) ? s : NULL;
}
