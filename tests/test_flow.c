/* The pages of every problem's samples, and of random instances: nothing meets, no lettering is too small, every figure
 * stands in the section that it belongs to, and no page but the last has more than a fifth left empty.
 *
 * HANDTRACE_ROUNDS=1000 looks at that many random instances; ./dev check-pages 1000 does so. */
#include "galley.h"
#include "sheets.h"

#include <stdlib.h>
#include <string.h>

/* Of the text area. More is left empty only where the next thing is that tall, and nothing of its section can go before
 * it: on at most one page of fifty. */
static const double hole = 0.2;
enum { RARE = 50 };

static const char *const langs[] = {"en", "zh"};
static const char *const rooms[] = {"cards", "game24", "lcs", "matrix-chain", "polygon", "recurrence"};
enum { LANGS = 2, ROOMS = sizeof rooms / sizeof *rooms };

typedef struct tally {
    size_t sheets, pages, holes;
} tally;

/* ---- sections ---- */

/* The anchors of headings that figures and tables belong to, in order: first figures, then tables. */
typedef struct places {
    str *items[2];
    size_t count[2], capacity[2];
    arena *arena;
} places;

static void add_place(places *p, size_t kind, str heading) {
    p->items[kind] = arena_grow(p->arena, p->items[kind], &p->capacity[kind], p->count[kind] + 1, sizeof(str));
    p->items[kind][p->count[kind]++] = heading;
}

static places places_of_document(const document *d, arena *a) {
    places p = {.arena = a};
    str heading = STR("");
    for (size_t b = 0; b < d->count; b++) {
        if (d->blocks[b]->kind == BLOCK_HEADING)
            heading = d->blocks[b]->anchor;
        for (size_t k = 0; d->blocks[b]->kind == BLOCK_FIGURES && k < d->blocks[b]->figure_count; k++) {
            const figure_kind *kind = figure_kind_named(d->blocks[b]->figures[k]->name);
            if (!kind->bare)
                add_place(&p, kind->table, heading);
        }
    }
    return p;
}

static bool is_heading(const group *g) {
    return g->role == ROLE_HEADING_1 || g->role == ROLE_HEADING_2 || g->role == ROLE_HEADING_3;
}

static places places_of_pages(const pages *p, arena *a) {
    places found = {.arena = a};
    str heading = STR("");
    for (size_t page = 0; page < p->count; page++)
        for (size_t k = 0; k < p->items[page]->count; k++) {
            const item *it = &p->items[page]->items[k];
            if (it->kind != ITEM_OPEN)
                continue;
            str anchor = it->group->anchor;
            bool digit = anchor.len && anchor.ptr[anchor.len - 1] >= '0' && anchor.ptr[anchor.len - 1] <= '9';
            if (is_heading(it->group) && anchor.len)
                heading = anchor;
            else if (it->group->role != ROLE_CAPTION && digit && str_starts(anchor, "figure-"))
                add_place(&found, 0, heading);
            else if (it->group->role != ROLE_CAPTION && digit && str_starts(anchor, "table-"))
                add_place(&found, 1, heading);
        }
    return found;
}

static void assert_sections(const document *d, const pages *p, const char *what, arena *a) {
    places wanted = places_of_document(d, a), found = places_of_pages(p, a);
    for (size_t kind = 0; kind < 2; kind++) {
        if (found.count[kind] != wanted.count[kind])
            fail_msg("%s: expected %zu %s, got %zu", what, wanted.count[kind], kind ? "tables" : "figures",
                     found.count[kind]);
        for (size_t k = 0; k < wanted.count[kind]; k++)
            if (!str_equal(found.items[kind][k], wanted.items[kind][k]))
                fail_msg("%s: %s %zu stands in section %.*s, not in %.*s", what, kind ? "table" : "figure", k + 1,
                         STR_ARG(found.items[kind][k]), STR_ARG(wanted.items[kind][k]));
    }
}

/* ---- rooms ---- */

/* How much of the text area is empty below the last thing of a page, as a share of it. */
static double empty_share(const scene *s, const frame *f) {
    return 1 - (page_filled(s) * s->h - f->top) / f->height;
}

static void check(const sheet_kit *k, const datum *instance, const char *paper, const char *what, tally *t, arena *a) {
    error e = error_in(a);
    document *d = sheet_document(k, instance, a);
    sheet_options o = {.fonts = k->fonts, .theme = &k->theme, .phrases = k->phrases, .running_right = d->title};
    assert_true(paper_size(str_of(paper), &o.width, &o.height));
    pages *p = sheet_pages(d, &o, a, &e);
    if (!p) {
        fail_msg("%s: %.*s", what, STR_ARG(error_text(&e)));
        return;
    }
    assert_sections(d, p, what, a);
    frame f = frame_of(&o);
    for (size_t page = 0; page < p->count; page++) {
        str faults = scene_faults(p->items[page], k->theme.type.least, a);
        if (faults.len)
            fail_msg("%s, page %zu:\n%.*s", what, page + 1, STR_ARG(faults));
        double empty = empty_share(p->items[page], &f);
        if (page + 1 < p->count && empty > hole) {
            t->holes++;
            print_message("%s: page %zu of %zu is empty to %.0f %%\n", what, page + 1, p->count, 100 * empty);
        }
    }
    t->pages += p->count;
    t->sheets++;
}

/* A sample as typed in a shell, if it is arguments alone. */
static bool plain_sample(const char *typed, strbuf *b) {
    bool quoted = false;
    for (; *typed; typed++) {
        if (*typed == '\'' || *typed == '"')
            quoted = !quoted;
        else if (*typed == ' ' && !quoted)
            strbuf_add_byte(b, '|');
        else if (*typed == '-' && typed[1] == '-')
            return false;
        else
            strbuf_add_byte(b, *typed);
    }
    return true;
}

static void samples_fill_their_pages(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    tally t = {0, 0, 0};
    for (size_t r = 0; r < ROOMS; r++)
        for (size_t lang = 0; lang < LANGS; lang++) {
            sheet_kit k = sheet_kit_open(a, rooms[r], "handout", langs[lang]);
            for (const problem_sample *s = k.problem->samples; s->what; s++) {
                arena *own = arena_new(NULL);
                strbuf typed = strbuf_in(own);
                if (plain_sample(s->typed, &typed)) {
                    const char *what = str_format(own, "%s %s, %s", rooms[r], s->typed, langs[lang]).ptr;
                    check(&k, sheet_instance(&k, strbuf_text(&typed), own), "a4", what, &t, own);
                }
                arena_free(own);
            }
        }
    print_message("samples: %zu of %zu pages of %zu sheets are empty to more than a fifth\n", t.holes, t.pages,
                  t.sheets);
    assert_true(t.holes * RARE <= t.pages);
    arena_free(a);
}

static void random_instances_fill_their_pages(void **state) {
    (void)state;
    static const char *const papers[] = {"a4", "a4", "letter", "a5"};
    const char *wanted = getenv("HANDTRACE_ROUNDS");
    uint32_t rounds = wanted ? (uint32_t)atoi(wanted) : 12;
    arena *a = arena_new(NULL);
    sheet_kit kits[ROOMS][LANGS];
    for (size_t r = 0; r < ROOMS; r++)
        for (size_t lang = 0; lang < LANGS; lang++)
            kits[r][lang] = sheet_kit_open(a, rooms[r], "handout", langs[lang]);
    tally t = {0, 0, 0};
    for (uint32_t seed = 1; seed <= rounds; seed++) {
        arena *own = arena_new(NULL);
        error e = error_in(own);
        size_t r = seed % ROOMS, lang = seed / ROOMS % LANGS;
        const char *paper = papers[seed / ROOMS / LANGS % 4];
        const sheet_kit *k = &kits[r][lang];
        datum *instance = problem_random(k->problem, datum_map(own), seed, own, &e);
        if (!instance)
            fail_msg("%s, seed %u: %.*s", rooms[r], seed, STR_ARG(error_text(&e)));
        const char *what = str_format(own, "%s, seed %u, %s, %s", rooms[r], seed, langs[lang], paper).ptr;
        check(k, instance, paper, what, &t, own);
        arena_free(own);
    }
    print_message("random: %zu of %zu pages of %zu sheets are empty to more than a fifth\n", t.holes, t.pages,
                  t.sheets);
    assert_true(t.holes * RARE <= t.pages);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_fill_their_pages),
                                       cmocka_unit_test(random_instances_fill_their_pages)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
