/* The one vocabulary of states. A state is told by its line and by what is drawn besides; its fill only helps, since
 * copies lose it:
 *
 *   being filled   heavy ink                 best path   a frame inside the cell
 *   used           thin blue                 repeat      dotted, gray number
 *   chosen         green, a bar at the foot  memo hit    a filled corner
 *   tie            green dashes              not yet     a hairline
 *
 * The same shape in each of them: upright cells, round nodes, cells of turned tables. */
#include "draw/drawing.h"

#include "chain.h"

#include <math.h>
#include <string.h>

/* One row a state, in the order of legends. */
static const struct state_word {
    const char *name, *phrase;
} words[STATE_COUNT] = {
    [STATE_CURRENT] = {"current", "legend.current"},
    [STATE_READ] = {"read", "legend.read"},
    [STATE_CHOSEN] = {"chosen", "legend.chosen"},
    [STATE_TIE] = {"tie", "legend.tie"},
    [STATE_BACK] = {"back", "legend.back"},
    [STATE_REPEAT] = {"repeat", "legend.repeat"},
    [STATE_HIT] = {"hit", "legend.hit"},
    [STATE_UNUSED] = {"unused", "legend.unused"},
    [STATE_UNSET] = {"unset", "legend.unset"},
    [STATE_BLANK] = {"blank", "legend.blank"},
};

const char *state_name(state st) {
    return words[st].name;
}

const char *state_phrase(state st) {
    return words[st].phrase;
}

static const char *phrase_here(const drawing *d, state st) {
    return st == STATE_CHOSEN && d->chosen ? d->chosen : words[st].phrase;
}

static const color white = {255, 255, 255};

static paint dashed(color line, double width, double on, double off, color fill) {
    paint p = paint_dashed(line, width, on, off);
    p.filled = true;
    p.fill = fill;
    return p;
}

paint state_paint(const drawing *d, state st) {
    const theme *t = d->t;
    switch (st) {
    case STATE_CURRENT:
        return paint_both(t->color.current_fill, t->color.current_line, t->stroke.current);
    case STATE_READ:
        return paint_both(t->color.read_fill, t->color.read_line, t->stroke.read);
    case STATE_CHOSEN:
        return paint_both(t->color.chosen_fill, t->color.chosen_line, t->stroke.chosen);
    case STATE_TIE:
        return dashed(t->color.chosen_line, t->stroke.tie, 3.5, 2, white);
    case STATE_BACK:
        return paint_both(t->color.path_fill, t->color.path_line, t->stroke.best_box);
    case STATE_REPEAT:
        return dashed(t->color.repeat_line, t->stroke.repeat, 1, 2, t->color.repeat_fill);
    case STATE_HIT:
        return paint_both(white, t->color.ink, t->stroke.hit);
    case STATE_UNSET:
        return paint_both(white, t->color.rule, t->stroke.grid);
    case STATE_BLANK:
        return paint_both(white, t->color.blank_line, t->stroke.blank);
    case STATE_UNUSED:
        return dashed(t->color.mute, t->stroke.compared, 4, 2.5, white);
    default:
        return paint_both(white, t->color.ink, t->stroke.node);
    }
}

face state_face(state st) {
    return st == STATE_CURRENT || st == STATE_CHOSEN || st == STATE_BACK ? FACE_BOLD : FACE_ROMAN;
}

color state_ink(const drawing *d, state st) {
    return st == STATE_UNUSED || st == STATE_REPEAT ? d->t->color.mute : d->t->color.ink;
}

/* ---- shapes ---- */

static box box_inset(box b, double by) {
    return (box){b.x + by, b.y + by, b.w - 2 * by, b.h - 2 * by};
}

static point middle_of(box b) {
    return (point){b.x + b.w / 2, b.y + b.h / 2};
}

/* Top, right, bottom, left of a rhombus whose sides lie `inset` inside those of the one that fills the box. */
static void rhombus(box b, double inset, point corners[4]) {
    double half_w = b.w / 2, half_h = b.h / 2, by = inset * hypot(half_w, half_h);
    double w = half_w - by / half_h, h = half_h - by / half_w;
    point m = middle_of(b);
    corners[0] = (point){m.x, m.y - h};
    corners[1] = (point){m.x + w, m.y};
    corners[2] = (point){m.x, m.y + h};
    corners[3] = (point){m.x - w, m.y};
}

static void draw_shape(scene *s, outline o, box b, double inset, paint p) {
    point corners[4];
    if (o == OUTLINE_DIAMOND) {
        rhombus(b, inset, corners);
        scene_polyline(s, corners, 4, true, p);
    } else {
        box inner = box_inset(b, inset);
        scene_rect(s, inner, o == OUTLINE_ROUND ? fmin(inner.w, inner.h) / 2 : 0, p);
    }
}

/* The frame of the path is drawn inside a shape that keeps its own line; in a low one it keeps clear of the number. */
static double path_inset(const drawing *d, outline o, box b) {
    double low = o == OUTLINE_DIAMOND ? b.w * b.h / hypot(b.w, b.h) : b.h;
    return fmin(d->t->space.path_inset, low * 0.11);
}

static void draw_path(const drawing *d, scene *s, outline o, box b) {
    const theme *t = d->t;
    paint frame = state_paint(d, STATE_BACK);
    double line = t->stroke.grid;
    draw_shape(s, o, b, line / 2, paint_both(frame.fill, t->color.mute, line));
    frame.filled = false;
    draw_shape(s, o, b, path_inset(d, o, b) + frame.width / 2, frame);
}

double state_inside(const drawing *d, box b, state st) {
    return state_paint(d, st).width + (st == STATE_BACK ? path_inset(d, OUTLINE_BOX, b) : 0);
}

double state_foot(const drawing *d, box b) {
    double room = b.h - 2 * d->t->stroke.chosen;
    return d->t->stroke.chosen + (room >= 17 ? 1.3 : 0) + d->t->stroke.bar;
}

/* The bar of what is chosen: under its number; at the very foot where the cell is low. */
static void draw_bar(const drawing *d, scene *s, outline o, box b) {
    const theme *t = d->t;
    double thick = t->stroke.bar;
    if (o == OUTLINE_DIAMOND) {
        double deep = fmin(b.h * 0.17, 11), half = b.w / b.h * deep - t->stroke.chosen;
        double y = b.y + b.h - deep;
        scene_rect(s, (box){b.x + b.w / 2 - half, y - thick, 2 * half, thick}, 0, paint_fill(t->color.chosen_line));
        return;
    }
    double wide = fmin(b.w * 0.46, 15), foot = o == OUTLINE_ROUND ? b.h * 0.24 : state_foot(d, b);
    scene_rect(s, (box){b.x + (b.w - wide) / 2, b.y + b.h - foot, wide, thick}, 0, paint_fill(t->color.chosen_line));
}

void state_corner(const drawing *d, scene *s, outline o, box b) {
    const theme *t = d->t;
    double side = fmin(t->space.hit_corner, fmin(b.w, b.h) * 0.4);
    paint p = paint_fill(t->color.ink);
    point c[] = {{b.x + b.w - side, b.y}, {b.x + b.w, b.y}, {b.x + b.w, b.y + side}};
    if (o == OUTLINE_DIAMOND) {
        side = fmin(side * 0.8, b.h * 0.24);
        double half = side * b.w / b.h;
        c[0] = (point){b.x + b.w / 2 - half, b.y + side};
        c[1] = (point){b.x + b.w / 2, b.y};
        c[2] = (point){b.x + b.w / 2 + half, b.y + side};
    } else if (o == OUTLINE_ROUND) {
        /* A cap of the arc, from 15° to 75°: 0.3511 = 4/3 tan(60°/4). */
        double r = fmin(b.w, b.h) / 2, near = r * 0.9659, far = r * 0.2588;
        point m = {b.x + b.w - r, b.y + r}, from = {m.x + far, m.y - near}, to = {m.x + near, m.y - far};
        segment cap[] = {{.kind = MOVE_TO, .to = from},
                         {.kind = CURVE_TO,
                          .c1 = {from.x + near * 0.3511, from.y + far * 0.3511},
                          .c2 = {to.x - far * 0.3511, to.y - near * 0.3511},
                          .to = to},
                         {.kind = CLOSE_PATH}};
        scene_path(s, cap, sizeof cap / sizeof *cap, p);
        return;
    }
    scene_polyline(s, c, 3, true, p);
}

/* Where one writes. */
static void draw_writing_line(const drawing *d, scene *s, outline o, box b) {
    double half = b.w * (o == OUTLINE_DIAMOND ? 0.2 : 0.28), y = b.y + b.h * 0.72;
    scene_line(s, (point){b.x + b.w / 2 - half, y}, (point){b.x + b.w / 2 + half, y},
               paint_stroke(d->t->color.blank_line, d->t->stroke.grid));
}

void state_draw(const drawing *d, scene *s, outline o, box b, state st) {
    if (st == STATE_BACK) {
        draw_path(d, s, o, b);
        return;
    }
    paint p = state_paint(d, st);
    draw_shape(s, o, b, p.width / 2, p);
    if (st == STATE_CHOSEN)
        draw_bar(d, s, o, b);
    else if (st == STATE_HIT)
        state_corner(d, s, o, b);
    else if (st == STATE_BLANK)
        draw_writing_line(d, s, o, b);
}

void drawing_state(drawing *d, scene *s, outline o, box b, state st) {
    d->legend[st] = true;
    if (st != STATE_PLAIN && st != STATE_UNSET)
        state_draw(d, s, o, b, st);
}

void drawing_cell_state(drawing *d, scene *s, box b, state st) {
    drawing_state(d, s, OUTLINE_BOX, b, st);
}

void drawing_box_value(const drawing *d, scene *s, box b, bool kept) {
    paint p = state_paint(d, kept ? STATE_CHOSEN : STATE_TIE);
    scene_rect(s, box_inset(b, p.width / 2), d->t->space.radius, p);
    if (kept)
        draw_bar(d, s, OUTLINE_BOX, b);
}

str state_said(drawing *d, str what, state st) {
    if (st == STATE_PLAIN || st == STATE_UNSET)
        return what;
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "what", datum_text(d->a, what));
    datum_put(d->a, facts, "state", datum_text(d->a, drawing_say_plain(d, phrase_here(d, st), NULL)));
    return drawing_say_plain(d, "legend.said", facts);
}

/* ---- legends ---- */

enum { SWATCH_W = 20, SWATCH_H = 13, DIAMOND_W = 26, DIAMOND_H = 16, SWATCH_GAP = 6, ENTRY_GAP = 24, LINE_H = 16 };

typedef struct legend {
    chain_link links[STATE_COUNT + 1];
    piece labels[STATE_COUNT + 1];
    state states[STATE_COUNT + 1]; /* STATE_COUNT: what a digit in the corner means */
    size_t count;
    chain_extent extent;
} legend;

bool drawing_has_legend(const drawing *d) {
    return !str_is(drawing_param(d, "legend"), "no");
}

bool drawing_state_told(const drawing *d, state st) {
    return words[st].name && phrase_here(d, st) == words[st].phrase &&
           (drawing_list_has(d->q->told, STR("all")) || drawing_list_has(d->q->told, str_of(words[st].name)));
}

static double swatch_width(const drawing *d) {
    return d->outline == OUTLINE_DIAMOND ? DIAMOND_W : SWATCH_W;
}

/* The sample of a digit in the corner of a cell. */
static void draw_corner_digit(const drawing *d, scene *s, box b) {
    text_style style = drawing_style(FACE_SANS, d->t->type.least, d->t->color.mute);
    state_draw(d, s, d->outline, b, STATE_UNSET);
    point at = {b.x + b.w - 1.6, b.y + 1.4 + style.size * 0.7};
    if (d->outline == OUTLINE_DIAMOND)
        at = (point){b.x + b.w / 2 + style.size * 0.28, b.y + b.h / 2 + style.size * 0.2};
    scene_text(s, d->q->fonts, style, at, ANCHOR_RIGHT, STR("2"));
}

/* Words that a very narrow figure has no room for are set smaller. */
static void legend_add(legend *l, drawing *d, state st, const char *phrase, double width) {
    text_style style = drawing_style(FACE_ROMAN, d->t->type.legend, d->t->color.mute);
    piece label = drawing_label(d, drawing_say(d, phrase, NULL), style);
    double room = width - swatch_width(d) - SWATCH_GAP;
    if (label.width > room && room > 0) {
        style.size = fmax(d->t->type.least, style.size * room / label.width * 0.98);
        label = drawing_label(d, drawing_say(d, phrase, NULL), style);
    }
    l->states[l->count] = st;
    l->labels[l->count] = label;
    l->links[l->count++] = (chain_link){.w = swatch_width(d) + SWATCH_GAP + label.width, .gap = ENTRY_GAP};
}

static legend *legend_place(drawing *d, double width) {
    legend *l = ARENA_NEW(d->a, legend);
    for (state st = STATE_CURRENT; st < STATE_COUNT && drawing_has_legend(d); st++)
        if (d->legend[st] && !drawing_state_told(d, st))
            legend_add(l, d, st, phrase_here(d, st), width);
    if (d->corner && drawing_has_legend(d))
        legend_add(l, d, STATE_COUNT, d->corner, width);
    l->extent = chain_place(l->links, l->count, width);
    return l;
}

double drawing_legend_height(drawing *d, double width) {
    return (double)legend_place(d, width)->extent.lines * LINE_H;
}

void drawing_legend(drawing *d, scene *s, point at, double width) {
    legend *l = legend_place(d, width);
    double w = swatch_width(d), h = d->outline == OUTLINE_DIAMOND ? DIAMOND_H : SWATCH_H;
    if (l->count)
        scene_open(s, (group){.role = ROLE_NONE});
    for (size_t k = 0; k < l->count; k++) {
        point corner = {at.x + l->links[k].x, at.y + (double)l->links[k].line * LINE_H};
        double middle = corner.y + LINE_H / 2.0;
        box b = {corner.x, middle - h / 2, w, h};
        if (l->states[k] == STATE_COUNT)
            draw_corner_digit(d, s, b);
        else
            state_draw(d, s, d->outline, b, l->states[k]);
        drawing_put_middle(s, &l->labels[k], (point){corner.x + w + SWATCH_GAP, middle}, ANCHOR_LEFT);
    }
    if (l->count)
        scene_close(s);
    memset(d->legend, 0, STATE_COUNT * sizeof *d->legend);
    d->corner = NULL;
}
