/* The handouts of the card game, in both languages: sentences over hundreds of rows, pages, and what they must say. */
#define _GNU_SOURCE
#include "sheets.h"
#include "shell.h"
#include "traps.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const langs[] = {"en", "zh"};
enum { LANGS = COUNT(langs) };

/* Kinds of rows: none, one and two cards, draws, either player ahead, ties, negatives, rows where greed fails, numbers
 * too long for a line, rows too long for a tree, a graph, a table. */
static const char *const rows[] = {
    "",
    "0",
    "7",
    "-5",
    "1 2",
    "2 2",
    "-3 -3",
    "1 2 1",
    "1 100 2",
    "4 1 4",
    "1 8 10 6",
    "1 2 5 3",
    "2 2 2 2",
    "0 0 0 0",
    "1 2 100 4",
    "100 499 200 50",
    "-1 -2 -3 -4",
    "0 0 7 6 5 6 1",
    "1 3 1 5 2",
    "-10 -3 8 -7 2 -1",
    "123456789012345678901234567890 1 99999999999999999999 -5",
    "123456789 987654321 -123456789 55555 12345678901",
    "3 1 4 1 5 9 2 6",
    "3 1 4 1 5 9 2 6 5",
    "2 7 1 8 2 8 1 8 2 8",
    "2 7 1 8 2 8 1 8 2 8 4 5",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
    "5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 "
    "42",
};

static unsigned random_state = 11;

static int below(int limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (unsigned)limit);
}

static str random_row(arena *a) {
    static const int sizes[] = {1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7};
    strbuf b = strbuf_in(a);
    int n = sizes[below(COUNT(sizes))], range = (int[]){1, 2, 10, 50}[below(4)], least = below(3) ? 0 : -range;
    for (int k = 0; k < n; k++)
        strbuf_addf(&b, "%s%d", k ? " " : "", least + below(range - least + 1));
    return strbuf_text(&b);
}

typedef struct kits {
    arena *arena;
    sheet_kit items[LANGS];
    trap_set *traps;
} kits;

static int open_kits(void **state) {
    void *traps = NULL;
    compile_traps(&traps);
    arena *a = arena_new(NULL);
    kits *k = ARENA_NEW(a, kits);
    *k = (kits){.arena = a, .traps = traps};
    k->traps->draws = true;
    for (size_t l = 0; l < LANGS; l++)
        k->items[l] = sheet_kit_open(a, "cards", "handout", langs[l]);
    *state = k;
    return 0;
}

static int close_kits(void **state) {
    kits *k = *state;
    void *traps = k->traps;
    release_traps(&traps);
    arena_free(k->arena);
    return 0;
}

static void hunt_row(const kits *k, str row) {
    for (size_t l = 0; l < LANGS; l++) {
        arena *a = arena_new(NULL);
        const sheet_kit *kit = &k->items[l];
        hunt_text(sheet_markdown(kit, sheet_instance(kit, row, a), a), langs[l], row, k->traps, a);
        arena_free(a);
    }
}

static void no_sentence_falls_into_a_trap(void **state) {
    for (size_t k = 0; k < COUNT(rows); k++)
        hunt_row(*state, str_of(rows[k]));
    for (int k = 0; k < 300; k++) {
        arena *a = arena_new(NULL);
        hunt_row(*state, random_row(a));
        arena_free(a);
    }
}

static const char *text_of(const kits *k, size_t lang, const char *row, arena *a) {
    const sheet_kit *kit = &k->items[lang];
    return sheet_markdown(kit, sheet_instance(kit, str_of(row), a), a);
}

/* What sheets must say, and must not. */
static void sheets_say_how_it_ends(void **state) {
    static const struct {
        const char *row, *lang, *says, *never;
    } said[] = {
        {"1 8 10 6", "en", "A gets $14$, B gets $11$, and **A wins** by $3$ points", "draw**"},
        {"1 8 10 6", "zh", "A 得 $14$ 分，B 得 $11$ 分，**A 胜** $3$ 分", "**平局**"},
        {"1 8 10 6", "en", "makes $15$ calls, itself included, but only $10$ of them are different", NULL},
        {"1 8 10 6", "en", "makes $13$ calls: $10$ are worked out, and $3$ are hits", NULL},
        {"1 8 10 6", "en", "| call | $s(1,1)$ | $s(2,2)$ | $f(1,2)$ |", NULL},
        {"1 8 10 6", "en", "How often is $s(1,1)$ called", NULL},
        {"1 8 10 6", "en", "The first move is to take the right end, $6$", "equally good"},
        {"1 8 10 6", "en", "In cell $(1,3)$ both ends make the same", NULL},
        {"1 8 10 6", "en", "it is $31$ against $20$", NULL},
        {"1 2 1", "en", "the game is a **draw**, $2\\,:\\,2$", "wins**"},
        {"1 2 1", "zh", "**平局**，A、B 各得 $2$ 分", "胜 $"},
        {"2 2 2 2", "en", "the game is a **draw**, $4\\,:\\,4$", "wins**"},
        {"4 1 4", "en", "**both ends are equally good**; this sheet takes the left one", "The first move is"},
        {"4 1 4", "zh", "**取哪一端都一样好**，本讲义取左端", NULL},
        {"4 1 4", "en", "**A wins** by one point", "1 points"},
        {"1 100 2", "en", "**B wins** by $97$ points, although A begins", NULL},
        {"1 2 5 3", "en", "A would get $5$ and B $6$. So A would get less than by best play", "but not always"},
        {"100 499 200 50", "en", "A would get $300$ and B $549$. So A would get less", NULL},
        {"-5", "en", "A gets $−5$, B gets $0$, and **B wins** by $5$ points", NULL},
        {"7", "en", "A has to take it, and the game is over: A gets $7$, B gets $0$", NULL},
        {"", "en", "This row has no cards", "Summary"},
        {"", "zh", "这一行没有牌", "小结"},
        {"1 2", "en", "All three calls are different", "overlapping"},
        {"1 2 3", "en", "$f(1,1)$ is called twice", NULL},
        {"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "en", "the tree has $65 535$ calls, too many to be drawn",
         "figure:calls"},
        {"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "zh", "$65 535$ 次调用，太大", "figure:calls"},
    };
    for (size_t k = 0; k < COUNT(said); k++) {
        arena *a = arena_new(NULL);
        const char *text = text_of(*state, strcmp(said[k].lang, "zh") == 0, said[k].row, a);
        /* a thin space stands in long numbers */
        strbuf b = strbuf_in(a);
        for (const char *c = text; *c; c++)
            if (strncmp(c, "\xe2\x80\x89", 3) == 0) {
                strbuf_add_c(&b, " ");
                c += 2;
            } else {
                strbuf_add(&b, (str){c, 1});
            }
        if (!strstr(b.ptr, said[k].says))
            fail_msg("%s, %s: not said: %s", said[k].row, said[k].lang, said[k].says);
        if (said[k].never && strstr(b.ptr, said[k].never))
            fail_msg("%s, %s: said: %s", said[k].row, said[k].lang, said[k].never);
        arena_free(a);
    }
}

/* Figures within their boxes, every character in a font, pages full, on both papers. */
static void pages_are_sound(void **state) {
    const kits *kits = *state;
    static const char *const papers[] = {"a4", "letter"};
    for (size_t k = 0; k < COUNT(rows); k++)
        for (size_t l = 0; l < LANGS; l++) {
            arena *a = arena_new(NULL);
            const sheet_kit *kit = &kits->items[l];
            check_sheet(kit, sheet_instance(kit, str_of(rows[k]), a), papers[(k + l) % 2], rows[k], NULL, a);
            arena_free(a);
        }
}

static void pages_within_their_limits(void **state) {
    const kits *kits = *state;
    static const struct {
        const char *row;
        size_t most;
    } limits[] = {
        {"7", 1},
        {"1 8 10 6", 5},
        {"1 2 5 3", 5},
        {"-100 499 -200 50", 5},
        {"-8543 -2091 -7304 -9872", 5},
        {"3 1 5 2 9", 6},
        {"3 1 4 1 5 9 2 6", 6},
        {"-3 1 4 -1 5 9 2 -6", 6},
    };
    for (size_t k = 0; k < COUNT(limits); k++)
        for (size_t l = 0; l < LANGS; l++) {
            arena *a = arena_new(NULL);
            const sheet_kit *kit = &kits->items[l];
            sheet_tally t = {0};
            check_sheet(kit, sheet_instance(kit, str_of(limits[k].row), a), "a4", limits[k].row, &t, a);
            if (t.pages > limits[k].most || t.half)
                fail_msg("%s, %s: %zu pages, %zu of them half empty", limits[k].row, langs[l], t.pages, t.half);
            arena_free(a);
        }
}

/* Whether rows of one text table stand on two pages. */
static bool has_parted_table(const pages *p) {
    int last = -1;
    for (size_t page = 0; page < p->count; page++) {
        int first = -1, latest = -1;
        for (size_t k = 0; k < p->items[page]->count; k++) {
            const item *it = &p->items[page]->items[k];
            if (it->kind == ITEM_OPEN && it->group->role == ROLE_TABLE && it->group->element) {
                first = first < 0 ? it->group->element : first;
                latest = it->group->element;
            }
        }
        if (first >= 0 && first == last)
            return true;
        last = latest;
    }
    return false;
}

/* Short tables stay whole, and a last page holds more than a box, on Letter too. */
static void last_pages_and_tables_are_whole(void **state) {
    const kits *kits = *state;
    static const struct {
        const char *row, *paper;
        size_t most;
        bool whole;
    } sheets[] = {
        {"1 8 10 6", "a4", 5, true},       {"5 3 9 2 7", "a4", 6, true},           {"1 8 10 6", "letter", 6, true},
        {"5 3 9 2 7", "letter", 6, false}, {"5 3 9 2 7 1 8 4", "letter", 6, true},
    };
    for (size_t k = 0; k < COUNT(sheets); k++)
        for (size_t l = 0; l < LANGS; l++) {
            arena *a = arena_new(NULL);
            const sheet_kit *kit = &kits->items[l];
            pages *p = check_sheet(kit, sheet_instance(kit, str_of(sheets[k].row), a), sheets[k].paper, sheets[k].row,
                                   NULL, a);
            double last = page_filled(p->items[p->count - 1]);
            if (p->count > sheets[k].most || last < 0.33 || (sheets[k].whole && has_parted_table(p)))
                fail_msg("%s, %s, %s: %zu pages, the last %.2f full, table parted: %d", sheets[k].row, langs[l],
                         sheets[k].paper, p->count, last, has_parted_table(p));
            arena_free(a);
        }
}

/* A handout made from the recorded trace is that of the direct run. */
static void recorded_traces_give_the_same_sheet(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0,
                 "$H cards 1 8 10 6 -q -o a.pdf && $H cards 1 8 10 6 -f trace -q -o t.jsonl && "
                 "$H render t.jsonl -q -o b.pdf && cmp a.pdf b.pdf");
    shell_free(&s);
}

/* The plain tree of 16 cards is refused with the number of its calls; the handout goes on without it. */
static void trees_too_large_are_refused(void **state) {
    (void)state;
    shell s = shell_new();
    const char *row = "$H cards 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16";
    shell_expect(&s, 1, str_format(s.arena, "%s --figure calls -o x.svg", row).ptr);
    assert_true(str_find(s.err, STR("131071"), 0) != SIZE_MAX);
    assert_true(str_find(s.err, STR("100000"), 0) != SIZE_MAX);
    shell_expect(&s, 0, str_format(s.arena, "test ! -e x.svg && %s -q -o x.pdf", row).ptr);
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_sentence_falls_into_a_trap),
        cmocka_unit_test(sheets_say_how_it_ends),
        cmocka_unit_test(pages_are_sound),
        cmocka_unit_test(pages_within_their_limits),
        cmocka_unit_test(last_pages_and_tables_are_whole),
        cmocka_unit_test(recorded_traces_give_the_same_sheet),
        cmocka_unit_test(trees_too_large_are_refused),
    };
    return cmocka_run_group_tests(tests, open_kits, close_kits);
}
