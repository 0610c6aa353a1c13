/* Exact values in cells. What does not fit is set smaller, then by its leading digits, rounded from all of them:
 *
 *   "-123456789…" ──▶ −123 456 789… ──▶ smaller ──▶ ≈ −1.2 × 10⁴⁷
 *
 * Digits are strings here, so the rounding is long division on decimal digits. */
#include "cloze_box.h"

#include "utf8.h"

#include <math.h>
#include <string.h>

#define STACKED_RATIO 0.8 /* parts of a stacked fraction in a cell, of its text size */
#define STEP 0.25         /* sizes go down in quarters of a point */
#define AXIS 0.25
#define LEAST_PART 6 /* of exponents and parts of fractions, unless the least size is smaller */

enum { GROUPED_FROM = 5 };

/* A value taken apart: all digits, without leading zeros. */
typedef struct value_parts {
    bool negative;
    str above, below; /* below is empty for an integer */
} value_parts;

static bool all_digits(str s) {
    for (size_t k = 0; k < s.len; k++)
        if (s.ptr[k] < '0' || s.ptr[k] > '9')
            return false;
    return s.len > 0;
}

/* False if the text is no number. */
static bool take_apart(str text, value_parts *v) {
    v->negative = str_starts(text, "-");
    text = str_slice(text, v->negative, text.len);
    size_t slash = str_find(text, STR("/"), 0);
    v->above = str_slice(text, 0, slash);
    v->below = slash == SIZE_MAX ? STR("") : str_slice(text, slash + 1, text.len);
    return all_digits(v->above) && (slash == SIZE_MAX || all_digits(v->below));
}

/* --- leading digits --- */

/* A number of fixed length, one digit a byte, most significant first. */
typedef struct digits {
    uint8_t *d;
    size_t count;
} digits;

/* `text` with zeros before and after it. */
static digits digits_of(str text, size_t before, size_t after, arena *a) {
    digits n = {ARENA_ARRAY(a, uint8_t, before + text.len + after), before + text.len + after};
    for (size_t k = 0; k < text.len; k++)
        n.d[before + k] = (uint8_t)(text.ptr[k] - '0');
    return n;
}

static int digits_compare(digits a, digits b) {
    return memcmp(a.d, b.d, a.count);
}

static void digits_subtract(digits a, digits b) {
    int borrow = 0;
    for (size_t k = a.count; k-- > 0;) {
        int d = a.d[k] - b.d[k] - borrow;
        borrow = d < 0;
        a.d[k] = (uint8_t)(d + 10 * borrow);
    }
}

/* Multiplies by ten; the first digit must be 0. */
static void digits_shift(digits a) {
    memmove(a.d, a.d + 1, a.count - 1);
    a.d[a.count - 1] = 0;
}

static void digits_double(digits a) {
    int carry = 0;
    for (size_t k = a.count; k-- > 0;) {
        int d = 2 * a.d[k] + carry;
        carry = d >= 10;
        a.d[k] = (uint8_t)(d - 10 * carry);
    }
}

static bool digits_zero(digits a) {
    for (size_t k = 0; k < a.count; k++)
        if (a.d[k])
            return false;
    return true;
}

typedef struct leading {
    int mantissa; /* of the digits asked for: 12 for 1.2 */
    long exponent;
    bool exact;
} leading;

/* above / below = d.d × 10^exponent with one or two digits, rounded half away from zero. `above` is not 0. */
static leading leading_digits(str above, str below, int places, arena *a) {
    long exponent = (long)above.len - (long)below.len;
    size_t length = above.len > below.len ? above.len : below.len;
    /* Both in the same length, so that the quotient is below 10; two digits in front for doubling and shifting. */
    digits rest = digits_of(above, 2, length - above.len, a), by = digits_of(below, 2, length - below.len, a);
    if (digits_compare(rest, by) < 0) {
        exponent--;
        digits_shift(rest);
    }
    int mantissa = 0, too_large = places == 2 ? 100 : 10;
    for (int k = 0; k < places; k++) {
        if (k)
            digits_shift(rest);
        int digit = 0;
        for (; digits_compare(rest, by) >= 0; digit++)
            digits_subtract(rest, by);
        mantissa = 10 * mantissa + digit;
    }
    bool exact = digits_zero(rest);
    digits_double(rest);
    if (digits_compare(rest, by) >= 0)
        mantissa++;
    if (mantissa == too_large) {
        mantissa /= 10;
        exponent++;
    }
    return (leading){mantissa, exponent, exact};
}

/* Shortened forms, each narrower than the one before: "≈ 1.2 × 10⁴⁷", set tight, with one digit only, and the nearest
 * power of ten, "≈10⁴⁷". */
typedef enum brevity { BRIEF, BRIEF_TIGHT, BRIEF_ONE_DIGIT, BRIEF_POWER, BREVITY_COUNT } brevity;

/* The mantissa, with its decimal point: "1.2", "1" if that is exact. */
static str mantissa_text(leading l, int places, arena *a) {
    if (places == 1 || (l.exact && l.mantissa % 10 == 0))
        return str_format(a, "%d", places == 1 ? l.mantissa : l.mantissa / 10);
    return str_format(a, "%d.%d", l.mantissa / 10, l.mantissa % 10);
}

/* In TeX's words: "\approx -1.2 \times 10^{47}"; near 1 as a plain decimal. */
static str shortened_tex(const value_parts *v, brevity how, arena *a) {
    int places = how == BRIEF_ONE_DIGIT ? 1 : 2;
    leading l = leading_digits(v->above, v->below.len ? v->below : STR("1"), places, a);
    const char *about = l.exact ? "" : how == BRIEF ? "\\approx " : "{\\approx}";
    const char *times = how == BRIEF ? "\\times" : "{\\times}", *sign = v->negative ? "{-}" : "";
    str mantissa = mantissa_text(l, places, a);
    if (how == BRIEF_POWER) /* 3.2 is the first of two digits that is nearer to 10 than to 1 */
        return str_format(a, "%s%s10^{%ld}", l.exact && l.mantissa == 10 ? "" : "{\\approx}", sign,
                          l.exponent + (l.mantissa >= 32));
    if (l.exponent == 0)
        return str_format(a, "%s%s%.*s", about, sign, STR_ARG(mantissa));
    if (l.exponent == 1 && places == 2)
        return str_format(a, "%s%s%d", about, sign, l.mantissa);
    if (l.exponent == -1)
        return str_format(a, "%s%s0.%d", about, sign, l.mantissa);
    return str_format(a, "%s%s%.*s %s 10^{%ld}", about, sign, STR_ARG(mantissa), times, l.exponent);
}

/* --- setting --- */

/* Thin spaces between groups of three, from five digits on. */
static void add_grouped(strbuf *b, str digits) {
    for (size_t k = 0; k < digits.len; k++) {
        if (k && digits.len >= GROUPED_FROM && (digits.len - k) % 3 == 0)
            strbuf_add_c(b, "\xE2\x80\x89");
        strbuf_add_byte(b, digits.ptr[k]);
    }
}

static piece set_line(str text, const fonts *f, text_style style, arena *a) {
    piece p = {.scene = scene_new(a)};
    text_size size = text_measure(f, style, text);
    p.width = scene_text(p.scene, f, style, (point){0, 0}, ANCHOR_LEFT, text);
    p.ascent = fmax(size.ink_top, 0);
    p.descent = fmax(size.ink_bottom, 0);
    return p;
}

static str shown(const value_parts *v, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, v->negative ? "−" : "");
    add_grouped(&b, v->above);
    if (v->below.len) {
        strbuf_add_byte(&b, '/');
        add_grouped(&b, v->below);
    }
    return strbuf_text(&b);
}

static str grouped(str digits, arena *a) {
    strbuf b = strbuf_in(a);
    add_grouped(&b, digits);
    return strbuf_text(&b);
}

static piece set_stacked(const value_parts *v, double least, const fonts *f, text_style style, arena *a) {
    text_style small = style;
    small.size = fmax(style.size * STACKED_RATIO, fmin(style.size, least));
    piece above = set_line(grouped(v->above, a), f, small, a), below = set_line(grouped(v->below, a), f, small, a);
    double rule = fmax(0.04 * style.size, 0.4), axis = AXIS * style.size, clear = 0.13 * style.size;
    double over = 0.06 * style.size, x = 0;
    double width = fmax(above.width, below.width) + 2 * over;
    piece p = {.scene = scene_new(a)};
    if (v->negative)
        x = scene_text(p.scene, f, style, (point){0, 0}, ANCHOR_LEFT, STR("−")) + 0.05 * style.size;
    double up = axis + rule / 2 + clear + above.descent, down = below.ascent + clear + rule / 2 - axis;
    scene_take(p.scene, above.scene, x + (width - above.width) / 2, -up, STR(""));
    scene_take(p.scene, below.scene, x + (width - below.width) / 2, down, STR(""));
    scene_rect(p.scene, (box){x, -axis - rule / 2, width, rule}, 0, paint_fill(style.color));
    p.width = x + width;
    p.ascent = up + above.ascent;
    p.descent = down + below.descent;
    return p;
}

static piece set_shortened(const value_parts *v, brevity how, double least, const fonts *f, text_style style,
                           arena *a) {
    source where = {STR("<value>"), shortened_tex(v, how, a)};
    error e = error_in(a);
    const math *m = math_read(&where, 0, where.text.len, a, &e);
    return math_set(m, f, (math_style){.text = style, .least = fmin(style.size, least)}, a);
}

/* A value in one of its forms at one size. */
typedef struct form {
    const value_parts *parts; /* NULL: words */
    str words;
    bool stacked;
    bool shortened;
    brevity how;
    double least; /* nothing in it is set smaller */
} form;

static piece set_form(const form *v, const fonts *f, text_style style, arena *a) {
    if (!v->parts)
        return set_line(v->words, f, style, a);
    if (v->shortened)
        return set_shortened(v->parts, v->how, v->least, f, style, a);
    return v->stacked && v->parts->below.len ? set_stacked(v->parts, v->least, f, style, a)
                                             : set_line(shown(v->parts, a), f, style, a);
}

/* The largest size from style.size down to `least` at which it fits; false, set at the least size, if none does. */
static bool set_fitting(const form *v, double width, double least, const fonts *f, text_style style, arena *a,
                        piece *set) {
    *set = set_form(v, f, style, a);
    while (width > 0 && set->width > width) {
        if (style.size <= least)
            return false;
        double wanted = fmin(floor(style.size * width / set->width / STEP) * STEP, style.size - STEP);
        style.size = fmax(wanted, least);
        *set = set_form(v, f, style, a);
    }
    return true;
}

/* Words that do not fit: as many whole characters as do, and an ellipsis. */
static piece set_cut_words(str words, double width, const fonts *f, text_style style, arena *a) {
    size_t fits = 0;
    for (size_t at = 0; at < words.len;) {
        size_t next = at;
        utf8_next(words, &next);
        str cut = str_format(a, "%.*s…", (int)next, words.ptr);
        if (text_measure(f, style, cut).width > width)
            break;
        at = fits = next;
    }
    return set_line(str_format(a, "%.*s…", (int)fits, words.ptr), f, style, a);
}

piece value_set(str value, bool stacked, double width, double least, const fonts *f, text_style style, bool *shortened,
                arena *a) {
    value_parts parts;
    cloze room;
    if (cloze_is(value, &room))
        return cloze_set(&room, false, width, f, style, a);
    value = str_is(value, "inf") ? STR("∞") : str_is(value, "-inf") ? STR("−∞") : value;
    bool number = take_apart(value, &parts);
    piece set;
    least = fmin(least, style.size);
    form whole = {number ? &parts : NULL, value, stacked, false, BRIEF, fmin(least, LEAST_PART)};
    bool fits = set_fitting(&whole, width, least, f, style, a, &set);
    if (shortened)
        *shortened = !fits;
    if (fits)
        return set;
    if (!number || str_is(parts.above, "0")) {
        style.size = least;
        return set_cut_words(value, width, f, style, a);
    }
    for (brevity how = BRIEF; how < BREVITY_COUNT && !fits; how++) {
        form brief = {&parts, value, false, true, how, whole.least};
        fits = set_fitting(&brief, width, least, f, style, a, &set);
    }
    return set;
}
