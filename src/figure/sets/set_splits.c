/* A row for each split; where there are many without hits they stand in two columns:
 *
 *         split            values met
 *     ──────────────────────────────────────────────────────
 *       [3]  [3][8][8]       1 × 36
 *     ▌ [8]  [3][3][8]       1 × 37       8 ÷ 1/3
 *     ──────────────────────────────────────────────────────
 */
#include "sets/sets.h"

#include "chain.h"
#include "number.h"
#include "rows/card_row.h"
#include "trees/twigs.h"

#include <math.h>

typedef struct split {
    const story_candidate *candidate;
    const memo_set *parts[2];
    card_row cards[2];
    piece pairs;
    piece *hits;
    size_t hit_count, hit_capacity;
    chain_link *links; /* of the hits */
    size_t hit_lines;
    bool tall; /* some hit holds a fraction */
    double h;
} split;

typedef struct set_splits {
    drawing *d;
    const memo *m;
    const memo_set *whole;
    const story_step *step;
    split *splits;
    size_t count;
    bool hits;      /* only those, with what hits */
    double split_w; /* widths of the columns */
    double left_w, pairs_w, hits_w;
    double row_w;
    size_t columns;
} set_splits;

enum { CARD_H = 16, PART_GAP = 14, COLUMN_GAP = 18, ROW_H = 23, TALL_H = 26, HEAD_H = 18, SIDE = 8, HIT_GAP = 16 };
enum { MANY_ROWS = 4, BETWEEN = 26, MOST_HITS = 12 };

/* ---- what there is ---- */

static const story_step *step_of(const story_moment *m) {
    if (m->step && m->step->kind == STEP_CELL && m->step->candidate_count)
        return m->step;
    const story_step *last = NULL;
    size_t until = story_last_step(m);
    for (size_t k = 0; k < m->run->step_count && m->run->steps[k].number <= until; k++)
        if (m->run->steps[k].candidate_count)
            last = &m->run->steps[k];
    return last;
}

static bool is_used(const memo_set *s, str value) {
    for (size_t k = 0; k < s->value_count; k++)
        if (s->values[k].used && str_equal(s->values[k].value, value))
            return true;
    return false;
}

static split *split_with(set_splits *x, const memo_set *one, const memo_set *other) {
    for (size_t k = 0; k < x->count; k++) {
        split *s = &x->splits[k];
        if ((s->parts[0] == one && s->parts[1] == other) || (s->parts[0] == other && s->parts[1] == one))
            return s;
    }
    return NULL;
}

static text_style cell_style(const set_splits *x) {
    return drawing_style(FACE_ROMAN, x->d->t->type.table_cell, x->d->t->color.ink);
}

/* The same two values may meet in several nodes: they hit once. */
static bool is_new_hit(str *seen, size_t *count, str tex) {
    for (size_t k = 0; k < *count; k++)
        if (str_equal(seen[k], tex))
            return false;
    seen[(*count)++] = tex;
    return true;
}

static void collect_hits(set_splits *x) {
    const story_run *r = x->d->q->moment->run;
    arena *a = x->d->a;
    str *seen = ARENA_ARRAY(a, str, r->put_step_count + 1);
    size_t seen_count = 0;
    for (size_t k = 0; k < r->put_step_count; k++) {
        const story_step *put = &r->put_steps[k];
        const story_node *n = put->node;
        if (put->facts[0].cell != x->whole->cell || !n || !n->left || !n->right ||
            !is_used(x->whole, put->facts[0].value))
            continue;
        split *s = split_with(x, memo_set_of_node(x->m, n->left, a), memo_set_of_node(x->m, n->right, a));
        str tex = node_work_tex(n, a);
        if (!s || s->hit_count == MOST_HITS || !is_new_hit(seen, &seen_count, tex))
            continue;
        s->tall |= str_find(tex, STR("\\frac"), 0) != SIZE_MAX;
        *ARENA_PUSH(a, s, hits, hit_count, hit_capacity) =
            drawing_label(x->d, str_format(a, "$%.*s$", STR_ARG(tex)), cell_style(x));
    }
}

static bool read_split(set_splits *x, const story_candidate *c, split *s) {
    *s = (split){.candidate = c};
    if (c->read_count != 2)
        return false;
    for (size_t k = 0; k < 2; k++)
        if (!(s->parts[k] = memo_set_of(x->m, &c->reads[k].members, x->d->a)))
            return false;
    return true;
}

static void collect_splits(set_splits *x) {
    x->splits = ARENA_ARRAY(x->d->a, split, x->step->candidate_count + 1);
    for (size_t k = 0; k < x->step->candidate_count; k++)
        x->count += read_split(x, &x->step->candidates[k], &x->splits[x->count]);
    collect_hits(x);
    size_t kept = 0;
    for (size_t k = 0; k < x->count; k++)
        if (!x->hits || x->splits[k].hit_count)
            x->splits[kept++] = x->splits[k];
    x->count = kept;
}

/* ---- sizes ---- */

static piece pairs_piece(const set_splits *x, const split *s) {
    arena *a = x->d->a;
    int64_t left = memo_set_count(s->parts[0]), right = memo_set_count(s->parts[1]);
    if (left < 0 || right < 0)
        return drawing_text(x->d, STR(""), cell_style(x));
    return drawing_text(x->d,
                        str_format(a, "%.*s × %.*s", STR_ARG(number_shown(str_format(a, "%lld", (long long)left), a)),
                                   STR_ARG(number_shown(str_format(a, "%lld", (long long)right), a))),
                        cell_style(x));
}

static piece head(const set_splits *x, const char *phrase) {
    return drawing_label(x->d, drawing_say(x->d, phrase, NULL),
                         drawing_style(FACE_ROMAN, x->d->t->type.label, x->d->t->color.mute));
}

/* Hits flow over lines as wide as what the other columns leave. */
static void flow_hits(set_splits *x, split *s, double room) {
    s->links = ARENA_ARRAY(x->d->a, chain_link, s->hit_count + 1);
    for (size_t k = 0; k < s->hit_count; k++)
        s->links[k] = (chain_link){.w = s->hits[k].width, .gap = HIT_GAP};
    s->hit_lines = s->hit_count ? chain_place(s->links, s->hit_count, room).lines : 0;
    for (size_t k = 0; k < s->hit_count; k++)
        x->hits_w = fmax(x->hits_w, s->links[k].x + s->links[k].w);
}

static void measure(set_splits *x) {
    double width = x->d->q->width;
    x->pairs_w = head(x, "figure.splits.sets.pairs").width;
    double right = 0;
    for (size_t k = 0; k < x->count; k++) {
        split *s = &x->splits[k];
        for (size_t p = 0; p < 2; p++)
            s->cards[p] = card_row_of(x->d, s->parts[p]->members, s->parts[p]->size, CARD_H);
        s->pairs = pairs_piece(x, s);
        x->left_w = fmax(x->left_w, s->cards[0].w);
        right = fmax(right, s->cards[1].w);
        x->pairs_w = fmax(x->pairs_w, s->pairs.width);
    }
    x->split_w = fmax(x->left_w + PART_GAP + right, head(x, "figure.splits.sets.parts").width);
    double used = 2 * SIDE + x->split_w + COLUMN_GAP + x->pairs_w;
    if (x->hits) {
        x->hits_w = head(x, "figure.splits.sets.hits").width;
        double room = width > 0 ? fmax(width - 2 - used - COLUMN_GAP, 60) : 260;
        for (size_t k = 0; k < x->count; k++)
            flow_hits(x, &x->splits[k], room);
        used += COLUMN_GAP + x->hits_w;
    }
    for (size_t k = 0; k < x->count; k++) {
        split *s = &x->splits[k];
        double line = s->tall && x->hits ? TALL_H : ROW_H;
        s->h = x->hits && s->hit_lines > 1 ? line * (double)s->hit_lines : line;
    }
    x->row_w = used;
    bool room = width <= 0 || 2 * used + BETWEEN <= width - 2;
    x->columns = !x->hits && x->count > MANY_ROWS && room ? 2 : 1;
}

/* ---- drawing ---- */

static void draw_head(const set_splits *x, scene *s, point at) {
    piece heads[] = {head(x, "figure.splits.sets.parts"), head(x, "figure.splits.sets.pairs"),
                     head(x, "figure.splits.sets.hits")};
    double xs[] = {at.x + SIDE, at.x + SIDE + x->split_w + COLUMN_GAP,
                   at.x + SIDE + x->split_w + COLUMN_GAP + x->pairs_w + COLUMN_GAP};
    scene_open(s, (group){.role = ROLE_ROW});
    for (size_t k = 0; k < (x->hits ? 3 : 2); k++) {
        scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
        drawing_put_middle(s, &heads[k], (point){xs[k], at.y + HEAD_H / 2.0 - 1}, ANCHOR_LEFT);
        scene_close(s);
    }
    scene_close(s);
}

static void draw_rule(const set_splits *x, scene *s, point at, bool heavy) {
    const theme *t = x->d->t;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, at, (point){at.x + x->row_w, at.y},
               paint_stroke(heavy ? t->color.ink : t->color.rule, heavy ? t->stroke.rule_table : t->stroke.grid));
    scene_close(s);
}

static void draw_hits(const set_splits *x, scene *s, const split *row, point at) {
    double line = row->h / (double)(row->hit_lines ? row->hit_lines : 1);
    scene_open(s, (group){.role = ROLE_CELL});
    for (size_t k = 0; k < row->hit_count; k++) {
        double middle = at.y + line * ((double)row->links[k].line + 0.5);
        drawing_put_expression(s, &row->hits[k], (point){at.x + row->links[k].x, middle}, ANCHOR_LEFT,
                               cell_style(x).size);
    }
    scene_close(s);
}

static void draw_row(const set_splits *x, scene *s, const split *row, point at) {
    arena *a = x->d->a;
    double middle = at.y + row->h / 2, top = middle - CARD_H / 2.0, left = at.x + SIDE;
    str alt =
        str_format(a, "%.*s, %.*s", STR_ARG(memo_set_name(row->parts[0], a)), STR_ARG(memo_set_name(row->parts[1], a)));
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_CELL, .alt = alt});
    card_row_draw(x->d, s, &row->cards[0], (point){left + x->left_w - row->cards[0].w, top});
    card_row_draw(x->d, s, &row->cards[1], (point){left + x->left_w + PART_GAP, top});
    scene_close(s);
    scene_open(s, (group){.role = ROLE_CELL});
    drawing_put_middle(s, &row->pairs, (point){left + x->split_w + COLUMN_GAP, middle}, ANCHOR_LEFT);
    scene_close(s);
    if (x->hits)
        draw_hits(x, s, row, (point){left + x->split_w + COLUMN_GAP + x->pairs_w + COLUMN_GAP, at.y});
    scene_close(s);
}

/* Rows [first, end) one below the other; the height that they take. */
static double draw_column(const set_splits *x, scene *s, size_t first, size_t end, point at) {
    scene_open(s, (group){.role = ROLE_TABLE});
    draw_head(x, s, at);
    double y = at.y + HEAD_H;
    draw_rule(x, s, (point){at.x, y}, true);
    for (size_t k = first; k < end; k++) {
        draw_row(x, s, &x->splits[k], (point){at.x, y});
        y += x->splits[k].h;
        draw_rule(x, s, (point){at.x, y}, k + 1 == end);
    }
    scene_close(s);
    return y - at.y;
}

/* How many rows from `first` on a column of that height holds: one at least. */
static size_t column_end(const set_splits *x, size_t first, size_t most, double height) {
    double y = HEAD_H + 2;
    size_t end = first;
    while (end < x->count && end - first < most && (end == first || height <= 0 || y + x->splits[end].h <= height))
        y += x->splits[end++].h;
    return end;
}

static void draw_all(const set_splits *x) {
    double height = x->d->q->height;
    for (size_t first = 0; first < x->count || first == 0;) {
        scene *s = drawing_part(x->d);
        double tallest = 0;
        size_t column = 0, left = x->count - first;
        size_t most = x->columns > 1 ? (left + 1) / 2 : left;
        for (; column < x->columns && first < x->count; column++) {
            size_t end = column_end(x, first, column ? x->count : most, height);
            double at = 1 + (double)column * (x->row_w + BETWEEN);
            tallest = fmax(tallest, draw_column(x, s, first, end, (point){at, 1}));
            first = end;
        }
        drawing_size(s, (double)column * (x->row_w + BETWEEN) - BETWEEN + 2, tallest + 2);
        if (x->count == 0)
            break;
    }
}

static void put_facts(const set_splits *x) {
    drawing *d = x->d;
    size_t hits = 0;
    for (size_t k = 0; k < x->count; k++)
        hits += x->splits[k].hit_count;
    drawing_fact(d, "set", memo_set_name(x->whole, d->a));
    drawing_fact(d, "value", x->m->classes.count ? number_shown(x->m->classes.items[0].node->value, d->a) : STR(""));
    drawing_fact_integer(d, "split_count", (int64_t)x->count);
    drawing_fact_integer(d, "hit_count", (int64_t)hits);
    drawing_fact_bool(d, "hits", x->hits);
}

void set_splits_draw(drawing *d) {
    set_splits x = {.d = d, .step = step_of(d->q->moment), .hits = drawing_param_switch(d, "hits")};
    x.m = memo_at(d->q->moment, 1, d->a);
    x.whole = x.step ? memo_set_of(x.m, &x.step->members, d->a) : NULL;
    if (!x.whole) {
        error_plain(d->q->error, STATUS_INPUT, "figure splits: nothing is split at this step");
        return;
    }
    collect_splits(&x);
    if (x.count == 0) {
        error_plain(d->q->error, STATUS_INPUT, "figure splits: none of the splits hits what is looked for");
        return;
    }
    put_facts(&x);
    measure(&x);
    draw_all(&x);
}
