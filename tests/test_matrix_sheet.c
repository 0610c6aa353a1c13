/* The handouts of matrix-chain multiplication in both languages, and the figures they are made of: sentences over
 * hundreds of chains, pages, and what must stand on them. */
#define _GNU_SOURCE
#define TEST_PROBLEM "matrix-chain"
#include "figures.h"
#include "raster.h"
#include "sheets.h"
#include "traps.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const langs[] = {"en", "zh"};
enum { LANGS = COUNT(langs) };

#define CLRS "30 35 15 5 10 20 25"
#define LONG_8 "10000000 1000003 10000019 1000033 10000000 3333333 8888888 7777777 9999999"
#define LONG_12 LONG_8 " 1111111 2222222 3333444 4444444"

/* Kinds of chains: one, two, three matrices; ties of two, of all, of the whole; each shortcut right and wrong; numbers
 * too long for a line; chains too long for a tree of calls, a page, a table. */
static const char *const chains[] = {
    "7 11",
    "1 1",
    "10000000 10000000",
    "3 4 5",
    "1 1 1",
    "1 1000001 1",
    "10 100 5 50",
    "2 2 2 2",
    "1 2 3 4",
    "4 3 2 1",
    "1 1 1 1",
    "2 1 3 1 2",
    "2 1 3 4 5",
    "1 2 1 2 1",
    "4 1 1 1 4",
    "3 3 3 3 3",
    "10000000 1000003 10000019 1000033 10000000",
    "30 35 15 5 10 20",
    "5 5 5 5 5 5",
    CLRS,
    "1 100 1 100 1 100 1",
    "4 3 4 2 4 4 2 1 4",
    LONG_8,
    "37 18 19 11 13 14 40 22 17",
    "5 5 5 5 5 5 5 5 5",
    "9 2 8 9 8 6 3 8 6 6",
    "5 5 5 5 5 5 5 5 5 5",
    "1 1 1 3 2 2 1 3 2 3 3",
    "8 81 77 51 57 95 73 30 32 57 33 69 21",
    LONG_12,
    "8 81 77 51 57 95 73 30 32 57 33 69 21 5",
    "2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2",
};

static unsigned random_state = 5;

static int below(int limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (unsigned)limit);
}

static str random_chain(arena *a) {
    static const int sizes[] = {1, 2, 3, 3, 4, 4, 4, 5, 5, 6, 7};
    strbuf b = strbuf_in(a);
    int n = sizes[below(COUNT(sizes))], most = (int[]){2, 5, 60, 400, 9999999}[below(5)];
    for (int k = 0; k <= n; k++)
        strbuf_addf(&b, "%s%d", k ? " " : "", 1 + below(most));
    return strbuf_text(&b);
}

typedef struct kits {
    arena *arena;
    sheet_kit items[LANGS];
    trap_set *traps;
} kits;

static int open_kits(void **state) {
    if (open_looks(state))
        return 1;
    void *traps = NULL;
    compile_traps(&traps);
    arena *a = arena_new(NULL);
    kits *k = ARENA_NEW(a, kits);
    *k = (kits){.arena = a, .traps = traps};
    for (size_t l = 0; l < LANGS; l++)
        k->items[l] = sheet_kit_open(a, "matrix-chain", "handout", langs[l]);
    *state = k;
    return 0;
}

static int close_kits(void **state) {
    kits *k = *state;
    void *traps = k->traps;
    release_traps(&traps);
    arena_free(k->arena);
    return close_looks(state);
}

static void hunt_chain(const kits *k, str typed) {
    for (size_t l = 0; l < LANGS; l++) {
        arena *a = arena_new(NULL);
        const sheet_kit *kit = &k->items[l];
        hunt_text(sheet_markdown(kit, sheet_instance(kit, typed, a), a), langs[l], typed, k->traps, a);
        arena_free(a);
    }
}

static void sentences_have_no_traps(void **state) {
    for (size_t k = 0; k < COUNT(chains); k++)
        hunt_chain(*state, str_of(chains[k]));
    for (int round = 0; round < 150; round++) {
        arena *a = arena_new(NULL);
        hunt_chain(*state, random_chain(a));
        arena_free(a);
    }
}

static void assert_says(const char *markdown, const char *words) {
    if (!strstr(markdown, words))
        fail_msg("the sheet does not say \"%s\":\n%s", words, markdown);
}

static const char *markdown_of(const kits *k, size_t lang, const char *typed, arena *a) {
    const sheet_kit *kit = &k->items[lang];
    return sheet_markdown(kit, sheet_instance(kit, str_of(typed), a), a);
}

static void sheets_say_what_they_must(void **state) {
    static const struct {
        const char *typed;
        size_t lang;
        const char *words;
    } said[] = {
        {CLRS, 0, "The first costs $18\u2009000$,\nthe second only $7875$"},
        {CLRS, 0, "$m[2,2]$ and $m[3,5]$; $m[2,3]$ and $m[4,5]$; and $m[2,4]$ and $m[5,5]$."},
        {CLRS, 0, "So the order is $(A_{1}(A_{2}A_{3}))((A_{4}A_{5})A_{6})$, and its cost is $15\u2009125$"},
        {CLRS, 0, "No other order is as cheap."},
        {CLRS, 0, "$A_{3}A_{4}$, is *not* made in this order"},
        {CLRS, 0, "makes $3^{n-1}$ calls for $n$ matrices, here\n$243$, but only 21 of the chains are different"},
        {CLRS, 0, "165 candidates and 4862 orders"},
        {CLRS, 1, "所以次序是 $(A_{1}(A_{2}A_{3}))((A_{4}A_{5})A_{6})$，代价是 $15\u2009125$"},
        {"10 100 5 50", 0, "The first costs $7500$,\nthe second $75\u2009000$"},
        {"2 1 3 1 2", 0, "the splits $k = 1$ and $k = 3$ both give the minimum, $9$; the smaller $k$ is kept"},
        {"2 1 3 1 2", 0, "It is one of $2$ cheapest\norders"},
        {"2 1 3 1 2", 1, "断法 $k = 1$ 和 $k = 3$ 都得最小代价 $9$，取较小的 $k$"},
        {"3 3 3 3 3", 0, "all 3 splits give the minimum"},
        {"3 3 3 3 3", 0, "For these sizes every order costs the same."},
        {"2 2 2 2", 0, "both splits give the minimum"},
        {"7 11", 0, "no\nbrackets to choose and the cost is 0"},
        {"3 4 5", 0, "Two matrices leave no choice"},
        {"2 1 3 4 5", 0, "*not* made in this order"},
        {CLRS, 0, "makes $(n^3-n)/3 + 1$ calls, here $71$."},
        {CLRS, 0, "| make the cheapest product first | $50\u2009625$ | 70 |"},
        {CLRS, 0, "| from left to right | $40\u2009500$ | 70 |"},
        {"2 1 3 4 5", 0, "| make the cheapest product first | $70$ | 70 |"},
        {"2 1 3 4 5", 0, "| make the last product as cheap as possible | $85$ | 85 |"},
        {"2 1 3 4 5", 0, "| remove the largest dimension first | $85$ | 85 |"},
        {"2 1 3 4 5", 0, "| from left to right | $70$ | 70 |"},
        {"2 1 3 4 5", 0, "| from right to left | $85$ | 85 |"},
        {"2 1 3 4 5", 1, "| 最小代价 | **$42$** | **42** |"},
        {CLRS, 0, "| $m[2,5]$ | 13\u2009000, **7125**, 11\u2009375 | 3 |"},
    };
    for (size_t k = 0; k < COUNT(said); k++) {
        arena *a = arena_new(NULL);
        const char *text = markdown_of(*state, said[k].lang, said[k].typed, a);
        char *flat = str_to_c(a, str_of(text)), *words = str_to_c(a, str_of(said[k].words));
        for (char *c = flat; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        for (char *c = words; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        assert_says(flat, words);
        arena_free(a);
    }
}

/* teaching: at most 4, 5 and 8 pages for 4, 5 and 8 matrices. */
static size_t pages_allowed(const datum *instance) {
    size_t n = datum_get(instance, "dims")->count - 1;
    static const size_t allowed[] = {1, 1, 2, 3, 4, 5, 7, 8, 8};
    return n < COUNT(allowed) ? allowed[n] : 0;
}

static void pages_are_whole_and_few(void **state) {
    const kits *k = *state;
    for (size_t c = 0; c < COUNT(chains); c++)
        for (size_t l = 0; l < LANGS; l++) {
            arena *a = arena_new(NULL);
            const sheet_kit *kit = &k->items[l];
            const datum *instance = sheet_instance(kit, str_of(chains[c]), a);
            const char *paper = c % 3 == 2 ? "letter" : "a4";
            const pages *p = check_sheet(kit, instance, paper, chains[c], NULL, a);
            size_t allowed = pages_allowed(instance);
            if (allowed && strlen(chains[c]) < 30 && strcmp(paper, "a4") == 0 && p->count > allowed)
                fail_msg("%s, %s: %zu pages, not %zu", chains[c], langs[l], p->count, allowed);
            arena_free(a);
        }
    for (int round = 0; round < 6; round++) {
        arena *a = arena_new(NULL);
        const sheet_kit *kit = &k->items[round % LANGS];
        str typed = random_chain(a);
        check_sheet(kit, sheet_instance(kit, typed, a), round % 2 ? "a5" : "a4", str_to_c(a, typed), NULL, a);
        arena_free(a);
    }
}

/* Splits whose arithmetic is wider than the page, in a line or below it, become cards. */
static void long_numbers_stay_on_their_page(void **state) {
    const kits *k = *state;
    static const char *const wide[] = {
        "1234567890123 9876543210987 1111111111111 2222222222222 5555555555555",
        "12345678901234567890 98765432109876543210 11111111111111111111 22222222222222222222 55555555555555555555",
    };
    for (size_t c = 0; c < COUNT(wide); c++)
        for (size_t l = 0; l < LANGS; l++) {
            arena *a = arena_new(NULL);
            check_sheet(&k->items[l], sheet_instance(&k->items[l], str_of(wide[c]), a), "a4", wide[c], NULL, a);
            arena_free(a);
        }
}

/* All text of a page, group titles and alternative texts included. */
static const char *text_of_page(const scene *s, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < s->count; k++) {
        if (s->items[k].kind == ITEM_GLYPHS)
            strbuf_add(&b, s->items[k].run->text);
        else if (s->items[k].kind == ITEM_OPEN)
            strbuf_addf(&b, "\n%.*s|", STR_ARG(s->items[k].group->alt));
    }
    return str_to_c(a, strbuf_text(&b));
}

/* The table of costs with its heads, that of splits, the order and its cost stand on one page. */
static void tables_order_and_cost_stand_together(void **state) {
    const kits *k = *state;
    for (size_t l = 0; l < LANGS; l++) {
        arena *a = arena_new(NULL);
        const sheet_kit *kit = &k->items[l];
        const pages *p = check_sheet(kit, sheet_instance(kit, STR(CLRS), a), "a4", CLRS, NULL, a);
        size_t together = 0;
        for (size_t page = 0; page < p->count; page++) {
            const char *text = text_of_page(p->items[page], a);
            together += strstr(text, "m[1,6] = 15\u2009125") && strstr(text, "s[1,6] = 3") &&
                        strstr(text, "\nj = 6") == NULL && strstr(text, "(A1(A2A3))((A4A5)A6)") &&
                        strstr(text, "15\u2009125");
        }
        assert_true(together >= 1);
        arena_free(a);
    }
}

/* ---- figures ---- */

static const wish wishes[] = {
    {.kind = "tables"},
    {.kind = "tables", .params = "back=yes"},
    {.kind = "diamond"},
    {.kind = "diamond", .params = "only=m"},
    {.kind = "diamond", .params = "back=yes"},
    {.kind = "diamond", .params = "apart=yes"},
    {.kind = "diamond", .params = "apart=yes back=yes"},
    {.kind = "splits"},
    {.kind = "splits", .params = "terms=no"},
    {.kind = "expression"},
    {.kind = "triangulation"},
    {.kind = "triangulation", .params = "table=no"},
};

static size_t faulty;

static void check_figure(const story *s, wish w, const char *typed, arena *a) {
    const figure_kind *kind = figure_kind_named(str_of(w.kind));
    if (kind->draws_step && (s->runs[0].step_count < 3 || !s->runs[0].back_count))
        return; /* one matrix: nothing is chosen */
    const figure *f = figure_of(a, s, w);
    for (size_t part = 0; part < f->count; part++) {
        str faults = scene_faults(f->parts[part], looks[w.lang].theme.type.least, a);
        bool wide = w.width > 0 && f->parts[part]->w > w.width + 0.5;
        bool high = w.height > 0 && f->parts[part]->h > w.height + 0.5;
        if (faults.len || wide || high)
            print_error("%s of %s at step %zu, width %d, %s%s%s:\n%.*s", w.kind, typed, w.step, (int)w.width,
                        langs[w.lang], wide ? ", is wider" : "", high ? ", is higher" : "", STR_ARG(faults));
        faulty += faults.len || wide || high;
    }
}

static void figures_have_no_faults(void **state) {
    (void)state;
    static const double widths[] = {0, 483, 300};
    for (int round = 0; round < 40; round++) {
        arena *a = arena_new(NULL);
        bool known = round < (int)COUNT(chains) - 2;
        str typed = known ? str_of(chains[round]) : random_chain(a);
        const story *s = story_of(a, str_to_c(a, typed));
        for (size_t k = 0; k < COUNT(wishes); k++) {
            wish w = wishes[k];
            w.width = widths[(size_t)round % COUNT(widths)];
            w.height = w.width > 0 ? 700 : 0;
            w.lang = (size_t)(round + (int)k) % 2;
            bool back = figure_kind_named(str_of(w.kind))->counts == STEP_BACK;
            size_t steps = back ? s->runs[0].back_count : s->runs[0].step_count;
            for (size_t step = 0; step <= steps; step += 1 + steps / 3) {
                w.step = step;
                if (!step || strcmp(w.kind, "splits") != 0 || s->runs[0].steps[step - 1].candidate_count)
                    check_figure(s, w, str_to_c(a, typed), a);
            }
        }
        arena_free(a);
    }
    assert_int_equal(faulty, 0);
}

static size_t parts_of(const story *s, wish w, arena *a) {
    return figure_of(a, s, w)->count;
}

static const group *group_of(const scene *s, const char *id) {
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_OPEN && str_is(s->items[k].group->id, id))
            return s->items[k].group;
    return NULL;
}

static void diamonds_are_cut_where_they_are_too_wide(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, CLRS);
    assert_int_equal(parts_of(s, (wish){.kind = "diamond", .width = 483, .params = "apart=yes"}, a),
                     1); /* m and s beside each other */
    assert_int_equal(parts_of(s, (wish){.kind = "diamond", .width = 250, .params = "apart=yes"}, a),
                     2); /* below each other */
    const figure *f = figure_of(a, s, (wish){.kind = "diamond", .width = 110, .params = "only=m"});
    assert_int_equal(f->count, 3); /* two triangles and what lies between them */
    size_t found = 0;
    for (size_t part = 0; part < f->count; part++)
        for (int i = 1; i <= 6; i++)
            for (int j = i; j <= 6; j++)
                found += group_of(f->parts[part], str_format(a, "cell-m-%d-%d", i, j).ptr) != NULL;
    assert_int_equal(found, 21);
    assert_string_equal(str_to_c(a, group_of(f->parts[0], "cell-m-1-3")->alt), "m[1,3] = 7875");
    arena_free(a);
}

static double top_of(const scene *s, const char *id) {
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_OPEN && str_is(s->items[k].group->id, id))
            return scene_group_ink(s, k).y;
    return -1;
}

/* The longer a chain, the higher its cell; equal lengths are equally high, in both tables. */
static void diamonds_stand_on_their_diagonal(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const scene *p = figure_of(a, story_of(a, "8 8 8 8 8"), (wish){.kind = "diamond", .params = "apart=yes"})->parts[0];
    for (int length = 2; length <= 4; length++) {
        double before = top_of(p, str_format(a, "cell-m-1-%d", length - 1).ptr);
        for (int i = 1; i + length - 1 <= 4; i++) {
            double m = top_of(p, str_format(a, "cell-m-%d-%d", i, i + length - 1).ptr);
            double s = top_of(p, str_format(a, "cell-s-%d-%d", i, i + length - 1).ptr);
            assert_true(m > 0 && m < before - 5);
            assert_true(fabs(m - s) < 2);
        }
    }
    arena_free(a);
}

/* The widest line of a group, and how many shapes it has. */
static double line_of(const scene *s, const char *id, size_t *shapes) {
    double width = 0;
    *shapes = 0;
    for (size_t k = 0; k < s->count; k++) {
        if (s->items[k].kind != ITEM_OPEN || !str_is(s->items[k].group->id, id))
            continue;
        for (size_t at = k + 1; s->items[at].kind != ITEM_CLOSE; at++)
            if (s->items[at].kind == ITEM_PATH) {
                width = fmax(width, s->items[at].paint->width);
                ++*shapes;
            }
        return width;
    }
    fail_msg("there is no %s", id);
    return 0;
}

/* Without colours, states differ by the line round a cell, and what is chosen by its bar. */
static void states_differ_in_gray(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, CLRS);
    const theme *t = &looks[0].theme;
    const scene *p = figure_of(a, s, (wish){.kind = "diamond", .step = 17})->parts[0]; /* m[2,5], by k = 3 */
    size_t shapes;
    assert_true(line_of(p, "cell-m-2-5", &shapes) == t->stroke.current && shapes == 1);
    assert_true(line_of(p, "cell-m-2-4", &shapes) == t->stroke.read && shapes == 1);
    assert_true(line_of(p, "cell-m-2-3", &shapes) == t->stroke.chosen && shapes == 2);
    assert_true(line_of(p, "cell-m-3-4", &shapes) == 0 && shapes == 0);
    assert_true(t->stroke.current > t->stroke.read * 1.5);
    p = figure_of(a, s, (wish){.kind = "diamond", .params = "back=yes apart=yes"})->parts[0];
    assert_true(line_of(p, "cell-m-1-6", &shapes) == t->stroke.best_box && shapes == 2);
    assert_true(line_of(p, "cell-s-4-6", &shapes) == t->stroke.best_box);
    assert_true(line_of(p, "cell-s-2-6", &shapes) == 0);
    arena_free(a);
}

static void other_orders_are_drawn(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, "10 100 5 50");
    const scene *p = figure_of(a, s, (wish){.kind = "expression", .params = "order=A1(A2A3)"})->parts[0];
    assert_string_equal(str_to_c(a, group_of(p, "node-1")->alt), "×: 10 × 50, 75\u2009000");
    p = figure_of(a, s, (wish){.kind = "expression"})->parts[0];
    assert_string_equal(str_to_c(a, group_of(p, "node-1")->alt), "×: 10 × 50, 7500");
    assert_string_equal(str_to_c(a, group_of(p, "node-5")->alt), "A3: 5 × 50");
    p = figure_of(a, s, (wish){.kind = "expression", .params = "order=A2A3"})->parts[0];
    assert_string_equal(str_to_c(a, group_of(p, "node-1")->alt), "×: 100 × 50, 25\u2009000");
    p = figure_of(a, s, (wish){.kind = "triangulation", .params = "order=A1(A2A3)"})->parts[0];
    assert_string_equal(str_to_c(a, group_of(p, "triangle-2")->alt), "Triangle 2: 10 × 100 × 50 = 50\u2009000");
    static const struct {
        const char *kind, *params, *message;
    } wrong[] = {
        {"expression", "order=A1(A2A3", "figure expression: order=A1(A2A3: its brackets do not match"},
        {"expression", "order=A1A3", "figure expression: order=A1A3: expected A2 next"},
        {"expression", "order=A1A2A3A4", "figure expression: order=A1A2A3A4: it has a factor that the tree has not"},
        {"expression", "order=)", "figure expression: order=): its brackets do not match"},
        {"triangulation", "order=A1A2", "figure triangulation: order=A1A2 is to have all factors"},
    };
    for (size_t k = 0; k < COUNT(wrong); k++) {
        error e = error_in(a);
        assert_null(try_figure(a, s, (wish){.kind = wrong[k].kind, .params = wrong[k].params}, &e));
        assert_string_equal(str_to_c(a, e.message), wrong[k].message);
    }
    arena_free(a);
}

/* Every product is a triangle, and its corners make its cost; the costs sum up to that of the whole. */
static void triangles_sum_up(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const scene *p = figure_of(a, story_of(a, CLRS), (wish){.kind = "triangulation"})->parts[0];
    static const char *const alts[] = {"35 × 15 × 5 = 2625", "30 × 35 × 5 = 5250", "5 × 10 × 20 = 1000",
                                       "5 × 20 × 25 = 2500", "30 × 5 × 25 = 3750"}; /* 15125 in all */
    for (size_t k = 0; k < COUNT(alts); k++) {
        const group *g = group_of(p, str_format(a, "triangle-%zu", k + 1).ptr);
        assert_true(g && str_ends(g->alt, alts[k]));
    }
    assert_null(group_of(p, "triangle-6"));
    arena_free(a);
}

/* Numbers of triangles stand clear of all lines: no line of the polygon or inside it comes into their boxes. */
static void numbers_keep_clear_of_lines(void **state) {
    (void)state;
    static const char *const chains[] = {CLRS, "30 35 15 5 10 20 25 14 9 31 8", "1 2 3 4 5 6 7 8 9 10 11 12 13",
                                         "9 1 9 1 9 1 9 1 9", "5 9 1 30 2 7 3 40 3"};
    arena *a = arena_new(NULL);
    for (size_t c = 0; c < COUNT(chains); c++) {
        const scene *p = figure_of(a, story_of(a, chains[c]), (wish){.kind = "triangulation", .width = 483})->parts[0];
        size_t numbers = 0;
        for (size_t k = 0; k < p->count; k++) {
            if (p->items[k].kind != ITEM_OPEN || !str_starts(p->items[k].group->id, "triangle-"))
                continue;
            box ink = scene_group_ink(p, k);
            numbers += ink.w > 0;
            for (size_t n = 0; n < p->count && ink.w > 0; n++) {
                const item *it = &p->items[n];
                if (it->kind != ITEM_PATH || it->paint->width <= 0)
                    continue;
                point at = it->segments[0].to;
                for (size_t g = 1; g < it->segment_count; g++) { /* points along each line */
                    point to = it->segments[g].to;
                    for (int step = 0; step <= 400 && it->segments[g].kind == LINE_TO; step++) {
                        double share = step / 400.0, x = at.x + (to.x - at.x) * share, y = at.y + (to.y - at.y) * share;
                        if (x > ink.x && x < ink.x + ink.w && y > ink.y && y < ink.y + ink.h)
                            fail_msg("%s: a line goes through the number of %s", chains[c], p->items[k].group->id.ptr);
                    }
                    at = to;
                }
            }
        }
        assert_true(numbers > 3);
    }
    arena_free(a);
}

static void assert_golden(arena *a, const scene *s, const char *name) {
    str dump = scene_dump(s, a), golden = read_file(a, str_format(a, "tests/golden/%s.txt", name).ptr);
    if (str_equal(dump, golden))
        return;
    error e = error_in(a);
    str path = str_format(a, "%s/%s.txt", TEST_BINARY_DIR, name);
    output_write(path, dump, &e);
    fail_msg("%s differs; what was drawn is in %s", name, path.ptr);
}

/* CLRS's tables of 30 35 15 5 10 20 25, cell by cell as drawn: see also the published values in test_matrix_chain.c. */
static void goldens(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, CLRS);
    static const struct {
        const char *name;
        wish wish;
    } golden[] = {
        {"matrix-tables", {.kind = "tables", .step = 17, .width = 483}},
        {"matrix-diamond", {.kind = "diamond", .step = 17, .width = 483}},
        {"matrix-splits", {.kind = "splits", .step = 21, .width = 483}},
        {"matrix-expression", {.kind = "expression", .width = 483}},
        {"matrix-triangulation", {.kind = "triangulation", .width = 483}},
    };
    for (size_t k = 0; k < COUNT(golden); k++)
        assert_golden(a, figure_of(a, s, golden[k].wish)->parts[0], golden[k].name);
    /* Both tables hold what is published, as texts of their cells. */
    static const char *const m[][6] = {{"0", "15\u2009750", "7875", "9375", "11\u2009875", "15\u2009125"},
                                       {"0", "2625", "4375", "7125", "10\u2009500"},
                                       {"0", "750", "2500", "5375"},
                                       {"0", "1000", "3500"},
                                       {"0", "5000"},
                                       {"0"}};
    static const char *const split[][5] = {
        {"1", "1", "3", "3", "3"}, {"2", "3", "3", "3"}, {"3", "3", "3"}, {"4", "5"}, {"5"}};
    static const char *const kinds[] = {"tables", "diamond"};
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        const char *params = kind ? "apart=yes" : NULL;
        const scene *p = figure_of(a, s, (wish){.kind = kinds[kind], .width = 483, .params = params})->parts[0];
        for (int i = 1; i <= 6; i++)
            for (int j = i; j <= 6; j++) {
                const group *cell = group_of(p, str_format(a, "cell-m-%d-%d", i, j).ptr);
                assert_string_equal(str_to_c(a, cell->alt), str_format(a, "m[%d,%d] = %s", i, j, m[i - 1][j - i]).ptr);
                cell = j > i ? group_of(p, str_format(a, "cell-s-%d-%d", i, j).ptr) : NULL;
                if (cell)
                    assert_string_equal(str_to_c(a, cell->alt),
                                        str_format(a, "s[%d,%d] = %s", i, j, split[i - 1][j - i - 1]).ptr);
            }
    }
    arena_free(a);
}

/* Introduction to Algorithms, 3rd ed., figure 15.5: both tables in one, each cell with its value and its choice, the
 * choice right below; cells of one length stand on one line, a cell right between the two that it joins. */
static void one_diamond_holds_both_tables(void **state) {
    (void)state;
    static const char *const costs[6][6] = {{"0", "15\u2009750", "7875", "9375", "11\u2009875", "15\u2009125"},
                                            {NULL, "0", "2625", "4375", "7125", "10\u2009500"},
                                            {NULL, NULL, "0", "750", "2500", "5375"},
                                            {NULL, NULL, NULL, "0", "1000", "3500"},
                                            {NULL, NULL, NULL, NULL, "0", "5000"},
                                            {NULL, NULL, NULL, NULL, NULL, "0"}};
    static const int splits[6][6] = {
        {0, 1, 1, 3, 3, 3}, {0, 0, 2, 3, 3, 3}, {0, 0, 0, 3, 3, 3}, {0, 0, 0, 0, 4, 5}, {0, 0, 0, 0, 0, 5}};
    static const double widths[] = {0, 483, 340};
    arena *a = arena_new(NULL);
    for (size_t w = 0; w < COUNT(widths); w++) {
        wish asked = {.kind = "diamond", .params = "back=yes", .width = widths[w]};
        const scene *p = figure_of(a, story_of(a, CLRS), asked)->parts[0];
        double x[6][6], y[6][6];
        for (int i = 0; i < 6; i++)
            for (int j = i; j < 6; j++) {
                const char *id = str_format(a, "cell-m-%d-%d", i + 1, j + 1).ptr;
                str alt = str_format(a, "m[%d,%d] = %s", i + 1, j + 1, costs[i][j]);
                if (i < j)
                    alt = str_format(a, "%.*s, s[%d,%d] = %d", STR_ARG(alt), i + 1, j + 1, splits[i][j]);
                assert_true(str_starts(group_of(p, id)->alt, str_to_c(a, alt)));
                size_t at = 0, texts = 0;
                while (p->items[at].kind != ITEM_OPEN || !str_is(p->items[at].group->id, id))
                    at++;
                double middles[2] = {0, 0}, lines[2] = {0, 0};
                for (; p->items[at].kind != ITEM_CLOSE; at++)
                    if (p->items[at].kind == ITEM_GLYPHS) {
                        const glyph_run *run = p->items[at].run;
                        assert_true(texts < 2);
                        middles[texts] = run->at.x + run->width / 2;
                        lines[texts++] = run->at.y;
                    }
                assert_int_equal(texts, i < j ? 2 : 1);
                assert_true(i == j || (fabs(middles[0] - middles[1]) < 0.1 && lines[1] > lines[0] + 7));
                x[i][j] = middles[0];
                y[i][j] = lines[0];
            }
        for (int i = 0; i < 6; i++)
            for (int j = i + 1; j < 6; j++) {
                assert_true(fabs(2 * x[i][j] - x[i][j - 1] - x[i + 1][j]) < 0.2);
                assert_true(fabs(y[i][j] - y[0][j - i]) < 0.1 && y[i][j] < y[i + 1][j] - 10);
            }
    }
    /* Where it has no room, and of many matrices, there are other ways. */
    const story *s = story_of(a, CLRS);
    assert_non_null(group_of(figure_of(a, s, (wish){.kind = "diamond", .width = 120})->parts[0], "table-m"));
    arena_free(a);
}

/* Right edges of the runs of a row's cells, digits only, from left to right. */
static size_t number_ends(const scene *s, size_t row, double *ends, size_t most) {
    size_t count = 0, depth = 0;
    for (size_t k = row; k < s->count; k++) {
        const item *it = &s->items[k];
        depth += it->kind == ITEM_OPEN;
        depth -= it->kind == ITEM_CLOSE;
        if (depth == 0)
            break;
        if (it->kind == ITEM_GLYPHS && it->run->text.ptr[0] >= '0' && it->run->text.ptr[0] <= '9' && count < most)
            ends[count++] = it->run->at.x + it->run->width;
    }
    return count;
}

/* Operands of all splits end below each other and so do the results, the winner's too; nothing is approximated, however
 * narrow the page: rows take more lines instead. */
static void splits_are_aligned_and_exact(void **state) {
    (void)state;
    static const char *const chains[] = {CLRS, "10 10 10 10 10", "9000 8000 7000 6000 5000 4000 3000",
                                         "1 100 1 100 1 100 1 100"};
    static const double widths[] = {0, 483, 297, 200};
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(chains) * COUNT(widths); k++) {
        const story *s = story_of(a, chains[k / COUNT(widths)]);
        wish w = {.kind = "splits", .step = s->runs[0].step_count, .width = widths[k % COUNT(widths)]};
        const figure *f = figure_of(a, s, w);
        const scene *p = f->parts[0];
        assert_int_equal(f->note_count, 0); /* which would say what was rounded */
        double first[16];
        size_t rows = 0, operands = 0;
        for (size_t n = 0; n < p->count; n++) {
            if (p->items[n].kind == ITEM_GLYPHS)
                assert_true(str_find(p->items[n].run->text, STR("≈"), 0) == SIZE_MAX);
            if (p->items[n].kind != ITEM_OPEN || !str_starts(p->items[n].group->id, "candidate-"))
                continue;
            double ends[16];
            size_t count = number_ends(p, n, ends, 16);
            if (rows++ == 0) {
                memcpy(first, ends, sizeof first);
                operands = count;
            }
            assert_int_equal(count, operands);
            for (size_t o = 0; o < count; o++)
                if (fabs(ends[o] - first[o]) > 0.1)
                    fail_msg("%s at %d: number %zu of row %zu ends elsewhere", chains[k / COUNT(widths)], (int)w.width,
                             o + 1, rows);
        }
        assert_true(rows > 2);
    }
    arena_free(a);
}

/* Through libharu and through cairo. */
static void figures_look_alike_in_both_backends(void **state) {
    (void)state;
    static const wish drawn[] = {{.kind = "diamond", .step = 17, .width = 483},
                                 {.kind = "diamond", .params = "back=yes", .width = 483, .lang = 1},
                                 {.kind = "triangulation", .width = 483},
                                 {.kind = "triangulation", .step = 2, .width = 483, .lang = 1},
                                 {.kind = "expression", .width = 483},
                                 {.kind = "splits", .step = 21, .width = 483}};
    arena *a = arena_new(NULL);
    str folder = raster_folder(a, "parity-matrix");
    const story *s = story_of(a, CLRS);
    for (size_t k = 0; k < COUNT(drawn); k++)
        assert_true(raster_alike(a, folder, figure_of(a, s, drawn[k])->parts[0], drawn[k].kind));
    reference_forget();
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_have_no_traps),
        cmocka_unit_test(sheets_say_what_they_must),
        cmocka_unit_test(pages_are_whole_and_few),
        cmocka_unit_test(long_numbers_stay_on_their_page),
        cmocka_unit_test(tables_order_and_cost_stand_together),
        cmocka_unit_test(figures_have_no_faults),
        cmocka_unit_test(diamonds_are_cut_where_they_are_too_wide),
        cmocka_unit_test(diamonds_stand_on_their_diagonal),
        cmocka_unit_test(states_differ_in_gray),
        cmocka_unit_test(splits_are_aligned_and_exact),
        cmocka_unit_test(one_diamond_holds_both_tables),
        cmocka_unit_test(other_orders_are_drawn),
        cmocka_unit_test(triangles_sum_up),
        cmocka_unit_test(numbers_keep_clear_of_lines),
        cmocka_unit_test(figures_look_alike_in_both_backends),
        cmocka_unit_test(goldens),
    };
    return cmocka_run_group_tests(tests, open_kits, close_kits);
}
