/* An answer is any expression with the cards as its numbers, "8 ÷ (3 − 8 ÷ 3)", perhaps with "= 24" behind or before
 * it. It is marked from the leaves up; each part has
 *
 *   value   exact; a divisor of 0 ends the marking
 *   signs   whether the part, and whether its negative, can be played with + − × ÷ of two parts alone, so that
 *           −3 + 27 passes, which is 27 − 3, and −(3 + 8) does not
 */
#include "game24/game24.h"

#include "kit/answer_reader.h"
#include "kit/verdict.h"

#include <stdlib.h>
#include <string.h>

typedef struct part {
    fmpq *value;
    bool plus, minus; /* it can be played; its negative can */
} part;

typedef struct card {
    str number; /* canonical */
    str name;   /* the letter it was written as, or its number */
    bool used;
} card;

typedef struct marking {
    arena *a;
    error *e;
    const source *where;
    str target;
    str faces[3];
    card *cards;
    size_t count;
    expr_nodes nodes;
    part *parts;  /* by node, those that wait for their operator in front */
    bool *turned; /* by node: a leaf whose negative is a card */
    str *leaves;  /* by node: its number; empty if it is no leaf */
    str value;
    str claimed;     /* beside "=", and not the number to make; empty if there is none */
    const char *key; /* of what was found; NULL: nothing yet */
    datum *args;
    str why;
} marking;

static void find(marking *m, const char *key, str why) {
    m->key = key;
    m->why = why;
}

static void put_text(marking *m, const char *key, str value) {
    datum_put(m->a, m->args, key, datum_text(m->a, value));
}

/* ---- reading ---- */

/* What stands beside "=" is the value too. */
static bool read_claims(marking *m, const answer_claims *claims) {
    for (size_t k = 0; k < claims->count; k++) {
        answer_part p = claims->others[k];
        const expr *claim = expr_read(m->where, p.at, p.length, m->a, m->e);
        const number *value = claim ? expr_value(claim, NULL, 0, m->where, m->a, m->e) : NULL;
        if (!value)
            return false;
        if (!str_equal(number_text(value, m->a), m->target))
            m->claimed = number_text(value, m->a);
    }
    return true;
}

static card *free_card(const marking *m, str number) {
    for (size_t k = 0; k < m->count; k++)
        if (!m->cards[k].used && str_equal(m->cards[k].number, number))
            return &m->cards[k];
    return NULL;
}

static bool is_integer(const expr *x) {
    return x->kind == EXPR_NUMBER && str_find(x->text, STR("/"), 0) == SIZE_MAX;
}

/* The card that a quotient of two numbers is, or NULL; 48 * 1/2 is 48 times the card 1/2 too. */
static card *fraction_card(const marking *m, const expr *x) {
    if (x->kind != EXPR_DIVIDE || !is_integer(x->parts[1]))
        return NULL;
    const expr *over = x->parts[0]->kind == EXPR_MULTIPLY ? x->parts[0]->parts[1] : x->parts[0];
    if (!is_integer(over))
        return NULL;
    return free_card(m, str_format(m->a, "%.*s/%.*s", STR_ARG(over->text), STR_ARG(x->parts[1]->text)));
}

static void become_card(expr *x, const card *c) {
    *x = (expr){.kind = EXPR_NUMBER, .text = c->number, .at = x->at, .length = x->length};
}

/* 1/2 is a quotient of two cards, or the card 1/2 if the hand has one. */
static void take_fractions(marking *m, expr *root) {
    game24_trees todo = {0};
    *ARENA_PUSH(m->a, &todo, items, count, capacity) = root;
    while (todo.count) {
        expr *x = todo.items[--todo.count];
        card *c = fraction_card(m, x);
        if (c) {
            c->used = true;
            bool factor = x->parts[0]->kind == EXPR_MULTIPLY;
            become_card(factor ? x->parts[1] : x, c);
            if (factor) {
                x->kind = EXPR_MULTIPLY;
                x->parts[0] = x->parts[0]->parts[0];
            }
        }
        for (size_t k = 0; k < x->count; k++)
            *ARENA_PUSH(m->a, &todo, items, count, capacity) = x->parts[k];
    }
    for (size_t k = 0; k < m->count; k++)
        m->cards[k].used = false;
}

/* ---- leaves ---- */

static str opposite(str number, arena *a) {
    if (str_is(number, "0"))
        return number;
    return number.ptr[0] == '-' ? str_slice(number, 1, number.len) : str_format(a, "-%.*s", STR_ARG(number));
}

/* The numbers at the leaves; false if something else stands in the expression. */
static bool read_leaves(marking *m) {
    for (size_t k = 0; k < m->nodes.count; k++) {
        const expr *x = m->nodes.items[k];
        if (x->kind == EXPR_MAX || x->kind == EXPR_MIN) {
            find(m, "check.signs", STR("only the cards, + − × ÷ and brackets may stand in an answer"));
            return false;
        }
        if (x->count)
            continue;
        bool letter = x->kind == EXPR_NAME && x->text.len == 1;
        m->leaves[k] = x->kind == EXPR_NUMBER ? x->text : letter ? game24_letter(x->text.ptr[0], m->faces) : STR("");
        if (!m->leaves[k].len) {
            put_text(m, "name", x->text);
            find(m, "check.name", str_format(m->a, "%.*s is no card", STR_ARG(x->text)));
            return false;
        }
    }
    return true;
}

/* Gives each leaf a card, first those with its number, then those with the negative of it. */
static void deal_cards(marking *m) {
    bool *dealt = ARENA_ARRAY(m->a, bool, m->nodes.count);
    for (int turned = 0; turned <= 1; turned++)
        for (size_t k = 0; k < m->nodes.count; k++) {
            if (m->nodes.items[k]->count || dealt[k])
                continue;
            card *c = free_card(m, turned ? opposite(m->leaves[k], m->a) : m->leaves[k]);
            if (!c)
                continue;
            c->used = dealt[k] = true;
            m->turned[k] = turned != 0;
        }
}

/* ---- values ---- */

static bool combine(marking *m, const expr *x, part *left, const part *right) {
    if (x->kind == EXPR_DIVIDE && fmpq_is_zero(right->value)) {
        str divisor = expr_shown(x->parts[1], NULL, 0, m->a);
        put_text(m, "divisor", divisor);
        find(m, "check.zero", str_format(m->a, "the divisor %.*s is zero", STR_ARG(divisor)));
        return false;
    }
    bool sum = x->kind == EXPR_ADD || x->kind == EXPR_SUBTRACT;
    bool plus = x->kind == EXPR_SUBTRACT ? right->minus : right->plus;
    bool minus = x->kind == EXPR_SUBTRACT ? right->plus : right->minus;
    part both = {left->value, left->plus || plus, left->minus || minus};
    if (!sum) {
        both.plus = (left->plus && plus) || (left->minus && minus);
        both.minus = (left->plus && minus) || (left->minus && plus);
    }
    game24_operate(left->value, game24_operator(x->kind), left->value, right->value);
    left->plus = both.plus;
    left->minus = both.minus;
    return true;
}

/* The value of the answer and whether it can be played; false at a division by zero. */
static bool evaluate(marking *m) {
    size_t count = 0;
    for (size_t k = 0; k < m->nodes.count; k++) {
        const expr *x = m->nodes.items[k];
        if (!x->count) {
            fmpq_set(m->parts[count].value, number_from_text(m->a, m->leaves[k])->q);
            m->parts[count].plus = !m->turned[k];
            m->parts[count++].minus = m->turned[k];
        } else if (x->kind == EXPR_NEGATE) {
            part *p = &m->parts[count - 1];
            fmpq_neg(p->value, p->value);
            *p = (part){p->value, p->minus, p->plus};
        } else if (!combine(m, x, &m->parts[count - 2], &m->parts[count - 1]))
            return false;
        else
            count--;
    }
    number whole = {.q = {*m->parts[0].value}};
    m->value = number_text(&whole, m->a);
    return true;
}

/* ---- what is wrong with the cards ---- */

static datum *add_named(marking *m, datum *list, str name) {
    datum *item = datum_add(m->a, list, datum_map(m->a));
    datum_put(m->a, item, "card", datum_text(m->a, name));
    return item;
}

static void add_sentence(strbuf *b, const char *format, str card, size_t used, size_t dealt) {
    strbuf_add_c(b, b->len ? "; " : "");
    strbuf_add(b, number_shown(card, b->arena));
    strbuf_addf(b, format, used, dealt);
}

typedef struct leaf {
    str number;
    size_t node;
} leaf;

static int by_number(const void *left, const void *right) {
    const leaf *a = left, *b = right;
    int order = str_compare(a->number, b->number);
    return order ? order : (a->node > b->node) - (a->node < b->node);
}

/* For the first leaf of each number that was dealt as it stands: how often the number is used; 0 for all other
 * nodes. */
static size_t *count_uses(const marking *m) {
    size_t *uses = ARENA_ARRAY(m->a, size_t, m->nodes.count), count = 0;
    leaf *leaves = ARENA_ARRAY(m->a, leaf, m->nodes.count);
    for (size_t k = 0; k < m->nodes.count; k++)
        if (m->leaves[k].len && !m->turned[k])
            leaves[count++] = (leaf){m->leaves[k], k};
    if (count)
        qsort(leaves, count, sizeof *leaves, by_number);
    for (size_t k = 0, first = 0; k < count; k++) {
        if (!str_equal(leaves[k].number, leaves[first].number))
            first = k;
        uses[leaves[first].node]++;
    }
    return uses;
}

/* Numbers that are used more often than they were dealt. */
static void find_extra(marking *m, datum *extra, datum *foreign, strbuf *why) {
    const size_t *uses = count_uses(m);
    for (size_t k = 0; k < m->nodes.count; k++) {
        size_t used = uses[k], dealt = 0;
        str number = m->leaves[k], name = number;
        for (size_t c = used ? m->count : 0; c-- > 0;)
            if (str_equal(m->cards[c].number, number)) {
                dealt++;
                name = m->cards[c].name;
            }
        if (used <= dealt)
            continue;
        datum *item = add_named(m, dealt ? extra : foreign, name);
        datum_put(m->a, item, "used", datum_integer(m->a, (int64_t)used));
        datum_put(m->a, item, "dealt", datum_integer(m->a, (int64_t)dealt));
        add_sentence(why, dealt ? " is used %zu times, the hand has %zu" : " is not among the cards", name, used,
                     dealt);
    }
}

static void find_card_fault(marking *m) {
    datum *foreign = datum_list(m->a), *extra = datum_list(m->a), *unused = datum_list(m->a);
    strbuf why = strbuf_in(m->a);
    find_extra(m, extra, foreign, &why);
    for (size_t k = 0; k < m->count; k++)
        if (!m->cards[k].used) {
            add_named(m, unused, m->cards[k].name);
            add_sentence(&why, " is left over", m->cards[k].name, 0, 0);
        }
    if (!foreign->count && !extra->count && !unused->count)
        return;
    datum_put(m->a, m->args, "foreign", foreign);
    datum_put(m->a, m->args, "extra", extra);
    datum_put(m->a, m->args, "unused", unused);
    find(m, "check.cards", strbuf_text(&why));
}

/* ---- the mark ---- */

static void find_value_fault(marking *m) {
    str value = number_shown(m->value, m->a), target = number_shown(m->target, m->a);
    put_text(m, "value", m->value);
    put_text(m, "target", m->target);
    bool reached = str_equal(m->value, m->target);
    datum_put(m->a, m->args, "reached", datum_bool(m->a, reached));
    if (m->key) /* a fault of the cards: the value is told beside it */
        return;
    if (!reached)
        find(m, "check.value", str_format(m->a, "this makes %.*s, not %.*s", STR_ARG(value), STR_ARG(target)));
    else if (m->claimed.len) {
        str claimed = number_shown(m->claimed, m->a);
        put_text(m, "claimed", m->claimed);
        find(m, "check.claim", str_format(m->a, "this makes %.*s, not %.*s", STR_ARG(value), STR_ARG(claimed)));
    } else if (!m->parts[0].plus)
        find(m, "check.minus", STR("a minus without a number before it is none of the four operations"));
    else
        find(m, "check.reached", str_format(m->a, "this makes %.*s, with each card once", STR_ARG(target)));
}

static void mark(marking *m) {
    if (!read_leaves(m))
        return;
    deal_cards(m);
    if (!evaluate(m))
        return;
    find_card_fault(m);
    find_value_fault(m);
}

static marking new_marking(const game24_task *task, const source *where, arena *a, error *e) {
    marking m = {.a = a, .e = e, .where = where, .target = task->target, .count = task->hands[0].count};
    m.cards = ARENA_ARRAY(a, card, m.count);
    m.args = datum_map(a);
    for (size_t k = 0; k < m.count; k++) {
        m.cards[k].number = task->hands[0].numbers[k];
        m.cards[k].name = task->cards ? task->cards->items[k]->text : m.cards[k].number;
    }
    return m;
}

static void take_nodes(marking *m, expr *root) {
    take_fractions(m, root);
    m->nodes = expr_nodes_of(root, m->a);
    m->parts = ARENA_ARRAY(m->a, part, m->nodes.count);
    m->turned = ARENA_ARRAY(m->a, bool, m->nodes.count);
    m->leaves = ARENA_ARRAY(m->a, str, m->nodes.count);
    fmpq *values = game24_fractions(m->a, m->nodes.count);
    for (size_t k = 0; k < m->nodes.count; k++)
        m->parts[k].value = &values[k];
}

/* ---- that there is no solution ---- */

static datum *mark_none(const game24_task *task, str answer, arena *a, error *e) {
    const game24_cards *hand = &task->hands[0];
    const fmpq *target = number_from_text(a, task->target)->q;
    game24_memo *m = game24_memo_new(hand->numbers, hand->count, a);
    const game24_solved *solved = game24_solve_hand(m, hand->numbers, hand->count, target, a, e);
    if (!solved)
        return NULL;
    bool right = fmpz_is_zero(solved->trees);
    str shown = number_shown(task->target, a);
    const verdict v = {
        .problem = "game24",
        .answer = answer,
        .right = right,
        .why =
            str_format(a, right ? "nothing made of these cards is %.*s" : "these cards can make %.*s", STR_ARG(shown)),
        .key = right ? "check.none" : "check.some",
        .args = datum_map(a),
    };
    datum_put(a, v.args, "target", datum_text(a, shown));
    return verdict_object(&v, a);
}

datum *game24_mark(const datum *instance, str answer, arena *a, error *e) {
    game24_task task;
    if (!game24_task_of(instance, &task, a, e))
        return NULL;
    if (task.book) {
        error_plain(e, STATUS_USAGE, "check marks an answer to one hand, not to a book");
        return NULL;
    }
    if (answer_says_none(answer, a))
        return mark_none(&task, str_trim(answer), a, e);
    error found = error_in(a);
    answer_text typed = answer_read(answer, ANSWER_ROUND | ANSWER_GROUPS, a);
    marking m = new_marking(&task, &typed.plain, a, &found);
    game24_faces_of(instance, m.faces);
    answer_claims claims = answer_claims_of(&typed, 0, a);
    expr *root = expr_read(&typed.plain, claims.main.at, claims.main.length, a, &found);
    if (!root || !read_claims(&m, &claims))
        return answer_unreadable(&typed, &found, e);
    take_nodes(&m, root);
    mark(&m);
    const verdict v = {
        .problem = "game24",
        .answer = str_trim(answer),
        .right = strcmp(m.key, "check.reached") == 0,
        .value = m.value,
        .why = m.why,
        .key = m.key,
        .args = m.args,
    };
    return verdict_object(&v, a);
}
