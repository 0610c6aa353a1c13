/* Memory that the system refuses ends the program with a message, whoever asked for it. The libraries that shape, draw
 * and read for us use malloc themselves, and not all of them look whether they got anything: HarfBuzz then reads at
 * NULL. So the program has malloc, calloc and realloc of its own, which all its libraries meet before those of the C
 * library. They hand on what the C library gives, and nothing else is changed; memory goes back by its own free.
 *
 * Only where the C library has its functions under a second name (glibc), and not in a build with sanitizers. */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>

#ifdef HANDTRACE_OWN_MALLOC

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static inline void *got(void *memory, size_t wanted) {
    if (__builtin_expect(!memory && wanted, 0))
        budget_exhausted(memory_served(), wanted);
    return memory;
}

void *malloc(size_t size) {
    return got(__libc_malloc(size), size);
}

void *calloc(size_t count, size_t size) {
    size_t product;
    return got(__libc_calloc(count, size), __builtin_mul_overflow(count, size, &product) ? SIZE_MAX : product);
}

void *realloc(void *old, size_t size) {
    return got(__libc_realloc(old, size), size);
}

#endif
