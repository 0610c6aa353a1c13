#include "draw/fit.h"

size_t fit_first(void *figure, const void *looks, size_t first, size_t count, size_t size, fit_look fits) {
    size_t k = first;
    while (k < count && !fits(figure, (const char *)looks + k * size))
        k++;
    return k < count ? k : count;
}

bool fit_any(void *figure, const void *looks, size_t first, size_t count, size_t size, fit_look fits) {
    return fit_first(figure, looks, first, count, size, fits) < count;
}
