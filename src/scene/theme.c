/* The look as a struct of numbers and colours, and a const table that says which key of a theme file is which member:
 *
 *   color: {ink: "#1b1b1f"}   ──▶  {"color", "ink", VALUE_COLOR, offsetof(theme, color.ink)}
 *
 * A new member needs one row here, and its value in theme_default. */
#include "theme.h"

#include "nearest.h"

#include <stddef.h>
#include <string.h>

/* ---- the default fonts ---- */

/* clang-format off */
#define FONT(name) &(datum){.kind = DATUM_TEXT, .text = {name, sizeof(name) - 1}}
#define FROM(size, name) &(datum){.kind = DATUM_TEXT, .key = {size, sizeof(size) - 1}, .text = {name, sizeof(name) - 1}}
#define SIZES(fonts) &(datum){.kind = DATUM_MAP, .items = (datum **)(fonts), .count = sizeof(fonts) / sizeof *(fonts)}

/* The ranges are those that the fonts state for themselves, from 7.5 pt on: nothing is meant to be smaller, and where a
 * picture has no room, the wider forms for 5 to 7 pt would not help. */
static datum *const lm_roman[] = {FROM("0", "lmroman8-regular.otf"),
                                  FROM("8.5", "lmroman9-regular.otf"), FROM("9.5", "lmroman10-regular.otf"), FROM("11", "lmroman12-regular.otf"), FROM("14", "lmroman17-regular.otf")};
static datum *const lm_bold[] = {FROM("0", "lmroman8-bold.otf"),
                                 FROM("8.5", "lmroman9-bold.otf"), FROM("9.5", "lmroman10-bold.otf"), FROM("11", "lmroman12-bold.otf")};
static datum *const lm_italic[] = {FROM("0", "lmroman8-italic.otf"), FROM("8.5", "lmroman9-italic.otf"), FROM("9.5", "lmroman10-italic.otf"),
                                   FROM("11", "lmroman12-italic.otf")};
static datum *const lm_sans[] = {FROM("0", "lmsans8-regular.otf"), FROM("8.5", "lmsans9-regular.otf"), FROM("9.5", "lmsans10-regular.otf"), FROM("11", "lmsans12-regular.otf")};
static datum *const lm_mono[] = {FROM("0", "lmmono8-regular.otf"), FROM("8.5", "lmmono9-regular.otf"), FROM("9.5", "lmmono10-regular.otf"), FROM("11", "lmmono12-regular.otf")};
/* Strokes of a serif face are lost in small lettering. */
static datum *const song[] = {FROM("0", "NotoSansCJK-Regular.ttc#2"), FROM("8", "NotoSerifCJK-Regular.ttc#2")};

#define HAN_LAST FONT("LXGWWenKai-Regular.ttf"), FONT("gbsn00lp.ttf"), FONT("wqy-zenhei.ttc")
#define SONG SIZES(song), HAN_LAST
#define HEI FONT("NotoSansCJK-Bold.ttc#2"), FONT("LXGWWenKai-Bold.ttf"), FONT("LXGWWenKai-Medium.ttf"), HAN_LAST /* Medium: from version 1.500 on */
#define KAI HAN_LAST
#define SIGNS FONT("latinmodern-math.otf")
#define LAST FONT("DejaVuSans.ttf")

static datum *const roman[] = {SIZES(lm_roman), SIGNS, FONT("cmunrm.ttf"), FONT("FreeSerif.ttf"), SONG, LAST};
static datum *const bold[] = {SIZES(lm_bold), SIGNS, FONT("cmunbx.ttf"), FONT("FreeSerifBold.ttf"), HEI, FONT("DejaVuSans-Bold.ttf"), FONT("FreeSerif.ttf"), LAST};
static datum *const italic[] = {SIZES(lm_italic), SIGNS, FONT("cmunti.ttf"), FONT("FreeSerifItalic.ttf"), SONG, FONT("FreeSerif.ttf"), LAST};
static datum *const bold_italic[] = {FONT("lmroman10-bolditalic.otf"), SIGNS, FONT("cmunbi.ttf"), FONT("FreeSerifBoldItalic.ttf"), HEI, FONT("FreeSerifBold.ttf"), FONT("FreeSerif.ttf"), LAST};
static datum *const sans[] = {SIZES(lm_sans), SIGNS, FONT("cmunss.ttf"), FONT("DejaVuSans.ttf"), FONT("NotoSansCJK-Regular.ttc#2"), HAN_LAST, FONT("FreeSerif.ttf")};
static datum *const mono[] = {SIZES(lm_mono), FONT("DejaVuSansMono.ttf"), FONT("LXGWWenKaiMono-Regular.ttf"), SONG, LAST, FONT("FreeSerif.ttf")};
static datum *const note[] = {SIZES(lm_roman), SIGNS, FONT("cmunrm.ttf"), FONT("FreeSerif.ttf"), KAI, SIZES(song), LAST};
static datum *const hand[] = {KAI, FONT("DejaVuSans.ttf"), FONT("FreeSerif.ttf"), SIGNS};
static datum *const math[] = {SIGNS};

#define LIST(name, fonts) &(datum){.kind = DATUM_LIST, .key = {name, sizeof(name) - 1}, .items = (datum **)(fonts), .count = sizeof(fonts) / sizeof *(fonts)}
#define LISTS LIST("roman", roman), LIST("bold", bold), LIST("italic", italic), LIST("bold-italic", bold_italic), LIST("sans", sans), LIST("mono", mono), LIST("note", note), LIST("hand", hand), LIST("math", math)
#define MARKS(how) &(datum){.kind = DATUM_TEXT, .key = {"marks", 5}, .text = {how, sizeof(how) - 1}}
/* clang-format on */

static datum *const english_lists[] = {LISTS, MARKS("half")};
static datum *const chinese_lists[] = {LISTS, MARKS("full")};
enum { LIST_COUNT = sizeof english_lists / sizeof *english_lists };
static const datum english_fonts = {.kind = DATUM_MAP, .items = (datum **)english_lists, .count = LIST_COUNT};
static const datum chinese_fonts = {.kind = DATUM_MAP, .items = (datum **)chinese_lists, .count = LIST_COUNT};

/* ---- the defaults ---- */

#define RGB(hex)                                                                                                       \
    { (0x##hex >> 16) & 0xFF, (0x##hex >> 8) & 0xFF, 0x##hex & 0xFF }

static const theme english = {
    .color = {.ink = RGB(1b1b1f),
              .mute = RGB(6b6f76),
              .rule = RGB(c7cbd1),
              .pale = RGB(f3f4f6),
              .repeat_fill = RGB(ececee),
              .current_fill = RGB(ffe7b0),
              .current_line = RGB(1b1b1f),
              .read_fill = RGB(d9e8f5),
              .read_line = RGB(1d5f9e),
              .chosen_fill = RGB(d7efdf),
              .chosen_line = RGB(1c6b45),
              .path_fill = RGB(e3ecf6),
              .path_line = RGB(1d5f9e),
              .repeat_line = RGB(5d6168),
              .blank_line = RGB(4a4e55),
              .value = RGB(b86e00),
              .f = RGB(1d5f9e),
              .s = RGB(9a4a00),
              .key = RGB(1f3fb0),
              .error = RGB(a8322a)},
    .type = {.page_title = 17,
             .heading = 13,
             .figure_title = 11,
             .body = 10,
             .table_cell = 10.5,
             .node = 12,
             .operator= 10.5,
             .leaf = 11.5,
             .formula = 11,
             .limits = 7.5,
             .label = 9,
             .legend = 9,
             .index = 8.5,
             .edge_label = 8.5,
             .count = 8,
             .least = 6},
    .stroke = {.grid = 0.5,
               .repeat = 0.9,
               .tie = 1.1,
               .hit = 0.8,
               .blank = 0.8,
               .bar = 1.7,
               .compared = 1.1,
               .node = 0.8,
               .tree_edge = 0.8,
               .rule_table = 0.8,
               .frame = 0.8,
               .read = 1.1,
               .chosen = 1.6,
               .ring_vertex = 1.3,
               .current = 1.8,
               .best_box = 2,
               .best_path = 2.2,
               .ring_edge = 2.2},
    .space = {.margin = 56,
              .gutter = 12,
              .block = 24,
              .title_to_figure = 24,
              .cell_w = 40,
              .cell_h = 24,
              .blank_w = 40,
              .blank_h = 27,
              .label_clear = 2,
              .node_r = 15,
              .operator_r = 8.5,
              .ring_label = 25,
              .edge_number = 18,
              .call_level = 66,
              .sibling = 9,
              .tree_level = 43,
              .radius = 3,
              .chosen_bar = 3,
              .path_inset = 2.6,
              .hit_corner = 8,
              .leading = 1.35},
    .fonts = &english_fonts,
};

theme theme_default(str lang) {
    theme t = english;
    if (!str_is(lang, "zh"))
        return t;
    t.type.body = 10.5;
    t.type.figure_title = 10.5;
    t.space.leading = 1.5;
    t.fonts = &chinese_fonts;
    return t;
}

/* ---- theme files ---- */

typedef enum value_kind { VALUE_COLOR, VALUE_LENGTH } value_kind;

typedef struct member {
    const char *section, *key;
    value_kind kind;
    size_t offset;
    double least, most; /* of a length */
} member;

#define COLOR(name)                                                                                                    \
    { "color", #name, VALUE_COLOR, offsetof(theme, color.name), 0, 0 }
#define LENGTH(section, name, least, most)                                                                             \
    { #section, #name, VALUE_LENGTH, offsetof(theme, section.name), least, most }

static const member members[] = {
    COLOR(ink),
    COLOR(mute),
    COLOR(rule),
    COLOR(pale),
    COLOR(repeat_fill),
    COLOR(current_fill),
    COLOR(current_line),
    COLOR(read_fill),
    COLOR(read_line),
    COLOR(chosen_fill),
    COLOR(chosen_line),
    COLOR(path_fill),
    COLOR(path_line),
    COLOR(repeat_line),
    COLOR(blank_line),
    COLOR(value),
    COLOR(f),
    COLOR(s),
    COLOR(key),
    COLOR(error),
    LENGTH(type, page_title, 1, 200),
    LENGTH(type, heading, 1, 200),
    LENGTH(type, figure_title, 1, 200),
    LENGTH(type, body, 1, 200),
    LENGTH(type, table_cell, 1, 200),
    LENGTH(type, node, 1, 200),
    LENGTH(type, operator, 1, 200),
    LENGTH(type, leaf, 1, 200),
    LENGTH(type, formula, 1, 200),
    LENGTH(type, limits, 1, 200),
    LENGTH(type, label, 1, 200),
    LENGTH(type, legend, 1, 200),
    LENGTH(type, index, 1, 200),
    LENGTH(type, edge_label, 1, 200),
    LENGTH(type, count, 1, 200),
    LENGTH(type, least, 1, 200),
    LENGTH(stroke, grid, 0, 50),
    LENGTH(stroke, repeat, 0, 50),
    LENGTH(stroke, tie, 0, 50),
    LENGTH(stroke, hit, 0, 50),
    LENGTH(stroke, blank, 0, 50),
    LENGTH(stroke, bar, 0, 50),
    LENGTH(stroke, compared, 0, 50),
    LENGTH(stroke, node, 0, 50),
    LENGTH(stroke, tree_edge, 0, 50),
    LENGTH(stroke, rule_table, 0, 50),
    LENGTH(stroke, frame, 0, 50),
    LENGTH(stroke, read, 0, 50),
    LENGTH(stroke, chosen, 0, 50),
    LENGTH(stroke, ring_vertex, 0, 50),
    LENGTH(stroke, current, 0, 50),
    LENGTH(stroke, best_box, 0, 50),
    LENGTH(stroke, best_path, 0, 50),
    LENGTH(stroke, ring_edge, 0, 50),
    LENGTH(space, margin, 0, 1000),
    LENGTH(space, gutter, 0, 1000),
    LENGTH(space, block, 0, 1000),
    LENGTH(space, title_to_figure, 0, 1000),
    LENGTH(space, cell_w, 1, 1000),
    LENGTH(space, cell_h, 1, 1000),
    LENGTH(space, blank_w, 1, 1000),
    LENGTH(space, blank_h, 1, 1000),
    LENGTH(space, label_clear, 0, 1000),
    LENGTH(space, node_r, 1, 1000),
    LENGTH(space, operator_r, 1, 1000),
    LENGTH(space, ring_label, 0, 1000),
    LENGTH(space, edge_number, 0, 1000),
    LENGTH(space, call_level, 1, 1000),
    LENGTH(space, sibling, 0, 1000),
    LENGTH(space, tree_level, 1, 1000),
    LENGTH(space, radius, 0, 1000),
    LENGTH(space, chosen_bar, 0, 1000),
    LENGTH(space, path_inset, 0, 1000),
    LENGTH(space, hit_corner, 0, 1000),
    LENGTH(space, leading, 0.5, 10),
};
enum { MEMBER_COUNT = sizeof members / sizeof *members };

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* "#rrggbb" */
static color color_from_hex(str hex, bool *good) {
    int digits[6];
    *good = hex.len == 7 && hex.ptr[0] == '#';
    for (size_t k = 0; *good && k < 6; k++)
        *good = (digits[k] = hex_digit(hex.ptr[k + 1])) >= 0;
    if (!*good)
        return (color){0, 0, 0};
    return (color){(uint8_t)(16 * digits[0] + digits[1]), (uint8_t)(16 * digits[2] + digits[3]),
                   (uint8_t)(16 * digits[4] + digits[5])};
}

static bool unknown(const datum *d, const char *what, const str *known, size_t count, const source *where, error *e) {
    str near = nearest_word(d->key, known, count, e->arena);
    return near.len ? error_at(e, where, d->key_at, d->key.len, "unknown %s \"%.*s\"; did you mean \"%.*s\"?", what,
                               STR_ARG(d->key), STR_ARG(near))
                    : error_at(e, where, d->key_at, d->key.len, "unknown %s \"%.*s\"", what, STR_ARG(d->key));
}

/* A size of 0 would be a step of 0 somewhere, and one beyond any page a picture that no page holds. */
static bool wrong_length(const member *m, const datum *d, str text, const source *where, error *e) {
    strbuf range = strbuf_in(e->arena);
    strbuf_add_decimal(&range, m->least, 1);
    strbuf_add_c(&range, " to ");
    strbuf_add_decimal(&range, m->most, 1);
    const char *kind = d->kind == DATUM_LIST ? "a list" : "a map";
    str got =
        d->kind == DATUM_MAP || d->kind == DATUM_LIST ? str_of(kind) : str_format(e->arena, "'%.*s'", STR_ARG(text));
    return error_at(e, where, d->at, d->length, "\"%s\": expected a number from %s, got %.*s", m->key, range.ptr,
                    STR_ARG(got));
}

static bool set_member(theme *t, const member *m, const datum *d, const source *where, error *e) {
    void *place = (char *)t + m->offset;
    str text = datum_as_text(d);
    bool good = false;
    if (m->kind == VALUE_COLOR) {
        color c = color_from_hex(text, &good);
        if (!good)
            return error_at(e, where, d->at, d->length, "\"%s\" must be a colour such as \"#1b1b1f\"", m->key);
        memcpy(place, &c, sizeof c);
        return true;
    }
    double length;
    if (d->kind == DATUM_MAP || d->kind == DATUM_LIST || !points_from_text(text, &length) || length < m->least ||
        length > m->most)
        return wrong_length(m, d, text, where, e);
    memcpy(place, &length, sizeof length);
    return true;
}

static const member *member_named(str section, str key) {
    for (size_t k = 0; k < MEMBER_COUNT; k++)
        if (str_is(section, members[k].section) && str_is(key, members[k].key))
            return &members[k];
    return NULL;
}

static bool unknown_member(str section, const datum *d, const source *where, error *e) {
    str known[MEMBER_COUNT];
    size_t count = 0;
    for (size_t k = 0; k < MEMBER_COUNT; k++)
        if (str_is(section, members[k].section))
            known[count++] = str_of(members[k].key);
    return unknown(d, "name", known, count, where, e);
}

static bool overlay_section(theme *t, const datum *section, const source *where, error *e) {
    if (section->kind != DATUM_MAP)
        return error_at(e, where, section->at, section->length, "\"%.*s\" must be a map of names to values",
                        STR_ARG(section->key));
    for (size_t k = 0; k < section->count; k++) {
        const datum *d = section->items[k];
        const member *m = member_named(section->key, d->key);
        if (!m)
            return unknown_member(section->key, d, where, e);
        if (!set_member(t, m, d, where, e))
            return false;
    }
    return true;
}

/* {0: a.otf, 9.5: b.otf} */
static bool check_sizes(const datum *d, const source *where, error *e) {
    double before = -1, size = 0;
    for (size_t k = 0; k < d->count; k++, before = size) {
        const datum *f = d->items[k];
        if (f->kind != DATUM_TEXT || !f->text.len)
            return error_at(e, where, f->at, f->length, "a font file must stand under each size");
        if (!points_from_text(f->key, &size) || size <= before)
            return error_at(e, where, f->key_at, f->key.len, "\"%.*s\" must be a size, greater than the one before",
                            STR_ARG(f->key));
    }
    return d->count > 0;
}

static bool check_font(const datum *d, const source *where, error *e) {
    return d->kind == DATUM_MAP ? check_sizes(d, where, e) : d->kind == DATUM_TEXT && d->text.len;
}

static bool check_font_list(const datum *d, const source *where, error *e) {
    bool good = d->kind == DATUM_LIST ? d->count > 0 : check_font(d, where, e);
    for (size_t k = 0; good && d->kind == DATUM_LIST && k < d->count; k++)
        good = check_font(d->items[k], where, e);
    return good || error_at(e, where, d->at, d->length, "\"%.*s\" must be a font file or a list of font files",
                            STR_ARG(d->key));
}

static bool check_font_key(const datum *d, const source *where, error *e) {
    str known[FACE_NAMED + 1];
    for (int k = 0; k < FACE_NAMED; k++) {
        if (str_is(d->key, face_names[k]))
            return check_font_list(d, where, e);
        known[k] = str_of(face_names[k]);
    }
    known[FACE_NAMED] = STR("marks");
    if (!str_is(d->key, "marks"))
        return unknown(d, "face", known, FACE_NAMED + 1, where, e);
    return str_is(datum_as_text(d), "full") || str_is(datum_as_text(d), "half") ||
           error_at(e, where, d->at, d->length, "\"marks\" must be full or half");
}

/* Faces that the file does not name keep their lists. */
static bool overlay_fonts(theme *t, const datum *lists, const source *where, error *e) {
    if (lists->kind != DATUM_MAP)
        return error_at(e, where, lists->at, lists->length, "\"fonts\" must be a map of faces to font files");
    datum *all = datum_map(e->arena);
    for (size_t k = 0; t->fonts && k < t->fonts->count; k++)
        datum_add(e->arena, all, t->fonts->items[k]);
    for (size_t k = 0; k < lists->count; k++) {
        if (!check_font_key(lists->items[k], where, e))
            return false;
        datum_put_str(e->arena, all, lists->items[k]->key, lists->items[k]);
    }
    t->fonts = all;
    return true;
}

static bool overlay_key(theme *t, const datum *d, const source *where, error *e) {
    static const char *const sections[] = {"color", "type", "stroke", "space"};
    enum { SECTION_COUNT = sizeof sections / sizeof *sections };
    if (str_is(d->key, "fonts"))
        return overlay_fonts(t, d, where, e);
    str known[SECTION_COUNT + 1] = {[SECTION_COUNT] = STR("fonts")};
    for (size_t k = 0; k < SECTION_COUNT; k++) {
        if (str_is(d->key, sections[k]))
            return overlay_section(t, d, where, e);
        known[k] = str_of(sections[k]);
    }
    return unknown(d, "part of a theme", known, SECTION_COUNT + 1, where, e);
}

bool theme_overlay(theme *t, const datum *values, const source *where, error *e) {
    if (!values || values->kind == DATUM_NULL)
        return true;
    if (values->kind != DATUM_MAP)
        return error_at(e, where, values->at, values->length, "a theme is a map: color, type, stroke, space, fonts");
    for (size_t k = 0; k < values->count; k++)
        if (!overlay_key(t, values->items[k], where, e))
            return false;
    return true;
}
