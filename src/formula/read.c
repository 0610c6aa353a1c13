/* Reading a recurrence by recursive descent over tokens. What binds least stands first:
 *
 *   or ─ and ─ comparison ─ + − ─ · and side by side ─ − ─ x_i, d[i,j], (…), \min …
 *
 * Conditions and values have one grammar, for truth values are both. */
#include "formula_tree.h"

#include "nearest.h"
#include "utf8.h"

#include <string.h>

enum { SCOPE = 16, MOST_WORK = 200000 };

typedef struct reader {
    tokens t;
    size_t at;
    formula *f;
    const source *where;
    const formula_world *world;
    str own;
    struct {
        str name, is;
    } scope[SCOPE]; /* letters that stand for numbers, and what they are called in the tree */
    size_t scope_count;
    bool loose; /* an unknown letter is let pass: it may be a bound variable */
    int level;
    size_t work;
    arena *arena;
    error *error;
} reader;

/* ---- errors ---- */

static node *fail_at(reader *r, size_t at, const char *expected, str got) {
    if (got.len)
        error_at(r->error, r->where, at, 1, "expected %s, got '%.*s'", expected, STR_ARG(got));
    else
        error_at(r->error, r->where, at, 1, "expected %s", expected);
    return NULL;
}

static const token *now(const reader *r) {
    return &r->t.items[r->at];
}

static str token_text(reader *r, const token *t) {
    if (t->kind == TOKEN_END)
        return STR("the end");
    if (t->kind == TOKEN_TREE)
        return math_plain(t->m, r->arena);
    return t->text;
}

static node *fail(reader *r, const char *expected) {
    const token *t = now(r);
    str got = token_text(r, t);
    if (t->kind != TOKEN_END)
        return fail_at(r, t->at, expected, got);
    error_at(r->error, r->where, t->at, 1, "expected %s, got the end", expected);
    return NULL;
}

static bool enter(reader *r) {
    if (++r->work > MOST_WORK) {
        error_at(r->error, r->where, now(r)->at, 1,
                 "expected a formula that is simpler, got too many sums in each other");
        return false;
    }
    if (++r->level <= NODE_DEPTH)
        return true;
    error_at(r->error, r->where, now(r)->at, 1, "expected at most %d levels, got a formula nested deeper", NODE_DEPTH);
    return false;
}

/* ---- tokens ---- */

static bool is_sign(const reader *r, const char *sign) {
    return now(r)->kind == TOKEN_SIGN && str_is(now(r)->text, sign);
}

static bool accept(reader *r, const char *sign) {
    if (!is_sign(r, sign) || now(r)->sub || now(r)->sup)
        return false;
    r->at++;
    return true;
}

static bool is_one_of(const token *t, const char *const *words) {
    for (; t->kind != TOKEN_TREE && *words; words++)
        if (str_is(t->text, *words))
            return true;
    return false;
}

static const char *const if_words[] = {"if",       "If", "when", "When", "for", "For",  "where",    "either", "both",
                                       "provided", "若", "如果", "当",   "in",  "case", "whenever", "that",   NULL};
static const char *const else_words[] = {"otherwise", "Otherwise", "else",     "Else",     "其他",     "其它",
                                         "其余",      "否则",      "其他情况", "其它情况", "其余情况", NULL};
static const char *const or_words[] = {"or", "Or", "或", "或者", "∨", NULL};
static const char *const and_words[] = {"and", "And", "且", "并且", "而且", "∧", NULL};

static bool is_and(const reader *r) {
    const token *t = now(r);
    return (t->kind == TOKEN_WORD || t->kind == TOKEN_SIGN) && is_one_of(t, and_words);
}

static bool is_or(const reader *r) {
    const token *t = now(r);
    return (t->kind == TOKEN_WORD || t->kind == TOKEN_SIGN) && is_one_of(t, or_words);
}

static bool is_if(const reader *r) {
    return now(r)->kind == TOKEN_WORD && is_one_of(now(r), if_words);
}

/* ---- the tree ---- */

static node *node_new(reader *r, node_kind kind, size_t at) {
    node *x = ARENA_NEW(r->arena, node);
    x->kind = kind;
    x->at = at;
    x->term = -1;
    return x;
}

static void add_part(reader *r, node *x, node *part) {
    *ARENA_PUSH(r->arena, x, parts, count, capacity) = part;
    x->reads = x->reads || (part && part->reads);
}

static node *pair(reader *r, node_kind kind, node *left, node *right) {
    node *x = node_new(r, kind, left->at);
    add_part(r, x, left);
    add_part(r, x, right);
    return x;
}

static node *single(reader *r, node_kind kind, node *part, size_t at) {
    node *x = node_new(r, kind, at);
    add_part(r, x, part);
    return x;
}

static node *read_or(reader *r, bool commas);
static node *read_sum(reader *r);
static node *read_product(reader *r);
static node *read_primary(reader *r);

/* What stands in a script or below a fraction: read with tokens of its own by `read`, to its end. */
static node *read_within(reader *r, const math *row, node *(*read)(reader *)) {
    tokens outer = r->t;
    size_t at = r->at;
    r->t = tokens_of(row, row->at, r->arena);
    r->at = 0;
    node *x = enter(r) ? read(r) : NULL;
    r->level--;
    if (x && now(r)->kind != TOKEN_END)
        x = fail(r, "an operator or the end of the script");
    r->t = outer;
    r->at = at;
    return x;
}

/* ---- names ---- */

static formula_kind kind_of(const reader *r, str name, int *count) {
    *count = 0;
    return r->world->kind(r->world->user, name, count);
}

static const str *in_scope(const reader *r, str name) {
    for (size_t k = r->scope_count; k-- > 0;)
        if (str_equal(r->scope[k].name, name))
            return &r->scope[k].is;
    return NULL;
}

static bool push_scope(reader *r, str name, str is, size_t at) {
    if (r->scope_count == SCOPE) {
        error_at(r->error, r->where, at, 1, "expected at most %d letters bound at once", SCOPE);
        return false;
    }
    r->scope[r->scope_count].name = name;
    r->scope[r->scope_count++].is = is;
    return true;
}

/* The name at the present token: the longest run of letters that is known ("dp", "OPT"), a word, else one letter.
 * *used: tokens. */
static str name_here(const reader *r, size_t *used) {
    const token *t = now(r);
    *used = 1;
    if (t->kind != TOKEN_LETTER)
        return t->text;
    strbuf b = strbuf_in(r->arena);
    str best = t->text;
    for (size_t k = 0; k < 24; k++) {
        const token *next = t + k;
        if (next->kind != TOKEN_LETTER || (k && (t[k - 1].sub || t[k - 1].sup)))
            break;
        strbuf_add(&b, next->text);
        int count;
        str run = strbuf_text(&b);
        if (k && (kind_of(r, run, &count) != FORMULA_NOTHING || str_equal(run, r->own))) {
            best = str_copy(r->arena, run);
            *used = k + 1;
        }
    }
    return best;
}

/* S_1[i]: an input that is called "S_1" or "S1". */
static bool numbered_name(reader *r, const token *t, str *name) {
    int count;
    if (!t->sub || kind_of(r, *name, &count) != FORMULA_NOTHING)
        return false;
    tokens inside = tokens_of(t->sub, t->at, r->arena);
    if (inside.count != 2)
        return false;
    str with = str_format(r->arena, "%.*s_%.*s", STR_ARG(*name), STR_ARG(inside.items[0].text));
    str plain = str_format(r->arena, "%.*s%.*s", STR_ARG(*name), STR_ARG(inside.items[0].text));
    if (kind_of(r, with, &count) != FORMULA_NOTHING)
        *name = with;
    else if (kind_of(r, plain, &count) != FORMULA_NOTHING)
        *name = plain;
    else
        return false;
    return true;
}

static bool read_list(reader *r, node *into, const char *closer) {
    do {
        node *x = read_sum(r);
        if (!x)
            return false;
        add_part(r, into, x);
    } while (accept(r, ","));
    if (*closer && !accept(r, closer)) {
        fail(r, str_format(r->arena, "a comma or %s", closer).ptr);
        return false;
    }
    return true;
}

static node *read_subscript_list(reader *r) {
    node *list = node_new(r, NODE_MIN, now(r)->at);
    return read_list(r, list, "") ? list : NULL;
}

/* w_{ij}: indices side by side, as many as there must be. */
static void part_product(reader *r, node *x, size_t wanted) {
    if (x->count != 1 || wanted < 2)
        return;
    node *factors[FORMULA_INDICES], *rest = x->parts[0];
    size_t n = 0;
    while (rest->kind == NODE_MULTIPLY && rest->juxtaposed && !rest->bracketed && n + 1 < wanted) {
        factors[n++] = rest->parts[1];
        rest = rest->parts[0];
    }
    if (n + 1 == wanted) {
        x->count = 0;
        add_part(r, x, rest);
        while (n)
            add_part(r, x, factors[--n]);
    } else if (rest->kind == NODE_NUMBER && n == 0 && rest->text.len == wanted) { /* d_{00} */
        str digits = rest->text;
        x->count = 0;
        for (size_t k = 0; k < wanted; k++) {
            node *digit = node_new(r, NODE_NUMBER, rest->at);
            digit->text = str_slice(digits, k, k + 1);
            add_part(r, x, digit);
        }
    }
}

static bool take_script_indices(reader *r, node *x, const math *script, size_t wanted) {
    node *list = read_within(r, script, read_subscript_list);
    if (!list)
        return false;
    part_product(r, list, wanted);
    for (size_t k = 0; k < list->count; k++)
        add_part(r, x, list->parts[k]);
    return true;
}

/* "[i-1,j]", "[i-1][j]", "(i-1,j)". */
static bool take_bracketed_indices(reader *r, node *x, size_t wanted, bool round) {
    x->style = is_sign(r, "(") ? STYLE_ROUND : STYLE_SQUARE;
    do {
        bool square = is_sign(r, "[");
        if (!square && !(round && is_sign(r, "(")))
            break;
        if (square && x->count)
            x->style = STYLE_CHAINED;
        r->at++;
        if (!read_list(r, x, square ? "]" : ")"))
            return false;
    } while (x->count < wanted);
    return true;
}

static node *read_indexed(reader *r, node_kind kind, str name, int wanted, const token *t, bool named_by_number) {
    node *x = node_new(r, kind, t->at);
    x->text = name;
    x->reads = kind == NODE_READ;
    size_t needed = (size_t)wanted;
    bool sup = t->sup && kind == NODE_READ && needed;
    if (sup && !take_script_indices(r, x, t->sup, 1))
        return NULL;
    if (t->sub && !named_by_number) {
        x->style = sup ? STYLE_RAISED : STYLE_SUBSCRIPT;
        if (!take_script_indices(r, x, t->sub, needed - sup))
            return NULL;
    } else if (needed && !take_bracketed_indices(r, x, needed, true))
        return NULL;
    if (sup)
        x->style = STYLE_RAISED;
    if (x->count != needed) {
        error_at(r->error, r->where, t->at, 1, "expected %d %s of %.*s, got %zu", wanted,
                 wanted == 1 ? "index" : "indices", STR_ARG(name), x->count);
        return NULL;
    }
    return x;
}

static node *name_node(reader *r, str name, size_t at) {
    node *x = node_new(r, NODE_NAME, at);
    x->text = name;
    return x;
}

static node *unknown_name(reader *r, str name, size_t at, bool scripted) {
    if (scripted)
        error_at(r->error, r->where, at, 1, "expected an input or a function, got '%.*s', which is neither",
                 STR_ARG(name));
    else
        error_at(
            r->error, r->where, at, 1,
            "expected a name that is known, got '%.*s', which is neither an index nor an input, a size or a function",
            STR_ARG(name));
    return NULL;
}

static node *power_of(reader *r, node *x, const math *sup) {
    node *exponent = read_within(r, sup, read_sum);
    return exponent ? pair(r, NODE_POWER, x, exponent) : NULL;
}

static node *read_named(reader *r) {
    size_t used;
    str name = name_here(r, &used);
    token t = r->t.items[r->at + used - 1];
    t.at = now(r)->at;
    r->at += used;
    bool numbered = numbered_name(r, &t, &name);
    bool bracket = is_sign(r, "[") || t.sub;
    const str *is = in_scope(r, name);
    int count;
    formula_kind kind = kind_of(r, name, &count);
    if (is && !(bracket && (kind == FORMULA_ELEMENTS || (kind == FORMULA_FUNCTION && count))))
        kind = FORMULA_INTEGER;
    else
        is = NULL;
    if (r->loose && count && !bracket && !is_sign(r, "(")) /* OPT(i, w), where w_i is an input: here it is an index */
        return name_node(r, name, t.at);
    if (kind == FORMULA_FUNCTION && count <= FORMULA_INDICES)
        return read_indexed(r, NODE_READ, name, count, &t, numbered);
    if (kind == FORMULA_ELEMENTS) {
        node *x = read_indexed(r, NODE_ELEMENT, name, count, &t, numbered);
        return x && t.sup ? power_of(r, x, t.sup) : x;
    }
    if (kind == FORMULA_NOTHING && (!r->loose || bracket))
        return unknown_name(r, name, t.at, bracket);
    if (t.sub && !numbered) {
        error_at(r->error, r->where, t.at, 1, "expected no subscript, got one at '%.*s', which is a number here",
                 STR_ARG(name));
        return NULL;
    }
    node *x = name_node(r, is ? *is : name, t.at);
    return t.sup ? power_of(r, x, t.sup) : x;
}

/* ---- minimum, maximum, sum … over bound variables ---- */

static bool goal_of_big(const token *t, formula_goal *goal) {
    static const struct {
        const char *name;
        formula_goal goal;
    } goals[] = {{"min", FORMULA_MIN}, {"max", FORMULA_MAX}, {"MIN", FORMULA_MIN},
                 {"MAX", FORMULA_MAX}, {"Min", FORMULA_MIN}, {"Max", FORMULA_MAX},
                 {"∑", FORMULA_SUM},   {"⋁", FORMULA_ANY},   {"⋀", FORMULA_ALL}};
    for (size_t k = 0; k < sizeof goals / sizeof *goals; k++)
        if ((t->kind == TOKEN_TREE || t->kind == TOKEN_WORD) && str_is(t->text, goals[k].name)) {
            *goal = goals[k].goal;
            return true;
        }
    return false;
}

/* The first letter of `x` that nothing explains. */
static void find_free(const reader *r, const node *x, str *names, size_t *count, size_t most) {
    if (!x)
        return;
    int indices;
    if (x->kind == NODE_NAME && !in_scope(r, x->text) && kind_of(r, x->text, &indices) == FORMULA_NOTHING) {
        for (size_t k = 0; k < *count; k++)
            if (str_equal(names[k], x->text))
                return;
        if (*count < most)
            names[(*count)++] = x->text;
    }
    for (size_t k = 0; k < x->count; k++)
        find_free(r, x->parts[k], names, count, most);
}

static bool is_dots(const reader *r) {
    return is_sign(r, "…") || is_sign(r, "⋯");
}

static node *chain(reader *r, node *low, node *var, node *high) {
    node *x = node_new(r, NODE_COMPARE, var->at);
    add_part(r, x, low);
    add_part(r, x, var);
    add_part(r, x, high);
    x->text = STR("ll");
    return x;
}

/* "i, …, j-1", maybe in braces: from the first to the last. */
static node *read_dotted(reader *r, node *var) {
    bool braces = accept(r, "{");
    node *low = read_sum(r);
    if (!low)
        return NULL;
    while (accept(r, ",") && !is_dots(r)) /* 1, 2, …, n */
        if (!read_sum(r))
            return NULL;
    if (!is_dots(r))
        return fail(r, "…, as in i, …, j-1");
    r->at++;
    accept(r, ",");
    node *high = read_sum(r);
    if (!high || (braces && !accept(r, "}")))
        return high ? fail(r, "}") : NULL;
    return chain(r, low, var, high);
}

/* Whether "…" follows before the end: 1, …, n. */
static bool dots_follow(const reader *r) {
    for (size_t k = r->at; r->t.items[k].kind != TOKEN_END; k++)
        if (str_is(r->t.items[k].text, "…") || str_is(r->t.items[k].text, "⋯"))
            return r->t.items[k].kind == TOKEN_SIGN;
    return false;
}

typedef struct binding {
    str name;
    node *condition; /* NULL: none */
} binding;

/* "k = i" with its end above, "k = i, …, j", "k ∈ {i, …, j}", "k: …"; their variable stands first. */
static bool read_explicit(reader *r, const math *sup, binding *b) {
    const token *t = now(r), *next = t + 1;
    bool names = (t->kind == TOKEN_LETTER || t->kind == TOKEN_WORD) && !t->sub;
    if (!names || next->kind != TOKEN_SIGN)
        return false;
    bool equals = str_is(next->text, "="), in = str_is(next->text, "∈"),
         colon = str_is(next->text, ":") || str_is(next->text, "∣") || str_is(next->text, "|");
    if (!(equals && (sup || dots_follow(r))) && !in && !colon)
        return false;
    b->name = t->text;
    node *var = name_node(r, t->text, t->at);
    r->at += 2;
    if (colon)
        return true;
    if (equals && sup) {
        node *low = read_sum(r), *high = low ? read_within(r, sup, read_sum) : NULL;
        b->condition = high ? chain(r, low, var, high) : NULL;
    } else
        b->condition = read_dotted(r, var);
    return b->condition != NULL;
}

static node *conjunction(reader *r, node *x, node *y) {
    if (!x || !y)
        return x ? x : y;
    return pair(r, NODE_AND, x, y);
}

static bool is_end(const reader *r) {
    return now(r)->kind == TOKEN_END;
}

/* The middle of a ≤ k ≤ b, though k has a meaning outside. */
static str middle_of(const reader *r, const node *x) {
    if (!x)
        return STR("");
    if (x->kind == NODE_AND)
        for (size_t k = 0; k < x->count; k++) {
            str found = middle_of(r, x->parts[k]);
            if (found.len)
                return found;
        }
    if (x->kind == NODE_COMPARE && x->count == 3 && x->parts[1]->kind == NODE_NAME && !in_scope(r, x->parts[1]->text))
        return x->parts[1]->text;
    return STR("");
}

static node *read_condition_list(reader *r) {
    return read_or(r, true);
}

/* What stands below \min. Leaves the variable in the scope. */
static bool bind(reader *r, size_t at, str big, binding *b) {
    if (is_end(r) || is_sign(r, "}")) {
        if (b->name.len)
            return push_scope(r, b->name, b->name, at);
    } else {
        bool loose = r->loose;
        r->loose = true;
        node *rest = read_condition_list(r);
        r->loose = loose;
        if (!rest)
            return false;
        b->condition = conjunction(r, b->condition, rest);
    }
    if (b->name.len)
        return push_scope(r, b->name, b->name, at);
    str names[3];
    size_t count = 0;
    find_free(r, b->condition, names, &count, 3);
    if (count == 0) {
        str middle = middle_of(r, b->condition);
        if (middle.len)
            names[count++] = middle;
    }
    if (count != 1) {
        if (count == 0)
            error_at(r->error, r->where, at, 1, "expected a variable of its own below %.*s, got none", STR_ARG(big));
        else
            error_at(r->error, r->where, at, 1, "expected one variable below %.*s, got %.*s and %.*s", STR_ARG(big),
                     STR_ARG(names[0]), STR_ARG(names[1]));
        return false;
    }
    b->name = names[0];
    return push_scope(r, b->name, b->name, at);
}

/* Everything below (and above) \min. */
static bool read_below(reader *r, const token *big, binding *b) {
    tokens outer = r->t;
    size_t at = r->at;
    r->t = tokens_of(big->sub, big->sub->at, r->arena);
    r->at = 0;
    bool good = enter(r);
    if (good) {
        bool loose = r->loose;
        r->loose = true;
        const token *t = now(r);
        bool alone = (t->kind == TOKEN_LETTER) && t[1].kind == TOKEN_END;
        if (alone) { /* \min_k: its inputs bound it */
            b->name = t->text;
            r->at++;
        } else if (read_explicit(r, big->sup, b))
            accept(r, ",");
        r->loose = loose;
        good = !error_set(r->error) && bind(r, outer.items[at ? at - 1 : 0].at, big->text, b);
        if (good && !is_end(r))
            good = fail(r, "a comma, 'and' or the end of what stands below") != NULL;
    }
    r->level--;
    r->t = outer;
    r->at = at;
    return good;
}

/* A product that can be read without the variable on top of the scope; NULL, and nothing has happened, if it cannot. */
static node *read_outside(reader *r) {
    reader before = *r;
    error none = error_in(r->arena);
    r->error = &none;
    r->scope_count--;
    node *x = read_product(r);
    size_t at = r->at, work = r->work;
    *r = before;
    r->work = work;
    if (x)
        r->at = at;
    return x;
}

/* \min_k a_k + b_k + c: summands belong to it as far as the last one that means nothing without k. */
static node *read_body(reader *r) {
    node *body = read_product(r), *sum = body;
    if (!body)
        return NULL;
    size_t end = r->at;
    while (is_sign(r, "+") || is_sign(r, "−")) {
        node_kind kind = is_sign(r, "+") ? NODE_ADD : NODE_SUBTRACT;
        r->at++;
        node *next = read_outside(r);
        bool inside = !next;
        if (inside && !(next = read_product(r)))
            return NULL;
        sum = pair(r, kind, sum, next);
        if (inside) {
            body = sum;
            end = r->at;
        }
    }
    r->at = end;
    return body;
}

static node *big_node(reader *r, formula_goal goal, str name, node *condition, node *body, size_t at) {
    node *x = node_new(r, NODE_BIG, at);
    x->goal = goal;
    x->text = name;
    add_part(r, x, condition);
    add_part(r, x, body);
    x->range = bound_range_of(x, r->arena);
    return x;
}

static node *read_bound(reader *r, formula_goal goal, const token *big) {
    binding b = {STR(""), NULL};
    size_t scope = r->scope_count;
    if (!read_below(r, big, &b))
        return NULL;
    node *body = read_body(r);
    r->scope_count = scope;
    return body ? big_node(r, goal, b.name, b.condition, body, big->at) : NULL;
}

/* ---- min(a, b), max{a, b}, min{ … : i ≤ k < j }, min over rows ---- */

static node *arm_with(reader *r, node *value) {
    if (!is_if(r))
        return value;
    while (is_if(r))
        r->at++;
    node *condition = read_or(r, false);
    return condition ? pair(r, NODE_WHEN, value, condition) : NULL;
}

static node *read_arm(reader *r) {
    node *value = read_or(r, false);
    return value ? arm_with(r, value) : NULL;
}

/* Words in brackets behind a row: a remark. */
static bool is_remark(const tokens *t) {
    size_t k = 0;
    if (t->items[k].kind == TOKEN_SIGN && str_is(t->items[k].text, "("))
        k++;
    return t->items[k].kind == TOKEN_END || (t->items[k].kind == TOKEN_WORD && !is_one_of(&t->items[k], if_words) &&
                                             !is_one_of(&t->items[k], else_words));
}

static bool accept_else(reader *r);

static node *read_value_cell(reader *r) {
    node *x = read_arm(r);
    if (x && x->kind != NODE_WHEN)
        accept_else(r); /* "otherwise" without an & before it */
    while (x && (accept(r, ",") || accept(r, ".")))
        ;
    return x;
}

/* Words that end a Chinese condition, and say nothing. */
static bool accept_particle(reader *r) {
    static const char *const particles[] = {"时", "的", "情况", NULL};
    if (now(r)->kind != TOKEN_WORD || !is_one_of(now(r), particles))
        return false;
    r->at++;
    return true;
}

static node *read_condition_cell(reader *r) {
    while (is_if(r))
        r->at++;
    node *x = read_or(r, true);
    while (x && (accept(r, ",") || accept(r, ".") || accept_particle(r)))
        ;
    return x;
}

static bool arms_of_rows(reader *r, node *x, const math *rows) {
    for (size_t k = 0; k < rows->count; k++) {
        const math *row = rows->children[k];
        if (row->children[0]->count == 0)
            continue;
        node *value = read_within(r, row->children[0], read_value_cell);
        if (!value)
            return false;
        if (row->count > 1) {
            tokens second = tokens_of(row->children[1], row->children[1]->at, r->arena);
            node *condition = is_remark(&second) ? NULL : read_within(r, row->children[1], read_condition_cell);
            if (error_set(r->error))
                return false;
            value = condition ? pair(r, NODE_WHEN, value, condition) : value;
        }
        add_part(r, x, value);
    }
    return true;
}

/* "{ value : i ≤ k < j }": the condition stands behind the value, which is read again once its variable is known. */
static node *read_set(reader *r, formula_goal goal, size_t from, size_t at, str big) {
    r->at++;
    binding b = {STR(""), NULL};
    size_t scope = r->scope_count;
    bool loose = r->loose;
    if (!bind(r, now(r)->at, big, &b))
        return NULL;
    r->loose = loose;
    size_t end = r->at;
    r->at = from;
    node *body = read_or(r, false);
    r->scope_count = scope;
    r->at = end;
    return body ? big_node(r, goal, b.name, b.condition, body, at) : NULL;
}

static bool is_such_that(const reader *r) {
    return is_sign(r, ":") || is_sign(r, "∣") || is_sign(r, "|");
}

static bool set_follows(const reader *r, const char *closer) {
    size_t depth = 0;
    for (size_t k = r->at; r->t.items[k].kind != TOKEN_END; k++) {
        const token *t = &r->t.items[k];
        if (t->kind != TOKEN_SIGN)
            continue;
        if (depth == 0 && (str_is(t->text, ":") || str_is(t->text, "∣")))
            return true;
        if (depth == 0 && str_is(t->text, closer))
            return false;
        depth += str_is(t->text, "(") || str_is(t->text, "[") || str_is(t->text, "{");
        depth -= depth && (str_is(t->text, ")") || str_is(t->text, "]") || str_is(t->text, "}"));
    }
    return false;
}

static node *read_arms(reader *r, formula_goal goal, size_t at, str big) {
    node *x = node_new(r, goal == FORMULA_MIN ? NODE_MIN : NODE_MAX, at);
    static const char *const brackets[][2] = {{"(", ")"}, {"{", "}"}, {"[", "]"}};
    if (now(r)->kind == TOKEN_TREE && now(r)->m->kind == MATH_CASES) {
        const math *rows = now(r)->m;
        r->at++;
        return arms_of_rows(r, x, rows) ? x : NULL;
    }
    for (size_t k = 0; k < 3; k++) {
        if (!accept(r, brackets[k][0]))
            continue;
        size_t from = r->at;
        if (set_follows(r, brackets[k][1])) {
            bool loose = r->loose;
            r->loose = true;
            node *first = read_or(r, false);
            r->loose = loose;
            if (!first)
                return NULL;
            if (!is_such_that(r))
                return fail(r, "a colon and a condition");
            x = read_set(r, goal, from, at, big);
        } else if (now(r)->kind == TOKEN_TREE && now(r)->m->kind == MATH_CASES) {
            const math *rows = now(r)->m;
            r->at++;
            x = arms_of_rows(r, x, rows) ? x : NULL;
        } else
            do {
                node *arm = read_arm(r);
                if (!arm)
                    return NULL;
                add_part(r, x, arm);
            } while (accept(r, ","));
        if (x && !accept(r, brackets[k][1]))
            return fail(r, str_format(r->arena, "a comma or %s", brackets[k][1]).ptr);
        return x;
    }
    return fail(r, "a bracket, or what it runs over below it,");
}

/* A bound minimum of several: \max_{k}\{a_k, b_k\}. */
static node *read_arms_or_bracket(reader *r) {
    size_t at = now(r)->at;
    const char *closer = is_sign(r, "{") ? "}" : ")";
    r->at++;
    node *x = read_or(r, false);
    if (!x)
        return NULL;
    if (is_sign(r, ",")) {
        node *list = node_new(r, NODE_MIN, at);
        list->bracketed = true;
        list->goal = FORMULA_ALL; /* which of both the one around it says */
        add_part(r, list, x);
        while (accept(r, ",")) {
            if (!(x = read_arm(r)))
                return NULL;
            add_part(r, list, x);
        }
        x = list;
    }
    if (!accept(r, closer))
        return fail(r, str_format(r->arena, "an operator or %s", closer).ptr);
    x->bracketed = true;
    return x;
}

static bool is_bare_list(const node *x) {
    return x->kind == NODE_MIN && x->goal == FORMULA_ALL;
}

/* A list in brackets that no minimum or maximum took: an error. */
static bool has_no_bare_list(reader *r, const node *x) {
    if (!x)
        return true;
    if (is_bare_list(x))
        return fail_at(r, x->at, "one value in brackets, or \\min or \\max before them,", STR("a list")) != NULL;
    for (size_t k = 0; k < x->count; k++)
        if (!has_no_bare_list(r, x->parts[k]))
            return false;
    return true;
}

static node *read_big(reader *r, formula_goal goal) {
    token big = *now(r);
    r->at++;
    if (goal == FORMULA_MIN || goal == FORMULA_MAX) {
        if (!big.sub)
            return read_arms(r, goal, big.at, big.text);
    } else if (!big.sub)
        return fail_at(r, big.at, "what it runs over below it, as in \\sum_{k=1}^{n}", big.text);
    node *x = read_bound(r, goal, &big);
    node *list = x ? x->parts[1] : NULL;
    if (list && is_bare_list(list)) {
        if (goal != FORMULA_MIN && goal != FORMULA_MAX)
            return fail_at(r, list->at, "one value", STR("a list"));
        list->kind = goal == FORMULA_MIN ? NODE_MIN : NODE_MAX;
        list->goal = goal;
    }
    return x;
}

/* ---- primaries ---- */

static node *read_enclosed(reader *r, node_kind kind, const char *closer) {
    size_t at = now(r)->at;
    r->at++;
    node *x = kind == NODE_IVERSON ? read_or(r, true) : read_sum(r);
    if (!x)
        return NULL;
    if (!accept(r, closer))
        return fail(r, closer);
    return single(r, kind, x, at);
}

/* [x_i ≠ y_j] is 1 or 0; other square brackets are brackets. */
static node *read_square(reader *r) {
    node *x = read_enclosed(r, NODE_IVERSON, "]");
    if (!x)
        return NULL;
    node *inside = x->parts[0];
    if (inside->kind == NODE_COMPARE || inside->kind == NODE_AND || inside->kind == NODE_OR || inside->kind == NODE_NOT)
        return x;
    inside->bracketed = true;
    return inside;
}

static node *read_fraction(reader *r) {
    const token *t = now(r);
    node *above = read_within(r, t->m->children[0], read_sum);
    node *below = above ? read_within(r, t->m->children[1], read_sum) : NULL;
    r->at++;
    if (!below)
        return NULL;
    node *x = pair(r, NODE_DIVIDE, above, below);
    x->juxtaposed = true; /* a fraction needs no brackets */
    return x;
}

/* 1 with a condition below it, or in brackets behind it. */
static node *read_indicator(reader *r) {
    const token *t = now(r);
    node *condition = read_within(r, t->sub, read_condition_list);
    r->at++;
    return condition ? single(r, NODE_IVERSON, condition, t->at) : NULL;
}

static bool is_truth(const token *t, const char **which) {
    static const char *const words[][2] = {{"true", "true"},   {"True", "true"},   {"TRUE", "true"},   {"真", "true"},
                                           {"false", "false"}, {"False", "false"}, {"FALSE", "false"}, {"假", "false"}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (t->kind == TOKEN_WORD && str_is(t->text, words[k][0])) {
            *which = words[k][1];
            return true;
        }
    return false;
}

static node *read_number(reader *r) {
    const token *t = now(r);
    if (t->sub)
        return read_indicator(r);
    if (t->text.len > 18)
        return fail_at(r, t->at, "a number of at most 18 digits", t->text);
    for (size_t k = 0; k < t->text.len; k++)
        if (!char_is_digit(t->text.ptr[k]))
            return fail_at(r, t->at, "a whole number", t->text);
    node *x = node_new(r, NODE_NUMBER, t->at);
    x->text = t->text;
    r->at++;
    return t->sup ? power_of(r, x, t->sup) : x;
}

/* A word that has a meaning as a value. */
static bool names_value(const reader *r) {
    int count;
    const token *t = now(r);
    return in_scope(r, t->text) || kind_of(r, t->text, &count) != FORMULA_NOTHING || str_equal(t->text, r->own);
}

static node *read_cases(reader *r, const math *rows);

static node *read_tree(reader *r) {
    const token *t = now(r);
    formula_goal goal;
    if (goal_of_big(t, &goal))
        return read_big(r, goal);
    if (t->m->kind == MATH_FRACTION)
        return read_fraction(r);
    if (t->m->kind == MATH_CASES) {
        const math *rows = t->m;
        r->at++;
        return read_cases(r, rows);
    }
    return fail(r, "a number, a name, \\min, \\max, \\sum or a bracket");
}

static node *read_signed(reader *r) {
    if (is_sign(r, "(") || is_sign(r, "{")) {
        node *x = read_arms_or_bracket(r);
        const token *closed = &r->t.items[r->at ? r->at - 1 : 0];
        return x && closed->sup ? power_of(r, x, closed->sup) : x;
    }
    if (is_sign(r, "["))
        return read_square(r);
    if (is_sign(r, "⌊"))
        return read_enclosed(r, NODE_FLOOR, "⌋");
    if (is_sign(r, "⌈"))
        return read_enclosed(r, NODE_CEILING, "⌉");
    if (is_sign(r, "|"))
        return read_enclosed(r, NODE_ABSOLUTE, "|");
    if (is_sign(r, "∞")) {
        node *x = node_new(r, NODE_INFINITY, now(r)->at);
        r->at++;
        return x;
    }
    return fail(r, "a number, a name, \\min, \\max, \\sum or a bracket");
}

static node *read_primary(reader *r) {
    const token *t = now(r);
    formula_goal goal;
    const char *truth;
    switch (t->kind) {
    case TOKEN_NUMBER:
        return read_number(r);
    case TOKEN_LETTER:
    case TOKEN_NAME:
        return read_named(r);
    case TOKEN_WORD:
        if (names_value(r))
            return read_named(r);
        if (is_truth(t, &truth)) {
            node *x = node_new(r, NODE_TRUTH, t->at);
            x->text = str_of(truth);
            r->at++;
            return x;
        }
        if (goal_of_big(t, &goal))
            return read_big(r, goal);
        if (t->sub || r->t.items[r->at + 1].kind == TOKEN_SIGN)
            return unknown_name(r, t->text, t->at, true);
        return fail(r, "a number, a name, \\min, \\max, \\sum or a bracket");
    case TOKEN_TREE:
        return read_tree(r);
    case TOKEN_SIGN:
        return read_signed(r);
    case TOKEN_END:
        break;
    }
    return fail(r, "a number, a name, \\min, \\max, \\sum or a bracket");
}

/* ---- operators ---- */

static node *read_unary(reader *r) {
    size_t at = now(r)->at;
    if (accept(r, "−")) {
        if (!enter(r))
            return NULL;
        node *x = read_product(r);
        r->level--;
        return x ? single(r, NODE_NEGATE, x, at) : NULL;
    }
    if (accept(r, "+"))
        return read_primary(r);
    return read_primary(r);
}

static bool begins_factor(const reader *r) {
    const token *t = now(r);
    formula_goal goal;
    if (t->kind == TOKEN_LETTER || t->kind == TOKEN_NUMBER)
        return true;
    if (t->kind == TOKEN_WORD)
        return names_value(r) || goal_of_big(t, &goal);
    if (t->kind == TOKEN_TREE)
        return t->m->kind != MATH_CASES;
    return is_sign(r, "(") || is_sign(r, "⌊") || is_sign(r, "⌈");
}

static node *read_product(reader *r) {
    if (!enter(r))
        return NULL;
    node *x = read_unary(r);
    while (x) {
        bool divide = is_sign(r, "÷") || is_sign(r, "/");
        bool sign = is_sign(r, "·") || is_sign(r, "×") || is_sign(r, "∗") || divide;
        if (!sign && !begins_factor(r))
            break;
        r->at += sign;
        node *y = read_unary(r);
        x = y ? pair(r, divide ? NODE_DIVIDE : NODE_MULTIPLY, x, y) : NULL;
        if (x)
            x->juxtaposed = !sign;
    }
    r->level--;
    return x;
}

static node *read_sum(reader *r) {
    node *x = read_product(r);
    while (x && (is_sign(r, "+") || is_sign(r, "−"))) {
        node_kind kind = is_sign(r, "+") ? NODE_ADD : NODE_SUBTRACT;
        r->at++;
        node *y = read_product(r);
        x = y ? pair(r, kind, x, y) : NULL;
    }
    return x;
}

static char relation_here(const reader *r) {
    static const char *const signs[][2] = {{"=", "="}, {"≠", "n"}, {"<", "<"}, {">", ">"}, {"≤", "l"}, {"≥", "g"}};
    for (size_t k = 0; k < 6; k++)
        if (is_sign(r, signs[k][0]))
            return signs[k][1][0];
    return 0;
}

/* "a < b ≤ c"; "i, j > 0" says it of both where commas may stand for "and". */
static node *read_comparison(reader *r, bool commas) {
    if (accept(r, "¬")) {
        node *x = read_primary(r);
        return x ? single(r, NODE_NOT, x, x->at) : NULL;
    }
    node *x = read_sum(r), *others[8];
    size_t other_count = 0, comma = 0;
    while (commas && x && is_sign(r, ",") && !relation_here(r) && other_count < 8) {
        size_t before = r->at;
        comma = comma ? comma : before;
        r->at++;
        if (is_if(r) || is_and(r) || is_or(r) || is_end(r)) {
            r->at = before;
            break;
        }
        others[other_count++] = x;
        x = read_sum(r);
    }
    if (!x || !relation_here(r)) {
        if (x && other_count)
            return fail(r, "a comparison as in i, j > 0");
        return x;
    }
    node *c = node_new(r, NODE_COMPARE, x->at);
    strbuf signs = strbuf_in(r->arena);
    add_part(r, c, x);
    char sign;
    while ((sign = relation_here(r))) {
        r->at++;
        if (sign == '=' && is_sign(r, "=")) /* == */
            r->at++;
        strbuf_add_byte(&signs, sign);
        node *y = read_sum(r);
        if (!y)
            return NULL;
        add_part(r, c, y);
    }
    c->text = strbuf_text(&signs);
    node *all = c;
    for (size_t k = other_count; k-- > 0;) {
        node *same = node_new(r, NODE_COMPARE, others[k]->at);
        same->text = c->text;
        add_part(r, same, others[k]);
        for (size_t p = 1; p < c->count; p++)
            add_part(r, same, c->parts[p]);
        all = pair(r, NODE_AND, same, all);
    }
    return all;
}

/* A comma that stands before "or", "and" or the end is none of ours. */
static bool accept_comma(reader *r) {
    size_t before = r->at;
    if (!accept(r, ","))
        return false;
    if (is_end(r) || is_or(r) || is_and(r)) {
        if (is_end(r))
            r->at = before;
        return is_and(r) ? (r->at++, true) : false;
    }
    return true;
}

static node *read_and(reader *r, bool commas) {
    node *x = read_comparison(r, commas);
    while (x) {
        bool more = is_and(r);
        r->at += more;
        if (!more && !(commas && accept_comma(r)))
            break;
        while (is_if(r))
            r->at++;
        node *y = read_comparison(r, commas);
        if (!y)
            return NULL;
        if (x->kind == NODE_AND && !x->bracketed)
            add_part(r, x, y);
        else
            x = pair(r, NODE_AND, x, y);
    }
    return x;
}

static node *read_or(reader *r, bool commas) {
    if (!enter(r))
        return NULL;
    node *x = read_and(r, commas);
    while (x && is_or(r)) {
        r->at++;
        while (is_if(r))
            r->at++;
        node *y = read_and(r, commas);
        if (y && x->kind == NODE_OR && !x->bracketed)
            add_part(r, x, y);
        else
            x = y ? pair(r, NODE_OR, x, y) : NULL;
    }
    r->level--;
    return x;
}

/* ---- cases ---- */

static bool accept_else(reader *r) {
    bool found = false;
    if (now(r)->kind == TOKEN_WORD && str_is(now(r)->text, "o") && str_is(now(r)[1].text, ".")) { /* o.w. */
        r->at += 2;
        r->at += now(r)->kind != TOKEN_END;
        found = true;
    }
    while (now(r)->kind == TOKEN_WORD && is_one_of(now(r), else_words)) {
        r->at++;
        found = true;
    }
    while (found && (accept(r, ",") || accept(r, ".") || accept_particle(r)))
        ;
    return found;
}

/* The condition of a case: "if i = 0", "otherwise", "else if …". */
static node *read_case_condition(reader *r) {
    size_t at = now(r)->at;
    if (accept_else(r) && is_end(r)) {
        node *none = node_new(r, NODE_TRUTH, at);
        none->text = STR("true");
        return none;
    }
    node *x = read_condition_cell(r);
    return x;
}

static node *read_case(reader *r, const math *row) {
    node *value = read_within(r, row->children[0], read_value_cell);
    if (!value || value->kind == NODE_WHEN)
        return value;
    node *condition = NULL;
    if (row->count > 1 && row->children[1]->count) {
        condition = read_within(r, row->children[1], read_case_condition);
        if (!condition)
            return NULL;
    }
    node *x = node_new(r, NODE_WHEN, value->at);
    add_part(r, x, value);
    add_part(r, x, condition && condition->kind == NODE_TRUTH && str_is(condition->text, "true") ? NULL : condition);
    return x;
}

static node *read_cases(reader *r, const math *rows) {
    node *x = node_new(r, NODE_CASES, rows->at);
    for (size_t k = 0; k < rows->count; k++) {
        if (rows->children[k]->children[0]->count == 0 && rows->children[k]->count == 1)
            continue;
        node *row = read_case(r, rows->children[k]);
        if (!row)
            return NULL;
        if (x->count && !x->parts[x->count - 1]->parts[1]) {
            error_at(r->error, r->where, x->parts[x->count - 1]->at, 1,
                     "expected a condition, got none: only the last case may do without");
            return NULL;
        }
        add_part(r, x, row);
    }
    return x;
}

/* ---- equations ---- */

/* The function on the left side: its letters are not known yet. */
static node *read_left(reader *r) {
    r->loose = true;
    size_t used;
    const token *t = now(r);
    str name = name_here(r, &used);
    int count;
    token last = r->t.items[r->at + used - 1];
    bool numbered = numbered_name(r, &last, &name);
    (void)numbered;
    bool named = t->kind == TOKEN_LETTER || t->kind == TOKEN_WORD;
    if (!named || (r->own.len && !str_equal(name, r->own))) {
        str wanted = r->own.len ? str_format(r->arena, "%.*s on the left side", STR_ARG(r->own)) : STR("a function");
        if (named)
            return fail_at(r, t->at, wanted.ptr, name);
        return fail(r, wanted.ptr);
    }
    if (kind_of(r, name, &count) != FORMULA_FUNCTION)
        return fail_at(r, t->at, "a function on the left side", name);
    node *x = read_named(r);
    r->loose = false;
    if (x && !accept(r, "="))
        return fail(r, "=");
    return x;
}

static bool is_general(const node *left) {
    for (size_t k = 0; k < left->count; k++) {
        if (left->parts[k]->kind != NODE_NAME)
            return false;
        for (size_t l = 0; l < k; l++)
            if (str_equal(left->parts[k]->text, left->parts[l]->text))
                return false;
    }
    return true;
}

/* "\quad \text{for } n ≥ 1" behind an equation. */
static bool read_range_behind(reader *r, node **condition) {
    *condition = NULL;
    while (accept(r, ",") || accept(r, ".") || accept(r, "("))
        ;
    if (is_end(r))
        return true;
    if (!is_if(r)) {
        fail(r, "an operator or the end");
        return false;
    }
    *condition = read_condition_cell(r);
    accept(r, ")");
    while (accept(r, ",") || accept(r, "."))
        ;
    if (*condition && !is_end(r)) {
        fail(r, "an operator or the end");
        return false;
    }
    return *condition != NULL;
}

/* m[i,i] = 0: what makes a place one of these. Letters of this equation are those of the general one from now on. */
static bool narrow(reader *r, const node *left, node **condition) {
    const formula *f = r->f;
    for (size_t k = 0; k < left->count; k++) {
        const node *index = left->parts[k];
        if (index->kind == NODE_NAME && !in_scope(r, index->text)) {
            if (!push_scope(r, index->text, f->index[k], index->at))
                return false;
            continue;
        }
        node *c = node_new(r, NODE_COMPARE, index->at);
        node *value = left->parts[k];
        if (value->kind == NODE_NAME)
            value = name_node(r, *in_scope(r, value->text), value->at);
        add_part(r, c, name_node(r, f->index[k], index->at));
        add_part(r, c, value);
        c->text = STR("=");
        *condition = conjunction(r, *condition, c);
    }
    return true;
}

typedef struct equation {
    tokens t;
    node *left;
    size_t right; /* token where the right side begins */
} equation;

typedef struct equations {
    equation *items;
    size_t count, capacity;
} equations;

static bool read_equation(reader *r, const equation *e, node *cases) {
    r->t = e->t;
    r->at = e->right;
    r->scope_count = 0;
    node *condition = NULL, *behind = NULL;
    if (!narrow(r, e->left, &condition))
        return false;
    node *value = read_or(r, false);
    if (!value || !read_range_behind(r, &behind))
        return false;
    condition = conjunction(r, condition, behind);
    node *row = node_new(r, NODE_WHEN, value->at);
    add_part(r, row, value);
    add_part(r, row, condition);
    add_part(r, cases, row);
    return true;
}

static bool opens(const token *t) {
    return t->kind == TOKEN_SIGN && (str_is(t->text, "(") || str_is(t->text, "[") || str_is(t->text, "{"));
}

static bool closes(const token *t) {
    return t->kind == TOKEN_SIGN && (str_is(t->text, ")") || str_is(t->text, "]") || str_is(t->text, "}"));
}

/* Whether the function of the left side stands at r->at, with its indices and = behind them. */
static bool begins_equation(reader *r, str function) {
    size_t used, depth = 0;
    const token *t = now(r);
    if ((t->kind != TOKEN_LETTER && t->kind != TOKEN_WORD) || !str_equal(name_here(r, &used), function))
        return false;
    const token *last = t + used - 1, *next = last + 1;
    if (!last->sub && !opens(next))
        return false;
    while (next->kind != TOKEN_END && (depth || opens(next))) {
        depth += opens(next);
        depth -= closes(next);
        next++;
    }
    return next->kind == TOKEN_SIGN && str_is(next->text, "=");
}

/* "F(n) = F(n-1) + F(n-2), F(0) = 0, F(1) = 1": each is an equation of its own. */
static bool part_equations(reader *r, equations *all) {
    for (size_t e = 0; e < all->count; e++) {
        r->t = all->items[e].t;
        r->at = 0;
        size_t used, depth = 0;
        str function = r->own.len ? r->own : name_here(r, &used);
        for (size_t k = 1; k + 1 < r->t.count; k++) {
            const token *before = &r->t.items[k - 1];
            depth += opens(before);
            depth -= depth && closes(before);
            static const char *const between[] = {",", ".", "and", "with", "where", "且", "和", NULL};
            r->at = k;
            if (depth || !is_one_of(before, between) || !begins_equation(r, function))
                continue;
            if (all->count == 20)
                return fail_at(r, before->at, "at most 20 equations", STR("more")) != NULL;
            equation *rest = ARENA_PUSH(r->arena, all, items, count, capacity);
            *rest = (equation){.t = {r->t.items + k, r->t.count - k, 0}};
            tokens *first = &all->items[e].t;
            token *own = ARENA_ARRAY(r->arena, token, k);
            memcpy(own, first->items, (k - 1) * sizeof *own);
            own[k - 1] = (token){.kind = TOKEN_END, .at = before->at};
            *first = (tokens){own, k, k};
            break;
        }
    }
    return true;
}

static bool read_equations(reader *r, equations *all) {
    if (!part_equations(r, all))
        return false;
    const equation *general = NULL;
    for (size_t k = 0; k < all->count; k++) {
        equation *e = &all->items[k];
        r->t = e->t;
        r->at = 0;
        r->scope_count = 0;
        e->left = read_left(r);
        if (!e->left)
            return false;
        e->right = r->at;
        if (is_general(e->left))
            general = e;
    }
    if (!general) {
        error_at(r->error, r->where, all->items[0].left->at, 1,
                 "expected a letter for each index on the left side, as in d[i,j]");
        return false;
    }
    r->f->function = general->left->text;
    r->f->index_count = general->left->count;
    for (size_t k = 0; k < general->left->count; k++)
        r->f->index[k] = general->left->parts[k]->text;
    node *cases = node_new(r, NODE_CASES, general->left->at);
    for (int pass = 0; pass < 2; pass++) /* what is said of some places goes before what is said of all */
        for (size_t k = 0; k < all->count; k++)
            if (is_general(all->items[k].left) == (pass == 1) && !read_equation(r, &all->items[k], cases))
                return false;
    for (size_t k = 0; k + 1 < cases->count; k++)
        if (!cases->parts[k]->parts[1]) {
            error_at(r->error, r->where, cases->parts[k + 1]->at, 1, "expected one equation for all places, got two");
            return false;
        }
    node *only = cases->parts[0];
    r->f->value = cases->count == 1 && !only->parts[1] ? only->parts[0] : cases;
    return true;
}

/* ---- the text ---- */

static bool add_equation(reader *r, equations *all, const source *clean, size_t from, size_t to) {
    str text = str_trim(str_slice(clean->text, from, to));
    while (text.len && strchr(",.;", text.ptr[text.len - 1]) && !str_ends(text, "\\right.")) {
        text.len--;
        text = str_trim(text);
    }
    if (text.len == 0)
        return true;
    size_t at = (size_t)(text.ptr - clean->text.ptr);
    const math *row = math_read(clean, at, text.len, r->arena, r->error);
    if (!row)
        return false;
    if (all->count == 20) {
        error_at(r->error, r->where, at, 1, "expected at most 20 equations, got more");
        return false;
    }
    equation *e = ARENA_PUSH(r->arena, all, items, count, capacity);
    *e = (equation){.t = tokens_of(row, at + text.len, r->arena)};
    return true;
}

static bool read_all(reader *r, size_t at, size_t length) {
    source clean = {r->where->name, str_copy(r->arena, str_slice(r->where->text, 0, at + length))};
    cleaner c = {(char *)clean.text.ptr, at, at + length};
    equations all = {NULL, 0, 0};
    size_t inside = 0, from = at;
    bool cut;
    while (c.at < c.end) {
        size_t before = c.at;
        clean_step(&c, &inside, &cut);
        if (cut) {
            if (!add_equation(r, &all, &clean, from, before))
                return false;
            from = c.at;
        }
    }
    if (!add_equation(r, &all, &clean, from, at + length))
        return false;
    if (all.count == 0) {
        error_at(r->error, r->where, at, length ? length : 1, "expected a recurrence as in d[i,j] = …, got nothing");
        return false;
    }
    return read_equations(r, &all);
}

formula *formula_read(const source *where, size_t at, size_t length, str own, const formula_world *world, arena *a,
                      error *e) {
    if (length > FORMULA_MOST_BYTES) {
        error_at(e, where, at, 1, "expected a formula of at most %d bytes, got %zu", FORMULA_MOST_BYTES, length);
        return NULL;
    }
    formula *f = ARENA_NEW(a, formula);
    f->where = where;
    reader r = {.f = f, .where = where, .world = world, .own = own, .arena = a, .error = e};
    if (error_set(e) || !read_all(&r, at, length) || !has_no_bare_list(&r, f->value)) {
        show_original(e, where);
        return NULL;
    }
    number_terms(f, a);
    return f;
}

size_t formula_index_count(const formula *f) {
    return f->index_count;
}

str formula_index(const formula *f, size_t k) {
    return f->index[k];
}
