/* How long filling the tables takes: the letters of the loops, multiplied; of several functions and cases the longest.
 *
 *   m[i,j], i ≤ k < j, 1 ≤ i ≤ j ≤ n   ─▶   n · n · n   ─▶   \Theta(n^3) */
#include "formula_tree.h"

#include <stdlib.h>

enum { MOST_FACTORS = 12, MOST_COSTS = 12 };

/* A product of sizes, sorted. */
typedef struct cost {
    str factors[MOST_FACTORS];
    size_t count;
} cost;

typedef struct costs {
    cost items[MOST_COSTS];
    size_t count;
    bool unknown;
} costs;

/* The letters that bound the loops around, for a bound that names one of them. */
typedef struct scope {
    struct {
        str name, size;
    } items[32];
    size_t count;
    const formula_world *world;
} scope;

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* As people write them: n before W. */
static int compare_factors(const void *x, const void *y) {
    const str *a = x, *b = y;
    char l = a->len ? lower(a->ptr[0]) : 0, r = b->len ? lower(b->ptr[0]) : 0;
    return l != r ? l - r : str_compare(*a, *b);
}

static void sort(cost *c) {
    if (c->count)
        qsort(c->factors, c->count, sizeof *c->factors, compare_factors);
}

/* Whether each factor of `small` is in `large`, as often. */
static bool is_within(const cost *small, const cost *large) {
    size_t at = 0;
    for (size_t k = 0; k < small->count; k++) {
        while (at < large->count && !str_equal(large->factors[at], small->factors[k]))
            at++;
        if (at++ >= large->count)
            return false;
    }
    return true;
}

/* Adds a cost to those of which none is within another. */
static void add_cost(costs *all, cost c) {
    sort(&c);
    for (size_t k = 0; k < all->count; k++)
        if (is_within(&c, &all->items[k]))
            return;
    size_t kept = 0;
    for (size_t k = 0; k < all->count; k++)
        if (!is_within(&all->items[k], &c))
            all->items[kept++] = all->items[k];
    all->count = kept;
    if (all->count == MOST_COSTS)
        all->unknown = true;
    else
        all->items[all->count++] = c;
}

static bool is_letter_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static const str *size_of(const scope *s, str name) {
    for (size_t k = s->count; k-- > 0;)
        if (str_equal(s->items[k].name, name))
            return &s->items[k].size;
    return NULL;
}

static void define(scope *s, str name, str size) {
    if (s->count == sizeof s->items / sizeof *s->items)
        return;
    s->items[s->count].name = name;
    s->items[s->count++].size = size;
}

/* The size that a bound "n-1", "i+1", "5" grows with; empty: none. */
static str size_of_bound(const scope *s, str bound) {
    size_t from = 0;
    while (from < bound.len && !is_letter_byte(bound.ptr[from]))
        from++;
    size_t to = from;
    while (to < bound.len && is_letter_byte(bound.ptr[to]))
        to++;
    str name = str_slice(bound, from, to);
    const str *size = name.len ? size_of(s, name) : NULL;
    return size ? *size : name;
}

/* The size that a limit grows with. More than one: it is unknown. */
static void sizes_of_node(const scope *s, const node *x, str *size, bool *unknown) {
    if (!x)
        return;
    if (x->kind == NODE_NAME) {
        const str *known = size_of(s, x->text);
        str found = known ? *known : x->text;
        if (size->len && found.len && !str_equal(*size, found))
            *unknown = true;
        *size = found.len ? found : *size;
    }
    if (x->kind != NODE_ELEMENT)
        for (size_t k = 0; k < x->count; k++)
            sizes_of_node(s, x->parts[k], size, unknown);
}

static str size_of_big(const scope *s, const node *x, bool *unknown) {
    const bound_range *b = x->range;
    for (size_t k = 0; k < b->high_count; k++) {
        str size = STR("");
        bool many = false;
        sizes_of_node(s, b->high[k], &size, &many);
        if (!many) /* of several limits any one bounds it */
            return size;
    }
    for (size_t k = 0; k < b->input_count && !b->high_count; k++) {
        str letter =
            s->world && s->world->length ? s->world->length(s->world->user, b->inputs[k]->text, b->depths[k]) : STR("");
        if (letter.len)
            return letter;
    }
    *unknown = true;
    return STR("");
}

/* All loops below `x`, each with those around it. */
static void walk(const node *x, cost around, scope *s, costs *all) {
    if (!x)
        return;
    size_t depth = s->count;
    if (x->kind == NODE_BIG) {
        str size = size_of_big(s, x, &all->unknown);
        define(s, x->text, size);
        if (size.len && around.count < MOST_FACTORS)
            around.factors[around.count++] = size;
        add_cost(all, around);
    }
    for (size_t k = 0; k < x->count; k++)
        walk(x->parts[k], around, s, all);
    s->count = depth;
}

static void add_function(const formula_loop *l, costs *all, const formula_world *world) {
    scope s = {.world = world};
    cost c = {.count = 0};
    const formula *f = l->formula;
    for (size_t k = 0; k < f->index_count; k++) {
        str size = size_of_bound(&s, l->index[k].last);
        define(&s, f->index[k], size);
        if (size.len)
            c.factors[c.count++] = size;
    }
    add_cost(all, c);
    walk(f->value, c, &s, all);
}

static void write_cost(strbuf *b, const cost *c) {
    if (c->count == 0)
        strbuf_add_byte(b, '1');
    for (size_t k = 0; k < c->count;) {
        size_t same = k;
        while (same < c->count && str_equal(c->factors[same], c->factors[k]))
            same++;
        strbuf_add(b, c->factors[k]);
        if (same - k > 1)
            strbuf_addf(b, "^%zu", same - k);
        k = same;
    }
}

str formula_theta(const formula_loop *loops, size_t count, const formula_world *world, arena *a) {
    costs *all = ARENA_NEW(a, costs);
    for (size_t k = 0; k < count; k++)
        add_function(&loops[k], all, world);
    if (all->unknown || all->count == 0)
        return STR("");
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "\\Theta(");
    for (size_t k = 0; k < all->count; k++) {
        if (k)
            strbuf_add_c(&b, " + ");
        write_cost(&b, &all->items[k]);
    }
    strbuf_add_byte(&b, ')');
    return strbuf_text(&b);
}
