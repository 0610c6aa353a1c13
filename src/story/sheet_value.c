#include "sheet_value.h"

#include "number.h"

size_t sheet_digits(str value) {
    size_t digits = 0;
    for (size_t k = 0; k < value.len; k++)
        digits += value.ptr[k] >= '0' && value.ptr[k] <= '9';
    return digits;
}

/* "1.2 \times 10^{47}" of an integer's digits, rounded half away from zero to two of them. */
static str rounded(str digits, bool negative, arena *a) {
    int leading = (digits.ptr[0] - '0') * 10 + (digits.ptr[1] - '0') + (digits.ptr[2] >= '5');
    size_t exponent = digits.len - 1;
    if (leading == 100) {
        leading = 10;
        exponent++;
    }
    return str_format(a, "%s%d.%d \\times 10^{%zu}", negative ? "−" : "", leading / 10, leading % 10, exponent);
}

/* Integers only. */
bool sheet_is_long(str value) {
    str digits = str_slice(value, str_starts(value, "-"), value.len);
    return digits.len > SHEET_LINE_DIGITS && sheet_digits(digits) == digits.len;
}

str sheet_tex(str value, arena *a) {
    bool negative = str_starts(value, "-");
    return sheet_is_long(value) ? rounded(str_slice(value, negative, value.len), negative, a) : number_shown(value, a);
}

datum *sheet_value(str value, arena *a) {
    datum *d = datum_map(a);
    datum_put(a, d, "tex", datum_text(a, sheet_tex(value, a)));
    datum_put(a, d, "approx", datum_bool(a, sheet_is_long(value)));
    return d;
}
