#define _GNU_SOURCE
#include "raster.h"
#include "theme.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct desk {
    arena *arena;
    error error;
    theme theme;
    fonts *fonts;
    str folder;
} desk;

static int lay(void **state) {
    desk *d = test_calloc(1, sizeof *d);
    d->arena = arena_new(NULL);
    d->error = error_in(d->arena);
    d->theme = theme_default(STR("zh"));
    d->fonts = fonts_open(d->arena, d->theme.fonts, &d->error);
    d->folder = raster_folder(d->arena, "render");
    *state = d;
    return d->fonts ? 0 : -1;
}

static int clear(void **state) {
    desk *d = *state;
    reference_forget();
    arena_free(d->arena);
    test_free(d);
    return 0;
}

static void put(desk *d, scene *s, face face, double size, double x, double y, const char *text) {
    text_style style = {.face = face, .size = size, .color = d->theme.color.ink};
    scene_text(s, d->fonts, style, (point){x, y}, ANCHOR_LEFT, str_of(text));
}

/* Every kind of shape and of text that sheets use. */
static scene *rich(desk *d) {
    scene *s = scene_new(d->arena);
    const theme *t = &d->theme;
    s->w = 360;
    s->h = 280;
    s->title = STR("All shapes & letters <here>");
    s->alt = STR("A page with every shape: “rectangles”, circles, 中文");
    scene_open(s, (group){.role = ROLE_PARAGRAPH, .id = STR("words"), .anchor = STR("top")});
    put(d, s, FACE_ROMAN, 10, 20, 24, "AVATAR To be fi ffl −160 × 2 ÷ 3 ≤ 1 000");
    put(d, s, FACE_ITALIC, 11, 20, 40, "f(i, j) of m[i, j, 1]");
    put(d, s, FACE_BOLD, 17, 150, 42, "Length 6");
    put(d, s, FACE_BOLD_ITALIC, 9, 240, 42, "bold italic");
    put(d, s, FACE_ROMAN, 10.5, 20, 60, "第 31 步（共 36 步），单元格 m[1,6]：“最大”。");
    put(d, s, FACE_ROMAN, 12, 20, 80, "non-BMP 𝔸𝕏 marks x\xCC\x82 q\xCC\x81 é, don’t");
    put(d, s, FACE_SANS, 8.5, 240, 60, "edge 12");
    put(d, s, FACE_MONO, 8, 290, 60, "code[i]");
    text_style spaced = {.face = FACE_ROMAN, .size = 10, .color = t->color.value, .tracking = 1.5};
    scene_text(s, d->fonts, spaced, (point){340, 80}, ANCHOR_RIGHT, STR("spaced out"));
    scene_close(s);
    scene_open(
        s, (group){.role = ROLE_FIGURE, .id = STR("shapes"), .title = STR("Shapes"), .alt = STR("形状 and a hatch")});
    scene_open(s, (group){.role = ROLE_PART, .id = STR("max-2-3"), .title = STR("m[2,3]"), .alt = STR("m[2,3] = 40")});
    scene_rect(s, (box){20, 100, 40, 24}, 0, paint_both(t->color.current_fill, t->color.ink, 1.8));
    put(d, s, FACE_BOLD, 10.5, 32, 116, "40");
    scene_close(s);
    scene_rect(s, (box){80, 100, 60, 24}, 3, paint_both(t->color.chosen_fill, t->color.chosen_line, 1.1));
    scene_circle(s, (point){170, 112}, 15, paint_both(t->color.read_fill, t->color.read_line, 1.1));
    scene_circle(s, (point){210, 112}, 8.5, paint_dashed(t->color.mute, 0.8, 3, 2));
    scene_hatch(s, (box){230, 100, 50, 24}, 4, 0.5, t->color.mute);
    scene_rect(s, (box){230, 100, 50, 24}, 0, paint_dashed(t->color.rule, 0.7, 3, 2));
    scene_arrow(s, (point){290, 124}, (point){340, 100}, 7, paint_stroke(t->color.ink, 0.8));
    paint round = paint_stroke(t->color.read_line, 2.2);
    round.round = true;
    scene_polyline(s, (point[]){{20, 180}, {40, 150}, {60, 180}, {80, 150}}, 4, false, round);
    scene_polyline(s, (point[]){{100, 180}, {120, 150}, {140, 180}}, 3, true, paint_stroke(t->color.error, 1.3));
    segment brace[] = {{.kind = MOVE_TO, .to = {170, 140}},
                       {.kind = CURVE_TO, .c1 = {160, 140}, .c2 = {170, 160}, .to = {160, 160}},
                       {.kind = CURVE_TO, .c1 = {170, 160}, .c2 = {160, 180}, .to = {170, 180}}};
    scene_path(s, brace, 3, paint_stroke(t->color.ink, 0.9));
    paint mixed = paint_stroke(t->color.s, 1.4);
    memcpy(mixed.dash, (double[]){6, 2, 1, 2}, sizeof mixed.dash);
    mixed.dash_count = 4;
    scene_line(s, (point){190, 160}, (point){340, 150}, mixed);
    put(d, s, FACE_ROMAN, 11, 200, 174, "8"); /* a stacked fraction */
    scene_line(s, (point){198, 177}, (point){208, 177}, paint_stroke(t->color.ink, 0.5));
    put(d, s, FACE_ROMAN, 11, 200, 188, "3");
    scene_close(s);
    scene_open(s, (group){.role = ROLE_TABLE});
    for (int r = 0; r < 3; r++) {
        scene_open(s, (group){.role = ROLE_ROW});
        for (int c = 0; c < 3; c++) {
            scene_open(s, (group){.role = r == 0 ? ROLE_COLUMN_HEAD : c == 0 ? ROLE_ROW_HEAD : ROLE_CELL});
            put(d, s, r ? FACE_ROMAN : FACE_BOLD, 9, 20 + 60 * c, 210 + 16 * r,
                str_format(d->arena, "row%d-col%d", r, c).ptr);
            scene_close(s);
        }
        scene_close(s);
    }
    scene_close(s);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){20, 250}, (point){340, 250}, paint_stroke(t->color.rule, 0.5));
    put(d, s, FACE_ROMAN, 8, 20, 262, "running foot");
    scene_close(s);
    scene_open(s, (group){.role = ROLE_LINK, .target = STR("https://example.org/a?b=1&c=2")});
    put(d, s, FACE_ROMAN, 9, 240, 226, "an address");
    scene_close(s);
    scene_open(s, (group){.role = ROLE_LINK, .target = STR("top")});
    put(d, s, FACE_ROMAN, 9, 240, 242, "to the top");
    scene_close(s);
    return s;
}

static pages one_page(desk *d, scene *s) {
    scene **items = ARENA_NEW(d->arena, scene *);
    *items = s;
    return (pages){.items = items,
                   .count = 1,
                   .info = {.title = STR("多边形 game"),
                            .author = STR("A. Author"),
                            .subject = STR("Dynamic programming"),
                            .lang = STR("zh")}};
}

static str rendered(desk *d, const char *format, const pages *p, const render_options *o) {
    str bytes = render_bytes(backend_named(str_of(format)), p, 0, o, d->arena, &d->error);
    if (error_set(&d->error))
        fail_msg("%s", error_text(&d->error).ptr);
    return bytes;
}

static str pdf_file(desk *d, const char *name, const pages *p) {
    str bytes = rendered(d, "pdf", p, NULL);
    assert_true(raster_write(d->arena, d->folder, name, bytes));
    return bytes;
}

/* Standard output of a command that must succeed silently. */
static str said(desk *d, const char *command) {
    str full = str_format(d->arena, "%s >said", command);
    if (!raster_run(d->arena, d->folder, full))
        fail_msg("%s: %s", command, raster_read(d->arena, d->folder, "errors").ptr);
    return raster_read(d->arena, d->folder, "said");
}

static bool has(str text, const char *part) {
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

static void assert_has(str text, const char *part) {
    if (!has(text, part))
        fail_msg("\"%s\" is missing in: %.*s", part, STR_ARG(text));
}

/* ---- PDF ---- */

static void pdf_draws_as_cairo_does(void **state) {
    desk *d = *state;
    pages p = one_page(d, rich(d));
    pdf_file(d, "ours.pdf", &p);
    assert_true(reference_pdf(d->arena, d->folder, "reference.pdf", p.items[0]));
    raster ours = raster_of_pdf(d->arena, d->folder, "ours.pdf", 1, 150);
    raster reference = raster_of_pdf(d->arena, d->folder, "reference.pdf", 1, 150);
    double apart = raster_difference(ours, reference, 32);
    if (!(apart <= 0.001))
        fail_msg("%d of a million pixels differ", (int)(apart * 1e6));
    assert_true(raster_ink(ours, 0, 0, ours.w, ours.h) > 5000);
}

static void pdf_is_sound(void **state) {
    desk *d = *state;
    pages p = one_page(d, rich(d));
    str bytes = pdf_file(d, "sound.pdf", &p);
    assert_true(str_starts(bytes, "%PDF-1.7\n"));
    assert_true(bytes.len < 40000);
    assert_has(said(d, "qpdf --check sound.pdf"), "No syntax or stream encoding errors");
    str fonts = said(d, "pdffonts sound.pdf | tail -n +3");
    size_t lines = 0;
    for (size_t at = 0; at < fonts.len; lines++) {
        size_t end = str_find(fonts, STR("\n"), at);
        str line = str_slice(fonts, at, end);
        assert_has(line, "CID Type 0C       Identity-H       yes yes yes");
        assert_true(line.ptr[6] == '+');
        at = end + 1;
    }
    assert_in_range(lines, 7, 16);
    str info = said(d, "pdfinfo sound.pdf");
    assert_has(info, "Title:           多边形 game");
    assert_has(info, "Author:          A. Author");
    assert_has(info, "Subject:         Dynamic programming");
    assert_has(info, "Tagged:          yes");
    assert_has(info, "Page size:       360 x 280 pts");
    assert_false(has(info, "CreationDate"));
    assert_has(said(d, "qpdf --json --json-key=qpdf sound.pdf"), "\"/Lang\": \"u:zh-CN\"");
}

static void pdf_text_comes_out_as_it_went_in(void **state) {
    desk *d = *state;
    pages p = one_page(d, rich(d));
    pdf_file(d, "text.pdf", &p);
    str text = said(d, "pdftotext -raw text.pdf -");
    const char *const in_order[] = {"AVATAR To be fi ffl −160 × 2 ÷ 3 ≤ 1 000",
                                    "f(i, j) of m[i, j, 1]",
                                    "Length 6",
                                    "第 31 步（共 36 步），单元格 m[1,6]：“最大”。",
                                    "non-BMP 𝔸𝕏 marks x\xCC\x82 q\xCC\x81 é, don’t",
                                    "spaced out",
                                    "40",
                                    "8",
                                    "3",
                                    "row0-col0 row0-col1 row0-col2",
                                    "row1-col0",
                                    "row2-col2",
                                    "running foot",
                                    "an address",
                                    "to the top"};
    size_t at = 0;
    for (size_t k = 0; k < sizeof in_order / sizeof *in_order; k++) {
        at = str_find(text, str_of(in_order[k]), at);
        if (at == SIZE_MAX)
            fail_msg("\"%s\" is missing or out of order in: %.*s", in_order[k], STR_ARG(text));
    }
}

static void pdf_is_tagged(void **state) {
    desk *d = *state;
    pages p = one_page(d, rich(d));
    pdf_file(d, "tagged.pdf", &p);
    str tree = said(d, "pdfinfo -struct-text tagged.pdf");
    const char *const parts[] = {"Document\n  P (block)\n    \"AVATAR",
                                 "  Figure",
                                 "  Table (block)\n    TR\n      TH:",
                                 "Scope /Column",
                                 "Scope /Row",
                                 "      TD\n        \"row1-col1\"",
                                 "\"row2-col2\"",
                                 "  Link"};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        assert_has(tree, parts[k]);
    assert_false(has(tree, "running foot")); /* an artifact */
    str objects = said(d, "qpdf --json --json-key=qpdf tagged.pdf");
    assert_has(objects, "\"/Alt\": \"u:形状 and a hatch\"");
    assert_has(objects, "\"/BBox\"");
    assert_has(objects, "\"/StructParents\": 0");
    assert_has(objects, "\"/DisplayDocTitle\": true");
}

/* A paragraph that goes on over a page's end is one element, as is a table; outline and links point at their pages. */
static void pdf_joins_what_goes_on(void **state) {
    desk *d = *state;
    scene *s[2];
    for (int k = 0; k < 2; k++) {
        s[k] = scene_new(d->arena);
        s[k]->w = s[k]->h = 200;
        scene_open(s[k], (group){.role = ROLE_HEADING_1, .anchor = k ? STR("second") : STR("first")});
        put(d, s[k], FACE_BOLD, 13, 20, 30, k ? "Second" : "First");
        scene_close(s[k]);
        scene_open(s[k], (group){.role = ROLE_PARAGRAPH, .element = 7});
        put(d, s[k], FACE_ROMAN, 10, 20, 60, k ? "and ends here." : "A sentence begins");
        scene_close(s[k]);
        scene_open(s[k], (group){.role = ROLE_LIST, .element = 9});
        scene_open(s[k], (group){.role = ROLE_ITEM});
        put(d, s[k], FACE_ROMAN, 10, 20, 90, k ? "two" : "one");
        scene_close(s[k]);
        scene_close(s[k]);
        scene_open(s[k], (group){.role = ROLE_LINK, .target = k ? STR("first") : STR("second")});
        put(d, s[k], FACE_ROMAN, 10, 20, 120, "over there");
        scene_close(s[k]);
    }
    outline_entry outline[] = {{1, STR("第一 First"), 0, 20}, {2, STR("Within"), 0, 60}, {1, STR("Second"), 1, 20}};
    pages p = {.items = s, .count = 2, .info = {.title = STR("T"), .lang = STR("en")}, .outline = {outline, 3, 3}};
    pdf_file(d, "joined.pdf", &p);
    str tree = said(d, "pdfinfo -struct-text joined.pdf");
    assert_has(tree, "  P (block)\n    \"A sentence begins\"\n    \"and ends here.\"\n");
    assert_has(tree, "  L (block)\n    LI (block)\n      LBody (block)\n        \"one\"\n    LI (block)\n      LBody "
                     "(block)\n        \"two\"");
    assert_has(said(d, "qpdf --check joined.pdf"), "No syntax");
    assert_has(said(d, "pdfinfo joined.pdf"), "Pages:           2");
    str objects = said(d, "qpdf --json --json-key=outlines joined.pdf");
    assert_has(objects, "\"title\": \"第一 First\"");
    assert_has(objects, "\"destpageposfrom1\": 2");
    assert_has(objects, "\"kids\": [\n        {");
    assert_has(said(d, "qpdf --json --json-key=pagelabels joined.pdf"), "\"index\": 0");
}

static void pdf_links_must_lead_somewhere(void **state) {
    desk *d = *state;
    scene *s = scene_new(d->arena);
    s->w = s->h = 100;
    scene_open(s, (group){.role = ROLE_LINK, .target = STR("nowhere")});
    put(d, s, FACE_ROMAN, 10, 20, 20, "lost");
    scene_close(s);
    pages p = one_page(d, s);
    assert_int_equal(render_bytes(backend_named(STR("pdf")), &p, 0, NULL, d->arena, &d->error).len, 0);
    assert_string_equal(d->error.message.ptr, "link target \"nowhere\" does not exist in the document");
}

/* Pages larger than 14400 pt get a larger unit, so that the paper is as large as it was asked for. */
static void pdf_pages_may_be_huge_or_tiny(void **state) {
    desk *d = *state;
    scene *s = scene_new(d->arena);
    s->w = 40000;
    s->h = 300;
    put(d, s, FACE_ROMAN, 200, 39000, 250, "far");
    scene_rect(s, (box){100, 100, 100, 100}, 0, paint_fill((color){0, 0, 0}));
    scene *tiny = scene_new(d->arena);
    tiny->w = tiny->h = 1;
    pages p = {
        .items = (scene *[]){s, tiny}, .count = 2, .info = {.title = STR("T"), .lang = STR("en"), .figures = true}};
    pdf_file(d, "huge.pdf", &p);
    assert_has(said(d, "qpdf --check huge.pdf"), "No syntax");
    assert_has(said(d, "qpdf --json --json-key=qpdf huge.pdf"), "\"/UserUnit\": 3");
    assert_has(said(d, "pdfinfo -f 1 -l 2 huge.pdf"), "Page    2 size:  3 x 3 pts");
    assert_has(said(d, "pdftotext -f 1 -l 1 huge.pdf -"), "far");
    raster r = raster_of_pdf(d->arena, d->folder, "huge.pdf", 1, 36);
    assert_true(r.w > 0 && r.h > 0);
    /* poppler scales by the unit or not; in either case the square stands at 1/400 to 2/400 of the width */
    double ink = raster_ink(r, r.w / 400 - 1, 0, 2 * r.w / 400 + 2, r.h), all = raster_ink(r, 0, 0, r.w / 2, r.h);
    assert_true(ink > 0 && fabs(ink - all) < 0.01 * all);
}

/* R96 */
static void a_page_of_chinese_is_small(void **state) {
    desk *d = *state;
    scene *s = scene_new(d->arena);
    s->w = 595.28;
    s->h = 841.89;
    for (uint32_t line = 0; line < 40; line++) {
        strbuf b = strbuf_in(d->arena);
        for (uint32_t k = 0; k < 40; k++) /* 500 different characters */
            strbuf_add_code_point(&b, 0x4E00 + 17 * ((40 * line + k) * 7 % 500));
        put(d, s, FACE_ROMAN, 10.5, 56, 80 + 17 * line, b.ptr);
    }
    assert_int_equal(fonts_missing(d->fonts, NULL), 0);
    pages p = one_page(d, s);
    assert_true(pdf_file(d, "chinese.pdf", &p).len < 250000);
    assert_has(said(d, "qpdf --check chinese.pdf"), "No syntax");
}

/* ---- the same bytes ---- */

typedef struct outputs {
    str pdf, svg, live, png, tikz;
} outputs;

static outputs all_outputs(desk *d) {
    pages p = one_page(d, rich(d));
    render_options live = {.live_text = true};
    return (outputs){rendered(d, "pdf", &p, NULL), rendered(d, "svg", &p, NULL), rendered(d, "svg", &p, &live),
                     rendered(d, "png", &p, NULL), rendered(d, "tikz", &p, NULL)};
}

static void assert_same(outputs a, outputs b) {
    assert_true(str_equal(a.pdf, b.pdf));
    assert_true(str_equal(a.svg, b.svg));
    assert_true(str_equal(a.live, b.live));
    assert_true(str_equal(a.png, b.png));
    assert_true(str_equal(a.tikz, b.tikz));
}

/* R98: with fonts opened anew, as another run of the program would. */
static void bytes_are_the_same_every_time(void **state) {
    desk *d = *state;
    outputs first = all_outputs(d);
    d->fonts = fonts_open(d->arena, d->theme.fonts, &d->error);
    text_measure(d->fonts, (text_style){.face = FACE_BOLD, .size = 3}, STR("met before 别的"));
    assert_same(first, all_outputs(d));
}

static void dates_come_from_outside(void **state) {
    desk *d = *state;
    pages p = one_page(d, rich(d));
    setenv("SOURCE_DATE_EPOCH", "1700000000", 1); /* Tue 14 Nov 2023 22:13:20 UTC */
    pdf_file(d, "dated.pdf", &p);
    setenv("SOURCE_DATE_EPOCH", "soon", 1);
    str none = render_bytes(backend_named(STR("pdf")), &p, 0, NULL, d->arena, &d->error);
    unsetenv("SOURCE_DATE_EPOCH");
    assert_int_equal(none.len, 0);
    assert_has(d->error.message, "SOURCE_DATE_EPOCH");
    assert_has(said(d, "TZ=UTC pdfinfo dated.pdf"), "CreationDate:    Tue Nov 14 22:13:20 2023");
}

/* R97: the same under a locale whose decimal sign is a comma. */
static void bytes_do_not_follow_the_locale(void **state) {
    desk *d = *state;
    outputs plain = all_outputs(d);
    str make = str_format(d->arena, "test -d de_DE.UTF-8 || localedef -i de_DE -f UTF-8 ./de_DE.UTF-8");
    assert_true(raster_run(d->arena, d->folder, make));
    setenv("LOCPATH", str_to_c(d->arena, d->folder), 1);
    assert_non_null(setlocale(LC_ALL, "de_DE.UTF-8"));
    assert_string_equal(localeconv()->decimal_point, ",");
    d->fonts = fonts_open(d->arena, d->theme.fonts, &d->error);
    outputs german = all_outputs(d);
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    assert_same(plain, german);
}

/* ---- SVG ---- */

static raster svg_raster(desk *d, str svg) {
    assert_true(raster_write(d->arena, d->folder, "picture.svg", svg));
    assert_true(raster_run(d->arena, d->folder, STR("rsvg-convert -b white -d 150 -p 150 picture.svg -o picture.png")));
    return raster_of_png(d->arena, raster_read(d->arena, d->folder, "picture.png"));
}

static void svg_draws_as_png_does(void **state) {
    desk *d = *state;
    pages p = one_page(d, rich(d));
    render_options o = {.resolution = 150};
    raster png = raster_of_png(d->arena, rendered(d, "png", &p, &o));
    assert_int_equal(png.w, 750); /* 360 pt at 150 an inch */
    raster svg = svg_raster(d, rendered(d, "svg", &p, NULL));
    assert_true(raster_difference(svg, png, 32) <= 0.001);
    /* Live text is drawn by the viewer's own means, from system fonts here: the same ink, within a little. */
    o.live_text = true;
    raster live = svg_raster(d, rendered(d, "svg", &p, &o));
    double ink = raster_ink(live, 0, 0, live.w, live.h), expected = raster_ink(png, 0, 0, png.w, png.h);
    assert_true(fabs(ink - expected) < 0.03 * expected);
    assert_true(raster_difference(live, png, 128) <= 0.01);
}

/* And as the PDF: the rasterisers differ, so edges may, but not by half a pixel's darkness over any length. */
static void png_draws_as_pdf_does(void **state) {
    desk *d = *state;
    pages p = one_page(d, rich(d));
    render_options o = {.resolution = 150};
    raster png = raster_of_png(d->arena, rendered(d, "png", &p, &o));
    pdf_file(d, "same.pdf", &p);
    raster pdf = raster_of_pdf(d->arena, d->folder, "same.pdf", 1, 150);
    assert_int_equal(png.w, pdf.w);
    assert_true(abs(png.h - pdf.h) <= 1);
    for (int y = 0; y + 50 <= pdf.h && y + 50 <= png.h; y += 50)
        for (int x = 0; x + 50 <= pdf.w; x += 50) {
            double a = raster_ink(png, x, y, x + 50, y + 50), b = raster_ink(pdf, x, y, x + 50, y + 50);
            if (!(fabs(a - b) < 12 + 0.1 * b))
                fail_msg("at %d,%d: ink %d in the PNG, %d in the PDF", x, y, (int)a, (int)b);
        }
}

/* R101: words can be found; ids, titles and descriptions are there; XML is well formed. */
static void svg_says_what_it_shows(void **state) {
    desk *d = *state;
    pages p = one_page(d, rich(d));
    str svg = rendered(d, "svg", &p, NULL);
    const char *const parts[] = {
        " width=\"360pt\" height=\"280pt\" viewBox=\"0 0 360 280\"",
        "role=\"img\"",
        "<title>All shapes &amp; letters &lt;here&gt;</title>",
        "<desc>A page with every shape: “rectangles”, circles, 中文</desc>",
        "<g id=\"max-2-3\" class=\"part\"><title>m[2,3]</title><desc>m[2,3] = 40</desc>",
        "aria-label=\"Length 6\"",
        "aria-label=\"步（共 \"",
        "<a xlink:href=\"https://example.org/a?b=1&amp;c=2\">",
        "<a xlink:href=\"#words\">",
        "<rect x=\"20\" y=\"100\" width=\"40\" height=\"24\" fill=\"#ffe7b0\" stroke=\"#1b1b1f\" "
        "stroke-width=\"1.8\"/>",
        "<circle cx=\"210\" cy=\"112\" r=\"8.5\" stroke=\"#6b6f76\" stroke-width=\"0.8\" stroke-dasharray=\"3 2\"/>",
    };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        assert_has(svg, parts[k]);
    assert_false(has(svg, "<text"));
    assert_true(raster_write(d->arena, d->folder, "out.svg", svg));
    render_options live = {.live_text = true, .id_prefix = STR("a-")};
    str text = rendered(d, "svg", &p, &live);
    assert_has(text, ">Length 6</tspan></text>");
    assert_has(text, "@font-face{font-family:a-f1;");
    assert_has(text, "<g id=\"a-max-2-3\"");
    assert_true(raster_write(d->arena, d->folder, "live.svg", text));
    said(d, "xmllint --noout --nonet out.svg live.svg");
}

/* Each outline stands in the file once, and only those that are used. */
static void svg_outlines_stand_once(void **state) {
    desk *d = *state;
    scene *s = scene_new(d->arena);
    s->w = s->h = 100;
    put(d, s, FACE_ROMAN, 10, 10, 20, "aba");
    put(d, s, FACE_ROMAN, 9.5, 10, 40, "bab");
    pages p = one_page(d, s);
    str svg = rendered(d, "svg", &p, NULL);
    size_t defined = 0, used = 0;
    for (size_t at = 0; (at = str_find(svg, STR("<path id="), at)) != SIZE_MAX; at++)
        defined++;
    for (size_t at = 0; (at = str_find(svg, STR("<use "), at)) != SIZE_MAX; at++)
        used++;
    assert_int_equal(defined, 2);
    assert_int_equal(used, 6);
}

static void svg_escapes_what_xml_cannot_hold(void **state) {
    desk *d = *state;
    scene *s = scene_new(d->arena);
    s->w = s->h = 100;
    s->title = STR("a\x01 b & \"c\" <d> \xEF\xBF\xBF \xFF");
    scene_open(s, (group){.role = ROLE_PART, .id = STR("2 & <x>"), .title = STR("'t'")});
    put(d, s, FACE_ROMAN, 10, 10, 20, "x<y & \"z\"");
    scene_close(s);
    scene_open(s, (group){.role = ROLE_PART, .id = STR("2 & <x>")});
    scene_close(s);
    pages p = one_page(d, s);
    render_options live = {.live_text = true};
    assert_true(raster_write(d->arena, d->folder, "out.svg", rendered(d, "svg", &p, NULL)));
    assert_true(raster_write(d->arena, d->folder, "live.svg", rendered(d, "svg", &p, &live)));
    said(d, "xmllint --noout --nonet out.svg live.svg");
    str svg = raster_read(d->arena, d->folder, "out.svg");
    assert_has(svg, "a\xEF\xBF\xBD b &amp; &quot;c&quot; &lt;d&gt; \xEF\xBF\xBD \xEF\xBF\xBD");
    assert_has(svg, "id=\"n-2----x-\"");
    assert_has(svg, "id=\"n-2----x---2\"");
}

/* ---- TikZ ---- */

static void tikz_is_written_for_latex(void **state) {
    desk *d = *state;
    scene *s = rich(d);
    put(d, s, FACE_ROMAN, 10, 20, 270, "a_b{c}$d$ 50% x^2~\\#&<y> -- “q” 10⁴⁷");
    pages p = one_page(d, s);
    str text = rendered(d, "tikz", &p, NULL);
    const char *const parts[] = {
        "\\begin{tikzpicture}[x=1bp,y=-1bp,",
        "(0,0) rectangle (360,280);",
        "\\definecolor{htffe7b0}{HTML}{FFE7B0}",
        "% max-2-3: m[2,3] = 40\n\\path[fill=htffe7b0,draw=ht1b1b1f,line width=1.8bp,] (20,100) rectangle (60,124);\n"
        "\\node[text=ht1b1b1f] at (32,116) {\\fontsize{10.5bp}{12.6bp}\\selectfont\\bfseries 40};",
        "rounded corners=3bp] (80,100) rectangle (140,124);",
        "dash pattern=on 3bp off 2bp,] (210,112) circle[radius=8.5bp];",
        "(170,140) .. controls (160,140) and (170,160) .. (160,160)",
        "\\selectfont $-$160}",
        "\\selectfont\\itshape f(i,};",
        "{\\fontsize{10bp}{12bp}\\selectfont a\\_b\\{c\\}\\$d\\$};",
        "\\selectfont 50\\%};",
        "x\\textasciicircum{}2\\textasciitilde{}\\textbackslash{}\\#\\&\\textless{}y\\textgreater{}};",
        "\\selectfont -{}-{}};",
        " \\textsuperscript{4}\\textsuperscript{7}};",
        "\\end{tikzpicture}%\n",
    };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        assert_has(text, parts[k]);
    int depth = 0;
    for (size_t k = 0; k < text.len; k++)
        if (k == 0 || text.ptr[k - 1] != '\\') {
            depth += text.ptr[k] == '{';
            depth -= text.ptr[k] == '}';
            assert_true(depth >= 0);
        }
    assert_int_equal(depth, 0);
}

/* ---- PNG ---- */

static void png_sizes_are_limited(void **state) {
    desk *d = *state;
    scene *s = scene_new(d->arena);
    s->w = 20000;
    s->h = 10;
    pages p = one_page(d, s);
    render_options o = {.resolution = 150};
    assert_int_equal(render_bytes(backend_named(STR("png")), &p, 0, &o, d->arena, &d->error).len, 0);
    assert_string_equal(d->error.message.ptr, "at 150 pixels an inch the picture has 41667 x 21 pixels; a PNG may have "
                                              "32767 a side and 400 million in all");
    assert_int_equal(d->error.status, STATUS_OUTPUT);
}

static void png_knows_its_resolution(void **state) {
    desk *d = *state;
    scene *s = scene_new(d->arena);
    s->w = 72;
    s->h = 36;
    pages p = one_page(d, s);
    render_options o = {.resolution = 300};
    str png = rendered(d, "png", &p, &o);
    assert_memory_equal(png.ptr + 37, "pHYs\0\0\x2E\x23\0\0\x2E\x23\1", 13); /* 11811 a metre */
    raster r = raster_of_png(d->arena, png);
    assert_int_equal(r.w, 300);
    assert_int_equal(r.h, 150);
    assert_true(raster_ink(r, 0, 0, r.w, r.h) == 0); /* white */
}

/* R102: the ends of the longest labels lie inside a fitted figure, by its margin. */
static void labels_are_not_cut(void **state) {
    desk *d = *state;
    scene *s = scene_new(d->arena);
    put(d, s, FACE_ROMAN, 11, 0, 0, "最长公共子序列的两个字符串各有二十个汉字");
    put(d, s, FACE_ITALIC, 11, 3, 20, "fjgÅ 1234567 × 7654321 f");
    put(d, s, FACE_ROMAN, 11, -40, 40, "（左边）");
    scene_fit(s, 4);
    assert_int_equal(scene_faults(s, 6, d->arena).len, 0);
    pages p = one_page(d, s);
    render_options o = {.resolution = 288}; /* 4 pixels a point */
    raster r = raster_of_png(d->arena, rendered(d, "png", &p, &o));
    raster svg = svg_raster(d, rendered(d, "svg", &p, NULL));
    const struct {
        raster r;
        int margin;
    } pictures[] = {{r, 14}, {svg, 6}};
    for (size_t k = 0; k < 2; k++) {
        int m = pictures[k].margin, w = pictures[k].r.w, h = pictures[k].r.h;
        assert_true(raster_ink(pictures[k].r, 0, 0, w, m) == 0);
        assert_true(raster_ink(pictures[k].r, 0, h - m, w, h) == 0);
        assert_true(raster_ink(pictures[k].r, 0, 0, m, h) == 0);
        assert_true(raster_ink(pictures[k].r, w - m, 0, w, h) == 0);
        assert_true(raster_ink(pictures[k].r, 0, 0, w, h) > 100);
    }
}

/* Groups that are not closed must not break a file. */
static void unbalanced_scenes_still_make_sound_files(void **state) {
    desk *d = *state;
    scene *s = scene_new(d->arena);
    s->w = s->h = 100;
    scene_close(s);
    scene_open(s, (group){.role = ROLE_PARAGRAPH, .id = STR("a")});
    put(d, s, FACE_ROMAN, 10, 10, 20, "open");
    pages p = one_page(d, s);
    pdf_file(d, "open.pdf", &p);
    assert_has(said(d, "qpdf --check open.pdf"), "No syntax");
    assert_true(raster_write(d->arena, d->folder, "out.svg", rendered(d, "svg", &p, NULL)));
    said(d, "xmllint --noout --nonet out.svg");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, lay, clear)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(pdf_draws_as_cairo_does),
        TEST(pdf_is_sound),
        TEST(pdf_text_comes_out_as_it_went_in),
        TEST(pdf_is_tagged),
        TEST(pdf_joins_what_goes_on),
        TEST(pdf_links_must_lead_somewhere),
        TEST(pdf_pages_may_be_huge_or_tiny),
        TEST(a_page_of_chinese_is_small),
        TEST(bytes_are_the_same_every_time),
        TEST(dates_come_from_outside),
        TEST(bytes_do_not_follow_the_locale),
        TEST(svg_draws_as_png_does),
        TEST(png_draws_as_pdf_does),
        TEST(svg_says_what_it_shows),
        TEST(svg_outlines_stand_once),
        TEST(svg_escapes_what_xml_cannot_hold),
        TEST(tikz_is_written_for_latex),
        TEST(png_sizes_are_limited),
        TEST(png_knows_its_resolution),
        TEST(labels_are_not_cut),
        TEST(unbalanced_scenes_still_make_sound_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
