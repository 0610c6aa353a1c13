/* A number is a FLINT fraction in an arena. FLINT holds small integers inline and allocates limbs for large ones; each
 * number therefore registers its own clearing with the arena:
 *
 *   arena ──▶ number { q = num/den }      den ≥ 1, gcd(num, den) = 1
 *        └──▶ clean-up fmpq_clear(q)
 *
 * Texts are checked here before FLINT sees them: its readers accept "1/0", leave "16/6" as it is, and skip spaces. */
#include "number.h"

#include "utf8.h"

#include <string.h>

static void number_clear(void *thing) {
    fmpq_clear(((number *)thing)->q);
}

void number_count_memory(void) {
    mp_set_memory_functions(memory_alloc_sized, memory_resize_sized, memory_free_sized);
    __flint_set_memory_functions(memory_alloc, memory_zeroed, memory_resize, memory_free);
}

number *number_new(arena *a) {
    number *n = ARENA_NEW(a, number);
    fmpq_init(n->q);
    arena_at_free(a, number_clear, n);
    return n;
}

typedef struct integers {
    fmpz *items;
    size_t count;
} integers;

static void integers_clear(void *array) {
    const integers *i = array;
    for (size_t k = 0; k < i->count; k++)
        fmpz_clear(&i->items[k]);
}

/* A zeroed fmpz is 0. */
fmpz *number_integers(arena *a, size_t count) {
    integers *i = ARENA_NEW(a, integers);
    *i = (integers){ARENA_ARRAY(a, fmpz, count), count};
    arena_at_free(a, integers_clear, i);
    return i->items;
}

number *number_from_integer(arena *a, int64_t value) {
    number *n = number_new(a);
    fmpz_set_si(fmpq_numref(n->q), (slong)value);
    return n;
}

/* The shape of a number in a text: the parts are empty where they are missing. */
typedef struct number_shape {
    bool negative, plus;
    str digits, divisor;
    bool fraction; /* a slash stands there */
} number_shape;

static str take_digits(str text, size_t *at) {
    size_t from = *at;
    while (*at < text.len && text.ptr[*at] >= '0' && text.ptr[*at] <= '9')
        ++*at;
    return str_slice(text, from, *at);
}

/* Splits [+-]digits[/digits]; false if the text is anything else. */
static bool number_split(str text, number_shape *shape) {
    size_t at = 0;
    *shape = (number_shape){0};
    if (text.len && (text.ptr[0] == '-' || text.ptr[0] == '+')) {
        shape->negative = text.ptr[0] == '-';
        shape->plus = text.ptr[0] == '+';
        at = 1;
    }
    shape->digits = take_digits(text, &at);
    if (shape->digits.len == 0)
        return false;
    if (at < text.len && text.ptr[at] == '/') {
        at++;
        shape->fraction = true;
        shape->divisor = take_digits(text, &at);
        if (shape->divisor.len == 0)
            return false;
    }
    return at == text.len;
}

static bool has_leading_zero(str digits) {
    return digits.len > 1 && digits.ptr[0] == '0';
}

/* Whether the text is written as canonical numbers are; only that a fraction is in lowest terms is left to check. */
static bool written_canonically(str text, number_shape *shape) {
    if (!number_split(text, shape) || shape->plus || has_leading_zero(shape->digits))
        return false;
    bool zero = shape->digits.ptr[0] == '0';
    if (!shape->fraction)
        return !(zero && shape->negative);
    return !zero && shape->divisor.ptr[0] != '0' && !str_is(shape->divisor, "1");
}

/* `n` becomes the fraction of that shape, in lowest terms; false if its divisor is 0. */
static bool number_fill(number *n, const number_shape *shape, arena *a) {
    const char *over = str_to_c(a, shape->digits);
    const char *under = shape->fraction ? str_to_c(a, shape->divisor) : "1";
    fmpq_t q;
    fmpq_init(q);
    fmpz_set_str(fmpq_numref(q), over, 10);
    fmpz_set_str(fmpq_denref(q), under, 10);
    bool good = !fmpz_is_zero(fmpq_denref(q));
    if (good) {
        if (shape->negative)
            fmpz_neg(fmpq_numref(q), fmpq_numref(q));
        fmpq_canonicalise(q);
        fmpq_swap(n->q, q);
    }
    fmpq_clear(q);
    return good;
}

number *number_from_text(arena *a, str text) {
    number_shape shape;
    if (!number_split(text, &shape))
        return NULL;
    number *n = number_new(a);
    return number_fill(n, &shape, a) ? n : NULL;
}

number *number_from_canonical(arena *a, str text) {
    number_shape shape;
    if (!written_canonically(text, &shape))
        return NULL;
    number *n = number_from_text(a, text);
    return n && str_equal(number_text(n, a), text) ? n : NULL;
}

str number_canonical(str text, arena *a) {
    number_shape shape;
    if (written_canonically(text, &shape) && !shape.fraction)
        return text;
    number *n = number_from_text(a, text);
    return n ? number_text(n, a) : (str){0};
}

str number_text_of_fmpz(const fmpz_t n, arena *a) {
    char *text = arena_alloc(a, fmpz_sizeinbase(n, 10) + 2);
    fmpz_get_str(text, 10, n);
    return str_of(text);
}

datum *number_datum(const fmpz_t n, arena *a) {
    return datum_text(a, number_text_of_fmpz(n, a));
}

str number_text(const number *n, arena *a) {
    str over = number_text_of_fmpz(fmpq_numref(n->q), a);
    if (number_is_integer(n))
        return over;
    str under = number_text_of_fmpz(fmpq_denref(n->q), a);
    return str_format(a, "%.*s/%.*s", STR_ARG(over), STR_ARG(under));
}

int number_compare(const number *a, const number *b) {
    int order = fmpq_cmp(a->q, b->q);
    return (order > 0) - (order < 0);
}

bool number_is_integer(const number *n) {
    return fmpz_is_one(fmpq_denref(n->q));
}

int number_sign(const number *n) {
    return fmpq_sgn(n->q);
}

enum { GROUP = 3, LONGEST_UNGROUPED = 4 };

static void add_grouped(strbuf *b, str digits) {
    for (size_t k = 0; k < digits.len; k++) {
        if (k && digits.len > LONGEST_UNGROUPED && (digits.len - k) % GROUP == 0)
            strbuf_add_code_point(b, 0x2009);
        strbuf_add_byte(b, digits.ptr[k]);
    }
}

str number_shown(str text, arena *a) {
    number_shape shape;
    if (!written_canonically(text, &shape))
        return str_is(text, "inf") ? STR("∞") : str_is(text, "-inf") ? STR("−∞") : text;
    strbuf b = strbuf_in(a);
    if (shape.negative)
        strbuf_add_code_point(&b, 0x2212);
    add_grouped(&b, shape.digits);
    if (shape.fraction) {
        strbuf_add_byte(&b, '/');
        add_grouped(&b, shape.divisor);
    }
    return strbuf_text(&b);
}

str number_shown_operand(str text, arena *a) {
    str shown = number_shown(text, a);
    number_shape shape;
    if (!str_is(text, "-inf") && (!written_canonically(text, &shape) || !shape.negative))
        return shown;
    return str_format(a, "(%.*s)", STR_ARG(shown));
}

/* What stands for an ASCII sign, by ranges of code points. */
static const struct sign_range {
    uint32_t first, last;
    char plain;
} signs[] = {
    {'X', 'X', '*'},       {'x', 'x', '*'},       {0xA0, 0xA0, ' '},     /* no-break space */
    {0xB7, 0xB7, '*'},                                                   /* · middle dot */
    {0xD7, 0xD7, '*'},                                                   /* × */
    {0xF7, 0xF7, '/'},                                                   /* ÷ */
    {0x2000, 0x200A, ' '},                                               /* spaces by width */
    {0x2010, 0x2015, '-'},                                               /* hyphens and dashes */
    {0x202F, 0x202F, ' '},                                               /* narrow no-break space */
    {0x2044, 0x2044, '/'},                                               /* fraction slash */
    {0x205F, 0x205F, ' '},                                               /* mathematical space */
    {0x2212, 0x2212, '-'},                                               /* − */
    {0x2215, 0x2215, '/'},                                               /* ∕ */
    {0x2217, 0x2217, '*'}, {0x2219, 0x2219, '*'}, {0x22C5, 0x22C5, '*'}, /* ∗ ∙ ⋅ */
    {0x2715, 0x2716, '*'},                                               /* ✕ ✖ */
    {0x3000, 0x3000, ' '},                                               /* ideographic space */
    {0x3001, 0x3001, ','},                                               /* 、 */
    {0x30FB, 0x30FB, '*'},                                               /* ・ */
    {0xFE62, 0xFE62, '+'}, {0xFE63, 0xFE63, '-'},                        /* small plus and minus */
    {0xFEFF, 0xFEFF, ' '},                                               /* byte order mark */
    {0xFF65, 0xFF65, '*'},                                               /* half-width ･ */
};

static char sign_of(uint32_t c) {
    if (c >= 0xFF01 && c <= 0xFF5E) /* full-width ASCII */
        c -= 0xFEE0;
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (c >= signs[k].first && c <= signs[k].last)
            return signs[k].plain;
    return c < 0x80 ? (char)c : 0;
}

char number_plain_sign(str text, size_t *at) {
    return sign_of(utf8_next(text, at));
}

/* The ASCII digit at *at, or 0; moves past it. */
static char scan_digit(str text, size_t *at) {
    size_t next = *at;
    char c = next < text.len ? number_plain_sign(text, &next) : 0;
    if (c < '0' || c > '9')
        return 0;
    *at = next;
    return c;
}

/* A thin space with exactly three digits behind it belongs to the number. Moves past the space. */
static bool scan_group(str text, size_t *at) {
    size_t next = *at, digits = 0;
    if (next >= text.len)
        return false;
    uint32_t c = utf8_next(text, &next);
    if (c != 0x2009 && c != 0x202F)
        return false;
    size_t space = next;
    while (digits <= GROUP && scan_digit(text, &next))
        digits++;
    if (digits != GROUP)
        return false;
    *at = space;
    return true;
}

str number_scan_digits(str text, size_t *at, arena *a) {
    strbuf digits = strbuf_in(a);
    do
        for (char c; (c = scan_digit(text, at));)
            strbuf_add_byte(&digits, c);
    while (digits.len && scan_group(text, at));
    return strbuf_text(&digits);
}
