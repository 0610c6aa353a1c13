/* A fuzz target defines this; libFuzzer calls it, and so does replay.c. */
#ifndef HANDTRACE_FUZZ_H
#define HANDTRACE_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0. What is wrong is told by the sanitizers, or by abort(). */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

#endif
