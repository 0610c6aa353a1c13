/* The two tables are squares of FLINT integers; row i holds the chains that begin at vertex i, by length:
 *
 *            j = 1      2        3                n
 *   i = 0    v0      v0∘v1   v0∘v1∘v2   …   edge 0 removed
 *       1    v1      v1∘v2   v1∘v2∘v3   …   edge 1 removed       least[i * n + j - 1]
 *       …                                                        most [i * n + j - 1]
 *     n-1    vn-1    vn-1∘v0     …             edge n-1 removed
 *
 * A cell of length j reads cells of smaller lengths only: (i, s) in its own row, (i + s, j − s) in another, around. */
#include "polygon/polygon.h"

#include "kit/memory_limit.h"

enum { LEAST, MOST, PRODUCT, PARTS }; /* polygon_table.parts */

polygon_game polygon_game_of(const datum *instance, arena *a) {
    const datum *edges = datum_get(instance, "edges"), *vertices = datum_get(instance, "vertices");
    polygon_game g = {.n = vertices->count};
    g.times = ARENA_ARRAY(a, bool, g.n);
    g.vertices = ARENA_ARRAY(a, str, g.n);
    for (size_t i = 0; i < g.n; i++) {
        g.times[i] = str_is(datum_as_text(edges->items[i]), "*");
        g.vertices[i] = datum_as_text(vertices->items[i]);
    }
    return g;
}

/* Bits that an integer of so many digits has at least; 10 digits hold 33.2 bits. */
static size_t bits_of(str text) {
    size_t digits = text.len - (text.len && text.ptr[0] == '-');
    return digits ? (digits - 1) * 33 / 10 + 1 : 0;
}

size_t polygon_product_bits(const polygon_game *g) {
    size_t bits = 0;
    for (size_t i = 0; i < g->n; i++) {
        if (!g->times[i] || str_is(g->vertices[i], "0"))
            return 0;
        bits = size_plus(bits, bits_of(g->vertices[i]));
    }
    return bits - (bits < g->n ? bits : g->n); /* one a vertex less, for the logarithms are rounded */
}

size_t polygon_table_bytes(const polygon_game *g) {
    enum { INLINE_BITS = 62 }; /* of FLINT */
    size_t cells = size_times(size_times(g->n, g->n), 2), bytes = size_times(cells, sizeof(fmpz));
    size_t bits = polygon_product_bits(g);
    if (bits <= (size_t)2 * INLINE_BITS)
        return bytes;
    /* Chains of length j have j/n of all bits on average: half of them over all cells. */
    return size_plus(bytes, size_times(cells, bits / 2 - INLINE_BITS) / 8);
}

polygon_table *polygon_table_new(const polygon_game *g, arena *a) {
    polygon_table *c = ARENA_NEW(a, polygon_table);
    c->least = number_integers(a, g->n * g->n);
    c->most = number_integers(a, g->n * g->n);
    c->values = number_integers(a, g->n);
    c->parts = number_integers(a, PARTS);
    polygon_table_load(c, g, a);
    return c;
}

void polygon_table_load(polygon_table *c, const polygon_game *g, arena *a) {
    c->game = *g;
    for (size_t i = 0; i < g->n; i++)
        fmpz_set_str(&c->values[i], str_to_c(a, g->vertices[i]), 10);
}

static inline void widen(fmpz *least, fmpz *most, const fmpz *product) {
    if (fmpz_cmp(product, least) < 0)
        fmpz_set(least, product);
    if (fmpz_cmp(product, most) > 0)
        fmpz_set(most, product);
}

/* Exists once and is compiled twice: with `watch` a constant NULL nothing of the watching is left in the loop. */
static inline __attribute__((always_inline)) void fill(polygon_table *c, const polygon_watch *watch) {
    size_t n = c->game.n;
    const bool *product = c->game.times;
    fmpz *x = &c->parts[LEAST], *y = &c->parts[MOST], *p = &c->parts[PRODUCT];
    if (watch)
        watch->length(watch->user, 1);
    for (size_t i = 0; i < n; i++) {
        if (watch)
            watch->cell(watch->user, i, 1);
        fmpz_set(&c->least[i * n], &c->values[i]);
        fmpz_set(&c->most[i * n], &c->values[i]);
        if (watch)
            watch->done(watch->user, i, 1);
    }
    for (size_t j = 2; j <= n; j++) {
        if (watch)
            watch->length(watch->user, j);
        for (size_t i = 0; i < n; i++) {
            fmpz *least = &c->least[i * n + j - 1], *most = &c->most[i * n + j - 1];
            if (watch)
                watch->cell(watch->user, i, j);
            size_t k = i, right = i * n + j - 1; /* the right part's vertex and cell */
            for (size_t s = 1; s < j; s++) {
                right += n - 1;
                if (++k == n) {
                    k = 0;
                    right -= n * n;
                }
                const fmpz *left_least = &c->least[i * n + s - 1], *left_most = &c->most[i * n + s - 1];
                const fmpz *right_least = &c->least[right], *right_most = &c->most[right];
                if (product[k]) {
                    fmpz_mul(x, left_least, right_least);
                    fmpz_set(y, x);
                    fmpz_mul(p, left_least, right_most);
                    widen(x, y, p);
                    fmpz_mul(p, left_most, right_least);
                    widen(x, y, p);
                    fmpz_mul(p, left_most, right_most);
                    widen(x, y, p);
                } else {
                    fmpz_add(x, left_least, right_least);
                    fmpz_add(y, left_most, right_most);
                }
                if (watch)
                    watch->split(watch->user, i, j, s);
                if (s == 1 || fmpz_cmp(x, least) < 0)
                    fmpz_set(least, x);
                if (s == 1 || fmpz_cmp(y, most) > 0)
                    fmpz_set(most, y);
            }
            if (watch)
                watch->done(watch->user, i, j);
        }
    }
}

__attribute__((noinline)) void polygon_table_fill(polygon_table *c) {
    fill(c, NULL);
}

__attribute__((noinline)) void polygon_table_fill_watched(polygon_table *c, const polygon_watch *watch) {
    fill(c, watch);
}

const fmpz *polygon_value(const polygon_table *c, polygon_end end, size_t i, size_t j) {
    return (end == POLYGON_LEAST ? c->least : c->most) + i * c->game.n + j - 1;
}

size_t polygon_best_edge(const polygon_table *c) {
    size_t n = c->game.n, best = 0;
    for (size_t i = 1; i < n; i++)
        if (fmpz_cmp(polygon_value(c, POLYGON_MOST, i, n), polygon_value(c, POLYGON_MOST, best, n)) > 0)
            best = i;
    return best;
}

void polygon_combine(const polygon_table *c, fmpz_t result, polygon_way way, size_t i, size_t j, size_t s) {
    size_t k = (i + s) % c->game.n;
    const fmpz *left = polygon_value(c, way.left, i, s), *right = polygon_value(c, way.right, k, j - s);
    if (c->game.times[k])
        fmpz_mul(result, left, right);
    else
        fmpz_add(result, left, right);
}

/* The ways of a product, in the order in which they are preferred for each end; a sum has the first only. */
static const polygon_way preferred[][4] = {
    [POLYGON_LEAST] = {{POLYGON_LEAST, POLYGON_LEAST},
                       {POLYGON_LEAST, POLYGON_MOST},
                       {POLYGON_MOST, POLYGON_LEAST},
                       {POLYGON_MOST, POLYGON_MOST}},
    [POLYGON_MOST] = {{POLYGON_MOST, POLYGON_MOST},
                      {POLYGON_MOST, POLYGON_LEAST},
                      {POLYGON_LEAST, POLYGON_MOST},
                      {POLYGON_LEAST, POLYGON_LEAST}},
};

/* The place in that order of the first way that gives the end's value; the number of ways if none does. */
static size_t first_way(polygon_table *c, polygon_end end, size_t i, size_t j, size_t s, size_t *ways) {
    const fmpz *wanted = polygon_value(c, end, i, j);
    *ways = c->game.times[(i + s) % c->game.n] ? 4 : 1;
    size_t k = 0;
    for (; k < *ways; k++) {
        polygon_combine(c, &c->parts[PRODUCT], preferred[end][k], i, j, s);
        if (fmpz_equal(&c->parts[PRODUCT], wanted))
            break;
    }
    return k;
}

bool polygon_reached(polygon_table *c, polygon_end end, size_t i, size_t j, size_t s) {
    size_t ways;
    return first_way(c, end, i, j, s, &ways) < ways;
}

polygon_way polygon_kept_way(polygon_table *c, polygon_end end, size_t i, size_t j, size_t s) {
    size_t ways;
    return preferred[end][first_way(c, end, i, j, s, &ways)];
}

/* ---- the way back ---- */

static void cut(void *user, split_node *node, split_node *left, split_node *right) {
    polygon_table *c = user;
    if (node->j == 1)
        return;
    node->split = 1;
    while (!polygon_reached(c, (polygon_end)node->end, node->i, node->j, node->split))
        node->split++;
    polygon_way way = polygon_kept_way(c, (polygon_end)node->end, node->i, node->j, node->split);
    *left = (split_node){.i = node->i, .j = node->split, .end = (int)way.left};
    *right = (split_node){.i = polygon_node_edge(c, node), .j = node->j - node->split, .end = (int)way.right};
}

split_tree polygon_tree_of(polygon_table *c, size_t first, arena *a) {
    return split_tree_of((split_node){.i = first, .j = c->game.n, .end = POLYGON_MOST}, c->game.n, cut, c, a);
}

size_t polygon_node_edge(const polygon_table *c, const split_node *node) {
    return (node->i + node->split) % c->game.n;
}

static void say_part(const void *user, const split_node *node, strbuf *b) {
    const polygon_game *g = &((const polygon_table *)user)->game;
    if (node->split)
        strbuf_add_byte(b, g->times[polygon_node_edge(user, node)] ? '*' : '+');
    else
        strbuf_add(b, g->vertices[node->i]);
}

str polygon_tree_expression(const split_tree *t, const polygon_table *c, arena *a) {
    return split_tree_text(t, false, say_part, c, a);
}
