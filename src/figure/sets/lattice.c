/* Sets stand in rows; a level too wide for one row takes several.
 *
 *     4 cards                ┌─────────────┐
 *                            │ [3][3][8][8]│  members
 *                            │  269 values │  count
 *                            │   8 ÷ 1/3   │  work: how the solution shown makes its value there
 *                            └─────────────┘
 *                              ╱         ╲      thin: one member less; thick: parts of the solution
 *     3 cards        ┌──────────┐   ┌──────────┐
 *                    │ [3][3][8]│   │ [3][8][8]│
 */
#include "sets/sets.h"

#include "chain.h"
#include "draw/fit.h"
#include "number.h"
#include "rows/card_row.h"
#include "trees/twigs.h"

#include <math.h>

typedef struct spot {
    const memo_set *set;
    size_t row, part;
    card_row cards;
    piece count, work;
    double work_h; /* room for it: that of the tallest of its level */
    box box;
} spot;

typedef struct lattice {
    drawing *d;
    const memo *m;
    spot *spots; /* the largest first */
    size_t count;
    size_t rows;
    double scale;
    double gap, level_gap, label_w;
    double width, height; /* to be had */
    bool lines;           /* thin lines are drawn: every level is one row */
    size_t parts;         /* more than one: rows that no page holds go on on others, no lines are drawn */
} lattice;

enum {
    BOX_PAD = 6,
    SET_GAP = 9,
    LABEL_GAP = 10,
    LEGEND_LINE = 15,
    LEGEND_GAP = 7,
    LEAST_LEGEND = 200,
    MOST_LINED = 16,
    SWATCH = 22
};

static const double scales[] = {1, 0.9, 0.8, 0.7, 0.62};

/* ---- pieces ---- */

static text_style style_of(const lattice *l, face face, double size, color c) {
    return drawing_style(face, fmax(size * fmax(l->scale, 0.8), l->d->t->type.least), c);
}

static double card_h(const lattice *l) {
    return 19 * l->scale;
}

static datum *count_facts(const lattice *l, const memo_set *s) {
    arena *a = l->d->a;
    int64_t count = memo_set_count(s);
    datum *facts = datum_map(a);
    datum_put(a, facts, "set", datum_text(a, memo_set_name(s, a)));
    datum_put(a, facts, "value_count", datum_integer(a, count));
    datum_put(a, facts, "shown_count",
              datum_text(a, count < 0 ? STR("") : number_shown(str_format(a, "%lld", (long long)count), a)));
    datum_put(a, facts, "on_way", datum_bool(a, s->on_way));
    return facts;
}

static void set_count(const lattice *l, spot *p) {
    drawing *d = l->d;
    const datum *more = count_facts(l, p->set);
    p->count = memo_set_count(p->set) < 0
                   ? drawing_text(d, STR(""), style_of(l, FACE_ROMAN, d->t->type.label, d->t->color.ink))
                   : drawing_label(d, drawing_say(d, "figure.set-lattice.values", more),
                                   style_of(l, FACE_ROMAN, d->t->type.label, d->t->color.ink));
}

static text_style work_style(const lattice *l) {
    return style_of(l, FACE_ROMAN, l->d->t->type.label * 1.05, l->d->t->color.s);
}

static piece work_piece(const lattice *l, const story_node *n) {
    str work = n ? node_work_tex(n, l->d->a) : STR("");
    return drawing_label(l->d, work.len ? str_format(l->d->a, "$%.*s$", STR_ARG(work)) : STR(""), work_style(l));
}

/* What stands in the third line: of a put the result in hand, else the work of the solution. */
static const story_node *work_of(const lattice *l, const memo_set *s) {
    if (l->m->put)
        return s == l->m->current ? l->m->put->node : NULL;
    return s->begun ? s->node : NULL;
}

static size_t level_end(const lattice *l, size_t first) {
    size_t end = first + 1;
    while (end < l->count && l->spots[end].set->size == l->spots[first].set->size)
        end++;
    return end;
}

static void measure_spot(const lattice *l, spot *p) {
    p->cards = card_row_of(l->d, p->set->members, p->set->size, card_h(l));
    set_count(l, p);
    p->work = work_piece(l, work_of(l, p->set));
    double inner = fmax(p->cards.w, fmax(p->count.width, p->work.width));
    p->box.w = inner + 2 * BOX_PAD * l->scale;
}

/* All of a level are equally high. */
static void measure(lattice *l, double scale) {
    l->scale = scale;
    l->gap = SET_GAP * scale;
    l->level_gap = 26 * scale;
    for (size_t first = 0, end; first < l->count; first = end) {
        end = level_end(l, first);
        double tallest = 0;
        for (size_t k = first; k < end; k++) {
            measure_spot(l, &l->spots[k]);
            if (l->spots[k].work.width > 0)
                tallest = fmax(tallest, fmax(scene_ink(l->spots[k].work.scene).h, 9) + 5);
        }
        for (size_t k = first; k < end; k++) {
            l->spots[k].work_h = tallest;
            l->spots[k].box.h = card_h(l) + 2 * BOX_PAD * scale + 15 * fmax(scale, 0.8) + tallest;
        }
    }
}

/* ---- places ---- */

static piece level_label(const lattice *l, size_t size) {
    drawing *d = l->d;
    datum *more = datum_map(d->a);
    datum_put(d->a, more, "size", datum_integer(d->a, (int64_t)size));
    return drawing_label(d, drawing_say(d, "figure.set-lattice.level", more),
                         style_of(l, FACE_ROMAN, d->t->type.label, d->t->color.mute));
}

/* Rows of one level, each in the middle. Returns how many. */
static size_t place_level(lattice *l, size_t first, size_t end, double room) {
    chain_link *links = ARENA_ARRAY(l->d->a, chain_link, end - first);
    for (size_t k = first; k < end; k++)
        links[k - first] = (chain_link){.w = l->spots[k].box.w, .gap = l->gap};
    chain_extent e = chain_place(links, end - first, room);
    double *width = ARENA_ARRAY(l->d->a, double, e.lines);
    for (size_t k = 0; k < end - first; k++)
        width[links[k].line] = fmax(width[links[k].line], links[k].x + links[k].w);
    for (size_t k = first; k < end; k++) {
        const chain_link *c = &links[k - first];
        l->spots[k].row = l->rows + c->line;
        l->spots[k].box.x = c->x - width[c->line] / 2;
    }
    l->rows += e.lines;
    return e.lines;
}

static void place_rows(lattice *l) {
    for (size_t k = 0; k < l->count; k++)
        l->label_w = fmax(l->label_w, level_label(l, l->spots[k].set->size).width);
    /* A thick line may pass a row at its right end. */
    double aside = l->gap / 2 + l->d->t->stroke.best_path;
    double room = l->width > 0 ? l->width - l->label_w - LABEL_GAP - 2 - aside : 0, widest = 0, y = 1;
    size_t levels = 0, lined = 0;
    l->rows = 0;
    for (size_t first = 0, end; first < l->count; first = end, levels++) {
        end = level_end(l, first);
        size_t rows = place_level(l, first, end, room);
        lined += rows == 1;
        for (size_t k = first; k < end; k++)
            l->spots[k].box.y = y + (double)(l->spots[k].row - l->spots[first].row) * (l->spots[k].box.h + l->gap);
        y += (double)rows * (l->spots[first].box.h + l->gap) - l->gap + l->level_gap;
    }
    for (size_t k = 0; k < l->count; k++)
        widest = fmax(widest, -2 * l->spots[k].box.x);
    for (size_t k = 0; k < l->count; k++)
        l->spots[k].box.x += l->label_w + LABEL_GAP + 1 + widest / 2;
    l->lines = lined == levels && l->count <= MOST_LINED;
    l->width = l->label_w + LABEL_GAP + widest + 2;
    l->height = y - l->level_gap + 1;
}

/* ---- lines ---- */

static const spot *spot_of(const lattice *l, const memo_set *s) {
    for (size_t k = 0; k < l->count; k++)
        if (l->spots[k].set == s)
            return &l->spots[k];
    return NULL;
}

/* Whether `small` is `large` without one member. */
static bool is_one_less(const memo_set *small, const memo_set *large) {
    size_t k = 0, skipped = 0;
    if (small->size + 1 != large->size)
        return false;
    for (size_t j = 0; j < large->size; j++)
        if (k < small->size && str_equal(small->members[k], large->members[j]))
            k++;
        else
            skipped++;
    return k == small->size && skipped == 1;
}

static point bottom_of(const spot *p, double share) {
    return (point){p->box.x + p->box.w * share, p->box.y + p->box.h};
}

static point top_of(const spot *p) {
    return (point){p->box.x + p->box.w / 2, p->box.y};
}

static void draw_thin_lines(const lattice *l, scene *s) {
    const theme *t = l->d->t;
    for (size_t a = 0; a < l->count && l->lines; a++)
        for (size_t b = a + 1; b < l->count; b++)
            if (l->spots[a].set->begun && is_one_less(l->spots[b].set, l->spots[a].set))
                scene_line(s, bottom_of(&l->spots[a], 0.5), top_of(&l->spots[b]),
                           paint_stroke(t->color.mute, t->stroke.grid));
}

/* The gap of a row that is nearest to x. */
static double gap_near(const lattice *l, size_t row, double x) {
    double best = INFINITY;
    for (size_t k = 0; k < l->count; k++) {
        const box *b = &l->spots[k].box;
        if (l->spots[k].row != row)
            continue;
        double sides[] = {b->x - l->gap / 2, b->x + b->w + l->gap / 2};
        for (size_t c = 0; c < 2; c++)
            if (fabs(sides[c] - x) < fabs(best - x))
                best = sides[c];
    }
    return best;
}

static const box *row_box(const lattice *l, size_t row) {
    size_t k = 0;
    while (l->spots[k].row != row)
        k++;
    return &l->spots[k].box;
}

/* A card that is added last is no set that one has to look up: no line goes to it past other levels. */
static bool is_lined(const spot *from, const spot *to) {
    return to && (to->set->size > 1 || from->set->size == 2);
}

/* A thick line from a set down to its part, through the gaps of the rows between. */
static void draw_thick_line(const lattice *l, scene *s, const spot *from, const spot *to, double share) {
    size_t count = 0;
    point *points = ARENA_ARRAY(l->d->a, point, 2 + 2 * l->rows);
    point start = bottom_of(from, share), end = top_of(to);
    points[count++] = start;
    for (size_t row = from->row + 1; row < to->row; row++) {
        const box *b = row_box(l, row);
        double along = (b->y + b->h / 2 - start.y) / (end.y - start.y);
        double x = gap_near(l, row, start.x + (end.x - start.x) * along);
        points[count++] = (point){x, b->y - 3};
        points[count++] = (point){x, b->y + b->h + 3};
    }
    points[count++] = end;
    paint p = paint_stroke(l->d->t->color.path_line, l->d->t->stroke.best_path);
    p.round = true;
    scene_polyline(s, points, count, false, p);
}

static void draw_thick_lines(const lattice *l, scene *s) {
    arena *a = l->d->a;
    for (size_t k = 0; k < l->count && !l->m->put && l->parts == 1; k++) {
        const spot *from = &l->spots[k];
        const story_node *n = from->set->begun ? from->set->node : NULL;
        if (!n || !n->left || !n->right)
            continue;
        const spot *left = spot_of(l, memo_set_of_node(l->m, n->left, a));
        const spot *right = spot_of(l, memo_set_of_node(l->m, n->right, a));
        bool crossed = left && right && top_of(left).x > top_of(right).x;
        if (is_lined(from, left))
            draw_thick_line(l, s, from, left, crossed ? 0.64 : 0.36);
        if (is_lined(from, right) && left != right)
            draw_thick_line(l, s, from, right, crossed ? 0.36 : 0.64);
    }
}

/* ---- boxes ---- */

static paint box_paint(const lattice *l, const memo_set *s) {
    const theme *t = l->d->t;
    if (l->m->put && s == l->m->current)
        return state_paint(l->d, STATE_CURRENT);
    if (!s->begun)
        return state_paint(l->d, STATE_UNUSED);
    if (s->on_way)
        return state_paint(l->d, STATE_BACK);
    return paint_both((color){255, 255, 255}, t->color.ink, t->stroke.grid);
}

static str box_alt(const lattice *l, const memo_set *s) {
    return drawing_say_plain(l->d, "figure.set-lattice.box", count_facts(l, s));
}

static void draw_spot(const lattice *l, scene *s, const spot *p, size_t number) {
    drawing *d = l->d;
    box b = p->box;
    double middle = b.x + b.w / 2, y = b.y + BOX_PAD * l->scale, x = middle - p->cards.w / 2;
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(d, "set-%zu", number),
                          .title = memo_set_name(p->set, d->a),
                          .alt = box_alt(l, p->set)});
    scene_open(s, (group){.role = ROLE_NONE});
    scene_rect(s, b, d->t->space.radius, box_paint(l, p->set));
    scene_close(s);
    card_row_draw(d, s, &p->cards, (point){x, y});
    y += card_h(l) + 4.5 * l->scale;
    double line = 11 * fmax(l->scale, 0.8);
    if (p->set->begun)
        drawing_put_middle(s, &p->count, (point){middle, y + line / 2}, ANCHOR_CENTRE);
    if (p->work.width > 0)
        drawing_put_expression(s, &p->work, (point){middle, b.y + b.h - 4 * l->scale - p->work_h / 2}, ANCHOR_CENTRE,
                               work_style(l).size);
    scene_close(s);
}

static void draw_levels(const lattice *l, scene *s, size_t part) {
    for (size_t first = 0, end; first < l->count; first = end) {
        end = level_end(l, first);
        double top = INFINITY, bottom = 0;
        for (size_t k = first; k < end; k++) {
            const box *b = &l->spots[k].box;
            top = l->spots[k].part == part ? fmin(top, b->y) : top;
            bottom = l->spots[k].part == part ? fmax(bottom, b->y + b->h) : bottom;
        }
        if (bottom <= 0)
            continue;
        piece label = level_label(l, l->spots[first].set->size);
        drawing_put_middle(s, &label, (point){1, (top + bottom) / 2}, ANCHOR_LEFT);
    }
}

/* ---- legend ---- */

typedef enum mark { MARK_WAY, MARK_PARTS, MARK_LINE, MARK_COUNT } mark;

static const char *const mark_phrases[MARK_COUNT] = {"figure.set-lattice.way", "figure.set-lattice.parts",
                                                     "figure.set-lattice.line"};

static void draw_swatch(const lattice *l, scene *s, mark which, double x, double y) {
    const theme *t = l->d->t;
    paint thick = paint_stroke(t->color.path_line, t->stroke.best_path);
    if (which == MARK_WAY)
        scene_rect(s, (box){x + 1, y - 5.5, SWATCH - 2, 11}, t->space.radius, state_paint(l->d, STATE_BACK));
    else
        scene_line(s, (point){x + 1, y}, (point){x + SWATCH - 1, y},
                   which == MARK_LINE ? paint_stroke(t->color.mute, t->stroke.grid) : thick);
}

typedef struct legend {
    piece labels[MARK_COUNT];
    chain_link links[MARK_COUNT];
    mark marks[MARK_COUNT];
    size_t count;
    double height; /* with the room above it */
} legend;

static legend legend_of(const lattice *l) {
    drawing *d = l->d;
    legend g = {0};
    bool shown = l->m->shown && !l->m->put && l->parts == 1;
    bool there[MARK_COUNT] = {l->m->classes.count > 0, shown, l->lines};
    for (size_t k = 0; k < MARK_COUNT; k++) {
        if (!there[k])
            continue;
        g.labels[g.count] = drawing_label(d, drawing_say(d, mark_phrases[k], NULL),
                                          drawing_style(FACE_ROMAN, d->t->type.legend, d->t->color.mute));
        g.links[g.count] = (chain_link){.w = SWATCH + 6 + g.labels[g.count].width, .gap = 20};
        g.marks[g.count++] = (mark)k;
    }
    chain_extent e = chain_place(g.links, g.count, fmax(l->width - 2, LEAST_LEGEND));
    g.height = g.count ? LEGEND_LINE * (double)e.lines + LEGEND_GAP : 0;
    return g;
}

static void draw_legend(const lattice *l, scene *s) {
    legend g = legend_of(l);
    for (size_t k = 0; k < g.count; k++) {
        double middle = l->height + LEGEND_GAP - 1 + LEGEND_LINE * ((double)g.links[k].line + 0.5);
        draw_swatch(l, s, g.marks[k], 1 + g.links[k].x, middle);
        drawing_put_middle(s, &g.labels[k], (point){1 + g.links[k].x + SWATCH + 6, middle}, ANCHOR_LEFT);
    }
}

typedef struct lattice_room {
    lattice *l;
    double width, height;
    size_t levels; /* so many rows are wanted; 0: it does not matter */
} lattice_room;

static bool levels_fit(void *figure, const void *look) {
    const lattice_room *room = figure;
    lattice *l = room->l;
    measure(l, *(const double *)look);
    l->width = room->width;
    place_rows(l);
    bool low = room->height <= 0 || l->height + legend_of(l).height <= room->height;
    return low && (!room->levels || l->rows == room->levels);
}

/* The largest size at which every level stands in one row; if there is none, the largest that fits the height. */
static void place(lattice *l) {
    double width = l->width, height = l->height;
    size_t levels = 0;
    for (size_t first = 0; first < l->count; first = level_end(l, first))
        levels++;
    lattice_room room = {l, width, height, levels};
    if (FIT(&room, scales, levels_fit))
        return;
    room.levels = 0;
    FIT(&room, scales, levels_fit);
}

/* Rows that the height does not hold begin a part; each part has room for the legend. */
static void split_rows(lattice *l, double height) {
    double full = l->height, top = 1;
    l->parts = 1;
    if (height <= 0 || full + legend_of(l).height <= height)
        return;
    double room = height - legend_of(l).height - 2;
    l->lines = false;
    l->height = 0;
    for (size_t k = 0; k < l->count; k++) {
        spot *p = &l->spots[k];
        if (k && p->row != l->spots[k - 1].row && p->box.y + p->box.h - top > room) {
            top = p->box.y;
            l->parts++;
        }
        p->part = l->parts;
        p->box.y -= top - 1;
        l->height = fmax(l->height, p->box.y + p->box.h + 1);
    }
}

static void draw_lattice_part(const lattice *l, size_t part) {
    scene *s = drawing_part(l->d);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    draw_thin_lines(l, s);
    draw_thick_lines(l, s);
    scene_close(s);
    draw_levels(l, s, part);
    for (size_t k = 0; k < l->count; k++)
        if (l->spots[k].part == part)
            draw_spot(l, s, &l->spots[k], k + 1);
    lattice below = *l; /* the legend stands below what the part has */
    if (l->parts > 1)
        below.height = scene_ink(s).y + scene_ink(s).h + 1;
    draw_legend(&below, s);
    drawing_size(s, fmax(l->width, scene_ink(s).x + scene_ink(s).w + 1), below.height + legend_of(l).height);
}

void lattice_draw(drawing *d, const memo *m, double width, double height) {
    lattice l = {.d = d, .m = m, .width = width, .height = height, .parts = 1};
    l.spots = ARENA_ARRAY(d->a, spot, m->count ? m->count : 1);
    for (size_t size = m->largest; size > 0; size--)
        for (size_t k = 0; k < m->count; k++)
            if (m->sets[k].size == size)
                l.spots[l.count++] = (spot){.set = &m->sets[k], .part = 1};
    place(&l);
    split_rows(&l, height);
    for (size_t part = 1; part <= l.parts; part++)
        draw_lattice_part(&l, part);
}
