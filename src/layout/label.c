/* The markup of labels:
 *
 *   "cell *m*[2,3]: **40** = $a \times d$"
 *    ─────┬ ┬──── ┬ ┬─       ────┬───────
 *      roman italic  bold      mathematics        parts of one line
 */
#include "label.h"

#include "cloze_box.h"
#include "line.h"

#include <math.h>

/* A label has a body of its own size even if its ink is low, so that labels side by side align. */
#define LEAST_ASCENT 0.7
#define LEAST_DESCENT 0.2
#define LEAST_SCRIPT 7.5 /* points */

typedef struct reader {
    const source *where;
    size_t at;
    bool bold, italic;
    size_t bold_at, italic_at; /* where they were opened */
    const fonts *fonts;
    text_style style;
    arena *arena;
    error *error;
    line_part *parts;
    size_t count, capacity;
} reader;

static text_style style_now(const reader *r) {
    text_style t = r->style;
    bool bold = r->bold || t.face == FACE_BOLD || t.face == FACE_BOLD_ITALIC;
    bool italic = r->italic != (t.face == FACE_ITALIC || t.face == FACE_BOLD_ITALIC); /* emphasis in italics is roman */
    if (!r->bold && !r->italic)
        return t;
    t.face = bold ? (italic ? FACE_BOLD_ITALIC : FACE_BOLD) : italic ? FACE_ITALIC : FACE_ROMAN;
    return t;
}

static void add_text(reader *r, str text) {
    if (text.len)
        *ARENA_PUSH(r->arena, r, parts, count, capacity) = (line_part){.text = text, .style = style_now(r)};
}

static char byte_at(const reader *r, size_t at) {
    return at < r->where->text.len ? r->where->text.ptr[at] : 0;
}

static bool is_gap(char c) {
    return c == 0 || c == ' ';
}

/* A star between spaces is a star. */
static bool is_mark(const reader *r) {
    if (byte_at(r, r->at) != '*')
        return false;
    size_t end = r->at;
    while (byte_at(r, end) == '*')
        end++;
    return !(is_gap(byte_at(r, end)) && (r->at == 0 || is_gap(byte_at(r, r->at - 1))));
}

static void read_stars(reader *r) {
    if (byte_at(r, r->at + 1) == '*') {
        r->bold = !r->bold;
        r->bold_at = r->at;
        r->at += 2;
    } else {
        r->italic = !r->italic;
        r->italic_at = r->at;
        r->at++;
    }
}

/* The closing dollar, or SIZE_MAX. */
static size_t closing_dollar(str text, size_t at) {
    for (; at < text.len; at++)
        if (text.ptr[at] == '\\')
            at++;
        else if (text.ptr[at] == '$')
            return at;
    return SIZE_MAX;
}

static bool read_mathematics(reader *r) {
    size_t open = r->at, close = closing_dollar(r->where->text, open + 1);
    if (close == SIZE_MAX)
        return error_at(r->error, r->where, open, 1, "'$' is never closed");
    const math *m = math_read(r->where, open + 1, close - open - 1, r->arena, r->error);
    if (!m)
        return false;
    piece *set = ARENA_NEW(r->arena, piece);
    math_style style = {.text = style_now(r), .least = fmin(LEAST_SCRIPT, r->style.size)};
    *set = math_set(m, r->fonts, style, r->arena);
    *ARENA_PUSH(r->arena, r, parts, count, capacity) = (line_part){.piece = set, .style = style_now(r)};
    r->at = close + 1;
    return true;
}

/* Room to write, if there is any here. */
static bool read_blank(reader *r) {
    cloze b;
    if (!cloze_next(r->where->text, &r->at, &b))
        return false;
    piece *set = ARENA_NEW(r->arena, piece);
    *set = cloze_set(&b, true, 0, r->fonts, style_now(r), r->arena);
    *ARENA_PUSH(r->arena, r, parts, count, capacity) = (line_part){.piece = set, .style = style_now(r)};
    return true;
}

static bool is_blank_sign(const reader *r) {
    size_t at = r->at;
    cloze b;
    return cloze_next(r->where->text, &at, &b);
}

static void read_words(reader *r) {
    strbuf b = strbuf_in(r->arena);
    while (r->at < r->where->text.len && !is_mark(r) && byte_at(r, r->at) != '$' && !is_blank_sign(r)) {
        char c = byte_at(r, r->at);
        bool escape = c == '\\' && r->at + 1 < r->where->text.len && (unsigned char)byte_at(r, r->at + 1) < 0x80;
        strbuf_add_byte(&b, escape ? byte_at(r, ++r->at) : c);
        r->at++;
    }
    add_text(r, strbuf_text(&b));
}

static bool read_label(reader *r) {
    while (r->at < r->where->text.len) {
        if (is_mark(r))
            read_stars(r);
        else if (byte_at(r, r->at) != '$') {
            if (!read_blank(r))
                read_words(r);
        } else if (!read_mathematics(r))
            return false;
    }
    if (r->bold)
        return error_at(r->error, r->where, r->bold_at, 2, "'**' is never closed");
    if (r->italic)
        return error_at(r->error, r->where, r->italic_at, 1, "'*' is never closed");
    return true;
}

piece label_set(str markup, const fonts *f, text_style style, arena *a, error *e) {
    source where = {STR("<label>"), markup};
    reader r = {.where = &where, .fonts = f, .style = style, .arena = a, .error = e};
    if (!read_label(&r))
        return (piece){.scene = scene_new(a)};
    piece label = line_set(r.parts, r.count, f, a);
    label.ascent = fmax(label.ascent, LEAST_ASCENT * style.size);
    label.descent = fmax(label.descent, LEAST_DESCENT * style.size);
    return label;
}
