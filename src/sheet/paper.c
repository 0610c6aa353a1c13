#include "sheet.h"

static const struct {
    const char *name;
    double width, height; /* points */
} papers[] = {{"a4", 595.28, 841.89}, {"letter", 612, 792}, {"a5", 419.53, 595.28}};

/* Millimetres with at most three decimals, from text[*at]; moves past them. 0 if there is no number. */
static double read_length(str text, size_t *at) {
    size_t start = *at;
    double whole = 0, unit = 1;
    bool point = false;
    for (; *at < text.len && *at - start < 9; ++*at) {
        char c = text.ptr[*at];
        if (c == '.' && !point && *at > start)
            point = true;
        else if (c >= '0' && c <= '9') {
            whole = whole * 10 + (c - '0');
            unit *= point ? 10 : 1;
        } else
            break;
    }
    return whole / unit;
}

bool paper_size(str name, double *width, double *height) {
    static const double least = 80, most = 2000, points = 72 / 25.4;
    for (size_t k = 0; k < sizeof papers / sizeof *papers; k++)
        if (str_is(name, papers[k].name)) {
            *width = papers[k].width;
            *height = papers[k].height;
            return true;
        }
    size_t at = 0;
    double w = read_length(name, &at);
    if (at >= name.len || name.ptr[at++] != 'x')
        return false;
    double h = read_length(name, &at);
    if (!str_is(str_slice(name, at, name.len), "mm") || w < least || h < least || w > most || h > most)
        return false;
    *width = w * points;
    *height = h * points;
    return true;
}
