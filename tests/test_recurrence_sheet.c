/* The figure cost-tree and the handouts of recurrences. */
#define _GNU_SOURCE
#include "blank.h"
#include "figure.h"
#include "raster.h"
#include "render.h"
#include "sheets.h"
#include "shell.h"
#include "traps.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const langs[] = {"en", "zh"};
enum { LANGS = COUNT(langs) };

static arena *kits_arena;
static sheet_kit kits[LANGS];

static int open_kits(void **state) {
    kits_arena = arena_new(NULL);
    for (size_t k = 0; k < LANGS; k++)
        kits[k] = sheet_kit_open(kits_arena, "recurrence", "handout", langs[k]);
    return compile_traps(state);
}

static int close_kits(void **state) {
    arena_free(kits_arena);
    return release_traps(state);
}

/* All cases, with and without a logarithm; chains, wide trees, one level, numbers too long for a box, many levels. */
static const char *const instances[] = {
    "a=2 b=2 f=n n=8",          "a=4 b=2 f=n n=8",        "a=2 b=2 f=n^2 n=8",        "a=3 b=2 f=n n=8",
    "a=4 b=2 f=n^2 n=8",        "a=7 b=2 f=n^2 n=4",      "a=3 b=3 f=n n=27",         "a=2 b=2 f=n log n n=8",
    "a=1 b=2 f=1 n=16",         "a=1 b=2 f=log n n=16",   "a=3 b=2 f=n n=1",          "a=1 b=2 f=n n=1",
    "a=5 b=2 f=log n n=1",      "a=4 b=2 f=n log n n=16", "a=2 b=2 f=n^2 log n n=8",  "a=2 b=4 f=1 n=16",
    "a=8 b=4 f=n n=16",         "a=9 b=4 f=3n n=64",      "a=100 b=2 f=n n=4",        "a=1000 b=10 f=n^7 n=10",
    "a=4 b=2 f=n n=2^20",       "a=3 b=2 f=n^3 n=2^60",   "a=1 b=2 f=1 n=2^30",       "a=2 b=2 f=123456789n n=4",
    "a=999999999 b=2 f=1 n=16", "a=2 b=1000 f=1 n=1000",  "a=6 b=2 f=1000000n^4 n=8", "a=1 b=3 f=n^2 n=3",
};

static const story *story_of(const char *typed, arena *a) {
    return sheet_story(&kits[0], sheet_instance(&kits[0], str_of(typed), a), a);
}

/* ---- the figure ---- */

typedef struct wish {
    size_t step; /* from 1; 0: the end */
    double width;
    const char *key, *value; /* a parameter, or NULL */
    size_t lang;
} wish;

static figure *figure_of(const story *s, wish w, arena *a) {
    error e = error_in(a);
    const figure_kind *kind = figure_kind_named(STR("cost-tree"));
    const sheet_kit *kit = &kits[w.lang];
    datum *params = datum_map(a);
    if (w.key)
        datum_put(a, params, w.key, datum_text(a, str_of(w.value)));
    story_moment m = {.story = s, .run = story_main_run(s)};
    m.step = w.step ? &m.run->steps[w.step - 1] : NULL;
    m.phase = m.step ? m.step->phase : NULL;
    context c = {.view = story_view(s)};
    figure_request q = {.moment = &m,
                        .context = &c,
                        .phrases = kit->phrases,
                        .fonts = kit->fonts,
                        .theme = &kit->theme,
                        .lang = kit->lang,
                        .params = params,
                        .width = w.width,
                        .arena = a,
                        .error = &e};
    assert_true(kind->draws(m.run));
    figure *f = figure_build(kind, &q);
    if (!f)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    assert_int_equal(f->count, 1);
    return f;
}

static void check_figure(const char *typed, const story *s, wish w) {
    arena *a = arena_new(NULL);
    figure *f = figure_of(s, w, a);
    str faults = scene_faults(f->parts[0], kits[w.lang].theme.type.least, a);
    if (faults.len)
        fail_msg("%s, step %zu, %s=%s, width %d, %s:\n%.*s", typed, w.step, w.key ? w.key : "", w.key ? w.value : "",
                 (int)w.width, langs[w.lang], STR_ARG(faults));
    if (w.width > 300 && f->parts[0]->w > w.width + 0.01)
        fail_msg("%s: %d points wide, not %d", typed, (int)f->parts[0]->w, (int)w.width);
    arena_free(a);
}

static void figures_have_no_faults(void **state) {
    (void)state;
    static const double widths[] = {0, 483, 308};
    for (size_t k = 0; k < COUNT(instances); k++) {
        arena *a = arena_new(NULL);
        const story *s = story_of(instances[k], a);
        size_t steps = story_main_run(s)->step_count;
        for (size_t w = 0; w < COUNT(widths); w++)
            for (size_t lang = 0; lang < LANGS; lang++) {
                wish wish = {.width = widths[w], .lang = lang};
                check_figure(instances[k], s, wish);
                wish.key = "tree";
                wish.value = "no";
                check_figure(instances[k], s, wish);
                wish.key = "depth";
                wish.value = "1";
                check_figure(instances[k], s, wish);
                wish.key = NULL;
                for (wish.step = 4; wish.step < steps && wish.step < 30; wish.step += 4)
                    check_figure(instances[k], s, wish);
            }
        arena_free(a);
    }
}

static bool has_alt(const scene *s, const char *alt) {
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_OPEN && str_is(s->items[k].group->alt, alt))
            return true;
    return false;
}

static size_t count_text(const scene *s, const char *text) {
    size_t count = 0;
    for (size_t k = 0; k < s->count; k++)
        count += s->items[k].kind == ITEM_GLYPHS && str_is(s->items[k].run->text, text);
    return count;
}

static size_t count_shapes(const scene *s, shape_kind kind) {
    size_t count = 0;
    for (size_t k = 0; k < s->count; k++)
        count += s->items[k].kind == ITEM_PATH &&
                 segments_shape(s->items[k].segments, s->items[k].segment_count).kind == kind;
    return count;
}

static void levels_are_drawn_node_by_node(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const story *s = story_of("a=4 b=2 f=n n=8", a);
    const scene *tree = figure_of(s, (wish){.width = 483}, a)->parts[0];
    assert_true(has_alt(tree, "Level 0: 1 × size 8, 8 each, 8 in all"));
    assert_true(has_alt(tree, "Level 2: 16 × size 2, 2 each, 32 in all"));
    assert_true(has_alt(tree, "Level 3: 64 × size 1, 1 each, 64 in all"));
    assert_int_equal(count_shapes(tree, SHAPE_RECT), 85 + 4); /* nodes and bars */
    assert_int_equal(count_text(tree, "120"), 1);
    const scene *one = figure_of(s, (wish){.width = 483, .key = "depth", .value = "1"}, a)->parts[0];
    assert_true(has_alt(one, "Level 0: 1 × size 8, 8 each, 8 in all"));
    assert_true(has_alt(one, "Level 1: 4 × size 4"));
    assert_int_equal(count_shapes(one, SHAPE_RECT), 5 + 1);
    assert_int_equal(count_text(one, "120"), 0);
    const scene *two = figure_of(s, (wish){.step = 8, .width = 483}, a)->parts[0];
    assert_true(has_alt(two, "Level 1: 4 × size 4, 4 each, 16 in all"));
    assert_true(has_alt(two, "Level 2: 16 × size 2"));
    assert_int_equal(count_shapes(two, SHAPE_RECT), 21 + 2);
    arena_free(a);
}

static void wide_levels_say_how_many_they_are(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const scene *s = figure_of(story_of("a=4 b=2 f=n n=2^20", a), (wish){.width = 483}, a)->parts[0];
    assert_true(count_text(s, "256") == 2); /* in the tree and before the × */
    assert_true(has_alt(s, "Level 20: 1\u2009099\u2009511\u2009627\u2009776 × size 1, 1 each, "
                           "1\u2009099\u2009511\u2009627\u2009776 in all"));
    assert_int_equal(count_text(s, "levels 6 to 18"), 1);
    assert_int_equal(count_text(s, "2\u2009199\u2009022\u2009206\u2009976"), 1);
    assert_false(has_alt(s, "Level 7: 16\u2009384 × size 8192, 8192 each, 134\u2009217\u2009728 in all"));
    arena_free(a);
}

/* Another program's levels: nodes that do not multiply by one number, and a word for a level with none. */
static void other_programs_levels_are_drawn(void **state) {
    (void)state;
    static const char lines[] = "{\"handtrace\":1,\"problem\":\"mine\"}\n"
                                "{\"event\":\"table\",\"id\":\"t\",\"rows\":[1,3],\"cols\":[1,4],"
                                "\"col_labels\":[\"cost\",\"each\",\"size\",\"nodes\"]}\n"
                                "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[1,4]}\n"
                                "{\"event\":\"set\",\"table\":\"t\",\"at\":[1,4],\"value\":\"1\",\"why\":\"base\"}\n"
                                "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[1,1]}\n"
                                "{\"event\":\"set\",\"table\":\"t\",\"at\":[1,1],\"value\":\"7/2\",\"why\":\"base\"}\n"
                                "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[2,4]}\n"
                                "{\"event\":\"set\",\"table\":\"t\",\"at\":[2,4],\"value\":\"3\",\"why\":\"base\"}\n"
                                "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[2,1]}\n"
                                "{\"event\":\"set\",\"table\":\"t\",\"at\":[2,1],\"value\":\"-4\",\"why\":\"base\"}\n"
                                "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[3,4]}\n"
                                "{\"event\":\"set\",\"table\":\"t\",\"at\":[3,4],\"value\":\"5\",\"why\":\"base\"}\n"
                                "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[3,1]}\n"
                                "{\"event\":\"set\",\"table\":\"t\",\"at\":[3,1],\"value\":\"0\",\"why\":\"base\"}\n";
    arena *a = arena_new(NULL);
    error e = error_in(a);
    const source where = {STR("t"), str_of(lines)};
    const trace *t = trace_from_lines(&where, a, &e);
    const story *s = t ? story_build(t, a, &e) : NULL;
    if (!s)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    check_figure("another program", s, (wish){.width = 483});
    check_figure("another program", s, (wish){.key = "tree", .value = "no"});
    const scene *drawn = figure_of(s, (wish){.width = 483}, a)->parts[0];
    assert_int_equal(count_text(drawn, "−4"), 1);
    arena_free(a);
}

static bool hides_leaves(const story_step *step, const void *user) {
    (void)user;
    const story_table *t = step->kind == STEP_CELL ? step->facts[0].table : NULL;
    return t && ((step->phase->value == 3 && step->col != 1) || str_is(t->id, "total"));
}

static void blanks_leave_nothing_behind(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const story *whole = story_of("a=4 b=2 f=n n=8", a);
    const story *s = story_blank(whole, &(story_blanks){.hides = hides_leaves, .work = true, .end = true}, a);
    for (size_t lang = 0; lang < LANGS; lang++) {
        check_figure("blank", s, (wish){.width = 483, .lang = lang});
        check_figure("blank", s, (wish){.width = 483, .lang = lang, .key = "tree", .value = "no"});
        const scene *drawn = figure_of(s, (wish){.width = 483, .lang = lang}, a)->parts[0];
        assert_int_equal(count_text(drawn, "64") + count_text(drawn, "120"), 0);
        assert_int_equal(count_text(drawn, "16"), 2); /* nodes of level 2, cost of level 1 */
        assert_true(drawn->h == figure_of(whole, (wish){.width = 483, .lang = lang}, a)->parts[0]->h);
    }
    arena_free(a);
}

/* Through libharu and through cairo the same. */
static void looks_as_with_cairo(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    str folder = raster_folder(a, "cost-tree");
    static const char *const drawn[] = {"a=4 b=2 f=n n=8", "a=3 b=2 f=n^3 n=2^60"};
    for (size_t k = 0; k < COUNT(drawn); k++) {
        scene *page = scene_new(a);
        const figure *f = figure_of(story_of(drawn[k], a), (wish){.width = 483, .lang = k}, a);
        page->w = (double)(int)f->parts[0]->w + 20;
        page->h = (double)(int)f->parts[0]->h + 20;
        scene_place(page, f->parts[0], 10, 10, 1, STR(""));
        pages p = {.items = &page, .count = 1, .info = {.lang = STR("en"), .title = STR("parity"), .figures = true}};
        str ours = render_bytes(backend_named(STR("pdf")), &p, 0, &(render_options){0}, a, &e);
        assert_true(raster_write(a, folder, "ours.pdf", ours) && reference_pdf(a, folder, "reference.pdf", page));
        raster x = raster_of_pdf(a, folder, "ours.pdf", 1, 150), y = raster_of_pdf(a, folder, "reference.pdf", 1, 150);
        assert_true(raster_ink(x, 0, 0, x.w, x.h) > 100);
        assert_true(raster_difference(x, y, 32) <= 0.001);
    }
    arena_free(a);
}

/* ---- sheets ---- */

static str random_instance(unsigned *seed, arena *a) {
    static const char *const forms[] = {"1", "n", "n log n", "n^2", "3n", "n^2 log n", "log n", "5", "n^3", "2n log n"};
    *seed = *seed * 1664525u + 1013904223u;
    unsigned x = *seed >> 8, b = x / 9 % 3 + 2, depth = x / 27 % 5;
    return str_format(a, "a=%u b=%u f=%s n=%u^%u", x % 9 + 1, b, forms[x / 135 % COUNT(forms)], b, depth);
}

static void no_sentence_falls_into_a_trap(void **state) {
    unsigned seed = 5;
    for (size_t k = 0; k < COUNT(instances) + 120; k++)
        for (size_t lang = 0; lang < LANGS; lang++) {
            arena *a = arena_new(NULL);
            static str drawn;
            if (k < COUNT(instances))
                drawn = str_of(instances[k]);
            else
                drawn = lang == 0 ? str_copy(kits_arena, random_instance(&seed, a)) : drawn;
            const char *text = sheet_markdown(&kits[lang], sheet_instance(&kits[lang], drawn, a), a);
            hunt_text(text, langs[lang], drawn, *state, a);
            arena_free(a);
        }
}

static void pages_are_without_faults(void **state) {
    (void)state;
    static const struct {
        const char *instance;
        size_t most;
    } cases[] = {
        {"a=2 b=2 f=n n=8", 3},        {"a=4 b=2 f=n n=8", 3},       {"a=2 b=2 f=n^2 n=8", 3},
        {"a=3 b=2 f=n n=8", 3},        {"a=4 b=2 f=n^2 n=8", 3},     {"a=7 b=2 f=n^2 n=4", 3},
        {"a=3 b=3 f=n n=27", 3},       {"a=2 b=2 f=n log n n=8", 3}, {"a=1 b=2 f=1 n=16", 3},
        {"a=3 b=2 f=n n=1", 1},        {"a=4 b=2 f=n n=2^20", 4},    {"a=3 b=2 f=n^3 n=2^60", 4},
        {"a=4 b=2 f=n log n n=16", 3}, {"a=2 b=2 f=1 n=2", 3},
    };
    for (size_t k = 0; k < COUNT(cases) * LANGS; k++) {
        arena *a = arena_new(NULL);
        const sheet_kit *kit = &kits[k % LANGS];
        const char *typed = cases[k / LANGS].instance;
        const pages *p = check_sheet(kit, sheet_instance(kit, str_of(typed), a), "a4", typed, NULL, a);
        if (p->count > cases[k / LANGS].most)
            fail_msg("%s, %s: %zu pages", typed, langs[k % LANGS], p->count);
        arena_free(a);
    }
    static const char *const papers[] = {"letter", "a5"};
    for (size_t k = 0; k < COUNT(papers) * LANGS; k++) {
        arena *a = arena_new(NULL);
        const sheet_kit *kit = &kits[k % LANGS];
        check_sheet(kit, sheet_instance(kit, STR("a=4 b=2 f=n n=8"), a), papers[k / LANGS], papers[k / LANGS], NULL, a);
        arena_free(a);
    }
}

static void expect_in(const char *typed, size_t lang, const char *words) {
    arena *a = arena_new(NULL);
    if (!strstr(sheet_markdown(&kits[lang], sheet_instance(&kits[lang], str_of(typed), a), a), words))
        fail_msg("%s, %s: no \"%s\"", typed, langs[lang], words);
    arena_free(a);
}

static void sentences_known_by_hand(void **state) {
    (void)state;
    static const char *const lecture = "a=4 b=2 f=n n=8";
    expect_in(lecture, 0, "T(8) = 1 \\times 8 + 4 \\times 4 + 16 \\times 2 + 64 \\times 1 = 8 + 16 + 32 + 64 = 120");
    expect_in(lecture, 0, "$T(n) = 2n^{2} - n$");
    expect_in(lecture, 0, "leaves, here $64$; the whole tree has $85$ nodes.");
    expect_in(lecture, 0, "**Case 1:** the leaves dominate, and $T(n) = \\Theta(n^{2})$");
    expect_in(lecture, 0, "$T(n) = 2T(n/2) + n^{2}$, with $T(1) = f(1)$ too, has the same sum");
    expect_in(lecture, 0, "$85$ calls, of which 4 are different");
    expect_in(lecture, 0, "costs $T(1) = f(1) = 1$");
    expect_in(lecture, 1, "情形 1");
    expect_in(lecture, 1, "$85$ 次调用");
    expect_in("a=3 b=2 f=n n=8", 0, "$q = \\log_b a = \\log_{ 2 } 3 \\approx 1.58$");
    expect_in("a=3 b=2 f=n n=8", 0, "$T(n) = 3n^{\\log_{2} 3} - 2n$");
    expect_in("a=2 b=2 f=n^2 n=8", 0, "for $c = a/b^{ 2 } = 1/2 < 1$. **Case 3:** the root dominates");
    expect_in("a=2 b=2 f=n n=8", 0,
              "**Case 2** with $p = 0$: all $\\log_b n + 1$ levels count, and $T(n) = \\Theta(n \\log n)$");
    expect_in("a=2 b=2 f=n^2 n=8", 0, "costs less than the one above it, $1/2$ of it.");
    expect_in(lecture, 0, "$64\\,(1 + \\frac{1}{2} + \\frac{1}{4} + \\frac{1}{8}) = 120 < 2 \\times 64$");
    expect_in(lecture, 0, "*Wrong:* the root’s cost times the number of levels, here $32$.");
    expect_in(lecture, 0, "$T(8) = 8 + 4\\,T(4)$");
    expect_in(lecture, 1, "$64\\,(1 + \\frac{1}{2} + \\frac{1}{4} + \\frac{1}{8}) = 120 < 2 \\times 64$");
    expect_in("a=2 b=2 f=n^2 n=8", 0, "$64\\,(1 + \\frac{1}{2} + \\frac{1}{4} + \\frac{1}{8}) = 120 < 2 \\times 64$");
    expect_in("a=3 b=4 f=n n=64", 0, "$64\\,(1 + \\frac{3}{4} + \\frac{9}{16} + \\frac{27}{64}) = 175 < 4 \\times 64$");
    expect_in("a=2 b=2 f=n n=8", 0, "its eight leaves are eight different elements");
    expect_in("a=2 b=2 f=n log n n=8", 0, "**Case 2** with $p = 1$:");
    expect_in("a=2 b=2 f=n log n n=8", 0, "$T(n) = \\Theta(n \\log^{2} n)$");
    expect_in("a=2 b=2 f=n log n n=8", 0, "costs $T(1) = f(1) = 0$");
    expect_in("a=2 b=2 f=n log n n=8", 1, "属于**情形 2**，$p = 1$：");
    expect_in("a=1 b=2 f=1 n=16", 0, "the tree is a chain");
    expect_in("a=1 b=2 f=1 n=16", 0, "there is still one node, and it costs the same.");
    expect_in("a=2 b=2 f=1 n=8", 0, "there are $a = 2$ times as many nodes, and each of them costs the same.");
    expect_in("a=3 b=2 f=n n=1", 0, "its root alone");
}

/* The closed form of every sheet gives the total. */
static void closed_forms_give_the_total(void **state) {
    (void)state;
    static const struct {
        const char *typed, *form;
        double value;
    } cases[] = {
        {"a=4 b=2 f=n n=8", "2n^{2} - n", 2 * 64 - 8},
        {"a=2 b=2 f=n^2 n=8", "2n^{2} - n", 2 * 64 - 8},
        {"a=2 b=2 f=1 n=8", "2n - 1", 15},
        {"a=1 b=2 f=n n=8", "2n - 1", 15},
        {"a=3 b=2 f=n n=8", "3n^{\\log_{2} 3} - 2n", 3 * 27 - 16},
        {"a=3 b=2 f=5n n=8", "15n^{\\log_{2} 3} - 10n", 15 * 27 - 80},
        {"a=2 b=3 f=n n=9", "3n - 2n^{\\log_{3} 2}", 27 - 2 * 4},
        {"a=5 b=2 f=1 n=4", "\\frac{5}{4}n^{\\log_{2} 5} - \\frac{1}{4}", 1.25 * 25 - 0.25},
        {"a=2 b=2 f=n n=8", "n (\\log_{2} n + 1)", 8 * 4},
        {"a=1 b=2 f=1 n=8", "\\log_{2} n + 1", 4},
        {"a=2 b=2 f=n log n n=8", "\\frac{1}{2} n \\log_{2} n (\\log_{2} n + 1)", 0.5 * 8 * 3 * 4},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        arena *a = arena_new(NULL);
        const story *s = story_of(cases[k].typed, a);
        double total = strtod(str_to_c(a, datum_as_text(datum_get(s->answer, "total"))), NULL);
        assert_true(total == cases[k].value);
        expect_in(cases[k].typed, 0, str_format(a, "$T(n) = %s$", cases[k].form).ptr);
        arena_free(a);
    }
}

static void recorded_traces_give_the_same_pages(void **state) {
    (void)state;
    shell s = shell_new();
    for (size_t lang = 0; lang < LANGS; lang++)
        shell_expect(
            &s, 0,
            str_format(s.arena,
                       "$H recurrence a=4 b=2 f=n n=8 -l %s -q -o direct.pdf && $H recurrence a=4 b=2 f=n n=8 "
                       "-q -o run.trace && $H render run.trace -l %s -q -o again.pdf && cmp direct.pdf again.pdf",
                       langs[lang], langs[lang])
                .ptr);
    shell_expect(&s, 1, "$H check recurrence a=4 b=2 f=n n=8 --answer 56");
    assert_non_null(strstr(s.out.ptr, "the level of the leaves is missing: there are 4 levels, not 3"));
    shell_expect(&s, 1, "$H check recurrence a=4 b=2 f=n n=8 --answer 32 -l zh");
    assert_non_null(strstr(s.out.ptr, "第 k 层有 a^k 个结点，不是 b^k 个"));
    shell_free(&s);
}

/* In a terminal and in the figure alike. */
static void columns_have_names_in_the_language(void **state) {
    (void)state;
    static const char *const names[LANGS][4] = {{"nodes", "size", "cost of one", "level cost"},
                                                {"结点数", "规模", "单个代价", "该层代价"}};
    shell s = shell_new();
    for (size_t lang = 0; lang < LANGS; lang++)
        for (size_t way = 0; way < 2; way++) {
            static const char *const ways[] = {"-f text -o t", "--figure tables -o t.pdf && pdftotext -layout t.pdf t"};
            str make =
                str_format(s.arena, "$H recurrence a=4 b=2 f=n n=8 -l %s -q %s && cat t", langs[lang], ways[way]);
            shell_expect(&s, 0, make.ptr);
            for (size_t k = 0; k < 4; k++)
                if (!strstr(s.out.ptr, names[lang][k]))
                    fail_msg("%s, %s: no %s", langs[lang], ways[way], names[lang][k]);
        }
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_have_no_faults),
        cmocka_unit_test(levels_are_drawn_node_by_node),
        cmocka_unit_test(wide_levels_say_how_many_they_are),
        cmocka_unit_test(other_programs_levels_are_drawn),
        cmocka_unit_test(blanks_leave_nothing_behind),
        cmocka_unit_test(looks_as_with_cairo),
        cmocka_unit_test(no_sentence_falls_into_a_trap),
        cmocka_unit_test(pages_are_without_faults),
        cmocka_unit_test(sentences_known_by_hand),
        cmocka_unit_test(closed_forms_give_the_total),
        cmocka_unit_test(columns_have_names_in_the_language),
        cmocka_unit_test(recorded_traces_give_the_same_pages),
    };
    return cmocka_run_group_tests(tests, open_kits, close_kits);
}
