/*   "长度 " | "6" bold | "：" | piece        parts as they come
 *    长度 ▏6▏：▏[piece]                        spaces where parts meet become gaps
 *
 * Inside a part scene_text does the same; this file looks at the joints only. */
#include "line.h"

#include "utf8.h"

#include <math.h>

#define CLEAR 0.05 /* em */

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

str line_trimmed(str text) {
    return str_trim(text);
}

uint32_t line_first(const line_part *p) {
    str text = str_trim(p->text);
    size_t at = 0;
    return p->piece ? 'x' : text.len ? utf8_next(text, &at) : 0;
}

uint32_t line_last(const line_part *p) {
    str text = str_trim(p->text);
    if (p->piece || !text.len)
        return p->piece ? 'x' : 0;
    size_t at = text.len - 1;
    while (at && ((unsigned char)text.ptr[at] & 0xC0) == 0x80)
        at--;
    return utf8_next(text, &at);
}

static size_t spaces_before(str text) {
    size_t count = 0;
    while (count < text.len && is_space(text.ptr[count]))
        count++;
    return count;
}

static size_t spaces_after(str text) {
    size_t count = 0;
    while (count < text.len && is_space(text.ptr[text.len - 1 - count]))
        count++;
    return count;
}

/* The style that rules a joint: that of a text, the left one first. */
static text_style joint_style(const line_part *left, const line_part *right) {
    return left->piece && !right->piece ? right->style : left->style;
}

static bool is_han(const fonts *f, text_style t, uint32_t c) {
    return utf8_is_full_width(c) && text_gap(f, t.face, c, 'x') > 0;
}

/* Where the face changes without a space, the ink of a slanted letter is kept clear of what follows. */
static double overhang(const fonts *f, const line_part *left, const line_part *right) {
    if (left->piece || right->piece || left->style.face == right->style.face)
        return 0;
    text_size before = text_measure(f, left->style, left->text), after = text_measure(f, right->style, right->text);
    return fmax(0, before.ink_right + after.ink_left + CLEAR * left->style.size);
}

double line_gap(const fonts *f, const line_part *left, const line_part *right) {
    uint32_t before = line_last(left), after = line_first(right);
    text_style t = joint_style(left, right);
    size_t spaces = (left->piece ? 0 : spaces_after(left->text)) + (right->piece ? 0 : spaces_before(right->text));
    if (!before || !after)
        return 0;
    if (!spaces)
        return text_gap(f, t.face, before, after) * t.size + overhang(f, left, right);
    bool han_before = is_han(f, t, before), han_after = is_han(f, t, after);
    bool mark = (utf8_is_full_width(before) && !han_before) || (utf8_is_full_width(after) && !han_after);
    if (mark)
        return 0;
    if (han_before != han_after)
        return text_gap(f, t.face, before, after) > 0 ? text_gap(f, t.face, before, after) * t.size : t.size / 4;
    t.tracking = 0;
    return text_measure(f, t, STR(" ")).width; /* several spaces count as one */
}

/* Places one part; returns its width. */
static double place_part(piece *into, const line_part *p, const fonts *f, double x) {
    if (p->piece) {
        scene_place(into->scene, p->piece->scene, x, 0, 1, STR(""));
        into->ascent = fmax(into->ascent, p->piece->ascent);
        into->descent = fmax(into->descent, p->piece->descent);
        return p->piece->width;
    }
    str text = str_trim(p->text);
    text_size size = text_measure(f, p->style, text);
    into->ascent = fmax(into->ascent, size.ink_top);
    into->descent = fmax(into->descent, size.ink_bottom);
    return scene_text(into->scene, f, p->style, (point){x, 0}, ANCHOR_LEFT, text) - p->style.tracking;
}

static bool is_blank(const line_part *p) {
    return !p->piece && !str_trim(p->text).len;
}

static bool same_link(const line_part *a, const line_part *b) {
    return a && b && str_equal(a->link, b->link);
}

piece line_set(const line_part *parts, size_t count, const fonts *f, arena *a) {
    piece line = {.scene = scene_new(a)};
    const line_part *last = NULL;
    double owed = 0; /* a part of spaces only */
    for (size_t k = 0; k < count; k++) {
        const line_part *p = &parts[k];
        if (is_blank(p)) {
            if (last && p->text.len)
                owed = text_measure(f, p->style, STR(" ")).width;
            continue;
        }
        if (last && last->link.len && !same_link(last, p))
            scene_close(line.scene);
        line.width += p->before + (last ? fmax(line_gap(f, last, p), owed) : 0);
        if (p->link.len && !same_link(last, p))
            scene_open(line.scene, (group){.role = ROLE_LINK, .target = p->link});
        line.width += place_part(&line, p, f, line.width);
        last = p;
        owed = 0;
    }
    if (last && last->link.len)
        scene_close(line.scene);
    return line;
}
