/* SVG by a writer of our own: one pass over the scene into a body, while fonts and glyphs are noted; the glyphs'
 * outlines (or, for live text, the subset fonts) are then put before it.
 *
 *   <svg> title, desc
 *     <defs>  <path id="g1-37"/> …               each outline once, in font units
 *     <g id="max-2-3" class="cell"> <title/> <desc/>
 *       <rect/>
 *       <g aria-label="40" transform="…"> <use xlink:href="#g1-37" x="0"/> … </g>
 *     <defs>  <path id="g1-37"/> …               each outline once, in font units
 *
 * Text as outlines looks the same everywhere and needs no font; its words stay in the file as labels, for search and
 * for readers of the screen. */
#include "device/glyph_table.h"
#include "render.h"
#include "utf8.h"

#include <math.h>

enum { BYTES_AN_ITEM = 160 }; /* as figures come to on the average */

typedef struct open_group {
    bool grouped, linked; /* which elements to close */
} open_group;

typedef struct svg {
    arena *arena;
    strbuf body;
    const scene *scene;
    glyph_table *glyphs, *outlines; /* of live text, and those that are drawn */
    bool live;
    str prefix;
    str *ids; /* those given so far; open hashing */
    size_t id_count, id_slots;
    open_group *stack;
    size_t depth, capacity;
} svg;

/* ---- XML ---- */

/* What XML 1.0 cannot hold, even escaped, becomes U+FFFD. */
static bool is_xml(uint32_t c) {
    return c == '\t' || c == '\n' || (c >= ' ' && c != 0xFFFE && c != 0xFFFF && c != 0x7F);
}

static void add_escaped(strbuf *b, str text) {
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text, &at);
        switch (c) {
        case '&':
            strbuf_add_c(b, "&amp;");
            break;
        case '<':
            strbuf_add_c(b, "&lt;");
            break;
        case '>':
            strbuf_add_c(b, "&gt;");
            break;
        case '"':
            strbuf_add_c(b, "&quot;");
            break;
        default:
            strbuf_add_code_point(b, is_xml(c) ? c : 0xFFFD);
        }
    }
}

static void add_element(strbuf *b, const char *name, str text) {
    if (!text.len)
        return;
    strbuf_addf(b, "<%s>", name);
    add_escaped(b, text);
    strbuf_addf(b, "</%s>", name);
}

static void add_attribute(strbuf *b, const char *name, str value) {
    strbuf_addf(b, " %s=\"", name);
    add_escaped(b, value);
    strbuf_add_byte(b, '"');
}

static void add_number(strbuf *b, const char *name, double value) {
    strbuf_add_byte(b, ' ');
    strbuf_add_c(b, name);
    strbuf_add_c(b, "=\"");
    strbuf_add_decimal(b, value, 5);
    strbuf_add_byte(b, '"');
}

static void add_color(strbuf *b, const char *name, color c) {
    static const char digits[] = "0123456789abcdef";
    char hex[] = {'#',
                  digits[c.r >> 4],
                  digits[c.r & 15],
                  digits[c.g >> 4],
                  digits[c.g & 15],
                  digits[c.b >> 4],
                  digits[c.b & 15]};
    strbuf_add_byte(b, ' ');
    strbuf_add_c(b, name);
    strbuf_add_c(b, "=\"");
    strbuf_add(b, (str){hex, sizeof hex});
    strbuf_add_byte(b, '"');
}

/* ---- shapes ---- */

static void add_place(strbuf *b, point p) {
    strbuf_add_decimal(b, p.x, 5);
    strbuf_add_byte(b, ' ');
    strbuf_add_decimal(b, p.y, 5);
}

static void add_path(strbuf *b, const segment *segments, size_t count) {
    strbuf_add_c(b, "<path d=\"");
    for (size_t k = 0; k < count; k++) {
        const segment *s = &segments[k];
        strbuf_add_byte(b, "MLCZ"[s->kind]);
        if (s->kind == CURVE_TO) {
            add_place(b, s->c1);
            strbuf_add_byte(b, ' ');
            add_place(b, s->c2);
            strbuf_add_byte(b, ' ');
        }
        if (s->kind != CLOSE_PATH)
            add_place(b, s->to);
    }
    strbuf_add_byte(b, '"');
}

static void add_shape(strbuf *b, const segment *segments, size_t count) {
    known_shape s = segments_shape(segments, count);
    switch (s.kind) {
    case SHAPE_LINE:
        strbuf_add_c(b, "<line");
        add_number(b, "x1", s.from.x);
        add_number(b, "y1", s.from.y);
        add_number(b, "x2", s.to.x);
        add_number(b, "y2", s.to.y);
        break;
    case SHAPE_RECT:
        strbuf_add_c(b, "<rect");
        add_number(b, "x", s.box.x);
        add_number(b, "y", s.box.y);
        add_number(b, "width", s.box.w);
        add_number(b, "height", s.box.h);
        if (s.radius > 0)
            add_number(b, "rx", s.radius);
        break;
    case SHAPE_CIRCLE:
        strbuf_add_c(b, "<circle");
        add_number(b, "cx", s.box.x + s.radius);
        add_number(b, "cy", s.box.y + s.radius);
        add_number(b, "r", s.radius);
        break;
    case SHAPE_PATH:
        add_path(b, segments, count);
        break;
    }
}

static void add_paint(strbuf *b, const paint *p) {
    if (p->filled)
        add_color(b, "fill", p->fill);
    if (p->width <= 0)
        return;
    add_color(b, "stroke", p->stroke);
    add_number(b, "stroke-width", p->width);
    if (p->round)
        strbuf_add_c(b, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    for (int k = 0; k < p->dash_count; k++) {
        strbuf_add_c(b, k ? " " : " stroke-dasharray=\"");
        strbuf_add_decimal(b, p->dash[k], 2);
    }
    strbuf_add_c(b, p->dash_count ? "\"" : "");
}

static void svg_path(void *user, const segment *segments, size_t count, const paint *p) {
    svg *s = user;
    if (!p->filled && p->width <= 0)
        return;
    add_shape(&s->body, segments, count);
    add_paint(&s->body, p);
    strbuf_add_c(&s->body, "/>\n");
}

/* ---- text as outlines ---- */

static void add_glyph_id(strbuf *b, const svg *s, const used_font *f, uint32_t glyph) {
    strbuf_add(b, s->prefix);
    strbuf_add_byte(b, 'g');
    strbuf_add_decimal(b, f->number, 0);
    strbuf_add_byte(b, '-');
    strbuf_add_decimal(b, glyph, 0);
}

/* Glyphs stand in font units inside a scaled group, so that their places are short numbers. */
static void svg_outlines(svg *s, const glyph_run *run) {
    strbuf *b = &s->body;
    used_font *f = glyph_table_font(s->outlines, font_base(run->font));
    double units = font_units(run->font);
    strbuf_add_c(b, "<g");
    add_attribute(b, "aria-label", run->text);
    add_color(b, "fill", run->color);
    strbuf_add_c(b, " transform=\"translate(");
    add_place(b, run->at);
    strbuf_add_c(b, ")scale(");
    strbuf_add_decimal(b, run->size / units, 9);
    strbuf_add_c(b, ")\">");
    for (size_t k = 0; k < run->count; k++) {
        const glyph *g = &run->glyphs[k];
        if (!glyph_table_outline(s->outlines, f, g->id)->outline_count)
            continue;
        strbuf_add_c(b, "<use xlink:href=\"#");
        add_glyph_id(b, s, f, g->id);
        strbuf_add_c(b, "\" x=\"");
        strbuf_add_decimal(b, g->x / run->size * units, 1);
        if (g->y != 0) {
            strbuf_add_c(b, "\" y=\"");
            strbuf_add_decimal(b, g->y / run->size * units, 1);
        }
        strbuf_add_c(b, "\"/>");
    }
    strbuf_add_c(b, "</g>\n");
}

typedef struct glyph_pen {
    strbuf *out;
    double units;
    point at; /* in font units, as written so far */
} glyph_pen;

static point units_of(const glyph_pen *p, point to) {
    return (point){to.x * p->units, to.y * p->units};
}

static void add_offset(glyph_pen *p, point to, bool first) {
    double x = round(to.x) - p->at.x, y = round(to.y) - p->at.y;
    if (!first && x >= 0)
        strbuf_add_byte(p->out, ' ');
    strbuf_add_decimal(p->out, x, 0);
    if (y >= 0)
        strbuf_add_byte(p->out, ' ');
    strbuf_add_decimal(p->out, y, 0);
}

/* The one control point of the quadratic curve that the font drew. */
static point control_of(point from, const segment *s) {
    return (point){(3 * s->c1.x - from.x) / 2, (3 * s->c1.y - from.y) / 2};
}

static void add_glyph_path(strbuf *b, const used_glyph *g, const font *f) {
    bool cubic = font_is_cff(f);
    glyph_pen pen = {.out = b, .units = font_units(f)};
    point from = {0, 0};
    for (size_t k = 0; k < g->outline_count; k++) {
        const segment *s = &g->outline[k];
        strbuf_add_byte(b, (cubic ? "mlcz" : "mlqz")[s->kind]);
        if (s->kind == CURVE_TO && cubic) {
            add_offset(&pen, units_of(&pen, s->c1), true);
            add_offset(&pen, units_of(&pen, s->c2), false);
        } else if (s->kind == CURVE_TO) {
            add_offset(&pen, units_of(&pen, control_of(from, s)), true);
        }
        point to = units_of(&pen, s->to);
        if (s->kind != CLOSE_PATH)
            add_offset(&pen, to, s->kind != CURVE_TO);
        pen.at = (point){round(to.x), round(to.y)};
        from = s->to;
    }
}

static void add_outlines(strbuf *b, const svg *s) {
    if (!s->outlines->count)
        return;
    strbuf_add_c(b, "<defs>\n");
    for (size_t n = 0; n < s->outlines->count; n++) {
        const used_font *f = s->outlines->fonts[n];
        for (size_t k = 0; k < f->count; k++) {
            if (!f->glyphs[k].outline_count)
                continue;
            strbuf_add_c(b, "<path id=\"");
            add_glyph_id(b, s, f, f->glyphs[k].id);
            strbuf_add_c(b, "\" d=\"");
            add_glyph_path(b, &f->glyphs[k], f->font);
            strbuf_add_c(b, "\"/>\n");
        }
    }
    strbuf_add_c(b, "</defs>\n");
}

/* ---- live text ---- */

static void add_style(strbuf *b, const font *f, const char *weight, const char *style) {
    strbuf_add_c(b, font_is_bold(f) ? weight : "");
    strbuf_add_c(b, font_is_slanted(f) ? style : "");
}

/* Where the renderer will have come to by itself, with the font's own widths. A tspan with a place of its own is begun
 * only when that is not where the next glyph stands: lists of places for each character are not understood everywhere.
 */
typedef struct live_pen {
    double at; /* from the run's origin */
    bool open;
} live_pen;

static void live_cluster(svg *s, live_pen *pen, const glyph_run *run, size_t k) {
    strbuf *b = &s->body;
    const glyph *g = &run->glyphs[k];
    if (!pen->open || fabs(g->x - pen->at) > 0.004 * run->size) {
        strbuf_add_c(b, pen->open ? "</tspan><tspan" : "<tspan");
        add_number(b, "x", run->at.x + g->x);
        strbuf_add_byte(b, '>');
        pen->at = g->x;
        pen->open = true;
    }
    add_escaped(b, run_cluster_text(run, k));
}

static void svg_live(svg *s, const glyph_run *run) {
    strbuf *b = &s->body;
    used_font *f = glyph_table_font(s->glyphs, run->font);
    strbuf_add_c(b, "<text");
    add_number(b, "y", run->at.y);
    add_number(b, "font-size", run->size);
    add_color(b, "fill", run->color);
    strbuf_addf(b, " font-family=\"%.*sf%u,'", STR_ARG(s->prefix), f->number);
    add_escaped(b, font_family(f->font));
    strbuf_add_c(b, "'\"");
    add_style(b, f->font, " font-weight=\"bold\"", " font-style=\"italic\"");
    strbuf_add_c(b, " xml:space=\"preserve\">");
    live_pen pen = {0};
    for (size_t k = 0; k < run->count; k++) {
        str text = font_base(run->font) != run->font ? run_cluster_text(run, k) : STR("");
        glyph_table_use(s->glyphs, f, run->glyphs[k].id, text, 0);
        if (k == 0 || run->glyphs[k].cluster != run->glyphs[k - 1].cluster)
            live_cluster(s, &pen, run, k);
        pen.at += (double)font_advance(run->font, run->glyphs[k].id) / font_units(run->font) * run->size;
    }
    strbuf_add_c(b, pen.open ? "</tspan></text>\n" : "</text>\n");
}

static void add_base64(strbuf *b, str bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t k = 0; k < bytes.len; k += 3) {
        uint32_t three = 0;
        for (size_t j = 0; j < 3; j++)
            three = three << 8 | (k + j < bytes.len ? (unsigned char)bytes.ptr[k + j] : 0);
        char four[] = {digits[three >> 18], digits[three >> 12 & 63], digits[three >> 6 & 63], digits[three & 63]};
        size_t left = bytes.len - k;
        if (left < 3)
            four[3] = '=';
        if (left < 2)
            four[2] = '=';
        strbuf_add(b, (str){four, sizeof four});
    }
}

static bool add_fonts(strbuf *b, const svg *s, error *e) {
    if (!s->glyphs->count)
        return true;
    strbuf_add_c(b, "<style>\ntext{text-rendering:geometricPrecision;font-kerning:none;font-variant-ligatures:none}\n");
    for (size_t n = 0; n < s->glyphs->count; n++) {
        const used_font *f = s->glyphs->fonts[n];
        uint32_t *glyphs = ARENA_ARRAY(s->arena, uint32_t, f->count);
        uint32_t *characters = ARENA_ARRAY(s->arena, uint32_t, f->count);
        for (size_t k = 0; k < f->count; k++) {
            size_t at = 0;
            glyphs[k] = f->glyphs[k].id;
            characters[k] = f->glyphs[k].text.len ? utf8_next(f->glyphs[k].text, &at) : 0;
        }
        str file = font_subset(f->font, glyphs, f->count, characters, NULL, s->arena, e);
        if (!file.len)
            return false;
        strbuf_addf(b, "@font-face{font-family:%.*sf%u;", STR_ARG(s->prefix), f->number);
        add_style(b, f->font, "font-weight:bold;", "font-style:italic;");
        strbuf_addf(b, "src:url(data:font/%s;base64,", font_is_cff(f->font) ? "otf" : "ttf");
        add_base64(b, file);
        strbuf_add_c(b, ")}\n");
    }
    strbuf_add_c(b, "</style>\n");
    return true;
}

/* ---- groups ---- */

static size_t hash(str text) {
    uint64_t h = 14695981039346656037u;
    for (size_t k = 0; k < text.len; k++)
        h = (h ^ (unsigned char)text.ptr[k]) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

static str *id_slot(str *ids, size_t slots, str id) {
    size_t k = hash(id) & (slots - 1);
    while (ids[k].len && !str_equal(ids[k], id))
        k = (k + 1) & (slots - 1);
    return &ids[k];
}

static void grow_ids(svg *s) {
    size_t slots = s->id_slots ? 2 * s->id_slots : 64;
    str *ids = ARENA_ARRAY(s->arena, str, slots);
    for (size_t k = 0; k < s->id_slots; k++)
        if (s->ids[k].len)
            *id_slot(ids, slots, s->ids[k]) = s->ids[k];
    s->ids = ids;
    s->id_slots = slots;
}

/* An id that XML allows and that is given only once: a page may hold the same figure twice. */
static str unique_id(svg *s, str wanted) {
    strbuf b = strbuf_in(s->arena);
    strbuf_add(&b, s->prefix);
    if (!s->prefix.len && !((wanted.ptr[0] | 0x20) >= 'a' && (wanted.ptr[0] | 0x20) <= 'z'))
        strbuf_add_c(&b, "n-");
    for (size_t k = 0; k < wanted.len; k++) {
        char c = wanted.ptr[k];
        bool good = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '-' || c == '_';
        strbuf_add_byte(&b, good ? c : '-');
    }
    if (2 * s->id_count >= s->id_slots)
        grow_ids(s);
    str id = strbuf_text(&b);
    for (int n = 2; id_slot(s->ids, s->id_slots, id)->len; n++)
        id = str_format(s->arena, "%.*s--%d", STR_ARG(strbuf_text(&b)), n);
    s->id_count++;
    return *id_slot(s->ids, s->id_slots, id) = id;
}

/* Where a link leads, if it can be followed from within this picture: an address, or a group here. */
static str link_address(const svg *s, str target) {
    if (str_find(target, STR(":"), 0) != SIZE_MAX)
        return target;
    for (size_t k = 0; k < s->scene->count; k++) {
        const item *it = &s->scene->items[k];
        if (it->kind == ITEM_OPEN && it->group->id.len && str_equal(it->group->anchor, target))
            return str_format(s->arena, "#%.*s%.*s", STR_ARG(s->prefix), STR_ARG(it->group->id));
    }
    return STR("");
}

static void svg_open(void *user, const group *g) {
    svg *s = user;
    open_group *o = ARENA_PUSH(s->arena, s, stack, depth, capacity);
    str link = g->target.len ? link_address(s, g->target) : STR("");
    *o = (open_group){.grouped = g->id.len || g->title.len || g->alt.len, .linked = link.len};
    if (o->linked) {
        strbuf_add_c(&s->body, "<a");
        add_attribute(&s->body, "xlink:href", link);
        strbuf_add_c(&s->body, ">\n");
    }
    if (!o->grouped)
        return;
    strbuf_add_c(&s->body, "<g");
    if (g->id.len)
        add_attribute(&s->body, "id", unique_id(s, g->id));
    if (g->role != ROLE_NONE)
        add_attribute(&s->body, "class", str_of(role_names[g->role]));
    strbuf_add_c(&s->body, ">");
    add_element(&s->body, "title", g->title);
    add_element(&s->body, "desc", g->alt);
    strbuf_add_c(&s->body, "\n");
}

static void svg_close(void *user, const group *g) {
    (void)g;
    svg *s = user;
    open_group o = s->stack[--s->depth];
    strbuf_add_c(&s->body, o.grouped ? "</g>\n" : "");
    strbuf_add_c(&s->body, o.linked ? "</a>\n" : "");
}

static void svg_glyphs(void *user, const glyph_run *run) {
    svg *s = user;
    if (s->live && !run->drawn)
        svg_live(s, run);
    else
        svg_outlines(s, run);
}

/* ---- the whole ---- */

static void add_head(strbuf *b, const render_info *i, const svg *s, size_t page, size_t count) {
    str title = s->scene->title.len ? s->scene->title : i->title;
    if (!i->figures && title.len && count > 1)
        title = str_format(s->arena, "%.*s, %zu / %zu", STR_ARG(title), page + 1, count);
    strbuf_add_c(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"");
    strbuf_add_decimal(b, s->scene->w, 2);
    strbuf_add_c(b, "pt\" height=\"");
    strbuf_add_decimal(b, s->scene->h, 2);
    strbuf_add_c(b, "pt\" viewBox=\"0 0 ");
    add_place(b, (point){s->scene->w, s->scene->h});
    strbuf_add_c(b, "\" fill=\"none\" stroke-miterlimit=\"10\" role=\"img\"");
    if (i->lang.len)
        add_attribute(b, "xml:lang", i->lang);
    if (title.len)
        add_attribute(b, "aria-label", title);
    strbuf_add_c(b, ">\n");
    add_element(b, "title", title);
    add_element(b, "desc", s->scene->alt);
    strbuf_add_c(b, "\n");
}

static str svg_picture(scene *page, size_t number, size_t count, const render_info *i, const render_options *o,
                       arena *a, error *e) {
    static const device calls = {svg_open, svg_close, svg_path, svg_glyphs};
    scene_settle(page);
    svg s = {.arena = a,
             .body = strbuf_in(a),
             .scene = page,
             .glyphs = glyph_table_new(a),
             .outlines = glyph_table_new(a),
             .live = o && o->live_text,
             .prefix = o ? o->id_prefix : STR("")};
    /* Room for the whole at once: growing by doubling would touch twice the memory. */
    s.body.ptr = arena_grow(a, s.body.ptr, &s.body.capacity, (s.scene->count + 16) * BYTES_AN_ITEM, 1);
    add_head(&s.body, i, &s, number, count);
    scene_play(s.scene, &calls, &s);
    add_outlines(&s.body, &s);
    if (!add_fonts(&s.body, &s, e))
        return STR("");
    strbuf_add_c(&s.body, "</svg>\n");
    return strbuf_text(&s.body);
}

const backend svg_backend = {.name = "svg", .picture = svg_picture};
