/* What a call looks like, worked out once for each call and kept, since a tree is measured at several sizes:
 *
 *        [5]┌──────────┐        tag: the number of the call, over the corner
 *           │ f (1, 3) │        label: name and arguments, cut where they are long; shape by function
 *           │    10    │        value; dotted and with the number of the first for a repeat, a filled corner for the
 * memo └──────────┘
 */
#include "trees/tree_node.h"

#include "chain.h"
#include "mustache.h"
#include "number.h"
#include "utf8.h"
#include "visible.h"

#include <math.h>
#include <stdio.h>

typedef struct call_words {
    str alt;
    str value; /* that it tells */
    bool told;
} call_words;

struct call_look {
    str name;
    str fn, args; /* as they are written: "f", "(0, 3)"; long arguments cut */
    bool cut;
    bool known;      /* what stands on it was found */
    piece labels[2]; /* at the size in use: plain, repeated */
    bool set[2];
    str value_text; /* whose piece `value` is */
    piece value;
    bool value_set;
    call_words words[3]; /* by kind of call */
};

enum { WIDEST_LABEL = 150, WIDEST_VALUE = 72, WIDEST_EDGE = 90, LEAST_BOX = 42 };

/* ---- shapes: one a function, in the order in which functions are met ---- */

static void shape_box(scene *s, box b, paint p) {
    scene_rect(s, b, 3, p);
}

static void shape_pill(scene *s, box b, paint p) {
    scene_rect(s, b, b.h / 2, p);
}

static void shape_hexagon(scene *s, box b, paint p) {
    double in = b.h / 4, middle = b.y + b.h / 2;
    point corners[] = {
        {b.x, middle},        {b.x + in, b.y}, {b.x + b.w - in, b.y}, {b.x + b.w, middle}, {b.x + b.w - in, b.y + b.h},
        {b.x + in, b.y + b.h}};
    scene_polyline(s, corners, 6, true, p);
}

static void shape_cut(scene *s, box b, paint p) {
    double in = fmin(b.h / 5, 6);
    point corners[] = {{b.x + in, b.y},
                       {b.x + b.w - in, b.y},
                       {b.x + b.w, b.y + in},
                       {b.x + b.w, b.y + b.h - in},
                       {b.x + b.w - in, b.y + b.h},
                       {b.x + in, b.y + b.h},
                       {b.x, b.y + b.h - in},
                       {b.x, b.y + in}};
    scene_polyline(s, corners, 8, true, p);
}

static void shape_slanted(scene *s, box b, paint p) {
    double in = b.h / 5;
    point corners[] = {{b.x + in, b.y}, {b.x + b.w, b.y}, {b.x + b.w - in, b.y + b.h}, {b.x, b.y + b.h}};
    scene_polyline(s, corners, 4, true, p);
}

static void shape_barred(scene *s, box b, paint p) {
    scene_rect(s, b, 0, p);
    p.filled = false;
    double in = fmin(3.5, b.w / 8);
    scene_line(s, (point){b.x + in, b.y}, (point){b.x + in, b.y + b.h}, p);
    scene_line(s, (point){b.x + b.w - in, b.y}, (point){b.x + b.w - in, b.y + b.h}, p);
}

/* The upper right corner filled, whatever the shape. */
static void fold(const drawing *d, scene *s, point before, const point *corners, size_t count, point after) {
    double side = d->t->space.hit_corner;
    point all[4], first = corners[0], last = corners[count - 1];
    double back = hypot(before.x - first.x, before.y - first.y), on = hypot(after.x - last.x, after.y - last.y);
    double from = fmin(1, side / back), to = fmin(1, side / on);
    size_t n = 0;
    all[n++] = (point){first.x + (before.x - first.x) * from, first.y + (before.y - first.y) * from};
    for (size_t k = 0; k < count; k++)
        all[n++] = corners[k];
    all[n++] = (point){last.x + (after.x - last.x) * to, last.y + (after.y - last.y) * to};
    scene_polyline(s, all, n, true, paint_fill(d->t->color.ink));
}

static void fold_barred(const drawing *d, scene *s, box b) {
    state_corner(d, s, OUTLINE_BOX, b);
}

static void fold_box(const drawing *d, scene *s, box b) {
    double side = fmin(d->t->space.hit_corner, b.h * 0.4), r = 3, soft = r * 0.4477;
    point end = {b.x + b.w, b.y};
    segment path[] = {
        {.kind = MOVE_TO, .to = {end.x - side, end.y}},
        {.kind = LINE_TO, .to = {end.x - r, end.y}},
        {.kind = CURVE_TO, .c1 = {end.x - soft, end.y}, .c2 = {end.x, end.y + soft}, .to = {end.x, end.y + r}},
        {.kind = LINE_TO, .to = {end.x, end.y + side}},
        {.kind = CLOSE_PATH}};
    scene_path(s, path, sizeof path / sizeof *path, paint_fill(d->t->color.ink));
}

static void fold_pill(const drawing *d, scene *s, box b) {
    state_corner(d, s, OUTLINE_ROUND, b);
}

static void fold_hexagon(const drawing *d, scene *s, box b) {
    point corner = {b.x + b.w - b.h / 4, b.y};
    fold(d, s, (point){b.x, b.y}, &corner, 1, (point){b.x + b.w, b.y + b.h / 2});
}

static void fold_cut(const drawing *d, scene *s, box b) {
    double in = fmin(b.h / 5, 6);
    point corners[] = {{b.x + b.w - in, b.y}, {b.x + b.w, b.y + in}};
    fold(d, s, (point){b.x, b.y}, corners, 2, (point){b.x + b.w, b.y + b.h});
}

static void fold_slanted(const drawing *d, scene *s, box b) {
    point corner = {b.x + b.w, b.y};
    fold(d, s, (point){b.x, b.y}, &corner, 1, (point){b.x + b.w - b.h / 5, b.y + b.h});
}

static const struct {
    void (*draw)(scene *s, box b, paint p);
    void (*fold)(const drawing *d, scene *s, box b); /* its corner filled: answered from the memo */
    double beside;                                   /* how much wider than its text it has to be, × its height */
    double corner; /* how far inwards a tag has to stand to be on its line, × its height */
} shapes[] = {
    {shape_box, fold_box, 0, 0},      {shape_pill, fold_pill, 0.22, 0.17},     {shape_hexagon, fold_hexagon, 0.4, 0.2},
    {shape_cut, fold_cut, 0.1, 0.08}, {shape_slanted, fold_slanted, 0.4, 0.1}, {shape_barred, fold_barred, 0.2, 0},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- what a call is called ---- */

static bool is_letter(str s) {
    return s.len == 1 && ((s.ptr[0] | 32) >= 'a' && (s.ptr[0] | 32) <= 'z');
}

static text_style fn_style(str fn, double size, color c) {
    return drawing_style(is_letter(fn) ? FACE_ITALIC : FACE_ROMAN, size, c);
}

/* An italic letter leans over to what follows it. */
static double after_fn(const text_size *fn, double size) {
    return fmax(0, fn->ink_right) + 0.04 * size;
}

static str arguments(drawing *d, const story_frame *f) {
    strbuf b = strbuf_in(d->a);
    strbuf_add_byte(&b, '(');
    for (size_t k = 0; k < f->args.count; k++) {
        strbuf_add_c(&b, k ? ",\xE2\x80\x89" : "");
        strbuf_add(&b, number_shown(f->args.items[k], d->a));
    }
    strbuf_add_byte(&b, ')');
    return strbuf_text(&b);
}

/* The longest beginning of `text` that is no wider than `width`, with an ellipsis. */
static str shortened(drawing *d, str text, double width, text_style style, const char *end) {
    size_t cut = 0;
    for (size_t at = 0; at < text.len;) {
        utf8_next(text, &at);
        if (text_measure(d->q->fonts, style, str_slice(text, 0, at)).width > width)
            break;
        cut = at;
    }
    return str_format(d->a, "%.*s…%s", STR_ARG(str_slice(text, 0, cut)), end);
}

/* Calls often differ in their last argument only. */
static str cut_in_middle(drawing *d, str text, double width, text_style style) {
    size_t from = text.len;
    for (size_t at = text.len; at;) {
        at--;
        if ((text.ptr[at] & 0xC0) == 0x80)
            continue;
        if (text_measure(d->q->fonts, style, str_slice(text, at, text.len)).width > width / 3)
            break;
        from = at;
    }
    return shortened(d, text, width * 2 / 3, style, str_to_c(d->a, str_slice(text, from, text.len)));
}

static void find_label(drawing *d, call_look *l, const story_frame *f) {
    enum { UNIT = 10 };
    text_style style = drawing_style(FACE_ROMAN, UNIT, d->t->color.ink);
    double widest = WIDEST_LABEL * UNIT / 9.0;
    l->name = story_frame_name(f, d->a);
    l->fn = f->fn;
    l->args = arguments(d, f);
    text_size fn = text_measure(d->q->fonts, fn_style(l->fn, UNIT, d->t->color.ink), l->fn);
    if (fn.width > widest / 2) {
        l->fn = shortened(d, l->fn, widest / 2, style, "");
        l->cut = true;
        fn = text_measure(d->q->fonts, style, l->fn);
    }
    double room = widest - fn.width, args = text_measure(d->q->fonts, style, l->args).width;
    if (args > room) {
        l->args = cut_in_middle(d, l->args, room, style);
        l->cut = true;
    }
    l->known = true;
}

/* At the size that it will have: a font may have other shapes for another one. */
static double label_width(const call_nodes *n, const call_look *l) {
    text_style style = fn_style(l->fn, n->label, n->d->t->color.ink);
    text_size fn = text_measure(n->d->q->fonts, style, l->fn);
    style.face = FACE_ROMAN;
    return fn.width + after_fn(&fn, n->label) + text_measure(n->d->q->fonts, style, l->args).width;
}

/* As markup, for notes. */
static str marked_up_name(const call_nodes *n, const call *c) {
    strbuf b = strbuf_in(n->d->a);
    mustache_escape_markdown(&b, story_frame_name(c->frame, n->d->a), STR(""));
    return strbuf_text(&b);
}

static void note_whole(call_nodes *n, const call *c) {
    *ARENA_PUSH(n->d->a, n->d->f, notes, note_count, note_capacity) =
        str_format(n->d->a, "%zu: %.*s", c->number, STR_ARG(marked_up_name(n, c)));
}

static piece label_piece(call_nodes *n, const call *c) {
    drawing *d = n->d;
    call_look *l = &n->looks[c->number - 1];
    int which = c->kind == CALL_REPEAT;
    if (l->set[which])
        return l->labels[which];
    if (l->cut && !l->set[!which])
        note_whole(n, c);
    const color of_function[] = {d->t->color.f, d->t->color.s};
    color ink = n->tree->functions.count > 1 && c->function < 2 ? of_function[c->function] : d->t->color.ink;
    if (which)
        ink = d->t->color.mute;
    piece p = {.scene = scene_new(d->a)};
    text_style style = fn_style(l->fn, n->label, ink);
    text_size fn = text_measure(d->q->fonts, style, l->fn);
    scene_text(p.scene, d->q->fonts, style, (point){0, 0}, ANCHOR_LEFT, l->fn);
    p.width = fn.width + after_fn(&fn, n->label);
    style.face = FACE_ROMAN;
    p.width += scene_text(p.scene, d->q->fonts, style, (point){p.width, 0}, ANCHOR_LEFT, l->args);
    l->set[which] = true;
    return l->labels[which] = p;
}

/* ---- sizes ---- */

static str edge_text(const call_nodes *n, const story_frame *f) {
    text_style style = drawing_style(FACE_ROMAN, n->edge, n->d->t->color.ink);
    str text = visible_label(number_shown(f->edge, n->d->a), n->d->a);
    if (text_measure(n->d->q->fonts, style, text).width > WIDEST_EDGE)
        return shortened(n->d, text, WIDEST_EDGE, style, "");
    return text;
}

static double edge_width(const call_nodes *n, const story_frame *f) {
    if (!f->edge.len)
        return 0;
    return text_measure(n->d->q->fonts, drawing_style(FACE_ROMAN, n->edge, n->d->t->color.ink), edge_text(n, f)).width;
}

static bool is_reference(const call_nodes *n, const call *c) {
    return n->tree->folded && c->kind == CALL_REPEAT;
}

static piece reference_piece(call_nodes *n, const call *c) {
    datum *facts = datum_map(n->d->a);
    datum_put(n->d->a, facts, "number", datum_integer(n->d->a, (int64_t)c->number));
    return drawing_label(n->d, drawing_say(n->d, "figure.calls.see", facts),
                         drawing_style(FACE_ROMAN, fmax(n->value * 0.9, n->d->t->type.least), n->d->t->color.ink));
}

static double box_width(call_nodes *n, const call *c, double least) {
    double w = label_width(n, &n->looks[c->number - 1]);
    w = fmax(w, is_reference(n, c) ? reference_piece(n, c).width : n->value_room);
    double beside = shapes[c->function % SHAPES].beside * n->h + (c->kind == CALL_HIT ? 3 : 0);
    w = fmax(w + 2 * n->pad + beside, least);
    double edge = edge_width(n, c->frame);
    return edge > 0 && c->frame->parent ? fmax(w, tree_edge_width(edge) - n->sibling_gap) : w;
}

static bool has_edge_labels(const call_tree *t) {
    for (size_t k = 0; k < t->count; k++)
        if (t->items[k].frame && t->items[k].frame->edge.len)
            return true;
    return false;
}

static void measure_type(call_nodes *n, double scale) {
    const theme *t = n->d->t;
    n->label = fmax(t->type.label * scale, t->type.least);
    n->value = fmax(t->type.operator* scale, t->type.least);
    n->edge = fmax(t->type.edge_label * scale, t->type.least);
    n->tag = fmax((t->type.count - 1) * scale, t->type.least);
    n->pad = 6 * scale * scale;
    n->tag_h = n->tag * 1.12;
    n->inside = 4.5 * scale;
    n->h = n->label * 1.2 + n->value * 1.15 + 2 * n->inside;
    n->rise = fmax(n->tag_h * 0.45, n->tag_h + 1.6 - n->inside - n->label * 0.17); /* clear of the label below */
    n->heavy = t->stroke.best_path * fmax(scale, 0.7);
    n->sibling_gap = fmax(t->space.sibling * scale * scale, 3.5);
    n->overhang = fmin(n->tag_h * 0.45, n->sibling_gap / 2 - 0.7); /* two tags may stand between neighbours */
    double gap = (t->space.call_level - 34) * scale;
    n->level_gap = has_edge_labels(n->tree) ? fmax(gap, n->edge + 9) : gap * 0.8;
    text_style bold = drawing_style(FACE_BOLD, n->value, t->color.ink);
    size_t digits = n->d->q->moment->run->value_length;
    double room = text_measure(n->d->q->fonts, bold, STR("0")).width * (double)digits;
    n->value_room = fmin(room, WIDEST_VALUE * scale);
    if (room > n->value_room)
        n->h += n->value * 0.35; /* exponents stand above the line */
}

call_nodes *call_nodes_measure(drawing *d, const call_tree *t, double scale) {
    call_nodes *n = ARENA_NEW(d->a, call_nodes);
    *n = (call_nodes){.d = d, .tree = t, .tagged = t->repeats + t->hits > 0};
    n->looks = ARENA_ARRAY(d->a, call_look, t->different + 1);
    n->boxes = ARENA_ARRAY(d->a, tree_node, t->count);
    measure_type(n, scale);
    double least = LEAST_BOX * scale * scale;
    for (size_t k = 0; k < t->count; k++) {
        const call *c = &t->items[k];
        n->boxes[k].parent = c->parent;
        if (!c->frame)
            continue;
        call_look *l = &n->looks[c->number - 1];
        if (!l->known)
            find_label(d, l, c->frame);
        n->boxes[k].w = box_width(n, c, least);
        n->boxes[k].h = n->h;
    }
    return n;
}

/* ---- one node ---- */

static paint node_paint(const call_nodes *n, const call *c) {
    const theme *t = n->d->t;
    if (c->time == CALL_OPEN)
        return state_paint(n->d, STATE_CURRENT);
    if (c->time == CALL_NOW)
        return state_paint(n->d, STATE_READ);
    color line = c->best ? t->color.path_line : t->color.ink;
    double width = c->best ? n->heavy : t->stroke.node;
    if (c->kind == CALL_REPEAT) {
        paint p = state_paint(n->d, STATE_REPEAT);
        if (c->best) {
            p.stroke = line;
            p.width = width;
        }
        return p;
    }
    return paint_both(c->best ? t->color.path_fill : (color){255, 255, 255}, line, width);
}

static void draw_shape(const call_nodes *n, scene *s, const call *c, box b) {
    paint p = node_paint(n, c);
    shapes[c->function % SHAPES].draw(s, b, p);
    if (c->kind == CALL_HIT)
        shapes[c->function % SHAPES].fold(n->d, s, b);
}

static piece value_piece(call_nodes *n, const call *c) {
    drawing *d = n->d;
    const story_frame *f = c->frame;
    call_look *l = &n->looks[c->number - 1];
    if (is_reference(n, c))
        return reference_piece(n, c);
    if (c->time > CALL_NOW)
        return (piece){0};
    if (!f->value.len)
        return f->returned ? drawing_blank(d, n->value * 1.1) : (piece){0};
    if (l->value_set && str_equal(l->value_text, f->value))
        return l->value;
    bool cut = false;
    text_style style = drawing_style(FACE_BOLD, n->value, d->t->color.ink);
    piece p = value_set(f->value, false, n->value_room + 1, d->t->type.least, d->q->fonts, style, &cut, d->a);
    if (cut)
        drawing_note(d, marked_up_name(n, c), f->value);
    l->value_text = f->value;
    l->value_set = true;
    return l->value = p;
}

static void draw_tag(const call_nodes *n, scene *s, const call *c, box b, bool right) {
    const theme *t = n->d->t;
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%zu", c->number);
    str text = str_copy(n->d->a, (str){digits, (size_t)count});
    text_style style = drawing_style(FACE_SANS, n->tag, t->color.ink); /* a serif face is wide in so small a size */
    double w = fmax(text_measure(n->d->q->fonts, style, text).width + n->tag * 0.28, n->tag_h);
    double out = n->overhang - shapes[c->function % SHAPES].corner * b.h;
    box at = {right ? b.x + b.w + out - w : b.x - out, b.y - n->rise, w, n->tag_h};
    scene_rect(s, at, 0, paint_both((color){255, 255, 255}, t->color.ink, t->stroke.grid));
    scene_text(s, n->d->q->fonts, style, (point){at.x + w / 2, at.y + at.h / 2 + drawing_middle(n->tag)}, ANCHOR_CENTRE,
               text);
}

static str make_alt(call_nodes *n, const call *c, str name, bool told) {
    drawing *d = n->d;
    str value =
        told ? str_format(d->a, "%.*s = %.*s", STR_ARG(name), STR_ARG(number_shown(c->frame->value, d->a))) : name;
    if (c->kind == CALL_FIRST)
        return value;
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "call", datum_text(d->a, value));
    datum_put(d->a, facts, "number", datum_integer(d->a, (int64_t)c->number));
    return drawing_say_plain(d, c->kind == CALL_HIT ? "figure.calls.hit" : "figure.calls.repeat", facts);
}

/* Most calls are made many times: what is said of them is made once. */
static str node_alt(call_nodes *n, const call *c, str name) {
    call_look *l = &n->looks[c->number - 1];
    bool told = c->frame->value.len && c->time <= CALL_NOW;
    call_words *w = &l->words[c->kind];
    if (!w->alt.len || w->told != told || (told && !str_equal(w->value, c->frame->value)))
        *w = (call_words){make_alt(n, c, name, told), c->frame->value, told};
    return w->alt;
}

/* The label of the edge that leads to a call. */
typedef struct edge_label {
    str text; /* empty: none */
    tree_edge edge;
} edge_label;

static text_style edge_style(const call_nodes *n, const call *c) {
    return drawing_style(c->best_edge ? FACE_BOLD : FACE_ROMAN, n->edge, n->d->t->color.ink);
}

static void draw_edge_label(const call_nodes *n, scene *s, const call *c, const edge_label *edge) {
    point at = tree_edge_label(&edge->edge);
    if (edge->text.len)
        scene_text(s, n->d->q->fonts, edge_style(n, c), (point){at.x, at.y + drawing_middle(n->edge)}, ANCHOR_CENTRE,
                   edge->text);
}

static void draw_node(call_nodes *n, scene *s, const call *c, box b, const edge_label *edge, bool again, bool right) {
    drawing *d = n->d;
    str name = n->looks[c->number - 1].name;
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(d, "call-%lld%s", (long long)c->frame->id, again ? "-again" : ""),
                          .title = name,
                          .alt = node_alt(n, c, name)});
    draw_edge_label(n, s, c, edge);
    draw_shape(n, s, c, b);
    piece label = label_piece(n, c), value = value_piece(n, c);
    double middle = b.x + b.w / 2;
    double line = b.y + n->inside + n->label * 0.6, second = b.y + b.h - n->inside - n->value * 0.575;
    drawing_put_middle(s, &label, (point){middle, line}, ANCHOR_CENTRE);
    if (value.scene)
        drawing_put_middle(s, &value, (point){middle, second}, ANCHOR_CENTRE);
    if (n->tagged && !is_reference(n, c))
        draw_tag(n, s, c, b, right);
    scene_close(s);
}

/* ---- a piece ---- */

typedef struct twig_edge {
    edge_label label;
    size_t before; /* the sibling on the left, or SIZE_MAX */
    bool drawn;
} twig_edge;

static const call *call_at(const call_nodes *n, const tree_piece *p, size_t k) {
    return &n->tree->items[p->twigs[k].node];
}

static twig_edge *find_edges(call_nodes *n, const tree_piece *p, point at) {
    drawing *d = n->d;
    twig_edge *edges = ARENA_ARRAY(d->a, twig_edge, p->count);
    size_t *last = ARENA_ARRAY(d->a, size_t, p->count);
    for (size_t k = 1; k < p->count; k++) {
        const tree_node *node = &p->places[k], *parent = &p->places[node->parent];
        const call *c = call_at(n, p, k);
        twig_edge *e = &edges[k];
        e->drawn = c->time != CALL_AHEAD && call_at(n, p, node->parent)->frame;
        e->label.edge.from = (point){at.x + parent->x + parent->w / 2, at.y + parent->y + parent->h};
        e->label.edge.to = (point){at.x + node->x + node->w / 2, at.y + node->y};
        e->before = last[node->parent] ? last[node->parent] : SIZE_MAX;
        last[node->parent] = k;
        if (p->twigs[k].to || !c->frame->edge.len)
            continue;
        e->label.text = edge_text(n, c->frame);
        e->label.edge.label_w = text_measure(d->q->fonts, edge_style(n, c), e->label.text).width;
        e->label.edge.label_h = n->edge; /* letters reach below the line */
    }
    return edges;
}

/* All edges of a call are bent if one of them would touch the label of another. */
static void bend_edges(const tree_piece *p, twig_edge *edges, arena *a) {
    bool *bent = ARENA_ARRAY(a, bool, p->count);
    for (size_t k = 1; k < p->count; k++) {
        if (edges[k].before == SIZE_MAX)
            continue;
        const tree_edge *left = &edges[edges[k].before].label.edge, *right = &edges[k].label.edge;
        if (tree_edge_meets(left, right) || tree_edge_meets(right, left))
            bent[p->places[k].parent] = true;
    }
    for (size_t k = 1; k < p->count; k++)
        edges[k].label.edge.bent = bent[p->places[k].parent];
}

static void draw_edges(const call_nodes *n, scene *s, const tree_piece *p, const twig_edge *edges, bool best) {
    const theme *t = n->d->t;
    paint thin = paint_stroke(t->color.ink, t->stroke.tree_edge);
    paint thick = paint_stroke(t->color.path_line, n->heavy);
    for (size_t k = 1; k < p->count; k++) {
        bool heavy = call_at(n, p, k)->best_edge && !p->twigs[k].to;
        if (edges[k].drawn && heavy == best)
            tree_edge_draw(s, &edges[k].label.edge, heavy ? thick : thin);
    }
}

void call_nodes_draw(call_nodes *n, scene *s, const tree_piece *p, point at) {
    /* Its edge in two parts, its group, its shape, its texts, the tag and its number; and the legend. */
    enum { ITEMS_A_NODE = 11, OTHERS = 100 };
    scene_reserve(s, p->count * ITEMS_A_NODE + OTHERS);
    twig_edge *edges = find_edges(n, p, at);
    bend_edges(p, edges, n->d->a);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    draw_edges(n, s, p, edges, false);
    draw_edges(n, s, p, edges, true);
    scene_close(s);
    for (size_t k = 0; k < p->count; k++) {
        const tree_node *place = &p->places[k];
        const call *c = call_at(n, p, k);
        box b = {at.x + place->x, at.y + place->y, place->w, place->h};
        if (c->time == CALL_AHEAD || !c->frame)
            continue;
        if (p->twigs[k].to)
            tree_mark_draw(n->d, s, b, p->twigs[k].to);
        else
            draw_node(n, s, c, b, &edges[k].label, k == 0 && p->from,
                      k && edges[k].label.edge.from.x < edges[k].label.edge.to.x);
    }
}

/* ---- the legend ---- */

enum { SWATCH_W = 24, SWATCH_H = 12, SWATCH_GAP = 6, ENTRY_GAP = 22, LINE_H = 16, MOST_ENTRIES = 40 };

typedef enum entry_kind { ENTRY_FUNCTION, ENTRY_CALL, ENTRY_BEST, ENTRY_MARK } entry_kind;

typedef struct entry {
    entry_kind kind;
    call like; /* a call that looks so */
    piece label;
} entry;

typedef struct legend {
    entry entries[MOST_ENTRIES];
    chain_link links[MOST_ENTRIES];
    size_t count;
    chain_extent extent;
} legend;

static void add_entry(call_nodes *n, legend *l, entry e, const char *phrase, const datum *facts) {
    if (l->count == MOST_ENTRIES)
        return;
    text_style style = drawing_style(FACE_ROMAN, n->d->t->type.legend, n->d->t->color.mute);
    e.label = drawing_label(n->d, drawing_say(n->d, phrase, facts), style);
    l->links[l->count] = (chain_link){.w = SWATCH_W + SWATCH_GAP + e.label.width, .gap = ENTRY_GAP};
    l->entries[l->count++] = e;
}

/* A letter is slanted, as in the nodes. */
static str marked_up_function(const drawing *d, str fn) {
    strbuf b = strbuf_in(d->a);
    mustache_escape_markdown(&b, fn, STR(""));
    return is_letter(fn) ? str_format(d->a, "*%.*s*", STR_ARG(fn)) : strbuf_text(&b);
}

static void add_functions(call_nodes *n, legend *l) {
    const call_tree *t = n->tree;
    bool *drawn = ARENA_ARRAY(n->d->a, bool, t->functions.count);
    size_t count = 0;
    for (size_t k = 0; k < t->count; k++) {
        if (!t->items[k].frame || drawn[t->items[k].function])
            continue;
        drawn[t->items[k].function] = true;
        count++;
    }
    for (size_t k = 0; k < t->functions.count && count > 1; k++) {
        if (!drawn[k])
            continue;
        datum *facts = datum_map(n->d->a);
        datum_put(n->d->a, facts, "fn", datum_text(n->d->a, marked_up_function(n->d, t->functions.items[k])));
        str own = str_format(n->d->a, "figure.calls.function.%.*s", STR_ARG(t->functions.items[k]));
        bool told = drawing_knows(n->d, str_to_c(n->d->a, own));
        add_entry(n, l, (entry){ENTRY_FUNCTION, {.function = k}, {0}},
                  told ? str_to_c(n->d->a, own) : "figure.calls.legend.function", facts);
    }
}

static legend *make_legend(call_nodes *n, double width, bool marks) {
    const call_tree *t = n->tree;
    legend *l = ARENA_NEW(n->d->a, legend);
    if (!drawing_has_legend(n->d))
        return l;
    add_functions(n, l);
    size_t usual = t->items[0].frame ? t->items[0].function : 0;
    if (t->repeats)
        add_entry(n, l, (entry){ENTRY_CALL, {.kind = CALL_REPEAT, .function = usual}, {0}},
                  t->folded ? "figure.calls.legend.folded" : "figure.calls.legend.repeat", NULL);
    if (t->hits)
        add_entry(n, l, (entry){ENTRY_CALL, {.kind = CALL_HIT, .function = usual}, {0}}, "figure.calls.legend.hit",
                  NULL);
    if (t->has_best)
        add_entry(n, l, (entry){.kind = ENTRY_BEST}, "figure.calls.legend.best", NULL);
    if (t->under_way || t->has_open)
        add_entry(n, l, (entry){ENTRY_CALL, {.time = CALL_OPEN, .function = usual}, {0}}, "figure.calls.legend.open",
                  NULL);
    if (t->under_way)
        add_entry(n, l, (entry){ENTRY_CALL, {.time = CALL_NOW, .function = usual}, {0}}, "figure.calls.legend.now",
                  NULL);
    if (marks)
        add_entry(n, l, (entry){.kind = ENTRY_MARK}, "figure.tree.legend", NULL);
    l->extent = chain_place(l->links, l->count, width);
    return l;
}

double call_legend_height(call_nodes *n, double width, bool marks) {
    return (double)make_legend(n, width, marks)->extent.lines * LINE_H;
}

static void draw_swatch(call_nodes *n, scene *s, const entry *e, box b) {
    const theme *t = n->d->t;
    if (e->kind == ENTRY_BEST) {
        double y = b.y + b.h / 2;
        scene_line(s, (point){b.x, y}, (point){b.x + b.w, y}, paint_stroke(t->color.path_line, t->stroke.best_path));
    } else if (e->kind == ENTRY_MARK) {
        double x = b.x + b.w / 2;
        point corners[] = {{x - 7, b.y}, {x + 7, b.y}, {x + 7, b.y + 7}, {x, b.y + 12}, {x - 7, b.y + 7}};
        scene_polyline(s, corners, 5, true, paint_both((color){255, 255, 255}, t->color.ink, t->stroke.frame));
    } else {
        draw_shape(n, s, &e->like, b);
    }
}

void call_legend_draw(call_nodes *n, scene *s, point at, double width, bool marks) {
    legend *l = make_legend(n, width, marks);
    if (!l->count)
        return;
    scene_open(s, (group){.role = ROLE_NONE});
    for (size_t k = 0; k < l->count; k++) {
        point corner = {at.x + l->links[k].x, at.y + (double)l->links[k].line * LINE_H};
        double middle = corner.y + LINE_H / 2.0;
        draw_swatch(n, s, &l->entries[k], (box){corner.x, middle - SWATCH_H / 2.0, SWATCH_W, SWATCH_H});
        drawing_put_middle(s, &l->entries[k].label, (point){corner.x + SWATCH_W + SWATCH_GAP, middle}, ANCHOR_LEFT);
    }
    scene_close(s);
}
