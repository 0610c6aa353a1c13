/*         [8]              boxes while the costs fit
 *     /  |   |  \
 *   [4] [4] [4] [4]
 *   /|\\ …      //|\
 *   ▪▪▪▪ ▪▪▪▪ … ▪▪▪▪       marks while the nodes do
 *   /|\\           /|\
 *   ▪▪▪▪ … 256 of them … ▪▪▪▪
 *
 * The one tree layout places them; an elided level hangs from the first and the last node above it. */
#include "trees/cost_nodes.h"

#include "number.h"

#include <math.h>

enum { BOX_H = 20, MARK_H = 5, FAN = 4, MOST_NODES = 400 };
static const double mark_w = 2.6, mark_gap = 0.9, family_gap = 0.8, box_pad = 3.6, least_box = 13, least_gap = 2.4,
                    most_gap = 22;

static text_style cost_style(const drawing *d) {
    return drawing_style(FACE_ROMAN, d->t->type.table_cell, d->t->color.ink);
}

/* "T(4)", what a node is called that is not expanded yet. */
static piece call_piece(drawing *d, const level_look *look) {
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "size", datum_text(d->a, number_shown(look->size, d->a)));
    str key = drawing_say(d, "figure.cost-tree.call", facts);
    return drawing_label(d, key, drawing_style(FACE_ROMAN, d->t->type.index, d->t->color.ink));
}

static piece node_piece(drawing *d, const cost_level *l) {
    enum { WIDEST = 60 };
    if (l->calls)
        return call_piece(d, l->look);
    return drawing_value(d, l->look->each, STR(""), WIDEST, cost_style(d));
}

static double box_width(drawing *d, const cost_level *l) {
    return fmax(least_box, node_piece(d, l).width + 2 * box_pad);
}

/* "… 1024 of them", in a tree of that width; in a very narrow one the number alone. */
static piece count_piece(drawing *d, const level_look *look, double width) {
    enum { WIDEST = 90, LEAST = 34 };
    text_style style = drawing_style(FACE_ROMAN, d->t->type.label, d->t->color.ink);
    double gap = style.size * 0.3;
    piece parts[] = {drawing_label(d, drawing_say(d, "figure.cost-tree.elided.before", NULL), style),
                     {0},
                     drawing_label(d, drawing_say(d, "figure.cost-tree.elided.after", NULL), style)};
    double room = width - parts[0].width - parts[2].width - 2 * gap;
    bool words = room >= LEAST;
    parts[1] = drawing_value(d, look->nodes, STR(""), fmin(WIDEST, words ? room : width), style);
    piece all = {.scene = scene_new(d->a)};
    for (size_t k = words ? 0 : 1; k < (words ? 3u : 2u); k++) {
        all.width += all.width > 0 ? gap : 0;
        scene_place(all.scene, parts[k].scene, all.width, 0, 1, STR(""));
        all.width += parts[k].width;
        all.ascent = fmax(all.ascent, parts[k].ascent);
        all.descent = fmax(all.descent, parts[k].descent);
    }
    return all;
}

/* ---- which form ---- */

static double families(size_t count, size_t above) {
    return above ? family_gap * 2 * (double)(above < count ? above : count) : 0;
}

static level_form form_of(drawing *d, cost_level *l, const cost_level *above, size_t nodes, size_t nodes_above,
                          double width) {
    if (!l->look->nodes.len)
        return LEVEL_EMPTY;
    bool whole = above ? above->form <= LEVEL_MARKS && nodes_above && nodes % nodes_above == 0 : true;
    if (nodes > MOST_NODES || !whole)
        return LEVEL_ELIDED;
    l->box_w = box_width(d, l);
    bool known = l->calls ? l->look->size.len > 0 : true;
    if (known && (l->box_w + least_gap) * (double)nodes <= width && (!above || above->form == LEVEL_BOXES))
        return LEVEL_BOXES;
    double marks = (mark_w + mark_gap) * (double)nodes + families(nodes, nodes_above);
    return marks <= width ? LEVEL_MARKS : LEVEL_ELIDED;
}

static void choose_forms(drawing *d, cost_nodes *n, double width) {
    size_t above = 0;
    for (size_t k = 0; k < n->level_count; k++) {
        cost_level *l = &n->levels[k];
        size_t nodes = level_count(l->look->nodes, MOST_NODES);
        l->form = form_of(d, l, k ? l - 1 : NULL, nodes, above, width);
        l->count = l->form <= LEVEL_MARKS ? nodes : 0;
        if (l->form == LEVEL_ELIDED)
            l->count_text = count_piece(d, l->look, width);
        above = l->count;
    }
}

/* The boxes of the widest level of boxes share out the room. */
static double box_gap(const cost_nodes *n, double width) {
    double gap = most_gap;
    for (size_t k = 0; k < n->level_count; k++) {
        const cost_level *l = &n->levels[k];
        if (l->form == LEVEL_BOXES && l->count > 1)
            gap = fmin(gap, (width - l->box_w * (double)l->count) / (double)l->count);
    }
    return fmax(gap, least_gap);
}

/* ---- nodes ---- */

static void add_node(drawing *d, cost_nodes *n, size_t parent, double w, double pin) {
    *ARENA_PUSH(d->a, n, nodes, node_count, capacity) = (tree_node){.parent = parent, .w = w, .h = 1, .pin = pin};
}

/* `count` marks under one node, with room between families. */
static void add_family(drawing *d, cost_nodes *n, size_t parent, size_t count) {
    for (size_t k = 0; k < count; k++) {
        bool first = k == 0, last = k + 1 == count;
        double w = mark_w + (first ? family_gap : 0) + (last ? family_gap : 0);
        double pin = first == last ? 0 : first ? family_gap / 2 : -family_gap / 2;
        add_node(d, n, parent, w, pin);
    }
}

static void add_whole(drawing *d, cost_nodes *n, cost_level *l, const cost_level *above, double gap) {
    size_t families = above ? above->count : 1, each = families ? l->count / families : 0;
    for (size_t p = 0; p < families; p++) {
        size_t parent = above ? above->first + p : 0;
        if (l->form == LEVEL_MARKS) {
            add_family(d, n, parent, each);
            continue;
        }
        for (size_t k = 0; k < each; k++)
            add_node(d, n, parent, l->box_w + gap, 0);
    }
}

/* How many children each node above has, no more than are drawn of them. */
static size_t fan_of(const drawing *d, const cost_level *l, const cost_level *above) {
    number *each = number_from_canonical(d->a, l->look->nodes), *over = number_from_canonical(d->a, above->look->nodes);
    if (!each || !over || number_sign(over) <= 0)
        return FAN;
    fmpq_div(each->q, each->q, over->q);
    return number_is_integer(each) && fmpz_cmp_si(fmpq_numref(each->q), FAN) < 0
               ? (size_t)fmpz_get_ui(fmpq_numref(each->q))
               : FAN;
}

/* Children of the first and of the last node above; under a single node, the count stands among them. */
static void add_elided(drawing *d, cost_nodes *n, cost_level *l, const cost_level *above) {
    size_t first = above->first, last = above->first + above->count - 1, fan = fan_of(d, l, above);
    add_family(d, n, first, first == last ? FAN - 1 : fan);
    if (first == last)
        add_node(d, n, first, l->count_text.width + 10, 0);
    add_family(d, n, last, first == last ? FAN - 1 : fan);
}

static void add_nodes(drawing *d, cost_nodes *n, double gap) {
    for (size_t k = 0; k < n->level_count; k++) {
        cost_level *l = &n->levels[k], *above = k ? l - 1 : NULL;
        l->first = n->node_count;
        if (l->form <= LEVEL_MARKS)
            add_whole(d, n, l, above, gap);
        else if (l->form == LEVEL_ELIDED && above && above->form <= LEVEL_MARKS && above->count)
            add_elided(d, n, l, above);
        l->count = n->node_count - l->first;
    }
}

static bool is_count_text(const cost_nodes *n, const cost_level *l, size_t node) {
    const cost_level *above = l - 1;
    return l->form == LEVEL_ELIDED && l > n->levels && above->count == 1 && node == l->first + FAN - 1;
}

/* Where there is no room for the count between the first and the last marks, it stands alone. */
static void drop_fans(const cost_nodes *n, cost_level *l) {
    if (l->form != LEVEL_ELIDED || l->count < 2 || is_count_text(n, l, l->first + FAN - 1))
        return;
    const tree_node *left = &n->nodes[l->first + l->count / 2 - 1], *right = left + 1;
    if (right->x - left->x - left->w < l->count_text.width + 8)
        l->count = 0;
}

cost_nodes cost_nodes_place(drawing *d, const levels_look *look, size_t count, size_t expanded, double width) {
    cost_nodes n = {.levels = ARENA_ARRAY(d->a, cost_level, count), .level_count = count};
    for (size_t k = 0; k < count; k++)
        n.levels[k] = (cost_level){.look = &look->levels[k], .calls = k >= expanded};
    choose_forms(d, &n, width);
    add_nodes(d, &n, box_gap(&n, width));
    if (n.node_count)
        n.width = tree_place(n.nodes, n.node_count, (tree_options){.sibling_gap = mark_gap, .aligned = true}, d->a).w;
    for (size_t k = 0; k < count; k++) {
        n.width = fmax(n.width, n.levels[k].form == LEVEL_ELIDED ? n.levels[k].count_text.width : 0);
        drop_fans(&n, &n.levels[k]);
    }
    return n;
}

/* ---- drawing ---- */

/* The middle of a node. */
static double node_x(const tree_node *node) {
    return node->x + node->w / 2 + node->pin;
}

static double half_height(const cost_level *l) {
    return l->form == LEVEL_BOXES ? BOX_H / 2.0 : MARK_H / 2.0;
}

static void draw_edges(const drawing *d, scene *s, const cost_nodes *n, size_t level, double x, const double *y) {
    const cost_level *l = &n->levels[level];
    if (!level || !l->count)
        return;
    bool fine = l->form != LEVEL_BOXES;
    paint line = paint_stroke(fine ? d->t->color.mute : d->t->color.ink, fine ? 0.4 : d->t->stroke.tree_edge);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t k = l->first; k < l->first + l->count; k++) {
        if (is_count_text(n, l, k))
            continue;
        const tree_node *node = &n->nodes[k], *parent = &n->nodes[node->parent];
        scene_line(s, (point){x + node_x(parent), y[level - 1] + half_height(l - 1)},
                   (point){x + node_x(node), y[level] - half_height(l)}, line);
    }
    scene_close(s);
}

static void draw_box(drawing *d, scene *s, const cost_level *l, double x, double y) {
    box b = {x - l->box_w / 2, y - BOX_H / 2.0, l->box_w, BOX_H};
    state st = l->calls ? STATE_UNUSED : l->look->current ? STATE_CURRENT : STATE_PLAIN;
    scene_rect(s, b, d->t->space.radius, state_paint(d, st));
    piece cost = node_piece(d, l);
    if (l->calls || l->look->each.len)
        drawing_put_middle(s, &cost, (point){b.x + b.w / 2, y}, ANCHOR_CENTRE);
}

static void draw_mark(const drawing *d, scene *s, const cost_level *l, const tree_node *node, double x, double y) {
    box b = {x + node_x(node) - mark_w / 2, y - MARK_H / 2.0, mark_w, MARK_H};
    bool open = l->calls;
    scene_rect(s, b, 0, open ? paint_both((color){255, 255, 255}, d->t->color.ink, 0.4) : paint_fill(d->t->color.ink));
}

/* Where the count stands: between the first and the last marks, or in the middle of the tree. */
static double count_x(const cost_nodes *n, const cost_level *l) {
    for (size_t k = l->first; k < l->first + l->count; k++)
        if (is_count_text(n, l, k))
            return node_x(&n->nodes[k]);
    return n->width / 2;
}

void cost_nodes_draw(drawing *d, scene *s, const cost_nodes *n, size_t level, double x, const double *y) {
    const cost_level *l = &n->levels[level];
    draw_edges(d, s, n, level, x, y);
    for (size_t k = l->first; k < l->first + l->count; k++) {
        if (is_count_text(n, l, k))
            continue;
        if (l->form == LEVEL_BOXES)
            draw_box(d, s, l, x + node_x(&n->nodes[k]), y[level]);
        else
            draw_mark(d, s, l, &n->nodes[k], x, y[level]);
    }
    if (l->form == LEVEL_ELIDED)
        drawing_put_middle(s, &l->count_text, (point){x + count_x(n, l), y[level]}, ANCHOR_CENTRE);
}

void cost_nodes_draw_alone(drawing *d, scene *s, const level_look *look, bool calls, point middle, double width) {
    if (!look->nodes.len)
        return;
    if (!str_is(look->nodes, "1")) {
        piece count = count_piece(d, look, width);
        drawing_put_middle(s, &count, middle, ANCHOR_CENTRE);
        return;
    }
    cost_level one = {.look = look, .calls = calls};
    one.box_w = box_width(d, &one);
    draw_box(d, s, &one, middle.x, middle.y);
}
