/* The figure `calls`: trees of calls of many shapes, at any moment, on any paper. */
#define _GNU_SOURCE
#define TEST_PROBLEM "cards"
#include "blank.h"
#include "figures.h"
#include "number.h"
#include "shell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t state;

static size_t below(size_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)((state * 0x2545F4914F6CDD1DULL >> 20) % limit);
}

/* ---- asking a figure ---- */

static const group *group_at(const scene *s, size_t k) {
    return s->items[k].kind == ITEM_OPEN ? s->items[k].group : NULL;
}

static size_t groups_like(const figure *f, const char *prefix) {
    size_t count = 0;
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++) {
            const group *g = group_at(f->parts[p], k);
            count += g && str_starts(g->id, prefix);
        }
    return count;
}

/* Calls that are drawn, each once though it may stand at the end of one piece and at the beginning of another. */
static size_t calls_drawn(const figure *f) {
    size_t again = 0;
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++) {
            const group *g = group_at(f->parts[p], k);
            again += g && str_starts(g->id, "call-") && str_ends(g->id, "-again");
        }
    return groups_like(f, "call-") - again;
}

static size_t alts_with(const figure *f, const char *words) {
    size_t count = 0;
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++) {
            const group *g = group_at(f->parts[p], k);
            count += g && str_starts(g->id, "call-") && str_find(g->alt, str_of(words), 0) != SIZE_MAX;
        }
    return count;
}

static const group *part_named(const scene *s, const char *id, size_t *at) {
    for (size_t k = 0; k < s->count; k++) {
        const group *g = group_at(s, k);
        if (g && str_is(g->id, id)) {
            *at = k;
            return g;
        }
    }
    return NULL;
}

static str text_of(arena *a, const figure *f) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, " ");
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++)
            if (f->parts[p]->items[k].kind == ITEM_GLYPHS) {
                strbuf_add(&b, f->parts[p]->items[k].run->text);
                strbuf_add_byte(&b, ' ');
            }
    return strbuf_text(&b);
}

/* ---- faults ---- */

static bool crosses(point from, point to, box b) {
    double enter = 0, leave = 1, move[] = {from.x - to.x, to.x - from.x, from.y - to.y, to.y - from.y};
    double room[] = {from.x - b.x, b.x + b.w - from.x, from.y - b.y, b.y + b.h - from.y};
    for (int k = 0; k < 4; k++) {
        if (move[k] == 0 && room[k] < 0)
            return false;
        if (move[k] < 0)
            enter = fmax(enter, room[k] / move[k]);
        if (move[k] > 0)
            leave = fmin(leave, room[k] / move[k]);
    }
    return enter < leave;
}

/* Edges are the lines outside of nodes: none runs through a text. */
static void check_lines(arena *a, const scene *s, const char *what) {
    size_t artifact = SIZE_MAX;
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_OPEN)
            artifact = it->group->role == ROLE_ARTIFACT ? k : SIZE_MAX;
        if (it->kind != ITEM_PATH || artifact == SIZE_MAX)
            continue;
        for (size_t n = 1; n < it->segment_count; n++)
            for (size_t t = 0; t < s->count; t++)
                if (s->items[t].kind == ITEM_GLYPHS && s->items[t].run->ink.w > 0 &&
                    crosses(it->segments[n - 1].to, it->segments[n].to, s->items[t].run->ink))
                    fail_msg("%s: an edge runs through \"%s\"", what, str_to_c(a, s->items[t].run->text));
    }
}

static void check_figure(arena *a, const figure *f, wish w, const char *what) {
    assert_true(f->count > 0 && f->alt.len > 0 && f->title.len > 0);
    for (size_t k = 0; k < f->count; k++) {
        const scene *s = f->parts[k];
        str faults = scene_faults(s, 6, a);
        if (faults.len)
            fail_msg("%s, part %zu of %zu:\n%s", what, k + 1, f->count, str_to_c(a, faults));
        check_lines(a, s, what);
        if ((w.width > 0 && s->w > w.width + 0.01) || (w.height > 0 && s->h > w.height + 0.01))
            fail_msg("%s, part %zu: %d × %d is larger than %d × %d", what, k + 1, (int)s->w, (int)s->h, (int)w.width,
                     (int)w.height);
    }
}

/* ---- traces at random ---- */

static void add_arguments(strbuf *b) {
    static const char *const texts[] = {
        "\"AGGTAB\"", "\"动态规划的子问题\"", "\"[1, 8, 10, 6, 7, 3]\"", "\"a $b_c$ *d*\"", "\"Á∑W\"", "-12", "123456",
        "0"};
    size_t count = below(4);
    strbuf_add_c(b, "[");
    for (size_t k = 0; k < count; k++) {
        strbuf_add_c(b, k ? "," : "");
        if (below(4) == 0)
            strbuf_add_c(b, texts[below(sizeof texts / sizeof *texts)]);
        else
            strbuf_addf(b, "%zu", below(4));
    }
    strbuf_add_c(b, "]");
}

/* Returns a number that the function and its arguments decide. */
static size_t add_enter(strbuf *b, size_t frame, size_t parent) {
    static const char *const fns[] = {"f", "s", "win", "lcs", "动态", "solve_the_whole_problem", "g", "h", "k"};
    static const char *const edges[] = {"1", "-7", "10", "left", "取左端的牌", "k = 3", "a rather long reason to call"};
    strbuf_addf(b, "{\"event\":\"enter\",\"frame\":%zu,", frame);
    size_t from = b->len, call = 5381;
    strbuf_addf(b, "\"fn\":\"%s\",\"args\":", fns[below(1 + below(9))]);
    add_arguments(b);
    for (size_t k = from; k < b->len; k++)
        call = call * 33 % 1000003 + (unsigned char)b->ptr[k];
    if (parent)
        strbuf_addf(b, ",\"parent\":%zu", parent);
    if (below(3))
        strbuf_addf(b, ",\"edge\":\"%s\"", edges[below(1 + below(sizeof edges / sizeof *edges))]);
    strbuf_add_c(b, "}\n");
    return call;
}

/* The newest frame before `frame` that is the same call and has its value; 0: none. */
static size_t answered_before(const size_t *calls, const bool *answered, size_t frame) {
    size_t k = frame - 1;
    while (k && !(answered[k] && calls[k] == calls[frame]))
        k--;
    return k;
}

/* Frames that are open are a stack; now and then one is called from elsewhere, or never answered. */
static str random_trace(arena *a, size_t count) {
    strbuf b = strbuf_in(a);
    size_t *open = ARENA_ARRAY(a, size_t, count), depth = 0, reach = 1 + below(4);
    size_t *calls = ARENA_ARRAY(a, size_t, count + 1);
    bool large = below(6) == 0, *answered = ARENA_ARRAY(a, bool, count + 1);
    strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"cards\",\"title\":\"Calls\",\"instance\":{}}\n");
    for (size_t k = 1; k <= count; k++) {
        while (depth > 1 && below(reach + 1) == 0) {
            size_t frame = open[--depth], of = answered_before(calls, answered, frame);
            if (of && below(2) == 0 && frame == k - 1)
                strbuf_addf(&b, "{\"event\":\"memo\",\"frame\":%zu,\"of\":%zu}\n", frame, of);
            else
                strbuf_addf(&b, "{\"event\":\"return\",\"frame\":%zu,\"value\":\"%s%zu\",\"why\":\"only\"}\n", frame,
                            large ? "-98765432109876543210" : "", 1 + calls[frame] % 40);
            answered[frame] = true;
        }
        calls[k] = add_enter(&b, k, depth ? open[depth - 1] : 0);
        open[depth++] = k;
    }
    for (; depth && below(20); depth--)
        strbuf_addf(&b, "{\"event\":\"return\",\"frame\":%zu,\"value\":\"%s%zu\",\"why\":\"only\"}\n", open[depth - 1],
                    large ? "-98765432109876543210" : "", 1 + calls[open[depth - 1]] % 40);
    return strbuf_text(&b);
}

static void random_trees_have_no_faults(void **unused) {
    (void)unused;
    static const double widths[] = {0, 483, 340, 483}, heights[] = {0, 640, 400, 0};
    static const char *const params[] = {NULL, "fold=yes", "unfold=yes", NULL};
    state = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 20260101;
    for (int round = 0; round < 240; round++) {
        arena *a = arena_new(NULL);
        str trace = random_trace(a, 1 + below(round % 8 ? 30 : 200));
        const story *s = story_of_lines(a, trace);
        size_t paper = below(4), steps = s->runs[0].frame_step_count;
        wish w = {.kind = "calls",
                  .step = steps && below(2) ? 1 + below(steps) : 0,
                  .width = widths[paper],
                  .height = heights[paper],
                  .lang = below(2),
                  .params = params[below(4)]};
        char what[100];
        snprintf(what, sizeof what, "round %d, step %zu, width %d, %s", round, w.step, (int)w.width,
                 w.params ? w.params : "");
        check_figure(a, figure_of(a, s, w), w, what);
        arena_free(a);
    }
}

/* ---- numbers of calls ---- */

static bool boxes_meet(box a, box b) {
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/* The number of a call stands in a frame that is drawn last; it covers no letter of the call. */
static size_t covered_labels(const scene *s) {
    size_t covered = 0;
    for (size_t open = 0; open < s->count; open++) {
        if (s->items[open].kind != ITEM_OPEN || !str_starts(s->items[open].group->id, "call-"))
            continue;
        size_t tag = 0, end = open + 1;
        for (; s->items[end].kind != ITEM_CLOSE; end++)
            tag = s->items[end].kind == ITEM_PATH ? end : tag;
        for (size_t k = open + 1; k < tag; k++)
            if (s->items[k].kind == ITEM_GLYPHS && tag + 2 == end)
                covered += boxes_meet(item_ink(&s->items[k]), item_ink(&s->items[tag]));
    }
    return covered;
}

static void numbers_keep_clear_of_labels(void **unused) {
    (void)unused;
    static const char *const rows[] = {"1 8 10 6", "5 3 9 2 7", "5 3 9 2 7 1 8 4", "-5 13 -9 22 -7 11"};
    static const double widths[] = {0, 483, 300, 230};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
            for (int memo = 0; memo < 2; memo++) {
                arena *a = arena_new(NULL);
                const figure *f = figure_of(
                    a, story_of(a, rows[r]),
                    (wish){.kind = "calls", .run = memo ? "memo" : "plain", .width = widths[w], .height = 640});
                for (size_t part = 0; part < f->count; part++)
                    if (covered_labels(f->parts[part]))
                        fail_msg("%s at %d: numbers on %zu labels", rows[r], (int)widths[w],
                                 covered_labels(f->parts[part]));
                arena_free(a);
            }
}

/* ---- counts ---- */

static void games_have_the_known_numbers_of_calls(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, "1 8 10 6");
    const figure *plain = figure_of(a, s, (wish){.kind = "calls"});
    assert_int_equal(calls_drawn(plain), 15);
    assert_int_equal(alts_with(plain, "called before"), 5);
    assert_string_equal(str_to_c(a, plain->alt),
                        "The call tree of f(0, 3): 15 calls, 10 of them different. The value is 14.");
    const figure *memo = figure_of(a, s, (wish){.kind = "calls", .run = "memo"});
    assert_int_equal(calls_drawn(memo), 13);
    assert_int_equal(alts_with(memo, "answered from the memo"), 3);
    assert_int_equal(calls_drawn(figure_of(a, s, (wish){.kind = "calls", .params = "root=win"})), 31);
    assert_int_equal(calls_drawn(figure_of(a, s, (wish){.kind = "calls", .params = "root=s"})), 15);
    size_t at;
    const figure *other = figure_of(a, s, (wish){.kind = "calls", .params = "root=s(1,3)"});
    assert_int_equal(calls_drawn(other), 7);
    assert_non_null(part_named(other->parts[0], "call-3", &at));
    /* Each repeat becomes a leaf: ten different calls, and a leaf for each repeat that hangs on one of them. */
    const figure *folded = figure_of(a, s, (wish){.kind = "calls", .params = "fold=yes"});
    assert_int_equal(calls_drawn(folded), 13);
    assert_true(str_find(text_of(a, folded), STR(" see  6 "), 0) != SIZE_MAX ||
                str_find(text_of(a, folded), STR(" see 6 "), 0) != SIZE_MAX);
    for (size_t n = 1; n <= 8; n++) {
        static const char *const rows[] = {"4",         "4 7",         "4 7 1",         "4 7 1 8",
                                           "4 7 1 8 2", "4 7 1 8 2 8", "4 7 1 8 2 8 1", "4 7 1 8 2 8 1 9"};
        const figure *f = figure_of(a, story_of(a, rows[n - 1]), (wish){.kind = "calls"});
        assert_int_equal(calls_drawn(f), ((size_t)1 << n) - 1);
    }
    arena_free(a);
}

/* The way kept for 1 8 10 6: take 6, the other takes 10, take 8 (the tie goes to the left), the other takes 1. */
static void best_play_is_heavy(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, "1 8 10 6");
    const figure *f = figure_of(a, s, (wish){.kind = "calls"});
    double heavy = looks[0].theme.stroke.best_path;
    size_t lines = 0;
    const scene *drawn = f->parts[0];
    strbuf way = strbuf_in(a);
    for (size_t k = 0; k < drawn->count; k++) {
        const item *it = &drawn->items[k];
        const group *g = group_at(drawn, k);
        if (g && str_starts(g->id, "call-"))
            for (size_t n = k + 1; drawn->items[n].kind != ITEM_CLOSE; n++)
                if (drawn->items[n].kind == ITEM_PATH && drawn->items[n].paint->width == heavy)
                    strbuf_addf(&way, "%.*s; ", STR_ARG(g->title));
        lines += it->kind == ITEM_PATH && it->segment_count == 2 && it->paint->width == heavy;
    }
    assert_string_equal(way.ptr, "f(0, 3); s(0, 2); f(0, 1); s(0, 0); ");
    assert_true(lines >= 3);
    /* Nothing is kept where nothing is left aside. */
    shell sh = shell_new();
    shell_expect(&sh, 0, TEST_EXAMPLE_FIB " 5 >fib.jsonl");
    const figure *fib = figure_of(a, story_of_lines(a, shell_file(&sh, "fib.jsonl")), (wish){.kind = "calls"});
    for (size_t k = 0; k < fib->parts[0]->count; k++)
        if (fib->parts[0]->items[k].kind == ITEM_PATH)
            assert_true(fib->parts[0]->items[k].paint->width < heavy);
    shell_free(&sh);
    arena_free(a);
}

static void fibonacci_is_drawn_whole(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    shell sh = shell_new();
    shell_expect(&sh, 0, TEST_EXAMPLE_FIB " 10 >fib.jsonl && " TEST_EXAMPLE_FIB " 20 >many.jsonl");
    const story *s = story_of_lines(a, shell_file(&sh, "fib.jsonl"));
    assert_int_equal(calls_drawn(figure_of(a, s, (wish){.kind = "calls"})), 177);
    const figure *memo = figure_of(a, s, (wish){.kind = "calls", .run = "memo"});
    assert_int_equal(calls_drawn(memo), 19);
    assert_int_equal(alts_with(memo, "answered from the memo"), 7);
    assert_true(str_find(text_of(a, memo), STR("answered from the memo"), 0) != SIZE_MAX); /* the legend */
    const story *many = story_of_lines(a, shell_file(&sh, "many.jsonl"));
    assert_int_equal(calls_drawn(figure_of(a, many, (wish){.kind = "calls"})), 21891);
    /* On a page repeats are folded: 21 different calls, 19 of which make a second one that was made before. */
    wish page = {.kind = "calls", .width = 483, .height = 640};
    const figure *folded = figure_of(a, many, page);
    assert_int_equal(calls_drawn(folded), 39);
    check_figure(a, folded, page, "fib 20");
    shell_free(&sh);
    arena_free(a);
}

/* Three items, one after the other: each call has its list as it was then. */
static void permutations_are_one_tree(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"perm\",\"title\":\"p\",\"instance\":{}}\n"
                     "{\"event\":\"enter\",\"frame\":1,\"fn\":\"perm\",\"args\":[]}\n");
    size_t frame = 1;
    for (size_t i = 1; i <= 3; i++) {
        size_t first = ++frame;
        strbuf_addf(&b, "{\"event\":\"enter\",\"frame\":%zu,\"parent\":1,\"fn\":\"perm\",\"args\":[\"%zu\"]}\n", first,
                    i);
        for (size_t j = 1; j <= 3; j++) {
            if (j == i)
                continue;
            size_t second = ++frame, third = ++frame;
            const char *line = "{\"event\":\"enter\",\"frame\":%zu,\"parent\":%zu,\"fn\":\"perm\",\"args\":[\"%s\"]}\n";
            str two = str_format(a, "%zu %zu", i, j), three = str_format(a, "%zu %zu %zu", i, j, 6 - i - j);
            strbuf_addf(&b, line, second, first, two.ptr);
            strbuf_addf(&b, line, third, second, three.ptr);
        }
    }
    const figure *f = figure_of(a, story_of_lines(a, strbuf_text(&b)), (wish){.kind = "calls"});
    assert_int_equal(calls_drawn(f), 16);
    size_t edges = 0, at;
    for (size_t k = 0; k < f->parts[0]->count; k++)
        edges += f->parts[0]->items[k].kind == ITEM_PATH && f->parts[0]->items[k].segment_count == 2;
    assert_int_equal(edges, 15);
    assert_string_equal(str_to_c(a, part_named(f->parts[0], "call-16", &at)->title), "perm(\xE2\x80\x9C"
                                                                                     "3 2 1\xE2\x80\x9D)");
    arena_free(a);
}

/* Recursions of other problems: with a word for an edge, or several calls for a candidate. */
static void other_problems_are_drawn(void **unused) {
    (void)unused;
    static const char *const commands[] = {"$H lcs AGGTAB GXTXAYB -f trace -o x.trace",
                                           "$H matrix-chain 30 35 15 5 10 20 -f trace -o x.trace"};
    static const wish wishes[] = {
        {.kind = "calls", .run = "plain"},
        {.kind = "calls", .run = "plain", .width = 483, .height = 640},
        {.kind = "calls", .run = "plain", .width = 483, .height = 640, .params = "unfold=yes"}};
    for (size_t k = 0; k < 2; k++) {
        arena *a = arena_new(NULL);
        shell sh = shell_new();
        shell_expect(&sh, 0, commands[k]);
        const story *s = story_of_lines(a, shell_file(&sh, "x.trace"));
        for (size_t n = 0; n < 3; n++)
            check_figure(a, figure_of(a, s, wishes[n]), wishes[n], commands[k]);
        shell_free(&sh);
        arena_free(a);
    }
}

/* ---- one tree in several ---- */

static size_t number_after(str id, const char *prefix) {
    size_t value = 0;
    for (size_t k = strlen(prefix); k < id.len && id.ptr[k] >= '0' && id.ptr[k] <= '9'; k++)
        value = value * 10 + (size_t)(id.ptr[k] - '0');
    return value;
}

/* Every mark leads to a tree that says where it comes from, and every tree but the first is led to once. */
static void check_marks(arena *a, const figure *f) {
    enum { MOST = 20000 };
    size_t *leads = ARENA_ARRAY(a, size_t, MOST), trees = groups_like(f, "tree-"), marks = 0;
    assert_true(trees > 1 && trees < MOST);
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++) {
            const group *g = group_at(f->parts[p], k);
            if (!g || !str_starts(g->id, "goes-on-"))
                continue;
            size_t to = number_after(g->id, "goes-on-");
            assert_true(to > 1 && to <= trees);
            leads[to]++;
            marks++;
        }
    assert_int_equal(marks, trees - 1);
    for (size_t k = 2; k <= trees; k++)
        assert_int_equal(leads[k], 1);
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++) {
            const group *g = group_at(f->parts[p], k);
            if (!g || !str_starts(g->id, "tree-") || number_after(g->id, "tree-") == 1)
                continue;
            const char *words = ", continued from tree ";
            size_t from = str_find(g->alt, str_of(words), 0);
            assert_true(from != SIZE_MAX);
            size_t source = number_after(str_slice(g->alt, from, g->alt.len), words);
            assert_true(source >= 1 && source < number_after(g->id, "tree-"));
        }
}

static void large_trees_are_cut(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, "3 9 1 2 12 7 5 4");
    wish pages[] = {{.kind = "calls", .width = 483, .height = 640, .params = "unfold=yes"},
                    {.kind = "calls", .width = 300, .height = 240, .params = "unfold=yes"},
                    {.kind = "calls", .width = 483, .params = "unfold=yes"},
                    {.kind = "calls", .width = 300, .height = 300, .params = "fold=yes"}};
    for (size_t k = 0; k < sizeof pages / sizeof *pages; k++) {
        const figure *f = figure_of(a, s, pages[k]);
        check_figure(a, f, pages[k], pages[k].params);
        check_marks(a, f);
        assert_int_equal(calls_drawn(f), k < 3 ? 255 : 57);
    }
    /* Without being asked, it is folded, and then fits one page. */
    wish page = {.kind = "calls", .width = 483, .height = 640};
    const figure *folded = figure_of(a, s, page);
    assert_int_equal(folded->count, 1);
    assert_int_equal(calls_drawn(folded), 57); /* 36 different calls; their 56 edges but 35 lead to repeats */
    arena_free(a);
}

/* More children than a page is wide, and a chain deeper than many pages. */
static void fans_and_chains_are_cut(void **unused) {
    (void)unused;
    for (int shape = 0; shape < 2; shape++) {
        arena *a = arena_new(NULL);
        strbuf b = strbuf_in(a);
        strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"p\",\"title\":\"p\",\"instance\":{}}\n");
        for (size_t k = 1; k <= 300; k++) {
            strbuf_addf(&b, "{\"event\":\"enter\",\"frame\":%zu,\"fn\":\"visit\",\"args\":[%zu],\"edge\":\"%zu\"", k, k,
                        k);
            if (k > 1)
                strbuf_addf(&b, ",\"parent\":%zu", shape ? k - 1 : 1);
            strbuf_add_c(&b, "}\n");
        }
        const story *s = story_of_lines(a, strbuf_text(&b));
        wish page = {.kind = "calls", .width = 400, .height = 500};
        const figure *f = figure_of(a, s, page);
        check_figure(a, f, page, shape ? "a chain" : "a fan");
        check_marks(a, f);
        assert_int_equal(calls_drawn(f), 300);
        const figure *whole = figure_of(a, s, (wish){.kind = "calls"});
        assert_int_equal(whole->count, 1);
        check_figure(a, whole, (wish){0}, "whole");
        arena_free(a);
    }
}

/* Expressions are cut like calls. */
static void large_expressions_are_cut(void **unused) {
    (void)unused;
    enum { LAST = 2047 }; /* inner nodes; 4,095 in all */
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"sum\",\"title\":\"A sum\",\"instance\":{}}\n");
    for (size_t k = 2 * LAST + 1; k > LAST; k--)
        strbuf_addf(&b, "{\"event\":\"node\",\"id\":%zu,\"value\":\"1\"}\n", k);
    for (size_t k = LAST, leaves = 2; k >= 1; k--) {
        leaves = 1;
        for (size_t below_k = k; below_k <= LAST; below_k *= 2)
            leaves *= 2;
        strbuf_addf(&b, "{\"event\":\"node\",\"id\":%zu,\"op\":\"+\",\"left\":%zu,\"right\":%zu,\"value\":\"%zu\"}\n",
                    k, 2 * k, 2 * k + 1, leaves);
    }
    strbuf_add_c(&b, "{\"event\":\"solution\",\"node\":1}\n");
    const story *s = story_of_lines(a, strbuf_text(&b));
    wish page = {.kind = "expression", .width = 483, .height = 640};
    const figure *f = figure_of(a, s, page), *whole = figure_of(a, s, (wish){.kind = "expression"});
    for (size_t k = 0; k < f->count; k++) {
        str faults = scene_faults(f->parts[k], 6, a);
        if (faults.len)
            fail_msg("part %zu:\n%s", k + 1, str_to_c(a, faults));
        assert_true(f->parts[k]->w <= page.width + 0.01 && f->parts[k]->h <= page.height + 0.01);
    }
    check_marks(a, f);
    assert_int_equal(groups_like(f, "node-") - (groups_like(f, "tree-") - 1), 2 * LAST + 1); /* roots stand twice */
    assert_int_equal(whole->count, 1);
    assert_int_equal(groups_like(whole, "node-"), 2 * LAST + 1);
    arena_free(a);
}

/* ---- moments ---- */

static box frame_box(const scene *s, const char *id) {
    size_t at = 0;
    if (!part_named(s, id, &at))
        return (box){0};
    for (size_t k = at; s->items[k].kind != ITEM_CLOSE; k++)
        if (s->items[k].kind == ITEM_PATH)
            return segments_box(s->items[k].segments, s->items[k].segment_count);
    return (box){0};
}

static bool same_place(box a, box b) {
    return fabs(a.x - b.x) < 1e-9 && fabs(a.y - b.y) < 1e-9 && fabs(a.w - b.w) < 1e-9 && fabs(a.h - b.h) < 1e-9;
}

static void steps_keep_their_places(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, "1 8 10 6");
    const story_run *r = &s->runs[0];
    const figure *end = figure_of(a, s, (wish){.kind = "calls"});
    size_t open_seen = 0;
    for (size_t step = 1; step <= r->frame_step_count; step++) {
        const figure *f = figure_of(a, s, (wish){.kind = "calls", .step = step});
        size_t moment = r->frame_steps[step - 1].frame->returned, drawn = 0;
        for (size_t k = 0; k < r->frame_count; k++) {
            const story_frame *frame = &r->frames[k];
            str id = str_format(a, "call-%lld", (long long)frame->id);
            box there = frame_box(end->parts[0], id.ptr), here = frame_box(f->parts[0], id.ptr);
            if (there.w <= 0)
                continue; /* below another root */
            bool entered = step == r->frame_step_count || frame->entered <= moment;
            assert_int_equal(here.w > 0, entered);
            assert_true(!entered || same_place(here, there));
            drawn += entered;
            size_t at = 0;
            bool open = entered && step < r->frame_step_count && frame->returned > moment;
            const group *g = part_named(f->parts[0], id.ptr, &at);
            open_seen += open;
            if (g)
                assert_int_equal(str_find(g->alt, STR("="), 0) == SIZE_MAX, open); /* no value yet */
        }
        assert_int_equal(groups_like(f, "call-"), drawn);
    }
    assert_true(open_seen > 10);
    arena_free(a);
}

static bool hides_all(const story_step *s, const void *user) {
    (void)user;
    return s->kind == STEP_FRAME;
}

static void blanks_keep_their_places(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    const story *full = story_of(a, "1177 8177 10177 6177");
    const story *blank = story_blank(full, &(story_blanks){.hides = hides_all, .work = true, .end = true}, a);
    wish wishes[] = {
        {.kind = "calls"}, {.kind = "calls", .width = 483, .height = 640, .lang = 1}, {.kind = "calls", .run = "memo"}};
    for (size_t k = 0; k < 3; k++) {
        const figure *f = figure_of(a, full, wishes[k]), *b = figure_of(a, blank, wishes[k]);
        assert_int_equal(b->count, f->count);
        check_figure(a, b, wishes[k], "blank");
        for (size_t frame = 1; frame <= 31; frame++) {
            str id = str_format(a, "call-%zu", frame);
            assert_true(same_place(frame_box(f->parts[0], id.ptr), frame_box(b->parts[0], id.ptr)));
        }
        str shown = text_of(a, f), left = text_of(a, b);
        assert_true(str_find(shown, STR(" 14 354 "), 0) != SIZE_MAX || str_find(shown,
                                                                                STR("14\xE2\x80\x89"
                                                                                    "354"),
                                                                                0) != SIZE_MAX);
        assert_true(str_find(left,
                             STR("14\xE2\x80\x89"
                                 "354"),
                             0) == SIZE_MAX);
        for (size_t p = 0; p < b->count; p++)
            assert_true(str_find(scene_dump(b->parts[p], a), STR("14354"), 0) == SIZE_MAX);
        assert_true(str_find(b->alt, STR("354"), 0) == SIZE_MAX);
    }
    arena_free(a);
}

/* ---- the whole program ---- */

static void what_is_too_much_is_said(void **unused) {
    (void)unused;
    shell s = shell_new();
    const char *row = "1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7";
    shell_expect(&s, 1, str_format(s.arena, "$H cards %s --figure calls -o x.svg", row).ptr);
    assert_non_null(strstr(str_to_c(s.arena, s.err), "would have 131071 calls, more than the limit of 100000"));
    assert_non_null(strstr(str_to_c(s.arena, s.err), "--max-calls raises it"));
    shell_expect(&s, 1, str_format(s.arena, "$H cards %s --figure calls --run plain -o x.svg", row).ptr);
    shell_expect(&s, 0, str_format(s.arena, "$H cards %s --figure calls --run memo -q -o x.svg", row).ptr);
    shell_expect(&s, 2, "$H cards 1 8 --figure calls --root g -o x.svg");
    assert_non_null(strstr(str_to_c(s.arena, s.err), "no call 'g' in this run; a root is a function, such as f"));
    shell_expect(&s, 2, "$H cards 1 8 --figure calls --fold --unfold -o x.svg");
    shell_expect(&s, 3, "$H cards 1 2 3 4 5 6 7 8 9 1 2 3 4 --figure calls -o x.png");
    assert_non_null(strstr(str_to_c(s.arena, s.err), "a PNG may have"));
    shell_free(&s);
}

/* Wider than a PDF page may be: its unit grows. */
static void wide_trees_have_a_larger_unit(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    const figure *f = figure_of(a, story_of(a, "3 9 1 2 12 7 5 4 8 6"), (wish){.kind = "calls"});
    double unit = ceil(f->parts[0]->w / 14400);
    assert_true(unit >= 2);
    shell s = shell_new();
    shell_expect(&s, 0,
                 "$H cards 3 9 1 2 12 7 5 4 8 6 --figure calls -q -o x.pdf && qpdf --check x.pdf && "
                 "qpdf --json --json-key=qpdf x.pdf | grep UserUnit && pdftoppm -r 4 x.pdf x && head -c 15 x-1.ppm");
    assert_non_null(strstr(str_to_c(s.arena, s.out), str_format(s.arena, "\"/UserUnit\": %d", (int)unit).ptr));
    /* The rasteriser's page: all points at four pixels an inch, or a part of them if it does not know the unit. */
    int w = 0, h = 0;
    const char *header = strstr(str_to_c(s.arena, s.out), "P6");
    assert_true(header && sscanf(header, "P6 %d %d", &w, &h) == 2);
    double whole = f->parts[0]->w * 4 / 72;
    assert_true(fabs(w - whole) < 3 || fabs(w - whole / unit) < 3);
    shell_free(&s);
    arena_free(a);
}

/* Deeper than any stack. */
static void deep_recursion_is_drawn(void **unused) {
    (void)unused;
    enum { DEPTH = 100000 };
    shell s = shell_new();
    strbuf b = strbuf_in(s.arena);
    strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"deep\",\"title\":\"Deep\",\"instance\":{}}\n"
                     "{\"event\":\"enter\",\"frame\":1,\"fn\":\"d\",\"args\":[1]}\n");
    for (int k = 2; k <= DEPTH; k++)
        strbuf_addf(&b, "{\"event\":\"enter\",\"frame\":%d,\"parent\":%d,\"fn\":\"d\",\"args\":[%d]}\n", k, k - 1, k);
    shell_write(&s, "deep.jsonl", strbuf_text(&b));
    shell_expect(&s, 0,
                 "(ulimit -s 256 && $H render deep.jsonl --figure calls -q -o x.svg) && grep -c 'id=\"call-' x.svg");
    assert_int_equal(strtol(s.out.ptr, NULL, 10), DEPTH);
    shell_free(&s);
}

static void two_figures_know_nothing_of_each_other(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    shell sh = shell_new();
    shell_expect(&sh, 0, TEST_EXAMPLE_FIB " 3 >fib.jsonl");
    const story *s = story_of_lines(a, shell_file(&sh, "fib.jsonl"));
    const figure *first = figure_of(a, s, (wish){.kind = "calls"}), *second = figure_of(a, s, (wish){.kind = "calls"});
    assert_int_equal(calls_drawn(first), 5);
    assert_string_equal(scene_dump(first->parts[0], a).ptr, scene_dump(second->parts[0], a).ptr);
    shell_free(&sh);
    arena_free(a);
}

/* ---- goldens ---- */

static void goldens(void **unused) {
    (void)unused;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, "1 8 10 6");
    check_golden_figure(a, "calls", figure_of(a, s, (wish){.kind = "calls", .width = 483, .height = 640}));
    check_golden_figure(a, "calls-step", figure_of(a, s, (wish){.kind = "calls", .step = 9, .lang = 1}));
    check_golden_figure(
        a, "calls-memo",
        figure_of(a, s, (wish){.kind = "calls", .run = "memo", .width = 220, .height = 240, .params = "fold=yes"}));
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_keep_clear_of_labels),
        cmocka_unit_test(games_have_the_known_numbers_of_calls),
        cmocka_unit_test(best_play_is_heavy),
        cmocka_unit_test(fibonacci_is_drawn_whole),
        cmocka_unit_test(permutations_are_one_tree),
        cmocka_unit_test(random_trees_have_no_faults),
        cmocka_unit_test(other_problems_are_drawn),
        cmocka_unit_test(large_trees_are_cut),
        cmocka_unit_test(fans_and_chains_are_cut),
        cmocka_unit_test(large_expressions_are_cut),
        cmocka_unit_test(steps_keep_their_places),
        cmocka_unit_test(blanks_keep_their_places),
        cmocka_unit_test(what_is_too_much_is_said),
        cmocka_unit_test(wide_trees_have_a_larger_unit),
        cmocka_unit_test(deep_recursion_is_drawn),
        cmocka_unit_test(two_figures_know_nothing_of_each_other),
        cmocka_unit_test(goldens),
    };
    return cmocka_run_group_tests(tests, open_looks, close_looks);
}
