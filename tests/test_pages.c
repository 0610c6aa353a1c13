/* The whole road, from random polygons to pages of the handouts: nothing meets, nothing leaves the page, every figure
 * of the text is on a page, no page is left half empty by accident, and captions count up. */
#include "build.h"
#include "context.h"
#include "output.h"
#include "problem.h"
#include "sheet.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct language {
    str lang;
    fonts *fonts;
    theme theme;
    phrases *phrases;
    source template;
} language;

static source read_template(arena *a, const char *format, str lang, error *e) {
    source s = {.name = str_format(a, format, TEST_SOURCE_DIR, STR_ARG(lang))};
    if (!input_read(a, s.name, &s.text, e))
        fail_msg("%.*s", STR_ARG(error_text(e)));
    return s;
}

static language open_language(arena *a, str lang, error *e) {
    language l = {.lang = lang, .theme = theme_default(lang), .phrases = phrases_new(a)};
    l.fonts = fonts_open(a, l.theme.fonts, e);
    assert_non_null(l.fonts);
    static const char *const files[] = {"%s/templates/common/phrases.%.*s.yaml",
                                        "%s/templates/polygon/phrases.%.*s.yaml"};
    for (size_t k = 0; k < 2; k++) {
        source *s = ARENA_NEW(a, source);
        *s = read_template(a, files[k], lang, e);
        assert_true(phrases_add(l.phrases, s, e));
    }
    l.template = read_template(a, "%s/templates/polygon/handout.%.*s.md", lang, e);
    return l;
}

static datum *random_instance(uint32_t seed, const char *far, arena *a, error *e) {
    datum *wishes = datum_map(a);
    datum_put(a, wishes, "n", datum_text(a, str_format(a, "%u", 3 + seed % 10)));
    datum_put(a, wishes, "min", datum_text(a, str_format(a, "-%s", far)));
    datum_put(a, wishes, "max", datum_text(a, str_of(far)));
    return problem_named(STR("polygon"))->random(wishes, seed, a, e);
}

static pages *make_pages(const language *l, const datum *instance, const char *paper, size_t *figures, arena *a,
                         error *e) {
    trace *t = trace_new(a, STR("polygon"), STR("Polygon"), (datum *)instance);
    if (!problem_named(STR("polygon"))->solve(instance, t, a, e))
        return NULL;
    story *s = story_build(t, a, e);
    datum *facts = datum_map(a);
    datum_put(a, facts, "instance_text", datum_text(a, STR("text")));
    datum_put(a, facts, "lang", datum_text(a, l->lang));
    datum_put(a, facts, "seed", datum_text(a, STR("")));
    const context *c = context_push(NULL, view_of_datum(facts), 0, 0, a);
    c = context_push(c, story_view(s), 0, 0, a);
    c = context_push(c, story_view_run(&s->runs[0]), 0, 0, a);
    document *d = document_make(&l->template, c, l->phrases, l->lang, a, e);
    if (!d)
        return NULL;
    for (size_t k = 0; k < d->count; k++)
        *figures += d->blocks[k]->figure_count;
    sheet_options o = {.fonts = l->fonts, .theme = &l->theme, .phrases = l->phrases, .running_right = d->title};
    assert_true(paper_size(str_of(paper), &o.width, &o.height));
    return sheet_pages(d, &o, a, e);
}

/* Anchors of figures and tables on all pages: as many as the text has, numbered without gaps. */
static void assert_figures(const pages *p, size_t figures, const char *what) {
    size_t counts[2] = {0, 0};
    static const char *const kinds[] = {"figure", "table"};
    for (size_t page = 0; page < p->count; page++)
        for (size_t k = 0; k < p->items[page]->count; k++) {
            const item *it = &p->items[page]->items[k];
            for (size_t kind = 0; it->kind == ITEM_OPEN && kind < 2; kind++) {
                char next[32];
                snprintf(next, sizeof next, "%s-%zu", kinds[kind], counts[kind] + 1);
                counts[kind] += str_is(it->group->anchor, next);
            }
        }
    if (counts[0] + counts[1] != figures)
        fail_msg("%s: %zu figures and %zu tables of %zu", what, counts[0], counts[1], figures);
}

/* How far the content reaches down, as a share of the page; running heads and feet left out. */
static double filled(const scene *s) {
    double lowest = 0;
    int depth = 0, artifact = 0;
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_OPEN && (depth++, artifact == 0) && it->group->role == ROLE_ARTIFACT)
            artifact = depth;
        else if (it->kind == ITEM_CLOSE && depth-- == artifact)
            artifact = 0;
        if (!artifact && (it->kind == ITEM_PATH || it->kind == ITEM_GLYPHS)) {
            box b = item_ink(it);
            lowest = fmax(lowest, b.y + b.h);
        }
    }
    return lowest / s->h;
}

/* A box that says "before you turn the page" is the last thing on its page. */
static void assert_turning(const scene *s, const language *l, arena *a, const char *what) {
    static const double least_box = 0.2; /* of a page: the question takes no more */
    error e = error_in(a);
    context here = {0};
    str turn = phrases_say(l->phrases, STR("box.predict"), &here, NULL, a, &e);
    double low = 0;
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_GLYPHS && str_find(s->items[k].run->text, turn, 0) != SIZE_MAX)
            low = fmax(low, s->items[k].run->at.y);
    if (low > 0 && filled(s) - low / s->h > least_box)
        fail_msg("%s: a box asks before the page is turned, and the page goes on", what);
}

typedef struct tally {
    size_t pages, half; /* those but the last of a document that are less than half full */
} tally;

static void check_pages(const language *l, uint32_t seed, const char *far, const char *paper, tally *t) {
    arena *a = arena_new(NULL);
    error e = error_in(a);
    size_t figures = 0, faulty = 0;
    char what[96];
    snprintf(what, sizeof what, "seed %u, up to %s, %.*s, %s", seed, far, STR_ARG(l->lang), paper);
    datum *instance = random_instance(seed, far, a, &e);
    pages *p = instance ? make_pages(l, instance, paper, &figures, a, &e) : NULL;
    if (!p)
        fail_msg("%s: %.*s", what, STR_ARG(error_text(&e)));
    for (size_t page = 0; page < p->count; page++) {
        str faults = scene_faults(p->items[page], l->theme.type.least, a);
        if (faults.len)
            print_error("%s, page %zu:\n%.*s", what, page + 1, STR_ARG(faults));
        faulty += faults.len > 0;
        assert_turning(p->items[page], l, a, what);
        t->half += page + 1 < p->count && filled(p->items[page]) < 0.5;
    }
    assert_int_equal(faulty, 0);
    assert_figures(p, figures, what);
    t->pages += p->count;
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
    error e = error_in(a);
    language languages[] = {open_language(a, STR("en"), &e), open_language(a, STR("zh"), &e)};
    tally t = {0, 0};
    for (uint32_t seed = 1; seed <= rounds; seed++)
        check_pages(&languages[seed & 1], seed, fars[seed / 2 % 4], papers[seed / 8 % 4], &t);
    check_pages(&languages[0], 348, "999", "a5", &t); /* two long captions side by side, both pushed inwards */
    print_message("%zu of %zu pages are less than half full\n", t.half, t.pages);
    assert_true(t.half * 200 <= t.pages); /* where a figure needs a page and its text is short */
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_polygons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
