/* Every edge is cut into links from one level to the next; where it passes a level, a point of width 0 stands:
 *
 *   level 0        a            points   a b c d e  |  p       nodes first, then what passes
 *                 /|\           links    a→b a→c a→p p→e …
 *   level 1      b c p          rows     level → its points in their order
 *                 \|  \
 *   level 2        d   e
 *
 * Order: rows are sorted by the mean place of their neighbours, downwards and upwards in turn, and neighbours change
 * places where that spares a crossing; the best order met is kept.
 * Places: each point wants to stand in the middle of its neighbours; a row as a whole does as many of these wishes as
 * order and distances allow (least squares: pool adjacent violators). */
#include "layered.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 12, SETTLES = 80 };

typedef struct spot {
    size_t level, place; /* in its row */
    double w, x;
    bool passes;
    size_t *up, *down; /* links */
    size_t up_count, down_count, up_capacity, down_capacity;
    double wish;
    double key; /* what rows are sorted by at first */
} spot;

typedef struct link {
    size_t from, to;
    double weight;
} link;

typedef struct row {
    size_t *spots;
    size_t count, capacity;
} row;

typedef struct layered {
    arena *a;
    layered_options o;
    spot *spots;
    size_t spot_count, spot_capacity;
    link *links;
    size_t link_count, link_capacity;
    row *rows;
    size_t level_count;
} layered;

/* ---- building ---- */

static size_t add_spot(layered *l, spot s) {
    *ARENA_PUSH(l->a, l, spots, spot_count, spot_capacity) = s;
    return l->spot_count - 1;
}

static void add_link(layered *l, size_t from, size_t to, double weight) {
    *ARENA_PUSH(l->a, l, links, link_count, link_capacity) = (link){from, to, weight};
    spot *upper = &l->spots[from], *lower = &l->spots[to];
    *ARENA_PUSH(l->a, upper, down, down_count, down_capacity) = l->link_count - 1;
    *ARENA_PUSH(l->a, lower, up, up_count, up_capacity) = l->link_count - 1;
}

/* What passes stands beside the node it comes from, and would rather be straight. */
static void add_edge(layered *l, const layered_edge *e, size_t first_pass) {
    size_t at = e->from;
    double straight = e->weight * 4;
    for (size_t k = 0; k < e->bend_count; k++) {
        add_link(l, at, first_pass + k, at == e->from ? e->weight : straight);
        at = first_pass + k;
    }
    add_link(l, at, e->to, e->weight);
}

static int by_key(const void *a, const void *b) {
    const spot *x = *(spot *const *)a, *y = *(spot *const *)b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void sort_row(layered *l, row *r) {
    spot **sorted = ARENA_ARRAY(l->a, spot *, r->count);
    for (size_t k = 0; k < r->count; k++)
        sorted[k] = &l->spots[r->spots[k]];
    qsort(sorted, r->count, sizeof *sorted, by_key);
    for (size_t k = 0; k < r->count; k++) {
        r->spots[k] = (size_t)(sorted[k] - l->spots);
        sorted[k]->place = k;
    }
}

static void build(layered *l, const layered_node *nodes, size_t count, layered_edge *edges, size_t edge_count) {
    for (size_t k = 0; k < count; k++) {
        add_spot(l, (spot){.level = nodes[k].level, .w = nodes[k].w, .key = (double)k});
        if (nodes[k].level >= l->level_count)
            l->level_count = nodes[k].level + 1;
    }
    for (size_t k = 0; k < edge_count; k++) {
        layered_edge *e = &edges[k];
        e->bend_count = nodes[e->to].level - nodes[e->from].level - 1;
        size_t first = l->spot_count;
        for (size_t b = 0; b < e->bend_count; b++)
            add_spot(l, (spot){.level = nodes[e->from].level + 1 + b,
                               .passes = true,
                               .key = ((double)e->from + (double)e->to) / 2});
        add_edge(l, e, first);
    }
    l->rows = ARENA_ARRAY(l->a, row, l->level_count);
    for (size_t k = 0; k < l->spot_count; k++) {
        row *r = &l->rows[l->spots[k].level];
        l->spots[k].place = r->count;
        *ARENA_PUSH(l->a, r, spots, count, capacity) = k;
    }
    for (size_t k = 0; k < l->level_count; k++)
        sort_row(l, &l->rows[k]);
}

/* ---- order ---- */

static int by_place(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

/* The places of the neighbours below, from left to right. */
static size_t places_below(const layered *l, const spot *s, size_t *places) {
    for (size_t k = 0; k < s->down_count; k++)
        places[k] = l->spots[l->links[s->down[k]].to].place;
    qsort(places, s->down_count, sizeof *places, by_place);
    return s->down_count;
}

/* Links between a row and the next that cross: pairs out of order, counted with a tree of sums (W. Barth, M. Jünger,
 * P. Mutzel, 2002). */
static size_t row_crossings(const layered *l, size_t level) {
    const row *upper = &l->rows[level], *lower = &l->rows[level + 1];
    size_t *sums = ARENA_ARRAY(l->a, size_t, lower->count + 1), crossings = 0, seen = 0;
    for (size_t k = 0; k < upper->count; k++) {
        const spot *s = &l->spots[upper->spots[k]];
        size_t *places = ARENA_ARRAY(l->a, size_t, s->down_count), count = places_below(l, s, places);
        for (size_t p = 0; p < count; p++) {
            size_t before = 0;
            for (size_t at = places[p] + 1; at; at -= at & (~at + 1))
                before += sums[at];
            crossings += seen - before;
        }
        for (size_t p = 0; p < count; p++, seen++)
            for (size_t at = places[p] + 1; at <= lower->count; at += at & (~at + 1))
                sums[at]++;
    }
    return crossings;
}

static size_t all_crossings(const layered *l) {
    arena_mark start = arena_here(l->a);
    size_t crossings = 0;
    for (size_t k = 0; k + 1 < l->level_count; k++)
        crossings += row_crossings(l, k);
    arena_back(l->a, start);
    return crossings;
}

static const size_t *links_of(const spot *s, bool up, size_t *count) {
    *count = up ? s->up_count : s->down_count;
    return up ? s->up : s->down;
}

static size_t other_end(const layered *l, size_t link, bool up) {
    return up ? l->links[link].from : l->links[link].to;
}

static void sort_by_neighbours(layered *l, size_t level, bool up) {
    row *r = &l->rows[level];
    for (size_t k = 0; k < r->count; k++) {
        spot *s = &l->spots[r->spots[k]];
        size_t count;
        const size_t *links = links_of(s, up, &count);
        double sum = 0;
        for (size_t n = 0; n < count; n++)
            sum += (double)l->spots[other_end(l, links[n], up)].place;
        s->key = count ? sum / (double)count : (double)s->place;
    }
    sort_row(l, r);
}

/* How many links of two spots cross when the first stands on the left, less those when it stands on the right. */
static long gain(const layered *l, const spot *a, const spot *b) {
    long more = 0;
    for (int up = 0; up < 2; up++) {
        size_t m, n;
        const size_t *x = links_of(a, up, &m), *y = links_of(b, up, &n);
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < n; j++) {
                size_t p = l->spots[other_end(l, x[i], up)].place, q = l->spots[other_end(l, y[j], up)].place;
                more += p > q ? 1 : p < q ? -1 : 0;
            }
    }
    return more;
}

static void swap_neighbours(layered *l) {
    bool better = true;
    for (int round = 0; round < SWEEPS && better; round++) {
        better = false;
        for (size_t level = 0; level < l->level_count; level++) {
            row *r = &l->rows[level];
            for (size_t k = 0; k + 1 < r->count; k++) {
                size_t left = r->spots[k], right = r->spots[k + 1];
                if (gain(l, &l->spots[left], &l->spots[right]) <= 0)
                    continue;
                r->spots[k] = right;
                r->spots[k + 1] = left;
                l->spots[right].place = k;
                l->spots[left].place = k + 1;
                better = true;
            }
        }
    }
}

static void keep_places(const layered *l, size_t *places) {
    for (size_t k = 0; k < l->spot_count; k++)
        places[k] = l->spots[k].place;
}

static void set_places(layered *l, const size_t *places) {
    for (size_t k = 0; k < l->spot_count; k++) {
        l->spots[k].place = places[k];
        l->rows[l->spots[k].level].spots[places[k]] = k;
    }
}

static size_t find_order(layered *l) {
    size_t *best = ARENA_ARRAY(l->a, size_t, l->spot_count), least = all_crossings(l);
    keep_places(l, best);
    for (int sweep = 0; sweep < SWEEPS && least; sweep++) {
        arena_mark start = arena_here(l->a);
        if (sweep == 0) /* the order given, mended */
            ;
        else if (sweep % 2)
            for (size_t k = 1; k < l->level_count; k++)
                sort_by_neighbours(l, k, true);
        else
            for (size_t k = l->level_count; k-- > 1;)
                sort_by_neighbours(l, k - 1, false);
        arena_back(l->a, start);
        swap_neighbours(l);
        size_t now = all_crossings(l);
        if (now < least) {
            least = now;
            keep_places(l, best);
        }
    }
    set_places(l, best);
    return least;
}

/* ---- places ---- */

static double distance(const layered *l, const spot *left, const spot *right) {
    double gap = left->passes || right->passes ? l->o.pass_gap : l->o.gap;
    return (left->w + right->w) / 2 + gap;
}

typedef struct pool {
    double sum, weight;
    size_t count;
} pool;

/* The row as near to its wishes as it can be: wishes less the distances must not fall, and runs of them that do are
 * given their mean. */
static void settle_row(layered *l, const row *r, pool *pools) {
    size_t count = 0;
    double offset = 0;
    for (size_t k = 0; k < r->count; k++) {
        const spot *s = &l->spots[r->spots[k]];
        if (k)
            offset += distance(l, &l->spots[r->spots[k - 1]], s);
        double weight = s->passes ? 2 : 1;
        pools[count++] = (pool){(s->wish - offset) * weight, weight, 1};
        while (count > 1 &&
               pools[count - 2].sum * pools[count - 1].weight >= pools[count - 1].sum * pools[count - 2].weight) {
            pools[count - 2].sum += pools[count - 1].sum;
            pools[count - 2].weight += pools[count - 1].weight;
            pools[count - 2].count += pools[count - 1].count;
            count--;
        }
    }
    offset = 0;
    for (size_t p = 0, k = 0; p < count; p++)
        for (size_t in = 0; in < pools[p].count; in++, k++) {
            if (k)
                offset += distance(l, &l->spots[r->spots[k - 1]], &l->spots[r->spots[k]]);
            l->spots[r->spots[k]].x = pools[p].sum / pools[p].weight + offset;
        }
}

/* A node stands over the middle of those it leads to; those that lead to it pull a little, alone if there are no
 * others. */
static double wish_of(const layered *l, const spot *s) {
    double sum = 0, weight = 0;
    for (int up = 0; up < 2; up++) {
        size_t count;
        const size_t *links = links_of(s, up, &count);
        double pull = up && s->down_count && !s->passes ? 0.25 : 1;
        for (size_t k = 0; k < count; k++) {
            const link *at = &l->links[links[k]];
            sum += l->spots[other_end(l, links[k], up)].x * at->weight * pull;
            weight += at->weight * pull;
        }
    }
    return weight > 0 ? sum / weight : s->x;
}

static void settle_level(layered *l, size_t level, pool *pools) {
    const row *r = &l->rows[level];
    for (size_t k = 0; k < r->count; k++)
        l->spots[r->spots[k]].wish = wish_of(l, &l->spots[r->spots[k]]);
    settle_row(l, r, pools);
}

/* All rows about one middle, as close as they may stand. */
static void spread(layered *l) {
    for (size_t level = 0; level < l->level_count; level++) {
        const row *r = &l->rows[level];
        double x = 0;
        for (size_t k = 0; k < r->count; k++) {
            if (k)
                x += distance(l, &l->spots[r->spots[k - 1]], &l->spots[r->spots[k]]);
            l->spots[r->spots[k]].x = x;
        }
        for (size_t k = 0; k < r->count; k++)
            l->spots[r->spots[k]].x -= x / 2;
    }
}

static double find_places(layered *l) {
    pool *pools = ARENA_ARRAY(l->a, pool, l->spot_count);
    spread(l);
    for (int round = 0; round < SETTLES; round++) {
        for (size_t k = l->level_count; k-- > 0;)
            settle_level(l, k, pools);
        for (size_t k = 0; k < l->level_count; k++)
            settle_level(l, k, pools);
    }
    for (size_t k = l->level_count; k-- > 0;)
        settle_level(l, k, pools);
    double left = INFINITY, right = -INFINITY;
    for (size_t k = 0; k < l->spot_count; k++) {
        left = fmin(left, l->spots[k].x - l->spots[k].w / 2);
        right = fmax(right, l->spots[k].x + l->spots[k].w / 2);
    }
    for (size_t k = 0; k < l->spot_count; k++)
        l->spots[k].x -= left;
    return right - left;
}

layered_extent layered_place(layered_node *nodes, size_t count, layered_edge *edges, size_t edge_count,
                             layered_options o, arena *a) {
    if (count == 0)
        return (layered_extent){0};
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    layered l = {.a = scratch, .o = o};
    build(&l, nodes, count, edges, edge_count);
    size_t crossings = find_order(&l);
    double width = find_places(&l);
    for (size_t level = 0; level < l.level_count; level++)
        for (size_t k = 0, place = 0; k < l.rows[level].count; k++)
            if (l.rows[level].spots[k] < count) {
                nodes[l.rows[level].spots[k]].x = l.spots[l.rows[level].spots[k]].x;
                nodes[l.rows[level].spots[k]].place = place++;
            }
    for (size_t k = 0, pass = count; k < edge_count; k++) {
        edges[k].bends = ARENA_ARRAY(a, double, edges[k].bend_count);
        for (size_t b = 0; b < edges[k].bend_count; b++)
            edges[k].bends[b] = l.spots[pass++].x;
    }
    layered_extent extent = {width, l.level_count, crossings};
    arena_back(scratch, start);
    return extent;
}
