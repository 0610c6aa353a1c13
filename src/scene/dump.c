/* The plain-text backend: one line an item, indented by groups. Goldens are made of it, so it says what a reader of a
 * picture would say (rect, circle, line) rather than lists of curves, and rounds to a tenth of a point. */
#include "fonts.h"
#include "scene.h"

const char *const role_names[ROLE_COUNT] = {
    [ROLE_NONE] = "group",
    [ROLE_ARTIFACT] = "artifact",
    [ROLE_DOCUMENT] = "document",
    [ROLE_TITLE] = "title",
    [ROLE_HEADING_1] = "heading-1",
    [ROLE_HEADING_2] = "heading-2",
    [ROLE_HEADING_3] = "heading-3",
    [ROLE_PARAGRAPH] = "paragraph",
    [ROLE_FORMULA] = "formula",
    [ROLE_LIST] = "list",
    [ROLE_ITEM] = "item",
    [ROLE_BOX] = "box",
    [ROLE_FIGURE] = "figure",
    [ROLE_CAPTION] = "caption",
    [ROLE_TABLE] = "table",
    [ROLE_ROW] = "row",
    [ROLE_COLUMN_HEAD] = "column-head",
    [ROLE_ROW_HEAD] = "row-head",
    [ROLE_CELL] = "cell",
    [ROLE_PART] = "part",
    [ROLE_LINK] = "link",
};

static void number(strbuf *b, double value) {
    strbuf_add_byte(b, ' ');
    strbuf_add_decimal(b, value, 1);
}

static void numbers(strbuf *b, double x, double y) {
    number(b, x);
    number(b, y);
}

static void hex(strbuf *b, color c) {
    strbuf_addf(b, "#%02x%02x%02x", c.r, c.g, c.b);
}

static void quoted(strbuf *b, const char *name, str text) {
    if (text.len)
        strbuf_addf(b, " %s\"%.*s\"", name, STR_ARG(text));
}

static void dump_group(strbuf *b, const group *g) {
    strbuf_add_c(b, role_names[g->role]);
    if (g->id.len)
        strbuf_addf(b, " %.*s", STR_ARG(g->id));
    quoted(b, "", g->title);
    quoted(b, "alt ", g->alt);
    quoted(b, "anchor ", g->anchor);
    quoted(b, "to ", g->target);
    if (g->element)
        strbuf_addf(b, " element %d", g->element);
    if (g->span > 1)
        strbuf_addf(b, " span %d", g->span);
}

static void dump_segments(strbuf *b, const item *it) {
    for (size_t k = 0; k < it->segment_count; k++) {
        const segment *s = &it->segments[k];
        strbuf_addf(b, " %c", "MLCZ"[s->kind]);
        if (s->kind == CURVE_TO) {
            numbers(b, s->c1.x, s->c1.y);
            numbers(b, s->c2.x, s->c2.y);
        }
        if (s->kind != CLOSE_PATH)
            numbers(b, s->to.x, s->to.y);
    }
}

static void dump_shape(strbuf *b, const item *it) {
    static const char *const names[] = {"path", "line", "rect", "circle"};
    known_shape s = segments_shape(it->segments, it->segment_count);
    bool round = s.kind == SHAPE_RECT && s.radius > 0;
    strbuf_add_c(b, round ? "round-rect" : names[s.kind]);
    if (s.kind == SHAPE_LINE) {
        numbers(b, s.from.x, s.from.y);
        strbuf_add_c(b, " to");
        numbers(b, s.to.x, s.to.y);
    } else if (s.kind == SHAPE_RECT) {
        numbers(b, s.box.x, s.box.y);
        strbuf_add_c(b, " size");
        numbers(b, s.box.w, s.box.h);
    } else if (s.kind == SHAPE_CIRCLE) {
        numbers(b, s.box.x + s.radius, s.box.y + s.radius);
    } else {
        dump_segments(b, it);
    }
    if (round || s.kind == SHAPE_CIRCLE) {
        strbuf_add_c(b, " radius");
        number(b, s.radius);
    }
}

static void dump_paint(strbuf *b, const paint *p) {
    if (p->filled) {
        strbuf_add_c(b, " fill ");
        hex(b, p->fill);
    }
    if (p->width > 0) {
        strbuf_add_c(b, " stroke ");
        hex(b, p->stroke);
        number(b, p->width);
    }
    for (int k = 0; k < p->dash_count; k++) {
        strbuf_add_c(b, k ? "" : " dash");
        number(b, p->dash[k]);
    }
    strbuf_add_c(b, p->round ? " round" : "");
}

static void dump_run(strbuf *b, const glyph_run *run) {
    strbuf_addf(b, "text \"%.*s\" at", STR_ARG(run->text));
    numbers(b, run->at.x, run->at.y);
    strbuf_add_c(b, " width");
    number(b, run->width);
    strbuf_addf(b, " %.*s", STR_ARG(font_name(run->font)));
    number(b, run->size);
    strbuf_add_byte(b, ' ');
    hex(b, run->color);
}

str scene_dump(const scene *s, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "scene");
    numbers(&b, s->w, s->h);
    quoted(&b, "", s->title);
    quoted(&b, "alt ", s->alt);
    strbuf_add_byte(&b, '\n');
    int depth = 1;
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_CLOSE) {
            depth -= depth > 1;
            continue;
        }
        strbuf_addf(&b, "%*s", 2 * depth, "");
        if (it->kind == ITEM_OPEN) {
            dump_group(&b, it->group);
            depth++;
        } else if (it->kind == ITEM_PATH) {
            dump_shape(&b, it);
            dump_paint(&b, it->paint);
        } else {
            dump_run(&b, it->run);
        }
        strbuf_add_byte(&b, '\n');
    }
    return strbuf_text(&b);
}
