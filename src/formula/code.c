/* Pseudo-code and its cost: loops from the order of the table, the body from the formula.
 *
 *   for i = 0 to m
 *       for j = 0 to n
 *           if i == 0: d[i,j] = j
 *           …
 *           else d[i,j] = 1 + min{d[i-1,j], d[i,j-1], d[i-1,j-1]}
 *   return d[m,n]                                              */
#include "formula_tree.h"

typedef struct coder {
    formula_lines out;
    int indent;
    arena *arena;
} coder;

static void line(coder *c, str text) {
    *ARENA_PUSH(c->arena, &c->out, items, count, capacity) = (formula_line){c->indent, text};
}

static str tex(coder *c, const node *x) {
    return node_tex(x, true, c->arena);
}

/* A bound as recurrence files write it, in TeX: "n-1" is "n - 1". */
static str bound_tex(coder *c, str bound) {
    strbuf b = strbuf_in(c->arena);
    for (size_t k = 0; k < bound.len; k++) {
        char ch = bound.ptr[k];
        if (ch == '+' || ch == '-') {
            if (k)
                strbuf_addf(&b, " %c ", ch);
            else
                strbuf_add_byte(&b, ch);
        } else if (ch != ' ')
            strbuf_add_byte(&b, ch);
    }
    return strbuf_text(&b);
}

static void for_line(coder *c, str variable, str first, str last, bool falls) {
    line(c, str_format(c->arena, "**for** $%.*s = %.*s$ **%s** $%.*s$", STR_ARG(variable),
                       STR_ARG(falls ? last : first), falls ? "downto" : "to", STR_ARG(falls ? first : last)));
    c->indent++;
}

/* ---- assignments ---- */

/* The first choice in `x` that is made by a loop. */
static const node *loop_in(const node *x) {
    if (!x->reads)
        return NULL;
    if (x->kind == NODE_BIG)
        return x;
    if (x->kind == NODE_ADD || x->kind == NODE_SUBTRACT || x->kind == NODE_MIN || x->kind == NODE_MAX ||
        x->kind == NODE_OR || x->kind == NODE_AND)
        for (size_t k = 0; k < x->count; k++) {
            const node *found = x->parts[k] ? loop_in(x->parts[k]) : NULL;
            if (found)
                return found;
        }
    return NULL;
}

static const char *start_of(formula_goal goal) {
    switch (goal) {
    case FORMULA_MIN:
        return "\\infty";
    case FORMULA_MAX:
        return "-\\infty";
    case FORMULA_ANY:
        return "\\text{false}";
    case FORMULA_ALL:
        return "\\text{true}";
    default:
        return "0";
    }
}

static str with_offset(coder *c, const node *x, bool open, bool low) {
    str t = tex(c, x);
    if (!open)
        return t;
    if (x->kind == NODE_NUMBER && x->text.len < 10) {
        long n = 0;
        for (size_t k = 0; k < x->text.len; k++)
            n = 10 * n + (x->text.ptr[k] - '0');
        return str_format(c->arena, "%ld", n + (low ? 1 : -1));
    }
    return str_format(c->arena, "%.*s %s 1", STR_ARG(t), low ? "+" : "-");
}

/* "\max\{1, j\}" of several limits; of none, that of the inputs. */
static str limit_tex(coder *c, const node *big, bool low, const formula_world *world) {
    const bound_range *b = big->range;
    size_t count = low ? b->low_count : b->high_count;
    const node **limits = low ? b->low : b->high;
    const bool *open = low ? b->low_open : b->high_open;
    if (count == 1)
        return with_offset(c, limits[0], open[0], low);
    if (count > 1) {
        strbuf s = strbuf_in(c->arena);
        strbuf_add_c(&s, low ? "\\max\\{" : "\\min\\{");
        for (size_t k = 0; k < count; k++)
            strbuf_addf(&s, "%s%.*s", k ? ",\\, " : "", STR_ARG(with_offset(c, limits[k], open[k], low)));
        strbuf_add_c(&s, "\\}");
        return strbuf_text(&s);
    }
    if (low)
        return STR("1");
    str letter = STR("");
    for (size_t k = 0; k < b->input_count && letter.len == 0; k++)
        if (world && world->length)
            letter = world->length(world->user, b->inputs[k]->text, b->depths[k]);
    if (letter.len || b->input_count == 0)
        return letter;
    return str_format(c->arena, "\\lvert %.*s \\rvert", STR_ARG(b->inputs[0]->text));
}

static const char *name_of(formula_goal goal) {
    return goal == FORMULA_MIN ? "\\min" : goal == FORMULA_MAX ? "\\max" : NULL;
}

/* cell = better of cell and x */
static void accumulate(coder *c, str cell, formula_goal goal, str x) {
    if (name_of(goal))
        line(c, str_format(c->arena, "$%.*s = %s\\{%.*s,\\, %.*s\\}$", STR_ARG(cell), name_of(goal), STR_ARG(cell),
                           STR_ARG(x)));
    else
        line(c, str_format(c->arena, "$%.*s = %.*s %s %.*s$", STR_ARG(cell), STR_ARG(cell),
                           goal == FORMULA_SUM   ? "+"
                           : goal == FORMULA_ANY ? "\\text{ or }"
                                                 : "\\text{ and }",
                           STR_ARG(x)));
}

static void loop_lines(coder *c, str cell, const node *big, const formula_world *world) {
    int indent = c->indent;
    for_line(c, big->text, limit_tex(c, big, true, world), limit_tex(c, big, false, world), false);
    const bound_range *b = big->range;
    if (b->test_count) {
        strbuf s = strbuf_in(c->arena);
        for (size_t k = 0; k < b->test_count; k++)
            strbuf_addf(&s, "%s$%.*s$", k ? " **and** " : "", STR_ARG(tex(c, b->tests[k])));
        line(c, str_format(c->arena, "**if** %.*s", STR_ARG(strbuf_text(&s))));
        c->indent++;
    }
    const node *body = big->parts[1];
    if (body->kind == NODE_BIG && body->goal == big->goal && body->reads)
        loop_lines(c, cell, body, world);
    else
        accumulate(c, cell, big->goal, tex(c, body));
    c->indent = indent;
}

/* ---- a summand that all arms share ---- */

typedef struct arm {
    summands s;
    bool *used;
} arm;

static bool take_summand(coder *c, arm *a, str wanted) {
    for (size_t k = 0; k < a->s.count; k++)
        if (!a->used[k] && !a->s.items[k].minus && str_equal(node_tex(a->s.items[k].x, true, c->arena), wanted)) {
            a->used[k] = true;
            return true;
        }
    return false;
}

static str rest_of(coder *c, const arm *a) {
    strbuf b = strbuf_in(c->arena);
    for (size_t k = 0; k < a->s.count; k++) {
        if (a->used[k])
            continue;
        const summand *s = &a->s.items[k];
        str t = node_tex(s->x, true, c->arena);
        if (b.len)
            strbuf_addf(&b, s->minus ? " - %.*s" : " + %.*s", STR_ARG(t));
        else
            strbuf_addf(&b, s->minus ? "-%.*s" : "%.*s", STR_ARG(t));
    }
    return strbuf_text(&b);
}

/* min{a + 1, b + 1} is 1 + min{a, b}; empty if the arms share nothing. */
static str factored(coder *c, const node *x) {
    arm arms[8];
    if (x->count < 2 || x->count > 8)
        return STR("");
    for (size_t k = 0; k < x->count; k++) {
        if (x->parts[k]->kind == NODE_WHEN)
            return STR("");
        arms[k].s = summands_of(x->parts[k], c->arena);
        arms[k].used = ARENA_ARRAY(c->arena, bool, arms[k].s.count + 1);
        if (arms[k].s.count < 2)
            return STR("");
    }
    for (size_t s = 0; s < arms[0].s.count; s++) {
        if (arms[0].s.items[s].minus)
            continue;
        str shared = node_tex(arms[0].s.items[s].x, true, c->arena);
        size_t k = 0;
        while (k < x->count && take_summand(c, &arms[k], shared))
            k++;
        if (k < x->count) {
            for (size_t l = 0; l < x->count; l++)
                for (size_t u = 0; u < arms[l].s.count; u++)
                    arms[l].used[u] = false;
            continue;
        }
        strbuf b = strbuf_in(c->arena);
        strbuf_addf(&b, "%.*s + %s\\{", STR_ARG(shared), x->kind == NODE_MIN ? "\\min" : "\\max");
        for (size_t l = 0; l < x->count; l++)
            strbuf_addf(&b, "%s%.*s", l ? ",\\, " : "", STR_ARG(rest_of(c, &arms[l])));
        strbuf_add_c(&b, "\\}");
        return strbuf_text(&b);
    }
    return STR("");
}

/* The value of a line of its own. */
static str plain_value(coder *c, const node *x) {
    if (x->kind == NODE_MIN || x->kind == NODE_MAX) {
        str f = factored(c, x);
        if (f.len)
            return f;
    }
    return tex(c, x);
}

/* Lines of cell = x, where a loop chooses. */
static void choose(coder *c, str cell, const node *x, const formula_world *world) {
    const node *big = loop_in(x);
    bool list = x->kind == NODE_MIN || x->kind == NODE_MAX || x->kind == NODE_OR || x->kind == NODE_AND;
    formula_goal goal = node_goal(x);
    str start = str_of(start_of(big->goal));
    strbuf tail = strbuf_in(c->arena);
    if (list && goal == big->goal) { /* max(1, max over j): 1 is where it begins */
        strbuf first = strbuf_in(c->arena);
        size_t count = 0;
        bool simple = true;
        for (size_t k = 0; k < x->count; k++) {
            simple = simple && (x->parts[k] == big || !loop_in(x->parts[k])) && x->parts[k]->kind != NODE_WHEN;
            if (x->parts[k] != big)
                strbuf_addf(&first, "%s%.*s", count++ ? ",\\, " : "", STR_ARG(tex(c, x->parts[k])));
        }
        if (!simple) {
            line(c, str_format(c->arena, "$%.*s = %.*s$", STR_ARG(cell), STR_ARG(tex(c, x))));
            return;
        }
        if (count == 1)
            start = strbuf_text(&first);
        else if (count && name_of(goal))
            start = str_format(c->arena, "%s\\{%.*s\\}", name_of(goal), STR_ARG(strbuf_text(&first)));
    } else if (x->kind == NODE_ADD || x->kind == NODE_SUBTRACT) {
        summands s = summands_of(x, c->arena);
        for (size_t k = 0; k < s.count; k++) {
            if (s.items[k].x == big && !s.items[k].minus)
                continue;
            if (loop_in(s.items[k].x)) {
                line(c, str_format(c->arena, "$%.*s = %.*s$", STR_ARG(cell), STR_ARG(tex(c, x))));
                return;
            }
            strbuf_addf(&tail, " %c %.*s", s.items[k].minus ? '-' : '+', STR_ARG(tex(c, s.items[k].x)));
        }
    } else if (x != big) {
        line(c, str_format(c->arena, "$%.*s = %.*s$", STR_ARG(cell), STR_ARG(tex(c, x))));
        return;
    }
    line(c, str_format(c->arena, "$%.*s = %.*s$", STR_ARG(cell), STR_ARG(start)));
    loop_lines(c, cell, big, world);
    if (tail.len)
        line(c, str_format(c->arena, "$%.*s = %.*s%.*s$", STR_ARG(cell), STR_ARG(cell), STR_ARG(strbuf_text(&tail))));
}

static void add_words(coder *c, strbuf *b, const node *x) {
    if (x->kind == NODE_AND || x->kind == NODE_OR) {
        for (size_t k = 0; k < x->count; k++) {
            const node *part = x->parts[k];
            bool brackets = part->kind == NODE_OR && x->kind == NODE_AND;
            if (k)
                strbuf_add_c(b, x->kind == NODE_AND ? " **and** " : " **or** ");
            if (brackets)
                strbuf_add_byte(b, '(');
            add_words(c, b, part);
            if (brackets)
                strbuf_add_byte(b, ')');
        }
        return;
    }
    strbuf_addf(b, "$%.*s$", STR_ARG(tex(c, x)));
}

static void body_lines(coder *c, str cell, const node *x, const formula_world *world);

static void case_lines(coder *c, str cell, const node *x, const formula_world *world) {
    for (size_t k = 0; k < x->count; k++) {
        const node *row = x->parts[k], *value = row->parts[0];
        strbuf head = strbuf_in(c->arena);
        if (!row->parts[1] && x->count == 1) {
            body_lines(c, cell, value, world);
            return;
        }
        bool last = !row->parts[1] || (k && k + 1 == x->count); /* cases are complete: the last is what is left */
        strbuf_add_c(&head, last ? "**else**" : k ? "**else if** " : "**if** ");
        if (!last)
            add_words(c, &head, row->parts[1]);
        bool single = value->kind != NODE_CASES && !loop_in(value);
        if (single) {
            str v = plain_value(c, value);
            strbuf_addf(&head, "%s $%.*s = %.*s$", last ? "" : ":", STR_ARG(cell), STR_ARG(v));
        }
        line(c, strbuf_text(&head));
        if (single)
            continue;
        c->indent++;
        body_lines(c, cell, value, world);
        c->indent--;
    }
}

static void body_lines(coder *c, str cell, const node *x, const formula_world *world) {
    if (x->kind == NODE_CASES)
        case_lines(c, cell, x, world);
    else if (loop_in(x))
        choose(c, cell, x, world);
    else
        line(c, str_format(c->arena, "$%.*s = %.*s$", STR_ARG(cell), STR_ARG(plain_value(c, x))));
}

/* ---- loops over the places ---- */

static str cell_of(coder *c, const formula *f) {
    node name = {.kind = NODE_READ, .text = f->function, .style = STYLE_SQUARE};
    node parts[FORMULA_INDICES], *pointers[FORMULA_INDICES];
    for (size_t k = 0; k < f->index_count; k++) {
        parts[k] = (node){.kind = NODE_NAME, .text = f->index[k]};
        pointers[k] = &parts[k];
    }
    name.parts = pointers;
    name.count = f->index_count;
    return tex(c, &name);
}

/* A bound "i-1" of the second index over i: its offset -1. */
static bool offset_of(str bound, str letter, long *offset) {
    if (bound.len < letter.len || !str_equal(str_slice(bound, 0, letter.len), letter))
        return false;
    str rest = str_slice(bound, letter.len, bound.len);
    *offset = 0;
    if (rest.len == 0)
        return true;
    if (rest.ptr[0] != '+' && rest.ptr[0] != '-')
        return false;
    for (size_t k = 1; k < rest.len; k++) {
        if (!char_is_digit(rest.ptr[k]) || *offset > 1000)
            return false;
        *offset = 10 * *offset + rest.ptr[k] - '0';
    }
    *offset = rest.ptr[0] == '-' ? -*offset : *offset;
    return true;
}

static bool names_index(const formula *f, str letter) {
    for (size_t k = 0; k < f->index_count; k++)
        if (str_equal(f->index[k], letter))
            return true;
    return false;
}

/* Of i..j, the shortest first: l counts the places from i to j. */
static bool length_loops(coder *c, const formula_loop *l) {
    const formula *f = l->formula;
    long offset;
    if (f->index_count != 2 || !offset_of(l->index[1].first, f->index[0], &offset))
        return false;
    str i = f->index[0], j = f->index[1], first = bound_tex(c, l->index[0].first),
        last = bound_tex(c, l->index[1].last);
    str count = names_index(f, STR("l")) ? STR("s") : STR("l");
    bool one = str_is(first, "1"), zero = str_is(first, "0");
    str most = one    ? last
               : zero ? str_format(c->arena, "%.*s + 1", STR_ARG(last))
                      : str_format(c->arena, "%.*s - %.*s + 1", STR_ARG(last), STR_ARG(first));
    for_line(c, count, str_format(c->arena, "%ld", offset + 1), most, false);
    for_line(c, i, first, str_format(c->arena, "%.*s - %.*s + 1", STR_ARG(last), STR_ARG(count)), false);
    line(c, str_format(c->arena, "$%.*s = %.*s + %.*s - 1$", STR_ARG(j), STR_ARG(i), STR_ARG(count)));
    return true;
}

static void diagonal_loops(coder *c, const formula_loop *l) {
    const formula *f = l->formula;
    str i = f->index[0], j = f->index[1], i0 = bound_tex(c, l->index[0].first), i1 = bound_tex(c, l->index[0].last),
        j0 = bound_tex(c, l->index[1].first), j1 = bound_tex(c, l->index[1].last);
    str sum = names_index(f, STR("s")) ? STR("t") : STR("s");
    bool zero = str_is(i0, "0") && str_is(j0, "0");
    str first = zero ? STR("0") : str_format(c->arena, "%.*s + %.*s", STR_ARG(i0), STR_ARG(j0));
    for_line(c, sum, first, str_format(c->arena, "%.*s + %.*s", STR_ARG(i1), STR_ARG(j1)), false);
    for_line(c, i, str_format(c->arena, "\\max\\{%.*s,\\, %.*s - %.*s\\}", STR_ARG(i0), STR_ARG(sum), STR_ARG(j1)),
             str_format(c->arena, "\\min\\{%.*s,\\, %.*s - %.*s\\}", STR_ARG(i1), STR_ARG(sum), STR_ARG(j0)), false);
    line(c, str_format(c->arena, "$%.*s = %.*s - %.*s$", STR_ARG(j), STR_ARG(sum), STR_ARG(i)));
}

static void open_loops(coder *c, const formula_loop *l, formula_order order) {
    const formula *f = l->formula;
    if (order == FORMULA_LENGTHS && length_loops(c, l))
        return;
    if (order == FORMULA_DIAGONALS && f->index_count == 2) {
        diagonal_loops(c, l);
        return;
    }
    for (size_t k = 0; k < f->index_count; k++) {
        size_t which = order == FORMULA_COLUMNS && f->index_count == 2 ? 1 - k : k;
        const struct formula_bounds *b = &l->index[which];
        for_line(c, f->index[which], bound_tex(c, b->first), bound_tex(c, b->last), b->falls);
    }
}

static bool same_loops(const formula_loop *x, const formula_loop *y) {
    if (x->formula->index_count != y->formula->index_count || x->formula->index_count == 0)
        return false;
    for (size_t k = 0; k < x->formula->index_count; k++)
        if (!str_equal(x->formula->index[k], y->formula->index[k]) ||
            !str_equal(x->index[k].first, y->index[k].first) || !str_equal(x->index[k].last, y->index[k].last) ||
            x->index[k].falls != y->index[k].falls)
            return false;
    return true;
}

formula_lines formula_code(const formula_loop *loops, size_t count, formula_order order, str answer,
                           const formula_world *world, arena *a) {
    coder c = {.arena = a};
    for (size_t k = 0; k < count; k++) {
        if (k == 0 || !same_loops(&loops[k], &loops[k - 1])) {
            c.indent = 0;
            open_loops(&c, &loops[k], order);
        }
        int indent = c.indent;
        body_lines(&c, cell_of(&c, loops[k].formula), loops[k].formula->value, world);
        c.indent = indent;
    }
    c.indent = 0;
    if (answer.len)
        line(&c, str_format(a, "**return** $%.*s$", STR_ARG(answer)));
    return c.out;
}
