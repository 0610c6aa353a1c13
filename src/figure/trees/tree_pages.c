/* Cutting goes from the leaves up. Each node knows the outline of what still hangs on it, row by row, to the left and
 * to the right of its pin; where that becomes too wide or too deep, children are cut off: the deepest, then the widest,
 * those alike together, so that a symmetric tree stays so.
 *
 *   limbs: one a node, and one for each further stretch of a node's children
 *   ┌───┬───┬───┬───┐┬────┐
 *   │ 0 │ 1 │ 2 │ 3 ││ 1' │     1' = node 1 once more: a child of 1, always cut off
 *   └───┴───┴───┴───┘┴────┘
 *   limb.first → limb.next → …  children        limb.rows  [left, right] of row 0, 1, 2, … against the pin
 */
#include "trees/tree_pages.h"

#include <float.h>
#include <math.h>

#define NONE UINT32_MAX
#define SLACK 0.01 /* points: of rounding */

enum { MOST_ROWS = 200 }; /* of an outline; what is deeper counts to the last of them */

typedef struct span {
    double left, right;
} span;

typedef struct outline {
    span *rows;
    size_t count;
    size_t depth; /* rows in truth */
    span all;     /* of all rows */
} outline;

typedef struct limb {
    uint32_t node;
    uint32_t first, last, next; /* children and the next sibling; NONE */
    bool again;                 /* further children of the node, in a piece of their own */
    bool cut;                   /* its children stand in another piece */
    size_t piece;               /* the number of that piece */
    outline outline;            /* with its children, also if it is cut */
} limb;

typedef struct cutter {
    const tree_node *nodes;
    const tree_paper *paper;
    limb *limbs;
    size_t count, capacity;
    size_t most_rows; /* of a piece */
    arena *arena;
} cutter;

/* ---- outlines ---- */

static span span_of(const tree_node *n) {
    return (span){-n->w / 2 - n->pin, n->w / 2 - n->pin};
}

static span span_join(span a, span b) {
    return (span){fmin(a.left, b.left), fmax(a.right, b.right)};
}

/* What a child shows below its parent: itself and all below, itself and a mark, or the mark alone. */
static outline outline_shown(const cutter *c, const limb *l, span rows[2]) {
    const tree_paper *p = c->paper;
    span mark = {-p->mark_w / 2, p->mark_w / 2};
    if (!l->cut)
        return l->outline;
    if (l->again) {
        rows[0] = mark;
        return (outline){rows, 1, 1, mark};
    }
    rows[0] = span_of(&c->nodes[l->node]);
    rows[1] = mark;
    return (outline){rows, 2, 2, span_join(rows[0], mark)};
}

/* The outlines of children beside each other, as close as they go, against the pin of the first. */
typedef struct merged {
    span *rows;
    size_t count, depth;
    double last_pin;
    span all;
} merged;

static void merge(const cutter *c, merged *m, const outline *o, bool first) {
    double shift = first ? 0 : -DBL_MAX, gap = c->paper->options.sibling_gap;
    for (size_t r = 0; !first && r < m->count && r < o->count; r++)
        shift = fmax(shift, m->rows[r].right + gap - o->rows[r].left);
    for (size_t r = 0; r < o->count; r++) {
        span s = {o->rows[r].left + shift, o->rows[r].right + shift};
        m->rows[r] = r < m->count ? span_join(m->rows[r], s) : s;
    }
    span all = {o->all.left + shift, o->all.right + shift};
    m->all = first ? all : span_join(m->all, all);
    m->count = o->count > m->count ? o->count : m->count;
    m->depth = o->depth > m->depth ? o->depth : m->depth;
    m->last_pin = shift;
}

/* The outline of a limb with its children as they are shown. */
static outline outline_of(const cutter *c, const limb *l) {
    span top = span_of(&c->nodes[l->node]), two[2];
    size_t most = 0;
    for (uint32_t k = l->first; k != NONE; k = c->limbs[k].next) {
        size_t count = outline_shown(c, &c->limbs[k], two).count;
        most = count > most ? count : most;
    }
    span *rows = ARENA_ARRAY(c->arena, span, most + 1);
    merged m = {.rows = rows + 1};
    for (uint32_t k = l->first; k != NONE; k = c->limbs[k].next) {
        outline o = outline_shown(c, &c->limbs[k], two);
        merge(c, &m, &o, k == l->first);
    }
    rows[0] = top;
    for (size_t r = 1; r <= m.count; r++)
        rows[r] = (span){rows[r].left - m.last_pin / 2, rows[r].right - m.last_pin / 2};
    outline o = {rows, m.count + 1, m.depth + 1, top};
    if (m.count)
        o.all = span_join(top, (span){m.all.left - m.last_pin / 2, m.all.right - m.last_pin / 2});
    if (o.count > MOST_ROWS) {
        o.rows[MOST_ROWS - 1] = span_join(o.rows[MOST_ROWS - 1], o.rows[MOST_ROWS]);
        o.count = MOST_ROWS;
    }
    return o;
}

/* ---- cutting ---- */

static bool too_wide(const cutter *c, const outline *o) {
    return c->paper->width > 0 && o->all.right - o->all.left > c->paper->width + SLACK;
}

static double row_height(const cutter *c, size_t count) {
    double most = c->paper->mark_h;
    for (size_t k = 0; k < count; k++)
        most = fmax(most, c->nodes[k].h);
    return most;
}

static size_t depth_of(const cutter *c, size_t count) {
    uint32_t *depth = ARENA_ARRAY(c->arena, uint32_t, count), most = 0;
    for (size_t k = 1; k < count; k++) {
        depth[k] = depth[c->nodes[k].parent] + 1;
        most = depth[k] > most ? depth[k] : most;
    }
    return most + 1;
}

/* As many rows as the height holds, or fewer, so that the pieces of a deep tree get about the same depth. A piece that
 * is continued has a row of marks and repeats one row of nodes. */
static size_t rows_of_piece(const cutter *c, size_t count) {
    const tree_paper *p = c->paper;
    if (p->height <= 0)
        return SIZE_MAX;
    double gap = p->options.level_gap;
    double fitting = floor((p->height - p->head_h + gap) / (row_height(c, count) + gap) + 1e-6);
    size_t most = fitting > 3 ? (size_t)fitting : 3, rows = depth_of(c, count), pieces = 1;
    if (rows <= most)
        return most;
    while (pieces * (most - 2) + 2 < rows)
        pieces++;
    return (rows - 2 + pieces - 1) / pieces + 2;
}

static void cut_deep(cutter *c, const limb *l) {
    for (uint32_t k = l->first; k != NONE; k = c->limbs[k].next)
        if (c->limbs[k].first != NONE && c->limbs[k].outline.depth >= c->most_rows)
            c->limbs[k].cut = true;
}

static double width_of(const outline *o) {
    return o->all.right - o->all.left;
}

/* Cuts off the widest of the children, and those about as wide. False if none is left that has children. */
static bool cut_wide(cutter *c, const limb *l) {
    static const double alike = 0.9;
    double widest = -1;
    for (uint32_t k = l->first; k != NONE; k = c->limbs[k].next)
        if (!c->limbs[k].cut && c->limbs[k].first != NONE)
            widest = fmax(widest, width_of(&c->limbs[k].outline));
    for (uint32_t k = l->first; k != NONE; k = c->limbs[k].next)
        if (!c->limbs[k].cut && c->limbs[k].first != NONE)
            c->limbs[k].cut = width_of(&c->limbs[k].outline) >= widest * alike;
    return widest >= 0;
}

/* Leaves to limb `k` as many children as fit with a mark after them, and hangs the others on a new limb behind it. The
 * new limb, or NONE if only one child is left, which fits or never will. */
static uint32_t split_children(cutter *c, uint32_t k) {
    const tree_paper *p = c->paper;
    double used = p->mark_w;
    uint32_t last = NONE, next = c->limbs[k].first;
    span two[2];
    for (; next != NONE; next = c->limbs[next].next) {
        outline o = outline_shown(c, &c->limbs[next], two);
        used += width_of(&o) + p->options.sibling_gap;
        if (last != NONE && used > p->width)
            break;
        last = next;
    }
    if (last == NONE || next == NONE)
        return NONE;
    uint32_t more = (uint32_t)c->count;
    *ARENA_PUSH(c->arena, c, limbs, count, capacity) = (limb){
        .node = c->limbs[k].node, .first = next, .last = c->limbs[k].last, .next = NONE, .again = true, .cut = true};
    c->limbs[last].next = more;
    c->limbs[k].last = more;
    return more;
}

static void settle_limb(cutter *c, uint32_t k) {
    cut_deep(c, &c->limbs[k]);
    c->limbs[k].outline = outline_of(c, &c->limbs[k]);
    while (too_wide(c, &c->limbs[k].outline) && cut_wide(c, &c->limbs[k]))
        c->limbs[k].outline = outline_of(c, &c->limbs[k]);
    for (uint32_t more = k; more != NONE && too_wide(c, &c->limbs[more].outline);) {
        uint32_t rest = split_children(c, more);
        c->limbs[more].outline = outline_of(c, &c->limbs[more]);
        if (rest != NONE)
            c->limbs[rest].outline = outline_of(c, &c->limbs[rest]);
        more = rest;
    }
}

static cutter cutter_of(const tree_node *nodes, size_t count, const tree_paper *p, arena *a) {
    cutter c = {.nodes = nodes, .paper = p, .limbs = ARENA_ARRAY(a, limb, count), .arena = a};
    c.count = c.capacity = count;
    for (uint32_t k = 0; k < count; k++)
        c.limbs[k] = (limb){.node = k, .first = NONE, .last = NONE, .next = NONE};
    for (uint32_t k = 1; k < count; k++) {
        limb *parent = &c.limbs[nodes[k].parent];
        if (parent->last == NONE)
            parent->first = k;
        else
            c.limbs[parent->last].next = k;
        parent->last = k;
    }
    return c;
}

/* ---- pieces ---- */

typedef struct growth { /* of a piece: limbs still to be put in */
    uint32_t limb;
    size_t parent;
    bool mark;
} growth;

typedef struct builder {
    const cutter *c;
    tree_pieces *out;
    size_t twig_capacity, place_capacity, limb_capacity;
    uint32_t *limbs; /* of the twigs of the piece in work */
    growth *stack;
    size_t depth, stack_capacity;
    arena *arena;
} builder;

static void push_growth(builder *b, uint32_t limb, size_t parent, bool mark) {
    *ARENA_PUSH(b->arena, b, stack, depth, stack_capacity) = (growth){limb, parent, mark};
}

/* The children of a limb, so that the first comes off the stack first. */
static void push_children(builder *b, uint32_t k, size_t parent) {
    size_t from = b->depth;
    for (uint32_t kid = b->c->limbs[k].first; kid != NONE; kid = b->c->limbs[kid].next)
        push_growth(b, kid, parent, b->c->limbs[kid].again);
    for (size_t low = from, high = b->depth; low + 1 < high; low++) {
        growth swap = b->stack[low];
        b->stack[low] = b->stack[--high];
        b->stack[high] = swap;
    }
}

static size_t add_twig(builder *b, tree_piece *p, const growth *g) {
    const limb *l = &b->c->limbs[g->limb];
    const tree_paper *paper = b->c->paper;
    const tree_node *n = &b->c->nodes[l->node];
    size_t k = p->count++;
    p->twigs = arena_grow(b->arena, p->twigs, &b->twig_capacity, p->count, sizeof *p->twigs);
    p->places = arena_grow(b->arena, p->places, &b->place_capacity, p->count, sizeof *p->places);
    b->limbs = arena_grow(b->arena, b->limbs, &b->limb_capacity, p->count, sizeof *b->limbs);
    p->twigs[k] = (tree_twig){.node = l->node};
    p->places[k] = (tree_node){.parent = g->parent, .w = n->w, .h = n->h, .pin = n->pin};
    if (g->mark)
        p->places[k] = (tree_node){.parent = g->parent, .w = paper->mark_w, .h = paper->mark_h};
    b->limbs[k] = g->mark ? g->limb : NONE;
    return k;
}

static void grow_piece(builder *b, tree_piece *p, uint32_t root) {
    p->twigs = NULL;
    p->places = NULL;
    p->count = b->twig_capacity = b->place_capacity = 0;
    b->depth = 0;
    push_growth(b, root, 0, false);
    while (b->depth) {
        growth g = b->stack[--b->depth];
        size_t k = add_twig(b, p, &g);
        if (g.mark)
            continue;
        if (b->c->limbs[g.limb].cut && k)
            push_growth(b, g.limb, k, true);
        else
            push_children(b, g.limb, k);
    }
    tree_extent e = tree_place(p->places, p->count, b->c->paper->options, b->c->arena);
    p->w = e.w;
    p->h = e.h;
}

/* Outlines are merged from left to right, the layout spreads what stands between; should that come out wider, one more
 * subtree goes: that with about half of the twigs. */
static bool cut_more(cutter *c, const tree_piece *p, size_t *below) {
    size_t best = 0, half = p->count / 2;
    for (size_t k = 0; k < p->count; k++)
        below[k] = 1;
    for (size_t k = p->count; k-- > 1;)
        below[p->places[k].parent] += below[k];
    for (size_t k = 1; k < p->count; k++) {
        if (p->twigs[k].to || below[k] < 3 || c->limbs[p->twigs[k].node].cut)
            continue;
        size_t off = below[k] > half ? below[k] - half : half - below[k];
        size_t best_off = below[best] > half ? below[best] - half : half - below[best];
        if (!best || off < best_off)
            best = k;
    }
    if (best)
        c->limbs[p->twigs[best].node].cut = true;
    return best != 0;
}

typedef struct roots { /* of pieces still to be made */
    struct {
        uint32_t limb;
        size_t from; /* number of the piece that it comes from */
    } * items;
    size_t count, capacity;
} roots;

/* Pieces are numbered so that those which hang on one follow it. */
static void make_pieces(cutter *c, tree_pieces *out, arena *a) {
    builder b = {.c = c, .out = out, .arena = a};
    roots left = {0};
    ARENA_PUSH(a, &left, items, count, capacity)->limb = 0;
    left.items[0].from = 0;
    while (left.count) {
        uint32_t root = left.items[--left.count].limb;
        tree_piece p = {.from = left.items[left.count].from};
        grow_piece(&b, &p, root);
        while (c->paper->width > 0 && p.w > c->paper->width + SLACK &&
               cut_more(c, &p, ARENA_ARRAY(c->arena, size_t, p.count)))
            grow_piece(&b, &p, root);
        c->limbs[root].piece = out->count + 1;
        for (size_t k = p.count; k-- > 0;) {
            if (b.limbs[k] == NONE)
                continue;
            p.twigs[k].to = b.limbs[k] + (size_t)1; /* the limb for now: its number comes later */
            left.items = arena_grow(a, left.items, &left.capacity, left.count + 1, sizeof *left.items);
            left.items[left.count].limb = b.limbs[k];
            left.items[left.count++].from = out->count + 1;
        }
        *ARENA_PUSH(a, out, items, count, capacity) = p;
    }
    for (size_t n = 0; n < out->count; n++)
        for (size_t k = 0; k < out->items[n].count; k++)
            if (out->items[n].twigs[k].to)
                out->items[n].twigs[k].to = c->limbs[out->items[n].twigs[k].to - 1].piece;
}

/* Trees stand beside each other as long as they fit. */
static void share_parts(tree_pieces *t, const tree_paper *p) {
    double x = 0;
    bool many = t->count > 1;
    for (size_t k = 0; k < t->count; k++) {
        tree_piece *piece = &t->items[k];
        double w = fmax(piece->w, many ? p->head_w : 0);
        if (k && p->width > 0 && x + w > p->width + SLACK) {
            t->part_count++;
            x = 0;
        }
        piece->part = t->part_count;
        piece->left = x;
        piece->right = x + w;
        piece->x = x + (w - piece->w) / 2;
        piece->y = many ? p->head_h : 0;
        x += w + p->piece_gap;
    }
    t->part_count++;
}

tree_pieces *tree_in_one(const tree_node *nodes, size_t count, const tree_paper *p, arena *a) {
    tree_pieces *t = ARENA_NEW(a, tree_pieces);
    tree_piece *whole = ARENA_PUSH(a, t, items, count, capacity);
    *whole = (tree_piece){
        .twigs = ARENA_ARRAY(a, tree_twig, count), .places = ARENA_ARRAY(a, tree_node, count), .count = count};
    for (size_t k = 0; k < count; k++) {
        whole->twigs[k].node = k;
        whole->places[k] = nodes[k];
    }
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    tree_extent e = tree_place(whole->places, count, p->options, scratch);
    arena_back(scratch, start);
    whole->w = e.w;
    whole->h = e.h;
    whole->right = e.w;
    t->part_count = 1;
    return t;
}

bool tree_fits(const tree_pieces *t, const tree_paper *p) {
    const tree_piece *whole = &t->items[0];
    return (p->width <= 0 || whole->w <= p->width + SLACK) && (p->height <= 0 || whole->h <= p->height + SLACK);
}

tree_pieces *tree_in_pieces(const tree_node *nodes, size_t count, const tree_paper *p, arena *a) {
    tree_pieces *t = ARENA_NEW(a, tree_pieces);
    if (!count)
        return t;
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    cutter c = cutter_of(nodes, count, p, scratch);
    c.most_rows = rows_of_piece(&c, count);
    for (uint32_t k = (uint32_t)count; k-- > 0;)
        settle_limb(&c, k);
    make_pieces(&c, t, a);
    arena_back(scratch, start);
    share_parts(t, p);
    return t;
}
