#include "raster.h"
#include "theme.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <hb-ot.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_CID_H

#define COURSE_WORDS "点线面算法设计与分析动态规划最优子结构多边形游戏矩阵连乘龘"

typedef struct desk {
    arena *arena;
    error error;
    str folder;
} desk;

static int lay(void **state) {
    desk *d = test_calloc(1, sizeof *d);
    d->arena = arena_new(NULL);
    d->error = error_in(d->arena);
    d->folder = raster_folder(d->arena, "fonts");
    *state = d;
    return 0;
}

static int clear(void **state) {
    desk *d = *state;
    reference_forget();
    arena_free(d->arena);
    test_free(d);
    return 0;
}

/* Fonts with one list for all faces, its names divided by spaces. */
static fonts *open_list(desk *d, const char *names) {
    datum *lists = datum_map(d->arena), *list = datum_list(d->arena);
    str rest = str_of(names);
    while (rest.len) {
        size_t end = str_find(rest, STR(" "), 0);
        end = end == SIZE_MAX ? rest.len : end;
        datum_add(d->arena, list, datum_text(d->arena, str_slice(rest, 0, end)));
        rest = str_trim(str_slice(rest, end, rest.len));
    }
    datum_put(d->arena, lists, "roman", list);
    return fonts_open(d->arena, lists, &d->error);
}

static text_style plain(double size) {
    return (text_style){.face = FACE_ROMAN, .size = size};
}

static str path_of(desk *d, const char *name) {
    fonts *f = open_list(d, name);
    assert_non_null(f);
    scene *s = scene_new(d->arena);
    scene_text(s, f, plain(10), (point){0, 0}, ANCHOR_LEFT, STR("1"));
    return font_file(s->items[0].run->font);
}

/* R89: parts of characters must not vanish from the embedded font. Every character is compared by its ink with cairo's
 * embedding of the whole glyph; text extraction would prove nothing. */
static void candidate_fonts_embed_whole(void **state) {
    desk *d = *state;
    /* From version 1.500 on the bold face is called Medium. */
    const char *const candidates[] = {"LXGWWenKai-Regular.ttf",     "LXGWWenKai-Bold.ttf LXGWWenKai-Medium.ttf",
                                      "LXGWWenKaiMono-Regular.ttf", "wqy-zenhei.ttc",
                                      "wqy-zenhei.ttc#1",           "wqy-zenhei.ttc#2",
                                      "NotoSerifCJK-Regular.ttc#2", "NotoSansCJK-Bold.ttc#2"};
    for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++) {
        fonts *f = open_list(d, candidates[k]);
        assert_non_null(f);
        scene *s = scene_new(d->arena);
        s->w = 20 * 29 + 20;
        s->h = 40;
        double w = scene_text(s, f, plain(20), (point){10, 30}, ANCHOR_LEFT, STR(COURSE_WORDS));
        assert_true(fabs(w - 20 * 29) < 0.5);
        assert_int_equal(fonts_missing(f, NULL), 0);
        pages p = {.items = &s, .count = 1, .info = {.title = STR("fonts"), .lang = STR("zh"), .figures = true}};
        str pdf = render_bytes(backend_named(STR("pdf")), &p, 0, NULL, d->arena, &d->error);
        assert_true(pdf.len > 0 && pdf.len < 40000);
        assert_true(raster_write(d->arena, d->folder, "ours.pdf", pdf));
        assert_true(reference_pdf(d->arena, d->folder, "reference.pdf", s));
        raster ours = raster_of_pdf(d->arena, d->folder, "ours.pdf", 1, 150);
        raster reference = raster_of_pdf(d->arena, d->folder, "reference.pdf", 1, 150);
        assert_true(raster_difference(ours, reference, 32) <= 0.001);
        for (int c = 0; c < 29; c++) { /* each character by itself, a cell of 20 pt at 150 dpi */
            int left = (int)((10 + 20 * c) * 150.0 / 72), right = (int)((30 + 20 * c) * 150.0 / 72);
            double ink = raster_ink(ours, left, 0, right, ours.h),
                   whole = raster_ink(reference, left, 0, right, ours.h);
            assert_true(whole > 20);
            assert_true(fabs(ink - whole) < 0.02 * whole);
        }
    }
}

static uint32_t word_at(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static str file_bytes(desk *d, str path) {
    FILE *file = fopen(path.ptr, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long count = ftell(file);
    rewind(file);
    char *bytes = arena_alloc(d->arena, (size_t)count + 1);
    assert_int_equal(fread(bytes, 1, (size_t)count, file), count);
    fclose(file);
    return (str){bytes, (size_t)count};
}

/* R91 */
static void fonts_that_do_not_work_are_refused(void **state) {
    desk *d = *state;
    assert_true(raster_write(d->arena, d->folder, "no-font.ttf", STR("this is no font, only a text of some length")));
    str no_font = str_format(d->arena, "%.*s/no-font.ttf", STR_ARG(d->folder));
    str otf = str_copy(d->arena, file_bytes(d, path_of(d, "lmroman10-regular.otf")));
    memcpy((char *)otf.ptr + str_find(otf, STR("CFF "), 0), "CFF2", 4);
    assert_true(raster_write(d->arena, d->folder, "varying.otf", otf));
    str varying = str_format(d->arena, "%.*s/varying.otf", STR_ARG(d->folder));
    const struct {
        const char *name, *says;
    } cases[] = {{varying.ptr, "has outlines that vary"},        {"wqy-zenhei.ttc#9", "has no face of that number"},
                 {"cmunrm.ttf#1", "has no face of that number"}, {no_font.ptr, "is not a font file that works here"},
                 {"/nonexistent.ttf", "cannot be read"},         {"/usr/share", "cannot be read"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        d->error = error_in(d->arena);
        assert_null(open_list(d, cases[k].name));
        assert_int_equal(d->error.status, STATUS_INPUT);
        str said = error_text(&d->error), name = str_of(cases[k].name);
        size_t hash = str_find(name, STR("#"), 0);
        assert_true(str_find(said, str_slice(name, 0, hash), 0) != SIZE_MAX);
        assert_true(str_find(said, str_of(cases[k].says), 0) != SIZE_MAX);
        assert_true(str_find(said, STR(".ttc with \"#1\""), 0) != SIZE_MAX); /* what does work */
    }
}

/* Segments of the outlines of some letters: what a drawing with that font consists of. */
static size_t segments_drawn(desk *d, const fonts *f) {
    scene *s = scene_new(d->arena);
    scene_text(s, f, plain(10), (point){0, 0}, ANCHOR_LEFT, STR("Play12=85"));
    size_t drawn = 0;
    for (size_t k = 0; k < s->count; k++)
        for (size_t g = 0; g < s->items[k].run->count; g++) {
            size_t count;
            font_outline(s->items[k].run->font, s->items[k].run->glyphs[g].id, &count, d->arena);
            drawn += count;
        }
    return drawn;
}

static void fonts_cut_short_are_refused(void **state) {
    desk *d = *state;
    str whole = file_bytes(d, path_of(d, "DejaVuSans.ttf"));
    static const size_t lengths[] = {0, 1, 11, 12, 100, 20000, 200000};
    for (size_t k = 0; k <= sizeof lengths / sizeof *lengths; k++) {
        size_t length = k < sizeof lengths / sizeof *lengths ? lengths[k] : whole.len - 100;
        assert_true(raster_write(d->arena, d->folder, "cut.ttf", str_slice(whole, 0, length)));
        str path = str_format(d->arena, "%.*s/cut.ttf", STR_ARG(d->folder));
        d->error = error_in(d->arena);
        assert_null(open_list(d, path.ptr));
        assert_int_equal(d->error.status, STATUS_INPUT);
        assert_true(str_find(error_text(&d->error), path, 0) != SIZE_MAX);
    }
}

/* One byte of a file that the user names is wrong: all letters are drawn as they are by the whole font, or the file is
 * refused by its name. Bytes of the tables that letters are found and drawn by are always found wrong. */
static void damage(desk *d, const char *name) {
    enum { MUTATIONS = 500 };
    str found = path_of(d, name), whole = file_bytes(d, found);
    str path = str_format(d->arena, "%.*s/damaged.ttf", STR_ARG(d->folder));
    size_t drawn = segments_drawn(d, open_list(d, found.ptr)), refused = 0;
    assert_true(drawn > 50);
    assert_true(raster_write(d->arena, d->folder, "damaged.ttf", whole));
    FILE *file = fopen(path.ptr, "r+b");
    assert_non_null(file);
    uint32_t random = 1, tables = word_at(whole.ptr + 4) >> 16;
    for (int k = 0; k < MUTATIONS; k++) {
        arena *outer = d->arena;
        d->arena = arena_new(NULL);
        d->error = error_in(d->arena);
        random = random * 1664525 + 1013904223;
        const char *row = whole.ptr + 12 + 16 * ((random >> 8) % tables);
        random = random * 1664525 + 1013904223;
        long at = (long)(word_at(row + 8) + (random >> 4) % word_at(row + 12));
        random = random * 1664525 + 1013904223;
        int byte = (unsigned char)whole.ptr[at] ^ (1 << (random >> 29));
        assert_true(fseek(file, at, SEEK_SET) == 0 && fputc(byte, file) == byte && fflush(file) == 0);
        const fonts *f = open_list(d, path.ptr);
        if (f) {
            assert_int_equal(segments_drawn(d, f), drawn);
        } else {
            refused++;
            assert_int_equal(d->error.status, STATUS_INPUT);
            assert_true(str_find(d->error.message, path, 0) != SIZE_MAX);
        }
        assert_true(fseek(file, at, SEEK_SET) == 0 && fputc(whole.ptr[at], file) != EOF && fflush(file) == 0);
        arena_free(d->arena);
        d->arena = outer;
    }
    fclose(file);
    assert_true(refused > MUTATIONS * 9 / 10);
}

static void damaged_fonts_are_refused(void **state) {
    damage(*state, "cmunrm.ttf");
    damage(*state, "lmroman10-regular.otf");
}

static void names_that_are_nowhere_are_passed_over(void **state) {
    desk *d = *state;
    assert_true(str_ends(path_of(d, "no-such-font.ttf cmunrm.ttf"), "/cmunrm.ttf"));
    assert_null(open_list(d, "no-such-font.ttf nor-this.ttf"));
    assert_string_equal(d->error.message.ptr,
                        "none of the fonts for \"roman\" is installed: no-such-font.ttf, nor-this.ttf");
    d->error = error_in(d->arena);
    assert_null(fonts_open(d->arena, datum_map(d->arena), &d->error));
}

static void paths_and_numbers_name_files(void **state) {
    desk *d = *state;
    str found = path_of(d, "DejaVuSans.ttf");
    assert_true(found.ptr[0] == '/');
    assert_true(str_equal(path_of(d, found.ptr), found));
    fonts *mono = open_list(d, "wqy-zenhei.ttc#1"), *wide = open_list(d, "wqy-zenhei.ttc");
    /* The collection's second face is the monospaced one. */
    double narrow = text_measure(mono, plain(10), STR("i")).width, m = text_measure(mono, plain(10), STR("m")).width;
    assert_true(fabs(narrow - m) < 1e-9);
    assert_true(text_measure(wide, plain(10), STR("i")).width < text_measure(wide, plain(10), STR("m")).width);
}

/* R92 */
static void missing_characters_are_noted(void **state) {
    desk *d = *state;
    fonts *f = open_list(d, "DejaVuSans.ttf");
    str where;
    text_measure(f, plain(10), STR("table"));
    assert_int_equal(fonts_missing(f, &where), 0);
    text_measure(f, plain(10), STR("the 动态 table"));
    text_measure(f, plain(10), STR("规划"));
    assert_int_equal(fonts_missing(f, &where), 0x52A8); /* the first */
    assert_true(str_is(where, "the 动态 table"));
    assert_true(fonts_cover(f, FACE_ROMAN, 'a'));
    assert_false(fonts_cover(f, FACE_ROMAN, 0x52A8));
    theme t = theme_default(STR("en"));
    fonts *all = fonts_open(d->arena, t.fonts, &d->error);
    assert_true(fonts_cover(all, FACE_ITALIC, 0x52A8));
    assert_true(fonts_cover(all, FACE_ROMAN, 0x1D538));
}

static void each_character_takes_the_first_font_that_has_it(void **state) {
    desk *d = *state;
    theme t = theme_default(STR("en"));
    fonts *f = fonts_open(d->arena, t.fonts, &d->error);
    scene *s = scene_new(d->arena);
    scene_text(s, f, plain(10), (point){0, 0}, ANCHOR_LEFT, STR("a𝔸动≤क"));
    const char *const names[] = {"LMRoman10-Regular", "LatinModernMath-Regular", "NotoSerifCJKsc-Regular",
                                 "LatinModernMath-Regular", "FreeSerif"};
    const char *const texts[] = {"a", "𝔸", "动", "≤", "क"};
    assert_int_equal(s->count, 5);
    for (size_t k = 0; k < 5; k++) {
        assert_string_equal(font_name(s->items[k].run->font).ptr, names[k]);
        assert_true(str_is(s->items[k].run->text, texts[k]));
    }
    /* A mark stays with its letter, even where another font would come first. */
    s = scene_new(d->arena);
    scene_text(s, f, plain(10), (point){0, 0}, ANCHOR_LEFT, STR("x\xCC\x82"));
    assert_int_equal(s->count, 1);
}

/* Han is never slanted: the italic face takes the upright Chinese font. */
static void han_stays_upright_in_italic(void **state) {
    desk *d = *state;
    theme t = theme_default(STR("zh"));
    fonts *f = fonts_open(d->arena, t.fonts, &d->error);
    scene *s = scene_new(d->arena);
    text_style italic = {.face = FACE_ITALIC, .size = 10};
    scene_text(s, f, italic, (point){0, 0}, ANCHOR_LEFT, STR("动m"));
    assert_string_equal(font_name(s->items[0].run->font).ptr, "NotoSerifCJKsc-Regular");
    assert_string_equal(font_name(s->items[1].run->font).ptr, "LMRoman10-Italic");
    assert_true(font_is_slanted(s->items[1].run->font));
    assert_false(font_is_slanted(s->items[0].run->font));
}

/* The sizes at which the default theme changes fonts are those that the fonts state themselves, in a feature "size" or
 * not at all; a text is shaped for its size, whatever size it had before. */
static void sizes_have_their_own_fonts(void **state) {
    desk *d = *state;
    theme t = theme_default(STR("en"));
    fonts *f = fonts_open(d->arena, t.fonts, &d->error);
    const struct {
        face face;
        double from, to;
    } ranges[] = {{FACE_ROMAN, 7.5, 24},
                  {FACE_BOLD, 7.5, 24},
                  {FACE_ITALIC, 7.5, 24},
                  {FACE_SANS, 7.5, 14},
                  {FACE_MONO, 7.5, 24}};
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
        for (double size = ranges[k].from; size < ranges[k].to; size += 0.25) {
            scene *s = scene_new(d->arena);
            text_style style = {.face = ranges[k].face, .size = size};
            scene_text(s, f, style, (point){0, 0}, ANCHOR_LEFT, STR("size"));
            hb_blob_t *blob = hb_blob_create_from_file_or_fail(font_file(s->items[0].run->font).ptr);
            hb_face_t *whole = hb_face_create(blob, 0);
            unsigned design, subfamily, least, most;
            hb_ot_name_id_t name;
            assert_true(hb_ot_layout_get_size_params(whole, &design, &subfamily, &name, &least, &most));
            assert_true(size >= least / 10.0 && size < most / 10.0);
            hb_face_destroy(whole);
            hb_blob_destroy(blob);
        }
    double ten = text_measure(f, plain(10), STR("mmm")).width / 10,
           eight = text_measure(f, plain(8), STR("mmm")).width / 8;
    assert_true(eight > ten * 1.02);
    assert_true(fabs(text_measure(f, plain(10.5), STR("mmm")).width / 10.5 - ten) < 1e-9);
    /* Small Chinese lettering has no serifs. */
    scene *s = scene_new(d->arena);
    scene_text(s, f, plain(7.5), (point){0, 0}, ANCHOR_LEFT, STR("动"));
    scene_text(s, f, plain(8), (point){0, 0}, ANCHOR_LEFT, STR("动"));
    assert_string_equal(font_name(s->items[0].run->font).ptr, "NotoSansCJKsc-Regular");
    assert_string_equal(font_name(s->items[1].run->font).ptr, "NotoSerifCJKsc-Regular");
}

/* Letters of mathematics are those of the font's own alphabet, and stay the plain letters for who reads them. */
static void letters_of_mathematics_are_plain_text(void **state) {
    desk *d = *state;
    theme t = theme_default(STR("en"));
    fonts *f = fonts_open(d->arena, t.fonts, &d->error);
    const struct {
        face face;
        const char *text, *like;
    } cases[] = {{FACE_MATH_ITALIC, "m", "𝑚"}, {FACE_MATH_ITALIC, "h", "ℎ"},      {FACE_MATH_ITALIC, "ε", "𝜀"},
                 {FACE_MATH_BOLD, "2", "𝟐"},   {FACE_MATH_BOLD_ITALIC, "Z", "𝒁"}, {FACE_MATH, "≤", "≤"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scene *s = scene_new(d->arena);
        text_style style = {.face = cases[k].face, .size = 10}, upright = {.face = FACE_MATH, .size = 10};
        scene_text(s, f, style, (point){0, 0}, ANCHOR_LEFT, str_of(cases[k].text));
        scene_text(s, f, upright, (point){0, 0}, ANCHOR_LEFT, str_of(cases[k].like));
        const glyph_run *letter = s->items[0].run, *sign = s->items[1].run;
        assert_int_equal(letter->glyphs[0].id, sign->glyphs[0].id);
        assert_true(str_is(letter->text, cases[k].text));
        assert_ptr_equal(font_base(letter->font), font_base(sign->font));
        assert_string_equal(font_name(letter->font).ptr, "LatinModernMath-Regular");
        style.script = true; /* wider, for small sizes */
        scene_text(s, f, style, (point){0, 0}, ANCHOR_LEFT, str_of(cases[k].text));
        assert_true(s->items[2].run->width >= letter->width);
        assert_true((s->items[2].run->glyphs[0].id != letter->glyphs[0].id) == (cases[k].face != FACE_MATH));
    }
}

/* The ink boxes that layout relies on hold every outline, and touch it on all sides. */
static void ink_boxes_agree_with_outlines(void **state) {
    desk *d = *state;
    theme t = theme_default(STR("zh"));
    fonts *f = fonts_open(d->arena, t.fonts, &d->error);
    const char *const texts[] = {"gjpqyÄÉ[]{}(),−×", "动态规划，。", "𝔸≤"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        scene *s = scene_new(d->arena);
        scene_text(s, f, plain(10), (point){0, 0}, ANCHOR_LEFT, str_of(texts[k]));
        for (size_t n = 0; n < s->count; n++)
            for (size_t j = 0; j < s->items[n].run->count; j++) {
                const glyph_run *run = s->items[n].run;
                size_t count;
                segment *outline = font_outline(run->font, run->glyphs[j].id, &count, d->arena);
                box drawn = segments_box(outline, count), said = glyph_ink(run->font, run->glyphs[j].id);
                assert_true(count > 0);
                assert_true(fabs(drawn.x - said.x) < 0.003 && fabs(drawn.y - said.y) < 0.003);
                assert_true(fabs(drawn.w - said.w) < 0.003 && fabs(drawn.h - said.h) < 0.003);
            }
    }
}

static void subsets_are_small_and_numbered(void **state) {
    desk *d = *state;
    fonts *f = open_list(d, "LXGWWenKai-Regular.ttf");
    scene *s = scene_new(d->arena);
    scene_text(s, f, plain(10), (point){0, 0}, ANCHOR_LEFT, STR("动态规划"));
    const glyph_run *run = s->items[0].run;
    uint32_t glyphs[4], ids[4];
    for (int k = 0; k < 4; k++)
        glyphs[k] = run->glyphs[k].id;
    str lean = font_subset(run->font, glyphs, 4, NULL, ids, d->arena, &d->error);
    str full = font_subset(run->font, glyphs, 4, ids, NULL, d->arena, &d->error);
    assert_true(lean.len > 500 && lean.len < 6000);
    assert_true(full.len > lean.len);
    for (int k = 0; k < 4; k++) {
        assert_true(ids[k] >= 1 && ids[k] <= 4);
        for (int j = 0; j < k; j++)
            assert_int_not_equal(ids[k], ids[j]);
    }
}

/* Of a font with CFF outlines the subset is a bare table, in the order asked for, a glyph as often as it is named. */
static void subsets_of_cff_are_numbered_as_asked(void **state) {
    desk *d = *state;
    static const char *const files[] = {"NotoSerifCJK-Regular.ttc#2", "lmroman10-regular.otf"};
    static const char *const texts[] = {"划动态划", "gaga"};
    for (size_t k = 0; k < 2; k++) {
        fonts *f = open_list(d, files[k]);
        scene *s = scene_new(d->arena);
        scene_text(s, f, plain(10), (point){0, 0}, ANCHOR_LEFT, str_of(texts[k]));
        const glyph_run *run = s->items[0].run;
        assert_true(font_is_cff(run->font));
        uint32_t glyphs[4], ids[4];
        for (int j = 0; j < 4; j++)
            glyphs[j] = run->glyphs[j].id;
        str bare = font_subset(run->font, glyphs, 4, NULL, ids, d->arena, &d->error);
        str full = font_subset(run->font, glyphs, 4, ids, NULL, d->arena, &d->error);
        assert_true(bare.len > 200 && bare.len < 3000);
        assert_memory_equal(bare.ptr, "\1\0\4\4", 4);
        assert_memory_equal(full.ptr, "OTTO", 4);
        for (uint32_t j = 0; j < 4; j++)
            assert_int_equal(ids[j], j + 1);
        FT_Library library;
        FT_Face face;
        assert_int_equal(FT_Init_FreeType(&library), 0);
        assert_int_equal(FT_New_Memory_Face(library, (const FT_Byte *)bare.ptr, (FT_Long)bare.len, 0, &face), 0);
        assert_int_equal(face->num_glyphs, 5);
        assert_true(FT_IS_CID_KEYED(face));
        FT_Face whole = font_ft_face(run->font);
        for (FT_UInt j = 0; j < 4; j++) {
            FT_UInt cid;
            assert_int_equal(FT_Get_CID_From_Glyph_Index(face, j + 1, &cid), 0);
            assert_int_equal(cid, j + 1);
            assert_int_equal(FT_Load_Glyph(face, j + 1, FT_LOAD_NO_SCALE), 0);
            assert_int_equal(FT_Load_Glyph(whole, glyphs[j], FT_LOAD_NO_SCALE), 0);
            const FT_Outline *a = &face->glyph->outline, *b = &whole->glyph->outline;
            assert_int_equal(a->n_points, b->n_points);
            assert_memory_equal(a->points, b->points, sizeof *a->points * (size_t)a->n_points);
        }
        FT_Done_Face(face);
        FT_Done_FreeType(library);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, lay, clear)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(candidate_fonts_embed_whole),
        TEST(fonts_that_do_not_work_are_refused),
        TEST(fonts_cut_short_are_refused),
        TEST(damaged_fonts_are_refused),
        TEST(names_that_are_nowhere_are_passed_over),
        TEST(paths_and_numbers_name_files),
        TEST(missing_characters_are_noted),
        TEST(each_character_takes_the_first_font_that_has_it),
        TEST(han_stays_upright_in_italic),
        TEST(sizes_have_their_own_fonts),
        TEST(letters_of_mathematics_are_plain_text),
        TEST(ink_boxes_agree_with_outlines),
        TEST(subsets_are_small_and_numbered),
        TEST(subsets_of_cff_are_numbered_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
