/* The 24-point game: counts against cases found elsewhere and against a brute force that knows neither sub-multisets
 * nor flattened forms; traces fact by fact; what is read, refused, marked and drawn. */
#define _GNU_SOURCE
#include "expr.h"
#include "game24/solutions.h"
#include "kit/random.h"
#include "memory.h"
#include "number.h"
#include "output.h"
#include "problem.h"

#include "problems.h"
#include "shell.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const problem *game24(void) {
    return problem_named(STR("game24"));
}

/* An instance from arguments and options, "--target=…" and the like in front. */
static datum *parse(const char *text, const char *option, const char *value, arena *a, error *e) {
    datum *options = datum_map(a);
    if (option)
        datum_put(a, options, option, datum_text(a, str_of(value)));
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("<arguments>"), str_of(text)};
    return game24()->parse(&(problem_input){.text = where, .options = options}, a, e);
}

static datum *parse_good(const char *text, const char *option, const char *value, arena *a) {
    error e = error_in(a);
    datum *instance = parse(text, option, value, a, &e);
    if (!instance)
        fail_msg("%s: %s", text, str_to_c(a, error_text(&e)));
    return instance;
}

static datum *answer_to(const char *cards, const char *target, arena *a) {
    return problem_answer(game24(), parse_good(cards, "target", target, a), NULL, a);
}

static str text_in(const datum *d, const char *key) {
    return datum_as_text(datum_get(d, key));
}

static void expect_text(const datum *d, const char *key, const char *expected, arena *a) {
    assert_string_equal(str_to_c(a, text_in(d, key)), expected);
}

static const datum *read_cases(arena *a) {
    error e = error_in(a);
    source *where = ARENA_NEW(a, source);
    where->name = STR(TEST_SOURCE_DIR "/tests/cases/game24.json");
    datum *list = input_read(a, where->name, &where->text, &e) ? json_to_datum(where, a, &e) : NULL;
    if (!list)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return list;
}

/* ---- lines ---- */

static int order_texts(const void *a, const void *b) {
    return str_compare(*(const str *)a, *(const str *)b);
}

/* The numbers of a line in the order of their texts, joined. */
static str cards_of_line(str line, arena *a) {
    expr_nodes nodes = expr_nodes_of(game24_tree_of_line(line, a), a);
    str_list cards = {0};
    for (size_t k = 0; k < nodes.count; k++)
        if (!nodes.items[k]->count)
            *ARENA_PUSH(a, &cards, items, count, capacity) = nodes.items[k]->text;
    qsort(cards.items, cards.count, sizeof *cards.items, order_texts);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < cards.count; k++)
        strbuf_addf(&b, "%.*s ", STR_ARG(cards.items[k]));
    return strbuf_text(&b);
}

static str cards_of_hand(const datum *numbers, arena *a) {
    str *cards = ARENA_ARRAY(a, str, numbers->count);
    for (size_t k = 0; k < numbers->count; k++)
        cards[k] = numbers->items[k]->text;
    qsort(cards, numbers->count, sizeof *cards, order_texts);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < numbers->count; k++)
        strbuf_addf(&b, "%.*s ", STR_ARG(cards[k]));
    return strbuf_text(&b);
}

static str value_of_line(str line, arena *a) {
    error e = error_in(a);
    const source where = {STR("line"), line};
    const expr *x = expr_read(&where, 0, line.len, a, &e);
    return number_text(expr_value(x, NULL, 0, &where, a, &e), a);
}

/* Lines in their order, each with the cards and the target, no two of one class. */
static void lines_are_solutions(const datum *answer, arena *a) {
    const datum *lines = datum_get(answer, "solutions"), *numbers = datum_get(answer, "numbers");
    str cards = cards_of_hand(numbers, a);
    str *keys = ARENA_ARRAY(a, str, lines->count);
    for (size_t k = 0; k < lines->count; k++) {
        str line = lines->items[k]->text;
        assert_true(k == 0 || str_compare(lines->items[k - 1]->text, line) < 0);
        assert_true(str_equal(value_of_line(line, a), text_in(answer, "target")));
        if (numbers->count > 1)
            assert_string_equal(str_to_c(a, cards_of_line(line, a)), str_to_c(a, cards));
        keys[k] = game24_class_key(game24_tree_of_line(line, a), a);
    }
    qsort(keys, lines->count, sizeof *keys, order_texts);
    for (size_t k = 1; k < lines->count; k++)
        assert_false(str_equal(keys[k - 1], keys[k]));
}

/* The classes of our lines are those of the lines of the case. */
static void lines_are_those(const datum *lines, const datum *expected, arena *a) {
    assert_int_equal(lines->count, expected->count);
    str *ours = ARENA_ARRAY(a, str, lines->count), *theirs = ARENA_ARRAY(a, str, lines->count);
    for (size_t k = 0; k < lines->count; k++) {
        ours[k] = game24_class_key(game24_tree_of_line(lines->items[k]->text, a), a);
        theirs[k] = game24_class_key(game24_tree_of_line(expected->items[k]->text, a), a);
    }
    qsort(ours, lines->count, sizeof *ours, order_texts);
    qsort(theirs, lines->count, sizeof *theirs, order_texts);
    for (size_t k = 0; k < lines->count; k++)
        assert_true(str_equal(ours[k], theirs[k]));
}

static void expect_case(const datum *expected, const datum *answer, arena *a) {
    static const struct {
        const char *expected, *answer;
    } keys[] = {{"solvable", "solvable"},
                {"count_D1", "trees"},
                {"count_D2", "classes"},
                {"needs_fraction", "needs_fraction"},
                {"needs_two_groups", "needs_two_groups"}};
    for (size_t k = 0; k < COUNT(keys); k++)
        if (datum_get(expected, keys[k].expected))
            expect_text(answer, keys[k].answer, str_to_c(a, text_in(expected, keys[k].expected)), a);
    lines_are_solutions(answer, a);
    if (datum_get(expected, "solutions_D2"))
        lines_are_those(datum_get(answer, "solutions"), datum_get(expected, "solutions_D2"), a);
}

static void every_case_has_its_counts_and_classes(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *list = read_cases(a);
    assert_true(list->count >= 993);
    for (size_t k = 0; k < list->count; k++) {
        arena *own = arena_new(NULL);
        const datum *input = datum_get(list->items[k], "input"), *numbers = datum_get(input, "numbers");
        datum *instance = datum_map(own);
        datum_put(own, instance, "numbers", (datum *)numbers);
        datum_put(own, instance, "target", datum_text(own, text_in(input, "target")));
        datum *answer = problem_answer(game24(), instance, NULL, own);
        expect_case(datum_get(list->items[k], "expected"), answer, own);
        arena_free(own);
    }
    arena_free(a);
}

/* ---- a brute force ---- */

/* Two things of a row are taken out and what they make is put in, in all ways, until one is left. Equality of trees and
 * of classes is decided by hashes alone. A sum is hashed as the sum of the hashes of its terms, twice: for itself and
 * for its negative; so flattening is nothing but adding. A product is the sum of the hashes of its factors, for itself
 * and for its inverse, with a sign beside it. */
typedef struct thing {
    int64_t over, under; /* its value, not reduced; under != 0 */
    uint64_t tree;
    enum { THING_CARD, THING_SUM, THING_PRODUCT } kind;
    int sign;                 /* cards and products: 1, -1, or 0 if it is its own negative */
    uint64_t plus, minus;     /* sums: of itself, of its negative */
    uint64_t direct, inverse; /* products; cards: direct alone */
} thing;

static uint64_t mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static uint64_t mix_two(uint64_t x, uint64_t y) {
    return mix(mix(x) * 3 + y);
}

enum { SALT_CARD = 1, SALT_TERM, SALT_FACTOR, SALT_PRODUCT, SALT_SUM, SALT_TREE };

/* What it adds to the hash of a sum, and of the negative of the sum. */
static void as_terms(const thing *x, uint64_t *plus, uint64_t *minus) {
    if (x->kind == THING_SUM) {
        *plus = x->plus;
        *minus = x->minus;
        return;
    }
    uint64_t key = x->kind == THING_PRODUCT ? mix_two(SALT_PRODUCT, x->direct) : x->direct;
    *plus = mix_two(mix_two(SALT_TERM, key), (uint64_t)(x->sign + 1));
    *minus = mix_two(mix_two(SALT_TERM, key), (uint64_t)(1 - x->sign));
}

/* Its sign, and what it adds to the hash of a product, and of the inverse. */
static int as_factors(const thing *x, uint64_t *direct, uint64_t *inverse) {
    if (x->kind == THING_PRODUCT) {
        *direct = x->direct;
        *inverse = x->inverse;
        return x->sign;
    }
    bool sum = x->kind == THING_SUM;
    uint64_t key = !sum ? x->direct : mix_two(SALT_SUM, x->plus < x->minus ? x->plus : x->minus);
    *direct = mix_two(mix_two(SALT_FACTOR, key), 1);
    *inverse = mix_two(mix_two(SALT_FACTOR, key), 2);
    return !sum ? x->sign : x->plus == x->minus ? 0 : x->plus < x->minus ? 1 : -1;
}

static thing sum_of(const thing *x, const thing *y, bool minus) {
    uint64_t p, m, q, n;
    as_terms(x, &p, &m);
    as_terms(y, &q, &n);
    thing t = {.kind = THING_SUM, .plus = p + (minus ? n : q), .minus = m + (minus ? q : n)};
    t.over = x->over * y->under + (minus ? -1 : 1) * y->over * x->under;
    t.under = x->under * y->under;
    t.tree = minus ? mix_two(mix_two(SALT_TREE, x->tree), y->tree) : mix_two('+', mix(x->tree) + mix(y->tree));
    return t;
}

static thing product_of(const thing *x, const thing *y, bool over) {
    uint64_t d, i, e, j;
    int sign = as_factors(x, &d, &i) * as_factors(y, &e, &j);
    thing t = {.kind = THING_PRODUCT, .sign = sign, .direct = d + (over ? j : e), .inverse = i + (over ? e : j)};
    t.over = x->over * (over ? y->under : y->over);
    t.under = x->under * (over ? y->over : y->under);
    t.tree = over ? mix_two(mix_two('/', x->tree), y->tree) : mix_two('*', mix(x->tree) + mix(y->tree));
    return t;
}

typedef struct hits {
    uint64_t *items;
    size_t count, capacity;
} hits;

typedef struct force {
    arena *a;
    int64_t over, under; /* the target */
    hits trees, classes;
} force;

static void try_rows(force *f, const thing *row, size_t count);

static void try_with(force *f, thing *rest, size_t count, thing made) {
    rest[count] = made;
    try_rows(f, rest, count + 1);
}

static void hit(force *f, const thing *x) {
    if (x->over * f->under != f->over * x->under)
        return;
    uint64_t class = x->kind == THING_SUM ? x->plus : mix_two(x->direct, (uint64_t)(x->sign + 1));
    *ARENA_PUSH(f->a, &f->trees, items, count, capacity) = x->tree;
    *ARENA_PUSH(f->a, &f->classes, items, count, capacity) = mix_two(x->kind, class);
}

static void try_rows(force *f, const thing *row, size_t count) {
    if (count == 1)
        hit(f, row);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            thing rest[6];
            size_t kept = 0;
            for (size_t k = 0; k < count; k++)
                if (k != i && k != j)
                    rest[kept++] = row[k];
            const thing *x = &row[i], *y = &row[j];
            try_with(f, rest, kept, sum_of(x, y, false));
            try_with(f, rest, kept, sum_of(x, y, true));
            try_with(f, rest, kept, sum_of(y, x, true));
            try_with(f, rest, kept, product_of(x, y, false));
            if (y->over)
                try_with(f, rest, kept, product_of(x, y, true));
            if (x->over)
                try_with(f, rest, kept, product_of(y, x, true));
        }
}

static int order_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t different(hits *h) {
    size_t count = 0;
    if (h->count)
        qsort(h->items, h->count, sizeof *h->items, order_hashes);
    for (size_t k = 0; k < h->count; k++)
        count += k == 0 || h->items[k] != h->items[k - 1];
    return count;
}

static void agree_with_force(const int64_t *cards, size_t count, int64_t over, int64_t under) {
    arena *a = arena_new(NULL);
    force f = {.a = a, .over = over, .under = under};
    thing row[6];
    strbuf text = strbuf_in(a);
    for (size_t k = 0; k < count; k++) {
        uint64_t key = mix_two(SALT_CARD, (uint64_t)cards[k]);
        row[k] = (thing){.over = cards[k], .under = 1, .kind = THING_CARD, .sign = 1, .tree = key, .direct = key};
        strbuf_addf(&text, "%s%lld", k ? " " : "", (long long)cards[k]);
    }
    try_rows(&f, row, count);
    str target = str_format(a, "%lld/%lld", (long long)over, (long long)under);
    datum *answer = answer_to(text.ptr, target.ptr, a);
    str trees = str_format(a, "%zu", different(&f.trees)), classes = str_format(a, "%zu", different(&f.classes));
    if (!str_equal(text_in(answer, "trees"), trees) || !str_equal(text_in(answer, "classes"), classes))
        fail_msg("%s for %s: %s trees, %s classes", text.ptr, target.ptr, trees.ptr, classes.ptr);
    if (different(&f.classes) <= 1000)
        assert_int_equal(datum_get(answer, "solutions")->count, different(&f.classes));
    lines_are_solutions(answer, a);
    arena_free(a);
}

/* HANDTRACE_ROUNDS=1000 checks that many. */
static size_t rounds(size_t usual) {
    const char *wanted = getenv("HANDTRACE_ROUNDS");
    return wanted ? strtoul(wanted, NULL, 10) : usual;
}

static void five_cards_agree_with_a_brute_force(void **state) {
    (void)state;
    random_source r = random_from_seed(24);
    for (size_t k = rounds(200); k; k--) {
        int64_t cards[5];
        for (size_t i = 0; i < COUNT(cards); i++)
            cards[i] = random_between(&r, 1, 13);
        agree_with_force(cards, COUNT(cards), 24, 1);
    }
}

/* Few different numbers, zero and its neighbours among them, so that many things cancel; targets that are reached. */
static void zeros_and_negatives_agree_with_a_brute_force(void **state) {
    (void)state;
    static const struct {
        int64_t over, under;
    } targets[] = {{0, 1}, {1, 1}, {-1, 1}, {2, 1}, {-2, 1}, {1, 2}, {-3, 2}, {4, 1}};
    random_source r = random_from_seed(25);
    for (size_t k = rounds(300); k; k--) {
        int64_t cards[5];
        size_t count = (size_t)random_between(&r, 1, 4), target = (size_t)random_between(&r, 0, COUNT(targets) - 1);
        for (size_t i = 0; i < count; i++)
            cards[i] = random_between(&r, -2, 3);
        agree_with_force(cards, count, targets[target].over, targets[target].under);
    }
}

static void cancelling_five_agree_with_a_brute_force(void **state) {
    (void)state;
    static const int64_t hands[][5] = {{5, 5, 3, 3, 2}, {5, 5, 5, 5, 1}, {0, 0, 1, 1, 2}, {2, 2, -2, -2, 0}};
    for (size_t k = 0; k < COUNT(hands); k++)
        for (int64_t target = 0; target < 3; target++)
            agree_with_force(hands[k], 5, target, 1);
}

/* ---- known hands ---- */

static void known_hands_have_their_solutions(void **state) {
    (void)state;
    static const struct {
        const char *cards, *classes, *trees, *lines;
    } hands[] = {
        {"3 3 8 8", "1", "1", "8/(3-8/3)"},
        {"8 1 6 6", "1", "1", "6/(1-6/8)"},
        {"5 5 5 5", "1", "1", "5*5-5/5"},
        {"7 2 2 2", "1", "1", "2*(2*7-2)"},
        {"4 4 10 10", "1", "1", "(10*10-4)/4"},
        {"6 6 6 6", "2", "4", "6*6-6-6 6+6+6+6"},
        {"1 2 3 4", "4", "52", "(1+3)*(2+4) 1*2*3*4 2*3*4/1 4*(1+2+3)"},
        {"10 12 6 9", "3", "4", "10*(12-9)-6 6+9*(12-10) 9*(10-6)-12"},
        {"1 3 5 7", "2", "2", "(1+5)*(7-3) (3-1)*(5+7)"},
        {"1 4 5 6", "2", "2", "4/(1-5/6) 6/(5/4-1)"},
        {"2 3 5 12", "1", "1", "12/(3-5/2)"},
        {"2 3 4", "1", "3", "2*3*4"},
        {"24", "1", "1", "24"},
        {"-24", "0", "0", ""},
        {"8 8 8 8", "0", "0", ""},
        {"0 0 0 0", "0", "0", ""},
        {"-4 -6", "1", "1", "-6*(-4)"},
        {"48 1/2", "1", "1", "(1/2)*48"},
        {"12 1/2", "1", "1", "12/(1/2)"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(hands); k++) {
        datum *answer = answer_to(hands[k].cards, "24", a);
        expect_text(answer, "classes", hands[k].classes, a);
        expect_text(answer, "trees", hands[k].trees, a);
        strbuf b = strbuf_in(a);
        const datum *lines = datum_get(answer, "solutions");
        for (size_t i = 0; i < lines->count; i++)
            strbuf_addf(&b, "%s%.*s", i ? " " : "", STR_ARG(lines->items[i]->text));
        assert_string_equal(lines->count ? b.ptr : "", hands[k].lines);
    }
    arena_free(a);
}

static void faces_count_what_is_said(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    static const struct {
        const char *cards, *faces;
        bool solvable;
    } hands[] = {
        {"Q Q Q Q", NULL, true},     {"K K A A", NULL, true},       {"A J Q K", NULL, true},
        {"q q q q", "10", false},    {"10 10 10 10", NULL, false},  {"10 10 1 1", NULL, false},
        {"1 10 10 10", NULL, false}, {"A J Q K", "10", false},      {"T t １０ 10", NULL, false},
        {"Ｑ Ｑ Ｑ Ｑ", NULL, true}, {"J J 1 1", "12,13,14", true},
    };
    for (size_t k = 0; k < COUNT(hands); k++) {
        datum *instance = parse_good(hands[k].cards, hands[k].faces ? "faces" : NULL, hands[k].faces, a);
        assert_int_equal(datum_get(problem_answer(game24(), instance, NULL, a), "solvable")->boolean,
                         hands[k].solvable);
    }
    datum *instance = parse_good("a J 5 K", "faces", "10", a);
    str written = json_from_datum(instance, a);
    assert_string_equal(str_to_c(a, written), "{\"numbers\":[\"1\",\"10\",\"5\",\"10\"],\"target\":\"24\",\"cards\":"
                                              "[\"A\",\"J\",\"5\",\"K\"],\"faces\":[\"10\",\"10\",\"10\"]}");
    assert_string_equal(str_to_c(a, game24()->write(instance, a)), "A J 5 K");
    arena_free(a);
}

static void targets_of_any_kind_are_made(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    expect_text(answer_to("8 3 8", "1/3", a), "trees", "3", a);
    expect_text(answer_to("2 3", "2/3", a), "classes", "1", a);
    expect_text(answer_to("2 3", "−1", a), "classes", "1", a);
    expect_text(answer_to("1000000007 1000000021 24 1", "24", a), "solvable", "false", a);
    /* 10^40 × 10^40: beyond any machine word */
    str huge = str_format(a, "1%040d", 0), square = str_format(a, "1%080d", 0);
    str cards = str_format(a, "%s %s", huge.ptr, huge.ptr);
    datum *answer = answer_to(cards.ptr, square.ptr, a);
    expect_text(answer, "classes", "1", a);
    assert_string_equal(str_to_c(a, datum_get(answer, "solutions")->items[0]->text),
                        str_format(a, "%s*%s", huge.ptr, huge.ptr).ptr);
    arena_free(a);
}

static void many_cards_are_solved_or_refused(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    expect_text(answer_to("7 7 7 7 7 7 7", "24", a), "solvable", "true", a);
    expect_text(answer_to("1 1 1 1 1 1 1 1", "24", a), "solvable", "false", a);
    datum *answer = answer_to("1 2 3 5 7 11", "24", a);
    expect_text(answer, "classes", "813", a); /* as the walk over all trees of the same hand counts them */
    lines_are_solutions(answer, a);
    strbuf b = strbuf_in(a);
    for (int k = 1; k <= 40; k++)
        strbuf_addf(&b, "%d ", k);
    static const char *const too_large[] = {"40 cards is too large: 32 is the limit", "is too large"};
    const char *hands[] = {b.ptr, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"};
    for (size_t k = 0; k < COUNT(hands); k++) {
        error e = error_in(a);
        assert_null(game24()->solve(parse_good(hands[k], NULL, NULL, a), NULL, a, &e));
        assert_non_null(strstr(e.message.ptr, too_large[k]));
        assert_int_equal(e.status, STATUS_INPUT);
    }
    arena_free(a);
}

/* ---- books ---- */

static void all_hands_have_their_totals(void **state) {
    (void)state;
    static const struct {
        const char *hands, *count, *solvable;
    } books[] = {{"all4-9", "495", "404"},
                 {"ＡＬＬ４－１０", "715", "566"},
                 {"all4-13", "1820", "1362"},
                 {"all5-13", "6188", "6104"}};
    for (size_t k = 0; k < COUNT(books); k++) {
        arena *a = arena_new(NULL);
        datum *answer = problem_answer(game24(), parse_good("", "hands", books[k].hands, a), NULL, a);
        expect_text(answer, "hands", books[k].count, a);
        expect_text(answer, "solvable", books[k].solvable, a);
        arena_free(a);
    }
}

/* A hand of a book is solved as it is alone, though the book shares its sub-multisets. */
static void books_agree_with_their_hands(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    datum *book = problem_answer(game24(), parse_good("", "hands", "all4-6", a), NULL, a);
    const datum *list = datum_get(book, "list");
    assert_int_equal(list->count, 126);
    size_t fractions = 0;
    for (size_t k = 0; k < list->count; k++) {
        datum *instance = datum_map(a);
        datum_put(a, instance, "numbers", (datum *)datum_get(list->items[k], "numbers"));
        datum_put(a, instance, "target", datum_text(a, STR("24")));
        datum *alone = problem_answer(game24(), instance, NULL, a);
        static const char *const keys[] = {"solvable", "classes", "trees", "needs_fraction", "needs_two_groups"};
        for (size_t i = 0; i < COUNT(keys); i++)
            assert_true(datum_equal(datum_get(alone, keys[i]), datum_get(list->items[k], keys[i])));
        fractions += datum_get(alone, "needs_fraction")->boolean;
    }
    assert_int_equal(fractions, 3); /* 1 3 4 6, 1 4 5 6 and 1 5 5 5 */
    arena_free(a);
}

static void books_are_written_in_several_ways(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const char *expected = "{\"hands\":[[\"3\",\"3\",\"8\",\"8\"],[\"10\",\"12\",\"6\",\"9\"]],\"target\":\"24\"}";
    str list = json_from_datum(parse_good("", "hands", "3 3 8 8; 10 12 6 9", a), a);
    str wide = json_from_datum(parse_good("", "hands", "３，３，８，８；10、Q、6、9；", a), a);
    str lines = json_from_datum(parse_good("\xEF\xBB\xBF"
                                           "3 3 8 8\r\n\r\nT,12,6,9\r\n",
                                           NULL, NULL, a),
                                a);
    assert_string_equal(str_to_c(a, list), expected);
    assert_string_equal(str_to_c(a, wide), expected);
    assert_string_equal(str_to_c(a, lines), expected);
    str hand = json_from_datum(parse_good("\n3 3 8 8\n", NULL, NULL, a), a);
    assert_string_equal(str_to_c(a, hand), "{\"numbers\":[\"3\",\"3\",\"8\",\"8\"],\"target\":\"24\"}");
    datum *book = parse_good("", "hands", "all1-3", a);
    assert_string_equal(str_to_c(a, game24()->write(book, a)), "1; …; 3 (3)");
    book = parse_good("", "hands", "all1-012345", a);
    assert_int_equal(datum_get(book, "hands")->count, 12345);
    arena_free(a);
}

/* ---- what is refused ---- */

static void wrong_input_is_named_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *cards, *option, *value, *message;
        size_t column;
    } faults[] = {
        {"3 3 x 8", NULL, NULL, "card 3 is a joker, which counts nothing: numbers and A J Q K T are cards, got 'x'", 5},
        {"3 Joker 8", NULL, NULL,
         "card 2 is a joker, which counts nothing: numbers and A J Q K T are cards, got 'Joker'", 3},
        {"3 大王", NULL, NULL, "card 2 is a joker, which counts nothing: numbers and A J Q K T are cards, got '大王'",
         3},
        {"3 B 8", NULL, NULL, "expected card 2, a number or one of A J Q K T, got 'B'", 3},
        {"3 JQ 8", NULL, NULL, "expected card 2, a number or one of A J Q K T, got 'JQ'", 3},
        {"3 3.5 8", NULL, NULL, "card 2 has a decimal point: write a fraction, as in 1/2, got '3.5'", 3},
        {"3 1/0 8", NULL, NULL, "card 2 would divide by zero, got '1/0'", 3},
        {"3 1/ 8", NULL, NULL, "expected card 2, a number, got '1/'", 3},
        {"3,,8", NULL, NULL, "a stray comma: another stands before it", 3},
        {",3", NULL, NULL, "a stray comma: nothing stands before it", 1},
        {"3 8,", NULL, NULL, "a stray comma: nothing stands after it", 4},
        {"3 8K", NULL, NULL, "expected a space or a comma after card 2, got 'K'", 4},
        {" ", NULL, NULL, "a hand has at least one card", 1},
        {"3 8", "target", "", "a number is missing", 1},
        {"3 8", "target", "2 4", "expected one number only, got '4'", 3},
        {"3 8", "target", "x", "expected its value, a number, got 'x'", 1},
        {"3 8", "faces", "11,12", "expected three numbers, for J, Q and K, or one for all three", 6},
        {"3 8", "faces", "1 2 3 4", "expected the end after what J, Q and K count, got '4'", 7},
        {"", "hands", "", "a book has at least one hand", 1},
        {"", "hands", "3 3; 8 B", "expected card 2, a number or one of A J Q K T, got 'B'", 8},
        {"", "hands", "all4", "all hands of 4 cards from 1 to 13 are written all4-13", 5},
        {"", "hands", "all9-13", "a book has 20000 hands of 1 to 6 cards at most", 1},
        {"", "hands", "all1-20001", "a book has 20000 hands of 1 to 6 cards at most", 1},
        {"", "hands", "all1-99999999999999999999", "a book has 20000 hands of 1 to 6 cards at most", 1},
        {"3 3\n8 ; 8", NULL, NULL, "expected card 2, a number or one of A J Q K T, got ';'", 3},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(faults); k++) {
        error e = error_in(a);
        assert_null(parse(faults[k].cards, faults[k].option, faults[k].value, a, &e));
        assert_string_equal(str_to_c(a, e.message), faults[k].message);
        assert_int_equal(e.column, faults[k].column);
        assert_int_equal(e.status, STATUS_INPUT);
    }
    arena_free(a);
}

static void instances_of_traces_are_checked(void **state) {
    (void)state;
    static const char *const bad[] = {
        "{}",
        "{\"numbers\":[\"3\"]}",
        "{\"numbers\":[],\"target\":\"24\"}",
        "{\"numbers\":[\"3\"],\"target\":\"6/4\"}",
        "{\"numbers\":[\"03\"],\"target\":\"24\"}",
        "{\"numbers\":[\"3\",\"x\"],\"target\":\"24\"}",
        "{\"numbers\":\"3\",\"target\":\"24\"}",
        "{\"numbers\":[\"3\"],\"target\":\"24\",\"cards\":[]}",
        "{\"numbers\":[\"3\"],\"target\":\"24\",\"cards\":[3]}",
        "{\"numbers\":[\"3\"],\"target\":\"24\",\"cards\":[\"J\"],\"faces\":[\"3\"]}",
        "{\"numbers\":[\"3\"],\"target\":\"24\",\"cards\":[\"J\"],\"faces\":[\"3\",\"x\",\"4\"]}",
        "{\"hands\":[],\"target\":\"24\"}",
        "{\"hands\":[[]],\"target\":\"24\"}",
        "{\"hands\":[[\"1\"],3],\"target\":\"24\"}",
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(bad); k++) {
        error e = error_in(a);
        const source where = {STR("trace"), str_of(bad[k])};
        datum *instance = json_to_datum(&where, a, &e);
        assert_non_null(instance);
        assert_false(game24()->valid(instance, &e));
        assert_true(error_set(&e));
    }
    error e = error_in(a);
    const source where = {STR("trace"), STR("{\"numbers\":[3,\"-1/2\"],\"target\":\"0\"}")};
    assert_true(game24()->valid(json_to_datum(&where, a, &e), &e));
    arena_free(a);
}

/* ---- traces ---- */

static trace *traced_hand(const char *cards, arena *a) {
    return problem_traced(game24(), parse_good(cards, NULL, NULL, a), a);
}

/* What the nodes of one run are, by id. */
typedef struct known_node {
    number *value;
    str cards; /* of its leaves, sorted by value, joined */
} known_node;

typedef struct known_nodes {
    known_node *items;
    size_t count, capacity;
} known_nodes;

static int order_numbers(const void *a, const void *b) {
    return number_compare(*(number *const *)a, *(number *const *)b);
}

static str joined_cards(str left, str right, arena *a) {
    number *cards[64];
    size_t count = 0;
    const str both = str_format(a, "%.*s %.*s", STR_ARG(left), STR_ARG(right));
    for (size_t from = 0; from < both.len;) {
        size_t space = str_find(both, STR(" "), from);
        size_t end = space == SIZE_MAX ? both.len : space;
        cards[count++] = number_from_text(a, str_slice(both, from, end));
        from = end + 1;
    }
    qsort(cards, count, sizeof *cards, order_numbers);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < count; k++)
        strbuf_addf(&b, "%s%.*s", k ? " " : "", STR_ARG(number_text(cards[k], a)));
    return strbuf_text(&b);
}

/* Its value follows from its operands. */
static void take_node(known_nodes *nodes, const event *e, arena *a) {
    assert_int_equal(e->node, nodes->count + 1);
    known_node *n = ARENA_PUSH(a, nodes, items, count, capacity);
    n->value = number_from_canonical(a, e->value);
    assert_non_null(n->value);
    n->cards = e->value;
    if (!e->op.len)
        return;
    const known_node *left = &nodes->items[e->left - 1], *right = &nodes->items[e->right - 1];
    fmpq_t value;
    fmpq_init(value);
    switch (e->op.ptr[0]) {
    case '+':
        fmpq_add(value, left->value->q, right->value->q);
        break;
    case '-':
        fmpq_sub(value, left->value->q, right->value->q);
        break;
    case '*':
        fmpq_mul(value, left->value->q, right->value->q);
        break;
    default:
        assert_int_equal(e->op.ptr[0], '/');
        assert_int_not_equal(number_sign(right->value), 0);
        fmpq_div(value, left->value->q, right->value->q);
        break;
    }
    assert_true(fmpq_equal(value, n->value->q));
    fmpq_clear(value);
    n->cards = joined_cards(left->cards, right->cards, a);
}

static str members_text(const str_list *members, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < members->count; k++)
        strbuf_addf(&b, "%s%.*s", k ? " " : "", STR_ARG(members->items[k]));
    return strbuf_text(&b);
}

/* What was put into one cell. */
typedef struct told_cell {
    str members;
    str_list values;
    size_t tries, puts;
} told_cell;

typedef struct told {
    told_cell *items;
    size_t count, capacity;
} told;

static bool has_text(const str_list *list, str text) {
    for (size_t k = 0; k < list->count; k++)
        if (str_equal(list->items[k], text))
            return true;
    return false;
}

static void take_put(told_cell *c, const known_nodes *nodes, const event *e, arena *a) {
    const known_node *n = &nodes->items[e->node - 1];
    assert_true(str_equal(number_text(n->value, a), e->value));
    assert_true(str_equal(n->cards, c->members));
    assert_true(str_equal(members_text(&e->at.members, a), c->members));
    assert_int_equal(e->dup, has_text(&c->values, e->value));
    if (!e->dup)
        *ARENA_PUSH(a, &c->values, items, count, capacity) = e->value;
    c->puts++;
}

static void take_try(told_cell *c, const event *e, arena *a) {
    assert_int_equal(e->read_count, 2);
    str both = joined_cards(members_text(&e->reads[0].at.members, a), members_text(&e->reads[1].at.members, a), a);
    assert_true(str_equal(both, c->members));
    assert_true(e->reads[0].at.members.count <= e->reads[1].at.members.count);
    c->tries++;
}

/* The facts of the run "memo", one by one; returns its cells. */
static told follow_memo(const trace *t, const char *hand, size_t *trees, size_t *classes, arena *a) {
    known_nodes nodes = {0};
    told cells = {0};
    bool memo = false;
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_RUN)
            memo = str_is(e->id, "memo");
        if (!memo)
            continue;
        told_cell *open = cells.count ? &cells.items[cells.count - 1] : NULL;
        if (e->kind == EVENT_CELL)
            *ARENA_PUSH(a, &cells, items, count, capacity) = (told_cell){.members = members_text(&e->at.members, a)};
        else if (e->kind == EVENT_NODE)
            take_node(&nodes, e, a);
        else if (e->kind == EVENT_PUT)
            take_put(open, &nodes, e, a);
        else if (e->kind == EVENT_TRY)
            take_try(open, e, a);
        else if (e->kind == EVENT_SOLUTION) {
            assert_string_equal(str_to_c(a, nodes.items[e->node - 1].cards), hand);
            assert_true(str_is(number_text(nodes.items[e->node - 1].value, a), "24"));
            assert_in_range(e->class_number, *classes, *classes + 1);
            *classes = (size_t)e->class_number;
            ++*trees;
        }
    }
    return cells;
}

static const told_cell *cell_named(const told *cells, const char *members) {
    for (size_t k = 0; k < cells->count; k++)
        if (str_is(cells->items[k].members, members))
            return &cells->items[k];
    fail_msg("no cell %s", members);
    return NULL;
}

/* The value at a row and a column of a table of counts. */
static str count_at(const trace *t, const char *table, const char *row, const char *column) {
    int64_t at[2] = {0, 0};
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_TABLE && str_is(e->id, table)) {
            for (size_t i = 0; i < e->extent.row_labels.count; i++)
                at[0] = str_is(e->extent.row_labels.items[i], row) ? (int64_t)i + 1 : at[0];
            for (size_t i = 0; i < e->extent.col_labels.count; i++)
                at[1] = str_is(e->extent.col_labels.items[i], column) ? (int64_t)i + 1 : at[1];
        }
        if (e->kind == EVENT_SET && str_is(e->tables.items[0], table) && at[0] && e->at.row == at[0] &&
            e->at.col == at[1])
            return e->value;
    }
    fail_msg("no %s %s in %s", row, column, table);
    return STR("");
}

static void expect_count(const trace *t, const char *table, const char *row, const char *column, const char *value,
                         arena *a) {
    assert_string_equal(str_to_c(a, count_at(t, table, row, column)), value);
}

static void the_memo_of_3_3_8_8_is_told_in_full(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = traced_hand("3 8 3 8", a);
    size_t trees = 0, classes = 0;
    told cells = follow_memo(t, "3 3 8 8", &trees, &classes, a);
    assert_int_equal(trees, 1);
    assert_int_equal(classes, 1);
    assert_int_equal(cells.count, 8);
    static const struct {
        const char *members;
        size_t tries, values;
    } known[] = {{"3", 0, 1},   {"8", 0, 1},      {"3 3", 1, 4},    {"3 8", 1, 6},
                 {"8 8", 1, 4}, {"3 3 8", 2, 37}, {"3 8 8", 2, 36}, {"3 3 8 8", 4, 269}};
    for (size_t k = 0; k < COUNT(known); k++) {
        assert_string_equal(str_to_c(a, cells.items[k].members), known[k].members);
        assert_int_equal(cells.items[k].tries, known[k].tries);
        assert_int_equal(cells.items[k].values.count, known[k].values);
    }
    static const char *const of_3_8[] = {"-5", "3/8", "8/3", "5", "11", "24"};
    for (size_t k = 0; k < COUNT(of_3_8); k++)
        assert_true(has_text(&cell_named(&cells, "3 8")->values, str_of(of_3_8[k])));
    arena_free(a);
}

static void traces_are_right_fact_by_fact(void **state) {
    (void)state;
    static const struct {
        const char *cards, *hand;
        size_t trees, classes;
    } hands[] = {{"2 3 4", "2 3 4", 3, 1},
                 {"10 12 6 9", "6 9 10 12", 4, 3},
                 {"1 2 3 4", "1 2 3 4", 52, 4},
                 {"6 6 6 6", "6 6 6 6", 4, 2},
                 {"0 4 6 -1", "-1 0 4 6", 0, 0},
                 {"1/2 48", "1/2 48", 1, 1},
                 {"24", "24", 1, 1},
                 {"6 6 7 7 8", "6 6 7 7 8", 1, 1},
                 {"1 2 3 4 5", "1 2 3 4 5", 77, 77},
                 {"9 9 10 10 13", "9 9 10 10 13", 5, 1}};
    for (size_t k = 0; k < COUNT(hands); k++) {
        arena *a = arena_new(NULL);
        trace *t = traced_hand(hands[k].cards, a);
        size_t trees = 0, classes = 0;
        follow_memo(t, hands[k].hand, &trees, &classes, a);
        if (hands[k].classes) {
            assert_int_equal(trees, hands[k].trees);
            assert_int_equal(classes, hands[k].classes);
        }
        str lines = trace_to_lines(t, a);
        error e = error_in(a);
        const source where = {STR("trace"), lines};
        trace *again = trace_from_lines(&where, a, &e);
        if (!again)
            fail_msg("%s", str_to_c(a, error_text(&e)));
        assert_true(str_equal(trace_to_lines(again, a), lines));
        arena_free(a);
    }
}

/* The counts of the tables are those of the cells, where these are told in full. */
static void counts_are_those_of_the_cells(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = traced_hand("10 12 6 9", a);
    size_t trees = 0, classes = 0;
    told cells = follow_memo(t, "6 9 10 12", &trees, &classes, a);
    size_t puts = 0, tries = 0;
    for (size_t k = 0; k < cells.count; k++) {
        const told_cell *c = &cells.items[k];
        strbuf row = strbuf_in(a);
        for (size_t i = 0; i < c->members.len; i++)
            strbuf_add_byte(&row, c->members.ptr[i] == ' ' ? ',' : c->members.ptr[i]);
        const char *name = str_format(a, "{%s}", row.ptr).ptr;
        bool card = c->tries == 0;
        expect_count(t, "sets", name, "splits", str_format(a, "%zu", c->tries).ptr, a);
        expect_count(t, "sets", name, "results", str_format(a, "%zu", card ? 0 : c->puts).ptr, a);
        expect_count(t, "sets", name, "values", str_format(a, "%zu", c->values.count).ptr, a);
        puts += card ? 0 : c->puts;
        tries += c->tries;
    }
    expect_count(t, "compress", "results", "with", str_format(a, "%zu", puts).ptr, a);
    expect_count(t, "compress", "splits", "with", str_format(a, "%zu", tries).ptr, a);
    expect_count(t, "compress", "splits", "without", "25", a); /* 6 pairs, 4 × 3, 7 */
    expect_count(t, "compress", "sets", "with", "15", a);
    expect_count(t, "compress", "calls", "without", "75", a); /* 1, 3, 13, 75: one call and two for each split */
    expect_count(t, "compress", "hits", "without", "50", a);
    expect_count(t, "compress", "hits", "with", "36", a);
    expect_count(t, "compress", "solutions", "without", "4", a);
    expect_count(t, "compress", "solutions", "with", "3", a);
    expect_count(t, "sets", "{6,9}", "used", "0", a); /* 10 × (12 − 9) − 6, 6 + 9 × (12 − 10), 9 × (10 − 6) − 12 */
    expect_count(t, "sets", "{9,12}", "used", "1", a);
    arena_free(a);
}

static void savings_of_equal_cards_are_counted(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = traced_hand("3 3 8 8", a);
    expect_count(t, "compress", "sets", "without", "15", a);
    expect_count(t, "compress", "sets", "with", "8", a);
    expect_count(t, "compress", "splits", "without", "25", a);
    expect_count(t, "compress", "splits", "with", "11", a); /* 3 × 1, 2 × 2, 4 */
    t = traced_hand("5 5", a);
    expect_count(t, "compress", "results", "without", "8", a); /* 5 + 5 twice, … */
    expect_count(t, "compress", "results", "with", "4", a);
    expect_count(t, "compress", "values", "with", "4", a);
    t = traced_hand("0 5", a);
    expect_count(t, "compress", "results", "without", "7", a); /* 5 ÷ 0 is left out */
    expect_count(t, "compress", "results", "with", "5", a);
    arena_free(a);
}

static void letters_are_labels(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = traced_hand("A 1 Q Q", a);
    size_t labelled = 0;
    for (size_t k = 0; k < t->count; k++)
        if (t->events[k].kind == EVENT_NODE && !t->events[k].op.len) {
            bool queen = str_is(t->events[k].value, "12");
            assert_string_equal(str_to_c(a, t->events[k].label), queen ? "Q" : ""); /* 1 was written in two ways */
            labelled += queen;
        }
    assert_true(labelled > 1);
    arena_free(a);
}

static void traces_of_many_cards_stay_small(void **state) {
    (void)state;
    static const struct {
        const char *cards;
        size_t events;
    } hands[] = {{"3 3 8 8", 2000}, {"6 9 10 12", 8000}, {"1 2 3 4 5", 20000}, {"1 2 3 5 7 11", 120000}};
    for (size_t k = 0; k < COUNT(hands); k++) {
        arena *a = arena_new(NULL);
        assert_in_range(traced_hand(hands[k].cards, a)->count, 100, hands[k].events);
        arena_free(a);
    }
}

/* A run a hand, its note as the list of the answer has it, and a tree of each class. */
static void books_have_a_run_a_hand(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = problem_traced(game24(), parse_good("", "hands", "3 3 8 8; 1 1 1 1; 10 12 6 9; 6 6 6 6", a), a);
    static const char *const titles[] = {"3 3 8 8", "1 1 1 1", "10 12 6 9", "6 6 6 6"};
    static const size_t classes[] = {1, 0, 3, 2};
    size_t run = 0, solutions = 0;
    const datum *list = datum_get(t->events[t->count - 1].answer, "list");
    for (size_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        if (e->kind == EVENT_RUN || e->kind == EVENT_ANSWER) {
            if (run)
                assert_int_equal(solutions, classes[run - 1]);
            solutions = 0;
        }
        if (e->kind == EVENT_RUN) {
            assert_string_equal(str_to_c(a, e->title), titles[run]);
            assert_string_equal(str_to_c(a, e->id), str_format(a, "hand-%zu", ++run).ptr);
        } else if (e->kind == EVENT_NOTE) {
            assert_true(datum_equal(e->args, list->items[run - 1]));
            assert_string_equal(str_to_c(a, e->key), "hand");
        } else if (e->kind == EVENT_SOLUTION)
            assert_int_equal(e->class_number, ++solutions);
        else
            assert_true(e->kind == EVENT_NODE || e->kind == EVENT_ANSWER);
    }
    assert_int_equal(run, 4);
    arena_free(a);
}

static void the_trace_of_2_3_4_is_the_golden_one(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    str golden;
    assert_true(input_read(a, STR(TEST_SOURCE_DIR "/tests/golden/game24-234.jsonl"), &golden, &e));
    assert_string_equal(str_to_c(a, trace_to_lines(traced_hand("2 3 4", a), a)), str_to_c(a, golden));
    arena_free(a);
}

static void exhaustion_is_survived_anywhere(void **state) {
    (void)state;
    volatile size_t survived = 0, done = 0;
    for (volatile size_t limit = 1024; limit < 700000; limit += 3000) {
        arena *a = arena_new(&(memory_budget){.limit = limit, .exhausted = jump});
        if (setjmp(out_of_memory) == 0) {
            traced_hand("2 3 4", a);
            done++;
        } else
            survived++;
        arena_free(a);
    }
    assert_true(survived > 10 && done > 10);
}

/* ---- marks ---- */

static void answers_are_marked(void **state) {
    (void)state;
    static const struct {
        const char *cards, *answer;
        bool right;
        const char *value, *key;
    } cases[] = {
        {"3 3 8 8", "8/(3-8/3)", true, "24", "check.reached"},
        {"3 3 8 8", "8÷(3−8÷3)", true, "24", "check.reached"},
        {"3 3 8 8", "８／（３－８／３）＝２４", true, "24", "check.reached"},
        {"3 3 8 8", "[8/(3-{8/3})]", true, "24", "check.reached"},
        {"1 1 2 7", "(1+2)×(1+7)", true, "24", "check.reached"},
        {"4 8 7 8", "7*8-4*8", true, "24", "check.reached"},
        {"6 8 9 7", "6*8/(9-7)", true, "24", "check.reached"},
        {"1 2 3 4", "(3+(1+2))*4", true, "24", "check.reached"},
        {"A J Q K", "a*q*(K-j)", true, "24", "check.reached"},
        {"A J Q K", "1·12·(13−11)", true, "24", "check.reached"},
        {"T T 4 4", "(t*10-4)/4", true, "24", "check.reached"},
        {"48 1/2", "48*1/2", true, "24", "check.reached"},
        {"48 1/2", "(1/2)x48", true, "24", "check.reached"},
        {"48 1 2", "48*1/2", true, "24", "check.reached"},
        {"-4 -6", "-4*-6", true, "24", "check.reached"},
        {"8 32", "-8+32", true, "24", "check.reached"},
        {"28 -4", "28-4", true, "24", "check.reached"},
        {"3 3 8 8", "8-(3-8/3)", false, "23/3", "check.value"},
        {"2 5 5 7", "7*7/2", false, "49/2", "check.cards"},
        {"2 7 7", "7*7/2", false, "49/2", "check.value"},
        {"4 3 4 6", "4*6", false, "24", "check.cards"},
        {"8 8 8 8", "8+8+8", false, "24", "check.cards"},
        {"1 3 8", "8*3*1*1", false, "24", "check.cards"},
        {"1 3 8", "8*3+5-5", false, "24", "check.cards"},
        {"1 1 1 1", "1/(1-1)", false, NULL, "check.zero"},
        {"1 1 1 1", "(1+1)/(1-1)", false, NULL, "check.zero"},
        {"3 8", "max(3,8)*3", false, NULL, "check.signs"},
        {"3 8", "3*B", false, NULL, "check.name"},
        {"-20 -4", "-(-20+-4)", false, "24", "check.minus"},
        {"1 1 1 1", "No solution", true, NULL, "check.none"},
        {"1 1 1 1", " 无解 ", true, NULL, "check.none"},
        {"3 3 8 8", "none", false, NULL, "check.some"},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(cases); k++) {
        error e = error_in(a);
        datum *mark = game24()->check(parse_good(cases[k].cards, NULL, NULL, a), str_of(cases[k].answer), a, &e);
        if (!mark)
            fail_msg("%s: %s", cases[k].answer, str_to_c(a, error_text(&e)));
        strbuf keys = strbuf_in(a);
        for (size_t i = 0; i < mark->count; i++)
            strbuf_addf(&keys, "%.*s ", STR_ARG(mark->items[i]->key));
        assert_string_equal(keys.ptr, "problem answer right value why key args ");
        assert_string_equal(str_to_c(a, text_in(mark, "key")), cases[k].key);
        assert_int_equal(datum_get(mark, "right")->boolean, cases[k].right);
        expect_text(mark, "value", cases[k].value ? cases[k].value : "", a);
    }
    arena_free(a);
}

/* Nothing of what the terminal shows in Chinese is left in English. */
static void tables_in_the_terminal_have_words(void **state) {
    (void)state;
    shell s = shell_new();
    shell_expect(&s, 0, "$H game24 3 3 8 8 -l zh -f text -o -");
    for (size_t k = 0; k < s.out.len; k++)
        if ((s.out.ptr[k] >= 'a' && s.out.ptr[k] <= 'z') || (s.out.ptr[k] >= 'A' && s.out.ptr[k] <= 'Z'))
            fail_msg("%.*s", STR_ARG(str_slice(s.out, k, s.out.len)));
    shell_expect(&s, 0, "$H game24 3 3 8 8 -l en -f text -o -");
    assert_true(str_find(s.out, STR("splits of all parts"), 0) != SIZE_MAX);
    shell_free(&s);
}

static void marks_are_said_in_both_languages(void **state) {
    (void)state;
    static const struct {
        const char *answer, *en, *zh;
        int status;
    } cases[] = {
        {"8/(3-8/3)", "right: this makes 24, with each card once", "正确：结果是 24，每张牌恰好用了一次", 0},
        {"8-(3-8/3)", "wrong: this makes 23/3, not 24", "错误：这样算得 23/3，不是 24", 1},
        {"8*3", "wrong: 3 and 8 are left over", "错误：3 和 8 没有用上", 1},
        {"8*3+3-3", "wrong: 3 is used 3 times, but the hand has it twice; 8 is left over",
         "错误：3 用了 3 次，牌里只有 2 张；8 没有用上", 1},
        {"8*8-8*3+5-3",
         "wrong: 5 is not among the cards; 8 is used 3 times, but the hand has it twice; and it makes "
         "42, not 24",
         "错误：牌里没有 5；8 用了 3 次，牌里只有 2 张；而且这样算得 42，不是 24", 1},
        {"8/(3-3)+8", "wrong: the divisor 3 − 3 is zero", "错误：除数 3 − 3 为零", 1},
        {"J+8", "wrong: 11 is not among the cards; 3, 3 and 8 are left over; and it makes 19, not 24",
         "错误：牌里没有 11；3、3 和 8 没有用上；而且这样算得 19，不是 24", 1},
    };
    shell s = shell_new();
    for (size_t k = 0; k < COUNT(cases); k++) {
        const char *command = "$H check game24 3 3 8 8 --answer '%s' %s";
        shell_expect(&s, cases[k].status, str_format(s.arena, command, cases[k].answer, "").ptr);
        assert_string_equal(s.out.ptr, str_format(s.arena, "%s\n", cases[k].en).ptr);
        shell_expect(&s, cases[k].status, str_format(s.arena, command, cases[k].answer, "-l zh").ptr);
        assert_string_equal(s.out.ptr, str_format(s.arena, "%s\n", cases[k].zh).ptr);
    }
    shell_expect(&s, 1, "$H check game24 1 1 1 1 --answer '1/(1-1)' -f json");
    assert_string_equal(s.out.ptr, "{\"problem\":\"game24\",\"answer\":\"1/(1-1)\",\"right\":false,\"value\":null,"
                                   "\"why\":\"the divisor 1 − 1 is zero\"}\n");
    shell_expect(&s, 1, "$H check game24 3 8 --answer '3*8=25'");
    assert_string_equal(s.out.ptr, "wrong: this makes 24, not 25\n");
    shell_expect(&s, 2, "$H check game24 3 8 --answer '3*(8'");
    assert_non_null(strstr(s.err.ptr, "this bracket is never closed"));
    shell_expect(&s, 2, "$H check game24 --hands '3 8; 4 6' --answer '3*8'");
    shell_free(&s);
}

/* Numbers that are wrong are told once each, in the order of the answer, however many there are. */
static void every_wrong_number_is_told_once(void **state) {
    (void)state;
    shell s = shell_new();
    strbuf answer = strbuf_in(s.arena), told = strbuf_in(s.arena);
    strbuf_add_c(&answer, "3*8");
    for (int k = 1999; k >= 1000; k--)
        strbuf_addf(&answer, "+%d-%d", k, k);
    strbuf_add_c(&answer, "+8-8");
    for (int k = 1999; k >= 1000; k--)
        strbuf_addf(&told, "%s%d", k == 1999 ? "" : k == 1000 ? " and " : ", ", k);
    const char *command = "$H check game24 3 3 8 8 --answer '%s'";
    shell_expect(&s, 1, str_format(s.arena, command, strbuf_text(&answer).ptr).ptr);
    const char *line = "wrong: %s are not among the cards; 8 is used 3 times, but the hand has it twice; "
                       "3 is left over\n";
    assert_string_equal(s.out.ptr, str_format(s.arena, line, strbuf_text(&told).ptr).ptr);
    shell_free(&s);
}

/* What we print is marked right, for cards of all kinds. */
static void our_own_lines_are_right(void **state) {
    (void)state;
    static const struct {
        const char *cards, *target;
    } hands[] = {{"1 2 3 4", "24"},  {"A J Q K", "24"},     {"-4 6 1 1", "-24"}, {"-1/2 6 2 -4", "24"},
                 {"0 0 1 24", "24"}, {"3 3 5 5", "0"},      {"2 2 3 12", "-6"},  {"-3 -8 1 2", "24"},
                 {"1/2 1/3 6", "1"}, {"-1 -2 -3 -4", "24"}, {"7 7 8 10", "5/7"}, {"-5 5 5 1", "24"}};
    arena *a = arena_new(NULL);
    size_t lines = 0;
    for (size_t k = 0; k < COUNT(hands); k++) {
        datum *instance = parse_good(hands[k].cards, "target", hands[k].target, a);
        const datum *list = datum_get(problem_answer(game24(), instance, NULL, a), "solutions");
        for (size_t i = 0; i < list->count; i++, lines++) {
            error e = error_in(a);
            datum *mark = game24()->check(instance, list->items[i]->text, a, &e);
            if (!mark || !datum_get(mark, "right")->boolean)
                fail_msg("%s: %.*s", hands[k].cards, STR_ARG(list->items[i]->text));
        }
    }
    assert_true(lines > 100);
    arena_free(a);
}

/* ---- random hands ---- */

static datum *drawn(const char *wishes, uint64_t seed, arena *a) {
    datum *map = datum_map(a);
    str text = str_of(wishes);
    for (size_t from = 0; from < text.len;) {
        size_t comma = str_find(text, STR(","), from), end = comma == SIZE_MAX ? text.len : comma;
        str wish = str_slice(text, from, end);
        size_t equals = str_find(wish, STR("="), 0);
        if (equals == SIZE_MAX)
            datum_put_str(a, map, wish, datum_bool(a, true));
        else
            datum_put_str(a, map, str_slice(wish, 0, equals), datum_text(a, str_slice(wish, equals + 1, wish.len)));
        from = end + 1;
    }
    error e = error_in(a);
    datum *instance = game24()->random(map, seed, a, &e);
    if (!instance)
        fail_msg("%s: %s", wishes, str_to_c(a, error_text(&e)));
    return instance;
}

static void random_hands_have_what_is_wished(void **state) {
    (void)state;
    static const struct {
        const char *wishes, *key, *value;
    } wishes[] = {{"", "solvable", "true"},
                  {"max=10", "solvable", "true"},
                  {"unsolvable", "solvable", "false"},
                  {"unsolvable,max=9", "classes", "0"},
                  {"fraction", "needs_fraction", "true"},
                  {"groups", "needs_two_groups", "true"},
                  {"classes=1", "classes", "1"},
                  {"classes=5,max=9", "classes", "5"},
                  {"n=3,target=1/3", "solvable", "true"},
                  {"n=5,min=-3,max=9,target=-7", "solvable", "true"},
                  {"letters", "solvable", "true"},
                  {"faces=10", "solvable", "true"}};
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(wishes); k++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            datum *instance = drawn(wishes[k].wishes, seed, a), *again = drawn(wishes[k].wishes, seed, a);
            assert_true(datum_equal(instance, again));
            error e = error_in(a);
            assert_true(game24()->valid(instance, &e));
            expect_text(problem_answer(game24(), instance, NULL, a), wishes[k].key, wishes[k].value, a);
        }
    arena_free(a);
}

static void wrong_wishes_are_refused(void **state) {
    (void)state;
    shell s = shell_new();
    static const struct {
        const char *wishes;
        int status;
        const char *message;
    } faults[] = {
        {"n=7", 2, "--random: n: expected an integer from 1 to 6, got '7'"},
        {"max=x", 2, "--random: max: expected an integer"},
        {"min=5,max=4", 2, "--random: min=5 is above max=4"},
        {"colour", 2, "--random: unknown property 'colour' for a hand; known properties:"},
        {"fraction=2", 2, "--random: fraction stands alone, without a value"},
        {"unsolvable,fraction", 2, "--random: a hand that is unsolvable has no solutions"},
        {"target=x", 1, "expected its value"},
        {"max=1", 1, "--random: none of 6000 hands drawn has all these properties"},
    };
    for (size_t k = 0; k < COUNT(faults); k++) {
        const char *command = "$H game24 --random '%s' -f json -o -";
        shell_expect(&s, faults[k].status, str_format(s.arena, command, faults[k].wishes).ptr);
        if (!strstr(s.err.ptr, faults[k].message))
            fail_msg("%s: %s", faults[k].wishes, s.err.ptr);
    }
    shell_free(&s);
}

/* ---- the program ---- */

static void the_program_answers(void **state) {
    (void)state;
    shell s = shell_new();
    const char *answer =
        "{\"problem\":\"game24\",\"numbers\":[\"3\",\"3\",\"8\",\"8\"],\"target\":\"24\",\"solvable\":true,"
        "\"classes\":\"1\",\"trees\":\"1\",\"solutions\":[\"8/(3-8/3)\"],\"needs_fraction\":true,"
        "\"needs_two_groups\":false}\n";
    static const char *const forms[] = {"3 3 8 8", "'３，３，８，８'",         "'３、３、８、８'",
                                        "3,3,8,8", "'3, 3, 8, 8' --target=24", "-- 3 3 8 8"};
    for (size_t k = 0; k < COUNT(forms); k++) {
        shell_expect(&s, 0, str_format(s.arena, "$H game24 -f json -o - %s", forms[k]).ptr);
        assert_string_equal(s.out.ptr, answer);
    }
    shell_expect(&s, 0, "printf '3 3 8 8\\r\\n' | $H game24 -i - -f json -o -");
    assert_string_equal(s.out.ptr, answer);
    shell_expect(&s, 0, "$H game24 -f json -o - -- -4 -6");
    assert_non_null(strstr(s.out.ptr, "\"solutions\":[\"-6*(-4)\"]"));
    shell_expect(&s, 0, "$H game24 --hands all2-13 -f json -o -");
    assert_true(str_starts(s.out, "{\"problem\":\"game24\",\"hands\":\"91\",\"solvable\":"));
    shell_expect(&s, 2, "$H game24 -f json -o -");
    shell_expect(&s, 2, "$H game24 3 3 8 8 --hands all2-3 -f json -o -");
    shell_expect(&s, 1, "$H game24 3 3 X 8 -f json -o -");
    assert_non_null(strstr(s.err.ptr, "joker"));
    shell_free(&s);
}

/* The thousand first of very many, and how many there are. */
static void very_many_are_counted_and_cut(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    datum *answer = answer_to("1 1 2 2 4 6", "24", a);
    const datum *lines = datum_get(answer, "solutions");
    assert_int_equal(lines->count, 1000);
    expect_text(answer, "listed", "1000", a);
    assert_true(text_in(answer, "classes").len > 3);
    lines_are_solutions(answer, a);
    assert_true(str_is(answer->items[7]->key, "listed"));
    /* 530 million classes: too many to meet */
    answer = answer_to("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "0", a);
    assert_true(text_in(answer, "classes").len > 8);
    expect_text(answer, "listed", "1000", a);
    lines_are_solutions(answer, a);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_has_its_counts_and_classes),
        cmocka_unit_test(five_cards_agree_with_a_brute_force),
        cmocka_unit_test(zeros_and_negatives_agree_with_a_brute_force),
        cmocka_unit_test(cancelling_five_agree_with_a_brute_force),
        cmocka_unit_test(known_hands_have_their_solutions),
        cmocka_unit_test(faces_count_what_is_said),
        cmocka_unit_test(targets_of_any_kind_are_made),
        cmocka_unit_test(many_cards_are_solved_or_refused),
        cmocka_unit_test(all_hands_have_their_totals),
        cmocka_unit_test(books_agree_with_their_hands),
        cmocka_unit_test(books_are_written_in_several_ways),
        cmocka_unit_test(wrong_input_is_named_with_its_place),
        cmocka_unit_test(instances_of_traces_are_checked),
        cmocka_unit_test(the_memo_of_3_3_8_8_is_told_in_full),
        cmocka_unit_test(traces_are_right_fact_by_fact),
        cmocka_unit_test(counts_are_those_of_the_cells),
        cmocka_unit_test(savings_of_equal_cards_are_counted),
        cmocka_unit_test(letters_are_labels),
        cmocka_unit_test(traces_of_many_cards_stay_small),
        cmocka_unit_test(books_have_a_run_a_hand),
        cmocka_unit_test(the_trace_of_2_3_4_is_the_golden_one),
        cmocka_unit_test(exhaustion_is_survived_anywhere),
        cmocka_unit_test(answers_are_marked),
        cmocka_unit_test(tables_in_the_terminal_have_words),
        cmocka_unit_test(marks_are_said_in_both_languages),
        cmocka_unit_test(every_wrong_number_is_told_once),
        cmocka_unit_test(our_own_lines_are_right),
        cmocka_unit_test(random_hands_have_what_is_wished),
        cmocka_unit_test(wrong_wishes_are_refused),
        cmocka_unit_test(the_program_answers),
        cmocka_unit_test(very_many_are_counted_and_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
