/* The 24-point game on paper: its figures and sheets over random hands, the numbers in them, books of hands. Values
 * that are compared here are counted anew, by a search that knows nothing of memos and classes. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#define TEST_PROBLEM "game24"
#include "figures.h"
#include "game24/story/hands.h"
#include "memo.h"
#include "raster.h"
#include "sheets.h"
#include "shell.h"
#include "traps.h"

enum { MOST_FOUR = 6, MOST_FIVE = 8 }; /* pages */

/* ---- random hands ---- */

typedef struct dice {
    uint64_t state;
} dice;

static unsigned roll(dice *d, unsigned sides) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(d->state >> 33) % sides;
}

/* Small cards, now and then a zero, a negative, a fraction or a letter. */
static const char *random_hand(dice *d, size_t cards, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < cards; k++) {
        unsigned kind = roll(d, 24);
        strbuf_add_c(&b, k ? " " : "");
        if (kind == 0)
            strbuf_add_c(&b, "0");
        else if (kind == 1)
            strbuf_addf(&b, "-%u", 1 + roll(d, 9));
        else if (kind == 2)
            strbuf_addf(&b, "1/%u", 2 + roll(d, 4));
        else if (kind == 3)
            strbuf_addf(&b, "%c", "AJQK"[roll(d, 4)]);
        else
            strbuf_addf(&b, "%u", 1 + roll(d, 13));
    }
    return str_to_c(a, strbuf_text(&b));
}

/* ---- numbers counted anew ---- */

typedef struct value_list {
    number **items;
    size_t count, capacity;
} value_list;

static void add_value(value_list *l, const number *v, arena *a) {
    for (size_t k = 0; k < l->count; k++)
        if (number_compare(l->items[k], v) == 0)
            return;
    number *copy = number_new(a);
    fmpq_set(copy->q, v->q);
    *ARENA_PUSH(a, l, items, count, capacity) = copy;
}

/* All results of a op b for every way to pick two of the numbers, until one is left: no memo, no splits. */
static void search(number **hand, size_t count, value_list *found, arena *a) {
    if (count == 1) {
        add_value(found, hand[0], a);
        return;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            if (i == j)
                continue;
            number *rest[6];
            size_t kept = 0;
            for (size_t k = 0; k < count; k++)
                if (k != i && k != j)
                    rest[kept++] = hand[k];
            for (int op = 0; op < 4; op++) {
                number *r = number_new(a);
                if (op == 3 && fmpq_is_zero(hand[j]->q))
                    continue;
                (op == 0 ? fmpq_add : op == 1 ? fmpq_sub : op == 2 ? fmpq_mul : fmpq_div)(r->q, hand[i]->q, hand[j]->q);
                rest[kept] = r;
                search(rest, kept + 1, found, a);
            }
        }
}

static size_t reachable(const char *const *cards, size_t count, arena *a) {
    number *hand[6];
    value_list found = {0};
    for (size_t k = 0; k < count; k++)
        hand[k] = number_from_canonical(a, str_of(cards[k]));
    search(hand, count, &found, a);
    return found.count;
}

static memo *memo_of(arena *a, const story *s) {
    story_moment end = {.story = s, .run = story_main_run(s)};
    return memo_at(&end, 1, a);
}

static int64_t count_of(arena *a, const memo *m, const char *const *cards, size_t count) {
    story_texts members = {.items = ARENA_ARRAY(a, str, count), .count = count};
    for (size_t k = 0; k < count; k++)
        members.items[k] = str_of(cards[k]);
    memo_set *s = memo_set_of(m, &members, a);
    assert_non_null(s);
    return memo_set_count(s);
}

/* Known from the lecture: 43, 37, 36, 269; and the same from a search. */
static void sets_have_the_right_sizes(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const memo *m = memo_of(a, story_of(a, "3 3 8 8"));
    static const char *const three[] = {"8", "3", "3"}, *const eight[] = {"3", "8", "8"},
                             *const all[] = {"3", "3", "8", "8"};
    assert_int_equal(count_of(a, m, three, 3), 37);
    assert_int_equal(count_of(a, m, eight, 3), 36);
    assert_int_equal(count_of(a, m, all, 4), 269);
    assert_int_equal(reachable(three, 3, a), 37);
    assert_int_equal(reachable(eight, 3, a), 36);
    static const char *const small[] = {"2", "3", "4"};
    m = memo_of(a, story_of(a, "2 3 4"));
    assert_int_equal(count_of(a, m, small, 3), 43);
    assert_int_equal(reachable(small, 3, a), 43);
    static const char *const odd[] = {"0", "-3", "1/2"}, *const sorted[] = {"-3", "0", "1/2"};
    m = memo_of(a, story_of(a, "0 -3 1/2"));
    assert_int_equal(count_of(a, m, odd, 3), (int64_t)reachable(sorted, 3, a));
    arena_free(a);
}

/* In a hand of five the largest sets are told in part; their sizes are known all the same. */
static void sizes_do_not_depend_on_what_is_told(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const memo *m = memo_of(a, story_of(a, "1 2 2 7 9"));
    static const char *const four[] = {"1", "2", "2", "7"}, *const three[] = {"2", "7", "9"};
    assert_int_equal(count_of(a, m, four, 4), (int64_t)reachable(four, 4, a));
    assert_int_equal(count_of(a, m, three, 3), (int64_t)reachable(three, 3, a));
    arena_free(a);
}

static str fact(const datum *d, const char *key) {
    return datum_as_text(datum_get(d, key));
}

static void the_sheet_has_the_right_facts(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *d = game24_hand_facts(story_of(a, "10 12 6 9"), a);
    assert_true(str_is(fact(d, "classes"), "3") && str_is(fact(d, "trees"), "4"));
    assert_true(str_is(fact(d, "set_count"), "15") && str_is(fact(d, "subset_count"), "15"));
    assert_true(str_is(fact(d, "split_count"), "7"));
    /* "6 times what?": 10, 12, 9 never make 4; "10 plus what?": 12, 6, 9 never make 14. */
    const datum *tries = datum_get(d, "tries");
    assert_int_equal(tries->count, 2);
    assert_true(datum_get(tries->items[0], "times")->boolean);
    assert_false(datum_get(tries->items[1], "times")->boolean);
    assert_true(str_is(fact(tries->items[1], "card"), "10") && str_is(fact(tries->items[1], "need"), "14"));
    d = game24_hand_facts(story_of(a, "3 3 8 8"), a);
    assert_true(str_is(fact(d, "set_count"), "8") && str_is(fact(d, "split_count"), "4"));
    assert_true(str_is(fact(d, "line"), "8 ÷ (3 − 8 ÷ 3)"));
    assert_true(datum_get(d, "needs_fraction")->boolean);
    assert_true(str_is(fact(datum_get(d, "partial_hit"), "set"), "{3, 8}"));
    assert_true(str_is(fact(datum_get(d, "hit"), "right"), "{3, 3, 8}"));
    d = game24_hand_facts(story_of(a, "1 1 1 1"), a);
    assert_false(datum_get(d, "solvable")->boolean);
    assert_true(str_is(fact(d, "value_count"), "11"));
    arena_free(a);
}

/* ---- figures ---- */

typedef struct kind_wish {
    const char *kind, *params, *run;
} kind_wish;

static const kind_wish kinds[] = {
    {"deal", NULL, NULL},         {"sets", NULL, NULL},         {"sets", "level=2", NULL}, {"sets", "full=yes", NULL},
    {"splits", NULL, "memo"},     {"splits", "hits=yes", NULL}, {"compress", NULL, NULL},  {"gallery", NULL, NULL},
    {"gallery", "first=5", NULL}, {"expression", NULL, NULL},
};

static void check_figure(arena *a, const story *s, const char *hand, wish w) {
    error e = error_in(a);
    figure *f = try_figure(a, s, w, &e);
    if (!f) /* hands without solutions have no trees and no hits, one card no splits */
        return;
    for (size_t k = 0; k < f->count; k++) {
        str faults = scene_faults(f->parts[k], looks[w.lang].theme.type.least, a);
        if (faults.len)
            fail_msg("%s of %s, width %g: %.*s", w.kind, hand, w.width, STR_ARG(faults));
        if (w.width > 0 && f->parts[k]->w > w.width + 0.5)
            fail_msg("%s of %s is %g wide, not %g", w.kind, hand, f->parts[k]->w, w.width);
        if (w.height > 0 && f->parts[k]->h > w.height + 0.5)
            fail_msg("%s of %s is %g high, not %g", w.kind, hand, f->parts[k]->h, w.height);
    }
    assert_true(f->title.len && f->alt.len);
}

static void figures_have_no_faults(void **state) {
    (void)state;
    dice d = {24};
    static const double widths[] = {483, 0, 330};
    for (size_t n = 0; n < 40; n++) {
        arena *a = arena_new(NULL);
        const char *hand = random_hand(&d, 2 + n % 4, a);
        const story *s = story_of(a, hand);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            check_figure(a, s, hand,
                         (wish){.kind = kinds[k].kind,
                                .params = kinds[k].params,
                                .run = kinds[k].run,
                                .width = widths[(n + k) % 3],
                                .height = (n + k) % 3 == 1 ? 0 : 640,
                                .lang = (n + k) % 2});
        arena_free(a);
    }
}

/* The memo as it grows: at each put the set in hand is marked, the result is said. */
static void every_put_is_drawn(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, "3 3 8");
    size_t puts = story_main_run(s)->put_step_count, dups = 0;
    for (size_t k = 1; k <= puts; k++) {
        figure *f = figure_of(a, s, (wish){.kind = "sets", .step = k, .width = 483});
        str faults = scene_faults(f->parts[0], looks[0].theme.type.least, a);
        if (faults.len)
            fail_msg("put %zu: %.*s", k, STR_ARG(faults));
        dups += str_find(f->title, STR("already"), 0) != SIZE_MAX;
    }
    size_t expected = 0;
    for (size_t k = 0; k < puts; k++)
        expected += story_main_run(s)->put_steps[k].dup;
    assert_int_equal(dups, expected);
    arena_free(a);
}

static void values_of_zero_are_shown(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    figure *f = figure_of(a, story_of(a, "0 0 4 6"), (wish){.kind = "sets", .params = "level=2", .width = 483});
    str dump = scene_dump(f->parts[0], a);
    assert_true(str_find(dump, STR("alt \"0 = 0 × 4\""), 0) != SIZE_MAX);
    assert_true(str_find(dump, STR("text \"0\""), 0) != SIZE_MAX);
    f = figure_of(a, story_of(a, "0 0 4 6"), (wish){.kind = "deal"});
    assert_true(str_find(scene_dump(f->parts[0], a), STR("text \"0\""), 0) != SIZE_MAX);
    arena_free(a);
}

/* A copy in gray still tells what is on the way: its line is more than twice as heavy. */
static void the_way_is_marked_without_colour(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    figure *f = figure_of(a, story_of(a, "3 3 8 8"), (wish){.kind = "sets", .width = 483});
    double on_way = 0, other = 0;
    str name = STR("");
    for (size_t k = 0; k < f->parts[0]->count; k++) {
        const item *it = &f->parts[0]->items[k];
        if (it->kind == ITEM_OPEN && it->group->role == ROLE_PART)
            name = it->group->title;
        if (it->kind == ITEM_PATH && it->paint->width > 0 && item_ink(it).h > 30) {
            if (str_is(name, "{3, 3, 8}"))
                on_way = it->paint->width;
            if (str_is(name, "{3, 8, 8}"))
                other = it->paint->width;
        }
    }
    assert_true(other > 0 && on_way > 2 * other);
    arena_free(a);
}

/* Through libharu as through cairo. */
static void figures_look_the_same_everywhere(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    str folder = raster_folder(a, "game24");
    const story *s = story_of(a, "3 3 8 8"), *odd = story_of(a, "1/2 0 -3 48");
    static const char *const drawn[] = {"deal", "sets", "splits", "compress", "gallery"};
    for (size_t k = 0; k < sizeof drawn / sizeof *drawn; k++) {
        const char *run = strcmp(drawn[k], "splits") == 0 ? "memo" : NULL;
        wish w = {.kind = drawn[k], .width = 483, .height = 640, .lang = k % 2, .run = run};
        assert_true(raster_alike(a, folder, figure_of(a, s, w)->parts[0], drawn[k]));
        assert_true(raster_alike(a, folder, figure_of(a, odd, w)->parts[0], drawn[k]));
    }
    arena_free(a);
}

/* ---- goldens ---- */

/* Looked at on paper, then kept. */
static void goldens(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const story *s = story_of(a, "3 3 8 8"), *lecture = story_of(a, "10 12 6 9");
    check_golden_figure(a, "gallery", figure_of(a, lecture, (wish){.kind = "gallery", .width = 483, .height = 640}));
    check_golden_figure(a, "sets", figure_of(a, s, (wish){.kind = "sets", .width = 483}));
    check_golden_figure(a, "sets-pairs",
                        figure_of(a, s, (wish){.kind = "sets", .params = "level=2", .width = 483, .lang = 1}));
    check_golden_figure(
        a, "splits-hits",
        figure_of(a, lecture, (wish){.kind = "splits", .params = "hits=yes", .width = 483, .run = "memo"}));
    check_golden_figure(a, "compress", figure_of(a, s, (wish){.kind = "compress", .width = 483}));
    check_golden_figure(a, "deal", figure_of(a, story_of(a, "A J Q K"), (wish){.kind = "deal", .width = 483}));
    arena_free(a);
}

/* ---- sheets ---- */

static const char *const langs[] = {"en", "zh"};

static const datum *book_instance(const sheet_kit *k, const char *hands, arena *a) {
    error e = error_in(a);
    datum *options = datum_map(a);
    datum_put(a, options, "hands", datum_text(a, str_of(hands)));
    problem_input in = {.options = options};
    datum *d = k->problem->parse(&in, a, &e);
    if (!d)
        fail_msg("%s: %.*s", hands, STR_ARG(error_text(&e)));
    return d;
}

static void check_pages(const char *hand, size_t most) {
    for (size_t l = 0; l < 2; l++) {
        arena *a = arena_new(NULL);
        sheet_kit k = sheet_kit_open(a, "game24", "handout", langs[l]);
        sheet_tally t = {0};
        pages *p = check_sheet(&k, sheet_instance(&k, str_of(hand), a), "a4", hand, &t, a);
        if (p->count > most)
            fail_msg("%s, %s: %zu pages", hand, langs[l], p->count);
        arena_free(a);
    }
}

static void handouts_fit_their_pages(void **state) {
    (void)state;
    static const char *const four[] = {"3 3 8 8", "10 12 6 9",   "1 1 1 1",  "0 0 4 6",
                                       "A J Q K", "1/2 0 -3 48", "2 4 8 10", "24",
                                       "5",       "3 8",         "2 3 4",    "123456789 987654321 12 13"};
    for (size_t k = 0; k < sizeof four / sizeof *four; k++)
        check_pages(four[k], MOST_FOUR);
    check_pages("1 2 3 4 5", MOST_FIVE);
    check_pages("13 13 13 13 13", MOST_FIVE);
    check_pages("7 7 7 7 7 3 3", MOST_FIVE);
    dice d = {7};
    for (size_t k = 0; k < 8; k++) {
        arena *a = arena_new(NULL);
        check_pages(random_hand(&d, 4, a), MOST_FOUR);
        arena_free(a);
    }
}

static void books_have_no_traps(void **state) {
    static const char *const books[] = {"all4-4", "3 3 8 8", "1 1 1 1", "1 1 1 1; 2 2 2 2; 3 3 8 8",
                                        "1 2 3 4; 3 3 8 8; 5 5 5 5"};
    for (size_t b = 0; b < sizeof books / sizeof *books; b++)
        for (size_t l = 0; l < 2; l++) {
            arena *a = arena_new(NULL);
            sheet_kit k = sheet_kit_open(a, "game24", "workbook", langs[l]);
            const char *text = sheet_markdown(&k, book_instance(&k, books[b], a), a);
            hunt_text(text, langs[l], str_of(books[b]), *state, a);
            assert_null(strstr(text, "0 hands"));
            assert_null(strstr(text, " 0 手"));
            arena_free(a);
        }
}

/* "So a and b are one solution" with two lines that differ. */
static void check_alike(const char *text, arena *a) {
    static const char lead[] = "twice. So ";
    const char *from = strstr(text, lead), *end = from ? strstr(from, " are one solution") : NULL;
    if (!end)
        return;
    from += strlen(lead);
    str both = str_copy(a, (str){from, (size_t)(end - from)});
    size_t middle = str_find(both, STR(" and "), 0);
    assert_true(middle != SIZE_MAX);
    assert_false(str_equal(str_slice(both, 0, middle), str_slice(both, middle + 5, both.len)));
}

static void sentences_have_no_traps(void **state) {
    dice d = {1362};
    arena *kept = arena_new(NULL);
    sheet_kit kits[2] = {sheet_kit_open(kept, "game24", "handout", "en"),
                         sheet_kit_open(kept, "game24", "handout", "zh")};
    for (size_t n = 0; n < 260; n++) {
        arena *a = arena_new(NULL);
        const char *hand = random_hand(&d, n % 9 == 0 ? 1 + n % 3 : n % 40 == 1 ? 5 : 4, a);
        for (size_t l = 0; l < 2; l++) {
            const char *text = sheet_markdown(&kits[l], sheet_instance(&kits[l], str_of(hand), a), a);
            hunt_text(text, langs[l], str_of(hand), *state, a);
            if (l == 0)
                check_alike(text, a);
        }
        arena_free(a);
    }
    arena_free(kept);
}

static void check_says(const char *hand, size_t lang, const char *words, bool said) {
    arena *a = arena_new(NULL);
    sheet_kit k = sheet_kit_open(a, "game24", "handout", langs[lang]);
    const char *text = sheet_markdown(&k, sheet_instance(&k, str_of(hand), a), a);
    if ((strstr(text, words) != NULL) != said)
        fail_msg("%s, %s: '%s' is%s in %s", hand, langs[lang], words, said ? " not" : "", text);
    arena_free(a);
}

/* Sentences that hold for most hands and not for all. */
static void odd_hands_are_spoken_of_rightly(void **state) {
    (void)state;
    check_says("3 3 8 8", 0, "{3, 3} makes only 4 numbers", true); /* 6, 0, 9, 1 */
    check_says("0 0 4 6", 0, "{0, 0} makes 1 number only", true);
    check_says("0 0 4 6", 0, "for {4, 6} these are 4 + 6", true); /* 4 ÷ 0 is none */
    check_says("0 4", 0, "at most six results", true);
    check_says("1 2 3 4 5 6 7", 0, "those numbers", false); /* none are named: the memo does not tell the large parts */
    check_says("1 2 3 4 5 6 7", 0, "pair of numbers that make it", true);
    check_says("0 4", 0, "the two quotients", false);
    check_says("0 4", 1, "两个商", false);
    check_says("3 4", 1, "还有两个商", true);
    check_says("3 3 8 8", 1, "这手牌只有 1 种解", true);
    check_says("3 3 8 8", 1, "这个解要经过分数", true);
    check_says("3 3 8 8", 1, "1 种不同", false);
    check_says("1/2 -3 7 8", 0, "whole numbers only", false); /* a card is a fraction */
    check_says("3 3 8 8", 0, "whole numbers only", true);
}

/* ---- books ---- */

typedef struct numbers_seen {
    size_t puzzles, answers; /* the last of each */
    bool answer_before_puzzle;
} numbers_seen;

static size_t number_after(str id, const char *start) {
    size_t at = str_find(id, str_of(start), 0), value = 0;
    for (size_t k = at == SIZE_MAX ? id.len : at + strlen(start); k < id.len && id.ptr[k] != '-'; k++)
        value = value * 10 + (size_t)(id.ptr[k] - '0');
    return value;
}

/* Puzzles 1 … N in order; answers 1 … N in order, all behind them. */
static void see_page(const scene *s, numbers_seen *n) {
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind != ITEM_OPEN)
            continue;
        size_t puzzle = number_after(it->group->id, "puzzle-"), answer = number_after(it->group->id, "answer-");
        if (puzzle) {
            n->answer_before_puzzle |= n->answers > 0;
            assert_int_equal(puzzle, ++n->puzzles);
        }
        if (answer && answer != n->answers)
            assert_int_equal(answer, ++n->answers);
    }
}

static void books_are_numbered_alike(void **state) {
    (void)state;
    static const char *const books[] = {"all4-6", "3 3 8 8; 10 12 6 9; 1 1 1 1; 1 2 3 4 5; 4 4 10 10", "1 2 3 4"};
    for (size_t b = 0; b < 3; b++)
        for (size_t l = 0; l < 2; l++) {
            arena *a = arena_new(NULL);
            sheet_kit k = sheet_kit_open(a, "game24", "workbook", langs[l]);
            pages *p = check_sheet(&k, book_instance(&k, books[b], a), l ? "a5" : "a4", books[b], NULL, a);
            numbers_seen n = {0};
            for (size_t page = 0; page < p->count; page++)
                see_page(p->items[page], &n);
            assert_int_equal(n.puzzles, n.answers);
            assert_int_equal(n.puzzles, b == 0 ? 105 : b == 1 ? 4 : 1);
            assert_false(n.answer_before_puzzle);
            arena_free(a);
        }
}

static bool holds_solution(str text, const hand_book *b, arena *a) {
    for (size_t k = 0; k < b->puzzles; k++) {
        solution_classes c = solution_classes_of(b->hands[k].run, a);
        for (size_t n = 0; n < c.count; n++)
            if (str_find(text, story_node_shown(c.items[n].node, a), 0) != SIZE_MAX)
                return true;
    }
    return false;
}

/* No solution stands in front of the key, and the key has them. */
static void puzzles_hold_no_answers(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    sheet_kit k = sheet_kit_open(a, "game24", "workbook", "en");
    const datum *instance = book_instance(&k, "2 3 5 12; 1 4 5 6; 1 3 5 7; 3 3 8 8", a);
    hand_book b = hand_book_of(sheet_story(&k, instance, a), a);
    pages *p = check_sheet(&k, instance, "a4", "a short book", NULL, a);
    bool key = false;
    size_t held = 0;
    for (size_t page = 0; page < p->count; page++)
        for (size_t i = 0; i < p->items[page]->count; i++) {
            const item *it = &p->items[page]->items[i];
            key = key || (it->kind == ITEM_OPEN && number_after(it->group->id, "answer-"));
            bool holds = it->kind == ITEM_GLYPHS && holds_solution(it->run->text, &b, a);
            assert_true(key || !holds);
            held += holds;
        }
    assert_int_equal(held, 6); /* 1, 2, 2 and 1 */
    arena_free(a);
}

/* The grades part the hands: every hand in the grade of its number of solutions. */
static void hands_are_graded(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    sheet_kit k = sheet_kit_open(a, "game24", "workbook", "en");
    const story *s = sheet_story(&k, book_instance(&k, "all4-8", a), a);
    hand_book b = hand_book_of(s, a);
    size_t fractions = 0;
    assert_int_equal(b.count, 330);
    for (size_t n = 0; n < b.count; n++) {
        size_t classes = solution_classes_of(b.hands[n].run, a).count;
        static const size_t least[GRADES] = {5, 3, 2, 1, 1, 0}, most[GRADES] = {1000, 4, 2, 1, 1000, 0};
        assert_in_range(classes, least[b.hands[n].grade], most[b.hands[n].grade]);
        fractions += b.hands[n].grade == GRADE_FRACTION;
        assert_int_equal(b.hands[n].number, n + 1);
    }
    assert_int_equal(fractions, b.first[GRADE_FRACTION + 1] - b.first[GRADE_FRACTION]);
    arena_free(a);
}

/* ---- the same from a recorded trace, and in other formats ---- */

static void recorded_traces_give_the_same_bytes(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "$H game24 3 3 8 8 -q -o hand.trace && $H game24 3 3 8 8 -q -l zh -o direct.pdf");
    shell_expect(&s, 0, "$H render hand.trace -q -l zh -o again.pdf && cmp direct.pdf again.pdf");
    shell_expect(&s, 0, "$H game24 --hands '3 3 8 8; 1 2 3 4; 1 1 1 1' -q -t workbook -o book.trace");
    shell_expect(&s, 0, "$H game24 --hands '3 3 8 8; 1 2 3 4; 1 1 1 1' -q -t workbook -o book.pdf");
    shell_expect(&s, 0, "$H render book.trace -q -t workbook -o again.pdf && cmp book.pdf again.pdf");
    shell_expect(&s, 0, "$H game24 3 3 8 8 -q -o hand.md && $H game24 3 3 8 8 -q -o hand.html");
    shell_expect(&s, 0, "$H game24 --hands '3 3 8 8; 1 2 3 4' -t workbook -q -o book.html");
    shell_expect(
        &s, 0,
        "for f in gallery sets splits compress deal expression; do $H game24 3 3 8 8 -q --figure $f -o $f.svg; done");
    shell_expect(&s, 0, "$H game24 --hands '3 3 8 8; 1 1 1 1' -q -f text -o - | grep '3 3 8 8 .*yes'");
    shell_free(&s);
}

/* Without --step the memo is drawn with the way to the target in it, with --step as it was then. */
static void the_memo_is_drawn_at_its_end(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0,
                 "$H game24 3 3 8 8 -q --figure set-lattice -o end.svg && $H game24 3 3 8 8 -q --figure set-lattice "
                 "--step last -o last.svg");
    shell_expect(&s, 0, "$H game24 3 3 8 8 -q --figure set-lattice --step 772 -o step.svg && cmp last.svg step.svg");
    shell_expect(&s, 0, "grep -q 'The sub-hands of' end.svg && grep -q 'goes into' last.svg");
    shell_expect(&s, 1, "grep -q 'goes into' end.svg");
    shell_expect(&s, 0,
                 "$H game24 3 3 8 8 -q --figure set-lattice,savings -f svg -o both && test -f both/set-lattice-0.svg");
    shell_free(&s);
}

/* Parameters that name nothing are errors; sheets of traces without values and of long numbers are made all the same.
 */
static void odd_figures_and_traces(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 2, "$H game24 3 3 8 8 -q --figure savings --rows foo -o c.svg");
    shell_expect(&s, 2, "$H game24 3 3 8 8 -q --figure set-lattice --solution 2 -o c.svg");
    shell_expect(&s, 2, "$H game24 3 3 8 8 -q --figure set-lattice --solution 0 -o c.svg");
    shell_expect(&s, 0, "$H game24 10 12 6 9 -q --figure set-lattice --solution 3 -o c.svg");
    shell_expect(&s, 0, "$H game24 3 3 8 8 -q -o hand.trace && grep -v '\"put\"' hand.trace > bare.trace");
    shell_expect(&s, 0, "$H render bare.trace -q -o bare.pdf");
    shell_expect(&s, 0, "$H game24 123456789012345678901234567890123456789012345678901234567890 2 3 5 -q -o long.pdf");
    shell_free(&s);
}

/* Small paper and large type: the memo keeps to its width, and rows of a large one go on on another page. */
static void small_pages_hold_the_memo(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "for l in en zh; do $H game24 2 4 8 10 -q -l $l -p a5 --theme large -o m.pdf || exit 1; done");
    shell_expect(&s, 0, "$H game24 1 2 3 4 5 6 -q -p a5 --theme large -o six.pdf");
    shell_free(&s);
}

/* Trees higher than a page are set smaller; of still larger hands the expression stands alone. */
static void deep_trees_fit_the_page(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(
        &s, 0,
        "$H game24 --target 0 -q -o z.pdf -- $(printf '0 %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)");
    shell_expect(&s, 0,
                 "$H game24 --target 0 -q -p a5 -l zh -o z.pdf -- $(printf '0 %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 "
                 "15 16 17 18 19 20 21 22 23 24)");
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest numbers[] = {
        cmocka_unit_test(sets_have_the_right_sizes),
        cmocka_unit_test(sizes_do_not_depend_on_what_is_told),
        cmocka_unit_test(the_sheet_has_the_right_facts),
        cmocka_unit_test(hands_are_graded),
    };
    const struct CMUnitTest drawn[] = {
        cmocka_unit_test(figures_have_no_faults),           cmocka_unit_test(every_put_is_drawn),
        cmocka_unit_test(values_of_zero_are_shown),         cmocka_unit_test(the_way_is_marked_without_colour),
        cmocka_unit_test(figures_look_the_same_everywhere), cmocka_unit_test(goldens),
    };
    const struct CMUnitTest sheets[] = {
        cmocka_unit_test(handouts_fit_their_pages),     cmocka_unit_test(books_are_numbered_alike),
        cmocka_unit_test(puzzles_hold_no_answers),      cmocka_unit_test(recorded_traces_give_the_same_bytes),
        cmocka_unit_test(the_memo_is_drawn_at_its_end), cmocka_unit_test(deep_trees_fit_the_page),
        cmocka_unit_test(small_pages_hold_the_memo),    cmocka_unit_test(odd_figures_and_traces),
    };
    const struct CMUnitTest sentences[] = {cmocka_unit_test(sentences_have_no_traps),
                                           cmocka_unit_test(books_have_no_traps),
                                           cmocka_unit_test(odd_hands_are_spoken_of_rightly)};
    return cmocka_run_group_tests(numbers, NULL, NULL) + cmocka_run_group_tests(drawn, open_looks, close_looks) +
           cmocka_run_group_tests(sheets, NULL, NULL) + cmocka_run_group_tests(sentences, compile_traps, release_traps);
}
