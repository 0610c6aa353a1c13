/* Memory that runs out: an arena whose budget is exhausted by `jump` jumps back to where setjmp(out_of_memory) was
 * called. */
#ifndef HANDTRACE_TEST_MEMORY_H
#define HANDTRACE_TEST_MEMORY_H

#include "arena.h"

#include <setjmp.h>

static jmp_buf out_of_memory;

static void jump(void *user, size_t wanted) {
    (void)user;
    (void)wanted;
    longjmp(out_of_memory, 1);
}

#endif
