#include "trees/small_tree.h"

#include "chain.h"
#include "draw/fit.h"

#include <math.h>

enum { WORD_GAP = 3 };

static const double caption_gap = 10; /* at the full scale */

static const double scales[] = {1.2, 1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54};

static void place(small_tree *t) {
    twigs *x = &t->twigs;
    for (size_t k = 0; k < x->count; k++) {
        const twig *w = &x->items[k];
        t->nodes[k] = (tree_node){.parent = k ? w->parent : 0, .w = w->w, .h = w->h, .pin = w->pin};
    }
    t->extent = tree_place(t->nodes, x->count,
                           (tree_options){.level_gap = x->level, .sibling_gap = x->sibling, .aligned = true}, x->d->a);
}

static size_t word_count(str text) {
    size_t words = 1;
    for (size_t k = 0; k < text.len; k++)
        words += text.ptr[k] == ' ';
    return words;
}

/* Too long for one line: broken before operators, which stand between blanks. */
static void break_lines(small_tree *t, text_style style, double width) {
    drawing *d = t->twigs.d;
    size_t words = word_count(t->shown), count = 0;
    chain_link *links = ARENA_ARRAY(d->a, chain_link, words);
    str *texts = ARENA_ARRAY(d->a, str, words);
    for (size_t from = 0; from <= t->shown.len; count++) {
        size_t blank = str_find(t->shown, STR(" "), from);
        texts[count] = str_slice(t->shown, from, blank);
        links[count] = (chain_link){.w = text_measure(d->q->fonts, style, texts[count]).width,
                                    .gap = WORD_GAP,
                                    .joined = count % 2 == 0 && count > 0};
        from = blank == SIZE_MAX ? t->shown.len + 1 : blank + 1;
    }
    chain_extent e = chain_place(links, count, width);
    t->lines = ARENA_ARRAY(d->a, piece, e.lines);
    for (size_t k = 0; k < count;) {
        strbuf b = strbuf_in(d->a);
        size_t line = links[k].line;
        for (bool first = true; k < count && links[k].line == line; k++, first = false)
            strbuf_addf(&b, "%s%.*s", first ? "" : " ", STR_ARG(texts[k]));
        t->lines[t->line_count++] = drawing_text(d, strbuf_text(&b), style);
    }
}

static void set_caption(small_tree *t, small_tree_options o) {
    drawing *d = t->twigs.d;
    double size = d->t->type.formula * fmin(fmax(t->twigs.scale, 0.82), 1.1), least = d->t->type.label * 0.95;
    text_style style = drawing_style(FACE_ROMAN, size, d->t->color.ink);
    double width = text_measure(d->q->fonts, style, t->shown).width;
    if (o.width > 0 && width > o.width)
        style.size = fmax(size * o.width / width - 0.01, least);
    t->line_h = style.size * 1.3;
    t->line_count = 0;
    if (o.width > 0 && width * style.size / size > o.width) {
        break_lines(t, style, o.width);
        return;
    }
    t->lines = ARENA_NEW(d->a, piece);
    t->lines[t->line_count++] = drawing_text(d, t->shown, style);
}

static void set_size(small_tree *t) {
    t->w = t->nodes ? t->extent.w : 0;
    for (size_t k = 0; k < t->line_count; k++)
        t->w = fmax(t->w, t->lines[k].width);
    t->h = (t->nodes ? t->extent.h + caption_gap * t->twigs.scale : 0) + t->line_h * (double)t->line_count;
}

/* Whether it fits with its expression; if not, whether it is the height alone. */
static bool set_at(small_tree *t, small_tree_options o, double scale) {
    twigs *x = &t->twigs;
    twigs_scale(x, scale);
    for (size_t n = 0; n < x->count; n++)
        twig_measure(x, n, t->shown);
    place(t);
    t->too_high = false;
    if (o.width > 0 && t->extent.w > o.width)
        return false;
    if (t->shown.len)
        set_caption(t, o);
    set_size(t);
    t->too_high = o.height > 0 && t->h > o.height;
    return !t->too_high;
}

typedef struct small_room {
    small_tree *t;
    const small_tree_options *o;
} small_room;

static bool scale_fits(void *figure, const void *look) {
    const small_room *room = figure;
    double scale = *(const double *)look;
    return scale <= room->o->scale + 0.001 && set_at(room->t, *room->o, scale);
}

bool small_tree_set(drawing *d, const story_node *root, small_tree_options o, small_tree *t) {
    *t = (small_tree){.twigs = {.d = d}};
    if (!twigs_collect(&t->twigs, root, o.figure))
        return false;
    t->shown = story_node_shown(root, d->a);
    t->nodes = ARENA_ARRAY(d->a, tree_node, t->twigs.count);
    small_room room = {t, &o};
    if (FIT(&room, scales, scale_fits))
        return true;
    t->nodes = NULL;
    if (t->shown.len)
        set_caption(t, o);
    set_size(t);
    return true;
}

double small_tree_root(const small_tree *t) {
    return t->nodes ? twig_pin(&t->nodes[0]).x - t->twigs.operator_r : 0;
}

static void draw_nodes(const small_tree *t, scene *s, point at, str part) {
    const twigs *x = &t->twigs;
    twigs_draw_edges(x, s, t->nodes, x->count, at);
    for (size_t k = 0; k < x->count; k++) {
        str title = part.len ? twig_title(x, k) : STR("");
        if (part.len)
            scene_open(s, (group){.role = ROLE_PART,
                                  .id = drawing_id(x->d, "%.*s-node-%zu", STR_ARG(part), k + 1),
                                  .title = title,
                                  .alt = title});
        twig_draw(x, s, k, &t->nodes[k], at);
        if (part.len)
            scene_close(s);
    }
}

void small_tree_draw(const small_tree *t, scene *s, point at, double bottom, str part) {
    if (t->nodes)
        draw_nodes(t, s, (point){at.x - t->extent.w / 2, at.y}, part);
    for (size_t k = 0; k < t->line_count; k++) {
        double middle = bottom - t->line_h * ((double)(t->line_count - k) - 0.5);
        drawing_put_middle(s, &t->lines[k], (point){at.x, middle}, ANCHOR_CENTRE);
    }
}
