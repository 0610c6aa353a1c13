#include "kit/memory_limit.h"

enum { MEGABYTE = 1 << 20 };

bool memory_allow(size_t bytes, str whole, const char *what, const char *advice, error *e) {
    if (bytes <= arena_room(e->arena))
        return true;
    str size =
        bytes == SIZE_MAX ? STR("far more than can be counted") : str_format(e->arena, "%zu MB", bytes / MEGABYTE + 1);
    return error_plain(e, STATUS_INPUT, "%.*s: %s needs %.*s of memory or more, %.*s%s", STR_ARG(whole), what,
                       STR_ARG(size), STR_ARG(memory_limit_text(e, bytes)), advice);
}

bool trace_allow(const trace_size *size, const trace *t, str whole, error *e) {
    size_t bytes = size_plus(trace_bytes(size), t->made_of_it ? t->made_of_it(size) : 0);
    return memory_allow(bytes, whole, "its work", "; the answer alone (-f json) needs less", e);
}

bool tries_allow(size_t tries, size_t most, str whole, error *e) {
    enum { MILLION = 1000000 };
    if (tries <= most * MILLION)
        return true;
    return error_plain(e, STATUS_INPUT, "%.*s: it needs %zu million tries, %zu million is the limit", STR_ARG(whole),
                       tries / MILLION, most);
}

str memory_limit_text(const error *e, size_t bytes) {
    const memory_budget *budget = arena_budget(e->arena);
    size_t limit = budget_megabytes(budget), more = budget_megabytes_for(budget, bytes);
    if (!more)
        return str_format(e->arena, "%zu MB is the limit, and no HANDTRACE_MEMORY allows as much", limit);
    return str_format(e->arena, "%zu MB is the limit, HANDTRACE_MEMORY=%zu allows more", limit, more);
}
