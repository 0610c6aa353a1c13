/* For tests that look at pixels: a reference renderer (cairo's own PDF surface with cairo's own font embedding), and
 * poppler as the rasteriser of both. */
#ifndef HANDTRACE_TEST_RASTER_H
#define HANDTRACE_TEST_RASTER_H

#include "output.h"
#include "render.h"

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Cairo, which makes the reference, forgets an array when it embeds a font whose CFF outlines are keyed by CID. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:_cairo_array_grow_by\n";
}

typedef struct raster {
    int w, h;
    const unsigned char *gray; /* w × h bytes */
} raster;

/* A folder for the files of this test program, made anew. */
static inline str raster_folder(arena *a, const char *name) {
    str folder = str_format(a, "%s/tests/files-%s", TEST_BINARY_DIR, name);
    mkdir(folder.ptr, 0777);
    return folder;
}

/* Runs a command; whether it succeeded and wrote nothing to standard error. */
static inline bool raster_run(arena *a, str folder, str command) {
    str errors = str_format(a, "%.*s/errors", STR_ARG(folder));
    str full = str_format(a, "cd '%.*s' && { %.*s; } 2>errors", STR_ARG(folder), STR_ARG(command));
    struct stat st;
    return system(full.ptr) == 0 && stat(errors.ptr, &st) == 0 && st.st_size == 0;
}

static inline str raster_read(arena *a, str folder, const char *name) {
    error e = error_in(a);
    str text = STR("");
    input_read(a, str_format(a, "%.*s/%s", STR_ARG(folder), name), &text, &e);
    return text;
}

static inline bool raster_write(arena *a, str folder, const char *name, str bytes) {
    error e = error_in(a);
    return output_write(str_format(a, "%.*s/%s", STR_ARG(folder), name), bytes, &e);
}

/* "P5 w h 255\n" and the bytes. */
static inline raster raster_of_pgm(str pgm) {
    raster r = {0};
    int numbers[3], count = 0;
    size_t at = 2;
    while (count < 3 && at < pgm.len) {
        while (at < pgm.len && (pgm.ptr[at] < '0' || pgm.ptr[at] > '9'))
            at++;
        for (numbers[count] = 0; at < pgm.len && pgm.ptr[at] >= '0' && pgm.ptr[at] <= '9'; at++)
            numbers[count] = 10 * numbers[count] + (pgm.ptr[at] - '0');
        count++;
    }
    if (count == 3 && at + 1 + (size_t)numbers[0] * (size_t)numbers[1] <= pgm.len)
        r = (raster){numbers[0], numbers[1], (const unsigned char *)pgm.ptr + at + 1};
    return r;
}

/* Page `page` (from 1) of a PDF in gray; empty if poppler complains. */
static inline raster raster_of_pdf(arena *a, str folder, const char *pdf, int page, int resolution) {
    str command = str_format(a, "rm -f page.pgm; pdftoppm -gray -r %d -f %d -l %d -singlefile %s page", resolution,
                             page, page, pdf);
    return raster_run(a, folder, command) ? raster_of_pgm(raster_read(a, folder, "page.pgm")) : (raster){0};
}

typedef struct raster_stream {
    str bytes;
    size_t at;
} raster_stream;

static inline cairo_status_t raster_take(void *closure, unsigned char *to, unsigned count) {
    raster_stream *s = closure;
    if (s->bytes.len - s->at < count)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, s->bytes.ptr + s->at, count);
    s->at += count;
    return CAIRO_STATUS_SUCCESS;
}

static inline raster raster_of_png(arena *a, str png) {
    raster_stream stream = {png, 0};
    cairo_surface_t *s = cairo_image_surface_create_from_png_stream(raster_take, &stream);
    raster r = {cairo_image_surface_get_width(s), cairo_image_surface_get_height(s), NULL};
    unsigned char *gray = arena_alloc(a, (size_t)r.w * (size_t)r.h + 1);
    for (int y = 0; y < r.h; y++)
        for (int x = 0; x < r.w; x++) {
            uint32_t pixel;
            memcpy(&pixel, cairo_image_surface_get_data(s) + y * cairo_image_surface_get_stride(s) + 4 * x, 4);
            gray[y * r.w + x] =
                (unsigned char)(((pixel >> 16 & 255) * 299 + (pixel >> 8 & 255) * 587 + (pixel & 255) * 114) / 1000);
        }
    r.gray = gray;
    cairo_surface_destroy(s);
    return r;
}

/* The share of pixels that differ by more than `limit`; 1 if the sizes differ or there is no picture. */
static inline double raster_difference(raster a, raster b, int limit) {
    if (!a.gray || !b.gray || a.w != b.w || a.h != b.h || a.w == 0)
        return 1;
    size_t count = 0, all = (size_t)a.w * (size_t)a.h;
    for (size_t k = 0; k < all; k++)
        count += abs(a.gray[k] - b.gray[k]) > limit;
    return (double)count / (double)all;
}

/* Darkness summed over a box, in full pixels. */
static inline double raster_ink(raster r, int left, int top, int right, int bottom) {
    double ink = 0;
    for (int y = top < 0 ? 0 : top; y < bottom && y < r.h; y++)
        for (int x = left < 0 ? 0 : left; x < right && x < r.w; x++)
            ink += (255 - r.gray[y * r.w + x]) / 255.0;
    return ink;
}

/* ---- the reference ---- */

static inline void reference_path(void *user, const segment *segments, size_t count, const paint *p) {
    cairo_t *cr = user;
    for (size_t k = 0; k < count; k++) {
        const segment *s = &segments[k];
        if (s->kind == MOVE_TO)
            cairo_move_to(cr, s->to.x, s->to.y);
        else if (s->kind == LINE_TO)
            cairo_line_to(cr, s->to.x, s->to.y);
        else if (s->kind == CURVE_TO)
            cairo_curve_to(cr, s->c1.x, s->c1.y, s->c2.x, s->c2.y, s->to.x, s->to.y);
        else
            cairo_close_path(cr);
    }
    if (p->filled) {
        cairo_set_source_rgb(cr, p->fill.r / 255.0, p->fill.g / 255.0, p->fill.b / 255.0);
        cairo_fill_preserve(cr);
    }
    if (p->width > 0) {
        cairo_set_source_rgb(cr, p->stroke.r / 255.0, p->stroke.g / 255.0, p->stroke.b / 255.0);
        cairo_set_line_width(cr, p->width);
        cairo_set_dash(cr, p->dash, p->dash_count, 0);
        cairo_set_line_cap(cr, p->round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
        cairo_set_line_join(cr, p->round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
}

static inline void reference_glyphs(void *user, const glyph_run *run) {
    cairo_t *cr = user;
    cairo_font_face_t *face = cairo_ft_font_face_create_for_ft_face(font_ft_face(run->font), FT_LOAD_NO_HINTING);
    cairo_set_font_face(cr, face);
    cairo_set_font_size(cr, run->size);
    cairo_set_source_rgb(cr, run->color.r / 255.0, run->color.g / 255.0, run->color.b / 255.0);
    cairo_glyph_t *glyphs = cairo_glyph_allocate((int)run->count);
    for (size_t k = 0; k < run->count; k++)
        glyphs[k] = (cairo_glyph_t){run->glyphs[k].id, run->at.x + run->glyphs[k].x, run->at.y + run->glyphs[k].y};
    cairo_show_glyphs(cr, glyphs, (int)run->count);
    cairo_glyph_free(glyphs);
    cairo_font_face_destroy(face);
}

/* Draws a scene as a PDF with cairo alone. */
static inline bool reference_pdf(arena *a, str folder, const char *name, const scene *s) {
    static const device calls = {.path = reference_path, .glyphs = reference_glyphs};
    cairo_surface_t *surface =
        cairo_pdf_surface_create(str_format(a, "%.*s/%s", STR_ARG(folder), name).ptr, s->w, s->h);
    cairo_t *cr = cairo_create(surface);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
    scene_play(s, &calls, cr);
    cairo_show_page(cr);
    bool good = cairo_status(cr) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    good = good && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return good;
}

/* cairo keeps faces of fonts in caches: to be called before the fonts' arena is freed. */
static inline void reference_forget(void) {
    cairo_debug_reset_static_data();
}

/* Whether a figure through libharu and through cairo, both as PDF and drawn by one rasteriser at 150 dpi, looks the
 * same; said where it does not. */
static inline bool raster_alike(arena *a, str folder, const scene *drawn, const char *what) {
    enum { RESOLUTION = 150, LIMIT = 32 };
    /* Tight figures may end in a part of a point; a rasteriser rounds the page, so it must be whole for both alike. */
    scene *page = scene_new(a);
    page->w = (double)(int)drawn->w + 20;
    page->h = (double)(int)drawn->h + 20;
    scene_place(page, drawn, 10, 10, 1, STR(""));
    pages p = {.items = &page, .count = 1, .info = {.lang = STR("en"), .title = STR("parity"), .figures = true}};
    error e = error_in(a);
    str ours = render_bytes(backend_named(STR("pdf")), &p, 0, &(render_options){0}, a, &e);
    if (error_set(&e) || !raster_write(a, folder, "ours.pdf", ours) ||
        !reference_pdf(a, folder, "reference.pdf", page)) {
        fprintf(stderr, "%s: %.*s\n", what, STR_ARG(error_text(&e)));
        return false;
    }
    raster x = raster_of_pdf(a, folder, "ours.pdf", 1, RESOLUTION);
    raster y = raster_of_pdf(a, folder, "reference.pdf", 1, RESOLUTION);
    double apart = raster_difference(x, y, LIMIT);
    bool inked = raster_ink(x, 0, 0, x.w, x.h) > 100;
    if (!(apart <= 0.001) || !inked)
        fprintf(stderr, "%s: %d of a million pixels differ%s\n", what, (int)(apart * 1e6),
                inked ? "" : ", hardly any ink");
    return apart <= 0.001 && inked;
}

#endif
