#include "pdf_content.h"

#include "utf8.h"

#include <math.h>
#include <string.h>

enum { PLACES = 2 }; /* a hundredth of a point, a fiftieth of a pixel on paper printed at 1200 dots an inch */

pdf_content pdf_content_begin(arena *a, glyph_table *t, double height, double unit) {
    return (pdf_content){.bytes = strbuf_in(a), .height = height, .unit = unit, .glyphs = t};
}

static void number(pdf_content *c, double value) {
    strbuf_add_decimal(&c->bytes, value, PLACES);
    strbuf_add_byte(&c->bytes, ' ');
}

static void place(pdf_content *c, point p) {
    number(c, p.x / c->unit);
    number(c, (c->height - p.y) / c->unit);
}

static void set_color(pdf_content *c, color new, const char *gray, const char *rgb) {
    number(c, new.r / 255.0);
    if (new.r == new.g &&new.g == new.b) {
        strbuf_add_c(&c->bytes, gray);
        return;
    }
    number(c, new.g / 255.0);
    number(c, new.b / 255.0);
    strbuf_add_c(&c->bytes, rgb);
}

static bool same_color(color a, color b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

static void set_fill(pdf_content *c, color new) {
    if (c->state.painted && same_color(c->state.fill, new))
        return;
    set_color(c, new, "g\n", "rg\n");
    c->state.fill = new;
    c->state.painted = true;
}

static void set_dash(pdf_content *c, const paint *p) {
    if (c->state.dash_count == p->dash_count &&
        memcmp(c->state.dash, p->dash, sizeof *p->dash * (size_t)p->dash_count) == 0)
        return;
    strbuf_add_byte(&c->bytes, '[');
    for (int k = 0; k < p->dash_count; k++)
        number(c, p->dash[k] / c->unit);
    strbuf_add_c(&c->bytes, "]0 d\n");
    memcpy(c->state.dash, p->dash, sizeof p->dash);
    c->state.dash_count = p->dash_count;
}

static void set_stroke(pdf_content *c, const paint *p) {
    if (!c->state.stroked || !same_color(c->state.stroke, p->stroke))
        set_color(c, p->stroke, "G\n", "RG\n");
    if (!c->state.stroked || c->state.width != p->width) {
        number(c, p->width / c->unit);
        strbuf_add_c(&c->bytes, "w\n");
    }
    if (c->state.round != p->round)
        strbuf_add_c(&c->bytes, p->round ? "1 J 1 j\n" : "0 J 0 j\n");
    set_dash(c, p);
    c->state.stroke = p->stroke;
    c->state.width = p->width;
    c->state.round = p->round;
    c->state.stroked = true;
}

static void add_segment(pdf_content *c, const segment *s) {
    static const char *const operators[] = {"m\n", "l\n", "c\n", "h\n"};
    if (s->kind == CURVE_TO) {
        place(c, s->c1);
        place(c, s->c2);
    }
    if (s->kind != CLOSE_PATH)
        place(c, s->to);
    strbuf_add_c(&c->bytes, operators[s->kind]);
}

void pdf_content_path(pdf_content *c, const segment *segments, size_t count, const paint *p) {
    bool stroked = p->width > 0;
    if (!stroked && !p->filled)
        return;
    if (p->filled)
        set_fill(c, p->fill);
    if (stroked)
        set_stroke(c, p);
    for (size_t k = 0; k < count; k++)
        add_segment(c, &segments[k]);
    strbuf_add_c(&c->bytes, !stroked ? "f\n" : p->filled ? "B\n" : "S\n");
}

/* Text is shown as TJ arrays: codes in hexadecimal, and between them, in thousandths of the size, how far the next
 * glyph stands from where the font's own width would put it. The pen is followed as the reader of the numbers follows
 * it, rounding included, so that nothing adds up. */
typedef struct pen {
    double at;   /* from the run's origin, points */
    double rise; /* of the baseline, y down */
    bool in_array, in_string;
} pen;

static void end_string(pdf_content *c, pen *pen) {
    strbuf_add_c(&c->bytes, pen->in_string ? ">" : "");
    pen->in_string = false;
}

static void end_array(pdf_content *c, pen *pen) {
    end_string(c, pen);
    strbuf_add_c(&c->bytes, pen->in_array ? "]TJ\n" : "");
    pen->in_array = false;
}

static void move_pen(pdf_content *c, pen *pen, const glyph_run *run, const glyph *g) {
    if (g->y != pen->rise) {
        end_array(c, pen);
        number(c, -g->y / c->unit);
        strbuf_add_c(&c->bytes, "Ts\n");
        pen->rise = g->y;
    }
    double adjust = round((pen->at - g->x) / run->size * 1000);
    strbuf_add_c(&c->bytes, pen->in_array ? "" : "[");
    pen->in_array = true;
    if (adjust == 0)
        return;
    end_string(c, pen);
    strbuf_add_decimal(&c->bytes, adjust, 0);
    pen->at -= adjust / 1000 * run->size;
}

/* Readers that extract text take a wide gap for a space, and a step back for a new line. So where a full-width mark
 * gives up its blank, or Han and Latin keep apart without a space, the glyph gets a code of its own with the width that
 * it has there. Kerning is less than that, and stays kerning. Thousandths of an em; 0 for the font's own width. */
static int own_width(const glyph_run *run, size_t k, str text) {
    double natural = (double)font_advance(run->font, run->glyphs[k].id) / font_units(run->font);
    double width = run->glyphs[k].advance / run->size, more = width - natural;
    bool keeps = (more > -0.13 && more < 0.09) || natural <= 0 || width <= 0 || str_is(text, " ");
    return keeps ? 0 : (int)lrint(width * 1000);
}

static void show_glyph(pdf_content *c, pen *pen, used_font *f, const glyph_run *run, size_t k) {
    const glyph *g = &run->glyphs[k];
    move_pen(c, pen, run, g);
    str text = run_glyph_text(run, k);
    const used_glyph *used = glyph_table_use(c->glyphs, f, g->id, text, own_width(run, k, text));
    static const char digits[] = "0123456789ABCDEF";
    strbuf_add_c(&c->bytes, pen->in_string ? "" : "<");
    pen->in_string = true;
    for (int shift = 12; shift >= 0; shift -= 4)
        strbuf_add_byte(&c->bytes, digits[used->code >> shift & 15]);
    double natural = (double)font_advance(run->font, g->id) / font_units(run->font);
    pen->at += (used->width ? used->width / 1000.0 : natural) * run->size;
}

/* What several glyphs stand for together is said beside them. */
static void open_joint(pdf_content *c, pen *pen, str text) {
    end_array(c, pen);
    strbuf_add_c(&c->bytes, "/Span<</ActualText<FEFF");
    for (size_t at = 0; at < text.len;) {
        uint32_t code = utf8_next(text, &at);
        if (code >= 0x10000)
            strbuf_addf(&c->bytes, "%04X%04X", 0xD800 + ((code - 0x10000) >> 10), 0xDC00 + ((code - 0x10000) & 0x3FF));
        else
            strbuf_addf(&c->bytes, "%04X", code);
    }
    strbuf_add_c(&c->bytes, ">>>BDC\n");
}

static void close_joint(pdf_content *c, pen *pen) {
    end_array(c, pen);
    strbuf_add_c(&c->bytes, "EMC\n");
}

static void set_font(pdf_content *c, const used_font *f, double size) {
    if (c->state.font == f->number && c->state.size == size)
        return;
    strbuf_addf(&c->bytes, "/F%u ", f->number);
    strbuf_add_decimal(&c->bytes, size / c->unit, 4);
    strbuf_add_c(&c->bytes, " Tf\n");
    c->state.font = f->number;
    c->state.size = size;
}

void pdf_content_glyphs(pdf_content *c, const glyph_run *run) {
    if (!run->count)
        return;
    used_font *f = glyph_table_font(c->glyphs, run->font);
    set_fill(c, run->color);
    strbuf_add_c(&c->bytes, "BT\n");
    set_font(c, f, run->size);
    place(c, run->at);
    strbuf_add_c(&c->bytes, "Td\n");
    pen pen = {0};
    for (size_t k = 0; k < run->count; k++) {
        bool joint = run_cluster_is_joint(run, k);
        size_t first = k, end = k + 1;
        if (joint)
            run_cluster(run, k, &first, &end);
        if (joint && k == first)
            open_joint(c, &pen, run_cluster_text(run, k));
        show_glyph(c, &pen, f, run, k);
        if (joint && k + 1 == end)
            close_joint(c, &pen);
    }
    end_array(c, &pen);
    strbuf_add_c(&c->bytes, pen.rise != 0 ? "0 Ts\nET\n" : "ET\n");
}
