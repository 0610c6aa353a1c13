/* The whole road, from random polygons to pages of the handouts: nothing meets, nothing leaves the page, every figure
 * of the text is on a page, no page is left half empty by accident, and captions count up. */
#include "sheets.h"

#include <stdlib.h>

static datum *random_instance(uint32_t seed, const char *far, arena *a, error *e) {
    datum *wishes = datum_map(a);
    datum_put(a, wishes, "n", datum_text(a, str_format(a, "%u", 3 + seed % 10)));
    datum_put(a, wishes, "min", datum_text(a, str_format(a, "-%s", far)));
    datum_put(a, wishes, "max", datum_text(a, str_of(far)));
    return problem_named(STR("polygon"))->random(wishes, seed, a, e);
}

/* A box that says "before you turn the page" is the last thing on its page. */
static void assert_turning(const scene *s, const sheet_kit *l, arena *a, const char *what) {
    static const double least_box = 0.2; /* of a page: the question takes no more */
    error e = error_in(a);
    context here = {0};
    str turn = phrases_say(l->phrases, STR("box.predict"), &here, NULL, a, &e);
    double low = 0;
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_GLYPHS && str_find(s->items[k].run->text, turn, 0) != SIZE_MAX)
            low = fmax(low, s->items[k].run->at.y);
    if (low > 0 && page_filled(s) - low / s->h > least_box)
        fail_msg("%s: a box asks before the page is turned, and the page goes on", what);
}

static void check_pages(const sheet_kit *l, uint32_t seed, const char *far, const char *paper, sheet_tally *t) {
    arena *a = arena_new(NULL);
    error e = error_in(a);
    char what[96];
    snprintf(what, sizeof what, "seed %u, up to %s, %.*s, %s", seed, far, STR_ARG(l->lang), paper);
    datum *instance = random_instance(seed, far, a, &e);
    if (!instance)
        fail_msg("%s: %.*s", what, STR_ARG(error_text(&e)));
    pages *p = check_sheet(l, instance, paper, what, t, a);
    for (size_t page = 0; page < p->count; page++)
        assert_turning(p->items[page], l, a, what);
    arena_free(a);
}

/* HANDTRACE_ROUNDS=500 checks that many polygons. */
static void random_polygons(void **state) {
    (void)state;
    static const char *const fars[] = {"9", "9", "999", "1000000000000"};
    static const char *const papers[] = {"a4", "a4", "letter", "a5"};
    const char *wanted = getenv("HANDTRACE_ROUNDS");
    uint32_t rounds = wanted ? (uint32_t)atoi(wanted) : 24;
    arena *a = arena_new(NULL);
    sheet_kit kits[] = {sheet_kit_open(a, "polygon", "handout", "en"), sheet_kit_open(a, "polygon", "handout", "zh")};
    sheet_tally t = {0, 0};
    for (uint32_t seed = 1; seed <= rounds; seed++)
        check_pages(&kits[seed & 1], seed, fars[seed / 2 % 4], papers[seed / 8 % 4], &t);
    check_pages(&kits[0], 348, "999", "a5", &t); /* two long captions side by side, both pushed inwards */
    print_message("%zu of %zu pages are less than half full\n", t.half, t.pages);
    assert_true(t.half * 200 <= t.pages); /* where a figure needs a page and its text is short */
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_polygons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
