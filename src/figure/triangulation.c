/* The order of a chain of matrices as a polygon cut into triangles: matrix i is the side between p(i−1) and p(i), a
 * product is the triangle over its first, its middle and its last dimension, and its cost is the product of its
 * corners.
 *
 *               p1 ───── p2                    edge made   product       corners      cost
 *        A1   /  \   1   │  A2 …             1  p1 p3       A2 A3      35 × 15 × 5   2625
 *           /   2  \     │                   2  p0 p3       A1 … A3    30 × 35 × 5   5250
 *         p0 - - - - - - p3                                                   sum    7875
 *             A1 … A3
 *
 * Triangles are numbered in the order in which the products are made; neighbours differ by their ground. The side that
 * is the whole product is dashed. The table stands beside the polygon, below it, or in a part of its own. */
#include "draw/fit.h"
#include "expr.h"
#include "grid.h"
#include "number.h"
#include "ring.h"
#include "trees/product.h"
#include "trees/twigs.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

enum { CORNERS = 3, COLUMNS = 5, ROW_H = 21, HEAD_H = 18, COLUMN_GAP = 12, BESIDE_GAP = 26, BELOW_GAP = 12 };
enum { MARK, TRIANGLE, PRODUCT, WORK, COST }; /* columns */

typedef struct triangle {
    size_t twig;
    size_t corners[CORNERS]; /* dimensions */
    size_t number;           /* in the order of the products, from 1 */
    bool open;               /* drawn: on the way back, only what it has reached */
    bool current;            /* what the way back reaches just now */
    point at;                /* centre of the circle inside */
    double room;             /* its radius */
    str cost;
} triangle;

typedef struct triangulation {
    drawing *d;
    twigs tree;
    str *dims;
    size_t n; /* matrices */
    triangle *triangles;
    size_t count;
    size_t *of_twig; /* the number of its triangle among `triangles` */
    ring_vertex *places;
    piece *labels, *sides;
    ring_extent extent;
    double scale;
    double widths[COLUMNS];
    double type; /* × the sizes in the table */
    bool table;
    bool brief;  /* corners have their names alone */
    bool narrow; /* the table leaves the names of the corners out */
} triangulation;

static bool triangulation_draws(const story_run *r) {
    return r->solution_count > 0 && r->solutions[0].node->size.len > 0;
}

/* ---- what is drawn ---- */

static size_t leaf_count(drawing *d, const story_node *root) {
    twigs tree = {.d = d};
    return twigs_collect(&tree, root, "triangulation") ? tree.items[0].leaf_count : 0;
}

static const story_node *root_of(drawing *d) {
    const story_run *run = d->q->moment->run;
    int64_t wanted = drawing_param_integer(d, "solution", 1);
    str order = drawing_param(d, "order");
    if (wanted < 1 || (size_t)wanted > run->solution_count) {
        error_plain(d->q->error, figure_param_status(d->q), "figure triangulation: solution %lld of %zu",
                    (long long)wanted, run->solution_count);
        return NULL;
    }
    const story_node *root = run->solutions[wanted - 1].node,
                     *other = order.len ? product_in_order(d, root, order) : root;
    if (other && leaf_count(d, other) != leaf_count(d, root))
        error_plain(d->q->error, figure_param_status(d->q), "figure triangulation: order=%.*s is to have all factors",
                    STR_ARG(order));
    return error_set(d->q->error) ? NULL : other;
}

static bool collect_dims(triangulation *x) {
    drawing *d = x->d;
    x->n = x->tree.items[0].leaf_count;
    x->dims = ARENA_ARRAY(d->a, str, x->n + 1);
    for (size_t k = 0; k < x->tree.count; k++) {
        const twig *t = &x->tree.items[k];
        if (t->kid_count)
            continue;
        if (!size_parts(t->node->size, &x->dims[t->first_leaf], &x->dims[t->first_leaf + 1]))
            return error_plain(d->q->error, STATUS_INPUT, "figure triangulation: a leaf of the tree has no size");
    }
    return true;
}

static str cost_of(const triangulation *x, const triangle *t) {
    drawing *d = x->d;
    str text = str_format(d->a, "%.*s*%.*s*%.*s", STR_ARG(x->dims[t->corners[0]]), STR_ARG(x->dims[t->corners[1]]),
                          STR_ARG(x->dims[t->corners[2]]));
    const source where = {STR("<size>"), text};
    expr *e = expr_read(&where, 0, text.len, d->a, d->q->error);
    number *value = e ? expr_value(e, NULL, 0, &where, d->a, d->q->error) : NULL;
    return value ? number_text(value, d->a) : STR("");
}

/* Products are numbered part by part from the left, each after what it joins. */
static void number_products(triangulation *x) {
    size_t *before = ARENA_ARRAY(x->d->a, size_t, x->tree.count);
    for (size_t k = 0; k < x->tree.count; k++) {
        const twig *t = &x->tree.items[k];
        if (t->kid_count < 2)
            continue;
        before[t->kids[0]] = before[k];
        before[t->kids[1]] = before[k] + x->tree.items[t->kids[0]].leaf_count - 1;
        x->triangles[x->of_twig[k]].number = before[k] + t->leaf_count - 1;
    }
}

static void collect_triangles(triangulation *x) {
    const story_step *step = x->d->q->moment->step;
    size_t reached = step && step->kind == STEP_BACK && !drawing_param(x->d, "order").len ? step->number : SIZE_MAX;
    reached = reached < x->n - 1 ? reached : SIZE_MAX; /* the last step shows the whole */
    x->triangles = ARENA_ARRAY(x->d->a, triangle, x->n);
    x->of_twig = ARENA_ARRAY(x->d->a, size_t, x->tree.count);
    for (size_t k = 0; k < x->tree.count; k++) {
        const twig *t = &x->tree.items[k];
        if (t->kid_count < 2)
            continue;
        x->of_twig[k] = x->count;
        triangle *g = &x->triangles[x->count++];
        *g = (triangle){.twig = k, .open = x->count <= reached, .current = x->count == reached};
        g->corners[0] = t->first_leaf;
        g->corners[1] = t->first_leaf + x->tree.items[t->kids[0]].leaf_count;
        g->corners[2] = t->first_leaf + t->leaf_count;
        g->cost = cost_of(x, g);
    }
    number_products(x);
}

/* ---- the polygon ---- */

static text_style label_style(const triangulation *x, color c) {
    return drawing_style(FACE_ROMAN, fmax(x->d->t->type.label * 1.1 * x->scale, x->d->t->type.least), c);
}

static str leaf_label(const triangulation *x, size_t leaf) {
    for (size_t k = 0; k < x->tree.count; k++)
        if (!x->tree.items[k].kid_count && x->tree.items[k].first_leaf == leaf)
            return x->tree.items[k].node->label;
    return STR("");
}

/* Leaves first … last in mathematics: "A_{2}", "A_{2}A_{3}", "A_{2} … A_{4}". */
static str span_tex(const triangulation *x, size_t first, size_t last) {
    drawing *d = x->d;
    str from = leaf_tex(d, leaf_label(x, first)), to = leaf_tex(d, leaf_label(x, last));
    if (first == last)
        return from;
    return str_format(d->a, "%.*s%s%.*s", STR_ARG(from), last == first + 1 ? "" : " … ", STR_ARG(to));
}

static void make_labels(triangulation *x) {
    drawing *d = x->d;
    for (size_t k = 0; k <= x->n; k++) {
        str shown = number_shown(x->dims[k], d->a);
        str label =
            x->brief ? str_format(d->a, "$p_{%zu}$", k) : str_format(d->a, "$p_{%zu} = %.*s$", k, STR_ARG(shown));
        x->labels[k] = drawing_label(d, label, label_style(x, d->t->color.ink));
        /* The side before p(k) is matrix k; that before p(0) is the whole. */
        str tex = k ? span_tex(x, k - 1, k - 1) : span_tex(x, 0, x->n - 1);
        x->sides[k] = drawing_label(d, str_format(d->a, "$%.*s$", STR_ARG(tex)), label_style(x, d->t->color.ink));
    }
}

static double distance(point a, point b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static void find_circle(triangle *t, const point c[CORNERS]) {
    double a = distance(c[1], c[2]), b = distance(c[0], c[2]), e = distance(c[0], c[1]), sum = a + b + e;
    double area = fabs((c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[2].x - c[0].x) * (c[1].y - c[0].y)) / 2;
    t->at = (point){(a * c[0].x + b * c[1].x + e * c[2].x) / sum, (a * c[0].y + b * c[1].y + e * c[2].y) / sum};
    t->room = 2 * area / sum;
}

static point corner_at(const triangulation *x, const triangle *t, size_t k) {
    return x->places[t->corners[k]].at;
}

static double find_circles(triangulation *x) {
    double least = INFINITY;
    for (size_t k = 0; k < x->count; k++) {
        triangle *t = &x->triangles[k];
        find_circle(t, (const point[]){corner_at(x, t, 0), corner_at(x, t, 1), corner_at(x, t, 2)});
        least = fmin(least, t->room);
    }
    return least;
}

static void place_ring(triangulation *x, double least_radius) {
    double h = label_style(x, x->d->t->color.ink).size * 1.1;
    for (size_t k = 0; k <= x->n; k++)
        x->places[k] = (ring_vertex){
            .w = 6, .h = 6, .label_w = x->labels[k].width, .label_h = h, .number_w = x->sides[k].width, .number_h = h};
    x->extent = ring_place(x->places, x->n + 1,
                           (ring_options){.badge = 3, .clear = 6, .least_radius = least_radius, .turn = 1.5 * pi});
}

/* As large as the circles in its triangles ask for, as long as it fits. */
static bool place_polygon(triangulation *x, double scale, double width, double height) {
    enum { SMALL = 76, MARK_R = 9 };
    x->scale = scale;
    make_labels(x);
    place_ring(x, SMALL * scale);
    double room = find_circles(x), wanted = MARK_R * fmax(scale, 0.8) + 1.5;
    if (x->count && room < wanted) {
        place_ring(x, x->extent.radius * wanted / room);
        if (x->extent.w + 2 > width || x->extent.h + 2 > height) { /* as much as there is */
            double over = fmax(x->extent.w + 2 - width, x->extent.h + 2 - height) / 2 + 0.5;
            place_ring(x, fmax(SMALL * scale, x->extent.radius - over));
        }
        find_circles(x);
    }
    return x->extent.w + 2 <= width && x->extent.h + 2 <= height;
}

/* Of the number in a triangle: as large as its circle allows, but never small; 0: it is left out. */
static double number_size(const triangulation *x, const triangle *g) {
    const theme *t = x->d->t;
    double least = fmax(t->type.least, 7.5), size = fmin(t->type.node, 1.25 * g->room);
    bool long_number = g->number > 9;
    return size >= least ? size : g->room >= (long_number ? 5.4 : 4.2) ? least : 0;
}

static void draw_number(const triangulation *x, scene *s, point at, double size, size_t number) {
    piece text =
        drawing_text(x->d, str_format(x->d->a, "%zu", number), drawing_style(FACE_BOLD, size, x->d->t->color.ink));
    drawing_put_centre(s, &text, at);
}

static void draw_sides(const triangulation *x, scene *s) {
    const theme *t = x->d->t;
    point *corners = ARENA_ARRAY(x->d->a, point, x->n + 1);
    for (size_t k = 0; k <= x->n; k++)
        corners[k] = x->places[k].at;
    paint heavy = paint_stroke(t->color.ink, t->stroke.current);
    heavy.round = true;
    scene_polyline(s, corners, x->n + 1, false, heavy);
    if (x->n > 1)
        scene_line(s, corners[x->n], corners[0], paint_dashed(t->color.ink, t->stroke.current, 5, 3));
    for (size_t k = 0; k <= x->n; k++)
        scene_circle(s, corners[k], 2.6, paint_fill(t->color.ink));
}

/* Every other triangle: how many products a product is inside of decides. */
static void draw_grounds(const triangulation *x, scene *s) {
    size_t *depths = ARENA_ARRAY(x->d->a, size_t, x->count);
    for (size_t k = 0; k < x->count; k++) { /* those that are parts come later */
        const triangle *g = &x->triangles[k];
        const twig *t = &x->tree.items[g->twig];
        for (size_t part = 0; part < 2; part++)
            if (x->tree.items[t->kids[part]].kid_count)
                depths[x->of_twig[t->kids[part]]] = depths[k] + 1;
        const point c[] = {corner_at(x, g, 0), corner_at(x, g, 1), corner_at(x, g, 2)};
        if (g->open && !g->current && depths[k] % 2)
            scene_polyline(s, c, CORNERS, true, paint_fill(x->d->t->color.pale));
    }
}

/* The sides of a triangle that are no sides of the polygon are drawn by the triangle that they belong to as a whole. */
static void draw_diagonals(const triangulation *x, scene *s) {
    const theme *t = x->d->t;
    for (size_t k = 0; k < x->count; k++) {
        const triangle *g = &x->triangles[k];
        const point c[] = {corner_at(x, g, 0), corner_at(x, g, 1), corner_at(x, g, 2)};
        if (g->current)
            scene_polyline(s, c, CORNERS, true, state_paint(x->d, STATE_CURRENT));
    }
    for (size_t k = 0; k < x->count; k++) {
        const triangle *g = &x->triangles[k];
        const point c[] = {corner_at(x, g, 0), corner_at(x, g, 1), corner_at(x, g, 2)};
        for (size_t side = 0; side < 2 && g->open; side++)
            if (g->corners[side + 1] > g->corners[side] + 1)
                scene_line(s, c[side], c[side + 1], paint_stroke(t->color.path_line, t->stroke.ring_vertex));
    }
}

static void put_label(scene *s, const piece *p, point at) {
    box ink = scene_ink(p->scene);
    scene_place(s, p->scene, at.x - p->width / 2, at.y - ink.y - ink.h / 2, 1, STR(""));
}

static str triangle_alt(const triangulation *x, const triangle *g) {
    datum *facts = datum_map(x->d->a);
    static const char *const keys[] = {"p", "q", "r"};
    for (size_t k = 0; k < CORNERS; k++)
        datum_put(x->d->a, facts, keys[k], datum_text(x->d->a, number_shown(x->dims[g->corners[k]], x->d->a)));
    datum_put(x->d->a, facts, "number", datum_integer(x->d->a, (int64_t)g->number));
    datum_put(x->d->a, facts, "cost", datum_text(x->d->a, number_shown(g->cost, x->d->a)));
    return drawing_say_plain(x->d, "figure.triangulation.part", facts);
}

static void draw_polygon(const triangulation *x, scene *into, point at) {
    scene *s = scene_new(x->d->a);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    draw_grounds(x, s);
    draw_diagonals(x, s);
    draw_sides(x, s);
    scene_close(s);
    for (size_t k = 0; k <= x->n; k++) {
        put_label(s, &x->labels[k], x->places[k].label_at);
        if (k || x->n > 1)
            put_label(s, &x->sides[k], x->places[k].number_at);
    }
    for (size_t k = 0; k < x->count; k++) {
        const triangle *g = &x->triangles[k];
        if (!g->open)
            continue;
        str alt = triangle_alt(x, g);
        scene_open(
            s, (group){.role = ROLE_PART, .id = drawing_id(x->d, "triangle-%zu", g->number), .title = alt, .alt = alt});
        double size = number_size(x, g);
        if (size > 0)
            draw_number(x, s, g->at, size, g->number);
        scene_close(s);
    }
    scene_place(into, s, at.x, at.y, 1, STR(""));
}

/* ---- the table ---- */

static text_style table_style(const triangulation *x, face face, color c) {
    const theme *t = x->d->t;
    return drawing_style(face, fmax(t->type.table_cell * 0.95 * x->type, t->type.least), c);
}

static piece dim_piece(const triangulation *x, const triangle *g, size_t corner) {
    return drawing_text(x->d, number_shown(x->dims[g->corners[corner]], x->d->a),
                        table_style(x, FACE_ROMAN, x->d->t->color.ink));
}

/* Each of its numbers ends below that of the row above. */
static piece work_piece(const triangulation *x, const triangle *g) {
    drawing *d = x->d;
    text_style style = table_style(x, FACE_ROMAN, d->t->color.ink);
    piece all = {.scene = scene_new(d->a)}, times = drawing_text(d, STR(" × "), style);
    for (size_t k = 0; k < CORNERS; k++) {
        double widest = 0;
        for (size_t other = 0; other < x->count; other++)
            widest = fmax(widest, dim_piece(x, &x->triangles[other], k).width);
        if (k)
            drawing_put(all.scene, &times, (point){all.width, 0}, ANCHOR_LEFT);
        all.width += (k ? times.width : 0) + widest;
        piece number = dim_piece(x, g, k);
        drawing_put(all.scene, &number, (point){all.width, 0}, ANCHOR_RIGHT);
        all.ascent = fmax(all.ascent, number.ascent);
        all.descent = fmax(all.descent, number.descent);
    }
    return all;
}

static piece cell_piece(const triangulation *x, const triangle *g, size_t column) {
    drawing *d = x->d;
    const twig *t = &x->tree.items[g->twig];
    const size_t *c = g->corners;
    text_style style = table_style(x, FACE_ROMAN, d->t->color.ink);
    if (column == TRIANGLE)
        return drawing_label(d, str_format(d->a, "$p_{%zu}\\,p_{%zu}$", c[0], c[2]), style);
    if (column == PRODUCT)
        return drawing_label(
            d, str_format(d->a, "$%.*s$", STR_ARG(span_tex(x, t->first_leaf, t->first_leaf + t->leaf_count - 1))),
            style);
    if (column == WORK)
        return work_piece(x, g);
    str name = str_format(d->a, "$p_{%zu}\\,p_{%zu}\\,p_{%zu}$", c[0], c[1], c[2]);
    return drawing_value(d, g->cost, name, x->widths[COST] > 0 ? x->widths[COST] : 0, style);
}

static const char *const head_keys[COLUMNS] = {NULL, "figure.triangulation.triangle", "figure.triangulation.product",
                                               "figure.triangulation.corners", "figure.triangulation.cost"};

static piece head_piece(const triangulation *x, size_t column) {
    return drawing_label(
        x->d, drawing_say(x->d, head_keys[column], NULL),
        drawing_style(FACE_ROMAN, fmax(x->d->t->type.label * x->type, x->d->t->type.least), x->d->t->color.mute));
}

static piece mark_piece(const triangulation *x, const triangle *g) {
    return drawing_text(x->d, str_format(x->d->a, "%zu", g->number), table_style(x, FACE_BOLD, x->d->t->color.ink));
}

static str total_of(const triangulation *x) {
    return x->tree.items[0].node->value;
}

static double measure_table(triangulation *x, double type) {
    x->type = type;
    x->widths[COST] = 0;
    double widths[COLUMNS] = {0};
    for (size_t k = 0; k < x->count; k++)
        widths[MARK] = fmax(widths[MARK], mark_piece(x, &x->triangles[k]).width);
    for (size_t c = TRIANGLE; c < COLUMNS; c++) {
        widths[c] = head_piece(x, c).width;
        for (size_t k = 0; k < x->count; k++)
            widths[c] = fmax(widths[c], cell_piece(x, &x->triangles[k], c).width);
    }
    widths[COST] =
        fmax(widths[COST], drawing_value_width(x->d, total_of(x), table_style(x, FACE_BOLD, x->d->t->color.ink)));
    if (x->narrow)
        widths[TRIANGLE] = -COLUMN_GAP; /* it takes nothing, and no gap */
    for (size_t c = 0; c < COLUMNS; c++)
        x->widths[c] = widths[c];
    return grid_sum(x->widths, COLUMNS) + COLUMN_GAP * (COLUMNS - 1);
}

static double table_height(const triangulation *x) {
    return HEAD_H + ROW_H * (double)(x->count + 1) + 2;
}

static double column_x(const triangulation *x, size_t column) {
    return grid_sum(x->widths, column) + COLUMN_GAP * (double)column;
}

/* Numbers end at the right of their column, all else begins at its left. */
static void put_cell(const triangulation *x, scene *s, const piece *p, size_t column, point at) {
    bool right = column >= WORK;
    double left = at.x + column_x(x, column);
    drawing_put_middle(s, p, (point){right ? left + x->widths[column] : left, at.y},
                       right ? ANCHOR_RIGHT : ANCHOR_LEFT);
}

static void draw_rule(const triangulation *x, scene *s, point at, bool thick) {
    const theme *t = x->d->t;
    double w = column_x(x, COST) + x->widths[COST];
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, at, (point){at.x + w, at.y},
               thick ? paint_stroke(t->color.ink, t->stroke.rule_table) : paint_stroke(t->color.rule, t->stroke.grid));
    scene_close(s);
}

/* After the marks. */
static size_t first_column(const triangulation *x) {
    return x->narrow ? PRODUCT : TRIANGLE;
}

static void draw_row(const triangulation *x, scene *s, const triangle *g, point at) {
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_ROW_HEAD});
    piece mark = mark_piece(x, g);
    drawing_put_middle(s, &mark, (point){at.x + x->widths[MARK], at.y}, ANCHOR_RIGHT);
    scene_close(s);
    for (size_t c = first_column(x); c < COLUMNS && g->open; c++) {
        piece p = cell_piece(x, g, c);
        scene_open(s, (group){.role = ROLE_CELL});
        put_cell(x, s, &p, c, at);
        scene_close(s);
    }
    scene_close(s);
}

static bool all_open(const triangulation *x) {
    for (size_t k = 0; k < x->count; k++)
        if (!x->triangles[k].open)
            return false;
    return true;
}

static void draw_sum(const triangulation *x, scene *s, point at) {
    piece word = drawing_label(x->d, drawing_say(x->d, "figure.triangulation.sum", NULL),
                               table_style(x, FACE_ROMAN, x->d->t->color.mute));
    piece sum =
        drawing_value(x->d, total_of(x), STR(""), x->widths[COST], table_style(x, FACE_BOLD, x->d->t->color.ink));
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_ROW_HEAD, .span = COLUMNS - 1});
    put_cell(x, s, &word, WORK, at);
    scene_close(s);
    scene_open(s, (group){.role = ROLE_CELL});
    put_cell(x, s, &sum, COST, at);
    scene_close(s);
    scene_close(s);
}

static void draw_table(const triangulation *x, scene *s, point at) {
    double y = at.y + HEAD_H;
    scene_open(s, (group){.role = ROLE_TABLE});
    scene_open(s, (group){.role = ROLE_ROW});
    for (size_t c = 0; c < COLUMNS; c++) {
        scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
        if (c >= first_column(x)) {
            piece head = head_piece(x, c);
            put_cell(x, s, &head, c, (point){at.x, at.y + HEAD_H / 2.0 - 1});
        }
        scene_close(s);
    }
    scene_close(s);
    draw_rule(x, s, (point){at.x, y}, true);
    for (size_t number = 1; number <= x->count; number++)
        for (size_t k = 0; k < x->count; k++)
            if (x->triangles[k].number == number) {
                draw_row(x, s, &x->triangles[k], (point){at.x, y + ROW_H / 2.0});
                y += ROW_H;
                draw_rule(x, s, (point){at.x, y}, number == x->count);
            }
    if (all_open(x))
        draw_sum(x, s, (point){at.x, y + ROW_H / 2.0 + 1});
    scene_close(s);
}

/* ---- all of it ---- */

#define EDGE 0.6 /* what lines and circles at the edge stick out */

static double find_table(triangulation *x, double width) {
    static const double types[] = {1, 0.92, 0.85, 0.78, 0.7, 0.63, 0.58};
    double w = 0;
    for (size_t narrow = 0; narrow < 2; narrow++) {
        x->narrow = narrow;
        for (size_t k = 0; k < sizeof types / sizeof *types; k++)
            if ((w = measure_table(x, types[k])) <= width)
                return w;
    }
    x->widths[COST] -= fmin(w - width, x->widths[COST] - 40); /* costs in their short form */
    return grid_sum(x->widths, COLUMNS) + COLUMN_GAP * (COLUMNS - 1);
}

typedef struct polygon_room {
    triangulation *x;
    double width, height;
} polygon_room;

static bool polygon_fits(void *figure, const void *look) {
    const polygon_room *room = figure;
    return place_polygon(room->x, *(const double *)look, room->width, room->height);
}

static void find_polygon(triangulation *x, double width, double height) {
    static const double scales[] = {1, 0.92, 0.84, 0.76, 0.68, 0.6};
    polygon_room room = {x, width, height};
    x->brief = false;
    if (FIT(&room, scales, polygon_fits))
        return;
    x->brief = true;
    FIT(&room, scales, polygon_fits);
}

static void draw_parts(triangulation *x) {
    const figure_request *q = x->d->q;
    double width = q->width > 0 ? q->width - 2 : 560, height = q->height > 0 ? q->height - 2 : 1e6;
    find_polygon(x, width, fmin(height, 480));
    double table_w = x->table ? find_table(x, width) : 0, table_h = x->table ? table_height(x) : 0;
    double w = x->extent.w + 2, h = x->extent.h + 2;
    scene *s = drawing_part(x->d);
    if (x->table && x->type > 0.8 && w + BESIDE_GAP + table_w <= width) {
        double all = fmax(h, table_h);
        draw_polygon(x, s, (point){1, 1 + (all - h) / 2});
        draw_table(x, s, (point){w + BESIDE_GAP, (all - table_h) / 2});
        drawing_size(s, w + BESIDE_GAP + table_w + EDGE, all);
        return;
    }
    bool below = x->table && h + BELOW_GAP + table_h <= height;
    double whole = below ? fmax(w, table_w) : w;
    draw_polygon(x, s, (point){1 + (whole - w) / 2, 1});
    if (below)
        draw_table(x, s, (point){(whole - table_w) / 2 + EDGE, h + BELOW_GAP});
    drawing_size(s, whole + 2 * EDGE, below ? h + BELOW_GAP + table_h : h);
    if (!x->table || below)
        return;
    scene *second = drawing_part(x->d);
    draw_table(x, second, (point){EDGE, 0});
    drawing_size(second, table_w + 2 * EDGE, table_h);
}

static figure *triangulation_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    triangulation x = {.d = d, .tree = {.d = d}};
    const story_node *root = root_of(d);
    if (!root || !twigs_collect(&x.tree, root, "triangulation") || !collect_dims(&x))
        return NULL;
    collect_triangles(&x);
    x.table = x.count > 0 && !str_is(drawing_param(d, "table"), "no");
    x.places = ARENA_ARRAY(d->a, ring_vertex, x.n + 1);
    x.labels = ARENA_ARRAY(d->a, piece, x.n + 1);
    x.sides = ARENA_ARRAY(d->a, piece, x.n + 1);
    draw_parts(&x);
    drawing_fact_integer(d, "n", (int64_t)x.n);
    drawing_fact_integer(d, "corner_count", (int64_t)x.n + 1);
    drawing_fact_integer(d, "triangle_count", (int64_t)x.count);
    drawing_fact(d, "value", number_shown(total_of(&x), d->a));
    return drawing_end(d, "triangulation");
}

static const figure_param triangulation_params[] = {
    {.name = "solution"}, {.name = "order"}, {.name = "table", .is_switch = true}, {0}};

const figure_kind triangulation_figure = {
    .name = "triangulation",
    .summary = "an order of products as a polygon cut into triangles",
    .counts = STEP_BACK,
    .params = triangulation_params,
    .draws = triangulation_draws,
    .build = triangulation_build,
};
