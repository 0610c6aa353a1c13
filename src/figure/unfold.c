/* The equations of a recursion, level by level, as they are written on a board: each call once.
 *
 *   4 cards   f(0,3) = max(1 + s(1,3), 6 + s(0,2)) = max(11, 14) = 14
 *                              └─10─┘      └──8─┘
 *   3 cards   s(1,3) = min(f(2,3), f(1,2)) = min(10, 10) = 10
 *             s(0,2) = min(f(1,2), f(0,1)) = min(10, 8) = 8       f(1,2) in a dotted box: mentioned before
 *   …
 *   1 card    s(3,3) = 0     s(2,2) = 0     …                     calls that make none share lines
 *
 * Lines are aligned at their first =; what is too wide goes on below, from = to =, else from comma to comma. */
#include "chain.h"
#include "draw/fit.h"
#include "draw/keys.h"
#include "expr.h"
#include "grid.h"
#include "number.h"
#include "trees/merged.h"

#include <math.h>

enum {
    WIDEST_VALUE = 130,
    BASE_GAP = 24, /* between short equations on a line */
    LEVEL_GAP = 4,
    LEGEND_GAP = 6,
    MARK = 0xE000 /* characters that stand for calls while an expression is set: of the private use area */
};

typedef struct token {
    piece piece;
    size_t call; /* SIZE_MAX: mere signs */
    bool seen;   /* the call was mentioned before */
    piece below; /* its value */
    bool under;  /* the best way: underlined */
    bool joined; /* never begins a line */
    double w;
} token;

typedef struct equation_part { /* from an = to the next */
    token *tokens;
    size_t count, capacity;
    double w;
} equation_part;

enum { MOST_SEGMENTS = 3 };

typedef struct equation {
    size_t call;
    bool base;
    equation_part parts[MOST_SEGMENTS];
    size_t part_count;
    strbuf alt;
    size_t level;
} equation;

/* A line of the figure, or several that belong together. */
typedef struct row {
    size_t first, count; /* equations: several if they are short */
    double h, gap;       /* gap: above it */
    bool begins_level;
} row;

typedef struct unfolding {
    drawing *d;
    merged m;
    call_functions fns;
    size_t now;
    double scale, size, line_h, under_h;
    equation *equations;
    size_t count, capacity;
    row *rows;
    size_t row_count, row_capacity;
    double margin, name_w; /* of level names, and of what stands before the first = */
    bool *mentioned;
    bool any_seen, any_best;
    size_t levels; /* to be written */
} unfolding;

static bool has_expression(const story_frame *f) {
    for (size_t k = 0; k < f->candidate_count; k++)
        if (f->candidates[k].way_count && f->candidates[k].ways[0].expr.len)
            return true;
    return false;
}

static bool unfold_draws(const story_run *r) {
    for (size_t k = 0; k < r->frame_count; k++)
        if (has_expression(&r->frames[k]))
            return true;
    return false;
}

/* ---- tokens ---- */

static text_style sign_style(const unfolding *u, face face) {
    return drawing_style(face, u->size, u->d->t->color.ink);
}

static token *add_token(unfolding *u, equation_part *p, piece piece) {
    token *t = ARENA_PUSH(u->d->a, p, tokens, count, capacity);
    *t = (token){.piece = piece, .call = SIZE_MAX, .w = piece.width, .joined = p->count > 1};
    return t;
}

static void add_sign(unfolding *u, equation *e, equation_part *p, const char *sign) {
    add_token(u, p, drawing_text(u->d, str_of(sign), sign_style(u, FACE_ROMAN)));
    strbuf_add_c(&e->alt, sign);
}

static str value_now(const unfolding *u, const merged_call *c) {
    return c->returned <= u->now ? c->frame->value : STR("");
}

static str name_markup(const unfolding *u, size_t call) {
    return str_format(u->d->a, "$%.*s$", STR_ARG(call_tex(u->d, u->m.calls[call].frame)));
}

/* A number; a box to write it into where it is left out. */
static void add_value(unfolding *u, equation *e, equation_part *p, str value, bool bold, bool best) {
    drawing *d = u->d;
    if (value.len == 0) {
        bool later = u->m.calls[e->call].returned > u->now;
        piece box = drawing_blank(d, u->size * 1.3);
        if (later)
            box.scene = scene_new(d->a);
        add_token(u, p, box);
        strbuf_add_c(&e->alt, "…");
        return;
    }
    token *t = add_token(
        u, p,
        drawing_value(d, value, name_markup(u, e->call), WIDEST_VALUE, sign_style(u, bold ? FACE_BOLD : FACE_ROMAN)));
    t->under = best;
    u->any_best = u->any_best || best;
    strbuf_add(&e->alt, number_shown(value, d->a));
}

static void add_call(unfolding *u, equation *e, equation_part *p, size_t call) {
    drawing *d = u->d;
    const merged_call *c = &u->m.calls[call];
    token *t = add_token(u, p, call_name(d, &u->fns, c->frame, u->size));
    t->call = call;
    t->seen = u->mentioned[call];
    u->any_seen = u->any_seen || t->seen;
    u->mentioned[call] = true;
    str value = value_now(u, c);
    if (value.len)
        t->below = drawing_value(d, value, name_markup(u, call), WIDEST_VALUE * 0.7,
                                 drawing_style(FACE_BOLD, fmax(u->size * 0.76, d->t->type.least), d->t->color.ink));
    t->w = fmax(t->piece.width, t->below.width) + (t->seen ? 6 : 3);
    strbuf_add(&e->alt, story_frame_name(c->frame, d->a));
}

/* ---- expressions ---- */

/* The expression typeset, a mark for each call it reads. Empty if it cannot be read. */
static str expression_shown(const unfolding *u, const story_candidate *c) {
    arena *a = u->d->a;
    error ignored = error_in(a);
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("expr"), c->way_count ? c->ways[0].expr : STR("")};
    const expr *x = where->text.len ? expr_read(where, 0, where->text.len, a, &ignored) : NULL;
    if (!x)
        return STR("");
    binding *bindings = ARENA_ARRAY(a, binding, c->term_count);
    for (size_t k = 0; k < c->term_count; k++) {
        bool call = k < c->read_count && c->reads[k].frame;
        strbuf mark = strbuf_in(a);
        if (call)
            strbuf_add_code_point(&mark, MARK + (uint32_t)(k < 0x1000 ? k : 0));
        bindings[k] = (binding){c->terms[k].name, call ? strbuf_text(&mark) : c->terms[k].value};
    }
    return expr_shown(x, bindings, c->term_count, a);
}

/* Of a frame that is read the call that it is merged into. */
static size_t call_of(const unfolding *u, const story_frame *read) {
    const story_frame *first = read->repeat_of ? read->repeat_of : read;
    for (size_t k = 0; k < u->m.count; k++) {
        const story_frame *f = u->m.calls[k].frame;
        if (f == first || f->repeat_of == first)
            return k;
    }
    return SIZE_MAX;
}

static void add_expression(unfolding *u, equation *e, equation_part *p, const story_candidate *c) {
    arena *a = u->d->a;
    str shown = expression_shown(u, c);
    if (shown.len == 0) {
        add_value(u, e, p, c->way_count ? c->ways[0].value : STR(""), false, false);
        return;
    }
    for (size_t at = 0, from = 0; at <= shown.len; at++) {
        bool mark =
            at + 2 < shown.len && (unsigned char)shown.ptr[at] == 0xEE && (unsigned char)shown.ptr[at + 1] >= 0x80;
        if (!mark && at < shown.len)
            continue;
        if (at > from) {
            str text = str_slice(shown, from, at);
            add_sign(u, e, p, str_to_c(a, text));
        }
        if (!mark)
            break;
        size_t term = ((size_t)(shown.ptr[at + 1] & 0x3F) << 6) | (size_t)(shown.ptr[at + 2] & 0x3F);
        size_t call = term < c->read_count ? call_of(u, c->reads[term].frame) : SIZE_MAX;
        if (call != SIZE_MAX)
            add_call(u, e, p, call);
        from = at + 3;
        at += 2;
    }
}

/* ---- equations ---- */

static const char *chooser_of(const story_frame *f) {
    static const struct { const char *why, *sign; } signs[] = {{"max", "max("}, {"min", "min("}};
    for (size_t k = 0; k < sizeof signs / sizeof *signs && f->candidate_count > 1; k++)
        if (str_is(f->why, signs[k].why))
            return signs[k].sign;
    return f->candidate_count > 1 ? "{" : "";
}

static const char *closer_of(const char *chooser) {
    return *chooser == 0 ? "" : *chooser == '{' ? "}" : ")";
}

static equation_part *next_part(unfolding *u, equation *e) {
    equation_part *p = &e->parts[e->part_count++];
    add_sign(u, e, p, " = ");
    return p;
}

static void add_candidates(unfolding *u, equation *e, const story_frame *f) {
    const char *chooser = chooser_of(f);
    equation_part *p = next_part(u, e);
    if (*chooser)
        add_sign(u, e, p, chooser);
    for (size_t k = 0; k < f->candidate_count; k++) {
        if (k) {
            add_sign(u, e, p, ", ");
            size_t before = p->count;
            add_expression(u, e, p, &f->candidates[k]);
            if (p->count > before)
                p->tokens[before].joined = false;
        } else {
            add_expression(u, e, p, &f->candidates[k]);
        }
    }
    if (*chooser)
        add_sign(u, e, p, closer_of(chooser));
}

static void add_results(unfolding *u, equation *e, const story_frame *f) {
    const char *chooser = chooser_of(f);
    equation_part *p = next_part(u, e);
    add_sign(u, e, p, chooser);
    for (size_t k = 0; k < f->candidate_count; k++) {
        const story_candidate *c = &f->candidates[k];
        if (k)
            add_sign(u, e, p, ", ");
        size_t before = p->count;
        str value = c->way_count ? c->ways[0].value : STR("");
        add_value(u, e, p, u->m.calls[e->call].returned <= u->now ? value : STR(""), c->chosen, false);
        p->tokens[before].joined = k == 0;
    }
    add_sign(u, e, p, closer_of(chooser));
}

static void add_equation(unfolding *u, size_t call) {
    const merged_call *c = &u->m.calls[call];
    const story_frame *f = c->frame;
    equation *e = ARENA_PUSH(u->d->a, u, equations, count, capacity);
    *e = (equation){.call = call, .level = c->level, .alt = strbuf_in(u->d->a)};
    e->base = f->candidate_count == 0;
    strbuf_add(&e->alt, story_frame_name(f, u->d->a));
    if (!e->base)
        add_candidates(u, e, f);
    if (f->candidate_count > 1)
        add_results(u, e, f);
    equation_part *p = next_part(u, e);
    add_value(u, e, p, value_now(u, c), true, c->best);
    for (size_t k = 0; k < e->part_count; k++)
        for (size_t t = 0; t < e->parts[k].count; t++)
            e->parts[k].w += e->parts[k].tokens[t].w;
}

typedef struct order {
    size_t *calls, count, capacity;
} order;

/* The calls of each level in the order in which the equations above mention them, those that call others first. */
static void write_equations(unfolding *u) {
    arena *a = u->d->a;
    order *levels = ARENA_ARRAY(a, order, u->m.levels);
    bool *listed = ARENA_ARRAY(a, bool, u->m.count);
    u->mentioned = ARENA_ARRAY(a, bool, u->m.count);
    *ARENA_PUSH(a, &levels[u->m.calls[0].level], calls, count, capacity) = 0;
    listed[0] = u->mentioned[0] = true;
    size_t *first = ARENA_ARRAY(a, size_t, u->m.count + 1);
    for (size_t k = 0; k < u->m.need_count; k++)
        first[u->m.needs[k].from + 1] = k + 1;
    for (size_t k = 0; k < u->m.count; k++)
        first[k + 1] = first[k + 1] ? first[k + 1] : first[k];
    for (size_t level = 0; level < u->levels; level++)
        for (int base = 0; base < 2; base++)
            for (size_t k = 0; k < levels[level].count; k++) {
                size_t call = levels[level].calls[k];
                if ((u->m.calls[call].frame->candidate_count == 0) != base)
                    continue;
                add_equation(u, call);
                for (size_t n = first[call]; n < first[call + 1]; n++) {
                    size_t to = u->m.needs[n].to;
                    if (!listed[to])
                        *ARENA_PUSH(a, &levels[u->m.calls[to].level], calls, count, capacity) = to;
                    listed[to] = true;
                }
            }
}

/* ---- lines ---- */

static piece equation_name(const unfolding *u, const equation *e) {
    return call_name(u->d, &u->fns, u->m.calls[e->call].frame, u->size);
}

static double equation_width(const unfolding *u, const equation *e) {
    double w = e->base ? equation_name(u, e).width : 0;
    for (size_t k = 0; k < e->part_count; k++)
        w += e->parts[k].w;
    return w;
}

static double room(const unfolding *u) {
    return u->d->q->width > 0 ? u->d->q->width - u->margin - u->name_w - 2 : 1e6;
}

static bool has_below(const equation_part *p) {
    for (size_t k = 0; k < p->count; k++)
        if (p->tokens[k].below.width > 0 || p->tokens[k].seen)
            return true;
    return false;
}

static double tallest(const equation_part *p) {
    double h = 0;
    for (size_t k = 0; k < p->count; k++)
        h = fmax(h, p->tokens[k].piece.ascent + p->tokens[k].piece.descent);
    return h;
}

static double part_line(const unfolding *u, const equation_part *p) {
    double more = fmax(0, tallest(p) - u->line_h);
    return u->line_h + more + (has_below(p) ? u->under_h : 0);
}

/* Lines of one part that is too wide, broken after commas. */
static size_t place_tokens(const unfolding *u, const equation_part *p, chain_link *links) {
    for (size_t k = 0; k < p->count; k++)
        links[k] = (chain_link){.w = p->tokens[k].w, .joined = p->tokens[k].joined};
    return chain_place(links, p->count, room(u)).lines;
}

static double part_height(const unfolding *u, const equation_part *p) {
    if (p->w <= room(u))
        return part_line(u, p);
    chain_link *links = ARENA_ARRAY(u->d->a, chain_link, p->count);
    return (double)place_tokens(u, p, links) * part_line(u, p);
}

static double equation_height(const unfolding *u, const equation *e) {
    double line = 0, stacked = 0;
    for (size_t k = 0; k < e->part_count; k++) {
        line = fmax(line, part_line(u, &e->parts[k]));
        stacked += part_height(u, &e->parts[k]);
    }
    return equation_width(u, e) <= room(u) ? line : stacked;
}

static void find_rows(unfolding *u) {
    u->row_count = 0;
    double base_room = u->d->q->width > 0 ? u->d->q->width - u->margin - 2 : 420;
    for (size_t k = 0; k < u->count;) {
        equation *e = &u->equations[k];
        row *r = ARENA_PUSH(u->d->a, u, rows, row_count, row_capacity);
        *r = (row){.first = k, .count = 1, .begins_level = k == 0 || u->equations[k - 1].level != e->level};
        double width = equation_width(u, e);
        r->h = equation_height(u, e);
        r->gap = r->begins_level && k ? LEVEL_GAP : 0;
        for (k++; e->base && k < u->count && u->equations[k].base && u->equations[k].level == e->level; k++) {
            width += BASE_GAP + equation_width(u, &u->equations[k]);
            if (width > base_room)
                break;
            r->h = fmax(r->h, equation_height(u, &u->equations[k]));
            r->count++;
        }
    }
}

/* ---- drawing ---- */

static void draw_token(const unfolding *u, scene *s, const token *t, point at) {
    const theme *th = u->d->t;
    if (t->seen) {
        double low = t->below.width > 0 ? u->under_h + u->size * 0.1 : u->size * 0.42;
        paint p = state_paint(u->d, STATE_REPEAT);
        scene_rect(s, (box){at.x + 0.5, at.y - u->size * 0.92, t->w - 1, u->size * 0.92 + low}, th->space.radius, p);
    }
    double middle = at.x + t->w / 2;
    drawing_put(s, &t->piece, (point){middle, at.y}, ANCHOR_CENTRE);
    if (t->below.width > 0) {
        double half = t->piece.width / 2 - 0.5, y = at.y + u->size * 0.42, tick = u->size * 0.14;
        point hook[] = {{middle - half, y - tick}, {middle - half, y}, {middle + half, y}, {middle + half, y - tick}};
        scene_polyline(s, hook, 4, false, paint_stroke(th->color.mute, th->stroke.grid));
        drawing_put(s, &t->below, (point){middle, at.y + u->size * 1.2}, ANCHOR_CENTRE);
    }
    if (t->under)
        scene_line(s, (point){at.x, at.y + u->size * 0.32}, (point){at.x + t->w, at.y + u->size * 0.32},
                   paint_stroke(th->color.path_line, th->stroke.best_path));
}

static void draw_part_of(const unfolding *u, scene *s, const equation_part *p, point at) {
    chain_link *links = ARENA_ARRAY(u->d->a, chain_link, p->count);
    if (p->w > room(u))
        place_tokens(u, p, links);
    double x = at.x;
    for (size_t k = 0; k < p->count; k++) {
        bool broken = p->w > room(u);
        point to =
            broken ? (point){at.x + links[k].x, at.y + (double)links[k].line * part_line(u, p)} : (point){x, at.y};
        draw_token(u, s, &p->tokens[k], to);
        x += p->tokens[k].w;
    }
}

static double baseline(const unfolding *u, const equation *e) {
    double more = 0;
    for (size_t k = 0; k < e->part_count; k++)
        more = fmax(more, tallest(&e->parts[k]) - u->line_h);
    return u->size * 1.02 + fmax(0, more) / 2;
}

static void open_equation(const unfolding *u, scene *s, const equation *e) {
    str name = story_frame_name(u->m.calls[e->call].frame, u->d->a);
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(u->d, "equation-%.*s", STR_ARG(name)),
                          .title = name,
                          .alt = strbuf_text(&e->alt)});
}

static bool is_entered(const unfolding *u, const equation *e) {
    return u->m.calls[e->call].entered <= u->now;
}

static void draw_equation(const unfolding *u, scene *s, const equation *e, double y) {
    if (!is_entered(u, e))
        return;
    double x = u->margin + u->name_w;
    piece name = equation_name(u, e);
    open_equation(u, s, e);
    drawing_put(s, &name, (point){x, y + baseline(u, e)}, ANCHOR_RIGHT);
    bool line = equation_width(u, e) <= room(u);
    for (size_t k = 0; k < e->part_count; k++) {
        draw_part_of(u, s, &e->parts[k], (point){x, y + baseline(u, e)});
        if (line)
            x += e->parts[k].w;
        else
            y += part_height(u, &e->parts[k]);
    }
    scene_close(s);
}

static void draw_bases(const unfolding *u, scene *s, const row *r, double y) {
    double x = u->margin + fmax(0, u->name_w - equation_name(u, &u->equations[r->first]).width);
    double width = -BASE_GAP;
    for (size_t k = r->first; k < r->first + r->count; k++)
        width += BASE_GAP + equation_width(u, &u->equations[k]);
    if (u->d->q->width > 0 && x + width > u->d->q->width - 1)
        x = u->margin;
    for (size_t k = r->first; k < r->first + r->count; k++) {
        const equation *e = &u->equations[k];
        piece name = equation_name(u, e);
        if (is_entered(u, e)) {
            open_equation(u, s, e);
            drawing_put(s, &name, (point){x, y + baseline(u, e)}, ANCHOR_LEFT);
            draw_part_of(u, s, &e->parts[0], (point){x + name.width, y + baseline(u, e)});
            scene_close(s);
        }
        x += equation_width(u, e) + BASE_GAP;
    }
}

static piece level_piece(const unfolding *u, size_t level) {
    for (size_t k = 0; k < u->m.count; k++)
        if (u->m.calls[k].level == level && u->m.calls[k].length)
            return call_level_name(u->d, u->m.calls[k].length, u->d->t->type.index);
    return (piece){0};
}

static void draw_seen(const drawing *d, scene *s, box b, const void *user) {
    (void)user;
    scene_rect(s, (box){b.x + 0.5, b.y + 0.5, b.w - 1, b.h - 1}, d->t->space.radius, state_paint(d, STATE_REPEAT));
}

static keys legend_of(const unfolding *u) {
    keys k = {0};
    if (u->any_seen)
        keys_add(u->d, &k, "legend.written", draw_seen, NULL);
    if (u->any_best)
        keys_add(u->d, &k, "legend.best", key_best_way, NULL);
    return k;
}

static void draw_part(const unfolding *u, grid_block rows) {
    scene *s = drawing_part(u->d);
    double y = 1;
    for (size_t k = rows.first; k < rows.first + rows.count; k++) {
        const row *r = &u->rows[k];
        const equation *e = &u->equations[r->first];
        y += k > rows.first ? r->gap : 0;
        if ((r->begins_level || k == rows.first) && u->margin > 0) {
            piece name = level_piece(u, e->level);
            if (name.scene)
                drawing_put(s, &name, (point){0, y + baseline(u, e)}, ANCHOR_LEFT);
        }
        if (e->base)
            draw_bases(u, s, r, y);
        else
            draw_equation(u, s, e, y);
        y += r->h;
    }
    double width = u->d->q->width > 0 ? u->d->q->width : 420;
    keys k = legend_of(u);
    double legend = keys_height(u->d, &k, width);
    keys_draw(u->d, &k, s, (point){0, y + LEGEND_GAP}, width);
    box ink = scene_ink(s);
    drawing_size(s, ink.x + ink.w + 0.5, fmax(legend > 0 ? y + LEGEND_GAP + legend : y, ink.y + ink.h + 0.5));
}

static void measure(unfolding *u, double scale) {
    const theme *t = u->d->t;
    drawing_forget_notes(u->d);
    u->scale = scale;
    u->size = fmax(t->type.formula * scale, t->type.least);
    u->line_h = u->size * 1.75;
    u->under_h = u->size * 1.24;
    u->count = 0;
    u->any_seen = u->any_best = false;
    write_equations(u);
    u->margin = u->name_w = 0;
    for (size_t k = 0; k < u->m.levels; k++)
        u->margin = fmax(u->margin, level_piece(u, k).width);
    u->margin += u->margin > 0 ? 16 : 0;
    for (size_t k = 0; k < u->count; k++)
        if (!u->equations[k].base)
            u->name_w = fmax(u->name_w, equation_name(u, &u->equations[k]).width);
}

/* Whether all equations stand on one line each. */
static bool all_in_lines(const unfolding *u) {
    for (size_t k = 0; k < u->count; k++)
        if (equation_width(u, &u->equations[k]) > room(u))
            return false;
    return true;
}

static void draw_rows(unfolding *u) {
    keys k = legend_of(u);
    double legend = keys_height(u->d, &k, u->d->q->width > 0 ? u->d->q->width : 420);
    double *heights = ARENA_ARRAY(u->d->a, double, u->row_count);
    for (size_t r = 0; r < u->row_count; r++)
        heights[r] = u->rows[r].h + u->rows[r].gap;
    grid_blocks blocks = grid_split(heights, u->row_count, legend + LEGEND_GAP + 3, u->d->q->height, u->d->a);
    for (size_t b = 0; b < blocks.count; b++)
        draw_part(u, blocks.items[b]);
}

static bool lines_fit(void *figure, const void *look) {
    measure(figure, *(const double *)look);
    return all_in_lines(figure);
}

static figure *unfold_build(const figure_request *q) {
    static const double scales[] = {1, 0.92, 0.85};
    drawing *d = drawing_begin(q);
    const story_frame *root = call_root(d, "unfold");
    unfolding u = {.d = d, .now = SIZE_MAX};
    if (!root || !merged_below(d, "unfold", root, &u.m))
        return NULL;
    int64_t levels = drawing_param_integer(d, "depth", (int64_t)u.m.levels);
    if (error_set(q->error))
        return NULL;
    u.levels = levels < 1 ? 1 : (size_t)levels > u.m.levels ? u.m.levels : (size_t)levels;
    if (q->moment->step && q->moment->step->kind == STEP_FRAME)
        u.now = q->moment->step->frame->returned;
    u.fns = call_functions_of(d, q->moment->run);
    if (!FIT(&u, scales, lines_fit))
        measure(&u, 1);
    find_rows(&u);
    draw_rows(&u);
    drawing_fact(d, "root_tex", call_tex(d, root));
    drawing_fact(d, "root", story_frame_name(root, d->a));
    drawing_fact(d, "value", number_shown(value_now(&u, &u.m.calls[0]), d->a));
    drawing_fact_integer(d, "equation_count", (int64_t)u.count);
    drawing_fact_bool(d, "whole", u.levels == u.m.levels);
    return drawing_end(d, "unfold");
}

static const figure_param unfold_params[] = {{.name = "root"}, {.name = "depth", .old_name = "levels"}, {0}};

const figure_kind unfold_figure = {
    .name = "unfold",
    .summary = "the equations of a recursion, level by level",
    .counts = STEP_FRAME,
    .params = unfold_params,
    .draws = unfold_draws,
    .build = unfold_build,
};
