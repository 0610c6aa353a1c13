/* PNG through cairo. Text is drawn as outlines of glyphs, never by cairo's text calls, whose hinting would move it. */
#include "device/glyph_table.h"
#include "render.h"

#include <cairo.h>
#include <math.h>
#include <string.h>

enum { MOST_PIXELS_A_SIDE = 32767, MOST_MEGAPIXELS = 400, DEFAULT_RESOLUTION = 150, PIXEL = 4 /* bytes */ };

typedef struct png {
    cairo_t *cr;
    glyph_table *glyphs;
} png;

static void set_color(cairo_t *cr, color c) {
    cairo_set_source_rgb(cr, c.r / 255.0, c.g / 255.0, c.b / 255.0);
}

static void trace(cairo_t *cr, const segment *segments, size_t count, point at, double scale) {
    for (size_t k = 0; k < count; k++) {
        const segment *s = &segments[k];
        double x = at.x + s->to.x * scale, y = at.y + s->to.y * scale;
        if (s->kind == MOVE_TO)
            cairo_move_to(cr, x, y);
        else if (s->kind == LINE_TO)
            cairo_line_to(cr, x, y);
        else if (s->kind == CURVE_TO)
            cairo_curve_to(cr, at.x + s->c1.x * scale, at.y + s->c1.y * scale, at.x + s->c2.x * scale,
                           at.y + s->c2.y * scale, x, y);
        else
            cairo_close_path(cr);
    }
}

static void png_path(void *user, const segment *segments, size_t count, const paint *p) {
    cairo_t *cr = ((png *)user)->cr;
    cairo_new_path(cr);
    trace(cr, segments, count, (point){0, 0}, 1);
    if (p->filled) {
        set_color(cr, p->fill);
        cairo_fill_preserve(cr);
    }
    if (p->width > 0) {
        set_color(cr, p->stroke);
        cairo_set_line_width(cr, p->width);
        cairo_set_line_cap(cr, p->round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
        cairo_set_line_join(cr, p->round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
        cairo_set_dash(cr, p->dash, p->dash_count, 0);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
}

static void png_glyphs(void *user, const glyph_run *run) {
    png *p = user;
    used_font *f = glyph_table_font(p->glyphs, run->font);
    cairo_new_path(p->cr);
    for (size_t k = 0; k < run->count; k++) {
        const used_glyph *g = glyph_table_outline(p->glyphs, f, run->glyphs[k].id);
        trace(p->cr, g->outline, g->outline_count, (point){run->at.x + run->glyphs[k].x, run->at.y + run->glyphs[k].y},
              run->size);
    }
    set_color(p->cr, run->color);
    cairo_fill(p->cr);
}

static cairo_status_t collect(void *closure, const unsigned char *bytes, unsigned length) {
    strbuf_add(closure, (str){(const char *)bytes, length});
    return CAIRO_STATUS_SUCCESS;
}

static void put_big_endian(char *to, uint32_t value) {
    for (int k = 0; k < 4; k++)
        to[k] = (char)(value >> (24 - 8 * k));
}

/* CRC-32 of ISO 3309, as PNG chunks have it. */
static uint32_t checksum(const char *bytes, size_t length) {
    uint32_t crc = 0xFFFFFFFF;
    for (size_t k = 0; k < length; k++) {
        crc ^= (unsigned char)bytes[k];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

/* Adds the chunk that says how large the picture is meant to be, which cairo leaves out: after IHDR, 33 bytes in. */
static str with_resolution(str bytes, double resolution, arena *a) {
    enum { AFTER_HEADER = 33 };
    char chunk[21];
    put_big_endian(chunk, 9);
    static const char name[] = {'p', 'H', 'Y', 's'};
    memcpy(chunk + 4, name, sizeof name);
    uint32_t a_metre = (uint32_t)lrint(resolution / 0.0254);
    put_big_endian(chunk + 8, a_metre);
    put_big_endian(chunk + 12, a_metre);
    chunk[16] = 1;
    put_big_endian(chunk + 17, checksum(chunk + 4, 13));
    strbuf b = strbuf_in(a);
    strbuf_add(&b, str_slice(bytes, 0, AFTER_HEADER));
    strbuf_add(&b, (str){chunk, sizeof chunk});
    strbuf_add(&b, str_slice(bytes, AFTER_HEADER, bytes.len));
    return strbuf_text(&b);
}

static bool check_size(double w, double h, double resolution, error *e) {
    if (w <= MOST_PIXELS_A_SIDE && h <= MOST_PIXELS_A_SIDE && w * h <= MOST_MEGAPIXELS * 1e6)
        return true;
    strbuf b = strbuf_in(e->arena);
    strbuf_add_c(&b, "at ");
    strbuf_add_decimal(&b, resolution, 0);
    strbuf_add_c(&b, " pixels an inch the picture has ");
    strbuf_add_decimal(&b, fmin(w, 1e12), 0);
    strbuf_add_c(&b, " x ");
    strbuf_add_decimal(&b, fmin(h, 1e12), 0);
    return error_plain(e, STATUS_OUTPUT, "%s pixels; a PNG may have %d a side and %d million in all", b.ptr,
                       MOST_PIXELS_A_SIDE, MOST_MEGAPIXELS);
}

/* Before the image is made. */
static bool check_memory(size_t bytes, double resolution, error *e) {
    const memory_budget *budget = arena_budget(e->arena);
    if (bytes <= budget_left(budget))
        return true;
    strbuf b = strbuf_in(e->arena);
    strbuf_add_decimal(&b, resolution, 0);
    return error_plain(
        e, STATUS_INPUT,
        "at %s pixels an inch the picture needs %zu MB of memory beside the %zu MB in use, %zu MB is the "
        "limit; HANDTRACE_MEMORY=%zu allows more, and PDF and SVG need less",
        b.ptr, (bytes >> 20) + 1, budget->held >> 20, budget_megabytes(budget), budget_megabytes_for(budget, bytes));
}

static str draw(const scene *s, cairo_surface_t *surface, double scale, arena *a, error *e) {
    static const device calls = {.path = png_path, .glyphs = png_glyphs};
    png p = {.cr = cairo_create(surface), .glyphs = glyph_table_new(a)};
    cairo_set_source_rgb(p.cr, 1, 1, 1);
    cairo_paint(p.cr);
    cairo_scale(p.cr, scale, scale);
    scene_play(s, &calls, &p);
    strbuf bytes = strbuf_in(a);
    cairo_status_t status = cairo_status(p.cr);
    cairo_destroy(p.cr);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, collect, &bytes);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        return strbuf_text(&bytes);
    error_plain(e, STATUS_OUTPUT, "cairo cannot draw the PNG: %s", cairo_status_to_string(status));
    return STR("");
}

static str png_picture(scene *s, size_t number, size_t count, const render_info *i, const render_options *o, arena *a,
                       error *e) {
    (void)number;
    (void)count;
    (void)i;
    scene_settle(s);
    double resolution = o && o->resolution > 0 ? o->resolution : DEFAULT_RESOLUTION;
    double scale = resolution / 72, w = ceil(s->w * scale - 1e-6), h = ceil(s->h * scale - 1e-6);
    if (!check_size(w, h, resolution, e))
        return STR("");
    size_t image = (size_t)fmax(w, 1) * (size_t)fmax(h, 1) * PIXEL;
    if (!check_memory(image, resolution, e))
        return STR("");
    budget_take(arena_budget(a), image);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)fmax(w, 1), (int)fmax(h, 1));
    str bytes = draw(s, surface, scale, a, e);
    cairo_surface_destroy(surface);
    budget_give(arena_budget(a), image);
    return bytes.len ? with_resolution(bytes, resolution, a) : bytes;
}

const backend png_backend = {.name = "png", .picture = png_picture};
