/* What a value is made of: where its choices are, what its terms are, and where a bound variable runs. */
#include "formula_tree.h"

static void add_summands(const node *x, bool minus, summands *out, arena *a) {
    if ((x->kind == NODE_ADD || x->kind == NODE_SUBTRACT)) {
        add_summands(x->parts[0], minus, out, a);
        add_summands(x->parts[1], minus != (x->kind == NODE_SUBTRACT), out, a);
        return;
    }
    if (x->kind == NODE_NEGATE) {
        add_summands(x->parts[0], !minus, out, a);
        return;
    }
    *ARENA_PUSH(a, out, items, count, capacity) = (summand){x, minus};
}

summands summands_of(const node *x, arena *a) {
    summands out = {NULL, 0, 0};
    add_summands(x, false, &out, a);
    return out;
}

/* Summands, those with choices and those with reads, counted without making a list. */
typedef struct sum_count {
    size_t choices, reads;
    formula_goal goal;
} sum_count;

static void count_summands(const node *x, bool minus, sum_count *c) {
    if (x->kind == NODE_ADD || x->kind == NODE_SUBTRACT) {
        count_summands(x->parts[0], minus, c);
        count_summands(x->parts[1], minus != (x->kind == NODE_SUBTRACT), c);
        return;
    }
    if (x->kind == NODE_NEGATE) {
        count_summands(x->parts[0], !minus, c);
        return;
    }
    c->reads += x->reads;
    formula_goal goal = node_goal(x);
    if (x->reads && (goal == FORMULA_MIN || goal == FORMULA_MAX || goal == FORMULA_SUM)) {
        c->choices++;
        c->goal = minus ? FORMULA_ONLY : goal;
    }
}

formula_goal node_goal(const node *x) {
    switch (x->kind) {
    case NODE_MIN:
        return FORMULA_MIN;
    case NODE_MAX:
        return FORMULA_MAX;
    case NODE_BIG:
        return x->goal;
    case NODE_OR:
        return FORMULA_ANY;
    case NODE_AND:
        return FORMULA_ALL;
    case NODE_ADD:
    case NODE_SUBTRACT:
    case NODE_NEGATE: {
        sum_count c = {0, 0, FORMULA_ONLY};
        count_summands(x, false, &c);
        if (c.reads == 1 && c.choices == 1)
            return c.goal;
        return c.reads > 1 ? FORMULA_SUM : FORMULA_ONLY;
    }
    default:
        return FORMULA_ONLY;
    }
}

/* ---- terms ---- */

static void number_value(formula *f, node *x, str argument, formula_goal around, arena *a);

static void number_term(formula *f, node *x, str argument, arena *a) {
    x->term = (int)f->term_count;
    *ARENA_PUSH(a, f, terms, term_count, term_capacity) = x;
    *ARENA_PUSH(a, f, arguments, argument_count, argument_capacity) = argument;
}

static void number_summands(formula *f, node *x, str argument, formula_goal goal, arena *a) {
    summands s = summands_of(x, a);
    for (size_t k = 0; k < s.count; k++) {
        node *part = (node *)s.items[k].x;
        if (!part->reads)
            continue;
        formula_goal own = node_goal(part);
        if (own == goal)
            number_value(f, part, argument, goal, a);
        else
            number_term(f, part, argument, a);
    }
}

/* `around`: the goal of what it stands in; a value of the same goal belongs to it. */
static void number_value(formula *f, node *x, str argument, formula_goal around, arena *a) {
    if (!x || !x->reads)
        return;
    if (x->kind == NODE_CASES || x->kind == NODE_WHEN) {
        for (size_t k = 0; k < (x->kind == NODE_WHEN ? 1 : x->count); k++)
            number_value(f, x->parts[k], argument, around, a);
        return;
    }
    formula_goal goal = node_goal(x);
    if (goal == FORMULA_ONLY || (around != FORMULA_ONLY && goal != around)) {
        number_term(f, x, argument, a);
        return;
    }
    if (x->kind == NODE_BIG) {
        number_value(f, x->parts[1], argument.len ? argument : x->text, goal, a);
    } else if (x->kind == NODE_ADD || x->kind == NODE_SUBTRACT || x->kind == NODE_NEGATE) {
        number_summands(f, x, argument, goal, a);
    } else
        for (size_t k = 0; k < x->count; k++)
            number_value(f, x->parts[k], argument, goal, a);
}

void number_terms(formula *f, arena *a) {
    number_value(f, f->value, STR(""), FORMULA_ONLY, a);
}

size_t formula_term_count(const formula *f) {
    return f->term_count;
}

/* ---- bound variables ---- */

bool node_uses(const node *x, str name) {
    if (!x)
        return false;
    if (x->kind == NODE_NAME && str_equal(x->text, name))
        return true;
    if (x->kind == NODE_BIG && str_equal(x->text, name))
        return false; /* it has one of its own of that name */
    for (size_t k = 0; k < x->count; k++)
        if (node_uses(x->parts[k], name))
            return true;
    return false;
}

typedef struct collector {
    bound_range *out;
    str name;
    arena *arena;
} collector;

static bool is_variable(const node *x, str name) {
    return x->kind == NODE_NAME && str_equal(x->text, name);
}

static void add_limit(const node ***list, bool **open, size_t *count, const node *x, bool is_open, arena *a) {
    const node **grown = ARENA_ARRAY(a, const node *, *count + 1);
    bool *opens = ARENA_ARRAY(a, bool, *count + 1);
    for (size_t k = 0; k < *count; k++) {
        grown[k] = (*list)[k];
        opens[k] = (*open)[k];
    }
    grown[*count] = x;
    opens[*count] = is_open;
    *list = grown;
    *open = opens;
    ++*count;
}

static void add_test(collector *c, const node *x) {
    const node **grown = ARENA_ARRAY(c->arena, const node *, c->out->test_count + 1);
    for (size_t k = 0; k < c->out->test_count; k++)
        grown[k] = c->out->tests[k];
    grown[c->out->test_count++] = x;
    c->out->tests = grown;
}

/* One relation of a chain, x sign y. Whether it is a limit of the variable. */
static bool add_relation(collector *c, const node *x, char sign, const node *y) {
    bool left = is_variable(x, c->name), right = is_variable(y, c->name);
    const node *other = left ? y : x;
    if (left == right || node_uses(other, c->name) || other->reads || sign == 'n')
        return false;
    if (right) /* e < k is k > e */
        sign = sign == '<' ? '>' : sign == '>' ? '<' : sign == 'l' ? 'g' : sign == 'g' ? 'l' : sign;
    bound_range *o = c->out;
    if (sign != '<' && sign != 'l')
        add_limit(&o->low, &o->low_open, &o->low_count, other, sign == '>', c->arena);
    if (sign != '>' && sign != 'g')
        add_limit(&o->high, &o->high_open, &o->high_count, other, sign == '<', c->arena);
    return true;
}

static node *relation_node(collector *c, const node *chain, size_t k) {
    node *x = ARENA_NEW(c->arena, node);
    *x = (node){.kind = NODE_COMPARE, .term = -1, .at = chain->parts[k]->at};
    *ARENA_PUSH(c->arena, x, parts, count, capacity) = chain->parts[k];
    *ARENA_PUSH(c->arena, x, parts, count, capacity) = chain->parts[k + 1];
    x->text = str_slice(chain->text, k, k + 1);
    return x;
}

static void add_condition(collector *c, const node *x) {
    if (!x)
        return;
    if (x->kind == NODE_AND) {
        for (size_t k = 0; k < x->count; k++)
            add_condition(c, x->parts[k]);
    } else if (x->kind == NODE_COMPARE) {
        for (size_t k = 0; k + 1 < x->count; k++)
            if (!add_relation(c, x->parts[k], x->text.ptr[k], x->parts[k + 1]))
                add_test(c, relation_node(c, x, k));
    } else
        add_test(c, x);
}

static void add_inputs(collector *c, const node *x) {
    if (!x)
        return;
    bound_range *o = c->out;
    for (size_t k = 0; k < x->count; k++) {
        if (x->kind == NODE_ELEMENT && is_variable(x->parts[k], c->name)) {
            const node **inputs = ARENA_ARRAY(c->arena, const node *, o->input_count + 1);
            int *depths = ARENA_ARRAY(c->arena, int, o->input_count + 1);
            for (size_t l = 0; l < o->input_count; l++) {
                inputs[l] = o->inputs[l];
                depths[l] = o->depths[l];
            }
            inputs[o->input_count] = x;
            depths[o->input_count++] = (int)k;
            o->inputs = inputs;
            o->depths = depths;
        }
        add_inputs(c, x->parts[k]);
    }
}

bound_range *bound_range_of(const node *big, arena *a) {
    bound_range *out = ARENA_NEW(a, bound_range);
    collector c = {out, big->text, a};
    add_condition(&c, big->parts[0]);
    if (out->low_count && out->high_count)
        return out;
    add_inputs(&c, big->parts[0]);
    if (!out->input_count)
        add_inputs(&c, big->parts[1]);
    return out;
}
