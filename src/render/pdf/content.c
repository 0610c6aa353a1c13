#include "pdf/content.h"

#include "utf8.h"

#include <math.h>
#include <string.h>

enum { PLACES = 2 }; /* of what does not lie on the grid: widths, sizes */

pdf_content pdf_content_begin(arena *a, glyph_table *t, double height, double unit, bool apart) {
    pdf_content c = {.bytes = strbuf_in(a), .glyphs = t, .apart = apart};
    strbuf_add_c(&c.bytes, apart ? "q\n" : "");
    strbuf_add_decimal(&c.bytes, 1 / (SCENE_GRID * unit), 9);
    strbuf_add(&c.bytes, STR(" 0 0 "));
    strbuf_add_decimal(&c.bytes, 1 / (SCENE_GRID * unit), 9);
    strbuf_add(&c.bytes, STR(" 0 "));
    strbuf_add_decimal(&c.bytes, height / unit, 5);
    strbuf_add(&c.bytes, STR(" cm\n"));
    return c;
}

static void number(pdf_content *c, double value) {
    strbuf_add_decimal(&c->bytes, value, PLACES);
    strbuf_add_byte(&c->bytes, ' ');
}

static void length(pdf_content *c, double points) {
    number(c, points * SCENE_GRID);
}

static void place(pdf_content *c, point p) {
    length(c, p.x);
    length(c, -p.y);
}

/* In thousandths, the fewest that tell 256 steps apart, and without the zero before the point. */
static void component(pdf_content *c, uint8_t value) {
    int thousandths = (value * 1000 + 127) / 255;
    char digits[] = {'.', (char)('0' + thousandths / 100), (char)('0' + thousandths / 10 % 10),
                     (char)('0' + thousandths % 10)};
    size_t length = sizeof digits;
    while (digits[length - 1] == '0')
        length--;
    if (value == 0 || value == 255)
        strbuf_add_byte(&c->bytes, value ? '1' : '0');
    else
        strbuf_add(&c->bytes, (str){digits, length});
    strbuf_add_byte(&c->bytes, ' ');
}

static void set_color(pdf_content *c, color new, const char *gray, const char *rgb) {
    component(c, new.r);
    if (new.r == new.g &&new.g == new.b) {
        strbuf_add_c(&c->bytes, gray);
        return;
    }
    component(c, new.g);
    component(c, new.b);
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
        length(c, p->dash[k]);
    strbuf_add_c(&c->bytes, "]0 d\n");
    memcpy(c->state.dash, p->dash, sizeof p->dash);
    c->state.dash_count = p->dash_count;
}

static void set_stroke(pdf_content *c, const paint *p) {
    if (!c->state.stroked || !same_color(c->state.stroke, p->stroke))
        set_color(c, p->stroke, "G\n", "RG\n");
    if (!c->state.stroked || c->state.width != p->width) {
        length(c, p->width);
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
    pdf_content_end_text(c);
    if (p->filled)
        set_fill(c, p->fill);
    if (stroked)
        set_stroke(c, p);
    known_shape shape = segments_shape(segments, count);
    /* "re" begins at another corner and goes the other way round, so that dashes would fall elsewhere than they do in
     * the other formats. */
    bool dashed = stroked && p->dash_count > 0;
    if (shape.kind == SHAPE_RECT && shape.radius == 0 && !dashed) {
        place(c, (point){shape.box.x, shape.box.y + shape.box.h});
        length(c, shape.box.w);
        length(c, shape.box.h);
        strbuf_add_c(&c->bytes, "re\n");
    } else {
        for (size_t k = 0; k < count; k++)
            add_segment(c, &segments[k]);
    }
    strbuf_add_c(&c->bytes, !stroked ? "f\n" : p->filled ? "B\n" : "S\n");
}

void pdf_content_form(pdf_content *c, size_t number) {
    pdf_content_end_text(c);
    strbuf_addf(&c->bytes, "/X%zu Do\n", number);
}

void pdf_content_end(pdf_content *c) {
    pdf_content_end_text(c);
    strbuf_add_c(&c->bytes, c->apart ? "Q\n" : "");
}

/* ---- text ---- */

/* Text is shown as TJ arrays: codes of two bytes, and between them, in thousandths of the size, how far the next
 * glyph stands from where the widths would put it. Words that layout set one by one are joined again: an array goes on
 * while font and baseline stay, with the space that stands for the gap, so that text comes out with its spaces; and the
 * pen goes on from array to array while the baseline stays. */
#define CLOSE 0.2 /* of a unit, 0.006 pt: not worth a move */

static void end_string(pdf_content *c) {
    strbuf_add_c(&c->bytes, c->text.in_string ? ")" : "");
    c->text.in_string = false;
}

static void end_array(pdf_content *c) {
    end_string(c);
    strbuf_add_c(&c->bytes, c->text.in_array ? "]TJ\n" : "");
    c->text.in_array = false;
}

void pdf_content_end_text(pdf_content *c) {
    end_array(c);
    if (c->text.rise != 0)
        strbuf_add_c(&c->bytes, "0 Ts\n");
    if (c->text.open)
        strbuf_add_c(&c->bytes, "ET\n");
    c->text.open = false;
    c->text.rise = 0;
}

/* In a literal string brackets and the backslash are escaped, and CR, which would be read as LF. */
static void add_string_byte(strbuf *b, char byte) {
    if (byte == '(' || byte == ')' || byte == '\\' || byte == '\r')
        strbuf_add_byte(b, '\\');
    strbuf_add_byte(b, byte == '\r' ? 'r' : byte);
}

static void add_code(pdf_content *c, uint32_t code, double width) {
    if (!c->text.in_string)
        strbuf_add_c(&c->bytes, c->text.in_array ? "(" : "[(");
    c->text.in_array = c->text.in_string = true;
    add_string_byte(&c->bytes, (char)(code >> 8));
    add_string_byte(&c->bytes, (char)code);
    c->text.pen += width;
}

/* Brings the pen to x, in a new array if the baseline is another. */
static void move_pen(pdf_content *c, double x, double rise) {
    if (rise != c->text.rise) {
        end_array(c);
        number(c, rise);
        strbuf_add_c(&c->bytes, "Ts\n");
        c->text.rise = rise;
    }
    double adjust = round((c->text.pen - x) / c->text.size * 1000);
    if (adjust == 0 || fabs(c->text.pen - x) < CLOSE)
        return;
    end_string(c);
    strbuf_add_c(&c->bytes, c->text.in_array ? "" : "[");
    c->text.in_array = true;
    strbuf_add_decimal(&c->bytes, adjust, 0);
    c->text.pen -= adjust / 1000 * c->text.size;
}

/* Readers that extract text take a wide gap for a space, and a step back for a new line. So where a full-width mark
 * gives up its blank, or Han and Latin keep apart without a space, the glyph gets a code of its own with the width that
 * it has there. Kerning is less than that, and stays kerning. Thousandths of an em; 0 for the font's own width. */
static int own_width(double natural, double width, str text) {
    double more = width - natural;
    bool keeps = (more > -0.13 && more < 0.09) || natural <= 0 || width <= 0 || str_is(text, " ");
    return keeps ? 0 : (int)lrint(width * 1000);
}

static void show_glyph(pdf_content *c, used_font *f, const glyph_run *run, size_t k, double start) {
    const glyph *g = &run->glyphs[k];
    str text = run_glyph_text(run, k);
    double natural = glyph_table_advance(f, g->id);
    const used_glyph *used =
        glyph_table_use(c->glyphs, f, g->id, text, own_width(natural, g->advance / run->size, text));
    move_pen(c, start + g->x * SCENE_GRID, -g->y * SCENE_GRID);
    add_code(c, used->code, (used->width ? used->width / 1000.0 : natural) * c->text.size);
}

/* What several glyphs stand for together is said beside them. */
static void open_joint(pdf_content *c, str text) {
    end_array(c);
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

static void close_joint(pdf_content *c) {
    end_array(c);
    strbuf_add_c(&c->bytes, "EMC\n");
}

static void show_glyphs(pdf_content *c, used_font *f, const glyph_run *run, double start) {
    for (size_t k = 0; k < run->count; k++) {
        bool joint = run_cluster_is_joint(run, k);
        size_t first = k, end = k + 1;
        if (joint)
            run_cluster(run, k, &first, &end);
        if (joint && k == first)
            open_joint(c, run_cluster_text(run, k));
        show_glyph(c, f, run, k, start);
        if (joint && k + 1 == end)
            close_joint(c);
    }
}

static uint32_t last_of(str text) {
    size_t at = text.len;
    while (at > 0 && ((unsigned char)text.ptr[--at] & 0xC0) == 0x80)
        ;
    return text.len ? utf8_next(text, &at) : ' ';
}

static uint32_t first_of(str text) {
    size_t at = 0;
    return text.len ? utf8_next(text, &at) : ' ';
}

/* Words that do not touch are divided by a space, also where a line ends, but not in Chinese. It is shown before the
 * pen moves on, in the font of the word before. */
static void divide(pdf_content *c, const glyph_run *run, double start) {
    const pdf_text *t = &c->text;
    uint32_t next = first_of(run->text);
    bool touching = fabs(start - t->end) < 0.12 * t->size;
    if (!t->open || touching || t->space || next == ' ' || t->han || utf8_is_full_width(next))
        return;
    uint32_t space = font_space(t->last_font);
    if (!space)
        return;
    used_font *f = glyph_table_font(c->glyphs, font_base(t->last_font));
    double width = glyph_table_advance(f, space) * t->size;
    add_code(c, glyph_table_use(c->glyphs, f, space, STR(" "), 0)->code, width);
}

static void open_text(pdf_content *c) {
    if (c->text.open)
        return;
    strbuf_add(&c->bytes, STR("BT\n"));
    c->text.open = true;
    c->text.moved = false;
    c->text.line = (point){0, 0};
}

static void set_font(pdf_content *c, const used_font *f, double size) {
    c->text.last_font = f->font;
    if (c->text.font == f->number && c->text.size == size)
        return;
    end_array(c);
    strbuf_add(&c->bytes, STR("/F"));
    number(c, f->number);
    number(c, size);
    strbuf_add(&c->bytes, STR("Tf\n"));
    c->text.font = f->number;
    c->text.size = size;
}

/* Moves to the beginning of a run, unless it stands on the line that the pen is on. */
static void move_line(pdf_content *c, point to) {
    if (c->text.moved && to.y == c->text.line.y && c->text.rise == 0)
        return;
    end_array(c);
    number(c, to.x - c->text.line.x);
    number(c, to.y - c->text.line.y);
    strbuf_add(&c->bytes, STR("Td\n"));
    c->text.line = to;
    c->text.pen = to.x;
    c->text.moved = true;
}

void pdf_content_glyphs(pdf_content *c, const glyph_run *run) {
    if (!run->count)
        return;
    point at = {run->at.x * SCENE_GRID, -run->at.y * SCENE_GRID};
    used_font *f = glyph_table_font(c->glyphs, font_base(run->font));
    divide(c, run, at.x);
    if (!c->state.painted || !same_color(c->state.fill, run->color))
        end_array(c);
    set_fill(c, run->color);
    open_text(c);
    set_font(c, f, run->size * SCENE_GRID);
    move_line(c, at);
    show_glyphs(c, f, run, at.x);
    uint32_t last = last_of(run->text);
    c->text.end = at.x + run->width * SCENE_GRID;
    c->text.han = utf8_is_full_width(last);
    c->text.space = last == ' ' || (last >= 0x2000 && last <= 0x200A) || last == 0xA0 || last == 0x202F;
}
