/* Mathematics as boxes, by the rules of TeXbook appendix G, with the measures of the font's MATH table.
 *
 *   math tree ──▶ box (its scene with the baseline at y = 0) ──▶ placed into the box around it
 *
 *        ┌────────┐ ascent      left, right: where the ink begins and ends; it may hang over the width, as that of
 *        │ ink    │             an italic f does. Neighbours are kept clear of it.
 *   ─────┼────────┼─ baseline
 *        └────────┘ descent
 *
 * A theme may have no font for mathematics. Then the text's fonts serve, with the parameters of Computer Modern: italic
 * letters carry text spacing, their italic correction is the overhang of the ink, and large brackets are drawn. */
#include "cloze_box.h"
#include "delimiter.h"
#include "utf8.h"

#include <math.h>

#define X_HEIGHT 0.431
#define NULL_DELIMITER 0.12
#define CASES_GAP 1.0 /* between the columns */
#define CASES_ABOVE 0.90
#define CASES_BELOW 0.42
#define CLEAR 0.05         /* between the inks of neighbours */
#define CLEAR_BRACKET 0.09 /* and of a letter and a bracket */
#define GLYPH_BRACKET 1.05 /* the height up to which a bracket is a character */
#define SCRIPT_RATIO 0.73  /* 8 pt beside 10.95 */

typedef enum style_level { DISPLAY, TEXT, SCRIPT, SCRIPT_SCRIPT } style_level;

typedef struct level {
    style_level style;
    bool cramped;
} level;

typedef struct setter {
    const fonts *fonts;
    const math_measures *measures;
    math_style style;
    arena *arena;
} setter;

typedef struct mbox {
    scene *scene;
    double width, ascent, descent;
    double left, right; /* x of the ink's ends; left > right if there is none */
    double italic;      /* how far a superscript moves to the right */
    bool leans;         /* what follows moves as far, unless it is a subscript */
    bool single;        /* one character: scripts stand at fixed heights */
} mbox;

static mbox set_math(const setter *s, const math *m, level l);
static mbox set_items(const setter *s, math **items, size_t count, level l);

/* --- sizes and styles --- */

static double size_at(const setter *s, level l) {
    double body = s->style.text.size, least = fmin(s->style.least, body);
    double size = l.style == SCRIPT          ? body * SCRIPT_RATIO
                  : l.style == SCRIPT_SCRIPT ? body * SCRIPT_RATIO * SCRIPT_RATIO
                                             : body;
    return fmax(size, least);
}

static level script_of(level l, bool cramped) {
    return (level){l.style <= TEXT ? SCRIPT : SCRIPT_SCRIPT, l.cramped || cramped};
}

static level fraction_part(level l, bool cramped) {
    style_level style = l.style == DISPLAY ? TEXT : l.style == TEXT ? SCRIPT : SCRIPT_SCRIPT;
    return (level){style, l.cramped || cramped};
}

static bool is_bold(const setter *s) {
    return s->style.text.face == FACE_BOLD || s->style.text.face == FACE_BOLD_ITALIC;
}

/* Words: in the fonts of the text. */
static text_style words_at(const setter *s, level l) {
    text_style t = s->style.text;
    t.face = is_bold(s) ? FACE_BOLD : FACE_ROMAN;
    t.size = size_at(s, l);
    t.tracking = 0;
    return t;
}

static text_style style_at(const setter *s, level l, bool italic) {
    static const face faces[2][2] = {{FACE_MATH, FACE_MATH_ITALIC}, {FACE_MATH_BOLD, FACE_MATH_BOLD_ITALIC}};
    text_style t = words_at(s, l);
    t.face = faces[is_bold(s)][italic];
    t.script = t.size < 0.9 * s->style.text.size; /* where the least size keeps scripts large, they are no wider */
    return t;
}

/* --- boxes --- */

static mbox box_empty(const setter *s) {
    return (mbox){.scene = scene_new(s->arena), .left = INFINITY, .right = -INFINITY};
}

/* Places a part, once, with its baseline lowered by `y`; the width is the caller's business. */
static void box_place(mbox *into, const mbox *part, double x, double y) {
    scene_take(into->scene, part->scene, x, y, STR(""));
    into->ascent = fmax(into->ascent, part->ascent - y);
    into->descent = fmax(into->descent, part->descent + y);
    into->left = fmin(into->left, x + part->left);
    into->right = fmax(into->right, x + part->right);
}

static mbox set_text(const setter *s, text_style t, str text) {
    mbox b = box_empty(s);
    text_size size = text_measure(s->fonts, t, text);
    b.width = scene_text(b.scene, s->fonts, t, (point){0, 0}, ANCHOR_LEFT, text);
    b.ascent = fmax(size.ink_top, 0);
    b.descent = fmax(size.ink_bottom, 0);
    if (size.ink_top + size.ink_bottom > 0) {
        b.left = -size.ink_left;
        b.right = b.width + size.ink_right;
    }
    return b;
}

/* The middle of the ink of a box of one text, above the baseline. */
static double ink_middle(const setter *s, text_style t, str text) {
    text_size size = text_measure(s->fonts, t, text);
    return (size.ink_top - size.ink_bottom) / 2;
}

/* --- symbols --- */

static bool is_centred(const math *m) {
    return (m->class == MATH_BIN || m->class == MATH_REL) &&
           !(m->text.len && m->text.ptr[0] >= 'a' && m->text.ptr[0] <= 'z');
}

/* Operators of other fonts than the body's may stand at another height: all are brought to the axis. Those of a font
 * for mathematics stand there. */
static mbox set_symbol(const setter *s, const math *m, level l) {
    text_style t = style_at(s, l, !m->upright);
    mbox b = set_text(s, t, m->text);
    b.single = true;
    b.leans = s->measures->known;
    b.italic = b.leans ? text_italic(s->fonts, t, m->text) : m->upright ? 0 : fmax(b.right - b.width, 0);
    if (b.leans)
        return b;
    double off = is_centred(m) ? s->measures->axis * t.size - ink_middle(s, t, m->text) : 0;
    if (fabs(off) < 0.01 * t.size || fabs(off) > 0.15 * t.size)
        return b;
    mbox centred = box_empty(s);
    box_place(&centred, &b, 0, -off);
    centred.width = b.width;
    centred.single = true;
    return centred;
}

static mbox set_words(const setter *s, const math *m, level l) {
    text_style t = words_at(s, l);
    t.face = m->class == MATH_OP ? t.face : s->style.text.face;
    return set_text(s, t, m->text);
}

/* Room to write is as large in scripts as elsewhere. */
static mbox set_blank(const setter *s, str text, level l) {
    mbox b = box_empty(s);
    cloze found;
    cloze_is(text, &found);
    piece room = cloze_set(&found, true, 0, s->fonts, style_at(s, l, false), s->arena);
    b.width = room.width;
    b.ascent = room.ascent;
    b.descent = room.descent;
    b.left = 1;
    b.right = room.width - 1;
    scene_take(b.scene, room.scene, 0, 0, STR(""));
    return b;
}

/* Three points as far apart as TeX sets them: a text font's own sign is full width in Chinese text. */
static mbox set_dots(const setter *s, const math *m, level l) {
    text_style t = words_at(s, l);
    t.tracking = t.size / 6;
    bool low = str_is(m->text, "…");
    mbox dots = set_text(s, t, low ? STR("...") : STR("···")), b = box_empty(s);
    box_place(&b, &dots, 0, low ? 0 : ink_middle(s, t, STR("·")) - s->measures->axis * t.size);
    b.width = dots.width - t.tracking;
    return b;
}

/* --- fractions --- */

static double wider(double a, double b) {
    return a > b ? a : b;
}

static void add_rule(mbox *b, double x, double width, double y, double thickness, color c) {
    scene_rect(b->scene, (box){x, y - thickness / 2, width, thickness}, 0, paint_fill(c));
    b->left = fmin(b->left, x);
    b->right = fmax(b->right, x + width);
}

static mbox set_fraction(const setter *s, const math *m, level l) {
    double em = size_at(s, l), rule = fmax(s->measures->rule * em, 0.4), axis = s->measures->axis * em;
    bool display = l.style == DISPLAY;
    const math_measures *mm = s->measures;
    mbox above = set_math(s, m->children[0], fraction_part(l, false));
    mbox below = set_math(s, m->children[1], fraction_part(l, true));
    double up = em * (display ? mm->numerator_display : mm->numerator);
    double down = em * (display ? mm->denominator_display : mm->denominator);
    double clear_above = em * (display ? mm->numerator_gap_display : mm->numerator_gap);
    double clear_below = em * (display ? mm->denominator_gap_display : mm->denominator_gap);
    up = fmax(up, axis + rule / 2 + clear_above + above.descent);
    down = fmax(down, below.ascent + clear_below + rule / 2 - axis);
    double width = wider(above.width, below.width), side = NULL_DELIMITER * em, over = 0.06 * em;
    mbox b = box_empty(s);
    box_place(&b, &above, side + over + (width - above.width) / 2, -up);
    box_place(&b, &below, side + over + (width - below.width) / 2, down);
    add_rule(&b, side, width + 2 * over, -axis, rule, s->style.text.color);
    b.width = width + 2 * over + 2 * side;
    return b;
}

/* --- scripts --- */

static bool is_prime(const math *m) {
    if (!m || m->kind != MATH_ROW || !m->count)
        return m && m->kind == MATH_SYMBOL && str_is(m->text, "′");
    for (size_t k = 0; k < m->count; k++)
        if (!is_prime(m->children[k]))
            return false;
    return true;
}

static double superscript_shift(const setter *s, const mbox *base, const mbox *sup, level l) {
    const math_measures *mm = s->measures;
    double em = size_at(s, l), script = size_at(s, script_of(l, false));
    double least = l.cramped ? mm->superscript_cramped : l.style == DISPLAY ? mm->superscript_display : mm->superscript;
    double up = base->single ? 0 : base->ascent - mm->superscript_drop * script;
    return fmax(fmax(up, least * em), sup->descent + mm->superscript_bottom * em);
}

static double subscript_shift(const setter *s, const mbox *base, const mbox *sub, bool with_sup, level l) {
    const math_measures *mm = s->measures;
    double em = size_at(s, l), script = size_at(s, script_of(l, false));
    double down = base->single ? 0 : base->descent + mm->subscript_drop * script;
    return with_sup ? fmax(down, mm->subscript_with_superscript * em)
                    : fmax(fmax(down, mm->subscript * em), sub->ascent - mm->subscript_top * em);
}

/* Both scripts keep a gap; the superscript does not sink below four fifths of the x-height. */
static void part_scripts(const setter *s, const mbox *sup, const mbox *sub, double em, double *up, double *down) {
    double gap = (*up - sup->descent) - (sub->ascent - *down), least = s->measures->script_gap * em;
    if (gap >= least)
        return;
    *down += least - gap;
    double low = s->measures->superscript_bottom_with_subscript * em - (*up - sup->descent);
    if (low > 0) {
        *up += low;
        *down -= low;
    }
}

/* Adds scripts (either may be NULL) to a base. */
static mbox attach_scripts(const setter *s, mbox base, const math *below, const math *above, level l) {
    double em = size_at(s, l), up = 0, down = 0;
    mbox sub = below ? set_math(s, below, script_of(l, true)) : box_empty(s);
    bool prime = is_prime(above); /* the character is raised already */
    mbox sup = !above ? box_empty(s) : set_math(s, above, prime ? l : script_of(l, false));
    if (above && !prime)
        up = superscript_shift(s, &base, &sup, l);
    if (below)
        down = subscript_shift(s, &base, &sub, above != NULL, l);
    if (above && below)
        part_scripts(s, &sup, &sub, em, &up, &down);
    mbox b = box_empty(s);
    box_place(&b, &base, 0, 0);
    double space = s->measures->script_space * em, raised = base.width + base.italic;
    if (below)
        box_place(&b, &sub, base.width, down);
    if (above)
        box_place(&b, &sup, raised, -up);
    b.width = fmax(below ? base.width + sub.width : base.width, above ? raised + sup.width : base.width) + space;
    return b;
}

static mbox set_scripts(const setter *s, const math *m, level l) {
    return attach_scripts(s, set_math(s, m->children[0], l), m->children[1], m->children[2], l);
}

/* --- big operators --- */

/* A box of one tall sign, its middle on the axis; false if no font grows it. */
static bool set_tall(const setter *s, mbox *b, str sign, double height, level l) {
    text_style t = style_at(s, l, false);
    t.script = false;
    mbox tall = box_empty(s);
    text_size size;
    if (!s->measures->known || !scene_tall(tall.scene, s->fonts, t, height, sign, &size))
        return false;
    tall.width = size.width;
    tall.ascent = size.ink_top;
    tall.descent = size.ink_bottom;
    tall.left = -size.ink_left;
    tall.right = size.width + size.ink_right;
    *b = box_empty(s);
    box_place(b, &tall, 0, (size.ink_top - size.ink_bottom) / 2 - s->measures->axis * t.size);
    b->width = size.width;
    return true;
}

static mbox set_operator_sign(const setter *s, const math *m, level l) {
    text_style t = style_at(s, l, false);
    if (!m->large)
        return set_text(s, words_at(s, l), m->text);
    double em = t.size, large = l.style == DISPLAY ? s->measures->large_display : s->measures->large_text;
    mbox sign, b;
    if (set_tall(s, &b, m->text, l.style == DISPLAY ? large * em : 0, l))
        return b;
    text_size natural = text_measure(s->fonts, t, m->text);
    double height = natural.ink_top + natural.ink_bottom;
    if (height > 0)
        t.size *= em * large / height;
    sign = set_text(s, t, m->text);
    b = box_empty(s);
    box_place(&b, &sign, 0, ink_middle(s, t, m->text) - s->measures->axis * em);
    b.width = sign.width;
    return b;
}

static mbox stack_limits(const setter *s, mbox sign, const math *below, const math *above, level l) {
    double em = size_at(s, l);
    const math_measures *mm = s->measures;
    level script = script_of(l, false);
    mbox low = below ? set_math(s, below, (level){script.style, true}) : box_empty(s);
    mbox high = above ? set_math(s, above, script) : box_empty(s);
    double width = wider(sign.width, wider(low.width, high.width));
    mbox b = box_empty(s);
    box_place(&b, &sign, (width - sign.width) / 2, 0);
    if (below) {
        double gap = em * fmax(mm->limit_below, mm->limit_below_baseline - low.ascent / em);
        box_place(&b, &low, (width - low.width) / 2, sign.descent + gap + low.ascent);
    }
    if (above) {
        double gap = em * fmax(mm->limit_above, mm->limit_above_baseline - high.descent / em);
        box_place(&b, &high, (width - high.width) / 2, -(sign.ascent + gap + high.descent));
    }
    b.width = width;
    return b;
}

static mbox set_big(const setter *s, const math *m, level l) {
    mbox sign = set_operator_sign(s, m, l);
    if (!m->children[0] && !m->children[1])
        return sign;
    if (m->limits && l.style == DISPLAY)
        return stack_limits(s, sign, m->children[0], m->children[1], l);
    sign.single = !m->large;
    return attach_scripts(s, sign, m->children[0], m->children[1], l);
}

/* --- brackets and cases --- */

/* Adds a bracket that covers `half` above and below the axis; returns its width. */
static double add_bracket(const setter *s, mbox *into, str bracket, double x, double half, level l) {
    double em = size_at(s, l), axis = s->measures->axis * em;
    if (!bracket.len)
        return NULL_DELIMITER * em;
    mbox b;
    if (set_tall(s, &b, bracket, 2 * half, l)) {
        /* of a font for mathematics */
    } else if (2 * half <= GLYPH_BRACKET * em) {
        b = set_text(s, style_at(s, l, false), bracket);
    } else {
        b = box_empty(s);
        half = fmax(half, 0.6 * em);
        b.width = delimiter_draw(b.scene, bracket, 0, -axis - half, -axis + half, em, s->style.text.color);
        box ink = scene_ink(b.scene);
        b.left = ink.x;
        b.right = ink.x + ink.w;
        b.ascent = axis + half;
        b.descent = half - axis;
    }
    box_place(into, &b, x, 0);
    return b.width;
}

/* Half the height, about the axis, of brackets around a box: nine tenths of it, at most half an em short. */
static double bracket_half(const setter *s, const mbox *inside, double em) {
    double axis = s->measures->axis * em, half = fmax(inside->ascent - axis, inside->descent + axis);
    return fmax(half * 0.901, half - 0.25 * em);
}

static mbox set_fenced(const setter *s, const math *m, level l) {
    double em = size_at(s, l);
    mbox inside = set_math(s, m->children[0], l), b = box_empty(s);
    double half = bracket_half(s, &inside, em), x = add_bracket(s, &b, m->left, 0, half, l);
    if (b.right > -INFINITY && inside.left < INFINITY)
        x = fmax(x, b.right + CLEAR * em - inside.left);
    box_place(&b, &inside, x, 0);
    x += inside.width;
    if (inside.right > -INFINITY)
        x = fmax(x, b.right);
    b.width = x + add_bracket(s, &b, m->right, x, half, l);
    return b;
}

typedef struct cases_row {
    mbox cells[2];
    double ascent, descent;
    double baseline; /* below that of the first row */
} cases_row;

static cases_row *set_cases_rows(const setter *s, const math *m, level inner, double em, double *first_width) {
    cases_row *rows = ARENA_ARRAY(s->arena, cases_row, m->count);
    *first_width = 0;
    for (size_t k = 0; k < m->count; k++) {
        const math *row = m->children[k];
        rows[k].ascent = CASES_ABOVE * em;
        rows[k].descent = CASES_BELOW * em;
        for (size_t c = 0; c < 2; c++) {
            mbox *cell = &rows[k].cells[c];
            *cell = c < row->count ? set_math(s, row->children[c], inner) : box_empty(s);
            rows[k].ascent = fmax(rows[k].ascent, cell->ascent + 0.1 * em);
            rows[k].descent = fmax(rows[k].descent, cell->descent + 0.1 * em);
        }
        *first_width = fmax(*first_width, rows[k].cells[0].width);
        if (k)
            rows[k].baseline = rows[k - 1].baseline + rows[k - 1].descent + rows[k].ascent;
    }
    return rows;
}

static mbox set_cases(const setter *s, const math *m, level l) {
    level inner = {l.style == DISPLAY ? TEXT : l.style, l.cramped};
    double em = size_at(s, l), first, x;
    cases_row *rows = set_cases_rows(s, m, inner, em, &first);
    const cases_row *last = &rows[m->count - 1];
    double half = (rows[0].ascent + last->baseline + last->descent) / 2;
    double top = -s->measures->axis * em - half + rows[0].ascent; /* the first baseline: all is centred on the axis */
    mbox b = box_empty(s);
    x = add_bracket(s, &b, STR("{"), 0, half - 0.08 * em, l) + 0.2 * em;
    double width = 0;
    for (size_t k = 0; k < m->count; k++) {
        const mbox *condition = &rows[k].cells[1];
        box_place(&b, &rows[k].cells[0], x, top + rows[k].baseline);
        box_place(&b, condition, x + first + CASES_GAP * em, top + rows[k].baseline);
        width = fmax(width, condition->width > 0 ? first + CASES_GAP * em + condition->width : first);
    }
    b.width = x + width + NULL_DELIMITER * em;
    return b;
}

/* --- rows --- */

/* Spaces between classes, TeXbook page 170: 1 thin, 2 medium, 3 thick; negative: not in scripts. */
static double class_space(math_class left, math_class right, level l) {
    static const int kinds[8][8] = {
        [MATH_ORD] = {0, 1, -2, -3, 0, 0, 0, -1},       [MATH_OP] = {1, 1, 0, -3, 0, 0, 0, -1},
        [MATH_BIN] = {-2, -2, 0, 0, -2, 0, 0, -2},      [MATH_REL] = {-3, -3, 0, 0, -3, 0, 0, -3},
        [MATH_OPEN_] = {0, 0, 0, 0, 0, 0, 0, 0},        [MATH_CLOSE_] = {0, 1, -2, -3, 0, 0, 0, -1},
        [MATH_PUNCT] = {-1, -1, 0, -1, -1, -1, -1, -1}, [MATH_INNER] = {-1, 1, -2, -3, -1, 0, -1, -1},
    };
    static const double widths[] = {0, 1.0 / 6, 2.0 / 9, 5.0 / 18};
    int kind = kinds[left][right];
    if (kind < 0 && l.style >= SCRIPT)
        return 0;
    return widths[kind < 0 ? -kind : kind];
}

static bool is_letter(const math *m) {
    return m->kind == MATH_SYMBOL && !m->upright;
}

/* Letters side by side are set as one text, so that they are kerned. Returns how many from k on. */
static size_t letters_from(math **items, size_t count, size_t k) {
    size_t to = k;
    while (to < count && is_letter(items[to]))
        to++;
    return to - k;
}

static mbox set_letters(const setter *s, math **items, size_t count, level l) {
    strbuf text = strbuf_in(s->arena);
    for (size_t k = 0; k < count; k++)
        strbuf_add(&text, items[k]->text);
    math all = *items[0];
    all.text = strbuf_text(&text);
    return set_symbol(s, &all, l);
}

static uint32_t edge_character(const math *m, bool last) {
    if (m->kind != MATH_TEXT || !m->text.len)
        return m->class == MATH_ORD || m->class == MATH_INNER ? 'x' : '(';
    size_t at = last ? m->text.len - 1 : 0;
    while (at && ((unsigned char)m->text.ptr[at] & 0xC0) == 0x80)
        at--;
    return utf8_next(m->text, &at);
}

/* Words beside a formula: a quarter em between Han and the rest, as in running text. */
static double words_gap(const setter *s, const math *left, const math *right) {
    if (left->kind != MATH_TEXT && right->kind != MATH_TEXT)
        return 0;
    double gap = text_gap(s->fonts, s->style.text.face, edge_character(left, true), edge_character(right, false));
    return fmax(gap, 0);
}

/* A row under construction. */
typedef struct row {
    mbox box;
    double x;
    double space;       /* explicit, since the last item */
    const math *before; /* NULL at the beginning */
} row;

static void row_add(const setter *s, row *r, const mbox *b, const math *m, level l) {
    double em = size_at(s, l);
    if (r->before) {
        double space = class_space(r->before->class, m->class, l);
        r->x += em * fmax(space, words_gap(s, r->before, m));
        bool bracket = m->class == MATH_OPEN_ || m->class == MATH_CLOSE_ || r->before->class == MATH_OPEN_;
        if (r->space >= 0 && b->left < INFINITY && r->box.right > -INFINITY)
            r->x = fmax(r->x, r->box.right + (bracket ? CLEAR_BRACKET : CLEAR) * em - b->left);
    }
    r->x += r->space;
    r->space = 0;
    box_place(&r->box, b, r->x, 0);
    r->x += b->width + (b->leans ? b->italic : 0);
    r->box.italic = b->italic;
    r->before = m;
}

static mbox set_items(const setter *s, math **items, size_t count, level l) {
    row r = {.box = box_empty(s)};
    for (size_t k = 0; k < count;) {
        const math *m = items[k];
        size_t letters = letters_from(items, count, k);
        if (m->kind == MATH_SPACE) {
            r.space += m->width * size_at(s, l);
            k++;
        } else if (letters > 1) {
            mbox b = set_letters(s, items + k, letters, l);
            row_add(s, &r, &b, m, l);
            k += letters;
        } else {
            mbox b = set_math(s, m, l);
            row_add(s, &r, &b, m, l);
            k++;
        }
    }
    r.box.width = r.x + r.space;
    r.box.single = count == 1 && items[0]->kind == MATH_SYMBOL;
    if (r.box.single && s->measures->known) { /* {f} is f: scripts stand at it as at the letter alone */
        r.box.width -= r.box.italic;
        r.box.leans = true;
    }
    return r.box;
}

static mbox set_math(const setter *s, const math *m, level l) {
    switch (m->kind) {
    case MATH_ROW:
        return set_items(s, m->children, m->count, l);
    case MATH_SYMBOL:
        return m->class == MATH_INNER ? set_dots(s, m, l) : set_symbol(s, m, l);
    case MATH_TEXT:
        return set_words(s, m, l);
    case MATH_FRACTION:
        return set_fraction(s, m, l);
    case MATH_SCRIPTS:
        return set_scripts(s, m, l);
    case MATH_BIG:
        return set_big(s, m, l);
    case MATH_FENCED:
        return set_fenced(s, m, l);
    case MATH_CASES:
        return set_cases(s, m, l);
    case MATH_CLOZE:
        return set_blank(s, m->text, l);
    case MATH_SPACE:
        break;
    }
    mbox space = box_empty(s);
    space.width = m->width * size_at(s, l);
    return space;
}

piece math_set(const math *m, const fonts *f, math_style style, arena *a) {
    setter s = {f, fonts_math(f), style, a};
    mbox b = set_math(&s, m, (level){style.display ? DISPLAY : TEXT, false});
    /* What follows must not meet the overhang of an italic letter at the end. */
    double width = fmax(b.right > b.width ? b.right : b.width, b.leans ? b.width + b.italic : 0);
    return (piece){b.scene, width, b.ascent, b.descent};
}
