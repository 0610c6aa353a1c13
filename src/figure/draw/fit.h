/* A ladder of looks, from roomy to tight: a figure takes the first that fits, and cuts itself into parts if none does.
 */
#ifndef HANDTRACE_FIT_H
#define HANDTRACE_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* Lays the figure out in a look, a member of its ladder, and says whether it fits. */
typedef bool (*fit_look)(void *figure, const void *look);

/* The number of the first of `count` looks from `first` on that fits; `count` if none does, and then the figure is laid
 * out as in the last. Each look takes `size` bytes. */
size_t fit_first(void *figure, const void *looks, size_t first, size_t count, size_t size, fit_look fits);

/* Whether one does. */
bool fit_any(void *figure, const void *looks, size_t first, size_t count, size_t size, fit_look fits);

/* The same of an array, from the look number `first` on. */
#define FIT_LOOKS(looks) (sizeof(looks) / sizeof *(looks))
#define FIT_FROM(figure, looks, first, fits)                                                                           \
    fit_any((figure), (looks), (first), FIT_LOOKS(looks), sizeof *(looks), (fits))
#define FIT(figure, looks, fits) FIT_FROM(figure, looks, 0, fits)

#endif
