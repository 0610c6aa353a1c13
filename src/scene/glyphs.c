/* What backends ask of one font: names, measures, outlines, subsets. */
#include "fonts.h"

#include "cff.h"
#include "fonts_private.h"

#include <hb-ot.h>
#include <hb-subset.h>
#include <string.h>

#include FT_OUTLINE_H

/* Backends see fonts as constant, yet names and outlines are read only when asked for. */
static font *opened(const font *f) {
    return (font *)f;
}

str font_file(const font *f) {
    return f->path;
}

unsigned font_units(const font *f) {
    return f->units;
}

bool font_is_cff(const font *f) {
    return f->cff;
}

uint32_t font_space(const font *f) {
    return f->space;
}

unsigned font_advance(const font *f, uint32_t glyph) {
    return (unsigned)hb_font_get_glyph_h_advance(f->hb, glyph);
}

/* Only what may stand unescaped in a PDF name and an XML id. */
static bool name_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static str name_of(const font *f, hb_ot_name_id_t id) {
    char bytes[128];
    unsigned length = sizeof bytes;
    hb_ot_name_get_utf8(f->face, id, HB_LANGUAGE_INVALID, &length, bytes);
    return str_copy(f->set->arena, (str){bytes, length});
}

str font_name(const font *f) {
    if (f->postscript_name.len)
        return f->postscript_name;
    str name = name_of(f, HB_OT_NAME_ID_POSTSCRIPT_NAME);
    strbuf b = strbuf_in(f->set->arena);
    for (size_t k = 0; k < name.len; k++)
        if (name_byte(name.ptr[k]))
            strbuf_add_byte(&b, name.ptr[k]);
    for (size_t k = 0; !b.len && k < f->name.len; k++)
        if (name_byte(f->name.ptr[k]))
            strbuf_add_byte(&b, f->name.ptr[k]);
    return opened(f)->postscript_name = b.len ? strbuf_text(&b) : STR("Font");
}

str font_family(const font *f) {
    str family = name_of(f, HB_OT_NAME_ID_FONT_FAMILY);
    return family.len ? family : font_name(f);
}

static bool style_says(const font *f, str word) {
    return str_find(name_of(f, HB_OT_NAME_ID_FONT_SUBFAMILY), word, 0) != SIZE_MAX;
}

const font *font_base(const font *f) {
    return f->base ? f->base : f;
}

bool font_is_bold(const font *f) {
    return f->alphabet == ALPHABET_BOLD || f->alphabet == ALPHABET_BOLD_ITALIC || style_says(f, STR("Bold"));
}

bool font_is_slanted(const font *f) {
    return f->alphabet == ALPHABET_ITALIC || f->alphabet == ALPHABET_BOLD_ITALIC || style_says(f, STR("Italic")) ||
           style_says(f, STR("Oblique"));
}

static double table_int16(hb_blob_t *table, unsigned at) {
    unsigned length;
    const unsigned char *bytes = (const unsigned char *)hb_blob_get_data(table, &length);
    return at + 2 <= length ? (double)(int16_t)(uint16_t)((unsigned)bytes[at] << 8 | bytes[at + 1]) : 0;
}

font_measures font_measured(const font *f) {
    double em = f->units;
    hb_blob_t *head = hb_face_reference_table(f->face, HB_TAG('h', 'e', 'a', 'd'));
    hb_blob_t *post = hb_face_reference_table(f->face, HB_TAG('p', 'o', 's', 't'));
    hb_position_t capital = 0;
    hb_ot_metrics_get_position_with_fallback(f->hb, HB_OT_METRICS_TAG_CAP_HEIGHT, &capital);
    font_measures m = {.ascent = f->ascent,
                       .descent = f->descent,
                       .capital = capital / em,
                       .slant = table_int16(post, 4),
                       .left = table_int16(head, 36) / em,
                       .bottom = table_int16(head, 38) / em,
                       .right = table_int16(head, 40) / em,
                       .top = table_int16(head, 42) / em};
    hb_blob_destroy(head);
    hb_blob_destroy(post);
    return m;
}

void *font_ft_face(const font *f) {
    if (f->base)
        return font_ft_face(f->base);
    font_set *s = f->set;
    if (!s->library && FT_Init_FreeType(&s->library) != 0) {
        s->library = NULL;
        return NULL;
    }
    if (!f->ft && FT_New_Face(s->library, str_to_c(s->arena, f->path), (FT_Long)f->index, &opened(f)->ft) != 0)
        opened(f)->ft = NULL;
    return f->ft;
}

typedef struct outline {
    arena *arena;
    double scale;
    segment *segments;
    size_t count, capacity;
    point at;
} outline;

static point outline_point(const outline *o, const FT_Vector *v) {
    return (point){(double)v->x * o->scale, -(double)v->y * o->scale};
}

static int outline_add(outline *o, segment s) {
    *ARENA_PUSH(o->arena, o, segments, count, capacity) = s;
    o->at = s.to;
    return 0;
}

static int outline_close(outline *o) {
    if (!o->count || o->segments[o->count - 1].kind == CLOSE_PATH)
        return 0;
    size_t k = o->count - 1;
    while (o->segments[k].kind != MOVE_TO)
        k--;
    return outline_add(o, (segment){.kind = CLOSE_PATH, .to = o->segments[k].to});
}

static int outline_move(const FT_Vector *to, void *user) {
    outline_close(user);
    return outline_add(user, (segment){.kind = MOVE_TO, .to = outline_point(user, to)});
}

static int outline_line(const FT_Vector *to, void *user) {
    return outline_add(user, (segment){.kind = LINE_TO, .to = outline_point(user, to)});
}

static int outline_cubic(const FT_Vector *c1, const FT_Vector *c2, const FT_Vector *to, void *user) {
    return outline_add(user, (segment){.kind = CURVE_TO,
                                       .c1 = outline_point(user, c1),
                                       .c2 = outline_point(user, c2),
                                       .to = outline_point(user, to)});
}

/* TrueType's quadratic curves, as cubics: handles at two thirds of the way to the one control point. */
static int outline_quadratic(const FT_Vector *control, const FT_Vector *to, void *user) {
    outline *o = user;
    point from = o->at, c = outline_point(o, control), end = outline_point(o, to);
    return outline_add(o, (segment){.kind = CURVE_TO,
                                    .c1 = {from.x + (c.x - from.x) * 2 / 3, from.y + (c.y - from.y) * 2 / 3},
                                    .c2 = {end.x + (c.x - end.x) * 2 / 3, end.y + (c.y - end.y) * 2 / 3},
                                    .to = end});
}

/* Whether FreeType reads the glyph, as an outline; one that it cannot read would be missing on the page without a word.
 */
static bool load_glyph(const font *f, uint32_t glyph) {
    FT_Face ft = font_ft_face(f);
    bool fine = ft && FT_Load_Glyph(ft, glyph, FT_LOAD_NO_SCALE) == 0 && ft->glyph->format == FT_GLYPH_FORMAT_OUTLINE;
    if (!fine && !f->set->damaged)
        f->set->damaged = f;
    return fine;
}

segment *font_outline(const font *f, uint32_t glyph, size_t *count, arena *a) {
    static const FT_Outline_Funcs calls = {
        .move_to = outline_move, .line_to = outline_line, .conic_to = outline_quadratic, .cubic_to = outline_cubic};
    outline o = {.arena = a, .scale = 1.0 / f->units};
    *count = 0;
    if (!load_glyph(f, glyph))
        return NULL;
    FT_Outline_Decompose(&((FT_Face)font_ft_face(f))->glyph->outline, &calls, &o);
    outline_close(&o);
    *count = o.count;
    return o.segments;
}

/* ---- measures ---- */

/* HarfBuzz takes the box of a CFF glyph's control points, which may be larger than that of its curves. */
static void measure_cff(const font *f, shaped_glyph *g) {
    arena *scratch = f->set->scratch;
    arena_mark start = arena_here(scratch);
    size_t count;
    const segment *outline = font_outline(f, g->id, &count, scratch);
    box ink = segments_box(outline, count);
    arena_back(scratch, start);
    g->left = ink.x;
    g->right = ink.x + ink.w;
    g->top = ink.y;
    g->bottom = ink.y + ink.h;
}

static shaped_glyph measure_glyph(const font *f, uint32_t id) {
    double em = f->units;
    hb_glyph_extents_t ink;
    shaped_glyph g = {.id = id, .advance = hb_font_get_glyph_h_advance(f->hb, id) / em};
    if (f->cff) {
        measure_cff(f, &g);
    } else if (hb_font_get_glyph_extents(f->hb, id, &ink)) {
        g.left = ink.x_bearing / em;
        g.right = (ink.x_bearing + ink.width) / em;
        g.top = -ink.y_bearing / em;
        g.bottom = -(ink.y_bearing + ink.height) / em;
    }
    return g;
}

static shaped_glyph *measured_slot(const font *f, uint32_t id) {
    size_t k = id * 2654435769u >> 8 & (f->measured_size - 1);
    while (f->measured[k].cluster && f->measured[k].id != id)
        k = (k + 1) & (f->measured_size - 1);
    return &f->measured[k];
}

bool glyph_is_measured(const font *f, uint32_t id) {
    return f->measured_size && measured_slot(f, id)->cluster;
}

static void grow_measured(font *f) {
    shaped_glyph *old = f->measured;
    size_t count = f->measured_size;
    f->measured_size = count ? 2 * count : 64;
    f->measured = ARENA_ARRAY(f->set->arena, shaped_glyph, f->measured_size);
    for (size_t k = 0; k < count; k++)
        if (old[k].cluster)
            *measured_slot(f, old[k].id) = old[k];
}

/* Measured once: to know the ink of a CFF glyph is to run its program. */
shaped_glyph glyph_measured(const font *f, uint32_t id) {
    f = font_base(f);
    if (2 * f->measured_count >= f->measured_size)
        grow_measured((font *)f);
    shaped_glyph *slot = measured_slot(f, id);
    if (!slot->cluster) {
        *slot = measure_glyph(f, id);
        slot->cluster = 1;
        ((font *)f)->measured_count++;
    }
    shaped_glyph g = *slot;
    g.cluster = 0;
    return g;
}

/* ---- subsets ---- */

/* Subroutines of CFF are put where they are called: what is compressed afterwards gets no larger by it. */
static hb_subset_input_t *subset_input(const uint32_t *glyphs, size_t count) {
    hb_subset_input_t *input = hb_subset_input_create_or_fail();
    if (!input)
        return NULL;
    for (size_t k = 0; k < count; k++)
        hb_set_add(hb_subset_input_glyph_set(input), glyphs[k]);
    hb_set_t *drop = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
    static const char layout[][5] = {"GSUB", "GPOS", "GDEF", "kern", "DSIG", "vhea", "vmtx", "VORG", "BASE",
                                     "JSTF", "MATH", "FFTM", "gasp", "hdmx", "VDMX", "LTSH", "PCLT"};
    for (size_t k = 0; k < sizeof layout / sizeof *layout; k++)
        hb_set_add(drop, hb_tag_from_string(layout[k], 4));
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING | HB_SUBSET_FLAGS_NOTDEF_OUTLINE |
                                         HB_SUBSET_FLAGS_DESUBROUTINIZE);
    return input;
}

static hb_blob_t *outline_table(hb_face_t *face, hb_tag_t tag, void *user) {
    static const char outlines[][5] = {"CFF ", "glyf", "loca", "head", "hhea", "hmtx", "maxp"};
    (void)face;
    for (size_t k = 0; k < sizeof outlines / sizeof *outlines; k++)
        if (tag == hb_tag_from_string(outlines[k], 4))
            return hb_face_reference_table(user, tag);
    return NULL;
}

/* The font with its outlines only: reading the whole of its characters took most of the time of a subset. */
static hb_face_t *bare_face(hb_face_t *whole) {
    hb_face_t *bare =
        hb_face_create_for_tables(outline_table, hb_face_reference(whole), (void (*)(void *))hb_face_destroy);
    hb_face_set_upem(bare, hb_face_get_upem(whole));
    return bare;
}

static str copy_face(hb_face_t *face, arena *a) {
    hb_blob_t *blob = hb_face_reference_blob(face);
    unsigned length;
    const char *bytes = hb_blob_get_data(blob, &length);
    str copy = str_copy(a, (str){bytes, length});
    hb_blob_destroy(blob);
    hb_face_destroy(face);
    return copy;
}

/* The glyphs of a subset's CFF table in the order asked for: number k + 1 for glyphs[k]. */
static str bare_cff(const font *f, hb_face_t *subset, const uint32_t *numbers, size_t count, arena *a) {
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    hb_blob_t *table = hb_face_reference_table(subset, HB_TAG('C', 'F', 'F', ' '));
    unsigned length;
    const char *bytes = hb_blob_get_data(table, &length);
    str built = str_copy(a, cff_renumbered((str){bytes, length}, numbers, count, font_name(f), scratch));
    hb_blob_destroy(table);
    hb_face_destroy(subset);
    arena_back(scratch, start);
    return built;
}

static void add_big_endian(strbuf *b, uint32_t value, unsigned size) {
    while (size--)
        strbuf_add_byte(b, (char)(value >> 8 * size));
}

/* A table `cmap` of one subtable in format 12: each character a group of its own, in ascending order. */
static str character_map(const uint32_t *characters, const uint32_t *glyphs, size_t count, arena *a) {
    size_t *order = ARENA_ARRAY(a, size_t, count), kept = 0;
    for (size_t k = 0; k < count; k++) {
        size_t at = kept;
        while (at > 0 && characters[order[at - 1]] > characters[k])
            at--;
        if (!characters[k] || (at > 0 && characters[order[at - 1]] == characters[k]))
            continue;
        memmove(order + at + 1, order + at, (kept++ - at) * sizeof *order);
        order[at] = k;
    }
    enum { WINDOWS = 3, FULL_UNICODE = 10, HEAD = 12, SUBTABLE = 16, GROUP = 12, FORMAT = 12 };
    strbuf b = strbuf_in(a);
    add_big_endian(&b, 0, 2);
    add_big_endian(&b, 1, 2);
    add_big_endian(&b, WINDOWS, 2);
    add_big_endian(&b, FULL_UNICODE, 2);
    add_big_endian(&b, HEAD, 4);
    add_big_endian(&b, FORMAT << 16, 4);
    add_big_endian(&b, (uint32_t)(SUBTABLE + GROUP * kept), 4);
    add_big_endian(&b, 0, 4);
    add_big_endian(&b, (uint32_t)kept, 4);
    for (size_t k = 0; k < kept; k++) {
        add_big_endian(&b, characters[order[k]], 4);
        add_big_endian(&b, characters[order[k]], 4);
        add_big_endian(&b, glyphs[order[k]], 4);
    }
    return strbuf_text(&b);
}

/* The face with another table `cmap`; both it and the table's bytes are given away. */
static hb_face_t *with_characters(hb_face_t *face, str map) {
    hb_face_t *built = hb_face_builder_create();
    hb_tag_t tags[64];
    unsigned count = sizeof tags / sizeof *tags;
    hb_face_get_table_tags(face, 0, &count, tags);
    for (unsigned k = 0; k < count; k++) {
        bool cmap = tags[k] == HB_TAG('c', 'm', 'a', 'p');
        hb_blob_t *table = cmap ? hb_blob_create(map.ptr, (unsigned)map.len, HB_MEMORY_MODE_DUPLICATE, NULL, NULL)
                                : hb_face_reference_table(face, tags[k]);
        hb_face_builder_add_table(built, tags[k], table);
        hb_blob_destroy(table);
    }
    hb_face_destroy(face);
    return built;
}

str font_subset(const font *f, const uint32_t *glyphs, size_t count, const uint32_t *characters, uint32_t *ids,
                arena *a, error *e) {
    for (size_t k = 0; k < count; k++)
        if (!f->cff || !glyph_is_measured(f, glyphs[k])) /* what is measured by its outline has been read */
            load_glyph(f, glyphs[k]);
    hb_face_t *from = characters ? hb_face_reference(f->face) : bare_face(f->face);
    hb_subset_input_t *input = subset_input(glyphs, count);
    hb_subset_plan_t *plan = input ? hb_subset_plan_create_or_fail(from, input) : NULL;
    hb_face_t *subset = plan ? hb_subset_plan_execute_or_fail(plan) : NULL;
    const hb_map_t *map = plan ? hb_subset_plan_old_to_new_glyph_mapping(plan) : NULL;
    bool bare = f->cff && !characters, mapped = f->base && characters;
    uint32_t *numbers = bare || mapped ? ARENA_ARRAY(a, uint32_t, count) : ids;
    for (size_t k = 0; map && numbers && k < count; k++)
        numbers[k] = hb_map_get(map, glyphs[k]);
    for (size_t k = 0; numbers && numbers != ids && ids && k < count; k++)
        ids[k] = bare ? (uint32_t)k + 1 : numbers[k];
    hb_subset_plan_destroy(plan);
    hb_subset_input_destroy(input);
    hb_face_destroy(from);
    if (subset && mapped && numbers)
        subset = with_characters(subset, character_map(characters, numbers, count, a));
    if (subset)
        return bare ? bare_cff(f, subset, numbers, count, a) : copy_face(subset, a);
    error_plain(e, STATUS_INPUT, "font %.*s cannot be reduced to the glyphs used", STR_ARG(f->path));
    return STR("");
}
