/* The reader of traces, the story that is built on what it read, and the writer: whatever the bytes are, there is an
 * error with a place or a story, and what is written of it is read again to the same text. */
#include "fuzz.h"

#include "build.h"
#include "trace.h"

#include <stdlib.h>

static void write_and_read(const trace *t, arena *a) {
    error e = error_in(a);
    str lines = trace_to_lines(t, a);
    source again = {STR("again"), lines};
    const trace *second = trace_from_lines(&again, a, &e);
    if (!second || !str_equal(trace_to_lines(second, a), lines))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    arena *a = arena_new(NULL);
    error e = error_in(a);
    source where = {STR("input"), {(const char *)bytes, count}};
    const trace *t = trace_from_lines(&where, a, &e);
    if (!t != error_set(&e))
        abort();
    if (t)
        write_and_read(t, a);
    if (t && !story_build(t, a, &e) && !error_set(&e))
        abort();
    if (error_set(&e))
        error_text(&e);
    arena_free(a);
    return 0;
}
