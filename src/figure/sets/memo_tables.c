/* Blocks side by side, of at most so many values each:
 *
 *     {3, 8}   6 values          {3, 8}, continued
 *     ───────────────────
 *       −5   3 − 8
 *      3/8   3 ÷ 8
 *   [  8/3   8 ÷ 3  ]            a value that a solution uses
 *     ───────────────────
 */
#include "sets/sets.h"

#include "chain.h"
#include "number.h"

#include <math.h>

typedef struct line {
    const memo_value *value;
    piece shown, expr;
    double h;
} line;

typedef struct block {
    const memo_set *set;
    bool continued;
    piece name, count;
    line *lines;
    size_t line_count;
    double value_w, expr_w, w, h;
} block;

typedef struct blocks {
    drawing *d;
    block *items;
    size_t count, capacity;
    double widest; /* of an expression */
} blocks;

enum { MOST_LINES = 14, HEAD_H = 18, LINE_H = 15, TALL_H = 21, VALUE_GAP = 12, SIDE = 8, BLOCK_GAP = 20, ROW_GAP = 10 };
enum { WIDEST_VALUE = 90, WIDEST_EXPR = 190 };

static text_style style_of(const blocks *b, bool bold) {
    const theme *t = b->d->t;
    return drawing_style(bold ? FACE_BOLD : FACE_ROMAN, t->type.table_cell, t->color.ink);
}

/* "2 + 2, 2 × 2": all that fit; what is left out is said by dots. */
static piece expressions(const blocks *b, const memo_value *v) {
    drawing *d = b->d;
    piece p = drawing_text(d, STR(""), style_of(b, false));
    strbuf text = strbuf_in(d->a);
    for (size_t k = 0; k < v->node_count && v->nodes[k]->op.len; k++) { /* a leaf is its value */
        str one = story_node_shown(v->nodes[k], d->a);
        str longer = str_format(d->a, "%.*s%s%.*s", STR_ARG(strbuf_text(&text)), k ? ", " : "", STR_ARG(one));
        piece wide = drawing_text(d, longer, style_of(b, false));
        if (k && wide.width > b->widest) {
            str dots = str_format(d->a, "%.*s, …", STR_ARG(strbuf_text(&text)));
            return drawing_text(d, dots, style_of(b, false));
        }
        strbuf_add(&text, k ? STR(", ") : STR(""));
        strbuf_add(&text, one);
        p = wide;
    }
    return p;
}

static line line_of(const blocks *b, const memo_set *s, const memo_value *v) {
    line l = {.value = v};
    l.shown = drawing_value(b->d, v->value, memo_set_name(s, b->d->a), WIDEST_VALUE, style_of(b, v->used));
    l.expr = expressions(b, v);
    bool fraction = str_find(v->value, STR("/"), 0) != SIZE_MAX;
    l.h = fraction ? TALL_H : LINE_H;
    return l;
}

static void add_block(blocks *b, const memo_set *s, size_t first, size_t count) {
    drawing *d = b->d;
    block *k = ARENA_PUSH(d->a, b, items, count, capacity);
    *k = (block){.set = s, .continued = first > 0, .lines = ARENA_ARRAY(d->a, line, count ? count : 1)};
    datum *more = datum_map(d->a);
    datum_put(d->a, more, "value_count", datum_integer(d->a, (int64_t)s->value_count));
    datum_put(d->a, more, "shown_count", datum_text(d->a, str_format(d->a, "%zu", s->value_count)));
    text_style small = drawing_style(FACE_ROMAN, d->t->type.label, d->t->color.mute);
    k->name = drawing_text(d, memo_set_name(s, d->a), style_of(b, true));
    k->count = drawing_label(
        d, drawing_say(d, first ? "figure.set-lattice.continued" : "figure.set-lattice.values", more), small);
    for (size_t v = first; v < first + count; v++) {
        line l = line_of(b, s, &s->values[v]);
        k->lines[k->line_count++] = l;
        k->value_w = fmax(k->value_w, l.shown.width);
        k->expr_w = fmax(k->expr_w, l.expr.width);
        k->h += l.h;
    }
    k->h += HEAD_H;
    k->w = fmax(2 * SIDE + k->value_w + (k->expr_w > 0 ? VALUE_GAP + k->expr_w : 0),
                SIDE + k->name.width + VALUE_GAP + k->count.width);
}

/* A set's values in blocks of about the same height. */
static void add_set(blocks *b, const memo_set *s) {
    size_t parts = s->value_count ? (s->value_count + MOST_LINES - 1) / MOST_LINES : 1;
    size_t each = (s->value_count + parts - 1) / parts;
    for (size_t from = 0; from < s->value_count || from == 0; from += each) {
        add_block(b, s, from, s->value_count - from < each ? s->value_count - from : each);
        if (each == 0)
            break;
    }
}

/* ---- drawing ---- */

static void rule(const blocks *b, scene *s, double x, double y, double w, bool heavy) {
    const theme *t = b->d->t;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){x, y}, (point){x + w, y},
               paint_stroke(heavy ? t->color.ink : t->color.rule, heavy ? t->stroke.rule_table : t->stroke.grid));
    scene_close(s);
}

static void draw_line(const blocks *b, scene *s, const block *k, const line *l, point at) {
    double middle = at.y + l->h / 2;
    str value = number_shown(l->value->value, b->d->a);
    str expr = l->value->node_count ? story_node_shown(l->value->nodes[0], b->d->a) : STR("");
    str alt = k->expr_w > 0 ? str_format(b->d->a, "%.*s = %.*s", STR_ARG(value), STR_ARG(expr)) : value;
    scene_open(s, (group){.role = ROLE_ROW});
    if (l->value->used) {
        scene_open(s, (group){.role = ROLE_ARTIFACT});
        drawing_cell_state(b->d, s, (box){at.x, at.y + 0.5, k->w, l->h - 1}, STATE_CHOSEN);
        scene_close(s);
    }
    scene_open(s, (group){.role = ROLE_CELL, .alt = value});
    drawing_put_middle(s, &l->shown, (point){at.x + SIDE + k->value_w, middle}, ANCHOR_RIGHT);
    scene_close(s);
    scene_open(s, (group){.role = ROLE_CELL, .alt = alt});
    drawing_put_middle(s, &l->expr, (point){at.x + SIDE + k->value_w + VALUE_GAP, middle}, ANCHOR_LEFT);
    scene_close(s);
    scene_close(s);
}

static void draw_block(const blocks *b, scene *s, const block *k, point at) {
    drawing *d = b->d;
    scene_open(s,
               (group){.role = ROLE_TABLE, .title = memo_set_name(k->set, d->a), .alt = memo_set_name(k->set, d->a)});
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_COLUMN_HEAD, .span = 2});
    drawing_put_middle(s, &k->name, (point){at.x + SIDE, at.y + HEAD_H / 2.0 - 1}, ANCHOR_LEFT);
    drawing_put_middle(s, &k->count, (point){at.x + k->w, at.y + HEAD_H / 2.0 - 1}, ANCHOR_RIGHT);
    scene_close(s);
    scene_close(s);
    double y = at.y + HEAD_H;
    rule(b, s, at.x, y, k->w, true);
    for (size_t i = 0; i < k->line_count; i++) {
        draw_line(b, s, k, &k->lines[i], (point){at.x, y});
        y += k->lines[i].h;
        rule(b, s, at.x, y, k->w, i + 1 == k->line_count);
    }
    scene_close(s);
}

/* Blocks in lines of their own, the lines in parts. */
static void draw_blocks(blocks *b, double width, double height) {
    chain_link *links = ARENA_ARRAY(b->d->a, chain_link, b->count);
    for (size_t k = 0; k < b->count; k++)
        links[k] = (chain_link){.w = b->items[k].w, .gap = BLOCK_GAP};
    chain_extent e = chain_place(links, b->count, width);
    scene *s = NULL;
    double y = 0;
    for (size_t k = 0; k < b->count;) {
        size_t from = k;
        double h = 0, w = 0;
        for (; k < b->count && links[k].line == links[from].line; k++) {
            h = fmax(h, b->items[k].h);
            w = links[k].x + links[k].w;
        }
        if (!s || (height > 0 && y + h + 2 > height)) {
            s = drawing_part(b->d);
            y = 1;
        }
        for (size_t i = from; i < k; i++)
            draw_block(b, s, &b->items[i], (point){1 + (e.w - w) / 2 + links[i].x, y});
        y += h + ROW_GAP;
        drawing_size(s, e.w + 2, y - ROW_GAP + 1);
    }
}

void memo_tables_draw(drawing *d, const memo *m, size_t size, double width, double height) {
    blocks b = {.d = d, .widest = width > 0 ? fmin(WIDEST_EXPR, width - WIDEST_VALUE - 40) : WIDEST_EXPR};
    for (size_t k = 0; k < m->count; k++)
        if (m->sets[k].begun && (size ? m->sets[k].size == size : m->sets[k].size > 1))
            add_set(&b, &m->sets[k]);
    if (b.count)
        draw_blocks(&b, width > 0 ? width - 2 : 0, height);
    else
        drawing_size(drawing_part(d), 1, 1);
}
