/* The tree layout.
 *
 *   nodes: 0 is the root, parents before children       so a walk down the indices is a walk up the tree: children are
 *   ┌───┬───┬───┬───┬───┐                                ready before their parent, and no stack is needed
 *   │ 0 │ 1 │ 2 │ 3 │ 4 │
 *   └───┴───┴───┴───┴───┘                     left contour        right contour
 *   kids: the children of node k are                 ┌────┐
 *   kids[spot[k].first … + spot[k].count)            └────┘
 *                                               ┌──┐      ┌──────┐
 *   spot[k].lean    x against the parent's       └──┘      │      │   A contour goes from child to child; where a
 *   spot[k].shift   added to k and all below it    :       └──────┘   subtree ends early, a thread leads on from its
 *                                                  :......┌──┐        lowest node into the neighbour that goes deeper.
 *                                                  thread └──┘
 *
 * Absolute x of a node = its lean + the shifts of itself and of everything above it. */
#include "tree.h"

#include <float.h>

/* Indices inside the work are of 32 bits: its memory is what the time goes into. */
#define NOWHERE UINT32_MAX

typedef struct tree_spot {
    double lean, shift;
    double spread, settle;              /* extra room between siblings that is still to be handed out */
    double lowest;                      /* y where this node and the gap below it end */
    double left_shift, right_shift;     /* sums of shifts from here down to the ends of the contours */
    uint32_t left_end, right_end;       /* lowest nodes of the left and of the right contour */
    uint32_t left_thread, right_thread; /* of a leaf: where the contour goes on */
    uint32_t first, count;              /* children */
} tree_spot;

/* How deep the siblings placed so far reach, seen from the right: a list that falls in depth from its end. */
typedef struct tree_reach {
    double lowest;
    uint32_t sibling;
} tree_reach;

typedef struct tree_work {
    tree_node *nodes;
    tree_spot *spots;
    uint32_t *kids;
    tree_reach *reach;
    size_t reach_count;
    size_t count;
    double gap; /* between siblings */
} tree_work;

static void tree_list_children(tree_work *w) {
    for (size_t k = 1; k < w->count; k++)
        w->spots[w->nodes[k].parent].count++;
    uint32_t first = 0;
    for (size_t k = 0; k < w->count; k++) {
        w->spots[k].first = first;
        first += w->spots[k].count;
        w->spots[k].count = 0;
    }
    for (uint32_t k = 1; k < w->count; k++) {
        tree_spot *parent = &w->spots[w->nodes[k].parent];
        w->kids[parent->first + parent->count++] = k;
    }
}

/* Heights do not depend on the horizontal work. Returns the extent but for its width. */
static tree_extent tree_stack_levels(tree_work *w, tree_options o, arena *a) {
    tree_extent extent = {0};
    size_t *depth = ARENA_ARRAY(a, size_t, w->count);
    for (size_t k = 1; k < w->count; k++)
        depth[k] = depth[w->nodes[k].parent] + 1;
    for (size_t k = 0; k < w->count; k++)
        if (depth[k] >= extent.depth)
            extent.depth = depth[k] + 1;
    double *top = ARENA_ARRAY(a, double, extent.depth + 1);
    for (size_t k = 0; k < w->count; k++)
        if (w->nodes[k].h > top[depth[k] + 1])
            top[depth[k] + 1] = w->nodes[k].h;
    for (size_t d = 1; d <= extent.depth; d++)
        top[d] += top[d - 1] + o.level_gap;
    for (size_t k = 0; k < w->count; k++) {
        tree_node *node = &w->nodes[k];
        if (o.aligned) {
            node->y = top[depth[k]];
            w->spots[k].lowest = top[depth[k] + 1];
        } else {
            node->y = k == 0 ? 0 : w->spots[node->parent].lowest;
            w->spots[k].lowest = node->y + node->h + o.level_gap;
        }
        if (node->y + node->h > extent.h)
            extent.h = node->y + node->h;
    }
    return extent;
}

static uint32_t tree_next_left(const tree_work *w, uint32_t k) {
    const tree_spot *s = &w->spots[k];
    return s->count ? w->kids[s->first] : s->left_thread;
}

static uint32_t tree_next_right(const tree_work *w, uint32_t k) {
    const tree_spot *s = &w->spots[k];
    return s->count ? w->kids[s->first + s->count - 1] : s->right_thread;
}

/* Moves child `i` of `parent` to the right; the children between it and `against`, which it met, share the room. */
static void tree_push(tree_work *w, uint32_t parent, uint32_t i, uint32_t against, double distance) {
    const uint32_t *kids = &w->kids[w->spots[parent].first];
    tree_spot *moved = &w->spots[kids[i]];
    moved->shift += distance;
    moved->left_shift += distance;
    moved->right_shift += distance;
    if (against + 1 == i)
        return;
    double share = distance / (double)(i - against);
    w->spots[kids[against + 1]].spread += share;
    moved->spread -= share;
    moved->settle -= distance - share;
}

/* The placed siblings end first: the left contour of all goes on in the new child's. */
static void tree_thread_left(tree_work *w, uint32_t parent, uint32_t i, uint32_t into, double shifts) {
    const uint32_t *kids = &w->kids[w->spots[parent].first];
    tree_spot *front = &w->spots[kids[0]], *added = &w->spots[kids[i]];
    tree_spot *end = &w->spots[front->left_end];
    end->left_thread = into;
    /* The thread's own shift makes the sum of shifts right for `into`; the node itself stays where it is. */
    double more = shifts - w->spots[into].shift - front->left_shift;
    end->shift += more;
    end->lean -= more;
    front->left_end = added->left_end;
    front->left_shift = added->left_shift;
}

static void tree_thread_right(tree_work *w, uint32_t parent, uint32_t i, uint32_t into, double shifts) {
    const uint32_t *kids = &w->kids[w->spots[parent].first];
    tree_spot *before = &w->spots[kids[i - 1]], *added = &w->spots[kids[i]];
    tree_spot *end = &w->spots[added->right_end];
    end->right_thread = into;
    double more = shifts - w->spots[into].shift - added->right_shift;
    end->shift += more;
    end->lean -= more;
    added->right_end = before->right_end;
    added->right_shift = before->right_shift;
}

/* Moves child `i` just clear of the siblings before it: the two facing contours are walked down together. */
static void tree_separate(tree_work *w, uint32_t parent, uint32_t i) {
    const uint32_t *kids = &w->kids[w->spots[parent].first];
    uint32_t left = kids[i - 1], right = kids[i];
    double left_shifts = w->spots[left].shift, right_shifts = w->spots[right].shift;
    const tree_reach *reach = &w->reach[w->reach_count - 1];
    for (bool first = true; left != NOWHERE && right != NOWHERE; first = false) {
        const tree_spot *l = &w->spots[left], *r = &w->spots[right];
        while (l->lowest > reach->lowest && reach > w->reach)
            reach--;
        double distance = left_shifts + l->lean + w->nodes[left].w + w->gap - right_shifts - r->lean;
        if (distance > 0 || first) {
            right_shifts += distance;
            tree_push(w, parent, i, reach->sibling, distance);
        }
        double left_lowest = l->lowest, right_lowest = r->lowest;
        if (left_lowest <= right_lowest) {
            left = tree_next_right(w, left);
            if (left != NOWHERE)
                left_shifts += w->spots[left].shift;
        }
        if (left_lowest >= right_lowest) {
            right = tree_next_left(w, right);
            if (right != NOWHERE)
                right_shifts += w->spots[right].shift;
        }
    }
    if (left == NOWHERE && right != NOWHERE)
        tree_thread_left(w, parent, i, right, right_shifts);
    else if (left != NOWHERE && right == NOWHERE)
        tree_thread_right(w, parent, i, left, left_shifts);
}

/* Siblings that end higher than `lowest` are hidden behind the one that is added. */
static void tree_note_reach(tree_work *w, double lowest, uint32_t sibling) {
    while (w->reach_count && lowest >= w->reach[w->reach_count - 1].lowest)
        w->reach_count--;
    w->reach[w->reach_count++] = (tree_reach){lowest, sibling};
}

/* From the left edge of the box. */
static double tree_pin(const tree_node *n) {
    return n->w / 2 + n->pin;
}

static void tree_join_children(tree_work *w, uint32_t k) {
    tree_spot *s = &w->spots[k];
    if (s->count == 0) {
        s->left_end = s->right_end = k;
        return;
    }
    const uint32_t *kids = &w->kids[s->first];
    w->reach_count = 0;
    tree_note_reach(w, w->spots[w->spots[kids[0]].left_end].lowest, 0);
    for (uint32_t i = 1; i < s->count; i++) {
        double lowest = w->spots[w->spots[kids[i]].right_end].lowest; /* asked before threads move the end */
        tree_separate(w, k, i);
        tree_note_reach(w, lowest, i);
    }
    uint32_t a = kids[0], z = kids[s->count - 1];
    const tree_spot *front = &w->spots[a], *back = &w->spots[z];
    double from = front->lean + front->shift + tree_pin(&w->nodes[a]);
    double to = back->lean + back->shift + tree_pin(&w->nodes[z]);
    s->lean = (from + to) / 2 - tree_pin(&w->nodes[k]);
    s->left_end = front->left_end;
    s->left_shift = front->left_shift;
    s->right_end = back->right_end;
    s->right_shift = back->right_shift;
}

/* From shifts to places, handing out what siblings share. Leaves the sum of shifts in each `shift`. */
static void tree_settle(tree_work *w, size_t k) {
    tree_spot *s = &w->spots[k];
    w->nodes[k].x = s->lean + s->shift;
    double step = 0, moved = 0;
    for (size_t i = 0; i < s->count; i++) {
        tree_spot *kid = &w->spots[w->kids[s->first + i]];
        step += kid->spread;
        moved += step + kid->settle;
        kid->shift += s->shift + moved;
    }
}

tree_extent tree_place(tree_node *nodes, size_t count, tree_options o, arena *a) {
    if (count == 0)
        return (tree_extent){0};
    tree_work w = {
        .nodes = nodes,
        .spots = ARENA_ARRAY(a, tree_spot, count),
        .kids = ARENA_ARRAY(a, uint32_t, count),
        .reach = ARENA_ARRAY(a, tree_reach, count),
        .count = count,
        .gap = o.sibling_gap,
    };
    for (size_t k = 0; k < count; k++)
        w.spots[k].left_thread = w.spots[k].right_thread = NOWHERE;
    tree_list_children(&w);
    tree_extent extent = tree_stack_levels(&w, o, a);
    for (size_t k = count; k-- > 0;)
        tree_join_children(&w, (uint32_t)k);
    double least = DBL_MAX, most = -DBL_MAX;
    for (size_t k = 0; k < count; k++) {
        tree_settle(&w, k);
        least = nodes[k].x < least ? nodes[k].x : least;
        most = nodes[k].x + nodes[k].w > most ? nodes[k].x + nodes[k].w : most;
    }
    for (size_t k = 0; k < count; k++)
        nodes[k].x -= least;
    extent.w = most - least;
    return extent;
}
