/* The 24-point game's own names for templates: `hand` and `book`, data worked out once a story from it alone;
 * docs/problems/game24.md explains what is in them. */
#include "extension.h"

#include "game24/story/hands.h"
#include "memo.h"
#include "number.h"

enum {
    DRAWN = 12,  /* classes that are drawn as trees; the others are lines */
    LISTED = 48, /* lines */
    ROW = 3,     /* of them, of up to five cards; of more, whose lines are longer, two */
    SHORT_HAND = 5,
    MOST_SETS = 64, /* of a lattice that a page holds */
    MOST_PAIRS = 15,
    LONGEST_NAME = 48, /* pairs of cards that are written out */
    MOST_SPLITS = 15,  /* of a hand, in a table */
    MOST_TRIES = 2
};

typedef struct sheet {
    const story *story;
    arena *a;
    datum *out;
    card_hand hand;
    str target;
    memo *memo;
    const memo_set *whole;
} sheet;

static void put_text(const sheet *x, datum *d, const char *key, str value) {
    datum_put(x->a, d, key, datum_text(x->a, value));
}

static void put_count(const sheet *x, datum *d, const char *key, size_t count) {
    datum_put(x->a, d, key, datum_integer(x->a, (int64_t)count));
}

static void put_yes(const sheet *x, datum *d, const char *key, bool yes) {
    datum_put(x->a, d, key, datum_bool(x->a, yes));
}

static str shown(const sheet *x, str value) {
    return number_shown(value, x->a);
}

/* ---- the cards ---- */

/* The letters that occur and what they count, each once. */
static void put_letters(const sheet *x) {
    datum *list = datum_put(x->a, x->out, "letters", datum_list(x->a));
    for (size_t k = 0; k < x->hand.count; k++) {
        if (str_equal(x->hand.faces[k], x->hand.numbers[k]))
            continue;
        bool known = false;
        for (size_t c = 0; c < list->count; c++)
            known = known || str_equal(datum_as_text(datum_get(list->items[c], "face")), x->hand.faces[k]);
        if (known)
            continue;
        datum *letter = datum_add(x->a, list, datum_map(x->a));
        put_text(x, letter, "face", x->hand.faces[k]);
        put_text(x, letter, "value", shown(x, x->hand.numbers[k]));
    }
}

static bool has_card(const card_hand *h, str number, size_t count) {
    bool found = false;
    for (size_t k = 0; k < count; k++)
        found = found || str_equal(h->numbers[k], number);
    return found;
}

static bool has_equal(const card_hand *h) {
    bool found = false;
    for (size_t k = 1; k < h->count; k++)
        found = found || has_card(h, h->numbers[k], k);
    return found;
}

/* 2ⁿ − 1. */
static str subset_count(size_t n, arena *a) {
    fmpz *count = number_integers(a, 1);
    fmpz_one_2exp(count, n);
    fmpz_sub_ui(count, count, 1);
    return number_shown(number_text_of_fmpz(count, a), a);
}

/* In a large hand the memo is told of small parts only. */
static bool is_told(const sheet *x) {
    return x->whole->size == x->hand.count;
}

/* "{3, 3, 8, 8}", sorted if the memo has the whole hand. */
static str set_text(const sheet *x) {
    if (is_told(x))
        return memo_set_name(x->whole, x->a);
    strbuf b = strbuf_in(x->a);
    for (size_t k = 0; k < x->hand.count; k++)
        strbuf_addf(&b, "%s%.*s", k ? ", " : "{", STR_ARG(shown(x, x->hand.numbers[k])));
    strbuf_add_c(&b, "}");
    return strbuf_text(&b);
}

static void put_cards(const sheet *x) {
    size_t n = x->hand.count;
    put_text(x, x->out, "text", hand_text(&x->hand, x->a));
    put_text(x, x->out, "set", set_text(x));
    put_count(x, x->out, "card_count", n);
    static const char *const exactly[] = {NULL, "one_card", "two_cards", "three_cards"};
    static const char *const at_least[] = {NULL, NULL, "two_or_more", "three_or_more", "four_or_more", "five_or_more"};
    for (size_t k = 1; k <= 3; k++)
        put_yes(x, x->out, exactly[k], n == k);
    for (size_t k = 2; k <= 5; k++)
        put_yes(x, x->out, at_least[k], n >= k);
    put_yes(x, x->out, "equal", has_equal(&x->hand));
    put_yes(x, x->out, "zero", has_card(&x->hand, STR("0"), n));
    put_text(x, x->out, "subset_count", subset_count(n, x->a));
    datum *numbers = datum_put(x->a, x->out, "numbers", datum_list(x->a));
    for (size_t k = 0; k < n; k++)
        put_text(x, datum_add(x->a, numbers, datum_map(x->a)), "value",
                 shown(x, is_told(x) ? x->whole->members[k] : x->hand.numbers[k]));
    put_letters(x);
}

/* ---- the memo ---- */

static bool set_has(const memo_set *s, const number *value, arena *a) {
    str text = number_text(value, a);
    for (size_t k = 0; s && k < s->value_count; k++)
        if (str_equal(s->values[k].value, text))
            return true;
    return false;
}

static bool is_pair(const memo_set *s, bool equal) {
    return s->size == 2 && str_equal(s->members[0], s->members[1]) == equal;
}

static bool has_zero_member(const memo_set *s) {
    return str_is(s->members[0], "0") || str_is(s->members[1], "0");
}

/* One without a 0 if there is one: with 0 there is no quotient both ways. */
static const memo_set *first_pair(const memo *m, bool equal) {
    const memo_set *first = NULL;
    for (size_t k = 0; k < m->count; k++)
        if (is_pair(&m->sets[k], equal) && (!first || has_zero_member(first)) &&
            (!first || !has_zero_member(&m->sets[k])))
            first = &m->sets[k];
    return first;
}

static void put_pair(const sheet *x, const char *key, const memo_set *s) {
    if (!s) {
        put_yes(x, x->out, key, false);
        return;
    }
    datum *d = datum_put(x->a, x->out, key, datum_map(x->a));
    put_text(x, d, "set", memo_set_name(s, x->a));
    put_text(x, d, "one", shown(x, s->members[0]));
    put_text(x, d, "other", number_shown_operand(s->members[1], x->a));
    put_count(x, d, "value_count", s->value_count);
    put_yes(x, d, "zero", has_zero_member(s));
}

/* A smaller set that reaches the target already. */
static void put_early(const sheet *x) {
    for (size_t k = 0; k < x->memo->count; k++) {
        const memo_set *s = &x->memo->sets[k];
        for (size_t v = 0; v < s->value_count && s->size > 1 && s->size < x->hand.count; v++) {
            if (!str_equal(s->values[v].value, x->target) || !s->values[v].node_count)
                continue;
            datum *d = datum_put(x->a, x->out, "partial_hit", datum_map(x->a));
            put_text(x, d, "set", memo_set_name(s, x->a));
            put_text(x, d, "line", story_node_shown(s->values[v].nodes[0], x->a));
            put_count(x, d, "left_count", x->hand.count - s->size);
            return;
        }
    }
    put_yes(x, x->out, "partial_hit", false);
}

/* What is asked before the larger parts come: on the early one, and on equal cards. */
static void put_questions(const sheet *x) {
    bool has_early = datum_get(x->out, "partial_hit")->kind == DATUM_MAP, equal = has_equal(&x->hand);
    put_yes(x, x->out, "has_question", has_early || equal);
    put_yes(x, x->out, "has_two_questions", has_early && equal);
}

/* The values nearest to the target, one below and one above; either may be missing. */
static void put_nearest(const sheet *x) {
    datum *d = datum_put(x->a, x->out, "nearest", datum_map(x->a));
    const number *goal = number_from_canonical(x->a, x->target);
    str below = STR(""), above = STR("");
    for (size_t v = 0; v < x->whole->value_count && goal && is_told(x); v++) {
        const number *value = number_from_canonical(x->a, x->whole->values[v].value);
        if (value && number_compare(value, goal) < 0)
            below = x->whole->values[v].value;
        if (value && number_compare(value, goal) > 0 && !above.len)
            above = x->whole->values[v].value;
    }
    put_text(x, d, "below", shown(x, below));
    put_text(x, d, "above", shown(x, above));
    put_yes(x, d, "both", below.len && above.len);
}

/* How many pairs there are; whether their names, which are written in full, fit. */
static size_t pair_count(const memo *m, bool *fit, arena *a) {
    size_t count = 0;
    *fit = true;
    for (size_t k = 0; k < m->count; k++)
        if (m->sets[k].size == 2) {
            count++;
            *fit = *fit && memo_set_name(&m->sets[k], a).len <= LONGEST_NAME;
        }
    *fit = *fit && count <= MOST_PAIRS;
    return count;
}

/* A recorded table may know it where the memo itself is told in part. */
static str set_count(const sheet *x) {
    const story_run *counts = story_run_named(x->story, STR("counts"));
    const story_table *t = counts && !is_told(x) ? story_table_named(counts, STR("sets")) : NULL;
    int64_t rows = t ? t->row_last - t->row_first + 1 : (int64_t)x->memo->count;
    return shown(x, str_format(x->a, "%lld", (long long)rows));
}

static void put_memo(const sheet *x) {
    int64_t count = is_told(x) ? memo_set_count(x->whole) : -1;
    bool pairs_fit;
    size_t pairs = pair_count(x->memo, &pairs_fit, x->a);
    put_text(x, x->out, "set_count", set_count(x));
    put_text(x, x->out, "value_count", count < 0 ? STR("") : shown(x, str_format(x->a, "%lld", (long long)count)));
    put_yes(x, x->out, "lattice_fits", is_told(x) && x->memo->count <= MOST_SETS);
    put_yes(x, x->out, "pairs_fit", pairs_fit);
    put_count(x, x->out, "pair_count", pairs);
    put_pair(x, "pair", first_pair(x->memo, false));
    put_pair(x, "equal_pair", first_pair(x->memo, true));
    size_t splits = is_told(x) && x->whole->cell->step ? x->whole->cell->step->candidate_count : 0;
    put_count(x, x->out, "split_count", splits);
    put_yes(x, x->out, "splits_told", splits > 0);
    bool fit = splits > 0 && splits <= MOST_SPLITS;
    const number *goal = number_from_canonical(x->a, x->target);
    put_yes(x, x->out, "splits_fit", fit);
    put_yes(x, x->out, "hits_fit", fit && goal && set_has(x->whole, goal, x->a));
    put_early(x);
    put_questions(x);
    put_nearest(x);
}

/* ---- why answers are missed ---- */

/* The other cards when card k is laid aside. */
static const memo_set *rest_of(const sheet *x, size_t k) {
    story_texts rest = {.items = ARENA_ARRAY(x->a, str, x->hand.count), .count = 0};
    for (size_t c = 0; c < x->hand.count; c++)
        if (c != k)
            rest.items[rest.count++] = x->hand.numbers[c];
    return memo_set_of(x->memo, &rest, x->a);
}

static bool add_try(const sheet *x, datum *list, size_t k, bool times) {
    const number *card = number_from_canonical(x->a, x->hand.numbers[k]),
                 *goal = number_from_canonical(x->a, x->target);
    number *need = number_new(x->a);
    if (!card || !goal || number_sign(card) <= 0 || number_sign(goal) <= 0)
        return false;
    if (times)
        fmpq_div(need->q, goal->q, card->q);
    else
        fmpq_sub(need->q, goal->q, card->q);
    const memo_set *rest = rest_of(x, k);
    bool natural = number_is_integer(need) && number_sign(need) > 0 && fmpq_cmp_ui(card->q, 1) > 0 &&
                   (!times || fmpq_cmp_ui(need->q, 1) > 0);
    if (!rest || !natural || set_has(rest, need, x->a))
        return false;
    datum *d = datum_add(x->a, list, datum_map(x->a));
    put_text(x, d, "card", shown(x, x->hand.numbers[k]));
    put_text(x, d, "need", shown(x, number_text(need, x->a)));
    put_text(x, d, "rest", memo_set_name(rest, x->a));
    put_yes(x, d, "times", times);
    return true;
}

/* First thoughts that lead nowhere: a product with one card, then a sum, of different cards if there are such. */
static void put_tries(const sheet *x) {
    datum *list = datum_put(x->a, x->out, "tries", datum_list(x->a));
    size_t used = SIZE_MAX;
    for (size_t pass = 0; pass < 2 && x->hand.count > 2; pass++) {
        size_t before = list->count;
        for (size_t k = 0; k < x->hand.count && list->count == before && list->count < MOST_TRIES; k++)
            if (k != used && add_try(x, list, k, pass == 0))
                used = k;
    }
}

/* ---- solutions ---- */

/* Two trees of one class that are written differently: brackets that sums and products do not need are not written. */
static void put_alike(const sheet *x) {
    const story_run *r = x->memo->table->run;
    const story_solution *one = NULL;
    for (size_t k = 0; k < r->solution_count; k++) {
        const story_solution *other = &r->solutions[k];
        if (!one || one->class_number != other->class_number)
            one = other;
        if (one == other || !one->class_number ||
            str_equal(story_node_shown(one->node, x->a), story_node_shown(other->node, x->a)))
            continue;
        datum *d = datum_put(x->a, x->out, "same_class_pair", datum_map(x->a));
        put_text(x, d, "one", story_node_shown(one->node, x->a));
        put_text(x, d, "other", story_node_shown(other->node, x->a));
        return;
    }
    put_yes(x, x->out, "same_class_pair", false);
}

/* The classes that are not drawn, as rows of lines. */
static void put_more(const sheet *x) {
    const solution_classes *c = &x->memo->classes;
    datum *rows = datum_put(x->a, x->out, "more_rows", datum_list(x->a));
    size_t end = c->count < DRAWN + LISTED ? c->count : DRAWN + LISTED;
    size_t columns = x->hand.count > SHORT_HAND ? ROW - 1 : ROW;
    put_yes(x, x->out, "long_rows", columns < ROW);
    for (size_t k = DRAWN; k < end; k += columns) {
        datum *row = datum_add(x->a, rows, datum_map(x->a));
        datum *lines = datum_put(x->a, row, "lines", datum_list(x->a));
        for (size_t i = k; i < k + columns; i++) {
            datum *line = datum_add(x->a, lines, datum_map(x->a));
            put_count(x, line, "place", i + 1);
            put_text(x, line, "line", i < end ? story_node_shown(c->items[i].node, x->a) : STR(""));
        }
    }
    put_count(x, x->out, "drawn_count", DRAWN);
    put_count(x, x->out, "more_count", end > DRAWN ? end - DRAWN : 0);
}

static str answer_count(const sheet *x, const char *key) {
    str text = datum_as_text(datum_get(x->story->answer, key));
    return text.len ? text : STR("0");
}

/* How many classes there are, less those that are shown in some way. */
static void put_unlisted(const sheet *x) {
    number *all = number_from_text(x->a, answer_count(x, "classes"));
    size_t told = x->memo->classes.count < DRAWN + LISTED ? x->memo->classes.count : DRAWN + LISTED;
    str rest = STR("");
    if (all && fmpq_cmp_ui(all->q, told) > 0) {
        number *left = number_new(x->a);
        fmpq_sub_ui(left->q, all->q, told);
        rest = shown(x, number_text(left, x->a));
    }
    put_text(x, x->out, "unlisted_count", rest);
}

/* Where a card or the target is a fraction, it is no news that fractions are needed. */
static bool has_fraction(const sheet *x) {
    bool found = str_find(x->target, STR("/"), 0) != SIZE_MAX;
    for (size_t k = 0; k < x->hand.count; k++)
        found = found || str_find(x->hand.numbers[k], STR("/"), 0) != SIZE_MAX;
    return found;
}

static void put_solutions(const sheet *x) {
    const solution_classes *c = &x->memo->classes;
    str classes = answer_count(x, "classes"), trees = answer_count(x, "trees");
    put_yes(x, x->out, "solvable", c->count > 0);
    put_count(x, x->out, "class_count", c->count);
    put_text(x, x->out, "classes", shown(x, classes));
    put_text(x, x->out, "trees", shown(x, trees));
    put_yes(x, x->out, "more_trees", !str_equal(classes, trees));
    put_text(x, x->out, "line", c->count ? story_node_shown(c->items[0].node, x->a) : STR(""));
    put_yes(x, x->out, "all_drawn", c->count <= DRAWN);
    const datum *fraction = datum_get(x->story->answer, "needs_fraction");
    const datum *groups = datum_get(x->story->answer, "needs_two_groups");
    put_yes(x, x->out, "needs_fraction", fraction && fraction->boolean && !has_fraction(x));
    put_yes(x, x->out, "needs_groups", groups && groups->boolean);
    put_alike(x);
    put_more(x);
    put_unlisted(x);
}

/* The split of the first solution, and what meets there. */
static void put_hit(const sheet *x) {
    const story_node *n = x->memo->shown;
    const memo_set *left = n && n->left ? memo_set_of_node(x->memo, n->left, x->a) : NULL;
    const memo_set *right = n && n->right ? memo_set_of_node(x->memo, n->right, x->a) : NULL;
    if (!left || !right) {
        put_yes(x, x->out, "hit", false);
        return;
    }
    datum *d = datum_put(x->a, x->out, "hit", datum_map(x->a));
    put_text(x, d, "left", memo_set_name(left, x->a));
    put_text(x, d, "right", memo_set_name(right, x->a));
    put_text(x, d, "left_value", shown(x, n->left->value));
    put_text(x, d, "right_value", shown(x, n->right->value));
}

/* ---- the whole ---- */

datum *game24_hand_facts(const story *s, arena *a) {
    const story_run *r = story_main_run(s);
    sheet x = {.story = s, .a = a, .out = datum_map(a), .hand = hand_of_story(s, a), .target = hand_target(s)};
    story_moment end = {.story = s, .run = r};
    x.memo = memo_table(r) ? memo_at(&end, 1, a) : NULL;
    if (!x.memo || !x.memo->count || !x.hand.count)
        return NULL;
    x.whole = &x.memo->sets[x.memo->count - 1];
    put_text(&x, x.out, "target", shown(&x, x.target));
    put_yes(&x, x.out, "target_is_24", str_is(x.target, "24"));
    put_cards(&x);
    put_memo(&x);
    put_tries(&x);
    put_solutions(&x);
    put_hit(&x);
    return x.out;
}

static void put_grades(const sheet *x, const hand_book *b) {
    datum *list = datum_put(x->a, x->out, "grades", datum_list(x->a));
    for (size_t k = 0; k < GRADE_NONE; k++) {
        size_t count = b->first[k + 1] - b->first[k];
        if (!count)
            continue;
        datum *d = datum_add(x->a, list, datum_map(x->a));
        put_text(x, d, "grade", str_of(hand_grade_names[k]));
        put_text(x, d, "title_key", str_format(x->a, "book.grade.%s", hand_grade_names[k]));
        put_text(x, d, "about_key", str_format(x->a, "book.about.%s", hand_grade_names[k]));
        put_count(x, d, "place", k + 1);
        put_count(x, d, "hand_count", count);
        put_count(x, d, "from", b->first[k] + 1);
        put_count(x, d, "to", b->first[k + 1]);
        put_yes(x, d, "one_hand", count == 1);
    }
}

static void put_unsolvable(const sheet *x, const hand_book *b) {
    enum { MOST_NAMED = 12 };
    size_t count = b->count - b->puzzles;
    put_count(x, x->out, "unsolvable_count", count);
    put_yes(x, x->out, "leaves_out", count > 0);
    datum *list = datum_put(x->a, x->out, "unsolvable", datum_list(x->a));
    for (size_t k = b->puzzles; k < b->count && count <= MOST_NAMED; k++)
        put_text(x, datum_add(x->a, list, datum_map(x->a)), "cards", hand_text(&b->hands[k], x->a));
}

/* What stands in `{{#book}}`; NULL if the story is no book. */
static datum *book_facts(const story *s, arena *a) {
    sheet x = {.story = s, .a = a, .out = datum_map(a), .target = hand_target(s)};
    hand_book b = hand_book_of(s, a);
    if (!b.count)
        return NULL;
    size_t trees = 0;
    for (size_t k = 0; k < b.count; k++)
        trees += solution_classes_of(b.hands[k].run, a).count;
    put_text(&x, x.out, "target", shown(&x, x.target));
    put_count(&x, x.out, "hand_count", b.count);
    put_count(&x, x.out, "puzzle_count", b.puzzles);
    put_count(&x, x.out, "solution_count", trees);
    put_yes(&x, x.out, "any", b.puzzles > 0);
    put_grades(&x, &b);
    put_unsolvable(&x, &b);
    return x.out;
}

static void tell_root(facts *f, const view *v) {
    facts_data(f, "hand", game24_hand_facts(v->object, f->arena));
    facts_data(f, "book", book_facts(v->object, f->arena));
}

static const renamed_name renamed[] = {{"early", "partial_hit"},
                                       {"asks", "has_question"},
                                       {"asks_both", "has_two_questions"},
                                       {"twin", "equal_pair"},
                                       {"alike", "same_class_pair"},
                                       {"usual", "target_is_24"},
                                       {NULL, NULL}};

const story_extension game24_names = {.name = "game24", .renamed = renamed, .own[OWN_ROOT].tell = tell_root};
