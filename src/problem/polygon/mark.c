/* An answer names the edge removed first and the merges, as brackets: "edge 1: -7 + (4 × (2 × 5))". The edge may be
 * left out, since the operands say which it was; the best value may stand alone. Read from left to right, the operands
 * and the operators between them must be those of the ring from that edge on, but for operands that are written the
 * other way round, as in (4 × (5 × 2)) + -7:
 *
 *   edge 1 ─▶  v1  e2  v2  e3  v3  e4  v4        what the ring says
 *             −7   +   4   ×   2   ×   5         what the expression says
 *
 * and then its exact value is compared with the best. Since × does not bind before + in this game, the two may not
 * stand side by side without brackets. */
#include "expr.h"
#include "kit/answer_reader.h"
#include "kit/finding.h"
#include "polygon/polygon.h"

#include <string.h>

typedef struct answer {
    const source *where;
    arena *a;
    error *e;
    size_t at;
    str edge; /* canonical; empty if it is not said */
    answer_claims claims;
    expr *play;
    number *value;
    str claimed; /* beside an equals sign, and not the value; empty if there is none */
} answer;

static char sign_at(const answer *w, size_t *at) {
    return *at < w->where->text.len ? number_plain_sign(w->where->text, at) : 0;
}

static void skip_spaces(answer *w) {
    for (size_t next = w->at; next < w->where->text.len; w->at = next) {
        char c = sign_at(w, &next);
        if (!c || !strchr(" \t\r\n", c))
            return;
    }
}

/* Passes over a word if it stands here, in either case and width. */
static bool skip_word(answer *w, const char *word) {
    size_t at = w->at;
    for (; *word; word++)
        if ((sign_at(w, &at) | 32) != *word)
            return false;
    w->at = at;
    return true;
}

/* "edge 1:", "边 1:" or "1:"; nothing if the answer has no colon. */
static bool read_edge(answer *w) {
    static const char han[] = "边";
    skip_spaces(w);
    bool named = skip_word(w, "edge") || str_starts(str_slice(w->where->text, w->at, SIZE_MAX), han);
    if (!named && str_find(w->where->text, STR(":"), 0) == SIZE_MAX)
        return true;
    if (str_starts(str_slice(w->where->text, w->at, SIZE_MAX), han))
        w->at += sizeof han - 1;
    skip_spaces(w);
    size_t from = w->at;
    str digits = number_scan_digits(w->where->text, &w->at, w->a);
    skip_spaces(w);
    size_t colon = w->at;
    bool good = digits.len && sign_at(w, &w->at) == ':';
    w->edge = number_canonical(digits, w->a);
    return good || error_at(w->e, w->where, digits.len ? colon : from, 1, "expected %s, as in \"edge 1: (…)\"",
                            digits.len ? "a colon after the edge" : "the number of the edge removed first");
}

/* Of the brackets around it: what joins there already. */
typedef struct joined {
    bool plus, times;
} joined;

typedef struct joined_levels {
    joined *items;
    size_t count, capacity;
} joined_levels;

/* Whether brackets say what is merged first: no + and × beside one another. */
static bool check_brackets(const answer *w, answer_part p) {
    joined_levels open = {0};
    *ARENA_PUSH(w->a, &open, items, count, capacity) = (joined){0};
    bool operand = false; /* one stands before: then a minus joins, else it is a sign */
    for (size_t at = p.at, from = at; at < p.at + p.length; from = at) {
        char c = sign_at(w, &at);
        joined *level = &open.items[open.count - 1];
        if (c == '(')
            *ARENA_PUSH(w->a, &open, items, count, capacity) = (joined){0};
        else if (c == ')' && open.count > 1)
            open.count--;
        else if (operand && c && strchr("+-*/", c))
            *(c == '*' || c == '/' ? &level->times : &level->plus) = true;
        if (level->plus && level->times)
            return error_at(w->e, w->where, from, at - from,
                            "expected brackets that say whether + or × comes first: × does not bind before + here");
        operand = c == ' ' ? operand : c == ')' || !c || !strchr("(+-*/", c);
    }
    return true;
}

/* The value of an expression that stands there, which is kept in *x; NULL on error. */
static number *read_value(const answer *w, answer_part p, expr **x) {
    *x = expr_read(w->where, p.at, p.length, w->a, w->e);
    return *x ? expr_value(*x, NULL, 0, w->where, w->a, w->e) : NULL;
}

/* "(…)", "(…) = 33", "33 = (…)". */
static bool read_play(answer *w) {
    w->claims = answer_claims_of(&(answer_text){.plain = *w->where}, w->at, w->a);
    if (!(w->value = read_value(w, w->claims.main, &w->play)))
        return false;
    for (size_t k = 0; k < w->claims.count; k++) {
        expr *x;
        const number *claim = read_value(w, w->claims.others[k], &x);
        if (!claim)
            return false;
        if (number_compare(claim, w->value) != 0)
            w->claimed = number_text(claim, w->a);
    }
    return true;
}

typedef struct leaf {
    str text;          /* canonical; empty if it is no number */
    expr_kind after;   /* the operator behind it, a sum where a minus belongs to the next number */
    expr_kind written; /* as it stands there */
} leaf;

typedef struct leaves {
    leaf *items;
    size_t count, capacity;
    bool plain; /* made of numbers, + − × ÷ and brackets only */
} leaves;

typedef struct step {
    const expr *x;
    bool operator_only;
} step;

typedef struct steps {
    step *items;
    size_t count, capacity;
} steps;

static void push_step(steps *todo, const expr *x, bool operator_only, arena *a) {
    *ARENA_PUSH(a, todo, items, count, capacity) = (step){x, operator_only};
}

/* 40 − 7 is how one writes 40 + (−7), and 40 − 7 × 2 how one writes 40 + (−7) × 2. */
static bool adds_negative(const expr *x) {
    const expr *first = x->parts[1];
    while (first->kind == EXPR_MULTIPLY)
        first = first->parts[0];
    return x->kind == EXPR_SUBTRACT && first->kind == EXPR_NUMBER && first->text.ptr[0] != '-';
}

static str negative(str text, arena *a) {
    return str_is(text, "0") ? text : str_format(a, "-%.*s", STR_ARG(text));
}

/* Numbers and the operators between them, from left to right. */
static leaves read_leaves(const expr *play, arena *a) {
    leaves l = {.plain = true};
    steps todo = {0};
    bool minus = false;
    push_step(&todo, play, false, a);
    while (todo.count) {
        step now = todo.items[--todo.count];
        const expr *x = now.x;
        if (now.operator_only) {
            minus = adds_negative(x);
            l.items[l.count - 1].after = minus ? EXPR_ADD : x->kind;
            l.items[l.count - 1].written = x->kind;
        } else if (x->count == 2 && x->kind != EXPR_MAX && x->kind != EXPR_MIN) {
            push_step(&todo, x->parts[1], false, a);
            push_step(&todo, x, true, a);
            push_step(&todo, x->parts[0], false, a);
        } else {
            l.plain = l.plain && x->kind == EXPR_NUMBER;
            str text = minus ? negative(x->text, a) : x->text;
            *ARENA_PUSH(a, &l, items, count, capacity) = (leaf){text, EXPR_NUMBER, EXPR_NUMBER};
            minus = false;
        }
    }
    return l;
}

static const char *operator_sign(expr_kind kind) {
    static const char *const signs[] = {
        [EXPR_ADD] = "+", [EXPR_SUBTRACT] = "−", [EXPR_MULTIPLY] = "×", [EXPR_DIVIDE] = "÷"};
    return signs[kind];
}

static finding count_fault(const polygon_game *g, size_t count, arena *a) {
    finding f = finding_of("check.count", a);
    finding_index(&f, "numbers", count, a);
    finding_index(&f, "n", g->n, a);
    f.why = str_format(a, "the expression has %zu number%s, the polygon %zu", count, count == 1 ? "" : "s", g->n);
    return f;
}

static finding vertex_fault(const polygon_game *g, size_t place, size_t vertex, str written, arena *a) {
    finding f = finding_of("check.vertex", a);
    str value = g->vertices[vertex], shown = number_shown(value, a), other = number_shown(written, a);
    finding_index(&f, "place", place + 1, a);
    finding_index(&f, "vertex", vertex + 1, a);
    finding_word(&f, "value", value, a);
    finding_word(&f, "written", written, a);
    f.why = str_format(a, "number %zu of the expression must be vertex %zu, %.*s, not %.*s", place + 1, vertex + 1,
                       STR_ARG(shown), STR_ARG(other));
    return f;
}

static finding edge_fault(size_t from, size_t to, const char *wanted, const char *written, arena *a) {
    finding f = finding_of("check.edge", a);
    finding_index(&f, "edge", to + 1, a);
    finding_index(&f, "from", from + 1, a);
    finding_index(&f, "to", to + 1, a);
    finding_word(&f, "wanted", str_of(wanted), a);
    finding_word(&f, "written", str_of(written), a);
    f.why = str_format(a, "edge %zu, between vertex %zu and vertex %zu, is %s, not %s", to + 1, from + 1, to + 1,
                       wanted, written);
    return f;
}

/* What is wrong with the operands and operators for a play that begins before vertex `first`. */
static finding ring_fault(const polygon_game *g, size_t first, const leaves *l, arena *a) {
    if (!l->plain)
        return (finding){"check.signs", datum_map(a),
                         STR("only numbers, + and × may stand in the expression, and a minus only in a number")};
    if (l->count != g->n)
        return count_fault(g, l->count, a);
    for (size_t k = 0; k < g->n; k++) {
        size_t i = (first + k) % g->n, next = (i + 1) % g->n;
        if (!str_equal(l->items[k].text, g->vertices[i]))
            return vertex_fault(g, k, i, l->items[k].text, a);
        expr_kind wanted = g->times[next] ? EXPR_MULTIPLY : EXPR_ADD;
        if (k + 1 < g->n && l->items[k].after != wanted)
            return edge_fault(i, next, operator_sign(wanted), operator_sign(l->items[k].written), a);
    }
    return (finding){0};
}

/* Where in the chain from vertex `first` on a part of the expression may stand: places[k] is whether it can be the
 * vertices k, k + 1, …, with the operands of + and × in one order or the other. */
typedef struct standing {
    size_t size, last; /* how many leaves; the last of them, in the order of the text */
    bool *places;
} standing;

static bool joins(const polygon_game *g, size_t first, size_t after, expr_kind kind) {
    return g->times[(first + after) % g->n] == (kind == EXPR_MULTIPLY);
}

static standing leaf_standing(const polygon_game *g, size_t first, const leaves *l, size_t leaf, arena *a) {
    standing s = {1, leaf, ARENA_ARRAY(a, bool, g->n)};
    for (size_t k = 0; k < g->n; k++)
        s.places[k] = str_equal(l->items[leaf].text, g->vertices[(first + k) % g->n]);
    return s;
}

static standing joint_standing(const polygon_game *g, size_t first, const leaves *l, const standing *left,
                               const standing *right, arena *a) {
    expr_kind kind = l->items[left->last].after;
    standing s = {left->size + right->size, right->last, NULL};
    s.places = ARENA_ARRAY(a, bool, g->n - s.size + 1);
    for (size_t k = 0; k + s.size <= g->n; k++)
        s.places[k] = (left->places[k] && right->places[k + left->size] && joins(g, first, k + left->size, kind)) ||
                      (right->places[k] && left->places[k + right->size] && joins(g, first, k + right->size, kind));
    return s;
}

/* Whether the expression is a play: its parts are chains, whichever operand of a merge is written first. */
static bool is_play(const polygon_game *g, size_t first, const leaves *l, const expr *play, arena *a) {
    if (!l->plain || l->count != g->n)
        return false;
    for (size_t k = 0; k < l->count; k++)
        if (l->items[k].after == EXPR_SUBTRACT || l->items[k].after == EXPR_DIVIDE)
            return false;
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    expr_nodes nodes = expr_nodes_of(play, scratch);
    standing *done = ARENA_ARRAY(scratch, standing, l->count);
    size_t count = 0, leaf = 0;
    for (size_t k = 0; k < nodes.count; k++) {
        if (!nodes.items[k]->count) {
            done[count++] = leaf_standing(g, first, l, leaf++, scratch);
            continue;
        }
        count--;
        done[count - 1] = joint_standing(g, first, l, &done[count - 1], &done[count], scratch);
    }
    bool good = done[0].places[0];
    arena_back(scratch, start);
    return good;
}

/* The edge from 0, or n if there is no such edge. */
static size_t edge_index(const polygon_game *g, str edge) {
    size_t value = 0;
    for (size_t k = 0; k < edge.len; k++)
        value = value > g->n ? value : value * 10 + (size_t)(edge.ptr[k] - '0');
    return value >= 1 && value <= g->n ? value - 1 : g->n;
}

static str best_value(const polygon_game *g, arena *a) {
    polygon_table *c = polygon_table_new(g, a);
    polygon_table_fill(c);
    return number_text_of_fmpz(polygon_value(c, POLYGON_MOST, polygon_best_edge(c), g->n), a);
}

static finding no_edge(str edge, arena *a) {
    finding f = finding_of("check.no_edge", a);
    str shown = number_shown(edge, a);
    finding_word(&f, "edge", edge, a);
    f.why = str_format(a, "the polygon has no edge %.*s", STR_ARG(shown));
    return f;
}

/* Where a play without an edge begins: where it is one; else, to say what is wrong, before its first number. */
static size_t first_vertex(const polygon_game *g, const answer *w, const leaves *l) {
    if (w->edge.len)
        return edge_index(g, w->edge);
    for (size_t first = 0; first < g->n; first++)
        if (!ring_fault(g, first, l, w->a).key || is_play(g, first, l, w->play, w->a))
            return first;
    for (size_t first = 0; first < g->n && l->count; first++)
        if (str_equal(g->vertices[first], l->items[0].text))
            return first;
    return 0;
}

/* What is said of a value, reached by a play or given alone. */
static finding value_finding(const polygon_game *g, const answer *w, const char *less_key) {
    str value = number_text(w->value, w->a), best = best_value(g, w->a);
    str shown = number_shown(best, w->a), reached = number_shown(value, w->a);
    finding f = {.args = datum_map(w->a)};
    finding_word(&f, "value", value, w->a);
    finding_word(&f, "best", best, w->a);
    bool right = str_equal(best, value);
    f.key = right ? "check.best" : less_key;
    if (right && w->claimed.len) {
        str claimed = number_shown(w->claimed, w->a);
        finding_word(&f, "claimed", w->claimed, w->a);
        f.key = "check.claim";
        f.why =
            str_format(w->a, "the play is a best one, but it makes %.*s, not %.*s", STR_ARG(reached), STR_ARG(claimed));
    } else if (right)
        f.why = STR("this is the largest value that any play reaches");
    else if (strcmp(less_key, "check.not_best") == 0)
        f.why = str_format(w->a, "the largest value that any play reaches is %.*s, not %.*s", STR_ARG(shown),
                           STR_ARG(reached));
    else
        f.why = str_format(w->a, "this play reaches %.*s; the largest value is %.*s", STR_ARG(reached), STR_ARG(shown));
    return f;
}

/* Without a key if the expression could be one of several plays, which is an error. */
static finding judge(const polygon_game *g, const answer *w) {
    if (!w->edge.len && w->play->kind == EXPR_NUMBER && g->n > 1)
        return value_finding(g, w, "check.not_best");
    leaves l = read_leaves(w->play, w->a);
    size_t first = first_vertex(g, w, &l);
    if (first == g->n)
        return no_edge(w->edge, w->a);
    finding f = ring_fault(g, first, &l, w->a);
    if (f.key && !is_play(g, first, &l, w->play, w->a))
        return f;
    if (!check_brackets(w, w->claims.main))
        return (finding){0};
    return value_finding(g, w, "check.less");
}

datum *polygon_mark(const datum *instance, str text, arena *a, error *e) {
    error found = error_in(a);
    answer_text typed = answer_read(text, ANSWER_ROUND | ANSWER_GROUPS, a);
    answer w = {.where = &typed.plain, .a = a, .e = &found};
    if (!read_edge(&w) || !read_play(&w))
        return answer_unreadable(&typed, &found, e);
    polygon_game g = polygon_game_of(instance, a);
    finding f = judge(&g, &w);
    if (!f.key)
        return answer_unreadable(&typed, &found, e);
    return finding_verdict(&f, "polygon", text, strcmp(f.key, "check.best") == 0, number_text(w.value, a), a);
}
