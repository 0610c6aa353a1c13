/* Two texts with the letters that are kept joined:
 *
 *        1   2   3   4   5            positions
 *   x  │ S │ T │[O]│[N]│[E]│
 *               ╱    ╱    │           lines never cross, since both texts are read in one direction
 *   y  │ L │[O]│[N]│ G │[E]│ S │ T │
 *        1   2   3   4   5   6   7
 *
 * Texts too long for the width stand in several rows of two; a row ends where neither text is torn from a letter that
 * it is joined to. */
#include "draw/drawing.h"
#include "tables/neighbours.h"

#include <math.h>

enum { TILE_H = 18, TILE_LEAST = 16, TILE_PAD = 3, NAME_W = 18, NUMBER_H = 9, JOIN_H = 32, ROW_GAP = 14 };

typedef struct pair {
    size_t x, y; /* from 0 */
} pair;

/* Letters of both texts that stand in one row, and the pairs between them. */
typedef struct block {
    size_t x, x_count, y, y_count, pair, pair_count;
} block;

typedef struct layout {
    drawing *d;
    const story_table *t;
    size_t m, n;
    pair *pairs; /* in rising order */
    size_t count;
    bool *kept[2]; /* by letter of x, of y */
    block *blocks;
    size_t block_count, block_capacity;
    double tile, type;
} layout;

static bool match_draws(const story_run *r) {
    const story_table *t = neighbours_table(r);
    return t && t->row_labels.count && t->col_labels.count;
}

/* ---- what is joined ---- */

static void keep_way_back(layout *l) {
    neighbours_steps steps = neighbours_way_back(l->t, l->d->q->moment, l->d->a);
    l->pairs = ARENA_ARRAY(l->d->a, pair, steps.count + 1);
    for (size_t k = steps.count; k--;) {
        const neighbours_step *s = &steps.items[k];
        if (s->kept)
            l->pairs[l->count++] =
                (pair){(size_t)(s->row - l->t->row_first - 1), (size_t)(s->col - l->t->col_first - 1)};
    }
}

static bool take_number(str text, size_t *at, size_t *value) {
    size_t from = *at;
    *value = 0;
    for (; *at < text.len && text.ptr[*at] >= '0' && text.ptr[*at] <= '9' && *value < 100000000; ++*at)
        *value = *value * 10 + (size_t)(text.ptr[*at] - '0');
    return *at > from;
}

/* "2-1,3-3": letter 2 of x with letter 1 of y, and so on. */
static void keep_pairs(layout *l, str text) {
    l->pairs = ARENA_ARRAY(l->d->a, pair, text.len / 2 + 1);
    for (size_t at = 0; at < text.len; at++) {
        size_t x, y;
        bool read = take_number(text, &at, &x) && at < text.len && text.ptr[at++] == '-' && take_number(text, &at, &y);
        bool ended = at == text.len || text.ptr[at] == ',';
        if (!read || !ended || !x || !y || x > l->m || y > l->n ||
            (l->count && (x - 1 <= l->pairs[l->count - 1].x || y - 1 <= l->pairs[l->count - 1].y))) {
            error_plain(
                l->d->q->error, figure_param_status(l->d->q),
                "figure alignment: pairs=%.*s must be a list such as 1-2,3-4 of letters of x (1 to %zu) and y (1 to "
                "%zu), both rising",
                STR_ARG(text), l->m, l->n);
            return;
        }
        l->pairs[l->count++] = (pair){x - 1, y - 1};
    }
}

static size_t letters_of(const story_texts *labels) {
    return labels->count ? labels->count - 1 : 0; /* the first is that of the empty prefix */
}

static void find_pairs(layout *l) {
    drawing *d = l->d;
    str given = drawing_param(d, "pairs");
    bool none = str_is(given, "none");
    if (given.len && !none)
        keep_pairs(l, given);
    else if (!none)
        keep_way_back(l);
    l->kept[0] = ARENA_ARRAY(d->a, bool, l->m + 1);
    l->kept[1] = ARENA_ARRAY(d->a, bool, l->n + 1);
    for (size_t k = 0; k < l->count; k++)
        l->kept[0][l->pairs[k].x] = l->kept[1][l->pairs[k].y] = true;
}

/* ---- sizes ---- */

static text_style letter_style(const layout *l, bool kept) {
    const theme *t = l->d->t;
    return drawing_style(kept ? FACE_BOLD : FACE_ROMAN, fmax(t->type.node * l->type, t->type.least), t->color.ink);
}

static const story_texts *labels_of(const layout *l, int text) {
    return text ? &l->t->col_labels : &l->t->row_labels;
}

static piece letter_piece(const layout *l, int text, size_t place) {
    return drawing_text(l->d, neighbours_letter(labels_of(l, text), place + 1, l->d->a),
                        letter_style(l, l->kept[text][place]));
}

static void find_tile(layout *l) {
    l->type = l->m > 24 || l->n > 24 ? 0.85 : 1;
    l->tile = TILE_LEAST * l->type;
    for (int text = 0; text < 2; text++)
        for (size_t k = 0; k < (text ? l->n : l->m); k++)
            l->tile = fmax(l->tile, letter_piece(l, text, k).width + 2 * TILE_PAD);
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Each row takes as many pairs as fit, then as much as fits of what stands before the next one. */
static void find_blocks(layout *l, double width) {
    size_t most = width > 0 ? (size_t)fmax(1, floor((width - NAME_W) / l->tile)) : l->m + l->n + 1;
    size_t x = 0, y = 0, k = 0;
    do {
        block b = {.x = x, .y = y, .pair = k};
        for (; k < l->count && l->pairs[k].x < b.x + most && l->pairs[k].y < b.y + most; k++)
            b.pair_count++;
        x = smaller(k < l->count ? l->pairs[k].x : l->m, b.x + most);
        y = smaller(k < l->count ? l->pairs[k].y : l->n, b.y + most);
        b.x_count = x - b.x;
        b.y_count = y - b.y;
        *ARENA_PUSH(l->d->a, l, blocks, block_count, block_capacity) = b;
    } while (x < l->m || y < l->n);
}

static double block_height(const layout *l) {
    return 2 * (NUMBER_H + TILE_H * l->type) + JOIN_H;
}

/* ---- drawing ---- */

static void draw_letter(const layout *l, scene *s, int text, size_t place, box b) {
    const theme *t = l->d->t;
    bool kept = l->kept[text][place];
    str letter = neighbours_letter(labels_of(l, text), place + 1, l->d->a);
    str title = str_format(l->d->a, "%s[%zu]", text ? "y" : "x", place + 1);
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(l->d, "letter-%s-%zu", text ? "y" : "x", place + 1),
                          .title = title,
                          .alt = str_format(l->d->a, "%.*s = %.*s", STR_ARG(title), STR_ARG(letter))});
    double line = kept ? 1.2 : t->stroke.grid;
    box inner = {b.x + line / 2, b.y + line / 2, b.w - line, b.h - line};
    scene_rect(s, inner, 0,
               kept ? paint_both(t->color.current_fill, t->color.current_line, line)
                    : paint_stroke(t->color.rule, line));
    piece p = letter_piece(l, text, place);
    drawing_put_middle(s, &p, (point){b.x + b.w / 2, b.y + b.h / 2}, ANCHOR_CENTRE);
    scene_close(s);
}

static void draw_number(const layout *l, scene *s, size_t place, double x, double y) {
    const theme *t = l->d->t;
    text_style style = drawing_style(FACE_SANS, t->type.least + 0.8, t->color.mute);
    piece p = drawing_label(l->d, str_format(l->d->a, "%zu", place + 1), style);
    drawing_put(s, &p, (point){x + l->tile / 2, y}, ANCHOR_CENTRE);
}

static void draw_name(const layout *l, scene *s, const char *name, double middle) {
    const theme *t = l->d->t;
    piece p = drawing_label(l->d, str_format(l->d->a, "$%s$", name),
                            drawing_style(FACE_ROMAN, t->type.label + 2, t->color.ink));
    drawing_put_middle(s, &p, (point){0, middle}, ANCHOR_LEFT);
}

static void draw_text(const layout *l, scene *s, int text, size_t first, size_t count, double y) {
    double numbers = text ? y + TILE_H * l->type + NUMBER_H - 1 : y - 2.5;
    if (count)
        draw_name(l, s, text ? "y" : "x", y + TILE_H * l->type / 2);
    for (size_t k = 0; k < count; k++) {
        double x = NAME_W + (double)k * l->tile;
        draw_letter(l, s, text, first + k, (box){x, y, l->tile, TILE_H * l->type});
        draw_number(l, s, first + k, x, numbers);
    }
}

static double tile_centre(const layout *l, size_t k) {
    return NAME_W + ((double)k + 0.5) * l->tile;
}

static void draw_block(const layout *l, scene *s, const block *b, double top) {
    double x_top = top + NUMBER_H, x_bottom = x_top + TILE_H * l->type, y_top = x_bottom + JOIN_H;
    paint line = paint_stroke(l->d->t->color.path_line, 1.3);
    draw_text(l, s, 0, b->x, b->x_count, x_top);
    draw_text(l, s, 1, b->y, b->y_count, y_top);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t k = b->pair; k < b->pair + b->pair_count; k++) {
        point from = {tile_centre(l, l->pairs[k].x - b->x), x_bottom};
        point to = {tile_centre(l, l->pairs[k].y - b->y), y_top};
        scene_line(s, from, to, line);
    }
    scene_close(s);
}

static void draw_blocks(layout *l, double height) {
    scene *s = NULL;
    double y = 0;
    for (size_t k = 0; k < l->block_count; k++) {
        if (!s || (height > 0 && y + block_height(l) > height)) {
            s = drawing_part(l->d);
            y = 0;
        }
        draw_block(l, s, &l->blocks[k], y);
        y += block_height(l);
        box ink = scene_ink(s);
        drawing_size(s, ink.x + ink.w + 0.5, y);
        y += ROW_GAP;
    }
}

/* ---- the figure ---- */

static void put_facts(layout *l) {
    drawing *d = l->d;
    strbuf kept = strbuf_in(d->a);
    strbuf_add_c(&kept, "");
    for (size_t k = 0; k < l->count; k++)
        strbuf_add(&kept, neighbours_letter(&l->t->row_labels, l->pairs[k].x + 1, d->a));
    drawing_fact_integer(d, "kept_count", (int64_t)l->count);
    drawing_fact(d, "kept", strbuf_text(&kept));
    drawing_fact_integer(d, "m", (int64_t)l->m);
    drawing_fact_integer(d, "n", (int64_t)l->n);
}

static figure *match_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    layout l = {.d = d, .t = neighbours_table(q->moment->run)};
    l.m = letters_of(&l.t->row_labels);
    l.n = letters_of(&l.t->col_labels);
    find_pairs(&l);
    if (error_set(q->error))
        return NULL;
    put_facts(&l);
    find_tile(&l);
    find_blocks(&l, q->width);
    draw_blocks(&l, q->height);
    return drawing_end(d, "alignment");
}

static const figure_param match_params[] = {{.name = "pairs"}, {0}};

const figure_kind alignment_figure = {
    .name = "alignment",
    .old_name = "match",
    .summary = "two texts, the letters that are kept joined by lines",
    .counts = STEP_BACK,
    .params = match_params,
    .draws = match_draws,
    .build = match_build,
};
