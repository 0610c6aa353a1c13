/* A cost tree level by level, with what each level costs and the sum at the right.
 *
 *   level  size        the tree           nodes × cost            level cost
 *   ─────────────────────────────────────────────────────────────────────────
 *     0     8             [8]                1 × 8      ▭                 8
 *     1     4      [4] [4]   [4] [4]         4 × 4      ▭▭               16
 *                     ⋮   levels 2 to 17
 *    18     1        … 64 of them           64 × 1      ▭▭▭▭▭            64
 *   ─────────────────────────────────────────────────────────────────────────
 *   T(8) = 8 + 16 + …                                    sum            120
 *
 * Levels that are not expanded yet hold calls T(4). With tree=no the same as a table: which level rules. */
#include "trees/cost_nodes.h"

#include "draw/fit.h"
#include "number.h"

#include <math.h>

enum { FIRST_ROWS = 6, LAST_ROWS = 2, MOST_ROWS = FIRST_ROWS + LAST_ROWS + 1 };
enum { HEAD_H = 18, GAP_H = 24, SUM_H = 26, ROW_H = 24, COLUMN_GAP = 9, BAR_W = 44, LONG_BAR_W = 150, BAR_H = 12 };
enum { TREE_W = 262, LEAST_TREE_W = 84 };

/* How wide a value may be: in narrow figures it is set smaller or shortened. Then that is spared which can be. */
typedef struct columns_look {
    double widest;
    bool spare;
} columns_look;
static const columns_look columns_looks[] = {{72, false}, {54, false}, {42, false}, {34, false},
                                             {72, true},  {54, true},  {42, true},  {34, true}};

typedef enum column_id {
    COLUMN_LEVEL,
    COLUMN_NODES, /* without a tree */
    COLUMN_SIZE,
    COLUMN_EACH, /* without a tree */
    COLUMN_TREE,
    COLUMN_PRODUCT, /* with a tree: nodes × cost of one */
    COLUMN_RATIO,   /* without a tree: times the level above */
    COLUMN_BAR,
    COLUMN_COST,
    COLUMNS
} column_id;

static const struct {
    const char *head;
    anchor anchor;
    bool tree, plain; /* with a tree, without */
} columns[COLUMNS] = {
    [COLUMN_LEVEL] = {"level", ANCHOR_CENTRE, true, true},  [COLUMN_NODES] = {"nodes", ANCHOR_RIGHT, false, true},
    [COLUMN_SIZE] = {"size", ANCHOR_CENTRE, true, true},    [COLUMN_EACH] = {"each", ANCHOR_RIGHT, false, true},
    [COLUMN_TREE] = {"tree", ANCHOR_CENTRE, true, false},   [COLUMN_PRODUCT] = {"product", ANCHOR_RIGHT, true, false},
    [COLUMN_RATIO] = {"ratio", ANCHOR_CENTRE, false, true}, [COLUMN_BAR] = {"bar", ANCHOR_LEFT, true, true},
    [COLUMN_COST] = {"cost", ANCHOR_RIGHT, true, true},
};

/* A line of the drawing: a level, or levels that are passed over. */
typedef struct line {
    size_t level, passed; /* passed > 0: levels level … level + passed - 1 are left out */
    double y;             /* its middle */
} line;

typedef struct cost_tree {
    drawing *d;
    levels_look look;
    size_t shown, expanded; /* levels with a row; those of them with their costs */
    bool with_tree, with_bars, with_ratio, whole;
    double widest; /* a value; the cost of a level may be a little wider */
    line *lines;
    size_t line_count;
    cost_nodes nodes;
    double x[COLUMNS], w[COLUMNS], width;
    double head_h, bottom;
    str largest; /* cost */
} cost_tree;

static text_style text_of(const cost_tree *c, bool bold) {
    return drawing_style(bold ? FACE_BOLD : FACE_ROMAN, c->d->t->type.table_cell, c->d->t->color.ink);
}

static piece head_piece(const cost_tree *c, column_id id) {
    str key = str_format(c->d->a, "figure.cost-tree.%s", columns[id].head);
    return drawing_label(c->d, drawing_say(c->d, key.ptr, NULL),
                         drawing_style(FACE_ROMAN, c->d->t->type.label, c->d->t->color.mute));
}

/* ---- what stands in a row ---- */

static piece value_piece(const cost_tree *c, str value, const char *name, int64_t level, double widest, bool bold) {
    str noted = str_format(c->d->a, "%.*s", STR_ARG(drawing_say(c->d, name, NULL)));
    noted = str_format(c->d->a, "%.*s, $k = %lld$", STR_ARG(noted), (long long)level);
    return value.len ? drawing_value(c->d, value, noted, widest, text_of(c, bold)) : drawing_blank(c->d, 17);
}

/* Pieces side by side, their middles at height 0. */
static piece joined(const cost_tree *c, piece *parts, size_t count) {
    piece all = {.scene = scene_new(c->d->a)};
    for (size_t k = 0; k < count; k++) {
        drawing_put_middle(all.scene, &parts[k], (point){all.width, 0}, ANCHOR_LEFT);
        all.width += parts[k].width;
    }
    return all;
}

static piece product_piece(const cost_tree *c, const level_look *l, bool calls) {
    datum *facts = datum_map(c->d->a);
    datum_put(c->d->a, facts, "size", datum_text(c->d->a, number_shown(l->size, c->d->a)));
    piece parts[] = {
        value_piece(c, l->nodes, "figure.cost-tree.nodes", l->number, c->widest, false),
        drawing_text(c->d, STR(" × "), text_of(c, false)),
        calls ? drawing_label(c->d, drawing_say(c->d, "figure.cost-tree.call", facts), text_of(c, false))
              : value_piece(c, l->each, "figure.cost-tree.each", l->number, c->widest, false),
    };
    return joined(c, parts, sizeof parts / sizeof *parts);
}

/* The cost of a level divided by that of the level above: × 2. */
static piece ratio_piece(const cost_tree *c, size_t level) {
    const level_look *l = &c->look.levels[level], *above = level ? l - 1 : NULL;
    piece none = {.scene = scene_new(c->d->a)};
    number *cost = number_from_canonical(c->d->a, l->cost);
    const number *over = above ? number_from_canonical(c->d->a, above->cost) : NULL;
    if (!above || (over && number_sign(over) == 0))
        return none;
    if (!cost || !over)
        return drawing_blank(c->d, 17);
    fmpq_div(cost->q, cost->q, over->q);
    str ratio = number_text(cost, c->d->a);
    piece parts[] = {drawing_text(c->d, STR("× "), text_of(c, false)),
                     drawing_value(c->d, ratio, STR(""), c->widest, text_of(c, false))};
    return joined(c, parts, sizeof parts / sizeof *parts);
}

/* What a row holds in a column; its middle is at height 0 where `middle` is false. */
static piece cell_piece(const cost_tree *c, column_id id, size_t level, bool *middle) {
    const level_look *l = &c->look.levels[level];
    bool calls = level >= c->expanded;
    piece none = {.scene = scene_new(c->d->a)};
    *middle = true;
    switch (id) {
    case COLUMN_LEVEL:
        return drawing_text(c->d, number_shown(str_format(c->d->a, "%lld", (long long)l->number), c->d->a),
                            text_of(c, false));
    case COLUMN_NODES:
        return value_piece(c, l->nodes, "figure.cost-tree.nodes", l->number, c->widest, false);
    case COLUMN_SIZE:
        return value_piece(c, l->size, "figure.cost-tree.size", l->number, c->widest, false);
    case COLUMN_EACH:
        return calls ? none : value_piece(c, l->each, "figure.cost-tree.each", l->number, c->widest, false);
    case COLUMN_PRODUCT:
        *middle = false;
        return product_piece(c, l, calls);
    case COLUMN_RATIO:
        *middle = false;
        return calls ? none : ratio_piece(c, level);
    case COLUMN_COST:
        return calls ? none : value_piece(c, l->cost, "figure.cost-tree.cost", l->number, c->widest * 1.2, true);
    default:
        return none;
    }
}

/* ---- rows ---- */

static void choose_lines(cost_tree *c) {
    size_t rows = c->shown > MOST_ROWS ? MOST_ROWS : c->shown;
    c->lines = ARENA_ARRAY(c->d->a, line, rows);
    c->line_count = rows;
    for (size_t k = 0; k < rows; k++) {
        bool cut = c->shown > MOST_ROWS;
        size_t level = cut && k > FIRST_ROWS ? c->shown - (rows - k) : k;
        c->lines[k] = (line){.level = level, .passed = cut && k == FIRST_ROWS ? c->shown - MOST_ROWS + 1 : 0};
    }
}

static double line_height(const cost_tree *c, const line *l) {
    if (l->passed)
        return GAP_H;
    if (!c->with_tree)
        return ROW_H;
    double level = c->d->t->space.tree_level;
    return c->line_count <= 5 ? level : c->line_count <= 7 ? level * 0.85 : level * 0.75;
}

static void place_lines(cost_tree *c) {
    double y = c->head_h;
    for (size_t k = 0; k < c->line_count; k++) {
        double h = line_height(c, &c->lines[k]);
        c->lines[k].y = y + h / 2;
        y += h;
    }
    c->bottom = y;
}

/* ---- columns ---- */

static bool has_column(const cost_tree *c, column_id id) {
    return (c->with_tree ? columns[id].tree : columns[id].plain) && (id != COLUMN_BAR || c->with_bars) &&
           (id != COLUMN_RATIO || c->with_ratio);
}

static double column_width(const cost_tree *c, column_id id) {
    double widest = id == COLUMN_BAR || id == COLUMN_TREE ? 0 : head_piece(c, id).width;
    for (size_t k = 0; k < c->line_count; k++) {
        bool middle;
        if (!c->lines[k].passed)
            widest = fmax(widest, cell_piece(c, id, c->lines[k].level, &middle).width);
    }
    if (id == COLUMN_COST && c->whole && c->look.total.len)
        widest = fmax(widest, fmin(c->widest * 1.2, drawing_value_width(c->d, c->look.total, text_of(c, true))));
    if (id == COLUMN_BAR)
        widest = c->with_tree ? BAR_W : LONG_BAR_W;
    return widest;
}

/* The width of all columns but the tree's, with their gaps. */
static double measure_columns(cost_tree *c) {
    double width = 0;
    for (column_id id = 0; id < COLUMNS; id++) {
        c->w[id] = has_column(c, id) ? column_width(c, id) : 0;
        width += has_column(c, id) ? c->w[id] + (width > 0 ? COLUMN_GAP : 0) : 0;
    }
    return width;
}

typedef struct columns_room {
    cost_tree *c;
    double room, rest; /* for all columns, 0: no limit; what those without a tree or bars take */
} columns_room;

static bool plain_fits(void *figure, const void *look) {
    columns_room *r = figure;
    const columns_look *how = look;
    r->c->widest = how->widest;
    r->c->with_ratio = !how->spare;
    r->c->with_bars = false;
    r->rest = measure_columns(r->c);
    return r->room <= 0 || r->rest <= r->room;
}

/* Values get narrower, then the ratios go. The bars take what is left. */
static double fit_plain(cost_tree *c, double room) {
    columns_room r = {c, room, 0};
    FIT(&r, columns_looks, plain_fits);
    double bars = room - r.rest - COLUMN_GAP;
    c->with_bars = room <= 0 || bars >= 20;
    double rest = measure_columns(c);
    if (room > 0 && c->with_bars)
        c->w[COLUMN_BAR] = fmin(LONG_BAR_W, bars);
    return rest;
}

static bool tree_fits_beside(void *figure, const void *look) {
    columns_room *r = figure;
    const columns_look *how = look;
    r->c->widest = how->widest;
    r->c->with_bars = r->c->with_bars && !how->spare;
    r->rest = measure_columns(r->c);
    return r->room <= 0 || r->room - r->rest >= LEAST_TREE_W;
}

/* Whether the tree has room beside the other columns: values get narrower first, then the bars go. */
static bool fit_tree(cost_tree *c, double room, double *rest) {
    columns_room r = {c, room, 0};
    bool fits = FIT(&r, columns_looks, tree_fits_beside);
    *rest = r.rest;
    return fits;
}

static void choose_columns(cost_tree *c) {
    double room = c->d->q->width, rest;
    c->with_tree = !str_is(drawing_param(c->d, "tree"), "no");
    c->with_bars = !str_is(drawing_param(c->d, "bars"), "no");
    bool bars = c->with_bars;
    if (c->with_tree && fit_tree(c, room, &rest)) {
        c->w[COLUMN_TREE] = room > 0 ? room - rest - 4 : TREE_W;
        return;
    }
    c->with_tree = false;
    fit_plain(c, room);
    c->with_bars = c->with_bars && bars;
}

static void place_columns(cost_tree *c) {
    double x = 0;
    for (column_id id = 0; id < COLUMNS; id++) {
        if (!has_column(c, id))
            continue;
        c->x[id] = x;
        x += c->w[id] + COLUMN_GAP;
    }
    c->width = x - COLUMN_GAP;
}

static void draw_in(const cost_tree *c, scene *s, column_id id, const piece *p, double y, bool middle) {
    anchor a = columns[id].anchor;
    double x = c->x[id] + (a == ANCHOR_RIGHT ? c->w[id] : a == ANCHOR_CENTRE ? c->w[id] / 2 : 0);
    if (middle) {
        drawing_put_middle(s, p, (point){x, y}, a);
        return;
    }
    x -= a == ANCHOR_RIGHT ? p->width : a == ANCHOR_CENTRE ? p->width / 2 : 0;
    scene_take(s, p->scene, x, y, STR(""));
}

/* ---- drawing ---- */

static void draw_rule(const cost_tree *c, scene *s, double y, double from, double width) {
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    double half = width / 2; /* the ends of the line lie inside the drawing */
    scene_line(s, (point){from + half, y}, (point){c->width - half, y}, paint_stroke(c->d->t->color.ink, width));
    scene_close(s);
}

static void draw_head(const cost_tree *c, scene *s) {
    scene_open(s, (group){.role = ROLE_NONE});
    for (column_id id = 0; id < COLUMNS; id++) {
        if (!has_column(c, id) || id == COLUMN_BAR)
            continue;
        piece head = head_piece(c, id);
        if (id == COLUMN_TREE && head.width > c->w[id] + COLUMN_GAP)
            continue;
        draw_in(c, s, id, &head, HEAD_H / 2.0, true);
    }
    scene_close(s);
    draw_rule(c, s, HEAD_H, 0, c->d->t->stroke.rule_table);
}

static void draw_bar(const cost_tree *c, scene *s, const level_look *l, double y) {
    double share = level_share(c->d, l->cost, c->largest);
    if (!c->with_bars || !l->cost.len)
        return;
    const theme *t = c->d->t;
    double w = fmax(share * (c->w[COLUMN_BAR] - t->stroke.read), share > 0 ? 1 : 0);
    double x = c->x[COLUMN_BAR] + t->stroke.read / 2;
    if (w > 0)
        scene_rect(s, (box){x, y - BAR_H / 2.0, w, BAR_H}, 0,
                   paint_both(t->color.read_fill, t->color.read_line, t->stroke.read));
    else
        scene_line(s, (point){x, y - BAR_H / 2.0}, (point){x, y + BAR_H / 2.0},
                   paint_stroke(t->color.read_line, t->stroke.read));
}

static str level_alt(const cost_tree *c, const level_look *l) {
    drawing *d = c->d;
    datum *facts = datum_map(d->a);
    bool calls = !l->expanded || (size_t)(l - c->look.levels) >= c->expanded;
    datum_put(d->a, facts, "level", datum_integer(d->a, l->number));
    datum_put(d->a, facts, "nodes", datum_text(d->a, number_shown(l->nodes, d->a)));
    datum_put(d->a, facts, "size", datum_text(d->a, number_shown(l->size, d->a)));
    datum_put(d->a, facts, "each", datum_text(d->a, calls ? STR("") : number_shown(l->each, d->a)));
    datum_put(d->a, facts, "cost", datum_text(d->a, calls ? STR("") : number_shown(l->cost, d->a)));
    return drawing_say_plain(d, "figure.cost-tree.level_alt", facts);
}

static void draw_level(const cost_tree *c, scene *s, size_t k, const double *ys) {
    const line *row = &c->lines[k];
    const level_look *l = &c->look.levels[row->level];
    str number = str_format(c->d->a, "%lld", (long long)l->number);
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(c->d, "level-%.*s", STR_ARG(number)),
                          .title = number,
                          .alt = level_alt(c, l)});
    if (c->with_tree && row->level < c->nodes.level_count) {
        cost_nodes_draw(c->d, s, &c->nodes, row->level, c->x[COLUMN_TREE] + (c->w[COLUMN_TREE] - c->nodes.width) / 2,
                        ys);
    } else if (c->with_tree) {
        point middle = {c->x[COLUMN_TREE] + c->w[COLUMN_TREE] / 2, row->y};
        cost_nodes_draw_alone(c->d, s, l, row->level >= c->expanded, middle, c->w[COLUMN_TREE]);
    }
    for (column_id id = 0; id < COLUMNS; id++) {
        bool middle = true;
        piece p = has_column(c, id) ? cell_piece(c, id, row->level, &middle) : (piece){0};
        if (p.width > 0)
            draw_in(c, s, id, &p, row->y, middle);
    }
    if (row->level < c->expanded)
        draw_bar(c, s, l, row->y);
    scene_close(s);
}

static void draw_passed(const cost_tree *c, scene *s, const line *row) {
    drawing *d = c->d;
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "from", datum_integer(d->a, c->look.levels[row->level].number));
    datum_put(d->a, facts, "to", datum_integer(d->a, c->look.levels[row->level + row->passed - 1].number));
    piece words = drawing_label(d, drawing_say(d, "figure.cost-tree.passed", facts),
                                drawing_style(FACE_ROMAN, d->t->type.label, d->t->color.mute));
    scene_open(s, (group){.role = ROLE_NONE});
    drawing_put_middle(s, &words, (point){c->width / 2, row->y}, ANCHOR_CENTRE);
    scene_close(s);
}

/* "T(8) = 8 + 16 + 32 + 64" in the room at the left; the middle costs give way to dots, at last all of them. */
static piece sum_piece(const cost_tree *c, double room) {
    drawing *d = c->d;
    const levels_look *look = &c->look;
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "size", datum_text(d->a, number_shown(look->levels[0].size, d->a)));
    piece all = {0};
    for (size_t kept = look->count; kept > 1; kept = kept > 4 ? 4 : kept > 3 ? 3 : 1) {
        strbuf b = strbuf_in(d->a);
        strbuf_addf(&b, "%.*s $=", STR_ARG(drawing_say(d, "figure.cost-tree.call", facts)));
        bool known = look->levels[0].size.len > 0;
        for (size_t k = 0; k < kept; k++) {
            size_t level = k + 1 == kept ? look->count - 1 : k;
            str cost = look->levels[level].cost;
            known = known && cost.len;
            if (k + 1 == kept && kept < look->count)
                strbuf_add_c(&b, " + \\cdots");
            strbuf_addf(&b, "%s%.*s", k ? " + " : " ", STR_ARG(number_shown(cost, d->a)));
        }
        strbuf_add_c(&b, "$");
        all = known ? drawing_label(d, strbuf_text(&b), text_of(c, false)) : (piece){0};
        if (all.width <= room)
            return all;
    }
    return (piece){0};
}

static void draw_sum(const cost_tree *c, scene *s) {
    drawing *d = c->d;
    double y = c->bottom + SUM_H / 2.0, right = c->x[COLUMN_COST] + c->w[COLUMN_COST];
    piece word = drawing_label(d, drawing_say(d, "figure.cost-tree.sum", NULL),
                               drawing_style(FACE_ROMAN, d->t->type.label, d->t->color.mute));
    str name = drawing_say(d, "figure.cost-tree.sum", NULL);
    piece total = c->look.total.len ? drawing_value(d, c->look.total, name, c->widest * 1.2, text_of(c, true))
                                    : drawing_blank(d, 17);
    double left = right - fmax(c->w[COLUMN_COST], total.width) - COLUMN_GAP;
    scene_open(s, (group){.role = ROLE_PART,
                          .id = STR("sum"),
                          .alt = c->look.total.len ? number_shown(c->look.total, d->a) : STR("")});
    piece sum = sum_piece(c, left - word.width - COLUMN_GAP - 2);
    if (sum.scene)
        drawing_put_middle(s, &sum, (point){2, y}, ANCHOR_LEFT);
    drawing_put_middle(s, &word, (point){left, y}, ANCHOR_RIGHT);
    drawing_put_middle(s, &total, (point){right, y}, ANCHOR_RIGHT);
    double under = c->bottom + SUM_H - 3, from = right - fmax(total.width, c->w[COLUMN_COST]) - 4;
    draw_rule(c, s, under, from, d->t->stroke.grid);
    draw_rule(c, s, under + 2, from, d->t->stroke.grid);
    scene_close(s);
}

static void draw(cost_tree *c) {
    scene *s = drawing_part(c->d);
    double *ys = ARENA_ARRAY(c->d->a, double, c->nodes.level_count + 1);
    for (size_t k = 0; k < c->line_count; k++)
        if (!c->lines[k].passed && c->lines[k].level < c->nodes.level_count)
            ys[c->lines[k].level] = c->lines[k].y;
    draw_head(c, s);
    for (size_t k = 0; k < c->line_count; k++) {
        if (c->lines[k].passed)
            draw_passed(c, s, &c->lines[k]);
        else
            draw_level(c, s, k, ys);
    }
    draw_rule(c, s, c->bottom, 0, c->d->t->stroke.rule_table);
    if (c->whole)
        draw_sum(c, s);
    drawing_size(s, c->width, c->bottom + (c->whole ? SUM_H : 1));
}

/* ---- the figure ---- */

static void choose_levels(cost_tree *c) {
    int64_t depth = drawing_param_integer(c->d, "depth", -1);
    c->expanded = c->look.expanded;
    c->shown = c->expanded < c->look.count ? c->expanded + 1 : c->expanded;
    if (depth >= 0 && (size_t)depth + 1 < c->shown) {
        c->shown = (size_t)depth + 1;
        c->expanded = c->expanded < c->shown ? c->expanded : c->shown - 1;
    }
    c->whole = c->expanded == c->look.count && c->look.summed;
    const number *most = NULL;
    for (size_t k = 0; k < c->expanded; k++) {
        const number *cost = number_from_canonical(c->d->a, c->look.levels[k].cost);
        if (cost && (!most || number_compare(cost, most) > 0)) {
            most = cost;
            c->largest = c->look.levels[k].cost;
        }
    }
}

/* Nodes are laid out for the levels up to those that are passed over. */
static void place_nodes(cost_tree *c) {
    size_t count = c->shown > MOST_ROWS ? FIRST_ROWS : c->shown;
    if (c->with_tree)
        c->nodes = cost_nodes_place(c->d, &c->look, count, c->expanded, c->w[COLUMN_TREE]);
    if (c->with_tree && c->d->q->width <= 0)
        c->w[COLUMN_TREE] = fmax(c->nodes.width, head_piece(c, COLUMN_TREE).width);
}

static void add_facts(cost_tree *c) {
    drawing *d = c->d;
    const level_look *root = &c->look.levels[0];
    drawing_fact_integer(d, "levels", (int64_t)c->shown);
    drawing_fact_integer(d, "last_level", c->look.levels[c->shown - 1].number);
    drawing_fact_bool(d, "several", c->shown > 1);
    drawing_fact_bool(d, "whole", c->whole);
    drawing_fact(d, "size", number_shown(root->size, d->a));
    drawing_fact(d, "total", c->whole ? number_shown(c->look.total, d->a) : STR(""));
}

static figure *cost_tree_build(const figure_request *q) {
    cost_tree c = {.d = drawing_begin(q), .head_h = HEAD_H + 4};
    c.look = levels_look_at(c.d);
    choose_levels(&c);
    choose_lines(&c);
    choose_columns(&c);
    drawing_forget_notes(c.d);
    place_nodes(&c);
    place_columns(&c);
    place_lines(&c);
    draw(&c);
    add_facts(&c);
    return drawing_end(c.d, c.with_tree ? "cost-tree" : "cost-tree.bars");
}

static bool cost_tree_draws(const story_run *r) {
    return levels_table(r) != NULL;
}

static const figure_param cost_tree_params[] = {
    {.name = "depth"}, {.name = "tree", .is_switch = true}, {.name = "bars", .is_switch = true}, {0}};

const figure_kind cost_tree_figure = {
    .name = "cost-tree",
    .summary = "a recursion level by level: its nodes, what each level costs, the sum",
    .counts = STEP_CELL,
    .params = cost_tree_params,
    .draws = cost_tree_draws,
    .draws_step = levels_step,
    .build = cost_tree_build,
};
