#include "kit/max_frames.h"

#include <inttypes.h>

enum { UNLESS_SAID = 100000, MOST = 1000000 };

bool max_frames_read(const datum *options, datum *instance, arena *a, error *e) {
    const datum *given = datum_get(options, "max-calls");
    if (!given)
        return true;
    str text = datum_as_text(given), canonical = number_canonical(text, a);
    int64_t frames = 0;
    for (size_t k = 0; k < canonical.len && frames <= MOST; k++)
        frames = canonical.ptr[k] >= '0' && canonical.ptr[k] <= '9' ? frames * 10 + (canonical.ptr[k] - '0') : MOST + 1;
    if (!frames || frames > MOST)
        return error_plain(e, STATUS_USAGE, "--max-calls: expected a whole number from 1 to %d, got '%.*s'", MOST,
                           STR_ARG(text));
    datum_put(a, instance, "max_frames", datum_integer(a, frames));
    return true;
}

bool max_frames_valid(const datum *instance, error *e) {
    const datum *frames = datum_get(instance, "max_frames");
    if (!frames || (frames->kind == DATUM_INTEGER && frames->integer >= 1 && frames->integer <= MOST))
        return true;
    return error_plain(e, STATUS_INPUT, "\"max_frames\" of the instance must be an integer from 1 to %d", MOST);
}

uint64_t max_frames_of(const datum *instance) {
    const datum *frames = datum_get(instance, "max_frames");
    return frames ? (uint64_t)frames->integer : UNLESS_SAID;
}

bool max_frames_allow(uint64_t limit, const char *run, const fmpz_t calls, trace *t) {
    if (fmpz_cmp_ui(calls, limit) <= 0)
        return true;
    arena *a = t->arena;
    event *e = trace_add(t, EVENT_NOTE);
    e->key = STR("frames.too_many");
    e->args = datum_map(a);
    datum_put(a, e->args, "run", datum_text(a, str_of(run)));
    datum_put(a, e->args, "count", datum_text(a, number_text_of_fmpz(calls, a)));
    datum_put(a, e->args, "limit", datum_text(a, str_format(a, "%" PRIu64, limit)));
    return false;
}
