/* What the MATH table of an OpenType font says: measures for setting formulas, and signs that grow.
 *
 *   {  ──▶  {  {  {  …      variants, the first that is high enough
 *      ──▶  ⎧               or an assembly: parts of which some are repeated, overlapping more or less so that the
 *           ⎪               whole has the height asked for
 *           ⎨
 *           ⎩ */
#include "fonts.h"

#include "fonts_private.h"
#include "utf8.h"

#include <hb-ot.h>
#include <math.h>

/* TeX's parameters for Computer Modern at 10 pt (symbols and extension font). */
static const math_measures computer_modern = {
    .axis = 0.25,
    .rule = 0.04,
    .numerator_display = 0.677,
    .numerator = 0.394,
    .numerator_gap_display = 0.12,
    .numerator_gap = 0.06,
    .denominator_display = 0.686,
    .denominator = 0.345,
    .denominator_gap_display = 0.12,
    .denominator_gap = 0.06,
    .superscript_display = 0.413,
    .superscript = 0.363,
    .superscript_cramped = 0.289,
    .superscript_bottom = 0.10775,
    .superscript_drop = 0.386,
    .superscript_bottom_with_subscript = 0.3448,
    .subscript = 0.15,
    .subscript_with_superscript = 0.247,
    .subscript_top = 0.3448,
    .subscript_drop = 0.05,
    .script_gap = 0.16,
    .script_space = 0.05,
    .limit_above = 0.111,
    .limit_below = 0.167,
    .limit_above_baseline = 0.2,
    .limit_below_baseline = 0.6,
    .large_display = 1.4,
    .large_text = 1.0,
};

/* The first font of mathematics that has a MATH table, or NULL. */
static const font *math_font(const font_set *s) {
    const face_list *list = &s->faces[FACE_MATH];
    const font *text = setting_first_font(&(setting){.list = (face_list *)&s->faces[FACE_ROMAN], .size = 10});
    for (size_t k = 0; k < list->count; k++) {
        const font *f = list->items[k].font;
        if (f == text)
            break;
        if (font_opens(list->items[k].font) && hb_ot_math_has_data(f->face))
            return f;
    }
    return NULL;
}

static math_measures read_measures(const font *f) {
    math_measures m = computer_modern;
    const struct {
        hb_ot_math_constant_t id;
        double *to;
    } rows[] = {
        {HB_OT_MATH_CONSTANT_AXIS_HEIGHT, &m.axis},
        {HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, &m.rule},
        {HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_DISPLAY_STYLE_SHIFT_UP, &m.numerator_display},
        {HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_SHIFT_UP, &m.numerator},
        {HB_OT_MATH_CONSTANT_FRACTION_NUM_DISPLAY_STYLE_GAP_MIN, &m.numerator_gap_display},
        {HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_GAP_MIN, &m.numerator_gap},
        {HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_DISPLAY_STYLE_SHIFT_DOWN, &m.denominator_display},
        {HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_SHIFT_DOWN, &m.denominator},
        {HB_OT_MATH_CONSTANT_FRACTION_DENOM_DISPLAY_STYLE_GAP_MIN, &m.denominator_gap_display},
        {HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_GAP_MIN, &m.denominator_gap},
        {HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP, &m.superscript_display},
        {HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP, &m.superscript},
        {HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP_CRAMPED, &m.superscript_cramped},
        {HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MIN, &m.superscript_bottom},
        {HB_OT_MATH_CONSTANT_SUPERSCRIPT_BASELINE_DROP_MAX, &m.superscript_drop},
        {HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MAX_WITH_SUBSCRIPT, &m.superscript_bottom_with_subscript},
        {HB_OT_MATH_CONSTANT_SUBSCRIPT_SHIFT_DOWN, &m.subscript},
        {HB_OT_MATH_CONSTANT_SUBSCRIPT_SHIFT_DOWN, &m.subscript_with_superscript},
        {HB_OT_MATH_CONSTANT_SUBSCRIPT_TOP_MAX, &m.subscript_top},
        {HB_OT_MATH_CONSTANT_SUBSCRIPT_BASELINE_DROP_MIN, &m.subscript_drop},
        {HB_OT_MATH_CONSTANT_SUB_SUPERSCRIPT_GAP_MIN, &m.script_gap},
        {HB_OT_MATH_CONSTANT_SPACE_AFTER_SCRIPT, &m.script_space},
        {HB_OT_MATH_CONSTANT_UPPER_LIMIT_GAP_MIN, &m.limit_above},
        {HB_OT_MATH_CONSTANT_LOWER_LIMIT_GAP_MIN, &m.limit_below},
        {HB_OT_MATH_CONSTANT_UPPER_LIMIT_BASELINE_RISE_MIN, &m.limit_above_baseline},
        {HB_OT_MATH_CONSTANT_LOWER_LIMIT_BASELINE_DROP_MIN, &m.limit_below_baseline},
        {HB_OT_MATH_CONSTANT_DISPLAY_OPERATOR_MIN_HEIGHT, &m.large_display},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        *rows[k].to = (double)hb_ot_math_get_constant(f->hb, rows[k].id) / f->units;
    m.known = true;
    return m;
}

const math_measures *fonts_math(const fonts *f) {
    font_set *s = f->set;
    if (!s->math_read) {
        const font *found = math_font(s);
        s->math = found ? read_measures(found) : computer_modern;
        s->math_read = true;
    }
    return &s->math;
}

/* ---- signs that grow ---- */

enum { MOST_PARTS = 16, MOST_GLYPHS = 400 };

/* Glyphs one above the other: `y` of a part's bottom above that of the whole, em. */
typedef struct stack {
    struct {
        uint32_t glyph;
        double y;
    } parts[MOST_GLYPHS];
    size_t count;
    double height;
} stack;

/* Puts parts one on another, extenders `repeats` times, each `share` of the way from the least overlap to the most that
 * its connectors allow. */
static void pile(stack *to, const font *f, const hb_ot_math_glyph_part_t *parts, unsigned count, int repeats,
                 double share) {
    double em = f->units, y = 0, before = -1;
    double least = hb_ot_math_get_min_connector_overlap(f->hb, HB_DIRECTION_BTT) / em;
    to->count = 0;
    for (unsigned k = 0; k < count; k++) {
        int times = parts[k].flags & HB_MATH_GLYPH_PART_FLAG_EXTENDER ? repeats : 1;
        for (; times > 0 && to->count < MOST_GLYPHS; times--) {
            double most = fmin(before, parts[k].start_connector_length / em);
            if (before >= 0)
                y -= least + share * fmax(most - least, 0);
            to->parts[to->count].glyph = parts[k].glyph;
            to->parts[to->count++].y = y;
            y += parts[k].full_advance / em;
            before = parts[k].end_connector_length / em;
        }
    }
    to->height = y;
}

static bool assemble(stack *to, const font *f, uint32_t glyph, double height) {
    hb_ot_math_glyph_part_t parts[MOST_PARTS];
    unsigned count = MOST_PARTS;
    hb_ot_math_get_glyph_assembly(f->hb, glyph, HB_DIRECTION_BTT, 0, &count, parts, NULL);
    if (!count)
        return false;
    int repeats = 0;
    do
        pile(to, f, parts, count, repeats++, 0);
    while (to->height < height && to->count < MOST_GLYPHS - MOST_PARTS && repeats < MOST_GLYPHS);
    double loose = to->height;
    pile(to, f, parts, count, repeats - 1, 1);
    if (loose > height && loose > to->height)
        pile(to, f, parts, count, repeats - 1, fmin((loose - height) / (loose - to->height), 1));
    return true;
}

/* Lists of variants begin with the sign itself. */
static bool grow(stack *to, const font *f, uint32_t glyph, double height) {
    hb_ot_math_glyph_variant_t variants[MOST_PARTS];
    unsigned count = MOST_PARTS;
    hb_ot_math_get_glyph_variants(f->hb, glyph, HB_DIRECTION_BTT, 0, &count, variants);
    unsigned k = 0;
    while (k < count && variants[k].advance < height * f->units - 1)
        k++;
    if (k == count && assemble(to, f, glyph, height))
        return true;
    if (!count)
        return false;
    to->parts[0].glyph = variants[k < count ? k : count - 1].glyph;
    to->count = 1;
    return true;
}

bool scene_tall(scene *s, const fonts *f, text_style style, double height, str sign, text_size *size) {
    font_set *set = f->set;
    setting g = setting_of(set, style.face, style.size, false);
    size_t at = 0;
    uint32_t c = sign.len ? utf8_next(sign, &at) : 0;
    font *found = c ? setting_font(set, &g, c, false) : NULL;
    stack parts;
    if (!found || !hb_ot_math_has_data(found->face) || !grow(&parts, found, font_glyph(found, c), height / style.size))
        return false;
    glyph *glyphs = ARENA_ARRAY(set->arena, glyph, parts.count);
    glyph_run run = {.font = font_base(found),
                     .size = style.size,
                     .color = style.color,
                     .glyphs = glyphs,
                     .count = parts.count,
                     .text = str_copy(set->arena, sign),
                     .drawn = true};
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (size_t k = 0; k < parts.count; k++) {
        box ink = glyph_ink(found, parts.parts[k].glyph);
        /* Parts are piled by their ink, and stand on the baseline together. */
        double y = parts.count > 1 ? -parts.parts[k].y - (ink.y + ink.h) : 0;
        double advance = (double)font_advance(found, parts.parts[k].glyph) / found->units * style.size;
        glyphs[k] = (glyph){.id = parts.parts[k].glyph, .y = y * style.size, .advance = k ? 0 : advance};
        run.width = fmax(run.width, advance);
        left = fmin(left, ink.x * style.size);
        right = fmax(right, (ink.x + ink.w) * style.size);
        top = fmin(top, (y + ink.y) * style.size);
        bottom = fmax(bottom, (y + ink.y + ink.h) * style.size);
    }
    run.ink = (box){left, top, right - left, bottom - top};
    scene_glyphs(s, run);
    *size = (text_size){.width = run.width,
                        .ascent = -top,
                        .descent = bottom,
                        .ink_top = -top,
                        .ink_bottom = bottom,
                        .ink_left = -left,
                        .ink_right = right - run.width};
    return true;
}
