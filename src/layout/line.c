/*   "长度 " | "6" bold | "：" | piece        parts as they come
 *    长度 ▏6▏：▏[piece]                        spaces where parts meet become gaps
 *
 * Inside a part scene_text does the same; this file looks at the joints only. */
#include "line.h"

#include "utf8.h"

#include <math.h>

#define CLEAR 0.05 /* em, between a slanted letter and what follows upright */
#define HAN_LATIN_GAP 0.25

/* Bytes of the space at the beginning, 0 if there is none. */
static size_t leading_space(str s) {
    if (s.len && char_is_blank(s.ptr[0]))
        return 1;
    return s.len > 1 && s.ptr[0] == '\xC2' && s.ptr[1] == '\xA0' ? 2 : 0;
}

static size_t trailing_space(str s) {
    if (s.len && char_is_blank(s.ptr[s.len - 1]))
        return 1;
    return s.len > 1 && s.ptr[s.len - 2] == '\xC2' && s.ptr[s.len - 1] == '\xA0' ? 2 : 0;
}

str line_trim(str s) {
    for (size_t n; (n = leading_space(s)) > 0;)
        s = str_slice(s, n, s.len);
    for (size_t n; (n = trailing_space(s)) > 0;)
        s.len -= n;
    return s;
}

static bool is_ideograph(uint32_t c) {
    return utf8_is_han(c) || (c >= 0x3041 && c <= 0x30FF) || (c >= 0xAC00 && c <= 0xD7A3);
}

static bool is_narrow(uint32_t c) {
    return c < 0x2010;
}

/* Full width where they stand beside Han. */
static bool is_shared_mark(uint32_t c) {
    return c == 0x2014 || c == 0x2018 || c == 0x2019 || c == 0x201C || c == 0x201D || c == 0x2026;
}

double line_joint(const fonts *f, text_style style, uint32_t before, uint32_t after, bool spaces) {
    if (!before || !after)
        return 0;
    bool han_before = is_ideograph(before), han_after = is_ideograph(after);
    if (!spaces) {
        bool alike = (is_narrow(before) && is_narrow(after)) || (han_before && han_after);
        return alike ? 0 : text_gap(f, style.face, before, after) * style.size;
    }
    bool full_before = utf8_is_full_width(before), full_after = utf8_is_full_width(after);
    bool shared = (is_shared_mark(before) && full_after) || (is_shared_mark(after) && full_before);
    if (shared || (full_before && !han_before) || (full_after && !han_after))
        return 0;
    if (han_before != han_after)
        return HAN_LATIN_GAP * style.size;
    style.tracking = 0;
    if (han_before) /* the space of the Han font */
        return text_measure(f, style, STR("中 中")).width - text_measure(f, style, STR("中中")).width;
    return text_measure(f, style, STR(" ")).width;
}

static uint32_t first_character(const line_part *p) {
    str text = line_trim(p->text);
    size_t at = 0;
    return p->piece ? 'x' : text.len ? utf8_next(text, &at) : 0;
}

static uint32_t last_character(const line_part *p) {
    str text = line_trim(p->text);
    if (p->piece || !text.len)
        return p->piece ? 'x' : 0;
    size_t at = text.len - 1;
    while (at && ((unsigned char)text.ptr[at] & 0xC0) == 0x80)
        at--;
    return utf8_next(text, &at);
}

static bool ends_in_space(const line_part *p) {
    return !p->piece && trailing_space(p->text) > 0;
}

static bool begins_with_space(const line_part *p) {
    return !p->piece && leading_space(p->text) > 0;
}

/* Where the face changes without a space, the ink of a slanted letter is kept clear of what follows. */
static double overhang(const fonts *f, const line_part *left, const line_part *right) {
    if (left->piece || right->piece || left->style.face == right->style.face)
        return 0;
    text_size before = text_measure(f, left->style, line_trim(left->text));
    text_size after = text_measure(f, right->style, line_trim(right->text));
    return fmax(0, before.ink_right + after.ink_left + CLEAR * left->style.size);
}

static double joint_of(const fonts *f, const line_part *left, const line_part *right, bool spaces) {
    text_style style = left->piece && !right->piece ? right->style : left->style;
    double gap = line_joint(f, style, last_character(left), first_character(right), spaces);
    return spaces ? gap : gap + overhang(f, left, right);
}

/* A line under construction; without a scene it is measured only. */
typedef struct builder {
    const fonts *fonts;
    piece line;
    const line_part *last; /* the last that set something */
    bool spaces;           /* after it */
} builder;

static double place_part(builder *b, const line_part *p) {
    if (p->piece) {
        if (b->line.scene)
            scene_place(b->line.scene, p->piece->scene, b->line.width, 0, 1, STR(""));
        b->line.ascent = fmax(b->line.ascent, p->piece->ascent);
        b->line.descent = fmax(b->line.descent, p->piece->descent);
        return p->piece->width;
    }
    str text = line_trim(p->text);
    text_size size = text_measure(b->fonts, p->style, text);
    b->line.ascent = fmax(b->line.ascent, size.ink_top);
    b->line.descent = fmax(b->line.descent, size.ink_bottom);
    point at = {b->line.width, 0};
    if (b->line.scene)
        scene_text(b->line.scene, b->fonts, p->style, at, ANCHOR_LEFT, text);
    return size.width - p->style.tracking;
}

/* Closes and opens the links between two neighbours, either of which may be NULL. */
static void change_link(scene *s, const line_part *left, const line_part *right) {
    str from = left ? left->link : STR(""), to = right ? right->link : STR("");
    if (!s || str_equal(from, to))
        return;
    if (from.len)
        scene_close(s);
    if (to.len)
        scene_open(s, (group){.role = ROLE_LINK, .target = to});
}

static void add_part(builder *b, const line_part *p) {
    b->line.width += p->before;
    if (!p->piece && !line_trim(p->text).len) {
        b->spaces = b->spaces || p->text.len;
        return;
    }
    if (b->last)
        b->line.width += joint_of(b->fonts, b->last, p, b->spaces || begins_with_space(p));
    change_link(b->line.scene, b->last, p);
    b->line.width += place_part(b, p);
    b->last = p;
    b->spaces = ends_in_space(p);
}

piece line_set(const line_part *parts, size_t count, const fonts *f, arena *a) {
    builder b = {.fonts = f, .line = {.scene = scene_new(a)}};
    for (size_t k = 0; k < count; k++)
        add_part(&b, &parts[k]);
    change_link(b.line.scene, b.last, NULL);
    return b.line;
}

double line_width(const line_part *parts, size_t count, const fonts *f) {
    builder b = {.fonts = f};
    for (size_t k = 0; k < count; k++)
        add_part(&b, &parts[k]);
    return b.line.width;
}
